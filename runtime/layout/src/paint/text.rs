//! Text: glyphs, shadows, decorations, inline boxes, list markers, and what form controls show.

use super::Painter;
use super::background::{self, Areas, current_color};
use super::border;
use super::decoration::{self, Decorated};
use super::ellipsis;
use super::emphasis;
use super::geometry::RoundRect;
use super::gradient::{absolute, color};
use crate::boxes::inline::{InlineContext, TextRun};
use crate::boxes::{BoxId, BoxKind, Control, Edges, Rect};
use crate::query::geometry::Transform;
use crate::style::text_properties;
use oracade_text::RunRef;
use std::sync::PoisonError;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use tiny_skia::{Color, FillRule, PathBuilder, Stroke};

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
            border::paint(&mut painter.surface, &b.style, &areas, transform);
            border::outline(&mut painter.surface, &b.style, &areas.border, transform);
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
        let transform = painter.transform(id);
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
    let style = owner.style.clone();
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
    for shadow in style.get_inherited_text().text_shadow.0.iter().rev() {
        let color = color(&shadow.color, &current);
        if color.alpha() == 0.0 {
            continue;
        }
        let offset = Transform::translation(f64::from(shadow.horizontal.px()), f64::from(shadow.vertical.px()));
        let moved = offset.then(transform);
        let sigma = shadow.blur.0.px() / 2.0;
        if sigma <= 0.0 {
            painter.surface.text(&text, color, &moved);
        } else {
            painter.surface.text_shadow(&text, sigma, color, &moved);
        }
    }
    let decorated = Decorated { context, run, line };
    decoration::paint(painter, &decorated, &text, transform, false);
    let fill = text_properties::color(&style, "-webkit-text-fill-color").unwrap_or(current);
    painter.surface.text(&text, absolute(&fill), transform);
    if let Some((width, color)) = outline_of(&style) {
        decoration::stroke_text(painter, &text, width, color, transform);
    }
    decoration::paint(painter, &decorated, &text, transform, true);
    emphasis::paint(painter, context, run, &style, transform);
}

/// Width and colour of the stroke around glyphs.
fn outline_of(style: &ComputedValues) -> Option<(f32, Color)> {
    let width = text_properties::width(style, "-webkit-text-stroke-width").filter(|width| *width > 0.0)?;
    let color = text_properties::color(style, "-webkit-text-stroke-color").unwrap_or_else(|| current_color(style));
    Some((width, absolute(&color)))
}

/// A list item's outside marker: shapes for the three bullets, text for the rest.
pub(super) fn marker(painter: &mut Painter<'_>, id: BoxId, transform: &Transform) {
    let boxes = painter.boxes;
    let b = boxes.get(id);
    let Some(text) = b.marker.clone().filter(|_| visible(&b.style)) else {
        return;
    };
    let style = b.marker_style.clone().unwrap_or_else(|| b.style.clone());
    let size = style.get_font().font_size.used_size.0.px();
    let baseline = first_baseline(painter, id).unwrap_or(size);
    let fill = absolute(&current_color(&style));
    let mut shape = PathBuilder::new();
    // Chromium's symbols are sized and placed by the ascent, in whole pixels.
    let ascent = decoration::metrics_of(painter, &style).ascent as i32;
    let bullet = ((ascent * 2 / 3 + 1) / 2) as f32;
    let y = baseline - ascent as f32 + (3 * (ascent - ascent * 2 / 3) / 2) as f32;
    let beside = (ascent * 2 / 3) as f32 + 7.0;
    let x = if is_rtl(&b.style) {
        b.border_box().width as f32 + beside - bullet
    } else {
        -beside
    };
    match text.trim() {
        "\u{2022}" | "\u{25e6}" => shape.push_circle(x + bullet / 2.0, y + bullet / 2.0, bullet / 2.0),
        "\u{25aa}" => {
            if let Some(rect) = tiny_skia::Rect::from_xywh(x, y, bullet, bullet) {
                shape.push_rect(rect);
            }
        }
        _ => return marker_text(painter, id, &style, &text, baseline, fill, transform),
    }
    let Some(path) = shape.finish() else { return };
    if text.trim() == "\u{25e6}" {
        painter.surface.stroke(
            &path,
            &Stroke {
                width: 1.0,
                ..Stroke::default()
            },
            fill,
            transform,
        );
    } else {
        painter
            .surface
            .fill_path(&path, FillRule::Winding, tiny_skia::Shader::SolidColor(fill), transform);
    }
}

fn is_rtl(style: &ComputedValues) -> bool {
    style.get_inherited_box().direction == style::computed_values::direction::T::Rtl
}

fn first_baseline(painter: &Painter<'_>, id: BoxId) -> Option<f32> {
    let mut current = id;
    let mut offset = 0.0;
    for _ in 0..64 {
        let b = painter.boxes.get(current);
        if let Some(line) = b.inline.as_ref().and_then(|context| context.lines.first()) {
            return Some(offset + line.baseline);
        }
        current = *b.children.first()?;
        offset += painter.boxes.get(current).border_box().y as f32;
    }
    None
}

fn marker_text(
    painter: &mut Painter<'_>,
    id: BoxId,
    style: &ComputedValues,
    text: &str,
    baseline: f32,
    fill: Color,
    transform: &Transform,
) {
    let b = painter.boxes.get(id);
    let right = b.border_box().width as f32;
    let rtl = is_rtl(&b.style);
    // Layouts leave white space at the end of a line out of its width.
    let kept = text.replace(' ', "\u{a0}");
    generated(painter, style, &kept, fill, transform, |width| {
        (if rtl { right } else { -width }, baseline)
    });
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
    let size = style.get_font().font_size.used_size.0.px() * scale;
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
    builder.push_default(parley::StyleProperty::FontSize(font.font_size.used_size.0.px() * scale));
    let attributes = crate::text::font_attributes(font);
    builder.push_default(parley::StyleProperty::FontWeight(attributes.weight));
    builder.push_default(parley::StyleProperty::FontStyle(attributes.style));
    builder.push_default(parley::StyleProperty::FontWidth(attributes.width));
    let mut shaped = builder.build(text);
    shaped.break_all_lines(None);
    shaped
}

