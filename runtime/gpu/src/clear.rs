//! Clearing.

use crate::format::convert::{encode, encode_integer, expand8, zero};
use crate::format::numbers::saturate;
use crate::format::{Kind, Layout};
use crate::image::{Attachment, LevelInfo, Plane};
use crate::state::Rect;

/// A colour to clear with. It is converted to the attachment's format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClearColour {
    /// `clearColor`, `clearBufferfv`.
    Float([f32; 4]),
    /// `clearBufferiv`.
    Int([i32; 4]),
    /// `clearBufferuiv`.
    Uint([u32; 4]),
}

/// Clears the channels of a colour attachment that the mask names, within the scissor rectangle.
pub fn colour(target: &Attachment, colour: ClearColour, mask: [bool; 4], scissor: Option<Rect>) {
    target.image.edit(target.level, target.layer, |info, plane, _| {
        let Some(plane) = plane else { return };
        let mut texel = zero(info.format);
        match colour {
            ClearColour::Float(v) => {
                encode(info.format, v, &mut texel);
                if info.format.layout() == Layout::Rgba8 && !info.format.is_srgb() {
                    // Chromium's renderer rounds halves up here, and to even where it draws.
                    let c = v.map(|v| (saturate(v) * 255.0 + 0.5) as u8);
                    texel[..4].copy_from_slice(&expand8(info.format.channels(), c));
                }
            }
            ClearColour::Int(v) => {
                // A number below zero is no number of an unsigned format.
                let negative = info.format.kind() == Kind::Uint;
                let v = v.map(|v| if negative { v.max(0) as u32 } else { v as u32 });
                encode_integer(info.format, v, &mut texel);
            }
            ClearColour::Uint(v) => encode_integer(info.format, v, &mut texel),
        }
        let keep = kept_bits(info, mask);
        fill(plane, texel, keep, scissor);
    });
}

/// Clears depth.
pub fn depth(target: &Attachment, value: f32, scissor: Option<Rect>) {
    target.image.edit(target.level, target.layer, |info, plane, _| {
        if let Some(plane) = plane
            && info.format.has_depth()
        {
            let mut texel = [0; 16];
            encode(info.format, [saturate(value), 0.0, 0.0, 0.0], &mut texel);
            fill(plane, texel, [0; 16], scissor);
        }
    });
}

/// Clears the bits of stencil that the mask names.
pub fn stencil(target: &Attachment, value: u8, mask: u8, scissor: Option<Rect>) {
    target.image.edit(target.level, target.layer, |_, _, plane| {
        if let Some(plane) = plane {
            fill(plane, [value; 16], [!mask; 16], scissor);
        }
    });
}

/// The bits of a texel that a mask of channels leaves as they are.
pub(crate) fn kept_bits(info: &LevelInfo, mask: [bool; 4]) -> [u8; 16] {
    let format = info.format;
    let present = format.present();
    let mut keep = [0; 16];
    if mask.iter().zip(present).all(|(m, p)| *m || !p) {
        return keep;
    }
    let mut word = |bits: [(u32, u32); 4]| {
        let mut w = 0u32;
        for (i, (shift, n)) in bits.iter().enumerate() {
            if !mask[i] && *n > 0 {
                w |= (((1u64 << n) - 1) as u32) << shift;
            }
        }
        keep[..4].copy_from_slice(&w.to_le_bytes());
    };
    match format.layout() {
        Layout::Rgba8 => word([(0, 8), (8, 8), (16, 8), (24, 8)]),
        Layout::P565 => word([(11, 5), (5, 6), (0, 5), (0, 0)]),
        Layout::P4444 => word([(12, 4), (8, 4), (4, 4), (0, 4)]),
        Layout::P5551 => word([(11, 5), (6, 5), (1, 5), (0, 1)]),
        Layout::P2101010 | Layout::P2101010Uint => word([(0, 10), (10, 10), (20, 10), (30, 2)]),
        Layout::F111110 => word([(0, 11), (11, 11), (22, 10), (0, 0)]),
        Layout::Array(component, n) => {
            let size = component.bytes();
            for i in 0..usize::from(n) {
                if !mask[i] {
                    keep[i * size..(i + 1) * size].fill(0xFF);
                }
            }
        }
        _ => {}
    }
    keep
}

fn fill(plane: &mut Plane, texel: [u8; 16], keep: [u8; 16], scissor: Option<Rect>) {
    let (width, height) = (plane.width, plane.height);
    let [x0, y0, x1, y1] = scissor.map_or([0, 0, width, height], |r| r.within(width, height));
    if x0 >= x1 || y0 >= y1 {
        return;
    }
    let size = plane.size;
    let whole = x0 == 0 && y0 == 0 && x1 == width && y1 == height;
    let keeps = keep[..size].iter().any(|k| *k != 0);
    if whole && !keeps {
        return plane.fill(texel);
    }
    let (stride, samples) = (plane.stride(), plane.samples as usize);
    let bytes = plane.bytes_mut();
    for y in y0..y1 {
        let row = &mut bytes[y as usize * stride..][x0 as usize * samples * size..x1 as usize * samples * size];
        if keeps {
            for t in row.chunks_exact_mut(size) {
                for ((b, k), v) in t.iter_mut().zip(keep).zip(texel) {
                    *b = (*b & k) | (v & !k);
                }
            }
        } else {
            row.chunks_exact_mut(size).for_each(|t| t.copy_from_slice(&texel[..size]));
        }
    }
}
