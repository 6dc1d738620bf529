//! The primitives of `filter` elements on pixels (Filter Effects 1 §9).

use crate::boxes::Rect;
use crate::query::geometry::Transform;
use crate::svg::filter::{Composite, FilterGraph, Input, Kind, Primitive};
use oracade_canvas::effects::{self, Layer};
use std::sync::LazyLock;
use tiny_skia::{BlendMode, PixmapMut, PixmapPaint, PixmapRef};

/// Largest standard deviation in pixels.
const DEVIATION_MAX: f64 = 500.0;
/// Largest radius of `feMorphology` in pixels.
const RADIUS_MAX: f64 = 64.0;

/// How lengths become pixels.
pub(super) struct Scale {
    place: Transform,
    /// What a unit of the primitives' lengths is, across and down.
    units: (f64, f64),
}

impl Scale {
    /// The lengths of a graph on an element with this bounding box, `place` mapping its space to pixels.
    pub(super) fn of(graph: &FilterGraph, bounds: Option<Rect>, place: &Transform) -> Self {
        let bounds = bounds.unwrap_or_default();
        Self {
            place: *place,
            units: if graph.lengths_in_box {
                (bounds.width, bounds.height)
            } else {
                (1.0, 1.0)
            },
        }
    }

    fn lengths(&self, x: f64, y: f64) -> (f64, f64) {
        let t = &self.place;
        let long = |p: f64, q: f64| libm::sqrt(p * p + q * q);
        (x * self.units.0 * long(t.a, t.b), y * self.units.1 * long(t.c, t.d))
    }

    fn offset(&self, x: f64, y: f64) -> (i32, i32) {
        let (x, y) = (x * self.units.0, y * self.units.1);
        let t = &self.place;
        let whole = |v: f64| v.clamp(-16384.0, 16384.0).round() as i32;
        (whole(t.a * x + t.c * y), whole(t.b * x + t.d * y))
    }

    /// How far the graph may move or spread pixels.
    pub(super) fn reach(&self, graph: &FilterGraph) -> i32 {
        let of = |primitive: &Primitive| match &primitive.kind {
            Kind::Blur(x, y) => self.blur_reach(*x, *y),
            Kind::DropShadow { dx, dy, deviation, .. } => {
                let (x, y) = self.offset(*dx, *dy);
                self.blur_reach(deviation.0, deviation.1) + x.abs().max(y.abs())
            }
            Kind::Offset(dx, dy) => {
                let (x, y) = self.offset(*dx, *dy);
                x.abs().max(y.abs())
            }
            Kind::Morphology { dilate: true, rx, ry } => {
                let (x, y) = self.lengths(*rx, *ry);
                x.max(y).min(RADIUS_MAX) as i32 + 1
            }
            _ => 0,
        };
        graph.primitives.iter().map(of).fold(0_i32, i32::saturating_add).min(4096)
    }

    fn blur_reach(&self, x: f64, y: f64) -> i32 {
        let (x, y) = self.lengths(x, y);
        effects::reach(x.max(y).min(DEVIATION_MAX) as f32)
    }
}

/// What a graph makes of a picture.
pub(super) fn apply(graph: &FilterGraph, source: Layer, scale: &Scale) -> Layer {
    // A filter without primitives shows nothing.
    let mut results: Vec<Layer> = Vec::new();
    for primitive in &graph.primitives {
        let input = |index: usize| {
            let mut layer = match primitive.inputs.get(index) {
                Some(Input::Source) => source.clone(),
                Some(Input::SourceAlpha) => {
                    let mut alpha = source.clone();
                    for pixel in alpha.pixels_mut() {
                        *pixel = [0, 0, 0, pixel[3]];
                    }
                    alpha
                }
                Some(Input::Result(at)) => match results.get(*at) {
                    Some(result) => result.clone(),
                    None => Layer::new(source.rect),
                },
                None => Layer::new(source.rect),
            };
            if primitive.linear {
                exchange(&mut layer, &TO_LINEAR);
            }
            layer
        };
        let mut made = step(primitive, &input, &source, scale);
        if primitive.linear {
            exchange(&mut made, &FROM_LINEAR);
        }
        results.push(made);
    }
    results.pop().unwrap_or_else(|| Layer::new(source.rect))
}

