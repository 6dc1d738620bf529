//! The source axis: how much of each rule is found in a game's program, with files and lines.
//!
//! The offline judge is structural. It parses the scripts and looks for what a rule speaks of: the guards that compare an attribute
//! with a constant, the writes that change one, constants of the balance tables, and whether a write stands under the guards. It
//! reads no comments and runs nothing. A rule's score is one of the anchors 1 (complete), 0.5 (about half) and 0 (absent or
//! contradictory).

mod clauses;
mod files;
mod find;
mod matcher;
mod names;
mod program;
mod score;
mod walk;

pub use clauses::{Found, Part, PartKind};
pub use files::{FileError, MAX_BYTES, MAX_FILES, Script, SourceFile, Sources};
pub use matcher::{InvariantFinding, RuleFinding, inspect, inspect_invariant, inspect_rule};
pub use program::{Evidence, Program};
pub use score::{LOCAL_PASS, SourceReport, SourceScore, dependency_adjusted, score, source_report, total_score, weighted_mean};

#[cfg(test)]
mod tests;
