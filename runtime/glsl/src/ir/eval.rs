//! What the operations do to one lane. The reference interpreter and constant folding use this; the WebAssembly back end
//! must agree with it on every bit.

use super::{Bin, Un};

/// The one NaN whose bits may be seen.
pub(crate) const NAN: u32 = 0x7fc0_0000;

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn mask(truth: bool) -> u32 {
    if truth { u32::MAX } else { 0 }
}

/// What is divided by: all ones in place of zero, as Chromium's renderer has it.
fn divisor(b: u32) -> u32 {
    if b == 0 { u32::MAX } else { b }
}

/// An operation on one value.
pub(crate) fn un(op: Un, a: u32) -> u32 {
    match op {
        Un::FNeg => a ^ 0x8000_0000,
        Un::FAbs => a & 0x7fff_ffff,
        Un::FSqrt => f(a).sqrt().to_bits(),
        Un::FFloor => f(a).floor().to_bits(),
        Un::FCeil => f(a).ceil().to_bits(),
        Un::FTrunc => f(a).trunc().to_bits(),
        Un::FNearest => f(a).round_ties_even().to_bits(),
        Un::Canon => {
            if f(a).is_nan() {
                NAN
            } else {
                a
            }
        }
        Un::INeg => a.wrapping_neg(),
        Un::Not => !a,
        Un::FToI => (f(a) as i32) as u32,
        Un::FToU => f(a) as u32,
        Un::IToF => ((a as i32) as f32).to_bits(),
        Un::UToF => (a as f32).to_bits(),
    }
}

/// An operation on two values.
pub(crate) fn bin(op: Bin, a: u32, b: u32) -> u32 {
    let (sa, sb) = (a as i32, b as i32);
    match op {
        Bin::FAdd => (f(a) + f(b)).to_bits(),
        Bin::FSub => (f(a) - f(b)).to_bits(),
        Bin::FMul => (f(a) * f(b)).to_bits(),
        Bin::FDiv => (f(a) / f(b)).to_bits(),
        Bin::FMin => {
            if f(a) < f(b) {
                a
            } else {
                b
            }
        }
        Bin::FMax => {
            if f(b) < f(a) {
                a
            } else {
                b
            }
        }
        Bin::FEq => mask(f(a) == f(b)),
        Bin::FNe => mask(f(a) != f(b)),
        Bin::FLt => mask(f(a) < f(b)),
        Bin::FLe => mask(f(a) <= f(b)),
        Bin::IAdd => a.wrapping_add(b),
        Bin::ISub => a.wrapping_sub(b),
        Bin::IMul => a.wrapping_mul(b),
        Bin::SDiv => sa.wrapping_div(divisor(b) as i32) as u32,
        Bin::UDiv => a / divisor(b),
        Bin::SRem => sa.wrapping_rem(divisor(b) as i32) as u32,
        Bin::URem => a % divisor(b),
        Bin::And => a & b,
        Bin::Or => a | b,
        Bin::Xor => a ^ b,
        Bin::Shl => a << (b & 31),
        Bin::ShrS => (sa >> (b & 31)) as u32,
        Bin::ShrU => a >> (b & 31),
        Bin::IEq => mask(a == b),
        Bin::INe => mask(a != b),
        Bin::SLt => mask(sa < sb),
        Bin::SLe => mask(sa <= sb),
        Bin::ULt => mask(a < b),
        Bin::ULe => mask(a <= b),
        Bin::SMin => sa.min(sb) as u32,
        Bin::SMax => sa.max(sb) as u32,
        Bin::UMin => a.min(b),
        Bin::UMax => a.max(b),
    }
}
