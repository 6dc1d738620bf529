//! Backgrounds (CSS Backgrounds 3 §2–3) and box shadows (§7).

use super::PaintSource;
use super::geometry::{RoundRect, snapped};
use super::gradient::{self, color};
use super::surface::Surface;
use crate::boxes::{Edges, LayoutBox, Rect};
use crate::query::geometry::Transform;
use style::color::AbsoluteColor;
use style::properties::ComputedValues;
use style::properties::longhands::background_origin;
use style::properties::longhands::mask_origin::single_value::computed_value::T as MaskOrigin;
use style::values::computed::{BackgroundClip, Image, Length};
use style::values::generics::background::BackgroundSize;
use style::values::generics::length::GenericLengthPercentageOrAuto;
use style::values::specified::background::BackgroundRepeatKeyword;
use tiny_skia::{BlendMode, FilterQuality, PathBuilder, Pattern, SpreadMode};

/// The colour `currentcolor` stands for.
pub(crate) fn current_color(style: &ComputedValues) -> AbsoluteColor {
    style.get_inherited_text().color
}

/// The boxes a background refers to.
pub(crate) struct Areas {
    pub(crate) border: RoundRect,
    pub(crate) border_edges: Edges,
    pub(crate) padding_edges: Edges,
}

impl Areas {
    /// The areas of a box whose border box is `rect` (snapped).
    pub(crate) fn of(b: &LayoutBox, rect: Rect) -> Self {
        Self {
            border: RoundRect::border_box(b, rect),
            border_edges: b.border(),
            padding_edges: b.padding(),
        }
    }

    pub(crate) fn padding(&self) -> RoundRect {
        self.border.inset(self.border_edges)
    }

    pub(crate) fn content(&self) -> RoundRect {
        self.padding().inset(self.padding_edges)
    }
}

/// True if a part of the background is clipped to the text. `style::stand_in` says why it goes by another name here.
pub(crate) fn clips_to_text(style: &ComputedValues) -> bool {
    style.get_background().background_clip.0.contains(&BackgroundClip::BorderArea)
}

/// The size, repetition and position of one layer of a background or mask.
struct Tiling<'s> {
    size: &'s BackgroundSize<style::values::computed::NonNegativeLengthPercentage>,
    repeat: &'s style::values::computed::BackgroundRepeat,
    x: &'s style::values::computed::LengthPercentage,
    y: &'s style::values::computed::LengthPercentage,
}

/// The value of a list that belongs to a layer (CSS Backgrounds 3 §2.1: lists repeat).
fn cycled<T>(list: &[T], index: usize) -> Option<&T> {
    list.get(index % list.len().max(1))
}

/// Paints colour and images of a background: the layers clipped to the text (`in_text`), or the others.
pub(crate) fn paint(
    surface: &mut Surface,
    source: &mut dyn PaintSource,
    style: &ComputedValues,
    areas: &Areas,
    transform: &Transform,
    in_text: bool,
) {
    let background = style.get_background();
    let current = current_color(style);
    let images = &background.background_image.0;
    let blend_of = |index: usize| {
        cycled(&background.background_blend_mode.0, index).map_or(BlendMode::SourceOver, |mode| super::blend_of_layer(*mode))
    };
    // Layers that blend do so with those below them only (Compositing 1 §4.3).
    let blends = (0..images.len()).any(|index| blend_of(index) != BlendMode::SourceOver) && surface.push(&[]);
    let clip_of = |index: usize| {
        let clip = cycled(&background.background_clip.0, index);
        if clip.is_some_and(|c| *c == BackgroundClip::BorderArea) != in_text {
            return None;
        }
        Some(match clip {
            Some(BackgroundClip::PaddingBox) => areas.padding(),
            Some(BackgroundClip::ContentBox) => areas.content(),
            _ => areas.border,
        })
    };
    if let Some(clip) = clip_of(images.len().saturating_sub(1)) {
        surface.fill_color(&clip, color(&background.background_color, &current), transform);
    }
    for (index, image) in images.iter().enumerate().rev() {
        let (Some(clip), false) = (clip_of(index), matches!(image, Image::None)) else {
            continue;
        };
        let origin = match cycled(&background.background_origin.0, index) {
            Some(background_origin::single_value::computed_value::T::BorderBox) => areas.border.rect,
            Some(background_origin::single_value::computed_value::T::ContentBox) => areas.content().rect,
            _ => areas.padding().rect,
        };
        if let (Some(size), Some(repeat), Some(x), Some(y)) = (
            cycled(&background.background_size.0, index),
            cycled(&background.background_repeat.0, index),
            cycled(&background.background_position_x.0, index),
            cycled(&background.background_position_y.0, index),
        ) {
            let tiling = Tiling { size, repeat, x, y };
            let blend = blend_of(index);
            let apart = blends && blend != BlendMode::SourceOver && surface.push(&[]);
            paint_image(surface, source, style, &tiling, image, &clip, origin, transform);
            if apart {
                surface.pop(&[], 1.0, blend);
            }
        }
    }
    if blends {
        surface.pop(&[], 1.0, BlendMode::SourceOver);
    }
}

