//! A running game: an instance and what the host keeps for it.

use crate::engine::{MEMORY_MAX, TABLE_MAX, TABLES_MAX, engine};
use crate::error::{GameError, end_of};
use crate::files::Files;
use crate::host::{Host, Line, Storage};
use crate::input::Record;
use crate::module::{Module, Ready};
use crate::painter::Painter;
use crate::rewrite::START;
use oracade_canvas::again::Again;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tiny_skia::Pixmap;
use wasmtime::{Global, Instance, InstancePre, Memory, Store, StoreLimitsBuilder, TypedFunc, WasmParams, WasmResults};

/// Longest snapshot, in bytes.
const SNAPSHOT_MAX: usize = 8 << 20;

/// What a game is opened with.
#[derive(Clone)]
pub struct Setup {
    /// The bundle.
    pub files: Files,
    /// Size of the canvas in px.
    pub canvas: (u32, u32),
    /// Seed of all chance.
    pub seed: u64,
    /// Date of the opening, in ms since 1970.
    pub epoch_ms: f64,
    /// The clock, in µs.
    pub now_us: u64,
    /// Instructions one call may execute.
    pub call_fuel: u64,
    /// Instructions the game may execute in all.
    pub total_fuel: u64,
    /// Bytes of memory, at most [`MEMORY_MAX`].
    pub memory_bytes: usize,
    /// Where it stores what outlives it.
    pub storage: Rc<dyn Storage>,
    /// Draws its pictures.
    pub painter: Rc<RefCell<Painter>>,
}

/// Kind, code, x, y, detail, modifiers.
type InputParameters = (i32, i32, f64, f64, i32, i32);

struct Exports {
    memory: Memory,
    globals: Vec<Global>,
    start: Option<TypedFunc<(), ()>>,
    initialize: Option<TypedFunc<(), ()>>,
    abi: TypedFunc<(), i32>,
    init: TypedFunc<(), ()>,
    step: TypedFunc<f64, ()>,
    draw: Option<TypedFunc<(), ()>>,
    input: Option<TypedFunc<InputParameters, ()>>,
    alloc: Option<TypedFunc<i32, i32>>,
    snapshot: Option<TypedFunc<(), i64>>,
    text: Option<TypedFunc<(), i64>>,
    load_scenario: Option<TypedFunc<(i32, i32), i32>>,
    reset: Option<TypedFunc<(), ()>>,
}

/// Where games of one module on one thread draw, one after another. A game has one of its own unless it is given another's.
#[derive(Clone, Default)]
pub struct Easel(Rc<RefCell<Option<Game>>>);

/// See the module's documentation.
pub struct Game {
    module: Arc<Module>,
    setup: Setup,
    store: Store<Host>,
    exports: Exports,
    fuel_used: u64,
    /// Where pictures are drawn, so that drawing changes nothing; shared with copies, since it is made equal before each use.
    easel: Easel,
    /// Its pictures, one after another.
    again: Again,
}

