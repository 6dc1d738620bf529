//! Lines under, over and through text (CSS Text Decoration 4 §2), as Chromium places and draws them.

use super::Painter;
use super::background::current_color;
use super::geometry::{RoundRect, is_translation};
use super::gradient::{absolute, color};
use crate::boxes::inline::{InlineContext, TextRun};
use crate::boxes::{BoxId, BoxKind, LayoutBox, Rect};
use crate::query::geometry::Transform;
use crate::style::text_properties;
use crate::text::{family_list, font_attributes};
use oracade_text::{FontMetrics, RunRef};
use std::sync::PoisonError;
use style::computed_values::position::T as Position;
use style::computed_values::text_decoration_style::T as LineStyle;
use style::properties::ComputedValues;
use style::values::computed::{Length, TextDecorationLine};
use style::values::generics::length::GenericLengthPercentageOrAuto;
use style::values::generics::text::GenericTextDecorationLength;
use style::values::specified::text::TextUnderlinePosition;
use tiny_skia::{Color, LineCap, PathBuilder, Stroke, StrokeDash};

/// Most room that is left on either side of glyphs an underline would cross.
const MAX_CLEARANCE: f32 = 13.0;

/// A run to decorate, with the line it is on.
pub(super) struct Decorated<'a> {
    pub(super) context: &'a InlineContext,
    pub(super) run: &'a TextRun,
    pub(super) line: usize,
}

/// Underlines and overlines go below the glyphs, line-through above (CSS Text Decoration 3 §2).
pub(super) fn paint(painter: &mut Painter<'_>, decorated: &Decorated<'_>, text: &RunRef<'_>, transform: &Transform, above: bool) {
    let boxes = painter.boxes;
    let mut current = Some(decorated.run.owner);
    let mut applied = Vec::new();
    while let Some(id) = current {
        let b = boxes.get(id);
        current = b.parent;
        if b.is_anonymous() {
            continue;
        }
        let line = b.style.get_text().text_decoration_line;
        let wanted = if above {
            line & TextDecorationLine::LINE_THROUGH
        } else {
            line & (TextDecorationLine::UNDERLINE | TextDecorationLine::OVERLINE)
        };
        if !wanted.is_empty() {
            applied.push((id, wanted));
        }
        let style = b.style.get_box();
        let out_of_flow = matches!(style.position, Position::Absolute | Position::Fixed);
        let floats = style.float != style::computed_values::float::T::None;
        if out_of_flow || floats || (b.inline_level && b.kind != BoxKind::Inline) {
            break;
        }
    }
    // A first line's own lines lie over all around it, and under those of boxes on it.
    if decorated.run.on_first_line
        && let Some(first) = &decorated.context.first_line
    {
        let line = first.style.get_text().text_decoration_line;
        let wanted = if above {
            line & TextDecorationLine::LINE_THROUGH
        } else {
            line & (TextDecorationLine::UNDERLINE | TextDecorationLine::OVERLINE)
        };
        if !wanted.is_empty() {
            let metrics = metrics_of(painter, &first.style);
            let baseline = decorated
                .context
                .lines
                .get(decorated.line)
                .map_or(decorated.run.baseline, |line| line.baseline);
            decorate_in(painter, &first.style, wanted, baseline, &metrics, decorated, text, transform);
        }
    }
    // The outermost box's lines lie lowest.
    for (id, lines) in applied.into_iter().rev() {
        decorate(painter, id, lines, decorated, text, transform);
    }
}

/// Baseline of a box on the line of a run: the lines belong to the box that has the property.
fn baseline_of(decorated: &Decorated<'_>, b: &LayoutBox, metrics: &FontMetrics) -> f32 {
    if b.kind != BoxKind::Inline {
        return decorated
            .context
            .lines
            .get(decorated.line)
            .map_or(decorated.run.baseline, |line| line.baseline);
    }
    let above = f64::from(metrics.ascent) + b.border().top + b.padding().top;
    b.fragments
        .iter()
        .find(|fragment| fragment.line as usize == decorated.line)
        .map_or(decorated.run.baseline, |fragment| (fragment.rect.y + above) as f32)
}

