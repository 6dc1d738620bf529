//! What is looked for in a program, and what was found.

use super::program::Evidence;
use serde::{Deserialize, Serialize};

/// Which part of a rule is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// What makes it act.
    Trigger,
    /// A condition.
    Condition,
    /// A change of an attribute.
    Effect,
    /// An event that it emits.
    Event,
    /// A constant of the balance tables.
    Constant,
    /// The changes stand under the conditions.
    Link,
}

/// How much of a part was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// The program says something else.
    Contradicted,
    /// Nothing.
    No,
    /// Something like it.
    Partly,
    /// All of it.
    Yes,
}

/// One part of a rule and what was found of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Which.
    pub kind: PartKind,
    /// What was looked for.
    pub text: String,
    /// How much of it there is.
    pub found: Found,
    /// Where, at most a few places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// What stands there instead, or what is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}
