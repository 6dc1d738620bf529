//! How far annotators agree: Cohen's κ of two, Krippendorff's α (nominal) of any number. A measure without variance has no value.

use std::collections::BTreeMap;

/// Cohen's κ of two annotators' labels of the same units; `None` if there are no units or both use one label throughout.
pub fn cohen(a: &[String], b: &[String]) -> Option<f64> {
    let n = a.len().min(b.len());
    if n == 0 {
        return None;
    }
    let total = n as f64;
    let agreed = a.iter().zip(b).filter(|(a, b)| a == b).count() as f64 / total;
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (a, b) in a.iter().zip(b) {
        counts.entry(a).or_default()[0] += 1;
        counts.entry(b).or_default()[1] += 1;
    }
    let expected: f64 = counts.values().map(|[a, b]| (*a as f64 / total) * (*b as f64 / total)).sum();
    // All units, all one label: there is nothing to agree about.
    if counts.len() < 2 {
        return None;
    }
    Some((agreed - expected) / (1.0 - expected))
}

/// Krippendorff's α for nominal labels: for each unit the labels that it was given, by any number of annotators.
pub fn krippendorff(units: &[Vec<String>]) -> Option<f64> {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    let (mut disagreed, mut total) = (0.0, 0.0);
    for unit in units.iter().filter(|unit| unit.len() > 1) {
        let others = unit.len() as f64 - 1.0;
        for (n, label) in unit.iter().enumerate() {
            *counts.entry(label).or_default() += 1.0;
            total += 1.0;
            let other = unit
                .iter()
                .enumerate()
                .filter(|(m, other)| *m != n && *other != label)
                .count();
            disagreed += other as f64 / others;
        }
    }
    if counts.len() < 2 {
        return None;
    }
    let same: f64 = counts.values().map(|count| count * (count - 1.0)).sum();
    let expected = total * (total - 1.0) - same;
    Some(1.0 - (total - 1.0) * disagreed / expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    #[test]
    fn kappa_of_a_table() {
        // 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 agreed, 0.5 expected.
        let a = "y".repeat(25) + &"n".repeat(25);
        let b = "y".repeat(20) + &"n".repeat(5) + &"y".repeat(10) + &"n".repeat(15);
        let kappa = cohen(&labels(&a), &labels(&b)).unwrap();
        assert!((kappa - 0.4).abs() < 1e-12, "{kappa}");
        assert_eq!(cohen(&labels("yny"), &labels("yny")), Some(1.0));
        assert_eq!(cohen(&labels("nnn"), &labels("nnn")), None);
        assert_eq!(cohen(&[], &[]), None);
    }

    #[test]
    fn alpha_of_a_table() {
        // Two annotators, ten units, as in Krippendorff's binary example: α = 0.095.
        let (a, b) = ("0100000000", "1110010010");
        let units: Vec<Vec<String>> = a
            .chars()
            .zip(b.chars())
            .map(|(a, b)| vec![a.to_string(), b.to_string()])
            .collect();
        let alpha = krippendorff(&units).unwrap();
        assert!((alpha - 0.095).abs() < 1e-3, "{alpha}");
        assert_eq!(krippendorff(&[labels("aa"), labels("bb"), labels("c")]), Some(1.0));
        assert_eq!(krippendorff(&[labels("aa")]), None);
    }
}
