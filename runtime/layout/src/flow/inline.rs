//! Inline layout (CSS 2 §10.8): a block of lines.

use super::compose::Composer;
use super::lines::{Unit, UnitKind, intrinsic_widths, units};
use super::{Pass, node, resolve_calc};
use crate::boxes::inline::{InlineContext, InlineItem};
use crate::boxes::{BoxId, BoxKind};
use style::values::computed::OverflowWrap;
use taffy::{
    AvailableSpace, BlockContainerStyle, BlockContext, BlockFormattingContext, BoxSizing, CollapsibleMarginSet, CoreStyle,
    LayoutInput, LayoutOutput, LayoutPartialTree, MaybeMath, MaybeResolve, OofCandidates, OofPositioningArea, Point, Rect,
    RequestedAxis, ResolveOrZero, RunMode, Size, SizingMode,
};

/// Lays a block of lines out.
pub(super) fn layout(
    pass: &mut Pass<'_>,
    id: BoxId,
    inputs: LayoutInput,
    context: Option<&mut BlockContext<'_>>,
) -> LayoutOutput {
    // The content is taken out while it is worked on; nothing below needs it through the tree.
    let Some(mut content) = pass.tree.get_mut(id).inline.take() else {
        return LayoutOutput::HIDDEN;
    };
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
    let adjust = if style.box_sizing() == BoxSizing::ContentBox {
        (padding + border).sum_axes()
    } else {
        Size::ZERO
    };
    let content_only = inputs.sizing_mode == SizingMode::ContentSize;
    let ratio = if content_only { None } else { style.aspect_ratio() };
    let resolve = |size: Size<Option<f32>>| {
        if content_only { Size::NONE } else { size.maybe_add(adjust) }
    };
    Frame {
        padding,
        border,
        size: resolve(
            style
                .size()
                .maybe_resolve(parent, resolve_calc)
                .maybe_apply_aspect_ratio(ratio),
        ),
        min: resolve(
            style
                .min_size()
                .maybe_resolve(parent, resolve_calc)
                .maybe_apply_aspect_ratio(ratio),
        ),
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
        && let Size {
            width: Some(width),
            height: Some(height),
        } = known
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
        None => inputs
            .available_space
            .width
            .map_definite_value(|w| (w - frame_size.width).max(0.0)),
    };
    let child_inputs = LayoutInput {
        known_dimensions: Size::NONE,
        known_dimensions_are_definite: Size {
            width: true,
            height: true,
        },
        available_space: Size {
            width: measure_width,
            height: known.height.map_or(AvailableSpace::MaxContent, |h| {
                AvailableSpace::Definite((h - frame_size.height).max(0.0))
            }),
        },
        sizing_mode: SizingMode::InherentSize,
        parent_size: Size {
            width: known
                .width
                .map(|w| (w - frame_size.width).max(0.0))
                .or(measure_width.into_option()),
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

    let mut measured = measure(pass, content, &child_inputs, known.width.is_none());
    let width = match known.width {
        Some(width) => (width - frame_size.width).max(0.0),
        None => {
            let anywhere = content
                .styles
                .iter()
                .any(|(_, s)| s.get_inherited_text().overflow_wrap == OverflowWrap::Anywhere);
            let (mut min, mut max) = intrinsic_widths(&measured.units, anywhere);
            if let Some(first) = &measured.first_line {
                let (first_min, first_max) = intrinsic_widths(first, anywhere);
                min = min.max(first_min);
                let has_more = first.iter().any(|unit| matches!(unit.kind, UnitKind::Newline { .. }));
                max = if has_more { max.max(first_max) } else { first_max };
            }
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
        return LayoutOutput::from_outer_size(Size {
            width: width + frame_size.width,
            height: 0.0,
        });
    }
    if known.width.is_none() && !measured.atomics.is_empty() {
        // Percentages of the content refer to the width just found.
        let resolved = LayoutInput {
            available_space: Size {
                width: AvailableSpace::Definite(width),
                ..child_inputs.available_space
            },
            parent_size: Size {
                width: Some(width),
                ..child_inputs.parent_size
            },
            ..child_inputs
        };
        measured = measure(pass, content, &resolved, false);
    }
    let child_inputs = LayoutInput {
        available_space: Size {
            width: AvailableSpace::Definite(width),
            ..child_inputs.available_space
        },
        parent_size: Size {
            width: Some(width),
            ..child_inputs.parent_size
        },
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
        .maybe_clamp(
            if inputs.known_dimensions.height.is_some() {
                Size::NONE
            } else {
                frame.min
            },
            if inputs.known_dimensions.height.is_some() {
                Size::NONE
            } else {
                frame.max
            },
        );
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
    let first = composed
        .lines
        .iter()
        .find(|l| l.height > 0.0 || l.width > 0.0)
        .map(|l| l.baseline);
    let last = composed
        .lines
        .iter()
        .rev()
        .find(|l| l.height > 0.0 || l.width > 0.0)
        .map(|l| l.baseline);
    let collapses = !keeps_margins && size.height == 0.0 && composed.height == 0.0;
    let overflow = composed.overflow(frame.padding, frame.border, is_scroll_container(pass, id));
    let mut candidates = OofCandidates::new();
    if inputs.run_mode == RunMode::PerformLayout {
        candidates = composed.store(pass, id, content, &child_inputs, inset, size);
    }
    LayoutOutput {
        size,
        scrollable_overflow_rect: overflow,
        baselines: if suppresses_baseline {
            taffy::Baselines::NONE
        } else {
            taffy::Baselines { first, last }
        },
        top_margin: CollapsibleMarginSet::ZERO,
        bottom_margin: CollapsibleMarginSet::ZERO,
        margins_can_collapse_through: collapses,
        oof_candidates: candidates,
        oof_positioning_area: Some(OofPositioningArea {
            size: size - frame.border.sum_axes(),
            offset: Point {
                x: frame.border.left,
                y: frame.border.top,
            },
        }),
    }
}

/// Units of a context with the sizes of its atomic boxes.
pub(super) struct Measured {
    pub(super) units: Vec<Unit>,
    pub(super) atomics: Vec<AtomicSize>,
    /// The units as the first line shows them.
    pub(super) first_line: Option<Vec<Unit>>,
}

/// An atomic box as lines see it.
#[derive(Clone, Copy)]
pub(super) struct AtomicSize {
    pub(super) id: BoxId,
    pub(super) size: Size<f32>,
    pub(super) margin: Rect<f32>,
    /// From the top of the border box; `None`: the bottom margin edge.
    pub(super) baseline: Option<f32>,
}

/// `fits`: the context's width is to follow from what is measured.
fn measure(pass: &mut Pass<'_>, content: &InlineContext, inputs: &LayoutInput, fits: bool) -> Measured {
    let mut atomics = Vec::new();
    for item in &content.items {
        if let InlineItem::Atomic(id) = item {
            atomics.push(measure_atomic(pass, *id, inputs, fits));
        }
    }
    let basis = inputs.parent_size.width;
    let pass = &*pass;
    let of = |content: &InlineContext| {
        let mut next = 0;
        units(
            content,
            &mut |id, start| {
                let edges = inline_edges(pass, id, basis);
                let rtl = pass.style(id).direction() == taffy::Direction::Rtl;
                if start == rtl { edges.right() } else { edges.left() }
            },
            &mut |_| {
                let atomic: Option<&AtomicSize> = atomics.get(next);
                next += 1;
                atomic.map_or(0.0, |a| a.size.width + a.margin.horizontal_axis_sum())
            },
        )
    };
    let first_line = content.first_line.as_ref().map(|first| of(&first.content));
    Measured {
        units: of(content),
        atomics,
        first_line,
    }
}

fn measure_atomic(pass: &mut Pass<'_>, id: BoxId, inputs: &LayoutInput, fits: bool) -> AtomicSize {
    let style = pass.style(id);
    let margin = style.margin().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let overflow = style.overflow();
    let computed = style.computed();
    let is_flow = matches!(pass.tree.get(id).kind, BoxKind::Block) && !pass.tree.get(id).is_button;
    let hides_baseline = is_flow && (overflow.y.is_scroll_container() || overflow.x.is_scroll_container())
        || style.contain().suppresses_baseline();
    let uses_last = is_flow;
    let width_style = style.size().width;
    let _ = computed;
    let available = inputs.available_space.maybe_sub(margin.sum_axes()).maybe_max(Size::ZERO);
    let mut child = LayoutInput {
        available_space: available,
        ..*inputs
    };
    match width_style.tag() {
        taffy::CompactLength::MIN_CONTENT_TAG => child.available_space.width = AvailableSpace::MinContent,
        taffy::CompactLength::MAX_CONTENT_TAG => child.available_space.width = AvailableSpace::MaxContent,
        taffy::CompactLength::STRETCH_TAG => child.known_dimensions.width = available.width.into_option(),
        _ => {}
    }
    if fits && super::replaced::fills_what_there_is(pass.tree.get(id)) {
        child.available_space.width = AvailableSpace::MaxContent;
        child.parent_size.width = None;
    }
    let output = pass.compute_child_layout(node(id), child);
    let baseline = if hides_baseline {
        None
    } else if uses_last {
        output.baselines.last.or(output.baselines.first)
    } else {
        output.baselines.first.or(output.baselines.last)
    };
    AtomicSize {
        id,
        size: output.size,
        margin,
        baseline,
    }
}

/// Widest float, and all floats side by side.
fn float_widths(pass: &mut Pass<'_>, content: &InlineContext, inputs: &LayoutInput) -> (f32, f32) {
    let (mut widest, mut sum) = (0.0f32, 0.0f32);
    for item in &content.items {
        if let InlineItem::Float(id) = item {
            let margin = pass
                .style(*id)
                .margin()
                .resolve_or_zero(inputs.parent_size.width, resolve_calc);
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
pub(super) struct InlineEdges {
    pub(super) margin: Rect<f32>,
    pub(super) border: Rect<f32>,
    pub(super) padding: Rect<f32>,
}

impl InlineEdges {
    pub(super) fn left(&self) -> f32 {
        self.margin.left + self.border.left + self.padding.left
    }

    pub(super) fn right(&self) -> f32 {
        self.margin.right + self.border.right + self.padding.right
    }
}

pub(super) fn inline_edges(pass: &Pass<'_>, id: BoxId, basis: Option<f32>) -> InlineEdges {
    let style = pass.style(id);
    InlineEdges {
        margin: style.margin().resolve_or_zero(basis, resolve_calc),
        border: style.border().resolve_or_zero(basis, resolve_calc),
        padding: style.padding().resolve_or_zero(basis, resolve_calc),
    }
}
