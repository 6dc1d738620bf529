//! Whether a name means the same in both stages; the words of the log when it does not.

use crate::hir::{Block, Var};
use crate::types::{Base, Type};

/// What differs first, and in which member.
pub(super) fn differs(a: &Type, b: &Type, name: &str, precision: bool) -> Option<(&'static str, String)> {
    let basic = |t: &Type| (std::mem::discriminant(&t.base), t.cols, t.rows);
    let sampler = matches!((&a.base, &b.base), (Base::Sampler(x), Base::Sampler(y)) if x != y);
    if basic(a) != basic(b) || sampler {
        return Some(("Types", name.to_string()));
    }
    if a.array != b.array {
        return Some(("Array sizes", name.to_string()));
    }
    if precision && a.precision != b.precision {
        return Some(("Precisions", name.to_string()));
    }
    let (Some(x), Some(y)) = (a.fields(), b.fields()) else {
        return None;
    };
    if x.name != y.name && a.is_struct() {
        return Some(("Structure names", name.to_string()));
    }
    members(&x.fields, &y.fields, name, precision)
}

fn members(x: &[crate::types::Field], y: &[crate::types::Field], name: &str, precision: bool) -> Option<(&'static str, String)> {
    if x.len() != y.len() {
        return Some(("Field numbers", name.to_string()));
    }
    for (f, g) in x.iter().zip(y) {
        if f.name != g.name {
            return Some(("Field names", name.to_string()));
        }
        let inner = format!("{name}.{}", f.name);
        if f.row_major != g.row_major && f.ty.cols > 1 {
            return Some(("Matrix Packings", name.to_string()));
        }
        if let Some(found) = differs(&f.ty, &g.ty, &inner, precision) {
            return Some(found);
        }
    }
    None
}

/// The log's line.
pub(super) fn line(kind: &str, name: &str, (what, place): (&str, String)) -> String {
    let member = if place == name || what.starts_with("Field") || what.starts_with("Matrix") {
        String::new()
    } else {
        format!(" member '{place}'")
    };
    format!("{what} of {kind} '{name}'{member} differ between VERTEX and FRAGMENT shaders.")
}

/// Two declarations of a block.
pub(super) fn blocks(a: &Block, b: &Block) -> Option<(&'static str, String)> {
    let name = &*a.name;
    if let Some(found) = members(&a.fields.fields, &b.fields.fields, name, false) {
        return Some(found);
    }
    if a.row_major != b.row_major && a.fields.fields.iter().any(|f| f.ty.cols > 1) {
        return Some(("Matrix Packings", name.to_string()));
    }
    if a.instance.is_some() != b.instance.is_some() {
        return Some(("Instance name qualifiers", name.to_string()));
    }
    if a.array != b.array {
        return Some(("Array sizes", name.to_string()));
    }
    None
}

/// Two declarations of a varying: the vertex shader's and the fragment shader's.
pub(super) fn varyings(out: &Var, input: &Var, version: u32) -> Option<(&'static str, String)> {
    if let Some(found) = differs(&out.ty, &input.ty, &out.name, false) {
        return Some(found);
    }
    let flat = |v: &Var| v.interpolation == crate::hir::Interpolation::Flat;
    if flat(out) != flat(input) {
        return Some(("Interpolation types", out.name.to_string()));
    }
    if version < 300 && out.invariant != input.invariant {
        return Some(("Invariances", out.name.to_string()));
    }
    None
}
