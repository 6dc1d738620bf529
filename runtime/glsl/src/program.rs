//! A linked program: what `getActiveUniform` and its kin tell, and instances that run its stages.
//!
//! Inputs and outputs of a stage are slots of four 32-bit lanes, one slot a scalar, group after group. A group is four
//! vertices, or a quad of four fragments: lanes 0 and 1 in the upper row, 2 and 3 below them. The first slots are fixed:
//!
//! | stage | inputs | outputs |
//! |---|---|---|
//! | vertex | 0 `gl_VertexID`, 1 `gl_InstanceID`, 2 `gl_DrawID`, then attributes | 0–3 `gl_Position`, 4 `gl_PointSize`, then varyings |
//! | fragment | 0–3 `gl_FragCoord`, 4 `gl_FrontFacing` (0 or 1), 5–6 `gl_PointCoord`, then varyings | as [`FragmentOutput`] says |

use crate::budget::Budget;
use crate::hir::Interpolation;
use crate::ir::Func;
use crate::limits::Stage;
use crate::textures::Textures;
use crate::types::{Sampler, Scalar, Type};
use crate::{interpret, wasm};
use std::sync::Arc;

/// An active attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// `FLOAT_VEC4`, …
    pub gl_type: u32,
    /// What its scalars are.
    pub scalar: Scalar,
    /// Columns of a matrix, else 1: each takes a location.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// First location; -1 for the language's own.
    pub location: i32,
    /// First input slot of the vertex stage.
    pub slot: u32,
}

/// An active uniform.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// Its name; arrays end in `[0]`.
    pub name: String,
    /// `FLOAT_VEC4`, …
    pub gl_type: u32,
    /// Elements.
    pub size: u32,
    /// What its scalars are.
    pub scalar: Scalar,
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// First word in the uniforms' storage, if it is in no block. Elements follow each other; matrices lie column by
    /// column; booleans are 0 or 1; samplers are their unit.
    pub word: u32,
    /// The sampler's type.
    pub sampler: Option<Sampler>,
    /// Location of its first element, those of others follow; -1 in a block.
    pub location: i32,
    /// Where it lies in a block.
    pub block: Option<BlockMember>,
}

/// A member of a uniform block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockMember {
    /// Number of the (first) block.
    pub block: u32,
    /// `UNIFORM_OFFSET`.
    pub offset: u32,
    /// `UNIFORM_ARRAY_STRIDE`.
    pub array_stride: u32,
    /// `UNIFORM_MATRIX_STRIDE`.
    pub matrix_stride: u32,
    /// `UNIFORM_IS_ROW_MAJOR`.
    pub row_major: bool,
}

/// An active uniform block. Elements of an array of blocks are blocks of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformBlock {
    /// Its name, with `[i]` in an array.
    pub name: String,
    pub(crate) base_name: String,
    /// `UNIFORM_BLOCK_DATA_SIZE`.
    pub size: u32,
    /// Members, as numbers of active uniforms.
    pub members: Vec<u32>,
    /// Whether the vertex shader declares it.
    pub vertex: bool,
    /// Whether the fragment shader does.
    pub fragment: bool,
}

/// Everything about uniforms.
#[derive(Clone, Debug, Default)]
pub struct Uniforms {
    /// The active ones, in the order of `getActiveUniform`.
    pub list: Vec<Uniform>,
    /// The blocks.
    pub blocks: Vec<UniformBlock>,
    /// Words of the storage.
    pub words: u32,
    /// First of the three words of `gl_DepthRange` (near, far, diff) in it.
    pub depth_range: u32,
}

/// A varying.
#[derive(Clone, Debug)]
pub struct Varying {
    /// Its name.
    pub name: String,
    pub(crate) ty: Type,
    /// How it is interpolated.
    pub interpolation: Interpolation,
    /// What its scalars are.
    pub scalars: Vec<Scalar>,
    /// First output slot of the vertex stage.
    pub vertex_slot: u32,
    /// First input slot of the fragment stage, unless only transform feedback reads it.
    pub fragment_slot: Option<u32>,
}

/// A vertex output that transform feedback captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// As the page named it.
    pub name: String,
    /// `FLOAT_VEC4`, …
    pub gl_type: u32,
    /// Elements.
    pub size: u32,
    /// Output slots of the vertex stage, scalar by scalar.
    pub slots: Vec<u32>,
}

