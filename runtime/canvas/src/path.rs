//! Paths of a 2D context: from the words the context records to tiny-skia paths.
//!
//! A path is a list of numbers, `verb, arguments…`, in the space of the transform that was current when each segment was
//! added: a [`verb::TRANSFORM`] in the list changes it for what follows.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder, Transform};

/// Numbers that start a path segment.
pub mod verb {
    /// `x, y`
    pub const MOVE: u32 = 0;
    /// `x, y`
    pub const LINE: u32 = 1;
    /// `cpx, cpy, x, y`
    pub const QUADRATIC: u32 = 2;
    /// `cp1x, cp1y, cp2x, cp2y, x, y`
    pub const BEZIER: u32 = 3;
    /// nothing
    pub const CLOSE: u32 = 4;
    /// `x, y, rx, ry, rotation, start, end, counterclockwise`
    pub const ELLIPSE: u32 = 5;
    /// `x, y, w, h`
    pub const RECT: u32 = 6;
    /// `x, y, w, h`, then x and y radius of the upper left, upper right, lower right and lower left corner
    pub const ROUND_RECT: u32 = 7;
    /// `x1, y1, x2, y2, radius`
    pub const ARC_TO: u32 = 8;
    /// `a, b, c, d, e, f`: transform of what follows
    pub const TRANSFORM: u32 = 9;
    /// nothing: what follows starts a new subpath
    pub const BREAK: u32 = 10;

    /// Number of arguments of a verb.
    pub const fn arguments(verb: u32) -> Option<usize> {
        Some(match verb {
            MOVE | LINE => 2,
            QUADRATIC | RECT => 4,
            BEZIER | TRANSFORM => 6,
            CLOSE | BREAK => 0,
            ELLIPSE => 8,
            ROUND_RECT => 12,
            ARC_TO => 5,
            _ => return None,
        })
    }
}

/// A 2D transform in the precision the page gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    /// `[a, b, c, d, e, f]` of the standard.
    pub m: [f64; 6],
}

impl Matrix {
    /// No change.
    pub const IDENTITY: Self = Self {
        m: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    };

    /// Maps a point.
    #[inline]
    pub fn map(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.m;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Applies `inner` first, then `self`.
    pub fn times(&self, inner: &Self) -> Self {
        let [a, b, c, d, e, f] = self.m;
        let [g, h, i, j, k, l] = inner.m;
        Self {
            m: [
                a * g + c * h,
                b * g + d * h,
                a * i + c * j,
                b * i + d * j,
                a * k + c * l + e,
                b * k + d * l + f,
            ],
        }
    }

    /// The inverse; `None` for singular and non-finite transforms.
    pub fn invert(&self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.m;
        let det = a * d - b * c;
        let inverse = Self {
            m: [
                d / det,
                -b / det,
                -c / det,
                a / det,
                (c * f - d * e) / det,
                (b * e - a * f) / det,
            ],
        };
        (det != 0.0 && inverse.m.iter().all(|v| v.is_finite())).then_some(inverse)
    }

    /// For tiny-skia.
    pub fn to_skia(self) -> Transform {
        let [a, b, c, d, e, f] = self.m.map(|v| v as f32);
        Transform::from_row(a, b, c, d, e, f)
    }

    /// True if axes stay axes without being exchanged.
    pub fn is_axis_aligned(&self) -> bool {
        self.m[1] == 0.0 && self.m[2] == 0.0
    }

    /// The scale if the transform is a rotation or reflection, a uniform scale and a translation.
    pub fn similarity(&self) -> Option<f64> {
        let [a, b, c, d, ..] = self.m;
        let scale = (a * a + b * b).sqrt();
        let near = |p: f64, q: f64| (p - q).abs() <= scale * 1.0e-9;
        ((near(a, d) && near(b, -c)) || (near(a, -d) && near(b, c))).then_some(scale)
    }
}

/// Builds a path from words; `base` is applied after the transforms among them. Unknown verbs end the path.
pub fn build(words: &[f64], base: &Matrix) -> Option<Path> {
    let mut pen = Pen {
        builder: PathBuilder::new(),
        base: *base,
        at: *base,
        open: false,
        start: (0.0, 0.0),
        last: (0.0, 0.0),
    };
    let mut rest = words;
    while let Some((first, tail)) = rest.split_first() {
        let verb = *first as u32;
        let count = verb::arguments(verb)?;
        let arguments = tail.get(..count)?;
        rest = tail.get(count..)?;
        pen.segment(verb, arguments);
    }
    pen.builder.finish()
}

struct Pen {
    builder: PathBuilder,
    base: Matrix,
    at: Matrix,
    /// True if there is a subpath to go on with.
    open: bool,
    start: (f64, f64),
    last: (f64, f64),
}

impl Pen {
    fn segment(&mut self, verb: u32, v: &[f64]) {
        match (verb, v) {
            (verb::MOVE, &[x, y]) => self.move_to(x, y),
            (verb::LINE, &[x, y]) => self.line_to(x, y),
            (verb::QUADRATIC, &[cx, cy, x, y]) => {
                self.ensure(cx, cy);
                let ((cx, cy), end) = (self.at.map(cx, cy), self.at.map(x, y));
                self.builder.quad_to(cx as f32, cy as f32, end.0 as f32, end.1 as f32);
                self.last = end;
            }
            (verb::BEZIER, &[ax, ay, bx, by, x, y]) => {
                self.ensure(ax, ay);
                self.cubic(ax, ay, bx, by, x, y);
            }
            (verb::CLOSE, []) if self.open => {
                self.builder.close();
                self.last = self.start;
            }
            (verb::ELLIPSE, &[x, y, rx, ry, rotation, start, end, ccw]) => {
                self.ellipse(x, y, rx, ry, rotation, start, end, ccw != 0.0);
            }
            (verb::RECT, &[x, y, w, h]) => {
                self.move_to(x, y);
                self.line_to(x + w, y);
                self.line_to(x + w, y + h);
                self.line_to(x, y + h);
                self.builder.close();
                self.last = self.start;
            }
            (verb::ROUND_RECT, &[x, y, w, h, ..]) => self.round_rect(x, y, w, h, &v[4..]),
            (verb::ARC_TO, &[x1, y1, x2, y2, radius]) => self.arc_to(x1, y1, x2, y2, radius),
            (verb::TRANSFORM, &[a, b, c, d, e, f]) => self.at = self.base.times(&Matrix { m: [a, b, c, d, e, f] }),
            (verb::BREAK, []) => self.open = false,
            _ => {}
        }
    }

