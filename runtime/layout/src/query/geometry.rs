//! Coordinates: transforms, scroll offsets and sticky positions between a box and the viewport.

use super::depth::{self, Course, Matrix};
use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxTree, LayoutBox, Rect};
use style::computed_values::position::T as Position;
use style::properties::ComputedValues;
use style::values::computed::{Length, Rotate, Scale, Translate};
use style::values::generics::position::Inset;

/// A transform of the plane: `x' = (a·x + c·y + e) / w`, `y' = (b·x + d·y + f) / w` with `w = g·x + h·y + i`. It is affine (`w` is 1)
/// unless something is seen in perspective.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the six entries as CSS `matrix()` orders them, and three more")]
pub struct Transform {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
    pub g: f64,
    pub h: f64,
    pub i: f64,
}

/// Nearer to the eye than this share of its distance nothing is seen.
const NEAR: f64 = 1e-3;

impl Transform {
    /// No change.
    pub const IDENTITY: Self = Self {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
        g: 0.0,
        h: 0.0,
        i: 1.0,
    };

    /// The transform of a three by three matrix that maps row vectors.
    pub(crate) fn projective([a, b, g, c, d, h, e, f, i]: [f64; 9]) -> Self {
        // What arithmetic leaves of a perspective that is none.
        const TRACE: f64 = 1e-11;
        let (g, h) = if g.abs() <= TRACE * i && h.abs() <= TRACE * i {
            (0.0, 0.0)
        } else {
            (g, h)
        };
        let by = if g == 0.0 && h == 0.0 && i != 0.0 { i } else { 1.0 };
        Self {
            a: a / by,
            b: b / by,
            c: c / by,
            d: d / by,
            e: e / by,
            f: f / by,
            g,
            h,
            i: i / by,
        }
    }

    /// True if parallels stay parallel.
    pub fn is_affine(&self) -> bool {
        self.g == 0.0 && self.h == 0.0 && self.i == 1.0
    }

    /// A translation.
    pub const fn translation(x: f64, y: f64) -> Self {
        Self {
            e: x,
            f: y,
            ..Self::IDENTITY
        }
    }

    /// First `self`, then `next`.
    pub fn then(&self, next: &Self) -> Self {
        if !(self.is_affine() && next.is_affine()) {
            let row = |x: f64, y: f64, w: f64| {
                [
                    next.a * x + next.c * y + next.e * w,
                    next.b * x + next.d * y + next.f * w,
                    next.g * x + next.h * y + next.i * w,
                ]
            };
            let ([a, b, g], [c, d, h], [e, f, i]) = (
                row(self.a, self.b, self.g),
                row(self.c, self.d, self.h),
                row(self.e, self.f, self.i),
            );
            return Self::projective([a, b, g, c, d, h, e, f, i]);
        }
        Self {
            g: 0.0,
            h: 0.0,
            i: 1.0,
            a: next.a * self.a + next.c * self.b,
            b: next.b * self.a + next.d * self.b,
            c: next.a * self.c + next.c * self.d,
            d: next.b * self.c + next.d * self.d,
            e: next.a * self.e + next.c * self.f + next.e,
            f: next.b * self.e + next.d * self.f + next.f,
        }
    }

