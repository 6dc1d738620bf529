//! Small floats, fractions and sRGB, exactly and the same everywhere.

use std::sync::OnceLock;

/// Rounds to the nearest whole number, ties to even. For sizes below 2²².
#[inline(always)]
pub(crate) fn nearest(v: f32) -> f32 {
    const SHIFT: f32 = 12_582_912.0;
    (v + SHIFT) - SHIFT
}

/// NaN to 0, and into 0 to 1.
#[inline(always)]
pub(crate) fn saturate(v: f32) -> f32 {
    // A comparison with NaN is false.
    let v = if v > 0.0 { v } else { 0.0 };
    if v < 1.0 { v } else { 1.0 }
}

/// A fraction as an integer of which `max` stands for 1.
#[inline(always)]
pub(crate) fn unorm(v: f32, max: f32) -> u32 {
    nearest(saturate(v) * max) as u32
}

/// A fraction of -1 to 1.
#[inline(always)]
pub(crate) fn snorm(v: f32, max: f32) -> i32 {
    let v = if v > -1.0 {
        v
    } else if v <= -1.0 {
        -1.0
    } else {
        0.0
    };
    let v = if v < 1.0 { v } else { 1.0 };
    nearest(v * max) as i32
}

/// What a signed fraction stands for: the lowest integer is -1 as well.
#[inline(always)]
pub(crate) fn of_snorm(v: i32, max: f32) -> f32 {
    let v = v as f32 / max;
    if v < -1.0 { -1.0 } else { v }
}

/// A float of 16 bits.
#[inline]
pub(crate) fn of_half(h: u16) -> f32 {
    let sign = u32::from(h & 0x8000) << 16;
    let (exponent, mantissa) = (u32::from(h >> 10) & 31, u32::from(h) & 0x3FF);
    match exponent {
        0 => {
            // Exact: a whole number times a power of two.
            let v = mantissa as f32 * f32::from_bits(0x3380_0000);
            f32::from_bits(v.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7F80_0000 | if mantissa != 0 { 0x40_0000 } else { 0 }),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (mantissa << 13)),
    }
}

/// Makes a float of 5 bits of exponent and `bits` of mantissa of the magnitude of a float; rounds to nearest, ties to even.
/// Too large is infinity, NaN is NaN.
fn small(bits32: u32, bits: u32) -> u32 {
    let magnitude = bits32 & 0x7FFF_FFFF;
    let infinity = 31 << bits;
    if magnitude > 0x7F80_0000 {
        return infinity | (1 << (bits - 1));
    }
    if magnitude >= 0x4780_0000 {
        return infinity;
    }
    if magnitude < 0x3880_0000 {
        // Below 2⁻¹⁴: a whole number of the smallest step, 2^(-14 - bits).
        let scaled = f32::from_bits(magnitude) * f32::from_bits((127 + 14 + bits) << 23);
        return nearest(scaled) as u32;
    }
    let shift = 23 - bits;
    let rebased = magnitude - (112 << 23);
    let odd = (rebased >> shift) & 1;
    (rebased + (1 << (shift - 1)) - 1 + odd) >> shift
}

/// As a float of 16 bits.
#[inline]
pub(crate) fn half(v: f32) -> u16 {
    let bits = v.to_bits();
    (small(bits, 10) | ((bits >> 16) & 0x8000)) as u16
}

/// As a float without sign with `bits` of mantissa; negative ones are 0.
pub(crate) fn unsigned_small(v: f32, bits: u32) -> u32 {
    let word = v.to_bits();
    if v.is_nan() {
        return (31 << bits) | (1 << (bits - 1));
    }
    if word >> 31 != 0 {
        return 0;
    }
    let largest = (31 << bits) - 1;
    let out = small(word, bits);
    // A finite value too large becomes the largest.
    if out == 31 << bits && v.is_finite() { largest } else { out }
}

/// What a float without sign stands for.
pub(crate) fn of_unsigned_small(v: u32, bits: u32) -> f32 {
    of_half(((v << (10 - bits)) & 0x7FFF) as u16)
}

/// Three mantissas of 9 bits with one exponent (section 3.8.3.2 of OpenGL ES 3.0).
pub(crate) fn shared_exponent(rgb: [f32; 3]) -> u32 {
    let clamp = |v: f32| if v > 0.0 { if v < 65408.0 { v } else { 65408.0 } } else { 0.0 };
    let c = rgb.map(clamp);
    let max = c[0].max(c[1]).max(c[2]);
    let power = ((max.to_bits() >> 23) as i32 - 127).max(-16);
    let mut exponent = power + 16;
    let step = |exponent: i32| f64::from_bits(((exponent - 24 + 1023) as u64) << 52);
    let round = |v: f32, e: i32| (f64::from(v) / step(e) + 0.5) as u32;
    if round(max, exponent) == 512 {
        exponent += 1;
    }
    let m = c.map(|v| round(v, exponent));
    m[0] | (m[1] << 9) | (m[2] << 18) | ((exponent as u32) << 27)
}

