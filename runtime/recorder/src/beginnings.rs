//! Playing many lists of events that begin alike: a page is kept at some points of what was played, and a list is played on a branch
//! of the page that has lived through the longest beginning of it.

use crate::play::Player;
use crate::tape::{Act, Event};
use oracade_runtime::{Branching, Guest, PageError};

/// Points of a list at which a page is kept, about.
const POINTS: usize = 12;

/// Opens a page on which nothing has been done.
pub type Open<'a> = dyn FnMut() -> Result<Box<dyn Guest>, PageError> + 'a;

struct Kept {
    events: Vec<Event>,
    page: Box<dyn Guest>,
    used: u64,
}

/// See the module's documentation.
pub struct Beginnings<'a> {
    open: Box<Open<'a>>,
    most: usize,
    kept: Vec<Kept>,
    plays: u64,
}

/// A page on which a list has been played.
pub struct Played {
    /// The page.
    pub page: Box<dyn Guest>,
    /// What it has died of, before the list's end.
    pub died: Option<PageError>,
}

impl<'a> Beginnings<'a> {
    /// `most`: pages kept. Pages whose branches are made by repeating are not kept, since that costs what playing costs.
    pub fn new(most: usize, open: Box<Open<'a>>) -> Self {
        Beginnings {
            open,
            most,
            kept: Vec::new(),
            plays: 0,
        }
    }

    /// Plays a list; the page is left at its last event.
    ///
    /// # Errors
    /// `BadInput` if an event is refused; or no page can be opened.
    pub fn play(&mut self, events: &[Event]) -> Result<Played, PageError> {
        self.plays += 1;
        // What a settled evaluation is about is known only to who has seen it begin.
        let alike = !events
            .iter()
            .any(|event| matches!(event.act, Act::Evaluate(_) | Act::Settle(_)));
        let (mut done, mut page) = match self.longest(events).filter(|_| alike) {
            Some(found) => found,
            None => (0, (self.open)()?),
        };
        let keeps = alike && self.most > 0 && page.branching() != Branching::Repeats;
        let mut player = Player::default();
        let stride = events.len().div_ceil(POINTS).max(1);
        while let Some(event) = events.get(done) {
            match player.perform(page.as_mut(), event) {
                Ok(_) => {}
                Err(error @ PageError::BadInput(_)) => return Err(error),
                Err(error) => {
                    return Ok(Played { page, died: Some(error) });
                }
            }
            done += 1;
            if keeps && done.is_multiple_of(stride) && done < events.len() {
                self.keep(&events[..done], page.as_ref());
            }
        }
        Ok(Played { page, died: None })
    }

    /// A branch of the page that has lived through the most of these events, and how many they are.
    fn longest(&mut self, events: &[Event]) -> Option<(usize, Box<dyn Guest>)> {
        let begins = |kept: &Kept| events.get(..kept.events.len()) == Some(kept.events.as_slice());
        let best = self
            .kept
            .iter_mut()
            .filter(|kept| begins(kept))
            .max_by_key(|kept| kept.events.len())?;
        best.used = self.plays;
        Some((best.events.len(), best.page.branch().ok()?))
    }

    fn keep(&mut self, events: &[Event], page: &dyn Guest) {
        if self.kept.iter().any(|kept| kept.events == events) {
            return;
        }
        if self.kept.len() >= self.most {
            let oldest = self.kept.iter().enumerate().min_by_key(|(_, kept)| kept.used);
            if let Some((index, _)) = oldest {
                self.kept.swap_remove(index);
            }
        }
        // Without it everything is played from its start, to the same end.
        if let Ok(page) = page.branch() {
            self.kept.push(Kept {
                events: events.to_vec(),
                page,
                used: self.plays,
            });
        }
    }
}
