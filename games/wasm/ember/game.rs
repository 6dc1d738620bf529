//! Ember: a moth with a lantern, hornets that come in waves, pollen to throw at them.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;

use oracade::{Align, Color, Input, Pen, below, faded, random, rgb};
use std::fmt::Write;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 320.0;
const SPEED: f64 = 3.0;
const COOLDOWN: u32 = 9;
const SPARED: u32 = 90;
const POWER: u32 = 360;
const SPARKS_MAX: usize = 400;

const NIGHT: Color = rgb(0x0b1026);
const DUSK: Color = rgb(0x2a1a3e);
const GLOW: Color = rgb(0xffd27a);
const EMBER: Color = rgb(0xff8a3c);
const LEAF: Color = rgb(0x3f8f5a);
const PETAL: Color = rgb(0xff7ab8);
const PALE: Color = rgb(0xf4ecd8);

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Title,
    Playing,
    Over,
}

/// What the bundle's file `variant` asks for: a game that is wrong in one thing.
#[derive(Clone, Copy, Default, PartialEq)]
enum Variant {
    #[default]
    None,
    Harmless,
    Deaf,
    Miser,
    Forgetful,
}

struct Hornet {
    x: f64,
    y: f64,
    home: f64,
    age: f64,
    fall: f64,
    hits: u32,
    queen: bool,
}

struct Spark {
    x: f64,
    y: f64,
    dx: f64,
    dy: f64,
    left: u32,
    color: Color,
}

#[derive(Default)]
struct Held {
    left: bool,
    right: bool,
    up: bool,
    down: bool,
    fire: bool,
    pointer: Option<(f64, f64)>,
}

struct Ember {
    variant: Variant,
    phase: Phase,
    steps: u64,
    x: f64,
    y: f64,
    lives: u32,
    score: u32,
    best: u32,
    wave: u32,
    cooldown: u32,
    spared: u32,
    power: u32,
    held: Held,
    hornets: Vec<Hornet>,
    shots: Vec<[f64; 3]>,
    petals: Vec<[f64; 2]>,
    sparks: Vec<Spark>,
    stars: Vec<[f64; 3]>,
    fonts: [i32; 3],
    sprites: [i32; 3],
}

const MOTH: [&str; 12] = [
    "..o......o..",
    "...o....o...",
    "ww..o..o..ww",
    "wwww.bb.wwww",
    "wwwwwbbwwwww",
    "wwowwbbwwoww",
    ".wwwwbbwwww.",
    "..wwwbbwww..",
    "...wwbbww...",
    "..www.ywww..",
    "..ww.yy.ww..",
    ".....yy.....",
];
const HORNET: [&str; 12] = [
    "..k......k..",
    "...k....k...",
    "....kkkk....",
    ".pp.kykk.pp.",
    "pppp.kk.pppp",
    ".pppyyyyppp.",
    "..p.kkkk.p..",
    "....yyyy....",
    "....kkkk....",
    ".....yy.....",
    ".....kk.....",
    "......k.....",
];
const QUEEN: [&str; 12] = [
    "..g.g..g.g..",
    "..gggggggg..",
    "...kkkkkk...",
    "pp.kRkkRk.pp",
    "pppp.kk.pppp",
    "ppppRRRRpppp",
    ".pp.kkkk.pp.",
    "...RRRRRR...",
    "...kkkkkk...",
    "....RRRR....",
    ".....kk.....",
    ".....kk.....",
];

fn sprite(rows: &[&str]) -> i32 {
    let mut rgba = Vec::new();
    for row in rows {
        for c in row.bytes() {
            rgba.extend(match c {
                b'o' => [0xc9, 0xb2, 0x8a, 255],
                b'w' => [0xe9, 0xdc, 0xc0, 255],
                b'b' => [0x7a, 0x5a, 0x3c, 255],
                b'y' => [0xff, 0xcc, 0x4d, 255],
                b'k' => [0x2b, 0x20, 0x1c, 255],
                b'p' => [0xb8, 0xd8, 0xff, 150],
                b'g' => [0xff, 0xe0, 0x66, 255],
                b'R' => [0xd8, 0x4a, 0x3a, 255],
                _ => [0, 0, 0, 0],
            });
        }
    }
    oracade::image_pixels(&rgba, rows[0].len() as u32)
}

