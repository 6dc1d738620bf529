//! Random input, the same for the same seed.

use serde_json::{Value, json};

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        // The generator of Knuth's MMIX; the high bits.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

const KEYS: &[(&str, &str)] = &[
    ("ArrowLeft", "ArrowLeft"),
    ("ArrowRight", "ArrowRight"),
    ("ArrowUp", "ArrowUp"),
    ("ArrowDown", "ArrowDown"),
    (" ", "Space"),
    ("Enter", "Enter"),
    ("a", "KeyA"),
    ("d", "KeyD"),
    ("p", "KeyP"),
    ("Escape", "Escape"),
];

/// Events of some seconds: keys held for a while, clicks, moves, wheel and touches.
pub(super) fn random(seed: u64, seconds: u64) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
    let mut lines: Vec<(u64, Value)> = Vec::new();
    let end_us = seconds * 1_000_000;
    let mut at_us = 200_000;
    // Everything that begins ends before the tape does.
    while at_us + 400_000 < end_us {
        at_us += 10_000 + chance.below(120_000);
        let held_us = 20_000 + chance.below(250_000);
        let (x, y) = (chance.below(1_280), chance.below(713));
        match chance.below(8) {
            0..=3 => {
                let (key, code) = KEYS[chance.below(KEYS.len() as u64) as usize];
                lines.push((at_us, json!({ "kind": "key", "type": "keyDown", "key": key, "code": code })));
                lines.push((
                    at_us + held_us,
                    json!({ "kind": "key", "type": "keyUp", "key": key, "code": code }),
                ));
            }
            4 | 5 => {
                let button =
                    |kind: &str| json!({ "kind": "mouse", "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
                lines.push((at_us, json!({ "kind": "mouse", "type": "mouseMoved", "x": x, "y": y })));
                lines.push((at_us + 1_000, button("mousePressed")));
                lines.push((at_us + held_us, button("mouseReleased")));
            }
            6 => lines.push((
                at_us,
                json!({ "kind": "mouse", "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 100 }),
            )),
            _ => {
                let point = json!([{ "x": x, "y": y, "id": 0 }]);
                lines.push((at_us, json!({ "kind": "touch", "type": "touchStart", "touchPoints": point })));
                lines.push((
                    at_us + held_us,
                    json!({ "kind": "touch", "type": "touchEnd", "touchPoints": [] }),
                ));
                at_us += held_us;
            }
        }
    }
    lines.sort_by_key(|(at_us, _)| *at_us);
    // What is held may be let go of a little after the end.
    let last_us = lines.last().map_or(0, |(at_us, _)| *at_us);
    lines.push((end_us.max(last_us), Value::Null));
    lines
        .iter()
        .map(|(at_us, input)| {
            let at_ms = *at_us as f64 / 1e3;
            match input {
                // The last line only says how long it lasts.
                Value::Null => json!({ "at_ms": at_ms, "eval": "0" }).to_string() + "\n",
                input => json!({ "at_ms": at_ms, "input": input }).to_string() + "\n",
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_is_the_same_tape() {
        assert_eq!(random(7, 3), random(7, 3));
        assert_ne!(random(7, 3), random(8, 3));
        assert!(random(7, 3).lines().count() > 20);
        for seed in 0..200 {
            let times: Vec<f64> = random(seed, 3)
                .lines()
                .filter_map(|line| serde_json::from_str::<Value>(line).ok()?.get("at_ms")?.as_f64())
                .collect();
            assert!(times.is_sorted(), "{seed}");
        }
    }
}
