//! Polynomial regression: numbers from the products of others.

use super::sample::mean;
use nalgebra::{DMatrix, DVector};

/// Most terms of a regression.
const TERMS_MAX: usize = 512;

/// A polynomial that was fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The products of variables that are its terms, in the order of their degrees: `[0, 0]` is the square of the first variable.
    pub terms: Vec<Vec<usize>>,
    /// The factor of each.
    pub factors: Vec<f64>,
    /// What is added to them.
    pub constant: f64,
    /// The share of the variance that it accounts for; `None` if there is none.
    pub r2: Option<f64>,
}

impl Regression {
    /// What it says of a row of variables.
    pub fn of(&self, row: &[f64]) -> f64 {
        let terms = self.terms.iter().zip(&self.factors);
        self.constant + terms.map(|(term, factor)| factor * product(term, row)).sum::<f64>()
    }
}

fn product(term: &[usize], row: &[f64]) -> f64 {
    term.iter().map(|n| row.get(*n).copied().unwrap_or(0.0)).product()
}

/// All products of up to `degree` of `count` variables, without the empty one; `None` if they are too many.
fn terms(count: usize, degree: usize) -> Option<Vec<Vec<usize>>> {
    let (mut all, mut last) = (Vec::new(), vec![Vec::new()]);
    for _ in 0..degree {
        let longer = last.iter().flat_map(|term: &Vec<usize>| {
            let from = term.last().copied().unwrap_or(0);
            (from..count).map(move |n| [term.as_slice(), &[n]].concat())
        });
        last = longer.take(TERMS_MAX + 1).collect();
        all.extend(last.iter().cloned());
        if all.len() > TERMS_MAX {
            return None;
        }
    }
    Some(all)
}

/// The solution of a symmetric, positive definite system; `None` if it is none, as far as can be told.
fn solved(matrix: &DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    let side = matrix.nrows();
    let mut lower: DMatrix<f64> = DMatrix::zeros(side, side);
    for i in 0..side {
        for j in 0..=i {
            let rest = matrix[(i, j)] - (0..j).map(|k| lower[(i, k)] * lower[(j, k)]).sum::<f64>();
            if i != j {
                lower[(i, j)] = rest / lower[(j, j)];
            } else if rest > matrix[(i, i)] * 1e-12 {
                lower[(i, i)] = libm::sqrt(rest);
            } else {
                return None;
            }
        }
    }
    let mut out = right.clone();
    for i in 0..side {
        out[i] = (out[i] - (0..i).map(|k| lower[(i, k)] * out[k]).sum::<f64>()) / lower[(i, i)];
    }
    for i in (0..side).rev() {
        out[i] = (out[i] - (i + 1..side).map(|k| lower[(k, i)] * out[k]).sum::<f64>()) / lower[(i, i)];
    }
    Some(out)
}

/// What solves the system for the terms of a set, 0 for all others.
fn solved_for(set: &[usize], matrix: &DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    let part = DMatrix::from_fn(set.len(), set.len(), |a, b| matrix[(set[a], set[b])]);
    let solution = solved(&part, &DVector::from_fn(set.len(), |n, _| right[set[n]]))?;
    let mut out = DVector::zeros(right.len());
    for (n, value) in set.iter().zip(solution.iter()) {
        out[*n] = *value;
    }
    Some(out)
}

/// The least squares without negative numbers (Lawson and Hanson 1974, chapter 23), from the normal equations.
fn non_negative(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let count = right.len();
    let mut found: DVector<f64> = DVector::zeros(count);
    let (mut set, mut refused): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let scale = right.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    for _ in 0..3 * count + 1 {
        // The term that would lower the errors most.
        let gain = |n: usize| right[n] - (0..count).map(|k| matrix[(n, k)] * found[k]).sum::<f64>();
        let others = (0..count).filter(|n| !set.contains(n) && !refused.contains(n));
        let best = others.max_by(|a, b| gain(*a).total_cmp(&gain(*b)).then(b.cmp(a)));
        let Some(next) = best.filter(|n| gain(*n) > scale * 1e-12) else {
            break;
        };
        set.push(next);
        loop {
            let Some(wanted) = solved_for(&set, matrix, right) else {
                // It says nothing that those of the set do not say.
                set.retain(|n| *n != next);
                refused.push(next);
                break;
            };
            if set.iter().all(|n| wanted[*n] > 0.0) {
                found = wanted;
                refused.clear();
                break;
            }
            let step = set.iter().filter(|n| wanted[**n] <= 0.0);
            let step = step.map(|n| found[*n] / (found[*n] - wanted[*n])).fold(1.0, f64::min);
            for n in &set {
                found[*n] += step * (wanted[*n] - found[*n]);
            }
            let before = set.len();
            set.retain(|n| found[*n] > 1e-14 * wanted.amax());
            for n in 0..count {
                if !set.contains(&n) {
                    found[n] = 0.0;
                }
            }
            if set.len() == before || set.is_empty() {
                break;
            }
        }
    }
    found
}

/// Fits a polynomial of a degree to pairs of rows of variables and values, with the least squared errors; `positive`: no factor is
/// negative, the constant may be. `None` of no rows, of rows of different lengths, of too many terms, and, unless `positive`, if the
/// rows do not tell the terms apart.
pub fn regression(rows: &[(Vec<f64>, f64)], degree: usize, positive: bool) -> Option<Regression> {
    let count = rows.first()?.0.len();
    let sound =
        |(row, value): &(Vec<f64>, f64)| row.len() == count && value.is_finite() && row.iter().all(|value| value.is_finite());
    if !rows.iter().all(sound) {
        return None;
    }
    let terms = terms(count, degree)?;
    let columns: Vec<Vec<f64>> = terms
        .iter()
        .map(|term| rows.iter().map(|(row, _)| product(term, row)).collect())
        .collect();
    let values: Vec<f64> = rows.iter().map(|(_, value)| *value).collect();
    let middle = mean(&values)?;
    let means: Vec<f64> = columns.iter().map(|column| mean(column)).collect::<Option<_>>()?;
    // Centred, so that the constant is free; of one length, so that none is too small to be told from nothing.
    let centred = |column: &[f64], mean: f64| column.iter().map(|value| value - mean).collect::<Vec<f64>>();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut columns: Vec<Vec<f64>> = columns
        .iter()
        .zip(&means)
        .map(|(column, mean)| centred(column, *mean))
        .collect();
    let lengths: Vec<f64> = columns
        .iter()
        .map(|column| libm::sqrt(dot(column, column)))
        .map(|length| if length > 0.0 { length } else { 1.0 })
        .collect();
    for (column, length) in columns.iter_mut().zip(&lengths) {
        column.iter_mut().for_each(|value| *value /= length);
    }
    let errors = centred(&values, middle);
    let matrix = DMatrix::from_fn(terms.len(), terms.len(), |a, b| dot(&columns[a], &columns[b]));
    let right = DVector::from_fn(terms.len(), |n, _| dot(&columns[n], &errors));
    let found = if positive {
        non_negative(&matrix, &right)
    } else {
        solved(&matrix, &right)?
    };
    let factors: Vec<f64> = found.iter().zip(&lengths).map(|(factor, length)| factor / length).collect();
    let mut fitted = Regression {
        constant: middle - dot(&factors, &means),
        terms,
        factors,
        r2: None,
    };
    let all = dot(&errors, &errors);
    let rest: f64 = rows
        .iter()
        .map(|(row, value)| (value - fitted.of(row)) * (value - fitted.of(row)))
        .sum();
    fitted.r2 = (all > 0.0).then(|| 1.0 - rest / all);
    Some(fitted)
}
