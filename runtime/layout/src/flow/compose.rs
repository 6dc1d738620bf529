//! Composition of lines (CSS 2 §10.8): where everything on them goes, horizontally and vertically.

mod first_line;
mod line;
mod reorder;
mod wrap;

use super::inline::{AtomicSize, InlineEdges, Measured, inline_edges};
use super::lines::{Break, Unit, UnitKind, find_break, hyphen_before};
use super::{Pass, node, resolve_calc};
use crate::boxes::inline::{InlineContext, Line, TextRun};
use crate::boxes::{BoxId, BoxKind, Control, Fragment, LayoutBox, Rect as BoxRect};
use crate::style::text_properties;
use crate::text::{family_list, font_attributes};
use oracade_text::FontMetrics;
use std::sync::PoisonError;
use style::properties::ComputedValues;
use style::values::computed::box_::{AlignmentBaseline, BaselineShift};
use style::values::computed::font::LineHeight;
use style::values::computed::{Appearance, Length};
use style::values::generics::box_::BaselineShiftKeyword;
use style::values::specified::TextAlignKeyword;
use style::values::specified::text::TextAlignLast;
use taffy::{
    BlockContext, BlockItemStyle, Clear, CoreStyle, Float, FloatDirection, LayoutInput, LayoutOutput, LayoutPartialTree,
    MaybeMath, MaybeResolve, Point, Rect, ResolveOrZero, Size,
};

/// Vertical extent of an inline box or atomic box around its baseline.
#[derive(Clone, Copy)]
struct Extent {
    ascent: f32,
    descent: f32,
}

/// An inline box that is open while lines are composed.
#[derive(Clone)]
struct OpenBox {
    id: Option<BoxId>,
    metrics: FontMetrics,
    line_height: f32,
    is_normal: bool,
    extent: Extent,
    /// Baseline above that of its group.
    shift: f32,
    group: usize,
    edges: Option<InlineEdges>,
    /// Left border edge of the fragment on the present line.
    start: f32,
    first: bool,
    /// Relative offset, its ancestors' included.
    offset: (f32, f32),
}

/// Boxes aligned as one with the line's top or bottom (the first group with the baseline).
struct Group {
    extent: Option<Extent>,
    to_bottom: bool,
    shift: f32,
}

struct Placed {
    atomic: usize,
    x: f32,
    line: usize,
    group: usize,
    shift: f32,
    offset: (f32, f32),
    extent: Extent,
}

struct PendingFragment {
    id: BoxId,
    fragment: Fragment,
    line: usize,
    group: usize,
    shift: f32,
    above: f32,
    below: f32,
    offset: (f32, f32),
}

struct PendingRun {
    line: usize,
    run: TextRun,
    group: usize,
    shift: f32,
    offset: (f32, f32),
}

pub(super) struct OutOfFlowAt {
    pub(super) id: BoxId,
    pub(super) x: f32,
    pub(super) line: usize,
    pub(super) before: bool,
    pub(super) span: Option<BoxId>,
}

pub(super) struct FloatAt {
    pub(super) id: BoxId,
    pub(super) location: Point<f32>,
    pub(super) size: Size<f32>,
    pub(super) margin: Rect<f32>,
    pub(super) output: LayoutOutput,
}

/// Lines of a block in the coordinates of its content box.
pub(super) struct Composed {
    pub(super) lines: Vec<Line>,
    pub(super) height: f32,
    pub(super) float_bottom: f32,
    pub(super) fragments: Vec<(BoxId, Fragment)>,
    pub(super) atomics: Vec<(AtomicSize, f32, f32)>,
    pub(super) out_of_flow: Vec<OutOfFlowAt>,
    pub(super) floats: Vec<FloatAt>,
    pub(super) content_width: f32,
}

pub(super) struct Composer<'a, 't> {
    pass: &'a mut Pass<'t>,
    id: BoxId,
    content: &'a InlineContext,
    measured: &'a Measured,
    /// Units and content of the line at hand: the first line may have its own.
    units: &'a [Unit],
    shown: &'a InlineContext,
    inputs: &'a LayoutInput,
    width: f32,
    open: Vec<OpenBox>,
    lines: Vec<Line>,
    groups: Vec<Group>,
    runs: Vec<PendingRun>,
    fragments: Vec<PendingFragment>,
    placed: Vec<Placed>,
    done_fragments: Vec<(BoxId, Fragment)>,
    done_atomics: Vec<(AtomicSize, f32, f32)>,
    out_of_flow: Vec<OutOfFlowAt>,
    floats: Vec<FloatAt>,
    next_atomic: usize,
    content_width: f32,
    quirks: bool,
}

