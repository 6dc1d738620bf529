//! From styled text to shaped inline content.

use super::BoxId;
use super::inline::{Cluster, ClusterKind, FontRun, InlineContext, InlineItem, Shaped, ShapedGlyph};
use crate::text::{family_list, font_attributes};
use oracade_text::bidi::Levels;
use oracade_text::{Fonts, scaled_size};
use parley::BaseDirection;
use parley::style::{FontFeature, FontFeatures, StyleProperty};
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;
use style::Zero;
use style::computed_values::font_variant_caps::T as FontVariantCaps;
use style::computed_values::white_space_collapse::T as WhiteSpaceCollapse;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::{LineBreak, WordBreak};

/// The object replacement character, which stands for an atomic box.
pub(super) const OBJECT: char = '\u{fffc}';

/// The soft hyphen.
const SOFT_HYPHEN: char = '\u{ad}';

/// Collects the inline content of one block.
#[derive(Default)]
pub(super) struct ContentBuilder {
    pub(super) text: String,
    pub(super) items: Vec<InlineItem>,
    styles: Vec<(usize, Arc<ComputedValues>)>,
    /// Stretches of synthesised small capitals.
    small: Vec<Range<usize>>,
    /// The last character was a collapsible space (or the content starts here).
    at_space: bool,
    /// Something other than collapsible white space was added.
    pub(super) has_content: bool,
}

