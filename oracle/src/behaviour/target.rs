//! One page as the checker sees it: a protocol target that starts blank, is navigated once, speaks in events, and may die.
//!
//! All times here are on the suite's clock; the page's own clock was 0 when it was navigated.

use super::protocol::{self, Served};
use super::{CheckTape, SuiteOptions, Tapes};
use oracade_recorder::{End, calls, database::DATABASES_MAX, observe::Observer};
use oracade_runtime::{ConsoleEntry, DatabaseContent, Engine, EvaluationId, Guest, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::time::Duration;

/// What calls on a dead page are answered.
const CRASHED: &str = "CDP error: Target crashed";

/// Where a protocol call stands.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// The answer is there and due at a time.
    Answer { at_us: u64, result: Result<Value, String> },
    /// A picture is due at a time.
    Capture { at_us: u64 },
    /// A promise of the page is awaited.
    Awaiting { id: EvaluationId, not_before_us: u64 },
}

impl State {
    pub(super) fn answer(at_us: u64, result: Result<Value, String>) -> Self {
        State::Answer { at_us, result }
    }

    pub(super) fn refused(at_us: u64, message: &str) -> Self {
        State::answer(at_us, Err(format!("CDP error: {message}")))
    }

    /// When the caller will hear, if that is known.
    pub(super) fn due_us(&self) -> Option<u64> {
        match self {
            State::Answer { at_us, .. } | State::Capture { at_us } => Some(*at_us),
            State::Awaiting { .. } => None,
        }
    }
}

/// What is kept of a page when it is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Closing {
    pub(super) digest: Option<String>,
    pub(super) frames: u64,
    pub(super) picture: Option<Vec<u8>>,
    pub(super) tape: Option<CheckTape>,
}

/// The conditions a page was opened under, for its tape.
struct Opening {
    profile: Profile,
    storage: Vec<(String, String)>,
    databases: Vec<DatabaseContent>,
}

#[derive(Default)]
pub(super) struct Target {
    opened_at_us: u64,
    page: Option<Box<dyn Guest>>,
    init_scripts: Vec<String>,
    /// Kept if a tape may be wanted.
    opening: Option<Opening>,
    /// How the page died.
    death: Option<String>,
    dead: bool,
    load_told: bool,
    console_told: usize,
    exceptions_told: usize,
    /// Events not yet handed over, in order.
    pub(super) events: Vec<Value>,
}

impl Target {
    pub(super) fn is_dead(&self) -> bool {
        self.dead
    }

    fn alive(&mut self) -> Option<&mut dyn Guest> {
        if self.dead {
            return None;
        }
        match &mut self.page {
            Some(page) => Some(page.as_mut()),
            None => None,
        }
    }

    /// When the page has something to do next.
    pub(super) fn next_due_us(&self) -> Option<u64> {
        let page = self.page.as_ref().filter(|_| !self.dead)?;
        Some(self.opened_at_us + page.next_due_us()?)
    }

    /// Brings the page to an instant. It may be ahead of it by the time its own code took.
    pub(super) fn advance(&mut self, now_us: u64, options: &SuiteOptions) {
        let opened_at_us = self.opened_at_us;
        if let Some(page) = self.alive() {
            let until_us = now_us.saturating_sub(opened_at_us).max(page.now_us());
            if let Err(error) = page.advance_to(until_us) {
                self.die(&error);
            }
        }
        self.collect_events(options);
    }

