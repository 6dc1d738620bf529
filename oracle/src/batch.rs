//! Many games at once: one thread a game, as many at a time as asked for, and what is left of those for checks ahead of their turn;
//! what happens to one game does not touch the others.

use crate::behaviour::{self, Crew, Pictures, Progress, STACK_BYTES, SuiteError, SuiteOptions, Tapes};
use crate::delivery::Source;
use crate::report::{self, GameReport, Outcome};
use crate::static_checks::{self, Beside, Refusal, SyntaxCheck};
use oracade_runtime::{Engine, Library, Profile, resources::DOCUMENT_URL};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A game and the files that judge it.
#[derive(Clone)]
pub struct Task {
    /// Unique name in the run.
    pub name: String,
    /// The game as it was given on the command line.
    pub given: String,
    /// The game.
    pub source: Source,
    /// Static checks (JSON).
    pub checks: Option<PathBuf>,
    /// Behaviour checks (JavaScript).
    pub suite: Option<PathBuf>,
    /// Vendored packages that the game's addresses may lead to.
    pub library: Option<Arc<Library>>,
}

/// Conditions that all games of a run share.
#[derive(Clone)]
pub struct Options {
    /// What pages are told about their machine; includes seed and limits.
    pub profile: Profile,
    /// Only the checks of these ids.
    pub only: Option<Vec<String>>,
    /// Which behaviour checks get a picture at their end.
    pub pictures: Pictures,
    /// Keep tapes of the behaviour checks that do not pass.
    pub tapes: bool,
}

/// Told of each finished behaviour check, from the game's own thread.
pub type OnProgress<'a> = &'a (dyn Fn(&str, &Progress<'_>) + Sync);

/// Judges the games, at most `jobs` at a time. The reports are in the order of the tasks and do not depend on `jobs`.
pub fn run(
    engine: &'static Engine,
    tasks: &[Task],
    options: &Options,
    jobs: usize,
    on_progress: OnProgress<'_>,
) -> Vec<GameReport> {
    let next = AtomicUsize::new(0);
    let crew = Crew::new(jobs);
    let reports: Mutex<Vec<Option<GameReport>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { return };
                    let report = on_own_thread(engine, task, options, &crew, on_progress);
                    let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(slot) = reports.get_mut(index) {
                        *slot = Some(report);
                    }
                }
            });
        }
    });
    let reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.into_iter().flatten().collect()
}

/// A thread for each game, so that nothing a game leaves behind on its thread meets the next one, and a panic ends only that game.
fn on_own_thread(
    engine: &'static Engine,
    task: &Task,
    options: &Options,
    crew: &Crew,
    on_progress: OnProgress<'_>,
) -> GameReport {
    let _at_work = crew.game();
    let outcome = thread::scope(|scope| {
        let game = thread::Builder::new()
            .name(task.name.clone())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || judge(engine, task, options, crew, on_progress));
        match game {
            Ok(game) => game.join().map_err(|panic| {
                let text = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied());
                fatal("panic", format!("a defect of this program: {}", text.unwrap_or("no message")))
            }),
            Err(error) => Err(fatal(
                "no-thread",
                format!("no thread for this game: {error}; use fewer --jobs"),
            )),
        }
    });
    outcome.unwrap_or_else(|outcome| GameReport {
        outcome: Some(outcome),
        ..empty(task, options)
    })
}

fn fatal(name: &str, message: impl Into<String>) -> Outcome {
    Outcome {
        name: name.to_owned(),
        message: message.into(),
        fatal: true,
    }
}

fn empty(task: &Task, options: &Options) -> GameReport {
    GameReport {
        name: task.name.clone(),
        given: task.given.clone(),
        url: DOCUMENT_URL.to_owned(),
        suite_name: task.suite.as_deref().and_then(file_name),
        partial: options.only.is_some(),
        ..GameReport::default()
    }
}

