//! 2048: tiles of equal numbers are pushed together on a board of four by four. Rules and numbers of actions as LMGame-Bench has
//! them: `up 0, right 1, down 2, left 3`.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;

use oracade::{Align, Color, Input, Pen, below, random, rgb};

const SIDE: usize = 4;
const CELL: f64 = 100.0;
const PADDING: f64 = 10.0;
const BACKGROUND: Color = rgb(0xbbada0);
const EMPTY: Color = rgb(0xcabfb3);
const DARK: Color = rgb(0x57504a);
const LIGHT: Color = rgb(0xfbf7f0);
/// Of the exponents from 1 on; the last is that of all greater ones.
const TILES: [Color; 12] = [
    rgb(0xe9e4da),
    rgb(0xe4d8bd),
    rgb(0xe3ab72),
    rgb(0xdf8d5b),
    rgb(0xd9705a),
    rgb(0xcc5140),
    rgb(0xdcc06a),
    rgb(0xd2b552),
    rgb(0xc5a73a),
    rgb(0x8fa860),
    rgb(0x5f9477),
    rgb(0x3f4f63),
];

/// Exponents of two, by rows; 0 is an empty cell.
type Board = [[u32; SIDE]; SIDE];

struct Twos {
    board: Board,
    step_score: u64,
    total_score: u64,
    legal: bool,
    illegal_moves: u32,
    fonts: [i32; 4],
}

/// Pushes a line towards its beginning; what the merges are worth.
fn push(line: &mut [u32; SIDE]) -> u64 {
    let mut out = [0; SIDE];
    let (mut count, mut worth, mut may_merge) = (0, 0, false);
    for exponent in line.iter().copied().filter(|exponent| *exponent > 0) {
        if may_merge && out[count - 1] == exponent {
            out[count - 1] += 1;
            worth += 1 << out[count - 1];
            may_merge = false;
        } else {
            out[count] = exponent;
            count += 1;
            may_merge = true;
        }
    }
    *line = out;
    worth
}

/// The cell that is `n`-th from the edge which the action pushes to, on the `k`-th line.
fn place(action: i32, k: usize, n: usize) -> (usize, usize) {
    match action {
        0 => (n, k),
        1 => (k, SIDE - 1 - n),
        2 => (SIDE - 1 - n, k),
        _ => (k, n),
    }
}

fn moved(mut board: Board, action: i32) -> (Board, u64) {
    let mut worth = 0;
    for k in 0..SIDE {
        let mut line = [0; SIDE];
        for (n, exponent) in line.iter_mut().enumerate() {
            let (row, column) = place(action, k, n);
            *exponent = board[row][column];
        }
        worth += push(&mut line);
        for (n, exponent) in line.into_iter().enumerate() {
            let (row, column) = place(action, k, n);
            board[row][column] = exponent;
        }
    }
    (board, worth)
}

impl Twos {
    fn begin(&mut self) {
        self.board = Board::default();
        (self.step_score, self.total_score) = (0, 0);
        (self.legal, self.illegal_moves) = (true, 0);
        self.spawn();
        self.spawn();
    }

    /// A tile on an empty cell: first which, then what.
    fn spawn(&mut self) {
        let empty = self.empty();
        if empty == 0 {
            return;
        }
        let chosen = below(empty);
        let exponent = if random() > 0.1 { 1 } else { 2 };
        let cells = self.board.iter_mut().flatten();
        if let Some(cell) = cells.filter(|cell| **cell == 0).nth(chosen) {
            *cell = exponent;
        }
    }

    fn empty(&self) -> usize {
        self.board.iter().flatten().filter(|cell| **cell == 0).count()
    }

    fn highest(&self) -> u32 {
        self.board.iter().flatten().copied().max().unwrap_or(0)
    }

    /// No cell is empty, and no two neighbours are equal.
    fn over(&self) -> bool {
        let board = &self.board;
        self.empty() == 0
            && (0..SIDE).all(|a| (1..SIDE).all(|b| board[a][b] != board[a][b - 1] && board[b][a] != board[b - 1][a]))
    }

