//! Transform lists as matrices. The engine leaves the interpolation of lists that do not match open where they depend on the size
//! of a box; here it is done (CSS Transforms 2 §10).

use style::values::animated::{Animate, Procedure};
use style::values::computed::transform::{Matrix3D, Transform, TransformOperation};
use style::values::computed::{Length, Percentage};

/// Reference boxes nested deeper than this count as no transform.
const DEPTH_MAX: u32 = 16;

/// A list without open interpolations, for a reference box of this width and height.
pub(crate) fn settled(transform: &Transform, size: (f64, f64)) -> Transform {
    settled_at(transform, size, 0)
}

fn settled_at(transform: &Transform, size: (f64, f64), depth: u32) -> Transform {
    let is_open = |operation: &TransformOperation| {
        matches!(
            operation,
            TransformOperation::InterpolateMatrix { .. } | TransformOperation::AccumulateMatrix { .. }
        )
    };
    if !transform.0.iter().any(is_open) {
        return transform.clone();
    }
    if depth > DEPTH_MAX {
        return Transform::none();
    }
    let mix = |from: &Transform, to: &Transform, procedure| {
        let from = as_matrix(&settled_at(from, size, depth + 1), size);
        let to = as_matrix(&settled_at(to, size, depth + 1), size);
        match (from, to) {
            (Some(from), Some(to)) => from.animate(&to, procedure).unwrap_or(to),
            _ => Matrix3D::identity(),
        }
    };
    let operations = transform.0.iter().map(|operation| match operation {
        TransformOperation::InterpolateMatrix {
            from_list,
            to_list,
            progress: Percentage(progress),
        } => TransformOperation::Matrix3D(mix(
            from_list,
            to_list,
            Procedure::Interpolate {
                progress: f64::from(*progress),
            },
        )),
        TransformOperation::AccumulateMatrix {
            from_list,
            to_list,
            count,
        } => TransformOperation::Matrix3D(mix(
            from_list,
            to_list,
            Procedure::Accumulate {
                count: u64::from(count.unsigned_abs()),
            },
        )),
        other => other.clone(),
    });
    style::values::generics::transform::Transform(operations.collect::<Vec<_>>().into())
}

fn as_matrix(transform: &Transform, size: (f64, f64)) -> Option<Matrix3D> {
    let (matrix, _) = transform.to_transform_3d_matrix(Some(&reference(size))).ok()?;
    Some(matrix.into())
}

fn reference(size: (f64, f64)) -> euclid::default::Rect<Length> {
    let length = |v: f64| Length::new(v as f32);
    euclid::default::Rect::new(
        euclid::default::Point2D::new(length(0.0), length(0.0)),
        euclid::default::Size2D::new(length(size.0), length(size.1)),
    )
}

/// The matrix of a list for a reference box of this width and height.
pub(crate) fn matrix(transform: &Transform, size: (f64, f64)) -> Option<euclid::default::Transform3D<f64>> {
    let settled = settled(transform, size);
    let (matrix, _) = settled.to_transform_3d_matrix_f64(Some(&reference(size))).ok()?;
    Some(matrix)
}
