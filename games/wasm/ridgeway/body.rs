//! Movement in whole numbers: 256 parts a pixel, sixty steps a second.

use crate::level::{COLUMNS, ROWS, Tile};

pub const PX: i32 = 256;
pub const TILE: i32 = 16 * PX;

const WALK: i32 = 384;
const RUN: i32 = 640;
const GAIN: i32 = 16;
const GAIN_RUNNING: i32 = 22;
const FRICTION: i32 = 20;
const TURN: i32 = 44;
const LEAP: i32 = 1056;
/// What a run adds to a leap.
const LEAP_RUNNING: i32 = 96;
const RISE: i32 = 34;
const FALL: i32 = 104;
const FALL_MAX: i32 = 1152;

/// Buttons that are held.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Buttons {
    pub left: bool,
    pub right: bool,
    pub jump: bool,
    pub run: bool,
}

/// A box that moves among tiles.
#[derive(Clone, Copy)]
pub struct Body {
    pub x: i32,
    pub y: i32,
    pub vx: i32,
    pub vy: i32,
    pub width: i32,
    pub height: i32,
    pub grounded: bool,
}

/// What a move met.
#[derive(Default)]
pub struct Met {
    pub wall: bool,
    /// A tile that was bumped from below: row, column.
    pub ceiling: Option<(usize, usize)>,
}

impl Body {
    pub fn at(column: usize, row: usize, width: i32, height: i32) -> Body {
        Body {
            x: column as i32 * TILE,
            y: row as i32 * TILE,
            vx: 0,
            vy: 0,
            width,
            height,
            grounded: false,
        }
    }

    pub fn overlaps(&self, other: &Body) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// The tiles it covers: rows and columns, first and last.
    pub fn covers(&self) -> [i32; 4] {
        let last = |edge: i32| (edge - 1).div_euclid(TILE);
        [
            self.y.div_euclid(TILE),
            last(self.y + self.height),
            self.x.div_euclid(TILE),
            last(self.x + self.width),
        ]
    }

    /// The first solid tile it is in.
    fn inside(&self, tiles: &[[Tile; COLUMNS]]) -> Option<(usize, usize)> {
        let [top, bottom, left, right] = self.covers();
        for row in top.max(0)..=bottom.min(ROWS as i32 - 1) {
            for column in left..=right {
                // The level's ends are walls.
                let Some(column) = usize::try_from(column).ok().filter(|column| *column < COLUMNS) else {
                    return Some((row as usize, 0));
                };
                if tiles[row as usize][column].is_solid() {
                    return Some((row as usize, column));
                }
            }
        }
        None
    }

    /// Moves by its speed, first along, then up or down; it is never faster than a tile a step.
    pub fn advance(&mut self, tiles: &[[Tile; COLUMNS]]) -> Met {
        let mut met = Met::default();
        self.x += self.vx;
        if self.inside(tiles).is_some() {
            let edge = if self.vx > 0 {
                (self.x + self.width - 1).div_euclid(TILE) * TILE - self.width
            } else {
                (self.x.div_euclid(TILE) + 1) * TILE
            };
            self.x = edge;
            self.vx = 0;
            met.wall = true;
        }
        self.y += self.vy;
        self.grounded = false;
        if let Some(place) = self.inside(tiles) {
            if self.vy >= 0 {
                self.y = (self.y + self.height - 1).div_euclid(TILE) * TILE - self.height;
                self.grounded = true;
            } else {
                met.ceiling = Some(self.above(tiles).unwrap_or(place));
                self.y = (self.y.div_euclid(TILE) + 1) * TILE;
            }
            self.vy = 0;
        }
        met
    }

    /// Of the tiles in the row of its head the solid one that is nearest to its middle.
    fn above(&self, tiles: &[[Tile; COLUMNS]]) -> Option<(usize, usize)> {
        let [row, _, left, right] = self.covers();
        let row = usize::try_from(row).ok()?;
        let middle = self.x + self.width / 2;
        let columns = (left.max(0)..=right).filter(|column| tiles[row].get(*column as usize).is_some_and(|tile| tile.is_solid()));
        let nearest = columns.min_by_key(|column| (column * TILE + TILE / 2 - middle).abs())?;
        Some((row, nearest as usize))
    }

    /// A step of a walker that is steered. `pressed`: the leap begins now.
    pub fn steer(&mut self, held: Buttons, pressed: bool) {
        let most = if held.run { RUN } else { WALK };
        let gain = if held.run { GAIN_RUNNING } else { GAIN };
        let wanted = i32::from(held.right) - i32::from(held.left);
        if wanted == 0 {
            let less = FRICTION.min(self.vx.abs());
            self.vx -= less * self.vx.signum();
        } else if self.vx.signum() == -wanted {
            self.vx += TURN * wanted;
        } else if self.vx.abs() > most {
            self.vx -= FRICTION.min(self.vx.abs() - most) * self.vx.signum();
        } else {
            self.vx = (self.vx + gain * wanted).clamp(-most, most);
        }
        if pressed && self.grounded {
            self.vy = -LEAP - if self.vx.abs() > WALK { LEAP_RUNNING } else { 0 };
        }
        let pull = if self.vy < 0 && held.jump { RISE } else { FALL };
        self.vy = (self.vy + pull).min(FALL_MAX);
    }

    pub fn fall(&mut self) {
        self.vy = (self.vy + FALL).min(FALL_MAX);
    }
}
