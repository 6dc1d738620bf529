//! The usual lookups: two dimensions, 8 bits a channel, filtered or not.

use super::Wrap;
use super::coords::{linear, nearest};
use super::resolve::{Level, Texture};
use crate::format::numbers::srgb;

/// How texels of four bytes become colours.
pub(super) trait Bytes4: Copy {
    fn colour(self, b: [u8; 4]) -> [f32; 4];
    /// What a sum of colours is to be multiplied by.
    fn scale(self) -> f32;
}

/// Fractions.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Bytes4 for Plain {
    #[inline(always)]
    fn colour(self, b: [u8; 4]) -> [f32; 4] {
        [f32::from(b[0]), f32::from(b[1]), f32::from(b[2]), f32::from(b[3])]
    }

    #[inline(always)]
    fn scale(self) -> f32 {
        1.0 / 255.0
    }
}

/// sRGB.
#[derive(Clone, Copy)]
pub(super) struct Encoded<'a>(pub(super) &'a [f32; 256]);

impl Bytes4 for Encoded<'_> {
    #[inline(always)]
    fn colour(self, b: [u8; 4]) -> [f32; 4] {
        let t = self.0;
        [
            t[usize::from(b[0])],
            t[usize::from(b[1])],
            t[usize::from(b[2])],
            f32::from(b[3]) / 255.0,
        ]
    }

    #[inline(always)]
    fn scale(self) -> f32 {
        1.0
    }
}

#[inline(always)]
fn texel(data: &[u8], at: usize) -> [u8; 4] {
    match data.get(at * 4..at * 4 + 4) {
        Some(b) => [b[0], b[1], b[2], b[3]],
        None => [0; 4],
    }
}

#[inline(always)]
fn one<F: Bytes4>(format: F, level: &Level, data: &[u8], u: f32, v: f32, wrap: [Wrap; 2], filter: bool) -> [f32; 4] {
    let (w, h) = (level.size[0], level.size[1]);
    let width = level.width as usize;
    if !filter {
        let (x, y) = (nearest(u, wrap[0], w), nearest(v, wrap[1], h));
        return format.colour(texel(data, y * width + x)).map(|c| c * format.scale());
    }
    let (x0, x1, fx) = linear(u, wrap[0], w);
    let (y0, y1, fy) = linear(v, wrap[1], h);
    let (r0, r1) = (y0 * width, y1 * width);
    let a = format.colour(texel(data, r0 + x0));
    let b = format.colour(texel(data, r0 + x1));
    let c = format.colour(texel(data, r1 + x0));
    let d = format.colour(texel(data, r1 + x1));
    let mut out = [0.0; 4];
    for i in 0..4 {
        let top = a[i] + (b[i] - a[i]) * fx;
        let bottom = c[i] + (d[i] - c[i]) * fx;
        out[i] = (top + (bottom - top) * fy) * format.scale();
    }
    out
}

/// Samples the lanes of a mask at one level, or between it and the next.
#[inline(always)]
fn lanes<F: Bytes4>(
    format: F,
    texture: &Texture,
    level: usize,
    between: f32,
    filter: bool,
    uv: &[[u32; 4]],
    mask: u8,
    out: &mut [[u32; 4]; 4],
) {
    let wrap = [texture.wrap[0], texture.wrap[1]];
    let first = &texture.levels[level];
    let data = &first.planes[0].data[..];
    for lane in 0..4 {
        if mask & (1 << lane) == 0 {
            continue;
        }
        let (u, v) = (f32::from_bits(uv[0][lane]), f32::from_bits(uv[1][lane]));
        let mut colour = one(format, first, data, u, v, wrap, filter);
        if between > 0.0
            && let Some(next) = texture.levels.get(level + 1)
        {
            let other = one(format, next, &next.planes[0].data, u, v, wrap, filter);
            for i in 0..4 {
                colour[i] += (other[i] - colour[i]) * between;
            }
        }
        for i in 0..4 {
            out[i][lane] = colour[i].to_bits();
        }
    }
}

/// Samples a texture that is simple, at a level for all lanes.
pub(super) fn sample(
    texture: &Texture,
    level: usize,
    between: f32,
    filter: bool,
    uv: &[[u32; 4]],
    mask: u8,
    out: &mut [[u32; 4]; 4],
) {
    if texture.format.is_srgb() {
        lanes(Encoded(&srgb().linear), texture, level, between, filter, uv, mask, out);
    } else {
        lanes(Plain, texture, level, between, filter, uv, mask, out);
    }
}
