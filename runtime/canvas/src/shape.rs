//! Shapes as runs of covered pixels.

use std::rc::Rc;

use oracade_text::coverage::{Coverage, PixelRect, Rasterizer};
use oracade_text::glyph::GlyphImage;
use tiny_skia::{FillRule, Path, Transform};

use crate::path::Matrix;

/// How pixels beside each other are covered.
#[derive(Clone, Copy)]
pub(crate) enum Cover<'a> {
    /// So many, all alike.
    Run(usize, u8),
    /// Each its own way.
    Row(&'a [u8]),
}

/// Takes runs and rows: x, y, coverage.
pub(crate) type Spans<'a> = &'a mut dyn FnMut(i32, i32, Cover<'_>);

/// Something to be filled, in pixels of the canvas.
pub(crate) enum Shape {
    /// A path, anti-aliased.
    Path(Path, FillRule),
    /// An axis-aligned rectangle, anti-aliased: left, top, right, bottom.
    Rect([f64; 4]),
    /// A parallelogram that covers the pixels whose centres are in it, as pictures are drawn.
    Quad([(f64, f64); 4]),
    /// Glyph images at places, their coverage mapped through a table.
    Glyphs(Vec<(Rc<GlyphImage>, i32, i32)>, &'static [u8; 256]),
}

impl Shape {
    /// A rectangle under a transform.
    pub(crate) fn rect(x: f64, y: f64, w: f64, h: f64, matrix: &Matrix) -> Option<Self> {
        let corners = [
            matrix.map(x, y),
            matrix.map(x + w, y),
            matrix.map(x + w, y + h),
            matrix.map(x, y + h),
        ];
        if matrix.is_axis_aligned() || (matrix.m[0] == 0.0 && matrix.m[3] == 0.0) {
            let (a, b) = (corners[0], corners[2]);
            return Some(Self::Rect([a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)]));
        }
        let mut builder = tiny_skia::PathBuilder::new();
        for (index, (x, y)) in corners.into_iter().enumerate() {
            if index == 0 {
                builder.move_to(x as f32, y as f32);
            } else {
                builder.line_to(x as f32, y as f32);
            }
        }
        builder.close();
        Some(Self::Path(builder.finish()?, FillRule::Winding))
    }

    /// A pixel rectangle around the shape.
    pub(crate) fn bounds(&self) -> PixelRect {
        match self {
            Self::Path(path, _) => {
                let b = path.bounds();
                PixelRect::around(b.left(), b.top(), b.right(), b.bottom())
            }
            Self::Rect([x0, y0, x1, y1]) => around(*x0, *y0, *x1, *y1),
            Self::Quad(corners) => {
                let xs = corners.map(|c| c.0);
                let ys = corners.map(|c| c.1);
                let low = |v: [f64; 4]| v[0].min(v[1]).min(v[2]).min(v[3]);
                let high = |v: [f64; 4]| v[0].max(v[1]).max(v[2]).max(v[3]);
                around(low(xs), low(ys), high(xs), high(ys))
            }
            Self::Glyphs(glyphs, _) => glyphs
                .iter()
                .filter_map(|(image, x, y)| match &**image {
                    GlyphImage::Mask(mask) => Some(mask.rect.offset(*x, *y)),
                    _ => None,
                })
                .reduce(|a, b| PixelRect::new(a.x0.min(b.x0), a.y0.min(b.y0), a.x1.max(b.x1), a.y1.max(b.y1)))
                .unwrap_or(PixelRect::new(0, 0, 0, 0)),
        }
    }

    /// Hands out the runs inside `clip`; `joined`: short ones beside each other as one row.
    pub(crate) fn spans(&self, rasterizer: &mut Rasterizer, clip: PixelRect, joined: bool, spans: Spans<'_>) {
        if clip.is_empty() {
            return;
        }
        match self {
            Self::Path(path, rule) if joined => {
                let mut joiner = Joiner::default();
                rasterizer.fill(
                    path,
                    Transform::identity(),
                    *rule,
                    clip,
                    &mut |x: i32, y: i32, len: usize, c: u8| joiner.take(x, y, len, c, spans),
                );
                joiner.flush(spans);
            }
            Self::Path(path, rule) => {
                rasterizer.fill(
                    path,
                    Transform::identity(),
                    *rule,
                    clip,
                    &mut |x: i32, y: i32, len: usize, c: u8| {
                        spans(x, y, Cover::Run(len, c));
                    },
                );
            }
            Self::Rect(edges) => rect_spans(*edges, clip, spans),
            Self::Quad(corners) => quad_spans(corners, clip, spans),
            Self::Glyphs(glyphs, table) => {
                for (image, x, y) in glyphs {
                    if let GlyphImage::Mask(mask) = &**image {
                        mask_spans(mask, *x, *y, table, clip, spans);
                    }
                }
            }
        }
    }
}

/// Longest run that is joined with others.
const SHORT: usize = 8;

/// Puts short runs together that lie beside each other.
#[derive(Default)]
struct Joiner {
    x: i32,
    y: i32,
    row: Vec<u8>,
}

impl Joiner {
    fn take(&mut self, x: i32, y: i32, len: usize, coverage: u8, spans: &mut dyn FnMut(i32, i32, Cover<'_>)) {
        let beside = y == self.y && i64::from(x) == i64::from(self.x) + self.row.len() as i64;
        if len > SHORT || !beside {
            self.flush(spans);
        }
        if len > SHORT {
            return spans(x, y, Cover::Run(len, coverage));
        }
        if self.row.is_empty() {
            (self.x, self.y) = (x, y);
        }
        self.row.extend(core::iter::repeat_n(coverage, len));
    }

    fn flush(&mut self, spans: &mut dyn FnMut(i32, i32, Cover<'_>)) {
        if !self.row.is_empty() {
            spans(self.x, self.y, Cover::Row(&self.row));
            self.row.clear();
        }
    }
}

fn around(x0: f64, y0: f64, x1: f64, y1: f64) -> PixelRect {
    PixelRect::new(x0.floor() as i32, y0.floor() as i32, x1.ceil() as i32, y1.ceil() as i32)
}

fn mask_spans(mask: &Coverage, dx: i32, dy: i32, table: &[u8; 256], clip: PixelRect, spans: Spans<'_>) {
    let area = mask.rect.offset(dx, dy).intersect(&clip);
    if area.is_empty() {
        return;
    }
    let mut corrected = Vec::with_capacity(area.width());
    for y in area.y0..area.y1 {
        let start = (area.x0 - dx - mask.rect.x0) as usize;
        let row = mask.row(y - dy).get(start..start + area.width()).unwrap_or(&[]);
        // Pixels that are not covered stay so, whatever the table makes of them.
        corrected.clear();
        corrected.extend(row.iter().map(|raw| if *raw == 0 { 0 } else { table[usize::from(*raw)] }));
        if corrected.iter().any(|covered| *covered != 0) {
            spans(area.x0, y, Cover::Row(&corrected));
        }
    }
}

fn rect_spans([x0, y0, x1, y1]: [f64; 4], clip: PixelRect, spans: Spans<'_>) {
    let left = x0.max(f64::from(clip.x0));
    let right = x1.min(f64::from(clip.x1));
    let top = y0.max(f64::from(clip.y0));
    let bottom = y1.min(f64::from(clip.y1));
    if !(left < right && top < bottom) {
        return;
    }
    let byte = |v: f64| (v * 255.0 + 0.5) as u8;
    let (first, last) = (left.floor() as i32, right.ceil() as i32);
    for y in top.floor() as i32..bottom.ceil() as i32 {
        let tall = bottom.min(f64::from(y) + 1.0) - top.max(f64::from(y));
        let wide = |x: i32| right.min(f64::from(x) + 1.0) - left.max(f64::from(x));
        let mut start = first;
        let mut end = last;
        if wide(first) < 1.0 {
            let covered = byte(wide(first) * tall);
            if covered != 0 {
                spans(first, y, Cover::Run(1, covered));
            }
            start += 1;
        }
        if last > start && wide(last - 1) < 1.0 {
            end -= 1;
        }
        let covered = byte(tall);
        if end > start && covered != 0 {
            spans(start, y, Cover::Run((end - start) as usize, covered));
        }
        if end != last {
            let covered = byte(wide(last - 1) * tall);
            if covered != 0 {
                spans(last - 1, y, Cover::Run(1, covered));
            }
        }
    }
}

fn quad_spans(corners: &[(f64, f64); 4], clip: PixelRect, spans: Spans<'_>) {
    let low = corners.iter().fold(f64::INFINITY, |m, c| m.min(c.1));
    let high = corners.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1));
    let first = ((low - 0.5).ceil().max(f64::from(clip.y0))) as i32;
    let last = ((high - 0.5).ceil().min(f64::from(clip.y1))) as i32;
    for y in first..last {
        let middle = f64::from(y) + 0.5;
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        for index in 0..4 {
            let (a, b) = (corners[index], corners[(index + 1) % 4]);
            let (top, bottom) = if a.1 < b.1 { (a, b) } else { (b, a) };
            if middle >= top.1 && middle < bottom.1 {
                let x = top.0 + (bottom.0 - top.0) * ((middle - top.1) / (bottom.1 - top.1));
                left = left.min(x);
                right = right.max(x);
            }
        }
        let start = ((left - 0.5).ceil().max(f64::from(clip.x0))) as i32;
        let end = ((right - 0.5).ceil().min(f64::from(clip.x1))) as i32;
        if start < end {
            spans(start, y, Cover::Run((end - start) as usize, 255));
        }
    }
}

/// The edges of a path that is one axis-aligned rectangle.
pub(crate) fn as_rect(path: &Path) -> Option<[f64; 4]> {
    let points = path.points();
    let (corners, last) = match points.len() {
        4 => (points, None),
        // A lone point may follow: `rect()` leaves one.
        5 => (points.get(..4)?, points.get(4)),
        _ => return None,
    };
    use tiny_skia_path::PathVerb as V;
    match path.verbs() {
        [V::Move, V::Line, V::Line, V::Line, V::Close] | [V::Move, V::Line, V::Line, V::Line] => {}
        [V::Move, V::Line, V::Line, V::Line, V::Line, V::Close] | [V::Move, V::Line, V::Line, V::Line, V::Line]
            if last == corners.first() => {}
        [V::Move, V::Line, V::Line, V::Line, V::Close, V::Move] => {}
        _ => return None,
    }
    let &[a, b, c, d] = corners else { return None };
    let flat = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let tall = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
    if !flat && !tall {
        return None;
    }
    Some([a.x.min(c.x), a.y.min(c.y), a.x.max(c.x), a.y.max(c.y)].map(f64::from))
}
