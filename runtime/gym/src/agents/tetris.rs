//! Tetris by a rule of thumb: each piece goes where the pile is lowest, smoothest and without holes.

use super::{Agent, rows};
use crate::env::Env;
use crate::error::{EnvError, Result};
use crate::spaces::Item;
use serde_json::Value;
use std::collections::VecDeque;

const COLUMNS: i64 = 10;
const ROWS: i64 = 20;
const LEFT: i64 = 1;
const RIGHT: i64 = 2;
const TURN: i64 = 4;
const DROP: i64 = 6;

type Field = Vec<Vec<bool>>;

/// See the module's documentation.
#[derive(Default)]
pub(super) struct Stacker {
    plan: VecDeque<i64>,
}

/// A piece in its square.
#[derive(Clone)]
struct Piece {
    cells: Vec<(i64, i64)>,
    side: i64,
    x: i64,
    y: i64,
}

impl Piece {
    fn of(snapshot: &Value) -> Option<Piece> {
        let piece = snapshot.get("piece")?;
        let cells = piece.get("cells")?.as_array()?.iter();
        let pair = |cell: &Value| Some((cell.get(0)?.as_i64()?, cell.get(1)?.as_i64()?));
        Some(Piece {
            cells: cells.map(pair).collect::<Option<_>>()?,
            side: piece.get("side")?.as_i64()?,
            x: piece.get("x")?.as_i64()?,
            y: piece.get("y")?.as_i64()?,
        })
    }

    fn fits(&self, field: &Field) -> bool {
        self.cells.iter().all(|(row, column)| {
            let (row, column) = (self.y + row, self.x + column);
            (0..COLUMNS).contains(&column) && row < ROWS && !field[row as usize][column as usize]
        })
    }

    /// After an action and the fall that follows it, if both are possible.
    fn after(&self, action: i64, field: &Field) -> Option<Piece> {
        let mut piece = self.clone();
        match action {
            LEFT => piece.x -= 1,
            RIGHT => piece.x += 1,
            TURN => {
                for (row, column) in &mut piece.cells {
                    (*row, *column) = (*column, self.side - 1 - *row);
                }
            }
            _ => {}
        }
        piece.fits(field).then_some(())?;
        piece.y += 1;
        piece.fits(field).then_some(piece)
    }
}

/// How bad a field is once a piece lies in it.
fn cost(field: &Field, piece: &Piece) -> f64 {
    let mut field = field.clone();
    let mut top = ROWS;
    for (row, column) in &piece.cells {
        field[(piece.y + row) as usize][(piece.x + column) as usize] = true;
        top = top.min(piece.y + row);
    }
    let before = field.len();
    field.retain(|row| !row.iter().all(|cell| *cell));
    let cleared = before - field.len();
    let height = |column: usize| field.iter().position(|row| row[column]).map_or(0, |row| field.len() - row);
    let heights: Vec<usize> = (0..COLUMNS as usize).map(height).collect();
    let filled = |column: usize| field.iter().filter(|row| row[column]).count();
    let holes: usize = heights
        .iter()
        .enumerate()
        .map(|(column, height)| height - filled(column))
        .sum();
    let bumps: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
    // A well is as deep as its lower neighbour stands above it.
    let wells: usize = (0..heights.len())
        .map(|column| {
            let wall = |side: Option<usize>| side.map_or(usize::MAX, |column| heights[column]);
            let left = wall(column.checked_sub(1));
            let right = wall(Some(column + 1).filter(|column| *column < heights.len()));
            let depth = left.min(right).saturating_sub(heights[column]);
            depth * (depth + 1) / 2
        })
        .sum();
    let landing = (ROWS - top) as f64;
    landing * 1.5 + holes as f64 * 8.0 + bumps as f64 * 1.2 + wells as f64 * 1.5 - cleared as f64 * 4.0
}

/// The actions to the best place: turns first, then along, then down.
fn plan(field: &Field, piece: &Piece) -> VecDeque<i64> {
    let mut best: Option<(f64, VecDeque<i64>)> = None;
    for turns in 0..4 {
        for (action, most) in [(LEFT, COLUMNS), (RIGHT, COLUMNS)] {
            let mut actions: VecDeque<i64> = std::iter::repeat_n(TURN, turns).collect();
            let mut now = Some(piece.clone());
            for _ in 0..turns {
                now = now.and_then(|piece| piece.after(TURN, field));
            }
            let Some(mut now) = now else { continue };
            for _ in 0..=most {
                let mut fallen = now.clone();
                while fallen.fits(field) {
                    fallen.y += 1;
                }
                fallen.y -= 1;
                let cost = cost(field, &fallen);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    let mut actions = actions.clone();
                    actions.push_back(DROP);
                    best = Some((cost, actions));
                }
                let Some(next) = now.after(action, field) else { break };
                now = next;
                actions.push_back(action);
            }
        }
    }
    best.map_or_else(|| VecDeque::from([DROP]), |(_, actions)| actions)
}

impl Agent for Stacker {
    fn begin(&mut self, _: u64) {
        self.plan.clear();
    }

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        if self.plan.is_empty() {
            let rows = rows(env, "field")?;
            if rows.len() != ROWS as usize || rows.iter().any(|row| row.len() != COLUMNS as usize) {
                return Err(EnvError::State(
                    "heuristic plays Tetris only; choose another player".to_owned(),
                ));
            }
            let field: Field = rows.iter().map(|row| row.iter().map(|cell| *cell > 0).collect()).collect();
            self.plan = match Piece::of(env.snapshot()) {
                Some(piece) => plan(&field, &piece),
                None => VecDeque::new(),
            };
        }
        Ok(Item::Discrete(self.plan.pop_front().unwrap_or(0)))
    }
}
