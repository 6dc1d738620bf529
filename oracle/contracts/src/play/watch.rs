//! Looks along a trajectory for what it says about each rule: where one did what it says, where it did not though it was due, where
//! it acted though it was not.
//!
//! Which rules may have acted in a step is found first, by inputs, events, the clock and conditions; then each is weighed against the
//! others. What is claimed against a rule needs a trigger and conditions that are sure; what may have had another reason is no claim.

use super::lens::{Lens, Plan, View};
use super::pending::Pending;
use super::runs::Run;
use super::trajectory::{Observation, is_input};
use super::weigh::{self, Truth, Weighed, Weight};
use crate::model::TriggerKind;
use serde::{Deserialize, Serialize};

/// How long after an input its effect may come, in µs.
pub(super) const WINDOW_US: u64 = 150_000;

/// What a place in a trajectory says about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// It was due and did not do what it says.
    Broken,
    /// It acted though its conditions did not hold.
    Unguarded,
    /// It did what it says, and nothing else explains that.
    Seen,
    /// It was due, and everything is as it says; so it was before.
    Trivial,
    /// It, or another rule, made something happen.
    Shared,
    /// It was due, and something that should have changed by an unknown amount has not.
    Still,
}

/// A place in a trajectory that says something about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule, as a number of the lens's plans.
    pub rule: usize,
    /// What it says.
    pub claim: Claim,
    /// The observation before.
    pub before: usize,
    /// The observation after.
    pub after: usize,
    /// Rules that may have acted between the two as well.
    pub others: Vec<usize>,
    /// The event by whose consequences it was seen.
    pub through: Option<usize>,
}

/// An input that may still take effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The observation before it.
    pub(super) from: usize,
    /// The number of what was done there.
    pub(super) done: usize,
    pub(super) until_us: u64,
}

pub(super) struct Watch<'l, 'a, 'o> {
    pub(super) lens: &'l Lens<'a>,
    pub(super) seen: &'o [Observation],
    pub(super) views: &'o [View],
    pub(super) windows: Vec<Window>,
    /// Rules that may have acted, by step.
    pub(super) possible: Vec<Vec<usize>>,
    pub(super) pending: Vec<Pending>,
    pub(super) runs: Vec<Run>,
    /// Rules that change something this one changes.
    overlap: Vec<Vec<usize>>,
    pub(super) findings: Vec<Finding>,
}

/// What is known of all rules at one step.
pub(super) struct Step {
    pub(super) at: usize,
    pub(super) trigger: Vec<Truth>,
    pub(super) conditions: Vec<Truth>,
    pub(super) possible: Vec<bool>,
    pub(super) weighed: Vec<Option<Weighed>>,
}

/// Looks along a trajectory. `views` are what its snapshots say.
pub fn watch(lens: &Lens<'_>, seen: &[Observation], views: &[View]) -> Vec<Finding> {
    let overlap = lens.plans.iter().enumerate().map(|(at, plan)| {
        let shares = |other: &Plan<'_>| other.writes.iter().any(|a| plan.writes.iter().any(|b| a.term == b.term));
        let others = lens.plans.iter().enumerate();
        others
            .filter(|(other, plan)| *other != at && shares(plan))
            .map(|(other, _)| other)
            .collect()
    });
    let mut watch = Watch {
        overlap: overlap.collect(),
        runs: lens.plans.iter().map(|_| Run::default()).collect(),
        windows: Vec::new(),
        possible: Vec::new(),
        pending: Vec::new(),
        findings: Vec::new(),
        lens,
        seen,
        views,
    };
    for at in 0..seen.len().min(views.len()).saturating_sub(1) {
        watch.step(at);
    }
    watch.close_all();
    watch.findings
}

