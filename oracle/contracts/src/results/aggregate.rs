//! From requirements to axes, and from axes to fidelity.

use super::{BuildResult, ScenarioResult};
use crate::graph::{Graph, Reading};
use crate::judge::Verdict;
use crate::model::{Category, Contract};
use crate::source;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much each axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The source.
    pub source: f64,
    /// Replay.
    pub replay: f64,
    /// Playtest.
    pub play: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            source: 1.0,
            replay: 1.0,
            play: 1.0,
        }
    }
}

/// The axes of one build, from 0 to 100; nothing where one was not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fidelity {
    /// The source.
    pub source: Option<f64>,
    /// Replay.
    pub replay: Option<f64>,
    /// Playtest.
    pub play: Option<f64>,
    /// The mean of replay and playtest.
    pub runtime: Option<f64>,
    /// The weighted mean of all three; nothing while one is missing.
    pub total: Option<f64>,
}

/// Weights of the categories of a scenario's items: mechanics, depth, visuals, art.
const CATEGORIES: [(Category, f64); 4] = [
    (Category::M, 0.15),
    (Category::D, 0.35),
    (Category::V, 0.15),
    (Category::A, 0.35),
];

/// A scenario's score from 0 to 1: the weighted mean of the means of its categories, over those it has. A replay that failed has 0.
pub fn scenario_score(scenario: &ScenarioResult) -> f64 {
    if !scenario.valid {
        return 0.0;
    }
    let (mut sum, mut whole) = (0.0, 0.0);
    for (category, weight) in CATEGORIES {
        let scores: Vec<f64> = scenario
            .items
            .iter()
            .filter(|item| item.category == category)
            .map(|item| item.score)
            .collect();
        if !scores.is_empty() {
            sum += weight * scores.iter().sum::<f64>() / scores.len() as f64;
            whole += weight;
        }
    }
    if whole > 0.0 { sum / whole } else { 0.0 }
}

/// The fidelity of a build.
///
/// A rule that the result says nothing of counts as absent from the source and unverified in play. A build that does not run has 0
/// for replay and playtest.
pub fn fidelity(contract: &Contract, result: &BuildResult, alpha: f64, weights: Weights, reading: Reading) -> Fidelity {
    let source = result.rules.iter().any(|rule| rule.source.is_some()).then(|| {
        let scores = result
            .rules
            .iter()
            .filter_map(|rule| Some((rule.rule.clone(), rule.source?)))
            .collect();
        let kept: BTreeMap<String, bool> = result
            .invariants
            .iter()
            .map(|found| (found.invariant.clone(), found.kept))
            .collect();
        source::score(contract, &scores, &kept, alpha, reading).score
    });
    let played = result.rules.iter().any(|rule| rule.play.is_some());
    let (replay, play) = if result.runs {
        let scores: Vec<f64> = result.scenarios.iter().map(scenario_score).collect();
        let replay = (!scores.is_empty()).then(|| 100.0 * scores.iter().sum::<f64>() / scores.len() as f64);
        let satisfied = result.satisfied(contract).into_iter().filter(|is| *is).count();
        let play = (played && !contract.rules.is_empty()).then(|| 100.0 * satisfied as f64 / contract.rules.len() as f64);
        (replay, play)
    } else {
        (Some(0.0), Some(0.0))
    };
    let runtime = replay.zip(play).map(|(replay, play)| (replay + play) / 2.0);
    Fidelity {
        source,
        replay,
        play,
        runtime,
        total: total(source, replay, play, weights),
    }
}

/// The weighted mean of the axes that count; nothing while one of them is missing.
pub(super) fn total(source: Option<f64>, replay: Option<f64>, play: Option<f64>, weights: Weights) -> Option<f64> {
    let whole = weights.source + weights.replay + weights.play;
    let part = |axis: Option<f64>, weight: f64| {
        if weight == 0.0 {
            Some(0.0)
        } else {
            axis.map(|axis| axis * weight)
        }
    };
    let sum = part(source, weights.source)? + part(replay, weights.replay)? + part(play, weights.play)?;
    (whole > 0.0).then(|| sum / whole)
}

