//! Interprets recorded commands and draws them.

use std::rc::Rc;

use oracade_text::coverage::{Coverage, PixelRect, Rasterizer};
use oracade_text::gamma::table_for;
use oracade_text::glyph::GlyphImage;
use oracade_text::painter::PlacedGlyph;
use tiny_skia::{FillRule, LineCap, LineJoin, Path, Pixmap, Stroke, StrokeDash};

use crate::blend::{CompositeOp, Px, blend_row, div255};
use crate::commands::{Reader, op, style};
use crate::css_filter::Filter;
use crate::effects::{self, Layer};
use crate::path::{self, Matrix};
use crate::shape::Shape;
use crate::source::{
    Beyond, Gradient, GradientKind, GradientStyle, Picture, Sampling, Source, halve, premultiply, premultiply_px,
};
use crate::surface::{Chunk, ImageRef, Put};
use crate::text::{TextEngine, TextStyle};

/// A fill or stroke style.
#[derive(Clone)]
enum Style {
    Color([f32; 4]),
    Gradient(Rc<GradientStyle>),
    Pattern {
        image: ImageRef,
        repeat: (bool, bool),
        transform: Matrix,
    },
}

/// A clip: a rectangle of pixels, and coverage inside it where it is not simply that.
#[derive(Clone)]
struct Clip {
    rect: PixelRect,
    mask: Option<Rc<Coverage>>,
}

/// The drawing state as the command stream has set it. `save` and `restore` happen in the recording context.
pub(crate) struct DrawState {
    matrix: Matrix,
    fill: Style,
    stroke: Style,
    alpha: f32,
    composite: CompositeOp,
    line: Stroke,
    dash: (f32, Vec<f32>),
    shadow: ([f32; 4], f32, f32, f32),
    smoothing: bool,
    quality: u8,
    filters: Rc<Vec<Filter>>,
    clips: Vec<Clip>,
    text: TextStyle,
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

/// One interpretation of a chunk onto a pixmap.
pub(crate) struct Raster<'a> {
    pixmap: &'a mut Pixmap,
    state: &'a mut DrawState,
    text: &'a mut TextEngine,
    chunk: &'a Chunk,
    rasterizer: Rasterizer,
    row: Vec<Px>,
    coverage: Vec<u8>,
}

impl<'a> Raster<'a> {
    pub(crate) fn new(pixmap: &'a mut Pixmap, state: &'a mut DrawState, text: &'a mut TextEngine, chunk: &'a Chunk) -> Self {
        let rasterizer = core::mem::take(&mut text.rasterizer);
        Self {
            pixmap,
            state,
            text,
            chunk,
            rasterizer,
            row: Vec::new(),
            coverage: Vec::new(),
        }
    }