fn step(primitive: &Primitive, input: &dyn Fn(usize) -> Layer, source: &Layer, scale: &Scale) -> Layer {
    match &primitive.kind {
        Kind::Blur(x, y) => {
            let mut layer = input(0);
            blur(&mut layer, *x, *y, scale);
            layer
        }
        Kind::Offset(dx, dy) => moved(&input(0), scale.offset(*dx, *dy)),
        Kind::Flood(color) => {
            let mut layer = Layer::new(source.rect);
            let c = in_space(*color, primitive.linear).premultiply().to_color_u8();
            for pixel in layer.pixels_mut() {
                *pixel = [c.red(), c.green(), c.blue(), c.alpha()];
            }
            layer
        }
        Kind::Merge => {
            let mut layer = Layer::new(source.rect);
            for index in 0..primitive.inputs.len() {
                draw(&mut layer, &input(index), BlendMode::SourceOver);
            }
            layer
        }
        Kind::Composite(Composite::Mode(mode)) | Kind::Blend(mode) => {
            let mut below = input(1);
            draw(&mut below, &input(0), *mode);
            below
        }
        Kind::Composite(Composite::Arithmetic(k)) => {
            let (above, mut below) = (input(0), input(1));
            for (pixel, above) in below.pixels_mut().iter_mut().zip(above.pixels()) {
                let unit = |v: u8| f32::from(v) / 255.0;
                let mixed: Vec<f32> = (0..4)
                    .map(|c| {
                        let (a, b) = (unit(above[c]), unit(pixel[c]));
                        (k[0] * a * b + k[1] * a + k[2] * b + k[3]).clamp(0.0, 1.0)
                    })
                    .collect();
                let alpha = mixed[3];
                for c in 0..4 {
                    pixel[c] = (mixed[c].min(alpha) * 255.0 + 0.5) as u8;
                }
            }
            below
        }
        Kind::Matrix(m) => {
            let mut layer = input(0);
            for pixel in layer.pixels_mut() {
                *pixel = straight(*pixel, |c| {
                    let row = |r: usize| {
                        let m = &m[r * 5..r * 5 + 5];
                        m[0] * c[0] + m[1] * c[1] + m[2] * c[2] + m[3] * c[3] + m[4]
                    };
                    [row(0), row(1), row(2), row(3)]
                });
            }
            layer
        }
        Kind::Transfer(functions) => {
            let tables =
                [0, 1, 2, 3].map(|c: usize| -> Vec<f32> { (0..256).map(|v| functions[c].of(v as f32 / 255.0)).collect() });
            let mut layer = input(0);
            for pixel in layer.pixels_mut() {
                *pixel = straight(*pixel, |c| {
                    [0, 1, 2, 3].map(|i: usize| tables[i][((c[i] * 255.0 + 0.5) as usize).min(255)])
                });
            }
            layer
        }
        Kind::DropShadow {
            dx,
            dy,
            deviation,
            color,
        } => {
            let above = input(0);
            let mut shadow = above.clone();
            blur(&mut shadow, deviation.0, deviation.1, scale);
            let c = in_space(*color, primitive.linear).premultiply().to_color_u8();
            for pixel in shadow.pixels_mut() {
                let cover = u32::from(pixel[3]);
                *pixel = [c.red(), c.green(), c.blue(), c.alpha()].map(|v| ((u32::from(v) * cover + 127) / 255) as u8);
            }
            let mut layer = moved(&shadow, scale.offset(*dx, *dy));
            draw(&mut layer, &above, BlendMode::SourceOver);
            layer
        }
        Kind::Morphology { dilate, rx, ry } => {
            let (x, y) = scale.lengths(*rx, *ry);
            let radius = |v: f64| v.clamp(0.0, RADIUS_MAX).round() as i32;
            morphology(&input(0), radius(x), radius(y), *dilate)
        }
        Kind::Unknown => input(0),
    }
}

fn blur(layer: &mut Layer, x: f64, y: f64, scale: &Scale) {
    let (x, y) = scale.lengths(x, y);
    // Blurs that differ across and down are rare; the mean is near.
    effects::blur(layer, (((x + y) / 2.0).min(DEVIATION_MAX)) as f32);
}

fn moved(layer: &Layer, (dx, dy): (i32, i32)) -> Layer {
    let mut out = Layer::new(layer.rect);
    let (w, h) = (layer.rect.width() as i32, layer.rect.height() as i32);
    let (from, to) = (layer.pixels(), out.pixels_mut());
    let start = dx.clamp(0, w);
    let count = (w - dx.abs()).max(0) as usize;
    for y in 0..h {
        let source = y - dy;
        if (0..h).contains(&source) && count > 0 {
            let at = (y * w + start) as usize;
            let of = (source * w + start - dx) as usize;
            if let (Some(to), Some(from)) = (to.get_mut(at..at + count), from.get(of..of + count)) {
                to.copy_from_slice(from);
            }
        }
    }
    out
}

