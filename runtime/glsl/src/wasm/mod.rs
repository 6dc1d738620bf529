//! The compiled back end: WebAssembly with 128-bit SIMD, run by wasmtime.
//!
//! WebAssembly rather than Cranelift's own form: wasmtime's interface is safe Rust, the module is validated, a compiled
//! module may be kept, and the 128-bit operations are exactly those of the intermediate form; Cranelift's optimiser sees the
//! same code either way. Nothing of relaxed SIMD is emitted, so every operation is exact or a NaN, whose bits are made the
//! same before they can be seen ([`crate::ir::Un::Canon`]).

mod access;
mod body;
mod decode;
mod emit;
mod flat;
mod flow;
mod hoist;
mod inline;
mod memory;
mod ops;
mod prepare;
mod schedule;
mod variants;

use crate::budget::Budget;
use crate::ir::Func;
use crate::program::{Bindings, RunError};
use crate::textures::{NoTextures, Request, Textures};
pub(crate) use emit::encode;
use inline::Fixed;
use memory::Map;
use std::sync::{Arc, OnceLock};
pub(crate) use variants::{Modules, Sources, Stage};
use wasmtime::{Caller, Config, Engine, Linker, Memory, OptLevel, Store, TypedFunc};

/// What the lookups of a running instance need.
struct State {
    textures: Arc<dyn Textures>,
    lookups: Vec<crate::ir::Lookup>,
    scratch: usize,
    memory: Option<Memory>,
}

/// A compiled stage.
pub(crate) struct Module {
    module: wasmtime::Module,
    map: Map,
    hoisted: Arc<[hoist::Hoisted]>,
    /// Input slots of the code: the stage's, and the results of what is looked up beforehand.
    inputs: u32,
    /// By texture: whether the code was made for it, so that it has to be in memory.
    fixed: Vec<bool>,
    /// Textures that are decoded.
    decoded: Vec<u32>,
}

/// A compiled stage with its memory.
pub(crate) struct Instance {
    store: Store<State>,
    memory: Memory,
    run: TypedFunc<(i32, i64), i64>,
    /// Computes what depends on uniforms alone, if anything does.
    prepare: Option<TypedFunc<(), ()>>,
    /// Whether it has been done for what is bound.
    prepared: bool,
    map: Map,
    hoisted: Arc<[hoist::Hoisted]>,
    inputs: usize,
    outputs: usize,
    /// Memory of texels, if the code samples any textures itself.
    texels: Option<Memory>,
    held: flat::Held,
    fixed: Vec<bool>,
    decoders: Vec<Option<flat::Decode>>,
}

/// Room for what goes into groups: slots of four lanes, little-endian words; `stride` bytes a group.
pub(crate) struct Room<'a> {
    pub(crate) bytes: &'a mut [u8],
    pub(crate) stride: usize,
}

/// What came out of groups, in the same form; the lanes of each that were not discarded, in words.
pub(crate) struct Results<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) alive: &'a [u8],
}

/// Operations from which code is long: then they stay in the order in which they are written. Cranelift's optimiser puts each where it is
/// first needed, one long chain after the other; what it takes out is little, as equal operations have been shared before. In short code, and in
/// the functions that sample, it is the loads that it takes out that count.
const LONG: usize = 256;
/// As many operations more it takes for each lookup that a function makes.
const LONG_LOOKUP: usize = 24;

/// One engine a process for long code, and one for other code. No signals: V8 has the process's handlers, and bounds are known when the
/// code is made.
fn engine(long: bool) -> Result<&'static Engine, String> {
    static ENGINES: [OnceLock<Result<Engine, String>>; 2] = [const { OnceLock::new() }; 2];
    let made = ENGINES[usize::from(long)].get_or_init(|| {
        let mut config = Config::new();
        config.wasm_simd(true);
        config.wasm_relaxed_simd(false);
        config.wasm_multi_memory(true);
        config.cranelift_opt_level(if long { OptLevel::None } else { OptLevel::Speed });
        config.signals_based_traps(false);
        config.memory_reservation(0);
        config.memory_guard_size(0);
        config.memory_reservation_for_growth(0);
        config.memory_init_cow(false);
        config.max_wasm_stack(512 << 10);
        Engine::new(&config).map_err(|e| e.to_string())
    });
    made.as_ref().map_err(Clone::clone)
}

impl Module {
    /// Code for textures of which something is known.
    fn compile(sources: Sources<'_>, fixed: &[Fixed]) -> Result<Module, String> {
        let Sources {
            uniforms, blocks, fuel, ..
        } = sources;
        let mut func = sources.func.clone();
        inline::inline(&mut func, fixed);
        let decoders = decode::decoders(&mut func);
        let hoisted = hoist::hoist(&mut func).into();
        let prepared = prepare::split(&mut func, uniforms);
        let asked = flat::asked(&func).len();
        let long = crate::program::count(&func.body) >= LONG + LONG_LOOKUP * asked;
        if long {
            schedule::schedule(&mut func);
        }
        let (bytes, map) = emit::encode_split(&func, &prepared, &decoders, uniforms, blocks, fuel);
        let module = wasmtime::Module::new(engine(long)?, &bytes).map_err(|e| format!("{e:#}"))?;
        Ok(Module {
            module,
            fixed: map.flats.iter().map(|word| fixed.iter().any(|f| f.unit == *word)).collect(),
            map,
            hoisted,
            inputs: func.inputs,
            decoded: decoders.iter().map(|d| d.texture).collect(),
        })
    }