    pub(crate) fn run(mut self) {
        let chunk = self.chunk;
        let mut reader = Reader::new(&chunk.words);
        while self.step(&mut reader).is_some() {}
        self.text.rasterizer = core::mem::take(&mut self.rasterizer);
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
                self.state.shadow = ([r, g, b, a], blur, x, y);
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
                    vec![0.0, x, y, 1.0, x + w, y + h]
                } else {
                    vec![f64::from(path::verb::RECT), x, y, w, h]
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
            style::COLOR => return Some(Style::Color(reader.array()?.map(|v| v as f32))),
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
            stops.push((offset, [r, g, b, a]));
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

    fn clip(&self) -> Clip {
        let whole = self.canvas_rect();
        self.state.clips.last().cloned().unwrap_or(Clip { rect: whole, mask: None })
    }

    fn push_clip(&mut self, path: Option<&Path>, rule: FillRule) {
        let outer = self.clip();
        let nothing = Clip {
            rect: PixelRect::new(0, 0, 0, 0),
            mask: None,
        };
        let Some(path) = path else {
            return self.state.clips.push(nothing);
        };
        if let Some([x0, y0, x1, y1]) = as_rect(path)
            && [x0, y0, x1, y1].iter().all(|v| v.fract() == 0.0 && v.abs() < 1.0e9)
        {
            let rect = PixelRect::new(x0 as i32, y0 as i32, x1 as i32, y1 as i32).intersect(&outer.rect);
            let mask = if rect == outer.rect {
                outer.mask
            } else {
                outer.mask.map(|mask| Rc::new(crop(&mask, rect)))
            };
            return self.state.clips.push(Clip { rect, mask });
        }
        let inner = self
            .rasterizer
            .coverage(path, tiny_skia::Transform::identity(), rule, outer.rect);
        let Some(mut inner) = inner else {
            return self.state.clips.push(nothing);
        };
        if let Some(mask) = outer.mask {
            let width = inner.rect.width();
            for y in inner.rect.y0..inner.rect.y1 {
                let from = mask.row(y);
                let skip = (inner.rect.x0 - mask.rect.x0) as usize;
                let start = (y - inner.rect.y0) as usize * width;
                for (slot, outer) in inner.data[start..start + width].iter_mut().zip(from.iter().skip(skip)) {
                    *slot = div255(u32::from(*slot) * u32::from(*outer)) as u8;
                }
            }
        }
        self.state.clips.push(Clip {
            rect: inner.rect,
            mask: Some(Rc::new(inner)),
        });
    }

    /// The outline of a stroked path, in canvas space.
    fn outline(&self, path: &Path) -> Option<Path> {
        let path = &*crate::prune::pruned(path)?;
        let matrix = self.state.matrix;
        let mut stroke = self.state.line.clone();
        let (offset, dash) = &self.state.dash;
        let dash_scale = |scale: f32| {
            let intervals = dash.iter().map(|v| v * scale).collect();
            StrokeDash::new(intervals, offset * scale)
        };
        if let Some(scale) = matrix.similarity() {
            let scale = scale as f32;
            stroke.width *= scale;
            let dashed = if dash.is_empty() {
                None
            } else {
                dash_scale(scale).and_then(|dash| path.dash(&dash, 1.0))
            };
            return dashed.as_ref().unwrap_or(path).stroke(&stroke, 1.0);
        }
        // The pen is a circle in the space of the current transform.
        let inverse = matrix.invert()?.to_skia();
        let transform = matrix.to_skia();
        let resolution = tiny_skia::PathStroker::compute_resolution_scale(&transform);
        let path = path.clone().transform(inverse)?;
        let dashed = if dash.is_empty() {
            None
        } else {
            dash_scale(1.0).and_then(|dash| path.dash(&dash, resolution))
        };
        dashed
            .as_ref()
            .unwrap_or(&path)
            .stroke(&stroke, resolution)?
            .transform(transform)
    }

    fn stroke(&mut self, path: &Path) {
        if let Some(outline) = self.outline(path) {
            self.paint(&Shape::Path(outline, FillRule::Winding), true);
        }
    }

    fn paint(&mut self, shape: &Shape, stroked: bool) {
        let style = if stroked {
            self.state.stroke.clone()
        } else {
            self.state.fill.clone()
        };
        let source = self.source(&style);
        self.draw(shape, &source);
    }

    fn source(&mut self, style: &Style) -> Source {
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
                let Some(pixels) = image_pixels(image, self.text) else {
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

    fn image(&mut self, index: usize, [sx, sy, sw, sh]: [f64; 4], [dx, dy, dw, dh]: [f64; 4]) {
        let Some(image) = self.chunk.images.get(index) else {
            return;
        };
        let Some(mut pixels) = image_pixels(image, self.text) else {
            return;
        };
        let matrix = self.state.matrix;
        // Source pixels to canvas pixels.
        let to_target = Matrix {
            m: [dw / sw, 0.0, 0.0, dh / sh, dx - sx * dw / sw, dy - sy * dh / sh],
        };
        let mut forward = matrix.times(&to_target);
        let mut area = [sx, sy, sx + sw, sy + sh];
        let [a, b, c, d, ..] = forward.m;
        let scale_x = (a * a + b * b).sqrt();
        let scale_y = (c * c + d * d).sqrt();
        let mut sampling = match (self.state.smoothing, self.state.quality) {
            (false, _) => Sampling::Nearest,
            (true, 2) if scale_x > 1.0 && scale_y > 1.0 => Sampling::Cubic,
            _ => Sampling::Linear,
        };
        if sampling == Sampling::Cubic && scale_x == 1.0 && scale_y == 1.0 {
            sampling = Sampling::Linear;
        }
        if self.state.smoothing && self.state.quality > 0 {
            // Better qualities shrink through a mipmap.
            let mut shrink = scale_x.max(scale_y);
            while shrink <= 0.5 && pixels.width().min(pixels.height()) > 1 {
                let Some(half) = halve(&pixels) else { break };
                pixels = Rc::new(half);
                forward = forward.times(&Matrix {
                    m: [2.0, 0.0, 0.0, 2.0, 0.0, 0.0],
                });
                area = area.map(|v| v / 2.0);
                shrink *= 2.0;
            }
        }
        let Some(inverse) = forward.invert() else {
            return;
        };
        let limit = [pixels.width() as i32, pixels.height() as i32];
        let source = Source::Picture(Picture {
            area: [
                (area[0].floor() as i32).clamp(0, limit[0]),
                (area[1].floor() as i32).clamp(0, limit[1]),
                (area[2].ceil() as i32).clamp(0, limit[0]),
                (area[3].ceil() as i32).clamp(0, limit[1]),
            ],
            pixels,
            inverse,
            sampling,
            beyond: (Beyond::Clamp, Beyond::Clamp),
            alpha: (self.state.alpha * 255.0 + 0.5) as u8,
        });
        let corners = [
            matrix.map(dx, dy),
            matrix.map(dx + dw, dy),
            matrix.map(dx + dw, dy + dh),
            matrix.map(dx, dy + dh),
        ];
        let [ma, mb, mc, md, ..] = matrix.m;
        let (wide, tall) = (dw.abs() * (ma * ma + mb * mb).sqrt(), dh.abs() * (mc * mc + md * md).sqrt());
        // Chromium anti-aliases a picture's edges only if it is turned or thinner than a pixel: tiles leave no seams.
        let turned = (mb != 0.0 || mc != 0.0) && (ma != 0.0 || md != 0.0);
        let shape = if turned || wide < 1.0 || tall < 1.0 {
            match Shape::rect(dx, dy, dw, dh, &matrix) {
                Some(shape) => shape,
                None => return,
            }
        } else {
            Shape::Quad(corners)
        };
        self.draw(&shape, &source);
    }

    fn write(&mut self, stroked: bool, string: usize, x: f64, y: f64, max: f64) {
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

    /// Draws a shape with shadow, filter and compositing.
    fn draw(&mut self, shape: &Shape, source: &Source) {
        let mode = self.state.composite;
        let (color, blur, sx, sy) = self.state.shadow;
        let shadow = color[3] > 0.0 && (blur > 0.0 || sx != 0.0 || sy != 0.0) && mode != CompositeOp::Copy;
        let filters = self.state.filters.clone();
        if matches!(source, Source::Nothing) && !mode.is_unbounded() {
            return;
        }
        if !shadow && filters.is_empty() && !mode.is_unbounded() {
            return self.composite(shape, source, mode);
        }
        let clip = self.clip();
        if clip.rect.is_empty() {
            return;
        }
        let sigma = blur / 2.0;
        let offset = (
            sx.clamp(-32768.0, 32768.0).round() as i32,
            sy.clamp(-32768.0, 32768.0).round() as i32,
        );
        let mut margin = effects::filter_reach(&filters);
        if shadow {
            margin = margin.saturating_add(effects::reach(sigma));
        }
        // All that can reach the clip, and where the shape is.
        let mut needed = clip.rect.grow(margin);
        if shadow {
            let moved = needed.offset(-offset.0, -offset.1);
            needed = PixelRect::new(
                needed.x0.min(moved.x0),
                needed.y0.min(moved.y0),
                needed.x1.max(moved.x1),
                needed.y1.max(moved.y1),
            );
        }
        let rect = shape.bounds().intersect(&needed).grow(margin).intersect(&needed.grow(margin));
        if rect.is_empty() || rect.width() as u64 * rect.height() as u64 > 1 << 28 {
            if mode.is_unbounded() {
                self.merge(&Layer::new(PixelRect::new(0, 0, 0, 0)), mode, &clip, (0, 0));
            }
            return;
        }
        let mut layer = Layer::new(rect);
        fill_layer(&mut layer, shape, source, &mut self.rasterizer, &mut self.row);
        effects::apply(&mut layer, &filters);
        if shadow {
            let mut color = color;
            // The shape's own alpha, with globalAlpha in it, weakens the shadow.
            color[3] = color[3].min(1.0);
            let below = effects::shadow(&layer, sigma, color);
            self.merge(&below, mode, &clip, offset);
        }
        self.merge(&layer, mode, &clip, (0, 0));
    }

    /// Composites a layer, moved by an offset, onto the canvas inside a clip.
    fn merge(&mut self, layer: &Layer, mode: CompositeOp, clip: &Clip, (dx, dy): (i32, i32)) {
        let placed = layer.rect.offset(dx, dy);
        let area = if mode.is_unbounded() {
            clip.rect
        } else {
            placed.intersect(&clip.rect)
        };
        if area.is_empty() {
            return;
        }
        let width = area.width();
        let full = vec![255_u8; width];
        let stride = self.pixmap.width() as usize * 4;
        for y in area.y0..area.y1 {
            self.row.clear();
            self.row.resize(width, [0; 4]);
            if y >= placed.y0 && y < placed.y1 {
                let (x0, x1) = (area.x0.max(placed.x0), area.x1.min(placed.x1));
                if x0 < x1 {
                    let from = layer.row(x0 - dx, y - dy, (x1 - x0) as usize);
                    let start = (x0 - area.x0) as usize;
                    if let Some(slots) = self.row.get_mut(start..start + from.len()) {
                        slots.copy_from_slice(from);
                    }
                }
            }
            let covered = match &clip.mask {
                Some(mask) => {
                    let skip = (area.x0 - mask.rect.x0) as usize;
                    mask.row(y).get(skip..skip + width).unwrap_or(&full)
                }
                None => &full,
            };
            let start = y as usize * stride + area.x0 as usize * 4;
            if let Some(ground) = self.pixmap.data_mut().get_mut(start..start + width * 4) {
                blend_row(mode, &self.row, covered, ground);
            }
        }
    }

    /// Composites a shape directly, inside the clip.
    fn composite(&mut self, shape: &Shape, source: &Source, mode: CompositeOp) {
        let clip = self.clip();
        if clip.rect.is_empty() {
            return;
        }
        let area = clip.rect.intersect(&self.canvas_rect());
        let stride = self.pixmap.width() as usize * 4;
        let data = self.pixmap.data_mut();
        let row = &mut self.row;
        let covered = &mut self.coverage;
        let opaque = match source {
            Source::Solid(color) if mode == CompositeOp::SourceOver && clip.mask.is_none() => Some(*color),
            _ => None,
        };
        shape.spans(&mut self.rasterizer, area, &mut |x, y, len, coverage| {
            let start = y as usize * stride + x as usize * 4;
            let Some(ground) = data.get_mut(start..start + len * 4) else {
                return;
            };
            if let Some(color) = opaque {
                return solid_over(color, coverage, ground);
            }
            if row.len() < len {
                row.resize(len, [0; 4]);
            }
            let row = &mut row[..len];
            source.fetch(x, y, row);
            covered.clear();
            match &clip.mask {
                Some(mask) => {
                    let skip = (x - mask.rect.x0) as usize;
                    let from = mask.row(y).get(skip..skip + len).unwrap_or(&[]);
                    covered.extend(from.iter().map(|outer| div255(u32::from(*outer) * u32::from(coverage)) as u8));
                }
                None => covered.resize(len, coverage),
            }
            blend_row(mode, row, covered, ground);
        });
    }
}

/// Source-over of one colour on a row, the path most shapes take.
fn solid_over(color: Px, coverage: u8, ground: &mut [u8]) {
    let color = if coverage == 255 {
        color
    } else {
        crate::blend::scale(color, u32::from(coverage))
    };
    let pixels = ground.as_chunks_mut::<4>().0;
    match color[3] {
        0 => {}
        255 => pixels.fill(color),
        _ => {
            for pixel in pixels {
                *pixel = crate::blend::over(color, *pixel);
            }
        }
    }
}

fn fill_layer(layer: &mut Layer, shape: &Shape, source: &Source, rasterizer: &mut Rasterizer, row: &mut Vec<Px>) {
    let rect = layer.rect;
    let width = rect.width();
    let mut covered = Vec::new();
    shape.spans(rasterizer, rect, &mut |x, y, len, coverage| {
        row.resize(len, [0; 4]);
        source.fetch(x, y, row);
        covered.clear();
        covered.resize(len, coverage);
        let start = ((y - rect.y0) as usize * width + (x - rect.x0) as usize) * 4;
        if let Some(ground) = layer.data.get_mut(start..start + len * 4) {
            blend_row(CompositeOp::SourceOver, row, &covered, ground);
        }
    });
}

fn rule(even_odd: bool) -> FillRule {
    if even_odd { FillRule::EvenOdd } else { FillRule::Winding }
}

fn image_pixels(image: &ImageRef, text: &mut TextEngine) -> Option<Rc<Pixmap>> {
    match image {
        ImageRef::Image(image) => Some(image.pixels()),
        ImageRef::Snapshot(snapshot) => snapshot.pixels(text),
    }
}

fn crop(mask: &Coverage, rect: PixelRect) -> Coverage {
    let rect = rect.intersect(&mask.rect);
    let mut out = Coverage::empty(rect);
    if rect.is_empty() {
        return out;
    }
    let width = rect.width();
    for (index, y) in (rect.y0..rect.y1).enumerate() {
        let skip = (rect.x0 - mask.rect.x0) as usize;
        if let (Some(slots), Some(from)) = (
            out.data.get_mut(index * width..(index + 1) * width),
            mask.row(y).get(skip..skip + width),
        ) {
            slots.copy_from_slice(from);
        }
    }
    out
}

/// The edges of a path that is one axis-aligned rectangle.
fn as_rect(path: &Path) -> Option<[f64; 4]> {
    let points = path.points();
    let (corners, last) = match points.len() {
        4 => (points, None),
        // A lone point may follow: `rect()` leaves one.
        5 => (points.get(..4)?, points.get(4)),
        _ => return None,
    };
    use tiny_skia_path::PathVerb as V;
    match path.verbs() {
        [V::Move, V::Line, V::Line, V::Line, V::Close] | [V::Move, V::Line, V::Line, V::Line] => {}
        [V::Move, V::Line, V::Line, V::Line, V::Line, V::Close] | [V::Move, V::Line, V::Line, V::Line, V::Line]
            if last == corners.first() => {}
        [V::Move, V::Line, V::Line, V::Line, V::Close, V::Move] => {}
        _ => return None,
    }
    let &[a, b, c, d] = corners else { return None };
    let flat = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let tall = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
    if !flat && !tall {
        return None;
    }
    Some([a.x.min(c.x), a.y.min(c.y), a.x.max(c.x), a.y.max(c.y)].map(f64::from))
}

/// Puts straight pixels, replacing what is there.
pub(crate) fn put_pixels(pixmap: &mut Pixmap, put: &Put) {
    let [dx, dy, dw, dh] = put.dirty;
    let (width, height) = (pixmap.width() as i32, pixmap.height() as i32);
    let clip = |v: i32, high: i32| v.clamp(0, high);
    let left = clip(put.x.saturating_add(dx), width);
    let right = clip(put.x.saturating_add(dx).saturating_add(dw), width);
    let top = clip(put.y.saturating_add(dy), height);
    let bottom = clip(put.y.saturating_add(dy).saturating_add(dh), height);
    let source = put.data.as_chunks::<4>().0;
    let target = pixmap.data_mut().as_chunks_mut::<4>().0;
    for y in top..bottom {
        for x in left..right {
            let from = (y - put.y) as usize * put.width as usize + (x - put.x) as usize;
            let to = y as usize * width as usize + x as usize;
            if let (Some(from), Some(to)) = (source.get(from), target.get_mut(to)) {
                *to = premultiply_px(*from);
            }
        }
    }
}
