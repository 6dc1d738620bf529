//! A JavaScript context without a page: behaviour checks and bots. Same engine, same kind of clock, nothing of the web's.

use crate::buffers;
use crate::engine::Engine;
use crate::evaluation::{Evaluation, EvaluationId, Evaluations, Looked, start_evaluation};
use crate::event_loop::{Entry, EventLoop, Next};
use crate::page_state::ConsoleEntry;
use crate::platform;
use crate::profile::Limits;
use crate::scripts::{Origin, describe, prepare_stack_trace, script_origin};
use crate::watchdog::Watchdog;
use deno_core::{JsRuntime, v8};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const PRELUDE: &str = include_str!("script_prelude.js");
/// Keeps a script's chance apart from that of a page with the same seed.
const RANDOM_SALT: u64 = 0x7363_7269_7074;
/// Console lines kept.
const CONSOLE_MAX: usize = 10_000;

/// What a context is opened with.
#[derive(Clone, Debug)]
pub struct ScriptOptions {
    /// Wall date at virtual time 0, in ms since 1970.
    pub epoch_ms: f64,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// Limits; those of documents do not apply.
    pub limits: Limits,
}

impl Default for ScriptOptions {
    fn default() -> Self {
        ScriptOptions {
            epoch_ms: crate::profile::EPOCH_MS,
            seed: 1,
            limits: Limits::default(),
        }
    }
}

/// What can go wrong in a context.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScriptError {
    /// Script code threw, or did not compile.
    #[error("{message}")]
    Thrown {
        /// The error as text.
        message: String,
        /// Its stack, if it has one.
        stack: Option<String>,
    },
    /// It ran longer than the watchdog allows (processor time). The context is dead.
    #[error("watchdog: script code ran for more than {limit_ms} ms without yielding")]
    Watchdog {
        /// The limit.
        limit_ms: u64,
    },
    /// It needed more memory than its limit. The context is dead.
    #[error("out of memory: the script needed more than {limit_mib} MiB")]
    OutOfMemory {
        /// The limit.
        limit_mib: u64,
    },
    /// A defect of the runtime.
    #[error("internal: {0}")]
    Internal(String),
}

/// Something the script asked of its host with `host.request`.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// For `Script::resolve`.
    pub id: u64,
    /// First argument.
    pub method: String,
    /// Second argument; null if it had no JSON form.
    pub params: Value,
}

/// Answers `host.call(name, argument)`; an error becomes an exception in the script.
pub type CallHandler = Box<dyn Fn(&str, Value) -> Result<Value, String>>;

/// Shared with the ops.
pub(crate) struct ScriptState {
    pub(crate) epoch_ms: f64,
    pub(crate) event_loop: EventLoop,
    console: RefCell<Vec<ConsoleEntry>>,
    requests: RefCell<Vec<Request>>,
    next_request: Cell<u64>,
    random: Cell<u64>,
    handler: RefCell<Option<CallHandler>>,
    evaluations: Rc<Evaluations>,
}

