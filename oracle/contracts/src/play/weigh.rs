//! What two views around a moment say about a rule, given which other rules may have acted between them.
//!
//! Several rules act in one step of a game: a catch gives points, the last catch a bonus as well. So an effect is not compared with
//! the value before alone but with every value that the rules which may have acted can lead to, once each, in any order.

use super::lens::{Lens, Operand, Plan, Test, View, Write};
use crate::design::Constant;
use crate::model::{Op, TriggerKind};

/// Changes of one attribute that are put together; beyond that nothing is said.
const MAX_CHANGES: usize = 7;
/// Values that are followed.
const MAX_VALUES: usize = 2_000;
/// Items that a rule takes off a list at once.
const MAX_REMOVED: usize = 30;

/// Whether conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// One does not.
    No,
    /// It is not known.
    Maybe,
    /// All do.
    Yes,
}

/// What the two views say about one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// It came about, and nothing else explains what is seen.
    Alone,
    /// It is as it would be; so it would be without the rule.
    Also,
    /// It says nothing: what the value would be is not known, and it has not changed.
    Silent,
    /// It should have changed by an amount nobody knows, and has not.
    Still,
    /// It did not come about, whatever else acted.
    Absent,
}

/// What the two views say about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It did what it says, and no other rule explains that.
    Seen,
    /// All is as it says; it would be so without the rule, too.
    Consistent,
    /// They say nothing.
    Silent,
    /// What changes by an unknown amount has not changed.
    Still,
    /// It did not do what it says, whatever other rules did.
    Absent,
}

/// How an answer came to be, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The answer.
    pub weight: Weight,
    /// Changes that were seen to come about, of those that snapshots can show.
    pub shown: usize,
    /// The change that did not come about, as a number of [`Plan::writes`].
    pub absent: Option<usize>,
    /// What should have stayed has not.
    pub strayed: bool,
}

/// Whether a rule's conditions hold at a step. What the rule itself changes is looked at before; everything else may have been changed by
/// the rules that led to it within the same step, so it has to hold both before and after to hold surely.
pub fn conditions(lens: &Lens<'_>, plan: &Plan<'_>, before: &View, after: &View) -> Truth {
    conditions_but(lens, plan, &plan.own, before, after)
}

/// The same; `own` are the attributes that are looked at before.
pub(super) fn conditions_but(lens: &Lens<'_>, plan: &Plan<'_>, own: &[usize], before: &View, after: &View) -> Truth {
    let all = plan.tests.iter().enumerate().map(|(at, test)| {
        // A state that comes about is one of the step's end.
        if at < plan.when && plan.rule.trigger.kind == TriggerKind::State {
            return truth(lens.holds(test, after, after));
        }
        mixed(lens, test, before, after, own)
    });
    all.min().unwrap_or(Truth::Yes)
}

/// Whether a rule's conditions hold in one view.
pub fn conditions_at(lens: &Lens<'_>, plan: &Plan<'_>, view: &View) -> Truth {
    let all = plan.tests.iter().map(|test| truth(lens.holds(test, view, view)));
    all.min().unwrap_or(Truth::Yes)
}

fn truth(known: Option<bool>) -> Truth {
    match known {
        Some(true) => Truth::Yes,
        Some(false) => Truth::No,
        None => Truth::Maybe,
    }
}

fn mixed(lens: &Lens<'_>, test: &Test<'_>, before: &View, after: &View, own: &[usize]) -> Truth {
    let changed = |at: usize| before.values[at] != after.values[at];
    let subject = test.term.filter(|at| changed(*at) && !own.contains(at)).is_some();
    let operand = match &test.operand {
        Operand::Term(at) => changed(*at) && !own.contains(at),
        Operand::Formula(_) => true,
        _ => false,
    };
    let first = truth(lens.holds(test, before, before));
    let alike = |subject: &View, other: &View| truth(lens.holds(test, subject, other)) == first;
    let sure = (!subject || alike(after, before))
        && (!operand || alike(before, after))
        && (!(subject && operand) || alike(after, after));
    if sure { first } else { Truth::Maybe }
}

