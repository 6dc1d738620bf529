//! Text: glyphs, shadows, decorations, inline boxes.

use super::Painter;
use super::background::{self, Areas, current_color};
use super::border;
use super::decoration::{self, Decorated};
use super::ellipsis;
use super::emphasis;
use super::geometry::RoundRect;
use super::gradient::{absolute, color};
use super::marker::is_rtl;
use crate::boxes::inline::{InlineContext, Line, TextRun};
use crate::boxes::{BoxId, BoxKind, Edges, Rect};
use crate::query::geometry::Transform;
use crate::style::{svg_properties, text_properties};
use oracade_text::RunRef;
use std::sync::PoisonError;
use style::color::AbsoluteColor;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use tiny_skia::Color;

fn visible(style: &ComputedValues) -> bool {
    style.get_inherited_box().visibility == Visibility::Visible
}

/// Backgrounds and borders of the inline boxes whose lines are in a block.
pub(super) fn inline_boxes(painter: &mut Painter<'_>, block: BoxId, transform: &Transform) {
    let boxes = painter.boxes;
    let mut todo: Vec<BoxId> = boxes.get(block).children.iter().rev().copied().collect();
    while let Some(id) = todo.pop() {
        let b = boxes.get(id);
        if b.kind != BoxKind::Inline {
            continue;
        }
        todo.extend(b.children.iter().rev());
        if !visible(&b.style) {
            continue;
        }
        for fragment in &b.fragments {
            let mut edges = b.border();
            if !fragment.first {
                edges.left = 0.0;
            }
            if !fragment.last {
                edges.right = 0.0;
            }
            let rect = super::geometry::snapped(fragment.rect, transform);
            let areas = Areas {
                border: RoundRect::border_box(b, rect),
                border_edges: edges,
                padding_edges: Edges::default(),
            };
            background::shadows(&mut painter.surface, &b.style, &areas, false, transform);
            painter.background(id, &areas, transform);
            background::shadows(&mut painter.surface, &b.style, &areas, true, transform);
            painter.border(&b.style, &areas, transform);
            border::outline(&mut painter.surface, &b.style, &areas.border, edges, 3.0, transform);
        }
    }
}

/// The text of a block's lines.
pub(super) fn lines(painter: &mut Painter<'_>, block: BoxId, transform: &Transform) {
    let boxes = painter.boxes;
    let Some(context) = &boxes.get(block).inline else { return };
    for (index, line) in context.lines.iter().enumerate() {
        let bounds = Rect {
            x: f64::from(line.left) - f64::from(line.height),
            y: f64::from(line.top) - f64::from(line.height),
            width: f64::from(line.width) + 2.0 * f64::from(line.height),
            height: f64::from(line.height) * 3.0,
        };
        if painter.surface.clipped_out(bounds, transform) && !has_shadow(painter, line.runs.first()) {
            continue;
        }
        if index == 0
            && let Some(first) = &context.first_line
        {
            first_line_background(painter, &first.style, line, transform);
        }
        match ellipsis::limit(painter, block, line) {
            Some(limit) => ellipsis::line(painter, block, context, index, limit, transform),
            None => {
                for run in &line.runs {
                    paint_run(painter, context, index, run, transform);
                }
            }
        }
    }
}

/// The background of a `::first-line`: as wide as what is on the line, as high as its font.
fn first_line_background(painter: &mut Painter<'_>, style: &ComputedValues, line: &Line, transform: &Transform) {
    let color = style
        .get_background()
        .background_color
        .resolve_to_absolute(&current_color(style));
    if color.alpha <= 0.0 || line.width <= 0.0 || !visible(style) {
        return;
    }
    let metrics = decoration::metrics_of(painter, style);
    let rect = Rect {
        x: f64::from(line.left),
        y: f64::from(line.baseline - metrics.ascent),
        width: f64::from(line.width),
        height: f64::from(metrics.ascent + metrics.descent),
    };
    let rect = super::geometry::snapped(rect, transform);
    painter
        .surface
        .fill_color(&RoundRect::square(rect), absolute(&color), transform);
}

