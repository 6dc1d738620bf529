//! Rectangles of text in a range (CSSOM View §8 "Extensions to the Range Interface").

use crate::Document;
use crate::boxes::inline::{InlineContext, InlineItem, Line};
use crate::boxes::{Rect, snap};
use std::ops::Range;

impl Document {
    /// One rectangle for each line that shows some of a text node's characters from `start` to `end` (UTF-16 offsets), relative
    /// to the viewport.
    pub fn text_rects(&mut self, node: u32, start: u32, end: u32) -> Vec<Rect> {
        self.update();
        let (Some(boxes), Some(raw)) = (self.current_boxes(), self.tree.get(node).and_then(|node| node.text())) else {
            return Vec::new();
        };
        let mut rects = Vec::new();
        for id in boxes.ids() {
            let Some(context) = boxes.get(id).inline.as_deref() else {
                continue;
            };
            let Some(all) = stretch(context, node) else { continue };
            let shown = &context.text[all.clone()];
            let part = Range {
                start: all.start + processed(raw, shown, start),
                end: all.start + processed(raw, shown, end),
            };
            let transform = self.to_viewport(boxes, id);
            rects.extend(
                context
                    .lines
                    .iter()
                    .filter_map(|line| on_line(context, line, &part))
                    .map(|rect| transform.bounds(rect)),
            );
        }
        rects
    }
}

/// The stretch of a block's text that came from a text node.
fn stretch(context: &InlineContext, node: u32) -> Option<Range<usize>> {
    let mut start = 0;
    for item in &context.items {
        match item {
            InlineItem::Text { end, node: from, .. } => {
                if *from == node {
                    return Some(start..*end);
                }
                start = *end;
            }
            InlineItem::Atomic(_) => start += '\u{fffc}'.len_utf8(),
            _ => {}
        }
    }
    None
}

/// Where a text node's UTF-16 offset is in what white-space processing left of it.
fn processed(raw: &str, shown: &str, offset: u32) -> usize {
    let mut rest = shown.char_indices().peekable();
    let mut at = 0;
    for letter in raw.chars() {
        if at >= offset {
            break;
        }
        at += letter.len_utf16() as u32;
        // White space that was taken away stands for nothing; other letters may have changed their case.
        let gone = letter.is_ascii_whitespace() && rest.peek().is_none_or(|(_, next)| !next.is_ascii_whitespace());
        if !gone {
            rest.next();
        }
    }
    rest.peek().map_or(shown.len(), |(at, _)| *at)
}

/// The box around the clusters of a line that begin in a stretch of the text.
fn on_line(context: &InlineContext, line: &Line, part: &Range<usize>) -> Option<Rect> {
    let mut around: Option<Rect> = None;
    for run in &line.runs {
        let clusters = context
            .shaped
            .clusters
            .get(run.clusters.start as usize..run.clusters.end as usize)?;
        let font = context.shaped.runs.get(run.run as usize)?;
        let (mut before, mut inside, mut total) = (0.0, 0.0, 0.0);
        let mut any = false;
        for cluster in clusters {
            total += cluster.advance;
            if (cluster.start as usize) < part.start {
                before += cluster.advance;
            } else if (cluster.start as usize) < part.end {
                inside += cluster.advance;
                any = true;
            }
        }
        if !any {
            continue;
        }
        // Spacing and justification are spread as the advances are.
        let stretched = if total > 0.0 { run.width / total } else { 1.0 };
        let rect = Rect {
            x: snap(run.x + before * stretched),
            y: snap(run.baseline - font.ascent),
            width: snap(inside * stretched),
            height: snap(font.ascent + font.descent),
        };
        around = Some(around.map_or(rect, |sum| sum.union(rect)));
    }
    around
}
