//! `border-image` (CSS Backgrounds 3 §5): nine pieces of an image instead of the borders.

use crate::boxes::{Edges, Rect};
use crate::paint::PaintSource;
use crate::paint::background::{Areas, current_color};
use crate::paint::geometry::RoundRect;
use crate::paint::gradient;
use crate::paint::surface::Surface;
use crate::query::geometry::Transform;
use std::rc::Rc;
use style::properties::ComputedValues;
use style::values::computed::{BorderImageSideWidth, Image, Length, NonNegativeLengthOrNumber, NumberOrPercentage};
use style::values::generics::border::GenericBorderImageSideWidth;
use style::values::generics::length::GenericLengthOrNumber;
use style::values::specified::border::BorderImageRepeatKeyword as Repeat;
use tiny_skia::Pixmap;

/// Longest side of the picture of a gradient, px.
const SIDE_MAX: f64 = 4096.0;
/// Most pieces along a side.
const PIECES_MAX: f64 = 2048.0;

/// Paints the image of a border, if there is one that can be shown: then the borders themselves are not.
pub(crate) fn paint(
    surface: &mut Surface,
    source: &mut dyn PaintSource,
    style: &ComputedValues,
    areas: &Areas,
    transform: &Transform,
) -> bool {
    let border = style.get_border();
    let edges = areas.border_edges;
    let area = outset(areas.border.rect, edges, style);
    let Some(pixels) = picture(source, style, &border.border_image_source, area) else {
        return false;
    };
    let natural = (f64::from(pixels.width()), f64::from(pixels.height()));
    let slice = &border.border_image_slice;
    let cut = |value: &NumberOrPercentage, side: f64| {
        let px = match value {
            NumberOrPercentage::Number(n) => f64::from(*n),
            NumberOrPercentage::Percentage(p) => f64::from(p.0) * side,
        };
        px.clamp(0.0, side)
    };
    let offsets = &slice.offsets;
    let slices = Edges {
        top: cut(&offsets.0.0, natural.1),
        right: cut(&offsets.1.0, natural.0),
        bottom: cut(&offsets.2.0, natural.1),
        left: cut(&offsets.3.0, natural.0),
    };
    let widths = &border.border_image_width;
    let width = |value: &BorderImageSideWidth, own: f64, side: f64, slice: f64| match value {
        GenericBorderImageSideWidth::Number(n) => f64::from(n.0) * own,
        GenericBorderImageSideWidth::LengthPercentage(l) => f64::from(l.0.resolve(Length::new(side as f32)).px()),
        GenericBorderImageSideWidth::Auto => slice,
    };
    let mut sides = Edges {
        top: width(&widths.0, edges.top, area.height, slices.top),
        right: width(&widths.1, edges.right, area.width, slices.right),
        bottom: width(&widths.2, edges.bottom, area.height, slices.bottom),
        left: width(&widths.3, edges.left, area.width, slices.left),
    };
    // Widths that meet are reduced in proportion.
    let fit = |sum: f64, side: f64| if sum > side && sum > 0.0 { side / sum } else { 1.0 };
    let factor = fit(sides.left + sides.right, area.width).min(fit(sides.top + sides.bottom, area.height));
    for side in [&mut sides.top, &mut sides.right, &mut sides.bottom, &mut sides.left] {
        *side *= factor;
    }
    let (across, down) = (
        bands(natural.0, slices.left, slices.right),
        bands(natural.1, slices.top, slices.bottom),
    );
    let (xs, ys) = (
        bands(area.width, sides.left, sides.right),
        bands(area.height, sides.top, sides.bottom),
    );
    let repeat = border.border_image_repeat;
    // The scale of an edge's pieces is that of its thickness, and the middle's that of the edges before it.
    let scale = |side: f64, slice: f64| (slice > 0.0 && side > 0.0).then(|| side / slice);
    let edge_scale = |first: Option<f64>, second: Option<f64>| first.or(second).unwrap_or(1.0);
    let saved = surface.clip.clone();
    for row in 0..3 {
        for column in 0..3 {
            let middle = (row == 1, column == 1);
            if middle == (true, true) && !slice.fill {
                continue;
            }
            let part = (across[column].0, down[row].0, across[column].1, down[row].1);
            let room = Rect {
                x: area.x + xs[column].0,
                y: area.y + ys[row].0,
                width: xs[column].1,
                height: ys[row].1,
            };
            if room.width <= 0.0 || room.height <= 0.0 {
                continue;
            }
            let Some(piece) = cropped(&pixels, part) else { continue };
            let horizontal_scale = match row {
                0 => scale(sides.top, slices.top),
                2 => scale(sides.bottom, slices.bottom),
                _ => scale(sides.top, slices.top).or(scale(sides.bottom, slices.bottom)),
            };
            let vertical_scale = match column {
                0 => scale(sides.left, slices.left),
                2 => scale(sides.right, slices.right),
                _ => scale(sides.left, slices.left).or(scale(sides.right, slices.right)),
            };
            let x = if column == 1 {
                spread(repeat.0, room.width, part.2 * edge_scale(horizontal_scale, None))
            } else {
                Spread::whole(room.width)
            };
            let y = if row == 1 {
                spread(repeat.1, room.height, part.3 * edge_scale(vertical_scale, None))
            } else {
                Spread::whole(room.height)
            };
            surface.clip = saved.narrowed(&RoundRect::square(room), transform);
            for (i, j) in (0..y.count).flat_map(|j| (0..x.count).map(move |i| (i, j))) {
                let tile = Rect {
                    x: room.x + x.first + i as f64 * x.step,
                    y: room.y + y.first + j as f64 * y.step,
                    width: x.size,
                    height: y.size,
                };
                surface.picture(piece.as_ref(), tile, source.smooth(style), transform);
            }
        }
    }
    surface.clip = saved;
    true
}

