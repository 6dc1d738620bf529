//! The picture: tiles, people, and the boxes over them.

use crate::land::{self, PEOPLE, PLACES};
use crate::oracade::{self, Align, Color, Pen, faded, rgb};
use crate::talk::Effect;
use crate::{FLIGHTS, Facing, Mode, PACE, TELLS, TILE, VIEW, Windle};

const GRASS: Color = rgb(0x9cc27a);
const TUFT: Color = rgb(0x7fa862);
const PATH: Color = rgb(0xe4d3a4);
const PEBBLE: Color = rgb(0xcbb685);
const LEAF: Color = rgb(0x4b7d52);
const LEAF_LIGHT: Color = rgb(0x6a9b61);
const TRUNK: Color = rgb(0x6d5138);
const ROOF: Color = rgb(0xb8604a);
const ROOF_DARK: Color = rgb(0x97493a);
const FRONT: Color = rgb(0xf0e3c8);
const BEAM: Color = rgb(0x8b6b48);
const GLASS: Color = rgb(0x86b4c4);
const WATER: Color = rgb(0x5b93b8);
const FOAM: Color = rgb(0x8dbbd2);
const FLOOR: Color = rgb(0xd7b98a);
const SEAM: Color = rgb(0xc2a172);
const WALL: Color = rgb(0x86715e);
const CLOTH: Color = rgb(0x5e83a8);
const DARK: Color = rgb(0x2b2a33);
const PAPER: Color = rgb(0xfaf4e3);
const INK: Color = rgb(0x37312c);
const SEAL: Color = rgb(0xb8483e);
const SKIN: Color = rgb(0xeac29c);
const KITES: [Color; 3] = [rgb(0x6f8fae), rgb(0xb8863f), rgb(0xc4607a)];
const COAT: Color = rgb(0x4a6fa5);
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 160.0;

fn tile(pen: &mut Pen, kind: u8, x: f64, y: f64, number: usize) {
    let mut rect = |color: Color, dx: f64, dy: f64, w: f64, h: f64| {
        pen.fill(color);
        pen.rect(x + dx, y + dy, w, h);
    };
    match kind {
        b',' | b'T' | b'S' | b'f' | b'"' => rect(GRASS, 0.0, 0.0, 16.0, 16.0),
        b'.' => rect(PATH, 0.0, 0.0, 16.0, 16.0),
        b'~' | b'u' => rect(WATER, 0.0, 0.0, 16.0, 16.0),
        b'_' | b't' | b'b' | b's' | b'C' | b'k' | b'm' => {
            rect(FLOOR, 0.0, 0.0, 16.0, 16.0);
            rect(SEAM, 0.0, 15.0, 16.0, 1.0);
        }
        b'=' => {
            rect(BEAM, 0.0, 0.0, 16.0, 16.0);
            rect(TRUNK, 0.0, 7.0, 16.0, 1.0);
        }
        b'h' => {
            rect(ROOF, 0.0, 0.0, 16.0, 16.0);
            rect(ROOF_DARK, 0.0, 4.0, 16.0, 1.0);
            rect(ROOF_DARK, 0.0, 10.0, 16.0, 1.0);
        }
        b'w' | b'D' => {
            rect(FRONT, 0.0, 0.0, 16.0, 16.0);
            rect(BEAM, 0.0, 0.0, 16.0, 2.0);
        }
        b'#' => {
            rect(WALL, 0.0, 0.0, 16.0, 16.0);
            rect(BEAM, 0.0, 13.0, 16.0, 3.0);
        }
        _ => rect(DARK, 0.0, 0.0, 16.0, 16.0),
    }
    match kind {
        b',' if number % 3 == 0 => rect(TUFT, 4.0 + (number % 5) as f64, 9.0, 3.0, 2.0),
        b'.' if number % 4 == 0 => rect(PEBBLE, 3.0 + (number % 7) as f64, 6.0, 2.0, 2.0),
        b'"' => {
            for n in 0..4 {
                rect(TUFT, 1.0 + 4.0 * f64::from(n), 3.0, 2.0, 12.0);
            }
        }
        b'~' if number % 2 == 0 => rect(FOAM, 3.0, 5.0, 7.0, 1.0),
        b'u' => {
            rect(TRUNK, 1.0, 8.0, 14.0, 5.0);
            rect(PAPER, 7.0, 1.0, 5.0, 7.0);
        }
        b'w' => rect(GLASS, 5.0, 5.0, 6.0, 6.0),
        b'D' => {
            rect(TRUNK, 3.0, 3.0, 10.0, 13.0);
            rect(PATH, 10.0, 9.0, 2.0, 2.0);
        }
        b'S' => {
            rect(TRUNK, 7.0, 8.0, 2.0, 7.0);
            rect(BEAM, 2.0, 3.0, 12.0, 7.0);
            rect(PAPER, 4.0, 5.0, 8.0, 3.0);
        }
        b'f' => {
            rect(BEAM, 0.0, 7.0, 16.0, 2.0);
            rect(BEAM, 3.0, 4.0, 2.0, 9.0);
            rect(BEAM, 11.0, 4.0, 2.0, 9.0);
        }
        b't' | b'C' | b'k' => {
            rect(BEAM, 0.0, 2.0, 16.0, 12.0);
            rect(PEBBLE, 0.0, 2.0, 16.0, 3.0);
        }
        b'b' => {
            rect(PAPER, 1.0, 0.0, 14.0, 16.0);
            rect(CLOTH, 1.0, 5.0, 14.0, 11.0);
        }
        b's' => {
            rect(TRUNK, 0.0, 0.0, 16.0, 15.0);
            rect(SEAL, 2.0, 3.0, 3.0, 4.0);
            rect(CLOTH, 6.0, 3.0, 4.0, 4.0);
            rect(PEBBLE, 3.0, 9.0, 9.0, 4.0);
        }
        b'm' => rect(SEAL, 1.0, 3.0, 14.0, 11.0),
        b'T' => {
            rect(TRUNK, 6.0, 10.0, 4.0, 6.0);
            pen.fill(LEAF);
            pen.circle(x + 8.0, y + 7.0, 7.0);
            pen.fill(LEAF_LIGHT);
            pen.circle(x + 6.0, y + 5.0, 3.0);
        }
        _ => {}
    }
}

