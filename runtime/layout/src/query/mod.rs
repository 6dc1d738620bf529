//! Questions about geometry, hits, scrolling and text.

mod caret;
mod depth;
pub(crate) mod geometry;
mod hit;
mod rects;
pub(crate) mod scroll;
mod snap;
pub(crate) mod stacking;
mod svg;
mod text;
mod text_rects;