    fn move_to(&mut self, x: f64, y: f64) {
        let point = self.at.map(x, y);
        self.builder.move_to(point.0 as f32, point.1 as f32);
        self.open = true;
        self.start = point;
        self.last = point;
    }

    fn ensure(&mut self, x: f64, y: f64) {
        if !self.open {
            self.move_to(x, y);
        }
    }

    fn line_to(&mut self, x: f64, y: f64) {
        if !self.open {
            return self.move_to(x, y);
        }
        let point = self.at.map(x, y);
        self.builder.line_to(point.0 as f32, point.1 as f32);
        self.last = point;
    }

    fn cubic(&mut self, ax: f64, ay: f64, bx: f64, by: f64, x: f64, y: f64) {
        let (a, b, end) = (self.at.map(ax, ay), self.at.map(bx, by), self.at.map(x, y));
        self.builder
            .cubic_to(a.0 as f32, a.1 as f32, b.0 as f32, b.1 as f32, end.0 as f32, end.1 as f32);
        self.last = end;
    }

    #[expect(clippy::too_many_arguments, reason = "the standard's argument list")]
    fn ellipse(&mut self, x: f64, y: f64, rx: f64, ry: f64, rotation: f64, start: f64, end: f64, ccw: bool) {
        const TURN: f64 = 2.0 * core::f64::consts::PI;
        // Chromium reduces the start to one turn and the end relative to it.
        let reduced = start % TURN;
        let first = if reduced < 0.0 { reduced + TURN } else { reduced };
        let end = end + (first - start);
        let last = if !ccw && end - first >= TURN {
            first + TURN
        } else if ccw && first - end >= TURN {
            first - TURN
        } else if !ccw && first > end {
            first + (TURN - (first - end) % TURN)
        } else if ccw && first < end {
            first - (TURN - (end - first) % TURN)
        } else {
            end
        };
        let (turn_sin, turn_cos) = if rotation == 0.0 {
            (0.0, 1.0)
        } else {
            (libm::sin(rotation), libm::cos(rotation))
        };
        let place = |cos: f64, sin: f64| {
            let (px, py) = (rx * cos, ry * sin);
            (x + px * turn_cos - py * turn_sin, y + px * turn_sin + py * turn_cos)
        };
        let sweep = last - first;
        let arc = Arc::new(first, sweep);
        let (mut sin, mut cos) = arc.points[0];
        let begin = place(cos, sin);
        self.line_to(begin.0, begin.1);
        let handle = arc.handle;
        for (next_sin, next_cos) in arc.points.iter().skip(1).take(arc.steps).copied() {
            let a = place(cos - handle * sin, sin + handle * cos);
            let b = place(next_cos + handle * next_sin, next_sin - handle * next_cos);
            let end = place(next_cos, next_sin);
            self.cubic(a.0, a.1, b.0, b.1, end.0, end.1);
            (sin, cos) = (next_sin, next_cos);
        }
    }

