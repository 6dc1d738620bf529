//! What a design document states in tables: balance values (`DBT-…`), rules (`RT-…`) and ledgers (`LED-…`).
//!
//! A design document is Markdown. A table belongs to the id that its heading or the line above it names. Every row of it is an
//! *entry* with an id of its own, `RT-CATCH.2`, and the line it stands on: what a contract says is anchored there. Whatever the
//! document holds, reading it ends with entries or with problems that name lines.

mod check;
mod table;

pub use check::{Problem, Severity};

use crate::canonical;
use serde::{Deserialize, Serialize};
use table::Table;

/// Bytes a document may have.
pub const MAX_BYTES: usize = 4 << 20;
/// Lines a document may have.
pub const MAX_LINES: usize = 200_000;
/// Entries a document may state.
pub const MAX_ROWS: usize = 10_000;
/// Columns a table may have.
pub const MAX_COLUMNS: usize = 32;
/// Characters a cell may have.
pub const MAX_CELL: usize = 4000;

/// Which kind of table an entry stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RowKind {
    /// Balance table: a tunable value.
    #[serde(rename = "DBT")]
    Balance,
    /// Rule table: the first row that fits applies, and the last row is ELSE.
    #[serde(rename = "RT")]
    Rule,
    /// Ledger: one of several sources of a value.
    #[serde(rename = "LED")]
    Ledger,
}

impl RowKind {
    /// The prefix of its ids.
    pub fn prefix(self) -> &'static str {
        match self {
            RowKind::Balance => "DBT",
            RowKind::Rule => "RT",
            RowKind::Ledger => "LED",
        }
    }

    fn of(id: &str) -> Option<RowKind> {
        [RowKind::Balance, RowKind::Rule, RowKind::Ledger]
            .into_iter()
            .find(|kind| id.split('-').next() == Some(kind.prefix()))
    }
}

/// A value that a balance table gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// One cell of a row under its column's title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The column's title.
    pub column: String,
    /// What stands there, without the marks of Markdown.
    pub text: String,
}

/// An entry: a row of a table, with the line it stands on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The entry's id: its table's and its own, `DBT-1.quota`.
    pub id: String,
    /// The kind of its table.
    pub kind: RowKind,
    /// Its table's id.
    pub table: String,
    /// Its line in the document, from 1.
    pub line: u32,
    /// Its cells, in the order of the columns.
    pub cells: Vec<Cell>,
    /// The value of a balance row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Constant>,
    /// It is the ELSE of a rule table.
    #[serde(default, rename = "else", skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
}

impl Row {
    /// The row's cells as one line, for people and judges.
    pub fn text(&self) -> String {
        let cells = self.cells.iter().map(|cell| format!("{}: {}", cell.column, cell.text));
        cells.collect::<Vec<_>>().join(" | ")
    }
}

/// What was read from a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The first heading's text.
    pub title: String,
    /// SHA-256 of the document's bytes.
    pub sha256: String,
    /// The entries, in the document's order.
    pub rows: Vec<Row>,
    /// What is wrong with it, in the order of its lines.
    pub problems: Vec<Problem>,
}

impl Design {
    /// Nothing in it is an error.
    pub fn is_sound(&self) -> bool {
        self.problems.iter().all(|problem| problem.severity != Severity::Error)
    }

    /// The entry with that id.
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }
}

/// Reads a document.
pub fn extract(text: &str) -> Design {
    let mut design = Design {
        title: String::new(),
        sha256: canonical::sha256(text.as_bytes()),
        rows: Vec::new(),
        problems: Vec::new(),
    };
    if text.len() > MAX_BYTES {
        let message = format!("the document has {} bytes; at most {MAX_BYTES} are read", text.len());
        design.problems.push(Problem::error(0, message));
        return design;
    }
    let tables = table::tables(text, &mut design);
    for table in &tables {
        rows_of(table, &mut design);
        if design.rows.len() > MAX_ROWS {
            design.rows.truncate(MAX_ROWS);
            let message = format!("more than {MAX_ROWS} entries; split the document");
            design.problems.push(Problem::error(table.line, message));
            break;
        }
    }
    check::check(text, &tables, &mut design);
    design
        .problems
        .sort_by(|a, b| (a.line, &a.message).cmp(&(b.line, &b.message)));
    design
}

