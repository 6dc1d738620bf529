//! `oracade bisect`: the first of many builds of a game on which a tape does not play as it was recorded.

use super::stage::{Stage, on_page_thread, read_recorded};
use super::tell;
use anyhow::{Context, bail, ensure};
use oracade_oracle::delivery::Source;
use oracade_recorder::replay::{Divergence, replay};
use oracade_recorder::{Header, Tape};
use oracade_runtime::Engine;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Arguments of `oracade bisect`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape, recorded on a build that was right.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// Builds, oldest first: folders or HTML files.
    #[arg(value_name = "BUILD", required_unless_present = "commits", conflicts_with = "commits")]
    builds: Vec<String>,
    /// Commits of a git repository instead, GOOD..BAD.
    #[arg(long, value_name = "RANGE", requires = "file")]
    commits: Option<String>,
    /// The game's HTML file in that repository (it is read from each commit; its neighbours are not).
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

enum Build {
    Given(String),
    Commit(String),
}

impl Build {
    fn name(&self) -> &str {
        match self {
            Build::Given(name) | Build::Commit(name) => name,
        }
    }
}

/// Finds it. Exit code 0: found, 1: the first and the last build play the tape as recorded.
///
/// # Errors
/// The tape, a build or the repository cannot be used, or the first build differs already.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (header, tape) = read_recorded(&args.tape)?;
    ensure!(
        tape.checkpoints().next().is_some(),
        "{} has no checkpoints to compare with",
        args.tape.display()
    );
    let builds = match (&args.commits, &args.file) {
        (Some(range), Some(file)) => commits(range, file)?,
        _ => args.builds.iter().cloned().map(Build::Given).collect(),
    };
    ensure!(builds.len() >= 2, "bisecting takes two builds at least");
    on_page_thread(|engine| {
        let test = |index: usize| -> anyhow::Result<Option<Divergence>> {
            let build = &builds[index];
            let found = play(engine, args, &header, &tape, build).with_context(|| build.name().to_owned())?;
            eprintln!(
                "{} {}",
                build.name(),
                if found.is_some() { "differs" } else { "is as recorded" }
            );
            Ok(found)
        };
        if let Some(divergence) = test(0)? {
            for line in tell::divergence(&divergence, "tape", "build") {
                eprintln!("{line}");
            }
            bail!("the first build, {}, differs from the tape already", builds[0].name());
        }
        let Some(mut first) = test(builds.len() - 1)? else {
            if args.json {
                println!("{:#}", json!({ "first": null, "builds": builds.len() }));
            } else {
                println!("the first and the last build play the tape as recorded");
            }
            return Ok(ExitCode::FAILURE);
        };
        let (mut good, mut bad) = (0, builds.len() - 1);
        while bad - good > 1 {
            let middle = usize::midpoint(good, bad);
            match test(middle)? {
                None => good = middle,
                Some(divergence) => (bad, first) = (middle, divergence),
            }
        }
        if args.json {
            let result = json!({ "first": builds[bad].name(), "before": builds[good].name(), "divergence": first, "builds": builds.len() });
            println!("{result:#}");
        } else {
            println!(
                "{} is the first that differs ({} is as recorded)",
                builds[bad].name(),
                builds[good].name()
            );
            for line in tell::divergence(&first, "tape", "build") {
                println!("{line}");
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn play(engine: &'static Engine, args: &Args, header: &Header, tape: &Tape, build: &Build) -> anyhow::Result<Option<Divergence>> {
    let library = args.library.as_deref();
    let stage = match (build, &args.file) {
        (Build::Commit(commit), Some(file)) => {
            // The packages are those of the file as it lies in the folder now.
            let mut stage = Stage::load(&file.to_string_lossy(), None, library)?;
            let loaded = Source::Text(show(commit, file)?).read(&[]);
            stage.bundle = loaded.map_err(|outcome| anyhow::anyhow!("{}: {}", outcome.name, outcome.message))?;
            stage
        }
        _ => Stage::load(build.name(), None, library)?,
    };
    let mut page = stage.open(engine, header, None)?;
    let replayed = replay(page.as_mut(), tape, false, |_| {}).context("the page refuses an input of the tape")?;
    Ok(replayed.divergence)
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git")
        .current_dir(folder)
        .args(arguments)
        .output()
        .context("git cannot be run")?;
    ensure!(
        output.status.success(),
        "git {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    String::from_utf8(output.stdout).context("git's answer is not UTF-8")
}

fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn show(commit: &str, file: &Path) -> anyhow::Result<String> {
    let name = file.file_name().context("--file has no name")?.to_string_lossy();
    git(folder_of(file), &["show", &format!("{commit}:./{name}")])
}

/// The commits from the good one to the bad one that touch the file, oldest first.
fn commits(range: &str, file: &Path) -> anyhow::Result<Vec<Build>> {
    let (good, bad) = range.split_once("..").context("write --commits as GOOD..BAD")?;
    ensure!(
        !good.starts_with('-') && !bad.starts_with('-') && !good.is_empty() && !bad.is_empty(),
        "write --commits as GOOD..BAD"
    );
    let name = file.file_name().context("--file has no name")?.to_string_lossy();
    let folder = folder_of(file);
    let good = git(folder, &["rev-parse", "--verify", &format!("{good}^{{commit}}")])?;
    let range = format!("{}..{bad}", good.trim());
    let list = git(
        folder,
        &["rev-list", "--reverse", "--topo-order", &range, "--", &format!("./{name}")],
    )?;
    let commits = std::iter::once(good.trim()).chain(list.lines());
    Ok(commits
        .map(|commit| Build::Commit(commit.chars().take(12).collect()))
        .collect())
}
