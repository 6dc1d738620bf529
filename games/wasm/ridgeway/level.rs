//! The ridge: 208 columns of 15 rows. It is laid out by hand as a list of what stands where.

pub const COLUMNS: usize = 208;
pub const ROWS: usize = 15;
/// The first row of the ground.
const GROUND: usize = 13;
pub const POLE: usize = 198;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tile {
    Air,
    Earth,
    Rock,
    Crate,
    /// Gives a coin when it is bumped from below.
    Lamp,
    /// A lamp that has given its coin.
    Out,
    Coin,
    Pole,
}

impl Tile {
    pub fn is_solid(self) -> bool {
        !matches!(self, Tile::Air | Tile::Coin | Tile::Pole)
    }

    /// Its number in observations.
    pub fn code(self) -> u8 {
        match self {
            Tile::Air => 0,
            Tile::Earth | Tile::Rock => 1,
            Tile::Crate | Tile::Out => 2,
            Tile::Lamp => 3,
            Tile::Coin => 4,
            Tile::Pole => 5,
        }
    }
}

/// Columns without ground: first, how many.
const PITS: [(usize, usize); 7] = [(34, 2), (63, 3), (84, 3), (101, 4), (131, 3), (152, 2), (167, 4)];

/// Rows of tiles: column, row, how many, what.
const RUNS: [(usize, usize, usize, Tile); 33] = [
    (15, 9, 1, Tile::Lamp),
    (19, 9, 5, Tile::Crate),
    (21, 9, 1, Tile::Lamp),
    (21, 5, 1, Tile::Lamp),
    (27, 12, 2, Tile::Rock),
    (34, 9, 2, Tile::Coin),
    (39, 11, 2, Tile::Rock),
    (39, 12, 2, Tile::Rock),
    (46, 9, 4, Tile::Crate),
    (47, 8, 2, Tile::Coin),
    (54, 10, 2, Tile::Rock),
    (54, 11, 2, Tile::Rock),
    (54, 12, 2, Tile::Rock),
    (63, 8, 3, Tile::Coin),
    (70, 9, 3, Tile::Lamp),
    (76, 5, 6, Tile::Crate),
    (77, 4, 4, Tile::Coin),
    (74, 9, 3, Tile::Crate),
    (85, 10, 1, Tile::Rock),
    (92, 9, 2, Tile::Crate),
    (94, 9, 1, Tile::Lamp),
    (102, 10, 2, Tile::Rock),
    (102, 8, 2, Tile::Coin),
    (110, 11, 2, Tile::Rock),
    (110, 12, 2, Tile::Rock),
    (118, 9, 6, Tile::Crate),
    (120, 9, 1, Tile::Lamp),
    (122, 9, 1, Tile::Lamp),
    (119, 5, 4, Tile::Coin),
    (145, 12, 2, Tile::Rock),
    (158, 9, 3, Tile::Lamp),
    (168, 10, 2, Tile::Rock),
    (168, 7, 2, Tile::Coin),
];

/// Stairs: column of the first step, how many, and whether they rise to the right.
const STAIRS: [(usize, usize, bool); 4] = [(127, 4, true), (134, 4, false), (183, 7, true), (161, 3, true)];

/// Who walks there: column, and whether it hops.
pub const BEASTS: [(usize, bool); 18] = [
    (22, false),
    (31, false),
    (44, true),
    (49, false),
    (51, false),
    (58, false),
    (72, false),
    (74, false),
    (79, true),
    (90, false),
    (97, false),
    (108, true),
    (115, false),
    (117, false),
    (124, false),
    (141, true),
    (148, false),
    (175, false),
];

/// The level as it begins, by rows.
pub fn tiles() -> Vec<[Tile; COLUMNS]> {
    let mut rows = vec![[Tile::Air; COLUMNS]; ROWS];
    for row in &mut rows[GROUND..] {
        row.fill(Tile::Earth);
        for (first, count) in PITS {
            row[first..first + count].fill(Tile::Air);
        }
    }
    for (column, row, count, tile) in RUNS {
        rows[row][column..column + count].fill(tile);
    }
    for (first, count, rises) in STAIRS {
        for n in 0..count {
            let height = if rises { n + 1 } else { count - n };
            for row in &mut rows[GROUND - height..GROUND] {
                row[first + n] = Tile::Rock;
            }
        }
    }
    for row in &mut rows[3..GROUND] {
        row[POLE] = Tile::Pole;
    }
    rows[GROUND - 1][POLE] = Tile::Rock;
    rows
}
