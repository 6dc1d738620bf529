//! Depth (CSS Transforms 2 §4): transforms in three dimensions, perspective, what keeps depth and which side of a box is seen.

use super::geometry::{Transform, is_transformed, own_matrix};
use crate::Document;
use crate::boxes::{BoxId, BoxTree, LayoutBox, Rect};
use style::computed_values::backface_visibility::T as BackfaceVisibility;
use style::computed_values::isolation::T as Isolation;
use style::computed_values::mix_blend_mode::T as MixBlendMode;
use style::computed_values::transform_style::T as TransformStyle;
use style::values::computed::basic_shape::ClipPath;
use style::values::computed::{Image, Length, Perspective};

/// Four by four, mapping row vectors.
pub(crate) type Matrix = euclid::default::Transform3D<f64>;

/// A transform on the way to the viewport: flat as long as nothing has left the plane.
#[derive(Clone, Copy)]
pub(super) enum Course {
    Flat(Transform),
    Deep(Matrix),
}

impl Course {
    pub(super) const START: Self = Self::Flat(Transform::IDENTITY);

    /// Goes on with a box's own transform, which is about its origin.
    pub(super) fn transformed(self, matrix: &Matrix) -> Self {
        match (self, planar(matrix)) {
            (Self::Flat(flat), Some(own)) => Self::Flat(flat.then(&own)),
            (course, _) => Self::Deep(course.matrix().then(matrix)),
        }
    }

    pub(super) fn moved(self, x: f64, y: f64) -> Self {
        match self {
            Self::Flat(flat) => Self::Flat(flat.then(&Transform::translation(x, y))),
            Self::Deep(matrix) => Self::Deep(matrix.then(&Matrix::translation(x, y, 0.0))),
        }
    }

    /// Goes on to a box that is around: its perspective, and the plane of its content unless it keeps depth.
    pub(super) fn entered(self, around: &LayoutBox) -> Self {
        let Self::Deep(matrix) = self else { return self };
        if around.is_anonymous() {
            return self;
        }
        let matrix = match perspective(around) {
            Some(perspective) => matrix.then(&perspective),
            None => matrix,
        };
        if around.keeps_depth() {
            Self::Deep(matrix)
        } else {
            Self::Flat(flattened(&matrix))
        }
    }

    pub(super) fn matrix(&self) -> Matrix {
        match self {
            Self::Deep(matrix) => *matrix,
            Self::Flat(t) => Matrix::new(t.a, t.b, 0.0, t.g, t.c, t.d, 0.0, t.h, 0.0, 0.0, 1.0, 0.0, t.e, t.f, 0.0, t.i),
        }
    }

    pub(super) fn flat(&self) -> Transform {
        match self {
            Self::Flat(flat) => *flat,
            Self::Deep(matrix) => flattened(matrix),
        }
    }
}

/// The matrix as a transform of the plane, if it leaves the plane where it is.
fn planar(m: &Matrix) -> Option<Transform> {
    let in_plane = m.m13 == 0.0 && m.m14 == 0.0 && m.m23 == 0.0 && m.m24 == 0.0 && m.m43 == 0.0 && m.m44 == 1.0;
    in_plane.then(|| flattened(m))
}

/// What a matrix does to the plane, seen from the front.
pub(super) fn flattened(m: &Matrix) -> Transform {
    Transform::projective([m.m11, m.m12, m.m14, m.m21, m.m22, m.m24, m.m41, m.m42, m.m44])
}

fn perspective(b: &LayoutBox) -> Option<Matrix> {
    let style = b.style.get_box();
    let Perspective::Length(distance) = &style.perspective else {
        return None;
    };
    // Distances under a pixel count as one.
    let distance = f64::from(distance.0.px()).max(1.0);
    let rect = b.border_box();
    let length = |v: f64| Length::new(v as f32);
    let origin = &style.perspective_origin;
    let x = f64::from(origin.horizontal.resolve(length(rect.width)).px());
    let y = f64::from(origin.vertical.resolve(length(rect.height)).px());
    let mut matrix = Matrix::identity();
    matrix.m34 = -1.0 / distance;
    Some(
        Matrix::translation(-x, -y, 0.0)
            .then(&matrix)
            .then(&Matrix::translation(x, y, 0.0)),
    )
}

impl LayoutBox {
    /// True if what is inside has a depth of its own: `preserve-3d`, and nothing that makes one picture of the content (§4.1).
    pub(crate) fn keeps_depth(&self) -> bool {
        if self.is_anonymous() || self.style.get_box().transform_style != TransformStyle::Preserve3d {
            return false;
        }
        let (effects, svg) = (self.style.get_effects(), self.style.get_svg());
        !self.clips()
            && effects.opacity >= 1.0
            && effects.filter.0.is_empty()
            && effects.mix_blend_mode == MixBlendMode::Normal
            && self.style.get_box().isolation == Isolation::Auto
            && matches!(svg.clip_path, ClipPath::None)
            && svg.mask_image.0.iter().all(|image| matches!(image, Image::None))
    }

    /// True if the back of the box is not shown.
    pub(crate) fn hides_back(&self) -> bool {
        !self.is_anonymous() && self.style.get_box().backface_visibility == BackfaceVisibility::Hidden
    }

    /// The box's own transform in three dimensions, in the coordinates of its border box.
    pub(super) fn matrix(&self) -> Option<Matrix> {
        if self.is_anonymous()
            || self.kind == crate::boxes::BoxKind::Inline
            || self.parent.is_none()
            || !is_transformed(&self.style)
        {
            return None;
        }
        own_matrix(
            &self.style,
            Rect {
                x: 0.0,
                y: 0.0,
                ..self.border_box()
            },
        )
    }
}

/// How a box lies in the space it shares with others.
pub(super) struct Standing {
    /// How near the middle of the box is.
    pub(super) depth: f64,
    /// The back of the box is towards the viewer.
    pub(super) turned: bool,
}

impl Document {
    /// How a box lies in the three-dimensional space it is in, which reaches up to the first box around that keeps no depth.
    pub(super) fn standing(&self, boxes: &BoxTree, id: BoxId) -> Standing {
        let mut course = Course::START;
        let mut current = id;
        let mut guard = boxes.len() + 1;
        while guard > 0 {
            guard -= 1;
            let b = boxes.get(current);
            if let Some(own) = b.matrix() {
                course = course.transformed(&own);
            }
            let Some(parent) = b.geometry_parent else { break };
            let rect = b.border_box();
            course = course.moved(rect.x, rect.y);
            let around = boxes.get(parent);
            if !around.is_anonymous() && !around.keeps_depth() {
                if let (Course::Deep(matrix), Some(perspective)) = (course, perspective(around)) {
                    course = Course::Deep(matrix.then(&perspective));
                }
                break;
            }
            course = course.entered(around);
            current = parent;
        }
        let m = course.matrix();
        let rect = boxes.get(id).border_box();
        let (x, y) = (rect.width / 2.0, rect.height / 2.0);
        let z = x * m.m13 + y * m.m23 + m.m43;
        let w = x * m.m14 + y * m.m24 + m.m44;
        // The sign of the normal's z after the transform: that of the cofactor in the inverse.
        let cofactor = m.m11 * m.m22 * m.m44 + m.m12 * m.m24 * m.m41 + m.m14 * m.m21 * m.m42
            - m.m11 * m.m24 * m.m42
            - m.m12 * m.m21 * m.m44
            - m.m14 * m.m22 * m.m41;
        Standing {
            depth: if w > 0.0 { z / w } else { z },
            turned: cofactor * m.determinant() < 0.0,
        }
    }
}
