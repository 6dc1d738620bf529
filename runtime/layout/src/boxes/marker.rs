//! Generated text: list markers, `content`, and counters.

use crate::dom::tree::Node;
use rustc_hash::FxHashMap;
use style::Atom;
use style::computed_values::list_style_position::T as ListStylePosition;
use style::properties::ComputedValues;
use style::values::computed::Quotes;
use style::values::generics::counters::{Content, ContentItem};
use style_traits::ToCss;

/// Counter values in document order. Scopes are those of the whole document: a counter is one number.
#[derive(Default)]
pub(super) struct Counters {
    values: FxHashMap<Atom, i32>,
    quotes: u32,
}

impl Counters {
    /// Applies an element's `counter-reset` and `counter-increment`.
    pub(super) fn enter(&mut self, style: &ComputedValues) {
        let counters = style.get_counters();
        for pair in counters.counter_reset.iter() {
            self.values.insert(pair.name.0.clone(), pair.value);
        }
        for pair in counters.counter_increment.iter() {
            let value = self.values.entry(pair.name.0.clone()).or_insert(0);
            *value = value.saturating_add(pair.value);
        }
    }
}

/// The text of a pseudo-element's `content`.
pub(super) fn content_text(style: &ComputedValues, counters: &mut Counters) -> String {
    let mut text = String::new();
    if let Content::Items(items) = &style.get_counters().content {
        for item in items.items.iter().take(items.alt_start) {
            match item {
                ContentItem::String(string) => text.push_str(string),
                ContentItem::Counter(name, kind) | ContentItem::Counters(name, _, kind) => {
                    let value = counters.values.get(&name.0).copied().unwrap_or(0);
                    text.push_str(&format_counter(value, &kind.to_css_string()));
                }
                ContentItem::OpenQuote => {
                    text.push_str(&quote(style, counters.quotes, true));
                    counters.quotes += 1;
                }
                ContentItem::CloseQuote => {
                    counters.quotes = counters.quotes.saturating_sub(1);
                    text.push_str(&quote(style, counters.quotes, false));
                }
                ContentItem::NoOpenQuote => counters.quotes += 1,
                ContentItem::NoCloseQuote => counters.quotes = counters.quotes.saturating_sub(1),
                ContentItem::Image(_) => {}
            }
        }
    }
    text
}

/// The mark around a quotation that deep in others (CSS Content 3 §2.4).
fn quote(style: &ComputedValues, depth: u32, opening: bool) -> String {
    match &style.get_list().quotes {
        Quotes::QuoteList(pairs) => {
            let deepest = pairs.0.len().checked_sub(1);
            let pair = deepest.and_then(|deepest| pairs.0.get((depth as usize).min(deepest)));
            pair.map_or_else(String::new, |pair| {
                if opening {
                    pair.opening.to_string()
                } else {
                    pair.closing.to_string()
                }
            })
        }
        Quotes::Auto => match (depth, opening) {
            (0, true) => "\u{201c}",
            (0, false) => "\u{201d}",
            (_, true) => "\u{2018}",
            (_, false) => "\u{2019}",
        }
        .to_owned(),
    }
}

/// True if the marker is part of the first line.
pub(super) fn is_inside(style: &ComputedValues) -> bool {
    style.get_list().list_style_position == ListStylePosition::Inside
}

/// A list item's marker.
#[derive(Clone, Debug, PartialEq)]
pub enum Marker {
    /// Text, a space after it included.
    Text(String),
    /// A symbol that is drawn.
    Symbol(Symbol),
}

/// The symbols of predefined counter styles (CSS Counter Styles 3 §6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the styles")]
pub enum Symbol {
    Disc,
    Circle,
    Square,
    DisclosureClosed,
    DisclosureOpen,
}

impl Symbol {
    /// The width of the marker in the first line, with the space after it, in px.
    pub(crate) fn inline_width(self, ascent: f32, size: f32) -> f32 {
        match self {
            Self::DisclosureClosed | Self::DisclosureOpen => size * (DISCLOSURE + DISCLOSURE_GAP),
            _ => ascent * 1.5,
        }
    }
}

/// Side of the triangle of a disclosure, in em, and the space after it.
pub(crate) const DISCLOSURE: f32 = 0.66;
const DISCLOSURE_GAP: f32 = 0.4;

/// A list item's marker, or `None` for `list-style-type: none`.
pub(super) fn marker_of(
    node: &Node,
    style: &ComputedValues,
    own: Option<&ComputedValues>,
    counters: &mut Counters,
) -> Option<Marker> {
    if let Some(own) = own {
        match &own.get_counters().content {
            Content::None => return None,
            Content::Items(_) => return Some(Marker::Text(content_text(own, counters))),
            Content::Normal => {}
        }
    }
    let kind = style.get_list().list_style_type.to_css_string();
    Some(match kind.as_str() {
        "none" => return None,
        "disc" => Marker::Symbol(Symbol::Disc),
        "circle" => Marker::Symbol(Symbol::Circle),
        "square" => Marker::Symbol(Symbol::Square),
        "disclosure-open" => Marker::Symbol(Symbol::DisclosureOpen),
        "disclosure-closed" => Marker::Symbol(Symbol::DisclosureClosed),
        string if string.starts_with(['"', '\'']) => Marker::Text(string.trim_matches(['"', '\'']).to_owned()),
        kind => Marker::Text(format!("{}. ", format_counter(ordinal(node), kind))),
    })
}

/// The ordinal of a list item (HTML §4.4.5).
fn ordinal(node: &Node) -> i32 {
    let number = |node: &Node, name: &str| node.element().and_then(|e| e.attribute(name)?.trim().parse::<i32>().ok());
    let mut steps = 0i32;
    let mut current = Some(node);
    while let Some(item) = current {
        if item.is_html("li") {
            if let Some(value) = number(item, "value") {
                return value.saturating_add(steps);
            }
            steps = steps.saturating_add(1);
        }
        current = item.previous();
    }
    let start = node.parent().and_then(|list| number(list, "start")).unwrap_or(1);
    start.saturating_add(steps).saturating_sub(1)
}

fn format_counter(value: i32, kind: &str) -> String {
    match kind {
        "lower-alpha" | "lower-latin" => alphabetic(value, b'a'),
        "upper-alpha" | "upper-latin" => alphabetic(value, b'A'),
        "lower-roman" => roman(value).to_lowercase(),
        "upper-roman" => roman(value),
        "decimal-leading-zero" if (-9..=9).contains(&value) => {
            format!("{}0{}", if value < 0 { "-" } else { "" }, value.abs())
        }
        "none" => String::new(),
        _ => value.to_string(),
    }
}

fn alphabetic(value: i32, first: u8) -> String {
    if value < 1 {
        return value.to_string();
    }
    let mut value = value as u32;
    let mut digits = Vec::new();
    while value > 0 {
        value -= 1;
        digits.push(char::from(first + (value % 26) as u8));
        value /= 26;
    }
    digits.iter().rev().collect()
}

fn roman(value: i32) -> String {
    if !(1..=3999).contains(&value) {
        return value.to_string();
    }
    let mut rest = value;
    let mut out = String::new();
    for (amount, numeral) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while rest >= amount {
            out.push_str(numeral);
            rest -= amount;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_written_in_their_systems() {
        assert_eq!(format_counter(27, "lower-alpha"), "aa");
        assert_eq!(format_counter(1994, "upper-roman"), "MCMXCIV");
        assert_eq!(format_counter(7, "decimal-leading-zero"), "07");
        assert_eq!(format_counter(0, "lower-alpha"), "0");
    }
}
