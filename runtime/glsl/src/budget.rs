//! How much a draw call may cost: what all its invocations on all its threads take together.

use std::sync::atomic::{AtomicI64, Ordering};

/// Instructions that are left to a draw. Whether a draw has enough depends on the draw alone, not on how many threads share it: what it
/// costs in all is more than the budget, or it is not.
#[derive(Debug)]
pub struct Budget(AtomicI64);

impl Budget {
    /// A budget of instructions, each of four lanes.
    pub fn new(instructions: u64) -> Budget {
        Budget(AtomicI64::new(i64::try_from(instructions).unwrap_or(i64::MAX)))
    }

    /// What is left; less than 0 if more was spent than there was.
    pub fn left(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Spends some; whether there was enough.
    pub(crate) fn spend(&self, instructions: i64) -> bool {
        self.0.fetch_sub(instructions, Ordering::Relaxed) >= instructions
    }
}
