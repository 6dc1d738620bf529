//! List markers: symbols are shapes, the others text.

use super::gradient::absolute;
use super::text::generated;
use super::{Painter, background::current_color, geometry};
use crate::boxes::marker::{DISCLOSURE, Marker, Symbol};
use crate::boxes::{BoxId, Rect};
use crate::query::geometry::Transform;
use style::computed_values::visibility::T as Visibility;
use tiny_skia::{FillRule, PathBuilder, Shader};

/// Paints the marker of a list item, or that in an anonymous box of its first line.
pub(super) fn paint(painter: &mut Painter<'_>, id: BoxId, transform: &Transform) {
    let b = painter.boxes.get(id);
    let Some(marker) = b.marker.clone() else { return };
    if b.style.get_inherited_box().visibility != Visibility::Visible {
        return;
    }
    let style = b.marker_style.clone().unwrap_or_else(|| b.style.clone());
    let rtl = is_rtl(&b.style);
    let right = b.border_box().width as f32;
    let font = style.get_font();
    let size = crate::style::font_size::of(font);
    let inside = b.is_anonymous();
    // The anonymous box has no height and stands on the baseline.
    let baseline = if inside {
        0.0
    } else {
        first_baseline(painter, id).unwrap_or(size)
    };
    match marker {
        Marker::Text(text) => {
            // The space at the end counts.
            let text = text.replace(' ', "\u{a0}");
            let fill = absolute(&current_color(&style));
            generated(painter, &style, &text, fill, transform, |width| {
                (if rtl { right } else { -width }, baseline)
            });
        }
        Marker::Symbol(kind) => {
            let ascent = {
                let fonts = painter.document.fonts.clone();
                let mut fonts = fonts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let (list, attributes) = (crate::text::family_list(font), crate::text::font_attributes(font));
                fonts.primary_metrics(&list, attributes, size).ascent
            };
            symbol(painter, id, kind, inside, (ascent, size, baseline), transform);
        }
    }
}

/// Places are those of Chromium: whole numbers of the font's ascent.
fn symbol(
    painter: &mut Painter<'_>,
    id: BoxId,
    kind: Symbol,
    inside: bool,
    (ascent, size, baseline): (f32, f32, f32),
    transform: &Transform,
) {
    let b = painter.boxes.get(id);
    let fill = absolute(&current_color(b.marker_style.as_ref().unwrap_or(&b.style)));
    let (rtl, right) = (is_rtl(&b.style), b.border_box().width);
    let whole = ascent.round() as i32;
    let offset = whole * 2 / 3;
    let bullet = (offset + 1) / 2;
    let mut path = PathBuilder::new();
    if matches!(kind, Symbol::DisclosureClosed | Symbol::DisclosureOpen) {
        let side = size * DISCLOSURE;
        let (x, top) = (if inside { 0.0 } else { -side - size * 0.4 }, baseline - side);
        let at = |u: f32, v: f32| (x + u * side, top + v * side);
        let corners = if kind == Symbol::DisclosureClosed {
            [at(0.0, 0.035), at(0.907, 0.5), at(0.0, 0.965)]
        } else {
            [at(0.035, 0.068), at(0.965, 0.068), at(0.5, 0.975)]
        };
        path.move_to(corners[0].0, corners[0].1);
        path.line_to(corners[1].0, corners[1].1);
        path.line_to(corners[2].0, corners[2].1);
        path.close();
    } else {
        let rect = Rect {
            x: match (inside, rtl) {
                (true, _) => 0.0,
                (false, false) => f64::from(-offset - 7),
                (false, true) => right + f64::from(offset + 7 - bullet),
            },
            y: f64::from(baseline - ascent) + f64::from(3 * (whole - offset) / 2),
            width: f64::from(bullet),
            height: f64::from(bullet),
        };
        let rect = geometry::snapped(rect, transform);
        let (x, y, side) = (rect.x as f32, rect.y as f32, rect.width as f32);
        if kind == Symbol::Square {
            if let Some(rect) = tiny_skia::Rect::from_xywh(x, y, side, side) {
                path.push_rect(rect);
            }
        } else {
            let center = (x + side / 2.0, y + side / 2.0);
            if kind == Symbol::Circle {
                // A line of one pixel.
                path.push_circle(center.0, center.1, side / 2.0 + 0.5);
                path.push_circle(center.0, center.1, (side / 2.0 - 0.5).max(0.1));
            } else {
                path.push_circle(center.0, center.1, side / 2.0);
            }
        }
    }
    let Some(path) = path.finish() else { return };
    let shader = Shader::SolidColor(fill);
    painter.surface.fill_path(&path, FillRule::EvenOdd, shader, transform);
}

pub(super) fn is_rtl(style: &style::properties::ComputedValues) -> bool {
    style.get_inherited_box().direction == style::computed_values::direction::T::Rtl
}

fn first_baseline(painter: &Painter<'_>, id: BoxId) -> Option<f32> {
    let mut current = id;
    let mut offset = 0.0;
    for _ in 0..64 {
        let b = painter.boxes.get(current);
        if let Some(line) = b.inline.as_ref().and_then(|context| context.lines.first()) {
            return Some(offset + line.baseline);
        }
        current = *b.children.first()?;
        offset += painter.boxes.get(current).border_box().y as f32;
    }
    None
}
