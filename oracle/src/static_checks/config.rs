//! `checks.json`: the executable checks it holds, with older spellings understood and all mistakes reported at once.

use super::python_re::{Flags, Regex, strip};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The four arrays, in the order they are run and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Syntax, structure, size.
    Tools,
    /// What the text must have.
    Checks,
    /// What it must not have.
    AntiPatterns,
    /// What must stand close together.
    Proximity,
}

impl Section {
    /// All of them, in order.
    pub const ALL: [Section; 4] = [Section::Tools, Section::Checks, Section::AntiPatterns, Section::Proximity];

    /// The key in `checks.json` and in the report.
    pub fn key(self) -> &'static str {
        match self {
            Section::Tools => "tool_checks",
            Section::Checks => "checks",
            Section::AntiPatterns => "anti_patterns",
            Section::Proximity => "proximity_checks",
        }
    }
}

/// How much a check weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Level {
    /// The game does not count without it.
    P0,
    /// Core.
    P1,
    /// Extension.
    P2,
}

/// A check, ready to run.
#[derive(Clone, Debug)]
pub struct Check {
    /// Unique over all sections.
    pub id: String,
    /// Weight.
    pub level: Level,
    /// What people read.
    pub name: String,
    /// What to do when it fails.
    pub fix_hint: String,
    /// What is tested.
    pub test: Test,
}

/// A pattern as written and as compiled.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub source: String,
    /// Compiled without flags, or with `DOTALL` for proximity.
    pub regex: Regex,
}

/// What a check tests. Parameters that the format does not validate stay as they were written: using them may fail.
#[derive(Clone, Debug)]
pub enum Test {
    /// At least one pattern is found.
    RegexAny(Vec<Pattern>),
    /// All patterns are found.
    RegexAll(Vec<Pattern>),
    /// No pattern is found, but for matches near one of the literals `exclude_in`.
    RegexNone {
        /// The patterns.
        patterns: Vec<Pattern>,
        /// Literals that excuse a match within 200 characters.
        exclude_in: Option<Value>,
    },
    /// A pattern is found often enough.
    RegexProximity {
        /// The patterns.
        patterns: Vec<Pattern>,
        /// Least number of matches, by default 1.
        min_count: Option<Value>,
    },
    /// The document is at least this large, in units of 1024 bytes.
    MinSizeKb(f64),
    /// The tags occur (default `html`, `script`).
    HtmlStructure(Option<Value>),
    /// `node --check` on each script.
    NodeSyntax,
    /// No undeclared names.
    EslintUndef,
    /// The longest script has at least so many characters (default 100).
    ScriptNotEmpty(Option<Value>),
    /// The paths exist (default `index.html`).
    FileExists(Option<Value>),
}

/// The checks of a file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// `_doc`: the title of the text report.
    pub title: Option<String>,
    /// Checks of each section.
    pub sections: BTreeMap<Section, Vec<Check>>,
}

/// Everything that is wrong with a `checks.json`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", shape(.0))]
pub struct ConfigError(pub Vec<String>);

fn shape(errors: &[String]) -> String {
    match errors {
        [only] if only == TOP_LEVEL => only.clone(),
        _ => errors.iter().fold("invalid checks config:".to_owned(), |text, error| {
            format!("{text}\n- {error}")
        }),
    }
}

const TOP_LEVEL: &str = "top level must be a JSON object";

/// Reads a configuration.
///
/// # Errors
/// [`ConfigError`] with every mistake found.
pub fn parse(value: &Value) -> Result<Config, ConfigError> {
    let Value::Object(top) = value else {
        return Err(ConfigError(vec![TOP_LEVEL.to_owned()]));
    };
    let mut reader = Reader {
        errors: Vec::new(),
        ids: BTreeMap::new(),
    };
    let mut config = Config {
        title: top.get("_doc").and_then(Value::as_str).map(str::to_owned),
        ..Config::default()
    };
    for section in Section::ALL {
        let checks = reader.section(section, top.get(section.key()));
        config.sections.insert(section, checks);
    }
    if reader.errors.is_empty() {
        Ok(config)
    } else {
        Err(ConfigError(reader.errors))
    }
}

struct Reader {
    errors: Vec<String>,
    /// Where each id was seen.
    ids: BTreeMap<String, String>,
}

