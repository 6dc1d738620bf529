//! Borders and outlines (CSS Backgrounds 3 §4, CSS UI 4 §3).

use super::background::{Areas, current_color};
use super::geometry::RoundRect;
use super::gradient::color;
use super::surface::Surface;
use crate::boxes::{Edges, Rect};
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use style::values::specified::border::BorderStyle;
use style::values::specified::outline::OutlineStyle;
use tiny_skia::{Color, FillRule, LineCap, PathBuilder, Shader, Stroke, StrokeDash};

/// One side as it is painted.
#[derive(Clone, Copy, PartialEq)]
struct Side {
    width: f64,
    style: BorderStyle,
    color: Color,
}

impl Side {
    fn visible(&self) -> bool {
        self.width > 0.0 && !matches!(self.style, BorderStyle::None | BorderStyle::Hidden) && self.color.alpha() > 0.0
    }
}

/// Paints the borders of a box.
pub(crate) fn paint(surface: &mut Surface, style: &ComputedValues, areas: &Areas, transform: &Transform) {
    let border = style.get_border();
    let current = current_color(style);
    let edges = areas.border_edges;
    let sides = [
        Side {
            width: edges.top,
            style: border.border_top_style,
            color: color(&border.border_top_color, &current),
        },
        Side {
            width: edges.right,
            style: border.border_right_style,
            color: color(&border.border_right_color, &current),
        },
        Side {
            width: edges.bottom,
            style: border.border_bottom_style,
            color: color(&border.border_bottom_color, &current),
        },
        Side {
            width: edges.left,
            style: border.border_left_style,
            color: color(&border.border_left_color, &current),
        },
    ];
    paint_sides(surface, sides, &areas.border, edges, transform);
}

fn paint_sides(surface: &mut Surface, sides: [Side; 4], outer: &RoundRect, edges: Edges, transform: &Transform) {
    if !sides.iter().any(Side::visible) {
        return;
    }
    let same = |a: &Side, b: &Side| a.style == b.style && a.color == b.color;
    let drawn: Vec<&Side> = sides.iter().filter(|s| s.width > 0.0).collect();
    let uniform = drawn.windows(2).all(|pair| same(pair[0], pair[1]));
    let first = drawn.first().copied();
    if let Some(side) = first
        && uniform
        && drawn.len() == 4
        && !matches!(side.style, BorderStyle::Dashed | BorderStyle::Dotted)
    {
        ring(surface, side, outer, edges, transform);
        return;
    }
    for (index, side) in sides.iter().enumerate() {
        if side.visible() {
            let saved = surface.clip.clone();
            if let Some(path) = wedge(index, outer, edges) {
                surface.clip = saved.narrowed_by_path(&path, FillRule::Winding, transform);
                match side.style {
                    BorderStyle::Dashed | BorderStyle::Dotted => dashes(surface, index, side, outer, edges, transform),
                    _ => ring(surface, side, outer, edges, transform),
                }
            }
            surface.clip = saved;
        }
    }
}

