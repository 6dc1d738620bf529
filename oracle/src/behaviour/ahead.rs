//! Running checks ahead of their turn: a copy of the suite on a thread of its own, which runs the checks it is sent for and writes
//! down what was done to their pages.

use super::board::{Board, Errand};
use super::crew::Crew;
use super::session::{Role, Session};
use super::subject::Transcript;
use super::{SuiteError, SuiteOptions};
use oracade_runtime::Engine;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs checks ahead until the suite is over.
pub(super) fn run(engine: &'static Engine, options: &SuiteOptions, board: &Board, crew: &Crew) {
    let mut suite: Option<Session<'_>> = None;
    while board.wait() {
        let Some(place) = crew.ahead(|| board.is_over()) else { return };
        let Some(errand) = board.take() else { continue };
        // What fails here fails in its turn too, and is told there; so does a panic, which must not end what goes on without it.
        let outcome = catch_unwind(AssertUnwindSafe(|| perform(engine, options, &mut suite, &errand)));
        board.finish(&errand, outcome.ok().and_then(Result::ok).flatten());
        drop(place);
    }
}

fn perform<'a>(
    engine: &'static Engine,
    options: &'a SuiteOptions,
    suite: &mut Option<Session<'a>>,
    errand: &Errand,
) -> Result<Option<Transcript>, SuiteError> {
    let start_us = errand.premise.start_us;
    let mut session = match suite.take().filter(|session| session.now_us() <= start_us) {
        Some(session) => session,
        None => Session::open(engine, options, Role::Ahead, None)?,
    };
    let transcript = session.run_ahead(errand)?;
    // A run that was given up goes on in the script; what comes next is run in another one.
    if session.ended_well() {
        *suite = Some(session);
    }
    Ok(transcript)
}
