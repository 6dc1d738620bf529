//! Gradients (HTML § 4.12.5.1.10): how far along a pixel lies, and the colour there.

use std::rc::Rc;

use crate::blend::Px;
use crate::path::Matrix;
use crate::source::premultiply;

/// The geometry of a gradient, in its own space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GradientKind {
    Linear {
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
    },
    Radial {
        x0: f64,
        y0: f64,
        r0: f64,
        x1: f64,
        y1: f64,
        r1: f64,
    },
    Conic {
        start: f64,
        x: f64,
        y: f64,
    },
}

/// A gradient and its colour stops, as a style.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GradientStyle {
    pub(crate) kind: GradientKind,
    /// Offset and straight colour, sorted by offset, equal offsets in the order they were added.
    pub(crate) stops: Vec<(f32, [f32; 4])>,
}

pub(crate) struct Gradient {
    style: Rc<GradientStyle>,
    inverse: Matrix,
    alpha: f32,
}

/// Pixels whose offsets are found together.
const BLOCK: usize = 64;

/// A stretch of offsets, from `from` to before `to`, between two stops or beyond them.
#[derive(Clone, Copy)]
struct Stretch {
    from: f32,
    to: f32,
    /// Beyond the outermost stops, the colour.
    edge: Option<Px>,
    start: [f32; 4],
    change: [f32; 4],
    offset: f32,
    length: f32,
}

impl Gradient {
    /// A gradient under a transform; `None` if it paints nothing.
    pub(crate) fn new(style: Rc<GradientStyle>, transform: &Matrix, alpha: f32) -> Option<Self> {
        let degenerate = match style.kind {
            GradientKind::Linear { x0, y0, x1, y1 } => x0 == x1 && y0 == y1,
            GradientKind::Radial { x0, y0, r0, x1, y1, r1 } => x0 == x1 && y0 == y1 && r0 == r1,
            GradientKind::Conic { .. } => false,
        };
        if degenerate || style.stops.is_empty() {
            return None;
        }
        Some(Self {
            style,
            inverse: transform.invert()?,
            alpha,
        })
    }

    /// Fetches `out.len()` pixels of a row from `(x, y)`.
    pub(crate) fn fetch(&self, x: i32, y: i32, out: &mut [Px]) {
        let (dx, dy) = (self.inverse.m[0], self.inverse.m[1]);
        let (px, py) = self.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        if let GradientKind::Linear { x0, y0, x1, y1 } = self.style.kind
            && dx * (x1 - x0) + dy * (y1 - y0) == 0.0
        {
            // Across the gradient: the whole row has one colour.
            return out.fill(self.at(px, py));
        }
        let mut offsets = [0.0_f32; BLOCK];
        let mut stretch = self.stretch(0.0);
        for (block, out) in out.chunks_mut(BLOCK).enumerate() {
            let offsets = &mut offsets[..out.len()];
            self.offsets((px, py), (dx, dy), block * BLOCK, offsets);
            for (slot, t) in out.iter_mut().zip(offsets) {
                if !(*t >= stretch.from && *t < stretch.to) {
                    if t.is_nan() {
                        *slot = self.not_a_number();
                        continue;
                    }
                    stretch = self.stretch(*t);
                }
                *slot = self.color(*t, &stretch);
            }
        }
    }

    /// The colour of one place.
    fn at(&self, px: f64, py: f64) -> Px {
        let mut offset = [0.0];
        self.offsets((px, py), (0.0, 0.0), 0, &mut offset);
        let [t] = offset;
        if t.is_nan() {
            return self.not_a_number();
        }
        self.color(t, &self.stretch(t))
    }

