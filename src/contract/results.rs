//! `oracade contract results`: what builds come to.

use super::{give, read_frozen};
use anyhow::ensure;
use oracade_contracts::build::Frozen;
use oracade_contracts::graph::{ALPHA, Reading};
use oracade_contracts::model::Contract;
use oracade_contracts::results::{
    BuildResult, Fidelity, Interval, Weights, compare, coverage, cross_axis, dependency_rates, feedback, fidelity, mean,
    sensitivity, summarize,
};
use oracade_contracts::{canonical, json};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade contract results`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The frozen contract.
    contract: PathBuf,
    /// Results of builds.
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// What each build has to be told, instead of numbers.
    #[arg(long, conflicts_with = "compare")]
    feedback: bool,
    /// What the second result has changed against the first.
    #[arg(long)]
    compare: bool,
    /// Leave out edges whose written value cannot make the condition true.
    #[arg(long)]
    satisfiable: bool,
    /// Seed of the resampling.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where it is written [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Resamples of an interval.
const RESAMPLES: u32 = 10_000;

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Frozen { contract, digest, .. } = read_frozen(&args.contract)?;
    let reading = if args.satisfiable {
        Reading::Satisfiable
    } else {
        Reading::Potential
    };
    let mut results = Vec::new();
    for path in &args.results {
        let result = BuildResult::read(&path.display().to_string(), &json::load(path)?)?;
        ensure!(
            result.contract == digest,
            "{} was judged under another contract ({})",
            path.display(),
            result.contract.chars().take(12).collect::<String>()
        );
        results.push(result);
    }
    let axes: Vec<Fidelity> = results
        .iter()
        .map(|result| fidelity(&contract, result, ALPHA, Weights::default(), reading))
        .collect();
    let value = if args.feedback {
        let each = results.iter().map(|result| {
            json!({ "builder": result.builder, "build": result.build, "round": result.round, "feedback": feedback(&contract, result, reading) })
        });
        json!(each.collect::<Vec<_>>())
    } else if args.compare {
        ensure!(results.len() == 2, "--compare takes two results, the earlier one first");
        json!(compare(&contract, (&results[0], axes[0]), (&results[1], axes[1])))
    } else {
        numbers(&contract, &results, &axes, reading, args.seed)
    };
    give(args.out.as_deref(), &canonical::pretty(&value))?;
    Ok(ExitCode::SUCCESS)
}

fn numbers(contract: &Contract, results: &[BuildResult], axes: &[Fidelity], reading: Reading, seed: u64) -> serde_json::Value {
    let builds: Vec<serde_json::Value> = results
        .iter()
        .zip(axes)
        .map(|(result, axes)| {
            let rates = |passes: &[bool]| {
                let (local, adjusted) = dependency_rates(contract, passes, reading);
                json!({ "local": local, "dependency_adjusted": adjusted })
            };
            json!({
                "builder": result.builder, "build": result.build, "round": result.round, "judges": result.judges, "fidelity": axes,
                "source_pass": rates(&result.source_passes(contract)), "play_pass": rates(&result.satisfied(contract)),
            })
        })
        .collect();
    let pairs: Vec<(&BuildResult, Fidelity)> = results.iter().zip(axes.iter().copied()).collect();
    let totals: Vec<f64> = axes.iter().filter_map(|axes| axes.total).collect();
    let interval: Option<Interval> = mean(&totals, RESAMPLES, seed);
    let each: Vec<(&Contract, &BuildResult)> = results.iter().map(|result| (contract, result)).collect();
    json!({
        "builds": builds, "summary": summarize(&pairs), "total": interval, "cross_axis": cross_axis(results),
        "coverage": coverage(contract, results), "sensitivity": sensitivity(&each, reading),
    })
}