impl ScriptState {
    pub(crate) fn random(&self) -> f64 {
        // SplitMix64; the upper 53 bits as a fraction.
        let state = self.random.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.random.set(state);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn console(&self, kind: &str, text: &str) {
        let mut console = self.console.borrow_mut();
        if console.len() < CONSOLE_MAX {
            console.push(ConsoleEntry {
                kind: kind.to_owned(),
                text: text.to_owned(),
                at_us: self.event_loop.now_us(),
            });
        }
    }

    pub(crate) fn request(&self, method: String, params: &str) -> u64 {
        let id = self.next_request.get();
        self.next_request.set(id + 1);
        let params = serde_json::from_str(params).unwrap_or(Value::Null);
        self.requests.borrow_mut().push(Request { id, method, params });
        id
    }

    pub(crate) fn call(&self, name: &str, argument: &str) -> Result<String, String> {
        let argument = serde_json::from_str(argument).map_err(|e| e.to_string())?;
        match &*self.handler.borrow() {
            Some(handler) => handler(name, argument).map(|v| v.to_string()),
            None => Err(format!("the host has no function {name:?}")),
        }
    }
}

/// A context without a page. See the module's documentation.
pub struct Script {
    runtime: ManuallyDrop<JsRuntime>,
    context: Option<v8::Global<v8::Context>>,
    state: Rc<ScriptState>,
    watchdog: Watchdog,
    out_of_memory: Arc<AtomicBool>,
    limits: Limits,
    fire_timer: Option<v8::Global<v8::Function>>,
    settle: Option<v8::Global<v8::Function>>,
    dead: Option<ScriptError>,
}

impl Script {
    /// Opens a context.
    ///
    /// # Errors
    /// `Internal` if the engine could not make one.
    pub fn open(engine: &'static Engine, options: ScriptOptions) -> Result<Script, ScriptError> {
        let limits = options.limits.clone();
        let refused = Arc::new(AtomicBool::new(false));
        let mut runtime = engine
            .new_runtime(
                limits.total_bytes(),
                buffers::allocator(buffers::budget(limits.buffer_bytes), refused.clone()),
            )
            .map_err(ScriptError::Internal)?;
        let state = Rc::new(ScriptState {
            epoch_ms: options.epoch_ms,
            event_loop: EventLoop::without_clamp(0, limits.timers),
            console: RefCell::default(),
            requests: RefCell::default(),
            next_request: Cell::new(1),
            random: Cell::new(options.seed ^ RANDOM_SALT),
            handler: RefCell::default(),
            evaluations: Rc::default(),
        });
        runtime.op_state().borrow_mut().put(state.clone());
        let out_of_memory = Arc::new(AtomicBool::new(false));
        let flag = out_of_memory.clone();
        let isolate = runtime.v8_isolate();
        isolate.set_slot(state.evaluations.clone());
        isolate.set_microtasks_policy(v8::MicrotasksPolicy::Explicit);
        // All agents share one thread and one virtual time: who waited would wait for ever, or for real time.
        isolate.set_allow_atomics_wait(false);
        isolate.set_promise_reject_callback(ignore_rejection);
        isolate.set_host_import_module_with_phase_dynamically_callback(refuse_import);
        isolate.set_prepare_stack_trace_callback(prepare_stack_trace);
        let handle = isolate.thread_safe_handle();
        let watchdog = Watchdog::new(handle.clone(), limits.watchdog);
        runtime.add_near_heap_limit_callback(move |current, _| {
            if refused.swap(false, Ordering::SeqCst) {
                return current;
            }
            flag.store(true, Ordering::SeqCst);
            handle.terminate_execution();
            current.saturating_mul(2)
        });
        let context = bare_context(&mut runtime);
        // SAFETY: entered by its constructor on this thread; `turn` enters it when it is needed.
        unsafe { runtime.v8_isolate().exit() };
        let context = context.ok_or_else(|| ScriptError::Internal("no context".to_owned()))?;
        let mut script = Script {
            runtime: ManuallyDrop::new(runtime),
            context: Some(context),
            state,
            watchdog,
            out_of_memory,
            limits,
            fire_timer: None,
            settle: None,
            dead: None,
        };
        script.run(PRELUDE, "oracade:prelude")?;
        script.take_hooks()?;
        Ok(script)
    }

    fn take_hooks(&mut self) -> Result<(), ScriptError> {
        let hooks = self.turn(|scope| {
            let global = scope.get_current_context().global(scope);
            let key = v8::String::new(scope, "__oracade")?;
            let table = v8::Local::<v8::Object>::try_from(global.get(scope, key.into())?).ok()?;
            let mut hooks = Vec::new();
            for name in ["fireTimer", "settle"] {
                let name = v8::String::new(scope, name)?;
                let function = v8::Local::<v8::Function>::try_from(table.get(scope, name.into())?).ok()?;
                hooks.push(v8::Global::new(scope, function));
            }
            global.delete(scope, key.into());
            Some(hooks)
        })?;
        let mut hooks = hooks.ok_or_else(|| ScriptError::Internal("the prelude has no hooks".to_owned()))?;
        self.settle = hooks.pop();
        self.fire_timer = hooks.pop();
        Ok(())
    }

