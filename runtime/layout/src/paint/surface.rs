//! What is painted on: a stack of layers, a clip, and the few primitives everything is made of.
//!
//! A layer covers no more than the clip it was started under, and remembers what was painted on it: effects cost what they
//! touch, not the viewport.

use super::clip::{Clip, pixels_of, pixels_of_path};
use super::compose::over;
use super::effect_cache::EffectCache;
use super::extent::near;
use super::fill_cache::gradient;
use super::geometry::{RoundRect, is_translation, skia};
use super::repaint::PutOff;
use crate::boxes::Rect;
use crate::dom::tree::ReplacedPixels;
use crate::query::geometry::Transform;
use oracade_canvas::css_filter::Filter;
use oracade_canvas::effects;
use oracade_text::coverage::{PixelRect, Rasterizer};
use oracade_text::{GlyphPainter, RunRef};
use std::rc::Rc;
use tiny_skia::{
    BlendMode, Color, FillRule, FilterQuality, Mask, Paint, Path, Pattern, Pixmap, PixmapMut, PixmapPaint, PixmapRef, Shader,
    SpreadMode,
};

const NOTHING: PixelRect = PixelRect::new(0, 0, 0, 0);

/// Premultiplied pixels of a part of the viewport.
struct Layer {
    pixels: Pixmap,
    rect: PixelRect,
    /// What was painted on.
    touched: PixelRect,
}

/// Layers, the last being painted on.
pub(crate) struct Surface {
    layers: Vec<Layer>,
    pub(crate) clip: Clip,
    pub(crate) glyphs: GlyphPainter,
    effects: EffectCache,
    rasterizer: Rasterizer,
    /// Canvases that are drawn when all else has been, as long as that makes no difference.
    pub(crate) put_off: Option<PutOff>,
}

fn around(a: PixelRect, b: PixelRect) -> PixelRect {
    if a.is_empty() {
        return b;
    }
    PixelRect::new(a.x0.min(b.x0), a.y0.min(b.y0), a.x1.max(b.x1), a.y1.max(b.y1))
}

fn pixmap(rect: &PixelRect) -> Option<Pixmap> {
    Pixmap::new(u32::try_from(rect.width()).ok()?, u32::try_from(rect.height()).ok()?)
}

/// Copies the rows two pieces share.
fn copy(from: &[u8], from_rect: &PixelRect, to: &mut [u8], to_rect: &PixelRect) {
    let shared = from_rect.intersect(to_rect);
    if shared.is_empty() {
        return;
    }
    let count = shared.width() * 4;
    for y in shared.y0..shared.y1 {
        let at = ((y - from_rect.y0) as usize * from_rect.width() + (shared.x0 - from_rect.x0) as usize) * 4;
        let into = ((y - to_rect.y0) as usize * to_rect.width() + (shared.x0 - to_rect.x0) as usize) * 4;
        if let (Some(source), Some(target)) = (from.get(at..at + count), to.get_mut(into..into + count)) {
            target.copy_from_slice(source);
        }
    }
}

impl Surface {
    pub(crate) fn new(target: Pixmap, mut effects: EffectCache) -> Self {
        effects.begin_picture();
        let rect = PixelRect::new(0, 0, target.width() as i32, target.height() as i32);
        Self {
            layers: vec![Layer {
                pixels: target,
                rect,
                touched: NOTHING,
            }],
            clip: Clip::of(rect),
            glyphs: GlyphPainter::new(),
            effects,
            rasterizer: Rasterizer::new(),
            put_off: None,
        }
    }

    /// The picture so far.
    pub(crate) fn base(&self) -> Option<Pixmap> {
        self.layers.first().map(|layer| layer.pixels.clone())
    }

    /// Where a canvas can be put off to, if it goes onto the picture itself.
    pub(crate) fn putting_off(&mut self) -> Option<&mut PutOff> {
        if self.layers.len() == 1 { self.put_off.as_mut() } else { None }
    }

    /// Notes what was painted of a picture. Canvases in groups cannot be drawn again without their group.
    pub(crate) fn has_met(&mut self, which: ReplacedPixels, pixels: Option<&Rc<Pixmap>>) {
        match (which, &mut self.put_off) {
            (ReplacedPixels::Canvas(_), Some(_)) => self.put_off_no_longer(),
            (_, Some(put_off)) => put_off.met(which, pixels.cloned()),
            (_, None) => {}
        }
    }

