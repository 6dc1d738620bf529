//! Freezing: everything that could be bent afterwards is digested before a player is seen, and the checklist's first part is done.

use crate::answer;
use crate::blind::Labels;
use crate::error::{ProtocolError, Result, io, wrong};
use crate::files::{FREEZE, Folder, LABELS, MANIFEST, MILESTONES, RUBRIC, SCHEDULE, SCHEMA, SYSTEM};
use crate::manifest::{Experiment, Policy};
use crate::player::{Player, Prompt, Reply};
use crate::schedule::{Block, blocks};
use crate::stage::{Stage, config_sha256};
use crate::trial;
use oracade_contracts::canonical;
use oracade_gym::Spec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Decisions of a dry run.
const DRY_DECISIONS: u64 = 12;

/// `freeze.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frozen {
    /// The form of this file.
    pub format: String,
    /// Digests of what was frozen.
    pub files: BTreeMap<String, String>,
    /// The digest of the state that each trial begins with.
    pub initial_state_sha256: String,
    /// The digest of its frame.
    pub first_frame_sha256: String,
    /// The digest of the codes of conditions and trials.
    pub labels_sha256: String,
    /// The checklist as far as it could be done.
    pub checklist: Vec<Item>,
}

/// An item of the checklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its number.
    pub number: u32,
    /// What it asks for.
    pub item: String,
    /// Whether it is done.
    pub done: bool,
    /// What shows it.
    pub evidence: String,
}

/// What the checklist asks for.
pub const ITEMS: [&str; 12] = [
    "manifest, prompts, schema, milestones and rubric are frozen by their digests",
    "the initial state was restored twice, with equal first frames and oracle states",
    "the harness was run dry with a scripted player: timing, capture, log, termination",
    "no memory, session or cache crosses from trial to trial",
    "conditions have codes that annotators cannot resolve",
    "the order is counterbalanced",
    "each trial restores the state and verifies its digest first",
    "budgets begin with the first decision and count retries, repairs, memory and actions",
    "trials end mechanically",
    "two independent annotators labelled the trials blind",
    "disagreements are resolved; both labels and the reason are kept",
    "codes were resolved only after the labels were closed",
];

impl Frozen {
    /// Reads what was frozen, and that the files are what they were.
    ///
    /// # Errors
    /// Nothing was frozen, or a file has changed.
    pub fn load(folder: &Folder) -> Result<Frozen> {
        if !folder.has(FREEZE) {
            return Err(ProtocolError::State(
                "nothing is frozen yet; run `oracade protocol freeze` first".to_owned(),
            ));
        }
        let frozen: Frozen = folder.json(FREEZE)?;
        for (file, digest) in &frozen.files {
            if folder.sha256(file).ok().as_ref() != Some(digest) {
                return Err(ProtocolError::Changed { file: file.clone() });
            }
        }
        Ok(frozen)
    }

    /// The digest of what was frozen; chains of records begin with it.
    pub fn sha256(&self) -> String {
        canonical::digest_of(self)
    }
}

/// A player that goes through the actions one by one and gives one answer that is none.
struct Round {
    actions: Vec<String>,
}

impl Player for Round {
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply> {
        if prompt.decision == 2 && prompt.error.is_none() {
            return Ok(Reply {
                text: "not an answer".to_owned(),
                ..Reply::default()
            });
        }
        let action = &self.actions[prompt.decision as usize % self.actions.len()];
        let answer = json!({
            "reasoning_summary": "dry run",
            "observed": { "screen": "unknown", "location_guess": "", "objective_guess": "", "certainty": 0 },
            "memory_read": prompt.memory.iter().map(|fact| &fact.fact_id).collect::<Vec<_>>(),
            "memory_write": [{ "kind": "event", "value": format!("decision {}", prompt.decision), "confidence": 1, "evidence": "frame" }],
            "actions": [action],
        });
        Ok(Reply {
            text: answer.to_string(),
            ..Reply::default()
        })
    }
}