/// A shape by its corners.
fn polygon(pen: &mut Pen, corners: &[[f64; 2]]) {
    let mut path = Vec::with_capacity(corners.len() * 3 + 1);
    for (n, [x, y]) in corners.iter().enumerate() {
        path.extend([f64::from(u8::from(n > 0)), *x, *y]);
    }
    path.push(4.0);
    pen.path(&path);
}

fn kite(pen: &mut Pen, number: usize, x: f64, y: f64, size: f64) {
    pen.fill(KITES[number]);
    let wing = size * 0.7;
    polygon(pen, &[[x, y - size], [x + wing, y], [x, y + size * 1.2], [x - wing, y]]);
}

fn person(pen: &mut Pen, coat: Color, x: f64, y: f64, facing: Facing) {
    pen.fill(faded(DARK, 0.25));
    pen.path(&[5.0, x + 8.0, y + 14.5, 5.5, 2.0, 0.0, 0.0, core::f64::consts::TAU, 0.0]);
    pen.fill(coat);
    pen.rounded(x + 3.0, y + 6.0, 10.0, 9.0, 3.0);
    pen.fill(SKIN);
    pen.circle(x + 8.0, y + 4.5, 4.0);
    pen.fill(INK);
    pen.rect(x + 4.0, y, 8.0, if facing == Facing::Up { 6.0 } else { 2.5 });
    match facing {
        Facing::Down => {
            pen.rect(x + 6.0, y + 4.0, 1.0, 2.0);
            pen.rect(x + 9.0, y + 4.0, 1.0, 2.0);
        }
        Facing::Left => pen.rect(x + 5.0, y + 4.0, 1.0, 2.0),
        Facing::Right => pen.rect(x + 10.0, y + 4.0, 1.0, 2.0),
        Facing::Up => {}
    }
}

fn sheet(pen: &mut Pen, x: f64, y: f64, w: f64, h: f64) {
    pen.fill(INK);
    pen.rounded(x, y, w, h, 4.0);
    pen.fill(PAPER);
    pen.rounded(x + 1.5, y + 1.5, w - 3.0, h - 3.0, 3.0);
}

fn choices(game: &Windle, pen: &mut Pen, names: &[&str], x: f64, y: f64, w: f64) {
    sheet(pen, x, y, w, 8.0 + 13.0 * names.len() as f64);
    for (n, name) in names.iter().enumerate() {
        let row = y + 11.0 + 13.0 * n as f64;
        if n == game.cursor() {
            pen.fill(SEAL);
            polygon(pen, &[[x + 6.0, row - 4.0], [x + 11.0, row], [x + 6.0, row + 4.0]]);
        }
        pen.fill(INK);
        pen.text(game.fonts[0], name, x + 15.0, row, Align::Left);
    }
}

