//! Markers (SVG 2 §13.7): what stands at the points of a path.

use super::build::{Builder, Context, union};
use super::value;
use crate::boxes::Rect;
use crate::dom::tree::{Element, Node};
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::specified::box_::Overflow;
use tiny_skia::{Path, PathSegment, Point};

/// Most markers of one shape.
const MARKERS_MAX: usize = 2_000;

/// A point of a path, with the directions in which the path comes and goes (degrees).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vertex {
    at: (f64, f64),
    before: Option<f64>,
    after: Option<f64>,
}

impl Vertex {
    /// The direction of a marker: between those of the path.
    fn direction(&self) -> f64 {
        match (self.before, self.after) {
            (Some(before), Some(after)) => {
                let mut turn = (after - before).rem_euclid(360.0);
                if turn > 180.0 {
                    turn -= 360.0;
                }
                before + turn / 2.0
            }
            (before, after) => before.or(after).unwrap_or(0.0),
        }
    }
}

fn direction(from: Point, to: Point) -> Option<f64> {
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    (dx != 0.0 || dy != 0.0).then(|| libm::atan2(dy, dx).to_degrees())
}

/// The points of a path. Segments without a length have no direction; they take that of those around them.
fn vertices(path: &Path) -> Vec<Vertex> {
    let mut out: Vec<Vertex> = Vec::new();
    let (mut start, mut here) = (0, Point::zero());
    let vertex = |p: Point, before| Vertex {
        at: (f64::from(p.x), f64::from(p.y)),
        before,
        after: None,
    };
    for segment in path.segments() {
        let controls: &[Point] = match &segment {
            PathSegment::MoveTo(p) => {
                start = out.len();
                here = *p;
                out.push(vertex(*p, None));
                continue;
            }
            PathSegment::Close => {
                let first = out.get(start).copied();
                if let Some(first) = first {
                    let to = Point::from_xy(first.at.0 as f32, first.at.1 as f32);
                    let way = direction(here, to).or(out.last().and_then(|last| last.before));
                    if let Some(last) = out.last_mut() {
                        last.after = way;
                    }
                    // Where a subpath is closed its ends are one point.
                    let after = first.after;
                    out[start].before = way;
                    out.push(Vertex {
                        at: first.at,
                        before: way,
                        after,
                    });
                    here = to;
                }
                continue;
            }
            PathSegment::LineTo(a) => &[*a],
            PathSegment::QuadTo(a, b) => &[*a, *b],
            PathSegment::CubicTo(a, b, c) => &[*a, *b, *c],
        };
        let mut points = vec![here];
        points.extend_from_slice(controls);
        let end = points[points.len() - 1];
        let leaving = points.iter().find_map(|p| direction(here, *p));
        let arriving = points.iter().rev().find_map(|p| direction(*p, end));
        let before = out.last().and_then(|last| last.before);
        if let Some(last) = out.last_mut() {
            last.after = leaving.or(before);
        }
        out.push(vertex(end, arriving.or(before)));
        here = end;
    }
    out
}

/// A kind of marker at a shape.
struct Kind<'d> {
    node: &'d Node,
    element: &'d Element,
    style: Arc<ComputedValues>,
    items: Vec<usize>,
}

impl<'d> Builder<'d> {
    /// Adds the markers of a shape (an item), which are painted over it.
    pub(super) fn markers(&mut self, index: usize, style: &ComputedValues, path: &Path, stroke_width: f64, own: &Context) {
        let names = ["marker-start", "marker-mid", "marker-end"];
        let urls = names.map(|name| svg_properties::value(style, name).filter(|value| value != "none"));
        if urls.iter().all(Option::is_none) {
            return;
        }
        let kinds = urls.map(|url| self.marker_kind(url?.as_str(), own));
        let vertices = vertices(path);
        let last = vertices.len().saturating_sub(1);
        let mut ink = self.scene.items[index].ink;
        let mut markers = Vec::new();
        for (at, vertex) in vertices.iter().enumerate() {
            let first_here = (at == 0, 0);
            let last_here = (at == last, 2);
            let middle = (at != 0 && at != last, 1);
            for (_, kind) in [first_here, middle, last_here].into_iter().filter(|(here, _)| *here) {
                let Some(kind) = kinds[kind].as_ref().map(|known| (known, kind == 0)) else {
                    continue;
                };
                if markers.len() >= MARKERS_MAX {
                    break;
                }
                if let Some(item) = self.marker(kind.0, kind.1, vertex, stroke_width, own) {
                    let made = &self.scene.items[item];
                    let mut painted = made.ink.map(|b| made.transform.bounds(b));
                    if let (Some(cut), Some(rect)) = (made.overflow, painted) {
                        painted = Some(super::build::intersection(rect, made.transform.bounds(cut)));
                    }
                    ink = union(ink, painted);
                    markers.push(item);
                }
            }
        }
        let item = &mut self.scene.items[index];
        (item.ink, item.markers) = (ink, markers);
    }

