//! The leaderboard.

use super::evaluate::aggregate;
use super::{ScoreError, ScoreResult, Scorecard};
use crate::formula::decimals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A row: the texts of its cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The rank, or `-`.
    pub rank: String,
    /// The cells under the board's titles.
    pub cells: Vec<String>,
}

/// A leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The scorecard's id.
    pub scorecard: String,
    /// The scorecard's title.
    pub title: String,
    /// The titles of the columns, beside the rank.
    pub titles: Vec<String>,
    /// The rows, best first; entries that did not pass the gate at the end.
    pub rows: Vec<Row>,
    /// Numbers over all entries.
    pub aggregates: BTreeMap<String, f64>,
}

/// Ranks results. Equal totals share a rank and stand in the order they were given.
///
/// # Errors
/// A formula of an aggregate has no value.
pub fn board(card: &Scorecard, results: &[ScoreResult]) -> Result<Board, ScoreError> {
    if let Some(other) = results.iter().find(|result| result.scorecard != card.id) {
        return Err(ScoreError::OtherCard(other.scorecard.clone()));
    }
    let mut order: Vec<&ScoreResult> = results.iter().collect();
    let passed = |result: &ScoreResult| result.gate != Some(false);
    order.sort_by(|a, b| passed(b).cmp(&passed(a)).then(b.total.total_cmp(&a.total)));
    let mut titles = Vec::new();
    titles.extend(
        card.columns
            .iter()
            .filter(|column| column.always)
            .map(|column| column.title.clone()),
    );
    titles.push("total".to_owned());
    if card.gate.is_some() {
        titles.push("gate".to_owned());
    }
    titles.extend(
        card.columns
            .iter()
            .filter(|column| !column.always)
            .map(|column| column.title.clone()),
    );
    if !card.tiers.is_empty() {
        titles.push("tier".to_owned());
    }
    let mut rows = Vec::new();
    let mut rank = 0;
    for (index, result) in order.iter().enumerate() {
        let same = index.checked_sub(1).is_some_and(|before| order[before].total == result.total);
        if !same {
            rank = index + 1;
        }
        rows.push(Row {
            rank: if passed(result) { rank.to_string() } else { "-".to_owned() },
            cells: cells(card, result),
        });
    }
    Ok(Board {
        scorecard: card.id.clone(),
        title: card.title.clone(),
        titles,
        rows,
        aggregates: aggregate(card, results)?,
    })
}

fn cells(card: &Scorecard, result: &ScoreResult) -> Vec<String> {
    let passed = result.gate != Some(false);
    let cell = |name: &str, digits: usize| match (result.about.get(name), result.values.get(name)) {
        (Some(text), _) => text.clone(),
        (None, Some(number)) => decimals(*number, digits),
        (None, None) => "-".to_owned(),
    };
    let mut cells: Vec<String> = Vec::new();
    let always = card.columns.iter().filter(|column| column.always);
    cells.extend(always.map(|column| cell(&column.value, column.digits)));
    cells.push(if passed { result.shown.clone() } else { "0".to_owned() });
    if card.gate.is_some() {
        cells.push(match (&result.reason, passed) {
            (_, true) => "✅".to_owned(),
            (Some(reason), false) => format!("❌ {reason}"),
            (None, false) => "❌".to_owned(),
        });
    }
    for column in card.columns.iter().filter(|column| !column.always) {
        cells.push(if passed {
            cell(&column.value, column.digits)
        } else {
            "-".to_owned()
        });
    }
    if !card.tiers.is_empty() {
        cells.push(result.tier.clone().unwrap_or_else(|| "-".to_owned()));
    }
    cells
}

/// The leaderboard in Markdown.
pub fn markdown(board: &Board) -> String {
    let mut out = format!("# {}\n\n", board.title);
    let escape = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut titles = vec!["rank".to_owned()];
    titles.extend(board.titles.iter().map(|title| escape(title)));
    out.push_str(&line(titles));
    out.push_str(&format!("|{}\n", "---|".repeat(board.titles.len() + 1)));
    for row in &board.rows {
        let mut cells = vec![row.rank.clone()];
        cells.extend(row.cells.iter().map(|cell| escape(cell)));
        out.push_str(&line(cells));
    }
    if !board.aggregates.is_empty() {
        out.push('\n');
        for (name, number) in &board.aggregates {
            let _ = writeln!(out, "- {name}: {}", decimals(*number, 2));
        }
    }
    out
}
