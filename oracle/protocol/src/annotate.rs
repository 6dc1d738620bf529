//! Labels of errors of memory: given blind by two or more annotators who do not know of each other, resolved where they differ with
//! both labels and the reason kept, and closed before codes are resolved.

mod measure;

pub use measure::{Agreement, agreement};

use crate::blind::Labels;
use crate::bundle;
use crate::detect::{self, MemoryError, Rules, Severity, Timeline};
use crate::error::{ProtocolError, Result, io, wrong};
use crate::files::{CLOSED, Folder, RUBRIC};
use crate::freeze::Frozen;
use crate::manifest::Experiment;
use crate::records::TraceRecord;
use crate::schedule::{Planned, blocks};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;

/// A line of `annotations.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase", deny_unknown_fields)]
pub enum Record {
    /// An annotator's label.
    Label {
        /// Who.
        annotator: String,
        /// The decision with which the error begins.
        decision_id: u64,
        /// Its type.
        error: MemoryError,
        /// How much it weighs.
        severity: Severity,
        /// The first decision without it.
        recovered_decision: Option<u64>,
        /// The facts that show it.
        facts: Vec<String>,
        /// What shows it, in words.
        evidence: String,
    },
    /// An annotator has gone through the trial.
    Done {
        /// Who.
        annotator: String,
    },
    /// A disagreement is resolved.
    Resolution {
        /// The decision.
        decision_id: u64,
        /// The type.
        error: MemoryError,
        /// Whether it is one.
        confirmed: bool,
        /// Who had labelled it, and who had not.
        labels: BTreeMap<String, bool>,
        /// Why.
        reason: String,
    },
}

/// An error of a trial that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confirmed {
    /// The decision with which it begins.
    pub decision_id: u64,
    /// Its type.
    pub error: MemoryError,
    /// How much it weighs.
    pub severity: Severity,
    /// The first decision without it.
    pub recovered_decision: Option<u64>,
}

/// The labels of a trial.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    records: Vec<Record>,
}

/// A decision and a type.
type Unit = (u64, MemoryError);

impl Sheet {
    /// Reads a trial's labels.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load(folder: &Folder, name: &str) -> Result<Sheet> {
        let file = format!("{name}/annotations.jsonl");
        Ok(Sheet {
            records: if folder.has(&file) { folder.lines(&file)? } else { Vec::new() },
        })
    }

    /// Who has gone through it.
    pub fn annotators(&self) -> BTreeSet<String> {
        let done = self.records.iter().filter_map(|record| match record {
            Record::Done { annotator } => Some(annotator.clone()),
            _ => None,
        });
        done.collect()
    }

    /// Who labelled what.
    fn labels(&self) -> BTreeMap<Unit, BTreeSet<&str>> {
        let mut labels: BTreeMap<Unit, BTreeSet<&str>> = BTreeMap::new();
        for record in &self.records {
            if let Record::Label {
                annotator,
                decision_id,
                error,
                ..
            } = record
            {
                labels.entry((*decision_id, *error)).or_default().insert(annotator);
            }
        }
        labels
    }

    fn resolution(&self, unit: Unit) -> Option<bool> {
        self.records.iter().rev().find_map(|record| match record {
            Record::Resolution {
                decision_id,
                error,
                confirmed,
                ..
            } if (*decision_id, *error) == unit => Some(*confirmed),
            _ => None,
        })
    }

    /// What annotators do not agree about and nobody has resolved: the decision, the type, and who labelled it.
    pub fn open(&self) -> Vec<(Unit, BTreeMap<String, bool>)> {
        let annotators = self.annotators();
        let labels = self.labels();
        let open = labels
            .iter()
            .filter(|(unit, by)| by.len() < annotators.len() && self.resolution(**unit).is_none());
        open.map(|(unit, by)| {
            (
                *unit,
                annotators
                    .iter()
                    .map(|name| (name.clone(), by.contains(name.as_str())))
                    .collect(),
            )
        })
        .collect()
    }

    /// Errors that all annotators labelled, or that were resolved to be some; the greatest weight and the latest recovery that a label
    /// gives them.
    pub fn confirmed(&self) -> Vec<Confirmed> {
        let annotators = self.annotators().len();
        let mut found = Vec::new();
        for ((decision_id, error), by) in self.labels() {
            let agreed = annotators > 0 && by.len() == annotators;
            if !self.resolution((decision_id, error)).unwrap_or(agreed) {
                continue;
            }
            let (mut severity, mut recovered, mut never) = (Severity::Minor, None, false);
            for record in &self.records {
                if let Record::Label {
                    decision_id: decision,
                    error: kind,
                    severity: weight,
                    recovered_decision,
                    ..
                } = record
                    && (*decision, *kind) == (decision_id, error)
                {
                    severity = severity.max(*weight);
                    recovered = recovered.max(*recovered_decision);
                    never |= recovered_decision.is_none();
                }
            }
            found.push(Confirmed {
                decision_id,
                error,
                severity,
                recovered_decision: if never { None } else { recovered },
            });
        }
        found
    }

    /// The label that an annotator gives a decision: the types that begin there, or none.
    fn told(&self, annotator: &str, decision: u64) -> String {
        let labels = self.labels();
        let own = labels
            .iter()
            .filter(|((at, _), by)| *at == decision && by.contains(annotator));
        let names: Vec<&str> = own.map(|((_, error), _)| error.name()).collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join("+")
        }
    }
}

