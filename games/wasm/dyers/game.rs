//! Dyers: a game for two. Both walk over one cloth at the same time, and what they tread on takes their colour. Who has more cells
//! after 120 turns has won.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod cloth;

use cloth::{CELLS, Cell, Cloth, SIDE, STAY};
use oracade::{Align, Color, Input, Pen, faded, rgb};
use std::fmt::Write;

const CELL: f64 = 32.0;
const MARGIN: f64 = 24.0;
const TABLE: Color = rgb(0x2c2a33);
const LINEN: Color = rgb(0xe8dfcc);
const SEAM: Color = rgb(0xcfc3aa);
const POST: Color = rgb(0x5d4b3c);
const VAT: Color = rgb(0x3b3440);
/// Of west and east: indigo and madder.
const DYES: [Color; 2] = [rgb(0x4a63b5), rgb(0xc25a45)];
const COATS: [Color; 2] = [rgb(0x243472), rgb(0x7c2a20)];
/// Numbers of the actions of each: stay, up, right, down, left.
const ACTIONS: usize = 5;
/// HID usages of W, D, S, A, and of the arrows in that order.
const KEYS: [[i32; 4]; 2] = [[26, 7, 22, 4], [82, 79, 81, 80]];

struct Dyers {
    cloth: Cloth,
    /// What each has said for the next turn.
    said: [Option<usize>; 2],
    font: i32,
}

impl Dyers {
    fn places(&self) -> [[usize; 2]; 2] {
        self.cloth.places.map(|place| [place / SIDE, place % SIDE])
    }
}

impl oracade::Game for Dyers {
    fn new() -> Dyers {
        Dyers {
            cloth: Cloth::new(),
            said: [None; 2],
            font: oracade::font("bold 15px sans-serif"),
        }
    }

    /// A frame is a turn if anybody has said anything.
    fn step(&mut self) {
        if self.said != [None; 2] {
            self.cloth.play(self.said.map(|said| said.unwrap_or(STAY)));
            self.said = [None; 2];
        }
    }

    fn draw(&self, pen: &mut Pen) {
        let side = SIDE as f64 * CELL;
        pen.fill(TABLE);
        pen.rect(0.0, 0.0, side + 2.0 * MARGIN, side + 2.0 * MARGIN);
        pen.fill(LINEN);
        pen.rect(MARGIN, MARGIN, side, side);
        let corner = |cell: usize| [MARGIN + (cell % SIDE) as f64 * CELL, MARGIN + (cell / SIDE) as f64 * CELL];
        for (dyer, dye) in DYES.into_iter().enumerate() {
            pen.fill(dye);
            for cell in (0..CELLS).filter(|cell| self.cloth.cells[*cell] == Cell::Dyed(dyer)) {
                let [x, y] = corner(cell);
                pen.rect(x, y, CELL, CELL);
            }
        }
        pen.fill(SEAM);
        for n in 1..SIDE {
            let at = MARGIN + n as f64 * CELL - 0.5;
            pen.rect(at, MARGIN, 1.0, side);
            pen.rect(MARGIN, at, side, 1.0);
        }
        pen.fill(POST);
        for cell in (0..CELLS).filter(|cell| self.cloth.cells[*cell] == Cell::Post) {
            let [x, y] = corner(cell);
            pen.rounded(x + 5.0, y + 5.0, CELL - 10.0, CELL - 10.0, 4.0);
        }
        if let Some(vat) = self.cloth.vat {
            let [x, y] = corner(vat);
            pen.fill(VAT);
            pen.circle(x + CELL / 2.0, y + CELL / 2.0, 11.0);
            pen.fill(DYES[0]);
            pen.rect(x + 9.0, y + 13.0, 7.0, 6.0);
            pen.fill(DYES[1]);
            pen.rect(x + 16.0, y + 13.0, 7.0, 6.0);
        }
        for (dyer, place) in self.cloth.places.into_iter().enumerate() {
            let [x, y] = corner(place);
            pen.fill(faded(LINEN, 0.9));
            pen.circle(x + CELL / 2.0, y + CELL / 2.0, 11.0);
            pen.fill(COATS[dyer]);
            pen.circle(x + CELL / 2.0, y + CELL / 2.0, 8.0);
        }
        let told = [(0, MARGIN, Align::Left), (1, MARGIN + side, Align::Right)];
        for (dyer, x, align) in told {
            pen.fill(DYES[dyer]);
            pen.text(self.font, &self.cloth.count(dyer).to_string(), x, MARGIN / 2.0, align);
        }
        pen.fill(LINEN);
        let left = (cloth::TURNS - self.cloth.turn).to_string();
        pen.text(self.font, &left, MARGIN + side / 2.0, MARGIN / 2.0, Align::Center);
    }