/// The glyphs in a box, in black: what `background-clip: text` keeps of its background.
pub(super) fn silhouette(painter: &mut Painter<'_>, root: BoxId) {
    let boxes = painter.boxes;
    let inside = |mut id: BoxId| {
        loop {
            if id == root {
                return true;
            }
            match boxes.get(id).parent {
                Some(parent) => id = parent,
                None => return false,
            }
        }
    };
    // An inline box's text is in the lines of the block around it.
    let mut top = root;
    while boxes.get(top).kind == BoxKind::Inline {
        match boxes.get(top).parent {
            Some(parent) => top = parent,
            None => break,
        }
    }
    let mut todo = vec![top];
    while let Some(id) = todo.pop() {
        let b = boxes.get(id);
        todo.extend(b.children.iter().copied());
        let Some(context) = &b.inline else { continue };
        let transform = painter.lines_transform(id);
        for run in context.lines.iter().flat_map(|line| &line.runs) {
            if !inside(run.owner) || !visible(&boxes.get(run.owner).style) {
                continue;
            }
            let Some(font) = context.font_run(run) else { continue };
            let glyphs = context.glyphs(run);
            let text = RunRef {
                font: &font.font,
                size: font.size,
                coords: &font.coords,
                synthesis: font.synthesis,
                glyphs: &glyphs,
            };
            painter.surface.text(&text, Color::BLACK, &transform);
            if let Some((width, _)) = outline_of(&boxes.get(run.owner).style) {
                decoration::stroke_text(painter, &text, width, Color::BLACK, &transform);
            }
        }
    }
}

fn has_shadow(painter: &Painter<'_>, run: Option<&TextRun>) -> bool {
    run.is_some_and(|run| {
        !painter
            .boxes
            .get(run.owner)
            .style
            .get_inherited_text()
            .text_shadow
            .0
            .is_empty()
    })
}

pub(super) fn paint_run(painter: &mut Painter<'_>, context: &InlineContext, line: usize, run: &TextRun, transform: &Transform) {
    let Some(font) = context.font_run(run) else { return };
    let owner = painter.boxes.get(run.owner);
    // A placeholder has a style of its own, and so has a first line.
    let shown = context.of(run);
    let own = run.on_first_line || matches!(owner.kind, BoxKind::Control(_));
    let of_text = own
        .then(|| shown.shaped.clusters.get(run.clusters.start as usize))
        .flatten()
        .and_then(|cluster| shown.style_at(cluster.start as usize));
    let style = of_text.unwrap_or(&owner.style).clone();
    if !visible(&style) {
        return;
    }
    let glyphs = context.glyphs(run);
    let text = RunRef {
        font: &font.font,
        size: font.size,
        coords: &font.coords,
        synthesis: font.synthesis,
        glyphs: &glyphs,
    };
    let current = current_color(&style);
    let outline = outline_of(&style);
    let stroke_first = outline.is_some()
        && svg_properties::value(&style, "paint-order").is_some_and(|order| order.trim_start().starts_with("stroke"));
    if let Some((width, color)) = outline.filter(|_| stroke_first) {
        // The stroke has shadows of its own, which those of the fill lie over.
        for (color, sigma, moved) in text_shadows(&style, &current, transform) {
            if sigma <= 0.0 {
                decoration::stroke_text(painter, &text, width, color, &moved);
            } else {
                painter.surface.text_shadow(&text, sigma, color, &moved);
            }
        }
        decoration::stroke_text(painter, &text, width, color, transform);
    }
    for (color, sigma, moved) in text_shadows(&style, &current, transform) {
        if sigma <= 0.0 {
            painter.surface.text(&text, color, &moved);
        } else {
            painter.surface.text_shadow(&text, sigma, color, &moved);
        }
    }
    let decorated = Decorated { context, run, line };
    decoration::paint(painter, &decorated, &text, transform, false);
    let fill = text_properties::color(&style, "-webkit-text-fill-color").unwrap_or(current);
    let mut fill = absolute(&fill);
    if matches!(owner.kind, BoxKind::Control(_)) && !style::servo_arc::Arc::ptr_eq(&style, &owner.style) {
        // A placeholder has no box of its own to be seen through.
        fill.apply_opacity(style.get_effects().opacity);
    }
    painter.surface.text(&text, fill, transform);
    if let Some((width, color)) = outline.filter(|_| !stroke_first) {
        decoration::stroke_text(painter, &text, width, color, transform);
    }
    decoration::paint(painter, &decorated, &text, transform, true);
    emphasis::paint(painter, context, run, &style, transform);
}

