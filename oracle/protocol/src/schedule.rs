//! The order of trials: blocks, each of which has every condition once, in the order of a row of a Latin square.

use crate::manifest::Manifest;
use serde::{Deserialize, Serialize};

/// A block of trials that are run, and run again, together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Its number, from 1.
    pub slot: u32,
    /// Its trials, in order.
    pub trials: Vec<Planned>,
}

/// A trial to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// The condition.
    pub condition: String,
    /// Which of its trials, from 1.
    pub number: u32,
}

impl Planned {
    /// Its name, which is that of its folder.
    pub fn id(&self) -> String {
        format!("{}-{:02}", self.condition, self.number)
    }
}

/// Rows of a Latin square of `n`. For an even `n` it is balanced (Williams): each follows each other once. For an odd `n` the rows of the
/// square and their mirror images are, together.
pub fn rows(n: usize) -> Vec<Vec<usize>> {
    // 0, n-1, 1, n-2, 2, …
    let first: Vec<usize> = (0..n).map(|k| if k % 2 == 0 { k / 2 } else { n - 1 - k / 2 }).collect();
    let square: Vec<Vec<usize>> = (0..n).map(|shift| first.iter().map(|k| (k + shift) % n).collect()).collect();
    if n.is_multiple_of(2) {
        return square;
    }
    let mirrored = square.iter().map(|row| row.iter().rev().copied().collect());
    square.iter().cloned().chain(mirrored).collect()
}

/// The blocks of an experiment.
pub fn blocks(manifest: &Manifest) -> Vec<Block> {
    let rows = rows(manifest.conditions.len());
    (0..manifest.trials.per_condition)
        .map(|block| {
            let row = &rows[block as usize % rows.len()];
            let planned = |condition: &usize| Planned {
                condition: manifest.conditions[*condition].id.clone(),
                number: block + 1,
            };
            Block {
                slot: block + 1,
                trials: row.iter().map(planned).collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_conditions_alternate_in_pairs() {
        let order: String = (0..5)
            .flat_map(|block| rows(2)[block % 2].clone())
            .map(|c| ["X", "Y"][c])
            .collect();
        assert_eq!(order, "XYYXXYYXXY");
    }

    #[test]
    fn each_stands_at_each_place_and_follows_each_other_equally_often() {
        for n in 2..7 {
            let rows = rows(n);
            let times = rows.len() / n;
            for c in 0..n {
                for place in 0..n {
                    assert_eq!(rows.iter().filter(|row| row[place] == c).count(), times);
                }
                for after in (0..n).filter(|after| *after != c) {
                    let follows = rows
                        .iter()
                        .filter(|row| row.windows(2).any(|pair| pair == [c, after]))
                        .count();
                    assert_eq!(follows, times, "{n}: {c} {after}");
                }
            }
        }
    }
}
