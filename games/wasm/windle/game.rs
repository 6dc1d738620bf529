//! Windle: an island of kites, seen from above. One leaves one's house, is called by the kite-maker, chooses a kite, meets a rival,
//! walks to the harbour, takes a parcel there, brings it back and is given a book: eight milestones, for protocols that compare
//! players with and without memory. Keys: arrows, Z (A), X (B), Enter (START), Backspace (SELECT). There is no chance in it.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod land;
mod paint;
mod talk;

use land::{HOUSE, LOFT, PLACES, ROAD, TOWN};
use oracade::{Input, Pen};
use std::fmt::Write;
use talk::{Effect, Line};

const TILE: i32 = 16;
/// Columns and rows of a picture; one stands in the middle column and the fifth row.
const VIEW: (i32, i32) = (15, 10);
/// Frames of a tile.
const PACE: u32 = 8;
/// Frames of darkness at a door.
const DARK: u32 = 2;
const FLIGHTS: [&str; 3] = ["Climb", "Dive", "Cross"];
/// What Bram flies, turn by turn; it begins elsewhere with each kite.
const BRAM: [usize; 9] = [1, 0, 2, 1, 1, 0, 2, 0, 1];
const TELLS: [&str; 3] = ["Bram leans far back.", "Bram bends his knees.", "Bram steps aside."];
const ROUNDS_WON: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Facing {
    Up,
    Down,
    Left,
    Right,
}

impl Facing {
    const ALL: [(i32, Facing, &'static str); 4] = [
        (82, Facing::Up, "up"),
        (81, Facing::Down, "down"),
        (80, Facing::Left, "left"),
        (79, Facing::Right, "right"),
    ];

    fn delta(self) -> (i32, i32) {
        match self {
            Facing::Up => (0, -1),
            Facing::Down => (0, 1),
            Facing::Left => (-1, 0),
            Facing::Right => (1, 0),
        }
    }

    fn name(self) -> &'static str {
        Facing::ALL
            .iter()
            .find(|(_, facing, _)| *facing == self)
            .map_or("", |found| found.2)
    }
}

/// A game of guessing with Bram: what both won, the turn, what is chosen, and what is told.
#[derive(Clone, Copy)]
struct Duel {
    own: u32,
    his: u32,
    turn: usize,
    chosen: usize,
    told: &'static str,
}

enum Mode {
    Walk,
    /// The lines, which of them, and whether the answer to a question is yes.
    Talk(Vec<Line>, usize, bool),
    Duel(Duel),
    /// The bag, and what is chosen in it.
    Bag(usize),
}

struct Windle {
    place: usize,
    x: i32,
    y: i32,
    facing: Facing,
    /// Frames that are left of a tile, and of darkness.
    moving: u32,
    dark: u32,
    held: Option<Facing>,
    wanted: Option<Facing>,
    mode: Mode,
    reached: u16,
    kite: Option<usize>,
    won: Option<bool>,
    paces: u32,
    fonts: [i32; 2],
}

impl Windle {
    fn begin(&mut self) {
        (self.place, self.x, self.y, self.facing) = (HOUSE, 4, 4, Facing::Down);
        (self.moving, self.dark, self.held, self.wanted) = (0, 0, None, None);
        self.mode = Mode::Walk;
        (self.reached, self.kite, self.won, self.paces) = (0, None, None, 0);
    }

    fn has(&self, bit: u16) -> bool {
        self.reached & bit != 0
    }

    fn points(&self) -> u32 {
        let worth = talk::MILESTONES.iter().enumerate();
        worth
            .filter(|(bit, _)| self.has(1 << bit))
            .map(|(_, (_, points))| points)
            .sum()
    }

    fn has_parcel(&self) -> bool {
        self.has(talk::PARCEL) && !self.has(talk::DELIVERED)
    }

    /// What is carried.
    fn bag(&self) -> Vec<String> {
        let kite = self.kite.map(|kite| format!("Kite: the {}", talk::KITES[kite]));
        let parcel = self.has_parcel().then(|| "Roll of sailcloth".to_owned());
        let book = self.has(talk::BOOK).then(|| "The book of winds".to_owned());
        [kite, parcel, book].into_iter().flatten().collect()
    }

    fn say(&mut self, lines: Vec<Line>) {
        self.mode = if lines.is_empty() {
            Mode::Walk
        } else {
            Mode::Talk(lines, 0, true)
        };
    }

