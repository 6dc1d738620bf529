//! The source axis by any judge.

use super::offline::{invariant_request, source_request};
use super::{Answer, Cost, Judge, JudgeError, Voted, vote};
use crate::graph::Reading;
use crate::model::Contract;
use crate::source::{self, SourceScore, Sources};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the votes about a requirement came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The rule or invariant.
    pub id: String,
    /// From 0 to 1.
    pub score: f64,
    /// What the replies of the majority cite.
    pub cited: Vec<String>,
    /// The votes.
    pub voted: Voted,
}

/// The source axis of one build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedSource {
    /// Who judged.
    pub judge: String,
    /// Votes for each requirement.
    pub votes: u32,
    /// The numbers.
    pub score: SourceScore,
    /// The rules.
    pub rules: Vec<Judged>,
    /// The invariants.
    pub invariants: Vec<Judged>,
    /// What it cost.
    pub cost: Cost,
}

/// Asks about every rule and invariant.
///
/// # Errors
/// The budget is used up, nothing is recorded, or the judge does not judge sources. Votes that merely fail count as 0.
pub fn judge_source(
    judge: &dyn Judge,
    contract: &Contract,
    sources: &Sources,
    votes: u32,
    alpha: f64,
    reading: Reading,
) -> Result<JudgedSource, JudgeError> {
    let mut cost = Cost::default();
    let mut ask = |id: &str, request: &super::Request| -> Result<Judged, JudgeError> {
        let voted = vote(judge, request, votes)?;
        cost = cost.plus(voted.cost);
        let score = match voted.answer {
            Answer::Score(score) => score,
            _ => 0.0,
        };
        let alike = voted.replies.iter().find(|reply| reply.answer == voted.answer);
        Ok(Judged {
            id: id.to_owned(),
            score,
            cited: alike.map(|reply| reply.cited.clone()).unwrap_or_default(),
            voted,
        })
    };
    let mut rules = Vec::new();
    for rule in &contract.rules {
        rules.push(ask(&rule.id, &source_request(contract, rule, sources))?);
    }
    let mut invariants = Vec::new();
    for invariant in &contract.invariants {
        invariants.push(ask(&invariant.id, &invariant_request(invariant, sources))?);
    }
    let scores: BTreeMap<String, f64> = rules.iter().map(|found| (found.id.clone(), found.score)).collect();
    // An invariant is kept or not.
    let kept: BTreeMap<String, bool> = invariants
        .iter()
        .map(|found| (found.id.clone(), found.score >= 1.0))
        .collect();
    Ok(JudgedSource {
        judge: judge.id(),
        votes,
        score: source::score(contract, &scores, &kept, alpha, reading),
        rules,
        invariants,
        cost,
    })
}
