//! Selecting parts of values (`[i]`, `.f`), and what may be assigned to.

use super::*;
use crate::types::Base;

const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl Parser<'_> {
    pub(super) fn index(&mut self, base: Expr, index: Expr, loc: Loc) -> Expr {
        let t = base.ty.clone();
        if t.array.is_none() && t.cols == 1 && (t.rows == 1 || !t.is_basic()) {
            let name = match &base.kind {
                ExprKind::Var(id) => self.vars[*id as usize].name.to_string(),
                _ => "expression".to_string(),
            };
            if !self.nested_arrays {
                self.error(loc, &name, " left of '[' is not of type array, matrix, or vector ");
            }
            return self.zero(Type::scalar(Base::Float).with(Precision::High), loc);
        }
        let integer = index.ty.is_scalar() && index.ty.is_integer();
        if !integer {
            self.error(loc, "[]", "integer expression required");
        }
        let result = Type {
            array: None,
            ..t.indexed()
        };
        let count = t.index_count().max(1);
        let index = match (&index.kind, integer) {
            (ExprKind::Const(words), true) => {
                let value = self.constant_index(&base, &index, words[0], count, loc);
                self.const_expr(vec![value], Type::scalar(Base::Int), index.loc)
            }
            (_, true) => {
                self.check_dynamic_index(&base, loc);
                index
            }
            _ => self.const_expr(vec![0], Type::scalar(Base::Int), index.loc),
        };
        if let (ExprKind::Const(words), ExprKind::Const(at)) = (&base.kind, &index.kind) {
            let size = result.scalars();
            let start = at[0] as usize * size;
            if let Some(part) = words.get(start..start + size) {
                return self.const_expr(part.to_vec(), result, loc);
            }
        }
        Expr::new(ExprKind::Index(Box::new(base), Box::new(index)), result, Qual::Temp, loc)
    }

    fn constant_index(&mut self, base: &Expr, index: &Expr, value: u32, count: u32, loc: Loc) -> u32 {
        let negative = index.ty.base == Base::Int && (value as i32) < 0;
        if negative {
            self.error(loc, "[]", "index expression is negative");
            return 0;
        }
        if let ExprKind::Var(id) = base.kind
            && self.vars[id as usize].storage == Storage::Builtin(Builtin::FragData)
            && value > 0
            && !self.draw_buffers
        {
            self.error(
                loc,
                "[]",
                "array index for gl_FragData must be zero when GL_EXT_draw_buffers is disabled",
            );
            return 0;
        }
        if value >= count {
            let reason = if base.ty.array.is_some() {
                "array index out of range"
            } else if base.ty.cols > 1 {
                "matrix field selection out of range"
            } else {
                "vector field selection out of range"
            };
            self.error(loc, "[]", reason);
            return count - 1;
        }
        value
    }

    fn check_dynamic_index(&mut self, base: &Expr, loc: Loc) {
        if base.ty.array.is_none() {
            return;
        }
        if self.version >= 300 {
            let reason = if matches!(base.ty.base, Base::Block(..)) {
                "array indexes for uniform block arrays must be constant integral expressions"
            } else if base.ty.is_sampler() {
                "array index for samplers must be constant integral expressions"
            } else if base.qual == Qual::Of(Storage::FragmentOut) {
                "array indexes for fragment outputs must be constant integral expressions"
            } else {
                return;
            };
            self.error(loc, "[", reason);
        } else if base.qual == Qual::Of(Storage::Builtin(Builtin::FragData)) && !self.draw_buffers {
            self.error(loc, "[", "array index for gl_FragData must be constant zero");
        }
    }

    pub(super) fn field(&mut self, base: Expr, name: &Token, dot: Loc) -> Expr {
        let loc = name.loc;
        let _ = dot;
        if base.ty.array.is_some() {
            self.error(loc, ".", "cannot apply dot operator to an array");
            return base;
        }
        if let Some(s) = base.ty.fields().cloned() {
            let Some(index) = s.fields.iter().position(|f| *f.name == *name.text) else {
                let reason = match base.ty.base {
                    Base::Struct(_) => " no such field in structure",
                    _ => " no such field in interface block",
                };
                self.error(loc, &name.text, reason);
                return base;
            };
            let ty = s.fields[index].ty.clone();
            if let ExprKind::Const(words) = &base.kind {
                let start = base.ty.field_offset(index);
                let part = words[start..start + ty.scalars()].to_vec();
                return self.const_expr(part, ty, loc);
            }
            return Expr::new(ExprKind::Field(Box::new(base), index), ty, Qual::Temp, loc);
        }
        if !base.ty.is_vector() || !base.ty.is_basic() {
            let reason = if self.version >= 300 {
                " field selection requires structure, vector, or interface block on left hand side"
            } else {
                " field selection requires structure or vector on left hand side"
            };
            self.error(loc, &name.text, reason);
            return base;
        }
        let parts = self.swizzle(&name.text, base.ty.rows, loc);
        let ty = Type {
            rows: parts.len() as u8,
            ..base.ty.clone()
        };
        if let ExprKind::Const(words) = &base.kind {
            let picked = parts.iter().map(|i| words[*i as usize]).collect();
            return self.const_expr(picked, ty, loc);
        }
        Expr::new(ExprKind::Swizzle(Box::new(base), parts), ty, Qual::Temp, loc)
    }

    /// Components a swizzle selects; the first one if it is wrong.
    fn swizzle(&mut self, text: &str, rows: u8, loc: Loc) -> Vec<u8> {
        if text.len() > 4 {
            self.error(loc, text, "illegal vector field selection");
            return vec![0];
        }
        let mut parts = Vec::new();
        let mut set = None;
        for c in text.chars() {
            let Some((s, i)) = SETS.iter().enumerate().find_map(|(s, set)| set.find(c).map(|i| (s, i))) else {
                self.error(loc, text, "illegal vector field selection");
                return vec![0];
            };
            if set.is_some_and(|old| old != s) {
                self.error(loc, text, "illegal - vector component fields not from the same set");
                return vec![0];
            }
            set = Some(s);
            parts.push(i as u8);
        }
        if parts.iter().any(|p| *p >= rows) {
            self.error(loc, text, "vector field selection out of range");
            return vec![0];
        }
        parts
    }

    /// Whether something can be assigned to; logs if not.
    pub(super) fn check_place(&mut self, expr: &Expr, loc: Loc, token: &str) -> bool {
        match &expr.kind {
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => self.check_place(base, loc, token),
            ExprKind::Swizzle(base, parts) => {
                let fine = self.check_place(base, loc, token);
                let duplicate = parts.iter().enumerate().any(|(i, p)| parts[..i].contains(p));
                if fine && duplicate {
                    self.error(loc, token, " l-value of swizzle cannot have duplicate components");
                }
                fine && !duplicate
            }
            ExprKind::Const(_) => {
                self.error(loc, token, "l-value required (can't modify a const)");
                false
            }
            ExprKind::Var(id) => {
                let var = &self.vars[*id as usize];
                let what = match var.storage {
                    Storage::Const | Storage::ParamConst => "a const",
                    Storage::Attribute => "an attribute",
                    Storage::VertexIn => "an input",
                    Storage::VaryingIn if self.version < 300 => "a varying",
                    Storage::VaryingIn => "an input",
                    Storage::Uniform | Storage::Builtin(Builtin::DepthRange) => "a uniform",
                    Storage::Builtin(Builtin::FragCoord) => "gl_FragCoord",
                    Storage::Builtin(Builtin::FrontFacing) => "gl_FrontFacing",
                    Storage::Builtin(Builtin::PointCoord) => "gl_PointCoord",
                    Storage::Builtin(Builtin::VertexId) => "gl_VertexID",
                    Storage::Builtin(Builtin::InstanceId) => "gl_InstanceID",
                    Storage::Builtin(Builtin::DrawId) => "gl_DrawID",
                    _ if var.ty.is_sampler() => "a variable with type sampler",
                    _ => return true,
                };
                let reason = format!("l-value required (can't modify {what} \"{}\")", var.name);
                self.error(loc, token, &reason);
                false
            }
            _ => {
                self.error(loc, token, "l-value required");
                false
            }
        }
    }
}