impl Ember {
    fn begin(&mut self) {
        self.phase = Phase::Playing;
        (self.x, self.y) = (WIDTH / 2.0, HEIGHT - 48.0);
        (self.lives, self.score, self.wave) = (3, 0, 0);
        (self.cooldown, self.spared, self.power) = (0, 0, 0);
        self.hornets.clear();
        self.shots.clear();
        self.petals.clear();
        self.sparks.clear();
        self.next_wave();
    }

    fn next_wave(&mut self) {
        self.wave += 1;
        let count = 3 + 2 * self.wave;
        for n in 0..count {
            let home = 40.0 + (WIDTH - 80.0) * (f64::from(n) + 0.5) / f64::from(count);
            self.hornets.push(Hornet {
                x: home,
                y: -20.0 - 26.0 * f64::from(n % 3) - random() * 12.0,
                home,
                age: random() * 6.0,
                fall: 0.35 + 0.05 * f64::from(self.wave.min(12)),
                hits: 1,
                queen: false,
            });
        }
        if self.wave % 3 == 0 {
            self.hornets.push(Hornet {
                x: WIDTH / 2.0,
                y: -60.0,
                home: WIDTH / 2.0,
                age: 0.0,
                fall: 0.3,
                hits: 6,
                queen: true,
            });
        }
    }

    fn hornet(&mut self, x: f64, y: f64, fall: f64) {
        self.hornets.push(Hornet {
            x,
            y,
            home: x,
            age: 0.0,
            fall,
            hits: 1,
            queen: false,
        });
    }

    fn burst(&mut self, x: f64, y: f64, count: usize, color: Color) {
        for _ in 0..count.min(SPARKS_MAX.saturating_sub(self.sparks.len())) {
            let angle = random() * std::f64::consts::TAU;
            let speed = 0.4 + random() * 2.2;
            self.sparks.push(Spark {
                x,
                y,
                dx: angle.cos() * speed,
                dy: angle.sin() * speed,
                left: 20 + below(30) as u32,
                color,
            });
        }
    }

    fn lose_life(&mut self) {
        self.burst(self.x, self.y, 24, EMBER);
        self.lives = self.lives.saturating_sub(1);
        self.spared = SPARED;
        if self.lives == 0 {
            self.phase = Phase::Over;
            oracade::log(&format!("over at wave {} with {}", self.wave, self.score));
            if self.score > self.best {
                self.best = self.score;
                if self.variant != Variant::Forgetful {
                    oracade::store("ember.best", &self.best.to_string());
                }
            }
        }
    }

    fn move_moth(&mut self) {
        let held = &self.held;
        let axis = |more: bool, less: bool| f64::from(u8::from(more)) - f64::from(u8::from(less));
        let (mut dx, mut dy) = (axis(held.right, held.left) * SPEED, axis(held.down, held.up) * SPEED);
        if let (Some((x, y)), true) = (held.pointer, dx == 0.0 && dy == 0.0) {
            dx = (x - self.x).clamp(-SPEED, SPEED);
            dy = (y - self.y).clamp(-SPEED, SPEED);
        }
        self.x = (self.x + dx).clamp(14.0, WIDTH - 14.0);
        self.y = (self.y + dy).clamp(40.0, HEIGHT - 20.0);
    }

    fn shoot(&mut self) {
        self.cooldown = self.cooldown.saturating_sub(1);
        if !self.held.fire || self.cooldown > 0 {
            return;
        }
        self.cooldown = COOLDOWN;
        let sides: &[f64] = if self.power > 0 { &[-1.2, 0.0, 1.2] } else { &[0.0] };
        for side in sides {
            self.shots.push([self.x, self.y - 14.0, *side]);
        }
    }