/// A colour output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FragmentOutput {
    /// The variable's name; elements of an array share it.
    pub name: String,
    /// Draw buffer.
    pub location: u32,
    /// What its scalars are.
    pub scalar: Scalar,
    /// How many.
    pub components: u32,
    /// First output slot.
    pub slot: u32,
    /// `gl_FragColor`: goes to all draw buffers.
    pub broadcast: bool,
}

pub(crate) struct Code {
    pub(crate) func: Func,
    /// What a group costs besides the turns of its loops.
    cost: i64,
    modules: wasm::Modules,
    /// By input slot: whether it is read.
    reads: Vec<bool>,
}

/// A linked program.
pub struct Program {
    pub(crate) vertex: Code,
    pub(crate) fragment: Code,
    /// Active attributes.
    pub attributes: Vec<Attribute>,
    /// Uniforms and blocks.
    pub uniforms: Uniforms,
    /// Varyings.
    pub varyings: Vec<Varying>,
    /// What transform feedback captures.
    pub captures: Vec<Capture>,
    /// Colour outputs.
    pub outputs: Vec<FragmentOutput>,
    /// Output slot of `gl_FragDepth`, if the shader writes it.
    pub depth_slot: Option<u32>,
    fuel: u32,
}

/// Who runs the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// The interpreter: slow, and the reference.
    Interpreter,
    /// WebAssembly with 128-bit SIMD.
    Wasm,
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// A group used more instructions than the limits allow: the context is lost.
    OutOfFuel,
    /// The code could not be compiled or run: the context is lost.
    Internal(String),
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::OutOfFuel => f.write_str("a shader ran longer than the limit"),
            RunError::Internal(text) => write!(f, "a shader could not be run: {text}"),
        }
    }
}

impl std::error::Error for RunError {}

/// What a draw call gives to both stages.
pub struct Bindings<'a> {
    /// The uniforms' storage: see [`Uniform::word`].
    pub uniforms: &'a [u32],
    /// Bytes of the buffers bound to the blocks, in the blocks' order; what is missing reads as zeros.
    pub blocks: &'a [&'a [u8]],
    /// The textures.
    pub textures: Arc<dyn Textures>,
}

/// Instructions of a body and all that is in it.
pub(crate) fn count(body: &[crate::ir::Stmt]) -> usize {
    body.iter()
        .map(|s| 1 + s.blocks().into_iter().map(|b| count(b)).sum::<usize>())
        .sum()
}

/// The input slots that code reads.
fn reads(func: &Func) -> Vec<bool> {
    fn mark(body: &[crate::ir::Stmt], func: &Func, reads: &mut [bool]) {
        for stmt in body {
            if let crate::ir::Stmt::Eval(value) = stmt
                && let crate::ir::Inst::Input(slot) = func.insts[*value as usize]
                && let Some(read) = reads.get_mut(slot as usize)
            {
                *read = true;
            }
            stmt.blocks().into_iter().for_each(|b| mark(b, func, reads));
        }
    }
    let mut found = vec![false; func.inputs as usize];
    mark(&func.body, func, &mut found);
    found
}

impl Program {
    #[allow(clippy::too_many_arguments, reason = "one call, by the linker, with what it has found")]
    pub(crate) fn new(
        vertex: Func,
        fragment: Func,
        attributes: Vec<Attribute>,
        uniforms: Uniforms,
        varyings: Vec<Varying>,
        captures: Vec<Capture>,
        outputs: Vec<FragmentOutput>,
        depth_slot: Option<u32>,
        fuel: u32,
    ) -> Program {
        let code = |func: Func| Code {
            cost: 1 + i64::try_from(count(&func.body)).unwrap_or(i64::MAX),
            modules: wasm::Modules::new(&func),
            reads: reads(&func),
            func,
        };
        Program {
            vertex: code(vertex),
            fragment: code(fragment),
            attributes,
            uniforms,
            varyings,
            captures,
            outputs,
            depth_slot,
            fuel,
        }
    }

    fn code(&self, stage: Stage) -> &Code {
        match stage {
            Stage::Vertex => &self.vertex,
            Stage::Fragment => &self.fragment,
        }
    }

    /// Number of input slots of a stage.
    pub fn input_slots(&self, stage: Stage) -> usize {
        self.code(stage).func.inputs as usize
    }

    /// Number of output slots of a stage.
    pub fn output_slots(&self, stage: Stage) -> usize {
        self.code(stage).func.outputs as usize
    }

    /// Whether the fragment stage reads an input slot.
    pub fn reads(&self, slot: usize) -> bool {
        self.fragment.reads.get(slot).copied().unwrap_or(false)
    }

