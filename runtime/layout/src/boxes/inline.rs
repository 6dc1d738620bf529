//! Inline formatting contexts: their text, its shaping, and the lines layout makes of them.

use super::BoxId;
use oracade_text::Synthesis;
use oracade_text::bidi::Levels;
use parley::FontData;
use std::ops::Range;
use std::rc::Rc;
use style::properties::ComputedValues;
use style::servo_arc::Arc;

/// Inline content of a block, and its lines once laid out.
pub struct InlineContext {
    /// The text after white-space processing, one object replacement character per atomic box.
    pub text: String,
    /// Content in order.
    pub(crate) items: Vec<InlineItem>,
    /// Style of each stretch of the text: end offset and style.
    pub(crate) styles: Vec<(usize, Arc<ComputedValues>)>,
    pub(crate) shaped: Rc<Shaped>,
    /// The lines, top down.
    pub lines: Vec<Line>,
    /// The same content as its first line shows it, if that has a style of its own.
    pub(crate) first_line: Option<Box<FirstLine>>,
}

/// What `::first-line` makes of inline content (CSS Pseudo-Elements 4 §2.1).
pub(crate) struct FirstLine {
    /// All of the content in the styles of the first line; its offsets are those of the content.
    pub(crate) content: InlineContext,
    /// The pseudo-element's own style.
    pub(crate) style: Arc<ComputedValues>,
    /// What inline boxes inherit on the first line.
    pub(crate) spans: Vec<(BoxId, Arc<ComputedValues>)>,
}

impl FirstLine {
    /// The style of an inline box, or of the line itself.
    pub(crate) fn style_of(&self, id: Option<BoxId>) -> &Arc<ComputedValues> {
        let own = self.spans.iter().find(|(span, _)| Some(*span) == id);
        own.map_or(&self.style, |(_, style)| style)
    }
}

/// A piece of inline content.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum InlineItem {
    /// Text up to an offset, belonging to an inline box or to the block itself.
    Text {
        end: usize,
        owner: BoxId,
        /// The text node it came from; 0 for generated text.
        node: u32,
    },
    Open(BoxId),
    Close(BoxId),
    /// An atomic box, at one object replacement character.
    Atomic(BoxId),
    OutOfFlow(BoxId),
    Float(BoxId),
    /// A bidirectional control, up to an offset, that CSS puts there: it takes part in the algorithm only.
    Control {
        end: usize,
    },
}

/// A line box. Coordinates are relative to the block's border box, in CSS px.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Top.
    pub top: f32,
    /// Height.
    pub height: f32,
    /// Baseline of the root inline box.
    pub baseline: f32,
    /// Left edge of the content after alignment.
    pub left: f32,
    /// Width of the content without hanging spaces.
    pub width: f32,
    /// Text of the line in order.
    pub runs: Vec<TextRun>,
    /// Range of the text.
    pub text: Range<usize>,
    /// More lines would follow, which `-webkit-line-clamp` leaves out.
    pub clamped: bool,
    /// Atomic boxes of the line.
    pub atomics: Vec<BoxId>,
}

/// A stretch of glyphs of one font in one inline box.
#[derive(Clone, Debug)]
pub struct TextRun {
    /// The inline box the text is in, or the block.
    pub owner: BoxId,
    /// Index of the font run in the shaped text.
    pub run: u32,
    /// Clusters.
    pub(crate) clusters: Range<u32>,
    /// Left edge.
    pub x: f32,
    /// Width.
    pub width: f32,
    /// Baseline.
    pub baseline: f32,
    /// Extra width per space that justification gave.
    pub(crate) justification: f32,
    /// The first cluster is at the right.
    pub(crate) rtl: bool,
    /// Ascent and descent of the first available font, which rectangles of text are as high as.
    pub(crate) extent: (f32, f32),
    /// It is of the first line's own content.
    pub(crate) on_first_line: bool,
}

/// Shaped text.
#[derive(Default)]
pub(crate) struct Shaped {
    /// Font runs.
    pub(crate) runs: Vec<FontRun>,
    pub(crate) clusters: Vec<Cluster>,
    pub(crate) glyphs: Vec<ShapedGlyph>,
    /// Embedding levels; `None` if all is left to right.
    pub(crate) levels: Option<Levels>,
    /// Hyphens to show at soft hyphens: end of the stretch they are for, and their cluster, which is after those of the text.
    pub(crate) hyphens: Vec<(u32, u32)>,
}

/// One font at one size.
pub struct FontRun {
    /// The font.
    pub font: FontData,
    /// Size in px.
    pub size: f32,
    /// Faux bold and slant.
    pub synthesis: Synthesis,
    /// Normalised variation coordinates.
    pub coords: Vec<i16>,
    pub(crate) ascent: f32,
    pub(crate) descent: f32,
    pub(crate) line_spacing: f32,
}

