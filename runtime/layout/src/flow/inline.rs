//! Inline layout (CSS 2 §10.8): a block of lines.

use super::lines::{Break, Unit, UnitKind, find_break, intrinsic_widths, units};
use super::{Pass, node, resolve_calc};
use crate::boxes::inline::{InlineContext, Line, TextRun};
use crate::boxes::{BoxId, BoxKind, Fragment, Rect as BoxRect};
use crate::text::{family_list, font_attributes};
use oracade_text::FontMetrics;
use std::sync::PoisonError;
use style::computed_values::direction::T as TextDirection;
use style::properties::ComputedValues;
use style::values::computed::box_::{AlignmentBaseline, BaselineShift};
use style::values::computed::font::LineHeight;
use style::values::computed::{Length, OverflowWrap};
use style::values::generics::box_::BaselineShiftKeyword;
use style::values::specified::TextAlignKeyword;
use style::values::specified::box_::DisplayOutside;
use taffy::{
    AvailableSpace, AxisStaticEdge, AxisStaticPosition, BlockContainerStyle, BlockContext, BlockFormattingContext, BlockItemStyle,
    BoxSizing, Clear, CollapsibleMarginSet, CoreStyle, Float, FloatDirection, LayoutInput, LayoutOutput, LayoutPartialTree,
    MaybeMath, MaybeResolve, OofCandidate, OofCandidates, OofPositioningArea, Point, Rect, RequestedAxis, ResolveOrZero,
    RunMode, Size, SizingMode,
};

/// Lays a block of lines out.
pub(super) fn layout(
    pass: &mut Pass<'_>,
    id: BoxId,
    inputs: LayoutInput,
    context: Option<&mut BlockContext<'_>>,
) -> LayoutOutput {
    // The content is taken out while it is worked on; nothing below needs it through the tree.
    let Some(mut content) = pass.tree.get_mut(id).inline.take() else { return LayoutOutput::HIDDEN };
    let output = match context {
        Some(context) if !is_scroll_container(pass, id) => layout_in(pass, id, &mut content, inputs, context),
        _ => {
            let mut formatting = BlockFormattingContext::new();
            let mut root = formatting.root_block_context();
            layout_in(pass, id, &mut content, inputs, &mut root)
        }
    };
    pass.tree.get_mut(id).inline = Some(content);
    output
}

fn is_scroll_container(pass: &Pass<'_>, id: BoxId) -> bool {
    let overflow = pass.style(id).overflow();
    overflow.x.is_scroll_container() || overflow.y.is_scroll_container()
}

/// Box model of the block at hand.
struct Frame {
    padding: Rect<f32>,
    border: Rect<f32>,
    size: Size<Option<f32>>,
    min: Size<Option<f32>>,
    max: Size<Option<f32>>,
    ratio: Option<f32>,
}

fn frame(style: &impl CoreStyle, inputs: &LayoutInput) -> Frame {
    let parent = inputs.parent_size;
    let padding = style.padding().resolve_or_zero(parent.width, resolve_calc);
    let border = style.border().resolve_or_zero(parent.width, resolve_calc);
    let adjust = if style.box_sizing() == BoxSizing::ContentBox { (padding + border).sum_axes() } else { Size::ZERO };
    let content_only = inputs.sizing_mode == SizingMode::ContentSize;
    let ratio = if content_only { None } else { style.aspect_ratio() };
    let resolve = |size: Size<Option<f32>>| if content_only { Size::NONE } else { size.maybe_add(adjust) };
    Frame {
        padding,
        border,
        size: resolve(style.size().maybe_resolve(parent, resolve_calc).maybe_apply_aspect_ratio(ratio)),
        min: resolve(style.min_size().maybe_resolve(parent, resolve_calc).maybe_apply_aspect_ratio(ratio)),
        max: resolve(style.max_size().maybe_resolve(parent, resolve_calc)),
        ratio,
    }
}

