//! How sure a mean is: percentile bootstrap with a seeded generator, so that an interval is the same on every machine.

use serde::{Deserialize, Serialize};

/// Resamples there may be.
pub const MAX_RESAMPLES: u32 = 100_000;

/// A mean and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The mean of the sample.
    pub mean: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixing function.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform below `bound`, without bias (Lemire 2019).
    fn below(&mut self, bound: u64) -> u64 {
        loop {
            let wide = u128::from(self.next()) * u128::from(bound);
            let low = wide as u64;
            if low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as u64;
            }
        }
    }
}

/// The mean of a sample with its 95 % interval; nothing of an empty one.
pub fn mean(sample: &[f64], resamples: u32, seed: u64) -> Option<Interval> {
    let count = sample.len();
    if count == 0 || sample.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut random = SplitMix(seed);
    let mut means: Vec<f64> = (0..resamples.clamp(1, MAX_RESAMPLES))
        .map(|_| {
            let sum: f64 = (0..count).map(|_| sample[random.below(count as u64) as usize]).sum();
            sum / count as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some(Interval {
        mean: sample.iter().sum::<f64>() / count as f64,
        low: percentile(&means, 0.025),
        high: percentile(&means, 0.975),
    })
}

/// The mean of the differences of pairs with its 95 % interval: `a − b` of each pair is resampled as one.
pub fn difference(pairs: &[(f64, f64)], resamples: u32, seed: u64) -> Option<Interval> {
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    mean(&differences, resamples, seed)
}

/// Between the two nearest ranks, linearly.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    let part = at - low as f64;
    sorted[low] * (1.0 - part) + sorted[high] * part
}

/// The share of violations recorded in play that an inspection of the source lists: for each violation whether it does.
pub fn inspection_coverage(listed: &[bool]) -> Option<f64> {
    let count = listed.iter().filter(|is| **is).count();
    (!listed.is_empty()).then(|| count as f64 / listed.len() as f64)
}