/// Metrics of a style's first available font.
pub(super) fn metrics_of(pass: &Pass<'_>, style: &ComputedValues) -> FontMetrics {
    let font = style.get_font();
    *pass
        .metrics
        .borrow_mut()
        .entry(std::ptr::from_ref(font) as usize)
        .or_insert_with(|| {
            let mut fonts = pass.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            let size = crate::style::font_size::of(font);
            fonts.primary_metrics(&family_list(font), font_attributes(font), size)
        })
}

/// Lines a block shows at most (`-webkit-line-clamp`).
fn clamp_of(style: &ComputedValues) -> Option<usize> {
    text_properties::keyword(style, "-webkit-line-clamp")?.parse().ok()
}

/// Rounds down to Chromium's layout unit, 1/64 px.
fn floor_unit(value: f32) -> f32 {
    (value * 64.0).floor() / 64.0
}

/// Used line height; the flag is `line-height: normal`.
pub(crate) fn line_height_of(style: &ComputedValues, metrics: &FontMetrics) -> (f32, bool) {
    let font = style.get_font();
    match font.line_height {
        LineHeight::Normal => (metrics.line_spacing, true),
        LineHeight::Number(n) => (floor_unit(n.0 * crate::style::font_size::of(font)), false),
        LineHeight::Length(l) => (floor_unit(l.0.px()), false),
    }
}

/// Used line height in a box: drop-downs with their native look have lines as high as their font makes them, whatever is said of them.
pub(super) fn line_height_in(b: &LayoutBox, metrics: &FontMetrics) -> (f32, bool) {
    let native = b.kind == BoxKind::Control(Control::Select) && b.style.get_box().clone_appearance() != Appearance::None;
    if native {
        (metrics.ascent + metrics.descent, false)
    } else {
        line_height_of(&b.style, metrics)
    }
}

/// Ascent and descent with half the leading each, the upper half rounded down to whole pixels as Chromium does.
fn with_leading(ascent: f32, descent: f32, line_height: f32) -> Extent {
    let above = ((line_height - (ascent + descent)) / 2.0).floor();
    Extent {
        ascent: ascent + above,
        descent: line_height - ascent - above,
    }
}

impl<'a, 't> Composer<'a, 't> {
    pub(super) fn new(
        pass: &'a mut Pass<'t>,
        id: BoxId,
        content: &'a InlineContext,
        measured: &'a Measured,
        inputs: &'a LayoutInput,
        width: f32,
    ) -> Self {
        let mut composer = Self {
            pass,
            id,
            content,
            measured,
            units: measured.first_line.as_ref().unwrap_or(&measured.units),
            shown: content.first_line.as_ref().map_or(content, |first| &first.content),
            inputs,
            width,
            open: Vec::new(),
            lines: Vec::new(),
            groups: Vec::new(),
            runs: Vec::new(),
            fragments: Vec::new(),
            placed: Vec::new(),
            done_fragments: Vec::new(),
            done_atomics: Vec::new(),
            out_of_flow: Vec::new(),
            floats: Vec::new(),
            next_atomic: 0,
            content_width: 0.0,
            quirks: false,
        };
        composer.quirks = composer.pass.tree.quirks;
        let root = composer.open_box(None);
        composer.open.push(root);
        composer
    }

    fn open_box(&self, id: Option<BoxId>) -> OpenBox {
        let style = self.style_of(id).clone();
        let metrics = metrics_of(self.pass, &style);
        let (line_height, is_normal) = if self.on_first_line() {
            line_height_of(&style, &metrics)
        } else {
            line_height_in(self.pass.tree.get(id.unwrap_or(self.id)), &metrics)
        };
        let extent = with_leading(metrics.ascent, metrics.descent, line_height);
        let edges = id.map(|id| inline_edges(self.pass, id, self.inputs.parent_size.width));
        OpenBox {
            id,
            metrics,
            line_height,
            is_normal,
            extent,
            shift: 0.0,
            group: 0,
            edges,
            start: 0.0,
            first: true,
            offset: (0.0, 0.0),
        }
    }