/// Paints the layers of `mask-image` (CSS Masking 1 §6), each put together with those below; their alpha is the mask.
pub(crate) fn mask(
    surface: &mut Surface,
    source: &mut dyn PaintSource,
    style: &ComputedValues,
    areas: &Areas,
    transform: &Transform,
) {
    let svg = style.get_svg();
    use style::computed_values::mask_composite::single_value::T as Composite;
    let area_of = |clip: Option<&BackgroundClip>| match clip {
        Some(BackgroundClip::PaddingBox) => areas.padding(),
        Some(BackgroundClip::ContentBox) => areas.content(),
        _ => areas.border,
    };
    let bottom = svg.mask_image.0.len().saturating_sub(1);
    for (index, image) in svg.mask_image.0.iter().enumerate().rev() {
        let clip = area_of(cycled(&svg.mask_clip.0, index));
        let origin = match cycled(&svg.mask_origin.0, index) {
            Some(MaskOrigin::PaddingBox) => areas.padding(),
            Some(MaskOrigin::ContentBox) => areas.content(),
            _ => areas.border,
        };
        let together = match cycled(&svg.mask_composite.0, index) {
            Some(Composite::Subtract) => BlendMode::SourceOut,
            Some(Composite::Intersect) => BlendMode::SourceIn,
            Some(Composite::Exclude) => BlendMode::Xor,
            _ => BlendMode::SourceOver,
        };
        let apart = index != bottom && together != BlendMode::SourceOver;
        if apart && !surface.push(&[]) {
            return;
        }
        if let (Some(size), Some(repeat), Some(x), Some(y)) = (
            cycled(&svg.mask_size.0, index),
            cycled(&svg.mask_repeat.0, index),
            cycled(&svg.mask_position_x.0, index),
            cycled(&svg.mask_position_y.0, index),
        ) {
            let tiling = Tiling { size, repeat, x, y };
            paint_image(surface, source, style, &tiling, image, &clip, origin.rect, transform);
        }
        if apart {
            surface.pop(&[], 1.0, together);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "one layer of a background has that many parts")]
fn paint_image(
    surface: &mut Surface,
    source: &mut dyn PaintSource,
    style: &ComputedValues,
    tiling: &Tiling<'_>,
    image: &Image,
    clip: &RoundRect,
    origin: Rect,
    transform: &Transform,
) {
    let pixels = match image {
        Image::Url(url) => match url.url().and_then(|url| source.image(url.as_str())) {
            Some(pixels) => Some(pixels),
            None => return,
        },
        Image::Gradient(_) => None,
        _ => return,
    };
    let natural = pixels.as_ref().map(|p| (f64::from(p.width()), f64::from(p.height())));
    let (mut width, mut height) = tile_size(tiling.size, natural, origin);
    if width <= 0.0 || height <= 0.0 {
        return;
    }
    let repeat = tiling.repeat;
    if repeat.0 == BackgroundRepeatKeyword::Round {
        width = origin.width / (origin.width / width).round().max(1.0);
    }
    if repeat.1 == BackgroundRepeatKeyword::Round {
        height = origin.height / (origin.height / height).round().max(1.0);
    }
    let x = origin.x + f64::from(tiling.x.resolve(Length::new((origin.width - width) as f32)).px());
    let y = origin.y + f64::from(tiling.y.resolve(Length::new((origin.height - height) as f32)).px());
    let area = clip.rect;
    // Where the first tile is, how far the next is, and how many there are. `space` keeps whole tiles apart from edge to edge of the
    // positioning area, and one that does not fit twice is there once.
    let span =
        |keyword: BackgroundRepeatKeyword, at: f64, size: f64, origin: (f64, f64), (from, to): (f64, f64)| -> (f64, f64, usize) {
            const TILES_MAX: f64 = 4096.0;
            let (mut at, mut step) = (at, size);
            match keyword {
                BackgroundRepeatKeyword::NoRepeat => return (at, size, 1),
                BackgroundRepeatKeyword::Space => {
                    let fit = (origin.1 / size).floor();
                    if fit < 2.0 {
                        return (at, size, 1);
                    }
                    at = origin.0;
                    step = size + (origin.1 - fit * size) / (fit - 1.0);
                }
                _ => {}
            }
            let first = at - ((at - from) / step).ceil() * step;
            (first, step, ((to - first) / step).ceil().clamp(0.0, TILES_MAX) as usize)
        };
    let (x0, step_x, columns) = span(repeat.0, x, width, (origin.x, origin.width), (area.x, area.x + area.width));
    let (y0, step_y, rows) = span(repeat.1, y, height, (origin.y, origin.height), (area.y, area.y + area.height));
    let spaced = step_x != width || step_y != height;
    let saved = surface.clip.clone();
    surface.clip = saved.narrowed(clip, transform);
    match image {
        Image::Gradient(gradient) => {
            if columns.saturating_mul(rows) > 1 && !spaced {
                tile_gradient(
                    surface,
                    gradient,
                    style,
                    (x0, y0),
                    (width, height),
                    (columns, rows),
                    transform,
                );
            } else {
                let current = current_color(style);
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                    let (x, y) = (x0 + column as f64 * step_x, y0 + row as f64 * step_y);
                    let place = tiny_skia::Transform::from_translate(x as f32, y as f32);
                    if let Some(shader) = gradient::shader(gradient, width as f32, height as f32, &current, place) {
                        surface.fill(&RoundRect::square(Rect { x, y, width, height }), shader, transform);
                    }
                }
            }
        }
        _ => {
            if let Some(pixels) = pixels {
                for row in 0..rows {
                    for column in 0..columns {
                        let tile = Rect {
                            x: x0 + column as f64 * step_x,
                            y: y0 + row as f64 * step_y,
                            width,
                            height,
                        };
                        surface.picture((*pixels).as_ref(), tile, source.smooth(style), transform);
                    }
                }
            }
        }
    }
    surface.clip = saved;
}

