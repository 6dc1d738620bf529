//! `Page`: the one door to the runtime.

mod branch;
mod capture;
mod evaluate;
mod guest;

use crate::by_value::{by_value, from_json};
use crate::call_log::{Call, CallLog, Calls};
use crate::digest::DigestChain;
use crate::document::{AgentSetup, Isolation};
use crate::engine::Engine;
use crate::event_loop::{Entry, Next};
use crate::isolates::Isolates;
use crate::loader::Loader;
use crate::ops::platform::{StorageArea, Storages};
pub use crate::page_error::PageError;
use crate::page_options::PageOptions;
use crate::page_state::{ConsoleEntry, ExceptionEntry, Hook, Journal, PageState};
use crate::profile::Profile;
use crate::resources::{ORIGIN, Resources};
use crate::scripts::call_hook;
use crate::workers::{Workers, run_entry};
use deno_core::v8;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// Answer to an input event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct InputAck {
    /// The event waits for the next frame (mouse and touch moves).
    pub deferred: bool,
}

/// Counts of what a page has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counters {
    /// Tasks other than timers.
    pub tasks: u64,
    /// Timer callbacks.
    pub timers: u64,
    /// Rendering opportunities taken.
    pub frames: u64,
    /// Console lines that were not kept.
    pub dropped_console_lines: u64,
    /// Documents loaded (1 + reloads).
    pub documents: u64,
}

/// One page. It stays on the thread that opened it, and everything it does happens inside calls to it.
pub struct Page {
    engine: &'static Engine,
    options: PageOptions,
    journal: Rc<RefCell<Journal>>,
    document: Document,
    /// Address of the document as it was asked for, with query and fragment.
    url: String,
    storages: Storages,
    /// The host as the page sees it now: the options' with what was emulated since.
    profile: Profile,
    documents: u64,
    dead: Option<PageError>,
    calls: Option<CallLog>,
    isolates: Option<Isolates>,
}

/// How a document is reached.
struct Arrival<'a> {
    url: &'a str,
    now_us: u64,
    /// What the document before it has left: its session history.
    session: Option<&'a str>,
    isolates: Option<&'a Isolates>,
}

struct Document {
    workers: Workers,
    isolation: Isolation,
    loader: Loader,
}

impl Page {
    /// Opens the bundle's document. Parsing and scripts run as tasks when the clock moves.
    ///
    /// # Errors
    /// `NoDocument`, or `Internal` if the engine could not make a page.
    pub fn open(engine: &'static Engine, options: PageOptions) -> Result<Page, PageError> {
        Page::open_in(engine, options, None)
    }

    /// [`Page::open`], in the isolate of the page before it in a row of pages. No page can tell.
    ///
    /// # Errors
    /// As [`Page::open`].
    pub fn open_in(engine: &'static Engine, options: PageOptions, isolates: Option<Isolates>) -> Result<Page, PageError> {
        let journal = Rc::new(RefCell::new(Journal::default()));
        journal.borrow_mut().limit = options.profile.limits.log_bytes;
        let storages = Storages {
            local: options.storage.areas.local.clone(),
            session: Rc::default(),
            databases: options.storage.areas.databases.clone(),
        };
        let profile = options.profile.clone();
        let document = match options.document.as_str() {
            "" => "index.html",
            path => path.trim_start_matches('/'),
        };
        let url = format!("{ORIGIN}/{document}");
        let arrival = Arrival {
            url: &url,
            now_us: 0,
            session: None,
            isolates: isolates.as_ref(),
        };
        let document = Self::new_document(engine, &options, arrival, &journal, &storages, &profile)?;
        Ok(Page {
            engine,
            options,
            journal,
            document,
            url,
            storages,
            profile,
            documents: 1,
            dead: None,
            calls: None,
            isolates,
        })
    }

    fn new_document(
        engine: &'static Engine,
        options: &PageOptions,
        arrival: Arrival<'_>,
        journal: &Rc<RefCell<Journal>>,
        storages: &Storages,
        profile: &Profile,
    ) -> Result<Document, PageError> {
        let Arrival {
            url,
            now_us,
            session,
            isolates,
        } = arrival;
        let html = Resources::new(options.bundle.clone(), None)
            .load(url)
            .map_err(|_| PageError::NoDocument(url.to_owned()))?
            .bytes;
        let workers = Workers::new(profile.clone(), journal.clone());
        let setup = AgentSetup {
            profile: profile.clone(),
            url: url.to_owned(),
            journal: journal.clone(),
            storages: storages.clone(),
            agent: workers.document_agent(),
            buffer_budget: workers.buffer_budget.clone(),
            now_us,
            isolates: isolates.cloned(),
        };
        let mut isolation = Isolation::new(engine, options, setup).map_err(PageError::Internal)?;
        isolation.start(&options.init_scripts, &Value::Null, session)?;
        let state = isolation.state().clone();
        let loader = Loader::new(&String::from_utf8_lossy(&html), &state);
        Ok(Document {
            workers,
            isolation,
            loader,
        })
    }

