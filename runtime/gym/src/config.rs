//! `env.toml`: what makes a game an environment (docs/gymnasium.md). Everything that can be known to be wrong without the game is
//! found here, and told with file, line, key and what to do.

mod players;
mod raw;

use crate::error::{EnvError, Result};
use oracade_formula::Formula;
use raw::{Raw, RawAction, RawEnd, RawPerception};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use toml::Spanned;

/// Most frames of a step, and of waiting in one.
const FRAMES_MAX: u32 = 3600;
/// Longest side of a picture.
const SIDE_MAX: u32 = 1024;
/// Most numbers of a vector, and most actions.
const COUNT_MAX: usize = 65_536;

/// Kinds of observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// A picture.
    Pixels,
    /// Numbers of the snapshot.
    Vector,
    /// The state in words.
    Text,
    /// The snapshot as JSON.
    Json,
}

impl View {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            View::Pixels => "pixels",
            View::Vector => "vector",
            View::Text => "text",
            View::Json => "json",
        }
    }
}

/// What is done to a game for an action.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Deed {
    /// Keys that are down from this action until one without them.
    pub hold: Vec<String>,
    /// Keys that go down before the step's frames, and up after them or after `press` of them.
    pub tap: Vec<String>,
    /// The number of an action of a game of WebAssembly.
    pub action: Option<i32>,
    /// Where the pointer is pressed before the step's frames, and released when taps are.
    pub press: Option<[f64; 2]>,
    /// An expression, such as a call of the page's contract.
    pub call: Option<String>,
}

/// How readers of texts name actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// By the name of one.
    #[default]
    Name,
    /// By names, each of which a number may follow: so often.
    Sequence,
    /// By a name and a number of frames.
    Frames,
    /// By two cells of a square board, or a number.
    Swap,
}

/// How actions are said.
#[derive(Clone, Debug, PartialEq)]
pub enum Actions {
    /// One of a list.
    Discrete(Vec<(String, Deed)>),
    /// Keys, each of which is down or up.
    Buttons(Vec<String>),
    /// A cell of a grid over the picture, and whether the pointer is down: columns, rows, size of the picture.
    Pointer {
        /// Columns and rows.
        cells: [u32; 2],
        /// Width and height that they divide, in CSS px.
        size: [f64; 2],
    },
    /// Of each of several players one of a list.
    Players(Vec<Vec<(String, Deed)>>),
}

/// One of several who play at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its own reward of a step.
    pub reward: Rule,
    /// What it sees as a vector, with the length and range of the description's.
    pub fields: Vec<String>,
}

/// A picture's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in px.
    pub width: u32,
    /// Height in px.
    pub height: u32,
    /// One channel instead of three.
    pub gray: bool,
}

/// Numbers of the snapshot as a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// Paths into the snapshot; arrays are joined.
    pub fields: Vec<String>,
    /// How many numbers there are.
    pub length: usize,
    /// Least number.
    pub low: f64,
    /// Greatest number.
    pub high: f64,
}

/// What a harness tells of a state beside its text: what lies where, made from the snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Perception {
    /// Path of rows of whole numbers.
    pub grid: String,
    /// What each number is called; what has no name is left out.
    pub cells: Vec<String>,
    /// Further facts, by name.
    pub facts: Vec<(String, Rule)>,
}

/// A formula and the key it stands under.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The key.
    pub key: String,
    /// The formula.
    pub formula: Formula,
}

