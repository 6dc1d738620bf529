//! What was done and seen in a stretch of play.

use crate::model::Input;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Something that was done to a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// In words: `key ArrowLeft 300 ms`.
    pub text: String,
    /// The input, as triggers name it.
    pub input: Option<Input>,
    /// How long it goes on, in µs: a key that is held.
    pub hold_us: u64,
    /// The game was put into a state (a scenario, a reset): what changed there is nobody's doing.
    pub setup: bool,
}

/// What was seen at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// When, in µs from the page's start.
    pub at_us: u64,
    /// The frame before that moment.
    pub frame: u64,
    /// What was done since the observation before.
    pub done: Vec<Done>,
    /// What the game said.
    pub snapshot: Json,
}

/// How a trajectory came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Played from the beginning.
    Ordinary,
    /// Played from a state that was set up.
    Adversarial,
    /// A scenario of the contract.
    Replay,
}

/// Whether what was done is what a trigger names. A key is the same however long it is held.
pub fn is_input(done: &Input, named: &Input) -> bool {
    match (done, named) {
        (Input::Key { code: done, .. }, Input::Key { code: named, .. }) => done == named,
        (Input::Wait { .. }, Input::Wait { .. }) => true,
        (Input::Hide { .. }, Input::Hide { .. }) => true,
        _ => done == named,
    }
}

/// An input in words.
pub fn words(input: &Input) -> String {
    match input {
        Input::Key { code, hold_ms } if *hold_ms > 0.0 => format!("key {code} {hold_ms} ms"),
        Input::Key { code, .. } => format!("key {code}"),
        Input::Control { name } => format!("click {name}"),
        Input::Action { action } => format!("input {}", crate::canonical::text(action)),
        Input::Wait { ms } => format!("wait {ms} ms"),
        Input::Point { x, y } => format!("point {x} {y}"),
        Input::Drag { control, x, y, dx, dy } => match control {
            Some(control) => format!("drag {control} {x} {y} by {dx} {dy}"),
            None => format!("drag {x} {y} by {dx} {dy}"),
        },
        Input::Hide { ms } => format!("hide {ms} ms"),
        Input::Reload => "reload".to_owned(),
    }
}
