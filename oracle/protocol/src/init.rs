//! A new experiment: a folder with everything that is to be looked at, changed and frozen.

use crate::answer;
use crate::error::{ProtocolError, Result};
use crate::files::{Folder, MANIFEST, MILESTONES, RUBRIC, SCHEMA, SYSTEM, is_name};
use crate::manifest::{
    AgentRules, Budgets, Clock, Compared, Condition, Design, Emulator, Game, Manifest, MemoryRules, OPEN, Order, PlayerSpec,
    Policy, Trials,
};
use crate::stage::{Stage, config_sha256};
use oracade_contracts::canonical;
use oracade_gym::Spec;
use serde::Serialize;
use serde_json::Map;
use std::sync::Arc;

/// The environment whose scoring is part of this program.
pub const WINDLE: &str = "oracade/Windle-v0";

/// What a new experiment is of.
#[derive(Clone, Debug)]
pub struct New {
    /// Its name.
    pub experiment_id: String,
    /// When it is written, as `created_utc`.
    pub created_utc: String,
    /// What it compares.
    pub design: Design,
    /// Trials of each condition.
    pub per_condition: u32,
    /// Money of a trial; `None`: to be set before it is frozen.
    pub total_cost_usd: Option<f64>,
    /// A program that plays in all conditions, in place of the courier.
    pub command: Option<String>,
    /// Whether the screen is told in words too.
    pub screen_text: bool,
}

/// YAML that people can read.
fn yaml<T: Serialize>(value: &T) -> Result<String> {
    serde_yaml_ng::to_string(value).map_err(|error| ProtocolError::State(format!("cannot be written as YAML: {error}")))
}

/// Writes a new experiment.
///
/// # Errors
/// There is one already, the environment cannot be used, or a file cannot be written.
pub fn init(folder: &Folder, spec: &Arc<Spec>, environment: &str, new: &New) -> Result<Manifest> {
    if folder.has(MANIFEST) {
        return Err(ProtocolError::State(format!(
            "{} has an experiment already",
            folder.0.display()
        )));
    }
    if !is_name(&new.experiment_id) {
        return Err(ProtocolError::State(format!(
            "{:?}: names have letters, digits, - and _ only",
            new.experiment_id
        )));
    }
    let windle = spec.id == WINDLE;
    let model = if new.command.is_some() { OPEN } else { "courier-script-1" };
    let policies = [("window", Policy::RecentWindow), ("structured", Policy::Structured)];
    let press = spec.config.press.unwrap_or(spec.config.frames).min(spec.config.frames);
    let mut manifest = Manifest {
        experiment_id: new.experiment_id.clone(),
        protocol_version: 1,
        created_utc: new.created_utc.clone(),
        design: new.design,
        game: Game {
            title: spec.config.title.clone(),
            environment: environment.to_owned(),
            rom_sha256: spec.game_sha256.clone(),
            initial_state_sha256: OPEN.to_owned(),
            seed: 0,
            options: Map::new(),
            prelude: Vec::new(),
            language: Some("en".to_owned()),
            starter: None,
            text_speed: None,
            battle_style: None,
        },
        emulator: Emulator {
            name: "oracade".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            config_sha256: config_sha256(spec),
            frame_width: 0,
            frame_height: 0,
            press_frames: press,
            settle_frames: spec.config.frames - press,
            speed_multiplier: 1,
            frame_skip: 0,
        },
        agent: AgentRules {
            allowed_actions: spec.action_names().into_iter().map(str::to_ascii_uppercase).collect(),
            max_actions_per_decision: 4,
            screenshot_every_decision: true,
            screen_text: new.screen_text,
            recent_action_window: 12,
            invalid_output_retries: 1,
        },
        budgets: Budgets {
            accepted_actions: 2500,
            model_decisions: 1200,
            wall_time_minutes: 180.0,
            total_cost_usd: new.total_cost_usd,
        },
        trials: Trials {
            per_condition: new.per_condition,
            order: Order::Counterbalanced,
            restore_initial_state_before_each_trial: true,
            clock: if new.command.is_some() { Clock::Wall } else { Clock::Virtual },
            harness_retries: 1,
        },
        memory: MemoryRules {
            max_records: 16,
            max_facts: 200,
            confirmed_confidence: 0.8,
        },
        conditions: policies
            .iter()
            .map(|(id, policy)| Compared {
                id: (*id).to_owned(),
                model: model.to_owned(),
                memory_policy: *policy,
            })
            .collect(),
    };
    let mut stage = Stage::restore(spec, &manifest)?;
    manifest.game.initial_state_sha256 = stage.state_sha256()?;
    (manifest.emulator.frame_width, manifest.emulator.frame_height) = stage.frame_size()?;
    for compared in &manifest.conditions {
        let condition = Condition {
            id: compared.id.clone(),
            model: compared.model.clone(),
            memory_policy: compared.memory_policy,
            player: match &new.command {
                Some(command) => PlayerSpec::Command {
                    command: command.clone(),
                },
                None => PlayerSpec::Courier { fault: None },
            },
            prices: None,
        };
        folder.write(&format!("conditions/{}.yaml", compared.id), yaml(&condition)?.as_bytes())?;
    }
    let (milestones, rubric) = if windle {
        (include_str!("init/milestones.yaml"), include_str!("init/rubric.yaml"))
    } else {
        (
            include_str!("init/milestones.open.yaml"),
            include_str!("init/rubric.open.yaml"),
        )
    };
    folder.write(MILESTONES, milestones.as_bytes())?;
    folder.write(RUBRIC, rubric.as_bytes())?;
    folder.write(SYSTEM, include_str!("init/system.txt").as_bytes())?;
    write_schema(folder, &manifest)?;
    folder.write(MANIFEST, yaml(&manifest)?.as_bytes())?;
    Ok(manifest)
}

/// Writes the schema of the manifest's actions.
///
/// # Errors
/// It cannot be written.
pub fn write_schema(folder: &Folder, manifest: &Manifest) -> Result<()> {
    folder.write(SCHEMA, canonical::pretty(&answer::schema(&manifest.agent)).as_bytes())
}
