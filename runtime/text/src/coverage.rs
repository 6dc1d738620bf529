//! Exact-area rasterisation of paths: how much of each pixel a path covers.
//!
//! Every edge adds its signed area to the cells it touches; a running sum along the row then gives the coverage, as in
//! FreeType's smooth rasteriser and Skia's analytic one. Only touched cells are visited, so that a large outline costs its
//! length and not its bounding box. Plain IEEE arithmetic in a fixed order: the same bits on every machine.

use tiny_skia::{FillRule, Path, PathSegment, Point, Transform};

/// A rectangle of pixels: `x0 <= x < x1`, `y0 <= y < y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the edges")]
pub struct PixelRect {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl PixelRect {
    /// A rectangle from its edges.
    pub const fn new(x0: i32, y0: i32, x1: i32, y1: i32) -> Self {
        Self { x0, y0, x1, y1 }
    }

    /// True if no pixel is inside.
    pub const fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// Pixels in a row; 0 if empty.
    pub fn width(&self) -> usize {
        usize::try_from(i64::from(self.x1) - i64::from(self.x0)).unwrap_or(0)
    }

    /// Rows; 0 if empty.
    pub fn height(&self) -> usize {
        usize::try_from(i64::from(self.y1) - i64::from(self.y0)).unwrap_or(0)
    }

    /// The common part of two rectangles.
    pub fn intersect(&self, other: &Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// The rectangle grown by a margin on all sides.
    pub fn grow(&self, margin: i32) -> Self {
        Self {
            x0: self.x0.saturating_sub(margin),
            y0: self.y0.saturating_sub(margin),
            x1: self.x1.saturating_add(margin),
            y1: self.y1.saturating_add(margin),
        }
    }

    /// The rectangle moved.
    pub fn offset(&self, dx: i32, dy: i32) -> Self {
        Self {
            x0: self.x0.saturating_add(dx),
            y0: self.y0.saturating_add(dy),
            x1: self.x1.saturating_add(dx),
            y1: self.y1.saturating_add(dy),
        }
    }

    /// The smallest pixel rectangle around float edges; saturates, empty for NaN.
    pub fn around(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self {
            x0: x0.floor() as i32,
            y0: y0.floor() as i32,
            x1: x1.ceil() as i32,
            y1: y1.ceil() as i32,
        }
    }
}

/// Takes the covered runs of pixels, row by row from the top, left to right.
pub trait SpanSink {
    /// `len` pixels from `(x, y)` are covered by `coverage` / 255 (never 0).
    fn span(&mut self, x: i32, y: i32, len: usize, coverage: u8);
}

impl<F: FnMut(i32, i32, usize, u8)> SpanSink for F {
    fn span(&mut self, x: i32, y: i32, len: usize, coverage: u8) {
        self(x, y, len, coverage);
    }
}

/// A patch of 8-bit coverage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Where the patch lies.
    pub rect: PixelRect,
    /// Rows of `rect.width()` bytes.
    pub data: Vec<u8>,
}

impl Coverage {
    /// A patch without coverage.
    pub fn empty(rect: PixelRect) -> Self {
        let len = if rect.is_empty() { 0 } else { rect.width() * rect.height() };
        Self {
            rect,
            data: vec![0; len],
        }
    }

    /// One row's bytes; `y` must be inside the patch.
    pub fn row(&self, y: i32) -> &[u8] {
        let width = self.rect.width();
        let start = (y - self.rect.y0) as usize * width;
        self.data.get(start..start + width).unwrap_or(&[])
    }
}

#[derive(Clone, Copy)]
struct Line {
    x0: f64,
    y0: f64,
    x1: f64,
    y1: f64,
}

/// Cells a band may have; taller shapes are drawn band by band.
const BAND_CELLS: usize = 1 << 20;
/// Largest distance of a chord from its curve, in pixels.
const FLATNESS: f32 = 0.02;
/// Most chords of one curve segment.
const MAX_CHORDS: f32 = 400.0;
/// Coordinates are cut here: far outside any canvas, well inside what f64 cells compute exactly.
const FAR: f64 = 1.0e9;

/// Reusable buffers of the rasteriser.
#[derive(Default)]
pub struct Rasterizer {
    lines: Vec<Line>,
    cells: Vec<f32>,
    touched: Vec<u64>,
}

impl Rasterizer {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rasterises a path's inside within `clip`.
    pub fn fill(&mut self, path: &Path, transform: Transform, rule: FillRule, clip: PixelRect, sink: &mut impl SpanSink) {
        self.lines.clear();
        flatten(path, transform, &mut self.lines);
        self.sweep(rule, clip, sink);
    }

