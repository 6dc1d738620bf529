//! The caret of text areas: they scroll as far as it takes to show it where its user puts it.

use crate::Document;
use crate::boxes::inline::InlineContext;
use crate::boxes::{BoxKind, Control};
use crate::dom::tree::Node;
use std::sync::PoisonError;

impl Document {
    /// Scrolls a text area so that the caret at an offset of its text (UTF-16) is seen; true if its scroll offset is another one now.
    pub fn reveal_caret(&mut self, node: u32, offset: u32) -> bool {
        let scroll = |document: &Self| document.tree.get(node).and_then(Node::element).map(|element| element.scroll);
        let before = scroll(self);
        self.update();
        if let Some((top, bottom)) = self.caret_extent(node, offset)
            && let Some((x, y)) = scroll(self)
            && let Some(boxes) = self.current_boxes()
            && let Some(id) = self.principal(node)
        {
            let port = self.port(boxes, id).1;
            if top < y {
                self.scroll_to(node, x, top);
            } else if bottom > y + port {
                self.scroll_to(node, x, bottom - port);
            }
        }
        scroll(self) != before
    }

    /// Top and bottom of a text area's caret, from its padding edge where nothing is scrolled.
    fn caret_extent(&self, node: u32, offset: u32) -> Option<(f64, f64)> {
        let b = self.current_boxes()?.get(self.principal(node)?);
        if !matches!(b.kind, BoxKind::Control(Control::TextArea(..))) {
            return None;
        }
        let font = b.style.get_font();
        let metrics = {
            let mut fonts = self.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            let size = crate::style::font_size::of(font);
            fonts.primary_metrics(&crate::text::family_list(font), crate::text::font_attributes(font), size)
        };
        let baseline = baseline_at(b.inline.as_ref()?, offset)?;
        let edge = b.border().top;
        Some((
            f64::from(baseline - metrics.ascent) - edge,
            f64::from(baseline + metrics.descent) - edge,
        ))
    }
}

/// Baseline of the line a caret at an offset is on.
fn baseline_at(content: &InlineContext, offset: u32) -> Option<f32> {
    let mut left = offset;
    let at = content.text.char_indices().find(|(_, c)| {
        let here = left == 0;
        left = left.saturating_sub(c.len_utf16() as u32);
        here
    });
    let at = at.map_or(content.text.len(), |(at, _)| at);
    let line = content
        .lines
        .iter()
        .rev()
        .find(|line| line.text.start <= at)
        .or(content.lines.first())?;
    Some(line.baseline)
}