    fn instantiate(&self, func: &Func) -> Result<Instance, String> {
        let engine = self.module.engine();
        let state = State {
            textures: Arc::new(NoTextures),
            lookups: func.lookups.clone(),
            scratch: self.map.scratch as usize,
            memory: None,
        };
        let mut store = Store::new(engine, state);
        let mut linker: Linker<State> = Linker::new(engine);
        let error = |e: wasmtime::Error| e.to_string();
        linker.func_wrap("o", "lookup", lookup).map_err(error)?;
        let instance = linker.instantiate(&mut store, &self.module).map_err(error)?;
        let memory = instance.get_memory(&mut store, "memory").ok_or("no memory")?;
        store.data_mut().memory = Some(memory);
        let texels = instance.get_memory(&mut store, "texels");
        let run = instance.get_typed_func(&mut store, "run").map_err(error)?;
        let prepare = instance.get_typed_func(&mut store, "prepare").ok();
        let mut decoders: Vec<Option<flat::Decode>> = vec![None; self.map.flats.len()];
        for texture in &self.decoded {
            let name = emit::decoder_name(*texture);
            decoders[*texture as usize] = Some(instance.get_typed_func(&mut store, &name).map_err(error)?);
        }
        Ok(Instance {
            store,
            memory,
            run,
            prepare,
            prepared: false,
            map: self.map.clone(),
            hoisted: self.hoisted.clone(),
            inputs: self.inputs as usize,
            outputs: func.outputs as usize,
            texels,
            held: flat::Held::default(),
            fixed: self.fixed.clone(),
            decoders,
        })
    }
}

/// Bytes of four lanes.
const LANES: usize = 16;

/// A lookup: arguments and results lie in the scratch area, the unit's lanes after the arguments. Shaders spend much of their
/// time here, so nothing is allocated and what is read is checked once.
fn lookup(mut caller: Caller<'_, State>, number: i32, mask: i32) {
    let Some(memory) = caller.data().memory else { return };
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let Some(lookup) = state.lookups.get(number as usize) else {
        return;
    };
    let results = memory::RESULTS as usize;
    let Some(area) = bytes.get_mut(state.scratch..state.scratch + results + 4 * LANES) else {
        return;
    };
    let (arguments, results) = area.split_at_mut(results);
    let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    let mut out = [[0; 4]; 4];
    let count = lookup.args.len();
    if mask != 0 {
        let mut args = [[0u32; 4]; 12];
        for (to, from) in args.iter_mut().zip(arguments.chunks_exact(LANES)).take(count + 1) {
            *to = [word(&from[..4]), word(&from[4..8]), word(&from[8..12]), word(&from[12..])];
        }
        let lane = (mask.trailing_zeros() as usize).min(3);
        let unit = args.get(count).map_or(0, |lanes| lanes[lane]);
        let request = Request {
            lookup,
            unit,
            args: &args[..count.min(args.len())],
            mask: mask as u8,
        };
        state.textures.lookup(&request, &mut out);
    }
    for (to, lanes) in results.chunks_exact_mut(LANES).zip(&out) {
        for (to, word) in to.chunks_exact_mut(4).zip(lanes) {
            to.copy_from_slice(&word.to_le_bytes());
        }
    }
}

impl Instance {
    /// Most groups of a run.
    pub(crate) fn most(&self) -> usize {
        self.map.groups as usize
    }

