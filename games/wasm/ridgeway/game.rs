//! Ridgeway: a walker with a lantern follows an old road along a ridge, over pits and beasts, to the pole at its end. It has the
//! interface of the platform game in LMGame-Bench, and a level, rules and looks of its own. Actions, each of which holds its buttons until the next:
//! `noop 0, right 1, right_a 2, right_b 3, right_a_b 4, a 5, b 6, left 7, left_a 8, left_b 9, left_a_b 10, down 11, up 12`; A leaps, B runs.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod body;
mod level;

use body::{Body, Buttons, PX, TILE};
use level::{BEASTS, COLUMNS, POLE, ROWS, Tile};
use oracade::{Align, Color, Input, Pen, rgb};
use std::fmt::Write;

const WIDTH: i32 = 256;
const HEIGHT: i32 = 240;
const START: (usize, usize) = (2, 12);
const LIVES: u32 = 3;
/// Frames of a unit of the clock, and its units.
const TICK: u32 = 24;
const CLOCK: u32 = 400;
/// Frames between a death and the next life.
const PAUSE: u32 = 45;
const STOMP: i32 = -640;
const BEAST_SPEED: i32 = 128;
const HOP_FRAMES: u32 = 90;
const HOP: i32 = -1100;

/// The window of tiles that is observed: columns behind and ahead of the walker, all rows.
const BEHIND: i32 = 3;
const AHEAD: i32 = 8;

const SKY: Color = rgb(0x9cc3d1);
const FAR: Color = rgb(0x7ea4a9);
const EARTH: Color = rgb(0x6d5a43);
const GRASS: Color = rgb(0x6d9150);
const ROCK: Color = rgb(0x857f78);
const CRATE: Color = rgb(0xa87f4c);
const LAMP: Color = rgb(0xf2c14b);
const OUT: Color = rgb(0x8a7b63);
const COIN: Color = rgb(0xf0dc8a);
const POLE_COLOR: Color = rgb(0xeeeae0);
const FLAG: Color = rgb(0xc4503b);
const CLOAK: Color = rgb(0x44406b);
const SKIN: Color = rgb(0xe6bd97);
const BURR: Color = rgb(0x8b3f4d);
const HOPPER: Color = rgb(0x3f7a6c);
const EYE: Color = rgb(0xfbf7ee);
const INK: Color = rgb(0x24262e);

struct Beast {
    body: Body,
    hops: bool,
    awake: bool,
}

struct Ridgeway {
    compat: bool,
    tiles: Vec<[Tile; COLUMNS]>,
    walker: Body,
    beasts: Vec<Beast>,
    held: Buttons,
    jump_before: bool,
    camera: i32,
    frames: u32,
    lives: u32,
    score: u32,
    coins: u32,
    max_x: i32,
    pause: u32,
    won: bool,
    font: i32,
}

fn buttons(action: i32) -> Option<Buttons> {
    let held = |left, right, jump, run| Some(Buttons { left, right, jump, run });
    match action {
        0 | 11 | 12 => held(false, false, false, false),
        1 => held(false, true, false, false),
        2 => held(false, true, true, false),
        3 => held(false, true, false, true),
        4 => held(false, true, true, true),
        5 => held(false, false, true, false),
        6 => held(false, false, false, true),
        7 => held(true, false, false, false),
        8 => held(true, false, true, false),
        9 => held(true, false, false, true),
        10 => held(true, false, true, true),
        _ => None,
    }
}

impl Ridgeway {
    fn begin(&mut self) {
        (self.lives, self.score, self.coins) = (LIVES, 0, 0);
        (self.won, self.max_x) = (false, 0);
        self.live();
        self.max_x = self.place();
    }

    /// A life begins: all is as at first but for score and record.
    fn live(&mut self) {
        self.tiles = level::tiles();
        self.walker = Body::at(START.0, START.1, 12 * PX, 16 * PX);
        self.beasts.clear();
        for (column, hops) in BEASTS {
            // They stand on what is below them.
            let row = (1..ROWS)
                .rev()
                .find(|row| self.tiles[*row][column].is_solid() && !self.tiles[*row - 1][column].is_solid());
            let mut body = Body::at(column, row.unwrap_or(13) - 1, 14 * PX, 14 * PX);
            body.y += 2 * PX;
            body.vx = if hops { 0 } else { -BEAST_SPEED };
            self.beasts.push(Beast {
                body,
                hops,
                awake: false,
            });
        }
        self.held = Buttons::default();
        self.jump_before = false;
        (self.camera, self.frames, self.pause) = (0, 0, 0);
    }

