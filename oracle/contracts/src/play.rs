//! Contracts against snapshots: predicates that hold, effects that came about, invariants that broke.
//!
//! A snapshot is what `__gameTest.getSnapshot()` gave. The vocabulary's JSON pointers tie attributes to it; an attribute without one
//! is not known, and what cannot be known is never a violation.

pub mod lens;
mod pending;
pub mod reconsider;
mod runs;
pub mod trajectory;
pub mod watch;
pub mod weigh;

use crate::design::Constant;
use crate::formula::{self, Scope};
use crate::judge::Verdict;
use crate::model::{Attribute, Contract, Effect, Invariant, Op, Operator, Predicate, Resolved, Rule, Value};
use serde_json::Value as Json;
use std::borrow::Cow;

/// A snapshot as the state of a contract's attributes.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    contract: &'a Contract,
    snapshot: &'a Json,
}

impl<'a> State<'a> {
    /// A snapshot under a contract.
    pub fn new(contract: &'a Contract, snapshot: &'a Json) -> State<'a> {
        State { contract, snapshot }
    }

    /// What an attribute is, if the snapshot says. A list is the number of its items.
    pub fn get(&self, attribute: &Attribute) -> Option<Constant> {
        let term = self.contract.term(attribute)?;
        let pointer = self.pointer(term.snapshot.as_deref()?)?;
        lens::constant(self.snapshot.pointer(&pointer)?, term.whole)
    }

    /// A pointer with what stands in braces replaced by what those attributes are.
    fn pointer<'p>(&self, text: &'p str) -> Option<Cow<'p, str>> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, tail)) = rest.split_once('{') {
            let (name, after) = tail.split_once('}')?;
            let term = self.contract.term(&name.parse().ok()?)?;
            let own = term.snapshot.as_deref().filter(|own| !own.contains('{'))?;
            let value = lens::constant(self.snapshot.pointer(own)?, term.whole)?;
            out.push_str(before);
            out.push_str(&lens::escaped(&value));
            rest = after;
        }
        if out.is_empty() {
            return Some(Cow::Borrowed(text));
        }
        out.push_str(rest);
        Some(Cow::Owned(out))
    }

    /// What a value is in this state.
    pub fn resolve(&self, value: &Value) -> Resolved {
        match value {
            Value::Attribute(attribute) => self.get(attribute).map_or(Resolved::Unknown, Resolved::Known),
            Value::Formula(formula) => match formula.evaluate(self) {
                Ok(formula::Value::Number(number)) => Resolved::Known(Constant::Number(number)),
                Ok(formula::Value::Bool(truth)) => Resolved::Known(Constant::Bool(truth)),
                Ok(formula::Value::Text(text)) => Resolved::Known(Constant::Text(text)),
                _ => Resolved::Unknown,
            },
            other => other.resolve(self.contract),
        }
    }

    /// Whether a predicate holds; `None` if the snapshot does not say.
    pub fn holds(&self, predicate: &Predicate) -> Option<bool> {
        let left = self.get(&predicate.subject())?;
        let right = self.resolve(&predicate.value);
        match (&left, &right, predicate.operator) {
            // Sums of parts are compared like numbers that people write.
            (Constant::Number(a), Resolved::Known(Constant::Number(b)), Operator::Equal) => Some(near(*a, *b)),
            (Constant::Number(a), Resolved::Known(Constant::Number(b)), Operator::NotEqual) => Some(!near(*a, *b)),
            _ => predicate.operator.holds(&left, &right),
        }
    }

    /// Whether all predicates hold: `Some(false)` as soon as one does not, `None` while one is not known.
    pub fn all_hold<'p>(&self, predicates: impl Iterator<Item = &'p Predicate>) -> Option<bool> {
        let mut known = true;
        for predicate in predicates {
            match self.holds(predicate) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }
}

