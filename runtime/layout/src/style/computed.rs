//! Resolved values (CSSOM §9): computed values as text, with used values where CSSOM says so.

use super::{stand_in, svg_properties, text_properties};
use crate::Document;
use crate::boxes::{BoxId, BoxKind};
use crate::dom::tree::Node;
use crate::style::selector_stand_in::FIRST_LINE;
use style::properties::{ComputedValues, LonghandId, PropertyDeclaration, PropertyDeclarationId, PropertyId, ShorthandId};
use style::selector_parser::PseudoElement;
use style::servo_arc::Arc;
use style::values::computed::Appearance;
use style_traits::ToCss;

impl Document {
    /// True if text of an element runs from right to left. Styles are looked at only if something may have said so.
    pub fn is_right_to_left(&mut self, node: u32) -> bool {
        self.engine.uses_direction && self.computed(node, "", "direction") == "rtl"
    }

    /// The resolved value of a property (longhand, shorthand or `--custom`) of an element or of a pseudo-element of it; empty if there
    /// is none.
    pub fn computed(&mut self, node: u32, pseudo: &str, property: &str) -> String {
        self.update_style();
        if text_properties::is_property(property) {
            let style = self.computed_style(node, pseudo);
            return style
                .and_then(|style| text_properties::resolved(&style, property))
                .unwrap_or_default();
        }
        // One of these the engine has too, but what sheets say of it goes to ours.
        let id = PropertyId::parse_enabled_for_all_content(property).ok();
        let Some(id) = id.filter(|_| !svg_properties::is_property(property)) else {
            let style = self.computed_style(node, pseudo);
            return style
                .and_then(|style| svg_properties::resolved(&style, property))
                .unwrap_or_default();
        };
        if pseudo.is_empty() && needs_layout(&id) {
            self.update();
        }
        let Some(style) = self.computed_style(node, pseudo) else {
            return String::new();
        };
        let value = match id.as_shorthand() {
            Ok(shorthand) => self.shorthand(node, pseudo, &style, shorthand),
            Err(PropertyDeclarationId::Longhand(longhand)) => match svg_properties::shown(&style, property) {
                Some(value) => value,
                None => self.longhand(node, pseudo, &style, longhand),
            },
            Err(custom) => style.computed_value_to_string(custom),
        };
        let value = self.local_references(value);
        if stand_in::concerns(property) {
            stand_in::value_out(value)
        } else if value.starts_with("-moz-") && property.eq_ignore_ascii_case("text-align") {
            value.replacen("-moz-", "-webkit-", 1)
        } else {
            value
        }
    }

    /// References within the document as the page wrote them: the engine writes every address resolved.
    fn local_references(&self, value: String) -> String {
        if !value.contains("url(") || !value.contains('#') {
            return value;
        }
        let own = self.engine.url.0.as_str();
        let own = own.split('#').next().unwrap_or(own);
        value
            .replace("url(\"about:blank#", "url(\"#")
            .replace(&format!("url(\"{own}#"), "url(\"#")
    }

    fn computed_style(&self, node: u32, pseudo: &str) -> Option<Arc<ComputedValues>> {
        let node = self.tree.get(node)?;
        let pseudo = match pseudo.trim_start_matches(':') {
            "" => return self.engine.style_of(node),
            "before" => PseudoElement::Before,
            "after" => PseudoElement::After,
            "first-line" => FIRST_LINE,
            "first-letter" => PseudoElement::FirstLetter,
            "selection" => PseudoElement::Selection,
            "placeholder" | "-webkit-input-placeholder" => PseudoElement::Placeholder,
            "backdrop" => PseudoElement::Backdrop,
            "marker" => PseudoElement::Marker,
            "file-selector-button" | "-webkit-file-upload-button" => PseudoElement::FileSelectorButton,
            "-webkit-slider-thumb" => PseudoElement::SliderThumb,
            "-webkit-slider-runnable-track" => PseudoElement::SliderTrack,
            _ => return None,
        };
        // What no rule is about has the style it inherits.
        self.engine
            .pseudo_style(node, pseudo)
            .or_else(|| Some(self.engine.inherited_by(&*self.engine.style_of(node)?)))
    }