    /// Draws what was put off, if something else goes to where it is.
    fn make_way(&mut self, region: &PixelRect) {
        if self.layers.len() == 1 && self.put_off.as_ref().is_some_and(|put_off| put_off.is_under(region)) {
            self.put_off_no_longer();
        }
    }

    pub(crate) fn put_off_no_longer(&mut self) {
        // Only the picture itself has some, and layers above it were begun before.
        if let Some(put_off) = self.put_off.take() {
            let above = self.layers.split_off(self.layers.len().min(1));
            put_off.draw(self);
            self.layers.extend(above);
        }
    }

    /// Makes pixels what they are in another picture of the viewport.
    pub(crate) fn put_back(&mut self, from: &Pixmap, region: PixelRect) {
        if let Some(layer) = self.layers.first_mut() {
            let (width, rows) = (layer.rect.width() * 4, layer.rect.height());
            let region = region.intersect(&layer.rect);
            let columns = region.x0.max(0) as usize * 4..region.x1.max(0) as usize * 4;
            let to = layer.pixels.data_mut().chunks_exact_mut(width.max(1));
            let lines = from.data().chunks_exact(width.max(1)).zip(to).take(rows);
            for (from, to) in lines.take(region.y1.max(0) as usize).skip(region.y0.max(0) as usize) {
                if let (Some(from), Some(to)) = (from.get(columns.clone()), to.get_mut(columns.clone())) {
                    to.copy_from_slice(from);
                }
            }
        }
    }

    /// The picture, and what may help to paint the next one.
    pub(crate) fn finish(mut self) -> (Option<Pixmap>, EffectCache) {
        self.layers.truncate(1);
        (self.layers.pop().map(|layer| layer.pixels), self.effects)
    }

    /// The whole viewport as a clip.
    pub(crate) fn everything(&self) -> Clip {
        Clip::of(self.layers.first().map_or(NOTHING, |layer| layer.rect))
    }

    /// True if nothing painted now could be seen.
    pub(crate) fn clipped_out(&self, bounds: Rect, transform: &Transform) -> bool {
        pixels_of(bounds, transform).intersect(&self.clip.rect).is_empty()
    }

    /// Paints on the pixels of `bounds` the clip lets through. The closure gets pixels, the viewport's coordinates of their
    /// corner, and the clip as a mask of their size.
    fn draw(&mut self, bounds: PixelRect, paint: impl FnOnce(&mut PixmapMut<'_>, (f32, f32), Option<&Mask>, &mut GlyphPainter)) {
        self.make_way(&bounds.intersect(&self.clip.rect));
        let Some(layer) = self.layers.last_mut() else { return };
        let bounds = bounds.intersect(&layer.rect);
        let region = bounds.intersect(&self.clip.rect);
        if region.is_empty() {
            return;
        }
        layer.touched = around(layer.touched, region);
        let mask = self.clip.coverage(&region);
        if mask.is_none() && region == bounds {
            let corner = (layer.rect.x0 as f32, layer.rect.y0 as f32);
            paint(&mut layer.pixels.as_mut(), corner, None, &mut self.glyphs);
            return;
        }
        let Some(mut piece) = pixmap(&region) else { return };
        copy(layer.pixels.data(), &layer.rect, piece.data_mut(), &region);
        let corner = (region.x0 as f32, region.y0 as f32);
        paint(&mut piece.as_mut(), corner, mask.as_ref(), &mut self.glyphs);
        copy(piece.data(), &region, layer.pixels.data_mut(), &layer.rect);
    }

    pub(crate) fn fill_path(&mut self, path: &Path, rule: FillRule, shader: Shader<'_>, transform: &Transform) {
        let paint = Paint {
            shader,
            anti_alias: true,
            ..Paint::default()
        };
        let bounds = pixels_of_path(path, transform);
        let mut fills = std::mem::take(&mut self.effects.fills);
        self.draw(bounds, |target, (x, y), mask, _| {
            let place = skia(transform).post_translate(-x, -y);
            let fill = |target: &mut PixmapMut<'_>| match near(path, place) {
                None => target.fill_path(path, &paint, rule, place, mask),
                Some(path) => {
                    let mut paint = paint.clone();
                    paint.shader.transform(place);
                    target.fill_path(&path, &paint, rule, tiny_skia::Transform::identity(), mask);
                }
            };
            match gradient(&paint.shader) {
                Some(shader) => fills.fill(target, (x, y), bounds, mask, (path, rule), shader, transform, fill),
                None => fill(target),
            }
        });
        self.effects.fills = fills;
    }

