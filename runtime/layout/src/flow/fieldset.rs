//! Fieldsets (HTML §15.5.13): the rendered legend stands in the border at the top, which is as high as it needs.

use super::{Pass, node, resolve_calc};
use crate::boxes::BoxId;
use taffy::{
    AvailableSpace, BoxSizing, CoreStyle, LayoutInput, LayoutPartialTree, MaybeResolve, OofCandidates, Point, RequestedAxis,
    ResolveOrZero, RunMode, Size, SizingMode,
};

/// Lays out the legend of a fieldset and makes room for it. If the fieldset's intrinsic width is asked for: how wide the border box
/// must be to hold the legend.
///
/// Boxes out of flow inside the legend that wait for a containing block are handed on through `waiting`.
pub(super) fn legend(pass: &mut Pass<'_>, id: BoxId, inputs: &LayoutInput, waiting: &mut OofCandidates) -> Option<f32> {
    let b = pass.tree.get(id);
    let legend = *b.children.first().filter(|_| b.has_legend)?;
    let border_top = b.style.get_border().border_top_width.0.to_f32_px();
    let style = pass.style(id);
    let parent = inputs.parent_size;
    let padding = style.padding().resolve_or_zero(parent.width, resolve_calc);
    let border = style.border().resolve_or_zero(parent.width, resolve_calc);
    let frame = padding.horizontal_axis_sum() + border.horizontal_axis_sum();
    let adjust = if style.box_sizing() == BoxSizing::ContentBox {
        frame
    } else {
        0.0
    };
    let own = match inputs.sizing_mode {
        SizingMode::ContentSize => None,
        _ => style
            .size()
            .width
            .maybe_resolve(parent.width, resolve_calc)
            .map(|w| w + adjust),
    };
    let known = inputs.known_dimensions.width.or(own);
    let space = match known {
        Some(width) => AvailableSpace::Definite((width - frame).max(0.0)),
        None => inputs.available_space.width.map_definite_value(|w| (w - frame).max(0.0)),
    };
    let basis = space.into_option();
    let style = pass.style(legend);
    let margin = style.margin().resolve_or_zero(basis, resolve_calc);
    let fits = style.size().width.maybe_resolve(basis, resolve_calc).is_none();
    let input = |width: Option<f32>, space: AvailableSpace, run_mode: RunMode| LayoutInput {
        run_mode,
        sizing_mode: SizingMode::InherentSize,
        axis: RequestedAxis::Both,
        known_dimensions: Size { width, height: None },
        known_dimensions_are_definite: Size {
            width: true,
            height: true,
        },
        parent_size: Size {
            width: basis,
            height: None,
        },
        available_space: Size {
            width: space,
            height: AvailableSpace::MaxContent,
        },
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    };
    let width = fits.then(|| {
        let mut measure = |space| {
            pass.compute_child_layout(node(legend), input(None, space, RunMode::ComputeSize))
                .size
                .width
        };
        let (min, max) = (measure(AvailableSpace::MinContent), measure(AvailableSpace::MaxContent));
        match space {
            AvailableSpace::MinContent => min,
            AvailableSpace::MaxContent => max,
            AvailableSpace::Definite(available) => max.min((available - margin.horizontal_axis_sum()).max(min)),
        }
    });
    let mut output = pass.compute_child_layout(node(legend), input(width, space, inputs.run_mode));
    let height = output.size.height + margin.vertical_axis_sum();
    pass.tree.get_mut(id).legend_room = (height - border_top).max(0.0);
    if inputs.run_mode == RunMode::PerformLayout {
        let style = pass.style(legend);
        let inner_padding = style.padding().resolve_or_zero(basis, resolve_calc);
        let inner_border = style.border().resolve_or_zero(basis, resolve_calc);
        let location = Point {
            x: border.left + padding.left + margin.left,
            y: ((border_top - height) / 2.0).max(0.0) + margin.top,
        };
        output.oof_candidates.translate(location);
        waiting.append(&mut output.oof_candidates);
        pass.tree.get_mut(legend).layout = taffy::Layout {
            location,
            size: output.size,
            scrollable_overflow_rect: output.scrollable_overflow_rect,
            border: inner_border,
            padding: inner_padding,
            margin,
            ..taffy::Layout::new()
        };
    }
    (known.is_none() && basis.is_none()).then(|| output.size.width + margin.horizontal_axis_sum() + frame)
}
