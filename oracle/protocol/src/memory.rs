//! The store of durable facts: who wrote what when on which evidence, and what became of it. Each reading, writing, change and
//! removal is logged.

use crate::answer::{Claim, Claimed, Kind, Write};
use crate::manifest::{MemoryRules, Policy};
use crate::scoring::same;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What became of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is taken to be so.
    Active,
    /// A goal that is reached; it is marked, not deleted.
    Completed,
    /// Another took its place.
    Superseded,
    /// There was no room.
    Evicted,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// `F1`, `F2`, …
    pub fact_id: String,
    /// Its kind.
    pub kind: Kind,
    /// What it is about.
    pub subject: String,
    /// What it says of it.
    pub predicate: String,
    /// The rest of it.
    pub object: String,
    /// What became of it.
    pub status: Status,
    /// How certain it is; a guess never becomes certain by being repeated.
    pub confidence: f64,
    /// Whether a frame that was shown stands for it.
    pub verified: bool,
    /// The decision that wrote it.
    pub first_seen_decision: u64,
    /// The last decision that wrote it again.
    pub last_confirmed_decision: u64,
    /// The frame.
    pub evidence_frame_sha256: Option<String>,
    /// The fact whose place it took.
    pub supersedes: Option<String>,
}

/// What happened to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// A fact was given with a prompt.
    Deliver,
    /// An answer rests on it.
    Read,
    /// An answer names one that there is not.
    Miss,
    /// It is new.
    Write,
    /// It was written again.
    Confirm,
    /// Another took its place.
    Supersede,
    /// It is reached.
    Complete,
    /// It was removed for want of room.
    Evict,
    /// What was written is not kept: there is no store.
    Refuse,
}

/// A line of `memory.jsonl`: what happened, and the fact after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The decision.
    pub decision_id: u64,
    /// What happened.
    pub deed: Deed,
    /// The fact's name, or what was named instead.
    pub fact_id: Option<String>,
    /// The fact after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fact: Option<Fact>,
    /// What was written and not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Write>,
}

/// See the module's documentation.
pub struct Store {
    policy: Policy,
    rules: MemoryRules,
    facts: Vec<Fact>,
    written: u64,
    log: Vec<Entry>,
}

impl Store {
    /// An empty one.
    pub fn new(policy: Policy, rules: &MemoryRules) -> Store {
        Store {
            policy,
            rules: rules.clone(),
            facts: Vec::new(),
            written: 0,
            log: Vec::new(),
        }
    }

