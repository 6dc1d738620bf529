//! Text of a 2D context: shaping, measuring and placing.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use oracade_text::parley::{self, FontData, FontFeature, FontFeatures, PositionedLayoutItem, StyleProperty};
use oracade_text::{FontMetrics, Fonts, GlyphPainter, PositionedGlyph, RunRef, Synthesis, scaled_size};

use crate::css_filter::Filter;
use crate::css_font::{Caps, CssFont};
use crate::fill::Buffers;

/// What a text is set in besides its font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Index of the font in the store.
    pub font: usize,
    /// `textAlign`: 0 start, 1 end, 2 left, 3 right, 4 center.
    pub align: u8,
    /// `textBaseline`: 0 alphabetic, 1 top, 2 hanging, 3 middle, 4 ideographic, 5 bottom.
    pub baseline: u8,
    /// `direction` is right to left.
    pub rtl: bool,
    /// `letterSpacing`, px.
    pub letter_spacing: f32,
    /// `wordSpacing`, px.
    pub word_spacing: f32,
    /// `fontKerning` is not `none`.
    pub kerning: bool,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            font: 0,
            align: 0,
            baseline: 0,
            rtl: false,
            letter_spacing: 0.0,
            word_spacing: 0.0,
            kerning: true,
        }
    }
}

/// The attributes of `TextMetrics`, in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are the interface's attributes")]
pub struct TextMeasure {
    pub width: f64,
    pub actual_left: f64,
    pub actual_right: f64,
    pub font_ascent: f64,
    pub font_descent: f64,
    pub actual_ascent: f64,
    pub actual_descent: f64,
    pub hanging_baseline: f64,
    pub alphabetic_baseline: f64,
    pub ideographic_baseline: f64,
}

pub(crate) struct ShapedRun {
    pub(crate) font: FontData,
    pub(crate) size: f32,
    pub(crate) coords: Vec<i16>,
    pub(crate) synthesis: Synthesis,
    pub(crate) glyphs: Vec<PositionedGlyph>,
}

impl ShapedRun {
    pub(crate) fn run_ref<'a>(&'a self, glyphs: &'a [PositionedGlyph]) -> RunRef<'a> {
        RunRef {
            font: &self.font,
            size: self.size,
            coords: &self.coords,
            synthesis: self.synthesis,
            glyphs,
        }
    }
}

struct Word {
    runs: Vec<Rc<ShapedRun>>,
    advance: f32,
}

/// A line of text: runs and how far right each lies.
pub(crate) struct Line {
    pub(crate) runs: Vec<(Rc<ShapedRun>, f32)>,
    pub(crate) width: f32,
}

type WordKey = (usize, u32, u32, bool, bool, String);

/// Shapes and measures text with a page's fonts; keeps shaped words and glyphs.
pub struct TextEngine {
    fonts: Arc<Mutex<Fonts>>,
    pub(crate) painter: GlyphPainter,
    /// Buffers for drawing, kept from one batch of commands to the next.
    pub(crate) buffers: Buffers,
    css_fonts: Vec<Rc<CssFont>>,
    filters: Vec<Rc<Vec<Filter>>>,
    words: IndexMap<WordKey, Rc<Word>>,
    /// Widths of lines that were asked for, by style and text.
    widths: Vec<(TextStyle, HashMap<String, f32>)>,
    widths_kept: usize,
    /// Metrics of the primary faces, by font.
    metrics: Vec<Option<FontMetrics>>,
    generation: u64,
}

const MAX_WORDS: usize = 4096;
/// Longest text whose width is kept, bytes.
const MAX_KEPT_TEXT: usize = 512;
/// Longest text that is shaped, bytes: more is cut off.
const MAX_TEXT: usize = 1 << 16;

impl TextEngine {
    /// An engine over a page's fonts.
    pub fn new(fonts: Arc<Mutex<Fonts>>) -> Self {
        Self {
            fonts,
            painter: GlyphPainter::new(),
            buffers: Buffers::default(),
            filters: vec![Rc::new(Vec::new())],
            css_fonts: vec![Rc::new(CssFont::initial())],
            words: IndexMap::new(),
            widths: Vec::new(),
            widths_kept: 0,
            metrics: Vec::new(),
            generation: 0,
        }
    }

    fn fonts(&self) -> MutexGuard<'_, Fonts> {
        self.fonts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a font and returns its index; equal fonts share one. Index 0 is the initial font.
    pub fn intern(&mut self, font: CssFont) -> usize {
        if let Some(index) = self.css_fonts.iter().position(|known| **known == font) {
            return index;
        }
        self.css_fonts.push(Rc::new(font));
        self.css_fonts.len() - 1
    }

