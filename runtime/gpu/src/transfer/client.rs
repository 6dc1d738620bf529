//! Texels as client memory has them: a `format` and a `type` of GL (section 3.8.2 and 4.3.2 of OpenGL ES 3.0).

use crate::format::numbers::*;

/// What a client format's groups consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Red,
    Rg,
    Rgb,
    Rgba,
    Luminance,
    LuminanceAlpha,
    Alpha,
    Depth,
    DepthStencil,
}

impl Group {
    /// Of a format's number, and whether its values are integers.
    pub(crate) fn of(format: u32) -> Option<(Group, bool)> {
        Some(match format {
            0x1903 => (Group::Red, false),
            0x8227 => (Group::Rg, false),
            0x1907 | 0x8C40 => (Group::Rgb, false),
            0x1908 | 0x8C42 => (Group::Rgba, false),
            0x1909 => (Group::Luminance, false),
            0x190A => (Group::LuminanceAlpha, false),
            0x1906 => (Group::Alpha, false),
            0x8D94 => (Group::Red, true),
            0x8228 => (Group::Rg, true),
            0x8D98 => (Group::Rgb, true),
            0x8D99 => (Group::Rgba, true),
            0x1902 => (Group::Depth, false),
            0x84F9 => (Group::DepthStencil, false),
            _ => return None,
        })
    }

    pub(crate) fn components(self) -> usize {
        match self {
            Group::Red | Group::Luminance | Group::Alpha | Group::Depth => 1,
            Group::Rg | Group::LuminanceAlpha | Group::DepthStencil => 2,
            Group::Rgb => 3,
            Group::Rgba => 4,
        }
    }

    /// Which of red, green, blue and alpha each component is.
    fn channels(self) -> &'static [usize] {
        match self {
            Group::Red | Group::Luminance | Group::Depth => &[0],
            Group::Rg => &[0, 1],
            Group::LuminanceAlpha => &[0, 3],
            Group::Rgb => &[0, 1, 2],
            Group::Rgba => &[0, 1, 2, 3],
            Group::Alpha => &[3],
            Group::DepthStencil => &[0],
        }
    }
}

/// Bytes of a value of a type, and whether it holds a whole group.
pub(crate) fn type_bytes(ty: u32) -> Option<(usize, bool)> {
    Some(match ty {
        0x1400 | 0x1401 => (1, false),
        0x1402 | 0x1403 | 0x140B | 0x8D61 => (2, false),
        0x1404..=0x1406 => (4, false),
        0x8033 | 0x8034 | 0x8363 => (2, true),
        0x8368 | 0x8C3B | 0x8C3E | 0x84FA => (4, true),
        0x8DAD => (8, true),
        _ => return None,
    })
}

/// Bytes of a group.
pub fn group_bytes(format: u32, ty: u32) -> Option<usize> {
    let (group, _) = Group::of(format)?;
    let (bytes, packed) = type_bytes(ty)?;
    Some(if packed { bytes } else { bytes * group.components() })
}

fn word(b: &[u8], at: usize, n: usize) -> u32 {
    let mut w = [0; 4];
    if let Some(b) = b.get(at..at + n) {
        w[..n].copy_from_slice(b);
    }
    u32::from_le_bytes(w)
}

/// The colour of a group that is no integer; depth is in red.
pub(crate) fn decode(group: Group, ty: u32, b: &[u8]) -> [f32; 4] {
    let frac = |v: u32, bits: u32| (v & ((1 << bits) - 1)) as f32 / ((1u32 << bits) - 1) as f32;
    let mut out = [0.0, 0.0, 0.0, 1.0];
    match ty {
        0x8033 => {
            let w = word(b, 0, 2);
            return [frac(w >> 12, 4), frac(w >> 8, 4), frac(w >> 4, 4), frac(w, 4)];
        }
        0x8034 => {
            let w = word(b, 0, 2);
            return [frac(w >> 11, 5), frac(w >> 6, 5), frac(w >> 1, 5), frac(w, 1)];
        }
        0x8363 => {
            let w = word(b, 0, 2);
            return [frac(w >> 11, 5), frac(w >> 5, 6), frac(w, 5), 1.0];
        }
        0x8368 => {
            let w = word(b, 0, 4);
            return [frac(w, 10), frac(w >> 10, 10), frac(w >> 20, 10), frac(w >> 30, 2)];
        }
        0x8C3B => {
            let w = word(b, 0, 4);
            let small = of_unsigned_small;
            return [small(w & 2047, 6), small((w >> 11) & 2047, 6), small(w >> 22, 5), 1.0];
        }
        0x8C3E => {
            let [r, g, b] = of_shared_exponent(word(b, 0, 4));
            return [r, g, b, 1.0];
        }
        0x84FA => return [(f64::from(word(b, 0, 4) >> 8) / 16_777_215.0) as f32, 0.0, 0.0, 1.0],
        0x8DAD => return [f32::from_bits(word(b, 0, 4)), 0.0, 0.0, 1.0],
        _ => {}
    }
    let one = |i: usize| match ty {
        0x1400 => of_snorm(i32::from(word(b, i, 1) as u8 as i8), 127.0),
        0x1401 => word(b, i, 1) as f32 / 255.0,
        0x1402 => of_snorm(i32::from(word(b, i * 2, 2) as u16 as i16), 32767.0),
        0x1403 => word(b, i * 2, 2) as f32 / 65535.0,
        0x140B | 0x8D61 => of_half(word(b, i * 2, 2) as u16),
        0x1404 => (f64::from(word(b, i * 4, 4) as i32) / 2_147_483_647.0) as f32,
        0x1405 => (f64::from(word(b, i * 4, 4)) / 4_294_967_295.0) as f32,
        _ => f32::from_bits(word(b, i * 4, 4)),
    };
    for (i, channel) in group.channels().iter().enumerate() {
        out[*channel] = one(i);
    }
    if matches!(group, Group::Luminance | Group::LuminanceAlpha) {
        out[1] = out[0];
        out[2] = out[0];
    }
    out
}

