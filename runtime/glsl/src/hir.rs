//! The typed tree the parser makes: names resolved, types checked, constants folded.

use crate::limits::Stage;
use crate::log::Loc;
use crate::types::{Field, Struct, Type};
use std::sync::Arc;

/// Number of a variable in [`Module::vars`].
pub(crate) type VarId = u32;
/// Number of a function in [`Module::functions`].
pub(crate) type FuncId = u32;

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// Of a function.
    Local,
    /// Of the shader.
    Global,
    /// A constant.
    Const,
    /// `uniform`.
    Uniform,
    /// `attribute` of 1.00.
    Attribute,
    /// `varying` of 1.00, or `in`/`out` between the stages in 3.00.
    VaryingIn,
    /// The same, written by the vertex shader.
    VaryingOut,
    /// `in` of a vertex shader.
    VertexIn,
    /// `out` of a fragment shader.
    FragmentOut,
    /// A parameter.
    ParamIn,
    /// A `const` parameter.
    ParamConst,
    /// An `out` parameter.
    ParamOut,
    /// An `inout` parameter.
    ParamInOut,
    /// A name of the language's own (`gl_Position`, …).
    Builtin(Builtin),
}

/// Variables of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Builtin {
    /// `gl_Position`.
    Position,
    /// `gl_PointSize`.
    PointSize,
    /// `gl_VertexID`.
    VertexId,
    /// `gl_InstanceID`.
    InstanceId,
    /// `gl_DrawID`.
    DrawId,
    /// `gl_FragCoord`.
    FragCoord,
    /// `gl_FrontFacing`.
    FrontFacing,
    /// `gl_PointCoord`.
    PointCoord,
    /// `gl_FragColor`.
    FragColor,
    /// `gl_FragData`.
    FragData,
    /// `gl_FragDepth`.
    FragDepth,
    /// `gl_DepthRange`.
    DepthRange,
}

/// How a varying is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Interpolation {
    /// Perspective-correct.
    #[default]
    Smooth,
    /// The provoking vertex's value.
    Flat,
    /// Perspective-correct, at a covered place.
    Centroid,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: Arc<str>,
    pub(crate) ty: Type,
    pub(crate) storage: Storage,
    pub(crate) interpolation: Interpolation,
    /// Whether the interpolation was written down (`smooth in`).
    pub(crate) written_interpolation: bool,
    pub(crate) invariant: bool,
    pub(crate) location: Option<u32>,
    /// Value of a constant.
    pub(crate) value: Option<Arc<[u32]>>,
    /// Member of a block without an instance name: block and member.
    pub(crate) member: Option<(u32, usize)>,
    pub(crate) loc: Loc,
}

/// A uniform block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) name: Arc<str>,
    pub(crate) instance: Option<Arc<str>>,
    pub(crate) array: Option<u32>,
    pub(crate) fields: Arc<Struct>,
    pub(crate) row_major: bool,
}

impl Block {
    pub(crate) fn field(&self, index: usize) -> &Field {
        &self.fields.fields[index]
    }
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Arc<str>,
    pub(crate) ret: Type,
    pub(crate) params: Vec<VarId>,
    pub(crate) body: Option<Vec<Stmt>>,
    /// Functions it calls, in order of first call.
    pub(crate) calls: Vec<FuncId>,
    /// Place among the definitions.
    pub(crate) defined: u32,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Type,
    /// What the info log calls the value's qualifier.
    pub(crate) qual: Qual,
    pub(crate) loc: Loc,
    /// How deep the tree is from here.
    pub(crate) depth: u32,
}

/// A value's qualifier, for messages and constness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Qual {
    /// A value that is neither.
    Temp,
    /// A constant expression.
    Const,
    /// As a variable's.
    Of(Storage),
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A constant: one word a scalar (booleans 0 or 1).
    Const(Arc<[u32]>),
    /// A variable.
    Var(VarId),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `s.f`.
    Field(Box<Expr>, usize),
    /// `v.xyz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a = b`, `a += b`.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `++a`, `a--`.
    Step {
        /// Before (`++a`) or after.
        prefix: bool,
        /// Up or down.
        up: bool,
        /// What is changed.
        place: Box<Expr>,
    },
    /// `c ? a : b`.
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `vec4(…)`, `S(…)`, `float[2](…)`.
    Construct(Vec<Expr>),
    /// A function of the shader.
    Call(FuncId, Vec<Expr>),
    /// A function of the language.
    Builtin(&'static str, Vec<Expr>),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    /// `-`.
    Neg,
    /// `!`.
    Not,
    /// `~`.
    BitNot,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the operators' names say it")]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

impl BinaryOp {
    /// As written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::LogicalAnd => "&&",
            BinaryOp::LogicalOr => "||",
            BinaryOp::LogicalXor => "^^",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
        }
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// An expression.
    Expr(Expr),
    /// A local variable, with its first value.
    Declare(VarId, Option<Expr>),
    /// `{ … }`.
    Block(Vec<Stmt>),
    /// `if`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for`, `while`, `do`.
    Loop(Box<Loop>),
    /// `switch`: parts in order, each with the labels that lead to it.
    Switch(Expr, Vec<Case>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// `discard`.
    Discard,
}

/// A part of a `switch`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// `case` values; `None` is `default`.
    pub(crate) labels: Vec<Option<u32>>,
    pub(crate) body: Vec<Stmt>,
}

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) kind: LoopKind,
    pub(crate) init: Vec<Stmt>,
    pub(crate) condition: Option<Expr>,
    /// The condition declares a variable: `while (bool b = f())`.
    pub(crate) condition_var: Option<VarId>,
    pub(crate) step: Option<Expr>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) loc: Loc,
}

/// Which keyword made a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopKind {
    /// `for`.
    For,
    /// `while`.
    While,
    /// `do … while`.
    Do,
}

/// A shader that has been checked.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub(crate) stage: Stage,
    /// 100 or 300.
    pub(crate) version: u32,
    pub(crate) vars: Vec<Var>,
    pub(crate) functions: Vec<Function>,
    pub(crate) blocks: Vec<Block>,
    /// Global variables in order of declaration, with their first values.
    pub(crate) globals: Vec<(VarId, Option<Expr>)>,
    pub(crate) main: FuncId,
    /// Variables and blocks that functions reachable from `main` name: what WebGL calls statically used.
    pub(crate) used: Vec<bool>,
    pub(crate) used_blocks: Vec<bool>,
}
