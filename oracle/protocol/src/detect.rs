//! Errors of memory, told from traces and the oracle. A bad move alone is none: what is recorded has to show that something kept was
//! absent, wrong, contradictory or ignored. Two sets of rules, written apart, stand for two annotators: `truth` judges at the moment a
//! decision is asked for, `record` by what the memory's log and the decision's outcome show.

mod record;
mod timeline;
mod truth;

pub use timeline::{Timeline, Turn};

use crate::error::Result;
use serde::{Deserialize, Serialize};

/// The eight types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryError {
    /// A relevant fact is there, and the player does not know what to do.
    Omission,
    /// A fact that is no longer so stays active.
    StalePersistence,
    /// A fact tells of what never happened.
    Fabrication,
    /// Two active facts cannot both be so.
    Contradiction,
    /// A goal that is reached is set again.
    RepeatedGoal,
    /// The player takes its place for another, where it was before.
    ContextSubstitution,
    /// A plan goes against the fact it rests on.
    MemoryUseFailure,
    /// A fact is replaced by a less certain one without new evidence.
    UnsupportedOverwrite,
}

/// All types, in the order of the taxonomy.
pub const TYPES: [MemoryError; 8] = [
    MemoryError::Omission,
    MemoryError::StalePersistence,
    MemoryError::Fabrication,
    MemoryError::Contradiction,
    MemoryError::RepeatedGoal,
    MemoryError::ContextSubstitution,
    MemoryError::MemoryUseFailure,
    MemoryError::UnsupportedOverwrite,
];

impl MemoryError {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            MemoryError::Omission => "omission",
            MemoryError::StalePersistence => "stale_persistence",
            MemoryError::Fabrication => "fabrication",
            MemoryError::Contradiction => "contradiction",
            MemoryError::RepeatedGoal => "repeated_goal",
            MemoryError::ContextSubstitution => "context_substitution",
            MemoryError::MemoryUseFailure => "memory_use_failure",
            MemoryError::UnsupportedOverwrite => "unsupported_overwrite",
        }
    }
}

/// How much an error weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Few actions are wasted, and no milestone is lost.
    Minor,
    /// More are wasted, or a route is repeated.
    Major,
    /// The trial does not recover within its budget.
    Critical,
}

/// An error that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Its type.
    pub error: MemoryError,
    /// The decision with which it begins.
    pub decision_id: u64,
    /// The first decision without it; `None`: it stays to the end.
    pub recovered_decision: Option<u64>,
    /// The facts that show it.
    pub facts: Vec<String>,
    /// What shows it, in words.
    pub evidence: String,
}

/// The sets of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// By what is true when a decision is asked for.
    Truth,
    /// By the memory's log and what a decision led to.
    Record,
}

impl Rules {
    /// Both.
    pub const BOTH: [Rules; 2] = [Rules::Truth, Rules::Record];

    /// The name that its labels carry.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Truth => "rules-truth",
            Rules::Record => "rules-record",
        }
    }
}

/// Looks for errors, in the order of decisions.
///
/// # Errors
/// A formula of the rubric has no value.
pub fn find(rules: Rules, timeline: &Timeline<'_>) -> Result<Vec<Found>> {
    let mut found = match rules {
        Rules::Truth => truth::find(timeline)?,
        Rules::Record => record::find(timeline)?,
    };
    found.sort_by(|a, b| (a.decision_id, a.error, &a.facts).cmp(&(b.decision_id, b.error, &b.facts)));
    Ok(found)
}

/// How much an error weighs, by what followed: actions that led nowhere new, routes gone again, how the trial ended.
pub fn severity(timeline: &Timeline<'_>, found: &Found) -> Severity {
    let from = timeline.actions_before(found.decision_id);
    let to = found.recovered_decision.map(|decision| timeline.actions_before(decision));
    let within = |action: u64| action > from && to.is_none_or(|to| action <= to);
    let wasted = timeline.unproductive.iter().filter(|action| within(**action)).count() as u64;
    let routes = timeline.repeats.iter().any(|repeat| within(repeat.first_action));
    if to.is_none() && !timeline.succeeded {
        Severity::Critical
    } else if wasted > timeline.rubric.minor_actions || routes {
        Severity::Major
    } else {
        Severity::Minor
    }
}
