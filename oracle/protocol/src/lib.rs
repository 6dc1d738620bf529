//! Comparing players by a protocol that survives review (docs/protocol.md): everything is frozen before a player is seen, each trial
//! begins with the same verified state, what players remember is logged, what they reach is told by hidden probes, records cannot be
//! changed unnoticed, and errors of memory are labelled blind.

pub mod agreement;
pub mod annotate;
pub mod answer;
pub mod blind;
pub mod bundle;
pub mod chain;
pub mod clock;
pub mod detect;
mod error;
pub mod files;
pub mod freeze;
pub mod init;
pub mod manifest;
pub mod memory;
pub mod metrics;
pub mod oracle;
pub mod player;
pub mod players;
pub mod records;
pub mod report;
pub mod routes;
pub mod run;
pub mod schedule;
pub mod scoring;
pub mod stage;
pub mod trial;

pub use error::{ProtocolError, Result};
