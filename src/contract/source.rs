//! `oracade contract source`: the source axis of a build.

use super::{give, read_contract, read_frozen};
use anyhow::Context;
use oracade_contracts::graph::{ALPHA, Reading};
use oracade_contracts::judge::{CacheMode, JudgeConfig, judge_source};
use oracade_contracts::results::BuildResult;
use oracade_contracts::source::{Found, Program, SourceReport, SourceScore, Sources, source_report};
use oracade_contracts::{canonical, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade contract source`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The contract.
    contract: PathBuf,
    /// The game: a folder, or an HTML file.
    game: PathBuf,
    /// α of the weights.
    #[arg(long, value_name = "0..1", default_value_t = ALPHA)]
    alpha: f64,
    /// Leave out edges whose written value cannot make the condition true.
    #[arg(long)]
    satisfiable: bool,
    /// A judge's file (a program, or a model over HTTP) [default: the structural judge, which needs none].
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,
    /// Keep the judge's replies in this folder, and use those that are there.
    #[arg(long, value_name = "DIR", requires = "judge")]
    record: Option<PathBuf>,
    /// Use only the replies kept in this folder.
    #[arg(long, value_name = "DIR", requires = "judge", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// Write what `oracade contract results` reads, under the name of who built the game; the contract has to be frozen.
    #[arg(long, value_name = "BUILDER", conflicts_with_all = ["json", "judge"])]
    result: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Where it is written [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let contract = read_contract(&args.contract)?;
    let sources = Sources::load(&args.game)?;
    anyhow::ensure!((0.0..=1.0).contains(&args.alpha), "--alpha is from 0 to 1");
    let reading = if args.satisfiable {
        Reading::Satisfiable
    } else {
        Reading::Potential
    };
    let text = match &args.judge {
        None => {
            let report = source_report(&Program::new(&sources), &contract, args.alpha, reading);
            match &args.result {
                Some(builder) => {
                    let digest = read_frozen(&args.contract)?.digest;
                    canonical::pretty(&BuildResult::of_source(&report, &digest, &contract.id, builder))
                }
                None if args.json => canonical::pretty(&report),
                None => table(&report),
            }
        }
        Some(path) => {
            let config = JudgeConfig::read(&path.display().to_string(), &json::load(path)?)?;
            let recorded = match (&args.record, &args.replay) {
                (Some(folder), _) => Some((folder.as_path(), CacheMode::Record)),
                (_, Some(folder)) => Some((folder.as_path(), CacheMode::Replay)),
                _ => None,
            };
            let judge = config.open(recorded);
            let judged = judge_source(&judge, &contract, &sources, config.votes, args.alpha, reading)
                .context("the judge does not judge")?;
            if args.json {
                canonical::pretty(&judged)
            } else {
                let mut out = String::new();
                for found in judged.rules.iter().chain(&judged.invariants) {
                    let _ = writeln!(out, "{:<5} {}  {}", found.score, found.id, found.cited.join(" "));
                }
                out + &numbers(&judged.judge, &judged.score)
            }
        }
    };
    give(args.out.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

fn table(report: &SourceReport) -> String {
    let mut out = String::new();
    for rule in &report.rules {
        let _ = writeln!(out, "{:<4} {}", rule.score, rule.rule);
        for part in rule.parts.iter().filter(|part| part.found != Found::Yes) {
            let places: Vec<String> = part.evidence.iter().map(|e| format!("{}:{}", e.file, e.line)).collect();
            let _ = writeln!(
                out,
                "       {:?}: {} {}{}",
                part.found,
                part.text,
                places.join(" "),
                part.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"))
            );
        }
    }
    for invariant in report.invariants.iter().filter(|invariant| !invariant.passed) {
        let _ = writeln!(out, "broken {}", invariant.invariant);
    }
    for (place, message) in &report.broken {
        let _ = writeln!(out, "{}:{}: {message}", place.file, place.line);
    }
    out + &numbers(&report.judge, &report.score)
}

fn numbers(judge: &str, score: &SourceScore) -> String {
    format!(
        "\nsource {:.1} (rules {:.3}, invariants {:.3}); rules that pass {:.1} %, with what they depend on {:.1} %; judge {judge}\n",
        score.score,
        score.rules,
        score.invariants,
        100.0 * score.local_pass,
        100.0 * score.dependency_adjusted_pass,
    )
}