    fn fly(&mut self) {
        for shot in &mut self.shots {
            shot[0] += shot[2];
            shot[1] -= 5.0;
        }
        self.shots.retain(|shot| shot[1] > -10.0);
        for petal in &mut self.petals {
            petal[1] += 1.1;
        }
        self.petals.retain(|petal| petal[1] < HEIGHT + 10.0);
        for spark in &mut self.sparks {
            spark.x += spark.dx;
            spark.y += spark.dy;
            spark.dy += 0.03;
            spark.left -= 1;
        }
        self.sparks.retain(|spark| spark.left > 0);
        for hornet in &mut self.hornets {
            hornet.age += 0.05;
            hornet.x = hornet.home + if hornet.fall > 0.0 { hornet.age.sin() * 22.0 } else { 0.0 };
            hornet.y += hornet.fall;
        }
    }

    fn meet(&mut self) {
        let mut killed = Vec::new();
        for hornet in &mut self.hornets {
            let reach = if hornet.queen { 20.0 } else { 12.0 };
            self.shots.retain(|shot| {
                let hit = hornet.hits > 0 && (shot[0] - hornet.x).abs() < reach && (shot[1] - hornet.y).abs() < reach;
                if hit {
                    hornet.hits -= 1;
                    if hornet.hits == 0 {
                        killed.push((hornet.x, hornet.y, hornet.queen));
                    }
                }
                !hit
            });
        }
        self.hornets.retain(|hornet| hornet.hits > 0);
        for (x, y, queen) in killed {
            if self.variant != Variant::Miser {
                self.score += if queen { 60 } else { 10 };
            }
            self.burst(x, y, 14, GLOW);
            if queen || random() < 0.12 {
                self.petals.push([x, y]);
            }
        }
        let (x, y) = (self.x, self.y);
        let near = |px: f64, py: f64, reach: f64| (px - x).abs() < reach && (py - y).abs() < reach;
        let before = self.petals.len();
        self.petals.retain(|petal| !near(petal[0], petal[1], 18.0));
        if self.petals.len() < before {
            self.power = POWER;
            self.burst(x, y, 10, PETAL);
        }
        let passed = self.hornets.iter().filter(|hornet| hornet.y > HEIGHT + 12.0).count();
        self.hornets.retain(|hornet| hornet.y <= HEIGHT + 12.0);
        for _ in 0..passed {
            self.lose_life();
        }
        let touched = self.spared == 0 && self.hornets.iter().any(|hornet| near(hornet.x, hornet.y, 16.0));
        if touched && self.variant != Variant::Harmless {
            self.lose_life();
        }
    }

    fn key(&mut self, code: i32, down: bool) {
        match code {
            80 | 4 => self.held.left = down && self.variant != Variant::Deaf,
            79 | 7 => self.held.right = down,
            82 | 26 => self.held.up = down,
            81 | 22 => self.held.down = down,
            44 => self.held.fire = down,
            _ => {}
        }
        if (79..=82).contains(&code) {
            self.held.pointer = None;
        }
        if down && self.phase != Phase::Playing && matches!(code, 44 | 40) {
            self.begin();
        }
    }

    fn hud(&self, pen: &mut Pen) {
        let [small, large, title] = self.fonts;
        pen.fill(PALE);
        pen.text(small, &format!("Score {}", self.score), 12.0, 16.0, Align::Left);
        pen.text(small, &format!("Wave {}", self.wave), WIDTH / 2.0, 16.0, Align::Center);
        pen.text(small, &format!("Best {}", self.best), WIDTH - 12.0, 16.0, Align::Right);
        for n in 0..self.lives {
            pen.fill(GLOW);
            pen.circle(18.0 + 16.0 * f64::from(n), 34.0, 5.0);
        }
        if self.power > 0 {
            pen.fill(faded(PETAL, 0.8));
            pen.rounded(
                WIDTH - 112.0,
                28.0,
                100.0 * f64::from(self.power) / f64::from(POWER),
                8.0,
                4.0,
            );
        }
        let (head, line) = match self.phase {
            Phase::Playing => return,
            Phase::Title => ("Ember", "Space or click: fly"),
            Phase::Over => ("The light is out", "Space or click: again"),
        };
        pen.fill(faded(NIGHT, 0.7));
        pen.rect(0.0, 100.0, WIDTH, 110.0);
        pen.fill(GLOW);
        pen.text(title, head, WIDTH / 2.0, 140.0, Align::Center);
        pen.fill(PALE);
        pen.text(large, line, WIDTH / 2.0, 182.0, Align::Center);
    }
}

