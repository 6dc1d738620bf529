//! Interprets recorded commands and draws them.

mod clip;
mod composite;
mod paint;
mod picture;
mod put;
mod state;
mod text;

use std::rc::Rc;

use oracade_text::coverage::PixelRect;
use tiny_skia::{FillRule, LineCap, LineJoin, Path, Pixmap};

use self::state::Style;
use crate::blend::CompositeOp;
use crate::color_space::ColorSpace;
use crate::commands::{Reader, op, style};
use crate::fill::Buffers;
use crate::gradient::{GradientKind, GradientStyle};
use crate::path::{self, Matrix, verb};
use crate::shape::{Shape, as_rect};
use crate::source::Source;
use crate::stroke::outline;
use crate::surface::Chunk;
use crate::text::{TextEngine, TextStyle};

pub(crate) use self::put::put_pixels;
pub(crate) use self::state::DrawState;

/// One interpretation of a chunk onto a pixmap.
pub(crate) struct Raster<'a> {
    pixmap: &'a mut Pixmap,
    space: ColorSpace,
    state: &'a mut DrawState,
    text: &'a mut TextEngine,
    chunk: &'a Chunk,
    buffers: Buffers,
}

impl<'a> Raster<'a> {
    pub(crate) fn new(
        pixmap: &'a mut Pixmap,
        space: ColorSpace,
        state: &'a mut DrawState,
        text: &'a mut TextEngine,
        chunk: &'a Chunk,
    ) -> Self {
        let buffers = core::mem::take(&mut text.buffers);
        Self {
            pixmap,
            space,
            state,
            text,
            chunk,
            buffers,
        }
    }

    pub(crate) fn run(self) {
        let all = 0..self.chunk.words.len();
        self.run_part(all);
    }

    /// Draws the commands of a part of the words.
    pub(crate) fn run_part(mut self, part: core::ops::Range<usize>) {
        let chunk = self.chunk;
        let mut reader = Reader::new(chunk.words.get(part).unwrap_or_default());
        while self.step(&mut reader).is_some() {}
        self.text.buffers = core::mem::take(&mut self.buffers);
    }

    fn step(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        match reader.next()? as u32 {
            op::TRANSFORM => self.state.matrix = Matrix { m: reader.array()? },
            op::FILL_STYLE => self.state.fill = self.style(reader)?,
            op::STROKE_STYLE => self.state.stroke = self.style(reader)?,
            op::ALPHA => self.state.alpha = reader.float()?,
            op::COMPOSITE => self.state.composite = CompositeOp::ALL.get(reader.index()?).copied()?,
            op::LINE => {
                let line = &mut self.state.line;
                line.width = reader.float()?;
                line.line_cap = [LineCap::Butt, LineCap::Round, LineCap::Square]
                    .get(reader.index()?)
                    .copied()?;
                line.line_join = [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel]
                    .get(reader.index()?)
                    .copied()?;
                line.miter_limit = reader.float()?;
            }
            op::DASH => {
                let offset = reader.float()?;
                let count = reader.index()?;
                self.state.dash = (offset, reader.slice(count)?.iter().map(|v| *v as f32).collect());
            }
            op::SHADOW => {
                let [r, g, b, a, blur, x, y] = reader.array()?.map(|v| v as f32);
                self.state.shadow = (ColorSpace::style([r, g, b, a], self.space), blur, x, y);
            }
            op::SMOOTHING => {
                self.state.smoothing = reader.flag()?;
                self.state.quality = reader.index()? as u8;
            }
            op::FILTER => {
                let index = reader.index()?;
                self.state.filters = self.text.filter(index);
            }
            op::CLIP_POP => {
                let keep = self.state.clips.len().saturating_sub(reader.index()?);
                self.state.clips.truncate(keep);
            }
            op::CLIP_PUSH => {
                let rule = rule(reader.flag()?);
                let path = self.path(reader)?;
                self.push_clip(path.as_ref(), rule);
            }
            op::FILL => {
                let rule = rule(reader.flag()?);
                if let Some(path) = self.path(reader)? {
                    let shape = as_rect(&path).map_or(Shape::Path(path, rule), Shape::Rect);
                    self.paint(&shape, false);
                }
            }
            op::STROKE => {
                if let Some(path) = self.path(reader)? {
                    self.stroke(&path);
                }
            }
            op::FILL_RECT => {
                let [x, y, w, h] = reader.array()?;
                if let Some(shape) = Shape::rect(x, y, w, h, &self.state.matrix) {
                    self.paint(&shape, false);
                }
            }
            op::STROKE_RECT => {
                let [x, y, w, h] = reader.array()?;
                let words = if w == 0.0 || h == 0.0 {
                    // A line there and back: joins at its ends, no caps.
                    let [start, line, close] = [verb::MOVE, verb::LINE, verb::CLOSE].map(f64::from);
                    vec![start, x, y, line, x + w, y + h, close]
                } else {
                    vec![f64::from(verb::RECT), x, y, w, h]
                };
                if let Some(path) = path::build(&words, &self.state.matrix) {
                    self.stroke(&path);
                }
            }
            op::CLEAR_RECT => {
                let [x, y, w, h] = reader.array()?;
                if let Some(shape) = Shape::rect(x, y, w, h, &self.state.matrix) {
                    self.composite(&shape, &Source::Solid([0, 0, 0, 255]), CompositeOp::DestinationOut);
                }
            }
            op::IMAGE => {
                let index = reader.index()?;
                let source = reader.array()?;
                let target = reader.array()?;
                self.image(index, source, target);
            }
            op::TEXT => {
                let stroked = reader.flag()?;
                let string = reader.index()?;
                let [x, y, max] = reader.array()?;
                self.write(stroked, string, x, y, max);
            }
            op::TEXT_STYLE => {
                let [font, align, baseline, rtl, letter, word, kerning] = reader.array()?;
                self.state.text = TextStyle {
                    font: font as usize,
                    align: align as u8,
                    baseline: baseline as u8,
                    rtl: rtl != 0.0,
                    letter_spacing: letter as f32,
                    word_spacing: word as f32,
                    kerning: kerning != 0.0,
                };
            }
            _ => return None,
        }
        Some(())
    }

