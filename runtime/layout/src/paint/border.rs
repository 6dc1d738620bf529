//! Borders and outlines (CSS Backgrounds 3 §4, CSS UI 4 §3), their styles as Chromium paints them.

mod dash;
pub(crate) mod image;
mod outline;
mod shade;

pub(crate) use outline::outline;
pub(super) use shade::luminance;

use super::background::{Areas, current_color};
use super::geometry::{RoundRect, snapped};
use super::gradient::{absolute, color};
use super::surface::Surface;
use crate::boxes::{CollapsedSide, Edges, Rect};
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use style::values::specified::border::BorderStyle;
use tiny_skia::{Color, FillRule, PathBuilder, Shader};

/// One side as it is painted.
#[derive(Clone, Copy, PartialEq)]
struct Side {
    width: f64,
    style: BorderStyle,
    color: Color,
}

impl Side {
    fn new(width: f64, style: BorderStyle, color: Color) -> Self {
        // Too thin to show two parts.
        let style = match style {
            BorderStyle::Double if width < 3.0 => BorderStyle::Solid,
            BorderStyle::Groove | BorderStyle::Ridge if width < 2.0 => BorderStyle::Solid,
            style => style,
        };
        Self { width, style, color }
    }

    fn visible(&self) -> bool {
        self.width > 0.0 && !matches!(self.style, BorderStyle::None | BorderStyle::Hidden) && self.color.alpha() > 0.0
    }

    fn is_dashed(&self) -> bool {
        matches!(self.style, BorderStyle::Dashed | BorderStyle::Dotted)
    }

    /// True if every pixel of the side is painted, in a colour that depends on the side.
    fn fills(&self) -> bool {
        self.visible() && !self.is_dashed() && self.style != BorderStyle::Double
    }

    /// The colours of the outer and of the inner half of a side: the first two sides are lit by `outset`.
    fn shades(&self, index: usize) -> (Color, Color) {
        let (lit, unlit) = shade::pair(self.color);
        let upper = index == 0 || index == 3;
        let of = |raised: bool| if raised == upper { lit } else { unlit };
        match self.style {
            BorderStyle::Inset => (of(false), of(false)),
            BorderStyle::Outset => (of(true), of(true)),
            BorderStyle::Groove => (of(false), of(true)),
            BorderStyle::Ridge => (of(true), of(false)),
            _ => (self.color, self.color),
        }
    }
}

/// Paints the borders of a box.
pub(crate) fn paint(surface: &mut Surface, style: &ComputedValues, areas: &Areas, transform: &Transform) {
    let border = style.get_border();
    let current = current_color(style);
    let edges = areas.border_edges;
    let sides = [
        Side::new(edges.top, border.border_top_style, color(&border.border_top_color, &current)),
        Side::new(
            edges.right,
            border.border_right_style,
            color(&border.border_right_color, &current),
        ),
        Side::new(
            edges.bottom,
            border.border_bottom_style,
            color(&border.border_bottom_color, &current),
        ),
        Side::new(
            edges.left,
            border.border_left_style,
            color(&border.border_left_color, &current),
        ),
    ];
    paint_sides(surface, sides, &areas.border, edges, transform);
}

