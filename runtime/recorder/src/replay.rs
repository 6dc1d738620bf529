//! Playing a tape again and comparing what is seen with what was seen.

use crate::observe::Observer;
use crate::play::{Answer, Player};
use crate::tape::{Act, Checkpoint, Event, Tape};
use crate::verify::{Difference, compare};
use oracade_runtime::{Frame, Guest, PageError};
use serde::Serialize;

/// Where a replay first differs from its tape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// The first frame that was seen to differ; `None`: no frame did, the end does.
    pub frame: Option<u64>,
    /// Virtual time in µs.
    pub at_us: u64,
    /// The last frame that was seen to be equal: what differs began after it.
    pub equal_until: Option<u64>,
    /// What differs.
    pub differences: Vec<Difference>,
    /// How the page ended, where that differs from the tape: `[tape, replay]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<(Option<String>, Option<String>)>,
    /// The page's own digest differs at the end.
    pub digest: bool,
}

/// What a replay came to.
pub struct Replayed {
    /// Checkpoints that were compared.
    pub compared: usize,
    /// The end of the tape was compared.
    pub end_compared: bool,
    /// The first difference.
    pub divergence: Option<Divergence>,
    /// The pixels where it first differed.
    pub frame: Option<Frame>,
    /// How the page died, if it did.
    pub died: Option<PageError>,
}

/// What is told while a tape is played.
pub enum Told<'a> {
    /// What an event came to.
    Answer(&'a Event, &'a Answer),
    /// What is seen at a checkpoint: as recorded, as it is.
    Seen(&'a Checkpoint, &'a Checkpoint),
}

/// Plays a tape and compares its checkpoints and its end. Goes on after a difference only if `go_on`.
///
/// An input that the page refuses is left at that: a recorded host may have sent such inputs, and if it did not, the digests differ.
///
/// # Errors
/// None at present; a page that dies is part of the answer.
pub fn replay(page: &mut dyn Guest, tape: &Tape, go_on: bool, mut tell: impl FnMut(Told<'_>)) -> Result<Replayed, PageError> {
    let (mut player, mut observer) = (Player::default(), Observer::default());
    let mut result = Replayed {
        compared: 0,
        end_compared: false,
        divergence: None,
        frame: None,
        died: None,
    };
    let mut equal_until = None;
    let mut at_us = 0;
    for event in &tape.events {
        at_us = event.at_us;
        let answer = match player.perform(page, event) {
            Ok(answer) => answer,
            Err(PageError::BadInput(_)) => continue,
            Err(error) => {
                result.died = Some(error);
                break;
            }
        };
        let Act::Checkpoint(expected) = &event.act else {
            tell(Told::Answer(event, &answer));
            continue;
        };
        let seen = match observer.checkpoint(page, expected.frame) {
            Ok(seen) => seen,
            Err(error) => {
                result.died = Some(error);
                break;
            }
        };
        tell(Told::Seen(expected, &seen));
        result.compared += 1;
        let differences = compare(expected, &seen);
        if differences.is_empty() {
            equal_until = Some(expected.frame);
        } else if result.divergence.is_none() {
            result.frame = observer.frame.clone();
            result.divergence = Some(Divergence {
                frame: Some(expected.frame),
                at_us: event.at_us,
                equal_until,
                differences,
                ended: None,
                digest: false,
            });
            if !go_on {
                return Ok(result);
            }
        }
    }
    let hold = tape.end.as_ref().is_some_and(|end| end.hold);
    if result.died.is_none() && !hold {
        match page.advance_to(tape.end_us) {
            Ok(()) => at_us = tape.end_us,
            Err(error) => result.died = Some(error),
        }
    }
    if let Some(end) = &tape.end {
        result.end_compared = true;
        let died = result.died.as_ref().map(ToString::to_string);
        let digest = end.digest != page.digest();
        if result.divergence.is_none() && (died != end.died || digest) {
            result.divergence = Some(Divergence {
                frame: None,
                at_us,
                equal_until,
                differences: Vec::new(),
                ended: (died != end.died).then(|| (end.died.clone(), died)),
                digest,
            });
        }
    }
    Ok(result)
}
