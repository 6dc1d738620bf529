//! Non-negative factors of a table of models and tasks, some of whose cells may be missing.

use nalgebra::DMatrix;
use oracade_gym::Chance;

/// Purpose of the chance that a start is of.
const STARTS: u64 = 41;
/// Most sweeps over all factors.
const SWEEPS_MAX: u32 = 5000;
/// The loss's change, by its size, below which it has settled.
const SETTLED: f64 = 1e-10;

/// How a table is taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factoring {
    /// Factors.
    pub rank: usize,
    /// Weight of the absolute values of the tasks' factors.
    pub sparsity: f64,
    /// Weight of the squares of the models' factors.
    pub ridge: f64,
    /// Random starts, of which the best counts.
    pub starts: u32,
    /// Their seed.
    pub seed: u64,
}

impl Default for Factoring {
    fn default() -> Self {
        Factoring {
            rank: 4,
            sparsity: 0.08,
            ridge: 0.01,
            starts: 8,
            seed: 0,
        }
    }
}

/// What a table was taken apart into: the table is about `models · tasksᵀ`.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    /// A row for each model.
    pub models: DMatrix<f64>,
    /// A row for each task.
    pub tasks: DMatrix<f64>,
    /// Squared errors of the cells there are, and the penalties.
    pub loss: f64,
}

impl Factors {
    /// The tasks' rows by shares of their sums, for display.
    pub fn shares(&self) -> DMatrix<f64> {
        let mut shares = self.tasks.clone();
        for mut row in shares.row_iter_mut() {
            let sum: f64 = row.iter().sum();
            if sum > 0.0 {
                row /= sum;
            }
        }
        shares
    }
}

struct Table<'a> {
    cells: &'a [Vec<Option<f64>>],
    columns: usize,
}

impl Table<'_> {
    fn cell(&self, row: usize, column: usize) -> Option<f64> {
        self.cells[row].get(column).copied().flatten()
    }

    fn loss(&self, models: &DMatrix<f64>, tasks: &DMatrix<f64>, how: &Factoring) -> f64 {
        let mut sum = 0.0;
        for row in 0..self.cells.len() {
            for column in 0..self.columns {
                if let Some(value) = self.cell(row, column) {
                    let error = value - models.row(row).dot(&tasks.row(column));
                    sum += error * error;
                }
            }
        }
        let sparse: f64 = tasks.iter().map(|value| value.abs()).sum();
        let squares: f64 = models.iter().map(|value| value * value).sum();
        sum + how.sparsity * sparse + how.ridge * squares
    }

    /// Sets one factor of one row of `own` where the loss is least, all else being as it is. `at` gives a cell for (row of own, row of
    /// other).
    fn settle(
        own: &mut DMatrix<f64>,
        other: &DMatrix<f64>,
        (row, factor): (usize, usize),
        at: &dyn Fn(usize, usize) -> Option<f64>,
        (linear, square): (f64, f64),
    ) {
        let (mut above, mut below) = (-linear / 2.0, square);
        for place in 0..other.nrows() {
            let Some(value) = at(row, place) else { continue };
            let with = other[(place, factor)];
            let rest = value - own.row(row).dot(&other.row(place)) + own[(row, factor)] * with;
            above += rest * with;
            below += with * with;
        }
        own[(row, factor)] = if below > 0.0 { (above / below).max(0.0) } else { 0.0 };
    }
}

/// Takes apart a table of rows; `None` marks a missing cell. The loss is the sum of squared errors over the cells there are, plus
/// `sparsity` times the absolute values of the tasks' factors and `ridge` times the squares of the models'. Factors are found by
/// coordinate descent: each number in turn is set to where the loss is least, which never raises it and needs no step size.
/// `None` of a table without cells or factors.
pub fn factors(cells: &[Vec<Option<f64>>], how: &Factoring) -> Option<Factors> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    if cells.is_empty() || columns == 0 || how.rank == 0 || !cells.iter().flatten().flatten().all(|cell| cell.is_finite()) {
        return None;
    }
    let table = Table { cells, columns };
    let mut chance = Chance::new(how.seed, STARTS);
    let mut best: Option<Factors> = None;
    for _ in 0..how.starts.max(1) {
        let mut models = DMatrix::from_fn(cells.len(), how.rank, |_, _| chance.unit());
        let mut tasks = DMatrix::from_fn(columns, how.rank, |_, _| chance.unit());
        let mut loss = table.loss(&models, &tasks, how);
        for _ in 0..SWEEPS_MAX {
            for factor in 0..how.rank {
                for row in 0..cells.len() {
                    let at = |row: usize, column: usize| table.cell(row, column);
                    Table::settle(&mut models, &tasks, (row, factor), &at, (0.0, how.ridge));
                }
                for column in 0..columns {
                    let at = |column: usize, row: usize| table.cell(row, column);
                    Table::settle(&mut tasks, &models, (column, factor), &at, (how.sparsity, 0.0));
                }
            }
            let now = table.loss(&models, &tasks, how);
            let settled = loss - now <= SETTLED * loss;
            loss = now;
            if settled {
                break;
            }
        }
        if best.as_ref().is_none_or(|best| loss < best.loss) {
            best = Some(Factors { models, tasks, loss });
        }
    }
    best
}