    /// Fills a path with the exact area it covers of each pixel, as Chromium draws paths; `crisp`: no pixel is covered in part.
    pub(crate) fn fill_exact(&mut self, path: &Path, rule: FillRule, shader: Shader<'_>, transform: &Transform, crisp: bool) {
        self.make_way(&pixels_of_path(path, transform).intersect(&self.clip.rect));
        let Some(layer) = self.layers.last_mut() else { return };
        let region = layer.rect.intersect(&self.clip.rect);
        let Some(coverage) = self.rasterizer.coverage(path, skia(transform), rule, region) else {
            return;
        };
        let region = coverage.rect;
        let size = (region.width() as u32, region.height() as u32);
        let Some((mut mask, mut piece)) = Mask::new(size.0, size.1).zip(pixmap(&region)) else {
            return;
        };
        mask.data_mut().copy_from_slice(&coverage.data);
        if crisp {
            for amount in mask.data_mut() {
                *amount = if *amount >= 128 { 255 } else { 0 };
            }
        }
        if let Some(clip) = self.clip.coverage(&region) {
            for (amount, clip) in mask.data_mut().iter_mut().zip(clip.data()) {
                *amount = ((u32::from(*amount) * u32::from(*clip) + 127) / 255) as u8;
            }
        }
        layer.touched = around(layer.touched, region);
        copy(layer.pixels.data(), &layer.rect, piece.data_mut(), &region);
        let paint = Paint {
            shader,
            anti_alias: false,
            ..Paint::default()
        };
        let (x, y) = (region.x0 as f32, region.y0 as f32);
        let place = tiny_skia::Transform::from_translate(-x, -y);
        if let Some(area) = tiny_skia::Rect::from_xywh(x, y, size.0 as f32, size.1 as f32) {
            piece.fill_rect(area, &paint, place, Some(&mask));
        }
        copy(piece.data(), &region, layer.pixels.data_mut(), &layer.rect);
    }

    /// Makes a mask of the layer: how bright and opaque a pixel is becomes its opacity (CSS Masking 1 §6.9).
    pub(crate) fn luminance_to_alpha(&mut self) {
        self.make_way(&self.everything().rect);
        let Some(layer) = self.layers.last_mut() else { return };
        for pixel in layer.pixels.data_mut().as_chunks_mut::<4>().0 {
            let [r, g, b, _] = pixel.map(u32::from);
            // Parts of 65536 that add up to it.
            let luminance = ((r * 13_933 + g * 46_871 + b * 4_732 + 32_768) >> 16) as u8;
            *pixel = [luminance; 4];
        }
    }

    pub(crate) fn fill(&mut self, shape: &RoundRect, shader: Shader<'_>, transform: &Transform) {
        if let Shader::SolidColor(color) = shader
            && color.alpha() == 0.0
        {
            return;
        }
        if let Some(path) = shape.path() {
            self.fill_path(&path, FillRule::Winding, shader, transform);
        }
    }

    pub(crate) fn fill_color(&mut self, shape: &RoundRect, color: Color, transform: &Transform) {
        self.fill(shape, Shader::SolidColor(color), transform);
    }

    pub(crate) fn stroke(&mut self, path: &Path, stroke: &tiny_skia::Stroke, color: Color, transform: &Transform) {
        let paint = Paint {
            shader: Shader::SolidColor(color),
            anti_alias: true,
            ..Paint::default()
        };
        // Mitred corners reach out by at most the miter limit.
        let reach = f64::from(stroke.width) * f64::from(stroke.miter_limit.max(1.0)) / 2.0;
        let reach = (reach * scale_of(transform)).ceil().min(16384.0) as i32 + 1;
        self.draw(pixels_of_path(path, transform).grow(reach), |target, (x, y), mask, _| {
            target.stroke_path(path, &paint, stroke, skia(transform).post_translate(-x, -y), mask);
        });
    }

