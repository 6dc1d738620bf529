//! Which checks of a suite are run ahead of their turn, and from which premise: where those that are known to come before left the
//! clock and the storage. A premise that proves wrong costs the work, never the result.

use super::crew::Crew;
use super::subject::{Premise, Transcript};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Each check begins on a whole minute of the suite's clock, so that it can be known when it will before those before it have ended.
const MINUTE_US: u64 = 60_000_000;

/// When the check after something that ends at a time begins.
pub(super) fn next_start_us(end_us: u64) -> u64 {
    end_us.next_multiple_of(MINUTE_US)
}

/// A check to run ahead.
pub(super) struct Errand {
    pub(super) index: usize,
    pub(super) premise: Premise,
    /// Nobody wants it any more.
    pub(super) cancelled: Arc<AtomicBool>,
}

enum Slot {
    Runs(Premise, Arc<AtomicBool>),
    Done(Arc<Transcript>),
    Failed(Premise),
}

impl Slot {
    fn premise(&self) -> &Premise {
        match self {
            Slot::Runs(premise, _) | Slot::Failed(premise) => premise,
            Slot::Done(transcript) => &transcript.premise,
        }
    }

    fn cancel(&self) {
        if let Slot::Runs(_, cancelled) = self {
            cancelled.store(true, Ordering::Relaxed);
        }
    }
}

#[derive(Default)]
struct Inner {
    total: usize,
    /// The check whose turn it is, and its premise.
    reached: Option<(usize, Premise)>,
    /// Where that check will leave the world, if its transcript is being told.
    expected: Option<Premise>,
    slots: BTreeMap<usize, Slot>,
    over: bool,
}

/// See the module's documentation. One for each suite that runs.
#[derive(Default)]
pub(super) struct Board {
    inner: Mutex<Inner>,
    changed: Condvar,
    window: usize,
}

