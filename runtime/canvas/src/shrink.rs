//! Pictures at another size, each pixel the mean of the area it stands for.

use core::ops::Range;

/// A picture of rows of four bytes a pixel at another size: each pixel is the mean of the area it stands for, rounded to nearest.
/// Nothing for sizes without pixels, and for bytes that are not of that size.
pub fn mean_of_areas(rgba: &[u8], (width, height): (u32, u32), (to_width, to_height): (u32, u32)) -> Vec<u8> {
    let row_length = width as usize * 4;
    if to_width == 0 || to_height == 0 || rgba.is_empty() || rgba.len() != row_length * height as usize {
        return Vec::new();
    }
    // Areas are counted in units that divide both pictures' pixels; down, by the largest there are.
    let common = gcd(height, to_height);
    let (tall, to_tall) = (height / common, to_height / common);
    let across = parts(width, to_width);
    let down = parts(height, to_height);
    let unit = Unit::of(u64::from(width) * u64::from(tall));
    let mut out = Vec::with_capacity(to_width as usize * to_height as usize * 4);
    // Rows are added up first, all their bytes alike; what is then added up across is one row for each of the result's. What lies
    // within a part counts whole, and is multiplied when it has been added up. (No sum comes near its type's end; the operations say
    // so, since the compiler adds many at once only where nothing is checked.)
    let (mut inner, mut sums) = (vec![0_u16; row_length], vec![0_u32; row_length]);
    for rows in &down {
        let row = |y: usize| rgba.get(y * row_length..(y + 1) * row_length).unwrap_or_default();
        let edges = rows.edges.into_iter().flatten().map(|(y, share)| (row(y), share / common));
        if tall <= SMALL {
            // All of it fits into 16 bits.
            let few = rows.whole.len() <= FEW && tall * 255 <= u32::from(u16::MAX);
            if few {
                let whole = rows.whole.clone().map(|y| (row(y), to_tall));
                weigh(&mut inner, whole.chain(edges));
            } else {
                inner.fill(0);
                add_rows(&mut inner, rows.whole.clone(), row);
                for sum in &mut inner {
                    *sum = sum.wrapping_mul(to_tall as u16);
                }
                for (row, share) in edges {
                    for (sum, byte) in inner.iter_mut().zip(row) {
                        *sum = sum.wrapping_add(u16::from(*byte).wrapping_mul(share as u16));
                    }
                }
            }
            across_row(&mut out, &inner, &across, tall, to_width, &unit);
        } else {
            sums.fill(0);
            let mut begin = rows.whole.start;
            while begin < rows.whole.end {
                let end = rows.whole.end.min(begin + SMALL as usize);
                inner.fill(0);
                add_rows(&mut inner, begin..end, row);
                for (sum, inner) in sums.iter_mut().zip(&inner) {
                    *sum = sum.wrapping_add(to_tall.wrapping_mul(u32::from(*inner)));
                }
                begin = end;
            }
            for (row, share) in edges {
                for (sum, byte) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(share.wrapping_mul(u32::from(*byte)));
                }
            }
            across_row(&mut out, &sums, &across, tall, to_width, &unit);
        }
    }
    out
}

/// What a pixel's parts add up to: sums are divided by it, thousands of them for a picture.
struct Unit {
    unit: u64,
    /// 2⁴⁸ over it, rounded up. A sum is below 256 units, so that for units below 2²⁰ the product's error is less than what a quotient can
    /// be away from the next whole number.
    inverse: Option<u64>,
}

impl Unit {
    fn of(unit: u64) -> Unit {
        let small = unit > 0 && unit < 1 << 20;
        Unit {
            unit,
            inverse: small.then(|| (1_u64 << 48).div_ceil(unit)),
        }
    }

    /// A sum over it, rounded to nearest.
    fn of_sum(&self, sum: u64) -> u8 {
        let sum = sum + self.unit / 2;
        match self.inverse {
            Some(inverse) => (sum.wrapping_mul(inverse) >> 48) as u8,
            // Exact: both numbers are, and the quotient of a picture that fits into memory is further from the next whole number than
            // it is rounded.
            None => (sum as f64 / self.unit as f64) as u8,
        }
    }
}

