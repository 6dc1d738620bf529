//! A small seeded generator: the same seed gives the same inputs on every machine.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for the `index`th input of a seed.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Random {
        let mut random = Random(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        random
    }

    /// 64 bits.
    #[expect(clippy::should_implement_trait, reason = "it is no iterator: it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn of<'a, T: ?Sized>(&mut self, list: &'a [&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// A small number, now and then a large one.
    pub fn few(&mut self) -> usize {
        if self.one_in(12) {
            1 << self.below(13)
        } else {
            1 + self.below(4)
        }
    }
}