/// What three mantissas with an exponent stand for.
pub(crate) fn of_shared_exponent(word: u32) -> [f32; 3] {
    let scale = f32::from_bits(((word >> 27) + 127 - 24) << 23);
    [word & 511, (word >> 9) & 511, (word >> 18) & 511].map(|m| m as f32 * scale)
}

/// Tables of sRGB: what each byte stands for, and the smallest value that becomes each byte.
pub(crate) struct Srgb {
    pub(crate) linear: [f32; 256],
    from: [f32; 256],
}

/// The tables, made once.
pub(crate) fn srgb() -> &'static Srgb {
    static TABLES: OnceLock<Srgb> = OnceLock::new();
    TABLES.get_or_init(|| {
        let linear = |v: f64| {
            if v <= 0.04045 {
                v / 12.92
            } else {
                libm::pow((v + 0.055) / 1.055, 2.4)
            }
        };
        Srgb {
            linear: std::array::from_fn(|i| linear(i as f64 / 255.0) as f32),
            from: std::array::from_fn(|i| {
                if i == 0 {
                    0.0
                } else {
                    linear((i as f64 - 0.5) / 255.0) as f32
                }
            }),
        }
    })
}

impl Srgb {
    /// The byte nearest to a linear value.
    pub(crate) fn encode(&self, v: f32) -> u8 {
        let v = saturate(v);
        (self.from.partition_point(|from| *from <= v) - 1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_trip() {
        for h in 0..=u16::MAX {
            let v = of_half(h);
            if v.is_nan() {
                assert!(of_half(half(v)).is_nan());
            } else {
                assert_eq!(half(v), h, "{v}");
            }
        }
        // Ties to even, and the largest that is no infinity.
        assert_eq!(half(2049.0), half(2048.0));
        assert_eq!(half(2051.0), half(2052.0));
        assert_eq!(half(65519.0), 0x7BFF);
        assert_eq!(half(65520.0), 0x7C00);
        assert_eq!(half(f32::from_bits(0x3300_0000)), 0);
        assert_eq!(half(f32::from_bits(0x3300_0001)), 1);
    }

    #[test]
    fn small_floats_round_trip() {
        for bits in [5, 6] {
            for v in 0..31u32 << bits {
                assert_eq!(unsigned_small(of_unsigned_small(v, bits), bits), v);
            }
            assert_eq!(unsigned_small(-3.0, bits), 0);
            assert_eq!(unsigned_small(1e9, bits), (31 << bits) - 1);
            assert_eq!(unsigned_small(f32::INFINITY, bits), 31 << bits);
        }
    }

    #[test]
    fn shared_exponents_round_trip() {
        for word in [0u32, 1, 511, 0x1234_5678, 0x7FFF_FFFF, 0xF800_01FF] {
            let values = of_shared_exponent(word);
            assert_eq!(of_shared_exponent(shared_exponent(values)), values);
        }
        assert_eq!(of_shared_exponent(shared_exponent([1.0, 0.5, f32::NAN])), [1.0, 0.5, 0.0]);
        assert_eq!(of_shared_exponent(shared_exponent([1e9, 0.0, -1.0])), [65408.0, 0.0, 0.0]);
    }

    #[test]
    fn srgb_bytes_round_trip() {
        for i in 0..=255u8 {
            assert_eq!(srgb().encode(srgb().linear[usize::from(i)]), i);
        }
        assert_eq!(srgb().encode(f32::NAN), 0);
        assert_eq!(srgb().encode(2.0), 255);
        // The middle of linear light.
        assert_eq!(srgb().encode(0.5), 188);
    }

    #[test]
    fn fractions_round_and_saturate() {
        assert_eq!(unorm(0.5, 255.0), 128);
        assert_eq!(unorm(f32::NAN, 255.0), 0);
        assert_eq!(unorm(-0.0, 255.0), 0);
        assert_eq!(unorm(f32::INFINITY, 255.0), 255);
        assert_eq!(snorm(-2.0, 127.0), -127);
        assert_eq!(snorm(f32::NAN, 127.0), 0);
        assert_eq!(of_snorm(-128, 127.0), -1.0);
    }
}
