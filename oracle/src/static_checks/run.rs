//! Runs the checks of a configuration on a document.

use super::config::{Check, Config, Pattern, Test, truthy};
use super::python_re::{Limit, MatchError, Text, strip};
use super::report::{Item, Status};
use super::syntax::{SyntaxCheck, node_check};
use super::text::{Beside, Document};
use super::undef;
use serde_json::Value;

/// Characters on either side of a match in which an excuse counts.
const EXCUSE_RANGE: usize = 200;
/// Characters of a proximity pattern shown in the report.
const SHOWN_PATTERN: usize = 60;

/// A document and what its checks have in common.
pub(super) struct Runner<'a> {
    document: &'a Document,
    beside: Beside<'a>,
    syntax: &'a dyn SyntaxCheck,
    text: Text,
    limit: Limit,
}

/// What a check finds; the rest of an [`Item`] comes from the configuration.
#[derive(Default)]
struct Finding {
    status: Option<Status>,
    matched: Option<Vec<String>>,
    missing: Option<Vec<String>>,
    bad_matches: Option<Vec<String>>,
    info: Option<String>,
    error: Option<String>,
}

impl Finding {
    fn tool(pass: bool, info: impl Into<String>) -> Finding {
        Finding {
            status: Some(verdict(pass)),
            info: Some(info.into()),
            ..Finding::default()
        }
    }

    fn error(error: impl Into<String>) -> Finding {
        Finding {
            status: Some(Status::Error),
            error: Some(error.into()),
            ..Finding::default()
        }
    }
}

fn verdict(pass: bool) -> Status {
    if pass { Status::Pass } else { Status::Fail }
}

/// Patterns sorted by what the search said.
#[derive(Default)]
struct Sorted {
    hits: Vec<String>,
    misses: Vec<String>,
    errors: Vec<String>,
}

impl Sorted {
    fn error(&self) -> Option<String> {
        (!self.errors.is_empty()).then(|| self.errors.join("; "))
    }

    /// The verdict, unless patterns without an answer could change it.
    fn decide(&self, settled: bool, otherwise: Status) -> Option<Status> {
        if settled {
            return None;
        }
        Some(if self.errors.is_empty() { otherwise } else { Status::Error })
    }
}

impl<'a> Runner<'a> {
    pub(super) fn new(document: &'a Document, beside: Beside<'a>, syntax: &'a dyn SyntaxCheck, limit: Limit) -> Self {
        Runner {
            document,
            beside,
            syntax,
            text: Text::new(&document.searchable),
            limit,
        }
    }

    pub(super) fn run(&self, config: &Config, section: super::config::Section) -> Vec<Item> {
        let checks = config.sections.get(&section).map(Vec::as_slice).unwrap_or_default();
        checks.iter().map(|check| self.item(check)).collect()
    }

    fn item(&self, check: &Check) -> Item {
        let found = self.find(&check.test);
        let status = found.status.unwrap_or(Status::Error);
        Item {
            id: check.id.clone(),
            level: check.level,
            name: check.name.clone(),
            status,
            matched: found.matched,
            missing: found.missing,
            bad_matches: found.bad_matches,
            info: found.info,
            error: found.error,
            fix_hint: (status != Status::Pass).then(|| check.fix_hint.clone()),
        }
    }

