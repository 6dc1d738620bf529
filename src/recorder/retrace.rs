//! `oracade retrace`: a tape is recorded again on a game that was changed on purpose, and what changed is shown.

use super::picture;
use super::progress::Progress;
use super::stage::{Stage, on_page_thread, read_recorded};
use super::tell;
use anyhow::{Context, ensure};
use oracade_recorder::record::{Moment, record};
use oracade_recorder::verify::compare;
use oracade_recorder::write::TapeWriter;
use oracade_recorder::{Act, Event};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Checkpoints of which the differences are told.
const TOLD_MAX: usize = 10;

/// Arguments of `oracade retrace`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape; it is replaced when the new one is whole, unless --out names another.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// The game, if it does not lie where it lay.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The new tape.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only show what would change.
    #[arg(long, conflicts_with = "out")]
    dry_run: bool,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print what changed as JSON.
    #[arg(long)]
    json: bool,
}

/// Records again.
///
/// # Errors
/// The tape or its game cannot be used, or the new tape cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (old_header, tape) = read_recorded(&args.tape)?;
    ensure!(
        tape.checkpoints().next().is_some(),
        "{} has no checkpoints to record again",
        args.tape.display()
    );
    on_page_thread(|engine| {
        let stage = Stage::of_tape(&old_header, args.game.as_deref(), args.library.as_deref(), true)?;
        let mut header = old_header.clone();
        let fresh = stage.header(engine, &header.profile.to_profile()?, header.every, None);
        (header.bundle, header.engine) = (fresh.bundle, fresh.engine);
        (header.fonts, header.oracade) = (fresh.fonts, fresh.oracade);
        if let Some(game) = &args.game {
            header.game.clone_from(game);
        }
        let mut page = stage.open(engine, &header, None)?;
        let mut lines: Vec<Event> = Vec::new();
        let events: Vec<Event> = super::diff::acting(&tape.events).cloned().collect();
        let pictures = picture::folder_of(&args.tape).is_dir().then(|| {
            let out = args.out.as_ref().unwrap_or(&args.tape);
            picture::folder_of(out)
        });
        let mut shots = Vec::new();
        let mut progress = Progress::new("recorded again", tape.end_us);
        let end = record(
            page.as_mut(),
            &events,
            header.every,
            tape.end_us,
            |moment| -> anyhow::Result<()> {
                match moment {
                    Moment::Before(event) => lines.push(event.clone()),
                    Moment::After(..) => {}
                    Moment::Seen(event, picture) => {
                        progress.at(event.at_us);
                        if let (Some(_), Some(picture), Act::Checkpoint(seen)) = (&pictures, picture, &event.act) {
                            shots.push((seen.frame, picture.to_png()));
                        }
                        lines.push(event.clone());
                    }
                }
                Ok(())
            },
        )?;
        let old: BTreeMap<u64, _> = tape.checkpoints().map(|seen| (seen.frame, seen)).collect();
        let mut changed = Vec::new();
        let (mut new_frames, mut count) = (0, 0);
        for event in &lines {
            let Act::Checkpoint(seen) = &event.act else { continue };
            count += 1;
            match old.get(&seen.frame) {
                None => new_frames += 1,
                Some(was) => {
                    let differences = compare(was, seen);
                    if !differences.is_empty() {
                        changed.push((seen.frame, differences));
                    }
                }
            }
        }
        let ended = tape.end.as_ref().is_some_and(|was| was.died != end.died);
        if !args.dry_run {
            let path = args.out.as_ref().unwrap_or(&args.tape);
            let mut writer = TapeWriter::new(Vec::new(), &header)?;
            for event in &lines {
                writer.event(event)?;
            }
            let bytes = writer.end(tape.end_us, &end)?;
            // The old tape stays until the new one is whole.
            let part = path.with_extension("tape.part");
            fs::write(&part, bytes).with_context(|| format!("cannot write {}", part.display()))?;
            fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))?;
            if let Some(folder) = &pictures {
                fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
                for (frame, png) in &shots {
                    let path = folder.join(picture::file_of(*frame));
                    fs::write(&path, png).with_context(|| format!("cannot write {}", path.display()))?;
                }
            }
        }
        if args.json {
            let list: Vec<_> = changed
                .iter()
                .map(|(frame, differences)| json!({ "frame": frame, "differences": differences }))
                .collect();
            let result = json!({
                "tape": args.tape, "checkpoints": count, "changed": list, "new": new_frames, "ended_differently": ended, "written": !args.dry_run,
            });
            println!("{result:#}");
            return Ok(ExitCode::SUCCESS);
        }
        println!("{} of {count} checkpoints changed", changed.len());
        for (frame, differences) in changed.iter().take(TOLD_MAX) {
            println!("frame {frame}");
            for one in differences {
                println!("  {}", tell::difference(one, "was", "is"));
            }
        }
        if changed.len() > TOLD_MAX {
            println!("and {} more; --json has all", changed.len() - TOLD_MAX);
        }
        if ended {
            println!("the page ends differently: {}", end.died.as_deref().unwrap_or("it lives on"));
        }
        Ok(ExitCode::SUCCESS)
    })
}
