//! The seven pieces, their turning, and the bag they come from.

use crate::oracade::below;

/// A piece's square of cells, by rows; the side is 2, 3 or 4.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub side: usize,
    cells: [[bool; 4]; 4],
}

/// In the order of their numbers, which begin with 2 in the field.
pub const LETTERS: [char; 7] = ['I', 'O', 'T', 'S', 'Z', 'J', 'L'];
pub const FIRST_ID: u8 = 2;

const ROWS: [&[&str]; 7] = [
    &["....", "####", "....", "...."],
    &["##", "##"],
    &[".#.", "###", "..."],
    &[".##", "##.", "..."],
    &["##.", ".##", "..."],
    &["#..", "###", "..."],
    &["..#", "###", "..."],
];

impl Shape {
    /// The piece of a number, as it comes.
    pub fn of(kind: usize) -> Shape {
        let rows = ROWS[kind];
        let mut cells = [[false; 4]; 4];
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                cells[y][x] = c == '#';
            }
        }
        Shape { side: rows.len(), cells }
    }

    /// The places of its cells: row, column.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (y, x)));
        all.filter(|(y, x)| self.cells[*y][*x])
    }

    /// Turned by a quarter, clockwise.
    pub fn clockwise(&self) -> Shape {
        let mut cells = [[false; 4]; 4];
        for (y, x) in self.places() {
            cells[x][self.side - 1 - y] = true;
        }
        Shape { side: self.side, cells }
    }

    /// Turned by a quarter, counterclockwise.
    pub fn counterclockwise(&self) -> Shape {
        self.clockwise().clockwise().clockwise()
    }
}

/// How many turns of a piece are told apart in words.
pub fn orientations(kind: usize) -> usize {
    match LETTERS[kind] {
        'O' => 1,
        'I' | 'S' | 'Z' => 2,
        _ => 4,
    }
}

/// All seven in an order of chance, then again.
#[derive(Default)]
pub struct Bag(Vec<usize>);

impl Bag {
    pub fn next(&mut self) -> usize {
        if self.0.is_empty() {
            self.0.extend(0..LETTERS.len());
            for last in (1..LETTERS.len()).rev() {
                self.0.swap(last, below(last + 1));
            }
        }
        self.0.remove(0)
    }

    pub fn empty(&mut self) {
        self.0.clear();
    }
}
