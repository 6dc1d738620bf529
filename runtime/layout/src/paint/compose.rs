//! Laying pixels over pixels without moving them between pixel positions: most of what layers and canvases need.

use tiny_skia::{Mask, PixmapMut, PixmapRef};

/// Source-over (Compositing 1 §9.1.4) of `source`, whose corner lies at (`left`, `top`) of the target, weakened by the mask.
///
/// The exact result, rounded to nearest: what the rasteriser's floating-point pipeline gives for a picture that is not moved
/// between pixels, in a fraction of the time.
pub(super) fn over(target: &mut PixmapMut<'_>, source: PixmapRef<'_>, left: i32, top: i32, mask: Option<&Mask>) {
    let (width, height) = (target.width() as i32, target.height() as i32);
    let (x0, x1) = (left.max(0), left.saturating_add(source.width() as i32).min(width));
    let (y0, y1) = (top.max(0), top.saturating_add(source.height() as i32).min(height));
    if x0 >= x1 {
        return;
    }
    let count = (x1 - x0) as usize;
    let from = source.data().as_chunks::<4>().0;
    let to = target.data_mut().as_chunks_mut::<4>().0;
    for y in y0..y1 {
        let from_at = (y - top) as usize * source.width() as usize + (x0 - left) as usize;
        let to_at = y as usize * width as usize + x0 as usize;
        let (Some(from), Some(to)) = (from.get(from_at..from_at + count), to.get_mut(to_at..to_at + count)) else {
            return;
        };
        match mask.and_then(|mask| mask.data().get(to_at..to_at + count)) {
            Some(coverage) => row_masked(from, to, coverage),
            None => row(from, to),
        }
    }
}

fn row(from: &[[u8; 4]], to: &mut [[u8; 4]]) {
    // Most pictures are opaque over long stretches, which are copied, or have nothing there.
    const STRETCH: usize = 16;
    let alpha = u32::from_ne_bytes([0, 0, 0, 255]);
    let ((stretches, rest), (places, others)) = (from.as_chunks::<STRETCH>(), to.as_chunks_mut::<STRETCH>());
    for (from, to) in stretches.iter().zip(places) {
        let (mut all, mut any) = (u32::MAX, 0);
        for pixel in from {
            let pixel = u32::from_ne_bytes(*pixel);
            all &= pixel;
            any |= pixel;
        }
        if all & alpha == alpha {
            *to = *from;
        } else if any != 0 {
            mix(from, to);
        }
    }
    mix(rest, others);
}

fn mix(from: &[[u8; 4]], to: &mut [[u8; 4]]) {
    for (source, target) in from.iter().zip(to) {
        match source[3] {
            255 => *target = *source,
            0 if *source == [0; 4] => {}
            alpha => {
                let rest = 255 - u32::from(alpha);
                for (s, t) in source.iter().zip(target) {
                    *t = (u32::from(*s) + (u32::from(*t) * rest + 127) / 255).min(255) as u8;
                }
            }
        }
    }
}

fn row_masked(from: &[[u8; 4]], to: &mut [[u8; 4]], coverage: &[u8]) {
    const ONE: u32 = 255 * 255;
    for ((source, target), coverage) in from.iter().zip(to).zip(coverage) {
        let coverage = u32::from(*coverage);
        if coverage == 0 {
            continue;
        }
        let rest = ONE - u32::from(source[3]) * coverage;
        for (s, t) in source.iter().zip(target) {
            let sum = u32::from(*s) * coverage * 255 + u32::from(*t) * rest;
            *t = ((sum + ONE / 2) / ONE).min(255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

    /// Pixels that hold every kind of alpha, in a fixed order.
    fn noise(width: u32, height: u32, mut seed: u32) -> Pixmap {
        let mut pixmap = Pixmap::new(width, height).unwrap();
        for pixel in pixmap.data_mut().as_chunks_mut::<4>().0 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 24
            };
            let alpha = match next() % 4 {
                0 => 0,
                1 => 255,
                _ => next(),
            };
            *pixel = [0, 1, 2, 3].map(|channel| match channel {
                3 => alpha as u8,
                _ => (next() * alpha / 255) as u8,
            });
        }
        pixmap
    }

    #[test]
    fn equals_the_rasterisers_own_pictures_bit_for_bit() {
        let source = noise(67, 41, 1);
        let mut mask = Mask::new(64, 48).unwrap();
        for (at, coverage) in mask.data_mut().iter_mut().enumerate() {
            *coverage = (at * 7 % 256) as u8;
        }
        let paint = PixmapPaint {
            quality: FilterQuality::Nearest,
            ..PixmapPaint::default()
        };
        for (left, top) in [(0, 0), (-9, 5), (20, -13), (-80, 0), (64, 48)] {
            for mask in [None, Some(&mask)] {
                let (mut ours, mut theirs) = (noise(64, 48, 2), noise(64, 48, 2));
                over(&mut ours.as_mut(), source.as_ref(), left, top, mask);
                theirs
                    .as_mut()
                    .draw_pixmap(left, top, source.as_ref(), &paint, Transform::identity(), mask);
                assert_eq!(ours.data(), theirs.data(), "at {left}, {top}, masked: {}", mask.is_some());
            }
        }
    }
}
