//! Games and programs of WebAssembly (docs/wasm-abi.md), and their manifests.

use oracade_runtime::{Bundle, Engine, PageError, PageOptions, Profile, Storage, open};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn file(path: &str) -> Option<Vec<u8>> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/wasm").join(path)).ok()
}

/// A small game, a program, and the shortest module that is none of both.
pub(super) fn modules() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = ["tideline/game.wasm", "almanac/game.wasm"]
        .iter()
        .filter_map(|path| file(path))
        .collect();
    seeds.push(b"\0asm\x01\0\0\0".to_vec());
    seeds
}

pub(super) fn module(bytes: &[u8]) {
    run(bytes, b"{}");
}

pub(super) fn manifests() -> Vec<Vec<u8>> {
    super::owned(&[
        r#"{"title":"T","width":320,"height":480}"#,
        r#"{"title":"T","args":["a","--year","2026"],"env":{"MOON":"new"},"stdin":"question.txt"}"#,
    ])
}

pub(super) fn manifest(bytes: &[u8]) {
    let _ = oracade_wasm::Manifest::parse(bytes);
}

/// Opens a game, plays it for some frames and asks it for all it has. It may end in any way that has a name.
fn run(module: &[u8], manifest: &[u8]) {
    let mut profile = Profile::default();
    (profile.width, profile.height) = (160, 120);
    profile.limits.watchdog = Duration::from_millis(200);
    profile.limits.heap_bytes = 64 << 20;
    profile.limits.buffer_bytes = 64 << 20;
    let files = [
        ("game.wasm".to_owned(), module.to_vec()),
        ("game.json".to_owned(), manifest.to_vec()),
    ];
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes(files)),
        document: String::new(),
        library: None,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    let engine = Engine::get().expect("the engine");
    let Ok(mut game) = open(engine, options) else { return };
    let tap = json!({ "kind": "key", "type": "keyDown", "key": "a", "code": "KeyA" });
    for result in [
        game.advance(Duration::from_millis(50)).err(),
        game.input(&tap).err(),
        game.advance(Duration::from_millis(50)).err(),
        game.snapshot().err(),
        game.capture().err(),
        game.branch().err(),
        game.reload().err(),
    ] {
        if let Some(PageError::Internal(text)) = result {
            panic!("{text}");
        }
    }
}
