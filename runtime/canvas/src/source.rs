//! What shapes are filled with: colours, gradients and pictures, fetched row by row.

use std::rc::Rc;

use tiny_skia::Pixmap;

use crate::blend::{Px, div255, scale};
use crate::path::Matrix;

/// A fill.
pub(crate) enum Source {
    /// One premultiplied colour.
    Solid(Px),
    Gradient(Gradient),
    Picture(Picture),
    /// Nothing is painted.
    Nothing,
}

impl Source {
    /// Fetches `out.len()` pixels of a row from `(x, y)`.
    pub(crate) fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        match self {
            Source::Solid(color) => out.fill(*color),
            Source::Gradient(gradient) => gradient.fetch(x, y, out),
            Source::Picture(picture) => picture.fetch(x, y, out),
            Source::Nothing => out.fill([0; 4]),
        }
    }
}

/// The geometry of a gradient, in its own space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GradientKind {
    Linear {
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
    },
    Radial {
        x0: f64,
        y0: f64,
        r0: f64,
        x1: f64,
        y1: f64,
        r1: f64,
    },
    Conic {
        start: f64,
        x: f64,
        y: f64,
    },
}

/// A gradient and its colour stops, as a style.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GradientStyle {
    pub(crate) kind: GradientKind,
    /// Offset and straight colour, sorted by offset, equal offsets in the order they were added.
    pub(crate) stops: Vec<(f32, [f32; 4])>,
}

pub(crate) struct Gradient {
    style: Rc<GradientStyle>,
    inverse: Matrix,
    alpha: f32,
}

impl Gradient {
    /// A gradient under a transform; `None` if it paints nothing.
    pub(crate) fn new(style: Rc<GradientStyle>, transform: &Matrix, alpha: f32) -> Option<Self> {
        let degenerate = match style.kind {
            GradientKind::Linear { x0, y0, x1, y1 } => x0 == x1 && y0 == y1,
            GradientKind::Radial { x0, y0, r0, x1, y1, r1 } => x0 == x1 && y0 == y1 && r0 == r1,
            GradientKind::Conic { .. } => false,
        };
        if degenerate || style.stops.is_empty() {
            return None;
        }
        Some(Self {
            style,
            inverse: transform.invert()?,
            alpha,
        })
    }

    fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        let (dx, dy) = (self.inverse.m[0], self.inverse.m[1]);
        let (px, py) = self.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        if let GradientKind::Linear { x0, y0, x1, y1 } = self.style.kind
            && dx * (x1 - x0) + dy * (y1 - y0) == 0.0
        {
            // Across the gradient: the whole row has one colour.
            let color = self.offset(px, py).map_or([0; 4], |t| self.color(t as f32));
            return out.fill(color);
        }
        for (index, slot) in out.iter_mut().enumerate() {
            let (px, py) = (px + dx * index as f64, py + dy * index as f64);
            *slot = self.offset(px, py).map_or([0; 4], |t| self.color(t as f32));
        }
    }

    fn offset(&self, px: f64, py: f64) -> Option<f64> {
        match self.style.kind {
            GradientKind::Linear { x0, y0, x1, y1 } => {
                let (dx, dy) = (x1 - x0, y1 - y0);
                Some(((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy))
            }
            GradientKind::Radial { x0, y0, r0, x1, y1, r1 } => {
                // The largest t whose circle, of radius r(t) >= 0, goes through the point.
                let (dx, dy, dr) = (x1 - x0, y1 - y0, r1 - r0);
                let (qx, qy) = (px - x0, py - y0);
                let a = dx * dx + dy * dy - dr * dr;
                let b = qx * dx + qy * dy + r0 * dr;
                let c = qx * qx + qy * qy - r0 * r0;
                let fits = |t: f64| (t.is_finite() && r0 + t * dr >= 0.0).then_some(t);
                if a.abs() < 1.0e-12 {
                    return fits(c / (2.0 * b));
                }
                let root = b * b - a * c;
                if root < 0.0 {
                    return None;
                }
                let root = root.sqrt();
                let (t, u) = ((b + root) / a, (b - root) / a);
                fits(t.max(u)).or_else(|| fits(t.min(u)))
            }
            GradientKind::Conic { start, x, y } => {
                const TURN: f64 = 2.0 * core::f64::consts::PI;
                let angle = f64::from(libm::atan2f((py - y) as f32, (px - x) as f32)) - start;
                Some((angle / TURN).rem_euclid(1.0))
            }
        }
    }

    fn color(&self, t: f32) -> Px {
        let stops = &self.style.stops;
        let after = stops.partition_point(|(offset, _)| *offset <= t);
        let color = match (after.checked_sub(1).and_then(|i| stops.get(i)), stops.get(after)) {
            (Some(a), Some(b)) => {
                let u = (t - a.0) / (b.0 - a.0);
                core::array::from_fn(|i| a.1[i] + (b.1[i] - a.1[i]) * u)
            }
            (Some(edge), None) | (None, Some(edge)) => edge.1,
            (None, None) => [0.0; 4],
        };
        premultiply(color, self.alpha)
    }
}

