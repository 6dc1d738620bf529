//! From an action to inputs.

use crate::config::{Actions, Deed};
use crate::spaces::Item;
use serde_json::{Value, json};

/// What is done around a step's frames.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Inputs {
    pub(crate) before: Vec<Value>,
    pub(crate) calls: Vec<String>,
    pub(crate) after: Vec<Value>,
}

/// What an action's inputs leave held down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Held {
    keys: Vec<String>,
    pressed: Option<[f64; 2]>,
}

/// The `key` of a `code` on a US keyboard.
fn key_of(code: &str) -> String {
    let letter = code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit"));
    match letter {
        Some(letter) if letter.len() == 1 => letter.to_ascii_lowercase(),
        _ if code == "Space" => " ".to_owned(),
        _ => {
            let side = code.strip_suffix("Left").or_else(|| code.strip_suffix("Right"));
            let modifier = side.filter(|name| ["Shift", "Control", "Alt", "Meta"].contains(name));
            modifier.unwrap_or(code).to_owned()
        }
    }
}

/// The legacy number of a key (UI Events, "Fixed virtual key codes" and the ASCII ones).
fn legacy(code: &str, key: &str) -> u32 {
    match code {
        "Backspace" => 8,
        "Tab" => 9,
        "Enter" => 13,
        "ShiftLeft" | "ShiftRight" => 16,
        "ControlLeft" | "ControlRight" => 17,
        "AltLeft" | "AltRight" => 18,
        "Escape" => 27,
        "Space" => 32,
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        "ArrowDown" => 40,
        _ => match key.chars().next() {
            Some(c) if key.len() == 1 && c.is_ascii_alphanumeric() => u32::from(c.to_ascii_uppercase()),
            _ => 0,
        },
    }
}

fn key(code: &str, down: bool) -> Value {
    let key = key_of(code);
    let mut event = json!({
        "kind": "key",
        "type": if down { "keyDown" } else { "keyUp" },
        "code": code,
        "key": key,
        "windowsVirtualKeyCode": legacy(code, &key),
    });
    if down && key.chars().count() == 1 {
        event["text"] = Value::String(key);
    }
    event
}

fn mouse(name: &str, [x, y]: [f64; 2]) -> Value {
    let button = if name == "mouseMoved" { "none" } else { "left" };
    json!({ "kind": "mouse", "type": name, "x": x, "y": y, "button": button, "clickCount": u8::from(button == "left") })
}

impl Held {
    fn hold(&mut self, wanted: Vec<String>, events: &mut Vec<Value>) {
        let up = self.keys.iter().filter(|code| !wanted.contains(code));
        events.extend(up.map(|code| key(code, false)));
        let down = wanted.iter().filter(|code| !self.keys.contains(code));
        events.extend(down.map(|code| key(code, true)));
        self.keys = wanted;
    }

    fn deed(&mut self, deed: &Deed, inputs: &mut Inputs) {
        self.hold(deed.hold.clone(), &mut inputs.before);
        Held::tap(deed, inputs);
    }

    /// All of a deed but what it holds.
    fn tap(deed: &Deed, inputs: &mut Inputs) {
        inputs.before.extend(deed.tap.iter().map(|code| key(code, true)));
        inputs.after.extend(deed.tap.iter().map(|code| key(code, false)));
        if let Some(place) = deed.press {
            inputs
                .before
                .extend([mouse("mouseMoved", place), mouse("mousePressed", place)]);
            inputs.after.push(mouse("mouseReleased", place));
        }
        if let Some(number) = deed.action {
            inputs.before.push(json!({ "kind": "action", "action": number }));
        }
        inputs.calls.extend(deed.call.clone());
    }

