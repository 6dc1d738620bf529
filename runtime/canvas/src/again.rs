//! Pictures that begin as the one before: what they have in common is drawn once. The pixels are those of drawing all of it, since a
//! picture is what its commands make of the pixels and the state that the commands before have left.

use crate::ColorSpace;
use crate::commands::op;
use crate::raster::{DrawState, Raster};
use crate::surface::{Chunk, ImageRef, paint};
use crate::text::TextEngine;
use std::rc::Rc;
use tiny_skia::Pixmap;

/// Pixels of the largest picture of which something is kept.
const PIXELS_MAX: u64 = 1 << 18;
/// Most that is kept.
const KEPT_MAX: usize = 4;
/// How often in a row a place may have been kept for nothing.
const MISSES_MAX: u32 = 3;

/// A series of pictures.
#[derive(Default)]
pub struct Again {
    last: Option<Last>,
    /// What the first commands of the last picture have come to, fewer before more.
    kept: Vec<Kept>,
    /// After how many commands pictures have begun to differ.
    place: usize,
    misses: u32,
}

struct Last {
    size: (u32, u32),
    chunk: Chunk,
    starts: Vec<usize>,
}

struct Kept {
    commands: usize,
    pixels: Pixmap,
    state: DrawState,
}

/// The words of a command.
fn command<'a>(chunk: &'a Chunk, starts: &[usize], number: usize) -> Option<&'a [f64]> {
    let end = starts.get(number + 1).copied().unwrap_or(chunk.words.len());
    chunk.words.get(*starts.get(number)?..end)
}

fn text<'a>(chunk: &'a Chunk, words: &[f64]) -> Option<&'a String> {
    chunk.strings.get(*words.get(2)? as usize)
}

impl Last {
    /// How many commands of another picture are the first ones of this, with what they name.
    fn alike(&self, chunk: &Chunk, starts: &[usize]) -> usize {
        let same = |pair: (&ImageRef, &ImageRef)| match pair {
            (ImageRef::Image(a), ImageRef::Image(b)) => Rc::ptr_eq(a, b),
            (ImageRef::Snapshot(a), ImageRef::Snapshot(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        if self.chunk.images.len() != chunk.images.len() || !self.chunk.images.iter().zip(&chunk.images).all(same) {
            return 0;
        }
        let most = starts.len().min(self.starts.len());
        let is_alike = |number: &usize| {
            let (Some(old), Some(new)) = (command(&self.chunk, &self.starts, *number), command(chunk, starts, *number)) else {
                return false;
            };
            let bits = |words: &[f64], other: &[f64]| words.iter().zip(other).all(|(a, b)| a.to_bits() == b.to_bits());
            old.len() == new.len()
                && bits(old, new)
                && (new.first() != Some(&f64::from(op::TEXT)) || text(&self.chunk, old) == text(chunk, new))
        };
        (0..most).take_while(is_alike).count()
    }
}

impl Again {
    /// [`paint`] of one picture after another. `starts`: where the chunk's commands begin.
    pub fn paint(&mut self, size: (u32, u32), chunk: Chunk, starts: Vec<usize>, text: &mut TextEngine) -> Option<Pixmap> {
        if size.0 == 0 || size.1 == 0 || u64::from(size.0) * u64::from(size.1) > PIXELS_MAX || starts.first() != Some(&0) {
            *self = Again::default();
            return paint(size.0, size.1, chunk, text);
        }
        let alike = match &self.last {
            Some(last) if last.size == size => last.alike(&chunk, &starts),
            _ => 0,
        };
        self.kept.retain(|kept| kept.commands <= alike);
        self.misses = if alike < self.place { self.misses + 1 } else { 0 };
        if self.misses > MISSES_MAX || alike > self.place {
            (self.place, self.misses) = (alike, 0);
        }
        let (mut at, mut pixels, mut state) = match self.kept.last() {
            Some(kept) => (kept.commands, kept.pixels.clone(), kept.state.clone()),
            None => (0, Pixmap::new(size.0, size.1)?, DrawState::default()),
        };
        for stop in [alike, self.place, starts.len()] {
            if stop <= at || stop > starts.len() {
                continue;
            }
            let words = |number: usize| starts.get(number).copied().unwrap_or(chunk.words.len());
            let part = words(at)..words(stop);
            Raster::new(&mut pixels, ColorSpace::Srgb, &mut state, text, &chunk).run_part(part);
            at = stop;
            // The whole picture helps one that is equal to it.
            if self.kept.len() >= KEPT_MAX {
                self.kept.remove(0);
            }
            self.kept.push(Kept {
                commands: at,
                pixels: pixels.clone(),
                state: state.clone(),
            });
        }
        self.last = Some(Last { size, chunk, starts });
        Some(pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracade_text::{FontProfile, Fonts};
    use std::sync::{Arc, Mutex};

    /// A background, shapes at places, and words.
    fn picture(places: &[f64], words: &str) -> (Chunk, Vec<usize>) {
        let (mut all, mut starts) = (Vec::new(), Vec::new());
        let mut put = |command: &[f64]| {
            starts.push(all.len());
            all.extend_from_slice(command);
        };
        put(&[f64::from(op::FILL_STYLE), 0.0, 0.9, 0.8, 0.7, 1.0]);
        put(&[f64::from(op::FILL_RECT), 0.0, 0.0, 50.0, 40.0]);
        for (number, place) in places.iter().enumerate() {
            put(&[f64::from(op::TRANSFORM), 1.0, 0.1, -0.1, 1.0, *place, number as f64 * 9.0]);
            put(&[f64::from(op::FILL_STYLE), 0.0, 0.1 * number as f64, 0.2, 0.5, 0.7]);
            put(&[f64::from(op::FILL_RECT), 0.5, 0.5, 11.0, 7.3]);
            put(&[f64::from(op::CLIP_PUSH), 0.0, 0.0, 5.0, 6.0, 2.0, 1.5, 40.0, 37.0]);
        }
        put(&[f64::from(op::TEXT), 1.0, 0.0, 3.0, 20.0, f64::NAN]);
        let chunk = Chunk {
            words: all,
            strings: vec![words.to_owned()],
            images: Vec::new(),
        };
        (chunk, starts)
    }

    #[test]
    fn a_series_of_pictures_is_what_each_is_by_itself() {
        let mut text = TextEngine::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))));
        let mut again = Again::default();
        let places: [&[f64]; 12] = [
            &[1.0, 5.0, 9.0],
            &[1.0, 5.0, 9.0],
            &[1.0, 5.0, 10.0],
            &[1.0, 6.0, 10.0],
            &[2.0, 6.0, 10.0],
            &[2.0, 6.0, 10.0],
            &[2.0, 6.0],
            &[],
            &[2.0, 6.0, 1.0, 4.0],
            &[2.0, 6.0, 1.0, 5.0],
            &[2.0, 6.0, 1.0, 6.0],
            &[-0.0, 6.0],
        ];
        for (number, places) in places.into_iter().enumerate() {
            for words in ["one", "one", "two"] {
                for size in [(50, 40), (50, 40), (31, 20)] {
                    let ((a, starts), (b, _)) = (picture(places, words), picture(places, words));
                    let once = paint(size.0, size.1, b, &mut text).map(Pixmap::take);
                    let found = again.paint(size, a, starts, &mut text).map(Pixmap::take);
                    assert!(once.is_some() && once == found, "picture {number} {words} {size:?}");
                    assert!(again.kept.len() <= KEPT_MAX);
                }
            }
        }
        assert!(!again.kept.is_empty());
    }
}