/// Paints the collapsed borders around a cell, each in the middle of the cell's edge.
pub(crate) fn collapsed(surface: &mut Surface, sides: &[CollapsedSide; 4], cell: Rect, transform: &Transform) {
    let width = |index: usize| f64::from(sides[index].width);
    for index in ORDER {
        let half = width(index) / 2.0;
        let (before, after) = match index {
            0 | 2 => (width(3) / 2.0, width(1) / 2.0),
            _ => (width(0) / 2.0, width(2) / 2.0),
        };
        let rect = match index {
            0 | 2 => Rect {
                x: cell.x - before,
                y: cell.y + if index == 2 { cell.height } else { 0.0 } - half,
                width: cell.width + before + after,
                height: half * 2.0,
            },
            _ => Rect {
                x: cell.x + if index == 1 { cell.width } else { 0.0 } - half,
                y: cell.y - before,
                width: half * 2.0,
                height: cell.height + before + after,
            },
        };
        // An edge belongs to both cells: neither is raised.
        let style = match sides[index].style {
            BorderStyle::Inset => BorderStyle::Ridge,
            BorderStyle::Outset => BorderStyle::Groove,
            style => style,
        };
        let none = Side::new(0.0, BorderStyle::None, Color::TRANSPARENT);
        let mut drawn = [none; 4];
        drawn[index] = Side::new(width(index), style, absolute(&sides[index].color));
        let edges = Edges {
            top: drawn[0].width,
            right: drawn[1].width,
            bottom: drawn[2].width,
            left: drawn[3].width,
        };
        let outer = RoundRect::square(snapped(rect, transform));
        paint_sides(surface, drawn, &outer, edges, transform);
    }
}

/// The order in which sides are painted: later ones paint over the corners of earlier ones.
const ORDER: [usize; 4] = [0, 3, 1, 2];

fn paint_sides(surface: &mut Surface, sides: [Side; 4], outer: &RoundRect, edges: Edges, transform: &Transform) {
    if !sides.iter().any(Side::visible) {
        return;
    }
    // Sides of one translucent colour do not show through each other.
    let alphas: Vec<f32> = sides
        .iter()
        .filter(|side| side.visible())
        .map(|side| side.color.alpha())
        .collect();
    if alphas[0] < 1.0 && alphas.iter().all(|alpha| *alpha == alphas[0]) {
        let opaque = sides.map(|mut side| {
            if side.visible() {
                side.color.set_alpha(1.0);
            }
            side
        });
        let saved = surface.clip.clone();
        let grow = Edges {
            top: -2.0,
            right: -2.0,
            bottom: -2.0,
            left: -2.0,
        };
        surface.clip = saved.narrowed(&RoundRect::square(outer.rect.inset(grow)), transform);
        if surface.push(&[]) {
            paint_sides(surface, opaque, outer, edges, transform);
            surface.pop(&[], alphas[0], tiny_skia::BlendMode::SourceOver);
        }
        surface.clip = saved;
        return;
    }
    let translucent = alphas.iter().any(|alpha| *alpha < 1.0);
    let drawn: Vec<usize> = (0..4).filter(|index| sides[*index].width > 0.0).collect();
    let first = sides[drawn[0]];
    let same_look = |index: usize| {
        let side = sides[index];
        side.style == first.style && side.color == first.color && side.shades(index) == first.shades(drawn[0])
    };
    if drawn.len() == 4 && drawn.iter().all(|index| same_look(*index)) {
        let same_width = sides.iter().all(|side| side.width == first.width);
        if !first.is_dashed() {
            ring(surface, drawn[0], &first, outer, edges, transform);
            return;
        }
        if !outer.is_square() && same_width {
            dash::around(surface, &first, outer, edges, transform);
            return;
        }
    }
    let mut done = [false; 4];
    for index in ORDER {
        let side = sides[index];
        done[index] = true;
        if !side.visible() {
            continue;
        }
        // A corner is cut where the next side does not paint over it and looks otherwise.
        let cut = |other: usize| {
            let next = sides[other];
            // Round edges would show at the rims of what is painted over them.
            next.width > 0.0
                && (done[other] || !next.fills() || translucent || !outer.is_square())
                && (translucent
                    || next.style != side.style
                    || next.color != side.color
                    || side.shades(index) != next.shades(other))
        };
        let cuts = (cut((index + 3) % 4), cut((index + 1) % 4));
        let saved = surface.clip.clone();
        if let Some(path) = wedge(index, outer, edges, cuts) {
            surface.clip = saved.narrowed_by_path(&path, FillRule::Winding, transform);
            match (side.is_dashed(), outer.is_square()) {
                (true, true) => dash::along(surface, index, &side, outer, transform),
                (true, false) => dash::around(surface, &side, outer, edges, transform),
                (false, _) => ring(surface, index, &side, outer, edges, transform),
            }
        }
        surface.clip = saved;
    }
}

