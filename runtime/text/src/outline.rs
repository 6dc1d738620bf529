//! Glyph outlines as tiny-skia paths, in pixels with y down.

use fontique::Synthesis;
use parley::FontData;
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder, Transform};

/// Builds a tiny-skia path from a font's outline (y up) by turning it over.
#[derive(Default)]
struct Pen {
    path: PathBuilder,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x, -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(cx, -cy, x, -y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.path.cubic_to(ax, -ay, bx, -by, x, -y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// The unhinted outline of a glyph at a size in px, with faux italic applied; `None` for empty glyphs (spaces), bitmap
/// glyphs and unreadable fonts. Faux bold is a matter of painting: see [`embolden_width`].
pub fn glyph_path(
    font: &FontData,
    glyph: u32,
    size: f32,
    coords: &[i16],
    synthesis: &Synthesis,
) -> Option<Path> {
    let face = FontRef::from_index(font.data.as_ref(), font.index).ok()?;
    let outline = face.outline_glyphs().get(GlyphId::new(glyph))?;
    let coords: Vec<NormalizedCoord> = coords
        .iter()
        .map(|bits| NormalizedCoord::from_bits(*bits))
        .collect();
    let mut pen = Pen::default();
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::new(&coords));
    outline.draw(settings, &mut pen).ok()?;
    let path = pen.path.finish()?;
    match synthesis.skew() {
        // Skia slants by a quarter, whatever the asked angle.
        Some(skew) => path.transform(Transform::from_row(
            1.0,
            0.0,
            if skew > 0.0 { -0.25 } else { 0.25 },
            1.0,
            0.0,
            0.0,
        )),
        None => Some(path),
    }
}

/// Width of the stroke Skia adds around outlines for faux bold at a size in px (its table: 1/24 of the size at 9 px down to
/// 1/32 at 36 px).
pub fn embolden_width(size: f32) -> f32 {
    let (small, large) = (1.0 / 24.0, 1.0 / 32.0);
    let factor = if size <= 9.0 {
        small
    } else if size >= 36.0 {
        large
    } else {
        small + (large - small) * (size - 9.0) / (36.0 - 9.0)
    };
    size * factor
}
