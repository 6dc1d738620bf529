//! Dashes and dots: how many fit a side, and where they lie.

use super::Side;
use crate::boxes::{Edges, Rect};
use crate::paint::geometry::RoundRect;
use crate::paint::surface::Surface;
use crate::query::geometry::Transform;
use style::values::specified::border::BorderStyle;
use tiny_skia::{FillRule, LineCap, PathBuilder, Shader, Stroke, StrokeDash};

/// Dots up to this width are squares.
const SQUARE: f64 = 3.0;

fn is_round(side: &Side) -> bool {
    side.style == BorderStyle::Dotted && side.width > SQUARE
}

/// The gap nearest to the wanted one with which a whole number of dashes fits.
fn best_gap(length: f64, dash: f64, gap: f64, closed: bool) -> f64 {
    let available = if closed { length } else { length + gap };
    let fewer = (available / (dash + gap)).floor();
    let gaps = |dashes: f64| if closed { dashes } else { dashes - 1.0 };
    let at_fewer = (length - fewer * dash) / gaps(fewer);
    let at_more = (length - (fewer + 1.0) * dash) / gaps(fewer + 1.0);
    if at_more <= 0.0 || (at_fewer - gap).abs() < (at_more - gap).abs() {
        at_fewer
    } else {
        at_more
    }
}

/// Lengths of dash and gap along a line; None: the line is not interrupted.
fn intervals(side: &Side, length: f64, closed: bool) -> Option<(f64, f64)> {
    let width = side.width;
    if is_round(side) {
        if length < width * 2.0 {
            return Some((0.0, width * 2.0));
        }
        // A little less, so that the last dot is not lost.
        return Some((0.0, best_gap(length, width, width, closed) + width - 0.01));
    }
    let (dash, gap) = match (side.style, width >= 3.0) {
        (BorderStyle::Dotted, _) => (width, width),
        (_, true) => (width * 2.0, width),
        (_, false) => (width * 3.0, width * 2.0),
    };
    if side.style == BorderStyle::Dotted && !closed {
        return Some((dash, gap));
    }
    if length <= dash * 2.0 {
        return None;
    }
    if length <= dash * 2.0 + gap {
        let factor = length / (dash * 2.0 + gap);
        return Some((dash * factor, gap * factor));
    }
    Some((dash, best_gap(length, dash, gap, closed)))
}

fn stroke(side: &Side, width: f64, intervals: Option<(f64, f64)>) -> Stroke {
    Stroke {
        width: width as f32,
        line_cap: if is_round(side) { LineCap::Round } else { LineCap::Butt },
        dash: intervals.and_then(|(dash, gap)| StrokeDash::new(vec![dash.max(0.001) as f32, gap.max(0.001) as f32], 0.0)),
        ..Stroke::default()
    }
}

/// Dashes along one side of a box with square corners.
pub(super) fn along(surface: &mut Surface, index: usize, side: &Side, outer: &RoundRect, transform: &Transform) {
    let rect = outer.rect;
    let width = side.width;
    let horizontal = index.is_multiple_of(2);
    let length = if horizontal { rect.width } else { rect.height };
    if side.style == BorderStyle::Dotted && !is_round(side) {
        for (from, to) in square_dots(length, width) {
            let dot = match index {
                0 => (rect.x + from, rect.y, to - from, width),
                1 => (rect.x + rect.width - width, rect.y + from, width, to - from),
                2 => (rect.x + from, rect.y + rect.height - width, to - from, width),
                _ => (rect.x, rect.y + from, width, to - from),
            };
            let (x, y, width, height) = dot;
            surface.fill_color(&RoundRect::square(Rect { x, y, width, height }), side.color, transform);
        }
        return;
    }
    // Round dots end where the side ends.
    let margin = if is_round(side) { width / 2.0 } else { 0.0 };
    let across = match index {
        0 => rect.y + width / 2.0,
        1 => rect.x + rect.width - width / 2.0,
        2 => rect.y + rect.height - width / 2.0,
        _ => rect.x + width / 2.0,
    } as f32;
    let mut path = PathBuilder::new();
    if horizontal {
        path.move_to((rect.x + margin) as f32, across);
        path.line_to((rect.x + length - margin) as f32, across);
    } else {
        path.move_to(across, (rect.y + margin) as f32);
        path.line_to(across, (rect.y + length - margin) as f32);
    }
    if let Some(path) = path.finish() {
        surface.stroke(
            &path,
            &stroke(side, width, intervals(side, length, false)),
            side.color,
            transform,
        );
    }
}

/// Most dots of one side.
const DOTS_MAX: usize = 16384;

/// Where the square dots of a thin side lie: whole pixels, one at each end, what is over going to the first and the last gap.
fn square_dots(length: f64, width: f64) -> Vec<(f64, f64)> {
    let size = length.round() as i64;
    let (first_grows, first_gap, last_gap, last_grows) = match (width.round() as i64, size % 4, size % 6) {
        (1, ..) if size % 2 == 0 => (1, 1, None, 0),
        (2, 0, _) => (0, -1, Some(1), 0),
        (2, 1, _) => (0, -1, None, 0),
        (2, 3, _) => (0, 1, None, 0),
        (3, _, 0) => (1, 1, Some(-1), 1),
        (3, _, 1) => (0, -1, Some(1), 0),
        (3, _, 2) => (0, -1, None, 0),
        (3, _, 4) => (0, 1, None, 0),
        (3, _, 5) => (0, 1, Some(-1), 0),
        _ => (0, 0, None, 0),
    };
    let mut dots = Vec::new();
    let mut at = 0.0;
    let mut end = length;
    if first_grows != 0 || first_gap != 0 {
        dots.push((0.0, width + f64::from(first_grows)));
        at = 2.0 * width + f64::from(first_gap);
    }
    if last_gap.is_some() {
        let grown = width + f64::from(last_grows);
        dots.push((length - grown, length));
        end = length - grown - 1.0;
    }
    while at < end && dots.len() < DOTS_MAX {
        dots.push((at, (at + width).min(end)));
        at += width * 2.0;
    }
    dots
}