impl Reader {
    fn section(&mut self, section: Section, raw: Option<&Value>) -> Vec<Check> {
        let items: Vec<Value> = match raw {
            None => Vec::new(),
            Some(Value::Array(items)) => items.clone(),
            Some(Value::Object(flags)) if section == Section::Tools => legacy_tools(flags),
            Some(_) => {
                self.errors.push(format!("{} must be an array", section.key()));
                Vec::new()
            }
        };
        let checks = items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| self.item(section, index, item));
        checks.collect()
    }

    fn item(&mut self, section: Section, index: usize, raw: &Value) -> Option<Check> {
        let at = format!("{}[{index}]", section.key());
        let Value::Object(raw) = raw else {
            self.errors.push(format!("{at} must be an object"));
            return None;
        };
        let check = normalize(raw, section, index);
        let id = self.text(&at, "id", &check);
        if let Some(id) = &id {
            match self.ids.get(id) {
                Some(first) => self.errors.push(format!("{at}.id duplicates {first} ('{id}')")),
                None => {
                    self.ids.insert(id.clone(), at.clone());
                }
            }
        }
        let name = self.text(&at, "name", &check);
        let level = match check.get("level").and_then(Value::as_str) {
            Some("P0") => Some(Level::P0),
            Some("P1") => Some(Level::P1),
            Some("P2") => Some(Level::P2),
            _ => {
                let got = check.get("level").unwrap_or(&Value::Null);
                self.errors.push(format!("{at}.level must be one of P0, P1, P2; got {got}"));
                None
            }
        };
        if raw.contains_key("status") {
            self.errors
                .push(format!("{at}.status belongs to reports; a configured check has none"));
        }
        let fix_hint = self.text(&at, "fix_hint", &check);
        let test = self.test(section, &at, &check);
        Some(Check {
            id: id?,
            level: level?,
            name: name?,
            fix_hint: fix_hint?,
            test: test?,
        })
    }

    fn text(&mut self, at: &str, key: &str, check: &Map<String, Value>) -> Option<String> {
        match check.get(key).and_then(Value::as_str) {
            Some(text) if !strip(text).is_empty() => Some(text.to_owned()),
            _ => {
                self.errors.push(format!("{at}.{key} must be a non-empty string"));
                None
            }
        }
    }

    fn test(&mut self, section: Section, at: &str, check: &Map<String, Value>) -> Option<Test> {
        let kind = check.get("type").and_then(Value::as_str).unwrap_or_default();
        let tool = check.get("tool").and_then(Value::as_str).unwrap_or_default();
        match kind {
            "min_size_kb" => match check.get("value").and_then(Value::as_f64).filter(|value| *value > 0.0) {
                Some(value) => Some(Test::MinSizeKb(value)),
                None => {
                    self.errors.push(format!("{at}.value must be a positive number"));
                    None
                }
            },
            "tool_check" => {
                let test = tool_test(tool, check);
                if section != Section::Tools {
                    self.errors
                        .push(format!("{at}.tool_check is only valid in {}", Section::Tools.key()));
                }
                if test.is_none() {
                    let got = check.get("tool").unwrap_or(&Value::Null);
                    self.errors.push(format!("{at}.tool is unsupported: {got}"));
                }
                test
            }
            "regex_any" | "regex_all" | "regex_none" | "regex_proximity" => {
                let flags = if kind == "regex_proximity" {
                    Flags::DOT_ALL
                } else {
                    Flags::NONE
                };
                let patterns = self.patterns(at, check.get("patterns"), flags)?;
                // Among the tools the tool's name goes before the type.
                if section == Section::Tools
                    && let Some(test) = tool_test(tool, check)
                {
                    return Some(test);
                }
                Some(match kind {
                    "regex_any" => Test::RegexAny(patterns),
                    "regex_all" => Test::RegexAll(patterns),
                    "regex_none" => Test::RegexNone {
                        patterns,
                        exclude_in: check.get("exclude_in").cloned(),
                    },
                    _ => Test::RegexProximity {
                        patterns,
                        min_count: check.get("min_count").cloned(),
                    },
                })
            }
            _ => {
                let got = check.get("type").unwrap_or(&Value::Null);
                self.errors.push(format!("{at}.type is unsupported: {got}"));
                None
            }
        }
    }

    fn patterns(&mut self, at: &str, raw: Option<&Value>, flags: Flags) -> Option<Vec<Pattern>> {
        let Some(items) = raw.and_then(Value::as_array).filter(|items| !items.is_empty()) else {
            self.errors.push(format!("{at}.patterns must be a non-empty array"));
            return None;
        };
        let before = self.errors.len();
        let mut patterns = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match item.as_str().filter(|source| !source.is_empty()) {
                None => self.errors.push(format!("{at}.patterns[{index}] must be a non-empty string")),
                Some(source) => match Regex::new(source, flags) {
                    Ok(regex) => patterns.push(Pattern {
                        source: source.to_owned(),
                        regex,
                    }),
                    Err(error) => self.errors.push(format!("{at}.patterns[{index}] is invalid: {error}")),
                },
            }
        }
        (self.errors.len() == before).then_some(patterns)
    }
}