impl ContentBuilder {
    pub(super) fn new() -> Self {
        Self {
            at_space: true,
            ..Self::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn mark_style(&mut self, style: &Arc<ComputedValues>) {
        let end = self.text.len();
        match self.styles.last_mut() {
            Some((last_end, last)) if Arc::ptr_eq(last, style) => *last_end = end,
            _ => self.styles.push((end, style.clone())),
        }
    }

    /// Adds text with white-space processing (CSS Text 3 §4.1.1).
    pub(super) fn push_text(&mut self, text: &str, style: &Arc<ComputedValues>, owner: BoxId) {
        let collapse = style.get_inherited_text().white_space_collapse;
        let before = self.text.len();
        let text = transform(text, style);
        let small_caps = style.get_font().font_variant_caps == FontVariantCaps::SmallCaps;
        match collapse {
            WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => {
                for c in text.chars().filter(|c| *c != '\r') {
                    self.put(c, small_caps);
                }
                self.at_space = false;
                self.has_content |= !text.is_empty();
            }
            WhiteSpaceCollapse::Collapse | WhiteSpaceCollapse::PreserveBreaks => {
                for c in text.chars() {
                    match c {
                        '\n' if collapse == WhiteSpaceCollapse::PreserveBreaks => {
                            if self.text.len() > before && self.text.ends_with(' ') {
                                self.text.pop();
                            }
                            self.text.push('\n');
                            self.at_space = true;
                            self.has_content = true;
                        }
                        ' ' | '\t' | '\n' | '\r' | '\u{c}' => {
                            if !self.at_space {
                                self.text.push(' ');
                                self.at_space = true;
                            }
                        }
                        c => {
                            self.put(c, small_caps);
                            self.at_space = false;
                            self.has_content = true;
                        }
                    }
                }
            }
        }
        if self.text.len() > before {
            self.mark_style(style);
            self.items.push(InlineItem::Text {
                end: self.text.len(),
                owner,
                node: 0,
            });
        }
    }

    /// Adds a character; of small capitals, the capital of a small letter.
    fn put(&mut self, c: char, small_caps: bool) {
        if !small_caps || !c.is_lowercase() {
            self.text.push(c);
            return;
        }
        let start = self.text.len();
        self.text.extend(c.to_uppercase());
        let end = self.text.len();
        match self.small.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => self.small.push(start..end),
        }
    }

    /// Adds the text of a text node.
    pub(super) fn push_node_text(&mut self, node: u32, text: &str, style: &Arc<ComputedValues>, owner: BoxId) {
        let before = self.text.len();
        self.push_text(text, style, owner);
        if self.text.len() > before
            && let Some(InlineItem::Text { node: from, .. }) = self.items.last_mut()
        {
            *from = node;
        }
    }

    /// Adds a forced line break.
    pub(super) fn push_break(&mut self, style: &Arc<ComputedValues>, owner: BoxId) {
        if self.text.ends_with(' ') && self.at_space {
            // A collapsible space before a forced break is removed; its byte stays to keep offsets, with no width: it hangs.
        }
        self.text.push('\n');
        self.mark_style(style);
        self.items.push(InlineItem::Text {
            end: self.text.len(),
            owner,
            node: 0,
        });
        self.at_space = true;
        self.has_content = true;
    }

    pub(super) fn push_atomic(&mut self, id: BoxId, style: &Arc<ComputedValues>) {
        self.text.push(OBJECT);
        self.mark_style(style);
        self.items.push(InlineItem::Atomic(id));
        self.at_space = false;
        self.has_content = true;
    }

    /// Adds bidirectional controls.
    pub(super) fn push_controls(&mut self, controls: &str, style: &Arc<ComputedValues>) {
        if controls.is_empty() {
            return;
        }
        self.text.push_str(controls);
        self.mark_style(style);
        self.items.push(InlineItem::Control { end: self.text.len() });
    }

    /// Puts bidirectional controls before everything else.
    pub(super) fn lead_with(&mut self, controls: &str, style: &Arc<ComputedValues>) {
        if controls.is_empty() {
            return;
        }
        let length = controls.len();
        self.text.insert_str(0, controls);
        for (end, _) in &mut self.styles {
            *end += length;
        }
        for small in &mut self.small {
            *small = small.start + length..small.end + length;
        }
        self.styles.insert(0, (length, style.clone()));
        for item in &mut self.items {
            if let InlineItem::Text { end, .. } | InlineItem::Control { end } = item {
                *end += length;
            }
        }
        self.items.insert(0, InlineItem::Control { end: length });
    }

    pub(super) fn push_item(&mut self, item: InlineItem) {
        if matches!(item, InlineItem::Float(_)) {
            self.has_content = true;
        }
        self.items.push(item);
    }

    pub(super) fn finish(self, shaped: Rc<Shaped>) -> InlineContext {
        InlineContext {
            text: self.text,
            items: self.items,
            styles: self.styles,
            shaped,
            lines: Vec::new(),
            first_line: None,
        }
    }

    /// The same content with other styles: each text's, by its owner.
    pub(super) fn restyled(&self, style_of: impl Fn(BoxId) -> Option<Arc<ComputedValues>>) -> Self {
        let mut other = Self::new();
        let mut start = 0;
        for item in &self.items {
            let (end, owner) = match item {
                InlineItem::Text { end, owner, .. } => (*end, Some(*owner)),
                InlineItem::Control { end } => (*end, None),
                InlineItem::Atomic(_) => (start + OBJECT.len_utf8(), None),
                _ => continue,
            };
            let text = self.text.get(start..end).unwrap_or("");
            let known = self.styles.partition_point(|(end, _)| *end <= start);
            let Some((_, before)) = self.styles.get(known) else { break };
            let style = owner.and_then(&style_of).unwrap_or_else(|| before.clone());
            let changed = transform(text, &style);
            // Offsets stay what they are: letters that become more are left alone.
            let text = if changed.len() == text.len() { &changed } else { text };
            let small_caps = style.get_font().font_variant_caps == FontVariantCaps::SmallCaps;
            for c in text.chars() {
                let capital: String = c.to_uppercase().collect();
                other.put(c, small_caps && capital.len() == c.len_utf8());
            }
            other.mark_style(&style);
            start = end;
        }
        other.items.clone_from(&self.items);
        other
    }

    pub(super) fn styles(&self) -> &[(usize, Arc<ComputedValues>)] {
        &self.styles
    }

    pub(super) fn small_capitals(&self) -> &[Range<usize>] {
        &self.small
    }
}

/// `text-transform` (CSS Text 3 §2.1).
fn transform<'a>(text: &'a str, style: &ComputedValues) -> Cow<'a, str> {
    use style::values::specified::text::TextTransform;
    let transform = style.get_inherited_text().text_transform;
    if transform.contains(TextTransform::UPPERCASE) {
        Cow::Owned(text.to_uppercase())
    } else if transform.contains(TextTransform::LOWERCASE) {
        Cow::Owned(text.to_lowercase())
    } else if transform.contains(TextTransform::CAPITALIZE) {
        let mut out = String::with_capacity(text.len());
        let mut start = true;
        for c in text.chars() {
            if start && c.is_alphanumeric() {
                out.extend(c.to_uppercase());
            } else {
                out.push(c);
            }
            // An apostrophe within a word does not end it.
            let apostrophe = matches!(c, '\'' | '\u{2019}');
            start = if apostrophe { start } else { !c.is_alphanumeric() };
        }
        Cow::Owned(out)
    } else {
        Cow::Borrowed(text)
    }
}

