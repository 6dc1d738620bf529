//! The other way round from [`crate::import`]: a tape as the event lists of other systems, and what of it they cannot say.
//!
//! What is lost is not guessed: the list is taken over again, and where an event does not come back as it was, that is told by name.

use crate::import::{self, TRACE_FRAMES, TRACE_STAGE};
use crate::keys;
use crate::tape::{Act, Event, Header, Tape};
use crate::write::event_line;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Kinds of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Steps in the manner of Playwright.
    Playwright,
    /// A trace in the manner of GameCraft-Bench.
    Gamecraft,
    /// The events alone, a line each, as `oracade run --tape` takes them.
    Jsonl,
}

/// Something of a tape that a list does not hold, or not as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// What, in words.
    pub what: String,
    /// How often.
    pub count: usize,
    /// When first, in µs; `None`: from the start.
    pub first_at_us: Option<u64>,
}

/// A list, and what it lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The file's text.
    pub text: String,
    /// Events in it.
    pub events: usize,
    /// In the order of their names.
    pub losses: Vec<Loss>,
}

/// Losses by name: how often, and when first.
#[derive(Default)]
struct Losses(BTreeMap<String, (usize, Option<u64>)>);

impl Losses {
    fn add(&mut self, what: impl Into<String>, at_us: Option<u64>) {
        let (count, _) = self.0.entry(what.into()).or_insert((0, at_us));
        *count += 1;
    }

    fn list(self) -> Vec<Loss> {
        let loss = |(what, (count, first_at_us))| Loss {
            what,
            count,
            first_at_us,
        };
        self.0.into_iter().map(loss).collect()
    }
}

/// Makes the list of a tape. `viewport` is that of a tape without header.
pub fn export(form: Form, tape: &Tape, viewport: (u32, u32)) -> Exported {
    let mut losses = Losses::default();
    if let Some(header) = &tape.header {
        conditions(header, &mut losses);
    }
    let viewport = tape.header.as_ref().map_or(viewport, |header| header.profile.viewport);
    let events: Vec<&Event> = tape
        .events
        .iter()
        .filter(|event| !matches!(event.act, Act::Checkpoint(_)))
        .collect();
    let checkpoints = tape.events.len() - events.len();
    if checkpoints > 0 {
        losses.0.insert("checkpoint".to_owned(), (checkpoints, None));
    }
    let (text, expressed) = match form {
        Form::Jsonl => {
            let text: String = events.iter().map(|event| event_line(event).to_string() + "\n").collect();
            return Exported {
                text,
                events: events.len(),
                losses: losses.list(),
            };
        }
        Form::Playwright => {
            let mut steps = Steps::default();
            steps.all(&events, tape.end_us, &mut losses);
            (Value::Array(steps.list), steps.expressed)
        }
        Form::Gamecraft => {
            let mut trace = Trace {
                scale: (
                    TRACE_STAGE.0 / f64::from(viewport.0.max(1)),
                    TRACE_STAGE.1 / f64::from(viewport.1.max(1)),
                ),
                ..Trace::default()
            };
            for event in &events {
                trace.event(event, &mut losses);
            }
            (trace.value(tape.end_us), trace.expressed)
        }
    };
    // As its readers will take it.
    match import::import(&value_of(&text), viewport) {
        Ok(again) if again.events.len() == expressed.len() => {
            for (was, is) in expressed.iter().zip(&again.events) {
                compare(was, is, &mut losses);
            }
        }
        _ => losses.add("the list is not taken over again as it is", None),
    }
    Exported {
        text: lines(&text),
        events: expressed.len(),
        losses: losses.list(),
    }
}

fn value_of(list: &Value) -> Value {
    // Through text, as a reader gets it.
    serde_json::from_str(&list.to_string()).unwrap_or_default()
}

/// A list with an event a line.
fn lines(list: &Value) -> String {
    let items = |items: &[Value]| {
        let lines: Vec<String> = items.iter().map(|item| format!("  {item}")).collect();
        if lines.is_empty() {
            "[]".to_owned()
        } else {
            format!("[\n{}\n]", lines.join(",\n"))
        }
    };
    match list {
        Value::Array(list) => items(list) + "\n",
        Value::Object(trace) => {
            let parts: Vec<String> = trace
                .iter()
                .map(|(name, value)| match value {
                    Value::Array(list) => format!("{}: {}", json!(name), items(list)),
                    other => format!("{}: {other}", json!(name)),
                })
                .collect();
            format!("{{{}}}\n", parts.join(",\n"))
        }
        other => other.to_string(),
    }
}

/// What a list says nothing of: under which conditions the page lived.
fn conditions(header: &Header, losses: &mut Losses) {
    let mut lost = |differs: bool, what: &str| {
        if differs {
            losses.add(what, None);
        }
    };
    lost(true, "header: seed, date, locale and user agent");
    lost(!header.storage.is_empty(), "header: what local storage held");
    lost(!header.databases.is_empty(), "header: what databases held");
    lost(
        !header.init_scripts.is_empty(),
        "header: scripts that run before the page's own",
    );
    lost(header.profile.touch_points > 0, "header: touch points");
}