fn tool_test(tool: &str, check: &Map<String, Value>) -> Option<Test> {
    let parameter = |key: &str| check.get(key).cloned();
    Some(match tool {
        "html_structure" => Test::HtmlStructure(parameter("required_tags")),
        "node_syntax" => Test::NodeSyntax,
        "eslint_undef" => Test::EslintUndef,
        "script_not_empty" => Test::ScriptNotEmpty(parameter("min_length")),
        "file_exists" => Test::FileExists(parameter("paths")),
        _ => return None,
    })
}

/// The boolean form of `tool_checks`.
fn legacy_tools(flags: &Map<String, Value>) -> Vec<Value> {
    let set = |keys: [&str; 2]| keys.iter().any(|key| flags.get(*key).is_some_and(truthy));
    let mut checks = Vec::new();
    if set(["requires_single_html_entry", "requires_html_entry"]) {
        checks.push(serde_json::json!({
            "id": "tool-html-entry", "level": "P0", "name": "index.html exists",
            "type": "file_exists", "paths": ["index.html"], "fix_hint": "Deliver the game as index.html.",
        }));
    }
    if set(["requires_no_fatal_js", "requires_js_syntax"]) {
        checks.push(serde_json::json!({
            "id": "tool-js-syntax", "level": "P0", "name": "The scripts parse",
            "type": "javascript_syntax", "fix_hint": "Fix the JavaScript syntax errors; the game cannot load with them.",
        }));
    }
    checks
}

/// Truth as Python tells it.
pub(super) fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

/// Fills in defaults and today's spelling of types and tools.
fn normalize(raw: &Map<String, Value>, section: Section, index: usize) -> Map<String, Value> {
    let mut check = raw.clone();
    let fill = |check: &mut Map<String, Value>, key: &str, value: Value| {
        if !check.contains_key(key) {
            check.insert(key.to_owned(), value);
        }
    };
    fill(&mut check, "id", Value::from(format!("{}-{}", section.key(), index + 1)));
    let level = check.get("priority").cloned().unwrap_or_else(|| Value::from("P1"));
    fill(&mut check, "level", level);
    let name = check
        .get("description")
        .or_else(|| check.get("id"))
        .cloned()
        .unwrap_or(Value::Null);
    fill(&mut check, "name", name);

    let kind = check.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let tool = check.get("tool").and_then(Value::as_str).unwrap_or_default().to_owned();
    let set = |check: &mut Map<String, Value>, kind: &str, tool: Option<&str>| {
        check.insert("type".to_owned(), Value::from(kind));
        if let Some(tool) = tool {
            check.insert("tool".to_owned(), Value::from(tool));
        }
    };
    match (section, kind.as_str(), tool.as_str()) {
        (Section::Tools, "min_size_kb", _) => {}
        (Section::Tools, "html_has_script" | "html_parse", _)
        | (Section::Tools, _, "html_structure" | "html_has_script" | "html_parse") => {
            set(&mut check, "tool_check", Some("html_structure"));
            fill(&mut check, "required_tags", serde_json::json!(["html", "script"]));
        }
        (Section::Tools, "javascript_syntax" | "js_syntax" | "syntax", _)
        | (Section::Tools, _, "node_syntax" | "javascript_syntax" | "js_syntax") => {
            set(&mut check, "tool_check", Some("node_syntax"));
        }
        (Section::Tools, "script_not_empty", _) | (Section::Tools, _, "script_not_empty") => {
            set(&mut check, "tool_check", Some("script_not_empty"));
        }
        (Section::Tools, "file_exists" | "required_file", _) => set(&mut check, "tool_check", Some("file_exists")),
        (Section::AntiPatterns, "anti_regex" | "anti_pattern" | "regex_absent" | "regex_forbid" | "regex", _) => {
            set(&mut check, "regex_none", None);
        }
        (Section::Proximity, "proximity" | "regex_near" | "regex", _) => set(&mut check, "regex_proximity", None),
        (_, "regex" | "static" | "static_signal" | "static_all", _) => set(&mut check, "regex_all", None),
        (_, "static_mixed", _) => set(&mut check, "regex_all", None),
        (_, "static_any", _) => set(&mut check, "regex_any", None),
        _ => {}
    }
    check
}
