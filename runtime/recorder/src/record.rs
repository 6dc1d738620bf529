//! Recording: events are played on a page, and what is seen at every so many frames is put among them.

use crate::observe::Observer;
use crate::play::{Answer, Player};
use crate::tape::{Act, End, Event, frame_us};
use oracade_runtime::{Frame, Guest, PageError};

/// Why a recording stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RecordError<E> {
    /// The page refuses an input, in the protocol's words.
    #[error("the input at {at_ms} ms is refused: {message}")]
    BadInput {
        /// When.
        at_ms: f64,
        /// Why.
        message: String,
    },
    /// What `keep` said.
    #[error("{0:#}")]
    Keep(E),
}

/// A moment of a recording.
pub enum Moment<'a> {
    /// An event that is about to be performed.
    Before(&'a Event),
    /// What the event came to.
    After(&'a Event, &'a Answer),
    /// A checkpoint that was taken, with the pixels seen.
    Seen(&'a Event, Option<&'a Frame>),
}

/// Plays events until `end_us` with a checkpoint every `every` frames (none if 0), and tells `keep` of everything in order.
///
/// Checkpoints of an instant come before its events. The death of the page is not an error: it is what was recorded.
///
/// # Errors
/// The page refuses an input, or the first error of `keep`.
pub fn record<E>(
    page: &mut dyn Guest,
    events: &[Event],
    every: u64,
    end_us: u64,
    mut keep: impl FnMut(Moment<'_>) -> Result<(), E>,
) -> Result<End, RecordError<E>> {
    let mut observer = Observer::default();
    let died = run(page, events, every, end_us, &mut observer, &mut keep)?;
    Ok(End {
        chain: observer.chain(),
        digest: page.digest(),
        hold: false,
        died: died.map(|error| error.to_string()),
    })
}

fn run<E>(
    page: &mut dyn Guest,
    events: &[Event],
    every: u64,
    end_us: u64,
    observer: &mut Observer,
    keep: &mut impl FnMut(Moment<'_>) -> Result<(), E>,
) -> Result<Option<PageError>, RecordError<E>> {
    let mut player = Player::default();
    let mut events = events
        .iter()
        .filter(|event| !matches!(event.act, Act::Checkpoint(_)))
        .peekable();
    let mut frame = every;
    loop {
        let seen_us = if every == 0 { u64::MAX } else { frame_us(frame) };
        let event_us = events.peek().map_or(u64::MAX, |event| event.at_us);
        let next_us = seen_us.min(event_us).min(end_us);
        let holds = events.peek().is_some_and(|event| event.hold && event.at_us == next_us);
        if holds || (event_us == next_us && seen_us != next_us) {
            let Some(event) = events.next() else { continue };
            keep(Moment::Before(event)).map_err(RecordError::Keep)?;
            match player.perform(page, event) {
                Ok(answer) => keep(Moment::After(event, &answer)).map_err(RecordError::Keep)?,
                Err(PageError::BadInput(message)) => {
                    let at_ms = event.at_us as f64 / 1e3;
                    return Err(RecordError::BadInput { at_ms, message });
                }
                Err(error) => return Ok(Some(error)),
            }
            continue;
        }
        if let Err(error) = page.advance_to(next_us) {
            return Ok(Some(error));
        }
        if seen_us != next_us {
            return Ok(None);
        }
        let checkpoint = match observer.checkpoint(page, frame) {
            Ok(checkpoint) => checkpoint,
            Err(error) => return Ok(Some(error)),
        };
        let event = Event {
            at_us: seen_us,
            hold: false,
            act: Act::Checkpoint(Box::new(checkpoint)),
        };
        keep(Moment::Seen(&event, observer.frame.as_ref())).map_err(RecordError::Keep)?;
        frame += every;
    }
}
