//! `oracade replay`: a tape is played again, and what is seen is compared.

use super::picture;
use super::progress::Progress;
use super::stage::{Stage, on_page_thread, read_recorded, warn_of_conditions};
use super::tell;
use anyhow::{Context, ensure};
use oracade_recorder::Answer;
use oracade_recorder::replay::{Replayed, Told, replay};
use oracade_recorder::tape::frame_us;
use oracade_runtime::Frame;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `oracade replay`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// The game, if it does not lie where it lay.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Exit with 1 if anything differs, and with 2 if the tape has nothing to compare.
    #[arg(long)]
    verify: bool,
    /// Write what was expected, what is and the difference of the first frame that differs into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Seconds of real time one uninterrupted run of page code may take before the page counts as hung.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: Option<u64>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Replays.
///
/// # Errors
/// The tape or its game cannot be used, or there is nothing to verify.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (header, tape) = read_recorded(&args.tape)?;
    let checkpoints = tape.checkpoints().count();
    ensure!(
        !args.verify || checkpoints > 0 || tape.end.is_some(),
        "{} has neither checkpoints nor an end: there is nothing to verify",
        args.tape.display()
    );
    on_page_thread(|engine| {
        let stage = Stage::of_tape(&header, args.game.as_deref(), args.library.as_deref(), false)?;
        warn_of_conditions(engine, &header, &args.tape);
        let mut page = stage.open(engine, &header, args.timeout)?;
        let mut evaluations = Vec::new();
        let mut progress = Progress::new("replayed", tape.end_us);
        let replayed = replay(page.as_mut(), &tape, false, |told| {
            match &told {
                Told::Answer(event, _) => progress.at(event.at_us),
                Told::Seen(seen, _) => progress.at(frame_us(seen.frame)),
            }
            if let Told::Answer(event, Answer::Evaluated(result)) = told {
                let mut line = json!({ "at_ms": event.at_us as f64 / 1e3 });
                if let (Value::Object(line), Value::Object(answer)) = (&mut line, tell::evaluation(result)) {
                    line.extend(answer);
                }
                evaluations.push(line);
            }
        })
        .with_context(|| format!("{}: the page refuses an input", args.tape.display()))?;
        let pictures = match (&args.out, &replayed) {
            (
                Some(out),
                Replayed {
                    frame: Some(frame),
                    divergence: Some(divergence),
                    ..
                },
            ) => write_pictures(out, &args.tape, divergence.frame, frame)?,
            _ => Vec::new(),
        };
        let same = replayed.divergence.is_none();
        if args.json {
            let result = json!({
                "tape": args.tape, "game": stage.given, "equal": same, "compared": replayed.compared, "end_compared": replayed.end_compared,
                "divergence": replayed.divergence, "died": replayed.died.as_ref().map(ToString::to_string),
                "digest": page.digest(), "evaluations": evaluations, "pictures": pictures,
            });
            println!("{result:#}");
        } else {
            print(&replayed, &pictures, checkpoints, page.now_us());
        }
        Ok(if args.verify && !same {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    })
}

fn print(replayed: &Replayed, pictures: &[PathBuf], checkpoints: usize, now_us: u64) {
    let Some(divergence) = &replayed.divergence else {
        let end = if replayed.end_compared { " and the end" } else { "" };
        println!(
            "equal: {} of {checkpoints} checkpoints{end}, {:.3} ms",
            replayed.compared,
            now_us as f64 / 1e3
        );
        if let Some(died) = &replayed.died {
            println!("the page ended as on the tape: {died}");
        }
        return;
    };
    for line in tell::divergence(divergence, "tape", "now") {
        println!("{line}");
    }
    for path in pictures {
        println!("picture     {}", path.display());
    }
}

/// Writes what is seen, and where a picture of what was seen is kept, that and the difference.
fn write_pictures(out: &Path, tape: &Path, number: Option<u64>, frame: &Frame) -> anyhow::Result<Vec<PathBuf>> {
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let number = number.unwrap_or_default();
    let path = |what: &str| out.join(format!("frame-{number:06}-{what}.png"));
    let mut written = vec![path("now")];
    picture::write(&written[0], frame)?;
    let kept = picture::folder_of(tape).join(picture::file_of(number));
    if kept.is_file() {
        let was = picture::read(&kept)?;
        picture::write(&path("tape"), &was)?;
        picture::write(&path("difference"), &picture::beside(&was, frame))?;
        written.extend([path("tape"), path("difference")]);
    }
    Ok(written)
}
