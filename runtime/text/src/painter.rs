//! Draws glyph runs into tiny-skia pixmaps, with caches of outlines and images.

use std::rc::Rc;

use indexmap::IndexMap;
use tiny_skia::{BlendMode, FillRule, Mask, Paint, Path, PathBuilder, PixmapMut, Shader, Transform};

use crate::coverage::{Coverage, Rasterizer};
use crate::fonts::FaceKey;
use crate::gamma::{CoverageTable, table_for};
use crate::glyph::{self, GlyphImage, RunRef};
use crate::outline::{Hinter, glyph_path};

/// Face, glyph, size bits, variation coordinates, faux italic, faux bold, and for images the quarter of a pixel, for
/// outlines whether they are hinted.
type GlyphKey = (FaceKey, u32, u32, Vec<i16>, bool, bool, u8);

/// Caches outlines and images of glyphs, and draws runs with them. One per page; it holds a bounded number of glyphs.
#[derive(Default)]
pub struct GlyphPainter {
    outlines: IndexMap<GlyphKey, Option<Rc<Path>>>,
    images: IndexMap<(GlyphKey, u32), Rc<GlyphImage>>,
    image_bytes: usize,
    rasterizer: Rasterizer,
    hinter: Hinter,
}

const MAX_OUTLINES: usize = 8192;
const MAX_IMAGE_BYTES: usize = 16 << 20;
/// Above this size in device pixels glyphs are filled as paths: images would be large and hardly reused.
const MAX_IMAGE_SIZE: f32 = 256.0;

/// How one glyph of a run is to be drawn.
pub enum PlacedGlyph {
    /// An image whose origin lies at a whole pixel.
    Image(Rc<GlyphImage>, i32, i32),
    /// An outline to be filled under a transform.
    Outline(Rc<Path>, Transform),
}

impl GlyphPainter {
    /// An empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Hands out each glyph of a run as it is to be drawn under a transform to pixels. Under scaling and translation
    /// glyphs are images placed at quarters of a pixel across and whole pixels down, as Skia places them; otherwise
    /// outlines. Colour glyphs are always images, drawn upright.
    pub fn place(&mut self, run: &RunRef<'_>, transform: Transform, draw: &mut dyn FnMut(PlacedGlyph)) {
        let (scale_x, scale_y) = (transform.sx, transform.sy);
        let upright = transform.kx == 0.0 && transform.ky == 0.0 && scale_x > 0.0 && scale_y > 0.0;
        let size = run.size * scale_y;
        let squeeze = scale_x / scale_y;
        for glyph in run.glyphs {
            if upright && size.max(run.size * scale_x) <= MAX_IMAGE_SIZE {
                let x = transform.tx + glyph.x * scale_x + 0.125;
                let y = (transform.ty + glyph.y * scale_y + 0.5).floor();
                let whole = x.floor();
                let quarter = ((x - whole) * 4.0) as u8;
                if whole.abs() < 1.0e8 && y.abs() < 1.0e8 {
                    let image = self.image(run, glyph.id, size, squeeze, quarter.min(3));
                    draw(PlacedGlyph::Image(image, whole as i32, y as i32));
                }
                continue;
            }
            if let Some(path) = self.outline(run, glyph.id, run.size, false) {
                draw(PlacedGlyph::Outline(path, transform.pre_translate(glyph.x, glyph.y)));
                continue;
            }
            let area = (transform.sx * transform.sy - transform.kx * transform.ky).abs();
            let size = (run.size * area.sqrt()).min(MAX_IMAGE_SIZE);
            let image = self.image(run, glyph.id, size, 1.0, 0);
            let mut origin = tiny_skia::Point::from_xy(glyph.x, glyph.y);
            transform.map_point(&mut origin);
            if origin.x.abs() < 1.0e8 && origin.y.abs() < 1.0e8 {
                draw(PlacedGlyph::Image(image, origin.x.round() as i32, origin.y.round() as i32));
            }
        }
    }

