//! The intermediate form both back ends run: scalars, structured control flow, four invocations ("lanes") at a time.
//!
//! Every value is four 32-bit lanes; what the bits mean is the operation's. Booleans are lanes of all ones or all zeros.
//! Values are made once and never change; variables (`Var`) and memories (`Mem`, arrays indexed by values) change by stores.
//! Control flow is per lane: an `If` may be taken by some lanes only. Analysis marks what all lanes do alike, and stores
//! that need no regard to the lanes that are elsewhere; both back ends follow the marks, so that they agree on every bit.

pub(crate) mod analysis;
pub(crate) mod build;
pub(crate) mod eval;
pub(crate) mod sweep;

use crate::types::Sampler;

/// A value: number of the instruction that makes it.
pub(crate) type Val = u32;
/// A scalar variable.
pub(crate) type Var = u32;
/// An indexed memory.
pub(crate) type Mem = u32;
/// Where an exit leads.
pub(crate) type Label = u32;

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "prefix F float, I int; the names say the rest")]
pub(crate) enum Un {
    FNeg,
    FAbs,
    FSqrt,
    FFloor,
    FCeil,
    FTrunc,
    FNearest,
    /// Makes every NaN the one NaN, before its bits can be seen.
    Canon,
    INeg,
    /// All bits turned: `~` of integers, `!` of booleans.
    Not,
    FToI,
    FToU,
    IToF,
    UToF,
}

/// Operations on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(
    missing_docs,
    reason = "prefix F float, I int, S signed, U unsigned; the names say the rest"
)]
pub(crate) enum Bin {
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// `a < b ? a : b`: a NaN gives the second.
    FMin,
    /// `b < a ? a : b`.
    FMax,
    FEq,
    FNe,
    FLt,
    FLe,
    IAdd,
    ISub,
    IMul,
    /// Towards zero; by zero as by all ones.
    SDiv,
    UDiv,
    /// Of `SDiv`.
    SRem,
    URem,
    And,
    Or,
    Xor,
    /// By the count's low five bits.
    Shl,
    ShrS,
    ShrU,
    IEq,
    INe,
    SLt,
    SLe,
    ULt,
    ULe,
    SMin,
    SMax,
    UMin,
    UMax,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Inst {
    /// The same bits in all lanes.
    Const(u32),
    /// An operation on one value.
    Un(Un, Val),
    /// An operation on two.
    Bin(Bin, Val, Val),
    /// Where the first is true the second, else the third.
    Select(Val, Val, Val),
    /// A variable's value.
    Load(Var),
    /// A memory's element: offset plus index, both in scalars.
    LoadMem(Mem, u32, Option<Val>),
    /// A word of the uniforms.
    Uniform(u32, Option<Val>),
    /// A word of a uniform block, by its number among the program's, at a byte offset.
    Block(u32, u32, Option<Val>),
    /// A word of the constant tables.
    Table(u32, Option<Val>),
    /// An input of the stage.
    Input(u32),
    /// A function of the mathematical library.
    Call(u16, Val, Val),
    /// A texture lookup: number in [`Func::lookups`].
    Lookup(u32),
    /// A component of a lookup's result.
    Texel(Val, u8),
    /// Difference within the quad in x or y, of its first lane for all.
    Derivative(bool, Val),
    /// A word of what compiled code knows of a texture that it samples by itself. This and the next are of its own making.
    #[cfg_attr(not(feature = "wasm"), allow(dead_code, reason = "only compiled code has it"))]
    Flat(u32, u8),
    /// Texels of such a texture, by their addresses.
    #[cfg_attr(not(feature = "wasm"), allow(dead_code, reason = "only compiled code has it"))]
    Gather(u32, Val),
}

/// How a lookup chooses the level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lod {
    /// From the differences within the quad; level 0 in vertex shaders.
    Implicit,
    /// The same, and the last argument added.
    Bias,
    /// The last argument.
    Explicit,
    /// From the differences given as arguments.
    Gradient,
}

/// What a lookup does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookupKind {
    /// Filtered, or compared for shadow samplers.
    Sample(Lod),
    /// One texel of a level, by whole numbers.
    Fetch,
    /// Size of a level.
    Size,
}

/// A texture lookup. Arguments in order: coordinates (`Sampler`'s dimensions), the reference value of shadow samplers, then
/// bias, level, or the x and y gradients.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookup {
    /// The sampler's type.
    pub sampler: Sampler,
    /// What is asked for.
    pub kind: LookupKind,
    /// Offset in texels.
    pub offset: [i32; 3],
    /// The texture unit, in the first lane that is active.
    pub(crate) unit: Val,
    /// Arguments.
    pub(crate) args: Vec<Val>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// Computes an instruction.
    Eval(Val),
    /// Says where a variable lives: outside of here its lanes do not matter.
    Declare(Var),
    /// The same of a memory.
    DeclareMem(Mem),
    /// Stores a variable.
    Store {
        /// Where.
        var: Var,
        /// What.
        value: Val,
        /// A first value: there is none before it to keep.
        init: bool,
        /// Only in the active lanes.
        masked: bool,
    },
    /// Stores an element of a memory.
    StoreMem {
        /// Where.
        mem: Mem,
        /// Offset in scalars.
        offset: u32,
        /// Added to it.
        index: Option<Val>,
        /// What.
        value: Val,
        /// A first value.
        init: bool,
        /// Only in the active lanes.
        masked: bool,
    },
    /// Two ways.
    If(Box<If>),
    /// Runs until an exit.
    Loop(Box<Loop>),
    /// A block that can be left early.
    Scope(Box<Scope>),
    /// Leaves the scope or loop.
    Exit(Label, bool),
    /// Goes to the end of the loop's body.
    Next(Label, bool),
    /// Ends the invocation without a result.
    Discard,
    /// Gives an output of the stage, in all lanes.
    Output(u32, Val),
}

