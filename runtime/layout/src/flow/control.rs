//! Form controls: intrinsic sizes as Chromium has them, and the lines of the text they show.

use super::compose::{line_height_in, metrics_of};
use super::{Pass, inline, resolve_calc};
use crate::boxes::{BoxId, Control};
use taffy::{CoreStyle, LayoutInput, LayoutOutput, MaybeResolve, ResolveOrZero, RunMode, Size, compute_leaf_layout};

/// Room Chromium keeps for the scrollbar of a `textarea`, px.
const SCROLLBAR: f32 = 15.0;
/// Room for the arrow of a drop-down, px, with the space before its text.
const ARROW: f32 = 20.0;
/// Space before the text of a drop-down, px.
const INDENT: f32 = 4.0;

/// Space below the swatch of a colour input, its border included, px.
const SWATCH_ROOM: f32 = 6.0;

/// True without a native look.
fn is_bare(style: &style::properties::ComputedValues) -> bool {
    style.get_box().clone_appearance() == style::values::computed::Appearance::None
}

pub(super) fn layout(pass: &mut Pass<'_>, id: BoxId, control: Control, inputs: LayoutInput) -> LayoutOutput {
    let computed = pass.tree.get(id).style.clone();
    let metrics = metrics_of(pass, &computed);
    let (line_height, _) = line_height_in(pass.tree.get(id), &metrics);
    let size = crate::style::font_size::of(computed.get_font());
    let average = average_width(pass, &computed, size);
    let content = match control {
        Control::Text(columns) => {
            let extra = maximum_width(pass, &computed, size) - average;
            Size {
                width: average * columns as f32 + extra.max(0.0),
                height: line_height,
            }
        }
        Control::TextArea(columns, rows) => Size {
            width: (metrics.zero_width * columns as f32 + SCROLLBAR).ceil(),
            height: line_height * rows as f32,
        },
        Control::Select if is_bare(&computed) => Size {
            width: pass.tree.get(id).options_width.ceil(),
            height: line_height,
        },
        Control::Select => Size {
            width: pass.tree.get(id).options_width.ceil() + ARROW,
            height: line_height + 2.0,
        },
        Control::Button => Size {
            width: 0.0,
            height: line_height,
        },
        Control::Fixed(width, height) => Size {
            width: f32::from(width),
            height: f32::from(height),
        },
    };
    let style = pass.style(id);
    let mut output = compute_leaf_layout(inputs, &style, resolve_calc, |_, _| content);
    let border = style.border().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let padding = style.padding().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let top = border.top + padding.top;
    let inner = output.size.height - top - border.bottom - padding.bottom;
    let baseline = match control {
        // Of the swatch of a colour input.
        Control::Fixed(50, _) if !is_bare(&computed) => Some(output.size.height - SWATCH_ROOM),
        Control::Fixed(..) => Some(output.size.height),
        Control::TextArea(..) => None,
        _ => Some(top + ((inner - line_height) / 2.0).max(0.0) + metrics.ascent),
    };
    output.baselines = taffy::Baselines {
        first: baseline,
        last: baseline,
    };
    // From the padding edge.
    output.scrollable_overflow_rect = taffy::Rect {
        left: 0.0,
        right: output.size.width - border.horizontal_axis_sum(),
        top: 0.0,
        bottom: output.size.height - border.vertical_axis_sum(),
    };
    if inputs.run_mode == RunMode::PerformLayout && pass.tree.get(id).inline.is_some() {
        text_lines(pass, id, control, output.size, inputs);
        if let (Control::TextArea(..), Some(content)) = (control, &pass.tree.get(id).inline) {
            let end = content.lines.last().map_or(0.0, |line| line.top + line.height);
            let bottom = &mut output.scrollable_overflow_rect.bottom;
            *bottom = bottom.max(end + padding.bottom - border.top);
        }
    }
    output
}

/// Lines of the control's text inside its box; a single line is centred vertically.
fn text_lines(pass: &mut Pass<'_>, id: BoxId, control: Control, size: Size<f32>, inputs: LayoutInput) {
    let fixed = LayoutInput {
        known_dimensions: size.map(Some),
        known_dimensions_are_definite: Size {
            width: true,
            height: true,
        },
        ..inputs
    };
    inline::layout(pass, id, fixed, None);
    let style = pass.style(id);
    let border = style.border().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let padding = style.padding().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    if matches!(control, Control::TextArea(..)) {
        return;
    }
    let inner = size.height - (border + padding).vertical_axis_sum();
    let indent = if control == Control::Select && !is_bare(style.computed()) {
        INDENT
    } else {
        0.0
    };
    if let Some(content) = pass.tree.get_mut(id).inline.as_mut() {
        let height: f32 = content.lines.iter().map(|line| line.height).sum();
        let shift = ((inner - height) / 2.0).max(0.0);
        for line in &mut content.lines {
            line.top += shift;
            line.baseline += shift;
            line.left += indent;
            for run in &mut line.runs {
                run.x += indent;
                run.baseline += shift;
            }
        }
    }
}

/// `xAvgCharWidth` of the font in whole px.
fn average_width(pass: &Pass<'_>, style: &style::properties::ComputedValues, size: f32) -> f32 {
    font_units(pass, style, size, |font| {
        use skrifa::raw::TableProvider;
        font.os2().ok().map(|os2| f32::from(os2.x_avg_char_width()))
    })
    .round()
}

/// `advanceWidthMax` of the font in whole px.
fn maximum_width(pass: &Pass<'_>, style: &style::properties::ComputedValues, size: f32) -> f32 {
    font_units(pass, style, size, |font| {
        use skrifa::raw::TableProvider;
        font.head().ok().map(|head| f32::from(head.x_max()) - f32::from(head.x_min()))
    })
    .round()
}

fn font_units(
    pass: &Pass<'_>,
    style: &style::properties::ComputedValues,
    size: f32,
    read: impl Fn(&skrifa::FontRef<'_>) -> Option<f32>,
) -> f32 {
    use skrifa::raw::TableProvider;
    let font = style.get_font();
    let mut fonts = pass.fonts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Some(face) = fonts.primary_face(&crate::text::family_list(font), crate::text::font_attributes(font)) else {
        return size / 2.0;
    };
    let Ok(data) = skrifa::FontRef::from_index(face.font.data.as_ref(), face.font.index) else {
        return size / 2.0;
    };
    let units = data.head().map_or(2048.0, |head| f32::from(head.units_per_em()));
    read(&data).map_or(size / 2.0, |value| value * size / units)
}

// The trait is used through the style's methods above.
const _: fn(taffy::LengthPercentage, Option<f32>) -> Option<f32> = |value, basis| value.maybe_resolve(basis, resolve_calc);