    /// Virtual time in µs since the page was opened.
    pub fn now_us(&self) -> u64 {
        self.state().event_loop.now_us()
    }

    fn state(&self) -> &Rc<PageState> {
        self.document.isolation.state()
    }

    /// When the next task, timer or wanted frame is due.
    pub fn next_due_us(&self) -> Option<u64> {
        if self.dead.is_some() {
            None
        } else {
            let document = self.state().event_loop.ready_us();
            let worker = self.document.workers.next().map(|(due, _)| due);
            document.into_iter().chain(worker).min()
        }
    }

    /// The first frame boundary that has not been shown.
    pub fn next_frame_us(&self) -> u64 {
        self.state().event_loop.next_frame_us()
    }

    /// True once the load event has fired.
    pub fn loaded(&self) -> bool {
        self.document.loader.is_loaded()
    }

    fn alive(&self) -> Result<(), PageError> {
        self.dead.clone().map_or(Ok(()), Err)
    }

    /// Runs `work` in the page as one task: then microtasks, then rejections.
    fn turn<R>(
        &mut self,
        work: impl FnOnce(&mut v8::PinScope<'_, '_>, &Rc<PageState>, &mut Loader) -> R,
    ) -> Result<R, PageError> {
        self.alive()?;
        let Document { isolation, loader, .. } = &mut self.document;
        let outcome = isolation.turn(|scope, state| work(scope, state, loader));
        let outcome = outcome.and_then(|result| self.settle_workers().map(|()| result));
        let result = self.or_dies(outcome)?;
        self.log_notices();
        Ok(result)
    }

    /// Starts and ends the workers that were asked for, and holds all agents together to the limit of memory.
    fn settle_workers(&mut self) -> Result<(), PageError> {
        let Document { workers, isolation, .. } = &mut self.document;
        workers.settle(self.engine, &self.options)?;
        if workers.is_empty() {
            return Ok(());
        }
        workers.check_memory(isolation)
    }

    /// Passes an outcome on. Errors that leave the document in an unknown state are the page's death.
    fn or_dies<R>(&mut self, outcome: Result<R, PageError>) -> Result<R, PageError> {
        if let Err(error) = &outcome
            && (!matches!(error, PageError::Limit(_)) || self.document.isolation.is_over())
        {
            self.dead = Some(error.clone());
            let text = error.to_string();
            self.journal.borrow_mut().digest.add("death", 0, text.as_bytes());
        }
        outcome
    }

    fn log_notices(&mut self) {
        let now = self.now_us();
        for notice in self.document.isolation.take_notices() {
            self.journal.borrow_mut().console("error", &notice, now);
        }
    }

    /// Runs everything that is due up to and including `until_us`, and leaves the clock there.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`, `Limit`: the page is dead.
    pub fn advance_to(&mut self, until_us: u64) -> Result<(), PageError> {
        self.alive()?;
        if let Some(calls) = &mut self.calls {
            calls.advance(until_us);
        }
        loop {
            let worker = self.document.workers.next().filter(|(ready, _)| *ready <= until_us);
            if let Some((ready, agent)) = worker
                && self.state().event_loop.ready_us().is_none_or(|own| ready < own)
            {
                self.journal.borrow_mut().order.add(2 + u64::from(agent), ready);
                let outcome = self.document.workers.run(agent, until_us);
                let outcome = outcome.and_then(|()| self.settle_workers());
                self.or_dies(outcome)?;
                continue;
            }
            let Some(next) = self.state().event_loop.take(until_us) else {
                break;
            };
            self.run(next)?;
            self.navigate_if_asked()?;
        }
        self.state().event_loop.set_now(until_us);
        self.document.workers.set_now(until_us);
        Ok(())
    }

