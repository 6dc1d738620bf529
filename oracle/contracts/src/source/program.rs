//! What a program says, as far as rules care: guards, writes, calls, constants and names, each with its place.

use super::files::Sources;
use super::names::plain;
use super::walk;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A place in a game's files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Evidence {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A place: the number of a script's file, and a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) file: u32,
    pub(super) line: u32,
}

/// A name as it is reached: `S.bell.ms` is `[S, bell, ms]`; what is not a name is left out.
pub(super) type Path = Vec<String>;

/// What stands on the right of something, as far as it can be told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Operand {
    /// It is exactly this.
    pub(super) exact: Option<Literal>,
    /// It is exactly this name.
    pub(super) name: Option<Path>,
    /// Numbers anywhere in it.
    pub(super) numbers: Vec<f64>,
    /// Texts anywhere in it.
    pub(super) texts: Vec<String>,
    /// Names anywhere in it.
    pub(super) names: Vec<Path>,
    /// Functions called in it, by their last names.
    pub(super) calls: Vec<String>,
    /// It is the logical opposite of the name that stands first.
    pub(super) negated: bool,
    /// Operators of arithmetic in it: `+ - * / %`.
    pub(super) operators: Vec<char>,
    /// It is an empty list.
    pub(super) empty: bool,
}

/// A value written out in a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Number(f64),
    Text(String),
    Bool(bool),
    Null,
}

/// How two sides of a guard are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// It counts as true.
    Truthy,
}

impl Compare {
    /// What holds where this does not.
    pub(super) fn opposite(self) -> Option<Compare> {
        Some(match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::GreaterEqual,
            Compare::LessEqual => Compare::Greater,
            Compare::Greater => Compare::LessEqual,
            Compare::GreaterEqual => Compare::Less,
            Compare::Truthy => return None,
        })
    }

    /// The same with the sides changed.
    pub(super) fn mirrored(self) -> Compare {
        match self {
            Compare::Less => Compare::Greater,
            Compare::LessEqual => Compare::GreaterEqual,
            Compare::Greater => Compare::Less,
            Compare::GreaterEqual => Compare::LessEqual,
            same => same,
        }
    }
}

/// One comparison within a guard.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) left: Operand,
    pub(super) compare: Compare,
    pub(super) right: Operand,
    /// It stands under an odd number of `!`.
    pub(super) negated: bool,
}

/// A condition that decides whether something runs.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) place: Place,
    pub(super) atoms: Vec<Atom>,
}

/// A guard something stands under, and whether it holds there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Under {
    pub(super) guard: usize,
    pub(super) holds: bool,
}

/// How a write changes its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteKind {
    Set,
    Add,
    Subtract,
    Multiply,
    Append,
    Remove,
}

/// A change of something.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) target: Path,
    pub(super) kind: WriteKind,
    pub(super) value: Operand,
    pub(super) place: Place,
    pub(super) function: usize,
    pub(super) under: Vec<Under>,
}

/// A call, or a function's name given away.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The last name of what is called.
    pub(super) name: String,
    pub(super) arguments: Vec<Operand>,
    pub(super) place: Place,
    pub(super) function: usize,
    pub(super) under: Vec<Under>,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: Option<String>,
    pub(super) parameters: Vec<Option<String>>,
    /// The function it stands in.
    pub(super) parent: Option<usize>,
    /// The guards it stands under there.
    pub(super) under: Vec<Under>,
}

/// What a program says.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(super) files: Vec<String>,
    pub(super) functions: Vec<Function>,
    pub(super) guards: Vec<Guard>,
    pub(super) writes: Vec<Write>,
    pub(super) calls: Vec<Call>,
    /// Calls by the names of what is called.
    pub(super) callers: BTreeMap<String, Vec<usize>>,
    /// What names are first set to where they are declared: `const reach = RADIUS * part`, `const price = () => 6 + 4 * level`.
    pub(super) definitions: BTreeMap<String, Vec<Operand>>,
    /// Names that stand for one value all along.
    pub(super) constants: BTreeMap<String, (Literal, Place)>,
    /// Where plain names occur: identifiers and keys.
    pub(super) names: BTreeMap<String, Vec<Place>>,
    /// The names as they are written, by their plain form.
    pub(super) written: BTreeMap<String, BTreeSet<String>>,
    /// Where texts occur.
    pub(super) texts: BTreeMap<String, Vec<Place>>,
    /// Where numbers occur, in order.
    pub(super) numbers: Vec<(f64, Place)>,
    /// Scripts that cannot be parsed: file, line and message.
    pub(super) broken: Vec<(Evidence, String)>,
}