impl oracade::Game for Ember {
    fn new() -> Ember {
        let variant = match oracade::file("variant").as_deref().map(str::trim) {
            Some("harmless") => Variant::Harmless,
            Some("deaf") => Variant::Deaf,
            Some("miser") => Variant::Miser,
            Some("forgetful") => Variant::Forgetful,
            _ => Variant::None,
        };
        let best = oracade::stored("ember.best").and_then(|best| best.parse().ok()).unwrap_or(0);
        let stars = (0..70)
            .map(|_| [random() * WIDTH, random() * HEIGHT, 0.4 + random()])
            .collect();
        Ember {
            variant,
            phase: Phase::Title,
            steps: 0,
            x: WIDTH / 2.0,
            y: HEIGHT - 48.0,
            lives: 3,
            score: 0,
            best,
            wave: 0,
            cooldown: 0,
            spared: 0,
            power: 0,
            held: Held::default(),
            hornets: Vec::new(),
            shots: Vec::new(),
            petals: Vec::new(),
            sparks: Vec::new(),
            stars,
            fonts: ["bold 14px sans-serif", "16px sans-serif", "bold 34px serif"].map(oracade::font),
            sprites: [sprite(&MOTH), sprite(&HORNET), sprite(&QUEEN)],
        }
    }

    fn step(&mut self) {
        self.steps += 1;
        if self.phase != Phase::Playing {
            for spark in &mut self.sparks {
                spark.left -= 1;
            }
            self.sparks.retain(|spark| spark.left > 0);
            return;
        }
        self.spared = self.spared.saturating_sub(1);
        self.power = self.power.saturating_sub(1);
        self.move_moth();
        self.shoot();
        self.fly();
        self.meet();
        if self.hornets.is_empty() && self.phase == Phase::Playing {
            self.next_wave();
        }
    }

    fn draw(&self, pen: &mut Pen) {
        pen.gradient([0.0, 0.0], [0.0, HEIGHT], &[(0.0, NIGHT), (0.8, DUSK), (1.0, rgb(0x1c3a2c))]);
        pen.rect(0.0, 0.0, WIDTH, HEIGHT);
        for [x, y, r] in &self.stars {
            pen.fill(faded(PALE, 0.25 + 0.4 * r));
            pen.circle(*x, *y, *r);
        }
        for n in 0..24 {
            let x = f64::from(n) * 21.0 - 6.0;
            pen.fill(faded(LEAF, 0.55));
            pen.path(&[
                0.0,
                x,
                HEIGHT,
                2.0,
                x + 4.0,
                HEIGHT - 30.0 - f64::from(n * 7 % 13),
                x + 14.0,
                HEIGHT,
            ]);
        }
        let whole = [0.0, 0.0, 12.0, 12.0];
        for [x, y] in &self.petals {
            pen.fill(PETAL);
            for n in 0..5 {
                let angle = f64::from(n) * 1.2566 + y * 0.05;
                pen.circle(x + angle.cos() * 5.0, y + angle.sin() * 5.0, 3.6);
            }
            pen.fill(GLOW);
            pen.circle(*x, *y, 3.0);
        }
        for [x, y, _] in &self.shots {
            pen.fill(GLOW);
            pen.circle(*x, *y, 3.0);
        }
        pen.put_smoothing(false);
        for hornet in &self.hornets {
            let size = if hornet.queen { 44.0 } else { 26.0 };
            let image = self.sprites[if hornet.queen { 2 } else { 1 }];
            pen.place(hornet.x, hornet.y, (hornet.age * 2.0).sin() * 0.15, 1.0);
            pen.image(image, whole, [-size / 2.0, -size / 2.0, size, size]);
        }
        pen.home();
        for spark in &self.sparks {
            pen.fill(faded(spark.color, (f64::from(spark.left) / 30.0).min(1.0)));
            pen.rect(spark.x - 1.5, spark.y - 1.5, 3.0, 3.0);
        }
        if self.phase != Phase::Over && self.spared % 10 < 5 {
            pen.fill(faded(GLOW, 0.16));
            pen.circle(self.x, self.y, 30.0);
            pen.image(self.sprites[0], whole, [self.x - 16.0, self.y - 16.0, 32.0, 32.0]);
        }
        self.hud(pen);
    }

