//! Lookups and calls as operations of the form.
//!
//! A call of the mathematical library costs more than its code: everything that is at hand has to be put aside. So the first calls are
//! replaced by what they call. Lookups: where many lookups use one texture and its filter is known when the code is made, they are
//! taken apart into the arithmetic that the sampling function ([`super::flat`]) has, so that what several of them do alike is done once.
//! The seventeen lookups of a soft shadow have five places along each axis.
//!
//! The operations are those of the function, one for one, so the bits are the same.

use super::flat;
use crate::ir::{Bin, Func, Inst, Lod, Lookup, LookupKind, Stmt, Un, Val};
use crate::lower::math;
use crate::textures::FlatWrap;
use std::collections::HashMap;

/// Lookups of a texture from which code is made for its filter.
const MANY: usize = 4;

/// Calls that are replaced by what they call, and the most operations of that: code grows by them.
const CALLS: usize = 16;
const CALL: usize = 128;
/// Calls that are made side by side.
const ROW: usize = 4;

/// What is known of a texture when the code is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// The uniform that names the unit.
    pub(super) unit: u32,
    pub(super) linear: bool,
    pub(super) wrap: [FlatWrap; 2],
}

/// Whether a lookup's result is one value for all lanes of a region: levels, biases and gradients leave lanes out.
fn plain(lookup: &Lookup) -> bool {
    matches!(lookup.kind, LookupKind::Sample(Lod::Implicit))
}

/// The uniforms that name textures with many lookups.
pub(super) fn candidates(func: &Func) -> Vec<u32> {
    let count = |word: u32| {
        let of = |l: &&Lookup| plain(l) && flat::unit_of(func, l) == Some(word);
        func.lookups.iter().filter(of).count()
    };
    flat::units(func).into_iter().filter(|word| count(*word) >= MANY).collect()
}

/// Takes the lookups of some textures apart, and the first calls.
pub(super) fn inline(func: &mut Func, fixed: &[Fixed]) {
    let units = flat::units(func);
    let numbers: Vec<Option<(u32, Fixed)>> = func
        .lookups
        .iter()
        .map(|lookup| {
            let word = flat::unit_of(func, lookup).filter(|_| plain(lookup))?;
            let number = units.iter().position(|u| *u == word)? as u32;
            Some((number, *fixed.iter().find(|f| f.unit == word)?))
        })
        .collect();
    let body = std::mem::take(&mut func.body);
    let mut rewriter = Rewriter {
        same: (0..func.insts.len() as Val).collect(),
        func,
        numbers,
        texels: HashMap::new(),
        scopes: Vec::new(),
        out: Vec::new(),
        calls: 0,
    };
    let body = rewriter.block(body);
    func.body = body;
    crate::ir::sweep::sweep(func);
}

struct Rewriter<'a> {
    func: &'a mut Func,
    /// By lookup: the texture's number and what is known of it.
    numbers: Vec<Option<(u32, Fixed)>>,
    /// The value that stands for each.
    same: Vec<Val>,
    /// Results of lookups that were taken apart.
    texels: HashMap<Val, [Val; 4]>,
    /// What has been made, by block.
    scopes: Vec<HashMap<Inst, Val>>,
    out: Vec<Stmt>,
    /// Calls that have been replaced.
    calls: usize,
}

/// A call.
#[derive(Clone, Copy)]
struct Called {
    value: Val,
    number: u16,
    args: [Val; 2],
}

/// Texels and fractions of one axis.
#[derive(Clone, Copy)]
struct Linear {
    low: Val,
    high: Val,
    fraction: Val,
}

