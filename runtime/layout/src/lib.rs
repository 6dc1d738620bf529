//! Style, layout, hit testing and painting of the connected tree.
//!
//! A [`Document`] mirrors the connected part of a DOM that lives elsewhere. It is fed by mutations and answers questions about
//! computed style, boxes, scrolling, hits and animations; everything is brought up to date only when a question needs it.

pub mod boxes;
mod document;
mod dom;
mod flow;
mod mutate;
pub mod paint;
mod query;
mod style;
mod svg;
mod text;

pub use document::{Document, Resources, SharedFonts, Viewport};
pub use dom::tree::{NaturalSize, ReplacedPixels};
pub use mutate::{MutationError, Namespace};
pub use query::geometry::Transform;
pub use query::scroll::ScrollMove;
pub use query::stacking::{FlowItem, StackingContext};
pub use style::animation::AnimationEvent;
pub use style::animation_control::{AnimationControl, AnimationFacts};
pub use style::color::parse_color;
pub use style::mix::Mix;
pub use style::parse::{Declaration, property_names};
pub use svg::measure_path;
