//! Players that search do what they are for.

use oracade_gym::agents::{AGENTS, agent};
use oracade_gym::rollout::{Episode, episode};
use oracade_gym::{Env, Settings, named};
use std::sync::Arc;

fn play(name: &str, player: &str, seed: u64, max_steps: Option<u32>) -> Episode {
    let settings = Settings {
        max_steps,
        ..Settings::default()
    };
    let mut env = Env::new(Arc::new(named(name, &settings).unwrap())).unwrap();
    episode(&mut env, agent(player).unwrap().as_mut(), 1, seed, &mut |_| Ok(())).unwrap()
}

#[test]
fn search_solves_the_six_levels_by_the_shortest_ways() {
    let all = play("Sokoban-v0", "bfs", 0, Some(0));
    assert_eq!((all.steps, all.score, all.terminated), (210, 15.0, true));
    // Within the turns that players get it comes to the last level.
    let cut = play("Sokoban-v0", "bfs", 0, None);
    assert_eq!((cut.steps, cut.terminated), (200, false));
    assert!(cut.score >= 11.0, "{cut:?}");
}

#[test]
fn expectimax_is_far_above_chance() {
    let score = play("2048-v0", "expectimax", 1, None).score;
    // A thousand moves are worth ten thousand points and more, if one lives so long.
    assert!(score > 125.0, "{score}");
    assert!(play("2048-v0", "random", 1, None).score < score - 10.0);
}

#[test]
fn the_stacker_clears_rows() {
    let episode = play("Tetris-v0", "heuristic", 2, Some(600));
    assert!(episode.score > 250.0, "{episode:?}");
}

#[test]
fn looking_ahead_pays_at_candy() {
    let score = play("Candy-v0", "greedy", 3, None).score;
    assert!(score > 600.0, "{score}");
}

#[test]
fn players_are_known_by_name_and_refuse_what_they_cannot_play() {
    for name in AGENTS {
        assert!(agent(name).is_ok());
    }
    assert!(agent("oracle").err().unwrap().to_string().contains("known are random"));
    let mut env = Env::new(Arc::new(named("Candy-v0", &Settings::default()).unwrap())).unwrap();
    env.restart(Some(0), None).unwrap();
    for name in ["bfs", "expectimax", "heuristic"] {
        assert!(agent(name).unwrap().act(&mut env).is_err(), "{name}");
    }
    let idle = play("2048-v0", "first", 0, None);
    assert!(idle.stuck, "{idle:?}");
}
