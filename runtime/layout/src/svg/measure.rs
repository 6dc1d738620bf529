//! Lengths along shapes (SVG 2 §9.5, `getTotalLength` and `getPointAtLength`).
//!
//! Curves are measured as chords, as coarsely as Chromium does it: half a unit off the curve is near enough there, and pages see the
//! sums.

use super::shape::Geometry;
use oracade_canvas::path::verb;

/// How far a chord may be from its curve.
const TOLERANCE: f64 = 0.5;
/// Most halvings of one curve.
const HALVINGS_MAX: u32 = 10;

type Point = (f64, f64);

/// One segment.
#[derive(Clone, Copy)]
enum Segment {
    Line([Point; 2]),
    Quadratic([Point; 3]),
    Cubic([Point; 4]),
    /// Control point and its weight.
    Conic([Point; 3], f64),
}

/// A chord: the length up to its end, the segment it is of, and the segment's parameter at its end.
struct Chord {
    end: f64,
    segment: usize,
    to: f64,
}

/// A shape's outline with lengths along it.
pub(crate) struct Curve {
    segments: Vec<Segment>,
    chords: Vec<Chord>,
    start: Point,
}

fn between(a: Point, b: Point, t: f64) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

fn distance(a: Point, b: Point) -> f64 {
    libm::sqrt((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1))
}

fn far(a: Point, b: Point) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) > TOLERANCE
}

impl Segment {
    fn at(&self, t: f64) -> Point {
        let u = 1.0 - t;
        match self {
            Self::Line([a, b]) => between(*a, *b, t),
            Self::Quadratic([a, b, c]) => {
                let (k0, k1, k2) = (u * u, 2.0 * u * t, t * t);
                (k0 * a.0 + k1 * b.0 + k2 * c.0, k0 * a.1 + k1 * b.1 + k2 * c.1)
            }
            Self::Cubic([a, b, c, d]) => {
                let (k0, k1, k2, k3) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
                (
                    k0 * a.0 + k1 * b.0 + k2 * c.0 + k3 * d.0,
                    k0 * a.1 + k1 * b.1 + k2 * c.1 + k3 * d.1,
                )
            }
            Self::Conic([a, b, c], w) => {
                let (k0, k1, k2) = (u * u, 2.0 * u * t * w, t * t);
                let k = k0 + k1 + k2;
                ((k0 * a.0 + k1 * b.0 + k2 * c.0) / k, (k0 * a.1 + k1 * b.1 + k2 * c.1) / k)
            }
        }
    }

    /// True if the chord between two parameters is too far from the curve.
    fn bends(&self, from: f64, to: f64) -> bool {
        let chord = |t: f64| between(self.at(from), self.at(to), t);
        let at = |t: f64| self.at(from + (to - from) * t);
        match self {
            Self::Line(_) => false,
            Self::Quadratic(_) | Self::Conic(..) => far(at(0.5), chord(0.5)),
            Self::Cubic(points) => {
                let [a, b, c, d] = part(points, from, to);
                far(b, between(a, d, 1.0 / 3.0)) || far(c, between(a, d, 2.0 / 3.0))
            }
        }
    }
}

/// The control points of a part of a cubic.
fn part(points: &[Point; 4], from: f64, to: f64) -> [Point; 4] {
    let blossom = |r: f64, s: f64, t: f64| {
        let [a, b, c, d] = *points;
        let (ab, bc, cd) = (between(a, b, r), between(b, c, r), between(c, d, r));
        let (abc, bcd) = (between(ab, bc, s), between(bc, cd, s));
        between(abc, bcd, t)
    };
    [
        blossom(from, from, from),
        blossom(from, from, to),
        blossom(from, to, to),
        blossom(to, to, to),
    ]
}

impl Curve {
    /// The outline of a shape.
    pub(crate) fn of(geometry: &Geometry) -> Self {
        let mut curve = Self {
            segments: Vec::new(),
            chords: Vec::new(),
            start: (0.0, 0.0),
        };
        match geometry {
            Geometry::Rect { rect, rx, ry } => {
                let (l, t) = (rect.x, rect.y);
                let (r, b) = (l + rect.width, t + rect.height);
                let (rx, ry) = if *rx > 0.0 && *ry > 0.0 { (*rx, *ry) } else { (0.0, 0.0) };
                let mut corner = |from: Point, control: Point, to: Point, next: Point| {
                    if rx > 0.0 {
                        curve.add(Segment::Conic([from, control, to], core::f64::consts::FRAC_1_SQRT_2));
                    }
                    curve.add(Segment::Line([to, next]));
                };
                let begin = (l + rx, t);
                corner((l, t + ry), (l, t), begin, (r - rx, t));
                corner((r - rx, t), (r, t), (r, t + ry), (r, b - ry));
                corner((r, b - ry), (r, b), (r - rx, b), (l + rx, b));
                corner((l + rx, b), (l, b), (l, b - ry), (l, t + ry));
                if rx > 0.0 {
                    // The outline begins after the upper left corner, which is therefore its last part.
                    curve.segments.rotate_left(1);
                    curve.again();
                }
                curve.start = begin;
            }
            Geometry::Ellipse { cx, cy, rx, ry } => {
                let at = |x: f64, y: f64| (cx + x * rx, cy + y * ry);
                curve.start = at(1.0, 0.0);
                for (from, to) in [
                    ((1.0, 0.0), (0.0, 1.0)),
                    ((0.0, 1.0), (-1.0, 0.0)),
                    ((-1.0, 0.0), (0.0, -1.0)),
                    ((0.0, -1.0), (1.0, 0.0)),
                ] {
                    let (from, to): (Point, Point) = (from, to);
                    let control = at(from.0 + to.0, from.1 + to.1);
                    let points = [at(from.0, from.1), control, at(to.0, to.1)];
                    curve.add(Segment::Conic(points, core::f64::consts::FRAC_1_SQRT_2));
                }
            }
            Geometry::Points(points, closed) => {
                curve.start = points.first().copied().unwrap_or_default();
                for pair in points.windows(2) {
                    curve.add(Segment::Line([pair[0], pair[1]]));
                }
                if let (true, Some(first), Some(last)) = (*closed, points.first(), points.last()) {
                    curve.add(Segment::Line([*last, *first]));
                }
            }
            Geometry::Path(words) => curve.words(words),
        }
        curve
    }

