//! Font metrics as Chromium's layout and canvas see them.

use crate::fonts::FaceKey;
use crate::outline::{Hinter, glyph_path};
use fontique::Synthesis;
use indexmap::IndexMap;
use parley::FontData;
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider, Tag};

/// Metrics of a face at a size, in CSS px. Ascent and descent are positive distances from the baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FontMetrics {
    /// Ascent rounded to a whole pixel, as line layout and `fontBoundingBoxAscent` have it.
    pub ascent: f32,
    /// Descent rounded to a whole pixel.
    pub descent: f32,
    /// Ascent as the font has it.
    pub ascent_exact: f32,
    /// Descent as the font has it.
    pub descent_exact: f32,
    /// Part of the em above the baseline (`textBaseline = "top"`): the font's typographic ascender scaled so that ascender
    /// and descender fill the em, in whole 1/64 px.
    pub em_ascent: f32,
    /// Part of the em below the baseline.
    pub em_descent: f32,
    /// The hanging baseline above the alphabetic one, if the font names it (OpenType `BASE`, tag `hang`).
    pub hanging: Option<f32>,
    /// The ideographic baseline above the alphabetic one, if the font names it (tag `ideo`).
    pub ideographic: Option<f32>,
    /// Gap between lines as the font has it.
    pub line_gap: f32,
    /// What `line-height: normal` comes to: rounded ascent, descent and gap together.
    pub line_spacing: f32,
    /// Height of a lower-case x (`ex`).
    pub x_height: f32,
    /// Height of a capital (`cap`).
    pub cap_height: f32,
    /// The font's tables tell these heights.
    pub(crate) tells_heights: bool,
    /// Advance of the digit zero (`ch`); half an em where the font has none.
    pub zero_width: f32,
    /// Top of the underline below the baseline.
    pub underline_offset: f32,
    /// Thickness of the underline.
    pub underline_thickness: f32,
    /// Middle of a strike-through above the baseline.
    pub strikeout_offset: f32,
    /// Thickness of a strike-through.
    pub strikeout_thickness: f32,
}

/// The size of the font Chromium takes for a font size in px: whole hundredths. It cuts twice, and the second time a size whose
/// binary fraction lies below its hundredths (10.11) loses one more.
fn platform_size(size: f32) -> f32 {
    let cut = |size: f32| (size * 100.0).floor() / 100.0;
    if size.is_finite() { cut(cut(size)) } else { size }
}

/// The size glyphs are scaled to for a font size in px: FreeType keeps sizes in whole 1/64 px. Advances scale with it.
pub fn scaled_size(size: f32) -> f32 {
    (platform_size(size) * 64.0).floor() / 64.0
}

/// Heights of `x` and `H` as they are drawn at a size, where hinting moves their tops to whole pixels: what Chromium takes for `ex` and
/// `cap` of fonts that do not tell (OS/2 tables before version 2).
#[derive(Default)]
pub(crate) struct DrawnHeights {
    hinter: Hinter,
    known: IndexMap<(FaceKey, u32), [Option<f32>; 2]>,
}

const MAX_HEIGHTS: usize = 256;

impl DrawnHeights {
    /// Puts heights that a font does not tell into its metrics at a size in CSS px.
    pub(crate) fn complete(&mut self, font: &FontData, size: f32, metrics: &mut FontMetrics) {
        if metrics.tells_heights {
            return;
        }
        let size = scaled_size(size);
        let key = (FaceKey::of(font), size.to_bits());
        if !self.known.contains_key(&key) {
            if self.known.len() >= MAX_HEIGHTS {
                self.known.clear();
            }
            let heights = ['x', 'H'].map(|letter| self.measure(font, letter, size));
            self.known.insert(key, heights);
        }
        let [x, capital] = self.known.get(&key).copied().unwrap_or_default();
        metrics.x_height = x.unwrap_or(metrics.x_height);
        metrics.cap_height = capital.unwrap_or(metrics.cap_height);
    }

    fn measure(&mut self, font: &FontData, letter: char, size: f32) -> Option<f32> {
        let face = FontRef::from_index(font.data.as_ref(), font.index).ok()?;
        let glyph = face.charmap().map(letter)?.to_u32();
        let path = glyph_path(font, glyph, size, &[], &Synthesis::default(), Some(&mut self.hinter))?;
        Some(-path.bounds().top())
    }
}

