//! Keeping paths near the picture: the rasteriser fails on coordinates far beyond it.

use tiny_skia::{Path, PathBuilder, PathSegment, Point, Transform};

/// Device pixels beyond which nothing of a path is looked at more closely.
const FAR: f32 = 16_384.0;

/// The path in device space with what is far outside brought near, if it reaches that far. What is seen stays the same but for
/// edges that come from far away.
pub(crate) fn near(path: &Path, transform: Transform) -> Option<Path> {
    let moved = path.clone().transform(transform);
    let inside = |path: &Path| {
        let bounds = path.bounds();
        bounds.left() >= -FAR && bounds.top() >= -FAR && bounds.right() <= FAR && bounds.bottom() <= FAR
    };
    if moved.as_ref().is_some_and(inside) {
        return None;
    }
    let place = |mut point: Point| {
        transform.map_point(&mut point);
        let near = |v: f32| if v.is_nan() { 0.0 } else { v.clamp(-FAR, FAR) };
        (near(point.x), near(point.y))
    };
    let mut out = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                let (x, y) = place(p);
                out.move_to(x, y);
            }
            PathSegment::LineTo(p) => {
                let (x, y) = place(p);
                out.line_to(x, y);
            }
            PathSegment::QuadTo(a, p) => {
                let ((ax, ay), (x, y)) = (place(a), place(p));
                out.quad_to(ax, ay, x, y);
            }
            PathSegment::CubicTo(a, b, p) => {
                let ((ax, ay), (bx, by), (x, y)) = (place(a), place(b), place(p));
                out.cubic_to(ax, ay, bx, by, x, y);
            }
            PathSegment::Close => out.close(),
        }
    }
    out.finish().or_else(|| {
        // Nothing is left of it; a path that paints nothing.
        PathBuilder::from_rect(tiny_skia::Rect::from_xywh(-FAR, -FAR, 1.0, 1.0)?).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_left_alone_and_what_is_far_comes_near() {
        let path = |x: f32| PathBuilder::from_rect(tiny_skia::Rect::from_ltrb(-x, -1.0, x, 1.0).unwrap());
        assert!(near(&path(100.0), Transform::identity()).is_none());
        let bounds = near(&path(1e13), Transform::identity()).unwrap().bounds();
        assert_eq!((bounds.left(), bounds.right(), bounds.top()), (-FAR, FAR, -1.0));
        assert!(near(&path(1e30), Transform::from_scale(1e30, 1e30)).is_some());
    }
}
