//! The usual lookups: two dimensions, 8 bits a channel, filtered or not; all four lanes at once.

use super::Wrap;
use super::resolve::{Level, Texture};
use crate::format::numbers::{saturate, srgb};

type Lanes = [f32; 4];
/// Components, lanes.
type Quad = [Lanes; 4];

#[inline(always)]
fn each<T>(f: impl Fn(usize) -> T) -> [T; 4] {
    [f(0), f(1), f(2), f(3)]
}

/// As [`super::coords::floor`], for numbers between -2²² and 2²².
#[inline(always)]
fn floor_small(v: f32) -> f32 {
    const SHIFT: f32 = 12_582_912.0;
    let near = (v + SHIFT) - SHIFT;
    near - if near > v { 1.0 } else { 0.0 }
}

/// What is too large to have a fraction is itself.
#[inline(always)]
fn floor(v: f32) -> f32 {
    let small = floor_small(v);
    if v.abs() < 4_194_304.0 { small } else { v }
}

/// The same as [`super::coords::wrap`] for all lanes.
#[inline(always)]
fn wrap(u: &Lanes, mode: Wrap) -> Lanes {
    match mode {
        Wrap::Repeat => each(|i| {
            let f = u[i] - floor(u[i]);
            let f = if f >= 0.0 { f } else { 0.0 };
            if f < 1.0 { f } else { 0.0 }
        }),
        Wrap::ClampToEdge => each(|i| saturate(u[i])),
        Wrap::MirroredRepeat => each(|i| {
            let half = floor(u[i] * 0.5);
            let f = u[i] - 2.0 * half;
            let f = if f > 1.0 { 2.0 - f } else { f };
            saturate(f)
        }),
    }
}

/// Whole numbers from 0 to 2²³.
#[inline(always)]
fn index(v: f32) -> u32 {
    (v + 8_388_608.0).to_bits() & 0x7F_FFFF
}

#[inline(always)]
fn nearest(u: &Lanes, mode: Wrap, size: f32) -> [u32; 4] {
    let f = wrap(u, mode);
    each(|i| {
        let t = floor_small(f[i] * size);
        index(if t < size { t } else { size - 1.0 })
    })
}

#[inline(always)]
fn linear(u: &Lanes, mode: Wrap, size: f32) -> ([u32; 4], [u32; 4], Lanes) {
    let f = wrap(u, mode);
    let t = each(|i| f[i] * size - 0.5);
    let low = each(|i| floor_small(t[i]));
    let fraction = each(|i| t[i] - low[i]);
    // What is before the first texel, and after the last.
    let (before, after) = if mode == Wrap::Repeat {
        (size - 1.0, 0.0)
    } else {
        (0.0, size - 1.0)
    };
    let first = each(|i| index(if low[i] < 0.0 { before } else { low[i] }));
    let second = each(|i| {
        let high = low[i] + 1.0;
        index(if high < size { high } else { after })
    });
    (first, second, fraction)
}

/// How texels of four bytes become colours.
trait Bytes4: Copy {
    fn colours(self, texels: &[u32; 4]) -> Quad;
    /// What colours are to be multiplied by in the end.
    const SCALE: f32;
}

/// Fractions.
#[derive(Clone, Copy)]
struct Plain;

#[inline(always)]
fn channel(texels: &[u32; 4], c: usize) -> Lanes {
    each(|i| ((texels[i] >> (8 * c)) & 0xFF) as i32 as f32)
}

impl Bytes4 for Plain {
    const SCALE: f32 = 1.0 / 255.0;

    #[inline(always)]
    fn colours(self, texels: &[u32; 4]) -> Quad {
        each(|c| channel(texels, c))
    }
}

/// sRGB.
#[derive(Clone, Copy)]
struct Encoded<'a>(&'a [f32; 256]);

impl Bytes4 for Encoded<'_> {
    const SCALE: f32 = 1.0;

    #[inline(always)]
    fn colours(self, texels: &[u32; 4]) -> Quad {
        let linear = |c: usize| each(|i| self.0[((texels[i] >> (8 * c)) & 0xFF) as usize]);
        let alpha = channel(texels, 3);
        [linear(0), linear(1), linear(2), each(|i| alpha[i] * (1.0 / 255.0))]
    }
}

