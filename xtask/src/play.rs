//! `oracade play` in a real browser.

use crate::chromium;
use std::path::PathBuf;

/// Arguments of `play-test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder for pictures of the page, in both colour schemes, wide and narrow.
    #[arg(long, value_name = "DIR")]
    shots: Option<PathBuf>,
}

/// Plays the game of tests/play in Chromium, as a person would, and has the tape verified. Without Chromium it says so and passes.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if chromium::browser().is_none() {
        println!("skipped: Chromium is not installed (CHROMIUM names its program)");
        return Ok(());
    }
    crate::build_program()?;
    let oracade = crate::built("oracade")?;
    let folder = crate::root().join("target/play-test");
    std::fs::create_dir_all(&folder)?;
    let mut node = chromium::tool("play.mjs")?;
    node.arg("--html").arg(crate::root().join("tests/play/game.html"));
    node.arg("--oracade").arg(oracade);
    node.arg("--tape").arg(folder.join("played.tape"));
    if let Some(shots) = &args.shots {
        std::fs::create_dir_all(shots)?;
        node.arg("--shots").arg(shots);
    }
    crate::run(&mut node)
}
