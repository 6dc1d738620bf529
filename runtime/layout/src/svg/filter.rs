//! `filter` elements (Filter Effects 1 §9): their primitives with attributes resolved and inputs found.

use super::Reference;
use super::build::{Builder, Context};
use super::server::flood_color;
use super::value;
use crate::boxes::Rect;
use crate::dom::tree::{Element, Node};
use crate::style::svg_properties;
use style::properties::ComputedValues;
use tiny_skia::Color;

/// Most primitives of one filter.
const PRIMITIVES_MAX: usize = 64;

/// A `filter` element.
pub(crate) struct FilterGraph {
    /// The region is given in shares of the bounding box.
    pub(crate) region_in_box: bool,
    pub(crate) region: Rect,
    /// So are the primitives' lengths.
    pub(crate) lengths_in_box: bool,
    pub(crate) primitives: Vec<Primitive>,
}

/// One step.
pub(crate) struct Primitive {
    pub(crate) kind: Kind,
    pub(crate) inputs: Vec<Input>,
    /// Colours are linear while it works.
    pub(crate) linear: bool,
}

/// What a primitive works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The picture.
    Source,
    /// Its opacity.
    SourceAlpha,
    /// What an earlier primitive made.
    Result(usize),
}

/// What a primitive does.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Blur(f64, f64),
    Offset(f64, f64),
    Flood(Color),
    Merge,
    Composite(Composite),
    Blend(tiny_skia::BlendMode),
    Matrix(Box<[f32; 20]>),
    DropShadow {
        dx: f64,
        dy: f64,
        deviation: (f64, f64),
        color: Color,
    },
    Transfer(Box<[Transfer; 4]>),
    Morphology {
        dilate: bool,
        rx: f64,
        ry: f64,
    },
    /// One we do not have: it hands its input on.
    Unknown,
}

/// `operator` of `feComposite`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Composite {
    Mode(tiny_skia::BlendMode),
    Arithmetic([f32; 4]),
}

/// A transfer function of one channel.
#[derive(Clone, Debug)]
pub(crate) enum Transfer {
    Identity,
    Table(Vec<f32>),
    Discrete(Vec<f32>),
    Linear(f32, f32),
    Gamma(f32, f32, f32),
}

impl Transfer {
    /// The function's value.
    pub(crate) fn of(&self, c: f32) -> f32 {
        let value = match self {
            Self::Identity => c,
            Self::Table(list) => match &list[..] {
                [] => c,
                [only] => *only,
                _ => {
                    let last = list.len() - 1;
                    let at = c * last as f32;
                    let from = (at as usize).min(last - 1);
                    list[from] + (at - from as f32) * (list[from + 1] - list[from])
                }
            },
            Self::Discrete(list) => match list.len() {
                0 => c,
                count => list[((c * count as f32) as usize).min(count - 1)],
            },
            Self::Linear(slope, intercept) => slope * c + intercept,
            Self::Gamma(amplitude, exponent, offset) => amplitude * libm::powf(c, *exponent) + offset,
        };
        if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
    }
}

impl<'d> Builder<'d> {
    /// The filter behind the value of `filter` on an element: None if there is none, a reference to nothing if it is not there.
    pub(super) fn filter_of(&mut self, style: &ComputedValues, context: &Context) -> Option<Reference> {
        let text = svg_properties::value(style, "filter")?;
        let url = text.strip_prefix("url(")?.split(')').next()?.trim_matches(['"', '\'', ' ']);
        let node = self.document.node_with_id(value::fragment(url)?);
        let Some(node) = node.filter(|node| super::is_svg(node, "filter")) else {
            return Some(None);
        };
        if let Some(known) = self.filters.get(&node.id) {
            return Some(*known);
        }
        let graph = self.filter(node, context);
        self.scene.filters.extend(graph);
        let index = self.scene.filters.len().checked_sub(1);
        self.filters.insert(node.id, index);
        Some(index)
    }

