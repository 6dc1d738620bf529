//! Properties the style engine does not have as built here, most of them of SVG. Each goes by the name of a custom property: it is renamed where text
//! comes in and named back where text goes out; `ua.css` registers those that do not inherit.

use super::stand_in::{value_end, word_byte};
use crate::Document;
use std::borrow::Cow;
use style::Atom;
use style::properties::{ComputedValues, PropertyDeclarationId};

const PREFIX: &str = "--oracade-";

/// What a property takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Color,
    ColorOrAuto,
    Share,
    Words(&'static [&'static str]),
    Reference,
    Order,
}

struct Property {
    name: &'static str,
    syntax: Syntax,
    initial: &'static str,
}

const fn property(name: &'static str, syntax: Syntax, initial: &'static str) -> Property {
    Property { name, syntax, initial }
}

const RULES: Syntax = Syntax::Words(&["nonzero", "evenodd"]);
const BASELINES: Syntax = Syntax::Words(&[
    "auto",
    "text-bottom",
    "alphabetic",
    "ideographic",
    "middle",
    "central",
    "mathematical",
    "hanging",
    "text-top",
    "text-before-edge",
    "text-after-edge",
    "use-script",
    "no-change",
    "reset-size",
]);

const PROPERTIES: [Property; 16] = [
    property("accent-color", Syntax::ColorOrAuto, "auto"),
    property("clip-rule", RULES, "nonzero"),
    property("dominant-baseline", BASELINES, "auto"),
    property("flood-color", Syntax::Color, "rgb(0, 0, 0)"),
    property("flood-opacity", Syntax::Share, "1"),
    property("marker-end", Syntax::Reference, "none"),
    property("marker-mid", Syntax::Reference, "none"),
    property("marker-start", Syntax::Reference, "none"),
    property("paint-order", Syntax::Order, "normal"),
    property(
        "resize",
        Syntax::Words(&["none", "both", "horizontal", "vertical", "block", "inline"]),
        "none",
    ),
    property(
        "shape-rendering",
        Syntax::Words(&["auto", "optimizespeed", "crispedges", "geometricprecision"]),
        "auto",
    ),
    property("stop-color", Syntax::Color, "rgb(0, 0, 0)"),
    property("stop-opacity", Syntax::Share, "1"),
    property("text-anchor", Syntax::Words(&["start", "middle", "end"]), "start"),
    property(
        "transform-box",
        Syntax::Words(&["content-box", "border-box", "fill-box", "stroke-box", "view-box"]),
        "view-box",
    ),
    property(
        "vector-effect",
        Syntax::Words(&[
            "none",
            "non-scaling-stroke",
            "non-scaling-size",
            "non-rotation",
            "fixed-position",
        ]),
        "none",
    ),
];

/// Values of `pointer-events` that only SVG content tells apart; the engine knows `auto` and `none`.
const POINTER_EVENTS: [&str; 9] = [
    "visiblepainted",
    "visiblefill",
    "visiblestroke",
    "visible",
    "painted",
    "fill",
    "stroke",
    "all",
    "bounding-box",
];

fn find(name: &str) -> Option<&'static Property> {
    let name = if name.eq_ignore_ascii_case("-webkit-user-select") {
        "user-select"
    } else {
        name
    };
    PROPERTIES.iter().find(|p| p.name.eq_ignore_ascii_case(name))
}

/// True if a property is one of these.
pub(crate) fn is_property(name: &str) -> bool {
    find(name).is_some()
}

/// The names of these properties.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROPERTIES.iter().map(|p| p.name)
}

/// The text of sheets or declarations as the parser knows it.
pub(crate) fn css_in(css: &str) -> Cow<'_, str> {
    let bytes = css.as_bytes();
    let mut out = String::new();
    let mut from = 0;
    for (colon, _) in bytes.iter().enumerate().filter(|(_, b)| **b == b':') {
        let mut end = colon;
        while end > from && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let mut start = end;
        while start > from && word_byte(bytes[start - 1]) {
            start -= 1;
        }
        let Some(name) = css.get(start..end).filter(|name| name.len() >= 6) else {
            continue;
        };
        let (special, marker) = (is_special(name), name.eq_ignore_ascii_case("marker"));
        if (!special && !marker && !is_property(name)) || !starts_declaration(css, start) {
            continue;
        }
        let stop = value_end(bytes, colon + 1);
        let Some(value) = css.get(colon + 1..stop) else { continue };
        let renamed = if marker {
            let value = value.trim();
            ["start", "mid", "end"]
                .map(|side| format!("{PREFIX}marker-{side}:{value}"))
                .join(";")
        } else if special {
            match special_value(name, value) {
                Some(text) => text,
                None => continue,
            }
        } else {
            let name = find(name).map_or(name, |property| property.name);
            format!("{PREFIX}{name}:{value}")
        };
        out.push_str(&css[from..start]);
        out.push_str(&renamed);
        from = stop;
    }
    if from == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[from..]);
    Cow::Owned(out)
}

