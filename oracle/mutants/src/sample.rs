//! Fair samples: when there are more mutants than there is time, the seed alone decides which are looked at.
//!
//! Half of the sample is shared out evenly among the operators, so that rare ones (there is one loop to freeze in a thousand places)
//! are looked at, and half in proportion to how many each has. Within an operator all have the same chance. [`Stratum::weight`]
//! undoes the first half when something is said about all of them.

use crate::{Found, Mutant, Operator};
use serde::Serialize;

/// What was taken of one operator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stratum {
    /// The operator.
    pub operator: Operator,
    /// Mutants there are.
    pub found: usize,
    /// Mutants taken.
    pub taken: usize,
}

impl Stratum {
    /// How many mutants of the game each one taken stands for.
    pub fn weight(&self) -> f64 {
        if self.taken == 0 {
            0.0
        } else {
            self.found as f64 / self.taken as f64
        }
    }
}

/// A sample.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// What was taken, in the order of files and places.
    pub mutants: Vec<Mutant>,
    /// How much of each operator, those with no mutants left out.
    pub strata: Vec<Stratum>,
}

/// Takes at most `limit` mutants.
pub fn sample(found: &Found, limit: Option<usize>, seed: u64) -> Sampled {
    let places = |operator: Operator| -> Vec<usize> {
        let mutants = found.mutants.iter().enumerate();
        mutants
            .filter(|(_, mutant)| mutant.operator == operator)
            .map(|(at, _)| at)
            .collect()
    };
    let mut kinds: Vec<(Operator, Vec<usize>)> = Operator::ALL
        .into_iter()
        .map(|operator| (operator, places(operator)))
        .filter(|(_, places)| !places.is_empty())
        .collect();
    let counts: Vec<usize> = kinds.iter().map(|(_, places)| places.len()).collect();
    let shares = shares(&counts, limit.unwrap_or(usize::MAX).min(counts.iter().sum()));
    let mut taken = Vec::new();
    let mut strata = Vec::new();
    for ((operator, places), share) in kinds.iter_mut().zip(shares) {
        let key = |at: &usize| found.mutants.get(*at).map_or(0, |mutant| priority(seed, &mutant.id));
        places.sort_by_key(|at| (key(at), *at));
        // One that cannot be parsed any more is no mutant; the next in line takes its place.
        let valid = places
            .iter()
            .filter(|at| found.mutants.get(**at).is_some_and(|mutant| found.parses(mutant)));
        let chosen: Vec<usize> = valid.take(share).copied().collect();
        strata.push(Stratum {
            operator: *operator,
            found: places.len(),
            taken: chosen.len(),
        });
        taken.extend(chosen);
    }
    taken.sort_unstable();
    Sampled {
        mutants: taken.iter().filter_map(|at| found.mutants.get(*at).cloned()).collect(),
        strata,
    }
}

/// How many to take of each kind.
fn shares(counts: &[usize], limit: usize) -> Vec<usize> {
    let total: usize = counts.iter().sum();
    let mut shares = vec![0; counts.len()];
    if limit >= total {
        return counts.to_vec();
    }
    // Evenly, one each, until half of the sample is given away.
    let mut left = limit.div_ceil(2);
    while left > 0 {
        let before = left;
        for (share, count) in shares.iter_mut().zip(counts) {
            if left > 0 && *share < *count {
                *share += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    // The rest in proportion to what is left, the remainders to the largest ones first (Hamilton's method).
    let rest = limit - shares.iter().sum::<usize>();
    let open: Vec<usize> = shares.iter().zip(counts).map(|(share, count)| count - share).collect();
    let all: usize = open.iter().sum::<usize>().max(1);
    let mut remainders: Vec<(usize, usize)> = Vec::new();
    for (at, (share, open)) in shares.iter_mut().zip(&open).enumerate() {
        *share += rest * open / all;
        remainders.push((rest * open % all, at));
    }
    remainders.sort_by_key(|(remainder, at)| (std::cmp::Reverse(*remainder), *at));
    let mut missing = limit - shares.iter().sum::<usize>();
    for (_, at) in remainders {
        if let (Some(share), Some(count)) = (shares.get_mut(at), counts.get(at))
            && missing > 0
            && *share < *count
        {
            *share += 1;
            missing -= 1;
        }
    }
    shares
}

/// FNV-1a over the name, stirred with the seed by SplitMix64's finaliser.
fn priority(seed: u64, name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut mixed = hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn rare_kinds_are_looked_at_and_the_sample_is_as_large_as_asked_for() {
        assert_eq!(shares(&[1000, 1, 1], 10), [8, 1, 1]);
        assert_eq!(shares(&[3, 2], 99), [3, 2]);
        assert_eq!(shares(&[600, 300, 100], 100).iter().sum::<usize>(), 100);
        assert_eq!(shares(&[5, 5, 5], 2), [1, 1, 0]);
        assert_eq!(shares(&[], 4), [0; 0]);
    }
}
