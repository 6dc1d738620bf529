//! Sokoban by breadth-first search: the shortest way to all docks, as long as nothing unexpected happens.

use super::{Agent, rows};
use crate::env::Env;
use crate::error::Result;
use crate::spaces::Item;
use std::collections::{BTreeMap, VecDeque};

/// States that are looked at, at most.
const STATES_MAX: usize = 3_000_000;

const WALL: i64 = 0;
/// Up, down, left, right.
const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// See the module's documentation.
#[derive(Default)]
pub(super) struct Searcher {
    plan: VecDeque<i64>,
    /// Where the plan leads next.
    expected: Option<Vec<Vec<i64>>>,
}

/// The worker's cell and the boxes' cells, in order.
type State = (u16, Vec<u16>);

struct Yard {
    width: i32,
    free: Vec<bool>,
    docks: Vec<bool>,
    /// A box that comes here never leaves for a dock.
    dead: Vec<bool>,
}

impl Yard {
    fn new(rows: &[Vec<i64>]) -> (Yard, State) {
        let width = rows.first().map_or(0, Vec::len);
        let cells: Vec<i64> = rows.iter().flatten().copied().collect();
        let places = |wanted: &[i64]| -> Vec<u16> {
            let found = cells.iter().enumerate().filter(|(_, cell)| wanted.contains(cell));
            found.map(|(place, _)| place as u16).collect()
        };
        let worker = places(&[5, 6]).first().copied().unwrap_or(0);
        let mut yard = Yard {
            width: width as i32,
            free: cells.iter().map(|cell| *cell != WALL).collect(),
            docks: cells.iter().map(|cell| matches!(cell, 2 | 3 | 6)).collect(),
            dead: Vec::new(),
        };
        yard.dead = yard.dead_cells();
        (yard, (worker, places(&[3, 4])))
    }

    fn beside(&self, place: u16, direction: usize) -> Option<u16> {
        let (down, right) = DIRECTIONS[direction];
        let next = i32::from(place) + down * self.width + right;
        let next = u16::try_from(next).ok()?;
        self.free.get(usize::from(next)).copied().unwrap_or(false).then_some(next)
    }

    /// Cells from which no box can be pushed onto a dock even if it were alone: those that pulling a box from a dock never reaches.
    fn dead_cells(&self) -> Vec<bool> {
        let mut alive: Vec<bool> = self.docks.clone();
        let mut open: Vec<u16> = (0..alive.len() as u16).filter(|place| alive[usize::from(*place)]).collect();
        while let Some(place) = open.pop() {
            for direction in 0..4 {
                let Some(from) = self.beside(place, direction) else { continue };
                let stands = self.beside(from, direction).is_some();
                if stands && !alive[usize::from(from)] {
                    alive[usize::from(from)] = true;
                    open.push(from);
                }
            }
        }
        alive.into_iter().map(|alive| !alive).collect()
    }

    fn solved(&self, boxes: &[u16]) -> bool {
        boxes.iter().all(|place| self.docks[usize::from(*place)])
    }

    /// The state after an action in a direction, and whether it pushes.
    fn after(&self, (worker, boxes): &State, direction: usize) -> Option<(State, bool)> {
        let to = self.beside(*worker, direction)?;
        let Ok(pushed) = boxes.binary_search(&to) else {
            return Some(((to, boxes.clone()), false));
        };
        let beyond = self.beside(to, direction)?;
        if boxes.binary_search(&beyond).is_ok() || self.dead[usize::from(beyond)] {
            return None;
        }
        let mut boxes = boxes.clone();
        boxes[pushed] = beyond;
        boxes.sort_unstable();
        Some(((to, boxes), true))
    }

    /// The shortest actions that solve it.
    fn solve(&self, begin: State) -> VecDeque<i64> {
        // Where each state came from, and by what.
        let mut from: BTreeMap<State, Option<(State, i64)>> = BTreeMap::from([(begin.clone(), None)]);
        let mut open = VecDeque::from([begin]);
        while let Some(state) = open.pop_front() {
            if self.solved(&state.1) {
                let mut plan = VecDeque::new();
                let mut state = state;
                while let Some(Some((before, action))) = from.get(&state) {
                    plan.push_front(*action);
                    state = before.clone();
                }
                return plan;
            }
            if from.len() > STATES_MAX {
                break;
            }
            for direction in 0..4 {
                let Some((next, pushes)) = self.after(&state, direction) else {
                    continue;
                };
                if from.contains_key(&next) {
                    continue;
                }
                let action = direction as i64 + if pushes { 1 } else { 5 };
                from.insert(next.clone(), Some((state.clone(), action)));
                open.push_back(next);
            }
        }
        VecDeque::new()
    }
}

impl Agent for Searcher {
    fn begin(&mut self, _: u64) {
        self.plan.clear();
        self.expected = None;
    }

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        let rows = rows(env, "rows")?;
        // The plan is kept while the game does what it was made for: a level's end, or an action that stuck, asks for another.
        if self.plan.is_empty() || self.expected.as_ref() != Some(&rows) {
            let (yard, begin) = Yard::new(&rows);
            self.plan = yard.solve(begin);
        }
        let Some(action) = self.plan.pop_front() else {
            return Ok(Item::Discrete(0));
        };
        let mut fork = env.fork()?;
        fork.advance(&Item::Discrete(action))?;
        self.expected = Some(self::rows(&fork, "rows")?);
        Ok(Item::Discrete(action))
    }
}