/// Values a change can lead to; `None`: any.
fn outcomes(lens: &Lens<'_>, write: &Write<'_>, current: &Constant, before: &View, after: &View) -> Option<Vec<Constant>> {
    let wanted = || -> Option<Vec<Constant>> {
        let mut list = lens.resolve(&write.operand, before)?;
        if matches!(write.operand, Operand::Term(_) | Operand::Formula(_)) {
            list.extend(lens.resolve(&write.operand, after).unwrap_or_default());
        }
        Some(list)
    };
    match (write.op, current) {
        (Op::Set, _) if write.stays => Some(vec![current.clone()]),
        (Op::Set, _) => wanted(),
        (Op::Toggle, Constant::Bool(truth)) => Some(vec![Constant::Bool(!truth)]),
        (Op::Append, Constant::Number(count)) => Some(vec![Constant::Number(count + 1.0)]),
        (Op::Remove, Constant::Number(count)) => {
            let most = (*count).clamp(0.0, MAX_REMOVED as f64) as usize;
            Some((1..=most).map(|less| Constant::Number(count - less as f64)).collect())
        }
        (Op::Add | Op::Subtract | Op::Multiply | Op::Min | Op::Max, Constant::Number(was)) => {
            let numbers = wanted()?.into_iter().filter_map(|value| match value {
                Constant::Number(by) => Some(match write.op {
                    Op::Add => was + by,
                    Op::Subtract => was - by,
                    Op::Multiply => was * by,
                    Op::Min => was.min(by),
                    _ => was.max(by),
                }),
                _ => None,
            });
            let list: Vec<Constant> = numbers.map(Constant::Number).collect();
            (!list.is_empty()).then_some(list)
        }
        _ => None,
    }
}

fn same(a: &Constant, b: &Constant) -> bool {
    match (a, b) {
        (Constant::Number(a), Constant::Number(b)) => super::near(*a, *b),
        _ => a == b,
    }
}

/// Which values an attribute can come to by any of `changes`, each at most once: with the first of them, and without it.
struct Reach {
    with: Vec<Constant>,
    without: Vec<Constant>,
    any_with: bool,
    any_without: bool,
}

/// A change, and whether it can only come with the first one: of the same rule, or of one that waits for what that rule emits.
type Change<'w, 'a> = (&'w Write<'a>, bool);

fn reach(lens: &Lens<'_>, changes: &[Change<'_, '_>], from: &Constant, before: &View, after: &View) -> Reach {
    let mut found = Reach {
        with: Vec::new(),
        without: Vec::new(),
        any_with: changes.len() > MAX_CHANGES,
        any_without: changes.len() > MAX_CHANGES,
    };
    if changes.len() > MAX_CHANGES {
        return found;
    }
    let mut queue: Vec<(u32, Constant)> = vec![(0, from.clone())];
    let mut at = 0;
    while at < queue.len() {
        if queue.len() > MAX_VALUES {
            (found.any_with, found.any_without) = (true, true);
            break;
        }
        let (mask, value) = queue[at].clone();
        at += 1;
        let list = if mask & 1 == 1 { &mut found.with } else { &mut found.without };
        if !list.iter().any(|known| same(known, &value)) {
            list.push(value.clone());
        }
        for (number, (change, bound)) in changes.iter().enumerate() {
            if mask & (1 << number) != 0 || (*bound && mask & 1 == 0) {
                continue;
            }
            let next = mask | (1 << number);
            match outcomes(lens, change, &value, before, after) {
                None if next & 1 == 1 => found.any_with = true,
                None => {
                    found.any_without = true;
                    found.any_with = true;
                }
                Some(values) => {
                    for value in values {
                        if !queue.iter().any(|(mask, known)| *mask == next && same(known, &value)) {
                            queue.push((next, value));
                        }
                    }
                }
            }
        }
    }
    found
}

