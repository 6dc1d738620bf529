//! The evaluation folder (docs/contracts.md): what was found, with its evidence, as files.

use super::build::{Found, cite};
use super::film::Filmed;
use crate::playtest::Trajectory;
use crate::replay::ScenarioJudged;
use oracade_contracts::canonical;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::play::trajectory::{Observation, words};
use oracade_contracts::results::BuildResult;
use oracade_recorder::tape::Header;
use oracade_recorder::write::TapeWriter;
use oracade_recorder::{End, Event};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Files by their paths within the folder.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What the files of one build are made of.
pub(crate) struct Shelf<'s, 'a> {
    pub(crate) lens: &'s Lens<'a>,
    pub(crate) found: &'s Found,
    pub(crate) result: &'s BuildResult,
    /// Pictures by trajectory.
    pub(crate) filmed: BTreeMap<String, Filmed>,
    /// The header of a tape of this build, by seed.
    pub(crate) header: &'s (dyn Fn(u64) -> Header + Sync),
}

impl Shelf<'_, '_> {
    /// The files of the build, under `folder`.
    pub(crate) fn files(&self, folder: &str) -> Files {
        let mut files = Files::new();
        let mut put = |path: String, bytes: Vec<u8>| drop(files.insert(format!("{folder}/{path}"), bytes));
        put("result.json".to_owned(), canonical::pretty(self.result).into_bytes());
        put("playtest.json".to_owned(), canonical::pretty(&self.playtest()).into_bytes());
        put("replay.json".to_owned(), canonical::pretty(&self.replay()).into_bytes());
        for trajectory in self.cited() {
            let id = &trajectory.id;
            put(format!("bots/{id}.js"), trajectory.bot.source.clone().into_bytes());
            put(
                format!("trajectories/{id}.json"),
                canonical::pretty(&of_bot(trajectory)).into_bytes(),
            );
            put(
                format!("tapes/{id}.tape"),
                self.tape(trajectory.seed, &trajectory.tape, trajectory.end_us, &trajectory.end),
            );
        }
        for scenario in &self.found.scenarios {
            let (id, recording) = (&scenario.id, &scenario.recording);
            put(
                format!("trajectories/{id}.json"),
                canonical::pretty(&of_scenario(scenario)).into_bytes(),
            );
            put(
                format!("tapes/{id}.tape"),
                self.tape(recording.seed, &recording.tape, recording.end_us, &recording.end),
            );
        }
        for (id, filmed) in &self.filmed {
            for (frame, png) in &filmed.pictures {
                put(format!("frames/{id}/{frame:06}.png"), png.clone());
            }
        }
        files
    }

    fn tape(&self, seed: u64, tape: &[Event], end_us: u64, end: &End) -> Vec<u8> {
        let write = || -> std::io::Result<Vec<u8>> {
            let mut writer = TapeWriter::new(Vec::new(), &(self.header)(seed))?;
            tape.iter().try_for_each(|event| writer.event(event))?;
            writer.end(end_us, end)
        };
        // Memory does not fail to be written to.
        write().unwrap_or_default()
    }

    /// The trajectories that are evidence: those that a verdict's votes or an invariant cite.
    fn cited(&self) -> Vec<&Trajectory> {
        let mut list = Vec::new();
        for vote in &self.found.votes {
            let mut numbers: BTreeSet<usize> = vote
                .rules
                .iter()
                .filter_map(|one| one.place.map(|(number, _, _)| number))
                .collect();
            numbers.extend(vote.broken.values().map(|(number, _)| *number));
            list.extend(numbers.into_iter().map(|number| &vote.trajectories[number]));
        }
        list
    }

    fn playtest(&self) -> Value {
        let found = self.found;
        let rules: Vec<Value> = self
            .lens
            .plans
            .iter()
            .enumerate()
            .map(|(rule, plan)| {
                let (verdict, _) = found.verdict(rule);
                let votes: Vec<Value> = found
                    .votes
                    .iter()
                    .map(|vote| {
                        let one = &vote.rules[rule];
                        let mut line = json!({ "vote": vote.vote, "verdict": one.verdict, "why": one.why });
                        if let Some((id, before, after, frame)) = cite(vote, one) {
                            line["trajectory"] = id.into();
                            line["before"] = format!("s{before}").into();
                            line["after"] = format!("s{after}").into();
                            line["frame"] = json!(frame);
                        }
                        line
                    })
                    .collect();
                let result = self.result.rule(&plan.rule.id);
                json!({
                    "rule": plan.rule.id, "verdict": verdict, "adversarial": result.is_some_and(|result| result.adversarial), "votes": votes,
                    "evidence": result.map(|result| result.play_evidence.clone()).unwrap_or_default(),
                    "note": result.map(|result| result.play_note.clone()).unwrap_or_default(),
                })
            })
            .collect();
        let snapshots: u64 = found.votes.iter().map(|vote| vote.snapshots).sum();
        let invariants: Vec<Value> = self
            .lens
            .contract
            .invariants
            .iter()
            .enumerate()
            .map(|(number, invariant)| {
                let broken = found.broken(number);
                json!({
                    "invariant": invariant.id, "kept": broken.is_none() && found.runs, "snapshots": snapshots,
                    "evidence": broken.iter().map(|(id, at)| format!("{id}/s{at}")).collect::<Vec<_>>(),
                    "note": if broken.is_some() { invariant.label.as_str() } else { "" },
                })
            })
            .collect();
        let cited = self.cited();
        let bots = cited.iter().map(|one| {
            let mut line = json!({ "id": one.id, "kind": one.bot.kind, "file": format!("bots/{}.js", one.id) });
            if let Some(target) = &one.bot.target {
                line["target"] = target.as_str().into();
            }
            line
        });
        json!({
            "format": "oracade-playtest-1", "votes": found.votes.len(), "runs": found.runs, "problem": found.problem,
            "coverage": oracade_contracts::results::coverage(self.lens.contract, [self.result]),
            "tried": found.votes.iter().map(|vote| vote.tried).sum::<usize>(), "snapshots": snapshots,
            "rules": rules, "invariants": invariants, "bots": bots.collect::<Vec<_>>(),
            "trajectories": cited.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(),
        })
    }

