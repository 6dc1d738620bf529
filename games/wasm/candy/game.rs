//! Candy: two neighbours are swapped so that three of a colour lie in a line. Fifty moves on eight by eight cells of four colours,
//! with the rules and numbers of actions of LMGame-Bench; there are no special candies, as in its settings.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod board;

use board::{ACTIONS, Board, Place, SIDE, swap_of};
use oracade::{Align, Color, Input, Pen, faded, rgb};
use std::fmt::Write;

const CELL: f64 = 40.0;
const MOVES: u32 = 50;
const PLATE: Color = rgb(0x33283f);
const CELLS: [Color; 2] = [rgb(0x453753), rgb(0x3e314b)];
const INK: Color = rgb(0xf4ecdf);
/// Green, cyan, purple, red.
const CANDIES: [Color; 4] = [rgb(0x74b857), rgb(0x4fc0c4), rgb(0xa276d6), rgb(0xd9534f)];

struct Candy {
    board: Board,
    moves_left: u32,
    cleared: u32,
    total: u32,
    shuffled: bool,
    /// What the last turn was: a swap, or no action that there is.
    last: Option<i32>,
    chosen: Option<Place>,
    font: i32,
}

impl Candy {
    fn begin(&mut self) {
        self.board = Board::new();
        (self.moves_left, self.cleared, self.total) = (MOVES, 0, 0);
        (self.shuffled, self.last, self.chosen) = (false, None, None);
    }

    fn act(&mut self, action: i32) {
        self.cleared = 0;
        self.shuffled = false;
        if self.moves_left == 0 {
            return;
        }
        self.moves_left -= 1;
        self.last = Some(action);
        let swap = usize::try_from(action).ok().and_then(swap_of);
        let Some(swap) = swap.filter(|swap| self.board.is_effective(*swap)) else {
            return;
        };
        self.board = self.board.swapped(swap);
        self.cleared = self.board.cascade();
        self.total += self.cleared;
        self.shuffled = self.board.repair();
    }

    fn null_move(&self) -> bool {
        self.last.is_some_and(|action| !(0..ACTIONS as i32).contains(&action))
    }

    fn told(&self) -> String {
        match self.last {
            None => "None".to_owned(),
            Some(action) => match usize::try_from(action).ok().and_then(swap_of) {
                Some((a, b)) => format!("{:?}", (a, b)).replace(' ', ""),
                None => "Invalid".to_owned(),
            },
        }
    }

    fn press(&mut self, x: f64, y: f64) {
        let inside = (0.0..SIDE as f64 * CELL).contains(&x) && (0.0..SIDE as f64 * CELL).contains(&y);
        let place = ((y / CELL) as usize, (x / CELL) as usize);
        let first = self.chosen.take();
        match first {
            _ if !inside => {}
            Some(first) if first.0.abs_diff(place.0) + first.1.abs_diff(place.1) == 1 => {
                let swap = (first.min(place), first.max(place));
                if let Some(action) = (0..ACTIONS).find(|action| swap_of(*action) == Some(swap)) {
                    self.act(action as i32);
                }
            }
            _ => self.chosen = Some(place),
        }
    }
}

impl oracade::Game for Candy {
    fn new() -> Candy {
        let mut game = Candy {
            board: Board([[0; SIDE]; SIDE]),
            moves_left: MOVES,
            cleared: 0,
            total: 0,
            shuffled: false,
            last: None,
            chosen: None,
            font: oracade::font("bold 17px sans-serif"),
        };
        game.begin();
        game
    }

    fn step(&mut self) {}

