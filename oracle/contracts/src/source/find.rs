//! Attributes, constants and guards in a program.

use super::names::{plain, within, words};
use super::program::{Atom, Call, Compare, Literal, Operand, Path, Place, Program, Under, Write};
use crate::design::Constant;
use crate::model::{Attribute, Contract, Operator, Predicate, Resolved, Value};
use std::collections::BTreeSet;

/// How an attribute is called in a program.
pub(super) struct Subject {
    /// Plain names that mean it for certain.
    exact: BTreeSet<String>,
    /// Words that mean it together.
    loose: Vec<Vec<String>>,
    /// The program has an exact name, so that others do not count.
    only_exact: bool,
}

impl Subject {
    pub(super) fn new(program: &Program, contract: &Contract, attribute: &Attribute) -> Subject {
        let mut names = vec![attribute.attribute.clone()];
        if let Some(term) = contract.term(attribute) {
            names.extend(term.names.iter().cloned());
            // The snapshot's key is what the program's author calls it.
            names.extend(
                term.snapshot
                    .iter()
                    .flat_map(|pointer| pointer.rsplit('/').next().map(str::to_owned)),
            );
        }
        let joined = format!("{}{}", attribute.entity, attribute.attribute);
        let mut exact: BTreeSet<String> = names.iter().map(|name| plain(name)).collect();
        exact.insert(plain(&joined));
        exact.remove("");
        let only_exact = exact.iter().any(|name| program.names.contains_key(name));
        let mut loose: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
        loose.retain(|words| words.iter().map(String::len).sum::<usize>() >= 3);
        Subject {
            exact,
            loose,
            only_exact,
        }
    }

    /// Whether a path means the attribute.
    pub(super) fn is(&self, path: &Path) -> bool {
        let Some(last) = path.last() else { return false };
        // `list.length` and `set.size` speak of the list.
        let (last, owner) = match path.as_slice() {
            [.., owner, count] if matches!(count.as_str(), "length" | "size") => (owner, None),
            [.., owner, _] => (last, Some(owner)),
            _ => (last, None),
        };
        if self.exact.contains(&plain(last)) {
            return true;
        }
        if let Some(owner) = owner
            && self.exact.contains(&plain(&format!("{owner}{last}")))
        {
            return true;
        }
        if self.only_exact {
            return false;
        }
        let mut all = words(last);
        all.extend(owner.map(|owner| words(owner)).into_iter().flatten());
        self.loose.iter().any(|name| within(name, &all))
    }

    /// Whether an operand speaks of the attribute, by a name or by a function that calculates it.
    pub(super) fn in_operand(&self, operand: &Operand) -> bool {
        let called = || operand.calls.iter().any(|call| self.exact.contains(&plain(call)));
        operand.name.as_ref().is_some_and(|path| self.is(path)) || operand.names.iter().any(|path| self.is(path)) || called()
    }

    /// Whether an operand speaks of the attribute, or of a name that was declared as it: `const before = state.screen`.
    pub(super) fn meant(&self, program: &Program, operand: &Operand) -> bool {
        if self.in_operand(operand) {
            return true;
        }
        let Some([name]) = operand.name.as_deref() else { return false };
        let defined = program.definitions.get(name).into_iter().flatten();
        defined
            .into_iter()
            .any(|other| other.name.as_ref().is_some_and(|path| self.is(path)))
    }

    /// Where the attribute is named, at most a few places.
    pub(super) fn places(&self, program: &Program) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for (name, found) in &program.names {
            let loosely = || {
                let written = program.written.get(name).into_iter().flatten();
                !self.only_exact
                    && written
                        .into_iter()
                        .any(|form| self.loose.iter().any(|name| within(name, &words(form))))
            };
            if self.exact.contains(name) || loosely() {
                places.extend(found);
            }
        }
        places.sort_unstable();
        places.truncate(3);
        places
    }
}

/// A literal of a program and a constant of a contract mean the same.
pub(super) fn same(literal: &Literal, constant: &Constant) -> bool {
    match (literal, constant) {
        (Literal::Number(a), Constant::Number(b)) => a == b,
        (Literal::Bool(a), Constant::Bool(b)) => a == b,
        (Literal::Text(a), Constant::Text(b)) => plain(a) == plain(b),
        (Literal::Null, Constant::Bool(false)) => true,
        _ => false,
    }
}

/// What a predicate compares its attribute with.
pub(super) struct Asked {
    /// The value, as far as the contract alone says.
    pub(super) value: Resolved,
    /// The other attribute, if it is one.
    other: Option<Subject>,
}

impl Asked {
    pub(super) fn new(program: &Program, contract: &Contract, predicate: &Predicate) -> Asked {
        Asked {
            value: predicate.value.resolve(contract),
            other: match &predicate.value {
                Value::Attribute(attribute) => Some(Subject::new(program, contract, attribute)),
                _ => None,
            },
        }
    }
}