    /// Instructions of a stage after optimisation.
    pub fn instructions(&self, stage: Stage) -> usize {
        count(&self.code(stage).func.body)
    }

    /// Whether the fragment stage may discard.
    pub fn discards(&self) -> bool {
        fn any(body: &[crate::ir::Stmt]) -> bool {
            body.iter()
                .any(|s| matches!(s, crate::ir::Stmt::Discard) || s.blocks().into_iter().any(|b| any(b)))
        }
        any(&self.fragment.func.body)
    }

    /// The stage's texture lookups.
    pub fn lookups(&self, stage: Stage) -> &[crate::ir::Lookup] {
        &self.code(stage).func.lookups
    }

    /// The WebAssembly module of a stage.
    pub fn wasm(&self, stage: Stage) -> Vec<u8> {
        wasm::encode(&self.code(stage).func, self.uniforms.words, &self.block_sizes(), self.fuel).0
    }

    fn block_sizes(&self) -> Vec<u32> {
        self.uniforms.blocks.iter().map(|b| b.size).collect()
    }

    /// Something that runs the program. Compiled code is shared between a program's instances; it is made when it is first needed.
    pub fn instantiate(self: &Arc<Self>, backend: Backend) -> Instance {
        let compiled = |_| (backend == Backend::Wasm).then(wasm::Stage::default);
        Instance {
            program: self.clone(),
            stages: [0, 1].map(compiled),
            staged: Staged::default(),
            blocks: self.block_sizes(),
            budget: Arc::new(Budget::new(u64::MAX)),
        }
    }
}

/// What goes into the interpreter's groups and comes out of them.
#[derive(Default)]
struct Staged {
    inputs: Vec<u8>,
    outputs: Vec<u8>,
    alive: Vec<u8>,
}

/// Room for what goes into groups: slots of four lanes, as little-endian words.
pub struct Inputs<'a> {
    /// Group after group.
    pub bytes: &'a mut [u8],
    /// Bytes from one group to the next.
    pub stride: usize,
}

/// What came out of groups, in the same form.
pub struct Outputs<'a> {
    /// Group after group.
    pub bytes: &'a [u8],
    /// Bytes from one group to the next.
    pub stride: usize,
    alive: &'a [u8],
}

impl Outputs<'_> {
    /// The lanes of a group that were not discarded, a bit each. What the others leave in the outputs is of no meaning.
    #[inline]
    pub fn alive(&self, group: usize) -> u8 {
        self.alive.get(group * 4).copied().unwrap_or(0)
    }
}

/// A program that can run; for one thread.
pub struct Instance {
    program: Arc<Program>,
    stages: [Option<wasm::Stage>; 2],
    staged: Staged,
    blocks: Vec<u32>,
    budget: Arc<Budget>,
}

/// Most groups that are run at a time.
const MOST_GROUPS: usize = 1024;

impl Instance {
    /// Bytes of textures that it keeps from former runs.
    pub fn held(&self) -> usize {
        self.stages.iter().flatten().map(wasm::Stage::held).sum()
    }

    /// What runs from now on may cost: [`RunError::OutOfFuel`] if it is not enough.
    pub fn set_budget(&mut self, budget: Arc<Budget>) {
        self.budget = budget;
    }

    /// Runs groups of four vertices: inputs and outputs are `groups` times the slots times four words.
    pub fn run_vertices(&mut self, bindings: &Bindings<'_>, inputs: &[u32], outputs: &mut [u32]) -> Result<(), RunError> {
        let groups = outputs.len() / (4 * self.program.output_slots(Stage::Vertex)).max(1);
        let mut alive = vec![0; groups];
        self.run_words(Stage::Vertex, bindings, inputs, outputs, &mut alive)
    }

    /// Runs quads of fragments. `alive` gets a bit a lane for each quad: set if it was not discarded. What a discarded lane
    /// leaves in the outputs is of no meaning.
    pub fn run_quads(
        &mut self,
        bindings: &Bindings<'_>,
        inputs: &[u32],
        outputs: &mut [u32],
        alive: &mut [u8],
    ) -> Result<(), RunError> {
        self.run_words(Stage::Fragment, bindings, inputs, outputs, alive)
    }