    fn round_rect(&mut self, x: f64, y: f64, w: f64, h: f64, r: &[f64]) {
        let &[ulx, uly, urx, ury, lrx, lry, llx, lly] = r else {
            return;
        };
        let (sx, sy) = (if w < 0.0 { -1.0 } else { 1.0 }, if h < 0.0 { -1.0 } else { 1.0 });
        let (right, bottom) = (x + w, y + h);
        // Distance of a quarter circle's control point from its corner, as a share of the radius.
        const K: f64 = 1.0 - 0.552_284_749_830_793_6;
        self.move_to(x + sx * ulx, y);
        self.line_to(right - sx * urx, y);
        self.cubic(right - sx * urx * K, y, right, y + sy * ury * K, right, y + sy * ury);
        self.line_to(right, bottom - sy * lry);
        self.cubic(
            right,
            bottom - sy * lry * K,
            right - sx * lrx * K,
            bottom,
            right - sx * lrx,
            bottom,
        );
        self.line_to(x + sx * llx, bottom);
        self.cubic(x + sx * llx * K, bottom, x, bottom - sy * lly * K, x, bottom - sy * lly);
        self.line_to(x, y + sy * uly);
        self.cubic(x, y + sy * uly * K, x + sx * ulx * K, y, x + sx * ulx, y);
        self.builder.close();
        self.move_to(x, y);
    }

    fn arc_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, radius: f64) {
        self.ensure(x1, y1);
        let Some(inverse) = self.at.invert() else {
            return;
        };
        let (x0, y0) = inverse.map(self.last.0, self.last.1);
        let (ax, ay, bx, by) = (x0 - x1, y0 - y1, x2 - x1, y2 - y1);
        let (la, lb) = ((ax * ax + ay * ay).sqrt(), (bx * bx + by * by).sqrt());
        let cross = ax * by - ay * bx;
        if la == 0.0 || lb == 0.0 || radius == 0.0 || cross.abs() <= 1.0e-12 * la * lb {
            return self.line_to(x1, y1);
        }
        let cos = (ax * bx + ay * by) / (la * lb);
        // Distance from the corner to the tangent points: r / tan(angle / 2).
        let sin = cross.abs() / (la * lb);
        let distance = radius * (1.0 + cos) / sin;
        let (tx, ty) = (x1 + ax / la * distance, y1 + ay / la * distance);
        let (ux, uy) = (x1 + bx / lb * distance, y1 + by / lb * distance);
        // The centre lies from the tangent point at a right angle to the first line, on the second line's side.
        let side = if cross > 0.0 { 1.0 } else { -1.0 };
        let (cx, cy) = (tx - ay / la * radius * side, ty + ax / la * radius * side);
        let start = libm::atan2(ty - cy, tx - cx);
        let end = libm::atan2(uy - cy, ux - cx);
        self.line_to(tx, ty);
        self.ellipse(cx, cy, radius, radius, 0.0, start, end, cross > 0.0);
    }
}

/// A circle's arc as cubic curves of at most an eighth of a turn: sine and cosine of their ends, and how far their control
/// points lie along the tangents.
#[derive(Clone)]
struct Arc {
    points: [(f64, f64); 9],
    steps: usize,
    handle: f64,
}

impl Arc {
    /// At most a turn from an angle.
    fn new(first: f64, sweep: f64) -> Self {
        /// What particles and bullets are made of.
        static CIRCLE: LazyLock<Arc> = LazyLock::new(|| Arc::measured(0.0, 2.0 * core::f64::consts::PI));
        if first == 0.0 && sweep == 2.0 * core::f64::consts::PI {
            CIRCLE.clone()
        } else {
            Self::measured(first, sweep)
        }
    }

