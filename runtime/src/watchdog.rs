//! The one use of the wall clock: ending page code that does not come back. Its outcome is never a verdict.

use deno_core::v8;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

struct Guarded {
    deadline: Instant,
    isolate: v8::IsolateHandle,
    fired: Arc<AtomicBool>,
}

#[derive(Default)]
struct Table {
    next: u64,
    guarded: BTreeMap<u64, Guarded>,
}

static TABLE: OnceLock<(Mutex<Table>, Condvar)> = OnceLock::new();

fn table() -> &'static (Mutex<Table>, Condvar) {
    TABLE.get_or_init(|| {
        std::thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(watch)
            .map(drop)
            .unwrap_or_else(|_| log_no_thread());
        Default::default()
    })
}

fn log_no_thread() {
    eprintln!("warning: no thread for the watchdog; a page that never yields will not be ended");
}

fn watch() {
    let (mutex, changed) = table();
    let mut table = mutex.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let now = Instant::now();
        for guarded in table.guarded.values().filter(|g| g.deadline <= now) {
            guarded.fired.store(true, Ordering::SeqCst);
            guarded.isolate.terminate_execution();
        }
        table.guarded.retain(|_, g| g.deadline > now);
        let wait = table
            .guarded
            .values()
            .map(|g| g.deadline - now)
            .min()
            .unwrap_or(Duration::from_secs(3600));
        table = match changed.wait_timeout(table, wait) {
            Ok((table, _)) => table,
            Err(poisoned) => poisoned.into_inner().0,
        };
    }
}

/// Guards one isolate for as long as it lives; entering is cheap enough for every call into the page.
pub(crate) struct Watchdog {
    isolate: v8::IsolateHandle,
    fired: Arc<AtomicBool>,
    limit: Duration,
}

/// Held while page code runs.
pub(crate) struct Watch(u64);

impl Watchdog {
    pub(crate) fn new(isolate: v8::IsolateHandle, limit: Duration) -> Watchdog {
        Watchdog {
            isolate,
            fired: Arc::default(),
            limit,
        }
    }

    pub(crate) fn enter(&self) -> Watch {
        let (mutex, changed) = table();
        let mut table = mutex.lock().unwrap_or_else(PoisonError::into_inner);
        let id = table.next;
        table.next += 1;
        let first = table.guarded.is_empty();
        table.guarded.insert(
            id,
            Guarded {
                deadline: Instant::now() + self.limit,
                isolate: self.isolate.clone(),
                fired: self.fired.clone(),
            },
        );
        drop(table);
        if first {
            changed.notify_one();
        }
        Watch(id)
    }

    pub(crate) fn fired(&self) -> bool {
        self.fired.load(Ordering::SeqCst)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut table = table().0.lock().unwrap_or_else(PoisonError::into_inner);
        table.guarded.remove(&self.0);
    }
}
