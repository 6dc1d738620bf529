//! What a run of checks says: scores by the benchmark's rules, and the same result as JSON, JUnit XML and a table.
//!
//! A report holds no wall time, no machine's path and no order that chance decides: the same games, checks, seed and version give
//! the same bytes.

mod behaviour_json;
mod json;
mod junit;
mod score;
mod table;

pub use behaviour_json::behaviour_report;
pub use json::{Conditions, json};
pub use junit::junit;
pub use score::{Count, LEVELS, Levels, Score, Summary, exit_code, static_count, summarize};
pub(crate) use score::{SECTIONS, score};
pub use table::{Style, table};

use crate::behaviour::CheckRecord;
use serde_json::Value;

/// Something that kept a game from being judged, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Short name, e.g. `missing`, `symlink`, `suite-fatal`, `panic`.
    pub name: String,
    /// What a person needs to know.
    pub message: String,
    /// The run itself failed (exit code 2), as opposed to the game not having been delivered properly.
    pub fatal: bool,
}

/// The result of one game.
#[derive(Clone, Debug, Default)]
pub struct GameReport {
    /// The game's name: unique in a run.
    pub name: String,
    /// The game as it was given on the command line.
    pub given: String,
    /// Why there is no full result.
    pub outcome: Option<Outcome>,
    /// Digest of the game's files.
    pub bundle: Option<String>,
    /// The static checks' report in the benchmark's shape, if there were static checks to run.
    pub static_report: Option<Value>,
    /// The checks file's name.
    pub suite_name: Option<String>,
    /// The address the page was opened at.
    pub url: String,
    /// The behaviour checks, if there were any to run and they ran to the end.
    pub checks: Option<Vec<CheckRecord>>,
    /// Only some checks were asked for, so that nothing is said about the whole.
    pub partial: bool,
    /// Counts by the benchmark's rules.
    pub score: Score,
}