fn draw(below: &mut Layer, above: &Layer, mode: BlendMode) {
    let (w, h) = (below.rect.width() as u32, below.rect.height() as u32);
    let Some(mut target) = PixmapMut::from_bytes(&mut below.data, w, h) else {
        return;
    };
    let Some(picture) = PixmapRef::from_bytes(&above.data, w, h) else {
        return;
    };
    let how = PixmapPaint {
        blend_mode: mode,
        ..PixmapPaint::default()
    };
    target.draw_pixmap(0, 0, picture, &how, tiny_skia::Transform::identity(), None);
}

/// A pixel through a function of straight colours of 0 to 1.
fn straight(pixel: [u8; 4], f: impl Fn([f32; 4]) -> [f32; 4]) -> [u8; 4] {
    let alpha = f32::from(pixel[3]);
    let part = |v: u8| if alpha > 0.0 { (f32::from(v) / alpha).min(1.0) } else { 0.0 };
    let [r, g, b, a] = f([part(pixel[0]), part(pixel[1]), part(pixel[2]), alpha / 255.0]).map(|v| v.clamp(0.0, 1.0));
    let byte = |v: f32| (v * a * 255.0 + 0.5) as u8;
    [byte(r), byte(g), byte(b), (a * 255.0 + 0.5) as u8]
}

/// The largest or smallest value around each pixel, channel by channel.
fn morphology(layer: &Layer, rx: i32, ry: i32, dilate: bool) -> Layer {
    if rx == 0 && ry == 0 {
        return layer.clone();
    }
    let (w, h) = (layer.rect.width() as i32, layer.rect.height() as i32);
    let pass = |from: &Layer, radius: i32, count: i32, length: i32, next: i32, step: i32| {
        let mut out = Layer::new(from.rect);
        let (source, target) = (from.pixels(), out.pixels_mut());
        for line in 0..count {
            for at in 0..length {
                let mut best = if dilate { [0_u8; 4] } else { [255; 4] };
                for other in at - radius..=at + radius {
                    let inside = (0..length).contains(&other);
                    let pixel = source.get((line * next + other * step) as usize).filter(|_| inside);
                    let pixel = pixel.copied().unwrap_or_default();
                    for (best, v) in best.iter_mut().zip(pixel) {
                        *best = if dilate { (*best).max(v) } else { (*best).min(v) };
                    }
                }
                if let Some(slot) = target.get_mut((line * next + at * step) as usize) {
                    *slot = best;
                }
            }
        }
        out
    };
    let across = pass(layer, rx, h, w, w, 1);
    pass(&across, ry, w, h, 1, w)
}

fn in_space(color: tiny_skia::Color, linear: bool) -> tiny_skia::Color {
    if !linear {
        return color;
    }
    let [r, g, b] = [color.red(), color.green(), color.blue()].map(to_linear);
    tiny_skia::Color::from_rgba(r, g, b, color.alpha()).unwrap_or(color)
}

fn to_linear(v: f32) -> f32 {
    if v <= 0.040_45 {
        v / 12.92
    } else {
        libm::powf((v + 0.055) / 1.055, 2.4)
    }
}

fn from_linear(v: f32) -> f32 {
    if v <= 0.003_130_8 {
        v * 12.92
    } else {
        1.055 * libm::powf(v, 1.0 / 2.4) - 0.055
    }
}

type Table = [u8; 256];

fn table(f: fn(f32) -> f32) -> Table {
    let mut table = [0; 256];
    for (index, slot) in table.iter_mut().enumerate() {
        *slot = (f(index as f32 / 255.0).clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    }
    table
}

static TO_LINEAR: LazyLock<Table> = LazyLock::new(|| table(to_linear));
static FROM_LINEAR: LazyLock<Table> = LazyLock::new(|| table(from_linear));

/// Exchanges the straight colours of a layer.
fn exchange(layer: &mut Layer, table: &Table) {
    for pixel in layer.pixels_mut() {
        let alpha = u32::from(pixel[3]);
        if alpha == 0 {
            continue;
        }
        for v in &mut pixel[..3] {
            let straight = ((u32::from(*v) * 255 + alpha / 2) / alpha).min(255) as usize;
            *v = ((u32::from(table[straight]) * alpha + 127) / 255) as u8;
        }
    }
}