/// Adds a row of sums up across: a row of the result.
fn across_row<T: Copy + Into<u32>>(out: &mut Vec<u8>, sums: &[T], across: &[Part], tall: u32, to_width: u32, unit: &Unit) {
    let pixels = sums.as_chunks::<4>().0;
    for columns in across {
        let whole = pixels.get(columns.whole.clone()).unwrap_or_default();
        let mut parts = total(whole, tall).map(|part| part * u64::from(to_width));
        for (x, share) in columns.edges.into_iter().flatten() {
            if let Some(pixel) = pixels.get(x) {
                for (part, sum) in parts.iter_mut().zip(pixel) {
                    *part += u64::from(share) * u64::from((*sum).into());
                }
            }
        }
        out.extend(parts.map(|part| unit.of_sum(part)));
    }
}

/// Rows that are weighed and added up in one go.
const FEW: usize = 4;

/// Sums of at most [`FEW`] rows and two more, each with its weight.
fn weigh<'a>(sums: &mut [u16], rows: impl Iterator<Item = (&'a [u8], u32)>) {
    let mut all: [(&[u8], u16); FEW + 2] = [(&[], 0); FEW + 2];
    let mut count = 0;
    for (slot, (row, weight)) in all.iter_mut().zip(rows) {
        *slot = (row, weight as u16);
        count += 1;
    }
    // What has no weight may be any row.
    let any = all[0].0;
    for slot in all.iter_mut().skip(count) {
        *slot = (any, 0);
    }
    let [(a, wa), (b, wb), (c, wc), (d, wd), (e, we), (f, wf)] = all;
    let part = |byte: &u8, weight: u16| u16::from(*byte).wrapping_mul(weight);
    let six = a.iter().zip(b).zip(c).zip(d).zip(e).zip(f);
    for (sum, (((((a, b), c), d), e), f)) in sums.iter_mut().zip(six) {
        let low = part(a, wa).wrapping_add(part(b, wb)).wrapping_add(part(c, wc));
        *sum = low.wrapping_add(part(d, wd).wrapping_add(part(e, we)).wrapping_add(part(f, wf)));
    }
}

/// Rows of which sums fit into 16 bits.
const SMALL: u32 = 257;

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Adds rows up, several at once.
fn add_rows<'a>(sums: &mut [u16], rows: Range<usize>, row: impl Fn(usize) -> &'a [u8]) {
    let mut y = rows.start;
    while y + 4 <= rows.end {
        let four = row(y).iter().zip(row(y + 1)).zip(row(y + 2)).zip(row(y + 3));
        for (sum, (((a, b), c), d)) in sums.iter_mut().zip(four) {
            let two = u16::from(*a).wrapping_add(u16::from(*b));
            *sum = sum.wrapping_add(two.wrapping_add(u16::from(*c).wrapping_add(u16::from(*d))));
        }
        y += 4;
    }
    for y in y..rows.end {
        for (sum, byte) in sums.iter_mut().zip(row(y)) {
            *sum = sum.wrapping_add(u16::from(*byte));
        }
    }
}

/// Pixels added up. Each channel of one is at most 255 for each of so many rows.
fn total<T: Copy + Into<u32>>(pixels: &[[T; 4]], rows: u32) -> [u64; 4] {
    let most = u64::from(rows) * 255 * pixels.len() as u64;
    if u32::try_from(most).is_ok() {
        let mut total = [0_u32; 4];
        for pixel in pixels {
            for (total, sum) in total.iter_mut().zip(pixel) {
                *total = total.wrapping_add((*sum).into());
            }
        }
        return total.map(u64::from);
    }
    let mut total = [0_u64; 4];
    for pixel in pixels {
        for (total, sum) in total.iter_mut().zip(pixel) {
            *total += u64::from((*sum).into());
        }
    }
    total
}

/// The pixels of a row that a part of it covers: those it covers whole, and the first and the last with how much of them, in shares of
/// which a whole pixel has as many as there are parts.
struct Part {
    whole: Range<usize>,
    edges: [Option<(usize, u32)>; 2],
}