/// A checked description.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The file, for messages.
    pub file: String,
    /// The environment's name.
    pub title: String,
    /// A line about it.
    pub description: String,
    /// The game's rules, for players who read; may be empty.
    pub rules: String,
    /// The bundle, relative to the file's folder.
    pub bundle: String,
    /// What each episode begins with, if anything.
    pub options: Map<String, Value>,
    /// What a game stored outlives its episode.
    pub keep_storage: bool,
    /// Virtual time before the first step, in ms, after a page has loaded.
    pub warmup_ms: u32,
    /// Width and height of a page's viewport.
    pub viewport: [u32; 2],
    /// Frames of a step.
    pub frames: u32,
    /// Frames after which what was tapped is let go; otherwise all of a step's.
    pub press: Option<u32>,
    /// Frames go on until this holds, at most so many.
    pub until: Option<(Rule, u32)>,
    /// Steps after which an episode is cut off.
    pub max_steps: Option<u32>,
    /// How likely a step repeats the action before.
    pub sticky: f64,
    /// The actions.
    pub actions: Actions,
    /// How readers of texts name them.
    pub answers: Answers,
    /// Those who play at once; nobody in a game for one.
    pub players: Vec<Player>,
    /// The view that is used if none is asked for.
    pub view: View,
    /// The snapshot is for judges only: it is no observation.
    pub hidden: bool,
    /// Pictures.
    pub pixels: Pixels,
    /// Vectors, if there are any.
    pub vector: Option<Vector>,
    /// Most characters of texts.
    pub text_length: usize,
    /// What a harness tells beside the text, if it can be made from the snapshot.
    pub perception: Option<Perception>,
    /// The reward of a step.
    pub reward: Rule,
    /// Whether the game is over.
    pub terminated: Rule,
    /// Whether it is cut off.
    pub truncated: Option<Rule>,
    /// What is told beside, by name.
    pub info: Vec<(String, Rule)>,
    /// What the whole episode comes to.
    pub score: Option<Rule>,
    /// Turns without change after which a player counts as stuck.
    pub stuck: Option<u32>,
}

/// Where in a file something stands.
struct Place<'a> {
    file: &'a str,
    text: &'a str,
}

impl Place<'_> {
    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn wrong(&self, offset: usize, key: &str, message: impl std::fmt::Display) -> EnvError {
        EnvError::Config(format!("{}:{}: {key}: {message}", self.file, self.line(offset)))
    }

    fn rule(&self, key: &str, text: &Spanned<String>) -> Result<Rule> {
        let formula = Formula::parse(text.get_ref()).map_err(|error| {
            let advice = "write a formula over the snapshot, such as `score - before.score`";
            self.wrong(text.span().start, key, format!("{error}; {advice}"))
        })?;
        Ok(Rule {
            key: key.to_owned(),
            formula,
        })
    }

    fn bounded<T: PartialOrd + Copy + std::fmt::Display>(&self, key: &str, value: &Spanned<T>, low: T, high: T) -> Result<T> {
        let number = *value.get_ref();
        if number >= low && number <= high {
            return Ok(number);
        }
        let message = format!("{number} is not between {low} and {high}; choose a number that is");
        Err(self.wrong(value.span().start, key, message))
    }
}

