//! Chores of the people who work on Oracade.
fn main() {}
