//! From the typed tree to the intermediate form: functions inlined, vectors taken apart into scalars.

mod builtin;
mod call;
mod expr;
pub(crate) mod math;
mod matrix;
mod place;
mod scan;
mod stmt;
mod texture;

use crate::hir::*;
use crate::ir::build::{Builder, TooComplex};
use crate::ir::{Func, Label, Mem, Val, Var as Reg};
use crate::limits::{Limits, Stage};
use crate::types::{Scalar, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// Where the stage's interface lies: the linker decides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interface {
    /// First word of a uniform.
    pub(crate) uniforms: HashMap<VarId, u32>,
    /// Number of a block (of its first element) among the program's.
    pub(crate) blocks: HashMap<u32, u32>,
    /// First input slot.
    pub(crate) inputs: HashMap<VarId, u32>,
    /// Outputs: variable, first of its scalars, first slot, how many.
    pub(crate) outputs: Vec<(VarId, u32, u32, u32)>,
    /// First word of the depth range.
    pub(crate) depth_range: u32,
    /// Number of input and output slots.
    pub(crate) counts: (u32, u32),
}

/// Where a variable's scalars are.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// Scalar variables.
    Regs(Rc<[Reg]>),
    /// A memory.
    Mem(Mem),
    /// Values that never change.
    Values(Rc<[Val]>),
    /// Words of the uniforms.
    Uniform(u32),
    /// A block instance: the block in the module.
    Block(u32),
    /// A member of a block without an instance name.
    Member(u32, usize),
    /// Inputs.
    Input(u32),
    /// Constant words.
    Table(u32),
}

/// A function being inlined.
struct Frame {
    /// Where a `return` leads; none if the only one is at the end.
    label: Option<Label>,
    /// Where the result goes.
    result: Rc<[Reg]>,
    /// Value of a `return` at the end.
    value: Option<Vec<Val>>,
    /// Loops and switches around: where `break` and `continue` lead.
    jumps: Vec<(Label, Option<Label>)>,
}

pub(super) struct Lower<'a> {
    b: Builder,
    module: Option<&'a Module>,
    interface: &'a Interface,
    scan: scan::Scan,
    slots: HashMap<VarId, Slot>,
    frames: Vec<Frame>,
    /// In the mathematical library: bits of floats are taken as they are.
    raw: bool,
    depth: usize,
}

impl AsMut<Builder> for Lower<'_> {
    fn as_mut(&mut self) -> &mut Builder {
        &mut self.b
    }
}

/// Value of an expression of constants, in the tree's words (booleans 0 or 1).
pub(crate) fn fold(expr: &Expr) -> Option<Vec<u32>> {
    let interface = Interface::default();
    let mut lower = Lower {
        b: Builder::new(1 << 16, 1 << 16, Some(math::constant)),
        module: None,
        interface: &interface,
        scan: scan::Scan::default(),
        slots: HashMap::new(),
        frames: Vec::new(),
        raw: false,
        depth: 0,
    };
    let values = lower.expr(expr);
    if lower.b.exhausted() {
        return None;
    }
    let mut kinds = Vec::new();
    expr.ty.flatten(&mut kinds);
    values
        .iter()
        .zip(kinds)
        .map(|(v, kind)| {
            let bits = lower.b.constant(*v)?;
            Some(if kind == Scalar::Bool { u32::from(bits != 0) } else { bits })
        })
        .collect()
}

/// Code of a stage.
pub(crate) fn stage(module: &Module, interface: &Interface, limits: &Limits) -> Result<Func, TooComplex> {
    let mut lower = Lower {
        b: Builder::new(limits.instructions, limits.memory_scalars, Some(math::constant)),
        module: Some(module),
        interface,
        scan: scan::scan(module),
        slots: HashMap::new(),
        frames: Vec::new(),
        raw: false,
        depth: 0,
    };
    lower.globals();
    lower.inline_main();
    lower.outputs();
    let mut func = lower.b.finish()?;
    (func.inputs, func.outputs) = interface.counts;
    Ok(func)
}