    /// A point mapped.
    pub fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let (tx, ty) = (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f);
        if self.is_affine() {
            return (tx, ty);
        }
        let w = self.weight(x, y);
        (tx / w, ty / w)
    }

    /// How far from the eye a point lies, in shares of the distance of what is not transformed.
    pub(crate) fn weight(&self, x: f64, y: f64) -> f64 {
        self.g * x + self.h * y + self.i
    }

    /// The inverse, if there is one.
    pub fn invert(&self) -> Option<Self> {
        if !self.is_affine() {
            return self.invert_projective();
        }
        let determinant = self.a * self.d - self.b * self.c;
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let (a, b, c, d) = (
            self.d / determinant,
            -self.b / determinant,
            -self.c / determinant,
            self.a / determinant,
        );
        Some(Self {
            a,
            b,
            c,
            d,
            e: -(a * self.e + c * self.f),
            f: -(b * self.e + d * self.f),
            g: 0.0,
            h: 0.0,
            i: 1.0,
        })
    }

    fn invert_projective(&self) -> Option<Self> {
        let Self {
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            h,
            i,
        } = *self;
        // The adjugate of the matrix with rows (a b g), (c d h), (e f i).
        let rows = [
            [d * i - h * f, g * f - b * i, b * h - g * d],
            [h * e - c * i, a * i - g * e, g * c - a * h],
            [c * f - d * e, b * e - a * f, a * d - b * c],
        ];
        let determinant = a * rows[0][0] + b * rows[1][0] + g * rows[2][0];
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let of = |row: usize, column: usize| rows[row][column] / determinant;
        Some(Self {
            i: of(2, 2),
            a: of(0, 0),
            b: of(0, 1),
            g: of(0, 2),
            c: of(1, 0),
            d: of(1, 1),
            h: of(1, 2),
            e: of(2, 0),
            f: of(2, 1),
        })
    }

    /// A rectangle's corners mapped, without what lies behind the eye.
    fn seen(&self, rect: Rect) -> Vec<(f64, f64)> {
        let corners = [
            (rect.x, rect.y),
            (rect.x + rect.width, rect.y),
            (rect.x + rect.width, rect.y + rect.height),
            (rect.x, rect.y + rect.height),
        ];
        let mut seen = Vec::with_capacity(8);
        for (index, to) in corners.into_iter().enumerate() {
            let from = corners[(index + 3) % 4];
            let (before, after) = (self.weight(from.0, from.1), self.weight(to.0, to.1));
            if (before < NEAR) != (after < NEAR) {
                let t = (NEAR - before) / (after - before);
                seen.push(self.apply(from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t));
            }
            if after >= NEAR {
                seen.push(self.apply(to.0, to.1));
            }
        }
        seen
    }

    /// The smallest axis-aligned rectangle around a rectangle mapped.
    pub fn bounds(&self, rect: Rect) -> Rect {
        if self.b == 0.0 && self.c == 0.0 && self.a == 1.0 && self.d == 1.0 && self.is_affine() {
            return rect.translated(self.e, self.f);
        }
        let corners = self.seen(rect);
        if corners.is_empty() {
            return Rect::default();
        }
        let min = |f: fn(&(f64, f64)) -> f64| corners.iter().map(f).fold(f64::INFINITY, f64::min);
        let max = |f: fn(&(f64, f64)) -> f64| corners.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (min(|p| p.0), min(|p| p.1));
        Rect {
            x,
            y,
            width: max(|p| p.0) - x,
            height: max(|p| p.1) - y,
        }
    }

    /// True if nothing changes.
    pub fn is_identity(&self) -> bool {
        *self == Self::IDENTITY
    }
}

/// True if a style has a transform of any kind.
pub(crate) fn is_transformed(style: &ComputedValues) -> bool {
    let b = style.get_box();
    !b.transform.0.is_empty()
        || !matches!(b.translate, Translate::None)
        || !matches!(b.rotate, Rotate::None)
        || !matches!(b.scale, Scale::None)
}

impl LayoutBox {
    /// The box's own transform about its origin, in the coordinates of its border box (CSS Transforms 2 §3), flattened to two
    /// dimensions; `None` if it has none.
    pub fn transform(&self) -> Option<Transform> {
        if self.is_anonymous() || self.kind == BoxKind::Inline || self.parent.is_none() || !is_transformed(&self.style) {
            return None;
        }
        style_transform(
            &self.style,
            Rect {
                x: 0.0,
                y: 0.0,
                ..self.border_box()
            },
        )
    }
}

/// The transform of a style about its origin in a reference box (CSS Transforms 2 §3), flattened to two dimensions; `None` if it
/// has none.
pub(crate) fn style_transform(style: &ComputedValues, rect: Rect) -> Option<Transform> {
    own_matrix(style, rect).map(|matrix| depth::flattened(&matrix))
}

