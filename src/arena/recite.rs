//! `oracade arena recite`.

use super::order::performance;
use super::source::{PlanArgs, results};
use anyhow::Context;
use oracade_arena::contamination::{Embedder, HashedTfIdf, Recital, Suspicion, suspicion};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena recite`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: PlanArgs,
    /// The texts and how they are masked, a JSON file (docs/arena.md).
    #[arg(long, value_name = "FILE")]
    texts: PathBuf,
    /// Seed that models are given.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Results of the same players: do those who know the texts play better?
    #[arg(long, value_name = "FOLDER")]
    results: Vec<PathBuf>,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

/// A correlation with performance, in a line.
pub(super) fn told(found: &Suspicion) -> String {
    match found.spearman {
        Some(ranked) => {
            let p = ranked.p.map_or_else(|| "-".to_owned(), |p| format!("{p:.4}{}", found.stars));
            let plain = found
                .pearson
                .map_or_else(|| "-".to_owned(), |plain| format!("{:.3}", plain.r));
            format!(
                "with performance: Spearman {:.3} (p {p}, {} players), Pearson {plain}",
                ranked.r, ranked.pairs
            )
        }
        None => "with performance: too few players who differ".to_owned(),
    }
}

/// Asks every model of the plan, and prints how near they come.
///
/// # Errors
/// A file cannot be read, or a model gives no answer.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = args.plan.read()?;
    let shown = args.texts.display();
    let text = fs::read_to_string(&args.texts).with_context(|| format!("cannot read {shown}"))?;
    let recital: Recital = serde_json::from_str(&text).with_context(|| format!("{shown}; docs/arena.md has the keys"))?;
    let embedder = HashedTfIdf::default();
    let played = results(&args.results)?;
    let (mut all, mut pairs) = (Vec::new(), Vec::new());
    for model in args.plan.models(&plan, None)? {
        let recited = recital
            .ask(&model.name, &model.service, &embedder, args.seed)
            .map_err(anyhow::Error::msg)?;
        if let Some(score) = performance(&played, &model.name) {
            pairs.push((recited.plain, score));
        }
        if !args.json {
            println!(
                "{}: {:.3} to the texts, {:.3} to them masked",
                model.name, recited.plain, recited.masked
            );
        }
        all.push(recited);
    }
    let together = (!args.results.is_empty()).then(|| suspicion(&pairs));
    if args.json {
        let told = json!({ "game": recital.game, "embedder": embedder.id(), "models": all, "with_performance": together });
        println!("{told:#}");
    } else {
        println!("by {}; not to be compared with cosines of a trained model", embedder.id());
        if let Some(found) = together {
            println!("{}", told(&found));
        }
    }
    Ok(ExitCode::SUCCESS)
}