/// Metrics of a style's first available font.
pub(super) fn metrics_of(painter: &Painter<'_>, style: &ComputedValues) -> FontMetrics {
    let font = style.get_font();
    let mut fonts = painter.document.fonts.lock().unwrap_or_else(PoisonError::into_inner);
    fonts.primary_metrics(&family_list(font), font_attributes(font), crate::style::font_size::of(font))
}

fn thickness_of(style: &ComputedValues, metrics: &FontMetrics) -> f32 {
    let size = crate::style::font_size::of(style.get_font());
    let automatic = (size / 10.0).max(1.0);
    match &style.get_text().text_decoration_thickness {
        GenericTextDecorationLength::Auto => automatic,
        GenericTextDecorationLength::FromFont if metrics.underline_thickness > 0.0 => metrics.underline_thickness.max(1.0),
        GenericTextDecorationLength::FromFont => automatic,
        GenericTextDecorationLength::LengthPercentage(length) => length.resolve(Length::new(size)).px().round().max(1.0),
    }
}

/// The colour of decorations, where `currentcolor` is that of the text: its stroke's if it has one, else its fill's.
fn color_of(style: &ComputedValues) -> Color {
    let decoration = &style.get_text().text_decoration_color;
    if decoration.is_currentcolor() {
        let stroked = text_properties::width(style, "-webkit-text-stroke-width").is_some_and(|width| width > 0.0);
        let name = if stroked {
            "-webkit-text-stroke-color"
        } else {
            "-webkit-text-fill-color"
        };
        if let Some(own) = text_properties::color(style, name)
            && own.alpha > 0.0
        {
            return absolute(&own);
        }
    }
    color(decoration, &current_color(style))
}

fn decorate(
    painter: &mut Painter<'_>,
    id: BoxId,
    lines: TextDecorationLine,
    decorated: &Decorated<'_>,
    text: &RunRef<'_>,
    transform: &Transform,
) {
    let b = painter.boxes.get(id);
    let style = b.style.clone();
    let metrics = metrics_of(painter, &style);
    let baseline = baseline_of(decorated, b, &metrics);
    decorate_in(painter, &style, lines, baseline, &metrics, decorated, text, transform);
}

#[expect(clippy::too_many_arguments, reason = "lines, whose they are and where they are")]
fn decorate_in(
    painter: &mut Painter<'_>,
    style: &ComputedValues,
    lines: TextDecorationLine,
    baseline: f32,
    metrics: &FontMetrics,
    decorated: &Decorated<'_>,
    text: &RunRef<'_>,
    transform: &Transform,
) {
    let thickness = thickness_of(style, metrics);
    let color = color_of(style);
    let kind = style.get_text().text_decoration_style;
    let skips = text_properties::keyword(style, "text-decoration-skip-ink").as_deref() != Some("none");
    let mut draw = |y: f32, second: f32, gaps: bool| {
        let line = DecorationLine {
            x: decorated.run.x,
            width: decorated.run.width,
            y,
            thickness,
            second,
        };
        if gaps && skips {
            let band = line.band(kind);
            let holes = crossings(painter, text, band, thickness.min(MAX_CLEARANCE));
            for (from, to) in remaining(line.x, line.width, &holes) {
                clipped(painter, &line, kind, (from, to), band, color, transform);
            }
        } else {
            stroke(painter, &line, kind, color, transform);
        }
    };
    let double = thickness + 1.0;
    if lines.contains(TextDecorationLine::UNDERLINE) {
        draw(baseline + underline_offset(style, metrics, thickness), double, true);
    }
    if lines.contains(TextDecorationLine::OVERLINE) {
        draw(baseline - metrics.ascent - thickness.floor().max(1.0), -double, true);
    }
    if lines.contains(TextDecorationLine::LINE_THROUGH) {
        let y = baseline - metrics.ascent + 2.0 * metrics.ascent / 3.0 - thickness / 2.0;
        draw(y, double.floor(), false);
    }
}

