//! 2048 by expectimax: the best move for the mean of what may come, two moves deep.

use super::{Agent, rows};
use crate::env::Env;
use crate::error::{EnvError, Result};
use crate::spaces::Item;

const SIDE: usize = 4;
/// Empty cells above which fewer tiles are thought of.
const MANY: usize = 6;

type Board = [[u8; SIDE]; SIDE];

/// See the module's documentation.
pub(super) struct Expectimax;

fn push(line: [u8; SIDE]) -> ([u8; SIDE], f64) {
    let mut out = [0; SIDE];
    let (mut count, mut worth, mut open) = (0, 0.0, false);
    for exponent in line.into_iter().filter(|exponent| *exponent > 0) {
        if open && out[count - 1] == exponent {
            out[count - 1] += 1;
            worth += (1_u64 << out[count - 1]) as f64;
            open = false;
        } else {
            out[count] = exponent;
            count += 1;
            open = true;
        }
    }
    (out, worth)
}

/// Up, right, down, left.
fn moved(board: &Board, action: usize) -> (Board, f64) {
    let place = |k: usize, n: usize| match action {
        0 => (n, k),
        1 => (k, SIDE - 1 - n),
        2 => (SIDE - 1 - n, k),
        _ => (k, n),
    };
    let (mut after, mut worth) = (*board, 0.0);
    for k in 0..SIDE {
        let line = std::array::from_fn(|n| {
            let (row, column) = place(k, n);
            board[row][column]
        });
        let (line, more) = push(line);
        worth += more;
        for (n, exponent) in line.into_iter().enumerate() {
            let (row, column) = place(k, n);
            after[row][column] = exponent;
        }
    }
    (after, worth)
}

/// How good a board is: room, order along lines, and the greatest tile in a corner.
fn worth(board: &Board) -> f64 {
    let empty = board.iter().flatten().filter(|cell| **cell == 0).count() as f64;
    let mut order = 0.0;
    for (k, cells) in board.iter().enumerate() {
        let row = cells.map(f64::from);
        let column: [f64; SIDE] = std::array::from_fn(|n| f64::from(board[n][k]));
        for line in [row, column] {
            let steps: Vec<f64> = line.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let up: f64 = steps.iter().filter(|step| **step > 0.0).map(|step| step * step).sum();
            let down: f64 = steps.iter().filter(|step| **step < 0.0).map(|step| step * step).sum();
            order -= up.min(down);
        }
    }
    let most = board.iter().flatten().copied().max().unwrap_or(0);
    let corners = [board[0][0], board[0][3], board[3][0], board[3][3]];
    let corner = if corners.contains(&most) {
        f64::from(most) * 12.0
    } else {
        0.0
    };
    empty * 30.0 + order * 6.0 + corner
}

/// The mean over the tiles that may come.
fn mean(board: &Board, depth: u32) -> f64 {
    let empty: Vec<(usize, usize)> = (0..SIDE * SIDE)
        .map(|n| (n / SIDE, n % SIDE))
        .filter(|(row, column)| board[*row][*column] == 0)
        .collect();
    if depth == 0 || empty.is_empty() {
        return worth(board);
    }
    // With much room every second cell stands for its neighbour.
    let every = if empty.len() > MANY { 2 } else { 1 };
    let (mut total, mut weight) = (0.0, 0.0);
    for (row, column) in empty.into_iter().step_by(every) {
        for (exponent, chance) in [(1, 0.9), (2, 0.1)] {
            let mut after = *board;
            after[row][column] = exponent;
            total += chance * best(&after, depth).map_or(-200.0, |(_, value)| value);
            weight += chance;
        }
    }
    total / weight
}

/// The best move, and what it is worth; none: the game is over.
fn best(board: &Board, depth: u32) -> Option<(usize, f64)> {
    let mut found: Option<(usize, f64)> = None;
    for action in 0..4 {
        let (after, gain) = moved(board, action);
        if after == *board {
            continue;
        }
        let value = gain + mean(&after, depth - 1);
        if found.is_none_or(|(_, most)| value > most) {
            found = Some((action, value));
        }
    }
    found
}

impl Agent for Expectimax {
    fn begin(&mut self, _: u64) {}

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        let mut board = Board::default();
        let rows = rows(env, "board")?;
        if rows.len() != SIDE || rows.iter().any(|row| row.len() != SIDE) {
            return Err(EnvError::State(
                "expectimax plays 2048 only; choose another player".to_owned(),
            ));
        }
        for (cell, exponent) in board.iter_mut().flatten().zip(rows.iter().flatten()) {
            *cell = (*exponent).clamp(0, 17) as u8;
        }
        Ok(Item::Discrete(best(&board, 2).map_or(0, |(action, _)| action as i64)))
    }
}
