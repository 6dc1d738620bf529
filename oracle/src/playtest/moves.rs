//! What a bot can do, in Rust and in JavaScript.

use oracade_contracts::canonical;
use oracade_contracts::model::Input;
use oracade_contracts::play::trajectory::words;
use serde_json::{Value, json};

/// Time a press or click takes at least, in ms: three frames, which a game that looks at keys once a frame sees.
pub(crate) const PRESS_MS: f64 = 50.0;

/// How a trajectory begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// As the page opens.
    Reset,
    /// A scenario of the game.
    Scenario {
        /// Its name.
        name: String,
        /// What is given with it.
        options: Option<Value>,
    },
}

impl Start {
    /// For files.
    pub fn describe(&self) -> Option<Value> {
        match self {
            Start::Reset => None,
            Start::Scenario { name, options: None } => Some(json!({ "scenario": name })),
            Start::Scenario {
                name,
                options: Some(options),
            } => Some(json!({ "scenario": name, "options": options })),
        }
    }
}

/// One thing that is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// The game is put into a state.
    Begin(Start),
    /// An input of the contract.
    Input(Input),
    /// Time passes.
    Wait(f64),
}

impl Move {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Move::Begin(Start::Reset) => "reset".to_owned(),
            Move::Begin(Start::Scenario { name, options: None }) => format!("scenario {name}"),
            Move::Begin(Start::Scenario {
                name,
                options: Some(options),
            }) => format!("scenario {name} {}", canonical::text(options)),
            Move::Input(input) => words(input),
            Move::Wait(ms) => format!("wait {ms} ms"),
        }
    }

    /// The call of a bot. What is given keeps the order of its names: a game may see it.
    pub fn to_js(&self) -> String {
        let text = |text: &str| Value::from(text).to_string();
        match self {
            Move::Begin(Start::Reset) => "await bot.reset();".to_owned(),
            Move::Begin(Start::Scenario { name, options }) => match options {
                Some(options) => format!("await bot.scenario({}, {options});", text(name)),
                None => format!("await bot.scenario({});", text(name)),
            },
            Move::Wait(ms) => format!("await bot.wait({ms});"),
            Move::Input(input) => match input {
                Input::Key { code, hold_ms } if *hold_ms > PRESS_MS => format!("await bot.hold({}, {hold_ms});", text(code)),
                Input::Key { code, .. } => format!("await bot.key({});", text(code)),
                Input::Control { name } => format!("await bot.click({});", text(name)),
                Input::Action { action } => format!("await bot.input({action});"),
                Input::Wait { ms } => format!("await bot.wait({ms});"),
                Input::Point { x, y } => format!("await bot.point({x}, {y});"),
                Input::Drag { control, x, y, dx, dy } => {
                    let from = canonical::text(&json!({ "control": control, "x": x, "y": y }));
                    format!("await bot.drag({from}, {dx}, {dy});")
                }
                Input::Hide { ms } => format!("await bot.hide({ms});"),
                Input::Reload => "await bot.reload();".to_owned(),
            },
        }
    }
}

/// The program of a bot that makes these moves.
pub(crate) fn program(title: &str, moves: &[Move]) -> String {
    let mut out = format!("// {}\n", title.replace(['\n', '\r'], " "));
    for one in moves {
        out.push_str(&one.to_js());
        out.push('\n');
    }
    out
}
