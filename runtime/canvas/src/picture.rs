//! Pictures under a transform, sampled row by row.

use std::ops::Range;
use std::rc::Rc;

use tiny_skia::Pixmap;

use crate::blend::{Px, scale};
use crate::path::Matrix;

/// How a picture is sampled between its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sampling {
    Nearest,
    Linear,
    Cubic,
}

/// What lies beyond a picture's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// The edge's pixels.
    Clamp,
    /// The picture again.
    Repeat,
    /// Nothing.
    Transparent,
}

/// A picture under a transform.
pub(crate) struct Picture {
    pub(crate) pixels: Rc<Pixmap>,
    /// From the canvas to the picture's pixels.
    pub(crate) inverse: Matrix,
    pub(crate) sampling: Sampling,
    pub(crate) beyond: (Beyond, Beyond),
    /// The pixels that may be looked at: left, top, right, bottom.
    pub(crate) area: [i32; 4],
    /// 0–255.
    pub(crate) alpha: u8,
}

/// Where a row lies in a picture: the first pixel's place and the step from pixel to pixel.
struct Course {
    u: f64,
    v: f64,
    du: f64,
    dv: f64,
    /// Pixels of the canvas fall on pixels of the picture.
    straight: bool,
}

impl Picture {
    fn course(&self, x: i32, y: i32) -> Course {
        let (du, dv) = (self.inverse.m[0], self.inverse.m[1]);
        let (u, v) = self.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let whole = |v: f64| (v - v.round()).abs() < 1.0e-6;
        let straight = du == 1.0 && dv == 0.0 && whole(u - 0.5) && whole(v - 0.5);
        Course { u, v, du, dv, straight }
    }

    /// The pixels of a row if they lie in the picture just so.
    pub(crate) fn lying(&self, x: i32, y: i32, len: usize) -> Option<&[Px]> {
        let course = self.course(x, y);
        let [left, top, right, bottom] = self.area.map(i64::from);
        if !course.straight || self.alpha != 255 {
            return None;
        }
        let (column, row) = ((course.u - 0.5).round() as i64, (course.v - 0.5).round() as i64);
        if column < left || column.checked_add(len as i64)? > right || row < top || row >= bottom {
            return None;
        }
        let start = usize::try_from(column).ok()?;
        self.row(row as i32).get(start..start + len)
    }