    fn filter(&self, node: &Node, context: &Context) -> Option<FilterGraph> {
        let element = node.element()?;
        let region_in_box = element.attribute("filterUnits").is_none_or(|u| u.trim() != "userSpaceOnUse");
        let (w, h) = if region_in_box {
            (1.0, 1.0)
        } else {
            (context.basis.width, context.basis.height)
        };
        let side = |name: &str, basis: f64, otherwise: f64| {
            element
                .attribute(name)
                .and_then(|text| value::length(text, &context.style, basis))
                .unwrap_or(otherwise * basis)
        };
        let region = Rect {
            x: side("x", w, -0.1),
            y: side("y", h, -0.1),
            width: side("width", w, 1.2).max(0.0),
            height: side("height", h, 1.2).max(0.0),
        };
        let around = element.attribute("color-interpolation-filters");
        let mut names: Vec<(String, usize)> = Vec::new();
        let mut primitives: Vec<Primitive> = Vec::new();
        for child in node.child_elements().take(PRIMITIVES_MAX) {
            let Some(e) = child.element().filter(|e| e.name.starts_with("fe")) else {
                continue;
            };
            let input = |name: &str, of: &Element| match of.attribute(name).map(str::trim) {
                Some("SourceGraphic") => Input::Source,
                Some("SourceAlpha") => Input::SourceAlpha,
                Some(wanted) if names.iter().any(|(known, _)| known == wanted) => names
                    .iter()
                    .rev()
                    .find(|(known, _)| known == wanted)
                    .map_or(Input::Source, |(_, index)| Input::Result(*index)),
                _ => primitives.len().checked_sub(1).map_or(Input::Source, Input::Result),
            };
            let kind = self.primitive(child, e);
            let inputs = match &kind {
                Kind::Flood(_) => Vec::new(),
                Kind::Merge => child
                    .child_elements()
                    .filter(|c| super::is_svg(c, "feMergeNode"))
                    .take(PRIMITIVES_MAX)
                    .filter_map(|c| Some(input("in", c.element()?)))
                    .collect(),
                Kind::Composite(_) | Kind::Blend(_) => vec![input("in", e), input("in2", e)],
                _ => vec![input("in", e)],
            };
            if let Some(name) = e.attribute("result") {
                names.push((name.trim().to_owned(), primitives.len()));
            }
            let space = e.attribute("color-interpolation-filters").or(around);
            primitives.push(Primitive {
                kind,
                inputs,
                linear: space.is_none_or(|s| !s.trim().eq_ignore_ascii_case("srgb")),
            });
        }
        Some(FilterGraph {
            region_in_box,
            region,
            lengths_in_box: element
                .attribute("primitiveUnits")
                .is_some_and(|u| u.trim() == "objectBoundingBox"),
            primitives,
        })
    }

    fn primitive(&self, node: &Node, e: &Element) -> Kind {
        let number = |name: &str, otherwise: f64| {
            let text = e.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
            text.filter(|v| v.is_finite()).unwrap_or(otherwise)
        };
        let pair = |name: &str, otherwise: f64| {
            let list = value::numbers(e.attribute(name).unwrap_or(""));
            let first = list.first().copied().unwrap_or(otherwise);
            (first.max(0.0), list.get(1).copied().unwrap_or(first).max(0.0))
        };
        let color = || {
            let style = self.document.engine.style_of(node);
            style.map_or(Color::BLACK, |style| flood_color(&style))
        };
        match &*e.name {
            "feGaussianBlur" => {
                let (x, y) = pair("stdDeviation", 0.0);
                Kind::Blur(x, y)
            }
            "feOffset" => Kind::Offset(number("dx", 0.0), number("dy", 0.0)),
            "feFlood" => Kind::Flood(color()),
            "feMerge" => Kind::Merge,
            "feDropShadow" => Kind::DropShadow {
                dx: number("dx", 2.0),
                dy: number("dy", 2.0),
                deviation: pair("stdDeviation", 2.0),
                color: color(),
            },
            "feComposite" => Kind::Composite(match e.attribute("operator").map(str::trim) {
                Some("in") => Composite::Mode(tiny_skia::BlendMode::SourceIn),
                Some("out") => Composite::Mode(tiny_skia::BlendMode::SourceOut),
                Some("atop") => Composite::Mode(tiny_skia::BlendMode::SourceAtop),
                Some("xor") => Composite::Mode(tiny_skia::BlendMode::Xor),
                Some("lighter") => Composite::Mode(tiny_skia::BlendMode::Plus),
                Some("arithmetic") => Composite::Arithmetic(["k1", "k2", "k3", "k4"].map(|k| number(k, 0.0) as f32)),
                _ => Composite::Mode(tiny_skia::BlendMode::SourceOver),
            }),
            "feBlend" => {
                use tiny_skia::BlendMode as B;
                Kind::Blend(match e.attribute("mode").map(str::trim) {
                    Some("multiply") => B::Multiply,
                    Some("screen") => B::Screen,
                    Some("overlay") => B::Overlay,
                    Some("darken") => B::Darken,
                    Some("lighten") => B::Lighten,
                    Some("color-dodge") => B::ColorDodge,
                    Some("color-burn") => B::ColorBurn,
                    Some("hard-light") => B::HardLight,
                    Some("soft-light") => B::SoftLight,
                    Some("difference") => B::Difference,
                    Some("exclusion") => B::Exclusion,
                    Some("hue") => B::Hue,
                    Some("saturation") => B::Saturation,
                    Some("color") => B::Color,
                    Some("luminosity") => B::Luminosity,
                    _ => B::SourceOver,
                })
            }
            "feColorMatrix" => {
                let values: Vec<f32> = value::numbers(e.attribute("values").unwrap_or(""))
                    .into_iter()
                    .map(|v| v as f32)
                    .collect();
                Kind::Matrix(Box::new(color_matrix(
                    e.attribute("type").unwrap_or("matrix").trim(),
                    &values,
                )))
            }
            "feComponentTransfer" => Kind::Transfer(Box::new(["feFuncR", "feFuncG", "feFuncB", "feFuncA"].map(|name| {
                let function = node.child_elements().filter(|c| super::is_svg(c, name)).last();
                function.and_then(Node::element).map_or(Transfer::Identity, transfer)
            }))),
            "feMorphology" => {
                let (rx, ry) = pair("radius", 0.0);
                Kind::Morphology {
                    dilate: e.attribute("operator").is_some_and(|o| o.trim() == "dilate"),
                    rx,
                    ry,
                }
            }
            _ => Kind::Unknown,
        }
    }
}

