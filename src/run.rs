//! `oracade run`: one game on the virtual clock, with a tape of input.

use crate::conditions::{PageArgs, parse_time};
use crate::recorder::stage::{Stage, on_page_thread};
use crate::recorder::tell;
use anyhow::{Context, bail};
use oracade_recorder::play::Player;
use oracade_recorder::{Answer, Event};
use oracade_runtime::{Engine, Guest, PageError};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Frames per virtual second.
const FRAMES_PER_SECOND: u64 = 60;

/// Arguments of `oracade run`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The game: a folder with index.html or game.wasm, an HTML file, or a task of the corpus.
    #[arg(value_name = "GAME")]
    game: String,
    /// How long, in virtual time: 10s, 500ms, 2m.
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time, default_value = "10s")]
    duration: Duration,
    /// Input: a JSON object a line, {"at_ms": …, "input": {…}} or {"at_ms": …, "eval": "…"}, in order of time.
    #[arg(long, value_name = "FILE")]
    tape: Option<PathBuf>,
    /// Write pictures of the viewport into this folder.
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// A picture or snapshot every this many frames.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Write snapshots (__gameTest.getSnapshot) to this file, one a line.
    #[arg(long, value_name = "FILE")]
    snapshots: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the game and prints its digest and counts.
///
/// # Errors
/// The arguments cannot be used, the game is not there, or a file cannot be written.
pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    on_page_thread(|engine| run_page(engine, &args))
}

struct Recorder<'a> {
    frames: Option<&'a Path>,
    snapshots: Option<BufWriter<File>>,
    pictures: u64,
    evaluations: Vec<Value>,
}

