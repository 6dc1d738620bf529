//! The graph as an SVG.

use super::{layers, short, via};
use crate::edges::Satisfiable;
use crate::graph::{ALPHA, Graph, Reading};
use crate::model::{Contract, TriggerKind};
use std::collections::BTreeMap;
use std::fmt::Write;

const BOX_WIDTH: f64 = 230.0;
const BOX_HEIGHT: f64 = 54.0;
const GAP_X: f64 = 120.0;
const GAP_Y: f64 = 22.0;
const MARGIN: f64 = 24.0;

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#1c2330}.id{font-weight:600}.label{fill:#4a5568;font-size:11px}\
.rule{fill:#f7f9fc;stroke:#8796ad}.input{fill:#e8f3ec;stroke:#5f9c7b}.time{fill:#fdf3e1;stroke:#c2974b}\
.edge{fill:none;stroke:#70809a;stroke-width:1.2}.no{stroke-dasharray:4 4;stroke:#b9c2cf}\
@media(prefers-color-scheme:dark){text{fill:#e6ebf3}.label{fill:#a9b4c6}.rule{fill:#222a38;stroke:#64738c}\
.input{fill:#1f3329;stroke:#5f9c7b}.time{fill:#3a2f1c;stroke:#c2974b}.edge{stroke:#8a9ab5}.no{stroke:#4c5769}}";

/// What a rule's box is dressed in where the graph shows verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dress {
    /// A class of its box.
    pub class: String,
    /// The address it leads to.
    pub href: Option<String>,
}

/// The graph in SVG: boxes in columns, D and weight in each, titles to read on pointing at something.
pub fn svg(contract: &Contract) -> String {
    drawn(contract, STYLE, &|_| None)
}

/// The same with verdicts, as a part of a page that brings the style.
pub fn svg_dressed(contract: &Contract, dress: &dyn Fn(&str) -> Option<Dress>) -> String {
    drawn(contract, "", dress)
}

fn drawn(contract: &Contract, style: &str, dress: &dyn Fn(&str) -> Option<Dress>) -> String {
    let graph = Graph::new(contract, Reading::Potential);
    let (reached, weights) = (graph.reached(), graph.weights(ALPHA));
    // Only what can lead somewhere decides the columns.
    let leads = Graph::new(contract, Reading::Satisfiable);
    let next: Vec<Vec<usize>> = (0..leads.ids().len()).map(|rule| leads.next(rule).to_vec()).collect();
    let columns = layers::columns(&next);
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let height = MARGIN * 2.0 + (tallest * (BOX_HEIGHT + GAP_Y) - GAP_Y).max(0.0);
    let width = MARGIN * 2.0 + (columns.len() as f64 * (BOX_WIDTH + GAP_X) - GAP_X).max(0.0);
    let mut place: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (at, column) in columns.iter().enumerate() {
        let own = column.len() as f64 * (BOX_HEIGHT + GAP_Y) - GAP_Y;
        for (row, rule) in column.iter().enumerate() {
            let x = MARGIN + at as f64 * (BOX_WIDTH + GAP_X);
            let y = (height - own) / 2.0 + row as f64 * (BOX_HEIGHT + GAP_Y);
            place.insert(*rule, (x, y));
        }
    }
    let style = if style.is_empty() {
        String::new()
    } else {
        format!("<style>{style}</style>")
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\"><title>{}</title>{style}\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0 8 4 0 8z\" fill=\"#8a9ab5\"/></marker></defs>\n",
        escape(&format!("Dependencies of the rules of {}", contract.title))
    );
    let number: BTreeMap<&str, usize> = contract
        .rules
        .iter()
        .enumerate()
        .map(|(at, rule)| (rule.id.as_str(), at))
        .collect();
    for edge in &contract.edges {
        let ends = (number.get(edge.from.as_str()), number.get(edge.to.as_str()));
        if let (Some(from), Some(to)) = ends
            && let (Some(a), Some(b)) = (place.get(from), place.get(to))
        {
            let class = if edge.satisfiable == Satisfiable::No {
                "edge no"
            } else {
                "edge"
            };
            let title = escape(&format!("{} → {}: {}", edge.from, edge.to, via(edge, 200)));
            let path = path(*a, *b);
            let _ = writeln!(
                out,
                "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#tip)\"><title>{title}</title></path>"
            );
        }
    }
    for (index, rule) in contract.rules.iter().enumerate() {
        let Some((x, y)) = place.get(&index) else { continue };
        let class = match rule.trigger.kind {
            TriggerKind::Input => "rule input",
            TriggerKind::Time => "rule time",
            TriggerKind::Event | TriggerKind::State => "rule",
        };
        let dress = dress(&rule.id);
        let (open, close) = match dress.as_ref().and_then(|dress| dress.href.as_ref()) {
            Some(href) => (format!("<a href=\"{}\">", escape(href)), "</a>"),
            None => (String::new(), ""),
        };
        let class = match &dress {
            Some(dress) => format!("{class} {}", escape(&dress.class)),
            None => class.to_owned(),
        };
        let lines: Vec<String> = rule.anchors.iter().map(ToString::to_string).collect();
        let title = format!("{}\nlines {} of {}", rule.label, lines.join(", "), contract.document.file);
        let _ = writeln!(
            out,
            "{open}<g><title>{}</title><rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"8\"/>\
             <text class=\"id\" x=\"{}\" y=\"{}\">{}</text><text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">D {} · w {:.2}</text></g>{close}",
            escape(&title),
            x + 10.0,
            y + 19.0,
            escape(&short(&rule.id, 24)),
            x + 10.0,
            y + 39.0,
            escape(&short(&rule.label, 36)),
            x + BOX_WIDTH - 8.0,
            y + 19.0,
            reached[index],
            weights[index],
        );
    }
    out.push_str("</svg>\n");
    out
}

/// From the right side of one box to the left side of another, around when it leads back.
fn path((ax, ay): (f64, f64), (bx, by): (f64, f64)) -> String {
    let (sx, sy) = (ax + BOX_WIDTH, ay + BOX_HEIGHT / 2.0);
    let (ex, ey) = (bx, by + BOX_HEIGHT / 2.0);
    if ex > sx {
        let half = (ex - sx) / 2.0;
        return format!("M{sx} {sy}C{} {sy} {} {ey} {ex} {ey}", sx + half, ex - half);
    }
    if (ax - bx).abs() < 1.0 {
        // Within a column: a bow on the right side.
        let out = sx + 46.0;
        return format!("M{sx} {sy}C{out} {sy} {out} {ey} {} {ey}", bx + BOX_WIDTH);
    }
    let (out, back) = (sx + 60.0, ex - 60.0);
    let below = ay.max(by) + BOX_HEIGHT + 11.0;
    format!(
        "M{sx} {sy}C{out} {sy} {out} {below} {} {below}S{back} {ey} {ex} {ey}",
        (sx + ex) / 2.0
    )
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
