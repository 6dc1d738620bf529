//! The standard layout of uniform blocks, std140 (section 2.12.6.4 of OpenGL ES 3.0).

use crate::types::{Struct, Type};

fn round(value: u32, to: u32) -> u32 {
    value.div_ceil(to).saturating_mul(to)
}

fn vector_align(rows: u8) -> u32 {
    match rows {
        1 => 4,
        2 => 8,
        _ => 16,
    }
}

/// Alignment of a type.
pub(crate) fn align(ty: &Type) -> u32 {
    if ty.array.is_some() || ty.cols > 1 || ty.fields().is_some() {
        16
    } else {
        vector_align(ty.rows)
    }
}

/// Distance between the elements of an array of this type.
pub(crate) fn array_stride(ty: &Type, row_major: bool) -> u32 {
    round(size(&ty.element(), row_major), 16)
}

/// Distance between the columns (or rows) of a matrix.
pub(crate) const MATRIX_STRIDE: u32 = 16;

/// Bytes of a type, without what its own alignment adds at the end.
pub(crate) fn size(ty: &Type, row_major: bool) -> u32 {
    if let Some(n) = ty.array {
        return array_stride(ty, row_major).saturating_mul(n);
    }
    if let Some(s) = ty.fields() {
        return struct_size(s, row_major);
    }
    if ty.cols > 1 {
        return MATRIX_STRIDE * u32::from(if row_major { ty.rows } else { ty.cols });
    }
    4 * u32::from(ty.rows)
}

/// Bytes of a structure or block.
pub(crate) fn struct_size(s: &Struct, row_major: bool) -> u32 {
    let mut at = 0u32;
    for field in &s.fields {
        at = round(at, align(&field.ty)).saturating_add(size(&field.ty, row_major || field.row_major));
    }
    round(at, 16)
}

/// Offset of a member.
pub(crate) fn field_offset(s: &Struct, index: usize, row_major: bool) -> u32 {
    let mut at = 0u32;
    for field in &s.fields[..index] {
        at = round(at, align(&field.ty)).saturating_add(size(&field.ty, row_major || field.row_major));
    }
    round(at, align(&s.fields[index].ty))
}

/// Byte offsets of the scalars of a value, in the order of `Type::flatten`. `step` is the distance between the components of
/// a vector: 4, but 16 in a column of a matrix that lies row by row.
pub(crate) fn scalars(ty: &Type, row_major: bool, step: u32, base: u32, out: &mut Vec<u32>) {
    if let Some(n) = ty.array {
        let stride = array_stride(ty, row_major);
        let element = ty.element();
        for i in 0..n {
            scalars(&element, row_major, 4, base + i * stride, out);
        }
    } else if let Some(s) = ty.fields() {
        for (i, field) in s.fields.iter().enumerate() {
            let at = base + field_offset(s, i, row_major);
            scalars(&field.ty, row_major || field.row_major, 4, at, out);
        }
    } else if ty.cols > 1 {
        for c in 0..u32::from(ty.cols) {
            for r in 0..u32::from(ty.rows) {
                out.push(
                    base + if row_major {
                        r * MATRIX_STRIDE + c * 4
                    } else {
                        c * MATRIX_STRIDE + r * 4
                    },
                );
            }
        }
    } else {
        out.extend((0..u32::from(ty.rows)).map(|r| base + r * step));
    }
}
