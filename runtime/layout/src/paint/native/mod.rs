//! The native look of form controls (CSS UI 4 §7.2), as Chromium on Linux paints it at rest, pressed and disabled.

mod accent;
mod gauge;
mod palette;
mod part;
mod slider;
mod spin;
mod toggle;

use super::Painter;
use super::background::{Areas, current_color};
use super::geometry::RoundRect;
use super::gradient::absolute;
use super::surface::Surface;
use crate::boxes::{BoxId, BoxPart, Edges, LayoutBox, Rect};
use crate::dom::tree::Element;
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use palette::Palette;
use style::properties::{ComputedValues, LonghandId, PropertyDeclarationId};
use style::rule_tree::CascadeOrigin;
use style::shared_lock::SharedRwLockReadGuard;
use style::values::computed::Appearance;
use stylo_dom::ElementState;
use tiny_skia::{Color, FillRule, LineJoin, PathBuilder, Shader, Stroke};

/// Kinds of controls with a look of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Button,
    ColorWell,
    Field,
    DropDown,
    ListBox,
    CheckBox,
    Radio,
    Slider,
    Progress,
    Meter,
}

/// The native look of a box.
#[derive(Clone, Copy)]
pub(super) struct Native {
    part: Part,
    disabled: bool,
    pressed: bool,
    /// The page has styled border or background.
    styled: bool,
    /// `appearance: none`.
    bare: bool,
}

impl Native {
    /// The look of a box; None if its element is no control.
    pub(super) fn of(painter: &Painter<'_>, b: &LayoutBox) -> Option<Self> {
        let element = painter.document.tree.get(b.node)?.element()?;
        let part = match b.part {
            BoxPart::Element => part(element)?,
            BoxPart::FileButton => Part::Button,
            _ => return None,
        };
        let guard = painter.document.engine.lock.read();
        Some(Self {
            part,
            disabled: element.state.contains(ElementState::DISABLED),
            pressed: element.state.contains(ElementState::ACTIVE | ElementState::HOVER),
            styled: is_styled(&b.style, &guard),
            bare: b.style.get_box().clone_appearance() == Appearance::None,
        })
    }

    /// True if border and background are painted natively instead of as the style has them.
    pub(super) fn replaces_box(&self) -> bool {
        !self.bare
            && match self.part {
                Part::Button | Part::ColorWell | Part::Field | Part::DropDown | Part::ListBox => !self.styled,
                // Whatever the page says of their boxes, only what is native of them is painted.
                Part::CheckBox | Part::Radio | Part::Slider => true,
                Part::Progress | Part::Meter => false,
            }
    }

    /// Radius of the line of a focus ring around the control.
    pub(super) fn ring(native: Option<&Self>) -> f32 {
        match native {
            Some(n) if matches!(n.part, Part::DropDown | Part::Radio | Part::Slider) => 3.0,
            Some(n) if n.replaces_box() => 2.0,
            _ => 3.0,
        }
    }
}

fn part(element: &Element) -> Option<Part> {
    if element.namespace != markup5ever::ns!(html) {
        return None;
    }
    Some(match &*element.name {
        "button" => Part::Button,
        "textarea" => Part::Field,
        "select" => {
            let rows = element
                .attribute("size")
                .and_then(|v| v.trim().parse::<u32>().ok())
                .unwrap_or(0);
            if rows > 1 || element.attribute("multiple").is_some() {
                Part::ListBox
            } else {
                Part::DropDown
            }
        }
        "progress" => Part::Progress,
        "meter" => Part::Meter,
        "input" => match element.attribute("type").unwrap_or("").to_ascii_lowercase().as_str() {
            "button" | "submit" | "reset" => Part::Button,
            "color" => Part::ColorWell,
            "checkbox" => Part::CheckBox,
            "radio" => Part::Radio,
            "range" => Part::Slider,
            "hidden" | "image" | "file" => return None,
            _ => Part::Field,
        },
        _ => return None,
    })
}