    fn shorthand(&self, node: u32, pseudo: &str, style: &ComputedValues, shorthand: ShorthandId) -> String {
        let longhands: Vec<String> = shorthand
            .longhands()
            .map(|longhand| self.longhand(node, pseudo, style, longhand))
            .collect();
        match shorthand.name() {
            "margin" | "padding" | "inset" | "border-width" | "border-style" | "border-color" | "border-radius"
            | "scroll-margin" | "scroll-padding" => four_sides(&longhands),
            "overflow"
            | "gap"
            | "place-content"
            | "place-items"
            | "place-self"
            | "overscroll-behavior"
            | "margin-inline"
            | "margin-block"
            | "padding-inline"
            | "padding-block"
            | "inset-inline"
            | "inset-block" => pair(&longhands),
            _ => {
                let mut text = String::new();
                let mut declarations = Vec::new();
                for longhand in shorthand.longhands() {
                    declarations.push(style.computed_or_resolved_declaration(longhand, None));
                }
                let references: Vec<_> = declarations.iter().collect();
                let _ = shorthand.longhands_to_css(&references, &mut text);
                text
            }
        }
    }

    fn longhand(&self, node: u32, pseudo: &str, style: &ComputedValues, longhand: LonghandId) -> String {
        let physical = longhand.to_physical(style.writing_mode);
        if pseudo.is_empty()
            && let Some(used) = self.used_value(node, style, physical.name())
        {
            return used;
        }
        if physical.name() == "font-family" {
            return unquoted(&style.computed_value_to_string(PropertyDeclarationId::Longhand(longhand)));
        }
        if physical.name() == "font-size" {
            return px(f64::from(super::font_size::of(style.get_font())));
        }
        if physical.name() == "line-height" && self.tree.get(node).is_some_and(is_of_drop_down) {
            return "normal".to_owned();
        }
        let text = style.computed_value_to_string(PropertyDeclarationId::Longhand(longhand));
        if physical.name() == "transform-origin" {
            // Without a box, and without depth, there are two values.
            return text
                .strip_suffix(" 0px")
                .filter(|pair| pair.contains(' '))
                .unwrap_or(&text)
                .to_owned();
        }
        text
    }

    /// The used value of a property that resolves to one, if the element has a box.
    fn used_value(&self, node: u32, style: &ComputedValues, name: &str) -> Option<String> {
        let Some(id) = self.principal(node) else {
            return self.used_in_picture(node, style, name);
        };
        let b = self.current_boxes()?.get(id);
        let is_box = b.kind != BoxKind::Inline;
        match name {
            "width" | "height" if is_box => {
                let content = b.content_box();
                let border = b.border_box();
                let rect = if style.get_position().box_sizing == style::computed_values::box_sizing::T::BorderBox {
                    border
                } else {
                    content
                };
                Some(px(if name == "width" { rect.width } else { rect.height }))
            }
            "margin-top" | "margin-right" | "margin-bottom" | "margin-left" if is_box => {
                let edges = b.margin();
                Some(px(side(name, edges.top, edges.right, edges.bottom, edges.left)))
            }
            "padding-top" | "padding-right" | "padding-bottom" | "padding-left" => {
                let edges = b.padding();
                Some(px(side(name, edges.top, edges.right, edges.bottom, edges.left)))
            }
            "top" | "right" | "bottom" | "left" if is_box => self.used_inset(id, style, name),
            "transform" => self.used_transform(id, style),
            "transform-origin" | "perspective-origin" => {
                // An inline box has no reference box.
                let rect = if is_box {
                    b.border_box()
                } else {
                    crate::boxes::Rect::default()
                };
                let origin = &style.get_box().transform_origin;
                let reference = |length| style::values::computed::Length::new(length as f32);
                if name == "transform-origin" {
                    let x = origin.horizontal.resolve(reference(rect.width)).px();
                    let y = origin.vertical.resolve(reference(rect.height)).px();
                    let z = origin.depth.px();
                    let mut text = format!("{} {}", px(f64::from(x)), px(f64::from(y)));
                    if z != 0.0 {
                        text.push_str(&format!(" {}", px(f64::from(z))));
                    }
                    Some(text)
                } else {
                    let origin = &style.get_box().perspective_origin;
                    let x = origin.horizontal.resolve(reference(rect.width)).px();
                    let y = origin.vertical.resolve(reference(rect.height)).px();
                    Some(format!("{} {}", px(f64::from(x)), px(f64::from(y))))
                }
            }
            "grid-template-columns" | "grid-template-rows" if b.kind == BoxKind::Grid => {
                let taffy::DetailedLayoutInfo::Grid(info) = &b.grid_info else {
                    return None;
                };
                let tracks = if name == "grid-template-columns" {
                    &info.columns
                } else {
                    &info.rows
                };
                let sizes: Vec<String> = tracks
                    .positions
                    .iter()
                    .map(|track| px(f64::from(track.end - track.start)))
                    .collect();
                (!sizes.is_empty()).then(|| sizes.join(" "))
            }
            "line-height" => None,
            _ => None,
        }
    }

