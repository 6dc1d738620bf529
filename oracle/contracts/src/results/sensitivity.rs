//! How much a ranking hangs on choices: α, the weights of the axes, an axis that is left out.

use super::aggregate::total;
use super::{BuildResult, Fidelity, Weights, fidelity};
use crate::graph::{ALPHA, Reading};
use crate::model::Contract;
use serde::{Deserialize, Serialize};

/// A ranking with another α.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaPoint {
    /// α.
    pub alpha: f64,
    /// The totals, in the order of the builds.
    pub totals: Vec<Option<f64>>,
    /// Kendall's τ with the ranking under the usual α.
    pub tau: Option<f64>,
}

/// A ranking without an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisDrop {
    /// The axis that is left out.
    pub axis: String,
    /// The share of pairs of builds whose order changes.
    pub flips: Option<f64>,
}

/// How stable a ranking is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensitivity {
    /// Rankings with other α.
    pub alpha: Vec<AlphaPoint>,
    /// Weights tried: a grid over all ways to share out the whole in steps of a tenth.
    pub weights: usize,
    /// The mean of Kendall's τ over them.
    pub weights_tau: Option<f64>,
    /// The least of them.
    pub weights_least: Option<f64>,
    /// The share of them that leave the best build the best.
    pub weights_same_best: Option<f64>,
    /// Rankings without one axis.
    pub dropped: Vec<AxisDrop>,
}

/// α that are tried.
const ALPHAS: [f64; 3] = [0.1, 0.5, 0.9];

/// Looks at a ranking of builds of any games, each under its contract.
pub fn sensitivity(builds: &[(&Contract, &BuildResult)], reading: Reading) -> Sensitivity {
    let axes = |alpha: f64| -> Vec<Fidelity> {
        let each = builds
            .iter()
            .map(|(contract, result)| fidelity(contract, result, alpha, Weights::default(), reading));
        each.collect()
    };
    let usual = axes(ALPHA);
    let base: Vec<Option<f64>> = usual.iter().map(|fidelity| fidelity.total).collect();
    let alpha = ALPHAS
        .iter()
        .map(|alpha| {
            let totals: Vec<Option<f64>> = axes(*alpha).iter().map(|fidelity| fidelity.total).collect();
            AlphaPoint {
                alpha: *alpha,
                tau: kendall(&base, &totals),
                totals,
            }
        })
        .collect();
    let under = |weights: Weights| -> Vec<Option<f64>> {
        usual
            .iter()
            .map(|axes| total(axes.source, axes.replay, axes.play, weights))
            .collect()
    };
    let mut taus = Vec::new();
    let (mut same_best, mut points) = (0usize, 0usize);
    for source in 0..=10 {
        for replay in 0..=10 - source {
            let weights = Weights {
                source: f64::from(source) / 10.0,
                replay: f64::from(replay) / 10.0,
                play: f64::from(10 - source - replay) / 10.0,
            };
            let totals = under(weights);
            points += 1;
            taus.extend(kendall(&base, &totals));
            same_best += usize::from(best(&base).is_some() && best(&base) == best(&totals));
        }
    }
    let drop = |axis: &str, weights: Weights| AxisDrop {
        axis: axis.to_owned(),
        flips: flips(&base, &under(weights)),
    };
    let whole = Weights::default();
    Sensitivity {
        alpha,
        weights: points,
        weights_tau: (!taus.is_empty()).then(|| taus.iter().sum::<f64>() / taus.len() as f64),
        weights_least: taus.iter().copied().reduce(f64::min),
        weights_same_best: best(&base).map(|_| same_best as f64 / points as f64),
        dropped: vec![
            drop("source", Weights { source: 0.0, ..whole }),
            drop("replay", Weights { replay: 0.0, ..whole }),
            drop("playtest", Weights { play: 0.0, ..whole }),
        ],
    }
}

/// Pairs of numbers that both lists have.
fn pairs(a: &[Option<f64>], b: &[Option<f64>]) -> Vec<(f64, f64)> {
    a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect()
}

fn best(list: &[Option<f64>]) -> Option<usize> {
    let known = list.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
    // The first of equals.
    known
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(at, _)| at)
}

/// Kendall's τ-b between two rankings; nothing if one of them ranks nothing.
pub fn kendall(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let list = pairs(a, b);
    let (mut sum, mut in_a, mut in_b) = (0i64, 0i64, 0i64);
    for (at, x) in list.iter().enumerate() {
        for y in &list[at + 1..] {
            let (da, db) = (sign(x.0 - y.0), sign(x.1 - y.1));
            sum += da * db;
            in_a += da.abs();
            in_b += db.abs();
        }
    }
    (in_a > 0 && in_b > 0).then(|| sum as f64 / ((in_a as f64) * (in_b as f64)).sqrt())
}

fn sign(value: f64) -> i64 {
    // Totals that differ by less are the same number, added up in another order.
    if value.abs() < 1e-9 { 0 } else { value.signum() as i64 }
}

/// The share of pairs, apart in both rankings, whose order changes.
fn flips(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let list = pairs(a, b);
    let (mut flipped, mut compared) = (0usize, 0usize);
    for (at, x) in list.iter().enumerate() {
        for y in &list[at + 1..] {
            let product = sign(x.0 - y.0) * sign(x.1 - y.1);
            compared += usize::from(product != 0);
            flipped += usize::from(product < 0);
        }
    }
    (compared > 0).then(|| flipped as f64 / compared as f64)
}

/// Pearson's correlation of two judges' scores; nothing where one of them does not vary.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    if pairs.len() < 2 {
        return None;
    }
    let (mean_a, mean_b) = (
        pairs.iter().map(|pair| pair.0).sum::<f64>() / count,
        pairs.iter().map(|pair| pair.1).sum::<f64>() / count,
    );
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - mean_a, b - mean_b);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
}

/// The share of questions two judges answer alike; nothing of none.
pub fn agreement<T: PartialEq>(pairs: &[(T, T)]) -> Option<f64> {
    let same = pairs.iter().filter(|(a, b)| a == b).count();
    (!pairs.is_empty()).then(|| same as f64 / pairs.len() as f64)
}
