//! How shapes and text are filled and stroked (SVG 2 §13).

use super::build::{Builder, Context};
use super::shape::resolve;
use super::{Gradient, Paint, Painted, value};
use crate::boxes::Rect;
use crate::paint::{absolute, color};
use crate::style::svg_properties;
use std::rc::Rc;
use style::computed_values::{stroke_linecap::T as Cap, stroke_linejoin::T as Join, visibility::T as Visibility};
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::LengthPercentage;
use style::values::generics::basic_shape::FillRule as ShapeRule;
use style::values::generics::svg::{SVGLength, SVGOpacity, SVGPaint, SVGPaintFallback, SVGPaintKind, SVGStrokeDashArray};
use tiny_skia::{FillRule, LineCap, LineJoin, Path, Stroke, StrokeDash};

/// Most dashes a stroke is cut into; one with more is drawn whole.
const DASHES_MAX: f64 = 100_000.0;

impl Builder<'_> {
    /// Fill and stroke of a style; `factor`: user units for each unit of `pathLength`.
    pub(super) fn painted(&mut self, style: &Arc<ComputedValues>, context: &Context, factor: f64) -> Painted {
        let svg = style.get_inherited_svg();
        let basis = &context.basis;
        let length = |value: &LengthPercentage| resolve(value, basis.diagonal());
        let width = match &svg.stroke_width {
            SVGLength::LengthPercentage(width) => length(&width.0),
            SVGLength::ContextValue => 1.0,
        };
        let opacity = |value: &style::values::computed::SVGOpacity| match value {
            SVGOpacity::Opacity(opacity) => opacity.clamp(0.0, 1.0),
            _ => 1.0,
        };
        let fill = self.paint(&svg.fill, style, context);
        let stroke = if width > 0.0 && width.is_finite() {
            self.paint(&svg.stroke, style, context)
        } else {
            None
        };
        let svg = style.get_inherited_svg();
        let mut dash_length = 0.0;
        let dash = match &svg.stroke_dasharray {
            SVGStrokeDashArray::Values(values) if !values.is_empty() => {
                let mut list: Vec<f32> = values.iter().map(|v| (length(&v.0) * factor) as f32).collect();
                if list.len() % 2 == 1 {
                    list.extend(list.clone());
                }
                dash_length = list.iter().sum();
                let offset = match &svg.stroke_dashoffset {
                    SVGLength::LengthPercentage(offset) => length(offset) * factor,
                    SVGLength::ContextValue => 0.0,
                };
                StrokeDash::new(list, offset as f32)
            }
            _ => None,
        };
        let order = svg_properties::value(style, "paint-order");
        let stroke_first = order.is_some_and(|order| {
            let mut words = order.split_ascii_whitespace().filter(|word| *word != "markers");
            words.next() == Some("stroke")
        });
        Painted {
            visible: style.get_inherited_box().visibility == Visibility::Visible,
            fill: fill.map(|paint| (paint, opacity(&svg.fill_opacity))),
            rule: if svg.fill_rule == ShapeRule::Evenodd {
                FillRule::EvenOdd
            } else {
                FillRule::Winding
            },
            stroke: stroke.map(|paint| (paint, opacity(&svg.stroke_opacity))),
            pen: Stroke {
                width: width as f32,
                miter_limit: svg.stroke_miterlimit.0,
                line_cap: match svg.stroke_linecap {
                    Cap::Butt => LineCap::Butt,
                    Cap::Round => LineCap::Round,
                    Cap::Square => LineCap::Square,
                },
                line_join: match svg.stroke_linejoin {
                    Join::Miter => LineJoin::Miter,
                    Join::Round => LineJoin::Round,
                    Join::Bevel => LineJoin::Bevel,
                },
                dash,
            },
            dash_length,
            stroke_first,
            fixed_width: svg_properties::value(style, "vector-effect").is_some_and(|v| v.contains("non-scaling-stroke")),
            crisp: svg_properties::value(style, "shape-rendering")
                .is_some_and(|v| matches!(v.as_str(), "crispedges" | "optimizespeed")),
        }
    }

    fn paint(
        &mut self,
        paint: &SVGPaint<style::values::computed::Color, style::values::computed::url::ComputedUrl>,
        style: &Arc<ComputedValues>,
        context: &Context,
    ) -> Option<Paint> {
        let current = &style.get_inherited_text().color;
        match &paint.kind {
            SVGPaintKind::Color(value) => Some(Paint::Color(color(value, current))),
            SVGPaintKind::PaintServer(url) => {
                let node = url
                    .url()
                    .and_then(|url| self.document.node_with_id(value::fragment(url.as_str())?));
                let served = node.and_then(|node| match node.element().map(|e| &*e.name) {
                    Some("linearGradient" | "radialGradient") => {
                        Gradient::of(self, node, style, &context.basis).map(|g| Some(Paint::Gradient(Rc::new(g))))
                    }
                    Some("pattern") => Some(self.pattern(node, context).map(Paint::Pattern)),
                    _ => None,
                });
                match (served, &paint.fallback) {
                    (Some(served), _) => served,
                    // A reference to nothing falls back; without a fallback nothing is painted (SVG 2 §13.2).
                    (None, SVGPaintFallback::Color(value)) => Some(Paint::Color(color(value, current))),
                    (None, _) => None,
                }
            }
            SVGPaintKind::None => None,
            SVGPaintKind::ContextFill | SVGPaintKind::ContextStroke => Some(Paint::Color(absolute(current))),
        }
    }
}

/// Takes the dashes off a stroke that would be cut into too many.
pub(super) fn limit_dashes(painted: &mut Painted, path: &Path) {
    if painted.pen.dash.is_some() {
        // No curve is longer than the way along its control points.
        let pairs = path.points().windows(2);
        let longest: f64 = pairs.map(|p| f64::from((p[0] - p[1]).length())).sum();
        if !longest.is_finite() || longest > DASHES_MAX * f64::from(painted.dash_length) {
            painted.pen.dash = None;
        }
    }
}

/// A shape's box with what its stroke adds.
pub(super) fn grown(rect: Rect, painted: &Painted) -> Rect {
    if painted.stroke.is_none() {
        return rect;
    }
    let pen = &painted.pen;
    let reach = match (pen.line_join, pen.line_cap) {
        (LineJoin::Miter | LineJoin::MiterClip, _) => pen.miter_limit.max(1.5),
        (_, LineCap::Square) => 1.5,
        _ => 1.0,
    };
    let by = f64::from(pen.width * reach) / 2.0 * if painted.fixed_width { 1.0e3 } else { 1.0 };
    Rect {
        x: rect.x - by,
        y: rect.y - by,
        width: rect.width + 2.0 * by,
        height: rect.height + 2.0 * by,
    }
}