    fn arrive(&mut self, (place, x, y): (usize, i32, i32)) {
        let from = std::mem::replace(&mut self.place, place);
        (self.x, self.y, self.dark) = (x, y, DARK);
        match place {
            TOWN => self.reached |= talk::OUT,
            land::HARBOUR => self.reached |= talk::ARRIVED,
            _ => {}
        }
        if from == LOFT && place == TOWN && self.has(talk::KITE) && !self.has(talk::DUEL) {
            self.say(talk::CHALLENGE.to_vec());
        }
    }

    /// A tile has been walked to.
    fn stand(&mut self) {
        if let Some(to) = land::way(self.place, self.x, self.y) {
            self.arrive(to);
        } else if self.place == TOWN && self.y == 1 && !self.has(talk::KITE) {
            let mut lines = if self.has(talk::CALLED) {
                Vec::new()
            } else {
                talk::CALL.to_vec()
            };
            lines.push(talk::LED);
            self.say(lines);
        }
    }

    fn walk(&mut self, facing: Facing) {
        self.facing = facing;
        let (x, y) = (self.x + facing.delta().0, self.y + facing.delta().1);
        let open = land::is_open(land::tile(self.place, x, y)) && land::person_at(self.place, x, y).is_none();
        if open {
            (self.x, self.y, self.moving) = (x, y, PACE);
            self.paces += 1;
        }
    }

    /// A is pressed while walking: what is in front is looked at, and people are spoken to over counters.
    fn look(&mut self) {
        let (dx, dy) = self.facing.delta();
        let (x, y) = (self.x + dx, self.y + dy);
        let tile = land::tile(self.place, x, y);
        let person =
            land::person_at(self.place, x, y).or_else(|| land::person_at(self.place, x + dx, y + dy).filter(|_| tile == b'C'));
        if let Some(person) = person {
            self.say(talk::said(person.name, self.reached));
        } else if tile == b'S' {
            self.say(vec![talk::board(self.place, y)]);
        } else if tile == b'k' && self.has(talk::CALLED) && !self.has(talk::KITE) {
            self.say(vec![talk::kite((x - 8).clamp(0, 2) as usize)]);
        } else if tile == b'k' && !self.has(talk::CALLED) {
            self.say(vec![talk::NOT_YOURS]);
        }
    }

    /// A line has been read.
    fn read(&mut self) {
        let Mode::Talk(lines, at, yes) = &self.mode else { return };
        let (lines, at, yes) = (lines.clone(), *at, *yes);
        let Some(line) = lines.get(at) else { return };
        match line.effect {
            Effect::None => {}
            Effect::Reach(bit) => self.reached |= bit,
            Effect::Lead(place, x, y) => {
                self.facing = Facing::Up;
                self.mode = Mode::Walk;
                self.arrive((place, x, y));
                return;
            }
            Effect::Ask(kite) if yes => {
                (self.kite, self.reached) = (Some(kite), self.reached | talk::KITE);
                self.say(talk::CHOSEN.to_vec());
                return;
            }
            Effect::Ask(_) => {}
            Effect::Duel => {
                self.mode = Mode::Duel(Duel {
                    own: 0,
                    his: 0,
                    turn: 0,
                    chosen: 0,
                    told: "",
                });
                return;
            }
        }
        self.mode = if at + 1 < lines.len() {
            Mode::Talk(lines, at + 1, true)
        } else {
            Mode::Walk
        };
    }

    fn flown(&self, duel: &Duel) -> usize {
        BRAM[(duel.turn + self.kite.unwrap_or(0) * 2) % BRAM.len()]
    }

    /// A turn of the duel: climbing beats diving, diving beats crossing, crossing beats climbing.
    fn fly(&mut self, mut duel: Duel) {
        let his = self.flown(&duel);
        duel.turn += 1;
        match (duel.chosen + 3 - his) % 3 {
            0 => duel.told = "Both kites hold. ",
            2 => (duel.own, duel.told) = (duel.own + 1, "His kite drops! "),
            _ => (duel.his, duel.told) = (duel.his + 1, "Your kite drops! "),
        }
        if duel.own < ROUNDS_WON && duel.his < ROUNDS_WON {
            self.mode = Mode::Duel(duel);
            return;
        }
        let won = duel.own >= ROUNDS_WON;
        self.won = Some(won);
        self.say(if won { talk::WON } else { talk::LOST }.to_vec());
    }

