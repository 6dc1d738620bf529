//! Trails: what an environment shows step by step, as digests, so that long runs can be compared between courses, threads and processes.

use crate::env::{Env, Outcome};
use crate::error::{EnvError, Result};
use crate::rng::Chance;
use crate::spaces::Item;
use crate::spec::Spec;
use crate::vec_env::{Autoreset, Batch, VecEnv};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Purpose of the chance that detours are of, apart from that of the actions.
const DETOURS: u64 = 5;
/// One step in so many begins a detour.
const DETOUR_EVERY: u64 = 40;
/// Most steps of a detour.
const DETOUR_STEPS: u64 = 8;

/// How a trail is walked. All courses leave the same trail, if the environment keeps its promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Straight on.
    Straight,
    /// At random steps somewhere else for a while and back to what was saved, or on in a copy.
    Detours,
}

fn feed(hash: &mut Sha256, item: &Item) {
    match item {
        Item::Bytes(bytes) => hash.update(bytes),
        Item::Floats(floats) => floats.iter().for_each(|float| hash.update(float.to_bits().to_le_bytes())),
        Item::Text(text) => hash.update(text),
        Item::Dict(items) => {
            for (name, item) in items {
                hash.update(name);
                hash.update([0]);
                feed(hash, item);
            }
        }
        other => hash.update(other.to_string()),
    }
    hash.update([0]);
}

/// A step in sixteen digits: what was seen, the reward's bits, the flags, and what was told beside.
pub(crate) fn digest(observation: &Item, outcome: Outcome, info: &Map<String, Value>) -> String {
    let mut hash = Sha256::new();
    feed(&mut hash, observation);
    hash.update(outcome.reward.to_bits().to_le_bytes());
    hash.update([u8::from(outcome.terminated), u8::from(outcome.truncated)]);
    hash.update(serde_json::to_vec(info).unwrap_or_default());
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Steps of chance from a seed on; another episode begins when one has ended. A digest for each step.
///
/// # Errors
/// The environment cannot be used, or shows something else after it was restored.
pub fn trail(spec: &Arc<Spec>, seed: u64, steps: u32, course: Course) -> Result<Vec<String>> {
    let mut env = Env::new(spec.clone())?;
    env.restart(Some(seed), None)?;
    let space = spec.action_space();
    let (mut chance, mut detours) = (Chance::new(seed, 0), Chance::new(seed, DETOURS));
    let mut digests = Vec::with_capacity(steps as usize);
    for _ in 0..steps {
        if course == Course::Detours && detours.below(DETOUR_EVERY) == 0 {
            detour(&mut env, &mut detours)?;
        }
        let step = env.step(&space.sample(&mut chance))?;
        digests.push(digest(&step.observation, step.outcome, &step.info));
        if step.outcome.ended() {
            env.restart(None, None)?;
        }
    }
    Ok(digests)
}

/// Goes somewhere else, and back.
fn detour(env: &mut Env, chance: &mut Chance) -> Result<()> {
    let space = env.action_space();
    let (saved, before) = (env.save()?, env.observe()?);
    let copy = (chance.below(2) == 0).then(|| env.fork()).transpose()?;
    for _ in 0..=chance.below(DETOUR_STEPS) {
        if env.step(&space.sample(chance))?.outcome.ended() {
            env.restart(None, None)?;
        }
    }
    match copy {
        Some(copy) => *env = copy,
        None => env.restore(&saved)?,
    }
    if env.observe()? != before {
        return Err(EnvError::Restore("it shows something else than when it was saved".to_owned()));
    }
    Ok(())
}

/// The trail of lanes: a digest for each lane in each step.
///
/// # Errors
/// The environment cannot be used.
pub fn lanes_trail(spec: &Arc<Spec>, lanes: usize, threads: usize, seed: u64, steps: u32) -> Result<Vec<String>> {
    let mut env = VecEnv::new(spec.clone(), lanes, threads, Autoreset::NextStep)?;
    env.reset(Some(seed), None, None)?;
    let space = spec.action_space();
    let mut chances: Vec<Chance> = (0..lanes as u64).map(|lane| Chance::new(seed + lane, 1)).collect();
    let mut digests = Vec::new();
    for _ in 0..steps {
        let actions: Vec<Item> = chances.iter_mut().map(|chance| space.sample(chance)).collect();
        env.step(&actions)?;
        for lane in 0..lanes {
            let part = |length: usize| lane * (length / lanes)..(lane + 1) * (length / lanes);
            let seen = match env.observations() {
                Batch::Bytes(bytes) => Item::Bytes(bytes[part(bytes.len())].to_vec()),
                Batch::Floats(floats) => Item::Floats(floats[part(floats.len())].to_vec()),
                Batch::Items(items) => items.get(lane).cloned().unwrap_or_else(crate::adapter::no_action),
            };
            digests.push(digest(&seen, env.outcomes()[lane], &env.infos()[lane].info));
        }
    }
    Ok(digests)
}
