//! What judges a run: static checks of a game's text, behaviour checks that play it, scores and reports.
//!
//! The oracle speaks to [`oracade_runtime::Guest`] and [`oracade_runtime::Script`] only; it knows no engine.

pub mod batch;
pub mod behaviour;
pub mod delivery;
pub mod evaluation;
pub mod mutate;
pub mod playtest;
pub mod replay;
pub mod report;
pub mod static_checks;
