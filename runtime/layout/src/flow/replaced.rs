//! Sizes of replaced content (CSS 2 §10.3.2, §10.4, §10.6.2).

use super::{Pass, resolve_calc};
use crate::boxes::{BoxId, BoxKind, LayoutBox};
use taffy::{
    AvailableSpace, BoxSizing, CoreStyle, LayoutInput, LayoutOutput, MaybeResolve, Rect, ResolveOrZero, Size, SizingMode,
};

/// What replaced content brings along.
struct Natural {
    width: Option<f32>,
    height: Option<f32>,
    ratio: Option<f32>,
}

/// True for content with a ratio and no size, which is as wide as what it is in: it does not make that wider.
pub(super) fn fills_what_there_is(b: &LayoutBox) -> bool {
    b.kind == BoxKind::Replaced && b.natural_ratio.is_some() && b.natural_size.width.is_none() && b.natural_size.height.is_none()
}

pub(super) fn layout(pass: &mut Pass<'_>, id: BoxId, inputs: LayoutInput) -> LayoutOutput {
    let b = pass.tree.get(id);
    let side = |value: Option<f64>| value.map(|v| v as f32).filter(|v| v.is_finite() && *v >= 0.0);
    let (width, height) = (side(b.natural_size.width), side(b.natural_size.height));
    let style = pass.style(id);
    let computed = style.computed();
    let aspect = &computed.get_position().aspect_ratio;
    let natural_ratio = match (width, height) {
        (Some(w), Some(h)) if w > 0.0 && h > 0.0 => Some(w / h),
        _ => b.natural_ratio,
    };
    // `auto` in `aspect-ratio` prefers the natural ratio.
    let ratio = if aspect.auto {
        natural_ratio.or(style.aspect_ratio())
    } else {
        style.aspect_ratio().or(natural_ratio)
    };
    let natural = Natural { width, height, ratio };
    let size = used_size(&style, &inputs, &natural);
    LayoutOutput::from_sizes(
        size,
        Rect {
            left: 0.0,
            right: size.width,
            top: 0.0,
            bottom: size.height,
        },
    )
}

/// The border box.
fn used_size(style: &impl CoreStyle, inputs: &LayoutInput, natural: &Natural) -> Size<f32> {
    let parent = inputs.parent_size;
    let padding = style.padding().resolve_or_zero(parent.width, resolve_calc);
    let border = style.border().resolve_or_zero(parent.width, resolve_calc);
    let frame = (padding + border).sum_axes();
    let adjust = |value: Option<f32>, frame: f32| {
        value.map(|v| {
            if style.box_sizing() == BoxSizing::BorderBox {
                (v - frame).max(0.0)
            } else {
                v
            }
        })
    };
    let ignore_style = inputs.sizing_mode == SizingMode::ContentSize;
    // A percentage of an unknown width does not count when the intrinsic size is asked for.
    let basis = Size {
        width: if inputs.available_space.width == AvailableSpace::MinContent {
            Some(0.0)
        } else {
            parent.width
        },
        height: parent.height,
    };
    let own = style.size();
    let mut width = adjust(own.width.maybe_resolve(basis.width, resolve_calc), frame.width);
    let mut height = adjust(own.height.maybe_resolve(basis.height, resolve_calc), frame.height);
    let min = style.min_size();
    let max = style.max_size();
    let min_width = adjust(min.width.maybe_resolve(parent.width, resolve_calc), frame.width).unwrap_or(0.0);
    let min_height = adjust(min.height.maybe_resolve(parent.height, resolve_calc), frame.height).unwrap_or(0.0);
    let max_width = adjust(max.width.maybe_resolve(basis.width, resolve_calc), frame.width)
        .unwrap_or(f32::INFINITY)
        .max(min_width);
    let max_height = adjust(max.height.maybe_resolve(parent.height, resolve_calc), frame.height)
        .unwrap_or(f32::INFINITY)
        .max(min_height);
    if ignore_style {
        width = None;
        height = None;
    }
    let known = Size {
        width: inputs.known_dimensions.width.map(|w| (w - frame.width).max(0.0)),
        height: inputs.known_dimensions.height.map(|h| (h - frame.height).max(0.0)),
    };
    let clamp_w = |w: f32| w.min(max_width).max(min_width);
    let clamp_h = |h: f32| h.min(max_height).max(min_height);
    let fixed = Size {
        width: known.width.or(width.map(clamp_w)),
        height: known.height.or(height.map(clamp_h)),
    };
    let content = match (fixed.width, fixed.height) {
        (Some(w), Some(h)) => Size { width: w, height: h },
        (Some(w), None) => {
            let h = natural.ratio.map(|r| w / r).or(natural.height).unwrap_or(150.0);
            Size {
                width: w,
                height: clamp_h(h),
            }
        }
        (None, Some(h)) => {
            let w = natural.ratio.map(|r| h * r).or(natural.width).unwrap_or(300.0);
            Size {
                width: clamp_w(w),
                height: h,
            }
        }
        (None, None) => {
            let otherwise = if own.width.is_auto() { 0.0 } else { 300.0 };
            let limits = ((min_width, max_width), (min_height, max_height));
            auto_size(inputs, natural, frame, otherwise, limits)
        }
    };
    content + frame
}

/// Both sides `auto`: the natural size, constrained with its ratio kept (CSS 2 §10.4's table). `otherwise` is the width of content with
/// no more than a ratio where no width is there to be filled.
fn auto_size(
    inputs: &LayoutInput,
    natural: &Natural,
    frame: Size<f32>,
    otherwise: f32,
    ((min_width, max_width), (min_height, max_height)): ((f32, f32), (f32, f32)),
) -> Size<f32> {
    let available = match inputs.available_space.width {
        AvailableSpace::Definite(width) => Some((width - frame.width).max(0.0)),
        _ => None,
    };
    let (w, h) = match (natural.width, natural.height, natural.ratio) {
        (Some(w), Some(h), _) => (w, h),
        (Some(w), None, ratio) => (w, ratio.map_or(150.0, |r| w / r)),
        (None, Some(h), ratio) => (ratio.map_or(300.0, |r| h * r), h),
        (None, None, Some(r)) => {
            let w = available.unwrap_or(otherwise);
            (w, w / r)
        }
        (None, None, None) => (300.0, 150.0),
    };
    let Some(ratio) = natural.ratio.filter(|_| w > 0.0 && h > 0.0) else {
        return Size {
            width: w.min(max_width).max(min_width),
            height: h.min(max_height).max(min_height),
        };
    };
    let too_wide = w > max_width;
    let too_tall = h > max_height;
    let too_narrow = w < min_width;
    let too_short = h < min_height;
    let (w, h) = if too_wide && too_tall {
        if max_width / w <= max_height / h {
            (max_width, min_height.max(max_width / ratio))
        } else {
            (min_width.max(max_height * ratio), max_height)
        }
    } else if too_narrow && too_short {
        if min_width / w <= min_height / h {
            (max_width.min(min_height * ratio), min_height)
        } else {
            (min_width, max_height.min(min_width / ratio))
        }
    } else if too_narrow && too_tall {
        (min_width, max_height)
    } else if too_wide && too_short {
        (max_width, min_height)
    } else if too_wide {
        (max_width, (max_width / ratio).max(min_height))
    } else if too_narrow {
        (min_width, (min_width / ratio).min(max_height))
    } else if too_tall {
        ((max_height * ratio).max(min_width), max_height)
    } else if too_short {
        ((min_height * ratio).min(max_width), min_height)
    } else {
        (w, h)
    };
    Size { width: w, height: h }
}
