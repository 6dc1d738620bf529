//! One document's isolate: the V8 heap, the hooks into the shims, and the guard around every call into page code.

use crate::buffers::Buffers;
use crate::engine::Engine;
use crate::evaluation::Evaluations;
use crate::event_loop::EventLoop;
use crate::frame::Frame;
use crate::isolates::{self, Isolates, Kept};
use crate::ops::contain::Defect;
use crate::ops::platform::{Navigation, NavigationRequest, Storages};
use crate::ops::worker::Agent;
use crate::page::PageError;
use crate::page_options::PageOptions;
use crate::page_state::{Hook, Journal, PageState};
use crate::platform;
use crate::profile::Profile;
use crate::resources::Resources;
use crate::script::isolate_key;
use crate::scripts::{Origin, call_hook, notify_rejections, prepare_stack_trace, promise_reject, run_classic};
use crate::watchdog::Watchdog;
use crate::{buffers, modules};
use deno_core::{JsRuntime, v8};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What an agent starts with.
pub(crate) struct AgentSetup {
    pub(crate) profile: Profile,
    /// Its address.
    pub(crate) url: String,
    pub(crate) journal: Rc<RefCell<Journal>>,
    pub(crate) storages: Storages,
    pub(crate) agent: Agent,
    /// Bytes of buffers that all agents of the page may still take.
    pub(crate) buffer_budget: Arc<AtomicUsize>,
    pub(crate) now_us: u64,
    /// Where its isolate comes from and goes to; `None`: it is made and disposed of.
    pub(crate) isolates: Option<Isolates>,
}

/// An isolate with everything that must live and die with it. Not entered except while a call into it runs, so that several
/// can exist on one thread.
pub(crate) struct Isolation {
    runtime: ManuallyDrop<JsRuntime>,
    /// Where the document's code runs; `None` while it is being dropped.
    context: Option<v8::Global<v8::Context>>,
    buffers: Arc<Buffers>,
    /// Who keeps the isolate for the next document, and how many documents have lived in it.
    isolates: Option<(Isolates, u32)>,
    state: Rc<PageState>,
    watchdog: Watchdog,
    out_of_memory: Arc<AtomicBool>,
    defect: Rc<Defect>,
}

impl Isolation {
    pub(crate) fn new(engine: &Engine, options: &PageOptions, setup: AgentSetup) -> Result<Isolation, String> {
        let AgentSetup {
            profile,
            url,
            journal,
            storages,
            agent,
            buffer_budget,
            now_us,
            isolates,
        } = setup;
        let limits = profile.limits.clone();
        let refused = Arc::new(AtomicBool::new(false));
        let heap_bytes = limits.total_bytes();
        let kept = isolates.as_ref().and_then(|isolates| isolates.take(heap_bytes));
        let (mut runtime, buffers, documents) = match kept {
            Some(kept) => {
                let (mut runtime, buffers, documents) = kept.open();
                buffers.serve(buffer_budget, refused.clone());
                // SAFETY: paired with the exit below, as for a new one, which is entered by its constructor.
                unsafe { runtime.v8_isolate().enter() };
                (runtime, buffers, documents)
            }
            None => {
                let (allocator, buffers) = buffers::serving(buffer_budget, refused.clone());
                (engine.new_runtime(heap_bytes, allocator)?, buffers, 0)
            }
        };
        let isolates = isolates.map(|isolates| (isolates, documents));
        let context = match isolates {
            Some(_) => isolates::new_context(&mut runtime).ok_or("the start-up snapshot has no context")?,
            None => runtime.main_context(),
        };
        let state = Rc::new(PageState {
            event_loop: EventLoop::new(now_us, limits.timers),
            journal,
            hooks: RefCell::new(Vec::new()),
            modules: RefCell::default(),
            rejections: RefCell::default(),
            evaluations: Rc::default(),
            written: RefCell::default(),
            next_parser_id: Cell::new(crate::html_parser::PARSER_IDS_FROM),
            crypto_stream: Cell::new(0),
            load_blockers: Cell::new(0),
            cleanup_wanted: Cell::new(false),
            profile,
            url,
        });
        {
            let ops = runtime.op_state();
            let mut ops = ops.borrow_mut();
            ops.put(state.clone());
            agent.hub.borrow_mut().join(agent.number, &state);
            ops.put(agent);
            ops.put(Resources::new(options.bundle.clone(), options.library.clone()));
            ops.put(storages);
            ops.put(Navigation::default());
            crate::ops::put_state(&mut ops, &state);
        }
        let out_of_memory = Arc::new(AtomicBool::new(false));
        let isolate = runtime.v8_isolate();
        isolate.set_slot(state.clone());
        isolate.set_slot(state.evaluations.clone());
        isolate.set_microtasks_policy(v8::MicrotasksPolicy::Explicit);
        // All agents share one thread and one virtual time: who waited would wait for ever, or for real time.
        isolate.set_allow_atomics_wait(false);
        isolate.set_promise_reject_callback(promise_reject);
        // deno_core has set this one too, and V8 asks it before the one without a phase.
        isolate.set_host_import_module_with_phase_dynamically_callback(modules::import_dynamically);
        isolate.set_host_initialize_import_meta_object_callback(modules::import_meta);
        isolate.set_prepare_stack_trace_callback(prepare_stack_trace);
        let handle = isolate.thread_safe_handle();
        let watchdog = Watchdog::new(handle.clone(), limits.watchdog);
        let defect = Defect::new(handle.clone());
        isolate.set_slot(defect.clone());
        let flag = out_of_memory.clone();
        runtime.add_near_heap_limit_callback(move |current, _initial| {
            if refused.swap(false, Ordering::SeqCst) {
                return current;
            }
            flag.store(true, Ordering::SeqCst);
            handle.terminate_execution();
            // Room for the unwinding; the page is ended when it gets back to us.
            current.saturating_mul(2)
        });
        runtime.op_state().borrow_mut().put(defect.clone());
        // SAFETY: entered above, on this thread; `turn` enters it again when it is needed.
        unsafe { runtime.v8_isolate().exit() };
        Ok(Isolation {
            runtime: ManuallyDrop::new(runtime),
            context: Some(context),
            buffers,
            isolates,
            state,
            watchdog,
            out_of_memory,
            defect,
        })
    }

