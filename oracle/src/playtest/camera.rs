//! Pictures along a trajectory: how much each differs from the one before. The pixels themselves are not kept.

use oracade_runtime::{Frame, Guest};
use std::collections::BTreeSet;

/// Colours that are counted.
const MAX_COLOURS: usize = 256;

/// What a picture was like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The number of its frame.
    pub frame: u64,
    /// The share of pixels that differ from the picture before.
    pub changed: f64,
    /// How many colours it has, up to 256.
    pub colours: u64,
}

/// Takes pictures every so many frames.
pub(crate) struct Camera {
    every: u64,
    last: Option<Frame>,
    pub(crate) shots: Vec<Shot>,
}

impl Camera {
    pub(crate) fn new(every: u64) -> Camera {
        Camera {
            every: every.max(1),
            last: None,
            shots: Vec::new(),
        }
    }

    /// Takes a picture, if it is time or `now` says so.
    pub(crate) fn look(&mut self, guest: &mut dyn Guest, frame: u64, now: bool) {
        if self.shots.last().is_some_and(|shot| shot.frame >= frame) || !(now || frame.is_multiple_of(self.every)) {
            return;
        }
        let Ok(Some(picture)) = guest.look() else { return };
        self.shots.push(Shot {
            frame,
            changed: self.last.as_ref().map_or(0.0, |last| difference(last, &picture)),
            colours: colours(&picture),
        });
        self.last = Some(picture);
    }
}

/// The share of pixels that differ.
fn difference(a: &Frame, b: &Frame) -> f64 {
    if (a.width, a.height) != (b.width, b.height) {
        return 1.0;
    }
    let differ = a
        .rgba
        .chunks_exact(4)
        .zip(b.rgba.chunks_exact(4))
        .filter(|(a, b)| a != b)
        .count();
    differ as f64 / (b.rgba.len() / 4).max(1) as f64
}

fn colours(frame: &Frame) -> u64 {
    let mut seen: BTreeSet<[u8; 3]> = BTreeSet::new();
    // Every seventh pixel tells a plain picture from a rich one.
    for pixel in frame.rgba.chunks_exact(4).step_by(7) {
        seen.insert([pixel[0], pixel[1], pixel[2]]);
        if seen.len() >= MAX_COLOURS {
            break;
        }
    }
    seen.len() as u64
}
