//! From a game and its suite to a report.

use super::explore::{Exploration, Explorer};
use super::game::Game;
use super::report::{self, Report, Tried};
use super::tapes;
use super::trial::{self, Bench};
use super::{MutateError, OnMutant, Options};
use crate::behaviour::{CheckRecord, STACK_BYTES, SuiteError, Tapes, Transcripts, run_suite, run_suite_noted};
use crate::report::Conditions;
use oracade_mutants::{Parts, find, sample};
use oracade_runtime::{Engine, PageOptions, Profile, Storage};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Tries mutants of a game, `options.jobs` at a time. The report does not depend on how many.
///
/// # Errors
/// See [`MutateError`].
pub fn run(
    engine: &'static Engine,
    options: &Options,
    conditions: &Conditions,
    on_mutant: OnMutant<'_>,
) -> Result<Report, MutateError> {
    let game = Game::read(options)?;
    let found = find(game.sources(), &options.operators)?;
    let mut sampled = sample(&found, options.limit.filter(|_| options.only.is_none()), options.seed);
    if let Some(only) = &options.only {
        sampled.mutants.retain(|mutant| mutant.id == *only);
    }
    if sampled.mutants.is_empty() {
        let message = match &options.only {
            Some(only) => format!("there is no mutant {only} of these operators"),
            None => "the game's scripts have no place that these operators change".to_owned(),
        };
        return Err(MutateError::NoMutants(message));
    }
    let parts = Parts::find(game.sources())?;
    let (records, before, explorer) = on_thread(|| prepare(engine, &game, &parts, options))??;
    explorer.prepare(options.jobs);
    let passing: BTreeMap<String, Option<String>> = records
        .iter()
        .filter(|record| passes(record))
        .map(|record| (record.id.clone(), record.page_digest.clone()))
        .collect();
    let tapes_of: Vec<Option<usize>> = records
        .iter()
        .filter(|record| passes(record))
        .map(|it| explorer.of_check(&it.id))
        .collect();
    let bench = Bench {
        engine,
        game: &game,
        options,
        passing: &passing,
        explorer: &explorer,
        parts: &parts,
        before: &before,
        tapes_of: &tapes_of,
    };
    let total = sampled.mutants.len();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let tried: Mutex<Vec<Option<Tried>>> = Mutex::new(sampled.mutants.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, total) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = sampled.mutants.get(index) else { return };
                    let result = trial::run(&bench, mutant);
                    on_mutant(done.fetch_add(1, Ordering::Relaxed) + 1, total, &result);
                    if let Some(slot) = tried.lock().unwrap_or_else(PoisonError::into_inner).get_mut(index) {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    let tried = tried.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(report::report(report::Parts {
        options,
        conditions,
        bundle: game.bundle.digest(),
        found: found.mutants.len(),
        strata: &sampled.strata,
        static_checks: game.static_checks(),
        records: &records,
        tapes: explorer.tapes(),
        tried: tried.into_iter().flatten().collect(),
    }))
}

fn passes(record: &CheckRecord) -> bool {
    matches!(record.status(), Some("PASS" | "NOT_APPLICABLE"))
}

/// Runs work with pages on a thread whose stack holds them.
fn on_thread<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, MutateError> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("game".to_owned()).stack_size(STACK_BYTES);
        let thread = thread
            .spawn_scoped(scope, work)
            .map_err(|error| MutateError::Thread(error.to_string()))?;
        let panic = || MutateError::Thread("a defect of this program ended it".to_owned());
        thread.join().map_err(|_| panic())
    })
}

type Prepared = (Vec<CheckRecord>, Transcripts, Explorer);

/// Runs the suite on the game itself, and makes the tapes that survivors are explored by.
fn prepare(engine: &'static Engine, game: &Game, parts: &Parts, options: &Options) -> Result<Prepared, MutateError> {
    let refused = |error: SuiteError| MutateError::Checks {
        name: error.outcome().to_owned(),
        message: error.to_string(),
    };
    let suite = |only: Option<Vec<String>>| {
        let mut suite = game.suite_options(game.bundle.clone(), options, only);
        suite.tapes = Tapes::Always;
        run_suite(engine, &suite, &mut |_| ()).map_err(refused)
    };
    let mut all = suite(None)?;
    if !all.iter().all(passes) {
        // A check that fails on the game itself tells nothing; what it left in the storage must not, either.
        let passing: Vec<String> = all.iter().filter(|record| passes(record)).map(|it| it.id.clone()).collect();
        if passing.is_empty() {
            return Err(MutateError::NoPassingChecks);
        }
        let failing: Vec<CheckRecord> = all.into_iter().filter(|record| !passes(record)).collect();
        all = suite(Some(passing))?;
        all.extend(failing);
    }
    // What happens in the checks, as it is asked for when mutants are tried.
    let passing = all.iter().filter(|record| passes(record)).map(|it| it.id.clone()).collect();
    let noted = game.suite_options(game.bundle.clone(), options, Some(passing));
    let (_, before) = run_suite_noted(engine, &noted).map_err(refused)?;
    let mut explorations: Vec<Exploration> = Vec::new();
    let opening = |profile: Profile| PageOptions {
        bundle: game.bundle.clone(),
        document: String::new(),
        library: options.library.clone(),
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    // A game that dies of a random tape has been explored by one tape less.
    let scenarios = tapes::scenarios(engine, opening(options.profile.clone()), &game.suite).unwrap_or_default();
    for number in 0..options.tapes as u64 {
        explorations.extend(tapes::random(engine, &opening, &options.profile, options.seed, number, &scenarios).ok());
    }
    // They come after the random ones: what a check did not notice is more likely to show elsewhere.
    for record in all.iter_mut().filter(|record| passes(record)) {
        explorations.extend(record.tape.take().map(|tape| Exploration::of_check(&record.id, &tape)));
    }
    let explorer = Explorer::new(
        engine,
        game.bundle.clone(),
        options.library.clone(),
        explorations,
        game.probed(parts),
    );
    Ok((all, before, explorer))
}