    fn marker_kind(&mut self, reference: &str, own: &Context) -> Option<Kind<'d>> {
        let url = reference
            .strip_prefix("url(")?
            .strip_suffix(')')?
            .trim_matches(['"', '\'', ' ']);
        let node = self.resource(url, "marker")?;
        let style = self.document.engine.style_of(node)?;
        Some(Kind {
            node,
            element: node.element()?,
            style,
            items: self.content(node, own),
        })
    }

    fn marker(&mut self, kind: &Kind<'d>, at_start: bool, vertex: &Vertex, stroke_width: f64, own: &Context) -> Option<usize> {
        let element = kind.element;
        let (w, h) = (own.basis.width, own.basis.height);
        let length = |name: &str, basis: f64| {
            element
                .attribute(name)
                .and_then(|text| value::length(text, &kind.style, basis))
        };
        let (width, height) = (
            length("markerWidth", w).unwrap_or(3.0),
            length("markerHeight", h).unwrap_or(3.0),
        );
        if width <= 0.0 || height <= 0.0 {
            return None;
        }
        let inner = match value::view_box(element) {
            Some(view) => value::fit(&view, element.attribute("preserveAspectRatio"), width, height)?,
            None => Transform::IDENTITY,
        };
        let (x, y) = inner.apply(
            reference(element, "refX", &kind.style),
            reference(element, "refY", &kind.style),
        );
        let angle = match element.attribute("orient").map(str::trim) {
            Some("auto") => vertex.direction(),
            Some("auto-start-reverse") if at_start => vertex.direction() + 180.0,
            Some("auto-start-reverse") => vertex.direction(),
            Some(text) => text.trim_end_matches("deg").parse().unwrap_or(0.0),
            None => 0.0,
        };
        let scale = if element
            .attribute("markerUnits")
            .is_some_and(|units| units.trim() == "userSpaceOnUse")
        {
            1.0
        } else {
            stroke_width
        };
        let (sin, cos) = libm::sincos(angle.to_radians());
        let turned = Transform {
            a: cos * scale,
            b: sin * scale,
            c: -sin * scale,
            d: cos * scale,
            e: vertex.at.0,
            f: vertex.at.1,
            ..Transform::IDENTITY
        };
        let context = Context {
            style: kind.style.clone(),
            basis: super::shape::Basis { ..own.basis },
            detached: true,
            ..*own
        };
        let item = self.part(kind.node, &kind.style, &context);
        self.scene.items[item].inner = inner;
        self.scene.items[item].transform = Transform::translation(-x, -y).then(&turned);
        if kind.style.get_box().overflow_x != Overflow::Visible {
            self.scene.items[item].overflow = Some(Rect {
                x: 0.0,
                y: 0.0,
                width,
                height,
            });
        }
        self.set_group(item, kind.items.clone());
        Some(item)
    }
}

/// The point of a marker that is put on the path, in units of its content.
fn reference(element: &Element, name: &str, style: &ComputedValues) -> f64 {
    let view = value::view_box(element);
    let horizontal = name == "refX";
    let (start, side) = view.map_or((0.0, 0.0), |view| {
        if horizontal {
            (view.x, view.width)
        } else {
            (view.y, view.height)
        }
    });
    match element.attribute(name).map(str::trim) {
        Some("left" | "top") => start,
        Some("center") => start + side / 2.0,
        Some("right" | "bottom") => start + side,
        Some(text) => value::length(text, style, side).unwrap_or(0.0),
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PathBuilder;

    #[test]
    fn markers_point_between_the_segments_around_them() {
        let mut path = PathBuilder::new();
        path.move_to(0.0, 0.0);
        path.line_to(10.0, 0.0);
        path.line_to(10.0, 10.0);
        let directions: Vec<f64> = vertices(&path.finish().unwrap()).iter().map(Vertex::direction).collect();
        assert_eq!(directions, [0.0, 45.0, 90.0]);
        let mut path = PathBuilder::new();
        path.move_to(0.0, 0.0);
        path.line_to(10.0, 0.0);
        path.line_to(0.0, 10.0);
        path.close();
        let directions: Vec<f64> = vertices(&path.finish().unwrap()).iter().map(Vertex::direction).collect();
        assert_eq!((directions[0], directions[3]), (-45.0, -45.0));
    }
}
