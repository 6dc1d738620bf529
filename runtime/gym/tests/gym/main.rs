//! Environments, our own games, and players, without a JavaScript engine.

mod agents;
mod env;
mod originals;
mod windle;
