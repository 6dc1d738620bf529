//! To lists of other systems and back.

use super::*;
use crate::import::import;
use crate::read;
use crate::tape::{End, TapeProfile};
use oracade_runtime::Profile;

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

fn tape(events: Vec<Event>, end_us: u64) -> Tape {
    Tape {
        header: None,
        events,
        end_us,
        end: None,
        broken_off: false,
    }
}

fn whats(exported: &Exported) -> Vec<&str> {
    exported.losses.iter().map(|loss| loss.what.as_str()).collect()
}

const NAMES: &[&str] = &[
    "a",
    "Z",
    "!",
    "Space",
    "Enter",
    "NumpadEnter",
    "ShiftLeft",
    "ControlRight",
    "ArrowUp",
    "F5",
    "é",
    "Numpad7",
];

/// Whatever steps say, their tape says again, to the last field and microsecond.
#[test]
fn steps_come_back_as_they_were() {
    for seed in 0..300 {
        let mut chance = Chance(seed);
        let mut steps = Vec::new();
        for _ in 0..chance.below(40) {
            let (x, y) = (chance.below(600), chance.below(400) as f64 / 7.0);
            let button = chance.pick(&["left", "right", "middle", "back"]);
            let key = chance.pick(NAMES);
            steps.push(match chance.below(14) {
                0 | 1 => json!({ "action": "wait", "ms": chance.below(3_000_000) as f64 / 1e3 }),
                2 => json!({ "action": "move", "x": x, "y": y }),
                3 => json!({ "action": "down", "x": x, "y": y, "button": button, "clickCount": 1 + chance.below(3) }),
                4 => json!({ "action": "up", "x": x, "y": y, "button": button }),
                5 => json!({ "action": "wheel", "x": x, "y": y, "deltaX": 0, "deltaY": chance.below(300) as f64 - 150.5 }),
                6 => json!({ "action": "tap", "x": x, "y": y, "delay": chance.below(90_000) as f64 / 1e3 }),
                7 => json!({ "action": "keyDown", "key": key }),
                8 => json!({ "action": "keyUp", "key": key }),
                9 => json!({ "action": "press", "key": key, "delay": 12.5 }),
                10 => json!({ "action": "dblclick", "x": x, "y": y }),
                11 => json!({ "action": "type", "text": "Hé 1!" }),
                12 => json!({ "action": "reload" }),
                _ => json!({ "action": "setViewportSize", "width": 1 + x, "height": 300 }),
            });
        }
        let first = import(&Value::Array(steps), (640, 360)).unwrap();
        let exported = export(Form::Playwright, &tape(first.events.clone(), first.end_us), (640, 360));
        assert_eq!(whats(&exported), Vec::<&str>::new(), "seed {seed}");
        let again = import(&serde_json::from_str(&exported.text).unwrap(), (640, 360)).unwrap();
        assert_eq!(again.end_us, first.end_us);
        for (was, is) in first.events.iter().zip(&again.events) {
            let mut losses = Losses::default();
            compare(was, is, &mut losses);
            assert!(losses.0.is_empty(), "seed {seed}: {was:?} {is:?}");
        }
        assert_eq!(again.events.len(), first.events.len());
        // And once more it is the same text.
        assert_eq!(
            export(Form::Playwright, &tape(again.events, again.end_us), (640, 360)).text,
            exported.text
        );
    }
}

#[test]
fn traces_come_back_as_they_were() {
    for seed in 0..300 {
        let mut chance = Chance(seed);
        let mut events = Vec::new();
        let mut frame = 0;
        for _ in 0..chance.below(30) {
            frame += chance.below(9);
            let (x, y) = (chance.below(1280), chance.below(720));
            let button = 1 + chance.below(3);
            let keycode = [65, 90, 48, 32, 4_194_305, 4_194_319, 4_194_325, 4_194_310][chance.below(8) as usize];
            events.push(match chance.below(6) {
                0 => json!({ "frame": frame, "type": "mouse_move", "x": x, "y": y }),
                1 => json!({ "frame": frame, "type": "mouse_down", "x": x, "y": y, "button": button }),
                2 => json!({ "frame": frame, "type": "mouse_up", "x": x, "y": y, "button": button }),
                3 => json!({ "frame": frame, "type": "key_down", "keycode": keycode }),
                4 => json!({ "frame": frame, "type": "key_up", "keycode": keycode }),
                _ => json!({ "frame": frame, "type": "wait" }),
            });
        }
        let mut trace = json!({ "duration_frames": frame + 5, "events": events });
        if chance.below(2) == 0 {
            trace["scenario"] = json!({ "level": 3 });
        }
        let viewport = (300 + chance.below(900) as u32, 200 + chance.below(700) as u32);
        let first = import(&trace, viewport).unwrap();
        let exported = export(Form::Gamecraft, &tape(first.events.clone(), first.end_us), viewport);
        assert_eq!(whats(&exported), Vec::<&str>::new(), "seed {seed}");
        let again: Value = serde_json::from_str(&exported.text).unwrap();
        let frames = |trace: &Value| {
            trace["events"]
                .as_array()
                .unwrap()
                .iter()
                .map(|event| event["frame"].clone())
                .collect::<Vec<_>>()
        };
        let kept: Vec<Value> = events
            .iter()
            .filter(|event| event["type"] != "wait")
            .map(|event| event["frame"].clone())
            .collect();
        assert_eq!((frames(&again), &again["scenario"]), (kept, &trace["scenario"]));
        assert_eq!(again["duration_frames"], trace["duration_frames"]);
    }
}

