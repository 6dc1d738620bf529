//! Tetris, a frame for each action, with the rules and numbers of actions of LMGame-Bench:
//! `no_op 0, left 1, right 2, rotate_left 3, rotate_right 4, soft_drop 5, hard_drop 6`.
//!
//! With `compat` the snapshot has no `total_score`, as the original's has none.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod pieces;

use oracade::{Align, Color, Input, Pen, rgb};
use pieces::{Bag, FIRST_ID, LETTERS, Shape, orientations};
use std::fmt::Write;

const COLUMNS: usize = 10;
const ROWS: usize = 20;
/// Bedrock beside and below the field, in whose coordinates pieces move.
const PADDING: usize = 4;
const QUEUE: usize = 4;
const CELL: f64 = 16.0;
const LEFT: f64 = 8.0;
const TOP: f64 = 8.0;

const BACK: Color = rgb(0x1e2430);
const WELL: Color = rgb(0x0f131b);
const INK: Color = rgb(0xdfe4ee);
const COLORS: [Color; 7] = [
    rgb(0x58b7c9),
    rgb(0xd9b74a),
    rgb(0x9a6fc4),
    rgb(0x6cb35f),
    rgb(0xc95757),
    rgb(0x5877c9),
    rgb(0xd58a48),
];

#[derive(Clone, Copy)]
struct Piece {
    kind: usize,
    shape: Shape,
    x: usize,
    y: usize,
}

struct Tetris {
    compat: bool,
    /// Ids of what lies in the field, by rows; 0 is nothing.
    field: [[u8; COLUMNS]; ROWS],
    piece: Option<Piece>,
    bag: Bag,
    queue: Vec<usize>,
    over: bool,
    reward: u32,
    perf: u32,
    score: u32,
    lines: u32,
    pieces: u32,
    font: i32,
}

impl Tetris {
    fn begin(&mut self) {
        self.field = [[0; COLUMNS]; ROWS];
        self.bag.empty();
        self.queue.clear();
        (self.over, self.piece) = (false, None);
        (self.reward, self.perf, self.score, self.lines, self.pieces) = (0, 0, 0, 0, 0);
        while self.queue.len() < QUEUE {
            self.queue.push(self.bag.next());
        }
        self.spawn();
    }

    fn spawn(&mut self) {
        let kind = self.queue.remove(0);
        self.queue.push(self.bag.next());
        let shape = Shape::of(kind);
        let piece = Piece {
            kind,
            shape,
            x: COLUMNS / 2 + PADDING - shape.side / 2,
            y: 0,
        };
        self.over = self.collides(&piece);
        self.piece = (!self.over).then_some(piece);
    }

    /// Whether a piece's cells meet bedrock or what lies there.
    fn collides(&self, piece: &Piece) -> bool {
        piece.shape.places().any(|(row, column)| {
            let (row, column) = (piece.y + row, piece.x + column);
            row >= ROWS || !(PADDING..PADDING + COLUMNS).contains(&column) || self.field[row][column - PADDING] > 0
        })
    }

    /// Takes on a change of the piece if there is room for it.
    fn attempt(&mut self, change: impl FnOnce(&mut Piece)) -> bool {
        let Some(mut piece) = self.piece else { return false };
        change(&mut piece);
        let fits = !self.collides(&piece);
        if fits {
            self.piece = Some(piece);
        }
        fits
    }

    /// A row down; what cannot fall stays.
    fn fall(&mut self) {
        if !self.attempt(|piece| piece.y += 1) {
            self.commit();
        }
    }

    fn commit(&mut self) {
        let Some(piece) = self.piece.take() else { return };
        for (row, column) in piece.shape.places() {
            self.field[piece.y + row][piece.x + column - PADDING] = piece.kind as u8 + FIRST_ID;
        }
        let mut cleared = 0;
        let mut row = ROWS;
        while row > 0 {
            if self.field[row - 1].iter().all(|cell| *cell > 0) {
                self.field.copy_within(0..row - 1, 1);
                self.field[0] = [0; COLUMNS];
                cleared += 1;
            } else {
                row -= 1;
            }
        }
        self.pieces += 1;
        self.lines += cleared;
        self.score += 10 * cleared;
        self.reward += 1 + 10 * cleared;
        self.spawn();
    }

