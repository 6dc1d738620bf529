//! How well an order agrees with the true one.

/// Kendall's τ of two orders of the same things, without ties; things that only one of them has are left out. `None` with less than two
/// in common.
pub fn kendall_tau<T: PartialEq>(found: &[T], truth: &[T]) -> Option<f64> {
    let mut seen = Vec::new();
    for thing in found {
        if let Some(place) = truth
            .iter()
            .position(|other| other == thing)
            .filter(|place| !seen.contains(place))
        {
            seen.push(place);
        }
    }
    let count = seen.len();
    if count < 2 {
        return None;
    }
    let mut balance = 0_i64;
    for a in 0..count {
        for b in a + 1..count {
            balance += if seen[a] < seen[b] { 1 } else { -1 };
        }
    }
    Some(balance as f64 / (count * (count - 1) / 2) as f64)
}

/// Rank-biased overlap of two orders (Webber, Moffat, Zobel 2010), normalised to 1 for equal ones of the truth's length: at each depth the
/// share in common, weighted by p to the depth. 0 of an empty truth.
pub fn rank_biased_overlap<T: PartialEq>(found: &[T], truth: &[T], p: f64) -> f64 {
    let (mut sum, mut all, mut weight) = (0.0, 0.0, 1.0);
    for depth in 1..=truth.len() {
        let first = found.get(..depth.min(found.len())).unwrap_or_default();
        let common = truth[..depth].iter().filter(|thing| first.contains(thing)).count();
        sum += weight * common as f64 / depth as f64;
        all += weight;
        weight *= p;
    }
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The share of places that hold what they hold in truth; 0 of an empty truth.
pub fn position_accuracy<T: PartialEq>(found: &[T], truth: &[T]) -> f64 {
    let right = found.iter().zip(truth).filter(|(a, b)| a == b).count();
    if truth.is_empty() {
        0.0
    } else {
        right as f64 / truth.len() as f64
    }
}