/// Dashes around a box with round corners, on the line in the middle of the border.
pub(super) fn around(surface: &mut Surface, side: &Side, outer: &RoundRect, edges: Edges, transform: &Transform) {
    let middle = outer.inset(Edges {
        top: edges.top / 2.0,
        right: edges.right / 2.0,
        bottom: edges.bottom / 2.0,
        left: edges.left / 2.0,
    });
    let Some(path) = middle.path() else { return };
    // Dashes are counted on a rougher outline than the one they lie on.
    let length = outline_length(&middle, rough_quarter);
    let stretch = outline_length(&middle, quarter) / length.max(1.0);
    let gaps = intervals(side, length, true).map(|(dash, gap)| (dash * stretch, gap * stretch));
    if is_round(side) {
        surface.stroke(&path, &stroke(side, side.width, gaps), side.color, transform);
        return;
    }
    // The stroke is wider than the border, and the border's own edges cut it.
    let saved = surface.clip.clone();
    let mut frame = PathBuilder::new();
    outer.add_to(&mut frame);
    let inner = outer.inset(edges);
    if inner.rect.width > 0.0 && inner.rect.height > 0.0 {
        inner.add_to(&mut frame);
    }
    if let Some(frame) = frame.finish() {
        surface.clip = saved.narrowed_by_path(&frame, FillRule::EvenOdd, transform);
        match gaps {
            Some(_) => surface.stroke(&path, &stroke(side, side.width * 2.2, gaps), side.color, transform),
            None => surface.fill_path(&frame, FillRule::EvenOdd, Shader::SolidColor(side.color), transform),
        }
    }
    surface.clip = saved;
}

/// Length of a quarter of an ellipse (Ramanujan's approximation).
fn quarter(x: f64, y: f64) -> f64 {
    std::f64::consts::PI / 4.0 * (3.0 * (x + y) - libm::sqrt((3.0 * x + y) * (x + 3.0 * y)))
}

/// Length of a quarter of an ellipse drawn with straight lines, of which there are more where they would be off by half a pixel.
fn rough_quarter(x: f64, y: f64) -> f64 {
    let mut parts = 1u32;
    while parts < 64 {
        let half = std::f64::consts::PI / 4.0 / f64::from(parts);
        if x.max(y) * (1.0 - libm::cos(half)) <= 0.5 {
            break;
        }
        parts *= 2;
    }
    let half = std::f64::consts::PI / 4.0 / f64::from(parts);
    let chords = 2.0 * libm::sin(half) * f64::from(parts);
    quarter(x, y) * chords / std::f64::consts::FRAC_PI_2
}

/// Length of a rounded rectangle's outline.
fn outline_length(shape: &RoundRect, quarter: fn(f64, f64) -> f64) -> f64 {
    let mut length = 2.0 * (shape.rect.width + shape.rect.height);
    for (x, y) in shape.radii {
        let (x, y) = (f64::from(x), f64::from(y));
        if x > 0.0 && y > 0.0 {
            length += quarter(x, y) - x - y;
        }
    }
    length.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Color;

    #[test]
    fn dashes_fit_as_chromium_fits_them() {
        let side = |width, style| Side {
            width,
            style,
            color: Color::BLACK,
        };
        let (dash, gap) = intervals(&side(1.0, BorderStyle::Dashed), 40.0, false).unwrap_or_default();
        assert_eq!((dash, (gap * 1000.0).round()), (3.0, 2286.0));
        let (dash, gap) = intervals(&side(2.0, BorderStyle::Dashed), 40.0, false).unwrap_or_default();
        assert_eq!((dash, (gap * 1000.0).round()), (6.0, 5333.0));
        let (_, gap) = intervals(&side(4.0, BorderStyle::Dotted), 40.0, false).unwrap_or_default();
        assert!((gap - 7.19).abs() < 1e-9);
        assert_eq!(intervals(&side(4.0, BorderStyle::Dashed), 16.0, false), None);
    }

    #[test]
    fn square_dots_stand_on_whole_pixels() {
        let starts = |length, width| {
            let mut dots = square_dots(length, width);
            dots.sort_by(|a, b| a.0.total_cmp(&b.0));
            dots.iter().map(|dot| dot.0).collect::<Vec<_>>()
        };
        assert_eq!(
            starts(40.0, 2.0),
            [0.0, 3.0, 7.0, 11.0, 15.0, 19.0, 23.0, 27.0, 31.0, 35.0, 38.0]
        );
        assert_eq!(starts(40.0, 3.0), [0.0, 7.0, 13.0, 19.0, 25.0, 31.0, 37.0]);
        assert_eq!(starts(8.0, 1.0), [0.0, 3.0, 5.0, 7.0]);
    }
}
