//! What is checked on the whole shader: calls, outputs, endless loops, and in 1.00 the restrictions of Appendix A that
//! WebGL makes binding.

use super::usage;
use crate::hir::*;
use crate::limits::{Limits, Stage};
use crate::log::{InfoLog, Loc};
use crate::types::Base;
use crate::walk;

/// Checks a module whose parts are fine.
pub(super) fn module(module: &mut Module, limits: &Limits, log: &mut InfoLog) {
    usage::calls(module, log);
    if log.failed() {
        return;
    }
    if module.version < 300 {
        let mut appendix = Appendix {
            module,
            log,
            indexes: Vec::new(),
        };
        for function in &module.functions {
            appendix.body(function.body.as_deref().unwrap_or_default());
        }
    }
    for function in &module.functions {
        endless(function.body.as_deref().unwrap_or_default(), log);
    }
    usage::mark(module);
    if module.stage == Stage::Fragment && module.version >= 300 {
        outputs(module, limits, log);
    }
    if module.stage == Stage::Fragment && module.version < 300 {
        let named = |b: Builtin| {
            module
                .vars
                .iter()
                .zip(&module.used)
                .any(|(v, used)| *used && v.storage == Storage::Builtin(b))
        };
        if named(Builtin::FragColor) && named(Builtin::FragData) {
            log.plain("ERROR: cannot use both gl_FragData and gl_FragColor");
        }
    }
}

/// Locations of fragment outputs.
fn outputs(module: &Module, limits: &Limits, log: &mut InfoLog) {
    let outs: Vec<&Var> = module.vars.iter().filter(|v| v.storage == Storage::FragmentOut).collect();
    let mut taken: Vec<Option<&str>> = vec![None; limits.draw_buffers as usize];
    for var in &outs {
        let Some(location) = var.location else { continue };
        let size = var.ty.array.unwrap_or(1);
        if location.saturating_add(size) > limits.draw_buffers {
            let reason = if var.ty.array.is_some() {
                "output array locations would exceed MAX_DRAW_BUFFERS"
            } else {
                "output location must be < MAX_DRAW_BUFFERS"
            };
            log.error(var.loc, &var.name, reason);
            continue;
        }
        for slot in &mut taken[location as usize..(location + size) as usize] {
            if let Some(other) = slot {
                let reason = format!("conflicting output locations with previously defined output '{other}'");
                log.error(var.loc, &var.name, &reason);
                break;
            }
            *slot = Some(&var.name);
        }
    }
    if outs.len() > 1 {
        for var in outs.iter().filter(|v| v.location.is_none()) {
            let reason = "when EXT_blend_func_extended extension is not enabled, must explicitly specify all locations when using multiple fragment outputs";
            log.error(var.loc, &var.name, reason);
        }
    }
}

/// Loops that obviously never end are errors in WebGL.
fn endless(body: &[Stmt], log: &mut InfoLog) {
    walk::statements(body, &mut |stmt| {
        if let Stmt::Loop(l) = stmt {
            let always = match &l.condition {
                None => true,
                Some(Expr {
                    kind: ExprKind::Const(words),
                    ..
                }) => words[0] != 0 && l.kind != LoopKind::Do,
                _ => false,
            };
            if always && !leaves(&l.body, 0) {
                log.error(l.loc, "", "Infinite loop detected in the shader");
            }
        }
        true
    });
}

/// Whether a loop's body has a way out.
fn leaves(body: &[Stmt], nested: usize) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Break => nested == 0,
        Stmt::Return(_) | Stmt::Discard => true,
        Stmt::Block(b) => leaves(b, nested),
        Stmt::If(_, a, b) => leaves(a, nested) || leaves(b, nested),
        Stmt::Loop(l) => leaves(&l.body, nested + 1),
        Stmt::Switch(_, cases) => cases.iter().any(|c| leaves(&c.body, nested + 1)),
        _ => false,
    })
}

/// Appendix A of GLSL ES 1.00, sections 4 and 5.
struct Appendix<'a> {
    module: &'a Module,
    log: &'a mut InfoLog,
    /// Indices of the loops around.
    indexes: Vec<VarId>,
}

