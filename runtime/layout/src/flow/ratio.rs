//! Heights that follow from `aspect-ratio` (CSS Sizing 4 §4) in flex and grid containers.
//!
//! Taffy derives them for block containers only where the width comes from the parent (a stretched or stated one).

use super::{Pass, resolve_calc};
use crate::boxes::BoxId;
use taffy::{BoxSizing, CoreStyle, LayoutInput, LayoutOutput, MaybeMath, MaybeResolve, ResolveOrZero, RunMode};

/// The inputs with the height a known width transfers to, if the box has a ratio and no height of its own. `measure` lays
/// the box out: what is inside may make it taller (§4.1, the automatic minimum size).
pub(super) fn with_height(
    pass: &mut Pass<'_>,
    id: BoxId,
    inputs: LayoutInput,
    measure: impl FnOnce(&mut Pass<'_>, LayoutInput) -> LayoutOutput,
) -> LayoutInput {
    let (Some(width), None) = (inputs.known_dimensions.width, inputs.known_dimensions.height) else {
        return inputs;
    };
    let style = pass.style(id);
    let Some(ratio) = style.aspect_ratio() else { return inputs };
    let parent = inputs.parent_size;
    if style.size().maybe_resolve(parent, resolve_calc).height.is_some() {
        return inputs;
    }
    let padding = style.padding().resolve_or_zero(parent.width, resolve_calc);
    let border = style.border().resolve_or_zero(parent.width, resolve_calc);
    let frame = (padding + border).sum_axes();
    // The ratio is the content box's, unless `box-sizing` says otherwise.
    let outside = if style.box_sizing() == BoxSizing::ContentBox {
        frame
    } else {
        taffy::Size::ZERO
    };
    let min = style.min_size().maybe_resolve(parent, resolve_calc).height;
    let max = style.max_size().maybe_resolve(parent, resolve_calc).height;
    let overflow = style.overflow();
    let grows = style.min_size().height.is_auto() && !overflow.x.is_scroll_container() && !overflow.y.is_scroll_container();
    let height = (width - outside.width).max(0.0) / ratio + outside.height;
    let mut height = height
        .maybe_clamp(min.maybe_add(outside.height), max.maybe_add(outside.height))
        .max(frame.height);
    if grows {
        let content = measure(
            pass,
            LayoutInput {
                run_mode: RunMode::ComputeSize,
                ..inputs
            },
        );
        height = height.max(content.size.height);
    }
    let mut inputs = inputs;
    inputs.known_dimensions.height = Some(height);
    inputs.known_dimensions_are_definite.height |= inputs.known_dimensions_are_definite.width;
    inputs
}
