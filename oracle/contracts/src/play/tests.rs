//! The look along trajectories, on a small game written out as snapshots.

use super::lens::Lens;
use super::trajectory::{Done, Observation};
use super::watch::{Claim, watch};
use crate::model::{Contract, Input};
use serde_json::{Value, json};

/// A deck: `draw` adds a card below the limit and is refused at it; `start` begins; a won game gives a bonus.
fn contract() -> Contract {
    let row = |id: &str, line: u32| json!({ "id": id, "kind": "RT", "table": id.split('.').next(), "line": line, "cells": [] });
    let equal =
        |attribute: &str, value: Value| json!({ "entity": "g", "attribute": attribute, "operator": "==", "value": value });
    let set = |attribute: &str, value: Value| json!({ "entity": "g", "attribute": attribute, "op": "set", "value": value });
    let some = |attribute: &str| json!({ "entity": "g", "attribute": attribute, "operator": ">", "value": 0 });
    let key = |code: &str| json!([{ "kind": "key", "code": code }]);
    let terms = ["screen", "cards", "points", "clock", "lives", "fuses", "near", "wall"];
    let vocabulary: Vec<Value> = terms
        .iter()
        .map(|name| json!({ "attribute": format!("g.{name}"), "snapshot": format!("/{name}") }))
        .collect();
    let contract = json!({
        "format": "oracade-contract-1", "id": "deck", "title": "Deck", "document": { "file": "d.md", "sha256": "" },
        "rows": [row("RT-A.1", 1), row("RT-A.2", 2), row("RT-A.else", 3), row("RT-B.gain", 4), row("RT-B.last", 5),
                 json!({ "id": "RT-C.else", "kind": "RT", "table": "RT-C", "line": 7, "cells": [], "else": true }), row("RT-C.shut", 6),
                 row("RT-D.gone", 8), row("RT-D.weak", 9), row("RT-D.whole", 10)],
        "vocabulary": vocabulary,
        "rules": [
            { "id": "start", "label": "", "trigger": { "type": "input", "name": "start", "inputs": key("Enter") },
              "preconditions": [equal("screen", json!("menu"))], "effects": [{ "emit": "begin" }], "rows": [] },
            { "id": "begin-screen", "label": "", "trigger": { "type": "event", "name": "begin" },
              "effects": [set("screen", json!("play"))], "rows": [] },
            { "id": "begin-points", "label": "", "trigger": { "type": "event", "name": "begin" },
              "effects": [set("points", json!(0))], "rows": [] },
            { "id": "draw", "label": "", "trigger": { "type": "input", "name": "draw", "inputs": key("KeyD") },
              "preconditions": [{ "entity": "g", "attribute": "cards", "operator": "<", "value": 3 }],
              "effects": [{ "entity": "g", "attribute": "cards", "op": "add", "value": 1 }], "rows": [] },
            { "id": "full", "label": "", "trigger": { "type": "input", "name": "draw", "inputs": key("KeyD") },
              "preconditions": [{ "entity": "g", "attribute": "cards", "operator": ">=", "value": 3 }],
              "effects": [set("cards", json!({ "kind": "attribute", "attribute": "g.cards" }))], "rows": [] },
            { "id": "big", "label": "", "trigger": { "type": "input", "name": "score", "inputs": key("KeyS") },
              "preconditions": [{ "entity": "g", "attribute": "cards", "operator": ">=", "value": 2 }],
              "effects": [{ "entity": "g", "attribute": "points", "op": "add", "value": 10 }], "rows": ["RT-A.1"] },
            { "id": "small", "label": "", "trigger": { "type": "input", "name": "score", "inputs": key("KeyS") },
              "effects": [{ "entity": "g", "attribute": "points", "op": "add", "value": 1 }], "rows": ["RT-A.else"] },
            // The last life is taken by a rule that says less than it does.
            { "id": "hurt", "label": "", "trigger": { "type": "input", "name": "hurt", "inputs": key("KeyH") },
              "preconditions": [{ "entity": "g", "attribute": "lives", "operator": ">", "value": 1 }],
              "effects": [{ "entity": "g", "attribute": "lives", "op": "subtract", "value": 1 }], "rows": ["RT-B.gain"] },
            { "id": "hurt-last", "label": "", "trigger": { "type": "input", "name": "hurt", "inputs": key("KeyH") },
              "preconditions": [{ "entity": "g", "attribute": "lives", "operator": "<=", "value": 1 }],
              "effects": [set("screen", json!("lost"))], "rows": ["RT-B.last"] },
            // Whatever is not shut has points; a deck of one card is an example of that.
            { "id": "else", "label": "", "trigger": { "type": "input", "name": "look", "inputs": key("KeyL") },
              "preconditions": [equal("cards", json!(1)), equal("screen", json!("play"))],
              "effects": [set("points", json!(5))], "rows": ["RT-C.else"] },
            { "id": "shut", "label": "", "trigger": { "type": "input", "name": "look", "inputs": key("KeyL") },
              "preconditions": [equal("screen", json!("shut"))],
              "effects": [set("points", json!({ "kind": "attribute", "attribute": "g.points" }))], "rows": ["RT-C.shut"] },
            { "id": "lose", "label": "", "trigger": { "type": "state", "name": "dead", "when":
              [{ "entity": "g", "attribute": "lives", "operator": "<=", "value": 0 }] }, "preconditions": [equal("screen", json!("play"))],
              "effects": [set("screen", json!("lost"))], "rows": [] },
            { "id": "clock", "label": "", "trigger": { "type": "time", "name": "tick", "every_ms": 16.7 },
              "preconditions": [equal("screen", json!("play"))],
              "effects": [{ "entity": "g", "attribute": "clock", "op": "add", "value": { "kind": "opaque", "description": "time" } }], "rows": [] },
            // Who buys has left, by the same input.
            { "id": "buy", "label": "", "trigger": { "type": "input", "name": "buy", "inputs": key("KeyB") },
              "preconditions": [equal("screen", json!("play"))],
              "effects": [set("screen", json!("left")), { "emit": "bought" }], "rows": [] },
            { "id": "bought", "label": "", "trigger": { "type": "event", "name": "bought", "inputs": key("KeyB") },
              "preconditions": [equal("screen", json!("play"))],
              "effects": [{ "entity": "g", "attribute": "points", "op": "add", "value": 3 }], "rows": [] },
            // A charge that bursts is gone; what is near it follows from where it lies, and no rule changes that.
            { "id": "gone", "label": "", "trigger": { "type": "time", "name": "burst" }, "preconditions": [some("fuses")],
              "effects": [{ "entity": "g", "attribute": "fuses", "op": "remove", "value": { "kind": "opaque", "description": "it" } }],
              "rows": ["RT-D.gone"] },
            { "id": "falls", "label": "", "trigger": { "type": "time", "name": "burst" },
              "preconditions": [some("fuses"), equal("near", json!(true)), equal("wall", json!("weak"))],
              "effects": [set("wall", json!("fallen"))], "rows": ["RT-D.weak"] },
            { "id": "stands", "label": "", "trigger": { "type": "time", "name": "burst" },
              "preconditions": [some("fuses"), equal("near", json!(true)), equal("wall", json!("whole"))],
              "effects": [set("wall", json!({ "kind": "attribute", "attribute": "g.wall" }))], "rows": ["RT-D.whole"] },
        ],
    });
    serde_json::from_value(contract).unwrap()
}

