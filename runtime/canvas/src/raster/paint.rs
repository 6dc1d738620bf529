//! What fill and stroke styles paint.

use super::Raster;
use super::picture::image_pixels;
use super::state::Style;
use crate::gradient::Gradient;
use crate::picture::{Beyond, Picture, Sampling};
use crate::shape::Shape;
use crate::source::{Source, premultiply};

impl Raster<'_> {
    pub(super) fn paint(&mut self, shape: &Shape, stroked: bool) {
        let style = if stroked {
            self.state.stroke.clone()
        } else {
            self.state.fill.clone()
        };
        let source = self.source(&style);
        self.draw(shape, &source);
    }

    pub(super) fn source(&mut self, style: &Style) -> Source {
        let alpha = self.state.alpha;
        match style {
            Style::Color(color) => Source::Solid(premultiply(*color, alpha)),
            Style::Gradient(gradient) => {
                Gradient::new(gradient.clone(), &self.state.matrix, alpha).map_or(Source::Nothing, Source::Gradient)
            }
            Style::Pattern {
                image,
                repeat,
                transform,
            } => {
                let Some(pixels) = image_pixels(image, self.space, self.text) else {
                    return Source::Nothing;
                };
                let matrix = self.state.matrix.times(transform);
                let Some(inverse) = matrix.invert() else {
                    return Source::Nothing;
                };
                let tile = |on: bool| {
                    if on { Beyond::Repeat } else { Beyond::Transparent }
                };
                Source::Picture(Picture {
                    area: [0, 0, pixels.width() as i32, pixels.height() as i32],
                    pixels,
                    inverse,
                    sampling: if self.state.smoothing {
                        Sampling::Linear
                    } else {
                        Sampling::Nearest
                    },
                    beyond: (tile(repeat.0), tile(repeat.1)),
                    alpha: (alpha * 255.0 + 0.5) as u8,
                })
            }
        }
    }
}
