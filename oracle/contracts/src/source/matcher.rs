//! A rule, looked for in a program.

mod effect;
mod invariant;

pub use invariant::{InvariantFinding, inspect_invariant};

use super::clauses::{Found, Part, PartKind};
use super::find::{Asked, Instance, Match, Subject, functions_above, guards_above, says};
use super::names::plain;
use super::program::{Call, Evidence, Place, Program, Under};
use crate::design::Constant;
use crate::model::{Contract, Input, Predicate, Rule, TriggerKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What was found of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFinding {
    /// The rule.
    pub rule: String,
    /// 1 complete, 0.5 about half, 0 absent or contradictory.
    pub score: f64,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// Calls looked at for one event.
const MAX_CALLS: usize = 200;
/// Places given for one part.
const MAX_EVIDENCE: usize = 3;

/// Looks for all rules and invariants of a contract.
pub fn inspect(program: &Program, contract: &Contract) -> (Vec<RuleFinding>, Vec<InvariantFinding>) {
    let rules = contract.rules.iter().map(|rule| inspect_rule(program, contract, rule));
    let invariants = contract
        .invariants
        .iter()
        .map(|invariant| inspect_invariant(program, contract, invariant));
    (rules.collect(), invariants.collect())
}

/// Looks for one rule.
pub fn inspect_rule(program: &Program, contract: &Contract, rule: &Rule) -> RuleFinding {
    let effects: Vec<effect::Search<'_>> = rule
        .writes()
        .map(|(attribute, op, value)| effect::search(program, contract, attribute, op, value))
        .collect();
    let conditions: Vec<&Predicate> = rule.conditions().collect();
    let mut parts = Vec::new();
    // Of the writes that fit, the ones under the most of the conditions are meant.
    let mut linked: Vec<effect::Linked> = effects
        .iter()
        .map(|search| effect::link(program, contract, search, &conditions))
        .collect();
    let changes = linked.len();
    let mut events = Vec::new();
    for event in rule.emits() {
        let calls = callers(program, contract, event);
        let (found, place) = effect::link_calls(program, contract, &calls, &conditions);
        linked.push(found);
        events.push((event, place));
    }
    for (index, predicate) in conditions.iter().enumerate() {
        parts.push(condition(program, contract, predicate, index, &linked));
    }
    for (search, linked) in effects.iter().zip(&linked[..changes]) {
        parts.push(effect::part(program, search, linked));
    }
    for (event, place) in events {
        let mut places = program.places_of(event);
        if let Some(place) = place {
            places.insert(0, place);
        }
        parts.push(Part {
            kind: PartKind::Event,
            text: format!("emits {event}"),
            found: if places.is_empty() { Found::No } else { Found::Yes },
            evidence: evidence(program, &places),
            note: None,
        });
    }
    for effect in rule.effects.iter().filter(|effect| effect.stays()) {
        parts.extend(effect::stays(program, contract, rule, effect, &conditions));
    }
    parts.extend(constants(program, contract, rule));
    if !conditions.is_empty() && !linked.is_empty() {
        parts.push(link_part(program, &conditions, &linked));
    }
    if let Some(part) = trigger(program, rule, &effects) {
        parts.insert(0, part);
    }
    RuleFinding {
        rule: rule.id.clone(),
        score: anchor(&parts),
        parts,
    }
}

/// The calls that make an event happen: of a function by the event's name, or by a name of what waits for it.
fn callers<'a>(program: &'a Program, contract: &Contract, event: &str) -> Vec<&'a Call> {
    let waiting = contract.rules.iter().filter(|rule| rule.trigger.name == event);
    let mut names: BTreeSet<&str> = waiting
        .flat_map(|rule| rule.trigger.names.iter().map(String::as_str))
        .collect();
    names.insert(event);
    let calls = names.iter().flat_map(|name| program.callers.get(*name)).flatten();
    calls.take(MAX_CALLS).map(|at| &program.calls[*at]).collect()
}