/// Many tiles of a gradient: one is drawn and repeated as a pattern.
fn tile_gradient(
    surface: &mut Surface,
    gradient: &style::values::computed::image::Gradient,
    style: &ComputedValues,
    at: (f64, f64),
    size: (f64, f64),
    count: (usize, usize),
    transform: &Transform,
) {
    let (w, h) = (
        size.0.round().clamp(1.0, 4096.0) as u32,
        size.1.round().clamp(1.0, 4096.0) as u32,
    );
    let Some(mut tile) = tiny_skia::Pixmap::new(w, h) else {
        return;
    };
    let identity = tiny_skia::Transform::identity();
    let current = current_color(style);
    let Some(shader) = gradient::shader(gradient, w as f32, h as f32, &current, identity) else {
        return;
    };
    let paint = tiny_skia::Paint {
        shader,
        anti_alias: false,
        ..Default::default()
    };
    if let Some(rect) = tiny_skia::Rect::from_xywh(0.0, 0.0, w as f32, h as f32) {
        tile.fill_rect(rect, &paint, identity, None);
    }
    let scale = tiny_skia::Transform::from_row(
        (size.0 / f64::from(w)) as f32,
        0.0,
        0.0,
        (size.1 / f64::from(h)) as f32,
        at.0 as f32,
        at.1 as f32,
    );
    let pattern = Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Nearest, 1.0, scale);
    let area = Rect {
        x: at.0,
        y: at.1,
        width: size.0 * count.0 as f64,
        height: size.1 * count.1 as f64,
    };
    surface.fill(&RoundRect::square(area), pattern, transform);
}

