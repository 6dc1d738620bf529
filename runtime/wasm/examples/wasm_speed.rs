//! What a game of WebAssembly costs on one core: `cargo xtask bench --wasm` runs this.
//!
//! For each game folder that is named: steps a second without looking, with a picture of 84×84 pixels at each step, with the whole
//! canvas at each step, and what a copy costs. Figures are processor time, the best of five
//! runs, so that other programs on the machine hardly count.

use oracade_text::{FontProfile, Fonts};
use oracade_wasm::{Files, Game, MANIFEST_FILE, MODULE_FILE, Manifest, Module, Painter, Setup, Storage};
use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Nothing;

impl Storage for Nothing {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&self, _: &str, _: &str) -> bool {
        false
    }

    fn remove(&self, _: &str) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for folder in std::env::args().skip(1) {
        let path = Path::new(&folder);
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let path = entry?.path();
            if let (Some(name), true) = (path.file_name(), path.is_file()) {
                files.push((name.to_string_lossy().into_owned(), Arc::<[u8]>::from(std::fs::read(&path)?)));
            }
        }
        let files = Files::new(files);
        let wasm = files.get(MODULE_FILE).ok_or("no game.wasm")?.clone();
        let manifest = match files.get(MANIFEST_FILE) {
            Some(text) => Manifest::parse(text)?,
            None => Manifest::default(),
        };
        let begun = processor_us();
        let module = Module::load(&wasm)?;
        let compiled = processor_us() - begun;
        let fonts = Arc::new(Mutex::new(Fonts::new(FontProfile::Reference)));
        let setup = Setup {
            files,
            canvas: (manifest.width, manifest.height),
            seed: 1,
            epoch_ms: 0.0,
            now_us: 0,
            call_fuel: 20_000_000_000,
            total_fuel: u64::MAX,
            memory_bytes: 128 << 20,
            storage: Rc::new(Nothing),
            painter: Rc::new(RefCell::new(Painter::new(fonts))),
        };
        let open = || -> Result<Game, oracade_wasm::GameError> {
            let mut game = Game::open(&module, setup.clone())?;
            game.start()?;
            // What is measured is play, not a title.
            game.load_scenario("{\"name\": \"fresh\", \"level\": 1}")?;
            Ok(game)
        };
        let opened = best(200, || open().map(|_| ()))?;
        let mut game = open()?;
        let mut frame = 0_u64;
        let mut step = |game: &mut Game| {
            frame += 1;
            // Now and then it begins anew, so that there is always something going on.
            if frame.is_multiple_of(240) {
                game.load_scenario("{\"name\": \"fresh\", \"level\": 1}")?;
            }
            game.step(frame as f64 * 1000.0 / 60.0)
        };
        let blind = best(20_000, || step(&mut game))?;
        let small = [84.0 / f64::from(manifest.width), 84.0 / f64::from(manifest.height)];
        let seen_small = best(500, || {
            step(&mut game)?;
            game.picture(84, 84, small).map(|picture| drop(black_box(picture)))
        })?;
        let seen = best(100, || {
            step(&mut game)?;
            let picture = game.picture(manifest.width, manifest.height, [1.0, 1.0]);
            picture.map(|picture| drop(black_box(picture)))
        })?;
        let branch = best(500, || game.copy(Rc::new(Nothing)).map(|copy| drop(black_box(copy))))?;
        println!(
            "{:<12} memory {:>5} KiB  compile {:>5.0} ms  open {:>6.0} us  steps/s {:>9.0}  with 84x84 {:>6.0}  with {}x{} {:>5.0}  branch {:>5.1} us",
            path.file_name().unwrap_or_default().to_string_lossy(),
            game.memory_bytes() >> 10,
            compiled / 1e3,
            opened,
            1e6 / blind,
            1e6 / seen_small,
            manifest.width,
            manifest.height,
            1e6 / seen,
            branch,
        );
    }
    Ok(())
}

/// Processor time of this thread, in µs.
fn processor_us() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the struct is whole and outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// µs a call of work, the best of five runs of so many.
fn best<E>(count: u32, mut work: impl FnMut() -> Result<(), E>) -> Result<f64, E> {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let begun = processor_us();
        for _ in 0..count {
            work()?;
        }
        best = best.min((processor_us() - begun) / f64::from(count));
    }
    Ok(best)
}
