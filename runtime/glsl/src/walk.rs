//! Walks over the typed tree.

use crate::hir::*;
use crate::log::Loc;
use crate::types::Type;

impl Expr {
    /// An expression, with its depth.
    pub(crate) fn new(kind: ExprKind, ty: Type, qual: Qual, loc: Loc) -> Expr {
        let mut expr = Expr {
            kind,
            ty,
            qual,
            loc,
            depth: 1,
        };
        expr.depth += expr.children().iter().map(|c| c.depth).max().unwrap_or(0);
        expr
    }

    /// The operands in order of evaluation.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Var(_) => vec![],
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Comma(a, b) => vec![a, b],
            ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) => vec![a],
            ExprKind::Step { place, .. } => vec![place],
            ExprKind::Ternary(c, a, b) => vec![c, a, b],
            ExprKind::Construct(args) | ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter().collect(),
        }
    }

    /// This and everything within, outside first.
    pub(crate) fn visit(&self, f: &mut dyn FnMut(&Expr)) {
        f(self);
        for child in self.children() {
            child.visit(f);
        }
    }

    /// The variable at the root of a selection.
    pub(crate) fn root(&self) -> Option<VarId> {
        match &self.kind {
            ExprKind::Var(id) => Some(*id),
            ExprKind::Index(a, _) | ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) => a.root(),
            _ => None,
        }
    }
}

/// Every expression of statements, and of those within.
pub(crate) fn expressions(body: &[Stmt], f: &mut dyn FnMut(&Expr)) {
    statements(body, &mut |stmt| {
        match stmt {
            Stmt::Expr(e) | Stmt::Declare(_, Some(e)) | Stmt::If(e, ..) | Stmt::Switch(e, _) | Stmt::Return(Some(e)) => f(e),
            Stmt::Loop(l) => {
                for e in l.condition.iter().chain(&l.step) {
                    f(e);
                }
            }
            _ => {}
        }
        true
    });
}

/// Every statement; the function says whether to look within.
pub(crate) fn statements(body: &[Stmt], f: &mut dyn FnMut(&Stmt) -> bool) {
    for stmt in body {
        if !f(stmt) {
            continue;
        }
        match stmt {
            Stmt::Block(body) => statements(body, f),
            Stmt::If(_, a, b) => {
                statements(a, f);
                statements(b, f);
            }
            Stmt::Loop(l) => {
                statements(&l.init, f);
                statements(&l.body, f);
            }
            Stmt::Switch(_, cases) => cases.iter().for_each(|c| statements(&c.body, f)),
            _ => {}
        }
    }
}
