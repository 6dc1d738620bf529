//! Presentation attributes (SVG 2 §6.6): attributes of SVG elements that set properties with no weight against rules.

use super::tree::Element;
use crate::style::{carried, svg_properties};
use crate::svg::value;
use std::fmt::Write;

/// Attributes whose values are values of the property with the same name, on every element.
const PLAIN: [&str; 30] = [
    "clip-path",
    "color",
    "cursor",
    "direction",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font-family",
    "font-style",
    "font-variant",
    "font-weight",
    "image-rendering",
    "mask",
    "opacity",
    "overflow",
    "pointer-events",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-decoration",
    "unicode-bidi",
    "visibility",
    "writing-mode",
];

/// Attributes that are lengths and may go without a unit.
const LENGTHS: [&str; 3] = ["font-size", "letter-spacing", "word-spacing"];

/// The attributes that set the geometry of an element (SVG 2 §7).
fn geometry(tag: &str) -> &'static [&'static str] {
    match tag {
        "svg" | "image" | "foreignObject" => &["x", "y", "width", "height"],
        "rect" => &["x", "y", "width", "height", "rx", "ry"],
        "circle" => &["cx", "cy", "r"],
        "ellipse" => &["cx", "cy", "rx", "ry"],
        "use" => &["x", "y"],
        _ => &[],
    }
}

/// The declarations the attributes of an SVG element stand for.
pub(super) fn css_of(element: &Element, outermost: bool) -> String {
    let mut css = String::new();
    let tag = &*element.name;
    for (name, value) in &element.attributes {
        let name = &**name;
        if value.len() > value::TEXT_MAX {
            continue;
        }
        if PLAIN.contains(&name) {
            declare(&mut css, name, value.trim());
        } else if LENGTHS.contains(&name) {
            declare(&mut css, name, &with_unit(value));
        } else if svg_properties::is_property(name) {
            declare(&mut css, name, value.trim());
        } else if geometry(tag).contains(&name) {
            // The position of the outermost element is its box's.
            if !(outermost && matches!(name, "x" | "y")) {
                declare(&mut css, name, &with_unit(value));
            }
        } else if name == "transform-origin" {
            let parts: Vec<String> = value.split_ascii_whitespace().map(with_unit).collect();
            declare(&mut css, name, &parts.join(" "));
        } else if name == "transform" {
            if let Some(t) = value::transform_list(value) {
                let _ = write!(css, "transform:matrix({},{},{},{},{},{});", t.a, t.b, t.c, t.d, t.e, t.f);
            }
        } else if name == "xml:space" {
            let space = if value == "preserve" { "pre" } else { "nowrap" };
            let _ = write!(css, "white-space:{space};");
        } else if name == "d" && tag == "path" && !value.contains(['"', '\\', '\n']) {
            let _ = write!(css, "d:path(\"{value}\");");
        }
    }
    match carried::css_in(&css) {
        std::borrow::Cow::Owned(renamed) => renamed,
        std::borrow::Cow::Borrowed(_) => css,
    }
}

fn declare(css: &mut String, property: &str, value: &str) {
    if !value.is_empty() && stays_in_its_declaration(value) {
        let _ = write!(css, "{property}:{value};");
    }
}

/// True if a value can neither end its declaration nor swallow the next one.
fn stays_in_its_declaration(value: &str) -> bool {
    let (mut depth, mut quote) = (0u32, None);
    for c in value.chars() {
        match (quote, c) {
            (_, '\\' | '\n') => return false,
            (Some(q), c) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return false,
            (None, ')') => depth -= 1,
            (None, ';' | '{' | '}' | '[' | ']' | '!') => return false,
            _ => {}
        }
    }
    depth == 0 && quote.is_none() && !value.contains("/*")
}

fn with_unit(value: &str) -> String {
    let value = value.trim();
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() => format!("{number}px"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_their_declarations() {
        for fine in ["url(#a)", "#fff", "'A B', serif", "rgb(1 2 3 / 4%)"] {
            assert!(stays_in_its_declaration(fine), "{fine}");
        }
        for broken in [
            "red;color:blue",
            "url(#a",
            "red}",
            "'a",
            "a/*b",
            "red !important",
            "a)b",
            "\\",
        ] {
            assert!(!stays_in_its_declaration(broken), "{broken}");
        }
        assert_eq!(with_unit(" 12 "), "12px");
        assert_eq!(with_unit("50%"), "50%");
        assert_eq!(with_unit("1e1"), "10px");
    }
}
