//! The playtest axis: bots play a game, and what is seen decides which rules of its contract it keeps.
//!
//! [`explore`] finds ways through a game, [`synthesis`] makes programs of those that show something, [`bot`] runs programs, each in a
//! context of its own on the game's clock, and [`report`] judges their trajectories. No model is needed, and none is in the way: bots and
//! judges of somebody's own take the same places.

mod bot;
mod camera;
mod chance;
mod evidence;
mod explore;
mod guide;
mod moves;
mod nest;
mod player;
mod report;
mod starts;
mod synthesis;

pub use bot::{Bot, BotError, Played, run};
pub use camera::Shot;
pub(crate) use evidence::resolve_shared;
pub use explore::{Effort, Explored, Part};
pub use moves::{Move, Start};
pub use nest::Nest;
pub use player::{Opener, Player, Refusal};
pub use report::{PlaytestError, RuleVote, Table, Trajectory, VoteResult, bots, decide, explore, judge, play};
pub use synthesis::Synthesis;
