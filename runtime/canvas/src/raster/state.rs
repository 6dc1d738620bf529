//! The drawing state as the command stream has set it.

use std::rc::Rc;

use tiny_skia::Stroke;

use super::clip::Clip;
use crate::blend::CompositeOp;
use crate::css_filter::Filter;
use crate::gradient::GradientStyle;
use crate::path::Matrix;
use crate::surface::ImageRef;
use crate::text::TextStyle;

/// A fill or stroke style.
#[derive(Clone)]
pub(super) enum Style {
    Color([f32; 4]),
    Gradient(Rc<GradientStyle>),
    Pattern {
        image: ImageRef,
        repeat: (bool, bool),
        transform: Matrix,
    },
}

/// `save` and `restore` happen in the recording context: here is what is in force.
#[derive(Clone)]
pub(crate) struct DrawState {
    pub(super) matrix: Matrix,
    pub(super) fill: Style,
    pub(super) stroke: Style,
    pub(super) alpha: f32,
    pub(super) composite: CompositeOp,
    pub(super) line: Stroke,
    pub(super) dash: (f32, Vec<f32>),
    pub(super) shadow: ([f32; 4], f32, f32, f32),
    pub(super) smoothing: bool,
    pub(super) quality: u8,
    pub(super) filters: Rc<Vec<Filter>>,
    pub(super) clips: Vec<Clip>,
    pub(super) text: TextStyle,
}

impl Default for DrawState {
    fn default() -> Self {
        Self {
            matrix: Matrix::IDENTITY,
            fill: Style::Color([0.0, 0.0, 0.0, 1.0]),
            stroke: Style::Color([0.0, 0.0, 0.0, 1.0]),
            alpha: 1.0,
            composite: CompositeOp::SourceOver,
            line: Stroke {
                width: 1.0,
                miter_limit: 10.0,
                ..Stroke::default()
            },
            dash: (0.0, Vec::new()),
            shadow: ([0.0; 4], 0.0, 0.0, 0.0),
            smoothing: true,
            quality: 0,
            filters: Rc::new(Vec::new()),
            clips: Vec::new(),
            text: TextStyle::default(),
        }
    }
}
