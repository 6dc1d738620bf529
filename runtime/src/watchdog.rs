//! The one use of a clock of the host's: ending page code that does not come back. Its outcome is never a verdict.
//!
//! What counts is the processor time of the page's own thread, so that a busy machine does not end a page that an idle one lets
//! through.

use deno_core::v8;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::thread::JoinHandle;
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

struct Table {
    next: u64,
    guarded: BTreeMap<u64, Guarded>,
    /// The watching thread, from the first call into a page on.
    thread: Option<JoinHandle<()>>,
    /// It is to end.
    rest: bool,
}

static TABLE: Mutex<Table> = Mutex::new(Table {
    next: 0,
    guarded: BTreeMap::new(),
    thread: None,
    rest: false,
});
static CHANGED: Condvar = Condvar::new();
static WARNED: Once = Once::new();

fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the watching thread, so that a process with one page has one thread. The next call into a page starts it again. No page code
/// may be running.
pub(crate) fn rest() {
    let thread = {
        let mut table = table();
        table.rest = true;
        table.thread.take()
    };
    CHANGED.notify_all();
    if let Some(thread) = thread {
        let _ = thread.join();
    }
    table().rest = false;
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
    let mut table = table();
    while !table.rest {
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
        table = match CHANGED.wait_timeout(table, wait) {
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
    /// A watchdog for an isolate that stays on the calling thread.
    pub(crate) fn new(isolate: v8::IsolateHandle, limit: Duration) -> Watchdog {
        Watchdog {
            isolate,
            fired: Arc::default(),
            limit,
        }
    }

    pub(crate) fn enter(&self) -> Watch {
        // Asked each time: after a fork the page lives on another thread.
        let clock = own_clock();
        let mut table = table();
        if table.thread.is_none() {
            let thread = std::thread::Builder::new().name("watchdog".to_owned());
            match thread.spawn(watch) {
                Ok(thread) => table.thread = Some(thread),
                Err(_) => WARNED.call_once(|| {
                    eprintln!("warning: no thread for the watchdog; a page that never yields will not be ended");
                }),
            }
        }
        let id = table.next;
        table.next += 1;
        let first = table.guarded.is_empty();
        let guarded = Guarded {
            clock,
            deadline: read(clock) + self.limit,
            isolate: self.isolate.clone(),
            fired: self.fired.clone(),
        };
        table.guarded.insert(id, guarded);
        drop(table);
        if first {
            CHANGED.notify_one();
        }
        Watch(id)
    }

    pub(crate) fn fired(&self) -> bool {
        self.fired.load(Ordering::SeqCst)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        table().guarded.remove(&self.0);
    }
}
