//! Memory: uniforms, tables, blocks, indexed arrays.

use super::body::Body;
use super::ops::constant;
use crate::ir::Val;
use wasm_encoder::{Instruction as I, MemArg};

impl Body<'_> {
    /// The same word for all lanes, or a word a lane; the index is in units of two to the `shift`.
    pub(super) fn word(&mut self, at: u32, index: Option<Val>, shift: i32) {
        let Some(index) = index else {
            self.push(I::I32Const(0));
            self.push(I::V128Load32Splat(arg4(at)));
            return;
        };
        let address = |this: &mut Self, lane: u8| {
            this.get(index);
            this.push(I::I32x4ExtractLane(lane));
            if shift > 0 {
                this.push(I::I32Const(shift));
                this.push(I::I32Shl);
            }
        };
        if self.is_uniform(index) {
            address(self, 0);
            self.push(I::V128Load32Splat(arg4(at)));
            return;
        }
        let value = self.local();
        self.push(constant(0));
        self.push(I::LocalSet(value));
        for lane in 0..4 {
            address(self, lane);
            self.push(I::LocalGet(value));
            self.push(I::V128Load32Lane { memarg: arg4(at), lane });
            self.push(I::LocalSet(value));
        }
        self.push(I::LocalGet(value));
        self.free.push(value);
    }

    /// A texel a lane, by addresses.
    pub(super) fn gather(&mut self, address: Val) {
        let texel = MemArg {
            memory_index: super::flat::TEXELS,
            ..arg4(0)
        };
        self.get(address);
        self.push(I::I32x4ExtractLane(0));
        self.push(I::V128Load32Zero(texel));
        let value = self.local();
        self.push(I::LocalSet(value));
        for lane in 1..4 {
            self.get(address);
            self.push(I::I32x4ExtractLane(lane));
            self.push(I::LocalGet(value));
            self.push(I::V128Load32Lane { memarg: texel, lane });
            self.push(I::LocalSet(value));
        }
        self.push(I::LocalGet(value));
        self.free.push(value);
    }

    /// The address of a lane's element.
    fn lane_address(&mut self, index: Val, lane: u8) {
        self.get(index);
        self.push(I::I32x4ExtractLane(lane));
        self.push(I::I32Const(4));
        self.push(I::I32Shl);
    }

    pub(super) fn load_mem(&mut self, at: u32, index: Option<Val>) {
        match index {
            None => {
                self.push(I::I32Const(0));
                self.push(I::V128Load(arg(at)));
            }
            Some(index) if self.is_uniform(index) => {
                self.lane_address(index, 0);
                self.push(I::V128Load(arg(at)));
            }
            Some(index) => {
                let value = self.local();
                self.push(constant(0));
                self.push(I::LocalSet(value));
                for lane in 0..4u8 {
                    self.lane_address(index, lane);
                    self.push(I::LocalGet(value));
                    self.push(I::V128Load32Lane {
                        memarg: arg4(at + u32::from(lane) * 4),
                        lane,
                    });
                    self.push(I::LocalSet(value));
                }
                self.push(I::LocalGet(value));
                self.free.push(value);
            }
        }
    }

    pub(super) fn store_mem(&mut self, at: u32, index: Option<Val>, value: Val, masked: bool) {
        let whole = index.is_none_or(|i| self.is_uniform(i));
        if whole {
            match index {
                None => self.push(I::I32Const(0)),
                Some(index) => self.lane_address(index, 0),
            }
            self.get(value);
            if masked {
                self.load_mem(at, index);
                self.push(I::LocalGet(self.mask));
                self.push(I::V128Bitselect);
            }
            self.push(I::V128Store(arg(at)));
            return;
        }
        let Some(index) = index else { return };
        let new = self.local();
        self.get(value);
        if masked {
            self.load_mem(at, Some(index));
            self.push(I::LocalGet(self.mask));
            self.push(I::V128Bitselect);
        }
        self.push(I::LocalSet(new));
        for lane in 0..4u8 {
            self.lane_address(index, lane);
            self.push(I::LocalGet(new));
            self.push(I::V128Store32Lane {
                memarg: arg4(at + u32::from(lane) * 4),
                lane,
            });
        }
        self.free.push(new);
    }
}

pub(super) fn arg(offset: u32) -> MemArg {
    MemArg {
        offset: u64::from(offset),
        align: 4,
        memory_index: 0,
    }
}

pub(super) fn arg4(offset: u32) -> MemArg {
    MemArg {
        offset: u64::from(offset),
        align: 2,
        memory_index: 0,
    }
}
