//! What IndexedDB stands on: the databases of an origin, which outlive documents as local storage does, and who uses them. The
//! standard's semantics are in shims/js/platform/indexeddb.

mod agents;
mod trees;

pub(crate) use agents::{Agents, Notice};
pub use trees::{DatabaseContent, Record};
pub(crate) use trees::{QUOTA, Span, Trees};

/// The databases of one profile.
#[derive(Debug, Default)]
pub(crate) struct Databases {
    pub(crate) trees: Trees,
    pub(crate) agents: Agents,
}
