//! What mutants say of a suite.

use super::{Differs, Options};
use crate::behaviour::CheckRecord;
use crate::report::Conditions;
use oracade_mutants::{Group, Operator, Stratum};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// A check that passes on the game fails on it.
    Killed,
    /// No check noticed, and it is another game.
    Survived,
    /// It did what the game does, wherever it was looked at.
    Equivalent,
    /// It could not be tried.
    Error,
}

/// What kind of failure killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum KillKind {
    /// A behaviour check failed.
    Check,
    /// A static check failed.
    Static,
    /// One run of its code did not end.
    Timeout,
    /// It needed more than it may have.
    Crash,
    /// The suite itself could not go on.
    Suite,
}

/// A check that failed on a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kill {
    /// The check's id, or the outcome's name.
    pub check: String,
    /// How.
    pub kind: KillKind,
    /// The check's words.
    pub detail: String,
}

/// A mutant that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// See [`oracade_mutants::Mutant::id`].
    pub id: String,
    /// What was done.
    pub operator: Operator,
    /// The file that was changed.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What stood there.
    pub before: String,
    /// What stands there instead.
    pub after: String,
    /// What became of it.
    pub fate: Fate,
    /// The checks that failed, the first alone unless all were run.
    pub killed_by: Vec<Kill>,
    /// How a survivor shows that it is another game.
    pub differs: Option<Differs>,
    /// The edit as a unified diff.
    pub diff: String,
}

/// How many of what, and the share that was killed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Strength {
    /// Killed.
    pub killed: usize,
    /// Survivors whose state differs: snapshot, console, storage, end.
    pub survived_state: usize,
    /// Survivors that only look different.
    pub survived_picture: usize,
    /// Equivalent over exploration.
    pub equivalent: usize,
    /// Could not be tried.
    pub errors: usize,
    /// Killed of all that are not equivalent, in percent.
    pub percent: Option<f64>,
    /// Killed of all that are not equivalent and do not only look different, in percent.
    pub state_percent: Option<f64>,
}

impl Strength {
    fn of<'t>(tried: impl Iterator<Item = &'t Tried>) -> Strength {
        let mut strength = Strength::default();
        for mutant in tried {
            let only_pictures = mutant.differs.as_ref().is_some_and(|differs| differs.only_pictures);
            *match mutant.fate {
                Fate::Killed => &mut strength.killed,
                Fate::Survived if only_pictures => &mut strength.survived_picture,
                Fate::Survived => &mut strength.survived_state,
                Fate::Equivalent => &mut strength.equivalent,
                Fate::Error => &mut strength.errors,
            } += 1;
        }
        let state = strength.killed + strength.survived_state;
        strength.percent = percent(strength.killed as f64, (state + strength.survived_picture) as f64);
        strength.state_percent = percent(strength.killed as f64, state as f64);
        strength
    }

    /// Survivors of both kinds.
    pub fn survived(&self) -> usize {
        self.survived_state + self.survived_picture
    }
}

/// To two decimals.
fn percent(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| (part / whole * 10_000.0).round() / 100.0)
}

/// One operator's row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperatorRow {
    /// The operator.
    pub operator: Operator,
    /// Its kind.
    pub group: Group,
    /// Mutants the game has of it.
    pub found: usize,
    /// Mutants tried.
    pub tried: usize,
    /// What became of them.
    #[serde(flatten)]
    pub strength: Strength,
}

/// What one check killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckKills {
    /// Its id.
    pub id: String,
    /// P0, P1, P2; `L1` for static checks.
    pub level: String,
    /// Its name.
    pub name: String,
    /// Mutants on which it fails: the first to fail, unless all checks were run against each.
    pub kills: usize,
}

