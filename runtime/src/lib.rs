//! The deterministic page.
