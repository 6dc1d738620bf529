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
