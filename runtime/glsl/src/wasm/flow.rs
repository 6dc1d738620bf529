//! Control flow: branches, scopes and loops, with masks where lanes differ.

use super::body::{Around, Body, FUEL, Open};
use super::ops::constant;
use crate::ir::{If, Label, Loop, Scope, Stmt};
use wasm_encoder::{BlockType, Instruction as I};

impl Body<'_> {
    /// Goes to the end of the innermost region if no lane is active.
    fn leave_if_none(&mut self) {
        let depth = self.depth_of(Open::Region).unwrap_or(0);
        self.push(I::LocalGet(self.mask));
        self.push(I::V128AnyTrue);
        self.push(I::I32Eqz);
        self.push(I::BrIf(depth));
    }

    /// Takes the active lanes out of a local.
    pub(super) fn remove(&mut self, local: u32) {
        self.push(I::LocalGet(local));
        self.push(I::LocalGet(self.mask));
        self.push(I::V128AndNot);
        self.push(I::LocalSet(local));
    }

    /// No lane is active.
    pub(super) fn none(&mut self) {
        self.push(constant(0));
        self.push(I::LocalSet(self.mask));
    }

    fn copy(&mut self, from: u32, to: u32) {
        self.push(I::LocalGet(from));
        self.push(I::LocalSet(to));
    }

    /// Sets the mask to a local's lanes that are alive.
    fn resume(&mut self, local: u32) {
        self.push(I::LocalGet(local));
        self.push(I::LocalGet(self.alive));
        self.push(I::V128And);
        self.push(I::LocalSet(self.mask));
    }

    /// Takes the active lanes out of all that a jump leaves.
    pub(super) fn leave(&mut self, label: Label, out: bool) {
        let mut locals = Vec::new();
        for around in self.around.iter().rev() {
            if around.label == label {
                if out {
                    locals.extend(around.looping);
                }
                break;
            }
            locals.push(around.resume);
            locals.extend(around.looping);
        }
        for local in locals {
            self.remove(local);
        }
        self.none();
    }

    pub(super) fn branch(&mut self, s: &If) {
        if !s.divergent {
            self.get(s.cond);
            self.push(I::I32x4ExtractLane(0));
            self.push(I::If(BlockType::Empty));
            self.opened.push(Open::Other);
            self.block(&s.then);
            if !s.otherwise.is_empty() {
                self.push(I::Else);
                self.block(&s.otherwise);
            }
            self.close();
        } else {
            let other = self.local();
            self.push(I::LocalGet(self.mask));
            self.get(s.cond);
            self.push(I::V128AndNot);
            self.push(I::LocalSet(other));
            self.push(I::LocalGet(self.mask));
            self.get(s.cond);
            self.push(I::V128And);
            self.push(I::LocalSet(self.mask));
            self.region(&s.then);
            if s.otherwise.is_empty() {
                self.push(I::LocalGet(self.mask));
                self.push(I::LocalGet(other));
                self.push(I::V128Or);
                self.push(I::LocalSet(self.mask));
            } else {
                let after = self.local();
                self.copy(self.mask, after);
                self.copy(other, self.mask);
                self.region(&s.otherwise);
                self.push(I::LocalGet(self.mask));
                self.push(I::LocalGet(after));
                self.push(I::V128Or);
                self.push(I::LocalSet(self.mask));
                self.free.push(after);
            }
            self.free.push(other);
        }
        if s.skip {
            self.leave_if_none();
        }
    }

    /// A block in a region of its own, left out if no lane is active.
    fn region(&mut self, body: &[Stmt]) {
        if body.is_empty() {
            return;
        }
        self.open(Open::Region);
        self.leave_if_none();
        self.block(body);
        self.close();
    }

    pub(super) fn scope(&mut self, s: &Scope) {
        if s.divergent {
            let resume = self.local();
            self.copy(self.mask, resume);
            self.around.push(Around {
                label: s.label,
                resume,
                looping: None,
            });
            self.open(Open::Region);
            self.block(&s.body);
            self.close();
            self.around.pop();
            self.resume(resume);
            self.free.push(resume);
        } else {
            self.open(Open::Exit(s.label));
            self.block(&s.body);
            self.close();
        }
        if s.skip {
            self.leave_if_none();
        }
    }

    pub(super) fn looped(&mut self, s: &Loop) {
        if s.divergent {
            let (resume, looping) = (self.local(), self.local());
            self.copy(self.mask, resume);
            self.copy(self.mask, looping);
            self.around.push(Around {
                label: s.label,
                resume,
                looping: Some(looping),
            });
            // Outside the loop: left when no lane is in it any more.
            self.open(Open::Region);
            self.push(I::Loop(BlockType::Empty));
            self.opened.push(Open::Other);
            self.resume(looping);
            self.leave_if_none();
            self.burn(s.cost);
            self.open(Open::Region);
            self.block(&s.body);
            self.close();
            self.resume(looping);
            self.leave_if_none();
            self.open(Open::Region);
            self.block(&s.next);
            self.close();
            self.push(I::Br(0));
            self.close();
            self.close();
            self.around.pop();
            self.resume(resume);
            self.free.extend([resume, looping]);
        } else {
            self.open(Open::Exit(s.label));
            self.push(I::Loop(BlockType::Empty));
            self.opened.push(Open::Other);
            self.burn(s.cost);
            self.open(Open::Next(s.label));
            self.block(&s.body);
            self.close();
            self.block(&s.next);
            self.push(I::Br(0));
            self.close();
            self.close();
        }
        if s.skip {
            self.leave_if_none();
        }
    }

    fn burn(&mut self, cost: u32) {
        for i in [
            I::LocalGet(FUEL),
            I::I32Const(cost.min(i32::MAX as u32) as i32),
            I::I32Sub,
            I::LocalTee(FUEL),
            I::I32Const(0),
            I::I32LtS,
            I::If(BlockType::Empty),
            I::I32Const(-1),
            I::Return,
            I::End,
        ] {
            self.push(i);
        }
    }
}
