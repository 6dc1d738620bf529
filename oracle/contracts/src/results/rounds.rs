//! Two rounds of one build under one contract.

use super::{BuildResult, Fidelity, RuleResult};
use crate::judge::Verdict;
use crate::model::Contract;
use serde::{Deserialize, Serialize};

/// What became of a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The rule.
    pub rule: String,
    /// `source` or `playtest`.
    pub axis: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
}

/// What a revision changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundComparison {
    /// Differences of the axes, where both rounds have them.
    pub gain: Fidelity,
    /// Requirements that are better.
    pub repaired: Vec<Change>,
    /// Requirements that are worse.
    pub regressed: Vec<Change>,
    /// Rules that are not met in either round.
    pub still_failing: Vec<String>,
}

/// Compares two rounds; nothing if they are not of the same game under the same contract.
pub fn compare(
    contract: &Contract,
    before: (&BuildResult, Fidelity),
    after: (&BuildResult, Fidelity),
) -> Option<RoundComparison> {
    if before.0.contract != after.0.contract || before.0.game != after.0.game {
        return None;
    }
    let minus = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a - b);
    let mut comparison = RoundComparison {
        gain: Fidelity {
            source: minus(after.1.source, before.1.source),
            replay: minus(after.1.replay, before.1.replay),
            play: minus(after.1.play, before.1.play),
            runtime: minus(after.1.runtime, before.1.runtime),
            total: minus(after.1.total, before.1.total),
        },
        repaired: Vec::new(),
        regressed: Vec::new(),
        still_failing: Vec::new(),
    };
    for rule in &contract.rules {
        let (was, is) = (before.0.rule(&rule.id), after.0.rule(&rule.id));
        if let (Some(was), Some(is)) = (was.and_then(|rule| rule.source), is.and_then(|rule| rule.source)) {
            note(
                &mut comparison,
                &rule.id,
                "source",
                (was, is),
                (was.to_string(), is.to_string()),
            );
        }
        if let (Some(was), Some(is)) = (was.and_then(|rule| rule.play), is.and_then(|rule| rule.play)) {
            note(
                &mut comparison,
                &rule.id,
                "playtest",
                (worth(was), worth(is)),
                (name(was), name(is)),
            );
        }
        if fails(was) && fails(is) {
            comparison.still_failing.push(rule.id.clone());
        }
    }
    Some(comparison)
}

fn note(comparison: &mut RoundComparison, rule: &str, axis: &str, worth: (f64, f64), texts: (String, String)) {
    let list = match worth.1.total_cmp(&worth.0) {
        std::cmp::Ordering::Greater => &mut comparison.repaired,
        std::cmp::Ordering::Less => &mut comparison.regressed,
        std::cmp::Ordering::Equal => return,
    };
    list.push(Change {
        rule: rule.to_owned(),
        axis: axis.to_owned(),
        before: texts.0,
        after: texts.1,
    });
}

fn worth(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Satisfied => 1.0,
        Verdict::Unverified => 0.5,
        Verdict::Violated => 0.0,
    }
}

fn name(verdict: Verdict) -> String {
    format!("{verdict:?}").to_lowercase()
}

fn fails(rule: Option<&RuleResult>) -> bool {
    rule.is_none_or(|rule| {
        rule.source.is_some_and(|score| score < 1.0) || rule.play.is_some_and(|play| play != Verdict::Satisfied)
    })
}