impl Game {
    /// Makes an instance; nothing of it has run before [`Game::start`].
    ///
    /// # Errors
    /// `Refused` or `Busy`.
    pub fn open(module: &Arc<Module>, setup: Setup) -> Result<Game, GameError> {
        #[cfg_attr(
            not(feature = "programs"),
            expect(irrefutable_let_patterns, reason = "there are games only")
        )]
        let Ready::Game(ready) = &module.ready else {
            return Err(GameError::Refused("game.wasm is a program, not a game".to_owned()));
        };
        let (mut store, instance) = instantiate(ready, &setup)?;
        let exports = exports(&mut store, &instance, module)?;
        store.data_mut().memory = Some(exports.memory);
        Ok(Game {
            module: module.clone(),
            setup,
            store,
            exports,
            fuel_used: 0,
            easel: Easel::default(),
            again: Again::default(),
        })
    }

    /// Runs the start function, `_initialize` and `init`.
    ///
    /// # Errors
    /// `Refused` if it is of another ABI, or the game's end.
    pub fn start(&mut self) -> Result<(), GameError> {
        for begin in [self.exports.start.clone(), self.exports.initialize.clone()]
            .into_iter()
            .flatten()
        {
            self.call("start", &begin, ())?;
        }
        let version = self.exports.abi.clone();
        let version = self.call("oracade_abi", &version, ())?;
        if version != crate::ABI {
            let here = crate::ABI;
            return Err(GameError::Refused(format!(
                "game.wasm is of ABI {version}; this program has ABI {here}"
            )));
        }
        let init = self.exports.init.clone();
        self.call("init", &init, ())
    }

    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &'static str,
        function: &TypedFunc<P, R>,
        parameters: P,
    ) -> Result<R, GameError> {
        let rest = self.setup.total_fuel.saturating_sub(self.fuel_used);
        let fuel = self.setup.call_fuel.min(rest);
        let end = |error: &wasmtime::Error| match end_of(name, fuel, error) {
            GameError::Fuel { .. } if fuel < self.setup.call_fuel => GameError::Limit(format!(
                "fuel: the game executed more than {} instructions",
                self.setup.total_fuel
            )),
            other => other,
        };
        self.store.set_fuel(fuel).map_err(|error| end(&error))?;
        let result = function.call(&mut self.store, parameters);
        self.fuel_used += fuel - self.store.get_fuel().unwrap_or(0).min(fuel);
        result.map_err(|error| end(&error))
    }

    /// One frame.
    ///
    /// # Errors
    /// The game's end.
    pub fn step(&mut self, time_ms: f64) -> Result<(), GameError> {
        let step = self.exports.step.clone();
        self.call("step", &step, time_ms)
    }

    /// One input.
    ///
    /// # Errors
    /// The game's end.
    pub fn input(&mut self, record: Record) -> Result<(), GameError> {
        let Some(input) = self.exports.input.clone() else {
            return Ok(());
        };
        let Record {
            kind,
            code,
            x,
            y,
            detail,
            modifiers,
        } = record;
        self.call("input", &input, (kind, code, x, y, detail, modifiers))
    }

    /// The game's own view of its state, as text.
    ///
    /// # Errors
    /// `Lacking`, or the game's end.
    pub fn snapshot(&mut self) -> Result<String, GameError> {
        let snapshot = self.exports.snapshot.clone().ok_or(GameError::Lacking("snapshot"))?;
        self.told("snapshot", &snapshot)
    }

    /// The state in words, for those who read rather than look.
    ///
    /// # Errors
    /// `Lacking`, or the game's end.
    pub fn text(&mut self) -> Result<String, GameError> {
        let text = self.exports.text.clone().ok_or(GameError::Lacking("text"))?;
        self.told("text", &text)
    }

    /// The text that a call answers with: its address in the upper 32 bits, its bytes in the lower.
    fn told(&mut self, name: &'static str, function: &TypedFunc<(), i64>) -> Result<String, GameError> {
        let place = self.call(name, function, ())? as u64;
        let (at, length) = ((place >> 32) as usize, (place & 0xffff_ffff) as usize);
        if length > SNAPSHOT_MAX {
            return Err(GameError::Limit(format!("a {name} has at most {} MiB", SNAPSHOT_MAX >> 20)));
        }
        match self.exports.memory.data(&self.store).get(at..at + length) {
            Some(bytes) => {
                Ok(String::from_utf8(bytes.to_vec())
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
            }
            None => Err(outside(name)),
        }
    }

    /// Loads a scenario, given as JSON; false: the game has none like it.
    ///
    /// # Errors
    /// `Lacking`, or the game's end.
    pub fn load_scenario(&mut self, json: &str) -> Result<bool, GameError> {
        let load = self.exports.load_scenario.clone().ok_or(GameError::Lacking("loadScenario"))?;
        let alloc = self.exports.alloc.clone().ok_or(GameError::Lacking("alloc"))?;
        let length = i32::try_from(json.len()).map_err(|_| GameError::Limit("the scenario is too long".to_owned()))?;
        let at = self.call("alloc", &alloc, length)?;
        if at == 0 {
            return Ok(false);
        }
        let from = at as u32 as usize;
        match self.exports.memory.data_mut(&mut self.store).get_mut(from..from + json.len()) {
            Some(room) => room.copy_from_slice(json.as_bytes()),
            None => return Err(outside("alloc")),
        }
        Ok(self.call("loadScenario", &load, (at, length))? != 0)
    }

    /// The game begins again.
    ///
    /// # Errors
    /// `Lacking`, or the game's end.
    pub fn reset(&mut self) -> Result<(), GameError> {
        let reset = self.exports.reset.clone().ok_or(GameError::Lacking("reset"))?;
        self.call("reset", &reset, ())
    }

    /// A picture of the game as it is, premultiplied: canvas pixels times `scale`, from the upper left corner. `None`: the game draws
    /// nothing. Nothing of the game changes.
    ///
    /// # Errors
    /// What drawing ends with.
    pub fn picture(&mut self, width: u32, height: u32, scale: [f64; 2]) -> Result<Option<Pixmap>, GameError> {
        let shared = self.easel.clone();
        let mut slot = shared.0.borrow_mut();
        if self.exports.draw.is_none() {
            return Ok(None);
        }
        let pages = self.exports.memory.size(&self.store);
        let fits = |easel: &Game| Arc::ptr_eq(&easel.module, &self.module) && easel.exports.memory.size(&easel.store) <= pages;
        let easel = match slot.take() {
            Some(easel) if fits(&easel) => easel,
            other => {
                drop(other);
                Game::open(&self.module, self.setup.clone())?
            }
        };
        let easel = slot.insert(easel);
        self.copy_into(easel)?;
        easel.store.data_mut().storage = self.store.data().storage.clone();
        easel.store.data_mut().begin_picture(scale);
        let Some(draw) = easel.exports.draw.clone() else {
            return Ok(None);
        };
        let drawn = easel.call("draw", &draw, ());
        let picture = easel.store.data_mut().picture.take();
        drawn?;
        let painter = self.setup.painter.clone();
        let mut painter = painter.borrow_mut();
        let again = &mut self.again;
        Ok(picture.and_then(|picture| painter.paint(again, easel.store.data(), picture, (width, height))))
    }

    /// Draws where other games of the thread do, which saves an instance for each.
    pub fn draw_on(&mut self, easel: &Easel) {
        self.easel = easel.clone();
    }

    /// A game of its own that is where this one is, with a storage of its own.
    ///
    /// # Errors
    /// `Busy`.
    pub fn copy(&mut self, storage: Rc<dyn Storage>) -> Result<Game, GameError> {
        let setup = Setup {
            storage,
            ..self.setup.clone()
        };
        let mut copy = Game::open(&self.module, setup)?;
        copy.easel = self.easel.clone();
        self.copy_into(&mut copy)?;
        Ok(copy)
    }

    /// Makes another instance of the same module, whose memory is not larger, equal to this one.
    fn copy_into(&mut self, other: &mut Game) -> Result<(), GameError> {
        let more = self.exports.memory.size(&self.store) - other.exports.memory.size(&other.store);
        if more > 0 {
            let grown = other.exports.memory.grow(&mut other.store, more);
            grown.map_err(|error| GameError::Busy(error.to_string()))?;
        }
        let source = self.exports.memory.data(&self.store);
        other.exports.memory.data_mut(&mut other.store).copy_from_slice(source);
        for (from, to) in self.exports.globals.iter().zip(&other.exports.globals) {
            let value = from.get(&mut self.store);
            let set = to.set(&mut other.store, value);
            set.map_err(|error| GameError::Busy(error.to_string()))?;
        }
        other.fuel_used = self.fuel_used;
        other.store.data_mut().copy_from(self.store.data());
        Ok(())
    }

    /// Size of the canvas in px.
    pub fn canvas(&self) -> (u32, u32) {
        self.setup.canvas
    }

    /// The clock, in µs: where it was set, and what looks at it have added.
    pub fn now_us(&self) -> u64 {
        self.store.data().now_us
    }

    /// Moves the clock on, never back.
    pub fn set_now(&mut self, now_us: u64) {
        let host = self.store.data_mut();
        host.now_us = host.now_us.max(now_us);
    }

    /// Console lines since the last call.
    pub fn take_lines(&mut self) -> Vec<Line> {
        self.store.data_mut().take_lines()
    }

    /// Instructions executed so far.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_used
    }

    /// Bytes of the game's memory.
    pub fn memory_bytes(&self) -> usize {
        self.exports.memory.data_size(&self.store)
    }
}

