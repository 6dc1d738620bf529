//! Reachability over the dependency edges, and what follows from it: D and the weights.

use crate::edges::{Edge, Satisfiable};
use crate::model::Contract;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which edges count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// All: an attribute or event in common is enough, as in the paper.
    #[default]
    Potential,
    /// Only those whose written value can make the condition true, or may.
    Satisfiable,
}

impl Reading {
    /// Whether an edge counts.
    pub fn counts(self, edge: &Edge) -> bool {
        self == Reading::Potential || edge.satisfiable != Satisfiable::No
    }
}

/// The rules of a contract and which of them can be reached from which.
#[derive(Clone, Debug)]
pub struct Graph {
    ids: Vec<String>,
    next: Vec<Vec<usize>>,
    /// Rows of bits.
    reach: Vec<Vec<u64>>,
}

/// α of the weights.
pub const ALPHA: f64 = 0.5;

impl Graph {
    /// The graph of a contract's edges.
    pub fn new(contract: &Contract, reading: Reading) -> Graph {
        let ids: Vec<String> = contract.rules.iter().map(|rule| rule.id.clone()).collect();
        let edges = contract.edges.iter().filter(|edge| reading.counts(edge));
        Graph::from_pairs(ids, edges.map(|edge| (edge.from.as_str(), edge.to.as_str())))
    }

    /// A graph from names and pairs of names; pairs of unknown names are left out.
    pub fn from_pairs<'a>(ids: Vec<String>, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Graph {
        let index: BTreeMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
        let mut next = vec![Vec::new(); ids.len()];
        for (from, to) in pairs {
            if let (Some(from), Some(to)) = (index.get(from), index.get(to))
                && from != to
            {
                next[*from].push(*to);
            }
        }
        for targets in &mut next {
            targets.sort_unstable();
            targets.dedup();
        }
        let words = ids.len().div_ceil(64);
        let mut graph = Graph {
            reach: vec![vec![0; words]; ids.len()],
            ids,
            next,
        };
        for from in 0..graph.ids.len() {
            let mut seen = vec![0u64; words];
            let mut open = graph.next[from].clone();
            while let Some(at) = open.pop() {
                if seen[at / 64] >> (at % 64) & 1 == 0 {
                    seen[at / 64] |= 1 << (at % 64);
                    open.extend(&graph.next[at]);
                }
            }
            // A rule on a cycle reaches itself, which does not count.
            seen[from / 64] &= !(1 << (from % 64));
            graph.reach[from] = seen;
        }
        graph
    }

    /// The rules, in the contract's order.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The rules one edge away.
    pub fn next(&self, rule: usize) -> &[usize] {
        &self.next[rule]
    }

    /// `to` is reached from `from` over any number of edges.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        self.reach[from][to / 64] >> (to % 64) & 1 == 1
    }

    /// D: how many other rules each rule reaches.
    pub fn reached(&self) -> Vec<usize> {
        let rows = self.reach.iter();
        rows.map(|row| row.iter().map(|word| word.count_ones() as usize).sum())
            .collect()
    }

    /// `α + (1 − α) · ln(1 + D) / ln(1 + D_max)`; all 1 where nothing depends on anything.
    pub fn weights(&self, alpha: f64) -> Vec<f64> {
        let reached = self.reached();
        let most = reached.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return vec![1.0; reached.len()];
        }
        let whole = libm::log(1.0 + most as f64);
        let weight = |d: &usize| alpha + (1.0 - alpha) * libm::log(1.0 + *d as f64) / whole;
        reached.iter().map(weight).collect()
    }

    /// The rules that `rule` may depend on, over any number of edges.
    pub fn upstream(&self, rule: usize) -> Vec<usize> {
        (0..self.ids.len()).filter(|from| self.reaches(*from, rule)).collect()
    }

    /// The rules that may depend on `rule`.
    pub fn downstream(&self, rule: usize) -> Vec<usize> {
        (0..self.ids.len()).filter(|to| self.reaches(rule, *to)).collect()
    }

    /// The reachable pairs by numbers that `index` gives to ids, sorted.
    pub fn pairs(&self, index: &BTreeMap<String, u32>) -> Vec<u64> {
        let numbers: Vec<Option<u64>> = self.ids.iter().map(|id| index.get(id).map(|n| u64::from(*n))).collect();
        let mut pairs = Vec::new();
        for from in 0..self.ids.len() {
            for to in 0..self.ids.len() {
                if let (true, Some(a), Some(b)) = (self.reaches(from, to), numbers[from], numbers[to]) {
                    pairs.push(a << 32 | b);
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

/// Size of the intersection by that of the union of two sorted lists; 1 of two empty ones.
pub fn jaccard<T: Ord>(a: &[T], b: &[T]) -> f64 {
    let (mut at, mut bt, mut common) = (0, 0, 0usize);
    while let (Some(x), Some(y)) = (a.get(at), b.get(bt)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => bt += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                at += 1;
                bt += 1;
            }
        }
    }
    let union = a.len() + b.len() - common;
    if union == 0 { 1.0 } else { common as f64 / union as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(ids: &[&str], pairs: &[(&str, &str)]) -> Graph {
        Graph::from_pairs(ids.iter().map(|id| (*id).to_owned()).collect(), pairs.iter().copied())
    }

    /// The specification's golden vector.
    #[test]
    fn reachability_and_weights_of_the_published_example() {
        let graph = graph(
            &["Charge", "Ready", "Target", "Attack", "Damage", "HitVFX"],
            &[
                ("Charge", "Ready"),
                ("Ready", "Attack"),
                ("Target", "Attack"),
                ("Attack", "Damage"),
                ("Attack", "HitVFX"),
            ],
        );
        assert_eq!(graph.reached(), [4, 3, 3, 2, 0, 0]);
        let weights: Vec<String> = graph.weights(ALPHA).iter().map(|w| format!("{w:.3}")).collect();
        assert_eq!(weights, ["1.000", "0.931", "0.931", "0.841", "0.500", "0.500"]);
        assert_eq!(graph.upstream(4), [0, 1, 2, 3]);
        assert_eq!(graph.downstream(2), [3, 4, 5]);
    }

    #[test]
    fn cycles_count_others_once_and_never_the_rule_itself() {
        let graph = graph(
            &["a", "b", "c"],
            &[("a", "b"), ("b", "a"), ("b", "c"), ("a", "a"), ("a", "b")],
        );
        assert_eq!(graph.reached(), [2, 2, 0]);
    }

    #[test]
    fn without_edges_all_weights_are_equal() {
        assert_eq!(graph(&["a", "b"], &[]).weights(ALPHA), [1.0, 1.0]);
        assert_eq!(graph(&[], &[]).weights(ALPHA), [0.0; 0]);
    }

    #[test]
    fn agreement_is_jaccards() {
        assert_eq!(jaccard::<u8>(&[], &[]), 1.0);
        assert_eq!(jaccard(&[1, 2, 3], &[2, 3, 4]), 0.5);
        assert_eq!(jaccard(&[1], &[2]), 0.0);
    }

    #[test]
    fn many_rules_need_more_than_one_word() {
        let ids: Vec<String> = (0..200).map(|n| format!("r{n}")).collect();
        let chain: Vec<(&str, &str)> = ids.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
        let graph = Graph::from_pairs(ids.clone(), chain.into_iter());
        assert_eq!((graph.reached()[0], graph.reached()[130], graph.reached()[199]), (199, 69, 0));
    }
}
