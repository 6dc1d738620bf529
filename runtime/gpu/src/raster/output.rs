//! Colours into attachments: masks, blending, conversion.

use super::blend::{Over, Quad, blend, over};
use super::interpolate::lanes;
use crate::format::convert::{decode, encode, encode_integer};
use crate::format::{Channels, Format, Kind, Layout};
use crate::state::{Blend, TargetState};

/// How a draw writes one attachment.
pub(crate) struct Writer {
    pub(crate) format: Format,
    /// Bytes of a sample.
    pub(crate) size: usize,
    /// First output slot, number of components.
    pub(crate) slot: usize,
    pub(crate) components: usize,
    blend: Option<Blend>,
    over: Option<Over>,
    constant: [f32; 4],
    /// Bits of a texel that are left as they are, and whether there are any.
    keep: [u8; 16],
    kept: bool,
    /// Bits that every texel of four bytes has: the alpha that a format of three channels lacks.
    always: u32,
    kind: WriterKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WriterKind {
    /// Four bytes, all of them new.
    Whole,
    /// Four bytes.
    Bytes,
    /// Whatever else.
    General,
    Integer,
}

/// See [`Writer::shares`]; a bit a lane.
#[derive(Default)]
struct Shares {
    nothing: u8,
    all: u8,
}

#[inline(always)]
fn each_bit(f: impl Fn(usize) -> bool) -> u8 {
    u8::from(f(0)) | u8::from(f(1)) << 1 | u8::from(f(2)) << 2 | u8::from(f(3)) << 3
}

impl Writer {
    /// Nothing if nothing of the attachment changes.
    pub(crate) fn new(
        format: Format,
        state: &TargetState,
        constant: [f32; 4],
        output: &oracade_glsl::FragmentOutput,
    ) -> Option<Writer> {
        let present = format.present();
        if state.mask.iter().zip(present).all(|(m, p)| !(*m && p)) {
            return None;
        }
        let info = crate::image::LevelInfo {
            format,
            width: 1,
            height: 1,
            depth: 1,
            samples: 1,
        };
        let integer = format.is_integer();
        let mut keep = crate::clear::kept_bits(&info, state.mask);
        let mut always = 0;
        if format.layout() == Layout::Rgba8 && format.channels() == Channels::Rgb {
            // Alpha lies there as 1.
            keep[3] = 0;
            always = 0xFF00_0000;
        } else if format.layout() == Layout::Rgba8 {
            // What the format lacks stays as it was filled in.
            for (k, present) in keep.iter_mut().zip(present) {
                if !present {
                    *k = 0xFF;
                }
            }
        }
        let size = format.texel_bytes();
        let kept = keep[..size].iter().any(|k| *k != 0);
        let blend = state.blend.filter(|_| !integer);
        let kind = if integer {
            WriterKind::Integer
        } else if format.layout() == Layout::Rgba8 && !format.is_srgb() {
            if kept || blend.is_some() {
                WriterKind::Bytes
            } else {
                WriterKind::Whole
            }
        } else {
            WriterKind::General
        };
        let fixed = fixed_point(format);
        Some(Writer {
            format,
            size,
            slot: output.slot as usize,
            components: output.components as usize,
            blend,
            over: blend.as_ref().and_then(Over::of),
            constant: if fixed {
                constant.map(crate::format::numbers::saturate)
            } else {
                constant
            },
            keep,
            kept,
            always,
            kind,
        })
    }

    /// A quad's colours among a group's outputs; what the shader does not give is 0, 0, 0, 1.
    #[inline(always)]
    pub(crate) fn colours(&self, outputs: &[[u8; 16]]) -> Quad {
        // Most give all four.
        if self.components == 4
            && let Some([r, g, b, a]) = outputs.get(self.slot..self.slot + 4)
        {
            return [lanes(r), lanes(g), lanes(b), lanes(a)];
        }
        let mut quad = [[0.0; 4], [0.0; 4], [0.0; 4], [1.0; 4]];
        let given = outputs.get(self.slot..).unwrap_or_default();
        for (to, slot) in quad.iter_mut().zip(given).take(self.components) {
            *to = lanes(slot);
        }
        quad
    }

