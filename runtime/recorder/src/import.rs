//! Event lists of other systems: traces in the manner of GameCraft-Bench (frames of 30 a second, on a stage of 1280×720) and
//! steps in the manner of Playwright (one after another, with waits between).

use crate::keys;
use crate::tape::{Act, Event};
use serde_json::{Map, Value, json};

/// Why a list cannot be taken over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ImportError {
    /// Which event, as `events[3]`.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// Frames a second of a GameCraft trace.
pub(crate) const TRACE_FRAMES: f64 = 30.0;
/// The stage of a GameCraft trace.
pub(crate) const TRACE_STAGE: (f64, f64) = (1280.0, 720.0);
/// Time a click or a key press takes, in µs.
pub(crate) const PRESS_US: u64 = 50_000;
/// Events of one list.
const EVENTS_MAX: usize = 100_000;

/// A list that was taken over.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The events in order of time.
    pub events: Vec<Event>,
    /// How long the run takes, in µs.
    pub end_us: u64,
}

/// Recognises and takes over a list. `viewport` is the page's, in CSS px.
///
/// # Errors
/// The value is neither kind of list, or an event is not what its kind should be.
pub fn import(value: &Value, viewport: (u32, u32)) -> Result<Imported, ImportError> {
    let wrong = |message: &str| ImportError {
        place: "the list".to_owned(),
        message: message.to_owned(),
    };
    let mut list = List {
        events: Vec::new(),
        now_us: 0,
    };
    let end_us = match value {
        Value::Object(trace) if trace.contains_key("events") => trace_events(trace, viewport, &mut list)?,
        Value::Object(script) if script.contains_key("steps") => steps(&script["steps"], &mut list)?,
        Value::Array(_) => steps(value, &mut list)?,
        _ => {
            return Err(wrong(
                "neither a trace {\"events\": [{\"frame\", \"type\", …}]} nor steps [{\"action\", …}]",
            ));
        }
    };
    // Presses that overlap: order of time, and of the list at one time.
    list.events.sort_by_key(|event| event.at_us);
    hold(&mut list.events);
    let last = list.events.last().map_or(0, |event| event.at_us);
    Ok(Imported {
        events: list.events,
        end_us: end_us.max(last),
    })
}

struct List {
    events: Vec<Event>,
    now_us: u64,
}

impl List {
    fn add(&mut self, at_us: u64, act: Act) {
        self.events.push(Event { at_us, hold: false, act });
    }

    fn mouse(&mut self, at_us: u64, kind: &str, (x, y): (f64, f64), button: &str) {
        let moved = kind == "mouseMoved";
        let mut input = json!({ "kind": "mouse", "type": kind, "x": x, "y": y });
        if !moved {
            input["button"] = button.into();
            input["clickCount"] = 1.into();
        }
        self.add(at_us, Act::Input(input));
    }

    fn key(&mut self, at_us: u64, down: bool, key: &str, code: &str) {
        self.add(at_us, Act::Input(keys::input(down, key, code, 0, false)));
    }
}

/// Adds to inputs in order of time what a browser adds of itself: which buttons and modifier keys are held, what Shift makes of a
/// key, and whether a key repeats.
fn hold(events: &mut [Event]) {
    const BITS: [(&str, u64); 5] = [("left", 1), ("right", 2), ("middle", 4), ("back", 8), ("forward", 16)];
    let (mut down, mut buttons): (Vec<(String, u64)>, u64) = (Vec::new(), 0);
    for event in events {
        let Act::Input(input) = &mut event.act else { continue };
        let text = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let held = |down: &[(String, u64)]| down.iter().fold(0, |bits, (_, bit)| bits | bit);
        match (text("kind").as_str(), text("type").as_str()) {
            ("mouse", kind) => {
                let bit = BITS
                    .iter()
                    .find(|(name, _)| *name == text("button"))
                    .map_or(0, |(_, bit)| *bit);
                match kind {
                    "mousePressed" | "mouseReleased" => buttons &= !bit,
                    _ => {}
                }
                if buttons != 0 {
                    input["buttons"] = buttons.into();
                }
                if kind == "mousePressed" {
                    buttons |= bit;
                }
                if held(&down) != 0 {
                    input["modifiers"] = held(&down).into();
                }
            }
            ("key", kind) => {
                let (mut key, code) = (text("key"), text("code"));
                let name = if code.is_empty() { key.clone() } else { code.clone() };
                let at = down.iter().position(|(held, _)| *held == name);
                let goes_down = kind != "keyUp";
                match (goes_down, at) {
                    (true, None) => down.push((name, keys::modifier(&key))),
                    (false, Some(at)) => drop(down.remove(at)),
                    _ => {}
                }
                let modifiers = held(&down);
                if modifiers & 8 != 0
                    && let Some(known) = keys::by_code(&code).filter(|known| known.key == key)
                {
                    known.shifted.clone_into(&mut key);
                }
                *input = keys::input(goes_down, &key, &code, modifiers, goes_down && at.is_some());
            }
            _ => {}
        }
    }
}

