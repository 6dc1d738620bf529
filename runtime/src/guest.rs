//! What stands on the virtual clock and is played, recorded and judged: a page, or a game of WebAssembly. The counterpart of the
//! host, which alone moves the clock.

use crate::call_log::Calls;
use crate::engine::Engine;
use crate::evaluation::{Evaluation, EvaluationId};
use crate::frame::Frame;
use crate::isolates::Isolates;
use crate::page::{Counters, InputAck, Page};
use crate::page_error::PageError;
use crate::page_options::PageOptions;
use crate::page_state::{ConsoleEntry, ExceptionEntry};
use crate::wasm_game::{self, WasmGame};
use serde_json::{Value, json};
use std::time::Duration;

/// How a branch of a guest is made. It is the same guest either way; what differs is the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branching {
    /// All calls are made again on a new one: costs what its life so far cost.
    Repeats,
    /// Its process is forked: memory is copied when one of the two writes. A guest that cannot be forked repeats.
    Forks,
    /// Its memory is copied.
    Copies,
}

/// What [`Guest::snapshots`] has come to.
#[derive(Debug, Default)]
pub struct Snapshots {
    /// For each moment, in order: the clock after it, and what the game said, or why nothing.
    pub list: Vec<(u64, Result<Value, String>)>,
    /// What it died of at the moment after those, and whether that was in looking rather than before.
    pub died: Option<(PageError, bool)>,
}

/// A guest stays on the thread that opened it, and everything it does happens inside calls to it: equal calls on guests opened
/// with equal options lead to equal histories.
pub trait Guest {
    /// Virtual time in µs since it was opened.
    fn now_us(&self) -> u64;

    /// When it next has something to do by itself.
    fn next_due_us(&self) -> Option<u64>;

    /// The first frame boundary that has not been shown.
    fn next_frame_us(&self) -> u64;

    /// It is up: a page's load event has fired.
    fn loaded(&self) -> bool;

    /// Runs everything that is due up to and including `until_us`, and leaves the clock there.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`, `Limit`, …: the guest is dead.
    fn advance_to(&mut self, until_us: u64) -> Result<(), PageError>;

    /// See [`Guest::advance_to`].
    ///
    /// # Errors
    /// As [`Guest::advance_to`].
    fn advance(&mut self, duration: Duration) -> Result<(), PageError> {
        let more = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.advance_to(self.now_us().saturating_add(more))
    }

    /// One low-level input event, with the parameters of the DevTools protocol (docs/formats.md).
    ///
    /// # Errors
    /// `BadInput` with the protocol's message, or as [`Guest::advance_to`].
    fn input(&mut self, event: &Value) -> Result<InputAck, PageError>;

    /// Evaluates an expression at the present instant (`Runtime.evaluate` with `returnByValue` and `awaitPromise`).
    ///
    /// # Errors
    /// As [`Guest::advance_to`]. What the expression throws is not an error but [`Evaluation::Thrown`].
    fn evaluate(&mut self, expression: &str) -> Result<Evaluation, PageError>;

    /// Looks at an evaluation that was pending.
    ///
    /// # Errors
    /// As [`Guest::advance_to`]. An id that is not known any more (after a reload) is `Failed`.
    fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError>;

    /// Forgets a pending evaluation; its promise goes on.
    fn drop_evaluation(&mut self, id: EvaluationId);

    /// Evaluates and advances the clock until the result is there or `limit` of virtual time has passed (then `Pending`).
    ///
    /// # Errors
    /// As [`Guest::evaluate`].
    fn evaluate_within(&mut self, expression: &str, limit: Duration) -> Result<Evaluation, PageError> {
        let until = self.now_us() + u64::try_from(limit.as_micros()).unwrap_or(u64::MAX / 2);
        let mut result = self.evaluate(expression)?;
        while let Evaluation::Pending(id) = result {
            let Some(due) = self.next_due_us().filter(|due| *due <= until) else {
                return Ok(result);
            };
            self.advance_to(due)?;
            result = self.poll_evaluation(id)?;
        }
        Ok(result)
    }

    /// The game's own view of its state: `__gameTest.getSnapshot()` by value.
    ///
    /// # Errors
    /// `Snapshot` if there is none or it failed, or as [`Guest::advance_to`].
    fn snapshot(&mut self) -> Result<Value, PageError>;

    /// Snapshots at several moments: as [`Guest::advance_to`] and [`Guest::snapshot`] for one after another. A guest in a process of its
    /// own is asked once for all of them. It ends early where the clock was moved by what was looked at, where there is much to carry,
    /// and where the guest dies.
    fn snapshots(&mut self, moments: &[u64]) -> Snapshots {
        let mut taken = Snapshots::default();
        for moment in moments {
            if let Err(error) = self.advance_to(*moment) {
                taken.died = Some((error, false));
                break;
            }
            let value = match self.snapshot() {
                Ok(value) => Ok(value),
                Err(PageError::Snapshot(message)) => Err(message),
                Err(error) => {
                    taken.died = Some((error, true));
                    break;
                }
            };
            let now_us = self.now_us();
            taken.list.push((now_us, value));
            if now_us > *moment {
                break;
            }
        }
        taken
    }

