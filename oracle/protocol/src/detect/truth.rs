//! The first set of rules: what is true at the moment when a decision is asked for, against what is active once it was answered.

use super::{Found, MemoryError, Timeline, Turn};
use crate::answer::Kind;
use crate::error::Result;
use crate::memory::{Deed, Fact, Status};
use crate::oracle::holds;
use crate::scoring::{Truth, same};
use serde_json::Value;
use std::collections::BTreeMap;

/// The errors that go on, by what they are of.
type Open = BTreeMap<(MemoryError, String), usize>;

struct Finder<'a> {
    timeline: &'a Timeline<'a>,
    found: Vec<Found>,
    open: Open,
}

/// What a decision shows: type, what it is of, the facts, and why.
type Sign = (MemoryError, String, Vec<String>, String);

/// Looks for errors.
pub(super) fn find(timeline: &Timeline<'_>) -> Result<Vec<Found>> {
    let mut finder = Finder {
        timeline,
        found: Vec::new(),
        open: Open::new(),
    };
    for at in 0..timeline.turns.len() {
        let mut signs = finder.kept(at)?;
        signs.extend(finder.claimed(at)?);
        finder.take(at, signs);
    }
    Ok(finder.found)
}

impl Finder<'_> {
    /// Errors begin with their first sign and end with the first decision without one.
    fn take(&mut self, at: usize, signs: Vec<Sign>) {
        let decision = self.timeline.turns[at].trace.decision_id;
        let mut still = Open::new();
        for (error, of, facts, evidence) in signs {
            let key = (error, of);
            let number = self.open.remove(&key).unwrap_or_else(|| {
                self.found.push(Found {
                    error,
                    decision_id: decision,
                    recovered_decision: None,
                    facts,
                    evidence,
                });
                self.found.len() - 1
            });
            still.insert(key, number);
        }
        for number in self.open.values() {
            self.found[*number].recovered_decision = Some(decision);
        }
        self.open = still;
    }

    /// Whether a fact about the player's place, or one that the rubric has a truth for, holds in a state.
    fn is_so(&self, fact: &Fact, state: &Value) -> Result<Option<bool>> {
        if fact.kind == Kind::Location && self.timeline.rubric.own_location.is_of(fact) {
            let map = self.timeline.rubric.map_of(&fact.object);
            return Ok(match map {
                Some(map) => Some(self.timeline.map_in(state)? == map),
                None => None,
            });
        }
        match self.truth(fact) {
            Some(truth) => holds(&truth.holds, state).map(Some),
            None => Ok(None),
        }
    }

    fn truth(&self, fact: &Fact) -> Option<&Truth> {
        self.timeline.rubric.truths.iter().find(|truth| truth.pattern.is_of(fact))
    }

    /// Whether what a fact tells of has ever come to be by a decision.
    fn ever(&self, fact: &Fact, at: usize) -> Result<Option<bool>> {
        let mut known = false;
        // The newest first: what is told of is mostly just seen.
        for state in self.timeline.states_to(at).rev() {
            let so = match self.truth(fact).and_then(|truth| truth.ever.as_ref()) {
                Some(formula) => Some(holds(formula, state)?),
                None => self.is_so(fact, state)?,
            };
            match so {
                Some(true) => return Ok(Some(true)),
                Some(false) => known = true,
                None => return Ok(None),
            }
        }
        Ok(known.then_some(false))
    }

    /// Signs of what is kept.
    fn kept(&self, at: usize) -> Result<Vec<Sign>> {
        let turn = &self.timeline.turns[at];
        let rubric = self.timeline.rubric;
        let mut signs = Vec::new();
        let active: Vec<&Fact> = turn.facts.iter().filter(|fact| fact.status == Status::Active).collect();
        for fact in &active {
            let mut sign =
                |error, evidence: String| signs.push((error, fact.fact_id.clone(), vec![fact.fact_id.clone()], evidence));
            if let Some(goal) = rubric.goals.iter().find(|goal| goal.pattern.is_of(fact)) {
                let reached = |at: usize| self.timeline.reached(at).contains(&goal.milestone);
                let written = self.written(fact);
                if reached(at) && written.is_some_and(reached) {
                    sign(
                        MemoryError::RepeatedGoal,
                        format!("{} was reached before this goal was set", goal.milestone),
                    );
                }
            }
            if fact.confidence < self.timeline.confirmed {
                continue;
            }
            let ever = self.ever(fact, self.written(fact).unwrap_or(at))?;
            if ever == Some(false) {
                // A place that was reached later: the fact was ahead of itself, and is so now.
                if self.is_place(fact) && self.ever(fact, at)? == Some(true) {
                    continue;
                }
                sign(MemoryError::Fabrication, "what it tells of had not happened".to_owned());
            } else if ever == Some(true) && self.is_so(fact, &turn.hidden.state)? == Some(false) {
                let written = self.written(fact).unwrap_or(at);
                let was = self.is_so(fact, &self.timeline.turns[written].hidden.state)? == Some(true);
                if !was && self.is_place(fact) {
                    sign(
                        MemoryError::ContextSubstitution,
                        "it tells of a place where the player was before".to_owned(),
                    );
                } else if was || at > written {
                    sign(
                        MemoryError::StalePersistence,
                        "it is not so any more, and has not been superseded".to_owned(),
                    );
                }
            }
        }
        for (n, a) in active.iter().enumerate() {
            for b in &active[n + 1..] {
                let functional = rubric.functional.iter().any(|predicate| same(predicate, &a.predicate));
                if functional && same(&a.subject, &b.subject) && same(&a.predicate, &b.predicate) && !same(&a.object, &b.object) {
                    let facts = vec![a.fact_id.clone(), b.fact_id.clone()];
                    let evidence = format!("{} {} both {} and {}", a.subject, a.predicate, a.object, b.object);
                    signs.push((
                        MemoryError::Contradiction,
                        format!("{} {}", a.subject, a.predicate).to_lowercase(),
                        facts,
                        evidence,
                    ));
                }
            }
        }
        Ok(signs)
    }

    fn is_place(&self, fact: &Fact) -> bool {
        fact.kind == Kind::Location && self.timeline.rubric.own_location.is_of(fact)
    }

    /// The decision that wrote a fact.
    fn written(&self, fact: &Fact) -> Option<usize> {
        let first = fact.first_seen_decision;
        self.timeline.turns.iter().position(|turn| turn.trace.decision_id == first)
    }

    /// Signs of what an answer claims, plans and replaces.
    fn claimed(&self, at: usize) -> Result<Vec<Sign>> {
        let turn = &self.timeline.turns[at];
        let mut signs = Vec::new();
        let Some(observed) = &turn.trace.observed else {
            return Ok(signs);
        };
        let guess = self.timeline.rubric.map_of(&observed.location_guess);
        if let Some(map) = guess.filter(|_| observed.certainty >= self.timeline.confirmed) {
            let now = self.timeline.map_in(&turn.hidden.state)?;
            if map != now {
                for state in self.timeline.states_to(at) {
                    if self.timeline.map_in(state)? == map {
                        let evidence = format!(
                            "it says {:?} and is in {now:?}; it was in {map:?} before",
                            observed.location_guess
                        );
                        signs.push((MemoryError::ContextSubstitution, String::new(), Vec::new(), evidence));
                        break;
                    }
                }
            }
        }
        if matches!(observed.objective_guess.trim().to_ascii_lowercase().as_str(), "" | "unknown") {
            let known: Vec<String> = turn
                .facts
                .iter()
                .filter(|fact| fact.kind == Kind::Objective && fact.status == Status::Active && fact.verified)
                .map(|fact| fact.fact_id.clone())
                .collect();
            if !known.is_empty() {
                signs.push((
                    MemoryError::Omission,
                    String::new(),
                    known,
                    "no objective, though its memory has one".to_owned(),
                ));
            }
        }
        signs.extend(self.used(turn)?);
        signs.extend(self.replaced(at));
        Ok(signs)
    }

    /// A plan against a fact that it rests on.
    fn used(&self, turn: &Turn) -> Result<Vec<Sign>> {
        let mut signs = Vec::new();
        for entry in turn.log.iter().filter(|entry| entry.deed == Deed::Read) {
            let Some(fact) = &entry.fact else { continue };
            for constraint in self
                .timeline
                .rubric
                .constraints
                .iter()
                .filter(|constraint| constraint.pattern.is_of(fact))
            {
                let against = turn
                    .trace
                    .parsed_actions
                    .iter()
                    .find(|action| constraint.forbids.contains(action));
                if let Some(action) = against
                    && holds(&constraint.when, &turn.hidden.state)?
                {
                    let evidence = format!("{action} goes against {} {} {}", fact.subject, fact.predicate, fact.object);
                    signs.push((
                        MemoryError::MemoryUseFailure,
                        fact.fact_id.clone(),
                        vec![fact.fact_id.clone()],
                        evidence,
                    ));
                }
            }
        }
        Ok(signs)
    }

    /// Facts that took the place of more certain ones without a new frame, as long as they stand.
    fn replaced(&self, at: usize) -> Vec<Sign> {
        let facts = &self.timeline.turns[at].facts;
        let mut signs = Vec::new();
        for fact in facts.iter().filter(|fact| fact.status == Status::Active) {
            let old = fact
                .supersedes
                .as_ref()
                .and_then(|id| facts.iter().find(|old| old.fact_id == *id));
            let Some(old) = old else { continue };
            let new_frame = fact.evidence_frame_sha256.is_some() && fact.evidence_frame_sha256 != old.evidence_frame_sha256;
            if old.confidence > fact.confidence && !new_frame {
                let evidence = format!(
                    "{} with {} in place of {} with {}",
                    fact.fact_id, fact.confidence, old.fact_id, old.confidence
                );
                signs.push((
                    MemoryError::UnsupportedOverwrite,
                    fact.fact_id.clone(),
                    vec![fact.fact_id.clone(), old.fact_id.clone()],
                    evidence,
                ));
            }
        }
        signs
    }
}