impl Appendix<'_> {
    fn name(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Var(id) => self.module.vars[*id as usize].name.to_string(),
            _ => String::new(),
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Expr(e) | Stmt::Declare(_, Some(e)) | Stmt::Return(Some(e)) => self.expr(e),
                Stmt::If(e, a, b) => {
                    self.expr(e);
                    self.body(a);
                    self.body(b);
                }
                Stmt::Block(b) => self.body(b),
                Stmt::Loop(l) => self.looped(l),
                _ => {}
            }
        }
    }

    fn looped(&mut self, l: &Loop) {
        if l.kind == LoopKind::Do {
            self.log.error(l.loc, "do", "This type of loop is not allowed");
            self.body(&l.body);
            return;
        }
        if l.kind == LoopKind::While {
            self.log.error(l.loc, "while", "This type of loop is not allowed");
        }
        let index = self.init(l);
        self.condition(l, index);
        self.step(l, index);
        if let Some(index) = index {
            self.indexes.push(index);
        }
        self.body(&l.body);
        if index.is_some() {
            self.indexes.pop();
        }
    }

    fn init(&mut self, l: &Loop) -> Option<VarId> {
        let (id, value) = match l.init.as_slice() {
            [] if l.kind == LoopKind::While => {
                self.log.error(l.loc, "for", "Missing init declaration");
                return None;
            }
            [Stmt::Declare(id, value)] => (*id, value),
            _ => {
                self.log.error(l.loc, "for", "Invalid init declaration");
                return None;
            }
        };
        let var = &self.module.vars[id as usize];
        if !(var.ty.is_scalar() && matches!(var.ty.base, Base::Int | Base::Uint | Base::Float)) {
            self.log.error(l.loc, &var.ty.keyword(), "Invalid type for loop index");
            return None;
        }
        match value {
            None => {
                self.log.error(l.loc, "for", "Invalid init declaration");
                None
            }
            Some(value) if !matches!(value.kind, ExprKind::Const(_)) => {
                self.log.error(
                    l.loc,
                    &var.name,
                    "Loop index cannot be initialized with non-constant expression",
                );
                None
            }
            Some(_) => Some(id),
        }
    }

    fn expected(&mut self, expr: &Expr, index: Option<VarId>, loc: Loc) -> bool {
        let fine = matches!(expr.kind, ExprKind::Var(id) if Some(id) == index);
        if !fine {
            let name = self.name(expr);
            self.log.error(loc, &name, "Expected loop index");
        }
        fine
    }

    fn condition(&mut self, l: &Loop, index: Option<VarId>) {
        let Some(condition) = &l.condition else {
            self.log.error(l.loc, "for", "Missing condition");
            return;
        };
        let ExprKind::Binary(op, left, right) = &condition.kind else {
            self.log.error(l.loc, "for", "Invalid condition");
            return;
        };
        if !self.expected(left, index, condition.loc) {
            return;
        }
        let relational = matches!(
            op,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge
        );
        if !relational {
            self.log.error(condition.loc, op.text(), "Invalid relational operator");
        }
        if !matches!(right.kind, ExprKind::Const(_)) {
            let name = self.name(left);
            self.log.error(
                condition.loc,
                &name,
                "Loop index cannot be compared with non-constant expression",
            );
        }
    }

    fn step(&mut self, l: &Loop, index: Option<VarId>) {
        let Some(step) = &l.step else {
            if l.kind == LoopKind::For {
                self.log.error(l.loc, "for", "Missing expression");
            }
            return;
        };
        match &step.kind {
            ExprKind::Step { place, .. } => {
                self.expected(place, index, step.loc);
            }
            ExprKind::Assign(op, place, value) => {
                if !self.expected(place, index, step.loc) {
                    return;
                }
                match op {
                    Some(BinaryOp::Add | BinaryOp::Sub) => {}
                    Some(op) => {
                        self.log.error(step.loc, &format!("{}=", op.text()), "Invalid operator");
                        return;
                    }
                    None => {
                        self.log.error(step.loc, "=", "Invalid operator");
                        return;
                    }
                }
                if !matches!(value.kind, ExprKind::Const(_)) {
                    let name = self.name(place);
                    self.log
                        .error(step.loc, &name, "Loop index cannot be modified by non-constant expression");
                }
            }
            _ => self.log.error(l.loc, "for", "Invalid expression"),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } => self.assigned(place, expr.loc),
            ExprKind::Call(id, args) => {
                let params = self.module.functions[*id as usize].params.clone();
                for (param, arg) in params.iter().zip(args) {
                    let storage = self.module.vars[*param as usize].storage;
                    if matches!(storage, Storage::ParamOut | Storage::ParamInOut) {
                        self.assigned(arg, arg.loc);
                    }
                }
            }
            ExprKind::Index(base, index) => self.index(base, index),
            _ => {}
        }
        for child in expr.children() {
            self.expr(child);
        }
    }

    fn assigned(&mut self, place: &Expr, loc: Loc) {
        if let Some(id) = place.root()
            && self.indexes.contains(&id)
        {
            let name = self.module.vars[id as usize].name.clone();
            let reason = "Loop index cannot be statically assigned to within the body of the loop";
            self.log.error(loc, &name, reason);
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr) {
        if matches!(index.kind, ExprKind::Const(_)) {
            return;
        }
        let uniform = base
            .root()
            .is_some_and(|id| self.module.vars[id as usize].storage == Storage::Uniform);
        if self.module.stage == Stage::Vertex && uniform {
            return;
        }
        let mut bad = None;
        let indexes = &self.indexes;
        index.visit(&mut |e| match &e.kind {
            ExprKind::Var(id) if !indexes.contains(id) => bad = bad.or(Some((Some(*id), e.loc))),
            ExprKind::Call(..) => bad = bad.or(Some((None, e.loc))),
            _ => {}
        });
        match bad {
            Some((Some(id), loc)) => {
                let name = self.module.vars[id as usize].name.clone();
                self.log
                    .error(loc, &name, "Index expression can only contain const or loop symbols");
            }
            Some((None, loc)) => self.log.error(loc, "[]", "Index expression cannot contain function calls"),
            None => {}
        }
    }
}