    fn press(&mut self, code: i32) {
        let direction = Facing::ALL.iter().find(|(key, ..)| *key == code).map(|found| found.1);
        let bag = self.bag().len();
        match &mut self.mode {
            Mode::Walk => match (direction, code) {
                (Some(facing), _) => (self.held, self.wanted) = (Some(facing), Some(facing)),
                (None, 29) if self.moving == 0 && self.dark == 0 => self.look(),
                (None, 40) if self.moving == 0 && self.dark == 0 => self.mode = Mode::Bag(0),
                _ => {}
            },
            Mode::Talk(lines, at, yes) => {
                let asks = lines.get(*at).is_some_and(|line| matches!(line.effect, Effect::Ask(_)));
                match (direction, code) {
                    (Some(Facing::Up | Facing::Down), _) if asks => *yes = !*yes,
                    (None, 27) if asks => {
                        *yes = false;
                        self.read();
                    }
                    (None, 29 | 27) => self.read(),
                    _ => {}
                }
            }
            Mode::Duel(duel) => match (direction, code) {
                (Some(Facing::Up), _) => duel.chosen = (duel.chosen + 2) % 3,
                (Some(Facing::Down), _) => duel.chosen = (duel.chosen + 1) % 3,
                (None, 29) => {
                    let duel = *duel;
                    self.fly(duel);
                }
                _ => {}
            },
            Mode::Bag(chosen) => match (direction, code) {
                (Some(Facing::Up), _) if bag > 0 => *chosen = (*chosen + bag - 1) % bag,
                (Some(Facing::Down), _) if bag > 0 => *chosen = (*chosen + 1) % bag,
                (None, 27 | 40) => self.mode = Mode::Walk,
                _ => {}
            },
        }
    }

    /// Column and row of the picture's corner: places that are smaller than it stand in its middle.
    fn corner(&self) -> (i32, i32) {
        let rows = PLACES[self.place].rows;
        let axis = |at: i32, view: i32, size: i32| {
            if size <= view {
                (size - view).div_euclid(2)
            } else {
                (at - view / 2).clamp(0, size - view)
            }
        };
        (
            axis(self.x, VIEW.0, rows[0].len() as i32),
            axis(self.y, VIEW.1, rows.len() as i32),
        )
    }

    /// The tiles of the picture, with people on them.
    fn window(&self) -> Vec<Vec<u8>> {
        let (left, top) = self.corner();
        let cell = |x: i32, y: i32| match () {
            () if (x, y) == (self.x, self.y) => b'@',
            () if land::person_at(self.place, x, y).is_some() => b'P',
            () => land::tile(self.place, x, y),
        };
        (top..top + VIEW.1)
            .map(|y| (left..left + VIEW.0).map(|x| cell(x, y)).collect())
            .collect()
    }

    fn mode_name(&self) -> &'static str {
        match self.mode {
            _ if self.dark > 0 => "transition",
            Mode::Walk => "overworld",
            Mode::Talk(..) => "dialogue",
            Mode::Duel(_) => "battle",
            Mode::Bag(_) => "menu",
        }
    }

    /// What is chosen of what can be, from 0.
    fn cursor(&self) -> usize {
        match &self.mode {
            Mode::Talk(_, _, yes) => usize::from(!*yes),
            Mode::Duel(duel) => duel.chosen,
            Mode::Bag(chosen) => *chosen,
            Mode::Walk => 0,
        }
    }
}

impl oracade::Game for Windle {
    fn new() -> Windle {
        let mut game = Windle {
            place: HOUSE,
            x: 0,
            y: 0,
            facing: Facing::Down,
            moving: 0,
            dark: 0,
            held: None,
            wanted: None,
            mode: Mode::Walk,
            reached: 0,
            kite: None,
            won: None,
            paces: 0,
            fonts: ["11px sans-serif", "bold 10px sans-serif"].map(oracade::font),
        };
        game.begin();
        game
    }

    fn step(&mut self) {
        if self.dark > 0 {
            self.dark -= 1;
            return;
        }
        if self.moving > 0 {
            self.moving -= 1;
            if self.moving == 0 {
                self.stand();
            }
            return;
        }
        if let (Mode::Walk, Some(facing)) = (&self.mode, self.wanted.or(self.held)) {
            self.wanted = None;
            self.walk(facing);
            // The frame that begins a tile is the first of its frames.
            self.moving = self.moving.saturating_sub(1);
        }
    }

    fn draw(&self, pen: &mut Pen) {
        paint::picture(self, pen);
    }