/// `to` parts of a row of `from` pixels. The shares of a part add up to `from`.
fn parts(from: u32, to: u32) -> Vec<Part> {
    let (from, to) = (u64::from(from), u64::from(to));
    let part = |n: u64| {
        let (begin, end) = (n * from, (n + 1) * from);
        let whole = begin.div_ceil(to)..end / to;
        let share = |pixel: u64| {
            let share = end.min((pixel + 1) * to) - begin.max(pixel * to);
            Some((pixel as usize, share as u32))
        };
        let (first, last) = (begin / to, (end - 1) / to);
        let is_cut = |pixel: u64| !whole.contains(&pixel);
        let edges = [
            is_cut(first).then(|| share(first)).flatten(),
            (last != first && is_cut(last)).then(|| share(last)).flatten(),
        ];
        Part {
            whole: whole.start.min(whole.end) as usize..whole.end as usize,
            edges,
        }
    };
    (0..to).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of each area, pixel by pixel.
    fn by_definition(rgba: &[u8], (from_width, from_height): (u32, u32), (width, height): (u32, u32)) -> Vec<u8> {
        let overlap = |from: u32, to: u32, at: u32, part: u32| {
            let (begin, end) = (u64::from(part * from), u64::from((part + 1) * from));
            let (low, high) = (u64::from(at * to), u64::from((at + 1) * to));
            end.min(high).saturating_sub(begin.max(low))
        };
        let unit = u64::from(from_width) * u64::from(from_height);
        let mut means = Vec::new();
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for channel in 0..4 {
                let mut sum = 0;
                for (row, column) in (0..from_height).flat_map(|row| (0..from_width).map(move |column| (row, column))) {
                    let area = overlap(from_height, height, row, y) * overlap(from_width, width, column, x);
                    sum += area * u64::from(rgba[((row * from_width + column) * 4 + channel) as usize]);
                }
                means.push(((sum + unit / 2) / unit) as u8);
            }
        }
        means
    }

    #[test]
    fn every_size_is_the_mean_of_its_areas() {
        let size = (23, 17);
        let bytes = (0..size.0 * size.1 * 4).map(|at: u32| (at.wrapping_mul(2_654_435_761) >> 24) as u8);
        let bytes: Vec<u8> = bytes.collect();
        for to in [
            (7, 5),
            (23, 5),
            (11, 16),
            (1, 1),
            (24, 18),
            (40, 3),
            (22, 17),
            (9, 4),
            (5, 13),
        ] {
            assert_eq!(
                mean_of_areas(&bytes, size, to),
                by_definition(&bytes, size, to),
                "{}x{}",
                to.0,
                to.1
            );
        }
        // Of several heights: next to where sums become larger than 16 bits, with and without common divisors.
        for (height, to) in [(257, 3), (258, 5), (258, 4), (300, 7), (514, 6), (771, 2)] {
            let bytes: Vec<u8> = (0..3 * height * 4)
                .map(|at: u32| 255 - (at.wrapping_mul(2_654_435_761) >> 29) as u8)
                .collect();
            assert_eq!(
                mean_of_areas(&bytes, (3, height), (2, to)),
                by_definition(&bytes, (3, height), (2, to)),
                "{height} to {to}"
            );
        }
        for height in [1, 3, 256, 257, 600] {
            let white = vec![255; 2 * height as usize * 4];
            assert_eq!(mean_of_areas(&white, (2, height), (1, 1)), [255; 4], "{height}");
            let one: Vec<u8> = white.iter().enumerate().map(|(at, _)| u8::from(at < 8)).collect();
            let expected = if height == 1 { [1; 4] } else { [0; 4] };
            assert_eq!(mean_of_areas(&one, (2, height), (1, 1)), expected, "{height}");
        }
    }

    #[test]
    fn quotients_are_exact() {
        for unit in [
            1,
            2,
            3,
            7,
            255,
            256,
            8_400,
            65_537,
            72_000,
            (1 << 20) - 1,
            1 << 20,
            33_554_431,
        ] {
            let of = Unit::of(unit);
            for mean in 0..=255 {
                // Next to where the quotient becomes the next number, and in between.
                let turn = (mean * unit).saturating_sub(unit / 2);
                for sum in turn.saturating_sub(2)..(turn + 3).min(255 * unit + 1) {
                    assert_eq!(u64::from(of.of_sum(sum)), (sum + unit / 2) / unit, "{sum} over {unit}");
                }
            }
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        // Sums next to what is rounded up: 3 of 6, 2 of 6 and so on.
        for (sum, mean) in [(2, 0), (3, 1), (8, 1), (9, 2)] {
            let bytes: Vec<u8> = (0..6_u8).flat_map(|pixel| [sum / 6 + u8::from(pixel < sum % 6); 4]).collect();
            assert_eq!(mean_of_areas(&bytes, (3, 2), (1, 1)), [mean; 4], "{sum}");
        }
    }

    #[test]
    fn what_is_no_picture_has_none() {
        assert!(mean_of_areas(&[0; 16], (2, 2), (0, 1)).is_empty());
        assert!(mean_of_areas(&[0; 15], (2, 2), (1, 1)).is_empty());
        assert!(mean_of_areas(&[], (0, 0), (1, 1)).is_empty());
    }
}
