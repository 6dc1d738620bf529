//! The report for people.

use super::{Report, Strength, Tried};
use oracade_mutants::Group;
use std::fmt::Write;

/// How much is told.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Survivors shown at most.
    pub survivors: usize,
}

fn share(percent: Option<f64>) -> String {
    percent.map_or_else(|| "–".to_owned(), |percent| format!("{percent:.1} %"))
}

fn row(name: &str, found: usize, tried: usize, strength: &Strength) -> [String; 8] {
    [
        name.to_owned(),
        found.to_string(),
        tried.to_string(),
        strength.killed.to_string(),
        strength.survived_state.to_string(),
        strength.survived_picture.to_string(),
        strength.equivalent.to_string(),
        share(strength.percent),
    ]
}

const HEAD: [&str; 8] = [
    "operator",
    "found",
    "tried",
    "killed",
    "survived",
    "…in pictures",
    "equivalent",
    "strength",
];

fn rows(report: &Report) -> Vec<[String; 8]> {
    let mut rows: Vec<[String; 8]> = report
        .operators
        .iter()
        .map(|it| row(it.operator.name(), it.found, it.tried, &it.strength))
        .collect();
    for (group, strength) in &report.groups {
        let name = match group {
            Group::Syntactic => "all of syntax",
            Group::Semantic => "all of games",
        };
        let of_group = report.operators.iter().filter(|it| it.group == *group);
        let (found, tried) = of_group.fold((0, 0), |(found, tried), it| (found + it.found, tried + it.tried));
        rows.push(row(name, found, tried, strength));
    }
    rows.push(row("all", report.found, report.tried, &report.strength));
    rows
}

fn verdict(report: &Report) -> String {
    let strength = &report.strength;
    let mut text = format!(
        "{}: {} of {} mutants tried, {} killed, {} survived ({} of them differ in pictures alone), {} equivalent over {} tapes: \
         strength {}, {} of those that differ in more than pictures",
        report.game,
        report.tried,
        report.found,
        strength.killed,
        strength.survived(),
        strength.survived_picture,
        strength.equivalent,
        report.tapes,
        share(strength.percent),
        share(strength.state_percent),
    );
    if report.tried < report.found {
        let _ = write!(
            text,
            "; weighted to all {}: {}, {}",
            report.found,
            share(report.estimated_percent),
            share(report.estimated_state_percent)
        );
    }
    text
}

/// A table for a terminal, with the survivors' diffs.
pub fn table(report: &Report, told: Told) -> String {
    let rows = rows(report);
    let mut widths = HEAD.map(|cell| cell.chars().count());
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    let mut line = |cells: Vec<&str>| {
        let mut text = String::new();
        for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let space = " ".repeat(width.saturating_sub(cell.chars().count()));
            let _ = match at {
                0 => write!(text, "{cell}{space}"),
                _ => write!(text, "  {space}{cell}"),
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(HEAD.to_vec());
    for row in &rows {
        line(row.iter().map(String::as_str).collect());
    }
    let quiet: Vec<&str> = report
        .checks
        .iter()
        .filter(|check| check.kills == 0)
        .map(|check| check.id.as_str())
        .collect();
    out.push('\n');
    for check in report.checks.iter().filter(|check| check.kills > 0) {
        let _ = writeln!(out, "{:>5} killed by {} {}", check.kills, check.level, check.id);
    }
    if !quiet.is_empty() {
        let first = if report.full { "" } else { " first" };
        let _ = writeln!(out, "    0 killed{first} by {}", quiet.join(", "));
    }
    if !report.left_out.is_empty() {
        let _ = writeln!(
            out,
            "left out, since they fail on the game itself: {}",
            report.left_out.join(", ")
        );
    }
    for mutant in report.survivors().take(told.survivors) {
        let _ = write!(out, "\nsurvived: {}\n{}{}", mutant.id, difference(mutant), mutant.diff);
    }
    let more = report.survivors().count().saturating_sub(told.survivors);
    if more > 0 {
        let _ = writeln!(out, "\n{more} more survivors: --out DIR writes them all");
    }
    let _ = writeln!(out, "\n{}", verdict(report));
    out
}

fn difference(mutant: &Tried) -> String {
    let Some(differs) = &mutant.differs else {
        return String::new();
    };
    let frame = differs.frame.map_or_else(String::new, |frame| format!(" at frame {frame}"));
    format!("differs on {}{frame}: {}\n", differs.tape, differs.what.join("; "))
}

/// The same as Markdown.
pub fn markdown(report: &Report, told: Told) -> String {
    let mut out = format!("# Mutants of {}\n\n{}\n\n", escaped(&report.game), escaped(&verdict(report)));
    let _ = writeln!(out, "| {} |\n|---|{}", HEAD.join(" | "), "--:|".repeat(HEAD.len() - 1));
    for row in rows(report) {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
    let first = if report.full { "killed" } else { "killed first" };
    let _ = writeln!(out, "\n| check | level | {first} |\n|---|---|--:|");
    for check in &report.checks {
        let _ = writeln!(out, "| {} | {} | {} |", escaped(&check.id), check.level, check.kills);
    }
    for (title, equivalent) in [("Survivors", false), ("Equivalent over exploration", true)] {
        let chosen = |mutant: &&Tried| match equivalent {
            true => mutant.fate == super::Fate::Equivalent,
            false => mutant.fate == super::Fate::Survived,
        };
        let _ = writeln!(out, "\n## {title}");
        for mutant in report.mutants.iter().filter(chosen).take(told.survivors) {
            let _ = write!(out, "\n`{}`\n", mutant.id);
            if !equivalent {
                let _ = write!(out, "\n{}", escaped(&difference(mutant)));
            }
            // A fence longer than any in the text.
            let fence = "`".repeat(longest_run(&mutant.diff, '`').max(2) + 1);
            let _ = write!(out, "\n{fence}diff\n{}{fence}\n", mutant.diff);
        }
    }
    out
}

fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Text within Markdown: nothing in it is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
