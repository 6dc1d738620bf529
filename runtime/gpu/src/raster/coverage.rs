//! Which pixels and samples a triangle covers: edge functions in whole numbers, with the top-left rule.
//!
//! Row numbers grow downwards here. A sample on an edge belongs to the triangle if the edge is its upper one or a left one.

use crate::draw::setup::{PIXEL, Primitive};

/// Where the samples of a pixel are, from its middle in fixed point: the usual places of four.
pub(crate) const SAMPLES: [[i64; 2]; 4] = [[-2, -6], [6, -2], [-6, 2], [2, 6]];

/// An edge: not negative inside.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    /// Change from pixel to pixel.
    pub(crate) dx: i64,
    pub(crate) dy: i64,
    /// Value at the middle of the first pixel, the rule taken in.
    pub(crate) at: i64,
    /// 1 if what lies on the edge is not inside.
    pub(crate) out: i64,
}

impl Edge {
    fn new(a: (i32, i32), b: (i32, i32)) -> Edge {
        let (ax, ay, bx, by) = (i64::from(a.0), i64::from(a.1), i64::from(b.0), i64::from(b.1));
        let (x, y) = (bx - ax, by - ay);
        // Inside is where rows are larger for an edge to the right, columns larger for an edge up.
        let owns = y < 0 || (y == 0 && x > 0);
        let out = i64::from(!owns);
        Edge {
            dx: -y * PIXEL,
            dy: x * PIXEL,
            at: y * ax - x * ay - out,
            out,
        }
    }

    #[inline(always)]
    pub(crate) fn value(&self, x: i32, y: i32) -> i64 {
        self.at + self.dx * i64::from(x) + self.dy * i64::from(y)
    }

    /// What a sample's place adds.
    fn sample(&self, sample: usize) -> i64 {
        (self.dx * SAMPLES[sample][0] + self.dy * SAMPLES[sample][1]) / PIXEL
    }

    /// What is added to the value at a quad's first pixel at each of its samples (four a lane), or at each lane.
    fn steps(&self, multisampled: bool) -> [i32; 16] {
        std::array::from_fn(|i| {
            let (lane, sample) = if multisampled {
                (i / 4, self.sample(i % 4))
            } else {
                (i % 4, 0)
            };
            let step = self.dx * (lane as i64 % 2) + self.dy * (lane as i64 / 2) + sample;
            // Coordinates are within the guard band: see `block`.
            step as i32
        })
    }
}

/// A triangle's edges: opposite to its first, second and third corner.
pub(crate) fn edges(p: &Primitive) -> [Edge; 3] {
    let at = |i: usize| (p.x[i], p.y[i]);
    [Edge::new(at(1), at(2)), Edge::new(at(2), at(0)), Edge::new(at(0), at(1))]
}

/// Pixels on a side of a block.
const BLOCK: i32 = 8;

/// Calls `f` with each quad of which a triangle covers something: its first column and row, and a bit for each lane (or
/// four for each lane: its samples).
pub(crate) fn quads(edges: &[Edge; 3], bounds: [i32; 4], multisampled: bool, f: &mut impl FnMut(i32, i32, u16)) {
    let [x0, y0, x1, y1] = bounds;
    let steps = &edges.each_ref().map(|e| e.steps(multisampled));
    let mut by = y0 & !(BLOCK - 1);
    while by < y1 {
        let mut bx = x0 & !(BLOCK - 1);
        while bx < x1 {
            block(edges, steps, [bx, by], bounds, multisampled, f);
            bx += BLOCK;
        }
        by += BLOCK;
    }
}

#[inline(always)]
fn block(
    edges: &[Edge; 3],
    steps: &[[i32; 16]; 3],
    [bx, by]: [i32; 2],
    [x0, y0, x1, y1]: [i32; 4],
    multisampled: bool,
    f: &mut impl FnMut(i32, i32, u16),
) {
    let last = i64::from(BLOCK - 1);
    // The edges that go through the block. Values there are less than eight steps from 0 in both directions: a step is below 2²⁵, as
    // corners are within the guard band, so that 32 bits hold them.
    let mut through = [(0, 0i32, 0i32, 0i32); 3];
    let mut count = 0;
    for (i, e) in edges.iter().enumerate() {
        let at = e.value(bx, by);
        // Samples lie within half a pixel.
        let beside = i64::from(multisampled) * (e.dx.abs() + e.dy.abs()) / 2;
        let high = at + (last * e.dx).max(0) + (last * e.dy).max(0) + beside;
        if high < 0 {
            return;
        }
        let low = at + (last * e.dx).min(0) + (last * e.dy).min(0) - beside;
        if low < 0 {
            through[count] = (i, at as i32, e.dx as i32, e.dy as i32);
            count += 1;
        }
    }
    let through = &through[..count];
    let whole = bx >= x0 && by >= y0 && bx + BLOCK <= x1 && by + BLOCK <= y1;
    let full: u16 = if multisampled { 0xFFFF } else { 0xF };
    let (mut qy, end_y) = (by.max(y0 & !1), (by + BLOCK).min(y1));
    while qy < end_y {
        let (mut qx, end_x) = (bx.max(x0 & !1), (bx + BLOCK).min(x1));
        while qx < end_x {
            let mut mask = full;
            if !through.is_empty() {
                let mut signs = [0i32; 16];
                for (i, at, dx, dy) in through {
                    let value = at + dx * (qx - bx) + dy * (qy - by);
                    for (sign, step) in signs.iter_mut().zip(&steps[*i]) {
                        // The sign of any that is negative stays.
                        *sign |= value + step;
                    }
                }
                mask &= not_negative(&signs);
            }
            if !whole && mask != 0 {
                mask &= within(qx, qy, [x0, y0, x1, y1], multisampled);
            }
            if mask != 0 {
                f(qx, qy, mask);
            }
            qx += 2;
        }
        qy += 2;
    }
}

