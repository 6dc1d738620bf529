//! Keys by the number of the HID usage page 7 (USB HID Usage Tables, "Keyboard/Keypad Page"), which the UI Events `code` values name.

/// Codes in the order of their numbers from 4 on; `""`: a number we give to none.
const CODES: &str = "KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV \
    KeyW KeyX KeyY KeyZ Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Enter Escape Backspace Tab Space \
    Minus Equal BracketLeft BracketRight Backslash - Semicolon Quote Backquote Comma Period Slash CapsLock F1 F2 F3 F4 F5 F6 F7 \
    F8 F9 F10 F11 F12 PrintScreen ScrollLock Pause Insert Home PageUp Delete End PageDown ArrowRight ArrowLeft ArrowDown ArrowUp \
    NumLock NumpadDivide NumpadMultiply NumpadSubtract NumpadAdd NumpadEnter Numpad1 Numpad2 Numpad3 Numpad4 Numpad5 Numpad6 \
    Numpad7 Numpad8 Numpad9 Numpad0 NumpadDecimal IntlBackslash ContextMenu";
const FIRST: i32 = 4;
const MODIFIERS: &str = "ControlLeft ShiftLeft AltLeft MetaLeft ControlRight ShiftRight AltRight MetaRight";
const FIRST_MODIFIER: i32 = 224;

/// The number of a `code`; 0 for any other.
pub(crate) fn usage(code: &str) -> i32 {
    let place = |list: &str, first: i32| {
        let found = list
            .split(' ')
            .filter(|name| !name.is_empty())
            .zip(first..)
            .find(|(name, _)| *name == code);
        found.map(|(_, number)| number)
    };
    place(CODES, FIRST).or_else(|| place(MODIFIERS, FIRST_MODIFIER)).unwrap_or(0)
}

/// The `code` of a key on a US keyboard, for callers that name only the key.
pub(crate) fn code_of(key: &str) -> String {
    match key {
        " " => "Space".to_owned(),
        "Shift" | "Control" | "Alt" | "Meta" => format!("{key}Left"),
        _ => match key.chars().next() {
            Some(c) if key.len() == 1 && c.is_ascii_alphabetic() => format!("Key{}", c.to_ascii_uppercase()),
            Some(c) if key.len() == 1 && c.is_ascii_digit() => format!("Digit{c}"),
            _ => key.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_numbers_of_the_standard() {
        let known = [
            ("KeyA", 4),
            ("KeyZ", 29),
            ("Digit1", 30),
            ("Digit0", 39),
            ("Enter", 40),
            ("Escape", 41),
            ("Space", 44),
            ("Equal", 46),
            ("Semicolon", 51),
            ("Slash", 56),
            ("F1", 58),
            ("F12", 69),
            ("ArrowRight", 79),
            ("ArrowLeft", 80),
            ("ArrowDown", 81),
            ("ArrowUp", 82),
            ("NumLock", 83),
            ("Numpad1", 89),
            ("NumpadDecimal", 99),
            ("ContextMenu", 101),
            ("ControlLeft", 224),
            ("MetaRight", 231),
            ("Nonsense", 0),
            ("", 0),
        ];
        for (code, number) in known {
            assert_eq!(usage(code), number, "{code}");
        }
        assert_eq!(
            ["a", "7", " ", "Shift", "ArrowUp"].map(code_of),
            ["KeyA", "Digit7", "Space", "ShiftLeft", "ArrowUp"]
        );
    }
}
