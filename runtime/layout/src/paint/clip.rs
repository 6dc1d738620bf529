//! Clips: a rectangle of pixels and, where that does not say all, how much of each pixel is inside.

use super::extent::near;
use super::geometry::{RoundRect, is_translation, skia};
use crate::boxes::Rect;
use crate::query::geometry::Transform;
use oracade_text::coverage::PixelRect;
use std::rc::Rc;
use tiny_skia::{FillRule, Mask, Path, PathBuilder};

/// A clip. No pixel outside `rect` is painted.
#[derive(Clone)]
pub(crate) struct Clip {
    pub(crate) rect: PixelRect,
    mask: Option<Rc<Coverage>>,
}

/// Coverage of the pixels of a rectangle, which holds the clip's.
struct Coverage {
    rect: PixelRect,
    mask: Mask,
}

/// The pixels a rectangle touches under a transform.
pub(crate) fn pixels_of(rect: Rect, transform: &Transform) -> PixelRect {
    let b = transform.bounds(rect);
    PixelRect::around(b.x as f32, b.y as f32, (b.x + b.width) as f32, (b.y + b.height) as f32)
}

/// The pixels a path touches under a transform, anti-aliasing included.
pub(crate) fn pixels_of_path(path: &Path, transform: &Transform) -> PixelRect {
    let b = path.bounds();
    let rect = Rect {
        x: f64::from(b.left()),
        y: f64::from(b.top()),
        width: f64::from(b.width()),
        height: f64::from(b.height()),
    };
    pixels_of(rect, transform).grow(1)
}

impl Clip {
    /// A clip to whole pixels.
    pub(crate) fn of(rect: PixelRect) -> Self {
        Self { rect, mask: None }
    }

    /// Nothing is painted.
    pub(crate) fn nothing() -> Self {
        Self::of(PixelRect::new(0, 0, 0, 0))
    }

    /// The clip without what is outside a rectangle of pixels.
    pub(crate) fn within(&self, rect: &PixelRect) -> Self {
        Self {
            rect: self.rect.intersect(rect),
            mask: self.mask.clone(),
        }
    }

    /// The clip narrowed by a shape.
    pub(crate) fn narrowed(&self, shape: &RoundRect, transform: &Transform) -> Self {
        let bounds = transform.bounds(shape.rect);
        let whole = |v: f64| (v - v.round()).abs() < 1e-3;
        let straight = shape.is_square()
            && is_translation(transform)
            && whole(bounds.x)
            && whole(bounds.y)
            && whole(bounds.x + bounds.width)
            && whole(bounds.y + bounds.height);
        if straight {
            return self.within(&PixelRect::new(
                bounds.x.round() as i32,
                bounds.y.round() as i32,
                (bounds.x + bounds.width).round() as i32,
                (bounds.y + bounds.height).round() as i32,
            ));
        }
        match shape.path() {
            Some(path) => self.narrowed_by_path(&path, FillRule::Winding, transform),
            None => Self::nothing(),
        }
    }

    /// The clip narrowed by a path.
    pub(crate) fn narrowed_by_path(&self, path: &Path, rule: FillRule, transform: &Transform) -> Self {
        let rect = self.rect.intersect(&pixels_of_path(path, transform));
        if rect.is_empty() {
            return Self::nothing();
        }
        let place = skia(transform).post_translate(-rect.x0 as f32, -rect.y0 as f32);
        let moved = near(path, place);
        let (path, place) = match &moved {
            Some(moved) => (moved, tiny_skia::Transform::identity()),
            None => (path, place),
        };
        let mask = match self.coverage(&rect) {
            Some(mut mask) => {
                mask.intersect_path(path, rule, true, place);
                mask
            }
            None => {
                let Some(mut mask) = Mask::new(rect.width() as u32, rect.height() as u32) else {
                    return Self::nothing();
                };
                mask.fill_path(path, rule, true, place);
                mask
            }
        };
        Self {
            rect,
            mask: Some(Rc::new(Coverage { rect, mask })),
        }
    }

    /// The clip without the inside of a shape.
    pub(crate) fn without(&self, hole: &RoundRect, transform: &Transform) -> Self {
        let Some(inverse) = transform.invert().filter(|_| !self.rect.is_empty()) else {
            return self.clone();
        };
        // The frame around everything, in the hole's coordinates.
        let around = self.rect.grow(2);
        let mut path = PathBuilder::new();
        let corners = [
            (around.x0, around.y0),
            (around.x1, around.y0),
            (around.x1, around.y1),
            (around.x0, around.y1),
        ];
        for (index, (x, y)) in corners.into_iter().enumerate() {
            let (x, y) = inverse.apply(f64::from(x), f64::from(y));
            if index == 0 {
                path.move_to(x as f32, y as f32);
            } else {
                path.line_to(x as f32, y as f32);
            }
        }
        path.close();
        if hole.rect.width > 0.0 && hole.rect.height > 0.0 {
            hole.add_to(&mut path);
        }
        match path.finish() {
            Some(path) => self.narrowed_by_path(&path, FillRule::EvenOdd, transform),
            None => self.clone(),
        }
    }

    /// The coverage of a part of the clip as a mask of its size; None if all of it is inside.
    pub(crate) fn coverage(&self, part: &PixelRect) -> Option<Mask> {
        let coverage = self.mask.as_deref()?;
        let mut out = Mask::new(part.width() as u32, part.height() as u32)?;
        let shared = part.intersect(&coverage.rect);
        let (from, to) = (coverage.rect.width(), part.width());
        let mut full = shared == *part;
        if !shared.is_empty() {
            let source = coverage.mask.data();
            let target = out.data_mut();
            let count = shared.width();
            for y in shared.y0..shared.y1 {
                let at = (y - coverage.rect.y0) as usize * from + (shared.x0 - coverage.rect.x0) as usize;
                let into = (y - part.y0) as usize * to + (shared.x0 - part.x0) as usize;
                let row = &source[at..at + count];
                full = full && row.iter().all(|v| *v == 255);
                target[into..into + count].copy_from_slice(row);
            }
        }
        (!full).then_some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> RoundRect {
        RoundRect::square(Rect {
            x,
            y,
            width: side,
            height: side,
        })
    }

    #[test]
    fn clips_narrow_by_pixels_curves_and_holes() {
        let all = Clip::of(PixelRect::new(0, 0, 100, 100));
        let inner = all.narrowed(&square(10.0, 10.0, 20.0), &Transform::IDENTITY);
        assert_eq!(inner.rect, PixelRect::new(10, 10, 30, 30));
        assert!(inner.coverage(&inner.rect).is_none(), "whole pixels need no mask");
        let round = RoundRect {
            radii: [(10.0, 10.0); 4],
            ..square(10.0, 10.0, 20.0)
        };
        let curved = all.narrowed(&round, &Transform::IDENTITY);
        let mask = curved.coverage(&PixelRect::new(10, 10, 30, 30));
        let mask = mask.as_ref().map(|m| m.data()).unwrap_or_default();
        assert_eq!((mask[0], mask[10 * 20 + 10]), (0, 255));
        assert!(
            curved.coverage(&PixelRect::new(17, 17, 23, 23)).is_none(),
            "the middle is all inside"
        );
        let ring = curved.without(&square(15.0, 15.0, 10.0), &Transform::IDENTITY);
        let mask = ring.coverage(&PixelRect::new(10, 10, 30, 30));
        let mask = mask.as_ref().map(|m| m.data()).unwrap_or_default();
        assert_eq!((mask[0], mask[10 * 20 + 10], mask[10 * 20 + 2]), (0, 0, 255));
    }
}