/// The transform of a style about its origin in a reference box, in three dimensions; `None` if it has none.
pub(super) fn own_matrix(style: &ComputedValues, rect: Rect) -> Option<Matrix> {
    if !is_transformed(style) {
        return None;
    }
    let style = style.get_box();
    let length = |v: f64| Length::new(v as f32);
    let origin_x = rect.x + f64::from(style.transform_origin.horizontal.resolve(length(rect.width)).px());
    let origin_y = rect.y + f64::from(style.transform_origin.vertical.resolve(length(rect.height)).px());
    let origin_z = f64::from(style.transform_origin.depth.px());
    let mut m = Matrix::identity();
    if let Some(transform) = crate::style::transform::matrix(&style.transform, (rect.width, rect.height)) {
        m = transform;
    }
    match &style.scale {
        Scale::Scale(x, y, z) => {
            m = m.then(&Matrix::scale(f64::from(*x), f64::from(*y), f64::from(*z)));
        }
        Scale::None => {}
    }
    match &style.rotate {
        Rotate::Rotate(angle) => {
            m = m.then(&Matrix::rotation(0.0, 0.0, 1.0, euclid::Angle::radians(angle.radians64())));
        }
        Rotate::Rotate3D(x, y, z, angle) => {
            let (x, y, z) = (f64::from(*x), f64::from(*y), f64::from(*z));
            let norm = libm::sqrt(x * x + y * y + z * z);
            if norm > 0.0 {
                m = m.then(&Matrix::rotation(
                    x / norm,
                    y / norm,
                    z / norm,
                    euclid::Angle::radians(angle.radians64()),
                ));
            }
        }
        Rotate::None => {}
    }
    if let Translate::Translate(x, y, z) = &style.translate {
        let x = f64::from(x.resolve(length(rect.width)).px());
        let y = f64::from(y.resolve(length(rect.height)).px());
        m = m.then(&Matrix::translation(x, y, f64::from(z.px())));
    }
    if m.to_array().iter().any(|v| !v.is_finite()) {
        return Some(Matrix::identity());
    }
    Some(
        Matrix::translation(-origin_x, -origin_y, -origin_z)
            .then(&m)
            .then(&Matrix::translation(origin_x, origin_y, origin_z)),
    )
}

impl Document {
    /// Scroll offset of a box's content; the initial containing block's is the viewport's.
    pub(crate) fn scroll_of(&self, boxes: &BoxTree, id: BoxId) -> (f64, f64) {
        if id == BoxId::ROOT {
            self.scroll
        } else {
            boxes.get(id).scroll
        }
    }

    /// Maps the coordinates of a box's border box to the viewport, transforms and scrolling included. An inline box has the
    /// coordinates of the block that holds its lines.
    pub(crate) fn to_viewport(&self, boxes: &BoxTree, id: BoxId) -> Transform {
        let mut course = Course::START;
        let mut current = id;
        let mut guard = boxes.len() + 1;
        if boxes.get(current).kind == BoxKind::Inline
            && let Some(block) = boxes.get(current).geometry_parent
        {
            let scroll = self.scroll_of(boxes, block);
            course = course.moved(-scroll.0, -scroll.1);
            current = block;
        }
        while guard > 0 {
            guard -= 1;
            let b = boxes.get(current);
            if let Some(own) = b.matrix() {
                course = course.transformed(&own);
            }
            let rect = b.border_box();
            let Some(parent) = b.geometry_parent else {
                break;
            };
            let (mut x, mut y) = (rect.x, rect.y);
            let is_viewport_fixed = parent == BoxId::ROOT && !b.is_anonymous() && b.style.get_box().position == Position::Fixed;
            if !is_viewport_fixed {
                let scroll = self.scroll_of(boxes, parent);
                x -= scroll.0;
                y -= scroll.1;
            }
            let sticky = self.sticky_offset(boxes, current);
            course = course.moved(x + sticky.0, y + sticky.1).entered(boxes.get(parent));
            current = parent;
        }
        course.flat()
    }