    /// [`Self::intern`] of a font that others hold too; it is not compared where it is the same one.
    pub fn intern_shared(&mut self, font: &Rc<CssFont>) -> usize {
        let known = |known: &Rc<CssFont>| Rc::ptr_eq(known, font) || known == font;
        if let Some(index) = self.css_fonts.iter().position(known) {
            return index;
        }
        self.css_fonts.push(font.clone());
        self.css_fonts.len() - 1
    }

    /// A font that is kept; the initial one for an unknown index.
    pub fn css_font(&self, index: usize) -> CssFont {
        (*self.font(index)).clone()
    }

    /// Keeps a filter list and returns its index; equal lists share one. Index 0 is the empty list.
    pub fn intern_filter(&mut self, filters: Vec<Filter>) -> usize {
        if let Some(index) = self.filters.iter().position(|known| **known == filters) {
            return index;
        }
        self.filters.push(Rc::new(filters));
        self.filters.len() - 1
    }

    pub(crate) fn filter(&self, index: usize) -> Rc<Vec<Filter>> {
        self.filters.get(index).cloned().unwrap_or_default()
    }

    pub(crate) fn font(&self, index: usize) -> Rc<CssFont> {
        match self.css_fonts.get(index).or_else(|| self.css_fonts.first()) {
            Some(font) => font.clone(),
            None => Rc::new(CssFont::initial()),
        }
    }

    /// Width of a line in px: the attribute `width` of what [`Self::measure`] gives, at less cost.
    pub fn width(&mut self, text: &str, style: &TextStyle) -> f64 {
        self.renew();
        // Neither how a line is aligned nor its baseline has to do with its width.
        let style = TextStyle {
            align: 0,
            baseline: 0,
            ..*style
        };
        let alike = self.widths.iter().position(|(known, _)| *known == style);
        if let Some((_, widths)) = alike.and_then(|at| self.widths.get(at))
            && let Some(width) = widths.get(text)
        {
            return f64::from(*width);
        }
        let width = self.line(text, &style).width;
        if text.len() > MAX_KEPT_TEXT {
            return f64::from(width);
        }
        if self.widths_kept >= MAX_WORDS {
            self.widths.clear();
            self.widths_kept = 0;
        }
        self.widths_kept += 1;
        match self.widths.iter_mut().find(|(known, _)| *known == style) {
            Some((_, widths)) => drop(widths.insert(text.to_owned(), width)),
            None => self.widths.push((style, HashMap::from([(text.to_owned(), width)]))),
        }
        f64::from(width)
    }

    /// Sets one line. White space characters become spaces; nothing is collapsed.
    pub(crate) fn line(&mut self, text: &str, style: &TextStyle) -> Line {
        let mut end = text.len().min(MAX_TEXT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text: String = text[..end]
            .chars()
            .map(|c| {
                if matches!(c, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r') {
                    ' '
                } else {
                    c
                }
            })
            .collect();
        self.renew();
        if self.words.len() > MAX_WORDS {
            self.words.clear();
        }
        let mut line = Line {
            runs: Vec::new(),
            width: 0.0,
        };
        // Chromium shapes word by word, so that there is no kerning with spaces; text with right-to-left characters is
        // shaped as a whole for its reordering.
        let whole = style.rtl || text.chars().any(is_right_to_left);
        let pieces: Vec<&str> = if whole { vec![text.as_str()] } else { split_words(&text) };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let word = self.word(piece, style);
            for run in &word.runs {
                line.runs.push((run.clone(), line.width));
            }
            line.width += word.advance;
        }
        line
    }

    fn word(&mut self, text: &str, style: &TextStyle) -> Rc<Word> {
        let key = (
            style.font,
            style.letter_spacing.to_bits(),
            style.word_spacing.to_bits(),
            style.kerning,
            style.rtl,
            text.to_owned(),
        );
        if let Some(word) = self.words.get(&key) {
            return word.clone();
        }
        let css = self.font(style.font);
        let word = Rc::new(shape(&mut self.fonts(), &css, text, style));
        self.words.insert(key, word.clone());
        word
    }

    /// Forgets what was made with other fonts than the page has now.
    fn renew(&mut self) {
        let generation = self.fonts().generation();
        if generation != self.generation {
            self.words.clear();
            self.widths.clear();
            self.widths_kept = 0;
            self.metrics.clear();
            self.generation = generation;
        }
    }