fn rows_of(table: &Table, design: &mut Design) {
    let Some(kind) = RowKind::of(&table.id) else { return };
    for (index, (line, cells)) in table.rows.iter().enumerate() {
        let first = cells.first().map(String::as_str).unwrap_or_default();
        let otherwise = kind == RowKind::Rule && cells.iter().take(2).any(|cell| is_else(cell));
        let id = match row_key(first) {
            Some(key) if key.starts_with(&format!("{}.", table.id)) => key,
            Some(key) if !is_else(&key) => format!("{}.{key}", table.id),
            Some(_) if otherwise => format!("{}.else", table.id),
            _ => format!("{}.{}", table.id, index + 1),
        };
        let named = table.columns.iter().zip(cells).map(|(column, text)| Cell {
            column: column.clone(),
            text: text.clone(),
        });
        design.rows.push(Row {
            id,
            kind,
            table: table.id.clone(),
            line: *line,
            cells: named.collect(),
            value: (kind == RowKind::Balance).then(|| balance_value(table, cells)).flatten(),
            otherwise,
        });
    }
}

fn is_else(cell: &str) -> bool {
    let word = cell.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    word.is_some_and(|word| word.eq_ignore_ascii_case("else") || word.eq_ignore_ascii_case("otherwise"))
}

/// The first cell as a part of an id, if it can be one.
fn row_key(cell: &str) -> Option<String> {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let key = cell.trim_start_matches('#');
    (!key.is_empty() && key.len() <= 60 && key.chars().all(good)).then(|| key.to_owned())
}

/// The value of a balance row: what stands in the column `value`, or else in the second one.
fn balance_value(table: &Table, cells: &[String]) -> Option<Constant> {
    let column = table
        .columns
        .iter()
        .position(|column| column.eq_ignore_ascii_case("value"))
        .unwrap_or(1);
    let cell = cells.get(column)?.trim();
    match cell.to_ascii_lowercase().as_str() {
        "" | "-" | "–" | "—" => return None,
        "true" | "yes" => return Some(Constant::Bool(true)),
        "false" | "no" => return Some(Constant::Bool(false)),
        _ => {}
    }
    Some(match leading_number(cell) {
        Some(number) => Constant::Number(number),
        None => Constant::Text(cell.to_owned()),
    })
}

/// `1 200 ms` is 1200, `×1.5` is 1.5, `25 %` is 0.25; `3 × 3` is no number.
fn leading_number(cell: &str) -> Option<f64> {
    let cell = cell
        .trim_start_matches(['×', 'x', '+', '≤', '≥', '<', '>', ' '])
        .replace('−', "-");
    let mut digits = String::new();
    let mut chars = cell.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' | '.' => digits.push(c),
            '-' if digits.is_empty() => digits.push(c),
            // Thousands may be set apart by a space, a comma or an underscore.
            ' ' | '\u{a0}' | '\u{202f}' | ',' | '_' if !digits.is_empty() => {
                let next: String = chars.clone().take(3).collect();
                let grouped = next.len() == 3 && next.bytes().all(|b| b.is_ascii_digit());
                let ends = !chars.clone().nth(3).is_some_and(|c| c.is_ascii_digit());
                if !(grouped && ends) {
                    break;
                }
            }
            _ => break,
        }
    }
    let consumed: usize = digits.len();
    let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
    let rest = cell.get(cell.char_indices().nth(consumed).map_or(cell.len(), |(at, _)| at)..)?;
    let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '_' | '\u{a0}' | '\u{202f}'));
    let unit = unit.trim();
    let is_unit = unit
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, '%' | '/' | '²' | '³' | '°' | ' ' | '(' | ')'));
    if !is_unit || unit.len() > 40 {
        return None;
    }
    Some(if unit.starts_with('%') { number / 100.0 } else { number })
}

#[cfg(test)]
mod tests;