    /// Draws a run: outlines filled with `paint` (its shader, blend mode and anti-aliasing count), colour glyphs with the
    /// paint's alpha. `transform` maps the run's space to pixels; `mask` is the clip.
    pub fn draw(
        &mut self,
        pixmap: &mut PixmapMut<'_>,
        run: &RunRef<'_>,
        paint: &Paint<'_>,
        transform: Transform,
        mask: Option<&Mask>,
    ) {
        let solid = match &paint.shader {
            Shader::SolidColor(color) if paint.blend_mode == BlendMode::SourceOver => Some(color.premultiply().to_color_u8()),
            _ => None,
        };
        let correction = match &paint.shader {
            Shader::SolidColor(color) => {
                let color = color.to_color_u8();
                Some(table_for(color.red(), color.green(), color.blue()))
            }
            _ => None,
        };
        let mut placed = Vec::with_capacity(run.glyphs.len());
        self.place(run, transform, &mut |glyph| placed.push(glyph));
        for glyph in placed {
            match glyph {
                PlacedGlyph::Image(image, x, y) => match (&*image, solid) {
                    (GlyphImage::Empty, _) => {}
                    (GlyphImage::Mask(coverage), Some(color)) => {
                        let color = [color.red(), color.green(), color.blue(), color.alpha()];
                        blit_mask(pixmap, coverage, x, y, color, correction, mask);
                    }
                    (GlyphImage::Mask(coverage), None) => fill_through(pixmap, coverage, x, y, paint, correction, mask),
                    (GlyphImage::Color(picture, left, top), _) => {
                        let opacity = match &paint.shader {
                            Shader::SolidColor(color) => color.alpha(),
                            _ => 1.0,
                        };
                        let how = tiny_skia::PixmapPaint {
                            opacity,
                            blend_mode: paint.blend_mode,
                            ..Default::default()
                        };
                        pixmap.draw_pixmap(x + left, y + top, picture.as_ref(), &how, Transform::identity(), mask);
                    }
                },
                PlacedGlyph::Outline(path, place) => pixmap.fill_path(&path, paint, FillRule::Winding, place, mask),
            }
        }
    }

    /// Ink bounds of a glyph around its origin: see [`glyph::ink_bounds`].
    pub fn ink_bounds(&mut self, run: &RunRef<'_>, glyph: u32) -> Option<[f32; 4]> {
        glyph::ink_bounds(run.font, glyph, run.size, run.coords, &run.synthesis, &mut self.hinter)
    }

    /// The outlines of a whole run as one path in the run's space, for stroking and clipping; `None` if it has none.
    pub fn run_path(&mut self, run: &RunRef<'_>) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for glyph in run.glyphs {
            if let Some(path) = self.outline(run, glyph.id, run.size, run.size <= MAX_IMAGE_SIZE)
                && let Some(moved) = (*path).clone().transform(Transform::from_translate(glyph.x, glyph.y))
            {
                builder.push_path(&moved);
            }
        }
        builder.finish()
    }

    fn outline(&mut self, run: &RunRef<'_>, glyph: u32, size: f32, hinted: bool) -> Option<Rc<Path>> {
        let key = key(run, glyph, size, u8::from(hinted));
        if let Some(path) = self.outlines.get(&key) {
            return path.clone();
        }
        if self.outlines.len() >= MAX_OUTLINES {
            self.outlines.clear();
        }
        let hinter = hinted.then_some(&mut self.hinter);
        let path = glyph_path(run.font, glyph, size, run.coords, &run.synthesis, hinter).map(Rc::new);
        self.outlines.insert(key, path.clone());
        path
    }

    /// The image of a glyph at a size in device pixels, made narrower or wider by `squeeze`.
    fn image(&mut self, run: &RunRef<'_>, glyph: u32, size: f32, squeeze: f32, quarter: u8) -> Rc<GlyphImage> {
        let key = (key(run, glyph, size, quarter), squeeze.to_bits());
        if let Some(image) = self.images.get(&key) {
            return image.clone();
        }
        if self.image_bytes > MAX_IMAGE_BYTES {
            self.images.clear();
            self.image_bytes = 0;
        }
        let fraction = f32::from(quarter) * 0.25;
        let image = match self.outline(run, glyph, size, true) {
            Some(path) => {
                let squeezed = if squeeze == 1.0 {
                    None
                } else {
                    (*path).clone().transform(Transform::from_scale(squeeze, 1.0))
                };
                let path = squeezed.as_ref().unwrap_or(&path);
                glyph::mask(&mut self.rasterizer, path, size, run.synthesis.embolden(), fraction)
            }
            None => glyph::color(run.font, glyph, size).unwrap_or(GlyphImage::Empty),
        };
        self.image_bytes += 128
            + match &image {
                GlyphImage::Empty => 0,
                GlyphImage::Mask(coverage) => coverage.data.len(),
                GlyphImage::Color(picture, _, _) => picture.data().len(),
            };
        let image = Rc::new(image);
        self.images.insert(key, image.clone());
        image
    }
}

