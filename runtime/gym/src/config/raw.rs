//! The keys of `env.toml` as they are written.

use super::{Answers, Deed, View};
use std::collections::BTreeMap;
use toml::Spanned;

/// The whole file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub(super) title: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) rules: String,
    #[serde(default)]
    pub(super) game: RawGame,
    #[serde(default)]
    pub(super) episode: RawEpisode,
    #[serde(default)]
    pub(super) actions: RawActions,
    #[serde(default)]
    pub(super) players: Vec<Spanned<RawPlayer>>,
    #[serde(default)]
    pub(super) observation: RawObservation,
    pub(super) perception: Option<RawPerception>,
    #[serde(default)]
    pub(super) reward: RawReward,
    #[serde(default)]
    pub(super) end: RawEnd,
    #[serde(default)]
    pub(super) info: BTreeMap<String, Spanned<String>>,
}

fn at<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawGame {
    pub(super) bundle: String,
    pub(super) options: Option<Spanned<toml::Table>>,
    pub(super) keep_storage: bool,
    pub(super) warmup_ms: Spanned<u32>,
    pub(super) width: Spanned<u32>,
    pub(super) height: Spanned<u32>,
}

impl Default for RawGame {
    fn default() -> Self {
        RawGame {
            bundle: ".".to_owned(),
            options: None,
            keep_storage: false,
            warmup_ms: at(0),
            width: at(800),
            height: at(600),
        }
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawEpisode {
    pub(super) frames: Spanned<u32>,
    pub(super) press: Option<Spanned<u32>>,
    pub(super) until: Option<Spanned<String>>,
    pub(super) until_frames: Spanned<u32>,
    pub(super) max_steps: Option<Spanned<u32>>,
    pub(super) sticky: Spanned<f64>,
    pub(super) stuck: Option<Spanned<u32>>,
}

impl Default for RawEpisode {
    fn default() -> Self {
        RawEpisode {
            frames: at(1),
            press: None,
            until: None,
            until_frames: at(600),
            max_steps: None,
            sticky: at(0.0),
            stuck: None,
        }
    }
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawActions {
    pub(super) kind: Option<Spanned<String>>,
    pub(super) list: Vec<Spanned<RawAction>>,
    pub(super) numbers: Option<Spanned<usize>>,
    pub(super) keys: Vec<String>,
    pub(super) cells: [u32; 2],
    pub(super) size: [f64; 2],
    pub(super) answers: Answers,
}

/// An action of a list.
#[derive(serde::Deserialize)]
#[serde(try_from = "NamedDeed")]
pub(super) struct RawAction {
    pub(super) name: String,
    pub(super) deed: Deed,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedDeed {
    name: String,
    #[serde(default)]
    hold: Vec<String>,
    #[serde(default)]
    tap: Vec<String>,
    action: Option<i32>,
    press: Option<[f64; 2]>,
    call: Option<String>,
}

impl TryFrom<NamedDeed> for RawAction {
    type Error = String;

    fn try_from(given: NamedDeed) -> Result<RawAction, String> {
        if given.press.is_some_and(|place| place.iter().any(|side| !side.is_finite())) {
            return Err(format!("action {:?}: press is a place in CSS px", given.name));
        }
        let deed = Deed {
            hold: given.hold,
            tap: given.tap,
            action: given.action,
            press: given.press,
            call: given.call,
        };
        Ok(RawAction { name: given.name, deed })
    }
}

/// One of several who play at once.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlayer {
    pub(super) name: Spanned<String>,
    pub(super) reward: Spanned<String>,
    pub(super) fields: Option<Vec<String>>,
    #[serde(default)]
    pub(super) list: Vec<Spanned<RawAction>>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawObservation {
    pub(super) default: Option<Spanned<View>>,
    pub(super) hidden: bool,
    pub(super) pixels: RawPixels,
    pub(super) vector: Option<RawVector>,
    pub(super) text: RawText,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawPixels {
    pub(super) width: Spanned<u32>,
    pub(super) height: Spanned<u32>,
    pub(super) gray: bool,
}

impl Default for RawPixels {
    fn default() -> Self {
        RawPixels {
            width: at(84),
            height: at(84),
            gray: false,
        }
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVector {
    pub(super) fields: Spanned<Vec<String>>,
    pub(super) length: Spanned<usize>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawText {
    pub(super) max_length: Spanned<usize>,
}

impl Default for RawText {
    fn default() -> Self {
        RawText { max_length: at(65_536) }
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPerception {
    pub(super) grid: Spanned<String>,
    pub(super) cells: Spanned<Vec<String>>,
    #[serde(default)]
    pub(super) facts: BTreeMap<String, Spanned<String>>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawReward {
    pub(super) value: Option<Spanned<String>>,
    pub(super) score: Option<Spanned<String>>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawEnd {
    pub(super) terminated: Option<Spanned<String>>,
    pub(super) truncated: Option<Spanned<String>>,
}
