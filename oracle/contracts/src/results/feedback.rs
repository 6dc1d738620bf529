//! What a builder is told before it revises a build: one record for each requirement that is not met.

use super::BuildResult;
use crate::graph::{Graph, Reading};
use crate::judge::Verdict;
use crate::model::Contract;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A requirement that is not met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feedback {
    /// The requirement: a rule, an invariant, or an item as `scenario/item`.
    pub requirement: String,
    /// `source`, `replay` or `playtest`.
    pub axis: String,
    /// What is required.
    pub condition: String,
    /// Files with lines, frames, snapshots.
    pub evidence: Vec<String>,
    /// What was found: `absent`, `partial`, `violated`, `unverified`, `broken`.
    pub verdict: String,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Rules it may depend on.
    pub upstream: Vec<String>,
    /// Those of them that are not met either: repair these first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upstream_failing: Vec<String>,
    /// Rules that may depend on it.
    pub downstream: Vec<String>,
}

/// The records of a build, rules that others depend on first.
pub fn feedback(contract: &Contract, result: &BuildResult, reading: Reading) -> Vec<Feedback> {
    let graph = Graph::new(contract, reading);
    let reached = graph.reached();
    let index: BTreeMap<&str, usize> = graph.ids().iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let failing: Vec<bool> = contract
        .rules
        .iter()
        .map(|rule| match result.rule(&rule.id) {
            Some(found) => {
                found.source.is_some_and(|score| score < 1.0) || found.play.is_some_and(|play| play != Verdict::Satisfied)
            }
            None => true,
        })
        .collect();
    let names = |list: Vec<usize>| -> Vec<String> { list.into_iter().map(|at| graph.ids()[at].clone()).collect() };
    let mut records: Vec<(usize, Feedback)> = Vec::new();
    for (at, rule) in contract.rules.iter().enumerate() {
        let upstream = graph.upstream(at);
        let base = Feedback {
            requirement: rule.id.clone(),
            axis: String::new(),
            condition: condition(rule),
            evidence: Vec::new(),
            verdict: String::new(),
            note: String::new(),
            upstream_failing: names(upstream.iter().copied().filter(|other| failing[*other]).collect()),
            upstream: names(upstream),
            downstream: names(graph.downstream(at)),
        };
        let found = result.rule(&rule.id);
        if let Some(score) = found.and_then(|found| found.source).filter(|score| *score < 1.0) {
            let found = found.cloned().unwrap_or_default();
            records.push((
                reached[at],
                Feedback {
                    axis: "source".to_owned(),
                    verdict: if score > 0.0 { "partial" } else { "absent" }.to_owned(),
                    evidence: found.source_evidence,
                    note: found.source_note,
                    ..base.clone()
                },
            ));
        }
        if let Some(play) = found.and_then(|found| found.play).filter(|play| *play != Verdict::Satisfied) {
            let found = found.cloned().unwrap_or_default();
            records.push((
                reached[at],
                Feedback {
                    axis: "playtest".to_owned(),
                    verdict: if play == Verdict::Violated { "violated" } else { "unverified" }.to_owned(),
                    evidence: found.play_evidence,
                    note: found.play_note,
                    ..base
                },
            ));
        }
    }
    for found in result.invariants.iter().filter(|found| !found.kept) {
        let invariant = contract.invariants.iter().find(|invariant| invariant.id == found.invariant);
        let holds = invariant.map(|invariant| {
            invariant
                .holds
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" and ")
        });
        records.push((
            0,
            plain(
                &found.invariant,
                "source",
                holds.unwrap_or_default(),
                "broken",
                &found.evidence,
                &found.note,
            ),
        ));
    }
    for found in result.invariants.iter().filter(|found| found.play == Some(false)) {
        let invariant = contract.invariants.iter().find(|invariant| invariant.id == found.invariant);
        let label = invariant.map(|invariant| invariant.label.clone()).unwrap_or_default();
        let record = plain(&found.invariant, "playtest", label, "broken", &found.play_evidence, "");
        records.push((0, record));
    }
    for scenario in &result.scenarios {
        let asked = contract.scenarios.iter().find(|other| other.id == scenario.scenario);
        for found in scenario.items.iter().filter(|item| item.score < 1.0) {
            let item = asked.and_then(|asked| asked.rubric.iter().find(|item| item.id == found.item));
            let verdict = if found.score > 0.0 { "partial" } else { "absent" };
            let name = format!("{}/{}", scenario.scenario, found.item);
            let text = item.map(|item| item.text.clone()).unwrap_or_default();
            let mut record = plain(&name, "replay", text, verdict, &found.evidence, &found.note);
            // The item's rules are what it hangs on.
            record.upstream = item.map(|item| item.rules.clone()).unwrap_or_default();
            record.upstream_failing = record
                .upstream
                .iter()
                .filter(|id| index.get(id.as_str()).is_some_and(|at| failing[*at]))
                .cloned()
                .collect();
            records.push((0, record));
        }
    }
    records.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
    records.into_iter().map(|(_, record)| record).collect()
}

fn condition(rule: &crate::model::Rule) -> String {
    let conditions: Vec<String> = rule.conditions().map(ToString::to_string).collect();
    if conditions.is_empty() {
        return rule.label.clone();
    }
    format!("{} (when {})", rule.label, conditions.join(" and "))
}

fn plain(name: &str, axis: &str, condition: String, verdict: &str, evidence: &[String], note: &str) -> Feedback {
    Feedback {
        requirement: name.to_owned(),
        axis: axis.to_owned(),
        condition,
        evidence: evidence.to_vec(),
        verdict: verdict.to_owned(),
        note: note.to_owned(),
        upstream: Vec::new(),
        upstream_failing: Vec::new(),
        downstream: Vec::new(),
    }
}
