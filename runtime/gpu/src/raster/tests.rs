//! Depth and stencil tests (sections 4.1.4 and 4.1.5 of OpenGL ES 3.0).
//!
//! Depths are compared as the integers that lie in memory: bits of floats that are not negative are in the order of the floats.

use crate::format::numbers::{saturate, unorm};
use crate::state::{Compare, DepthState, StencilFace, StencilOp, StencilState};

/// How depth is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DepthKind {
    F32,
    U16,
}

impl DepthKind {
    #[inline(always)]
    fn key(self, z: f32) -> u32 {
        match self {
            DepthKind::F32 => saturate(z).to_bits(),
            DepthKind::U16 => unorm(z, 65535.0),
        }
    }

    #[inline(always)]
    fn load(self, data: &[u8], at: usize) -> u32 {
        match self {
            DepthKind::F32 => match data.get(at * 4..at * 4 + 4) {
                Some(b) => u32::from_le_bytes([b[0], b[1], b[2], b[3]]),
                None => 0,
            },
            DepthKind::U16 => match data.get(at * 2..at * 2 + 2) {
                Some(b) => u32::from(u16::from_le_bytes([b[0], b[1]])),
                None => 0,
            },
        }
    }

    #[inline(always)]
    fn store(self, data: &mut [u8], at: usize, key: u32) {
        match self {
            DepthKind::F32 => {
                if let Some(b) = data.get_mut(at * 4..at * 4 + 4) {
                    b.copy_from_slice(&key.to_le_bytes());
                }
            }
            DepthKind::U16 => {
                if let Some(b) = data.get_mut(at * 2..at * 2 + 2) {
                    b.copy_from_slice(&(key as u16).to_le_bytes());
                }
            }
        }
    }
}

/// What tests are done, and on what.
pub(crate) struct Tests<'a> {
    pub(crate) depth: Option<(DepthState, DepthKind, &'a mut [u8])>,
    pub(crate) stencil: Option<(StencilState, &'a mut [u8])>,
}

fn apply(op: StencilOp, value: u8, reference: u8) -> u8 {
    match op {
        StencilOp::Keep => value,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::Increment => value.saturating_add(1),
        StencilOp::Decrement => value.saturating_sub(1),
        StencilOp::Invert => !value,
        StencilOp::IncrementWrap => value.wrapping_add(1),
        StencilOp::DecrementWrap => value.wrapping_sub(1),
    }
}

fn write_stencil(face: &StencilFace, op: StencilOp, stored: &mut u8) {
    let new = apply(op, *stored, face.reference);
    *stored = (*stored & !face.write_mask) | (new & face.write_mask);
}

/// A bit for each of four keys that passes.
#[inline(always)]
fn passing(func: Compare, keys: &[u32; 4], stored: &[u32; 4]) -> u16 {
    #[inline(always)]
    fn bits(f: impl Fn(usize) -> bool) -> u16 {
        (0..4).fold(0, |bits, i| bits | u16::from(f(i)) << i)
    }
    match func {
        Compare::Less => bits(|i| keys[i] < stored[i]),
        Compare::LessEqual => bits(|i| keys[i] <= stored[i]),
        _ => bits(|i| func.passes(keys[i], stored[i])),
    }
}

impl Tests<'_> {
    /// Whether there is anything to test.
    pub(crate) fn any(&self) -> bool {
        self.depth.is_some() || self.stencil.is_some()
    }

    /// Tests a sample and writes what the tests write.
    #[inline]
    pub(crate) fn sample(&mut self, at: usize, z: f32, front: bool) -> bool {
        if let Some((state, stencil)) = &mut self.stencil {
            let face = if front { &state.front } else { &state.back };
            let Some(stored) = stencil.get_mut(at) else { return false };
            if !face.func.passes(face.reference & face.read_mask, *stored & face.read_mask) {
                write_stencil(face, face.fail, stored);
                return false;
            }
            let passed = depth(&mut self.depth, at, z);
            write_stencil(face, if passed { face.pass } else { face.depth_fail }, stored);
            return passed;
        }
        depth(&mut self.depth, at, z)
    }

    /// Tests the samples of a pixel of which some bits are set, and gives those that pass; `at` is the first.
    #[inline]
    pub(crate) fn samples(&mut self, at: usize, z: [f32; 4], bits: u16, front: bool) -> u16 {
        if self.stencil.is_none()
            && let Some((state, DepthKind::F32, data)) = &mut self.depth
            && let Some(stored) = data
                .as_chunks_mut::<4>()
                .0
                .get_mut(at..)
                .and_then(<[_]>::first_chunk_mut::<4>)
        {
            let keys = z.map(|z| saturate(z).to_bits());
            let old = stored.map(u32::from_le_bytes);
            let passed = passing(state.func, &keys, &old) & bits;
            if !state.write || passed == 0 {
                return passed;
            }
            if passed == 0xF {
                *stored = keys.map(u32::to_le_bytes);
                return passed;
            }
            for (i, to) in stored.iter_mut().enumerate() {
                if passed & (1 << i) != 0 {
                    *to = keys[i].to_le_bytes();
                }
            }
            return passed;
        }
        (0..4).fold(0, |passed, i| {
            let passes = bits & (1 << i) != 0 && self.sample(at + i, z[i], front);
            passed | u16::from(passes) << i
        })
    }

    /// Whether a sample would pass the depth test as things are.
    #[inline]
    pub(crate) fn would_pass(&self, at: usize, z: f32) -> bool {
        match &self.depth {
            Some((state, kind, data)) => state.func.passes(kind.key(z), kind.load(data, at)),
            None => true,
        }
    }
}

#[inline(always)]
fn depth(depth: &mut Option<(DepthState, DepthKind, &mut [u8])>, at: usize, z: f32) -> bool {
    let Some((state, kind, data)) = depth else { return true };
    let key = kind.key(z);
    let passed = state.func.passes(key, kind.load(data, at));
    if passed && state.write {
        kind.store(data, at, key);
    }
    passed
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn stencil_operations() {
        let table = [
            (StencilOp::Keep, 255, 255),
            (StencilOp::Zero, 255, 0),
            (StencilOp::Replace, 255, 7),
            (StencilOp::Increment, 255, 255),
            (StencilOp::Decrement, 0, 0),
            (StencilOp::Invert, 0x0F, 0xF0),
            (StencilOp::IncrementWrap, 255, 0),
            (StencilOp::DecrementWrap, 0, 255),
        ];
        for (op, value, expected) in table {
            assert_eq!(apply(op, value, 7), expected, "{op:?}");
        }
        let face = StencilFace {
            write_mask: 0x0F,
            reference: 0xFF,
            ..StencilFace::default()
        };
        let mut stored = 0x50;
        write_stencil(&face, StencilOp::Replace, &mut stored);
        assert_eq!(stored, 0x5F);
    }

    #[test]
    fn depth_is_compared_as_it_is_kept() {
        let mut data = [0u8; 2];
        DepthKind::U16.store(&mut data, 0, DepthKind::U16.key(0.5));
        let mut tests = Tests {
            depth: Some((
                DepthState {
                    func: Compare::Equal,
                    write: true,
                },
                DepthKind::U16,
                &mut data,
            )),
            stencil: None,
        };
        // The same fraction, though not the same float.
        assert!(tests.sample(0, 0.500_001, true));
        assert!(!tests.sample(0, 0.51, true));
        assert!(tests.any() && !tests.would_pass(0, 0.51));
    }
}
