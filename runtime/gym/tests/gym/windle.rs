//! The errand on the island of kites, walked to its end, and what players of it are not told.

use oracade_gym::{Env, Item, Settings, Spec, View, named};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The errand: runs of a button, and the milestone that has been reached after them.
const ERRAND: [(&str, &str); 8] = [
    ("D2 R1 D1", "out"),
    ("D1 R6 U5 A3", "called"),
    ("A1 R2 U1 A2", "kite"),
    ("A2 D2 L2 D1 A2 A1 U1 A1 U1 A1 A1", "duel"),
    ("R4 U6 L3 U6 U5 R3 U7 L4 U7", "arrived"),
    ("U3 R6 U2 U2 L1 U1 A1 A2", "parcel"),
    ("A1 R1 D3 D1 L6 D4 D6 R4 D7 L4 D6 D5 R4 D6 L4 U1 U3 A1 A1", "delivered"),
    ("A3", "book"),
];

fn spec(views: &[View]) -> Arc<Spec> {
    let settings = Settings {
        views: views.to_vec(),
        ..Settings::default()
    };
    Arc::new(named("Windle-v0", &settings).expect("the game"))
}

fn begun(options: Value) -> Env {
    let mut env = Env::new(spec(&[View::Text])).expect("the game");
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    env.restart(Some(0), Some(&options)).expect("it begins");
    env
}

fn press(env: &mut Env, runs: &str) -> f64 {
    let names = ["U", "D", "L", "R", "A", "B", "S"];
    let mut reward = 0.0;
    for run in runs.split_whitespace() {
        let (button, count) = run.split_at(1);
        let action = names.iter().position(|name| *name == button).expect("a button");
        for _ in 0..count.parse::<u32>().expect("a number") {
            reward += env.advance(&Item::Discrete(action as i64)).expect("a step").reward;
        }
    }
    reward
}

#[test]
fn the_errand_has_eight_milestones() {
    let mut env = begun(json!({}));
    let mut points = 0.0;
    for (runs, milestone) in ERRAND {
        assert_eq!(env.snapshot()["reached"][milestone], false, "{milestone}");
        points += press(&mut env, runs);
        let text = env.text().unwrap();
        assert_eq!(env.snapshot()["reached"][milestone], true, "{milestone}: {text}");
    }
    let score = env.score().unwrap();
    assert_eq!((points, score, env.has_ended()), (20.0, Some(20.0), true));
    assert_eq!(env.snapshot()["won"], true);
}

#[test]
fn a_step_is_a_press_of_two_frames_and_a_tile() {
    let mut env = begun(json!({}));
    press(&mut env, "R1");
    assert_eq!(
        (&env.snapshot()["x"], &env.snapshot()["facing"]),
        (&json!(5), &json!("right"))
    );
    assert_eq!(env.clock_us(), 166_667);
    // A wall is faced and not walked into; a notice is read with A and left with B.
    press(&mut env, "U9");
    assert_eq!(
        (&env.snapshot()["y"], &env.snapshot()["mode"]),
        (&json!(1), &json!("overworld"))
    );
    let mut town = begun(json!({ "after": 1 }));
    press(&mut town, "D1 R5 U1 A1");
    assert!(
        town.text().unwrap().contains("Notice board: HILLFOLD"),
        "{}",
        town.text().unwrap()
    );
    press(&mut town, "B1 S1");
    let bag = town.text().unwrap();
    assert!(bag.contains("nothing."), "{bag}");
}

#[test]
fn whoever_has_no_kite_is_led_back() {
    let mut env = begun(json!({ "after": 2 }));
    press(&mut env, "D2 D1 R4 U6 L3 U5");
    assert_eq!(env.snapshot()["mode"], "dialogue");
    press(&mut env, "A1");
    assert_eq!(env.snapshot()["map"], "loft");
    // A kite can be declined, and chosen afterwards.
    press(&mut env, "R2 U1 A1 D1 A1");
    assert_eq!(env.snapshot()["reached"]["kite"], false);
    press(&mut env, "R1 U1 A1 A1");
    assert_eq!(env.snapshot()["kite"], "Sparrow");
}

#[test]
fn a_duel_can_be_lost_and_the_errand_goes_on() {
    let mut env = begun(json!({ "after": 3 }));
    press(&mut env, "D2 D1 A2 D1 A1 U1 A1 A1 U1 A2 A1");
    let told = env.snapshot().clone();
    assert_eq!(
        (&told["won"], &told["reached"]["duel"]),
        (&json!(false), &json!(true)),
        "{told}"
    );
}

#[test]
fn what_is_reached_is_not_told_to_players() {
    let mut env = begun(json!({ "after": 4 }));
    let text = env.text().unwrap();
    for secret in ["reached", "points", "milestone"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let hidden = "hidden from players";
    assert!(env.view(View::Json).unwrap_err().to_string().contains(hidden));
    let settings = Settings {
        views: vec![View::Json],
        ..Settings::default()
    };
    let refused = named("Windle-v0", &settings).err().expect("an error").to_string();
    assert!(refused.contains(hidden), "{refused}");
    let Item::Floats(seen) = env.view(View::Vector).unwrap() else {
        panic!("a vector")
    };
    assert_eq!(seen.len(), 153);
}
