//! Random tapes: what nobody thought of. Keys, clicks and fingers at chance moments, at places the game says can be pressed and
//! anywhere; from the start, and from scenarios the suite names. Made on the game itself, once, and played on every survivor.

use super::explore::Exploration;
use oracade_recorder::play::Player;
use oracade_recorder::{Act, Answer, Event};
use oracade_runtime::{Engine, Evaluation, Guest, PageError, PageOptions, Profile};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Virtual time of a random tape, in µs.
const LENGTH_US: u64 = 12_000_000;
/// Texts of a suite that are tried as names of scenarios.
const MAX_NAMES: usize = 400;
/// Places one snapshot may name.
const MAX_PLACES: usize = 64;

const KEYS: [(&str, &str); 17] = [
    ("ArrowLeft", "ArrowLeft"),
    ("ArrowRight", "ArrowRight"),
    ("ArrowUp", "ArrowUp"),
    ("ArrowDown", "ArrowDown"),
    (" ", "Space"),
    ("Enter", "Enter"),
    ("Escape", "Escape"),
    ("a", "KeyA"),
    ("d", "KeyD"),
    ("w", "KeyW"),
    ("s", "KeyS"),
    ("p", "KeyP"),
    ("r", "KeyR"),
    ("m", "KeyM"),
    ("z", "KeyZ"),
    ("x", "KeyX"),
    ("1", "Digit1"),
];

/// What a fresh page of the game is opened with, under a profile.
pub(super) type Opening<'a> = &'a dyn Fn(Profile) -> PageOptions;

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}

/// Makes tape number `number`. Odd ones begin in a scenario, if there are any.
pub(super) fn random(
    engine: &'static Engine,
    opening: Opening<'_>,
    profile: &Profile,
    seed: u64,
    number: u64,
    scenarios: &[String],
) -> Result<Exploration, PageError> {
    let mut chance = Chance(seed ^ (number + 1).wrapping_mul(0xd1b5_4a32_d192_ed03));
    let profile = Profile {
        seed: profile.seed.wrapping_add(number),
        ..profile.clone()
    };
    let mut page = oracade_runtime::open(engine, opening(profile.clone()))?;
    let mut player = Player::default();
    let mut events: Vec<Event> = Vec::new();
    let mut name = format!("random {}", number + 1);
    let mut at_us = 300_000;
    let mut act = |page: &mut dyn Guest, at_us: u64, act: Act| -> Result<(), PageError> {
        let event = Event { at_us, hold: false, act };
        let answer = player.perform(page, &event);
        events.push(event);
        match answer {
            Ok(_) | Err(PageError::BadInput(_)) => Ok(()),
            Err(error) => Err(error),
        }
    };
    if number % 2 == 1
        && !scenarios.is_empty()
        && let Some(scenario) = scenarios.get(chance.below(scenarios.len() as u64) as usize)
    {
        name = format!("{name} from {scenario}");
        act(page.as_mut(), at_us, Act::Scenario(scenario.as_str().into()))?;
    }
    while at_us < LENGTH_US {
        at_us = page.now_us().max(at_us) + 10_000 + chance.below(150_000);
        let held_us = 20_000 + chance.below(300_000);
        let input = |value: Value| Act::Input(value);
        match chance.below(8) {
            0..=3 => {
                let (key, code) = KEYS[chance.below(KEYS.len() as u64) as usize];
                let event = |kind: &str| json!({ "kind": "key", "type": kind, "key": key, "code": code });
                act(page.as_mut(), at_us, input(event("keyDown")))?;
                at_us += held_us;
                act(page.as_mut(), at_us, input(event("keyUp")))?;
            }
            kind => {
                page.advance_to(at_us.max(page.now_us()))?;
                let (x, y) = place(page.as_mut(), &profile, &mut chance)?;
                let mouse = |kind: &str| match kind {
                    "mouseMoved" => json!({ "kind": "mouse", "type": kind, "x": x, "y": y }),
                    _ => json!({ "kind": "mouse", "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 }),
                };
                if kind == 7 {
                    let points = json!([{ "x": x, "y": y, "id": 0 }]);
                    let touch = |kind: &str, points: Value| json!({ "kind": "touch", "type": kind, "touchPoints": points });
                    act(page.as_mut(), at_us, input(touch("touchStart", points)))?;
                    at_us += held_us;
                    act(page.as_mut(), at_us, input(touch("touchEnd", json!([]))))?;
                } else {
                    act(page.as_mut(), at_us, input(mouse("mouseMoved")))?;
                    act(page.as_mut(), at_us + 1_000, input(mouse("mousePressed")))?;
                    at_us += held_us;
                    act(page.as_mut(), at_us, input(mouse("mouseReleased")))?;
                }
            }
        }
    }
    Ok(Exploration {
        name,
        check: false,
        profile,
        storage: Vec::new(),
        databases: Vec::new(),
        init_scripts: Vec::new(),
        events,
        end_us: at_us,
    })
}

/// Where to press: often on something the snapshot says has a place, else anywhere. The look at the snapshot is not on the tape; a
/// contract's snapshot changes nothing, and where one does, the tape is still a tape.
fn place(page: &mut dyn Guest, profile: &Profile, chance: &mut Chance) -> Result<(f64, f64), PageError> {
    let mut places = Vec::new();
    match page.snapshot() {
        Ok(snapshot) => rectangles(&snapshot, 0, &mut places),
        Err(PageError::Snapshot(_)) => {}
        Err(error) => return Err(error),
    }
    if !places.is_empty() && chance.below(4) > 0 {
        return Ok(places[chance.below(places.len() as u64) as usize]);
    }
    let (width, height) = (u64::from(profile.width), u64::from(profile.height));
    Ok((chance.below(width) as f64, chance.below(height) as f64))
}

fn rectangles(value: &Value, depth: usize, places: &mut Vec<(f64, f64)>) {
    if depth > 8 || places.len() >= MAX_PLACES {
        return;
    }
    match value {
        Value::Object(object) => {
            let side = |name: &str| object.get(name).and_then(Value::as_f64);
            if let (Some(left), Some(top), Some(width), Some(height)) = (side("left"), side("top"), side("width"), side("height"))
            {
                let (x, y) = ((left + width / 2.0).floor(), (top + height / 2.0).floor());
                if (0.0..16_384.0).contains(&x) && (0.0..16_384.0).contains(&y) {
                    places.push((x, y));
                }
            }
            object.values().for_each(|value| rectangles(value, depth + 1, places));
        }
        Value::Array(list) => list.iter().for_each(|value| rectangles(value, depth + 1, places)),
        _ => {}
    }
}

/// The scenarios that a suite names and the game has.
pub(super) fn scenarios(engine: &'static Engine, options: PageOptions, suite: &str) -> Result<Vec<String>, PageError> {
    let mut names = BTreeSet::new();
    for quote in ['\'', '"', '`'] {
        for text in suite.split(quote) {
            let mut letters = text.chars();
            let is_name = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
                && text.len() <= 48
                && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'));
            if is_name && names.len() < MAX_NAMES {
                names.insert(text.to_owned());
            }
        }
    }
    let mut page = oracade_runtime::open(engine, options)?;
    page.advance_to(500_000)?;
    let mut player = Player::default();
    let mut known = Vec::new();
    for name in names {
        let event = Event {
            at_us: page.now_us(),
            hold: true,
            act: Act::Scenario(name.as_str().into()),
        };
        if let Answer::Evaluated(Evaluation::Value(Some(value))) = player.perform(page.as_mut(), &event)?
            && value.get("ok") == Some(&Value::Bool(true))
        {
            known.push(name);
        }
    }
    Ok(known)
}
