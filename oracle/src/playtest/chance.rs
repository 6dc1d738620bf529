//! Seeded chance: SplitMix64.

/// Numbers that depend on the seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The numbers of a seed; `stream` tells several of one seed apart.
    pub(crate) fn new(seed: u64, stream: u64) -> Chance {
        Chance(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x706c_6179)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`; 0 of none.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        if count == 0 {
            0
        } else {
            (self.next() % count as u64) as usize
        }
    }

    /// One of several by their weights.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        if total == 0 {
            return self.below(weights.len());
        }
        let mut at = self.next() % total;
        for (index, weight) in weights.iter().enumerate() {
            match at.checked_sub(u64::from(*weight)) {
                Some(rest) => at = rest,
                None => return index,
            }
        }
        weights.len() - 1
    }
}