    /// Fetches `out.len()` pixels of a row from `(x, y)`.
    pub(crate) fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        let [left, top, right, bottom] = self.area;
        if left >= right || top >= bottom {
            return out.fill([0; 4]);
        }
        let course = self.course(x, y);
        let Course { u, v, du, dv, straight } = course;
        if straight && self.beyond == (Beyond::Clamp, Beyond::Clamp) {
            self.copy(&course, out);
        } else if self.sampling == Sampling::Nearest || straight {
            let (u, v, du, dv) = (fixed(u), fixed(v), fixed(du), fixed(dv));
            if dv == 0 {
                self.nearest_along(u, v, du, out);
            } else {
                let inside = self.inside((u, v), (du, dv), out.len(), 0);
                self.each((u, v), (du, dv), inside, out, Self::texel, |picture, u, v| {
                    picture.inner(u >> 32, v >> 32)
                });
            }
        } else if self.sampling == Sampling::Linear {
            let (u, v, du, dv) = (fixed(u - 0.5), fixed(v - 0.5), fixed(du), fixed(dv));
            if dv == 0 {
                self.linear_along(u, v, du, out);
            } else {
                let inside = self.inside((u, v), (du, dv), out.len(), 1);
                self.each((u, v), (du, dv), inside, out, Self::linear, Self::linear_inside);
            }
        } else {
            for (index, slot) in out.iter_mut().enumerate() {
                *slot = self.cubic(u + du * index as f64 - 0.5, v + dv * index as f64 - 0.5);
            }
        }
        if self.alpha != 255 {
            for slot in out {
                *slot = scale(*slot, u32::from(self.alpha));
            }
        }
    }

    /// A row of the picture itself, its edges drawn out.
    fn copy(&self, course: &Course, out: &mut [Px]) {
        let [left, top, right, bottom] = self.area;
        let pixels = self.row(((course.v - 0.5).round() as i32).clamp(top, bottom - 1));
        let first = (course.u - 0.5).round() as i64;
        let before = (i64::from(left) - first).clamp(0, out.len() as i64) as usize;
        let within = (i64::from(right) - first).clamp(before as i64, out.len() as i64) as usize;
        let edge = |column: i32| pixels.get(column as usize).copied().unwrap_or_default();
        let (head, rest) = out.split_at_mut(before);
        let (middle, tail) = rest.split_at_mut(within - before);
        head.fill(edge(left));
        tail.fill(edge(right - 1));
        let start = (first + before as i64).max(0) as usize;
        match pixels.get(start..start + middle.len()) {
            Some(from) => middle.copy_from_slice(from),
            None => middle.fill([0; 4]),
        }
    }

    /// The pixels of a row whose samples need no look at the edges: those that lie in the area, with `margin` more to the
    /// right and below.
    fn inside(&self, start: (i64, i64), step: (i64, i64), len: usize, margin: i32) -> Range<usize> {
        let [left, top, right, bottom] = self.area;
        let across = stretch(start.0, step.0, len, left, right - margin);
        let down = stretch(start.1, step.1, len, top, bottom - margin);
        let first = across.start.max(down.start);
        first..across.end.min(down.end).max(first)
    }

    /// Samples along a slanting course: `plain` inside, `careful` at the edges.
    fn each(
        &self,
        start: (i64, i64),
        step: (i64, i64),
        inside: Range<usize>,
        out: &mut [Px],
        careful: impl Fn(&Self, i64, i64) -> Px,
        plain: impl Fn(&Self, i64, i64) -> Px,
    ) {
        let (rest, tail) = out.split_at_mut(inside.end);
        let (head, middle) = rest.split_at_mut(inside.start);
        let start = march(start, step, head, |u, v| careful(self, u, v));
        let start = march(start, step, middle, |u, v| plain(self, u, v));
        march(start, step, tail, |u, v| careful(self, u, v));
    }

    /// The nearest pixels along a row of the picture.
    fn nearest_along(&self, mut u: i64, v: i64, du: i64, out: &mut [Px]) {
        let [left, top, right, bottom] = self.area.map(i64::from);
        let Some(row) = place(v >> 32, top, bottom, self.beyond.1) else {
            return out.fill([0; 4]);
        };
        let row = self.row(row as i32);
        let mut columns = Columns::new(left, right, self.beyond.0);
        let mut known = (i64::MIN, [0; 4]);
        for slot in out {
            let column = u >> 32;
            if column != known.0 {
                known = (column, pixel(Some(row), columns.place(column)));
            }
            *slot = known.1;
            u = u.wrapping_add(du);
        }
    }

    /// Bilinear along a row of the picture. Of the four pixels around a place, and so of all that depends on them alone, many
    /// places share the same; the sums are those of [`Self::mix`].
    fn linear_along(&self, mut u: i64, v: i64, du: i64, out: &mut [Px]) {
        let [left, top, right, bottom] = self.area.map(i64::from);
        let y = v >> 32;
        let fy = (v >> 24) as u64 & 255;
        let row = |y: i64| place(y, top, bottom, self.beyond.1).map(|y| self.row(y as i32));
        let (upper, lower) = (row(y), row(y + 1));
        let mut columns = Columns::new(left, right, self.beyond.0);
        let mut cell = i64::MIN;
        let mut far = (0, 0);
        let (mut base, mut across, mut both) = (0, 0, 0);
        for slot in out {
            let x = u >> 32;
            if x != cell {
                let near = if x == cell.wrapping_add(1) && cell != i64::MIN {
                    far
                } else {
                    let column = columns.place(x);
                    (spread(pixel(upper, column)), spread(pixel(lower, column)))
                };
                let column = columns.place(x + 1);
                far = (spread(pixel(upper, column)), spread(pixel(lower, column)));
                cell = x;
                // The words of `mix` put in another order: they are sums modulo 2^64 either way.
                let (a, c) = near;
                let (b, d) = far;
                base = (a * (256 - fy) + c * fy).wrapping_add(0x0080_0080_0080_0080);
                across = b.wrapping_sub(a);
                both = a.wrapping_sub(b).wrapping_sub(c).wrapping_add(d);
            }
            let fx = (u >> 24) as u64 & 255;
            let corner = (fx * fy + 128) >> 8;
            *slot = gather(
                base.wrapping_add(across.wrapping_mul(fx))
                    .wrapping_add(both.wrapping_mul(corner)),
            );
            u = u.wrapping_add(du);
        }
    }

    fn row(&self, y: i32) -> &[Px] {
        let width = self.pixels.width() as usize;
        let start = y.max(0) as usize * width;
        self.pixels.data().as_chunks::<4>().0.get(start..start + width).unwrap_or(&[])
    }

    /// The nearest pixel to a place in 32.32 fixed point.
    #[inline]
    fn texel(&self, u: i64, v: i64) -> Px {
        self.pixel(u >> 32, v >> 32)
    }

    #[inline]
    fn pixel(&self, x: i64, y: i64) -> Px {
        let [left, top, right, bottom] = self.area.map(i64::from);
        let (Some(x), Some(y)) = (place(x, left, right, self.beyond.0), place(y, top, bottom, self.beyond.1)) else {
            return [0; 4];
        };
        self.inner(x, y)
    }

    /// A pixel that is known to lie in the picture.
    #[inline]
    fn inner(&self, x: i64, y: i64) -> Px {
        let index = y as usize * self.pixels.width() as usize + x as usize;
        self.pixels.data().as_chunks::<4>().0.get(index).copied().unwrap_or_default()
    }

    /// Bilinear at a place in 32.32 fixed point.
    #[inline]
    fn linear(&self, u: i64, v: i64) -> Px {
        let (x, y) = (u >> 32, v >> 32);
        let corners = [
            self.pixel(x, y),
            self.pixel(x + 1, y),
            self.pixel(x, y + 1),
            self.pixel(x + 1, y + 1),
        ];
        Self::mix(corners, u, v)
    }

    /// Bilinear where all four pixels lie in the picture.
    #[inline]
    fn linear_inside(&self, u: i64, v: i64) -> Px {
        let width = self.pixels.width() as usize;
        let pixels = self.pixels.data().as_chunks::<4>().0;
        let index = (v >> 32) as usize * width + (u >> 32) as usize;
        match (pixels.get(index..index + 2), pixels.get(index + width..index + width + 2)) {
            (Some(&[a, b]), Some(&[c, d])) => Self::mix([a, b, c, d], u, v),
            _ => [0; 4],
        }
    }

    #[inline]
    fn mix([a, b, c, d]: [Px; 4], u: i64, v: i64) -> Px {
        let fx = (u >> 24) as u64 & 255;
        let fy = (v >> 24) as u64 & 255;
        // Weights of 1/256 that add up to one; four channels in the quarters of a word.
        let far = (fx * fy + 128) >> 8;
        let sum = spread(a) * (256 + far - fx - fy) + spread(b) * (fx - far) + spread(c) * (fy - far) + spread(d) * far;
        gather(sum + 0x0080_0080_0080_0080)
    }

    /// Catmull-Rom, the filter of high quality when enlarging.
    fn cubic(&self, u: f64, v: f64) -> Px {
        let (x, y) = (u.floor() as i64, v.floor() as i64);
        let (wx, wy) = (catmull_rom((u - x as f64) as f32), catmull_rom((v - y as f64) as f32));
        let mut sums = [0.0_f32; 4];
        for (j, wy) in (-1..).zip(wy) {
            for (i, wx) in (-1..).zip(wx) {
                let pixel = self.pixel(x + i, y + j);
                for (sum, channel) in sums.iter_mut().zip(pixel) {
                    *sum += wx * wy * f32::from(channel);
                }
            }
        }
        let alpha = (sums[3] + 0.5).clamp(0.0, 255.0) as u8;
        let channel = |v: f32| ((v + 0.5).clamp(0.0, 255.0) as u8).min(alpha);
        [channel(sums[0]), channel(sums[1]), channel(sums[2]), alpha]
    }
}