    /// The coverage of a path within `clip`, cut to the path's bounds; `None` if nothing is covered.
    pub fn coverage(&mut self, path: &Path, transform: Transform, rule: FillRule, clip: PixelRect) -> Option<Coverage> {
        self.lines.clear();
        flatten(path, transform, &mut self.lines);
        let rect = self.bounds()?.intersect(&clip);
        if rect.is_empty() {
            return None;
        }
        let mut patch = Coverage::empty(rect);
        let width = rect.width();
        self.sweep(rule, rect, &mut |x: i32, y: i32, len: usize, coverage: u8| {
            let start = (y - rect.y0) as usize * width + (x - rect.x0) as usize;
            if let Some(run) = patch.data.get_mut(start..start + len) {
                run.fill(coverage);
            }
        });
        Some(patch)
    }

    fn bounds(&self) -> Option<PixelRect> {
        let first = self.lines.first()?;
        let (mut x0, mut y0, mut x1, mut y1) = (first.x0, first.y0, first.x0, first.y0);
        for line in &self.lines {
            x0 = x0.min(line.x0).min(line.x1);
            x1 = x1.max(line.x0).max(line.x1);
            y0 = y0.min(line.y0).min(line.y1);
            y1 = y1.max(line.y0).max(line.y1);
        }
        Some(PixelRect::new(
            x0.floor() as i32,
            y0.floor() as i32,
            x1.ceil() as i32,
            y1.ceil() as i32,
        ))
    }

    fn sweep(&mut self, rule: FillRule, clip: PixelRect, sink: &mut impl SpanSink) {
        let Some(bounds) = self.bounds() else { return };
        let area = bounds.intersect(&clip);
        if area.is_empty() {
            return;
        }
        let stride = area.width() + 2;
        let words = stride.div_ceil(64);
        let band = (BAND_CELLS / stride).clamp(1, area.height());
        if self.cells.len() < stride * band {
            self.cells.resize(stride * band, 0.0);
        }
        if self.touched.len() < words * band {
            self.touched.resize(words * band, 0);
        }
        let mut top = area.y0;
        while top < area.y1 {
            let bottom = area.y1.min(top.saturating_add(band as i32));
            let mut grid = Grid {
                cells: &mut self.cells,
                touched: &mut self.touched,
                stride,
                words,
                width: area.width() as f64,
                height: f64::from(bottom - top),
            };
            for line in &self.lines {
                grid.line(
                    line.x0 - f64::from(area.x0),
                    line.y0 - f64::from(top),
                    line.x1 - f64::from(area.x0),
                    line.y1 - f64::from(top),
                );
            }
            for row in 0..(bottom - top) {
                grid.emit(row as usize, rule, area.x0, top + row, area.width(), sink);
            }
            top = bottom;
        }
    }
}

struct Grid<'a> {
    cells: &'a mut [f32],
    touched: &'a mut [u64],
    stride: usize,
    words: usize,
    width: f64,
    height: f64,
}

