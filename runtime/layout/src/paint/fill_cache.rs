//! Gradients that were filled for an earlier picture: a page's background is the same in every frame, whatever else has changed, and
//! a gradient costs many times what copying its pixels does.

use oracade_text::coverage::PixelRect;
use std::ops::Range;
use tiny_skia::{FillRule, Mask, Path, PixmapMut, Shader};

use crate::query::geometry::Transform;

/// Most bytes kept, pixels before and after together.
const BYTES_MAX: usize = 48 << 20;
/// Areas that are kept, in pixels.
const PIXELS: Range<usize> = 256..4 << 20;

/// A fill with a gradient: all that its pixels depend on but those it is filled over.
#[derive(PartialEq)]
pub(super) struct Fill {
    /// The pixels it may change, and the corner of the picture's part that is painted on.
    area: PixelRect,
    corner: (f32, f32),
    rule: FillRule,
    transform: Transform,
    shader: Shader<'static>,
    path: Path,
}

struct Entry {
    fill: Fill,
    mask: Option<Vec<u8>>,
    before: Vec<u8>,
    after: Vec<u8>,
    /// The picture it was last used in.
    used: u64,
}

impl Entry {
    fn bytes(&self) -> usize {
        self.before.len() + self.after.len() + self.mask.as_ref().map_or(0, Vec::len)
    }
}

/// Results by all that they depend on, so that a hit is what filling would give. Results not used in the last two pictures go.
#[derive(Default)]
pub(super) struct FillCache {
    entries: Vec<Entry>,
    bytes: usize,
    picture: u64,
}

