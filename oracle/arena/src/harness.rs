//! The harness: modules around a model that plays (docs/arena.md). Each can be on or off, so that what it adds can be measured.

mod memory;
mod parts;
mod player;
mod rules;
mod templates;

pub use memory::Memory;
pub use player::Player;
pub use templates::{SLOTS, Templates, Variables};

use crate::contamination::Masking;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which modules are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Modules {
    /// What lies where is told: a table made from the state, or a description of the picture.
    pub perception: bool,
    /// The last turns are told.
    pub transient: bool,
    /// What to make of the last turn is asked first.
    pub reflection: bool,
    /// A memory that is full is made shorter instead of forgetting its beginning.
    pub summary: bool,
    /// The model is asked to reason before it acts.
    pub reasoning: bool,
    /// And at length.
    pub long: bool,
}

const NAMES: [&str; 6] = ["perception", "transient", "reflection", "summary", "reasoning", "long"];

impl Modules {
    fn flags(&mut self) -> [&mut bool; 6] {
        [
            &mut self.perception,
            &mut self.transient,
            &mut self.reflection,
            &mut self.summary,
            &mut self.reasoning,
            &mut self.long,
        ]
    }

    /// Whether there is any: without, a model gets the state and nothing else.
    pub fn any(mut self) -> bool {
        self.flags().iter().any(|flag| **flag)
    }
}

impl FromStr for Modules {
    type Err = String;

    fn from_str(text: &str) -> Result<Modules, String> {
        let mut modules = Modules::default();
        if text == "none" {
            return Ok(modules);
        }
        for name in text.split('+') {
            match name {
                "memory" => (modules.transient, modules.reflection) = (true, true),
                "all" => {
                    (modules.perception, modules.transient, modules.reflection, modules.reasoning) = (true, true, true, true);
                }
                _ => {
                    let place = NAMES.iter().position(|known| *known == name).ok_or_else(|| {
                        format!(
                            "there is no module {name:?}; join some of {}, memory (transient and reflection) by `+`, or write all or none",
                            NAMES.join(", ")
                        )
                    })?;
                    *modules.flags()[place] = true;
                }
            }
        }
        // What is done at length is done.
        modules.reasoning |= modules.long;
        modules.transient |= modules.summary;
        Ok(modules)
    }
}

impl fmt::Display for Modules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut own = *self;
        let on: Vec<&str> = own
            .flags()
            .iter()
            .zip(NAMES)
            .filter(|(flag, _)| ***flag)
            .map(|(_, name)| name)
            .collect();
        let text = if on.is_empty() { "none".to_owned() } else { on.join("+") };
        // The pair that is nearly always meant has a name.
        f.write_str(&text.replace("transient+reflection", "memory"))
    }
}

impl Serialize for Modules {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Modules {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Modules, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a model is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sight {
    /// The state in words.
    #[default]
    Text,
    /// A picture.
    Vision,
    /// Both.
    Both,
}

impl Sight {
    /// Whether words are shown.
    pub fn words(self) -> bool {
        self != Sight::Vision
    }

    /// Whether pictures are shown.
    pub fn pictures(self) -> bool {
        self != Sight::Text
    }
}

/// Who describes, reflects and summarises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Auxiliary {
    /// The model itself.
    #[default]
    Model,
    /// Rules of this program: descriptions from the state, reflections from what changed, summaries by leaving out.
    Rules,
}

/// How a model is asked to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Harness {
    /// The modules.
    pub modules: Modules,
    /// What is shown.
    pub observation: Sight,
    /// Entries of the memory: two a turn.
    pub max_memory: usize,
    /// Columns and rows of a grid over pictures.
    pub grid: Option<(u32, u32)>,
    /// Who describes, reflects and summarises.
    pub auxiliary: Auxiliary,
    /// The prompts.
    pub templates: Templates,
    /// What is replaced in all that the game tells.
    pub masking: Masking,
}

impl Default for Harness {
    fn default() -> Self {
        Harness {
            modules: Modules::default(),
            observation: Sight::default(),
            max_memory: 10,
            grid: None,
            auxiliary: Auxiliary::default(),
            templates: Templates::default(),
            masking: Masking::default(),
        }
    }
}

#[cfg(test)]
mod tests;
