//! What is refused, what ends a game, and that both are the same each time.

mod common;

use common::{plain, text};
use oracade_wasm::{GameError, Record};

const MEMORY: &str = "(memory (export \"memory\") 1)";
const STEP: &str = "(func (export \"step\") (param f64))";

fn refusal(body: &str) -> String {
    match text(body) {
        Err(GameError::Refused(text)) => text,
        Err(other) => panic!("{body}: {other:?}"),
        Ok(_) => panic!("{body} was taken"),
    }
}

#[test]
fn what_cannot_be_used_is_refused_by_name() {
    let cases = [
        (format!("(import \"env\" \"sin\" (func)) {MEMORY} {STEP}"), "imports env.sin"),
        (
            format!("(import \"oracade\" \"nothing\" (func)) {MEMORY} {STEP}"),
            "imports oracade.nothing",
        ),
        (
            format!("(import \"oracade\" \"now\" (func (result i32))) {MEMORY} {STEP}"),
            "incompatible import type",
        ),
        (
            format!("(import \"oracade\" \"memory\" (memory 1)) {STEP}"),
            "which is no function",
        ),
        (STEP.to_owned(), "does not export its memory"),
        (MEMORY.to_owned(), "does not export step"),
        (
            format!("{MEMORY} (func (export \"step\"))"),
            "export step of game.wasm is not of the type (f64) -> ()",
        ),
        (format!("{MEMORY} {STEP} (func (export \"draw\") (param i32))"), "export draw"),
        (
            format!("{MEMORY} {STEP} (func (export \"loadScenario\") (param i32 i32) (result i32) i32.const 0)"),
            "but not alloc",
        ),
        (
            format!("{MEMORY} {STEP} (table 2 funcref) (func (table.set (i32.const 0) (ref.null func)))"),
            "uses table.set",
        ),
        (
            format!("{MEMORY} {STEP} (data $d \"x\") (func (data.drop $d))"),
            "uses data.drop",
        ),
        (
            format!("{MEMORY} {STEP} (global (mut funcref) (ref.null func))"),
            "holds a reference",
        ),
        (
            format!("{MEMORY} {STEP} (global (export \"oracade:g9\") i32 (i32.const 0))"),
            "are the host's",
        ),
        (format!("(memory (export \"memory\") 4000) {STEP}"), "cannot be"),
    ];
    for (body, words) in cases {
        let refused = refusal(&body);
        assert!(refused.contains(words), "{body}: {refused}");
    }
    let other_abi =
        format!("(module {MEMORY} {STEP} (func (export \"init\")) (func (export \"oracade_abi\") (result i32) i32.const 7))");
    assert!(matches!(plain(&other_abi), Err(GameError::Refused(text)) if text.contains("ABI 7")));
    for broken in [&b"\0asm"[..], b"MZ", &[0; 100]] {
        assert!(matches!(oracade_wasm::Module::load(broken), Err(GameError::Refused(_))));
    }
}

fn end(body: &str) -> GameError {
    let mut game = text(&format!("{MEMORY} {body}")).unwrap();
    game.step(0.0).unwrap_err()
}

#[test]
fn ends_have_names() {
    let trap = |body: &str, words: &str| match end(body) {
        GameError::Trap { call: "step", text } => assert!(text.contains(words), "{body}: {text}"),
        other => panic!("{body}: {other:?}"),
    };
    trap("(func (export \"step\") (param f64) unreachable)", "unreachable");
    trap(
        "(func (export \"step\") (param f64) (drop (i32.load (i32.const -1))))",
        "out of bounds memory access",
    );
    trap(
        "(func (export \"step\") (param f64) (drop (i32.div_u (i32.const 1) (i32.const 0))))",
        "integer divide by zero",
    );
    trap(
        "(func $f (export \"step\") (param f64) (call $f (local.get 0)))",
        "call stack exhausted",
    );
    let endless = "(func (export \"step\") (param f64) (loop (br 0)))";
    assert_eq!(
        end(endless),
        GameError::Fuel {
            call: "step",
            fuel: 1_000_000_000
        }
    );
}

