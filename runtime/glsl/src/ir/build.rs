//! Makes the intermediate form: folds constants, shares equal values, and remembers what straight-line code has stored.

use super::*;
use std::collections::HashMap;

/// The stage would have more instructions than the limits allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooComplex;

/// One block being made.
#[derive(Default)]
struct Open {
    stmts: Vec<Stmt>,
    /// Values made in this block, by instruction.
    shared: HashMap<Inst, Val>,
    /// Variables stored in this block or one within.
    stored: Vec<Var>,
}

/// Builds a [`Func`].
pub(crate) struct Builder {
    pub(crate) func: Func,
    open: Vec<Open>,
    /// What a variable is known to hold here.
    known: HashMap<Var, Val>,
    budget: usize,
    /// Expressions that may still be looked at: shared values cost no instructions, but time.
    work: usize,
    memory: usize,
    /// Calls of the mathematical library with constant arguments are folded by this.
    call: Option<fn(u16, u32, u32) -> u32>,
}

impl Builder {
    pub(crate) fn new(budget: usize, memory: usize, call: Option<fn(u16, u32, u32) -> u32>) -> Builder {
        Builder {
            func: Func::default(),
            open: vec![Open::default()],
            known: HashMap::new(),
            budget,
            work: budget.saturating_mul(20),
            memory,
            call,
        }
    }

    /// The finished function, or that it got too long.
    pub(crate) fn finish(mut self) -> Result<Func, TooComplex> {
        if self.exhausted() {
            return Err(TooComplex);
        }
        self.func.body = self.open.pop().map(|o| o.stmts).unwrap_or_default();
        Ok(self.func)
    }

    /// Whether the limits are passed: what is built from then on does not matter.
    pub(crate) fn exhausted(&self) -> bool {
        self.func.insts.len() > self.budget || self.work == 0
    }

    /// Counts a piece of work.
    pub(crate) fn worked(&mut self) {
        self.work = self.work.saturating_sub(1);
    }

    pub(crate) fn stmt(&mut self, stmt: Stmt) {
        if self.exhausted() {
            return;
        }
        // Statements count too.
        if !matches!(stmt, Stmt::Eval(_)) && self.func.insts.len() <= self.budget {
            self.budget = self.budget.saturating_sub(1);
        }
        self.open.last_mut().expect("an open block").stmts.push(stmt);
    }

    /// Whether the block being made ends in a jump: nothing after it runs.
    pub(crate) fn ended(&self) -> bool {
        let stmts = &self.open.last().expect("an open block").stmts;
        matches!(stmts.last(), Some(Stmt::Exit(..) | Stmt::Next(..) | Stmt::Discard))
    }

    pub(crate) fn constant(&self, value: Val) -> Option<u32> {
        match self.func.insts[value as usize] {
            Inst::Const(bits) => Some(bits),
            _ => None,
        }
    }

    fn make(&mut self, inst: Inst) -> Val {
        let changes = matches!(inst, Inst::Load(_) | Inst::LoadMem(..));
        if !changes && let Some(value) = self.open.iter().rev().find_map(|o| o.shared.get(&inst)) {
            return *value;
        }
        if self.exhausted() {
            return 0;
        }
        let value = self.func.insts.len() as Val;
        self.func.insts.push(inst);
        let open = self.open.last_mut().expect("an open block");
        if !changes {
            open.shared.insert(inst, value);
        }
        open.stmts.push(Stmt::Eval(value));
        value
    }

    pub(crate) fn bits(&mut self, bits: u32) -> Val {
        self.make(Inst::Const(bits))
    }

    pub(crate) fn float(&mut self, value: f32) -> Val {
        self.bits(value.to_bits())
    }

    pub(crate) fn truth(&mut self, value: bool) -> Val {
        self.bits(if value { u32::MAX } else { 0 })
    }

    pub(crate) fn un(&mut self, op: Un, a: Val) -> Val {
        if let Some(a) = self.constant(a) {
            return self.bits(eval::un(op, a));
        }
        match (op, self.func.insts[a as usize]) {
            (Un::Not, Inst::Un(Un::Not, inner))
            | (Un::FNeg, Inst::Un(Un::FNeg, inner))
            | (Un::INeg, Inst::Un(Un::INeg, inner)) => inner,
            (Un::Canon, Inst::Un(Un::Canon, _)) => a,
            _ => self.make(Inst::Un(op, a)),
        }
    }

