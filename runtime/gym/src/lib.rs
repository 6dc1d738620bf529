//! Games as environments for players that learn and are compared (docs/gymnasium.md): Gymnasium's words and their meaning, copies that
//! are whole, many environments at once, and the same steps everywhere.

pub mod adapter;
pub mod agents;
pub mod check;
pub mod config;
mod deeds;
mod env;
mod error;
#[cfg(feature = "pages")]
mod page_world;
mod perception;
mod registry;
mod rng;
pub mod rollout;
mod scope;
mod seen;
pub mod serve;
mod spaces;
mod spec;
pub mod trail;
mod vec_env;
mod wasm_world;
mod world;

pub use config::{Config, Perception, View};
pub use env::{Env, History, Outcome, Saved, Step};
pub use error::{EnvError, Result};
#[cfg(feature = "pages")]
pub use page_world::{Opener, PageWorld};
pub use registry::{NAMES, Pages, folder, named};
pub use rng::Chance;
pub use spaces::{Dtype, Item, Space};
pub use spec::{Maker, Settings, Spec};
pub use vec_env::{Autoreset, Batch, LaneInfo, VecEnv};
pub use wasm_world::{WasmBundle, WasmWorld};
pub use world::{Picture, World};
