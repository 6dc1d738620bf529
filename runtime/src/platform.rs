//! V8's platform: foreground tasks go to a queue per isolate that the event loop drains at fixed points; nothing runs on
//! other threads or by the wall clock.

use deno_core::v8;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Mutex;

/// Tasks V8 posted for each isolate, by the isolate's address (used as a key only, never shown).
static QUEUES: Mutex<BTreeMap<usize, Vec<v8::Task>>> = Mutex::new(BTreeMap::new());

pub(crate) struct QueuePlatform;

impl QueuePlatform {
    fn push(isolate: *mut c_void, task: v8::Task) {
        if let Ok(mut queues) = QUEUES.lock() {
            queues.entry(isolate as usize).or_default().push(task);
        }
    }
}

impl v8::PlatformImpl for QueuePlatform {
    fn post_task(&self, isolate: *mut c_void, task: v8::Task) {
        Self::push(isolate, task);
    }
    fn post_non_nestable_task(&self, isolate: *mut c_void, task: v8::Task) {
        Self::push(isolate, task);
    }
    // Delayed and idle tasks are V8's housekeeping by the wall clock (memory reducer, bytecode flushing): dropping them
    // costs some memory and keeps their timing from existing.
    fn post_delayed_task(&self, _isolate: *mut c_void, task: v8::Task, _delay_s: f64) {
        drop(task);
    }
    fn post_non_nestable_delayed_task(&self, _isolate: *mut c_void, task: v8::Task, _delay_s: f64) {
        drop(task);
    }
    fn post_idle_task(&self, _isolate: *mut c_void, task: v8::IdleTask) {
        drop(task);
    }
}

/// Runs the tasks V8 has posted for this isolate, until there are none. Must be called on the isolate's thread while it is
/// entered. Returns true if any ran.
pub(crate) fn run_foreground_tasks(isolate: *mut c_void) -> bool {
    let mut any = false;
    loop {
        let tasks = match QUEUES.lock() {
            Ok(mut queues) => queues.remove(&(isolate as usize)).unwrap_or_default(),
            Err(_) => return any,
        };
        if tasks.is_empty() {
            return any;
        }
        any = true;
        for task in tasks {
            task.run();
        }
    }
}

/// Whether V8 has posted tasks for this isolate that have not run.
pub(crate) fn has_foreground_tasks(isolate: *mut c_void) -> bool {
    QUEUES
        .lock()
        .is_ok_and(|queues| queues.get(&(isolate as usize)).is_some_and(|tasks| !tasks.is_empty()))
}

/// Drops what is queued for an isolate that is going away.
pub(crate) fn forget_isolate(isolate: *mut c_void) {
    if let Ok(mut queues) = QUEUES.lock() {
        let tasks = queues.remove(&(isolate as usize));
        drop(queues);
        drop(tasks);
    }
}
