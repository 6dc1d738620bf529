//! CSS gradients as tiny-skia shaders (CSS Images 3 §3, 4 §3).

use style::color::mix::{ColorInterpolationMethod, ColorMixItem, mix_many};
use style::color::{AbsoluteColor, ColorSpace};
use style::values::computed::image::{Gradient, LineDirection};
use style::values::computed::{Angle, AngleOrPercentage, Color, Length, LengthPercentage};
use style::values::generics::color::ColorMixFlags;
use style::values::generics::image::{Circle, Ellipse, EndingShape, GenericGradient, GradientFlags, GradientItem, ShapeExtent};
use style::values::specified::position::{HorizontalPositionKeyword, VerticalPositionKeyword};
use tiny_skia::{GradientStop, LinearGradient, Point, RadialGradient, Shader, SpreadMode, SweepGradient, Transform};

/// A computed colour as straight sRGB.
pub(crate) fn color(color: &Color, current: &AbsoluteColor) -> tiny_skia::Color {
    absolute(&color.resolve_to_absolute(current))
}

/// A computed colour that comes as text.
pub(crate) fn parsed(text: &str) -> Option<tiny_skia::Color> {
    let color = oracade_canvas::color::Color::parse(text, &oracade_canvas::color::Color::BLACK)?;
    let [r, g, b] = color.rgb.map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5).floor() / 255.0);
    tiny_skia::Color::from_rgba(r, g, b, color.alpha.clamp(0.0, 1.0))
}

/// An absolute colour as straight sRGB.
pub(crate) fn absolute(color: &AbsoluteColor) -> tiny_skia::Color {
    let srgb = color.to_color_space(ColorSpace::Srgb);
    let [r, g, b, a] = *srgb.raw_components();
    let unit = |v: f32| if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) };
    // Colours are bytes before they are painted, as in Chromium's legacy colour pipeline.
    let byte = |v: f32| (unit(v) * 255.0 + 0.5).floor() / 255.0;
    tiny_skia::Color::from_rgba(byte(r), byte(g), byte(b), unit(a)).unwrap_or(tiny_skia::Color::TRANSPARENT)
}

/// The shortest repetition of a conic gradient that is drawn, in turns.
const MIN_PERIOD: f32 = 1.0 / 1024.0;

struct Stops {
    /// Offset (may be outside 0–1) and colour.
    list: Vec<(f32, tiny_skia::Color)>,
}

/// How colours between two stops are found.
#[derive(Clone, Copy)]
struct Between<'c> {
    current: &'c AbsoluteColor,
    method: &'c ColorInterpolationMethod,
}

/// Stops added between two that are not mixed in sRGB, so that straight interpolation follows the curve.
const CURVE_STOPS: usize = 32;

impl Between<'_> {
    /// True if colours are mixed as they are painted.
    fn is_straight(&self) -> bool {
        self.method.space == ColorSpace::Srgb
    }

    fn mix(&self, a: &AbsoluteColor, b: &AbsoluteColor, t: f32) -> tiny_skia::Color {
        let items = [(a, 1.0 - t), (b, t)].map(|(color, weight)| ColorMixItem::new(*color, weight));
        absolute(&mix_many(*self.method, items, ColorMixFlags::empty()))
    }
}

