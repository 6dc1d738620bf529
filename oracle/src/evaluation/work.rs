//! Votes and scenarios of several builds, cut so that several threads are busy to the end.
//!
//! A vote is most of the work and there are few of them, so it is cut, too: its exploration into parts that need nothing of each other,
//! and its bots into a few at a time. What is cut how does not depend on the number of threads.

use super::film::{Reel, film};
use super::{Axes, Bench, Build, EvaluationError, each};
use crate::playtest::{Explored, Part, Synthesis, Table, Trajectory, VoteResult, bots, explore, judge, play};
use crate::replay::{Recording, ScenarioJudged, judge_scenario, record};
use oracade_contracts::model::Scenario;
use oracade_contracts::replay::played;
use std::collections::BTreeSet;

/// Bots that play one after another on branches of one page.
const BOTS_AT_ONCE: usize = 8;

/// What came of it, each with the number of its build.
pub(super) struct Played {
    pub(super) votes: Vec<(usize, VoteResult)>,
    pub(super) scenarios: Vec<(usize, ScenarioJudged)>,
}

/// A part of the first round.
enum First<'p> {
    Explore(usize, Part),
    Scenario(usize, &'p Scenario),
}

enum FirstDone {
    Explored(Box<Explored>),
    Scenario(Box<ScenarioJudged>),
}

/// Plays the builds that run.
pub(super) fn play_all(
    bench: &Bench<'_>,
    builds: &[Build<'_>],
    running: &[usize],
    axes: Axes,
) -> Result<Played, EvaluationError> {
    let votes = running
        .iter()
        .flat_map(|at| (1..=bench.votes).filter(|_| axes.play).map(move |vote| (*at, vote)));
    let votes: Vec<(usize, u32)> = votes.collect();
    let (explored, scenarios) = first(bench, builds, running, &votes, axes)?;
    let made = all(votes.len(), bench.jobs, |number| {
        let (at, vote) = votes[number];
        let [starts, beginning] = &explored[number];
        Ok(bots(&table(bench, &builds[at]), vote, beginning, starts)?)
    })?;
    let trajectories = played_by(bench, builds, &votes, &made)?;
    // A judge may be somebody who has to be waited for.
    let trajectories: Vec<_> = trajectories
        .into_iter()
        .map(|list| std::sync::Mutex::new(Some(list)))
        .collect();
    let judged = all(votes.len(), bench.jobs, |number| {
        let (at, vote) = votes[number];
        let list = trajectories[number].lock().ok().and_then(|mut list| list.take());
        Ok(judge(
            &table(bench, &builds[at]),
            vote,
            &made[number],
            list.unwrap_or_default(),
        )?)
    })?;
    Ok(Played {
        votes: votes.iter().map(|(at, _)| *at).zip(judged).collect(),
        scenarios,
    })
}

/// Explores for all votes, and plays the scenarios beside that. Of each vote: from starts, from the beginning.
#[allow(clippy::type_complexity, reason = "two lists that are told apart right away")]
fn first(
    bench: &Bench<'_>,
    builds: &[Build<'_>],
    running: &[usize],
    votes: &[(usize, u32)],
    axes: Axes,
) -> Result<(Vec<[Explored; 2]>, Vec<(usize, ScenarioJudged)>), EvaluationError> {
    let scenarios = played(bench.lens.contract, bench.held_out_seed);
    // What takes longest comes first.
    let mut parts: Vec<First<'_>> = Vec::new();
    for part in [Part::Starts, Part::Beginning] {
        parts.extend((0..votes.len()).map(|number| First::Explore(number, part)));
    }
    for at in running.iter().filter(|_| axes.replay) {
        parts.extend(scenarios.iter().map(|scenario| First::Scenario(*at, scenario)));
    }
    let done = all(parts.len(), bench.jobs, |number| match &parts[number] {
        First::Explore(number, part) => {
            let (at, vote) = votes[*number];
            let explored = explore(&table(bench, &builds[at]), vote, *part)?;
            Ok(FirstDone::Explored(Box::new(explored)))
        }
        First::Scenario(at, one) => Ok(FirstDone::Scenario(Box::new(scenario(bench, &builds[*at], one)?))),
    })?;
    let mut explored: Vec<Explored> = Vec::new();
    let mut judged = Vec::new();
    for (part, done) in parts.iter().zip(done) {
        match (part, done) {
            (_, FirstDone::Explored(one)) => explored.push(*one),
            (First::Scenario(at, _), FirstDone::Scenario(one)) => judged.push((*at, *one)),
            (First::Explore(..), FirstDone::Scenario(_)) => {}
        }
    }
    let beginnings = explored.split_off(votes.len());
    let both = explored
        .into_iter()
        .zip(beginnings)
        .map(|(starts, beginning)| [starts, beginning]);
    Ok((both.collect(), judged))
}

/// The trajectories of each vote's bots, in their order.
fn played_by(
    bench: &Bench<'_>,
    builds: &[Build<'_>],
    votes: &[(usize, u32)],
    made: &[Synthesis],
) -> Result<Vec<Vec<Trajectory>>, EvaluationError> {
    let chunks: Vec<(usize, &[_])> = made
        .iter()
        .enumerate()
        .flat_map(|(number, made)| made.bots.chunks(BOTS_AT_ONCE).map(move |bots| (number, bots)))
        .collect();
    let done = all(chunks.len(), bench.jobs, |number| {
        let (of, bots) = chunks[number];
        let (at, vote) = votes[of];
        Ok(play(&table(bench, &builds[at]), vote, bots)?)
    })?;
    let mut trajectories: Vec<Vec<Trajectory>> = votes.iter().map(|_| Vec::new()).collect();
    for ((of, _), list) in chunks.iter().zip(done) {
        trajectories[*of].extend(list);
    }
    Ok(trajectories)
}

fn scenario(bench: &Bench<'_>, build: &Build<'_>, scenario: &Scenario) -> Result<ScenarioJudged, EvaluationError> {
    // A scenario that is held out is not known to who built the game.
    let own = build.policy.as_ref().filter(|_| !scenario.held_out);
    let own = own.and_then(|policy| policy.scenarios.get(&scenario.id));
    let inputs = own.unwrap_or(&scenario.inputs);
    let recording = record(bench.lens, build.opener, bench.seed, scenario, inputs)?;
    let camera = |recording: &Recording, frames: &BTreeSet<u64>| {
        let reel = Reel::of(recording, &scenario.id, frames.clone());
        Ok(film(build.opener, &reel)?.pictures)
    };
    Ok(judge_scenario(
        bench.lens,
        bench.judge,
        bench.votes,
        scenario,
        recording,
        own.is_some(),
        &camera,
    )?)
}

fn table<'t>(bench: &'t Bench<'_>, build: &'t Build<'_>) -> Table<'t> {
    Table {
        engine: bench.engine,
        lens: bench.lens,
        opener: build.brancher,
        judge: bench.judge,
        seed: bench.seed,
        effort: bench.effort,
        wanted: bench.wanted,
        bots: bench.bots,
    }
}

/// See [`each`]; the first error of all tasks, in their order, is the answer.
fn all<R: Send>(
    count: usize,
    jobs: usize,
    task: impl Fn(usize) -> Result<R, EvaluationError> + Sync,
) -> Result<Vec<R>, EvaluationError> {
    let done = each(count, jobs, task);
    done.into_iter().map(|one| one.ok_or(EvaluationError::Defect)?).collect()
}