/// The shadows of text that can be seen, the lowest first: colour, standard deviation, and the transform to where they lie.
fn text_shadows(style: &ComputedValues, current: &AbsoluteColor, transform: &Transform) -> Vec<(Color, f32, Transform)> {
    let shadows = style.get_inherited_text().text_shadow.0.iter().rev();
    shadows
        .map(|shadow| {
            let offset = Transform::translation(f64::from(shadow.horizontal.px()), f64::from(shadow.vertical.px()));
            let color = color(&shadow.color, current);
            (color, shadow.blur.0.px() / 2.0, offset.then(transform))
        })
        .filter(|(color, ..)| color.alpha() > 0.0)
        .collect()
}

/// Width and colour of the stroke around glyphs.
fn outline_of(style: &ComputedValues) -> Option<(f32, Color)> {
    let width = text_properties::width(style, "-webkit-text-stroke-width").filter(|width| *width > 0.0)?;
    let color = text_properties::color(style, "-webkit-text-stroke-color").unwrap_or_else(|| current_color(style));
    Some((width, absolute(&color)))
}

/// Draws text that is not in the page's lines; `at` gives the left end of its baseline from its width.
pub(super) fn generated(
    painter: &mut Painter<'_>,
    style: &ComputedValues,
    text: &str,
    fill: Color,
    transform: &Transform,
    at: impl FnOnce(f32) -> (f32, f32),
) {
    scaled(painter, style, text, 1.0, fill, transform, at);
}

/// Like [`generated`], in a part of the style's font size.
pub(super) fn scaled(
    painter: &mut Painter<'_>,
    style: &ComputedValues,
    text: &str,
    scale: f32,
    fill: Color,
    transform: &Transform,
    at: impl FnOnce(f32) -> (f32, f32),
) {
    let shaped = shape(painter, style, text, scale);
    let (x, y) = at(shaped.width());
    let size = crate::style::font_size::of(style.get_font()) * scale;
    for line in shaped.lines() {
        for item in line.items() {
            let parley::PositionedLayoutItem::GlyphRun(run) = item else {
                continue;
            };
            let glyphs: Vec<oracade_text::PositionedGlyph> = run
                .positioned_glyphs()
                .map(|g| oracade_text::PositionedGlyph { id: g.id, x: g.x + x, y })
                .collect();
            let inner = run.run();
            let coords: Vec<i16> = inner.normalized_coords().iter().map(|c| c.to_bits()).collect();
            let text = RunRef {
                font: inner.font(),
                size,
                coords: &coords,
                synthesis: inner.synthesis(),
                glyphs: &glyphs,
            };
            painter.surface.text(&text, fill, transform);
        }
    }
}

/// One line of text in the font of a style.
pub(super) fn shape(painter: &Painter<'_>, style: &ComputedValues, text: &str, scale: f32) -> parley::Layout<u32> {
    let font = style.get_font();
    let fonts = painter.document.fonts.clone();
    let mut fonts = fonts.lock().unwrap_or_else(PoisonError::into_inner);
    let families = fonts.family_list(&crate::text::family_list(font));
    let oracade_text::Fonts { context, layout, .. } = &mut *fonts;
    let mut builder = layout.ranged_builder(context, text, 1.0, false);
    builder.set_base_direction(if is_rtl(style) {
        parley::BaseDirection::Rtl
    } else {
        parley::BaseDirection::Ltr
    });
    builder.push_default(parley::StyleProperty::FontFamily(families));
    builder.push_default(parley::StyleProperty::FontSize(crate::style::font_size::of(font) * scale));
    let attributes = crate::text::font_attributes(font);
    builder.push_default(parley::StyleProperty::FontWeight(attributes.weight));
    builder.push_default(parley::StyleProperty::FontStyle(attributes.style));
    builder.push_default(parley::StyleProperty::FontWidth(attributes.width));
    let mut shaped = builder.build(text);
    shaped.break_all_lines(None);
    shaped
}