    /// Offsets of places in a row, from the place of a number on; not a number where a radial gradient does not reach.
    fn offsets(&self, (px, py): (f64, f64), (dx, dy): (f64, f64), first: usize, out: &mut [f32]) {
        let place = |index: usize| {
            let along = (first + index) as f64;
            (px + dx * along, py + dy * along)
        };
        match self.style.kind {
            GradientKind::Linear { x0, y0, x1, y1 } => {
                let (lx, ly) = (x1 - x0, y1 - y0);
                let square = lx * lx + ly * ly;
                for (index, slot) in out.iter_mut().enumerate() {
                    let (px, py) = place(index);
                    *slot = (((px - x0) * lx + (py - y0) * ly) / square) as f32;
                }
            }
            GradientKind::Radial { x0, y0, r0, x1, y1, r1 } => {
                // The largest t whose circle, of radius r(t) >= 0, goes through the point.
                let (lx, ly, dr) = (x1 - x0, y1 - y0, r1 - r0);
                let a = lx * lx + ly * ly - dr * dr;
                let fits = |t: f64| t.is_finite() && r0 + t * dr >= 0.0;
                let parts = |px: f64, py: f64| {
                    let (qx, qy) = (px - x0, py - y0);
                    (qx * lx + qy * ly + r0 * dr, qx * qx + qy * qy - r0 * r0)
                };
                if a.abs() < 1.0e-12 {
                    for (index, slot) in out.iter_mut().enumerate() {
                        let (px, py) = place(index);
                        let (b, c) = parts(px, py);
                        let t = c / (2.0 * b);
                        *slot = if fits(t) { t as f32 } else { f32::NAN };
                    }
                    return;
                }
                for (index, slot) in out.iter_mut().enumerate() {
                    let (px, py) = place(index);
                    let (b, c) = parts(px, py);
                    let root = (b * b - a * c).sqrt();
                    // Of the two solutions the larger; the other if that does not fit. No root: neither does.
                    let (far, near) = if a > 0.0 { (b + root, b - root) } else { (b - root, b + root) };
                    let t = far / a;
                    *slot = if fits(t) {
                        t as f32
                    } else {
                        let t = near / a;
                        if fits(t) { t as f32 } else { f32::NAN }
                    };
                }
            }
            GradientKind::Conic { start, x, y } => {
                const TURN: f64 = 2.0 * core::f64::consts::PI;
                for (index, slot) in out.iter_mut().enumerate() {
                    let (px, py) = place(index);
                    let angle = f64::from(libm::atan2f((py - y) as f32, (px - x) as f32)) - start;
                    *slot = (angle / TURN).rem_euclid(1.0) as f32;
                }
            }
        }
    }

    /// The colour of an offset that is none: nothing where a radial gradient does not reach.
    fn not_a_number(&self) -> Px {
        match (&self.style.kind, self.style.stops.first()) {
            (GradientKind::Radial { .. }, _) | (_, None) => [0; 4],
            (_, Some(first)) => premultiply(first.1, self.alpha),
        }
    }

    fn stretch(&self, t: f32) -> Stretch {
        let stops = &self.style.stops;
        let after = stops.partition_point(|(offset, _)| *offset <= t);
        let (before, after) = (after.checked_sub(1).and_then(|i| stops.get(i)), stops.get(after));
        let whole = Stretch {
            from: before.map_or(f32::NEG_INFINITY, |stop| stop.0),
            to: after.map_or(f32::INFINITY, |stop| stop.0),
            edge: None,
            start: [0.0; 4],
            change: [0.0; 4],
            offset: 0.0,
            length: 1.0,
        };
        match (before, after) {
            (Some(a), Some(b)) => Stretch {
                start: a.1,
                change: core::array::from_fn(|i| b.1[i] - a.1[i]),
                offset: a.0,
                length: b.0 - a.0,
                ..whole
            },
            (Some(stop), None) | (None, Some(stop)) => Stretch {
                edge: Some(premultiply(stop.1, self.alpha)),
                ..whole
            },
            (None, None) => Stretch {
                edge: Some([0; 4]),
                ..whole
            },
        }
    }