#[test]
fn ranges_outside_of_memory_end_the_game() {
    let log = "(module (import \"oracade\" \"log\" (func $log (param i32 i32 i32))) (memory (export \"memory\") 1)
        (func (export \"oracade_abi\") (result i32) i32.const 1) (func (export \"init\"))
        (func (export \"step\") (param f64) (call $log (i32.const 1) (i32.const 65530) (i32.const 7))))";
    let mut game = plain(log).unwrap();
    match game.step(0.0) {
        Err(GameError::Trap { text, .. }) => assert!(text.contains("65530..65537"), "{text}"),
        other => panic!("{other:?}"),
    }
}

/// A game that draws one command and reads what the pixel is.
fn drawing(words: &[f64]) -> Result<Option<[u8; 4]>, GameError> {
    let bytes: Vec<String> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .map(|byte| format!("\\{byte:02x}"))
        .collect();
    let wat = format!(
        "(module (import \"oracade\" \"commands\" (func $commands (param i32 i32))) (memory (export \"memory\") 1)
         (data (i32.const 0) \"{}\")
         (func (export \"oracade_abi\") (result i32) i32.const 1) (func (export \"init\")) (func (export \"step\") (param f64))
         (func (export \"draw\") (call $commands (i32.const 0) (i32.const {}))))",
        bytes.concat(),
        words.len()
    );
    let mut game = plain(&wat)?;
    let picture = game.picture(32, 32, [1.0, 1.0])?;
    Ok(picture.map(|picture| picture.data().as_chunks::<4>().0[0]))
}

#[test]
fn commands_are_drawn_or_named() {
    let red = [2.0, 0.0, 1.0, 0.0, 0.0, 1.0, 15.0, 0.0, 0.0, 4.0, 4.0];
    assert_eq!(drawing(&red), Ok(Some([255, 0, 0, 255])));
    match drawing(&[15.0, f64::NAN, 0.0, 1.0, 1.0]) {
        Err(GameError::Trap { call: "draw", text }) => assert_eq!(text, "canvas command at number 1: not a finite number"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nans_are_canonical_and_relaxed_simd_is_one_thing() {
    let body = "(func (export \"step\") (param f64))
        (func (export \"snapshot\") (result i64)
          (i32.store (i32.const 0) (i32.const 0x2e302e30))
          ;; The bits of 0/0 with a sign and a payload going in.
          (i64.store (i32.const 8) (i64.reinterpret_f64
            (f64.mul (f64.reinterpret_i64 (i64.const 0xfff8000000000123)) (f64.const 2))))
          (v128.store (i32.const 16) (f32x4.relaxed_madd
            (v128.const f32x4 1.0000001 0 0 0) (v128.const f32x4 1.0000001 0 0 0) (v128.const f32x4 -1.0000002 0 0 0)))
          (i32.store8 (i32.const 32) (i32.const 0x31))
          (i64.or (i64.shl (i64.const 8) (i64.const 32)) (i64.const 8)))";
    let mut game = text(&format!("{MEMORY} {body}")).unwrap();
    // The bytes are no text; what is there is compared as it is read with replacement characters.
    assert_eq!(
        game.snapshot().unwrap().as_bytes(),
        String::from_utf8_lossy(&0x7ff8_0000_0000_0000_u64.to_le_bytes()).as_bytes()
    );
}

#[test]
fn memory_grows_to_its_limit_and_no_further() {
    let body = "(func (export \"step\") (param f64)
        (if (i32.ne (memory.grow (i32.const 1000)) (i32.const -1)) (then (if (i32.ne (memory.grow (i32.const 100)) (i32.const -1))
          (then unreachable)))))";
    let mut game = text(&format!("{MEMORY} {body}")).unwrap();
    assert!(game.step(0.0).is_ok());
    assert_eq!(game.memory_bytes(), 1001 << 16);
}

#[test]
fn state_that_a_module_keeps_to_itself_is_copied() {
    let body = "(global $n (mut i64) (i64.const 0)) (start $begin) (func $begin (global.set $n (i64.const 40)))
        (func (export \"step\") (param f64) (global.set $n (i64.add (global.get $n) (i64.const 1))))
        (func (export \"input\") (param i32 i32 f64 f64 i32 i32) (drop (memory.grow (i32.const 1))))
        (func (export \"snapshot\") (result i64)
          (i32.store8 (i32.const 0) (i32.add (i32.wrap_i64 (global.get $n)) (i32.const 7))) (i64.const 1))";
    let mut game = text(&format!("{MEMORY} {body}")).unwrap();
    game.step(0.0).unwrap();
    let record = Record {
        kind: 0,
        code: 4,
        x: 0.0,
        y: 0.0,
        detail: 0,
        modifiers: 0,
    };
    game.input(record).unwrap();
    let mut copy = game.copy(std::rc::Rc::new(common::Memory::default())).unwrap();
    assert_eq!((copy.memory_bytes(), game.memory_bytes()), (2 << 16, 2 << 16));
    game.step(0.0).unwrap();
    assert_eq!(
        (game.snapshot().unwrap(), copy.snapshot().unwrap()),
        ("1".to_owned(), "0".to_owned())
    );
    copy.step(0.0).unwrap();
    assert_eq!(copy.snapshot().unwrap(), "1");
    assert_eq!(game.fuel_used() > 0, copy.fuel_used() > 0);
}
