//! Exploration: tapes played on the game and on a mutant, looked at every half second of virtual time, every third time at the
//! picture as well.

use super::Differs;
use crate::behaviour::CheckTape;
use oracade_recorder::observe::Observer;
use oracade_recorder::play::Player;
use oracade_recorder::tape::frame_us;
use oracade_recorder::verify::{Difference, compare};
use oracade_recorder::{Checkpoint, Event};
use oracade_runtime::{Bundle, DatabaseContent, Engine, Guest, Library, PageError, PageOptions, Profile, Storage};
use std::sync::{Arc, OnceLock};

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
    pub(super) profile: Profile,
    pub(super) storage: Vec<(String, String)>,
    pub(super) databases: Vec<DatabaseContent>,
    pub(super) init_scripts: Vec<String>,
    pub(super) events: Vec<Event>,
    pub(super) end_us: u64,
}

impl Exploration {
    /// What a check did.
    pub(super) fn of_check(id: &str, tape: &CheckTape) -> Exploration {
        Exploration {
            name: id.to_owned(),
            profile: tape.profile.clone(),
            storage: tape.storage.clone(),
            databases: tape.databases.clone(),
            init_scripts: tape.init_scripts.clone(),
            events: tape.events.clone(),
            end_us: tape.end_us,
        }
    }

    fn open(
        &self,
        engine: &'static Engine,
        bundle: Arc<Bundle>,
        library: Option<Arc<Library>>,
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
            init_scripts: self.init_scripts.clone(),
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
}

impl Explorer {
    pub(super) fn new(
        engine: &'static Engine,
        game: Arc<Bundle>,
        library: Option<Arc<Library>>,
        tapes: Vec<Exploration>,
    ) -> Explorer {
        let seen = tapes.iter().map(|_| OnceLock::new()).collect();
        Explorer {
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

    /// How a mutant first shows that it is another game; `None`: it does not. What it looks like counts only if nothing else differs on
    /// any tape.
    pub(super) fn explore(&self, mutant: &Arc<Bundle>) -> Option<Differs> {
        let mut picture = None;
        for (tape, seen) in self.tapes.iter().zip(&self.seen) {
            let state = self.play(tape, seen, mutant, &mut picture);
            if state.is_some() {
                return state;
            }
        }
        picture
    }

    /// Plays one tape on a mutant, up to where its state differs. `picture` is where it first looked different; once it has, no more
    /// pictures are taken.
    fn play(
        &self,
        tape: &Exploration,
        seen: &OnceLock<Seen>,
        mutant: &Arc<Bundle>,
        picture: &mut Option<Differs>,
    ) -> Option<Differs> {
        let expected = seen.get_or_init(|| {
            let mut seen = Seen::default();
            seen.died = self.watch(tape, &self.game, true, |look| {
                seen.looks.push(look);
                Next::On(true)
            });
            seen
        });
        let mut looks = expected.looks.iter();
        let mut differs = None;
        let mut longer = false;
        let died = self.watch(tape, mutant, picture.is_none(), |look| {
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

    /// Plays a tape and shows each look, until `show` says that it is enough; answers with how the page died, if it did.
    fn watch(
        &self,
        tape: &Exploration,
        bundle: &Arc<Bundle>,
        pictures: bool,
        mut show: impl FnMut(Checkpoint) -> Next,
    ) -> Option<String> {
        let mut work = || -> Result<(), PageError> {
            let mut page = tape.open(self.engine, bundle.clone(), self.library.clone())?;
            let mut player = Player::default();
            let mut observer = Observer::new(false);
            let mut pictures = pictures;
            let mut events = tape.events.iter().filter(|event| event.act.is_action()).peekable();
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
                match show(observer.checkpoint(page.as_mut(), frame)?) {
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
