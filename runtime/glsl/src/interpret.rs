//! The reference interpreter: the intermediate form, statement by statement, four lanes at a time. Slow and plain; the
//! compiled code must agree with it on every bit.

use crate::ir::{Func, Inst, Label, Stmt, eval};
use crate::lower::math;
use crate::textures::{Request, Textures};

/// Four lanes.
type Lanes = [u32; 4];

/// What a stage runs on, apart from its inputs.
pub(crate) struct Environment<'a> {
    pub(crate) uniforms: &'a [u32],
    pub(crate) blocks: &'a [&'a [u8]],
    pub(crate) textures: &'a dyn Textures,
}

/// The group used up its fuel.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutOfFuel;

/// Where control goes after a statement.
enum Flow {
    On,
    /// To the end of the innermost region.
    Region,
    Exit(Label),
    Next(Label),
}

/// A divergent scope or loop being run.
struct Frame {
    label: Label,
    /// Lanes that go on after it.
    resume: u8,
    /// Lanes still in the loop.
    looping: u8,
}

struct Run<'a> {
    func: &'a Func,
    env: &'a Environment<'a>,
    inputs: &'a [Lanes],
    outputs: &'a mut [Lanes],
    values: Vec<Lanes>,
    texels: std::collections::HashMap<u32, [Lanes; 4]>,
    vars: Vec<Lanes>,
    mems: Vec<Vec<Lanes>>,
    frames: Vec<Frame>,
    mask: u8,
    alive: u8,
    fuel: u32,
}

/// Runs a group of four invocations. Gives the lanes that were not discarded, and the fuel that its loops took.
pub(crate) fn run(
    func: &Func,
    env: &Environment<'_>,
    inputs: &[Lanes],
    outputs: &mut [Lanes],
    fuel: u32,
) -> Result<(u8, u32), OutOfFuel> {
    let mut run = Run {
        func,
        env,
        inputs,
        outputs,
        values: vec![[0; 4]; func.insts.len()],
        texels: std::collections::HashMap::new(),
        vars: vec![[0; 4]; func.vars as usize],
        mems: func.mems.iter().map(|n| vec![[0; 4]; *n as usize]).collect(),
        frames: Vec::new(),
        mask: 15,
        alive: 15,
        fuel,
    };
    run.block(&func.body)?;
    Ok((run.alive, fuel - run.fuel))
}

/// A function of the mathematical library on single values.
pub(crate) fn call(func: &Func, a: u32, b: u32) -> u32 {
    call_lanes(func, [a; 4], [b; 4])[0]
}

fn call_lanes(func: &Func, a: Lanes, b: Lanes) -> Lanes {
    let env = Environment {
        uniforms: &[],
        blocks: &[],
        textures: &crate::textures::NoTextures,
    };
    let mut outputs = [[0; 4]];
    // The library has no loops, so fuel is no matter.
    let _ = run(func, &env, &[a, b], &mut outputs, u32::MAX);
    outputs[0]
}

fn truth(lanes: Lanes) -> u8 {
    (0..4).fold(0, |m, i| m | (u8::from(lanes[i] != 0) << i))
}

