//! The spin button of number fields: seen while the field has the focus or the pointer, where a value can be typed.

use super::super::background::Areas;
use super::super::geometry::RoundRect;
use super::super::surface::Surface;
use super::{Element, Painter, Rect};
use crate::boxes::{BoxId, LayoutBox};
use crate::query::geometry::Transform;
use style::selector_parser::PseudoElement;
use style::values::computed::Appearance;
use stylo_dom::ElementState;
use tiny_skia::Color;

const WIDTH: f64 = 15.0;
/// Rows and width at its foot of an arrow.
const ARROW: (u32, f64) = (4, 7.0);
const FACE: u8 = 0xfc;
const INK: u8 = 0x8b;

/// Paints the spin button of a field that has one to be seen.
pub(super) fn paint(painter: &mut Painter<'_>, id: BoxId, element: &Element, areas: &Areas, transform: &Transform) {
    let b = painter.boxes.get(id);
    if !is_seen(painter, b, element) {
        return;
    }
    let content = areas.content().rect;
    let metrics = super::super::decoration::metrics_of(painter, &b.style);
    let line = f64::from(crate::flow::line_height_of(&b.style, &metrics).0).min(content.height);
    let half = (line / 2.0).floor();
    let rect = Rect {
        x: content.x + content.width - WIDTH,
        y: content.y + ((content.height - line) / 2.0).round(),
        width: WIDTH,
        height: half * 2.0,
    };
    let surface = &mut painter.surface;
    let face = Color::from_rgba8(FACE, FACE, FACE, 255);
    surface.fill_color(&RoundRect::square(rect), face, transform);
    let room = half - f64::from(ARROW.0);
    if room < 0.0 {
        return;
    }
    let left = rect.x + (WIDTH - ARROW.1) / 2.0;
    arrow(surface, left, rect.y + (room / 2.0).floor(), true, transform);
    arrow(surface, left, rect.y + half + (room / 2.0).ceil(), false, transform);
}

fn is_seen(painter: &Painter<'_>, b: &LayoutBox, element: &Element) -> bool {
    let is_number = element
        .attribute("type")
        .is_some_and(|kind| kind.eq_ignore_ascii_case("number"));
    if !is_number || element.state.contains(ElementState::DISABLED) || element.attribute("readonly").is_some() {
        return false;
    }
    if !element.state.intersects(ElementState::FOCUS | ElementState::HOVER)
        || b.style.get_box().clone_appearance() == Appearance::Textfield
    {
        return false;
    }
    // `ua.css` and the page say of it by the name of a part that such a field does not have.
    let own = painter
        .document
        .tree
        .get(b.node)
        .and_then(|node| painter.document.engine.pseudo_style(node, PseudoElement::SliderFill));
    own.is_none_or(|own| own.get_box().clone_appearance() != Appearance::None && !own.clone_display().is_none())
}

/// Rows of dots that grow by one at each side.
fn arrow(surface: &mut Surface, left: f64, top: f64, up: bool, transform: &Transform) {
    for row in 0..ARROW.0 {
        let inset = f64::from(if up { ARROW.0 - 1 - row } else { row });
        let dots = Rect {
            x: left + inset,
            y: top + f64::from(row),
            width: ARROW.1 - 2.0 * inset,
            height: 1.0,
        };
        surface.fill_color(&RoundRect::square(dots), Color::from_rgba8(INK, INK, INK, 255), transform);
    }
}