/// True if an author's rule sets something of border or background.
fn is_styled(style: &ComputedValues, guard: &SharedRwLockReadGuard<'_>) -> bool {
    let concerns = |id: LonghandId| {
        let name = id.name();
        name.starts_with("background-") || (name.starts_with("border-") && !matches!(name, "border-collapse" | "border-spacing"))
    };
    let mut rule = style.rules.as_ref();
    while let Some(node) = rule {
        if let Some(source) = node.style_source()
            && !matches!(node.cascade_level().origin(), CascadeOrigin::UA | CascadeOrigin::User)
            && source
                .read(guard)
                .declarations()
                .iter()
                .any(|declaration| matches!(declaration.id(), PropertyDeclarationId::Longhand(id) if concerns(id)))
        {
            return true;
        }
        rule = node.parent();
    }
    false
}

fn all(v: f64) -> Edges {
    Edges {
        top: v,
        right: v,
        bottom: v,
        left: v,
    }
}

fn rounded(rect: Rect, radius: f32) -> RoundRect {
    RoundRect {
        rect,
        radii: [(radius, radius); 4],
    }
    .fitted()
}

/// A line of one pixel inside the edge of a shape whose middle line has the radius.
fn frame(surface: &mut Surface, rect: Rect, radius: f32, color: Color, transform: &Transform) {
    let mut path = PathBuilder::new();
    rounded(rect, radius + 0.5).add_to(&mut path);
    let inner = rounded(rect.inset(all(1.0)), (radius - 0.5).max(0.0));
    if inner.rect.width > 0.0 && inner.rect.height > 0.0 {
        inner.add_to(&mut path);
    }
    if let Some(path) = path.finish() {
        surface.fill_path(&path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
    }
}

/// Paints what is native of a control: its box if that is, and what is inside.
pub(super) fn paint(painter: &mut Painter<'_>, id: BoxId, native: &Native, areas: &Areas, transform: &Transform) {
    let b = painter.boxes.get(id);
    let rect = areas.border.rect;
    let Some(element) = painter.document.tree.get(b.node).and_then(|node| node.element()) else {
        return;
    };
    let own = accent::of(&b.style);
    let palette = Palette::of(&b.style, own, native.part);
    let state = element.state;
    let surface = &mut painter.surface;
    if native.replaces_box() {
        surround(surface, native, rect, &palette, transform);
    }
    match native.part {
        Part::CheckBox | Part::Radio if !native.bare => {
            let at = square(rect);
            let mark = if state.contains(ElementState::INDETERMINATE) && native.part == Part::CheckBox {
                toggle::Mark::Dash
            } else if state.contains(ElementState::CHECKED) {
                toggle::Mark::Set
            } else {
                toggle::Mark::None
            };
            if native.part == Part::CheckBox {
                toggle::check_box(surface, native, at, mark, &palette, transform);
            } else {
                toggle::radio(surface, native, at, mark, &palette, transform);
            }
        }
        Part::Slider => slider::paint(painter, id, native, element, areas, &palette, transform),
        Part::Progress => gauge::progress(painter, b.node, native, element, rect, &palette, transform),
        Part::Meter => gauge::meter(surface, element, rect, &palette, transform),
        Part::ColorWell => {
            let value = element.control_text.as_ref().map_or("", |text| text.text.as_str());
            let inside = areas.content().rect.inset(Edges {
                top: 4.0,
                bottom: 4.0,
                left: 2.0,
                right: 2.0,
            });
            surface.fill_color(
                &RoundRect::square(inside),
                Color::from_rgba8(0x77, 0x77, 0x77, 255),
                transform,
            );
            surface.fill_color(&RoundRect::square(inside.inset(all(1.0))), hex_color(value), transform);
        }
        Part::Field
            if &*element.name == "textarea" && svg_properties::value(&b.style, "resize").is_some_and(|value| value != "none") =>
        {
            resizer(surface, areas.padding().rect, transform);
        }
        Part::Field => spin::paint(painter, id, element, areas, transform),
        Part::DropDown if !native.bare => {
            let color = absolute(&current_color(&b.style));
            arrow(surface, rect, areas.border_edges, color, transform);
        }
        _ => {}
    }
}

/// Border and background of a button or field.
fn surround(surface: &mut Surface, native: &Native, rect: Rect, palette: &Palette, transform: &Transform) {
    let border = palette.border(native.disabled, native.pressed);
    match native.part {
        Part::CheckBox | Part::Radio | Part::Slider => {}
        Part::Button | Part::ColorWell => {
            let (fill, border) = palette.button(native.disabled, native.pressed);
            surface.fill_color(&rounded(rect.inset(all(0.5)), 2.0), fill, transform);
            frame(surface, rect, 2.0, border, transform);
        }
        Part::ListBox => {
            surface.fill_color(&rounded(rect, 2.0), border, transform);
            surface.fill_color(&rounded(rect.inset(all(1.0)), 1.0), palette.field(false), transform);
        }
        _ => {
            // The corners of the frame are left out.
            let (x, y, w, h) = (rect.x, rect.y, rect.width, rect.height);
            let mut bar = |x: f64, y: f64, width: f64, height: f64, color: Color| {
                let bar = Rect { x, y, width, height };
                if width > 0.0 && height > 0.0 {
                    surface.fill_color(&RoundRect::square(bar), color, transform);
                }
            };
            bar(x + 0.5, y + 0.5, w - 1.0, h - 1.0, palette.field(native.disabled));
            let pressed = native.pressed && native.part == Part::DropDown;
            let border = palette.border(native.disabled, pressed);
            bar(x + 1.0, y, w - 2.0, 1.0, border);
            bar(x + 1.0, y + h - 1.0, w - 2.0, 1.0, border);
            bar(x, y + 1.0, 1.0, h - 2.0, border);
            bar(x + w - 1.0, y + 1.0, 1.0, h - 2.0, border);
        }
    }
}

/// The arrow of a drop-down.
fn arrow(surface: &mut Surface, rect: Rect, border: Edges, color: Color, transform: &Transform) {
    let x = (rect.x + rect.width - border.right - 12.0) as f32;
    let y = (rect.y + (rect.height / 2.0).floor()) as f32;
    let mut path = PathBuilder::new();
    path.move_to(x, y - 2.0);
    path.line_to(x + 4.0, y + 2.0);
    path.line_to(x + 8.0, y - 2.0);
    let stroke = Stroke {
        width: 2.0,
        line_join: LineJoin::Bevel,
        ..Stroke::default()
    };
    if let Some(path) = path.finish() {
        surface.stroke(&path, &stroke, color, transform);
    }
}

/// The corner by which a text area is resized: two dark lines, each with a light one below.
fn resizer(surface: &mut Surface, rect: Rect, transform: &Transform) {
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let mut line = |length: i32, start: f64, down: f64, shade: u8| {
        for step in 0..length {
            let dot = Rect {
                x: right - start - f64::from(step),
                y: bottom - f64::from(length) - 2.0 + f64::from(step) + down,
                width: 1.0,
                height: 1.0,
            };
            surface.fill_color(
                &RoundRect::square(dot),
                Color::from_rgba8(shade, shade, shade, 153),
                transform,
            );
        }
    };
    for length in [7, 3] {
        line(length, 3.0, 0.0, 0);
        line(length, 3.0, 1.0, 255);
    }
}

/// The largest square in the middle of a rectangle.
fn square(rect: Rect) -> Rect {
    let side = rect.width.min(rect.height);
    Rect {
        x: rect.x + ((rect.width - side) / 2.0).floor(),
        y: rect.y + ((rect.height - side) / 2.0).floor(),
        width: side,
        height: side,
    }
}

fn number(element: &Element, name: &str) -> Option<f64> {
    element
        .attribute(name)
        .and_then(|v| v.trim().parse::<f64>().ok())
        .filter(|v| v.is_finite())
}

/// A `#rrggbb` colour; black if it is none.
fn hex_color(value: &str) -> Color {
    let number = value
        .strip_prefix('#')
        .and_then(|hex| u32::from_str_radix(hex, 16).ok())
        .unwrap_or(0);
    let [_, r, g, b] = number.to_be_bytes();
    Color::from_rgba8(r, g, b, 255)
}
