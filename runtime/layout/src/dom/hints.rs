//! Presentational hints: legacy attributes that map to properties (HTML §15.3).

use super::handle::Handle;
use super::tree::{Element, Node};
use std::fmt::Write;
use style::context::QuirksMode;
use style::properties::PropertyDeclarationBlock;
use style::properties::declaration_block::parse_style_attribute;
use style::servo_arc::Arc;
use style::shared_lock::Locked;
use style::stylesheets::CssRuleType;

/// The declarations an element's attributes stand for, if any.
pub(crate) fn declarations(node: &Node) -> Option<Arc<Locked<PropertyDeclarationBlock>>> {
    let element = node.element()?;
    let mut css = if element.attributes.is_empty() {
        String::new()
    } else if element.namespace == markup5ever::ns!(svg) {
        super::svg_hints::css_of(element, crate::svg::is_outermost(node))
    } else {
        css_of(element)
    };
    let units = node
        .flat_parent()
        .and_then(|parent| crate::style::containers::unit_declarations(Handle(parent)));
    if let Some(direction) = super::direction::of(node) {
        let _ = write!(css, "direction:{direction};");
    }
    css.push_str(units.as_deref().unwrap_or(""));
    if css.is_empty() {
        return None;
    }
    let block = parse_style_attribute(
        &css,
        &crate::style::base_url(),
        None,
        QuirksMode::NoQuirks,
        CssRuleType::Style,
    );
    Some(Arc::new(node.lock()?.wrap(block)))
}

fn css_of(element: &Element) -> String {
    let mut css = String::new();
    let tag = &*element.name;
    let mut put = |property: &str, value: String| {
        let _ = write!(css, "{property}:{value};");
    };
    let sized = matches!(
        tag,
        "img" | "video" | "iframe" | "embed" | "object" | "table" | "td" | "th" | "tr" | "col" | "hr"
    ) || (tag == "input" && element.attribute("type").is_some_and(|t| t.eq_ignore_ascii_case("image")));
    if sized {
        for side in ["width", "height"] {
            if let Some(value) = element.attribute(side).and_then(dimension) {
                put(side, value);
            }
        }
    }
    if matches!(tag, "img" | "video" | "canvas")
        && let (Some(w), Some(h)) = (number(element, "width"), number(element, "height"))
        && w > 0.0
        && h > 0.0
    {
        put("aspect-ratio", format!("auto {w} / {h}"));
    }
    if matches!(tag, "body" | "table" | "tr" | "td" | "th" | "tbody" | "thead" | "tfoot")
        && let Some(colour) = element.attribute("bgcolor")
    {
        put("background-color", legacy_color(colour));
    }
    match tag {
        "body" => {
            if let Some(colour) = element.attribute("text") {
                put("color", legacy_color(colour));
            }
        }
        "font" => {
            if let Some(colour) = element.attribute("color") {
                put("color", legacy_color(colour));
            }
            if let Some(face) = element.attribute("face") {
                put("font-family", safe(face));
            }
            if let Some(size) = element.attribute("size").and_then(font_size) {
                put("font-size", size.to_owned());
            }
        }
        "table" => {
            if let Some(border) = number(element, "border")
                && border > 0.0
            {
                put("border", format!("{border}px outset gray"));
            }
            if let Some(spacing) = number(element, "cellspacing") {
                put("border-spacing", format!("{spacing}px"));
            }
        }
        _ => {}
    }
    if matches!(tag, "ol" | "ul" | "li" | "dir" | "menu")
        && let Some(kind) = element.attribute("type").and_then(list_style)
    {
        put("list-style-type", kind.to_owned());
    }
    if let Some(align) = element.attribute("align").map(str::to_ascii_lowercase) {
        match (tag, align.as_str()) {
            ("img" | "table" | "iframe" | "object", "left" | "right") => put("float", align.clone()),
            ("table", "center") => put("margin-inline", "auto".to_owned()),
            ("div" | "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "caption", "left" | "right" | "center" | "justify")
            | ("td" | "th" | "tr" | "tbody" | "thead" | "tfoot", "left" | "right" | "center" | "justify") => {
                put("text-align", align.clone());
            }
            _ => {}
        }
    }
    if let Some(align) = element.attribute("valign").map(str::to_ascii_lowercase)
        && matches!(tag, "td" | "th" | "tr" | "tbody" | "thead" | "tfoot")
        && matches!(align.as_str(), "top" | "middle" | "bottom" | "baseline")
    {
        put("vertical-align", align);
    }
    if matches!(tag, "td" | "th") && element.attribute("nowrap").is_some() {
        put("white-space", "nowrap".to_owned());
    }
    css
}

/// The counter style a `type` of a list or list item stands for; letters are told apart by case.
fn list_style(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "1" => "decimal",
        "a" => "lower-alpha",
        "A" => "upper-alpha",
        "i" => "lower-roman",
        "I" => "upper-roman",
        other => match other.to_ascii_lowercase().as_str() {
            "none" => "none",
            "disc" => "disc",
            "circle" => "circle",
            "square" => "square",
            _ => return None,
        },
    })
}

