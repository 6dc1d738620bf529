//! Images of single glyphs: coverage from outlines, or colour from bitmap strikes.

use fontique::Synthesis;
use parley::FontData;
use skrifa::bitmap::{BitmapData, BitmapStrikes, Origin};
use skrifa::instance::Size;
use skrifa::{FontRef, GlyphId};
use tiny_skia::{FillRule, Path, Pixmap, PremultipliedColorU8, Stroke, Transform};

use crate::coverage::{Coverage, PixelRect, Rasterizer};
use crate::outline::{Hinter, embolden_width, glyph_path};

/// A glyph and where its origin lies, in px relative to the run's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionedGlyph {
    /// Glyph index in the font.
    pub id: u32,
    /// Origin, px.
    pub x: f32,
    /// Baseline, px, y down.
    pub y: f32,
}

/// A run of glyphs of one font and size.
#[derive(Clone, Copy, Debug)]
pub struct RunRef<'a> {
    /// The font.
    pub font: &'a FontData,
    /// Size in px.
    pub size: f32,
    /// Normalised variation coordinates (F2Dot14), empty for static fonts.
    pub coords: &'a [i16],
    /// Faux bold and italic.
    pub synthesis: Synthesis,
    /// The glyphs.
    pub glyphs: &'a [PositionedGlyph],
}

/// What a glyph looks like, relative to its origin.
#[derive(Debug)]
pub enum GlyphImage {
    /// Nothing to draw (a space).
    Empty,
    /// Coverage to be filled with the text's paint; not yet corrected by [`crate::gamma`].
    Mask(Coverage),
    /// A premultiplied picture drawn as it is, with the paint's alpha; its top left corner.
    Color(Pixmap, i32, i32),
}

/// Largest edge of a glyph image in pixels; larger glyphs are drawn as paths.
pub(crate) const MAX_IMAGE: i32 = 1024;

/// Rasterises an outline glyph moved right by a fraction of a pixel, with faux bold.
pub(crate) fn mask(rasterizer: &mut Rasterizer, path: &Path, size: f32, embolden: bool, fraction: f32) -> GlyphImage {
    let clip = PixelRect::new(-MAX_IMAGE, -MAX_IMAGE, MAX_IMAGE, MAX_IMAGE);
    let place = Transform::from_translate(fraction, 0.0);
    let Some(inside) = rasterizer.coverage(path, place, FillRule::Winding, clip) else {
        return GlyphImage::Empty;
    };
    if !embolden {
        return GlyphImage::Mask(inside);
    }
    let stroke = Stroke {
        width: embolden_width(size),
        ..Stroke::default()
    };
    let Some(edge) = path
        .stroke(&stroke, 1.0)
        .and_then(|outline| rasterizer.coverage(&outline, place, FillRule::Winding, clip))
    else {
        return GlyphImage::Mask(inside);
    };
    // The stroke's outline encloses the glyph's own.
    let mut both = edge;
    let area = both.rect.intersect(&inside.rect);
    for y in area.y0..area.y1 {
        let from = inside.row(y);
        let start = (y - both.rect.y0) as usize * both.rect.width();
        for x in area.x0..area.x1 {
            let covered = from.get((x - inside.rect.x0) as usize).copied().unwrap_or(0);
            if let Some(slot) = both.data.get_mut(start + (x - both.rect.x0) as usize) {
                *slot = (*slot).max(covered);
            }
        }
    }
    GlyphImage::Mask(both)
}

/// Where a bitmap glyph's picture lies around its origin at a size, px, y down: left, top, right, bottom.
pub fn bitmap_bounds(font: &FontData, glyph: u32, size: f32) -> Option<[f32; 4]> {
    let face = FontRef::from_index(font.data.as_ref(), font.index).ok()?;
    let bitmap = BitmapStrikes::new(&face).glyph_for_size(Size::new(size), GlyphId::new(glyph))?;
    let scale = size / bitmap.ppem_y.max(1.0);
    let left = bitmap.inner_bearing_x * scale;
    let height = bitmap.height as f32 * scale;
    let top = match bitmap.placement_origin {
        Origin::TopLeft => -bitmap.inner_bearing_y * scale,
        Origin::BottomLeft => -(bitmap.inner_bearing_y * scale + height),
    };
    Some([left, top, left + bitmap.width as f32 * scale, top + height])
}

/// The colour picture of a bitmap glyph scaled to a size; `None` if the font has none for the glyph.
pub(crate) fn color(font: &FontData, glyph: u32, size: f32) -> Option<GlyphImage> {
    let [left, top, right, bottom] = bitmap_bounds(font, glyph, size)?;
    let face = FontRef::from_index(font.data.as_ref(), font.index).ok()?;
    let bitmap = BitmapStrikes::new(&face).glyph_for_size(Size::new(size), GlyphId::new(glyph))?;
    let BitmapData::Png(bytes) = bitmap.data else {
        return None;
    };
    let source = Pixmap::decode_png(bytes).ok()?;
    let rect = PixelRect::around(left, top, right, bottom);
    if rect.is_empty() || rect.width() > MAX_IMAGE as usize || rect.height() > MAX_IMAGE as usize {
        return None;
    }
    let mut target = Pixmap::new(rect.width() as u32, rect.height() as u32)?;
    let (step_x, step_y) = (
        source.width() as f32 / (right - left),
        source.height() as f32 / (bottom - top),
    );
    let width = target.width() as usize;
    for (index, pixel) in target.pixels_mut().iter_mut().enumerate() {
        let x = ((index % width) as f32 + rect.x0 as f32 - left) * step_x;
        let y = ((index / width) as f32 + rect.y0 as f32 - top) * step_y;
        *pixel = average(&source, x, y, x + step_x, y + step_y);
    }
    Some(GlyphImage::Color(target, rect.x0, rect.y0))
}

/// Mean colour of a rectangle of a picture; what lies outside is transparent.
fn average(source: &Pixmap, x0: f32, y0: f32, x1: f32, y1: f32) -> PremultipliedColorU8 {
    let (width, height) = (source.width() as i32, source.height() as i32);
    let pixels = source.pixels();
    let mut sums = [0.0_f32; 4];
    let area = (x1 - x0) * (y1 - y0);
    for y in (y0.floor() as i32).max(0)..(y1.ceil() as i32).min(height) {
        let tall = y1.min((y + 1) as f32) - y0.max(y as f32);
        for x in (x0.floor() as i32).max(0)..(x1.ceil() as i32).min(width) {
            let weight = tall * (x1.min((x + 1) as f32) - x0.max(x as f32));
            if let Some(pixel) = pixels.get((y * width + x) as usize) {
                for (sum, channel) in sums.iter_mut().zip([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]) {
                    *sum += weight * f32::from(channel);
                }
            }
        }
    }
    let [red, green, blue, alpha] = sums.map(|sum| (sum / area + 0.5).min(255.0) as u8);
    PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha)
        .unwrap_or(PremultipliedColorU8::TRANSPARENT)
}

/// Ink bounds of a glyph around its origin at a size, px, y down, from its control points: left, top, right, bottom.
/// `None` for glyphs without ink.
pub fn ink_bounds(
    font: &FontData,
    glyph: u32,
    size: f32,
    coords: &[i16],
    synthesis: &Synthesis,
    hinter: &mut Hinter,
) -> Option<[f32; 4]> {
    match glyph_path(font, glyph, size, coords, synthesis, Some(hinter)) {
        Some(path) => {
            let bounds = path.bounds();
            Some([bounds.left(), bounds.top(), bounds.right(), bounds.bottom()])
        }
        None => bitmap_bounds(font, glyph, size),
    }
}
