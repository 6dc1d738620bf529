//! What is painted on: a stack of layers the size of the viewport, a clip, and the few primitives everything is made of.

use super::geometry::{RoundRect, is_translation, skia};
use crate::boxes::Rect;
use crate::query::geometry::Transform;
use oracade_canvas::css_filter::Filter;
use oracade_canvas::effects;
use oracade_text::coverage::PixelRect;
use oracade_text::{GlyphPainter, RunRef};
use std::rc::Rc;
use tiny_skia::{
    BlendMode, Color, FillRule, FilterQuality, Mask, Paint, Path, Pattern, Pixmap, PixmapPaint, PixmapRef, Shader, SpreadMode,
};

/// A clip: a rectangle of whole pixels, and a mask where that does not say all.
#[derive(Clone)]
pub(crate) struct Clip {
    pub(crate) rect: PixelRect,
    pub(crate) mask: Option<Rc<Mask>>,
}

/// Layers of premultiplied pixels, the last being painted on.
pub(crate) struct Surface {
    layers: Vec<Pixmap>,
    pub(crate) clip: Clip,
    pub(crate) glyphs: GlyphPainter,
    width: u32,
    height: u32,
}

impl Surface {
    pub(crate) fn new(target: Pixmap) -> Self {
        let (width, height) = (target.width(), target.height());
        let clip = Clip {
            rect: PixelRect::new(0, 0, width as i32, height as i32),
            mask: None,
        };
        Self {
            layers: vec![target],
            clip,
            glyphs: GlyphPainter::new(),
            width,
            height,
        }
    }

    pub(crate) fn into_pixels(mut self) -> Option<Pixmap> {
        self.layers.truncate(1);
        self.layers.pop()
    }

    /// The whole viewport as a clip.
    pub(crate) fn everything(&self) -> Clip {
        Clip {
            rect: PixelRect::new(0, 0, self.width as i32, self.height as i32),
            mask: None,
        }
    }

    fn top(&mut self) -> Option<&mut Pixmap> {
        self.layers.last_mut()
    }

    /// The clip as a mask; None if it lets everything through.
    fn mask(&self) -> Option<Rc<Mask>> {
        let r = self.clip.rect;
        if r == self.everything().rect {
            return self.clip.mask.clone();
        }
        if let Some(mask) = &self.clip.mask {
            return Some(mask.clone());
        }
        self.rect_mask(r).map(Rc::new)
    }

    fn rect_mask(&self, r: PixelRect) -> Option<Mask> {
        let mut mask = Mask::new(self.width, self.height)?;
        let width = self.width as usize;
        let r = r.intersect(&self.everything().rect);
        if !r.is_empty() {
            for y in r.y0..r.y1 {
                let row = y as usize * width;
                mask.data_mut()[row + r.x0 as usize..row + r.x1 as usize].fill(255);
            }
        }
        Some(mask)
    }

    /// A clip narrowed by a shape under a transform.
    pub(crate) fn narrowed(&self, clip: &Clip, shape: &RoundRect, transform: &Transform) -> Clip {
        let bounds = transform.bounds(shape.rect);
        let whole = |v: f64| (v - v.round()).abs() < 1e-3;
        let straight = shape.is_square()
            && is_translation(transform)
            && whole(bounds.x)
            && whole(bounds.y)
            && whole(bounds.x + bounds.width)
            && whole(bounds.y + bounds.height);
        if straight {
            let r = PixelRect::new(
                bounds.x.round() as i32,
                bounds.y.round() as i32,
                (bounds.x + bounds.width).round() as i32,
                (bounds.y + bounds.height).round() as i32,
            );
            let rect = clip.rect.intersect(&r);
            let mask = clip.mask.as_ref().map(|mask| Rc::new(self.cut(mask, rect)));
            return Clip { rect, mask };
        }
        let Some(path) = shape.path() else {
            return Clip {
                rect: PixelRect::new(0, 0, 0, 0),
                mask: None,
            };
        };
        self.narrowed_by_path(clip, &path, transform)
    }

    /// A clip narrowed by a path under a transform.
    pub(crate) fn narrowed_by_path(&self, clip: &Clip, path: &Path, transform: &Transform) -> Clip {
        let start = match &clip.mask {
            Some(mask) => Some((**mask).clone()),
            None => self.rect_mask(clip.rect),
        };
        let Some(mut mask) = start else { return clip.clone() };
        mask.intersect_path(path, FillRule::Winding, true, skia(transform));
        let b = path.bounds();
        let bounds = transform.bounds(Rect {
            x: f64::from(b.left()),
            y: f64::from(b.top()),
            width: f64::from(b.width()),
            height: f64::from(b.height()),
        });
        let around = PixelRect::around(
            bounds.x as f32,
            bounds.y as f32,
            (bounds.x + bounds.width) as f32,
            (bounds.y + bounds.height) as f32,
        );
        Clip {
            rect: clip.rect.intersect(&around),
            mask: Some(Rc::new(mask)),
        }
    }

    fn cut(&self, mask: &Mask, rect: PixelRect) -> Mask {
        let mut out = mask.clone();
        let width = self.width as usize;
        for (index, value) in out.data_mut().iter_mut().enumerate() {
            let (x, y) = ((index % width) as i32, (index / width) as i32);
            if x < rect.x0 || x >= rect.x1 || y < rect.y0 || y >= rect.y1 {
                *value = 0;
            }
        }
        out
    }

    /// True if nothing painted now could be seen.
    pub(crate) fn clipped_out(&self, bounds: Rect, transform: &Transform) -> bool {
        let b = transform.bounds(bounds);
        let around = PixelRect::around(b.x as f32, b.y as f32, (b.x + b.width) as f32, (b.y + b.height) as f32);
        around.intersect(&self.clip.rect).is_empty()
    }

