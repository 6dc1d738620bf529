//! The source axis in numbers.

use super::matcher::{InvariantFinding, RuleFinding, inspect};
use super::program::{Evidence, Program};
use crate::graph::{Graph, Reading};
use crate::model::Contract;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A score from which a rule counts as passed by itself.
pub const LOCAL_PASS: f64 = 1.0;

/// The source axis of one build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceScore {
    /// The weighted mean of the rules' scores.
    pub rules: f64,
    /// The share of invariants that are kept; 1 of none.
    pub invariants: f64,
    /// `100 · rules · invariants`.
    pub score: f64,
    /// The share of rules that pass by themselves.
    pub local_pass: f64,
    /// The share of rules that pass with all rules they may depend on.
    pub dependency_adjusted_pass: f64,
}

/// The score from findings by a structural or any other judge: scores of rules by their ids, and the invariants that are kept.
pub fn score(
    contract: &Contract,
    scores: &BTreeMap<String, f64>,
    kept: &BTreeMap<String, bool>,
    alpha: f64,
    reading: Reading,
) -> SourceScore {
    let graph = Graph::new(contract, reading);
    let of = |id: &String| {
        scores
            .get(id)
            .copied()
            .filter(|score| score.is_finite())
            .unwrap_or(0.0)
            .clamp(0.0, 1.0)
    };
    let values: Vec<f64> = graph.ids().iter().map(of).collect();
    let rules = weighted_mean(&values, &graph.weights(alpha));
    let total = contract.invariants.len();
    let passed = contract
        .invariants
        .iter()
        .filter(|invariant| kept.get(&invariant.id) == Some(&true))
        .count();
    let invariants = if total == 0 { 1.0 } else { passed as f64 / total as f64 };
    let local: Vec<bool> = values.iter().map(|value| *value >= LOCAL_PASS).collect();
    let adjusted = dependency_adjusted(&graph, &local);
    SourceScore {
        rules,
        invariants,
        score: total_score(rules, invariants),
        local_pass: share(&local),
        dependency_adjusted_pass: share(&adjusted),
    }
}

/// `100 · F_rule · F_inv`.
pub fn total_score(rules: f64, invariants: f64) -> f64 {
    100.0 * rules * invariants
}

/// `Σ w f / Σ w`; 0 of nothing.
pub fn weighted_mean(values: &[f64], weights: &[f64]) -> f64 {
    let whole: f64 = weights.iter().sum();
    let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    if whole > 0.0 { sum / whole } else { 0.0 }
}

/// Which rules pass with everything they may depend on.
pub fn dependency_adjusted(graph: &Graph, local: &[bool]) -> Vec<bool> {
    let passes = |rule: usize| local[rule] && graph.upstream(rule).into_iter().all(|from| local[from]);
    (0..local.len()).map(passes).collect()
}

fn share(passed: &[bool]) -> f64 {
    if passed.is_empty() {
        return 0.0;
    }
    passed.iter().filter(|passed| **passed).count() as f64 / passed.len() as f64
}

/// The whole source axis by the structural judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceReport {
    /// Which judge this is from.
    pub judge: String,
    /// The numbers.
    pub score: SourceScore,
    /// The rules.
    pub rules: Vec<RuleFinding>,
    /// The invariants.
    pub invariants: Vec<InvariantFinding>,
    /// Scripts that could not be parsed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<(Evidence, String)>,
}

/// Judges a program by the structural judge.
pub fn source_report(program: &Program, contract: &Contract, alpha: f64, reading: Reading) -> SourceReport {
    let (rules, invariants) = inspect(program, contract);
    let scores = rules.iter().map(|finding| (finding.rule.clone(), finding.score)).collect();
    let kept = invariants
        .iter()
        .map(|finding| (finding.invariant.clone(), finding.passed))
        .collect();
    SourceReport {
        judge: "structural-1".to_owned(),
        score: score(contract, &scores, &kept, alpha, reading),
        rules,
        invariants,
        broken: program.broken().to_vec(),
    }
}
