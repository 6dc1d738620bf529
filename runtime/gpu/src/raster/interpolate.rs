//! Values of a primitive at places in the window (section 3.6.1 of OpenGL ES 3.0).
//!
//! Everything is `v0 + (v1 - v0)·b1 + (v2 - v0)·b2`: what is the same at all corners comes out the same, exactly; and where w is
//! the same at all corners, nothing is divided.

use super::Pipeline;
use crate::draw::setup::Primitive;
use oracade_glsl::Interpolation;

/// Four lanes.
pub(crate) type Lanes = [f32; 4];

#[inline(always)]
pub(crate) fn each(f: impl Fn(usize) -> f32) -> Lanes {
    [f(0), f(1), f(2), f(3)]
}

/// Writes four lanes as little-endian words.
#[inline(always)]
pub(crate) fn put(to: &mut [u8; 16], lanes: Lanes) {
    for (to, lane) in to.as_chunks_mut::<4>().0.iter_mut().zip(lanes) {
        *to = lane.to_bits().to_le_bytes();
    }
}

/// Reads them.
#[inline(always)]
pub(crate) fn lanes(slot: &[u8; 16]) -> Lanes {
    let words = slot.as_chunks::<4>().0;
    each(|i| f32::from_bits(u32::from_le_bytes(words[i])))
}

/// How weights and depth change over a triangle, from pixel to pixel; in double precision.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slopes {
    /// Of the second corner's weight and the third's, in both directions.
    pub(crate) d1: [f64; 2],
    pub(crate) d2: [f64; 2],
    /// Depth at the first corner, and what the others' weights add.
    pub(crate) z: [f64; 3],
    /// Change of depth in a pixel's width and height.
    pub(crate) z_step: [f32; 2],
}

/// A weight in a lane, of that in the first.
#[inline(always)]
pub(crate) fn weight(at: f64, [dx, dy]: [f64; 2], lane: usize) -> f64 {
    match lane {
        0 => at,
        1 => at + dx,
        2 => at + dy,
        _ => at + dx + dy,
    }
}

impl Slopes {
    /// The weights of the second and third corner in all lanes.
    #[inline(always)]
    pub(crate) fn weights(&self, at: [f64; 2]) -> (Lanes, Lanes) {
        (
            each(|l| weight(at[0], self.d1, l) as f32),
            each(|l| weight(at[1], self.d2, l) as f32),
        )
    }

    /// Depth in a lane.
    #[inline(always)]
    pub(crate) fn depth(&self, at: [f64; 2], lane: usize) -> f32 {
        let (l1, l2) = (weight(at[0], self.d1, lane), weight(at[1], self.d2, lane));
        (self.z[0] + self.z[1] * l1 + self.z[2] * l2) as f32
    }
}

/// What a primitive's varyings are made of.
#[derive(Default)]
pub(crate) struct Planes {
    pub(crate) slopes: Slopes,
    /// By scalar that is interpolated: slot, whether at the centroid, value at the first corner, differences of the others.
    smooth: Vec<(usize, bool, [f32; 3])>,
    /// Slot and bits.
    flat: Vec<(usize, u32)>,
    inverse_w: [f32; 3],
    same_w: bool,
}

impl Planes {
    pub(crate) fn set(&mut self, pipeline: &Pipeline<'_>, p: &Primitive, slopes: Slopes) {
        self.slopes = slopes;
        self.smooth.clear();
        self.flat.clear();
        self.inverse_w = p.inverse_w;
        self.same_w = p.inverse_w[0] == p.inverse_w[1] && p.inverse_w[0] == p.inverse_w[2];
        for s in &pipeline.scalars {
            if s.interpolation == Interpolation::Flat {
                self.flat.push((s.slot, pipeline.word(p.flat, s.vertex)));
                continue;
            }
            let v = p.vertices.map(|v| f32::from_bits(pipeline.word(v, s.vertex)));
            // Where weights are finite, nothing is added to what all corners share; only a zero may change its sign.
            if self.same_w && v[0] == v[1] && v[0] == v[2] && v[0] != 0.0 && v[0].is_finite() {
                self.flat.push((s.slot, v[0].to_bits()));
                continue;
            }
            let centroid = s.interpolation == Interpolation::Centroid;
            self.smooth.push((s.slot, centroid, [v[0], v[1] - v[0], v[2] - v[0]]));
        }
    }

    /// 1 / w, and the weights of the second and third corner in space.
    #[inline(always)]
    pub(crate) fn weights(&self, l1: &Lanes, l2: &Lanes) -> (Lanes, Lanes, Lanes) {
        let [w0, w1, w2] = self.inverse_w;
        if self.same_w {
            return ([w0; 4], *l1, *l2);
        }
        let w = each(|i| w0 + (w1 - w0) * l1[i] + (w2 - w0) * l2[i]);
        let r = each(|i| 1.0 / w[i]);
        (w, each(|i| l1[i] * w1 * r[i]), each(|i| l2[i] * w2 * r[i]))
    }

    /// Fills a group's inputs.
    #[inline(always)]
    pub(crate) fn fill(&self, inputs: &mut [[u8; 16]], b1: &Lanes, b2: &Lanes, centroid: Option<&(Lanes, Lanes)>) {
        for (slot, bits) in &self.flat {
            if let Some(to) = inputs.get_mut(*slot) {
                put(to, [f32::from_bits(*bits); 4]);
            }
        }
        let (b1, b2) = (*b1, *b2);
        let (c1, c2) = centroid.copied().unwrap_or((b1, b2));
        for (slot, at_centroid, [v, d1, d2]) in &self.smooth {
            let (b1, b2) = if *at_centroid { (c1, c2) } else { (b1, b2) };
            let lanes = each(|i| v + d1 * b1[i] + d2 * b2[i]);
            if let Some(to) = inputs.get_mut(*slot) {
                put(to, lanes);
            }
        }
    }
}