/// Files that are frozen.
fn frozen_files(experiment: &Experiment) -> Result<Vec<String>> {
    let mut files: Vec<String> = [MANIFEST, SYSTEM, SCHEMA, MILESTONES, RUBRIC].map(str::to_owned).to_vec();
    for folder in ["conditions", "prompts", "scoring"] {
        files.extend(experiment.folder.below(folder)?);
    }
    files.sort_unstable();
    files.dedup();
    Ok(files)
}

/// Two dry runs into folders that are removed again; the bytes of both must be equal. How many decisions and records there were.
fn dry(experiment: &Experiment, spec: &Arc<Spec>, initial: &str) -> Result<String> {
    let mut short = experiment.clone();
    short.manifest.budgets.model_decisions = DRY_DECISIONS;
    short.manifest.trials.clock = crate::manifest::Clock::Virtual;
    let mut condition = experiment.conditions[0].clone();
    condition.memory_policy = Policy::Structured;
    let mut seen: Vec<BTreeMap<String, String>> = Vec::new();
    let mut told = String::new();
    for run in 1..=2 {
        let root: PathBuf = experiment.folder.path(&format!(".dry-run-{run}"));
        let _ = fs::remove_dir_all(&root);
        let folder = Folder(root.clone());
        let place = trial::Place {
            experiment: &short,
            spec,
            condition: &condition,
            id: "dry-01".to_owned(),
            name: "dry-01".to_owned(),
            folder: &folder,
            slot: 1,
            repeated: 0,
            frozen: "dry run",
            initial,
        };
        let mut player = Round {
            actions: experiment.manifest.agent.allowed_actions.clone(),
        };
        let outcome = trial::play(&place, &mut player);
        let files = folder.below("dry-01");
        let digests = files.and_then(|files| {
            files
                .into_iter()
                .map(|file| Ok((file.clone(), folder.sha256(&file)?)))
                .collect()
        });
        fs::remove_dir_all(&root).map_err(|error| io(&root, &error))?;
        let record = outcome?;
        seen.push(digests?);
        told = format!(
            "{} decisions, {} actions, ended by {}",
            record.decisions,
            record.accepted_actions,
            record.termination_reason.name()
        );
    }
    if seen[0] != seen[1] {
        let differ = seen[0].iter().find(|(file, digest)| seen[1].get(*file) != Some(*digest));
        return Err(ProtocolError::State(format!(
            "two dry runs differ in {}: something crosses from trial to trial, or the game is not deterministic",
            differ.map_or("their files", |(file, _)| file)
        )));
    }
    Ok(format!("{told}; {} files, the same bytes twice", seen[0].len()))
}

/// What the manifest says of the game must be so.
fn agrees(experiment: &Experiment, spec: &Spec, stage: &mut Stage, state: &str) -> Result<()> {
    let manifest = &experiment.manifest;
    let differs = |key: &str, told: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
        Err(wrong(
            MANIFEST,
            format!("{key} is {told}, but it is {found} here; correct the manifest, or use the build it was made for"),
        ))
    };
    let texts = [
        ("game.rom_sha256", &manifest.game.rom_sha256, &spec.game_sha256),
        (
            "game.initial_state_sha256",
            &manifest.game.initial_state_sha256,
            &state.to_owned(),
        ),
        (
            "emulator.config_sha256",
            &manifest.emulator.config_sha256,
            &config_sha256(spec),
        ),
    ];
    for (key, told, found) in texts {
        if told != found {
            return differs(key, told, found);
        }
    }
    let size = (manifest.emulator.frame_width, manifest.emulator.frame_height);
    let found = stage.frame_size()?;
    if size != found {
        return differs(
            "emulator.frame_width and frame_height",
            &format!("{size:?}"),
            &format!("{found:?}"),
        );
    }
    let press = spec.config.press.unwrap_or(spec.config.frames).min(spec.config.frames);
    let frames = (manifest.emulator.press_frames, manifest.emulator.settle_frames);
    let found = (press, spec.config.frames - press);
    if frames != found {
        return differs(
            "emulator.press_frames and settle_frames",
            &format!("{frames:?}"),
            &format!("{found:?}"),
        );
    }
    let known = spec.action_names();
    let allowed = &manifest.agent.allowed_actions;
    match allowed
        .iter()
        .find(|action| !known.iter().any(|name| name.eq_ignore_ascii_case(action)))
    {
        Some(action) => differs("agent.allowed_actions", action, &format!("one of {}", known.join(", "))),
        None => Ok(()),
    }
}