    fn find(&self, test: &Test) -> Finding {
        match test {
            Test::RegexAny(patterns) => {
                let sorted = self.search(patterns);
                let status = sorted.decide(!sorted.hits.is_empty(), Status::Fail).unwrap_or(Status::Pass);
                Finding {
                    status: Some(status),
                    error: sorted.error(),
                    matched: Some(sorted.hits),
                    ..Finding::default()
                }
            }
            Test::RegexAll(patterns) => {
                let sorted = self.search(patterns);
                let status = sorted.decide(!sorted.misses.is_empty(), Status::Pass).unwrap_or(Status::Fail);
                Finding {
                    status: Some(status),
                    error: sorted.error(),
                    matched: Some(sorted.hits),
                    missing: Some(sorted.misses),
                    ..Finding::default()
                }
            }
            Test::RegexNone { patterns, exclude_in } => self.regex_none(patterns, exclude_in.as_ref()),
            Test::RegexProximity { patterns, min_count } => self.proximity(patterns, min_count.as_ref()),
            Test::MinSizeKb(value) => {
                let size = self.document.file_size as f64 / 1024.0;
                Finding::tool(size >= *value, format!("{size:.1} KB"))
            }
            Test::HtmlStructure(tags) => self.html_structure(tags.as_ref()),
            Test::NodeSyntax => self.node_syntax(),
            Test::EslintUndef => self.eslint_undef(),
            Test::ScriptNotEmpty(least) => self.script_not_empty(least.as_ref()),
            Test::FileExists(paths) => self.file_exists(paths.as_ref()),
        }
    }

    fn sort(&self, patterns: &[Pattern], hit: impl Fn(&Pattern) -> Result<bool, MatchError>) -> Sorted {
        let mut sorted = Sorted::default();
        for pattern in patterns {
            match hit(pattern) {
                Ok(true) => sorted.hits.push(pattern.source.clone()),
                Ok(false) => sorted.misses.push(pattern.source.clone()),
                Err(error) => sorted.errors.push(format!("{error}: {}", pattern.source)),
            }
        }
        sorted
    }

    fn search(&self, patterns: &[Pattern]) -> Sorted {
        self.sort(patterns, |pattern| {
            Ok(pattern.regex.search(&self.text, self.limit)?.is_some())
        })
    }