    /// Baseline shift of a box with an extent in its parent (CSS Inline 3 §4), and whether it is aligned with the line.
    fn align(&self, style: &ComputedValues, extent: Extent, line_height: f32, parent: &OpenBox) -> (f32, Option<bool>) {
        let b = style.get_box();
        let size = parent.metrics.ascent + parent.metrics.descent;
        let parent_size = self.style_of(parent.id).get_font().font_size.used_size.0.px();
        let _ = size;
        let base = match b.clone_alignment_baseline() {
            AlignmentBaseline::Middle => (extent.descent - extent.ascent) / 2.0 + parent.metrics.x_height / 2.0,
            AlignmentBaseline::TextTop => parent.metrics.ascent - extent.ascent,
            AlignmentBaseline::TextBottom => extent.descent - parent.metrics.descent,
            _ => 0.0,
        };
        match b.clone_baseline_shift() {
            BaselineShift::Keyword(BaselineShiftKeyword::Sub) => (base - floor_unit(parent_size / 5.0 + 1.0), None),
            BaselineShift::Keyword(BaselineShiftKeyword::Super) => (base + floor_unit(parent_size / 3.0 + 1.0), None),
            BaselineShift::Keyword(BaselineShiftKeyword::Top) => (0.0, Some(false)),
            BaselineShift::Keyword(BaselineShiftKeyword::Bottom) => (0.0, Some(true)),
            BaselineShift::Keyword(BaselineShiftKeyword::Center) => {
                ((extent.descent - extent.ascent) / 2.0 + parent.metrics.x_height / 2.0, None)
            }
            BaselineShift::Length(length) => (base + length.resolve(Length::new(line_height)).px(), None),
        }
    }

    fn add_extent(&mut self, group: usize, shift: f32, extent: Extent) {
        let (ascent, descent) = (extent.ascent + shift, extent.descent - shift);
        let slot = &mut self.groups[group].extent;
        *slot = Some(match *slot {
            Some(old) => Extent {
                ascent: old.ascent.max(ascent),
                descent: old.descent.max(descent),
            },
            None => Extent { ascent, descent },
        });
    }

    fn relative_offset(&self, id: BoxId) -> (f32, f32) {
        let style = self.pass.style(id);
        if style.position() != taffy::Position::Relative {
            return (0.0, 0.0);
        }
        let inset = style.inset();
        let x = |v: taffy::LengthPercentageAuto| v.maybe_resolve(self.inputs.parent_size.width, resolve_calc);
        let y = |v: taffy::LengthPercentageAuto| v.maybe_resolve(self.inputs.parent_size.height, resolve_calc);
        (
            x(inset.left).or(x(inset.right).map(|v| -v)).unwrap_or(0.0),
            y(inset.top).or(y(inset.bottom).map(|v| -v)).unwrap_or(0.0),
        )
    }

