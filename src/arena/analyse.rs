//! `oracade arena analyse`.

use super::source::results;
use anyhow::Context;
use oracade_arena::analysis::{Analysis, External, analyse};
use oracade_arena::stats::stars;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena analyse`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders that `oracade arena ablate` wrote.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Scores of other benchmarks, a JSON file: {"benchmark": {"player": 1.5}}.
    #[arg(long, value_name = "FILE")]
    external: Option<PathBuf>,
    /// Factors that are looked for behind the ranks.
    #[arg(long, value_name = "N", default_value_t = 4)]
    factors: usize,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

fn external(args: &Args) -> anyhow::Result<External> {
    let Some(path) = &args.external else {
        return Ok(External::new());
    };
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{}: write {{\"benchmark\": {{\"player\": 1.5}}}}", path.display()))
}

fn print(analysis: &Analysis) {
    println!("conditions");
    println!(
        "  {:<18} {:<14} {:<30} {:>4} {:>9} {:>8} {:>19} {:>6} {:>6}",
        "player", "game", "modules", "runs", "mean", "±", "95 %", "1-100", "stuck"
    );
    for it in &analysis.conditions {
        let interval = format!("{:.2} to {:.2}", it.low, it.high);
        println!(
            "  {:<18} {:<14} {:<30} {:>4} {:>9.2} {:>8.2} {interval:>19} {:>6.1} {:>6.2}",
            it.player,
            it.game,
            it.modules.to_string(),
            it.runs,
            it.mean,
            it.deviation,
            it.normalised,
            it.stuck
        );
    }
    if !analysis.groups.is_empty() {
        println!("models by class");
    }
    for it in &analysis.groups {
        let class = if it.reasoning { "reasoning" } else { "not reasoning" };
        println!(
            "  {class:<18} {:<14} {:<30} {:>4} {:>9.2}",
            it.game,
            it.modules.to_string(),
            it.models,
            it.mean
        );
    }
    if !analysis.effects.is_empty() {
        println!("what modules add, runs of one seed compared");
    }
    for it in &analysis.effects {
        let tested = it.paired.map_or_else(
            || "too few runs".to_owned(),
            |paired| {
                let p = paired.p.map_or_else(|| "p -".to_owned(), |p| format!("p {p:.4}{}", stars(p)));
                format!("{:+.2} ({:.2} to {:.2}), {p}", paired.difference, paired.low, paired.high)
            },
        );
        let glass = it.glass.map_or_else(|| "-".to_owned(), |glass| format!("{glass:.2}"));
        println!(
            "  {:<18} {:<14} {:<30} {tested}, Δ {glass}",
            it.player,
            it.game,
            it.modules.to_string()
        );
    }
    for (name, share) in &analysis.above_random {
        if let Some(share) = share {
            println!("runs of models above chance, {name}: {:.1} %", share * 100.0);
        }
    }
    if !analysis.together.is_empty() {
        println!("correlations over players (Spearman)");
    }
    for it in &analysis.together {
        let p = it.spearman.p.map_or_else(String::new, |p| format!(", p {p:.4}{}", stars(p)));
        println!("  {} and {}: {:.3}{p} ({})", it.a, it.b, it.spearman.r, it.spearman.pairs);
    }
    if let Some(factors) = &analysis.factors {
        println!("factors behind ranks, shares of tasks (loss {:.4})", factors.loss);
        for (task, shares) in factors.tasks.iter().zip(&factors.shares) {
            let shares: Vec<String> = shares.iter().map(|share| format!("{share:.2}")).collect();
            println!("  {task:<18} {}", shares.join("  "));
        }
    }
    if let Some(spread) = &analysis.spread {
        println!("principal components of ranks ({} players)", spread.players.len());
        for (n, (share, direction)) in spread.shares.iter().zip(&spread.directions).enumerate() {
            let parts = spread.tasks.iter().zip(direction);
            let parts: Vec<String> = parts.map(|(task, part)| format!("{task} {part:+.2}")).collect();
            println!("  {:<3} {:>5.1} %  {}", n + 1, share * 100.0, parts.join("  "));
        }
    }
    if !analysis.predicted.is_empty() {
        println!("ranks in games by ranks in benchmarks, second degree, no negative factors");
    }
    for it in &analysis.predicted {
        let terms = it
            .terms
            .iter()
            .map(|(names, factor)| format!(" + {factor:.4} {}", names.join("·")));
        let r2 = it.r2.map_or_else(|| "-".to_owned(), |r2| format!("{r2:.3}"));
        println!(
            "  {:<18} {:.4}{}, r² {r2} ({} players)",
            it.game,
            it.constant,
            terms.collect::<String>(),
            it.players
        );
    }
}

/// Reads results, and prints what they come to.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let analysis = analyse(&results(&args.folders)?, &external(args)?, args.factors);
    if args.json {
        println!("{:#}", serde_json::to_value(&analysis)?);
    } else {
        print(&analysis);
    }
    Ok(ExitCode::SUCCESS)
}