impl Rewriter<'_> {
    fn block(&mut self, body: Vec<Stmt>) -> Vec<Stmt> {
        self.scopes.push(HashMap::new());
        let outer = std::mem::take(&mut self.out);
        let mut body = body.into_iter().peekable();
        while let Some(stmt) = body.next() {
            // Calls of one function in a row are made side by side: each is a long chain of operations that wait for each other.
            if let Some(mut call) = self.called(&stmt) {
                let mut row = vec![call];
                while let Some(next) = body.peek().and_then(|s| self.called(s)) {
                    let waits = row.iter().any(|c| next.args.contains(&c.value));
                    if next.number != call.number || waits || row.len() == ROW {
                        break;
                    }
                    call = next;
                    row.push(next);
                    body.next();
                }
                if self.calls(&row) {
                    continue;
                }
                row.iter().for_each(|c| self.eval(c.value));
                continue;
            }
            self.stmt(stmt);
        }
        self.scopes.pop();
        std::mem::replace(&mut self.out, outer)
    }

    fn stmt(&mut self, mut stmt: Stmt) {
        if let Stmt::Eval(value) = stmt {
            return self.eval(value);
        }
        stmt.operands_mut(&mut |v| *v = self.same[*v as usize]);
        for block in stmt.blocks_mut() {
            *block = self.block(std::mem::take(block));
        }
        self.out.push(stmt);
    }

    fn eval(&mut self, value: Val) {
        let mut inst = self.func.insts[value as usize];
        let same = &self.same;
        inst.operands_mut(&mut self.func.lookups, &mut |v| *v = same[*v as usize]);
        self.func.insts[value as usize] = inst;
        match inst {
            Inst::Lookup(number) => {
                if let Some((texture, fixed)) = self.numbers[number as usize] {
                    let lookup = &self.func.lookups[number as usize];
                    let at = [lookup.args[0], lookup.args[1]];
                    let texels = self.sample(texture, fixed, at);
                    self.texels.insert(value, texels);
                    return;
                }
            }
            Inst::Texel(lookup, component) => {
                if let Some(texels) = self.texels.get(&lookup) {
                    self.same[value as usize] = texels[component as usize];
                    return;
                }
            }
            Inst::Load(_) | Inst::LoadMem(..) => {}
            _ => {
                if let Some(known) = self.known(&inst) {
                    self.same[value as usize] = known;
                    return;
                }
                self.remember(inst, value);
            }
        }
        self.same[value as usize] = value;
        self.out.push(Stmt::Eval(value));
    }

    fn known(&self, inst: &Inst) -> Option<Val> {
        self.scopes.iter().rev().find_map(|s| s.get(inst).copied())
    }

    fn remember(&mut self, inst: Inst, value: Val) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(inst, value);
        }
    }

    fn make(&mut self, inst: Inst) -> Val {
        if let Some(known) = self.known(&inst) {
            return known;
        }
        let value = self.func.insts.len() as Val;
        let mut uniform = !matches!(inst, Inst::Gather(..));
        inst.operands(&self.func.lookups, &mut |v| {
            uniform &= self.func.uniform.get(v as usize).copied().unwrap_or(false);
        });
        self.func.insts.push(inst);
        self.func.uniform.push(uniform);
        self.same.push(value);
        self.remember(inst, value);
        self.out.push(Stmt::Eval(value));
        value
    }

    /// A statement that is a call.
    fn called(&self, stmt: &Stmt) -> Option<Called> {
        let Stmt::Eval(value) = *stmt else { return None };
        match self.func.insts[value as usize] {
            Inst::Call(number, a, b) => Some(Called {
                value,
                number,
                args: [a, b],
            }),
            _ => None,
        }
    }

    /// Makes here what some calls of one function make. Whether it was done.
    fn calls(&mut self, row: &[Called]) -> bool {
        let library: &'static [Func] = math::library();
        let Some(called) = row.first().and_then(|c| library.get(c.number as usize)) else {
            return false;
        };
        let plain = |s: &Stmt| matches!(s, Stmt::Eval(v) if !matches!(called.insts[*v as usize], Inst::Load(_)));
        let Some((Stmt::Output(0, result), code)) = called.body.split_last() else {
            return false;
        };
        if self.calls + row.len() > CALLS || code.len() > CALL || !code.iter().all(plain) {
            return false;
        }
        self.calls += row.len();
        let mut values = vec![[0; ROW]; called.insts.len()];
        for stmt in code {
            let Stmt::Eval(value) = stmt else { continue };
            for (i, call) in row.iter().enumerate() {
                let mut inst = called.insts[*value as usize];
                values[*value as usize][i] = if let Inst::Input(slot) = inst {
                    self.same[call.args[slot as usize % 2] as usize]
                } else {
                    inst.operands_mut(&mut [], &mut |v| *v = values[*v as usize][i]);
                    self.make(inst)
                };
            }
        }
        for (i, call) in row.iter().enumerate() {
            self.same[call.value as usize] = values[*result as usize][i];
        }
        true
    }

    fn bits(&mut self, bits: u32) -> Val {
        self.make(Inst::Const(bits))
    }

    fn float(&mut self, value: f32) -> Val {
        self.bits(value.to_bits())
    }

    fn un(&mut self, op: Un, a: Val) -> Val {
        self.make(Inst::Un(op, a))
    }

    fn bin(&mut self, op: Bin, a: Val, b: Val) -> Val {
        self.make(Inst::Bin(op, a, b))
    }

    /// Four components of a texture at a place.
    fn sample(&mut self, texture: u32, fixed: Fixed, at: [Val; 2]) -> [Val; 4] {
        let [width, height] = flat::SIZE.map(|word| self.make(Inst::Flat(texture, (word / 4) as u8)));
        let u = self.wrap(at[0], fixed.wrap[0]);
        let v = self.wrap(at[1], fixed.wrap[1]);
        let scale = self.float(flat::SCALE);
        if !fixed.linear {
            let (x, y) = (self.nearest(u, width), self.nearest(v, height));
            let texel = self.texel(texture, x, y);
            return std::array::from_fn(|number| {
                let c = self.channel(texel, number as u32);
                self.bin(Bin::FMul, c, scale)
            });
        }
        let x = self.linear(u, width, fixed.wrap[0]);
        let y = self.linear(v, height, fixed.wrap[1]);
        let corners = [(x.low, y.low), (x.high, y.low), (x.low, y.high), (x.high, y.high)];
        let texels = corners.map(|(x, y)| self.texel(texture, x, y));
        std::array::from_fn(|number| {
            let [a, b, c, d] = texels.map(|texel| self.channel(texel, number as u32));
            let top = self.mix(a, b, x.fraction);
            let bottom = self.mix(c, d, x.fraction);
            let mixed = self.mix(top, bottom, y.fraction);
            self.bin(Bin::FMul, mixed, scale)
        })
    }

    fn mix(&mut self, a: Val, b: Val, fraction: Val) -> Val {
        let difference = self.bin(Bin::FSub, b, a);
        let part = self.bin(Bin::FMul, difference, fraction);
        self.bin(Bin::FAdd, a, part)
    }

    /// Between 0 and 1; 0 if it is no number, whichever it is.
    fn saturate(&mut self, v: Val) -> Val {
        let v = match self.func.insts[v as usize] {
            Inst::Un(Un::Canon, inner) => inner,
            _ => v,
        };
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let v = self.bin(Bin::FMax, v, zero);
        self.bin(Bin::FMin, v, one)
    }

    /// What is too large to have a fraction is itself.
    fn floor(&mut self, v: Val) -> Val {
        let floor = self.un(Un::FFloor, v);
        let size = self.un(Un::FAbs, v);
        let limit = self.float(4_194_304.0);
        let small = self.bin(Bin::FLt, size, limit);
        self.make(Inst::Select(small, floor, v))
    }

    /// A coordinate within the texture.
    fn wrap(&mut self, u: Val, mode: FlatWrap) -> Val {
        let (zero, one, two) = (self.float(0.0), self.float(1.0), self.float(2.0));
        match mode {
            FlatWrap::Clamp => self.saturate(u),
            FlatWrap::Repeat => {
                let floor = self.floor(u);
                let u = self.bin(Bin::FSub, u, floor);
                // Of infinity nothing is left, and what lies just below a whole number may round up to 1.
                let above = self.bin(Bin::FLe, zero, u);
                let u = self.bin(Bin::And, u, above);
                let below = self.bin(Bin::FLt, u, one);
                self.bin(Bin::And, u, below)
            }
            FlatWrap::Mirror => {
                let half = self.float(0.5);
                let half = self.bin(Bin::FMul, u, half);
                let half = self.floor(half);
                let pair = self.bin(Bin::FMul, two, half);
                let u = self.bin(Bin::FSub, u, pair);
                let back = self.bin(Bin::FSub, two, u);
                let beyond = self.bin(Bin::FLt, one, u);
                let u = self.make(Inst::Select(beyond, back, u));
                self.saturate(u)
            }
        }
    }

    /// A whole number from 0 to 2²³ as an integer.
    fn index(&mut self, v: Val) -> Val {
        let (shift, mask) = (self.float(8_388_608.0), self.bits(0x7F_FFFF));
        let v = self.bin(Bin::FAdd, v, shift);
        self.bin(Bin::And, v, mask)
    }

    /// The texel that a coordinate lies in.
    fn nearest(&mut self, u: Val, side: Val) -> Val {
        let one = self.float(1.0);
        let t = self.bin(Bin::FMul, u, side);
        let t = self.un(Un::FFloor, t);
        let last = self.bin(Bin::FSub, side, one);
        let t = self.bin(Bin::FMin, t, last);
        self.index(t)
    }

    /// The texels beside a coordinate.
    fn linear(&mut self, u: Val, side: Val, mode: FlatWrap) -> Linear {
        let (zero, half, one) = (self.float(0.0), self.float(0.5), self.float(1.0));
        let t = self.bin(Bin::FMul, u, side);
        let t = self.bin(Bin::FSub, t, half);
        let low = self.un(Un::FFloor, t);
        let fraction = self.bin(Bin::FSub, t, low);
        let high = self.bin(Bin::FAdd, low, one);
        let last = self.bin(Bin::FSub, side, one);
        // Before the first texel: the last, or the first again. After the last: the first, or the last again.
        let (before, after) = match mode {
            FlatWrap::Repeat => (last, zero),
            _ => (zero, last),
        };
        let is_before = self.bin(Bin::FLt, low, zero);
        let low = self.make(Inst::Select(is_before, before, low));
        let is_within = self.bin(Bin::FLt, high, side);
        let high = self.make(Inst::Select(is_within, high, after));
        Linear {
            low: self.index(low),
            high: self.index(high),
            fraction,
        }
    }

    fn texel(&mut self, texture: u32, x: Val, y: Val) -> Val {
        let width = self.make(Inst::Flat(texture, (flat::WIDTH / 4) as u8));
        let base = self.make(Inst::Flat(texture, (flat::BASE / 4) as u8));
        let two = self.bits(2);
        let row = self.bin(Bin::IMul, y, width);
        let row = self.bin(Bin::Shl, row, two);
        let row = self.bin(Bin::IAdd, row, base);
        let column = self.bin(Bin::Shl, x, two);
        let address = self.bin(Bin::IAdd, column, row);
        self.make(Inst::Gather(texture, address))
    }

    /// A channel of texels as floats of 0 to 255.
    fn channel(&mut self, texel: Val, number: u32) -> Val {
        let mut v = texel;
        if number > 0 {
            let count = self.bits(8 * number);
            v = self.bin(Bin::ShrU, v, count);
        }
        if number < 3 {
            let mask = self.bits(0xFF);
            v = self.bin(Bin::And, v, mask);
        }
        self.un(Un::IToF, v)
    }
}