/// CSS Images 3 §3.4.3: positions for stops without, order, and hints turned into stops.
fn fix_up<T>(items: &[GradientItem<Color, T>], between: Between<'_>, mut position: impl FnMut(&T) -> f32) -> Stops {
    enum Item {
        Stop(Option<f32>, AbsoluteColor),
        Hint(f32),
    }
    let resolved = |c: &Color| c.resolve_to_absolute(between.current);
    let mut list: Vec<Item> = items
        .iter()
        .map(|item| match item {
            GradientItem::SimpleColorStop(c) => Item::Stop(None, resolved(c)),
            GradientItem::ComplexColorStop { color: c, position: p } => Item::Stop(Some(position(p)), resolved(c)),
            GradientItem::InterpolationHint(p) => Item::Hint(position(p)),
        })
        .collect();
    if let Some(Item::Stop(p @ None, _)) = list.first_mut() {
        *p = Some(0.0);
    }
    if let Some(Item::Stop(p @ None, _)) = list.last_mut() {
        *p = Some(1.0);
    }
    let mut furthest = f32::NEG_INFINITY;
    for item in &mut list {
        if let Item::Stop(Some(p), _) | Item::Hint(p) = item {
            *p = p.max(furthest);
            furthest = *p;
        }
    }
    // Runs of stops without a position are spread evenly.
    let mut index = 0;
    while index < list.len() {
        if !matches!(list[index], Item::Stop(None, _)) {
            index += 1;
            continue;
        }
        let end = (index..list.len())
            .find(|i| !matches!(list[*i], Item::Stop(None, _)))
            .unwrap_or(list.len());
        let at = |item: Option<&Item>, other: f32| match item {
            Some(Item::Stop(Some(p), _) | Item::Hint(p)) => *p,
            _ => other,
        };
        let from = at(index.checked_sub(1).and_then(|i| list.get(i)), 0.0);
        let to = at(list.get(end), 1.0);
        let count = (end - index + 1) as f32;
        for (n, item) in list[index..end].iter_mut().enumerate() {
            if let Item::Stop(p, _) = item {
                *p = Some(from + (to - from) * (n + 1) as f32 / count);
            }
        }
        index = end;
    }
    let mut out: Vec<(f32, tiny_skia::Color)> = Vec::new();
    let mut last: Option<(f32, &AbsoluteColor)> = None;
    let mut hinted = false;
    for (i, item) in list.iter().enumerate() {
        match item {
            Item::Stop(p, c) => {
                let to = p.unwrap_or(0.0);
                if let Some((from, a)) = last.filter(|(from, _)| !hinted && !between.is_straight() && to > *from) {
                    for n in 1..CURVE_STOPS {
                        let t = n as f32 / CURVE_STOPS as f32;
                        out.push((from + (to - from) * t, between.mix(a, c, t)));
                    }
                }
                out.push((to, absolute(c)));
                last = Some((to, c));
                hinted = false;
            }
            Item::Hint(h) => {
                let next = list.get(i + 1).and_then(|n| {
                    if let Item::Stop(p, c) = n {
                        Some((p.unwrap_or(1.0), c))
                    } else {
                        None
                    }
                });
                let (Some((from, a)), Some((to, b))) = (last, next) else {
                    continue;
                };
                if to <= from {
                    continue;
                }
                hinted = true;
                // CSS Images 4: the colour at t is mixed by t^(ln ½ / ln h); nine stops follow that curve closely.
                let h = ((h - from) / (to - from)).clamp(0.0, 1.0);
                for n in 1..9 {
                    let t = n as f32 / 9.0;
                    let mix = if h <= 0.0 {
                        1.0
                    } else if h >= 1.0 {
                        0.0
                    } else {
                        t.powf(0.5f32.ln() / h.ln())
                    };
                    let color = if between.is_straight() {
                        blend(absolute(a), absolute(b), mix)
                    } else {
                        between.mix(a, b, mix)
                    };
                    out.push((from + (to - from) * t, color));
                }
            }
        }
    }
    Stops { list: out }
}

/// Mixes premultiplied, as CSS interpolates.
fn blend(a: tiny_skia::Color, b: tiny_skia::Color, t: f32) -> tiny_skia::Color {
    let alpha = a.alpha() + (b.alpha() - a.alpha()) * t;
    if alpha <= 0.0 {
        return tiny_skia::Color::TRANSPARENT;
    }
    let mix = |x: f32, y: f32| ((x * a.alpha() + (y * b.alpha() - x * a.alpha()) * t) / alpha).clamp(0.0, 1.0);
    tiny_skia::Color::from_rgba(
        mix(a.red(), b.red()),
        mix(a.green(), b.green()),
        mix(a.blue(), b.blue()),
        alpha.clamp(0.0, 1.0),
    )
    .unwrap_or(a)
}

impl Stops {
    /// Stops for a shader over `from..to` of the gradient line: those outside are cut, with the colours at the edges. Where
    /// transparency changes between two stops, stops are added so that straight interpolation follows the premultiplied one.
    fn cut(&self, from: f32, to: f32) -> Vec<GradientStop> {
        let mut out = Vec::new();
        let span = (to - from).max(f32::MIN_POSITIVE);
        let mut push = |p: f32, c: tiny_skia::Color| out.push(GradientStop::new(((p - from) / span).clamp(0.0, 1.0), c));
        push(from, self.at(from));
        for pair in self.list.windows(2) {
            let ((p0, a), (p1, b)) = (pair[0], pair[1]);
            if p0 > from && p0 < to {
                push(p0, a);
            }
            if a.alpha() != b.alpha() && p1 > p0 {
                for n in 1..16 {
                    let t = n as f32 / 16.0;
                    let p = p0 + (p1 - p0) * t;
                    if p > from && p < to {
                        push(p, blend(a, b, t));
                    }
                }
            }
        }
        if let Some(&(p, c)) = self.list.last()
            && p > from
            && p < to
        {
            push(p, c);
        }
        push(to, self.at(to));
        out
    }

