//! The report of the static checks, in the benchmark's shape, and its rendering as text.

use super::config::{Level, Section};
use serde::Serialize;

/// Outcome of one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// As demanded.
    Pass,
    /// Not as demanded.
    Fail,
    /// The check could not be decided; [`Item::error`] says why.
    Error,
}

/// One check's result. Fields that do not belong to its kind are absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// From the configuration.
    pub id: String,
    /// From the configuration.
    pub level: Level,
    /// From the configuration.
    pub name: String,
    /// Outcome.
    pub status: Status,
    /// Patterns found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched: Option<Vec<String>>,
    /// Patterns not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// Patterns found that must not be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad_matches: Option<Vec<String>>,
    /// What a tool says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<String>,
    /// Why (a part of) the check could not be decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do; only if the check did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix_hint: Option<String>,
}

/// Counts by section and level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Tool checks passed.
    pub tool_pass: usize,
    /// Tool checks.
    pub tool_total: usize,
    /// P0 of `checks` passed.
    pub p0_pass: usize,
    /// P0 of `checks`; those of `proximity_checks` count nowhere.
    pub p0_total: usize,
    /// P1 of `checks` and `proximity_checks` passed.
    pub p1_pass: usize,
    /// P1 of `checks` and `proximity_checks`.
    pub p1_total: usize,
    /// P2 of `checks` and `proximity_checks` passed.
    pub p2_pass: usize,
    /// P2 of `checks` and `proximity_checks`.
    pub p2_total: usize,
    /// Anti-patterns that did not pass.
    pub anti_pattern_triggers: usize,
}

/// The leaderboard's own count: every item of every section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recount {
    /// Items passed.
    pub passed: usize,
    /// Items.
    pub total: usize,
    /// There is something to count.
    pub valid: bool,
}

/// A run that came to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The document, as its path was given.
    pub file: String,
    /// Its size in units of 1024 bytes.
    pub file_size_kb: f64,
    /// Results of the section.
    pub tool_checks: Vec<Item>,
    /// Results of the section.
    pub checks: Vec<Item>,
    /// Results of the section.
    pub anti_patterns: Vec<Item>,
    /// Results of the section.
    pub proximity_checks: Vec<Item>,
    /// Counts.
    pub summary: Summary,
    /// Everything that counts passed.
    pub pass: bool,
    /// The leaderboard's count (ours; the benchmark's report has no such field).
    pub recount: Recount,
    /// Title of the text rendering.
    #[serde(skip)]
    pub title: String,
}

/// Why nothing was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The configuration is missing, no JSON, or says something that cannot be run.
    InvalidChecksConfig,
    /// There is no document. (The benchmark writes no report then.)
    HtmlNotFound,
    /// The document cannot be read or is too large. (The benchmark's runner would crash.)
    HtmlUnreadable,
    /// The benchmark's HTML parser would raise an exception. (Its runner crashes, without a report.)
    HtmlParserFailed,
}

/// A run that could not start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Why.
    pub error: Refusal,
    /// The configuration's path, if it came from a file.
    pub checks: String,
    /// What a person needs to know.
    pub message: String,
    /// Always false.
    pub pass: bool,
}

/// What a run yields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// All checks ran.
    Checked(Box<Checked>),
    /// None did.
    Refused(Refused),
}

impl Report {
    /// Whether everything passed.
    pub fn pass(&self) -> bool {
        matches!(self, Report::Checked(checked) if checked.pass)
    }

    /// 0: everything passed; 1: something did not; 2: nothing was checked.
    pub fn exit_code(&self) -> u8 {
        match self {
            Report::Checked(checked) => u8::from(!checked.pass),
            Report::Refused(_) => 2,
        }
    }

    /// The count of the leaderboard; not valid if nothing was checked.
    pub fn recount(&self) -> Recount {
        match self {
            Report::Checked(checked) => checked.recount,
            Report::Refused(_) => Recount::default(),
        }
    }

    /// The result of the check `id`.
    pub fn item(&self, id: &str) -> Option<&Item> {
        match self {
            Report::Checked(checked) => checked.items().find(|item| item.id == id),
            Report::Refused(_) => None,
        }
    }

