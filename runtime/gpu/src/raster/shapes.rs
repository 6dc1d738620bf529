//! The quads of triangles, lines and points.

use super::batch::{Batch, Place, Rare};
use super::coverage::{SAMPLES, edges, quads, within};
use super::interpolate::{Lanes, Slopes, each, weight};
use crate::draw::setup::{PIXEL, Primitive};
use oracade_glsl::RunError;

/// The part of a primitive's bounds in the batch's band.
fn bounds(batch: &Batch<'_>, p: &Primitive) -> [i32; 4] {
    let [x0, y0, x1, y1] = p.bounds;
    [x0, y0.max(batch.first), x1, y1.min(batch.end)]
}

/// A triangle: section 3.6.
pub(super) fn triangle(batch: &mut Batch<'_>, p: &Primitive) -> Result<(), RunError> {
    let edges = edges(p);
    let multisampled = batch.multisampled();
    // The second corner's weight is the edge opposite to it, and so on; without the rule of who owns an edge.
    let (e1, e2) = (edges[1], edges[2]);
    let area: i64 = edges.iter().map(|e| e.at + e.out).sum();
    let inverse = 1.0 / area as f64;
    let place = |v: i64| v as f64 * inverse;
    let (dx1, dy1, dx2, dy2) = (place(e1.dx), place(e1.dy), place(e2.dx), place(e2.dy));
    let z = [
        f64::from(p.z[0]) + f64::from(p.bias),
        f64::from(p.z[1] - p.z[0]),
        f64::from(p.z[2] - p.z[0]),
    ];
    let slopes = Slopes {
        d1: [dx1, dy1],
        d2: [dx2, dy2],
        z,
        z_step: [(z[1] * dx1 + z[2] * dx2) as f32, (z[1] * dy1 + z[2] * dy2) as f32],
    };
    batch.begin(p, slopes);
    let centroid = multisampled && batch.pipeline.centroid;
    let mut result = Ok(());
    quads(&edges, bounds(batch, p), multisampled, &mut |x, y, mask| {
        if result.is_err() {
            return;
        }
        let at = [place(e1.value(x, y) + e1.out), place(e2.value(x, y) + e2.out)];
        result = if centroid && mask != 0xFFFF {
            let rare = Rare {
                place: None,
                centroid: Some(covered(&slopes, at, mask)),
            };
            batch.push(x, y, mask, at, Some(&rare))
        } else {
            batch.push(x, y, mask, at, None)
        };
    });
    result
}

/// The weights at the first covered sample of pixels that are covered in part, at the middle of others.
fn covered(slopes: &Slopes, at: [f64; 2], mask: u16) -> (Lanes, Lanes) {
    let (mut c1, mut c2) = slopes.weights(at);
    for lane in 0..4 {
        let bits = (mask >> (lane * 4)) & 0xF;
        if bits != 0 && bits != 0xF {
            let [sx, sy] = SAMPLES[bits.trailing_zeros() as usize].map(|v| v as f64 / PIXEL as f64);
            let there = |at: f64, d: [f64; 2]| (weight(at, d, lane) + d[0] * sx + d[1] * sy) as f32;
            c1[lane] = there(at[0], slopes.d1);
            c2[lane] = there(at[1], slopes.d2);
        }
    }
    (c1, c2)
}

