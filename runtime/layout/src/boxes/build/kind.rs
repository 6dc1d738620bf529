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

pub(super) fn control(node: &Node) -> Option<Control> {
    let element = node.element()?;
    let number = |name: &str, default: u32| {
        element
            .attribute(name)
            .and_then(|v| v.trim().parse().ok())
            .filter(|n: &u32| *n > 0)
            .unwrap_or(default)
            .min(10_000)
    };
    match &*element.name {
        "textarea" => Some(Control::TextArea(number("cols", 20), number("rows", 2))),
        "select" => {
            let size = number("size", if element.attribute("multiple").is_some() { 4 } else { 1 });
            Some(if size > 1 || element.attribute("multiple").is_some() {
                Control::ListBox(size)
            } else {
                Control::Select
            })
        }
        "input" => Some(
            match element.attribute("type").unwrap_or("text").to_ascii_lowercase().as_str() {
                "button" | "submit" | "reset" => Control::Button,
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
