//! Scoring frameworks as data.
//!
//! A *scorecard* is a file: which values are given (`inputs`, and `groups` of items), what bounds them (`caps`), what is subtracted
//! and added (`penalties`, `bonuses`), which numbers follow (`values`, by [`crate::formula`]), when nothing counts at all (`gate`),
//! the `total`, its `tiers`, and the columns of a leaderboard. An *entry* is what one build was given. Nothing in this module knows
//! a framework by name.

mod board;
mod builtin;
mod entry;
mod evaluate;
mod validate;

pub use board::{Board, board, markdown};
pub use builtin::{BUILTIN, builtin};
pub use entry::{Entry, Given};
pub use evaluate::{Applied, ScoreError, ScoreResult, aggregate, score};

use crate::canonical;
use crate::formula::Formula;
use crate::json::{self, ReadError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Inputs, items, caps or values a scorecard may have.
pub const MAX_PARTS: usize = 1000;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScorecardFormat {
    /// The first format.
    #[serde(rename = "oracade-scorecard-1")]
    V1,
}

/// What kind of value an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    /// A number.
    #[default]
    Number,
    /// True or false.
    Bool,
    /// Numbers.
    List,
    /// A text.
    Text,
}

/// A value that is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name in formulas.
    pub id: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Its kind.
    #[serde(default, rename = "type")]
    pub kind: InputKind,
    /// The least it may be; of lists, each of its items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// What it is when it is not given; without, it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Given>,
}

/// An item of a group: from 0 to its most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its name within the group; `group.item` in formulas.
    pub id: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The most points.
    pub max: f64,
}

/// Items whose sum has a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its name in formulas: the sum, missing while an item is.
    pub id: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Its items.
    pub items: Vec<Item>,
}

/// A bound on an item or group under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// When it applies.
    pub when: Formula,
    /// The item (`group.item`) or group.
    pub item: String,
    /// The most it counts then.
    pub at_most: f64,
    /// Why, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Points for each time something happened: a count that is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerCount {
    /// The count's name.
    pub id: String,
    /// What it counts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Points for each; of penalties too a positive number.
    pub each: f64,
    /// The most that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// The name of the sum it belongs to; `penalties` or `bonuses` by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
}

/// A number that follows from others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Derived {
    /// Its name in later formulas.
    pub id: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// How it follows.
    pub formula: Formula,
    /// It is missing, rather than an error, when something it needs is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// A text that is shown under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// When.
    pub when: Formula,
    /// What.
    pub text: String,
}

/// What has to hold for anything to count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Whether it is passed.
    pub formula: Formula,
    /// Why it is not, for people; the first that applies is shown.
    #[serde(default)]
    pub reasons: Vec<Note>,
}

/// A tier: totals from its boundary to the next one's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// Its name.
    pub title: String,
    /// The least total in it; the boundary belongs to it.
    pub from: f64,
}

/// A column of the leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// A value, an input, or a text of the entry.
    pub value: String,
    /// Digits after the point.
    #[serde(default = "one")]
    pub digits: usize,
    /// It is shown for entries that did not pass the gate.
    #[serde(default)]
    pub always: bool,
}

fn one() -> usize {
    1
}

/// A scoring framework.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scorecard {
    /// The format.
    pub format: ScorecardFormat,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// What is given in groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Values that caps may ask for: they follow from inputs and items alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before_caps: Vec<Derived>,
    /// Bounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caps: Vec<Cap>,
    /// Counts that cost points; their sum is `penalties`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<PerCount>,
    /// Counts that give points; their sum is `bonuses`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bonuses: Vec<PerCount>,
    /// What follows, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Derived>,
    /// What has to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// The total; 0 if the gate is not passed.
    pub total: Formula,
    /// Digits of the total that are shown.
    #[serde(default = "one")]
    pub digits: usize,
    /// Tiers, from the lowest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<Tier>,
    /// What a total below all tiers is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub below: String,
    /// What an entry that did not pass the gate is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub not_passed: String,
    /// What to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Note>,
    /// The leaderboard's columns, beside rank, total and gate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// Numbers over all entries: in their formulas every value is the list of what the entries have, without what is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aggregates: Vec<Derived>,
}

impl Scorecard {
    /// Reads a scorecard and checks that its formulas know their names.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, or refers to what it does not have.
    pub fn read(file: &str, text: &str) -> Result<Scorecard, ReadError> {
        let (card, node): (Scorecard, json::Node) = json::read_located(file, text)?;
        match validate::problem(&card) {
            None => Ok(card),
            Some((key, message)) => Err(ReadError {
                file: file.to_owned(),
                line: node.nearest(&key).line,
                key,
                message,
            }),
        }
    }

    /// SHA-256 of its canonical JSON: results name it, so that nobody compares what two different cards gave.
    pub fn digest(&self) -> String {
        canonical::digest_of(self)
    }

    /// Penalties and bonuses under the sums they belong to, in the order of their first appearance.
    fn sums(&self) -> Vec<(&str, Vec<&PerCount>)> {
        let mut sums: Vec<(&str, Vec<&PerCount>)> = vec![("penalties", Vec::new()), ("bonuses", Vec::new())];
        let all = [("penalties", &self.penalties), ("bonuses", &self.bonuses)];
        for (list, count) in all
            .iter()
            .flat_map(|(list, counts)| counts.iter().map(move |count| (*list, count)))
        {
            let name = count.sum.as_deref().unwrap_or(list);
            match sums.iter_mut().find(|(known, _)| *known == name) {
                Some((_, counts)) => counts.push(count),
                None => sums.push((name, vec![count])),
            }
        }
        sums
    }

    /// The most points of each item, by `group.item`.
    pub fn items(&self) -> BTreeMap<String, f64> {
        let of_group = |group: &Group| {
            let items = group.items.iter().map(|item| (format!("{}.{}", group.id, item.id), item.max));
            items.collect::<Vec<_>>()
        };
        self.groups.iter().flat_map(of_group).collect()
    }
}

#[cfg(test)]
mod tests;
