//! `manifest.yaml` and `conditions/*.yaml`: what is compared, on what, and within which limits. Nothing in them is secret, and
//! nothing in them changes once they are frozen.

use crate::error::{Result, wrong};
use crate::files::{Folder, MANIFEST, is_name};
use oracade_contracts::service::Endpoint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What a value is called that `init` leaves open and `freeze` fills or refuses.
pub const OPEN: &str = "TO_BE_FROZEN";

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The experiment's name.
    pub experiment_id: String,
    /// The version of its protocol.
    pub protocol_version: u32,
    /// When it was written: `2026-01-01T00:00:00Z`. Virtual time stamps count from here.
    pub created_utc: String,
    /// `A` compares whole products, `B` one model with and without memory.
    pub design: Design,
    /// The game.
    pub game: Game,
    /// What the game runs on.
    pub emulator: Emulator,
    /// What every player may do.
    pub agent: AgentRules,
    /// Where a trial ends.
    pub budgets: Budgets,
    /// How often, and in which order.
    pub trials: Trials,
    /// How much of its memory a player is given at once.
    pub memory: MemoryRules,
    /// What is compared.
    pub conditions: Vec<Compared>,
}

/// What a comparison may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Design {
    /// Complete products: says nothing about memory alone.
    A,
    /// The same model under several policies of memory.
    B,
}

/// The game of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Its name, for people.
    pub title: String,
    /// The environment: a name, or a folder with an `env.toml`.
    pub environment: String,
    /// SHA-256 of its files.
    pub rom_sha256: String,
    /// SHA-256 of the state a trial begins with.
    pub initial_state_sha256: String,
    /// The seed of every trial.
    #[serde(default)]
    pub seed: u64,
    /// Options of the game.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Actions before a trial begins, such as those that leave a title.
    #[serde(default)]
    pub prelude: Vec<String>,
    /// Language of the game's texts.
    #[serde(default)]
    pub language: Option<String>,
    /// What the player starts with, where that is fixed.
    #[serde(default)]
    pub starter: Option<String>,
    /// How fast texts appear.
    #[serde(default)]
    pub text_speed: Option<String>,
    /// How contests are shown.
    #[serde(default)]
    pub battle_style: Option<String>,
}

/// What a game runs on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emulator {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of the environment's description.
    pub config_sha256: String,
    /// Width of a frame, in px.
    pub frame_width: u32,
    /// Height of a frame, in px.
    pub frame_height: u32,
    /// Frames for which an action's button is down.
    pub press_frames: u32,
    /// Frames after it.
    pub settle_frames: u32,
    /// How much faster than real time; it is 1, since time is virtual.
    pub speed_multiplier: u32,
    /// Frames that are not drawn between two that are.
    pub frame_skip: u32,
}

/// What every player may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentRules {
    /// Names of actions.
    pub allowed_actions: Vec<String>,
    /// Most actions of one decision.
    pub max_actions_per_decision: u32,
    /// Whether each decision's frame is kept and shown.
    pub screenshot_every_decision: bool,
    /// Whether the screen is told in words too.
    #[serde(default)]
    pub screen_text: bool,
    /// How many of the last actions are told.
    pub recent_action_window: u32,
    /// How often an answer that is none may be repeated.
    pub invalid_output_retries: u32,
}

/// Where a trial ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// Accepted actions.
    pub accepted_actions: u64,
    /// Decisions.
    pub model_decisions: u64,
    /// Minutes, counted from the first decision.
    pub wall_time_minutes: f64,
    /// Money.
    pub total_cost_usd: Option<f64>,
}

/// How often, and in which order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trials {
    /// Trials of each condition.
    pub per_condition: u32,
    /// The order.
    pub order: Order,
    /// Always true here.
    pub restore_initial_state_before_each_trial: bool,
    /// What time is told by.
    #[serde(default)]
    pub clock: Clock,
    /// How often a slot is run again after the harness failed.
    #[serde(default = "one")]
    pub harness_retries: u32,
}

fn one() -> u32 {
    1
}

/// The order of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A Latin square, row after row: each condition stands equally often at each place of a block.
    Counterbalanced,
}

