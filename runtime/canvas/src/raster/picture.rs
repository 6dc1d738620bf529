//! Drawing of pictures (HTML § 4.12.5.1.14, `drawImage`).

use std::rc::Rc;

use tiny_skia::Pixmap;

use super::Raster;
use crate::color_space::ColorSpace;
use crate::path::Matrix;
use crate::picture::{Beyond, Picture, Sampling};
use crate::shape::Shape;
use crate::source::Source;
use crate::surface::ImageRef;
use crate::text::TextEngine;

impl Raster<'_> {
    pub(super) fn image(&mut self, index: usize, [sx, sy, sw, sh]: [f64; 4], [dx, dy, dw, dh]: [f64; 4]) {
        let Some(image) = self.chunk.images.get(index) else {
            return;
        };
        let matrix = self.state.matrix;
        let Some(shape) = target(&matrix, dx, dy, dw, dh) else {
            return;
        };
        let Some(mut pixels) = image_pixels(image, self.space, self.text) else {
            // A transparent picture: some operators take away what is below it.
            return self.draw(&shape, &Source::Nothing);
        };
        // Source pixels to canvas pixels.
        let to_target = Matrix {
            m: [dw / sw, 0.0, 0.0, dh / sh, dx - sx * dw / sw, dy - sy * dh / sh],
        };
        let mut forward = matrix.times(&to_target);
        let mut area = [sx, sy, sx + sw, sy + sh];
        let [a, b, c, d, ..] = forward.m;
        let scale_x = (a * a + b * b).sqrt();
        let scale_y = (c * c + d * d).sqrt();
        let mut sampling = match (self.state.smoothing, self.state.quality) {
            (false, _) => Sampling::Nearest,
            (true, 2) if scale_x > 1.0 && scale_y > 1.0 => Sampling::Cubic,
            _ => Sampling::Linear,
        };
        if sampling == Sampling::Cubic && scale_x == 1.0 && scale_y == 1.0 {
            sampling = Sampling::Linear;
        }
        if self.state.smoothing && self.state.quality > 0 {
            // Better qualities shrink through a mipmap.
            let mut shrink = scale_x.max(scale_y);
            let (mut smaller, mut times) = (pixels.width().min(pixels.height()), 0);
            while shrink <= 0.5 && smaller > 1 {
                smaller = smaller.div_ceil(2);
                times += 1;
                forward = forward.times(&Matrix {
                    m: [2.0, 0.0, 0.0, 2.0, 0.0, 0.0],
                });
                area = area.map(|v| v / 2.0);
                shrink *= 2.0;
            }
            match image.halved(&pixels, self.space, times) {
                Some(half) => pixels = half,
                None => return,
            }
        }
        let Some(inverse) = forward.invert() else {
            return;
        };
        let limit = [pixels.width() as i32, pixels.height() as i32];
        let source = Source::Picture(Picture {
            area: [
                (area[0].floor() as i32).clamp(0, limit[0]),
                (area[1].floor() as i32).clamp(0, limit[1]),
                (area[2].ceil() as i32).clamp(0, limit[0]),
                (area[3].ceil() as i32).clamp(0, limit[1]),
            ],
            pixels,
            inverse,
            sampling,
            beyond: (Beyond::Clamp, Beyond::Clamp),
            alpha: (self.state.alpha * 255.0 + 0.5) as u8,
        });
        self.draw(&shape, &source);
    }
}

/// Where a picture is drawn.
fn target(matrix: &Matrix, dx: f64, dy: f64, dw: f64, dh: f64) -> Option<Shape> {
    let [ma, mb, mc, md, ..] = matrix.m;
    let (wide, tall) = (dw.abs() * (ma * ma + mb * mb).sqrt(), dh.abs() * (mc * mc + md * md).sqrt());
    // Chromium anti-aliases a picture's edges only if it is turned or thinner than a pixel: tiles leave no seams.
    let turned = (mb != 0.0 || mc != 0.0) && (ma != 0.0 || md != 0.0);
    if turned || wide < 1.0 || tall < 1.0 {
        return Shape::rect(dx, dy, dw, dh, matrix);
    }
    Some(Shape::Quad([
        matrix.map(dx, dy),
        matrix.map(dx + dw, dy),
        matrix.map(dx + dw, dy + dh),
        matrix.map(dx, dy + dh),
    ]))
}

pub(super) fn image_pixels(image: &ImageRef, space: ColorSpace, text: &mut TextEngine) -> Option<Rc<Pixmap>> {
    match image {
        ImageRef::Image(image) => Some(image.pixels_in(space)),
        ImageRef::Snapshot(snapshot) => snapshot.pixels_in(space, text),
    }
}