    /// Serves one protocol call.
    pub(super) fn call(
        &mut self,
        now_us: u64,
        method: &str,
        params: &Value,
        engine: &'static Engine,
        options: &SuiteOptions,
        storage: &Storage,
    ) -> State {
        if self.dead {
            return State::answer(now_us, Err(CRASHED.to_owned()));
        }
        let opened_at_us = self.opened_at_us;
        let Some(page) = &mut self.page else {
            return self.call_blank(now_us, method, params, engine, options, storage);
        };
        let own_address = params.get("url").and_then(Value::as_str) == Some(options.url.as_str());
        let touch_points = options.profile.touch_points;
        let served = match method {
            "Page.navigate" if own_address => protocol::serve(page.as_mut(), touch_points, "Page.reload", &json!({})),
            "Page.navigate" => {
                let message = "There is no network: a page can only go to its own address";
                return State::refused(now_us, message);
            }
            _ => protocol::serve(page.as_mut(), touch_points, method, params),
        };
        if matches!(method, "Page.reload" | "Page.navigate") {
            self.load_told = false;
        }
        let state = match served {
            Ok(Served::Answer { at_us, result }) => State::answer(
                (opened_at_us + at_us).max(now_us),
                result.map_err(|message| format!("CDP error: {message}")),
            ),
            Ok(Served::Capture { at_us }) => State::Capture {
                at_us: opened_at_us + at_us,
            },
            Ok(Served::Awaiting { id, not_before_us }) => State::Awaiting {
                id,
                not_before_us: opened_at_us + not_before_us,
            },
            Err(error) => {
                self.die(&error);
                State::answer(now_us, Err(CRASHED.to_owned()))
            }
        };
        self.collect_events(options);
        state
    }

    /// Serves a call before the page has been navigated.
    fn call_blank(
        &mut self,
        now_us: u64,
        method: &str,
        params: &Value,
        engine: &'static Engine,
        options: &SuiteOptions,
        storage: &Storage,
    ) -> State {
        match method {
            "Page.enable" | "Runtime.enable" | "Network.enable" | "Log.enable" => State::answer(now_us, Ok(json!({}))),
            "Page.addScriptToEvaluateOnNewDocument" => {
                let Some(source) = params.get("source").and_then(Value::as_str) else {
                    return State::refused(now_us, "Invalid parameters");
                };
                self.init_scripts.push(source.to_owned());
                let identifier = self.init_scripts.len().to_string();
                State::answer(now_us, Ok(json!({ "identifier": identifier })))
            }
            "Page.navigate" => self.navigate(now_us, engine, options, storage),
            other => {
                let message = format!("{other} needs a page: Page.navigate comes first");
                State::refused(now_us, &message)
            }
        }
    }

    fn navigate(&mut self, now_us: u64, engine: &'static Engine, options: &SuiteOptions, storage: &Storage) -> State {
        self.opened_at_us = now_us;
        let page_options = PageOptions {
            bundle: options.bundle.clone(),
            library: options.library.clone(),
            profile: Profile {
                // The page's date and the checker's are the same.
                epoch_ms: options.profile.epoch_ms + now_us as f64 / 1_000.0,
                ..options.profile.clone()
            },
            storage: storage.clone(),
            init_scripts: self.init_scripts.clone(),
            document: String::new(),
        };
        if options.tapes != Tapes::Never && storage.database_bytes() <= DATABASES_MAX {
            self.opening = Some(Opening {
                profile: page_options.profile.clone(),
                storage: storage.items(),
                databases: storage.databases(),
            });
        }
        match oracade_runtime::open(engine, page_options) {
            Ok(mut page) => {
                if self.opening.is_some() {
                    page.keep_calls();
                }
                self.page = Some(page);
                self.collect_events(options);
                State::answer(now_us, Ok(json!({ "frameId": "main", "loaderId": "main" })))
            }
            Err(error) => {
                self.die(&error);
                State::answer(now_us, Err(CRASHED.to_owned()))
            }
        }
    }

    /// Looks at a promise that is awaited.
    pub(super) fn poll(&mut self, now_us: u64, id: EvaluationId, not_before_us: u64) -> Option<State> {
        let evaluation = self.alive()?.poll_evaluation(id);
        match evaluation {
            Ok(evaluation) => {
                let result = protocol::evaluated(evaluation)?;
                let result = result.map_err(|message| format!("CDP error: {message}"));
                Some(State::answer(not_before_us.max(now_us), result))
            }
            Err(error) => {
                self.die(&error);
                None
            }
        }
    }

    /// Stops waiting for a promise.
    pub(super) fn forget(&mut self, id: EvaluationId) {
        if let Some(page) = self.alive() {
            page.drop_evaluation(id);
        }
    }

