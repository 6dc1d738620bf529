//! Expressions.

use super::place::Place;
use super::*;
use crate::ir::build::block;
use crate::ir::{Bin, If, Stmt as IrStmt, Un};
use crate::types::Base;

/// What a floating-point one looks like.
const ONE: u32 = 0x3f80_0000;

impl Lower<'_> {
    /// The values of an expression's scalars.
    pub(super) fn expr(&mut self, e: &Expr) -> Vec<Val> {
        self.depth += 1;
        self.b.worked();
        let values = if self.depth > 2000 || self.b.exhausted() {
            Vec::new()
        } else {
            self.expr_inner(e)
        };
        self.depth -= 1;
        if values.len() != e.ty.scalars() {
            // Only past the limits; what is built no longer matters.
            let zero = if self.b.func.insts.is_empty() { self.b.bits(0) } else { 0 };
            return vec![zero; e.ty.scalars()];
        }
        values
    }

    pub(super) fn scalar(&mut self, e: &Expr) -> Val {
        self.expr(e).first().copied().unwrap_or(0)
    }

    fn expr_inner(&mut self, e: &Expr) -> Vec<Val> {
        match &e.kind {
            ExprKind::Const(words) => self.words(words, &e.ty),
            ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Swizzle(..) => {
                if e.root().is_some()
                    && let Some(place) = self.place(e)
                {
                    return self.load(&place);
                }
                self.part(e)
            }
            ExprKind::Unary(op, a) => {
                let a_values = self.expr(a);
                let op = match (op, &a.ty.base) {
                    (UnaryOp::Neg, Base::Float) => Un::FNeg,
                    (UnaryOp::Neg, _) => Un::INeg,
                    _ => Un::Not,
                };
                a_values.into_iter().map(|v| self.b.un(op, v)).collect()
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value),
            ExprKind::Step { prefix, up, place } => self.step(*prefix, *up, place),
            ExprKind::Ternary(c, a, b) => self.ternary(c, a, b, &e.ty),
            ExprKind::Comma(a, b) => {
                self.expr(a);
                self.expr(b)
            }
            ExprKind::Construct(args) => self.construct(&e.ty, args),
            ExprKind::Call(id, args) => self.call(*id, args),
            ExprKind::Builtin(name, args) => self.builtin(name, args, &e.ty),
        }
    }

    fn words(&mut self, words: &[u32], ty: &Type) -> Vec<Val> {
        let mut kinds = Vec::new();
        ty.flatten(&mut kinds);
        words
            .iter()
            .zip(kinds)
            .map(|(word, kind)| match kind {
                Scalar::Bool => self.b.truth(*word != 0),
                _ => self.b.bits(*word),
            })
            .collect()
    }

    /// A selection from something that is not a variable.
    fn part(&mut self, e: &Expr) -> Vec<Val> {
        match &e.kind {
            ExprKind::Field(base, index) => {
                let values = self.expr(base);
                let at = base.ty.field_offset(*index);
                values[at..at + e.ty.scalars()].to_vec()
            }
            ExprKind::Swizzle(base, parts) => {
                let values = self.expr(base);
                parts.iter().map(|i| values[*i as usize]).collect()
            }
            ExprKind::Index(base, index) => {
                let size = e.ty.scalars();
                if let ExprKind::Const(words) = &index.kind {
                    let values = self.expr(base);
                    let at = words[0].min(base.ty.index_count().saturating_sub(1)) as usize * size;
                    return values[at..at + size].to_vec();
                }
                let slot = match &base.kind {
                    ExprKind::Const(words) => Slot::Table(self.b.table(words)),
                    _ => {
                        let values = self.expr(base);
                        let slot = if base.ty.array.is_some() {
                            self.room(&base.ty, true)
                        } else {
                            Slot::Values(values.clone().into())
                        };
                        self.store_slot(&slot, &values, true);
                        slot
                    }
                };
                let whole = Place::whole(slot, base.ty.clone());
                let place = self.indexed_part(whole, base, index, &e.ty);
                self.load(&place)
            }
            _ => Vec::new(),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Vec<Val> {
        use BinaryOp as B;
        if matches!(op, B::LogicalAnd | B::LogicalOr) {
            let left = self.scalar(a);
            let both = op == B::LogicalAnd;
            if let Some(bits) = self.b.constant(left) {
                // The right side is not evaluated if the left decides.
                return if (bits != 0) == both { self.expr(b) } else { vec![left] };
            }
            if self.cheap(b) {
                let right = self.scalar(b);
                return vec![self.b.bin(if both { Bin::And } else { Bin::Or }, left, right)];
            }
            let result = self.b.new_var();
            self.b.stmt(IrStmt::Declare(result));
            self.b.store(result, left, true);
            let cond = if both { left } else { self.b.not(left) };
            let then = block(self, |this| {
                let right = this.scalar(b);
                this.b.store(result, right, false);
            });
            self.b.stmt(IrStmt::If(Box::new(If {
                cond,
                then,
                ..If::default()
            })));
            return vec![self.b.load(result)];
        }
        let left = self.expr(a);
        let right = self.expr(b);
        self.operate(op, &left, &a.ty, &right, &b.ty)
    }

    /// An operator on values.
    pub(super) fn operate(&mut self, op: BinaryOp, left: &[Val], a: &Type, right: &[Val], b: &Type) -> Vec<Val> {
        use BinaryOp as B;
        if op == B::Mul && (a.is_matrix() || b.is_matrix()) && !a.is_scalar() && !b.is_scalar() {
            return self.multiply(left, a, right, b);
        }
        if matches!(op, B::Eq | B::Ne) {
            let equal = self.equal(left, right, a);
            return vec![if op == B::Eq { equal } else { self.b.not(equal) }];
        }
        let float = a.base == Base::Float;
        let signed = a.base == Base::Int;
        let swap = matches!(op, B::Gt | B::Ge);
        let bin = match op {
            B::Add if float => Bin::FAdd,
            B::Add => Bin::IAdd,
            B::Sub if float => Bin::FSub,
            B::Sub => Bin::ISub,
            B::Mul if float => Bin::FMul,
            B::Mul => Bin::IMul,
            B::Div if float => Bin::FDiv,
            B::Div if signed => Bin::SDiv,
            B::Div => Bin::UDiv,
            B::Rem if signed => Bin::SRem,
            B::Rem => Bin::URem,
            B::Shl => Bin::Shl,
            B::Shr if signed => Bin::ShrS,
            B::Shr => Bin::ShrU,
            B::And | B::LogicalAnd => Bin::And,
            B::Or | B::LogicalOr => Bin::Or,
            B::Xor | B::LogicalXor => Bin::Xor,
            B::Lt | B::Gt if float => Bin::FLt,
            B::Lt | B::Gt if signed => Bin::SLt,
            B::Lt | B::Gt => Bin::ULt,
            _ if float => Bin::FLe,
            _ if signed => Bin::SLe,
            _ => Bin::ULe,
        };
        let n = left.len().max(right.len());
        (0..n)
            .map(|i| {
                let l = if left.len() == 1 { left[0] } else { left[i] };
                let r = if right.len() == 1 { right[0] } else { right[i] };
                if bin == Bin::SRem {
                    return self.modulus(l, r);
                }
                if swap { self.b.bin(bin, r, l) } else { self.b.bin(bin, l, r) }
            })
            .collect()
    }

    /// The standard leaves `%` of negative numbers open; Chromium's renderer gives it the divisor's sign.
    fn modulus(&mut self, a: Val, b: Val) -> Val {
        let rest = self.b.bin(Bin::SRem, a, b);
        let zero = self.b.bits(0);
        let some = self.b.bin(Bin::INe, rest, zero);
        let signs = self.b.bin(Bin::Xor, rest, b);
        let differ = self.b.bin(Bin::SLt, signs, zero);
        let fix = self.b.bin(Bin::And, some, differ);
        let moved = self.b.bin(Bin::IAdd, rest, b);
        self.b.select(fix, moved, rest)
    }

    /// Whether two values are equal in every scalar.
    fn equal(&mut self, left: &[Val], right: &[Val], ty: &Type) -> Val {
        let mut kinds = Vec::new();
        ty.flatten(&mut kinds);
        let mut all = self.b.truth(true);
        for ((l, r), kind) in left.iter().zip(right).zip(kinds) {
            let op = if kind == Scalar::Float { Bin::FEq } else { Bin::IEq };
            let one = self.b.bin(op, *l, *r);
            all = self.b.bin(Bin::And, all, one);
        }
        all
    }

    fn assign(&mut self, op: Option<BinaryOp>, target: &Expr, value: &Expr) -> Vec<Val> {
        let Some(place) = self.place(target) else { return Vec::new() };
        let right = self.expr(value);
        let new = match op {
            None => right,
            Some(op) => {
                let old = self.load(&place);
                self.operate(op, &old, &target.ty, &right, &value.ty)
            }
        };
        self.store(&place, &new);
        new
    }

    fn step(&mut self, prefix: bool, up: bool, target: &Expr) -> Vec<Val> {
        let Some(place) = self.place(target) else { return Vec::new() };
        let old = self.load(&place);
        let float = target.ty.base == Base::Float;
        let one = self.b.bits(if float { ONE } else { 1 });
        let op = match (float, up) {
            (true, true) => Bin::FAdd,
            (true, false) => Bin::FSub,
            (false, true) => Bin::IAdd,
            (false, false) => Bin::ISub,
        };
        let new: Vec<Val> = old.iter().map(|v| self.b.bin(op, *v, one)).collect();
        self.store(&place, &new);
        if prefix { new } else { old }
    }

    fn ternary(&mut self, c: &Expr, a: &Expr, b: &Expr, ty: &Type) -> Vec<Val> {
        let cond = self.scalar(c);
        if let Some(bits) = self.b.constant(cond) {
            return if bits != 0 { self.expr(a) } else { self.expr(b) };
        }
        if self.cheap(a) && self.cheap(b) {
            let (a, b) = (self.expr(a), self.expr(b));
            return a.iter().zip(&b).map(|(a, b)| self.b.select(cond, *a, *b)).collect();
        }
        let regs: Vec<Reg> = (0..ty.scalars()).map(|_| self.b.new_var()).collect();
        let zero = self.b.bits(0);
        for reg in &regs {
            self.b.stmt(IrStmt::Declare(*reg));
            self.b.store(*reg, zero, true);
        }
        let side = |this: &mut Self, e: &Expr| {
            block(this, |this| {
                let values = this.expr(e);
                for (reg, value) in regs.iter().zip(values) {
                    this.b.store(*reg, value, false);
                }
            })
        };
        let then = side(self, a);
        let otherwise = side(self, b);
        self.b.stmt(IrStmt::If(Box::new(If {
            cond,
            then,
            otherwise,
            ..If::default()
        })));
        regs.iter().map(|r| self.b.load(*r)).collect()
    }

    /// Whether evaluating an expression needlessly changes nothing and costs little.
    fn cheap(&self, e: &Expr) -> bool {
        let mut cost = 0;
        e.visit(&mut |e| {
            cost += match &e.kind {
                ExprKind::Assign(..) | ExprKind::Step { .. } | ExprKind::Call(..) => 1000,
                ExprKind::Builtin(name, _) if name.starts_with("tex") || *name == "modf" => 1000,
                ExprKind::Builtin(..) => 4 * e.ty.scalars(),
                ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Ternary(..) => e.ty.scalars(),
                ExprKind::Index(_, i) if !matches!(i.kind, ExprKind::Const(_)) => 8,
                _ => 0,
            }
        });
        cost <= 40
    }

    pub(super) fn construct(&mut self, ty: &Type, args: &[Expr]) -> Vec<Val> {
        if ty.array.is_some() || ty.is_struct() {
            return args.iter().flat_map(|a| self.expr(a)).collect();
        }
        let size = ty.scalars();
        if ty.cols > 1 && args.len() == 1 {
            let arg = &args[0];
            let values = self.expr(arg);
            if arg.ty.is_scalar() {
                let values = [self.convert(values[0], &arg.ty.base, &ty.base)];
                return self.diagonal(values[0], ty);
            }
            if arg.ty.cols > 1 {
                return self.resize(&values, &arg.ty, ty);
            }
        }
        let mut out = Vec::new();
        for arg in args {
            for value in self.expr(arg) {
                if out.len() < size {
                    out.push(self.convert(value, &arg.ty.base, &ty.base));
                }
            }
        }
        if out.len() == 1 {
            out = vec![out[0]; size];
        }
        out
    }

    /// A scalar of another base.
    pub(super) fn convert(&mut self, value: Val, from: &Base, to: &Base) -> Val {
        match (Scalar::of(from), Scalar::of(to)) {
            (Scalar::Bool, Scalar::Float) => {
                let one = self.b.bits(ONE);
                self.b.bin(Bin::And, value, one)
            }
            (Scalar::Bool, Scalar::Int | Scalar::Uint) => {
                let one = self.b.bits(1);
                self.b.bin(Bin::And, value, one)
            }
            (Scalar::Float, Scalar::Bool) => {
                let zero = self.b.bits(0);
                self.b.bin(Bin::FNe, value, zero)
            }
            (Scalar::Int | Scalar::Uint, Scalar::Bool) => {
                let zero = self.b.bits(0);
                self.b.bin(Bin::INe, value, zero)
            }
            (Scalar::Float, Scalar::Int) => self.b.un(Un::FToI, value),
            (Scalar::Float, Scalar::Uint) => self.b.un(Un::FToU, value),
            (Scalar::Int, Scalar::Float) => self.b.un(Un::IToF, value),
            (Scalar::Uint, Scalar::Float) => self.b.un(Un::UToF, value),
            _ => value,
        }
    }
}
