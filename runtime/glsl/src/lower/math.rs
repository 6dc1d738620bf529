//! The mathematical library, written in the language itself (`math.glsl`) and compiled once a process. Its functions take
//! one or two scalars and have no control flow that lanes could take differently.

use super::*;
use crate::ir::Inst;
use crate::limits::{ContextVersion, Extensions};
use crate::log::InfoLog;
use std::sync::OnceLock;

const SOURCE: &str = include_str!("math.glsl");

/// Functions in order of their numbers: name in the language, number of arguments, name in the library.
const NAMES: [(&str, usize, &str); 20] = [
    ("sin", 1, "f_sin"),
    ("cos", 1, "f_cos"),
    ("tan", 1, "f_tan"),
    ("asin", 1, "f_asin"),
    ("acos", 1, "f_acos"),
    ("atan", 1, "f_atan"),
    ("atan", 2, "f_atan2"),
    ("exp2", 1, "f_exp2"),
    ("exp", 1, "f_exp"),
    ("log2", 1, "f_log2"),
    ("log", 1, "f_log"),
    ("pow", 2, "f_pow"),
    ("sinh", 1, "f_sinh"),
    ("cosh", 1, "f_cosh"),
    ("tanh", 1, "f_tanh"),
    ("asinh", 1, "f_asinh"),
    ("acosh", 1, "f_acosh"),
    ("atanh", 1, "f_atanh"),
    ("", 1, "f_pack_half"),
    ("", 1, "f_unpack_half"),
];

/// `packHalf2x16` of one number.
pub(crate) const PACK_HALF: u16 = 18;
/// `unpackHalf2x16` of one number.
pub(crate) const UNPACK_HALF: u16 = 19;

/// The number of a function of the language, if the library has it.
pub(crate) fn number(name: &str, args: usize) -> Option<u16> {
    NAMES
        .iter()
        .position(|(n, a, _)| !n.is_empty() && *n == name && *a == args)
        .map(|i| i as u16)
}

/// The functions' code, by number.
pub(crate) fn library() -> &'static [Func] {
    static LIBRARY: OnceLock<Vec<Func>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let limits = Limits::default();
        let mut log = InfoLog::default();
        let module = crate::parse::parse(
            SOURCE,
            Stage::Vertex,
            ContextVersion::WebGl2,
            Extensions::default(),
            &limits,
            &mut log,
        );
        let module = module.unwrap_or_else(|| panic!("the mathematical library does not compile: {}", log.text()));
        NAMES
            .iter()
            .map(|(_, _, name)| {
                let id = module
                    .functions
                    .iter()
                    .position(|f| &*f.name == *name)
                    .expect("a function of the library");
                compile(&module, id as FuncId, &limits)
            })
            .collect()
    })
}

fn compile(module: &Module, id: FuncId, limits: &Limits) -> Func {
    let interface = Interface::default();
    let mut lower = Lower {
        b: Builder::new(limits.instructions, limits.memory_scalars, None),
        module: Some(module),
        interface: &interface,
        scan: scan::scan(module),
        slots: HashMap::new(),
        frames: Vec::new(),
        raw: true,
        depth: 0,
    };
    let params = &module.functions[id as usize].params;
    let args: Vec<Expr> = (0..params.len())
        .map(|i| {
            let value = lower.b.read(Inst::Input(i as u32));
            let id = u32::MAX - i as u32;
            lower.slots.insert(id, Slot::Values(vec![value].into()));
            let ty = module.vars[params[i] as usize].ty.clone();
            Expr::new(ExprKind::Var(id), ty, Qual::Temp, crate::log::Loc::default())
        })
        .collect();
    let result = lower.call(id, &args);
    for (slot, value) in result.iter().enumerate() {
        lower.b.stmt(crate::ir::Stmt::Output(slot as u32, *value));
    }
    let mut func = lower.b.finish().expect("the library is small");
    func.inputs = params.len() as u32;
    func.outputs = 1;
    crate::ir::analysis::analyse(&mut func);
    crate::ir::sweep::sweep(&mut func);
    func
}

/// A function of constants.
pub(crate) fn constant(function: u16, a: u32, b: u32) -> u32 {
    crate::interpret::call(&library()[function as usize], a, b)
}
