//! The engine: V8's platform and flags, and the start-up snapshot that every page opens from. Built once a process.

use crate::platform::QueuePlatform;
use deno_core::{JsRuntime, JsRuntimeForSnapshot, RuntimeOptions, v8};
use std::sync::OnceLock;
use std::time::Duration;

/// The flags V8 runs with. Order and text are part of the determinism promise (docs/determinism.md says why each is there).
pub const V8_FLAGS: &str = "--single-threaded --predictable --random-seed=42 --hash-seed=7 --stack-size=984 \
    --no-use-std-math-pow --no-validate-asm --turbo_fast_api_calls --js-float16array --enable-queue-microtask \
    --no-freeze-flags-after-init --no-flush-bytecode --invocation-count-for-maglev=2000";

/// What is added for rows of short pages. V8 remembers of a function that it was worth compiling for the page before, and would compile it
/// at once for each page.
const ROW_FLAGS: &str = "--no-profile-guided-optimization --invocation-count-for-maglev=6000 --invocation-count-for-turbofan=20000 \
    --heap-growing-percent=300 --min-semi-space-size=4";

/// Why the engine could not be built.
#[derive(Debug, thiserror::Error, Clone)]
pub enum EngineError {
    /// The start-up snapshot's own JavaScript failed: a defect of this build.
    #[error("the start-up snapshot could not be built: {0}")]
    Snapshot(String),
}

/// V8's platform and the start-up snapshot with the browser's API surface.
///
/// Cost: building takes about a third of a second, once a process. The snapshot is never freed.
pub struct Engine {
    snapshot: &'static [u8],
}

/// Limit of a heap in which nothing runs, in bytes: what the snapshot takes, and to spare.
const KEPT_HEAP_BYTES: usize = 64 << 20;

static ENGINE: OnceLock<Result<Engine, EngineError>> = OnceLock::new();

impl Engine {
    /// The process's engine. The first call builds it. Call it early, before other threads start: it sets the zone ICU reads.
    pub fn get() -> Result<&'static Engine, EngineError> {
        ENGINE.get_or_init(Engine::build).as_ref().map_err(Clone::clone)
    }

    fn build() -> Result<Engine, EngineError> {
        init_v8();
        let _tokio = enter_reactor();
        // The shims compile some of their functions ahead by a native of V8's (oracade-harden, `warm`); pages have no natives.
        v8::V8::set_flags_from_string("--allow-natives-syntax");
        let mut runtime = JsRuntimeForSnapshot::try_new(RuntimeOptions {
            extensions: crate::ops::extensions(true),
            ..Default::default()
        })
        .map_err(|e| EngineError::Snapshot(e.to_string()))?;
        compile_ahead(&mut runtime).map_err(EngineError::Snapshot)?;
        v8::V8::set_flags_from_string("--no-allow-natives-syntax");
        let snapshot: &'static [u8] = Box::leak(runtime.snapshot());
        let engine = Engine { snapshot };
        engine.keep_read_only_heap().map_err(EngineError::Snapshot)?;
        Ok(engine)
    }

    /// Makes a runtime that nothing enters and nothing frees. All isolates share one read-only heap, which V8 frees with the last of them
    /// and makes anew with the next: a process that opens one page after the other would pay for that each time.
    fn keep_read_only_heap(&self) -> Result<(), String> {
        let mut runtime = self.new_runtime(KEPT_HEAP_BYTES, v8::new_default_allocator())?;
        // SAFETY: its making has entered it on this thread, and nothing was entered since.
        unsafe { runtime.v8_isolate().exit() };
        std::mem::forget(runtime);
        Ok(())
    }

    /// For `cargo xtask warm`: V8 writes to `file` what functions the page that was opened last compiled. To be called before
    /// [`Engine::get`].
    pub fn log_compilations(file: &std::path::Path) {
        v8::V8::set_flags_from_string(&format!(
            "--log-function-events --no-logfile-per-isolate --logfile={}",
            file.display()
        ));
    }

    /// Size of the start-up snapshot in bytes.
    pub fn snapshot_len(&self) -> usize {
        self.snapshot.len()
    }

    /// V8's own version string.
    pub fn v8_version(&self) -> &'static str {
        v8::V8::get_version()
    }

    /// Leaves out V8's last tier from here on, in this whole process: for one whose pages live for seconds and whose copies would each
    /// compile the same code again. What a page computes is the same.
    pub fn compile_less(&self) {
        v8::V8::set_flags_from_string("--no-turbofan");
    }

    /// Tunes V8, from here on and in this whole process, for rows of pages in one isolate ([`crate::Isolates`]): what is compiled for one page is
    /// lost with it, what it leaves is collected seldom. What a page computes is the same. To be called before pages are opened.
    pub fn expect_rows(&self) {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| v8::V8::set_flags_from_string(ROW_FLAGS));
    }

    /// A runtime from the start-up snapshot. Every isolate of the process comes from it: V8 shares one read-only heap among them.
    pub(crate) fn new_runtime(&self, heap_bytes: usize, buffers: v8::UniqueRef<v8::Allocator>) -> Result<JsRuntime, String> {
        let _tokio = enter_reactor();
        let params = v8::CreateParams::default()
            .heap_limits(0, heap_bytes)
            .array_buffer_allocator(buffers.make_shared());
        JsRuntime::try_new(RuntimeOptions {
            extensions: crate::ops::extensions(false),
            startup_snapshot: Some(self.snapshot),
            create_params: Some(params),
            ..Default::default()
        })
        .map_err(|e| e.to_string())
    }
}

/// Leaves bytecode in the snapshot only of what pages run: first that of all functions is dropped, most of which ran for the snapshot
/// alone, then those of the shims' list are compiled.
fn compile_ahead(runtime: &mut JsRuntime) -> Result<(), String> {
    v8::V8::set_flags_from_string("--flush-bytecode --stress-flush-code");
    runtime.v8_isolate().low_memory_notification();
    v8::V8::set_flags_from_string("--no-flush-bytecode --no-stress-flush-code");
    runtime
        .execute_script("ext:oracade/compile_ahead", "globalThis[Symbol.for('oracade.warm')]?.()")
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// deno_core asks for a tokio handle when a runtime is made. Nothing ever runs on it: the event loop is our own.
fn enter_reactor() -> tokio::runtime::EnterGuard<'static> {
    static REACTOR: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
    REACTOR
        .get_or_init(|| {
            tokio::runtime::Builder::new_current_thread()
                .build()
                .expect("a current-thread reactor without drivers needs no resources")
        })
        .enter()
}

fn init_v8() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // ICU reads the host's zone and locale when it is first asked; a page must not see them.
        // SAFETY: called once, when the engine is built, before any other thread of ours exists.
        unsafe {
            std::env::set_var("TZ", "UTC");
        }
        v8::icu::set_default_locale("en-US");
        v8::V8::set_flags_from_string(V8_FLAGS);
        let platform = v8::new_custom_platform(1, false, true, QueuePlatform).make_shared();
        JsRuntime::init_platform(Some(platform));
    });
}

/// How long the watchdog lets one uninterrupted run of page code take, by default.
pub(crate) const WATCHDOG_DEFAULT: Duration = Duration::from_secs(20);
