//! `text-overflow` (CSS UI 4 §8): text that does not fit its block ends in an ellipsis.

use super::background::current_color;
use super::gradient::absolute;
use super::{Painter, text};
use crate::boxes::BoxId;
use crate::boxes::inline::{InlineContext, Line, TextRun};
use crate::query::geometry::Transform;
use style::computed_values::direction::T as Direction;
use style::values::specified::text::TextOverflowSide;

/// What is drawn for the text left out.
const ELLIPSIS: &str = "\u{2026}";

/// Room for the text of a line that is longer than its block, or that is the last one shown.
#[derive(Clone, Copy)]
pub(super) struct Room {
    left: f32,
    right: f32,
    rtl: bool,
}

/// The room for a line's text, if the line is longer and its block says how it ends.
pub(super) fn limit(painter: &Painter<'_>, block: BoxId, line: &Line) -> Option<Room> {
    let boxes = painter.boxes;
    // The anonymous block around a block's lines has no style of its own.
    let mut id = block;
    let mut x = 0.0;
    while boxes.get(id).is_anonymous() {
        x += boxes.get(id).border_box().x;
        id = boxes.get(id).parent?;
    }
    let b = boxes.get(id);
    let rtl = b.style.get_inherited_box().direction == Direction::Rtl;
    let content = b.content_box();
    let room = Room {
        left: (content.x - b.border_box().x - x) as f32,
        right: (content.x - b.border_box().x + content.width - x) as f32,
        rtl,
    };
    if line.clamped {
        return Some(room);
    }
    if !b.clips() || matches!(b.style.get_text().text_overflow.second, TextOverflowSide::Clip) {
        return None;
    }
    // Chromium allows for its layout unit.
    const UNIT: f32 = 1.0 / 64.0;
    let start = line.runs.iter().map(|run| run.x).fold(f32::INFINITY, f32::min);
    let end = line.runs.iter().map(|run| run.x + run.width).fold(0.0, f32::max);
    let longer = if rtl {
        start < room.left - UNIT
    } else {
        end > room.right + UNIT
    };
    longer.then_some(room)
}

/// Paints a line in its room, an ellipsis in place of the rest. The first character always stays.
pub(super) fn line(
    painter: &mut Painter<'_>,
    block: BoxId,
    context: &InlineContext,
    index: usize,
    room: Room,
    transform: &Transform,
) {
    let Some(line) = context.lines.get(index) else { return };
    let style = painter.boxes.get(block).style.clone();
    let custom = match &style.get_text().text_overflow.second {
        TextOverflowSide::String(text) => Some(text.to_string()),
        _ => None,
    };
    let ending = custom.as_deref().unwrap_or(ELLIPSIS);
    let width = text::shape(painter, &style, ending, 1.0).width();
    let (left, right) = if room.rtl {
        (room.left + width, f32::INFINITY)
    } else {
        (f32::NEG_INFINITY, room.right - width)
    };
    // Where the text that is shown ends.
    let mut edge = if room.rtl { line.left + line.width } else { line.left };
    let mut first = true;
    let mut runs: Vec<&TextRun> = line.runs.iter().collect();
    if room.rtl {
        runs.reverse();
    }
    for run in runs {
        let (shown, full) = fitting(context, run, (left, right), room.rtl, &mut first);
        if let Some(shown) = shown {
            edge = if room.rtl { shown.x } else { shown.x + shown.width };
            text::paint_run(painter, context, index, &shown, transform);
        }
        if full {
            break;
        }
    }
    let fill = absolute(&current_color(&style));
    let pen = if room.rtl { edge - width } else { edge };
    text::generated(painter, &style, ending, fill, transform, |_| (pen, line.baseline));
}

/// The part of a run that is within the room, from the line's start on, and whether that is not all of it.
fn fitting(
    context: &InlineContext,
    run: &TextRun,
    (left, right): (f32, f32),
    from_right: bool,
    first: &mut bool,
) -> (Option<TextRun>, bool) {
    let mut placed: Vec<(f32, f32)> = context.placed_clusters(run).map(|(_, at, width)| (at, at + width)).collect();
    let all = placed.len();
    if from_right {
        placed.reverse();
    }
    let mut kept: Option<(f32, f32)> = None;
    let mut count = 0;
    for (start, end) in placed {
        if (start < left || end > right) && !std::mem::take(first) {
            break;
        }
        *first = false;
        kept = Some(kept.map_or((start, end), |(a, b)| (a.min(start), b.max(end))));
        count += 1;
    }
    let full = count < all;
    let Some((start, end)) = kept else { return (None, full) };
    let mut shown = run.clone();
    (shown.x, shown.width) = (start, end - start);
    let count = count as u32;
    // What is kept lies at the left or at the right; which clusters those are is a matter of the run's direction.
    if from_right == run.rtl {
        shown.clusters.end = shown.clusters.start + count;
    } else {
        shown.clusters.start = shown.clusters.end - count;
    }
    (Some(shown), full)
}
