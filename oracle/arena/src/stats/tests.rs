//! Values worked out by hand or by R 4 (`t.test`, `cor.test`).

use super::*;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

#[test]
fn scales_go_from_1_to_100() {
    assert_eq!(normalised(&[0.0, 5.0, 10.0]), [1.0, 50.5, 100.0]);
    assert_eq!(normalised(&[3.0, 3.0]), [1.0, 1.0]);
    assert_eq!(normalised(&[]), [0.0; 0]);
    assert_eq!(share_above(&[1.0, 2.0, 3.0, 4.0], 2.0), Some(0.5));
    assert_eq!(share_above(&[], 2.0), None);
}

#[test]
fn numbers_are_written_with_six_digits() {
    assert_eq!(rounded(0.123_456_789), 0.123_457);
    assert_eq!(rounded(-123_456_789.0), -123_457_000.0);
    assert_eq!(rounded(-0.0).to_bits(), 0.0_f64.to_bits());
    assert!(rounded(f64::NAN).is_nan());
}

#[test]
fn equal_values_share_their_ranks() {
    assert_eq!(ranks(&[10.0, 20.0, 10.0, 5.0]), [2.5, 4.0, 2.5, 1.0]);
}

#[test]
fn pairs_are_compared() {
    // Student's sleep data: extra hours under two drugs.
    let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    let mut pairs: Vec<_> = first.iter().zip(second).map(|(a, b)| (Some(*a), Some(b))).collect();
    pairs.push((None, Some(4.0)));
    let found = paired_t(&pairs).unwrap();
    assert_eq!(found.pairs, 10);
    near(found.difference, -1.58);
    near(found.t.unwrap(), -4.062_127_683_382_037);
    near(found.p.unwrap(), 0.002_832_890_197_384);
    near(found.low, -1.58 - 1.96 * 0.388_958_723_888_0);
    near(
        glass_delta(&second, &first).unwrap(),
        1.58 / sample_deviation(&first).unwrap(),
    );
    assert_eq!(paired_t(&[(Some(1.0), Some(2.0)), (Some(2.0), Some(3.0))]).unwrap().p, None);
    assert_eq!((paired_t(&pairs[..1]), glass_delta(&[1.0], &[2.0, 2.0])), (None, None));
}

#[test]
fn things_go_together_or_not() {
    let pairs: Vec<(f64, f64)> = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().zip([2.0, 1.0, 4.0, 3.0, 7.0]).collect();
    let found = pearson(&pairs).unwrap();
    near(found.r, 12.0 / libm::sqrt(212.0));
    near(found.p.unwrap(), 0.086_138_631);
    let ranked = spearman(&pairs).unwrap();
    near(ranked.r, 0.8);
    near(ranked.p.unwrap(), 0.104_088_039);
    assert_eq!(pearson(&[(1.0, 1.0), (2.0, 1.0)]), None);
    assert_eq!((stars(0.0005), stars(0.005), stars(0.02), stars(0.3)), ("***", "**", "*", ""));
}

#[test]
fn orders_agree_or_not() {
    let truth = ['a', 'b', 'c', 'd'];
    assert_eq!(kendall_tau(&truth, &truth), Some(1.0));
    assert_eq!(kendall_tau(&['d', 'c', 'b', 'a'], &truth), Some(-1.0));
    near(kendall_tau(&['b', 'a', 'c', 'd'], &truth).unwrap(), 2.0 / 3.0);
    // Twice the same and a stranger count for nothing.
    assert_eq!(kendall_tau(&['a', 'x', 'a', 'b'], &truth), Some(1.0));
    assert_eq!(kendall_tau(&['a'], &truth), None);
    near(rank_biased_overlap(&truth, &truth, 0.9), 1.0);
    near(rank_biased_overlap(&['b', 'a'], &['a', 'b'], 0.9), 0.9 / 1.9);
    near(rank_biased_overlap(&[], &truth, 0.9), 0.0);
    near(position_accuracy(&['a', 'c', 'b', 'd'], &truth), 0.5);
}

#[test]
fn a_table_of_two_factors_is_found_again() {
    // Two kinds of tasks, four models; one cell is missing.
    let models = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 0.2]];
    let tasks = [[1.0, 0.0], [0.8, 0.0], [0.0, 0.9], [0.0, 0.6]];
    let mut cells: Vec<Vec<Option<f64>>> = models
        .iter()
        .map(|m| tasks.iter().map(|t| Some(m[0] * t[0] + m[1] * t[1])).collect())
        .collect();
    cells[2][1] = None;
    let how = Factoring {
        rank: 2,
        sparsity: 0.001,
        ridge: 0.001,
        ..Factoring::default()
    };
    let found = factors(&cells, &how).unwrap();
    assert!(found.loss < 0.02, "{}", found.loss);
    let whole = &found.models * found.tasks.transpose();
    assert!((whole[(2, 1)] - 0.8).abs() < 0.05, "the missing cell is {}", whole[(2, 1)]);
    let shares = found.shares();
    // Tasks of one kind are of one factor.
    let kind = |task: usize| usize::from(shares[(task, 1)] > 0.5);
    assert_eq!((kind(0), kind(2)), (kind(1), kind(3)));
    assert_ne!(kind(0), kind(2));
    assert!(found.models.iter().chain(found.tasks.iter()).all(|value| *value >= 0.0));
    assert_eq!(factors(&cells, &how).unwrap(), found);
    assert_eq!(factors(&[], &how), None);
}
