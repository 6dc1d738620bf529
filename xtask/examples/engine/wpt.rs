//! `wpt`: runs testharness tests of a local copy of web-platform-tests, each in a page of its own on virtual time.
//!
//! Only tests that need no server run: files whose names say `.sub.`, `.py` or `manual` are left out. What the driver API is asked
//! for goes through `Page::input`.

mod discover;
mod expectations;
mod peer;

use anyhow::{Context as _, ensure};
use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageError, PageOptions, Profile, Storage};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Virtual time a test may take: testharness.js itself gives up after 10 s, or 60 s where a test asks for it.
const LIMIT: Duration = Duration::from_secs(62);
const STEP_US: u64 = 4_000;

/// Arguments of `wpt`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The copy of web-platform-tests.
    #[arg(long, value_name = "FOLDER", env = "WPT")]
    root: PathBuf,
    /// Folders or files below the root, as in `dom/nodes`.
    #[arg(required = true)]
    paths: Vec<String>,
    /// Print each subtest that fails, with its message.
    #[arg(long, short)]
    verbose: bool,
    /// Print outcomes as JSON.
    #[arg(long)]
    json: bool,
    /// Only print which tests would run.
    #[arg(long)]
    list: bool,
    /// What Chromium made of the tests, as xtask/chromium/wpt.mjs writes it: adds a line, and --verbose leaves out what
    /// fails there too.
    #[arg(long, value_name = "FILE")]
    chromium: Option<PathBuf>,
    /// Known failures; exit 1 if a failure is not listed, or a listed one passes.
    #[arg(long, value_name = "FILE")]
    expectations: Option<PathBuf>,
    /// Tests at once.
    #[arg(long, short, default_value_t = 2)]
    jobs: usize,
    /// The reference's fonts only, without emoji.
    #[arg(long)]
    reference_fonts: bool,
}

/// What became of one test file.
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    /// Its path below the root, with a leading slash, as wpt.fyi writes it.
    pub(crate) test: String,
    /// `OK`, `ERROR`, `TIMEOUT`, `PRECONDITION_FAILED`, or `CRASH` where the page died or reported nothing.
    status: &'static str,
    message: Option<String>,
    pub(crate) subtests: Vec<Subtest>,
}

/// One subtest.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Subtest {
    pub(crate) name: String,
    status: Status,
    #[serde(default)]
    message: Option<String>,
}

/// A subtest's status as testharness.js numbers it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(from = "u32", rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Status {
    Pass,
    Fail,
    Timeout,
    Notrun,
    PreconditionFailed,
}

impl From<u32> for Status {
    fn from(number: u32) -> Self {
        match number {
            0 => Status::Pass,
            2 => Status::Timeout,
            3 => Status::Notrun,
            4 => Status::PreconditionFailed,
            _ => Status::Fail,
        }
    }
}

#[derive(Deserialize)]
struct Reported {
    status: usize,
    #[serde(default)]
    message: Option<String>,
    subtests: Vec<Subtest>,
}

impl Subtest {
    pub(crate) fn passed(&self) -> bool {
        // A precondition that the test itself found missing (an optional feature) is no failure.
        matches!(self.status, Status::Pass | Status::PreconditionFailed)
    }
}

impl Outcome {
    fn died(test: &str, message: String) -> Outcome {
        let name = "(the file)".to_owned();
        let subtest = Subtest {
            name,
            status: Status::Fail,
            message: Some(message.clone()),
        };
        Outcome {
            test: test.to_owned(),
            status: "CRASH",
            message: Some(message),
            subtests: vec![subtest],
        }
    }

    fn passed(&self) -> bool {
        matches!(self.status, "OK" | "PRECONDITION_FAILED") && self.subtests.iter().all(Subtest::passed)
    }
}

/// The answer is whether everything went as expected.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let engine = Engine::get()?;
    let tests = discover::tests(&args.root, &args.paths)?;
    ensure!(!tests.is_empty(), "no testharness test at {}", args.paths.join(", "));
    if args.list {
        println!("{}", tests.join("\n"));
        return Ok(true);
    }
    let peer = args.chromium.as_deref().map(peer::Peer::read).transpose()?;
    let bundle = Arc::new(discover::bundle(&args.root, &args.paths)?);
    let mut profile = Profile {
        width: 800,
        height: 600,
        ..Profile::default()
    };
    profile.limits.watchdog = Duration::from_secs(10);
    if args.reference_fonts {
        profile.fonts = oracade_runtime::FontProfile::Reference;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build()?;
    let outcomes: Vec<Outcome> = pool.install(|| {
        tests
            .par_iter()
            .map(|test| play(engine, &bundle, &profile, test).unwrap_or_else(|error| Outcome::died(test, error.to_string())))
            .collect()
    });
    if args.json {
        println!("{}", serde_json::to_string_pretty(&outcomes)?);
    } else {
        print(args, &outcomes, peer.as_ref());
        if let Some(peer) = &peer {
            peer.print(&outcomes);
        }
    }
    match &args.expectations {
        Some(file) => expectations::compare(file, &outcomes),
        None => Ok(true),
    }
}

