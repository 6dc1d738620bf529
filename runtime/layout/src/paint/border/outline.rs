//! Outlines, and the ring of `outline-style: auto`.

use super::{Side, paint_sides};
use crate::boxes::Edges;
use crate::paint::background::current_color;
use crate::paint::geometry::RoundRect;
use crate::paint::gradient::color;
use crate::paint::surface::Surface;
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use style::values::specified::border::BorderStyle;
use style::values::specified::outline::OutlineStyle;
use tiny_skia::{FillRule, PathBuilder, Shader};

fn all(v: f64) -> Edges {
    Edges {
        top: v,
        right: v,
        bottom: v,
        left: v,
    }
}

/// A shape grown (or shrunk) on all sides, square corners staying square.
fn grown(border: &RoundRect, by: f64) -> RoundRect {
    let mut outer = border.inset(all(-by));
    outer.radii = border.radii.map(|(x, y)| {
        if x == 0.0 || y == 0.0 {
            (0.0, 0.0)
        } else {
            ((x + by as f32).max(0.0), (y + by as f32).max(0.0))
        }
    });
    outer
}

/// Paints the outline of a box. `ring` is the radius of a focus ring on a box with square corners.
pub(crate) fn outline(
    surface: &mut Surface,
    style: &ComputedValues,
    border: &RoundRect,
    border_edges: Edges,
    ring: f32,
    transform: &Transform,
) {
    let outline = style.get_outline();
    let offset = f64::from(outline.outline_offset.to_f32_px());
    let color = color(&outline.outline_color, &current_color(style));
    let kind = match outline.outline_style {
        OutlineStyle::Auto => {
            let edges = border_edges;
            // The ring lies on a border where there is one.
            let inwards = edges.top.min(edges.right).min(edges.bottom).min(edges.left).min(1.0);
            focus_ring(surface, &grown(border, offset - inwards), ring, color, transform);
            return;
        }
        OutlineStyle::BorderStyle(style) => style,
    };
    let width = outline.outline_width.0.to_f64_px();
    if matches!(kind, BorderStyle::None | BorderStyle::Hidden) || width <= 0.0 {
        return;
    }
    let outer = grown(border, offset + width);
    if outer.rect.width > 0.0 && outer.rect.height > 0.0 {
        paint_sides(surface, [Side::new(width, kind, color); 4], &outer, all(width), transform);
    }
}

/// Two pixels around a line, whatever `outline-width` says.
fn focus_ring(surface: &mut Surface, line: &RoundRect, radius: f32, color: tiny_skia::Color, transform: &Transform) {
    let mut line = *line;
    if line.is_square() {
        line.radii = [(radius, radius); 4];
    }
    let line = line.fitted();
    let (outer, inner) = (grown(&line, 1.0), grown(&line, -1.0));
    let mut path = PathBuilder::new();
    outer.add_to(&mut path);
    if inner.rect.width > 0.0 && inner.rect.height > 0.0 {
        inner.add_to(&mut path);
    }
    if let Some(path) = path.finish() {
        surface.fill_path(&path, FillRule::EvenOdd, Shader::SolidColor(color), transform);
    }
}