/// The parts of form controls that are not text.
pub(super) fn control(painter: &mut Painter<'_>, id: BoxId, control: Control, areas: &Areas, transform: &Transform) {
    const ACCENT: [u8; 3] = [0x00, 0x75, 0xff];
    const FRAME: [u8; 3] = [0x76, 0x76, 0x76];
    let rgb = |c: [u8; 3]| Color::from_rgba8(c[0], c[1], c[2], 255);
    let b = painter.boxes.get(id);
    let Some(node) = painter.document.tree.get(b.node) else {
        return;
    };
    let attribute = |name: &str| node.element().and_then(|e| e.attribute(name));
    let rect = areas.border.rect;
    let surface = &mut painter.surface;
    match control {
        Control::Select => {
            // The arrow of a drop-down.
            let (x, y) = ((rect.x + rect.width) as f32 - 12.0, (rect.y + rect.height / 2.0) as f32 - 2.0);
            let mut path = PathBuilder::new();
            path.move_to(x, y);
            path.line_to(x + 4.0, y + 4.0);
            path.line_to(x + 8.0, y);
            if let Some(path) = path.finish() {
                let fill = absolute(&current_color(&b.style));
                surface.stroke(
                    &path,
                    &Stroke {
                        width: 1.5,
                        ..Stroke::default()
                    },
                    fill,
                    transform,
                );
            }
        }
        Control::Fixed => {
            let kind = attribute("type").unwrap_or("").to_ascii_lowercase();
            let checked = node
                .element()
                .is_some_and(|e| e.state.contains(stylo_dom::ElementState::CHECKED));
            let side = rect.width.min(rect.height);
            let at = Rect {
                x: rect.x + (rect.width - side) / 2.0,
                y: rect.y + (rect.height - side) / 2.0,
                width: side,
                height: side,
            };
            let radius = side as f32 / 2.0;
            let all = |v: f64| Edges {
                top: v,
                right: v,
                bottom: v,
                left: v,
            };
            match kind.as_str() {
                "checkbox" => {
                    let frame = RoundRect {
                        rect: at,
                        radii: [(2.5, 2.5); 4],
                    };
                    surface.fill_color(&frame, if checked { rgb(ACCENT) } else { rgb(FRAME) }, transform);
                    if checked {
                        let s = side as f32 / 13.0;
                        let (x, y) = (at.x as f32, at.y as f32);
                        let mut path = PathBuilder::new();
                        path.move_to(x + 3.0 * s, y + 6.5 * s);
                        path.line_to(x + 5.5 * s, y + 9.0 * s);
                        path.line_to(x + 10.0 * s, y + 4.0 * s);
                        if let Some(path) = path.finish() {
                            surface.stroke(
                                &path,
                                &Stroke {
                                    width: 2.0 * s,
                                    ..Stroke::default()
                                },
                                Color::WHITE,
                                transform,
                            );
                        }
                    } else {
                        surface.fill_color(&frame.inset(all(1.0)), Color::WHITE, transform);
                    }
                }
                "radio" => {
                    let ring = RoundRect {
                        rect: at,
                        radii: [(radius, radius); 4],
                    };
                    surface.fill_color(&ring, if checked { rgb(ACCENT) } else { rgb(FRAME) }, transform);
                    surface.fill_color(&ring.inset(all(if checked { 2.0 } else { 1.0 })), Color::WHITE, transform);
                    if checked {
                        surface.fill_color(&ring.inset(all(side * 0.25)), rgb(ACCENT), transform);
                    }
                }
                "range" => {
                    let number =
                        |name: &str, default: f64| attribute(name).and_then(|v| v.trim().parse::<f64>().ok()).unwrap_or(default);
                    let (min, max) = (number("min", 0.0), number("max", 100.0));
                    let shown = node
                        .element()
                        .and_then(|e| e.control_text.as_ref())
                        .and_then(|t| t.text.parse::<f64>().ok());
                    let value = shown.unwrap_or_else(|| number("value", (min + max) / 2.0));
                    let share = if max > min {
                        ((value - min) / (max - min)).clamp(0.0, 1.0)
                    } else {
                        0.0
                    };
                    let thumb = 16.0f64.min(rect.height);
                    let y = rect.y + rect.height / 2.0;
                    let x = rect.x + thumb / 2.0 + (rect.width - thumb) * share;
                    let track = |from: f64, to: f64| RoundRect {
                        rect: Rect {
                            x: from,
                            y: y - 3.0,
                            width: (to - from).max(0.0),
                            height: 6.0,
                        },
                        radii: [(3.0, 3.0); 4],
                    };
                    surface.fill_color(
                        &track(rect.x, rect.x + rect.width),
                        Color::from_rgba8(0xb2, 0xb2, 0xb2, 255),
                        transform,
                    );
                    surface.fill_color(&track(rect.x, x), rgb(ACCENT), transform);
                    let r = (thumb / 2.0) as f32;
                    let knob = Rect {
                        x: x - thumb / 2.0,
                        y: y - thumb / 2.0,
                        width: thumb,
                        height: thumb,
                    };
                    surface.fill_color(
                        &RoundRect {
                            rect: knob,
                            radii: [(r, r); 4],
                        },
                        rgb(ACCENT),
                        transform,
                    );
                }
                _ => {}
            }
        }
        _ => {}
    }
}
