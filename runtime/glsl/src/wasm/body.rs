//! The code of one function: statements, control flow by masks, values in locals.

use super::access::{arg, arg4};
use super::emit::Indices;
use super::memory::{Map, RESULTS};
use super::ops::constant;
use crate::ir::{Func, Inst, Label, Lod, LookupKind, Stmt, Val};
use std::collections::HashMap;
use wasm_encoder::{BlockType, Function, Instruction as I, ValType};

/// What an open WebAssembly block stands for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Open {
    /// Leaving it is the exit of a uniform scope or loop.
    Exit(Label),
    /// Leaving it is the next turn of a uniform loop.
    Next(Label),
    /// Leaving it is the end of a region.
    Region,
    Other,
}

/// A divergent scope or loop around: locals of the lanes that go on after it, and of those still in the loop.
pub(super) struct Around {
    pub(super) label: Label,
    pub(super) resume: u32,
    pub(super) looping: Option<u32>,
}

pub(super) struct Body<'a> {
    func: &'a Func,
    pub(super) map: &'a Map,
    pub(super) indices: &'a Indices,
    code: Vec<I<'static>>,
    /// Local of a value.
    locals: HashMap<Val, u32>,
    /// Locals of lookups' results.
    texels: HashMap<Val, [u32; 4]>,
    pub(super) free: Vec<u32>,
    next: u32,
    /// First local of the variables.
    vars: u32,
    pub(super) opened: Vec<Open>,
    pub(super) around: Vec<Around>,
    pub(super) mask: u32,
    pub(super) alive: u32,
    /// Address local for lanes' own addresses.
    address: u32,
    library: bool,
    /// The local of a function's first input.
    first: u32,
    /// Outputs are words from this byte on, not slots of four lanes.
    words: Option<u32>,
}

// Parameters of the group's function.
const INPUT: u32 = 0;
const OUTPUT: u32 = 1;
pub(super) const FUEL: u32 = 2;
/// The global with the fuel that a group has left.
pub(super) const LEFT: u32 = 0;