    /// Writes the lanes of a mask. `at` is where each lane's sample lies, in samples.
    #[inline]
    pub(crate) fn write(&self, data: &mut [u8], at: &[usize; 4], mask: u8, outputs: &[[u8; 16]], colours: &Quad) {
        match self.kind {
            WriterKind::Whole => {
                let words = self.whole(colours);
                let texels = data.as_chunks_mut::<4>().0;
                for lane in 0..4 {
                    if mask & (1 << lane) != 0
                        && let Some(to) = texels.get_mut(at[lane])
                    {
                        *to = words[lane].to_le_bytes();
                    }
                }
            }
            WriterKind::Bytes => {
                let texels = data.as_chunks_mut::<4>().0;
                let mask = mask & !self.shares(colours).nothing;
                if mask == 0 {
                    return;
                }
                let stored = at.map(|a| texels.get(a).map_or(0, |b| u32::from_le_bytes(*b)));
                let words = self.bytes(&stored, colours);
                for lane in 0..4 {
                    if mask & (1 << lane) != 0
                        && let Some(to) = texels.get_mut(at[lane])
                    {
                        *to = words[lane].to_le_bytes();
                    }
                }
            }
            WriterKind::General => self.general(data, at, mask, colours),
            WriterKind::Integer => {
                for lane in (0..4).filter(|lane| mask & (1 << lane) != 0) {
                    let mut v = [0, 0, 0, 1];
                    for (c, v) in v.iter_mut().enumerate().take(self.components) {
                        *v = outputs.get(self.slot + c).map_or(0, |slot| lanes(slot)[lane].to_bits());
                    }
                    let mut texel = [0; 16];
                    encode_integer(self.format, v, &mut texel);
                    self.put(data, at[lane], &texel);
                }
            }
        }
    }

    /// Writes samples: four bits a lane. `at` is where each lane's first lies.
    #[inline]
    pub(crate) fn write_samples(&self, data: &mut [u8], at: &[usize; 4], mask: u16, outputs: &[[u8; 16]], colours: &Quad) {
        if self.kind == WriterKind::Whole {
            let words = self.whole(colours).map(u32::to_le_bytes);
            let texels = data.as_chunks_mut::<4>().0;
            for lane in 0..4 {
                let bits = (mask >> (lane * 4)) & 0xF;
                let Some(to) = texels
                    .get_mut(at[lane]..)
                    .and_then(<[_]>::first_chunk_mut)
                    .filter(|_| bits != 0)
                else {
                    continue;
                };
                if bits == 0xF {
                    *to = [words[lane]; 4];
                    continue;
                }
                for (i, to) in to.iter_mut().enumerate() {
                    if bits & (1 << i) != 0 {
                        *to = words[lane];
                    }
                }
            }
            return;
        }
        if self.kind == WriterKind::Bytes {
            self.blend_samples(data, at, mask, colours);
            return;
        }
        for sample in 0..4 {
            let lanes = (0..4).fold(0, |m, lane| m | (((mask >> (lane * 4 + sample)) & 1) << lane)) as u8;
            if lanes != 0 {
                self.write(data, &at.map(|a| a + sample), lanes, outputs, colours);
            }
        }
    }

    /// Pixels whose samples are all covered and hold the same, as most do, are made once for all of them, together; of others the
    /// four samples are, which lie side by side.
    #[inline]
    fn blend_samples(&self, data: &mut [u8], at: &[usize; 4], mask: u16, colours: &Quad) {
        let texels = data.as_chunks_mut::<4>().0;
        let Shares { nothing, all } = self.shares(colours);
        let (mut stored, mut alike) = ([0; 4], 0u8);
        for lane in 0..4 {
            let bits = (mask >> (lane * 4)) & 0xF;
            if bits == 0 || nothing & (1 << lane) != 0 {
                continue;
            }
            let Some(to) = texels.get_mut(at[lane]..).and_then(<[_]>::first_chunk_mut::<4>) else {
                continue;
            };
            if bits == 0xF && all & (1 << lane) != 0 {
                alike |= 1 << lane;
                continue;
            }
            let old: [u32; 4] = to.map(u32::from_le_bytes);
            if bits == 0xF && old == [old[0]; 4] {
                stored[lane] = old[0];
                alike |= 1 << lane;
                continue;
            }
            let words = self.bytes(&old, &colours.map(|c| [c[lane]; 4]));
            for (i, to) in to.iter_mut().enumerate() {
                if bits & (1 << i) != 0 {
                    *to = words[i].to_le_bytes();
                }
            }
        }
        if alike == 0 {
            return;
        }
        let words = self.bytes(&stored, colours);
        for lane in 0..4 {
            if alike & (1 << lane) != 0
                && let Some(to) = texels.get_mut(at[lane]..).and_then(<[_]>::first_chunk_mut::<4>)
            {
                *to = [words[lane].to_le_bytes(); 4];
            }
        }
    }

