//! From clipped vertices to primitives in fixed point.
//!
//! Positions have 4 bits below the pixel, as Chromium's renderer has, and the middle of a pixel is a whole number of pixels.

use super::clip::{Vertices, Volume};
use crate::format::numbers::{nearest, saturate};
use crate::state::{CullFace, FrontFace, PolygonOffset, RasterState, Rect, Viewport};

/// Bits below the pixel.
pub(crate) const SUBPIXEL_BITS: u32 = 4;
/// A pixel in fixed point.
pub(crate) const PIXEL: i64 = 1 << SUBPIXEL_BITS;
/// Largest size of a point: `ALIASED_POINT_SIZE_RANGE`.
pub const MAX_POINT_SIZE: f32 = 1023.0;
/// How far from the viewport's middle the guard band reaches, in pixels.
const GUARD: f32 = 32768.0;

/// What a primitive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Triangle,
    Line,
    Point,
}

/// A primitive, ready to be rasterised.
#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    pub(crate) shape: Shape,
    /// Numbers of its vertices; a triangle's are turned so that its area is positive.
    pub(crate) vertices: [u32; 3],
    /// The vertex that flat varyings come from.
    pub(crate) flat: u32,
    pub(crate) front: bool,
    /// In fixed point.
    pub(crate) x: [i32; 3],
    pub(crate) y: [i32; 3],
    /// 1 / w.
    pub(crate) inverse_w: [f32; 3],
    /// Depth in the window.
    pub(crate) z: [f32; 3],
    /// Added to depth.
    pub(crate) bias: f32,
    /// A point's size in pixels.
    pub(crate) size: f32,
    /// Pixels it may touch: first column and row, and those after the last.
    pub(crate) bounds: [i32; 4],
}

impl Primitive {
    /// About how many pixels it may touch.
    pub(crate) fn area(&self) -> u64 {
        let [x0, y0, x1, y1] = self.bounds;
        let (w, h) = ((x1 - x0).max(0) as u64, (y1 - y0).max(0) as u64);
        match self.shape {
            Shape::Triangle => w * h / 2 + 1,
            Shape::Line => w.max(h),
            Shape::Point => w * h,
        }
    }
}

/// Makes primitives.
pub(crate) struct Setup {
    /// Offset and scale of x, then of y, in fixed point.
    x: [f32; 2],
    y: [f32; 2],
    z: [f32; 2],
    cull: Option<CullFace>,
    front: FrontFace,
    offset: Option<PolygonOffset>,
    /// The smallest difference of depth, if it is kept as a fraction.
    step: Option<f32>,
    /// What is drawn of triangles, and of the others.
    pub(crate) area: [i32; 4],
    pub(crate) wide_area: [i32; 4],
    /// For samples beside the middle.
    reach: i32,
    pub(super) volume: Volume,
}

impl Setup {
    /// `step` is the smallest difference of depths kept as fractions.
    pub(crate) fn new(state: &RasterState, width: u32, height: u32, samples: u32, step: Option<f32>) -> Setup {
        let Viewport {
            x,
            y,
            width: w,
            height: h,
            near,
            far,
        } = state.viewport;
        let (w, h) = (w.min(32768), h.min(32768));
        let place = |v: i32, size: u32| {
            let half = size as f32 / 2.0;
            let unit = PIXEL as f32;
            [(v.clamp(-32768, 32768) as f32 + half - 0.5) * unit, half * unit]
        };
        let guard = |size: u32| (GUARD / (size as f32 / 2.0).max(0.5)).max(1.0);
        let all = Rect {
            x: 0,
            y: 0,
            width,
            height,
        };
        let scissor = state.scissor.unwrap_or(all).within(width, height).map(|v| v as i32);
        let view = Rect {
            x,
            y,
            width: w,
            height: h,
        }
        .within(width, height)
        .map(|v| v as i32);
        let (near, far) = (saturate(near), saturate(far));
        Setup {
            x: place(x, w),
            y: place(y, h),
            z: [(far + near) / 2.0, (far - near) / 2.0],
            cull: state.cull,
            front: state.front_face,
            offset: state.polygon_offset,
            step,
            area: [
                scissor[0].max(view[0]),
                scissor[1].max(view[1]),
                scissor[2].min(view[2]),
                scissor[3].min(view[3]),
            ],
            wide_area: scissor,
            reach: if samples > 1 { PIXEL as i32 / 2 } else { 0 },
            volume: Volume {
                guard: [guard(w), guard(h)],
            },
        }
    }

    /// The place of a vertex, depth and 1 / w.
    fn project(&self, p: [f32; 4]) -> (i32, i32, f32, f32) {
        let inverse = 1.0 / p[3];
        let x = nearest(self.x[0] + p[0] * inverse * self.x[1]) as i32;
        let y = nearest(self.y[0] + p[1] * inverse * self.y[1]) as i32;
        (x, y, self.z[0] + p[2] * inverse * self.z[1], inverse)
    }

