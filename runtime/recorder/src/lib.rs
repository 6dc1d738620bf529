//! Tapes: a run that is written down so that it can be played again, anywhere, and compared bit for bit.
//!
//! [`tape`] is the format, [`read`] and [`write`] are its two directions, [`play()`] puts a tape on a page, [`verify`] compares what
//! is seen with what was recorded, and [`minimize`] makes a tape shorter. docs/formats.md describes the files.

pub mod beginnings;
pub mod calls;
pub mod database;
pub mod export;
pub mod import;
pub mod keys;
pub mod live;
pub mod minimize;
pub mod observe;
pub mod play;
pub mod read;
pub mod record;
pub mod replay;
pub mod tape;
pub mod verify;
pub mod write;

pub use play::{Answer, play};
pub use tape::{Act, Checkpoint, End, Event, Header, Tape, actions};
