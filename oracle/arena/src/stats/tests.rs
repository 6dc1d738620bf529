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

/// Values of NumPy 2.4: its singular values, least squares, and least squares over all sets of terms without a negative factor.
#[test]
fn principal_components_are_those_of_other_libraries() {
    let rows = [
        [2.0, 0.0, 1.0, 7.0],
        [4.0, 1.0, 3.0, 5.0],
        [1.0, 5.0, 2.0, 2.0],
        [3.0, 2.0, 8.0, 1.0],
        [6.0, 4.0, 4.0, 9.0],
        [5.0, 3.0, 0.0, 3.0],
    ];
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
    let found = principal(&rows).unwrap();
    let all = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            near(*found, *expected);
        }
    };
    all(
        &found.variances,
        &[11.731_245_414_671, 7.101_262_480_525, 3.722_486_403_807, 1.945_005_700_996],
    );
    all(
        &found.shares,
        &[0.478_826_343_456, 0.289_847_448_185, 0.151_938_220_564, 0.079_387_987_796],
    );
    let directions = [
        [0.258_102_255_104, -0.101_988_502_675, -0.477_649_013_656, 0.833_566_428_658],
        [0.326_121_444_744, -0.089_257_679_606, 0.860_461_732_674, 0.381_160_696_443],
        [0.446_694_832_013, 0.891_319_914_245, -0.050_949_035_466, -0.058_452_829_780],
        [0.792_143_772_456, -0.432_643_296_983, -0.169_885_909_192, -0.395_558_844_158],
    ];
    for (n, expected) in directions.iter().enumerate() {
        all(&found.components.row(n).iter().copied().collect::<Vec<_>>(), expected);
    }
    let first: Vec<f64> = found.scores.row(0).iter().copied().collect();
    all(
        &first,
        &[2.907_031_972_988, -1.034_059_692_340, -2.942_576_037_149, -0.755_732_708_238],
    );
    // Rows on a line have one direction; equal ones have none.
    let line = principal(&[vec![0.0, 0.0], vec![3.0, 4.0], vec![6.0, 8.0]]).unwrap();
    all(&line.shares, &[1.0, 0.0]);
    all(&[line.components[(0, 0)], line.components[(0, 1)]], &[0.6, 0.8]);
    assert_eq!(principal(&[vec![1.0, 2.0], vec![1.0, 2.0]]), None);
    assert_eq!(principal(&[vec![1.0, 2.0], vec![1.0]]), None);
    assert_eq!(principal(&[]), None);
}

#[test]
fn regressions_are_those_of_other_libraries() {
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let b = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
    let y = [2.0, 5.0, 4.0, 9.0, 9.0, 12.0, 13.0, 11.0];
    let rows: Vec<(Vec<f64>, f64)> = (0..8).map(|n| (vec![a[n], b[n]], y[n])).collect();
    let free = regression(&rows, 2, false).unwrap();
    assert_eq!(free.terms, [vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 1]]);
    let expected = [
        2.512_807_861_479,
        -1.192_004_415_644,
        -0.048_556_391_430,
        -0.148_221_613_871,
        0.197_741_495_748,
    ];
    for (found, expected) in free.factors.iter().zip(expected) {
        near(*found, expected);
    }
    near(free.constant, 1.399_897_550_763);
    near(free.r2.unwrap(), 0.978_618_874_834);
    let positive = regression(&rows, 2, true).unwrap();
    for (found, expected) in positive
        .factors
        .iter()
        .zip([1.492_406_723_195, 0.0, 0.0, 0.0, 0.003_871_950_949])
    {
        near(*found, expected);
    }
    near(positive.constant, 1.325_438_806_340);
    near(positive.r2.unwrap(), 0.851_086_444_940);
    let cubic: Vec<(Vec<f64>, f64)> = [1.0, 3.0, 2.0, 5.0, 4.0]
        .iter()
        .enumerate()
        .map(|(x, y)| (vec![x as f64], *y))
        .collect();
    let found = regression(&cubic, 3, false).unwrap();
    for (found, expected) in found
        .factors
        .iter()
        .zip([0.654_761_904_762, 0.357_142_857_143, -0.083_333_333_333])
    {
        near(*found, expected);
    }
    near(
        found.of(&[2.0]),
        found.constant + 2.0 * found.factors[0] + 4.0 * found.factors[1] + 8.0 * found.factors[2],
    );
    // Too few rows to tell the terms apart: free factors have no answer, those without negative ones have.
    assert_eq!(regression(&rows[..4], 2, false), None);
    assert!(
        regression(&rows[..4], 2, true)
            .unwrap()
            .factors
            .iter()
            .all(|factor| *factor >= 0.0)
    );
    assert_eq!(regression(&[], 2, true), None);
    assert_eq!(regression(&[(vec![1.0; 40], 1.0)], 2, true), None);
    assert_eq!(regression(&[(vec![1.0], 2.0), (vec![2.0], 2.0)], 1, true).unwrap().r2, None);
}
