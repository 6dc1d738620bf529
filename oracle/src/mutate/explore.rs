//! Exploration: tapes played on the game and on a mutant, looked at every half second of virtual time, every third time at the
//! picture as well.

use super::Differs;
use crate::behaviour::{CheckTape, STACK_BYTES};
use oracade_mutants::Parts;
use oracade_recorder::observe::Observer;
use oracade_recorder::play::Player;
use oracade_recorder::tape::frame_us;
use oracade_recorder::verify::{Difference, compare};
use oracade_recorder::{Checkpoint, Event};
use oracade_runtime::{Bundle, DatabaseContent, Engine, Guest, Library, PageError, PageOptions, Profile, Storage};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// Frames between two looks.
const EVERY: u64 = 30;
/// Every so many looks there is a picture: it costs much more than the rest.
const PICTURE_EVERY: u64 = 3;
/// How long it goes on after a tape's last event, in µs.
const AFTER_US: u64 = 500_000;
/// Differences kept of one look.
const MAX_DIFFERENCES: usize = 4;

/// A tape to explore by.
pub(super) struct Exploration {
    pub(super) name: String,
    /// It is what a check did, and named like it.
    pub(super) check: bool,
    pub(super) profile: Profile,
    pub(super) storage: Vec<(String, String)>,
    pub(super) databases: Vec<DatabaseContent>,
    pub(super) init_scripts: Vec<String>,
    /// Actions alone.
    pub(super) events: Vec<Event>,
    pub(super) end_us: u64,
}

impl Exploration {
    /// What a check did.
    pub(super) fn of_check(id: &str, tape: &CheckTape) -> Exploration {
        Exploration {
            name: id.to_owned(),
            check: true,
            profile: tape.profile.clone(),
            storage: tape.storage.clone(),
            databases: tape.databases.clone(),
            init_scripts: tape.init_scripts.clone(),
            events: oracade_recorder::actions(&tape.events),
            end_us: tape.end_us,
        }
    }

    fn open(
        &self,
        engine: &'static Engine,
        bundle: Arc<Bundle>,
        library: Option<Arc<Library>>,
        first: &[String],
    ) -> Result<Box<dyn Guest>, PageError> {
        let items = self.storage.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let storage = Storage::with_items(items);
        storage.add_databases(&self.databases);
        let options = PageOptions {
            bundle,
            document: String::new(),
            library,
            profile: self.profile.clone(),
            storage,
            init_scripts: first.iter().chain(&self.init_scripts).cloned().collect(),
        };
        oracade_runtime::open(engine, options)
    }
}

/// What was seen of a game: looks in order, and how it died, if it did.
#[derive(Default)]
struct Seen {
    looks: Vec<Checkpoint>,
    died: Option<String>,
}

/// A game with probes in it.
pub(super) struct Probed {
    /// Its files.
    pub(super) bundle: Arc<Bundle>,
    /// What its pages run first, so that the probes can tell.
    pub(super) listener: String,
}

/// Whether to look again.
enum Next {
    /// Yes; with pictures or without.
    On(bool),
    /// No.
    Stop,
}

/// Tapes, and what the game itself showed on them.
pub(super) struct Explorer {
    engine: &'static Engine,
    game: Arc<Bundle>,
    library: Option<Arc<Library>>,
    tapes: Vec<Exploration>,
    /// What the game showed on each tape; made when first needed.
    seen: Vec<OnceLock<Seen>>,
    probed: Probed,
    /// The parts of the game that each tape enters; `None`: it is another game with probes in it, so nothing can be said.
    entered: Vec<OnceLock<Option<BTreeSet<u32>>>>,
}

impl Explorer {
    pub(super) fn new(
        engine: &'static Engine,
        game: Arc<Bundle>,
        library: Option<Arc<Library>>,
        tapes: Vec<Exploration>,
        probed: Probed,
    ) -> Explorer {
        let seen = tapes.iter().map(|_| OnceLock::new()).collect();
        let entered = tapes.iter().map(|_| OnceLock::new()).collect();
        Explorer {
            probed,
            entered,
            engine,
            game,
            library,
            tapes,
            seen,
        }
    }

    /// How many tapes there are.
    pub(super) fn tapes(&self) -> usize {
        self.tapes.len()
    }

    /// The tape of a check.
    pub(super) fn of_check(&self, id: &str) -> Option<usize> {
        self.tapes.iter().position(|tape| tape.check && tape.name == id)
    }

