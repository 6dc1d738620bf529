//! A bundle with a WebAssembly module instead of a document, as a guest: a game of docs/wasm-abi.md or a WASI program.

mod guest;
mod script;
mod storage;

use crate::bundle::Bundle;
use crate::call_log::{Call, CallLog};
use crate::engine::Engine;
use crate::event_loop::{frame_timestamp_ms, frame_us};
use crate::frame::Frame;
use crate::page::Counters;
use crate::page_error::PageError;
use crate::page_options::{PageOptions, Storage};
use crate::page_state::Journal;
use crate::profile::Profile;
use crate::script::Script;
use oracade_text::Fonts;
use oracade_wasm::{Files, Game, GameError, Inputs, Kind, Line, Manifest, Module, Painter, Record, Setup, wasi};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use storage::Local;
use tiny_skia::Pixmap;

/// Instructions that stand for a millisecond of the watchdog's processor time.
const FUEL_A_MS: u64 = 1_000_000;
/// Instructions a game may execute in all.
const TOTAL_FUEL: u64 = 100_000_000_000_000;

/// What runs, and how it ended. Shared with the functions that expressions call.
struct Core {
    game: Option<Game>,
    outcome: Option<wasi::Outcome>,
    ended: Option<GameError>,
}

/// See the module's documentation.
pub struct WasmGame {
    engine: &'static Engine,
    options: PageOptions,
    manifest: Manifest,
    module: Arc<Module>,
    files: Files,
    painter: Rc<RefCell<Painter>>,
    journal: Journal,
    core: Rc<RefCell<Core>>,
    script: Option<Script>,
    profile: Profile,
    inputs: Inputs,
    now_us: u64,
    last_frame: u64,
    started: bool,
    counters: Counters,
    dead: Option<PageError>,
    calls: Option<CallLog>,
}

/// Whether a bundle holds a module instead of a document.
pub(crate) fn is_in(bundle: &Bundle) -> bool {
    bundle.get("index.html").is_none() && bundle.get(oracade_wasm::MODULE_FILE).is_some()
}

impl WasmGame {
    /// Opens a bundle's module. It begins when the clock moves.
    ///
    /// # Errors
    /// `Module`: it cannot be used.
    pub fn open(engine: &'static Engine, options: PageOptions) -> Result<WasmGame, PageError> {
        let bundle = &options.bundle;
        let refused = |error: GameError| PageError::Module(error.to_string());
        let wasm = bundle
            .get(oracade_wasm::MODULE_FILE)
            .ok_or_else(|| PageError::NoDocument(oracade_wasm::MODULE_FILE.to_owned()))?;
        let manifest = match bundle.get(oracade_wasm::MANIFEST_FILE) {
            Some(file) => Manifest::parse(&file.bytes).map_err(PageError::Module)?,
            None => Manifest::default(),
        };
        let module = Module::load(&wasm.bytes).map_err(refused)?;
        let files = bundle
            .paths()
            .filter_map(|path| Some((path.to_owned(), bundle.get(path)?.bytes.clone())));
        let files = Files::new(files);
        let profile = options.profile.clone();
        let fonts = Arc::new(Mutex::new(Fonts::new(profile.fonts)));
        let mut journal = Journal::default();
        journal.limit = profile.limits.log_bytes;
        Ok(WasmGame {
            engine,
            manifest,
            module,
            files,
            painter: Rc::new(RefCell::new(Painter::new(fonts))),
            journal,
            core: Rc::new(RefCell::new(Core {
                game: None,
                outcome: None,
                ended: None,
            })),
            script: None,
            profile,
            inputs: Inputs::default(),
            now_us: 0,
            last_frame: 0,
            started: false,
            counters: Counters {
                documents: 1,
                ..Counters::default()
            },
            dead: None,
            calls: None,
            options,
        })
    }

    fn alive(&self) -> Result<(), PageError> {
        self.dead.clone().map_or(Ok(()), Err)
    }

    fn call_fuel(&self) -> u64 {
        let limit = u64::try_from(self.profile.limits.watchdog.as_millis()).unwrap_or(u64::MAX);
        limit.saturating_mul(FUEL_A_MS)
    }

