//! What a trial comes to in numbers. What cannot be had is `null`, never 0 or infinite: 0 is what was measured and is absent.

use crate::annotate::Confirmed;
use crate::detect::{MemoryError, Severity, TYPES, Timeline};
use crate::records::TrialRecord;
use crate::scoring::Milestones;
use serde::Serialize;
use std::collections::BTreeMap;

/// The numbers of a trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Milestones that the oracle verified.
    pub milestones: u64,
    /// Their weights together.
    pub points: u64,
    /// The last milestone before which none is missing.
    pub deepest: Option<String>,
    /// Why it ended.
    pub termination_reason: String,
    /// Decisions.
    pub decisions: u64,
    /// Accepted actions.
    pub accepted_actions: u64,
    /// Time from the first decision on.
    pub wall_time_ms: f64,
    /// What providers took, answers that were refused included.
    pub cost_usd: Option<f64>,
    /// Answers that were refused.
    pub invalid_attempts: u64,
    /// Decisions without an answer that could be used.
    pub invalid_decisions: u64,
    /// Cost of a milestone.
    pub cost_per_verified_milestone: Option<f64>,
    /// Actions of a milestone.
    pub actions_per_verified_milestone: Option<f64>,
    /// Actions that led to something new, of all.
    pub productive_action_rate: Option<f64>,
    /// Points for a dollar.
    pub progress_efficiency: Option<f64>,
    /// Errors of memory in a hundred decisions.
    pub memory_error_rate: Option<f64>,
    /// Those that are major or critical.
    pub material_memory_error_rate: Option<f64>,
    /// Actions between errors and their recovery.
    pub memory_recovery_cost: u64,
    /// Moves that repeat a route, of all actions.
    pub repeat_overhead: Option<f64>,
    /// Routes that were repeated.
    pub repeated_routes: u64,
    /// Errors by their type.
    pub errors: BTreeMap<&'static str, u64>,
    /// Errors by their weight.
    pub severities: BTreeMap<&'static str, u64>,
}

/// A quotient; without a denominator there is none.
pub fn quotient(above: f64, below: f64) -> Option<f64> {
    (below != 0.0).then(|| above / below)
}

/// Errors in a hundred decisions.
pub fn error_rate(errors: u64, decisions: u64) -> Option<f64> {
    quotient(errors as f64 * 100.0, decisions as f64)
}

/// The last milestone before which none is missing.
pub fn deepest(milestones: &Milestones, reached: &[String]) -> Option<String> {
    let row = milestones
        .milestones
        .iter()
        .take_while(|milestone| reached.contains(&milestone.id));
    row.last().map(|milestone| milestone.id.clone())
}

/// The weights of milestones together.
pub fn points(milestones: &Milestones, reached: &[String]) -> u64 {
    let counted = milestones
        .milestones
        .iter()
        .filter(|milestone| reached.contains(&milestone.id));
    counted.map(|milestone| u64::from(milestone.weight)).sum()
}

/// Works them out.
pub fn of(milestones: &Milestones, record: &TrialRecord, timeline: &Timeline<'_>, errors: &[Confirmed]) -> Metrics {
    let count = record.milestones.len() as f64;
    let actions = record.accepted_actions as f64;
    let points = points(milestones, &record.milestones);
    let cost = record.provider_cost_usd;
    let material = errors.iter().filter(|error| error.severity >= Severity::Major).count() as u64;
    let recovery = |error: &Confirmed| {
        let from = timeline.actions_before(error.decision_id);
        let to = error
            .recovered_decision
            .map_or(record.accepted_actions, |decision| timeline.actions_before(decision));
        to.saturating_sub(from)
    };
    let repeated: usize = timeline.repeats.iter().map(|repeat| repeat.length).sum();
    let by_type = |kind: MemoryError| errors.iter().filter(|error| error.error == kind).count() as u64;
    let weights = [
        ("minor", Severity::Minor),
        ("major", Severity::Major),
        ("critical", Severity::Critical),
    ];
    let by_weight = |weight: Severity| errors.iter().filter(|error| error.severity == weight).count() as u64;
    Metrics {
        milestones: record.milestones.len() as u64,
        points,
        deepest: deepest(milestones, &record.milestones),
        termination_reason: record.termination_reason.name().to_owned(),
        decisions: record.decisions,
        accepted_actions: record.accepted_actions,
        wall_time_ms: record.wall_time_ms,
        cost_usd: cost,
        invalid_attempts: timeline.turns.iter().map(|turn| turn.trace.invalid_attempts).sum(),
        invalid_decisions: timeline.turns.iter().filter(|turn| turn.trace.invalid_output).count() as u64,
        cost_per_verified_milestone: cost.and_then(|cost| quotient(cost, count)),
        actions_per_verified_milestone: quotient(actions, count),
        productive_action_rate: quotient(actions - timeline.unproductive.len() as f64, actions),
        progress_efficiency: cost.and_then(|cost| quotient(points as f64, cost)),
        memory_error_rate: error_rate(errors.len() as u64, record.decisions),
        material_memory_error_rate: error_rate(material, record.decisions),
        memory_recovery_cost: errors.iter().map(recovery).sum(),
        repeat_overhead: quotient(repeated as f64, actions),
        repeated_routes: timeline.repeats.len() as u64,
        errors: TYPES.iter().map(|kind| (kind.name(), by_type(*kind))).collect(),
        severities: weights.iter().map(|(name, weight)| (*name, by_weight(*weight))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_the_specification() {
        assert_eq!(error_rate(6, 240), Some(2.5));
        assert_eq!(error_rate(0, 240), Some(0.0));
        assert_eq!(error_rate(0, 0), None);
        assert_eq!(quotient(1.0, 0.0), None);
    }
}