/// The stencil of a group.
pub(crate) fn decode_stencil(ty: u32, b: &[u8]) -> u8 {
    match ty {
        0x84FA => word(b, 0, 1) as u8,
        0x8DAD => word(b, 4, 1) as u8,
        _ => 0,
    }
}

/// A group of integers.
pub(crate) fn decode_integer(group: Group, ty: u32, b: &[u8]) -> [u32; 4] {
    let mut out = [0, 0, 0, 1];
    if ty == 0x8368 {
        let w = word(b, 0, 4);
        return [w & 1023, (w >> 10) & 1023, (w >> 20) & 1023, w >> 30];
    }
    for (i, channel) in group.channels().iter().enumerate() {
        out[*channel] = match ty {
            0x1400 => word(b, i, 1) as u8 as i8 as u32,
            0x1401 => word(b, i, 1),
            0x1402 => word(b, i * 2, 2) as u16 as i16 as u32,
            0x1403 => word(b, i * 2, 2),
            _ => word(b, i * 4, 4),
        };
    }
    out
}

/// Writes the group of a colour. The slice has the group's bytes.
pub(crate) fn encode(group: Group, ty: u32, v: [f32; 4], out: &mut [u8]) {
    let packed: Option<u32> = match ty {
        0x8033 => {
            let c = v.map(|v| unorm(v, 15.0));
            Some((c[0] << 12) | (c[1] << 8) | (c[2] << 4) | c[3])
        }
        0x8034 => {
            let c = v.map(|v| unorm(v, 31.0));
            Some((c[0] << 11) | (c[1] << 6) | (c[2] << 1) | unorm(v[3], 1.0))
        }
        0x8363 => Some((unorm(v[0], 31.0) << 11) | (unorm(v[1], 63.0) << 5) | unorm(v[2], 31.0)),
        0x8368 => {
            let c = v.map(|v| unorm(v, 1023.0));
            Some(c[0] | (c[1] << 10) | (c[2] << 20) | (unorm(v[3], 3.0) << 30))
        }
        0x8C3B => Some(unsigned_small(v[0], 6) | (unsigned_small(v[1], 6) << 11) | (unsigned_small(v[2], 5) << 22)),
        0x8C3E => Some(shared_exponent([v[0], v[1], v[2]])),
        _ => None,
    };
    if let Some(word) = packed {
        let n = out.len().min(4);
        out[..n].copy_from_slice(&word.to_le_bytes()[..n]);
        return;
    }
    let Some((size, _)) = type_bytes(ty) else { return };
    for (channel, to) in group.channels().iter().zip(out.chunks_exact_mut(size)) {
        let v = v[*channel];
        let bits = match ty {
            0x1400 => snorm(v, 127.0) as u32,
            0x1401 => unorm(v, 255.0),
            0x1402 => snorm(v, 32767.0) as u32,
            0x1403 => unorm(v, 65535.0),
            0x140B | 0x8D61 => u32::from(half(v)),
            0x1405 => (f64::from(saturate(v)) * 4_294_967_295.0 + 0.5) as u32,
            0x1404 => (f64::from(v).clamp(-1.0, 1.0) * 2_147_483_647.0) as i32 as u32,
            _ => v.to_bits(),
        };
        to.copy_from_slice(&bits.to_le_bytes()[..size]);
    }
}

/// Writes a group of integers; those too large for the type become the nearest that are not.
pub(crate) fn encode_integer(group: Group, ty: u32, signed: bool, v: [u32; 4], out: &mut [u8]) {
    if ty == 0x8368 {
        let c = v.map(|v| v.min(1023));
        let n = out.len().min(4);
        let word = c[0] | (c[1] << 10) | (c[2] << 20) | (v[3].min(3) << 30);
        out[..n].copy_from_slice(&word.to_le_bytes()[..n]);
        return;
    }
    let Some((size, _)) = type_bytes(ty) else { return };
    for (channel, to) in group.channels().iter().zip(out.chunks_exact_mut(size)) {
        let v = if signed {
            i64::from(v[*channel] as i32)
        } else {
            i64::from(v[*channel])
        };
        let bits = match ty {
            0x1400 => v.clamp(-128, 127),
            0x1401 => v.clamp(0, 255),
            0x1402 => v.clamp(-32768, 32767),
            0x1403 => v.clamp(0, 65535),
            _ => v,
        };
        to.copy_from_slice(&(bits as u32).to_le_bytes()[..size]);
    }
}