    /// The used value of a property of an inner SVG element.
    fn used_in_picture(&self, node: u32, style: &ComputedValues, name: &str) -> Option<String> {
        let (width, height) = match name {
            "transform" | "transform-origin" => self.svg_reference_box(node)?,
            _ => return None,
        };
        if name == "transform" {
            return transform_text(&style.get_box().transform, (width, height));
        }
        let origin = &style.get_box().transform_origin;
        let reference = |length| style::values::computed::Length::new(length as f32);
        let x = origin.horizontal.resolve(reference(width)).px();
        let y = origin.vertical.resolve(reference(height)).px();
        let mut text = format!("{} {}", px(f64::from(x)), px(f64::from(y)));
        if origin.depth.px() != 0.0 {
            text.push_str(&format!(" {}", px(f64::from(origin.depth.px()))));
        }
        Some(text)
    }

    fn used_inset(&self, id: BoxId, style: &ComputedValues, name: &str) -> Option<String> {
        use style::computed_values::position::T as Position;
        use style::values::generics::position::Inset;
        let boxes = self.current_boxes()?;
        let b = boxes.get(id);
        let position = style.get_position();
        let own = match name {
            "top" => &position.top,
            "right" => &position.right,
            "bottom" => &position.bottom,
            _ => &position.left,
        };
        let vertical = matches!(name, "top" | "bottom");
        let parent = boxes.get(b.geometry_parent?);
        match style.get_box().position {
            Position::Static => None,
            Position::Absolute | Position::Fixed => {
                let area = parent.padding_box();
                let outer = parent.border_box();
                let (start, end) = (
                    if vertical { area.y - outer.y } else { area.x - outer.x },
                    if vertical { area.height } else { area.width },
                );
                // What is given is not changed by being over-constrained; percentages are of the containing block.
                if let Inset::LengthPercentage(length) = own {
                    let basis = style::values::computed::Length::new(end as f32);
                    return Some(px(f64::from(length.resolve(basis).px())));
                }
                let rect = b.border_box();
                let margin = b.margin();
                let used = match name {
                    "top" => rect.y - start - margin.top,
                    "left" => rect.x - start - margin.left,
                    "bottom" => end - (rect.y - start + rect.height + margin.bottom),
                    _ => end - (rect.x - start + rect.width + margin.right),
                };
                Some(px(used))
            }
            Position::Relative | Position::Sticky => {
                let basis = parent.content_box();
                let basis = if vertical { basis.height } else { basis.width };
                let resolve = |inset: &style::values::computed::Inset| match inset {
                    Inset::LengthPercentage(length) => Some(f64::from(
                        length.resolve(style::values::computed::Length::new(basis as f32)).px(),
                    )),
                    _ => None,
                };
                let opposite = match name {
                    "top" => &position.bottom,
                    "bottom" => &position.top,
                    "left" => &position.right,
                    _ => &position.left,
                };
                if style.get_box().position == Position::Sticky {
                    return resolve(own).map(px);
                }
                Some(px(resolve(own).or_else(|| resolve(opposite).map(|v| -v)).unwrap_or(0.0)))
            }
        }
    }

    fn used_transform(&self, id: BoxId, style: &ComputedValues) -> Option<String> {
        let rect = self.current_boxes()?.get(id).border_box();
        transform_text(&style.get_box().transform, (rect.width, rect.height))
    }

    /// True if the element generates a box.
    pub fn is_rendered(&mut self, node: u32) -> bool {
        self.update();
        self.principal(node).is_some()
    }

