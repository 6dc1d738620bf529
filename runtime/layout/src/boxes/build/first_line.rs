//! `::first-line` (CSS Pseudo-Elements 4 §2.1): inline content once more, in the styles its first line has.

use super::super::inline::FirstLine;
use super::*;

/// Told apart from all other text of an element by a number that no run of it has.
const ORDINAL: u32 = 1 << 31;

impl Builder<'_> {
    pub(super) fn first_line(
        &mut self,
        content: &ContentBuilder,
        style: Arc<ComputedValues>,
        (node, part, ordinal): (u32, BoxPart, u32),
        base: parley::BaseDirection,
    ) -> FirstLine {
        let mut spans: Vec<(BoxId, Arc<ComputedValues>)> = Vec::new();
        for item in &content.items {
            // Parents are opened before what is in them.
            if let InlineItem::Open(id) = item {
                let b = &self.boxes[id.index()];
                let parent = b.parent.and_then(|parent| spans.iter().find(|(span, _)| *span == parent));
                let inherited = parent.map_or(&style, |(_, style)| style);
                let own = match self.tree.get(b.node) {
                    Some(element) => self.engine.inheriting(element, &b.style, inherited),
                    None => b.style.clone(),
                };
                spans.push((*id, own));
            }
        }
        let restyled = content.restyled(|owner| {
            let own = spans.iter().find(|(span, _)| *span == owner);
            Some(own.map_or(&style, |(_, style)| style).clone())
        });
        let shaped = self.shaped(&restyled, (node, part, ordinal | ORDINAL), base);
        FirstLine {
            content: restyled.finish(shaped),
            style,
            spans,
        }
    }
}
