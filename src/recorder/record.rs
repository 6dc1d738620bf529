//! `oracade record`: a scripted run, written down.

use super::picture;
use super::progress::Progress;
use super::stage::{Stage, on_page_thread, read_tape};
use super::tell;
use crate::conditions::{PageArgs, parse_time};
use anyhow::{Context, bail, ensure};
use oracade_recorder::record::{Moment, record};
use oracade_recorder::write::TapeWriter;
use oracade_recorder::{Act, Answer, Event, import};
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Longest list of events of another system, in bytes.
const LIST_MAX: u64 = 64 << 20;

/// Arguments of `oracade record`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The game: a folder with index.html or game.wasm, an HTML file, or a task of the corpus.
    #[arg(value_name = "GAME")]
    game: String,
    /// A variant of the task that is wrong on purpose.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// What is done: a tape or a list of events (a JSON object a line), or a JSON list of frames or steps
    /// (docs/formats.md). Without it nobody plays.
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// How long, in virtual time: 10s, 500ms, 2m [default: as long as the events, at least 10s].
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    duration: Option<Duration>,
    /// A checkpoint every this many frames; with 1 a replay names the first frame that differs exactly, with 0 there is none.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    every: u64,
    /// Keep the picture of each checkpoint beside the tape, so that a replay can show what differs.
    #[arg(long)]
    pictures: bool,
    /// The tape [default: NAME.tape].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a tape that is there.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Events from a tape, a list of lines, or a list of another system; and how long they last.
///
/// # Errors
/// The file cannot be read, or is nothing of that.
pub(crate) fn read_events(path: &Path, viewport: (u32, u32)) -> anyhow::Result<(Vec<Event>, u64)> {
    let mut head = [0_u8; 4096];
    let mut file = fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let taken = file
        .read(&mut head)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&head[..taken]);
    let first = text.trim_start_matches('\u{feff}').trim_start();
    // A line of a tape is an object with at_ms; a list of another system is one JSON value, in lines or not.
    let line = first.lines().next().unwrap_or_default();
    if line.contains("\"at_ms\"") || line.contains("\"tape\"") {
        let tape = read_tape(path)?;
        let end_us = tape.end_us;
        return Ok((tape.events, end_us));
    }
    ensure!(
        fs::metadata(path).is_ok_and(|file| file.len() <= LIST_MAX),
        "{}: longer than {} MiB",
        path.display(),
        LIST_MAX >> 20
    );
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .with_context(|| format!("{}: neither lines with at_ms nor a JSON list of events", path.display()))?;
    let imported = import::import(&value, viewport).with_context(|| path.display().to_string())?;
    Ok((imported.events, imported.end_us))
}

/// Makes the file of a tape.
///
/// # Errors
/// It is there already and `force` is not set, or it cannot be written.
pub(crate) fn create_tape(path: &Path, force: bool) -> anyhow::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .create_new(!force)
        .open(path);
    match file {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!("{} is there already: --force writes over it", path.display())
        }
        other => other.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Records.
///
/// # Errors
/// The arguments cannot be used, the page refuses an input, or the tape cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_page_thread(|engine| {
        let profile = args.page.profile();
        let (events, last_us) = match &args.events {
            Some(path) => read_events(path, args.page.viewport)?,
            None => (Vec::new(), 0),
        };
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let end_us = args.duration.map_or_else(|| last_us.max(10_000_000), micros);
        let stage = Stage::load(&args.game, args.variant.as_deref(), args.library.as_deref())?;
        let header = stage.header(engine, &profile, args.every, args.variant.as_deref());
        let path = args
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!("{}.tape", stage.name)));
        let file = create_tape(&path, args.force)?;
        let pictures = args.pictures.then(|| picture::folder_of(&path));
        if let Some(folder) = &pictures {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let mut page = stage.open(engine, &header, args.page.timeout)?;
        let mut writer = TapeWriter::new(BufWriter::new(file), &header)?;
        let (mut checkpoints, mut evaluations) = (0_usize, Vec::new());
        let mut progress = Progress::new("recorded", end_us);
        let end = record(page.as_mut(), &events, args.every, end_us, |moment| -> anyhow::Result<()> {
            match moment {
                Moment::Before(event) => {
                    progress.at(event.at_us);
                    writer.event(event)?;
                }
                Moment::After(event, Answer::Evaluated(result)) => {
                    let mut line = json!({ "at_ms": event.at_us as f64 / 1e3 });
                    if let (Value::Object(line), Value::Object(answer)) = (&mut line, tell::evaluation(result)) {
                        line.extend(answer);
                    }
                    evaluations.push(line);
                }
                Moment::After(..) => {}
                Moment::Seen(event, picture) => {
                    progress.at(event.at_us);
                    writer.event(event)?;
                    checkpoints += 1;
                    if let (Some(folder), Some(picture), Act::Checkpoint(seen)) = (&pictures, picture, &event.act) {
                        picture::write(&folder.join(picture::file_of(seen.frame)), picture)?;
                    }
                }
            }
            Ok(())
        })?;
        writer
            .end(end_us, &end)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if args.json {
            let result = json!({
                "tape": path, "game": stage.given, "bundle": header.bundle, "events": events.len(), "checkpoints": checkpoints,
                "at_ms": end_us as f64 / 1e3, "chain": end.chain, "digest": end.digest, "died": end.died, "evaluations": evaluations,
            });
            println!("{result:#}");
        } else {
            for line in &evaluations {
                println!("eval        {line}");
            }
            println!("tape        {}", path.display());
            println!(
                "time        {:.3} ms, {} events, {checkpoints} checkpoints",
                end_us as f64 / 1e3,
                events.len()
            );
            println!("chain       {}", end.chain);
            if let Some(died) = &end.died {
                println!("ended       {died}");
            }
            println!("replay it   oracade replay --verify {}", path.display());
        }
        Ok(ExitCode::SUCCESS)
    })
}
