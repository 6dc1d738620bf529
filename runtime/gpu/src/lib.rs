//! The device under WebGL: images and their formats, sampling, the pipeline from vertices to pixels. It knows nothing of GL's
//! objects, bindings and errors; what it is given has been validated, and what has not been costs wrong pixels, never a panic.
//!
//! Every result depends on what is given alone: no fused arithmetic, no functions of the system's mathematical library, and
//! the same bits whatever the number of threads. See docs/webgl.md.
//!
//! Row 0 of an image is its first in memory: the lowest of a framebuffer, as GL counts.

pub mod clear;
pub mod copy;
pub mod draw;
pub mod format;
pub mod image;
mod raster;
pub mod sampler;
pub mod state;
pub mod transfer;

pub use draw::{Device, DeviceOptions, DrawCall, DrawError, Drawn};
pub use format::Format;
pub use image::{Attachment, Framebuffer, Image, ImageKind, LevelInfo};
pub use sampler::{Sampler, TextureBinding};
