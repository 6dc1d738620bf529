//! Players without a model: chance, one step of looking ahead, and search. They are baselines, and tests of the environments.

mod expectimax;
mod sokoban;
mod tetris;

use crate::env::Env;
use crate::error::{EnvError, Result};
use crate::rng::Chance;
use crate::spaces::{Item, Space};
use serde_json::Value;

/// Purpose of a player's chance.
const PLAYERS: u64 = 3;

/// Somebody who plays.
pub trait Agent {
    /// An episode begins.
    fn begin(&mut self, seed: u64);

    /// The next action.
    ///
    /// # Errors
    /// The environment is none that it can play.
    fn act(&mut self, env: &mut Env) -> Result<Item>;

    /// What led to the last action, of players who say so.
    fn thought(&self) -> Option<&str> {
        None
    }

    /// What it was given for the last action, of players who say so, as logs have it.
    fn given(&self) -> Option<Value> {
        None
    }

    /// Whether nothing but pictures tells it that something has changed.
    fn sees_pictures_only(&self) -> bool {
        false
    }
}

/// Names of the players.
pub const AGENTS: [&str; 6] = ["random", "first", "greedy", "bfs", "expectimax", "heuristic"];

/// A player by name.
///
/// # Errors
/// There is none.
pub fn agent(name: &str) -> Result<Box<dyn Agent>> {
    Ok(match name {
        "random" => Box::new(Random(Chance::new(0, PLAYERS))),
        "first" => Box::new(First),
        "greedy" => Box::new(Greedy(Chance::new(0, PLAYERS))),
        "bfs" => Box::new(sokoban::Searcher::default()),
        "expectimax" => Box::new(expectimax::Expectimax),
        "heuristic" => Box::new(tetris::Stacker::default()),
        other => {
            return Err(EnvError::State(format!(
                "there is no player `{other}`; known are {}",
                AGENTS.join(", ")
            )));
        }
    })
}

/// Any action, as likely as any other.
struct Random(Chance);

impl Agent for Random {
    fn begin(&mut self, seed: u64) {
        self.0 = Chance::new(seed, PLAYERS);
    }

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        Ok(env.action_space().sample(&mut self.0))
    }
}

/// Always the first action: what an environment does by itself.
struct First;

impl Agent for First {
    fn begin(&mut self, _: u64) {}

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        Ok(match env.action_space() {
            Space::Discrete { start, .. } => Item::Discrete(start),
            Space::MultiDiscrete(counts) => Item::Multi(vec![0; counts.len()]),
            Space::MultiBinary(n) => Item::Bits(vec![false; n]),
            other => other.sample(&mut Chance::new(0, 0)),
        })
    }
}

/// The action with the greatest reward on a copy, one of them by chance. It sees the game's own chance, as no honest player does.
struct Greedy(Chance);

impl Agent for Greedy {
    fn begin(&mut self, seed: u64) {
        self.0 = Chance::new(seed, PLAYERS);
    }

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        let Space::Discrete { n, start } = env.action_space() else {
            return Err(EnvError::State(
                "greedy plays discrete actions only; choose random".to_owned(),
            ));
        };
        let saved = env.save()?;
        let mut fork = env.fork()?;
        let (mut best, mut most) = (Vec::new(), f64::NEG_INFINITY);
        for action in start..start + n {
            let reward = fork.advance(&Item::Discrete(action))?.reward;
            fork.restore(&saved)?;
            if reward > most {
                best.clear();
                most = reward;
            }
            if reward >= most {
                best.push(action);
            }
        }
        let chosen = self.0.below(best.len() as u64) as usize;
        Ok(Item::Discrete(best.get(chosen).copied().unwrap_or(start)))
    }
}

/// The rows of numbers in a field of the snapshot.
fn rows(env: &Env, field: &str) -> Result<Vec<Vec<i64>>> {
    let wrong = || EnvError::State(format!("this player needs rows of numbers in `{field}` of the snapshot"));
    let rows = env
        .snapshot()
        .get(field)
        .and_then(serde_json::Value::as_array)
        .ok_or_else(wrong)?;
    let numbers = |row: &serde_json::Value| {
        row.as_array()?
            .iter()
            .map(serde_json::Value::as_i64)
            .collect::<Option<Vec<i64>>>()
    };
    rows.iter().map(|row| numbers(row).ok_or_else(wrong)).collect()
}
