//! A game of WebAssembly as a guest.

use super::script::{program_snapshot, snapshot};
use super::{Core, WasmGame};
use crate::call_log::{Call, CallLog, Calls};
use crate::digest::DigestChain;
use crate::evaluation::{Evaluation, EvaluationId};
use crate::event_loop::frame_us;
use crate::frame::Frame;
use crate::guest::{Branching, Guest};
use crate::page::{Counters, InputAck};
use crate::page_error::PageError;
use crate::page_options::{PageOptions, Storage};
use crate::page_state::{ConsoleEntry, ExceptionEntry};
use crate::repeat::repeat;
use crate::script::Script;
use oracade_wasm::{Effect, GameError};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

impl Guest for WasmGame {
    fn now_us(&self) -> u64 {
        self.now_us
    }

    fn next_due_us(&self) -> Option<u64> {
        if self.dead.is_some() {
            return None;
        }
        if !self.started {
            return Some(self.now_us);
        }
        let timer = self
            .script
            .as_ref()
            .and_then(Script::next_due_us)
            .map(|due| due.max(self.now_us));
        timer.into_iter().chain([frame_us(self.next_frame())]).min()
    }

    fn next_frame_us(&self) -> u64 {
        frame_us(self.next_frame())
    }

    fn loaded(&self) -> bool {
        self.started && self.dead.is_none()
    }

    fn advance_to(&mut self, until_us: u64) -> Result<(), PageError> {
        self.alive()?;
        if let Some(calls) = &mut self.calls {
            calls.advance(until_us);
        }
        self.run_until(until_us)
    }

    fn input(&mut self, event: &Value) -> Result<InputAck, PageError> {
        self.alive()?;
        self.log(|| Call::Input(event.clone()));
        self.start()?;
        self.journal.digest.add("input", self.now_us, event.to_string().as_bytes());
        match self.inputs.take(event).map_err(PageError::BadInput)? {
            Effect::Deferred => Ok(InputAck { deferred: true }),
            Effect::Now(records) => {
                self.give(records)?;
                Ok(InputAck { deferred: false })
            }
        }
    }

    fn evaluate(&mut self, expression: &str) -> Result<Evaluation, PageError> {
        self.alive()?;
        self.log(|| Call::Evaluate(expression.to_owned()));
        self.start()?;
        self.journal.digest.add("evaluate", self.now_us, expression.as_bytes());
        self.start_evaluation(expression)
    }

    fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError> {
        self.alive()?;
        if self.script.is_none() {
            return Ok(Evaluation::Failed("Inspected target navigated or closed".to_owned()));
        }
        let result = self.look_at_evaluation(id)?;
        if !matches!(result, Evaluation::Pending(_)) {
            self.log(|| Call::Settle(id.number()));
        }
        Ok(result)
    }

    fn drop_evaluation(&mut self, id: EvaluationId) {
        if let Some(script) = &mut self.script {
            script.drop_evaluation(id);
        }
    }

    fn snapshot(&mut self) -> Result<Value, PageError> {
        self.alive()?;
        self.log(|| Call::Snapshot);
        self.start()?;
        let program = self.core.borrow().outcome.as_ref().map(program_snapshot);
        let found = match program {
            Some(value) => Ok(value),
            None => {
                let found = self.with_game(|game| match snapshot(game) {
                    // Not to have one is no end.
                    Err(error @ GameError::Lacking(_)) => Ok(Err(error.to_string())),
                    other => other,
                })?;
                found.unwrap_or_else(|| Err("there is no game".to_owned()))
            }
        };
        let value = found.map_err(PageError::Snapshot)?;
        self.journal.digest.add("snapshot", self.now_us, value.to_string().as_bytes());
        Ok(value)
    }

    fn capture(&mut self) -> Result<Frame, PageError> {
        self.alive()?;
        self.log(|| Call::Capture(None));
        let frame = self.paint_viewport()?;
        self.add_frame_to_digest(&frame);
        Ok(frame)
    }

    fn look(&mut self) -> Result<Option<Frame>, PageError> {
        self.alive()?;
        self.paint_viewport().map(Some)
    }

    fn capture_canvas(&mut self, selector: &str) -> Result<Frame, PageError> {
        self.alive()?;
        self.log(|| Call::Capture(Some(selector.to_owned())));
        if !matches!(selector.trim(), "canvas" | "*") {
            return Err(PageError::NoCanvas(selector.to_owned()));
        }
        let frame = self.paint_canvas()?;
        self.add_frame_to_digest(&frame);
        Ok(frame)
    }