    fn input(&mut self, input: Input) {
        match input.kind {
            0 | 1 => self.key(input.code, input.kind == 0),
            2 | 7 => self.held.pointer = Some((input.x, input.y)),
            3 | 6 => {
                if self.phase == Phase::Playing {
                    self.held.pointer = Some((input.x, input.y));
                    self.held.fire = true;
                } else {
                    self.begin();
                }
            }
            4 | 8 | 9 => self.held.fire = false,
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let phase = match self.phase {
            Phase::Title => "title",
            Phase::Playing => "playing",
            Phase::Over => "over",
        };
        let mut text = String::new();
        let _ = write!(
            text,
            "{{\"phase\":\"{phase}\",\"steps\":{},\"score\":{},\"best\":{},\"lives\":{},\"wave\":{},\"x\":{:.2},\"y\":{:.2},\
             \"shots\":{},\"petals\":{},\"sparks\":{},\"power\":{},\"spared\":{},\"hornets\":[",
            self.steps,
            self.score,
            self.best,
            self.lives,
            self.wave,
            self.x,
            self.y,
            self.shots.len(),
            self.petals.len(),
            self.sparks.len(),
            self.power,
            self.spared
        );
        for (n, hornet) in self.hornets.iter().take(24).enumerate() {
            let comma = if n > 0 { "," } else { "" };
            let _ = write!(text, "{comma}[{:.1},{:.1},{}]", hornet.x, hornet.y, hornet.hits);
        }
        text.push_str("]}");
        text
    }

    fn load_scenario(&mut self, scenario: &str) -> bool {
        let Some(name) = oracade::string_of(scenario, "name") else {
            return false;
        };
        if !["fresh", "aim", "touch", "last", "petal", "almost", "crowd"].contains(&name) {
            return false;
        }
        self.begin();
        if name != "fresh" {
            self.hornets.clear();
            // Far from the moth, so that the wave goes on.
            self.hornet(20.0, 60.0, 0.0);
        }
        match name {
            "aim" => self.hornet(self.x, self.y - 150.0, 0.0),
            "touch" => self.hornet(self.x, self.y - 8.0, 0.0),
            "last" => {
                self.lives = 1;
                self.score = 70;
                self.hornet(self.x, self.y - 8.0, 0.0);
            }
            "petal" => self.petals.push([self.x, self.y - 40.0]),
            "almost" => {
                self.hornets.clear();
                self.hornet(self.x, self.y - 60.0, 0.0);
            }
            "crowd" => {
                for n in 0..200 {
                    let (column, row) = (f64::from(n % 25), f64::from(n / 25));
                    self.hornet(24.0 + column * 18.0, 24.0 + row * 22.0, 0.0);
                }
                self.burst(WIDTH / 2.0, HEIGHT / 2.0, SPARKS_MAX, EMBER);
            }
            _ => {}
        }
        true
    }

    fn reset(&mut self) {
        self.begin();
        self.phase = Phase::Title;
    }
}

exports!(Ember);
