//! The four classic games of LMGame-Bench: rules by golden vectors, and what players of chance come to (games/README.md has the
//! sources of the figures).

mod common;

use common::{bundle, manifest, setup};
use oracade_wasm::{Game, MODULE_FILE, Module, Record, kind};
use serde_json::{Value, json};
use std::sync::Arc;

struct Classic {
    module: Arc<Module>,
    name: &'static str,
}

impl Classic {
    fn load(name: &'static str) -> Classic {
        let module = Module::load(bundle(name).get(MODULE_FILE).unwrap()).unwrap();
        Classic { module, name }
    }

    fn open(&self, seed: u64) -> Game {
        let files = bundle(self.name);
        let manifest = manifest(&files);
        let setup = oracade_wasm::Setup {
            seed,
            ..setup(files, (manifest.width, manifest.height))
        };
        let mut game = Game::open(&self.module, setup).unwrap();
        game.start().unwrap();
        game
    }

    fn scenario(&self, scenario: &Value) -> Game {
        let mut game = self.open(7);
        assert!(game.load_scenario(&scenario.to_string()).unwrap(), "{scenario}");
        game
    }
}

fn state(game: &mut Game) -> Value {
    serde_json::from_str(&game.snapshot().unwrap()).unwrap()
}

fn act(game: &mut Game, action: i32) -> Value {
    let record = Record {
        kind: kind::ACTION,
        code: action,
        x: 0.0,
        y: 0.0,
        detail: 0,
        modifiers: 0,
    };
    game.input(record).unwrap();
    state(game)
}

fn number(state: &Value, key: &str) -> f64 {
    state[key].as_f64().unwrap_or_else(|| panic!("{key} of {state}"))
}

/// Chance of a player's own (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn tiles_merge_once_from_the_edge_on() {
    let twos = Classic::load("2048");
    let golden = [
        ([1, 1, 1, 1], vec![2, 2], 8),
        ([1, 1, 2, 0], vec![2, 2], 4),
        ([2, 1, 1, 0], vec![2, 2], 4),
        ([0, 1, 0, 1], vec![2], 4),
        ([3, 3, 3, 0], vec![4, 3], 16),
    ];
    for (line, merged, score) in golden {
        // Left and right along the first row, up and down along the first column.
        for action in 0..4 {
            let mut board = [[0; 4]; 4];
            for (n, exponent) in line.into_iter().enumerate() {
                let (row, column) = [(n, 0), (0, 3 - n), (3 - n, 0), (0, n)][action];
                board[row][column] = exponent;
            }
            let after = act(&mut twos.scenario(&json!({ "board": board })), action as i32);
            let cell = |n: usize| {
                let (row, column) = [(n, 0), (0, 3 - n), (3 - n, 0), (0, n)][action];
                after["board"][row][column].as_u64().unwrap()
            };
            let first: Vec<u64> = (0..merged.len()).map(cell).collect();
            assert_eq!(first, merged, "{line:?} by {action}: {after}");
            assert_eq!(number(&after, "step_score"), f64::from(score));
            // One tile came.
            assert_eq!(number(&after, "empty"), 16.0 - merged.len() as f64 - 1.0);
            assert_eq!(after["is_legal_move"], true);
        }
    }
    let mut stuck = twos.scenario(&json!({ "board": [1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0], "total": 12 }));
    let before = state(&mut stuck);
    let after = act(&mut stuck, 3);
    assert_eq!(after["board"], before["board"]);
    assert_eq!(
        (
            &after["is_legal_move"],
            &after["illegal_move_count"],
            &after["reward"],
            &after["total_score"]
        ),
        (&json!(false), &json!(1), &json!(0), &json!(12))
    );
    let unmapped = act(&mut stuck, 9);
    assert_eq!(
        (&unmapped["is_legal_move"], &unmapped["illegal_move_count"]),
        (&json!(false), &json!(1))
    );
    let full = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1];
    assert_eq!(state(&mut twos.scenario(&json!({ "board": full })))["over"], true);
    let text = twos
        .scenario(&json!({ "board": [1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }))
        .text()
        .unwrap();
    assert_eq!(
        text,
        "{'board': [[2, 0, 0, 0], [0, 8, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], 'highest_tile': 8, 'analysis': 'Board has 14 empty spaces'}"
    );
}

