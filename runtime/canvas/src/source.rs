//! What shapes are filled with: colours, gradients and pictures, fetched row by row.

use crate::blend::{Px, div255};
use crate::gradient::Gradient;
use crate::picture::Picture;

/// A fill.
pub(crate) enum Source {
    /// One premultiplied colour.
    Solid(Px),
    Gradient(Gradient),
    Picture(Picture),
    /// Nothing is painted.
    Nothing,
}

impl Source {
    /// Fetches `out.len()` pixels of a row from `(x, y)`.
    pub(crate) fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        match self {
            Source::Solid(color) => out.fill(*color),
            Source::Gradient(gradient) => gradient.fetch(x, y, out),
            Source::Picture(picture) => picture.fetch(x, y, out),
            Source::Nothing => out.fill([0; 4]),
        }
    }

    /// The pixels of a row if they need not be made, only looked at.
    pub(crate) fn lying(&self, x: i32, y: i32, len: usize) -> Option<&[Px]> {
        match self {
            Source::Picture(picture) => picture.lying(x, y, len),
            _ => None,
        }
    }
}

/// A straight colour 0–1 as a premultiplied pixel.
pub(crate) fn premultiply(color: [f32; 4], alpha: f32) -> Px {
    let alpha = color[3] * alpha;
    let byte = |v: f32| (v * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    let a = byte(alpha);
    [
        byte(color[0] * alpha).min(a),
        byte(color[1] * alpha).min(a),
        byte(color[2] * alpha).min(a),
        a,
    ]
}

/// An unpremultiplied pixel premultiplied as Chromium rounds it.
pub(crate) fn premultiply_px([r, g, b, a]: Px) -> Px {
    let alpha = u32::from(a);
    [r, g, b, 255].map(|channel| div255(u32::from(channel) * alpha) as u8)
}

/// A premultiplied pixel unpremultiplied as Chromium rounds it.
pub(crate) fn unpremultiply_px(px: Px) -> Px {
    let a = px[3];
    if a == 255 || a == 0 {
        return if a == 0 { [0; 4] } else { px };
    }
    // In this order Skia's rounding errors come out too.
    const UNIT: f32 = 1.0 / 255.0;
    let scale = 1.0 / (f32::from(a) * UNIT);
    let [r, g, b, _] = px.map(|channel| (f32::from(channel) * UNIT * scale * 255.0 + 0.5).min(255.0) as u8);
    [r, g, b, a]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_out_again_for_opaque_pixels_and_stays_premultiplied_for_others() {
        for a in [0, 1, 77, 254, 255] {
            for c in [0, 3, 128, 255] {
                let px = premultiply_px([c, c, c, a]);
                assert!(px[0] <= a);
                if a == 255 {
                    assert_eq!(unpremultiply_px(px), [c, c, c, a]);
                }
            }
        }
    }
}
