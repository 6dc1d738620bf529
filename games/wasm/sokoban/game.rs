//! Sokoban: boxes are pushed onto docks. Six levels, one after another, with the rules, rewards and numbers of actions of
//! LMGame-Bench: `no_op 0, push up/down/left/right 1–4, up/down/left/right 5–8`.
//!
//! With `compat` the game has the original's defects, which are marked below.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod levels;

use levels::LEVELS;
use oracade::{Color, Input, Pen, rgb};
use std::fmt::Write;

const TILE: f64 = 32.0;
/// Actions a level may take.
const STEPS_MAX: u32 = 200;
const START: &str = "sokoban.start";

const NIGHT: Color = rgb(0x23262d);
const WALL: Color = rgb(0x5d5348);
const WALL_TOP: Color = rgb(0x776a5c);
const FLOOR: Color = rgb(0xd9cfb8);
const DOCK: Color = rgb(0xb8573c);
const BOX: Color = rgb(0xb98a4e);
const BOX_EDGE: Color = rgb(0x7c5827);
const STOWED: Color = rgb(0x6f9455);
const STOWED_EDGE: Color = rgb(0x45653a);
const COAT: Color = rgb(0x35568c);
const FACE: Color = rgb(0xe8c49c);

/// What is in a cell; the numbers are those of the observation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Wall = 0,
    Floor = 1,
    Dock = 2,
    BoxOnDock = 3,
    Box = 4,
    Worker = 5,
    WorkerOnDock = 6,
}

type Place = (usize, usize);

struct Sokoban {
    compat: bool,
    start: usize,
    level: usize,
    rows: Vec<Vec<Cell>>,
    worker: Place,
    level_steps: u32,
    /// Boxes of the levels that are done.
    stowed: u32,
    reward: f64,
    /// The running sum of boxes that came onto docks.
    perf: u32,
    docked_before: u32,
    level_up: bool,
}

fn parse(text: &[&str]) -> Vec<Vec<Cell>> {
    let cell = |c| match c {
        '#' => Cell::Wall,
        '?' => Cell::Dock,
        '*' => Cell::BoxOnDock,
        '$' => Cell::Box,
        '@' => Cell::Worker,
        _ => Cell::Floor,
    };
    text.iter().map(|row| row.chars().map(cell).collect()).collect()
}

/// The place beside one; directions are up, down, left, right.
fn beside((row, column): Place, direction: usize) -> Place {
    match direction {
        0 => (row - 1, column),
        1 => (row + 1, column),
        2 => (row, column - 1),
        _ => (row, column + 1),
    }
}

impl Sokoban {
    fn begin(&mut self, level: usize) {
        self.start = level;
        self.enter(level);
        (self.stowed, self.perf, self.reward) = (0, 0, 0.0);
        self.level_up = false;
    }