    /// Lanes that change nothing of what is stored, and those that leave nothing of it.
    #[inline(always)]
    fn shares(&self, colours: &Quad) -> Shares {
        let Some(over) = self.over else { return Shares::default() };
        let [r, g, b, a] = colours;
        // What is no number counts as zero.
        let zero = |v: f32| v <= 0.0 || v.is_nan();
        let nothing = match over {
            Over::Multiplied => each_bit(|l| zero(r[l]) & zero(g[l]) & zero(b[l]) & zero(a[l])),
            Over::Straight => each_bit(|l| zero(a[l])),
        };
        let all = if self.kept { 0 } else { each_bit(|l| a[l] >= 1.0) };
        Shares { nothing, all }
    }

    /// New texels of four bytes for those that are stored.
    #[inline(always)]
    fn bytes(&self, stored: &[u32; 4], colours: &Quad) -> [u32; 4] {
        let words = match &self.blend {
            Some(_) if self.over == Some(Over::Multiplied) => pack(&over(colours, &unpack(stored), false)),
            Some(_) if self.over == Some(Over::Straight) => pack(&over(colours, &unpack(stored), true)),
            Some(b) => pack(&blend(b, &self.constant, true, colours, &unpack(stored))),
            None => pack(colours),
        };
        let keep = u32::from_le_bytes([self.keep[0], self.keep[1], self.keep[2], self.keep[3]]);
        std::array::from_fn(|lane| (words[lane] & !keep) | (stored[lane] & keep) | self.always)
    }

    /// Texels of four bytes of which nothing stays.
    #[inline(always)]
    fn whole(&self, colours: &Quad) -> [u32; 4] {
        pack(colours).map(|word| word | self.always)
    }

    fn general(&self, data: &mut [u8], at: &[usize; 4], mask: u8, colours: &Quad) {
        let mut out = *colours;
        if let Some(b) = &self.blend {
            let mut stored: Quad = [[0.0; 4]; 4];
            for lane in (0..4).filter(|lane| mask & (1 << lane) != 0) {
                if let Some(bytes) = data.get(at[lane] * self.size..(at[lane] + 1) * self.size) {
                    let v = decode(self.format, bytes);
                    (0..4).for_each(|c| stored[c][lane] = v[c]);
                }
            }
            out = blend(b, &self.constant, fixed_point(self.format), colours, &stored);
        }
        for lane in (0..4).filter(|lane| mask & (1 << lane) != 0) {
            let mut texel = [0; 16];
            encode(
                self.format,
                [out[0][lane], out[1][lane], out[2][lane], out[3][lane]],
                &mut texel,
            );
            self.put(data, at[lane], &texel);
        }
    }

    #[inline]
    fn put(&self, data: &mut [u8], at: usize, texel: &[u8; 16]) {
        if let Some(to) = data.get_mut(at * self.size..(at + 1) * self.size) {
            for ((to, new), keep) in to.iter_mut().zip(texel).zip(self.keep) {
                *to = (*to & keep) | (new & !keep);
            }
        }
    }
}

/// Whether values are fractions: blended colours are then clamped.
fn fixed_point(format: Format) -> bool {
    use crate::format::Component::{F16, F32, Snorm8, Snorm16};
    format.kind() == Kind::Float
        && !matches!(
            format.layout(),
            Layout::Array(F16 | F32 | Snorm8 | Snorm16, _) | Layout::F111110 | Layout::E5999
        )
}

/// Four colours as bytes, NaN as 0.
#[inline(always)]
fn pack(c: &Quad) -> [u32; 4] {
    // Adding this leaves the nearest whole number, ties to even, in the low bits.
    const SHIFT: f32 = 12_582_912.0;
    let mut words = [0u32; 4];
    for (i, lanes) in c.iter().enumerate() {
        for l in 0..4 {
            let v = lanes[l];
            let v = if v > 0.0 { v } else { 0.0 };
            let v = if v < 1.0 { v } else { 1.0 };
            words[l] |= ((v * 255.0 + SHIFT).to_bits() & 0xFF) << (8 * i);
        }
    }
    words
}

#[inline(always)]
fn unpack(words: &[u32; 4]) -> Quad {
    let mut c = [[0.0; 4]; 4];
    for (i, lanes) in c.iter_mut().enumerate() {
        for l in 0..4 {
            lanes[l] = ((words[l] >> (8 * i)) & 0xFF) as i32 as f32 * (1.0 / 255.0);
        }
    }
    c
}

#[cfg(test)]
mod tests {
    use super::super::interpolate::put;
    use super::*;

