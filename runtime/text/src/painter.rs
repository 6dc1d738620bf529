//! Draws glyph runs into tiny-skia pixmaps.

use std::rc::Rc;

use fontique::Synthesis;
use indexmap::IndexMap;
use parley::FontData;
use tiny_skia::{FillRule, Mask, Paint, Path, PathBuilder, PixmapMut, Stroke, Transform};

use crate::fonts::FaceKey;
use crate::outline::{embolden_width, glyph_path};

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

type OutlineKey = (FaceKey, u32, u32, Vec<i16>, bool);

/// Caches outlines and masks of glyphs, and draws runs with them. One per page; it holds at most a bounded number of glyphs.
#[derive(Default)]
pub struct GlyphPainter {
    outlines: IndexMap<OutlineKey, Option<Rc<Path>>>,
}

const MAX_OUTLINES: usize = 8192;

impl GlyphPainter {
    /// An empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws a run: outlines filled with `paint` (its shader, blend mode and anti-aliasing count), colour bitmaps with the
    /// paint's alpha. `transform` maps the run's space to pixels; `mask` is the clip.
    pub fn draw(
        &mut self,
        pixmap: &mut PixmapMut<'_>,
        run: &RunRef<'_>,
        paint: &Paint<'_>,
        transform: Transform,
        mask: Option<&Mask>,
    ) {
        for glyph in run.glyphs {
            let Some(path) = self.outline(run, glyph.id) else {
                continue;
            };
            let place = transform.pre_translate(glyph.x, glyph.y);
            pixmap.fill_path(&path, paint, FillRule::Winding, place, mask);
            if run.synthesis.embolden() {
                let stroke = Stroke {
                    width: embolden_width(run.size),
                    ..Stroke::default()
                };
                pixmap.stroke_path(&path, paint, &stroke, place, mask);
            }
        }
    }

    /// The outlines of a whole run as one path in the run's space, for stroking and clipping; `None` if it has none.
    pub fn run_path(&mut self, run: &RunRef<'_>) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for glyph in run.glyphs {
            if let Some(path) = self.outline(run, glyph.id)
                && let Some(moved) = (*path)
                    .clone()
                    .transform(Transform::from_translate(glyph.x, glyph.y))
            {
                builder.push_path(&moved);
            }
        }
        builder.finish()
    }

    fn outline(&mut self, run: &RunRef<'_>, glyph: u32) -> Option<Rc<Path>> {
        let skewed = run.synthesis.skew().is_some();
        let key = (
            FaceKey::of(run.font),
            glyph,
            run.size.to_bits(),
            run.coords.to_vec(),
            skewed,
        );
        if let Some(path) = self.outlines.get(&key) {
            return path.clone();
        }
        if self.outlines.len() >= MAX_OUTLINES {
            self.outlines.clear();
        }
        let path = glyph_path(run.font, glyph, run.size, run.coords, &run.synthesis).map(Rc::new);
        self.outlines.insert(key, path.clone());
        path
    }
}
