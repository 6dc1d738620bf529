//! Parts of variables: finding, loading and storing them.

use super::*;
use crate::ir::{Bin, Inst, Stmt as IrStmt};
use crate::layout;
use crate::types::Base;

/// A part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Place {
    slot: Slot,
    ty: Type,
    /// Scalars from the variable's first (bytes in a block).
    offset: u32,
    /// Added to it, a value (in scalars; bytes in a block).
    index: Option<Val>,
    /// Selections by values among a few offsets.
    choices: Vec<(Val, Vec<u32>)>,
    /// A swizzle.
    picks: Option<Vec<u8>>,
    /// In a block: its number in the program; matrices lie row by row; distance of a vector's components.
    block: u32,
    row_major: bool,
    step: u32,
}

impl Place {
    pub(super) fn whole(slot: Slot, ty: Type) -> Place {
        Place {
            slot,
            ty,
            offset: 0,
            index: None,
            choices: Vec::new(),
            picks: None,
            block: 0,
            row_major: false,
            step: 4,
        }
    }
}

impl Lower<'_> {
    /// The place an expression names, if its root is a variable.
    pub(super) fn place(&mut self, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Var(id) => Some(self.variable(*id, &e.ty)),
            ExprKind::Field(base, index) => {
                let mut p = self.place(base)?;
                let s = base.ty.fields()?.clone();
                if p.in_block() {
                    p.offset += layout::field_offset(&s, *index, p.row_major);
                    p.row_major |= s.fields[*index].row_major;
                } else {
                    p.offset += base.ty.field_offset(*index) as u32;
                }
                p.ty = e.ty.clone();
                Some(p)
            }
            ExprKind::Swizzle(base, parts) => {
                let mut p = self.place(base)?;
                p.picks = Some(match &p.picks {
                    Some(old) => parts.iter().map(|i| old[*i as usize]).collect(),
                    None => parts.clone(),
                });
                p.ty = e.ty.clone();
                Some(p)
            }
            ExprKind::Index(base, index) => {
                let p = self.place(base)?;
                Some(self.element(p, base, index, &e.ty))
            }
            _ => None,
        }
    }

    fn variable(&mut self, id: VarId, ty: &Type) -> Place {
        let slot = match self.slots.get(&id) {
            Some(slot) => slot.clone(),
            None => {
                let zero = self.b.bits(0);
                Slot::Values(vec![zero; ty.scalars()].into())
            }
        };
        let mut p = Place::whole(slot, ty.clone());
        let number = |block: &u32| self.interface.blocks.get(block).copied().unwrap_or(0);
        match &p.slot {
            Slot::Block(block) => {
                p.block = number(block);
                p.row_major = false;
            }
            Slot::Member(block, field) => {
                let declared = &self.module().blocks[*block as usize];
                p.block = number(block);
                p.offset = layout::field_offset(&declared.fields, *field, false);
                p.row_major = declared.field(*field).row_major;
            }
            _ => {}
        }
        p
    }

    fn element(&mut self, mut p: Place, base: &Expr, index: &Expr, ty: &Type) -> Place {
        p.ty = ty.clone();
        // Elements of an array of blocks are blocks of their own.
        let blocks = matches!(base.ty.base, Base::Block(..)) && base.ty.array.is_some();
        let step = p.element_step(&base.ty);
        if let ExprKind::Const(words) = &index.kind {
            let at = words[0].min(base.ty.index_count().saturating_sub(1));
            if blocks {
                p.block += at;
            } else if let Some(picks) = p.picks.take() {
                p.offset += u32::from(picks[at as usize]) * p.step.min(if p.in_block() { 16 } else { 1 });
            } else {
                p.offset += at * step;
            }
        } else {
            let value = self.expr(index)[0];
            let last = self.b.bits(base.ty.index_count().saturating_sub(1));
            // Out of range means the element nearest to it.
            let at = if index.ty.base == Base::Uint {
                self.b.bin(Bin::UMin, value, last)
            } else {
                let zero = self.b.bits(0);
                let at = self.b.bin(Bin::SMax, value, zero);
                self.b.bin(Bin::SMin, at, last)
            };
            if let Some(picks) = p.picks.take() {
                let unit = if p.in_block() { p.step } else { 1 };
                p.choices.push((at, picks.iter().map(|k| u32::from(*k) * unit).collect()));
            } else if matches!(p.slot, Slot::Regs(_) | Slot::Values(_) | Slot::Input(_)) {
                let n = base.ty.index_count();
                p.choices.push((at, (0..n).map(|i| i * step).collect()));
            } else {
                let factor = self.b.bits(step);
                let scaled = self.b.bin(Bin::IMul, at, factor);
                p.index = Some(match p.index {
                    Some(old) => self.b.bin(Bin::IAdd, old, scaled),
                    None => scaled,
                });
            }
        }
        if p.in_block() && base.ty.array.is_none() && base.ty.cols > 1 {
            p.step = if p.row_major { layout::MATRIX_STRIDE } else { 4 };
        }
        p
    }

    /// The values of a place.
    pub(super) fn load(&mut self, p: &Place) -> Vec<Val> {
        if let Some((at, offsets)) = p.choices.last() {
            let mut rest = p.clone();
            rest.choices.pop();
            let mut result: Option<Vec<Val>> = None;
            for (i, offset) in offsets.iter().enumerate() {
                let part = Place {
                    offset: rest.offset + offset,
                    ..rest.clone()
                };
                let values = self.load(&part);
                result = Some(match result {
                    None => values,
                    Some(old) => {
                        let number = self.b.bits(i as u32);
                        let here = self.b.bin(Bin::IEq, *at, number);
                        old.iter().zip(&values).map(|(o, v)| self.b.select(here, *v, *o)).collect()
                    }
                });
            }
            return result.unwrap_or_default();
        }
        let mut kinds = Vec::new();
        p.ty.flatten(&mut kinds);
        let offsets = p.offsets();
        let mut out = Vec::with_capacity(offsets.len());
        for (offset, kind) in offsets.into_iter().zip(kinds) {
            let bool_word = kind == Scalar::Bool;
            let value = match &p.slot {
                Slot::Regs(regs) => match regs.get(offset as usize) {
                    Some(reg) => self.b.load(*reg),
                    None => self.b.bits(0),
                },
                Slot::Values(values) => match values.get(offset as usize) {
                    Some(value) => *value,
                    None => self.b.bits(0),
                },
                Slot::Mem(mem) => self.b.read(Inst::LoadMem(*mem, offset, p.index)),
                Slot::Uniform(first) => self.word(Inst::Uniform(first + offset, p.index), bool_word),
                Slot::Table(first) => self.word(Inst::Table(first + offset, p.index), bool_word),
                Slot::Input(first) => self.word(Inst::Input(first + offset), bool_word),
                Slot::Block(_) | Slot::Member(..) => self.word(Inst::Block(p.block, offset, p.index), bool_word),
            };
            out.push(value);
            if self.b.exhausted() {
                out.resize(p.ty.scalars(), 0);
                break;
            }
        }
        out
    }

    /// A word from outside; booleans come as numbers.
    fn word(&mut self, inst: Inst, bool_word: bool) -> Val {
        let value = self.b.read(inst);
        if !bool_word {
            return value;
        }
        let zero = self.b.bits(0);
        self.b.bin(Bin::INe, value, zero)
    }

    /// Stores values into a place.
    pub(super) fn store(&mut self, p: &Place, values: &[Val]) {
        if let Some((at, offsets)) = p.choices.last() {
            let mut rest = p.clone();
            rest.choices.pop();
            for (i, offset) in offsets.iter().enumerate() {
                let part = Place {
                    offset: rest.offset + offset,
                    ..rest.clone()
                };
                let number = self.b.bits(i as u32);
                let here = self.b.bin(Bin::IEq, *at, number);
                let old = self.load(&part);
                let new: Vec<Val> = old.iter().zip(values).map(|(o, v)| self.b.select(here, *v, *o)).collect();
                self.store(&part, &new);
            }
            return;
        }
        for (offset, value) in p.offsets().into_iter().zip(values) {
            match &p.slot {
                Slot::Regs(regs) => {
                    if let Some(reg) = regs.get(offset as usize) {
                        self.b.store(*reg, *value, false);
                    }
                }
                Slot::Mem(mem) => self.b.stmt(IrStmt::StoreMem {
                    mem: *mem,
                    offset,
                    index: p.index,
                    value: *value,
                    init: false,
                    masked: false,
                }),
                _ => {}
            }
        }
    }
}