    fn turn<R>(&mut self, work: impl FnOnce(&mut v8::PinScope<'_, '_>) -> R) -> Result<R, ScriptError> {
        if let Some(error) = &self.dead {
            return Err(error.clone());
        }
        // SAFETY: paired with the exit below, on the same thread.
        unsafe { self.runtime.v8_isolate().enter() };
        let watch = self.watchdog.enter();
        let key = isolate_key(&mut self.runtime);
        let context = self
            .context
            .clone()
            .ok_or_else(|| ScriptError::Internal("no context".to_owned()))?;
        let result = {
            v8::scope!(let scope, &mut **self.runtime.v8_isolate());
            let context = v8::Local::new(scope, context);
            let scope = &mut v8::ContextScope::new(scope, context);
            let result = work(scope);
            scope.perform_microtask_checkpoint();
            while platform::run_foreground_tasks(key) {
                scope.perform_microtask_checkpoint();
            }
            result
        };
        drop(watch);
        // SAFETY: entered above.
        unsafe { self.runtime.v8_isolate().exit() };
        if self.out_of_memory.load(Ordering::SeqCst) {
            self.dead = Some(ScriptError::OutOfMemory {
                limit_mib: (self.limits.total_bytes() >> 20) as u64,
            });
        } else if self.watchdog.fired() {
            self.dead = Some(ScriptError::Watchdog {
                limit_ms: self.limits.watchdog.as_millis() as u64,
            });
        }
        match &self.dead {
            Some(error) => Err(error.clone()),
            None => Ok(result),
        }
    }

    /// Runs a classic script.
    ///
    /// # Errors
    /// `Thrown` if it does not compile or throws; `Watchdog`, `OutOfMemory`.
    pub fn run(&mut self, source: &str, file_name: &str) -> Result<(), ScriptError> {
        self.turn(|scope| {
            v8::tc_scope!(let tc, scope);
            let Some(source) = v8::String::new(tc, source) else {
                return Err(ScriptError::Internal("source too long".to_owned()));
            };
            let origin = script_origin(
                tc,
                &Origin {
                    url: file_name,
                    line: 0,
                    column: 0,
                    module: false,
                },
            );
            match v8::Script::compile(tc, source, origin.as_ref()).and_then(|script| script.run(tc)) {
                Some(_) => Ok(()),
                None => Err(thrown(tc.exception(), |e| {
                    let stack = describe(tc, e);
                    (e.to_rust_string_lossy(tc), stack)
                })),
            }
        })?
    }

    /// Evaluates an expression, as [`crate::Page::evaluate`] does.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`.
    pub fn evaluate(&mut self, expression: &str) -> Result<Evaluation, ScriptError> {
        let evaluations = self.state.evaluations.clone();
        let started = self.turn(|scope| start_evaluation(scope, &evaluations, expression))?;
        match started {
            Evaluation::Pending(id) => self.poll_evaluation(id),
            done => Ok(done),
        }
    }

    /// Looks at an evaluation that was pending.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`.
    pub fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, ScriptError> {
        match self.state.evaluations.look(id) {
            Looked::Unknown => Ok(Evaluation::Failed("no such evaluation".to_owned())),
            Looked::Waiting => Ok(Evaluation::Pending(id)),
            Looked::Settled(settled) => self.turn(|scope| settled.result(scope)),
        }
    }

    /// Forgets a pending evaluation; its promise goes on.
    pub fn drop_evaluation(&mut self, id: EvaluationId) {
        self.state.evaluations.forget(id);
    }

    /// What was asked with `host.request` since the last call, in order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut *self.state.requests.borrow_mut())
    }

    /// Settles a request: `Ok` resolves its promise, `Err` rejects it with `Error(message)`. Microtasks run.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`.
    pub fn resolve(&mut self, id: u64, result: Result<Value, String>) -> Result<(), ScriptError> {
        let Some(settle) = self.settle.clone() else { return Ok(()) };
        let (ok, text) = match result {
            Ok(value) => (true, value.to_string()),
            Err(message) => (false, message),
        };
        self.turn(|scope| {
            v8::tc_scope!(let tc, scope);
            let settle = v8::Local::new(tc, settle);
            let receiver = v8::undefined(tc).into();
            let id = v8::Number::new(tc, id as f64).into();
            let ok = v8::Boolean::new(tc, ok).into();
            if let Some(text) = v8::String::new(tc, &text) {
                settle.call(tc, receiver, &[id, ok, text.into()]);
            }
        })
    }

    /// Answers `host.call`.
    pub fn set_call_handler(&mut self, handler: CallHandler) {
        *self.state.handler.borrow_mut() = Some(handler);
    }

    /// `Math.random` goes on as that of a context with this seed begins.
    pub fn reseed(&mut self, seed: u64) {
        self.state.random.set(seed ^ RANDOM_SALT);
    }

