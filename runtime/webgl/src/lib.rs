//! The state machine of WebGL 1 and 2, without a JavaScript engine and without a rasteriser.
//!
//! JavaScript writes calls into batches ([`commands`]); a [`Context`] validates them as the standard says, changes its state at
//! once and records what touches pixels. Recorded work is done by the device (`oracade-gpu`) when pixels, or what came of them, are
//! asked for; what has been cleared or overwritten by then is never drawn. See docs/webgl.md.

mod answer;
mod ask;
mod attributes;
mod bindings;
mod blit;
mod buffers;
mod clear;
pub mod commands;
mod context;
mod dispatch;
mod draw;
mod extensions;
mod feedback;
mod formats;
mod framebuffer;
pub mod gl;
mod introspect;
mod limits;
mod objects;
mod parameters;
mod pending;
mod program;
mod read;
mod sampling;
mod set;
mod state;
mod targets;
mod texture;
mod textures;
mod textures_ask;
mod uniforms;
mod upload;
mod validate;

pub use answer::Answer;
pub use commands::{Op, StreamError};
pub use context::{Attributes, Context, Picture};
pub use extensions::Extension;
pub use upload::Source;

/// WebGL's versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// WebGL 1.
    One,
    /// WebGL 2.
    Two,
}

impl Version {
    pub(crate) fn glsl(self) -> oracade_glsl::ContextVersion {
        match self {
            Version::One => oracade_glsl::ContextVersion::WebGl1,
            Version::Two => oracade_glsl::ContextVersion::WebGl2,
        }
    }
}
