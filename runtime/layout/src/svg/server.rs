//! Paint servers: gradients (SVG 2 §14.2); patterns are in `resource`.

use super::build::Builder;
use super::shape::Basis;
use super::value;
use crate::boxes::Rect;
use crate::dom::tree::{Element, Node};
use crate::paint::{absolute, skia};
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use style::properties::ComputedValues;
use tiny_skia::{Color, GradientStop, LinearGradient, Point, RadialGradient, Shader, SpreadMode};

/// Longest chain of `href`s followed.
const CHAIN_MAX: usize = 16;
/// Most stops of a gradient.
const STOPS_MAX: usize = 1024;

/// A gradient with its attributes resolved.
pub(crate) struct Gradient {
    kind: Kind,
    /// Coordinates are shares of the bounding box.
    in_box: bool,
    transform: Transform,
    spread: SpreadMode,
    stops: Vec<(f32, Color)>,
}

enum Kind {
    Linear {
        x1: f64,
        y1: f64,
        x2: f64,
        y2: f64,
    },
    Radial {
        cx: f64,
        cy: f64,
        r: f64,
        fx: f64,
        fy: f64,
        fr: f64,
    },
}

/// An element and those its `href`s lead to.
pub(super) fn chain<'n>(builder: &Builder<'n>, node: &'n Node, tags: &[&str]) -> Vec<&'n Node> {
    let mut chain = vec![node];
    while chain.len() < CHAIN_MAX {
        let next = chain
            .last()
            .and_then(|n| n.element())
            .and_then(value::href)
            .and_then(value::fragment)
            .and_then(|id| builder.document.node_with_id(id))
            .filter(|n| n.element().is_some_and(|e| tags.contains(&&*e.name)))
            .filter(|n| chain.iter().all(|known| known.id != n.id));
        match next {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    chain
}

/// The nearest value of an attribute along a chain, of elements that `counts` lets through.
pub(super) fn inherited<'n>(chain: &[&'n Node], name: &str, counts: impl Fn(&Element) -> bool) -> Option<&'n str> {
    chain
        .iter()
        .filter_map(|n| n.element())
        .filter(|e| counts(e))
        .find_map(|e| e.attribute(name))
}

impl Gradient {
    pub(super) fn of(builder: &Builder<'_>, node: &Node, style: &ComputedValues, basis: &Basis) -> Option<Self> {
        let chain = chain(
            builder,
            builder.document.tree.get(node.id)?,
            &["linearGradient", "radialGradient"],
        );
        let tag = &*node.element()?.name;
        let common = |name: &str| inherited(&chain, name, |_| true);
        let in_box = common("gradientUnits").is_none_or(|units| units.trim() != "userSpaceOnUse");
        let coordinate = |name: &str, size: f64, otherwise: f64| {
            let text = inherited(&chain, name, |e| &*e.name == tag);
            let basis = if in_box { 1.0 } else { size };
            text.and_then(|text| value::length(text, style, basis))
                .unwrap_or(otherwise * basis)
        };
        let (w, h, d) = (basis.width, basis.height, basis.diagonal());
        let kind = if tag == "linearGradient" {
            Kind::Linear {
                x1: coordinate("x1", w, 0.0),
                y1: coordinate("y1", h, 0.0),
                x2: coordinate("x2", w, 1.0),
                y2: coordinate("y2", h, 0.0),
            }
        } else {
            let (cx, cy) = (coordinate("cx", w, 0.5), coordinate("cy", h, 0.5));
            let set = |name| inherited(&chain, name, |e| &*e.name == tag).is_some();
            Kind::Radial {
                cx,
                cy,
                r: coordinate("r", d, 0.5),
                fx: if set("fx") { coordinate("fx", w, 0.5) } else { cx },
                fy: if set("fy") { coordinate("fy", h, 0.5) } else { cy },
                fr: coordinate("fr", d, 0.0),
            }
        };
        let owner = chain.iter().find(|n| stops_of(n).next().is_some())?;
        let mut stops: Vec<(f32, Color)> = Vec::new();
        for stop in stops_of(owner).take(STOPS_MAX) {
            let Some(style) = builder.document.engine.style_of(stop) else {
                continue;
            };
            let offset = stop
                .element()
                .and_then(|e| e.attribute("offset"))
                .and_then(value::share)
                .unwrap_or(0.0);
            let offset = (offset.clamp(0.0, 1.0) as f32).max(stops.last().map_or(0.0, |s| s.0));
            stops.push((offset, stop_color(&style)));
        }
        Some(Self {
            kind,
            in_box,
            transform: common("gradientTransform")
                .and_then(value::transform_list)
                .unwrap_or(Transform::IDENTITY),
            spread: match common("spreadMethod").map(str::trim) {
                Some("reflect") => SpreadMode::Reflect,
                Some("repeat") => SpreadMode::Repeat,
                _ => SpreadMode::Pad,
            },
            stops,
        })
    }

