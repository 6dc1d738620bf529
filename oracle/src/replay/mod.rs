//! The replay axis: the scenarios of a contract are played on a build, by its own inputs or the contract's, everything is recorded, and each
//! item is judged by the stretch it is about.

mod items;
mod record;

pub use items::{Camera, ItemJudged, ReplayError, ScenarioJudged, judge_scenario};
pub use record::{Recording, record};