    /// The answer to a screenshot whose frame has been presented.
    pub(super) fn screenshot(&mut self) -> Result<Value, String> {
        let frame = self.alive().ok_or_else(|| CRASHED.to_owned())?.capture();
        match frame {
            Ok(frame) => Ok(protocol::screenshot(&frame)),
            Err(PageError::BadInput(message)) => Err(format!("CDP error: {message}")),
            Err(error) => {
                self.die(&error);
                Err(CRASHED.to_owned())
            }
        }
    }

    /// Takes up what the page has said since the last time.
    fn collect_events(&mut self, options: &SuiteOptions) {
        let opened_at_us = self.opened_at_us;
        let date = |at_us: u64| (options.profile.epoch_ms + (opened_at_us + at_us) as f64 / 1_000.0).floor();
        let Some(page) = self.page.as_ref().filter(|_| !self.dead) else {
            return;
        };
        let console = page.console_since(self.console_told);
        self.console_told += console.len();
        for entry in &console {
            let ConsoleEntry { kind, text, at_us } = entry;
            let args = [json!({ "type": "string", "value": text })];
            let params = json!({ "type": kind, "args": args, "timestamp": date(*at_us) });
            self.events
                .push(json!({ "method": "Runtime.consoleAPICalled", "params": params }));
        }
        let exceptions = page.exceptions_since(self.exceptions_told);
        self.exceptions_told += exceptions.len();
        for entry in exceptions {
            let exception = json!({ "description": entry.description });
            let details = json!({ "text": entry.text, "exception": exception });
            let params = json!({ "timestamp": date(entry.at_us), "exceptionDetails": details });
            self.events
                .push(json!({ "method": "Runtime.exceptionThrown", "params": params }));
        }
        if page.loaded() && !self.load_told {
            self.load_told = true;
            let params = json!({ "timestamp": page.now_us() as f64 / 1e6 });
            self.events.push(json!({ "method": "Page.loadEventFired", "params": params }));
        }
    }

    /// The page has come to its end. What it said before is still told, then how it ended.
    fn die(&mut self, error: &PageError) {
        if self.dead {
            return;
        }
        self.dead = true;
        self.death = Some(error.to_string());
        let (outcome, message) = match error {
            PageError::Watchdog { .. } => (
                "page-watchdog",
                "the page hung: one run of its code did not end (watchdog)".to_owned(),
            ),
            PageError::OutOfMemory { .. } => ("page-out-of-memory", "the page ran out of memory".to_owned()),
            other => ("page-error", format!("the page ended: {other}")),
        };
        let params = json!({ "outcome": outcome, "message": message });
        self.events.push(json!({ "method": "oracade.died", "params": params }));
    }

    /// What is kept of the page, with a picture if one is wanted and it can still be painted.
    pub(super) fn closing(&mut self, picture_after: Option<Duration>, tape: bool) -> Closing {
        let tape = if tape { self.tape() } else { None };
        let Some(page) = self.alive() else {
            return Closing {
                tape,
                ..Closing::default()
            };
        };
        let (digest, frames) = (Some(page.digest()), page.counters().frames);
        let picture = picture_after.and_then(|after| {
            page.advance(after).ok()?;
            page.capture().ok().map(|frame| frame.to_png())
        });
        Closing {
            digest,
            frames,
            picture,
            tape,
        }
    }

    /// What was done to the page so far.
    fn tape(&self) -> Option<CheckTape> {
        let (opening, page) = (self.opening.as_ref()?, self.page.as_ref()?);
        let log = page.calls()?;
        Some(CheckTape {
            profile: opening.profile.clone(),
            storage: opening.storage.clone(),
            databases: opening.databases.clone(),
            init_scripts: self.init_scripts.clone(),
            events: calls::events(log.records),
            end_us: log.advanced_to_us,
            end: End {
                chain: Observer::default().chain(),
                digest: page.digest(),
                hold: log.hold,
                died: self.death.clone(),
            },
        })
    }
}