    /// The samples of pixels that are blended together are what each would be by itself.
    #[test]
    fn samples_are_blended_as_by_themselves() {
        use crate::state::{BlendEquation, BlendFactor, BlendPart};
        let part = |src, dst| BlendPart {
            equation: BlendEquation::Add,
            src,
            dst,
        };
        let output = oracade_glsl::FragmentOutput {
            name: String::new(),
            location: 0,
            scalar: oracade_glsl::Scalar::Float,
            components: 4,
            slot: 0,
            broadcast: false,
        };
        let mut seed = 1u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 8
        };
        for round in 0..400 {
            let src = [BlendFactor::One, BlendFactor::SrcAlpha, BlendFactor::DstColour][round % 3];
            let blend = Blend {
                colour: part(src, BlendFactor::OneMinusSrcAlpha),
                alpha: part(BlendFactor::One, BlendFactor::OneMinusSrcAlpha),
            };
            let state = TargetState {
                blend: Some(blend),
                mask: [true, true, round % 5 != 0, true],
            };
            let format = [Format::Rgba8, Format::Rgb8][round % 2];
            let writer = Writer::new(format, &state, [0.0; 4], &output).expect("it writes");
            let words: [[u8; 16]; 4] = std::array::from_fn(|_| {
                let mut slot = [0; 16];
                // Now and then what leaves nothing, or changes nothing.
                put(
                    &mut slot,
                    std::array::from_fn(|_| match next() % 8 {
                        0 => [0.0, -0.0, 1.0, f32::NAN][next() as usize % 4],
                        _ => next() as f32 / 8_388_608.0 - 0.5,
                    }),
                );
                slot
            });
            let colours = writer.colours(&words);
            let mask = [0xFFFF, next() as u16, 0x0FF0 | next() as u16][next() as usize % 3];
            let mut data: Vec<u8> = (0..64).map(|_| next() as u8).collect();
            if format == Format::Rgb8 {
                data.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 0xFF);
            }
            for lane in 0..4 {
                if next() % 2 == 0 {
                    // All samples alike.
                    let first: Vec<u8> = data[lane * 16..lane * 16 + 4].to_vec();
                    data[lane * 16..lane * 16 + 16]
                        .chunks_exact_mut(4)
                        .for_each(|c| c.copy_from_slice(&first));
                }
            }
            let at = [0, 4, 8, 12];
            let mut one_by_one = data.clone();
            for sample in 0..4 {
                let lanes = (0..4).fold(0, |m, lane| m | (((mask >> (lane * 4 + sample)) & 1) << lane)) as u8;
                writer.write(&mut one_by_one, &at.map(|a| a + sample), lanes, &words, &colours);
            }
            writer.write_samples(&mut data, &at, mask, &words, &colours);
            assert_eq!(data, one_by_one, "round {round}");
            assert!(format == Format::Rgba8 || data.iter().skip(3).step_by(4).all(|alpha| *alpha == 0xFF));
        }
    }

    #[test]
    fn bytes_come_back() {
        for i in 0..=255u32 {
            let words = [i | (255 - i) << 8 | i << 16 | 0x1234_0000 & 0xFF00_0000; 4];
            assert_eq!(pack(&unpack(&words)), words);
        }
        assert_eq!(pack(&[[f32::NAN; 4], [-1.0; 4], [2.0; 4], [0.5; 4]]), [0x80FF_0000; 4]);
    }
}