    /// True if the element's style can be computed (it is connected).
    pub fn has_style(&self, node: u32) -> bool {
        self.tree.get(node).and_then(Node::element).is_some()
    }
}

/// True for a drop-down with its native look, whose lines are as its font makes them, and for its options.
fn is_of_drop_down(node: &Node) -> bool {
    let list = match node {
        node if node.is_html("option") || node.is_html("optgroup") => {
            let around = node.parent_element().filter(|parent| parent.is_html("optgroup"));
            around.unwrap_or(node).parent_element()
        }
        node => Some(node),
    };
    let list = list.filter(|list| list.is_html("select"));
    list.is_some_and(|list| {
        let many = list
            .element()
            .is_some_and(|e| e.attribute("multiple").is_some() || e.attribute("size").is_some());
        let native = list
            .primary_style()
            .is_some_and(|style| style.get_box().clone_appearance() != Appearance::None);
        native && !many
    })
}

/// A transform list as a matrix, for a reference box of this size.
fn transform_text(transform: &style::values::computed::Transform, size: (f64, f64)) -> Option<String> {
    if transform.0.is_empty() {
        return None;
    }
    let m = super::transform::matrix(transform, size)?;
    let n = number;
    Some(if !m.is_2d() {
        let all = [
            m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44,
        ];
        format!("matrix3d({})", all.map(n).join(", "))
    } else {
        format!("matrix({})", [m.m11, m.m12, m.m21, m.m22, m.m41, m.m42].map(n).join(", "))
    })
}

fn needs_layout(id: &PropertyId) -> bool {
    let name = id.to_css_string();
    let name = name.as_str();
    matches!(
        name,
        "width"
            | "height"
            | "inline-size"
            | "block-size"
            | "top"
            | "right"
            | "bottom"
            | "left"
            | "transform"
            | "transform-origin"
            | "perspective-origin"
    ) || name.starts_with("margin")
        || name.starts_with("padding")
        || name.starts_with("inset")
        || name.starts_with("grid-template")
        || name == "grid"
}

fn side(name: &str, top: f64, right: f64, bottom: f64, left: f64) -> f64 {
    if name.ends_with("top") {
        top
    } else if name.ends_with("right") {
        right
    } else if name.ends_with("bottom") {
        bottom
    } else {
        left
    }
}

fn four_sides(v: &[String]) -> String {
    let [top, right, bottom, left] = v else {
        return v.join(" ");
    };
    if left != right {
        format!("{top} {right} {bottom} {left}")
    } else if bottom != top {
        format!("{top} {right} {bottom}")
    } else if right != top {
        format!("{top} {right}")
    } else {
        top.clone()
    }
}

fn pair(v: &[String]) -> String {
    match v {
        [a, b] if a == b => a.clone(),
        _ => v.join(" "),
    }
}

/// The value of a declaration as text.
pub(super) fn declaration_text(declaration: &PropertyDeclaration) -> String {
    let mut value = String::new();
    // Writing to a string does not fail.
    let _ = declaration.to_css(&mut value);
    value
}

/// Names of font families without quotes where they are identifiers, as Chromium writes them.
fn unquoted(families: &str) -> String {
    const KEYWORDS: [&str; 19] = [
        "serif",
        "sans-serif",
        "cursive",
        "fantasy",
        "monospace",
        "system-ui",
        "math",
        "emoji",
        "fangsong",
        "ui-serif",
        "ui-sans-serif",
        "ui-monospace",
        "ui-rounded",
        "inherit",
        "initial",
        "unset",
        "revert",
        "revert-layer",
        "default",
    ];
    let plain = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii())
            && !KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
    };
    let mut out = String::with_capacity(families.len());
    let mut rest = families;
    while let Some(at) = rest.find('"') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let Some(end) = tail.find('"') else {
            rest = &rest[at..];
            break;
        };
        let name = &tail[..end];
        if plain(name) {
            out.push_str(name);
        } else {
            out.push_str(&rest[at..at + end + 2]);
        }
        rest = &tail[end + 1..];
    }
    out.push_str(rest);
    out
}

/// A number as Chromium writes it: at most six significant decimals, no trailing zeros.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let digits = (5 - libm::floor(libm::log10(value.abs())) as i32).clamp(0, 12) as usize;
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A length in px.
pub(crate) fn px(value: f64) -> String {
    format!("{}px", number(value))
}