    pub(crate) fn bin(&mut self, op: Bin, a: Val, b: Val) -> Val {
        const ONE: u32 = 0x3f80_0000;
        match (self.constant(a), self.constant(b)) {
            (Some(a), Some(b)) => return self.bits(eval::bin(op, a, b)),
            // Identities that hold for every bit pattern.
            (_, Some(ONE)) if matches!(op, Bin::FMul | Bin::FDiv) => return a,
            (Some(ONE), _) if op == Bin::FMul => return b,
            (_, Some(0))
                if matches!(
                    op,
                    Bin::FSub | Bin::IAdd | Bin::ISub | Bin::Or | Bin::Xor | Bin::Shl | Bin::ShrS | Bin::ShrU
                ) =>
            {
                return a;
            }
            (Some(0), _) if matches!(op, Bin::IAdd | Bin::Or | Bin::Xor) => return b,
            (_, Some(0)) if matches!(op, Bin::And | Bin::IMul) => return self.bits(0),
            (Some(0), _) if matches!(op, Bin::And | Bin::IMul) => return self.bits(0),
            (_, Some(u32::MAX)) if op == Bin::And => return a,
            (Some(u32::MAX), _) if op == Bin::And => return b,
            (_, Some(1)) if op == Bin::IMul => return a,
            (Some(1), _) if op == Bin::IMul => return b,
            _ => {}
        }
        self.make(Inst::Bin(op, a, b))
    }

    pub(crate) fn not(&mut self, a: Val) -> Val {
        self.un(Un::Not, a)
    }

    pub(crate) fn select(&mut self, c: Val, a: Val, b: Val) -> Val {
        match self.constant(c) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            // Booleans are all ones or all zeros.
            None if self.constant(b) == Some(0) => self.bin(Bin::And, c, a),
            None => self.make(Inst::Select(c, a, b)),
        }
    }

    pub(crate) fn call(&mut self, function: u16, a: Val, b: Val) -> Val {
        if let (Some(call), Some(a), Some(b)) = (self.call, self.constant(a), self.constant(b)) {
            return self.bits(call(function, a, b));
        }
        self.make(Inst::Call(function, a, b))
    }

    /// An instruction that reads something other than variables.
    pub(crate) fn read(&mut self, inst: Inst) -> Val {
        self.make(inst)
    }

    pub(crate) fn lookup(&mut self, lookup: Lookup) -> Val {
        let number = self.func.lookups.len() as u32;
        self.func.lookups.push(lookup);
        self.make(Inst::Lookup(number))
    }

    pub(crate) fn new_var(&mut self) -> Var {
        self.func.vars += 1;
        self.func.vars - 1
    }

    pub(crate) fn new_mem(&mut self, size: usize) -> Mem {
        self.memory = self.memory.saturating_sub(size);
        if self.memory == 0 {
            self.budget = 0;
        }
        self.func.mems.push(size.min(1 << 20) as u32);
        self.func.mems.len() as Mem - 1
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.func.labels += 1;
        self.func.labels - 1
    }

    /// Constants to be indexed; gives the place of the first.
    pub(crate) fn table(&mut self, words: &[u32]) -> u32 {
        let at = self.func.table.windows(words.len().max(1)).position(|w| w == words);
        if let Some(at) = at.filter(|_| self.func.table.len() < 4096) {
            return at as u32;
        }
        let at = self.func.table.len();
        self.memory = self.memory.saturating_sub(words.len());
        if self.memory == 0 {
            self.budget = 0;
            return 0;
        }
        self.func.table.extend_from_slice(words);
        at as u32
    }

    pub(crate) fn load(&mut self, var: Var) -> Val {
        if let Some(value) = self.known.get(&var) {
            return *value;
        }
        let value = self.make(Inst::Load(var));
        self.known.insert(var, value);
        value
    }

    pub(crate) fn store(&mut self, var: Var, value: Val, init: bool) {
        self.stmt(Stmt::Store {
            var,
            value,
            init,
            masked: false,
        });
        self.known.insert(var, value);
        self.open.last_mut().expect("an open block").stored.push(var);
    }

    /// Forgets what a variable holds: a loop will change it.
    pub(crate) fn forget(&mut self, var: Var) {
        self.known.remove(&var);
    }
}

/// Makes a block by `run`; what is known about variables it changes is forgotten after it.
pub(crate) fn block<T: AsMut<Builder>>(owner: &mut T, run: impl FnOnce(&mut T)) -> Vec<Stmt> {
    let builder = owner.as_mut();
    builder.open.push(Open::default());
    let before = builder.known.clone();
    run(owner);
    let builder = owner.as_mut();
    let done = builder.open.pop().expect("pushed above");
    builder.known = before;
    for var in &done.stored {
        builder.known.remove(var);
    }
    builder.open.last_mut().expect("an open block").stored.extend(&done.stored);
    done.stmts
}
