//! The deterministic page: engine, clock, event loop, documents, input and captures, behind one door, [`Page`]. Whoever plays,
//! records or judges asks no more of it than a [`Guest`] offers.
//!
//! What a page does is a pure function of the bundle's bytes, the profile (with its seed) and the calls made here in order.

mod buffers;
pub mod bundle;
mod by_value;
mod call_log;
mod databases;
mod digest;
mod document;
mod engine;
mod evaluation;
mod event_loop;
#[cfg(target_os = "linux")]
pub mod fork;
mod frame;
mod guest;
mod html_parser;
mod hub;
mod isolates;
pub mod library;
mod loader;
mod module_types;
mod modules;
pub mod ops;
mod page;
mod page_error;
mod page_options;
mod page_state;
mod platform;
mod portable_math;
mod profile;
mod repeat;
pub mod resources;
mod script;
mod scripts;
mod tree_words;
pub mod untrusted;
mod wasm_game;
mod watchdog;
mod workers;

pub use bundle::Bundle;
pub use call_log::{Call, CallRecord, Calls};
pub use databases::{DatabaseContent, Record};
pub use digest::{DigestChain, hex};
pub use engine::{Engine, EngineError, V8_FLAGS};
pub use evaluation::{Evaluation, EvaluationId, Thrown};
pub use frame::Frame;
pub use guest::{Branching, Guest, Snapshots, open, open_in};
pub use isolates::Isolates;
pub use library::Library;
pub use ops::webgl::draw_on_threads;
pub use page::{Counters, InputAck, Page, PageError};
pub use page_options::{PageOptions, Storage, StorageImage};
pub use page_state::{ConsoleEntry, ExceptionEntry};
pub use portable_math::is_interposed as is_libm_interposed;
pub use profile::{EPOCH_MS, FontProfile, Limits, Profile};
pub use script::{CallHandler, Request, Script, ScriptError, ScriptOptions, syntax_check};
pub use wasm_game::WasmGame;

/// Digest of the bundled fonts of a profile (64 hexadecimal digits).
pub fn fonts_digest(profile: FontProfile) -> String {
    oracade_text::bundle_digest(profile)
}