    /// See [`Page::advance_to`].
    ///
    /// # Errors
    /// As [`Page::advance_to`].
    pub fn advance(&mut self, duration: Duration) -> Result<(), PageError> {
        let until = self
            .now_us()
            .saturating_add(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
        self.advance_to(until)
    }

    fn run(&mut self, next: Next) -> Result<(), PageError> {
        let kind = u64::from(matches!(next, Next::Frame(_)));
        let now = self.now_us();
        self.journal.borrow_mut().order.add(kind, now);
        match next {
            Next::Entry(Entry::Host(step)) => {
                let failure = self.turn(|scope, state, loader| loader.run(scope, state, step))?;
                if let Some(limit) = failure {
                    let error = PageError::Limit(limit);
                    self.dead = Some(error.clone());
                    return Err(error);
                }
                Ok(())
            }
            other => self.turn(|scope, state, _| run_entry(scope, state, other)),
        }
    }

    fn navigate_if_asked(&mut self) -> Result<(), PageError> {
        let Some(request) = self.document.isolation.take_navigation() else {
            return Ok(());
        };
        match request.kind.as_str() {
            "close" => Ok(()),
            _ if self.is_document(&request.url) => {
                self.url = request.url;
                self.open_anew(&request.kind)
            }
            "reload" => self.open_anew(&request.kind),
            _ => {
                let now = self.now_us();
                let text = format!(
                    "navigation to {} was not followed: only documents of the bundle can be opened",
                    request.url
                );
                self.journal.borrow_mut().console("error", &text, now);
                Ok(())
            }
        }
    }

    /// Whether an address leads to a document of the bundle.
    fn is_document(&self, url: &str) -> bool {
        let own = url.strip_prefix(ORIGIN).is_some_and(|rest| rest.starts_with('/'));
        let found = own.then(|| Resources::new(self.options.bundle.clone(), None).load(url).ok());
        found
            .flatten()
            .is_some_and(|found| found.content_type.starts_with("text/html"))
    }

    /// One low-level input event, with the parameters of the DevTools protocol's `Input.dispatch…Event` plus
    /// `kind: "mouse" | "touch" | "key"`, or the state of a gamepad (`kind: "gamepad"`, docs/formats.md).
    ///
    /// # Errors
    /// `BadInput` with the protocol's message, or as [`Page::advance_to`].
    pub fn input(&mut self, event: &Value) -> Result<InputAck, PageError> {
        self.alive()?;
        self.log(|| Call::Input(event.clone()));
        let at = self.now_us();
        let text = event.to_string();
        self.journal.borrow_mut().digest.add("input", at, text.as_bytes());
        let answer = self.turn(|scope, state, _| {
            let event = from_json(scope, event)?;
            let answer = call_hook(scope, state, Hook::Input, &[event])?;
            by_value(scope, answer).ok().flatten()
        })?;
        self.navigate_if_asked()?;
        let answer = answer.unwrap_or(Value::Null);
        if let Some(error) = answer.get("error").and_then(Value::as_str) {
            return Err(PageError::BadInput(error.to_owned()));
        }
        Ok(InputAck {
            deferred: answer.get("deferred").and_then(Value::as_bool).unwrap_or(false),
        })
    }

    /// Starts to keep the calls that are made, for [`Page::calls`]. To be called before the first of them.
    pub fn keep_calls(&mut self) {
        let storage = &self.options.storage;
        self.calls.get_or_insert_with(|| CallLog::new(storage.copy()));
    }

    /// The calls made since [`Page::keep_calls`]; `None` if they were not kept, or took more than 64 MiB.
    pub fn calls(&self) -> Option<Calls<'_>> {
        self.calls.as_ref()?.calls()
    }

    fn log(&mut self, call: impl FnOnce() -> Call) {
        if let Some(calls) = &mut self.calls {
            calls.add(call());
        }
    }

    /// Runs what is made of several calls as one in the log.
    fn as_one_call<R>(&mut self, call: impl FnOnce() -> Call, work: impl FnOnce(&mut Page) -> R) -> R {
        self.log(call);
        if let Some(calls) = &mut self.calls {
            calls.begin_composite();
        }
        let result = work(self);
        let now_us = self.now_us();
        if let Some(calls) = &mut self.calls {
            calls.end_composite(now_us);
        }
        result
    }

    /// Loads the document anew: same bundle, storage and clock, nothing else is kept.
    ///
    /// # Errors
    /// As [`Page::open`].
    pub fn reload(&mut self) -> Result<(), PageError> {
        self.log(|| Call::Reload);
        self.open_anew("refresh")
    }

    /// Leaves the document and opens the one at the page's address; the shims' session_history.js says what `kind` may be.
    fn open_anew(&mut self, kind: &str) -> Result<(), PageError> {
        let session = self.turn(|scope, state, _| {
            let kind = v8::String::new(scope, kind)?;
            let session = call_hook(scope, state, Hook::Leave, &[kind.into()])?;
            session.is_string().then(|| session.to_rust_string_lossy(scope))
        })?;
        let now = self.now_us();
        self.journal.borrow_mut().digest.add("reload", now, b"");
        let arrival = Arrival {
            url: &self.url,
            now_us: now,
            session: session.as_deref(),
            isolates: self.isolates.as_ref(),
        };
        self.document = Self::new_document(
            self.engine,
            &self.options,
            arrival,
            &self.journal,
            &self.storages,
            &self.profile,
        )?;
        self.documents += 1;
        Ok(())
    }