/// Freezes an experiment.
///
/// # Errors
/// It is frozen already, a value is left open, the game is not the one of the manifest, or a dry run fails.
pub fn freeze(experiment: &Experiment, spec: &Arc<Spec>, blind_seed: Option<u64>) -> Result<Frozen> {
    let folder = &experiment.folder;
    let manifest = &experiment.manifest;
    if folder.has(FREEZE) {
        return Err(ProtocolError::State(
            "it is frozen already; what is frozen is not frozen again".to_owned(),
        ));
    }
    let open = manifest.open_values();
    if !open.is_empty() {
        return Err(wrong(
            MANIFEST,
            format!("not to be frozen as long as values are open: {}", open.join("; ")),
        ));
    }
    let schema: Value = folder.json(SCHEMA)?;
    if schema != answer::schema(&manifest.agent) {
        return Err(wrong(
            SCHEMA,
            "not the schema of the manifest's actions; write it anew with `oracade protocol init --schema`",
        ));
    }
    let mut first = Stage::restore(spec, manifest)?;
    let state = first.state_sha256()?;
    let look = first.look()?;
    let mut second = Stage::restore(spec, manifest)?;
    let again = (second.state_sha256()?, second.look()?.frame_sha256);
    if (&again.0, &again.1) != (&state, &look.frame_sha256) {
        return Err(ProtocolError::State(
            "the initial state was restored twice and is not the same".to_owned(),
        ));
    }
    agrees(experiment, spec, &mut first, &state)?;
    // The probes must have values, and nothing may have been reached.
    let milestones = &experiment.scoring.milestones;
    let reached = crate::oracle::reached(milestones, first.hidden(), &mut std::collections::BTreeSet::new())?;
    crate::oracle::spot(&milestones.oracle, first.hidden())?;
    crate::oracle::progress(&milestones.oracle, first.hidden())?;
    if !reached.is_empty() {
        return Err(wrong(
            MILESTONES,
            format!("{} are reached before a trial begins", reached.join(", ")),
        ));
    }
    let dry = dry(experiment, spec, &state)?;
    let mut files = BTreeMap::new();
    for file in frozen_files(experiment)? {
        let digest = folder.sha256(&file)?;
        files.insert(file, digest);
    }
    let seed = blind_seed.unwrap_or_else(|| {
        let digest = canonical::digest_of(&files);
        u64::from_str_radix(&digest[..16], 16).unwrap_or(0)
    });
    let labels = Labels::deal(manifest, seed);
    let order = blocks(manifest);
    let told: Vec<String> = order
        .iter()
        .flat_map(|block: &Block| &block.trials)
        .map(|trial| labels.codes[&trial.condition].clone())
        .collect();
    let evidence = [
        format!("{} files", files.len()),
        format!("state {state}, frame {}", look.frame_sha256),
        dry,
        "a game, a store and a player of its own for each trial; two dry runs give the same bytes".to_owned(),
        format!("{LABELS}, kept from annotators"),
        told.join(","),
    ];
    let item = |(at, item): (usize, &&str)| Item {
        number: at as u32 + 1,
        item: (*item).to_owned(),
        done: at < evidence.len(),
        evidence: evidence.get(at).cloned().unwrap_or_default(),
    };
    let frozen = Frozen {
        format: "oracade-protocol/1".to_owned(),
        files,
        initial_state_sha256: state,
        first_frame_sha256: look.frame_sha256,
        labels_sha256: canonical::digest_of(&labels),
        checklist: ITEMS.iter().enumerate().map(item).collect(),
    };
    folder.write_json(LABELS, &labels)?;
    folder.write_json(SCHEDULE, &order)?;
    folder.write_json(FREEZE, &frozen)?;
    crate::bundle::write(folder)?;
    Ok(frozen)
}
