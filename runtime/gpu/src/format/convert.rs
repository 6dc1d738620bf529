//! Texels between memory and what a shader sees.

use super::numbers::*;
use super::{Channels, Component, Format, Kind, Layout};

/// Bytes of a texel of zeros; alpha is 1 where the format has none but memory does.
pub(crate) fn zero(format: Format) -> [u8; 16] {
    let mut out = [0; 16];
    if format.layout() == Layout::Rgba8 && !format.present()[3] {
        out[3] = 255;
    }
    out
}

#[inline]
fn u16_at(b: &[u8], i: usize) -> u16 {
    b.get(i * 2..i * 2 + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

#[inline]
fn u32_at(b: &[u8], i: usize) -> u32 {
    b.get(i * 4..i * 4 + 4)
        .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// Spreads the channels that memory has as a shader sees them.
fn spread(channels: Channels, v: [f32; 4]) -> [f32; 4] {
    match channels {
        Channels::R | Channels::Depth => [v[0], 0.0, 0.0, 1.0],
        Channels::Rg => [v[0], v[1], 0.0, 1.0],
        Channels::Rgb => [v[0], v[1], v[2], 1.0],
        Channels::Rgba => v,
        Channels::L => [v[0], v[0], v[0], 1.0],
        Channels::La => [v[0], v[0], v[0], v[1]],
        Channels::A => [0.0, 0.0, 0.0, v[0]],
    }
}

/// Picks the channels that memory has of red, green, blue and alpha.
fn pick(channels: Channels, v: [f32; 4]) -> [f32; 4] {
    match channels {
        Channels::La => [v[0], v[3], 0.0, 0.0],
        Channels::A => [v[3], 0.0, 0.0, 0.0],
        _ => v,
    }
}

/// What a shader sees of a texel that is no integer. sRGB is made linear.
pub(crate) fn decode(format: Format, b: &[u8]) -> [f32; 4] {
    match format.layout() {
        Layout::Rgba8 => {
            if b.len() < 4 {
                return [0.0; 4];
            }
            if format.is_srgb() {
                let t = &srgb().linear;
                return [
                    t[usize::from(b[0])],
                    t[usize::from(b[1])],
                    t[usize::from(b[2])],
                    f32::from(b[3]) / 255.0,
                ];
            }
            [b[0], b[1], b[2], b[3]].map(|v| f32::from(v) / 255.0)
        }
        Layout::Array(component, n) => {
            let one = |i: usize| match component {
                Component::Snorm8 => of_snorm(i32::from(b[i] as i8), 127.0),
                Component::Unorm16 => f32::from(u16_at(b, i)) / 65535.0,
                Component::Snorm16 => of_snorm(i32::from(u16_at(b, i) as i16), 32767.0),
                Component::F16 => of_half(u16_at(b, i)),
                Component::F32 => f32::from_bits(u32_at(b, i)),
                _ => 0.0,
            };
            let mut v = [0.0; 4];
            (0..usize::from(n).min(4)).for_each(|i| v[i] = one(i));
            spread(format.channels(), v)
        }
        Layout::P565 => {
            let v = u16_at(b, 0);
            [
                f32::from(v >> 11) / 31.0,
                f32::from((v >> 5) & 63) / 63.0,
                f32::from(v & 31) / 31.0,
                1.0,
            ]
        }
        Layout::P4444 => {
            let v = u16_at(b, 0);
            [v >> 12, (v >> 8) & 15, (v >> 4) & 15, v & 15].map(|v| f32::from(v) / 15.0)
        }
        Layout::P5551 => {
            let v = u16_at(b, 0);
            let f = |v: u16| f32::from(v & 31) / 31.0;
            [f(v >> 11), f(v >> 6), f(v >> 1), f32::from(v & 1)]
        }
        Layout::P2101010 => {
            let v = u32_at(b, 0);
            let f = |v: u32| (v & 1023) as f32 / 1023.0;
            [f(v), f(v >> 10), f(v >> 20), (v >> 30) as f32 / 3.0]
        }
        Layout::F111110 => {
            let v = u32_at(b, 0);
            [
                of_unsigned_small(v & 2047, 6),
                of_unsigned_small((v >> 11) & 2047, 6),
                of_unsigned_small(v >> 22, 5),
                1.0,
            ]
        }
        Layout::E5999 => {
            let [r, g, b] = of_shared_exponent(u32_at(b, 0));
            [r, g, b, 1.0]
        }
        Layout::Depth16 => [f32::from(u16_at(b, 0)) / 65535.0, 0.0, 0.0, 1.0],
        Layout::DepthF32 => [f32::from_bits(u32_at(b, 0)), 0.0, 0.0, 1.0],
        Layout::P2101010Uint | Layout::None => [0.0, 0.0, 0.0, 1.0],
    }
}

/// The bytes of a texel that is no integer. Linear colours become sRGB.
pub(crate) fn encode(format: Format, v: [f32; 4], out: &mut [u8; 16]) {
    match format.layout() {
        Layout::Rgba8 => {
            let byte = |v: f32| unorm(v, 255.0) as u8;
            let c = if format.is_srgb() {
                let t = srgb();
                [t.encode(v[0]), t.encode(v[1]), t.encode(v[2]), byte(v[3])]
            } else {
                v.map(byte)
            };
            out[..4].copy_from_slice(&expand8(format.channels(), c));
        }
        Layout::Array(component, n) => {
            let v = pick(format.channels(), v);
            for (i, v) in v.iter().enumerate().take(usize::from(n)) {
                match component {
                    Component::Snorm8 => out[i] = snorm(*v, 127.0) as u8,
                    Component::Unorm16 => put16(out, i, unorm(*v, 65535.0) as u16),
                    Component::Snorm16 => put16(out, i, snorm(*v, 32767.0) as u16),
                    Component::F16 => put16(out, i, half(*v)),
                    Component::F32 => out[i * 4..i * 4 + 4].copy_from_slice(&v.to_bits().to_le_bytes()),
                    _ => {}
                }
            }
        }
        Layout::P565 => {
            let word = (unorm(v[0], 31.0) << 11) | (unorm(v[1], 63.0) << 5) | unorm(v[2], 31.0);
            put16(out, 0, word as u16);
        }
        Layout::P4444 => {
            let c = v.map(|v| unorm(v, 15.0));
            put16(out, 0, ((c[0] << 12) | (c[1] << 8) | (c[2] << 4) | c[3]) as u16);
        }
        Layout::P5551 => {
            let c = |i: usize| unorm(v[i], 31.0);
            put16(out, 0, ((c(0) << 11) | (c(1) << 6) | (c(2) << 1) | unorm(v[3], 1.0)) as u16);
        }
        Layout::P2101010 => {
            let c = |i: usize| unorm(v[i], 1023.0);
            put32(out, c(0) | (c(1) << 10) | (c(2) << 20) | (unorm(v[3], 3.0) << 30));
        }
        Layout::F111110 => {
            let word = unsigned_small(v[0], 6) | (unsigned_small(v[1], 6) << 11) | (unsigned_small(v[2], 5) << 22);
            put32(out, word);
        }
        Layout::E5999 => put32(out, shared_exponent([v[0], v[1], v[2]])),
        Layout::Depth16 => put16(out, 0, unorm(v[0], 65535.0) as u16),
        Layout::DepthF32 => put32(out, saturate(v[0]).to_bits()),
        Layout::P2101010Uint | Layout::None => {}
    }
}

/// The four bytes of a colour of a format with 8 bits a channel.
pub(crate) fn expand8(channels: Channels, c: [u8; 4]) -> [u8; 4] {
    match channels {
        Channels::R | Channels::Depth => [c[0], 0, 0, 255],
        Channels::Rg => [c[0], c[1], 0, 255],
        Channels::Rgb => [c[0], c[1], c[2], 255],
        Channels::Rgba => c,
        Channels::L => [c[0], c[0], c[0], 255],
        Channels::La => [c[0], c[0], c[0], c[3]],
        Channels::A => [0, 0, 0, c[3]],
    }
}

fn put16(out: &mut [u8; 16], i: usize, v: u16) {
    out[i * 2..i * 2 + 2].copy_from_slice(&v.to_le_bytes());
}

fn put32(out: &mut [u8; 16], v: u32) {
    out[..4].copy_from_slice(&v.to_le_bytes());
}

/// What a shader sees of a texel of integers.
pub(crate) fn decode_integer(format: Format, b: &[u8]) -> [u32; 4] {
    let mut v = [0, 0, 0, 1];
    match format.layout() {
        Layout::Array(component, n) => {
            for (i, v) in v.iter_mut().enumerate().take(usize::from(n)) {
                *v = match component {
                    Component::U8 => u32::from(b[i]),
                    Component::I8 => b[i] as i8 as u32,
                    Component::U16 => u32::from(u16_at(b, i)),
                    Component::I16 => u16_at(b, i) as i16 as u32,
                    _ => u32_at(b, i),
                };
            }
        }
        Layout::P2101010Uint => {
            let w = u32_at(b, 0);
            v = [w & 1023, (w >> 10) & 1023, (w >> 20) & 1023, w >> 30];
        }
        _ => {}
    }
    v
}

/// The bytes of a texel of integers; what does not fit becomes the nearest that does.
pub(crate) fn encode_integer(format: Format, v: [u32; 4], out: &mut [u8; 16]) {
    match format.layout() {
        Layout::Array(component, n) => {
            for (i, v) in v.iter().enumerate().take(usize::from(n)) {
                match component {
                    Component::U8 => out[i] = (*v).min(255) as u8,
                    Component::I8 => out[i] = (*v as i32).clamp(-128, 127) as u8,
                    Component::U16 => put16(out, i, (*v).min(65535) as u16),
                    Component::I16 => put16(out, i, (*v as i32).clamp(-32768, 32767) as u16),
                    _ => out[i * 4..i * 4 + 4].copy_from_slice(&v.to_le_bytes()),
                }
            }
        }
        Layout::P2101010Uint => {
            let c = |i: usize| v[i].min(1023);
            put32(out, c(0) | (c(1) << 10) | (c(2) << 20) | (v[3].min(3) << 30));
        }
        _ => {}
    }
}

/// Bits as a shader sees them, whatever the kind.
pub(crate) fn decode_bits(format: Format, b: &[u8]) -> [u32; 4] {
    match format.kind() {
        Kind::Int | Kind::Uint => decode_integer(format, b),
        _ => decode(format, b).map(f32::to_bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value that memory can have comes back from what a shader sees.
    #[test]
    fn formats_round_trip() {
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed
        };
        for format in Format::ALL.iter().copied().filter(|f| f.texel_bytes() > 0) {
            for _ in 0..2000 {
                let mut bytes = [0u8; 16];
                bytes
                    .chunks_exact_mut(4)
                    .for_each(|c| c.copy_from_slice(&next().to_le_bytes()));
                let n = format.texel_bytes();
                let mut out = [0u8; 16];
                if format.is_integer() {
                    encode_integer(format, decode_integer(format, &bytes[..n]), &mut out);
                    assert_eq!(out[..n], bytes[..n], "{format:?}");
                    continue;
                }
                let seen = decode(format, &bytes[..n]);
                encode(format, seen, &mut out);
                let again = decode(format, &out[..n]);
                let channels = format.channels();
                for (i, (a, b)) in seen.iter().zip(again).enumerate() {
                    let kept = match channels {
                        Channels::R | Channels::L | Channels::Depth => i == 0,
                        Channels::Rg => i < 2,
                        Channels::Rgb => i < 3,
                        Channels::La => i == 0 || i == 3,
                        Channels::A => i == 3,
                        Channels::Rgba => true,
                    };
                    if kept && !a.is_nan() && format.kind() != Kind::Depth {
                        assert_eq!(*a, b, "{format:?} {seen:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_format_lacks_is_filled_in() {
        let mut out = [0; 16];
        encode(Format::L8, [0.2, 0.4, 0.6, 0.8], &mut out);
        assert_eq!(out[..4], [51, 51, 51, 255]);
        encode(Format::A8, [0.2, 0.4, 0.6, 0.8], &mut out);
        assert_eq!(out[..4], [0, 0, 0, 204]);
        encode(Format::R8, [1.0, 1.0, 1.0, 0.0], &mut out);
        assert_eq!(out[..4], [255, 0, 0, 255]);
        assert_eq!(decode_integer(Format::Rg8i, &[0xFF, 2]), [u32::MAX, 2, 0, 1]);
    }
}
