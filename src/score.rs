//! `oracade score` and `oracade leaderboard`: scoring frameworks that are data.

use crate::contract::give;
use anyhow::bail;
use oracade_contracts::formula::decimals;
use oracade_contracts::scorecard::{self, BUILTIN, Entry, ScoreResult, Scorecard, builtin};
use oracade_contracts::{canonical, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `oracade score`.
#[derive(clap::Args)]
pub(crate) struct ScoreArgs {
    /// A scorecard: a file, or one that comes with Oracade (strict-success, fidelity, ue-survivors-web, gamecraft).
    scorecard: String,
    /// Entries: what each build was given.
    #[arg(required = true, value_name = "ENTRY")]
    entries: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Where it is written [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Arguments of `oracade leaderboard`.
#[derive(clap::Args)]
pub(crate) struct BoardArgs {
    /// A scorecard: a file, or one that comes with Oracade (strict-success, fidelity, ue-survivors-web, gamecraft).
    scorecard: String,
    /// Entries, or results of `oracade score --json`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON instead of Markdown.
    #[arg(long)]
    json: bool,
    /// Where it is written [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Scores entries.
///
/// # Errors
/// The scorecard or an entry cannot be used.
pub(crate) fn score(args: &ScoreArgs) -> anyhow::Result<ExitCode> {
    let card = card(&args.scorecard)?;
    let mut results = Vec::new();
    for path in &args.entries {
        results.extend(read(&card, path)?);
    }
    let text = if args.json {
        canonical::pretty(&results)
    } else {
        table(&card, &results)
    };
    give(args.out.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Ranks entries.
///
/// # Errors
/// The scorecard or a file cannot be used.
pub(crate) fn leaderboard(args: &BoardArgs) -> anyhow::Result<ExitCode> {
    let card = card(&args.scorecard)?;
    let mut results = Vec::new();
    for path in &args.files {
        results.extend(read(&card, path)?);
    }
    let digest = card.digest();
    if let Some(other) = results.iter().find(|result| result.digest != digest) {
        bail!(
            "a result was scored by another version of {} ({}); score its entry again",
            card.id,
            &other.digest[..other.digest.len().min(12)]
        );
    }
    let board = scorecard::board(&card, &results)?;
    let text = if args.json {
        canonical::pretty(&board)
    } else {
        scorecard::markdown(&board)
    };
    give(args.out.as_deref(), &text)?;
    Ok(ExitCode::SUCCESS)
}

fn card(name: &str) -> anyhow::Result<Scorecard> {
    if let Some(card) = builtin(name) {
        return Ok(card);
    }
    let path = Path::new(name);
    if !path.exists() {
        let known: Vec<&str> = BUILTIN.iter().map(|(id, _)| *id).collect();
        bail!("there is no scorecard {name}; give a file, or one of {}", known.join(", "));
    }
    Ok(Scorecard::read(name, &json::load(path)?)?)
}

/// An entry, which is scored, or results that were.
fn read(card: &Scorecard, path: &Path) -> anyhow::Result<Vec<ScoreResult>> {
    let (file, text) = (path.display().to_string(), json::load(path)?);
    let trimmed = text.trim_start();
    if trimmed.starts_with('[') {
        return Ok(json::read(&file, &text)?);
    }
    if text.contains("\"oracade-score-1\"") {
        return Ok(vec![json::read(&file, &text)?]);
    }
    let entry = Entry::read(&file, &text)?;
    match scorecard::score(card, &entry) {
        Ok(result) => Ok(vec![result]),
        Err(error) => bail!("{file}: {error}"),
    }
}

fn table(card: &Scorecard, results: &[ScoreResult]) -> String {
    let mut out = String::new();
    for result in results {
        let about: Vec<&str> = result.about.values().map(String::as_str).collect();
        let _ = writeln!(out, "{}", about.join(" · "));
        let _ = write!(out, "  total {}", result.shown);
        if let Some(tier) = &result.tier {
            let _ = write!(out, " ({tier})");
        }
        if let Some(reason) = &result.reason {
            let _ = write!(out, ": {reason}");
        }
        out.push('\n');
        for value in card.values.iter().filter(|value| !value.title.is_empty()) {
            if let Some(number) = result.values.get(&value.id) {
                let _ = writeln!(out, "  {} {}", value.title, decimals(*number, 3));
            }
        }
        for cap in &result.caps {
            let _ = writeln!(
                out,
                "  bounded: {} counts {} of {} ({})",
                cap.item, cap.counts, cap.given, cap.why
            );
        }
        for (what, judge) in &result.judges {
            let _ = writeln!(out, "  judged: {what} by {judge}");
        }
        for warning in &result.warnings {
            let _ = writeln!(out, "  look: {warning}");
        }
    }
    out
}
