//! Principal components: the directions in which rows differ most.

use super::sample::mean;
use nalgebra::DMatrix;

/// Most sweeps over all pairs of columns; a handful do.
const SWEEPS_MAX: u32 = 100;

/// What a table was turned into.
#[derive(Clone, Debug, PartialEq)]
pub struct Principal {
    /// Means of the columns.
    pub means: Vec<f64>,
    /// A row for each component, the one with the greatest variance first: its direction, of length 1, whose greatest number is
    /// positive.
    pub components: DMatrix<f64>,
    /// Variances along them, as of a sample.
    pub variances: Vec<f64>,
    /// Their shares of all variance.
    pub shares: Vec<f64>,
    /// A row for each of the table's: where it lies along the components.
    pub scores: DMatrix<f64>,
}

/// The eigenvalues of a symmetric matrix and, in columns, its eigenvectors, by Jacobi's rotations: they need roots alone, so they come
/// to the same bits everywhere.
fn eigen(mut matrix: DMatrix<f64>) -> (Vec<f64>, DMatrix<f64>) {
    let side = matrix.nrows();
    let mut vectors = DMatrix::identity(side, side);
    let all: f64 = matrix.iter().map(|value| value * value).sum();
    for _ in 0..SWEEPS_MAX {
        let pairs = (0..side).flat_map(|p| (p + 1..side).map(move |q| (p, q)));
        let off: f64 = pairs.clone().map(|at| matrix[at] * matrix[at]).sum();
        if off <= all * 1e-30 {
            break;
        }
        for (p, q) in pairs {
            let between = matrix[(p, q)];
            if between == 0.0 {
                continue;
            }
            let slope = (matrix[(q, q)] - matrix[(p, p)]) / (2.0 * between);
            let tangent = slope.signum() / (slope.abs() + libm::sqrt(slope * slope + 1.0));
            let cosine = 1.0 / libm::sqrt(tangent * tangent + 1.0);
            let sine = tangent * cosine;
            let turned = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
            for k in 0..side {
                (matrix[(k, p)], matrix[(k, q)]) = turned(matrix[(k, p)], matrix[(k, q)]);
            }
            for k in 0..side {
                (matrix[(p, k)], matrix[(q, k)]) = turned(matrix[(p, k)], matrix[(q, k)]);
                (vectors[(k, p)], vectors[(k, q)]) = turned(vectors[(k, p)], vectors[(k, q)]);
            }
        }
    }
    ((0..side).map(|n| matrix[(n, n)]).collect(), vectors)
}

/// The principal components of rows of numbers, by the eigenvectors of their covariances. `None` of less than two rows, of rows of
/// different lengths or with numbers that are not finite, and of rows that do not differ.
pub fn principal(rows: &[Vec<f64>]) -> Option<Principal> {
    let columns = rows.first()?.len();
    let sound = |row: &Vec<f64>| row.len() == columns && row.iter().all(|value| value.is_finite());
    if rows.len() < 2 || columns == 0 || !rows.iter().all(sound) {
        return None;
    }
    let column = |n: usize| rows.iter().map(|row| row[n]).collect::<Vec<f64>>();
    let means: Vec<f64> = (0..columns).map(|n| mean(&column(n))).collect::<Option<_>>()?;
    let centred = DMatrix::from_fn(rows.len(), columns, |row, column| rows[row][column] - means[column]);
    let degrees = (rows.len() - 1) as f64;
    let covariance = DMatrix::from_fn(columns, columns, |a, b| centred.column(a).dot(&centred.column(b)) / degrees);
    let (values, vectors) = eigen(covariance);
    let total: f64 = values.iter().sum();
    if total.is_nan() || total <= 0.0 {
        return None;
    }
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    // No more directions than there are rows to differ.
    order.truncate(columns.min(rows.len()));
    let signs: Vec<f64> = order
        .iter()
        .map(|n| {
            let greatest = vectors
                .column(*n)
                .iter()
                .fold(0.0, |most: f64, value| if value.abs() > most.abs() { *value } else { most });
            if greatest < 0.0 { -1.0 } else { 1.0 }
        })
        .collect();
    let components = DMatrix::from_fn(order.len(), columns, |row, column| signs[row] * vectors[(column, order[row])]);
    let scores = DMatrix::from_fn(rows.len(), order.len(), |row, n| centred.row(row).dot(&components.row(n)));
    let variances: Vec<f64> = order.iter().map(|n| values[*n].max(0.0)).collect();
    Some(Principal {
        means,
        shares: variances.iter().map(|variance| variance / total).collect(),
        variances,
        components,
        scores,
    })
}