    fn act(&mut self, action: i32) {
        self.reward = 0;
        if self.over || !(0..=6).contains(&action) {
            return;
        }
        match action {
            1 => drop(self.attempt(|piece| piece.x -= 1)),
            2 => drop(self.attempt(|piece| piece.x += 1)),
            3 => drop(self.attempt(|piece| piece.shape = piece.shape.counterclockwise())),
            4 => drop(self.attempt(|piece| piece.shape = piece.shape.clockwise())),
            5 => self.fall(),
            6 => {
                while self.attempt(|piece| piece.y += 1) {}
                self.commit();
            }
            _ => {}
        }
        if action != 6 && self.piece.is_some() {
            self.fall();
        }
        self.perf += self.reward;
    }

    fn level(&self) -> u32 {
        self.lines / 10 + 1
    }

    /// The field with the active piece in it.
    fn seen(&self) -> [[u8; COLUMNS]; ROWS] {
        let mut field = self.field;
        if let Some(piece) = &self.piece {
            for (row, column) in piece.shape.places() {
                field[piece.y + row][piece.x + column - PADDING] = piece.kind as u8 + FIRST_ID;
            }
        }
        field
    }

    fn next_letters(&self) -> String {
        let letters: Vec<String> = self.queue.iter().map(|kind| LETTERS[*kind].to_string()).collect();
        letters.join(",")
    }

    /// Where the piece's turns would lie at its place.
    fn previews(&self, text: &mut String) {
        let Some(piece) = self.piece else { return };
        let mut turned = Piece {
            shape: Shape::of(piece.kind),
            ..piece
        };
        for turn in 0..orientations(piece.kind) {
            let _ = writeln!(text, "{} turned clockwise {turn} times:", LETTERS[piece.kind]);
            if self.collides(&turned) {
                let _ = writeln!(text, "(Collision at current x,y)");
            } else {
                for y in 0..turned.shape.side {
                    let at = |x| {
                        if turned.shape.places().any(|place| place == (y, x)) {
                            LETTERS[piece.kind]
                        } else {
                            '.'
                        }
                    };
                    let row: String = (0..turned.shape.side).map(at).collect();
                    let _ = writeln!(text, "{row}");
                }
            }
            turned.shape = turned.shape.clockwise();
        }
    }
}

fn letter(cell: u8) -> char {
    match cell.checked_sub(FIRST_ID) {
        Some(kind) => LETTERS[kind as usize],
        None => '.',
    }
}

impl oracade::Game for Tetris {
    fn new() -> Tetris {
        let mut game = Tetris {
            compat: false,
            field: [[0; COLUMNS]; ROWS],
            piece: None,
            bag: Bag::default(),
            queue: Vec::new(),
            over: false,
            reward: 0,
            perf: 0,
            score: 0,
            lines: 0,
            pieces: 0,
            font: oracade::font("bold 12px sans-serif"),
        };
        game.begin();
        game
    }

    fn step(&mut self) {}

    fn draw(&self, pen: &mut Pen) {
        pen.fill(BACK);
        pen.rect(0.0, 0.0, 252.0, 336.0);
        pen.fill(WELL);
        pen.rect(LEFT, TOP, CELL * COLUMNS as f64, CELL * ROWS as f64);
        // What changes least comes first: what pictures begin with in common is drawn once.
        pen.fill(INK);
        pen.text(self.font, "Next", 186.0, 18.0, Align::Left);
        let told = [("Score", self.score), ("Lines", self.lines), ("Level", self.level())];
        for (n, (name, number)) in told.into_iter().enumerate() {
            let y = 226.0 + 36.0 * n as f64;
            pen.text(self.font, name, 186.0, y, Align::Left);
            pen.text(self.font, &number.to_string(), 186.0, y + 16.0, Align::Left);
        }
        let field = self.seen();
        for (kind, color) in COLORS.iter().enumerate() {
            let id = kind as u8 + FIRST_ID;
            let mut path = Vec::new();
            for (y, row) in field.iter().enumerate() {
                for (x, _) in row.iter().enumerate().filter(|(_, cell)| **cell == id) {
                    let (x, y) = (LEFT + x as f64 * CELL, TOP + y as f64 * CELL);
                    path.extend([6.0, x + 0.5, y + 0.5, CELL - 1.0, CELL - 1.0]);
                }
            }
            for (n, _) in self.queue.iter().enumerate().filter(|(_, next)| **next == kind) {
                for (row, column) in Shape::of(kind).places() {
                    let (x, y) = (186.0 + column as f64 * 12.0, 34.0 + n as f64 * 40.0 + row as f64 * 12.0);
                    path.extend([6.0, x + 0.5, y + 0.5, 11.0, 11.0]);
                }
            }
            if !path.is_empty() {
                pen.fill(*color);
                pen.path(&path);
            }
        }
    }

