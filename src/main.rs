//! The `oracade` command.
fn main() {}