    fn draw(&self, pen: &mut Pen) {
        pen.fill(PLATE);
        pen.rect(0.0, 0.0, SIDE as f64 * CELL, SIDE as f64 * CELL + CELL);
        pen.fill(CELLS[0]);
        pen.rect(0.0, 0.0, SIDE as f64 * CELL, SIDE as f64 * CELL);
        pen.fill(CELLS[1]);
        for k in 0..SIDE * SIDE {
            if (k / SIDE + k % SIDE) % 2 == 1 {
                pen.rect((k % SIDE) as f64 * CELL, (k / SIDE) as f64 * CELL, CELL, CELL);
            }
        }
        for (number, color) in CANDIES.iter().enumerate() {
            pen.fill(*color);
            let mut path = Vec::new();
            for (y, row) in self.board.0.iter().enumerate() {
                for (x, _) in row.iter().enumerate().filter(|(_, cell)| **cell as usize == number + 1) {
                    shape(number, x as f64 * CELL + CELL / 2.0, y as f64 * CELL + CELL / 2.0, &mut path);
                }
            }
            if !path.is_empty() {
                pen.path(&path);
            }
        }
        if let Some((row, column)) = self.chosen {
            pen.stroke(faded(INK, 0.9), 2.0);
            pen.line(&[
                6.0,
                column as f64 * CELL + 2.0,
                row as f64 * CELL + 2.0,
                CELL - 4.0,
                CELL - 4.0,
            ]);
        }
        pen.fill(INK);
        let middle = SIDE as f64 * CELL + CELL / 2.0;
        pen.text(self.font, &format!("Score {}", self.total), 12.0, middle, Align::Left);
        let right = SIDE as f64 * CELL - 12.0;
        pen.text(
            self.font,
            &format!("{} moves left", self.moves_left),
            right,
            middle,
            Align::Right,
        );
    }

    fn input(&mut self, input: Input) {
        match input.kind {
            oracade::ACTION => self.act(input.code),
            3 | 6 => self.press(input.x, input.y),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let mut text = format!(
            "{{\"board\":{:?},\"reward\":{},\"score\":{},\"cumulative_raw_score\":{},\"total_score\":{},\"is_combination_match\":false,\
             \"num_new_specials\":0,\"num_specials_activated\":0,\"shuffled\":{},\"effective_actions\":{:?},\"num_moves_left\":{},\
             \"over\":{}",
            self.board.0,
            self.cleared,
            self.cleared,
            self.total,
            self.total,
            self.shuffled,
            self.board.effective(),
            self.moves_left,
            self.moves_left == 0
        );
        if let Some(action) = self.last.filter(|_| self.null_move()) {
            let _ = write!(text, ",\"invalid_action_taken\":true,\"original_agent_action\":{action}");
        }
        text.push('}');
        text
    }

    fn text(&self) -> String {
        let mut text = "Board:\n".to_owned();
        for (y, row) in self.board.0.iter().enumerate() {
            let letters: Vec<&str> = row.iter().map(|cell| [".", "G", "C", "P", "R"][*cell as usize]).collect();
            let _ = writeln!(text, "{y}| {}", letters.join(" "));
        }
        let _ = writeln!(text, "Score: {}", self.total);
        let _ = writeln!(text, "Moves Left: {}", self.moves_left);
        let _ = write!(text, "Last Action: {}", self.told());
        text
    }

    /// `board`: 64 colours by rows, taken as they are; `moves`: how many are left.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.begin();
        if let Some(cells) = oracade::numbers_of(scenario, "board") {
            if cells.len() != SIDE * SIDE || cells.iter().any(|cell| !(1.0..=4.0).contains(cell)) {
                return false;
            }
            for (cell, color) in self.board.0.iter_mut().flatten().zip(cells) {
                *cell = color as u8;
            }
        }
        if let Some(moves) = oracade::number_of(scenario, "moves") {
            self.moves_left = (moves as u32).min(MOVES);
        }
        true
    }

    fn reset(&mut self) {
        self.begin();
    }
}

/// A candy's outline: each colour has one of its own.
fn shape(number: usize, x: f64, y: f64, path: &mut Vec<f64>) {
    match number {
        0 => path.extend([
            0.0,
            x + 14.0,
            y,
            5.0,
            x,
            y,
            14.0,
            14.0,
            0.0,
            0.0,
            core::f64::consts::TAU,
            0.0,
            4.0,
        ]),
        1 => path.extend([6.0, x - 12.0, y - 12.0, 24.0, 24.0]),
        2 => path.extend([0.0, x, y - 16.0, 1.0, x + 14.0, y, 1.0, x, y + 16.0, 1.0, x - 14.0, y, 4.0]),
        _ => path.extend([0.0, x, y - 14.0, 1.0, x + 15.0, y + 12.0, 1.0, x - 15.0, y + 12.0, 4.0]),
    }
}

exports!(Candy, text);