/// A line of one pixel's width: one pixel for each column or row of its longer direction whose middle it reaches,
/// without its end (section 3.5.1).
pub(super) fn line(batch: &mut Batch<'_>, p: &Primitive) -> Result<(), RunError> {
    batch.begin(p, Slopes::default());
    let (dx, dy) = (i64::from(p.x[1] - p.x[0]), i64::from(p.y[1] - p.y[0]));
    if dx == 0 && dy == 0 {
        return Ok(());
    }
    // Along the longer direction; the other is `v`.
    let tall = dy.abs() > dx.abs();
    let (u0, v0, du, dv) = if tall {
        (i64::from(p.y[0]), i64::from(p.x[0]), dy, dx)
    } else {
        (i64::from(p.x[0]), i64::from(p.y[0]), dx, dy)
    };
    let bounds = bounds(batch, p);
    let full: u16 = if batch.multisampled() { 0xF } else { 1 };
    let per = full.count_ones() as i32;
    let ceil = |v: i64| (v + PIXEL - 1).div_euclid(PIXEL);
    // Middles from the start to before the end, whichever way it goes.
    let (first, last) = if du > 0 {
        (ceil(u0), ceil(u0 + du) - 1)
    } else {
        ((u0 + du).div_euclid(PIXEL) + 1, u0.div_euclid(PIXEL))
    };
    let axis = usize::from(tall);
    let (first, last) = (first.max(i64::from(bounds[axis])), last.min(i64::from(bounds[axis + 2]) - 1));
    let step = PIXEL as f64 / du as f64;
    for u in first..=last {
        let along = u * PIXEL - u0;
        // The row that is nearest, the next one if two are.
        let v = (2 * (v0 * du + along * dv) + PIXEL * du) as i128;
        let unit = (2 * PIXEL * du) as i128;
        let v = if unit > 0 {
            v.div_euclid(unit)
        } else {
            (-v).div_euclid(-unit)
        } as i64;
        let (px, py) = if tall { (v as i32, u as i32) } else { (u as i32, v as i32) };
        if px < bounds[0] || px >= bounds[2] || py < bounds[1] || py >= bounds[3] {
            continue;
        }
        let (x, y) = (px & !1, py & !1);
        let lane = (px & 1) + (py & 1) * 2;
        let t = along as f64 / du as f64;
        let l1 = each(|i| {
            let (lx, ly) = (x + i as i32 % 2, y + i as i32 / 2);
            let steps = if tall { ly - py } else { lx - px };
            (t + f64::from(steps) * step) as f32
        });
        let z = each(|i| p.z[0] + (p.z[1] - p.z[0]) * l1[i]);
        let place = Place {
            l1,
            z,
            ..Place::default()
        };
        other(batch, [x, y], full << (lane * per), place)?;
    }
    Ok(())
}

/// A point: a square around its middle (section 3.4).
pub(super) fn point(batch: &mut Batch<'_>, p: &Primitive) -> Result<(), RunError> {
    batch.begin(p, Slopes::default());
    let multisampled = batch.multisampled();
    let half = (p.size * PIXEL as f32 / 2.0) as i32;
    let (low, high) = ((p.x[0] - half, p.y[0] - half), (p.x[0] + half, p.y[0] + half));
    let samples: &[[i64; 2]] = if multisampled { &SAMPLES } else { &[[0, 0]] };
    let [x0, y0, x1, y1] = bounds(batch, p);
    let mut y = y0 & !1;
    while y < y1 {
        let mut x = x0 & !1;
        while x < x1 {
            let mut mask = 0;
            for lane in 0..4 {
                for (s, place) in samples.iter().enumerate() {
                    let sx = (x + lane % 2) * PIXEL as i32 + place[0] as i32;
                    let sy = (y + lane / 2) * PIXEL as i32 + place[1] as i32;
                    if sx >= low.0 && sx < high.0 && sy >= low.1 && sy < high.1 {
                        mask |= 1 << (lane as usize * samples.len() + s);
                    }
                }
            }
            mask &= within(x, y, [x0, y0, x1, y1], multisampled);
            if mask != 0 {
                let unit = PIXEL as f32;
                let (mx, my) = (p.x[0] as f32 / unit, p.y[0] as f32 / unit);
                let place = Place {
                    z: [p.z[0]; 4],
                    point: [
                        each(|i| 0.5 + ((x + i as i32 % 2) as f32 - mx) / p.size),
                        each(|i| 0.5 - ((y + i as i32 / 2) as f32 - my) / p.size),
                    ],
                    ..Place::default()
                };
                other(batch, [x, y], mask, place)?;
            }
            x += 2;
        }
        y += 2;
    }
    Ok(())
}

/// Takes in a quad of a line or a point.
fn other(batch: &mut Batch<'_>, [x, y]: [i32; 2], mask: u16, place: Place) -> Result<(), RunError> {
    let rare = Rare {
        place: Some(place),
        centroid: None,
    };
    batch.push(x, y, mask, [0.0; 2], Some(&rare))
}