    fn setup(&self, storage: &Storage) -> Setup {
        Setup {
            files: self.files.clone(),
            canvas: (self.manifest.width, self.manifest.height),
            seed: self.profile.seed,
            epoch_ms: self.profile.epoch_ms,
            now_us: self.now_us,
            call_fuel: self.call_fuel(),
            total_fuel: TOTAL_FUEL,
            memory_bytes: self.profile.limits.heap_bytes,
            storage: Rc::new(Local::new(storage)),
            painter: self.painter.clone(),
        }
    }

    /// Begins, if that has not been done. A frame of this instant has then been missed, as by a page that is loading.
    fn start(&mut self) -> Result<(), PageError> {
        self.alive()?;
        if self.started {
            return Ok(());
        }
        self.started = true;
        self.journal.order.add(0, self.now_us);
        self.counters.tasks += 1;
        match self.module.kind() {
            Kind::Game => {
                let game = Game::open(&self.module, self.setup(&self.options.storage));
                let started = game.and_then(|game| {
                    let mut core = self.core.borrow_mut();
                    core.game.insert(game).start()
                });
                self.settle(started)
            }
            Kind::Program => self.run_program(),
        }
    }

    fn run_program(&mut self) -> Result<(), PageError> {
        let setup = wasi::Setup {
            files: self.files.clone(),
            manifest: self.manifest.clone(),
            seed: self.profile.seed,
            epoch_ms: self.profile.epoch_ms,
            now_us: self.now_us,
            fuel: self.call_fuel(),
            memory_bytes: self.profile.limits.heap_bytes,
        };
        let outcome = match wasi::run(&self.module, &setup) {
            Ok(outcome) => outcome,
            Err(error) => return self.settle(Err(error)),
        };
        self.now_us = self.now_us.max(outcome.now_us);
        self.write_down(&outcome.lines);
        let exit = outcome.exit.clone();
        match &exit {
            Ok(0) => {}
            Ok(code) => {
                let text = format!("Error: the program exited with {code}");
                self.journal.exception("Uncaught", Some(&text), self.now_us);
            }
            Err(_) => {}
        }
        self.core.borrow_mut().outcome = Some(outcome);
        self.settle(exit.map(|_| ()))
    }

    fn write_down(&mut self, lines: &[Line]) {
        for line in lines {
            self.journal.console(line.kind, &line.text, line.at_us);
        }
    }

    /// Takes up what the game has said and where its clock is, and passes an outcome on. Every end is final.
    fn settle<R>(&mut self, outcome: Result<R, GameError>) -> Result<R, PageError> {
        let (lines, ended) = {
            let mut core = self.core.borrow_mut();
            let lines = core.game.as_mut().map(Game::take_lines).unwrap_or_default();
            let now_us = core.game.as_ref().map_or(0, Game::now_us);
            self.now_us = self.now_us.max(now_us);
            (lines, core.ended.take())
        };
        self.write_down(&lines);
        let outcome = match ended {
            Some(error) => Err(error),
            None => outcome,
        };
        outcome.map_err(|error| self.die(&error))
    }

    fn die(&mut self, error: &GameError) -> PageError {
        let ended = match error {
            GameError::Fuel { fuel, .. } => PageError::Watchdog {
                limit_ms: fuel / FUEL_A_MS,
            },
            GameError::Limit(text) => PageError::Limit(text.clone()),
            GameError::Trap { .. } => {
                let text = format!("RuntimeError: {error}");
                self.journal.exception("Uncaught", Some(&text), self.now_us);
                PageError::Trap(error.to_string())
            }
            GameError::Refused(text) => PageError::Module(text.clone()),
            GameError::Lacking(_) => PageError::Module(error.to_string()),
            GameError::Busy(text) => PageError::Internal(text.clone()),
        };
        self.end(ended)
    }

    fn end(&mut self, error: PageError) -> PageError {
        self.dead = Some(error.clone());
        self.journal.digest.add("death", 0, error.to_string().as_bytes());
        error
    }

    /// Runs work with the game, if it is one.
    fn with_game<R>(&mut self, work: impl FnOnce(&mut Game) -> Result<R, GameError>) -> Result<Option<R>, PageError> {
        let outcome = {
            let mut core = self.core.borrow_mut();
            let now_us = self.now_us;
            core.game.as_mut().map(|game| {
                game.set_now(now_us);
                work(game)
            })
        };
        self.settle(outcome.transpose())
    }

    fn give(&mut self, records: Vec<Record>) -> Result<(), PageError> {
        for record in records {
            self.with_game(|game| game.input(record))?;
        }
        Ok(())
    }