    fn regex_none(&self, patterns: &[Pattern], exclude_in: Option<&Value>) -> Finding {
        let Some(excuses) = strings(exclude_in) else {
            return Finding::error("exclude_in must be an array of strings");
        };
        let excuses: Vec<Vec<u32>> = excuses.iter().map(|text| text.chars().map(u32::from).collect()).collect();
        let text = self.text.code_points();
        let excused = |(start, end): (usize, usize)| {
            let near = text
                .get(start.saturating_sub(EXCUSE_RANGE)..text.len().min(end + EXCUSE_RANGE))
                .unwrap_or_default();
            excuses
                .iter()
                .any(|excuse| excuse.is_empty() || near.windows(excuse.len()).any(|window| window == excuse))
        };
        let sorted = self.sort(patterns, |pattern| {
            for span in pattern.regex.matches(&self.text, self.limit) {
                if !excused(span?) {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        let status = sorted.decide(!sorted.hits.is_empty(), Status::Pass).unwrap_or(Status::Fail);
        Finding {
            status: Some(status),
            error: sorted.error(),
            bad_matches: Some(sorted.hits),
            ..Finding::default()
        }
    }

    fn proximity(&self, patterns: &[Pattern], min_count: Option<&Value>) -> Finding {
        let Some(least) = number(min_count, 1.0) else {
            return Finding::error("min_count must be a number");
        };
        let mut matched = Vec::new();
        let sorted = self.sort(patterns, |pattern| {
            let mut count = 0u64;
            for span in pattern.regex.matches(&self.text, self.limit) {
                span?;
                count += 1;
            }
            Ok(count as f64 >= least)
        });
        for source in &sorted.hits {
            // Counted again only for the few that are shown.
            let pattern = patterns.iter().find(|pattern| pattern.source == *source);
            let count = pattern.map_or(0, |pattern| pattern.regex.matches(&self.text, self.limit).count());
            let shown: String = source.chars().take(SHOWN_PATTERN).collect();
            matched.push(format!("{shown}... (x{count})"));
        }
        let status = sorted.decide(!matched.is_empty(), Status::Fail).unwrap_or(Status::Pass);
        Finding {
            status: Some(status),
            error: sorted.error(),
            matched: Some(matched),
            ..Finding::default()
        }
    }

    fn html_structure(&self, tags: Option<&Value>) -> Finding {
        let Some(tags) = strings(tags) else {
            return Finding::error("required_tags must be an array of strings");
        };
        let missing: Vec<&str> = tags
            .iter()
            .filter(|tag| !self.document.page.tags.contains(&tag.to_lowercase()))
            .map(String::as_str)
            .collect();
        if missing.is_empty() {
            Finding::tool(true, format!("all tags present: {}", tags.join(", ")))
        } else {
            Finding::tool(false, format!("missing tags: {}", missing.join(", ")))
        }
    }

    fn node_syntax(&self) -> Finding {
        if self.document.scripts.is_empty() {
            return Finding::tool(false, NO_SCRIPT);
        }
        for script in &self.document.scripts {
            if let Err(message) = node_check(self.syntax, &script.content, script.is_module) {
                let first = message.lines().next().unwrap_or_default();
                let message: String = first.chars().take(200).collect();
                return Finding::tool(false, format!("{}: {message}", script.label));
            }
        }
        Finding::tool(true, format!("syntax OK ({} scripts)", self.document.scripts.len()))
    }

    fn eslint_undef(&self) -> Finding {
        if self.document.scripts.is_empty() {
            return Finding::tool(false, NO_SCRIPT);
        }
        let sources: Vec<&str> = self.document.scripts.iter().map(|script| script.content.as_str()).collect();
        match undef::check(&sources.join("\n;\n"), self.syntax) {
            Err(error) => Finding::tool(false, error),
            Ok(undefined) if undefined.is_empty() => Finding::tool(true, "no undefined references"),
            Ok(undefined) => {
                let shown: Vec<String> = undefined
                    .iter()
                    .take(5)
                    .map(|name| format!("'{}' line {}", name.name, name.line))
                    .collect();
                let more = undefined.len().saturating_sub(5);
                let more = if more > 0 {
                    format!(" ... +{more} more")
                } else {
                    String::new()
                };
                Finding::tool(
                    false,
                    format!("{} undefined ref(s): {}{more}", undefined.len(), shown.join("; ")),
                )
            }
        }
    }

    fn script_not_empty(&self, least: Option<&Value>) -> Finding {
        let Some(least) = number(least, 100.0) else {
            return Finding::error("min_length must be a number");
        };
        let lengths = self
            .document
            .scripts
            .iter()
            .map(|script| (strip(&script.content).chars().count(), &script.label));
        // The first of the longest.
        match lengths.rev().max_by_key(|(length, _)| *length) {
            None => Finding::tool(false, NO_SCRIPT),
            Some((length, _)) if (length as f64) < least => {
                Finding::tool(false, format!("longest script has {length} characters, {least} needed"))
            }
            Some((length, label)) => Finding::tool(true, format!("longest script: {length} characters ({label})")),
        }
    }

    fn file_exists(&self, paths: Option<&Value>) -> Finding {
        let default = Value::from(vec!["index.html"]);
        let paths = paths.filter(|paths| truthy(paths)).unwrap_or(&default);
        let Some(paths) = strings(Some(paths)) else {
            return Finding::error("paths must be an array of strings");
        };
        let missing: Vec<&str> = paths
            .iter()
            .filter(|path| !self.beside.has(path))
            .map(String::as_str)
            .collect();
        if missing.is_empty() {
            Finding::tool(true, "all files present")
        } else {
            Finding::tool(false, format!("missing files: {}", missing.join(", ")))
        }
    }
}

const NO_SCRIPT: &str = "no local or inline <script> found";

/// A parameter as the list of strings that iterating over it yields: a lone string counts as its characters.
fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    match value {
        None => Some(Vec::new()),
        Some(Value::String(text)) => Some(text.chars().map(String::from).collect()),
        Some(Value::Array(items)) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        Some(other) if !truthy(other) => Some(Vec::new()),
        Some(_) => None,
    }
}

fn number(value: Option<&Value>, default: f64) -> Option<f64> {
    match value {
        None => Some(default),
        Some(Value::Bool(value)) => Some(f64::from(u8::from(*value))),
        Some(value) => value.as_f64(),
    }
}
