//! Games of WebAssembly, without a JavaScript engine: modules on wasmtime, with the drawing, clock, chance, files and storage of
//! docs/wasm-abi.md, and WASI preview 1 programs. What a game does is a function of its bytes, its files, the seed and the calls.

mod commands;
mod engine;
mod error;
mod files;
mod game;
mod host;
mod imports;
mod input;
mod keys;
mod manifest;
mod module;
mod painter;
mod rewrite;
#[cfg(feature = "programs")]
pub mod wasi;

pub use engine::{MEMORY_MAX, STACK_BYTES};
pub use error::GameError;
pub use files::Files;
pub use game::{Easel, Game, Setup};
pub use host::{Line, Storage};
pub use input::{Effect, Inputs, Record, kind};
pub use manifest::Manifest;
pub use module::{Kind, Module};
pub use painter::Painter;

/// The version of the ABI.
pub const ABI: i32 = 1;
/// The module in a bundle.
pub const MODULE_FILE: &str = "game.wasm";
/// What a bundle says about it.
pub const MANIFEST_FILE: &str = "game.json";
