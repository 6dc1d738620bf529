//! Doing one job.

use super::plan::{Check, CheckFiles, Job};
use crate::games::{self, Libraries};
use crate::recorder::record::read_events;
use crate::recorder::stage::{Stage, on_page_thread, read_tape};
use anyhow::{Context, ensure};
use oracade_oracle::batch::{self, Options};
use oracade_oracle::behaviour::Pictures;
use oracade_oracle::report;
use oracade_recorder::record::{Moment, record};
use oracade_recorder::replay::replay;
use oracade_recorder::tape::frame_us;
use oracade_recorder::{Act, Checkpoint, Event, Header, Tape};
use oracade_runtime::{Engine, FontProfile, Guest, Profile};
use serde_json::{Value, json};
use std::path::Path;

/// What a job came to.
///
/// # Errors
/// The job cannot be done: no such game, a file that is no tape, …
pub(super) fn run(job: &Job, libraries: &mut Libraries) -> anyhow::Result<Value> {
    match (&job.check, &job.tape) {
        (Some(check), _) => judge(job, check, libraries),
        (_, Some(tape)) => play(job, tape, libraries),
        _ => idle(job, libraries),
    }
}

fn profile(job: &Job) -> Profile {
    let mut profile = Profile {
        seed: job.seed,
        ..Profile::default()
    };
    if let Some((width, height)) = job.viewport {
        (profile.width, profile.height) = (width, height);
    }
    if job.fonts.as_deref() == Some("reference") {
        profile.fonts = FontProfile::Reference;
    }
    profile
}

fn judge(job: &Job, check: &Check, libraries: &mut Libraries) -> anyhow::Result<Value> {
    let files = match check {
        Check::Beside(_) => CheckFiles::default(),
        Check::By(files) => files.clone(),
    };
    let engine = Engine::get().context("the engine does not start")?;
    let tasks = games::tasks(
        std::slice::from_ref(&job.game),
        job.variant.as_deref(),
        files.checks.as_deref(),
        files.suite.as_deref(),
        libraries,
    )?;
    let profile = profile(job);
    let conditions = crate::conditions::describe(engine, &profile);
    let options = Options {
        profile,
        only: files.only,
        pictures: Pictures::Never,
        tapes: false,
    };
    let reports = batch::run(engine, &tasks, &options, 1, &|_, _| {});
    let document: Value = serde_json::from_str(&report::json(&conditions, &reports)).context("the report")?;
    let game = document.pointer("/games/0").cloned().unwrap_or_default();
    Ok(json!({ "passed": game["passed"], "strict": game["strict"], "report": game }))
}

/// Plays a tape: one with a header and for these files is compared, any other is recorded.
fn play(job: &Job, path: &Path, libraries: &mut Libraries) -> anyhow::Result<Value> {
    let stage = Stage::load_with(&job.game, job.variant.as_deref(), libraries)?;
    let profile = profile(job);
    let (events, end_us, recorded) = match read_tape(path) {
        Ok(Tape {
            header: Some(header),
            events,
            end_us,
            end,
            broken_off,
        }) => {
            let tape = Tape {
                header: None,
                events: events.clone(),
                end_us,
                end,
                broken_off,
            };
            (events, end_us, Some((header, tape)))
        }
        _ => {
            let (events, end_us) = read_events(path, (profile.width, profile.height))?;
            (events, end_us.max(1_000_000), None)
        }
    };
    on_page_thread(|engine| match recorded {
        Some((header, tape)) if header.bundle == stage.bundle.digest() => {
            let mut page = stage.open(engine, &header, None)?;
            let replayed = replay(page.as_mut(), &tape, true, |_| {}).context("the page refuses an input")?;
            let mut result = summary(page.as_mut(), replayed.died.as_ref().map(ToString::to_string));
            result["equal"] = replayed.divergence.is_none().into();
            result["divergence"] = serde_json::to_value(&replayed.divergence)?;
            Ok(result)
        }
        Some((header, _)) => perform(engine, &stage, &header, job, &events, end_us),
        None => {
            let header = stage.header(engine, &profile, 0, None);
            perform(engine, &stage, &header, job, &events, end_us)
        }
    })
}

fn idle(job: &Job, libraries: &mut Libraries) -> anyhow::Result<Value> {
    let stage = Stage::load_with(&job.game, job.variant.as_deref(), libraries)?;
    let profile = profile(job);
    let end_us = job.run_us()?.unwrap_or_default();
    on_page_thread(|engine| {
        let header = stage.header(engine, &profile, 0, None);
        perform(engine, &stage, &header, job, &[], end_us)
    })
}

fn perform(
    engine: &'static Engine,
    stage: &Stage,
    header: &Header,
    job: &Job,
    events: &[Event],
    end_us: u64,
) -> anyhow::Result<Value> {
    let last = (end_us.saturating_mul(60) / 1_000_000).max(1);
    let every = job.every.unwrap_or(last);
    ensure!(every > 0, "\"every\" is at least 1");
    let end_us = end_us.max(frame_us(1));
    let mut page = stage.open(engine, header, None)?;
    let mut seen: Vec<Value> = Vec::new();
    let end = record(page.as_mut(), events, every, end_us, |moment| -> anyhow::Result<()> {
        if let Moment::Seen(
            Event {
                act: Act::Checkpoint(checkpoint),
                ..
            },
            _,
        ) = moment
        {
            let Checkpoint {
                frame, pixels, value, ..
            } = checkpoint.as_ref();
            seen.push(json!({ "frame": frame, "pixels": pixels, "snapshot": value }));
        }
        Ok(())
    })?;
    let mut result = summary(page.as_mut(), end.died);
    result["chain"] = end.chain.into();
    result["checkpoints"] = seen.into();
    Ok(result)
}

fn summary(page: &mut dyn Guest, died: Option<String>) -> Value {
    let counters = page.counters();
    let errors = page.console().iter().filter(|line| line.kind == "error").count();
    let exceptions: Vec<String> = page
        .exceptions()
        .into_iter()
        .take(5)
        .map(|exception| exception.description.unwrap_or(exception.text))
        .collect();
    json!({
        "at_ms": page.now_us() as f64 / 1e3, "frames": counters.frames, "loaded": page.loaded(), "console_errors": errors,
        "exceptions": exceptions, "digest": page.digest(), "died": died,
    })
}