#[test]
fn chance_at_2048() {
    let twos = Classic::load("2048");
    let mut scores = Vec::new();
    let (mut turns, mut fours, mut tiles) = (0, 0, 0);
    for seed in 0..300 {
        let mut game = twos.open(seed);
        let mut chance = Chance(seed);
        let begun = state(&mut game);
        for cell in begun["board"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
        {
            tiles += u32::from(cell != &json!(0));
            fours += u32::from(cell == &json!(2));
        }
        let (mut before, mut same, mut after) = (begun["board"].clone(), 0, begun);
        while after["over"] == false && same < 10 {
            after = act(&mut game, chance.below(4) as i32);
            turns += 1;
            same = if after["board"] == before { same + 1 } else { 0 };
            before = after["board"].clone();
        }
        scores.push(10.0 * number(&after, "total_score").log2());
    }
    assert_eq!(tiles, 600);
    assert!((30..=90).contains(&fours), "{fours} fours of 600");
    let (score, turns) = (mean(&scores), f64::from(turns) / 300.0);
    assert!((97.0..=101.0).contains(&score), "{score}");
    assert!((125.0..=155.0).contains(&turns), "{turns}");
}

const SOLUTIONS: [(&str, usize, usize); 6] = [
    ("D R R PD R D PL PL D L L U U PU", 14, 4),
    ("PR PR PR PR U R PD PD PD R D PL PL PL PL U L PD PD L D PR PR PR", 24, 16),
    ("D R R D PD L D PR U U U L U U R PD PD PD PD", 19, 6),
    ("D R R D R R U PL PL U U R PD PD U L L L D PR L D D R R U PU R R D PL", 31, 7),
    (
        "R R PD PD PD PD R D D L L U PR D R PU L U U U U U L L D PR U R PD PD PD PD PR PR PR D R PU PU D L L L D D L L U PR D R PU L U \
         U U U L L D PR U R PD PD PD PR PR PR D R PU L L L D D L L U PR D R PU L U PR PR PR",
        89,
        31,
    ),
    (
        "PR PD R PD R D D PL PL R R U U L PD PL D PR U U U L PD PD U U U U R PD PD PD PD",
        33,
        14,
    ),
];

fn moves(solution: &str) -> impl Iterator<Item = i32> + '_ {
    solution.split_whitespace().map(|word| {
        let (push, letter) = word.strip_prefix('P').map_or((false, word), |letter| (true, letter));
        let direction = "UDLR".find(letter).unwrap() as i32;
        direction + if push { 1 } else { 5 }
    })
}

#[test]
fn shortest_solutions_solve_the_six_levels() {
    let sokoban = Classic::load("sokoban");
    let mut game = sokoban.open(0);
    let (mut total, mut reward) = (0, 0.0);
    let mut after = Value::Null;
    for (level, (solution, count, pushes)) in SOLUTIONS.into_iter().enumerate() {
        assert_eq!(number(&state(&mut game), "level"), level as f64 + 1.0);
        assert_eq!(moves(solution).filter(|action| *action < 5).count(), pushes);
        for action in moves(solution) {
            let before = state(&mut game);
            after = act(&mut game, action);
            assert!(
                after["player_position"] != before["player_position"] || after["level"] != before["level"],
                "level {}: {action} did nothing",
                level + 1
            );
            total += 1;
            reward += number(&after, "reward");
        }
        assert_eq!(moves(solution).count(), count);
        if level == 4 {
            assert_eq!((total, number(&after, "total_score")), (177, 11.0));
        }
    }
    assert_eq!(
        (total, &after["over"], number(&after, "total_score")),
        (210, &json!(true), 15.0)
    );
    // Each level is solved once; of the last one a box stood on its dock.
    let expected = 14.0 + 60.0 - 0.1 * 210.0;
    assert!((reward - expected).abs() < 1e-9, "{reward} {expected}");
    assert_eq!(number(&after, "perf"), 14.0);
    let mut compat = sokoban.scenario(&json!({ "compat": true }));
    let mut last = Value::Null;
    for action in SOLUTIONS.iter().flat_map(|(solution, ..)| moves(solution)) {
        last = act(&mut compat, action);
        assert_eq!(last["logged"], json!(last["level_up"] == json!(false)));
    }
    // The box that stood there counts, and the next episode begins where this one ended.
    assert_eq!(number(&last, "perf"), 15.0);
    compat.reset().unwrap();
    assert_eq!(number(&state(&mut compat), "level"), 6.0);
    game.reset().unwrap();
    assert_eq!(number(&state(&mut game), "level"), 1.0);
}

