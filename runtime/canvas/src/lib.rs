//! The 2D canvas: images, recorded commands and their rasterisation, without a JavaScript engine.
//!
//! A context records its drawing as numbers ([`commands`], [`path`]); a [`surface::Surface`] keeps them until pixels are
//! needed and then draws them. [`store::CanvasStore`] holds all of a page's canvases and images by handle. The parsers
//! for colours, fonts and filters are here too ([`color`], [`css_font`], [`css_filter`]).

pub mod again;
pub mod blend;
mod blur;
pub mod color;
pub mod color_space;
pub mod commands;
pub mod css_filter;
pub mod css_font;
mod derived;
pub mod effects;
pub mod encode;
mod fill;
mod gradient;
pub mod hit;
mod icc;
pub mod image;
pub mod path;
mod picture;
mod prune;
mod raster;
mod shape;
pub mod shrink;
mod source;
pub mod store;
mod stroke;
pub mod surface;
mod svg;
pub mod text;

#[cfg(test)]
mod tests;

pub use color_space::ColorSpace;
pub use image::{Image, ImageError};
pub use store::CanvasStore;
