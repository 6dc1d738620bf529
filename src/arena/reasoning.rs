//! `oracade arena reasoning`.

use super::order::performance;
use super::source::results;
use anyhow::Context;
use oracade_arena::contamination::{quality_of_text, suspicion};
use oracade_arena::grid::Run;
use oracade_arena::stats::{mean, rounded};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `oracade arena reasoning`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders that `oracade arena ablate` wrote.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// The game whose thoughts are judged.
    #[arg(long, value_name = "NAME", default_value = "Assize-v0")]
    game: String,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

/// The qualities of an episode's thoughts, a turn each. A thought is judged by the text that was seen before it.
fn qualities(folder: &Path, run: &Run) -> anyhow::Result<Vec<f64>> {
    let logs = folder
        .join("runs")
        .join(&run.player)
        .join(&run.game)
        .join(run.modules.to_string());
    let path = logs.join(format!("episode_{:03}_log.jsonl", run.run));
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut found, mut seen) = (Vec::new(), String::new());
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).with_context(|| path.display().to_string())?;
        // What was seen before the first thought is not in the log.
        if let Some(thought) = line["thought"].as_str().filter(|_| !seen.is_empty()) {
            found.push(quality_of_text(thought, &seen).score());
        }
        let observation: Value = serde_json::from_str(line["agent_observation"].as_str().unwrap_or("null"))
            .with_context(|| format!("{}: agent_observation", path.display()))?;
        observation["textual_representation"]
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut seen);
    }
    Ok(found)
}

/// Reads logs, and prints what the thoughts are worth.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut by_player: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut played = Vec::new();
    for folder in &args.folders {
        let runs = results(std::slice::from_ref(folder))?;
        for run in runs.into_iter().filter(|run| run.game == args.game) {
            if run.kind == "model" {
                by_player
                    .entry(run.player.clone())
                    .or_default()
                    .extend(qualities(folder, &run)?);
            }
            played.push(run);
        }
    }
    anyhow::ensure!(
        !by_player.is_empty(),
        "no model has played {}; choose another --game",
        args.game
    );
    let (mut told, mut pairs) = (Vec::new(), Vec::new());
    for (player, values) in &by_player {
        let quality = rounded(mean(values).unwrap_or(0.0));
        pairs.extend(performance(&played, player).map(|score| (quality, score)));
        if !args.json {
            println!("{player}: {quality:.3} over {} thoughts", values.len());
        }
        told.push(json!({ "player": player, "quality": quality, "thoughts": values.len() }));
    }
    let together = suspicion(&pairs);
    if args.json {
        println!(
            "{:#}",
            json!({ "game": args.game, "judge": "rules", "models": told, "with_performance": together })
        );
    } else {
        println!("{}", super::recite::told(&together));
    }
    Ok(ExitCode::SUCCESS)
}
