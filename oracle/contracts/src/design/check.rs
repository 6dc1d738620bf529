//! What a design document has to keep: ids are unique and lead somewhere, rule tables end, examples add up.

use super::table::{Table, is_table_id};
use super::{Design, RowKind};
use crate::formula::Formula;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// No contract can be built.
    Error,
    /// Somebody should look.
    Warning,
}

/// Something wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where, from 1; 0 for the document.
    pub line: u32,
    /// What it is and what to do.
    pub message: String,
}

impl Problem {
    pub(super) fn error(line: u32, message: String) -> Problem {
        Problem {
            severity: Severity::Error,
            line,
            message,
        }
    }

    pub(super) fn warning(line: u32, message: String) -> Problem {
        Problem {
            severity: Severity::Warning,
            line,
            message,
        }
    }
}

/// Examples may differ from their formula by this much of it, since people round.
const TOLERANCE: f64 = 0.005;

pub(super) fn check(text: &str, tables: &[Table], design: &mut Design) {
    let mut problems = Vec::new();
    let mut by_id: BTreeMap<&str, u32> = BTreeMap::new();
    for table in tables {
        if let Some(first) = by_id.insert(&table.id, table.line) {
            let message = format!("the table {} is already on line {first}; ids are given once", table.id);
            problems.push(Problem::error(table.line, message));
        }
        if table.rows.is_empty() {
            problems.push(Problem::error(table.line, format!("{} has no rows", table.id)));
        }
    }
    let mut rows: BTreeMap<&str, u32> = BTreeMap::new();
    for row in &design.rows {
        if let Some(first) = rows.insert(&row.id, row.line) {
            let message = format!("the entry {} is already on line {first}; give rows different names", row.id);
            problems.push(Problem::error(row.line, message));
        }
        if row.kind == RowKind::Balance && row.value.is_none() {
            problems.push(Problem::error(row.line, format!("{} has no value", row.id)));
        }
    }
    for table in tables.iter().filter(|table| RowKind::of(&table.id) == Some(RowKind::Rule)) {
        let of_table: Vec<_> = design.rows.iter().filter(|row| row.table == table.id).collect();
        match of_table.iter().position(|row| row.otherwise) {
            None if !of_table.is_empty() => {
                let message = format!("{} has no ELSE: its last row says what happens when none fits", table.id);
                problems.push(Problem::error(table.line, message));
            }
            Some(at) if at + 1 < of_table.len() => {
                let message = format!("{}: rows after ELSE never apply; move it to the end", table.id);
                problems.push(Problem::error(of_table[at].line, message));
            }
            _ => {}
        }
    }
    references(text, &by_id, &rows, &mut problems);
    examples(text, &mut problems);
    design.problems.extend(problems);
}

/// Ids that are mentioned but nowhere defined.
fn references(text: &str, tables: &BTreeMap<&str, u32>, rows: &BTreeMap<&str, u32>, problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    let mut code = false;
    for (line, number) in text.lines().zip(1u32..) {
        code ^= line.trim_start().starts_with("```");
        if code {
            continue;
        }
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))) {
            let word = word.trim_end_matches('.');
            let table = word.split('.').next().unwrap_or_default();
            if !is_table_id(table) || !seen.insert(word) {
                continue;
            }
            let known = tables.contains_key(word) || rows.contains_key(word);
            if !known {
                problems.push(Problem::error(
                    number,
                    format!("{word} is defined nowhere; correct the reference"),
                ));
            }
        }
    }
}

/// `Example: 10 + 2 * 3 = 16` has to add up.
fn examples(text: &str, problems: &mut Vec<Problem>) {
    for (line, number) in text.lines().zip(1u32..) {
        let line = line.trim().trim_start_matches(['-', '*', ' ', '_']);
        let Some(rest) = ["Example:", "Worked example:"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
        else {
            continue;
        };
        for claim in rest.split([';', ',']) {
            let claim = claim.trim().trim_matches(['`', '.', '*', '_']);
            let Some((formula, result)) = claim.rsplit_once('=') else {
                continue;
            };
            let formula = formula.trim().replace(['×', '·'], "*").replace('−', "-").replace('÷', "/");
            let (Ok(formula), Ok(result)) = (Formula::parse(&formula), result.trim().parse::<f64>()) else {
                continue;
            };
            let Ok(value) = formula.number(&BTreeMap::new()) else {
                continue;
            };
            if (value - result).abs() > TOLERANCE * value.abs().max(1.0) {
                let message = format!("the example does not add up: {} is {value}, not {result}", formula.text());
                problems.push(Problem::error(number, message));
            }
        }
    }
}