impl<'a> Body<'a> {
    pub(super) fn new(func: &'a Func, map: &'a Map, indices: &'a Indices) -> Body<'a> {
        Body {
            func,
            map,
            indices,
            code: Vec::new(),
            locals: HashMap::new(),
            texels: HashMap::new(),
            free: Vec::new(),
            next: 0,
            vars: 0,
            opened: Vec::new(),
            around: Vec::new(),
            mask: 0,
            alive: 0,
            address: 0,
            library: false,
            first: 0,
            words: None,
        }
    }

    /// `group(input, output, fuel)`: the lanes that were not discarded, or -1 when the fuel is used up. What is left of it goes to the global.
    pub(super) fn group(mut self) -> Function {
        self.address = 3;
        self.mask = 4;
        self.alive = 5;
        self.vars = 6;
        self.next = 6 + self.func.vars;
        for local in [self.mask, self.alive] {
            self.push(constant(u32::MAX));
            self.push(I::LocalSet(local));
        }
        if self.func.zero_mems
            && let Some(first) = self.map.mems.first()
        {
            let size = self.map.mems_end - first;
            for i in [
                I::I32Const(*first as i32),
                I::I32Const(0),
                I::I32Const(size as i32),
                I::MemoryFill(0),
            ] {
                self.push(i);
            }
        }
        self.open(Open::Region);
        let body = &self.func.body;
        self.block(body);
        self.close();
        self.push(I::LocalGet(FUEL));
        self.push(I::GlobalSet(LEFT));
        self.push(I::LocalGet(self.alive));
        self.push(I::I32x4Bitmask);
        self.push(I::End);
        let vectors = self.next - 4;
        self.finish(&[(1, ValType::I32), (vectors, ValType::V128)])
    }

    /// `f(a, b)` of the mathematical library.
    pub(super) fn library(mut self) -> Function {
        self.library = true;
        self.vars = 2;
        self.next = 2 + self.func.vars;
        let body = &self.func.body;
        self.block(body);
        self.push(I::End);
        let vectors = self.next - 2;
        self.finish(&[(vectors, ValType::V128)])
    }

    /// `decode(at, end)`: puts the function's value in the place of each of some texels, four at a time.
    pub(super) fn decode(mut self) -> Function {
        const AT: u32 = 0;
        const END: u32 = 1;
        self.library = true;
        self.first = 2;
        self.next = 3;
        let texels = wasm_encoder::MemArg {
            memory_index: super::flat::TEXELS,
            ..arg(0)
        };
        for i in [
            I::Loop(BlockType::Empty),
            I::LocalGet(AT),
            I::V128Load(texels),
            I::LocalSet(self.first),
            I::LocalGet(AT),
        ] {
            self.push(i);
        }
        let body = &self.func.body;
        self.block(body);
        for i in [
            I::V128Store(texels),
            I::LocalGet(AT),
            I::I32Const(16),
            I::I32Add,
            I::LocalTee(AT),
            I::LocalGet(END),
            I::I32LtU,
            I::BrIf(0),
            I::End,
            I::End,
        ] {
            self.push(i);
        }
        let vectors = self.next - 2;
        self.finish(&[(vectors, ValType::V128)])
    }

    /// `prepare()`: values that all lanes of all groups share, one word each, from a byte on.
    pub(super) fn prepare(mut self, first: u32) -> Function {
        self.words = Some(first);
        let body = &self.func.body;
        self.block(body);
        self.push(I::End);
        let vectors = self.next;
        self.finish(&[(vectors, ValType::V128)])
    }

    fn finish(self, locals: &[(u32, ValType)]) -> Function {
        let mut f = Function::new(locals.iter().copied());
        self.code.iter().for_each(|i| {
            f.instruction(i);
        });
        f
    }

    pub(super) fn push(&mut self, i: I<'static>) {
        self.code.push(i);
    }

    pub(super) fn is_uniform(&self, value: Val) -> bool {
        self.func.uniform.get(value as usize).copied().unwrap_or(false)
    }

    /// The bits of a constant.
    pub(super) fn constant(&self, value: Val) -> Option<u32> {
        match self.func.insts[value as usize] {
            Inst::Const(bits) => Some(bits),
            _ => None,
        }
    }

    pub(super) fn get(&mut self, value: Val) {
        match (self.func.insts[value as usize], self.locals.get(&value)) {
            (Inst::Const(bits), _) => self.push(constant(bits)),
            (_, Some(local)) => self.push(I::LocalGet(*local)),
            // A value that was never made: only past an error that ended the building.
            (_, None) => self.push(constant(0)),
        }
    }

    pub(super) fn local(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    pub(super) fn open(&mut self, what: Open) {
        self.push(I::Block(BlockType::Empty));
        self.opened.push(what);
    }

    pub(super) fn close(&mut self) {
        self.push(I::End);
        self.opened.pop();
    }

    pub(super) fn depth_of(&self, what: Open) -> Option<u32> {
        self.opened.iter().rev().position(|o| *o == what).map(|d| d as u32)
    }

    pub(super) fn block(&mut self, body: &[Stmt]) {
        // Where each value made here is used last: then its local is free again.
        let mut last: HashMap<Val, usize> = HashMap::new();
        for (i, stmt) in body.iter().enumerate() {
            uses(stmt, self.func, &mut |v| {
                last.insert(v, i);
            });
        }
        let mut ends: HashMap<usize, Vec<Val>> = HashMap::new();
        for stmt in body {
            if let Stmt::Eval(value) = stmt
                && let Some(i) = last.get(value)
            {
                ends.entry(*i).or_default().push(*value);
            }
        }
        for (i, stmt) in body.iter().enumerate() {
            self.stmt(stmt);
            for value in ends.get(&i).into_iter().flatten() {
                if let Some(local) = self.locals.remove(value) {
                    self.free.push(local);
                }
                if let Some(locals) = self.texels.remove(value) {
                    self.free.extend(locals);
                }
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Eval(value) => self.eval(*value),
            Stmt::Declare(_) | Stmt::DeclareMem(_) => {}
            Stmt::Store { var, value, masked, .. } => {
                let local = self.vars + var;
                self.get(*value);
                if *masked {
                    self.push(I::LocalGet(local));
                    self.push(I::LocalGet(self.mask));
                    self.push(I::V128Bitselect);
                }
                self.push(I::LocalSet(local));
            }
            Stmt::StoreMem {
                mem,
                offset,
                index,
                value,
                masked,
                ..
            } => {
                let at = self.map.mems[*mem as usize] + offset * 16;
                self.store_mem(at, *index, *value, *masked);
            }
            Stmt::If(s) => self.branch(s),
            Stmt::Scope(s) => self.scope(s),
            Stmt::Loop(s) => self.looped(s),
            Stmt::Exit(label, false) => {
                let depth = self.depth_of(Open::Exit(*label)).unwrap_or(0);
                self.push(I::Br(depth));
            }
            Stmt::Next(label, false) => {
                let depth = self.depth_of(Open::Next(*label)).unwrap_or(0);
                self.push(I::Br(depth));
            }
            Stmt::Exit(label, true) => self.leave(*label, true),
            Stmt::Next(label, true) => self.leave(*label, false),
            Stmt::Discard => {
                self.remove(self.alive);
                self.none();
            }
            Stmt::Output(slot, value) => {
                if self.library {
                    self.get(*value);
                    return;
                }
                if let Some(first) = self.words {
                    self.push(I::I32Const(0));
                    self.get(*value);
                    self.push(I::V128Store32Lane {
                        memarg: arg4(first + slot * 4),
                        lane: 0,
                    });
                    return;
                }
                self.push(I::LocalGet(OUTPUT));
                self.get(*value);
                self.push(I::V128Store(arg(slot * 16)));
            }
        }
    }

    fn eval(&mut self, value: Val) {
        let inst = self.func.insts[value as usize];
        match inst {
            Inst::Const(_) => return,
            Inst::Un(op, a) => self.un(op, a),
            Inst::Bin(op, a, b) => self.bin(op, a, b),
            Inst::Select(c, a, b) => {
                self.get(a);
                self.get(b);
                self.get(c);
                self.push(I::V128Bitselect);
            }
            Inst::Load(var) => self.push(I::LocalGet(self.vars + var)),
            Inst::LoadMem(mem, offset, index) => {
                let at = self.map.mems[mem as usize] + offset * 16;
                self.load_mem(at, index);
            }
            Inst::Uniform(offset, index) => self.word(self.map.uniforms + offset * 4, index, 2),
            Inst::Table(offset, index) => self.word(self.map.table + offset * 4, index, 2),
            Inst::Block(block, offset, index) => {
                let at = self.map.blocks.get(block as usize).map_or(0, |b| b.0);
                self.word(at + offset, index, 0);
            }
            Inst::Input(slot) if self.library => self.push(I::LocalGet(self.first + slot)),
            Inst::Input(slot) => {
                self.push(I::LocalGet(INPUT));
                self.push(I::V128Load(arg(slot * 16)));
            }
            Inst::Call(number, a, b) => {
                self.get(a);
                self.get(b);
                let index = self.indices.library[number as usize].unwrap_or(0);
                self.push(I::Call(index));
            }
            Inst::Derivative(y, a) => self.derivative(y, a),
            Inst::Flat(texture, word) => {
                let entry = self.map.table_of_flats + texture * super::flat::ENTRY;
                self.word(entry + u32::from(word) * 4, None, 2);
            }
            Inst::Gather(_, address) => self.gather(address),
            Inst::Lookup(number) => return self.lookup(value, number),
            Inst::Texel(lookup, component) => {
                let local = self.texels[&lookup][component as usize];
                self.push(I::LocalGet(local));
            }
        }
        let local = self.local();
        self.push(I::LocalSet(local));
        self.locals.insert(value, local);
    }

    /// A lookup: by the code itself if the texture allows it, else by the host.
    fn lookup(&mut self, value: Val, number: u32) {
        let lookup = &self.func.lookups[number as usize];
        let entry = super::flat::unit_of(self.func, lookup)
            .and_then(|word| self.map.flats.iter().position(|flat| *flat == word))
            .map(|i| (i as u32, self.map.table_of_flats + i as u32 * super::flat::ENTRY));
        let locals: [u32; 4] = std::array::from_fn(|_| self.local());
        if let Some((number, entry)) = entry {
            // A lookup for no lane at all is the host's too.
            for i in [
                I::I32Const(0),
                I::I32Load(arg4(entry)),
                I::LocalGet(self.mask),
                I::V128AnyTrue,
                I::I32Mul,
                I::If(BlockType::Empty),
            ] {
                self.push(i);
            }
            self.get(lookup.args[0]);
            self.get(lookup.args[1]);
            self.push(I::Call(self.indices.sample + number));
            for local in locals.into_iter().rev() {
                if !matches!(lookup.kind, LookupKind::Sample(Lod::Implicit)) {
                    self.push(I::LocalGet(self.mask));
                    self.push(I::V128And);
                }
                self.push(I::LocalSet(local));
            }
            self.push(I::Else);
        }
        self.ask(number, locals);
        if entry.is_some() {
            self.push(I::End);
        }
        self.texels.insert(value, locals);
    }

    /// Asks the host.
    fn ask(&mut self, number: u32, locals: [u32; 4]) {
        let lookup = &self.func.lookups[number as usize];
        let scratch = self.map.scratch;
        for (i, arg_value) in lookup.args.iter().chain([&lookup.unit]).enumerate() {
            self.push(I::I32Const(0));
            self.get(*arg_value);
            self.push(I::V128Store(arg(scratch + i as u32 * 16)));
        }
        self.push(I::I32Const(number as i32));
        self.push(I::LocalGet(self.mask));
        self.push(I::I32x4Bitmask);
        self.push(I::Call(self.indices.lookup));
        for (i, local) in locals.into_iter().enumerate() {
            self.push(I::I32Const(0));
            self.push(I::V128Load(arg(scratch + RESULTS + i as u32 * 16)));
            self.push(I::LocalSet(local));
        }
    }
}

/// Values a statement uses, those within it too.
fn uses(stmt: &Stmt, func: &Func, f: &mut dyn FnMut(Val)) {
    if let Stmt::Eval(value) = stmt {
        func.insts[*value as usize].operands(&func.lookups, f);
    }
    stmt.operands(f);
    for block in stmt.blocks() {
        for stmt in block {
            uses(stmt, func, f);
        }
    }
}
