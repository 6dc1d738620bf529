//! What an environment needs of a game, whatever it runs on.

use crate::error::Result;
use oracade_canvas::shrink::mean_of_areas;
use serde_json::Value;

/// A picture: rows of red, green, blue, alpha over black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in px.
    pub width: u32,
    /// Height in px.
    pub height: u32,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

/// A game that is played by steps. It stays on the thread that made it.
pub trait World {
    /// Begins anew, with a seed and what the game's `loadScenario` takes, if anything.
    ///
    /// # Errors
    /// The game cannot be used, or has no such scenario.
    fn reset(&mut self, seed: u64, options: &Value) -> Result<()>;

    /// An input, with the parameters of tapes (docs/formats.md).
    ///
    /// # Errors
    /// It is none, or the game ended.
    fn input(&mut self, event: &Value) -> Result<()>;

    /// An expression in the page.
    ///
    /// # Errors
    /// It throws, the game has no expressions, or it ended.
    fn call(&mut self, expression: &str) -> Result<()>;

    /// Frames of a sixtieth of a second.
    ///
    /// # Errors
    /// The game ended.
    fn frames(&mut self, count: u32) -> Result<()>;

    /// The game's view of its state.
    ///
    /// # Errors
    /// There is none, or the game ended.
    fn snapshot(&mut self) -> Result<Value>;

    /// The snapshot as its JSON text, where that is what there is first.
    ///
    /// # Errors
    /// As [`World::snapshot`].
    fn snapshot_text(&mut self) -> Result<Option<String>> {
        Ok(None)
    }

    /// The state in words.
    ///
    /// # Errors
    /// There are none, or the game ended.
    fn text(&mut self) -> Result<String>;

    /// A picture of a size. Looking changes nothing.
    ///
    /// # Errors
    /// The game ended.
    fn picture(&mut self, width: u32, height: u32) -> Result<Picture>;

    /// The size a picture has of itself.
    fn size(&self) -> (u32, u32);

    /// A world of its own that is where this one is.
    ///
    /// # Errors
    /// There is no room for it.
    fn copy(&mut self) -> Result<Box<dyn World>>;

    /// A digest of how it runs: of the clock and whatever else the snapshot does not show.
    fn clock_us(&self) -> u64;
}

impl Picture {
    /// Its pixels as rows of `channels` bytes: 3 for colours, 1 for their lightness (ITU-R BT.601).
    pub fn write(&self, channels: usize, to: &mut [u8]) {
        let pixels = self.rgba.as_chunks::<4>().0.iter();
        if channels == 1 {
            for (slot, pixel) in to.iter_mut().zip(pixels) {
                let [r, g, b, _] = pixel.map(u32::from);
                *slot = ((299 * r + 587 * g + 114 * b + 500) / 1000) as u8;
            }
            return;
        }
        // Four pixels at a time, as three words.
        let word = |pixel: [u8; 4]| u32::from_le_bytes(pixel) & 0x00ff_ffff;
        let count = (self.rgba.len() / 16).min(to.len() / 12);
        let (fours, rest) = self.rgba.split_at(count * 16);
        let (slots, rest_slots) = to.split_at_mut(count * 12);
        for (slot, four) in slots.as_chunks_mut::<12>().0.iter_mut().zip(fours.as_chunks::<16>().0) {
            let [a, b, c, d] = four.as_chunks::<4>().0 else { continue };
            let [a, b, c, d] = [*a, *b, *c, *d].map(word);
            let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
            for (to, word) in slot.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                *to = word.to_le_bytes();
            }
        }
        for (slot, pixel) in rest_slots.as_chunks_mut::<3>().0.iter_mut().zip(rest.as_chunks::<4>().0) {
            *slot = [pixel[0], pixel[1], pixel[2]];
        }
    }

    /// Shrunk or grown to a size, each pixel the mean of the area it stands for.
    pub fn resized(&self, width: u32, height: u32) -> Picture {
        if (width, height) == (self.width, self.height) || width == 0 || height == 0 {
            return self.clone();
        }
        let rgba = mean_of_areas(&self.rgba, (self.width, self.height), (width, height));
        Picture { width, height, rgba }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_keep_their_mean() {
        let rgba: Vec<u8> = [10, 20, 30, 255, 30, 40, 50, 255, 50, 60, 70, 255].to_vec();
        let row = Picture {
            width: 3,
            height: 1,
            rgba,
        };
        assert_eq!(row.resized(1, 1).rgba, [30, 40, 50, 255]);
        // One and a half pixels each.
        assert_eq!(row.resized(2, 1).rgba, [17, 27, 37, 255, 43, 53, 63, 255]);
        assert_eq!(row.resized(6, 2).rgba.len(), 48);
        assert_eq!(row.resized(6, 1).rgba[..8], [10, 20, 30, 255, 10, 20, 30, 255]);
        let mut gray = [0; 3];
        row.write(1, &mut gray);
        assert_eq!(gray, [18, 38, 58]);
        let mut colors = [0; 9];
        row.write(3, &mut colors);
        assert_eq!(colors[3..6], [30, 40, 50]);
        let many = Picture {
            width: 11,
            height: 1,
            rgba: (0..44).map(|n| n * 5).collect(),
        };
        let mut colors = [0; 33];
        many.write(3, &mut colors);
        let expected = many
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        assert!(colors.into_iter().eq(expected));
        // A buffer that is too short is filled as far as it goes.
        let mut colors = [0; 15];
        many.write(3, &mut colors);
        assert_eq!(colors[12..], [80, 85, 90]);
    }
}
