//! WASI preview 1 programs: run once, to their end, at one instant of the host. Arguments, environment, clocks, chance and the way
//! out are wasmtime-wasi's, on the virtual clock and the seed; descriptors and files are ours, in memory, since its file system is
//! the host's. Nothing of the host can be reached.

mod calls;
mod fs;

use crate::engine::{MEMORY_MAX, TABLE_MAX, TABLES_MAX, engine};
use crate::error::{GameError, end_of};
use crate::files::Files;
use crate::host::Line;
use crate::manifest::Manifest;
use crate::module::{Module, Ready};
use crate::rewrite::START;
use fs::Fs;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wasmtime::{Linker, Memory, Store, StoreLimits, StoreLimitsBuilder};
use wasmtime_wasi::p1::{self, WasiP1Ctx};
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, I32Exit, WasiCtxBuilder};

/// The module programs import from.
pub(crate) const MODULE: &str = "wasi_snapshot_preview1";
/// Bytes of standard output that are kept as text, besides the console's lines.
const STDOUT_MAX: usize = 1 << 20;
/// Longest line without an end, in bytes.
const LINE_MAX: usize = 64 << 10;
/// Bytes of all lines.
const LINES_MAX: usize = 16 << 20;

/// What a program is run with.
pub struct Setup {
    /// The bundle.
    pub files: Files,
    /// Arguments, environment, standard input.
    pub manifest: Manifest,
    /// Seed of all chance.
    pub seed: u64,
    /// Date at clock 0, in ms since 1970.
    pub epoch_ms: f64,
    /// The clock, in µs.
    pub now_us: u64,
    /// Instructions it may execute.
    pub fuel: u64,
    /// Bytes of memory, at most the ABI's limit.
    pub memory_bytes: usize,
}

/// What a program came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it exited with, or how it ended.
    pub exit: Result<i32, GameError>,
    /// Lines of standard output (`log`) and error (`error`).
    pub lines: Vec<Line>,
    /// The first mebibyte of standard output.
    pub stdout: String,
    /// Files it left in `/tmp`, by their paths below it.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Its clock at the end, in µs.
    pub now_us: u64,
    /// Instructions it executed.
    pub fuel_used: u64,
}

/// The clock a program sees, in µs since the opening; each look moves it on.
#[derive(Clone)]
pub(crate) struct Clock {
    now_us: Arc<AtomicU64>,
    epoch_us: u64,
}

impl Clock {
    fn look(&self) -> u64 {
        self.now_us.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn now_us(&self) -> u64 {
        self.now_us.load(Ordering::Relaxed)
    }

    /// The time that passes while a program waits.
    pub(crate) fn wait_until(&self, at_us: u64) {
        self.now_us.fetch_max(at_us, Ordering::Relaxed);
    }

    pub(crate) fn epoch_us(&self) -> u64 {
        self.epoch_us
    }
}

impl HostMonotonicClock for Clock {
    fn resolution(&self) -> u64 {
        1_000
    }

    fn now(&self) -> u64 {
        self.look().saturating_mul(1_000)
    }
}

impl HostWallClock for Clock {
    fn resolution(&self) -> Duration {
        Duration::from_micros(1)
    }

    fn now(&self) -> Duration {
        Duration::from_micros(self.epoch_us.saturating_add(self.look()))
    }
}

/// SplitMix64, as everywhere.
struct Chance(u64);

impl rand_core::TryRng for Chance {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|number| (number >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(z ^ (z >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.iter_mut().zip(word).for_each(|(slot, byte)| *slot = byte);
        }
        Ok(())
    }
}

pub(crate) struct Program {
    pub(crate) wasi: WasiP1Ctx,
    pub(crate) limits: StoreLimits,
    pub(crate) memory: Option<Memory>,
    pub(crate) fs: Fs,
    pub(crate) clock: Clock,
    out: Output,
}

/// Standard output and error, on their way to lines.
#[derive(Default)]
struct Output {
    lines: Vec<Line>,
    bytes: usize,
    stdout: Vec<u8>,
    rests: [Vec<u8>; 2],
}

const KINDS: [&str; 2] = ["log", "error"];

impl Output {
    /// `stream`: 0 output, 1 error.
    fn write(&mut self, stream: usize, bytes: &[u8], at_us: u64) {
        if stream == 0 && self.stdout.len() < STDOUT_MAX {
            let room = STDOUT_MAX - self.stdout.len();
            self.stdout.extend(bytes.iter().take(room));
        }
        let Some(rest) = self.rests.get_mut(stream) else { return };
        rest.extend(bytes);
        let mut rest = std::mem::take(rest);
        let mut begin = 0;
        while let Some(length) = rest.get(begin..).and_then(|rest| rest.iter().position(|byte| *byte == b'\n')) {
            self.line(stream, &rest[begin..begin + length], at_us);
            begin += length + 1;
        }
        rest.drain(..begin);
        if rest.len() > LINE_MAX {
            self.line(stream, &rest, at_us);
            rest.clear();
        }
        if let Some(slot) = self.rests.get_mut(stream) {
            *slot = rest;
        }
    }