fn transfer(e: &Element) -> Transfer {
    let number = |name: &str, otherwise: f32| {
        let text = e.attribute(name).and_then(|text| text.trim().parse::<f32>().ok());
        text.filter(|v| v.is_finite()).unwrap_or(otherwise)
    };
    let list = || {
        let values = value::numbers(e.attribute("tableValues").unwrap_or(""));
        values.into_iter().map(|v| v as f32).take(1024).collect()
    };
    match e.attribute("type").map(str::trim) {
        Some("table") => Transfer::Table(list()),
        Some("discrete") => Transfer::Discrete(list()),
        Some("linear") => Transfer::Linear(number("slope", 1.0), number("intercept", 0.0)),
        Some("gamma") => Transfer::Gamma(number("amplitude", 1.0), number("exponent", 1.0), number("offset", 0.0)),
        _ => Transfer::Identity,
    }
}

const IDENTITY: [f32; 20] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
];

/// The rows of a colour matrix, the constants in colour units of 0 to 1 (§9.6).
fn color_matrix(kind: &str, values: &[f32]) -> [f32; 20] {
    match kind {
        "saturate" => {
            let s = values.first().copied().unwrap_or(1.0);
            let (r, g, b) = (0.213, 0.715, 0.072);
            let mut m = IDENTITY;
            for (row, own) in [(0, 0), (1, 1), (2, 2)] {
                for (column, weight) in [r, g, b].into_iter().enumerate() {
                    m[row * 5 + column] = weight * (1.0 - s) + if column == own { s } else { 0.0 };
                }
            }
            m
        }
        "hueRotate" => {
            let angle = values.first().copied().unwrap_or(0.0).to_radians();
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            let mut m = IDENTITY;
            let rows = [
                [
                    0.213 + cos * 0.787 - sin * 0.213,
                    0.715 - cos * 0.715 - sin * 0.715,
                    0.072 - cos * 0.072 + sin * 0.928,
                ],
                [
                    0.213 - cos * 0.213 + sin * 0.143,
                    0.715 + cos * 0.285 + sin * 0.140,
                    0.072 - cos * 0.072 - sin * 0.283,
                ],
                [
                    0.213 - cos * 0.213 - sin * 0.787,
                    0.715 - cos * 0.715 + sin * 0.715,
                    0.072 + cos * 0.928 + sin * 0.072,
                ],
            ];
            for (row, weights) in rows.into_iter().enumerate() {
                m[row * 5..row * 5 + 3].copy_from_slice(&weights);
            }
            m
        }
        "luminanceToAlpha" => {
            let mut m = [0.0; 20];
            m[15..18].copy_from_slice(&[0.2125, 0.7154, 0.0721]);
            m
        }
        _ => match <[f32; 20]>::try_from(values) {
            Ok(m) => m,
            Err(_) => IDENTITY,
        },
    }
}
