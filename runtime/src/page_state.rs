//! What the page's ops and V8 callbacks share: clock, log, exceptions, hooks, modules.

use crate::digest::{DigestChain, OrderDigest};
use crate::evaluation::Evaluations;
use crate::event_loop::EventLoop;
use crate::modules::ModuleMap;
use crate::profile::Profile;
use deno_core::v8;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One console line.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ConsoleEntry {
    /// `log`, `info`, `warning`, `error`, `debug`, … as the inspector names the type.
    pub kind: String,
    /// The arguments joined by a space, as the inspector's `value ?? description`.
    pub text: String,
    /// Virtual time in µs.
    pub at_us: u64,
}

/// One uncaught exception or unhandled rejection, as `Runtime.exceptionThrown` gives it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExceptionEntry {
    /// `Uncaught` or `Uncaught (in promise)`.
    pub text: String,
    /// The error's stack, if the thrown value was an object.
    pub description: Option<String>,
    /// Virtual time in µs.
    pub at_us: u64,
}

/// What the log holds; shared by the documents of one page, so that it survives a reload.
#[derive(Clone, Default)]
pub(crate) struct Journal {
    pub(crate) console: Vec<ConsoleEntry>,
    pub(crate) exceptions: Vec<ExceptionEntry>,
    pub(crate) digest: DigestChain,
    pub(crate) order: OrderDigest,
    bytes: usize,
    /// Console lines that were not kept because the log was full.
    pub(crate) dropped: u64,
    /// Bytes of lines that may be kept.
    pub(crate) limit: usize,
}

/// Longest single line kept, in bytes; the rest is cut.
const LINE_MAX: usize = 64 * 1024;

impl Journal {
    fn room(&mut self, bytes: usize) -> bool {
        if self.bytes + bytes > self.limit {
            self.dropped += 1;
            return false;
        }
        self.bytes += bytes;
        true
    }

    pub(crate) fn console(&mut self, kind: &str, text: &str, at_us: u64) {
        let text = cut(text, LINE_MAX);
        self.digest.add("console", at_us, format!("{kind} {text}").as_bytes());
        if self.room(text.len() + 32) {
            self.console.push(ConsoleEntry {
                kind: kind.to_owned(),
                text: text.to_owned(),
                at_us,
            });
        }
    }

    pub(crate) fn exception(&mut self, text: &str, description: Option<&str>, at_us: u64) {
        let description = description.map(|d| cut(d, LINE_MAX));
        self.digest
            .add("exception", at_us, format!("{text} {}", description.unwrap_or("")).as_bytes());
        if self.room(text.len() + description.map_or(0, str::len) + 32) {
            let entry = ExceptionEntry {
                text: text.to_owned(),
                description: description.map(str::to_owned),
                at_us,
            };
            self.exceptions.push(entry);
        }
    }
}

fn cut(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Functions of the shims that Rust calls (docs/boundary.md, "Hooks Rust calls").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table is docs/boundary.md")]
pub(crate) enum Hook {
    StartPage,
    FireTimer,
    RunTask,
    RunFrame,
    ApplyTree,
    ScriptOf,
    BeginScript,
    EndScript,
    ScriptDone,
    DocumentEvent,
    Leave,
    Input,
    ReportException,
    Rejection,
    Resize,
    SetTouch,
    Capture,
    Look,
    CanvasOf,
    PortMessage,
    DatabaseNotice,
    MicrotasksDone,
    StyleModule,
}

impl Hook {
    pub(crate) const ALL: [(Hook, &'static str); 23] = [
        (Hook::StartPage, "startPage"),
        (Hook::FireTimer, "fireTimer"),
        (Hook::RunTask, "runTask"),
        (Hook::RunFrame, "runFrame"),
        (Hook::ApplyTree, "applyTree"),
        (Hook::ScriptOf, "scriptOf"),
        (Hook::BeginScript, "beginScript"),
        (Hook::EndScript, "endScript"),
        (Hook::ScriptDone, "scriptDone"),
        (Hook::DocumentEvent, "documentEvent"),
        (Hook::Leave, "leave"),
        (Hook::Input, "input"),
        (Hook::ReportException, "reportException"),
        (Hook::Rejection, "rejection"),
        (Hook::Resize, "resize"),
        (Hook::SetTouch, "setTouch"),
        (Hook::Capture, "capture"),
        (Hook::Look, "look"),
        (Hook::CanvasOf, "canvasOf"),
        (Hook::PortMessage, "portMessage"),
        (Hook::DatabaseNotice, "databaseNotice"),
        (Hook::MicrotasksDone, "microtasksDone"),
        (Hook::StyleModule, "styleModule"),
    ];
}

/// Rejected promises without a handler (HTML, 8.1.5.4).
#[derive(Default)]
pub(crate) struct Rejections {
    pub(crate) about_to_be_notified: Vec<(v8::Global<v8::Promise>, v8::Global<v8::Value>)>,
    pub(crate) outstanding: Vec<v8::Global<v8::Promise>>,
    pub(crate) handled: Vec<v8::Global<v8::Promise>>,
}

/// Shared by the ops and callbacks of one document.
pub(crate) struct PageState {
    pub(crate) profile: Profile,
    /// The document's address as it was opened.
    pub(crate) url: String,
    pub(crate) event_loop: EventLoop,
    pub(crate) journal: Rc<RefCell<Journal>>,
    pub(crate) hooks: RefCell<Vec<Option<v8::Global<v8::Function>>>>,
    pub(crate) modules: RefCell<ModuleMap>,
    pub(crate) rejections: RefCell<Rejections>,
    pub(crate) evaluations: Rc<Evaluations>,
    /// Text of `document.write` calls made while the parser waits for a script.
    pub(crate) written: RefCell<String>,
    /// The first parser id that is free, for fragments and `document.write`.
    pub(crate) next_parser_id: Cell<u32>,
    pub(crate) crypto_stream: Cell<u64>,
    /// Parser-inserted scripts that must run before `DOMContentLoaded`, and resources that delay `load`.
    pub(crate) load_blockers: Cell<u32>,
    /// The hook `microtasksDone` is to be called when the microtasks of this turn have run.
    pub(crate) cleanup_wanted: Cell<bool>,
}

impl PageState {
    pub(crate) fn hook(&self, hook: Hook) -> Option<v8::Global<v8::Function>> {
        self.hooks.borrow().get(hook as usize).cloned().flatten()
    }

    /// Lets go of every handle into the isolate, before it is disposed of.
    pub(crate) fn clear_handles(&self) {
        self.hooks.borrow_mut().clear();
        *self.modules.borrow_mut() = ModuleMap::default();
        *self.rejections.borrow_mut() = Rejections::default();
        self.evaluations.clear();
    }

    pub(crate) fn of(isolate: &v8::Isolate) -> Option<Rc<PageState>> {
        isolate.get_slot::<Rc<PageState>>().cloned()
    }
}
