//! Whether several generations of a contract agree well enough that the first one may be frozen.

use super::unused;
use crate::facts::role_retention;
use crate::graph::{Graph, Reading, jaccard};
use crate::model::{Contract, Effect, TriggerKind, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Reachability has to agree at least this much.
pub const REACHABILITY: f64 = 0.9;

/// How generations agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// How many generations there are.
    pub generations: usize,
    /// Ids of rules and invariants, with their entries, that not all generations have.
    pub differing: Vec<String>,
    /// What is not bound: generation, id and what is missing.
    pub unbound: Vec<String>,
    /// Values no machine can calculate, over all generations.
    pub opaque: usize,
    /// Mean over pairs of generations of the Jaccard index of their reachable pairs.
    pub reachability: f64,
    /// The same of the edges.
    pub edges: f64,
    /// The same of the reachable pairs over edges whose condition can be satisfied.
    pub satisfiable_reachability: f64,
    /// Share of the facts voted for that the rules keep, the least of all generations.
    pub role_retention: f64,
    /// All of it is good enough.
    pub accepted: bool,
}

/// Compares generations; one alone agrees with itself.
pub fn accept(generations: &[Contract]) -> Acceptance {
    let differing = differing(generations);
    let unbound: Vec<String> = generations
        .iter()
        .enumerate()
        .flat_map(|(index, contract)| {
            unbound(contract)
                .into_iter()
                .map(move |what| format!("generation {}: {what}", index + 1))
        })
        .collect();
    let ids: BTreeSet<&String> = generations
        .iter()
        .flat_map(|contract| contract.rules.iter().map(|rule| &rule.id))
        .collect();
    let index: BTreeMap<String, u32> = ids.into_iter().cloned().zip(0..).collect();
    let pairs = |reading: Reading| -> Vec<Vec<u64>> {
        let graphs = generations.iter().map(|contract| Graph::new(contract, reading));
        graphs.map(|graph| graph.pairs(&index)).collect()
    };
    let edges: Vec<Vec<(&str, &str)>> = generations
        .iter()
        .map(|contract| {
            let mut list: Vec<_> = contract
                .edges
                .iter()
                .map(|edge| (edge.from.as_str(), edge.to.as_str()))
                .collect();
            list.sort_unstable();
            list
        })
        .collect();
    let reachability = mean_of_pairs(&pairs(Reading::Potential));
    let retention = generations.iter().map(role_retention).fold(1.0, f64::min);
    Acceptance {
        generations: generations.len(),
        accepted: !generations.is_empty() && differing.is_empty() && unbound.is_empty() && reachability >= REACHABILITY,
        differing,
        unbound,
        opaque: generations.iter().map(opaque).sum(),
        reachability,
        edges: mean_of_pairs(&edges),
        satisfiable_reachability: mean_of_pairs(&pairs(Reading::Satisfiable)),
        role_retention: retention,
    }
}

fn mean_of_pairs<T: Ord>(lists: &[Vec<T>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0usize);
    for (at, a) in lists.iter().enumerate() {
        for b in &lists[at + 1..] {
            sum += jaccard(a, b);
            count += 1;
        }
    }
    if count == 0 { 1.0 } else { sum / count as f64 }
}

/// Rules and invariants, each with its entries, that are not the same everywhere.
fn differing(generations: &[Contract]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for contract in generations {
        let rules = contract.rules.iter().map(|rule| ("rule", &rule.id, &rule.rows));
        let invariants = contract
            .invariants
            .iter()
            .map(|invariant| ("invariant", &invariant.id, &invariant.rows));
        let mut own = BTreeSet::new();
        for (kind, id, rows) in rules.chain(invariants) {
            let rows: BTreeSet<&str> = rows.iter().map(String::as_str).collect();
            own.insert(format!("{kind} {id} of {}", rows.into_iter().collect::<Vec<_>>().join(", ")));
        }
        for entry in own {
            *counts.entry(entry).or_default() += 1;
        }
    }
    let partly = counts.into_iter().filter(|(_, count)| *count < generations.len());
    partly.map(|(entry, _)| entry).collect()
}

/// What a generation leaves open.
fn unbound(contract: &Contract) -> Vec<String> {
    let mut open: Vec<String> = contract
        .problems()
        .into_iter()
        .map(|(key, message)| format!("{key}: {message}"))
        .collect();
    open.extend(
        unused(contract)
            .into_iter()
            .map(|row| format!("no rule, invariant or value refers to the entry {row}")),
    );
    let emitted: BTreeSet<&str> = contract.rules.iter().flat_map(|rule| rule.emits()).collect();
    for rule in &contract.rules {
        let trigger = &rule.trigger;
        let known = emitted.contains(trigger.name.as_str()) || !trigger.when.is_empty() || !trigger.inputs.is_empty();
        if trigger.kind == TriggerKind::Event && !known && trigger.names.is_empty() {
            open.push(format!(
                "{}: no rule emits `{}`, and it has neither inputs nor names",
                rule.id, trigger.name
            ));
        }
        if trigger.kind == TriggerKind::Input && trigger.inputs.is_empty() {
            open.push(format!("{}: an input trigger without inputs", rule.id));
        }
    }
    open
}

fn opaque(contract: &Contract) -> usize {
    let is_opaque = |value: &&Value| matches!(value, Value::Opaque(_));
    let of_rules = contract.rules.iter().map(|rule| {
        let effects = rule.effects.iter().filter_map(|effect| match effect {
            Effect::Write { value, .. } => value.as_ref(),
            Effect::Emit(_) => None,
        });
        let conditions = rule.conditions().map(|predicate| &predicate.value);
        effects.chain(conditions).filter(is_opaque).count()
    });
    of_rules.sum()
}