    fn over(&self) -> bool {
        self.won || self.lives == 0
    }

    /// How far it has come, in px. The original reads how far the picture was moved, and takes a page of it for 255 px wide.
    fn place(&self) -> i32 {
        if self.compat {
            self.camera % 256 + 255 * (self.camera / 256)
        } else {
            self.walker.x / PX
        }
    }

    fn time(&self) -> u32 {
        CLOCK.saturating_sub(self.frames / TICK)
    }

    fn die(&mut self) {
        self.lives -= 1;
        self.pause = PAUSE;
    }

    fn frame(&mut self) {
        if self.over() {
            return;
        }
        if self.pause > 0 {
            self.pause -= 1;
            if self.pause == 0 {
                self.live();
            }
            return;
        }
        self.frames += 1;
        let pressed = self.held.jump && !self.jump_before;
        self.jump_before = self.held.jump;
        self.walker.steer(self.held, pressed);
        // Nobody goes back beyond the picture.
        let met = self.walker.advance(&self.tiles);
        let edge = self.camera * PX;
        if self.walker.x < edge {
            self.walker.x = edge;
            self.walker.vx = 0;
        }
        if let Some((row, column)) = met.ceiling {
            if self.tiles[row][column] == Tile::Lamp {
                self.tiles[row][column] = Tile::Out;
                self.coin();
            }
        }
        self.gather();
        self.camera = self
            .camera
            .max(self.walker.x / PX - 112)
            .clamp(0, COLUMNS as i32 * 16 - WIDTH);
        self.max_x = self.max_x.max(self.place());
        self.move_beasts();
        let fallen = self.walker.y > HEIGHT * PX;
        if self.pause == 0 && (fallen || self.time() == 0) {
            self.die();
        }
        if self.walker.x + self.walker.width > (POLE as i32 * TILE) + 6 * PX {
            self.won = true;
            self.score += 1000 + 2 * self.time();
        }
    }

    fn coin(&mut self) {
        self.coins += 1;
        self.score += 50;
    }

    fn gather(&mut self) {
        let [top, bottom, left, right] = self.walker.covers();
        for row in top.max(0)..=bottom.min(ROWS as i32 - 1) {
            for column in left.max(0)..=right.min(COLUMNS as i32 - 1) {
                if self.tiles[row as usize][column as usize] == Tile::Coin {
                    self.tiles[row as usize][column as usize] = Tile::Air;
                    self.coin();
                }
            }
        }
    }

    fn move_beasts(&mut self) {
        let (from, to) = ((self.camera - 64) * PX, (self.camera + WIDTH + 16) * PX);
        let mut hurt = false;
        let mut stomped = 0;
        let (walker, tiles, frames) = (&mut self.walker, &self.tiles, self.frames);
        self.beasts.retain_mut(|beast| {
            beast.awake = beast.awake || beast.body.x < to;
            if !beast.awake {
                return true;
            }
            let speed = beast.body.vx;
            beast.body.fall();
            if beast.hops && beast.body.grounded && frames.is_multiple_of(HOP_FRAMES) {
                beast.body.vy = HOP;
            }
            if beast.body.advance(tiles).wall {
                beast.body.vx = -speed;
            }
            if beast.body.y > HEIGHT * PX || beast.body.x < from {
                return false;
            }
            if !beast.body.overlaps(walker) {
                return true;
            }
            // From above: falling, with the feet in its upper half.
            let feet = walker.y + walker.height;
            if walker.vy > 0 && feet < beast.body.y + beast.body.height * 2 / 3 {
                walker.vy = STOMP;
                stomped += 1;
                return false;
            }
            hurt = true;
            true
        });
        self.score += 100 * stomped;
        if hurt {
            self.die();
        }
    }