    pub(crate) fn state(&self) -> &Rc<PageState> {
        &self.state
    }

    /// Takes the hooks, starts the shims and runs the init scripts. `session` is what the document before this one has left.
    pub(crate) fn start(&mut self, init_scripts: &[String], worker: &Value, session: Option<&str>) -> Result<(), PageError> {
        let profile = &self.state.profile;
        let config = json!({
            "worker": worker,
            "session": session,
            "url": self.state.url,
            "viewport": { "width": profile.width, "height": profile.height, "dpr": profile.dpr },
            "locale": profile.locale,
            "timeZone": profile.time_zone,
            "userAgent": profile.user_agent,
            "touchPoints": profile.touch_points,
            "seed": [(profile.seed >> 32) as u32, profile.seed as u32],
        });
        self.turn(|scope, state| {
            take_hooks(scope, state)?;
            let config = crate::by_value::from_json(scope, &config)?;
            call_hook(scope, state, Hook::StartPage, &[config])?;
            for source in init_scripts {
                let source = v8::String::new(scope, source)?;
                run_classic(
                    scope,
                    state,
                    source,
                    &Origin {
                        url: "",
                        line: 0,
                        column: 0,
                        module: false,
                    },
                );
            }
            Some(())
        })?
        .ok_or_else(|| {
            let journal = self.state.journal.borrow();
            let why = journal.exceptions.last().and_then(|e| e.description.clone());
            PageError::Internal(format!("the shims did not start: {}", why.unwrap_or_default()))
        })
    }

    /// Runs `work` with the isolate entered and guarded, then V8's own tasks, microtasks and rejections.
    pub(crate) fn turn<R>(&mut self, work: impl FnOnce(&mut v8::PinScope<'_, '_>, &Rc<PageState>) -> R) -> Result<R, PageError> {
        // SAFETY: paired with the exit below, on the same thread.
        unsafe { self.runtime.v8_isolate().enter() };
        let watch = self.watchdog.enter();
        let key = isolate_key(&mut self.runtime);
        let context = self.context.as_ref();
        let context = context.ok_or_else(|| PageError::Internal("no context".to_owned()))?.clone();
        let result = {
            let state = self.state.clone();
            v8::scope!(let scope, &mut **self.runtime.v8_isolate());
            let context = v8::Local::new(scope, context);
            let scope = &mut v8::ContextScope::new(scope, context);
            let result = self.defect.guard("the page's host", || work(scope, &state));
            settle(scope, &state, key);
            result
        };
        drop(watch);
        // SAFETY: entered above.
        unsafe { self.runtime.v8_isolate().exit() };
        if self.out_of_memory.load(Ordering::SeqCst) {
            return Err(PageError::OutOfMemory {
                limit_mib: (self.state.profile.limits.total_bytes() >> 20) as u64,
            });
        }
        if self.watchdog.fired() {
            return Err(PageError::Watchdog {
                limit_ms: self.state.profile.limits.watchdog.as_millis() as u64,
            });
        }
        self.sound()?;
        result.ok_or_else(|| PageError::Internal("a turn without a result".to_owned()))
    }

    /// Whether the page has passed a limit that ends it.
    pub(crate) fn is_over(&self) -> bool {
        self.defect.limit().is_some()
    }

    /// An error if something of this document panicked or passed a limit.
    fn sound(&self) -> Result<(), PageError> {
        if let Some(limit) = self.defect.limit() {
            return Err(PageError::Limit(limit));
        }
        self.defect.message().map_or(Ok(()), |text| Err(PageError::Internal(text)))
    }

    /// Bytes of V8's heap and of the buffers it counts to it.
    pub(crate) fn memory_bytes(&mut self) -> usize {
        let statistics = self.runtime.v8_isolate().get_heap_statistics();
        statistics.used_heap_size() + statistics.external_memory()
    }

