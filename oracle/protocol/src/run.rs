//! Running what was frozen: block after block, on as many threads as wanted, going on where an earlier run stopped.

use crate::bundle;
use crate::error::{ProtocolError, Result, io};
use crate::files::{self, Folder};
use crate::freeze::Frozen;
use crate::manifest::{Condition, Experiment};
use crate::player::Players;
use crate::records::TrialRecord;
use crate::schedule::{Block, Planned, blocks};
use crate::stage::config_sha256;
use crate::trial::{self, Place};
use oracade_gym::Spec;
use rayon::prelude::*;
use std::fs;
use std::sync::Arc;

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Ran {
    /// Trials that were played now.
    pub played: usize,
    /// Trials that had been played before.
    pub kept: usize,
    /// Trials that are left.
    pub left: usize,
    /// Trials that were set aside, since the harness failed.
    pub set_aside: Vec<String>,
    /// Blocks that failed too often, with the reason.
    pub failed: Vec<String>,
}

/// How a run is done.
pub struct Options<'a> {
    /// Threads.
    pub jobs: usize,
    /// Blocks of this run, at most.
    pub slots: Option<usize>,
    /// Is told of each trial that was played.
    pub tell: &'a (dyn Fn(&TrialRecord) + Sync),
}

/// Runs trials.
///
/// # Errors
/// What was frozen has changed, or files cannot be written.
pub fn run(experiment: &Experiment, spec: &Arc<Spec>, players: &dyn Players, options: &Options<'_>) -> Result<Ran> {
    let frozen = Frozen::load(&experiment.folder)?;
    if experiment.folder.has(files::CLOSED) {
        return Err(ProtocolError::State(
            "the labels are closed; trials are not run any more".to_owned(),
        ));
    }
    let game = &experiment.manifest.game;
    if game.rom_sha256 != spec.game_sha256 || experiment.manifest.emulator.config_sha256 != config_sha256(spec) {
        return Err(ProtocolError::State(format!(
            "{} is not the game that was frozen; use the build that it was frozen with",
            game.environment
        )));
    }
    let is_played = |planned: &Planned| {
        experiment
            .folder
            .has(&format!("{}/trial.json", files::trial(&planned.condition, planned.number)))
    };
    let all = blocks(&experiment.manifest);
    let open: Vec<&Block> = all.iter().filter(|block| !block.trials.iter().all(is_played)).collect();
    let kept = all
        .iter()
        .flat_map(|block| &block.trials)
        .filter(|planned| is_played(planned))
        .count();
    let chosen = &open[..options.slots.unwrap_or(usize::MAX).min(open.len())];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs.max(1)).build();
    let pool = pool.map_err(|error| ProtocolError::State(format!("no threads: {error}")))?;
    let outcomes: Vec<Result<Ran>> = pool.install(|| {
        chosen
            .par_iter()
            .map(|slot| block(experiment, spec, players, &frozen, slot, options))
            .collect()
    });
    let mut ran = Ran { kept, ..Ran::default() };
    for outcome in outcomes {
        let one = outcome?;
        ran.played += one.played;
        ran.set_aside.extend(one.set_aside);
        ran.failed.extend(one.failed);
    }
    ran.left = all
        .iter()
        .flat_map(|block| &block.trials)
        .filter(|planned| !is_played(planned))
        .count();
    bundle::write(&experiment.folder)?;
    Ok(ran)
}

fn condition<'a>(experiment: &'a Experiment, id: &str) -> Result<&'a Condition> {
    let found = experiment.conditions.iter().find(|condition| condition.id == id);
    found.ok_or_else(|| ProtocolError::State(format!("there is no condition {id:?}")))
}

/// Where the trials of a block that failed for the `n`-th time lie.
fn aside(name: &str, n: u32) -> String {
    format!("{name}.invalid-{n}")
}

/// Runs a block; if the harness fails in one of its trials, all of them are set aside and run again.
fn block(
    experiment: &Experiment,
    spec: &Arc<Spec>,
    players: &dyn Players,
    frozen: &Frozen,
    slot: &Block,
    options: &Options<'_>,
) -> Result<Ran> {
    let mut ran = Ran::default();
    let folder = &experiment.folder;
    let names: Vec<String> = slot
        .trials
        .iter()
        .map(|planned| files::trial(&planned.condition, planned.number))
        .collect();
    let mut repeated = 0;
    while names.iter().any(|name| folder.has(&aside(name, repeated + 1))) {
        repeated += 1;
    }
    loop {
        let mut failure = None;
        for (planned, name) in slot.trials.iter().zip(&names) {
            if folder.has(&format!("{name}/trial.json")) {
                continue;
            }
            // What a run left that was ended from outside.
            remove(folder, name)?;
            let condition = condition(experiment, &planned.condition)?;
            let place = Place {
                experiment,
                spec,
                condition,
                id: planned.id(),
                name: name.clone(),
                folder,
                slot: slot.slot,
                repeated,
                frozen: &frozen.sha256(),
                initial: &frozen.initial_state_sha256,
            };
            let played = players
                .make(experiment, condition, planned.number)
                .and_then(|mut player| trial::play(&place, player.as_mut()));
            match played {
                Ok(record) => {
                    ran.played += 1;
                    (options.tell)(&record);
                }
                Err(error) => {
                    failure = Some((name.clone(), error));
                    break;
                }
            }
        }
        let Some((name, error)) = failure else { return Ok(ran) };
        repeated += 1;
        folder.write(&format!("{name}/failure.txt"), format!("{error}\n").as_bytes())?;
        for name in names.iter().filter(|name| folder.path(name).is_dir()) {
            let (from, to) = (folder.path(name), folder.path(&aside(name, repeated)));
            fs::rename(&from, &to).map_err(|error| io(&from, &error))?;
            ran.set_aside.push(aside(name, repeated));
        }
        ran.played = 0;
        if repeated > experiment.manifest.trials.harness_retries {
            ran.failed.push(format!("block {}: {error}", slot.slot));
            return Ok(ran);
        }
    }
}

fn remove(folder: &Folder, name: &str) -> Result<()> {
    let path = folder.path(name);
    if !path.exists() {
        return Ok(());
    }
    fs::remove_dir_all(&path).map_err(|error| io(&path, &error))
}