    fn act(&mut self, action: i32) {
        self.step_score = 0;
        self.legal = false;
        if !(0..4).contains(&action) {
            return;
        }
        let (board, worth) = moved(self.board, action);
        if board == self.board {
            self.illegal_moves += 1;
            return;
        }
        self.board = board;
        self.legal = true;
        self.step_score = worth;
        self.total_score += worth;
        self.spawn();
    }

    fn values(&self) -> Vec<Vec<u64>> {
        let value = |exponent: &u32| if *exponent == 0 { 0 } else { 1_u64 << exponent };
        self.board.iter().map(|row| row.iter().map(value).collect()).collect()
    }
}

impl oracade::Game for Twos {
    fn new() -> Twos {
        let mut game = Twos {
            board: Board::default(),
            step_score: 0,
            total_score: 0,
            legal: true,
            illegal_moves: 0,
            fonts: [
                "bold 44px sans-serif",
                "bold 36px sans-serif",
                "bold 28px sans-serif",
                "bold 22px sans-serif",
            ]
            .map(oracade::font),
        };
        game.begin();
        game
    }

    fn step(&mut self) {}

    fn draw(&self, pen: &mut Pen) {
        pen.fill(BACKGROUND);
        pen.rect(0.0, 0.0, CELL * SIDE as f64, CELL * SIDE as f64);
        for (y, row) in self.board.iter().enumerate() {
            for (x, exponent) in row.iter().enumerate() {
                let (left, top) = (x as f64 * CELL, y as f64 * CELL);
                pen.fill(match *exponent {
                    0 => EMPTY,
                    n => TILES[(n as usize - 1).min(TILES.len() - 1)],
                });
                pen.rect(left + PADDING / 2.0, top + PADDING / 2.0, CELL - PADDING, CELL - PADDING);
                if *exponent == 0 {
                    continue;
                }
                let number = (1_u64 << exponent).to_string();
                let font = self.fonts[number.len().saturating_sub(2).min(3)];
                pen.fill(if *exponent < 3 { DARK } else { LIGHT });
                pen.text(font, &number, left + CELL / 2.0, top + CELL / 2.0, Align::Center);
            }
        }
    }

    fn input(&mut self, input: Input) {
        match (input.kind, input.code) {
            (oracade::ACTION, action) => self.act(action),
            (0, 82) => self.act(0),
            (0, 79) => self.act(1),
            (0, 81) => self.act(2),
            (0, 80) => self.act(3),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        format!(
            "{{\"board\":{:?},\"reward\":{},\"step_score\":{},\"total_score\":{},\"max_tile_power\":{},\"is_legal_move\":{},\
             \"illegal_move_count\":{},\"empty\":{},\"over\":{}}}",
            self.board,
            self.step_score,
            self.step_score,
            self.total_score,
            self.highest(),
            self.legal,
            self.illegal_moves,
            self.empty(),
            self.over()
        )
    }

    fn text(&self) -> String {
        format!(
            "{{'board': {:?}, 'highest_tile': {}, 'analysis': 'Board has {} empty spaces'}}",
            self.values(),
            1_u64 << self.highest(),
            self.empty()
        )
    }

    /// `board`: sixteen exponents by rows; `total`: the score before them.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.begin();
        if let Some(cells) = oracade::numbers_of(scenario, "board") {
            if cells.len() != SIDE * SIDE || cells.iter().any(|cell| !(0.0..=17.0).contains(cell)) {
                return false;
            }
            for (cell, exponent) in self.board.iter_mut().flatten().zip(cells) {
                *cell = exponent as u32;
            }
        }
        if let Some(total) = oracade::number_of(scenario, "total") {
            self.total_score = total as u64;
        }
        true
    }

    fn reset(&mut self) {
        self.begin();
    }
}

exports!(Twos, text);