    fn enter(&mut self, level: usize) {
        self.level = level;
        self.rows = parse(LEVELS[level]);
        self.level_steps = 0;
        let cells = self.rows.iter().enumerate();
        let mut places = cells.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, cell)| ((y, x), *cell)));
        self.worker = places
            .find(|(_, cell)| *cell == Cell::Worker)
            .map_or((1, 1), |(place, _)| place);
        // Defect: boxes that stand on docks when a level begins count as brought there.
        self.docked_before = if self.compat { 0 } else { self.count(Cell::BoxOnDock) };
    }

    fn count(&self, kind: Cell) -> u32 {
        self.rows.iter().flatten().filter(|cell| **cell == kind).count() as u32
    }

    fn boxes(&self) -> u32 {
        self.count(Cell::Box) + self.count(Cell::BoxOnDock)
    }

    fn solved(&self) -> bool {
        self.count(Cell::Box) == 0
    }

    fn over(&self) -> bool {
        self.level + 1 == LEVELS.len() && self.solved()
    }

    fn at(&self, (row, column): Place) -> Cell {
        self.rows[row][column]
    }

    fn put(&mut self, (row, column): Place, cell: Cell) {
        self.rows[row][column] = cell;
    }

    fn walk(&mut self, to: Place) {
        let left = if self.at(self.worker) == Cell::WorkerOnDock {
            Cell::Dock
        } else {
            Cell::Floor
        };
        self.put(self.worker, left);
        let there = if self.at(to) == Cell::Dock {
            Cell::WorkerOnDock
        } else {
            Cell::Worker
        };
        self.put(to, there);
        self.worker = to;
    }

    /// A step onto a free cell.
    fn go(&mut self, direction: usize) {
        let to = beside(self.worker, direction);
        if matches!(self.at(to), Cell::Floor | Cell::Dock) {
            self.walk(to);
        }
    }

    /// A step that pushes a box, and nothing else.
    fn push(&mut self, direction: usize) {
        let to = beside(self.worker, direction);
        if !matches!(self.at(to), Cell::Box | Cell::BoxOnDock) {
            return;
        }
        // A box is never in the outermost cells, which are walls.
        let beyond = beside(to, direction);
        let pushed = match self.at(beyond) {
            Cell::Floor => Cell::Box,
            Cell::Dock => Cell::BoxOnDock,
            _ => return,
        };
        let freed = if self.at(to) == Cell::BoxOnDock {
            Cell::Dock
        } else {
            Cell::Floor
        };
        self.put(beyond, pushed);
        self.put(to, freed);
        self.walk(to);
    }

    fn act(&mut self, action: i32) {
        self.level_up = false;
        if self.over() || self.level_steps >= STEPS_MAX {
            self.reward = 0.0;
            return;
        }
        let before = self.count(Cell::BoxOnDock);
        match action {
            1..=4 => self.push(action as usize - 1),
            5..=8 => self.go(action as usize - 5),
            _ => {}
        }
        let docked = self.count(Cell::BoxOnDock);
        self.level_steps += 1;
        self.reward = -0.1;
        if (0..=8).contains(&action) {
            self.reward += f64::from(docked) - f64::from(before);
            self.reward += if self.solved() { 10.0 } else { 0.0 };
        }
        self.perf += docked.saturating_sub(self.docked_before);
        self.docked_before = docked;
        if self.solved() && !self.over() {
            self.stowed += docked;
            self.enter(self.level + 1);
            self.level_up = true;
            if self.compat {
                // Defect: the next episode begins here.
                oracade::store(START, &self.level.to_string());
            }
        }
    }

    /// For players with arrow keys: a step, or a push if there is a box.
    fn arrow(&mut self, direction: usize) {
        let ahead = self.at(beside(self.worker, direction));
        let pushes = matches!(ahead, Cell::Box | Cell::BoxOnDock);
        self.act(direction as i32 + if pushes { 1 } else { 5 });
    }
}

fn crate_at(pen: &mut Pen, x: f64, y: f64, face: Color, edge: Color) {
    pen.fill(edge);
    pen.rect(x + 3.0, y + 3.0, TILE - 6.0, TILE - 6.0);
    pen.fill(face);
    pen.rect(x + 6.0, y + 6.0, TILE - 12.0, TILE - 12.0);
    pen.fill(edge);
    pen.rect(x + 6.0, y + 14.0, TILE - 12.0, 4.0);
}

impl oracade::Game for Sokoban {
    fn new() -> Sokoban {
        let start = oracade::stored(START).and_then(|level| level.parse().ok()).unwrap_or(0);
        let mut game = Sokoban {
            compat: false,
            start,
            level: 0,
            rows: Vec::new(),
            worker: (1, 1),
            level_steps: 0,
            stowed: 0,
            reward: 0.0,
            perf: 0,
            docked_before: 0,
            level_up: false,
        };
        game.begin(start.min(LEVELS.len() - 1));
        game
    }

    fn step(&mut self) {}

