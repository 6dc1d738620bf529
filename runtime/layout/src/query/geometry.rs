//! Coordinates: transforms, scroll offsets and sticky positions between a box and the viewport.

use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxTree, LayoutBox, Rect};
use style::computed_values::position::T as Position;
use style::properties::ComputedValues;
use style::values::computed::{Length, Rotate, Scale, Translate};
use style::values::generics::position::Inset;

/// A 2D affine transform: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the six entries as CSS `matrix()` orders them")]
pub struct Transform {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
}

impl Transform {
    /// No change.
    pub const IDENTITY: Self = Self {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
    };

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
        Self {
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
        (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
    }

    /// The inverse, if there is one.
    pub fn invert(&self) -> Option<Self> {
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
        })
    }

    /// The smallest axis-aligned rectangle around a rectangle mapped.
    pub fn bounds(&self, rect: Rect) -> Rect {
        if self.b == 0.0 && self.c == 0.0 && self.a == 1.0 && self.d == 1.0 {
            return rect.translated(self.e, self.f);
        }
        let corners = [
            self.apply(rect.x, rect.y),
            self.apply(rect.x + rect.width, rect.y),
            self.apply(rect.x, rect.y + rect.height),
            self.apply(rect.x + rect.width, rect.y + rect.height),
        ];
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
    if !is_transformed(style) {
        return None;
    }
    let style = style.get_box();
    let length = |v: f64| Length::new(v as f32);
    let origin_x = rect.x + f64::from(style.transform_origin.horizontal.resolve(length(rect.width)).px());
    let origin_y = rect.y + f64::from(style.transform_origin.vertical.resolve(length(rect.height)).px());
    let mut m = euclid::default::Transform3D::<f64>::identity();
    if let Some(transform) = crate::style::transform::matrix(&style.transform, (rect.width, rect.height)) {
        m = transform;
    }
    match &style.scale {
        Scale::Scale(x, y, z) => {
            m = m.then(&euclid::default::Transform3D::scale(
                f64::from(*x),
                f64::from(*y),
                f64::from(*z),
            ));
        }
        Scale::None => {}
    }
    match &style.rotate {
        Rotate::Rotate(angle) => {
            m = m.then(&euclid::default::Transform3D::rotation(
                0.0,
                0.0,
                1.0,
                euclid::Angle::radians(angle.radians64()),
            ));
        }
        Rotate::Rotate3D(x, y, z, angle) => {
            let (x, y, z) = (f64::from(*x), f64::from(*y), f64::from(*z));
            let norm = libm::sqrt(x * x + y * y + z * z);
            if norm > 0.0 {
                m = m.then(&euclid::default::Transform3D::rotation(
                    x / norm,
                    y / norm,
                    z / norm,
                    euclid::Angle::radians(angle.radians64()),
                ));
            }
        }
        Rotate::None => {}
    }
    if let Translate::Translate(x, y, _) = &style.translate {
        let x = f64::from(x.resolve(length(rect.width)).px());
        let y = f64::from(y.resolve(length(rect.height)).px());
        m = m.then(&euclid::default::Transform3D::translation(x, y, 0.0));
    }
    let flat = Transform {
        a: m.m11,
        b: m.m12,
        c: m.m21,
        d: m.m22,
        e: m.m41,
        f: m.m42,
    };
    let all = [flat.a, flat.b, flat.c, flat.d, flat.e, flat.f];
    if all.iter().any(|v| !v.is_finite()) {
        return Some(Transform::IDENTITY);
    }
    Some(
        Transform::translation(-origin_x, -origin_y)
            .then(&flat)
            .then(&Transform::translation(origin_x, origin_y)),
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
        let mut transform = Transform::IDENTITY;
        let mut current = id;
        let mut guard = boxes.len() + 1;
        if boxes.get(current).kind == BoxKind::Inline
            && let Some(block) = boxes.get(current).geometry_parent
        {
            current = block;
        }
        while guard > 0 {
            guard -= 1;
            let b = boxes.get(current);
            if let Some(own) = b.transform() {
                transform = transform.then(&own);
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
            transform = transform.then(&Transform::translation(x + sticky.0, y + sticky.1));
            current = parent;
        }
        transform
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
        if self.is_anonymous() || self.kind == BoxKind::Inline || self.parent.is_none() {
            return false;
        }
        let b = self.style.get_box();
        b.overflow_x.is_scrollable() || b.overflow_y.is_scrollable()
    }

    /// True if the box cuts off what overflows it.
    pub fn clips(&self) -> bool {
        use style::values::specified::box_::Overflow;
        if self.is_anonymous() || self.kind == BoxKind::Inline || self.parent.is_none() {
            return false;
        }
        let b = self.style.get_box();
        b.overflow_x != Overflow::Visible || b.overflow_y != Overflow::Visible
    }
}