/// A trial that was played.
pub struct Played {
    /// What was planned.
    pub planned: Planned,
    /// Its folder.
    pub name: String,
}

/// The trials of an experiment that are whole.
pub fn played(experiment: &Experiment) -> Vec<Played> {
    let all = blocks(&experiment.manifest).into_iter().flat_map(|block| block.trials);
    let named = all.map(|planned| Played {
        name: crate::files::trial(&planned.condition, planned.number),
        planned,
    });
    named
        .filter(|trial| experiment.folder.has(&format!("{}/trial.json", trial.name)))
        .collect()
}

/// That labels may be given: everything is what it was, and they are not closed.
fn begin(experiment: &Experiment) -> Result<Frozen> {
    let frozen = Frozen::load(&experiment.folder)?;
    if experiment.folder.has(CLOSED) {
        return Err(ProtocolError::State(
            "the labels are closed; they are not changed any more".to_owned(),
        ));
    }
    let verified = bundle::verify(&experiment.folder)?;
    match verified.faults.first() {
        Some(fault) => Err(wrong(
            &fault.file,
            format!("{}; nothing is annotated before it verifies", fault.message),
        )),
        None => Ok(frozen),
    }
}

fn append(folder: &Folder, name: &str, records: &[Record]) -> Result<()> {
    let path = folder.path(&format!("{name}/annotations.jsonl"));
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .map_err(|error| io(&path, &error))?;
    for record in records {
        let line = serde_json::to_string(record).map_err(|error| wrong(name, error))?;
        writeln!(file, "{line}").map_err(|error| io(&path, &error))?;
    }
    Ok(())
}

/// Lets both sets of rules go through all trials; how many labels each gave.
///
/// # Errors
/// Something is not what it was, labels are closed, or they have gone through a trial already.
pub fn by_rules(experiment: &Experiment) -> Result<BTreeMap<&'static str, usize>> {
    begin(experiment)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: Vec<(String, Vec<Record>)> = Vec::new();
    for trial in played(experiment) {
        let sheet = Sheet::load(&experiment.folder, &trial.name)?;
        let timeline = Timeline::load(experiment, &experiment.folder, &trial.name)?;
        let mut records = Vec::new();
        for rules in Rules::BOTH {
            let annotator = rules.name().to_owned();
            if sheet.annotators().contains(&annotator) {
                continue;
            }
            let found = detect::find(rules, &timeline)?;
            *counts.entry(rules.name()).or_default() += found.len();
            for one in found {
                records.push(Record::Label {
                    severity: detect::severity(&timeline, &one),
                    annotator: annotator.clone(),
                    decision_id: one.decision_id,
                    error: one.error,
                    recovered_decision: one.recovered_decision,
                    facts: one.facts,
                    evidence: one.evidence,
                });
            }
            records.push(Record::Done { annotator });
        }
        all.push((trial.name, records));
    }
    for (name, records) in all {
        append(&experiment.folder, &name, &records)?;
    }
    bundle::write(&experiment.folder)?;
    Ok(counts)
}

/// A trace as annotators get it: nothing in it tells which condition it is of.
fn blinded(record: &TraceRecord, labels: &Labels, code: &str) -> Result<Value> {
    let mut value = serde_json::to_value(record).map_err(|error| wrong("trace.jsonl", error))?;
    let condition = labels.codes.get(&record.condition_id).cloned().unwrap_or_default();
    value["condition_id"] = json!(condition);
    value["model_id"] = json!(condition);
    value["trial_id"] = json!(code);
    if let Value::Object(fields) = &mut value {
        let telling = [
            "response_id",
            "raw_response_path",
            "provider_cost_usd",
            "cost_source",
            "latency_ms",
            "input_tokens",
            "output_tokens",
            "cached_tokens",
        ];
        fields.retain(|key, _| !telling.contains(&key.as_str()));
    }
    Ok(value)
}