    fn draw(&self, pen: &mut Pen) {
        pen.fill(NIGHT);
        pen.rect(0.0, 0.0, 9.0 * TILE, 10.0 * TILE);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                let (left, top) = (x as f64 * TILE, y as f64 * TILE);
                if *cell == Cell::Wall {
                    pen.fill(WALL);
                    pen.rect(left, top, TILE, TILE);
                    pen.fill(WALL_TOP);
                    pen.rect(left, top, TILE, 8.0);
                    continue;
                }
                pen.fill(FLOOR);
                pen.rect(left, top, TILE, TILE);
                if matches!(cell, Cell::Dock | Cell::WorkerOnDock) {
                    pen.fill(DOCK);
                    pen.rect(left + 11.0, top + 11.0, 10.0, 10.0);
                }
                match cell {
                    Cell::Box => crate_at(pen, left, top, BOX, BOX_EDGE),
                    Cell::BoxOnDock => crate_at(pen, left, top, STOWED, STOWED_EDGE),
                    Cell::Worker | Cell::WorkerOnDock => {
                        pen.fill(COAT);
                        pen.rect(left + 8.0, top + 15.0, 16.0, 14.0);
                        pen.fill(FACE);
                        pen.rect(left + 10.0, top + 5.0, 12.0, 10.0);
                    }
                    _ => {}
                }
            }
        }
    }

    fn input(&mut self, input: Input) {
        match (input.kind, input.code) {
            (oracade::ACTION, action) => self.act(action),
            (0, 82) => self.arrow(0),
            (0, 81) => self.arrow(1),
            (0, 80) => self.arrow(2),
            (0, 79) => self.arrow(3),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let docked = self.count(Cell::BoxOnDock);
        let rows: Vec<Vec<u32>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| *cell as u32).collect())
            .collect();
        // A vector of one length for all levels: nine columns, ten rows, walls outside.
        let mut grid = vec![0; 90];
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                grid[y * 9 + x] = *cell;
            }
        }
        format!(
            "{{\"level\":{},\"start_level\":{},\"rows\":{rows:?},\"grid\":{grid:?},\"num_env_steps\":{},\"player_position\":[{},{}],\
             \"boxes_on_target\":{docked},\"num_boxes\":{},\"all_boxes_on_target\":{},\"reward\":{},\"reward_last_step\":{},\
             \"total_score\":{},\"perf\":{},\"level_up\":{},\"logged\":{},\"over\":{},\"out_of_steps\":{}}}",
            self.level + 1,
            self.start + 1,
            self.level_steps,
            self.worker.0,
            self.worker.1,
            self.boxes(),
            self.solved(),
            self.reward,
            self.reward,
            self.stowed + docked,
            self.perf,
            self.level_up,
            // Defect: the step that ends a level is not written to the log.
            !(self.compat && self.level_up),
            self.over(),
            self.level_steps >= STEPS_MAX && !self.over()
        )
    }

    fn text(&self) -> String {
        let mut text = "ID | Item Type | Position\n".to_owned();
        let mut id = 0;
        for (y, row) in self.rows.iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                id += 1;
                let name = match cell {
                    Cell::Wall => "Wall",
                    Cell::Floor => "Empty",
                    Cell::Dock => "Dock",
                    Cell::BoxOnDock => "Box on Dock",
                    Cell::Box => "Box",
                    Cell::Worker => "Worker",
                    // Defect: it has no name for it.
                    Cell::WorkerOnDock if self.compat => "Unknown",
                    Cell::WorkerOnDock => "Worker on Dock",
                };
                let _ = writeln!(text, "{id} | {name} | ({x}, {y})");
            }
        }
        text
    }

    /// `level`: 1 to 6; `compat`: the original's defects too.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.compat = oracade::flag_of(scenario, "compat").unwrap_or(self.compat);
        let level = match oracade::number_of(scenario, "level") {
            Some(level) => level - 1.0,
            None => self.start as f64,
        };
        if !(0.0..LEVELS.len() as f64).contains(&level) {
            return false;
        }
        self.begin(level as usize);
        true
    }

    fn reset(&mut self) {
        let start = if self.compat { self.level } else { self.start };
        self.begin(start);
    }
}

exports!(Sokoban, text);
