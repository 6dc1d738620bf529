//! The tables of docs/fidelity.md, written from docs/fidelity.json between markers.

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// docs/fidelity.json: what is supported, by hand; and figures, by `cargo xtask fidelity … --save docs/fidelity.json`.
#[derive(Deserialize)]
struct Data {
    support: Vec<Support>,
    figures: Figures,
}

#[derive(Deserialize)]
struct Support {
    area: String,
    state: String,
    note: String,
}

#[derive(Deserialize)]
struct Figures {
    fixtures: Vec<Figure>,
    games: Vec<Figure>,
    wpt: Vec<Wpt>,
}

#[derive(Deserialize)]
struct Figure {
    name: String,
    /// Kind to those that agree and all.
    kinds: BTreeMap<String, (usize, usize)>,
    /// Moment to mean difference of a pixel (0 to 255) and share of visibly different pixels.
    pictures: BTreeMap<String, (f64, f64)>,
}

#[derive(Deserialize)]
struct Wpt {
    folder: String,
    passed: usize,
    total: usize,
}

fn markdown() -> PathBuf {
    crate::root().join("docs/fidelity.md")
}

fn data() -> anyhow::Result<Data> {
    let text = std::fs::read_to_string(crate::root().join("docs/fidelity.json"))?;
    serde_json::from_str(&text).context("docs/fidelity.json is not as expected")
}

/// Writes the tables.
pub(crate) fn write() -> anyhow::Result<()> {
    let text = std::fs::read_to_string(markdown())?;
    std::fs::write(markdown(), render(&text, &data()?)?)?;
    Ok(())
}

fn render(text: &str, data: &Data) -> anyhow::Result<String> {
    let mut text = text.to_owned();
    for (name, table) in [
        ("support", support(&data.support)),
        ("fixtures", kinds(&data.figures.fixtures)),
        ("games", kinds(&data.figures.games)),
        ("pictures", pictures(&data.figures.games)),
        ("wpt", wpt(&data.figures.wpt)),
        ("names", names(&absent()?)),
    ] {
        let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let from = text.find(&start).with_context(|| format!("no {start}"))? + start.len();
        let to = text.find(&end).with_context(|| format!("no {end}"))?;
        ensure!(from <= to, "{name} ends before it starts");
        text.replace_range(from..to, &format!("\n{table}\n"));
    }
    Ok(text)
}

fn support(rows: &[Support]) -> String {
    let mut table = "| area | state | |\n|---|---|---|\n".to_owned();
    for state in ["supported", "differs on purpose", "missing"] {
        for row in rows.iter().filter(|row| row.state == state) {
            let _ = writeln!(table, "| {} | {state} | {} |", row.area, row.note);
        }
    }
    table
}

/// Names of Chromium's that we lack, with the reason (runtime/tests/names/absent.json, which a test holds to what is so).
#[derive(Deserialize)]
struct Absent {
    kind: String,
    reason: String,
    names: Vec<String>,
}

fn absent() -> anyhow::Result<Vec<Absent>> {
    let text = std::fs::read_to_string(crate::root().join("runtime/tests/names/absent.json"))?;
    serde_json::from_str(&text).context("runtime/tests/names/absent.json is not as expected")
}

fn names(entries: &[Absent]) -> String {
    let mut table = "| what | state | names |\n|---|---|---|\n".to_owned();
    for kind in ["on purpose", "later", "differs"] {
        for entry in entries.iter().filter(|entry| entry.kind == kind) {
            let names: Vec<_> = entry.names.iter().map(|name| format!("`{name}`")).collect();
            let _ = writeln!(table, "| {} | {kind} | {} |", entry.reason, names.join(" "));
        }
    }
    table
}

fn kinds(rows: &[Figure]) -> String {
    const KINDS: [(&str, &str); 9] = [
        ("verdict", "verdicts"),
        ("exception", "exceptions"),
        ("box", "boxes"),
        ("text", "texts"),
        ("metric", "text metrics"),
        ("style", "computed styles"),
        ("event", "event sequences"),
        ("value", "values"),
        ("pixel", "pictures within limits"),
    ];
    let shown: Vec<_> = KINDS
        .iter()
        .filter(|(kind, _)| rows.iter().any(|row| row.kinds.contains_key(*kind)))
        .collect();
    let mut table = "| |".to_owned();
    shown.iter().for_each(|(_, title)| {
        let _ = write!(table, " {title} |");
    });
    table.push_str("\n|---|");
    table.push_str(&"---|".repeat(shown.len()));
    table.push('\n');
    let mut row = |name: &str, of: &dyn Fn(&str) -> Option<(usize, usize)>| {
        let _ = write!(table, "| {name} |");
        for (kind, _) in &shown {
            let _ = match of(kind) {
                Some((agree, total)) => write!(table, " {agree}/{total} |"),
                None => write!(table, " – |"),
            };
        }
        table.push('\n');
    };
    for figure in rows {
        row(&figure.name, &|kind| figure.kinds.get(kind).copied());
    }
    row("all", &|kind| {
        let all = rows.iter().filter_map(|row| row.kinds.get(kind));
        all.copied().reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1))
    });
    table
}

fn pictures(rows: &[Figure]) -> String {
    let mut table = "| picture | mean difference of 255 | pixels that differ |\n|---|---|---|\n".to_owned();
    for figure in rows {
        for (moment, (mean, share)) in &figure.pictures {
            let (name, share) = (&figure.name, 100.0 * share);
            let _ = writeln!(
                table,
                "| [{name}](fidelity/{name}.png), {moment} | {mean:.2} | {share:.1} % |"
            );
        }
    }
    table
}

fn wpt(rows: &[Wpt]) -> String {
    let mut table = "| folder | subtests that pass | |\n|---|---|---|\n".to_owned();
    for Wpt { folder, passed, total } in rows {
        let share = 100.0 * *passed as f64 / (*total).max(1) as f64;
        let _ = writeln!(table, "| {folder} | {passed} of {total} | {share:.1} % |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_data() {
        let text = std::fs::read_to_string(markdown()).unwrap();
        let fresh = render(&text, &data().unwrap()).unwrap();
        assert!(text == fresh, "docs/fidelity.md is not fresh: cargo xtask fidelity --docs");
    }

    #[test]
    fn every_state_is_one_that_has_a_place() {
        for row in data().unwrap().support {
            assert!(
                ["supported", "differs on purpose", "missing"].contains(&row.state.as_str()),
                "{}",
                row.area
            );
        }
    }
}
