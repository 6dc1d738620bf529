//! `webgl-cts`: runs pages of a local copy of Khronos's WebGL conformance suite (its folder `sdk/tests`), each in a page of its own
//! on virtual time.
//!
//! Which pages there are say the suite's own lists (`00_test_list.txt`), which name the versions a page is for. A page reports to
//! `window.parent.webglTestHarness`; at the top of a window that is the page itself, so an init script provides it.

use anyhow::{Context as _, ensure};
use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Virtual time a page may take.
const LIMIT: Duration = Duration::from_secs(60);
const STEP_US: u64 = 20_000;
/// The largest file that is served, in bytes.
const FILE_LIMIT: u64 = 8 << 20;

/// Arguments of `webgl-cts`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The suite's folder sdk/tests.
    #[arg(long, value_name = "FOLDER", env = "WEBGL_CTS")]
    root: PathBuf,
    /// Beginnings of paths below it, as in `conformance/textures`; all if there are none.
    paths: Vec<String>,
    /// The context's version, 1 or 2.
    #[arg(long, default_value_t = 1)]
    version: u32,
    /// Print what fails, with its messages.
    #[arg(long, short)]
    verbose: bool,
    /// Print outcomes as JSON.
    #[arg(long)]
    json: bool,
    /// Only print which pages would run.
    #[arg(long)]
    list: bool,
    /// Known failures: paths, and `# ` lines with their reasons. Exit 1 if a failure is not listed, or a listed one passes.
    #[arg(long, value_name = "FILE")]
    expectations: Option<PathBuf>,
    /// Pages at once.
    #[arg(long, short, default_value_t = 2)]
    jobs: usize,
    /// Seconds of processor time a page may take.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// What became of a page.
#[derive(Debug, Serialize)]
struct Outcome {
    test: String,
    passed: bool,
    /// Assertions that held, and those there were.
    held: usize,
    all: usize,
    /// The first that failed, or what ended the page.
    message: Option<String>,
}

#[derive(Deserialize)]
struct Reported {
    done: bool,
    held: usize,
    all: usize,
    message: Option<String>,
}

/// What pages report to. `webglVersion` comes as the suite's own harness gives it.
const HARNESS: &str = r#"
(() => {
  const r = window.__cts = { done: false, held: 0, all: 0, message: null };
  window.webglTestHarness = {
    reportResults(url, success, message) {
      r.all++;
      if (success) r.held++;
      else r.message ??= String(message);
    },
    notifyFinished() { r.done = true; },
  };
})();
"#;

/// The answer is whether everything went as expected.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    ensure!(matches!(args.version, 1 | 2), "there are the versions 1 and 2");
    let mut tests = Vec::new();
    lists(&args.root, "00_test_list.txt", args.version, &mut tests)?;
    tests.retain(|test| args.paths.is_empty() || args.paths.iter().any(|path| test.starts_with(path.trim_matches('/'))));
    ensure!(
        !tests.is_empty(),
        "no page of the suite begins with {}",
        args.paths.join(", ")
    );
    if args.list {
        println!("{}", tests.join("\n"));
        return Ok(true);
    }
    let engine = Engine::get()?;
    let bundle = Arc::new(bundle(&args.root)?);
    let mut profile = Profile {
        width: 800,
        height: 600,
        ..Profile::default()
    };
    profile.limits.watchdog = Duration::from_secs(args.seconds);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build()?;
    let outcomes: Vec<Outcome> = pool.install(|| {
        tests
            .par_iter()
            .map(|test| {
                play(engine, &bundle, &profile, test, args.version).unwrap_or_else(|error| Outcome {
                    test: test.clone(),
                    passed: false,
                    held: 0,
                    all: 0,
                    message: Some(format!("{error:#}")),
                })
            })
            .collect()
    });
    if args.json {
        println!("{}", serde_json::to_string_pretty(&outcomes)?);
    } else {
        print(&outcomes, args.verbose);
    }
    match &args.expectations {
        Some(file) => compare(file, &outcomes),
        None => Ok(true),
    }
}

/// Reads a list and those it names: `--min-version` and `--max-version` limit what follows on the line.
fn lists(root: &Path, name: &str, version: u32, out: &mut Vec<String>) -> anyhow::Result<()> {
    let path = root.join(name);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (mut wanted, mut file) = (true, None);
        while let Some(word) = words.next() {
            match word {
                "--min-version" => wanted &= words.next().is_none_or(|v| major(v) <= version),
                "--max-version" => wanted &= words.next().is_none_or(|v| major(v) >= version),
                "--slow" => {}
                _ if word.starts_with("//") || word.starts_with('#') => break,
                _ if word.starts_with("--") => {}
                _ => file = Some(word),
            }
        }
        let Some(file) = file.filter(|_| wanted) else { continue };
        let file = if folder.is_empty() {
            file.to_owned()
        } else {
            format!("{folder}/{file}")
        };
        if file.ends_with(".txt") {
            lists(root, &file, version, out)?;
        } else {
            out.push(file);
        }
    }
    Ok(())
}