/// Where an underline begins below the baseline.
fn underline_offset(style: &ComputedValues, metrics: &FontMetrics, thickness: f32) -> f32 {
    let inherited = style.get_inherited_text();
    let size = crate::style::font_size::of(style.get_font());
    let given = match &inherited.text_underline_offset {
        GenericLengthPercentageOrAuto::Auto => None,
        GenericLengthPercentageOrAuto::LengthPercentage(length) => Some(length.resolve(Length::new(size)).px()),
    };
    let position = inherited.text_underline_position;
    if position.contains(TextUnderlinePosition::UNDER) {
        return metrics.descent + 1.0 + given.unwrap_or(0.0);
    }
    if position.contains(TextUnderlinePosition::FROM_FONT) {
        return metrics.underline_offset + given.unwrap_or(0.0);
    }
    match given {
        Some(offset) => offset.round(),
        None => (thickness / 2.0).ceil().max(1.0),
    }
}

struct DecorationLine {
    x: f32,
    width: f32,
    /// Top of the (first) line.
    y: f32,
    thickness: f32,
    /// How much lower the second of two lines is; wavy lines swing around it.
    second: f32,
}

impl DecorationLine {
    /// The rows the line is painted in.
    fn band(&self, kind: LineStyle) -> (f32, f32) {
        let whole = self.thickness.floor().max(1.0);
        match kind {
            LineStyle::Double => {
                let (a, b) = (self.y.min(self.y + self.second), self.y.max(self.y + self.second));
                (a, b + whole)
            }
            LineStyle::Wavy => {
                let middle = self.y + self.second;
                let swing = wave(self.thickness).1 / 2.0 + self.thickness / 2.0;
                (middle - swing, middle + swing)
            }
            _ => (self.y, self.y + whole),
        }
    }
}

/// Length of a wave and how far its control points are from the line.
fn wave(thickness: f32) -> (f32, f32) {
    let thickness = thickness.max(1.0);
    (
        1.0 + 2.0 * (2.0 * thickness + 0.5).round(),
        0.5 + (3.0 * thickness + 0.5).round(),
    )
}

fn bar(painter: &mut Painter<'_>, x: f32, y: f32, width: f32, thickness: f32, color: Color, transform: &Transform) {
    // A line lies on whole pixels, wherever its text does.
    let offset = if is_translation(transform) { transform.f } else { 0.0 };
    let rect = Rect {
        x: f64::from(x),
        y: (f64::from(y) + offset + 0.5).floor() - offset,
        width: f64::from(width),
        height: f64::from(thickness.floor().max(1.0)),
    };
    painter.surface.fill_color(&RoundRect::square(rect), color, transform);
}

/// Draws a line in its style.
fn stroke(painter: &mut Painter<'_>, line: &DecorationLine, kind: LineStyle, color: Color, transform: &Transform) {
    match kind {
        LineStyle::Double => {
            for y in [line.y, line.y + line.second] {
                bar(painter, line.x, y, line.width, line.thickness, color, transform);
            }
        }
        LineStyle::Dotted | LineStyle::Dashed => broken(painter, line, kind == LineStyle::Dotted, color, transform),
        LineStyle::Wavy => {
            let (length, reach) = wave(line.thickness);
            let middle = line.y + line.second;
            let mut path = PathBuilder::new();
            let mut x = line.x - length;
            path.move_to(x, middle);
            // A line is no longer than a page is wide; more waves than this are none that can be seen.
            for _ in 0..20_000 {
                if x >= line.x + line.width + length {
                    break;
                }
                let half = x + length / 2.0;
                path.cubic_to(half, middle + reach, half, middle - reach, x + length, middle);
                x += length;
            }
            let Some(path) = path.finish() else { return };
            let saved = painter.surface.clip.clone();
            let swing = f64::from(reach + line.thickness);
            let window = Rect {
                x: f64::from(line.x),
                y: f64::from(middle) - swing,
                width: f64::from(line.width),
                height: 2.0 * swing,
            };
            painter.surface.clip = saved.narrowed(&RoundRect::square(window), transform);
            let how = Stroke {
                width: line.thickness,
                ..Stroke::default()
            };
            painter.surface.stroke(&path, &how, color, transform);
            painter.surface.clip = saved;
        }
        _ => bar(painter, line.x, line.y, line.width, line.thickness, color, transform),
    }
}