    fn metrics(&mut self, style: &TextStyle) -> FontMetrics {
        self.renew();
        if let Some(Some(known)) = self.metrics.get(style.font) {
            return *known;
        }
        let css = self.font(style.font);
        let metrics = self.fonts().primary_metrics(&css.families, css.attributes(), css.size);
        if style.font < self.css_fonts.len() {
            self.metrics.resize(self.css_fonts.len(), None);
            self.metrics[style.font] = Some(metrics);
        }
        metrics
    }

    /// Distance of the alphabetic baseline below the point text is drawn at.
    pub(crate) fn baseline_shift(&mut self, style: &TextStyle) -> f32 {
        if style.baseline == 0 {
            return 0.0;
        }
        let metrics = self.metrics(style);
        shift(style.baseline, &metrics)
    }

    /// How far left of the point text is drawn at the line starts.
    pub(crate) fn align_shift(style: &TextStyle, width: f32) -> f32 {
        match (style.align, style.rtl) {
            (4, _) => width / 2.0,
            (3, _) | (0, true) | (1, false) => width,
            _ => 0.0,
        }
    }

    /// `measureText`.
    pub fn measure(&mut self, text: &str, style: &TextStyle) -> TextMeasure {
        let line = self.line(text, style);
        let metrics = self.metrics(style);
        let mut ink: Option<[f32; 4]> = None;
        for (run, offset) in &line.runs {
            for glyph in &run.glyphs {
                let Some([left, top, right, bottom]) = self.painter.ink_bounds(&run.run_ref(&[]), glyph.id) else {
                    continue;
                };
                // Skia's glyph bounds are whole pixels around the ink.
                let (x, y) = (offset + glyph.x, glyph.y);
                let bounds = [x + left.floor(), y + top.floor(), x + right.ceil(), y + bottom.ceil()];
                ink = Some(match ink {
                    None => bounds,
                    Some(known) => [
                        known[0].min(bounds[0]),
                        known[1].min(bounds[1]),
                        known[2].max(bounds[2]),
                        known[3].max(bounds[3]),
                    ],
                });
            }
        }
        let ink = ink.unwrap_or_default();
        let start = f64::from(Self::align_shift(style, line.width));
        let base = f64::from(shift(style.baseline, &metrics));
        let empty = line.runs.is_empty();
        TextMeasure {
            width: f64::from(line.width),
            actual_left: if empty { 0.0 } else { zero(start - f64::from(ink[0])) },
            actual_right: if empty { 0.0 } else { zero(f64::from(ink[2]) - start) },
            font_ascent: f64::from(metrics.ascent) - base,
            font_descent: f64::from(metrics.descent) + base,
            // Without ink the box is a point on the alphabetic baseline, as in Chromium.
            actual_ascent: zero(-f64::from(ink[1]) - base),
            actual_descent: zero(f64::from(ink[3]) + base),
            hanging_baseline: f64::from(hanging(&metrics)) - base,
            alphabetic_baseline: zero(-base),
            ideographic_baseline: f64::from(ideographic(&metrics)) - base,
        }
    }
}

/// Without the sign of a negative zero.
fn zero(value: f64) -> f64 {
    value + 0.0
}

fn shift(baseline: u8, metrics: &FontMetrics) -> f32 {
    match baseline {
        1 => metrics.em_ascent,
        2 => hanging(metrics),
        3 => (metrics.em_ascent - metrics.em_descent) / 2.0,
        4 => ideographic(metrics),
        5 => -metrics.em_descent,
        _ => 0.0,
    }
}

/// The hanging baseline above the alphabetic one; four fifths of the ascent in fonts that do not name it.
fn hanging(metrics: &FontMetrics) -> f32 {
    metrics.hanging.unwrap_or(metrics.ascent * 0.8)
}

fn ideographic(metrics: &FontMetrics) -> f32 {
    metrics.ideographic.unwrap_or(-metrics.descent)
}

fn is_right_to_left(c: char) -> bool {
    matches!(c as u32, 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x10800..=0x10fff | 0x1e800..=0x1efff | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069)
}