/// The anchor that the parts come to.
fn anchor(parts: &[Part]) -> f64 {
    let counted: Vec<&Part> = parts
        .iter()
        .filter(|part| part.kind != PartKind::Event || !parts.iter().any(|other| other.kind == PartKind::Effect))
        .collect();
    let contradicted = counted.iter().any(|part| part.found == Found::Contradicted);
    let acts = |part: &&&Part| matches!(part.kind, PartKind::Effect | PartKind::Event);
    let any_effect = counted.iter().filter(acts).any(|part| part.found >= Found::Partly);
    if contradicted || !any_effect {
        return 0.0;
    }
    let worth = |part: &Part| match part.found {
        Found::Yes => 1.0,
        Found::Partly => 0.5,
        Found::No | Found::Contradicted => 0.0,
    };
    let share = counted.iter().map(|part| worth(part)).sum::<f64>() / counted.len().max(1) as f64;
    let complete = counted.iter().all(|part| part.found == Found::Yes);
    match () {
        () if complete => 1.0,
        () if share >= 0.5 => 0.5,
        () => 0.0,
    }
}

fn evidence(program: &Program, places: &[Place]) -> Vec<Evidence> {
    let mut list: Vec<Evidence> = Vec::new();
    for place in places {
        let evidence = program.evidence(*place);
        if !list.contains(&evidence) {
            list.push(evidence);
        }
        if list.len() == MAX_EVIDENCE {
            break;
        }
    }
    list
}

/// How guards say a predicate: the best of them, and where.
fn among(program: &Program, subject: &Subject, under: &[Under], predicate: &Predicate, asked: &Asked) -> Option<(Match, Place)> {
    let mut best: Option<(Match, Place)> = None;
    for under in under {
        let guard = &program.guards[under.guard];
        for atom in &guard.atoms {
            if let Some(found) = says(program, subject, atom, under.holds, predicate, asked)
                && best.is_none_or(|(known, _)| found > known)
            {
                best = Some((found, guard.place));
            }
        }
    }
    best
}

/// A condition: under the writes that are meant, or anywhere.
fn condition(program: &Program, contract: &Contract, predicate: &Predicate, index: usize, linked: &[effect::Linked]) -> Part {
    let part = |found: Found, places: &[Place], note: Option<String>| Part {
        kind: PartKind::Condition,
        text: predicate.to_string(),
        found,
        evidence: evidence(program, places),
        note,
    };
    let best = linked
        .iter()
        .filter_map(|linked| linked.conditions.get(index).copied().flatten())
        .max();
    match best {
        Some((Match::Says, place)) => return part(Found::Yes, &[place], None),
        Some((Match::Contradicts, place)) => {
            return part(
                Found::Contradicted,
                &[place],
                Some("it is compared with something else here".to_owned()),
            );
        }
        _ => {}
    }
    let subject = Subject::new(program, contract, &predicate.subject());
    let asked = Asked::new(program, contract, predicate);
    let everywhere = program.everywhere();
    match (best, among(program, &subject, &everywhere, predicate, &asked)) {
        (_, Some((Match::Says, place))) => part(Found::Yes, &[place], Some("asked, but not around the change".to_owned())),
        (Some((_, place)), _) => part(
            Found::Partly,
            &[place],
            Some("compared with something that cannot be told".to_owned()),
        ),
        (None, Some((_, place))) => part(
            Found::Partly,
            &[place],
            Some("compared elsewhere, or with something else".to_owned()),
        ),
        (None, None) => {
            let places = subject.places(program);
            let note = if places.is_empty() {
                "the program does not name it"
            } else {
                "nothing compares it"
            };
            part(Found::No, &places, Some(note.to_owned()))
        }
    }
}

/// Whether the changes stand under all conditions that are asked anywhere.
fn link_part(program: &Program, conditions: &[&Predicate], linked: &[effect::Linked]) -> Part {
    let mut places = Vec::new();
    let mut missing = Vec::new();
    for (index, predicate) in conditions.iter().enumerate() {
        let found = linked
            .iter()
            .filter_map(|linked| linked.conditions.get(index).copied().flatten())
            .max();
        match found {
            Some((Match::Says | Match::Perhaps, place)) => places.push(place),
            _ => missing.push(predicate.to_string()),
        }
    }
    let found = match (missing.is_empty(), places.is_empty()) {
        (true, _) => Found::Yes,
        (false, false) => Found::Partly,
        (false, true) => Found::No,
    };
    Part {
        kind: PartKind::Link,
        text: "the changes stand under the conditions".to_owned(),
        found,
        evidence: evidence(program, &places),
        note: (!missing.is_empty()).then(|| format!("not under: {}", missing.join(", "))),
    }
}

