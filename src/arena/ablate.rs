//! `oracade arena ablate`.

use super::source::PlanArgs;
use oracade_arena::analysis::{External, analyse};
use oracade_arena::grid;
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena ablate`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: PlanArgs,
    /// Folder of results, logs and what is done already.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Episodes at a time; results are the same bytes at any number [default: as many as there are cores].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays, and prints what came of it.
///
/// # Errors
/// The plan cannot be used, or the folder cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = args.plan.read()?;
    let jobs = args
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let shows = std::io::stderr().is_terminal();
    let progress = |done: usize, all: usize, label: &str| {
        if shows {
            let _ = write!(std::io::stderr(), "\r\x1b[K{done}/{all} {label}");
        }
    };
    let records = args.plan.records();
    let outcome = args
        .plan
        .with_makers(|makers| grid::run(&plan, &args.out, jobs, records, makers, &progress))
        .map_err(anyhow::Error::msg)?;
    if shows {
        eprintln!();
    }
    let analysis = analyse(&outcome.runs, &External::new(), 4);
    if args.json {
        let told = json!({
            "played": outcome.runs.len() - outcome.kept,
            "kept": outcome.kept,
            "failed": outcome.failed.iter().map(|(cell, why)| json!({ "cell": cell, "why": why })).collect::<Vec<_>>(),
            "spent": outcome.spent,
            "conditions": analysis.conditions,
        });
        println!("{told:#}");
    } else {
        println!(
            "{:<20} {:<16} {:<34} {:>5} {:>10} {:>10}",
            "player", "game", "modules", "runs", "mean", "±"
        );
        for condition in &analysis.conditions {
            println!(
                "{:<20} {:<16} {:<34} {:>5} {:>10.2} {:>10.2}",
                condition.player,
                condition.game,
                condition.modules.to_string(),
                condition.runs,
                condition.mean,
                condition.deviation
            );
        }
        let spent = outcome.spent;
        println!(
            "{} episodes, {} of them there already; asked {} times for {} + {} tokens and ${}.{:06}",
            outcome.runs.len(),
            outcome.kept,
            spent.requests,
            spent.input_tokens,
            spent.output_tokens,
            spent.usd_micros / 1_000_000,
            spent.usd_micros % 1_000_000
        );
    }
    for (cell, why) in &outcome.failed {
        eprintln!("{cell}: {why}");
    }
    Ok(if outcome.failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        eprintln!(
            "{} episodes could not be played; run again to try only those",
            outcome.failed.len()
        );
        ExitCode::FAILURE
    })
}