    /// When the next timer is due, in virtual µs.
    pub fn next_due_us(&self) -> Option<u64> {
        self.state.event_loop.next_due_us()
    }

    /// The context's clock in virtual µs.
    pub fn now_us(&self) -> u64 {
        self.state.event_loop.now_us()
    }

    /// Moves the clock on (never back) without running anything.
    pub fn set_now(&mut self, us: u64) {
        self.state.event_loop.set_now(us);
    }

    /// Runs the timers due up to and including `us` in order, each followed by microtasks, and leaves the clock there.
    ///
    /// # Errors
    /// `Watchdog`, `OutOfMemory`. What a timer throws is put on the console.
    pub fn advance_to(&mut self, us: u64) -> Result<(), ScriptError> {
        while let Some(next) = self.state.event_loop.take(us) {
            let Next::Entry(Entry::Timer(timer)) = next else { continue };
            let Some(fire) = self.fire_timer.clone() else { continue };
            let state = self.state.clone();
            self.turn(|scope| {
                v8::tc_scope!(let tc, scope);
                let fire = v8::Local::new(tc, fire);
                let receiver = v8::undefined(tc).into();
                let id = v8::Integer::new_from_unsigned(tc, timer).into();
                if fire.call(tc, receiver, &[id]).is_none()
                    && let Some(exception) = tc.exception()
                {
                    let text = describe(tc, exception).unwrap_or_else(|| exception.to_rust_string_lossy(tc));
                    state.console("error", &format!("Uncaught {text}"));
                }
            })?;
        }
        self.state.event_loop.set_now(us);
        Ok(())
    }

    /// Console lines since the last call.
    pub fn take_console(&mut self) -> Vec<ConsoleEntry> {
        std::mem::take(&mut *self.state.console.borrow_mut())
    }
}

fn thrown<'s>(
    exception: Option<v8::Local<'s, v8::Value>>,
    texts: impl FnOnce(v8::Local<'s, v8::Value>) -> (String, Option<String>),
) -> ScriptError {
    match exception {
        Some(exception) => {
            let (message, stack) = texts(exception);
            ScriptError::Thrown { message, stack }
        }
        None => ScriptError::Thrown {
            message: "execution was terminated".to_owned(),
            stack: None,
        },
    }
}

/// A new realm beside the page's: nothing in it but ECMAScript and, for the prelude, the ops. It shares the page's snapshot because all
/// isolates of a process share one read-only heap, and that comes from the snapshot of the first.
fn bare_context(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Context>> {
    deno_core::scope!(scope, runtime);
    let mut core: v8::Local<v8::Value> = scope.get_current_context().global(scope).into();
    for name in ["Deno", "core"] {
        let name = v8::String::new(scope, name)?;
        core = v8::Local::<v8::Object>::try_from(core).ok()?.get(scope, name.into())?;
    }
    let context = v8::Context::new(scope, Default::default());
    let token = scope.get_current_context().get_security_token(scope);
    context.set_security_token(token);
    let scope = &mut v8::ContextScope::new(scope, context);
    let key = v8::String::new(scope, "__core")?;
    context.global(scope).set(scope, key.into(), core)?;
    Some(v8::Global::new(scope, context))
}

/// `import()` has nothing to import here.
fn refuse_import<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    _options: v8::Local<'s, v8::Data>,
    _referrer: v8::Local<'s, v8::Value>,
    _specifier: v8::Local<'s, v8::String>,
    _phase: v8::ModuleImportPhase,
    _attributes: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    let resolver = v8::PromiseResolver::new(scope)?;
    let text = v8::String::new(scope, "import() is not available here")?;
    let error = v8::Exception::type_error(scope, text);
    resolver.reject(scope, error)?;
    Some(resolver.get_promise(scope))
}

extern "C" fn ignore_rejection(_message: v8::PromiseRejectMessage) {
    // A check that is abandoned after its timeout goes on and rejects; nobody is to be told.
}

impl Drop for Script {
    fn drop(&mut self) {
        // SAFETY: an isolate must be entered when it is disposed of; disposing exits it. `runtime` is not used afterwards.
        unsafe {
            let key = isolate_key(&mut self.runtime);
            self.runtime.v8_isolate().enter();
            self.state.evaluations.clear();
            self.fire_timer = None;
            self.settle = None;
            self.context = None;
            ManuallyDrop::drop(&mut self.runtime);
            platform::forget_isolate(key);
        }
    }
}

