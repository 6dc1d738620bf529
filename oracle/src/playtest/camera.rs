//! Pictures along a trajectory: how much each differs from the one before. The pixels themselves are not kept.

use oracade_runtime::{Frame, Guest};
use serde_json::Value;

/// Colours that are counted.
const MAX_COLOURS: u64 = 256;

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
    /// What the snapshot was like when the last picture was taken.
    kind: u64,
    pub(crate) shots: Vec<Shot>,
}

impl Camera {
    pub(crate) fn new(every: u64) -> Camera {
        Camera {
            every: every.max(1),
            last: None,
            kind: 0,
            shots: Vec::new(),
        }
    }

    /// Takes a picture, if it is time, if `now` says so, or if the state is of another kind than at the last picture: something has
    /// happened then, which one wants to see.
    pub(crate) fn look(&mut self, guest: &mut dyn Guest, frame: u64, snapshot: &Value, now: bool) {
        if self.shots.last().is_some_and(|shot| shot.frame >= frame) {
            return;
        }
        let kind = kind_of(snapshot, 0xcbf2_9ce4_8422_2325);
        if !(now || kind != self.kind || frame.is_multiple_of(self.every)) {
            return;
        }
        self.kind = kind;
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

/// A number for what a snapshot says in words: its texts and truth values, and what there is of lists and names. Numbers, which change
/// at every moment, are passed over.
fn kind_of(value: &Value, hash: u64) -> u64 {
    // FNV-1a.
    let add = |hash: u64, bytes: &[u8]| {
        let all = bytes.iter().chain(&[0xff]);
        all.fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    match value {
        Value::Null => add(hash, b"null"),
        Value::Bool(truth) => add(hash, &[u8::from(*truth)]),
        Value::Number(_) => hash,
        Value::String(text) => add(hash, text.as_bytes()),
        Value::Array(items) => items
            .iter()
            .fold(add(hash, &items.len().to_le_bytes()), |hash, item| kind_of(item, hash)),
        Value::Object(entries) => entries
            .iter()
            .fold(hash, |hash, (name, entry)| kind_of(entry, add(hash, name.as_bytes()))),
    }
}

fn colours(frame: &Frame) -> u64 {
    // One bit for every colour there is.
    let mut seen = vec![0_u64; 1 << 18];
    let mut count = 0;
    // Every seventh pixel tells a plain picture from a rich one.
    for pixel in frame.rgba.chunks_exact(4).step_by(7) {
        let colour = usize::from(pixel[0]) << 16 | usize::from(pixel[1]) << 8 | usize::from(pixel[2]);
        let (word, bit) = (&mut seen[colour >> 6], 1_u64 << (colour & 63));
        if *word & bit == 0 {
            *word |= bit;
            count += 1;
            if count >= MAX_COLOURS {
                break;
            }
        }
    }
    count
}
