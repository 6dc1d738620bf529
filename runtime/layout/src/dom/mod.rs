//! The mirror of the connected DOM tree and the style engine's view of it.

pub(crate) mod direction;
mod element;
pub(crate) mod flat;
pub(crate) mod handle;
mod hints;
mod host_context;
mod parts;
pub(crate) mod shadow;
mod svg_hints;
pub(crate) mod tree;