impl<'a> Lower<'a> {
    fn module(&self) -> &'a Module {
        self.module.expect("a shader's expression")
    }

    /// Gives every global its place.
    fn globals(&mut self) {
        let module = self.module();
        for (id, var) in module.vars.iter().enumerate() {
            let id = id as VarId;
            if !module.used[id as usize] {
                continue;
            }
            let slot = match var.storage {
                Storage::Uniform => match var.member {
                    Some((block, field)) => Slot::Member(block, field),
                    None => match var.ty.base {
                        crate::types::Base::Block(block, _) => Slot::Block(block),
                        _ => Slot::Uniform(self.interface.uniforms.get(&id).copied().unwrap_or(0)),
                    },
                },
                Storage::Builtin(Builtin::DepthRange) => Slot::Uniform(self.interface.depth_range),
                Storage::Attribute | Storage::VertexIn | Storage::VaryingIn => self.input(id, var),
                Storage::Builtin(
                    Builtin::VertexId
                    | Builtin::InstanceId
                    | Builtin::DrawId
                    | Builtin::FragCoord
                    | Builtin::FrontFacing
                    | Builtin::PointCoord,
                ) => self.input(id, var),
                Storage::VaryingOut | Storage::FragmentOut | Storage::Builtin(_) | Storage::Global => {
                    self.declare(id, &var.ty, None);
                    continue;
                }
                _ => continue,
            };
            self.slots.insert(id, slot);
        }
        for (id, value) in &module.globals {
            if module.used[*id as usize]
                && let Some(value) = value
            {
                let values = self.expr(value);
                self.store_all(*id, &values, true);
            }
        }
    }

    /// An input; one that is indexed by values is copied into memory.
    fn input(&mut self, id: VarId, var: &Var) -> Slot {
        let Some(first) = self.interface.inputs.get(&id).copied() else {
            let zero = self.b.bits(0);
            return Slot::Values(vec![zero; var.ty.scalars()].into());
        };
        if !self.scan.indexed.contains(&id) {
            return Slot::Input(first);
        }
        let place = place::Place::whole(Slot::Input(first), var.ty.clone());
        let values = self.load(&place);
        self.declare(id, &var.ty, Some(&values));
        self.slots[&id].clone()
    }

    /// Makes room for a variable and gives it its first value, zeros if there is none.
    fn declare(&mut self, id: VarId, ty: &Type, values: Option<&[Val]>) {
        let slot = self.room(ty, self.scan.indexed.contains(&id));
        self.slots.insert(id, slot);
        let zeros;
        let values = match values {
            Some(values) => values,
            None => {
                let zero = self.b.bits(0);
                zeros = vec![zero; ty.scalars().min(1 << 16)];
                &zeros
            }
        };
        self.store_all(id, values, true);
    }

    /// Variables or memory for a type.
    fn room(&mut self, ty: &Type, indexed: bool) -> Slot {
        let size = ty.scalars();
        if indexed || size > 4096 {
            let mem = self.b.new_mem(size);
            self.b.func.zero_mems |= self.frames.iter().any(|f| f.jumps.iter().any(|(_, next)| next.is_none()));
            self.b.stmt(crate::ir::Stmt::DeclareMem(mem));
            return Slot::Mem(mem);
        }
        let regs: Rc<[Reg]> = (0..size).map(|_| self.b.new_var()).collect();
        for reg in regs.iter() {
            self.b.stmt(crate::ir::Stmt::Declare(*reg));
        }
        Slot::Regs(regs)
    }

    /// Stores a whole variable.
    fn store_all(&mut self, id: VarId, values: &[Val], init: bool) {
        let slot = self.slots[&id].clone();
        self.store_slot(&slot, values, init);
    }

    fn store_slot(&mut self, slot: &Slot, values: &[Val], init: bool) {
        match slot {
            Slot::Regs(regs) => {
                for (reg, value) in regs.iter().zip(values) {
                    self.b.store(*reg, *value, init);
                }
            }
            Slot::Mem(mem) => {
                for (offset, value) in values.iter().enumerate() {
                    let (mem, offset) = (*mem, offset as u32);
                    self.b.stmt(crate::ir::Stmt::StoreMem {
                        mem,
                        offset,
                        index: None,
                        value: *value,
                        init,
                        masked: false,
                    });
                }
            }
            _ => {}
        }
    }

    /// Gives the outputs their values.
    fn outputs(&mut self) {
        let module = self.module();
        for (id, first, slot, count) in self.interface.outputs.clone() {
            let ty = &module.vars[id as usize].ty;
            let values = if module.used[id as usize] && self.slots.contains_key(&id) {
                let place = place::Place::whole(self.slots[&id].clone(), ty.clone());
                self.load(&place)
            } else {
                let zero = self.b.bits(0);
                vec![zero; ty.scalars()]
            };
            let mut kinds = Vec::new();
            ty.flatten(&mut kinds);
            for i in 0..count as usize {
                let Some(mut value) = values.get(first as usize + i).copied() else {
                    break;
                };
                if kinds.get(first as usize + i) == Some(&Scalar::Float) {
                    value = self.b.un(crate::ir::Un::Canon, value);
                }
                self.b.stmt(crate::ir::Stmt::Output(slot + i as u32, value));
            }
        }
        let _ = Stage::Vertex;
    }
}
