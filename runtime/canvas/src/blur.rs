//! Gaussian blurs of planes of bytes.
//!
//! A blur runs along rows and then along columns. Either way many lines are blurred side by side, their values next to each
//! other: rows are turned into columns first.

/// Lines that are blurred together: as many values as a cache holds.
const TOGETHER: usize = 64;

/// Blurs interleaved channels (four, or one) of a picture in place, both ways.
pub(crate) fn blur_planes(data: &mut [u8], width: usize, height: usize, channels: usize, sigma: f32) {
    if sigma < 0.03 || width == 0 || height == 0 {
        return;
    }
    let stride = width * channels;
    let method = Method::new(sigma);
    let mut buffers = Buffers::default();
    // Along rows. Rows of nothing stay so.
    let mut rows: Vec<usize> = Vec::with_capacity(TOGETHER);
    let along = |data: &mut [u8], rows: &[usize], buffers: &mut Buffers| {
        let side = rows.len() * channels;
        buffers.values.clear();
        buffers.values.resize(width * side, 0.0);
        for (index, row) in rows.iter().enumerate() {
            let line = &data[row * stride..(row + 1) * stride];
            for (x, pixel) in line.chunks_exact(channels).enumerate() {
                for (channel, value) in pixel.iter().enumerate() {
                    buffers.values[x * side + index * channels + channel] = f32::from(*value);
                }
            }
        }
        method.run(buffers, width, side);
        for (index, row) in rows.iter().enumerate() {
            let line = &mut data[row * stride..(row + 1) * stride];
            for (x, pixel) in line.chunks_exact_mut(channels).enumerate() {
                for (channel, value) in pixel.iter_mut().enumerate() {
                    *value = (buffers.values[x * side + index * channels + channel] + 0.5) as u8;
                }
            }
        }
    };
    for row in 0..height {
        if data[row * stride..(row + 1) * stride].iter().any(|value| *value != 0) {
            rows.push(row);
        }
        if rows.len() * channels >= TOGETHER {
            along(data, &rows, &mut buffers);
            rows.clear();
        }
    }
    if !rows.is_empty() {
        along(data, &rows, &mut buffers);
    }
    // Along columns.
    for first in (0..stride).step_by(TOGETHER) {
        let side = TOGETHER.min(stride - first);
        buffers.values.clear();
        for row in data.chunks_exact(stride) {
            buffers
                .values
                .extend(row[first..first + side].iter().map(|value| f32::from(*value)));
        }
        if buffers.values.iter().all(|value| *value == 0.0) {
            continue;
        }
        method.run(&mut buffers, height, side);
        for (row, values) in data.chunks_exact_mut(stride).zip(buffers.values.chunks_exact(side)) {
            for (slot, value) in row[first..first + side].iter_mut().zip(values) {
                *slot = (value + 0.5) as u8;
            }
        }
    }
}

#[derive(Default)]
struct Buffers {
    values: Vec<f32>,
    out: Vec<f32>,
    sums: Vec<f64>,
}

enum Method {
    /// The Gaussian's weights around its middle, adding up to one.
    Weights(Vec<f32>),
    /// Three box blurs make a Gaussian nearly; for wide blurs, where the exact sum would take long. Each is how far its window
    /// reaches back, and how wide that is.
    Boxes([(usize, usize); 3]),
}

impl Method {
    fn new(sigma: f32) -> Self {
        if sigma < 2.0 {
            let radius = (sigma * 3.0).ceil().clamp(1.0, 4096.0) as i32;
            let mut weights: Vec<f32> = (-radius..=radius)
                .map(|i| libm::expf(-((i * i) as f32) / (2.0 * sigma * sigma)))
                .collect();
            let sum: f32 = weights.iter().sum();
            for weight in &mut weights {
                *weight /= sum;
            }
            return Self::Weights(weights);
        }
        let window = (sigma * 3.0 * (2.0 * core::f32::consts::PI).sqrt() / 4.0 + 0.5)
            .floor()
            .clamp(1.0, 8192.0) as usize;
        let half = window / 2;
        Self::Boxes(if window % 2 == 1 {
            [(half, window); 3]
        } else {
            [(half, window), (half - 1, window), (half, window + 1)]
        })
    }

