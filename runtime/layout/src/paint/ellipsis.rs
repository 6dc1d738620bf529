//! `text-overflow` (CSS UI 4 §8): text that does not fit its block ends in an ellipsis.

use super::background::current_color;
use super::gradient::absolute;
use super::{Painter, text};
use crate::boxes::BoxId;
use crate::boxes::inline::{InlineContext, Line};
use crate::query::geometry::Transform;
use style::values::specified::text::TextOverflowSide;

/// What is drawn for the text left out.
const ELLIPSIS: &str = "\u{2026}";

/// The right end of the room for a line's text, if the line is longer and its block says how it ends.
pub(super) fn limit(painter: &Painter<'_>, block: BoxId, line: &Line) -> Option<f32> {
    let boxes = painter.boxes;
    // The anonymous block around a block's lines has no style of its own.
    let mut id = block;
    let mut x = 0.0;
    while boxes.get(id).is_anonymous() {
        x += boxes.get(id).border_box().x;
        id = boxes.get(id).parent?;
    }
    let b = boxes.get(id);
    if !b.clips() || matches!(b.style.get_text().text_overflow.second, TextOverflowSide::Clip) {
        return None;
    }
    let (border, padding) = (b.border(), b.padding());
    let right = b.border_box().width - border.right - padding.right - x;
    let end = line.runs.iter().map(|run| run.x + run.width).fold(0.0, f32::max);
    // Chromium allows for its layout unit.
    (f64::from(end) > right + 1.0 / 64.0).then_some(right as f32)
}

/// Paints a line up to `limit`, an ellipsis in place of the rest. The first character always stays.
pub(super) fn line(
    painter: &mut Painter<'_>,
    block: BoxId,
    context: &InlineContext,
    line: &Line,
    limit: f32,
    transform: &Transform,
) {
    let style = painter.boxes.get(block).style.clone();
    let custom = match &style.get_text().text_overflow.second {
        TextOverflowSide::String(text) => Some(text.to_string()),
        _ => None,
    };
    let ending = custom.as_deref().unwrap_or(ELLIPSIS);
    let room = limit - text::shape(painter, &style, ending).width();
    let mut pen = line.left;
    let mut first = true;
    'runs: for run in &line.runs {
        let mut shown = run.clone();
        shown.clusters.end = shown.clusters.start;
        pen = run.x;
        let mut full = false;
        for index in run.clusters.clone() {
            let Some(cluster) = context.shaped.clusters.get(index as usize) else {
                break;
            };
            let advance = context.advance(cluster);
            if pen + advance > room && !first {
                full = true;
                break;
            }
            first = false;
            pen += advance;
            shown.clusters.end = index + 1;
        }
        shown.width = pen - run.x;
        text::paint_run(painter, context, &shown, transform);
        if full {
            break 'runs;
        }
    }
    let fill = absolute(&current_color(&style));
    text::generated(painter, &style, ending, fill, transform, |_| (pen, line.baseline));
}
