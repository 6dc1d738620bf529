//! `oracade arena prompts`.

use super::source::PlanArgs;
use crate::gym::source::on_thread;
use anyhow::Context;
use oracade_arena::search::{Search, search};
use oracade_gym::Settings;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena prompts`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    plan: PlanArgs,
    /// How to search, a file of TOML: variants of slots, rounds, batch, seed (docs/arena.md).
    #[arg(long, value_name = "FILE")]
    search: PathBuf,
    /// The model of the plan [default: its first].
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

/// Searches in each game of the plan, with its last set of modules, and prints what was found.
///
/// # Errors
/// A file cannot be read, an episode cannot be played, or the model gives no answer.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = args.plan.read()?;
    let shown = args.search.display();
    let text = fs::read_to_string(&args.search).with_context(|| format!("cannot read {shown}"))?;
    let how: Search = toml::from_str(&text).with_context(|| format!("{shown}; docs/arena.md has the keys"))?;
    let models = args.plan.models(&plan, args.player.as_deref())?;
    let model = models.first().context("the plan has no model")?;
    let harness = plan.harness(plan.modules.last().copied().unwrap_or_default());
    let settings = Settings {
        max_steps: plan.max_steps,
        ..Settings::default()
    };
    on_thread(|| {
        let mut all = Vec::new();
        for game in &plan.games {
            let spec = args.plan.spec(game, &settings).map_err(anyhow::Error::msg)?;
            let found = search(&model.service, &spec, &harness, &how).map_err(anyhow::Error::msg)?;
            if !args.json {
                println!("{game}, {}, {}", model.name, harness.modules);
                println!(
                    "  {} prompts tried; means lie {:.3} apart at first, {:.3} at last{}",
                    found.tried.len(),
                    found.spread_before,
                    found.spread_after,
                    found
                        .variance_reduction
                        .map_or_else(String::new, |share| format!(" ({:+.1} %)", -share * 100.0))
                );
                for tried in &found.best {
                    println!("  {:.3} ± {:.3}", tried.mean, tried.deviation);
                    for (slot, text) in &tried.slots {
                        println!("    {slot} = {text:?}");
                    }
                }
            }
            all.push(json!({ "game": game, "player": model.name, "modules": harness.modules, "found": found }));
        }
        if args.json {
            println!("{:#}", serde_json::Value::Array(all));
        }
        Ok(ExitCode::SUCCESS)
    })
}
