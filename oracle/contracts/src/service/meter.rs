//! What asking costs, and where a budget ends it.

use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

/// What answers cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cost {
    /// Questions put, repeated ones included.
    pub requests: u64,
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// Millionths of a US dollar.
    pub usd_micros: u64,
}

impl Cost {
    /// Both together.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            requests: self.requests.saturating_add(other.requests),
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            usd_micros: self.usd_micros.saturating_add(other.usd_micros),
        }
    }
}

/// What may be spent. A limit of `None` is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Questions.
    pub requests: Option<u64>,
    /// Tokens, read and written.
    pub tokens: Option<u64>,
    /// Millionths of a US dollar.
    pub usd_micros: Option<u64>,
}

/// Counts what is spent under a budget. An answer that exceeds it is still given; the next question is not put.
#[derive(Debug, Default)]
pub struct Meter {
    budget: Budget,
    spent: Mutex<Cost>,
}

impl Meter {
    /// A meter of a budget.
    pub fn new(budget: Budget) -> Meter {
        Meter {
            budget,
            spent: Mutex::default(),
        }
    }

    /// What was spent so far.
    pub fn spent(&self) -> Cost {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a question that is about to be put.
    ///
    /// # Errors
    /// The name of what is used up.
    pub fn ask(&self) -> Result<(), &'static str> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let used = [
            ("requests", self.budget.requests, spent.requests),
            (
                "tokens",
                self.budget.tokens,
                spent.input_tokens.saturating_add(spent.output_tokens),
            ),
            ("money", self.budget.usd_micros, spent.usd_micros),
        ];
        if let Some((name, ..)) = used.iter().find(|(_, limit, used)| limit.is_some_and(|limit| *used >= limit)) {
            return Err(name);
        }
        // Taken at once, so that questions put at the same time count.
        spent.requests += 1;
        Ok(())
    }

    /// Counts what the answer to it cost.
    pub fn paid(&self, cost: Cost) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let more = Cost {
            requests: cost.requests.saturating_sub(1),
            ..cost
        };
        *spent = spent.plus(more);
    }
}