    /// Maps the coordinates of a block's lines to the viewport: its own border box's, moved as far as it is scrolled.
    pub(crate) fn lines_to_viewport(&self, boxes: &BoxTree, id: BoxId) -> Transform {
        let scroll = self.scroll_of(boxes, id);
        Transform::translation(-scroll.0, -scroll.1).then(&self.to_viewport(boxes, id))
    }

    /// How far a sticky box is moved (CSS Positioned Layout 3 §3.4).
    fn sticky_offset(&self, boxes: &BoxTree, id: BoxId) -> (f64, f64) {
        let b = boxes.get(id);
        if b.is_anonymous() || b.style.get_box().position != Position::Sticky {
            return (0.0, 0.0);
        }
        // The nearest scroll container up the chain, and where the box lies in it without scrolling.
        let mut rect = b.border_box();
        let Some(block) = b.geometry_parent else {
            return (0.0, 0.0);
        };
        let mut bounds = {
            let block = boxes.get(block);
            let content = block.content_box();
            let outer = block.border_box();
            content.translated(-outer.x, -outer.y)
        };
        let mut current = block;
        while current != BoxId::ROOT && !boxes.get(current).is_scroll_container() {
            let Some(parent) = boxes.get(current).geometry_parent else {
                break;
            };
            let at = boxes.get(current).border_box();
            rect = rect.translated(at.x, at.y);
            bounds = bounds.translated(at.x, at.y);
            current = parent;
        }
        let scroller = boxes.get(current);
        let scroll = self.scroll_of(boxes, current);
        let port = if current == BoxId::ROOT {
            let viewport = self.viewport();
            Rect {
                x: scroll.0,
                y: scroll.1,
                width: viewport.width,
                height: viewport.height,
            }
        } else {
            let border = scroller.border();
            let outer = scroller.border_box();
            Rect {
                x: border.left + scroll.0,
                y: border.top + scroll.1,
                width: outer.width - border.left - border.right,
                height: outer.height - border.top - border.bottom,
            }
        };
        let position = b.style.get_position();
        let inset = |value: &style::values::computed::Inset, basis: f64| match value {
            Inset::LengthPercentage(length) => Some(f64::from(length.resolve(Length::new(basis as f32)).px())),
            _ => None,
        };
        let margin = b.margin();
        let mut y = 0.0;
        if let Some(top) = inset(&position.top, port.height) {
            y = (port.y + top - rect.y)
                .max(0.0)
                .min((bounds.y + bounds.height - margin.bottom - rect.y - rect.height).max(0.0));
        }
        if let Some(bottom) = inset(&position.bottom, port.height)
            && y == 0.0
        {
            let wanted = (rect.y + rect.height) - (port.y + port.height - bottom);
            y = -wanted.max(0.0).min((rect.y - margin.top - bounds.y).max(0.0));
        }
        let mut x = 0.0;
        if let Some(left) = inset(&position.left, port.width) {
            x = (port.x + left - rect.x)
                .max(0.0)
                .min((bounds.x + bounds.width - margin.right - rect.x - rect.width).max(0.0));
        }
        if let Some(right) = inset(&position.right, port.width)
            && x == 0.0
        {
            let wanted = (rect.x + rect.width) - (port.x + port.width - right);
            x = -wanted.max(0.0).min((rect.x - margin.left - bounds.x).max(0.0));
        }
        (x, y)
    }
}

impl LayoutBox {
    /// True if the box scrolls or could (`overflow` other than `visible` and `clip`).
    pub fn is_scroll_container(&self) -> bool {
        if self.is_anonymous() || self.kind == BoxKind::Inline || self.parent.is_none() || self.gives_overflow {
            return false;
        }
        let b = self.style.get_box();
        b.overflow_x.is_scrollable() || b.overflow_y.is_scrollable()
    }

    /// True if the box cuts off what overflows it.
    pub fn clips(&self) -> bool {
        use style::values::specified::box_::Overflow;
        if self.is_anonymous() || self.kind == BoxKind::Inline || self.parent.is_none() || self.gives_overflow {
            return false;
        }
        let b = self.style.get_box();
        b.overflow_x != Overflow::Visible || b.overflow_y != Overflow::Visible
    }
}
