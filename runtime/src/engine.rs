//! The engine: V8's platform and flags, and the start-up snapshot that every page opens from. Built once a process.

use crate::platform::QueuePlatform;
use deno_core::{JsRuntime, JsRuntimeForSnapshot, RuntimeOptions, v8};
use std::sync::OnceLock;
use std::time::Duration;

/// The flags V8 runs with. Order and text are part of the determinism promise (docs/determinism.md says why each is there).
pub const V8_FLAGS: &str = "--single-threaded --predictable --random-seed=42 --hash-seed=7 --stack-size=984 \
    --no-use-std-math-pow --no-validate-asm --turbo_fast_api_calls --js-float16array --enable-queue-microtask \
    --no-freeze-flags-after-init --no-flush-bytecode";

/// Why the engine could not be built.
#[derive(Debug, thiserror::Error, Clone)]
pub enum EngineError {
    /// The start-up snapshot's own JavaScript failed: a defect of this build.
    #[error("the start-up snapshot could not be built: {0}")]
    Snapshot(String),
}

/// V8's platform and the start-up snapshot with the browser's API surface.
///
/// Cost: building takes some tens of milliseconds, once a process. The snapshot is never freed.
pub struct Engine {
    snapshot: &'static [u8],
}

static ENGINE: OnceLock<Result<Engine, EngineError>> = OnceLock::new();

impl Engine {
    /// The process's engine. The first call builds it. Call it early, before other threads start: it sets the zone ICU reads.
    pub fn get() -> Result<&'static Engine, EngineError> {
        ENGINE.get_or_init(Engine::build).as_ref().map_err(Clone::clone)
    }

    fn build() -> Result<Engine, EngineError> {
        init_v8();
        let _tokio = enter_reactor();
        let runtime = JsRuntimeForSnapshot::try_new(RuntimeOptions {
            extensions: crate::ops::extensions(true),
            ..Default::default()
        })
        .map_err(|e| EngineError::Snapshot(e.to_string()))?;
        let snapshot: &'static [u8] = Box::leak(runtime.snapshot());
        Ok(Engine { snapshot })
    }

    /// Size of the start-up snapshot in bytes.
    pub fn snapshot_len(&self) -> usize {
        self.snapshot.len()
    }

    /// V8's own version string.
    pub fn v8_version(&self) -> &'static str {
        v8::V8::get_version()
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
