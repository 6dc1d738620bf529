//! Fonts, shaping and glyph painting, shared by canvas and layout.
//!
//! Only the fonts bundled with the project (and those a page brings itself) exist: what a text looks like and how wide it
//! is depends on no font of the host. Family names are matched as Chromium on Debian matches them through fontconfig.
//!
//! The parts: [`Fonts`] is one page's font set with parley's contexts; [`family`] turns CSS family lists into parley's;
//! [`metrics`] gives the numbers Chromium's layout uses; [`painter`] draws glyph runs into tiny-skia pixmaps.

pub mod bidi;
pub mod breaks;
pub mod bundled;
pub mod coverage;
pub mod family;
pub mod fonts;
pub mod gamma;
pub mod glyph;
pub mod metrics;
pub mod outline;
pub mod painter;
pub mod webfont;

#[cfg(test)]
mod tests;

pub use bundled::{FontProfile, bundle_digest};
pub use family::{CssFamily, CssGenericFamily};
pub use fontique::{Attributes, FontStyle, FontWeight, FontWidth, Synthesis};
pub use fonts::{FaceKey, FaceSource, Fonts, TextBrush};
pub use glyph::{GlyphImage, PositionedGlyph, RunRef};
pub use metrics::{FontMetrics, has_feature, scaled_size};
pub use painter::GlyphPainter;
pub use parley;
pub use webfont::{FontFaceDescriptors, FontFaceError, MetricsOverride};
