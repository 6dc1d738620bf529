//! Small games of ours, one for each library or technique that generated browser games use, as data.
//!
//! A game is a folder: `index.html` and its files, `checks.js` with behaviour checks, and `oracade.lock.json` if it loads a
//! package. They show what real libraries need of a page; README.md lists what each exercises.

use std::path::{Path, PathBuf};

/// A game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// Its name, which is also the name of its folder.
    pub name: &'static str,
    /// The package and version it is made with; None for none.
    pub library: Option<&'static str>,
    /// What it asks of a page, in a few words.
    pub exercises: &'static str,
    /// If it cannot run here yet: a text of the error that it ends with.
    pub known: Option<&'static str>,
}

/// A game with one edit that makes it wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mutant {
    /// The game's name.
    pub game: &'static str,
    /// The file the edit is made in.
    pub file: &'static str,
    /// Occurs once in the file.
    pub find: &'static str,
    /// Stands there instead.
    pub replace: &'static str,
    /// The checks that fail, each with a part of what it complains about; all others pass.
    pub fails: &'static [(&'static str, &'static str)],
}

/// All games, by name.
pub const GAMES: &[Game] = &[
    Game {
        name: "bubbles",
        library: Some("pixi.js 8.22.0"),
        exercises: "canvas renderer, sprite sheet, masks, text, pointer events by hit areas",
        known: None,
    },
    Game {
        name: "burrow",
        library: Some("p5 1.11.11"),
        exercises: "2D mode: preload, pixels, noise, graphics layers, curves, keys, stored items",
        known: None,
    },
    Game {
        name: "chimes",
        library: Some("howler 2.2.4"),
        exercises: "sound on the virtual clock: sprites, end, fade, rate, mute",
        known: None,
    },
    Game {
        name: "deep",
        library: Some("pixi.js 8.22.0"),
        exercises: "WebGL renderer: filters, particles, tiling, render textures, blend modes, extraction, pointer",
        known: None,
    },
    Game {
        name: "fen",
        library: Some("three 0.180.0"),
        exercises: "lights, shadows, fog, instances, a skin from a glTF data URL, bloom, reading pixels",
        known: None,
    },
    Game {
        name: "glow",
        library: Some("kaplay 3001.0.19"),
        exercises: "WebGL 1: text of a canvas atlas, shapes, collisions, tweens",
        known: None,
    },
    Game {
        name: "hopper",
        library: None,
        exercises: "fixed steps in animation frames, interpolation, a save in local storage over reloads",
        known: None,
    },
    Game {
        name: "orbit",
        library: Some("mitt 3.0.1"),
        exercises: "ES modules: import map, JSON module, import(), top-level await, import.meta, private members",
        known: None,
    },
    Game {
        name: "orchard",
        library: Some("phaser 4.1.0"),
        exercises: "WebGL: arcade physics, pooled groups, drawn textures, tweens, particles, timers, pointer, pause and restart",
        known: None,
    },
    Game {
        name: "skiff",
        library: Some("phaser 3.90.0"),
        exercises: "WebGL: loader, arcade physics, tile map, animation, particles, camera, sound, scaling to fit",
        known: None,
    },
    Game {
        name: "tower",
        library: Some("matter-js 0.20.0"),
        exercises: "rigid bodies, its own canvas renderer and runner, dragging with a mouse constraint",
        known: None,
    },
];

/// Games made wrong on purpose: suites that pass them are wrong themselves.
pub const MUTANTS: &[Mutant] = &[
    Mutant {
        game: "chimes",
        file: "index.html",
        find: "sound.once('end', () => { state.swept = true; note('end sweep'); }, id);",
        replace: "note('no end');",
        fails: &[("chi-rounds", "the sweep never ends")],
    },
    Mutant {
        game: "deep",
        file: "index.html",
        find: "state.safe = 1.5;",
        replace: "state.safe = 0;",
        fails: &[("dee-sting", "stung twice at once")],
    },
    Mutant {
        game: "fen",
        file: "index.html",
        find: "moon.castShadow = true;",
        replace: "moon.castShadow = false;",
        fails: &[("fen-shade", "no shadow")],
    },
    Mutant {
        game: "hopper",
        file: "index.html",
        find: "rest += Math.min(now - (last ?? now), MAX_FRAME_MS);",
        replace: "rest += STEP_MS;",
        fails: &[("hop-steps", "steps a second:")],
    },
    Mutant {
        game: "orchard",
        file: "index.html",
        find: "this.lives--;",
        replace: "this.lives -= 0;",
        fails: &[("orc-miss", "it is never lost")],
    },
    Mutant {
        game: "skiff",
        file: "index.html",
        find: "this.hull -= 1;",
        replace: "this.hull -= 0;",
        fails: &[("skiff-rock", "the rock does not hurt")],
    },
];

impl Game {
    /// The game's folder.
    pub fn folder(&self) -> PathBuf {
        folder(self.name)
    }
}

/// The folder of the game of that name.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
