//! What each entry of the document reads, writes, waits for and sets: by one reader, or by the vote of several.
//!
//! Facts are the skeleton of a contract. Several readers (people or models) state them apart from each other; a fact stays when
//! more than half of them state it.

use crate::canonical;
use crate::model::{Attribute, Contract, Effect, Rule, Term, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of one entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFacts {
    /// The entry.
    pub row: String,
    /// Attributes it reads.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub reads: BTreeSet<Attribute>,
    /// Attributes it changes.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub writes: BTreeSet<Attribute>,
    /// Events it waits for.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub triggers: BTreeSet<String>,
    /// Events it makes happen.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub emits: BTreeSet<String>,
    /// What attributes become.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<Attribute, Value>,
}

/// One fact, with its role.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    Reads(Attribute),
    Writes(Attribute),
    Triggers(String),
    Emits(String),
    /// The value as canonical JSON.
    Sets(Attribute, String),
}

impl RowFacts {
    fn list(&self) -> BTreeSet<Fact> {
        let mut facts = BTreeSet::new();
        facts.extend(self.reads.iter().cloned().map(Fact::Reads));
        facts.extend(self.writes.iter().cloned().map(Fact::Writes));
        facts.extend(self.triggers.iter().cloned().map(Fact::Triggers));
        facts.extend(self.emits.iter().cloned().map(Fact::Emits));
        let values = self.values.iter();
        facts.extend(values.map(|(attribute, value)| Fact::Sets(attribute.clone(), canonical::text_of(value))));
        facts
    }

    fn insert(&mut self, fact: Fact) {
        match fact {
            Fact::Reads(attribute) => {
                self.reads.insert(attribute);
            }
            Fact::Writes(attribute) => {
                self.writes.insert(attribute);
            }
            Fact::Triggers(event) => {
                self.triggers.insert(event);
            }
            Fact::Emits(event) => {
                self.emits.insert(event);
            }
            Fact::Sets(attribute, text) => {
                if let Ok(value) = crate::json::read("facts", &text) {
                    self.values.insert(attribute, value);
                }
            }
        }
    }

    /// The same facts in other words.
    fn renamed(&self, names: &BTreeMap<Attribute, Attribute>) -> RowFacts {
        let name = |attribute: &Attribute| names.get(attribute).unwrap_or(attribute).clone();
        RowFacts {
            row: self.row.clone(),
            reads: self.reads.iter().map(name).collect(),
            writes: self.writes.iter().map(name).collect(),
            triggers: self.triggers.clone(),
            emits: self.emits.clone(),
            values: self
                .values
                .iter()
                .map(|(attribute, value)| (name(attribute), value.clone()))
                .collect(),
        }
    }
}

/// How a vote went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Readers.
    pub readers: usize,
    /// Different facts that were stated.
    pub stated: usize,
    /// Facts that more than half of the readers state.
    pub kept: usize,
    /// Facts that all readers state.
    pub unanimous: usize,
}

/// Keeps the facts that more than half of the readers state, in the order of `rows`.
pub fn vote(rows: &[&str], readers: &[Vec<RowFacts>]) -> (Vec<RowFacts>, Vote) {
    let mut counts: BTreeMap<(&str, Fact), usize> = BTreeMap::new();
    for reader in readers {
        // A reader that lists an entry twice still has one voice.
        let mut own: BTreeSet<(&str, Fact)> = BTreeSet::new();
        for facts in reader {
            own.extend(facts.list().into_iter().map(|fact| (facts.row.as_str(), fact)));
        }
        for fact in own {
            *counts.entry(fact).or_default() += 1;
        }
    }
    let mut vote = Vote {
        readers: readers.len(),
        stated: counts.len(),
        ..Vote::default()
    };
    let mut kept: BTreeMap<&str, RowFacts> = BTreeMap::new();
    for ((row, fact), count) in counts {
        vote.unanimous += usize::from(count == readers.len());
        if count * 2 > readers.len() {
            vote.kept += 1;
            let facts = kept.entry(row).or_insert_with(|| RowFacts {
                row: row.to_owned(),
                ..RowFacts::default()
            });
            facts.insert(fact);
        }
    }
    (rows.iter().filter_map(|row| kept.remove(row)).collect(), vote)
}

/// One vocabulary from several: terms that name each other are one, called as the first reader calls it.
///
/// Answers with the merged terms and, for each reader, what its attributes are called now.
pub fn merge_vocabularies(readers: &[&[Term]]) -> (Vec<Term>, Vec<BTreeMap<Attribute, Attribute>>) {
    let mut merged: Vec<Term> = Vec::new();
    let mut renames = Vec::new();
    for terms in readers {
        let mut names = BTreeMap::new();
        for term in *terms {
            let found = merged.iter_mut().find(|known| is_same(known, term));
            match found {
                Some(known) => {
                    if known.attribute != term.attribute {
                        names.insert(term.attribute.clone(), known.attribute.clone());
                    }
                    let full = known.attribute.to_string();
                    for name in term.names.iter().chain([&term.attribute.to_string()]) {
                        if *name != full && !known.names.contains(name) {
                            known.names.push(name.clone());
                        }
                    }
                    if known.snapshot.is_none() {
                        known.snapshot.clone_from(&term.snapshot);
                        known.whole = term.whole;
                    }
                }
                None => merged.push(term.clone()),
            }
        }
        renames.push(names);
    }
    (merged, renames)
}

/// Equal, or one lists the other's full name among its own.
fn is_same(a: &Term, b: &Term) -> bool {
    let names = |term: &Term, other: &Term| term.names.contains(&other.attribute.to_string());
    a.attribute == b.attribute || names(a, b) || names(b, a)
}