fn at<'a>(place: &'a str, message: impl Into<String> + 'a) -> impl FnOnce() -> ImportError + 'a {
    move || ImportError {
        place: place.to_owned(),
        message: message.into(),
    }
}

fn number(event: &Map<String, Value>, name: &str, place: &str) -> Result<f64, ImportError> {
    let number = event.get(name).and_then(Value::as_f64).filter(|number| number.abs() <= 1e7);
    number.ok_or_else(at(place, format!("{name} is a number")))
}

/// An object of a list and its place.
type Placed<'a> = (String, &'a Map<String, Value>);

fn objects<'a>(value: &'a Value, name: &str) -> Result<Vec<Placed<'a>>, ImportError> {
    let items = value.as_array().ok_or_else(at(name, "is a list"))?;
    if items.len() > EVENTS_MAX {
        return Err(at(name, format!("has more than {EVENTS_MAX} events"))());
    }
    let object = |(index, item): (usize, &'a Value)| {
        let place = format!("{name}[{index}]");
        match item.as_object() {
            Some(object) => Ok((place, object)),
            None => Err(at(&place, "is an object")()),
        }
    };
    items.iter().enumerate().map(object).collect()
}

fn trace_events(trace: &Map<String, Value>, viewport: (u32, u32), list: &mut List) -> Result<u64, ImportError> {
    let us = |frames: f64| (frames.max(0.0) * 1e6 / TRACE_FRAMES).round() as u64;
    if let Some(scenario) = trace.get("scenario").filter(|scenario| !scenario.is_null()) {
        list.add(0, Act::Scenario(scenario.clone()));
    }
    let scale = (f64::from(viewport.0) / TRACE_STAGE.0, f64::from(viewport.1) / TRACE_STAGE.1);
    for (place, event) in objects(&trace["events"], "events")? {
        let at_us = us(number(event, "frame", &place)?);
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
        let point = || -> Result<(f64, f64), ImportError> {
            Ok((number(event, "x", &place)? * scale.0, number(event, "y", &place)? * scale.1))
        };
        let button = match event.get("button") {
            None | Some(Value::Null) => "left",
            // Godot's numbers.
            Some(Value::Number(n)) if n.as_u64() == Some(1) => "left",
            Some(Value::Number(n)) if n.as_u64() == Some(2) => "right",
            Some(Value::Number(n)) if n.as_u64() == Some(3) => "middle",
            Some(Value::String(name)) if matches!(name.as_str(), "left" | "right" | "middle") => name,
            Some(_) => return Err(at(&place, "button is left, right, middle, 1, 2 or 3")()),
        };
        let key = || key_of(event.get("keycode").or_else(|| event.get("key"))).ok_or_else(at(&place, "keycode is not known"));
        match kind {
            "wait" => {}
            "mouse_move" => list.mouse(at_us, "mouseMoved", point()?, button),
            "mouse_down" => list.mouse(at_us, "mousePressed", point()?, button),
            "mouse_up" => list.mouse(at_us, "mouseReleased", point()?, button),
            "mouse_click" => {
                let point = point()?;
                list.mouse(at_us, "mouseMoved", point, button);
                list.mouse(at_us, "mousePressed", point, button);
                list.mouse(at_us + PRESS_US, "mouseReleased", point, button);
            }
            "key_down" | "key_up" => {
                let (key, code) = key()?;
                list.key(at_us, kind == "key_down", &key, &code);
            }
            "key_press" => {
                let (key, code) = key()?;
                list.key(at_us, true, &key, &code);
                list.key(at_us + PRESS_US, false, &key, &code);
            }
            other => {
                let message = format!(
                    "type {other:?} is unknown: mouse_click, mouse_down, mouse_up, mouse_move, key_press, key_down, key_up or wait"
                );
                return Err(at(&place, message)());
            }
        }
    }
    let frames = trace.get("duration_frames").and_then(Value::as_f64).unwrap_or(0.0);
    Ok(us(frames.min(1e7)))
}

