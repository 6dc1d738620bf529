//! The harness around players of environments (docs/arena.md): modules that switch on and off, models that are asked, logs, grids of
//! ablations, contamination tests, prompt search, statistics, and a leaderboard. No JavaScript engine is in here.

pub mod analysis;
pub mod baselines;
pub mod board;
pub mod contamination;
pub mod grid;
pub mod harness;
pub mod log;
pub mod model;
pub mod picture;
pub mod plan;
pub mod search;
pub mod stats;
