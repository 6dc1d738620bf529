//! How many threads a run may keep busy. Games come first: what they leave is used to run checks ahead.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Shared by all games of a run.
#[derive(Debug)]
pub struct Crew {
    limit: usize,
    busy: Mutex<Busy>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Busy {
    games: usize,
    ahead: usize,
}

/// Held by a game while it works.
pub struct GameAtWork<'a>(&'a Crew);

/// Held by a check that is run ahead.
pub(super) struct CheckAhead<'a>(&'a Crew);

impl Crew {
    /// A crew of so many threads.
    pub fn new(limit: usize) -> Crew {
        Crew {
            limit: limit.max(1),
            busy: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// A game that is being judged; it never waits.
    pub fn game(&self) -> GameAtWork<'_> {
        self.busy().games += 1;
        GameAtWork(self)
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Waits for a place beside the games; `None` as soon as `over`.
    pub(super) fn ahead(&self, over: impl Fn() -> bool) -> Option<CheckAhead<'_>> {
        let mut busy = self.busy();
        loop {
            if over() {
                return None;
            }
            if busy.games + busy.ahead < self.limit {
                busy.ahead += 1;
                return Some(CheckAhead(self));
            }
            busy = self.changed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives the calling game's place away while it does nothing but wait.
    pub(super) fn idle<R>(&self, wait: impl FnOnce() -> R) -> R {
        self.busy().games -= 1;
        self.wake();
        let result = wait();
        self.busy().games += 1;
        result
    }

    /// Makes those that wait look again.
    pub(super) fn wake(&self) {
        // Under the lock, so that nobody is between looking and waiting.
        let _busy = self.busy();
        self.changed.notify_all();
    }

    fn busy(&self) -> MutexGuard<'_, Busy> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for GameAtWork<'_> {
    fn drop(&mut self) {
        self.0.busy().games -= 1;
        self.0.wake();
    }
}

impl Drop for CheckAhead<'_> {
    fn drop(&mut self) {
        self.0.busy().ahead -= 1;
        self.0.wake();
    }
}
