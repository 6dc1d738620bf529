//! Rectangles of text in a range (CSSOM View §8 "Extensions to the Range Interface").

use crate::Document;
use crate::boxes::inline::{InlineContext, InlineItem, Line};
use crate::boxes::{BoxId, Rect, snap};
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
            let transform = self.lines_to_viewport(boxes, id);
            rects.extend(
                context
                    .lines
                    .iter()
                    .flat_map(|line| on_line(context, line, &part))
                    .map(|rect| transform.bounds(rect)),
            );
        }
        rects
    }
}

/// The stretch of a block's text that came from a text node, which may be in several pieces.
fn stretch(context: &InlineContext, node: u32) -> Option<Range<usize>> {
    let mut start = 0;
    let mut found: Option<Range<usize>> = None;
    for item in &context.items {
        match item {
            InlineItem::Text { end, node: from, .. } => {
                if *from == node {
                    found = Some(found.map_or(start, |range| range.start)..*end);
                }
                start = *end;
            }
            InlineItem::Control { end } => start = *end,
            InlineItem::Atomic(_) => start += '\u{fffc}'.len_utf8(),
            _ => {}
        }
    }
    found
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
            // Some letters are more than one as capitals.
            let capitals = letter.to_uppercase();
            let more = capitals.len() > 1 && rest.clone().map(|(_, c)| c).take(capitals.len()).eq(capitals.clone());
            for _ in 0..if more { capitals.len() } else { 1 } {
                rest.next();
            }
        }
    }
    rest.peek().map_or(shown.len(), |(at, _)| *at)
}

/// The boxes around the clusters of a line that begin in a stretch of the text; pieces of one inline box that touch are one.
fn on_line(context: &InlineContext, line: &Line, part: &Range<usize>) -> Vec<Rect> {
    let mut rects: Vec<(BoxId, Rect)> = Vec::new();
    for run in &line.runs {
        let mut around: Option<(f32, f32)> = None;
        // The last cluster ends where the run does, which is at the layout unit.
        let end = run.x + run.width;
        let mut clusters = context.placed_clusters(run).peekable();
        while let Some((cluster, left, width)) = clusters.next() {
            let right = if clusters.peek().is_none() { end } else { left + width };
            if part.contains(&(cluster.start as usize)) {
                around = Some(around.map_or((left, right), |(start, _)| (start, right)));
            }
        }
        let Some((left, right)) = around else { continue };
        let rect = Rect {
            x: snap(left),
            y: snap(run.baseline - run.extent.0),
            width: snap(right - left),
            height: snap(run.extent.0 + run.extent.1),
        };
        match rects.last_mut() {
            Some((owner, last)) if *owner == run.owner && (last.x + last.width - rect.x).abs() < 0.1 => {
                *last = last.union(rect);
            }
            _ => rects.push((run.owner, rect)),
        }
    }
    rects.into_iter().map(|(_, rect)| rect).collect()
}