    /// The viewport as it is painted now, at the present instant.
    ///
    /// # Errors
    /// As [`Guest::advance_to`].
    fn capture(&mut self) -> Result<Frame, PageError>;

    /// What the last frame has shown, for somebody who watches; no part of its history, and it notices nothing of it. `None`: only
    /// the next frame shows something.
    ///
    /// # Errors
    /// As [`Guest::advance_to`].
    fn look(&mut self) -> Result<Option<Frame>, PageError>;

    /// [`Guest::look`] at another size, each pixel the mean of the area it stands for.
    ///
    /// # Errors
    /// As [`Guest::advance_to`].
    fn look_at(&mut self, width: u32, height: u32) -> Result<Option<Frame>, PageError> {
        Ok(self.look()?.map(|frame| frame.resized(width, height)))
    }

    /// The bitmap of the first canvas that matches a selector, in canvas pixels.
    ///
    /// # Errors
    /// `NoCanvas`, or as [`Guest::advance_to`].
    fn capture_canvas(&mut self, selector: &str) -> Result<Frame, PageError>;

    /// Begins anew: same files, storage and clock, nothing else is kept.
    ///
    /// # Errors
    /// As [`open`].
    fn reload(&mut self) -> Result<(), PageError>;

    /// Sets the viewport (`Emulation.setDeviceMetricsOverride`).
    ///
    /// # Errors
    /// `BadInput` for sizes outside 1…16384, or as [`Guest::advance_to`].
    fn set_viewport(&mut self, width: u32, height: u32, dpr: f64, mobile: bool) -> Result<(), PageError>;

    /// Back to the profile's viewport.
    ///
    /// # Errors
    /// As [`Guest::set_viewport`].
    fn clear_viewport(&mut self) -> Result<(), PageError>;

    /// Sets `navigator.maxTouchPoints` (`Emulation.setTouchEmulationEnabled`).
    ///
    /// # Errors
    /// As [`Guest::advance_to`].
    fn set_touch(&mut self, max_touch_points: u32) -> Result<(), PageError>;

    /// Console lines from number `from` on.
    fn console_since(&self, from: usize) -> Vec<ConsoleEntry>;

    /// Console lines so far.
    fn console(&self) -> Vec<ConsoleEntry> {
        self.console_since(0)
    }

    /// Uncaught exceptions from number `from` on.
    fn exceptions_since(&self, from: usize) -> Vec<ExceptionEntry>;

    /// Uncaught exceptions so far.
    fn exceptions(&self) -> Vec<ExceptionEntry> {
        self.exceptions_since(0)
    }

    /// What it has done so far.
    fn counters(&self) -> Counters;

    /// Digest chain over inputs, evaluations, console lines, exceptions, snapshots and captures: 64 hexadecimal digits.
    fn digest(&self) -> String;

    /// Digest over the order and times of what ran: 16 hexadecimal digits.
    fn order_digest(&self) -> String;

    /// Digest over what it has stored: 64 hexadecimal digits.
    fn storage_digest(&self) -> String;

    /// Starts to keep the calls that are made, for [`Guest::calls`]. To be called before the first of them.
    fn keep_calls(&mut self);

    /// The calls made since [`Guest::keep_calls`]; `None` if they were not kept, or took more than 64 MiB.
    fn calls(&self) -> Option<Calls<'_>>;

    /// A guest of its own that is, to the last bit, where this one is. From here on neither sees what the other does.
    ///
    /// # Errors
    /// `NotKept` if it needs the calls and they were not kept; as [`open`]; or the error this one died of.
    fn branch(&self) -> Result<Box<dyn Guest>, PageError>;

    /// How [`Guest::branch`] does it.
    fn branching(&self) -> Branching {
        Branching::Repeats
    }

    /// Facts about it as JSON, for `--json` outputs: digest, counters, time.
    fn summary(&self) -> Value {
        json!({ "now_us": self.now_us(), "digest": self.digest(), "counters": self.counters() })
    }
}

/// Opens what a bundle holds: its document, or without one its module of WebAssembly (docs/wasm-abi.md).
///
/// # Errors
/// As [`Page::open`] and [`WasmGame::open`].
pub fn open(engine: &'static Engine, options: PageOptions) -> Result<Box<dyn Guest>, PageError> {
    open_in(engine, options, None)
}

/// [`open`], a page in the isolate of the one before it in a row of pages. No page can tell.
///
/// # Errors
/// As [`open`].
pub fn open_in(engine: &'static Engine, options: PageOptions, isolates: Option<Isolates>) -> Result<Box<dyn Guest>, PageError> {
    if options.document.is_empty() && wasm_game::is_in(&options.bundle) {
        return Ok(Box::new(WasmGame::open(engine, options)?));
    }
    Ok(Box::new(Page::open_in(engine, options, isolates)?))
}