    fn bounds(&self, x: [i32; 3], y: [i32; 3], grow: i32, area: [i32; 4]) -> [i32; 4] {
        let low = |v: [i32; 3]| v[0].min(v[1]).min(v[2]) - grow;
        let high = |v: [i32; 3]| v[0].max(v[1]).max(v[2]) + grow;
        // The first pixel whose middle is not before the lowest; the first after the highest.
        let ceil = |v: i32| (v + PIXEL as i32 - 1) >> SUBPIXEL_BITS;
        let after = |v: i32| (v >> SUBPIXEL_BITS) + 1;
        [
            ceil(low(x)).max(area[0]),
            ceil(low(y)).max(area[1]),
            after(high(x)).min(area[2]),
            after(high(y)).min(area[3]),
        ]
    }

    /// A triangle, unless nothing of it is drawn.
    pub(super) fn triangle(&self, vertices: &Vertices, corners: [u32; 3], flat: u32) -> Option<Primitive> {
        let p = corners.map(|c| self.project(vertices.position(c)));
        let mut x = p.map(|p| p.0);
        let mut y = p.map(|p| p.1);
        let cross = |x: [i32; 3], y: [i32; 3]| {
            let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
            d(x[1], x[0]) * d(y[2], y[0]) - d(x[2], x[0]) * d(y[1], y[0])
        };
        let area = cross(x, y);
        if area == 0 {
            return None;
        }
        let front = (area > 0) == (self.front == FrontFace::CounterClockwise);
        match self.cull {
            Some(CullFace::FrontAndBack) => return None,
            Some(CullFace::Front) if front => return None,
            Some(CullFace::Back) if !front => return None,
            _ => {}
        }
        let mut z = p.map(|p| p.2);
        let mut inverse_w = p.map(|p| p.3);
        let mut corners = corners;
        if area < 0 {
            x.swap(1, 2);
            y.swap(1, 2);
            z.swap(1, 2);
            inverse_w.swap(1, 2);
            corners.swap(1, 2);
        }
        let bounds = self.bounds(x, y, self.reach, self.area);
        if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] {
            return None;
        }
        Some(Primitive {
            shape: Shape::Triangle,
            vertices: corners,
            flat,
            front,
            x,
            y,
            inverse_w,
            z,
            bias: self.bias(x, y, z, area.unsigned_abs()),
            size: 0.0,
            bounds,
        })
    }

    /// Section 3.6.4: factor times the steepest slope, units times the smallest difference.
    fn bias(&self, x: [i32; 3], y: [i32; 3], z: [f32; 3], area: u64) -> f32 {
        let Some(offset) = self.offset else { return 0.0 };
        let unit = PIXEL as f32;
        let d = |a: i32, b: i32| (a - b) as f32 / unit;
        let (x1, y1, x2, y2) = (d(x[1], x[0]), d(y[1], y[0]), d(x[2], x[0]), d(y[2], y[0]));
        let (z1, z2) = (z[1] - z[0], z[2] - z[0]);
        let inverse = unit * unit / area as f32;
        let slope_x = ((y2 * z1 - y1 * z2) * inverse).abs();
        let slope_y = ((x1 * z2 - x2 * z1) * inverse).abs();
        let slope = if slope_x > slope_y { slope_x } else { slope_y };
        let step = self.step.unwrap_or_else(|| {
            // Of floats it depends on the largest exponent: 2^(e - 23).
            let exponent = z.map(|z| z.to_bits() & 0x7F80_0000);
            f32::from_bits(exponent[0].max(exponent[1]).max(exponent[2])) * f32::from_bits((127 - 23) << 23)
        });
        offset.factor * slope + offset.units * step
    }

    /// A line.
    pub(super) fn line(&self, vertices: &Vertices, ends: [u32; 2], flat: u32) -> Option<Primitive> {
        let [a, b] = ends.map(|e| self.project(vertices.position(e)));
        let (x, y) = ([a.0, b.0, b.0], [a.1, b.1, b.1]);
        let bounds = self.bounds(x, y, PIXEL as i32, self.wide_area);
        if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] {
            return None;
        }
        Some(Primitive {
            shape: Shape::Line,
            vertices: [ends[0], ends[1], ends[1]],
            flat,
            front: true,
            x,
            y,
            inverse_w: [a.3, b.3, b.3],
            z: [a.2, b.2, b.2],
            bias: 0.0,
            size: 1.0,
            bounds,
        })
    }

    /// A point: drawn if its middle is in view.
    pub(super) fn point(&self, vertices: &Vertices, vertex: u32) -> Option<Primitive> {
        let p = vertices.position(vertex);
        let [x, y, z, w] = p;
        let seen = w > 0.0 && p.iter().all(|v| v.is_finite()) && x.abs() <= w && y.abs() <= w && z.abs() <= w;
        if !seen {
            return None;
        }
        let size = f32::from_bits(vertices.words(vertex)[4]);
        // No number counts as 1.
        let size = if size >= 1.0 { size.min(MAX_POINT_SIZE) } else { 1.0 };
        let (x, y, z, inverse) = self.project(p);
        let half = (size * PIXEL as f32 / 2.0) as i32 + 1;
        let bounds = self.bounds([x; 3], [y; 3], half, self.wide_area);
        if bounds[0] >= bounds[2] || bounds[1] >= bounds[3] {
            return None;
        }
        Some(Primitive {
            shape: Shape::Point,
            vertices: [vertex; 3],
            flat: vertex,
            front: true,
            x: [x; 3],
            y: [y; 3],
            inverse_w: [inverse; 3],
            z: [z; 3],
            bias: 0.0,
            size,
            bounds,
        })
    }
}