fn layout_in(
    pass: &mut Pass<'_>,
    id: BoxId,
    content: &mut InlineContext,
    inputs: LayoutInput,
    block: &mut BlockContext<'_>,
) -> LayoutOutput {
    let style = pass.style(id);
    let frame = frame(&style, &inputs);
    let inset = frame.padding + frame.border;
    let frame_size = inset.sum_axes();
    let keeps_margins = !style.is_block()
        || style.overflow().x.is_scroll_container()
        || style.overflow().y.is_scroll_container()
        || style.position().is_out_of_flow()
        || inset.top > 0.0
        || inset.bottom > 0.0;
    let align_content = BlockContainerStyle::align_content(&style);
    let suppresses_baseline = style.contain().suppresses_baseline();
    drop(style);

    let fixed = frame.min.zip_map(frame.max, |min, max| match (min, max) {
        (Some(min), Some(max)) if max <= min => Some(min),
        _ => None,
    });
    let known = inputs
        .known_dimensions
        .or(fixed)
        .or(frame.size.maybe_clamp(frame.min, frame.max))
        .maybe_max(frame_size);
    if inputs.run_mode == RunMode::ComputeSize
        && let Size { width: Some(width), height: Some(height) } = known
    {
        return LayoutOutput::from_outer_size(Size { width, height });
    }
    if inputs.run_mode == RunMode::ComputeSize
        && inputs.axis == RequestedAxis::Horizontal
        && let Some(width) = known.width
    {
        return LayoutOutput::from_outer_size(Size { width, height: 0.0 });
    }

    let measure_width = match known.width {
        Some(width) => AvailableSpace::Definite((width - frame_size.width).max(0.0)),
        None => inputs.available_space.width.map_definite_value(|w| (w - frame_size.width).max(0.0)),
    };
    let child_inputs = LayoutInput {
        known_dimensions: Size::NONE,
        known_dimensions_are_definite: Size { width: true, height: true },
        available_space: Size {
            width: measure_width,
            height: known
                .height
                .map_or(AvailableSpace::MaxContent, |h| AvailableSpace::Definite((h - frame_size.height).max(0.0))),
        },
        sizing_mode: SizingMode::InherentSize,
        parent_size: Size {
            width: known.width.map(|w| (w - frame_size.width).max(0.0)).or(measure_width.into_option()),
            height: if pass.tree.get(id).is_anonymous() {
                inputs.parent_size.height
            } else {
                known
                    .height
                    .filter(|_| inputs.known_dimensions_are_definite.height)
                    .map(|h| (h - frame_size.height).max(0.0))
            },
        },
        axis: RequestedAxis::Both,
        run_mode: inputs.run_mode,
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    };

    let mut measured = measure(pass, content, &child_inputs);
    let width = match known.width {
        Some(width) => (width - frame_size.width).max(0.0),
        None => {
            let anywhere = content.styles.iter().any(|(_, s)| s.get_inherited_text().overflow_wrap == OverflowWrap::Anywhere);
            let (min, max) = intrinsic_widths(&measured.units, anywhere);
            let indent = 0.0f32;
            let floats = float_widths(pass, content, &child_inputs);
            let natural = match measure_width {
                AvailableSpace::MinContent => (min + indent).max(floats.0),
                AvailableSpace::MaxContent => max + indent + floats.1,
                AvailableSpace::Definite(available) => (max + indent + floats.1).min(available.max(min.max(floats.0))),
            };
            let natural = (natural * 64.0).ceil() / 64.0;
            let outer = Some(natural + frame_size.width).maybe_clamp(frame.min.width, frame.max.width);
            (outer.unwrap_or(natural) - frame_size.width).max(0.0)
        }
    };
    if inputs.run_mode == RunMode::ComputeSize && inputs.axis == RequestedAxis::Horizontal {
        return LayoutOutput::from_outer_size(Size { width: width + frame_size.width, height: 0.0 });
    }
    if known.width.is_none() && !measured.atomics.is_empty() {
        // Percentages of the content refer to the width just found.
        let resolved = LayoutInput {
            available_space: Size { width: AvailableSpace::Definite(width), ..child_inputs.available_space },
            parent_size: Size { width: Some(width), ..child_inputs.parent_size },
            ..child_inputs
        };
        measured = measure(pass, content, &resolved);
    }
    let child_inputs = LayoutInput {
        available_space: Size { width: AvailableSpace::Definite(width), ..child_inputs.available_space },
        parent_size: Size { width: Some(width), ..child_inputs.parent_size },
        ..child_inputs
    };
    let is_root = block.is_bfc_root();
    if is_root {
        block.set_width(width + frame_size.width);
    }
    let mut composed = Composer::new(pass, id, content, &measured, &child_inputs, width).compose(block, &inset);
    block.add_child_floated_content_height_contribution(0.0);
    let mut height = composed.height;
    if is_root {
        height = height.max(composed.float_bottom);
    }
    let outer = inputs
        .known_dimensions
        .or(known)
        .unwrap_or(Size { width, height } + frame_size)
        .maybe_clamp(if inputs.known_dimensions.height.is_some() { Size::NONE } else { frame.min }, if inputs.known_dimensions.height.is_some() { Size::NONE } else { frame.max });
    let size = Size {
        width: outer.width,
        height: outer.height.max(match frame.ratio {
            Some(ratio) if known.height.is_none() => outer.width / ratio,
            _ => 0.0,
        }),
    }
    .maybe_max(frame_size.map(Some));
    let shift_y = inset.top
        + if align_content.keyword() == taffy::AlignContentKeyword::Normal {
            0.0
        } else {
            taffy::compute_block_align_content_offset(align_content, size.height - frame_size.height - composed.height)
        };
    composed.translate(inset.left, shift_y);
    let first = composed.lines.iter().find(|l| l.height > 0.0 || l.width > 0.0).map(|l| l.baseline);
    let last = composed.lines.iter().rev().find(|l| l.height > 0.0 || l.width > 0.0).map(|l| l.baseline);
    let collapses = !keeps_margins && size.height == 0.0 && composed.height == 0.0;
    let overflow = composed.overflow(inset, size);
    let mut candidates = OofCandidates::new();
    if inputs.run_mode == RunMode::PerformLayout {
        candidates = composed.store(pass, id, content, &child_inputs, inset, size);
    }
    LayoutOutput {
        size,
        scrollable_overflow_rect: overflow,
        baselines: if suppresses_baseline { taffy::Baselines::NONE } else { taffy::Baselines { first, last } },
        top_margin: CollapsibleMarginSet::ZERO,
        bottom_margin: CollapsibleMarginSet::ZERO,
        margins_can_collapse_through: collapses,
        oof_candidates: candidates,
        oof_positioning_area: Some(OofPositioningArea {
            size: size - frame.border.sum_axes(),
            offset: Point { x: frame.border.left, y: frame.border.top },
        }),
    }
}