/// A step is one of Playwright's actions: click, dblclick, move, down, up, wheel, press, keyDown, keyUp, type, wait, tap, evaluate,
/// reload, setViewportSize.
fn steps(value: &Value, list: &mut List) -> Result<u64, ImportError> {
    for (place, step) in objects(value, "steps")? {
        let text = |name: &str| step.get(name).and_then(Value::as_str);
        let action = text("action").unwrap_or_default();
        let point = || -> Result<(f64, f64), ImportError> { Ok((number(step, "x", &place)?, number(step, "y", &place)?)) };
        let button = text("button").unwrap_or("left");
        let key = || {
            let given = text("key").ok_or_else(at(&place, "key is a string"))?;
            let (key, code) = keys::by_name(given).ok_or_else(at(&place, format!("key {given:?} is not known")))?;
            // A name that several keys have may be told apart.
            let code = text("code").filter(|code| code.len() < 32).map_or(code, str::to_owned);
            Ok((key, code))
        };
        let clicks = step.get("clickCount").and_then(Value::as_u64).unwrap_or(1).clamp(1, 3);
        let delay = match step.get("delay") {
            None => PRESS_US,
            Some(_) => (number(step, "delay", &place)?.max(0.0) * 1e3).round() as u64,
        };
        let now = list.now_us;
        match action {
            "wait" | "waitForTimeout" => {
                list.now_us += (number(step, "ms", &place)?.max(0.0) * 1e3).round() as u64;
            }
            "move" => list.mouse(now, "mouseMoved", point()?, button),
            "down" | "up" => {
                let kind = if action == "down" { "mousePressed" } else { "mouseReleased" };
                list.mouse(now, kind, point()?, button);
                set_clicks(list, clicks);
            }
            "click" | "dblclick" => {
                let point = point()?;
                list.mouse(now, "mouseMoved", point, button);
                for count in 1..=1 + u64::from(action == "dblclick") {
                    list.mouse(list.now_us, "mousePressed", point, button);
                    set_clicks(list, count);
                    list.now_us += delay;
                    list.mouse(list.now_us, "mouseReleased", point, button);
                    set_clicks(list, count);
                }
            }
            "wheel" => {
                let (x, y) = point()?;
                let delta = |name: &str| step.get(name).and_then(Value::as_f64).unwrap_or(0.0);
                let (dx, dy) = (delta("deltaX"), delta("deltaY"));
                let input = json!({ "kind": "mouse", "type": "mouseWheel", "x": x, "y": y, "deltaX": dx, "deltaY": dy });
                list.add(now, Act::Input(input));
            }
            "tap" => {
                let (x, y) = point()?;
                let start = json!({ "kind": "touch", "type": "touchStart", "touchPoints": [{ "x": x, "y": y, "id": 0 }] });
                list.add(now, Act::Input(start));
                list.now_us += delay;
                let end = json!({ "kind": "touch", "type": "touchEnd", "touchPoints": [] });
                list.add(list.now_us, Act::Input(end));
            }
            "press" => {
                let (key, code) = key()?;
                list.key(now, true, &key, &code);
                list.now_us += delay;
                list.key(list.now_us, false, &key, &code);
            }
            "keyDown" | "keyUp" => {
                let (key, code) = key()?;
                list.key(now, action == "keyDown", &key, &code);
            }
            "type" => {
                let typed = text("text").ok_or_else(at(&place, "text is a string"))?;
                for letter in typed.chars().take(EVENTS_MAX) {
                    let known = keys::by_name(&letter.to_string());
                    let (key, code) = known.unwrap_or_else(|| (letter.to_string(), String::new()));
                    list.key(list.now_us, true, &key, &code);
                    list.key(list.now_us, false, &key, &code);
                    list.now_us += delay;
                }
            }
            "evaluate" => {
                let expression = text("expression").ok_or_else(at(&place, "expression is a string"))?;
                list.add(now, Act::Eval(expression.to_owned()));
            }
            "reload" => list.add(now, Act::Reload),
            "setViewportSize" => {
                let side = |name: &str| -> Result<u32, ImportError> {
                    let side = number(step, name, &place)?;
                    if !(1.0..=16_384.0).contains(&side) || side.fract() != 0.0 {
                        return Err(at(&place, format!("{name} is a whole number from 1 to 16384"))());
                    }
                    Ok(side as u32)
                };
                let (width, height) = (side("width")?, side("height")?);
                let (dpr, mobile) = (1.0, false);
                list.add(
                    now,
                    Act::Viewport {
                        width,
                        height,
                        dpr,
                        mobile,
                    },
                );
            }
            other => {
                let message = format!(
                    "action {other:?} is unknown: click, dblclick, move, down, up, wheel, tap, press, keyDown, keyUp, type, wait, evaluate, reload or setViewportSize"
                );
                return Err(at(&place, message)());
            }
        }
        if list.events.len() > EVENTS_MAX || list.now_us > 86_400_000_000 {
            return Err(at(&place, "the list makes more than 100,000 events or lasts more than a day")());
        }
    }
    Ok(list.now_us)
}

fn set_clicks(list: &mut List, count: u64) {
    if let Some(Event {
        act: Act::Input(input), ..
    }) = list.events.last_mut()
    {
        input["clickCount"] = count.into();
    }
}