impl Grid<'_> {
    /// Adds one edge, in the grid's coordinates: cut to its rows; what lies left of it counts at its left side, what lies
    /// right of it not at all.
    fn line(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) {
        if y0 == y1 {
            return;
        }
        let (sign, mut x0, mut y0, mut x1, mut y1) = if y0 < y1 {
            (1.0, x0, y0, x1, y1)
        } else {
            (-1.0, x1, y1, x0, y0)
        };
        if y1 <= 0.0 || y0 >= self.height {
            return;
        }
        let slope = (x1 - x0) / (y1 - y0);
        if y0 < 0.0 {
            x0 -= slope * y0;
            y0 = 0.0;
        }
        if y1 > self.height {
            x1 = x0 + slope * (self.height - y0);
            y1 = self.height;
        }
        // Cut at the sides, top to bottom.
        let mut cuts = [y1; 3];
        let mut count = 0;
        for side in [0.0, self.width] {
            if (x0 < side) != (x1 < side) {
                let y = y0 + (side - x0) / slope;
                if y > y0 && y < y1 {
                    cuts[count] = y;
                    count += 1;
                }
            }
        }
        if count == 2 && cuts[0] > cuts[1] {
            cuts.swap(0, 1);
        }
        let (mut xa, mut ya) = (x0, y0);
        for cut in cuts.iter().take(count + 1).copied() {
            let last = cut == y1;
            let xb = if last { x1 } else { x0 + slope * (cut - y0) };
            let middle = (xa + xb) * 0.5;
            if middle < 0.0 {
                self.rows(0.0, ya, 0.0, cut, sign);
            } else if middle < self.width {
                self.rows(xa.clamp(0.0, self.width), ya, xb.clamp(0.0, self.width), cut, sign);
            }
            xa = xb;
            ya = cut;
        }
    }

    fn rows(&mut self, x0: f64, y0: f64, x1: f64, y1: f64, sign: f64) {
        if y1 <= y0 {
            return;
        }
        let slope = (x1 - x0) / (y1 - y0);
        let (low, high) = if x0 < x1 { (x0, x1) } else { (x1, x0) };
        // Nothing here is below zero: to cut off is to round down.
        let mut row = y0 as usize;
        let mut top = y0;
        let mut x = x0;
        while top < y1 {
            let bottom = ((row + 1) as f64).min(y1);
            let next = if bottom == y1 {
                x1
            } else {
                (x0 + slope * (bottom - y0)).clamp(low, high)
            };
            self.row(row, x, next, (bottom - top) * sign);
            x = next;
            top = bottom;
            row += 1;
        }
    }

    /// One edge within one row: `d` is its signed height.
    #[inline]
    fn row(&mut self, row: usize, xa: f64, xb: f64, d: f64) {
        let (left, right) = if xa < xb { (xa, xb) } else { (xb, xa) };
        let start = left as usize;
        let first = start as f64;
        if right <= first + 1.0 {
            // Within one cell.
            let middle = 0.5 * (left + right) - first;
            self.add(row, start, d - d * middle);
            self.add(row, start + 1, d * middle);
            return;
        }
        let s = 1.0 / (right - left);
        let mut x = left;
        let mut cell = start;
        let mut carry = 0.0;
        // Each cell takes the area right of the edge's part in it; the rest of that part's height goes to the next cell.
        while x < right {
            let stop = ((cell + 1) as f64).min(right);
            let height = d * (stop - x) * s;
            let middle = 0.5 * (x + stop) - cell as f64;
            self.add(row, cell, carry + height - height * middle);
            carry = height * middle;
            x = stop;
            cell += 1;
        }
        self.add(row, cell, carry);
    }

    #[inline]
    fn add(&mut self, row: usize, cell: usize, value: f64) {
        if let Some(slot) = self.cells.get_mut(row * self.stride + cell) {
            *slot += value as f32;
        }
        if let Some(word) = self.touched.get_mut(row * self.words + cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    /// Sums one row up, hands out its runs and clears it.
    fn emit(&mut self, row: usize, rule: FillRule, x0: i32, y: i32, width: usize, sink: &mut impl SpanSink) {
        let Some(words) = self.touched.get_mut(row * self.words..(row + 1) * self.words) else {
            return;
        };
        let Some(cells) = self.cells.get_mut(row * self.stride..(row + 1) * self.stride) else {
            return;
        };
        let mut sum = 0.0_f32;
        let mut run_start = 0_usize;
        let mut run_coverage = 0_u8;
        for (index, word) in words.iter_mut().enumerate() {
            let mut bits = core::mem::take(word);
            while bits != 0 {
                let cell = index * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let Some(slot) = cells.get_mut(cell) else {
                    continue;
                };
                sum += core::mem::take(slot);
                if cell >= width {
                    continue;
                }
                let coverage = to_coverage(sum, rule);
                if coverage != run_coverage {
                    if run_coverage != 0 && cell > run_start {
                        sink.span(x0 + run_start as i32, y, cell - run_start, run_coverage);
                    }
                    run_start = cell;
                    run_coverage = coverage;
                }
            }
        }
        if run_coverage != 0 && width > run_start {
            sink.span(x0 + run_start as i32, y, width - run_start, run_coverage);
        }
    }
}

#[inline]
fn to_coverage(sum: f32, rule: FillRule) -> u8 {
    let area = sum.abs();
    let covered = match rule {
        FillRule::Winding => area.min(1.0),
        FillRule::EvenOdd => {
            let folded = area % 2.0;
            if folded > 1.0 { 2.0 - folded } else { folded }
        }
    };
    (covered * 255.0 + 0.5) as u8
}

fn flatten(path: &Path, transform: Transform, lines: &mut Vec<Line>) {
    let map = |point: Point| {
        let mut mapped = point;
        transform.map_point(&mut mapped);
        mapped
    };
    let mut start = Point::zero();
    let mut last = Point::zero();
    let mut push = |from: Point, to: Point| {
        if from == to {
            return;
        }
        let line = Line {
            x0: f64::from(from.x).clamp(-FAR, FAR),
            y0: f64::from(from.y).clamp(-FAR, FAR),
            x1: f64::from(to.x).clamp(-FAR, FAR),
            y1: f64::from(to.y).clamp(-FAR, FAR),
        };
        if !(line.x0 + line.y0 + line.x1 + line.y1).is_nan() {
            lines.push(line);
        }
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(point) => {
                push(last, start);
                start = map(point);
                last = start;
            }
            PathSegment::LineTo(point) => {
                let point = map(point);
                push(last, point);
                last = point;
            }
            PathSegment::QuadTo(control, point) => {
                let (control, point) = (map(control), map(point));
                let bend = (last.x - 2.0 * control.x + point.x)
                    .abs()
                    .max((last.y - 2.0 * control.y + point.y).abs());
                let steps = (bend / (4.0 * FLATNESS)).sqrt().ceil().clamp(1.0, MAX_CHORDS) as usize;
                let from = last;
                for step in 1..=steps {
                    let to = if step == steps {
                        point
                    } else {
                        let t = step as f32 / steps as f32;
                        let u = 1.0 - t;
                        Point::from_xy(
                            u * u * from.x + 2.0 * u * t * control.x + t * t * point.x,
                            u * u * from.y + 2.0 * u * t * control.y + t * t * point.y,
                        )
                    };
                    push(last, to);
                    last = to;
                }
            }
            PathSegment::CubicTo(a, b, point) => {
                let (a, b, point) = (map(a), map(b), map(point));
                let bend = (last.x - 2.0 * a.x + b.x)
                    .abs()
                    .max((last.y - 2.0 * a.y + b.y).abs())
                    .max((a.x - 2.0 * b.x + point.x).abs())
                    .max((a.y - 2.0 * b.y + point.y).abs());
                let steps = (bend * 0.75 / FLATNESS).sqrt().ceil().clamp(1.0, MAX_CHORDS) as usize;
                let from = last;
                for step in 1..=steps {
                    let to = if step == steps {
                        point
                    } else {
                        let t = step as f32 / steps as f32;
                        let u = 1.0 - t;
                        let (p, q, r, s) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
                        Point::from_xy(
                            p * from.x + q * a.x + r * b.x + s * point.x,
                            p * from.y + q * a.y + r * b.y + s * point.y,
                        )
                    };
                    push(last, to);
                    last = to;
                }
            }
            PathSegment::Close => {
                push(last, start);
                last = start;
            }
        }
    }
    push(last, start);
}

#[cfg(test)]
#[path = "coverage_tests.rs"]
mod tests;
