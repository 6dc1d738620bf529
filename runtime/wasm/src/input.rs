//! Inputs of the DevTools protocol, as tapes and checkers give them, as the records a game gets. Moves and wheels wait for the next
//! frame, as in a page.

use crate::keys;
use serde_json::Value;
use std::collections::BTreeMap;

/// An input as the export `input` takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// What happened; see [`kind`].
    pub kind: i32,
    /// Key, button or number of a point.
    pub code: i32,
    /// Canvas px, a delta, or a value.
    pub x: f64,
    /// Canvas px or a delta.
    pub y: f64,
    /// A character, buttons, or whether it is pressed.
    pub detail: i32,
    /// Modifier keys.
    pub modifiers: i32,
}

/// Kinds of records.
#[allow(missing_docs, reason = "docs/wasm-abi.md has the table")]
pub mod kind {
    pub const KEY_DOWN: i32 = 0;
    pub const KEY_UP: i32 = 1;
    pub const MOUSE_MOVED: i32 = 2;
    pub const MOUSE_PRESSED: i32 = 3;
    pub const MOUSE_RELEASED: i32 = 4;
    pub const WHEEL: i32 = 5;
    pub const TOUCH_START: i32 = 6;
    pub const TOUCH_MOVE: i32 = 7;
    pub const TOUCH_END: i32 = 8;
    pub const TOUCH_CANCEL: i32 = 9;
    pub const PAD_BUTTON: i32 = 10;
    pub const PAD_AXIS: i32 = 11;
    pub const PAD: i32 = 12;
    pub const ACTION: i32 = 13;
}

const REPEATED: i32 = 16;
const PADS: u64 = 8;
const TOUCHES_MAX: usize = 16;
/// From where on a pad's button is pressed, as in a page.
const PRESSED: f64 = 30.0 / 255.0;

/// What is held down, and what waits for the next frame.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    buttons: i32,
    touches: BTreeMap<i32, (f64, f64)>,
    pads: BTreeMap<i32, (Vec<f64>, Vec<f64>)>,
    waiting: Vec<Record>,
}

/// What an event leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// It waits for the next frame.
    Deferred,
    /// These are to be given to the game now, in order.
    Now(Vec<Record>),
}

fn number(event: &Value, name: &str) -> f64 {
    let number = event.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    if number.is_finite() { number } else { 0.0 }
}