impl Config {
    /// Reads a description.
    ///
    /// # Errors
    /// `Config`, with the place.
    pub fn parse(file: &str, text: &str) -> Result<Config> {
        let place = Place { file, text };
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| place.line(span.start));
            let message = error.message().trim_end().replace('\n', " ");
            EnvError::Config(format!("{file}:{line}: {message}; docs/gymnasium.md has the keys"))
        })?;
        let vector = vector(&place, &raw)?;
        let (players, actions) = match players::players(&place, &raw, vector.as_ref())? {
            Some(several) => several,
            None => (Vec::new(), actions(&place, &raw)?),
        };
        let view = match &raw.observation.default {
            Some(view) => *view.get_ref(),
            None if vector.is_some() => View::Vector,
            None => View::Pixels,
        };
        if let (View::Vector, None, Some(given)) = (view, &vector, &raw.observation.default) {
            let advice = "add [observation.vector] with fields and length";
            return Err(place.wrong(
                given.span().start,
                "observation.default",
                format!("there is no vector; {advice}"),
            ));
        }
        if let (View::Json, true, Some(given)) = (view, raw.observation.hidden, &raw.observation.default) {
            let message = "the snapshot is hidden; choose pixels, text or vector";
            return Err(place.wrong(given.span().start, "observation.default", message));
        }
        let pixels = &raw.observation.pixels;
        let until = match &raw.episode.until {
            Some(text) => {
                let most = place.bounded("episode.until_frames", &raw.episode.until_frames, 1, FRAMES_MAX)?;
                Some((place.rule("episode.until", text)?, most))
            }
            None => None,
        };
        let needed = |key: &str, value: &Option<Spanned<String>>| match value {
            Some(text) => place.rule(key, text),
            None => Err(EnvError::Config(format!(
                "{file}: {key} is missing; add a formula over the game's snapshot"
            ))),
        };
        let RawEnd { terminated, truncated } = &raw.end;
        let info = raw
            .info
            .iter()
            .map(|(name, text)| Ok((name.clone(), place.rule(&format!("info.{name}"), text)?)));
        let max_steps = raw.episode.max_steps.as_ref();
        let stuck = raw.episode.stuck.as_ref();
        Ok(Config {
            file: file.to_owned(),
            title: raw.title.clone(),
            description: raw.description.clone(),
            rules: raw.rules.trim().to_owned(),
            bundle: raw.game.bundle.clone(),
            options: options(&place, &raw)?,
            keep_storage: raw.game.keep_storage,
            warmup_ms: place.bounded("game.warmup_ms", &raw.game.warmup_ms, 0, 600_000)?,
            viewport: [
                place.bounded("game.width", &raw.game.width, 1, 4096)?,
                place.bounded("game.height", &raw.game.height, 1, 4096)?,
            ],
            frames: place.bounded("episode.frames", &raw.episode.frames, 0, FRAMES_MAX)?,
            press: raw
                .episode
                .press
                .as_ref()
                .map(|frames| place.bounded("episode.press", frames, 1, FRAMES_MAX))
                .transpose()?,
            until,
            max_steps: max_steps
                .map(|steps| place.bounded("episode.max_steps", steps, 1, u32::MAX))
                .transpose()?,
            sticky: place.bounded("episode.sticky", &raw.episode.sticky, 0.0, 1.0)?,
            stuck: stuck
                .map(|steps| place.bounded("episode.stuck", steps, 1, u32::MAX))
                .transpose()?,
            actions,
            answers: raw.actions.answers,
            players,
            view,
            hidden: raw.observation.hidden,
            pixels: Pixels {
                width: place.bounded("observation.pixels.width", &pixels.width, 1, SIDE_MAX)?,
                height: place.bounded("observation.pixels.height", &pixels.height, 1, SIDE_MAX)?,
                gray: pixels.gray,
            },
            vector,
            text_length: place.bounded("observation.text.max_length", &raw.observation.text.max_length, 1, 1 << 24)?,
            perception: raw
                .perception
                .as_ref()
                .map(|perception| described(&place, perception))
                .transpose()?,
            reward: needed("reward.value", &raw.reward.value)?,
            score: raw
                .reward
                .score
                .as_ref()
                .map(|text| place.rule("reward.score", text))
                .transpose()?,
            terminated: needed("end.terminated", terminated)?,
            truncated: truncated.as_ref().map(|text| place.rule("end.truncated", text)).transpose()?,
            info: info.collect::<Result<_>>()?,
        })
    }

    /// The picture of an environment that shows pixels, and others that ask for it.
    pub fn channels(&self) -> usize {
        if self.pixels.gray { 1 } else { 3 }
    }
}

fn options(place: &Place<'_>, raw: &Raw) -> Result<Map<String, Value>> {
    let Some(given) = &raw.game.options else {
        return Ok(Map::new());
    };
    match serde_json::to_value(given.get_ref()) {
        Ok(Value::Object(options)) => Ok(options),
        _ => Err(place.wrong(
            given.span().start,
            "game.options",
            "not a table of plain values; write { name = value }",
        )),
    }
}