/// The name of an act, as it is on a tape; inputs with their kind.
fn name_of(act: &Act) -> String {
    let line = event_line(&Event {
        at_us: 0,
        hold: false,
        act: act.clone(),
    });
    let name = line
        .as_object()
        .and_then(|line| line.keys().next_back().cloned())
        .unwrap_or_default();
    match act {
        Act::Input(input) => {
            let text = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or("?");
            match text("kind") {
                kind @ ("gamepad" | "action") => format!("input: {kind}"),
                kind => format!("input: {kind} {}", text("type")),
            }
        }
        _ => name,
    }
}

/// Tells in what an event that was taken over again is not what it was.
fn compare(was: &Event, is: &Event, losses: &mut Losses) {
    let at_us = Some(was.at_us);
    if was.hold {
        losses.add("hold (nothing runs between two acts of one instant)", at_us);
    }
    if was.at_us != is.at_us {
        losses.add("time (moved to the nearest the list can say)", at_us);
    }
    let same = match (&was.act, &is.act) {
        (Act::Input(a), Act::Input(b)) => {
            let (empty, empty_too) = (Map::new(), Map::new());
            let (a, b) = (a.as_object().unwrap_or(&empty), b.as_object().unwrap_or(&empty_too));
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            for name in names.filter(|name| !equal(a.get(*name), b.get(*name))) {
                losses.add(
                    format!("input: {} {name}", a.get("kind").and_then(Value::as_str).unwrap_or("?")),
                    at_us,
                );
            }
            true
        }
        // An expression is one however it was asked for, except that the first of these waits for its promise.
        (Act::Evaluate(_), Act::Eval(_)) => false,
        (Act::Scenario(scenario), Act::Eval(expression)) => *expression == crate::play::scenario_expression(scenario),
        (a, b) => a == b,
    };
    if !same {
        losses.add(format!("{} (said in another way)", name_of(&was.act)), at_us);
    }
}

/// Equality with numbers as numbers: 1 is 1.0, and a position that was scaled to and fro is where it was.
fn equal(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(Value::Number(a)), Some(Value::Number(b))) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= 1e-9 * a.abs().max(1.0)
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(Some(a), Some(b)))
        }
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            a.len() == b.len() && a.iter().all(|(name, a)| equal(Some(a), b.get(name)))
        }
        (a, b) => a == b,
    }
}

/// A number without a fraction of zero.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

/// An input's parts.
struct Input<'a>(&'a Value);

impl<'a> Input<'a> {
    fn text(&self, name: &str) -> &'a str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn number(&self, name: &str) -> f64 {
        self.0.get(name).and_then(Value::as_f64).unwrap_or_default()
    }

    /// The button, with the name that stands for none.
    fn button(&self) -> &'a str {
        match self.text("button") {
            "" | "none" => "left",
            button => button,
        }
    }

    /// The only finger of a touch event.
    fn finger(&self) -> Option<(f64, f64)> {
        let [point] = self.0.get("touchPoints")?.as_array()?.as_slice() else {
            return None;
        };
        let whole = point.get("id").is_none_or(|id| id == 0);
        let place = (point.get("x")?.as_f64()?, point.get("y")?.as_f64()?);
        whole.then_some(place)
    }
}

#[derive(Default)]
struct Steps {
    list: Vec<Value>,
    expressed: Vec<Event>,
    now_us: u64,
}

impl Steps {
    fn all(&mut self, events: &[&Event], end_us: u64, losses: &mut Losses) {
        let mut index = 0;
        while let Some(event) = events.get(index) {
            index += 1;
            if let Some(delay_us) = events.get(index).and_then(|next| tap(event, next)) {
                self.tap(event, events[index], delay_us);
                index += 1;
                continue;
            }
            match step(&event.act) {
                Some(step) => {
                    self.wait(event.at_us);
                    self.list.push(step);
                    self.expressed.push((*event).clone());
                }
                None => losses.add(name_of(&event.act), Some(event.at_us)),
            }
        }
        self.wait(end_us);
    }

    fn wait(&mut self, until_us: u64) {
        // A wait says microseconds exactly, but no more than some hours at once.
        while until_us > self.now_us {
            let step_us = (until_us - self.now_us).min(3_600_000_000);
            self.list
                .push(json!({ "action": "wait", "ms": number(step_us as f64 / 1e3) }));
            self.now_us += step_us;
        }
    }

    fn tap(&mut self, start: &Event, end: &Event, delay_us: u64) {
        let Act::Input(input) = &start.act else { return };
        let Some((x, y)) = Input(input).finger() else { return };
        self.wait(start.at_us);
        let delay = number(delay_us as f64 / 1e3);
        self.list
            .push(json!({ "action": "tap", "x": number(x), "y": number(y), "delay": delay }));
        self.expressed.extend([start.clone(), end.clone()]);
        self.now_us += delay_us;
    }
}