/// A bit for each number that is not negative.
#[inline(always)]
fn not_negative(signs: &[i32; 16]) -> u16 {
    let mut mask = 0;
    for (i, sign) in signs.iter().enumerate() {
        mask |= ((!sign as u32 >> 31) << i) as u16;
    }
    mask
}

/// The lanes of a quad within a rectangle.
#[inline]
pub(crate) fn within(x: i32, y: i32, [x0, y0, x1, y1]: [i32; 4], multisampled: bool) -> u16 {
    let mut mask = 0;
    for lane in 0..4 {
        let (px, py) = (x + lane % 2, y + lane / 2);
        if px >= x0 && px < x1 && py >= y0 && py < y1 {
            mask |= if multisampled { 0xF << (lane * 4) } else { 1 << lane };
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::setup::Shape;

    fn triangle(x: [i32; 3], y: [i32; 3], size: i32) -> Option<Primitive> {
        let area = i64::from(x[1] - x[0]) * i64::from(y[2] - y[0]) - i64::from(x[2] - x[0]) * i64::from(y[1] - y[0]);
        if area == 0 {
            return None;
        }
        let (mut x, mut y) = (x, y);
        if area < 0 {
            x.swap(1, 2);
            y.swap(1, 2);
        }
        Some(Primitive {
            shape: Shape::Triangle,
            vertices: [0, 1, 2],
            flat: 2,
            front: true,
            x,
            y,
            inverse_w: [1.0; 3],
            z: [0.0; 3],
            bias: 0.0,
            size: 0.0,
            bounds: [0, 0, size, size],
        })
    }

    /// Counts how often each sample of a square is covered.
    fn count(triangles: &[([i32; 3], [i32; 3])], size: i32, multisampled: bool) -> Vec<u32> {
        let per = if multisampled { 4 } else { 1 };
        let mut counts = vec![0; (size * size) as usize * per];
        for (x, y) in triangles {
            let Some(p) = triangle(*x, *y, size) else { continue };
            quads(&edges(&p), p.bounds, multisampled, &mut |qx, qy, mask| {
                for lane in 0..4 {
                    for s in 0..per {
                        if mask & (1 << (lane as usize * per + s)) != 0 {
                            let at = ((qy + lane / 2) * size + qx + lane % 2) as usize;
                            counts[at * per + s] += 1;
                        }
                    }
                }
            });
        }
        counts
    }

    /// A fan around an inner point covers every sample of the square once: no gap and no overlap along the shared edges.
    #[test]
    fn shared_edges_touch_each_sample_once() {
        let mut seed = 7u64;
        let mut next = |n: i32| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % n as u64) as i32
        };
        for round in 0..300 {
            let size = 37;
            let (low, high) = (-16 * 3, 16 * (size + 3));
            // Half of them on whole pixels, where samples lie on edges.
            let snap = |v: i32| if round % 2 == 0 { v & !15 } else { v };
            let mut ring = vec![(low, low), (high, low), (high, high), (low, high)];
            let extra = snap(next(high - low) + low);
            ring.insert(1, (extra, low));
            let middle = (snap(next(size * 16)), snap(next(size * 16)));
            let fan: Vec<_> = (0..ring.len())
                .map(|i| {
                    let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                    ([middle.0, a.0, b.0], [middle.1, a.1, b.1])
                })
                .collect();
            for multisampled in [false, true] {
                let counts = count(&fan, size, multisampled);
                assert!(counts.iter().all(|c| *c == 1), "round {round} around {middle:?}");
            }
        }
    }

    #[test]
    fn upper_and_left_edges_own_their_pixels() {
        // A square from pixel middle to pixel middle: four of its nine middles on the border are its own.
        let square = [([0, 32, 32], [0, 0, 32]), ([0, 32, 0], [0, 32, 32])];
        let counts = count(&square, 4, false);
        let covered: Vec<usize> = (0..16).filter(|i| counts[*i] == 1).collect();
        assert_eq!(covered, [0, 1, 4, 5]);
    }
}
