//! The page: one file, no network, nothing that runs but its own script.

mod parts;

use crate::dossier::{Dossier, Matrix, Mutation, Section, Survivor, Verdict};
use crate::escape::html as text;
use crate::thumbnail::base64;
use parts::{diff, facts, finding};
use sha2::{Digest, Sha256};
use std::fmt::Write;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The report as one HTML file.
pub fn html(dossier: &Dossier) -> String {
    let title = text(&dossier.title);
    // Whatever a game has smuggled into a text, only this script may run, and nothing may be loaded.
    let policy = format!(
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64(&Sha256::digest(SCRIPT))
    );
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"generator\" content=\"oracade\"><title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\
         <a class=\"skip\" href=\"#main\">To the report</a>\n<header class=\"top\"><strong>{title}</strong><nav aria-label=\"Parts\">"
    );
    for (anchor, name) in parts_of(dossier) {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", text(&anchor), text(&name));
    }
    out.push_str("</nav>");
    if !dossier.sections.is_empty() {
        out.push_str("<label class=\"choice\"><input type=\"checkbox\" id=\"failing\"> only what is not good</label>");
    }
    out.push_str("<button type=\"button\" id=\"scheme\">Scheme: auto</button></header>\n<main id=\"main\" tabindex=\"-1\">\n");
    let _ = writeln!(out, "<h1>{title}</h1>{}", facts(&dossier.facts));
    out.push_str(
        "<p class=\"label\">Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous finding, <kbd>Enter</kbd> open it, <kbd>f</kbd> only what is not \
         good, <kbd>l</kbd> large pictures, <kbd>t</kbd> scheme.</p>\n",
    );
    for note in &dossier.notes {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", text(note));
    }
    for (at, matrix) in dossier.matrices.iter().enumerate() {
        table(&mut out, matrix, &format!("matrix-{}", at + 1));
    }
    if let Some(graph) = &dossier.graph {
        let _ = writeln!(
            out,
            "<h2 id=\"graph\">Dependencies</h2><div class=\"wide graph\" tabindex=\"0\" role=\"group\" aria-label=\"Dependency graph\">{graph}</div>"
        );
    }
    for section in &dossier.sections {
        build(&mut out, section);
    }
    for mutation in &dossier.mutations {
        mutants(&mut out, mutation);
    }
    let _ = write!(out, "</main>\n<script>{SCRIPT}</script></body></html>\n");
    out
}

fn parts_of(dossier: &Dossier) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for (at, matrix) in dossier.matrices.iter().enumerate() {
        parts.push((format!("matrix-{}", at + 1), matrix.title.clone()));
    }
    if dossier.graph.is_some() {
        parts.push(("graph".to_owned(), "Dependencies".to_owned()));
    }
    parts.extend(
        dossier
            .sections
            .iter()
            .take(12)
            .map(|it| (it.anchor.clone(), it.title.clone())),
    );
    parts.extend(
        dossier
            .mutations
            .iter()
            .map(|it| (it.anchor.clone(), format!("Mutants of {}", it.game))),
    );
    parts
}

/// A verdict as a sign with a word for those who hear it.
fn chip(verdict: Verdict, more: &str, href: Option<&str>) -> String {
    let (class, sign) = (verdict.class(), verdict.sign());
    let more = if more.is_empty() {
        String::new()
    } else {
        format!(" {}", text(more))
    };
    match href {
        Some(href) => format!(
            "<a class=\"v {class}\" href=\"#{}\" aria-label=\"{class}{more}\">{sign}{more}</a>",
            text(href)
        ),
        None => format!("<span class=\"v {class}\" role=\"img\" aria-label=\"{class}{more}\">{sign}{more}</span>"),
    }
}

fn table(out: &mut String, matrix: &Matrix, anchor: &str) {
    let _ = write!(
        out,
        "<h2 id=\"{anchor}\">{0}</h2><div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table><thead><tr><th scope=\"col\"></th>",
        text(&matrix.title)
    );
    let grouped = matrix.rows.iter().any(|row| !row.group.is_empty());
    if grouped {
        out.push_str("<th scope=\"col\">level</th>");
    }
    for column in &matrix.columns {
        let _ = write!(out, "<th scope=\"col\">{}</th>", text(column));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &matrix.rows {
        let good = row
            .cells
            .iter()
            .flatten()
            .all(|cell| matches!(cell.verdict, Verdict::Good | Verdict::Skipped));
        let class = if good { " class=\"is-good\"" } else { "" };
        let _ = write!(
            out,
            "<tr{class}><th scope=\"row\">{}<span>{}</span></th>",
            text(&row.id),
            text(&row.label)
        );
        if grouped {
            let _ = write!(out, "<td>{}</td>", text(&row.group));
        }
        for cell in &row.cells {
            let cell = cell
                .as_ref()
                .map_or_else(String::new, |cell| chip(cell.verdict, &cell.text, cell.finding.as_deref()));
            let _ = write!(out, "<td>{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn build(out: &mut String, section: &Section) {
    let _ = writeln!(
        out,
        "<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>{2}",
        text(&section.anchor),
        text(&section.title),
        facts(&section.facts)
    );
    // What is not good comes first; within each the order is the contract's or the suite's.
    let bad = |verdict: Option<Verdict>| !matches!(verdict, Some(Verdict::Good | Verdict::Skipped));
    for wanted in [true, false] {
        for it in section.findings.iter().filter(|it| bad(it.verdict) == wanted) {
            finding(out, it, wanted);
        }
    }
    if !section.runs.is_empty() {
        let _ = writeln!(out, "<h3>Runs and console</h3>");
        for run in &section.runs {
            finding(out, run, false);
        }
    }
    out.push_str("</section>\n");
}

fn mutants(out: &mut String, mutation: &Mutation) {
    let _ = writeln!(
        out,
        "<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">Mutants of {1}</h2>{2}<div class=\"wide\" tabindex=\"0\" role=\"group\" \
         aria-label=\"Operators\"><table><thead><tr>",
        text(&mutation.anchor),
        text(&mutation.game),
        facts(&mutation.facts)
    );
    let (head, rows) = &mutation.operators;
    let class = |at: usize| if at == 0 { "" } else { " class=\"n\"" };
    for (at, cell) in head.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(at), text(cell));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(at), text(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n<details><summary>Which checks killed</summary><div class=\"wide\"><table><thead><tr>\
                  <th scope=\"col\">check</th><th scope=\"col\">level</th><th scope=\"col\" class=\"n\">killed</th></tr></thead><tbody>\n");
    for [check, level, kills] in &mutation.checks {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
            text(check),
            text(level),
            text(kills)
        );
    }
    out.push_str("</tbody></table></div></details>\n");
    survivors(out, "Survivors", &mutation.survivors, true);
    survivors(out, "Equivalent over exploration", &mutation.equivalent, false);
    out.push_str("</section>\n");
}

fn survivors(out: &mut String, title: &str, list: &[Survivor], open: bool) {
    if list.is_empty() {
        return;
    }
    let open = if open { " open" } else { "" };
    let _ = writeln!(out, "<details{open}><summary>{title} ({})</summary>", list.len());
    for it in list {
        let _ = writeln!(out, "<h3><code>{}</code></h3>", text(&it.id));
        if !it.differs.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", text(&it.differs));
        }
        diff(out, &it.diff);
    }
    out.push_str("</details>\n");
}
