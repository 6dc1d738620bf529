//! Questions about geometry, hits, scrolling and text.

pub(crate) mod geometry;
mod hit;
mod rects;
pub(crate) mod scroll;
pub(crate) mod stacking;
mod svg;
mod text;
mod text_rects;
