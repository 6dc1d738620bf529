//! The module around a stage's code.

use super::body::{Body, LEFT};
use super::decode::Decoder;
use super::memory::Map;
use super::ops::helpers;
use super::prepare::Prepared;
use crate::ir::{Func, Inst, Stmt};
use crate::lower::math;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
    GlobalType, ImportSection, Instruction, MemArg, MemorySection, MemoryType, Module, TypeSection, ValType,
};

/// Indices of functions in a module.
#[derive(Clone)]
pub(super) struct Indices {
    /// The import.
    pub(super) lookup: u32,
    /// Division and remainder, signed and unsigned.
    pub(super) divide: u32,
    /// Of the mathematical library, by number.
    pub(super) library: Vec<Option<u32>>,
    /// The first of the functions that sample textures in memory.
    pub(super) sample: u32,
}

const LOOKUP: u32 = 0;
const GROUP: u32 = 1;
const RUN: u32 = 2;
const DIVIDE: u32 = 3;
const LIBRARY: u32 = 4;
const SAMPLE: u32 = 5;
const PREPARE: u32 = 6;

/// A stage as a WebAssembly module, and its memory's map.
pub(crate) fn encode(func: &Func, uniforms: u32, blocks: &[u32], fuel: u32) -> (Vec<u8>, Map) {
    let mut func = func.clone();
    let prepared = super::prepare::split(&mut func, uniforms);
    encode_split(&func, &prepared, &[], uniforms, blocks, fuel)
}