/// Units of a context with the sizes of its atomic boxes.
struct Measured {
    units: Vec<Unit>,
    atomics: Vec<AtomicSize>,
}

#[derive(Clone, Copy)]
struct AtomicSize {
    id: BoxId,
    size: Size<f32>,
    margin: Rect<f32>,
    /// From the top of the border box; `None`: the bottom margin edge.
    baseline: Option<f32>,
}

fn measure(pass: &mut Pass<'_>, content: &InlineContext, inputs: &LayoutInput) -> Measured {
    let mut atomics = Vec::new();
    for item in &content.items {
        if let crate::boxes::inline::InlineItem::Atomic(id) = item {
            atomics.push(measure_atomic(pass, *id, inputs));
        }
    }
    let mut next = 0;
    let basis = inputs.parent_size.width;
    let pass = &*pass;
    let units = units(
        content,
        &mut |id, start| {
            let edges = inline_edges(pass, id, basis);
            if start { edges.start() } else { edges.end() }
        },
        &mut |_| {
            let atomic: Option<&AtomicSize> = atomics.get(next);
            next += 1;
            atomic.map_or(0.0, |a| a.size.width + a.margin.horizontal_axis_sum())
        },
    );
    Measured { units, atomics }
}

fn measure_atomic(pass: &mut Pass<'_>, id: BoxId, inputs: &LayoutInput) -> AtomicSize {
    let style = pass.style(id);
    let margin = style.margin().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let overflow = style.overflow();
    let computed = style.computed();
    let is_flow = matches!(pass.tree.get(id).kind, BoxKind::Block) && !pass.tree.get(id).is_button;
    let hides_baseline =
        is_flow && (overflow.y.is_scroll_container() || overflow.x.is_scroll_container()) || style.contain().suppresses_baseline();
    let uses_last = is_flow;
    let width_style = style.size().width;
    let _ = computed;
    let available = inputs.available_space.maybe_sub(margin.sum_axes()).maybe_max(Size::ZERO);
    let mut child = LayoutInput { available_space: available, ..*inputs };
    match width_style.tag() {
        taffy::CompactLength::MIN_CONTENT_TAG => child.available_space.width = AvailableSpace::MinContent,
        taffy::CompactLength::MAX_CONTENT_TAG => child.available_space.width = AvailableSpace::MaxContent,
        taffy::CompactLength::STRETCH_TAG => child.known_dimensions.width = available.width.into_option(),
        _ => {}
    }
    drop(style);
    let output = pass.compute_child_layout(node(id), child);
    let baseline = if hides_baseline {
        None
    } else if uses_last {
        output.baselines.last.or(output.baselines.first)
    } else {
        output.baselines.first.or(output.baselines.last)
    };
    AtomicSize { id, size: output.size, margin, baseline }
}

/// Widest float, and all floats side by side.
fn float_widths(pass: &mut Pass<'_>, content: &InlineContext, inputs: &LayoutInput) -> (f32, f32) {
    let (mut widest, mut sum) = (0.0f32, 0.0f32);
    for item in &content.items {
        if let crate::boxes::inline::InlineItem::Float(id) = item {
            let margin = pass.style(*id).margin().resolve_or_zero(inputs.parent_size.width, resolve_calc);
            let output = pass.compute_child_layout(node(*id), *inputs);
            let width = output.size.width + margin.horizontal_axis_sum();
            widest = widest.max(width);
            sum += width;
        }
    }
    (widest, sum)
}

/// Margins, borders and padding of an inline box.
#[derive(Clone, Copy)]
struct InlineEdges {
    margin: Rect<f32>,
    border: Rect<f32>,
    padding: Rect<f32>,
}

impl InlineEdges {
    fn start(&self) -> f32 {
        self.margin.left + self.border.left + self.padding.left
    }

    fn end(&self) -> f32 {
        self.margin.right + self.border.right + self.padding.right
    }
}

