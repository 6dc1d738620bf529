//! A contract as text, for a terminal.

use crate::edges::Satisfiable;
use crate::graph::{ALPHA, Graph, Reading};
use crate::model::Contract;
use std::fmt::Write;

/// The rules with what they reach, their weights and where they come from; then what surrounds them.
pub fn outline(contract: &Contract) -> String {
    let potential = Graph::new(contract, Reading::Potential);
    let satisfiable = Graph::new(contract, Reading::Satisfiable);
    let (reached, strictly, weights) = (potential.reached(), satisfiable.reached(), potential.weights(ALPHA));
    let width = contract
        .rules
        .iter()
        .map(|rule| rule.id.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(4, 32);
    let mut out = format!("{} ({})\n", contract.title, contract.id);
    let no = contract
        .edges
        .iter()
        .filter(|edge| edge.satisfiable == Satisfiable::No)
        .count();
    let _ = writeln!(
        out,
        "{} entries, {} rules, {} invariants, {} scenarios, {} edges of which {no} cannot be satisfied\n",
        contract.rows.len(),
        contract.rules.len(),
        contract.invariants.len(),
        contract.scenarios.len(),
        contract.edges.len(),
    );
    let _ = writeln!(out, "{:width$}    D   D'  weight  lines            rule", "id");
    for (at, rule) in contract.rules.iter().enumerate() {
        let lines: Vec<String> = rule.anchors.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "{:width$} {:>4} {:>4}   {:.3}  {:<16} {}",
            rule.id,
            reached[at],
            strictly[at],
            weights[at],
            lines.join(","),
            rule.label
        );
    }
    for invariant in &contract.invariants {
        let holds: Vec<String> = invariant.holds.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{:width$} invariant: {}", invariant.id, holds.join(" and "));
    }
    for scenario in &contract.scenarios {
        let held = if scenario.held_out { ", may be held out" } else { "" };
        let _ = writeln!(
            out,
            "{:width$} scenario: {} ({} items{held})",
            scenario.id,
            scenario.title,
            scenario.rubric.len()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_outline_names_everything() {
        let text = super::outline(&crate::build::tests::contract());
        for part in [
            "5 rules",
            "catch-stone",
            "0.750",
            "lives-bounded",
            "s1 ",
            "1 cannot be satisfied",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