/// Writes what an annotator needs into a folder of its own, by codes; how many trials.
///
/// # Errors
/// Something is not what it was, or a file cannot be written.
pub fn export(experiment: &Experiment, to: &Folder) -> Result<usize> {
    let frozen = begin(experiment)?;
    let labels = Labels::load(&experiment.folder, &frozen)?;
    to.write("memory-error-rubric.yaml", &experiment.folder.bytes(RUBRIC)?)?;
    let trials = played(experiment);
    for trial in &trials {
        let code = labels.trials.get(&trial.planned.id()).cloned().unwrap_or_default();
        let trace: Vec<TraceRecord> = experiment.folder.lines(&format!("{}/trace.jsonl", trial.name))?;
        let mut text = String::new();
        for record in &trace {
            text.push_str(&format!("{}\n", blinded(record, &labels, &code)?));
            let frame = format!("frames/d{:06}.png", record.decision_id);
            let from = format!("{}/{frame}", trial.name);
            if experiment.folder.has(&from) {
                to.write(&format!("{code}/{frame}"), &experiment.folder.bytes(&from)?)?;
            }
        }
        to.write(&format!("{code}/trace.jsonl"), text.as_bytes())?;
        for file in ["memory.jsonl", "oracle.jsonl"] {
            to.write(
                &format!("{code}/{file}"),
                &experiment.folder.bytes(&format!("{}/{file}", trial.name))?,
            )?;
        }
    }
    Ok(trials.len())
}

/// A line of an annotator's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    trial: String,
    decision_id: u64,
    error: MemoryError,
    #[serde(default)]
    severity: Option<Severity>,
    #[serde(default)]
    recovered_decision: Option<u64>,
    #[serde(default)]
    facts: Vec<String>,
    #[serde(default)]
    evidence: String,
}

/// A line of a file of resolutions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Resolved {
    trial: String,
    decision_id: u64,
    error: MemoryError,
    confirmed: bool,
    reason: String,
}

/// The trial of a code.
fn of_code<'a>(trials: &'a [Played], labels: &Labels, code: &str) -> Option<&'a Played> {
    trials
        .iter()
        .find(|trial| labels.trials.get(&trial.planned.id()).is_some_and(|own| own == code))
}

/// Takes an annotator's labels in, a JSON object a line; with it the annotator has gone through all trials. How many labels.
///
/// # Errors
/// The name is taken, a line cannot be used, or something is not what it was.
pub fn import(experiment: &Experiment, annotator: &str, text: &str) -> Result<usize> {
    let frozen = begin(experiment)?;
    let labels = Labels::load(&experiment.folder, &frozen)?;
    let trials = played(experiment);
    let mut by_trial: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    let mut count = 0;
    for trial in &trials {
        if Sheet::load(&experiment.folder, &trial.name)?.annotators().contains(annotator) {
            return Err(ProtocolError::State(format!(
                "{annotator} has labelled these trials already; labels are not changed, they are resolved"
            )));
        }
        by_trial.insert(trial.name.clone(), Vec::new());
    }
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |message: String| wrong(format!("line {}", number + 1), message);
        let given: Given = serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
        let trial = of_code(&trials, &labels, &given.trial).ok_or_else(|| at(format!("there is no trial {:?}", given.trial)))?;
        let timeline = Timeline::load(experiment, &experiment.folder, &trial.name)?;
        if !(1..=timeline.turns.len() as u64).contains(&given.decision_id) {
            return Err(at(format!("{} has no decision {}", given.trial, given.decision_id)));
        }
        let found = detect::Found {
            error: given.error,
            decision_id: given.decision_id,
            recovered_decision: given.recovered_decision,
            facts: given.facts.clone(),
            evidence: given.evidence.clone(),
        };
        count += 1;
        by_trial.entry(trial.name.clone()).or_default().push(Record::Label {
            annotator: annotator.to_owned(),
            decision_id: given.decision_id,
            error: given.error,
            severity: given.severity.unwrap_or_else(|| detect::severity(&timeline, &found)),
            recovered_decision: given.recovered_decision,
            facts: given.facts,
            evidence: given.evidence,
        });
    }
    for (name, mut records) in by_trial {
        records.push(Record::Done {
            annotator: annotator.to_owned(),
        });
        append(&experiment.folder, &name, &records)?;
    }
    bundle::write(&experiment.folder)?;
    Ok(count)
}