fn inline_edges(pass: &Pass<'_>, id: BoxId, basis: Option<f32>) -> InlineEdges {
    let style = pass.style(id);
    InlineEdges {
        margin: style.margin().resolve_or_zero(basis, resolve_calc),
        border: style.border().resolve_or_zero(basis, resolve_calc),
        padding: style.padding().resolve_or_zero(basis, resolve_calc),
    }
}

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

struct OutOfFlowAt {
    id: BoxId,
    x: f32,
    line: usize,
    before: bool,
    span: Option<BoxId>,
}

struct FloatAt {
    id: BoxId,
    location: Point<f32>,
    size: Size<f32>,
    margin: Rect<f32>,
    output: LayoutOutput,
}

/// Lines of a block in the coordinates of its content box.
struct Composed {
    lines: Vec<Line>,
    height: f32,
    float_bottom: f32,
    fragments: Vec<(BoxId, Fragment)>,
    atomics: Vec<(AtomicSize, f32, f32)>,
    out_of_flow: Vec<OutOfFlowAt>,
    floats: Vec<FloatAt>,
    content_width: f32,
}

struct Composer<'a, 't> {
    pass: &'a mut Pass<'t>,
    id: BoxId,
    content: &'a InlineContext,
    measured: &'a Measured,
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
}

/// Metrics of a style's first available font.
pub(super) fn metrics_of(pass: &Pass<'_>, style: &ComputedValues) -> FontMetrics {
    let font = style.get_font();
    let mut fonts = pass.fonts.lock().unwrap_or_else(PoisonError::into_inner);
    fonts.primary_metrics(&family_list(font), font_attributes(font), font.font_size.used_size.0.px())
}

/// Used line height; the flag is `line-height: normal`.
pub(super) fn line_height_of(style: &ComputedValues, metrics: &FontMetrics) -> (f32, bool) {
    let font = style.get_font();
    let floor = |v: f32| (v * 64.0).floor() / 64.0;
    match font.line_height {
        LineHeight::Normal => (metrics.line_spacing, true),
        LineHeight::Number(n) => (floor(n.0 * font.font_size.used_size.0.px()), false),
        LineHeight::Length(l) => (floor(l.0.px()), false),
    }
}

/// Ascent and descent with half the leading each, the upper half rounded down to whole pixels as Chromium does.
fn with_leading(ascent: f32, descent: f32, line_height: f32) -> Extent {
    let above = ((line_height - (ascent + descent)) / 2.0).floor();
    Extent { ascent: ascent + above, descent: line_height - ascent - above }
}