/// The same of a stage whose work on uniforms has been taken out.
pub(super) fn encode_split(
    func: &Func,
    prepared: &Prepared,
    decoders: &[Decoder],
    uniforms: u32,
    blocks: &[u32],
    fuel: u32,
) -> (Vec<u8>, Map) {
    let map = Map::new(func, uniforms, prepared.words, blocks);
    let mut used = vec![false; math::library().len()];
    calls(&func.body, func, &mut used);
    calls(&prepared.func.body, &prepared.func, &mut used);
    for decoder in decoders {
        calls(&decoder.func.body, &decoder.func, &mut used);
    }

    let mut types = TypeSection::new();
    types.ty().function([ValType::I32; 2], []);
    types.ty().function([ValType::I32; 3], [ValType::I32]);
    types.ty().function([ValType::I32, ValType::I64], [ValType::I64]);
    types.ty().function([ValType::I32; 2], [ValType::I32]);
    types.ty().function([ValType::V128; 2], [ValType::V128]);
    types.ty().function([ValType::V128, ValType::V128], [ValType::V128; 4]);
    types.ty().function([], []);

    let mut imports = ImportSection::new();
    imports.import("o", "lookup", EntityType::Function(LOOKUP));

    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    // 0 the import, 1 to 4 division, 5 the group, 6 the run, then the library and the sampling of textures.
    for helper in helpers() {
        functions.function(DIVIDE);
        code.function(&helper);
    }
    let mut next = 6;
    let mut number = |used: &bool| {
        next += u32::from(*used);
        used.then_some(next)
    };
    let library = used.iter().map(&mut number).collect();
    let indices = Indices {
        lookup: 0,
        divide: 1,
        library,
        sample: next + 1,
    };

    functions.function(GROUP);
    code.function(&Body::new(func, &map, &indices).group());
    functions.function(RUN);
    code.function(&run(func, &map, fuel));
    for (number, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        functions.function(LIBRARY);
        code.function(&Body::new(&math::library()[number], &map, &indices).library());
    }
    // One for each texture: where its entry lies is then known, and needs no check.
    let flat = !map.flats.is_empty();
    let asked = super::flat::asked(func);
    for (i, word) in map.flats.iter().enumerate() {
        functions.function(SAMPLE);
        code.function(&match asked.contains(word) {
            true => super::flat::sample(map.table_of_flats + i as u32 * super::flat::ENTRY),
            false => super::flat::unused(),
        });
    }
    let decode = indices.sample + map.flats.len() as u32;
    for decoder in decoders {
        functions.function(LOOKUP);
        code.function(&Body::new(&decoder.func, &map, &indices).decode());
    }
    let prepare = decode + decoders.len() as u32;
    if prepared.words > 0 {
        functions.function(PREPARE);
        code.function(&Body::new(&prepared.func, &map, &indices).prepare(map.uniforms + uniforms * 4));
    }

    let mut memories = MemorySection::new();
    let pages = u64::from(map.pages);
    memories.memory(MemoryType {
        minimum: pages,
        maximum: Some(pages),
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    if flat {
        // A page at least: that the size of an access is below it makes checks shorter.
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
    }
    let mut globals = GlobalSection::new();
    let left = GlobalType {
        val_type: ValType::I32,
        mutable: true,
        shared: false,
    };
    globals.global(left, &ConstExpr::i32_const(0));
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    if flat {
        exports.export("texels", ExportKind::Memory, 1);
    }
    exports.export("run", ExportKind::Func, 6);
    for (decoder, index) in decoders.iter().zip(decode..) {
        exports.export(&decoder_name(decoder.texture), ExportKind::Func, index);
    }
    if prepared.words > 0 {
        exports.export("prepare", ExportKind::Func, prepare);
    }
    let mut data = DataSection::new();
    if !func.table.is_empty() {
        let bytes: Vec<u8> = func.table.iter().flat_map(|w| w.to_le_bytes()).collect();
        data.active(0, &ConstExpr::i32_const(map.table as i32), bytes);
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&memories)
        .section(&globals)
        .section(&exports)
        .section(&code)
        .section(&data);
    (module.finish(), map)
}

/// The name by which a texture's decoder is exported.
pub(super) fn decoder_name(texture: u32) -> String {
    format!("decode{texture}")
}

fn calls(body: &[Stmt], func: &Func, used: &mut [bool]) {
    for stmt in body {
        if let Stmt::Eval(value) = stmt
            && let Inst::Call(number, ..) = func.insts[*value as usize]
        {
            used[number as usize] = true;
        }
        stmt.blocks().into_iter().for_each(|b| calls(b, func, used));
    }
}

/// `run(groups, most)`: each group in turn; the fuel that their loops took together, or -1 if one ran out of it or all took more than `most`.
fn run(func: &Func, map: &Map, fuel: u32) -> Function {
    use Instruction as I;
    // Locals: 0 groups, 1 most, 2 index, 3 result, 4 sum.
    const MOST: u32 = 1;
    const INDEX: u32 = 2;
    const RESULT: u32 = 3;
    const SUM: u32 = 4;
    let fuel = fuel.min(i32::MAX as u32) as i32;
    let mut f = Function::new([(2, ValType::I32), (1, ValType::I64)]);
    let store = MemArg {
        offset: u64::from(map.alive),
        align: 2,
        memory_index: 0,
    };
    let at = |first: u32, size: u32| {
        [
            I::LocalGet(INDEX),
            I::I32Const((size * 16) as i32),
            I::I32Mul,
            I::I32Const(first as i32),
            I::I32Add,
        ]
    };
    f.instruction(&I::Block(wasm_encoder::BlockType::Empty));
    f.instruction(&I::Loop(wasm_encoder::BlockType::Empty));
    for i in [I::LocalGet(INDEX), I::LocalGet(0), I::I32GeU, I::BrIf(1)] {
        f.instruction(&i);
    }
    at(map.inputs, func.inputs).iter().for_each(|i| {
        f.instruction(i);
    });
    at(map.outputs, func.outputs).iter().for_each(|i| {
        f.instruction(i);
    });
    for i in [
        I::I32Const(fuel),
        I::Call(5),
        I::LocalTee(RESULT),
        I::I32Const(0),
        I::I32LtS,
        I::If(wasm_encoder::BlockType::Empty),
        I::I64Const(-1),
        I::Return,
        I::End,
        // What the group took.
        I::I32Const(fuel),
        I::GlobalGet(LEFT),
        I::I32Sub,
        I::I64ExtendI32U,
        I::LocalGet(SUM),
        I::I64Add,
        I::LocalTee(SUM),
        I::LocalGet(MOST),
        I::I64GtS,
        I::If(wasm_encoder::BlockType::Empty),
        I::I64Const(-1),
        I::Return,
        I::End,
        I::LocalGet(INDEX),
        I::I32Const(2),
        I::I32Shl,
        I::LocalGet(RESULT),
        I::I32Store(store),
        I::LocalGet(INDEX),
        I::I32Const(1),
        I::I32Add,
        I::LocalSet(INDEX),
        I::Br(0),
        I::End,
        I::End,
        I::LocalGet(SUM),
        I::End,
    ] {
        f.instruction(&i);
    }
    f
}
