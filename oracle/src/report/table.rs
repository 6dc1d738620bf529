//! The result for a person at a terminal.

use super::{Count, GameReport, score::SECTIONS, summarize};
use serde_json::Value;
use std::fmt::Write;

/// How the table may look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// ANSI colours.
    pub colour: bool,
}

#[derive(Clone, Copy)]
enum Paint {
    Plain,
    Good,
    Bad,
    Faint,
}

impl Style {
    fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            _ if !self.colour => return text.to_owned(),
            Paint::Plain => return text.to_owned(),
            Paint::Good => "32",
            Paint::Bad => "31",
            Paint::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

const HEADINGS: [&str; 7] = ["game", "strict", "L1", "L2", "P0", "P1", "P2"];

/// One line a game, then what did not pass, then the totals.
pub fn table(games: &[GameReport], style: Style) -> String {
    let rows: Vec<[(String, Paint); 7]> = games.iter().map(row).collect();
    let mut widths = HEADINGS.map(width);
    for row in &rows {
        for (widest, (text, _)) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(width(text));
        }
    }
    let mut out = String::new();
    line(
        &mut out,
        &widths,
        HEADINGS.map(|heading| (heading.to_owned(), Paint::Faint)),
        style,
    );
    for row in rows {
        line(&mut out, &widths, row, style);
    }
    for game in games {
        failures(&mut out, game, style);
    }
    if games.len() > 1 {
        totals(&mut out, games);
    }
    out
}

/// Columns a text takes, near enough for alignment: one a character.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn line(out: &mut String, widths: &[usize; 7], cells: [(String, Paint); 7], style: Style) {
    let mut text = String::new();
    for (index, ((cell, paint), widest)) in cells.iter().zip(widths).enumerate() {
        let gap = " ".repeat(widest.saturating_sub(width(cell)));
        let painted = style.paint(*paint, cell);
        // Names to the left, figures to the right.
        match index {
            0 | 1 => text.push_str(&format!("{painted}{gap}  ")),
            _ => text.push_str(&format!("{gap}{painted}  ")),
        }
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

fn row(game: &GameReport) -> [(String, Paint); 7] {
    let score = &game.score;
    let share = |count: Option<Count>| match count {
        Some(count) if count.total > 0 => {
            let paint = if count.all() { Paint::Good } else { Paint::Bad };
            (format!("{}/{}", count.passed, count.total), paint)
        }
        _ => ("–".to_owned(), Paint::Faint),
    };
    let verdict = match (&game.outcome, score) {
        (Some(outcome), _) => (outcome.name.clone(), Paint::Bad),
        (None, score) if score.strict => ("yes".to_owned(), Paint::Good),
        (None, score) if score.passed => ("(partial)".to_owned(), Paint::Plain),
        _ => ("no".to_owned(), Paint::Bad),
    };
    let [p0, p1, p2] = score.levels.map(|level| share(Some(level)));
    [
        (game.name.clone(), Paint::Plain),
        verdict,
        share(score.statics),
        share(score.behaviour),
        p0,
        p1,
        p2,
    ]
}

fn failures(out: &mut String, game: &GameReport, style: Style) {
    let mut lines = Vec::new();
    if let Some(outcome) = &game.outcome {
        lines.push((outcome.name.clone(), outcome.message.clone()));
    }
    if let Some(report) = &game.static_report {
        let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        if report.get("error").is_some_and(|error| !error.is_null()) {
            lines.push((text(report, "error"), text(report, "message")));
        }
        for item in SECTIONS
            .iter()
            .filter_map(|section| report.get(section)?.as_array())
            .flatten()
        {
            if item.get("status").and_then(Value::as_str) != Some("PASS") {
                lines.push((
                    format!("L1 {} {}", text(item, "level"), text(item, "id")),
                    text(item, "fix_hint"),
                ));
            }
        }
    }
    for record in game.checks.iter().flatten() {
        if !matches!(record.status(), Some("PASS" | "NOT_APPLICABLE")) {
            let detail = record.detail().unwrap_or_else(|| record.name().to_owned());
            lines.push((format!("L2 {} {}", record.level().unwrap_or("?"), record.id), detail));
        }
    }
    // A page that throws mostly throws the same in every check.
    let mut thrown: Vec<(String, usize)> = Vec::new();
    for exception in game.checks.iter().flatten().flat_map(|record| &record.exceptions) {
        let text = exception
            .get("description")
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty());
        let text = text
            .or_else(|| exception.get("text").and_then(Value::as_str))
            .unwrap_or_default();
        let text = text.lines().next().unwrap_or_default();
        match thrown.iter_mut().find(|(known, _)| known == text) {
            Some((_, count)) => *count += 1,
            None => thrown.push((text.to_owned(), 1)),
        }
    }
    lines.extend(thrown.into_iter().map(|(text, count)| (format!("exception x{count}"), text)));
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", game.name);
    for (what, why) in lines {
        let _ = writeln!(out, "  {} {}", style.paint(Paint::Bad, &what), one_line(&why));
    }
}

fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", clean.get(..end).unwrap_or_default()),
        None => clean,
    }
}

fn totals(out: &mut String, games: &[GameReport]) {
    let summary = summarize(games);
    let percent = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |share| format!("{share:.1} %"));
    let [p0, p1, p2] = summary.levels.map(|level| percent(level.percent()));
    let strict = Count {
        passed: summary.strict,
        total: summary.games,
    };
    let _ = writeln!(
        out,
        "\nstrict {}/{} ({})   L1 mean {}   L2 mean {}   P0 {p0}   P1 {p1}   P2 {p2}",
        strict.passed,
        strict.total,
        percent(strict.percent()),
        percent(summary.static_mean),
        percent(summary.behaviour_mean),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Outcome;

    #[test]
    fn columns_line_up_and_colours_only_come_when_asked_for() {
        let game = |name: &str, outcome: &str| GameReport {
            name: name.into(),
            outcome: Some(Outcome {
                name: outcome.into(),
                message: "why\nnot".into(),
                fatal: false,
            }),
            ..GameReport::default()
        };
        let games = [game("a", "missing"), game("longer-name", "symlink")];
        let text = table(&games, Style::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "game         strict   L1  L2  P0  P1  P2");
        assert_eq!(lines[1], "a            missing   –   –   –   –   –");
        assert!(text.contains("  missing why not\n"), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert!(table(&games, Style { colour: true }).contains("\u{1b}[31m"));
    }
}
