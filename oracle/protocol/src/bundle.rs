//! The evidence: digests of all files, and whether everything is what it was.

use crate::chain;
use crate::error::Result;
use crate::files::{CLOSED, FREEZE, Folder, LABELS, MANIFEST, SCHEDULE, SUMS};
use crate::freeze::Frozen;
use crate::records::{OracleRecord, TraceRecord, TrialRecord};
use oracade_contracts::canonical;
use std::collections::{BTreeMap, BTreeSet};

/// Files and folders that are digested. The codes are not: who annotates must not have them, and what was frozen holds their digest.
const PARTS: [&str; 4] = ["prompts", "conditions", "trials", "scoring"];

fn listed(folder: &Folder) -> Result<Vec<String>> {
    let mut files: Vec<String> = [MANIFEST, FREEZE, SCHEDULE, CLOSED]
        .into_iter()
        .filter(|name| folder.has(name))
        .map(str::to_owned)
        .collect();
    for part in PARTS {
        files.extend(folder.below(part)?);
    }
    files.sort_unstable();
    Ok(files)
}

/// Writes `SHA256SUMS`, in the form of sha256sum.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(folder: &Folder) -> Result<()> {
    let mut text = String::new();
    for file in listed(folder)? {
        text.push_str(&format!("{}  {file}\n", folder.sha256(&file)?));
    }
    folder.write(SUMS, text.as_bytes())
}

/// What is not as it was.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

/// What a verification came to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// Files that were looked at.
    pub files: usize,
    /// Trials whose records were followed.
    pub trials: usize,
    /// What is not as it was.
    pub faults: Vec<Fault>,
}

/// Verifies the whole folder.
///
/// # Errors
/// It has no digests, or cannot be read.
pub fn verify(folder: &Folder) -> Result<Verified> {
    let mut faults = Vec::new();
    let mut fault = |file: &str, message: String| {
        faults.push(Fault {
            file: file.to_owned(),
            message,
        });
    };
    let sums = folder.text(SUMS)?;
    let mut told: BTreeMap<&str, &str> = BTreeMap::new();
    for line in sums.lines() {
        match line.split_once("  ") {
            Some((digest, file)) if told.insert(file, digest).is_none() => {}
            _ => fault(SUMS, format!("{line:?} is no line of digests, or its file has one already")),
        }
    }
    let found = listed(folder)?;
    for file in &found {
        match told.get(file.as_str()) {
            None => fault(file, format!("not in {SUMS}")),
            Some(digest) if folder.sha256(file)? != **digest => fault(file, format!("its bytes are not those of {SUMS}")),
            Some(_) => {}
        }
    }
    let present: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    for file in told.keys().filter(|file| !present.contains(*file)) {
        fault(file, "missing".to_owned());
    }
    let mut trials = 0;
    if folder.has(FREEZE) {
        match folder.json::<Frozen>(FREEZE) {
            Ok(frozen) => trials = follow(folder, &frozen, &found, &mut fault),
            Err(error) => fault(FREEZE, error.to_string()),
        }
    }
    let seen: BTreeSet<String> = BTreeSet::new();
    // One fault a file says it: its digest first.
    let mut seen = seen;
    faults.retain(|fault| seen.insert(fault.file.clone()));
    faults.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(Verified {
        files: found.len(),
        trials,
        faults,
    })
}

/// Frozen files, codes, and the records of each trial.
fn follow(folder: &Folder, frozen: &Frozen, found: &[String], fault: &mut dyn FnMut(&str, String)) -> usize {
    for (file, digest) in &frozen.files {
        if folder.sha256(file).ok().as_ref() != Some(digest) {
            fault(file, "not what was frozen".to_owned());
        }
    }
    if folder.has(LABELS) && crate::blind::Labels::load(folder, frozen).is_err() {
        fault(LABELS, "not the codes that were frozen".to_owned());
    }
    let mut trials = 0;
    for file in found.iter().filter(|file| file.ends_with("/trial.json")) {
        let name = file.trim_end_matches("/trial.json");
        if name.contains(".invalid-") {
            continue;
        }
        trials += 1;
        if let Err((file, message)) = trial(folder, frozen, name) {
            fault(&file, message);
        }
    }
    trials
}

/// The records of a trial: chains, and what they say of each other.
fn trial(folder: &Folder, frozen: &Frozen, name: &str) -> std::result::Result<(), (String, String)> {
    let at = |file: &str| format!("{name}/{file}");
    let record: TrialRecord = folder
        .json(&at("trial.json"))
        .map_err(|error| (at("trial.json"), error.to_string()))?;
    let root_of = |file: &str| chain::root(&[&frozen.sha256(), &record.trial_id, file]);
    for (file, last) in ["trace.jsonl", "memory.jsonl", "oracle.jsonl"].iter().zip(&record.chains) {
        let text = folder.text(&at(file)).map_err(|error| (at(file), error.to_string()))?;
        let end = chain::check(&text, &root_of(file)).map_err(|message| (at(file), message))?;
        if end != *last {
            return Err((at(file), "lines are missing at its end".to_owned()));
        }
    }
    let broken = |message: String| (at("trace.jsonl"), message);
    let trace: Vec<TraceRecord> = folder.lines(&at("trace.jsonl")).map_err(|error| broken(error.to_string()))?;
    let hidden: Vec<OracleRecord> = folder.lines(&at("oracle.jsonl")).map_err(|error| broken(error.to_string()))?;
    let mut milestones: Vec<String> = trace.first().map(|line| line.milestones_before.clone()).unwrap_or_default();
    let mut actions = 0;
    for (number, (line, seen)) in trace.iter().zip(&hidden).enumerate() {
        let id = number as u64 + 1;
        if line.decision_id != id || seen.decision_id != id || seen.steps.len() as u64 != line.accepted_actions {
            return Err(broken(format!("decision {id}: trace and oracle do not tell of the same")));
        }
        if line.milestones_before != milestones || !line.milestones_after.starts_with(&milestones) {
            return Err(broken(format!("decision {id}: milestones do not follow from those before")));
        }
        milestones.clone_from(&line.milestones_after);
        actions += line.accepted_actions;
        let frame = at(&format!("frames/d{id:06}.png"));
        if folder.has(&frame)
            && folder
                .bytes(&frame)
                .is_ok_and(|bytes| canonical::sha256(&bytes) != line.frame_sha256)
        {
            return Err((frame, "not the frame that was shown".to_owned()));
        }
        if !folder.has(&at(&line.raw_response_path)) {
            return Err((at(&line.raw_response_path), "missing".to_owned()));
        }
    }
    let whole = trace.len() as u64 == record.decisions && hidden.len() == trace.len();
    let ends = trace.last().and_then(|line| line.termination_reason) == Some(record.termination_reason);
    if !whole || !ends || actions != record.accepted_actions || milestones != record.milestones {
        return Err((at("trial.json"), "not what trace.jsonl comes to".to_owned()));
    }
    if record.restored_state_sha256 != frozen.initial_state_sha256 {
        return Err((at("trial.json"), "did not begin with the frozen state".to_owned()));
    }
    Ok(())
}
