//! Environments keep their promises: the same steps everywhere, copies that are whole, lanes that do not know of one another.

use oracade_gym::{Autoreset, Batch, Chance, Env, EnvError, Item, NAMES, Outcome, Settings, Spec, VecEnv, View, named};
use std::sync::Arc;

fn spec(name: &str, views: &[View]) -> Arc<Spec> {
    let settings = Settings {
        views: views.to_vec(),
        ..Settings::default()
    };
    Arc::new(named(name, &settings).unwrap())
}

/// With all that can be seen of a game: the snapshot of some is hidden from players.
fn whole(name: &str) -> Arc<Spec> {
    let hidden = named(name, &Settings::default()).unwrap().config.hidden;
    let views = [View::Pixels, View::Vector, View::Text, View::Json];
    spec(name, &views[..views.len() - usize::from(hidden)])
}

/// Steps of chance, with an episode begun wherever one has ended; what was seen and told of all of them.
fn walk(env: &mut Env, chance: &mut Chance, steps: usize) -> Vec<String> {
    let space = env.action_space();
    let mut told = Vec::new();
    for _ in 0..steps {
        let step = env.step(&space.sample(chance)).unwrap();
        assert!(env.observation_space().contains(&step.observation), "{}", env.spec().id);
        told.push(format!("{:?} {:?} {:?}", step.outcome, step.info, step.observation));
        if step.outcome.ended() {
            told.push(format!("{:?}", env.reset(None, None).unwrap()));
        }
    }
    told
}

#[test]
fn the_same_seed_and_actions_give_the_same_steps() {
    for name in NAMES {
        let runs = [0, 1].map(|_| {
            let mut env = Env::new(whole(name)).unwrap();
            let first = format!("{:?}", env.reset(Some(0), None).unwrap());
            (first, walk(&mut env, &mut Chance::new(5, 0), 250))
        });
        assert!(runs[0] == runs[1], "{name}");
        let mut other = Env::new(whole(name)).unwrap();
        other.reset(Some(1), None).unwrap();
        // The levels of one game are no matter of chance.
        if !name.starts_with("Sokoban") {
            assert!(runs[0].1 != walk(&mut other, &mut Chance::new(5, 0), 250), "{name}");
        }
    }
}

#[test]
fn what_was_saved_goes_on_as_if_nothing_had_been() {
    for name in NAMES {
        let mut env = Env::new(whole(name)).unwrap();
        env.reset(Some(3), None).unwrap();
        let mut chance = Chance::new(9, 0);
        for _ in 0..6 {
            let steps = 1 + chance.below(40) as usize;
            walk(&mut env, &mut chance, steps);
            let saved = env.save().unwrap();
            let seen = (env.observe().unwrap(), env.clock_us());
            let mut fork = env.fork().unwrap();
            let ahead = walk(&mut env, &mut chance.clone(), 30);
            env.restore(&saved).unwrap();
            // The picture too, before any step.
            assert!((env.observe().unwrap(), env.clock_us()) == seen, "{name}");
            assert!(walk(&mut env, &mut chance.clone(), 30) == ahead, "{name}");
            assert!(walk(&mut fork, &mut chance.clone(), 30) == ahead, "{name}");
            let mut elsewhere = Env::new(whole(name)).unwrap();
            elsewhere.restore(&saved).unwrap();
            assert!(walk(&mut elsewhere, &mut chance.clone(), 30) == ahead, "{name}");
        }
        let history = env.history();
        let mut again = Env::new(whole(name)).unwrap();
        if !name.ends_with("Original-v0") {
            again.replay(&history).unwrap();
            assert!(again.observe().unwrap() == env.observe().unwrap(), "{name}");
        }
    }
    let mut tetris = Env::new(spec("Tetris-v0", &[])).unwrap();
    tetris.reset(None, None).unwrap();
    let saved = tetris.save().unwrap();
    let mut candy = Env::new(spec("Candy-v0", &[])).unwrap();
    assert!(matches!(candy.restore(&saved), Err(EnvError::Restore(_))));
}

#[test]
fn episodes_follow_from_the_last_seed() {
    let mut env = Env::new(spec("2048-v0", &[])).unwrap();
    let mut boards = |seed| {
        let first = env.reset(seed, None).unwrap().0;
        let second = env.reset(None, None).unwrap().0;
        [first, second]
    };
    let unseeded = boards(None);
    let (zero, again, one) = (boards(Some(0)), boards(Some(0)), boards(Some(1)));
    assert_eq!(zero, again);
    assert!(zero != one && zero[0] != zero[1] && unseeded[0] != zero[0]);
}

