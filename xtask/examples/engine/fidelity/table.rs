//! Prints outcomes, and keeps their figures for the documentation.

use super::compare::{Outcome, Tally};
use super::fixture;
use anyhow::Context as _;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Columns in order.
const KINDS: [&str; 9] = [
    "verdict",
    "exception",
    "box",
    "text",
    "metric",
    "style",
    "event",
    "value",
    "pixel",
];

/// Prints a row for each fixture, their sum, and what was not expected.
pub(crate) fn print(outcomes: &[Outcome], all_differences: bool) {
    let wide = outcomes.iter().map(|outcome| outcome.name.len()).max().unwrap_or(0).max(8);
    print!("{:<wide$}", "");
    for kind in KINDS {
        print!(" {kind:>12}");
    }
    println!(" {:>8} {:>8}", "mean", "share");
    let mut sums = [Tally::default(); KINDS.len()];
    for outcome in outcomes {
        print!("{:<wide$}", outcome.name);
        for (kind, sum) in KINDS.iter().zip(&mut sums) {
            let tally = outcome.kinds.get(kind).copied().unwrap_or_default();
            sum.agree += tally.agree;
            sum.total += tally.total;
            print!(" {:>12}", cell(tally));
        }
        let worst =
            |of: fn(&super::pixels::Difference) -> f64| outcome.pictures.iter().map(|(_, one)| of(one)).fold(0.0, f64::max);
        println!(" {:>8.3} {:>7.2}%", worst(|one| one.mean), 100.0 * worst(|one| one.share));
    }
    print!("{:<wide$}", "all");
    for sum in sums {
        print!(" {:>12}", cell(sum));
    }
    println!();
    for outcome in outcomes {
        if all_differences {
            for (name, one) in &outcome.pictures {
                println!(
                    "{}: picture {name}: mean {:.3}, share {:.4}",
                    outcome.name, one.mean, one.share
                );
            }
        }
        let limit = if all_differences { usize::MAX } else { 10 };
        for item in outcome.unexpected.iter().take(limit) {
            println!("{}: {} {}", outcome.name, item.kind, item.key);
            if item.kind == "event" {
                lines(&item.ours, &item.theirs);
            } else {
                println!("    ours {}\n  theirs {}", item.ours, item.theirs);
            }
        }
        if outcome.unexpected.len() > limit {
            println!("{}: {} more; -v prints them", outcome.name, outcome.unexpected.len() - limit);
        }
        for entry in &outcome.stale {
            println!("{}: {} {} agrees now: {}", outcome.name, entry.kind, entry.at, entry.reason);
        }
    }
}

fn cell(tally: Tally) -> String {
    match tally.total {
        0 => "-".to_owned(),
        _ => format!("{}/{}", tally.agree, tally.total),
    }
}

/// Lists of events, without what they share at their start and end.
fn lines(ours: &str, theirs: &str) {
    let list = |text: &str| serde_json::from_str::<Vec<String>>(text).unwrap_or_default();
    let (ours, theirs) = (list(ours), list(theirs));
    let same = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    println!("    {same} lines are the same");
    for line in &ours[same..] {
        println!("    ours   {line}");
    }
    for line in &theirs[same..] {
        println!("    theirs {line}");
    }
}

/// An outcome's figures.
fn figures(outcome: &Outcome) -> Value {
    let kinds: Map<String, Value> = KINDS
        .iter()
        .filter_map(|kind| {
            Some((
                (*kind).to_owned(),
                json!([outcome.kinds.get(kind)?.agree, outcome.kinds.get(kind)?.total]),
            ))
        })
        .collect();
    let round = |value: f64, digits: f64| (value * digits).round() / digits;
    let pictures: Map<String, Value> = outcome
        .pictures
        .iter()
        .map(|(name, one)| (name.clone(), json!([round(one.mean, 1e3), round(one.share, 1e5)])))
        .collect();
    json!({ "name": outcome.name, "kinds": kinds, "pictures": pictures })
}

/// Puts figures into the documentation's data, in place of those of the same names.
pub(crate) fn save(file: &Path, outcomes: &[Outcome], section: &str) -> anyhow::Result<()> {
    let mut data = fixture::json(file)?;
    let list = data["figures"][section]
        .as_array_mut()
        .with_context(|| format!("{} has no list figures.{section}", file.display()))?;
    for outcome in outcomes {
        let figures = figures(outcome);
        match list.iter_mut().find(|one| one["name"] == figures["name"]) {
            Some(one) => *one = figures,
            None => list.push(figures),
        }
    }
    list.sort_by(|one, other| one["name"].as_str().cmp(&other["name"].as_str()));
    std::fs::write(file, serde_json::to_string_pretty(&data)? + "\n")?;
    Ok(())
}