fn said(game: &Windle, pen: &mut Pen, speaker: &str, text: &str, width: f64) {
    sheet(pen, 3.0, 106.0, 234.0, 51.0);
    let mut row = 117.0;
    if !speaker.is_empty() {
        pen.fill(SEAL);
        pen.text(game.fonts[1], speaker, 10.0, row, Align::Left);
        row += 12.0;
    }
    pen.fill(INK);
    for line in oracade::wrapped(game.fonts[0], text, width) {
        pen.text(game.fonts[0], &line, 10.0, row, Align::Left);
        row += 12.0;
    }
}

fn duel(game: &Windle, pen: &mut Pen, duel: &crate::Duel) {
    pen.gradient([0.0, 0.0], [0.0, 106.0], &[(0.0, rgb(0x7fb2d0)), (1.0, rgb(0xd8e8e4))]);
    pen.rect(0.0, 0.0, WIDTH, HEIGHT);
    pen.fill(GRASS);
    pen.rect(0.0, 92.0, WIDTH, 68.0);
    let own = game.kite.unwrap_or(0);
    // A kite hangs the lower, the more rounds its owner lost.
    let height = |lost: u32| 24.0 + 14.0 * f64::from(lost);
    for (x, hand, number, lost) in [(70.0, 40.0, own, duel.his), (170.0, 200.0, (own + 1) % 3, duel.own)] {
        pen.stroke(faded(INK, 0.5), 0.8);
        pen.line(&[0.0, hand, 84.0, 1.0, x, height(lost) + 14.0]);
        kite(pen, number, x, height(lost), 13.0);
    }
    person(pen, COAT, 32.0, 80.0, Facing::Right);
    person(pen, rgb(0xa8743a), 192.0, 80.0, Facing::Left);
    said(
        game,
        pen,
        "",
        &format!(
            "You {}, Bram {}. {}{}",
            duel.own,
            duel.his,
            duel.told,
            TELLS[game.flown(duel)]
        ),
        160.0,
    );
    choices(game, pen, &FLIGHTS, 176.0, 108.0, 58.0);
}

/// All of it.
pub fn picture(game: &Windle, pen: &mut Pen) {
    if let Mode::Duel(now) = &game.mode {
        duel(game, pen, now);
        return;
    }
    pen.fill(DARK);
    pen.rect(0.0, 0.0, WIDTH, HEIGHT);
    if game.dark > 0 {
        return;
    }
    let (left, top) = game.corner();
    for row in 0..VIEW.1 {
        for column in 0..VIEW.0 {
            let (x, y) = (left + column, top + row);
            let kind = land::tile(game.place, x, y);
            let number = (x * 7 + y * 13).rem_euclid(35) as usize;
            tile(pen, kind, f64::from(column * TILE), f64::from(row * TILE), number);
            // Three stands side by side, each with its kite until that is chosen.
            let hangs = (x - 8).clamp(0, 2) as usize;
            if kind == b'k' && game.kite != Some(hangs) {
                kite(
                    pen,
                    hangs,
                    f64::from(column * TILE + 8),
                    f64::from(row * TILE + 7),
                    5.0,
                );
            }
        }
    }
    for who in PEOPLE.iter().filter(|who| who.place == game.place) {
        let (x, y) = (f64::from((who.x - left) * TILE), f64::from((who.y - top) * TILE));
        person(pen, rgb(who.coat), x, y, Facing::Down);
    }
    // While walking one is between two tiles.
    let (dx, dy) = game.facing.delta();
    let behind = f64::from(game.moving) / f64::from(PACE) * 16.0;
    let x = f64::from((game.x - left) * TILE) - f64::from(dx) * behind;
    let y = f64::from((game.y - top) * TILE) - f64::from(dy) * behind;
    person(pen, COAT, x, y, game.facing);
    pen.fill(faded(INK, 0.72));
    pen.rounded(
        4.0,
        4.0,
        16.0 + oracade::measure(game.fonts[1], PLACES[game.place].title),
        14.0,
        3.0,
    );
    pen.fill(PAPER);
    pen.text(game.fonts[1], PLACES[game.place].title, 12.0, 11.0, Align::Left);
    match &game.mode {
        Mode::Talk(lines, at, _) => {
            if let Some(line) = lines.get(*at) {
                said(game, pen, line.speaker, line.text, 220.0);
                if matches!(line.effect, Effect::Ask(_)) {
                    choices(game, pen, &["Yes", "No"], 190.0, 70.0, 46.0);
                }
            }
        }
        Mode::Bag(_) => {
            let bag = game.bag();
            let names: Vec<&str> = bag.iter().map(String::as_str).collect();
            choices(
                game,
                pen,
                if names.is_empty() { &["(nothing)"] } else { &names },
                100.0,
                24.0,
                134.0,
            );
        }
        _ => {}
    }
}
