//! An environment before any is made: description, game, and what may be set otherwise than the description says.

use crate::config::{Actions, Config, View};
use crate::error::{EnvError, Result};
use crate::spaces::{Dtype, Space};
use crate::world::World;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Makes worlds, on the thread that calls it.
pub type Maker = Arc<dyn Fn() -> Result<Box<dyn World>> + Send + Sync>;

/// What may be set when an environment is made; `None` is as the description says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// What is observed; several make a dictionary.
    pub views: Vec<View>,
    /// Width and height of pictures.
    pub size: Option<(u32, u32)>,
    /// One channel instead of three.
    pub gray: Option<bool>,
    /// Frames of a step.
    pub frames: Option<u32>,
    /// How likely a step repeats the action before.
    pub sticky: Option<f64>,
    /// Steps after which an episode is cut off; 0: never.
    pub max_steps: Option<u32>,
    /// Options of the game's episodes, over those of the description.
    pub options: Map<String, Value>,
}

impl Settings {
    /// Settings of a JSON object: `views` (names), `size` (width, height), `gray`, `frames`, `sticky`, `max_steps`, `options`; null is as if
    /// it were not there.
    ///
    /// # Errors
    /// A key that is none, or a value that is none of it.
    pub fn from_json(given: &Map<String, Value>) -> Result<Settings> {
        let mut settings = Settings::default();
        for (key, value) in given.iter().filter(|(_, value)| !value.is_null()) {
            let wrong = || EnvError::Config(format!("the setting {key} cannot be {value}"));
            let small = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong);
            match key.as_str() {
                "views" => {
                    let all = [View::Pixels, View::Vector, View::Text, View::Json];
                    for name in value.as_array().ok_or_else(wrong)? {
                        let view = all.into_iter().find(|view| Some(view.name()) == name.as_str());
                        settings.views.push(view.ok_or_else(wrong)?);
                    }
                }
                "size" => match value.as_array().map(Vec::as_slice) {
                    Some([width, height]) => settings.size = Some((small(width)?, small(height)?)),
                    _ => return Err(wrong()),
                },
                "gray" => settings.gray = Some(value.as_bool().ok_or_else(wrong)?),
                "frames" => settings.frames = Some(small(value)?),
                "sticky" => settings.sticky = Some(value.as_f64().ok_or_else(wrong)?),
                "max_steps" => settings.max_steps = Some(small(value)?),
                "options" => settings.options = value.as_object().cloned().ok_or_else(wrong)?,
                _ => return Err(EnvError::Config(format!("there is no setting {key}"))),
            }
        }
        Ok(settings)
    }
}

/// See the module's documentation.
#[derive(Clone)]
pub struct Spec {
    /// The registered name, or the folder.
    pub id: String,
    /// The description, with what was set.
    pub config: Config,
    /// SHA-256 over the game's files, in hexadecimal; empty where it was not made from files.
    pub game_sha256: String,
    /// What is observed, in this order.
    pub views: Vec<View>,
    pub(crate) maker: Maker,
}

impl Spec {
    /// Takes on settings.
    ///
    /// # Errors
    /// A setting that is out of range, or a view that the description does not have.
    pub fn new(id: &str, mut config: Config, maker: Maker, settings: &Settings) -> Result<Spec> {
        let wrong = |what: String| Err(EnvError::Config(format!("{id}: {what}")));
        if let Some((width, height)) = settings.size {
            if !(1..=1024).contains(&width) || !(1..=1024).contains(&height) {
                return wrong(format!("a picture of {width}x{height} px; choose sides from 1 to 1024"));
            }
            (config.pixels.width, config.pixels.height) = (width, height);
        }
        config.pixels.gray = settings.gray.unwrap_or(config.pixels.gray);
        config.frames = settings.frames.unwrap_or(config.frames);
        if config.frames > 3600 {
            return wrong(format!("{} frames a step; choose at most 3600", config.frames));
        }
        config.sticky = settings.sticky.unwrap_or(config.sticky);
        if !(0.0..=1.0).contains(&config.sticky) {
            return wrong(format!("sticky {} is no probability; choose 0 to 1", config.sticky));
        }
        if let Some(steps) = settings.max_steps {
            config.max_steps = (steps > 0).then_some(steps);
        }
        config.options.extend(settings.options.clone());
        let mut views = settings.views.clone();
        views.dedup();
        if views.is_empty() {
            views.push(config.view);
        }
        if views.contains(&View::Vector) && config.vector.is_none() {
            return wrong("it has no vector; choose pixels, text or json, or add [observation.vector]".to_owned());
        }
        if views.contains(&View::Json) && config.hidden {
            return wrong("its snapshot is hidden from players; choose pixels, text or vector".to_owned());
        }
        Ok(Spec {
            id: id.to_owned(),
            game_sha256: String::new(),
            config,
            views,
            maker,
        })
    }

    /// The space of a view.
    pub fn space_of(&self, view: View) -> Space {
        let config = &self.config;
        match view {
            View::Pixels => {
                let (width, height) = (config.pixels.width as usize, config.pixels.height as usize);
                Space::Box {
                    low: 0.0,
                    high: 255.0,
                    shape: vec![height, width, config.channels()],
                    dtype: Dtype::U8,
                }
            }
            View::Vector => {
                let (length, low, high) = match &config.vector {
                    Some(vector) => (vector.length, vector.low, vector.high),
                    None => (0, f64::NEG_INFINITY, f64::INFINITY),
                };
                Space::Box {
                    low,
                    high,
                    shape: vec![length],
                    dtype: Dtype::F32,
                }
            }
            View::Text | View::Json => Space::Text {
                max_length: config.text_length,
            },
        }
    }

    /// What is observed.
    pub fn observation_space(&self) -> Space {
        match self.views.as_slice() {
            [view] => self.space_of(*view),
            views => Space::Dict(
                views
                    .iter()
                    .map(|view| (view.name().to_owned(), self.space_of(*view)))
                    .collect(),
            ),
        }
    }

    /// What can be done.
    pub fn action_space(&self) -> Space {
        match &self.config.actions {
            Actions::Discrete(list) => Space::discrete(list.len()),
            Actions::Buttons(keys) => Space::MultiBinary(keys.len()),
            Actions::Pointer {
                cells: [columns, rows], ..
            } => Space::MultiDiscrete(vec![i64::from(*columns), i64::from(*rows), 2]),
            Actions::Players(lists) => Space::MultiDiscrete(lists.iter().map(|list| list.len() as i64).collect()),
        }
    }

    /// Names of the actions of a list.
    pub fn action_names(&self) -> Vec<&str> {
        match &self.config.actions {
            Actions::Discrete(list) => list.iter().map(|(name, _)| name.as_str()).collect(),
            Actions::Buttons(keys) => keys.iter().map(String::as_str).collect(),
            Actions::Pointer { .. } => Vec::new(),
            // Those of all, one player after another.
            Actions::Players(lists) => lists.iter().flatten().map(|(name, _)| name.as_str()).collect(),
        }
    }

    /// Names of a player's actions.
    pub fn player_actions(&self, player: usize) -> Vec<&str> {
        match &self.config.actions {
            Actions::Players(lists) => lists
                .get(player)
                .into_iter()
                .flatten()
                .map(|(name, _)| name.as_str())
                .collect(),
            _ => Vec::new(),
        }
    }
}