    fn at(&self, position: f32) -> tiny_skia::Color {
        let Some(first) = self.list.first() else {
            return tiny_skia::Color::TRANSPARENT;
        };
        if position <= first.0 && self.list.iter().filter(|(p, _)| *p == first.0).count() == 1 {
            return first.1;
        }
        if position < first.0 {
            return first.1;
        }
        for pair in self.list.windows(2) {
            let ((p0, a), (p1, b)) = (pair[0], pair[1]);
            if position >= p0 && position < p1 {
                return blend(a, b, (position - p0) / (p1 - p0));
            }
        }
        self.list.last().map_or(first.1, |last| last.1)
    }

    /// The stops of one whole turn of a repeating conic gradient.
    fn around(&self) -> Self {
        let (first, last) = self.range(true);
        let period = last - first;
        if period < MIN_PERIOD {
            return Self { list: self.list.clone() };
        }
        let mut list = Vec::new();
        let mut shift = -(first / period).ceil() * period;
        while first + shift < 1.0 {
            list.extend(self.list.iter().map(|(position, color)| (position + shift, *color)));
            shift += period;
        }
        Self { list }
    }

    fn range(&self, repeating: bool) -> (f32, f32) {
        let first = self.list.first().map_or(0.0, |s| s.0);
        let last = self.list.last().map_or(1.0, |s| s.0);
        if repeating {
            (first, last)
        } else {
            (first.min(0.0), last.max(1.0))
        }
    }
}

/// The shader of a gradient over a box of `width`×`height` px whose corner is the origin of `transform`'s source space.
pub(crate) fn shader(
    gradient: &Gradient,
    width: f32,
    height: f32,
    current: &AbsoluteColor,
    transform: Transform,
) -> Option<Shader<'static>> {
    match gradient {
        GenericGradient::Linear {
            direction,
            color_interpolation_method: method,
            items,
            flags,
            ..
        } => {
            let (dx, dy, length) = line(direction, width, height);
            let stops = fix_up(items, Between { current, method }, |p: &LengthPercentage| along(p, length));
            let repeating = flags.contains(GradientFlags::REPEATING);
            let (from, to) = stops.range(repeating);
            let center = (width / 2.0, height / 2.0);
            let point = |t: f32| Point::from_xy(center.0 + dx * length * (t - 0.5), center.1 + dy * length * (t - 0.5));
            finish(&stops, from, to, repeating, |list, mode| {
                LinearGradient::new(point(from), point(to), list, mode, transform)
            })
        }
        GenericGradient::Radial {
            shape,
            position,
            color_interpolation_method: method,
            items,
            flags,
            ..
        } => {
            let cx = position.horizontal.resolve(Length::new(width)).px();
            let cy = position.vertical.resolve(Length::new(height)).px();
            let (rx, ry) = radii(shape, cx, cy, width, height);
            let rx = rx.max(0.0001);
            let ry = ry.max(0.0001);
            let stops = fix_up(items, Between { current, method }, |p: &LengthPercentage| along(p, rx));
            let repeating = flags.contains(GradientFlags::REPEATING);
            let (from, to) = stops.range(repeating);
            let squash = transform.pre_translate(cx, cy).pre_scale(1.0, ry / rx);
            let from = from.max(0.0);
            finish(&stops, from, to.max(from), repeating, |list, mode| {
                RadialGradient::new(Point::zero(), from * rx, Point::zero(), to * rx, list, mode, squash)
            })
        }
        GenericGradient::Conic {
            angle,
            position,
            color_interpolation_method: method,
            items,
            flags,
        } => {
            let cx = position.horizontal.resolve(Length::new(width)).px();
            let cy = position.vertical.resolve(Length::new(height)).px();
            let mut stops = fix_up(items, Between { current, method }, |p: &AngleOrPercentage| match p {
                AngleOrPercentage::Angle(a) => a.degrees() / 360.0,
                AngleOrPercentage::Percentage(p) => p.0,
            });
            if flags.contains(GradientFlags::REPEATING) {
                stops = stops.around();
            }
            let (from, to) = (0.0, 1.0);
            // CSS starts at twelve o'clock, the sweep gradient at three.
            let start = angle.degrees() - 90.0;
            let turn = transform.pre_translate(cx, cy).pre_rotate(start);
            finish(&stops, from, to, false, |list, mode| {
                SweepGradient::new(Point::zero(), from * 360.0, to * 360.0, list, mode, turn)
            })
        }
    }
}