impl Watch<'_, '_, '_> {
    fn step(&mut self, at: usize) {
        if self.seen[at + 1].done.iter().any(|done| done.setup) {
            self.windows.clear();
            self.pending.clear();
            self.runs.iter_mut().for_each(Run::clear);
            self.possible.push(Vec::new());
            return;
        }
        let now_us = self.seen[at].at_us;
        self.windows.retain(|window| window.until_us >= now_us);
        for (number, done) in self.seen[at + 1].done.iter().enumerate() {
            self.windows.push(Window {
                from: at,
                done: number,
                until_us: self.seen[at + 1].at_us + done.hold_us + WINDOW_US,
            });
        }
        let step = self.look(at);
        let list = step.possible.iter().enumerate().filter(|(_, possible)| **possible);
        self.possible.push(list.map(|(rule, _)| rule).collect());
        let events = if step.possible.contains(&true) {
            self.judge(&step)
        } else {
            Vec::new()
        };
        self.open_pending(&step, &events);
        self.follow_pending(&step);
        self.follow_runs(&step);
    }

    /// The windows in which a rule's inputs were made, and whether one was made in this very step.
    fn inputs(&self, plan: &Plan<'_>, at: usize) -> Option<(usize, bool)> {
        let inputs = &plan.rule.trigger.inputs;
        let made = self.windows.iter().rev().find(|window| {
            let done = &self.seen[window.from + 1].done[window.done];
            done.input
                .as_ref()
                .is_some_and(|done| inputs.iter().any(|named| is_input(done, named)))
        });
        made.map(|window| (window.from, window.from == at))
    }

    /// Which rules may act at a step, and what the two views say about them.
    fn look(&self, at: usize) -> Step {
        let lens = self.lens;
        let (before, after) = (&self.views[at], &self.views[at + 1]);
        let passes = self.seen[at + 1].at_us > self.seen[at].at_us;
        let count = lens.plans.len();
        let mut step = Step {
            at,
            trigger: vec![Truth::No; count],
            conditions: vec![Truth::No; count],
            possible: vec![false; count],
            weighed: Vec::new(),
        };
        for (rule, plan) in lens.plans.iter().enumerate() {
            let input = self.inputs(plan, at);
            let kind = plan.rule.trigger.kind;
            step.trigger[rule] = match (input, kind) {
                (Some((_, true)), _) => Truth::Yes,
                (Some(_), _) => Truth::Maybe,
                (None, TriggerKind::Time) if passes => Truth::Maybe,
                (None, TriggerKind::State) => Truth::Maybe,
                // What nobody emits and no input makes comes from outside the contract, at any time.
                (None, TriggerKind::Event) if !plan.emitted && plan.rule.trigger.inputs.is_empty() => Truth::Maybe,
                _ => Truth::No,
            };
            if step.trigger[rule] != Truth::No {
                step.conditions[rule] = match input {
                    Some((_, true)) => weigh::conditions_at(lens, plan, before),
                    Some((from, false)) => {
                        weigh::conditions_at(lens, plan, &self.views[from]).max(weigh::conditions(lens, plan, before, after))
                    }
                    None => weigh::conditions(lens, plan, before, after),
                };
            }
        }
        self.spread(&mut step);
        step.weighed = (0..count)
            .map(|rule| {
                let others = self.others(rule, |other| step.possible[other]);
                step.possible[rule].then(|| weigh::weigh(lens, &lens.plans[rule], &others, before, after))
            })
            .collect();
        step
    }

    /// Events that rules emit make others possible.
    fn spread(&self, step: &mut Step) {
        let plans = &self.lens.plans;
        loop {
            let mut grown = false;
            for rule in 0..plans.len() {
                let may = step.trigger[rule] != Truth::No && step.conditions[rule] != Truth::No && !self.superseded(step, rule);
                if !may || step.possible[rule] {
                    continue;
                }
                step.possible[rule] = true;
                grown = true;
                for (other, plan) in plans.iter().enumerate() {
                    if step.trigger[other] == Truth::No && plans[rule].emits.contains(&plan.waits) {
                        let (before, after) = (&self.views[step.at], &self.views[step.at + 1]);
                        step.trigger[other] = Truth::Maybe;
                        step.conditions[other] = weigh::conditions(self.lens, plan, before, after);
                    }
                }
            }
            if !grown {
                return;
            }
        }
    }

    /// A row above its own fits and does something else with the same attributes.
    fn superseded(&self, step: &Step, rule: usize) -> bool {
        let plan = &self.lens.plans[rule];
        plan.above.iter().any(|other| {
            let shares = self.overlap[rule].contains(other) || (plan.writes.is_empty() && !plan.emits.is_empty());
            shares && step.trigger[*other] != Truth::No && step.conditions[*other] == Truth::Yes
        })
    }

    /// No row above its own fits, surely.
    pub(super) fn is_first(&self, rule: usize, view: &View) -> bool {
        let plans = &self.lens.plans;
        let above = &plans[rule].above;
        above
            .iter()
            .all(|other| weigh::conditions_at(self.lens, &plans[*other], view) == Truth::No)
    }

    /// Another row of its table surely fits: what happens is that row's doing, even where the contract does not say all of it. One that
    /// says that what has changed stays is no such row.
    pub(super) fn is_shadowed(&self, rule: usize, before: &View, after: &View) -> bool {
        let plans = &self.lens.plans;
        let changed = |term: usize| before.values[term] != after.values[term];
        plans[rule].instead.iter().map(|other| &plans[*other]).any(|other| {
            let keeps = other.writes.iter().any(|write| write.stays && changed(write.term));
            !keeps && weigh::conditions_at(self.lens, other, before) == Truth::Yes
        })
    }

    /// Its conditions do not hold, and that says that it must not act: of a table's ELSE only where another row surely fits.
    pub(super) fn is_barred(&self, rule: usize, conditions: Truth, view: &View) -> bool {
        let plans = &self.lens.plans;
        let fits = |other: &usize| weigh::conditions_at(self.lens, &plans[*other], view) == Truth::Yes;
        conditions == Truth::No && (!plans[rule].otherwise || plans[rule].instead.iter().any(fits))
    }

    pub(super) fn others(&self, rule: usize, possible: impl Fn(usize) -> bool) -> Vec<&Plan<'_>> {
        let list = self.overlap[rule].iter().filter(|other| possible(**other));
        list.map(|other| &self.lens.plans[*other]).collect()
    }

    /// The rules that may have acted from an observation on, up to a step.
    pub(super) fn since(&self, rule: usize, from: usize, to: usize) -> Vec<usize> {
        let overlap = self.overlap[rule].iter().copied();
        overlap
            .filter(|other| self.possible[from..=to].iter().any(|step| step.binary_search(other).is_ok()))
            .collect()
    }

    pub(super) fn find(
        &mut self,
        rule: usize,
        claim: Claim,
        before: usize,
        after: usize,
        others: Vec<usize>,
        through: Option<usize>,
    ) {
        self.findings.push(Finding {
            rule,
            claim,
            before,
            after,
            others,
            through,
        });
    }

    /// What this step says by itself. Answers with the events that surely happened, by a rule that shows it.
    fn judge(&mut self, step: &Step) -> Vec<(usize, usize)> {
        let lens = self.lens;
        let at = step.at;
        let (before, after) = (&self.views[at], &self.views[at + 1]);
        let mut events: Vec<(usize, usize)> = Vec::new();
        let mut shown: Vec<usize> = Vec::new();
        let mut found: Vec<(usize, Claim)> = Vec::new();
        for (rule, plan) in lens.plans.iter().enumerate() {
            let Some(weighed) = &step.weighed[rule] else { continue };
            if weighed.weight != Weight::Seen {
                continue;
            }
            found.push((rule, Claim::Seen));
            let by_input = self.inputs(plan, at).is_some();
            if !by_input {
                shown.push(plan.waits);
            }
            let others = self.others(rule, |other| step.possible[other]);
            if weigh::acted(lens, plan, &others, before, after) {
                events.extend((!by_input).then_some((plan.waits, rule)));
                // What it emits has happened, too.
                events.extend(plan.emits.iter().map(|event| (*event, rule)));
            }
        }
        for (rule, claim) in found {
            let others = self.since(rule, at, at);
            self.find(rule, claim, at, at + 1, others, None);
        }
        // Who emitted what was seen to happen, through any number of rules that only emit.
        let mut next = 0;
        while next < shown.len() {
            let event = shown[next];
            next += 1;
            let emitters: Vec<usize> = (0..lens.plans.len())
                .filter(|rule| step.possible[*rule] && lens.plans[*rule].emits.contains(&event))
                .collect();
            for rule in &emitters {
                let plan = &lens.plans[*rule];
                if !plan.writes.is_empty() {
                    continue;
                }
                let sure = step.trigger[*rule] == Truth::Yes || emitters.len() == 1;
                let claim = if sure { Claim::Seen } else { Claim::Shared };
                self.find(*rule, claim, at, at + 1, Vec::new(), Some(event));
                if !shown.contains(&plan.waits) {
                    shown.push(plan.waits);
                }
            }
        }
        events
    }
}
