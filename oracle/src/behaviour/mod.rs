//! Behaviour checks (level 2): a suite's own JavaScript drives a page through protocol calls and judges what comes back.
//!
//! Suites are those of GameASG-Bench, unmodified: a CommonJS file that exports `suite`, an array of
//! `{id, level, name, timeoutMs?, run(ctx)}`. docs/checks.md says what `ctx` offers and how time passes.

mod ahead;
mod board;
mod crew;
mod encoding;
mod protocol;
mod session;
mod subject;
mod target;
mod transcripts;

pub use crew::{Crew, GameAtWork};
use oracade_recorder::{End, Event};
use oracade_runtime::{Bundle, DatabaseContent, Engine, Library, Profile, ScriptError};
use serde_json::Value;
use session::{Help, Role, Session};
use std::sync::Arc;
pub use transcripts::Transcripts;

/// The script that runs in every document before the page's own: the counters on `window.__l2`.
pub fn hook_source() -> &'static str {
    include_str!("hook.js")
}

/// Which checks get a picture of the page at their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// None.
    #[default]
    Never,
    /// Those that did not pass.
    Failures,
    /// All, this long after the check has ended, as a picture takes its time in a browser.
    Always(std::time::Duration),
}

/// Which checks' pages leave a tape of what was done to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tapes {
    /// None.
    #[default]
    Never,
    /// Those that did not pass.
    Failures,
    /// All.
    Always,
}

/// What to run, and under which conditions.
#[derive(Clone)]
pub struct SuiteOptions {
    /// The game.
    pub bundle: Arc<Bundle>,
    /// Vendored packages its addresses may lead to.
    pub library: Option<Arc<Library>>,
    /// What each page is told about its machine. `epoch_ms` is the date at the suite's start; the pages of later checks open later.
    pub profile: Profile,
    /// The address a page is opened at, as the report names it.
    pub url: String,
    /// The suite's text.
    pub suite_source: String,
    /// The suite's file name, as reports and stack traces name it.
    pub suite_name: String,
    /// Only these checks, in the suite's order; `None` is all.
    pub only: Option<Vec<String>>,
    /// Which checks get a picture of the page at their end.
    pub pictures: Pictures,
    /// Keep what was done to the pages of checks.
    pub tapes: Tapes,
    /// Stop after the first check that does not pass.
    pub until_failure: bool,
}

/// What was done to a page, and under which conditions: enough to do it again.
#[derive(Clone, Debug)]
pub struct CheckTape {
    /// What the page was told about its machine.
    pub profile: Profile,
    /// Local storage when the page was opened.
    pub storage: Vec<(String, String)>,
    /// Databases when the page was opened.
    pub databases: Vec<DatabaseContent>,
    /// Scripts run in each document before its own.
    pub init_scripts: Vec<String>,
    /// The calls, in order.
    pub events: Vec<Event>,
    /// Where the page's clock was left, in µs.
    pub end_us: u64,
    /// What the page had come to.
    pub end: End,
}

/// One check that was run.
#[derive(Clone, Debug)]
pub struct CheckRecord {
    /// `check.id` as text.
    pub id: String,
    /// What `run()` returned, with the runner's fields added: `id`, `level`, `name`, `auto_reset`, `elapsed_ms` (virtual).
    pub result: Value,
    /// Console errors and warnings: `{type, text, ts}`.
    pub console_errors: Vec<Value>,
    /// Uncaught exceptions of the page: `{text, description, ts}`.
    pub exceptions: Vec<Value>,
    /// Animation frame callbacks that threw.
    pub raf_errors: u64,
    /// Why the page could not be asked for `raf_errors`: `id: reason`.
    pub probe_error: Option<String>,
    /// How the check ended, unless `run()` answered: `exception`, `check-timeout`, `page-watchdog`, `page-out-of-memory`,
    /// `page-error`.
    pub outcome: Option<String>,
    /// Virtual time from the page's opening to the verdict, in µs.
    pub virtual_us: u64,
    /// The page's digest chain at the end; `None` if the page died.
    pub page_digest: Option<String>,
    /// Frames the page has had.
    pub frames: u64,
    /// Lines the check wrote with `ctx.log`.
    pub log: Vec<Value>,
    /// PNG of the viewport at the end, if one was asked for.
    pub picture: Option<Vec<u8>>,
    /// What was done to the page, if that was asked for. `None` also when the page began with
    /// databases larger than a tape takes ([`oracade_recorder::database::DATABASES_MAX`]), or when it was called too often.
    pub tape: Option<CheckTape>,
}

impl CheckRecord {
    /// `status` as the check gave it.
    pub fn status(&self) -> Option<&str> {
        self.result.get("status").and_then(Value::as_str)
    }

    /// `level` of the check.
    pub fn level(&self) -> Option<&str> {
        self.result.get("level").and_then(Value::as_str)
    }

    /// `name` of the check.
    pub fn name(&self) -> &str {
        self.result.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    /// `detail` as text, if there is one.
    pub fn detail(&self) -> Option<String> {
        match self.result.get("detail") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(other) => Some(other.to_string()),
        }
    }
}

/// A finished check, told while the suite goes on.
pub struct Progress<'a> {
    /// Checks finished, this one included.
    pub done: usize,
    /// Checks there are to run.
    pub total: usize,
    /// The check.
    pub record: &'a CheckRecord,
}

