//! Chance of environments and players, apart from the games' own.

/// SplitMix64: one number of state, any seed, the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(u64);

impl Chance {
    /// A stream of its own for a seed and a purpose.
    pub fn new(seed: u64, purpose: u64) -> Chance {
        let mut chance = Chance(seed ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93));
        chance.bits();
        chance
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `n`; 0 if that is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// 0 ≤ x < 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// What it will go on from.
    pub fn state(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_of_their_seed_and_purpose() {
        let first = |seed, purpose| Chance::new(seed, purpose).bits();
        assert_eq!(first(0, 1), first(0, 1));
        let all = [first(0, 1), first(0, 2), first(1, 1), first(1, 2)];
        assert!((0..4).all(|a| (0..a).all(|b| all[a] != all[b])));
        let mut chance = Chance::new(3, 0);
        assert!((0..1000).all(|_| chance.below(7) < 7 && (0.0..1.0).contains(&chance.unit())));
        assert_eq!(chance.below(0), 0);
    }
}
