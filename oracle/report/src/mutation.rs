//! A report of `oracade mutate --out`.

use crate::check::{conditions, list, text, word};
use crate::dossier::{Anchors, Dossier, Kind, Mutation, Survivor};
use crate::snapshot::cut;
use serde_json::Value;

/// Mutants shown of a kind.
const MAX_SHOWN: usize = 500;
/// Longest diff shown, in characters.
const MAX_DIFF: usize = 6000;

/// A report of nothing else.
pub(crate) fn alone() -> Dossier {
    Dossier {
        kind: Some(Kind::Mutation),
        title: "Mutants".to_owned(),
        ..Dossier::default()
    }
}

fn percent(value: &Value, pointer: &str) -> String {
    match value.pointer(pointer).and_then(Value::as_f64) {
        Some(percent) => format!("{percent:.1} %"),
        None => "–".to_owned(),
    }
}

pub(crate) fn read(anchors: &mut Anchors, value: &Value) -> Mutation {
    let game = text(value, "/game").to_owned();
    let mut facts: Vec<(String, String)> = [
        (
            "mutants",
            format!("{} of {} tried", word(value, "/tried"), word(value, "/found")),
        ),
        ("killed", word(value, "/strength/killed")),
        ("survived", word(value, "/strength/survived_state")),
        (
            "survived, differing in pictures alone",
            word(value, "/strength/survived_picture"),
        ),
        ("equivalent over exploration", word(value, "/strength/equivalent")),
        ("tapes explored by", word(value, "/tapes")),
        ("strength", percent(value, "/strength/percent")),
        (
            "strength without those that only look different",
            percent(value, "/strength/state_percent"),
        ),
        ("strength, weighted to all mutants", percent(value, "/estimated_percent")),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    facts.extend(conditions(value.get("oracade").unwrap_or(&Value::Null)));
    let head = [
        "operator",
        "found",
        "tried",
        "killed",
        "survived",
        "in pictures",
        "equivalent",
        "strength",
    ];
    let rows = list(value, "/operators").iter().map(|row| {
        let mut cells: Vec<String> = [
            "/operator",
            "/found",
            "/tried",
            "/killed",
            "/survived_state",
            "/survived_picture",
            "/equivalent",
        ]
        .iter()
        .map(|pointer| word(row, pointer))
        .collect();
        cells.push(percent(row, "/percent"));
        cells
    });
    let of = |fate: &str| -> Vec<Survivor> {
        list(value, "/mutants")
            .iter()
            .filter(|mutant| text(mutant, "/fate") == fate)
            .take(MAX_SHOWN)
            .map(survivor)
            .collect()
    };
    Mutation {
        anchor: anchors.new_for(&format!("mutants-{game}")),
        facts,
        operators: (head.map(str::to_owned).to_vec(), rows.collect()),
        checks: list(value, "/checks")
            .iter()
            .map(|check| [word(check, "/id"), word(check, "/level"), word(check, "/kills")])
            .collect(),
        survivors: of("survived"),
        equivalent: of("equivalent"),
        game,
    }
}

fn survivor(mutant: &Value) -> Survivor {
    let what: Vec<String> = list(mutant, "/differs/what").iter().map(|what| word(what, "")).collect();
    let differs = if what.is_empty() {
        String::new()
    } else {
        format!(
            "{}, frame {}: {}",
            word(mutant, "/differs/tape"),
            word(mutant, "/differs/frame"),
            what.join("; ")
        )
    };
    Survivor {
        id: text(mutant, "/id").to_owned(),
        differs,
        diff: cut(text(mutant, "/diff"), MAX_DIFF),
    }
}
