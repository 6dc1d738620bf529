//! Levels by halving (section 3.8.10.5 of OpenGL ES 3.0).

use super::mean;
use crate::format::convert::{decode, encode};
use crate::format::{Format, Layout};
use crate::image::{Image, ImageKind, LevelInfo, Plane};
use std::sync::Arc;

/// Makes the levels after `base` up to `last`. They get the base level's format and half the size each.
pub fn generate_mipmap(image: &Image, base: u32, last: u32) {
    let faces = if image.kind() == ImageKind::Cube { 6 } else { 1 };
    for level in base + 1..=last {
        for face in 0..faces {
            let Some(above) = image.info(level - 1, face) else { return };
            let volume = image.kind() == ImageKind::D3;
            let info = LevelInfo {
                width: (above.width / 2).max(1),
                height: (above.height / 2).max(1),
                depth: if volume { (above.depth / 2).max(1) } else { above.depth },
                ..above
            };
            if image.info(level, face) != Some(info) && image.define(level, face, info).is_err() {
                return;
            }
            for slice in 0..info.depth {
                make(image, level, face, slice, &above, &info, volume);
            }
        }
    }
}

fn make(image: &Image, level: u32, face: u32, slice: u32, above: &LevelInfo, info: &LevelInfo, volume: bool) {
    let layer = if image.kind() == ImageKind::Cube { face } else { slice };
    let source = |layer: u32| image.planes(level - 1, layer).and_then(|(_, main, _)| main);
    // Of a volume, the two slices around.
    let (first, second, between) = if volume {
        around(slice, above.depth, info.depth)
    } else {
        (layer, layer, 0.0)
    };
    let (Some(a), Some(b)) = (source(first), source(second)) else {
        return;
    };
    image.edit(level, layer, |_, plane, _| {
        let Some(plane) = plane else { return };
        if a.data.is_empty() && Arc::ptr_eq(&a, &b) {
            return plane.fill(a.fill);
        }
        let (width, size) = (plane.width, plane.size);
        let halves = above.width == info.width * 2 && above.height == info.height * 2 && between == 0.0;
        let bytes = halves && above.format.layout() == Layout::Rgba8 && !above.format.is_srgb() && !a.data.is_empty();
        for (i, out) in plane.bytes_mut().chunks_exact_mut(size).enumerate() {
            let (x, y) = (i as u32 % width, i as u32 / width);
            if bytes {
                let at = |x: u32, y: u32| ((y * above.width + x) * 4) as usize;
                let p = [
                    at(2 * x, 2 * y),
                    at(2 * x + 1, 2 * y),
                    at(2 * x, 2 * y + 1),
                    at(2 * x + 1, 2 * y + 1),
                ];
                for (c, out) in out.iter_mut().enumerate() {
                    *out = mean(p.map(|p| a.data[p + c]));
                }
                continue;
            }
            let (x0, x1, fx) = around(x, above.width, info.width);
            let (y0, y1, fy) = around(y, above.height, info.height);
            let from = |p: &Plane| square(above.format, p, [x0, x1], [y0, y1], fx, fy);
            let mut colour = from(&a);
            if between > 0.0 {
                colour = mix(colour, from(&b), between);
            }
            let mut texel = [0; 16];
            encode(info.format, colour, &mut texel);
            out.copy_from_slice(&texel[..size]);
        }
    });
}

fn mix(a: [f32; 4], b: [f32; 4], f: f32) -> [f32; 4] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * f)
}

fn square(format: Format, plane: &Plane, x: [u32; 2], y: [u32; 2], fx: f32, fy: f32) -> [f32; 4] {
    let at = |x: u32, y: u32| decode(format, plane.texel(x, y, 0));
    mix(
        mix(at(x[0], y[0]), at(x[1], y[0]), fx),
        mix(at(x[0], y[1]), at(x[1], y[1]), fx),
        fy,
    )
}

/// The two texels of the larger level around the middle of one of the smaller, and how far it is from the first.
fn around(i: u32, large: u32, small: u32) -> (u32, u32, f32) {
    if large == small {
        return (i, i, 0.0);
    }
    let t = (f64::from(i) + 0.5) * f64::from(large) / f64::from(small) - 0.5;
    let low = t as u32;
    (low, (low + 1).min(large - 1), (t - f64::from(low)) as f32)
}
