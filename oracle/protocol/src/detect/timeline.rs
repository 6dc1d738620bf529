//! A trial's records side by side: what was asked and answered, what was kept, and what was so.

use crate::error::Result;
use crate::files::Folder;
use crate::manifest::Experiment;
use crate::memory::{Deed, Entry, Fact};
use crate::oracle;
use crate::records::{OracleRecord, OracleStep, Reason, TraceRecord};
use crate::routes::{Event, Repeat, Transition, repeats};
use crate::scoring::Rubric;
use oracade_contracts::formula::Formula;
use serde_json::Value;
use std::collections::BTreeSet;

/// A decision.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its line of the trace.
    pub trace: TraceRecord,
    /// What was hidden.
    pub hidden: OracleRecord,
    /// What happened to the memory.
    pub log: Vec<Entry>,
    /// The facts after it, in the order of their names.
    pub facts: Vec<Fact>,
}

/// A trial.
pub struct Timeline<'a> {
    /// What is scored.
    pub rubric: &'a Rubric,
    /// The formula of the place.
    pub map: &'a Formula,
    /// Least confidence of a fact.
    pub confirmed: f64,
    /// Its decisions.
    pub turns: Vec<Turn>,
    /// Accepted actions that led to no screen or state that had not been seen since the last progress.
    pub unproductive: Vec<u64>,
    /// Routes that were gone again.
    pub repeats: Vec<Repeat>,
    /// Whether the last milestone was reached.
    pub succeeded: bool,
}

impl Timeline<'_> {
    /// Reads a trial's files.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn load<'a>(experiment: &'a Experiment, folder: &Folder, name: &str) -> Result<Timeline<'a>> {
        let trace = folder.lines(&format!("{name}/trace.jsonl"))?;
        let hidden = folder.lines(&format!("{name}/oracle.jsonl"))?;
        let log = folder.lines(&format!("{name}/memory.jsonl"))?;
        Ok(Timeline::of(experiment, trace, hidden, log))
    }

    /// Puts records side by side.
    pub fn of<'a>(
        experiment: &'a Experiment,
        trace: Vec<TraceRecord>,
        hidden: Vec<OracleRecord>,
        log: Vec<Entry>,
    ) -> Timeline<'a> {
        let succeeded = trace
            .last()
            .is_some_and(|line| line.termination_reason == Some(Reason::Success));
        let mut facts: Vec<Fact> = Vec::new();
        let mut log = log.into_iter().peekable();
        let mut turns = Vec::new();
        for (trace, hidden) in trace.into_iter().zip(hidden) {
            let mut own = Vec::new();
            while let Some(entry) = log.next_if(|entry| entry.decision_id <= trace.decision_id) {
                own.push(entry);
            }
            for entry in &own {
                let Some(fact) = &entry.fact else { continue };
                match facts.iter_mut().find(|known| known.fact_id == fact.fact_id) {
                    Some(known) => known.clone_from(fact),
                    None => facts.push(fact.clone()),
                }
                if entry.deed == Deed::Evict {
                    facts.retain(|known| known.fact_id != fact.fact_id);
                }
            }
            turns.push(Turn {
                trace,
                hidden,
                log: own,
                facts: facts.clone(),
            });
        }
        let (unproductive, events) = walked(&turns);
        Timeline {
            rubric: &experiment.scoring.rubric,
            map: &experiment.scoring.milestones.oracle.map,
            confirmed: experiment.manifest.memory.confirmed_confidence,
            turns,
            unproductive,
            repeats: repeats(&events),
            succeeded,
        }
    }

    /// Accepted actions before a decision.
    pub fn actions_before(&self, decision: u64) -> u64 {
        let before = self.turns.iter().take_while(|turn| turn.trace.decision_id < decision);
        before.map(|turn| turn.trace.accepted_actions).sum()
    }

    /// All states up to the one that a decision was asked in, which is the last of them.
    pub fn states_to(&self, at: usize) -> impl DoubleEndedIterator<Item = &Value> {
        let own = self.turns.get(at).map(|turn| &turn.hidden.state);
        let before = self.turns[..at.min(self.turns.len())].iter();
        before
            .flat_map(|turn| std::iter::once(&turn.hidden.state).chain(turn.hidden.steps.iter().map(|step| &step.state)))
            .chain(own)
    }

    /// The place in a state.
    ///
    /// # Errors
    /// There is none.
    pub fn map_in(&self, state: &Value) -> Result<String> {
        oracle::told(self.map, state)
    }

    /// Milestones that were reached before a decision was asked.
    pub fn reached(&self, at: usize) -> &[String] {
        self.turns.get(at).map_or(&[], |turn| &turn.trace.milestones_before)
    }
}

/// Actions that led nowhere new, and the moves.
fn walked(turns: &[Turn]) -> (Vec<u64>, Vec<Event>) {
    let (mut unproductive, mut events) = (Vec::new(), Vec::new());
    let key = |state: &Value, view: &str| format!("{view} {state}");
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut last: Option<&OracleStep> = None;
    for turn in turns {
        if seen.is_empty() {
            seen.insert(key(&turn.hidden.state, &turn.hidden.view));
        }
        for step in &turn.hidden.steps {
            let now = key(&step.state, &step.view);
            if step.progress {
                seen.clear();
            }
            if !seen.insert(now) {
                unproductive.push(step.number);
            }
            if step.progress || step.backtracking {
                events.push(Event::Break);
            } else if let Some(last) = last.filter(|last| last.spot != step.spot) {
                let key = |spot: &oracle::Spot| [spot.map.clone(), spot.x.clone(), spot.y.clone()];
                let transition = Transition {
                    from: key(&last.spot),
                    action: step.action.clone(),
                    to: key(&step.spot),
                };
                events.push(Event::Move(transition, step.number));
            }
            last = Some(step);
        }
    }
    (unproductive, events)
}
