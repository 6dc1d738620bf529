//! Marks what all lanes do alike, and stores that need no mask.
//!
//! A *region* is code that runs with one set of lanes: a divergent branch, or the body of a scope or loop that lanes leave
//! at different places, is a region of its own. A variable lives in the region of its declaration; a store there changes
//! all lanes, since those that are elsewhere have no use for it any more. A value is *uniform* if all four lanes hold the
//! same, a variable if all its stores are of uniform values and in its own region. Starting from "all is uniform", marks
//! are taken away until nothing changes.

use super::*;

/// Analyses a function.
pub(crate) fn analyse(func: &mut Func) {
    let mut body = std::mem::take(&mut func.body);
    let mut a = Analysis {
        func,
        uniform: Vec::new(),
        var_uniform: Vec::new(),
        mem_uniform: Vec::new(),
        var_home: Vec::new(),
        mem_home: Vec::new(),
        changed: true,
        region: 0,
        regions: 0,
        around: Vec::new(),
        marked: Vec::new(),
    };
    a.uniform = vec![true; a.func.insts.len()];
    a.var_uniform = vec![true; a.func.vars as usize];
    a.mem_uniform = vec![true; a.func.mems.len()];
    a.marked = vec![false; a.func.labels as usize];
    let mut rounds = 0;
    while a.changed {
        a.changed = false;
        rounds += 1;
        if rounds == 30 {
            // Long chains of dependence: give up on uniformity, which is always right.
            a.uniform.fill(false);
            a.var_uniform.fill(false);
            a.mem_uniform.fill(false);
            a.marked.fill(true);
        }
        a.region = 0;
        a.regions = 0;
        a.var_home = vec![0; a.func.vars as usize];
        a.mem_home = vec![0; a.func.mems.len()];
        a.block(&mut body);
    }
    finish(&mut body, a.func);
    a.func.uniform = a.uniform;
    a.func.body = body;
}

struct Around {
    label: Option<Label>,
    divergent: bool,
}

struct Analysis<'a> {
    func: &'a mut Func,
    uniform: Vec<bool>,
    var_uniform: Vec<bool>,
    mem_uniform: Vec<bool>,
    var_home: Vec<u32>,
    mem_home: Vec<u32>,
    changed: bool,
    region: u32,
    regions: u32,
    /// Constructs around, innermost last.
    around: Vec<Around>,
    /// By label: lanes leave at different places.
    marked: Vec<bool>,
}