    pub(super) fn compose(mut self, block: &mut BlockContext<'_>, inset: &Rect<f32>) -> Composed {
        let mut context = block.sub_context(inset.top, [inset.left, inset.right]);
        let style = self.pass.tree.get(self.id).style.clone();
        let text = style.get_inherited_text();
        let indent = text.text_indent.length.resolve(Length::new(self.width)).px();
        let mut y = 0.0f32;
        let mut at = 0;
        let mut total = self.units.len();
        let clamp = clamp_of(&style);
        let mut shown = None;
        let plain = !context.has_floats() && !self.on_first_line();
        let last_word = plain.then(|| self.kept_from_end(&style, indent)).flatten();
        let balanced = plain.then(|| self.balanced_width(&style, indent)).flatten();
        while at < total {
            if clamp == Some(self.lines.len())
                && let Some(last) = self.lines.last_mut()
            {
                last.clamped = true;
                shown = Some(y);
            }
            let (mut x, mut available) = (0.0, self.width);
            let mut line_y = y;
            if context.has_floats() {
                let slot = context.find_content_slot(y, Clear::None, None);
                if slot.segment_id.is_some() {
                    (x, available, line_y) = (slot.x, slot.width, slot.y.max(y));
                }
            }
            let indent = if self.lines.is_empty() { indent } else { 0.0 };
            // Floats of the line come first: they narrow it.
            let mut end = self.find(at, balanced.unwrap_or(available) - indent);
            if let Some((_, earlier)) = last_word.filter(|(start, _)| *start == at) {
                end.end = earlier;
            }
            let mut placed = 0;
            loop {
                let mut float = self.units[at..end.end].iter().filter_map(|u| match u.kind {
                    UnitKind::Float(id) => Some(id),
                    _ => None,
                });
                let Some(id) = float.nth(placed) else {
                    break;
                };
                placed += 1;
                self.place_float(id, line_y, &mut context, inset);
                let slot = context.find_content_slot(line_y, Clear::None, None);
                if slot.segment_id.is_some() {
                    (x, available, line_y) = (slot.x, slot.width, slot.y.max(line_y));
                }
                end = self.find(at, available - indent);
            }
            let from = if self.is_rtl() { x } else { x + indent };
            let height = self.line(at, end, from, available - indent, line_y, end.end >= total);
            y = line_y + height;
            at = end.end.max(at + 1);
            if self.on_first_line() {
                at = self.leave_first_line(at);
                total = self.units.len();
            }
        }
        let float_bottom = context.floated_content_height_contribution();
        block.add_child_floated_content_height_contribution(inset.top + float_bottom);
        Composed {
            lines: self.lines,
            height: shown.unwrap_or(y),
            float_bottom,
            fragments: self.done_fragments,
            atomics: self.done_atomics,
            out_of_flow: self.out_of_flow,
            floats: self.floats,
            content_width: self.content_width,
        }
    }

    fn find(&self, at: usize, width: f32) -> Break {
        find_break(self.units, at, width)
    }

    fn place_float(&mut self, id: BoxId, y: f32, context: &mut BlockContext<'_>, inset: &Rect<f32>) {
        let style = self.pass.style(id);
        let margin = style.margin().resolve_or_zero(self.inputs.parent_size.width, resolve_calc);
        let direction = if style.float() == Float::Right {
            FloatDirection::Right
        } else {
            FloatDirection::Left
        };
        let clear = style.clear();
        let inputs = LayoutInput {
            available_space: self.inputs.available_space.maybe_sub(margin.sum_axes()).maybe_max(Size::ZERO),
            ..*self.inputs
        };
        let output = self.pass.compute_child_layout(node(id), inputs);
        let size = output.size;
        let position = context.place_floated_box(size + margin.sum_axes(), y, direction, clear, false);
        let location = Point {
            x: position.x + margin.left + inset.left,
            y: position.y + margin.top + inset.top,
        };
        self.floats.push(FloatAt {
            id,
            location,
            size,
            margin,
            output,
        });
    }