/// Snapshots a frame apart; a key is pressed before the snapshot it is named at.
fn play(frames: &[(Option<&str>, Value)]) -> Vec<Observation> {
    let start = json!({ "screen": "play", "cards": 1, "points": 0, "clock": 0, "lives": 3 });
    let mut state = start;
    let mut seen = Vec::new();
    for (at, (code, change)) in frames.iter().enumerate() {
        for (key, value) in change.as_object().unwrap() {
            state[key] = value.clone();
        }
        let done = code.map(|code| Done {
            text: code.to_owned(),
            input: Some(Input::Key {
                code: code.to_owned(),
                hold_ms: 0.0,
            }),
            hold_us: 50_000,
            setup: code == "setup",
        });
        seen.push(Observation {
            at_us: at as u64 * 16_667,
            frame: at as u64,
            done: done.into_iter().collect(),
            snapshot: state.clone(),
        });
    }
    seen
}

fn claims(frames: &[(Option<&str>, Value)]) -> Vec<(String, Claim)> {
    let contract = contract();
    let lens = Lens::new(&contract);
    let seen = play(frames);
    let views: Vec<_> = seen.iter().map(|seen| lens.view(&seen.snapshot)).collect();
    let mut list: Vec<(String, Claim)> = watch(&lens, &seen, &views)
        .iter()
        .map(|found| (lens.plans[found.rule].rule.id.clone(), found.claim))
        .collect();
    list.sort();
    list.dedup();
    list
}

fn frames(first: Value, key: &'static str, after: Value, more: usize) -> Vec<(Option<&'static str>, Value)> {
    let mut list = vec![(None, first), (Some(key), after)];
    list.extend((0..more).map(|_| (None, json!({}))));
    list
}

fn has(list: &[(String, Claim)], rule: &str, claim: Claim) -> bool {
    list.contains(&(rule.to_owned(), claim))
}