/// The whole frame between the outer and the inner edge, in one side's style.
fn ring(surface: &mut Surface, side: &Side, outer: &RoundRect, edges: Edges, transform: &Transform) {
    let between = |surface: &mut Surface, from: f64, to: f64, color: Color| {
        let part = |f: f64| Edges {
            top: edges.top * f,
            right: edges.right * f,
            bottom: edges.bottom * f,
            left: edges.left * f,
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
    match side.style {
        BorderStyle::Double => {
            between(surface, 0.0, 1.0 / 3.0, side.color);
            between(surface, 2.0 / 3.0, 1.0, side.color);
        }
        _ => between(surface, 0.0, 1.0, side.color),
    }
}

/// The part of the frame that belongs to one side: between its two corners' diagonals.
fn wedge(index: usize, outer: &RoundRect, edges: Edges) -> Option<tiny_skia::Path> {
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
    let reach = |corner: usize| {
        let (rx, ry) = outer.radii[corner];
        let (ox, oy) = outside[corner];
        let (ix, iy) = inside[corner];
        let (dx, dy) = (ix - ox, iy - oy);
        let grow = if dx != 0.0 && dy != 0.0 {
            (f64::from(rx) / dx.abs()).max(f64::from(ry) / dy.abs()).max(1.0)
        } else {
            1.0
        };
        (ox + dx * grow, oy + dy * grow)
    };
    let (a, b) = (index, (index + 1) % 4);
    let mut path = PathBuilder::new();
    let points = [outside[a], outside[b], reach(b), reach(a)];
    path.move_to(points[0].0 as f32, points[0].1 as f32);
    for (x, y) in &points[1..] {
        path.line_to(*x as f32, *y as f32);
    }
    path.close();
    path.finish()
}

fn dashes(surface: &mut Surface, index: usize, side: &Side, outer: &RoundRect, edges: Edges, transform: &Transform) {
    let middle = outer.inset(Edges {
        top: edges.top / 2.0,
        right: edges.right / 2.0,
        bottom: edges.bottom / 2.0,
        left: edges.left / 2.0,
    });
    let width = side.width as f32;
    let dotted = side.style == BorderStyle::Dotted;
    let r = middle.rect;
    let length = if index.is_multiple_of(2) {
        outer.rect.width
    } else {
        outer.rect.height
    } as f32;
    let (on, gap) = if dotted {
        (0.0, width * 2.0)
    } else {
        (
            width * if width >= 3.0 { 2.0 } else { 3.0 },
            width * if width >= 3.0 { 1.0 } else { 2.0 },
        )
    };
    // A whole number of dashes fits the side.
    let period = on + gap;
    let count = ((length - on) / period.max(0.001)).round().max(1.0);
    let gap = ((length - on * (count + 1.0)) / count).max(0.001);
    let mut path = PathBuilder::new();
    if middle.is_square() {
        let corners = [
            (r.x, r.y),
            (r.x + r.width, r.y),
            (r.x + r.width, r.y + r.height),
            (r.x, r.y + r.height),
        ];
        let o = outer.rect;
        let (mut a, mut b) = (corners[index], corners[(index + 1) % 4]);
        if index.is_multiple_of(2) {
            (a.0, b.0) = if index == 0 {
                (o.x, o.x + o.width)
            } else {
                (o.x + o.width, o.x)
            };
        } else {
            (a.1, b.1) = if index == 1 {
                (o.y, o.y + o.height)
            } else {
                (o.y + o.height, o.y)
            };
        }
        path.move_to(a.0 as f32, a.1 as f32);
        path.line_to(b.0 as f32, b.1 as f32);
    } else {
        middle.add_to(&mut path);
    }
    let cap = if dotted { LineCap::Round } else { LineCap::Butt };
    let stroke = Stroke {
        width,
        line_cap: cap,
        dash: StrokeDash::new(vec![on.max(0.01), gap], 0.0),
        ..Stroke::default()
    };
    if let Some(path) = path.finish() {
        surface.stroke(&path, &stroke, side.color, transform);
    }
}

/// Paints the outline of a box.
pub(crate) fn outline(surface: &mut Surface, style: &ComputedValues, border: &RoundRect, transform: &Transform) {
    let outline = style.get_outline();
    let (kind, minimum) = match outline.outline_style {
        OutlineStyle::Auto => (BorderStyle::Solid, 1.0),
        OutlineStyle::BorderStyle(style) => (style, 0.0),
    };
    let width = outline.outline_width.0.to_f64_px().max(minimum);
    if matches!(kind, BorderStyle::None | BorderStyle::Hidden) || width <= 0.0 {
        return;
    }
    let offset = f64::from(outline.outline_offset.to_f32_px());
    let all = |v: f64| Edges {
        top: v,
        right: v,
        bottom: v,
        left: v,
    };
    let grow = offset + width;
    let mut outer = border.inset(all(-grow));
    outer.radii = border.radii.map(|(x, y)| {
        if x == 0.0 || y == 0.0 {
            (0.0, 0.0)
        } else {
            (x + grow as f32, y + grow as f32)
        }
    });
    let side = Side {
        width,
        style: kind,
        color: color(&outline.outline_color, &current_color(style)),
    };
    let rect: Rect = outer.rect;
    if rect.width > 0.0 && rect.height > 0.0 {
        paint_sides(surface, [side; 4], &outer, all(width), transform);
    }
}