    /// The report for people.
    pub fn text(&self) -> String {
        match self {
            Report::Refused(refused) => format!("ERROR: {}\n", refused.message),
            Report::Checked(checked) => checked.text(),
        }
    }
}

impl Checked {
    /// Puts the results together.
    pub(super) fn new(title: String, file: String, file_size: u64, mut results: impl FnMut(Section) -> Vec<Item>) -> Checked {
        let [tool_checks, checks, anti_patterns, proximity_checks] = Section::ALL.map(&mut results);
        let mut checked = Checked {
            file,
            file_size_kb: file_size as f64 / 1024.0,
            tool_checks,
            checks,
            anti_patterns,
            proximity_checks,
            summary: Summary::default(),
            pass: false,
            recount: Recount::default(),
            title,
        };
        checked.count();
        checked
    }

    fn count(&mut self) {
        let passed = |items: &[&Item]| items.iter().filter(|item| item.status == Status::Pass).count();
        let of = |level: Level| -> Vec<&Item> {
            let near = self.proximity_checks.iter().filter(|_| level != Level::P0);
            self.checks.iter().chain(near).filter(|item| item.level == level).collect()
        };
        let (p0, p1, p2) = (of(Level::P0), of(Level::P1), of(Level::P2));
        let tools: Vec<&Item> = self.tool_checks.iter().collect();
        let all: Vec<&Item> = self.items().collect();
        let summary = Summary {
            tool_pass: passed(&tools),
            tool_total: tools.len(),
            p0_pass: passed(&p0),
            p0_total: p0.len(),
            p1_pass: passed(&p1),
            p1_total: p1.len(),
            p2_pass: passed(&p2),
            p2_total: p2.len(),
            anti_pattern_triggers: self.anti_patterns.iter().filter(|item| item.status != Status::Pass).count(),
        };
        let recount = Recount {
            passed: passed(&all),
            total: all.len(),
            valid: !all.is_empty(),
        };
        self.pass = summary.tool_pass == summary.tool_total
            && summary.p0_pass == summary.p0_total
            && summary.p1_pass == summary.p1_total
            && summary.p2_pass == summary.p2_total
            && summary.anti_pattern_triggers == 0;
        self.summary = summary;
        self.recount = recount;
    }

    /// All results, in the order of the sections.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.tool_checks
            .iter()
            .chain(&self.checks)
            .chain(&self.anti_patterns)
            .chain(&self.proximity_checks)
    }

    fn text(&self) -> String {
        let mut out = format!("{}: static checks\n{} ({:.1} KB)\n", self.title, self.file, self.file_size_kb);
        let by_level = |level: Level| -> Vec<&Item> {
            self.checks
                .iter()
                .chain(&self.proximity_checks)
                .filter(|item| item.level == level)
                .collect()
        };
        let groups = [
            ("Tools", self.tool_checks.iter().collect()),
            ("P0", by_level(Level::P0)),
            ("Anti-patterns", self.anti_patterns.iter().collect()),
            ("P1", by_level(Level::P1)),
            ("P2", by_level(Level::P2)),
        ];
        for (title, items) in groups {
            if items.is_empty() {
                continue;
            }
            let passed = items.iter().filter(|item| item.status == Status::Pass).count();
            out.push_str(&format!("\n{title}: {passed}/{}\n", items.len()));
            for item in items {
                let mark = match item.status {
                    Status::Pass => '✓',
                    Status::Fail => '✗',
                    Status::Error => '!',
                };
                out.push_str(&format!("  {mark} {}\n", item.name));
                if let Some(error) = &item.error {
                    out.push_str(&format!("      {error}\n"));
                }
                if let Some(hint) = &item.fix_hint {
                    let hint: String = hint.chars().take(120).collect();
                    out.push_str(&format!("      → {hint}\n"));
                }
            }
        }
        let verdict = if self.pass { "passed" } else { "not passed" };
        out.push_str(&format!("\nAll: {}/{}, {verdict}\n", self.recount.passed, self.recount.total));
        out
    }
}