impl Board {
    /// `window`: how far ahead checks are run; what they answered is kept until their turn.
    pub(super) fn new(window: usize) -> Board {
        Board {
            window,
            ..Board::default()
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_over(&self) -> bool {
        self.inner().over
    }

    /// The suite has ended: nobody needs anything any more.
    pub(super) fn end(&self, crew: &Crew) {
        let mut inner = self.inner();
        inner.over = true;
        inner.slots.values().for_each(Slot::cancel);
        self.changed.notify_all();
        drop(inner);
        crew.wake();
    }

    /// It is this check's turn, and what is given is so. Answers with what happens in it, if it was run ahead from there.
    pub(super) fn reach(&self, index: usize, total: usize, premise: &Premise, crew: &Crew) -> Option<Arc<Transcript>> {
        let mut inner = self.inner();
        inner.total = total;
        inner.reached = Some((index, premise.clone()));
        inner.expected = None;
        inner.slots.range(..index).for_each(|(_, slot)| slot.cancel());
        inner.slots.retain(|other, _| *other >= index);
        self.changed.notify_all();
        let mut found = None;
        if inner.slots.get(&index).is_some_and(|slot| slot.premise() == premise) {
            while matches!(inner.slots.get(&index), Some(Slot::Runs(..))) {
                drop(inner);
                inner = crew.idle(|| {
                    let inner = self.inner();
                    // What was waited for may have come while nobody held the lock.
                    if matches!(inner.slots.get(&index), Some(Slot::Runs(..))) {
                        self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner)
                    } else {
                        inner
                    }
                });
            }
            found = match inner.slots.remove(&index) {
                Some(Slot::Done(transcript)) => Some(transcript),
                _ => None,
            };
        } else if let Some(slot) = inner.slots.remove(&index) {
            slot.cancel();
        }
        inner.expected = found.as_ref().map(|transcript| after(transcript));
        self.changed.notify_all();
        found
    }

    /// Waits until a check could be run ahead. False: the suite is over.
    pub(super) fn wait(&self) -> bool {
        let mut inner = self.inner();
        loop {
            if inner.over {
                return false;
            }
            if inner.choose(self.window).is_some() {
                return true;
            }
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a check to run ahead, if there still is one.
    pub(super) fn take(&self) -> Option<Errand> {
        let mut inner = self.inner();
        if inner.over {
            return None;
        }
        let (index, premise) = inner.choose(self.window)?;
        let cancelled = Arc::new(AtomicBool::new(false));
        inner.slots.insert(index, Slot::Runs(premise.clone(), cancelled.clone()));
        Some(Errand {
            index,
            premise,
            cancelled,
        })
    }

    /// What came of an errand.
    pub(super) fn finish(&self, errand: &Errand, transcript: Option<Transcript>) {
        let mut inner = self.inner();
        let own = match inner.slots.get(&errand.index) {
            Some(Slot::Runs(_, cancelled)) => Arc::ptr_eq(cancelled, &errand.cancelled),
            _ => false,
        };
        if own {
            let slot = transcript.map_or_else(|| Slot::Failed(errand.premise.clone()), |it| Slot::Done(Arc::new(it)));
            inner.slots.insert(errand.index, slot);
        }
        self.changed.notify_all();
    }
}

fn after(transcript: &Transcript) -> Premise {
    Premise {
        start_us: next_start_us(transcript.end_us),
        storage: transcript.storage_after.clone(),
    }
}

impl Inner {
    /// The first check that nobody runs, or that was run from what has turned out not to be so.
    fn choose(&self, window: usize) -> Option<(usize, Premise)> {
        let (reached, premise) = self.reached.as_ref()?;
        // A check that is being run is taken to leave things as they are, until it is known.
        let guess = |premise: &Premise| Premise {
            start_us: premise.start_us + MINUTE_US,
            storage: premise.storage.clone(),
        };
        let mut premise = self.expected.clone().unwrap_or_else(|| guess(premise));
        for index in reached + 1..self.total.min(reached + 1 + window) {
            premise = match self.slots.get(&index) {
                None => return Some((index, premise)),
                Some(Slot::Runs(..)) => guess(&premise),
                Some(slot) if *slot.premise() != premise => return Some((index, premise)),
                Some(Slot::Done(transcript)) => after(transcript),
                Some(Slot::Failed(_)) => guess(&premise),
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::subject::Notes;
    use super::*;
    use oracade_runtime::{Storage, StorageImage};

    fn stored(value: &str) -> Arc<StorageImage> {
        Arc::new(Storage::with_items([("k", value)]).image())
    }

    fn premise(minute: u64, value: &str) -> Premise {
        Premise {
            start_us: minute * MINUTE_US,
            storage: stored(value),
        }
    }

    fn transcript(premise: &Premise, end_us: u64, value: &str) -> Transcript {
        let image = Storage::with_items([("k", value)]).image();
        Notes::default().finish(premise.clone(), end_us, image).expect("short")
    }

    #[test]
    fn checks_are_run_ahead_from_where_those_before_left_things() {
        let (board, crew) = (Board::new(8), Crew::new(4));
        let _game = crew.game();
        assert!(board.reach(0, 4, &premise(0, "a"), &crew).is_none());
        let first = board.take().expect("check 1");
        assert_eq!((first.index, &first.premise), (1, &premise(1, "a")));
        let second = board.take().expect("check 2");
        assert_eq!((second.index, &second.premise), (2, &premise(2, "a")));
        // Check 1 took two minutes and stored something: check 2 ran from what is not so, check 3 begins where it leads.
        board.finish(&first, Some(transcript(&first.premise, 150_000_000, "b")));
        board.finish(&second, Some(transcript(&second.premise, 130_000_000, "a")));
        let again = board.take().expect("check 2 again");
        assert_eq!((again.index, &again.premise), (2, &premise(3, "b")));
        let third = board.take().expect("check 3");
        assert_eq!((third.index, &third.premise), (3, &premise(4, "b")));
        assert!(board.take().is_none());
        // Its turn comes and all is as assumed.
        assert!(board.reach(1, 4, &premise(1, "a"), &crew).is_some());
        // Its turn comes and things are otherwise.
        assert!(board.reach(2, 4, &premise(3, "c"), &crew).is_none());
        assert!(again.cancelled.load(Ordering::Relaxed));
        assert!(!third.cancelled.load(Ordering::Relaxed));
        board.finish(&again, Some(transcript(&again.premise, 1, "b")));
        board.finish(&third, None);
        let renewed = board.take().expect("check 3 again");
        assert_eq!(renewed.premise, premise(4, "c"));
        board.end(&crew);
        assert!(renewed.cancelled.load(Ordering::Relaxed));
        assert!(!board.wait() && board.take().is_none());
    }

    #[test]
    fn nothing_is_run_farther_ahead_than_the_window() {
        let (board, crew) = (Board::new(2), Crew::new(4));
        let _game = crew.game();
        assert!(board.take().is_none());
        board.reach(0, 9, &premise(0, "a"), &crew);
        let taken: Vec<usize> = std::iter::from_fn(|| board.take()).map(|errand| errand.index).collect();
        assert_eq!(taken, [1, 2]);
    }
}