#[test]
fn an_input_has_its_effect_or_not() {
    let good = claims(&frames(json!({}), "KeyD", json!({ "cards": 2 }), 20));
    assert!(has(&good, "draw", Claim::Seen) && !has(&good, "draw", Claim::Broken));
    let dead = claims(&frames(json!({}), "KeyD", json!({}), 20));
    assert!(has(&dead, "draw", Claim::Broken));
    // It may come a little later.
    let mut late = frames(json!({}), "KeyD", json!({}), 3);
    late.push((None, json!({ "cards": 2 })));
    late.extend((0..12).map(|_| (None, json!({}))));
    let late = claims(&late);
    assert!(
        has(&late, "draw", Claim::Seen) && !has(&late, "draw", Claim::Broken),
        "{late:?}"
    );
}

#[test]
fn a_guard_that_is_skipped_is_noticed() {
    let kept = claims(&frames(json!({ "cards": 3 }), "KeyD", json!({}), 20));
    assert!(has(&kept, "full", Claim::Trivial), "{kept:?}");
    assert!(
        !kept
            .iter()
            .any(|(_, claim)| matches!(claim, Claim::Broken | Claim::Unguarded))
    );
    let skipped = claims(&frames(json!({ "cards": 3 }), "KeyD", json!({ "cards": 4 }), 20));
    assert!(
        has(&skipped, "draw", Claim::Unguarded) && has(&skipped, "full", Claim::Broken),
        "{skipped:?}"
    );
}

#[test]
fn events_are_seen_by_their_consequences() {
    let menu = json!({ "screen": "menu", "points": 7 });
    let good = claims(&frames(menu.clone(), "Enter", json!({ "screen": "play", "points": 0 }), 20));
    for rule in ["start", "begin-screen", "begin-points"] {
        assert!(has(&good, rule, Claim::Seen), "{rule}: {good:?}");
    }
    assert!(
        !good
            .iter()
            .any(|(_, claim)| matches!(claim, Claim::Broken | Claim::Unguarded)),
        "{good:?}"
    );
    // Something began, but the points are kept.
    let kept = claims(&frames(menu.clone(), "Enter", json!({ "screen": "play" }), 20));
    assert!(
        has(&kept, "begin-points", Claim::Broken) && !has(&kept, "start", Claim::Broken),
        "{kept:?}"
    );
    let dead = claims(&frames(menu, "Enter", json!({}), 20));
    assert!(
        has(&dead, "start", Claim::Broken) && !has(&dead, "begin-points", Claim::Broken),
        "{dead:?}"
    );
}

#[test]
fn the_first_row_that_fits_goes_first() {
    let big = claims(&frames(json!({ "cards": 2 }), "KeyS", json!({ "points": 10 }), 20));
    assert!(has(&big, "big", Claim::Seen), "{big:?}");
    assert!(!big.iter().any(|(rule, _)| rule == "small"), "{big:?}");
    let small = claims(&frames(json!({ "cards": 1 }), "KeyS", json!({ "points": 1 }), 20));
    assert!(
        has(&small, "small", Claim::Seen) && !has(&small, "big", Claim::Broken),
        "{small:?}"
    );
    let wrong = claims(&frames(json!({ "cards": 2 }), "KeyS", json!({ "points": 1 }), 20));
    assert!(has(&wrong, "big", Claim::Broken), "{wrong:?}");
}

#[test]
fn states_and_clocks_need_time() {
    let lost = claims(&frames(json!({}), "none", json!({ "lives": 0, "screen": "lost" }), 60));
    assert!(has(&lost, "lose", Claim::Seen), "{lost:?}");
    let mut undead = vec![(None, json!({})), (None, json!({ "lives": 0 }))];
    undead.extend((0..60).map(|at| (None, json!({ "clock": at }))));
    let undead = claims(&undead);
    assert!(has(&undead, "lose", Claim::Broken), "{undead:?}");
    // What was set up is nobody's doing.
    let setup = claims(&frames(json!({}), "setup", json!({ "lives": 0, "cards": 2 }), 60));
    assert!(
        !has(&setup, "lose", Claim::Broken) && !has(&setup, "draw", Claim::Seen),
        "{setup:?}"
    );
    let run = |screen: &str, step: u64| -> Vec<(Option<&str>, Value)> {
        let mut list = vec![(None, json!({ "screen": screen }))];
        list.extend((0..80).map(|at| (None, json!({ "clock": at * step }))));
        list
    };
    assert!(has(&claims(&run("play", 16)), "clock", Claim::Seen));
    assert!(has(&claims(&run("play", 0)), "clock", Claim::Still));
    assert!(has(&claims(&run("paused", 16)), "clock", Claim::Unguarded));
    assert!(!has(&claims(&run("paused", 0)), "clock", Claim::Unguarded));
}

