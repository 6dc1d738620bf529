//! Constructors (section 5.4).

use super::*;
use crate::types::Base;

impl Parser<'_> {
    pub(super) fn construct(&mut self, mut ty: Type, args: Vec<Expr>, loc: Loc) -> Expr {
        if ty.array == Some(0) {
            ty.array = Some((args.len() as u32).max(1));
        }
        if !self.check_constructor(&ty, &args, loc) {
            return self.zero(ty, loc);
        }
        let constant = args.iter().all(|a| matches!(a.kind, ExprKind::Const(_)));
        let precision = match ty.base {
            Base::Struct(_) => Precision::None,
            _ => args.iter().map(|a| a.ty.precision).max().unwrap_or_default(),
        };
        let ty = ty.with(precision);
        let expr = Expr::new(ExprKind::Construct(args), ty, Qual::Temp, loc);
        if constant { self.fold(expr) } else { expr }
    }

    fn check_constructor(&mut self, ty: &Type, args: &[Expr], loc: Loc) -> bool {
        let fail = |this: &mut Self, reason: &str| {
            this.error(loc, "constructor", reason);
            false
        };
        if args.is_empty() {
            return fail(self, "constructor does not have any arguments");
        }
        if matches!(ty.base, Base::Void | Base::Sampler(_) | Base::Block(..)) {
            return fail(self, "cannot construct this type");
        }
        if args.iter().any(|a| a.ty.base == Base::Void) {
            return fail(self, "cannot convert a void");
        }
        for arg in args {
            if arg.ty.is_sampler() && !ty.is_struct() {
                let reason = format!("cannot convert a variable with type {}", arg.ty.element().keyword());
                return fail(self, &reason);
            }
        }
        if let Some(n) = ty.array {
            if args.len() != n as usize {
                return fail(self, "array constructor needs one argument per array element");
            }
            if !args.iter().all(|a| a.ty.same(&ty.element())) {
                return fail(self, "Array constructor argument has an incorrect type");
            }
            return true;
        }
        if let Base::Struct(s) = &ty.base {
            let s = s.clone();
            if s.fields.len() != args.len() {
                return fail(
                    self,
                    "Number of constructor parameters does not match the number of structure fields",
                );
            }
            if !s.fields.iter().zip(args).all(|(f, a)| f.ty.same(&a.ty)) {
                return fail(self, "Structure constructor arguments do not match structure fields");
            }
            return true;
        }
        let size = usize::from(ty.cols) * usize::from(ty.rows);
        let mut given = 0;
        let mut full = false;
        let mut over = false;
        for arg in args {
            if matches!(arg.ty.base, Base::Block(..)) {
                return fail(
                    self,
                    "an interface block cannot be used as a constructor argument for this type",
                );
            }
            if arg.ty.is_struct() {
                return fail(self, "a struct cannot be used as a constructor argument for this type");
            }
            if arg.ty.array.is_some() {
                return fail(self, "constructing from a non-dereferenced array");
            }
            if arg.ty.cols > 1 && ty.cols > 1 && args.len() > 1 {
                return fail(self, "constructing matrix from matrix can only take one argument");
            }
            if full {
                over = true;
            }
            given += usize::from(arg.ty.cols) * usize::from(arg.ty.rows);
            full = given >= size;
        }
        let matrix_from_matrix = ty.cols > 1 && args.len() == 1 && args[0].ty.cols > 1;
        let from_scalar = args.len() == 1 && args[0].ty.is_scalar();
        // One argument may have more than is needed, of several none may be left over.
        if matrix_from_matrix || from_scalar {
            return true;
        }
        if over {
            return fail(self, "too many arguments");
        }
        if given < size {
            return fail(self, "not enough data provided for construction");
        }
        true
    }
}