/// A gradient, as something that can be kept.
pub(super) fn gradient(shader: &Shader<'_>) -> Option<Shader<'static>> {
    match shader {
        Shader::LinearGradient(gradient) => Some(Shader::LinearGradient(gradient.clone())),
        Shader::RadialGradient(gradient) => Some(Shader::RadialGradient(gradient.clone())),
        Shader::SweepGradient(gradient) => Some(Shader::SweepGradient(gradient.clone())),
        Shader::SolidColor(_) | Shader::Pattern(_) => None,
    }
}

impl FillCache {
    /// Says that another picture begins.
    pub(super) fn begin_picture(&mut self) {
        self.picture += 1;
        let oldest = self.picture.saturating_sub(2);
        self.entries.retain(|entry| entry.used >= oldest);
        self.bytes = self.entries.iter().map(Entry::bytes).sum();
    }

    /// Fills as `paint` does, on `target`, whose corner is at `corner` of the viewport; it changes no pixel outside of `bounds`.
    #[expect(clippy::too_many_arguments, reason = "all that the pixels depend on")]
    pub(super) fn fill(
        &mut self,
        target: &mut PixmapMut<'_>,
        corner: (f32, f32),
        bounds: PixelRect,
        mask: Option<&Mask>,
        (path, rule): (&Path, FillRule),
        shader: Shader<'static>,
        transform: &Transform,
        paint: impl FnOnce(&mut PixmapMut<'_>),
    ) {
        let (left, top) = (corner.0 as i32, corner.1 as i32);
        let within = PixelRect::new(left, top, left + target.width() as i32, top + target.height() as i32);
        let area = bounds.intersect(&within);
        if area.is_empty() || !PIXELS.contains(&(area.width() * area.height())) {
            return paint(target);
        }
        let fill = Fill {
            area,
            corner,
            rule,
            transform: *transform,
            shader,
            path: path.clone(),
        };
        let before = read(target, &area, (left, top));
        let picture = self.picture;
        let known = self
            .entries
            .iter_mut()
            .find(|entry| entry.fill == fill && entry.mask.as_deref() == mask.map(Mask::data) && entry.before == before);
        if let Some(entry) = known {
            entry.used = picture;
            write(target, &area, (left, top), &entry.after);
            return;
        }
        paint(target);
        let entry = Entry {
            fill,
            mask: mask.map(|mask| mask.data().to_vec()),
            after: read(target, &area, (left, top)),
            before,
            used: picture,
        };
        if self.bytes + entry.bytes() <= BYTES_MAX {
            self.bytes += entry.bytes();
            self.entries.push(entry);
        }
    }
}

/// The bytes of each row of an area, in a picture of a width whose corner is at a place.
fn rows(area: &PixelRect, (left, top): (i32, i32), width: u32) -> impl Iterator<Item = Range<usize>> {
    let (x, count) = ((area.x0 - left) as usize * 4, area.width() * 4);
    let rows = area.y0 - top..area.y1 - top;
    rows.map(move |y| {
        let at = y as usize * width as usize * 4 + x;
        at..at + count
    })
}

fn read(target: &PixmapMut<'_>, area: &PixelRect, corner: (i32, i32)) -> Vec<u8> {
    let mut out = Vec::with_capacity(area.width() * area.height() * 4);
    for row in rows(area, corner, target.width()) {
        out.extend_from_slice(target.as_ref().data().get(row).unwrap_or_default());
    }
    out
}

fn write(target: &mut PixmapMut<'_>, area: &PixelRect, corner: (i32, i32), pixels: &[u8]) {
    let width = target.width();
    let lines = pixels.chunks_exact(area.width() * 4);
    for (row, line) in rows(area, corner, width).zip(lines) {
        if let Some(to) = target.data_mut().get_mut(row) {
            to.copy_from_slice(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{Color, GradientStop, LinearGradient, Paint, PathBuilder, Pixmap, Point, SpreadMode};

    fn shader(shade: u8) -> Shader<'static> {
        let stops = [Color::from_rgba8(shade, 20, 30, 120), Color::from_rgba8(0, 200, 10, 255)];
        let stops = [GradientStop::new(0.0, stops[0]), GradientStop::new(1.0, stops[1])];
        let ends = (Point::from_xy(3.0, 1.0), Point::from_xy(31.0, 29.0));
        let identity = tiny_skia::Transform::identity();
        LinearGradient::new(ends.0, ends.1, stops.to_vec(), SpreadMode::Repeat, identity).unwrap()
    }

    /// Fills with a cache, and tells whether that is what filling without one gives.
    fn is_right(cache: &mut FillCache, shade: u8, under: u8, mask: Option<&Mask>) -> bool {
        let path = PathBuilder::from_circle(20.0, 18.0, 13.5).unwrap();
        let identity = tiny_skia::Transform::identity();
        let mut plain = Pixmap::new(48, 40).unwrap();
        plain.fill(Color::from_rgba8(under, 90, 90, 255));
        let mut cached = plain.clone();
        let paint = |target: &mut PixmapMut<'_>| {
            let paint = Paint {
                shader: shader(shade),
                ..Paint::default()
            };
            target.fill_path(&path, &paint, FillRule::Winding, identity, mask);
        };
        paint(&mut plain.as_mut());
        let bounds = PixelRect::new(5, 3, 35, 33);
        let what = (&path, FillRule::Winding);
        let still = Transform::IDENTITY;
        cache.fill(
            &mut cached.as_mut(),
            (0.0, 0.0),
            bounds,
            mask,
            what,
            shader(shade),
            &still,
            paint,
        );
        plain == cached
    }

    #[test]
    fn a_hit_is_what_filling_gives() {
        let mut cache = FillCache::default();
        let mut mask = Mask::new(48, 40).unwrap();
        for (at, coverage) in mask.data_mut().iter_mut().enumerate() {
            *coverage = (at * 7 % 256) as u8;
        }
        cache.begin_picture();
        for (shade, under, masked) in [(9, 1, false), (200, 1, false), (9, 2, false), (9, 1, true)] {
            for known in [0, 1] {
                let before = cache.entries.len();
                assert!(is_right(&mut cache, shade, under, masked.then_some(&mask)));
                assert_eq!(cache.entries.len(), before + 1 - known);
            }
        }
    }

    #[test]
    fn what_two_pictures_did_not_use_goes() {
        let mut cache = FillCache::default();
        for expected in [1, 1, 1, 0] {
            cache.begin_picture();
            if cache.picture == 1 {
                is_right(&mut cache, 1, 1, None);
            }
            assert_eq!(cache.entries.len(), expected);
        }
        assert_eq!(cache.bytes, 0);
    }
}