fn file_name(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn judge(engine: &'static Engine, task: &Task, options: &Options, crew: &Crew, on_progress: OnProgress<'_>) -> GameReport {
    let mut report = empty(task, options);
    report.outcome = judge_into(&mut report, engine, task, options, crew, on_progress).err();
    report.score = report::score(&report);
    report
}

fn judge_into(
    report: &mut GameReport,
    engine: &'static Engine,
    task: &Task,
    options: &Options,
    crew: &Crew,
    on_progress: OnProgress<'_>,
) -> Result<(), Outcome> {
    let judges: Vec<&Path> = task.checks.iter().chain(&task.suite).map(PathBuf::as_path).collect();
    let bundle = task.source.load(&judges)?;
    report.bundle = Some(bundle.digest().to_owned());
    if let Some(checks) = &task.checks {
        report.static_report = static_report(task, checks, options.only.as_deref())?;
    }
    let only = remaining(options.only.as_deref(), report.static_report.as_ref());
    let Some(suite) = task
        .suite
        .as_ref()
        .filter(|_| only.as_ref().is_none_or(|only| !only.is_empty()))
    else {
        return match only {
            Some(unknown) if report.static_report.is_none() => {
                Err(fatal("unknown-checks", format!("no check is called {}", unknown.join(", "))))
            }
            _ => Ok(()),
        };
    };
    let suite_source =
        fs::read(suite).map_err(|error| fatal("suite-unreadable", format!("cannot read {}: {error}", suite.display())))?;
    let suite_options = SuiteOptions {
        bundle,
        library: task.library.clone(),
        profile: options.profile.clone(),
        url: DOCUMENT_URL.to_owned(),
        suite_source: String::from_utf8_lossy(&suite_source).into_owned(),
        suite_name: file_name(suite).unwrap_or_default(),
        only,
        pictures: options.pictures,
        tapes: if options.tapes { Tapes::Failures } else { Tapes::Never },
        until_failure: false,
    };
    let mut tell = |progress: Progress<'_>| on_progress(&task.name, &progress);
    match behaviour::run_suite_with(engine, &suite_options, crew, &mut tell) {
        Ok(records) => report.checks = Some(records),
        // Ids may belong to other games of the run, as long as some check of this one was named.
        Err(SuiteError::UnknownChecks(_)) if report.static_report.is_some() => {}
        Err(error) => return Err(fatal(error.outcome(), error.to_string())),
    }
    Ok(())
}

/// The ids asked for that are not static checks.
fn remaining(only: Option<&[String]>, statics: Option<&Value>) -> Option<Vec<String>> {
    let items = report::SECTIONS
        .iter()
        .filter_map(|section| statics?.get(section)?.as_array())
        .flatten();
    let ids: Vec<&str> = items.filter_map(|item| item.get("id")?.as_str()).collect();
    only.map(|only| only.iter().filter(|id| !ids.contains(&id.as_str())).cloned().collect())
}

/// V8 as the syntax checker of static checks: the judge that `node --check` is, with a stack that hostile nesting cannot break.
pub(crate) struct EngineSyntax;

impl SyntaxCheck for EngineSyntax {
    fn check(&self, source: &str, module: bool) -> Result<(), String> {
        oracade_runtime::syntax_check(source, module)
    }
}

/// Runs the static checks; `None` if none of them was asked for.
fn static_report(task: &Task, checks: &Path, only: Option<&[String]>) -> Result<Option<Value>, Outcome> {
    let found = match (&task.source, task.source.index()) {
        (Source::Text(text), _) => static_checks::run_bytes(&task.given, text.as_bytes(), Beside::Nothing, checks, &EngineSyntax),
        (Source::Files(files), _) => {
            let html = files.get("index.html").map(Vec::as_slice).unwrap_or_default();
            static_checks::run_bytes(&task.given, html, Beside::Files(files), checks, &EngineSyntax)
        }
        (_, Some(index)) => static_checks::run(&index, checks, &EngineSyntax),
        (_, None) => return Ok(None),
    };
    if let static_checks::Report::Refused(refused) = &found
        && refused.error == Refusal::InvalidChecksConfig
    {
        return Err(fatal("invalid-checks-config", refused.message.clone()));
    }
    let mut report = serde_json::to_value(&found).map_err(|error| fatal("static-checks", error.to_string()))?;
    if let (Some(only), Value::Object(sections)) = (only, &mut report) {
        let asked = |item: &Value| {
            item.get("id")
                .and_then(Value::as_str)
                .is_some_and(|id| only.iter().any(|one| one == id))
        };
        let mut kept = 0;
        for section in report::SECTIONS {
            if let Some(Value::Array(items)) = sections.get_mut(section) {
                items.retain(asked);
                kept += items.len();
            }
        }
        // These count all checks.
        for whole in ["summary", "recount", "pass"] {
            sections.remove(whole);
        }
        if kept == 0 {
            return Ok(None);
        }
    }
    Ok(Some(report))
}
