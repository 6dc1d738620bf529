//! How a mutant shows that it is another game.

use oracade_recorder::verify::Difference;
use serde::Serialize;
use serde_json::Value;

/// Longest value that is told, in characters.
const MAX_VALUE: usize = 80;

/// Where a mutant first differs from the game, on what tape, and in what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// The check or random tape.
    pub tape: String,
    /// Frame of the tape; absent if only the page's end differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// Only what is painted differs, in no tape anything else.
    pub only_pictures: bool,
    /// What differs, for people.
    pub what: Vec<String>,
}

impl Differs {
    pub(super) fn new(tape: &str, frame: u64, differences: Vec<Difference>) -> Differs {
        Differs {
            tape: tape.to_owned(),
            frame: Some(frame),
            only_pictures: differences.iter().all(|difference| *difference == Difference::Pixels),
            what: differences.iter().map(told).collect(),
        }
    }

    /// A check was told something else, at moments that exploration does not look at.
    pub(super) fn answers(check: &str) -> Differs {
        Differs {
            tape: check.to_owned(),
            frame: None,
            only_pictures: false,
            what: vec!["what the page answered the check".to_owned()],
        }
    }

    pub(super) fn ended(tape: &str, died: Option<String>) -> Differs {
        let end = died.unwrap_or_else(|| "it goes on, and the game does not".to_owned());
        Differs {
            tape: tape.to_owned(),
            frame: None,
            only_pictures: false,
            what: vec![format!("end: {end}")],
        }
    }
}

fn told(difference: &Difference) -> String {
    let short = |text: String| -> String {
        let cut: String = text.chars().take(MAX_VALUE).collect();
        let dots = if cut.len() < text.len() { "…" } else { "" };
        format!("{cut}{dots}")
    };
    let value = |value: &Option<Value>| {
        value
            .as_ref()
            .map_or_else(|| "nothing".to_owned(), |value| short(value.to_string()))
    };
    let line = |line: &Option<String>| line.clone().map_or_else(|| "nothing".to_owned(), short);
    match difference {
        Difference::Pixels => "picture".to_owned(),
        Difference::Snapshot { path, expected, got } => format!("snapshot {path}: {} → {}", value(expected), value(got)),
        Difference::Console { expected, got } => format!("console: {} → {}", line(expected), line(got)),
        Difference::Storage => "storage".to_owned(),
        Difference::Order => "order of tasks".to_owned(),
    }
}
