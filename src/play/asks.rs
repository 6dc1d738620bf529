//! What a viewer asks for, and the input that a page is given for what is pressed in the viewer's browser.
//!
//! Nothing of the browser's goes to the page as it came: each input is made anew from numbers and names within bounds, so that
//! whatever is sent, a tape holds input that a page takes.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A message of a viewer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// The mouse is elsewhere.
    Move { x: f64, y: f64, modifiers: u8 },
    /// A mouse button goes down or up; buttons as the DOM numbers them.
    Press {
        down: bool,
        x: f64,
        y: f64,
        button: u8,
        clicks: u8,
        modifiers: u8,
    },
    /// The wheel turns, in CSS px.
    Wheel {
        x: f64,
        y: f64,
        dx: f64,
        dy: f64,
        modifiers: u8,
    },
    /// Fingers come, move or go: those named, and no others.
    Touch {
        phase: Phase,
        points: Vec<Point>,
        modifiers: u8,
    },
    /// A key goes down or up.
    Key {
        down: bool,
        key: String,
        code: String,
        key_code: u16,
        location: u8,
        repeat: bool,
        modifiers: u8,
    },
    /// The state of a gamepad.
    Pad {
        index: u8,
        #[serde(default)]
        id: String,
        #[serde(default)]
        standard: bool,
        connected: bool,
        #[serde(default)]
        axes: Vec<f64>,
        #[serde(default)]
        buttons: Vec<f64>,
    },
    /// The person has turned to something else: whatever is held is let go.
    Release {},
    /// Time stands.
    Pause {},
    /// Time goes on.
    Run {},
    /// One frame further, and stand.
    Step {},
    /// Times real time.
    Speed { factor: f64 },
    /// Load the document anew.
    Reload {},
    /// Take `__gameTest.getSnapshot()`.
    Snapshot {},
    /// A picture has been shown.
    Ack { picture: u32 },
    /// Enough.
    End {},
}

impl Ask {
    /// Whether somebody who only watches may ask for it.
    pub(crate) fn is_watching(&self) -> bool {
        matches!(self, Ask::Ack { .. })
    }
}

/// What fingers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Start,
    Move,
    End,
    Cancel,
}

/// A finger.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Point {
    id: u32,
    x: f64,
    y: f64,
}

/// Fingers at once.
const FINGERS_MAX: usize = 16;
/// Keys at once.
const KEYS_MAX: usize = 64;
/// Longest name of a key or a gamepad, in characters.
const NAME_MAX: usize = 64;
/// Bits of `MouseEvent.buttons` and names of the protocol by `MouseEvent.button`.
const BUTTONS: [(u8, &str); 5] = [(1, "left"), (4, "middle"), (2, "right"), (8, "back"), (16, "forward")];

/// What the person holds: keys, buttons and fingers that are down, and pads that are plugged in.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    keys: BTreeMap<String, Value>,
    buttons: u8,
    at: (Value, Value),
    fingers: BTreeMap<u32, (Value, Value)>,
    pads: BTreeMap<u8, (usize, usize)>,
}

/// A number of CSS px to a hundredth, whole ones as such.
fn px(number: f64) -> Value {
    hundredths(number.clamp(-100_000.0, 100_000.0), 100.0)
}

fn hundredths(number: f64, parts: f64) -> Value {
    let rounded = (number * parts).round() / parts;
    if rounded.fract() == 0.0 {
        json!(rounded as i64)
    } else {
        json!(rounded)
    }
}

fn name(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(NAME_MAX).collect()
}

fn with_modifiers(mut input: Value, modifiers: u8) -> Value {
    if modifiers & 15 != 0 {
        input["modifiers"] = (modifiers & 15).into();
    }
    input
}