/// The border image area (§5.4).
fn outset(rect: Rect, edges: Edges, style: &ComputedValues) -> Rect {
    let outsets = &style.get_border().border_image_outset;
    let of = |value: &NonNegativeLengthOrNumber, own: f64| match value {
        GenericLengthOrNumber::Number(n) => f64::from(n.0) * own,
        GenericLengthOrNumber::Length(l) => f64::from(l.0.px()),
    };
    rect.inset(Edges {
        top: -of(&outsets.0, edges.top),
        right: -of(&outsets.1, edges.right),
        bottom: -of(&outsets.2, edges.bottom),
        left: -of(&outsets.3, edges.left),
    })
}

fn picture(source: &mut dyn PaintSource, style: &ComputedValues, image: &Image, area: Rect) -> Option<Rc<Pixmap>> {
    match image {
        Image::Url(url) => source.image(url.url()?.as_str()),
        Image::Gradient(of) => {
            let side = |v: f64| v.round().clamp(1.0, SIDE_MAX) as u32;
            let mut pixels = Pixmap::new(side(area.width), side(area.height))?;
            let (w, h) = (pixels.width() as f32, pixels.height() as f32);
            let identity = tiny_skia::Transform::identity();
            let paint = tiny_skia::Paint {
                shader: gradient::shader(of, w, h, &current_color(style), identity)?,
                anti_alias: false,
                ..Default::default()
            };
            pixels.fill_rect(tiny_skia::Rect::from_xywh(0.0, 0.0, w, h)?, &paint, identity, None);
            Some(Rc::new(pixels))
        }
        _ => None,
    }
}

/// Start and length of the two ends of a length and of what is between them.
fn bands(length: f64, first: f64, last: f64) -> [(f64, f64); 3] {
    [(0.0, first), (first, (length - first - last).max(0.0)), (length - last, last)]
}

/// A part of a picture (x, y, width, height); edges that are no whole pixels go to the nearest.
fn cropped(pixels: &Pixmap, (x, y, width, height): (f64, f64, f64, f64)) -> Option<Pixmap> {
    let (left, top) = (x.round(), y.round());
    let (w, h) = ((x + width).round() - left, (y + height).round() - top);
    if w < 1.0 || h < 1.0 {
        return None;
    }
    let rect = tiny_skia::IntRect::from_xywh(left as i32, top as i32, w as u32, h as u32)?;
    pixels.clone_rect(rect)
}

/// Where pieces lie along a side.
struct Spread {
    first: f64,
    size: f64,
    step: f64,
    count: usize,
}

impl Spread {
    fn whole(length: f64) -> Self {
        Self {
            first: 0.0,
            size: length,
            step: length,
            count: 1,
        }
    }
}

fn spread(repeat: Repeat, length: f64, size: f64) -> Spread {
    if size <= 0.0 || !size.is_finite() {
        return Spread::whole(length);
    }
    let count = |n: f64| n.clamp(0.0, PIECES_MAX) as usize;
    match repeat {
        Repeat::Stretch => Spread::whole(length),
        Repeat::Repeat => {
            // One piece is in the middle.
            let middle = (length - size) / 2.0;
            let before = (middle / size).ceil().max(0.0);
            let first = middle - before * size;
            Spread {
                first,
                size,
                step: size,
                count: count(((length - first) / size).ceil()),
            }
        }
        Repeat::Round => {
            let n = (length / size).round().max(1.0);
            Spread {
                first: 0.0,
                size: length / n,
                step: length / n,
                count: count(n),
            }
        }
        Repeat::Space => {
            let n = (length / size).floor();
            let gap = (length - n * size) / (n + 1.0);
            Spread {
                first: gap,
                size,
                step: size + gap,
                count: count(n),
            }
        }
    }
}