/// The report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// `oracade-mutation-1`.
    pub format: &'static str,
    /// Under which conditions.
    pub oracade: Value,
    /// The game's name.
    pub game: String,
    /// As it was given.
    pub given: String,
    /// Digest of its files.
    pub bundle_digest: String,
    /// Seed of the sample and of the random tapes.
    pub seed: u64,
    /// All checks were run against each mutant.
    pub full: bool,
    /// Mutants the game has, of the operators that were used.
    pub found: usize,
    /// Mutants tried.
    pub tried: usize,
    /// Tapes that survivors were explored by: the suite's own and random ones.
    pub tapes: usize,
    /// All of them together.
    pub strength: Strength,
    /// As if all mutants had been tried: each operator counts by how many it has. Equal to the percentages of `strength` if they were.
    pub estimated_percent: Option<f64>,
    /// The same of those that do not only look different.
    pub estimated_state_percent: Option<f64>,
    /// By kind of operator.
    pub groups: BTreeMap<Group, Strength>,
    /// By operator.
    pub operators: Vec<OperatorRow>,
    /// By check.
    pub checks: Vec<CheckKills>,
    /// Checks that fail on the game itself; they were not run.
    pub left_out: Vec<String>,
    /// The mutants, in the order of files and places.
    pub mutants: Vec<Tried>,
}

impl Report {
    /// As JSON, with a final newline.
    pub fn json(&self) -> String {
        // A document of strings, numbers and lists always serialises.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Those that no check noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Tried> {
        self.mutants.iter().filter(|mutant| mutant.fate == Fate::Survived)
    }
}

/// What a report is made of.
pub(super) struct Parts<'a> {
    pub(super) options: &'a Options,
    pub(super) conditions: &'a Conditions,
    pub(super) bundle: &'a str,
    pub(super) found: usize,
    pub(super) strata: &'a [Stratum],
    pub(super) static_checks: &'a [String],
    pub(super) records: &'a [CheckRecord],
    pub(super) tapes: usize,
    pub(super) tried: Vec<Tried>,
}

pub(super) fn report(parts: Parts<'_>) -> Report {
    let Parts { options, tried, .. } = parts;
    let of = |wanted: &dyn Fn(&Tried) -> bool| Strength::of(tried.iter().filter(|mutant| wanted(mutant)));
    let operators: Vec<OperatorRow> = parts
        .strata
        .iter()
        .map(|stratum| {
            let operator = stratum.operator;
            let strength = of(&|mutant| mutant.operator == operator);
            OperatorRow {
                operator,
                group: operator.group(),
                found: stratum.found,
                tried: tried.iter().filter(|mutant| mutant.operator == operator).count(),
                strength,
            }
        })
        .collect();
    let groups = [Group::Syntactic, Group::Semantic]
        .into_iter()
        .map(|group| (group, of(&|mutant| mutant.operator.group() == group)));
    let kills = |id: &str| {
        tried
            .iter()
            .filter(|mutant| mutant.killed_by.iter().any(|kill| kill.check == id))
            .count()
    };
    let passes = |record: &&CheckRecord| matches!(record.status(), Some("PASS" | "NOT_APPLICABLE"));
    let behaviour = parts.records.iter().filter(passes).map(|record| CheckKills {
        id: record.id.clone(),
        level: record.level().unwrap_or_default().to_owned(),
        name: record.name().to_owned(),
        kills: kills(&record.id),
    });
    let statics = parts.static_checks.iter().map(|id| CheckKills {
        id: id.clone(),
        level: "L1".to_owned(),
        name: String::new(),
        kills: kills(id),
    });
    let estimate = |pictures: bool| {
        let (mut killed, mut whole) = (0.0, 0.0);
        for row in operators.iter().filter(|row| row.tried > 0) {
            let weight = row.found as f64 / row.tried as f64;
            let survived = row.strength.survived_state + if pictures { row.strength.survived_picture } else { 0 };
            killed += weight * row.strength.killed as f64;
            whole += weight * (row.strength.killed + survived) as f64;
        }
        percent(killed, whole)
    };
    Report {
        format: "oracade-mutation-1",
        oracade: parts.conditions.json(),
        game: options.name.clone(),
        given: options.given.clone(),
        bundle_digest: parts.bundle.to_owned(),
        seed: options.seed,
        full: options.full,
        found: parts.found,
        tried: tried.len(),
        tapes: parts.tapes,
        strength: Strength::of(tried.iter()),
        estimated_percent: estimate(true),
        estimated_state_percent: estimate(false),
        groups: groups.filter(|(_, strength)| *strength != Strength::default()).collect(),
        checks: statics.chain(behaviour).collect(),
        left_out: parts
            .records
            .iter()
            .filter(|record| !passes(record))
            .map(|record| record.id.clone())
            .collect(),
        operators,
        mutants: tried,
    }
}
