//! Invariants, as far as a look at the source can tell: whether something keeps the attribute within its bound.

use super::{among, evidence};
use crate::design::Constant;
use crate::model::{Contract, Invariant, Operator, Predicate, Resolved};
use crate::source::clauses::{Found, Part, PartKind};
use crate::source::find::{Asked, Match, Subject};
use crate::source::program::{Literal, Place, Program, Write, WriteKind};
use serde::{Deserialize, Serialize};

/// What was found of an invariant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvariantFinding {
    /// The invariant.
    pub invariant: String,
    /// It is kept, as far as can be told.
    pub passed: bool,
    /// What was found of each predicate.
    pub parts: Vec<Part>,
}

/// Looks for what keeps an invariant. It passes when the program names each attribute and nothing was found that breaks it.
pub fn inspect_invariant(program: &Program, contract: &Contract, invariant: &Invariant) -> InvariantFinding {
    let parts: Vec<Part> = invariant
        .holds
        .iter()
        .map(|predicate| kept(program, contract, predicate, !invariant.when.is_empty()))
        .collect();
    InvariantFinding {
        invariant: invariant.id.clone(),
        passed: parts.iter().all(|part| part.found >= Found::Partly),
        parts,
    }
}

/// One that holds only at times is not broken by a value that is set at another time.
fn kept(program: &Program, contract: &Contract, predicate: &Predicate, at_times: bool) -> Part {
    let subject = Subject::new(program, contract, &predicate.subject());
    let asked = Asked::new(program, contract, predicate);
    let part = |found: Found, places: &[Place], note: &str| Part {
        kind: PartKind::Condition,
        text: predicate.to_string(),
        found,
        evidence: evidence(program, places),
        note: Some(note.to_owned()),
    };
    let named = subject.places(program);
    if named.is_empty() {
        return part(Found::No, &[], "the program does not name it");
    }
    let writes: Vec<&Write> = program.writes.iter().filter(|write| subject.is(&write.target)).collect();
    let breaking = writes.iter().find(|write| {
        let known = program.known(&write.value).and_then(|literal| match literal {
            Literal::Number(number) => Some(Constant::Number(number)),
            Literal::Text(text) => Some(Constant::Text(text)),
            Literal::Bool(truth) => Some(Constant::Bool(truth)),
            Literal::Null => None,
        });
        let holds = known
            .filter(|_| write.kind == WriteKind::Set)
            .and_then(|value| predicate.operator.holds(&value, &asked.value));
        holds == Some(false)
    });
    if let Some(write) = breaking.filter(|_| !at_times) {
        return part(Found::Contradicted, &[write.place], "this sets it to something else");
    }
    let clamped = writes.iter().find(|write| {
        let numbers = program.numbers_in(&write.value);
        let at_bound = matches!(&asked.value, Resolved::Known(Constant::Number(bound)) if numbers.contains(bound))
            || asked.value == Resolved::Unknown;
        at_bound
            && write
                .value
                .calls
                .iter()
                .any(|call| matches!(call.as_str(), "min" | "max" | "clamp"))
    });
    if let Some(write) = clamped {
        return part(Found::Yes, &[write.place], "it is kept within its bound here");
    }
    let away = |write: &&&Write| match predicate.operator {
        Operator::Less | Operator::LessEqual => matches!(write.kind, WriteKind::Add | WriteKind::Append | WriteKind::Multiply),
        Operator::Greater | Operator::GreaterEqual => matches!(write.kind, WriteKind::Subtract | WriteKind::Remove),
        _ => false,
    };
    let Some(moving) = writes.iter().find(away) else {
        return part(Found::Yes, &named, "nothing moves it towards its bound");
    };
    let everywhere = program.everywhere();
    // A guard on the bound, from either side: `if (lives <= 0) end()` keeps `lives >= 0`.
    let mut either = predicate.clone();
    let flipped = match predicate.operator {
        Operator::GreaterEqual | Operator::Greater => Operator::LessEqual,
        Operator::LessEqual | Operator::Less => Operator::GreaterEqual,
        other => other,
    };
    let straight = among(program, &subject, &everywhere, predicate, &asked);
    either.operator = flipped;
    let other = among(program, &subject, &everywhere, &either, &asked);
    match straight.into_iter().chain(other).max() {
        Some((Match::Says, place)) => part(Found::Yes, &[place], "the bound is asked for here"),
        Some((_, place)) => part(Found::Partly, &[place], "it is compared here, perhaps with its bound"),
        None => part(Found::No, &[moving.place], "nothing keeps this within the bound"),
    }
}