/// A value that cannot end its declaration.
fn safe(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, ';' | '{' | '}' | '!' | '\\')).collect()
}

/// HTML's rules for parsing a legacy colour value (§2.3.6); names stay as they are.
fn legacy_color(text: &str) -> String {
    let text = text.trim();
    let named = text.chars().all(|c| c.is_ascii_alphabetic()) && !text.is_empty();
    if named && is_color_name(text) {
        return text.to_owned();
    }
    let digits: Vec<u8> = text
        .chars()
        .take(128)
        .skip(usize::from(text.starts_with('#')))
        .map(|c| if c.is_ascii_hexdigit() { c as u8 } else { b'0' })
        .collect();
    if text.starts_with('#') && digits.len() == 3 {
        return format!("#{}", String::from_utf8_lossy(&digits));
    }
    let length = digits.len().div_ceil(3).max(1);
    let mut parts: Vec<Vec<u8>> = (0..3)
        .map(|part| {
            (0..length)
                .map(|at| digits.get(part * length + at).copied().unwrap_or(b'0'))
                .collect::<Vec<u8>>()
        })
        .map(|part| part[part.len().saturating_sub(8)..].to_vec())
        .collect();
    while parts[0].len() > 2 && parts.iter().all(|part| part[0] == b'0') {
        for part in &mut parts {
            part.remove(0);
        }
    }
    let mut color = String::from("#");
    for part in &parts {
        let part = String::from_utf8_lossy(&part[..part.len().min(2)]).into_owned();
        let _ = write!(color, "{part:0>2}");
    }
    color
}

/// True if a word is the name of a colour; `transparent` is none here.
fn is_color_name(word: &str) -> bool {
    use style::parser::Parse;
    let url = crate::style::base_url();
    let context = crate::style::parser_context(&url);
    let mut parser = cssparser::Parser::new(word);
    !word.eq_ignore_ascii_case("transparent")
        && parser
            .parse_entirely(|input| style::values::specified::Color::parse(&context, input))
            .is_ok()
}

fn number(element: &Element, name: &str) -> Option<f64> {
    let text = element.attribute(name)?.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0)
}

/// HTML's rules for parsing dimension values (§2.3.4.4).
fn dimension(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let value = text[..end].parse::<f64>().ok().filter(|n| n.is_finite())?;
    let unit = if text[end..].starts_with('%') { "%" } else { "px" };
    Some(format!("{value}{unit}"))
}

fn font_size(size: &str) -> Option<&'static str> {
    let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    let size = size.trim();
    let index = match size.strip_prefix(['+', '-']) {
        Some(digits) => {
            let n: i32 = digits.parse().ok()?;
            if size.starts_with('+') {
                3i32.saturating_add(n)
            } else {
                3i32.saturating_sub(n)
            }
        }
        None => size.parse().ok()?,
    };
    sizes.get(index.clamp(1, 7) as usize - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::legacy_color;

    #[test]
    fn legacy_colours_need_no_hash() {
        for (text, color) in [
            ("ff8000", "#ff8000"),
            ("#F80", "#F80"),
            ("navy", "navy"),
            ("chucknorris", "#c00000"),
            ("#12345678", "#124578"),
            ("f", "#0f0000"),
        ] {
            assert_eq!(legacy_color(text).to_ascii_lowercase(), color.to_ascii_lowercase(), "{text}");
        }
    }
}
