//! The calls a host has made on a page, in order: what a tape holds. Replayed on a page of the same kind they lead to the same
//! history, because what a page does is a function of the calls made.

use crate::page_options::Storage;
use serde_json::Value;

/// A call that can change what a page does or what its digest says.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// [`crate::Page::input`].
    Input(Value),
    /// [`crate::Page::evaluate`].
    Evaluate(String),
    /// [`crate::Page::poll_evaluation`] took the result of the evaluation of this number.
    Settle(u32),
    /// [`crate::Page::snapshot`], waiting included.
    Snapshot,
    /// [`crate::Page::reload`].
    Reload,
    /// [`crate::Page::set_viewport`].
    Viewport {
        /// CSS px.
        width: u32,
        /// CSS px.
        height: u32,
        /// Device pixels per CSS px.
        dpr: f64,
        /// Whether it is a mobile device's.
        mobile: bool,
    },
    /// [`crate::Page::set_touch`].
    TouchPoints(u32),
    /// [`crate::Page::capture`], or [`crate::Page::capture_canvas`] of a selector.
    Capture(Option<String>),
}

/// A call and when it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRecord {
    /// What the clock was last advanced to before it, in µs. The page's own clock may have been ahead of that by the time its
    /// own code took.
    pub at_us: u64,
    /// Nothing was advanced between the call before and this one: what had become due meanwhile has not run.
    pub hold: bool,
    /// The call.
    pub call: Call,
}

/// The calls made on a page so far.
#[derive(Clone, Copy, Debug)]
pub struct Calls<'a> {
    /// In order.
    pub records: &'a [CallRecord],
    /// What the clock was last advanced to, in µs.
    pub advanced_to_us: u64,
    /// It has not been advanced since the last call.
    pub hold: bool,
}

/// Bytes of inputs and expressions that are kept; a host that makes more calls gets a log that says it is not whole.
const BYTES_MAX: usize = 64 << 20;

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct CallLog {
    /// What was stored when the log began.
    storage: Storage,
    records: Vec<CallRecord>,
    bytes: usize,
    cut: bool,
    /// What the clock was last advanced to.
    advanced_to_us: u64,
    /// Whether it has been advanced since the last call.
    advanced: bool,
    /// A call under way is made of others, which are not logged themselves.
    composite: u32,
}

impl CallLog {
    pub(crate) fn new(storage: Storage) -> CallLog {
        CallLog {
            storage,
            records: Vec::new(),
            bytes: 0,
            cut: false,
            advanced_to_us: 0,
            advanced: false,
            composite: 0,
        }
    }

    /// A copy of what was stored when the log began.
    pub(crate) fn storage(&self) -> Storage {
        self.storage.copy()
    }

    pub(crate) fn advance(&mut self, until_us: u64) {
        if self.composite == 0 {
            self.advanced_to_us = self.advanced_to_us.max(until_us);
            self.advanced = true;
        }
    }

    pub(crate) fn add(&mut self, call: Call) {
        if self.composite > 0 || self.cut {
            return;
        }
        self.bytes += 64
            + match &call {
                Call::Input(value) => value.to_string().len(),
                Call::Evaluate(text) => text.len(),
                _ => 0,
            };
        if self.bytes > BYTES_MAX {
            self.cut = true;
            return;
        }
        self.records.push(CallRecord {
            at_us: self.advanced_to_us,
            hold: !self.advanced,
            call,
        });
        self.advanced = false;
    }

    pub(crate) fn begin_composite(&mut self) {
        self.composite += 1;
    }

    /// `now_us` is where the clock has been left.
    pub(crate) fn end_composite(&mut self, now_us: u64) {
        self.composite -= 1;
        if self.composite == 0 {
            self.advanced_to_us = self.advanced_to_us.max(now_us);
        }
    }

    /// The calls so far; none if there were too many to keep.
    pub(crate) fn calls(&self) -> Option<Calls<'_>> {
        (!self.cut).then_some(Calls {
            records: &self.records,
            advanced_to_us: self.advanced_to_us,
            hold: !self.advanced,
        })
    }
}