    fn input(&mut self, input: Input) {
        match input.kind {
            0 if input.modifiers & 16 == 0 => self.press(input.code),
            1 if Facing::ALL
                .iter()
                .any(|(key, facing, _)| *key == input.code && self.held == Some(*facing)) =>
            {
                self.held = None
            }
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let mut text = String::new();
        let reached: Vec<String> = talk::MILESTONES
            .iter()
            .enumerate()
            .map(|(bit, (name, _))| format!("\"{name}\":{}", self.has(1 << bit)))
            .collect();
        let kite = self
            .kite
            .map_or("null".to_owned(), |kite| format!("\"{}\"", talk::KITES[kite]));
        let won = self.won.map_or("null".to_owned(), |won| won.to_string());
        let screen = match self.mode_name() {
            "overworld" => 0,
            "dialogue" => 1,
            "menu" => 2,
            "battle" => 3,
            _ => 4,
        };
        let mut seen: Vec<u8> = self.window().concat();
        let facing = Facing::ALL.iter().position(|(_, facing, _)| *facing == self.facing);
        seen.extend([screen, facing.unwrap_or(0) as u8, self.cursor() as u8]);
        let _ = write!(
            text,
            "{{\"map\":\"{}\",\"x\":{},\"y\":{},\"facing\":\"{}\",\"mode\":\"{}\",\"reached\":{{{}}},\"kite\":{kite},\"won\":{won},\
             \"carrying\":{},\"items\":{},\"points\":{},\"paces\":{},\"seen\":{seen:?}}}",
            PLACES[self.place].id,
            self.x,
            self.y,
            self.facing.name(),
            self.mode_name(),
            reached.join(","),
            self.has_parcel(),
            self.bag().len(),
            self.points(),
            self.paces
        );
        text
    }

    fn text(&self) -> String {
        let mut text = format!("Place: {}\n", PLACES[self.place].title);
        match &self.mode {
            Mode::Walk => {
                let _ = writeln!(text, "You face {}.", self.facing.name());
                let window = self.window();
                for row in &window {
                    let _ = writeln!(text, "{}", String::from_utf8_lossy(row));
                }
                let mut kinds: Vec<u8> = window.concat();
                kinds.sort_unstable();
                kinds.dedup();
                let told = kinds.iter().filter(|kind| **kind != b' ');
                let told: Vec<String> = told
                    .map(|kind| format!("{} {}", char::from(*kind), land::name(*kind)))
                    .collect();
                let _ = write!(text, "{}", told.join(", "));
            }
            Mode::Talk(lines, at, yes) => {
                let line = &lines[(*at).min(lines.len() - 1)];
                let _ = write!(
                    text,
                    "{}: {}",
                    if line.speaker.is_empty() { "-" } else { line.speaker },
                    line.text
                );
                if matches!(line.effect, Effect::Ask(_)) {
                    let _ = write!(
                        text,
                        "\n{} Yes\n{} No",
                        if *yes { ">" } else { " " },
                        if *yes { " " } else { ">" }
                    );
                }
            }
            Mode::Duel(duel) => {
                let _ = write!(
                    text,
                    "Kites over the green: you {}, Bram {}. {}{}",
                    duel.own,
                    duel.his,
                    duel.told,
                    TELLS[self.flown(duel)]
                );
                for (n, name) in FLIGHTS.iter().enumerate() {
                    let _ = write!(text, "\n{} {name}", if n == duel.chosen { ">" } else { " " });
                }
            }
            Mode::Bag(chosen) => {
                let _ = write!(text, "Your bag:");
                let bag = self.bag();
                for (n, item) in bag.iter().enumerate() {
                    let _ = write!(text, "\n{} {item}", if n == *chosen { ">" } else { " " });
                }
                if bag.is_empty() {
                    text.push_str(" nothing.");
                }
            }
        }
        text
    }

    /// `after`: so many milestones have been reached, 0 to 7.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.begin();
        let Some(after) = oracade::number_of(scenario, "after") else {
            return scenario.trim() == "{}";
        };
        if !(0.0..=7.0).contains(&after) || after % 1.0 != 0.0 {
            return false;
        }
        self.reached = (1 << after as u32) - 1;
        self.kite = self.has(talk::KITE).then_some(0);
        self.won = self.has(talk::DUEL).then_some(true);
        (self.place, self.x, self.y) = match after as u32 {
            0 => (HOUSE, 4, 4),
            1 => (TOWN, 3, 5),
            2 | 3 | 7 => (LOFT, 6, 5),
            4 => (ROAD, 7, 18),
            5 => (land::HARBOUR, 9, 11),
            _ => (land::SHOP, 3, 4),
        };
        true
    }

    fn reset(&mut self) {
        self.begin();
    }
}

exports!(Windle, text);
