//! Games of the tree, and small modules written here, opened without a page.
#![allow(dead_code, reason = "each test file uses its part")]

use oracade_text::{FontProfile, Fonts};
use oracade_wasm::{Files, Game, GameError, MANIFEST_FILE, MODULE_FILE, Manifest, Module, Painter, Setup, Storage};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A storage of its own.
#[derive(Default)]
pub(crate) struct Memory(RefCell<BTreeMap<String, String>>);

impl Storage for Memory {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        self.0.borrow_mut().insert(key.to_owned(), value.to_owned());
        true
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }
}

pub(crate) fn setup(files: Files, canvas: (u32, u32)) -> Setup {
    let fonts = Arc::new(Mutex::new(Fonts::new(FontProfile::Reference)));
    Setup {
        files,
        canvas,
        seed: 1,
        epoch_ms: 0.0,
        now_us: 0,
        call_fuel: 1_000_000_000,
        total_fuel: u64::MAX,
        memory_bytes: 64 << 20,
        storage: Rc::new(Memory::default()),
        painter: Rc::new(RefCell::new(Painter::new(fonts))),
    }
}

/// The files of a game of the tree.
pub(crate) fn bundle(name: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/wasm").join(name);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.map(|path| {
        let bytes: Arc<[u8]> = std::fs::read(&path).unwrap().into();
        (path.file_name().unwrap().to_string_lossy().into_owned(), bytes)
    });
    Files::new(files)
}

pub(crate) fn manifest(files: &Files) -> Manifest {
    files
        .get(MANIFEST_FILE)
        .map_or_else(Manifest::default, |text| Manifest::parse(text).unwrap())
}

/// A game of the tree, started.
pub(crate) fn game(name: &str) -> Game {
    let files = bundle(name);
    let module = Module::load(files.get(MODULE_FILE).unwrap()).unwrap();
    let manifest = manifest(&files);
    let mut game = Game::open(&module, setup(files, (manifest.width, manifest.height))).unwrap();
    game.start().unwrap();
    game
}

/// A module from its text, with what every game needs.
pub(crate) fn text(body: &str) -> Result<Game, GameError> {
    let wat = format!("(module {body} (func (export \"oracade_abi\") (result i32) i32.const 1) (func (export \"init\")))");
    plain(&wat)
}

/// A module from its text.
pub(crate) fn plain(wat: &str) -> Result<Game, GameError> {
    let wasm = wat::parse_str(wat).unwrap();
    let module = Module::load(&wasm)?;
    let files = Files::new([("a.txt".to_owned(), Arc::from(&b"hello"[..]))]);
    let mut game = Game::open(&module, setup(files, (32, 32)))?;
    game.start()?;
    Ok(game)
}
