//! The commands about tapes: record, replay, frames, diff, bisect, minimize, retrace, export.

pub(crate) mod bisect;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod frames;
pub(crate) mod minimize;
pub(crate) mod picture;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod retrace;
pub(crate) mod stage;
pub(crate) mod tell;