#[test]
fn a_worker_pushes_or_walks_but_not_both() {
    let sokoban = Classic::load("sokoban");
    // To the right of the worker is a box, below it is floor.
    let mut game = sokoban.scenario(&json!({ "level": 2 }));
    let begun = state(&mut game);
    for wrong in [8, 2, 6, 0] {
        let after = act(&mut game, wrong);
        assert_eq!(after["rows"], begun["rows"], "{wrong}");
        assert_eq!(number(&after, "reward"), -0.1);
    }
    assert_eq!(number(&act(&mut game, 77), "reward"), -0.1);
    assert_eq!(act(&mut game, 4)["player_position"], json!([2, 2]));
    // A box onto its dock and off it again.
    let mut game = sokoban.scenario(&json!({ "level": 4 }));
    assert!(
        game.text()
            .unwrap()
            .contains("ID | Item Type | Position\n1 | Wall | (0, 0)\n")
    );
    for action in moves("D R R D R R U PL") {
        act(&mut game, action);
    }
    let on = act(&mut game, 3);
    assert_eq!(on["boxes_on_target"], 0, "{on}");
    let mut game = sokoban.open(0);
    for _ in 0..199 {
        assert_eq!(act(&mut game, 0)["out_of_steps"], false);
    }
    assert_eq!(act(&mut game, 0)["out_of_steps"], true);
    for (compat, name) in [(true, "Unknown"), (false, "Worker on Dock")] {
        let mut game = sokoban.scenario(&json!({ "level": 1, "compat": compat }));
        act(&mut game, 7);
        assert!(
            game.text().unwrap().contains(&format!("9 | {name} | (1, 1)")),
            "{}",
            game.text().unwrap()
        );
    }
}

#[test]
fn swaps_have_their_numbers_and_each_turn_costs_a_move() {
    let candy = Classic::load("candy");
    // Columns in pairs, so that nothing lies in a line; then one place where something can be done.
    let mut board = [[0; 8]; 8];
    for (y, row) in board.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = (y / 2 % 2) * 2 + (x / 2 + y) % 2 + 1;
        }
    }
    let golden = [
        (0, "((0,0),(1,0))"),
        (55, "((6,7),(7,7))"),
        (56, "((0,0),(0,1))"),
        (111, "((7,6),(7,7))"),
    ];
    for (action, told) in golden {
        let mut game = candy.scenario(&json!({ "board": board }));
        let after = act(&mut game, action);
        assert_eq!(number(&after, "num_moves_left"), 49.0);
        assert!(
            game.text().unwrap().ends_with(&format!("Last Action: {told}")),
            "{}",
            game.text().unwrap()
        );
    }
    let mut game = candy.open(3);
    let begun = state(&mut game);
    let effective: Vec<i64> = serde_json::from_value(begun["effective_actions"].clone()).unwrap();
    let idle = (0..112).find(|action| !effective.contains(action)).unwrap();
    for action in [idle as i32, -1, 112] {
        let after = act(&mut game, action);
        assert_eq!((&after["board"], &after["reward"]), (&begun["board"], &json!(0)));
        assert_eq!(after.get("invalid_action_taken").is_some(), action != idle as i32);
    }
    assert_eq!(number(&state(&mut game), "num_moves_left"), 47.0);
    let after = act(&mut game, effective[0] as i32);
    assert!(number(&after, "reward") >= 3.0);
    for _ in 0..46 {
        assert_eq!(
            act(&mut game, -1)["over"],
            json!(number(&state(&mut game), "num_moves_left") == 0.0)
        );
    }
    assert_eq!(state(&mut game)["over"], true);
}

#[test]
fn lines_of_a_pass_are_those_of_the_lowest_row_and_their_crossings() {
    let candy = Classic::load("candy");
    // No three of a colour lie in a line; a green comes to (7, 2) from the right.
    let mut rows = [[0; 8]; 8];
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = (x + y) % 3 + 2;
        }
    }
    rows[7][3] = 1;
    (rows[5][2], rows[6][2]) = (1, 1);
    let swap = 56 + 7 * 7 + 2;
    // A column of three, and with it a row that ends in the same cell, or one that crosses at its upper end.
    let mut corner = rows;
    (corner[7][0], corner[7][1]) = (1, 1);
    let mut crossing = rows;
    (crossing[5][3], crossing[5][4]) = (1, 1);
    for (board, least) in [(rows, 3.0), (corner, 5.0), (crossing, 5.0)] {
        let mut game = candy.scenario(&json!({ "board": board }));
        let after = act(&mut game, swap);
        assert!(number(&after, "reward") >= least, "{after}");
        assert_eq!(after["reward"], after["total_score"]);
    }
}

#[test]
fn chance_at_candy() {
    let candy = Classic::load("candy");
    for (wise, low, high) in [(false, 85.0, 115.0), (true, 455.0, 515.0)] {
        let mut scores = Vec::new();
        for seed in 0..100 {
            let mut game = candy.open(seed);
            let mut chance = Chance(seed);
            let mut after = state(&mut game);
            while after["over"] == false {
                let effective = after["effective_actions"].as_array().unwrap();
                let action = if wise {
                    effective[chance.below(effective.len())].as_i64().unwrap() as i32
                } else {
                    chance.below(112) as i32
                };
                after = act(&mut game, action);
            }
            scores.push(number(&after, "total_score"));
        }
        let score = mean(&scores);
        assert!((low..=high).contains(&score), "{score}");
    }
}