    fn style(&self, reader: &mut Reader<'_>) -> Option<Style> {
        let kind = match reader.next()? as u32 {
            style::COLOR => {
                let color = reader.array()?.map(|v| v as f32);
                return Some(Style::Color(ColorSpace::style(color, self.space)));
            }
            style::LINEAR => {
                let [x0, y0, x1, y1] = reader.array()?;
                GradientKind::Linear { x0, y0, x1, y1 }
            }
            style::RADIAL => {
                let [x0, y0, r0, x1, y1, r1] = reader.array()?;
                GradientKind::Radial { x0, y0, r0, x1, y1, r1 }
            }
            style::CONIC => {
                let [start, x, y] = reader.array()?;
                GradientKind::Conic { start, x, y }
            }
            style::PATTERN => {
                let image = self.chunk.images.get(reader.index()?)?.clone();
                let repeat = (reader.flag()?, reader.flag()?);
                return Some(Style::Pattern {
                    image,
                    repeat,
                    transform: Matrix { m: reader.array()? },
                });
            }
            _ => return None,
        };
        let count = reader.index()?;
        let mut stops = Vec::new();
        for _ in 0..count {
            let [offset, r, g, b, a] = reader.array()?.map(|v| v as f32);
            stops.push((offset, ColorSpace::style([r, g, b, a], self.space)));
        }
        stops.sort_by(|a, b| a.0.total_cmp(&b.0));
        Some(Style::Gradient(Rc::new(GradientStyle { kind, stops })))
    }

    /// The outer `None` ends the stream, the inner one is an empty path.
    fn path(&self, reader: &mut Reader<'_>) -> Option<Option<Path>> {
        let (relative, words) = reader.path()?;
        let base = if relative { self.state.matrix } else { Matrix::IDENTITY };
        Some(path::build(words, &base))
    }

    fn canvas_rect(&self) -> PixelRect {
        PixelRect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32)
    }

    fn stroke(&mut self, path: &Path) {
        let state = &self.state;
        if let Some(outline) = outline(path, &state.matrix, &state.line, &state.dash) {
            self.paint(&Shape::Path(outline, FillRule::Winding), true);
        }
    }
}

fn rule(even_odd: bool) -> FillRule {
    if even_odd { FillRule::EvenOdd } else { FillRule::Winding }
}