/// How disagreements are resolved.
pub enum Resolver<'a> {
    /// By lines that people wrote.
    Lines(&'a str),
    /// All that are open: what any annotator labelled is an error.
    Either,
    /// All that are open: what not all labelled is none.
    Both,
}

/// Resolves disagreements; how many.
///
/// # Errors
/// A line resolves what is no disagreement, or something is not what it was.
pub fn resolve(experiment: &Experiment, by: &Resolver<'_>) -> Result<usize> {
    let frozen = begin(experiment)?;
    let labels = Labels::load(&experiment.folder, &frozen)?;
    let trials = played(experiment);
    let mut all: Vec<(String, Record)> = Vec::new();
    let open_of = |trial: &Played| Ok::<_, ProtocolError>(Sheet::load(&experiment.folder, &trial.name)?.open());
    match by {
        Resolver::Lines(text) => {
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let at = |message: String| wrong(format!("line {}", number + 1), message);
                let given: Resolved = serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
                let trial =
                    of_code(&trials, &labels, &given.trial).ok_or_else(|| at(format!("there is no trial {:?}", given.trial)))?;
                let unit = (given.decision_id, given.error);
                let open = open_of(trial)?.into_iter().find(|(own, _)| *own == unit);
                let (_, who) = open.ok_or_else(|| at("there is no such disagreement".to_owned()))?;
                if given.reason.trim().is_empty() {
                    return Err(at("a resolution has a reason".to_owned()));
                }
                all.push((trial.name.clone(), resolution(unit, who, given.confirmed, given.reason)));
            }
        }
        Resolver::Either | Resolver::Both => {
            let either = matches!(by, Resolver::Either);
            let reason = if either {
                "what any annotator labelled counts"
            } else {
                "what not all annotators labelled does not count"
            };
            for trial in &trials {
                for (unit, who) in open_of(trial)? {
                    all.push((trial.name.clone(), resolution(unit, who, either, reason.to_owned())));
                }
            }
        }
    }
    for (name, record) in &all {
        append(&experiment.folder, name, std::slice::from_ref(record))?;
    }
    bundle::write(&experiment.folder)?;
    Ok(all.len())
}

fn resolution((decision_id, error): Unit, labels: BTreeMap<String, bool>, confirmed: bool, reason: String) -> Record {
    Record::Resolution {
        decision_id,
        error,
        confirmed,
        labels,
        reason,
    }
}

/// `annotations.lock.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closed {
    /// Digests of the labels, by file.
    pub files: BTreeMap<String, String>,
    /// Who labelled.
    pub annotators: Vec<String>,
}

/// Closes the labels: nothing is changed after it, and codes may be resolved.
///
/// # Errors
/// Trials are missing, fewer than two annotators went through them, or a disagreement is open.
pub fn close(experiment: &Experiment) -> Result<Closed> {
    begin(experiment)?;
    let trials = played(experiment);
    let wanted: usize = blocks(&experiment.manifest).iter().map(|block| block.trials.len()).sum();
    if trials.len() != wanted {
        return Err(ProtocolError::State(format!(
            "{} of {wanted} trials are played; run the others first",
            trials.len()
        )));
    }
    let mut files = BTreeMap::new();
    let mut annotators: Option<BTreeSet<String>> = None;
    for trial in &trials {
        let sheet = Sheet::load(&experiment.folder, &trial.name)?;
        if let Some(((decision, error), _)) = sheet.open().first() {
            return Err(ProtocolError::State(format!(
                "annotators differ about {} at decision {decision} of a trial, and {} disagreements in it are open; resolve them first",
                error.name(),
                sheet.open().len()
            )));
        }
        let own = sheet.annotators();
        annotators = Some(annotators.map_or(own.clone(), |all| &all & &own));
        let file = format!("{}/annotations.jsonl", trial.name);
        files.insert(file.clone(), experiment.folder.sha256(&file)?);
    }
    let annotators: Vec<String> = annotators.unwrap_or_default().into_iter().collect();
    if annotators.len() < 2 {
        return Err(ProtocolError::State(format!(
            "{} annotators went through all trials; two are needed",
            annotators.len()
        )));
    }
    let closed = Closed { files, annotators };
    experiment.folder.write_json(CLOSED, &closed)?;
    bundle::write(&experiment.folder)?;
    Ok(closed)
}