/// What all lanes saw and got over some steps, by lane.
fn lanes(name: &str, view: View, lanes: usize, threads: usize, mode: Autoreset) -> Vec<Vec<String>> {
    let mut env = VecEnv::new(spec(name, &[view]), lanes, threads, mode).unwrap();
    let mut chances: Vec<Chance> = (0..lanes as u64).map(|lane| Chance::new(lane, 7)).collect();
    let mut told = vec![Vec::new(); lanes];
    let space = env.spec().action_space();
    env.reset(Some(10), None, None).unwrap();
    for step in 0..120 {
        if step == 60 && mode == Autoreset::Disabled {
            env.reset(Some(99), None, None).unwrap();
        }
        if step > 0 && mode == Autoreset::Disabled {
            let ended: Vec<bool> = env.outcomes().iter().map(Outcome::ended).collect();
            env.reset(None, None, Some(&ended)).unwrap();
        }
        let actions: Vec<Item> = chances.iter_mut().map(|chance| space.sample(chance)).collect();
        env.step(&actions).unwrap();
        let size = env.observation_space().elements();
        for (lane, told) in told.iter_mut().enumerate() {
            let seen = match env.observations() {
                Batch::Bytes(bytes) => format!("{:?}", &bytes[lane * size..(lane + 1) * size]),
                Batch::Floats(floats) => format!("{:?}", &floats[lane * size..(lane + 1) * size]),
                Batch::Items(items) => items[lane].to_string(),
            };
            told.push(format!("{:?} {:?} {seen}", env.outcomes()[lane], env.infos()[lane]));
        }
    }
    told
}

#[test]
fn lanes_do_not_depend_on_their_number_or_on_threads() {
    for (name, view) in [
        ("Tetris-v0", View::Pixels),
        ("2048-v0", View::Vector),
        ("Candy-v0", View::Text),
    ] {
        for mode in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
            let many = lanes(name, view, 7, 1, mode);
            assert!(many == lanes(name, view, 7, 3, mode), "{name} {mode:?}");
            assert!(many[..2] == lanes(name, view, 2, 2, mode)[..], "{name} {mode:?}");
            assert!((1..7).all(|lane| many[lane] != many[0]), "{name} {mode:?}");
        }
    }
}

#[test]
fn lanes_begin_anew_as_their_mode_says() {
    let settings = Settings {
        max_steps: Some(3),
        views: vec![View::Vector],
        ..Settings::default()
    };
    let spec = Arc::new(named("2048-v0", &settings).unwrap());
    let noop = [Item::Discrete(0)];
    let ended = |env: &VecEnv| env.outcomes()[0].truncated;
    let mut next = VecEnv::new(spec.clone(), 1, 1, Autoreset::NextStep).unwrap();
    next.reset(Some(0), None, None).unwrap();
    let flags: Vec<bool> = (0..8)
        .map(|_| {
            next.step(&noop).unwrap();
            ended(&next)
        })
        .collect();
    assert_eq!(flags, [false, false, true, false, false, false, true, false]);
    let mut same = VecEnv::new(spec.clone(), 1, 1, Autoreset::SameStep).unwrap();
    same.reset(Some(0), None, None).unwrap();
    let mut flags = Vec::new();
    for _ in 0..6 {
        let seen = same.step(&noop).unwrap().clone();
        flags.push(ended(&same));
        let last = &same.infos()[0].ended;
        assert_eq!(last.is_some(), ended(&same));
        if let (Some((Item::Floats(last), _)), Batch::Floats(seen)) = (last, seen) {
            // Two tiles lie there; the last observation was of a board after three moves.
            assert_eq!(seen.iter().filter(|cell| **cell > 0.0).count(), 2);
            assert_ne!(*last, seen);
        }
    }
    assert_eq!(flags, [false, false, true, false, false, true]);
    let mut disabled = VecEnv::new(spec, 1, 1, Autoreset::Disabled).unwrap();
    disabled.reset(Some(0), None, None).unwrap();
    for _ in 0..3 {
        disabled.step(&noop).unwrap();
    }
    assert!(matches!(disabled.step(&noop), Err(EnvError::State(_))));
}

#[test]
fn lanes_can_be_saved() {
    let mut env = VecEnv::new(spec("Tetris-v0", &[View::Pixels]), 5, 2, Autoreset::NextStep).unwrap();
    env.reset(Some(0), None, None).unwrap();
    let actions = vec![Item::Discrete(6); 5];
    env.step(&actions).unwrap();
    let (save, seen) = (env.save().unwrap(), env.observations().clone());
    let ahead: Vec<Batch> = (0..30).map(|_| env.step(&actions).unwrap().clone()).collect();
    assert_eq!(*env.restore(save).unwrap(), seen);
    let again: Vec<Batch> = (0..30).map(|_| env.step(&actions).unwrap().clone()).collect();
    assert!(ahead == again);
    assert!(env.restore(7).is_err());
    // What is let go is gone, and the others are there.
    let other = env.save().unwrap();
    let there = env.observations().clone();
    assert_eq!(env.saves(), 2);
    env.release(save).unwrap();
    assert_eq!(env.saves(), 1);
    let gone = env.restore(save).unwrap_err().to_string();
    assert!(gone.contains("was released"), "{gone}");
    assert!(env.release(save).is_err());
    env.step(&actions).unwrap();
    assert_eq!(*env.restore(other).unwrap(), there);
}

