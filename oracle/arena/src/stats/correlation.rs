//! Correlations and how likely they are chance.

use super::paired::two_sided;
use super::sample::{mean, ranks};
use serde::{Deserialize, Serialize};

/// A correlation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correlation {
    /// The coefficient.
    pub r: f64,
    /// Its two-sided p by Student's t; `None` with less than three pairs.
    pub p: Option<f64>,
    /// Pairs.
    pub pairs: usize,
}

/// Pearson's correlation of pairs; `None` with less than two, or if one side does not vary.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mean_a, mean_b) = (mean(&a)?, mean(&b)?);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - mean_a, b - mean_b);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    if pairs.len() < 2 || aa <= 0.0 || bb <= 0.0 {
        return None;
    }
    let r = (ab / (libm::sqrt(aa) * libm::sqrt(bb))).clamp(-1.0, 1.0);
    let p = (pairs.len() > 2).then(|| {
        let degrees = (pairs.len() - 2) as f64;
        let rest = 1.0 - r * r;
        if rest <= 0.0 {
            return Some(0.0);
        }
        two_sided(r * libm::sqrt(degrees / rest), degrees)
    });
    Some(Correlation {
        r,
        p: p.flatten(),
        pairs: pairs.len(),
    })
}

/// Spearman's correlation: Pearson's of ranks.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let ranked: Vec<(f64, f64)> = ranks(&a).into_iter().zip(ranks(&b)).collect();
    pearson(&ranked)
}

/// Stars of a p: below .05, .01 and .001.
pub fn stars(p: f64) -> &'static str {
    match p {
        p if p < 0.001 => "***",
        p if p < 0.01 => "**",
        p if p < 0.05 => "*",
        _ => "",
    }
}
