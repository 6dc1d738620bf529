//! What operators mean: types of operands and results, and the messages when they do not fit.

use super::*;
use crate::types::Base;

impl Parser<'_> {
    /// Evaluates an expression all of whose operands are constants; where it has no constant value it stays as it is.
    pub(super) fn fold(&mut self, expr: Expr) -> Expr {
        match crate::lower::fold(&expr) {
            Some(words) => Expr {
                kind: ExprKind::Const(Arc::from(words)),
                qual: Qual::Const,
                depth: 1,
                ..expr
            },
            None => expr,
        }
    }

    fn fold_if(&mut self, expr: Expr, constant: bool) -> Expr {
        if constant { self.fold(expr) } else { expr }
    }

    /// What both operands of an operator, or both sides of an assignment, must fulfil. `assigns` is for `=`.
    pub(super) fn check_common(&mut self, left: &Type, right: &Type, loc: Loc, op: &str, assigns: bool) -> bool {
        let sampler = |t: &Type| t.is_sampler();
        if sampler(left) || sampler(right) {
            self.error(loc, op, "Invalid operation for variables with an opaque type");
            return false;
        }
        if matches!(left.base, Base::Block(..)) || matches!(right.base, Base::Block(..)) {
            self.error(loc, op, "Invalid operation for interface blocks");
            return false;
        }
        if matches!(op, "==" | "!=" | "=") && (left.is_struct() && left.contains(&sampler)) {
            self.error(loc, op, "undefined operation for structs containing samplers");
            return false;
        }
        if left.array.is_some() != right.array.is_some() {
            self.error(loc, op, "array / non-array mismatch");
            return false;
        }
        if left.array.is_some() {
            if self.version < 300 || !(matches!(op, "==" | "!=") || assigns) {
                self.error(loc, op, "Invalid operation for arrays");
                return false;
            }
            if left.array != right.array {
                self.error(loc, op, "array size mismatch");
                return false;
            }
        }
        if self.version < 300 && left.is_struct() && left.same(right) && left.contains(&|t| t.array.is_some()) {
            self.error(loc, op, "undefined operation for structs containing arrays");
            return false;
        }
        if left.base != right.base {
            return false;
        }
        if (assigns || matches!(op, "==" | "!=" | "<" | ">" | "<=" | ">=")) && (left.cols, left.rows) != (right.cols, right.rows)
        {
            self.error(loc, op, "dimension mismatch");
            return false;
        }
        true
    }

    fn binary_failed(&mut self, op: BinaryOp, left: &Expr, right: &Expr, loc: Loc) {
        let reason = format!(
            "wrong operand types - no operation '{}' exists that takes a left-hand operand of type '{}' and a right operand of type '{}' (or there is no acceptable conversion)",
            op.text(),
            describe(left, self),
            describe(right, self)
        );
        self.error(loc, op.text(), &reason);
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        use BinaryOp as B;
        let boolean = matches!(
            op,
            B::LogicalAnd | B::LogicalOr | B::LogicalXor | B::Eq | B::Ne | B::Lt | B::Gt | B::Le | B::Ge
        );
        if self.version < 300 {
            let feature = match op {
                B::Rem => Some("integer modulus operator"),
                B::Shl | B::Shr | B::And | B::Or | B::Xor => Some("bit-wise operator"),
                _ => None,
            };
            if let Some(feature) = feature {
                self.error(loc, op.text(), &format!("{feature} supported in GLSL ES 3.00 and above only"));
                return left;
            }
        }
        let Some(ty) = self.binary_type(op, &left, &right, loc) else {
            self.binary_failed(op, &left, &right, loc);
            return if boolean {
                self.zero(Type::scalar(Base::Bool), loc)
            } else {
                left
            };
        };
        let constant = matches!((&left.kind, &right.kind), (ExprKind::Const(_), ExprKind::Const(_)));
        if constant
            && matches!(op, B::Div | B::Rem)
            && left.ty.is_integer()
            && let ExprKind::Const(words) = &right.kind
            && words.contains(&0)
        {
            self.log
                .warning(loc, op.text(), "Divide by zero error during constant folding");
        }
        let precision = left.ty.precision.max(right.ty.precision);
        let ty = ty.with(precision);
        let expr = Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, Qual::Temp, loc);
        self.fold_if(expr, constant)
    }

    /// The result's type, or `None` if the operator does not take these operands.
    fn binary_type(&mut self, op: BinaryOp, left: &Expr, right: &Expr, loc: Loc) -> Option<Type> {
        use BinaryOp as B;
        let (l, r) = (&left.ty, &right.ty);
        let bool_type = Type::scalar(Base::Bool);
        if l.base == Base::Void || r.base == Base::Void {
            self.error(loc, op.text(), "operation with void operands");
            return None;
        }
        let shift = matches!(op, B::Shl | B::Shr);
        let logical = matches!(op, B::LogicalAnd | B::LogicalOr | B::LogicalXor);
        if logical {
            if matches!(op, B::LogicalAnd | B::LogicalOr) && !(l.base == Base::Bool && l.is_scalar()) {
                self.error(
                    loc,
                    op.text(),
                    &format!("Left hand side of {} must be a scalar bool", op.text()),
                );
                return None;
            }
            let fine = l.base == Base::Bool && r.base == Base::Bool && l.is_scalar() && r.is_scalar();
            return fine.then_some(bool_type);
        }
        let common = self.check_common(l, r, loc, op.text(), false);
        let shifts = shift && l.is_integer() && r.is_integer();
        if !common && !shifts {
            return None;
        }
        match op {
            B::Eq | B::Ne => Some(bool_type),
            B::Lt | B::Gt | B::Le | B::Ge => {
                if !(l.is_scalar() && r.is_scalar()) {
                    self.error(loc, op.text(), "comparison operator only defined for scalars");
                    return None;
                }
                if l.base == Base::Bool {
                    self.error(loc, op.text(), "comparison operator not defined for booleans");
                    return None;
                }
                Some(bool_type)
            }
            B::Add | B::Sub | B::Div | B::Mul => {
                if !l.is_basic() || l.base == Base::Bool || l.array.is_some() || r.array.is_some() {
                    return None;
                }
                arithmetic(op, l, r)
            }
            B::Rem | B::And | B::Or | B::Xor => {
                if !l.is_integer() || !r.is_integer() || l.array.is_some() {
                    return None;
                }
                arithmetic(B::Add, l, r)
            }
            B::Shl | B::Shr => {
                let fine = l.is_integer() && r.is_integer() && l.array.is_none() && r.array.is_none();
                (fine && (r.rows == 1 || r.rows == l.rows)).then(|| l.clone())
            }
            _ => None,
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, value: Expr, loc: Loc) -> Expr {
        let t = &value.ty;
        let text = match op {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
        };
        if op == UnaryOp::BitNot && self.version < 300 {
            self.error(loc, "~", "bit-wise operator supported in GLSL ES 3.00 and above only");
            return value;
        }
        let fine = t.array.is_none()
            && match op {
                UnaryOp::Neg => t.is_basic() && t.base != Base::Bool,
                UnaryOp::Not => t.base == Base::Bool && t.is_scalar(),
                UnaryOp::BitNot => t.is_integer(),
            };
        if !fine {
            self.unary_failed(text, &value, loc);
            return value;
        }
        let constant = matches!(value.kind, ExprKind::Const(_));
        let ty = value.ty.clone();
        let expr = Expr::new(ExprKind::Unary(op, Box::new(value)), ty, Qual::Temp, loc);
        self.fold_if(expr, constant)
    }

    fn unary_failed(&mut self, text: &str, value: &Expr, loc: Loc) {
        let operand = describe(value, self);
        let reason = format!(
            "wrong operand type - no operation '{text}' exists that takes an operand of type {operand} (or there is no acceptable conversion)"
        );
        self.error(loc, text, &reason);
    }

    pub(super) fn plus(&mut self, value: Expr, loc: Loc) -> Expr {
        let t = &value.ty;
        if t.array.is_some() || !t.is_basic() || t.base == Base::Bool {
            self.unary_failed("+", &value, loc);
            return value;
        }
        let qual = if value.qual == Qual::Const { Qual::Const } else { Qual::Temp };
        // No longer something that could be assigned to.
        let ty = value.ty.clone();
        match value.kind {
            ExprKind::Const(_) => Expr { qual, ..value },
            _ => Expr::new(ExprKind::Construct(vec![value]), ty, qual, loc),
        }
    }

    pub(super) fn step(&mut self, prefix: bool, up: bool, place: Expr, loc: Loc) -> Expr {
        let text = if up { "++" } else { "--" };
        self.check_place(&place, loc, text);
        let t = &place.ty;
        if t.array.is_some() || !t.is_basic() || t.base == Base::Bool {
            self.unary_failed(text, &place, loc);
            return place;
        }
        let ty = place.ty.clone();
        Expr::new(
            ExprKind::Step {
                prefix,
                up,
                place: Box::new(place),
            },
            ty,
            Qual::Temp,
            loc,
        )
    }

    pub(super) fn assign(&mut self, op: Option<BinaryOp>, left: Expr, right: Expr, loc: Loc) -> Expr {
        self.check_place(&left, loc, "assign");
        let fine = match op {
            None => {
                if right.ty.base == Base::Void || left.ty.base == Base::Void {
                    self.error(loc, "=", "operation with void operands");
                    false
                } else {
                    self.check_common(&left.ty, &right.ty, loc, "=", true) && left.ty.same(&right.ty)
                }
            }
            Some(op) => {
                if self.version < 300 && !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div) {
                    let what = if op == BinaryOp::Rem {
                        "integer modulus operator"
                    } else {
                        "bit-wise operator"
                    };
                    let text = format!("{}=", op.text());
                    self.error(loc, &text, &format!("{what} supported in GLSL ES 3.00 and above only"));
                    return left;
                }
                self.binary_type(op, &left, &right, loc).is_some_and(|t| t.same(&left.ty))
            }
        };
        if !fine {
            let reason = format!(
                "cannot convert from '{}' to '{}'",
                describe(&right, self),
                describe(&left, self)
            );
            self.error(loc, "assign", &reason);
            return left;
        }
        let ty = left.ty.clone();
        Expr::new(ExprKind::Assign(op, Box::new(left), Box::new(right)), ty, Qual::Temp, loc)
    }

    pub(super) fn ternary(&mut self, condition: Expr, a: Expr, b: Expr, loc: Loc) -> Expr {
        if !a.ty.same(&b.ty) {
            let reason = format!(
                "mismatching ternary operator operand types '{} and '{}'",
                describe(&a, self),
                describe(&b, self)
            );
            self.error(loc, "?:", &reason);
            return b;
        }
        let reason = if a.ty.contains(&|t| t.is_sampler()) {
            Some("ternary operator is not allowed for opaque types")
        } else if (a.ty.array.is_some() || a.ty.is_struct()) && self.version < 300 {
            Some("ternary operator is not allowed for structures or arrays")
        } else {
            None
        };
        if let Some(reason) = reason {
            self.error(loc, "?:", reason);
            return b;
        }
        let constant = [&condition, &a, &b].iter().all(|e| matches!(e.kind, ExprKind::Const(_)));
        if constant && let ExprKind::Const(words) = &condition.kind {
            return if words[0] != 0 { a } else { b };
        }
        let ty = a.ty.clone().with(a.ty.precision.max(b.ty.precision));
        let kind = ExprKind::Ternary(Box::new(condition), Box::new(a), Box::new(b));
        Expr::new(kind, ty, Qual::Temp, loc)
    }

    pub(super) fn comma(&mut self, left: Expr, right: Expr, loc: Loc) -> Expr {
        if self.version >= 300 && (left.ty.array.is_some() || right.ty.array.is_some()) {
            self.error(
                loc,
                ",",
                "sequence operator is not allowed for void, arrays, or structs containing arrays",
            );
        }
        let constant = matches!((&left.kind, &right.kind), (ExprKind::Const(_), ExprKind::Const(_)));
        if constant && self.version < 300 {
            return right;
        }
        let ty = right.ty.clone();
        Expr::new(ExprKind::Comma(Box::new(left), Box::new(right)), ty, Qual::Temp, loc)
    }
}

/// The type of `+ - * /`.
fn arithmetic(op: BinaryOp, l: &Type, r: &Type) -> Option<Type> {
    let (ls, rs) = (l.is_scalar(), r.is_scalar());
    if ls || rs {
        return Some(if ls { r.clone() } else { l.clone() });
    }
    if op == BinaryOp::Mul {
        return match (l.cols > 1, r.cols > 1) {
            (false, false) => (l.rows == r.rows).then(|| l.clone()),
            (true, false) => (l.cols == r.rows).then(|| Type::vector(Base::Float, l.rows)),
            (false, true) => (l.rows == r.rows).then(|| Type::vector(Base::Float, r.cols)),
            (true, true) => (l.cols == r.rows).then(|| Type::matrix(r.cols, l.rows)),
        };
    }
    (l.cols == r.cols && l.rows == r.rows).then(|| l.clone())
}
