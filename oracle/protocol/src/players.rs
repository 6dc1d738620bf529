//! Players that this crate knows.

mod command;
mod courier;
mod endpoint;
mod recorded;
mod route;

pub use courier::{FAULTS, Fault};

use crate::error::{ProtocolError, Result};
use crate::manifest::{Condition, Experiment, PlayerSpec};
use crate::player::{Player, Players};

use oracade_contracts::service::Records;

/// Makes the players that this crate knows.
#[derive(Clone, Debug, Default)]
pub struct BuiltIn {
    /// Where answers of endpoints are kept, and taken from: what was answered in a trial is not paid for again when it is run again.
    pub records: Option<Records>,
}

impl Players for BuiltIn {
    fn make(&self, experiment: &Experiment, condition: &Condition, number: u32) -> Result<Box<dyn Player>> {
        Ok(match &condition.player {
            PlayerSpec::Courier { fault } => Box::new(courier::Courier::new(fault.as_deref())?),
            PlayerSpec::Scripted { file } => Box::new(recorded::Answers::of_file(&experiment.folder, file)?),
            PlayerSpec::Recorded {
                experiment: from,
                condition,
            } => Box::new(recorded::Answers::of_experiment(&experiment.folder, from, condition, number)?),
            PlayerSpec::Command { command } => Box::new(command::Program::start(command)?),
            PlayerSpec::Endpoint(player) => Box::new(endpoint::Remote::new(
                player,
                experiment,
                condition,
                number,
                self.records.clone(),
            )?),
            PlayerSpec::Other { name, .. } => {
                return Err(ProtocolError::State(format!(
                    "this build has no player {name:?}; use courier, scripted, recorded, command or endpoint"
                )));
            }
        })
    }
}
