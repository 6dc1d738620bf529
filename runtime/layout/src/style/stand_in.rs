//! `background-clip: text`, which the style engine's parser does not know: it is written as `border-area`, which it knows and
//! Chromium does not have, and written back wherever a value becomes text.

use std::borrow::Cow;

const KEYWORD: &str = "text";
const STAND_IN: &str = "border-area";

/// True if values of a property may hold the keyword.
pub(super) fn concerns(property: &str) -> bool {
    let name = property.to_ascii_lowercase();
    let name = name.strip_prefix("-webkit-").unwrap_or(&name);
    matches!(name, "background" | "background-clip")
}

/// A value as the parser knows it.
pub(super) fn value_in(value: &str) -> Cow<'_, str> {
    exchange(value, KEYWORD, STAND_IN)
}

/// A value as the page knows it.
pub(super) fn value_out(value: String) -> String {
    match exchange(&value, STAND_IN, KEYWORD) {
        Cow::Owned(changed) => changed,
        Cow::Borrowed(_) => value,
    }
}

/// The text of sheets or declarations as the parser knows it.
pub(super) fn css_in(css: &str) -> Cow<'_, str> {
    match super::carried::css_in(css) {
        Cow::Borrowed(css) => backgrounds_in(css),
        Cow::Owned(css) => Cow::Owned(backgrounds_in(&css).into_owned()),
    }
}

fn backgrounds_in(css: &str) -> Cow<'_, str> {
    let holds = |word: &str| {
        css.as_bytes()
            .windows(word.len())
            .any(|w| w.eq_ignore_ascii_case(word.as_bytes()))
    };
    if !holds("background") || !holds(KEYWORD) {
        return Cow::Borrowed(css);
    }
    let lower = css.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let mut out = String::with_capacity(css.len());
    let (mut from, mut at) = (0, 0);
    while let Some(found) = lower[at..].find("background") {
        let start = at + found;
        let mut end = start + "background".len();
        if lower[end..].starts_with("-clip") {
            end += "-clip".len();
        }
        at = end;
        while bytes.get(end).is_some_and(u8::is_ascii_whitespace) {
            end += 1;
        }
        if bytes.get(end) != Some(&b':')
            || start
                .checked_sub(1)
                .is_some_and(|i| word_byte(bytes[i]) && !prefixed(&lower, start))
        {
            continue;
        }
        let value = end + 1;
        let stop = value_end(bytes, value);
        out.push_str(&css[from..value]);
        out.push_str(&value_in(&css[value..stop]));
        (from, at) = (stop, stop);
    }
    if from == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[from..]);
    Cow::Owned(out)
}

fn prefixed(lower: &str, start: usize) -> bool {
    lower[..start]
        .strip_suffix("-webkit-")
        .is_some_and(|before| !before.ends_with(|c: char| c.is_ascii() && word_byte(c as u8)))
}

pub(super) fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80
}

/// Where a declaration's value ends.
pub(super) fn value_end(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut quote) = (0u32, None);
    for (index, byte) in bytes.iter().enumerate().skip(start) {
        match (quote, byte) {
            (Some(q), b) if *b == q => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(*byte),
            (None, b'(') => depth += 1,
            (None, b')') if depth == 0 => return index,
            (None, b')') => depth -= 1,
            (None, b';' | b'{' | b'}') if depth == 0 => return index,
            _ => {}
        }
    }
    bytes.len()
}

/// Exchanges a keyword outside of functions and strings.
fn exchange<'v>(value: &'v str, keyword: &str, with: &str) -> Cow<'v, str> {
    let lower = value.to_ascii_lowercase();
    if !lower.contains(keyword) {
        return Cow::Borrowed(value);
    }
    let bytes = lower.as_bytes();
    let mut out = String::with_capacity(value.len() + with.len());
    let (mut at, mut depth, mut quote, mut from) = (0, 0u32, None, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(q), b) if b == q => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') => depth = depth.saturating_sub(1),
            (None, b) if word_byte(b) => {
                let end = bytes[at..]
                    .iter()
                    .position(|b| !word_byte(*b))
                    .map_or(bytes.len(), |n| at + n);
                if depth == 0 && lower[at..end] == *keyword {
                    out.push_str(&value[from..at]);
                    out.push_str(with);
                    from = end;
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if from == 0 && out.is_empty() {
        return Cow::Borrowed(value);
    }
    out.push_str(&value[from..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keyword_is_exchanged_where_it_is_one() {
        let css = "h1{-webkit-background-clip: text; color: text} p{background:url(text) text, red}";
        assert_eq!(
            css_in(css),
            "h1{-webkit-background-clip: border-area; color: text} p{background:url(text) border-area, red}"
        );
        for same in [
            "a{x-background-clip:text}",
            "a{background:'text'}",
            "a.background text{color:red}",
            "a{background:var(--text)}",
        ] {
            assert_eq!(css_in(same), same);
        }
        assert_eq!(value_out("border-area, border-box".to_owned()), "text, border-box");
        assert_eq!(css_in("background-clip:text"), "background-clip:border-area");
    }
}
