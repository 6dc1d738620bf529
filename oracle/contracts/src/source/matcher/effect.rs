//! The change a rule makes, looked for among a program's writes.

use super::{Part, PartKind, above, among, evidence};
use crate::design::Constant;
use crate::model::{Attribute, Contract, Effect, Op, Predicate, Resolved, Rule, Value};
use crate::source::clauses::Found;
use crate::source::find::{Asked, Instance, Match, Subject, functions_above, guards_of_call, instances, same};
use crate::source::names::plain;
use crate::source::program::{Call, Literal, Operand, Place, Program, Under, Write, WriteKind};
use std::collections::BTreeSet;

/// Writes looked at for one effect.
const MAX_WRITES: usize = 400;

/// The writes that may be an effect.
pub(super) struct Search<'a> {
    /// What is looked for.
    pub(super) text: String,
    /// Writes to the attribute that change it the right way.
    pub(super) instances: Vec<Instance<'a>>,
    /// How well each of them has the value.
    values: Vec<Found>,
    /// Places where the attribute is written another way.
    others: Vec<Place>,
    /// Places where it is named.
    named: Vec<Place>,
}

/// The write that is meant.
pub(super) struct Linked {
    /// Its number in the search.
    best: Option<usize>,
    /// How its guards say each condition.
    pub(super) conditions: Vec<Option<(Match, Place)>>,
}

pub(super) fn search<'a>(
    program: &'a Program,
    contract: &Contract,
    attribute: &Attribute,
    op: Op,
    value: Option<&Value>,
) -> Search<'a> {
    let subject = Subject::new(program, contract, attribute);
    let resolved = value.map_or(Resolved::Unknown, |value| value.resolve(contract));
    let text = match value {
        Some(value) => format!("{attribute} {} {value}", op_text(op)),
        None => format!("{attribute} toggles"),
    };
    let mut found = Search {
        text,
        instances: Vec::new(),
        values: Vec::new(),
        others: Vec::new(),
        named: subject.places(program),
    };
    for write in program
        .writes
        .iter()
        .filter(|write| subject.is(&write.target))
        .take(MAX_WRITES)
    {
        if !fits(op, write.kind, &write.value, &subject) {
            found.others.push(write.place);
            continue;
        }
        for instance in instances(program, write) {
            let has = has_value(program, contract, op, value, &resolved, instance.value);
            found.values.push(has);
            found.instances.push(instance);
        }
    }
    found
}

fn op_text(op: Op) -> &'static str {
    match op {
        Op::Set => "=",
        Op::Add => "+=",
        Op::Subtract => "-=",
        Op::Multiply => "*=",
        Op::Min => "at most",
        Op::Max => "at least",
        Op::Append => "gets",
        Op::Remove => "loses",
        Op::Toggle => "toggles",
    }
}

/// Whether a write changes its target the way an effect does.
fn fits(op: Op, kind: WriteKind, value: &Operand, subject: &Subject) -> bool {
    let refers = subject.in_operand(value);
    let uses = |operator: char| value.operators.contains(&operator);
    let calls = |name: &str| value.calls.iter().any(|call| call == name);
    match op {
        Op::Set => kind == WriteKind::Set,
        Op::Add => kind == WriteKind::Add || kind == WriteKind::Set && refers && (uses('+') || calls("min")),
        // What a product adds may be less than nothing.
        Op::Subtract => {
            let product = kind == WriteKind::Add && uses('*');
            kind == WriteKind::Subtract || product || kind == WriteKind::Set && refers && (uses('-') || calls("max"))
        }
        Op::Multiply => kind == WriteKind::Multiply || kind == WriteKind::Set && refers && (uses('*') || uses('/')),
        Op::Min => kind == WriteKind::Set && (calls("min") || calls("clamp") || !refers),
        Op::Max => kind == WriteKind::Set && (calls("max") || calls("clamp") || !refers),
        Op::Append => kind == WriteKind::Append || kind == WriteKind::Set && (refers || calls("concat")),
        Op::Remove => kind == WriteKind::Remove || kind == WriteKind::Set && (refers || calls("filter") || calls("slice")),
        Op::Toggle => kind == WriteKind::Set && refers && value.negated,
    }
}