    /// Plays all tapes on the game, some at a time, so that nobody has to wait for them later.
    pub(super) fn prepare(&self, jobs: usize) {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, self.tapes.len().max(1)) {
                let work = || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= self.tapes.len() {
                            return;
                        }
                        self.enters(at, 0);
                    }
                };
                // Without a thread, each tape is played when it is needed.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            }
        });
    }

    /// Whether a tape may enter a part of the game.
    pub(super) fn enters(&self, tape: usize, part: u32) -> bool {
        let entered = self.entered.get(tape).map(|cell| cell.get_or_init(|| self.entered(tape)));
        !matches!(entered, Some(Some(parts)) if !parts.contains(&part))
    }

    /// What the game itself shows on a tape.
    fn expected(&self, at: usize, tape: &Exploration) -> Option<&Seen> {
        let seen = self.seen.get(at)?;
        Some(seen.get_or_init(|| {
            let mut seen = Seen::default();
            seen.died = self.watch(tape, &self.game, &[], true, |look, _| {
                seen.looks.push(look);
                Next::On(true)
            });
            seen
        }))
    }

    /// The parts that a tape enters, if the probes change nothing that is seen.
    fn entered(&self, at: usize) -> Option<BTreeSet<u32>> {
        let tape = self.tapes.get(at)?;
        let mut looks = self.expected(at, tape)?.looks.iter();
        let (mut parts, mut heard, mut same) = (BTreeSet::new(), 0, true);
        let first = [self.probed.listener.clone()];
        let died = self.watch(tape, &self.probed.bundle, &first, false, |look, page| {
            let lines = page.console_since(heard);
            heard += lines.len();
            parts.extend(lines.iter().filter_map(|line| Parts::told(&line.text)));
            // Probes are heard on the console, and pictures are not taken.
            let other = |difference: &Difference| matches!(difference, Difference::Snapshot { .. } | Difference::Storage);
            same &= looks.next().is_some_and(|wanted| !compare(wanted, &look).iter().any(other));
            if same { Next::On(false) } else { Next::Stop }
        });
        (same && died.is_none() && looks.next().is_none()).then_some(parts)
    }

    /// How a mutant first shows that it is another game; `None`: it does not. What it looks like counts only if nothing else differs on
    /// any tape. `part` is where the mutant's edit lies: a tape that does not enter it shows nothing.
    pub(super) fn explore(&self, mutant: &Arc<Bundle>, part: Option<u32>) -> Option<Differs> {
        let mut picture = None;
        for (at, tape) in self.tapes.iter().enumerate() {
            if part.is_some_and(|part| !self.enters(at, part)) {
                continue;
            }
            let state = self.play(at, tape, mutant, &mut picture);
            if state.is_some() {
                return state;
            }
        }
        picture
    }

    /// Plays one tape on a mutant, up to where its state differs. `picture` is where it first looked different; once it has, no more
    /// pictures are taken.
    fn play(&self, at: usize, tape: &Exploration, mutant: &Arc<Bundle>, picture: &mut Option<Differs>) -> Option<Differs> {
        let expected = self.expected(at, tape)?;
        let mut looks = expected.looks.iter();
        let mut differs = None;
        let mut longer = false;
        let died = self.watch(tape, mutant, &[], picture.is_none(), |look, _| {
            let Some(wanted) = looks.next() else {
                longer = true;
                return Next::Stop;
            };
            let mut differences = compare(wanted, &look);
            // When tasks ran is nothing that anybody sees.
            differences.retain(|difference| *difference != Difference::Order);
            let looks_different = differences.contains(&Difference::Pixels) && !look.pixels.is_empty();
            differences.retain(|difference| *difference != Difference::Pixels);
            differences.truncate(MAX_DIFFERENCES);
            if !differences.is_empty() {
                differs = Some(Differs::new(&tape.name, look.frame, differences));
                return Next::Stop;
            }
            if looks_different && picture.is_none() {
                *picture = Some(Differs::new(&tape.name, look.frame, vec![Difference::Pixels]));
            }
            Next::On(picture.is_none())
        });
        if differs.is_none() && (longer || looks.next().is_some() || died != expected.died) {
            differs = Some(Differs::ended(&tape.name, died));
        }
        differs
    }

    /// Plays a tape and shows each look, and the page, until `show` says that it is enough; answers with how the page died, if it did.
    fn watch(
        &self,
        tape: &Exploration,
        bundle: &Arc<Bundle>,
        first: &[String],
        pictures: bool,
        mut show: impl FnMut(Checkpoint, &dyn Guest) -> Next,
    ) -> Option<String> {
        let mut work = || -> Result<(), PageError> {
            let mut page = tape.open(self.engine, bundle.clone(), self.library.clone(), first)?;
            let mut player = Player::default();
            let mut observer = Observer::new(false);
            let mut pictures = pictures;
            let mut events = tape.events.iter().peekable();
            let mut frame = EVERY;
            let end_us = tape.end_us.saturating_add(AFTER_US);
            while frame_us(frame) <= end_us {
                let at_us = frame_us(frame);
                while let Some(event) = events.next_if(|event| event.at_us < at_us || (event.hold && event.at_us == at_us)) {
                    match player.perform(page.as_mut(), event) {
                        Ok(_) | Err(PageError::BadInput(_)) => {}
                        Err(error) => return Err(error),
                    }
                }
                page.advance_to(at_us.max(page.now_us()))?;
                observer.take_pixels(pictures && (frame / EVERY).is_multiple_of(PICTURE_EVERY));
                let look = observer.checkpoint(page.as_mut(), frame)?;
                match show(look, page.as_ref()) {
                    Next::Stop => return Ok(()),
                    Next::On(more) => pictures = more,
                }
                frame += EVERY;
            }
            Ok(())
        };
        work().err().map(|error| error.to_string())
    }
}
