//! Runs what reads untrusted bytes on inputs that are wrong in likely ways.
//!
//! A [`Target`] is a reader (of tapes, images, fonts, style sheets, …) with inputs of ours to begin from. Input number `n` of
//! a seed is always the same, so a failure is named by target, seed and number. Failing is: to panic, to end the process, to
//! take longer than [`CPU_MAX`] or more memory than [`MEMORY_MAX`]. `cargo xtask fuzz` runs targets for as long as one likes, in
//! processes of their own; the tests run each for a fixed number of inputs.

mod child;
mod minimize;
mod mutate;
mod random;
mod targets;
mod webgl;

pub use child::{Failure, Found, Span, run_child, run_target};
pub use minimize::minimize;
pub use mutate::{Shape, mutate};
pub use random::Random;
pub use targets::targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Processor time one input may take.
pub const CPU_MAX: Duration = Duration::from_secs(10);

/// Resident memory a process of inputs may take, in bytes.
pub const MEMORY_MAX: u64 = 2 << 30;

/// A reader of untrusted bytes.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What reads the bytes.
    pub about: &'static str,
    /// Good inputs to begin from.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// What they look like.
    pub shape: Shape,
    /// Reads an input. Errors are fine.
    pub run: fn(&[u8]),
    /// Inputs a test runs.
    pub test_runs: u64,
}

impl Target {
    /// Input number `index` of a seed. The first are the seeds themselves.
    #[must_use]
    pub fn input(&self, seeds: &[Vec<u8>], seed: u64, index: u64) -> Vec<u8> {
        match seeds.get(index as usize) {
            Some(input) => input.clone(),
            None => mutate(self.shape, seeds, &mut Random::new(seed, index)),
        }
    }

    /// Runs one input in this process.
    ///
    /// # Errors
    /// What the panic said.
    pub fn try_input(&self, input: &[u8]) -> Result<(), String> {
        catch_unwind(AssertUnwindSafe(|| (self.run)(input))).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            text.or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "a panic without a text".to_owned())
        })
    }
}
