//! `<progress>` and `<meter>` (HTML §4.10.13, §4.10.14).

use super::palette::Palette;
use super::part::StyledPart;
use super::{Native, all, frame, number, rounded};
use crate::boxes::Rect;
use crate::dom::tree::Element;
use crate::paint::Painter;
use crate::paint::geometry::{RoundRect, snapped};
use crate::paint::surface::Surface;
use crate::query::geometry::Transform;
use style::selector_parser::PseudoElement;
use tiny_skia::Color;

/// The bar of a gauge: half as high as its box, in the middle.
fn bar(rect: Rect) -> Rect {
    Rect {
        y: rect.y + rect.height / 4.0,
        height: rect.height / 2.0,
        ..rect
    }
}

pub(super) fn progress(
    painter: &mut Painter<'_>,
    node: u32,
    native: &Native,
    element: &Element,
    rect: Rect,
    palette: &Palette,
    transform: &Transform,
) {
    let max = number(element, "max").filter(|max| *max > 0.0).unwrap_or(1.0);
    let value = number(element, "value").map(|value| (value / max).clamp(0.0, 1.0));
    if native.bare || native.styled {
        // The parts of a bar without native look are plain boxes.
        let done = Rect {
            width: rect.width * value.unwrap_or(0.0),
            ..rect
        };
        let mut part = |pseudo, rect: Rect, color: Color| match StyledPart::of(painter, node, pseudo) {
            Some(part) => part.paint(painter, rect, transform),
            None if rect.width > 0.0 => {
                let rect = RoundRect::square(snapped(rect, transform));
                painter.surface.fill_color(&rect, color, transform);
            }
            None => {}
        };
        part(PseudoElement::SliderFill, rect, Color::from_rgba8(128, 128, 128, 255));
        part(PseudoElement::MozProgressBar, done, Color::from_rgba8(0, 128, 0, 255));
        return;
    }
    let surface = &mut painter.surface;
    let track = bar(rect);
    let radius = (track.height / 2.0) as f32;
    let shape = rounded(track, radius);
    surface.fill_color(&shape, palette.groove(false), transform);
    let saved = surface.clip.clone();
    surface.clip = saved.narrowed(&shape, transform);
    // What has no value shows a piece of a fifth.
    let width = track.width * value.unwrap_or(0.2);
    if width > 0.0 {
        let done = Rect {
            width: width.round(),
            ..track
        };
        surface.fill_color(&RoundRect::square(done), palette.accent(false), transform);
    }
    frame(
        surface,
        track,
        (radius - 0.5).max(0.0),
        palette.groove_border(false),
        transform,
    );
    surface.clip = saved;
}

pub(super) fn meter(surface: &mut Surface, element: &Element, rect: Rect, palette: &Palette, transform: &Transform) {
    let gauge = Gauge::of(element);
    let outer = snapped(bar(rect), transform);
    let shape = rounded(outer, (outer.height / 2.0) as f32);
    surface.fill_color(&shape, palette.groove(false), transform);
    frame(
        surface,
        outer,
        (outer.height / 2.0 - 0.5) as f32,
        palette.meter_border(),
        transform,
    );
    let inside = shape.inset(all(1.0));
    let done = snapped(
        Rect {
            width: inside.rect.width * gauge.share,
            ..inside.rect
        },
        transform,
    );
    if done.width > 0.0 && done.height > 0.0 {
        let saved = surface.clip.clone();
        surface.clip = saved.narrowed(&inside, transform);
        surface.fill_color(&RoundRect::square(done), palette.meter(gauge.off), transform);
        surface.clip = saved;
    }
}

/// What a meter shows.
#[derive(Debug, PartialEq)]
struct Gauge {
    /// Between minimum and maximum.
    share: f64,
    /// Regions between the value's and the optimum's.
    off: usize,
}

impl Gauge {
    fn of(element: &Element) -> Self {
        let get = |name| number(element, name);
        Self::new(get("value"), get("min"), get("max"), get("low"), get("high"), get("optimum"))
    }

    fn new(
        value: Option<f64>,
        min: Option<f64>,
        max: Option<f64>,
        low: Option<f64>,
        high: Option<f64>,
        optimum: Option<f64>,
    ) -> Self {
        let min = min.unwrap_or(0.0);
        let max = max.unwrap_or(1.0).max(min);
        let value = value.unwrap_or(0.0).clamp(min, max);
        let low = low.unwrap_or(min).clamp(min, max);
        let high = high.unwrap_or(max).clamp(low, max);
        let optimum = optimum.unwrap_or((min + max) / 2.0).clamp(min, max);
        let region = |v: f64| {
            if v < low {
                0usize
            } else if v > high {
                2
            } else {
                1
            }
        };
        Self {
            share: if max > min { (value - min) / (max - min) } else { 0.0 },
            off: region(value).abs_diff(region(optimum)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_is_as_good_as_its_region_is_near_to_the_optimum() {
        let off = |value, optimum| Gauge::new(Some(value), None, None, Some(0.3), Some(0.6), Some(optimum)).off;
        assert_eq!(off(0.1, 0.9), 2);
        assert_eq!(off(0.5, 0.9), 1);
        assert_eq!(off(0.7, 0.9), 0);
        assert_eq!(off(0.1, 0.1), 0);
        assert_eq!(
            Gauge::new(Some(7.0), Some(2.0), Some(12.0), None, None, None),
            Gauge { share: 0.5, off: 0 }
        );
    }
}
