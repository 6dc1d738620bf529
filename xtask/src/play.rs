//! `oracade play` in a real browser.

use crate::{chromium, library, output, root, run as run_command};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `play-test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder for pictures of the page, in both colour schemes, wide and narrow.
    #[arg(long, value_name = "DIR")]
    shots: Option<PathBuf>,
}

/// Plays the game of tests/play in Chromium, as a person would, and has the tape verified; then plays an exported tape there. Without
/// Chromium it says so and passes.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if chromium::browser().is_none() {
        println!("skipped: Chromium is not installed (CHROMIUM names its program)");
        return Ok(());
    }
    crate::build_program()?;
    let oracade = crate::built("oracade")?;
    let folder = root().join("target/play-test");
    std::fs::create_dir_all(&folder)?;
    let mut node = chromium::tool("play.mjs")?;
    node.arg("--html").arg(root().join("tests/play/game.html"));
    node.arg("--oracade").arg(&oracade);
    node.arg("--tape").arg(folder.join("played.tape"));
    if let Some(shots) = &args.shots {
        std::fs::create_dir_all(shots)?;
        node.arg("--shots").arg(shots);
    }
    run_command(&mut node)?;
    exported(&oracade, &folder)
}

/// Turns a tape into a Playwright script, plays that in Chromium, and compares the game's state at the end with the tape's.
fn exported(oracade: &Path, folder: &Path) -> anyhow::Result<()> {
    let [tape, script] = ["hops.tape", "hops.mjs"].map(|name| folder.join(name));
    let game = root().join("games/hopper");
    let mut record = Command::new(oracade);
    record.env("ORACADE_LIBRARY", library()?);
    record
        .arg("record")
        .arg(&game)
        .arg("--events")
        .arg(root().join("tests/play/hops.json"));
    output(record.args(["--for", "5s", "--every", "60", "--force", "-o"]).arg(&tape))?;
    output(
        Command::new(oracade)
            .args(["export", "--to", "playwright-script", "-o"])
            .arg(&script)
            .arg(&tape),
    )?;
    // Where Node finds the script's package: it looks beside the script.
    let packages = folder.join("node_modules");
    if !packages.exists() {
        std::os::unix::fs::symlink(root().join("xtask/chromium/node_modules"), &packages)?;
    }
    let mut node = Command::new("node");
    node.envs(chromium::browser().map(|path| ("CHROMIUM", path)));
    let said = output(node.arg(&script).arg(&game))?;
    let mut theirs: Value = serde_json::from_slice(&said).context("the script printed no state")?;
    let text = std::fs::read_to_string(&tape)?;
    let mut ours = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|line| line.pointer("/checkpoint/value").cloned())
        .next_back()
        .context("the tape holds no snapshot")?;
    // Counted since the page loaded, which took the browser some time.
    for state in [&mut theirs, &mut ours] {
        state.as_object_mut().map(|state| state.remove("steps"));
    }
    ensure!(
        ours == theirs,
        "an exported tape ends otherwise in Chromium: {theirs} instead of {ours}"
    );
    println!("ok   an exported tape ends in Chromium as it did here");
    Ok(())
}