/// A gap near the wished one with which dashes fill a length from end to end.
fn best_gap(length: f32, dash: f32, gap: f32) -> f32 {
    let fewer = ((length + gap) / (dash + gap)).floor();
    let more = fewer + 1.0;
    let small = (length - fewer * dash) / (fewer - 1.0);
    let large = (length - more * dash) / (more - 1.0);
    if large <= 0.0 || (small - gap).abs() < (large - gap).abs() {
        small
    } else {
        large
    }
}

fn broken(painter: &mut Painter<'_>, line: &DecorationLine, dotted: bool, color: Color, transform: &Transform) {
    let thickness = line.thickness.round().max(1.0);
    let mut middle = (line.y + (thickness / 2.0).max(0.5)).floor();
    if thickness as i32 % 2 == 1 {
        middle += 0.5;
    }
    let (mut from, mut to) = (line.x.trunc(), (line.x + line.width).trunc());
    let round = dotted && thickness >= 3.0;
    let (dash, gap) = match (dotted, thickness >= 3.0) {
        (true, _) => (thickness, thickness),
        (false, true) => (thickness * 2.0, thickness),
        (false, false) => (thickness * 3.0, thickness * 2.0),
    };
    let length = to - from;
    let mut how = Stroke {
        width: thickness,
        ..Stroke::default()
    };
    if length > dash {
        let gap = best_gap(length, dash, gap);
        if gap.is_finite() && gap > 0.0 {
            let intervals = if round {
                vec![0.0, gap + thickness - 0.01]
            } else {
                vec![dash, gap]
            };
            how.dash = StrokeDash::new(intervals, 0.0);
        }
    }
    if round {
        how.line_cap = LineCap::Round;
        (from, to) = (from + thickness / 2.0, to - thickness / 2.0);
    }
    let mut path = PathBuilder::new();
    path.move_to(from, middle);
    path.line_to(to, middle);
    if let Some(path) = path.finish() {
        painter.surface.stroke(&path, &how, color, transform);
    }
}

/// Draws what lies between two glyphs that are skipped.
fn clipped(
    painter: &mut Painter<'_>,
    line: &DecorationLine,
    kind: LineStyle,
    (from, to): (f32, f32),
    band: (f32, f32),
    color: Color,
    transform: &Transform,
) {
    if from <= line.x && to >= line.x + line.width {
        return stroke(painter, line, kind, color, transform);
    }
    let saved = painter.surface.clip.clone();
    let window = Rect {
        x: f64::from(from),
        y: f64::from(band.0 - 1.0),
        width: f64::from(to - from),
        height: f64::from(band.1 - band.0 + 2.0),
    };
    painter.surface.clip = saved.narrowed(&RoundRect::square(window), transform);
    stroke(painter, line, kind, color, transform);
    painter.surface.clip = saved;
}

/// Where glyphs are within a band of rows, with room on either side.
fn crossings(painter: &mut Painter<'_>, text: &RunRef<'_>, band: (f32, f32), clearance: f32) -> Vec<(f32, f32)> {
    let mut holes = Vec::new();
    for glyph in text.glyphs {
        let alone = RunRef {
            glyphs: std::slice::from_ref(glyph),
            ..*text
        };
        let Some(path) = painter.surface.glyphs.run_path(&alone) else {
            continue;
        };
        if path.bounds().bottom() <= band.0 || path.bounds().top() >= band.1 {
            continue;
        }
        if let Some((from, to)) = extent_within(&path, band) {
            holes.push((from - clearance, to + clearance));
        }
    }
    holes.sort_by(|a, b| a.0.total_cmp(&b.0));
    holes
}