/// `key` and `code` of a key that is named as in the DOM (`a`, `Enter`, `ArrowLeft`, `Space`), or by Godot's keycode.
fn key_of(value: Option<&Value>) -> Option<(String, String)> {
    match value? {
        Value::String(name) => keys::by_name(name),
        Value::Number(number) => keys::by_godot(number.as_u64()?).map(|key| (key.key.to_owned(), key.code.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::event_line;

    fn lines(list: &Value) -> Vec<String> {
        let imported = import(list, (640, 360)).unwrap();
        imported.events.iter().map(|event| event_line(event).to_string()).collect()
    }

    #[test]
    fn a_trace_is_scaled_to_the_viewport() {
        let trace = json!({ "scenario": { "level": 2 }, "duration_frames": 60, "events": [
            { "frame": 3, "type": "key_press", "keycode": 65 },
            { "frame": 3, "type": "mouse_click", "x": 640, "y": 360, "button": 1 },
            { "frame": 30, "type": "wait" },
        ]});
        let pressed = r#""button":"left","clickCount":1}}"#;
        let a = r#""windowsVirtualKeyCode":65"#;
        assert_eq!(
            lines(&trace),
            [
                r#"{"at_ms":0,"scenario":{"level":2}}"#.to_owned(),
                format!(r#"{{"at_ms":100,"input":{{"kind":"key","type":"keyDown","key":"a","code":"KeyA","text":"a",{a}}}}}"#),
                r#"{"at_ms":100,"input":{"kind":"mouse","type":"mouseMoved","x":320.0,"y":180.0}}"#.to_owned(),
                format!(r#"{{"at_ms":100,"input":{{"kind":"mouse","type":"mousePressed","x":320.0,"y":180.0,{pressed}"#),
                format!(r#"{{"at_ms":150,"input":{{"kind":"key","type":"keyUp","key":"a","code":"KeyA",{a}}}}}"#),
                format!(r#"{{"at_ms":150,"input":{{"kind":"mouse","type":"mouseReleased","x":320.0,"y":180.0,{pressed}"#),
            ]
        );
        assert_eq!(import(&trace, (640, 360)).unwrap().end_us, 2_000_000);
    }

    #[test]
    fn steps_follow_one_another() {
        let steps = json!([
            { "action": "press", "key": "ArrowLeft" },
            { "action": "wait", "ms": 100 },
            { "action": "dblclick", "x": 5, "y": 6, "delay": 10 },
            { "action": "evaluate", "expression": "1" },
        ]);
        let imported = import(&steps, (640, 360)).unwrap();
        let times: Vec<u64> = imported.events.iter().map(|event| event.at_us / 1_000).collect();
        assert_eq!(times, [0, 50, 150, 150, 160, 160, 170, 170]);
    }

    #[test]
    fn what_is_held_is_told_with_what_is_done() {
        let steps = json!([
            { "action": "keyDown", "key": "Shift" },
            { "action": "press", "key": "a" },
            { "action": "keyDown", "key": "Control" },
            { "action": "keyDown", "key": "KeyC" },
            { "action": "keyDown", "key": "KeyC" },
            { "action": "down", "x": 1, "y": 2, "button": "right" },
            { "action": "move", "x": 3, "y": 4 },
            { "action": "up", "x": 3, "y": 4, "button": "right" },
            { "action": "move", "x": 3, "y": 4 },
        ]);
        let events = import(&steps, (640, 360)).unwrap().events;
        let told = |name: &'static str| {
            let values = events.iter().map(move |event| match &event.act {
                Act::Input(input) => input.get(name).cloned().unwrap_or_default(),
                other => panic!("{other:?}"),
            });
            Value::Array(values.collect())
        };
        assert_eq!(
            told("key"),
            json!(["Shift", "A", "A", "Control", "C", "C", null, null, null, null])
        );
        assert_eq!(
            told("text"),
            json!([null, "A", null, null, null, null, null, null, null, null])
        );
        assert_eq!(told("modifiers"), json!([8, 8, 8, 10, 10, 10, 10, 10, 10, 10]));
        assert_eq!(
            told("autoRepeat"),
            json!([null, null, null, null, null, true, null, null, null, null])
        );
        assert_eq!(
            told("buttons"),
            json!([null, null, null, null, null, null, null, 2, null, null])
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (list, message) in [
            (
                json!({ "events": [{ "frame": 0, "type": "fly" }] }),
                "events[0]: type \"fly\"",
            ),
            (json!({ "events": [{ "type": "wait" }] }), "events[0]: frame is a number"),
            (json!([{ "action": "press" }]), "steps[0]: key is a string"),
            (json!([7]), "steps[0]: is an object"),
            (json!(7), "the list: neither"),
            (
                json!([{ "action": "wait", "ms": 1e7 }, { "action": "wait", "ms": 1e9 }]),
                "steps[1]: ms is a number",
            ),
        ] {
            let error = import(&list, (1, 1)).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