/// The numbers of the balance entries a rule comes from.
fn constants<'a>(program: &'a Program, contract: &'a Contract, rule: &'a Rule) -> impl Iterator<Item = Part> + 'a {
    let rows = rule.rows.iter().filter_map(|id| contract.row(id));
    let numbers = rows.filter_map(|row| match row.value {
        Some(Constant::Number(number)) => Some((row, number)),
        _ => None,
    });
    numbers.map(|(row, number)| {
        // A share may be written as a percentage, a time in seconds or milliseconds.
        let forms = [number, number * 1000.0, number / 1000.0, number * 100.0];
        let places: Vec<Place> = program
            .numbers
            .iter()
            .filter(|(value, _)| *value == number)
            .map(|(_, place)| *place)
            .collect();
        let other = || {
            program
                .numbers
                .iter()
                .find(|(value, _)| forms.contains(value))
                .map(|(_, place)| *place)
        };
        let (found, places) = match (places.is_empty(), other()) {
            (false, _) => (Found::Yes, places),
            (true, Some(place)) => (Found::Yes, vec![place]),
            (true, None) => (Found::No, Vec::new()),
        };
        Part {
            kind: PartKind::Constant,
            text: format!("{} = {number}", row.id),
            found,
            evidence: evidence(program, &places),
            note: None,
        }
    })
}

/// What makes the rule act: a name in the program, or a key it listens to.
fn trigger(program: &Program, rule: &Rule, effects: &[effect::Search<'_>]) -> Option<Part> {
    let trigger = &rule.trigger;
    let text = format!("{:?} {}", trigger.kind, trigger.name).to_lowercase();
    let part = |found: Found, places: &[Place]| {
        Some(Part {
            kind: PartKind::Trigger,
            text: text.clone(),
            found,
            evidence: evidence(program, places),
            note: None,
        })
    };
    let mut names: Vec<&str> = vec![&trigger.name];
    names.extend(trigger.names.iter().map(String::as_str));
    let mut places: Vec<Place> = names.iter().flat_map(|name| program.places_of(name)).collect();
    let keys = trigger.inputs.iter().filter_map(|input| match input {
        Input::Key { code, .. } => Some(code.as_str()),
        _ => None,
    });
    let keyed: Vec<Place> = keys
        .flat_map(|code| key_names(code).into_iter().flat_map(|name| program.places_of(&name)))
        .collect();
    match trigger.kind {
        // Its predicates are conditions.
        TriggerKind::State => None,
        TriggerKind::Input => {
            places.extend(&keyed);
            part(if places.is_empty() { Found::No } else { Found::Yes }, &places)
        }
        TriggerKind::Event => {
            // The function that does it may be called after the event.
            let called = effects.iter().flat_map(|search| &search.instances).find(|instance| {
                let above = functions_above(program, instance.write);
                above
                    .iter()
                    .any(|function| names.iter().any(|name| plain(function) == plain(name)))
            });
            places.extend(called.map(|instance| instance.write.place));
            places.extend(&keyed);
            places.sort_unstable();
            part(if places.is_empty() { Found::Partly } else { Found::Yes }, &places)
        }
        TriggerKind::Time => {
            let period = trigger.every_ms.map(|every| [every, every / 1000.0]);
            let timed = program
                .numbers
                .iter()
                .filter(|(value, _)| period.is_some_and(|period| period.contains(value)));
            places.extend(timed.map(|(_, place)| *place));
            let clock = ["requestAnimationFrame", "setInterval", "setTimeout"];
            let ticks = clock.iter().flat_map(|name| program.places_of(name));
            places.extend(ticks);
            part(if places.is_empty() { Found::No } else { Found::Yes }, &places)
        }
    }
}

/// How a program may call a key: by its code, or by what it types.
fn key_names(code: &str) -> Vec<String> {
    let mut names = vec![code.to_owned()];
    if let Some(letter) = code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit")) {
        names.push(letter.to_owned());
    }
    if let Some(arrow) = code.strip_prefix("Arrow") {
        names.push(arrow.to_owned());
    }
    names
}

/// Instances of one write under all their guards.
fn above(program: &Program, instance: &Instance<'_>) -> Vec<Under> {
    guards_above(program, instance)
}
