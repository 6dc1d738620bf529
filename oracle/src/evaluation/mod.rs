//! Builds judged under a contract on three axes, and the folder that keeps what was found.
//!
//! The work is cut into votes, scenarios and films of all builds, which any number of threads take one after another; each depends on its
//! own seed alone, so that what comes out is the same however many threads there are.

mod build;
mod crew;
mod film;
mod folder;

pub use build::{Build, Found, comes_up};
pub use crew::each;
pub use folder::Files;

use crate::playtest::{Bot, Effort, PlaytestError, Table, VoteResult, play};
use crate::replay::{ScenarioJudged, judge_scenario, record};
use film::{Filmed, film, reels};
use folder::Shelf;
use oracade_contracts::judge::{Judge, JudgeError};
use oracade_contracts::model::Scenario;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::replay::played;
use oracade_contracts::results::BuildResult;
use oracade_recorder::tape::Header;
use oracade_runtime::{Engine, PageError};
use std::collections::BTreeMap;

/// What builds are judged by.
pub struct Bench<'b> {
    /// The engine.
    pub engine: &'static Engine,
    /// The contract.
    pub lens: &'b Lens<'b>,
    /// Who judges what was played.
    pub judge: &'b dyn Judge,
    /// Votes on each rule and item.
    pub votes: u32,
    /// The seed.
    pub seed: u64,
    /// Which held-out scenarios are played.
    pub held_out_seed: u64,
    /// How much is tried.
    pub effort: Effort,
    /// For each rule, whether play looks for it.
    pub wanted: &'b [bool],
    /// Bots of somebody's own.
    pub bots: &'b [Bot],
    /// Threads.
    pub jobs: usize,
}

/// Why an evaluation could not be done.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// A page does not open.
    #[error(transparent)]
    Page(#[from] PageError),
    /// Playing failed.
    #[error(transparent)]
    Playtest(#[from] PlaytestError),
    /// The judge does not judge.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A defect of this program.
    #[error("a defect of this program ended part of the work; its message is above")]
    Defect,
}

/// A part of the work.
enum Part<'p> {
    Vote(usize, u32),
    Scenario(usize, &'p Scenario),
}

enum Done {
    Vote(Box<VoteResult>),
    Scenario(Box<ScenarioJudged>),
}

/// Which of the axes that need play are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Replay of scenarios.
    pub replay: bool,
    /// Playtest.
    pub play: bool,
}

/// Plays builds.
///
/// # Errors
/// A page does not open, or the judge does not judge. A build that does not run is no error.
pub fn find(bench: &Bench<'_>, builds: &[Build<'_>], axes: Axes) -> Result<Vec<Found>, EvaluationError> {
    let up = each(builds.len(), bench.jobs, |at| comes_up(builds[at].opener, bench.seed));
    let up: Vec<Result<(), String>> = up
        .into_iter()
        .map(|one| one.ok_or(EvaluationError::Defect))
        .collect::<Result<_, _>>()?;
    let scenarios = played(bench.lens.contract, bench.held_out_seed);
    let mut parts = Vec::new();
    for at in (0..builds.len()).filter(|at| up[*at].is_ok()) {
        // Votes take longest, so they come first.
        parts.extend((1..=bench.votes).filter(|_| axes.play).map(|vote| Part::Vote(at, vote)));
        parts.extend(
            scenarios
                .iter()
                .filter(|_| axes.replay)
                .map(|scenario| Part::Scenario(at, scenario)),
        );
    }
    let done = each(parts.len(), bench.jobs, |at| work(bench, builds, &parts[at]));
    let mut found: Vec<Found> = up
        .into_iter()
        .map(|up| Found {
            runs: up.is_ok(),
            problem: up.err(),
            votes: Vec::new(),
            scenarios: Vec::new(),
        })
        .collect();
    for (part, done) in parts.iter().zip(done) {
        let (Part::Vote(at, _) | Part::Scenario(at, _)) = part;
        match done.ok_or(EvaluationError::Defect)?? {
            Done::Vote(vote) => found[*at].votes.push(*vote),
            Done::Scenario(scenario) => found[*at].scenarios.push(*scenario),
        }
    }
    Ok(found)
}

fn work(bench: &Bench<'_>, builds: &[Build<'_>], part: &Part<'_>) -> Result<Done, EvaluationError> {
    match part {
        Part::Vote(at, vote) => {
            let table = Table {
                engine: bench.engine,
                lens: bench.lens,
                opener: builds[*at].brancher,
                judge: bench.judge,
                seed: bench.seed,
                effort: bench.effort,
                wanted: bench.wanted,
                bots: bench.bots,
            };
            Ok(Done::Vote(Box::new(play(&table, *vote)?)))
        }
        Part::Scenario(at, scenario) => {
            let build = &builds[*at];
            // A scenario that is held out is not known to who built the game.
            let own = build.policy.as_ref().filter(|_| !scenario.held_out);
            let own = own.and_then(|policy| policy.scenarios.get(&scenario.id));
            let inputs = own.unwrap_or(&scenario.inputs);
            let recording = record(bench.lens, build.opener, bench.seed, scenario, inputs)?;
            let judged = judge_scenario(bench.lens, bench.judge, bench.votes, scenario, recording, own.is_some())?;
            Ok(Done::Scenario(Box::new(judged)))
        }
    }
}

/// A build's files, and whether all its tapes play again as they were made.
pub struct Written {
    /// The files.
    pub files: Files,
    /// The trajectories whose tapes end otherwise when they are played again.
    pub differ: Vec<String>,
}

/// Makes the files of builds; their folders are `builds/NAME`.
///
/// # Errors
/// A page does not open.
pub fn write(
    bench: &Bench<'_>,
    builds: &[Build<'_>],
    found: &[Found],
    results: &[BuildResult],
    header: &(dyn Fn(usize, u64) -> Header + Sync),
) -> Result<Vec<Written>, EvaluationError> {
    let (rules, invariants) = (bench.lens.plans.len(), bench.lens.contract.invariants.len());
    let reels: Vec<(usize, film::Reel<'_>)> = found
        .iter()
        .enumerate()
        .flat_map(|(at, found)| reels(found, rules, invariants).into_iter().map(move |reel| (at, reel)))
        .collect();
    let filmed = each(reels.len(), bench.jobs, |number| {
        let (at, reel) = &reels[number];
        film(builds[*at].opener, reel)
    });
    let mut by_build: Vec<BTreeMap<String, Filmed>> = builds.iter().map(|_| BTreeMap::new()).collect();
    let mut differ: Vec<Vec<String>> = builds.iter().map(|_| Vec::new()).collect();
    for ((at, reel), filmed) in reels.iter().zip(filmed) {
        let filmed = filmed.ok_or(EvaluationError::Defect)??;
        if !filmed.equal {
            differ[*at].push(reel.id.to_owned());
        }
        by_build[*at].insert(reel.id.to_owned(), filmed);
    }
    let written = by_build.into_iter().zip(differ).enumerate().map(|(at, (filmed, differ))| {
        let own = |seed: u64| header(at, seed);
        let shelf = Shelf {
            lens: bench.lens,
            found: &found[at],
            result: &results[at],
            header: &own,
            filmed,
        };
        Written {
            files: shelf.files(&format!("builds/{}", builds[at].name)),
            differ,
        }
    });
    Ok(written.collect())
}