    /// Codes of the tiles around the walker, by rows; 6 where a beast is.
    fn window(&self) -> Vec<u8> {
        let middle = (self.walker.x + self.walker.width / 2).div_euclid(TILE);
        let mut codes = Vec::with_capacity(ROWS * (BEHIND + AHEAD + 1) as usize);
        for (row, tiles) in self.tiles.iter().enumerate() {
            for column in middle - BEHIND..=middle + AHEAD {
                let tile = usize::try_from(column).ok().and_then(|column| tiles.get(column));
                let here = |beast: &&Beast| {
                    let body = &beast.body;
                    (body.x + body.width / 2).div_euclid(TILE) == column
                        && (body.y + body.height / 2).div_euclid(TILE) == row as i32
                };
                let beast = self.beasts.iter().find(here);
                codes.push(if beast.is_some() {
                    6
                } else {
                    tile.map_or(1, |tile| tile.code())
                });
            }
        }
        codes
    }

    fn press(&mut self, code: i32, down: bool) {
        match code {
            80 => self.held.left = down,
            79 => self.held.right = down,
            44 | 82 | 27 => self.held.jump = down,
            29 | 225 => self.held.run = down,
            _ => {}
        }
    }

    fn scenery(&self, pen: &mut Pen) {
        pen.fill(SKY);
        pen.rect(0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT));
        pen.fill(FAR);
        let shift = f64::from(self.camera) * 0.4 % 160.0;
        let mut path = vec![0.0, -shift - 160.0, 208.0];
        for n in 0..4 {
            let left = f64::from(n) * 160.0 - shift - 80.0;
            path.extend([1.0, left + 70.0, 118.0, 1.0, left + 104.0, 140.0, 1.0, left + 160.0, 208.0]);
        }
        path.push(4.0);
        pen.path(&path);
    }

    fn ground(&self, pen: &mut Pen) {
        let first = (self.camera / 16) as usize;
        let kinds = [
            (Tile::Earth, EARTH),
            (Tile::Rock, ROCK),
            (Tile::Crate, CRATE),
            (Tile::Lamp, LAMP),
            (Tile::Out, OUT),
            (Tile::Coin, COIN),
            (Tile::Pole, POLE_COLOR),
        ];
        for (kind, color) in kinds {
            let mut path = Vec::new();
            for (row, tiles) in self.tiles.iter().enumerate() {
                let mut column = first;
                while column < COLUMNS.min(first + 17) {
                    if tiles[column] != kind {
                        column += 1;
                        continue;
                    }
                    let begin = column;
                    // Plain ground in one piece, all else tile by tile.
                    while column < COLUMNS.min(first + 17) && tiles[column] == kind {
                        column += 1;
                        if kind != Tile::Earth {
                            break;
                        }
                    }
                    let (x, y) = (f64::from(begin as i32 * 16 - self.camera), row as f64 * 16.0);
                    let wide = (column - begin) as f64 * 16.0;
                    path.extend(match kind {
                        Tile::Earth => [6.0, x, y, wide, 16.0],
                        Tile::Coin => [6.0, x + 5.0, y + 3.0, 6.0, 10.0],
                        Tile::Pole => [6.0, x + 7.0, y, 2.0, 16.0],
                        _ => [6.0, x + 0.5, y + 0.5, 15.0, 15.0],
                    });
                }
            }
            if !path.is_empty() {
                pen.fill(color);
                pen.path(&path);
            }
        }
        pen.fill(GRASS);
        let solid = |column: usize| self.tiles[13][column].is_solid();
        for column in (first..COLUMNS.min(first + 17)).filter(|column| solid(*column)) {
            pen.rect(f64::from(column as i32 * 16 - self.camera), 208.0, 16.0, 4.0);
        }
        let pole = f64::from(POLE as i32 * 16 - self.camera);
        if pole < f64::from(WIDTH) {
            pen.fill(FLAG);
            pen.path(&[0.0, pole + 9.0, 48.0, 1.0, pole + 25.0, 56.0, 1.0, pole + 9.0, 64.0, 4.0]);
        }
    }

    fn figures(&self, pen: &mut Pen) {
        let px = |value: i32| f64::from(value) / f64::from(PX);
        for beast in self.beasts.iter().filter(|beast| beast.awake) {
            let (x, y) = (px(beast.body.x) - f64::from(self.camera), px(beast.body.y));
            pen.fill(if beast.hops { HOPPER } else { BURR });
            pen.rect(x, y + 4.0, 14.0, 10.0);
            pen.rect(x + 2.0, y, 10.0, 6.0);
            pen.fill(EYE);
            pen.rect(x + 3.0, y + 5.0, 3.0, 3.0);
            pen.rect(x + 8.0, y + 5.0, 3.0, 3.0);
        }
        let (x, y) = (px(self.walker.x) - f64::from(self.camera), px(self.walker.y));
        pen.fill(SKIN);
        pen.rect(x + 3.0, y, 7.0, 6.0);
        pen.fill(CLOAK);
        pen.rect(x + 1.0, y + 5.0, 10.0, 8.0);
        pen.rect(x + 2.0, y + 13.0, 3.0, 3.0);
        pen.rect(x + 7.0, y + 13.0, 3.0, 3.0);
        pen.fill(LAMP);
        pen.rect(x + 9.0, y + 7.0, 4.0, 5.0);
    }
}

