//! The second set of rules, written apart from the first: it follows the memory's log and the prompts as they were, and asks the oracle
//! about whole decisions, from the state that was shown to the one that they led to.

use super::{Found, MemoryError, Timeline, Turn};
use crate::answer::Kind;
use crate::error::Result;
use crate::memory::{Deed, Fact, Status};
use crate::oracle::holds;
use crate::scoring::same;
use serde_json::Value;

/// States of a decision: before it, and after each of its actions.
fn states(turn: &Turn) -> Vec<&Value> {
    std::iter::once(&turn.hidden.state)
        .chain(turn.hidden.steps.iter().map(|step| &step.state))
        .collect()
}

/// A fact as it stood after a decision.
fn at_end<'a>(turn: &'a Turn, id: &str) -> Option<&'a Fact> {
    turn.facts.iter().find(|fact| fact.fact_id == id)
}

fn is_active(turn: &Turn, id: &str) -> bool {
    at_end(turn, id).is_some_and(|fact| fact.status == Status::Active)
}

struct Reader<'a> {
    timeline: &'a Timeline<'a>,
}

/// Looks for errors.
pub(super) fn find(timeline: &Timeline<'_>) -> Result<Vec<Found>> {
    let reader = Reader { timeline };
    let mut found = reader.silent();
    found.extend(reader.astray()?);
    found.extend(reader.misused()?);
    for (at, turn) in timeline.turns.iter().enumerate() {
        for entry in turn.log.iter().filter(|entry| entry.deed == Deed::Write) {
            let Some(fact) = &entry.fact else { continue };
            found.extend(reader.written(at, fact)?);
        }
    }
    Ok(found)
}

