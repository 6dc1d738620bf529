//! The meeting of checker and page: two worlds on one virtual clock. The checker runs until it waits; its protocol calls are
//! served in order; otherwise both move on to the earliest thing due. Nothing here reads a wall clock.

use super::board::{Board, Errand, next_start_us};
use super::crew::Crew;
use super::protocol::EVALUATE_US;
use super::subject::{Notes, Premise, Subject, Transcript, World};
use super::target::{Closing, State};
use super::transcripts::Transcripts;
use super::{CheckRecord, Pictures, Progress, SuiteError, SuiteOptions, Tapes, hook_source, host_call};
use oracade_runtime::{Engine, Request, Script, ScriptOptions, Storage};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Calls that may be answered without cost. One is given back each millisecond; a call beyond them costs as much as an
/// evaluation, so that a check that calls in a loop without waiting runs into its timeout.
const FREE_CALLS: u64 = 1_000;

/// Steps that may pass without the clock moving, before the suite counts as stuck.
const STUCK_STEPS: u32 = 5_000_000;

/// Limit of a protocol call when the checker does not say one, in ms.
const CALL_LIMIT_MS: f64 = 5_000.0;

/// A protocol call in flight. Times are on the suite's clock.
struct Call {
    request: u64,
    method: String,
    deadline_us: u64,
    state: State,
}

impl Call {
    /// When something happens to the call by itself.
    fn due_us(&self) -> u64 {
        self.state
            .due_us()
            .map_or(self.deadline_us, |at_us| at_us.min(self.deadline_us))
    }
}

/// Told of each check that has ended.
type OnCheck<'a> = &'a mut dyn FnMut(Progress<'_>);

/// What a session is for.
#[derive(Clone, Copy)]
pub(super) enum Role<'a> {
    /// To run the suite, check after check.
    Suite(Help<'a>),
    /// To run single checks ahead of their turn.
    Ahead,
}

/// Where a suite may learn what happens in a check before it is run.
#[derive(Clone, Copy)]
pub(super) enum Help<'a> {
    /// Nowhere.
    None,
    /// Some checks are run ahead of their turn.
    Ahead(&'a Board, &'a Crew),
    /// Nowhere, and what happens is written down.
    Noted,
    /// What happened before, on a game of which it is known that it behaves the same in these checks.
    Before(&'a Transcripts, &'a [bool]),
}

/// A runner that has asked for its next check.
struct Waiting {
    request: u64,
    at_us: u64,
}

pub(super) struct Session<'a> {
    engine: &'static Engine,
    options: &'a SuiteOptions,
    role: Role<'a>,
    progress: Option<OnCheck<'a>>,
    script: Script,
    storage: Storage,
    now_us: u64,
    target: Option<Subject>,
    /// The next page's history, if it is known.
    told: Option<Arc<Transcript>>,
    /// What was done to the page of the last check, if it is written down.
    notes: Option<Notes>,
    /// The premise of the check that is being written down, and how many pages there were before it.
    noting: Option<(Premise, u64)>,
    /// What happened in each check, if it is written down.
    pub(super) transcripts: Transcripts,
    waiting: Option<Waiting>,
    /// Checks begun.
    begun: usize,
    /// Nobody wants to know any more.
    cancelled: Option<Arc<AtomicBool>>,
    targets: u64,
    calls: Vec<Call>,
    free_calls: u64,
    free_calls_at_us: u64,
    closing: Closing,
    check_started_us: u64,
    total: usize,
    pub(super) records: Vec<CheckRecord>,
    finished: bool,
}