fn text<'a>(event: &'a Value, name: &str) -> &'a str {
    event.get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Inputs {
    /// What waits for the frame, which it is now.
    pub fn frame(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.waiting)
    }

    /// Whether something waits for a frame.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes up an event.
    ///
    /// # Errors
    /// The protocol's message, if it is none.
    pub fn take(&mut self, event: &Value) -> Result<Effect, String> {
        let modifiers = number(event, "modifiers") as i32 & 15;
        let made = match text(event, "kind") {
            "mouse" | "wheel" => self.mouse(event, modifiers)?,
            "touch" => self.touch(event, modifiers)?,
            "key" => Effect::Now(key(event, modifiers)?),
            "gamepad" => Effect::Now(self.gamepad(event)?),
            "action" => Effect::Now(vec![action(event)?]),
            other => return Err(format!("unknown input kind '{other}'")),
        };
        Ok(match made {
            Effect::Deferred => Effect::Deferred,
            Effect::Now(records) => {
                let mut all = self.frame();
                all.extend(records);
                Effect::Now(all)
            }
        })
    }

    /// Puts a record off; the last of a kind counts, wheels add up.
    fn defer(&mut self, mut record: Record) -> Effect {
        let same = |one: &Record| (one.kind, one.modifiers) == (record.kind, record.modifiers);
        match self.waiting.last_mut().filter(|last| same(last) && last.code == record.code) {
            Some(last) => {
                if record.kind == kind::WHEEL {
                    record.x += last.x;
                    record.y += last.y;
                }
                *last = record;
            }
            None => self.waiting.push(record),
        }
        Effect::Deferred
    }

    fn mouse(&mut self, event: &Value, modifiers: i32) -> Result<Effect, String> {
        let (x, y) = (number(event, "x"), number(event, "y"));
        let (code, bit) = match text(event, "button") {
            "middle" => (1, 4),
            "right" => (2, 2),
            "back" => (3, 8),
            "forward" => (4, 16),
            "left" => (0, 1),
            "" | "none" => (0, 0),
            other => return Err(format!("Invalid mouse button '{other}'")),
        };
        let record = |kind, detail| Record {
            kind,
            code,
            x,
            y,
            detail,
            modifiers,
        };
        Ok(match text(event, "type") {
            "mouseMoved" => {
                let moved = record(kind::MOUSE_MOVED, self.buttons);
                self.defer(Record { code: 0, ..moved })
            }
            "mousePressed" => {
                self.buttons |= bit;
                Effect::Now(vec![record(kind::MOUSE_PRESSED, self.buttons)])
            }
            "mouseReleased" => {
                self.buttons &= !bit;
                Effect::Now(vec![record(kind::MOUSE_RELEASED, self.buttons)])
            }
            "mouseWheel" => self.defer(Record {
                kind: kind::WHEEL,
                code: 0,
                x: number(event, "deltaX"),
                y: number(event, "deltaY"),
                detail: 0,
                modifiers,
            }),
            other => return Err(format!("Unexpected event type '{other}'")),
        })
    }

    fn touch(&mut self, event: &Value, modifiers: i32) -> Result<Effect, String> {
        let no_points = Vec::new();
        let points = event.get("touchPoints").and_then(Value::as_array).unwrap_or(&no_points);
        let name = text(event, "type");
        let ends = match name {
            "touchStart" | "touchMove" => None,
            "touchEnd" => Some(kind::TOUCH_END),
            "touchCancel" => Some(kind::TOUCH_CANCEL),
            other => return Err(format!("Unexpected event type '{other}'")),
        };
        if name == "touchCancel" && !points.is_empty() {
            return Err("TouchEnd and TouchCancel must not have any touch points.".to_owned());
        }
        if ends.is_none() && points.is_empty() {
            return Err("TouchStart and TouchMove must have at least one touch point.".to_owned());
        }
        if name != "touchStart" && self.touches.is_empty() {
            return Err("Must send a TouchStart first to start a new touch.".to_owned());
        }
        if points.len() > TOUCHES_MAX {
            return Err(format!("Exceeded maximum touch points limit of {TOUCHES_MAX}"));
        }
        let record = |kind, code, (x, y)| Record {
            kind,
            code,
            x,
            y,
            detail: 0,
            modifiers,
        };
        let mut now = BTreeMap::new();
        for (index, point) in points.iter().enumerate() {
            let id = point.get("id").and_then(Value::as_f64).map_or(index as i32, |id| id as i32);
            now.insert(id, (number(point, "x"), number(point, "y")));
        }
        let before = std::mem::take(&mut self.touches);
        let gone = before.iter().filter(|(id, _)| !now.contains_key(id));
        let mut made: Vec<Record> = gone
            .map(|(id, at)| record(ends.unwrap_or(kind::TOUCH_END), *id, *at))
            .collect();
        for (id, at) in &now {
            match before.get(id) {
                None => made.push(record(kind::TOUCH_START, *id, *at)),
                Some(was) if was != at => made.push(record(kind::TOUCH_MOVE, *id, *at)),
                Some(_) => {}
            }
        }
        self.touches = now;
        if name == "touchMove" && made.iter().all(|one| one.kind == kind::TOUCH_MOVE) {
            if made.is_empty() {
                return Ok(Effect::Now(made));
            }
            for one in made {
                self.defer(one);
            }
            return Ok(Effect::Deferred);
        }
        Ok(Effect::Now(made))
    }

    fn gamepad(&mut self, event: &Value) -> Result<Vec<Record>, String> {
        let index = event.get("index").and_then(Value::as_u64).filter(|index| *index < PADS);
        let pad = index.ok_or_else(|| format!("index must be a whole number from 0 to {}", PADS - 1))? as i32;
        let record = |kind, code, x, detail| Record {
            kind,
            code: pad * 32 + code,
            x,
            y: 0.0,
            detail,
            modifiers: 0,
        };
        let mut made = Vec::new();
        if event.get("connected") == Some(&Value::Bool(false)) {
            return match self.pads.remove(&pad) {
                Some(_) => Ok(vec![record(kind::PAD, 0, 0.0, 0)]),
                None => Err(format!("there is no gamepad {pad}")),
            };
        }
        let numbers = |name: &str, most: usize, low: f64, wrong: &str| -> Result<Vec<f64>, String> {
            let Some(list) = event.get(name) else { return Ok(Vec::new()) };
            let list = list.as_array().filter(|list| list.len() <= most).ok_or(wrong)?;
            list.iter()
                .map(|item| {
                    let pressed = item.get("pressed") == Some(&Value::Bool(true));
                    let given = item.as_f64().or_else(|| item.get("value").and_then(Value::as_f64));
                    given
                        .or_else(|| item.is_object().then_some(f64::from(u8::from(pressed))))
                        .filter(|value| (low..=1.0).contains(value))
                        .ok_or_else(|| wrong.to_owned())
                })
                .collect()
        };
        let axes = numbers("axes", 16, -1.0, "axes must be at most 16 numbers from -1 to 1")?;
        let buttons = numbers(
            "buttons",
            32,
            0.0,
            "buttons must be at most 32 numbers from 0 to 1 or {value, pressed, touched}",
        )?;
        if !self.pads.contains_key(&pad) {
            made.push(record(kind::PAD, 0, 0.0, 1));
        }
        let (old_axes, old_buttons) = self.pads.entry(pad).or_default();
        for (kind, old, new) in [(kind::PAD_AXIS, old_axes, axes), (kind::PAD_BUTTON, old_buttons, buttons)] {
            for (place, value) in new.into_iter().enumerate() {
                if old.len() <= place {
                    old.push(0.0);
                }
                if let Some(slot) = old.get_mut(place).filter(|slot| **slot != value) {
                    *slot = value;
                    let pressed = kind == kind::PAD_BUTTON && value > PRESSED;
                    made.push(record(kind, place as i32, value, i32::from(pressed)));
                }
            }
        }
        Ok(made)
    }
}