/// A straight colour 0–1 as a premultiplied pixel.
pub(crate) fn premultiply(color: [f32; 4], alpha: f32) -> Px {
    let alpha = color[3] * alpha;
    let byte = |v: f32| (v * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    let a = byte(alpha);
    [
        byte(color[0] * alpha).min(a),
        byte(color[1] * alpha).min(a),
        byte(color[2] * alpha).min(a),
        a,
    ]
}

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

impl Picture {
    fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        let [left, top, right, bottom] = self.area;
        if left >= right || top >= bottom {
            return out.fill([0; 4]);
        }
        let (dx, dy) = (self.inverse.m[0], self.inverse.m[1]);
        let (u0, v0) = self.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let whole = |v: f64| (v - v.round()).abs() < 1.0e-6;
        let straight = dx == 1.0 && dy == 0.0 && whole(u0 - 0.5) && whole(v0 - 0.5);
        if straight && self.beyond == (Beyond::Clamp, Beyond::Clamp) {
            let row = ((v0 - 0.5).round() as i32).clamp(top, bottom - 1);
            let first = (u0 - 0.5).round() as i64;
            let pixels = self.row(row);
            for (index, slot) in out.iter_mut().enumerate() {
                let column = (first + index as i64).clamp(i64::from(left), i64::from(right) - 1);
                *slot = pixels.get(column as usize).copied().unwrap_or_default();
            }
        } else if self.sampling == Sampling::Nearest || straight {
            let (mut u, mut v) = (fixed(u0), fixed(v0));
            let (du, dv) = (fixed(dx), fixed(dy));
            for slot in out.iter_mut() {
                *slot = self.texel(u >> 32, v >> 32);
                u = u.wrapping_add(du);
                v = v.wrapping_add(dv);
            }
        } else if self.sampling == Sampling::Linear {
            let (mut u, mut v) = (fixed(u0 - 0.5), fixed(v0 - 0.5));
            let (du, dv) = (fixed(dx), fixed(dy));
            for slot in out.iter_mut() {
                *slot = self.linear(u, v);
                u = u.wrapping_add(du);
                v = v.wrapping_add(dv);
            }
        } else {
            for (index, slot) in out.iter_mut().enumerate() {
                *slot = self.cubic(u0 + dx * index as f64 - 0.5, v0 + dy * index as f64 - 0.5);
            }
        }
        if self.alpha != 255 {
            for slot in out {
                *slot = scale(*slot, u32::from(self.alpha));
            }
        }
    }

    fn row(&self, y: i32) -> &[Px] {
        let width = self.pixels.width() as usize;
        let start = y.max(0) as usize * width;
        self.pixels.data().as_chunks::<4>().0.get(start..start + width).unwrap_or(&[])
    }

    #[inline]
    fn texel(&self, x: i64, y: i64) -> Px {
        let [left, top, right, bottom] = self.area.map(i64::from);
        let (Some(x), Some(y)) = (place(x, left, right, self.beyond.0), place(y, top, bottom, self.beyond.1)) else {
            return [0; 4];
        };
        let index = y as usize * self.pixels.width() as usize + x as usize;
        self.pixels.data().as_chunks::<4>().0.get(index).copied().unwrap_or_default()
    }

    /// Bilinear at a place in 32.32 fixed point.
    #[inline]
    fn linear(&self, u: i64, v: i64) -> Px {
        let (x, y) = (u >> 32, v >> 32);
        let fx = (u >> 24) as u64 & 255;
        let fy = (v >> 24) as u64 & 255;
        let [left, top, right, bottom] = self.area.map(i64::from);
        let (a, b, c, d);
        if x >= left && x + 1 < right && y >= top && y + 1 < bottom {
            let width = self.pixels.width() as usize;
            let pixels = self.pixels.data().as_chunks::<4>().0;
            let index = y as usize * width + x as usize;
            let (Some(upper), Some(lower)) = (pixels.get(index..index + 2), pixels.get(index + width..index + width + 2)) else {
                return [0; 4];
            };
            (a, b, c, d) = (upper[0], upper[1], lower[0], lower[1]);
        } else {
            (a, b) = (self.texel(x, y), self.texel(x + 1, y));
            (c, d) = (self.texel(x, y + 1), self.texel(x + 1, y + 1));
        }
        // Weights of 1/256 that add up to one; four channels in the quarters of a word.
        let far = (fx * fy + 128) >> 8;
        let sum = spread(a) * (256 + far - fx - fy) + spread(b) * (fx - far) + spread(c) * (fy - far) + spread(d) * far;
        gather(sum + 0x0080_0080_0080_0080)
    }

    /// Catmull-Rom, the filter of high quality when enlarging.
    fn cubic(&self, u: f64, v: f64) -> Px {
        let (x, y) = (floor(u), floor(v));
        let (wx, wy) = (catmull_rom((u - x as f64) as f32), catmull_rom((v - y as f64) as f32));
        let mut sums = [0.0_f32; 4];
        for (j, wy) in (-1..).zip(wy) {
            for (i, wx) in (-1..).zip(wx) {
                let pixel = self.texel(x + i, y + j);
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

#[inline]
fn floor(v: f64) -> i64 {
    v.floor() as i64
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
    for (index, slot) in out.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (x, y) = (index % width as usize * 2, index / width as usize * 2);
        let (x1, y1) = ((x + 1).min(sw - 1), (y + 1).min(sh - 1));
        let get = |x: usize, y: usize| source.get(y * sw + x).copied().unwrap_or_default();
        let (a, b, c, d) = (get(x, y), get(x1, y), get(x, y1), get(x1, y1));
        *slot = core::array::from_fn(|i| ((u32::from(a[i]) + u32::from(b[i]) + u32::from(c[i]) + u32::from(d[i]) + 2) / 4) as u8);
    }
    Some(out)
}

/// An unpremultiplied pixel premultiplied as Chromium rounds it.
pub(crate) fn premultiply_px([r, g, b, a]: Px) -> Px {
    let alpha = u32::from(a);
    [r, g, b, 255].map(|channel| div255(u32::from(channel) * alpha) as u8)
}

/// A premultiplied pixel unpremultiplied as Chromium rounds it.
pub(crate) fn unpremultiply_px(px: Px) -> Px {
    let a = px[3];
    if a == 255 || a == 0 {
        return if a == 0 { [0; 4] } else { px };
    }
    // In this order Skia's rounding errors come out too.
    const UNIT: f32 = 1.0 / 255.0;
    let scale = 1.0 / (f32::from(a) * UNIT);
    let [r, g, b, _] = px.map(|channel| (f32::from(channel) * UNIT * scale * 255.0 + 0.5).min(255.0) as u8);
    [r, g, b, a]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_and_gathering_keep_channels_apart() {
        let px = [1, 2, 250, 255];
        assert_eq!(gather(spread(px) * 256), px);
    }

    #[test]
    fn what_is_put_comes_out_again_for_opaque_pixels_and_stays_premultiplied_for_others() {
        for a in [0, 1, 77, 254, 255] {
            for c in [0, 3, 128, 255] {
                let px = premultiply_px([c, c, c, a]);
                assert!(px[0] <= a);
                if a == 255 {
                    assert_eq!(unpremultiply_px(px), [c, c, c, a]);
                }
            }
        }
    }
}