/// The first number of a version: `1.0.3` is 1.
fn major(version: &str) -> u32 {
    version.split('.').next().and_then(|v| v.parse().ok()).unwrap_or(1)
}

/// All files of the suite that are not too large.
fn bundle(root: &Path) -> anyhow::Result<Bundle> {
    let mut contents = BTreeMap::new();
    let mut todo = vec![root.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                todo.push(path);
            } else if entry.metadata()?.len() <= FILE_LIMIT
                && let Ok(name) = path.strip_prefix(root)
            {
                contents.insert(name.to_string_lossy().replace('\\', "/"), std::fs::read(&path)?);
            }
        }
    }
    contents.insert("index.html".to_owned(), Vec::new());
    Ok(Bundle::from_bytes(contents))
}

fn play(engine: &'static Engine, bundle: &Arc<Bundle>, profile: &Profile, test: &str, version: u32) -> anyhow::Result<Outcome> {
    let version = format!("history.replaceState(null, '', location.pathname + '?webglVersion={version}&quiet=1');");
    let options = PageOptions {
        bundle: bundle.clone(),
        document: format!("/{test}"),
        library: None,
        profile: profile.clone(),
        storage: Storage::default(),
        init_scripts: vec![HARNESS.to_owned(), version],
    };
    let mut page = Page::open(engine, options)?;
    let until = u64::try_from(LIMIT.as_micros())?;
    let mut next_look = STEP_US;
    loop {
        page.advance_to(next_look)?;
        let reported = match page.evaluate("JSON.stringify(window.__cts)")? {
            Evaluation::Value(Some(value)) => value.as_str().map(str::to_owned),
            _ => None,
        };
        let reported: Reported = serde_json::from_str(&reported.context("the page has lost its harness")?)?;
        let now = page.now_us();
        if reported.done || now > until {
            let lines = page.exceptions();
            let thrown = lines
                .first()
                .map(|line| line.description.clone().unwrap_or_else(|| line.text.clone()));
            let end = if reported.done { None } else { Some("no end".to_owned()) };
            return Ok(Outcome {
                test: test.to_owned(),
                passed: reported.done && reported.held == reported.all && reported.all > 0,
                held: reported.held,
                all: reported.all,
                message: reported.message.or(thrown).or(end),
            });
        }
        next_look = page.next_due_us().unwrap_or(until).min(until + 1).max(now + STEP_US);
    }
}

fn print(outcomes: &[Outcome], verbose: bool) {
    let mut folders: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for outcome in outcomes {
        if verbose && !outcome.passed {
            let message = outcome.message.as_deref().unwrap_or_default();
            let line = message.lines().next().unwrap_or_default();
            println!("{} {}/{} {line}", outcome.test, outcome.held, outcome.all);
        }
        let folder = outcome.test.rsplit_once('/').map_or("", |(folder, _)| folder);
        for folder in [folder, "~all"] {
            let counts = folders.entry(folder).or_default();
            counts[0] += usize::from(outcome.passed);
            counts[1] += 1;
            counts[2] += outcome.held;
            counts[3] += outcome.all;
        }
    }
    println!("{:<48} {:>12} {:>16}", "", "pages", "assertions");
    for (folder, counts) in folders {
        let pages = format!("{}/{}", counts[0], counts[1]);
        let assertions = format!("{}/{}", counts[2], counts[3]);
        println!("{:<48} {pages:>12} {assertions:>16}", folder.trim_start_matches('~'));
    }
}

/// Compares with the list of known failures; a path that ends with `*` stands for all that begin so.
fn compare(file: &Path, outcomes: &[Outcome]) -> anyhow::Result<bool> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let entries: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut surprises = 0;
    for outcome in outcomes {
        let listed = entries.iter().any(|entry| match entry.strip_suffix('*') {
            Some(start) => outcome.test.starts_with(start),
            None => outcome.test == *entry,
        });
        if listed == outcome.passed {
            let what = if outcome.passed { "passes now" } else { "not listed" };
            println!("{what}: {}", outcome.test);
            surprises += 1;
        }
    }
    Ok(surprises == 0)
}
