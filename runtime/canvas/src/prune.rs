//! Segments that go nowhere (HTML § 4.12.5.1.6, "trace a path": zero-length line segments are removed before stroking).

use std::borrow::Cow;
use tiny_skia::{Path, PathBuilder, PathSegment, Point};

/// The path without zero-length segments; `None` if nothing is left to stroke.
pub(crate) fn pruned(path: &Path) -> Option<Cow<'_, Path>> {
    if !has_points(path) {
        return Some(Cow::Borrowed(path));
    }
    let mut builder = PathBuilder::new();
    let mut start = Point::zero();
    let mut at = Point::zero();
    // Whether the contour's start has been written: one without any other segment is left out.
    let mut open = false;
    for segment in path.segments() {
        if let PathSegment::MoveTo(to) = segment {
            (start, at, open) = (to, to, false);
            continue;
        }
        if matches!(segment, PathSegment::Close) {
            if open {
                builder.close();
            }
            (at, open) = (start, false);
            continue;
        }
        if goes_nowhere(at, &segment) {
            continue;
        }
        if !open {
            builder.move_to(at.x, at.y);
            open = true;
        }
        match segment {
            PathSegment::LineTo(to) => {
                builder.line_to(to.x, to.y);
                at = to;
            }
            PathSegment::QuadTo(control, to) => {
                builder.quad_to(control.x, control.y, to.x, to.y);
                at = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                builder.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                at = to;
            }
            PathSegment::MoveTo(_) | PathSegment::Close => {}
        }
    }
    builder.finish().map(Cow::Owned)
}

fn goes_nowhere(at: Point, segment: &PathSegment) -> bool {
    match *segment {
        PathSegment::LineTo(to) => to == at,
        PathSegment::QuadTo(control, to) => control == at && to == at,
        PathSegment::CubicTo(first, second, to) => first == at && second == at && to == at,
        PathSegment::MoveTo(_) | PathSegment::Close => false,
    }
}

fn has_points(path: &Path) -> bool {
    let mut at = Point::zero();
    path.segments().any(|segment| {
        let nowhere = goes_nowhere(at, &segment);
        at = match segment {
            PathSegment::MoveTo(to) | PathSegment::LineTo(to) | PathSegment::QuadTo(_, to) | PathSegment::CubicTo(_, _, to) => to,
            PathSegment::Close => at,
        };
        nowhere
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(points: &[(f32, f32)], close: bool) -> Path {
        let mut builder = PathBuilder::new();
        builder.move_to(points[0].0, points[0].1);
        for (x, y) in &points[1..] {
            builder.line_to(*x, *y);
        }
        if close {
            builder.close();
        }
        builder.finish().unwrap()
    }

    #[test]
    fn a_path_that_goes_nowhere_is_nothing() {
        assert!(pruned(&path(&[(5.0, 5.0), (5.0, 5.0), (5.0, 5.0)], true)).is_none());
    }

    #[test]
    fn the_rest_of_a_path_stays() {
        let whole = path(&[(0.0, 0.0), (9.0, 0.0), (9.0, 4.0)], true);
        assert!(matches!(pruned(&whole), Some(Cow::Borrowed(_))));
        let flat = path(&[(0.0, 0.0), (9.0, 0.0), (9.0, 0.0), (0.0, 0.0)], true);
        let expected = path(&[(0.0, 0.0), (9.0, 0.0), (0.0, 0.0)], true);
        assert_eq!(pruned(&flat).as_deref(), Some(&expected));
    }
}
