//! Compositing and blending of 8-bit premultiplied pixels (Compositing and Blending Level 1), and how each operator of a
//! 2D context treats pixels the source does not cover.

/// A premultiplied pixel: red, green, blue, alpha.
pub type Px = [u8; 4];

/// `globalCompositeOperation`, in the order of [`CompositeOp::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the standard's keywords")]
#[repr(u8)]
pub enum CompositeOp {
    #[default]
    SourceOver,
    SourceIn,
    SourceOut,
    SourceAtop,
    DestinationOver,
    DestinationIn,
    DestinationOut,
    DestinationAtop,
    Lighter,
    Copy,
    Xor,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
    Clear,
}

impl CompositeOp {
    /// All operators in the order of their numbers in the command stream.
    pub const ALL: [Self; 27] = [
        Self::SourceOver,
        Self::SourceIn,
        Self::SourceOut,
        Self::SourceAtop,
        Self::DestinationOver,
        Self::DestinationIn,
        Self::DestinationOut,
        Self::DestinationAtop,
        Self::Lighter,
        Self::Copy,
        Self::Xor,
        Self::Multiply,
        Self::Screen,
        Self::Overlay,
        Self::Darken,
        Self::Lighten,
        Self::ColorDodge,
        Self::ColorBurn,
        Self::HardLight,
        Self::SoftLight,
        Self::Difference,
        Self::Exclusion,
        Self::Hue,
        Self::Saturation,
        Self::Color,
        Self::Luminosity,
        Self::Clear,
    ];

    /// True if the operator changes pixels of the clip region where the source is transparent.
    pub fn is_unbounded(self) -> bool {
        matches!(
            self,
            Self::SourceIn | Self::SourceOut | Self::DestinationIn | Self::DestinationAtop | Self::Copy
        )
    }

    /// True if weakening the source has the same effect as weakening the result, so that coverage can be put into it.
    fn scales_with_source(self) -> bool {
        matches!(
            self,
            Self::SourceOver | Self::DestinationOver | Self::Lighter | Self::DestinationOut | Self::SourceAtop | Self::Xor
        )
    }
}

/// `value / 255`, rounded, for values up to 255².
#[inline]
pub fn div255(value: u32) -> u32 {
    (value + 128 + ((value + 128) >> 8)) >> 8
}