#[inline(always)]
fn gather(level: &Level, x: &[u32; 4], y: &[u32; 4]) -> [u32; 4] {
    let texels = level.planes[0].data.as_chunks::<4>().0;
    each(|i| {
        let at = y[i].wrapping_mul(level.width).wrapping_add(x[i]);
        texels.get(at as usize).map_or(0, |b| u32::from_le_bytes(*b))
    })
}

#[inline(always)]
fn one<F: Bytes4>(format: F, level: &Level, u: &Lanes, v: &Lanes, wrap: [Wrap; 2], filter: bool) -> Quad {
    let (w, h) = (level.size[0], level.size[1]);
    if !filter {
        let (x, y) = (nearest(u, wrap[0], w), nearest(v, wrap[1], h));
        return format.colours(&gather(level, &x, &y)).map(|c| c.map(|c| c * F::SCALE));
    }
    let (x0, x1, fx) = linear(u, wrap[0], w);
    let (y0, y1, fy) = linear(v, wrap[1], h);
    let a = format.colours(&gather(level, &x0, &y0));
    let b = format.colours(&gather(level, &x1, &y0));
    let c = format.colours(&gather(level, &x0, &y1));
    let d = format.colours(&gather(level, &x1, &y1));
    each(|n| {
        let top = each(|i| a[n][i] + (b[n][i] - a[n][i]) * fx[i]);
        let bottom = each(|i| c[n][i] + (d[n][i] - c[n][i]) * fx[i]);
        each(|i| (top[i] + (bottom[i] - top[i]) * fy[i]) * F::SCALE)
    })
}

#[inline(always)]
fn levels<F: Bytes4>(
    format: F,
    texture: &Texture,
    level: usize,
    between: f32,
    filter: bool,
    uv: &[[u32; 4]],
    out: &mut [[u32; 4]; 4],
) {
    let wrap = [texture.wrap[0], texture.wrap[1]];
    let (u, v) = (uv[0].map(f32::from_bits), uv[1].map(f32::from_bits));
    let mut colours = one(format, &texture.levels[level], &u, &v, wrap, filter);
    if between > 0.0
        && let Some(next) = texture.levels.get(level + 1)
    {
        let other = one(format, next, &u, &v, wrap, filter);
        for (c, o) in colours.iter_mut().zip(&other) {
            *c = each(|i| c[i] + (o[i] - c[i]) * between);
        }
    }
    *out = colours.map(|c| c.map(f32::to_bits));
}

/// Samples a texture that is simple, at a level (or between it and the next) for all lanes.
pub(super) fn sample(texture: &Texture, level: usize, between: f32, filter: bool, uv: &[[u32; 4]], out: &mut [[u32; 4]; 4]) {
    if uv.len() < 2 {
        return;
    }
    if texture.format.is_srgb() {
        levels(Encoded(&srgb().linear), texture, level, between, filter, uv, out);
    } else {
        levels(Plain, texture, level, between, filter, uv, out);
    }
}

#[cfg(test)]
mod tests {
    use super::super::coords;
    use super::*;

    /// The same texels and fractions as one lane at a time.
    #[test]
    fn lanes_agree_with_single_coordinates() {
        let values = [
            0.0,
            -0.0,
            0.25,
            0.999_999_94,
            1.0,
            -0.3,
            17.3,
            -1e-30,
            1e9,
            -1e9,
            f32::INFINITY,
            f32::NAN,
            0.5,
            3.0e6,
        ];
        for mode in [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat] {
            for size in [1.0, 2.0, 7.0, 256.0] {
                for u in values {
                    let lanes = [u; 4];
                    assert_eq!(
                        nearest(&lanes, mode, size)[0] as usize,
                        coords::nearest(u, mode, size),
                        "{u} {mode:?} {size}"
                    );
                    let (a, b, f) = linear(&lanes, mode, size);
                    assert_eq!(
                        (a[1] as usize, b[1] as usize, f[1]),
                        coords::linear(u, mode, size),
                        "{u} {mode:?} {size}"
                    );
                }
            }
        }
    }
}
