//! Character references in attribute values, decoded as Python's `html.unescape` does.

use markup5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// Decodes `&amp;`, `&#38;`, `&#x26;` and their like; what is none stays as it is.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let tail = rest.get(at + 1..).unwrap_or_default();
        let used = numeric(tail, &mut out).or_else(|| named(tail, &mut out)).unwrap_or_else(|| {
            out.push('&');
            0
        });
        rest = tail.get(used..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// `#123;` or `#x7b;`: bytes used.
fn numeric(tail: &str, out: &mut String) -> Option<usize> {
    let body = tail.strip_prefix('#')?;
    let (prefix, digits, radix) = match body.strip_prefix(['x', 'X']) {
        Some(digits) => (2, digits, 16),
        None => (1, body, 10),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if length == 0 {
        return None;
    }
    let code = u32::from_str_radix(digits.get(..length)?, radix).unwrap_or(u32::MAX);
    let semicolon = usize::from(digits.get(length..)?.starts_with(';'));
    match code {
        0 => out.push(char::REPLACEMENT_CHARACTER),
        0x80..=0x9f => {
            let index = (code - 0x80) as usize;
            out.extend(C1_REPLACEMENTS.get(index).copied().flatten().or(char::from_u32(code)));
        }
        0x01..=0x08 | 0x0b | 0x0e..=0x1f | 0x7f | 0xfdd0..=0xfdef => {}
        _ if code <= 0x10_ffff && code & 0xfffe == 0xfffe => {}
        _ => out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
    Some(prefix + length + semicolon)
}

/// `amp;`, or a name that may stand without semicolon and is the longest such beginning: bytes used.
fn named(tail: &str, out: &mut String) -> Option<usize> {
    let stop = |(_, c): &(usize, char)| matches!(c, '\t' | '\n' | '\x0c' | ' ' | '<' | '&' | '#' | ';');
    let end = tail.char_indices().take(32).find(stop);
    let length = match end {
        Some((at, ';')) => at + 1,
        Some((at, _)) => at,
        None => {
            let end = tail.char_indices().nth(32);
            end.map_or(tail.len(), |(at, c)| at + usize::from(c == ';'))
        }
    };
    let word = tail.get(..length)?;
    let mut candidates: Vec<usize> = word.char_indices().map(|(at, _)| at).filter(|at| *at >= 2).collect();
    candidates.push(length);
    for end in candidates.into_iter().rev() {
        let Some((first, second)) = word.get(..end).and_then(|name| NAMED_ENTITIES.get(name)).copied() else {
            continue;
        };
        if first == 0 {
            continue;
        }
        out.extend(char::from_u32(first));
        if second != 0 {
            out.extend(char::from_u32(second));
        }
        return Some(end);
    }
    None
}
