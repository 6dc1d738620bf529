//! `innerText` (HTML §3.2.7).

use crate::Document;
use crate::dom::tree::Node;
use style::computed_values::white_space_collapse::T as WhiteSpaceCollapse;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// A piece of the result: text, or line breaks required at least.
enum Piece {
    Text(String),
    Breaks(u32),
}

impl Document {
    /// The rendered text of an element; its text content if it is not rendered.
    pub fn inner_text(&mut self, node: u32) -> String {
        self.update();
        let Some(root) = self.tree.get(node) else {
            return String::new();
        };
        if self.principal(node).is_none() && root.primary_style().is_none_or(|s| !s.is_display_contents()) {
            return text_content(root);
        }
        let mut pieces = Vec::new();
        for child in root.children() {
            collect(child, &mut pieces, 0);
        }
        join(pieces)
    }
}

fn text_content(root: &Node) -> String {
    let mut text = String::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        text.push_str(node.text().unwrap_or(""));
        let at = stack.len();
        stack.extend(node.children());
        stack[at..].reverse();
    }
    text
}

fn collect(node: &Node, pieces: &mut Vec<Piece>, depth: u32) {
    if depth > 4096 {
        return;
    }
    if let Some(text) = node.text() {
        let Some(style) = node.flat_parent().and_then(Node::primary_style) else {
            return;
        };
        if style.get_inherited_box().visibility != style::computed_values::visibility::T::Visible {
            return;
        }
        let preserved = matches!(
            style.get_inherited_text().white_space_collapse,
            WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces | WhiteSpaceCollapse::PreserveBreaks
        );
        let text = if preserved { text.to_owned() } else { collapse(text) };
        pieces.push(Piece::Text(transform(text, &style)));
        return;
    }
    let Some(style) = node.primary_style() else {
        return;
    };
    let display = style.clone_display();
    if display.is_none() {
        return;
    }
    if node.is_html("br") {
        pieces.push(Piece::Text("\n".to_owned()));
        return;
    }
    let is_block = matches!(display.outside(), DisplayOutside::Block | DisplayOutside::TableCaption);
    let breaks = if node.is_html("p") { 2 } else { u32::from(is_block) };
    if breaks > 0 {
        pieces.push(Piece::Breaks(breaks));
    }
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        for child in node.children() {
            collect(child, pieces, depth + 1);
        }
    });
    match display.inside() {
        DisplayInside::TableCell if node.next().is_some() => pieces.push(Piece::Text("\t".to_owned())),
        DisplayInside::TableRow if node.next().is_some() => pieces.push(Piece::Text("\n".to_owned())),
        _ => {}
    }
    if breaks > 0 {
        pieces.push(Piece::Breaks(breaks));
    }
}

fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn transform(text: String, style: &style::properties::ComputedValues) -> String {
    use style::values::specified::text::TextTransform;
    let transform = style.get_inherited_text().text_transform;
    if transform.contains(TextTransform::UPPERCASE) {
        text.to_uppercase()
    } else if transform.contains(TextTransform::LOWERCASE) {
        text.to_lowercase()
    } else {
        text
    }
}

fn join(pieces: Vec<Piece>) -> String {
    let mut text = String::new();
    let mut breaks = 0;
    for piece in pieces {
        match piece {
            Piece::Breaks(n) => {
                breaks = breaks.max(n);
                while text.ends_with(' ') {
                    text.pop();
                }
            }
            Piece::Text(piece) => {
                let mut piece = piece.as_str();
                if breaks > 0 || text.is_empty() || text.ends_with([' ', '\n', '\t']) {
                    let trimmed = piece.trim_start_matches(' ');
                    if trimmed.is_empty() {
                        continue;
                    }
                    piece = trimmed;
                }
                if breaks > 0 && !text.is_empty() {
                    (0..breaks).for_each(|_| text.push('\n'));
                }
                breaks = 0;
                text.push_str(piece);
            }
        }
    }
    text.trim_end_matches(' ').to_owned()
}
