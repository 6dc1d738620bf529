//! The replay axis as far as it is calculation: which scenarios are played, which stretch of a replay an item is about, and which frames
//! of it are looked at.

use crate::graph::{Graph, Reading};
use crate::json::{self, ReadError};
use crate::model::{Contract, Input, RubricItem, Scenario, TimedInput};
use crate::play::trajectory::is_input;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Frames that are looked at for one item.
pub const FRAMES: usize = 8;
/// Inputs a build may hand in for one scenario.
const MAX_INPUTS: usize = 5_000;
/// How long after an item's expectation is met its stretch goes on, in ms.
const AFTER_MS: f64 = 500.0;
/// How long a stretch is whose end nothing tells, in ms.
const STRETCH_MS: f64 = 2_000.0;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PolicyFormat {
    /// The first format.
    #[serde(rename = "oracade-policy-1")]
    V1,
}

/// How a build wants its scenarios to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The format.
    pub format: PolicyFormat,
    /// Inputs by scenario; those that are not there are played as the contract says.
    pub scenarios: BTreeMap<String, Vec<TimedInput>>,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, or has times that go back or are out of bounds.
    pub fn read(file: &str, text: &str) -> Result<Policy, ReadError> {
        let (policy, node): (Policy, json::Node) = json::read_located(file, text)?;
        let bad = policy.scenarios.iter().find_map(|(id, inputs)| {
            let key = format!("scenarios.{id}");
            if inputs.len() > MAX_INPUTS {
                return Some((key, format!("at most {MAX_INPUTS} inputs")));
            }
            let orderly = inputs.windows(2).all(|pair| pair[0].at_ms <= pair[1].at_ms);
            let bounded = inputs.iter().all(|input| (0.0..=3_600_000.0).contains(&input.at_ms));
            (!orderly || !bounded).then(|| (key, "times do not go back and are at most an hour".to_owned()))
        });
        match bad {
            None => Ok(policy),
            Some((key, message)) => Err(ReadError {
                file: file.to_owned(),
                line: node.nearest(&key).line,
                key,
                message,
            }),
        }
    }
}

/// The scenarios that are played: all that are not held out, and of those that are, half, by the seed.
pub fn played(contract: &Contract, seed: u64) -> Vec<&Scenario> {
    let held: Vec<usize> = (0..contract.scenarios.len())
        .filter(|at| contract.scenarios[*at].held_out)
        .collect();
    let mut order = held.clone();
    let mut state = seed;
    for at in (1..order.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        order.swap(at, ((z ^ (z >> 31)) % (at as u64 + 1)) as usize);
    }
    order.truncate(held.len().div_ceil(2));
    let scenarios = contract.scenarios.iter().enumerate();
    scenarios
        .filter(|(at, scenario)| !scenario.held_out || order.contains(at))
        .map(|(_, scenario)| scenario)
        .collect()
}

/// The stretch of a replay that an item is about, in ms from the scenario's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Where it begins: at the input that matters, or at the beginning.
    pub from_ms: f64,
    /// Where it ends.
    pub to_ms: f64,
}

/// Finds the stretch of an item: from the first input that its rules wait for, or that a rule they depend on waits for, until what it expects
/// was seen.
pub fn stretch(contract: &Contract, item: &RubricItem, inputs: &[TimedInput], end_ms: f64, met_ms: &[f64]) -> Stretch {
    let graph = Graph::new(contract, Reading::Satisfiable);
    let own: Vec<usize> = (0..contract.rules.len())
        .filter(|at| item.rules.contains(&contract.rules[*at].id))
        .collect();
    let up: BTreeSet<usize> = own.iter().flat_map(|rule| graph.upstream(*rule)).collect();
    let first = |rules: &mut dyn Iterator<Item = usize>| -> Option<f64> {
        let named: Vec<&Input> = rules.flat_map(|rule| &contract.rules[rule].trigger.inputs).collect();
        let made = inputs
            .iter()
            .find(|made| named.iter().any(|named| is_input(&made.input, named)));
        made.map(|made| made.at_ms)
    };
    let from_ms = first(&mut own.iter().copied())
        .or_else(|| first(&mut up.iter().copied()))
        .or_else(|| inputs.first().map(|made| made.at_ms))
        .unwrap_or(0.0)
        .min(end_ms);
    let met = met_ms.iter().copied().find(|met| *met >= from_ms);
    let to_ms = match (met, item.expect.is_empty()) {
        (Some(met), _) => met + AFTER_MS,
        (None, false) => end_ms,
        // How something looks is looked at all along.
        (None, true) if item.category == crate::model::Category::A => end_ms,
        (None, true) => from_ms + STRETCH_MS,
    };
    Stretch {
        from_ms,
        to_ms: to_ms.min(end_ms).max(from_ms),
    }
}

/// A frame that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// Its number.
    pub frame: u64,
    /// Why: `before`, `input`, `after 4`, `change`, `last`.
    pub why: String,
}