    /// The next frame: the first that has not been shown and whose time has not passed.
    fn next_frame(&self) -> u64 {
        let passed = self.now_us.saturating_mul(60) / 1_000_000;
        let first = if frame_us(passed) >= self.now_us { passed } else { passed + 1 };
        first.max(self.last_frame + 1)
    }

    fn frame(&mut self, number: u64) -> Result<(), PageError> {
        self.last_frame = number;
        self.now_us = self.now_us.max(frame_us(number));
        self.counters.frames += 1;
        self.journal.order.add(1, self.now_us);
        let waiting = self.inputs.frame();
        self.give(waiting)?;
        self.with_game(|game| game.step(frame_timestamp_ms(number))).map(|_| ())
    }

    fn run_until(&mut self, until_us: u64) -> Result<(), PageError> {
        self.start()?;
        loop {
            let timer = self
                .script
                .as_ref()
                .and_then(Script::next_due_us)
                .map(|due| due.max(self.now_us));
            let number = self.next_frame();
            let frame_at = frame_us(number);
            match timer {
                // Tasks of an instant run before its frame.
                Some(due) if due <= frame_at && due <= until_us => self.run_timers(due)?,
                _ if frame_at <= until_us => self.frame(number)?,
                _ => break,
            }
        }
        self.now_us = self.now_us.max(until_us);
        Ok(())
    }

    fn open_anew(&mut self) -> Result<(), PageError> {
        self.journal.digest.add("reload", self.now_us, b"");
        self.script = None;
        *self.core.borrow_mut() = Core {
            game: None,
            outcome: None,
            ended: None,
        };
        self.inputs = Inputs::default();
        self.started = false;
        self.counters.documents += 1;
        Ok(())
    }

    fn log(&mut self, call: impl FnOnce() -> Call) {
        if let Some(calls) = &mut self.calls {
            calls.add(call());
        }
    }

    fn picture(&mut self, width: u32, height: u32, scale: f64) -> Result<Option<Pixmap>, PageError> {
        self.start()?;
        // What draws is ours, and what is drawn is not: a defect in it ends the game, not the process.
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            self.with_game(|game| game.picture(width, height, [scale, scale]))
        }));
        match drawn {
            Ok(picture) => Ok(picture?.flatten()),
            Err(_) => Err(self.end(PageError::Internal("painting failed".to_owned()))),
        }
    }

    /// The viewport: the canvas at its upper left corner, on black.
    fn paint_viewport(&mut self) -> Result<Frame, PageError> {
        let dpr = self.profile.dpr;
        let device = |side: u32| (f64::from(side) * dpr).round().max(1.0) as u32;
        let (width, height) = (device(self.profile.width), device(self.profile.height));
        let shown = |canvas: u32, viewport: u32| device(canvas).min(viewport);
        let (wide, tall) = (shown(self.manifest.width, width), shown(self.manifest.height, height));
        let picture = self.picture(wide, tall, dpr)?;
        let mut rgba = [0, 0, 0, 255].repeat(width as usize * height as usize);
        let rows = rgba.chunks_exact_mut(width as usize * 4);
        let source = picture.as_ref().map(|picture| picture.data().chunks_exact(wide as usize * 4));
        for (row, source) in rows.zip(source.into_iter().flatten()) {
            // Premultiplied over black is the colour itself.
            for (slot, pixel) in row.as_chunks_mut::<4>().0.iter_mut().zip(source.as_chunks::<4>().0) {
                *slot = [pixel[0], pixel[1], pixel[2], 255];
            }
        }
        Ok(Frame { width, height, rgba })
    }

    fn paint_canvas(&mut self) -> Result<Frame, PageError> {
        let (width, height) = (self.manifest.width, self.manifest.height);
        let picture = self.picture(width, height, 1.0)?;
        let rgba = match picture {
            None => vec![0; width as usize * height as usize * 4],
            Some(picture) => {
                let straight = picture.pixels().iter().map(|pixel| {
                    let color = pixel.demultiply();
                    [color.red(), color.green(), color.blue(), color.alpha()]
                });
                straight.flatten().collect()
            }
        };
        Ok(Frame { width, height, rgba })
    }

    fn add_frame_to_digest(&mut self, frame: &Frame) {
        let kind = format!("frame {}x{}", frame.width, frame.height);
        self.journal.digest.add(&kind, self.now_us, &frame.rgba);
    }
}
