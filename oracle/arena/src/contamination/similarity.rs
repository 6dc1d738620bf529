//! How near texts are to each other: a model that recites what a game says has read it.

use std::collections::BTreeMap;

/// Somebody who makes vectors of texts.
pub trait Embedder {
    /// Who it is.
    fn id(&self) -> String;

    /// Vectors of texts, of one length.
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f64>>;
}

/// Words, pairs of words and triples of characters, hashed into numbers and weighted by how rare they are among the texts at hand. A
/// calculation, the same everywhere; its similarities cannot be compared with those of a trained model.
#[derive(Clone, Copy, Debug)]
pub struct HashedTfIdf {
    /// Numbers of a vector.
    pub dimensions: usize,
}

impl Default for HashedTfIdf {
    fn default() -> Self {
        HashedTfIdf { dimensions: 4096 }
    }
}

/// FNV-1a.
fn hash(kind: u8, parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ u64::from(kind);
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

fn words(text: &str) -> Vec<String> {
    let parted = text.split(|letter: char| !letter.is_alphanumeric());
    parted.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

impl HashedTfIdf {
    fn counts(&self, text: &str) -> BTreeMap<usize, f64> {
        let size = self.dimensions.max(1) as u64;
        let words = words(text);
        let mut counts = BTreeMap::new();
        let mut count = |hash: u64, weight: f64| *counts.entry((hash % size) as usize).or_insert(0.0) += weight;
        for word in &words {
            count(hash(1, &[word]), 1.0);
            let letters: Vec<char> = format!(" {word} ").chars().collect();
            for triple in letters.windows(3) {
                // Parts of words count less than words.
                count(hash(3, &[&triple.iter().collect::<String>()]), 0.25);
            }
        }
        for pair in words.windows(2) {
            count(hash(2, &[&pair[0], &pair[1]]), 1.0);
        }
        counts
    }
}

impl Embedder for HashedTfIdf {
    fn id(&self) -> String {
        format!("hashed TF-IDF, {} numbers", self.dimensions)
    }

    fn embed(&self, texts: &[&str]) -> Vec<Vec<f64>> {
        let counts: Vec<BTreeMap<usize, f64>> = texts.iter().map(|text| self.counts(text)).collect();
        let mut holders: BTreeMap<usize, f64> = BTreeMap::new();
        for place in counts.iter().flat_map(BTreeMap::keys) {
            *holders.entry(*place).or_insert(0.0) += 1.0;
        }
        let total = texts.len() as f64;
        let weighted = |counts: &BTreeMap<usize, f64>| {
            let mut vector = vec![0.0; self.dimensions.max(1)];
            for (place, count) in counts {
                // Smoothed, so that what all texts have still counts.
                let rarity = libm::log((1.0 + total) / (1.0 + holders[place])) + 1.0;
                vector[*place] = libm::sqrt(*count) * rarity;
            }
            vector
        };
        counts.iter().map(weighted).collect()
    }
}

/// The cosine of two vectors; 0 if one of them is nothing.
pub fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let lengths = libm::sqrt(dot(a, a)) * libm::sqrt(dot(b, b));
    if lengths > 0.0 { dot(a, b) / lengths } else { 0.0 }
}

/// How near each of the texts that were recited is to its original, rarity being that among all of them.
pub fn similarity(embedder: &dyn Embedder, pairs: &[(&str, &str)]) -> Vec<f64> {
    let texts: Vec<&str> = pairs.iter().flat_map(|(recited, original)| [*recited, *original]).collect();
    let vectors = embedder.embed(&texts);
    vectors.chunks_exact(2).map(|pair| cosine(&pair[0], &pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recited_is_nearer_than_what_is_told_otherwise() {
        let original = "The bell rope was cut clean with a thin blade, and it was still wet when they found it.";
        let pairs = [
            (original, original),
            ("A thin blade cut the bell rope clean; it was found still wet.", original),
            ("Somebody sold a thing from the landing by night.", original),
            ("", original),
        ];
        let found = similarity(&HashedTfIdf::default(), &pairs);
        assert!((found[0] - 1.0).abs() < 1e-12, "{found:?}");
        assert!(
            found[1] > 0.4 && found[1] < 0.95 && found[2] < 0.3 && found[3] == 0.0,
            "{found:?}"
        );
        assert_eq!(similarity(&HashedTfIdf::default(), &pairs), found);
    }
}
