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
        Command::Speed { html } => crate::run(&mut script("speed.mjs", html)?),
    }
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
    let browser = browser();
    ensure!(
        browser.is_some(),
        "Chromium is not installed; install it, or set CHROMIUM to its program"
    );
    let folder = crate::root().join("xtask/chromium");
    if !folder.join("node_modules").is_dir() {
        let mut npm = Process::new("npm");
        npm.current_dir(&folder)
            .args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]);
        crate::run(&mut npm)?;
    }
    let mut node = Process::new("node");
    node.arg(folder.join(name)).arg("--html").arg(html);
    node.arg("--library").arg(crate::library()?);
    node.envs(browser.map(|path| ("CHROMIUM", path)));
    Ok(node)
}