/// A reader's facts in the words of the merged vocabulary.
pub fn rename(facts: &[RowFacts], names: &BTreeMap<Attribute, Attribute>) -> Vec<RowFacts> {
    facts.iter().map(|facts| facts.renamed(names)).collect()
}

/// What a rule reads, writes, waits for and emits: what it says itself, and the facts of its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Attributes it reads.
    pub reads: BTreeSet<Attribute>,
    /// Attributes it changes.
    pub writes: BTreeSet<Attribute>,
    /// Events it waits for.
    pub triggers: BTreeSet<String>,
    /// Events it makes happen.
    pub emits: BTreeSet<String>,
}

impl Roles {
    /// What the rule itself says.
    pub fn stated(contract: &Contract, rule: &Rule) -> Roles {
        let mut roles = Roles::default();
        for predicate in rule.conditions() {
            roles.reads.insert(predicate.subject());
            roles.reads.extend(predicate.value.reads(contract));
        }
        for effect in &rule.effects {
            match effect {
                Effect::Emit(event) => {
                    roles.emits.insert(event.clone());
                }
                Effect::Write { attribute, value, .. } => {
                    if !effect.stays() {
                        roles.writes.insert(attribute.clone());
                    }
                    roles.reads.extend(value.iter().flat_map(|value| value.reads(contract)));
                }
            }
        }
        roles.triggers.insert(rule.trigger.name.clone());
        roles
    }

    /// The facts of the rule's entries.
    pub fn skeleton(contract: &Contract, rule: &Rule) -> Roles {
        let mut roles = Roles::default();
        for facts in contract.facts.iter().filter(|facts| rule.rows.contains(&facts.row)) {
            roles.reads.extend(facts.reads.iter().cloned());
            roles.writes.extend(facts.writes.iter().cloned());
            roles.triggers.extend(facts.triggers.iter().cloned());
            roles.emits.extend(facts.emits.iter().cloned());
        }
        roles
    }

    /// Both together.
    pub fn of(contract: &Contract, rule: &Rule) -> Roles {
        let mut roles = Roles::stated(contract, rule);
        let skeleton = Roles::skeleton(contract, rule);
        roles.reads.extend(skeleton.reads);
        roles.writes.extend(skeleton.writes);
        roles.triggers.extend(skeleton.triggers);
        roles.emits.extend(skeleton.emits);
        roles
    }

    fn count(&self) -> usize {
        self.reads.len() + self.writes.len() + self.triggers.len() + self.emits.len()
    }

    fn common(&self, other: &Roles) -> usize {
        self.reads.intersection(&other.reads).count()
            + self.writes.intersection(&other.writes).count()
            + self.triggers.intersection(&other.triggers).count()
            + self.emits.intersection(&other.emits).count()
    }
}

/// The share of the skeleton's facts that the completed rules keep; 1 of none.
pub fn role_retention(contract: &Contract) -> f64 {
    let (mut kept, mut total) = (0, 0);
    for rule in &contract.rules {
        let skeleton = Roles::skeleton(contract, rule);
        kept += skeleton.common(&Roles::stated(contract, rule));
        total += skeleton.count();
    }
    if total == 0 { 1.0 } else { kept as f64 / total as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(row: &str, writes: &[&str]) -> RowFacts {
        RowFacts {
            row: row.to_owned(),
            writes: writes.iter().map(|name| name.parse().unwrap()).collect(),
            ..RowFacts::default()
        }
    }

    #[test]
    fn two_of_three_keep_a_fact() {
        let readers = [
            vec![facts("RT-A.1", &["night.score", "night.lives"])],
            vec![facts("RT-A.1", &["night.score"]), facts("RT-A.1", &["night.score"])],
            vec![facts("RT-A.1", &["night.combo", "night.score"]), facts("RT-B.1", &["x.y"])],
        ];
        let (kept, vote) = vote(&["RT-A.1", "RT-B.1"], &readers);
        assert_eq!(kept, [facts("RT-A.1", &["night.score"])]);
        assert_eq!((vote.stated, vote.kept, vote.unanimous), (4, 1, 1));
    }

    #[test]
    fn one_reader_decides_alone_and_two_only_together() {
        let one = vec![facts("A", &["a.b"])];
        assert_eq!(vote(&["A"], std::slice::from_ref(&one)).1.kept, 1);
        assert_eq!(vote(&["A"], &[one, Vec::new()]).1.kept, 0);
    }

    #[test]
    fn values_are_facts_too() {
        let with = |value: f64| {
            let value = Value::Literal(crate::design::Constant::Number(value));
            vec![RowFacts {
                values: BTreeMap::from([(Attribute::new("night", "lives"), value)]),
                ..facts("A", &[])
            }]
        };
        let (kept, _) = vote(&["A"], &[with(3.0), with(3.0), with(4.0)]);
        assert_eq!(kept, with(3.0));
    }

    #[test]
    fn synonyms_become_one_term() {
        let term = |name: &str, names: &[&str]| Term {
            attribute: name.parse().unwrap(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            snapshot: None,
            whole: false,
        };
        let first = [term("night.score", &["points"])];
        let second = [term("game.points", &["night.score"]), term("night.lives", &[])];
        let (merged, renames) = merge_vocabularies(&[&first, &second]);
        assert_eq!(
            merged,
            [term("night.score", &["points", "game.points"]), term("night.lives", &[])]
        );
        let renamed = rename(&[facts("A", &["game.points"])], &renames[1]);
        assert_eq!(renamed, [facts("A", &["night.score"])]);
    }
}
