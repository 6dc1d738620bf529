//! Reports for people: one HTML file that needs no network, Markdown, and JUnit for CI.
//!
//! [`read`] takes a folder that `oracade evaluate`, `oracade check --out` or `oracade mutate --out` wrote and makes one [`Dossier`] of it;
//! [`html()`], [`markdown()`] and [`junit()`] write that down. Everything that comes out of a game (names, console lines, snapshots) is
//! hostile text: it is escaped wherever it is written, and the page's policy lets nothing run but its own script.

mod check;
mod dossier;
mod escape;
mod evaluation;
mod folder;
mod html;
mod junit;
mod markdown;
mod mutation;
mod snapshot;
mod thumbnail;

pub use check::{FailedCheck, Filming};
pub use dossier::{
    Attachment, Cell, Change, ConsoleLine, Dossier, Evidence, Film, Finding, Frame, Kind, Mark, Matrix, Moment, Mutation, Row,
    Section, Survivor, Verdict,
};
pub use folder::{ReadError, add_mutation, read, read_folder};
pub use html::html;
pub use junit::junit;
pub use markdown::markdown;
pub use snapshot::changes;
pub use thumbnail::{jpeg_address, jpeg_of_png};
