//! Drawing of text (HTML § 4.12.5.1.12, `fillText` and `strokeText`).

use std::rc::Rc;

use oracade_text::gamma::table_for;
use oracade_text::glyph::GlyphImage;
use oracade_text::painter::PlacedGlyph;
use tiny_skia::FillRule;

use super::Raster;
use super::state::Style;
use crate::path::Matrix;
use crate::picture::{Beyond, Picture, Sampling};
use crate::shape::Shape;
use crate::source::Source;
use crate::text::TextEngine;

impl Raster<'_> {
    pub(super) fn write(&mut self, stroked: bool, string: usize, x: f64, y: f64, max: f64) {
        let Some(string) = self.chunk.strings.get(string) else {
            return;
        };
        let style = self.state.text;
        let line = self.text.line(string, &style);
        let shift = f64::from(self.text.baseline_shift(&style));
        let mut matrix = self.state.matrix.times(&Matrix {
            m: [1.0, 0.0, 0.0, 1.0, x, y + shift],
        });
        let width = f64::from(line.width);
        if max < width {
            if max <= 0.0 {
                return;
            }
            matrix = matrix.times(&Matrix {
                m: [max / width, 0.0, 0.0, 1.0, 0.0, 0.0],
            });
        }
        let start = f64::from(TextEngine::align_shift(&style, line.width));
        let paint = if stroked {
            self.state.stroke.clone()
        } else {
            self.state.fill.clone()
        };
        let table = match paint {
            Style::Color([r, g, b, _]) => {
                let byte = |v: f32| (v * 255.0 + 0.5) as u8;
                table_for(byte(r), byte(g), byte(b))
            }
            _ => table_for(0, 0, 0),
        };
        let mut images = Vec::new();
        let mut outlines: Option<tiny_skia::PathBuilder> = None;
        let mut colors = Vec::new();
        for (run, offset) in &line.runs {
            let place = matrix.times(&Matrix {
                m: [1.0, 0.0, 0.0, 1.0, f64::from(*offset) - start, 0.0],
            });
            if stroked
                && let Some(path) = self.text.painter.run_path(&run.run_ref(&run.glyphs))
                && let Some(path) = path.transform(place.to_skia())
            {
                outlines.get_or_insert_default().push_path(&path);
                continue;
            }
            let run_ref = run.run_ref(&run.glyphs);
            self.text.painter.place(&run_ref, place.to_skia(), &mut |glyph| match glyph {
                PlacedGlyph::Image(image, x, y) => match &*image {
                    GlyphImage::Mask(_) => images.push((image, x, y)),
                    GlyphImage::Color(..) => colors.push((image, x, y)),
                    GlyphImage::Empty => {}
                },
                PlacedGlyph::Outline(path, transform) => {
                    if let Some(path) = (*path).clone().transform(transform) {
                        outlines.get_or_insert_default().push_path(&path);
                    }
                }
            });
        }
        if !images.is_empty() {
            self.paint(&Shape::Glyphs(images, table), stroked);
        }
        if let Some(path) = outlines.and_then(|builder| builder.finish()) {
            if stroked {
                let saved = self.state.matrix;
                self.state.matrix = matrix;
                self.stroke(&path);
                self.state.matrix = saved;
            } else {
                self.paint(&Shape::Path(path, FillRule::Winding), false);
            }
        }
        for (image, x, y) in colors {
            let GlyphImage::Color(picture, left, top) = &*image else {
                continue;
            };
            let (x, y) = (f64::from(x + left), f64::from(y + top));
            let (w, h) = (picture.width(), picture.height());
            let source = Source::Picture(Picture {
                pixels: Rc::new(picture.clone()),
                inverse: Matrix {
                    m: [1.0, 0.0, 0.0, 1.0, -x, -y],
                },
                sampling: Sampling::Nearest,
                beyond: (Beyond::Clamp, Beyond::Clamp),
                area: [0, 0, w as i32, h as i32],
                alpha: (self.state.alpha * 255.0 + 0.5) as u8,
            });
            self.draw(&Shape::Rect([x, y, x + f64::from(w), y + f64::from(h)]), &source);
        }
    }
}