fn finish(
    stops: &Stops,
    from: f32,
    to: f32,
    repeating: bool,
    make: impl FnOnce(Vec<GradientStop>, SpreadMode) -> Option<Shader<'static>>,
) -> Option<Shader<'static>> {
    let last = stops.list.last()?.1;
    if to - from <= 1e-6 {
        return Some(Shader::SolidColor(last));
    }
    let mode = if repeating { SpreadMode::Repeat } else { SpreadMode::Pad };
    make(stops.cut(from, to), mode).or(Some(Shader::SolidColor(last)))
}

fn along(position: &LengthPercentage, length: f32) -> f32 {
    if length <= 0.0 {
        0.0
    } else {
        position.resolve(Length::new(length)).px() / length
    }
}

/// Unit vector and length of the gradient line (CSS Images 3 §3.1.1).
fn line(direction: &LineDirection, width: f32, height: f32) -> (f32, f32, f32) {
    let by_angle = |angle: &Angle| {
        let radians = angle.radians();
        let (s, c) = (libm::sinf(radians), libm::cosf(radians));
        (s, -c, (width * s).abs() + (height * c).abs())
    };
    match direction {
        LineDirection::Angle(angle) => by_angle(angle),
        LineDirection::Horizontal(HorizontalPositionKeyword::Left) => (-1.0, 0.0, width),
        LineDirection::Horizontal(HorizontalPositionKeyword::Right) => (1.0, 0.0, width),
        LineDirection::Vertical(VerticalPositionKeyword::Top) => (0.0, -1.0, height),
        LineDirection::Vertical(VerticalPositionKeyword::Bottom) => (0.0, 1.0, height),
        LineDirection::Corner(h, v) => {
            // Perpendicular to the diagonal that joins the neighbouring corners.
            let x = if *h == HorizontalPositionKeyword::Left {
                -height
            } else {
                height
            };
            let y = if *v == VerticalPositionKeyword::Top { -width } else { width };
            let norm = libm::sqrtf(x * x + y * y);
            if norm == 0.0 {
                return (0.0, 1.0, 0.0);
            }
            let (x, y) = (x / norm, y / norm);
            (x, y, (width * x).abs() + (height * y).abs())
        }
    }
}

/// Horizontal and vertical radius (CSS Images 3 §3.2.3).
fn radii(
    shape: &EndingShape<style::values::computed::NonNegativeLength, style::values::computed::NonNegativeLengthPercentage>,
    cx: f32,
    cy: f32,
    width: f32,
    height: f32,
) -> (f32, f32) {
    let (left, right, top, bottom) = (cx.abs(), (width - cx).abs(), cy.abs(), (height - cy).abs());
    let distance = |x: f32, y: f32| libm::sqrtf(x * x + y * y);
    let corners = [
        distance(left, top),
        distance(right, top),
        distance(left, bottom),
        distance(right, bottom),
    ];
    let near = |list: &[f32]| list.iter().copied().fold(f32::INFINITY, f32::min);
    let far = |list: &[f32]| list.iter().copied().fold(0.0, f32::max);
    match shape {
        EndingShape::Circle(Circle::Radius(r)) => (r.0.px(), r.0.px()),
        EndingShape::Circle(Circle::Extent(extent)) => {
            let r = match extent {
                ShapeExtent::ClosestSide | ShapeExtent::Contain => near(&[left, right, top, bottom]),
                ShapeExtent::FarthestSide => far(&[left, right, top, bottom]),
                ShapeExtent::ClosestCorner => near(&corners),
                ShapeExtent::FarthestCorner | ShapeExtent::Cover => far(&corners),
            };
            (r, r)
        }
        EndingShape::Ellipse(Ellipse::Radii(x, y)) => {
            (x.0.resolve(Length::new(width)).px(), y.0.resolve(Length::new(height)).px())
        }
        EndingShape::Ellipse(Ellipse::Extent(extent)) => {
            let sides = |pick: fn(f32, f32) -> f32| (pick(left, right), pick(top, bottom));
            // Through the corner, with the ratio of the matching sides.
            let corner = |(x, y): (f32, f32)| (x * std::f32::consts::SQRT_2, y * std::f32::consts::SQRT_2);
            match extent {
                ShapeExtent::ClosestSide | ShapeExtent::Contain => sides(f32::min),
                ShapeExtent::FarthestSide => sides(f32::max),
                ShapeExtent::ClosestCorner => corner(sides(f32::min)),
                ShapeExtent::FarthestCorner | ShapeExtent::Cover => corner(sides(f32::max)),
            }
        }
    }
}
