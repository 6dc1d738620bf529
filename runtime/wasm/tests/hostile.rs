//! Modules and command buffers that were damaged: refused, ended or played, each by its name and never with a panic.

mod common;

use common::{bundle, plain, setup};
use oracade_wasm::{Files, Game, GameError, MODULE_FILE, Module};

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn play(wasm: &[u8], files: Files) -> Result<(), GameError> {
    let module = Module::load(wasm)?;
    let mut setup = setup(files, (64, 64));
    setup.call_fuel = 5_000_000;
    let mut game = Game::open(&module, setup)?;
    game.start()?;
    for frame in 0..3 {
        game.step(f64::from(frame))?;
    }
    game.snapshot()?;
    game.picture(64, 64, [0.5, 0.5]).map(|_| ())
}

#[test]
fn damaged_modules_come_to_a_named_end() {
    let files = bundle("tideline");
    let whole = files.get(MODULE_FILE).unwrap().to_vec();
    let mut chance = Chance(7);
    let (mut refused, mut played) = (0, 0);
    for _ in 0..60 {
        let mut wasm = whole.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(wasm.len() as u64) as usize;
            wasm[at] = chance.below(256) as u8;
        }
        if chance.below(6) == 0 {
            wasm.truncate(chance.below(whole.len() as u64) as usize);
        }
        match play(&wasm, files.clone()) {
            Err(GameError::Refused(text)) => {
                assert!(text.contains("game.wasm"), "{text}");
                refused += 1;
            }
            Err(GameError::Busy(text)) => panic!("{text}"),
            _ => played += 1,
        }
    }
    assert!(refused > 5 && played > 5, "{refused} refused, {played} played");
}

/// A game that hands over whatever numbers lie in its file.
fn drawing(words: &[f64]) -> Result<(), GameError> {
    let bytes: String = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .map(|byte| format!("\\{byte:02x}"))
        .collect();
    let wat = format!(
        "(module (import \"oracade\" \"commands\" (func $commands (param i32 i32)))
         (import \"oracade\" \"text\" (func $text (param i32 i32) (result i32)))
         (memory (export \"memory\") 4) (data (i32.const 0) \"{bytes}\")
         (func (export \"oracade_abi\") (result i32) i32.const 1) (func (export \"init\")) (func (export \"step\") (param f64))
         (func (export \"draw\") (drop (call $text (i32.const 0) (i32.const 40))) (call $commands (i32.const 0) (i32.const {}))))",
        words.len()
    );
    plain(&wat)?.picture(48, 48, [1.5, 0.75]).map(|_| ())
}

#[test]
fn any_numbers_are_drawn_or_named() {
    let mut chance = Chance(11);
    // How many arguments a command has, as far as that is fixed.
    let fixed = [
        (1, 6),
        (4, 1),
        (5, 1),
        (6, 4),
        (8, 7),
        (9, 2),
        (10, 1),
        (11, 1),
        (15, 4),
        (16, 4),
        (17, 4),
        (19, 5),
        (20, 7),
    ];
    let (mut drawn, mut named) = (0, 0);
    for round in 0..150 {
        let mut words = Vec::new();
        for _ in 0..=chance.below(12) {
            let (op, arguments) = fixed[chance.below(fixed.len() as u64) as usize];
            words.push(f64::from(op));
            for place in 0..arguments {
                let simple = [0.0, 1.0, 0.5, 2.0, 1.0e-30, 1.0e9, 1.0e300, -3.0, 40.0];
                let count = if round % 2 == 0 { 3 } else { simple.len() as u64 };
                let word = simple[chance.below(count) as usize];
                // Where a number of something stands, mostly one that there is.
                words.push(if place == 1 && op == 19 { 0.0 } else { word });
            }
        }
        // A path of everything there is.
        words.extend([
            14.0, 1.0, 18.0, 0.0, 1.0e9, 2.0, 5.0, 1.0, 1.0, 30.0, 1.0e-9, 0.0, 0.0, 1.0e6, 0.0,
        ]);
        words.extend([8.0, 1.0, 1.0, 1.0e8, 1.0, 3.0]);
        match drawing(&words) {
            Ok(()) => drawn += 1,
            Err(GameError::Trap { call: "draw", text }) => {
                assert!(text.starts_with("canvas command at number "), "{text}");
                named += 1;
            }
            Err(other) => panic!("{words:?}: {other:?}"),
        }
    }
    assert!(drawn > 10 && named > 10, "{drawn} drawn, {named} named");
}