pub(crate) fn isolate_key(runtime: &mut JsRuntime) -> *mut c_void {
    // SAFETY: the wrapper is one pointer wide; the pointer is a key only and never followed.
    unsafe { std::mem::transmute::<v8::UnsafeRawIsolatePtr, *mut c_void>(runtime.v8_isolate().as_raw_isolate_ptr()) }
}

/// Compiles without running, as `node --check` does: a classic script as the body of a CommonJS function (so `return` is
/// allowed at the top), a module as a module.
///
/// # Errors
/// The error's text, such as `SyntaxError: Unexpected token '}'`.
pub fn syntax_check(source: &str, module: bool) -> Result<(), String> {
    let engine = Engine::get().map_err(|e| e.to_string())?;
    let mut script = Script::open(engine, ScriptOptions::default()).map_err(|e| e.to_string())?;
    script
        .turn(|scope| {
            v8::tc_scope!(let tc, scope);
            let text = v8::String::new(tc, source).ok_or_else(|| "source too long".to_owned())?;
            let origin = script_origin(
                tc,
                &Origin {
                    url: "script.js",
                    line: 0,
                    column: 0,
                    module,
                },
            );
            let mut unit = v8::script_compiler::Source::new(text, origin.as_ref());
            let compiled = if module {
                v8::script_compiler::compile_module(tc, &mut unit).is_some()
            } else {
                let mut names = Vec::new();
                for name in ["exports", "require", "module", "__filename", "__dirname"] {
                    names.extend(v8::String::new(tc, name));
                }
                let options = v8::script_compiler::CompileOptions::NoCompileOptions;
                let reason = v8::script_compiler::NoCacheReason::NoReason;
                v8::script_compiler::compile_function(tc, &mut unit, &names, &[], options, reason).is_some()
            };
            if compiled {
                return Ok(());
            }
            Err(tc
                .exception()
                .map_or_else(|| "not compiled".to_owned(), |e| e.to_rust_string_lossy(tc)))
        })
        .map_err(|e| e.to_string())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script() -> Script {
        Script::open(Engine::get().unwrap(), ScriptOptions::default()).unwrap()
    }

    #[test]
    fn requests_and_timers_meet_on_one_clock() {
        let mut s = script();
        s.run(
            "const log = []; (async () => { log.push(Date.now()); const v = await host.request('m', {a: 1}); log.push(v.b);
             await new Promise(r => setTimeout(r, 250)); log.push(Date.now() - log[0]); console.log(JSON.stringify(log.slice(1))); })()",
            "t.js",
        )
        .unwrap();
        let requests = s.take_requests();
        assert_eq!(requests.len(), 1);
        assert_eq!(requests[0].params, serde_json::json!({"a": 1}));
        s.resolve(requests[0].id, Ok(serde_json::json!({"b": 7}))).unwrap();
        let due = s.next_due_us().unwrap();
        s.advance_to(due).unwrap();
        assert_eq!(s.take_console()[0].text, "[7,250]");
    }

    #[test]
    fn errors_have_names() {
        let mut s = script();
        assert!(
            matches!(s.run("throw new TypeError('x')", "t.js"), Err(ScriptError::Thrown { message, .. }) if message == "TypeError: x")
        );
        assert!(matches!(s.run("let a; let a", "t.js"), Err(ScriptError::Thrown { .. })));
        let limits = Limits {
            watchdog: std::time::Duration::from_millis(100),
            ..Limits::default()
        };
        let mut s = Script::open(
            Engine::get().unwrap(),
            ScriptOptions {
                limits,
                ..Default::default()
            },
        )
        .unwrap();
        assert!(matches!(
            s.run("for (;;);", "t.js"),
            Err(ScriptError::Watchdog { limit_ms: 100 })
        ));
        assert!(matches!(s.run("1", "t.js"), Err(ScriptError::Watchdog { .. })));
    }

    #[test]
    fn syntax_is_checked_as_node_does() {
        assert!(syntax_check("return 1", false).is_ok());
        assert!(syntax_check("let a; let a;", false).unwrap_err().starts_with("SyntaxError"));
        assert!(syntax_check("import x from 'y'; await 1", true).is_ok());
        assert!(syntax_check("import x from 'y'", false).is_err());
    }
}