/// The whole frame between the outer and the inner edge, in one side's style.
fn ring(surface: &mut Surface, index: usize, side: &Side, outer: &RoundRect, edges: Edges, transform: &Transform) {
    let between = |surface: &mut Surface, from: fn(f64) -> f64, to: fn(f64) -> f64, color: Color| {
        let part = |of: fn(f64) -> f64| Edges {
            top: of(edges.top),
            right: of(edges.right),
            bottom: of(edges.bottom),
            left: of(edges.left),
        };
        let mut path = PathBuilder::new();
        outer.inset(part(from)).add_to(&mut path);
        let inner = outer.inset(part(to));
        if inner.rect.width > 0.0 && inner.rect.height > 0.0 {
            inner.add_to(&mut path);
        }
        if let Some(path) = path.finish() {
            surface.fill_path(&path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
        }
    };
    let (outside, inside) = side.shades(index);
    match side.style {
        BorderStyle::Double => {
            between(surface, |_| 0.0, outer_stripe, side.color);
            between(surface, inner_stripe, |width| width, side.color);
        }
        BorderStyle::Groove | BorderStyle::Ridge if outer.is_square() => {
            between(surface, |_| 0.0, |width| (width / 2.0).ceil(), outside);
            between(surface, |width| (width / 2.0).ceil(), |width| width, inside);
        }
        BorderStyle::Groove | BorderStyle::Ridge => {
            between(surface, |_| 0.0, |width| width, outside);
            between(surface, |width| (width / 2.0).floor(), |width| width, inside);
        }
        _ => between(surface, |_| 0.0, |width| width, outside),
    }
}

/// Where the outer stripe of a double border ends, and where the inner one begins: whole pixels, the outer one being wider.
fn outer_stripe(width: f64) -> f64 {
    (width / 3.0).round()
}

fn inner_stripe(width: f64) -> f64 {
    (width * 2.0 / 3.0).round()
}

/// The part of the frame that belongs to one side; at its first and second corner cut along the diagonal, or whole.
fn wedge(index: usize, outer: &RoundRect, edges: Edges, cuts: (bool, bool)) -> Option<tiny_skia::Path> {
    let o = outer.rect;
    let i = outer.inset(edges).rect;
    let outside = [
        (o.x, o.y),
        (o.x + o.width, o.y),
        (o.x + o.width, o.y + o.height),
        (o.x, o.y + o.height),
    ];
    let inside = [
        (i.x, i.y),
        (i.x + i.width, i.y),
        (i.x + i.width, i.y + i.height),
        (i.x, i.y + i.height),
    ];
    // Round corners reach further in than the inner edge's corner: the diagonal goes on to the curve's centre.
    let reach = |corner: usize, cut: bool| {
        let (rx, ry) = outer.radii[corner];
        let (ox, oy) = outside[corner];
        let (ix, iy) = inside[corner];
        let (dx, dy) = (ix - ox, iy - oy);
        let grow = if dx != 0.0 && dy != 0.0 {
            (f64::from(rx) / dx.abs()).max(f64::from(ry) / dy.abs()).max(1.0)
        } else {
            1.0
        };
        match (cut, index.is_multiple_of(2)) {
            (true, _) => (ox + dx * grow, oy + dy * grow),
            (false, true) => (ox, oy + dy * grow),
            (false, false) => (ox + dx * grow, oy),
        }
    };
    let (a, b) = (index, (index + 1) % 4);
    let mut path = PathBuilder::new();
    let points = [outside[a], outside[b], reach(b, cuts.1), reach(a, cuts.0)];
    path.move_to(points[0].0 as f32, points[0].1 as f32);
    for (x, y) in &points[1..] {
        path.line_to(*x as f32, *y as f32);
    }
    path.close();
    path.finish()
}