fn has_value(
    program: &Program,
    contract: &Contract,
    op: Op,
    value: Option<&Value>,
    resolved: &Resolved,
    found: &Operand,
) -> Found {
    if matches!(op, Op::Append | Op::Remove | Op::Toggle) {
        return Found::Yes;
    }
    let known = program.known(found);
    match resolved {
        Resolved::Known(constant) => match &known {
            Some(literal) if same(literal, constant) => Found::Yes,
            // `score -= -5` adds five.
            Some(Literal::Number(number)) if matches!(constant, Constant::Number(asked) if -asked == *number) => Found::Partly,
            Some(_) => Found::Contradicted,
            None => {
                let there = match constant {
                    // A list counts its items.
                    Constant::Number(number) if found.empty => *number == 0.0,
                    Constant::Number(number) => program.numbers_in(found).contains(number),
                    Constant::Text(text) => found.texts.iter().any(|other| other == text),
                    Constant::Bool(_) => false,
                };
                // An expression on other names may come to the value.
                if there { Found::Yes } else { Found::Partly }
            }
        },
        Resolved::OneOf(list) => match &known {
            Some(literal) if list.iter().any(|constant| same(literal, constant)) => Found::Yes,
            Some(_) => Found::Contradicted,
            None => Found::Partly,
        },
        Resolved::Unknown => match value {
            Some(Value::Formula(_) | Value::Attribute(_)) => made_of(program, contract, value, found),
            _ => Found::Yes,
        },
    }
}

/// Whether an expression is made of what a formula is made of: its numbers and its attributes.
fn made_of(program: &Program, contract: &Contract, value: Option<&Value>, found: &Operand) -> Found {
    let Some(value) = value else { return Found::Yes };
    let found = &program.expanded(found);
    let numbers = program.numbers_in(found);
    let mut wanted = 0;
    let mut there = 0;
    if let Value::Formula(formula) = value {
        for number in literals(formula.text()) {
            wanted += 1;
            there += usize::from(numbers.contains(&number) || number == 0.0 || number == 1.0);
        }
    }
    for id in value.rows(contract) {
        if let Some(Constant::Number(number)) = contract.row(id).and_then(|row| row.value.as_ref()) {
            wanted += 1;
            there += usize::from(numbers.contains(number));
        }
    }
    for attribute in value.reads(contract) {
        wanted += 1;
        there += usize::from(Subject::new(program, contract, &attribute).in_operand(found));
    }
    match (there, wanted) {
        (there, wanted) if there == wanted => Found::Yes,
        (0, _) => Found::No,
        _ => Found::Partly,
    }
}

