//! `webgl-cts`: runs pages of a local copy of Khronos's WebGL conformance suite (its folder `sdk/tests`), each in a page of its own
//! on virtual time.
//!
//! Which pages there are say the suite's own lists (`00_test_list.txt`), which name the versions a page is for. A page reports to
//! `window.parent.webglTestHarness`; at the top of a window that is the page itself, so an init script provides it.
//!
//! Pages are played by processes of this same program (`pool`), so that one that crashes or does not come to an end costs its own outcome only.

mod pool;
mod worker;

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

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
    /// Seconds of processor time a page's scripts may take.
    #[arg(long, default_value_t = 40)]
    seconds: u64,
    /// Seconds of processor time after which a page's process is ended.
    #[arg(long, default_value_t = 120)]
    patience: u64,
    /// Outcomes are appended there, one a line, as they come; pages that have one already are not played again.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Read the names of pages from standard input and answer with their outcomes: what this program's own processes do.
    #[arg(long, hide = true)]
    worker: bool,
}

/// What became of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Outcome {
    test: String,
    passed: bool,
    /// Assertions that held, and those there were.
    held: usize,
    all: usize,
    /// The first that failed, or what ended the page.
    messages: Vec<String>,
}

impl Outcome {
    fn ended(test: &str, message: String) -> Self {
        Self {
            test: test.to_owned(),
            passed: false,
            held: 0,
            all: 0,
            messages: vec![message],
        }
    }
}

/// The answer is whether everything went as expected.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    ensure!(matches!(args.version, 1 | 2), "there are the versions 1 and 2");
    if args.worker {
        worker::serve(args)?;
        return Ok(true);
    }
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
    let mut outcomes = known(args.out.as_deref())?;
    outcomes.retain(|outcome| tests.contains(&outcome.test));
    tests.retain(|test| outcomes.iter().all(|known| known.test != *test));
    let mut file = match &args.out {
        Some(path) => Some(std::fs::OpenOptions::new().create(true).append(true).open(path)?),
        None => None,
    };
    pool::play(args, &tests, |outcome| {
        if let Some(file) = &mut file {
            writeln!(file, "{}", serde_json::to_string(&outcome)?)?;
        }
        outcomes.push(outcome);
        Ok(())
    })?;
    outcomes.sort_by(|a, b| a.test.cmp(&b.test));
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

/// The outcomes of an earlier run.
fn known(path: Option<&Path>) -> anyhow::Result<Vec<Outcome>> {
    let Some(path) = path.filter(|path| path.is_file()) else {
        return Ok(Vec::new());
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // The last line is cut short if the run was ended while it was written.
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

fn print(outcomes: &[Outcome], verbose: bool) {
    let mut folders: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for outcome in outcomes {
        if verbose && !outcome.passed {
            println!("{} {}/{}", outcome.test, outcome.held, outcome.all);
            for message in &outcome.messages {
                println!("    {}", message.lines().next().unwrap_or_default());
            }
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