/// True if two styles shape text alike.
pub(super) fn shapes_alike(a: &Arc<ComputedValues>, b: &Arc<ComputedValues>) -> bool {
    if Arc::ptr_eq(a, b) {
        return true;
    }
    let (fa, fb) = (a.get_font(), b.get_font());
    let has_spacing = |style: &ComputedValues| !style.get_inherited_text().letter_spacing.0.is_zero();
    let breaking = |style: &ComputedValues| {
        let text = style.get_inherited_text();
        (text.word_break, text.line_break, text.white_space_collapse)
    };
    (std::ptr::eq(fa, fb) || fa == fb) && has_spacing(a) == has_spacing(b) && breaking(a) == breaking(b)
}

/// What is shaped besides the text itself.
pub(super) struct Styling<'a> {
    /// End and style of each stretch.
    pub(super) styles: &'a [(usize, Arc<ComputedValues>)],
    /// Stretches of synthesised small capitals.
    pub(super) small: &'a [Range<usize>],
    /// Direction of the paragraphs.
    pub(super) base: BaseDirection,
    /// How much larger fonts are than their styles say.
    pub(super) scale: f32,
}

/// Part of the font size small capitals have that a font does not bring itself.
const SMALL_CAPITALS: f32 = 0.7;

/// Shapes text with fonts so much larger than their styles say.
pub(crate) fn shape_scaled(fonts: &mut Fonts, text: &str, styles: &[(usize, Arc<ComputedValues>)], scale: f32) -> Shaped {
    let styling = Styling {
        styles,
        small: &[],
        base: BaseDirection::Auto,
        scale,
    };
    shape(fonts, text, &styling)
}

/// Shapes text with a style for each stretch.
pub(super) fn shape(fonts: &mut Fonts, text: &str, styling: &Styling<'_>) -> Shaped {
    let mut shaped = Shaped {
        levels: Levels::of(text, styling.base),
        ..Shaped::default()
    };
    if text.is_empty() {
        return shaped;
    }
    let lists: Vec<_> = styling
        .styles
        .iter()
        .map(|(_, style)| {
            let font = style.get_font();
            let families = family_list(font);
            (
                fonts.family_list(&families),
                families,
                font_attributes(font),
                scaled_size(font_size(font) * styling.scale),
            )
        })
        .collect();
    let mut partial = Vec::new();
    let mut start = 0;
    for ((end, _), (_, families, _, _)) in styling.styles.iter().zip(&lists) {
        let stretches = fonts.partial_stretches(families, text.get(start..*end).unwrap_or(""));
        partial.extend(
            stretches
                .into_iter()
                .map(|(range, family)| (range.start + start..range.end + start, family)),
        );
        start = *end;
    }
    let mut builder = fonts.layout.ranged_builder(&mut fonts.context, text, 1.0, false);
    builder.set_base_direction(styling.base);
    builder.set_line_break_override(Some(parley::CHROMIUM_LINE_BREAK_OVERRIDE));
    let mut start = 0;
    for ((end, style), (family, _, attributes, size)) in styling.styles.iter().zip(lists) {
        let range = start..*end;
        start = *end;
        builder.push(StyleProperty::FontFamily(family), range.clone());
        builder.push(StyleProperty::FontSize(size), range.clone());
        builder.push(StyleProperty::FontWeight(attributes.weight), range.clone());
        builder.push(StyleProperty::FontStyle(attributes.style), range.clone());
        builder.push(StyleProperty::FontWidth(attributes.width), range.clone());
        let inherited = style.get_inherited_text();
        if inherited.word_break == WordBreak::KeepAll {
            builder.push(StyleProperty::WordBreak(parley::WordBreak::KeepAll), range.clone());
        }
        let strictness = match inherited.line_break {
            LineBreak::Auto => None,
            LineBreak::Loose => Some(parley::LineBreak::Loose),
            LineBreak::Normal => Some(parley::LineBreak::Normal),
            LineBreak::Strict => Some(parley::LineBreak::Strict),
            LineBreak::Anywhere => Some(parley::LineBreak::Anywhere),
        };
        if let Some(strictness) = strictness {
            builder.push(StyleProperty::LineBreak(strictness), range.clone());
        }
        if inherited.white_space_collapse == WhiteSpaceCollapse::BreakSpaces {
            let kept = parley::style::WhiteSpaceCollapse::BreakSpaces;
            builder.push(StyleProperty::WhiteSpaceCollapse(kept), range.clone());
        }
        let features = features(style);
        if !features.is_empty() {
            builder.push(
                StyleProperty::FontFeatures(FontFeatures::List(Cow::Owned(features))),
                range.clone(),
            );
        }
        for small in styling.small {
            let part = small.start.max(range.start)..small.end.min(range.end);
            if part.start < part.end {
                builder.push(StyleProperty::FontSize((size * SMALL_CAPITALS).round()), part);
            }
        }
    }
    for (range, family) in partial {
        builder.push(StyleProperty::FontFamily(family), range);
    }
    let mut layout = builder.build(text);
    // Lines of no width end at every opportunity, which is how parley tells them.
    layout.break_all_lines(Some(0.0));
    let mut after_opportunity = false;
    for line in layout.lines() {
        let start = line.text_range().start as u32;
        let from = shaped.clusters.len();
        for run in line.runs() {
            add_run(fonts, &mut shaped, &run, text);
        }
        if after_opportunity && let Some(first) = shaped.clusters[from..].iter_mut().find(|cluster| cluster.start == start) {
            first.break_before = true;
        }
        after_opportunity = line.break_reason() == parley::BreakReason::Regular;
    }
    shaped.clusters.sort_by_key(|cluster| cluster.start);
    let mut after_objects = oracade_text::breaks::after_objects(text).into_iter().peekable();
    for cluster in &mut shaped.clusters {
        cluster.break_before |= after_objects.next_if_eq(&(cluster.start as usize)).is_some();
    }
    add_hyphens(fonts, &mut shaped, text, styling);
    shaped
}

