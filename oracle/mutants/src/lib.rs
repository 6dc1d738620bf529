//! Deliberately wrong variants of a game: tests of its tests.
//!
//! A *mutant* is one edit of one script: a boundary moved, a condition turned round, a listener that is not there, a loop that
//! stops. Edits are made in the text, by the places the parser gives, so that everything else stays as it is, byte for byte. This
//! crate finds mutants ([`find`]), takes fair samples of them ([`sample`]), says what has to be run to meet them ([`Parts`]) and shows
//! them ([`diff`]); it runs nothing.

mod diff;
mod finder;
mod games;
mod operator;
mod parse;
mod reach;
mod sample;
mod survey;
#[cfg(test)]
mod tests;
mod text;

pub use diff::diff;
pub use operator::{Group, Operator};
pub use parse::{FindError, Found, find};
pub use reach::Parts;
pub use sample::{Sampled, Stratum, sample};

use serde::Serialize;

/// A wrong variant of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// `operator@file:line:column`, with `.2`, `.3`, … where there is more than one of a kind at a place.
    pub id: String,
    /// What was done.
    pub operator: Operator,
    /// The file that is changed.
    pub file: String,
    /// Line of the file, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Where the text that is replaced begins in the file, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What stands there instead.
    pub replacement: String,
}

impl Mutant {
    /// The file's text with the edit in it; `None` if that is not the text it was found in.
    pub fn apply(&self, text: &str) -> Option<String> {
        let (before, after) = (text.get(..self.start)?, text.get(self.end..)?);
        text.get(self.start..self.end)?;
        Some([before, &self.replacement, after].concat())
    }
}
