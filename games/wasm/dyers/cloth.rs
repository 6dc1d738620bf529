//! The rules: what a cloth is, and what a turn of both dyers does to it.

use crate::oracade::below;

pub const SIDE: usize = 9;
pub const CELLS: usize = SIDE * SIDE;
pub const TURNS: u32 = 120;
/// A vat stands on the cloth from this turn on, and after each that was emptied another comes so many turns later.
const VAT_EVERY: u32 = 10;

pub const STAY: usize = 0;
/// Of `up`, `right`, `down`, `left`: rows, columns.
const STEPS: [(i32, i32); 5] = [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)];
/// Posts that nobody passes: four, by half turns and mirrors the same for both.
const POSTS: [usize; 4] = [2 * SIDE + 2, 2 * SIDE + 6, 6 * SIDE + 2, 6 * SIDE + 6];

/// Whose a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Plain,
    Dyed(usize),
    Post,
}

pub struct Cloth {
    pub cells: [Cell; CELLS],
    pub places: [usize; 2],
    /// Where a vat of dye stands.
    pub vat: Option<usize>,
    vat_turn: u32,
    pub turn: u32,
    /// How many cells the last turn won each dyer, less those it lost.
    pub gains: [i32; 2],
}

impl Cloth {
    pub fn new() -> Cloth {
        let mut cells = [Cell::Plain; CELLS];
        for post in POSTS {
            cells[post] = Cell::Post;
        }
        let places = [SIDE / 2 * SIDE, SIDE / 2 * SIDE + SIDE - 1];
        for (dyer, place) in places.into_iter().enumerate() {
            cells[place] = Cell::Dyed(dyer);
        }
        Cloth {
            cells,
            places,
            vat: None,
            vat_turn: VAT_EVERY,
            turn: 0,
            gains: [0; 2],
        }
    }

    pub fn over(&self) -> bool {
        self.turn >= TURNS
    }

    pub fn count(&self, dyer: usize) -> i32 {
        self.cells.iter().filter(|cell| **cell == Cell::Dyed(dyer)).count() as i32
    }

    /// Where a move leads; the same place if a post or the hem is in the way.
    fn ahead(&self, place: usize, step: usize) -> usize {
        let (rows, columns) = STEPS.get(step).copied().unwrap_or_default();
        let (row, column) = ((place / SIDE) as i32 + rows, (place % SIDE) as i32 + columns);
        let inside = (0..SIDE as i32).contains(&row) && (0..SIDE as i32).contains(&column);
        let to = (row * SIDE as i32 + column) as usize;
        if inside && self.cells[to] != Cell::Post { to } else { place }
    }

    /// Both move at once. Who would stand where the other will, or change places with it, stays; so neither has an advantage. Then
    /// each dyes the cell it is on, and who reaches a vat alone dyes all about it.
    pub fn play(&mut self, steps: [usize; 2]) {
        if self.over() {
            return;
        }
        let before = [self.count(0), self.count(1)];
        let wanted = [0, 1].map(|dyer| self.ahead(self.places[dyer], steps[dyer]));
        let crossed = wanted == [self.places[1], self.places[0]];
        if wanted[0] != wanted[1] && !crossed {
            self.places = wanted;
        }
        for (dyer, place) in self.places.into_iter().enumerate() {
            self.cells[place] = Cell::Dyed(dyer);
        }
        self.turn += 1;
        if let Some(vat) = self.vat {
            if let Some(dyer) = self.places.iter().position(|place| *place == vat) {
                self.spill(dyer, vat);
                self.vat = None;
                self.vat_turn = self.turn + VAT_EVERY;
            }
        } else if self.turn >= self.vat_turn {
            self.vat = self.free_cell();
        }
        self.gains = [0, 1].map(|dyer| self.count(dyer) - before[dyer]);
    }

    /// Dyes the cells around a place but for the one under the other dyer's feet.
    fn spill(&mut self, dyer: usize, place: usize) {
        let (row, column) = (place / SIDE, place % SIDE);
        for y in row.saturating_sub(1)..=(row + 1).min(SIDE - 1) {
            for x in column.saturating_sub(1)..=(column + 1).min(SIDE - 1) {
                let cell = y * SIDE + x;
                if self.cells[cell] != Cell::Post && self.places[1 - dyer] != cell {
                    self.cells[cell] = Cell::Dyed(dyer);
                }
            }
        }
    }

    /// A cell by chance, as far from one dyer as from the other, so that chance favours nobody; any, if there is none such.
    fn free_cell(&self) -> Option<usize> {
        let free = |cell: &usize| self.cells[*cell] != Cell::Post && !self.places.contains(cell);
        let far = |cell: usize, dyer: usize| {
            let place = self.places[dyer];
            (cell / SIDE).abs_diff(place / SIDE) + (cell % SIDE).abs_diff(place % SIDE)
        };
        let all: Vec<usize> = (0..CELLS).filter(free).collect();
        let fair: Vec<usize> = all.iter().copied().filter(|cell| far(*cell, 0) == far(*cell, 1)).collect();
        let choices = if fair.is_empty() { all } else { fair };
        (!choices.is_empty()).then(|| choices[below(choices.len())])
    }

    /// As a dyer sees it: cells (its own 1, the other's -1, plain 0, posts 2), its row and column, the other's, those of the vat (-1:
    /// none), and what is left of the turns. The east dyer's is mirrored, so that both learn one game.
    pub fn seen_by(&self, dyer: usize) -> Vec<i32> {
        let mirrored = |cell: usize| {
            if dyer == 0 {
                cell
            } else {
                cell / SIDE * SIDE + SIDE - 1 - cell % SIDE
            }
        };
        let mut seen: Vec<i32> = (0..CELLS)
            .map(|cell| match self.cells[mirrored(cell)] {
                Cell::Plain => 0,
                Cell::Post => 2,
                Cell::Dyed(whose) if whose == dyer => 1,
                Cell::Dyed(_) => -1,
            })
            .collect();
        let mut place = |cell: Option<usize>| match cell.map(mirrored) {
            Some(cell) => seen.extend([(cell / SIDE) as i32, (cell % SIDE) as i32]),
            None => seen.extend([-1, -1]),
        };
        place(Some(self.places[dyer]));
        place(Some(self.places[1 - dyer]));
        place(self.vat);
        seen.push((TURNS - self.turn) as i32);
        seen
    }
}
