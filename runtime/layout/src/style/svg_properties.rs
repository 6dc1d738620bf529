//! Properties the style engine does not have as built here (see `carried`), most of them of SVG.

pub(crate) use super::carried::value;
use super::carried::{self, declarations, split_important};
use crate::Document;
use style::properties::ComputedValues;

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

/// True if a declaration of a property, in lower case, may have to be written otherwise.
pub(super) fn concerns(name: &str) -> bool {
    is_special(name) || name == "marker" || is_property(name)
}

/// True if a custom property carries values of this one.
pub(super) fn is_carried(name: &str) -> bool {
    is_property(name) || is_special(name)
}

/// A declaration as the parser knows it; `None` if it stays as it is.
pub(super) fn renamed(name: &str, value: &str) -> Option<String> {
    if name == "marker" {
        let each = ["marker-start", "marker-mid", "marker-end"];
        let text = split_important(value).0;
        return Some(declarations(value, each.into_iter().map(|name| (name, text.to_owned()))));
    }
    if is_special(name) {
        return special_value(name, value);
    }
    find(name).map(|property| format!("{}{}:{value}", carried::PREFIX, property.name))
}

fn is_special(name: &str) -> bool {
    name.eq_ignore_ascii_case("pointer-events") || name.eq_ignore_ascii_case("filter")
}

/// Properties the engine has, with values it does not have.
fn special_value(name: &str, value: &str) -> Option<String> {
    let (word, important) = split_important(value);
    if name == "filter" {
        let reference = word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("url("));
        return reference.then(|| declarations(value, std::iter::once((name, word.to_owned()))));
    }
    POINTER_EVENTS.iter().any(|known| known.eq_ignore_ascii_case(word)).then(|| {
        format!(
            "pointer-events:auto{important};{}pointer-events:{word}{important}",
            carried::PREFIX
        )
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