/// Chooses at most `most` frames of a stretch: always the one before the input; then, of the frames at the input and 1, 2, 4, 8, … after it,
/// those at which the picture changes most, and the last one, each time the one that is farthest in time from those that are chosen.
///
/// `changes` are how much the picture changed against the one before, by frame.
pub fn choose(from: u64, to: u64, changes: &[(u64, f64)], most: usize) -> Vec<Chosen> {
    let to = to.max(from);
    let mut candidates: BTreeMap<u64, String> = BTreeMap::new();
    let mut add = |frame: u64, why: String| {
        if (from..=to).contains(&frame) {
            candidates.entry(frame).or_insert(why);
        }
    };
    add(from, "input".to_owned());
    let mut ticks = 1;
    while from.checked_add(ticks).is_some_and(|frame| frame <= to) {
        add(from + ticks, format!("after {ticks}"));
        ticks *= 2;
    }
    let within: Vec<(u64, f64)> = changes
        .iter()
        .filter(|(frame, _)| (from..=to).contains(frame))
        .copied()
        .collect();
    for (at, (frame, change)) in within.iter().enumerate() {
        let neighbour = |other: Option<&(u64, f64)>| other.map_or(0.0, |(_, change)| *change);
        let before = neighbour(at.checked_sub(1).and_then(|at| within.get(at)));
        if *change > 0.0 && *change > before && *change >= neighbour(within.get(at + 1)) {
            add(*frame, "change".to_owned());
        }
    }
    add(to, "last".to_owned());
    let mut chosen: Vec<Chosen> = vec![Chosen {
        frame: from.saturating_sub(1),
        why: "before".to_owned(),
    }];
    while chosen.len() < most.max(1) {
        let distance = |frame: u64| chosen.iter().map(|one| one.frame.abs_diff(frame)).min().unwrap_or(u64::MAX);
        let next = candidates
            .keys()
            .map(|frame| (distance(*frame), *frame))
            .filter(|(distance, _)| *distance > 0)
            .max_by_key(|(distance, frame)| (*distance, std::cmp::Reverse(*frame)));
        let Some((_, frame)) = next else { break };
        chosen.push(Chosen {
            frame,
            why: candidates.remove(&frame).unwrap_or_default(),
        });
    }
    chosen.sort_by_key(|one| one.frame);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::tests::contract;
    use serde_json::json;

    #[test]
    fn the_frame_before_is_always_there_and_others_are_far_apart() {
        let frames = choose(60, 120, &[(64, 0.5), (68, 0.1), (72, 0.0)], FRAMES);
        assert_eq!(frames.len(), FRAMES);
        assert_eq!((frames[0].frame, frames[0].why.as_str()), (59, "before"));
        assert!(frames.iter().any(|one| one.frame == 120 && one.why == "last"));
        assert!(frames.iter().any(|one| one.frame == 92 && one.why == "after 32"));
        assert!(frames.windows(2).all(|pair| pair[0].frame < pair[1].frame));
        // A stretch of one frame has that frame and the one before; none at the very start repeats.
        assert_eq!(choose(5, 5, &[], FRAMES).len(), 2);
        assert_eq!(choose(0, 0, &[], FRAMES).len(), 1);
        // Two: the one before, and the farthest.
        assert_eq!(
            choose(60, 120, &[], 2).iter().map(|one| one.frame).collect::<Vec<_>>(),
            [59, 120]
        );
    }

    #[test]
    fn held_out_scenarios_are_sampled_by_the_seed() {
        let mut contract = contract();
        let scenario = |id: usize, held: bool| -> Scenario {
            serde_json::from_value(
                json!({ "id": format!("s{id}"), "title": "", "duration_ms": 1000.0, "rubric": [], "held_out": held }),
            )
            .unwrap()
        };
        contract.scenarios = (0..12).map(|id| scenario(id, id >= 4)).collect();
        let ids = |seed: u64| -> Vec<String> { played(&contract, seed).iter().map(|one| one.id.clone()).collect() };
        assert_eq!(ids(1).len(), 8);
        assert_eq!(ids(1)[..4], ["s0", "s1", "s2", "s3"]);
        assert_eq!(ids(1), ids(1));
        assert!((2..30).any(|seed| ids(seed) != ids(1)));
    }

    #[test]
    fn policies_keep_to_time() {
        let key = |at_ms: f64| json!({ "at_ms": at_ms, "input": { "kind": "key", "code": "Space" } });
        let policy =
            |list: Vec<serde_json::Value>| json!({ "format": "oracade-policy-1", "scenarios": { "a": list } }).to_string();
        assert!(Policy::read("p", &policy(vec![key(1.0), key(1.0)])).is_ok());
        assert!(Policy::read("p", &policy(vec![key(2.0), key(1.0)])).is_err());
        assert!(Policy::read("p", &policy(vec![key(-1.0)])).is_err());
    }
}
