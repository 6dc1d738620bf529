//! GLSL ES 1.00 and 3.00: checked as WebGL asks, run four invocations at a time with the same bits on every machine.
//!
//! [`compile`] checks a shader and gives its info log in the form that Chromium's has; [`link`] makes a [`Program`] of a
//! vertex and a fragment shader, with everything a page can ask about it; [`Program::instantiate`] gives what runs it.
//! Textures, buffers and all other state of GL belong to the caller. See docs/webgl.md.

mod budget;
mod builtins;
mod cache;
mod hir;
mod interpret;
mod ir;
mod layout;
mod limits;
mod link;
mod log;
mod lower;
mod parse;
mod preprocess;
mod program;
mod textures;
mod types;
mod walk;
#[cfg(feature = "wasm")]
mod wasm;
#[cfg(not(feature = "wasm"))]
#[path = "no_wasm.rs"]
mod wasm;

pub use budget::Budget;
pub use cache::Cache;
pub use hir::Interpolation;
pub use ir::{Lod, Lookup, LookupKind};
pub use limits::{ContextVersion, Extensions, Limits, Stage};
pub use link::LinkOptions;
pub use log::{InfoLog, Loc};
pub use program::{
    Attribute, Backend, Bindings, BlockMember, Capture, FragmentOutput, Instance, Program, RunError, Uniform, UniformBlock,
    Uniforms, Varying,
};
pub use textures::{Flat, FlatWrap, NoTextures, Request, Textures};
pub use types::{Dim, Sampler, Scalar, Texel};

use std::sync::Arc;

/// What compiling depends on besides the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The context's version.
    pub context: ContextVersion,
    /// Extensions in force.
    pub extensions: Extensions,
    /// Limits.
    pub limits: Limits,
}

impl Options {
    /// A context as Chromium's software renderer gives it, without extensions.
    pub fn new(context: ContextVersion) -> Options {
        Options {
            context,
            extensions: Extensions::default(),
            limits: Limits::default(),
        }
    }
}

/// A compiled shader: its log, and what is needed to link it if there were no errors.
#[derive(Clone, Debug)]
pub struct Shader {
    stage: Stage,
    log: InfoLog,
    module: Option<Arc<hir::Module>>,
}

impl Shader {
    /// `COMPILE_STATUS`.
    pub fn ok(&self) -> bool {
        self.module.is_some()
    }

    /// `getShaderInfoLog`.
    pub fn log(&self) -> &str {
        self.log.text()
    }

    /// The stage it was compiled for.
    pub fn stage(&self) -> Stage {
        self.stage
    }
}

/// Compiles a shader.
pub fn compile(source: &str, stage: Stage, options: &Options) -> Shader {
    let mut log = InfoLog::default();
    let module = parse::parse(source, stage, options.context, options.extensions, &options.limits, &mut log);
    Shader {
        stage,
        log,
        module: module.map(Arc::new),
    }
}

/// Links two compiled shaders.
pub fn link(vertex: &Shader, fragment: &Shader, options: &LinkOptions, limits: &Limits) -> Result<Program, InfoLog> {
    match (&vertex.module, &fragment.module) {
        (Some(v), Some(f)) if vertex.stage == Stage::Vertex && fragment.stage == Stage::Fragment => {
            link::link(v, f, options, limits)
        }
        _ => {
            let mut log = InfoLog::default();
            log.plain("Attached shaders are not compiled.");
            Err(log)
        }
    }
}
