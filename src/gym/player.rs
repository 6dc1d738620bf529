//! Who plays: a player of the tree, another program, or a policy.

use super::external::External;
use super::policy::Policy;
use oracade_gym::agents::{AGENTS, Agent, agent};
use std::path::PathBuf;

/// See the module's documentation.
#[derive(clap::Args)]
pub(crate) struct PlayerArgs {
    /// The player: random, first (always the first action), greedy (one step ahead on a copy), bfs (Sokoban), expectimax (2048),
    /// heuristic (Tetris).
    #[arg(long, value_name = "PLAYER", default_value = "random", value_parser = AGENTS)]
    agent: String,
    /// A program that plays instead, run by the shell: for each turn it gets a JSON object in a line ({"text", "actions", …}) and answers
    /// with a line of text, with sections `action:` and `thought:`, or {"action": "…", "thought": "…"}.
    #[arg(long, value_name = "COMMAND", conflicts_with = "agent")]
    command: Option<String>,
    /// A file of JavaScript that plays instead: its function `act` gets such an object and gives the same.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["agent", "command"])]
    policy: Option<PathBuf>,
}

impl PlayerArgs {
    /// Starts the player.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(&self) -> anyhow::Result<Box<dyn Agent>> {
        Ok(match (&self.command, &self.policy) {
            (Some(command), _) => Box::new(External::start(command)?),
            (_, Some(path)) => Box::new(Policy::read(path)?),
            _ => agent(&self.agent)?,
        })
    }

    /// What it is called in records.
    pub(crate) fn name(&self) -> String {
        match (&self.command, &self.policy) {
            (Some(command), _) => command.clone(),
            (_, Some(path)) => path.display().to_string(),
            _ => self.agent.clone(),
        }
    }
}