    fn measured(first: f64, sweep: f64) -> Self {
        let steps = (sweep.abs() / (core::f64::consts::FRAC_PI_4 + 1.0e-9)).ceil().clamp(1.0, 8.0) as usize;
        let step = sweep / steps as f64;
        let mut arc = Self {
            points: [(libm::sin(first), libm::cos(first)); 9],
            steps: if sweep == 0.0 { 0 } else { steps },
            handle: 4.0 / 3.0 * libm::tan(step / 4.0),
        };
        let mut angle = first;
        for point in arc.points.iter_mut().skip(1).take(arc.steps) {
            angle += step;
            *point = (libm::sin(angle), libm::cos(angle));
        }
        arc
    }
}

/// The words of an SVG path (SVG 2 §9.3), up to the first error in it, as `Path2D` takes it.
pub fn from_svg(data: &str) -> Vec<f64> {
    let mut words = Vec::new();
    for segment in svgtypes::SimplifyingPathParser::from(data) {
        use svgtypes::SimplePathSegment as S;
        let Ok(segment) = segment else { break };
        match segment {
            S::MoveTo { x, y } => words.extend([f64::from(verb::MOVE), x, y]),
            S::LineTo { x, y } => words.extend([f64::from(verb::LINE), x, y]),
            S::CurveTo { x1, y1, x2, y2, x, y } => words.extend([f64::from(verb::BEZIER), x1, y1, x2, y2, x, y]),
            S::Quadratic { x1, y1, x, y } => words.extend([f64::from(verb::QUADRATIC), x1, y1, x, y]),
            S::ClosePath => words.push(f64::from(verb::CLOSE)),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(words: &[f64]) -> [f32; 4] {
        let path = build(words, &Matrix::IDENTITY).expect("a path");
        let b = path.compute_tight_bounds().expect("bounds");
        [b.left(), b.top(), b.right(), b.bottom()].map(|v| (v * 100.0).round() / 100.0)
    }

    #[test]
    fn arcs_go_the_way_they_are_told() {
        let v = f64::from(verb::ELLIPSE);
        let turn = 2.0 * core::f64::consts::PI;
        let half = core::f64::consts::PI;
        assert_eq!(
            bounds(&[v, 10.0, 10.0, 5.0, 5.0, 0.0, 0.0, turn, 0.0]),
            [5.0, 5.0, 15.0, 15.0]
        );
        assert_eq!(
            bounds(&[v, 10.0, 10.0, 5.0, 5.0, 0.0, 0.0, half, 0.0]),
            [5.0, 10.0, 15.0, 15.0]
        );
        assert_eq!(
            bounds(&[v, 10.0, 10.0, 5.0, 5.0, 0.0, 0.0, half, 1.0]),
            [5.0, 5.0, 15.0, 10.0]
        );
        assert_eq!(
            bounds(&[v, 10.0, 10.0, 5.0, 5.0, 0.0, 0.0, -turn, 0.0]),
            [5.0, 5.0, 15.0, 15.0]
        );
    }

    #[test]
    fn arc_to_rounds_a_corner() {
        let words = [0.0, 0.0, 0.0, f64::from(verb::ARC_TO), 10.0, 0.0, 10.0, 10.0, 4.0];
        let path = build(&words, &Matrix::IDENTITY).expect("a path");
        let end = path.points().last().copied().expect("points");
        assert!((end.x - 10.0).abs() < 1e-4 && (end.y - 4.0).abs() < 1e-4, "{end:?}");
        assert_eq!(bounds(&words), [0.0, 0.0, 10.0, 4.0]);
    }

    #[test]
    fn a_transform_in_between_leaves_earlier_points_alone() {
        let t = f64::from(verb::TRANSFORM);
        let words = [0.0, 1.0, 1.0, t, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 3.0, 4.0];
        assert_eq!(bounds(&words), [1.0, 1.0, 6.0, 8.0]);
    }

    #[test]
    fn an_svg_path_keeps_what_precedes_its_error() {
        let words = from_svg("M1 2 h3 v4 z q 1 oops");
        assert_eq!(words[..3], [0.0, 1.0, 2.0]);
        assert_eq!(bounds(&words), [1.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn broken_words_give_no_path_and_no_panic() {
        assert!(build(&[99.0, 1.0], &Matrix::IDENTITY).is_none());
        assert!(build(&[0.0, 1.0], &Matrix::IDENTITY).is_none());
    }
}