impl<'a, 't> Composer<'a, 't> {
    fn new(
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
        };
        let root = composer.open_box(None);
        composer.open.push(root);
        composer
    }

    fn open_box(&self, id: Option<BoxId>) -> OpenBox {
        let style = self.pass.tree.get(id.unwrap_or(self.id)).style.clone();
        let metrics = metrics_of(self.pass, &style);
        let (line_height, is_normal) = line_height_of(&style, &metrics);
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
        let parent_size = self.pass.tree.get(parent.id.unwrap_or(self.id)).style.get_font().font_size.used_size.0.px();
        let _ = size;
        let base = match b.clone_alignment_baseline() {
            AlignmentBaseline::Middle => (extent.descent - extent.ascent) / 2.0 + parent.metrics.x_height / 2.0,
            AlignmentBaseline::TextTop => parent.metrics.ascent - extent.ascent,
            AlignmentBaseline::TextBottom => extent.descent - parent.metrics.descent,
            _ => 0.0,
        };
        match b.clone_baseline_shift() {
            BaselineShift::Keyword(BaselineShiftKeyword::Sub) => (base - (parent_size / 5.0 + 1.0).floor(), None),
            BaselineShift::Keyword(BaselineShiftKeyword::Super) => (base + (parent_size / 3.0 + 1.0).floor(), None),
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
            Some(old) => Extent { ascent: old.ascent.max(ascent), descent: old.descent.max(descent) },
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

    fn compose(mut self, block: &mut BlockContext<'_>, inset: &Rect<f32>) -> Composed {
        let mut context = block.sub_context(inset.top, [inset.left, inset.right]);
        let style = self.pass.tree.get(self.id).style.clone();
        let text = style.get_inherited_text();
        let indent = text.text_indent.length.resolve(Length::new(self.width)).px();
        let mut y = 0.0f32;
        let mut at = 0;
        let total = self.measured.units.len();
        while at < total {
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
            let mut end = self.find(at, available - indent);
            let mut placed = 0;
            loop {
                let float = self.measured.units[at..end.end].iter().filter_map(|u| match u.kind {
                    UnitKind::Float(id) => Some(id),
                    _ => None,
                });
                let Some(id) = float.skip(placed).next() else { break };
                placed += 1;
                self.place_float(id, line_y, &mut context, inset);
                let slot = context.find_content_slot(line_y, Clear::None, None);
                if slot.segment_id.is_some() {
                    (x, available, line_y) = (slot.x, slot.width, slot.y.max(line_y));
                }
                end = self.find(at, available - indent);
            }
            let height = self.line(at, end, x + indent, available - indent, line_y, end.end >= total);
            y = line_y + height;
            at = end.end.max(at + 1);
        }
        let float_bottom = context.floated_content_height_contribution();
        block.add_child_floated_content_height_contribution(inset.top + float_bottom);
        Composed {
            lines: self.lines,
            height: y,
            float_bottom,
            fragments: self.done_fragments,
            atomics: self.done_atomics,
            out_of_flow: self.out_of_flow,
            floats: self.floats,
            content_width: self.content_width,
        }
    }

    fn find(&self, at: usize, width: f32) -> Break {
        find_break(&self.measured.units, at, width)
    }

    fn place_float(&mut self, id: BoxId, y: f32, context: &mut BlockContext<'_>, inset: &Rect<f32>) {
        let style = self.pass.style(id);
        let margin = style.margin().resolve_or_zero(self.inputs.parent_size.width, resolve_calc);
        let direction = if style.float() == Float::Right { FloatDirection::Right } else { FloatDirection::Left };
        let clear = style.clear();
        drop(style);
        let inputs = LayoutInput {
            available_space: self.inputs.available_space.maybe_sub(margin.sum_axes()).maybe_max(Size::ZERO),
            ..*self.inputs
        };
        let output = self.pass.compute_child_layout(node(id), inputs);
        let size = output.size;
        let position = context.place_floated_box(size + margin.sum_axes(), y, direction, clear, false);
        let location = Point { x: position.x + margin.left + inset.left, y: position.y + margin.top + inset.top };
        self.floats.push(FloatAt { id, location, size, margin, output });
    }

    /// Composes one line and returns its height.
    fn line(&mut self, start: usize, end: Break, x: f32, available: f32, y: f32, is_last: bool) -> f32 {
        let index = self.lines.len();
        self.groups = vec![Group { extent: None, to_bottom: false, shift: 0.0 }];
        for state in &mut self.open {
            state.group = 0;
        }
        // Only a line with something on it has a height.
        let units = &self.measured.units[start..end.end];
        let mut trailing = units.len();
        while trailing > 0 {
            let unit = &units[trailing - 1];
            if unit.hangs || matches!(unit.kind, UnitKind::Close(_) | UnitKind::Open(_) | UnitKind::OutOfFlow(_) | UnitKind::Newline { .. } | UnitKind::Float(_)) {
                trailing -= 1;
            } else {
                break;
            }
        }
        let has_edges = units.iter().any(|u| matches!(u.kind, UnitKind::Open(_) | UnitKind::Close(_)) && u.width != 0.0);
        let occupied = trailing > 0 || end.forced || has_edges || units.iter().any(|u| u.hangs && !u.collapses);
        let spaces = units[..trailing].iter().filter(|u| u.hangs).count();
        let visible: f32 = units
            .iter()
            .enumerate()
            .map(|(i, u)| if i >= trailing && u.hangs && (u.collapses || !end.forced) { 0.0 } else { u.width })
            .sum();
        let (offset, justification) = self.text_align(available - visible, spaces, is_last || end.forced);
        if occupied {
            self.open_extents();
        }
        let mut pen = x + offset;
        let left = pen;
        for state in &mut self.open {
            state.start = pen;
        }
        let mut text = None::<std::ops::Range<usize>>;
        let mut atomics_on_line = Vec::new();
        let mut seen_content = false;
        for i in start..end.end {
            let unit = self.measured.units[i];
            let gone = i - start >= trailing && unit.hangs && unit.collapses;
            match unit.kind {
                UnitKind::Cluster { index: cluster, owner } => {
                    let c = self.content.shaped.clusters[cluster as usize];
                    let range = text.get_or_insert(c.start as usize..c.end as usize);
                    range.end = c.end as usize;
                    if gone {
                        continue;
                    }
                    seen_content = true;
                    let mut width = unit.width;
                    if unit.hangs && i - start < trailing {
                        width += justification;
                    }
                    self.add_cluster(index, cluster, owner, pen, width, justification);
                    pen += width;
                }
                UnitKind::Newline { index: cluster, .. } => {
                    let c = self.content.shaped.clusters[cluster as usize];
                    let range = text.get_or_insert(c.start as usize..c.end as usize);
                    range.end = c.end as usize;
                }
                UnitKind::Open(id) => {
                    self.push_open(id, pen, occupied);
                    pen += unit.width;
                }
                UnitKind::Close(id) => {
                    pen += unit.width;
                    self.close(id, pen, index);
                }
                UnitKind::Atomic(id) => {
                    let atomic = self.next_atomic;
                    self.next_atomic += 1;
                    atomics_on_line.push(id);
                    self.add_atomic(atomic, pen, index);
                    seen_content = true;
                    pen += unit.width;
                }
                UnitKind::OutOfFlow(id) => {
                    let span = self.open.iter().rev().filter_map(|o| o.id).find(|span| self.claims(*span));
                    self.out_of_flow.push(OutOfFlowAt { id, x: pen, line: index, before: !seen_content, span });
                }
                UnitKind::Float(_) => {}
            }
        }
        self.content_width = self.content_width.max(pen);
        // Boxes that go on get a fragment each; the line's own box stays open.
        for depth in 1..self.open.len() {
            self.fragment(depth, pen, index, false);
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
            text: text.unwrap_or(0..0),
            atomics: atomics_on_line,
        });
        self.resolve_line(index, y, height, baseline);
        height
    }

    /// Extents of the boxes that are open when a line starts.
    fn open_extents(&mut self) {
        for depth in 0..self.open.len() {
            let state = self.open[depth].clone();
            self.add_extent(0, state.shift, state.extent);
        }
    }

    fn text_align(&self, free: f32, spaces: usize, is_last: bool) -> (f32, f32) {
        let style = &self.pass.tree.get(self.id).style;
        let text = style.get_inherited_text();
        let rtl = style.get_inherited_box().direction == TextDirection::Rtl;
        let free = free.max(0.0);
        let align = text.text_align;
        match align {
            TextAlignKeyword::Center | TextAlignKeyword::MozCenter => (free / 2.0, 0.0),
            TextAlignKeyword::Right | TextAlignKeyword::MozRight => (free, 0.0),
            TextAlignKeyword::Start if rtl => (free, 0.0),
            TextAlignKeyword::End if !rtl => (free, 0.0),
            TextAlignKeyword::Justify if !is_last && spaces > 0 => (0.0, free / spaces as f32),
            TextAlignKeyword::Justify if rtl => (free, 0.0),
            _ => (0.0, 0.0),
        }
    }

    fn claims(&self, span: BoxId) -> bool {
        let claims = self.pass.style(span).is_containing_block();
        claims.absolute || claims.fixed
    }

    fn push_open(&mut self, id: BoxId, pen: f32, occupied: bool) {
        let mut state = self.open_box(Some(id));
        let parent = self.open[self.open.len() - 1].clone();
        let style = self.pass.tree.get(id).style.clone();
        let (shift, line_edge) = self.align(&style, Extent { ascent: state.metrics.ascent, descent: state.metrics.descent }, state.line_height, &parent);
        match line_edge {
            Some(to_bottom) => {
                self.groups.push(Group { extent: None, to_bottom, shift: 0.0 });
                state.group = self.groups.len() - 1;
                state.shift = 0.0;
            }
            None => {
                state.group = parent.group;
                state.shift = parent.shift + shift;
            }
        }
        let own = self.relative_offset(id);
        state.offset = (parent.offset.0 + own.0, parent.offset.1 + own.1);
        state.start = pen + state.edges.map_or(0.0, |e| e.margin.left);
        if occupied {
            self.add_extent(state.group, state.shift, state.extent);
        }
        self.open.push(state);
    }

    fn close(&mut self, id: BoxId, pen: f32, line: usize) {
        if let Some(depth) = self.open.iter().rposition(|o| o.id == Some(id)) {
            self.fragment(depth, pen, line, true);
            self.open.truncate(depth.max(1));
        }
    }

    fn fragment(&mut self, depth: usize, pen: f32, line: usize, last: bool) {
        let state = self.open[depth].clone();
        let (Some(id), Some(edges)) = (state.id, state.edges) else { return };
        let right = if last { pen - edges.margin.right } else { pen };
        let width = (right - state.start).max(0.0);
        self.fragments.push(PendingFragment {
            id,
            fragment: Fragment {
                rect: BoxRect { x: f64::from(state.start), y: 0.0, width: f64::from(width), height: 0.0 },
                line: line as u32,
                first: state.first,
                last,
            },
            line,
            group: state.group,
            shift: state.shift,
            above: state.metrics.ascent + edges.border.top + edges.padding.top,
            below: state.metrics.descent + edges.border.bottom + edges.padding.bottom,
            offset: state.offset,
        });
    }

    fn add_cluster(&mut self, line: usize, cluster: u32, owner: BoxId, x: f32, width: f32, justification: f32) {
        let c = self.content.shaped.clusters[cluster as usize];
        let state = &self.open[self.open.len() - 1];
        let (group, shift, offset, is_normal) = (state.group, state.shift, state.offset, state.is_normal);
        if let Some(last) = self.runs.last_mut()
            && last.line == line
            && last.run.owner == owner
            && last.run.run == c.run
            && last.run.clusters.end == cluster
        {
            last.run.clusters.end = cluster + 1;
            last.run.width += width;
            return;
        }
        // A fallback font widens the line only if the line height comes from the fonts.
        if is_normal && let Some(run) = self.content.shaped.runs.get(c.run as usize) {
            let extent = with_leading(run.ascent, run.descent, run.line_spacing);
            self.add_extent(group, shift, extent);
        }
        self.runs.push(PendingRun {
            line,
            run: TextRun { owner, run: c.run, clusters: cluster..cluster + 1, x, width, baseline: 0.0, justification },
            group,
            shift,
            offset,
        });
    }

    fn add_atomic(&mut self, atomic: usize, x: f32, line: usize) {
        let Some(size) = self.measured.atomics.get(atomic).copied() else { return };
        let parent = self.open[self.open.len() - 1].clone();
        let height = size.margin.top + size.size.height + size.margin.bottom;
        let ascent = size.baseline.map_or(height, |b| size.margin.top + b);
        let extent = Extent { ascent, descent: height - ascent };
        let style = self.pass.tree.get(size.id).style.clone();
        let metrics_height = line_height_of(&style, &parent.metrics).0;
        let (shift, line_edge) = self.align(&style, extent, metrics_height, &parent);
        let (group, shift) = match line_edge {
            Some(to_bottom) => {
                self.groups.push(Group { extent: None, to_bottom, shift: 0.0 });
                (self.groups.len() - 1, 0.0)
            }
            None => (parent.group, parent.shift + shift),
        };
        self.add_extent(group, shift, extent);
        let own = self.relative_offset(size.id);
        let offset = (parent.offset.0 + own.0, parent.offset.1 + own.1);
        self.placed.push(Placed { atomic, x, line, group, shift, offset, extent });
    }

    /// Height and baseline of the line; groups aligned with its edges are placed.
    fn finish_line(&mut self, y: f32, occupied: bool) -> (f32, f32) {
        if !occupied && self.groups.iter().all(|g| g.extent.is_none()) {
            return (0.0, y);
        }
        let zero = Extent { ascent: 0.0, descent: 0.0 };
        let mut main = self.groups[0].extent.unwrap_or(zero);
        for group in &self.groups[1..] {
            if let Some(extent) = group.extent {
                let missing = (extent.ascent + extent.descent) - (main.ascent + main.descent);
                if missing > 0.0 {
                    if group.to_bottom {
                        main.ascent += missing;
                    } else {
                        main.descent += missing;
                    }
                }
            }
        }
        for group in &mut self.groups[1..] {
            if let Some(extent) = group.extent {
                group.shift =
                    if group.to_bottom { extent.descent - main.descent } else { main.ascent - extent.ascent };
            }
        }
        (main.ascent + main.descent, y + main.ascent)
    }

    /// Gives everything on a finished line its place.
    fn resolve_line(&mut self, line: usize, _y: f32, _height: f32, baseline: f32) {
        let shift_of = |groups: &[Group], group: usize, shift: f32| shift + groups[group].shift;
        for mut pending in self.runs.drain(..) {
            let up = shift_of(&self.groups, pending.group, pending.shift);
            pending.run.baseline = baseline - up + pending.offset.1;
            pending.run.x += pending.offset.0;
            self.lines[pending.line].runs.push(pending.run);
        }
        for pending in self.fragments.drain(..) {
            let up = shift_of(&self.groups, pending.group, pending.shift);
            let mut fragment = pending.fragment;
            debug_assert_eq!(pending.line, line);
            fragment.rect.x += f64::from(pending.offset.0);
            fragment.rect.y = f64::from(baseline - up - pending.above + pending.offset.1);
            fragment.rect.height = f64::from(pending.above + pending.below);
            self.done_fragments.push((pending.id, fragment));
        }
        for placed in self.placed.drain(..) {
            debug_assert_eq!(placed.line, line);
            let up = shift_of(&self.groups, placed.group, placed.shift);
            let Some(size) = self.measured.atomics.get(placed.atomic).copied() else { continue };
            let x = placed.x + size.margin.left + placed.offset.0;
            let y = baseline - up - placed.extent.ascent + size.margin.top + placed.offset.1;
            self.done_atomics.push((size, x, y));
        }
    }
}