fn outside(call: &'static str) -> GameError {
    GameError::Trap {
        call,
        text: "what it answered is not in memory".to_owned(),
    }
}

fn instantiate(ready: &InstancePre<Host>, setup: &Setup) -> Result<(Store<Host>, Instance), GameError> {
    let limits = StoreLimitsBuilder::new()
        .memory_size(setup.memory_bytes.min(MEMORY_MAX))
        .table_elements(TABLE_MAX)
        .instances(1)
        .memories(1)
        .tables(TABLES_MAX as usize)
        .build();
    let engine = engine().map_err(GameError::Busy)?;
    let mut store = Store::new(engine, Host::new(setup, limits));
    store.limiter(|host| &mut host.limits);
    let instance = ready.instantiate(&mut store).map_err(|error| {
        if error.downcast_ref::<wasmtime::PoolConcurrencyLimitError>().is_some() {
            return GameError::Busy(error.to_string());
        }
        match error.downcast_ref::<wasmtime::Trap>() {
            Some(trap) => GameError::Refused(format!("game.wasm cannot be made: {trap}")),
            None => GameError::Refused(format!("game.wasm cannot be made: {error:#}")),
        }
    })?;
    Ok((store, instance))
}

fn exports(store: &mut Store<Host>, instance: &Instance, module: &Module) -> Result<Exports, GameError> {
    let wrong =
        |name: &str, needs: &str| GameError::Refused(format!("the export {name} of game.wasm is not of the type {needs}"));
    let memory = instance.get_memory(&mut *store, "memory");
    let memory = memory.ok_or_else(|| wrong("memory", "memory"))?;
    let mut globals = Vec::with_capacity(module.globals.len());
    for name in &module.globals {
        globals.extend(instance.get_global(&mut *store, name));
    }
    let load_scenario = optional(store, instance, "loadScenario").map_err(|()| wrong("loadScenario", "(i32, i32) -> i32"))?;
    let alloc = optional(store, instance, "alloc").map_err(|()| wrong("alloc", "(i32) -> i32"))?;
    if load_scenario.is_some() && alloc.is_none() {
        return Err(GameError::Refused("game.wasm exports loadScenario, but not alloc".to_owned()));
    }
    let needed = |found: Option<TypedFunc<(), ()>>, name: &str| found.ok_or_else(|| wrong(name, "() -> ()"));
    Ok(Exports {
        memory,
        globals,
        start: optional(store, instance, START).map_err(|()| wrong(START, "() -> ()"))?,
        initialize: optional(store, instance, "_initialize").map_err(|()| wrong("_initialize", "() -> ()"))?,
        abi: optional(store, instance, "oracade_abi")
            .ok()
            .flatten()
            .ok_or_else(|| wrong("oracade_abi", "() -> i32"))?,
        init: needed(optional(store, instance, "init").ok().flatten(), "init")?,
        step: optional(store, instance, "step")
            .ok()
            .flatten()
            .ok_or_else(|| wrong("step", "(f64) -> ()"))?,
        draw: optional(store, instance, "draw").map_err(|()| wrong("draw", "() -> ()"))?,
        input: optional(store, instance, "input").map_err(|()| wrong("input", "(i32, i32, f64, f64, i32, i32) -> ()"))?,
        alloc,
        snapshot: optional(store, instance, "snapshot").map_err(|()| wrong("snapshot", "() -> i64"))?,
        text: optional(store, instance, "text").map_err(|()| wrong("text", "() -> i64"))?,
        load_scenario,
        reset: optional(store, instance, "reset").map_err(|()| wrong("reset", "() -> ()"))?,
    })
}

/// An export that may be missing; `Err` if it has another type.
fn optional<P: WasmParams, R: WasmResults>(
    store: &mut Store<Host>,
    instance: &Instance,
    name: &str,
) -> Result<Option<TypedFunc<P, R>>, ()> {
    match instance.get_export(&mut *store, name) {
        None => Ok(None),
        Some(_) => instance.get_typed_func(&mut *store, name).map(Some).map_err(|_| ()),
    }
}
