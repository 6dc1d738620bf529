//! Pipe tables of a Markdown document, as far as they have an id.

use super::{Design, MAX_CELL, MAX_COLUMNS, MAX_LINES, Problem, RowKind};

/// A table that belongs to an id.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// `DBT-1`, `RT-CATCH`, `LED-SCORE`.
    pub(super) id: String,
    /// The line of its header.
    pub(super) line: u32,
    /// The titles of its columns.
    pub(super) columns: Vec<String>,
    /// Lines and cells of its rows.
    pub(super) rows: Vec<(u32, Vec<String>)>,
}

/// How many lines of text may stand between the id and its table.
const REACH: u32 = 12;

/// Finds the tables; titles and problems go to `design`.
pub(super) fn tables(text: &str, design: &mut Design) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut heading: Option<(u32, String)> = None;
    let mut fence: Option<(char, usize)> = None;
    let mut comment = false;
    let mut lines = text.lines().zip(1u32..).peekable();
    while let Some((line, number)) = lines.next() {
        if number as usize > MAX_LINES {
            let message = format!("more than {MAX_LINES} lines; split the document");
            design.problems.push(Problem::error(number, message));
            break;
        }
        let trimmed = line.trim();
        if let Some((mark, length)) = fence {
            let run = trimmed.chars().take_while(|c| *c == mark).count();
            if run >= length && trimmed.chars().all(|c| c == mark) {
                fence = None;
            }
            continue;
        }
        if comment {
            comment = !trimmed.contains("-->");
            continue;
        }
        if trimmed.starts_with("<!--") {
            comment = !trimmed.contains("-->");
            continue;
        }
        if let Some(mark) = trimmed.chars().next().filter(|c| matches!(c, '`' | '~')) {
            let run = trimmed.chars().take_while(|c| *c == mark).count();
            if run >= 3 {
                fence = Some((mark, run));
                continue;
            }
        }
        if trimmed.starts_with('#') {
            let title = plain(trimmed.trim_start_matches('#'));
            if design.title.is_empty() {
                design.title.clone_from(&title);
            }
            // A heading without an id ends the reach of the one before it.
            heading = table_id(&title).map(|id| (number, id));
            continue;
        }
        let is_table = trimmed.starts_with('|') && lines.peek().is_some_and(|(next, _)| is_delimiter(next));
        if !is_table {
            // A caption set apart by emphasis names its table; other text does so only where no heading has.
            let emphasised = trimmed.starts_with(['*', '_']);
            if let Some(id) = caption_id(trimmed).filter(|_| emphasised || heading.is_none()) {
                heading = Some((number, id));
            }
            continue;
        }
        lines.next();
        let mut table = Table {
            id: String::new(),
            line: number,
            columns: cells(trimmed),
            rows: Vec::new(),
        };
        while let Some((line, number)) = lines.next_if(|(line, _)| line.trim().starts_with('|')) {
            table.rows.push((number, cells(line.trim())));
        }
        let owner = heading.take().filter(|(at, _)| number - at <= REACH);
        if let Some((_, id)) = owner {
            table.id = id;
            bound(&mut table, design);
            tables.push(table);
        } else if let Some(kind) = table.columns.first().and_then(|column| RowKind::of(column)) {
            let message = format!(
                "a table of {} entries without an id; name it in the heading above, like `### {}-1 Title`",
                kind.prefix(),
                kind.prefix()
            );
            design.problems.push(Problem::warning(number, message));
        }
    }
    if fence.is_some() || comment {
        let message = "a code block or comment does not end; everything after it was skipped".to_owned();
        design.problems.push(Problem::error(0, message));
    }
    tables
}

fn bound(table: &mut Table, design: &mut Design) {
    if table.columns.len() > MAX_COLUMNS {
        let message = format!(
            "{} has {} columns; at most {MAX_COLUMNS} are read",
            table.id,
            table.columns.len()
        );
        design.problems.push(Problem::error(table.line, message));
        table.columns.truncate(MAX_COLUMNS);
    }
    let width = table.columns.len();
    for (line, cells) in &mut table.rows {
        if cells.len() > width {
            let message = format!(
                "{}: the row has {} cells under {width} columns; escape `|` inside a cell as `\\|`",
                table.id,
                cells.len()
            );
            design.problems.push(Problem::error(*line, message));
        }
        // A row may leave out what is empty at its end.
        cells.resize(width, String::new());
        for cell in cells {
            if cell.chars().count() > MAX_CELL {
                *cell = cell.chars().take(MAX_CELL).collect();
                let message = format!("{}: a cell is longer than {MAX_CELL} characters", table.id);
                design.problems.push(Problem::error(*line, message));
            }
        }
    }
}

fn is_delimiter(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// The cells of a row; `\|` is no border.
fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('|') => cell.push('|'),
                Some(other) => cell.extend(['\\', other]),
                None => cell.push('\\'),
            },
            '|' => cells.push(plain(&std::mem::take(&mut cell))),
            _ => cell.push(c),
        }
    }
    if !cell.trim().is_empty() {
        cells.push(plain(&cell));
    }
    cells
}

/// Text without emphasis and code marks at its ends.
fn plain(text: &str) -> String {
    let text = text.trim();
    let mut inner = text;
    for mark in ["**", "__", "`", "*", "_"] {
        if let Some(inside) = inner.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark))
            && !inside.is_empty()
            && !inside.contains(mark)
        {
            inner = inside.trim();
        }
    }
    inner.to_owned()
}

/// The first id of a table in a heading.
pub(super) fn table_id(text: &str) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        .find(|word| is_table_id(word))
        .map(str::to_owned)
}

/// The id of a table in a caption: a line that begins with it.
fn caption_id(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['*', '_', '`']);
    let end = line
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        .unwrap_or(line.len());
    let word = &line[..end];
    // `DBT-1.quota …` speaks of a row, not of a table.
    (is_table_id(word) && !line[end..].starts_with('.')).then(|| word.to_owned())
}

pub(super) fn is_table_id(word: &str) -> bool {
    let Some((prefix, name)) = word.split_once('-') else {
        return false;
    };
    matches!(prefix, "DBT" | "RT" | "LED") && !name.is_empty() && name.len() <= 60
}