/// The smallest unit of text that is not split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cluster {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Advance without spacing properties.
    pub(crate) advance: f32,
    pub(crate) run: u32,
    pub(crate) glyphs: (u32, u32),
    pub(crate) break_before: bool,
    pub(crate) kind: ClusterKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterKind {
    Text,
    Space,
    NoBreakSpace,
    Tab,
    Newline,
    Object,
    /// Nothing is seen of it unless a line ends there.
    SoftHyphen,
}

/// A glyph: id, offset from the pen, advance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapedGlyph {
    pub(crate) id: u32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) advance: f32,
}

impl InlineContext {
    /// The style of the text at an offset.
    pub(crate) fn style_at(&self, offset: usize) -> Option<&Arc<ComputedValues>> {
        let at = self.styles.partition_point(|(end, _)| *end <= offset);
        self.styles.get(at).or(self.styles.last()).map(|(_, style)| style)
    }

    /// The content a run is of: this, or what its first line shows of it.
    pub(crate) fn of(&self, run: &TextRun) -> &Self {
        match &self.first_line {
            Some(first) if run.on_first_line => &first.content,
            _ => self,
        }
    }

    /// The glyphs of a run with their origins, relative to the block's border box.
    pub fn glyphs(&self, run: &TextRun) -> Vec<oracade_text::PositionedGlyph> {
        let mut out = Vec::new();
        for (cluster, mut at, _) in self.placed_clusters(run) {
            let glyphs = cluster.glyphs.0 as usize..cluster.glyphs.1 as usize;
            if matches!(
                cluster.kind,
                ClusterKind::Text | ClusterKind::Space | ClusterKind::NoBreakSpace
            ) {
                for glyph in self.of(run).shaped.glyphs.get(glyphs).unwrap_or(&[]) {
                    out.push(oracade_text::PositionedGlyph {
                        id: glyph.id,
                        x: at + glyph.x,
                        y: run.baseline - glyph.y,
                    });
                    at += glyph.advance;
                }
            }
        }
        out
    }

    /// The clusters of a run from left to right, each with its left edge and its width.
    pub(crate) fn placed_clusters<'s>(&'s self, run: &TextRun) -> impl Iterator<Item = (&'s Cluster, f32, f32)> + use<'s> {
        let range = run.clusters.start as usize..run.clusters.end as usize;
        let content = self.of(run);
        let clusters = content.shaped.clusters.get(range).unwrap_or(&[]);
        let (rtl, justification, mut pen) = (run.rtl, run.justification, run.x);
        (0..clusters.len()).map(move |index| {
            let cluster = &clusters[if rtl { clusters.len() - 1 - index } else { index }];
            let extra = if cluster.kind == ClusterKind::Space {
                justification
            } else {
                0.0
            };
            let width = content.advance(cluster) + extra;
            let left = pen;
            pen += width;
            (cluster, left, width)
        })
    }

    /// Width of the longest line if only forced breaks count.
    pub(crate) fn widest(&self) -> f32 {
        let (mut widest, mut line) = (0.0f32, 0.0f32);
        for cluster in self.shaped.clusters.iter().filter(|cluster| cluster.end != u32::MAX) {
            if cluster.kind == ClusterKind::Newline {
                line = 0.0;
            } else {
                line += self.advance(cluster);
                widest = widest.max(line);
            }
        }
        widest
    }

    /// The cluster of the hyphen to show at a soft hyphen.
    pub(crate) fn hyphen_at(&self, offset: u32) -> Option<u32> {
        let at = self.shaped.hyphens.partition_point(|(end, _)| *end <= offset);
        self.shaped.hyphens.get(at).map(|(_, cluster)| *cluster)
    }

    /// The font run of a text run.
    pub fn font_run(&self, run: &TextRun) -> Option<&FontRun> {
        self.of(run).shaped.runs.get(run.run as usize)
    }

    /// A cluster's advance with letter and word spacing (CSS Text 3 §8).
    pub(crate) fn advance(&self, cluster: &Cluster) -> f32 {
        if matches!(cluster.kind, ClusterKind::Newline | ClusterKind::SoftHyphen) {
            return 0.0;
        }
        let Some(style) = self.style_at(cluster.start as usize) else {
            return cluster.advance;
        };
        let size = crate::style::font_size::of(style.get_font());
        let text = style.get_inherited_text();
        let letter = text.letter_spacing.0.resolve(style::values::computed::Length::new(size)).px();
        let mut advance = cluster.advance + letter;
        if matches!(cluster.kind, ClusterKind::Space | ClusterKind::NoBreakSpace) {
            advance += text.word_spacing.resolve(style::values::computed::Length::new(size)).px();
        }
        advance
    }
}