impl Composed {
    fn translate(&mut self, x: f32, y: f32) {
        for line in &mut self.lines {
            line.top += y;
            line.baseline += y;
            line.left += x;
            for run in &mut line.runs {
                run.x += x;
                run.baseline += y;
            }
        }
        for (_, fragment) in &mut self.fragments {
            fragment.rect = fragment.rect.translated(f64::from(x), f64::from(y));
        }
        for (_, ax, ay) in &mut self.atomics {
            *ax += x;
            *ay += y;
        }
        for oof in &mut self.out_of_flow {
            oof.x += x;
        }
    }

    fn overflow(&self, inset: Rect<f32>, size: Size<f32>) -> Rect<f32> {
        let mut right = inset.left + self.content_width;
        let mut bottom = inset.top + self.height;
        for (atomic, x, y) in &self.atomics {
            right = right.max(x + atomic.size.width);
            bottom = bottom.max(y + atomic.size.height);
        }
        let _ = size;
        Rect { left: 0.0, right, top: 0.0, bottom }
    }

    /// Writes the result into the box tree.
    fn store(
        self,
        pass: &mut Pass<'_>,
        id: BoxId,
        content: &mut InlineContext,
        inputs: &LayoutInput,
        inset: Rect<f32>,
        size: Size<f32>,
    ) -> OofCandidates {
        let mut candidates = OofCandidates::new();
        for item in &content.items {
            if let crate::boxes::inline::InlineItem::Open(span) = item {
                pass.tree.get_mut(*span).fragments.clear();
            }
        }
        for (span, fragment) in self.fragments {
            let edges = inline_edges(pass, span, inputs.parent_size.width);
            let b = pass.tree.get_mut(span);
            b.layout.padding = edges.padding;
            b.layout.border = edges.border;
            b.layout.margin = edges.margin;
            b.fragments.push(fragment);
        }
        let mut order = 0u32;
        for (atomic, x, y) in self.atomics {
            let child = LayoutInput {
                available_space: inputs.available_space.maybe_sub(atomic.margin.sum_axes()).maybe_max(Size::ZERO),
                ..*inputs
            };
            let mut child = child;
            match pass.style(atomic.id).size().width.tag() {
                taffy::CompactLength::MIN_CONTENT_TAG => child.available_space.width = AvailableSpace::MinContent,
                taffy::CompactLength::MAX_CONTENT_TAG => child.available_space.width = AvailableSpace::MaxContent,
                taffy::CompactLength::STRETCH_TAG => {
                    child.known_dimensions.width = child.available_space.width.into_option();
                }
                _ => {}
            }
            let mut output = pass.compute_child_layout(node(atomic.id), child);
            place_child(pass, atomic.id, Point { x, y }, &output, atomic.margin, inputs, order);
            order += 1;
            output.oof_candidates.translate(Point { x, y });
            candidates.append(&mut output.oof_candidates);
        }
        for mut float in self.floats {
            place_child(pass, float.id, float.location, &float.output, float.margin, inputs, order);
            pass.tree.get_mut(float.id).layout.size = float.size;
            order += 1;
            float.output.oof_candidates.translate(float.location);
            candidates.append(&mut float.output.oof_candidates);
        }
        let mut of_spans: Vec<(BoxId, OofCandidate)> = Vec::new();
        for oof in self.out_of_flow {
            let b = pass.tree.get(oof.id);
            let inline_level = b.style.get_box().original_display.outside() == DisplayOutside::Inline;
            let position = pass.style(oof.id).position();
            let (top, bottom) = self.lines.get(oof.line).map_or((inset.top, inset.top), |l| (l.top, l.top + l.height));
            let (x, y) = if inline_level {
                (oof.x, top)
            } else {
                (inset.left, if oof.before { top } else { bottom })
            };
            let candidate = OofCandidate {
                node: node(oof.id),
                order,
                position,
                static_position: Point {
                    x: AxisStaticPosition::from_edge(x, AxisStaticEdge::Start),
                    y: AxisStaticPosition::from_edge(y, AxisStaticEdge::Start),
                },
            };
            order += 1;
            match oof.span {
                Some(span) => of_spans.push((span, candidate)),
                None => candidates.push(candidate),
            }
        }
        let _ = size;
        content.lines = self.lines;
        layout_in_spans(pass, id, of_spans, &mut candidates);
        candidates
    }
}

