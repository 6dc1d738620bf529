//! The slider of `<input type=range>`.

use super::palette::Palette;
use super::part::StyledPart;
use super::{Native, all, frame, number, rounded};
use crate::boxes::{BoxId, Rect};
use crate::dom::tree::Element;
use crate::paint::Painter;
use crate::paint::background::Areas;
use crate::query::geometry::Transform;
use style::selector_parser::PseudoElement;

/// Side of the thumb's box; the thumb is a pixel smaller.
const THUMB: f64 = 16.0;
/// Thickness of the groove.
const GROOVE: f64 = 8.0;

pub(super) fn paint(
    painter: &mut Painter<'_>,
    id: BoxId,
    native: &Native,
    element: &Element,
    areas: &Areas,
    palette: &Palette,
    transform: &Transform,
) {
    let b = painter.boxes.get(id);
    let style = &b.style;
    let track_part = StyledPart::of(painter, b.node, PseudoElement::SliderTrack);
    let thumb_part = StyledPart::of(painter, b.node, PseudoElement::SliderThumb);
    let vertical = style.writing_mode.is_vertical();
    let rect = areas.content().rect;
    let turned = |r: Rect| if vertical { turned(r) } else { r };
    let along = turned(rect);
    let reversed = !style.writing_mode.is_bidi_ltr();
    let share = if reversed { 1.0 - share(element) } else { share(element) };
    let middle = along.y + (along.height / 2.0).floor();
    let styled_thumb = thumb_part.filter(|part| part.is_bare() && !vertical);
    let size = match &styled_thumb {
        Some(part) => {
            let (width, height) = part.size((along.width, along.height));
            let edges = part.border();
            (
                width.unwrap_or(edges.left + edges.right),
                height.unwrap_or(edges.top + edges.bottom),
            )
        }
        None => (THUMB, THUMB),
    };
    // The track is as high as the thumb in it unless the page says otherwise, and in the middle.
    let track = track_part.as_ref().filter(|_| !vertical).map(|part| {
        let height = part.size((along.width, along.height)).1.unwrap_or(size.1);
        Rect {
            y: along.y + (along.height - height) / 2.0,
            height,
            ..along
        }
    });
    if let (Some(part), Some(track)) = (&track_part, track) {
        part.paint(painter, track, transform);
    }
    let thumb_at = (along.x + (along.width - size.0) * share + 0.5).floor();
    let thumb_top = match (&track_part, track) {
        (Some(part), Some(track)) if track.height != size.1 => track.y + part.border().top,
        _ => along.y + (along.height - size.1) / 2.0,
    };
    if let Some(part) = &styled_thumb {
        let rect = Rect {
            x: along.x + (along.width - size.0) * share,
            y: thumb_top + part.margin_top(along.width),
            width: size.0,
            height: size.1,
        };
        if !native.bare {
            groove(
                painter,
                native,
                along,
                (middle, thumb_at + size.0 / 2.0, reversed),
                vertical,
                palette,
                transform,
            );
        }
        part.paint(painter, rect, transform);
        return;
    }
    let thumb = Rect {
        x: thumb_at,
        y: middle - THUMB / 2.0,
        width: THUMB,
        height: THUMB,
    };
    let fill = palette.slider(native.disabled, native.pressed);
    if !native.bare {
        groove(
            painter,
            native,
            along,
            (middle, thumb_at + THUMB / 2.0, reversed),
            vertical,
            palette,
            transform,
        );
    }
    let knob = turned(thumb).inset(all(0.5));
    painter
        .surface
        .fill_color(&rounded(knob, (THUMB / 2.0) as f32), fill, transform);
}

/// Along and across the slider.
fn turned(r: Rect) -> Rect {
    Rect {
        x: r.y,
        y: r.x,
        width: r.height,
        height: r.width,
    }
}

/// The native groove, filled up to the thumb's centre (or from there on).
fn groove(
    painter: &mut Painter<'_>,
    native: &Native,
    along: Rect,
    (middle, center, reversed): (f64, f64, bool),
    vertical: bool,
    palette: &Palette,
    transform: &Transform,
) {
    let place = |r: Rect| if vertical { turned(r) } else { r };
    let surface = &mut painter.surface;
    let groove = Rect {
        x: along.x + 1.0,
        y: middle - GROOVE / 2.0,
        width: (along.width - 2.0).max(0.0),
        height: GROOVE,
    };
    let shape = rounded(place(groove), (GROOVE / 2.0) as f32);
    surface.fill_color(&shape, palette.groove(native.disabled), transform);
    let saved = surface.clip.clone();
    surface.clip = saved.narrowed(&shape, transform);
    let (from, to) = if reversed {
        (center, groove.x + groove.width)
    } else {
        (groove.x, center)
    };
    let done = Rect {
        x: from,
        width: (to - from).max(0.0),
        ..groove
    };
    if done.width > 0.0 {
        let fill = palette.slider(native.disabled, native.pressed);
        surface.fill_color(&rounded(place(done), 0.0), fill, transform);
    }
    let line = palette.groove_border(native.disabled);
    frame(surface, place(groove), (GROOVE / 2.0 - 0.5) as f32, line, transform);
    surface.clip = saved;
}

/// Where the value is between minimum and maximum.
fn share(element: &Element) -> f64 {
    let (min, max) = (number(element, "min").unwrap_or(0.0), number(element, "max").unwrap_or(100.0));
    let shown = element.control_text.as_ref().and_then(|text| text.text.parse::<f64>().ok());
    let value = shown
        .or_else(|| number(element, "value"))
        .unwrap_or((min + max.max(min)) / 2.0);
    if max > min {
        ((value - min) / (max - min)).clamp(0.0, 1.0)
    } else {
        0.0
    }
}