fn key(run: &RunRef<'_>, glyph: u32, size: f32, quarter: u8) -> GlyphKey {
    let synthesis = &run.synthesis;
    let face = FaceKey::of(run.font);
    (
        face,
        glyph,
        size.to_bits(),
        run.coords.to_vec(),
        synthesis.skew().is_some(),
        synthesis.embolden(),
        quarter,
    )
}

/// The part of a patch at an offset that lies in a picture: first column and row of the picture, first of the patch, size.
fn visible(coverage: &Coverage, x: i32, y: i32, width: u32, height: u32) -> Option<(i32, i32, i32, i32)> {
    let left = coverage.rect.x0.saturating_add(x).max(0);
    let top = coverage.rect.y0.saturating_add(y).max(0);
    let right = coverage.rect.x1.saturating_add(x).min(width as i32);
    let bottom = coverage.rect.y1.saturating_add(y).min(height as i32);
    (left < right && top < bottom).then_some((left, top, right, bottom))
}

fn div255(value: u32) -> u32 {
    (value + 128 + ((value + 128) >> 8)) >> 8
}

/// Source-over of a premultiplied colour through corrected coverage.
fn blit_mask(
    pixmap: &mut PixmapMut<'_>,
    coverage: &Coverage,
    x: i32,
    y: i32,
    color: [u8; 4],
    correction: Option<&CoverageTable>,
    mask: Option<&Mask>,
) {
    let (width, height) = (pixmap.width(), pixmap.height());
    let Some((left, top, right, bottom)) = visible(coverage, x, y, width, height) else {
        return;
    };
    let data = pixmap.data_mut();
    for row in top..bottom {
        let from = coverage.row(row - y);
        for column in left..right {
            let raw = from.get((column - x - coverage.rect.x0) as usize).copied().unwrap_or(0);
            if raw == 0 {
                continue;
            }
            let mut amount = u32::from(correction.map_or(raw, |table| table[raw as usize]));
            let index = row as usize * width as usize + column as usize;
            if let Some(mask) = mask {
                amount = div255(amount * u32::from(mask.data().get(index).copied().unwrap_or(0)));
            }
            let Some(pixel) = data.get_mut(index * 4..index * 4 + 4) else {
                continue;
            };
            let keep = 255 - div255(u32::from(color[3]) * amount);
            for (channel, value) in pixel.iter_mut().zip(color) {
                *channel = (div255(u32::from(value) * amount) + div255(u32::from(*channel) * keep)).min(255) as u8;
            }
        }
    }
}

/// Fills with any paint through corrected coverage, by way of a mask of the picture's size.
fn fill_through(
    pixmap: &mut PixmapMut<'_>,
    coverage: &Coverage,
    x: i32,
    y: i32,
    paint: &Paint<'_>,
    correction: Option<&CoverageTable>,
    clip: Option<&Mask>,
) {
    let (width, height) = (pixmap.width(), pixmap.height());
    let Some((left, top, right, bottom)) = visible(coverage, x, y, width, height) else {
        return;
    };
    let Some(mut mask) = Mask::new(width, height) else {
        return;
    };
    for row in top..bottom {
        let from = coverage.row(row - y);
        for column in left..right {
            let raw = from.get((column - x - coverage.rect.x0) as usize).copied().unwrap_or(0);
            let index = row as usize * width as usize + column as usize;
            let mut amount = u32::from(correction.map_or(raw, |table| table[raw as usize]));
            if let Some(clip) = clip {
                amount = div255(amount * u32::from(clip.data().get(index).copied().unwrap_or(0)));
            }
            if let Some(slot) = mask.data_mut().get_mut(index) {
                *slot = amount as u8;
            }
        }
    }
    let area = tiny_skia::Rect::from_ltrb(left as f32, top as f32, right as f32, bottom as f32);
    if let Some(area) = area {
        pixmap.fill_rect(area, paint, Transform::identity(), Some(&mask));
    }
}