    fn reload(&mut self) -> Result<(), PageError> {
        self.alive()?;
        self.log(|| Call::Reload);
        self.open_anew()
    }

    fn set_viewport(&mut self, width: u32, height: u32, dpr: f64, mobile: bool) -> Result<(), PageError> {
        crate::page::check_viewport(width, height, dpr)?;
        self.alive()?;
        self.log(|| Call::Viewport {
            width,
            height,
            dpr,
            mobile,
        });
        (self.profile.width, self.profile.height, self.profile.dpr) = (width, height, dpr);
        Ok(())
    }

    fn clear_viewport(&mut self) -> Result<(), PageError> {
        let profile = &self.options.profile;
        let (width, height, dpr) = (profile.width, profile.height, profile.dpr);
        self.set_viewport(width, height, dpr, false)
    }

    fn set_touch(&mut self, max_touch_points: u32) -> Result<(), PageError> {
        self.alive()?;
        self.log(|| Call::TouchPoints(max_touch_points));
        self.profile.touch_points = max_touch_points;
        Ok(())
    }

    fn console_since(&self, from: usize) -> Vec<ConsoleEntry> {
        self.journal.console.get(from..).unwrap_or_default().to_vec()
    }

    fn exceptions_since(&self, from: usize) -> Vec<ExceptionEntry> {
        self.journal.exceptions.get(from..).unwrap_or_default().to_vec()
    }

    fn counters(&self) -> Counters {
        Counters {
            dropped_console_lines: self.journal.dropped,
            ..self.counters
        }
    }

    fn digest(&self) -> String {
        self.journal.digest.hex()
    }

    fn order_digest(&self) -> String {
        self.journal.order.hex()
    }

    fn storage_digest(&self) -> String {
        let mut digest = DigestChain::default();
        for (key, value) in self.options.storage.areas.local.borrow().items() {
            digest.add("local", 0, key.as_bytes());
            digest.add("value", 0, value.as_bytes());
        }
        self.options.storage.areas.databases.borrow().trees.digest(&mut digest);
        digest.hex()
    }

    fn keep_calls(&mut self) {
        let storage = &self.options.storage;
        self.calls.get_or_insert_with(|| CallLog::new(storage.copy()));
    }

    fn calls(&self) -> Option<Calls<'_>> {
        self.calls.as_ref()?.calls()
    }

    fn branching(&self) -> Branching {
        if self.script.is_none() {
            Branching::Copies
        } else {
            Branching::Repeats
        }
    }

    /// A copy of the game's state. A context for expressions cannot be copied: with one, what was done is done again.
    fn branch(&self) -> Result<Box<dyn Guest>, PageError> {
        if let Some(error) = &self.dead {
            return Err(error.clone());
        }
        let again = |storage: Storage| PageOptions {
            bundle: self.options.bundle.clone(),
            document: self.options.document.clone(),
            library: self.options.library.clone(),
            profile: self.options.profile.clone(),
            storage,
            init_scripts: self.options.init_scripts.clone(),
        };
        if self.script.is_some() {
            let (Some(log), Some(calls)) = (&self.calls, self.calls()) else {
                return Err(PageError::NotKept);
            };
            let mut copy = WasmGame::open(self.engine, again(log.storage()))?;
            copy.keep_calls();
            repeat(&mut copy, calls)?;
            return Ok(Box::new(copy));
        }
        let options = again(self.options.storage.copy());
        let copied = {
            let mut core = self.core.borrow_mut();
            let storage = Rc::new(super::Local::new(&options.storage));
            let game = core.game.as_mut().map(|game| game.copy(storage)).transpose();
            Core {
                game: game.map_err(|error| PageError::Internal(error.to_string()))?,
                outcome: core.outcome.clone(),
                ended: None,
            }
        };
        Ok(Box::new(WasmGame {
            engine: self.engine,
            options,
            manifest: self.manifest.clone(),
            module: self.module.clone(),
            files: self.files.clone(),
            painter: self.painter.clone(),
            journal: self.journal.clone(),
            core: Rc::new(RefCell::new(copied)),
            script: None,
            profile: self.profile.clone(),
            inputs: self.inputs.clone(),
            now_us: self.now_us,
            last_frame: self.last_frame,
            started: self.started,
            counters: self.counters,
            dead: None,
            calls: self.calls.clone(),
        }))
    }
}
