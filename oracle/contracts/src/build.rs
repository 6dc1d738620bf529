//! From a document and what readers made of it to a contract, and from several generations of a contract to a frozen one.

mod accept;
mod freeze;

pub use accept::{Acceptance, REACHABILITY, accept};
pub use freeze::{FreezeError, Frozen, FrozenFormat};

use crate::design::{Design, RowKind, Severity};
use crate::edges;
use crate::facts::{self, RowFacts, Vote};
use crate::json::{self, ReadError};
use crate::model::{Contract, ContractFormat, DocumentRef, Effect, Invariant, Rule, Scenario, Start, Term};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Readers a contract may have.
pub const MAX_DRAFTS: usize = 9;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftFormat {
    /// The first format.
    #[serde(rename = "oracade-draft-1")]
    V1,
}

/// What one reader (a person or a model) made of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The format.
    pub format: DraftFormat,
    /// The game's id.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The attributes.
    pub vocabulary: Vec<Term>,
    /// The facts of the entries.
    #[serde(default)]
    pub facts: Vec<RowFacts>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// A scenario of the game that takes a state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setter: Option<String>,
    /// The invariants.
    #[serde(default)]
    pub invariants: Vec<Invariant>,
    /// The scenarios.
    #[serde(default)]
    pub scenarios: Vec<Scenario>,
    /// States to start from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Start>,
}

impl Draft {
    /// Reads a draft.
    ///
    /// # Errors
    /// It is no JSON or does not fit the format.
    pub fn read(file: &str, text: &str) -> Result<Draft, ReadError> {
        json::read(file, text)
    }
}

/// Why a contract cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// No draft, or too many.
    #[error("{0} drafts were given; a contract is made from 1 to {MAX_DRAFTS}")]
    Drafts(usize),
    /// The generation does not exist.
    #[error("there is no generation {0}; the drafts are counted from 1")]
    Generation(usize),
    /// Errors in the document.
    #[error("the document has errors; correct them first:\n{0}")]
    Document(String),
    /// The result is no contract.
    #[error("generation {generation}: {key}: {message}")]
    Contract {
        /// Which draft, from 1.
        generation: usize,
        /// The key in the contract.
        key: String,
        /// What is wrong.
        message: String,
    },
}

/// A contract and how it came about.
#[derive(Clone, Debug)]
pub struct Built {
    /// The contract.
    pub contract: Contract,
    /// How the vote over the facts went.
    pub vote: Vote,
    /// Entries that no rule, invariant or value refers to.
    pub unused: Vec<String>,
}

/// Builds the contract whose rules are those of draft `generation` (from 1), over the facts all drafts vote for.
///
/// # Errors
/// See [`BuildError`].
pub fn build(file: &str, design: &Design, drafts: &[Draft], generation: usize) -> Result<Built, BuildError> {
    if drafts.is_empty() || drafts.len() > MAX_DRAFTS {
        return Err(BuildError::Drafts(drafts.len()));
    }
    let Some(draft) = generation.checked_sub(1).and_then(|index| drafts.get(index)) else {
        return Err(BuildError::Generation(generation));
    };
    if !design.is_sound() {
        let errors = design.problems.iter().filter(|problem| problem.severity == Severity::Error);
        let lines = errors
            .take(20)
            .map(|problem| format!("{file}:{}: {}", problem.line, problem.message));
        return Err(BuildError::Document(lines.collect::<Vec<_>>().join("\n")));
    }
    // The generation's own words come first, so that its rules stay as they are.
    let mut order: Vec<&Draft> = vec![draft];
    order.extend(
        drafts
            .iter()
            .enumerate()
            .filter(|(at, _)| at + 1 != generation)
            .map(|(_, draft)| draft),
    );
    let terms: Vec<&[Term]> = order.iter().map(|draft| draft.vocabulary.as_slice()).collect();
    let (vocabulary, renames) = facts::merge_vocabularies(&terms);
    let readers: Vec<Vec<RowFacts>> = order
        .iter()
        .zip(&renames)
        .map(|(draft, names)| facts::rename(&draft.facts, names))
        .collect();
    let rows: Vec<&str> = design.rows.iter().map(|row| row.id.as_str()).collect();
    let (facts, vote) = facts::vote(&rows, &readers);
    let mut contract = Contract {
        format: ContractFormat::V1,
        id: draft.id.clone(),
        title: draft.title.clone(),
        document: DocumentRef {
            file: file.to_owned(),
            sha256: design.sha256.clone(),
        },
        rows: design.rows.clone(),
        vocabulary,
        facts,
        rules: draft.rules.clone(),
        invariants: draft.invariants.clone(),
        scenarios: draft.scenarios.clone(),
        starts: draft.starts.clone(),
        edges: Vec::new(),
        setter: draft.setter.clone(),
    };
    keep_used_terms(&mut contract, draft);
    let lines: BTreeMap<&str, u32> = design.rows.iter().map(|row| (row.id.as_str(), row.line)).collect();
    let anchors = |rows: &[String]| -> Vec<u32> {
        let lines: BTreeSet<u32> = rows.iter().filter_map(|row| lines.get(row.as_str()).copied()).collect();
        lines.into_iter().collect()
    };
    for rule in &mut contract.rules {
        rule.anchors = anchors(&rule.rows);
    }
    for invariant in &mut contract.invariants {
        invariant.anchors = anchors(&invariant.rows);
    }
    if let Some((key, message)) = contract.problems().into_iter().next() {
        return Err(BuildError::Contract {
            generation,
            key,
            message,
        });
    }
    contract.edges = edges::edges(&contract);
    let unused = unused(&contract);
    Ok(Built { contract, vote, unused })
}

/// Terms that only other readers have stay when a fact that was voted for speaks of them.
fn keep_used_terms(contract: &mut Contract, draft: &Draft) {
    let mut used: BTreeSet<_> = draft.vocabulary.iter().map(|term| term.attribute.clone()).collect();
    for facts in &contract.facts {
        used.extend(facts.reads.iter().chain(&facts.writes).chain(facts.values.keys()).cloned());
    }
    contract.vocabulary.retain(|term| used.contains(&term.attribute));
}

/// Entries that nothing in the contract refers to.
pub fn unused(contract: &Contract) -> Vec<String> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for rule in &contract.rules {
        used.extend(rule.rows.iter().map(String::as_str));
        let values = rule.effects.iter().filter_map(|effect| match effect {
            Effect::Write { value, .. } => value.as_ref(),
            Effect::Emit(_) => None,
        });
        let conditions = rule.conditions().map(|predicate| &predicate.value);
        used.extend(values.chain(conditions).flat_map(|value| value.rows(contract)));
    }
    for invariant in &contract.invariants {
        used.extend(invariant.rows.iter().map(String::as_str));
        let predicates = invariant.when.iter().chain(&invariant.holds);
        used.extend(predicates.flat_map(|predicate| predicate.value.rows(contract)));
    }
    // An ELSE that says that nothing happens has nothing to refer to it.
    let free = |row: &&crate::design::Row| row.kind != RowKind::Rule || !row.otherwise;
    let rows = contract.rows.iter().filter(free);
    rows.filter(|row| !used.contains(row.id.as_str()))
        .map(|row| row.id.clone())
        .collect()
}

#[cfg(test)]
pub(crate) mod tests;
