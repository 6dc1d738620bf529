//! Rules of the clock and of states: what is so for a while has to have its effect, and without it must not have.

use super::watch::{Claim, Step, Watch};
use super::weigh::{self, Truth, Weight};
use crate::design::Constant;
use crate::model::{Input, Op, TriggerKind};

/// How long a state has to last without its effect before that is a claim, in µs.
const STATE_US: u64 = 600_000;
/// The same for a rule of the clock, beyond its periods.
const TIME_US: u64 = 500_000;
/// A rule of the clock without a period is one of every frame.
const FRAME_MS: f64 = 1_000.0 / 60.0;

/// A stretch in which a rule's conditions are surely as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    conditions: Option<Truth>,
    from: usize,
    /// A state came about here, rather than having been set up.
    begun: bool,
    /// A claim was made, or cannot be made any more.
    settled: bool,
    /// What stays was said to have stayed.
    told: bool,
    steps: usize,
    /// Steps in which what the rule changes has changed.
    moved: usize,
    /// Steps that are just what the rule would do.
    acted: usize,
    first_acted: usize,
}

impl Run {
    pub(super) fn clear(&mut self) {
        *self = Run::default();
    }
}

impl Watch<'_, '_, '_> {
    /// Goes on with the runs of all rules of the clock and of states.
    pub(super) fn follow_runs(&mut self, step: &Step) {
        let at = step.at;
        let quiet = self.seen[at + 1].done.is_empty();
        for rule in 0..self.lens.plans.len() {
            let plan = &self.lens.plans[rule];
            let kind = plan.rule.trigger.kind;
            // Letting time pass is what happens here anyway.
            let by_itself = plan
                .rule
                .trigger
                .inputs
                .iter()
                .all(|input| matches!(input, Input::Wait { .. }));
            if !matches!(kind, TriggerKind::Time | TriggerKind::State) || plan.writes.is_empty() || !by_itself {
                continue;
            }
            let now = weigh::conditions_at(self.lens, plan, &self.views[at]);
            let next = weigh::conditions_at(self.lens, plan, &self.views[at + 1]);
            let run = &mut self.runs[rule];
            if !quiet || run.conditions != Some(next) {
                let begun = now != Truth::Yes && next == Truth::Yes && quiet;
                *run = Run {
                    conditions: Some(next),
                    from: at + 1,
                    begun,
                    ..Run::default()
                };
                // The step in which it comes about is its own.
                if kind == TriggerKind::State && step.weighed[rule].as_ref().is_some_and(|w| w.weight == Weight::Seen) {
                    self.runs[rule].settled = true;
                }
                continue;
            }
            if self.runs[rule].settled || now != next {
                continue;
            }
            match kind {
                TriggerKind::State => self.follow_state(rule, step),
                _ => self.follow_time(rule, step),
            }
        }
    }

    fn follow_state(&mut self, rule: usize, step: &Step) {
        let lens = self.lens;
        let plan = &lens.plans[rule];
        let run = &self.runs[rule];
        let (at, from) = (step.at, run.from);
        if run.conditions != Some(Truth::Yes) || !run.begun {
            return;
        }
        let fits = |weight: Weight| matches!(weight, Weight::Seen | Weight::Consistent | Weight::Silent);
        let others = self.since(rule, from - 1, at);
        let plans: Vec<_> = others.iter().map(|other| &lens.plans[*other]).collect();
        let whole = weigh::weigh(lens, plan, &plans, &self.views[from - 1], &self.views[at + 1]).weight;
        if fits(whole)
            || step.weighed[rule]
                .as_ref()
                .is_some_and(|weighed| weighed.weight == Weight::Seen)
        {
            self.runs[rule].settled = true;
            return;
        }
        if whole == Weight::Absent
            && self.seen[at + 1].at_us - self.seen[from].at_us >= STATE_US
            && self.is_first(rule, &self.views[at])
        {
            self.runs[rule].settled = true;
            self.find(rule, Claim::Broken, from - 1, at + 1, others, None);
        }
    }

    fn follow_time(&mut self, rule: usize, step: &Step) {
        let lens = self.lens;
        let plan = &lens.plans[rule];
        let at = step.at;
        let (before, after) = (&self.views[at], &self.views[at + 1]);
        let moved = plan
            .writes
            .iter()
            .any(|write| before.values[write.term] != after.values[write.term]);
        let others: Vec<usize> = self.since(rule, at, at);
        let plans: Vec<_> = others.iter().map(|other| &lens.plans[*other]).collect();
        let acted = moved && weigh::acted(lens, plan, &plans, before, after);
        let alone = others.is_empty();
        let keeps = plan.writes.iter().any(|write| write.stays);
        let strayed = keeps && weigh::weigh(lens, plan, &plans, before, after).strayed;
        let run = &mut self.runs[rule];
        run.steps += 1;
        run.moved += usize::from(moved && alone);
        if acted {
            run.first_acted = if run.acted == 0 { at } else { run.first_acted };
            run.acted += 1;
        }
        let every_ms = plan.rule.trigger.every_ms.unwrap_or(FRAME_MS);
        let lasted_us = self.seen[at + 1].at_us - self.seen[run.from].at_us;
        let run = self.runs[rule].clone();
        match run.conditions {
            Some(Truth::Yes) if keeps => {
                let claim = match strayed {
                    true => Claim::Broken,
                    false if lasted_us >= TIME_US => Claim::Trivial,
                    false => return,
                };
                if self.is_first(rule, after) && (strayed || !run.told) {
                    self.runs[rule].settled = strayed;
                    self.runs[rule].told = true;
                    let from = if strayed { at } else { run.from };
                    self.find(rule, claim, from, at + 1, others, None);
                }
            }
            Some(Truth::Yes) => {
                if moved {
                    // It goes on; a new stretch begins here.
                    self.runs[rule].from = at + 1;
                    return;
                }
                let enough = (2.5 * every_ms * 1_000.0) as u64 + TIME_US;
                if lasted_us < enough || plan.rule.trigger.every_ms.is_none() || !self.is_first(rule, after) {
                    return;
                }
                self.runs[rule].settled = true;
                let known = plan.writes.iter().find(|write| {
                    // What is at its end already does not change.
                    let at_rest = matches!(write.op, Op::Subtract | Op::Multiply | Op::Remove)
                        && matches!(after.values[write.term], Some(Constant::Number(number)) if number <= 0.0);
                    !at_rest && !write.stays && after.values[write.term].is_some()
                });
                let Some(write) = known else { return };
                let weight = weigh::weigh(lens, plan, &[], before, after).weight;
                let claim = match (weight, write.op) {
                    (Weight::Absent, _) => Claim::Broken,
                    (Weight::Still, _) => Claim::Still,
                    _ => return,
                };
                let from = run.from;
                self.find(rule, claim, from, at + 1, Vec::new(), None);
            }
            Some(Truth::No) => {
                let each_frame = every_ms <= 100.0 && run.steps >= 30 && run.moved * 10 >= run.steps * 9;
                let known = run.acted >= 2 && plan.rule.trigger.every_ms.is_some();
                let from = if known { run.first_acted } else { run.from };
                let counts = self.is_barred(rule, Truth::No, before) && !self.is_shadowed(rule, &self.views[from], after);
                if lasted_us >= TIME_US && (each_frame || known) && counts {
                    self.runs[rule].settled = true;
                    let others = self.since(rule, at, at);
                    self.find(rule, Claim::Unguarded, from, at + 1, others, None);
                }
            }
            _ => {}
        }
    }
}
