//! Sumstones: chains of neighbouring stones whose numbers add up to the target are taken off the board, and what lies above falls.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;

use oracade::{Align, Color, Input, Pen, below, faded, rgb};
use std::fmt::Write;

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 480.0;
const SIDE: usize = 6;
const CELL: f64 = 50.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 110.0;
const HINT_STEPS: u32 = 120;
const FALL_STEPS: u32 = 12;

const PAPER: Color = rgb(0xf3ead8);
const INK: Color = rgb(0x2e2a25);
const MUTED: Color = rgb(0x7a7064);
const ACCENT: Color = rgb(0xb5482a);
const GOOD: Color = rgb(0x3d7a4f);
const STONES: [Color; 6] = [
    rgb(0x8fa6b2),
    rgb(0x9bb08a),
    rgb(0xc9b27a),
    rgb(0xb98a6b),
    rgb(0x9a7f9e),
    rgb(0x6f8796),
];

struct Level {
    target: u32,
    goal: u32,
    moves: u32,
    title: String,
    story: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Playing,
    Won,
    Lost,
}

/// What the bundle's file `variant` asks for: a game that is wrong in one thing.
#[derive(Clone, Copy, Default, PartialEq)]
enum Variant {
    #[default]
    None,
    Sloppy,
    Floating,
    Endless,
    Narrow,
}

type Place = (usize, usize);

struct Sumstones {
    variant: Variant,
    levels: Vec<Level>,
    level: usize,
    phase: Phase,
    grid: [[u32; SIDE]; SIDE],
    chain: Vec<Place>,
    dragging: bool,
    cursor: Place,
    score: u32,
    moves: u32,
    taken: u32,
    message: String,
    hint: Vec<Place>,
    hint_left: u32,
    fall_left: u32,
    fallen: [[usize; SIDE]; SIDE],
    fonts: [i32; 4],
    lines: Vec<String>,
}

fn is_beside(a: Place, b: Place) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

fn parse(text: &str) -> Vec<Level> {
    let mut levels = Vec::new();
    for block in text.split("\n\n") {
        let mut lines = block.trim().lines();
        let (Some(numbers), Some(title)) = (lines.next(), lines.next()) else {
            continue;
        };
        let mut numbers = numbers.split_whitespace().filter_map(|number| number.parse().ok());
        let (Some(target), Some(goal), Some(moves)) = (numbers.next(), numbers.next(), numbers.next()) else {
            continue;
        };
        levels.push(Level {
            target,
            goal,
            moves,
            title: title.to_owned(),
            story: lines.collect::<Vec<_>>().join(" "),
        });
    }
    levels
}

impl Sumstones {
    fn now(&self) -> &Level {
        &self.levels[self.level]
    }

    fn begin(&mut self, level: usize) {
        self.level = level.min(self.levels.len() - 1);
        self.phase = Phase::Playing;
        (self.score, self.taken) = (0, 0);
        self.moves = self.now().moves;
        self.chain.clear();
        self.hint.clear();
        (self.dragging, self.hint_left, self.fall_left) = (false, 0, 0);
        self.message = "Make the sum.".to_owned();
        for row in &mut self.grid {
            row.fill_with(|| 1 + below(6) as u32);
        }
        let story = self.now().story.clone();
        self.lines = self.wrapped(&story, 300.0);
    }