    #[inline]
    fn color(&self, t: f32, stretch: &Stretch) -> Px {
        if let Some(color) = stretch.edge {
            return color;
        }
        let u = (t - stretch.offset) / stretch.length;
        premultiply(core::array::from_fn(|i| stretch.start[i] + stretch.change[i] * u), self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour of a place by the letter of the standard, one pixel at a time.
    fn slowly(gradient: &Gradient, x: i32, y: i32, index: usize) -> Px {
        let (dx, dy) = (gradient.inverse.m[0], gradient.inverse.m[1]);
        let (px, py) = gradient.inverse.map(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let (px, py) = (px + dx * index as f64, py + dy * index as f64);
        let t = match gradient.style.kind {
            GradientKind::Linear { x0, y0, x1, y1 } => {
                let (dx, dy) = (x1 - x0, y1 - y0);
                Some(((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy))
            }
            GradientKind::Radial { x0, y0, r0, x1, y1, r1 } => {
                let (dx, dy, dr) = (x1 - x0, y1 - y0, r1 - r0);
                let (qx, qy) = (px - x0, py - y0);
                let a = dx * dx + dy * dy - dr * dr;
                let b = qx * dx + qy * dy + r0 * dr;
                let c = qx * qx + qy * qy - r0 * r0;
                let fits = |t: f64| (t.is_finite() && r0 + t * dr >= 0.0).then_some(t);
                let root = b * b - a * c;
                if a.abs() < 1.0e-12 {
                    fits(c / (2.0 * b))
                } else if root < 0.0 {
                    None
                } else {
                    let (t, u) = ((b + root.sqrt()) / a, (b - root.sqrt()) / a);
                    fits(t.max(u)).or_else(|| fits(t.min(u)))
                }
            }
            GradientKind::Conic { start, x, y } => {
                let angle = f64::from(libm::atan2f((py - y) as f32, (px - x) as f32)) - start;
                Some((angle / (2.0 * core::f64::consts::PI)).rem_euclid(1.0))
            }
        };
        let Some(t) = t.map(|t| t as f32) else { return [0; 4] };
        let stops = &gradient.style.stops;
        let after = stops.partition_point(|(offset, _)| *offset <= t);
        let color = match (after.checked_sub(1).and_then(|i| stops.get(i)), stops.get(after)) {
            (Some(a), Some(b)) => {
                let u = (t - a.0) / (b.0 - a.0);
                core::array::from_fn(|i| a.1[i] + (b.1[i] - a.1[i]) * u)
            }
            (Some(edge), None) | (None, Some(edge)) => edge.1,
            (None, None) => [0.0; 4],
        };
        premultiply(color, gradient.alpha)
    }

    #[test]
    fn rows_are_what_their_pixels_are_one_by_one() {
        let kinds = [
            GradientKind::Linear {
                x0: 3.0,
                y0: 1.0,
                x1: 60.5,
                y1: 41.0,
            },
            GradientKind::Linear {
                x0: 90.0,
                y0: 0.0,
                x1: 20.0,
                y1: 0.0,
            },
            GradientKind::Radial {
                x0: 40.0,
                y0: 20.0,
                r0: 0.0,
                x1: 40.0,
                y1: 20.0,
                r1: 33.0,
            },
            GradientKind::Radial {
                x0: 40.0,
                y0: 20.0,
                r0: 30.0,
                x1: 52.0,
                y1: 25.0,
                r1: 4.0,
            },
            GradientKind::Radial {
                x0: 10.0,
                y0: 20.0,
                r0: 5.0,
                x1: 80.0,
                y1: 25.0,
                r1: 15.0,
            },
            GradientKind::Radial {
                x0: 10.0,
                y0: 20.0,
                r0: 9.0,
                x1: 80.0,
                y1: 25.0,
                r1: 9.0,
            },
            GradientKind::Radial {
                x0: 10.0,
                y0: 20.0,
                r0: 0.0,
                x1: 50.0,
                y1: 50.0,
                r1: 50.0,
            },
            GradientKind::Conic {
                start: 0.7,
                x: 31.0,
                y: 17.0,
            },
        ];
        let stops = vec![
            (0.1, [1.0, 0.2, 0.0, 1.0]),
            (0.4, [0.0, 0.9, 0.3, 0.5]),
            (0.4, [0.3, 0.0, 1.0, 0.25]),
            (0.9, [1.0, 1.0, 1.0, 0.0]),
        ];
        for kind in kinds {
            for transform in [
                [1.0, 0.0, 0.0, 1.0, 0.25, 0.0],
                [0.8, 0.6, -0.6, 0.8, 20.0, -9.0],
                [-2.0, 0.0, 0.3, 1.5, 99.0, 4.0],
            ] {
                let style = Rc::new(GradientStyle {
                    kind: kind.clone(),
                    stops: stops.clone(),
                });
                let gradient = Gradient::new(style, &Matrix { m: transform }, 0.9).expect("it paints");
                for y in [-3, 0, 17, 40] {
                    let mut row = [[7; 4]; 150];
                    gradient.fetch(-20, y, &mut row);
                    for (index, got) in row.into_iter().enumerate() {
                        assert_eq!(got, slowly(&gradient, -20, y, index), "{kind:?} {transform:?} {index} {y}");
                    }
                }
            }
        }
    }
}