/// The lines are those of the tape, whatever they hold.
#[test]
fn lines_come_back_as_they_were() {
    let lines = r##"{"at_ms":0,"scenario":{"level":2}}
{"at_ms":16.667,"input":{"kind":"key","type":"keyDown","key":"a"}}
{"at_ms":16.667,"hold":true,"evaluate":"1 + 1"}
{"at_ms":20,"settle":3}
{"at_ms":30,"snapshot":true}
{"at_ms":31,"viewport":{"width":390,"height":844,"dpr":2.0,"mobile":true}}
{"at_ms":32,"touch_points":5}
{"at_ms":33,"capture":"#board"}
{"at_ms":34,"input":{"kind":"gamepad","index":0,"buttons":[1]}}
"##;
    let read = read::read(lines.as_bytes()).unwrap();
    let exported = export(Form::Jsonl, &read, (1, 1));
    assert_eq!((exported.text.as_str(), whats(&exported).len()), (lines, 0));
    let others = [
        (
            Form::Playwright,
            vec![
                "capture",
                "evaluate (said in another way)",
                "hold (nothing runs between two acts of one instant)",
                "input: gamepad",
                "input: key code",
                "input: key text",
                "settle",
                "snapshot",
                "touch_points",
                "viewport (said in another way)",
            ],
        ),
        (
            Form::Gamecraft,
            vec![
                "capture",
                "evaluate",
                "input: gamepad",
                "input: key keyDown",
                "settle",
                "snapshot",
                "touch_points",
                "viewport",
            ],
        ),
    ];
    for (form, lost) in others {
        assert_eq!(whats(&export(form, &read, (640, 360))), lost, "{form:?}");
    }
}

#[test]
fn what_is_lost_is_counted_from_the_first() {
    let input = |at_us: u64, input: Value| Event {
        at_us,
        hold: false,
        act: Act::Input(input),
    };
    let events = vec![
        input(
            5_000,
            json!({ "kind": "touch", "type": "touchStart", "touchPoints": [{ "x": 1, "y": 1, "id": 0 }] }),
        ),
        input(
            6_000,
            json!({ "kind": "touch", "type": "touchMove", "touchPoints": [{ "x": 2, "y": 1, "id": 0 }] }),
        ),
        input(
            7_000,
            json!({ "kind": "touch", "type": "touchMove", "touchPoints": [{ "x": 3, "y": 1, "id": 0 }] }),
        ),
        input(
            50_000,
            json!({ "kind": "mouse", "type": "mouseMoved", "x": 3, "y": 1, "modifiers": 2 }),
        ),
    ];
    let mut tape = tape(events, 60_000);
    tape.header = Some(Header {
        tape: 1,
        oracade: String::new(),
        engine: String::new(),
        fonts: String::new(),
        game: String::new(),
        bundle: String::new(),
        document: String::new(),
        profile: TapeProfile::of(&Profile::default()),
        every: 0,
        storage: vec![("a".to_owned(), "b".to_owned())],
        databases: Vec::new(),
        init_scripts: Vec::new(),
    });
    tape.end = Some(End {
        chain: String::new(),
        digest: String::new(),
        hold: false,
        died: None,
    });
    let exported = export(Form::Gamecraft, &tape, (1, 1));
    let told: Vec<(&str, usize, Option<u64>)> = exported
        .losses
        .iter()
        .map(|loss| (loss.what.as_str(), loss.count, loss.first_at_us))
        .collect();
    assert_eq!(
        told,
        [
            ("header: seed, date, locale and user agent", 1, None),
            ("header: what local storage held", 1, None),
            ("input: mouse modifiers", 1, Some(50_000)),
            ("input: touch touchMove", 2, Some(6_000)),
            ("input: touch touchStart", 1, Some(5_000)),
            ("time (moved to the nearest the list can say)", 1, Some(50_000)),
        ]
    );
}

/// Inputs of any shape become some list, and never a panic.
#[test]
fn rubbish_is_lost_by_name() {
    for seed in 0..500 {
        let mut chance = Chance(seed);
        let mut at_us = 0;
        let mut events = Vec::new();
        for _ in 0..20 {
            at_us += chance.below(40_000);
            let kind = chance.pick(&["mouse", "key", "touch", "gamepad", "wheel", ""]);
            let what = chance.pick(&[
                "mouseMoved",
                "mousePressed",
                "mouseReleased",
                "mouseWheel",
                "keyDown",
                "keyUp",
                "touchStart",
                "touchEnd",
            ]);
            let mut input = json!({ "kind": kind, "type": what });
            for name in ["x", "key", "code", "button", "touchPoints", "clickCount"] {
                input[name] = match chance.below(6) {
                    0 => json!(chance.below(1 << 30) as f64 * 1e9),
                    1 => json!("left"),
                    2 => json!([{ "x": 1, "y": chance.below(3) }]),
                    3 => json!("KeyA"),
                    4 => json!("😀"),
                    _ => Value::Null,
                };
            }
            events.push(Event {
                at_us,
                hold: chance.below(9) == 0,
                act: Act::Input(input),
            });
        }
        for form in [Form::Playwright, Form::Gamecraft, Form::Jsonl] {
            let exported = export(form, &tape(events.clone(), at_us), (640, 0));
            let lost: usize = exported.losses.iter().map(|loss| loss.count).sum();
            assert!(exported.events + lost >= events.len(), "{form:?}");
        }
    }
}
