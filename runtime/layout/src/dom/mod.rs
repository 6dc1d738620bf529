//! The mirror of the connected DOM tree and the style engine's view of it.

mod element;
pub(crate) mod handle;
mod hints;
mod svg_hints;
pub(crate) mod tree;