/// Why a suite has no result at all: the benchmark's runner ends with exit code 2 here.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The suite, or the runner in its name, threw: a syntax error, a missing `suite`, a `run()` that returned nothing.
    #[error("{message}")]
    Thrown {
        /// The error's message.
        message: String,
        /// Its stack, for a person.
        stack: Option<String>,
    },
    /// `--only` names checks that are not in the suite.
    #[error("no check of this name in the suite: {}", .0.join(", "))]
    UnknownChecks(Vec<String>),
    /// The checker's own code did not end.
    #[error("the suite hung: its own code ran without end")]
    CheckerWatchdog,
    /// The checker's own code used too much memory.
    #[error("the suite ran out of memory")]
    CheckerOutOfMemory,
    /// The suite waits for something that will never happen.
    #[error("the suite waits for something that can never happen")]
    Stuck,
    /// A defect of the runner itself.
    #[error("the runner failed: {0}")]
    Runner(String),
}

impl SuiteError {
    /// The outcome's name in reports.
    pub fn outcome(&self) -> &'static str {
        match self {
            SuiteError::Thrown { .. } => "suite-fatal",
            SuiteError::UnknownChecks(_) => "unknown-checks",
            SuiteError::CheckerWatchdog => "checker-watchdog",
            SuiteError::CheckerOutOfMemory => "checker-out-of-memory",
            SuiteError::Stuck => "suite-stuck",
            SuiteError::Runner(_) => "runner-error",
        }
    }
}

impl From<ScriptError> for SuiteError {
    fn from(error: ScriptError) -> Self {
        match error {
            ScriptError::Thrown { message, stack } => SuiteError::Thrown { message, stack },
            ScriptError::Watchdog { .. } => SuiteError::CheckerWatchdog,
            ScriptError::OutOfMemory { .. } => SuiteError::CheckerOutOfMemory,
            other => SuiteError::Runner(other.to_string()),
        }
    }
}

/// Stack of a thread on which pages live, in bytes: deeply nested elements are laid out recursively.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Threads of one suite that run checks ahead.
const AHEAD_MAX: usize = 32;

/// Runs a suite to its end, or to the error that ends it. The pages live on the calling thread, one after another; they share one
/// local storage.
///
/// # Errors
/// See [`SuiteError`]. What a page does wrong is never an error here but a check's verdict.
pub fn run_suite(
    engine: &'static Engine,
    options: &SuiteOptions,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<CheckRecord>, SuiteError> {
    let mut session = Session::open(engine, options, Role::Suite(Help::None), Some(progress))?;
    session.run()?;
    Ok(session.records)
}

/// As [`run_suite`]; what happens in each check is written down.
///
/// # Errors
/// As [`run_suite`].
pub fn run_suite_noted(engine: &'static Engine, options: &SuiteOptions) -> Result<(Vec<CheckRecord>, Transcripts), SuiteError> {
    let mut session = Session::open(engine, options, Role::Suite(Help::Noted), None)?;
    session.run()?;
    Ok((session.records, session.transcripts))
}

/// As [`run_suite`], for a game that is known to do in some checks what another did, if it is opened as that one was: these are not
/// run but told. `same` says which, in the order of the checks run.
///
/// # Errors
/// As [`run_suite`].
pub fn run_suite_knowing(
    engine: &'static Engine,
    options: &SuiteOptions,
    before: &Transcripts,
    same: &[bool],
) -> Result<Vec<CheckRecord>, SuiteError> {
    let mut session = Session::open(engine, options, Role::Suite(Help::Before(before, same)), None)?;
    session.run()?;
    Ok(session.records)
}

/// As [`run_suite`], to the same result, with checks that are run ahead of their turn on threads that the crew has to spare. The
/// caller holds a [`Crew::game`].
///
/// # Errors
/// As [`run_suite`].
pub fn run_suite_with(
    engine: &'static Engine,
    options: &SuiteOptions,
    crew: &Crew,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<CheckRecord>, SuiteError> {
    if crew.limit() == 1 {
        return run_suite(engine, options, progress);
    }
    let board = board::Board::new(2 * crew.limit() + 2);
    std::thread::scope(|scope| {
        // However the suite ends, those who run ahead for it end too.
        let _end = BoardEnd { board: &board, crew };
        for _ in 0..crew.limit().min(AHEAD_MAX) {
            let thread = std::thread::Builder::new().name("ahead".to_owned()).stack_size(STACK_BYTES);
            // Fewer threads, or none, are only slower.
            if thread
                .spawn_scoped(scope, || ahead::run(engine, options, &board, crew))
                .is_err()
            {
                break;
            }
        }
        let role = Role::Suite(Help::Ahead(&board, crew));
        let mut session = Session::open(engine, options, role, Some(progress))?;
        session.run()?;
        Ok(session.records)
    })
}

/// Ends the board of a suite.
struct BoardEnd<'a> {
    board: &'a board::Board,
    crew: &'a Crew,
}

impl Drop for BoardEnd<'_> {
    fn drop(&mut self) {
        self.board.end(self.crew);
    }
}

fn host_call(name: &str, arguments: Value) -> Result<Value, String> {
    match name {
        "inflate" => {
            let data = arguments.get("data").and_then(Value::as_str).and_then(encoding::from_base64);
            let data = data.ok_or_else(|| "incorrect header check".to_owned())?;
            Ok(encoding::base64(&encoding::inflate(&data)?).into())
        }
        other => Err(format!("unknown call {other}")),
    }
}