    /// What happened since the last time this was asked.
    pub fn take_log(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.log)
    }

    fn note(&mut self, decision_id: u64, deed: Deed, at: usize) {
        let fact = self.facts[at].clone();
        self.log.push(Entry {
            decision_id,
            deed,
            fact_id: Some(fact.fact_id.clone()),
            fact: Some(fact),
            refused: None,
        });
    }

    /// Facts for a prompt: active ones, the last confirmed first, facts that contradict each other together; then goals that are
    /// reached. At most as many as every condition gets, in the order of their names.
    pub fn retrieve(&mut self, decision: u64) -> Vec<Fact> {
        let most = self.rules.max_records as usize;
        let rank = |status: Status| match status {
            Status::Active => Some(0),
            Status::Completed => Some(1),
            _ => None,
        };
        let mut order: Vec<usize> = (0..self.facts.len())
            .filter(|at| rank(self.facts[*at].status).is_some())
            .collect();
        order.sort_by_key(|at| {
            let fact = &self.facts[*at];
            (rank(fact.status), u64::MAX - fact.last_confirmed_decision, *at)
        });
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for at in order {
            let group: Vec<usize> = (0..self.facts.len())
                .filter(|other| *other == at || self.conflict(at, *other))
                .filter(|other| !chosen.contains(other))
                .collect();
            if chosen.len() + group.len() <= most {
                chosen.extend(group);
            }
        }
        for at in &chosen {
            self.note(decision, Deed::Deliver, *at);
        }
        chosen.into_iter().map(|at| self.facts[at].clone()).collect()
    }

    fn conflict(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.facts[a], &self.facts[b]);
        let active = a.status == Status::Active && b.status == Status::Active;
        active && same(&a.subject, &b.subject) && same(&a.predicate, &b.predicate) && !same(&a.object, &b.object)
    }

    /// Facts that an answer rests on; true for those that there are.
    pub fn read(&mut self, decision: u64, ids: &[String]) {
        for id in ids {
            match self.facts.iter().position(|fact| fact.fact_id == *id) {
                Some(at) => self.note(decision, Deed::Read, at),
                None => self.log.push(Entry {
                    decision_id: decision,
                    deed: Deed::Miss,
                    fact_id: Some(id.chars().take(64).collect()),
                    fact: None,
                    refused: None,
                }),
            }
        }
    }

    /// Keeps what an answer writes. `shown` are the frames so far, of which `frame` is the last.
    pub fn write(&mut self, decision: u64, write: &Write, frame: &str, shown: &BTreeSet<String>) {
        if self.policy == Policy::RecentWindow {
            self.log.push(Entry {
                decision_id: decision,
                deed: Deed::Refuse,
                fact_id: None,
                fact: None,
                refused: Some(write.clone()),
            });
            return;
        }
        let (subject, predicate, object, status, supersedes) = match &write.value {
            Claim::Words(words) => (
                "self".to_owned(),
                format!("{:?}", write.kind).to_lowercase(),
                words.clone(),
                None,
                None,
            ),
            Claim::Parts(parts) => (
                parts.subject.clone(),
                parts.predicate.clone(),
                parts.object.clone(),
                parts.status,
                parts.supersedes.clone(),
            ),
        };
        let evidence = match write.evidence.as_str() {
            "frame" => Some(frame.to_owned()),
            digest if shown.contains(digest) => Some(digest.to_owned()),
            _ => None,
        };
        // Without a frame it is a guess, however certain the player is.
        let confidence = match &evidence {
            Some(_) => write.confidence,
            None => write.confidence.min(self.rules.confirmed_confidence / 2.0),
        };
        let old = supersedes.as_ref().and_then(|id| {
            self.facts
                .iter()
                .position(|fact| fact.fact_id == *id && fact.status == Status::Active)
        });
        if let Some(old) = old {
            self.facts[old].status = Status::Superseded;
            self.note(decision, Deed::Supersede, old);
        }
        let is_it =
            |fact: &Fact| same(&fact.subject, &subject) && same(&fact.predicate, &predicate) && same(&fact.object, &object);
        let known = self
            .facts
            .iter()
            .position(|fact| fact.status == Status::Active && is_it(fact));
        if let Some(at) = known {
            let fact = &mut self.facts[at];
            fact.last_confirmed_decision = decision;
            if status == Some(Claimed::Completed) {
                fact.status = Status::Completed;
                self.note(decision, Deed::Complete, at);
                return;
            }
            if evidence.is_some() && evidence != fact.evidence_frame_sha256 {
                fact.confidence = fact.confidence.max(confidence);
                (fact.verified, fact.evidence_frame_sha256) = (true, evidence);
            }
            self.note(decision, Deed::Confirm, at);
            return;
        }
        self.make_room(decision);
        self.written += 1;
        self.facts.push(Fact {
            fact_id: format!("F{}", self.written),
            kind: write.kind,
            subject,
            predicate,
            object,
            status: if status == Some(Claimed::Completed) {
                Status::Completed
            } else {
                Status::Active
            },
            confidence,
            verified: evidence.is_some(),
            first_seen_decision: decision,
            last_confirmed_decision: decision,
            evidence_frame_sha256: evidence,
            supersedes,
        });
        self.note(decision, Deed::Write, self.facts.len() - 1);
    }

    /// Removes what is least missed when the store is full: what was superseded first, then what is done, then what was not confirmed
    /// for longest.
    fn make_room(&mut self, decision: u64) {
        while self.facts.len() >= self.rules.max_facts as usize {
            let rank = |fact: &Fact| match fact.status {
                Status::Superseded | Status::Evicted => 0,
                Status::Completed => 1,
                Status::Active => 2,
            };
            let order = |at: &usize| (rank(&self.facts[*at]), self.facts[*at].last_confirmed_decision, *at);
            let Some(at) = (0..self.facts.len()).min_by_key(order) else {
                return;
            };
            self.facts[at].status = Status::Evicted;
            self.note(decision, Deed::Evict, at);
            self.facts.remove(at);
        }
    }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