/// Takes a sample at each place of a course; where it goes on.
fn march((mut u, mut v): (i64, i64), (du, dv): (i64, i64), out: &mut [Px], sample: impl Fn(i64, i64) -> Px) -> (i64, i64) {
    for slot in out {
        *slot = sample(u, v);
        u = u.wrapping_add(du);
        v = v.wrapping_add(dv);
    }
    (u, v)
}

/// Columns of a picture by their numbers along a row that goes beyond it; the next after the last is found without division.
struct Columns {
    left: i64,
    right: i64,
    beyond: Beyond,
    last: (i64, i64),
}

impl Columns {
    fn new(left: i64, right: i64, beyond: Beyond) -> Self {
        // No column has the number after this one.
        let last = (i64::MAX, left);
        Self {
            left,
            right,
            beyond,
            last,
        }
    }

    #[inline]
    fn place(&mut self, x: i64) -> Option<usize> {
        if x >= self.left && x < self.right {
            return Some(x as usize);
        }
        if self.beyond != Beyond::Repeat {
            return place(x, self.left, self.right, self.beyond).map(|x| x as usize);
        }
        let placed = if x.wrapping_sub(1) == self.last.0 && self.last.1 + 1 < self.right {
            self.last.1 + 1
        } else if x == self.last.0 {
            self.last.1
        } else {
            self.left + (x - self.left).rem_euclid(self.right - self.left)
        };
        self.last = (x, placed);
        Some(placed as usize)
    }
}

