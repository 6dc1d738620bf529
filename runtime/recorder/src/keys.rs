//! Keys by their names: what `key`, `code`, `keyCode` and `location` of a key are on a US keyboard (UI Events, KeyboardEvent code
//! Values), and the numbers by which Godot knows them.

use serde_json::{Map, Value};

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.code`.
    pub(crate) code: &'static str,
    /// `KeyboardEvent.key`.
    pub(crate) key: &'static str,
    /// The same while Shift is held.
    pub(crate) shifted: &'static str,
    /// `KeyboardEvent.keyCode`.
    pub(crate) key_code: u16,
    /// Godot's `Key`; 0: it does not tell this key from another.
    pub(crate) godot: u32,
}

const fn key(code: &'static str, key: &'static str, key_code: u16, godot: u32) -> Key {
    shifting(code, key, key, key_code, godot)
}

const fn shifting(code: &'static str, key: &'static str, shifted: &'static str, key_code: u16, godot: u32) -> Key {
    Key {
        code,
        key,
        shifted,
        key_code,
        godot,
    }
}

/// What Godot adds to ASCII for keys without a character.
const SPECIAL: u32 = 1 << 22;

/// All keys; where two have one name, the one that the name alone means comes first.
const KEYS: &[Key] = &[
    shifting("KeyA", "a", "A", 65, 65),
    shifting("KeyB", "b", "B", 66, 66),
    shifting("KeyC", "c", "C", 67, 67),
    shifting("KeyD", "d", "D", 68, 68),
    shifting("KeyE", "e", "E", 69, 69),
    shifting("KeyF", "f", "F", 70, 70),
    shifting("KeyG", "g", "G", 71, 71),
    shifting("KeyH", "h", "H", 72, 72),
    shifting("KeyI", "i", "I", 73, 73),
    shifting("KeyJ", "j", "J", 74, 74),
    shifting("KeyK", "k", "K", 75, 75),
    shifting("KeyL", "l", "L", 76, 76),
    shifting("KeyM", "m", "M", 77, 77),
    shifting("KeyN", "n", "N", 78, 78),
    shifting("KeyO", "o", "O", 79, 79),
    shifting("KeyP", "p", "P", 80, 80),
    shifting("KeyQ", "q", "Q", 81, 81),
    shifting("KeyR", "r", "R", 82, 82),
    shifting("KeyS", "s", "S", 83, 83),
    shifting("KeyT", "t", "T", 84, 84),
    shifting("KeyU", "u", "U", 85, 85),
    shifting("KeyV", "v", "V", 86, 86),
    shifting("KeyW", "w", "W", 87, 87),
    shifting("KeyX", "x", "X", 88, 88),
    shifting("KeyY", "y", "Y", 89, 89),
    shifting("KeyZ", "z", "Z", 90, 90),
    shifting("Digit0", "0", ")", 48, 48),
    shifting("Digit1", "1", "!", 49, 49),
    shifting("Digit2", "2", "@", 50, 50),
    shifting("Digit3", "3", "#", 51, 51),
    shifting("Digit4", "4", "$", 52, 52),
    shifting("Digit5", "5", "%", 53, 53),
    shifting("Digit6", "6", "^", 54, 54),
    shifting("Digit7", "7", "&", 55, 55),
    shifting("Digit8", "8", "*", 56, 56),
    shifting("Digit9", "9", "(", 57, 57),
    key("Space", " ", 32, 32),
    shifting("Semicolon", ";", ":", 186, 59),
    shifting("Equal", "=", "+", 187, 61),
    shifting("Comma", ",", "<", 188, 44),
    shifting("Minus", "-", "_", 189, 45),
    shifting("Period", ".", ">", 190, 46),
    shifting("Slash", "/", "?", 191, 47),
    shifting("Backquote", "`", "~", 192, 96),
    shifting("BracketLeft", "[", "{", 219, 91),
    shifting("Backslash", "\\", "|", 220, 92),
    shifting("BracketRight", "]", "}", 221, 93),
    shifting("Quote", "'", "\"", 222, 39),
    key("Escape", "Escape", 27, SPECIAL + 1),
    key("Tab", "Tab", 9, SPECIAL + 2),
    key("Backspace", "Backspace", 8, SPECIAL + 4),
    key("Enter", "Enter", 13, SPECIAL + 5),
    key("Insert", "Insert", 45, SPECIAL + 7),
    key("Delete", "Delete", 46, SPECIAL + 8),
    key("Pause", "Pause", 19, SPECIAL + 9),
    key("PrintScreen", "PrintScreen", 44, SPECIAL + 10),
    key("Home", "Home", 36, SPECIAL + 13),
    key("End", "End", 35, SPECIAL + 14),
    key("ArrowLeft", "ArrowLeft", 37, SPECIAL + 15),
    key("ArrowUp", "ArrowUp", 38, SPECIAL + 16),
    key("ArrowRight", "ArrowRight", 39, SPECIAL + 17),
    key("ArrowDown", "ArrowDown", 40, SPECIAL + 18),
    key("PageUp", "PageUp", 33, SPECIAL + 19),
    key("PageDown", "PageDown", 34, SPECIAL + 20),
    key("ShiftLeft", "Shift", 16, SPECIAL + 21),
    key("ControlLeft", "Control", 17, SPECIAL + 22),
    key("MetaLeft", "Meta", 91, SPECIAL + 23),
    key("AltLeft", "Alt", 18, SPECIAL + 24),
    key("CapsLock", "CapsLock", 20, SPECIAL + 25),
    key("NumLock", "NumLock", 144, SPECIAL + 26),
    key("ScrollLock", "ScrollLock", 145, SPECIAL + 27),
    key("F1", "F1", 112, SPECIAL + 28),
    key("F2", "F2", 113, SPECIAL + 29),
    key("F3", "F3", 114, SPECIAL + 30),
    key("F4", "F4", 115, SPECIAL + 31),
    key("F5", "F5", 116, SPECIAL + 32),
    key("F6", "F6", 117, SPECIAL + 33),
    key("F7", "F7", 118, SPECIAL + 34),
    key("F8", "F8", 119, SPECIAL + 35),
    key("F9", "F9", 120, SPECIAL + 36),
    key("F10", "F10", 121, SPECIAL + 37),
    key("F11", "F11", 122, SPECIAL + 38),
    key("F12", "F12", 123, SPECIAL + 39),
    key("ContextMenu", "ContextMenu", 93, SPECIAL + 66),
    key("NumpadEnter", "Enter", 13, SPECIAL + 6),
    key("NumpadMultiply", "*", 106, SPECIAL + 129),
    key("NumpadDivide", "/", 111, SPECIAL + 130),
    key("NumpadSubtract", "-", 109, SPECIAL + 131),
    key("NumpadDecimal", ".", 110, SPECIAL + 132),
    key("NumpadAdd", "+", 107, SPECIAL + 133),
    key("Numpad0", "0", 96, SPECIAL + 134),
    key("Numpad1", "1", 97, SPECIAL + 135),
    key("Numpad2", "2", 98, SPECIAL + 136),
    key("Numpad3", "3", 99, SPECIAL + 137),
    key("Numpad4", "4", 100, SPECIAL + 138),
    key("Numpad5", "5", 101, SPECIAL + 139),
    key("Numpad6", "6", 102, SPECIAL + 140),
    key("Numpad7", "7", 103, SPECIAL + 141),
    key("Numpad8", "8", 104, SPECIAL + 142),
    key("Numpad9", "9", 105, SPECIAL + 143),
    key("ShiftRight", "Shift", 16, 0),
    key("ControlRight", "Control", 17, 0),
    key("AltRight", "Alt", 18, 0),
    key("MetaRight", "Meta", 92, 0),
];