    /// The gradient for a shape with this bounding box, `place` mapping the shape's space to pixels.
    pub(crate) fn shader(&self, bounds: Option<Rect>, opacity: f32, place: &Transform) -> Option<Shader<'static>> {
        let faded = |color: &Color| {
            let mut color = *color;
            color.apply_opacity(opacity);
            color
        };
        if let [(_, color)] = &self.stops[..] {
            return Some(Shader::SolidColor(faded(color)));
        }
        let mut transform = self.transform;
        if self.in_box {
            let b = bounds.filter(|b| b.width > 0.0 && b.height > 0.0)?;
            transform = transform.then(&Transform {
                a: b.width,
                d: b.height,
                e: b.x,
                f: b.y,
                ..Transform::IDENTITY
            });
        }
        let transform = transform.then(place);
        transform.invert()?;
        let stops = self
            .stops
            .iter()
            .map(|(at, color)| GradientStop::new(*at, faded(color)))
            .collect();
        let last = self.stops.last().map(|(_, color)| Shader::SolidColor(faded(color)));
        let point = |x: f64, y: f64| Point::from_xy(x as f32, y as f32);
        match &self.kind {
            Kind::Linear { x1, y1, x2, y2 } => {
                if x1 == x2 && y1 == y2 {
                    return last;
                }
                LinearGradient::new(point(*x1, *y1), point(*x2, *y2), stops, self.spread, skia(&transform))
            }
            Kind::Radial { cx, cy, r, fx, fy, fr } => {
                if *r <= 0.0 {
                    return last;
                }
                RadialGradient::new(
                    point(*fx, *fy),
                    fr.max(0.0) as f32,
                    point(*cx, *cy),
                    *r as f32,
                    stops,
                    self.spread,
                    skia(&transform),
                )
            }
        }
        .or(last)
    }
}

fn stops_of(node: &Node) -> impl Iterator<Item = &Node> {
    node.child_elements().filter(|child| super::is_svg(child, "stop"))
}

fn stop_color(style: &ComputedValues) -> Color {
    color_of(style, "stop-color", "stop-opacity")
}

/// The colour `feFlood` and `feDropShadow` paint with.
pub(super) fn flood_color(style: &ComputedValues) -> Color {
    color_of(style, "flood-color", "flood-opacity")
}

fn color_of(style: &ComputedValues, color: &str, opacity: &str) -> Color {
    let current = absolute(&style.get_inherited_text().color);
    let mut color = svg_properties::value(style, color).map_or(Color::BLACK, |text| parse_color(&text, current));
    if let Some(opacity) = svg_properties::value(style, opacity).and_then(|text| value::share(&text)) {
        color.apply_opacity(opacity.clamp(0.0, 1.0) as f32);
    }
    color
}

/// A computed colour as text.
fn parse_color(text: &str, current: Color) -> Color {
    if text == "currentcolor" {
        return current;
    }
    oracade_canvas::color::Color::parse(text, &oracade_canvas::color::Color::BLACK)
        .and_then(|c| {
            let [r, g, b] = c.rgb.map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5).floor() / 255.0);
            Color::from_rgba(r, g, b, c.alpha.clamp(0.0, 1.0))
        })
        .unwrap_or(Color::BLACK)
}