    /// Gets ready to run up to `groups` groups, and gives the room for their inputs: fewer, if it holds fewer. What is written there is run by
    /// [`Self::run`] with the same bindings.
    pub fn inputs(&mut self, stage: Stage, bindings: &Bindings<'_>, groups: usize) -> Result<Inputs<'_>, RunError> {
        let program = &self.program;
        let code = program.code(stage);
        if let Some(compiled) = &mut self.stages[usize::from(stage == Stage::Fragment)] {
            let sources = wasm::Sources {
                func: &code.func,
                uniforms: program.uniforms.words,
                blocks: &self.blocks,
                fuel: program.fuel,
            };
            let wasm::Room { bytes, stride } = compiled.bind(&code.modules, sources, bindings)?.room();
            let size = bytes.len().min(groups.saturating_mul(stride));
            return Ok(Inputs {
                bytes: &mut bytes[..size],
                stride,
            });
        }
        let stride = code.func.inputs as usize * 16;
        self.staged.inputs.resize(groups.min(MOST_GROUPS) * stride, 0);
        Ok(Inputs {
            bytes: &mut self.staged.inputs,
            stride,
        })
    }

    /// Runs groups whose inputs were written to [`Self::inputs`].
    pub fn run(&mut self, stage: Stage, bindings: &Bindings<'_>, groups: usize) -> Result<Outputs<'_>, RunError> {
        let Code { func, cost, .. } = self.program.code(stage);
        let stride = func.outputs as usize * 16;
        if let Some(compiled) = &mut self.stages[usize::from(stage == Stage::Fragment)] {
            let instance = compiled.instance()?;
            let groups = groups.min(instance.most());
            instance.run(func, bindings, groups, (*cost, &self.budget))?;
            let wasm::Results { bytes, alive } = instance.results();
            return Ok(Outputs { bytes, stride, alive });
        }
        let env = interpret::Environment {
            uniforms: bindings.uniforms,
            blocks: bindings.blocks,
            textures: &*bindings.textures,
        };
        let staged = &mut self.staged;
        let slots = staged.inputs.as_chunks::<16>().0;
        let inputs: Vec<[u32; 4]> = slots.iter().map(words).collect();
        staged.outputs.clear();
        staged.alive.clear();
        for group in 0..groups {
            let ins = func.inputs as usize;
            let Some(input) = inputs.get(group * ins..(group + 1) * ins) else {
                return Err(RunError::Internal("there is no room for a group".into()));
            };
            let mut output = vec![[0; 4]; func.outputs as usize];
            let (lanes, turns) =
                interpret::run(func, &env, input, &mut output, self.program.fuel).map_err(|_| RunError::OutOfFuel)?;
            if !self.budget.spend(cost.saturating_add(i64::from(turns))) {
                return Err(RunError::OutOfFuel);
            }
            staged.alive.extend(u32::from(lanes).to_le_bytes());
            staged.outputs.extend(output.iter().flatten().flat_map(|w| w.to_le_bytes()));
        }
        Ok(Outputs {
            bytes: &staged.outputs,
            stride,
            alive: &staged.alive,
        })
    }

    fn run_words(
        &mut self,
        stage: Stage,
        bindings: &Bindings<'_>,
        inputs: &[u32],
        outputs: &mut [u32],
        alive: &mut [u8],
    ) -> Result<(), RunError> {
        let func = &self.program.code(stage).func;
        let (ins, outs) = (func.inputs as usize * 4, func.outputs as usize * 4);
        if inputs.len() < alive.len() * ins || outputs.len() < alive.len() * outs {
            return Err(RunError::Internal("a slice is too short".into()));
        }
        let mut done = 0;
        while done < alive.len() {
            let room = self.inputs(stage, bindings, alive.len() - done)?;
            // A stage without inputs has no room for them, and needs none.
            let groups = room.bytes.len().checked_div(room.stride).unwrap_or(1).max(1);
            let groups = groups.min(alive.len() - done);
            for (i, group) in room.bytes.chunks_exact_mut(room.stride.max(1)).take(groups).enumerate() {
                let from = (done + i) * ins;
                for (to, word) in group.as_chunks_mut::<4>().0.iter_mut().zip(&inputs[from..from + ins]) {
                    *to = word.to_le_bytes();
                }
            }
            let results = self.run(stage, bindings, groups)?;
            for i in 0..groups {
                alive[done + i] = results.alive(i);
                let from = results.bytes[i * results.stride..].as_chunks::<4>().0;
                let to = &mut outputs[(done + i) * outs..(done + i + 1) * outs];
                for (to, from) in to.iter_mut().zip(from) {
                    *to = u32::from_le_bytes(*from);
                }
            }
            done += groups;
        }
        Ok(())
    }
}

/// The lanes of a slot.
fn words(slot: &[u8; 16]) -> [u32; 4] {
    let words = slot.as_chunks::<4>().0;
    std::array::from_fn(|i| u32::from_le_bytes(words[i]))
}