/// How well a comparison of a program says what a predicate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Match {
    /// It compares the attribute the same way with another constant.
    Contradicts,
    /// It compares the attribute, but what with cannot be told.
    Perhaps,
    /// It says the same.
    Says,
}

/// Whether `atom`, holding or not, says `predicate`.
pub(super) fn says(
    program: &Program,
    subject: &Subject,
    atom: &Atom,
    holds: bool,
    predicate: &Predicate,
    asked: &Asked,
) -> Option<Match> {
    let holds = holds != atom.negated;
    if atom.compare == Compare::Truthy {
        // `same(board, pattern)` compares the two.
        let both = asked.other.as_ref().is_some_and(|other| other.in_operand(&atom.left)) && !atom.left.calls.is_empty();
        return subject.meant(program, &atom.left).then(|| match predicate.operator {
            Operator::Equal if both && holds => Match::Says,
            Operator::NotEqual if both && !holds => Match::Says,
            operator => truthy(holds, operator, &asked.value),
        });
    }
    let (left, right, compare) = if subject.meant(program, &atom.left) {
        (&atom.left, &atom.right, atom.compare)
    } else if subject.meant(program, &atom.right) {
        (&atom.right, &atom.left, atom.compare.mirrored())
    } else {
        return None;
    };
    let compare = if holds { compare } else { compare.opposite()? };
    let mut known = program.known(right);
    // `x + 1 > LIMIT` asks the same as `x >= LIMIT`; what else is done to the attribute cannot be told.
    let plain_side = left.operators.is_empty();
    if !plain_side {
        known = None;
    }
    let numbers: Vec<f64> = program
        .numbers_in(right)
        .into_iter()
        .chain(program.numbers_in(left))
        .collect();
    let Some(direction) = agrees(compare, predicate.operator) else {
        // Another direction: `!= won` where `== won` is asked for says nothing about it.
        return None;
    };
    match &asked.value {
        Resolved::Unknown => Some(if direction { Match::Says } else { Match::Perhaps }),
        Resolved::Known(constant) => match known {
            Some(literal) if same(&literal, constant) => Some(Match::Says),
            Some(literal) => Some(if nearly(&literal, constant, compare, predicate.operator) {
                Match::Says
            } else {
                Match::Contradicts
            }),
            None => {
                let there = matches!(constant, Constant::Number(number) if numbers.contains(number));
                Some(if there { Match::Says } else { Match::Perhaps })
            }
        },
        Resolved::OneOf(list) => match known {
            Some(literal) if list.iter().any(|constant| same(&literal, constant)) => Some(Match::Says),
            _ => Some(Match::Perhaps),
        },
    }
}

/// Whether two comparisons point the same way; `Some(false)` when one is part of the other.
fn agrees(compare: Compare, operator: Operator) -> Option<bool> {
    match (compare, operator) {
        (Compare::Equal, Operator::Equal | Operator::In)
        | (Compare::NotEqual, Operator::NotEqual | Operator::NotIn)
        | (Compare::Less | Compare::LessEqual, Operator::Less | Operator::LessEqual)
        | (Compare::Greater | Compare::GreaterEqual, Operator::Greater | Operator::GreaterEqual) => Some(true),
        // `lives === 0` for `lives <= 0`, `count === LIMIT` for `count >= LIMIT`.
        (Compare::Equal, Operator::LessEqual | Operator::GreaterEqual)
        | (Compare::LessEqual | Compare::GreaterEqual, Operator::Equal)
        | (Compare::Greater | Compare::Less, Operator::NotEqual)
        | (Compare::NotEqual, Operator::Greater | Operator::Less) => Some(false),
        _ => None,
    }
}

/// `> 14` and `>= 15` are the same for whole numbers; so are `< 1` and `<= 0`.
fn nearly(literal: &Literal, constant: &Constant, compare: Compare, operator: Operator) -> bool {
    let (Literal::Number(found), Constant::Number(asked)) = (literal, constant) else {
        return false;
    };
    match (compare, operator) {
        (Compare::Greater, Operator::GreaterEqual) | (Compare::LessEqual, Operator::Less) => found + 1.0 == *asked,
        (Compare::GreaterEqual, Operator::Greater) | (Compare::Less, Operator::LessEqual) => found - 1.0 == *asked,
        _ => false,
    }
}

