//! Tasks in the benchmark format.
