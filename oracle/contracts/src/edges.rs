//! Which rule another one may depend on.
//!
//! An edge `u → v` stands where `u` changes what `v` reads, or emits the event that `v` waits for. That is a *potential*
//! prerequisite. Beyond it, an edge says whether what `u` writes can make `v`'s condition true: setting a screen to `lost` does
//! not help a rule that waits for `won`. Both are kept, since they answer different questions.

use crate::design::Constant;
use crate::facts::Roles;
use crate::model::{Attribute, Contract, Op, Operator, Predicate, Resolved, Rule, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a written value can satisfy a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Satisfiable {
    /// It cannot.
    No,
    /// The contract alone does not say.
    Unknown,
    /// It can.
    Yes,
}

/// A dependency: `to` may need what `from` does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The rule that writes or emits.
    pub from: String,
    /// The rule that reads or waits.
    pub to: String,
    /// The attributes between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// The events between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Whether what is written can make the condition true, over at least one of these.
    pub satisfiable: Satisfiable,
}

/// The edges of a contract, by the order of its rules.
pub fn edges(contract: &Contract) -> Vec<Edge> {
    let roles: Vec<Roles> = contract.rules.iter().map(|rule| Roles::of(contract, rule)).collect();
    let mut readers: BTreeMap<&Attribute, Vec<usize>> = BTreeMap::new();
    let mut waiters: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, role) in roles.iter().enumerate() {
        for attribute in &role.reads {
            readers.entry(attribute).or_default().push(index);
        }
        for event in &role.triggers {
            waiters.entry(event).or_default().push(index);
        }
    }
    let mut edges = Vec::new();
    for (from, role) in roles.iter().enumerate() {
        let mut targets: BTreeMap<usize, (Vec<Attribute>, Vec<String>)> = BTreeMap::new();
        for attribute in &role.writes {
            for to in readers.get(attribute).into_iter().flatten() {
                targets.entry(*to).or_default().0.push(attribute.clone());
            }
        }
        for event in &role.emits {
            for to in waiters.get(event.as_str()).into_iter().flatten() {
                targets.entry(*to).or_default().1.push(event.clone());
            }
        }
        targets.remove(&from);
        for (to, (attributes, events)) in targets {
            let (writer, reader) = (&contract.rules[from], &contract.rules[to]);
            let over_attributes = attributes.iter().map(|attribute| over(contract, writer, reader, attribute));
            let over_events = (!events.is_empty()).then_some(Satisfiable::Yes);
            edges.push(Edge {
                from: writer.id.clone(),
                to: reader.id.clone(),
                satisfiable: over_attributes.chain(over_events).max().unwrap_or(Satisfiable::Unknown),
                attributes,
                events,
            });
        }
    }
    edges
}

/// Whether what `writer` does to `attribute` can satisfy all that `reader` asks of it.
fn over(contract: &Contract, writer: &Rule, reader: &Rule, attribute: &Attribute) -> Satisfiable {
    let asked: Vec<&Predicate> = reader.conditions().filter(|p| p.subject() == *attribute).collect();
    if asked.is_empty() {
        // It reads the value for something else.
        return Satisfiable::Unknown;
    }
    let written: Vec<(Op, Option<&Value>)> = writer
        .writes()
        .filter(|(written, ..)| *written == attribute)
        .map(|(_, op, value)| (op, value))
        .collect();
    if written.is_empty() {
        return Satisfiable::Unknown;
    }
    let by_effect = written.into_iter().map(|(op, value)| {
        let each = asked.iter().map(|predicate| satisfies(contract, op, value, predicate));
        each.min().unwrap_or(Satisfiable::Unknown)
    });
    by_effect.max().unwrap_or(Satisfiable::Unknown)
}

/// Whether one change can make one predicate true.
pub fn satisfies(contract: &Contract, op: Op, value: Option<&Value>, predicate: &Predicate) -> Satisfiable {
    let asked = predicate.value.resolve(contract);
    let written = value.map_or(Resolved::Unknown, |value| value.resolve(contract));
    let yes_if = |truth: bool| if truth { Satisfiable::Yes } else { Satisfiable::No };
    // A written value that names the very attribute or text it is compared with.
    if op == Op::Set && predicate.operator == Operator::Equal && value == Some(&predicate.value) {
        return Satisfiable::Yes;
    }
    match (op, written) {
        (Op::Set, Resolved::Known(constant)) => match predicate.operator.holds(&constant, &asked) {
            Some(truth) => yes_if(truth),
            None => Satisfiable::Unknown,
        },
        (Op::Set, Resolved::OneOf(list)) => {
            let each = list.iter().map(|constant| predicate.operator.holds(constant, &asked));
            let each = each.map(|truth| truth.map_or(Satisfiable::Unknown, yes_if));
            each.max().unwrap_or(Satisfiable::Unknown)
        }
        (Op::Toggle, _) => Satisfiable::Yes,
        (Op::Add, Resolved::Known(Constant::Number(by))) => moves(by, predicate.operator),
        (Op::Subtract, Resolved::Known(Constant::Number(by))) => moves(-by, predicate.operator),
        (Op::Min, Resolved::Known(Constant::Number(bound))) => bounded(bound, predicate.operator, &asked, false),
        (Op::Max, Resolved::Known(Constant::Number(bound))) => bounded(bound, predicate.operator, &asked, true),
        _ => Satisfiable::Unknown,
    }
}

/// A growing or shrinking number against an operator.
fn moves(by: f64, operator: Operator) -> Satisfiable {
    let can = match operator {
        Operator::Greater | Operator::GreaterEqual => by > 0.0,
        Operator::Less | Operator::LessEqual => by < 0.0,
        _ => by != 0.0,
    };
    if can { Satisfiable::Yes } else { Satisfiable::No }
}

/// `min` makes a number at most `bound`, `max` at least.
fn bounded(bound: f64, operator: Operator, asked: &Resolved, raises: bool) -> Satisfiable {
    let at_bound = operator.holds(&Constant::Number(bound), asked);
    match (operator, raises) {
        (Operator::Greater | Operator::GreaterEqual, false) | (Operator::Less | Operator::LessEqual, true) => Satisfiable::No,
        _ => match at_bound {
            Some(true) => Satisfiable::Yes,
            Some(false) => Satisfiable::No,
            None => Satisfiable::Unknown,
        },
    }
}

/// The rules upstream of each rule: those it may depend on, over any number of edges. Rules without any have no entry.
pub fn upstream(edges: &[Edge], counts: impl Fn(&Edge) -> bool) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut direct: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| counts(edge)) {
        direct.entry(&edge.to).or_default().push(&edge.from);
    }
    let mut all = BTreeMap::new();
    for rule in direct.keys() {
        let mut seen = BTreeSet::new();
        let mut open = vec![*rule];
        while let Some(next) = open.pop() {
            for from in direct.get(next).into_iter().flatten() {
                if *from != *rule && seen.insert(*from) {
                    open.push(from);
                }
            }
        }
        all.insert(*rule, seen);
    }
    all
}

#[cfg(test)]
mod tests;
