//! The HTML event loop on a virtual clock (HTML, 8.1.7): which task is next, and what time it is.
//!
//! One queue, ordered by due time and then by creation. A task posted now is due now; a timer is due when its delay is over; a
//! rendering opportunity is due at `k / 60` seconds and exists only while somebody wants one. Nothing here runs anything: `Page`
//! takes the next entry, runs it, and comes back.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Reading the clock inside a task moves it by this much, so that a busy-wait ends, and ends the same way; so does each task
/// that is due at the very instant the one before it ended.
const CREEP_US: u64 = 1;
/// HTML's timer nesting level from which delays are clamped, and the clamp.
const NESTING_CLAMPED_FROM: u32 = 5;
const CLAMP_US: u64 = 4_000;
/// Frames per second of the virtual display.
pub(crate) const FRAMES_PER_SECOND: u64 = 60;
/// HTML limits a delay to a signed 32-bit number of milliseconds.
const DELAY_MS_MAX: f64 = 2_147_483_647.0;

/// What is next to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    /// A task posted with `op_task_post`, or a timer: the id JavaScript knows it by.
    Task(u32),
    /// See `Task`.
    Timer(u32),
    /// Host work queued by Rust (the loader), by its own number.
    Host(u32),
    /// A message from another agent waits at this port.
    Port(u32),
    /// The databases have something to tell.
    Database,
}

/// What `EventLoop::take` found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A task, timer or host step; the clock has been moved to its due time.
    Entry(Entry),
    /// A rendering opportunity with its number; its time stamp is `frame_timestamp_ms(k)`.
    Frame(u64),
}

struct Timer {
    interval_us: Option<u64>,
    nesting: u32,
}

/// See the module's documentation.
pub(crate) struct EventLoop {
    now_us: Cell<u64>,
    /// Time of the present document's navigation start: what `performance.now` counts from.
    origin_us: Cell<u64>,
    sequence: Cell<u64>,
    queue: RefCell<BinaryHeap<Reverse<(u64, u64, Entry)>>>,
    timers: RefCell<BTreeMap<u32, Timer>>,
    next_id: Cell<u32>,
    nesting: Cell<u32>,
    frame_wanted: Cell<bool>,
    last_frame: Cell<u64>,
    counters: Cell<LoopCounters>,
    timers_max: usize,
    /// Whether nested timers wait at least `CLAMP_US`: HTML's do, Node's do not.
    clamped: bool,
}

/// Counts of what ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoopCounters {
    pub(crate) tasks: u64,
    pub(crate) timers: u64,
    pub(crate) frames: u64,
}

/// Time of frame `k` in whole microseconds, never before the exact time.
pub(crate) fn frame_us(k: u64) -> u64 {
    (k * 1_000_000).div_ceil(FRAMES_PER_SECOND)
}

/// The time stamp callbacks get: exactly `k * 1000 / 60` ms after the origin.
pub(crate) fn frame_timestamp_ms(k: u64) -> f64 {
    k as f64 * 1000.0 / FRAMES_PER_SECOND as f64
}

impl EventLoop {
    pub(crate) fn new(now_us: u64, timers_max: usize) -> EventLoop {
        EventLoop {
            now_us: Cell::new(now_us),
            origin_us: Cell::new(now_us),
            sequence: Cell::new(0),
            queue: RefCell::default(),
            timers: RefCell::default(),
            next_id: Cell::new(1),
            nesting: Cell::new(0),
            frame_wanted: Cell::new(false),
            last_frame: Cell::new(0),
            counters: Cell::default(),
            timers_max,
            clamped: true,
        }
    }

    /// A loop whose timers have no nesting clamp.
    pub(crate) fn without_clamp(now_us: u64, timers_max: usize) -> EventLoop {
        EventLoop {
            clamped: false,
            ..EventLoop::new(now_us, timers_max)
        }
    }

    pub(crate) fn now_us(&self) -> u64 {
        self.now_us.get()
    }

    pub(crate) fn origin_us(&self) -> u64 {
        self.origin_us.get()
    }

    /// The clock as script sees it, in µs since the document's origin; each look moves it on.
    pub(crate) fn read_clock(&self) -> u64 {
        let now = self.now_us.get();
        self.now_us.set(now + CREEP_US);
        #[cfg(feature = "planted-fault")]
        let now = now + planted_fault();
        now - self.origin_us.get()
    }

    pub(crate) fn set_now(&self, us: u64) {
        if us > self.now_us.get() {
            self.now_us.set(us);
        }
    }

    pub(crate) fn counters(&self) -> LoopCounters {
        self.counters.get()
    }

