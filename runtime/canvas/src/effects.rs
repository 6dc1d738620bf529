//! Blurs, shadows and colour filters on layers.

use crate::blend::{Px, div255, over};
use crate::blur::blur_planes;
use crate::css_filter::Filter;
use oracade_text::coverage::PixelRect;

/// A piece of premultiplied picture somewhere on the canvas's plane.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Where the piece lies.
    pub rect: PixelRect,
    /// Rows of RGBA bytes.
    pub data: Vec<u8>,
}

impl Layer {
    /// A transparent layer.
    pub fn new(rect: PixelRect) -> Self {
        Self {
            rect,
            data: vec![0; rect.width() * rect.height() * 4],
        }
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> &[Px] {
        self.data.as_chunks::<4>().0
    }

    /// The pixels, row by row.
    pub fn pixels_mut(&mut self) -> &mut [Px] {
        self.data.as_chunks_mut::<4>().0
    }

    /// A row's pixels from column `x`; `y` inside the layer.
    pub fn row(&self, x: i32, y: i32, len: usize) -> &[Px] {
        let start = (y - self.rect.y0) as usize * self.rect.width() + (x - self.rect.x0) as usize;
        self.pixels().get(start..start + len).unwrap_or(&[])
    }
}

/// How far a Gaussian of a standard deviation is felt, px.
pub fn reach(sigma: f32) -> i32 {
    if sigma > 0.0 {
        (sigma * 3.0).ceil().min(4096.0) as i32 + 1
    } else {
        0
    }
}

/// How far filters may move or spread pixels, px.
pub fn filter_reach(filters: &[Filter]) -> i32 {
    filters
        .iter()
        .map(|filter| match filter {
            Filter::Blur(sigma) => reach(*sigma),
            Filter::DropShadow(x, y, sigma, _) => reach(*sigma) + x.abs().max(y.abs()).ceil().min(16384.0) as i32,
            _ => 0,
        })
        .fold(0_i32, i32::saturating_add)
        .min(32768)
}

/// Blurs a layer, which must have room for the blur's reach.
pub fn blur(layer: &mut Layer, sigma: f32) {
    let (width, height) = (layer.rect.width(), layer.rect.height());
    blur_planes(&mut layer.data, width, height, 4, sigma);
    for pixel in layer.pixels_mut() {
        let alpha = pixel[3];
        for channel in &mut pixel[..3] {
            *channel = (*channel).min(alpha);
        }
    }
}

/// The blurred shadow of a layer: its alpha in a straight colour, not moved.
pub fn shadow(layer: &Layer, sigma: f32, color: [f32; 4]) -> Layer {
    let mut alpha: Vec<u8> = layer.pixels().iter().map(|pixel| pixel[3]).collect();
    blur_planes(&mut alpha, layer.rect.width(), layer.rect.height(), 1, sigma);
    let byte = |v: f32| (v * 255.0 + 0.5) as u8;
    let color = [
        byte(color[0] * color[3]),
        byte(color[1] * color[3]),
        byte(color[2] * color[3]),
        byte(color[3]),
    ];
    let mut out = Layer::new(layer.rect);
    for (slot, covered) in out.pixels_mut().iter_mut().zip(alpha) {
        *slot = color.map(|channel| div255(u32::from(channel) * u32::from(covered)) as u8);
    }
    out
}

/// Applies filters in order.
pub fn apply(layer: &mut Layer, filters: &[Filter]) {
    for filter in filters {
        match filter {
            Filter::Blur(sigma) => blur(layer, *sigma),
            Filter::Opacity(amount) => {
                let amount = (amount * 255.0 + 0.5) as u32;
                for pixel in layer.pixels_mut() {
                    *pixel = crate::blend::scale(*pixel, amount);
                }
            }
            Filter::Linear(slope, intercept) => straight(layer, |c| {
                [
                    c[0] * slope + intercept,
                    c[1] * slope + intercept,
                    c[2] * slope + intercept,
                    c[3],
                ]
            }),
            Filter::Invert(amount) => straight(layer, |c| {
                let turn = |v: f32| amount + v * (1.0 - 2.0 * amount);
                [turn(c[0]), turn(c[1]), turn(c[2]), c[3]]
            }),
            Filter::Matrix(m) => straight(layer, |c| {
                core::array::from_fn(|row| {
                    let row = row * 5;
                    m[row] * c[0] + m[row + 1] * c[1] + m[row + 2] * c[2] + m[row + 3] * c[3] + m[row + 4]
                })
            }),
            Filter::DropShadow(x, y, sigma, color) => {
                let below = shadow(layer, *sigma, *color);
                let (dx, dy) = (x.round() as i32, y.round() as i32);
                let rect = layer.rect;
                let width = rect.width() as i32;
                let from = below.pixels();
                for (index, pixel) in layer.pixels_mut().iter_mut().enumerate() {
                    let (column, row) = (index as i32 % width - dx, index as i32 / width - dy);
                    if (0..width).contains(&column)
                        && (0..rect.height() as i32).contains(&row)
                        && let Some(shade) = from.get((row * width + column) as usize)
                    {
                        *pixel = over(*pixel, *shade);
                    }
                }
            }
        }
    }
}

fn straight(layer: &mut Layer, map: impl Fn([f32; 4]) -> [f32; 4]) {
    for pixel in layer.pixels_mut() {
        if pixel[3] == 0 {
            continue;
        }
        let alpha = f32::from(pixel[3]);
        let color = [
            f32::from(pixel[0]) / alpha,
            f32::from(pixel[1]) / alpha,
            f32::from(pixel[2]) / alpha,
            alpha / 255.0,
        ];
        let mapped = map(color).map(|v| v.clamp(0.0, 1.0));
        let alpha = mapped[3];
        *pixel = core::array::from_fn(|i| {
            let value = if i == 3 { alpha } else { mapped[i] * alpha };
            (value * 255.0 + 0.5) as u8
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(sigma: f32) -> Layer {
        let mut layer = Layer::new(PixelRect::new(0, 0, 129, 129));
        let middle = 64 * 129 + 64;
        for dy in 0..8 {
            for dx in 0..8 {
                layer.pixels_mut()[middle - 4 * 129 - 4 + dy * 129 + dx] = [255; 4];
            }
        }
        blur(&mut layer, sigma);
        layer
    }

    #[test]
    fn blurring_keeps_what_there_is_and_spreads_it_evenly() {
        for sigma in [1.0, 4.0, 14.0] {
            let layer = dot(sigma);
            let sum: u64 = layer.pixels().iter().map(|p| u64::from(p[3])).sum();
            let expected = 64.0 * 255.0;
            assert!((sum as f64 - expected).abs() < expected * 0.12, "{sigma}: {sum}");
            let at = |x: usize, y: usize| layer.pixels()[y * 129 + x][3];
            assert_eq!(at(55, 63), at(63, 55));
            assert!(at(55, 63).abs_diff(at(72, 64)) <= 1);
        }
    }

    #[test]
    fn colour_filters_do_what_they_say() {
        let paint = |filter: Filter| {
            let mut layer = Layer::new(PixelRect::new(0, 0, 1, 1));
            layer.pixels_mut()[0] = [100, 50, 200, 255];
            apply(&mut layer, &[filter]);
            layer.pixels()[0]
        };
        assert_eq!(paint(Filter::Invert(1.0)), [155, 205, 55, 255]);
        assert_eq!(paint(Filter::Linear(0.5, 0.0)), [50, 25, 100, 255]);
        let grey = paint(Filter::Matrix(Box::new(saturate(0.0))));
        assert!(grey[0] == grey[1] && grey[1] == grey[2]);
        assert_eq!(paint(Filter::Opacity(0.5))[3], 128);
    }

    fn saturate(s: f32) -> [f32; 20] {
        match crate::css_filter::parse_filter(&format!("saturate({s})"), &Default::default()) {
            Some(list) => match list.into_iter().next() {
                Some(Filter::Matrix(m)) => *m,
                _ => [0.0; 20],
            },
            None => [0.0; 20],
        }
    }
}
