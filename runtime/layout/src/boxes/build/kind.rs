//! What box an element makes.

use super::*;

pub(super) fn is_replaced(node: &Node) -> bool {
    node.element().is_some_and(|element| match &*element.name {
        "img" => true,
        "canvas" | "video" | "iframe" | "embed" | "audio" => true,
        "object" => element.pixels != crate::ReplacedPixels::None,
        "svg" => element.namespace == markup5ever::ns!(svg),
        "progress" | "meter" => true,
        _ => false,
    })
}

/// A field for files, which is a block with a button in it.
pub(super) fn is_file_field(node: &Node) -> bool {
    let kind = node
        .element()
        .filter(|_| node.is_html("input"))
        .and_then(|e| e.attribute("type"));
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("file"))
}

/// An attribute that is a number above 0.
fn number(element: &Element, name: &str, default: u32) -> u32 {
    element
        .attribute(name)
        .and_then(|v| v.trim().parse().ok())
        .filter(|n: &u32| *n > 0)
        .unwrap_or(default)
        .min(10_000)
}

/// How many options a list box shows; `None` if the element is none.
pub(super) fn list_rows(element: &Element) -> Option<u32> {
    let many = element.attribute("multiple").is_some();
    let rows = number(element, "size", if many { 4 } else { 1 });
    (element.name == markup5ever::local_name!("select") && (many || rows > 1)).then_some(rows)
}

pub(super) fn control(node: &Node) -> Option<Control> {
    let element = node.element()?;
    let number = |name: &str, default: u32| number(element, name, default);
    match &*element.name {
        "textarea" => Some(Control::TextArea(number("cols", 20), number("rows", 2))),
        // A list box is a block with its options in it.
        "select" => list_rows(element).is_none().then_some(Control::Select),
        "input" => Some(
            match element.attribute("type").unwrap_or("text").to_ascii_lowercase().as_str() {
                "button" | "submit" | "reset" => Control::Button,
                "file" => return None,
                "checkbox" | "radio" => Control::Fixed(13, 13),
                "range" => Control::Fixed(129, 16),
                "color" => Control::Fixed(50, 27),
                "image" => Control::Fixed(14, 14),
                _ => Control::Text(number("size", 20)),
            },
        ),
        _ => None,
    }
}

/// The natural size of an `svg` element: its attributes, unless they are percentages (SVG 2 §8.12).
pub(super) fn svg_size(element: &Element, style: &ComputedValues) -> NaturalSize {
    let side = |name: &str| {
        let text = element.attribute(name).filter(|text| !text.trim_end().ends_with('%'))?;
        crate::svg::value::length(text, style, 0.0).map(|v| v.max(0.0))
    };
    NaturalSize {
        width: side("width"),
        height: side("height"),
    }
}

/// The ratio of an SVG `viewBox` (SVG 2 §8.2).
pub(super) fn view_box_ratio(text: &str) -> Option<f32> {
    let mut numbers = text
        .split([' ', ',', '\n', '\t'])
        .filter(|part| !part.is_empty())
        .map(str::parse::<f32>);
    let (_, _) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let (width, height) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (width > 0.0 && height > 0.0)
        .then(|| width / height)
        .filter(|ratio| ratio.is_finite())
}

pub(super) fn kind_of(display: Display) -> BoxKind {
    match display.inside() {
        DisplayInside::Flex => BoxKind::Flex,
        DisplayInside::Grid => BoxKind::Grid,
        DisplayInside::Table => BoxKind::Table,
        DisplayInside::TableRowGroup | DisplayInside::TableHeaderGroup | DisplayInside::TableFooterGroup => BoxKind::RowGroup,
        DisplayInside::TableRow => BoxKind::Row,
        _ => BoxKind::Block,
    }
}
