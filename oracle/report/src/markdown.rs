//! The report as Markdown, for CI summaries and pull requests.

use crate::dossier::{Dossier, Finding, Mutation, Verdict};
use crate::escape::{fenced, markdown as text};
use std::fmt::Write;

/// The report as Markdown, without pictures.
pub fn markdown(dossier: &Dossier) -> String {
    let mut out = format!("# {}\n\n", text(&dossier.title));
    facts(&mut out, &dossier.facts);
    for note in &dossier.notes {
        let _ = writeln!(out, "> {}\n", text(note));
    }
    for matrix in &dossier.matrices {
        let _ = write!(out, "## {}\n\n| | |", text(&matrix.title));
        for column in &matrix.columns {
            let _ = write!(out, " {} |", text(column));
        }
        let _ = writeln!(out, "\n|---|---|{}", ":-:|".repeat(matrix.columns.len()));
        for row in &matrix.rows {
            let name = if row.group.is_empty() {
                text(&row.id)
            } else {
                format!("{} {}", text(&row.group), text(&row.id))
            };
            let _ = write!(out, "| {name} | {} |", text(&row.label));
            for cell in &row.cells {
                let cell = cell.as_ref().map_or_else(String::new, |cell| {
                    format!("{} {}", cell.verdict.sign(), text(&cell.text)).trim_end().to_owned()
                });
                let _ = write!(out, " {cell} |");
            }
            out.push('\n');
        }
        out.push('\n');
    }
    for section in &dossier.sections {
        let _ = writeln!(out, "## {}\n", text(&section.title));
        facts(&mut out, &section.facts);
        let bad = |it: &&Finding| !matches!(it.verdict, Some(Verdict::Good | Verdict::Skipped));
        for it in section.findings.iter().filter(bad) {
            finding(&mut out, it);
        }
    }
    for it in &dossier.mutations {
        mutants(&mut out, it);
    }
    out
}

fn facts(out: &mut String, facts: &[(String, String)]) {
    for (name, value) in facts {
        let _ = writeln!(out, "- {}: {}", text(name), text(value));
    }
    if !facts.is_empty() {
        out.push('\n');
    }
}

fn finding(out: &mut String, it: &Finding) {
    let sign = it.verdict.map_or("", Verdict::sign);
    let _ = writeln!(out, "### {sign} {}\n\n{}\n", text(&it.id), text(&it.label));
    for line in &it.lines {
        let _ = writeln!(out, "- {}", text(line));
    }
    for frame in it.film.frames.iter().filter(|frame| !frame.inputs.is_empty()) {
        let inputs: Vec<String> = frame.inputs.iter().map(|input| text(input)).collect();
        let _ = writeln!(out, "- until {}: {}", text(&frame.caption), inputs.join("; "));
    }
    if !it.evidence.is_empty() {
        let cited: Vec<String> = it.evidence.iter().map(|evidence| text(&evidence.text)).collect();
        let _ = writeln!(out, "- evidence: {}", cited.join(", "));
    }
    if !it.changes.is_empty() {
        out.push_str("\n| snapshot | before | after |\n|---|---|---|\n");
        for change in &it.changes {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                text(&change.path),
                text(&change.before),
                text(&change.after)
            );
        }
    }
    if !it.console.is_empty() {
        let lines: Vec<String> = it
            .console
            .iter()
            .map(|line| format!("{} {} {}", line.at, line.kind, line.text).trim_start().to_owned())
            .collect();
        let _ = write!(out, "\n{}", fenced("", &lines.join("\n")));
    }
    out.push('\n');
}

fn mutants(out: &mut String, it: &Mutation) {
    let _ = writeln!(out, "## Mutants of {}\n", text(&it.game));
    facts(out, &it.facts);
    let (head, rows) = &it.operators;
    let cells = |row: &[String]| row.iter().map(|cell| text(cell)).collect::<Vec<_>>().join(" | ");
    let _ = writeln!(
        out,
        "| {} |\n|---|{}",
        cells(head),
        "--:|".repeat(head.len().saturating_sub(1))
    );
    for row in rows {
        let _ = writeln!(out, "| {} |", cells(row));
    }
    if !it.survivors.is_empty() {
        out.push_str("\n### Survivors\n\n");
    }
    for survivor in &it.survivors {
        let _ = writeln!(out, "{}\n\n{}\n", text(&survivor.id), text(&survivor.differs));
        let _ = writeln!(out, "{}", fenced("diff", &survivor.diff));
    }
}
