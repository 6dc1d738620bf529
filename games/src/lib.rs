//! Games we wrote.
