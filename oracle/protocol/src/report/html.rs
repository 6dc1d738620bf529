//! The report as a page that needs no network.

use super::Report;
use super::markdown::{lines, tables};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfcf9}\
table{border-collapse:collapse;margin:.5rem 0 1.5rem}th,td{border:1px solid #cfc9bd;padding:.25rem .6rem;text-align:left;overflow-wrap:anywhere}\
th{background:#f0ece2}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The report as HTML.
pub fn html(report: &Report) -> String {
    let title = escaped(&report.experiment_id);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for line in lines(report) {
        let _ = writeln!(text, "<p>{}</p>", escaped(&line));
    }
    for table in tables(report) {
        let _ = writeln!(text, "<h2>{}</h2>\n<table>", escaped(&table.title));
        let row = |cells: &[String], tag: &str| {
            cells
                .iter()
                .map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)))
                .collect::<String>()
        };
        let _ = writeln!(text, "<tr>{}</tr>", row(&table.head, "th"));
        for cells in &table.rows {
            let _ = writeln!(text, "<tr>{}</tr>", row(cells, "td"));
        }
        text.push_str("</table>\n");
    }
    text.push_str("</body></html>\n");
    text
}