/// What became in play of the rules with one score in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisTable {
    /// Satisfied.
    pub satisfied: usize,
    /// Violated.
    pub violated: usize,
    /// Unverified.
    pub unverified: usize,
}

impl AxisTable {
    /// The share that was satisfied; nothing of none.
    pub fn share(&self) -> Option<f64> {
        let total = self.satisfied + self.violated + self.unverified;
        (total > 0).then(|| self.satisfied as f64 / total as f64)
    }
}

/// Source against play, over all rules of all builds that have both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossAxis {
    /// Rules the source has completely.
    pub complete: AxisTable,
    /// Rules it has in part.
    pub partial: AxisTable,
    /// Rules it does not have.
    pub absent: AxisTable,
}

/// The table across source and play.
pub fn cross_axis<'a>(results: impl IntoIterator<Item = &'a BuildResult>) -> CrossAxis {
    let mut table = CrossAxis::default();
    for rule in results.into_iter().flat_map(|result| &result.rules) {
        let (Some(source), Some(play)) = (rule.source, rule.play) else {
            continue;
        };
        let row = match source {
            score if score >= 1.0 => &mut table.complete,
            score if score <= 0.0 => &mut table.absent,
            _ => &mut table.partial,
        };
        match play {
            Verdict::Satisfied => row.satisfied += 1,
            Verdict::Violated => row.violated += 1,
            Verdict::Unverified => row.unverified += 1,
        }
    }
    table
}

/// Shares of rules that pass by themselves, and with everything they may depend on.
pub fn dependency_rates(contract: &Contract, passes: &[bool], reading: Reading) -> (f64, f64) {
    let graph = Graph::new(contract, reading);
    let adjusted = source::dependency_adjusted(&graph, passes);
    let share = |list: &[bool]| {
        let count = list.iter().filter(|passed| **passed).count();
        if list.is_empty() {
            0.0
        } else {
            count as f64 / list.len() as f64
        }
    };
    (share(passes), share(&adjusted))
}

/// How much of a contract was judged in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Rules.
    pub rules: usize,
    /// Judged by ordinary play.
    pub ordinary: usize,
    /// Judged by ordinary play or from a precondition state.
    pub all: usize,
}

/// How many rules were satisfied or violated, with and without starts from precondition states.
pub fn coverage<'a>(contract: &Contract, results: impl IntoIterator<Item = &'a BuildResult>) -> Coverage {
    let mut coverage = Coverage::default();
    for result in results {
        coverage.rules += contract.rules.len();
        let judged = result
            .rules
            .iter()
            .filter(|rule| rule.play.is_some_and(|play| play != Verdict::Unverified));
        for rule in judged.filter(|rule| contract.rule(&rule.rule).is_some()) {
            coverage.all += 1;
            coverage.ordinary += usize::from(!rule.adversarial);
        }
    }
    coverage
}

/// Builds of one builder together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Builds: all of them count, none is chosen.
    pub builds: usize,
    /// Share that compiles and runs.
    pub verifiable: f64,
    /// Means of the axes over the builds that have them.
    pub mean: Fidelity,
}

/// The means over builds.
pub fn summarize(list: &[(&BuildResult, Fidelity)]) -> Summary {
    let mean = |axis: &dyn Fn(&Fidelity) -> Option<f64>| {
        let values: Vec<f64> = list.iter().filter_map(|(_, fidelity)| axis(fidelity)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let running = list.iter().filter(|(result, _)| result.runs).count();
    Summary {
        builds: list.len(),
        verifiable: if list.is_empty() {
            0.0
        } else {
            running as f64 / list.len() as f64
        },
        mean: Fidelity {
            source: mean(&|f| f.source),
            replay: mean(&|f| f.replay),
            play: mean(&|f| f.play),
            runtime: mean(&|f| f.runtime),
            total: mean(&|f| f.total),
        },
    }
}