fn run_page(engine: &'static Engine, args: &Args) -> anyhow::Result<ExitCode> {
    let tape = match &args.tape {
        Some(path) => crate::recorder::record::read_events(path, args.page.viewport)?.0,
        None => Vec::new(),
    };
    let stage = Stage::load(&args.game, None, args.library.as_deref())?;
    if let Some(frames) = &args.frames {
        fs::create_dir_all(frames).with_context(|| format!("cannot make {}", frames.display()))?;
    }
    let create = |path: &PathBuf| {
        File::create(path)
            .map(BufWriter::new)
            .with_context(|| format!("cannot write {}", path.display()))
    };
    let mut recorder = Recorder {
        frames: args.frames.as_deref(),
        snapshots: args.snapshots.as_ref().map(create).transpose()?,
        pictures: 0,
        evaluations: Vec::new(),
    };
    let mut page = oracade_runtime::open(engine, stage.options(args.page.profile())).context("the page cannot be opened")?;
    let end_us = u64::try_from(args.duration.as_micros()).unwrap_or(u64::MAX);
    let mut ended = play(page.as_mut(), &tape, args.every, end_us, &mut recorder)?;
    if ended.is_none() {
        // The digest covers what was looked at: the last picture is, at the least.
        ended = page.capture().err();
    }
    if let Some(snapshots) = &mut recorder.snapshots {
        snapshots.flush()?;
    }
    print_result(page.as_ref(), args, stage.bundle.digest(), &recorder, ended.as_ref());
    Ok(if ended.is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Plays the tape to the end of the time; answers how the page died, if it did.
fn play(
    page: &mut dyn Guest,
    tape: &[Event],
    every: u64,
    end_us: u64,
    recorder: &mut Recorder<'_>,
) -> anyhow::Result<Option<PageError>> {
    let recording = recorder.frames.is_some() || recorder.snapshots.is_some();
    let mut player = Player::default();
    let mut tape = tape.iter().peekable();
    let mut frame = every;
    loop {
        let frame_us = (frame * 1_000_000).div_ceil(FRAMES_PER_SECOND);
        let record_us = if recording { frame_us } else { u64::MAX };
        let step_us = tape.peek().map_or(u64::MAX, |step| step.at_us);
        let next_us = record_us.min(step_us).min(end_us);
        if let Err(error) = page.advance_to(next_us) {
            return Ok(Some(error));
        }
        // At one instant: what is recorded shows the page before the tape acts on it.
        let outcome = if record_us == next_us {
            let recorded = record(page, frame, recorder)?;
            frame += every;
            recorded
        } else if step_us == next_us {
            tape.next().map_or(Ok(()), |event| act(page, &mut player, event, recorder))
        } else {
            return Ok(None);
        };
        match outcome {
            Ok(()) => {}
            Err(PageError::BadInput(message)) => bail!("the tape's input at {} ms is refused: {message}", next_us as f64 / 1e3),
            Err(error) => return Ok(Some(error)),
        }
    }
}

fn act(page: &mut dyn Guest, player: &mut Player, event: &Event, recorder: &mut Recorder<'_>) -> Result<(), PageError> {
    let Answer::Evaluated(result) = player.perform(page, event)? else {
        return Ok(());
    };
    let mut line = json!({ "at_ms": event.at_us as f64 / 1e3 });
    if let (Value::Object(line), Value::Object(answer)) = (&mut line, tell::evaluation(&result)) {
        line.extend(answer);
    }
    recorder.evaluations.push(line);
    Ok(())
}

fn record(page: &mut dyn Guest, frame: u64, recorder: &mut Recorder<'_>) -> anyhow::Result<Result<(), PageError>> {
    if let Some(folder) = recorder.frames {
        let picture = match page.capture() {
            Ok(picture) => picture,
            Err(error) => return Ok(Err(error)),
        };
        let path = folder.join(format!("frame-{frame:06}.png"));
        fs::write(&path, picture.to_png()).with_context(|| format!("cannot write {}", path.display()))?;
        recorder.pictures += 1;
    }
    if let Some(file) = &mut recorder.snapshots {
        let at_ms = page.now_us() as f64 / 1e3;
        let line = match page.snapshot() {
            Ok(snapshot) => json!({ "frame": frame, "at_ms": at_ms, "snapshot": snapshot }),
            Err(PageError::Snapshot(message)) => {
                json!({ "frame": frame, "at_ms": at_ms, "error": message })
            }
            Err(error) => return Ok(Err(error)),
        };
        writeln!(file, "{line}")?;
    }
    Ok(Ok(()))
}

fn print_result(page: &dyn Guest, args: &Args, bundle_digest: &str, recorder: &Recorder<'_>, ended: Option<&PageError>) {
    let counters = page.counters();
    let exceptions = page.exceptions();
    let console = page.console();
    let errors = console.iter().filter(|line| line.kind == "error").count();
    let at_ms = page.now_us() as f64 / 1e3;
    if args.json {
        let result = json!({
            "given": args.game,
            "bundle_digest": bundle_digest,
            "seed": args.page.seed,
            "at_ms": at_ms,
            "digest": page.digest(),
            "loaded": page.loaded(),
            "counters": counters,
            "console": console,
            "exceptions": exceptions,
            "evaluations": recorder.evaluations,
            "pictures": recorder.pictures,
            "ended": ended.map(ToString::to_string),
        });
        println!("{result:#}");
        return;
    }
    for line in &recorder.evaluations {
        println!("eval        {line}");
    }
    println!(
        "time        {at_ms:.3} ms{}",
        if page.loaded() { "" } else { " (never loaded)" }
    );
    println!("frames      {}", counters.frames);
    println!("tasks       {}, timers {}", counters.tasks, counters.timers);
    println!("console     {} lines, {errors} errors", console.len());
    println!("exceptions  {}", exceptions.len());
    if recorder.frames.is_some() {
        println!("pictures    {}", recorder.pictures);
    }
    println!("digest      {}", page.digest());
    for exception in exceptions.iter().take(5) {
        eprintln!(
            "exception at {:.1} ms: {}",
            exception.at_us as f64 / 1e3,
            exception.description.as_ref().unwrap_or(&exception.text)
        );
    }
    for line in console.iter().filter(|line| line.kind == "error").take(5) {
        eprintln!("console error at {:.1} ms: {}", line.at_us as f64 / 1e3, line.text);
    }
    if let Some(error) = ended {
        eprintln!("oracade: the page ended: {error}");
    }
}