impl<'a> Session<'a> {
    /// Opens a script with the runner and the suite in it.
    pub(super) fn open(
        engine: &'static Engine,
        options: &'a SuiteOptions,
        role: Role<'a>,
        progress: Option<OnCheck<'a>>,
    ) -> Result<Self, SuiteError> {
        let mut script = Script::open(
            engine,
            ScriptOptions {
                epoch_ms: options.profile.epoch_ms,
                seed: options.profile.seed,
                limits: options.profile.limits.clone(),
            },
        )?;
        script.set_call_handler(Box::new(host_call));
        let mut session = Session {
            engine,
            options,
            role,
            progress,
            script,
            storage: Storage::default(),
            now_us: 0,
            target: None,
            told: None,
            notes: None,
            noting: None,
            transcripts: Transcripts::default(),
            waiting: None,
            begun: 0,
            cancelled: None,
            targets: 0,
            calls: Vec::new(),
            free_calls: FREE_CALLS,
            free_calls_at_us: 0,
            closing: Closing::default(),
            check_started_us: 0,
            total: 0,
            records: Vec::new(),
            finished: false,
        };
        session.start()?;
        Ok(session)
    }

    pub(super) fn now_us(&self) -> u64 {
        self.now_us
    }

    /// The last check ended by itself.
    pub(super) fn ended_well(&self) -> bool {
        self.records.last().is_none_or(|record| record.outcome.is_none())
    }

