//! `oracade mutate`: tests of tests.

use crate::conditions::{self, PageArgs};
use crate::games;
use anyhow::{Context, bail};
use oracade_mutants::Operator;
use oracade_oracle::mutate::{self, Fate, Options, Told, Tried};
use oracade_runtime::Engine;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Processor time that one uninterrupted run of a mutant's code may take, unless `--timeout` says otherwise: mutants loop.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Survivors shown in a terminal.
const SHOWN: usize = 20;

/// Arguments of `oracade mutate`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: a folder with index.html, an HTML file, or a task of the corpus.
    #[arg(value_name = "GAME")]
    game: String,
    /// Behaviour checks [default: checks.js beside the game].
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Static checks [default: checks.json beside the game].
    #[arg(long, value_name = "FILE")]
    checks: Option<PathBuf>,
    /// Mutants tried at the same time [default: the machine's cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Mutants at most; the seed decides which [default: all].
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Only these operators.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_operator)]
    operators: Option<Vec<Operator>>,
    /// Only this mutant, by its id.
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Run all checks against each mutant, instead of stopping at the first that fails.
    #[arg(long)]
    full: bool,
    /// Random tapes that survivors are explored by, besides what the suite does.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    tapes: u16,
    /// Exit code 1 if less than this share (in percent) of the mutants that are not equivalent is killed.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    at_least: Option<f64>,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the report as JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Write mutation.json and mutation.md, with the diffs of all survivors.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// No progress on standard error.
    #[arg(long, short)]
    quiet: bool,
}

fn parse_operator(text: &str) -> anyhow::Result<Operator> {
    Operator::of(text).with_context(|| {
        let names: Vec<&str> = Operator::ALL.iter().map(|operator| operator.name()).collect();
        format!("there is no such operator; there are {}", names.join(", "))
    })
}

fn parse_percent(text: &str) -> anyhow::Result<f64> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => bail!("a share is a number from 0 to 100"),
    }
}

/// Tries the mutants and says what became of them.
///
/// # Errors
/// The arguments cannot be used, the engine does not start, the game has no mutants, or the report cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let engine = Engine::get().context("the engine does not start; `oracade doctor` says more")?;
    let tasks = games::tasks(
        std::slice::from_ref(&args.game),
        None,
        args.checks.as_deref(),
        args.suite.as_deref(),
        &mut games::Libraries::new(args.library.as_deref()),
    )?;
    let Some(task) = tasks.into_iter().next() else {
        bail!("there is no game {:?}", args.game);
    };
    let Some(suite) = task.suite else {
        bail!(
            "there are no behaviour checks to test beside {}: name them with --suite",
            args.game
        );
    };
    let mut profile = args.page.profile();
    if args.page.timeout.is_none() {
        profile.limits.watchdog = TIMEOUT;
    }
    let jobs = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let options = Options {
        name: task.name,
        given: task.given,
        source: task.source,
        library: task.library,
        suite,
        checks: task.checks,
        seed: profile.seed,
        profile,
        limit: args.limit.map(|limit| limit as usize),
        operators: args.operators.clone().unwrap_or_else(|| Operator::ALL.to_vec()),
        jobs,
        full: args.full,
        tapes: usize::from(args.tapes),
        only: args.only.clone(),
    };
    let conditions = conditions::describe(engine, &options.profile);
    let started = Instant::now();
    let report = mutate::run(engine, &options, &conditions, &|done, total, tried| {
        if !args.quiet {
            progress(started, done, total, tried);
        }
    })?;
    if let Some(out) = &args.out {
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        let markdown = mutate::markdown(&report, Told { survivors: usize::MAX });
        for (name, text) in [("mutation.json", report.json()), ("mutation.md", markdown)] {
            let path = out.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let text = if args.json {
        report.json()
    } else {
        mutate::table(&report, Told { survivors: SHOWN })
    };
    // A reader that has seen enough (head) closes the pipe; the report stands.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    let enough = match (args.at_least, report.strength.percent) {
        (Some(wanted), Some(percent)) => percent >= wanted,
        _ => true,
    };
    Ok(if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Tells a person how far the run is. The only place where wall time is looked at, and none of it reaches the report.
fn progress(started: Instant, done: usize, total: usize, tried: &Tried) {
    let rate = done as f64 / started.elapsed().as_secs_f64().max(1e-3);
    let width = total.to_string().len();
    let fate = match tried.fate {
        Fate::Killed => "killed    ",
        Fate::Survived => "survived  ",
        Fate::Equivalent => "equivalent",
        Fate::Error => "error     ",
    };
    let by = tried.killed_by.first().map_or("", |kill| kill.check.as_str());
    let line = format!("{done:>width$}/{total} {fate} {} {by} ({rate:.1} mutants/s)\n", tried.id);
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}
