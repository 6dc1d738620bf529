//! `oracade frames`: pictures of any frames of a tape.

use super::picture;
use super::progress::Progress;
use super::stage::{Stage, on_page_thread, read_recorded, warn_of_conditions};
use anyhow::{Context, ensure};
use oracade_recorder::play::Player;
use oracade_recorder::tape::frame_us;
use oracade_recorder::{Event, Tape};
use oracade_runtime::{Frame, Guest, PageError};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Most frames held at once for a strip or an animation.
const HELD_MAX: usize = 2_000;
/// Longest side of a strip, in pixels.
const STRIP_MAX: u32 = 32_768;

/// How the frames are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A PNG a frame, in a folder.
    Png,
    /// One animated PNG.
    Apng,
    /// One PNG with the frames in rows.
    Strip,
}

/// Arguments of `oracade frames`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// A frame, or a range: 120, 60..180, 60.. [default: all].
    #[arg(long, value_name = "FRAMES", value_parser = parse_range)]
    at: Option<(u64, Option<u64>)>,
    /// Every this many of them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// How they are written.
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Png)]
    form: Form,
    /// Divide width and height by this.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    shrink: u32,
    /// Frames a row of a strip.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    columns: u16,
    /// The folder or file [default: TAPE.png-frames, TAPE.apng or TAPE.strip.png].
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// The game, if it does not lie where it lay.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print what was written as JSON.
    #[arg(long)]
    json: bool,
}

fn parse_range(text: &str) -> anyhow::Result<(u64, Option<u64>)> {
    let number = |text: &str| {
        let number = text.trim().parse::<u64>().ok().filter(|number| *number <= 100_000_000);
        number.with_context(|| format!("{text:?} is not the number of a frame"))
    };
    let Some((from, to)) = text.split_once("..") else {
        let frame = number(text)?;
        return Ok((frame, Some(frame)));
    };
    let from = if from.trim().is_empty() { 0 } else { number(from)? };
    let to = if to.trim().is_empty() { None } else { Some(number(to)?) };
    ensure!(to.is_none_or(|to| from <= to), "the range {text} is empty");
    Ok((from, to))
}

/// Plays a tape and gives the pictures of frames. A frame is seen as it is before the events of its instant.
///
/// # Errors
/// What `take` says.
fn look(
    page: &mut dyn Guest,
    tape: &Tape,
    wanted: &mut dyn Iterator<Item = u64>,
    take: &mut dyn FnMut(u64, Frame) -> anyhow::Result<()>,
) -> anyhow::Result<Option<PageError>> {
    let mut player = Player::default();
    let mut wanted = wanted.peekable();
    let mut see = |page: &mut dyn Guest, before: Option<&Event>| -> anyhow::Result<Result<(), PageError>> {
        let limit_us = before.map_or(tape.end_us.saturating_add(1), |event| {
            // What holds stays at its instant: nothing is to run before it.
            event.at_us.saturating_add(u64::from(!event.hold))
        });
        while let Some(frame) = wanted.next_if(|frame| frame_us(*frame) < limit_us) {
            let picture = page.advance_to(frame_us(frame)).and_then(|()| page.capture());
            match picture {
                Ok(picture) => take(frame, picture)?,
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(()))
    };
    for event in &tape.events {
        if let Err(error) = see(page, Some(event))? {
            return Ok(Some(error));
        }
        match player.perform(page, event) {
            // What was refused then is refused now.
            Ok(_) | Err(PageError::BadInput(_)) => {}
            Err(error) => return Ok(Some(error)),
        }
        // A checkpoint took a snapshot, which runs the page's code.
        if matches!(event.act, oracade_recorder::Act::Checkpoint(_))
            && let Err(error) = page.capture().and_then(|_| page.snapshot().map(|_| ()))
            && !matches!(error, PageError::Snapshot(_))
        {
            return Ok(Some(error));
        }
    }
    Ok(see(page, None)?.err())
}

/// Writes the frames.
///
/// # Errors
/// The tape or its game cannot be used, or the pictures cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (header, tape) = read_recorded(&args.tape)?;
    let (from, to) = args.at.unwrap_or((0, None));
    let last = (0..).take_while(|frame| frame_us(*frame) <= tape.end_us).last().unwrap_or(0);
    ensure!(
        from <= last,
        "the tape has frames 0 to {last}; frame {from} is not among them"
    );
    let to = to.map_or(last, |to| to.min(last));
    let step = usize::try_from(args.every)?;
    let named = |end: &str| {
        let mut name = args.tape.file_name().unwrap_or_default().to_os_string();
        name.push(end);
        PathBuf::from(name)
    };
    on_page_thread(|engine| {
        let stage = Stage::of_tape(&header, args.game.as_deref(), args.library.as_deref(), false)?;
        warn_of_conditions(engine, &header, &args.tape);
        let mut page = stage.open(engine, &header, None)?;
        let mut held: Vec<Frame> = Vec::new();
        let mut count = 0_usize;
        let mut progress = Progress::new("painted", frame_us(to));
        let out = args.out.clone().unwrap_or_else(|| match args.form {
            Form::Png => named(".png-frames"),
            Form::Apng => named(".apng"),
            Form::Strip => named(".strip.png"),
        });
        if args.form == Form::Png {
            fs::create_dir_all(&out).with_context(|| format!("cannot make {}", out.display()))?;
        }
        let died = look(page.as_mut(), &tape, &mut (from..=to).step_by(step), &mut |frame, picture| {
            count += 1;
            progress.at(frame_us(frame));
            let picture = if args.shrink == 1 {
                picture
            } else {
                picture::shrunk(&picture, args.shrink)
            };
            if args.form == Form::Png {
                return picture::write(&out.join(picture::file_of(frame)), &picture);
            }
            ensure!(
                held.len() < HELD_MAX,
                "a strip or an animation has at most {HELD_MAX} frames: choose fewer with --at and --every"
            );
            held.push(picture);
            Ok(())
        })?;
        match args.form {
            Form::Png => {}
            Form::Apng if held.is_empty() => {}
            Form::Apng => picture::write_animation(&out, &held, args.every)?,
            Form::Strip => {
                let strip = picture::strip(&held, args.columns.into());
                ensure!(
                    strip.width <= STRIP_MAX && strip.height <= STRIP_MAX,
                    "a strip of {}×{} pixels is too large: shrink it with --shrink, or choose fewer frames",
                    strip.width,
                    strip.height
                );
                picture::write(&out, &strip)?;
            }
        }
        if args.json {
            let ended = died.as_ref().map(ToString::to_string);
            println!(
                "{:#}",
                json!({ "tape": args.tape, "out": out, "frames": count, "died": ended })
            );
            return Ok(ExitCode::SUCCESS);
        }
        println!("{count} frames in {}", out.display());
        if let Some(error) = died {
            println!("the page ended: {error}");
        }
        Ok(ExitCode::SUCCESS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_frames() {
        assert_eq!(parse_range("7").unwrap(), (7, Some(7)));
        assert_eq!(parse_range("7..9").unwrap(), (7, Some(9)));
        assert_eq!(parse_range("..9").unwrap(), (0, Some(9)));
        assert_eq!(parse_range("7..").unwrap(), (7, None));
        for bad in ["", "x", "9..7", "-1", "1..2..3"] {
            assert!(parse_range(bad).is_err(), "{bad}");
        }
    }
}
