//! A player that is a file of JavaScript. It runs in a context without a page, with chance of the episode's seed and a clock that stands
//! still; each episode has a context of its own, so that none depends on those before it.

use super::external::turn_of;
use anyhow::Context;
use oracade_gym::adapter::{Answer, actions, answer, no_action};
use oracade_gym::agents::Agent;
use oracade_gym::{Env, EnvError, Item};
use oracade_runtime::{Engine, Evaluation, Limits, Script, ScriptOptions};
use serde_json::Value;
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Processor time that a turn may take.
const TURN: Duration = Duration::from_secs(5);

/// See the module's documentation.
pub(crate) struct Policy {
    engine: &'static Engine,
    name: String,
    source: String,
    script: Option<Script>,
    seed: u64,
    turn: u32,
    thought: String,
    /// What the last answer asked for and has not been done.
    rest: VecDeque<Item>,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// There is no such file, or it does not compile.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Policy> {
        let name = path.display().to_string();
        let source = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let engine = Engine::get()?;
        oracade_runtime::syntax_check(&source, false).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        Ok(Policy {
            engine,
            name,
            source,
            script: None,
            seed: 0,
            turn: 0,
            thought: String::new(),
            rest: VecDeque::new(),
        })
    }

    fn wrong(&self, what: impl std::fmt::Display) -> EnvError {
        EnvError::State(format!("{}: {what} (turn {})", self.name, self.turn))
    }

    fn opened(&mut self) -> Result<Script, EnvError> {
        if let Some(script) = self.script.take() {
            return Ok(script);
        }
        let options = ScriptOptions {
            seed: self.seed,
            limits: Limits {
                watchdog: TURN,
                ..Limits::default()
            },
            ..ScriptOptions::default()
        };
        let mut script = Script::open(self.engine, options).map_err(|error| self.wrong(error))?;
        script.run(&self.source, &self.name).map_err(|error| self.wrong(error))?;
        Ok(script)
    }

    fn decide(&mut self, env: &mut Env) -> Result<Vec<Item>, EnvError> {
        let mut turn = turn_of(env, self.seed, self.turn)?;
        turn["snapshot"] = env.snapshot().clone();
        let mut script = self.opened()?;
        // JSON is an expression of JavaScript.
        let evaluation = script.evaluate(&format!("act({turn})")).map_err(|error| self.wrong(error))?;
        let said = match evaluation {
            Evaluation::Value(value) => value.unwrap_or(Value::Null),
            Evaluation::Thrown(thrown) => return Err(self.wrong(thrown.description.unwrap_or(thrown.text))),
            Evaluation::Failed(message) => return Err(self.wrong(message)),
            Evaluation::Pending(_) => return Err(self.wrong("act gave a promise that waits; time does not pass for a policy")),
        };
        self.script = Some(script);
        let decision = match &said {
            Value::Number(number) => {
                let space = env.action_space();
                let item = number.as_i64().map(Item::Discrete).filter(|item| space.contains(item));
                return Ok(vec![item.unwrap_or_else(no_action)]);
            }
            Value::String(action) => Answer {
                thought: String::new(),
                action: Some(action.clone()),
            },
            Value::Object(fields) => {
                let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
                match text("answer") {
                    Some(whole) => answer(&whole),
                    None => Answer {
                        thought: text("thought").unwrap_or_default(),
                        action: text("action"),
                    },
                }
            }
            Value::Null => Answer::default(),
            other => {
                let advice = "give an action's name or number, or {action, thought}";
                return Err(self.wrong(format_args!("act gave {other}; {advice}")));
            }
        };
        self.thought = decision.thought;
        Ok(actions(env.spec(), decision.action.as_deref()))
    }
}

impl Agent for Policy {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.turn) = (seed, 0);
        self.script = None;
        self.thought.clear();
        self.rest.clear();
    }

    fn act(&mut self, env: &mut Env) -> Result<Item, EnvError> {
        if self.rest.is_empty() {
            self.turn += 1;
            self.thought.clear();
            self.rest = self.decide(env)?.into();
        }
        Ok(self.rest.pop_front().unwrap_or_else(no_action))
    }

    fn thought(&self) -> Option<&str> {
        Some(&self.thought)
    }
}