fn pixel(row: Option<&[Px]>, column: Option<usize>) -> Px {
    match (row, column) {
        (Some(row), Some(column)) => row.get(column).copied().unwrap_or_default(),
        _ => [0; 4],
    }
}

/// Which of `len` numbers in steps from a start, all in 32.32 fixed point, have whole parts from `low` to before `high`.
fn stretch(start: i64, step: i64, len: usize, low: i32, high: i32) -> Range<usize> {
    let (start, step, count) = (i128::from(start), i128::from(step), len as i128);
    let (low, high) = (i128::from(low) << 32, i128::from(high) << 32);
    let end = start + step * count;
    if low >= high || end != i128::from(end as i64) {
        // Beyond what the numbers hold they begin again: nothing is known of them.
        return 0..0;
    }
    let up = |distance: i128, step: i128| -(-distance).div_euclid(step);
    let (first, after) = match step {
        0 if start >= low && start < high => (0, count),
        0 => (0, 0),
        1.. => (up(low - start, step), up(high - start, step)),
        _ => ((start - high).div_euclid(-step) + 1, (start - low).div_euclid(-step) + 1),
    };
    let first = first.clamp(0, count);
    first as usize..after.clamp(first, count) as usize
}

/// 32.32 fixed point; saturates far outside any picture.
#[inline]
fn fixed(v: f64) -> i64 {
    (v.clamp(-1.0e9, 1.0e9) * 4_294_967_296.0).round() as i64
}

/// The channels of a pixel in the quarters of a word.
#[inline]
fn spread(px: Px) -> u64 {
    let word = u64::from(u32::from_le_bytes(px));
    (word & 0x00ff_00ff) | ((word & 0xff00_ff00) << 24)
}

/// The upper bytes of a word's quarters as a pixel.
#[inline]
fn gather(word: u64) -> Px {
    let word = word >> 8;
    (((word & 0x00ff_00ff) | ((word >> 24) & 0xff00_ff00)) as u32).to_le_bytes()
}

fn catmull_rom(t: f32) -> [f32; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [
        -0.5 * t3 + t2 - 0.5 * t,
        1.5 * t3 - 2.5 * t2 + 1.0,
        -1.5 * t3 + 2.0 * t2 + 0.5 * t,
        0.5 * t3 - 0.5 * t2,
    ]
}

#[inline]
fn place(v: i64, low: i64, high: i64, beyond: Beyond) -> Option<i64> {
    if v >= low && v < high {
        return Some(v);
    }
    match beyond {
        Beyond::Clamp => Some(v.clamp(low, high - 1)),
        Beyond::Repeat => Some(low + (v - low).rem_euclid(high - low)),
        Beyond::Transparent => None,
    }
}

