//! Contracts: what a design document promises, how a game is judged against it, and what the judgements come to.
//!
//! This house knows no runtime. It reads documents and contracts ([`design`], [`model`], [`build`]), knows how rules depend on each
//! other ([`edges`], [`graph`], [`picture`]), looks for rules in a program ([`source`]) and in snapshots ([`play`]), asks judges
//! ([`judge`], [`service`]), adds up what was found ([`results`]), and scores by frameworks that are data ([`scorecard`], [`checklist`],
//! [`formula`]).

pub mod build;
pub mod canonical;
pub mod checklist;
pub mod design;
pub mod edges;
pub mod facts;
pub mod graph;
pub mod json;
pub mod judge;
pub mod model;
pub mod picture;
pub mod play;
pub mod replay;
pub mod results;
pub mod scorecard;
pub mod service;
pub mod source;

pub use oracade_formula as formula;