/// Words and single spaces, in order.
fn split_words(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (index, c) in text.char_indices() {
        if c == ' ' {
            pieces.push(&text[start..index]);
            pieces.push(&text[index..index + 1]);
            start = index + 1;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// Shapes a word. Small capitals that the font does not have are made of capitals of seven tenths of the size, as Chromium
/// makes them.
fn shape(fonts: &mut Fonts, css: &CssFont, text: &str, style: &TextStyle) -> Word {
    let mut word = Word {
        runs: Vec::new(),
        advance: 0.0,
    };
    let own = feature(css.caps).is_none_or(|tag| has_feature(fonts, css, tag));
    if own {
        shape_piece(fonts, css, text, css.size, style, &mut word);
        return word;
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let small = css.caps.makes_small(first);
        let end = rest
            .char_indices()
            .find(|(_, c)| css.caps.makes_small(*c) != small)
            .map_or(rest.len(), |(index, _)| index);
        let (piece, after) = rest.split_at(end);
        if small {
            shape_piece(fonts, css, &piece.to_uppercase(), css.size * 0.7, style, &mut word);
        } else {
            shape_piece(fonts, css, piece, css.size, style, &mut word);
        }
        rest = after;
    }
    word
}

/// The OpenType feature that a keyword of `font-variant-caps` asks for first.
fn feature(caps: Caps) -> Option<&'static [u8; 4]> {
    Some(match caps {
        Caps::Normal | Caps::Titling => return None,
        Caps::Small | Caps::AllSmall => b"smcp",
        Caps::Petite | Caps::AllPetite => b"pcap",
        Caps::Unicase => b"unic",
    })
}

fn has_feature(fonts: &mut Fonts, css: &CssFont, tag: &[u8; 4]) -> bool {
    fonts
        .primary_face(&css.families, css.attributes())
        .is_some_and(|face| oracade_text::has_feature(&face.font, tag))
}

fn shape_piece(fonts: &mut Fonts, css: &CssFont, text: &str, size: f32, style: &TextStyle, word: &mut Word) {
    let stack = fonts.family_list(&css.families);
    let partial = fonts.partial_stretches(&css.families, text);
    let attributes = css.attributes();
    let mut builder = fonts.layout.ranged_builder(&mut fonts.context, text, 1.0, false);
    builder.set_base_direction(if style.rtl {
        parley::BaseDirection::Rtl
    } else {
        parley::BaseDirection::Ltr
    });
    builder.push_default(StyleProperty::FontFamily(stack));
    builder.push_default(StyleProperty::FontSize(scaled_size(size)));
    builder.push_default(StyleProperty::FontWeight(attributes.weight));
    builder.push_default(StyleProperty::FontStyle(attributes.style));
    builder.push_default(StyleProperty::FontWidth(attributes.width));
    builder.push_default(StyleProperty::LetterSpacing(style.letter_spacing));
    builder.push_default(StyleProperty::WordSpacing(style.word_spacing));
    let mut features: Vec<FontFeature> = Vec::new();
    if !style.kerning {
        features.push(FontFeature::new(parley::setting::Tag::new(b"kern"), 0));
    }
    let capitals: &[&[u8; 4]] = match css.caps {
        Caps::Normal => &[],
        Caps::Small => &[b"smcp"],
        Caps::AllSmall => &[b"smcp", b"c2sc"],
        Caps::Petite => &[b"pcap"],
        Caps::AllPetite => &[b"pcap", b"c2pc"],
        Caps::Unicase => &[b"unic"],
        Caps::Titling => &[b"titl"],
    };
    features.extend(capitals.iter().map(|tag| FontFeature::new(parley::setting::Tag::new(tag), 1)));
    if !features.is_empty() {
        builder.push_default(StyleProperty::FontFeatures(FontFeatures::from(features.as_slice())));
    }
    for (range, family) in partial {
        builder.push(StyleProperty::FontFamily(family), range);
    }
    let mut layout = builder.build(text);
    layout.break_all_lines(None);
    for line in layout.lines() {
        for item in line.items() {
            let PositionedLayoutItem::GlyphRun(run) = item else {
                continue;
            };
            let mut x = word.advance;
            let glyphs = run
                .glyphs()
                .map(|glyph| {
                    let placed = PositionedGlyph {
                        id: glyph.id,
                        x: x + glyph.x,
                        y: -glyph.y,
                    };
                    x += glyph.advance;
                    placed
                })
                .collect();
            let inner = run.run();
            word.runs.push(Rc::new(ShapedRun {
                font: inner.font().clone(),
                size: inner.font_size(),
                coords: inner.normalized_coords().iter().map(|c| c.to_bits()).collect(),
                synthesis: inner.synthesis(),
                glyphs,
            }));
            word.advance = x;
        }
    }
}