/// The key of a code.
pub(crate) fn by_code(code: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.code == code)
}

/// The key of one of Godot's numbers.
pub(crate) fn by_godot(number: u64) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.godot != 0 && u64::from(key.godot) == number)
}

/// `key` and `code` of a key by either of them (`a`, `A`, `KeyA`, `Enter`, `NumpadEnter`, `Space`). A character that no key has comes
/// without a code, as from an input method.
pub(crate) fn by_name(name: &str) -> Option<(String, String)> {
    if let Some(key) = by_code(name) {
        return Some((key.key.to_owned(), key.code.to_owned()));
    }
    if let Some(key) = KEYS.iter().find(|key| key.key == name || key.shifted == name) {
        return Some((name.to_owned(), key.code.to_owned()));
    }
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if !letter.is_control() => Some((name.to_owned(), String::new())),
        // Names of keys that this keyboard lacks.
        (Some(first), Some(_)) if first.is_ascii_uppercase() && name.len() < 32 && name.is_ascii() => {
            Some((name.to_owned(), name.to_owned()))
        }
        _ => None,
    }
}

/// The bit of a modifier key in the protocol's `modifiers`.
pub(crate) fn modifier(key: &str) -> u64 {
    match key {
        "Alt" => 1,
        "Control" => 2,
        "Meta" => 4,
        "Shift" => 8,
        _ => 0,
    }
}

