//! Expressions: a context without a page, made when the first one comes, with the game's exports on `window.__gameTest`.

use super::{Core, WasmGame};
use crate::evaluation::{Evaluation, EvaluationId};
use crate::page_error::PageError;
use crate::script::{Script, ScriptError, ScriptOptions};
use oracade_wasm::{Game, GameError};
use serde_json::{Map, Number, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const PRELUDE: &str = include_str!("prelude.js");

impl WasmGame {
    fn script(&mut self) -> Result<&mut Script, PageError> {
        if self.script.is_none() {
            let options = ScriptOptions {
                epoch_ms: self.profile.epoch_ms,
                seed: self.profile.seed,
                limits: self.profile.limits.clone(),
            };
            let mut script = Script::open(self.engine, options).map_err(|error| self.script_end(error))?;
            let core = self.core.clone();
            let canvas = json!({ "width": self.manifest.width, "height": self.manifest.height });
            script.set_call_handler(Box::new(move |name, argument| match name {
                "canvas" => Ok(canvas.clone()),
                _ => answer(&core, name, &argument),
            }));
            script.run(PRELUDE, "oracade:game").map_err(|error| self.script_end(error))?;
            self.script = Some(script);
        }
        self.script
            .as_mut()
            .ok_or_else(|| PageError::Internal("no context".to_owned()))
    }

    fn script_end(&mut self, error: ScriptError) -> PageError {
        let ended = match error {
            ScriptError::Watchdog { limit_ms } => PageError::Watchdog { limit_ms },
            ScriptError::OutOfMemory { limit_mib } => PageError::OutOfMemory { limit_mib },
            other => PageError::Internal(other.to_string()),
        };
        self.end(ended)
    }

    /// Runs work in the context, on the game's clock.
    fn in_script<R>(&mut self, work: impl FnOnce(&mut Script) -> Result<R, ScriptError>) -> Result<R, PageError> {
        let now_us = self.now_us;
        if let Some(game) = &mut self.core.borrow_mut().game {
            game.set_now(now_us);
        }
        let script = self.script()?;
        script.set_now(now_us);
        let outcome = work(script);
        let (now_us, lines) = (script.now_us(), script.take_console());
        self.now_us = self.now_us.max(now_us);
        // The game's own lines first.
        self.settle(Ok(()))?;
        for line in lines {
            self.journal.console(&line.kind, &line.text, line.at_us);
        }
        outcome.map_err(|error| self.script_end(error))
    }

    pub(super) fn start_evaluation(&mut self, expression: &str) -> Result<Evaluation, PageError> {
        self.in_script(|script| script.evaluate(expression))
    }

    pub(super) fn look_at_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError> {
        self.in_script(|script| script.poll_evaluation(id))
    }

    pub(super) fn run_timers(&mut self, due_us: u64) -> Result<(), PageError> {
        self.now_us = self.now_us.max(due_us);
        self.counters.timers += 1;
        self.journal.order.add(0, self.now_us);
        let until_us = self.now_us;
        self.in_script(|script| script.advance_to(until_us))
    }
}

/// Answers what the prelude asks of the game. What the game ends with is kept, and an exception is made of it.
fn answer(core: &Rc<RefCell<Core>>, name: &str, argument: &Value) -> Result<Value, String> {
    let mut core = core.borrow_mut();
    if let Some(outcome) = &core.outcome {
        return match name {
            "snapshot" => Ok(program_snapshot(outcome)),
            _ => Err(format!("a program has no {name}")),
        };
    }
    let Some(game) = &mut core.game else {
        return Err("the game has not begun".to_owned());
    };
    let outcome = match name {
        "snapshot" => snapshot(game),
        "text" => game.text().map(|text| Ok(text.into())),
        "loadScenario" => game.load_scenario(&argument.to_string()).map(|loaded| Ok(loaded.into())),
        "reset" => game.reset().map(|()| Ok(Value::Null)),
        other => Ok(Err(format!("unknown call {other}"))),
    };
    match outcome {
        Ok(value) => value,
        Err(error @ GameError::Lacking(_)) => Err(error.to_string()),
        Err(error) => {
            let text = error.to_string();
            core.ended = Some(error);
            Err(text)
        }
    }
}

/// A game's snapshot. The inner error: it is not JSON.
pub(super) fn snapshot(game: &mut Game) -> Result<Result<Value, String>, GameError> {
    let text = game.snapshot()?;
    Ok(serde_json::from_str(&text)
        .map(as_in_script)
        .map_err(|error| format!("the snapshot is not JSON: {error}")))
}

/// What can be seen of a program after its end.
pub(super) fn program_snapshot(outcome: &oracade_wasm::wasi::Outcome) -> Value {
    let files: BTreeMap<&String, String> = outcome
        .files
        .iter()
        .map(|(path, bytes)| (path, String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    json!({ "exit": outcome.exit.as_ref().ok(), "stdout": outcome.stdout, "files": files })
}

/// JSON as it is after a way through a script: 1.0 is 1.
fn as_in_script(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(n) if n.fract() == 0.0 && n.abs() < 9_007_199_254_740_992.0 => Value::Number(Number::from(n as i64)),
            Some(n) => Number::from_f64(n).map_or(Value::Null, Value::Number),
            None => Value::Null,
        },
        Value::Array(items) => items.into_iter().map(as_in_script).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, as_in_script(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        other => other,
    }
}
