//! The report: per trial and per condition, with the checklist, the agreement and who made the numbers. Until labels are closed,
//! conditions and trials have their codes.

use crate::annotate::{self, Agreement, Sheet};
use crate::blind::Labels;
use crate::detect::{MemoryError, TYPES, Timeline};
use crate::error::{ProtocolError, Result};
use crate::files::CLOSED;
use crate::freeze::{Frozen, Item};
use crate::manifest::{Design, Experiment};
use crate::metrics::{self, Metrics};
use crate::routes::Repeat;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

mod html;
mod markdown;

pub use html::html;
pub use markdown::markdown;

/// The report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The experiment.
    pub experiment_id: String,
    /// What it compares, and what may be claimed.
    pub design: String,
    /// Whether codes are resolved.
    pub unblinded: bool,
    /// Who labelled errors of memory.
    pub judged_by: String,
    /// Trials that are planned.
    pub planned: usize,
    /// Conditions, in the order of their names or codes.
    pub conditions: Vec<ConditionReport>,
    /// Trials, in the order of their names or codes.
    pub trials: Vec<TrialReport>,
    /// How far annotators agree.
    pub agreement: Agreement,
    /// Trials that were set aside, since the harness failed.
    pub set_aside: Vec<String>,
    /// The checklist.
    pub checklist: Vec<Item>,
    /// What must be the same for all conditions.
    pub controls: Vec<(String, String)>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConditionReport {
    /// Its name, or its code.
    pub id: String,
    /// The model, once codes are resolved.
    pub model: Option<String>,
    /// The policy of memory, once codes are resolved.
    pub memory_policy: Option<Value>,
    /// Its trials.
    pub trials: usize,
    /// Each number over its trials; a trial's own quotient counts, actions are not pooled.
    pub metrics: BTreeMap<String, Spread>,
    /// How its trials ended.
    pub terminations: BTreeMap<String, usize>,
    /// Errors of memory by their type, in all trials.
    pub errors: BTreeMap<&'static str, u64>,
}

/// A number over trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Trials that have it.
    pub n: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// Their median.
    pub median: Option<f64>,
    /// The least.
    pub min: Option<f64>,
    /// The greatest.
    pub max: Option<f64>,
}

/// A trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialReport {
    /// Its name, or its code.
    pub id: String,
    /// Its condition, or that one's code.
    pub condition: String,
    /// Its numbers.
    pub metrics: Metrics,
    /// Routes that were gone again.
    pub repeats: Vec<Repeat>,
}

fn spread(values: impl Iterator<Item = Option<f64>>) -> Spread {
    let mut found: Vec<f64> = values.flatten().collect();
    found.sort_by(f64::total_cmp);
    let n = found.len();
    let median = match n {
        0 => None,
        n if n % 2 == 1 => Some(found[n / 2]),
        n => Some((found[n / 2 - 1] + found[n / 2]) / 2.0),
    };
    Spread {
        n,
        mean: metrics::quotient(found.iter().sum(), n as f64),
        median,
        min: found.first().copied(),
        max: found.last().copied(),
    }
}

/// Numbers of a trial by name, those that are numbers.
fn numbers(metrics: &Metrics) -> Vec<(String, Option<f64>)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(metrics) else {
        return Vec::new();
    };
    let number = |(name, value): (String, Value)| match value {
        Value::Number(number) => Some((name, number.as_f64())),
        Value::Null if name != "deepest" => Some((name, None)),
        _ => None,
    };
    fields.into_iter().filter_map(number).collect()
}

/// Makes the report.
///
/// # Errors
/// Nothing was played, codes are to be resolved before the labels are closed, or a file cannot be read.
pub fn make(experiment: &Experiment, unblind: bool) -> Result<Report> {
    let frozen = Frozen::load(&experiment.folder)?;
    let closed = experiment.folder.has(CLOSED);
    if unblind && !closed {
        return Err(ProtocolError::State(
            "codes are resolved only after the labels are closed; run `oracade protocol annotate --close`, or report blind"
                .to_owned(),
        ));
    }
    let labels = Labels::load(&experiment.folder, &frozen)?;
    let shown = |map: &BTreeMap<String, String>, name: &str| match unblind {
        true => name.to_owned(),
        false => map.get(name).cloned().unwrap_or_default(),
    };
    let played = annotate::played(experiment);
    if played.is_empty() {
        return Err(ProtocolError::State(
            "no trial has been played; run `oracade protocol run` first".to_owned(),
        ));
    }
    let milestones = &experiment.scoring.milestones;
    let mut trials = Vec::new();
    for trial in &played {
        let record = crate::trial::load(&experiment.folder, &trial.name)?;
        let timeline = Timeline::load(experiment, &experiment.folder, &trial.name)?;
        let errors = Sheet::load(&experiment.folder, &trial.name)?.confirmed();
        trials.push(TrialReport {
            id: shown(&labels.trials, &trial.planned.id()),
            condition: shown(&labels.codes, &trial.planned.condition),
            metrics: metrics::of(milestones, &record, &timeline, &errors),
            repeats: timeline.repeats.clone(),
        });
    }
    trials.sort_by(|a, b| (&a.condition, &a.id).cmp(&(&b.condition, &b.id)));
    let mut conditions: Vec<ConditionReport> = experiment
        .conditions
        .iter()
        .map(|condition| {
            let id = shown(&labels.codes, &condition.id);
            let own: Vec<&TrialReport> = trials.iter().filter(|trial| trial.condition == id).collect();
            condition_report(id, &own, unblind.then_some(condition))
        })
        .collect();
    conditions.sort_by(|a, b| a.id.cmp(&b.id));
    let agreement = annotate::agreement(experiment)?;
    let by_rules = agreement.annotators.iter().any(|name| name.starts_with("rules-"));
    let judged_by = match agreement.annotators.as_slice() {
        [] => "nobody yet: errors of memory are not labelled".to_owned(),
        names if by_rules => format!(
            "{}; rules over the oracle, not comparable with labels by people",
            names.join(", ")
        ),
        names => names.join(", "),
    };
    let set_aside = experiment
        .folder
        .below("trials")?
        .iter()
        .filter_map(|file| file.split('/').nth(1).filter(|name| name.contains(".invalid-")))
        .map(|name| match unblind {
            true => name.to_owned(),
            false => "a trial".to_owned(),
        })
        .collect::<std::collections::BTreeSet<_>>();
    let planned = crate::schedule::blocks(&experiment.manifest)
        .iter()
        .map(|block| block.trials.len())
        .sum();
    Ok(Report {
        experiment_id: experiment.manifest.experiment_id.clone(),
        design: match experiment.manifest.design {
            Design::A => "A: complete products are compared; nothing is said about memory alone".to_owned(),
            Design::B => "B: one model under several policies of memory".to_owned(),
        },
        unblinded: unblind,
        judged_by,
        planned,
        checklist: checklist(&frozen, trials.len(), planned, &agreement, closed, unblind),
        conditions,
        trials,
        agreement,
        set_aside: set_aside.into_iter().collect(),
        controls: controls(experiment),
    })
}