    /// Composes one line and returns its height.
    fn line(&mut self, start: usize, end: Break, x: f32, available: f32, y: f32, is_last: bool) -> f32 {
        let index = self.lines.len();
        self.groups = vec![Group {
            extent: None,
            to_bottom: false,
            shift: 0.0,
        }];
        for state in &mut self.open {
            state.group = 0;
        }
        // Only a line with something on it has a height.
        let units = &self.units[start..end.end];
        let mut trailing = units.len();
        while trailing > 0 {
            let unit = &units[trailing - 1];
            if unit.hangs
                || matches!(
                    unit.kind,
                    UnitKind::Close(_)
                        | UnitKind::Open(_)
                        | UnitKind::OutOfFlow(_)
                        | UnitKind::Newline { .. }
                        | UnitKind::Float(_)
                )
            {
                trailing -= 1;
            } else {
                break;
            }
        }
        let has_edges = units
            .iter()
            .any(|u| matches!(u.kind, UnitKind::Open(_) | UnitKind::Close(_)) && u.width != 0.0);
        let occupied = trailing > 0 || end.forced || has_edges || units.iter().any(|u| u.hangs && !u.collapses);
        let spaces = units[..trailing].iter().filter(|u| u.hangs).count();
        let visible: f32 = units
            .iter()
            .enumerate()
            .map(|(i, u)| {
                if i >= trailing && u.hangs && (u.collapses || !end.forced) {
                    0.0
                } else {
                    u.width
                }
            })
            .sum();
        let visible = visible
            + if end.forced || end.end >= self.units.len() {
                0.0
            } else {
                hyphen_before(self.units, end.end)
            };
        let (offset, justification) = self.text_align(available - visible, spaces, is_last || end.forced);
        if occupied {
            self.open_extents();
        }
        let mut state = LineState {
            index,
            first_unit: start,
            trailing,
            justification,
            occupied,
            pen: x + offset,
            item_start: x + offset,
            text: None,
            atomics: Vec::new(),
            seen_content: false,
        };
        let left = state.pen;
        let reordered = self.shown.shaped.levels.is_some();
        if reordered {
            self.put_reordered(&mut state, end.end);
        } else {
            self.put_in_order(&mut state, end.end);
        }
        if !end.forced && end.end < self.units.len() {
            self.put_hyphen(&mut state, end.end);
        }
        let pen = state.pen;
        self.content_width = self.content_width.max(pen);
        // Boxes that go on get a fragment each; the line's own box stays open.
        for depth in 1..self.open.len() {
            if !reordered {
                self.fragment(depth, pen, index, false);
            }
            self.open[depth].first = false;
        }
        let (height, baseline) = self.finish_line(y, occupied);
        self.lines.push(Line {
            top: y,
            height,
            baseline,
            left,
            width: visible,
            runs: Vec::new(),
            text: state.text.unwrap_or(0..0),
            clamped: false,
            atomics: state.atomics,
        });
        self.resolve_line(index, y, occupied, baseline);
        height
    }

    /// How far right a line begins, and what justification adds to each space. Lines wider than their block stick out at the end
    /// of the block's direction.
    fn text_align(&self, free: f32, spaces: usize, is_last: bool) -> (f32, f32) {
        let style = &self.pass.tree.get(self.id).style;
        let text = style.get_inherited_text();
        let rtl = self.is_rtl();
        let free = if rtl { floor_unit(free) } else { floor_unit(free.max(0.0)) };
        let start = if rtl { free } else { 0.0 };
        let align = if is_last {
            match text.text_align_last {
                TextAlignLast::Auto if text.text_align == TextAlignKeyword::Justify => TextAlignKeyword::Start,
                TextAlignLast::Auto => text.text_align,
                TextAlignLast::Start => TextAlignKeyword::Start,
                TextAlignLast::End => TextAlignKeyword::End,
                TextAlignLast::Left => TextAlignKeyword::Left,
                TextAlignLast::Right => TextAlignKeyword::Right,
                TextAlignLast::Center => TextAlignKeyword::Center,
                TextAlignLast::Justify => TextAlignKeyword::Justify,
            }
        } else {
            text.text_align
        };
        match align {
            TextAlignKeyword::Center | TextAlignKeyword::MozCenter if free > 0.0 => (floor_unit(free / 2.0), 0.0),
            TextAlignKeyword::Right | TextAlignKeyword::MozRight => (free, 0.0),
            TextAlignKeyword::Left | TextAlignKeyword::MozLeft => (free.min(0.0), 0.0),
            TextAlignKeyword::End if rtl => (free.min(0.0), 0.0),
            TextAlignKeyword::End => (free, 0.0),
            TextAlignKeyword::Justify if spaces > 0 && free > 0.0 => (0.0, free / spaces as f32),
            _ => (start, 0.0),
        }
    }

    /// The block's lines run from right to left.
    fn is_rtl(&self) -> bool {
        match &self.shown.shaped.levels {
            // The paragraph may have found its direction itself.
            Some(levels) => levels.base == 1,
            None => false,
        }
    }
}

/// A line that is being filled.
struct LineState {
    index: usize,
    first_unit: usize,
    /// Number of units before the trailing white space.
    trailing: usize,
    justification: f32,
    occupied: bool,
    pen: f32,
    /// Where the text item at the pen began.
    item_start: f32,
    text: Option<std::ops::Range<usize>>,
    atomics: Vec<BoxId>,
    seen_content: bool,
}