impl FontMetrics {
    /// The metrics with a face's overrides; `size` is the font size they are parts of.
    #[must_use]
    pub fn overridden(mut self, by: &crate::MetricsOverride, size: f32) -> Self {
        if *by == crate::MetricsOverride::default() {
            return self;
        }
        let size = size * by.size.unwrap_or(1.0);
        if let Some(ascent) = by.ascent {
            self.ascent_exact = ascent * size;
            self.ascent = self.ascent_exact.round();
        }
        if let Some(descent) = by.descent {
            self.descent_exact = descent * size;
            self.descent = self.descent_exact.round();
        }
        if let Some(line_gap) = by.line_gap {
            self.line_gap = line_gap * size;
        }
        self.line_spacing = self.ascent + self.descent + self.line_gap.round();
        self
    }

    /// The metrics of a font at a size in CSS px; all zero for a font that cannot be read.
    pub fn of(font: &FontData, size: f32) -> Self {
        let Ok(face) = FontRef::from_index(font.data.as_ref(), font.index) else {
            return Self::default();
        };
        let size = platform_size(size);
        let metrics = face.metrics(Size::new(size), LocationRef::default());
        let glyphs = face.glyph_metrics(Size::new(scaled_size(size)), LocationRef::default());
        let ascent = metrics.ascent.round();
        let descent = (-metrics.descent).round();
        let zero = face.charmap().map('0').and_then(|glyph| glyphs.advance_width(glyph));
        let underline = metrics.underline;
        let strikeout = metrics.strikeout;
        let (above, below) = match face.os2() {
            Ok(os2) if os2.s_typo_ascender() > os2.s_typo_descender() => {
                (f32::from(os2.s_typo_ascender()), -f32::from(os2.s_typo_descender()))
            }
            _ => (ascent.max(1.0), descent),
        };
        let units = f32::from(metrics.units_per_em.max(1));
        let named = |tag| baseline(&face, tag).map(|value| f32::from(value) * size / units);
        let em_ascent = (above * size / (above + below) * 64.0).floor() / 64.0;
        Self {
            em_ascent,
            em_descent: size - em_ascent,
            hanging: named(Tag::new(b"hang")),
            ideographic: named(Tag::new(b"ideo")),
            ascent,
            descent,
            ascent_exact: metrics.ascent,
            descent_exact: -metrics.descent,
            line_gap: metrics.leading,
            line_spacing: ascent + descent + metrics.leading.round(),
            x_height: metrics.x_height.unwrap_or(metrics.ascent * 0.56),
            cap_height: metrics.cap_height.unwrap_or(metrics.ascent),
            tells_heights: metrics.x_height.is_some_and(|height| height > 0.0),
            zero_width: zero.unwrap_or(size / 2.0),
            underline_offset: underline.map_or(size / 10.0, |line| -line.offset),
            underline_thickness: underline.map_or(size / 20.0, |line| line.thickness),
            strikeout_offset: strikeout.map_or(size / 3.0, |line| line.offset),
            strikeout_thickness: strikeout.map_or(size / 20.0, |line| line.thickness),
        }
    }
}

/// True if a font has an OpenType feature of substitution.
pub fn has_feature(font: &FontData, tag: &[u8; 4]) -> bool {
    let tag = Tag::new(tag);
    FontRef::from_index(font.data.as_ref(), font.index)
        .and_then(|face| face.gsub()?.feature_list())
        .is_ok_and(|list| list.feature_records().iter().any(|record| record.feature_tag() == tag))
}

/// A baseline of horizontal text for the default script, in font units (OpenType `BASE` table). Chromium asks for no other.
fn baseline(face: &FontRef<'_>, tag: Tag) -> Option<i16> {
    let axis = face.base().ok()?.horiz_axis()?.ok()?;
    let tags = axis.base_tag_list()?.ok()?;
    let index = tags.baseline_tags().iter().position(|known| known.get() == tag)?;
    let scripts = axis.base_script_list().ok()?;
    let mut records = scripts.base_script_records().iter();
    let record = records.find(|record| record.base_script_tag() == Tag::new(b"DFLT"))?;
    let values = record.base_script(scripts.offset_data()).ok()?.base_values()?.ok()?;
    Some(values.base_coords().get(index).ok()?.coordinate())
}
