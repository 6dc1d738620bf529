//! The mirror of the connected DOM tree and the style engine's view of it.

mod element;
mod hints;
pub(crate) mod handle;
pub(crate) mod tree;