/// The numbers written in a formula; digits within names are none.
fn literals(text: &str) -> Vec<f64> {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let words = text.split(|c: char| !word(c)).filter(|word| !word.is_empty());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Picks the write that has the value and stands under the most conditions.
pub(super) fn link(program: &Program, contract: &Contract, search: &Search<'_>, conditions: &[&Predicate]) -> Linked {
    let asked = asked(program, contract, conditions);
    let mut best: Option<(Found, usize, Linked)> = None;
    for (index, (instance, value)) in search.instances.iter().zip(&search.values).enumerate() {
        let (count, found) = under_conditions(program, &asked, conditions, &above(program, instance));
        // A value that differs still counts for less than one that fits anywhere.
        if best.as_ref().is_none_or(|(v, c, _)| (*value, count) > (*v, *c)) {
            let linked = Linked {
                best: Some(index),
                conditions: found,
            };
            best = Some((*value, count, linked));
        }
    }
    best.map_or_else(|| Linked::nothing(conditions), |(.., linked)| linked)
}

/// Picks the call that stands under the most conditions.
pub(super) fn link_calls(
    program: &Program,
    contract: &Contract,
    calls: &[&Call],
    conditions: &[&Predicate],
) -> (Linked, Option<Place>) {
    let asked = asked(program, contract, conditions);
    let mut best: Option<(usize, Linked, Place)> = None;
    for (index, call) in calls.iter().enumerate() {
        let (count, found) = under_conditions(program, &asked, conditions, &guards_of_call(program, call));
        if best.as_ref().is_none_or(|(c, ..)| count > *c) {
            let linked = Linked {
                best: Some(index),
                conditions: found,
            };
            best = Some((count, linked, call.place));
        }
    }
    match best {
        Some((_, linked, place)) => (linked, Some(place)),
        None => (Linked::nothing(conditions), None),
    }
}

impl Linked {
    fn nothing(conditions: &[&Predicate]) -> Linked {
        Linked {
            best: None,
            conditions: vec![None; conditions.len()],
        }
    }
}

fn asked(program: &Program, contract: &Contract, conditions: &[&Predicate]) -> Vec<(Subject, Asked)> {
    let each = conditions.iter();
    each.map(|predicate| {
        (
            Subject::new(program, contract, &predicate.subject()),
            Asked::new(program, contract, predicate),
        )
    })
    .collect()
}

/// How guards say each condition, and how many of them they say.
fn under_conditions(
    program: &Program,
    asked: &[(Subject, Asked)],
    conditions: &[&Predicate],
    under: &[Under],
) -> (usize, Vec<Option<(Match, Place)>>) {
    let found: Vec<Option<(Match, Place)>> = conditions
        .iter()
        .zip(asked)
        .map(|(predicate, (subject, asked))| among(program, subject, under, predicate, asked))
        .collect();
    let says = |found: &Option<(Match, Place)>| match found {
        Some((Match::Says, _)) => 3,
        Some((Match::Perhaps, _)) => 1,
        Some((Match::Contradicts, _)) | None => 0,
    };
    (found.iter().map(says).sum(), found)
}

/// What was found of an attribute that has to stay as it is: nothing changes it under all of the conditions. Where functions have the
/// trigger's name, changes elsewhere are not meant.
pub(super) fn stays(
    program: &Program,
    contract: &Contract,
    rule: &Rule,
    effect: &Effect,
    conditions: &[&Predicate],
) -> Option<Part> {
    let Effect::Write { attribute, .. } = effect else {
        return None;
    };
    let subject = Subject::new(program, contract, attribute);
    let asked = asked(program, contract, conditions);
    let named = subject.places(program);
    let writes = program
        .writes
        .iter()
        .filter(|write| subject.is(&write.target))
        .take(MAX_WRITES);
    let trigger = &rule.trigger;
    let names: BTreeSet<String> = std::iter::once(&trigger.name)
        .chain(&trigger.names)
        .map(|name| plain(name))
        .collect();
    let named_so = |function: &str| names.contains(&plain(function));
    let acts = program
        .functions
        .iter()
        .any(|function| function.name.as_deref().is_some_and(named_so));
    let meant = |write: &&Write| !acts || functions_above(program, write).into_iter().any(named_so);
    let changed = writes
        .filter(meant)
        .flat_map(|write| instances(program, write))
        .find(|instance| {
            let (_, found) = under_conditions(program, &asked, conditions, &above(program, instance));
            !found.is_empty() && found.iter().all(|found| matches!(found, Some((Match::Says, _))))
        });
    let (found, places, note) = match changed {
        Some(instance) => (Found::Contradicted, vec![instance.write.place], Some("it is changed here")),
        None if named.is_empty() => (Found::No, Vec::new(), Some("the program does not name it")),
        None => (Found::Yes, named, None),
    };
    Some(Part {
        kind: PartKind::Effect,
        text: format!("{attribute} stays"),
        found,
        evidence: evidence(program, &places),
        note: note.map(str::to_owned),
    })
}

/// What was found of the effect.
pub(super) fn part(program: &Program, search: &Search<'_>, linked: &Linked) -> Part {
    let part = |found: Found, places: &[Place], note: Option<&str>| Part {
        kind: PartKind::Effect,
        text: search.text.clone(),
        found,
        evidence: evidence(program, places),
        note: note.map(str::to_owned),
    };
    match linked.best {
        Some(best) => {
            let place = search.instances[best].write.place;
            let places: Vec<Place> = match search.instances[best].via {
                Some(call) => vec![call.place, place],
                None => vec![place],
            };
            match search.values[best] {
                Found::Yes => part(Found::Yes, &places, None),
                Found::Partly => part(Found::Partly, &places, Some("the value cannot be told")),
                Found::No => part(Found::Partly, &places, Some("it is made of something else")),
                Found::Contradicted => part(Found::Contradicted, &places, Some("it is changed by something else here")),
            }
        }
        None if !search.others.is_empty() => part(Found::No, &search.others, Some("it is changed in another way")),
        None => {
            let note = if search.named.is_empty() {
                "the program does not name it"
            } else {
                "nothing changes it"
            };
            part(Found::No, &search.named, Some(note))
        }
    }
}
