//! `oracade diff`: one tape on two builds of a game, frame by frame, to where they part.

use super::picture;
use super::progress::Progress;
use super::stage::{Stage, on_page_thread};
use super::tell;
use crate::conditions::{PageArgs, parse_time};
use anyhow::{Context, bail};
use oracade_recorder::observe::Observer;
use oracade_recorder::play::Player;
use oracade_recorder::replay::Divergence;
use oracade_recorder::tape::frame_us;
use oracade_recorder::verify::compare;
use oracade_recorder::{Act, Event, Header};
use oracade_runtime::{Engine, Guest, PageError};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `oracade diff`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape, or a list of events as `oracade record --events` takes it.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// The game as it was.
    #[arg(value_name = "OLD")]
    old: String,
    /// The game as it is.
    #[arg(value_name = "NEW")]
    new: String,
    /// Compare every this many frames.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    every: u64,
    /// How long, in virtual time [default: as long as the tape].
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    duration: Option<Duration>,
    /// Look at snapshots, console, storage and order only, not at pixels: much faster.
    #[arg(long)]
    no_pixels: bool,
    /// Write a picture of both and the difference of the first frame that differs into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

struct Side {
    page: Box<dyn Guest>,
    player: Player,
    observer: Observer,
    died: Option<PageError>,
}

impl Side {
    fn new(engine: &'static Engine, stage: &Stage, header: &Header, pixels: bool, timeout: Option<u64>) -> anyhow::Result<Side> {
        Ok(Side {
            page: stage.open(engine, header, timeout)?,
            player: Player::default(),
            observer: Observer::new(pixels),
            died: None,
        })
    }

    fn attempt<R>(&mut self, work: impl FnOnce(&mut Side) -> Result<R, PageError>) -> anyhow::Result<Option<R>> {
        if self.died.is_some() {
            return Ok(None);
        }
        match work(self) {
            Ok(result) => Ok(Some(result)),
            Err(PageError::BadInput(message)) => bail!("an input of the tape is refused: {message}"),
            Err(error) => {
                self.died = Some(error);
                Ok(None)
            }
        }
    }
}

/// Plays both and says where they part. Exit code 0: nowhere, 1: somewhere.
///
/// # Errors
/// The tape or a game cannot be used.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_page_thread(|engine| {
        let (header, events, end_us) = super::stage::events_of(engine, &args.tape, &args.page)?;
        let end_us = args
            .duration
            .map_or(end_us, |time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        let events = oracade_recorder::actions(&events);
        let load = |given: &str| Stage::load(given, None, args.library.as_deref());
        let (old, new) = (load(&args.old)?, load(&args.new)?);
        let mut sides = [
            Side::new(engine, &old, &header, !args.no_pixels, args.page.timeout)?,
            Side::new(engine, &new, &header, !args.no_pixels, args.page.timeout)?,
        ];
        let (compared, divergence) = walk(&mut sides, &events, args.every, end_us)?;
        let pictures = write_pictures(args, &sides, divergence.as_ref())?;
        if args.json {
            let result = json!({
                "tape": args.tape, "old": old.given, "new": new.given, "equal": divergence.is_none(), "compared": compared,
                "divergence": divergence, "pictures": pictures,
            });
            println!("{result:#}");
        } else if let Some(divergence) = &divergence {
            for line in tell::divergence(divergence, "old", "new") {
                println!("{line}");
            }
            pictures.iter().for_each(|path| println!("picture     {}", path.display()));
        } else {
            let same = if old.bundle.digest() == new.bundle.digest() {
                " (the games are the same files)"
            } else {
                ""
            };
            println!("equal: {compared} frames, {:.3} ms{same}", end_us as f64 / 1e3);
        }
        Ok(if divergence.is_none() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    })
}

fn walk(sides: &mut [Side; 2], events: &[Event], every: u64, end_us: u64) -> anyhow::Result<(usize, Option<Divergence>)> {
    let (mut compared, mut equal_until) = (0, None);
    let mut events = events.iter().filter(|event| event.at_us <= end_us).peekable();
    let mut frame = every;
    let mut progress = Progress::new("compared", end_us);
    while frame_us(frame) <= end_us {
        let at_us = frame_us(frame);
        progress.at(at_us);
        while let Some(event) = events.next_if(|event| event.at_us < at_us || (event.hold && event.at_us == at_us)) {
            for side in &mut *sides {
                side.attempt(|side| side.player.perform(side.page.as_mut(), event))?;
            }
        }
        let mut seen = Vec::new();
        for side in &mut *sides {
            seen.extend(side.attempt(|side| {
                side.page.advance_to(at_us)?;
                side.observer.checkpoint(side.page.as_mut(), frame)
            })?);
        }
        let ended = sides.each_ref().map(|side| side.died.as_ref().map(ToString::to_string));
        let differences = match seen.as_slice() {
            [old, new] => compare(old, new),
            _ => Vec::new(),
        };
        let [old_end, new_end] = ended;
        if !differences.is_empty() || old_end != new_end {
            let divergence = Divergence {
                frame: Some(frame),
                at_us,
                equal_until,
                differences,
                ended: (old_end != new_end).then_some((old_end, new_end)),
                digest: false,
            };
            return Ok((compared, Some(divergence)));
        }
        if old_end.is_some() {
            break;
        }
        compared += 1;
        equal_until = Some(frame);
        frame += every;
    }
    Ok((compared, None))
}

fn write_pictures(args: &Args, sides: &[Side; 2], divergence: Option<&Divergence>) -> anyhow::Result<Vec<PathBuf>> {
    let (Some(out), Some(frame)) = (&args.out, divergence.and_then(|divergence| divergence.frame)) else {
        return Ok(Vec::new());
    };
    let [Some(old), Some(new)] = sides.each_ref().map(|side| side.observer.frame.as_ref()) else {
        return Ok(Vec::new());
    };
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let path = |what: &str| out.join(format!("frame-{frame:06}-{what}.png"));
    picture::write(&path("old"), old)?;
    picture::write(&path("new"), new)?;
    picture::write(&path("difference"), &picture::beside(old, new))?;
    Ok(["old", "new", "difference"].map(path).to_vec())
}

/// The events of a tape that act, for those who look themselves.
pub(crate) fn acting(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().filter(|event| !matches!(event.act, Act::Checkpoint(_)))
}
