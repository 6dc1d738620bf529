//! Our own platformer and courtroom game: they can be won, they can be lost, and players of chance do neither well.

use oracade_gym::{Chance, Env, Item, Settings, named};
use serde_json::{Value, json};
use std::sync::Arc;

fn env(name: &str, settings: &Settings) -> Env {
    Env::new(Arc::new(named(name, settings).unwrap())).unwrap()
}

fn with_options(options: Value) -> Settings {
    Settings {
        options: options.as_object().cloned().unwrap(),
        ..Settings::default()
    }
}

fn act(env: &mut Env, action: i64) -> Value {
    env.advance(&Item::Discrete(action)).unwrap();
    env.snapshot().clone()
}

fn number(state: &Value, key: &str) -> i64 {
    state[key].as_i64().unwrap_or_else(|| panic!("{key} of {state}"))
}

const RIGHT: i64 = 1;
const RIGHT_B: i64 = 3;
const RIGHT_A_B: i64 = 4;

/// Plays a beam of forks to the right; the actions that reach the pole, if any do.
fn walked(mut begun: Env) -> Option<Vec<i64>> {
    begun.reset(Some(0), None).unwrap();
    let moves: [&[i64]; 6] = [
        &[RIGHT_B; 3],
        &[RIGHT_A_B, RIGHT_A_B, RIGHT_A_B, RIGHT_A_B, RIGHT_A_B, RIGHT_A_B, RIGHT_B],
        &[RIGHT_A_B, RIGHT_A_B, RIGHT_B, RIGHT_B],
        &[2, 2, 2, 2, 2, RIGHT],
        &[0; 5],
        &[8, 8, 7],
    ];
    let mut beam = vec![(begun, Vec::new())];
    for _ in 0..260 {
        let mut next: Vec<(i64, i64, Env, Vec<i64>)> = Vec::new();
        for (env, path) in &mut beam {
            for actions in moves {
                let mut fork = env.fork().unwrap();
                let mut path = path.clone();
                for action in actions {
                    if !fork.has_ended() {
                        act(&mut fork, *action);
                        path.push(*action);
                    }
                }
                let state = fork.snapshot();
                if state["won"] == true {
                    return Some(path);
                }
                if state["dying"] == false && state["lives"] == 3 && state["y"].as_i64() < Some(208) {
                    let (x, y) = (number(state, "x"), number(state, "y"));
                    next.push((x, y, fork, path));
                }
            }
        }
        next.sort_by_key(|(x, y, ..)| (-x, *y));
        next.dedup_by_key(|(x, y, ..)| (*x / 6, *y / 6));
        // Those that are behind are kept too: what is ahead may be about to fall.
        let spread = next.len().div_ceil(30).max(1);
        let kept = next.into_iter().enumerate().filter(|(n, _)| *n < 12 || n % spread == 0);
        beam = kept.map(|(_, (_, _, env, path))| (env, path)).take(30).collect();
    }
    None
}

#[test]
fn the_ridge_can_be_walked_to_its_end() {
    let path = walked(env("Ridgeway-v0", &Settings::default())).expect("there is a way");
    let mut walker = env("Ridgeway-v0", &Settings::default());
    walker.reset(Some(0), None).unwrap();
    let mut total = 0.0;
    for action in path {
        total += walker.advance(&Item::Discrete(action)).unwrap().reward;
    }
    let state = walker.snapshot();
    assert_eq!(
        (&state["won"], &state["is_game_over"], walker.has_ended()),
        (&json!(true), &json!(false), true)
    );
    // Rewards add up to how far it came from where it stood.
    assert_eq!(total, (number(state, "max_x") - 32) as f64);
    assert!(number(state, "max_x") > 3100 && number(state, "score") > 1000, "{state}");
}

#[test]
fn a_walker_falls_dies_thrice_and_stays_dead() {
    let mut walker = env("Ridgeway-v0", &with_options(json!({ "column": 30 })));
    walker.reset(Some(0), None).unwrap();
    let begun = walker.snapshot().clone();
    let (mut lives, mut farthest) = (vec![3], number(&begun, "max_x"));
    while !walker.has_ended() {
        let state = act(&mut walker, RIGHT);
        if number(&state, "lives") != *lives.last().unwrap() {
            lives.push(number(&state, "lives"));
        }
        assert!(number(&state, "max_x") >= farthest);
        farthest = number(&state, "max_x");
        assert!(walker.steps() < 3000);
    }
    assert_eq!(lives, [3, 2, 1, 0]);
    assert_eq!(walker.snapshot()["is_game_over"], true);
    // One that stands still loses its lives to whoever comes along, or to the clock.
    let settings = Settings {
        max_steps: Some(0),
        ..Settings::default()
    };
    let mut idle = env("Ridgeway-v0", &settings);
    idle.reset(Some(0), None).unwrap();
    while !idle.has_ended() {
        act(&mut idle, 0);
    }
    assert!(idle.steps() <= 3 * 400 * 24 / 4 + 100, "{}", idle.steps());
}

