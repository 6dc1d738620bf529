//! Who plays: a prompt in, an answer and what it cost out. A player sees its prompt and nothing else.

use crate::error::Result;
use crate::manifest::{Condition, Experiment};
use crate::memory::Fact;
use oracade_contracts::canonical;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What a player is told for a decision. It says neither which condition nor which trial it is.
#[derive(Clone, Debug, Serialize)]
pub struct Prompt {
    /// What is said to every player.
    pub system: String,
    /// The form of an answer.
    pub schema: Value,
    /// The decision, from 1.
    pub decision: u64,
    /// What was wrong with the last answer, if it is asked again.
    pub error: Option<String>,
    /// The digest of the frame.
    pub frame_sha256: Option<String>,
    /// Where the frame lies, for players that look.
    pub frame: Option<PathBuf>,
    /// The screen in words, where the manifest gives them.
    pub screen: Option<String>,
    /// The last actions, the newest last.
    pub recent_actions: Vec<String>,
    /// What was last observed: place and objective as the player guessed them.
    pub recent_observations: Vec<String>,
    /// The objective that it named last.
    pub goal: Option<String>,
    /// Facts of its memory.
    pub memory: Vec<Fact>,
    /// What is left of the budgets.
    pub left: Left,
}

/// What is left of the budgets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// Actions.
    pub actions: u64,
    /// Decisions, this one included.
    pub decisions: u64,
}

impl Prompt {
    /// The digest of what is said; the frame by its bytes, not by where it lies.
    pub fn sha256(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or(Value::Null);
        if let Value::Object(fields) = &mut value {
            fields.shift_remove("frame");
        }
        canonical::digest(&value)
    }
}

/// What an answer took; `null` is what nobody told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// The model that answered.
    pub model_id: Option<String>,
    /// The provider's name of the answer.
    pub response_id: Option<String>,
    /// Tokens read.
    pub input_tokens: Option<u64>,
    /// Tokens written.
    pub output_tokens: Option<u64>,
    /// Tokens read from a cache.
    pub cached_tokens: Option<u64>,
    /// Cost, as the provider tells it.
    pub cost_usd: Option<f64>,
    /// Time.
    pub latency_ms: Option<f64>,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// Its text.
    pub text: String,
    /// What it took.
    #[serde(default)]
    pub usage: Usage,
}

/// Somebody who plays one trial.
pub trait Player {
    /// Decides.
    ///
    /// # Errors
    /// `Player`: it failed, as opposed to having answered wrongly. The harness has failed then, and the slot is run again.
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply>;
}

/// Makes players, a new one for each trial. What this crate does not know is `Other` in a condition's file.
pub trait Players: Sync {
    /// Makes one.
    ///
    /// # Errors
    /// There is none of the kind, or it cannot begin.
    fn make(&self, experiment: &Experiment, condition: &Condition, number: u32) -> Result<Box<dyn Player>>;
}

/// What a line to another program has besides the prompt.
pub fn line(prompt: &Prompt) -> Value {
    json!(prompt)
}