    fn world<'w>(engine: &'static Engine, options: &'w SuiteOptions, storage: &'w Storage) -> World<'w> {
        World {
            engine,
            options,
            storage,
        }
    }

    /// Runs one check from a premise; `None` if its page's history is not to be had.
    pub(super) fn run_ahead(&mut self, errand: &Errand) -> Result<Option<Transcript>, SuiteError> {
        self.cancelled = Some(errand.cancelled.clone());
        // Up to where the runner asks for the next check.
        self.run()?;
        let Some(Waiting { request, .. }) = self.waiting.take() else {
            return Ok(None);
        };
        self.now_us = self.now_us.max(errand.premise.start_us);
        self.storage.restore(&errand.premise.storage);
        let targets = self.targets;
        self.begun = errand.index;
        self.begin(request)?;
        self.run()?;
        let notes = self
            .notes
            .take()
            .filter(|_| self.targets == targets + 1 && self.waiting.is_some());
        let image = self.storage.image();
        Ok(notes.and_then(|notes| notes.finish(errand.premise.clone(), self.now_us, image)))
    }

    /// Gives the script the runner and the suite; comes before [`Session::run`].
    fn start(&mut self) -> Result<(), SuiteError> {
        let options = self.options;
        let quoted = |text: &str| Value::from(text).to_string();
        self.script.run(include_str!("node.js"), "oracade:node.js")?;
        self.script.run(include_str!("runner.js"), "oracade:runner.js")?;
        let hook = format!("__suite.hook = {};", quoted(hook_source()));
        self.script.run(&hook, "oracade:hook")?;
        // As Node's loader has it: the text is a function's body, on the same line so that positions in stacks stay right.
        let text = &options.suite_source;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let comment = if text.starts_with("#!") { "//" } else { "" };
        let name = quoted(&options.suite_name);
        let parameters = "exports, require, module, __filename, __dirname";
        let wrapped = format!("__suite.define({name}, function ({parameters}) {{{comment}{text}\n}});");
        self.script.run(&wrapped, &options.suite_name)?;
        let start = json!({ "url": options.url, "checks": options.suite_name, "only": options.only });
        self.script.run(&format!("__suite.start({start});"), "oracade:start")?;
        Ok(())
    }

    /// Runs until the runner has said that the suite is done; ahead, until it asks for the next check.
    pub(super) fn run(&mut self) -> Result<(), SuiteError> {
        let mut still = 0_u32;
        loop {
            self.serve_requests()?;
            if self.finished || (self.waiting.is_some() && matches!(self.role, Role::Ahead)) {
                return Ok(());
            }
            if self
                .cancelled
                .as_ref()
                .is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
            {
                return Err(SuiteError::Runner("cancelled".to_owned()));
            }
            if self.deliver()? {
                continue;
            }
            if self.script.next_due_us().is_some_and(|due| due <= self.now_us) {
                self.script.advance_to(self.now_us)?;
                continue;
            }
            let before = self.now_us;
            self.step()?;
            still = if self.now_us == before { still + 1 } else { 0 };
            if still > STUCK_STEPS {
                return Err(SuiteError::Stuck);
            }
        }
    }

    fn serve_requests(&mut self) -> Result<(), SuiteError> {
        loop {
            let requests = self.script.take_requests();
            if requests.is_empty() {
                return Ok(());
            }
            // The checker's own code takes time: each look at its clock moves it on a little. The page follows.
            let now_us = self.script.now_us();
            if now_us > self.now_us {
                self.now_us = now_us;
                self.advance_page();
            }
            for request in requests {
                self.serve_request(request)?;
            }
        }
    }

    fn advance_page(&mut self) {
        if let Some(target) = &mut self.target {
            target.advance(self.now_us, Self::world(self.engine, self.options, &self.storage));
        }
    }

    fn serve_request(&mut self, request: Request) -> Result<(), SuiteError> {
        let Request { id, method, params } = request;
        let text = |name: &str| params.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut answer = Value::Null;
        match method.as_str() {
            "cdp" => {
                self.serve_call(id, &params);
                return Ok(());
            }
            "target.events" => {
                // A listener that comes after its target has gone is never answered; nothing waits for it.
                if let Some(target) = self.target_of(&params) {
                    target.listener = Some(id);
                }
                return Ok(());
            }
            "suite.start" => self.suite_started(&params)?,
            "check.next" => {
                self.end_notes();
                self.waiting = Some(Waiting {
                    request: id,
                    at_us: next_start_us(self.now_us),
                });
                return Ok(());
            }
            "target.create" => {
                self.close_target();
                self.targets += 1;
                self.check_started_us = self.now_us;
                self.target = Some(match self.told.take() {
                    Some(transcript) => Subject::told(self.targets, transcript),
                    None => Subject::lives(self.targets, matches!(self.role, Role::Ahead | Role::Suite(Help::Noted))),
                });
                answer = json!({ "target": self.targets });
            }
            "target.close" => self.close_target(),
            "check.closing" => {
                let passed = matches!(text("status").as_str(), "PASS" | "NOT_APPLICABLE");
                let picture_after = match self.options.pictures {
                    Pictures::Never => None,
                    Pictures::Failures => (!passed).then_some(Duration::ZERO),
                    Pictures::Always(after) => Some(after),
                };
                let tape = match self.options.tapes {
                    Tapes::Never => false,
                    Tapes::Failures => !passed,
                    Tapes::Always => true,
                };
                let world = Self::world(self.engine, self.options, &self.storage);
                let target = self.target.as_mut();
                self.closing = target.map_or_else(Closing::default, |t| t.closing(picture_after, tape, world));
            }
            "check.done" => self.check_done(&params)?,
            "suite.done" => self.finished = true,
            "suite.failed" => {
                return Err(SuiteError::Thrown {
                    message: text("message"),
                    stack: Some(text("stack")),
                });
            }
            other => return Err(SuiteError::Runner(format!("unknown request {other}"))),
        }
        self.script.resolve(id, Ok(answer))?;
        Ok(())
    }

    fn close_target(&mut self) {
        self.calls.clear();
        if let Some(target) = self.target.take() {
            self.notes = target.close(Self::world(self.engine, self.options, &self.storage));
        }
    }

    /// Lets the runner begin a check. Its chance is its own, so that it does not depend on what the checks before it drew.
    fn begin(&mut self, request: u64) -> Result<(), SuiteError> {
        self.script.set_now(self.now_us);
        let index = self.begun;
        if index >= self.total && matches!(self.role, Role::Suite(_)) {
            self.script.resolve(request, Ok(json!({ "index": null })))?;
            return Ok(());
        }
        self.begun += 1;
        let seed = self.options.profile.seed;
        self.script
            .reseed(seed.wrapping_add((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        (self.free_calls, self.free_calls_at_us) = (FREE_CALLS, self.now_us);
        if let Role::Suite(help) = self.role
            && !matches!(help, Help::None)
        {
            let premise = Premise {
                start_us: self.now_us,
                storage: Arc::new(self.storage.image()),
            };
            match help {
                Help::None => {}
                Help::Ahead(board, crew) => self.told = board.reach(index, self.total, &premise, crew),
                Help::Noted => self.noting = Some((premise, self.targets)),
                Help::Before(transcripts, same) => {
                    let same = same.get(index).copied().unwrap_or(false);
                    self.told = transcripts.at(index).filter(|it| same && it.premise == premise).cloned();
                }
            }
        }
        self.script.resolve(request, Ok(json!({ "index": index })))?;
        Ok(())
    }

    /// The check that was being written down is over.
    fn end_notes(&mut self) {
        let Some((premise, targets)) = self.noting.take() else {
            return;
        };
        let notes = self.notes.take().filter(|_| self.targets == targets + 1);
        let transcript = notes.and_then(|notes| notes.finish(premise, self.now_us, self.storage.image()));
        self.transcripts.push(transcript);
    }

    fn target_of(&mut self, params: &Value) -> Option<&mut Subject> {
        let id = params.get("target").and_then(Value::as_u64);
        self.target.as_mut().filter(|target| Some(target.id) == id)
    }

    fn suite_started(&mut self, params: &Value) -> Result<(), SuiteError> {
        let total = params.get("total").and_then(Value::as_u64).unwrap_or(0);
        self.total = usize::try_from(total).unwrap_or(usize::MAX);
        match &self.options.only {
            Some(only) if self.total == 0 => Err(SuiteError::UnknownChecks(only.clone())),
            _ => Ok(()),
        }
    }

    fn serve_call(&mut self, request: u64, params: &Value) {
        let text = |name: &str| params.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let method = text("method");
        let inner = serde_json::from_str::<Value>(&text("params")).ok().filter(Value::is_object);
        let inner = inner.unwrap_or_else(|| json!({}));
        let limit_ms = params.get("timeoutMs").and_then(Value::as_f64);
        let limit_ms = limit_ms.unwrap_or(CALL_LIMIT_MS).clamp(1.0, 1e9);
        let (now_us, engine, options) = (self.now_us, self.engine, self.options);
        let storage = self.storage.clone();
        let mut state = match self.target_of(params) {
            Some(target) => target.call(now_us, &method, inner, Self::world(engine, options, &storage)),
            None => State::answer(now_us, Err("CDP connection closed".to_owned())),
        };
        if let State::Answer { at_us, .. } = &mut state
            && *at_us <= now_us
            && !self.is_free()
        {
            *at_us = now_us + EVALUATE_US;
        }
        self.calls.push(Call {
            request,
            method,
            deadline_us: now_us + (limit_ms * 1_000.0) as u64,
            state,
        });
    }

    fn is_free(&mut self) -> bool {
        let millis = (self.now_us - self.free_calls_at_us) / 1_000;
        self.free_calls_at_us += millis * 1_000;
        self.free_calls = (self.free_calls + millis).min(FREE_CALLS);
        let free = self.free_calls > 0;
        self.free_calls = self.free_calls.saturating_sub(1);
        free
    }

    /// Hands over one thing that is due: events first, then answers in the order in which they became due.
    fn deliver(&mut self) -> Result<bool, SuiteError> {
        if let Some(target) = &mut self.target
            && !target.events.is_empty()
            && let Some(listener) = target.listener.take()
        {
            let events = std::mem::take(&mut target.events);
            self.script.set_now(self.now_us);
            self.script.resolve(listener, Ok(json!({ "events": events })))?;
            return Ok(true);
        }
        if let Some(waiting) = self
            .waiting
            .take_if(|waiting| waiting.at_us <= self.now_us || self.begun >= self.total)
        {
            self.begin(waiting.request)?;
            return Ok(true);
        }
        self.poll_promises();
        let now_us = self.now_us;
        let due = self
            .calls
            .iter()
            .map(Call::due_us)
            .zip(0..)
            .filter(|(at_us, _)| *at_us <= now_us);
        let Some((_, index)) = due.min() else {
            return Ok(false);
        };
        let call = self.calls.remove(index);
        self.script.set_now(now_us);
        let in_time = call.state.due_us().is_some_and(|at_us| at_us <= call.deadline_us);
        let world = Self::world(self.engine, self.options, &self.storage);
        let result = match (call.state, &mut self.target) {
            (State::Answer { result, .. }, _) if in_time => result,
            (State::Capture { .. }, Some(target)) if in_time => target.screenshot(world),
            (state, target) => {
                if let (State::Awaiting { id, .. }, Some(target)) = (state, target) {
                    target.forget(id, world);
                }
                Err(format!("CDP timeout: {}", call.method))
            }
        };
        self.script.resolve(call.request, result)?;
        Ok(true)
    }

    fn poll_promises(&mut self) {
        let world = Self::world(self.engine, self.options, &self.storage);
        let Some(target) = &mut self.target else {
            return;
        };
        for call in &mut self.calls {
            if let State::Awaiting { id, not_before_us } = call.state
                && let Some(state) = target.poll(self.now_us, id, not_before_us, world)
            {
                call.state = state;
            }
        }
        if target.is_dead() {
            for call in &mut self.calls {
                call.state = State::refused(self.now_us, "Target crashed");
            }
        }
    }

    /// Moves both worlds to the earliest thing due.
    fn step(&mut self) -> Result<(), SuiteError> {
        let calls = self.calls.iter().map(Call::due_us);
        let start = self.waiting.as_ref().map(|waiting| waiting.at_us);
        let mut next = calls.chain(self.script.next_due_us()).chain(start).min();
        // A promise of the page may settle at any of its tasks, so while one is awaited the page goes task by task.
        let awaiting = |call: &Call| matches!(call.state, State::Awaiting { .. });
        if self.calls.iter().any(awaiting) {
            let page_due = self.target.as_ref().and_then(Subject::next_due_us);
            next = next.into_iter().chain(page_due).min();
        }
        self.now_us = next.ok_or(SuiteError::Stuck)?.max(self.now_us);
        self.advance_page();
        Ok(())
    }

    fn check_done(&mut self, params: &Value) -> Result<(), SuiteError> {
        let parsed = |name: &str| {
            let text = params.get(name).and_then(Value::as_str).unwrap_or("null");
            serde_json::from_str::<Value>(text).map_err(|error| SuiteError::Runner(format!("{name}: {error}")))
        };
        let list = |value: Value| match value {
            Value::Array(items) => items,
            _ => Vec::new(),
        };
        let text = |name: &str| params.get(name).and_then(Value::as_str).map(str::to_owned);
        let closing = std::mem::take(&mut self.closing);
        let record = CheckRecord {
            id: text("id").unwrap_or_default(),
            result: parsed("result")?,
            console_errors: list(parsed("consoleErrors")?),
            exceptions: list(parsed("exceptions")?),
            raf_errors: params.get("rafErrors").and_then(Value::as_f64).unwrap_or(0.0) as u64,
            probe_error: text("probeError"),
            outcome: text("outcome"),
            virtual_us: self.now_us - self.check_started_us,
            page_digest: closing.digest,
            frames: closing.frames,
            log: list(params.get("log").cloned().unwrap_or_default()),
            picture: closing.picture,
            tape: closing.tape,
        };
        if let Some(progress) = &mut self.progress {
            progress(Progress {
                done: self.records.len() + 1,
                total: self.total,
                record: &record,
            });
        }
        let passed = matches!(record.status(), Some("PASS" | "NOT_APPLICABLE"));
        self.finished |= self.options.until_failure && !passed;
        self.records.push(record);
        Ok(())
    }
}