fn font_size(font: &style::properties::style_structs::Font) -> f32 {
    let size = crate::style::font_size::of(font);
    if size.is_finite() { size.clamp(0.0, 10_000.0) } else { 0.0 }
}

/// Shapes a hyphen for each style with soft hyphens; it is shown where a line ends at one (CSS Text 3 §5.4).
fn add_hyphens(fonts: &mut Fonts, shaped: &mut Shaped, text: &str, styling: &Styling<'_>) {
    if !text.contains(SOFT_HYPHEN) {
        return;
    }
    let mut start = 0;
    for (end, style) in styling.styles {
        let stretch = text.get(start..*end).unwrap_or("");
        if let Some(at) = stretch.find(SOFT_HYPHEN) {
            let font = style.get_font();
            let family = fonts.family_list(&family_list(font));
            let attributes = font_attributes(font);
            let hyphen = "\u{2010}";
            let mut builder = fonts.layout.ranged_builder(&mut fonts.context, hyphen, 1.0, false);
            builder.push_default(StyleProperty::FontFamily(family));
            builder.push_default(StyleProperty::FontSize(scaled_size(font_size(font))));
            builder.push_default(StyleProperty::FontWeight(attributes.weight));
            builder.push_default(StyleProperty::FontStyle(attributes.style));
            builder.push_default(StyleProperty::FontWidth(attributes.width));
            let mut layout = builder.build(hyphen);
            layout.break_all_lines(None);
            let first = shaped.clusters.len();
            for run in layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>()) {
                add_run(fonts, shaped, &run, hyphen);
            }
            for cluster in shaped.clusters.iter_mut().skip(first) {
                // It stands for no text, but is set as its style says.
                (cluster.start, cluster.end) = ((start + at) as u32, u32::MAX);
            }
            if shaped.clusters.len() == first + 1 {
                shaped.hyphens.push((*end as u32, first as u32));
            } else {
                shaped.clusters.truncate(first);
            }
        }
        start = *end;
    }
}