    /// Draws a picture stretched over a rectangle.
    pub(crate) fn picture(&mut self, pixels: PixmapRef<'_>, rect: Rect, smooth: bool, transform: &Transform) {
        if rect.width <= 0.0 || rect.height <= 0.0 || pixels.width() == 0 || pixels.height() == 0 {
            return;
        }
        let sx = rect.width as f32 / pixels.width() as f32;
        let sy = rect.height as f32 / pixels.height() as f32;
        let exact = sx == 1.0 && sy == 1.0 && is_translation(transform);
        let place = skia(transform).pre_translate(rect.x as f32, rect.y as f32).pre_scale(sx, sy);
        let quality = if exact || !smooth {
            FilterQuality::Nearest
        } else {
            FilterQuality::Bilinear
        };
        let shader = Pattern::new(pixels, SpreadMode::Pad, quality, 1.0, tiny_skia::Transform::identity());
        let paint = Paint {
            shader,
            anti_alias: !exact,
            ..Paint::default()
        };
        let (w, h) = (pixels.width() as f32, pixels.height() as f32);
        let Some(area) = tiny_skia::Rect::from_xywh(0.0, 0.0, w, h) else {
            return;
        };
        self.draw(pixels_of(rect, transform).grow(1), |target, (x, y), mask, _| {
            let place = place.post_translate(-x, -y);
            if exact && place.tx.fract() == 0.0 && place.ty.fract() == 0.0 {
                over(target, pixels, place.tx as i32, place.ty as i32, mask);
            } else {
                target.fill_rect(area, &paint, place, mask);
            }
        });
    }

