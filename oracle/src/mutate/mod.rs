//! Tests of tests: a suite is run against deliberately wrong variants of a game, and what it does not notice is shown.
//!
//! A mutant is *killed* by the first check that fails on it and does not on the game itself. One that no check notices *survives*,
//! unless it is *equivalent over exploration*: played by everything the suite does and by random tapes, all of its frames, snapshots,
//! console lines and stored data are those of the game. docs/checks.md, "Mutation", says what the figures mean.

mod differs;
mod explore;
mod game;
mod report;
mod run;
mod tapes;
mod tell;
mod trial;

pub use differs::Differs;
pub use report::{CheckKills, Fate, Kill, KillKind, OperatorRow, Report, Strength, Tried};
pub use run::run;
pub use tell::{Told, markdown, table};

use oracade_mutants::{FindError, Operator};
use oracade_runtime::{Library, Profile};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

use crate::delivery::Source;

/// What to do.
#[derive(Clone)]
pub struct Options {
    /// The game's name, for people.
    pub name: String,
    /// As it was given.
    pub given: String,
    /// The game.
    pub source: Source,
    /// Vendored packages that its addresses may lead to.
    pub library: Option<Arc<Library>>,
    /// Behaviour checks.
    pub suite: PathBuf,
    /// Static checks.
    pub checks: Option<PathBuf>,
    /// What pages are told about their machine, and their limits.
    pub profile: Profile,
    /// Seed of the sample and of the random tapes.
    pub seed: u64,
    /// Mutants at most.
    pub limit: Option<usize>,
    /// Operators used.
    pub operators: Vec<Operator>,
    /// Mutants at a time.
    pub jobs: usize,
    /// Run all checks against each mutant instead of stopping at the first that fails.
    pub full: bool,
    /// Random tapes that survivors are explored by.
    pub tapes: usize,
    /// Only this mutant.
    pub only: Option<String>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum MutateError {
    /// The game was not delivered properly.
    #[error("{name}: {message}")]
    Game {
        /// The outcome's name.
        name: String,
        /// What a person needs to know.
        message: String,
    },
    /// A game of WebAssembly.
    #[error("wasm-game: mutants are made of JavaScript, and this game is a module of WebAssembly")]
    Wasm,
    /// Its scripts cannot be changed.
    #[error("source: {0}")]
    Find(#[from] FindError),
    /// Nothing to change.
    #[error("no-mutants: {0}")]
    NoMutants(String),
    /// The checks cannot be used.
    #[error("{name}: {message}")]
    Checks {
        /// The outcome's name.
        name: String,
        /// What a person needs to know.
        message: String,
    },
    /// The unchanged game passes none of the checks.
    #[error("no-passing-checks: the game itself passes none of the checks, so no check can tell a mutant from it")]
    NoPassingChecks,
    /// No thread.
    #[error("no-thread: {0}; use fewer --jobs")]
    Thread(String),
}

/// Told of each mutant that is done.
pub type OnMutant<'a> = &'a (dyn Fn(usize, usize, &Tried) + Sync);

/// A list of texts of a JSON value.
fn ids(value: &Value, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let items = crate::report::SECTIONS
        .iter()
        .filter_map(|section| value.get(section)?.as_array())
        .flatten();
    items
        .filter(|item| item.get("status").and_then(Value::as_str).is_some_and(&wanted))
        .filter_map(|item| Some(item.get("id")?.as_str()?.to_owned()))
        .collect()
}