    pub(crate) fn fill_path(&mut self, path: &Path, rule: FillRule, shader: Shader<'_>, transform: &Transform) {
        let mask = self.mask();
        let paint = Paint {
            shader,
            anti_alias: true,
            ..Paint::default()
        };
        if let Some(top) = self.top() {
            top.fill_path(path, &paint, rule, skia(transform), mask.as_deref());
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
        let mask = self.mask();
        let paint = Paint {
            shader: Shader::SolidColor(color),
            anti_alias: true,
            ..Paint::default()
        };
        if let Some(top) = self.top() {
            top.stroke_path(path, &paint, stroke, skia(transform), mask.as_deref());
        }
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
        let mask = self.mask();
        let shader = Pattern::new(pixels, SpreadMode::Pad, quality, 1.0, tiny_skia::Transform::identity());
        let paint = Paint {
            shader,
            anti_alias: !exact,
            ..Paint::default()
        };
        let (w, h) = (pixels.width() as f32, pixels.height() as f32);
        if let (Some(top), Some(area)) = (self.layers.last_mut(), tiny_skia::Rect::from_xywh(0.0, 0.0, w, h)) {
            top.fill_rect(area, &paint, place, mask.as_deref());
        }
    }

    /// Draws glyphs.
    pub(crate) fn text(&mut self, run: &RunRef<'_>, color: Color, transform: &Transform) {
        if color.alpha() == 0.0 {
            return;
        }
        let mask = self.mask();
        let paint = Paint {
            shader: Shader::SolidColor(color),
            anti_alias: true,
            ..Paint::default()
        };
        if let Some(top) = self.layers.last_mut() {
            self.glyphs
                .draw(&mut top.as_mut(), run, &paint, skia(transform), mask.as_deref());
        }
    }

    /// Starts a group: what follows is painted on a layer of its own. False if there is no memory for one.
    pub(crate) fn push(&mut self) -> bool {
        match Pixmap::new(self.width, self.height) {
            Some(layer) => {
                self.layers.push(layer);
                true
            }
            None => false,
        }
    }

    /// Ends a group: filters, opacity and blending apply to it as a whole, within the clip.
    pub(crate) fn pop(&mut self, filters: &[Filter], opacity: f32, blend: BlendMode) {
        if self.layers.len() < 2 {
            return;
        }
        let Some(mut layer) = self.layers.pop() else { return };
        if !filters.is_empty() {
            layer = self.filtered(layer, filters);
        }
        let mask = self.mask();
        let paint = PixmapPaint {
            opacity,
            blend_mode: blend,
            quality: FilterQuality::Nearest,
        };
        if let Some(top) = self.top() {
            top.draw_pixmap(
                0,
                0,
                layer.as_ref(),
                &paint,
                tiny_skia::Transform::identity(),
                mask.as_deref(),
            );
        }
    }

    fn filtered(&self, mut layer: Pixmap, filters: &[Filter]) -> Pixmap {
        let rect = self.everything().rect;
        let mut work = effects::Layer {
            rect,
            data: layer.data().to_vec(),
        };
        effects::apply(&mut work, filters);
        if work.data.len() == layer.data().len() {
            layer.data_mut().copy_from_slice(&work.data);
        }
        layer
    }

    /// Filters what lies behind a shape (`backdrop-filter`).
    pub(crate) fn backdrop(&mut self, shape: &RoundRect, filters: &[Filter], transform: &Transform) {
        let Some(behind) = self.layers.last().cloned() else { return };
        let filtered = self.filtered(behind, filters);
        let saved = self.clip.clone();
        self.clip = self.narrowed(&saved, shape, transform);
        let mask = self.mask();
        let paint = PixmapPaint {
            opacity: 1.0,
            blend_mode: BlendMode::SourceOver,
            quality: FilterQuality::Nearest,
        };
        if let Some(top) = self.top() {
            top.draw_pixmap(
                0,
                0,
                filtered.as_ref(),
                &paint,
                tiny_skia::Transform::identity(),
                mask.as_deref(),
            );
        }
        self.clip = saved;
    }

    /// A blurred shape in one colour (box shadows). `hole` is where it must not be painted.
    pub(crate) fn shadow(&mut self, path: &Path, sigma: f32, color: Color, transform: &Transform, hole: Option<&RoundRect>) {
        let saved = self.clip.clone();
        if let Some(hole) = hole {
            self.clip = self.without(&saved, hole, transform);
        }
        if sigma <= 0.0 {
            self.fill_path(path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
        } else if self.push() {
            let everything = self.everything();
            let clip = std::mem::replace(&mut self.clip, everything);
            self.fill_path(path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
            self.clip = clip;
            self.pop(&[Filter::Blur(sigma)], 1.0, BlendMode::SourceOver);
        }
        self.clip = saved;
    }

    fn without(&self, clip: &Clip, hole: &RoundRect, transform: &Transform) -> Clip {
        let inside = self.narrowed(&self.everything(), hole, transform);
        let Some(inside) = inside
            .mask
            .as_ref()
            .map(|m| (**m).clone())
            .or_else(|| self.rect_mask(inside.rect))
        else {
            return clip.clone();
        };
        let start = match &clip.mask {
            Some(mask) => Some((**mask).clone()),
            None => self.rect_mask(clip.rect),
        };
        let Some(mut mask) = start else { return clip.clone() };
        for (value, hole) in mask.data_mut().iter_mut().zip(inside.data()) {
            *value = (u16::from(*value) * (255 - u16::from(*hole)) / 255) as u8;
        }
        Clip {
            rect: clip.rect,
            mask: Some(Rc::new(mask)),
        }
    }
}
