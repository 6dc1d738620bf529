//! Branches of pages: what they cost by both ways, and whether they are the page they were made of. One JSON object a game.
//!
//! Each tape is recorded, replayed, and played by three pages that were one page until a random frame: itself, a fork, and a
//! repetition. All must end as the page that was never branched.

use anyhow::{Context as _, bail, ensure};
use oracade_recorder::play::Player;
use oracade_recorder::record::{Moment, record};
use oracade_recorder::replay::replay;
use oracade_recorder::{Event, Tape, read};
use oracade_runtime::fork::{ForkedPage, Nursery};
use oracade_runtime::{Bundle, Engine, Guest, Library, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Forks and repetitions that are timed.
const FORKS: usize = 21;
const REPETITIONS: usize = 3;

/// Arguments of `branches`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The `oracade` program.
    #[arg(long)]
    program: PathBuf,
    /// Folder of the vendored packages.
    #[arg(long)]
    library: PathBuf,
    /// Lists of events to play on each game.
    #[arg(long)]
    tape: Vec<PathBuf>,
    /// Games: folders with index.html.
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let engine = Engine::get()?;
    let mut rows = Vec::new();
    let mut all_equal = true;
    for game in &args.games {
        let game = Game::load(engine, args, game)?;
        let mut unequal = Vec::new();
        for (number, path) in args.tape.iter().enumerate() {
            let tape = read::read(File::open(path)?).with_context(|| path.display().to_string())?;
            for fault in game.faults(&tape, number as u64)? {
                unequal.push(format!("{}: {fault}", path.display()));
            }
        }
        all_equal &= unequal.is_empty();
        let longest = args.tape.first().context("--tape is needed")?;
        let mut row = game.costs(&read::read(File::open(longest)?)?)?;
        row["tapes"] = args.tape.len().into();
        row["unequal"] = unequal.into();
        rows.push(row);
    }
    println!("{:#}", Value::from(rows));
    Ok(all_equal)
}

struct Game<'a> {
    engine: &'static Engine,
    path: &'a Path,
    bundle: Arc<Bundle>,
    library: Option<Arc<Library>>,
    nursery: Nursery,
}

impl<'a> Game<'a> {
    fn load(engine: &'static Engine, args: &'a Args, path: &'a Path) -> anyhow::Result<Game<'a>> {
        let lock = path.join("oracade.lock.json");
        let library = match lock.is_file() {
            true => Some(Arc::new(Library::open_with(&lock, &args.library)?)),
            false => None,
        };
        let mut program = Command::new(&args.program);
        program
            .arg("nursery")
            .arg("--readable")
            .arg(path)
            .arg("--library")
            .arg(&args.library);
        Ok(Game {
            engine,
            path,
            bundle: Arc::new(Bundle::from_dir(path)?),
            library,
            nursery: Nursery::start(program, 64, Duration::from_secs(300))?,
        })
    }

    fn here(&self) -> anyhow::Result<Box<dyn Guest>> {
        let options = PageOptions {
            bundle: self.bundle.clone(),
            library: self.library.clone(),
            profile: Profile::default(),
            storage: Storage::default(),
            init_scripts: Vec::new(),
            document: String::new(),
        };
        Ok(oracade_runtime::open(self.engine, options)?)
    }

    fn there(&self) -> anyhow::Result<ForkedPage> {
        Ok(self.nursery.open(&json!({ "game": self.path }), &Profile::default())?)
    }

    /// What is not as it should be.
    fn faults(&self, tape: &Tape, seed: u64) -> anyhow::Result<Vec<String>> {
        let mut faults = Vec::new();
        let mut recorded: Vec<Event> = Vec::new();
        let mut page = self.here()?;
        let end = record(page.as_mut(), &tape.events, 30, tape.end_us, |moment| -> anyhow::Result<()> {
            match moment {
                Moment::After(event, _) | Moment::Seen(event, _) => recorded.push(event.clone()),
                Moment::Before(_) => {}
            }
            Ok(())
        })
        .map_err(|error| anyhow::anyhow!("{error}"))?;
        let copy = Tape {
            header: None,
            events: recorded,
            end_us: tape.end_us,
            end: Some(end),
            broken_off: false,
        };
        let replayed = replay(self.here()?.as_mut(), &copy, true, |_| {})?;
        if let Some(divergence) = replayed.divergence {
            faults.push(format!("the replay differs: {}", serde_json::to_string(&divergence)?));
        }
        let mut whole = self.here()?;
        play(whole.as_mut(), &tape.events, tape.end_us)?;
        let whole = look(whole.as_mut())?;
        // Some frame between the first and the last.
        let frame = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let at_us = frame % (tape.end_us * 60 / 1_000_000).max(1) * 1_000_000 / 60;
        let split = tape.events.partition_point(|event| event.at_us <= at_us);
        let mut page = self.there()?;
        play(&mut page, &tape.events[..split], at_us)?;
        let (fork, repetition) = (page.branch()?, page.branch_by_repeating()?);
        if let Some(why) = fork.fallback() {
            faults.push(format!("it was not forked: {why}"));
        }
        for (name, mut branch) in [("the page", page), ("the fork", fork), ("the repetition", repetition)] {
            play(&mut branch, &tape.events[split..], tape.end_us)?;
            let seen = look(&mut branch)?;
            if seen != whole {
                faults.push(format!("{name}, branched at {at_us} us, ends as {seen}, not as {whole}"));
            }
        }
        Ok(faults)
    }

    /// Milliseconds of a branch by each way, at the tape's end.
    fn costs(&self, tape: &Tape) -> anyhow::Result<Value> {
        let mut page = self.there()?;
        play(&mut page, &tape.events, tape.end_us)?;
        let mut forks = Vec::new();
        let mut frames = Vec::new();
        for _ in 0..FORKS {
            let start = Instant::now();
            let mut branch = page.branch()?;
            forks.push(millis(start));
            ensure!(branch.fallback().is_none(), "it cannot be forked");
            let start = Instant::now();
            let next = branch.next_frame_us();
            branch.advance_to(next)?;
            frames.push(millis(start));
        }
        let mut usual = Vec::new();
        for _ in 0..FORKS {
            let start = Instant::now();
            let next = page.next_frame_us();
            page.advance_to(next)?;
            usual.push(millis(start));
        }
        let mut repetitions = Vec::new();
        let mut here = self.here()?;
        here.keep_calls();
        play(here.as_mut(), &tape.events, tape.end_us)?;
        for _ in 0..REPETITIONS {
            let start = Instant::now();
            drop(here.branch()?);
            repetitions.push(millis(start));
        }
        Ok(json!({
            "game": self.path, "at_s": tape.end_us as f64 / 1e6, "fork_ms": median(forks), "first_frame_ms": median(frames),
            "frame_ms": median(usual), "repeat_ms": median(repetitions),
        }))
    }
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn play(page: &mut dyn Guest, events: &[Event], until_us: u64) -> anyhow::Result<()> {
    let mut player = Player::default();
    for event in events {
        match player.perform(page, event) {
            Ok(_) | Err(PageError::BadInput(_)) => {}
            Err(error) => bail!("the page ended: {error}"),
        }
    }
    Ok(page.advance_to(until_us.max(page.now_us()))?)
}

fn look(page: &mut dyn Guest) -> anyhow::Result<Value> {
    let frame = page.capture()?;
    let snapshot = page.snapshot().unwrap_or_default();
    let pixels = oracade_recorder::observe::pixels_digest(&frame);
    Ok(json!([
        page.digest(),
        page.order_digest(),
        page.storage_digest(),
        pixels,
        snapshot,
        page.now_us()
    ]))
}
