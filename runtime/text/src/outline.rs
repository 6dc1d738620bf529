//! Glyph outlines as tiny-skia paths, in pixels with y down.

use crate::fonts::FaceKey;
use fontique::Synthesis;
use indexmap::IndexMap;
use parley::FontData;
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::outline::{
    DrawSettings, Engine, GlyphStyles, HintingInstance, HintingOptions, OutlineGlyphCollection, OutlinePen, SmoothMode, Target,
};
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

/// FreeType's "light" auto-hinting, which Chromium on Debian draws with: stems are moved to whole pixels vertically only,
/// and advances stay as they are. Instances are kept per face and size.
#[derive(Default)]
pub struct Hinter {
    instances: IndexMap<(FaceKey, u32, Vec<i16>), Option<HintingInstance>>,
    styles: IndexMap<FaceKey, GlyphStyles>,
}

const MAX_INSTANCES: usize = 64;

impl Hinter {
    fn instance(
        &mut self,
        font: &FontData,
        outlines: &OutlineGlyphCollection<'_>,
        size: f32,
        coords: &[i16],
    ) -> Option<&HintingInstance> {
        let face = FaceKey::of(font);
        let key = (face, size.to_bits(), coords.to_vec());
        if !self.instances.contains_key(&key) {
            if self.instances.len() >= MAX_INSTANCES {
                self.instances.clear();
            }
            let styles = self.styles.entry(face).or_insert_with(|| GlyphStyles::new(outlines)).clone();
            let options = HintingOptions {
                engine: Engine::Auto(Some(styles)),
                target: Target::from(SmoothMode::Light),
            };
            let instance = HintingInstance::new(outlines, Size::new(size), LocationRef::new(&normalized(coords)), options).ok();
            self.instances.insert(key.clone(), instance);
        }
        self.instances.get(&key).and_then(Option::as_ref)
    }
}

fn normalized(coords: &[i16]) -> Vec<NormalizedCoord> {
    coords.iter().map(|bits| NormalizedCoord::from_bits(*bits)).collect()
}

/// The outline of a glyph at a size in px, with faux italic applied; `None` for empty glyphs (spaces), bitmap glyphs and
/// unreadable fonts. Faux bold is a matter of painting: see [`embolden_width`]. With a `hinter` the outline is fitted to
/// pixel rows (not if it is slanted).
pub fn glyph_path(
    font: &FontData,
    glyph: u32,
    size: f32,
    coords: &[i16],
    synthesis: &Synthesis,
    hinter: Option<&mut Hinter>,
) -> Option<Path> {
    let face = FontRef::from_index(font.data.as_ref(), font.index).ok()?;
    let outlines = face.outline_glyphs();
    let outline = outlines.get(GlyphId::new(glyph))?;
    let mut pen = Pen::default();
    let skew = synthesis.skew();
    let hinted = match hinter {
        Some(hinter) if skew.is_none() => hinter.instance(font, &outlines, size, coords),
        _ => None,
    };
    match hinted {
        Some(instance) => outline.draw(DrawSettings::hinted(instance, false), &mut pen).ok()?,
        None => {
            let coords = normalized(coords);
            outline
                .draw(DrawSettings::unhinted(Size::new(size), LocationRef::new(&coords)), &mut pen)
                .ok()?
        }
    };
    let path = pen.path.finish()?;
    match skew {
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