fn shown(lens: &Lens<'_>, write: &Write<'_>, others: &[Change<'_, '_>], before: &View, after: &View) -> Option<Shown> {
    let now = after.values[write.term].as_ref()?;
    let Some(was) = before.values[write.term].as_ref() else {
        // What was not there before can only be set.
        return match (write.op, outcomes(lens, write, now, before, after)) {
            (Op::Set, Some(values)) if values.iter().any(|value| same(value, now)) => Some(Shown::Alone),
            _ => None,
        };
    };
    let changed = !same(was, now);
    if let Some(label) = write.label {
        return Some(if after.labels[label] > before.labels[label] {
            Shown::Alone
        } else {
            Shown::Silent
        });
    }
    let mut changes = vec![(write, false)];
    changes.extend(others.iter().filter(|(other, _)| other.term == write.term && !other.stays));
    let reach = reach(lens, &changes, was, before, after);
    let known = |list: &[Constant]| list.iter().any(|value| same(value, now));
    let with = reach.any_with || known(&reach.with);
    let without = reach.any_without || known(&reach.without);
    let opaque = outcomes(lens, write, was, before, after).is_none();
    Some(match (with, without) {
        _ if opaque && !changed => {
            if write.op == Op::Set {
                Shown::Silent
            } else {
                Shown::Still
            }
        }
        (true, false) => Shown::Alone,
        (true, true) => Shown::Also,
        (false, _) => Shown::Absent,
    })
}

/// Weighs a rule over two views; `others` are the rules that may have acted between them as well.
pub fn weigh(lens: &Lens<'_>, plan: &Plan<'_>, others: &[&Plan<'_>], before: &View, after: &View) -> Weighed {
    let writes: Vec<Change<'_, '_>> = others
        .iter()
        .flat_map(|other| {
            let bound = plan.emits.contains(&other.waits) && plan.waits != other.waits;
            other.writes.iter().map(move |write| (write, bound))
        })
        .collect();
    let all: Vec<(usize, Shown)> = plan
        .writes
        .iter()
        .enumerate()
        .filter_map(|(at, write)| {
            // Changes of the same attribute by the rule itself belong together.
            let own = plan
                .writes
                .iter()
                .filter(|other| other.term == write.term && !std::ptr::eq(*other, write));
            let with: Vec<Change<'_, '_>> = writes.iter().copied().chain(own.map(|own| (own, true))).collect();
            Some((at, shown(lens, write, &with, before, after)?))
        })
        .collect();
    // What strayed is told before what did not come about.
    let first = |wanted: Shown, stays: bool| {
        all.iter()
            .find(|(at, shown)| *shown == wanted && plan.writes[*at].stays == stays)
    };
    let has = |wanted: Shown| first(wanted, true).or_else(|| first(wanted, false)).map(|(at, _)| *at);
    let count = all
        .iter()
        .filter(|(_, shown)| matches!(shown, Shown::Alone | Shown::Also))
        .count();
    let strayed = all
        .iter()
        .any(|(at, shown)| *shown == Shown::Absent && plan.writes[*at].stays);
    let (weight, absent) = if let Some(at) = has(Shown::Absent) {
        (Weight::Absent, Some(at))
    } else if has(Shown::Alone).is_some() {
        (Weight::Seen, None)
    } else if let Some(at) = has(Shown::Still) {
        (Weight::Still, Some(at))
    } else if has(Shown::Also).is_some() {
        (Weight::Consistent, None)
    } else {
        (Weight::Silent, None)
    };
    Weighed {
        weight,
        shown: count,
        absent,
        strayed,
    }
}

/// Whether all of a rule's changes came about that snapshots can show, none of them explained by another rule or by an amount nobody
/// knows: as if it had acted, whether or not it should have.
pub fn acted(lens: &Lens<'_>, plan: &Plan<'_>, others: &[&Plan<'_>], before: &View, after: &View) -> bool {
    let known = plan
        .writes
        .iter()
        .filter(|write| !write.stays && write.label.is_none())
        .any(|write| {
            let (Some(was), Some(now)) = (&before.values[write.term], &after.values[write.term]) else {
                return false;
            };
            !same(was, now) && outcomes(lens, write, was, before, after).is_some_and(|values| values.iter().any(|v| same(v, now)))
        });
    known && weigh(lens, plan, others, before, after).weight == Weight::Seen
}