impl Scope for State<'_> {
    fn value(&self, name: &str) -> Option<formula::Value> {
        let constant = match crate::model::balance_row(self.contract, name) {
            Some(row) => row.value.clone(),
            None => {
                let attribute: Attribute = name.parse().ok()?;
                self.contract.term(&attribute)?;
                let Some(value) = self.get(&attribute) else {
                    return Some(formula::Value::Missing);
                };
                Some(value)
            }
        };
        Some(match constant? {
            Constant::Bool(truth) => formula::Value::Bool(truth),
            Constant::Number(number) => formula::Value::Number(number),
            Constant::Text(text) => formula::Value::Text(text),
        })
    }

    fn names(&self) -> Vec<String> {
        self.contract
            .vocabulary
            .iter()
            .map(|term| term.attribute.to_string())
            .collect()
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Whether an effect came about between two states; `None` if they do not say. Events leave no trace in a snapshot.
pub fn came_about(effect: &Effect, before: &State<'_>, after: &State<'_>) -> Option<bool> {
    let Effect::Write { attribute, op, value } = effect else {
        return None;
    };
    let now = after.get(attribute)?;
    let was = before.get(attribute);
    if *op == Op::Toggle {
        return match (was?, now) {
            (Constant::Bool(was), Constant::Bool(now)) => Some(was != now),
            _ => Some(false),
        };
    }
    if let (Op::Append | Op::Remove, Some(Constant::Number(was)), Constant::Number(now)) = (op, &was, &now) {
        return Some(if *op == Op::Append { now > was } else { now < was });
    }
    let value = value.as_ref()?;
    let wanted = before.resolve(value);
    // How much is said in words only, but not which way.
    if let (Op::Add | Op::Subtract, Value::Opaque(_), Some(Constant::Number(was)), Constant::Number(now)) =
        (op, value, &was, &now)
    {
        return Some(if *op == Op::Add { now > was } else { now < was });
    }
    if *op == Op::Set {
        return match (&now, &wanted) {
            (Constant::Number(now), Resolved::Known(Constant::Number(wanted))) => Some(near(*now, *wanted)),
            (now, Resolved::Known(wanted)) => Some(now == wanted),
            (now, Resolved::OneOf(list)) => Some(list.contains(now)),
            (_, Resolved::Unknown) => None,
        };
    }
    let (Constant::Number(was), Constant::Number(now), Resolved::Known(Constant::Number(by))) = (was?, now, wanted) else {
        return None;
    };
    let expected = match op {
        Op::Add => was + by,
        Op::Subtract => was - by,
        Op::Multiply => was * by,
        Op::Min => was.min(by),
        Op::Max => was.max(by),
        Op::Set | Op::Append | Op::Remove | Op::Toggle => return None,
    };
    Some(near(now, expected))
}

/// What two snapshots around a trigger say about a rule, and why.
///
/// The conditions are asked of the state before, the effects of both. A rule is violated only when all its conditions were seen to
/// hold and an effect was seen not to come about.
pub fn verdict(rule: &Rule, before: &State<'_>, after: &State<'_>) -> (Verdict, String) {
    let mut unknown = Vec::new();
    for predicate in rule.conditions() {
        match before.holds(predicate) {
            Some(true) => {}
            Some(false) => return (Verdict::Unverified, format!("{predicate} did not hold before")),
            None => unknown.push(predicate.to_string()),
        }
    }
    let mut seen = 0;
    for effect in &rule.effects {
        match came_about(effect, before, after) {
            Some(true) => seen += 1,
            Some(false) if unknown.is_empty() => return (Verdict::Violated, format!("{} did not come about", text(effect))),
            Some(false) => {
                let why = format!("{} did not come about, but {} is not known", text(effect), unknown.join(", "));
                return (Verdict::Unverified, why);
            }
            None => {}
        }
    }
    match seen {
        0 => (Verdict::Unverified, "no effect can be seen in the snapshots".to_owned()),
        _ => (
            Verdict::Satisfied,
            format!("{seen} of {} effects were seen", rule.effects.len()),
        ),
    }
}

fn text(effect: &Effect) -> String {
    match effect {
        Effect::Emit(event) => format!("the event {event}"),
        Effect::Write { attribute, op, value } => match value {
            Some(value) => format!("{attribute} {} {value}", format!("{op:?}").to_lowercase()),
            None => format!("{attribute} toggle"),
        },
    }
}

/// The first of the snapshots in which an invariant is broken, and the predicate.
pub fn broken<'p>(invariant: &'p Invariant, states: &[State<'_>]) -> Option<(usize, &'p Predicate)> {
    states.iter().enumerate().find_map(|(at, state)| {
        if state.all_hold(invariant.when.iter()) != Some(true) {
            return None;
        }
        let fails = invariant.holds.iter().find(|predicate| state.holds(predicate) == Some(false));
        fails.map(|predicate| (at, predicate))
    })
}

#[cfg(test)]
#[path = "play/tests.rs"]
mod watching;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::tests::contract;
    use serde_json::json;

    fn with_pointers() -> Contract {
        let mut contract = contract();
        for term in &mut contract.vocabulary {
            term.snapshot = Some(format!("/{}", term.attribute.attribute));
        }
        contract
    }

    fn judged(rule: &str, before: &Json, after: &Json) -> Verdict {
        let contract = with_pointers();
        let rule = contract.rule(rule).unwrap();
        verdict(rule, &State::new(&contract, before), &State::new(&contract, after)).0
    }

    #[test]
    fn verdicts_follow_conditions_and_effects() {
        let start = json!({ "kind": "stone", "lives": 3, "caught": 0, "screen": "playing" });
        assert_eq!(judged("catch-stone", &start, &json!({ "lives": 2 })), Verdict::Satisfied);
        assert_eq!(judged("catch-stone", &start, &json!({ "lives": 3 })), Verdict::Violated);
        assert_eq!(judged("catch-stone", &start, &json!({})), Verdict::Unverified);
        let fruit = json!({ "kind": "fruit", "lives": 3 });
        assert_eq!(judged("catch-stone", &fruit, &json!({ "lives": 3 })), Verdict::Unverified);
        // What is not known is no violation.
        assert_eq!(
            judged("catch-stone", &json!({ "lives": 3 }), &json!({ "lives": 3 })),
            Verdict::Unverified
        );
        assert_eq!(
            judged("catch-lantern", &json!({ "caught": 4 }), &json!({ "caught": 5 })),
            Verdict::Satisfied
        );
        assert_eq!(
            judged("win", &json!({ "caught": 15 }), &json!({ "screen": "won" })),
            Verdict::Satisfied
        );
        assert_eq!(
            judged("win", &json!({ "caught": 15 }), &json!({ "screen": "playing" })),
            Verdict::Violated
        );
        assert_eq!(
            judged("win", &json!({ "caught": 14 }), &json!({ "screen": "playing" })),
            Verdict::Unverified
        );
    }

    #[test]
    fn lists_count_their_items_and_formulas_see_the_state() {
        let mut contract = with_pointers();
        let effect: Effect = serde_json::from_value(json!({
            "entity": "night", "attribute": "caught", "op": "add", "value": { "kind": "formula", "formula": "DBT_1.lives - night.lives" }
        }))
        .unwrap();
        contract.vocabulary[0].snapshot = Some("/list".to_owned());
        let (before, after) = (json!({ "list": [1], "lives": 1 }), json!({ "list": [1, 2, 3], "lives": 1 }));
        let states = (State::new(&contract, &before), State::new(&contract, &after));
        assert_eq!(came_about(&effect, &states.0, &states.1), Some(true));
    }

    #[test]
    fn amounts_in_words_have_a_direction_and_what_stays_stays() {
        let contract = with_pointers();
        let effect = |op: &str, value: Json| -> Effect {
            serde_json::from_value(json!({ "entity": "night", "attribute": "lives", "op": op, "value": value })).unwrap()
        };
        let in_words = json!({ "kind": "opaque", "description": "some" });
        let itself = json!({ "kind": "attribute", "attribute": "night.lives" });
        let came = |effect: &Effect, was: f64, now: f64| {
            let (before, after) = (json!({ "lives": was }), json!({ "lives": now }));
            came_about(effect, &State::new(&contract, &before), &State::new(&contract, &after))
        };
        let (more, less, stays) = (
            effect("add", in_words.clone()),
            effect("subtract", in_words),
            effect("set", itself),
        );
        assert_eq!(
            (came(&more, 1.0, 1.5), came(&more, 1.0, 1.0), came(&more, 2.0, 1.0)),
            (Some(true), Some(false), Some(false))
        );
        assert_eq!((came(&less, 1.0, 0.5), came(&less, 1.0, 1.0)), (Some(true), Some(false)));
        assert_eq!((came(&stays, 1.0, 1.0), came(&stays, 1.0, 2.0)), (Some(true), Some(false)));
        assert!(stays.stays() && !less.stays());
    }

    #[test]
    fn an_invariant_breaks_at_a_snapshot() {
        let contract = with_pointers();
        let snapshots = [json!({ "lives": 3 }), json!({}), json!({ "lives": 4 })];
        let states: Vec<State<'_>> = snapshots.iter().map(|snapshot| State::new(&contract, snapshot)).collect();
        let (at, predicate) = broken(&contract.invariants[0], &states).unwrap();
        assert_eq!((at, predicate.to_string().as_str()), (2, "night.lives <= DBT-1.lives"));
        assert_eq!(broken(&contract.invariants[0], &states[..2]), None);
    }
}
