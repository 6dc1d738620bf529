//! Recording a page while somebody plays it: what is done is not known beforehand, and is on the tape before it is done.

use crate::observe::Observer;
use crate::play::{Answer, Player};
use crate::tape::{Act, End, Event, frame_us};
use oracade_runtime::{Frame, Guest, PageError};

/// A page that is played, and where on its tape it is.
///
/// Every call hands the lines it adds to the tape to a `keep` of the caller's, each before it takes effect, so that a tape ends
/// where the recorder died.
pub struct Live {
    page: Box<dyn Guest>,
    player: Player,
    observer: Observer,
    every: u64,
    next_seen: u64,
    at_us: u64,
    died: Option<PageError>,
}

/// What came of an act.
#[derive(Clone, Debug, PartialEq)]
pub enum Acted {
    /// It was done.
    Done(Answer),
    /// The page does not take this input, in the protocol's words. It is on the tape and is refused there again.
    Refused(String),
    /// The page is dead, maybe from this.
    Dead,
}

impl Live {
    /// Takes a page that has just been opened. A checkpoint is taken every `every` frames, none if 0.
    pub fn new(page: Box<dyn Guest>, every: u64) -> Live {
        Live {
            page,
            player: Player::default(),
            observer: Observer::default(),
            every,
            next_seen: every,
            at_us: 0,
            died: None,
        }
    }

    /// Where the tape is, in µs. The page's own clock may be ahead of it by the time its code took.
    pub fn at_us(&self) -> u64 {
        self.at_us
    }

    /// How the page died, if it did. From then on nothing changes it.
    pub fn died(&self) -> Option<&PageError> {
        self.died.as_ref()
    }

    /// The page, to look at.
    pub fn page(&self) -> &dyn Guest {
        &*self.page
    }

    /// What the last frame has shown, if there is something to be seen of it; it is no part of the tape.
    pub fn look(&mut self) -> Option<Frame> {
        if self.died.is_some() {
            return None;
        }
        match self.page.look() {
            Ok(frame) => frame,
            Err(error) => {
                self.died = Some(error);
                None
            }
        }
    }

    /// Moves the clock, with the checkpoints that are due on the way. Time that is past stays past.
    ///
    /// # Errors
    /// The first error of `keep`.
    pub fn advance_to<E>(&mut self, until_us: u64, keep: &mut impl FnMut(&Event) -> Result<(), E>) -> Result<(), E> {
        while self.died.is_none() && self.every > 0 && frame_us(self.next_seen) <= until_us {
            let at_us = frame_us(self.next_seen);
            self.move_to(at_us);
            if self.died.is_some() {
                break;
            }
            match self.observer.checkpoint(&mut *self.page, self.next_seen) {
                Ok(seen) => keep(&Event {
                    at_us,
                    hold: false,
                    act: Act::Checkpoint(Box::new(seen)),
                })?,
                Err(error) => self.died = Some(error),
            }
            self.next_seen += self.every;
        }
        self.move_to(until_us);
        Ok(())
    }

    fn move_to(&mut self, until_us: u64) {
        if self.died.is_none() && until_us >= self.at_us {
            // An end that lies within this step is on the tape at its far side, as a replay comes there.
            self.at_us = until_us;
            self.died = self.page.advance_to(until_us).err();
        }
    }

    /// Does something now.
    ///
    /// # Errors
    /// The error of `keep`.
    pub fn act<E>(&mut self, act: Act, keep: &mut impl FnMut(&Event) -> Result<(), E>) -> Result<Acted, E> {
        if self.died.is_some() {
            return Ok(Acted::Dead);
        }
        let event = Event {
            at_us: self.at_us,
            hold: false,
            act,
        };
        keep(&event)?;
        match self.player.perform(&mut *self.page, &event) {
            Ok(answer) => Ok(Acted::Done(answer)),
            Err(PageError::BadInput(message)) => Ok(Acted::Refused(message)),
            Err(error) => {
                self.died = Some(error);
                Ok(Acted::Dead)
            }
        }
    }

    /// The last line of the tape. What is due at its time runs.
    pub fn end(&mut self) -> End {
        self.move_to(self.at_us);
        End {
            chain: self.observer.chain(),
            digest: self.page.digest(),
            hold: false,
            died: self.died.as_ref().map(ToString::to_string),
        }
    }
}
