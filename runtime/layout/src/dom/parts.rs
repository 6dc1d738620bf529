//! The attributes `part` and `exportparts` (CSS Shadow Parts §2).

use super::tree::Element;

/// The names of the element as a part.
pub(super) fn names(element: &Element) -> impl Iterator<Item = &str> {
    element.attribute("part").unwrap_or("").split_ascii_whitespace()
}

/// The parts of its shadow tree a host hands on: the name inside and the name outside.
pub(super) fn exports(element: &Element) -> impl Iterator<Item = (&str, &str)> {
    element
        .attribute("exportparts")
        .unwrap_or("")
        .split(',')
        .filter_map(|mapping| {
            let mut names = mapping.split(':').map(str::trim);
            let inner = names.next().filter(|name| is_name(name))?;
            let outer = names.next().unwrap_or(inner);
            (names.next().is_none() && is_name(outer)).then_some((inner, outer))
        })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_ascii_whitespace())
}
