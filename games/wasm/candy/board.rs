//! The board of a match game: lines, cascades and the repair of boards on which nothing can be done.

use crate::oracade::below;

pub const SIDE: usize = 8;
pub const COLORS: u8 = 4;
/// Swaps with the cell below come first, then those with the cell to the right.
pub const ACTIONS: usize = 2 * SIDE * (SIDE - 1);
/// Shortest line.
const LINE: usize = 3;

pub type Place = (usize, usize);

/// Colours from 1 on; 0 is empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board(pub [[u8; SIDE]; SIDE]);

type Layers = [u64; COLORS as usize];

/// The cells from one to another, both with their rows and columns.
fn window((top, left): Place, (bottom, right): Place) -> u64 {
    let row = (0xff_u64 >> (SIDE - 1 - right + left)) << left;
    (top..=bottom).map(|y| row << (y * SIDE)).sum()
}

/// Whether a swap makes a line of a colour that lies in the window of the cells at most two away from it.
fn makes_line(layers: Layers, (low, high): (Place, Place)) -> bool {
    let (top, bottom) = (low.0.saturating_sub(2), (high.0 + 2).min(SIDE - 1));
    let (left, right) = (low.1.saturating_sub(2), (high.1 + 2).min(SIDE - 1));
    // Where lines may begin that end in it: a window has three rows and three columns at least.
    let down = window((top, left), (bottom - 2, right));
    let across = window((top, left), (bottom, right - 2));
    let bit = |(row, column): Place| 1_u64 << (row * SIDE + column);
    let (first, second) = (bit(low), bit(high));
    layers.into_iter().any(|layer| {
        // The two cells change places.
        let differ = (layer & first != 0) != (layer & second != 0);
        let cells = if differ { layer ^ first ^ second } else { layer };
        cells & cells >> SIDE & cells >> (2 * SIDE) & down != 0 || cells & cells >> 1 & cells >> 2 & across != 0
    })
}

fn any() -> u8 {
    below(COLORS as usize) as u8 + 1
}

/// The two cells of an action's swap.
pub fn swap_of(action: usize) -> Option<(Place, Place)> {
    let down = SIDE * (SIDE - 1);
    if action < down {
        let (row, column) = (action / SIDE, action % SIDE);
        return Some(((row, column), (row + 1, column)));
    }
    let across = action - down;
    let (row, column) = (across / (SIDE - 1), across % (SIDE - 1));
    (action < ACTIONS).then_some(((row, column), (row, column + 1)))
}

impl Board {
    /// A board of chance without lines, on which something can be done.
    pub fn new() -> Board {
        let mut board = Board([[0; SIDE]; SIDE]);
        board.0.iter_mut().flatten().for_each(|cell| *cell = any());
        board.repair();
        board
    }

    fn at(&self, (row, column): Place) -> u8 {
        self.0[row][column]
    }

    /// The cells from a place on in a direction that have its colour, itself not among them, as long as `free` lets them.
    fn run(&self, (row, column): Place, down: isize, right: isize, free: impl Fn(Place) -> bool) -> Vec<Place> {
        let color = self.at((row, column));
        let mut found = Vec::new();
        let (mut y, mut x) = (row as isize + down, column as isize + right);
        let side = 0..SIDE as isize;
        while side.contains(&y) && side.contains(&x) {
            let place = (y as usize, x as usize);
            if self.at(place) != color || !free(place) {
                break;
            }
            found.push(place);
            (y, x) = (y + down, x + right);
        }
        found
    }