    /// Actions 0 to 4 are the west dyer's, 5 to 9 the east's. At a keyboard W, A, S, D and the arrows.
    fn input(&mut self, input: Input) {
        match input.kind {
            oracade::ACTION => {
                if let Ok(action) = usize::try_from(input.code) {
                    if let Some(said) = self.said.get_mut(action / ACTIONS) {
                        *said = Some(action % ACTIONS);
                    }
                } else {
                    // A turn in which nobody is understood is one all the same.
                    self.said = [Some(STAY); 2];
                }
            }
            0 => {
                for (dyer, keys) in KEYS.iter().enumerate() {
                    if let Some(step) = keys.iter().position(|key| *key == input.code) {
                        self.said[dyer] = Some(step + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let places = self.places();
        let mut text = String::from("{");
        for (dyer, name) in ["west", "east"].into_iter().enumerate() {
            let _ = write!(
                text,
                "\"{name}\":{{\"cells\":{},\"gain\":{},\"place\":{:?},\"seen\":{:?}}},",
                self.cloth.count(dyer),
                self.cloth.gains[dyer],
                places[dyer],
                self.cloth.seen_by(dyer)
            );
        }
        let vat = self
            .cloth
            .vat
            .map_or("null".to_owned(), |vat| format!("[{},{}]", vat / SIDE, vat % SIDE));
        let _ = write!(
            text,
            "\"vat\":{vat},\"turn\":{},\"turns\":{},\"over\":{}}}",
            self.cloth.turn,
            cloth::TURNS,
            self.cloth.over()
        );
        text
    }

    fn text(&self) -> String {
        let mut text = String::from("Cloth (w, e dyed; W, E dyers; O vat; # post):\n");
        for row in 0..SIDE {
            for column in 0..SIDE {
                let cell = row * SIDE + column;
                let letter = match self.cloth.cells[cell] {
                    _ if self.cloth.places[0] == cell => 'W',
                    _ if self.cloth.places[1] == cell => 'E',
                    _ if self.cloth.vat == Some(cell) => 'O',
                    Cell::Plain => '.',
                    Cell::Dyed(0) => 'w',
                    Cell::Dyed(_) => 'e',
                    Cell::Post => '#',
                };
                text.push(letter);
            }
            text.push('\n');
        }
        let _ = write!(
            text,
            "West: {}\nEast: {}\nTurns left: {}",
            self.cloth.count(0),
            self.cloth.count(1),
            cloth::TURNS - self.cloth.turn
        );
        text
    }

    /// `turns`: how many are left; without it the whole game is.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        oracade::Game::reset(self);
        match oracade::number_of(scenario, "turns") {
            Some(turns) if (1.0..=f64::from(cloth::TURNS)).contains(&turns) => {
                self.cloth.turn = cloth::TURNS - turns as u32;
                true
            }
            Some(_) => false,
            None => true,
        }
    }

    fn reset(&mut self) {
        self.cloth = Cloth::new();
        self.said = [None; 2];
    }
}

exports!(Dyers, text);
