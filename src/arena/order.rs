//! `oracade arena order`.

use super::source::{PlanArgs, results};
use anyhow::Context;
use oracade_arena::analysis::{External, analyse};
use oracade_arena::contamination::{Ordering, OrderingScore, suspicion};
use oracade_arena::grid::Run;
use oracade_arena::picture::read_png;
use oracade_arena::stats::{mean, rounded};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena order`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: PlanArgs,
    /// The level as one picture, a PNG (`oracade arena panorama`).
    #[arg(long, value_name = "FILE")]
    panorama: PathBuf,
    /// What the game is called.
    #[arg(long, value_name = "NAME")]
    game: String,
    /// Tests of each model, each with letters and an order of its own.
    #[arg(long, value_name = "N", default_value_t = 15)]
    runs: u32,
    /// Seed of the first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Results of the same players: do those who know the level play better?
    #[arg(long, value_name = "FOLDER")]
    results: Vec<PathBuf>,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

/// The mean of a player's conditions on their scales, without modules if it played so.
pub(super) fn performance(runs: &[Run], player: &str) -> Option<f64> {
    let conditions = analyse(runs, &External::new(), 1).conditions;
    let of: Vec<_> = conditions.iter().filter(|condition| condition.player == player).collect();
    let bare: Vec<f64> = of.iter().filter(|it| !it.modules.any()).map(|it| it.normalised).collect();
    mean(&bare).or_else(|| mean(&of.iter().map(|it| it.normalised).collect::<Vec<_>>()))
}

/// Asks every model of the plan, and prints how near their orders are to the true one.
///
/// # Errors
/// A file cannot be read, the picture is too small, or a model gives no answer.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = args.plan.read()?;
    let bytes = fs::read(&args.panorama).with_context(|| format!("cannot read {}", args.panorama.display()))?;
    let level = read_png(&bytes).map_err(|error| anyhow::anyhow!("{}: {error}", args.panorama.display()))?;
    let played = results(&args.results)?;
    let (mut told, mut pairs) = (Vec::new(), Vec::new());
    for model in args.plan.models(&plan, None)? {
        let mut scores: Vec<OrderingScore> = Vec::new();
        for run in 0..args.runs.max(1) {
            let seed = args.seed.wrapping_add(u64::from(run));
            let test = Ordering::new(&level, seed).map_err(anyhow::Error::msg)?;
            scores.push(test.ask(&model.service, &args.game, seed).map_err(anyhow::Error::msg)?);
        }
        let average =
            |pick: &dyn Fn(&OrderingScore) -> Option<f64>| mean(&scores.iter().filter_map(pick).collect::<Vec<_>>()).map(rounded);
        let tau = average(&|score| score.tau);
        let (overlap, accuracy) = (average(&|score| Some(score.overlap)), average(&|score| Some(score.accuracy)));
        if let (Some(tau), Some(score)) = (tau, performance(&played, &model.name)) {
            pairs.push((tau, score));
        }
        if !args.json {
            let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
            println!(
                "{}: τ {}, overlap {}, in place {}",
                model.name,
                number(tau),
                number(overlap),
                number(accuracy)
            );
        }
        told.push(json!({ "player": model.name, "tau": tau, "overlap": overlap, "accuracy": accuracy, "runs": scores }));
    }
    let together = (!args.results.is_empty()).then(|| suspicion(&pairs));
    if args.json {
        println!(
            "{:#}",
            json!({ "game": args.game, "models": told, "with_performance": together })
        );
    } else if let Some(found) = together {
        println!("{}", super::recite::told(&found));
    }
    Ok(ExitCode::SUCCESS)
}