fn is_special(name: &str) -> bool {
    name.eq_ignore_ascii_case("pointer-events") || name.eq_ignore_ascii_case("filter")
}

/// Properties the engine has, with values it does not have.
fn special_value(name: &str, value: &str) -> Option<String> {
    let value = value.trim();
    if name.eq_ignore_ascii_case("filter") {
        let reference = value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("url("));
        return reference.then(|| format!("{PREFIX}filter:{value}"));
    }
    let (word, important) = match value.split_once('!') {
        Some((word, _)) => (word.trim(), " !important"),
        None => (value, ""),
    };
    POINTER_EVENTS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(word))
        .then(|| format!("pointer-events:auto{important};{PREFIX}pointer-events:{word}{important}"))
}

/// True if a name stands where a declaration may begin.
fn starts_declaration(css: &str, at: usize) -> bool {
    let before = css[..at].trim_end();
    before.is_empty() || before.ends_with(['{', ';', '}', '(']) || before.ends_with("*/")
}

/// The name the page knows a custom property by.
pub(super) fn name_out(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX).filter(|n| is_property(n) || is_special(n))
}

/// The text of declarations as the page knows it.
pub(super) fn css_out(css: String) -> String {
    if css.contains(PREFIX) {
        css.replace("pointer-events: auto; --oracade-", "").replace(PREFIX, "")
    } else {
        css
    }
}

/// The value of one of these properties as text, in lower case; None if it is the initial one.
pub(crate) fn value(style: &ComputedValues, name: &str) -> Option<String> {
    let custom = style.custom_properties();
    if custom.inherited.is_empty() && custom.non_inherited.is_empty() {
        return None;
    }
    let name = Atom::from(format!("oracade-{name}"));
    let text = style.computed_value_to_string(PropertyDeclarationId::Custom(&name));
    let text = text.trim();
    (!text.is_empty()).then(|| {
        if text.contains("url(") {
            text.to_owned()
        } else {
            text.to_ascii_lowercase()
        }
    })
}

/// The value of a property the engine has, where it is one the engine does not have.
pub(super) fn shown(style: &ComputedValues, name: &str) -> Option<String> {
    use style::computed_values::pointer_events::T as PointerEvents;
    if !is_special(name) {
        return None;
    }
    let stands = if name.eq_ignore_ascii_case("pointer-events") {
        style.get_inherited_ui().pointer_events == PointerEvents::Auto
    } else {
        style.get_effects().filter.0.is_empty()
    };
    stands.then(|| value(style, &name.to_ascii_lowercase())).flatten()
}

/// The resolved value of one of these properties.
pub(super) fn resolved(style: &ComputedValues, name: &str) -> Option<String> {
    let property = find(name)?;
    Some(value(style, property.name).unwrap_or_else(|| property.initial.to_owned()))
}

impl Document {
    /// The canonical text of a value of one of these properties; None if it is none.
    pub(super) fn svg_property(&self, name: &str, value: &str) -> Option<String> {
        let value = value.trim();
        let lower = value.to_ascii_lowercase();
        if matches!(lower.as_str(), "inherit" | "initial" | "unset" | "revert" | "revert-layer") {
            return Some(lower);
        }
        if lower.contains("var(") {
            return Some(value.to_owned());
        }
        let like = |other: &str| {
            let parsed = self.parse_declaration(other, value)?;
            Some(parsed.into_iter().next()?.value)
        };
        match find(name)?.syntax {
            Syntax::ColorOrAuto if lower == "auto" => Some(lower),
            Syntax::Color | Syntax::ColorOrAuto => like("color"),
            Syntax::Share => like("opacity"),
            Syntax::Words(words) => words.contains(&lower.as_str()).then_some(lower),
            Syntax::Reference => like("clip-path").filter(|text| text == "none" || text.starts_with("url(")),
            Syntax::Order => lower
                .split_ascii_whitespace()
                .all(|word| matches!(word, "normal" | "fill" | "stroke" | "markers"))
                .then_some(lower),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_exchanged_where_declarations_begin() {
        assert_eq!(
            css_in("text{text-anchor:middle;fill:red} .a{ Stop-Color : blue !important }"),
            "text{--oracade-text-anchor:middle;fill:red} .a{ --oracade-stop-color: blue !important }"
        );
        assert_eq!(
            css_in("pointer-events: all"),
            "pointer-events:auto;--oracade-pointer-events:all"
        );
        assert_eq!(css_in("filter:url(#a);x:y"), "--oracade-filter:url(#a);x:y");
        for same in [
            "pointer-events:none",
            "filter:blur(2px)",
            "a.text-anchor:hover{color:red}",
            "x-text-anchor:middle",
            "a{content:'text-anchor:middle'}",
        ] {
            assert_eq!(css_in(same), same);
        }
        assert_eq!(name_out("--oracade-stop-color"), Some("stop-color"));
        assert_eq!(name_out("--oracade-cqw"), None);
        assert_eq!(css_out("--oracade-stop-color: red;".to_owned()), "stop-color: red;");
    }
}