impl Analysis<'_> {
    fn clear(flag: &mut bool, changed: &mut bool) {
        if *flag {
            *flag = false;
            *changed = true;
        }
    }

    fn block(&mut self, body: &mut [super::Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    /// Runs a block in a region of its own.
    fn within(&mut self, own: bool, body: &mut [super::Stmt]) {
        let outer = self.region;
        if own {
            self.regions += 1;
            self.region = self.regions;
        }
        self.block(body);
        self.region = outer;
    }

    fn eval(&mut self, value: Val) {
        let inst = self.func.insts[value as usize];
        let mut fine = match inst {
            Inst::Input(_) | Inst::Lookup(_) | Inst::Texel(..) | Inst::Gather(..) => false,
            Inst::Load(var) => self.var_uniform[var as usize],
            Inst::LoadMem(mem, ..) => self.mem_uniform[mem as usize],
            _ => true,
        };
        inst.operands(&self.func.lookups, &mut |v| fine &= self.uniform[v as usize]);
        if !fine {
            Self::clear(&mut self.uniform[value as usize], &mut self.changed);
        }
    }

    fn stmt(&mut self, stmt: &mut super::Stmt) {
        match stmt {
            super::Stmt::Eval(value) => self.eval(*value),
            super::Stmt::Declare(var) => self.var_home[*var as usize] = self.region,
            super::Stmt::DeclareMem(mem) => self.mem_home[*mem as usize] = self.region,
            super::Stmt::Store {
                var,
                value,
                init,
                masked,
            } => {
                let home = *init || self.var_home[*var as usize] == self.region;
                *masked = !home;
                if !home || !self.uniform[*value as usize] {
                    Self::clear(&mut self.var_uniform[*var as usize], &mut self.changed);
                }
            }
            super::Stmt::StoreMem {
                mem,
                index,
                value,
                init,
                masked,
                ..
            } => {
                let home = *init || self.mem_home[*mem as usize] == self.region;
                *masked = !home;
                let alike = self.uniform[*value as usize] && index.is_none_or(|i| self.uniform[i as usize]);
                if !home || !alike {
                    Self::clear(&mut self.mem_uniform[*mem as usize], &mut self.changed);
                }
            }
            super::Stmt::If(s) => {
                s.divergent = !self.uniform[s.cond as usize];
                let divergent = s.divergent;
                self.around.push(Around { label: None, divergent });
                self.within(divergent, &mut s.then);
                self.within(divergent, &mut s.otherwise);
                self.around.pop();
            }
            super::Stmt::Loop(s) => {
                s.divergent = self.marked[s.label as usize];
                let divergent = s.divergent;
                self.around.push(Around {
                    label: Some(s.label),
                    divergent,
                });
                // The body and what is done between turns run with the lanes that are still in the loop.
                let outer = self.region;
                if divergent {
                    self.regions += 1;
                    self.region = self.regions;
                }
                self.block(&mut s.body);
                self.block(&mut s.next);
                self.region = outer;
                self.around.pop();
            }
            super::Stmt::Scope(s) => {
                s.divergent = self.marked[s.label as usize];
                self.around.push(Around {
                    label: Some(s.label),
                    divergent: s.divergent,
                });
                self.within(s.divergent, &mut s.body);
                self.around.pop();
            }
            super::Stmt::Exit(label, divergent) | super::Stmt::Next(label, divergent) => {
                *divergent = self.jump(*label);
            }
            super::Stmt::Discard | super::Stmt::Output(..) => {}
        }
    }

    /// Whether a jump is taken by some lanes only; then everything it leaves is divergent.
    fn jump(&mut self, label: Label) -> bool {
        let Some(target) = self.around.iter().rposition(|a| a.label == Some(label)) else {
            return false;
        };
        let divergent = self.around[target..].iter().any(|a| a.divergent);
        if divergent {
            for around in &self.around[target..] {
                if let Some(label) = around.label
                    && !std::mem::replace(&mut self.marked[label as usize], true)
                {
                    self.changed = true;
                }
            }
        }
        divergent
    }
}

/// Sets the marks that depend on the others: where no lane may come out, and what a turn of a loop costs.
fn finish(body: &mut [Stmt], func: &Func) -> (bool, Vec<Label>, u32) {
    let mut discards = false;
    let mut leaves: Vec<Label> = Vec::new();
    let mut cost = 0u32;
    for stmt in body {
        match stmt {
            Stmt::Eval(value) => {
                cost += match func.insts[*value as usize] {
                    Inst::Const(_) => 0,
                    Inst::Call(..) | Inst::Lookup(_) => 30,
                    _ => 1,
                }
            }
            Stmt::Exit(label, _) | Stmt::Next(label, _) => leaves.push(*label),
            Stmt::Discard => discards = true,
            Stmt::Store { .. } | Stmt::StoreMem { .. } => cost += 1,
            _ => {
                let mut inner_discards = false;
                let mut inner: Vec<Label> = Vec::new();
                let mut inner_cost = 0u32;
                for block in stmt.blocks_mut() {
                    let (d, l, c) = finish(block, func);
                    inner_discards |= d;
                    inner.extend(l);
                    inner_cost = inner_cost.saturating_add(c);
                }
                match stmt {
                    Stmt::If(s) => s.skip = inner_discards || !inner.is_empty(),
                    Stmt::Loop(s) => {
                        s.cost = inner_cost.saturating_add(1);
                        inner.retain(|l| *l != s.label);
                        s.skip = inner_discards || !inner.is_empty();
                    }
                    Stmt::Scope(s) => {
                        inner.retain(|l| *l != s.label);
                        s.skip = inner_discards || !inner.is_empty();
                    }
                    _ => {}
                }
                discards |= inner_discards;
                inner.sort_unstable();
                inner.dedup();
                leaves.extend(inner);
                cost = cost.saturating_add(inner_cost).saturating_add(2);
            }
        }
    }
    (discards, leaves, cost)
}