    /// Where what goes into groups is written.
    pub(crate) fn room(&mut self) -> Room<'_> {
        let stride = self.inputs * LANES;
        let bytes = self.memory.data_mut(&mut self.store);
        let at = self.map.inputs as usize;
        Room {
            bytes: &mut bytes[at..at + self.map.groups as usize * stride],
            stride,
        }
    }

    /// Runs groups whose inputs have been written.
    pub(crate) fn run(
        &mut self,
        func: &Func,
        bindings: &Bindings<'_>,
        groups: usize,
        (cost, budget): (i64, &Budget),
    ) -> Result<(), RunError> {
        if !self.hoisted.is_empty() {
            self.look_up(func, bindings, groups);
        }
        let most = budget.left();
        if most < 0 {
            return Err(RunError::OutOfFuel);
        }
        let turns = self
            .run
            .call(&mut self.store, (groups as i32, most))
            .map_err(|e| RunError::Internal(format!("{e:#}")))?;
        if turns < 0 || !budget.spend(turns.saturating_add(cost.saturating_mul(groups as i64))) {
            return Err(RunError::OutOfFuel);
        }
        Ok(())
    }

    /// What the last run gave.
    pub(crate) fn results(&self) -> Results<'_> {
        let bytes = self.memory.data(&self.store);
        let groups = self.map.groups as usize;
        let (outputs, alive) = (self.map.outputs as usize, self.map.alive as usize);
        Results {
            bytes: &bytes[outputs..outputs + groups * self.outputs * LANES],
            alive: &bytes[alive..alive + groups * 4],
        }
    }

    /// Makes the lookups that were taken out of the code.
    fn look_up(&mut self, func: &Func, bindings: &Bindings<'_>, groups: usize) {
        let size = self.inputs * LANES;
        let Some(area) = self
            .memory
            .data_mut(&mut self.store)
            .get_mut(self.map.inputs as usize..)
            .and_then(|b| b.get_mut(..groups * size))
        else {
            return;
        };
        for hoisted in self.hoisted.iter() {
            let lookup = &func.lookups[hoisted.lookup];
            let unit = bindings.uniforms.get(hoisted.unit as usize).copied().unwrap_or(0);
            let mut args = [[0u32; 4]; 8];
            let count = hoisted.args.len().min(args.len());
            for group in area.chunks_exact_mut(size) {
                let slots = group.as_chunks_mut::<LANES>().0;
                for (to, slot) in args.iter_mut().zip(&hoisted.args) {
                    *to = canonical(&slots[*slot as usize]);
                }
                let request = Request {
                    lookup,
                    unit,
                    args: &args[..count],
                    mask: 0xF,
                };
                let mut out = [[0; 4]; 4];
                bindings.textures.lookup(&request, &mut out);
                for (to, lanes) in slots[hoisted.result as usize..].iter_mut().zip(&out) {
                    for (to, word) in to.as_chunks_mut::<4>().0.iter_mut().zip(lanes) {
                        *to = word.to_le_bytes();
                    }
                }
            }
        }
    }

    /// Bytes of texels it keeps.
    pub(crate) fn held(&self) -> usize {
        self.held.bytes()
    }

    /// Whether all textures that the code was made for are in memory.
    fn bind_textures(&mut self, bindings: &Bindings<'_>) -> bool {
        let known = std::ptr::addr_eq(Arc::as_ptr(&self.store.data().textures), Arc::as_ptr(&bindings.textures));
        if !known {
            self.store.data_mut().textures = bindings.textures.clone();
        }
        if let Some(texels) = self.texels
            && (!known || self.held.differs(&self.map, bindings.uniforms))
        {
            let made = (&self.fixed[..], &self.decoders[..]);
            return self.held.bind(
                &mut self.store,
                (self.memory, texels),
                &self.map,
                made,
                bindings.uniforms,
                &*bindings.textures,
            );
        }
        true
    }

    /// Brings textures, uniforms and blocks in, if they are others than those that are there, and does what depends on uniforms alone.
    /// Nothing is done if there is no room for the textures.
    fn bind(&mut self, bindings: &Bindings<'_>) -> Result<bool, RunError> {
        if !self.bind_textures(bindings) {
            return Ok(false);
        }
        let bytes = self.memory.data_mut(&mut self.store);
        let words = bindings.uniforms.len().min(self.map.uniform_words as usize);
        let at = self.map.uniforms as usize;
        let (there, rest) = bytes[at..at + self.map.uniform_words as usize * 4].split_at_mut(words * 4);
        let mut same = std::mem::take(&mut self.prepared);
        if !holds(there, &bindings.uniforms[..words]) || rest.iter().any(|b| *b != 0) {
            same = false;
            put(there, 0, &bindings.uniforms[..words]);
            rest.fill(0);
        }
        for (i, (at, size)) in self.map.blocks.iter().enumerate() {
            let data = bindings.blocks.get(i).copied().unwrap_or_default();
            let n = data.len().min(*size as usize);
            let (at, size) = (*at as usize, *size as usize);
            let (there, rest) = bytes[at..at + size].split_at_mut(n);
            if *there != data[..n] || rest.iter().any(|b| *b != 0) {
                same = false;
                there.copy_from_slice(&data[..n]);
                rest.fill(0);
            }
        }
        if !same && let Some(prepare) = &self.prepare {
            prepare
                .call(&mut self.store, ())
                .map_err(|e| RunError::Internal(format!("{e:#}")))?;
        }
        self.prepared = true;
        Ok(true)
    }
}

/// Whether memory holds words.
fn holds(bytes: &[u8], words: &[u32]) -> bool {
    let held = bytes.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b));
    held.eq(words.iter().copied())
}

/// Four lanes, NaN as the one NaN, as the code gives them to lookups.
fn canonical(bytes: &[u8; LANES]) -> [u32; 4] {
    let words = bytes.as_chunks::<4>().0;
    std::array::from_fn(|i| {
        let word = u32::from_le_bytes(words[i]);
        if f32::from_bits(word).is_nan() {
            crate::ir::eval::NAN
        } else {
            word
        }
    })
}

fn put(bytes: &mut [u8], at: usize, words: &[u32]) {
    for (to, word) in bytes[at..].as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
}