/// Two channels at once, in the halves of a word: each times `amount` / 255, rounded.
#[inline]
fn div255_pair(pair: u32, amount: u32) -> u32 {
    let product = pair * amount + 0x0080_0080;
    ((product + ((product >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
}

/// A pixel weakened to `amount` / 255.
#[inline]
pub fn scale(px: Px, amount: u32) -> Px {
    let word = u32::from_le_bytes(px);
    let low = div255_pair(word & 0x00ff_00ff, amount);
    let high = div255_pair((word >> 8) & 0x00ff_00ff, amount);
    (low | (high << 8)).to_le_bytes()
}

/// Source-over of premultiplied pixels.
#[inline]
pub fn over(source: Px, ground: Px) -> Px {
    match source[3] {
        255 => source,
        0 => ground,
        alpha => {
            // Both terms are rounded, but their sum cannot pass 255 while pixels are premultiplied.
            let word = u32::from_le_bytes(source);
            let below = u32::from_le_bytes(scale(ground, 255 - u32::from(alpha)));
            let low = (word & 0x00ff_00ff) + (below & 0x00ff_00ff);
            let high = ((word >> 8) & 0x00ff_00ff) + ((below >> 8) & 0x00ff_00ff);
            if (low | high) & 0xff00_ff00 == 0 {
                return (low | (high << 8)).to_le_bytes();
            }
            let (source, below) = (source, below.to_le_bytes());
            core::array::from_fn(|i| source[i].saturating_add(below[i]))
        }
    }
}

/// Composites a row of source pixels, each covered by its coverage, onto a row of RGBA bytes.
pub fn blend_row(op: CompositeOp, source: &[Px], coverage: &[u8], ground: &mut [u8]) {
    match op {
        CompositeOp::SourceOver => rows(source, coverage, ground, true, over),
        CompositeOp::Lighter => rows(source, coverage, ground, true, plus),
        _ => {
            let mut exact = Mixer::new(op);
            rows(source, coverage, ground, op.scales_with_source(), |s, d| {
                exact.mix_again(s, d)
            });
        }
    }
}

/// [`blend_row`] where all pixels are covered alike.
pub fn blend_run(op: CompositeOp, source: &[Px], coverage: u8, ground: &mut [u8]) {
    match (op, coverage) {
        (_, 0) => {}
        (CompositeOp::SourceOver, 255) => run(source, ground, over),
        (CompositeOp::Lighter, 255) => {
            for (slot, channel) in ground.iter_mut().zip(source.as_flattened()) {
                *slot = slot.saturating_add(*channel);
            }
        }
        (CompositeOp::SourceOver, covered) => run(source, ground, |s, d| over(scale(s, u32::from(covered)), d)),
        (CompositeOp::Lighter, covered) => run(source, ground, |s, d| plus(scale(s, u32::from(covered)), d)),
        (_, covered) => {
            let mut exact = Mixer::new(op);
            let scales = op.scales_with_source();
            run(source, ground, |s, d| {
                cover(s, d, u32::from(covered), scales, |s, d| exact.mix_again(s, d))
            });
        }
    }
}

/// The sum of two pixels, `lighter`.
#[inline]
fn plus(s: Px, d: Px) -> Px {
    core::array::from_fn(|i| s[i].saturating_add(d[i]))
}

#[inline]
fn run(source: &[Px], ground: &mut [u8], mut mix: impl FnMut(Px, Px) -> Px) {
    for (pixel, slot) in source.iter().zip(ground.as_chunks_mut::<4>().0) {
        *slot = mix(*pixel, *slot);
    }
}

#[inline]
fn rows(source: &[Px], coverage: &[u8], ground: &mut [u8], scales: bool, mut mix: impl FnMut(Px, Px) -> Px) {
    for ((pixel, covered), slot) in source.iter().zip(coverage).zip(ground.as_chunks_mut::<4>().0) {
        *slot = cover(*pixel, *slot, u32::from(*covered), scales, &mut mix);
    }
}

/// A pixel mixed into another as far as it covers it.
#[inline]
fn cover(pixel: Px, ground: Px, covered: u32, scales: bool, mut mix: impl FnMut(Px, Px) -> Px) -> Px {
    match covered {
        0 => ground,
        255 => mix(pixel, ground),
        _ if scales => mix(scale(pixel, covered), ground),
        _ => {
            let mixed = mix(pixel, ground);
            core::array::from_fn(|i| div255(u32::from(mixed[i]) * covered + u32::from(ground[i]) * (255 - covered)) as u8)
        }
    }
}

struct Mixer {
    op: CompositeOp,
    /// The last source and ground, and what came of them: neighbours are often alike.
    last: (Px, Px, Px),
}

impl Mixer {
    fn new(op: CompositeOp) -> Self {
        let nothing = [0; 4];
        let mut mixer = Self {
            op,
            last: (nothing, nothing, nothing),
        };
        mixer.last.2 = mixer.mix(nothing, nothing);
        mixer
    }

    #[inline]
    fn mix_again(&mut self, s: Px, d: Px) -> Px {
        if (s, d) != (self.last.0, self.last.1) {
            self.last = (s, d, self.mix(s, d));
        }
        self.last.2
    }

    #[inline]
    fn mix(&self, s: Px, d: Px) -> Px {
        use CompositeOp as Op;
        let (sa, da) = (u32::from(s[3]), u32::from(d[3]));
        // Porter-Duff operators are Fa·s + Fb·d.
        let factors = match self.op {
            Op::SourceOver => (255, 255 - sa),
            Op::SourceIn => (da, 0),
            Op::SourceOut => (255 - da, 0),
            Op::SourceAtop => (da, 255 - sa),
            Op::DestinationOver => (255 - da, 255),
            Op::DestinationIn => (0, sa),
            Op::DestinationOut => (0, 255 - sa),
            Op::DestinationAtop => (255 - da, sa),
            Op::Copy => (255, 0),
            Op::Xor => (255 - da, 255 - sa),
            Op::Clear => (0, 0),
            _ => return self.blend(s, d),
        };
        core::array::from_fn(|i| div255((u32::from(s[i]) * factors.0 + u32::from(d[i]) * factors.1).min(255 * 255)) as u8)
    }

    /// Blend modes: `(1 - αd)·s + (1 - αs)·d + αs·αd·B(cd, cs)`, alpha as source-over.
    fn blend(&self, s: Px, d: Px) -> Px {
        let s = s.map(|v| f32::from(v) / 255.0);
        let d = d.map(|v| f32::from(v) / 255.0);
        let (sa, da) = (s[3], d[3]);
        let straight = |c: [f32; 4]| -> [f32; 3] {
            if c[3] == 0.0 {
                [0.0; 3]
            } else {
                [c[0] / c[3], c[1] / c[3], c[2] / c[3]]
            }
        };
        let (cs, cd) = (straight(s), straight(d));
        let mixed = match self.op {
            CompositeOp::Hue => set_luminosity(set_saturation(cs, saturation(cd)), luminosity(cd)),
            CompositeOp::Saturation => set_luminosity(set_saturation(cd, saturation(cs)), luminosity(cd)),
            CompositeOp::Color => set_luminosity(cs, luminosity(cd)),
            CompositeOp::Luminosity => set_luminosity(cd, luminosity(cs)),
            op => core::array::from_fn(|i| separable(op, cs[i], cd[i])),
        };
        let alpha = sa + da - sa * da;
        let byte = |v: f32| (v * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
        let alpha_byte = byte(alpha);
        let channel = |i: usize| byte(s[i] * (1.0 - da) + d[i] * (1.0 - sa) + sa * da * mixed[i]).min(alpha_byte);
        [channel(0), channel(1), channel(2), alpha_byte]
    }
}

fn separable(op: CompositeOp, s: f32, d: f32) -> f32 {
    match op {
        CompositeOp::Multiply => s * d,
        CompositeOp::Screen => s + d - s * d,
        CompositeOp::Overlay => hard_light(d, s),
        CompositeOp::Darken => s.min(d),
        CompositeOp::Lighten => s.max(d),
        CompositeOp::ColorDodge => {
            if d == 0.0 {
                0.0
            } else if s >= 1.0 {
                1.0
            } else {
                (d / (1.0 - s)).min(1.0)
            }
        }
        CompositeOp::ColorBurn => {
            if d >= 1.0 {
                1.0
            } else if s <= 0.0 {
                0.0
            } else {
                1.0 - ((1.0 - d) / s).min(1.0)
            }
        }
        CompositeOp::HardLight => hard_light(s, d),
        CompositeOp::SoftLight => {
            if s <= 0.5 {
                d - (1.0 - 2.0 * s) * d * (1.0 - d)
            } else {
                let g = if d <= 0.25 {
                    ((16.0 * d - 12.0) * d + 4.0) * d
                } else {
                    d.sqrt()
                };
                d + (2.0 * s - 1.0) * (g - d)
            }
        }
        CompositeOp::Difference => (s - d).abs(),
        CompositeOp::Exclusion => s + d - 2.0 * s * d,
        _ => s,
    }
}

fn hard_light(s: f32, d: f32) -> f32 {
    if s <= 0.5 {
        2.0 * s * d
    } else {
        1.0 - 2.0 * (1.0 - s) * (1.0 - d)
    }
}

fn luminosity(c: [f32; 3]) -> f32 {
    0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]
}

fn saturation(c: [f32; 3]) -> f32 {
    c[0].max(c[1]).max(c[2]) - c[0].min(c[1]).min(c[2])
}

fn set_luminosity(c: [f32; 3], to: f32) -> [f32; 3] {
    let shift = to - luminosity(c);
    let mut c = c.map(|v| v + shift);
    let lum = luminosity(c);
    let low = c[0].min(c[1]).min(c[2]);
    let high = c[0].max(c[1]).max(c[2]);
    if low < 0.0 && lum > low {
        c = c.map(|v| lum + (v - lum) * lum / (lum - low));
    }
    if high > 1.0 && high > lum {
        c = c.map(|v| lum + (v - lum) * (1.0 - lum) / (high - lum));
    }
    c
}

fn set_saturation(c: [f32; 3], to: f32) -> [f32; 3] {
    let low = c[0].min(c[1]).min(c[2]);
    let range = saturation(c);
    if range > 0.0 {
        c.map(|v| (v - low) * to / range)
    } else {
        [0.0; 3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(op: CompositeOp, s: Px, d: Px) -> Px {
        let mut ground = d;
        blend_row(op, &[s], &[255], &mut ground);
        ground
    }

    #[test]
    fn porter_duff_operators_have_their_factors() {
        let (s, d) = ([128, 0, 0, 128], [0, 255, 0, 255]);
        for (op, expected) in [
            (CompositeOp::SourceOver, [128, 127, 0, 255]),
            (CompositeOp::SourceIn, [128, 0, 0, 128]),
            (CompositeOp::SourceOut, [0, 0, 0, 0]),
            (CompositeOp::SourceAtop, [128, 127, 0, 255]),
            (CompositeOp::DestinationOver, [0, 255, 0, 255]),
            (CompositeOp::DestinationIn, [0, 128, 0, 128]),
            (CompositeOp::DestinationOut, [0, 127, 0, 127]),
            (CompositeOp::DestinationAtop, [0, 128, 0, 128]),
            (CompositeOp::Lighter, [128, 255, 0, 255]),
            (CompositeOp::Copy, [128, 0, 0, 128]),
            (CompositeOp::Xor, [0, 127, 0, 127]),
            (CompositeOp::Clear, [0, 0, 0, 0]),
        ] {
            assert_eq!(one(op, s, d), expected, "{op:?}");
        }
    }

    #[test]
    fn blend_modes_of_opaque_colours() {
        let (s, d) = ([200, 100, 50, 255], [100, 200, 150, 255]);
        for (op, expected) in [
            (CompositeOp::Multiply, [78, 78, 29, 255]),
            (CompositeOp::Screen, [222, 222, 171, 255]),
            (CompositeOp::Darken, [100, 100, 50, 255]),
            (CompositeOp::Lighten, [200, 200, 150, 255]),
            (CompositeOp::Difference, [100, 100, 100, 255]),
            (CompositeOp::ColorDodge, [255, 255, 187, 255]),
            (CompositeOp::ColorBurn, [57, 115, 0, 255]),
        ] {
            let got = one(op, s, d);
            assert!(got.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{op:?}: {got:?}");
        }
    }

    #[test]
    fn nothing_of_a_transparent_source_stays_for_bounded_operators() {
        let clears = |op: &CompositeOp| op.is_unbounded() || *op == CompositeOp::Clear;
        for op in CompositeOp::ALL.into_iter().filter(|op| !clears(op)) {
            assert_eq!(one(op, [0; 4], [10, 20, 30, 40]), [10, 20, 30, 40], "{op:?}");
        }
    }

    #[test]
    fn runs_are_rows_that_are_covered_alike() {
        let pixels: Vec<Px> = (0..96_u32)
            .map(|i| {
                let [r, g, b, a] = i.wrapping_mul(2_654_435_761).to_le_bytes();
                let a = if i % 5 == 0 { 255 } else { a };
                [r.min(a), g.min(a), b.min(a), a]
            })
            .collect();
        let ground: Vec<u8> = pixels.iter().rev().flatten().copied().collect();
        for op in CompositeOp::ALL {
            for covered in [0, 1, 77, 254, 255] {
                let (mut row, mut run, mut each) = (ground.clone(), ground.clone(), ground.clone());
                blend_row(op, &pixels, &[covered; 96], &mut row);
                blend_run(op, &pixels, covered, &mut run);
                for (pixel, slot) in pixels.iter().zip(each.as_chunks_mut::<4>().0) {
                    blend_row(op, &[*pixel], &[covered], slot);
                }
                assert_eq!(row, run, "{op:?} {covered}");
                assert_eq!(row, each, "{op:?} {covered}");
            }
        }
    }

    #[test]
    fn results_stay_premultiplied() {
        for op in CompositeOp::ALL {
            for s in [[0, 0, 0, 0], [60, 10, 0, 60], [255, 255, 255, 255], [1, 1, 1, 1]] {
                for d in [[0, 0, 0, 0], [7, 90, 3, 90], [0, 0, 0, 255]] {
                    let got = one(op, s, d);
                    assert!(got[..3].iter().all(|c| *c <= got[3]), "{op:?} {s:?} {d:?} {got:?}");
                }
            }
        }
    }
}