#[test]
fn pieces_turn_fall_and_clear() {
    let tetris = Classic::load("tetris");
    // Each piece comes where it must.
    for (id, cells) in [
        (2, [[1, 3], [1, 4], [1, 5], [1, 6]]),
        (3, [[0, 4], [0, 5], [1, 4], [1, 5]]),
        (4, [[0, 5], [1, 4], [1, 5], [1, 6]]),
        (5, [[0, 5], [0, 6], [1, 4], [1, 5]]),
        (6, [[0, 4], [0, 5], [1, 5], [1, 6]]),
        (7, [[0, 4], [1, 4], [1, 5], [1, 6]]),
        (8, [[0, 6], [1, 4], [1, 5], [1, 6]]),
    ] {
        let mut game = tetris.scenario(&json!({ "next": [id] }));
        let board = state(&mut game)["board"].clone();
        let mut found = Vec::new();
        for row in 0..20 {
            for column in 0..10 {
                if board[row][column] != 0 {
                    assert_eq!(board[row][column], id);
                    found.push([row, column]);
                }
            }
        }
        assert_eq!(found, cells, "{id}");
    }
    // Two rows lack one column: an upright I fills both, and more.
    let mut field = [[0; 10]; 20];
    for row in &mut field[18..] {
        *row = [3; 10];
        row[9] = 0;
    }
    let mut game = tetris.scenario(&json!({ "field": field, "next": [2, 3] }));
    act(&mut game, 4);
    for _ in 0..6 {
        act(&mut game, 2);
    }
    let after = act(&mut game, 6);
    assert_eq!(
        (&after["reward"], &after["score"], &after["lines"]),
        (&json!(21), &json!(20), &json!(2)),
        "{after}"
    );
    // What was above them has fallen; a hard drop is not followed by gravity.
    assert_eq!(
        (&after["field"][19][9], &after["field"][18][9], &after["field"][17][9]),
        (&json!(2), &json!(2), &json!(0))
    );
    assert_eq!(after["piece"]["y"], 0);
    // Every other action is: one row, a soft drop two, an unknown one none.
    let mut game = tetris.scenario(&json!({ "next": [3] }));
    for (action, y) in [(0, 1), (5, 3), (1, 4), (9, 4), (-1, 4), (3, 5)] {
        assert_eq!(act(&mut game, action)["piece"]["y"], y, "{action}");
    }
    // A soft drop that sets a piece down is followed by gravity for the next.
    let mut game = tetris.scenario(&json!({ "next": [3, 4] }));
    let mut after = act(&mut game, 5);
    while after["reward"] == 0 {
        after = act(&mut game, 5);
    }
    assert_eq!((&after["piece"]["id"], &after["piece"]["y"]), (&json!(4), &json!(1)));
    // A turn that meets something is refused; there are no kicks.
    let mut field = [[0; 10]; 20];
    field[2] = [4; 10];
    field[2][0] = 0;
    let mut game = tetris.scenario(&json!({ "field": field, "next": [4] }));
    let before = state(&mut game)["piece"]["cells"].clone();
    let after = act(&mut game, 4);
    assert_eq!(after["reward"], 1, "it lies, and was not turned: {after}");
    assert_eq!(before, json!([[0, 1], [1, 0], [1, 1], [1, 2]]));
    assert_eq!(after["field"][1][4], 4);
    let mut compat = tetris.scenario(&json!({ "compat": true }));
    assert!(state(&mut compat).get("total_score").is_none());
}

#[test]
fn chance_at_tetris() {
    let tetris = Classic::load("tetris");
    let (mut scores, mut turns, mut lines) = (Vec::new(), 0, 0.0);
    for seed in 0..120 {
        let mut game = tetris.open(seed);
        let mut chance = Chance(seed);
        let mut after = state(&mut game);
        // Of the first seven pieces each comes once.
        let mut first: Vec<i64> = serde_json::from_value(after["next_piece_ids"].clone()).unwrap();
        first.push(after["piece"]["id"].as_i64().unwrap());
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 5);
        while after["over"] == false {
            after = act(&mut game, chance.below(7) as i32);
            turns += 1;
        }
        scores.push(number(&after, "total_score"));
        lines += number(&after, "lines");
    }
    let (score, turns) = (mean(&scores), f64::from(turns) / 120.0);
    assert!((11.0..=12.2).contains(&score), "{score}");
    assert!((50.0..=62.0).contains(&turns), "{turns}");
    assert!(lines <= 3.0, "{lines}");
}
