//! What judges a run.