    /// Breaks a text into lines of at most a width.
    fn wrapped(&self, text: &str, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let width = if self.variant == Variant::Narrow { width * 2.0 } else { width };
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if oracade::measure(self.fonts[0], &format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    fn sum(&self) -> u32 {
        self.chain.iter().map(|(x, y)| self.grid[*y][*x]).sum()
    }

    fn extend(&mut self, place: Place) {
        if self.phase != Phase::Playing || self.fall_left > 0 {
            return;
        }
        match self.chain.as_slice() {
            [.., before, _] if *before == place => {
                self.chain.pop();
            }
            [.., last] if !is_beside(*last, place) || self.chain.contains(&place) => {}
            _ => self.chain.push(place),
        }
    }

    fn submit(&mut self) {
        let (sum, target) = (self.sum(), self.now().target);
        let fits = sum == target || (self.variant == Variant::Sloppy && sum > target);
        if self.chain.len() < 2 || !fits {
            if self.chain.len() > 1 {
                self.message = format!("{sum} is {} {target}.", if sum < target { "less than" } else { "more than" });
            }
            self.chain.clear();
            return;
        }
        let count = self.chain.len() as u32;
        self.score += 5 * count * count;
        self.taken += count;
        if self.variant != Variant::Endless {
            self.moves -= 1;
        }
        self.message = format!("{count} stones, {} points.", 5 * count * count);
        let chain = std::mem::take(&mut self.chain);
        for (x, y) in chain {
            self.grid[y][x] = 0;
        }
        self.fall();
        let goal = self.now().goal;
        if self.score >= goal {
            self.phase = Phase::Won;
            oracade::log(&format!("level {} won with {}", self.level + 1, self.score));
            let done = oracade::stored("sumstones.done")
                .and_then(|done| done.parse().ok())
                .unwrap_or(0);
            if self.level + 1 > done {
                oracade::store("sumstones.done", &(self.level + 1).to_string());
            }
        } else if self.moves == 0 {
            self.phase = Phase::Lost;
        }
    }

    fn fall(&mut self) {
        self.fallen = [[0; SIDE]; SIDE];
        for x in 0..SIDE {
            if self.variant == Variant::Floating {
                for row in &mut self.grid {
                    if row[x] == 0 {
                        row[x] = 1 + below(6) as u32;
                    }
                }
                continue;
            }
            let mut to = SIDE;
            for y in (0..SIDE).rev() {
                if self.grid[y][x] > 0 {
                    to -= 1;
                    self.grid[to][x] = self.grid[y][x];
                    self.fallen[to][x] = to - y;
                }
            }
            for y in 0..to {
                self.grid[y][x] = 1 + below(6) as u32;
                self.fallen[y][x] = to;
            }
        }
        self.fall_left = FALL_STEPS;
    }

    /// A chain that makes the sum: the first one by rows, found depth first.
    fn solve(&self) -> Vec<Place> {
        fn go(game: &Sumstones, chain: &mut Vec<Place>, left: u32) -> bool {
            if left == 0 && chain.len() > 1 {
                return true;
            }
            let (x, y) = chain[chain.len() - 1];
            let beside = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
            for (x, y) in beside {
                if x >= SIDE || y >= SIDE || chain.contains(&(x, y)) || game.grid[y][x] > left {
                    continue;
                }
                chain.push((x, y));
                if go(game, chain, left - game.grid[y][x]) {
                    return true;
                }
                chain.pop();
            }
            false
        }
        for y in 0..SIDE {
            for x in 0..SIDE {
                let mut chain = vec![(x, y)];
                if self.grid[y][x] <= self.now().target && go(self, &mut chain, self.now().target - self.grid[y][x]) {
                    return chain;
                }
            }
        }
        Vec::new()
    }

    fn place_at(&self, x: f64, y: f64) -> Option<Place> {
        let (column, row) = ((x - LEFT) / CELL, (y - TOP) / CELL);
        let inside = (0.0..SIDE as f64).contains(&column) && (0.0..SIDE as f64).contains(&row);
        inside.then_some((column as usize, row as usize))
    }

    fn key(&mut self, code: i32) {
        let (x, y) = self.cursor;
        match code {
            79 => self.cursor = ((x + 1).min(SIDE - 1), y),
            80 => self.cursor = (x.saturating_sub(1), y),
            81 => self.cursor = (x, (y + 1).min(SIDE - 1)),
            82 => self.cursor = (x, y.saturating_sub(1)),
            44 => self.extend(self.cursor),
            40 => match self.phase {
                Phase::Playing => self.submit(),
                Phase::Won => self.begin((self.level + 1) % self.levels.len()),
                Phase::Lost => self.begin(self.level),
            },
            41 => self.chain.clear(),
            11 => {
                self.hint = self.solve();
                self.hint_left = HINT_STEPS;
                self.message = if self.hint.is_empty() {
                    "There is no chain."
                } else {
                    "There is a chain here."
                }
                .to_owned();
            }
            21 => self.begin(self.level),
            _ => {}
        }
    }

    fn stones(&self, pen: &mut Pen) {
        pen.fill(faded(INK, 0.08));
        pen.rounded(
            LEFT - 8.0,
            TOP - 8.0,
            CELL * SIDE as f64 + 16.0,
            CELL * SIDE as f64 + 16.0,
            10.0,
        );
        for (y, row) in self.grid.iter().enumerate() {
            for (x, number) in row.iter().enumerate() {
                let rise = f64::from(self.fall_left) / f64::from(FALL_STEPS) * self.fallen[y][x] as f64 * CELL;
                let (left, top) = (LEFT + x as f64 * CELL, TOP + y as f64 * CELL - rise);
                if top < TOP - CELL {
                    continue;
                }
                let color = STONES[(*number as usize).saturating_sub(1) % STONES.len()];
                pen.fill(faded(INK, 0.2));
                pen.rounded(left + 4.0, top + 6.0, CELL - 8.0, CELL - 8.0, 12.0);
                pen.fill(color);
                pen.rounded(left + 4.0, top + 4.0, CELL - 8.0, CELL - 8.0, 12.0);
                if self.hint_left > 0 && self.hint.contains(&(x, y)) {
                    pen.stroke(GOOD, 3.0);
                    pen.ring(left + CELL / 2.0, top + CELL / 2.0, 19.0);
                }
                pen.fill(PAPER);
                pen.text(
                    self.fonts[2],
                    &number.to_string(),
                    left + CELL / 2.0,
                    top + CELL / 2.0,
                    Align::Center,
                );
            }
        }
        let (x, y) = self.cursor;
        pen.stroke(faded(INK, 0.5), 2.0);
        pen.line(&[
            6.0,
            LEFT + x as f64 * CELL + 2.0,
            TOP + y as f64 * CELL + 2.0,
            CELL - 4.0,
            CELL - 4.0,
        ]);
        let mut path = Vec::new();
        for (n, (x, y)) in self.chain.iter().enumerate() {
            let verb = if n == 0 { 0.0 } else { 1.0 };
            path.extend([verb, LEFT + (*x as f64 + 0.5) * CELL, TOP + (*y as f64 + 0.5) * CELL]);
        }
        if !path.is_empty() {
            pen.stroke(faded(ACCENT, 0.6), 8.0);
            pen.line(&path);
            for point in path.chunks(3) {
                pen.fill(faded(ACCENT, 0.5));
                pen.circle(point[1], point[2], 10.0);
            }
        }
    }
}

impl oracade::Game for Sumstones {
    fn new() -> Sumstones {
        let variant = match oracade::file("variant").as_deref().map(str::trim) {
            Some("sloppy") => Variant::Sloppy,
            Some("floating") => Variant::Floating,
            Some("endless") => Variant::Endless,
            Some("narrow") => Variant::Narrow,
            _ => Variant::None,
        };
        let mut levels = oracade::file("levels.txt").map(|text| parse(&text)).unwrap_or_default();
        if levels.is_empty() {
            levels = parse("10 60 8\nTens\nMake ten.");
        }
        let mut game = Sumstones {
            variant,
            levels,
            level: 0,
            phase: Phase::Playing,
            grid: [[1; SIDE]; SIDE],
            chain: Vec::new(),
            dragging: false,
            cursor: (0, 0),
            score: 0,
            moves: 0,
            taken: 0,
            message: String::new(),
            hint: Vec::new(),
            hint_left: 0,
            fall_left: 0,
            fallen: [[0; SIDE]; SIDE],
            fonts: [
                "14px sans-serif",
                "bold 26px serif",
                "bold 22px sans-serif",
                "italic 15px serif",
            ]
            .map(oracade::font),
            lines: Vec::new(),
        };
        let done: usize = oracade::stored("sumstones.done")
            .and_then(|done| done.parse().ok())
            .unwrap_or(0);
        game.begin(done % game.levels.len());
        game
    }

    fn step(&mut self) {
        self.hint_left = self.hint_left.saturating_sub(1);
        self.fall_left = self.fall_left.saturating_sub(1);
    }

    fn draw(&self, pen: &mut Pen) {
        let [small, title, _, italic] = self.fonts;
        let level = self.now();
        pen.fill(PAPER);
        pen.rect(0.0, 0.0, WIDTH, HEIGHT);
        pen.fill(INK);
        pen.text(title, &level.title, 50.0, 26.0, Align::Left);
        pen.fill(ACCENT);
        pen.text(title, &format!("= {}", level.target), WIDTH - 50.0, 26.0, Align::Right);
        pen.fill(MUTED);
        for (n, line) in self.lines.iter().enumerate() {
            pen.text(small, line, 50.0, 52.0 + 17.0 * n as f64, Align::Left);
        }
        self.stones(pen);
        pen.fill(INK);
        pen.text(
            small,
            &format!("Score {} of {}", self.score, level.goal),
            50.0,
            434.0,
            Align::Left,
        );
        pen.text(small, &format!("Moves {}", self.moves), WIDTH - 50.0, 434.0, Align::Right);
        pen.fill(ACCENT);
        let message = if self.chain.is_empty() {
            self.message.clone()
        } else {
            format!("… {} …", self.sum())
        };
        pen.text(italic, &message, WIDTH / 2.0, 460.0, Align::Center);
        let (head, color) = match self.phase {
            Phase::Playing => return,
            Phase::Won => ("Well added", GOOD),
            Phase::Lost => ("No moves left", ACCENT),
        };
        pen.fill(faded(PAPER, 0.88));
        pen.rect(0.0, 200.0, WIDTH, 100.0);
        pen.fill(color);
        pen.text(title, head, WIDTH / 2.0, 236.0, Align::Center);
        pen.fill(INK);
        pen.text(small, "Enter or click: go on", WIDTH / 2.0, 270.0, Align::Center);
    }

    fn input(&mut self, input: Input) {
        let place = self.place_at(input.x, input.y);
        match input.kind {
            0 => self.key(input.code),
            3 | 6 => {
                if self.phase != Phase::Playing {
                    self.key(40);
                } else if let Some(place) = place {
                    self.chain.clear();
                    self.cursor = place;
                    self.dragging = true;
                    self.extend(place);
                }
            }
            2 | 7 if self.dragging => {
                if let Some(place) = place.filter(|place| self.chain.last() != Some(place)) {
                    self.cursor = place;
                    self.extend(place);
                }
            }
            4 | 8 if self.dragging => {
                self.dragging = false;
                self.submit();
            }
            9 => {
                self.dragging = false;
                self.chain.clear();
            }
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let level = self.now();
        let phase = match self.phase {
            Phase::Playing => "playing",
            Phase::Won => "won",
            Phase::Lost => "lost",
        };
        let rows: Vec<String> = self
            .grid
            .iter()
            .map(|row| format!("\"{}\"", row.map(|n| n.to_string()).join("")))
            .collect();
        let places = |list: &[Place]| list.iter().map(|(x, y)| format!("[{x},{y}]")).collect::<Vec<_>>().join(",");
        let mut text = String::new();
        let _ = write!(
            text,
            "{{\"phase\":\"{phase}\",\"level\":{},\"levels\":{},\"title\":\"{}\",\"target\":{},\"goal\":{},\"moves\":{},\"score\":{},\
             \"taken\":{},\"sum\":{},\"message\":\"{}\",\"lines\":{},\"falling\":{},\"cursor\":[{},{}],\"chain\":[{}],\"hint\":[{}],\
             \"board\":{{\"left\":{LEFT},\"top\":{TOP},\"cell\":{CELL}}},\"rows\":[{}]}}",
            self.level + 1,
            self.levels.len(),
            level.title,
            level.target,
            level.goal,
            self.moves,
            self.score,
            self.taken,
            self.sum(),
            self.message,
            self.lines.len(),
            self.fall_left > 0,
            self.cursor.0,
            self.cursor.1,
            places(&self.chain),
            places(if self.hint_left > 0 { &self.hint } else { &[] }),
            rows.join(",")
        );
        text
    }

    fn load_scenario(&mut self, scenario: &str) -> bool {
        let level = oracade::number_of(scenario, "level").map_or(self.level, |level| (level as usize).saturating_sub(1));
        self.begin(level);
        if let Some(rows) = oracade::string_of(scenario, "rows") {
            let digits: Vec<u32> = rows.chars().filter_map(|c| c.to_digit(10)).collect();
            if digits.len() != SIDE * SIDE {
                return false;
            }
            for (row, digits) in self.grid.iter_mut().zip(digits.chunks(SIDE)) {
                row.copy_from_slice(digits);
            }
        }
        if let Some(moves) = oracade::number_of(scenario, "moves") {
            self.moves = moves as u32;
        }
        true
    }

    fn reset(&mut self) {
        self.begin(0);
    }
}

exports!(Sumstones);
