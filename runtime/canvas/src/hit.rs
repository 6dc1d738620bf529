//! `isPointInPath` and `isPointInStroke`.

use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathSegment, Point, Stroke};

use crate::path::{Matrix, build};
use crate::stroke::outline;

/// The line attributes a stroke depends on.
pub struct LineStyle<'a> {
    /// `lineWidth`.
    pub width: f32,
    /// 0 butt, 1 round, 2 square.
    pub cap: u8,
    /// 0 miter, 1 round, 2 bevel.
    pub join: u8,
    /// `miterLimit`.
    pub miter: f32,
    /// `lineDashOffset`.
    pub dash_offset: f32,
    /// `setLineDash`.
    pub dash: &'a [f64],
}

/// True if a point of the canvas (not of the current transform's space) lies inside a path or on its edge.
pub fn point_in_path(words: &[f64], base: &Matrix, x: f64, y: f64, even_odd: bool) -> bool {
    build(words, base).is_some_and(|path| contains(&path, x, y, if even_odd { FillRule::EvenOdd } else { FillRule::Winding }))
}

/// True if a point of the canvas lies inside what `stroke()` would draw.
pub fn point_in_stroke(words: &[f64], base: &Matrix, current: &Matrix, line: &LineStyle<'_>, x: f64, y: f64) -> bool {
    let Some(path) = build(words, base) else {
        return false;
    };
    let pen = Stroke {
        width: line.width,
        miter_limit: line.miter,
        line_cap: [LineCap::Butt, LineCap::Round, LineCap::Square]
            .get(usize::from(line.cap))
            .copied()
            .unwrap_or_default(),
        line_join: [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel]
            .get(usize::from(line.join))
            .copied()
            .unwrap_or_default(),
        dash: None,
    };
    let dash = (line.dash_offset, line.dash.iter().map(|v| *v as f32).collect());
    outline(&path, current, &pen, &dash).is_some_and(|outline| contains(&outline, x, y, FillRule::Winding))
}

/// Winding number test with points on the outline counting as inside.
pub fn contains(path: &Path, x: f64, y: f64, rule: FillRule) -> bool {
    let mut winding = 0_i32;
    let mut on_edge = false;
    let mut edge = |a: Point, b: Point| {
        let (ax, ay, bx, by) = (f64::from(a.x), f64::from(a.y), f64::from(b.x), f64::from(b.y));
        let cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).sqrt();
        let within = |v: f64, p: f64, q: f64| v >= p.min(q) - 1.0e-6 && v <= p.max(q) + 1.0e-6;
        if cross.abs() <= 1.0e-6 * length.max(1.0e-12) && within(x, ax, bx) && within(y, ay, by) {
            on_edge = true;
        }
        if ay <= y && by > y && cross > 0.0 {
            winding += 1;
        } else if ay > y && by <= y && cross < 0.0 {
            winding -= 1;
        }
    };
    let (mut start, mut last) = (Point::zero(), Point::zero());
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                edge(last, start);
                start = p;
                last = p;
            }
            PathSegment::LineTo(p) => {
                edge(last, p);
                last = p;
            }
            PathSegment::QuadTo(c, p) => {
                let from = last;
                for step in 1..=32 {
                    let t = step as f32 / 32.0;
                    let u = 1.0 - t;
                    let q = Point::from_xy(
                        u * u * from.x + 2.0 * u * t * c.x + t * t * p.x,
                        u * u * from.y + 2.0 * u * t * c.y + t * t * p.y,
                    );
                    edge(last, q);
                    last = q;
                }
            }
            PathSegment::CubicTo(a, b, p) => {
                let from = last;
                for step in 1..=32 {
                    let t = step as f32 / 32.0;
                    let u = 1.0 - t;
                    let (k0, k1, k2, k3) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
                    let q = Point::from_xy(
                        k0 * from.x + k1 * a.x + k2 * b.x + k3 * p.x,
                        k0 * from.y + k1 * a.y + k2 * b.y + k3 * p.y,
                    );
                    edge(last, q);
                    last = q;
                }
            }
            PathSegment::Close => {
                edge(last, start);
                last = start;
            }
        }
    }
    edge(last, start);
    on_edge
        || match rule {
            FillRule::Winding => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_found_in_paths_and_on_their_edges() {
        let rect = [6.0, 10.0, 10.0, 20.0, 20.0];
        let hit = |x, y| point_in_path(&rect, &Matrix::IDENTITY, x, y, false);
        assert!(hit(15.0, 15.0) && hit(10.0, 10.0) && hit(30.0, 20.0));
        assert!(!hit(9.0, 15.0) && !hit(31.0, 15.0));
        let twice = [6.0, 0.0, 0.0, 10.0, 10.0, 6.0, 2.0, 2.0, 4.0, 4.0];
        assert!(point_in_path(&twice, &Matrix::IDENTITY, 4.0, 4.0, false));
        assert!(!point_in_path(&twice, &Matrix::IDENTITY, 4.0, 4.0, true));
    }

    #[test]
    fn points_are_found_in_strokes() {
        let line = LineStyle {
            width: 4.0,
            cap: 0,
            join: 0,
            miter: 10.0,
            dash_offset: 0.0,
            dash: &[],
        };
        let words = [0.0, 0.0, 10.0, 1.0, 20.0, 10.0];
        let hit = |x, y| point_in_stroke(&words, &Matrix::IDENTITY, &Matrix::IDENTITY, &line, x, y);
        assert!(hit(5.0, 11.5) && hit(5.0, 8.5));
        assert!(!hit(5.0, 13.0) && !hit(21.0, 10.0));
    }
}