impl Reader<'_> {
    fn turns(&self) -> &[Turn] {
        &self.timeline.turns
    }

    fn decision(&self, at: usize) -> u64 {
        self.turns()[at].trace.decision_id
    }

    fn error(&self, error: MemoryError, at: usize, end: Option<usize>, facts: &[&str], evidence: &str) -> Found {
        Found {
            error,
            decision_id: self.decision(at),
            recovered_decision: end.map(|end| self.decision(end)),
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            evidence: evidence.to_owned(),
        }
    }

    /// The first decision from one on after which a fact is not active.
    fn gone(&self, from: usize, id: &str) -> Option<usize> {
        (from..self.turns().len()).find(|at| !is_active(&self.turns()[*at], id))
    }

    /// Runs of decisions that show something.
    fn runs(
        &self,
        error: MemoryError,
        shows: &dyn Fn(usize) -> Result<Option<Vec<String>>>,
        evidence: &str,
    ) -> Result<Vec<Found>> {
        let mut found: Vec<Found> = Vec::new();
        let mut open = false;
        for at in 0..self.turns().len() {
            match (shows(at)?, open) {
                (Some(facts), false) => {
                    let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
                    found.push(self.error(error, at, None, &facts, evidence));
                    open = true;
                }
                (None, true) => {
                    if let Some(last) = found.last_mut() {
                        last.recovered_decision = Some(self.decision(at));
                    }
                    open = false;
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Decisions without an objective, though the prompt had one.
    fn silent(&self) -> Vec<Found> {
        let shows = |at: usize| {
            let turn = &self.turns()[at];
            let Some(observed) = &turn.trace.observed else {
                return Ok(None);
            };
            let told = observed.objective_guess.trim();
            if !told.is_empty() && !told.eq_ignore_ascii_case("unknown") {
                return Ok(None);
            }
            let given: Vec<String> = turn
                .log
                .iter()
                .filter(|entry| entry.deed == Deed::Deliver)
                .filter_map(|entry| entry.fact.as_ref())
                .filter(|fact| fact.kind == Kind::Objective && fact.status == Status::Active && fact.verified)
                .filter(|fact| is_active(turn, &fact.fact_id))
                .map(|fact| fact.fact_id.clone())
                .collect();
            Ok((!given.is_empty()).then_some(given))
        };
        self.runs(MemoryError::Omission, &shows, "the prompt had an objective, the answer none")
            .unwrap_or_default()
    }

    /// Decisions that name a place that was left before they were asked, and not come to by them.
    fn astray(&self) -> Result<Vec<Found>> {
        let shows = |at: usize| {
            let turn = &self.turns()[at];
            let Some(observed) = &turn.trace.observed else {
                return Ok(None);
            };
            let named = self.timeline.rubric.map_of(&observed.location_guess);
            let Some(named) = named.filter(|_| observed.certainty >= self.timeline.confirmed) else {
                return Ok(None);
            };
            for state in states(turn) {
                if self.timeline.map_in(state)? == named {
                    return Ok(None);
                }
            }
            for before in &self.turns()[..at] {
                if self.timeline.map_in(&before.hidden.state)? == named {
                    return Ok(Some(Vec::new()));
                }
            }
            Ok(None)
        };
        self.runs(MemoryError::ContextSubstitution, &shows, "it names a place that it had left")
    }

    /// Decisions whose actions went against a fact that they rest on.
    fn misused(&self) -> Result<Vec<Found>> {
        let shows = |at: usize| {
            let turn = &self.turns()[at];
            for id in &turn.trace.memory_reads {
                let Some(fact) = at_end(turn, id) else { continue };
                for constraint in self
                    .timeline
                    .rubric
                    .constraints
                    .iter()
                    .filter(|constraint| constraint.pattern.is_of(fact))
                {
                    for (step, before) in turn.hidden.steps.iter().zip(states(turn)) {
                        if constraint.forbids.contains(&step.action) && holds(&constraint.when, before)? {
                            return Ok(Some(vec![id.clone()]));
                        }
                    }
                }
            }
            Ok(None)
        };
        self.runs(
            MemoryError::MemoryUseFailure,
            &shows,
            "its actions went against a fact that it names",
        )
    }

    /// Whether a fact holds in a state; `None`: nobody can tell.
    fn so(&self, fact: &Fact, state: &Value) -> Result<Option<bool>> {
        let rubric = self.timeline.rubric;
        if rubric.own_location.is_of(fact) {
            let Some(map) = rubric.map_of(&fact.object) else {
                return Ok(None);
            };
            return Ok(Some(self.timeline.map_in(state)? == map));
        }
        let Some(truth) = rubric.truths.iter().find(|truth| truth.pattern.is_of(fact)) else {
            return Ok(None);
        };
        Ok(Some(holds(&truth.holds, state)?))
    }

    /// Whether it held, or had come to be, in any state of decisions `0..=at`.
    fn happened(&self, fact: &Fact, at: usize) -> Result<bool> {
        let truth = self.timeline.rubric.truths.iter().find(|truth| truth.pattern.is_of(fact));
        for turn in &self.turns()[..=at] {
            for state in states(turn) {
                let ever = match truth.and_then(|truth| truth.ever.as_ref()) {
                    Some(formula) => holds(formula, state)?,
                    None => self.so(fact, state)? != Some(false),
                };
                if ever {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// What a new fact becomes.
    fn written(&self, at: usize, fact: &Fact) -> Result<Vec<Found>> {
        let turn = &self.turns()[at];
        let id = fact.fact_id.as_str();
        let mut found = Vec::new();
        let others = turn.facts.iter().filter(|other| other.fact_id != fact.fact_id);
        for other in others
            .clone()
            .filter(|other| other.status == Status::Active && other.first_seen_decision <= self.decision(at))
        {
            let functional = self
                .timeline
                .rubric
                .functional
                .iter()
                .any(|predicate| same(predicate, &fact.predicate));
            let one_thing = same(&other.subject, &fact.subject) && same(&other.predicate, &fact.predicate);
            let older = turn.facts.iter().position(|known| known.fact_id == other.fact_id)
                < turn.facts.iter().position(|known| known.fact_id == fact.fact_id);
            if functional && one_thing && older && !same(&other.object, &fact.object) {
                let end = [self.gone(at, id), self.gone(at, &other.fact_id)].into_iter().flatten().min();
                found.push(self.error(
                    MemoryError::Contradiction,
                    at,
                    end,
                    &[&other.fact_id, id],
                    "both stand in the memory",
                ));
            }
        }
        if let Some(old) = fact.supersedes.as_ref().and_then(|old| at_end(turn, old)) {
            let replaced = turn
                .log
                .iter()
                .any(|entry| entry.deed == Deed::Supersede && entry.fact_id.as_deref() == Some(&old.fact_id));
            if replaced && fact.confidence < old.confidence && fact.evidence_frame_sha256.is_none() {
                found.push(self.error(
                    MemoryError::UnsupportedOverwrite,
                    at,
                    self.gone(at, id),
                    &[id, &old.fact_id],
                    "a guess took its place",
                ));
            }
        }
        let done_before = others.clone().any(|other| {
            other.status == Status::Completed && same(&other.object, &fact.object) && same(&other.predicate, &fact.predicate)
        });
        let goal = self.timeline.rubric.goals.iter().find(|goal| goal.pattern.is_of(fact));
        let reached = goal.is_some_and(|goal| turn.trace.milestones_before.contains(&goal.milestone));
        if fact.kind == Kind::Objective && fact.status == Status::Active && (done_before || reached) {
            found.push(self.error(
                MemoryError::RepeatedGoal,
                at,
                self.gone(at, id),
                &[id],
                "the memory has it as reached",
            ));
        }
        if fact.confidence < self.timeline.confirmed || self.so(fact, &turn.hidden.state)?.is_none() {
            return Ok(found);
        }
        if !self.happened(fact, at)? {
            found.push(self.error(
                MemoryError::Fabrication,
                at,
                self.gone(at, id),
                &[id],
                "nothing of the kind has been seen",
            ));
            return Ok(found);
        }
        // The first decision that neither began nor ended with it, after one that did.
        let mut held = false;
        for later in at..self.turns().len() {
            if !is_active(&self.turns()[later], id) {
                break;
            }
            let mut any = false;
            for state in states(&self.turns()[later]) {
                any |= self.so(fact, state)? == Some(true);
            }
            if !any && held {
                found.push(self.error(
                    MemoryError::StalePersistence,
                    later,
                    self.gone(later, id),
                    &[id],
                    "it has passed and still stands",
                ));
                break;
            }
            held |= any;
        }
        Ok(found)
    }
}