    fn push(&self, due_us: u64, entry: Entry) {
        let sequence = self.sequence.get();
        self.sequence.set(sequence + 1);
        self.queue.borrow_mut().push(Reverse((due_us, sequence, entry)));
    }

    fn id(&self) -> u32 {
        let id = self.next_id.get();
        self.next_id.set(id.wrapping_add(1).max(1));
        id
    }

    /// A task `delay_ms` from now (0: now, after everything posted before).
    pub(crate) fn post(&self, delay_ms: f64) -> u32 {
        let id = self.id();
        self.push(self.now_us.get() + ms_to_us(delay_ms), Entry::Task(id));
        id
    }

    /// A message that another agent sent at `sent_us` of its own clock.
    pub(crate) fn post_port(&self, port: u32, sent_us: u64) {
        self.push(self.now_us.get().max(sent_us), Entry::Port(port));
    }

    /// Something that another agent, or this one, did to the databases at `sent_us`.
    pub(crate) fn post_database(&self, sent_us: u64) {
        self.push(self.now_us.get().max(sent_us), Entry::Database);
    }

    /// When the next entry can run: its due time, or now if that has passed (this agent's clock may have run ahead).
    pub(crate) fn ready_us(&self) -> Option<u64> {
        Some(self.next_due_us()?.max(self.now_us.get()))
    }

    /// A host step now.
    pub(crate) fn post_host(&self, step: u32) {
        self.push(self.now_us.get(), Entry::Host(step));
    }

    /// HTML's timer initialisation steps (8.6); None when the page has too many timers open.
    pub(crate) fn start_timer(&self, delay_ms: f64, repeat: bool) -> Option<u32> {
        if self.timers.borrow().len() >= self.timers_max {
            return None;
        }
        let nesting = self.nesting.get() + 1;
        let asked = ms_to_us(delay_ms);
        let clamp = |level: u32| {
            if self.clamped && level > NESTING_CLAMPED_FROM {
                asked.max(CLAMP_US)
            } else {
                asked
            }
        };
        let id = self.id();
        let timer = Timer {
            interval_us: repeat.then_some(asked),
            nesting,
        };
        self.timers.borrow_mut().insert(id, timer);
        self.push(self.now_us.get() + clamp(nesting), Entry::Timer(id));
        Some(id)
    }

    pub(crate) fn cancel_timer(&self, id: u32) {
        self.timers.borrow_mut().remove(&id);
    }

    pub(crate) fn request_frame(&self) {
        self.frame_wanted.set(true);
    }

    /// Number of the first frame that is still to come.
    fn upcoming_frame(&self) -> u64 {
        let since = self.now_us.get() - self.origin_us.get();
        let at_or_after = (since * FRAMES_PER_SECOND).div_ceil(1_000_000);
        at_or_after.max(self.last_frame.get() + 1)
    }

    /// Time of the first frame boundary after the last frame shown.
    pub(crate) fn next_frame_us(&self) -> u64 {
        self.origin_us.get() + frame_us(self.upcoming_frame())
    }

    fn drop_cancelled(&self) {
        let mut queue = self.queue.borrow_mut();
        while let Some(Reverse((_, _, Entry::Timer(id)))) = queue.peek() {
            if self.timers.borrow().contains_key(id) {
                break;
            }
            queue.pop();
        }
    }

    /// When the next entry or wanted frame is due.
    pub(crate) fn next_due_us(&self) -> Option<u64> {
        self.drop_cancelled();
        let task = self.queue.borrow().peek().map(|Reverse((due, ..))| *due);
        let frame = self.frame_wanted.get().then(|| self.next_frame_us());
        match (task, frame) {
            (Some(t), Some(f)) => Some(t.min(f)),
            (t, f) => t.or(f),
        }
    }

