//! The page a check is about, as the session sees it: one that lives, or one whose history is known because the same calls were
//! made on a page before. What a page does is a function of the calls, so as long as the calls are the same ones, so are the answers;
//! at the first other call a page is opened, lives through what has been told, and goes on.

use super::SuiteOptions;
use super::target::{Closing, State, Target};
use oracade_runtime::{Engine, EvaluationId, Storage, StorageImage};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Calls that are kept of one check; one that makes more is not told but made again.
const ENTRIES_MAX: usize = 1_000_000;

/// What pages are opened in.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub(super) engine: &'static Engine,
    pub(super) options: &'a SuiteOptions,
    pub(super) storage: &'a Storage,
}

/// What a session does to a page. Times are on the suite's clock.
#[derive(Clone, Debug, PartialEq)]
enum Op {
    Advance {
        now_us: u64,
    },
    Call {
        now_us: u64,
        method: String,
        params: Value,
    },
    Poll {
        now_us: u64,
        id: EvaluationId,
        not_before_us: u64,
    },
    Forget {
        id: EvaluationId,
    },
    Screenshot,
    Closing {
        picture_after: Option<Duration>,
        tape: bool,
    },
}

/// What came of it.
#[derive(Clone, Debug)]
enum Outcome {
    Nothing,
    State(Option<State>),
    Picture(Result<Value, String>),
    Closing(Box<Closing>),
}

#[derive(Debug)]
struct Entry {
    op: Op,
    outcome: Outcome,
    events: Vec<Value>,
    dead: bool,
    next_due_us: Option<u64>,
}

/// The state of the world at a check's start, as far as a check can depend on it.
#[derive(Clone, Debug)]
pub(super) struct Premise {
    /// On the suite's clock.
    pub(super) start_us: u64,
    pub(super) storage: Arc<StorageImage>,
}

impl PartialEq for Premise {
    fn eq(&self, other: &Premise) -> bool {
        let same = Arc::ptr_eq(&self.storage, &other.storage) || self.storage == other.storage;
        self.start_us == other.start_us && same
    }
}

/// All that was done to the page of one check, and what it answered.
#[derive(Debug)]
pub(super) struct Transcript {
    pub(super) premise: Premise,
    entries: Vec<Entry>,
    /// When the check was over.
    pub(super) end_us: u64,
    /// What was stored when its page had been closed.
    pub(super) storage_after: Arc<StorageImage>,
}

/// What a session on its way ahead has written down of a check so far.
#[derive(Default)]
pub(super) struct Notes {
    entries: Vec<Entry>,
    too_many: bool,
}

impl Notes {
    /// The transcript, unless it would be too long.
    pub(super) fn finish(self, premise: Premise, end_us: u64, storage_after: StorageImage) -> Option<Transcript> {
        (!self.too_many).then(|| Transcript {
            premise,
            entries: self.entries,
            end_us,
            storage_after: Arc::new(storage_after),
        })
    }

    fn add(&mut self, entry: impl FnOnce() -> Entry) {
        if self.entries.len() >= ENTRIES_MAX {
            self.too_many = true;
            self.entries.clear();
        }
        if !self.too_many {
            self.entries.push(entry());
        }
    }
}

enum Source {
    Lives(Box<Target>, Option<Notes>),
    Told(Arc<Transcript>, usize),
}

/// See the module's documentation.
pub(super) struct Subject {
    pub(super) id: u64,
    source: Source,
    dead: bool,
    next_due_us: Option<u64>,
    /// Events not yet handed over, in order.
    pub(super) events: Vec<Value>,
    /// The checker's request for the next batch of events.
    pub(super) listener: Option<u64>,
}

impl Subject {
    /// A page that is still blank. `notes`: what is done to it is written down.
    pub(super) fn lives(id: u64, notes: bool) -> Self {
        Self::new(id, Source::Lives(Box::default(), notes.then(Notes::default)))
    }

    /// A page whose history is known if things go as they went.
    pub(super) fn told(id: u64, transcript: Arc<Transcript>) -> Self {
        Self::new(id, Source::Told(transcript, 0))
    }

    fn new(id: u64, source: Source) -> Self {
        Subject {
            id,
            source,
            dead: false,
            next_due_us: None,
            events: Vec::new(),
            listener: None,
        }
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead
    }

    /// When the page has something to do next.
    pub(super) fn next_due_us(&self) -> Option<u64> {
        match &self.source {
            Source::Lives(target, _) => target.next_due_us(),
            Source::Told(..) => self.next_due_us,
        }
    }

    /// See [`Target::advance`].
    pub(super) fn advance(&mut self, now_us: u64, world: World<'_>) {
        self.act(Op::Advance { now_us }, world);
    }

