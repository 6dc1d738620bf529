//! What numbers of runs say: pairs compared, effects, correlations, orders, factors (docs/arena.md, "Statistics").
//!
//! The beta function is special's (on libm), matrices are nalgebra's; nothing rests on the host's mathematics, so that all of it is the same
//! everywhere. What is written down goes through [`rounded`].

mod correlation;
mod factors;
mod order;
mod paired;
mod principal;
mod regression;
mod sample;

pub use correlation::{Correlation, pearson, spearman, stars};
pub use factors::{Factoring, Factors, factors};
pub use order::{kendall_tau, position_accuracy, rank_biased_overlap};
pub use paired::{Paired, glass_delta, paired_t};
pub use principal::{Principal, principal};
pub use regression::{Regression, regression};
pub use sample::{mean, normalised, population_deviation, ranks, rounded, sample_deviation, share_above};

#[cfg(test)]
mod tests;