fn tile_size(
    size: &BackgroundSize<style::values::computed::NonNegativeLengthPercentage>,
    natural: Option<(f64, f64)>,
    origin: Rect,
) -> (f64, f64) {
    let fit = |pick: fn(f64, f64) -> f64| match natural {
        Some((w, h)) if w > 0.0 && h > 0.0 => {
            let scale = pick(origin.width / w, origin.height / h);
            (w * scale, h * scale)
        }
        _ => (origin.width, origin.height),
    };
    match size {
        BackgroundSize::Cover => fit(f64::max),
        BackgroundSize::Contain => fit(f64::min),
        BackgroundSize::ExplicitSize { width, height } => {
            let resolve = |value: &GenericLengthPercentageOrAuto<style::values::computed::NonNegativeLengthPercentage>,
                           basis: f64| match value {
                GenericLengthPercentageOrAuto::LengthPercentage(l) => {
                    Some(f64::from(l.0.resolve(Length::new(basis as f32)).px()))
                }
                GenericLengthPercentageOrAuto::Auto => None,
            };
            let ratio = natural.filter(|(w, h)| *w > 0.0 && *h > 0.0).map(|(w, h)| w / h);
            match (resolve(width, origin.width), resolve(height, origin.height)) {
                (Some(w), Some(h)) => (w, h),
                (Some(w), None) => (w, ratio.map_or(origin.height, |r| w / r)),
                (None, Some(h)) => (ratio.map_or(origin.width, |r| h * r), h),
                (None, None) => natural.unwrap_or((origin.width, origin.height)),
            }
        }
    }
}

/// Box shadows: those outside before the background (`inset` false), those inside after it.
pub(crate) fn shadows(surface: &mut Surface, style: &ComputedValues, areas: &Areas, inset: bool, transform: &Transform) {
    let current = current_color(style);
    for shadow in style.get_effects().box_shadow.0.iter().rev() {
        if shadow.inset != inset {
            continue;
        }
        let color = color(&shadow.base.color, &current);
        if color.alpha() == 0.0 {
            continue;
        }
        let (dx, dy) = (f64::from(shadow.base.horizontal.px()), f64::from(shadow.base.vertical.px()));
        let spread = f64::from(shadow.spread.px());
        let sigma = shadow.base.blur.0.px() / 2.0;
        let moved = |shape: RoundRect| RoundRect {
            rect: shape.rect.translated(dx, dy),
            ..shape
        };
        let all = |v: f64| Edges {
            top: v,
            right: v,
            bottom: v,
            left: v,
        };
        let mut path = PathBuilder::new();
        if inset {
            let padding = areas.padding();
            let reach = f64::from(sigma) * 3.0 + 1.0 + dx.abs().max(dy.abs()) + spread.abs();
            RoundRect::square(padding.rect).inset(all(-reach)).add_to(&mut path);
            moved(padding.inset(all(spread))).add_to(&mut path);
            let Some(path) = path.finish() else { continue };
            let saved = surface.clip.clone();
            surface.clip = saved.narrowed(&padding, transform);
            surface.shadow(&path, sigma, color, transform, None);
            surface.clip = saved;
        } else {
            let mut shape = areas.border.inset(all(-spread));
            if spread > 0.0 {
                shape.radii = areas.border.radii.map(|(x, y)| {
                    if x == 0.0 || y == 0.0 {
                        (0.0, 0.0)
                    } else {
                        (x + spread as f32, y + spread as f32)
                    }
                });
            }
            moved(shape).add_to(&mut path);
            let Some(path) = path.finish() else { continue };
            surface.shadow(&path, sigma, color, transform, Some(&areas.border));
        }
    }
}

/// The rectangle of a box to paint, snapped to pixels where it is not transformed.
pub(crate) fn border_rect(b: &LayoutBox, transform: &Transform) -> Rect {
    let rect = b.border_box();
    snapped(Rect { x: 0.0, y: 0.0, ..rect }, transform)
}
