//! The dependency graph as a picture: Mermaid for Markdown, SVG for anything else.
//!
//! Rules stand in columns: what depends on nothing on the left, each other rule right of what it depends on (rules on a cycle share
//! a column). A dashed arrow is an edge whose written value cannot make the condition true.

mod layers;
mod outline;
mod svg;

pub use outline::outline;
pub use svg::{Dress, svg, svg_dressed};

use crate::edges::Satisfiable;
use crate::model::{Contract, TriggerKind};
use std::fmt::Write;

/// The graph in Mermaid's language.
pub fn mermaid(contract: &Contract) -> String {
    let mut out = String::from("flowchart LR\n");
    for (index, rule) in contract.rules.iter().enumerate() {
        let (open, close) = match rule.trigger.kind {
            TriggerKind::Input => ("([", "])"),
            TriggerKind::Time => ("{{", "}}"),
            TriggerKind::Event | TriggerKind::State => ("[", "]"),
        };
        let label = format!("{}<br/>{}", quoted(&rule.id), quoted(&short(&rule.label, 60)));
        let _ = writeln!(out, "  r{index}{open}\"{label}\"{close}");
    }
    let number = |id: &str| contract.rules.iter().position(|rule| rule.id == id);
    for edge in &contract.edges {
        if let (Some(from), Some(to)) = (number(&edge.from), number(&edge.to)) {
            let arrow = if edge.satisfiable == Satisfiable::No { "-.->" } else { "-->" };
            let _ = writeln!(out, "  r{from} {arrow}|\"{}\"| r{to}", quoted(&via(edge, 40)));
        }
    }
    out
}

/// What connects the two ends of an edge.
fn via(edge: &crate::edges::Edge, most: usize) -> String {
    let attributes = edge.attributes.iter().map(ToString::to_string);
    let all: Vec<String> = attributes
        .chain(edge.events.iter().map(|event| format!("!{event}")))
        .collect();
    short(&all.join(", "), most)
}

fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// Text that cannot end a Mermaid label.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '#' => out.push_str("#35;"),
            '&' => out.push_str("#amp;"),
            '`' => out.push_str("#96;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::tests::contract;

    #[test]
    fn mermaid_names_rules_and_edges() {
        let mut contract = contract();
        contract.rules[0].label = "A \"stone\" <b>".to_owned();
        let text = mermaid(&contract);
        assert!(
            text.contains("r0[\"catch-stone<br/>A #quot;stone#quot; #lt;b#gt;\"]"),
            "{text}"
        );
        assert!(text.contains("r1 -->|\"night.caught\"| r2"), "{text}");
        assert!(text.contains("r3 -.->|\"night.screen\"| r4"), "{text}");
    }

    #[test]
    fn svg_is_the_same_twice_and_closed() {
        let mut contract = contract();
        contract.rules[0].label = "A <stone> & \"more\"".to_owned();
        let text = svg(&contract);
        assert_eq!(text, svg(&contract));
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(text.contains("A &lt;stone&gt; &amp; &quot;more&quot;"));
        assert_eq!(text.matches("class=\"edge").count(), contract.edges.len());
        assert!(text.contains("class=\"edge no\""));
    }

    #[test]
    fn a_dressed_graph_leads_to_verdicts_and_leaves_the_style_to_the_page() {
        let contract = contract();
        let text = svg_dressed(&contract, &|rule| {
            (rule == "catch-stone").then(|| Dress {
                class: "bad".to_owned(),
                href: Some("#a\"b".to_owned()),
            })
        });
        assert!(!text.contains("<style>"), "{text}");
        assert!(text.contains("<a href=\"#a&quot;b\"><g>"), "{text}");
        assert_eq!(text.matches(" bad\"").count(), 1);
        assert_eq!(text.matches("<a ").count(), text.matches("</a>").count());
    }

    #[test]
    fn an_empty_contract_has_a_picture() {
        let mut contract = contract();
        contract.rules.clear();
        contract.edges.clear();
        assert!(svg(&contract).ends_with("</svg>\n"));
    }
}
