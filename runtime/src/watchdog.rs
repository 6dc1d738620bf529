//! The one use of a clock of the host's: ending page code that does not come back. Its outcome is never a verdict.
//!
//! What counts is the processor time of the page's own thread, so that a busy machine does not end a page that an idle one lets
//! through.

use deno_core::v8;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Shortest sleep between two looks at a page's clock.
const LOOK_EVERY_MIN: Duration = Duration::from_millis(2);

struct Guarded {
    clock: libc::clockid_t,
    /// The thread's processor time at which the page is ended.
    deadline: Duration,
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

/// The clock of the calling thread's processor time.
fn own_clock() -> libc::clockid_t {
    let mut clock = libc::CLOCK_THREAD_CPUTIME_ID;
    // SAFETY: the thread is the calling one, hence alive; the answer is written to a local. On failure the clock stays the
    // caller's own, which the watching thread would read as its own: it then never reaches the deadline.
    unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut clock) };
    clock
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to a local. A clock of a thread that has ended gives an error and leaves zero.
    unsafe { libc::clock_gettime(clock, &mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn watch() {
    let (mutex, changed) = table();
    let mut table = mutex.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let mut wait = Duration::from_secs(3600);
        table.guarded.retain(|_, guarded| {
            let left = guarded.deadline.saturating_sub(read(guarded.clock));
            if left.is_zero() {
                guarded.fired.store(true, Ordering::SeqCst);
                guarded.isolate.terminate_execution();
                return false;
            }
            wait = wait.min(left.max(LOOK_EVERY_MIN));
            true
        });
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
    clock: libc::clockid_t,
}

/// Held while page code runs.
pub(crate) struct Watch(u64);

impl Watchdog {
    /// A watchdog for an isolate that stays on the calling thread.
    pub(crate) fn new(isolate: v8::IsolateHandle, limit: Duration) -> Watchdog {
        Watchdog {
            isolate,
            fired: Arc::default(),
            limit,
            clock: own_clock(),
        }
    }

    pub(crate) fn enter(&self) -> Watch {
        let (mutex, changed) = table();
        let mut table = mutex.lock().unwrap_or_else(PoisonError::into_inner);
        let id = table.next;
        table.next += 1;
        let first = table.guarded.is_empty();
        let guarded = Guarded {
            clock: self.clock,
            deadline: read(self.clock) + self.limit,
            isolate: self.isolate.clone(),
            fired: self.fired.clone(),
        };
        table.guarded.insert(id, guarded);
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
