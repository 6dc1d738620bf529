//! Samples: means, deviations, ranks, scales.

/// Six significant digits of a number: what is written down, so that hosts agree.
pub fn rounded(value: f64) -> f64 {
    if !value.is_finite() {
        return value;
    }
    // Formatting and parsing are exact in Rust, so that this is the same everywhere.
    let value: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if value == 0.0 { 0.0 } else { value }
}

/// The mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn squares(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    Some(values.iter().map(|value| (value - mean) * (value - mean)).sum())
}

/// The standard deviation of a sample (n - 1); `None` of less than two.
pub fn sample_deviation(values: &[f64]) -> Option<f64> {
    let count = values.len().checked_sub(1).filter(|count| *count > 0)?;
    Some(libm::sqrt(squares(values)? / count as f64))
}

/// The standard deviation of a population (n); `None` of nothing.
pub fn population_deviation(values: &[f64]) -> Option<f64> {
    Some(libm::sqrt(squares(values)? / values.len() as f64))
}

/// Ranks from 1 on, least first; equal values share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut begin = 0;
    while begin < order.len() {
        let mut end = begin + 1;
        while end < order.len() && values[order[end]] == values[order[begin]] {
            end += 1;
        }
        // The ranks are begin + 1 to end.
        let shared = (begin + 1 + end) as f64 / 2.0;
        for place in &order[begin..end] {
            ranks[*place] = shared;
        }
        begin = end;
    }
    ranks
}

/// Values on a scale from 1 (the least) to 100 (the greatest); all 1 if they are equal.
pub fn normalised(values: &[f64]) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = |value: &f64| {
        if high > low {
            (value - low) / (high - low) * 99.0 + 1.0
        } else {
            1.0
        }
    };
    values.iter().map(scale).collect()
}

/// The share of runs above a baseline; `None` of no runs.
pub fn share_above(values: &[f64], baseline: f64) -> Option<f64> {
    let above = values.iter().filter(|value| **value > baseline).count();
    (!values.is_empty()).then(|| above as f64 / values.len() as f64)
}
