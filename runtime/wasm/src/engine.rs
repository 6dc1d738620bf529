//! The one wasmtime engine of a process: deterministic code, bounded stacks and memories, instances from a pool.

use std::sync::OnceLock;
use wasmtime::{Config, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig};

/// Most bytes of a game's memory.
pub const MEMORY_MAX: usize = 128 << 20;
/// Bytes of stack that compiled code may take.
pub const STACK_BYTES: usize = 512 << 10;
/// Most elements of a table.
pub(crate) const TABLE_MAX: usize = 100_000;
/// Most tables of a game.
pub(crate) const TABLES_MAX: u32 = 8;
/// How many instances the pool has. Address space may be limited, so fewer are tried too.
const POOLS: [u32; 4] = [512, 128, 32, 8];
const GUARD_BYTES: u64 = 1 << 20;

/// The engine, made at its first use.
pub(crate) fn engine() -> Result<&'static Engine, String> {
    static ENGINE: OnceLock<Result<Engine, String>> = OnceLock::new();
    ENGINE.get_or_init(make).as_ref().map_err(Clone::clone)
}

fn make() -> Result<Engine, String> {
    let mut last = String::new();
    for count in POOLS {
        let mut config = config().map_err(|error| error.to_string())?;
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(count)));
        match Engine::new(&config) {
            Ok(engine) => return Ok(engine),
            Err(error) => last = format!("{error:#}"),
        }
    }
    // Slower to make instances, and the same in all else.
    let config = config().map_err(|error| error.to_string())?;
    Engine::new(&config).map_err(|error| format!("{error:#}; with a pool: {last}"))
}

fn pool(count: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(count)
        .total_memories(count)
        .total_tables(count * TABLES_MAX)
        .max_memories_per_module(1)
        .max_tables_per_module(TABLES_MAX)
        .table_elements(TABLE_MAX)
        .max_memory_size(MEMORY_MAX)
        .max_unused_warm_slots(8)
        .linear_memory_keep_resident(1 << 20)
        .table_keep_resident(16 << 10);
    pool
}

fn config() -> wasmtime::Result<Config> {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(true)
        .wasm_simd(true)
        .wasm_relaxed_simd(true)
        .relaxed_simd_deterministic(true)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .concurrency_support(false)
        .max_wasm_stack(STACK_BYTES)
        // Every check is in the code: the process's signals stay as they are, for V8 and for emulators.
        .signals_based_traps(false)
        .memory_reservation(MEMORY_MAX as u64)
        .memory_reservation_for_growth(0)
        .memory_guard_size(GUARD_BYTES)
        .wasm_backtrace_max_frames(None);
    // Known where WASI is built in.
    #[cfg(feature = "programs")]
    config.wasm_component_model(false);
    fix_target(&mut config)?;
    Ok(config)
}

/// The same code on every machine: the features of the CPU would show in the depth of the stack at least.
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
fn fix_target(config: &mut Config) -> wasmtime::Result<()> {
    config.target("x86_64-unknown-linux-gnu")?;
    for feature in ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt"] {
        // SAFETY: the flags are known names of the x64 backend; the engine checks that the CPU has them.
        unsafe { config.cranelift_flag_enable(feature) };
    }
    Ok(())
}

#[cfg(all(target_arch = "aarch64", target_os = "linux", target_env = "gnu"))]
fn fix_target(config: &mut Config) -> wasmtime::Result<()> {
    config.target("aarch64-unknown-linux-gnu").map(|_| ())
}

#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux",
    target_env = "gnu"
)))]
fn fix_target(_config: &mut Config) -> wasmtime::Result<()> {
    Ok(())
}