/// The horizontal extent of the part of an outline that lies in a band of rows.
fn extent_within(path: &tiny_skia::Path, (top, bottom): (f32, f32)) -> Option<(f32, f32)> {
    use tiny_skia::{PathSegment, Point};
    const STEPS: u8 = 8;
    let mut extent: Option<(f32, f32)> = None;
    let mut add = |x: f32| extent = Some(extent.map_or((x, x), |(a, b): (f32, f32)| (a.min(x), b.max(x))));
    let mut edge = |a: Point, b: Point| {
        let (high, low) = (a.y.min(b.y), a.y.max(b.y));
        if low < top || high > bottom {
            return;
        }
        let at = |y: f32| {
            if b.y == a.y {
                a.x
            } else {
                a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
            }
        };
        for (point, y) in [(a, a.y), (b, b.y)] {
            if (top..=bottom).contains(&y) {
                add(point.x);
            }
        }
        for y in [top, bottom] {
            if high <= y && y <= low {
                add(at(y));
            }
        }
    };
    let (mut start, mut pen) = (Point::zero(), Point::zero());
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => (start, pen) = (p, p),
            PathSegment::LineTo(p) => {
                edge(pen, p);
                pen = p;
            }
            PathSegment::QuadTo(c, p) => {
                let from = pen;
                for step in 1..=STEPS {
                    let t = f32::from(step) / f32::from(STEPS);
                    let u = 1.0 - t;
                    let next = Point::from_xy(
                        u * u * from.x + 2.0 * u * t * c.x + t * t * p.x,
                        u * u * from.y + 2.0 * u * t * c.y + t * t * p.y,
                    );
                    edge(pen, next);
                    pen = next;
                }
            }
            PathSegment::CubicTo(c, d, p) => {
                let from = pen;
                for step in 1..=STEPS {
                    let t = f32::from(step) / f32::from(STEPS);
                    let u = 1.0 - t;
                    let mix = |a: f32, b: f32, c: f32, d: f32| {
                        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                    };
                    let next = Point::from_xy(mix(from.x, c.x, d.x, p.x), mix(from.y, c.y, d.y, p.y));
                    edge(pen, next);
                    pen = next;
                }
            }
            PathSegment::Close => {
                edge(pen, start);
                pen = start;
            }
        }
    }
    extent
}

/// What is left of a stretch without the holes, which are sorted.
fn remaining(x: f32, width: f32, holes: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let (mut pieces, mut from) = (Vec::new(), x);
    for (start, end) in holes {
        if *start > from {
            pieces.push((from, start.min(x + width)));
        }
        from = from.max(*end);
    }
    if from < x + width {
        pieces.push((from, x + width));
    }
    pieces.retain(|(from, to)| to > from);
    pieces
}

/// Strokes the outlines of a run (`-webkit-text-stroke`).
pub(super) fn stroke_text(painter: &mut Painter<'_>, text: &RunRef<'_>, width: f32, color: Color, transform: &Transform) {
    if color.alpha() == 0.0 || width <= 0.0 {
        return;
    }
    let Some(path) = painter.surface.glyphs.run_path(text) else {
        return;
    };
    let how = Stroke {
        width,
        ..Stroke::default()
    };
    painter.surface.stroke(&path, &how, color, transform);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_leave_pieces() {
        assert_eq!(remaining(0.0, 10.0, &[]), [(0.0, 10.0)]);
        assert_eq!(remaining(0.0, 10.0, &[(2.0, 4.0), (3.0, 5.0)]), [(0.0, 2.0), (5.0, 10.0)]);
        assert_eq!(remaining(0.0, 10.0, &[(-1.0, 12.0)]), []);
    }

    #[test]
    fn dashes_fill_their_line() {
        let gap = best_gap(100.0, 6.0, 4.0);
        let count = (100.0 + gap) / (6.0 + gap);
        assert!((count - count.round()).abs() < 1e-3 && (gap - 4.0).abs() < 1.0);
    }

    #[test]
    fn an_outline_is_measured_in_a_band() {
        let path = PathBuilder::from_rect(
            tiny_skia::Rect::from_xywh(1.0, 0.0, 4.0, 10.0).unwrap_or_else(|| unreachable!("a rectangle")),
        );
        assert_eq!(extent_within(&path, (3.0, 5.0)), Some((1.0, 5.0)));
        assert_eq!(extent_within(&path, (11.0, 12.0)), None);
    }
}
