//! Matrices. They lie column by column.

use super::*;
use crate::ir::{Bin, Un};

impl Lower<'_> {
    /// The sum of products, from the first to the last.
    pub(super) fn dot(&mut self, a: &[Val], b: &[Val]) -> Val {
        let mut sum = None;
        for (x, y) in a.iter().zip(b) {
            let product = self.b.bin(Bin::FMul, *x, *y);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.b.bin(Bin::FAdd, sum, product),
            });
        }
        sum.unwrap_or(0)
    }

    pub(super) fn multiply(&mut self, left: &[Val], a: &Type, right: &[Val], b: &Type) -> Vec<Val> {
        // A vector on the left is a row, on the right a column.
        let (rows, inner) = if a.cols > 1 {
            (a.rows as usize, a.cols as usize)
        } else {
            (1, a.rows as usize)
        };
        let cols = if b.cols > 1 { b.cols as usize } else { 1 };
        let mut out = Vec::with_capacity(rows * cols);
        for c in 0..cols {
            for r in 0..rows {
                let row: Vec<Val> = (0..inner).map(|k| left[k * rows + r]).collect();
                let column: Vec<Val> = (0..inner).map(|k| right[c * inner + k]).collect();
                out.push(self.dot(&row, &column));
            }
        }
        out
    }

    pub(super) fn diagonal(&mut self, value: Val, ty: &Type) -> Vec<Val> {
        let zero = self.b.bits(0);
        let (cols, rows) = (ty.cols as usize, ty.rows as usize);
        (0..cols * rows)
            .map(|i| if i / rows == i % rows { value } else { zero })
            .collect()
    }

    /// A matrix from one of another size: what is missing is of the identity.
    pub(super) fn resize(&mut self, values: &[Val], from: &Type, to: &Type) -> Vec<Val> {
        let one = self.b.float(1.0);
        let mut out = self.diagonal(one, to);
        for c in 0..from.cols.min(to.cols) as usize {
            for r in 0..from.rows.min(to.rows) as usize {
                out[c * to.rows as usize + r] = values[c * from.rows as usize + r];
            }
        }
        out
    }

    pub(super) fn transpose(&mut self, values: &[Val], ty: &Type) -> Vec<Val> {
        let (cols, rows) = (ty.cols as usize, ty.rows as usize);
        (0..rows).flat_map(|r| (0..cols).map(move |c| values[c * rows + r])).collect()
    }

    pub(super) fn outer(&mut self, column: &[Val], row: &[Val]) -> Vec<Val> {
        let mut out = Vec::new();
        for r in row {
            for c in column {
                out.push(self.b.bin(Bin::FMul, *c, *r));
            }
        }
        out
    }

    /// The determinant without a row and a column, with its sign.
    fn cofactor(&mut self, m: &[Val], n: usize, col: usize, row: usize) -> Val {
        let minor: Vec<Val> = (0..n)
            .filter(|c| *c != col)
            .flat_map(|c| (0..n).filter(|r| *r != row).map(move |r| (c, r)))
            .map(|(c, r)| m[c * n + r])
            .collect();
        let value = self.determinant(&minor, n - 1);
        if (col + row) % 2 == 1 {
            self.b.un(Un::FNeg, value)
        } else {
            value
        }
    }

    pub(super) fn determinant(&mut self, m: &[Val], n: usize) -> Val {
        match n {
            1 => m[0],
            2 => {
                let a = self.b.bin(Bin::FMul, m[0], m[3]);
                let b = self.b.bin(Bin::FMul, m[2], m[1]);
                self.b.bin(Bin::FSub, a, b)
            }
            _ => {
                let factors: Vec<Val> = (0..n).map(|c| self.cofactor(m, n, c, 0)).collect();
                let first: Vec<Val> = (0..n).map(|c| m[c * n]).collect();
                self.dot(&first, &factors)
            }
        }
    }

    pub(super) fn inverse(&mut self, m: &[Val], n: usize) -> Vec<Val> {
        let determinant = self.determinant(m, n);
        let one = self.b.float(1.0);
        let scale = self.b.bin(Bin::FDiv, one, determinant);
        let mut out = Vec::new();
        for c in 0..n {
            for r in 0..n {
                // The adjugate is the cofactors' transpose.
                let factor = self.cofactor(m, n, r, c);
                out.push(self.b.bin(Bin::FMul, factor, scale));
            }
        }
        out
    }
}
