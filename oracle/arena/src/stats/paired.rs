//! Two conditions over the same runs: paired t-test, and how great an effect is.

use super::sample::{mean, sample_deviation};
use serde::{Deserialize, Serialize};
use special::Beta;

/// A paired t-test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// Pairs with both sides.
    pub pairs: usize,
    /// Mean of treatment less control.
    pub difference: f64,
    /// The lower end of the difference's 95 % interval: 1.96 standard errors below.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The statistic; `None` if all differences are equal.
    pub t: Option<f64>,
    /// The two-sided p; `None` if all differences are equal.
    pub p: Option<f64>,
}

/// The two-sided p of Student's t: the regularised incomplete beta function (Abramowitz and Stegun, 26.7.1).
pub(super) fn two_sided(t: f64, degrees: f64) -> Option<f64> {
    if degrees <= 0.0 || !t.is_finite() {
        return None;
    }
    let (a, b) = (degrees / 2.0, 0.5);
    let p = (degrees / (degrees + t * t)).inc_beta(a, b, a.ln_beta(b));
    p.is_finite().then(|| p.clamp(0.0, 1.0))
}

/// Compares pairs of (treatment, control). A pair without one of its sides is left out; `None` with less than two left.
pub fn paired_t(pairs: &[(Option<f64>, Option<f64>)]) -> Option<Paired> {
    let differences: Vec<f64> = pairs.iter().filter_map(|(a, b)| Some((*a)? - (*b)?)).collect();
    let (difference, deviation) = (mean(&differences)?, sample_deviation(&differences)?);
    let error = deviation / libm::sqrt(differences.len() as f64);
    let t = (error > 0.0).then(|| difference / error);
    Some(Paired {
        pairs: differences.len(),
        difference,
        low: difference - 1.96 * error,
        high: difference + 1.96 * error,
        t,
        p: t.and_then(|t| two_sided(t, (differences.len() - 1) as f64)),
    })
}

/// Glass's Δ: the difference of means in standard deviations of the control (of a sample). `None` if that is 0 or not known.
pub fn glass_delta(treatment: &[f64], control: &[f64]) -> Option<f64> {
    let deviation = sample_deviation(control).filter(|deviation| *deviation > 0.0)?;
    Some((mean(treatment)? - mean(control)?) / deviation)
}
