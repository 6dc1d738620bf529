//! Emphasis marks (CSS Text Decoration 3 §3): one over or under each character that is no white space.

use super::Painter;
use super::background::current_color;
use super::gradient::absolute;
use super::text;
use crate::boxes::inline::{ClusterKind, InlineContext, TextRun};
use crate::query::geometry::Transform;
use crate::style::text_properties;
use style::properties::ComputedValues;

/// Marks are half as large as the text.
const SCALE: f32 = 0.5;

/// The mark of a style, if it has one.
pub(crate) fn mark(style: &ComputedValues) -> Option<String> {
    let value = text_properties::keyword(style, "text-emphasis-style")?;
    if let Some(string) = value.strip_prefix(['"', '\'']) {
        return string.chars().next().map(String::from);
    }
    let open = value.contains("open");
    let shape = value
        .split_ascii_whitespace()
        .find(|word| *word != "open" && *word != "filled")
        .unwrap_or("circle");
    let (filled, hollow) = match shape {
        "dot" => ('\u{2022}', '\u{25e6}'),
        "circle" => ('\u{25cf}', '\u{25cb}'),
        "double-circle" => ('\u{25c9}', '\u{25ce}'),
        "triangle" => ('\u{25b2}', '\u{25b3}'),
        "sesame" => ('\u{fe45}', '\u{fe46}'),
        _ => return None,
    };
    Some(String::from(if open { hollow } else { filled }))
}

pub(super) fn paint(
    painter: &mut Painter<'_>,
    context: &InlineContext,
    run: &TextRun,
    style: &ComputedValues,
    transform: &Transform,
) {
    let Some(mark) = mark(style) else { return };
    let Some(font) = context.font_run(run) else { return };
    let under = text_properties::keyword(style, "text-emphasis-position").is_some_and(|position| position.starts_with("under"));
    let colour = text_properties::color(style, "text-emphasis-color")
        .or_else(|| text_properties::color(style, "-webkit-text-fill-color"))
        .unwrap_or_else(|| current_color(style));
    let places: Vec<f32> = context
        .placed_clusters(run)
        .filter(|(cluster, _, _)| cluster.kind == ClusterKind::Text)
        .filter(|(cluster, _, _)| {
            context
                .text
                .get(cluster.start as usize..cluster.end as usize)
                .is_some_and(|text| !text.chars().all(|c| c.is_whitespace() || c.is_ascii_punctuation()))
        })
        .map(|(_, left, width)| left + width / 2.0)
        .collect();
    let baseline = if under {
        run.baseline + font.descent + font.ascent * SCALE
    } else {
        run.baseline - font.ascent - font.descent * SCALE
    };
    for middle in places {
        text::scaled(painter, style, &mark, SCALE, absolute(&colour), transform, |width| {
            (middle - width / 2.0, baseline)
        });
    }
}
