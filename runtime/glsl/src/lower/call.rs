//! Calls of the shader's functions: the body takes the call's place.

use super::*;
use crate::ir::build::block;
use crate::ir::{Scope, Stmt as IrStmt};
use crate::types::Base;
use crate::walk;
use std::collections::HashSet;

impl<'a> Lower<'a> {
    /// A call's result.
    pub(super) fn call(&mut self, id: FuncId, args: &[Expr]) -> Vec<Val> {
        let module: &'a Module = self.module();
        let function = &module.functions[id as usize];
        let storage = |p: &VarId| module.vars[*p as usize].storage;
        // Arguments first, then the parameters' variables.
        let mut values = Vec::new();
        let mut targets = Vec::new();
        for (param, arg) in function.params.iter().zip(args) {
            let out = matches!(storage(param), Storage::ParamOut | Storage::ParamInOut);
            let target = if out { self.place(arg) } else { None };
            values.push(match (storage(param), &target) {
                (Storage::ParamOut, _) => None,
                (_, Some(place)) => Some(self.load(place)),
                _ => Some(self.expr(arg)),
            });
            targets.push(target);
        }
        for (param, value) in function.params.iter().zip(values) {
            let ty = &module.vars[*param as usize].ty;
            let fixed = !self.scan.assigned.contains(param) && !self.scan.indexed.contains(param);
            match value {
                Some(value) if fixed => {
                    self.slots.insert(*param, Slot::Values(value.into()));
                }
                value => self.declare(*param, ty, value.as_deref()),
            }
        }
        let result = self.inline(function);
        for (param, target) in function.params.iter().zip(targets) {
            if let Some(target) = target {
                let from = place::Place::whole(self.slots[param].clone(), module.vars[*param as usize].ty.clone());
                let values = self.load(&from);
                self.store(&target, &values);
            }
        }
        result
    }

    /// `main`.
    pub(super) fn inline_main(&mut self) {
        let module = self.module();
        self.inline(&module.functions[module.main as usize]);
    }

    /// The body, whose parameters have their values.
    fn inline(&mut self, function: &'a Function) -> Vec<Val> {
        let body = function.body.as_deref().unwrap_or_default();
        if self.b.exhausted() || self.frames.len() > 256 {
            return Vec::new();
        }
        let count = if function.ret.base == Base::Void {
            0
        } else {
            function.ret.scalars()
        };
        let mut returns = 0;
        walk::statements(body, &mut |s| {
            returns += usize::from(matches!(s, Stmt::Return(_)));
            true
        });
        let at_end = matches!(body.last(), Some(Stmt::Return(_)));
        if returns == 0 || (returns == 1 && at_end) {
            self.frames.push(Frame {
                label: None,
                result: Vec::new().into(),
                value: None,
                jumps: Vec::new(),
            });
            self.body(body);
            let frame = self.frames.pop().expect("pushed above");
            let zero = self.b.bits(0);
            return frame.value.unwrap_or_else(|| vec![zero; count]);
        }
        let zero = self.b.bits(0);
        let result: Rc<[Reg]> = (0..count).map(|_| self.b.new_var()).collect();
        for reg in result.iter() {
            self.b.stmt(IrStmt::Declare(*reg));
            self.b.store(*reg, zero, true);
        }
        let label = self.b.new_label();
        self.frames.push(Frame {
            label: Some(label),
            result: result.clone(),
            value: None,
            jumps: Vec::new(),
        });
        let body = block(self, |this| this.body(body));
        self.frames.pop();
        self.b.stmt(IrStmt::Scope(Box::new(Scope {
            label,
            body,
            ..Scope::default()
        })));
        result.iter().map(|r| self.b.load(*r)).collect()
    }

    /// `return`.
    pub(super) fn give_back(&mut self, value: Option<&Expr>) {
        let values = value.map(|e| self.expr(e));
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(label) = frame.label else {
            frame.value = values;
            return;
        };
        let result = frame.result.clone();
        for (reg, value) in result.iter().zip(values.unwrap_or_default()) {
            self.b.store(*reg, value, false);
        }
        self.b.stmt(IrStmt::Exit(label, false));
    }

    /// Variables that expressions assign, those of called functions too.
    pub(super) fn changed(&self, body: &[Stmt], extra: &[&Expr]) -> HashSet<VarId> {
        let module = self.module();
        let mut out = HashSet::new();
        let mut see = |e: &Expr| {
            e.visit(&mut |e| {
                out.extend(scan::assigned(module, e));
                if let ExprKind::Call(id, _) = &e.kind {
                    out.extend(&self.scan.writes[*id as usize]);
                }
            });
        };
        walk::expressions(body, &mut see);
        extra.iter().for_each(|e| see(e));
        out
    }
}
