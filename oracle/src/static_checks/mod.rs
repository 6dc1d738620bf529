//! Static checks (L1): a game's text judged by patterns and tools, as GameASG-Bench does it.
//!
//! A `checks.json` names checks in four sections; [`run`] reads it and the document and reports every result. Patterns are
//! Python's ([`python_re`]), tags and scripts are what Python's `html.parser` sees ([`html`]), syntax is what
//! `node --check` says ([`syntax`]). Whatever the document holds, a run ends with a named outcome.

pub mod config;
mod entities;
pub mod html;
pub mod python_re;
pub mod report;
mod run;
pub mod syntax;
pub mod text;
pub mod undef;

#[cfg(test)]
mod tests;

pub use report::{Checked, Item, Recount, Refusal, Refused, Report, Status, Summary};
pub use syntax::{OxcSyntax, SyntaxCheck};

use serde_json::Value;
use std::fs;
use std::path::Path;
use text::ReadError;

pub use text::Beside;

/// Where the checks come from.
#[derive(Clone, Copy, Debug)]
pub enum Checks<'a> {
    /// A `checks.json`.
    File(&'a Path),
    /// One that is read already.
    Value(&'a Value),
}

impl<'a> From<&'a Path> for Checks<'a> {
    fn from(path: &'a Path) -> Self {
        Checks::File(path)
    }
}

impl<'a> From<&'a Value> for Checks<'a> {
    fn from(value: &'a Value) -> Self {
        Checks::Value(value)
    }
}

/// Checks the document at `html_path`; scripts it links are looked for beside it.
pub fn run<'a>(html_path: &Path, checks: impl Into<Checks<'a>>, syntax: &dyn SyntaxCheck) -> Report {
    let checks = checks.into();
    let folder = html_path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if !html_path.exists() {
        return refused(checks, Refusal::HtmlNotFound, format!("not found: {}", html_path.display()));
    }
    judge(
        &html_path.display().to_string(),
        Beside::Folder(folder),
        checks,
        syntax,
        || text::read(html_path),
    )
}

/// Checks a document in memory. `file` is what the report calls it; scripts it links and files it must have are looked for `beside` it.
pub fn run_bytes<'a>(
    file: &str,
    bytes: &[u8],
    beside: Beside<'_>,
    checks: impl Into<Checks<'a>>,
    syntax: &dyn SyntaxCheck,
) -> Report {
    judge(file, beside, checks.into(), syntax, || text::from_bytes(bytes, beside))
}

fn judge(
    file: &str,
    beside: Beside<'_>,
    checks: Checks<'_>,
    syntax: &dyn SyntaxCheck,
    read: impl FnOnce() -> Result<text::Document, ReadError>,
) -> Report {
    let config = match load(checks) {
        Ok(config) => config,
        Err(message) => return refused(checks, Refusal::InvalidChecksConfig, message),
    };
    let document = match read() {
        Ok(document) => document,
        Err(error) => {
            let refusal = match &error {
                ReadError::Missing(_) => Refusal::HtmlNotFound,
                ReadError::Unreadable(..) | ReadError::TooLarge(_) => Refusal::HtmlUnreadable,
                ReadError::Html(_) => Refusal::HtmlParserFailed,
            };
            return refused(checks, refusal, error.to_string());
        }
    };
    let runner = run::Runner::new(&document, beside, syntax, python_re::Limit::default());
    let title = config.title.clone().unwrap_or_else(|| "Game".to_owned());
    let checked = Checked::new(title, file.to_owned(), document.file_size, |section| {
        runner.run(&config, section)
    });
    Report::Checked(Box::new(checked))
}

fn load(checks: Checks<'_>) -> Result<config::Config, String> {
    match checks {
        Checks::Value(value) => config::parse(value).map_err(|error| error.to_string()),
        Checks::File(path) => {
            let bytes = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let value: Value = serde_json::from_slice(&bytes).map_err(|error| format!("not JSON: {error}"))?;
            config::parse(&value).map_err(|error| error.to_string())
        }
    }
}

fn refused(checks: Checks<'_>, error: Refusal, message: String) -> Report {
    let checks = match checks {
        Checks::File(path) => path.display().to_string(),
        Checks::Value(_) => String::new(),
    };
    Report::Refused(Refused {
        error,
        checks,
        message,
        pass: false,
    })
}
