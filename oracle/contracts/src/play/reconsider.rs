//! A claim about a rule, decided again from the two snapshots it rests on.

use super::lens::{Lens, Plan, View};
use super::text;
use super::watch::Claim;
use super::weigh::{Truth, Weight, acted, conditions, conditions_at, weigh};
use crate::judge::Verdict;
use serde_json::{Value as Json, json};

/// A claim as a judge is asked about it.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The rule.
    pub plan: &'a Plan<'a>,
    /// What is claimed.
    pub claim: Claim,
    /// Rules that may have acted as well.
    pub others: Vec<&'a Plan<'a>>,
    /// The event by whose consequences it was seen.
    pub through: Option<usize>,
}

/// A claim in the words of a request's payload.
pub fn payload(lens: &Lens<'_>, claim: Claim, others: &[usize], through: Option<usize>) -> Json {
    let ids: Vec<&str> = others.iter().map(|other| lens.plans[*other].rule.id.as_str()).collect();
    json!({ "claim": claim, "others": ids, "through": through.map(|event| lens.events[event]) })
}

/// The verdict on a claim, and why.
pub fn reconsider(lens: &Lens<'_>, asked: &Asked<'_>, before: &View, after: &View) -> (Verdict, String) {
    let plan = asked.plan;
    if plan.writes.is_empty() {
        return by_consequences(lens, asked, before, after);
    }
    let weighed = weigh(lens, plan, &asked.others, before, after);
    let absent = weighed.absent.map_or_else(String::new, |at| text(plan.writes[at].effect));
    let seen = format!("{} of {} effects were seen", weighed.shown, plan.rule.effects.len());
    let violated = |why: String| (Verdict::Violated, why);
    let unverified = |why: &str| (Verdict::Unverified, why.to_owned());
    match (asked.claim, weighed.weight) {
        (Claim::Seen, Weight::Seen | Weight::Consistent) => (Verdict::Satisfied, seen),
        (Claim::Trivial, Weight::Seen | Weight::Consistent) => {
            (Verdict::Satisfied, "everything is as it says, as it was before".to_owned())
        }
        (Claim::Broken, Weight::Absent) => {
            let state = conditions_at(lens, plan, after).max(conditions(lens, plan, before, after));
            if state == Truth::No && conditions_at(lens, plan, before) != Truth::Yes {
                return unverified("its conditions did not hold");
            }
            violated(format!("{absent} did not come about"))
        }
        (Claim::Still, Weight::Still | Weight::Absent) => violated(format!("{absent} did not come about")),
        (Claim::Unguarded, _) => match failing(lens, plan, before) {
            Some(condition) if acted(lens, plan, &asked.others, before, after) || moved(plan, before, after) => {
                violated(format!("it acted although {condition} does not hold"))
            }
            _ => unverified("it did not act, or it might have"),
        },
        _ => unverified("the snapshots do not say"),
    }
}

/// A rule that only makes something happen is judged by what came of that.
fn by_consequences(lens: &Lens<'_>, asked: &Asked<'_>, before: &View, after: &View) -> (Verdict, String) {
    let mut events: Vec<usize> = asked.through.into_iter().collect();
    let mut next = 0;
    let mut absent: Option<String> = None;
    while next < events.len() {
        let event = events[next];
        next += 1;
        for plan in lens.plans.iter().filter(|plan| plan.waits == event) {
            if plan.writes.is_empty() {
                let new: Vec<usize> = plan.emits.iter().copied().filter(|event| !events.contains(event)).collect();
                events.extend(new);
                continue;
            }
            let weighed = weigh(lens, plan, &[], before, after);
            let name = lens.events[event];
            match weighed.weight {
                Weight::Seen if asked.claim != Claim::Broken => {
                    return (Verdict::Satisfied, format!("{name} happened: {} acted", plan.rule.id));
                }
                Weight::Seen => return (Verdict::Unverified, format!("{name} happened")),
                Weight::Absent if conditions_at(lens, plan, before) == Truth::Yes => {
                    absent = Some(format!("{name} did not happen: {} did not act", plan.rule.id));
                }
                _ => {}
            }
        }
    }
    match (asked.claim, absent) {
        (Claim::Broken, Some(why)) => (Verdict::Violated, why),
        _ => (Verdict::Unverified, "nothing came of it that snapshots show".to_owned()),
    }
}

/// A condition that does not hold.
fn failing(lens: &Lens<'_>, plan: &Plan<'_>, view: &View) -> Option<String> {
    let test = plan.tests.iter().find(|test| lens.holds(test, view, view) == Some(false))?;
    Some(test.predicate.to_string())
}

fn moved(plan: &Plan<'_>, before: &View, after: &View) -> bool {
    plan.writes
        .iter()
        .any(|write| before.values[write.term] != after.values[write.term])
}
