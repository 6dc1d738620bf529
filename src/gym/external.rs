//! A player that is another program: it reads texts and answers with texts.

use anyhow::Context;
use oracade_gym::adapter::{Answer, actions, answer};
use oracade_gym::agents::Agent;
use oracade_gym::{Env, EnvError, Item};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What a player is told of a turn.
///
/// # Errors
/// The score has no value.
pub(crate) fn turn_of(env: &mut Env, seed: u64, turn: u32) -> Result<Value, EnvError> {
    Ok(json!({
        "env": env.spec().id,
        "seed": seed,
        "turn": turn,
        "step": env.steps(),
        "text": env.text().unwrap_or_else(|_| env.snapshot().to_string()),
        "actions": env.spec().action_names(),
        "score": env.score()?,
    }))
}

/// Longest answer, in bytes.
const ANSWER_MAX: u64 = 1 << 20;

/// See the module's documentation.
pub(crate) struct External {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    seed: u64,
    turn: u32,
    thought: String,
    /// What the last answer asked for and has not been done.
    rest: VecDeque<Item>,
}

impl External {
    /// Starts the program.
    ///
    /// # Errors
    /// It does not start.
    pub(crate) fn start(command: &str) -> anyhow::Result<External> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let asks = child.stdin.take().context("the player has no input")?;
        let answers = child.stdout.take().context("the player has no output")?;
        Ok(External {
            child,
            asks,
            answers: BufReader::new(answers),
            seed: 0,
            turn: 0,
            thought: String::new(),
            rest: VecDeque::new(),
        })
    }

    fn ask(&mut self, env: &mut Env) -> Result<Answer, EnvError> {
        let gone = |what: &str| EnvError::State(format!("the player {what} at turn {}; see what it printed", self.turn));
        let told = turn_of(env, self.seed, self.turn)?;
        writeln!(self.asks, "{told}")
            .and_then(|()| self.asks.flush())
            .map_err(|_| gone("does not listen"))?;
        let mut line = String::new();
        let read = (&mut self.answers).take(ANSWER_MAX).read_line(&mut line);
        if read.map_err(|error| gone(&format!("cannot be understood ({error})")))? == 0 {
            return Err(gone("has ended"));
        }
        Ok(match serde_json::from_str::<Value>(&line) {
            Ok(Value::Object(fields)) => {
                let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
                match text("answer") {
                    Some(whole) => answer(&whole),
                    None => Answer {
                        thought: text("thought").unwrap_or_default(),
                        action: text("action"),
                    },
                }
            }
            _ => answer(&line),
        })
    }
}

impl Agent for External {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.turn) = (seed, 0);
        self.rest.clear();
    }

    fn act(&mut self, env: &mut Env) -> Result<Item, EnvError> {
        if self.rest.is_empty() {
            self.turn += 1;
            let Answer { thought, action } = self.ask(env)?;
            self.thought = thought;
            self.rest.extend(actions(env.spec(), action.as_deref()));
        }
        Ok(self.rest.pop_front().unwrap_or_else(oracade_gym::adapter::no_action))
    }

    fn thought(&self) -> Option<&str> {
        Some(&self.thought)
    }
}

impl Drop for External {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