    /// Sets the viewport (`Emulation.setDeviceMetricsOverride`) and fires `resize`.
    ///
    /// # Errors
    /// `BadInput` for sizes outside 1…16384, or as [`Page::advance_to`].
    pub fn set_viewport(&mut self, width: u32, height: u32, dpr: f64, mobile: bool) -> Result<(), PageError> {
        check_viewport(width, height, dpr)?;
        self.log(|| Call::Viewport {
            width,
            height,
            dpr,
            mobile,
        });
        (self.profile.width, self.profile.height, self.profile.dpr) = (width, height, dpr);
        self.turn(|scope, state, _| {
            let numbers = [f64::from(width), f64::from(height), dpr].map(|n| v8::Number::new(scope, n).into());
            let mobile = v8::Boolean::new(scope, mobile).into();
            call_hook(scope, state, Hook::Resize, &[numbers[0], numbers[1], numbers[2], mobile]);
        })
    }

    /// Back to the profile's viewport.
    ///
    /// # Errors
    /// As [`Page::set_viewport`].
    pub fn clear_viewport(&mut self) -> Result<(), PageError> {
        let profile = &self.options.profile;
        let (width, height, dpr) = (profile.width, profile.height, profile.dpr);
        self.set_viewport(width, height, dpr, false)
    }

    /// Sets `navigator.maxTouchPoints` (`Emulation.setTouchEmulationEnabled`); `ontouchstart` appears in documents made later.
    ///
    /// # Errors
    /// As [`Page::advance_to`].
    pub fn set_touch(&mut self, max_touch_points: u32) -> Result<(), PageError> {
        self.log(|| Call::TouchPoints(max_touch_points));
        self.profile.touch_points = max_touch_points;
        self.turn(|scope, state, _| {
            let points = v8::Integer::new_from_unsigned(scope, max_touch_points).into();
            call_hook(scope, state, Hook::SetTouch, &[points]);
        })
    }

    /// Console lines so far.
    pub fn console(&self) -> Vec<ConsoleEntry> {
        self.journal.borrow().console.clone()
    }

    /// Console lines from number `from` on.
    pub fn console_since(&self, from: usize) -> Vec<ConsoleEntry> {
        self.journal.borrow().console.get(from..).unwrap_or_default().to_vec()
    }

    /// Uncaught exceptions and unhandled rejections from number `from` on.
    pub fn exceptions_since(&self, from: usize) -> Vec<ExceptionEntry> {
        self.journal.borrow().exceptions.get(from..).unwrap_or_default().to_vec()
    }

    /// Uncaught exceptions and unhandled rejections so far.
    pub fn exceptions(&self) -> Vec<ExceptionEntry> {
        self.journal.borrow().exceptions.clone()
    }

    /// What the page has done so far.
    pub fn counters(&self) -> Counters {
        let counters = self.state().event_loop.counters();
        Counters {
            tasks: counters.tasks,
            timers: counters.timers,
            frames: counters.frames,
            dropped_console_lines: self.journal.borrow().dropped,
            documents: self.documents,
        }
    }

    /// Digest chain over inputs, evaluations, console lines, exceptions, snapshots and captures: 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        self.journal.borrow().digest.hex()
    }

    /// Digest over the order and times in which tasks, timers and frames have run, of all agents: 16 hexadecimal digits.
    pub fn order_digest(&self) -> String {
        self.journal.borrow().order.hex()
    }

    /// Digest over the keys and values of both storage areas, in their order, and of the databases: 64 hexadecimal digits.
    pub fn storage_digest(&self) -> String {
        let mut digest = DigestChain::default();
        let mut add = |name: &str, area: &StorageArea| {
            for (key, value) in area.items() {
                digest.add(name, 0, key.as_bytes());
                digest.add("value", 0, value.as_bytes());
            }
        };
        add("local", &self.storages.local.borrow());
        add("session", &self.storages.session.borrow());
        self.storages.databases.borrow().trees.digest(&mut digest);
        digest.hex()
    }

    /// Facts about the page as JSON, for `--json` outputs: digest, counters, time.
    pub fn summary(&self) -> Value {
        json!({ "now_us": self.now_us(), "digest": self.digest(), "counters": self.counters() })
    }
}

/// The protocol's limits of a viewport.
pub(crate) fn check_viewport(width: u32, height: u32, dpr: f64) -> Result<(), PageError> {
    const SIDE_MAX: u32 = 16_384;
    if (1..=SIDE_MAX).contains(&width) && (1..=SIDE_MAX).contains(&height) && (0.1..=8.0).contains(&dpr) {
        return Ok(());
    }
    Err(PageError::BadInput(
        "Width and height values must be positive, not greater than 16384".to_owned(),
    ))
}
