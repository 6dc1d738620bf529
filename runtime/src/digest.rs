//! The digest chain: one SHA-256 over everything observable that happened, in order.

use sha2::{Digest, Sha256};

/// Each event is hashed together with the digest before it, so equal digests mean equal histories.
#[derive(Clone)]
pub struct DigestChain {
    state: [u8; 32],
}

impl Default for DigestChain {
    fn default() -> Self {
        DigestChain {
            state: Sha256::digest(b"oracade digest chain 1").into(),
        }
    }
}

impl DigestChain {
    /// Adds an event of a kind (`"input"`, `"console"`, `"frame"`, …) at a virtual time with its bytes.
    pub fn add(&mut self, kind: &str, at_us: u64, bytes: &[u8]) {
        let mut hash = Sha256::new();
        hash.update(self.state);
        hash.update((kind.len() as u64).to_le_bytes());
        hash.update(kind);
        hash.update(at_us.to_le_bytes());
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
        self.state = hash.finalize().into();
    }

    /// The digest as 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.state)
    }
}

/// A digest over many small facts, such as when each task ran: 64 bits, for a comparison of two runs, not against forgery.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OrderDigest(u64);

impl OrderDigest {
    pub(crate) fn add(&mut self, kind: u64, at_us: u64) {
        // The finaliser of splitmix64 over the state and what is new.
        let mut mixed = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ at_us.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ kind;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ (mixed >> 31);
    }

    pub(crate) fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_tasks_counts() {
        let digest = |facts: &[(u64, u64)]| {
            let mut digest = OrderDigest::default();
            facts.iter().for_each(|(kind, at)| digest.add(*kind, *at));
            digest.hex()
        };
        assert_ne!(digest(&[(0, 5), (1, 5)]), digest(&[(1, 5), (0, 5)]));
        assert_ne!(digest(&[(0, 5)]), digest(&[(0, 6)]));
        assert_ne!(digest(&[(0, 0)]), digest(&[]));
    }

    #[test]
    fn order_and_borders_count() {
        let chain = |events: &[(&str, &[u8])]| {
            let mut c = DigestChain::default();
            events.iter().for_each(|(k, b)| c.add(k, 0, b));
            c.hex()
        };
        assert_ne!(chain(&[("a", b"1"), ("a", b"2")]), chain(&[("a", b"2"), ("a", b"1")]));
        assert_ne!(chain(&[("a", b"12")]), chain(&[("a1", b"2")]));
        assert_eq!(chain(&[("a", b"1")]), chain(&[("a", b"1")]));
    }
}