impl Hands {
    /// The inputs that an ask stands for; none for one that is no input or changes nothing.
    pub(crate) fn inputs(&mut self, ask: &Ask) -> Vec<Value> {
        match ask {
            Ask::Move { x, y, modifiers } => {
                let held = self.buttons;
                vec![self.mouse("mouseMoved", (*x, *y), held, *modifiers, json!({}))]
            }
            Ask::Press {
                down,
                x,
                y,
                button,
                clicks,
                modifiers,
            } => self.press(*down, (*x, *y), *button, *clicks, *modifiers),
            Ask::Wheel { x, y, dx, dy, modifiers } => {
                let turned = json!({ "deltaX": px(*dx), "deltaY": px(*dy) });
                let held = self.buttons;
                vec![self.mouse("mouseWheel", (*x, *y), held, *modifiers, turned)]
            }
            Ask::Touch {
                phase,
                points,
                modifiers,
            } => self.touch(*phase, points, *modifiers),
            Ask::Key { down: true, .. } => self.key_down(ask),
            Ask::Key {
                code, key, modifiers, ..
            } => self.key_up(&key_id(code, key), *modifiers),
            Ask::Pad { .. } => self.pad(ask),
            Ask::Release {} => self.release(),
            _ => Vec::new(),
        }
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), buttons: u8, modifiers: u8, rest: Value) -> Value {
        self.at = (px(x), px(y));
        let mut input = json!({ "kind": "mouse", "type": kind, "x": self.at.0, "y": self.at.1 });
        if let (Some(input), Value::Object(rest)) = (input.as_object_mut(), rest) {
            input.extend(rest);
            if buttons != 0 {
                input.insert("buttons".into(), buttons.into());
            }
        }
        with_modifiers(input, modifiers)
    }

    fn press(&mut self, down: bool, at: (f64, f64), button: u8, clicks: u8, modifiers: u8) -> Vec<Value> {
        let Some((bit, name)) = BUTTONS.get(usize::from(button)).copied() else {
            return Vec::new();
        };
        if down == (self.buttons & bit != 0) {
            return Vec::new();
        }
        let kind = if down { "mousePressed" } else { "mouseReleased" };
        let held = if down { self.buttons } else { self.buttons & !bit };
        self.buttons ^= bit;
        let rest = json!({ "button": name, "clickCount": clicks.clamp(1, 3) });
        vec![self.mouse(kind, at, held, modifiers, rest)]
    }

    fn touch(&mut self, phase: Phase, points: &[Point], modifiers: u8) -> Vec<Value> {
        if phase == Phase::Cancel {
            let any = !self.fingers.is_empty();
            self.fingers.clear();
            let input = json!({ "kind": "touch", "type": "touchCancel", "touchPoints": [] });
            return if any {
                vec![with_modifiers(input, modifiers)]
            } else {
                Vec::new()
            };
        }
        let mut told = Vec::new();
        for point in points.iter().take(FINGERS_MAX) {
            let place = (px(point.x), px(point.y));
            let known = self.fingers.contains_key(&point.id);
            let fits = match phase {
                Phase::Start => !known && self.fingers.len() < FINGERS_MAX,
                _ => known,
            };
            if !fits {
                continue;
            }
            told.push(json!({ "x": place.0, "y": place.1, "id": point.id }));
            if phase == Phase::End {
                self.fingers.remove(&point.id);
            } else {
                self.fingers.insert(point.id, place);
            }
        }
        if told.is_empty() {
            return Vec::new();
        }
        let kind = match phase {
            Phase::Start => "touchStart",
            Phase::Move => "touchMove",
            _ => "touchEnd",
        };
        let input = json!({ "kind": "touch", "type": kind, "touchPoints": told });
        vec![with_modifiers(input, modifiers)]
    }

    fn key_down(&mut self, ask: &Ask) -> Vec<Value> {
        let Ask::Key {
            key,
            code,
            key_code,
            location,
            repeat,
            modifiers,
            ..
        } = ask
        else {
            return Vec::new();
        };
        let id = key_id(code, key);
        let held = self.keys.contains_key(&id);
        if id.is_empty() || (!held && self.keys.len() >= KEYS_MAX) {
            return Vec::new();
        }
        let mut input = Map::new();
        input.insert("kind".into(), "key".into());
        input.insert("type".into(), "rawKeyDown".into());
        input.insert("key".into(), name(key).into());
        input.insert("code".into(), name(code).into());
        // Ctrl, Alt and Meta make no text.
        let text = match key.as_str() {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 && modifiers & 7 == 0 => Some(key),
            _ => None,
        };
        if let Some(text) = text {
            input.insert("type".into(), "keyDown".into());
            input.insert("text".into(), text.into());
        }
        if *key_code != 0 && *key_code < 256 {
            input.insert("windowsVirtualKeyCode".into(), (*key_code).into());
        }
        if (1..=3).contains(location) {
            input.insert("location".into(), (*location).into());
        }
        let mut up = input.clone();
        up.insert("type".into(), "keyUp".into());
        up.remove("text");
        self.keys.insert(id, Value::Object(up));
        if *repeat || held {
            input.insert("autoRepeat".into(), true.into());
        }
        vec![with_modifiers(Value::Object(input), *modifiers)]
    }

    /// The page hears of a key that goes up only if it has heard that it went down.
    fn key_up(&mut self, id: &str, modifiers: u8) -> Vec<Value> {
        let up = self.keys.remove(id);
        up.map(|up| with_modifiers(up, modifiers)).into_iter().collect()
    }

    fn pad(&mut self, ask: &Ask) -> Vec<Value> {
        let Ask::Pad {
            index,
            id,
            standard,
            connected,
            axes,
            buttons,
        } = ask
        else {
            return Vec::new();
        };
        if *index > 7 {
            return Vec::new();
        }
        if !connected {
            let known = self.pads.remove(index).is_some();
            let input = json!({ "kind": "gamepad", "index": index, "connected": false });
            return if known { vec![input] } else { Vec::new() };
        }
        let part = |list: &[f64], most: usize, from: f64| -> Vec<Value> {
            let list = list.iter().take(most);
            list.map(|part| hundredths(part.clamp(from, 1.0), 10_000.0)).collect()
        };
        let (axes, buttons) = (part(axes, 16, -1.0), part(buttons, 32, 0.0));
        let mut input = json!({ "kind": "gamepad", "index": index });
        let mut known = true;
        let (most_axes, most_buttons) = *self.pads.entry(*index).or_insert_with(|| {
            known = false;
            (axes.len(), buttons.len())
        });
        if !known {
            let id = name(id);
            input["id"] = if id.is_empty() { "Standard Gamepad".into() } else { id.into() };
            input["mapping"] = if *standard { "standard".into() } else { "".into() };
        }
        input["axes"] = axes.into_iter().take(most_axes).collect();
        input["buttons"] = buttons.into_iter().take(most_buttons).collect();
        vec![input]
    }

    /// What is held goes up, in the order of names.
    pub(crate) fn release(&mut self) -> Vec<Value> {
        let mut inputs: Vec<Value> = std::mem::take(&mut self.keys).into_values().collect();
        for (bit, name) in BUTTONS {
            if self.buttons & bit != 0 {
                self.buttons &= !bit;
                let mut input = json!({ "kind": "mouse", "type": "mouseReleased", "x": self.at.0, "y": self.at.1, "button": name, "clickCount": 1 });
                if self.buttons != 0 {
                    input["buttons"] = self.buttons.into();
                }
                inputs.push(input);
            }
        }
        inputs.extend(self.touch(Phase::Cancel, &[], 0));
        inputs
    }
}

