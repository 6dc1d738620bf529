//! `::first-letter` (CSS Pseudo-Elements 4 §2.2): a box of its own around the first letter of a block.

use super::*;

/// Punctuation that goes with the letter: Unicode's classes Ps, Pe, Pi, Pf and Po as far as they are common.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() && !matches!(c, '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~')
        || matches!(c as u32, 0xa1 | 0xa7 | 0xab | 0xb6 | 0xb7 | 0xbb | 0xbf | 0x2010..=0x2027 | 0x2030..=0x205e | 0x3001..=0x3003
            | 0x3008..=0x3011 | 0x3014..=0x301f)
}

/// White space before the first letter, and the letter with its punctuation; `None` if there is none.
fn split(text: &str) -> Option<(usize, usize)> {
    let start = text.find(|c: char| !c.is_ascii_whitespace())?;
    let mut seen = false;
    let mut end = start;
    for c in text[start..].chars() {
        // Marks belong to the letter they follow.
        let mark = matches!(c as u32, 0x300..=0x36f | 0x200d | 0xfe0f);
        if is_punctuation(c) || (seen && mark) {
            end += c.len_utf8();
        } else if seen || c.is_whitespace() {
            break;
        } else {
            seen = true;
            end += c.len_utf8();
        }
    }
    seen.then_some((start, end))
}

impl Builder<'_> {
    /// Puts the first letter of a text in its box if one is waited for; what is left of the text, or `None` if all is.
    pub(super) fn first_letter<'t>(
        &mut self,
        node: u32,
        text: &'t str,
        parent_style: &Arc<ComputedValues>,
        flow: &mut Flow,
    ) -> Option<&'t str> {
        if flow.first_letter.is_none() || text.trim().is_empty() {
            return None;
        }
        let (element, style) = flow.first_letter.take()?;
        let (start, end) = split(text)?;
        let owner = flow.owner();
        flow.content.push_node_text(node, &text[..start], parent_style, owner);
        let letter = &text[start..end];
        if style.get_box().float == Float::None {
            let id = self.open_inline(element, BoxPart::FirstLetter, &style, flow);
            flow.content.push_node_text(node, letter, &style, id);
            self.close_inline(flow);
        } else {
            let id = self.add(
                LayoutBox::new(element, BoxPart::FirstLetter, style.clone(), BoxKind::Block),
                flow.block,
            );
            let mut inner = Flow::new(id);
            inner.content.push_node_text(node, letter, &style, id);
            self.finish_flow(inner, element, BoxPart::FirstLetter, &style);
            self.place(id, &style, flow);
        }
        Some(&text[end..])
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn punctuation_goes_with_the_letter() {
        assert_eq!(split("Word"), Some((0, 1)));
        assert_eq!(split("  \"Quoted"), Some((2, 4)));
        assert_eq!(split("(a) b"), Some((0, 3)));
        assert_eq!(split("  "), None);
        assert_eq!(split("..."), None);
    }
}
