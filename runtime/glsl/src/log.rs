//! The info log, in the form ANGLE gives it, since that is what a page in Chromium reads:
//! `ERROR: 0:12: 'foo' : undeclared identifier`.

use std::fmt::Write as _;

/// Where a token stands: the number of its source string (`#line` sets it) and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Loc {
    /// Number of the source string.
    pub file: i32,
    /// Line, from 1.
    pub line: i32,
}

/// Text of errors and warnings, and how many errors there were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoLog {
    text: String,
    errors: usize,
}

/// A log longer than this is cut: a short source must not make a long log.
const MAX_LOG: usize = 1 << 16;
/// Errors after which a compilation stops.
const MAX_ERRORS: usize = 500;

impl InfoLog {
    /// The text as `getShaderInfoLog` gives it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether an error has been reported.
    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Whether there have been so many errors that going on is of no use.
    pub(crate) fn full(&self) -> bool {
        self.errors >= MAX_ERRORS
    }

    pub(crate) fn error(&mut self, loc: Loc, token: &str, reason: &str) {
        self.errors += 1;
        self.line("ERROR", loc, token, reason);
    }

    pub(crate) fn warning(&mut self, loc: Loc, token: &str, reason: &str) {
        self.line("WARNING", loc, token, reason);
    }

    /// An error of the whole shader or program, without a place.
    pub(crate) fn plain(&mut self, text: &str) {
        self.errors += 1;
        self.push(text);
    }

    fn line(&mut self, severity: &str, loc: Loc, token: &str, reason: &str) {
        let mut text = String::new();
        let _ = match loc.line {
            0 => write!(text, "{severity}: {}:?: '{token}' : {reason}", loc.file),
            line => write!(text, "{severity}: {}:{line}: '{token}' : {reason}", loc.file),
        };
        self.push(&text);
    }

    fn push(&mut self, text: &str) {
        if self.text.len() + text.len() < MAX_LOG {
            self.text.push_str(text);
            self.text.push('\n');
        }
    }
}