    fn replay(&self) -> Value {
        let scenarios: Vec<Value> = self
            .found
            .scenarios
            .iter()
            .map(|scenario| {
                let recording = &scenario.recording;
                let items: Vec<Value> = scenario
                    .items
                    .iter()
                    .map(|item| {
                        let frames: Vec<Value> = item
                            .frames
                            .iter()
                            .map(|one| {
                                let at_ms = recording.ms(one.frame * 1_000_000 / 60);
                                let file = format!("frames/{}/{:06}.png", scenario.id, one.frame);
                                let taken = self.filmed.get(&scenario.id).is_some_and(|filmed| filmed.pictures.contains_key(&one.frame));
                                json!({ "frame": one.frame, "at_ms": at_ms, "file": taken.then_some(file), "why": one.why })
                            })
                            .collect();
                        json!({
                            "item": item.item, "category": item.category, "text": item.text, "score": item.score,
                            "from_ms": item.stretch.from_ms, "to_ms": item.stretch.to_ms, "frames": frames,
                            "snapshots": item.snapshots.iter().map(|at| format!("s{at}")).collect::<Vec<_>>(),
                            "evidence": item.evidence, "note": item.note,
                        })
                    })
                    .collect();
                let inputs: Vec<Value> =
                    recording.inputs.iter().map(|made| json!({ "at_ms": made.at_ms, "text": words(&made.input) })).collect();
                json!({
                    "scenario": scenario.scenario, "valid": recording.valid, "problem": recording.problem, "held_out": scenario.held_out,
                    "policy": if scenario.own_policy { "build" } else { "contract" }, "trajectory": scenario.id, "score": scenario.score(),
                    "inputs": inputs, "items": items,
                })
            })
            .collect();
        json!({ "format": "oracade-replay-1", "scenarios": scenarios })
    }
}

fn observation(at: usize, seen: &Observation, rules: Option<&BTreeSet<String>>) -> Value {
    json!({
        "id": format!("s{at}"), "at_ms": seen.at_us as f64 / 1e3, "frame": seen.frame,
        "inputs": seen.done.iter().map(|done| done.text.as_str()).collect::<Vec<_>>(), "rules": rules.cloned().unwrap_or_default(),
        "snapshot": seen.snapshot,
    })
}

fn of_bot(one: &Trajectory) -> Value {
    let observations: Vec<Value> = one
        .kept
        .iter()
        .map(|(at, seen)| observation(*at, seen, one.tags.get(at)))
        .collect();
    let mut value = json!({
        "format": "oracade-trajectory-1", "id": one.id, "kind": one.bot.kind, "vote": one.vote, "seed": one.seed,
        "bot": format!("bots/{}.js", one.id), "tape": format!("tapes/{}.tape", one.id), "end_ms": one.end_us as f64 / 1e3,
        "made": one.total, "observations": observations, "console": one.console, "exceptions": one.exceptions,
    });
    for (key, given) in [
        ("target", one.bot.target.as_deref().map(Value::from)),
        ("start", one.start.clone()),
        ("died", one.end.died.as_deref().map(Value::from)),
        ("failed", one.failed.as_deref().map(Value::from)),
    ] {
        if let Some(given) = given {
            value[key] = given;
        }
    }
    value
}

fn of_scenario(one: &ScenarioJudged) -> Value {
    let recording = &one.recording;
    let observations: Vec<Value> = one
        .kept
        .iter()
        .filter_map(|at| Some(observation(*at, recording.seen.get(*at)?, None)))
        .collect();
    let mut value = json!({
        "format": "oracade-trajectory-1", "id": one.id, "kind": "replay", "vote": 1, "seed": recording.seed, "scenario": one.scenario,
        "tape": format!("tapes/{}.tape", one.id), "begun_ms": recording.begun_us as f64 / 1e3, "end_ms": recording.end_us as f64 / 1e3,
        "made": recording.seen.len(), "observations": observations, "console": recording.console, "exceptions": recording.exceptions,
    });
    if let Some(died) = &recording.end.died {
        value["died"] = died.as_str().into();
    }
    value
}