/// See [`Stmt::If`].
#[derive(Clone, Debug, Default)]
pub(crate) struct If {
    /// A boolean.
    pub cond: Val,
    /// Where it is true.
    pub then: Vec<Stmt>,
    /// Where it is false.
    pub otherwise: Vec<Stmt>,
    /// Lanes may differ.
    pub divergent: bool,
    /// Lanes may not come out of it: if none does, the rest of the region is left out.
    pub skip: bool,
}

/// See [`Stmt::Loop`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Loop {
    /// For exits.
    pub label: Label,
    /// The body.
    pub body: Vec<Stmt>,
    /// What is done before the next turn.
    pub next: Vec<Stmt>,
    /// Lanes may differ in the number of turns.
    pub divergent: bool,
    /// As in [`If::skip`].
    pub skip: bool,
    /// What a turn costs.
    pub cost: u32,
}

/// See [`Stmt::Scope`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// For exits.
    pub label: Label,
    /// The body.
    pub body: Vec<Stmt>,
    /// Lanes may leave it at different places.
    pub divergent: bool,
    /// As in [`If::skip`].
    pub skip: bool,
}

/// The code of a stage, or of a function of the mathematical library.
#[derive(Clone, Debug, Default)]
pub(crate) struct Func {
    /// Instructions; a value is its instruction's number.
    pub insts: Vec<Inst>,
    /// Texture lookups.
    pub lookups: Vec<Lookup>,
    /// Number of variables.
    pub vars: u32,
    /// Sizes of memories in scalars.
    pub mems: Vec<u32>,
    /// Number of labels.
    pub labels: u32,
    /// Constant tables.
    pub table: Vec<u32>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// Number of inputs, in scalars.
    pub inputs: u32,
    /// Number of outputs, in scalars.
    pub outputs: u32,
    /// By value: whether all lanes hold the same.
    pub uniform: Vec<bool>,
    /// Whether memories may be read before they are written: then they begin as zeros.
    pub zero_mems: bool,
}

impl Inst {
    /// The operands that the instruction itself names (a lookup's are in its description).
    pub(crate) fn operands(&self, lookups: &[Lookup], f: &mut dyn FnMut(Val)) {
        match *self {
            Inst::Const(_) | Inst::Load(_) | Inst::Input(_) | Inst::Flat(..) => {}
            Inst::Un(_, a) | Inst::Texel(a, _) | Inst::Derivative(_, a) | Inst::Gather(_, a) => f(a),
            Inst::Bin(_, a, b) | Inst::Call(_, a, b) => {
                f(a);
                f(b);
            }
            Inst::Select(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Inst::LoadMem(_, _, index) | Inst::Uniform(_, index) | Inst::Block(_, _, index) | Inst::Table(_, index) => {
                if let Some(index) = index {
                    f(index);
                }
            }
            Inst::Lookup(number) => {
                let lookup = &lookups[number as usize];
                f(lookup.unit);
                lookup.args.iter().for_each(|a| f(*a));
            }
        }
    }

    /// The same operands, to change.
    #[cfg(feature = "wasm")]
    pub(crate) fn operands_mut(&mut self, lookups: &mut [Lookup], f: &mut dyn FnMut(&mut Val)) {
        match self {
            Inst::Const(_) | Inst::Load(_) | Inst::Input(_) | Inst::Flat(..) => {}
            Inst::Un(_, a) | Inst::Texel(a, _) | Inst::Derivative(_, a) | Inst::Gather(_, a) => f(a),
            Inst::Bin(_, a, b) | Inst::Call(_, a, b) => {
                f(a);
                f(b);
            }
            Inst::Select(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Inst::LoadMem(_, _, index) | Inst::Uniform(_, index) | Inst::Block(_, _, index) | Inst::Table(_, index) => {
                if let Some(index) = index {
                    f(index);
                }
            }
            Inst::Lookup(number) => {
                let lookup = &mut lookups[*number as usize];
                f(&mut lookup.unit);
                lookup.args.iter_mut().for_each(f);
            }
        }
    }
}

impl Stmt {
    /// Values the statement itself names.
    pub(crate) fn operands(&self, f: &mut dyn FnMut(Val)) {
        match self {
            Stmt::Store { value, .. } | Stmt::Output(_, value) => f(*value),
            Stmt::StoreMem { index, value, .. } => {
                f(*value);
                if let Some(index) = index {
                    f(*index);
                }
            }
            Stmt::If(s) => f(s.cond),
            _ => {}
        }
    }

    /// The same values, to change.
    #[cfg(feature = "wasm")]
    pub(crate) fn operands_mut(&mut self, f: &mut dyn FnMut(&mut Val)) {
        match self {
            Stmt::Store { value, .. } | Stmt::Output(_, value) => f(value),
            Stmt::StoreMem { index, value, .. } => {
                f(value);
                if let Some(index) = index {
                    f(index);
                }
            }
            Stmt::If(s) => f(&mut s.cond),
            _ => {}
        }
    }

    /// The blocks within.
    pub(crate) fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If(s) => vec![&s.then, &s.otherwise],
            Stmt::Loop(s) => vec![&s.body, &s.next],
            Stmt::Scope(s) => vec![&s.body],
            _ => vec![],
        }
    }

    /// The blocks within, to change.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(s) => vec![&mut s.then, &mut s.otherwise],
            Stmt::Loop(s) => vec![&mut s.body, &mut s.next],
            Stmt::Scope(s) => vec![&mut s.body],
            _ => vec![],
        }
    }
}