/// `KeyboardEvent.location` of a code.
fn location(code: &str) -> u64 {
    let is_side = |side: &str| {
        code.strip_suffix(side)
            .is_some_and(|name| matches!(name, "Shift" | "Control" | "Alt" | "Meta"))
    };
    match code {
        _ if is_side("Left") => 1,
        _ if is_side("Right") => 2,
        _ if code.starts_with("Numpad") => 3,
        _ => 0,
    }
}

/// The input of a key, by its `code`, that goes down or up by itself.
pub fn key_input(down: bool, code: &str) -> Value {
    let key = by_code(code).map_or(code, |key| key.key);
    input(down, key, code, 0, false)
}

/// The input of a key that goes down or up while modifiers are held, as a browser would have it on a US keyboard.
pub(crate) fn input(down: bool, key: &str, code: &str, modifiers: u64, repeat: bool) -> Value {
    let text = match key {
        _ if !down => None,
        "Enter" => Some("\r"),
        // Ctrl, Alt and Meta make no text.
        key if key.chars().count() == 1 && modifiers & 7 == 0 => Some(key),
        _ => None,
    };
    let kind = match (down, text) {
        (false, _) => "keyUp",
        (true, Some(_)) => "keyDown",
        (true, None) => "rawKeyDown",
    };
    let mut input = Map::new();
    let mut add = |name: &str, value: Value| drop(input.insert(name.to_owned(), value));
    add("kind", "key".into());
    add("type", kind.into());
    add("key", key.into());
    add("code", code.into());
    if let Some(text) = text {
        add("text", text.into());
    }
    if let Some(known) = by_code(code) {
        add("windowsVirtualKeyCode", known.key_code.into());
    }
    if location(code) != 0 {
        add("location", location(code).into());
    }
    if repeat {
        add("autoRepeat", true.into());
    }
    if modifiers != 0 {
        add("modifiers", modifiers.into());
    }
    Value::Object(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_and_numbers_are_each_one_keys() {
        let codes: BTreeSet<&str> = KEYS.iter().map(|key| key.code).collect();
        assert_eq!(codes.len(), KEYS.len());
        let numbers: Vec<u32> = KEYS.iter().map(|key| key.godot).filter(|number| *number != 0).collect();
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len());
        for key in KEYS {
            assert_eq!(by_name(key.code), Some((key.key.to_owned(), key.code.to_owned())));
        }
    }

    #[test]
    fn names_mean_keys() {
        for (name, key, code) in [
            ("a", "a", "KeyA"),
            ("A", "A", "KeyA"),
            ("!", "!", "Digit1"),
            (" ", " ", "Space"),
            ("Space", " ", "Space"),
            ("Enter", "Enter", "Enter"),
            ("NumpadEnter", "Enter", "NumpadEnter"),
            ("Shift", "Shift", "ShiftLeft"),
            ("ArrowLeft", "ArrowLeft", "ArrowLeft"),
            ("é", "é", ""),
            ("MediaPlay", "MediaPlay", "MediaPlay"),
        ] {
            assert_eq!(by_name(name), Some((key.to_owned(), code.to_owned())), "{name}");
        }
        for name in ["", "\n", "nothing", "ab"] {
            assert_eq!(by_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn inputs_are_a_browsers() {
        let plain = input(true, "a", "KeyA", 0, false).to_string();
        assert_eq!(
            plain,
            r#"{"kind":"key","type":"keyDown","key":"a","code":"KeyA","text":"a","windowsVirtualKeyCode":65}"#
        );
        let copied = input(true, "c", "KeyC", 2, false);
        assert_eq!((&copied["type"], copied.get("text")), (&"rawKeyDown".into(), None));
        assert_eq!(input(true, "Enter", "NumpadEnter", 0, false)["text"], "\r");
        assert_eq!(input(false, "Shift", "ShiftRight", 0, false)["location"], 2);
        assert_eq!(input(true, "ArrowLeft", "ArrowLeft", 0, true)["autoRepeat"], true);
    }
}