fn features(style: &ComputedValues) -> Vec<FontFeature> {
    let font = style.get_font();
    let mut features: Vec<FontFeature> = Vec::new();
    let feature = |tag: &[u8; 4], value| FontFeature {
        tag: parley::setting::Tag::from_bytes(*tag),
        value,
    };
    if !style.get_inherited_text().letter_spacing.0.is_zero() {
        for tag in [b"liga", b"clig", b"dlig", b"hlig", b"calt"] {
            features.push(feature(tag, 0));
        }
    }
    use style::values::specified::font::FontVariantLigatures as Ligatures;
    let ligatures = font.font_variant_ligatures;
    for (on, off, tags) in [
        (
            Ligatures::COMMON_LIGATURES,
            Ligatures::NO_COMMON_LIGATURES,
            [b"liga", b"clig"].as_slice(),
        ),
        (
            Ligatures::DISCRETIONARY_LIGATURES,
            Ligatures::NO_DISCRETIONARY_LIGATURES,
            &[b"dlig"],
        ),
        (
            Ligatures::HISTORICAL_LIGATURES,
            Ligatures::NO_HISTORICAL_LIGATURES,
            &[b"hlig"],
        ),
        (Ligatures::CONTEXTUAL, Ligatures::NO_CONTEXTUAL, &[b"calt"]),
    ] {
        for tag in tags {
            if ligatures.contains(on) {
                features.push(feature(tag, 1));
            } else if ligatures.contains(off) || ligatures.contains(Ligatures::NONE) {
                features.push(feature(tag, 0));
            }
        }
    }
    if font.font_kerning == style::computed_values::font_kerning::T::None {
        features.push(feature(b"kern", 0));
    }
    use style::values::specified::font::FontVariantNumeric as Numeric;
    let numeric = font.font_variant_numeric;
    for (bit, tag) in [
        (Numeric::TABULAR_NUMS, b"tnum"),
        (Numeric::PROPORTIONAL_NUMS, b"pnum"),
        (Numeric::LINING_NUMS, b"lnum"),
        (Numeric::OLDSTYLE_NUMS, b"onum"),
        (Numeric::SLASHED_ZERO, b"zero"),
    ] {
        if numeric.contains(bit) {
            features.push(feature(tag, 1));
        }
    }
    features.extend(font.font_feature_settings.0.iter().map(|setting| FontFeature {
        tag: parley::setting::Tag::from_bytes(setting.tag.0.to_be_bytes()),
        value: setting.value as u16,
    }));
    // What is said last counts.
    features.reverse();
    features.sort_by_key(|feature| feature.tag);
    features.dedup_by_key(|feature| feature.tag);
    features
}

fn add_run(fonts: &Fonts, shaped: &mut Shaped, run: &parley::layout::Run<'_, u32>, text: &str) {
    // `size-adjust` of the face makes everything of it larger.
    let adjust = fonts.metrics_override(run.font()).size.unwrap_or(1.0);
    let size = run.font_size() * adjust;
    let same = shaped
        .runs
        .last()
        .is_some_and(|last| last.font == *run.font() && last.size == size && last.synthesis == run.synthesis());
    if !same {
        let metrics = fonts.metrics_of(run.font(), run.font_size());
        shaped.runs.push(FontRun {
            font: run.font().clone(),
            size,
            synthesis: run.synthesis(),
            coords: run.normalized_coords().iter().map(|c| c.to_bits()).collect(),
            ascent: metrics.ascent,
            descent: metrics.descent,
            line_spacing: metrics.line_spacing,
        });
    }
    let index = shaped.runs.len() as u32 - 1;
    for cluster in run.clusters() {
        let range: Range<usize> = cluster.text_range();
        let first = shaped.glyphs.len() as u32;
        for glyph in cluster.glyphs() {
            shaped.glyphs.push(ShapedGlyph {
                id: glyph.id,
                x: glyph.x * adjust,
                y: glyph.y * adjust,
                advance: glyph.advance * adjust,
            });
        }
        let kind = match text.get(range.clone()).and_then(|t| t.chars().next()) {
            Some('\n' | '\u{2028}' | '\u{2029}') => ClusterKind::Newline,
            Some(' ') => ClusterKind::Space,
            Some('\u{a0}') => ClusterKind::NoBreakSpace,
            Some('\t') => ClusterKind::Tab,
            Some(SOFT_HYPHEN) => ClusterKind::SoftHyphen,
            Some(OBJECT) => ClusterKind::Object,
            _ => ClusterKind::Text,
        };
        shaped.clusters.push(Cluster {
            start: range.start as u32,
            end: range.end as u32,
            advance: cluster.advance() * adjust,
            run: index,
            glyphs: (first, shaped.glyphs.len() as u32),
            break_before: false,
            kind,
        });
    }
}