fn key_id(code: &str, key: &str) -> String {
    // Keyboards on screens name no codes.
    name(if code.is_empty() { key } else { code })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Ask {
        serde_json::from_str(text).expect(text)
    }

    fn key(down: bool, key: &str, code: &str, modifiers: u8) -> Ask {
        Ask::Key {
            down,
            key: key.into(),
            code: code.into(),
            key_code: 65,
            location: 0,
            repeat: false,
            modifiers,
        }
    }

    #[test]
    fn messages_are_what_they_say_or_nothing() {
        assert_eq!(
            ask(r#"{"do":"move","x":1.5,"y":2,"modifiers":8}"#),
            Ask::Move {
                x: 1.5,
                y: 2.0,
                modifiers: 8
            }
        );
        assert_eq!(ask(r#"{"do":"pause"}"#), Ask::Pause {});
        for bad in [
            r#"{"do":"fly"}"#,
            r#"{"do":"move","x":"1","y":2,"modifiers":0}"#,
            r#"{"do":"pause","also":1}"#,
            r#"{"do":"press","down":true}"#,
            "[]",
            "1",
        ] {
            assert!(serde_json::from_str::<Ask>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_held_is_let_go() {
        let mut hands = Hands::default();
        let down = hands.inputs(&key(true, "a", "KeyA", 0));
        assert_eq!(
            down,
            [json!({ "kind": "key", "type": "keyDown", "key": "a", "code": "KeyA", "text": "a", "windowsVirtualKeyCode": 65 })]
        );
        assert_eq!(hands.inputs(&key(true, "a", "KeyA", 0))[0]["autoRepeat"], true);
        assert_eq!(hands.inputs(&key(true, "c", "KeyC", 2))[0]["type"], "rawKeyDown");
        assert!(hands.inputs(&key(false, "b", "KeyB", 0)).is_empty(), "never went down");
        let press = |down| Ask::Press {
            down,
            x: 10.004,
            y: 1e9,
            button: 2,
            clicks: 9,
            modifiers: 1,
        };
        assert_eq!(
            hands.inputs(&press(true)),
            [
                json!({ "kind": "mouse", "type": "mousePressed", "x": 10, "y": 100_000, "button": "right", "clickCount": 3, "modifiers": 1 })
            ]
        );
        assert!(hands.inputs(&press(true)).is_empty(), "is down already");
        let moved = hands.inputs(&Ask::Move {
            x: 3.0,
            y: 4.0,
            modifiers: 0,
        });
        assert_eq!(moved[0]["buttons"], 2);
        hands.inputs(&Ask::Touch {
            phase: Phase::Start,
            points: vec![Point { id: 4, x: 1.0, y: 1.0 }],
            modifiers: 0,
        });
        let kinds: Vec<Value> = hands.release().into_iter().map(|input| input["type"].clone()).collect();
        assert_eq!(kinds, ["keyUp", "keyUp", "mouseReleased", "touchCancel"]);
        assert!(hands.release().is_empty());
    }

    #[test]
    fn fingers_move_only_after_they_have_come() {
        let mut hands = Hands::default();
        let mut touch = |phase, ids: &[u32]| {
            let points = ids.iter().map(|id| Point { id: *id, x: 5.0, y: 6.0 });
            let inputs = hands.inputs(&Ask::Touch {
                phase,
                points: points.collect(),
                modifiers: 0,
            });
            inputs
                .first()
                .map_or(0, |input| input["touchPoints"].as_array().map_or(0, Vec::len))
        };
        assert_eq!(touch(Phase::Move, &[1]), 0);
        assert_eq!(touch(Phase::Start, &[1, 2]), 2);
        assert_eq!(touch(Phase::Start, &[1, 3]), 1);
        assert_eq!(touch(Phase::Move, &[1, 2, 3, 9]), 3);
        assert_eq!(touch(Phase::End, &[1, 9]), 1);
        assert_eq!(touch(Phase::Move, &[1, 2]), 1);
    }

    #[test]
    fn pads_are_named_once_and_kept_within_bounds() {
        let mut hands = Hands::default();
        let mut pad = |connected, axes: Vec<f64>| {
            hands.inputs(&Ask::Pad {
                index: 0,
                id: "Pad\n".into(),
                standard: true,
                connected,
                axes,
                buttons: vec![2.0],
            })
        };
        assert!(pad(false, vec![]).is_empty());
        assert_eq!(
            pad(true, vec![-9.0, 0.123_456]),
            [json!({ "kind": "gamepad", "index": 0, "id": "Pad", "mapping": "standard", "axes": [-1, 0.1235], "buttons": [1] })]
        );
        assert_eq!(
            pad(true, vec![0.0])[0],
            json!({ "kind": "gamepad", "index": 0, "axes": [0], "buttons": [1] })
        );
        assert_eq!(pad(false, vec![])[0]["connected"], false);
    }
}