    fn line(&mut self, stream: usize, bytes: &[u8], at_us: u64) {
        if self.bytes > LINES_MAX {
            return;
        }
        self.bytes += bytes.len() + 32;
        self.lines.push(Line {
            kind: KINDS.get(stream).copied().unwrap_or("log"),
            text: String::from_utf8_lossy(bytes).into_owned(),
            at_us,
        });
    }

    fn finish(&mut self, at_us: u64) {
        for stream in 0..self.rests.len() {
            let rest = self.rests.get_mut(stream).map(std::mem::take).unwrap_or_default();
            if !rest.is_empty() {
                self.line(stream, &rest, at_us);
            }
        }
    }
}

impl Program {
    pub(crate) fn write_line(&mut self, stream: usize, bytes: &[u8]) {
        let at_us = self.clock.now_us();
        self.out.write(stream, bytes, at_us);
    }
}

pub(crate) fn is_known(name: &str) -> bool {
    calls::NAMES.contains(&name)
}

pub(crate) fn add(linker: &mut Linker<Program>) -> wasmtime::Result<()> {
    p1::add_to_linker_sync(linker, |program: &mut Program| &mut program.wasi)?;
    // What would reach the host's files, sockets or timers is ours.
    linker.allow_shadowing(true);
    calls::add(linker)?;
    linker.allow_shadowing(false);
    Ok(())
}

/// Runs a program to its end.
///
/// # Errors
/// `Refused` or `Busy`: it could not begin. How it ended is in the outcome.
pub fn run(module: &Module, setup: &Setup) -> Result<Outcome, GameError> {
    let Ready::Program(ready) = &module.ready else {
        return Err(GameError::Refused("game.wasm is a game, not a program".to_owned()));
    };
    let Setup { manifest, seed, .. } = setup;
    let clock = Clock {
        now_us: Arc::new(AtomicU64::new(setup.now_us)),
        epoch_us: (setup.epoch_ms.max(0.0) * 1e3) as u64,
    };
    let env: Vec<(&String, &String)> = manifest.env.iter().collect();
    let wasi = WasiCtxBuilder::new()
        .args(&manifest.args)
        .envs(&env)
        .monotonic_clock(clock.clone())
        .wall_clock(clock.clone())
        .secure_random(Chance(seed ^ 0x7761_7369_0001))
        .insecure_random(Chance(seed ^ 0x7761_7369_0002))
        .insecure_random_seed(u128::from(*seed))
        .build_p1();
    let stdin = manifest.stdin.as_deref().and_then(|path| setup.files.get(path).cloned());
    let limits = StoreLimitsBuilder::new()
        .memory_size(setup.memory_bytes.min(MEMORY_MAX))
        .table_elements(TABLE_MAX)
        .instances(1)
        .memories(1)
        .tables(TABLES_MAX as usize)
        .build();
    let program = Program {
        wasi,
        limits,
        memory: None,
        fs: Fs::new(&setup.files, stdin),
        clock,
        out: Output::default(),
    };
    let mut store = Store::new(engine().map_err(GameError::Busy)?, program);
    store.limiter(|program| &mut program.limits);
    let refused = |error: wasmtime::Error| GameError::Refused(format!("game.wasm cannot be made: {error:#}"));
    store.set_fuel(setup.fuel).map_err(refused)?;
    let instance = ready.instantiate(&mut store).map_err(refused)?;
    store.data_mut().memory = instance.get_memory(&mut store, "memory");
    let mut exit = Ok(0);
    for name in [START, "_start"] {
        let Ok(begin) = instance.get_typed_func::<(), ()>(&mut store, name) else {
            continue;
        };
        if let Err(error) = begin.call(&mut store, ()) {
            exit = match error.downcast_ref::<I32Exit>() {
                Some(I32Exit(code)) => Ok(*code),
                None => Err(end_of("_start", setup.fuel, &error)),
            };
            break;
        }
    }
    let fuel_used = setup.fuel - store.get_fuel().unwrap_or(0).min(setup.fuel);
    let program = store.data_mut();
    let now_us = program.clock.now_us();
    program.out.finish(now_us);
    let out = std::mem::take(&mut program.out);
    Ok(Outcome {
        exit,
        lines: out.lines,
        stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
        files: program.fs.temporary(),
        now_us,
        fuel_used,
    })
}
