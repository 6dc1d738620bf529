//! Shapes for painting: pixel snapping, rounded rectangles, clips.

use crate::boxes::{Edges, LayoutBox, Rect};
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use style::values::computed::Length;
use tiny_skia::{Path, PathBuilder};

/// Radii of the four corners, top left first and clockwise: horizontal and vertical.
pub(crate) type Radii = [(f32, f32); 4];

/// A rectangle with rounded corners, in the coordinates of a box's border box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundRect {
    pub(crate) rect: Rect,
    pub(crate) radii: Radii,
}

/// The transform as tiny-skia has it.
pub(crate) fn skia(transform: &Transform) -> tiny_skia::Transform {
    let t = transform;
    tiny_skia::Transform::from_row(t.a as f32, t.b as f32, t.c as f32, t.d as f32, t.e as f32, t.f as f32)
}

/// True if a transform only moves.
pub(crate) fn is_translation(t: &Transform) -> bool {
    t.a == 1.0 && t.b == 0.0 && t.c == 0.0 && t.d == 1.0 && t.is_affine()
}

/// Snaps a rectangle's edges to whole pixels, as Chromium snaps boxes that are not transformed.
pub(crate) fn snapped(rect: Rect, transform: &Transform) -> Rect {
    if !is_translation(transform) {
        return rect;
    }
    let edge = |v: f64, by: f64| (v + by + 0.5).floor() - by;
    let (x, y) = (edge(rect.x, transform.e), edge(rect.y, transform.f));
    let right = edge(rect.x + rect.width, transform.e);
    let bottom = edge(rect.y + rect.height, transform.f);
    Rect {
        x,
        y,
        width: right - x,
        height: bottom - y,
    }
}

impl RoundRect {
    /// A rectangle with square corners.
    pub(crate) fn square(rect: Rect) -> Self {
        Self {
            rect,
            radii: [(0.0, 0.0); 4],
        }
    }

    /// The border box of a box with its `border-radius`.
    pub(crate) fn border_box(b: &LayoutBox, rect: Rect) -> Self {
        Self::of_style(&b.style, rect)
    }

    /// A border box with the `border-radius` of a style.
    pub(crate) fn of_style(style: &ComputedValues, rect: Rect) -> Self {
        let border = style.get_border();
        let (width, height) = (Length::new(rect.width as f32), Length::new(rect.height as f32));
        let corner = |c: &style::values::computed::BorderCornerRadius| {
            let x = c.0.width.0.resolve(width).px().max(0.0);
            let y = c.0.height.0.resolve(height).px().max(0.0);
            if x == 0.0 || y == 0.0 { (0.0, 0.0) } else { (x, y) }
        };
        let radii = [
            corner(&border.border_top_left_radius),
            corner(&border.border_top_right_radius),
            corner(&border.border_bottom_right_radius),
            corner(&border.border_bottom_left_radius),
        ];
        Self { rect, radii }.fitted()
    }

    /// The shape with its radii scaled down where curves would meet (CSS Backgrounds 3 §4.5).
    pub(crate) fn fitted(self) -> Self {
        let Self { rect, mut radii } = self;
        let mut factor = 1.0f32;
        let mut limit = |sum: f32, side: f64| {
            if sum > 0.0 {
                factor = factor.min(side as f32 / sum);
            }
        };
        limit(radii[0].0 + radii[1].0, rect.width);
        limit(radii[2].0 + radii[3].0, rect.width);
        limit(radii[0].1 + radii[3].1, rect.height);
        limit(radii[1].1 + radii[2].1, rect.height);
        if factor < 1.0 {
            radii = radii.map(|(x, y)| (x * factor, y * factor));
        }
        Self { rect, radii }
    }

    /// The shape with its edges moved inwards (or outwards, if negative), radii following.
    pub(crate) fn inset(&self, edges: Edges) -> Self {
        let r = self.rect;
        let rect = Rect {
            x: r.x + edges.left,
            y: r.y + edges.top,
            width: (r.width - edges.left - edges.right).max(0.0),
            height: (r.height - edges.top - edges.bottom).max(0.0),
        };
        let less = |(x, y): (f32, f32), dx: f64, dy: f64| {
            if x == 0.0 || y == 0.0 {
                return (0.0, 0.0);
            }
            let (x, y) = (x - dx as f32, y - dy as f32);
            if x <= 0.0 || y <= 0.0 { (0.0, 0.0) } else { (x, y) }
        };
        let radii = [
            less(self.radii[0], edges.left, edges.top),
            less(self.radii[1], edges.right, edges.top),
            less(self.radii[2], edges.right, edges.bottom),
            less(self.radii[3], edges.left, edges.bottom),
        ];
        Self { rect, radii }
    }

    pub(crate) fn is_square(&self) -> bool {
        self.radii == [(0.0, 0.0); 4]
    }

    /// Adds the outline, clockwise.
    pub(crate) fn add_to(&self, path: &mut PathBuilder) {
        // The cubic that is nearest to a quarter of a circle.
        const KAPPA: f32 = 0.552_284_8;
        let (l, t) = (self.rect.x as f32, self.rect.y as f32);
        let (r, b) = (l + self.rect.width as f32, t + self.rect.height as f32);
        if self.is_square() {
            if let Some(rect) = tiny_skia::Rect::from_ltrb(l, t, r, b) {
                path.push_rect(rect);
            }
            return;
        }
        let [(tlx, tly), (trx, try_), (brx, bry), (blx, bly)] = self.radii;
        let k = 1.0 - KAPPA;
        path.move_to(l + tlx, t);
        path.line_to(r - trx, t);
        path.cubic_to(r - trx * k, t, r, t + try_ * k, r, t + try_);
        path.line_to(r, b - bry);
        path.cubic_to(r, b - bry * k, r - brx * k, b, r - brx, b);
        path.line_to(l + blx, b);
        path.cubic_to(l + blx * k, b, l, b - bly * k, l, b - bly);
        path.line_to(l, t + tly);
        path.cubic_to(l, t + tly * k, l + tlx * k, t, l + tlx, t);
        path.close();
    }

    /// The outline as a path; None if it is empty.
    pub(crate) fn path(&self) -> Option<Path> {
        if self.rect.width <= 0.0 || self.rect.height <= 0.0 {
            return None;
        }
        let mut builder = PathBuilder::new();
        self.add_to(&mut builder);
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_snap_to_the_nearest_pixel_edges() {
        let rect = Rect {
            x: 0.5,
            y: 1.25,
            width: 10.25,
            height: 2.5,
        };
        let t = Transform::translation(0.25, 0.0);
        assert_eq!(
            snapped(rect, &t),
            Rect {
                x: 0.75,
                y: 1.0,
                width: 10.0,
                height: 3.0
            }
        );
        let turned = Transform {
            a: 0.0,
            b: 1.0,
            c: -1.0,
            d: 0.0,
            ..Transform::IDENTITY
        };
        assert_eq!(snapped(rect, &turned), rect);
    }

    #[test]
    fn insets_shrink_radii() {
        let r = RoundRect {
            rect: Rect {
                x: 0.0,
                y: 0.0,
                width: 20.0,
                height: 20.0,
            },
            radii: [(6.0, 6.0); 4],
        };
        let inner = r.inset(Edges {
            top: 2.0,
            right: 8.0,
            bottom: 2.0,
            left: 2.0,
        });
        assert_eq!(inner.radii, [(4.0, 4.0), (0.0, 0.0), (0.0, 0.0), (4.0, 4.0)]);
        assert_eq!(inner.rect.width, 10.0);
    }
}
