//! The numbers a page can ask for: what Chromium gives with SwiftShader.

/// `MAX_TEXTURE_SIZE`, and that of renderbuffers, viewports and the drawing buffer.
pub(crate) const TEXTURE_SIZE: u32 = 8192;
/// `MAX_CUBE_MAP_TEXTURE_SIZE`. Chromium says 16384, though no side of one may be longer than other textures' here.
pub(crate) const CUBE_SIZE: u32 = 8192;
/// `MAX_3D_TEXTURE_SIZE` and `MAX_ARRAY_TEXTURE_LAYERS`.
pub(crate) const DEPTH_3D: u32 = 2048;
/// `MAX_COMBINED_TEXTURE_IMAGE_UNITS`.
pub(crate) const COMBINED_TEXTURE_UNITS: usize = 64;
/// `MAX_TEXTURE_IMAGE_UNITS` and `MAX_VERTEX_TEXTURE_IMAGE_UNITS`.
pub(crate) const TEXTURE_UNITS: u32 = 32;
/// `MAX_VERTEX_ATTRIBS`.
pub(crate) const VERTEX_ATTRIBS: usize = 16;
/// `MAX_DRAW_BUFFERS` and `MAX_COLOR_ATTACHMENTS`.
pub(crate) const DRAW_BUFFERS: usize = 8;
/// `MAX_UNIFORM_BUFFER_BINDINGS`.
pub(crate) const UNIFORM_BUFFER_BINDINGS: u32 = 72;
/// `UNIFORM_BUFFER_OFFSET_ALIGNMENT`.
pub(crate) const UNIFORM_OFFSET_ALIGNMENT: i64 = 256;
/// `MAX_SAMPLES`.
pub(crate) const SAMPLES: u32 = 4;
/// `MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS`.
pub(crate) const FEEDBACK_BUFFERS: u32 = 4;
/// Greatest index of a vertex that can be asked for.
pub(crate) const ELEMENT_INDEX: u32 = 0x3fff_ffff;
/// Ours: bytes of buffers, textures and renderbuffers of one context, allocated or not.
pub(crate) const MEMORY: u64 = 2 << 30;
/// Ours: objects of one kind.
pub(crate) const OBJECTS: usize = 1 << 20;
