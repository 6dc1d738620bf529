//! Directionality (HTML §3.2.6.4), for `:dir()` and, where it depends on the text, for `direction`.

use super::tree::Node;

/// True if the element's directionality is right-to-left.
pub(super) fn is_rtl(element: &Node) -> bool {
    let mut current = Some(element);
    while let Some(node) = current {
        let Some(data) = node.element() else { return false };
        let value = data.attribute("dir").unwrap_or("");
        if value.eq_ignore_ascii_case("rtl") {
            return true;
        }
        if value.eq_ignore_ascii_case("ltr") {
            return false;
        }
        if value.eq_ignore_ascii_case("auto") || (value.is_empty() && node.is_html("bdi")) {
            return automatic(node).unwrap_or(false);
        }
        if node.is_html("input") && data.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("tel")) {
            return false;
        }
        current = node.parent_element_or_host();
    }
    false
}

/// True if an element's direction depends on its text.
pub(crate) fn is_auto(node: &Node) -> bool {
    let Some(element) = node.element() else { return false };
    match element.attribute("dir") {
        Some(dir) => dir.eq_ignore_ascii_case("auto"),
        None => node.is_html("bdi"),
    }
}

/// The `direction` of an element whose direction depends on its text; `None` if it does not.
pub(super) fn of(node: &Node) -> Option<&'static str> {
    is_auto(node).then(|| if automatic(node) == Some(true) { "rtl" } else { "ltr" })
}

/// What the first strong character of the contents says.
fn automatic(node: &Node) -> Option<bool> {
    if let Some(text) = node.element().and_then(|element| element.control_text.as_ref()) {
        return first_strong(&text.text);
    }
    let mut stack: Vec<&Node> = node.flat_children().collect();
    stack.reverse();
    while let Some(inner) = stack.pop() {
        if let Some(found) = inner.text().and_then(first_strong) {
            return Some(found);
        }
        let has_own = inner.element().is_some_and(|element| element.attribute("dir").is_some())
            || ["bdi", "script", "style", "textarea"].iter().any(|name| inner.is_html(name));
        if !has_own {
            let at = stack.len();
            stack.extend(inner.flat_children());
            stack[at..].reverse();
        }
    }
    None
}

fn first_strong(text: &str) -> Option<bool> {
    text.chars().find_map(|letter| match u32::from(letter) {
        0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff | 0x200f => Some(true),
        0x200e => Some(false),
        _ if letter.is_alphabetic() => Some(false),
        _ => None,
    })
}