    /// Draws a picture as it is seen in perspective, on the pixels of `area`. `place` maps its pixels to those painted on, and `back`
    /// the other way.
    pub(crate) fn seen(&mut self, pixels: PixmapRef<'_>, place: &Transform, back: &Transform, area: PixelRect) {
        let Some(mut piece) = pixmap(&area) else { return };
        let width = area.width();
        for (index, out) in piece.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let (column, row) = (index % width.max(1), index / width.max(1));
            let (x, y) = back.apply(
                f64::from(area.x0) + column as f64 + 0.5,
                f64::from(area.y0) + row as f64 + 0.5,
            );
            if place.weight(x, y) > 0.0 && x.is_finite() && y.is_finite() {
                *out = sample(pixels, x - 0.5, y - 0.5);
            }
        }
        self.compose(piece.as_ref(), &area, &area, 1.0, BlendMode::SourceOver);
    }

    /// Draws glyphs.
    pub(crate) fn text(&mut self, run: &RunRef<'_>, color: Color, transform: &Transform) {
        if color.alpha() == 0.0 {
            return;
        }
        let paint = Paint {
            shader: Shader::SolidColor(color),
            anti_alias: true,
            ..Paint::default()
        };
        self.draw(text_pixels(run, transform), |target, (x, y), mask, glyphs| {
            glyphs.draw(target, run, &paint, skia(transform).post_translate(-x, -y), mask);
        });
    }

    /// The blurred shadow of glyphs; the standard deviation is in CSS px.
    pub(crate) fn text_shadow(&mut self, run: &RunRef<'_>, sigma: f32, color: Color, transform: &Transform) {
        let sigma = sigma * scale_of(transform) as f32;
        self.blurred(text_pixels(run, transform), sigma, color, |surface| {
            surface.text(run, Color::BLACK, transform);
        });
    }

    /// Starts a group: what follows is painted on a layer of its own, with room for `filters`. False if there is no memory
    /// for one, or nothing to see.
    pub(crate) fn push(&mut self, filters: &[Filter]) -> bool {
        let reach = effects::filter_reach(filters);
        let viewport = self.everything().rect.grow(reach);
        self.push_rect(self.clip.rect.grow(reach).intersect(&viewport))
    }

    fn push_rect(&mut self, rect: PixelRect) -> bool {
        if rect.is_empty() {
            return false;
        }
        let Some(pixels) = pixmap(&rect) else { return false };
        self.layers.push(Layer {
            pixels,
            rect,
            touched: NOTHING,
        });
        true
    }

    /// Ends a group: filters, opacity and blending apply to it as a whole, within the clip.
    pub(crate) fn pop(&mut self, filters: &[Filter], opacity: f32, blend: BlendMode) {
        if self.layers.len() < 2 {
            return;
        }
        let Some(layer) = self.layers.pop() else { return };
        // Only these blend modes of those used change what lies under transparent pixels.
        let area = if matches!(blend, BlendMode::DestinationIn | BlendMode::SourceIn | BlendMode::SourceOut) {
            layer.rect
        } else {
            layer.touched
        };
        if area.is_empty() {
            return;
        }
        if filters.is_empty() {
            self.compose(layer.pixels.as_ref(), &layer.rect, &area, opacity, blend);
            return;
        }
        let reach = effects::filter_reach(filters);
        let area = area.grow(reach).intersect(&self.clip.rect.grow(reach));
        let mut work = effects::Layer::new(area);
        copy(layer.pixels.data(), &layer.rect, &mut work.data, &area);
        let work = self.effects.apply(work, filters);
        self.compose_work(&work, opacity, blend);
    }

    /// Ends a group: what `effect` makes of it is put within the clip.
    pub(crate) fn pop_through(&mut self, effect: impl FnOnce(effects::Layer) -> effects::Layer, opacity: f32, blend: BlendMode) {
        if self.layers.len() < 2 {
            return;
        }
        let Some(layer) = self.layers.pop() else { return };
        let area = layer.rect.intersect(&self.clip.rect);
        if area.is_empty() {
            return;
        }
        let mut work = effects::Layer::new(area);
        copy(layer.pixels.data(), &layer.rect, &mut work.data, &area);
        let work = effect(work);
        self.compose_work(&work, opacity, blend);
    }

    /// Exchanges what is on the layer for what `effect` makes of it.
    pub(crate) fn filter_layer(&mut self, effect: impl FnOnce(effects::Layer) -> effects::Layer) {
        self.make_way(&self.everything().rect);
        let Some(layer) = self.layers.last_mut() else { return };
        let mut work = effects::Layer::new(layer.rect);
        work.data.copy_from_slice(layer.pixels.data());
        let work = effect(work);
        if work.rect == layer.rect {
            layer.pixels.data_mut().copy_from_slice(&work.data);
            layer.touched = layer.rect;
        }
    }

    fn compose_work(&mut self, work: &effects::Layer, opacity: f32, blend: BlendMode) {
        let rect = work.rect;
        let size = (u32::try_from(rect.width()), u32::try_from(rect.height()));
        if let (Ok(width), Ok(height)) = size
            && let Some(pixels) = PixmapRef::from_bytes(&work.data, width, height)
        {
            self.compose(pixels, &rect, &rect, opacity, blend);
        }
    }

    /// Puts the part `area` of a piece on the layer.
    fn compose(&mut self, pixels: PixmapRef<'_>, rect: &PixelRect, area: &PixelRect, opacity: f32, blend: BlendMode) {
        let paint = PixmapPaint {
            opacity,
            blend_mode: blend,
            quality: FilterQuality::Nearest,
        };
        let identity = tiny_skia::Transform::identity();
        let saved = self.clip.clone();
        self.clip = saved.within(area);
        self.draw(*rect, |target, (x, y), mask, _| {
            let (left, top) = (rect.x0 - x as i32, rect.y0 - y as i32);
            if opacity == 1.0 && blend == BlendMode::SourceOver {
                over(target, pixels, left, top, mask);
            } else {
                target.draw_pixmap(left, top, pixels, &paint, identity, mask);
            }
        });
        self.clip = saved;
    }

    /// Filters what lies behind a shape (`backdrop-filter`).
    pub(crate) fn backdrop(&mut self, shape: &RoundRect, filters: &[Filter], transform: &Transform) {
        let reach = effects::filter_reach(filters);
        self.make_way(&self.everything().rect);
        let Some(layer) = self.layers.last() else { return };
        let seen = pixels_of(shape.rect, transform).intersect(&self.clip.rect);
        let area = seen.grow(reach).intersect(&layer.rect);
        if seen.is_empty() || area.is_empty() {
            return;
        }
        let mut work = effects::Layer::new(area);
        copy(layer.pixels.data(), &layer.rect, &mut work.data, &area);
        let work = self.effects.apply(work, filters);
        let saved = self.clip.clone();
        self.clip = saved.narrowed(shape, transform);
        self.compose_work(&work, 1.0, BlendMode::SourceOver);
        self.clip = saved;
    }

    /// A blurred shape in one colour (box shadows); the standard deviation is in CSS px. `hole` is where it must not be
    /// painted.
    pub(crate) fn shadow(&mut self, path: &Path, sigma: f32, color: Color, transform: &Transform, hole: Option<&RoundRect>) {
        let sigma = sigma * scale_of(transform) as f32;
        let bounds = pixels_of_path(path, transform);
        let saved = self.clip.clone();
        self.clip = saved.within(&bounds.grow(effects::reach(sigma)));
        if let Some(hole) = hole {
            self.clip = self.clip.without(hole, transform);
        }
        if sigma <= 0.0 {
            self.fill_path(path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
        } else {
            self.blurred(bounds, sigma, color, |surface| {
                surface.fill_path(path, FillRule::EvenOdd, Shader::SolidColor(Color::BLACK), transform);
            });
        }
        self.clip = saved;
    }

    /// What `paint` paints in `bounds`, blurred and in one colour, within the clip.
    fn blurred(&mut self, bounds: PixelRect, sigma: f32, color: Color, paint: impl FnOnce(&mut Self)) {
        let reach = effects::reach(sigma);
        let area = bounds.grow(reach).intersect(&self.clip.rect.grow(reach));
        if !self.push_rect(area) {
            return;
        }
        let saved = std::mem::replace(&mut self.clip, Clip::of(area));
        paint(self);
        self.clip = saved;
        let Some(layer) = self.layers.pop() else { return };
        let sharp = effects::Layer {
            rect: area,
            data: layer.pixels.take(),
        };
        let color = [color.red(), color.green(), color.blue(), color.alpha()];
        let soft = self.effects.shadow(sharp, sigma, color);
        self.compose_work(&soft, 1.0, BlendMode::SourceOver);
    }
}

