//! What an environment needs of a game, whatever it runs on.

use crate::error::Result;
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
        for (slot, pixel) in to.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
            *slot = [pixel[0], pixel[1], pixel[2]];
        }
    }

    /// Shrunk or grown to a size, each pixel the mean of the area it stands for.
    pub fn resized(&self, width: u32, height: u32) -> Picture {
        if (width, height) == (self.width, self.height) || width == 0 || height == 0 {
            return self.clone();
        }
        // Areas are counted in units that divide both pictures' pixels.
        let across = parts(self.width, width);
        let down = parts(self.height, height);
        let unit = u64::from(self.width) * u64::from(self.height);
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        let row_length = self.width as usize * 4;
        // Rows are added up first, all their bytes alike; what is then added up across is one row for each of the result's. What lies
        // within a part counts whole, and is multiplied when it has been added up: sums of 257 bytes fit into 16 bits. (No sum
        // comes near its type's end; the operations say so, since the compiler adds many at once only where nothing is checked.)
        let (mut inner, mut sums) = (vec![0_u16; row_length], vec![0_u32; row_length]);
        for rows in &down {
            let row = |y: usize| self.rgba.get(y * row_length..(y + 1) * row_length).unwrap_or_default();
            sums.fill(0);
            for begin in rows.whole.clone().step_by(257) {
                inner.fill(0);
                for y in begin..rows.whole.end.min(begin + 257) {
                    for (sum, byte) in inner.iter_mut().zip(row(y)) {
                        *sum = sum.wrapping_add(u16::from(*byte));
                    }
                }
                for (sum, inner) in sums.iter_mut().zip(&inner) {
                    *sum = sum.wrapping_add(height.wrapping_mul(u32::from(*inner)));
                }
            }
            for (y, share) in rows.edges.into_iter().flatten() {
                for (sum, byte) in sums.iter_mut().zip(row(y)) {
                    *sum = sum.wrapping_add(share.wrapping_mul(u32::from(*byte)));
                }
            }
            let pixels = sums.as_chunks::<4>().0;
            for columns in &across {
                let mut parts = [0_u64; 4];
                for pixel in pixels.get(columns.whole.clone()).unwrap_or_default() {
                    for (part, sum) in parts.iter_mut().zip(pixel) {
                        *part = part.wrapping_add(u64::from(*sum));
                    }
                }
                parts = parts.map(|part| part * u64::from(width));
                for (x, share) in columns.edges.into_iter().flatten() {
                    let pixel = pixels.get(x).copied().unwrap_or_default();
                    for (part, sum) in parts.iter_mut().zip(pixel) {
                        *part += u64::from(share) * u64::from(sum);
                    }
                }
                rgba.extend(parts.map(|part| ((part + unit / 2) / unit) as u8));
            }
        }
        Picture { width, height, rgba }
    }
}

/// The pixels of a row that a part of it covers: those it covers whole, and the first and the last with how much of them, in shares of
/// which a whole pixel has as many as there are parts.
struct Part {
    whole: std::ops::Range<usize>,
    edges: [Option<(usize, u32)>; 2],
}

/// `to` parts of a row of `from` pixels. The shares of a part add up to `from`.
fn parts(from: u32, to: u32) -> Vec<Part> {
    let (from, to) = (u64::from(from), u64::from(to));
    let part = |n: u64| {
        let (begin, end) = (n * from, (n + 1) * from);
        let whole = begin.div_ceil(to)..end / to;
        let share = |pixel: u64| {
            let share = end.min((pixel + 1) * to) - begin.max(pixel * to);
            Some((pixel as usize, share as u32))
        };
        let (first, last) = (begin / to, (end - 1) / to);
        let is_cut = |pixel: u64| !whole.contains(&pixel);
        let edges = [
            is_cut(first).then(|| share(first)).flatten(),
            (last != first && is_cut(last)).then(|| share(last)).flatten(),
        ];
        Part {
            whole: whole.start.min(whole.end) as usize..whole.end as usize,
            edges,
        }
    };
    (0..to).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of each area, pixel by pixel.
    fn by_definition(picture: &Picture, width: u32, height: u32) -> Vec<u8> {
        let overlap = |from: u32, to: u32, at: u32, part: u32| {
            let (begin, end) = (u64::from(part * from), u64::from((part + 1) * from));
            let (low, high) = (u64::from(at * to), u64::from((at + 1) * to));
            end.min(high).saturating_sub(begin.max(low))
        };
        let unit = u64::from(picture.width) * u64::from(picture.height);
        let mut rgba = Vec::new();
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for channel in 0..4 {
                let mut sum = 0;
                for (row, column) in (0..picture.height).flat_map(|row| (0..picture.width).map(move |column| (row, column))) {
                    let area = overlap(picture.height, height, row, y) * overlap(picture.width, width, column, x);
                    sum += area * u64::from(picture.rgba[((row * picture.width + column) * 4 + channel) as usize]);
                }
                rgba.push(((sum + unit / 2) / unit) as u8);
            }
        }
        rgba
    }

    #[test]
    fn every_size_is_the_mean_of_its_areas() {
        let (width, height) = (23, 17);
        let bytes = (0..width * height * 4).map(|at: u32| (at.wrapping_mul(2_654_435_761) >> 24) as u8);
        let picture = Picture {
            width,
            height,
            rgba: bytes.collect(),
        };
        let tall = Picture {
            width: 2,
            height: 600,
            rgba: vec![255; 4800],
        };
        assert_eq!(tall.resized(1, 1).rgba, [255; 4]);
        for (w, h) in [(7, 5), (23, 5), (11, 16), (1, 1), (24, 18), (40, 3), (22, 17)] {
            assert_eq!(picture.resized(w, h).rgba, by_definition(&picture, w, h), "{w}x{h}");
        }
    }

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
    }
}