impl Place {
    fn in_block(&self) -> bool {
        matches!(self.slot, Slot::Block(_) | Slot::Member(..))
    }

    /// Distance between what `[]` selects from a value of type `ty` at this place.
    fn element_step(&self, ty: &Type) -> u32 {
        if !self.in_block() {
            return ty.indexed().scalars() as u32;
        }
        if ty.array.is_some() {
            return if matches!(ty.base, Base::Block(..)) {
                0
            } else {
                layout::array_stride(ty, self.row_major)
            };
        }
        if ty.cols > 1 {
            return if self.row_major { 4 } else { layout::MATRIX_STRIDE };
        }
        self.step
    }

    /// Offsets of the scalars.
    fn offsets(&self) -> Vec<u32> {
        if let Some(picks) = &self.picks {
            let unit = if self.in_block() { self.step } else { 1 };
            return picks.iter().map(|k| self.offset + u32::from(*k) * unit).collect();
        }
        if self.in_block() {
            let mut out = Vec::new();
            layout::scalars(&self.ty, self.row_major, self.step, self.offset, &mut out);
            return out;
        }
        (0..self.ty.scalars() as u32).map(|i| self.offset + i).collect()
    }
}

impl Lower<'_> {
    /// An element, by a value, of something that has been put into a slot.
    pub(super) fn indexed_part(&mut self, p: Place, base: &Expr, index: &Expr, ty: &Type) -> Place {
        self.element(p, base, index, ty)
    }
}
