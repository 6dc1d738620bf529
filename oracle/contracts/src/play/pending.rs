//! Claims that need time: an input takes effect within a moment, and only then can be said that it did not.

use super::lens::Plan;
use super::trajectory::is_input;
use super::watch::{Claim, Step, WINDOW_US, Watch};
use super::weigh::{self, Truth, Weight};
use crate::model::Input;

/// Time that has to pass between an input and the next one for the first to count, in µs: two frames.
const LEAST_US: u64 = 33_000;

/// A rule that is due, or is surely not.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    rule: usize,
    from: usize,
    until_us: u64,
    /// By an input rather than an event.
    input: bool,
    /// Its conditions do not hold: it must not act.
    barred: bool,
    /// It did what it says.
    met: bool,
    /// What should have stayed has not.
    strayed: bool,
}

impl Watch<'_, '_, '_> {
    /// Notes the rules that are due because of what was done or has happened in a step.
    pub(super) fn open_pending(&mut self, step: &Step, events: &[(usize, usize)]) {
        let at = step.at;
        let view = &self.views[at];
        let made = &self.seen[at + 1].done;
        let inputs: Vec<&Input> = made.iter().filter_map(|done| done.input.as_ref()).collect();
        let hold_us = made.iter().map(|done| done.hold_us).max().unwrap_or(0);
        let end_us = self.seen[at + 1].at_us;
        let mut opened = Vec::new();
        for (rule, plan) in self.lens.plans.iter().enumerate() {
            let named = &plan.rule.trigger.inputs;
            let made = inputs.iter().any(|done| named.iter().any(|named| is_input(done, named)));
            // Time that passes is no input whose effect could be missed.
            let waits = named.iter().any(|named| matches!(named, Input::Wait { .. }));
            if made && !waits {
                let conditions = weigh::conditions_at(self.lens, plan, view);
                let due = conditions == Truth::Yes && self.is_first(rule, view);
                // What another rule has to make happen first may happen for reasons of its own.
                let barred = self.is_barred(rule, conditions, view) && !plan.emitted;
                if due || barred {
                    opened.push(Pending {
                        rule,
                        from: at,
                        until_us: end_us + hold_us + WINDOW_US,
                        input: true,
                        barred: !due,
                        met: false,
                        strayed: false,
                    });
                }
                continue;
            }
            if plan.writes.is_empty() || !events.iter().any(|(event, by)| *event == plan.waits && *by != rule) {
                continue;
            }
            let conditions = self.conditions_of_event(step, rule);
            // After an event that nobody emits its own rows have acted already.
            let first = self.is_first(rule, view) && (!plan.emitted || self.is_first(rule, &self.views[at + 1]));
            let barred = self.is_barred(rule, conditions, view);
            if (conditions == Truth::Yes && first) || barred {
                opened.push(Pending {
                    rule,
                    from: at,
                    until_us: end_us + WINDOW_US,
                    input: false,
                    barred,
                    met: false,
                    strayed: false,
                });
            }
        }
        self.pending.extend(opened);
    }

    /// A rule's conditions at an event of this step that another rule has shown. Rules of one event act on what was so before it: what
    /// they change in this step, or what no rule changes and so follows from that, is looked at before. Not so where something may have
    /// happened before the event within the same step: an input, or what another rule did that emits it.
    fn conditions_of_event(&self, step: &Step, rule: usize) -> Truth {
        let plans = &self.lens.plans;
        let plan = &plans[rule];
        let (before, after) = (&self.views[step.at], &self.views[step.at + 1]);
        if plan.emitted || !self.windows.is_empty() {
            return weigh::conditions(self.lens, plan, before, after);
        }
        let another = |term: usize| {
            let mut acting = plans.iter().enumerate().filter(|(other, _)| step.possible[*other]);
            acting.any(|(_, other)| other.waits != plan.waits && other.own.contains(&term))
        };
        let own: Vec<usize> = (0..self.lens.len()).filter(|term| !another(*term)).collect();
        weigh::conditions_but(self.lens, plan, &own, before, after)
    }

    /// Looks at the rules that are due after a step.
    pub(super) fn follow_pending(&mut self, step: &Step) {
        let at = step.at;
        let interrupted = !self.seen[at + 1].done.is_empty();
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain_mut(|one| {
            if interrupted && one.from != at {
                let passed = self.seen[at].at_us - self.seen[one.from + 1].at_us;
                if passed >= LEAST_US {
                    self.close(one, at - 1);
                }
                return false;
            }
            if one.barred {
                return self.follow_barred(one, at);
            }
            self.follow_due(one, step);
            if self.seen[at + 1].at_us >= one.until_us {
                self.close(one, at);
                return false;
            }
            true
        });
        self.pending = pending;
    }

    /// What ends with the trajectory says nothing, except where enough time has passed.
    pub(super) fn close_all(&mut self) {
        let Some(last) = self.possible.len().checked_sub(1) else {
            return;
        };
        for one in std::mem::take(&mut self.pending) {
            if self.seen[last + 1].at_us.saturating_sub(self.seen[one.from + 1].at_us) >= LEAST_US * 2 && !one.barred {
                self.close(&one, last);
            }
        }
    }

    /// A rule whose conditions do not hold. `false`: nothing more can be said.
    fn follow_barred(&mut self, one: &Pending, at: usize) -> bool {
        let lens = self.lens;
        let plan = &lens.plans[one.rule];
        // What other rules changed in the same step may have let it act.
        if weigh::conditions(lens, plan, &self.views[at], &self.views[at + 1]) != Truth::No {
            return false;
        }
        let others = self.since(one.rule, one.from, at);
        let plans: Vec<_> = others
            .iter()
            .filter(|other| **other != one.rule)
            .map(|other| &lens.plans[*other])
            .collect();
        let (before, after) = (&self.views[one.from], &self.views[at + 1]);
        if weigh::acted(lens, plan, &plans, before, after) {
            if self.is_shadowed(one.rule, before, after) {
                return false;
            }
            self.find(one.rule, Claim::Unguarded, one.from, at + 1, others, None);
            return false;
        }
        self.seen[at + 1].at_us < one.until_us
    }

    fn follow_due(&mut self, one: &mut Pending, step: &Step) {
        let lens = self.lens;
        let plan = &lens.plans[one.rule];
        let at = step.at;
        if plan.writes.is_empty() {
            one.met |= self.consequences(one, at).0;
            return;
        }
        let keeps = plan.writes.iter().any(|write| write.stays);
        let others = self.since(one.rule, one.from, at);
        let plans: Vec<_> = others.iter().map(|other| &lens.plans[*other]).collect();
        let whole = weigh::weigh(lens, plan, &plans, &self.views[one.from], &self.views[at + 1]);
        if keeps && whole.strayed {
            // What stays has to stay the whole time.
            if !one.strayed {
                self.find(one.rule, Claim::Broken, one.from, at + 1, others, None);
            }
            one.strayed = true;
            return;
        }
        let single = step.weighed[one.rule].as_ref().map(|weighed| weighed.weight);
        let fits = |weight: Weight| matches!(weight, Weight::Seen | Weight::Consistent);
        if whole.weight == Weight::Seen && one.from != at && !one.met {
            self.find(one.rule, Claim::Seen, one.from, at + 1, others, None);
        }
        one.met |= fits(whole.weight) || single.is_some_and(|weight| weight == Weight::Seen);
    }

    /// Whether what a rule makes happen was seen, and whether some of it was surely not.
    fn consequences(&self, one: &Pending, at: usize) -> (bool, bool) {
        let lens = self.lens;
        let (before, after) = (&self.views[one.from], &self.views[at + 1]);
        let mut events = lens.plans[one.rule].emits.clone();
        let (mut next, mut seen, mut absent) = (0, false, false);
        while next < events.len() {
            let event = events[next];
            next += 1;
            for (rule, plan) in lens.plans.iter().enumerate().filter(|(_, plan)| plan.waits == event) {
                if plan.writes.is_empty() {
                    let new: Vec<usize> = plan.emits.iter().copied().filter(|event| !events.contains(event)).collect();
                    events.extend(new);
                    continue;
                }
                let others = self.since(rule, one.from, at);
                let plans: Vec<_> = others.iter().map(|other| &lens.plans[*other]).collect();
                let due = weigh::conditions_at(lens, plan, before) == Truth::Yes && self.is_first(rule, before);
                match weigh::weigh(lens, plan, &plans, before, after).weight {
                    Weight::Seen => seen = true,
                    Weight::Absent if due => absent = true,
                    _ => {}
                }
            }
        }
        (seen, absent)
    }

    /// Something else has happened before its effect came, after which its conditions do not hold any more: another rule, waiting for
    /// something else, was seen to act on what they are about. What the same input brings about by way of other events is nothing else.
    fn is_forestalled(&self, one: &Pending, at: usize) -> bool {
        let plan = &self.lens.plans[one.rule];
        let about = |other: &Plan<'_>| {
            plan.tests
                .iter()
                .filter_map(|test| test.term)
                .any(|term| other.own.contains(&term))
        };
        self.findings
            .iter()
            .rev()
            .take_while(|finding| finding.after > one.from)
            .filter(|finding| finding.claim == Claim::Seen && finding.before >= one.from && finding.after <= at + 1)
            .any(|finding| {
                let other = &self.lens.plans[finding.rule];
                let view = &self.views[finding.after];
                !self.lens.is_kin(other.waits, plan.waits)
                    && about(other)
                    && weigh::conditions_at(self.lens, plan, view) == Truth::No
            })
    }

    /// The time is over.
    fn close(&mut self, one: &Pending, at: usize) {
        if one.barred || at < one.from {
            return;
        }
        let lens = self.lens;
        let plan = &lens.plans[one.rule];
        let forestalled = !one.met && self.is_forestalled(one, at);
        if plan.writes.is_empty() {
            let (seen, absent) = self.consequences(one, at);
            let through = plan.emits.first().copied();
            if one.met || seen {
                self.find(one.rule, Claim::Seen, one.from, at + 1, Vec::new(), through);
            } else if absent && !forestalled {
                self.find(one.rule, Claim::Broken, one.from, at + 1, Vec::new(), through);
            }
            return;
        }
        if one.strayed || forestalled {
            return;
        }
        let others = self.since(one.rule, one.from, at);
        if one.met {
            self.find(one.rule, Claim::Trivial, one.from, at + 1, others, None);
            return;
        }
        let plans: Vec<_> = others.iter().map(|other| &lens.plans[*other]).collect();
        let claim = match weigh::weigh(lens, plan, &plans, &self.views[one.from], &self.views[at + 1]).weight {
            Weight::Absent => Claim::Broken,
            Weight::Still if one.input => Claim::Still,
            _ => return,
        };
        self.find(one.rule, claim, one.from, at + 1, others, None);
    }
}