    pub(crate) fn take_navigation(&mut self) -> Option<NavigationRequest> {
        let ops = self.runtime.op_state();
        ops.borrow_mut().try_borrow_mut::<Navigation>()?.pending.take()
    }

    pub(crate) fn take_notices(&mut self) -> Vec<String> {
        let ops = self.runtime.op_state();
        let mut ops = ops.borrow_mut();
        let mut notices = crate::ops::dom::take_notices(&mut ops);
        notices.extend(
            ops.try_borrow_mut::<Resources>()
                .map(Resources::take_notices)
                .unwrap_or_default(),
        );
        notices
    }

    /// Style, layout and paint of the viewport as it stands, in its own size or another.
    pub(crate) fn paint_viewport(&mut self, size: Option<(u32, u32)>) -> Result<Frame, PageError> {
        let ops = self.runtime.op_state();
        let painted = self
            .defect
            .guard("painting", || crate::ops::paint_viewport(&mut ops.borrow_mut(), size));
        self.sound()?;
        painted.unwrap_or_else(|| Err(PageError::Internal("no picture".to_owned())))
    }

    /// Whether painting the viewport changes nothing but pixels.
    pub(crate) fn is_settled(&mut self) -> bool {
        let ops = self.runtime.op_state();

        ops.borrow().borrow::<oracade_layout::Document>().is_settled()
    }

    /// The pixels of one canvas.
    pub(crate) fn canvas_frame(&mut self, handle: u32) -> Result<Option<Frame>, PageError> {
        let ops = self.runtime.op_state();
        let frame = self
            .defect
            .guard("painting", || crate::ops::canvas_frame(&mut ops.borrow_mut(), handle));
        self.sound()?;
        Ok(frame.flatten())
    }
}

impl Isolation {
    /// Whether nothing of this document can reach the next one in its isolate.
    fn is_clean(&self, key: *mut c_void) -> bool {
        self.sound().is_ok()
            && !self.out_of_memory.load(Ordering::SeqCst)
            && !self.watchdog.fired()
            && !platform::has_foreground_tasks(key)
    }
}

impl Drop for Isolation {
    fn drop(&mut self) {
        let key = isolate_key(&mut self.runtime);
        // SAFETY: V8 wants an isolate entered when it is disposed of, and when handles into it are dropped; disposing exits it.
        // `runtime` is not used after it was taken.
        unsafe {
            self.runtime.v8_isolate().enter();
            self.state.clear_handles();
            self.context = None;
            let clean = self.is_clean(key);
            let mut runtime = ManuallyDrop::take(&mut self.runtime);
            let Some((isolates, documents)) = self.isolates.take().filter(|_| clean) else {
                drop(runtime);
                platform::forget_isolate(key);
                return;
            };
            forget_document(&mut runtime);
            runtime.v8_isolate().exit();
            isolates.give(Kept {
                runtime: ManuallyDrop::new(runtime),
                buffers: self.buffers.clone(),
                heap_bytes: self.state.profile.limits.total_bytes(),
                documents,
            });
        }
    }
}

/// Drops what a document has put beside its isolate.
fn forget_document(runtime: &mut JsRuntime) {
    let ops = runtime.op_state();
    crate::ops::drop_state(&mut ops.borrow_mut());
    let isolate = runtime.v8_isolate();
    isolate.remove_slot::<Rc<PageState>>();
    isolate.remove_slot::<Rc<Evaluations>>();
    isolate.remove_slot::<Rc<Defect>>();
}

/// Microtask checkpoint, rejected promises, and tasks V8 posted itself (asynchronous WebAssembly compilation), until quiet.
fn settle(scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>, key: *mut c_void) {
    const ROUNDS_MAX: usize = 1000;
    for _ in 0..ROUNDS_MAX {
        scope.perform_microtask_checkpoint();
        if state.cleanup_wanted.take() {
            call_hook(scope, state, Hook::MicrotasksDone, &[]);
        }
        notify_rejections(scope, state);
        if !platform::run_foreground_tasks(key) {
            return;
        }
    }
}

/// Takes the hooks from the global object and removes everything that is not the web's.
fn take_hooks(scope: &mut v8::PinScope<'_, '_>, state: &PageState) -> Option<()> {
    let global = scope.get_current_context().global(scope);
    let key = v8::String::new(scope, "__oracade")?;
    let table = v8::Local::<v8::Object>::try_from(global.get(scope, key.into())?).ok()?;
    let mut hooks = Vec::new();
    for (hook, name) in Hook::ALL {
        debug_assert_eq!(hook as usize, hooks.len());
        let name = v8::String::new(scope, name)?;
        let function = table
            .get(scope, name.into())
            .and_then(|f| v8::Local::<v8::Function>::try_from(f).ok());
        hooks.push(function.map(|f| v8::Global::new(scope, f)));
    }
    *state.hooks.borrow_mut() = hooks;
    for name in ["__oracade", "Deno", "__bootstrap"] {
        let name = v8::String::new(scope, name)?;
        global.delete(scope, name.into());
    }
    Some(())
}
