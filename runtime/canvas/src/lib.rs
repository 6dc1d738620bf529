//! The 2D canvas: state machine, command buffers and rasterisation.

pub mod blend;
pub mod color;
pub mod commands;
pub mod css_filter;
pub mod css_font;
pub mod effects;
pub mod encode;
pub mod hit;
pub mod image;
pub mod path;
pub mod raster;
pub mod shape;
pub mod source;
pub mod store;
pub mod surface;
pub mod svg;
pub mod text;