/// What time is told by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// The game's clock and the latencies that players tell: the same bytes at every run.
    #[default]
    Virtual,
    /// This machine's.
    Wall,
}

/// How much memory is given at once, the same for every condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryRules {
    /// Facts of one retrieval.
    pub max_records: u32,
    /// Facts that are kept.
    pub max_facts: u32,
    /// Least confidence of what counts as a fact rather than a guess.
    pub confirmed_confidence: f64,
}

/// A condition as the manifest names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// Its name.
    pub id: String,
    /// The model, pinned to a version.
    pub model: String,
    /// Its policy of memory.
    pub memory_policy: Policy,
}

/// Policies of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The last actions only; what is written is refused.
    RecentWindow,
    /// A store of facts besides.
    Structured,
}

/// `conditions/ID.yaml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its name.
    pub id: String,
    /// The model.
    pub model: String,
    /// Its policy of memory.
    pub memory_policy: Policy,
    /// Who plays.
    pub player: PlayerSpec,
    /// Prices, from which cost is derived where a provider tells none.
    #[serde(default)]
    pub prices: Option<Prices>,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerSpec {
    /// The script for the game Windle that is part of this program, with a fault planted into it if one is named.
    Courier {
        /// The fault.
        #[serde(default)]
        fault: Option<String>,
    },
    /// A file of answers, one a line, in their order.
    Scripted {
        /// The file, from the experiment's folder on.
        file: String,
    },
    /// Answers of an earlier experiment.
    Recorded {
        /// Its folder, from this experiment's folder on.
        experiment: String,
        /// Its condition.
        condition: String,
    },
    /// A program that reads a line and answers with a line.
    Command {
        /// What the shell runs.
        command: String,
    },
    /// A model behind an interface like OpenAI's. What it costs is told by `prices` of the condition, if not by the service.
    Endpoint(EndpointPlayer),
    /// Whatever else the caller knows how to make.
    Other {
        /// Its name.
        name: String,
        /// Its settings.
        #[serde(default)]
        settings: Map<String, Value>,
    },
}

/// How a model is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndpointPlayer {
    /// The model.
    #[serde(flatten)]
    pub endpoint: Endpoint,
    /// Times it is asked before the harness has failed.
    #[serde(default = "thrice")]
    pub attempts: u32,
    /// Further fields of the request: `temperature`, `response_format`.
    #[serde(default)]
    pub request: Map<String, Value>,
}

fn thrice() -> u32 {
    3
}

/// Prices of a provider in USD for a million tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// What was read.
    pub input: f64,
    /// What was written.
    pub output: f64,
    /// What was read from a cache.
    pub cached: f64,
}

/// An experiment as its files say.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its folder.
    pub folder: Folder,
    /// The manifest.
    pub manifest: Manifest,
    /// The conditions, in the manifest's order.
    pub conditions: Vec<Condition>,
    /// What is scored.
    pub scoring: crate::scoring::Scoring,
}

impl Experiment {
    /// Reads one; what is wrong in itself is found here.
    ///
    /// # Errors
    /// A file cannot be read or says what cannot be.
    pub fn load(folder: Folder) -> Result<Experiment> {
        if !folder.has(MANIFEST) {
            let advice = "no experiment; make one with `oracade protocol init`";
            return Err(wrong(folder.0.display().to_string(), advice));
        }
        let manifest: Manifest = folder.yaml(MANIFEST)?;
        manifest.check()?;
        let mut conditions = Vec::new();
        for compared in &manifest.conditions {
            let name = format!("conditions/{}.yaml", compared.id);
            let condition: Condition = folder.yaml(&name)?;
            let same = (&condition.id, &condition.model, condition.memory_policy)
                == (&compared.id, &compared.model, compared.memory_policy);
            if !same {
                return Err(wrong(
                    name,
                    "id, model and memory_policy must be those that manifest.yaml gives",
                ));
            }
            conditions.push(condition);
        }
        let scoring = crate::scoring::Scoring::load(&folder)?;
        Ok(Experiment {
            folder,
            manifest,
            conditions,
            scoring,
        })
    }
}

