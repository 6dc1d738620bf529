//! A game of WebAssembly as a world, without a JavaScript engine.

use crate::error::{EnvError, Result};
use crate::world::{Picture, World};
use oracade_text::{FontProfile, Fonts};
use oracade_wasm::{
    Easel, Effect, Files, Game, GameError, Inputs, MANIFEST_FILE, MODULE_FILE, Manifest, Module, Painter, Setup, Storage,
};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// Instructions one call may execute, and a game in all, as games of the command have.
const CALL_FUEL: u64 = 20_000_000_000;
const TOTAL_FUEL: u64 = 100_000_000_000_000;
/// 2026-01-01, as the command's profile.
const EPOCH_MS: f64 = 1_767_225_600_000.0;
/// Bytes a game may store, as pages may.
const STORAGE_MAX: usize = 5 << 20;
const FRAMES_PER_SECOND: u64 = 60;

thread_local! {
    static PAINTER: Rc<RefCell<Painter>> = Rc::new(RefCell::new(Painter::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))))));
    /// One easel for a module.
    static EASELS: RefCell<Vec<(Arc<Module>, Easel)>> = const { RefCell::new(Vec::new()) };
}

fn easel_of(module: &Arc<Module>) -> Easel {
    EASELS.with_borrow_mut(|easels| {
        if let Some((_, easel)) = easels.iter().find(|(known, _)| Arc::ptr_eq(known, module)) {
            return easel.clone();
        }
        let easel = Easel::default();
        easels.push((module.clone(), easel.clone()));
        easel
    })
}

/// What a game has stored.
#[derive(Clone, Default)]
struct Store(RefCell<BTreeMap<String, String>>);

impl Storage for Store {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        let mut items = self.0.borrow_mut();
        let others = items.iter().filter(|(other, _)| *other != key);
        let size: usize = others.map(|(key, value)| key.len() + value.len()).sum();
        let fits = size + key.len() + value.len() <= STORAGE_MAX;
        if fits {
            items.insert(key.to_owned(), value.to_owned());
        }
        fits
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }
}

/// A bundle's module, compiled; shared by all worlds of it.
#[derive(Clone)]
pub struct WasmBundle {
    module: Arc<Module>,
    files: Files,
    manifest: Manifest,
}

impl WasmBundle {
    /// Compiles the module of a bundle.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub fn load(files: Files) -> Result<WasmBundle> {
        let wasm = files.get(MODULE_FILE);
        let wasm = wasm.ok_or_else(|| EnvError::Game(format!("the bundle has no {MODULE_FILE}")))?;
        let manifest = match files.get(MANIFEST_FILE) {
            Some(text) => Manifest::parse(text).map_err(EnvError::Game)?,
            None => Manifest::default(),
        };
        Ok(WasmBundle {
            module: Module::load(wasm).map_err(|error| ended(&error))?,
            files,
            manifest,
        })
    }
}

/// See the module's documentation.
pub struct WasmWorld {
    bundle: WasmBundle,
    keep_storage: bool,
    store: Rc<Store>,
    game: Option<Game>,
    inputs: Inputs,
    frame: u64,
}

fn ended(error: &GameError) -> EnvError {
    EnvError::Game(error.to_string())
}

fn frame_us(frame: u64) -> u64 {
    frame.saturating_mul(1_000_000).div_ceil(FRAMES_PER_SECOND)
}

impl WasmWorld {
    /// A world in which nothing has begun.
    pub fn new(bundle: WasmBundle, keep_storage: bool) -> WasmWorld {
        WasmWorld {
            bundle,
            keep_storage,
            store: Rc::default(),
            game: None,
            inputs: Inputs::default(),
            frame: 0,
        }
    }

    fn game(&mut self) -> Result<&mut Game> {
        let game = self.game.as_mut();
        game.ok_or_else(|| EnvError::State("the game has not begun; reset first".to_owned()))
    }

    fn give(&mut self, records: Vec<oracade_wasm::Record>) -> Result<()> {
        let game = self.game()?;
        for record in records {
            game.input(record).map_err(|error| ended(&error))?;
        }
        game.take_lines();
        Ok(())
    }
}