/// A path of one name.
fn single(path: &Path) -> Option<String> {
    match path.as_slice() {
        [name] => Some(name.clone()),
        _ => None,
    }
}

/// Occurrences kept of one name.
pub(super) const MAX_PLACES: usize = 50;
/// Guards looked at when a condition may be anywhere.
const MAX_GUARDS: usize = 5000;
/// Things of one kind kept of a program.
pub(super) const MAX_THINGS: usize = 200_000;

impl Program {
    /// Reads the scripts of a game. One that cannot be parsed is listed, and the others are read.
    pub fn new(sources: &Sources) -> Program {
        let mut program = Program::default();
        for script in &sources.scripts {
            let file = match program.files.iter().position(|file| *file == script.file) {
                Some(at) => at,
                None => {
                    program.files.push(script.file.clone());
                    program.files.len() - 1
                }
            };
            if let Err((line, message)) = walk::script(script, file as u32, &mut program) {
                let evidence = Evidence {
                    file: script.file.clone(),
                    line,
                };
                program.broken.push((evidence, message));
            }
        }
        for (at, call) in program.calls.iter().enumerate() {
            program.callers.entry(call.name.clone()).or_default().push(at);
        }
        program
    }

    /// Scripts that cannot be parsed: where, and why.
    pub fn broken(&self) -> &[(Evidence, String)] {
        &self.broken
    }

    /// All guards, holding and not, as many as are looked at.
    pub(super) fn everywhere(&self) -> Vec<Under> {
        let guards = 0..self.guards.len().min(MAX_GUARDS);
        guards
            .flat_map(|guard| [Under { guard, holds: true }, Under { guard, holds: false }])
            .collect()
    }

    /// A place for people.
    pub(super) fn evidence(&self, place: Place) -> Evidence {
        Evidence {
            file: self.files.get(place.file as usize).cloned().unwrap_or_default(),
            line: place.line,
        }
    }

    /// The value of an operand, if it is known without running.
    pub(super) fn known(&self, operand: &Operand) -> Option<Literal> {
        if let Some(literal) = &operand.exact {
            return Some(literal.clone());
        }
        let name = operand.name.as_ref()?.last()?;
        self.constants.get(name).map(|(literal, _)| literal.clone())
    }

    /// An operand with what its names were declared as: `x <= reach` speaks of what `reach` is made of.
    pub(super) fn expanded(&self, operand: &Operand) -> Operand {
        let mut whole = operand.clone();
        let mut open: Vec<(String, usize)> = operand.names.iter().filter_map(|path| Some((single(path)?, 0))).collect();
        open.extend(operand.calls.iter().map(|call| (call.clone(), 0)));
        let mut seen = BTreeSet::new();
        while let Some((name, depth)) = open.pop() {
            if depth > 2 || !seen.insert(name.clone()) || seen.len() > 16 {
                continue;
            }
            for other in self.definitions.get(&name).into_iter().flatten() {
                whole.numbers.extend(&other.numbers);
                whole.texts.extend(other.texts.iter().cloned());
                whole.calls.extend(other.calls.iter().cloned());
                open.extend(other.names.iter().filter_map(|path| Some((single(path)?, depth + 1))));
                open.extend(other.calls.iter().map(|call| (call.clone(), depth + 1)));
                whole.names.extend(other.names.iter().cloned());
            }
        }
        whole
    }

    /// All numbers in an operand, those behind names of constants with them.
    pub(super) fn numbers_in(&self, operand: &Operand) -> Vec<f64> {
        let mut numbers = operand.numbers.clone();
        for path in &operand.names {
            if let Some((Literal::Number(number), _)) = path.last().and_then(|name| self.constants.get(name)) {
                numbers.push(*number);
            }
        }
        numbers
    }

    /// Where a plain name occurs: as a name or as a text.
    pub(super) fn places_of(&self, name: &str) -> Vec<Place> {
        let plain = plain(name);
        let mut places = self.names.get(&plain).cloned().unwrap_or_default();
        places.extend(self.texts.get(&plain).into_iter().flatten());
        places.sort_unstable();
        places
    }
}