/// Out-of-flow boxes whose containing block is an inline box: it spans from its first to its last fragment.
fn layout_in_spans(pass: &mut Pass<'_>, id: BoxId, spans: Vec<(BoxId, OofCandidate)>, candidates: &mut OofCandidates) {
    let mut hoisted = Vec::new();
    for (span, candidate) in spans {
        let b = pass.tree.get(span);
        let rect = b.padding_box();
        let area = OofPositioningArea {
            size: Size { width: rect.width as f32, height: rect.height as f32 },
            offset: Point { x: rect.x as f32, y: rect.y as f32 },
        };
        let style = pass.style(span);
        let (direction, claims) = (style.direction(), style.is_containing_block());
        drop(style);
        let mut result = taffy::compute_oof_layout_for_area(pass, node(id), &[candidate], area, direction, claims);
        hoisted.extend(result.hoisted.iter().map(|n| super::box_id(*n)));
        candidates.append(&mut result.unclaimed);
    }
    // The block's own hoisted children are recorded after this; these are kept apart by their geometry parent.
    for child in hoisted {
        pass.tree.get_mut(child).claimed_by = Some(id);
    }
}

fn place_child(
    pass: &mut Pass<'_>,
    id: BoxId,
    location: Point<f32>,
    output: &LayoutOutput,
    margin: Rect<f32>,
    inputs: &LayoutInput,
    order: u32,
) {
    let style = pass.style(id);
    let padding = style.padding().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let border = style.border().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    drop(style);
    pass.tree.get_mut(id).layout = taffy::Layout {
        order,
        location,
        size: output.size,
        scrollable_overflow_rect: output.scrollable_overflow_rect,
        scrollbar_size: Size::ZERO,
        border,
        padding,
        margin,
    };
}
