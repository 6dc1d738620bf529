//! The basic shapes and paths (SVG 2 §9, §10) as paths, and their bounding boxes.

use super::value;
use crate::boxes::Rect;
use crate::dom::tree::Node;
use crate::paint::RoundRect;
use oracade_canvas::path::{Matrix, build, from_svg};
use style::properties::ComputedValues;
use style::values::computed::{Length, LengthPercentage};
use style::values::generics::length::{GenericLengthPercentageOrAuto, GenericSize};
use style::values::specified::DProperty;
use tiny_skia::{Path, PathBuilder};

/// A shape's geometry in user units.
pub(crate) enum Geometry {
    Rect {
        rect: Rect,
        rx: f64,
        ry: f64,
    },
    Ellipse {
        cx: f64,
        cy: f64,
        rx: f64,
        ry: f64,
    },
    /// Points, and whether the last is joined to the first.
    Points(Vec<(f64, f64)>, bool),
    /// Words of `oracade_canvas::path`.
    Path(Vec<f64>),
}

/// The viewport's width, height and the length percentages of neither refer to.
pub(crate) struct Basis {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Basis {
    pub(crate) fn diagonal(&self) -> f64 {
        libm::sqrt((self.width * self.width + self.height * self.height) / 2.0)
    }
}

pub(crate) fn resolve(length: &LengthPercentage, basis: f64) -> f64 {
    f64::from(length.resolve(Length::new(basis as f32)).px())
}

/// `width` or `height`; None: auto.
pub(crate) fn size(value: &style::values::computed::Size, basis: f64) -> Option<f64> {
    match value {
        GenericSize::LengthPercentage(length) => Some(resolve(&length.0, basis)),
        _ => None,
    }
}

/// True for the elements that are shapes.
pub(crate) fn is_shape(tag: &str) -> bool {
    matches!(tag, "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "path")
}

/// The geometry of a shape element.
pub(crate) fn geometry(node: &Node, style: &ComputedValues, basis: &Basis) -> Option<Geometry> {
    let element = node.element()?;
    let svg = style.get_svg();
    let (w, h, d) = (basis.width, basis.height, basis.diagonal());
    let radius = |value: &style::values::computed::NonNegativeLengthPercentageOrAuto, basis| match value {
        GenericLengthPercentageOrAuto::LengthPercentage(length) => Some(resolve(&length.0, basis)),
        GenericLengthPercentageOrAuto::Auto => None,
    };
    Some(match &*element.name {
        "rect" => {
            let position = style.get_position();
            let rect = Rect {
                x: resolve(&svg.x, w),
                y: resolve(&svg.y, h),
                width: size(&position.width, w).unwrap_or(0.0).max(0.0),
                height: size(&position.height, h).unwrap_or(0.0).max(0.0),
            };
            let (rx, ry) = (radius(&svg.rx, w), radius(&svg.ry, h));
            Geometry::Rect {
                rect,
                rx: rx.or(ry).unwrap_or(0.0).min(rect.width / 2.0),
                ry: ry.or(rx).unwrap_or(0.0).min(rect.height / 2.0),
            }
        }
        "circle" => {
            let r = resolve(&svg.r.0, d);
            Geometry::Ellipse {
                cx: resolve(&svg.cx, w),
                cy: resolve(&svg.cy, h),
                rx: r,
                ry: r,
            }
        }
        "ellipse" => {
            let (rx, ry) = (radius(&svg.rx, w), radius(&svg.ry, h));
            Geometry::Ellipse {
                cx: resolve(&svg.cx, w),
                cy: resolve(&svg.cy, h),
                rx: rx.or(ry).unwrap_or(0.0),
                ry: ry.or(rx).unwrap_or(0.0),
            }
        }
        "line" => {
            let at = |name: &str, basis| {
                element
                    .attribute(name)
                    .and_then(|text| value::length(text, style, basis))
                    .unwrap_or(0.0)
            };
            Geometry::Points(vec![(at("x1", w), at("y1", h)), (at("x2", w), at("y2", h))], false)
        }
        tag @ ("polyline" | "polygon") => {
            let numbers = value::numbers(element.attribute("points").unwrap_or(""));
            let points = numbers.as_chunks::<2>().0.iter().map(|p| (p[0], p[1])).collect();
            Geometry::Points(points, tag == "polygon")
        }
        "path" => {
            let words = match &svg.d {
                DProperty::Path(path) => {
                    let mut text = String::new();
                    let _ = path.to_css(&mut style_traits::CssWriter::new(&mut text), false);
                    from_svg(&text)
                }
                // A path with an error in it is drawn up to the error, which the property does not do.
                DProperty::None => from_svg(element.attribute("d").unwrap_or("")),
            };
            Geometry::Path(words)
        }
        _ => return None,
    })
}

impl Geometry {
    /// The path, if the shape is rendered at all.
    pub(crate) fn path(&self) -> Option<Path> {
        match self {
            Self::Rect { rect, rx, ry } => {
                if rect.width <= 0.0 || rect.height <= 0.0 {
                    return None;
                }
                let corner = if *rx > 0.0 && *ry > 0.0 {
                    (*rx as f32, *ry as f32)
                } else {
                    (0.0, 0.0)
                };
                RoundRect {
                    rect: *rect,
                    radii: [corner; 4],
                }
                .path()
            }
            Self::Ellipse { cx, cy, rx, ry } => {
                if *rx <= 0.0 || *ry <= 0.0 {
                    return None;
                }
                let (x, y) = ((cx - rx) as f32, (cy - ry) as f32);
                PathBuilder::from_oval(tiny_skia::Rect::from_xywh(x, y, (rx * 2.0) as f32, (ry * 2.0) as f32)?)
            }
            Self::Points(points, closed) => {
                let mut path = PathBuilder::new();
                for (index, (x, y)) in points.iter().enumerate() {
                    if index == 0 {
                        path.move_to(*x as f32, *y as f32);
                    } else {
                        path.line_to(*x as f32, *y as f32);
                    }
                }
                if *closed && !points.is_empty() {
                    path.close();
                }
                path.finish()
            }
            Self::Path(words) => build(words, &Matrix::IDENTITY),
        }
    }

    /// The object bounding box.
    pub(crate) fn bounds(&self, path: Option<&Path>) -> Option<Rect> {
        match self {
            Self::Rect { rect, .. } => Some(*rect),
            Self::Ellipse { cx, cy, rx, ry } => Some(Rect {
                x: cx - rx,
                y: cy - ry,
                width: rx * 2.0,
                height: ry * 2.0,
            }),
            Self::Points(points, _) => points
                .iter()
                .map(|(x, y)| Rect {
                    x: *x,
                    y: *y,
                    width: 0.0,
                    height: 0.0,
                })
                .reduce(Rect::union),
            Self::Path(words) => match path {
                Some(path) => path.compute_tight_bounds().map(from_skia),
                // A path that only moves has a place.
                None => (words.len() >= 3).then(|| Rect {
                    x: words[1],
                    y: words[2],
                    width: 0.0,
                    height: 0.0,
                }),
            },
        }
        .filter(|r| [r.x, r.y, r.width, r.height].iter().all(|v| v.is_finite()))
    }
}

pub(crate) fn from_skia(rect: tiny_skia::Rect) -> Rect {
    Rect {
        x: f64::from(rect.left()),
        y: f64::from(rect.top()),
        width: f64::from(rect.width()),
        height: f64::from(rect.height()),
    }
}