impl World for WasmWorld {
    fn reset(&mut self, seed: u64, options: &Value) -> Result<()> {
        if !self.keep_storage {
            self.store = Rc::default();
        }
        self.game = None;
        let setup = Setup {
            files: self.bundle.files.clone(),
            canvas: (self.bundle.manifest.width, self.bundle.manifest.height),
            seed,
            epoch_ms: EPOCH_MS,
            now_us: 0,
            call_fuel: CALL_FUEL,
            total_fuel: TOTAL_FUEL,
            memory_bytes: oracade_wasm::MEMORY_MAX,
            storage: self.store.clone(),
            painter: PAINTER.with(Clone::clone),
        };
        let mut game = Game::open(&self.bundle.module, setup).map_err(|error| ended(&error))?;
        game.draw_on(&easel_of(&self.bundle.module));
        game.start().map_err(|error| ended(&error))?;
        if options.as_object().is_some_and(|options| !options.is_empty()) {
            let text = options.to_string();
            if !game.load_scenario(&text).map_err(|error| ended(&error))? {
                return Err(EnvError::State(format!(
                    "the game has no scenario {text}; look at its loadScenario"
                )));
            }
        }
        game.take_lines();
        self.game = Some(game);
        self.inputs = Inputs::default();
        self.frame = 0;
        Ok(())
    }

    fn input(&mut self, event: &Value) -> Result<()> {
        match self.inputs.take(event).map_err(EnvError::State)? {
            Effect::Deferred => Ok(()),
            Effect::Now(records) => self.give(records),
        }
    }

    fn call(&mut self, _: &str) -> Result<()> {
        let message = "a game of WebAssembly is played without expressions; use action, tap, hold or press";
        Err(EnvError::State(message.to_owned()))
    }

    fn frames(&mut self, count: u32) -> Result<()> {
        for _ in 0..count {
            self.frame += 1;
            let frame = self.frame;
            self.game()?.set_now(frame_us(frame));
            if self.inputs.is_waiting() {
                let waiting = self.inputs.frame();
                self.give(waiting)?;
            }
            let game = self.game()?;
            let time = frame as f64 * 1000.0 / FRAMES_PER_SECOND as f64;
            game.step(time).map_err(|error| ended(&error))?;
            game.take_lines();
        }
        Ok(())
    }

    fn snapshot(&mut self) -> Result<Value> {
        let text = self.game()?.snapshot().map_err(|error| ended(&error))?;
        serde_json::from_str(&text).map_err(|error| EnvError::Game(format!("the snapshot is not JSON: {error}")))
    }

    fn snapshot_text(&mut self) -> Result<Option<String>> {
        self.game()?.snapshot().map(Some).map_err(|error| ended(&error))
    }

    fn text(&mut self) -> Result<String> {
        self.game()?.text().map_err(|error| ended(&error))
    }

    fn picture(&mut self, width: u32, height: u32) -> Result<Picture> {
        let (wide, tall) = self.size();
        let scale = [f64::from(width) / f64::from(wide), f64::from(height) / f64::from(tall)];
        let drawn = self.game()?.picture(width, height, scale).map_err(|error| ended(&error))?;
        let rgba = match drawn {
            // Premultiplied over black is the colour itself.
            Some(pixmap) => pixmap.take(),
            None => vec![0; width as usize * height as usize * 4],
        };
        Ok(Picture { width, height, rgba })
    }

    fn size(&self) -> (u32, u32) {
        (self.bundle.manifest.width, self.bundle.manifest.height)
    }

    fn copy(&mut self) -> Result<Box<dyn World>> {
        let store = Rc::new(Store::clone(&self.store));
        let game = match &mut self.game {
            Some(game) => Some(game.copy(store.clone()).map_err(|error| ended(&error))?),
            None => None,
        };
        Ok(Box::new(WasmWorld {
            bundle: self.bundle.clone(),
            keep_storage: self.keep_storage,
            store,
            game,
            inputs: self.inputs.clone(),
            frame: self.frame,
        }))
    }

    fn clock_us(&self) -> u64 {
        self.game.as_ref().map_or(0, Game::now_us)
    }
}