#[test]
fn what_another_row_does_is_not_held_against_a_rule() {
    let all = |first: Value, after: Value| claims(&frames(first, "KeyH", after, 20));
    // The last life goes with the game: no fault of the rule for the lives before.
    let last = all(json!({ "lives": 1 }), json!({ "lives": 0, "screen": "lost" }));
    assert!(
        !has(&last, "hurt", Claim::Unguarded) && !has(&last, "hurt-last", Claim::Broken),
        "{last:?}"
    );
    let early = all(json!({ "lives": 2 }), json!({ "lives": 2, "screen": "lost" }));
    assert!(has(&early, "hurt", Claim::Broken), "{early:?}");
}

#[test]
fn an_else_covers_more_than_its_example() {
    let all = |first: Value, after: Value| claims(&frames(first, "KeyL", after, 20));
    let example = all(json!({ "cards": 1 }), json!({ "points": 5 }));
    assert!(has(&example, "else", Claim::Seen), "{example:?}");
    let other = all(json!({ "cards": 2 }), json!({ "points": 5 }));
    assert!(!has(&other, "else", Claim::Unguarded), "{other:?}");
    // Where another row fits it must not act.
    let shut = all(json!({ "cards": 2, "screen": "shut" }), json!({ "points": 5 }));
    assert!(has(&shut, "else", Claim::Unguarded), "{shut:?}");
}

#[test]
fn what_happens_at_once_is_no_choice_of_rows() {
    let mut contract = contract();
    for rule in contract.rules.iter_mut().filter(|rule| rule.id.starts_with("begin-")) {
        rule.rows = vec![if rule.id == "begin-screen" { "RT-A.1" } else { "RT-A.2" }.to_owned()];
        rule.preconditions = vec![
            serde_json::from_value(json!({ "entity": "g", "attribute": "screen", "operator": "==", "value": "menu" })).unwrap(),
        ];
    }
    let lens = Lens::new(&contract);
    assert_eq!(lens.plans[lens.rule("begin-points").unwrap()].above, Vec::<usize>::new());
}

#[test]
fn what_something_else_has_forestalled_is_not_missed() {
    // The card is asked for, and before it comes the last life has gone by another way.
    let mut list = frames(json!({}), "KeyS", json!({}), 2);
    list[0].1 = json!({ "cards": 2 });
    list.push((None, json!({ "lives": 0, "screen": "lost", "cards": 0 })));
    list.extend((0..20).map(|_| (None, json!({}))));
    let gone = claims(&list);
    assert!(has(&gone, "big", Claim::Broken), "nothing explains the cards: {gone:?}");
}

#[test]
fn what_one_input_brings_about_by_several_events_is_one_happening() {
    let good = claims(&frames(json!({}), "KeyB", json!({ "screen": "left", "points": 3 }), 20));
    assert!(
        has(&good, "bought", Claim::Seen) && !has(&good, "bought", Claim::Broken),
        "{good:?}"
    );
    // That the screen changes by the rule that emits the event is no reason for the event's rule not to act.
    let unpaid = claims(&frames(json!({}), "KeyB", json!({ "screen": "left" }), 20));
    assert!(has(&unpaid, "bought", Claim::Broken), "{unpaid:?}");
    // What comes of something else is one.
    let forestalled = claims(&frames(json!({}), "KeyB", json!({ "lives": 0, "screen": "lost" }), 20));
    assert!(!has(&forestalled, "bought", Claim::Broken), "{forestalled:?}");
}

#[test]
fn rules_of_one_event_act_on_what_was_before_it() {
    let burst = |wall: &str, after: Value| {
        let mut list = vec![(None, json!({ "fuses": 1, "near": true, "wall": wall }))];
        list.extend((0..5).map(|_| (None, json!({}))));
        list.push((None, after));
        list.extend((0..20).map(|_| (None, json!({}))));
        claims(&list)
    };
    let gone = |wall: &str| json!({ "fuses": 0, "near": false, "wall": wall });
    let falls = burst("weak", gone("fallen"));
    assert!(
        has(&falls, "falls", Claim::Seen) && !has(&falls, "falls", Claim::Broken),
        "{falls:?}"
    );
    let deaf = burst("weak", gone("weak"));
    assert!(has(&deaf, "falls", Claim::Broken), "{deaf:?}");
    let stands = burst("whole", gone("whole"));
    assert!(
        has(&stands, "stands", Claim::Trivial) && !has(&stands, "stands", Claim::Broken),
        "{stands:?}"
    );
    let strong = burst("whole", gone("fallen"));
    assert!(has(&strong, "stands", Claim::Broken), "{strong:?}");
}