    /// The lines that one pass clears: those of the lowest row that has any, and what crosses them.
    pub fn lines(&self) -> Vec<Vec<Place>> {
        let mut lines: Vec<Vec<Place>> = Vec::new();
        let mut taken = [[false; SIDE]; SIDE];
        for row in (0..SIDE).rev() {
            for column in 0..SIDE {
                let place = (row, column);
                let ends = row + 1 == SIDE || self.0[row + 1][column] != self.at(place);
                let starts = column == 0 || self.0[row][column - 1] != self.at(place);
                for (begins, down, right) in [(ends, -1, 0), (starts, 0, 1)] {
                    let mut line = if begins {
                        self.run(place, down, right, |_| true)
                    } else {
                        Vec::new()
                    };
                    if self.at(place) > 0 && line.len() + 1 >= LINE {
                        line.push(place);
                        line.sort_unstable();
                        lines.push(line);
                    }
                }
            }
            if !lines.is_empty() {
                break;
            }
        }
        for (row, column) in lines.iter().flatten() {
            taken[*row][*column] = true;
        }
        // Lines that are found here are searched for crossings too.
        let mut next = 0;
        while next < lines.len() {
            for place in lines[next].clone() {
                for (down, right) in [(1, 0), (0, 1)] {
                    let free = |(row, column): Place| !taken[row][column];
                    let mut line = self.run(place, down, right, free);
                    line.extend(self.run(place, -down, -right, free));
                    if line.len() + 1 >= LINE {
                        for (row, column) in &line {
                            taken[*row][*column] = true;
                        }
                        line.push(place);
                        line.sort_unstable();
                        lines.push(line);
                    }
                }
            }
            next += 1;
        }
        lines
    }

    /// Clears lines, lets fall and fills until there is no line; how many cells were cleared.
    pub fn cascade(&mut self) -> u32 {
        let mut cleared = 0;
        loop {
            let lines = self.lines();
            if lines.is_empty() {
                return cleared;
            }
            for (row, column) in lines.into_iter().flatten() {
                cleared += u32::from(self.0[row][column] > 0);
                self.0[row][column] = 0;
            }
            self.fall();
            self.0
                .iter_mut()
                .flatten()
                .filter(|cell| **cell == 0)
                .for_each(|cell| *cell = any());
        }
    }

    fn fall(&mut self) {
        for column in 0..SIDE {
            let mut to = SIDE;
            for row in (0..SIDE).rev() {
                let color = std::mem::take(&mut self.0[row][column]);
                if color > 0 {
                    to -= 1;
                    self.0[to][column] = color;
                }
            }
        }
    }

    pub fn swapped(mut self, (a, b): (Place, Place)) -> Board {
        let (first, second) = (self.at(a), self.at(b));
        self.0[a.0][a.1] = second;
        self.0[b.0][b.1] = first;
        self
    }

    /// For each colour the cells that have it, a bit each, row by row.
    fn layers(&self) -> Layers {
        let mut layers = [0; COLORS as usize];
        for (place, cell) in self.0.iter().flatten().enumerate() {
            if let Some(layer) = layers.get_mut((*cell as usize).wrapping_sub(1)) {
                *layer |= 1 << place;
            }
        }
        layers
    }

    /// Whether a swap makes a line among the cells at most two away from it.
    pub fn is_effective(&self, swap: (Place, Place)) -> bool {
        makes_line(self.layers(), swap)
    }

    pub fn effective(&self) -> Vec<usize> {
        let layers = self.layers();
        let swaps = (0..ACTIONS).filter(|action| swap_of(*action).is_some_and(|swap| makes_line(layers, swap)));
        swaps.collect()
    }

    fn can_be_moved(&self) -> bool {
        let layers = self.layers();
        (0..ACTIONS).any(|action| swap_of(action).is_some_and(|swap| makes_line(layers, swap)))
    }

    /// Until there is no line and something can be done; whether cells were permuted for it.
    pub fn repair(&mut self) -> bool {
        let mut shuffled = false;
        loop {
            if let Some(line) = self.lines().first() {
                let last = (line[0].0 + 1).min(SIDE - 1);
                for row in &mut self.0[..=last] {
                    row.fill_with(any);
                }
            } else if self.can_be_moved() {
                return shuffled;
            } else {
                self.permute();
                shuffled = true;
            }
        }
    }

    fn permute(&mut self) {
        let mut cells: Vec<u8> = self.0.iter().flatten().copied().collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, below(last + 1));
        }
        self.0.iter_mut().flatten().zip(cells).for_each(|(cell, color)| *cell = color);
    }
}
