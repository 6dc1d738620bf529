//! What the axes of one build come to, and what builds come to together.
//!
//! A [`BuildResult`] is what was found of one build, requirement by requirement. Everything else here is arithmetic over such
//! results: fidelity, tables across axes, rates that count what a rule depends on, feedback for a revision, comparisons of rounds,
//! how much a ranking hangs on choices, and how sure a mean is.

mod aggregate;
mod bootstrap;
mod feedback;
mod rounds;
mod sensitivity;

pub use aggregate::{
    AxisTable, Coverage, CrossAxis, Fidelity, Summary, Weights, coverage, cross_axis, dependency_rates, fidelity, scenario_score,
    summarize,
};
pub use bootstrap::{Interval, MAX_RESAMPLES, difference, inspection_coverage, mean};
pub use feedback::{Feedback, feedback};
pub use rounds::{Change, RoundComparison, compare};
pub use sensitivity::{AlphaPoint, AxisDrop, Sensitivity, agreement, kendall, pearson, sensitivity};

use crate::json::{self, ReadError};
use crate::judge::Verdict;
use crate::model::{Category, Contract};
use crate::source::{Found, Part, SourceReport};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultFormat {
    /// The first format.
    #[serde(rename = "oracade-build-result-1")]
    V1,
}

/// What was found of a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleResult {
    /// The rule.
    pub rule: String,
    /// How much of it the source has, from 0 to 1; nothing if the axis was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<f64>,
    /// Files with lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_evidence: Vec<String>,
    /// What the source is missing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source_note: String,
    /// What was seen of it in play; nothing if the axis was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Verdict>,
    /// Snapshots and frames.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play_evidence: Vec<String>,
    /// What was seen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub play_note: String,
    /// It took a start from a precondition state to see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adversarial: bool,
}

/// What was found of an invariant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvariantResult {
    /// The invariant.
    pub invariant: String,
    /// It is kept.
    pub kept: bool,
    /// Where it is not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// It held in every snapshot of play; nothing if the axis was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<bool>,
    /// The snapshot in which it did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play_evidence: Vec<String>,
}

/// What was found of an item of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemResult {
    /// The item.
    pub item: String,
    /// What it is about.
    pub category: Category,
    /// From 0 to 1.
    pub score: f64,
    /// Frames and snapshots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What was found of a replayed scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioResult {
    /// The scenario.
    pub scenario: String,
    /// The replay ran to its end with inputs that are valid.
    pub valid: bool,
    /// Its items.
    pub items: Vec<ItemResult>,
}

/// What was found of one build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildResult {
    /// The format.
    pub format: ResultFormat,
    /// The digest of the frozen contract.
    pub contract: String,
    /// The game.
    pub game: String,
    /// Who built it.
    pub builder: String,
    /// Which of its builds, from 1.
    pub build: u32,
    /// Which round of revision, from 0.
    #[serde(default)]
    pub round: u32,
    /// It compiles and runs.
    pub runs: bool,
    /// Which judge gave what, by axis.
    #[serde(default)]
    pub judges: BTreeMap<String, String>,
    /// The rules.
    pub rules: Vec<RuleResult>,
    /// The invariants.
    #[serde(default)]
    pub invariants: Vec<InvariantResult>,
    /// The scenarios.
    #[serde(default)]
    pub scenarios: Vec<ScenarioResult>,
}

impl BuildResult {
    /// Reads a result.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, or has a score that is none.
    pub fn read(file: &str, text: &str) -> Result<BuildResult, ReadError> {
        let (result, node): (BuildResult, json::Node) = json::read_located(file, text)?;
        let in_range = |score: f64| (0.0..=1.0).contains(&score);
        let mut seen = BTreeSet::new();
        let rules = result.rules.iter().enumerate().find_map(|(at, rule)| {
            let key = format!("rules[{at}]");
            if !seen.insert(&rule.rule) {
                return Some((format!("{key}.rule"), format!("`{}` is there twice", rule.rule)));
            }
            let bad = rule.source.is_some_and(|score| !in_range(score));
            bad.then(|| (format!("{key}.source"), "a score is from 0 to 1".to_owned()))
        });
        let items = || {
            result.scenarios.iter().enumerate().find_map(|(at, scenario)| {
                let bad = scenario.items.iter().position(|item| !in_range(item.score))?;
                Some((
                    format!("scenarios[{at}].items[{bad}].score"),
                    "a score is from 0 to 1".to_owned(),
                ))
            })
        };
        match rules.or_else(items) {
            None => Ok(result),
            Some((key, message)) => Err(ReadError {
                file: file.to_owned(),
                line: node.nearest(&key).line,
                key,
                message,
            }),
        }
    }

    /// The result of a build of which the structural judge looked at the source, and nothing else was looked at.
    pub fn of_source(report: &SourceReport, contract: &str, game: &str, builder: &str) -> BuildResult {
        let places = |parts: &[Part]| -> Vec<String> {
            let all: BTreeSet<String> = parts
                .iter()
                .flat_map(|part| &part.evidence)
                .map(|e| format!("{}:{}", e.file, e.line))
                .collect();
            all.into_iter().collect()
        };
        let lacking = |parts: &[Part]| -> String {
            let missing = parts
                .iter()
                .filter(|part| part.found != Found::Yes)
                .map(|part| match &part.note {
                    Some(note) => format!("{} ({note})", part.text),
                    None => part.text.clone(),
                });
            missing.collect::<Vec<_>>().join("; ")
        };
        let rules = report.rules.iter().map(|found| RuleResult {
            rule: found.rule.clone(),
            source: Some(found.score),
            source_evidence: places(&found.parts),
            source_note: lacking(&found.parts),
            ..RuleResult::default()
        });
        let invariants = report.invariants.iter().map(|found| InvariantResult {
            invariant: found.invariant.clone(),
            kept: found.passed,
            evidence: places(&found.parts),
            note: lacking(&found.parts),
            play: None,
            play_evidence: Vec::new(),
        });
        BuildResult {
            format: ResultFormat::V1,
            contract: contract.to_owned(),
            game: game.to_owned(),
            builder: builder.to_owned(),
            build: 1,
            round: 0,
            runs: true,
            judges: BTreeMap::from([("source".to_owned(), report.judge.clone())]),
            rules: rules.collect(),
            invariants: invariants.collect(),
            scenarios: Vec::new(),
        }
    }

    /// What was found of a rule.
    pub fn rule(&self, id: &str) -> Option<&RuleResult> {
        self.rules.iter().find(|rule| rule.rule == id)
    }

    /// The rules of the contract that were satisfied in play, in its order.
    pub fn satisfied(&self, contract: &Contract) -> Vec<bool> {
        let is = |id: &str| self.runs && self.rule(id).is_some_and(|rule| rule.play == Some(Verdict::Satisfied));
        contract.rules.iter().map(|rule| is(&rule.id)).collect()
    }

    /// The rules of the contract that pass by their source, in its order.
    pub fn source_passes(&self, contract: &Contract) -> Vec<bool> {
        let passes = |score: f64| score >= crate::source::LOCAL_PASS;
        let is = |id: &str| self.rule(id).and_then(|rule| rule.source).is_some_and(passes);
        contract.rules.iter().map(|rule| is(&rule.id)).collect()
    }
}

#[cfg(test)]
mod tests;
