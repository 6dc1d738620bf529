//! What a real Chromium does with a game: the reference that the runtime is held to, and the peer it is measured against.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use anyhow::ensure;

/// Commands for Chromium.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Run a check suite, or one probe expression, in real time, one new page for each check.
    Reference {
        /// The game's page.
        html: PathBuf,
        /// The suite.
        #[arg(long, value_name = "FILE", required_unless_present = "probe")]
        checks: Option<PathBuf>,
        /// Instead of a suite: a file with one expression, whose value is printed.
        #[arg(long, value_name = "FILE", conflicts_with = "checks")]
        probe: Option<PathBuf>,
        /// Only the checks of these ids.
        #[arg(long, value_name = "ID,…")]
        only: Option<String>,
        /// Folder for pictures of the viewport: after loading, and after each check.
        #[arg(long, value_name = "DIR")]
        shots: Option<PathBuf>,
        /// Write the report there instead of printing it.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Record a page on a clock of our own, as its fixture.json asks: boxes, styles, text, events, pictures, exceptions; and the verdicts
    /// of a checks.js beside it.
    Record {
        /// The page; a fixture's own index.html if left out.
        html: Option<PathBuf>,
        /// The fixture's folder; it gets the page, and a fixture.json that looks once if it has none.
        #[arg(short, long, value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Record the names that a page and a worker find, for runtime/tests/names.
    Names {
        /// Any page.
        html: PathBuf,
        /// Write the list there.
        #[arg(short, long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Print how fast Chromium opens, animates and pictures a page.
    Speed {
        /// The game's page.
        html: PathBuf,
    },
}

pub(crate) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Reference {
            html,
            checks,
            probe,
            only,
            shots,
            out,
        } => {
            let mut node = script("reference.mjs", html)?;
            for (name, value) in [("--checks", checks), ("--probe", probe), ("--shots", shots), ("--out", out)] {
                if let Some(value) = value {
                    node.arg(name).arg(value);
                }
            }
            if let Some(only) = only {
                node.arg("--only").arg(only);
            }
            crate::run(&mut node)
        }
        Command::Record { html, out } => record(html.as_deref(), out),
        Command::Names { html, out } => crate::run(script("names.mjs", html)?.arg("--out").arg(out)),
        Command::Speed { html } => crate::run(&mut script("speed.mjs", html)?),
    }
}

/// What a fixture without a recipe is recorded by.
const RECIPE: &str = r#"{
  "viewport": [1280, 713],
  "steps": [{ "at": 3500, "observe": "loaded" }]
}
"#;

fn record(html: Option<&Path>, out: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(out)?;
    let page = out.join("index.html");
    if let Some(html) = html {
        for (from, to) in [
            ("", "index.html"),
            ("checks.js", "checks.js"),
            ("oracade.lock.json", "oracade.lock.json"),
        ] {
            let from = if from.is_empty() {
                html.to_path_buf()
            } else {
                html.with_file_name(from)
            };
            if from.is_file() && from.canonicalize()? != out.canonicalize()?.join(to) {
                std::fs::copy(&from, out.join(to))?;
            }
        }
    }
    ensure!(page.is_file(), "there is no page {}", page.display());
    let recipe = out.join("fixture.json");
    if !recipe.is_file() {
        std::fs::write(&recipe, RECIPE)?;
    }
    crate::run(
        script("record.mjs", &page)?
            .arg("--recipe")
            .arg(&recipe)
            .arg("--out")
            .arg(out),
    )?;
    let checks = out.join("checks.js");
    if checks.is_file() {
        let mut judge = script("reference.mjs", &page)?;
        judge.arg("--checks").arg(&checks).arg("--out").arg(out.join("verdicts.json"));
        // The exit code says whether the game passed; a verdict either way is what was asked for.
        ensure!(judge.status()?.code().is_some_and(|code| code < 2), "the suite did not run");
    }
    Ok(())
}

/// The browser's program, if it is installed.
pub(crate) fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named
        .into_iter()
        .chain([PathBuf::from("/usr/bin/chromium")])
        .find(|path| path.exists())
}

/// A Node script of xtask/chromium for a page, with its packages installed.
pub(crate) fn script(name: &str, html: &Path) -> anyhow::Result<Process> {
    let mut node = tool(name)?;
    node.arg("--html").arg(html);
    node.arg("--library").arg(crate::library()?);
    Ok(node)
}

/// Whether every package that the scripts' `package.json` names is installed beside it (one may have been added since the last install).
fn packages_are_there(folder: &Path) -> anyhow::Result<bool> {
    let manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("package.json"))?)?;
    let packages = manifest["dependencies"].as_object();
    Ok(packages
        .into_iter()
        .flatten()
        .all(|(name, _)| folder.join("node_modules").join(name).is_dir()))
}

/// A Node script of xtask/chromium, with its packages installed.
pub(crate) fn tool(name: &str) -> anyhow::Result<Process> {
    let browser = browser();
    ensure!(
        browser.is_some(),
        "Chromium is not installed; install it, or set CHROMIUM to its program"
    );
    let folder = crate::root().join("xtask/chromium");
    if !packages_are_there(&folder)? {
        let mut npm = Process::new("npm");
        npm.current_dir(&folder)
            .args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]);
        crate::run(&mut npm)?;
    }
    let mut node = Process::new("node");
    node.arg(folder.join(name));
    node.envs(browser.map(|path| ("CHROMIUM", path)));
    Ok(node)
}