fn play(engine: &'static Engine, bundle: &Arc<Bundle>, profile: &Profile, test: &str) -> anyhow::Result<Outcome> {
    let options = PageOptions {
        bundle: bundle.clone(),
        document: test.to_owned(),
        library: None,
        profile: profile.clone(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    let mut page = Page::open(engine, options)?;
    let until = u64::try_from(LIMIT.as_micros())?;
    let mut next_look = STEP_US;
    loop {
        page.advance_to(next_look)?;
        if let Some(outcome) = text(page.evaluate("window.__outcome")?) {
            let reported: Reported = serde_json::from_str(&outcome).context("the report is not as expected")?;
            return Ok(settle(test, reported));
        }
        drive(&mut page)?;
        let now = page.now_us();
        if now > until {
            let lines = page.exceptions();
            let why = lines
                .first()
                .map(|line| line.description.clone().unwrap_or_else(|| line.text.clone()));
            return Ok(Outcome::died(test, why.unwrap_or_else(|| "no report".to_owned())));
        }
        // Where nothing happens until later there is nothing to look at.
        next_look = page.next_due_us().unwrap_or(until).min(until + 1).max(now + STEP_US);
    }
}

fn settle(test: &str, reported: Reported) -> Outcome {
    let status = *["OK", "ERROR", "TIMEOUT", "PRECONDITION_FAILED"]
        .get(reported.status)
        .unwrap_or(&"ERROR");
    let mut outcome = Outcome {
        test: test.to_owned(),
        status,
        message: reported.message,
        subtests: reported.subtests,
    };
    if matches!(status, "ERROR" | "TIMEOUT") {
        outcome.subtests.push(Subtest {
            name: "(the file)".to_owned(),
            status: Status::Fail,
            message: outcome.message.clone(),
        });
    }
    outcome
}

/// Sends what the test asked its driver for.
fn drive(page: &mut Page) -> Result<(), PageError> {
    for _ in 0..10_000 {
        let next = page.evaluate("window.__nextInput ? window.__nextInput() : null")?;
        let Evaluation::Value(Some(event)) = next else {
            return Ok(());
        };
        if event.is_null() {
            return Ok(());
        }
        if let Some(pause) = event.get("pause").and_then(serde_json::Value::as_f64) {
            page.advance(Duration::from_secs_f64(pause / 1e3))?;
        } else {
            page.input(&event)?;
        }
    }
    Ok(())
}

fn text(value: Evaluation) -> Option<String> {
    match value {
        Evaluation::Value(Some(value)) => value.as_str().map(str::to_owned),
        _ => None,
    }
}

fn print(args: &Args, outcomes: &[Outcome], peer: Option<&peer::Peer>) {
    let mut folders: Vec<(&str, [usize; 4])> = Vec::new();
    for outcome in outcomes {
        if args.verbose {
            print_failures(outcome, peer);
        }
        let folder = outcome.test.rsplit_once('/').map_or("/", |(folder, _)| folder);
        if folders.last().is_none_or(|(last, _)| *last != folder) {
            folders.push((folder, [0; 4]));
        }
        if let Some((_, counts)) = folders.last_mut() {
            counts[0] += usize::from(outcome.passed());
            counts[1] += 1;
            counts[2] += outcome.subtests.iter().filter(|subtest| subtest.passed()).count();
            counts[3] += outcome.subtests.len();
        }
    }
    println!("{:<64} {:>12} {:>15} {:>8}", "", "files", "subtests", "");
    let mut all = [0; 4];
    for (folder, counts) in folders {
        row(folder, counts);
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    row("all", all);
}

fn print_failures(outcome: &Outcome, peer: Option<&peer::Peer>) {
    let passes_there = |name: &str| peer.is_none_or(|peer| peer.passes(&outcome.test, name));
    let failing = outcome
        .subtests
        .iter()
        .filter(|subtest| !subtest.passed() && passes_there(&subtest.name));
    let mut failing = failing.peekable();
    if failing.peek().is_none() {
        return;
    }
    let message = outcome.message.as_deref().unwrap_or_default();
    println!("{} {} {message}", outcome.status, outcome.test);
    for subtest in failing {
        let message = subtest.message.as_deref().unwrap_or_default();
        println!("  {:?} {:?}: {message}", subtest.status, subtest.name);
    }
}

fn row(name: &str, counts: [usize; 4]) {
    let files = format!("{}/{}", counts[0], counts[1]);
    let subtests = format!("{}/{}", counts[2], counts[3]);
    let share = 100.0 * counts[2] as f64 / counts[3].max(1) as f64;
    println!("{name:<64} {files:>12} {subtests:>15} {share:>6.2} %");
}