    /// See [`Target::call`].
    pub(super) fn call(&mut self, now_us: u64, method: &str, params: Value, world: World<'_>) -> State {
        let method = method.to_owned();
        let outcome = self.act(Op::Call { now_us, method, params }, world);
        let refused = || State::refused(now_us, "Internal error");
        match outcome {
            Outcome::State(state) => state.unwrap_or_else(refused),
            _ => refused(),
        }
    }

    /// See [`Target::poll`].
    pub(super) fn poll(&mut self, now_us: u64, id: EvaluationId, not_before_us: u64, world: World<'_>) -> Option<State> {
        let op = Op::Poll {
            now_us,
            id,
            not_before_us,
        };
        match self.act(op, world) {
            Outcome::State(state) => state,
            _ => None,
        }
    }

    /// See [`Target::forget`].
    pub(super) fn forget(&mut self, id: EvaluationId, world: World<'_>) {
        self.act(Op::Forget { id }, world);
    }

    /// See [`Target::screenshot`].
    pub(super) fn screenshot(&mut self, world: World<'_>) -> Result<Value, String> {
        match self.act(Op::Screenshot, world) {
            Outcome::Picture(picture) => picture,
            _ => Err("Internal error".to_owned()),
        }
    }

    /// See [`Target::closing`].
    pub(super) fn closing(&mut self, picture_after: Option<Duration>, tape: bool, world: World<'_>) -> Closing {
        match self.act(Op::Closing { picture_after, tape }, world) {
            Outcome::Closing(closing) => *closing,
            _ => Closing::default(),
        }
    }

    /// The page is closed; what it has stored is in the world's storage then.
    pub(super) fn close(mut self, world: World<'_>) -> Option<Notes> {
        if let Source::Told(transcript, at) = &self.source {
            if *at == transcript.entries.len() {
                world.storage.restore(&transcript.storage_after);
                return None;
            }
            self.live_through(world);
        }
        match self.source {
            Source::Lives(_, notes) => notes,
            Source::Told(..) => None,
        }
    }

    fn act(&mut self, op: Op, world: World<'_>) -> Outcome {
        if let Source::Told(transcript, at) = &mut self.source {
            match transcript.entries.get(*at) {
                Some(entry) if entry.op == op => {
                    *at += 1;
                    self.dead = entry.dead;
                    self.next_due_us = entry.next_due_us;
                    self.events.extend_from_slice(&entry.events);
                    return entry.outcome.clone();
                }
                // Looks that found nothing were not written down.
                _ if matches!(op, Op::Poll { .. }) => return Outcome::State(None),
                _ => self.live_through(world),
            }
        }
        let Source::Lives(target, notes) = &mut self.source else {
            return Outcome::Nothing;
        };
        let outcome = perform(target, &op, world);
        self.dead = target.is_dead();
        let events = std::mem::take(&mut target.events);
        let saw_nothing = matches!((&op, &outcome), (Op::Poll { .. }, Outcome::State(None)));
        if let Some(notes) = notes
            && !(saw_nothing && events.is_empty() && !self.dead)
        {
            notes.add(|| Entry {
                op,
                outcome: outcome.clone(),
                events: events.clone(),
                dead: target.is_dead(),
                next_due_us: target.next_due_us(),
            });
        }
        self.events.extend(events);
        outcome
    }

    /// Opens a page that has lived through what has been told so far.
    fn live_through(&mut self, world: World<'_>) {
        let Source::Told(transcript, at) = &self.source else {
            return;
        };
        let mut target = Box::<Target>::default();
        for entry in &transcript.entries[..*at] {
            perform(&mut target, &entry.op, world);
        }
        // These have been handed over, or wait to be.
        target.events.clear();
        self.source = Source::Lives(target, None);
    }
}

fn perform(target: &mut Target, op: &Op, world: World<'_>) -> Outcome {
    match op {
        Op::Advance { now_us } => {
            target.advance(*now_us, world.options);
            Outcome::Nothing
        }
        Op::Call { now_us, method, params } => {
            let state = target.call(*now_us, method, params, world.engine, world.options, world.storage);
            Outcome::State(Some(state))
        }
        Op::Poll {
            now_us,
            id,
            not_before_us,
        } => Outcome::State(target.poll(*now_us, *id, *not_before_us)),
        Op::Forget { id } => {
            target.forget(*id);
            Outcome::Nothing
        }
        Op::Screenshot => Outcome::Picture(target.screenshot()),
        Op::Closing { picture_after, tape } => Outcome::Closing(Box::new(target.closing(*picture_after, *tape))),
    }
}
