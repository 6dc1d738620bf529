//! The lines of a trial's files, and what it came to.

use crate::answer::{Observed, Write};
use crate::oracle::Spot;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why a trial ended; the first that applies, in this order, but for success, which is looked for after each action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The last milestone was reached.
    Success,
    /// There are no actions left.
    ActionsExhausted,
    /// There are no decisions left.
    DecisionsExhausted,
    /// There is no time left.
    WallClockExhausted,
    /// There is no money left.
    MoneyExhausted,
    /// The game ended or cannot lead to success any more.
    Unrecoverable,
    /// The same segment of a route three times without progress.
    RouteLoop,
}

impl Reason {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Success => "success",
            Reason::ActionsExhausted => "actions_exhausted",
            Reason::DecisionsExhausted => "decisions_exhausted",
            Reason::WallClockExhausted => "wall_clock_exhausted",
            Reason::MoneyExhausted => "money_exhausted",
            Reason::Unrecoverable => "unrecoverable",
            Reason::RouteLoop => "route_loop",
        }
    }
}

/// A line of `trace.jsonl`: a decision. Numbers that nobody told are `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceRecord {
    /// The experiment.
    pub experiment_id: String,
    /// The condition.
    pub condition_id: String,
    /// The trial.
    pub trial_id: String,
    /// The decision, from 1.
    pub decision_id: u64,
    /// When it was asked.
    pub timestamp_utc: String,
    /// The frame that was shown.
    pub frame_sha256: String,
    /// All that was said.
    pub prompt_sha256: String,
    /// The model.
    pub model_id: String,
    /// The provider's name of the answer.
    pub response_id: Option<String>,
    /// Tokens, with those of answers that were refused.
    pub input_tokens: Option<u64>,
    /// Tokens written.
    pub output_tokens: Option<u64>,
    /// Tokens read from a cache.
    pub cached_tokens: Option<u64>,
    /// Cost, with that of answers that were refused.
    pub provider_cost_usd: Option<f64>,
    /// `provider`, or `derived` from a table of prices.
    pub cost_source: Option<String>,
    /// Time, with that of answers that were refused.
    pub latency_ms: Option<f64>,
    /// Where the last answer lies, from the trial's folder on.
    pub raw_response_path: String,
    /// How many answers were refused.
    pub invalid_attempts: u64,
    /// Whether no answer could be used.
    pub invalid_output: bool,
    /// What was seen, by the answer.
    pub observed: Option<Observed>,
    /// Actions of the answer.
    pub parsed_actions: Vec<String>,
    /// How many of them the game took.
    pub accepted_actions: u64,
    /// Facts that were given with the prompt.
    pub memory_delivered: Vec<String>,
    /// Facts that the answer rests on.
    pub memory_reads: Vec<String>,
    /// What the answer writes.
    pub memory_writes: Vec<Write>,
    /// Milestones before it.
    pub milestones_before: Vec<String>,
    /// Milestones after it.
    pub milestones_after: Vec<String>,
    /// Why the trial ended with it, if it did.
    pub termination_reason: Option<Reason>,
}

/// A line of `oracle.jsonl`: what was hidden, for the evaluator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OracleRecord {
    /// The decision.
    pub decision_id: u64,
    /// The state that the prompt showed.
    pub state: Value,
    /// The screen's digest then.
    pub view: String,
    /// What each accepted action came to.
    pub steps: Vec<OracleStep>,
}

/// What an accepted action came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OracleStep {
    /// Its number in the trial, from 1.
    pub number: u64,
    /// The action.
    pub action: String,
    /// The state after it.
    pub state: Value,
    /// The screen's digest after it.
    pub view: String,
    /// Where the player is.
    pub spot: Spot,
    /// Milestones that it reached.
    pub milestones: Vec<String>,
    /// Whether something changed whose change is progress.
    pub progress: bool,
    /// Whether the way may be gone again.
    pub backtracking: bool,
}

/// `trial.json`: that a trial is whole, and what it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// The trial.
    pub trial_id: String,
    /// The condition.
    pub condition_id: String,
    /// The block it belongs to.
    pub slot: u32,
    /// How often the block was begun before, since the harness failed.
    pub repeated: u32,
    /// The digest of the state it began with, which is the frozen one.
    pub restored_state_sha256: String,
    /// Why it ended.
    pub termination_reason: Reason,
    /// Decisions.
    pub decisions: u64,
    /// Accepted actions.
    pub accepted_actions: u64,
    /// Milestones, in the order in which they were reached.
    pub milestones: Vec<String>,
    /// Time from the first decision on.
    pub wall_time_ms: f64,
    /// Cost; `null` if nobody told any.
    pub provider_cost_usd: Option<f64>,
    /// The last digests of trace, memory and oracle.
    pub chains: [String; 3],
}