/// How long a tap takes, if two events are one.
fn tap(start: &Event, end: &Event) -> Option<u64> {
    let (Act::Input(a), Act::Input(b)) = (&start.act, &end.act) else {
        return None;
    };
    let (a, b) = (Input(a), Input(b));
    let tap =
        a.text("kind") == "touch" && a.text("type") == "touchStart" && b.text("kind") == "touch" && b.text("type") == "touchEnd";
    // Where the finger goes up, if that is said.
    let stays = b.finger().is_none_or(|place| Some(place) == a.finger());
    (tap && stays && a.finger().is_some()).then(|| end.at_us - start.at_us)
}

fn step(act: &Act) -> Option<Value> {
    let input = match act {
        Act::Eval(expression) | Act::Evaluate(expression) => {
            return Some(json!({ "action": "evaluate", "expression": expression }));
        }
        Act::Scenario(scenario) => {
            return Some(json!({ "action": "evaluate", "expression": crate::play::scenario_expression(scenario) }));
        }
        Act::Reload => return Some(json!({ "action": "reload" })),
        Act::Viewport { width, height, .. } => {
            return Some(json!({ "action": "setViewportSize", "width": width, "height": height }));
        }
        Act::Input(input) => Input(input),
        Act::Settle(_) | Act::Snapshot | Act::TouchPoints(_) | Act::Capture(_) | Act::Checkpoint(_) => return None,
    };
    let place = |action: &str| json!({ "action": action, "x": number(input.number("x")), "y": number(input.number("y")) });
    let mut step = match (input.text("kind"), input.text("type")) {
        ("mouse", "mouseMoved") => return Some(place("move")),
        ("mouse", "mousePressed") => place("down"),
        ("mouse", "mouseReleased") => place("up"),
        ("mouse" | "wheel", "mouseWheel") => {
            let mut step = place("wheel");
            step["deltaX"] = number(input.number("deltaX"));
            step["deltaY"] = number(input.number("deltaY"));
            return Some(step);
        }
        ("key", "keyDown" | "rawKeyDown") => return key_step("keyDown", &input),
        ("key", "keyUp") => return key_step("keyUp", &input),
        _ => return None,
    };
    if input.button() != "left" {
        step["button"] = input.button().into();
    }
    if input.number("clickCount") > 1.0 {
        step["clickCount"] = number(input.number("clickCount"));
    }
    Some(step)
}

fn key_step(action: &str, input: &Input<'_>) -> Option<Value> {
    let (key, code) = (input.text("key"), input.text("code"));
    let mut step = json!({ "action": action, "key": key });
    match keys::by_name(key) {
        Some((_, known)) if known == code => {}
        Some(_) => step["code"] = code.into(),
        None => return None,
    }
    Some(step)
}

#[derive(Default)]
struct Trace {
    scale: (f64, f64),
    scenario: Option<Value>,
    events: Vec<Value>,
    expressed: Vec<Event>,
}

impl Trace {
    fn event(&mut self, event: &Event, losses: &mut Losses) {
        if let (Act::Scenario(scenario), true) = (&event.act, event.at_us == 0 && self.expressed.is_empty()) {
            self.scenario = Some(scenario.clone());
            self.expressed.push(event.clone());
            return;
        }
        let frame = (event.at_us as f64 * TRACE_FRAMES / 1e6).round();
        let written = match &event.act {
            Act::Input(input) => self.input(frame, &Input(input)),
            _ => None,
        };
        match written {
            Some(value) => {
                self.events.push(value);
                self.expressed.push(event.clone());
            }
            None => losses.add(name_of(&event.act), Some(event.at_us)),
        }
    }

    fn input(&self, frame: f64, input: &Input<'_>) -> Option<Value> {
        let mouse = |kind: &str| {
            let (x, y) = (input.number("x") * self.scale.0, input.number("y") * self.scale.1);
            json!({ "frame": number(frame), "type": kind, "x": number(x), "y": number(y) })
        };
        let mut value = match (input.text("kind"), input.text("type")) {
            ("mouse", "mouseMoved") => return Some(mouse("mouse_move")),
            ("mouse", "mousePressed") => mouse("mouse_down"),
            ("mouse", "mouseReleased") => mouse("mouse_up"),
            ("key", kind) => {
                let kind = if kind == "keyUp" { "key_up" } else { "key_down" };
                let key = keys::by_code(input.text("code")).filter(|key| key.godot != 0)?;
                return Some(json!({ "frame": number(frame), "type": kind, "keycode": key.godot }));
            }
            _ => return None,
        };
        value["button"] = match input.button() {
            "left" => 1.into(),
            "right" => 2.into(),
            "middle" => 3.into(),
            _ => return None,
        };
        Some(value)
    }

    fn value(&self, end_us: u64) -> Value {
        let mut trace = Map::new();
        if let Some(scenario) = &self.scenario {
            trace.insert("scenario".into(), scenario.clone());
        }
        // An end that was given in frames was rounded to a microsecond, perhaps upwards.
        let frames = (end_us.saturating_sub(1) as f64 * TRACE_FRAMES / 1e6).ceil();
        trace.insert("duration_frames".into(), number(frames));
        trace.insert("events".into(), self.events.clone().into());
        Value::Object(trace)
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
