//! The games of the tree, without a page: pictures change nothing, copies go on alike, and programs see only what they may.

mod common;

use common::{Memory, bundle, game, manifest};
use oracade_wasm::wasi::{self, Outcome};
use oracade_wasm::{Game, MODULE_FILE, Manifest, Module, Record, kind};
use std::rc::Rc;

const GAMES: [&str; 3] = ["ember", "sumstones", "tideline"];

fn key(game: &mut Game, code: i32, down: bool) {
    let kind = if down { kind::KEY_DOWN } else { kind::KEY_UP };
    let record = Record {
        kind,
        code,
        x: 0.0,
        y: 0.0,
        detail: 0,
        modifiers: 0,
    };
    game.input(record).unwrap();
}

/// Plays from one frame to another: keys go down and up by a fixed rule.
fn play(game: &mut Game, from: u64, to: u64) {
    for frame in from..to {
        let code = [44, 79, 80, 82, 81, 40][(frame / 7 % 6) as usize];
        if frame % 7 == 0 {
            key(game, code, true);
        } else if frame % 7 == 4 {
            key(game, code, false);
        }
        game.step(frame as f64 * 1000.0 / 60.0).unwrap();
    }
}

#[test]
fn a_copy_goes_on_as_the_original_does() {
    for name in GAMES {
        let mut original = game(name);
        play(&mut original, 1, 200);
        let mut copy = original.copy(Rc::new(Memory::default())).unwrap();
        let then = original.snapshot().unwrap();
        play(&mut copy, 200, 500);
        assert_eq!(original.snapshot().unwrap(), then, "{name}: the copy is seen");
        play(&mut original, 200, 500);
        assert_eq!(original.snapshot().unwrap(), copy.snapshot().unwrap(), "{name}");
        let size = original.canvas();
        let pictures = [&mut original, &mut copy].map(|game| game.picture(size.0, size.1, [1.0, 1.0]).unwrap().unwrap());
        assert!(pictures[0].data() == pictures[1].data(), "{name}: other pixels");
        let mut unbranched = game(name);
        play(&mut unbranched, 1, 500);
        assert_eq!(
            unbranched.snapshot().unwrap(),
            copy.snapshot().unwrap(),
            "{name}: another history"
        );
    }
}

#[test]
fn looking_changes_nothing() {
    for name in GAMES {
        let (mut seen, mut unseen) = (game(name), game(name));
        for part in 0..6 {
            let (from, to) = (1 + part * 20, 21 + part * 20);
            play(&mut seen, from, to);
            play(&mut unseen, from, to);
            let (width, height) = seen.canvas();
            let picture = seen.picture(width, height, [1.0, 1.0]).unwrap().unwrap();
            assert!(picture.pixels().iter().any(|pixel| pixel.alpha() > 0), "{name} is empty");
            let small = seen
                .picture(84, 84, [84.0 / f64::from(width), 84.0 / f64::from(height)])
                .unwrap()
                .unwrap();
            assert!(
                small.pixels().iter().all(|pixel| pixel.alpha() > 0),
                "{name}: the small picture is not filled"
            );
        }
        assert_eq!(seen.snapshot().unwrap(), unseen.snapshot().unwrap(), "{name}");
        assert_eq!(seen.take_lines(), unseen.take_lines(), "{name}");
    }
}

fn almanac(change: impl FnOnce(&mut wasi::Setup)) -> Outcome {
    let files = bundle("almanac");
    let module = Module::load(files.get(MODULE_FILE).unwrap()).unwrap();
    let mut setup = wasi::Setup {
        manifest: manifest(&files),
        files,
        seed: 1,
        epoch_ms: 1_767_225_600_000.0,
        now_us: 0,
        fuel: 1_000_000_000,
        memory_bytes: 64 << 20,
    };
    change(&mut setup);
    wasi::run(&module, &setup).unwrap()
}

#[test]
fn a_program_sees_the_bundle_the_clock_and_nothing_else() {
    let outcome = almanac(|_| {});
    let lines: Vec<(&str, &str)> = outcome.lines.iter().map(|line| (line.kind, line.text.as_str())).collect();
    let expected = [
        "args almanac --year 2026",
        "moon new",
        "read how high",
        "tides 52",
        "files game.json game.wasm program.rs question.txt tides.txt tmp",
        "kept \"sum 52\\nend\\n\" 11",
        "write ReadOnlyFilesystem",
        "host NotFound",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert_eq!(*line, ("log", expected));
    }
    assert!(lines[9].1.starts_with("link "), "{lines:?}");
    assert_eq!(lines[10], ("log", "date 1767225600 waited 1500"));
    assert_eq!(lines.last(), Some(&("error", "done")));
    assert_eq!(outcome.exit, Ok(0));
    assert_eq!(outcome.files.keys().collect::<Vec<_>>(), ["tides"]);
    assert!((1_500_000..1_501_000).contains(&outcome.now_us), "{}", outcome.now_us);
}

#[test]
fn a_program_is_a_function_of_its_seed() {
    let guess = |seed: u64| {
        let outcome = almanac(|setup| setup.seed = seed);
        (
            outcome
                .stdout
                .lines()
                .find(|line| line.starts_with("guess"))
                .unwrap()
                .to_owned(),
            outcome.fuel_used,
        )
    };
    assert_eq!(guess(1), guess(1));
    assert_ne!(guess(1).0, guess(2).0);
}

#[test]
fn a_program_ends_by_its_own_word_or_by_a_limit() {
    let args = ["almanac", "--fail"].map(str::to_owned).to_vec();
    let failing = almanac(|setup| {
        setup.manifest = Manifest {
            args,
            ..setup.manifest.clone()
        }
    });
    assert_eq!(failing.exit, Ok(3));
    let short = almanac(|setup| setup.fuel = 50_000);
    assert!(
        matches!(
            short.exit,
            Err(oracade_wasm::GameError::Fuel {
                call: "_start",
                fuel: 50_000
            })
        ),
        "{:?}",
        short.exit
    );
}
