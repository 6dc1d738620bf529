//! `warm`: makes the list of the shims' functions that are compiled before the start-up snapshot is made (`shims/warm.txt`).

use std::path::PathBuf;
use std::process::Command as Process;

use anyhow::ensure;

use crate::{build_all, built, library, output, root};

/// Pages of ours that between them use what games use while they open.
const GAMES: [&str; 13] = [
    "corpus/tasks/hollow-almanac/reference",
    "corpus/tasks/kettle-bot/reference",
    "corpus/tasks/lantern-orchard/reference",
    "corpus/tasks/sunken-orrery/reference",
    "corpus/tasks/weft/reference",
    "games/bubbles",
    "games/burrow",
    "games/chimes",
    "games/hopper",
    "games/orbit",
    "games/orchard",
    "games/skiff",
    "games/tower",
];

/// Arguments of `warm`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games: folders with index.html [default: the corpus's references and games of ours].
    games: Vec<PathBuf>,
}

pub(crate) fn run(Args { games }: &Args) -> anyhow::Result<()> {
    build_all()?;
    let ours = GAMES.iter().map(|game| root().join(game));
    let games: Vec<PathBuf> = if games.is_empty() { ours.collect() } else { games.clone() };
    let mut engine = Process::new(built("examples/engine")?);
    let list = String::from_utf8(output(engine.arg("warm").arg(library()?).args(games))?)?;
    ensure!(!list.is_empty(), "no page compiled anything");
    let file = root().join("shims/warm.txt");
    std::fs::write(&file, &list)?;
    println!("{}: {} functions", file.display(), list.lines().count());
    Ok(())
}