    /// Takes what is due at or before `until_us` and moves the clock there. Tasks go before a frame of the same instant.
    pub(crate) fn take(&self, until_us: u64) -> Option<Next> {
        self.drop_cancelled();
        let task_due = self.queue.borrow().peek().map(|Reverse((due, ..))| *due);
        let frame = self.frame_wanted.get().then(|| self.upcoming_frame());
        let frame_due = frame.map(|k| self.origin_us.get() + frame_us(k));
        if let (Some(k), Some(due)) = (frame, frame_due)
            && due <= until_us
            && task_due.is_none_or(|t| t > due)
        {
            self.set_now(due);
            self.frame_wanted.set(false);
            self.last_frame.set(k);
            self.nesting.set(0);
            self.count(|c| c.frames += 1);
            return Some(Next::Frame(k));
        }
        if task_due.is_none_or(|t| t > until_us) {
            return None;
        }
        let Reverse((due, _, entry)) = self.queue.borrow_mut().pop()?;
        // A chain of tasks that all are due now still takes time, so that no chain can stop the clock.
        self.set_now(due.max(self.now_us.get() + u64::from(due <= self.now_us.get()) * CREEP_US));
        self.nesting.set(0);
        match entry {
            Entry::Timer(id) => {
                self.count(|c| c.timers += 1);
                let mut timers = self.timers.borrow_mut();
                let (nesting, interval) = match timers.get_mut(&id) {
                    Some(timer) => {
                        timer.nesting += u32::from(timer.interval_us.is_some());
                        (timer.nesting, timer.interval_us)
                    }
                    None => return Some(Next::Entry(entry)),
                };
                self.nesting.set(nesting);
                match interval {
                    None => {
                        timers.remove(&id);
                    }
                    Some(interval) => {
                        drop(timers);
                        let step = if self.clamped && nesting > NESTING_CLAMPED_FROM {
                            interval.max(CLAMP_US)
                        } else {
                            interval
                        };
                        // An interval keeps its grid: a late firing does not move the next one, as in Chromium.
                        let next = (due + step.max(1_000)).max(self.now_us.get());
                        self.push(next, Entry::Timer(id));
                    }
                }
            }
            Entry::Task(_) | Entry::Host(_) | Entry::Port(_) | Entry::Database => self.count(|c| c.tasks += 1),
        }
        Some(Next::Entry(entry))
    }

    fn count(&self, change: impl FnOnce(&mut LoopCounters)) {
        let mut counters = self.counters.get();
        change(&mut counters);
        self.counters.set(counters);
    }
}

fn ms_to_us(ms: f64) -> u64 {
    if ms.is_nan() || ms <= 0.0 {
        0
    } else {
        (ms.min(DELAY_MS_MAX) * 1000.0) as u64
    }
}

/// What no page may see: some of the wall clock.
#[cfg(feature = "planted-fault")]
fn planted_fault() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    u64::from(since.map_or(0, |since| since.subsec_micros()) % 2_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(l: &EventLoop, until: u64) -> Vec<(u64, Next)> {
        std::iter::from_fn(|| l.take(until).map(|n| (l.now_us(), n))).collect()
    }

    #[test]
    fn ties_run_in_creation_order_and_frames_after_tasks() {
        let l = EventLoop::new(0, 100);
        l.request_frame();
        let b = l.start_timer(17.0, false).unwrap();
        let a = l.start_timer(5.0, false).unwrap();
        let c = l.start_timer(5.0, false).unwrap();
        let ran = drain(&l, 20_000);
        assert_eq!(
            ran,
            [
                (5_000, Next::Entry(Entry::Timer(a))),
                (5_001, Next::Entry(Entry::Timer(c))),
                (16_667, Next::Frame(1)),
                (17_000, Next::Entry(Entry::Timer(b))),
            ]
        );
        assert_eq!(l.take(u64::MAX), None);
    }

    #[test]
    fn a_nested_timer_is_clamped_from_the_sixth_level() {
        let l = EventLoop::new(0, 100);
        l.start_timer(0.0, false);
        let mut times = Vec::new();
        while times.len() < 8 {
            l.take(u64::MAX);
            times.push(l.now_us());
            l.start_timer(0.0, false);
        }
        assert_eq!(times, [1, 2, 3, 4, 5, 4_005, 8_005, 12_005]);
    }

    #[test]
    fn frames_are_at_sixtieths_and_never_twice() {
        let l = EventLoop::new(0, 100);
        let mut stamps = Vec::new();
        for _ in 0..6 {
            l.request_frame();
            match l.take(u64::MAX) {
                Some(Next::Frame(k)) => stamps.push((l.now_us(), frame_timestamp_ms(k))),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(stamps[2], (50_000, 50.0));
        assert_eq!(stamps[5], (100_000, 100.0));
        assert!(stamps.windows(2).all(|w| w[0].0 < w[1].0));
    }

    #[test]
    fn reading_the_clock_ends_a_busy_wait() {
        let l = EventLoop::new(0, 100);
        let start = l.read_clock();
        let mut reads = 0;
        while l.read_clock() - start < 2_000 {
            reads += 1;
        }
        assert_eq!(reads, 1_999);
    }

    #[test]
    fn a_cancelled_timer_is_not_due() {
        let l = EventLoop::new(0, 100);
        let id = l.start_timer(1.0, true).unwrap();
        l.cancel_timer(id);
        assert_eq!(l.next_due_us(), None);
    }

    #[test]
    fn too_many_timers_are_refused() {
        let l = EventLoop::new(0, 2);
        assert!(l.start_timer(1.0, true).is_some() && l.start_timer(1.0, true).is_some());
        assert!(l.start_timer(1.0, true).is_none());
    }
}