    /// The inputs of an action; `None` if it is not of the space.
    pub(crate) fn inputs(&mut self, actions: &Actions, item: &Item) -> Option<Inputs> {
        let mut inputs = Inputs::default();
        match (actions, item) {
            (Actions::Discrete(list), Item::Discrete(number)) => {
                let (_, deed) = list.get(usize::try_from(*number).ok()?)?;
                self.deed(deed, &mut inputs);
            }
            (Actions::Buttons(keys), Item::Bits(bits)) if bits.len() == keys.len() => {
                let down = keys.iter().zip(bits).filter(|(_, bit)| **bit);
                self.hold(down.map(|(key, _)| key.clone()).collect(), &mut inputs.before);
            }
            (Actions::Pointer { cells, size }, Item::Multi(values)) => {
                let [column, row, down] = <[i64; 3]>::try_from(values.as_slice()).ok()?;
                let inside = (0..i64::from(cells[0])).contains(&column) && (0..i64::from(cells[1])).contains(&row);
                if !inside || !(0..2).contains(&down) {
                    return None;
                }
                let middle = |cell: i64, size: f64, count: u32| (cell as f64 + 0.5) * size / f64::from(count);
                let place = [middle(column, size[0], cells[0]), middle(row, size[1], cells[1])];
                inputs.before.push(mouse("mouseMoved", place));
                match (self.pressed, down == 1) {
                    (None, true) => inputs.before.push(mouse("mousePressed", place)),
                    (Some(_), false) => inputs.before.push(mouse("mouseReleased", place)),
                    _ => {}
                }
                self.pressed = (down == 1).then_some(place);
            }
            (Actions::Players(lists), Item::Multi(numbers)) if lists.len() == numbers.len() => {
                let chosen = lists.iter().zip(numbers).map(|(list, number)| {
                    let found = usize::try_from(*number).ok().and_then(|number| list.get(number));
                    found.map(|(_, deed)| deed)
                });
                let deeds: Vec<&Deed> = chosen.collect::<Option<_>>()?;
                // Keys that one of them holds stay down whatever the others do.
                let mut keys: Vec<String> = Vec::new();
                for key in deeds.iter().flat_map(|deed| &deed.hold) {
                    if !keys.contains(key) {
                        keys.push(key.clone());
                    }
                }
                self.hold(keys, &mut inputs.before);
                for deed in deeds {
                    Held::tap(deed, &mut inputs);
                }
            }
            _ => return None,
        }
        Some(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(events: &[Value]) -> Vec<String> {
        let word = |event: &Value, key: &str| event[key].as_str().unwrap_or_default().to_owned();
        events
            .iter()
            .map(|event| format!("{} {}", word(event, "type"), word(event, "code")))
            .collect()
    }

    #[test]
    fn held_keys_stay_down_and_taps_do_not() {
        let deed = |hold: &[&str], tap: &[&str]| Deed {
            hold: hold.iter().map(|key| (*key).to_owned()).collect(),
            tap: tap.iter().map(|key| (*key).to_owned()).collect(),
            ..Deed::default()
        };
        let actions = Actions::Discrete(vec![
            ("right".to_owned(), deed(&["ArrowRight"], &[])),
            ("leap".to_owned(), deed(&["ArrowRight"], &["Space"])),
            ("none".to_owned(), deed(&[], &[])),
        ]);
        let mut held = Held::default();
        let mut after = |n| held.inputs(&actions, &Item::Discrete(n));
        assert_eq!(told(&after(0).unwrap().before), ["keyDown ArrowRight"]);
        let leap = after(1).unwrap();
        assert_eq!(
            (told(&leap.before), told(&leap.after)),
            (vec!["keyDown Space".to_owned()], vec!["keyUp Space".to_owned()])
        );
        assert_eq!(told(&after(2).unwrap().before), ["keyUp ArrowRight"]);
        assert_eq!(after(3), None);
        assert_eq!(
            (key("ShiftLeft", true)["key"].clone(), key("ArrowLeft", true)["key"].clone()),
            (json!("Shift"), json!("ArrowLeft"))
        );
        assert_eq!(
            (
                key("KeyA", true)["text"].clone(),
                key("Space", true)["windowsVirtualKeyCode"].clone()
            ),
            (json!("a"), json!(32))
        );
    }

    #[test]
    fn what_one_player_holds_another_does_not_let_go() {
        let list = |code: &str| {
            let deed = |hold: &[&str]| Deed {
                hold: hold.iter().map(|key| (*key).to_owned()).collect(),
                ..Deed::default()
            };
            vec![("rest".to_owned(), deed(&[])), ("up".to_owned(), deed(&[code]))]
        };
        let actions = Actions::Players(vec![list("KeyW"), list("ArrowUp")]);
        let mut held = Held::default();
        let mut after = |numbers: [i64; 2]| held.inputs(&actions, &Item::Multi(numbers.to_vec()));
        assert_eq!(told(&after([1, 1]).unwrap().before), ["keyDown KeyW", "keyDown ArrowUp"]);
        assert_eq!(told(&after([1, 0]).unwrap().before), ["keyUp ArrowUp"]);
        assert_eq!(after([2, 0]), None);
    }

    #[test]
    fn a_pointer_presses_drags_and_lets_go() {
        let actions = Actions::Pointer {
            cells: [4, 2],
            size: [40.0, 40.0],
        };
        let mut held = Held::default();
        let mut after = |values: [i64; 3]| held.inputs(&actions, &Item::Multi(values.to_vec()));
        let press = after([1, 1, 1]).unwrap().before;
        assert_eq!(
            (press.len(), press[1]["x"].clone(), press[1]["y"].clone()),
            (2, json!(15.0), json!(30.0))
        );
        assert_eq!(after([2, 1, 1]).unwrap().before.len(), 1);
        assert_eq!(after([2, 1, 0]).unwrap().before[1]["type"], "mouseReleased");
        assert_eq!(after([4, 0, 0]), None);
    }
}
