//! Single operations.

use super::body::Body;
use crate::ir::{Bin, Un, Val};
use wasm_encoder::{BlockType, Function, Instruction as I, ValType};

/// Division and remainder as the intermediate form has them: by zero as by all ones, and no overflow.
pub(super) fn helpers() -> [Function; 4] {
    let make = |signed: bool, remainder: bool| {
        let mut f = Function::new([]);
        let mut out = vec![
            I::LocalGet(1),
            I::I32Eqz,
            I::If(BlockType::Empty),
            I::I32Const(-1),
            I::LocalSet(1),
            I::End,
        ];
        if signed {
            // The one quotient that does not fit: by minus one it is the negative.
            out.extend([I::LocalGet(1), I::I32Const(-1), I::I32Eq, I::If(BlockType::Empty)]);
            if remainder {
                out.push(I::I32Const(0));
            } else {
                out.extend([I::I32Const(0), I::LocalGet(0), I::I32Sub]);
            }
            out.extend([I::Return, I::End]);
        }
        out.extend([I::LocalGet(0), I::LocalGet(1)]);
        out.push(match (signed, remainder) {
            (true, false) => I::I32DivS,
            (false, false) => I::I32DivU,
            (true, true) => I::I32RemS,
            (false, true) => I::I32RemU,
        });
        out.push(I::End);
        out.iter().for_each(|i| {
            f.instruction(i);
        });
        f
    };
    let _ = ValType::I32;
    [make(true, false), make(false, false), make(true, true), make(false, true)]
}

/// Four lanes of the same bits.
pub(super) fn constant(bits: u32) -> I<'static> {
    let b = u128::from(bits);
    I::V128Const((b | (b << 32) | (b << 64) | (b << 96)) as i128)
}

impl Body<'_> {
    pub(super) fn un(&mut self, op: Un, a: Val) {
        self.get(a);
        match op {
            Un::FNeg => self.push(I::F32x4Neg),
            Un::FAbs => self.push(I::F32x4Abs),
            Un::FSqrt => self.push(I::F32x4Sqrt),
            Un::FFloor => self.push(I::F32x4Floor),
            Un::FCeil => self.push(I::F32x4Ceil),
            Un::FTrunc => self.push(I::F32x4Trunc),
            Un::FNearest => self.push(I::F32x4Nearest),
            Un::Canon => {
                self.push(constant(crate::ir::eval::NAN));
                self.get(a);
                self.get(a);
                self.push(I::F32x4Eq);
                self.push(I::V128Bitselect);
            }
            Un::INeg => self.push(I::I32x4Neg),
            Un::Not => self.push(I::V128Not),
            Un::FToI => self.push(I::I32x4TruncSatF32x4S),
            Un::FToU => self.push(I::I32x4TruncSatF32x4U),
            Un::IToF => self.push(I::F32x4ConvertI32x4S),
            Un::UToF => self.push(I::F32x4ConvertI32x4U),
        }
    }

    pub(super) fn bin(&mut self, op: Bin, a: Val, b: Val) {
        let simple = match op {
            Bin::FAdd => I::F32x4Add,
            Bin::FSub => I::F32x4Sub,
            Bin::FMul => I::F32x4Mul,
            Bin::FDiv => I::F32x4Div,
            // Theirs keep the first unless the second is smaller (larger): ours the other way round.
            Bin::FMin => return self.swapped(I::F32x4PMin, a, b),
            Bin::FMax => return self.swapped(I::F32x4PMax, a, b),
            Bin::FEq => I::F32x4Eq,
            Bin::FNe => I::F32x4Ne,
            Bin::FLt => I::F32x4Lt,
            Bin::FLe => I::F32x4Le,
            Bin::IAdd => I::I32x4Add,
            Bin::ISub => I::I32x4Sub,
            Bin::IMul => I::I32x4Mul,
            Bin::And => I::V128And,
            Bin::Or => I::V128Or,
            Bin::Xor => I::V128Xor,
            Bin::IEq => I::I32x4Eq,
            Bin::INe => I::I32x4Ne,
            Bin::SLt => I::I32x4LtS,
            Bin::SLe => I::I32x4LeS,
            Bin::ULt => I::I32x4LtU,
            Bin::ULe => I::I32x4LeU,
            Bin::SMin => I::I32x4MinS,
            Bin::SMax => I::I32x4MaxS,
            Bin::UMin => I::I32x4MinU,
            Bin::UMax => I::I32x4MaxU,
            Bin::SDiv => return self.by_lane(I::Call(self.indices.divide), a, b),
            Bin::UDiv => return self.by_lane(I::Call(self.indices.divide + 1), a, b),
            Bin::SRem => return self.by_lane(I::Call(self.indices.divide + 2), a, b),
            Bin::URem => return self.by_lane(I::Call(self.indices.divide + 3), a, b),
            Bin::Shl => return self.shift(I::I32x4Shl, I::I32Shl, a, b),
            Bin::ShrS => return self.shift(I::I32x4ShrS, I::I32ShrS, a, b),
            Bin::ShrU => return self.shift(I::I32x4ShrU, I::I32ShrU, a, b),
        };
        self.get(a);
        self.get(b);
        self.push(simple);
    }

    fn swapped(&mut self, op: I<'static>, a: Val, b: Val) {
        self.get(b);
        self.get(a);
        self.push(op);
    }

    fn shift(&mut self, all: I<'static>, one: I<'static>, a: Val, count: Val) {
        if !self.is_uniform(count) {
            return self.by_lane(one, a, count);
        }
        self.get(a);
        if let Some(bits) = self.constant(count) {
            self.push(I::I32Const((bits & 31) as i32));
        } else {
            self.get(count);
            self.push(I::I32x4ExtractLane(0));
        }
        self.push(all);
    }

    /// An operation that exists for single numbers only.
    fn by_lane(&mut self, op: I<'static>, a: Val, b: Val) {
        self.push(constant(0));
        for lane in 0..4 {
            self.get(a);
            self.push(I::I32x4ExtractLane(lane));
            self.get(b);
            self.push(I::I32x4ExtractLane(lane));
            self.push(op.clone());
            self.push(I::I32x4ReplaceLane(lane));
        }
    }

    /// Difference to the neighbour.
    pub(super) fn derivative(&mut self, y: bool, a: Val) {
        for lane in [if y { 2 } else { 1 }, 0] {
            self.get(a);
            self.get(a);
            self.push(I::I8x16Shuffle(std::array::from_fn(|i| lane * 4 + (i % 4) as u8)));
        }
        self.push(I::F32x4Sub);
    }
}