impl Manifest {
    fn check(&self) -> Result<()> {
        let bad = |key: &str, message: &str| Err(wrong(MANIFEST, format!("{key}: {message}")));
        if !is_name(&self.experiment_id) {
            return bad("experiment_id", "letters, digits, - and _ only");
        }
        if crate::clock::parse(&self.created_utc).is_none() {
            return bad("created_utc", "not a time like 2026-01-01T00:00:00Z");
        }
        if self.conditions.len() < 2 {
            return bad("conditions", "a comparison has two or more");
        }
        let ids: BTreeSet<&str> = self.conditions.iter().map(|condition| condition.id.as_str()).collect();
        if ids.len() != self.conditions.len() || !ids.iter().all(|id| is_name(id)) {
            return bad("conditions.id", "each needs a name of its own, of letters, digits, - and _");
        }
        let models: BTreeSet<&str> = self.conditions.iter().map(|condition| condition.model.as_str()).collect();
        if self.design == Design::B && models.len() != 1 {
            return bad(
                "conditions.model",
                "design B compares policies of one model; name the same for all, or use design A",
            );
        }
        if self.agent.allowed_actions.is_empty() || !(1..=1000).contains(&self.agent.max_actions_per_decision) {
            return bad("agent", "there must be actions, and 1 to 1000 of them in a decision");
        }
        let counts = [self.budgets.accepted_actions, self.budgets.model_decisions];
        if counts.iter().any(|count| !(1..=1_000_000).contains(count)) {
            return bad("budgets", "accepted_actions and model_decisions are 1 to 1000000");
        }
        if !(self.budgets.wall_time_minutes > 0.0 && self.budgets.wall_time_minutes.is_finite()) {
            return bad("budgets.wall_time_minutes", "must be a positive number");
        }
        if self
            .budgets
            .total_cost_usd
            .is_some_and(|cost| !(cost >= 0.0 && cost.is_finite()))
        {
            return bad("budgets.total_cost_usd", "must be a number of dollars");
        }
        if !(1..=1000).contains(&self.trials.per_condition) || !self.trials.restore_initial_state_before_each_trial {
            return bad(
                "trials",
                "1 to 1000 for each condition, and restore_initial_state_before_each_trial: true",
            );
        }
        let memory = &self.memory;
        if memory.max_facts == 0 || memory.max_facts > 100_000 || !(0.0..=1.0).contains(&memory.confirmed_confidence) {
            return bad("memory", "max_facts is 1 to 100000, confirmed_confidence 0 to 1");
        }
        let emulator = &self.emulator;
        if (emulator.speed_multiplier, emulator.frame_skip) != (1, 0) {
            return bad(
                "emulator",
                "speed_multiplier is 1 and frame_skip 0: time is virtual, and every frame is played",
            );
        }
        Ok(())
    }

    /// What a frozen manifest must not have: values left open, digests that are none, budgets without a number.
    pub fn open_values(&self) -> Vec<String> {
        let mut open = Vec::new();
        let hash = |text: &str| text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let hashes = [
            ("game.rom_sha256", &self.game.rom_sha256),
            ("game.initial_state_sha256", &self.game.initial_state_sha256),
            ("emulator.config_sha256", &self.emulator.config_sha256),
        ];
        for (key, value) in hashes {
            if !hash(value) {
                open.push(format!("{key}: {value:?} is not a SHA-256 of 64 digits"));
            }
        }
        if self.budgets.total_cost_usd.is_none() {
            open.push("budgets.total_cost_usd: not set".to_owned());
        }
        let placeholder = |text: &str| {
            let lower = text.to_ascii_lowercase();
            text.trim().is_empty()
                || ["to_be", "todo", "tbd", "placeholder", "xxx", "<"]
                    .iter()
                    .any(|mark| lower.contains(mark))
        };
        let texts = [("game.title", &self.game.title), ("emulator.version", &self.emulator.version)];
        let models = self.conditions.iter().map(|condition| ("conditions.model", &condition.model));
        for (key, text) in texts.into_iter().chain(models) {
            if placeholder(text) {
                open.push(format!("{key}: {text:?} is a placeholder"));
            }
        }
        open
    }
}