/// Half the size, each pixel the mean of four: one level of a mipmap.
pub(crate) fn halve(picture: &Pixmap) -> Option<Pixmap> {
    let (width, height) = (picture.width().div_ceil(2).max(1), picture.height().div_ceil(2).max(1));
    let mut out = Pixmap::new(width, height)?;
    let source = picture.data().as_chunks::<4>().0;
    let (sw, sh) = (picture.width() as usize, picture.height() as usize);
    let rows = out.data_mut().as_chunks_mut::<4>().0.chunks_exact_mut(width as usize);
    for (index, row) in rows.enumerate() {
        let (y, y1) = (index * 2, (index * 2 + 1).min(sh - 1));
        let (Some(upper), Some(lower)) = (source.get(y * sw..(y + 1) * sw), source.get(y1 * sw..(y1 + 1) * sw)) else {
            break;
        };
        for (column, slot) in row.iter_mut().enumerate() {
            let (x, x1) = (column * 2, (column * 2 + 1).min(sw - 1));
            let (a, b, c, d) = (upper[x], upper[x1], lower[x], lower[x1]);
            *slot =
                core::array::from_fn(|i| ((u32::from(a[i]) + u32::from(b[i]) + u32::from(c[i]) + u32::from(d[i]) + 2) / 4) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(transform: [f64; 6], sampling: Sampling, beyond: (Beyond, Beyond)) -> Picture {
        let mut pixels = Pixmap::new(13, 9).expect("a pixmap");
        let mut seed = 1_u32;
        for px in pixels.data_mut().as_chunks_mut::<4>().0 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [r, g, b, a] = (seed >> 3).to_le_bytes();
            *px = [r.min(a), g.min(a), b.min(a), a];
        }
        Picture {
            pixels: Rc::new(pixels),
            inverse: Matrix { m: transform },
            sampling,
            beyond,
            area: [1, 0, 12, 9],
            alpha: 255,
        }
    }

    /// A pixel by itself, as rows are defined.
    fn slowly(picture: &Picture, x: i32, y: i32, index: usize) -> Px {
        let (du, dv) = (picture.inverse.m[0], picture.inverse.m[1]);
        let (u, v) = picture.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let whole = |v: f64| (v - v.round()).abs() < 1.0e-6;
        let straight = du == 1.0 && dv == 0.0 && whole(u - 0.5) && whole(v - 0.5);
        let step = |start: i64, step: f64| start.wrapping_add(fixed(step).wrapping_mul(index as i64));
        if straight && picture.beyond == (Beyond::Clamp, Beyond::Clamp) {
            picture.pixel((u - 0.5).round() as i64 + index as i64, (v - 0.5).round() as i64)
        } else if picture.sampling == Sampling::Nearest || straight {
            picture.texel(step(fixed(u), du), step(fixed(v), dv))
        } else if picture.sampling == Sampling::Linear {
            picture.linear(step(fixed(u - 0.5), du), step(fixed(v - 0.5), dv))
        } else {
            picture.cubic(u + du * index as f64 - 0.5, v + dv * index as f64 - 0.5)
        }
    }

    #[test]
    fn rows_are_what_their_pixels_are_one_by_one() {
        let transforms = [
            [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 1.0, -4.0, 2.0],
            [1.0, 0.0, 0.0, 1.0, 0.3, -0.7],
            [0.37, 0.0, 0.0, 0.41, 0.0, 0.0],
            [-0.37, 0.0, 0.0, 1.7, 9.0, 0.2],
            [2.3, 0.0, 0.0, 2.0, -30.0, 1.0],
            [0.6, 0.8, -0.8, 0.6, 3.0, -2.0],
            [-0.6, 0.3, 0.2, -0.9, 9.5, 11.0],
            [0.0, 1.0, 1.0, 0.0, 2.0, 3.0],
            [0.0, 0.0, 0.0, 0.5, 4.0, 1.0],
            [1.0e12, 3.0, 2.0, 1.0, 0.0, 0.0],
        ];
        let edges = [Beyond::Clamp, Beyond::Repeat, Beyond::Transparent];
        for transform in transforms {
            for sampling in [Sampling::Nearest, Sampling::Linear, Sampling::Cubic] {
                for beyond in edges.into_iter().flat_map(|a| edges.map(|b| (a, b))) {
                    let picture = picture(transform, sampling, beyond);
                    for y in [-7, 0, 3, 8, 30] {
                        let mut row = [[9; 4]; 70];
                        picture.fetch(-20, y, &mut row);
                        for (index, got) in row.into_iter().enumerate() {
                            let expected = slowly(&picture, -20, y, index);
                            assert_eq!(got, expected, "{transform:?} {sampling:?} {beyond:?} {index} {y}");
                        }
                        if let Some(lying) = picture.lying(2, y, 5) {
                            let mut row = [[9; 4]; 5];
                            picture.fetch(2, y, &mut row);
                            assert_eq!(lying, row);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn stretches_are_where_the_numbers_are() {
        for start in [-5_i64 << 32, (-3 << 31) + 7, 0, 9 << 32, 23 << 30] {
            for step in [-(1_i64 << 32), -(5 << 29), -1, 0, 1, 3 << 30, 1 << 32, 7 << 32] {
                let found = stretch(start, step, 40, 2, 7);
                for index in 0..40_usize {
                    let whole = (start + step * index as i64) >> 32;
                    assert_eq!(found.contains(&index), (2..7).contains(&whole), "{start} {step} {index}");
                }
            }
        }
        assert!(stretch(i64::MAX - 5, 1 << 40, 9, 0, 5).is_empty());
    }

    #[test]
    fn spreading_and_gathering_keep_channels_apart() {
        let px = [1, 2, 250, 255];
        assert_eq!(gather(spread(px) * 256), px);
    }
}