/// The colour between four pixels; there is nothing outside of a picture.
fn sample(pixels: PixmapRef<'_>, x: f64, y: f64) -> [u8; 4] {
    let (left, top) = (x.floor(), y.floor());
    let (w, h) = (f64::from(pixels.width()), f64::from(pixels.height()));
    if left < -1.0 || top < -1.0 || left >= w || top >= h {
        return [0; 4];
    }
    let (fx, fy) = (x - left, y - top);
    let at = |column: f64, row: f64| -> [f64; 4] {
        if column < 0.0 || row < 0.0 || column >= w || row >= h {
            return [0.0; 4];
        }
        let index = (row as usize * pixels.width() as usize + column as usize) * 4;
        match pixels.data().get(index..index + 4) {
            Some(pixel) => [pixel[0], pixel[1], pixel[2], pixel[3]].map(f64::from),
            None => [0.0; 4],
        }
    };
    let corners = [
        at(left, top),
        at(left + 1.0, top),
        at(left, top + 1.0),
        at(left + 1.0, top + 1.0),
    ];
    let weights = [(1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy];
    std::array::from_fn(|channel| {
        let sum: f64 = corners
            .iter()
            .zip(weights)
            .map(|(corner, weight)| corner[channel] * weight)
            .sum();
        (sum + 0.5) as u8
    })
}

/// How much a transform stretches, along the first axis.
pub(crate) fn scale_of(transform: &Transform) -> f64 {
    (transform.a * transform.a + transform.b * transform.b).sqrt()
}

/// Pixels the glyphs of a run may touch.
fn text_pixels(run: &RunRef<'_>, transform: &Transform) -> PixelRect {
    let mut bounds: Option<[f32; 4]> = None;
    for glyph in run.glyphs {
        let b = bounds.get_or_insert([glyph.x, glyph.y, glyph.x, glyph.y]);
        *b = [b[0].min(glyph.x), b[1].min(glyph.y), b[2].max(glyph.x), b[3].max(glyph.y)];
    }
    let Some([x0, y0, x1, y1]) = bounds else { return NOTHING };
    // No glyph reaches further from its origin than three ems.
    let reach = run.size * 3.0;
    let rect = Rect {
        x: f64::from(x0 - reach),
        y: f64::from(y0 - reach),
        width: f64::from(x1 - x0 + 2.0 * reach),
        height: f64::from(y1 - y0 + 2.0 * reach),
    };
    pixels_of(rect, transform).grow(1)
}