    /// Blurs lines of a length, `side` of them side by side.
    fn run(&self, buffers: &mut Buffers, length: usize, side: usize) {
        match self {
            Self::Weights(weights) => {
                let Buffers { values, out, .. } = buffers;
                let radius = weights.len() / 2;
                out.clear();
                out.resize(length * side, 0.0);
                for (at, sums) in out.chunks_exact_mut(side).enumerate() {
                    let from = at.saturating_sub(radius);
                    let to = (at + radius + 1).min(length);
                    for other in from..to {
                        let weight = weights[other + radius - at];
                        for (sum, value) in sums.iter_mut().zip(&values[other * side..(other + 1) * side]) {
                            *sum += weight * value;
                        }
                    }
                }
                core::mem::swap(values, out);
            }
            Self::Boxes(boxes) => {
                for (back, window) in boxes {
                    box_pass(buffers, length, side, *back, *window);
                }
            }
        }
    }
}

/// The means of a window that slides along, beginning `back` before each place.
fn box_pass(buffers: &mut Buffers, length: usize, side: usize, back: usize, window: usize) {
    let Buffers { values, out, sums } = buffers;
    let lead = window - 1 - back;
    let line = |at: usize| &values[at * side..(at + 1) * side];
    sums.clear();
    sums.resize(side, 0.0);
    for at in 0..lead.min(length) {
        for (sum, value) in sums.iter_mut().zip(line(at)) {
            *sum += f64::from(*value);
        }
    }
    out.clear();
    out.resize(length * side, 0.0);
    for (at, means) in out.chunks_exact_mut(side).enumerate() {
        if at + lead < length {
            for (sum, value) in sums.iter_mut().zip(line(at + lead)) {
                *sum += f64::from(*value);
            }
        }
        for (mean, sum) in means.iter_mut().zip(sums.iter()) {
            *mean = (sum / window as f64) as f32;
        }
        if at >= back {
            for (sum, value) in sums.iter_mut().zip(line(at - back)) {
                *sum -= f64::from(*value);
            }
        }
    }
    core::mem::swap(values, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line by itself.
    fn slowly(line: &[u8], sigma: f32) -> Vec<u8> {
        let mut values: Vec<f32> = line.iter().map(|value| f32::from(*value)).collect();
        match Method::new(sigma) {
            Method::Weights(weights) => {
                let radius = weights.len() as i64 / 2;
                let old = values.clone();
                for (at, slot) in values.iter_mut().enumerate() {
                    *slot = 0.0;
                    for (index, weight) in weights.iter().enumerate() {
                        let other = at as i64 + index as i64 - radius;
                        if let Some(value) = usize::try_from(other).ok().and_then(|other| old.get(other)) {
                            *slot += weight * value;
                        }
                    }
                }
            }
            Method::Boxes(boxes) => {
                for (back, window) in boxes {
                    let old = values.clone();
                    let lead = window - 1 - back;
                    let mut sum: f64 = old.iter().take(lead).fold(0.0, |sum, value| sum + f64::from(*value));
                    for (at, slot) in values.iter_mut().enumerate() {
                        if let Some(next) = old.get(at + lead) {
                            sum += f64::from(*next);
                        }
                        *slot = (sum / window as f64) as f32;
                        if at >= back {
                            sum -= f64::from(old[at - back]);
                        }
                    }
                }
            }
        }
        values.into_iter().map(|value| (value + 0.5) as u8).collect()
    }

    #[test]
    fn lines_side_by_side_are_what_they_are_one_by_one() {
        for (width, height, channels) in [(90, 40, 1), (33, 50, 4), (1, 9, 4), (200, 3, 1)] {
            let mut data: Vec<u8> = (0..width * height * channels)
                .map(|i| {
                    if i / (width * channels) % 7 == 0 {
                        0
                    } else {
                        (i * i / 3 % 256) as u8
                    }
                })
                .collect();
            for sigma in [0.5, 1.9, 2.0, 3.3, 7.5, 40.0] {
                let mut expected = data.clone();
                let stride = width * channels;
                for row in expected.chunks_exact_mut(stride) {
                    for channel in 0..channels {
                        let line: Vec<u8> = row.iter().skip(channel).step_by(channels).copied().collect();
                        for (x, value) in slowly(&line, sigma).into_iter().enumerate() {
                            row[x * channels + channel] = value;
                        }
                    }
                }
                for column in 0..stride {
                    let line: Vec<u8> = expected.iter().skip(column).step_by(stride).copied().collect();
                    for (y, value) in slowly(&line, sigma).into_iter().enumerate() {
                        expected[y * stride + column] = value;
                    }
                }
                blur_planes(&mut data, width, height, channels, sigma);
                assert_eq!(data, expected, "{width} {height} {channels} {sigma}");
            }
        }
    }
}