impl oracade::Game for Ridgeway {
    fn new() -> Ridgeway {
        let mut game = Ridgeway {
            compat: false,
            tiles: level::tiles(),
            walker: Body::at(START.0, START.1, 12 * PX, 16 * PX),
            beasts: Vec::new(),
            held: Buttons::default(),
            jump_before: false,
            camera: 0,
            frames: 0,
            lives: LIVES,
            score: 0,
            coins: 0,
            max_x: 0,
            pause: 0,
            won: false,
            font: oracade::font("bold 10px sans-serif"),
        };
        game.begin();
        game
    }

    fn step(&mut self) {
        self.frame();
    }

    fn draw(&self, pen: &mut Pen) {
        self.scenery(pen);
        self.ground(pen);
        self.figures(pen);
        pen.fill(INK);
        let told = [
            (format!("Score {}", self.score), 8.0),
            (format!("Coins {}", self.coins), 84.0),
            (format!("Lives {}", self.lives), 144.0),
            (format!("Time {}", self.time()), 200.0),
        ];
        for (text, x) in told {
            pen.text(self.font, &text, x, 12.0, Align::Left);
        }
    }

    fn input(&mut self, input: Input) {
        match input.kind {
            // What is no action is none.
            oracade::ACTION => self.held = buttons(input.code).unwrap_or_default(),
            0 => self.press(input.code, true),
            1 => self.press(input.code, false),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let walker = &self.walker;
        let mut text = String::new();
        let _ = write!(
            text,
            "{{\"x\":{},\"y\":{},\"motion\":[{},{},{},{}],\"max_x\":{},\"lives\":{},\"score\":{},\"coins\":{},\"time\":{},\"frame\":{},\
             \"camera\":{},\"dying\":{},\"won\":{},\"is_game_over\":{},\"over\":{},\"beasts\":{},\"window\":{:?}}}",
            walker.x / PX,
            walker.y / PX,
            f64::from(walker.vx) / f64::from(PX),
            f64::from(walker.vy) / f64::from(PX),
            u8::from(walker.grounded),
            f64::from(walker.x % TILE) / f64::from(TILE),
            self.max_x,
            self.lives,
            self.score,
            self.coins,
            self.time(),
            self.frames,
            self.camera,
            self.pause > 0,
            self.won,
            self.lives == 0,
            self.over(),
            self.beasts.len(),
            self.window()
        );
        text
    }

    fn text(&self) -> String {
        format!(
            "Walker at x {}, y {}; farthest {}. Lives {}, score {}, coins {}, time {}.",
            self.walker.x / PX,
            self.walker.y / PX,
            self.max_x,
            self.lives,
            self.score,
            self.coins,
            self.time()
        )
    }

    /// `compat`; `column`: where the walker begins, `lives`.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.compat = oracade::flag_of(scenario, "compat").unwrap_or(self.compat);
        self.begin();
        if let Some(column) = oracade::number_of(scenario, "column") {
            if !(0.0..COLUMNS as f64 - 8.0).contains(&column) {
                return false;
            }
            self.walker.x = column as i32 * TILE;
            self.walker.y = 2 * TILE;
            self.camera = (self.walker.x / PX - 112).clamp(0, COLUMNS as i32 * 16 - WIDTH);
            self.max_x = self.place();
        }
        if let Some(lives) = oracade::number_of(scenario, "lives") {
            self.lives = (lives as u32).clamp(1, LIVES);
        }
        true
    }

    fn reset(&mut self) {
        self.begin();
    }
}

exports!(Ridgeway, text);