#[test]
fn leaps_are_higher_when_held_and_runs_are_faster() {
    let settings = Settings {
        frames: Some(1),
        ..Settings::default()
    };
    let peak = |held: i64| {
        let mut walker = env("Ridgeway-v0", &settings);
        walker.reset(Some(0), None).unwrap();
        act(&mut walker, 0);
        let ground = number(walker.snapshot(), "y");
        (0..60)
            .map(|frame| ground - number(&act(&mut walker, if frame < held { 5 } else { 0 }), "y"))
            .max()
            .unwrap()
    };
    let (short, long) = (peak(3), peak(40));
    assert!((16..48).contains(&short) && (56..80).contains(&long), "{short} {long}");
    let way = |action| {
        let mut walker = env("Ridgeway-v0", &settings);
        walker.reset(Some(0), None).unwrap();
        (0..60).map(|_| number(&act(&mut walker, action), "x")).last().unwrap()
    };
    assert!(way(RIGHT_B) > way(RIGHT) + 20 && way(7) <= 32 && way(0) == 32);
    // The original's measure of how far: nothing before the picture moves.
    let mut original = env("RidgewayOriginal-v0", &settings);
    original.reset(Some(0), None).unwrap();
    assert_eq!(number(&act(&mut original, RIGHT), "max_x"), 0);
    let options = json!({ "column": 60 });
    original.reset(Some(0), options.as_object()).unwrap();
    let state = original.snapshot();
    let camera = number(state, "camera");
    assert_eq!(number(state, "max_x"), camera % 256 + 255 * (camera / 256));
}

#[test]
fn chance_on_the_ridge() {
    let mut scores = Vec::new();
    for seed in 0..20 {
        let mut walker = env("Ridgeway-v0", &Settings::default());
        walker.reset(Some(seed), None).unwrap();
        let mut chance = Chance::new(seed, 0);
        while !walker.has_ended() {
            // Names with a count of frames, as the interface has them.
            let action = chance.below(13) as i64;
            for _ in 0..=chance.below(7) {
                if !walker.has_ended() {
                    act(&mut walker, action);
                }
            }
        }
        scores.push(walker.score().unwrap().unwrap());
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((250.0..1200.0).contains(&mean), "{mean} {scores:?}");
}

/// Presses `a` until the court waits for more.
fn listen(court: &mut Env, checkpoint: i64) {
    for _ in 0..20 {
        let state = court.snapshot();
        let waits = state["phase"] == "testimony" || state["over"] == true || number(state, "checkpoint") > checkpoint;
        if waits {
            return;
        }
        act(court, 0);
    }
}

/// Breaks the testimony, by trying everything on forks; how many ways there are.
fn break_testimony(court: &mut Env) -> usize {
    let state = court.snapshot().clone();
    let (statements, evidences) = (number(&state, "statements"), number(&state, "evidences"));
    let mut found = None;
    let mut ways = 0;
    for statement in 0..statements {
        for evidence in 0..evidences {
            let actions: Vec<i64> = (0..statement)
                .map(|_| 7)
                .chain([3])
                .chain((0..evidence).map(|_| 5))
                .chain([0])
                .collect();
            let mut fork = court.fork().unwrap();
            let after = actions.iter().map(|action| act(&mut fork, *action)).last().unwrap();
            if after["phase"] == "broken" {
                ways += 1;
                found = Some(actions);
            } else {
                assert_eq!((&after["phase"], number(&after, "lives")), (&json!("mistake"), 4));
            }
        }
    }
    for action in found.unwrap_or_default() {
        act(court, action);
    }
    ways
}

#[test]
fn the_cases_can_be_won() {
    for (name, last) in [("Assize-v0", 18), ("AssizeOriginal-v0", 13)] {
        let mut court = env(name, &Settings::default());
        court.reset(Some(0), None).unwrap();
        let mut rewards = 0.0;
        for checkpoint in 0..=last {
            assert_eq!(number(court.snapshot(), "checkpoint"), checkpoint, "{name}");
            listen(&mut court, checkpoint);
            if court.snapshot()["phase"] == "testimony" {
                assert_eq!(break_testimony(&mut court), 1, "{name} {checkpoint}");
                listen(&mut court, checkpoint);
            }
            rewards += f64::from(u8::from(number(court.snapshot(), "checkpoint") > checkpoint));
        }
        let state = court.snapshot();
        assert_eq!((number(state, "checkpoint"), rewards), (last, last as f64), "{name}");
        assert_eq!(state["won"], last == 18, "{name}");
        assert_eq!(court.score().unwrap(), Some(last as f64));
        // Within the turns that players get.
        assert!(court.steps() <= 300, "{}", court.steps());
    }
}

#[test]
fn five_mistakes_lose() {
    let mut court = env("Assize-v0", &with_options(json!({ "checkpoint": 1 })));
    court.reset(Some(0), None).unwrap();
    listen(&mut court, 1);
    let statement = court.snapshot()["line"].clone();
    assert!(court.text().unwrap().contains("- Bell rope: The end of the rope"));
    // Pressing brings more, and goes back to the statement.
    let pressed = act(&mut court, 2);
    assert!(pressed["phase"] == "pressed" && pressed["line"] != statement);
    assert_eq!(act(&mut court, 1)["line"], statement);
    assert_eq!(act(&mut court, 6)["statement"], 2);
    assert_eq!(act(&mut court, 7)["statement"], 0);
    for lives in (0..5).rev() {
        act(&mut court, 3);
        let after = act(&mut court, 0);
        assert_eq!((number(&after, "lives"), after["over"] == true), (lives, lives == 0));
        if lives > 0 {
            act(&mut court, 0);
        }
    }
    assert!(court.has_ended());
}

#[test]
fn chance_before_the_court() {
    let mut scores = Vec::new();
    for seed in 0..20 {
        let mut court = env("Assize-v0", &Settings::default());
        court.reset(Some(seed), None).unwrap();
        let mut chance = Chance::new(seed, 0);
        while !court.has_ended() {
            act(&mut court, chance.below(9) as i64);
        }
        scores.push(court.score().unwrap().unwrap());
    }
    // The first checkpoint has no testimony; few of the others are broken by chance.
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((1.0..4.0).contains(&mean), "{mean} {scores:?}");
    assert!(scores.iter().all(|score| *score < 12.0), "{scores:?}");
}