fn key(event: &Value, modifiers: i32) -> Result<Vec<Record>, String> {
    let kind = match text(event, "type") {
        "keyDown" | "rawKeyDown" => kind::KEY_DOWN,
        "keyUp" => kind::KEY_UP,
        // Text without a key: nothing a game has.
        "char" => return Ok(Vec::new()),
        other => return Err(format!("Unexpected event type '{other}'")),
    };
    let key = text(event, "key");
    let code = match text(event, "code") {
        "" => keys::usage(&keys::code_of(key)),
        code => keys::usage(code),
    };
    let mut characters = key.chars();
    let character = characters.next().filter(|_| characters.next().is_none());
    let repeated = event.get("autoRepeat") == Some(&Value::Bool(true));
    Ok(vec![Record {
        kind,
        code,
        x: 0.0,
        y: 0.0,
        detail: character.map_or(0, |character| character as i32),
        modifiers: modifiers | if repeated { REPEATED } else { 0 },
    }])
}

/// An action by its number, for games that name what can be done in them.
fn action(event: &Value) -> Result<Record, String> {
    let given = event.get("action").and_then(Value::as_i64);
    let code = given.and_then(|number| i32::try_from(number).ok());
    Ok(Record {
        kind: kind::ACTION,
        code: code.ok_or("action must be a whole number of 32 bits")?,
        x: 0.0,
        y: 0.0,
        detail: 0,
        modifiers: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn now(effect: Effect) -> Vec<(i32, i32, f64, i32)> {
        let Effect::Now(records) = effect else { panic!("deferred") };
        records.iter().map(|one| (one.kind, one.code, one.x, one.detail)).collect()
    }

    #[test]
    fn moves_wait_and_come_before_what_follows() {
        let mut inputs = Inputs::default();
        for x in [1, 2] {
            let moved = json!({ "kind": "mouse", "type": "mouseMoved", "x": x, "y": 0 });
            assert_eq!(inputs.take(&moved), Ok(Effect::Deferred));
        }
        let press = json!({ "kind": "mouse", "type": "mousePressed", "x": 3, "y": 0, "button": "left" });
        assert_eq!(now(inputs.take(&press).unwrap()), [(2, 0, 2.0, 0), (3, 0, 3.0, 1)]);
        assert!(inputs.frame().is_empty());
        for _ in 0..2 {
            let wheel = json!({ "kind": "mouse", "type": "mouseWheel", "x": 3, "y": 0, "deltaX": 0, "deltaY": 40 });
            inputs.take(&wheel).unwrap();
        }
        assert_eq!(inputs.frame()[0].y, 80.0);
    }

    #[test]
    fn keys_touches_and_pads() {
        let mut inputs = Inputs::default();
        let down = json!({ "kind": "key", "type": "keyDown", "code": "Space", "key": " " });
        assert_eq!(now(inputs.take(&down).unwrap()), [(0, 44, 0.0, 32)]);
        let start = json!({ "kind": "touch", "type": "touchStart", "touchPoints": [{ "x": 1, "y": 2 }] });
        assert_eq!(now(inputs.take(&start).unwrap()), [(6, 0, 1.0, 0)]);
        let moved = json!({ "kind": "touch", "type": "touchMove", "touchPoints": [{ "x": 5, "y": 2 }] });
        assert_eq!(inputs.take(&moved), Ok(Effect::Deferred));
        let end = json!({ "kind": "touch", "type": "touchEnd", "touchPoints": [] });
        assert_eq!(now(inputs.take(&end).unwrap()), [(7, 0, 5.0, 0), (8, 0, 5.0, 0)]);
        let pad = json!({ "kind": "gamepad", "index": 1, "buttons": [0, 1], "axes": [-0.5] });
        assert_eq!(
            now(inputs.take(&pad).unwrap()),
            [(12, 32, 0.0, 1), (11, 32, -0.5, 0), (10, 33, 1.0, 1)]
        );
    }

    #[test]
    fn actions_come_at_once_by_their_number() {
        let given = json!({ "kind": "action", "action": -1 });
        assert_eq!(now(Inputs::default().take(&given).unwrap()), [(13, -1, 0.0, 0)]);
    }

    #[test]
    fn what_is_no_input_is_refused() {
        let wrong = [
            json!({ "kind": "mouse", "type": "mouseDrag" }),
            json!({ "kind": "voice" }),
            json!({ "kind": "action" }),
            json!({ "kind": "action", "action": 0.5 }),
            json!({ "kind": "touch", "type": "touchStart", "touchPoints": [] }),
            json!({ "kind": "touch", "type": "touchEnd", "touchPoints": [] }),
            json!({ "kind": "gamepad", "index": 8 }),
            json!({ "kind": "gamepad", "index": 0, "axes": [2] }),
            json!({ "kind": "gamepad", "index": 0, "connected": false }),
        ];
        for event in wrong {
            assert!(Inputs::default().take(&event).is_err(), "{event}");
        }
    }
}
