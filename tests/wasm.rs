//! Games of WebAssembly through the command, unchanged: check suites, tapes, frames, comparison, shortening, batches.

use oracade_runtime::{Bundle, Engine, Evaluation, Guest, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

fn folder_of(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games/wasm").join(game)
}

fn path_of(game: &str) -> String {
    folder_of(game).to_string_lossy().into_owned()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// The game, with what its bundle's file `variant` asks for.
fn variant(game: &str, name: &str) -> String {
    let place = scratch(&format!("{game}-{name}"));
    for file in ["game.wasm", "game.json", "checks.js", "levels.txt"] {
        let _ = fs::copy(folder_of(game).join(file), place.join(file));
    }
    fs::write(place.join("variant"), name).expect("a file of the test");
    place.to_string_lossy().into_owned()
}

fn oracade(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_oracade")).args(arguments).output();
    output.expect("the command starts")
}

fn told(arguments: &[&str], code: i32) -> String {
    let output = oracade(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}\n{error}");
    if text.is_empty() { error } else { text }
}

fn answer(arguments: &[&str], code: i32) -> Value {
    let text = told(&[arguments, &["--json"]].concat(), code);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The list of check results in a report, wherever it is.
fn checks_in(report: &Value) -> Option<&Vec<Value>> {
    match report {
        Value::Object(object) => match object.get("checks").and_then(Value::as_array) {
            Some(list) if list.first().is_some_and(|check| check.get("elapsed_ms").is_some()) => Some(list),
            _ => object.values().find_map(checks_in),
        },
        Value::Array(list) => list.iter().find_map(checks_in),
        _ => None,
    }
}

/// Identifiers of the checks that did not pass, and how many there are.
fn failures(game: &str, code: i32) -> (Vec<String>, usize) {
    let report = answer(&["check", game, "--quiet"], code);
    let checks = checks_in(&report).unwrap_or_else(|| panic!("{report:#}"));
    let failed = checks.iter().filter(|check| check["status"] != "PASS");
    (
        failed
            .map(|check| check["id"].as_str().unwrap_or_default().to_owned())
            .collect(),
        checks.len(),
    )
}

fn passes(game: &str) {
    let (failed, count) = failures(&path_of(game), 0);
    assert_eq!(failed, Vec::<String>::new(), "{game}");
    assert!(count >= 8, "{game} has {count} checks");
}

#[test]
fn ember_passes_its_checks() {
    passes("ember");
}

#[test]
fn sumstones_passes_its_checks() {
    passes("sumstones");
}

#[test]
fn tideline_passes_its_checks() {
    passes("tideline");
}

#[test]
fn wrong_variants_fail_the_checks_they_must() {
    let wrong = [
        ("ember", "harmless", &["ember-touch", "ember-over", "ember-record"][..]),
        ("ember", "deaf", &["ember-steer"]),
        ("ember", "miser", &["ember-kill"]),
        ("ember", "forgetful", &["ember-record"]),
        ("sumstones", "sloppy", &["sum-wrong"]),
        ("sumstones", "floating", &["sum-fall"]),
        ("sumstones", "endless", &["sum-drag", "sum-lost"]),
        ("sumstones", "narrow", &["sum-text"]),
        ("tideline", "still", &["tide-faster"]),
        ("tideline", "ghost", &["tide-log", "tide-over", "tide-record"]),
        ("tideline", "lefty", &["tide-keys", "tide-mouse", "tide-touch"]),
        ("tideline", "poor", &["tide-shell"]),
    ];
    for (game, name, expected) in wrong {
        let (failed, _) = failures(&variant(game, name), 1);
        for id in expected {
            assert!(failed.iter().any(|one| one == id), "{game} {name}: {failed:?}");
        }
        assert!(failed.len() <= expected.len() + 1, "{game} {name}: {failed:?}");
    }
}

/// Keys and the mouse, for three seconds.
fn events(folder: &Path) -> String {
    let mut lines = Vec::new();
    let key = |kind: &str, code: &str| json!({ "kind": "key", "type": kind, "code": code, "key": code });
    lines.push(json!({ "at_ms": 100, "input": key("keyDown", "Space") }));
    for n in 0..14_u64 {
        let code = ["ArrowLeft", "ArrowRight", "ArrowUp", "KeyD"][(n % 4) as usize];
        lines.push(json!({ "at_ms": 200 + n * 180, "input": key("keyDown", code) }));
        lines.push(json!({ "at_ms": 320 + n * 180, "input": key("keyUp", code) }));
    }
    lines.push(json!({ "at_ms": 2800, "input": { "kind": "mouse", "type": "mouseMoved", "x": 90, "y": 120 } }));
    lines.push(json!({ "at_ms": 2900, "snapshot": true }));
    let path = folder.join("events.jsonl");
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, text.join("\n")).expect("a file of the test");
    path.to_string_lossy().into_owned()
}

#[test]
fn tapes_are_recorded_replayed_seen_compared_and_shortened() {
    let place = scratch("tapes");
    let events = events(&place);
    for game in ["ember", "sumstones", "tideline"] {
        let tape = place.join(format!("{game}.tape")).to_string_lossy().into_owned();
        let path = path_of(game);
        let recorded = answer(
            &[
                "record", &path, "--events", &events, "--for", "3s", "--every", "15", "--out", &tape,
            ],
            0,
        );
        assert_eq!(recorded["checkpoints"], 12, "{game}: {recorded}");
        let replayed = answer(&["replay", &tape, "--verify"], 0);
        assert_eq!(
            (&replayed["equal"], &replayed["compared"]),
            (&json!(true), &json!(12)),
            "{game}: {replayed}"
        );
        assert_eq!(replayed["digest"], recorded["digest"], "{game}");
        let frames = place.join(format!("{game}-frames")).to_string_lossy().into_owned();
        told(&["frames", &tape, "--at", "60..90", "--every", "15", "--out", &frames], 0);
        assert_eq!(fs::read_dir(&frames).expect("frames").count(), 3);
        let same = answer(&["diff", &tape, &path, &path, "--every", "30"], 0);
        assert_eq!(same["equal"], true);
    }
    let tape = place.join("ember.tape").to_string_lossy().into_owned();
    let deaf = variant("ember", "deaf");
    let parted = answer(&["diff", &tape, &path_of("ember"), &deaf, "--no-pixels"], 1);
    let frame = parted.pointer("/divergence/frame").and_then(Value::as_u64);
    assert_eq!(frame, Some(13), "the first frame in which ArrowLeft is held: {parted}");
    let short = place.join("short.tape").to_string_lossy().into_owned();
    let until = "window.__gameTest.getSnapshot().phase === 'playing'";
    let shortened = answer(&["minimize", &tape, "--until", until, "--out", &short], 0);
    assert_eq!(shortened["events"], 1, "{shortened}");
}

#[test]
fn batches_take_games_tapes_and_suites() {
    let place = scratch("batch");
    let events = events(&place);
    let mut jobs = Vec::new();
    for seed in 1..=2 {
        for game in ["ember", "sumstones", "tideline"] {
            jobs.push(json!({ "game": path_of(game), "seed": seed, "tape": events }).to_string());
        }
    }
    jobs.push(json!({ "game": path_of("tideline"), "check": true }).to_string());
    let plan = place.join("plan.jsonl");
    fs::write(&plan, jobs.join("\n")).expect("a plan");
    let run = |name: &str, workers: &str| {
        let out = place.join(name);
        told(
            &[
                "batch",
                &plan.to_string_lossy(),
                "--out",
                &out.to_string_lossy(),
                "--jobs",
                workers,
            ],
            0,
        );
        fs::read_to_string(out).expect("results")
    };
    let one = run("one.jsonl", "1");
    assert_eq!(one, run("two.jsonl", "2"));
    let lines: Vec<Value> = one.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let results: Vec<&Value> = lines.iter().filter(|line| line.get("job").is_some()).collect();
    assert_eq!(results.len(), 7);
    assert!(results.iter().all(|result| result["outcome"] == "done"), "{one}");
    assert_ne!(results[0]["chain"], results[3]["chain"], "the seed makes no difference");
    assert_eq!(results[6]["passed"], true);
}

#[test]
fn a_program_runs_and_its_console_is_what_is_seen() {
    let result = answer(&["run", &path_of("almanac"), "--for", "3s"], 0);
    let lines: Vec<&str> = result["console"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["text"].as_str())
        .collect();
    assert_eq!(lines.first(), Some(&"args almanac --year 2026"));
    assert_eq!(lines.last(), Some(&"done"));
    assert_eq!(result["exceptions"], json!([]));
    assert_eq!(result, answer(&["run", &path_of("almanac"), "--for", "3s"], 0));
}

#[test]
fn what_cannot_be_opened_is_said() {
    let place = scratch("wrong");
    fs::write(place.join("game.wasm"), b"\0asm\x01\0\0\0").expect("a file of the test");
    let folder = place.to_string_lossy().into_owned();
    assert!(told(&["run", &folder, "--for", "1s"], 2).contains("does not export oracade_abi, init, step"));
    fs::copy(folder_of("ember").join("game.wasm"), place.join("game.wasm")).expect("a module");
    fs::write(place.join("game.json"), "{\"wide\": 3}").expect("a file of the test");
    assert!(told(&["run", &folder, "--for", "1s"], 2).contains("game.json: unknown field `wide`"));
}

fn open_bundle(bundle: Bundle, profile: Profile) -> Box<dyn Guest> {
    let options = PageOptions {
        bundle: Arc::new(bundle),
        document: String::new(),
        library: None,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    oracade_runtime::open(Engine::get().expect("the engine"), options).expect("the game opens")
}

fn open(game: &str, seed: u64) -> Box<dyn Guest> {
    let profile = Profile {
        width: 480,
        height: 320,
        seed,
        ..Profile::default()
    };
    open_bundle(Bundle::from_dir(&folder_of(game)).expect("the game"), profile)
}

/// A game whose only export of interest is a step.
fn stepping(step: &str) -> Box<dyn Guest> {
    let wat = format!(
        "(module (memory (export \"memory\") 1) (func (export \"oracade_abi\") (result i32) i32.const 1) (func (export \"init\"))
         (func $step (export \"step\") (param f64) {step}))"
    );
    let mut profile = Profile::default();
    profile.limits.watchdog = Duration::from_millis(50);
    let wasm = wat::parse_str(wat).expect("a module");
    open_bundle(Bundle::from_bytes([("game.wasm".to_owned(), wasm)]), profile)
}

#[test]
fn ends_are_named_and_final() {
    let mut endless = stepping("(loop (br 0))");
    let watchdog = PageError::Watchdog { limit_ms: 50 };
    assert_eq!(endless.advance_to(1_000_000), Err(watchdog.clone()));
    assert_eq!((endless.snapshot(), endless.next_due_us()), (Err(watchdog), None));
    // At the same instruction each time.
    assert_eq!(endless.digest(), {
        let mut again = stepping("(loop (br 0))");
        let _ = again.advance_to(1_000_000);
        again.digest()
    });
    let mut trapped = stepping("unreachable");
    let trap = "wasm trap: wasm `unreachable` instruction executed (in step)";
    assert_eq!(trapped.advance_to(1_000_000), Err(PageError::Trap(trap.to_owned())));
    let exceptions = trapped.exceptions();
    assert_eq!(exceptions.len(), 1);
    assert_eq!(
        exceptions[0].description.as_deref(),
        Some(format!("RuntimeError: {trap}").as_str())
    );
    assert_eq!(exceptions[0].at_us, 16_667);
    let mut deep = stepping("(call $step (local.get 0))");
    assert!(matches!(deep.advance_to(1_000_000), Err(PageError::Trap(text)) if text.contains("call stack exhausted")));
    let mut mute = stepping("");
    mute.advance_to(100_000).expect("it lives");
    assert_eq!(
        mute.snapshot(),
        Err(PageError::Snapshot("the game has no export snapshot".to_owned()))
    );
    assert!(
        mute.capture()
            .is_ok_and(|frame| frame.rgba.as_chunks::<4>().0.iter().all(|pixel| *pixel == [0, 0, 0, 255]))
    );
    assert!(matches!(
        mute.evaluate("window.__gameTest.getSnapshot()"),
        Ok(Evaluation::Thrown(_))
    ));
    mute.advance_to(200_000).expect("it lives on");
}

/// Random input on random branches: each goes on as the game does that was never branched.
#[test]
fn random_branches_are_equal_to_the_unbranched_run() {
    let codes = ["Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "KeyH"];
    for game in ["ember", "sumstones", "tideline"] {
        for seed in 0..12_u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234;
            let mut below = |bound: u64| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % bound
            };
            let mut inputs = Vec::new();
            let mut at_us = 0;
            for _ in 0..60 {
                at_us += below(60_000);
                let (code, x, y) = (codes[below(codes.len() as u64) as usize], below(400), below(320));
                let event = match below(5) {
                    0 | 1 => json!({ "kind": "key", "type": "keyDown", "code": code }),
                    2 => json!({ "kind": "key", "type": "keyUp", "code": code }),
                    3 => json!({ "kind": "mouse", "type": "mouseMoved", "x": x, "y": y }),
                    _ => json!({ "kind": "mouse", "type": "mousePressed", "x": x, "y": y, "button": "left" }),
                };
                inputs.push((at_us, event));
            }
            let forked = below(inputs.len() as u64) as usize;
            let play = |guest: &mut dyn Guest, part: &[(u64, Value)]| {
                for (at_us, event) in part {
                    guest.advance_to(*at_us).expect("it lives");
                    guest.input(event).expect("an input");
                }
            };
            let mut unbranched = open(game, seed);
            play(unbranched.as_mut(), &inputs);
            let mut trunk = open(game, seed);
            play(trunk.as_mut(), &inputs[..forked]);
            let mut branch = trunk.branch().expect("a branch");
            assert_eq!(branch.branching(), oracade_runtime::Branching::Copies);
            drop(trunk);
            play(branch.as_mut(), &inputs[forked..]);
            for guest in [&mut unbranched, &mut branch] {
                guest.advance_to(4_000_000).expect("it lives");
            }
            assert_eq!(unbranched.snapshot(), branch.snapshot(), "{game} {seed}");
            assert!(unbranched.capture() == branch.capture(), "{game} {seed}: other pixels");
            assert_eq!(unbranched.digest(), branch.digest(), "{game} {seed}");
            assert_eq!(unbranched.storage_digest(), branch.storage_digest(), "{game} {seed}");
        }
    }
}

fn press(guest: &mut dyn Guest, at_ms: u64, code: &str) {
    guest.advance_to(at_ms * 1_000).expect("it lives");
    for kind in ["keyDown", "keyUp"] {
        guest
            .input(&json!({ "kind": "key", "type": kind, "code": code }))
            .expect("an input");
    }
}

#[test]
fn branches_go_on_as_the_trunk_does() {
    for game in ["ember", "sumstones", "tideline"] {
        for expression in [false, true] {
            let mut trunk = open(game, 5);
            trunk.keep_calls();
            press(trunk.as_mut(), 400, "Space");
            press(trunk.as_mut(), 900, "ArrowRight");
            if expression {
                // A context of its own, whose state cannot be copied: what was done is done again.
                trunk
                    .evaluate("var seen = 41; setTimeout(() => seen++, 300)")
                    .expect("an expression");
            }
            let mut branch = trunk.branch().expect("a branch");
            for guest in [&mut trunk, &mut branch] {
                press(guest.as_mut(), 1_500, "ArrowLeft");
                guest.advance_to(2_500_000).expect("it lives");
            }
            assert_eq!(trunk.snapshot(), branch.snapshot(), "{game}");
            assert!(trunk.capture() == branch.capture(), "{game}: other pixels");
            if expression {
                let seen = branch.evaluate("seen").expect("an expression");
                assert_eq!(seen, Evaluation::Value(Some(json!(42))), "{game}");
                trunk.evaluate("seen").expect("an expression");
            }
            assert_eq!(trunk.digest(), branch.digest(), "{game}");
            assert_eq!(trunk.order_digest(), branch.order_digest(), "{game}");
            press(branch.as_mut(), 2_600, "ArrowLeft");
            assert_ne!(trunk.digest(), branch.digest(), "{game}: one history for both");
        }
    }
}

#[test]
fn expressions_wait_and_fail_as_in_a_page() {
    let mut guest = open("ember", 1);
    let waiting = "new Promise((done) => setTimeout(() => done(window.__gameTest.getSnapshot().steps), 500))";
    let steps = guest.evaluate_within(waiting, Duration::from_secs(2)).expect("a result");
    // A timer of an instant runs before its frame.
    assert_eq!(steps, Evaluation::Value(Some(json!(29))));
    assert!(matches!(guest.evaluate("nothing.here"), Ok(Evaluation::Thrown(_))));
    assert_eq!(
        guest.evaluate("typeof document + typeof host"),
        Ok(Evaluation::Value(Some(json!("undefinedundefined"))))
    );
    assert_eq!(
        guest.input(&json!({ "kind": "mouse", "type": "mouseDragged" })),
        Err(PageError::BadInput("Unexpected event type 'mouseDragged'".to_owned()))
    );
    let seen = guest.capture_canvas("canvas").expect("the canvas");
    assert_eq!((seen.width, seen.height), (480, 320));
    assert!(matches!(guest.capture_canvas("#score"), Err(PageError::NoCanvas(_))));
    guest.set_viewport(200, 100, 2.0, false).expect("a viewport");
    let viewport = guest.capture().expect("the viewport");
    assert_eq!((viewport.width, viewport.height), (400, 200));
}