    /// The outline of path data.
    pub(crate) fn of_path(data: &str) -> Self {
        Self::of(&Geometry::Path(oracade_canvas::path::from_svg(data)))
    }

    fn words(&mut self, words: &[f64]) {
        let (mut begin, mut last): (Point, Point) = ((0.0, 0.0), (0.0, 0.0));
        let mut rest = words;
        let mut first = true;
        while let Some((word, tail)) = rest.split_first() {
            let Some(arguments) = verb::arguments(*word as u32).and_then(|count| tail.get(..count)) else {
                return;
            };
            rest = &tail[arguments.len()..];
            match (*word as u32, arguments) {
                (verb::MOVE, &[x, y]) => {
                    begin = (x, y);
                    last = begin;
                    if std::mem::take(&mut first) {
                        self.start = begin;
                    }
                }
                (verb::LINE, &[x, y]) => {
                    self.add(Segment::Line([last, (x, y)]));
                    last = (x, y);
                }
                (verb::QUADRATIC, &[ax, ay, x, y]) => {
                    self.add(Segment::Quadratic([last, (ax, ay), (x, y)]));
                    last = (x, y);
                }
                (verb::BEZIER, &[ax, ay, bx, by, x, y]) => {
                    self.add(Segment::Cubic([last, (ax, ay), (bx, by), (x, y)]));
                    last = (x, y);
                }
                (verb::CLOSE, []) => {
                    self.add(Segment::Line([last, begin]));
                    last = begin;
                }
                _ => {}
            }
        }
    }

    fn again(&mut self) {
        self.chords.clear();
        for segment in std::mem::take(&mut self.segments) {
            self.add(segment);
        }
    }

    fn add(&mut self, segment: Segment) {
        let index = self.segments.len();
        self.segments.push(segment);
        let mut parts = vec![(0.0, 1.0, 0)];
        while let Some((from, to, depth)) = parts.pop() {
            if depth < HALVINGS_MAX && segment.bends(from, to) {
                let middle = (from + to) / 2.0;
                parts.push((middle, to, depth + 1));
                parts.push((from, middle, depth + 1));
                continue;
            }
            let length = distance(segment.at(from), segment.at(to));
            if length > 0.0 && length.is_finite() {
                self.chords.push(Chord {
                    end: self.length() + length,
                    segment: index,
                    to,
                });
            }
        }
    }

    /// The whole length.
    pub(crate) fn length(&self) -> f64 {
        self.chords.last().map_or(0.0, |chord| chord.end)
    }

    /// The point at a distance along the outline, which is kept within it.
    pub(crate) fn at(&self, distance: f64) -> Point {
        let distance = if distance.is_finite() {
            distance.clamp(0.0, self.length())
        } else {
            0.0
        };
        let index = self.chords.partition_point(|chord| chord.end < distance);
        let Some(chord) = self.chords.get(index) else {
            return self.start;
        };
        let before = index.checked_sub(1).and_then(|i| self.chords.get(i));
        let (start, from) = match before {
            Some(before) if before.segment == chord.segment => (before.end, before.to),
            Some(before) => (before.end, 0.0),
            None => (0.0, 0.0),
        };
        let share = (distance - start) / (chord.end - start);
        self.segments
            .get(chord.segment)
            .map_or(self.start, |segment| segment.at(from + (chord.to - from) * share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::Rect;

    #[test]
    fn lengths_are_those_of_the_chords() {
        let line = Curve::of_path("M0 0 h10 l5 5");
        assert!((line.length() - 17.071_067_811_865_476).abs() < 1e-9);
        let (x, y) = line.at(12.0);
        assert!((x - 10.0 - y).abs() < 1e-6 && (y - std::f64::consts::SQRT_2).abs() < 1e-6);
        // What Chromium says of a circle and of a rounded rectangle.
        let circle = Curve::of(&Geometry::Ellipse {
            cx: 5.0,
            cy: 5.0,
            rx: 5.0,
            ry: 5.0,
        });
        assert!((circle.length() - 30.614_673_6).abs() < 1e-5, "{}", circle.length());
        let (_, y) = circle.at(3.0);
        assert!((y - 7.851_544_9).abs() < 1e-4, "{y}");
        let rect = Curve::of(&Geometry::Rect {
            rect: Rect {
                x: 5.0,
                y: 5.0,
                width: 10.0,
                height: 10.0,
            },
            rx: 2.0,
            ry: 2.0,
        });
        assert!((rect.length() - 35.313_709).abs() < 1e-4, "{}", rect.length());
        assert_eq!(rect.at(0.0), (7.0, 5.0));
        assert_eq!(Curve::of_path("nonsense").length(), 0.0);
        assert_eq!(Curve::of_path("").at(f64::NAN), (0.0, 0.0));
    }
}
