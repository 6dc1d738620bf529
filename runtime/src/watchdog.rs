//! The one use of a clock of the host's: ending page code that does not come back. Its outcome is never a verdict.
//!
//! What counts is the processor time of the page's own thread, so that a busy machine does not end a page that an idle one lets
//! through. Calls into a page are many and short, so a call does no more than count itself; a thread of the watchdog's looks at the
//! counts now and then, and reads the clock of a thread whose count stands still. A call is thus ended up to two looks later than its limit
//! says. While no page runs the thread sleeps, and the first call wakes it.

use deno_core::v8;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Between two looks.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The shortest time between two looks, when a call's time is nearly over.
const LOOK_EVERY_MIN: Duration = Duration::from_millis(2);
/// In a count of calls: one of them was ended.
const FIRED: u64 = 1 << 63;

/// What the calls into one isolate say of themselves.
struct Calls {
    /// Begun and ended calls together: odd while a call runs.
    count: AtomicU64,
    /// The clock of the processor time of the thread on which the present call runs.
    clock: AtomicI32,
}

/// What the watching thread knows of an isolate.
struct Guarded {
    calls: Arc<Calls>,
    isolate: v8::IsolateHandle,
    limit: Duration,
    /// The count when it was last looked at.
    seen: u64,
    /// The thread's processor time at which the call that was seen is ended.
    deadline: Duration,
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
/// The watching thread sleeps, or there is none: the next call has to wake it.
static ASLEEP: AtomicBool = AtomicBool::new(true);
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
    ASLEEP.store(true, Ordering::SeqCst);
}

/// Wakes the watching thread, or makes it.
#[cold]
fn wake() {
    let mut table = table();
    ASLEEP.store(false, Ordering::SeqCst);
    if table.thread.is_none() {
        let thread = std::thread::Builder::new().name("watchdog".to_owned());
        match thread.spawn(watch) {
            Ok(thread) => table.thread = Some(thread),
            Err(_) => {
                ASLEEP.store(true, Ordering::SeqCst);
                WARNED.call_once(|| {
                    eprintln!("warning: no thread for the watchdog; a page that never yields will not be ended");
                });
            }
        }
    }
    drop(table);
    CHANGED.notify_one();
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

impl Guarded {
    /// Looks at the isolate's calls. When to look again; `None` if nothing has run since the last time.
    fn look(&mut self) -> Option<Duration> {
        let count = self.calls.count.load(Ordering::SeqCst);
        let number = count & !FIRED;
        if number != self.seen {
            self.seen = number;
            self.deadline = read(self.calls.clock.load(Ordering::SeqCst)).saturating_add(self.limit);
            return Some(LOOK_EVERY);
        }
        if number.is_multiple_of(2) {
            return None;
        }
        let left = self.deadline.saturating_sub(read(self.calls.clock.load(Ordering::SeqCst)));
        // Nothing is ended but the call whose time is over.
        let mark = || {
            let calls = &self.calls.count;
            calls.compare_exchange(count, count | FIRED, Ordering::SeqCst, Ordering::SeqCst)
        };
        if left.is_zero() && mark().is_ok() {
            self.isolate.terminate_execution();
        }
        Some(left.clamp(LOOK_EVERY_MIN, LOOK_EVERY))
    }
}

fn watch() {
    let mut table = table();
    while !table.rest {
        let looks = table.guarded.values_mut().filter_map(Guarded::look);
        let next = looks.min();
        let sleeps = next.is_none();
        if sleeps {
            ASLEEP.store(true, Ordering::SeqCst);
            // A call that began before it could know that it has to wake somebody.
            let begun = |guarded: &Guarded| guarded.calls.count.load(Ordering::SeqCst) & !FIRED != guarded.seen;
            if table.guarded.values().any(begun) {
                ASLEEP.store(false, Ordering::SeqCst);
                continue;
            }
        }
        let wait = next.unwrap_or(Duration::from_secs(3600));
        table = match CHANGED.wait_timeout(table, wait) {
            Ok((table, _)) => table,
            Err(poisoned) => poisoned.into_inner().0,
        };
    }
}

/// Guards one isolate for as long as it lives; entering is cheap enough for every call into the page.
pub(crate) struct Watchdog {
    number: u64,
    calls: Arc<Calls>,
}

/// Held while page code runs.
pub(crate) struct Watch(Arc<Calls>);

impl Watchdog {
    /// A watchdog for an isolate.
    pub(crate) fn new(isolate: v8::IsolateHandle, limit: Duration) -> Watchdog {
        let calls = Arc::new(Calls {
            count: AtomicU64::new(0),
            clock: AtomicI32::new(libc::CLOCK_THREAD_CPUTIME_ID),
        });
        let guarded = Guarded {
            calls: calls.clone(),
            isolate,
            limit,
            seen: 0,
            deadline: Duration::ZERO,
        };
        let mut table = table();
        let number = table.next;
        table.next += 1;
        table.guarded.insert(number, guarded);
        Watchdog { number, calls }
    }

    /// A call into the isolate begins; none may be running.
    pub(crate) fn enter(&self) -> Watch {
        // Asked each time: after a fork the page lives on another thread.
        self.calls.clock.store(own_clock(), Ordering::SeqCst);
        self.calls.count.fetch_add(1, Ordering::SeqCst);
        if ASLEEP.load(Ordering::SeqCst) {
            wake();
        }
        Watch(self.calls.clone())
    }

    /// Whether a call was ended.
    pub(crate) fn fired(&self) -> bool {
        self.calls.count.load(Ordering::SeqCst) & FIRED != 0
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        table().guarded.remove(&self.number);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.count.fetch_add(1, Ordering::SeqCst);
    }
}
