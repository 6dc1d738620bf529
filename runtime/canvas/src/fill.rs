//! Filling of shapes: source pixels through coverage, clip mask and operator onto a picture.

use oracade_text::coverage::{Coverage, PixelRect, Rasterizer};

use crate::blend::{CompositeOp, Px, blend_row, blend_run, div255, over, scale};
use crate::shape::{Cover, Shape};
use crate::source::Source;

/// Pixels to be drawn on, somewhere on the canvas's plane.
pub(crate) struct Ground<'a> {
    /// Where they lie.
    pub(crate) rect: PixelRect,
    /// Rows of premultiplied RGBA bytes.
    pub(crate) data: &'a mut [u8],
}

/// A region drawings are cut to: a rectangle, and coverage inside it where it is not simply that.
pub(crate) struct Region<'a> {
    pub(crate) rect: PixelRect,
    pub(crate) mask: Option<&'a Coverage>,
}

/// Buffers that are used again.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) rasterizer: Rasterizer,
    pub(crate) row: Vec<Px>,
    covered: Vec<u8>,
}

/// Composites a shape filled from a source.
pub(crate) fn fill(
    ground: Ground<'_>,
    shape: &Shape,
    source: &Source,
    mode: CompositeOp,
    region: &Region<'_>,
    buffers: &mut Buffers,
) {
    let Ground { rect, data } = ground;
    let area = region.rect.intersect(&rect);
    let stride = rect.width();
    let Buffers {
        rasterizer,
        row,
        covered,
    } = buffers;
    let mut below = |x: i32, y: i32, len: usize, draw: &mut dyn FnMut(&mut [u8])| {
        let start = ((y - rect.y0) as usize * stride + (x - rect.x0) as usize) * 4;
        if let Some(below) = data.get_mut(start..start + len * 4) {
            draw(below);
        }
    };
    if let (Source::Solid(color), CompositeOp::SourceOver, None) = (source, mode, region.mask) {
        return shape.spans(rasterizer, area, true, &mut |x, y, cover| match cover {
            Cover::Run(len, coverage) => below(x, y, len, &mut |below| solid_over(*color, coverage, below)),
            Cover::Row(coverage) => below(x, y, coverage.len(), &mut |below| solid_row(*color, coverage, below)),
        });
    }
    let solid = matches!(source, Source::Solid(_));
    shape.spans(rasterizer, area, solid, &mut |x, y, cover| {
        // Rows of a shape are fetched one pixel at a time, as the runs that they stand for.
        if let (Cover::Row(coverage), false) = (cover, solid) {
            for (x, coverage) in (x..).zip(coverage).filter(|(_, coverage)| **coverage != 0) {
                let mut pixel = [[0; 4]];
                source.fetch(x, y, &mut pixel);
                let coverage = match mask_row(region, x, y, 1) {
                    Some(mask) => mask.first().map_or(0, |outer| both(*outer, *coverage)),
                    None => *coverage,
                };
                below(x, y, 1, &mut |below| blend_row(mode, &pixel, &[coverage], below));
            }
            return;
        }
        let len = match cover {
            Cover::Run(len, _) => len,
            Cover::Row(row) => row.len(),
        };
        let cover = match (cover, mask_row(region, x, y, len)) {
            (cover, None) => cover,
            (Cover::Run(_, alike), Some(mask)) => {
                covered.clear();
                covered.extend(mask.iter().map(|outer| both(*outer, alike)));
                Cover::Row(covered)
            }
            (Cover::Row(inner), Some(mask)) => {
                covered.clear();
                covered.extend(mask.iter().zip(inner).map(|(outer, inner)| both(*outer, *inner)));
                Cover::Row(covered)
            }
        };
        let pixels = match source.lying(x, y, len) {
            Some(pixels) => pixels,
            None => {
                row.resize(len.max(row.len()), [0; 4]);
                let row = &mut row[..len];
                source.fetch(x, y, row);
                row
            }
        };
        below(x, y, len, &mut |below| match cover {
            Cover::Run(_, coverage) => blend_run(mode, pixels, coverage, below),
            Cover::Row(coverage) => blend_row(mode, pixels, coverage, below),
        });
    });
}

/// The clip's coverage of pixels.
fn mask_row<'a>(region: &Region<'a>, x: i32, y: i32, len: usize) -> Option<&'a [u8]> {
    let mask = region.mask?;
    let skip = (x - mask.rect.x0) as usize;
    Some(mask.row(y).get(skip..skip + len).unwrap_or(&[]))
}

/// Coverage under coverage.
fn both(outer: u8, inner: u8) -> u8 {
    div255(u32::from(outer) * u32::from(inner)) as u8
}

/// Source-over of one colour on a row, the path most shapes take.
fn solid_over(color: Px, coverage: u8, ground: &mut [u8]) {
    let color = if coverage == 255 {
        color
    } else {
        scale(color, u32::from(coverage))
    };
    let pixels = ground.as_chunks_mut::<4>().0;
    match color[3] {
        0 => {}
        255 => pixels.fill(color),
        _ => {
            for pixel in pixels {
                *pixel = over(color, *pixel);
            }
        }
    }
}

/// Source-over of one colour through coverage.
fn solid_row(color: Px, coverage: &[u8], ground: &mut [u8]) {
    for (pixel, covered) in ground.as_chunks_mut::<4>().0.iter_mut().zip(coverage) {
        match covered {
            0 => {}
            255 => *pixel = over(color, *pixel),
            _ => *pixel = over(scale(color, u32::from(*covered)), *pixel),
        }
    }
}
