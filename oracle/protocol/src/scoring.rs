//! `scoring/`: milestones and where hidden values are, and the tables by which errors of memory are told. Frozen before a player is
//! seen; formulas are those of docs/contracts.md over the game's hidden snapshot.

use crate::error::{Result, wrong};
use crate::files::{Folder, MILESTONES, RUBRIC, is_name};
use oracade_contracts::formula::Formula;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Both files.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// `milestones.yaml`.
    pub milestones: Milestones,
    /// `memory-error-rubric.yaml`.
    pub rubric: Rubric,
}

/// `milestones.yaml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestones {
    /// In the order in which they are meant to be reached.
    pub milestones: Vec<Milestone>,
    /// The milestone at which a trial ends with success.
    pub success: String,
    /// Where the values of routes and progress are.
    pub oracle: OracleMap,
    /// Ways that may be gone again.
    #[serde(default)]
    pub backtracking: Vec<Backtracking>,
}

/// A milestone; it counts once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// Its short name.
    pub id: String,
    /// What it is.
    pub name: String,
    /// Its points.
    pub weight: u32,
    /// Whether it has been reached.
    pub probe: Formula,
    /// What shows it.
    pub evidence: String,
}

/// Where hidden values are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OracleMap {
    /// The place.
    pub map: Formula,
    /// The column in it.
    pub x: Formula,
    /// The row in it.
    pub y: Formula,
    /// What is progress when it changes: an inventory, the result of a contest.
    #[serde(default)]
    pub progress: Vec<Formula>,
    /// Whether the state cannot lead to success any more.
    #[serde(default)]
    pub unrecoverable: Option<Formula>,
    /// Fields of the snapshot that are not kept.
    #[serde(default)]
    pub ignore: Vec<String>,
}

/// A way that may be gone again, since the errand needs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backtracking {
    /// The places.
    pub maps: Vec<String>,
    /// When.
    pub when: Formula,
}

/// `memory-error-rubric.yaml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// Most wasted actions of a minor error.
    pub minor_actions: u64,
    /// What players call places, and what the oracle does.
    pub locations: BTreeMap<String, String>,
    /// The subject and predicate of facts about where the player is.
    pub own_location: Pattern,
    /// Predicates of which a subject has one object at a time.
    pub functional: BTreeSet<String>,
    /// What facts claim.
    pub truths: Vec<Truth>,
    /// What objectives are reached by.
    pub goals: Vec<Goal>,
    /// What facts forbid.
    pub constraints: Vec<Constraint>,
}

/// What facts it is about; a field that is not given is any.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pattern {
    /// The kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<crate::answer::Kind>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The predicate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    /// The object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}

/// What a fact claims.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truth {
    /// The facts.
    #[serde(rename = "match")]
    pub pattern: Pattern,
    /// Whether it is so.
    pub holds: Formula,
    /// Whether what it tells of has ever come to be; without it: whether it has ever held.
    #[serde(default)]
    pub ever: Option<Formula>,
}

/// What an objective is reached by.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The facts.
    #[serde(rename = "match")]
    pub pattern: Pattern,
    /// The milestone after which it is done.
    pub milestone: String,
}

/// What a fact forbids.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// The facts.
    #[serde(rename = "match")]
    pub pattern: Pattern,
    /// When it matters.
    pub when: Formula,
    /// Actions that go against it then.
    pub forbids: Vec<String>,
}

/// Whether two words are the same to a reader: spaces around and the size of letters do not matter.
pub fn same(a: &str, b: &str) -> bool {
    a.trim().eq_ignore_ascii_case(b.trim())
}

impl Pattern {
    /// Whether a fact is meant.
    pub fn is_of(&self, fact: &crate::memory::Fact) -> bool {
        let text = |wanted: &Option<String>, given: &str| wanted.as_ref().is_none_or(|wanted| same(wanted, given));
        self.kind.is_none_or(|kind| kind == fact.kind)
            && text(&self.subject, &fact.subject)
            && text(&self.predicate, &fact.predicate)
            && text(&self.object, &fact.object)
    }
}

impl Rubric {
    /// The oracle's name of a place that a player names.
    pub fn map_of(&self, place: &str) -> Option<&str> {
        let found = self.locations.iter().find(|(name, _)| same(name, place));
        found.map(|(_, map)| map.as_str())
    }
}

impl Scoring {
    /// Reads both files.
    ///
    /// # Errors
    /// One cannot be read, or names what the other does not have.
    pub fn load(folder: &Folder) -> Result<Scoring> {
        let scoring = Scoring {
            milestones: folder.yaml(MILESTONES)?,
            rubric: folder.yaml(RUBRIC)?,
        };
        let ids: BTreeSet<&str> = scoring
            .milestones
            .milestones
            .iter()
            .map(|milestone| milestone.id.as_str())
            .collect();
        if ids.len() != scoring.milestones.milestones.len() || ids.is_empty() || !ids.iter().all(|id| is_name(id)) {
            return Err(wrong(MILESTONES, "milestones: one or more, each with an id of its own"));
        }
        if !ids.contains(scoring.milestones.success.as_str()) {
            return Err(wrong(
                MILESTONES,
                format!("success: there is no milestone {:?}", scoring.milestones.success),
            ));
        }
        for goal in &scoring.rubric.goals {
            if !ids.contains(goal.milestone.as_str()) {
                return Err(wrong(RUBRIC, format!("goals: there is no milestone {:?}", goal.milestone)));
            }
        }
        Ok(scoring)
    }
}