fn described(place: &Place<'_>, raw: &RawPerception) -> Result<Perception> {
    let wrong = |value: usize, key: &str, message: &str| Err(place.wrong(value, key, message));
    if raw.grid.get_ref().is_empty() {
        let advice = "no path is given; name rows of numbers in the snapshot, such as \"board\"";
        return wrong(raw.grid.span().start, "perception.grid", advice);
    }
    let cells = raw.cells.get_ref();
    if cells.is_empty() || cells.len() > COUNT_MAX {
        let advice = "list what the numbers 0, 1, 2, … are called, \"\" for what is left out";
        return wrong(raw.cells.span().start, "perception.cells", advice);
    }
    let facts = raw
        .facts
        .iter()
        .map(|(name, text)| Ok((name.clone(), place.rule(&format!("perception.facts.{name}"), text)?)));
    Ok(Perception {
        grid: raw.grid.get_ref().clone(),
        cells: cells.clone(),
        facts: facts.collect::<Result<_>>()?,
    })
}

fn vector(place: &Place<'_>, raw: &Raw) -> Result<Option<Vector>> {
    let Some(vector) = &raw.observation.vector else {
        return Ok(None);
    };
    let length = place.bounded("observation.vector.length", &vector.length, 1, COUNT_MAX)?;
    if vector.fields.get_ref().is_empty() {
        let message = "no field is named; list paths into the snapshot, such as \"board\"";
        return Err(place.wrong(vector.fields.span().start, "observation.vector.fields", message));
    }
    Ok(Some(Vector {
        fields: vector.fields.get_ref().clone(),
        length,
        low: vector.low.unwrap_or(f64::NEG_INFINITY),
        high: vector.high.unwrap_or(f64::INFINITY),
    }))
}

fn actions(place: &Place<'_>, raw: &Raw) -> Result<Actions> {
    let given = &raw.actions;
    let kind = given.kind.as_ref().map_or("discrete", |kind| kind.get_ref().as_str());
    match kind {
        "discrete" => discrete(place, &given.list, given.numbers.as_ref()),
        "buttons" if !given.keys.is_empty() => Ok(Actions::Buttons(given.keys.clone())),
        "pointer" if given.cells.iter().all(|cells| (1..=1024).contains(cells)) => Ok(Actions::Pointer {
            cells: given.cells,
            size: given.size,
        }),
        other => {
            let advice = match other {
                "buttons" => "no key is named; add keys = [\"ArrowLeft\", …]",
                "pointer" => "no grid is given; add cells = [columns, rows] and size = [width, height]",
                _ => "not one of discrete, buttons, pointer; choose one of them",
            };
            let at = given.kind.as_ref().map_or(0, |kind| kind.span().start);
            Err(place.wrong(at, "actions.kind", advice))
        }
    }
}

fn discrete(place: &Place<'_>, list: &[Spanned<RawAction>], numbers: Option<&Spanned<usize>>) -> Result<Actions> {
    if let Some(count) = numbers {
        let count = place.bounded("actions.numbers", count, 1, COUNT_MAX)?;
        let deed = |number: usize| Deed {
            action: i32::try_from(number).ok(),
            ..Deed::default()
        };
        return Ok(Actions::Discrete((0..count).map(|n| (n.to_string(), deed(n))).collect()));
    }
    if list.is_empty() {
        return Err(EnvError::Config(format!(
            "{}: actions: there are none; add [[actions.list]] with a name and tap, hold, action, press or call",
            place.file
        )));
    }
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let mut actions = Vec::new();
    for spanned in list {
        let RawAction { name, deed } = spanned.get_ref();
        let at = spanned.span().start;
        if let Some(before) = found.insert(name, at) {
            let message = format!("the name {name:?} is taken by line {}; choose another", place.line(before));
            return Err(place.wrong(at, "actions.list.name", message));
        }
        actions.push((name.clone(), deed.clone()));
    }
    Ok(Actions::Discrete(actions))
}

#[cfg(test)]
#[path = "config/tests.rs"]
mod tests;