fn condition_report(id: String, own: &[&TrialReport], condition: Option<&crate::manifest::Condition>) -> ConditionReport {
    let mut values: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
    let mut terminations: BTreeMap<String, usize> = BTreeMap::new();
    let mut errors: BTreeMap<&'static str, u64> = TYPES.iter().map(|kind: &MemoryError| (kind.name(), 0)).collect();
    for trial in own {
        for (name, value) in numbers(&trial.metrics) {
            values.entry(name).or_default().push(value);
        }
        *terminations.entry(trial.metrics.termination_reason.clone()).or_default() += 1;
        for (name, count) in &trial.metrics.errors {
            *errors.entry(name).or_default() += count;
        }
    }
    ConditionReport {
        id,
        model: condition.map(|condition| condition.model.clone()),
        memory_policy: condition.and_then(|condition| serde_json::to_value(condition.memory_policy).ok()),
        trials: own.len(),
        metrics: values
            .into_iter()
            .map(|(name, values)| (name, spread(values.into_iter())))
            .collect(),
        terminations,
        errors,
    }
}

/// The checklist as it stands now.
fn checklist(frozen: &Frozen, played: usize, planned: usize, agreement: &Agreement, closed: bool, unblind: bool) -> Vec<Item> {
    let mut items = frozen.checklist.clone();
    let all = played == planned;
    let told = [
        (
            7,
            all,
            format!(
                "{played} of {planned} trials began with state {}",
                frozen.initial_state_sha256
            ),
        ),
        (8, all, "counted by the harness, from the first decision".to_owned()),
        (9, all, "the reason stands in each trial's last record".to_owned()),
        (
            10,
            agreement.annotators.len() >= 2,
            format!("annotators: {}", agreement.annotators.join(", ")),
        ),
        (
            11,
            agreement.annotators.len() >= 2 && agreement.open == 0,
            format!("{} disagreements, {} open", agreement.disagreements, agreement.open),
        ),
        (
            12,
            closed && unblind,
            if closed {
                "the labels are closed"
            } else {
                "the labels are open"
            }
            .to_owned(),
        ),
    ];
    for (number, done, evidence) in told {
        if let Some(item) = items.iter_mut().find(|item| item.number == number) {
            (item.done, item.evidence) = (done, evidence);
        }
    }
    items
}

fn controls(experiment: &Experiment) -> Vec<(String, String)> {
    let manifest = &experiment.manifest;
    let text = |value: &dyn std::fmt::Display| value.to_string();
    let pairs: [(&str, String); 10] = [
        ("game", format!("{} {}", manifest.game.title, manifest.game.rom_sha256)),
        ("initial state", manifest.game.initial_state_sha256.clone()),
        (
            "emulator",
            format!("{} {}", manifest.emulator.name, manifest.emulator.version),
        ),
        (
            "frame",
            format!("{}x{}", manifest.emulator.frame_width, manifest.emulator.frame_height),
        ),
        (
            "frames of an action",
            format!("{} and {}", manifest.emulator.press_frames, manifest.emulator.settle_frames),
        ),
        ("actions", manifest.agent.allowed_actions.join(" ")),
        ("retries of an answer", text(&manifest.agent.invalid_output_retries)),
        (
            "accepted actions, decisions",
            format!("{}, {}", manifest.budgets.accepted_actions, manifest.budgets.model_decisions),
        ),
        ("minutes", text(&manifest.budgets.wall_time_minutes)),
        (
            "dollars",
            manifest
                .budgets
                .total_cost_usd
                .map_or("not set".to_owned(), |cost| cost.to_string()),
        ),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
