//! Draw calls.

mod assemble;
mod clip;
mod feedback;
mod fetch;
mod run;
pub(crate) mod setup;
mod targets;

use crate::image::Framebuffer;
use crate::sampler::TextureBinding;
use crate::state::{RasterState, Topology, gl_enum};
use oracade_glsl::{Backend, Program, RunError};
use std::sync::Arc;

/// Bytes of a buffer object. Shared by the draws that use them; a buffer is changed by `Arc::make_mut`, so those keep what they saw.
pub type Bytes = Arc<Vec<u8>>;

/// A range of a buffer. What lies outside of the buffer reads as zeros.
#[derive(Clone, Debug, Default)]
pub struct BufferRange {
    /// The buffer.
    pub data: Bytes,
    /// First byte.
    pub offset: usize,
    /// Bytes.
    pub size: usize,
}

pub use setup::MAX_POINT_SIZE;

gl_enum! {
    /// Type of a vertex attribute's components.
    AttributeType {
        /// `BYTE`.
        I8 = 0x1400,
        /// `UNSIGNED_BYTE`.
        U8 = 0x1401,
        /// `SHORT`.
        I16 = 0x1402,
        /// `UNSIGNED_SHORT`.
        U16 = 0x1403,
        /// `INT`.
        I32 = 0x1404,
        /// `UNSIGNED_INT`.
        U32 = 0x1405,
        /// `FLOAT`.
        F32 = 0x1406,
        /// `HALF_FLOAT`.
        F16 = 0x140B,
        /// `UNSIGNED_INT_2_10_10_10_REV`.
        U2101010 = 0x8368,
        /// `INT_2_10_10_10_REV`.
        I2101010 = 0x8D9F,
    }
}

/// Where the values of an attribute come from.
#[derive(Clone, Debug)]
pub enum AttributeSource {
    /// The same for all vertices: bits of the four components, floats or integers as set by `vertexAttrib*`.
    Constant([u32; 4]),
    /// A buffer.
    Array {
        /// The buffer.
        data: Bytes,
        /// First byte.
        offset: usize,
        /// From one value to the next; never 0: the caller has replaced it by the size.
        stride: usize,
        /// Components' type.
        ty: AttributeType,
        /// Number of components.
        components: u8,
        /// Integers stand for fractions.
        normalized: bool,
        /// Integers stay integers: `vertexAttribIPointer`.
        integer: bool,
        /// `vertexAttribDivisor`.
        divisor: u32,
    },
}

impl Default for AttributeSource {
    fn default() -> Self {
        AttributeSource::Constant([0, 0, 0, 1f32.to_bits()])
    }
}

gl_enum! {
    /// Type of indices.
    IndexType {
        /// `UNSIGNED_BYTE`.
        U8 = 0x1401,
        /// `UNSIGNED_SHORT`.
        U16 = 0x1403,
        /// `UNSIGNED_INT`.
        U32 = 0x1405,
    }
}

/// The indices of `drawElements`.
#[derive(Clone, Debug)]
pub struct Indices {
    /// The buffer.
    pub data: Bytes,
    /// First byte.
    pub offset: usize,
    /// Type.
    pub ty: IndexType,
    /// Whether the largest index begins a new strip: always in WebGL 2.
    pub restart: bool,
}

/// Transform feedback: what is left in each buffer (bytes) before it is full. One buffer if varyings are interleaved.
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    /// Whether the captures lie one after the other in the first buffer.
    pub interleaved: bool,
    /// Bytes that still fit into each.
    pub room: Vec<usize>,
}

/// A draw call with all that it uses.
#[derive(Clone)]
pub struct DrawCall {
    /// The program.
    pub program: Arc<Program>,
    /// The uniforms' words: see [`oracade_glsl::Uniform::word`].
    pub uniforms: Arc<Vec<u32>>,
    /// Buffers of the program's uniform blocks, in their order.
    pub blocks: Vec<BufferRange>,
    /// By texture unit.
    pub textures: Vec<Option<TextureBinding>>,
    /// By attribute location.
    pub attributes: Vec<AttributeSource>,
    /// What the vertices make.
    pub topology: Topology,
    /// The indices of an indexed draw.
    pub indices: Option<Indices>,
    /// First vertex of a draw without indices.
    pub first: u32,
    /// Vertices or indices.
    pub count: u32,
    /// Instances: 1 for draws without them.
    pub instances: u32,
    /// `gl_DrawID`.
    pub draw_id: u32,
    /// All other state.
    pub state: RasterState,
    /// If transform feedback is active and not paused.
    pub feedback: Option<Feedback>,
    /// Whether the samples that pass are to be counted.
    pub count_samples: bool,
}

/// What a draw gave besides pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Samples that passed all tests, if asked for.
    pub samples: u64,
    /// Captured bytes, to be appended to each feedback buffer.
    pub feedback: Vec<Vec<u8>>,
    /// Primitives captured.
    pub primitives: u32,
}

/// Why a draw ended early. Pixels may be half drawn: the context is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// A shader could not be run to its end.
    Shader(RunError),
    /// More vertices or primitives than the device takes in one call.
    TooLarge,
}

impl From<RunError> for DrawError {
    fn from(error: RunError) -> Self {
        DrawError::Shader(error)
    }
}

impl std::fmt::Display for DrawError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DrawError::Shader(error) => error.fmt(f),
            DrawError::TooLarge => f.write_str("a draw call has more vertices than the device takes"),
        }
    }
}

impl std::error::Error for DrawError {}

/// How a device works; none of it changes a bit of the results.
#[derive(Clone, Copy, Debug)]
pub struct DeviceOptions {
    /// Who runs shaders.
    pub backend: Backend,
    /// Threads that share large draws.
    pub threads: usize,
}

impl Default for DeviceOptions {
    fn default() -> Self {
        DeviceOptions {
            backend: Backend::Wasm,
            threads: 1,
        }
    }
}

/// What draws. It keeps running instances of programs and memory between draws, nothing that could be observed.
pub struct Device {
    pub(crate) options: DeviceOptions,
    pub(crate) workers: Vec<run::Worker>,
    pub(crate) spent: u64,
}

impl Device {
    /// A device.
    pub fn new(options: DeviceOptions) -> Device {
        Device {
            options,
            workers: Vec::new(),
            spent: 0,
        }
    }

    /// Instructions, each of four lanes, that all draws so far took: the same for any number of threads.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Runs a draw call.
    pub fn draw(&mut self, call: &DrawCall, target: &Framebuffer) -> Result<Drawn, DrawError> {
        run::draw(self, call, target)
    }
}
