//! Conditions on the state.

use super::{Attribute, Resolved, Value};
use crate::design::Constant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How an attribute is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Operator {
    /// `==`
    #[serde(rename = "==")]
    Equal,
    /// `!=`
    #[serde(rename = "!=")]
    NotEqual,
    /// `<`
    #[serde(rename = "<")]
    Less,
    /// `<=`
    #[serde(rename = "<=")]
    LessEqual,
    /// `>`
    #[serde(rename = ">")]
    Greater,
    /// `>=`
    #[serde(rename = ">=")]
    GreaterEqual,
    /// Is one of a list.
    #[serde(rename = "in")]
    In,
    /// Is none of a list.
    #[serde(rename = "not_in")]
    NotIn,
}

impl Operator {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
            Operator::In => "in",
            Operator::NotIn => "not_in",
        }
    }

    /// Whether `left operator right`; `None` if the two cannot be compared.
    pub fn holds(self, left: &Constant, right: &Resolved) -> Option<bool> {
        match (self, right) {
            (_, Resolved::Unknown) => None,
            (Operator::In, Resolved::OneOf(list)) => Some(list.contains(left)),
            (Operator::NotIn, Resolved::OneOf(list)) => Some(!list.contains(left)),
            (Operator::In, Resolved::Known(value)) => Some(left == value),
            (Operator::NotIn, Resolved::Known(value)) => Some(left != value),
            (Operator::Equal, Resolved::Known(value)) => Some(left == value),
            (Operator::NotEqual, Resolved::Known(value)) => Some(left != value),
            (_, Resolved::Known(Constant::Number(value))) => {
                let Constant::Number(left) = left else { return Some(false) };
                Some(match self {
                    Operator::Less => left < value,
                    Operator::LessEqual => left <= value,
                    Operator::Greater => left > value,
                    _ => left >= value,
                })
            }
            _ => None,
        }
    }
}

/// A condition on one attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predicate {
    /// Whose attribute.
    pub entity: String,
    /// Which.
    pub attribute: String,
    /// Compared how.
    pub operator: Operator,
    /// With what.
    pub value: Value,
}

impl Predicate {
    /// The attribute it speaks of.
    pub fn subject(&self) -> Attribute {
        Attribute::new(&self.entity, &self.attribute)
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.subject(), self.operator.text(), self.value)
    }
}
