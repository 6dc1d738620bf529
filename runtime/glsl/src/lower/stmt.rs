//! Statements.

use super::*;
use crate::ir::build::block;
use crate::ir::{Bin, If, Loop as IrLoop, Scope, Stmt as IrStmt};

impl<'a> Lower<'a> {
    /// Statements in order; what follows a jump is left out.
    pub(super) fn body(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            if self.b.ended() || self.b.exhausted() {
                return;
            }
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Expr(e) => {
                self.expr(e);
            }
            Stmt::Declare(id, value) => self.local(*id, value.as_ref()),
            Stmt::Block(body) => self.body(body),
            Stmt::If(c, a, b) => self.branch(c, a, b),
            Stmt::Loop(l) => self.looped(l),
            Stmt::Switch(value, cases) => self.switch(value, cases),
            Stmt::Break => {
                if let Some((label, _)) = self.jump(false) {
                    self.b.stmt(IrStmt::Exit(label, false));
                }
            }
            Stmt::Continue => {
                if let Some((_, Some(label))) = self.jump(true) {
                    self.b.stmt(IrStmt::Next(label, false));
                }
            }
            Stmt::Return(value) => self.give_back(value.as_ref()),
            Stmt::Discard => self.b.stmt(IrStmt::Discard),
        }
    }

    fn jump(&self, next: bool) -> Option<(Label, Option<Label>)> {
        self.frames
            .last()?
            .jumps
            .iter()
            .rev()
            .find(|(_, l)| !next || l.is_some())
            .copied()
    }

    fn local(&mut self, id: VarId, value: Option<&Expr>) {
        let var = &self.module().vars[id as usize];
        if var.value.is_some() {
            return;
        }
        let values = value.map(|e| self.expr(e));
        // One that is never assigned again is its value.
        if let Some(values) = &values
            && !self.scan.assigned.contains(&id)
            && !self.scan.indexed.contains(&id)
            && !self.in_switch()
        {
            self.slots.insert(id, Slot::Values(values.clone().into()));
            return;
        }
        self.declare(id, &var.ty, values.as_deref());
    }

    /// Within a switch a name may be used in a part that its declaration does not lead to.
    fn in_switch(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|f| f.jumps.iter().any(|(_, next)| next.is_none()))
    }

    fn branch(&mut self, c: &Expr, a: &'a [Stmt], b: &'a [Stmt]) {
        let cond = self.scalar(c);
        if let Some(bits) = self.b.constant(cond) {
            self.body(if bits != 0 { a } else { b });
            return;
        }
        let then = block(self, |this| this.body(a));
        let otherwise = block(self, |this| this.body(b));
        self.b.stmt(IrStmt::If(Box::new(If {
            cond,
            then,
            otherwise,
            ..If::default()
        })));
    }

    /// Leaves the loop where the condition does not hold.
    fn leave_unless(&mut self, label: Label, condition: &Expr) {
        let cond = self.scalar(condition);
        match self.b.constant(cond) {
            Some(0) => self.b.stmt(IrStmt::Exit(label, false)),
            Some(_) => {}
            None => {
                let otherwise = vec![IrStmt::Exit(label, false)];
                self.b.stmt(IrStmt::If(Box::new(If {
                    cond,
                    otherwise,
                    ..If::default()
                })));
            }
        }
    }

    fn looped(&mut self, l: &'a Loop) {
        self.body(&l.init);
        let label = self.b.new_label();
        let extra: Vec<&Expr> = l.condition.iter().chain(&l.step).collect();
        for id in self.changed(&l.body, &extra) {
            if let Some(Slot::Regs(regs)) = self.slots.get(&id) {
                for reg in regs.clone().iter() {
                    self.b.forget(*reg);
                }
            }
        }
        // The loop's own variables live inside: lanes that have left it do not care for them.
        let own: Vec<Reg> = l
            .init
            .iter()
            .filter_map(|s| match s {
                Stmt::Declare(id, _) => match self.slots.get(id) {
                    Some(Slot::Regs(regs)) => Some(regs.to_vec()),
                    _ => None,
                },
                _ => None,
            })
            .flatten()
            .collect();
        if let Some(frame) = self.frames.last_mut() {
            frame.jumps.push((label, Some(label)));
        }
        let mut next = Vec::new();
        let body = block(self, |this| {
            for reg in own {
                this.b.stmt(IrStmt::Declare(reg));
            }
            if let (Some(condition), true) = (&l.condition, l.kind != LoopKind::Do) {
                if let Some(id) = l.condition_var {
                    let values = this.expr(condition);
                    let ty = this.module().vars[id as usize].ty.clone();
                    this.declare(id, &ty, Some(&values));
                    let otherwise = vec![IrStmt::Exit(label, false)];
                    let cond = values[0];
                    this.b.stmt(IrStmt::If(Box::new(If {
                        cond,
                        otherwise,
                        ..If::default()
                    })));
                } else {
                    this.leave_unless(label, condition);
                }
            }
            if !this.b.ended() {
                this.body(&l.body);
            }
        });
        // `continue` may have skipped what the body made, so this is a block of its own.
        next.extend(block(self, |this| {
            if l.kind == LoopKind::Do {
                if let Some(condition) = &l.condition {
                    this.leave_unless(label, condition);
                }
            } else if let Some(step) = &l.step {
                this.expr(step);
            }
        }));
        if let Some(frame) = self.frames.last_mut() {
            frame.jumps.pop();
        }
        self.b.stmt(IrStmt::Loop(Box::new(IrLoop {
            label,
            body,
            next,
            ..IrLoop::default()
        })));
    }

    /// A switch is a scope; a flag says that a label has been met, and parts run while it is set.
    fn switch(&mut self, value: &Expr, cases: &'a [Case]) {
        let value = self.scalar(value);
        let label = self.b.new_label();
        if let Some(frame) = self.frames.last_mut() {
            frame.jumps.push((label, None));
        }
        let running = self.b.new_var();
        let body = block(self, |this| {
            let no = this.b.truth(false);
            this.b.stmt(IrStmt::Declare(running));
            this.b.store(running, no, true);
            // `default` is met by what meets no other label.
            let mut any = no;
            for number in cases.iter().flat_map(|c| c.labels.iter().flatten()) {
                let number = this.b.bits(*number);
                let here = this.b.bin(Bin::IEq, value, number);
                any = this.b.bin(Bin::Or, any, here);
            }
            for case in cases {
                if this.b.ended() || this.b.exhausted() {
                    break;
                }
                let mut cond = this.b.load(running);
                for label in &case.labels {
                    let here = match label {
                        Some(number) => {
                            let number = this.b.bits(*number);
                            this.b.bin(Bin::IEq, value, number)
                        }
                        None => this.b.not(any),
                    };
                    cond = this.b.bin(Bin::Or, cond, here);
                }
                this.b.store(running, cond, false);
                match this.b.constant(cond) {
                    Some(0) => {}
                    Some(_) => this.body(&case.body),
                    None => {
                        let then = block(this, |this| this.body(&case.body));
                        this.b.stmt(IrStmt::If(Box::new(If {
                            cond,
                            then,
                            ..If::default()
                        })));
                    }
                }
            }
        });
        if let Some(frame) = self.frames.last_mut() {
            frame.jumps.pop();
        }
        self.b.stmt(IrStmt::Scope(Box::new(Scope {
            label,
            body,
            ..Scope::default()
        })));
    }
}
