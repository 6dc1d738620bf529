//! Builds judged under a contract on three axes, and the folder that keeps what was found.
//!
//! The work is cut into parts of votes, scenarios and films of all builds, which any number of threads take one after another; each
//! depends on its own seed alone, so that what comes out is the same however many threads there are.

mod build;
mod crew;
mod film;
mod folder;
mod work;

pub use build::{Build, Found, comes_up};
pub use crew::each;
pub use folder::Files;

use crate::playtest::{Bot, Effort, PlaytestError};
use crate::replay::ReplayError;
use film::{Filmed, film, reels};
use folder::Shelf;
use oracade_contracts::judge::{Judge, JudgeError};
use oracade_contracts::play::lens::Lens;
use oracade_contracts::results::BuildResult;
use oracade_recorder::tape::Header;
use oracade_runtime::{Engine, PageError};
use std::collections::BTreeMap;
use work::Played;

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

impl From<ReplayError> for EvaluationError {
    fn from(error: ReplayError) -> EvaluationError {
        match error {
            ReplayError::Page(error) => EvaluationError::Page(error),
            ReplayError::Judge(error) => EvaluationError::Judge(error),
        }
    }
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
    let running: Vec<usize> = (0..builds.len()).filter(|at| up[*at].is_ok()).collect();
    let mut found: Vec<Found> = up
        .into_iter()
        .map(|up| Found {
            runs: up.is_ok(),
            problem: up.err(),
            votes: Vec::new(),
            scenarios: Vec::new(),
        })
        .collect();
    let Played { votes, scenarios } = work::play_all(bench, builds, &running, axes)?;
    votes.into_iter().for_each(|(at, vote)| found[at].votes.push(vote));
    scenarios.into_iter().for_each(|(at, one)| found[at].scenarios.push(one));
    Ok(found)
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