    fn input(&mut self, input: Input) {
        match (input.kind, input.code) {
            (oracade::ACTION, action) => self.act(action),
            (0, 80) => self.act(1),
            (0, 79) => self.act(2),
            (0, 29) => self.act(3),
            (0, 82 | 27) => self.act(4),
            (0, 81) => self.act(5),
            (0, 44) => self.act(6),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let ids: Vec<usize> = self.queue.iter().map(|kind| kind + FIRST_ID as usize).collect();
        let mut text = format!(
            "{{\"board\":{:?},\"field\":{:?},\"next_piece_ids\":{ids:?},\"reward\":{},\"score\":{},\"lines\":{},\"level\":{},\
             \"pieces\":{},\"total_perf_score_episode\":{},\"over\":{}",
            self.seen(),
            self.field,
            self.reward,
            self.score,
            self.lines,
            self.level(),
            self.pieces,
            self.perf,
            self.over
        );
        if let Some(piece) = &self.piece {
            let cells: Vec<[usize; 2]> = piece.shape.places().map(|(row, column)| [row, column]).collect();
            let _ = write!(
                text,
                ",\"piece\":{{\"id\":{},\"x\":{},\"y\":{},\"side\":{},\"cells\":{cells:?}}}",
                piece.kind as u8 + FIRST_ID,
                piece.x as isize - PADDING as isize,
                piece.y,
                piece.shape.side
            );
        }
        if !self.compat {
            let _ = write!(text, ",\"total_score\":{}", self.perf);
        }
        text.push('}');
        text
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in self.seen() {
            let row: String = row.into_iter().map(letter).collect();
            let _ = writeln!(text, "{row}");
        }
        let _ = writeln!(text, "Legend: . empty, I O T S Z J L pieces");
        let _ = writeln!(text, "Next Pieces: {}", self.next_letters());
        let _ = writeln!(
            text,
            "Game Stats: PerfS:{} S:{} L:{} Lv:{}",
            self.perf,
            self.score,
            self.lines,
            self.level()
        );
        self.previews(&mut text);
        text
    }

    /// `field`: 200 ids by rows; `next`: ids of the pieces that come, the first of them now; `compat`.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.compat = oracade::flag_of(scenario, "compat").unwrap_or(self.compat);
        self.begin();
        let ids = |key, count: Option<usize>, low: f64| -> Result<Option<Vec<u8>>, ()> {
            let Some(ids) = oracade::numbers_of(scenario, key) else {
                return Ok(None);
            };
            let fits = count.is_none_or(|count| ids.len() == count);
            let known = ids.iter().all(|id| *id >= low && *id <= 8.0 && *id != 1.0);
            if fits && known {
                Ok(Some(ids.into_iter().map(|id| id as u8).collect()))
            } else {
                Err(())
            }
        };
        let (Ok(field), Ok(next)) = (ids("field", Some(COLUMNS * ROWS), 0.0), ids("next", None, 2.0)) else {
            return false;
        };
        for (cell, id) in self.field.iter_mut().flatten().zip(field.into_iter().flatten()) {
            *cell = id;
        }
        if let Some(next) = next.filter(|next| !next.is_empty()) {
            let kinds = next.iter().map(|id| usize::from(id - FIRST_ID));
            self.queue.splice(0..0, kinds);
            self.queue.truncate(QUEUE.max(next.len()));
            self.spawn();
            self.queue.truncate(QUEUE);
        }
        true
    }

    fn reset(&mut self) {
        self.begin();
    }
}

exports!(Tetris, text);