#[test]
fn steps_can_stick_and_take_many_frames() {
    let settings = Settings {
        sticky: Some(0.5),
        frames: Some(4),
        ..Settings::default()
    };
    let mut env = Env::new(Arc::new(named("oracade/Tetris-v0", &settings).unwrap())).unwrap();
    env.reset(Some(0), None).unwrap();
    let mut repeated = 0;
    let mut chance = Chance::new(0, 0);
    for _ in 0..200 {
        let step = env.step(&Item::Discrete(chance.below(6) as i64)).unwrap();
        repeated += usize::from(step.info["repeated"] == true);
        if step.outcome.ended() {
            env.reset(None, None).unwrap();
        }
    }
    assert!((70..130).contains(&repeated), "{repeated}");
    assert_eq!(
        env.clock_us(),
        u64::from(env.steps()) * 4 * 1_000_000 / 60 + u64::from(!(env.steps() * 4).is_multiple_of(3))
    );
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let plain = Settings::default();
    let told = |error: EnvError| error.to_string();
    assert!(told(named("Chess-v0", &plain).err().unwrap()).contains("known are 2048-v0, Sokoban-v0"));
    let mut env = Env::new(spec("2048-v0", &[])).unwrap();
    assert!(told(env.step(&Item::Discrete(0)).unwrap_err()).contains("reset first"));
    env.reset(None, None).unwrap();
    let before = env.observe().unwrap();
    for wrong in [Item::Discrete(4), Item::Discrete(-1), Item::Text("up".to_owned())] {
        assert!(told(env.step(&wrong).unwrap_err()).contains("is not of the action space Discrete(4)"));
    }
    assert_eq!(env.observe().unwrap(), before);
    let options = serde_json::json!({ "board": [1] });
    assert!(told(env.reset(None, options.as_object()).unwrap_err()).contains("no scenario"));
    let wrong = Settings {
        sticky: Some(1.5),
        ..Settings::default()
    };
    assert!(named("2048-v0", &wrong).is_err());
    assert!(VecEnv::new(spec("2048-v0", &[]), 0, 1, Autoreset::NextStep).is_err());
}

#[test]
fn the_original_keeps_its_level_for_the_next_episode() {
    let solution = [6, 8, 8, 2, 8, 6, 3, 3, 6, 7, 7, 5, 5, 1];
    for (name, level) in [("Sokoban-v0", 1), ("SokobanOriginal-v0", 2)] {
        let mut env = Env::new(spec(name, &[])).unwrap();
        env.reset(Some(0), None).unwrap();
        let rewards: Vec<f64> = solution
            .iter()
            .map(|action| env.advance(&Item::Discrete(*action)).unwrap().reward)
            .collect();
        assert!((rewards[13] - 10.9).abs() < 1e-9, "{rewards:?}");
        let (_, info) = env.reset(Some(0), None).unwrap();
        assert_eq!(info["level"], level, "{name}");
    }
}

#[test]
fn a_turn_without_an_action_costs_what_the_rules_say() {
    let turn = |name: &str| {
        let mut env = Env::new(spec(name, &[])).unwrap();
        env.restart(Some(0), None).unwrap();
        let before = env.snapshot().clone();
        let outcome = env.pass().unwrap();
        (before, env.snapshot().clone(), outcome.reward)
    };
    let (before, after, reward) = turn("Sokoban-v0");
    assert_eq!((&before["rows"], reward), (&after["rows"], -0.1));
    let (_, after, reward) = turn("Candy-v0");
    assert_eq!(
        (&after["num_moves_left"], &after["invalid_action_taken"], reward),
        (&49.into(), &true.into(), 0.0)
    );
    let (before, after, _) = turn("2048-v0");
    assert_eq!(
        (&before["board"], &after["illegal_move_count"], &after["is_legal_move"]),
        (&after["board"], &0.into(), &false.into())
    );
    // No gravity either.
    let (before, after, _) = turn("Tetris-v0");
    assert_eq!(before["board"], after["board"]);
    let mut env = Env::new(spec("Candy-v0", &[])).unwrap();
    env.restart(Some(0), None).unwrap();
    env.pass().unwrap();
    let mut again = Env::new(spec("Candy-v0", &[])).unwrap();
    again.replay(&env.history()).unwrap();
    assert_eq!(again.snapshot(), env.snapshot());
}

#[test]
fn pictures_of_a_series_are_those_of_games_that_have_drawn_none() {
    for name in NAMES {
        let mut env = Env::new(spec(name, &[View::Pixels])).unwrap();
        env.reset(Some(3), None).unwrap();
        let mut chance = Chance::new(5, 1);
        let space = env.action_space();
        for step in 0..60 {
            if env.advance(&space.sample(&mut chance)).unwrap().ended() {
                env.restart(None, None).unwrap();
            }
            // A copy keeps nothing of what was drawn.
            let fresh = env.fork().unwrap().observe().unwrap();
            assert!(env.observe().unwrap() == fresh, "{name}, step {step}");
            if step % 7 == 0 {
                assert_eq!(
                    env.render().unwrap(),
                    env.fork().unwrap().render().unwrap(),
                    "{name}, step {step}"
                );
            }
        }
    }
}