impl Run<'_> {
    fn block(&mut self, body: &[Stmt]) -> Result<Flow, OutOfFuel> {
        for stmt in body {
            match self.stmt(stmt)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    /// After a construct that lanes may not come out of.
    fn skip(&self, skip: bool) -> Flow {
        if skip && self.mask == 0 { Flow::Region } else { Flow::On }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<Flow, OutOfFuel> {
        match stmt {
            Stmt::Eval(value) => self.values[*value as usize] = self.eval(*value),
            Stmt::Declare(_) | Stmt::DeclareMem(_) => {}
            Stmt::Store { var, value, masked, .. } => {
                let new = self.values[*value as usize];
                let mask = if *masked { self.mask } else { 15 };
                put(&mut self.vars[*var as usize], new, mask);
            }
            Stmt::StoreMem {
                mem,
                offset,
                index,
                value,
                masked,
                ..
            } => {
                let new = self.values[*value as usize];
                let mask = if *masked { self.mask } else { 15 };
                for (lane, new) in new.iter().enumerate().filter(|(lane, _)| mask & (1 << lane) != 0) {
                    let at = *offset + index.map_or(0, |i| self.values[i as usize][lane]);
                    self.mems[*mem as usize][at as usize][lane] = *new;
                }
            }
            Stmt::If(s) => {
                let cond = self.values[s.cond as usize];
                if !s.divergent {
                    let flow = self.block(if cond[0] != 0 { &s.then } else { &s.otherwise })?;
                    return Ok(match flow {
                        Flow::On => self.skip(s.skip),
                        other => other,
                    });
                }
                let taken = truth(cond);
                let (a, b) = (self.mask & taken, self.mask & !taken);
                self.mask = a;
                if a != 0 {
                    self.block(&s.then)?;
                }
                let after = self.mask;
                self.mask = b;
                if b != 0 {
                    self.block(&s.otherwise)?;
                }
                self.mask |= after;
                return Ok(self.skip(s.skip));
            }
            Stmt::Scope(s) => {
                if !s.divergent {
                    return Ok(match self.block(&s.body)? {
                        Flow::Exit(label) if label == s.label => self.skip(s.skip),
                        Flow::On => self.skip(s.skip),
                        other => other,
                    });
                }
                self.frames.push(Frame {
                    label: s.label,
                    resume: self.mask,
                    looping: 0,
                });
                self.block(&s.body)?;
                let frame = self.frames.pop().expect("pushed above");
                self.mask = frame.resume & self.alive;
                return Ok(self.skip(s.skip));
            }
            Stmt::Loop(s) => return self.looped(s),
            Stmt::Exit(label, divergent) => {
                if !divergent {
                    return Ok(Flow::Exit(*label));
                }
                self.leave(*label, true);
            }
            Stmt::Next(label, divergent) => {
                if !divergent {
                    return Ok(Flow::Next(*label));
                }
                self.leave(*label, false);
            }
            Stmt::Discard => {
                self.alive &= !self.mask;
                self.mask = 0;
            }
            Stmt::Output(slot, value) => self.outputs[*slot as usize] = self.values[*value as usize],
        }
        Ok(Flow::On)
    }

    /// The active lanes go elsewhere: to the end of a scope or loop, or to its next turn.
    fn leave(&mut self, label: Label, out: bool) {
        let gone = !self.mask;
        for frame in self.frames.iter_mut().rev() {
            if frame.label == label {
                if out {
                    frame.looping &= gone;
                }
                break;
            }
            frame.looping &= gone;
            frame.resume &= gone;
        }
        self.mask = 0;
    }

    fn looped(&mut self, s: &crate::ir::Loop) -> Result<Flow, OutOfFuel> {
        if s.divergent {
            self.frames.push(Frame {
                label: s.label,
                resume: self.mask,
                looping: self.mask,
            });
            loop {
                self.mask = self.looping();
                if self.mask == 0 {
                    break;
                }
                self.burn(s.cost)?;
                self.block(&s.body)?;
                self.mask = self.looping();
                if self.mask == 0 {
                    break;
                }
                self.block(&s.next)?;
            }
            let frame = self.frames.pop().expect("pushed above");
            self.mask = frame.resume & self.alive;
            return Ok(self.skip(s.skip));
        }
        loop {
            self.burn(s.cost)?;
            match self.block(&s.body)? {
                Flow::On => {}
                Flow::Next(label) if label == s.label => {}
                Flow::Exit(label) if label == s.label => break,
                other => return Ok(other),
            }
            match self.block(&s.next)? {
                Flow::On => {}
                Flow::Exit(label) if label == s.label => break,
                other => return Ok(other),
            }
        }
        Ok(self.skip(s.skip))
    }

    fn looping(&self) -> u8 {
        self.frames.last().map_or(0, |f| f.looping) & self.alive
    }

    fn burn(&mut self, cost: u32) -> Result<(), OutOfFuel> {
        self.fuel = self.fuel.checked_sub(cost).ok_or(OutOfFuel)?;
        Ok(())
    }

    fn eval(&mut self, value: u32) -> Lanes {
        let v = |i: u32| self.values[i as usize];
        match self.func.insts[value as usize] {
            Inst::Const(bits) => [bits; 4],
            Inst::Un(op, a) => v(a).map(|a| eval::un(op, a)),
            Inst::Bin(op, a, b) => {
                let (a, b) = (v(a), v(b));
                std::array::from_fn(|i| eval::bin(op, a[i], b[i]))
            }
            Inst::Select(c, a, b) => {
                let (c, a, b) = (v(c), v(a), v(b));
                std::array::from_fn(|i| (c[i] & a[i]) | (!c[i] & b[i]))
            }
            Inst::Load(var) => self.vars[var as usize],
            Inst::LoadMem(mem, offset, index) => {
                let at = index.map_or([0; 4], v);
                std::array::from_fn(|i| self.mems[mem as usize][(offset + at[i]) as usize][i])
            }
            Inst::Uniform(offset, index) => {
                let at = index.map_or([0; 4], v);
                at.map(|at| self.env.uniforms.get((offset + at) as usize).copied().unwrap_or(0))
            }
            Inst::Table(offset, index) => {
                let at = index.map_or([0; 4], v);
                at.map(|at| self.func.table[(offset + at) as usize])
            }
            Inst::Block(block, offset, index) => {
                let at = index.map_or([0; 4], v);
                let bytes = self.env.blocks.get(block as usize).copied().unwrap_or_default();
                at.map(|at| {
                    let at = (offset + at) as usize;
                    bytes
                        .get(at..at + 4)
                        .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                })
            }
            Inst::Input(slot) => self.inputs[slot as usize],
            Inst::Call(function, a, b) => call_lanes(&math::library()[function as usize], v(a), v(b)),
            Inst::Derivative(y, a) => {
                let a = v(a).map(f32::from_bits);
                // One difference for the whole quad, as Chromium's renderer has it.
                [(a[if y { 2 } else { 1 }] - a[0]).to_bits(); 4]
            }
            Inst::Lookup(number) => {
                let lookup = &self.func.lookups[number as usize];
                let args: Vec<Lanes> = lookup.args.iter().map(|a| v(*a)).collect();
                let lane = (self.mask.trailing_zeros() as usize).min(3);
                let unit = v(lookup.unit)[lane];
                let mut out = [[0; 4]; 4];
                if self.mask != 0 {
                    let request = Request {
                        lookup,
                        unit,
                        args: &args,
                        mask: self.mask,
                    };
                    self.env.textures.lookup(&request, &mut out);
                }
                self.texels.insert(value, out);
                [0; 4]
            }
            Inst::Texel(lookup, component) => self.texels[&lookup][component as usize],
            // Only compiled code has them.
            Inst::Flat(..) | Inst::Gather(..) => [0; 4],
        }
    }
}

fn put(to: &mut Lanes, from: Lanes, mask: u8) {
    for lane in 0..4 {
        if mask & (1 << lane) != 0 {
            to[lane] = from[lane];
        }
    }
}