/// A name that counts as true or false against a predicate.
fn truthy(holds: bool, operator: Operator, asked: &Resolved) -> Match {
    let nothing = |constant: &Constant| match constant {
        Constant::Bool(truth) => !truth,
        Constant::Number(number) => *number == 0.0,
        Constant::Text(text) => text.is_empty(),
    };
    match asked {
        Resolved::Known(constant) => {
            let zero = nothing(constant);
            let something = match operator {
                Operator::Equal | Operator::LessEqual => !zero,
                Operator::NotEqual | Operator::Greater => zero,
                Operator::GreaterEqual => !zero,
                _ => return Match::Perhaps,
            };
            let is_bool = matches!(constant, Constant::Bool(_));
            match (something == holds, is_bool || zero || operator == Operator::GreaterEqual) {
                (true, true) => Match::Says,
                (false, true) if is_bool => Match::Contradicts,
                _ => Match::Perhaps,
            }
        }
        _ => Match::Perhaps,
    }
}

/// A write as it comes about: over one way of calling the function it stands in.
pub(super) struct Instance<'a> {
    pub(super) write: &'a Write,
    /// Its value, where that is a parameter of the function: what the caller gives.
    pub(super) value: &'a Operand,
    /// The guards of the call it comes from first, if its value is from there.
    pub(super) via: Option<&'a Call>,
}

/// Ways of calling a function that are followed.
const MAX_CALLERS: usize = 64;

/// A write for each way its value comes about.
pub(super) fn instances<'a>(program: &'a Program, write: &'a Write) -> Vec<Instance<'a>> {
    let mut list = vec![Instance {
        write,
        value: &write.value,
        via: None,
    }];
    let function = &program.functions[write.function];
    let Some(name) = write
        .value
        .name
        .as_ref()
        .filter(|path| path.len() == 1)
        .and_then(|path| path.first())
    else {
        return list;
    };
    let position = function
        .parameters
        .iter()
        .position(|parameter| parameter.as_ref() == Some(name));
    let (Some(position), Some(own)) = (position, &function.name) else {
        return list;
    };
    let callers = program.callers.get(own).into_iter().flatten().take(MAX_CALLERS);
    let calls: Vec<Instance<'a>> = callers
        .filter_map(|at| {
            let call = &program.calls[*at];
            Some(Instance {
                write,
                value: call.arguments.get(position)?,
                via: Some(call),
            })
        })
        .collect();
    if !calls.is_empty() {
        list = calls;
    }
    list
}

/// Functions looked at on the way to a place.
const MAX_FUNCTIONS: usize = 200;
/// Calls deep.
const MAX_CALLS: usize = 6;

/// All guards a write may stand under: its own, those around its function, and those of the calls that lead there.
pub(super) fn guards_above(program: &Program, instance: &Instance<'_>) -> Vec<Under> {
    let mut all: Vec<Under> = instance.write.under.clone();
    match instance.via {
        Some(call) => {
            // The function the write stands in was entered by this call.
            all.extend(&program.functions[instance.write.function].under);
            all.extend(guards_of_call(program, call));
        }
        None => climb(program, instance.write.function, BTreeSet::new(), &mut all),
    }
    all
}

/// All guards a call may stand under.
pub(super) fn guards_of_call(program: &Program, call: &Call) -> Vec<Under> {
    let mut all = call.under.clone();
    climb(program, call.function, BTreeSet::new(), &mut all);
    all
}

/// Adds the guards around a function and around the calls that lead to it.
fn climb(program: &Program, from: usize, mut seen: BTreeSet<usize>, all: &mut Vec<Under>) {
    let mut open: Vec<(usize, usize)> = vec![(from, 0)];
    while let Some((at, depth)) = open.pop() {
        if !seen.insert(at) || seen.len() > MAX_FUNCTIONS {
            continue;
        }
        let function = &program.functions[at];
        all.extend(&function.under);
        if let Some(parent) = function.parent {
            // What stands around a callback leads to it, but a function at the top is only called.
            if function.name.is_none() {
                open.push((parent, depth));
            }
        }
        if depth >= MAX_CALLS {
            continue;
        }
        let callers = function.name.iter().flat_map(|name| program.callers.get(name)).flatten();
        for call in callers.take(MAX_CALLERS).map(|at| &program.calls[*at]) {
            all.extend(&call.under);
            open.push((call.function, depth + 1));
        }
    }
}

/// The names of the functions that lead to a write, its own first.
pub(super) fn functions_above<'a>(program: &'a Program, write: &Write) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(write.function, 0usize)];
    while let Some((at, depth)) = open.pop() {
        if !seen.insert(at) || seen.len() > MAX_FUNCTIONS {
            continue;
        }
        let function = &program.functions[at];
        names.extend(function.name.as_deref());
        if let Some(parent) = function.parent {
            open.push((parent, depth));
        }
        if depth >= MAX_CALLS {
            continue;
        }
        let callers = function.name.iter().flat_map(|name| program.callers.get(name)).flatten();
        for call in callers.take(MAX_CALLERS).map(|at| &program.calls[*at]) {
            open.push((call.function, depth + 1));
        }
    }
    names
}
