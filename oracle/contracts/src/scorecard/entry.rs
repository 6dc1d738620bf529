//! What one build was given.

use crate::json::{self, ReadError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers a list may have.
const MAX_LIST: usize = 100_000;
/// Levels `max`, `mean` and `at_most` may nest.
const MAX_DEPTH: usize = 8;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EntryFormat {
    /// The first format.
    #[serde(rename = "oracade-entry-1")]
    V1,
}

/// What one build was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The format.
    pub format: EntryFormat,
    /// The scorecard's id.
    pub scorecard: String,
    /// Who and what: agent, model, scenario, date.
    #[serde(default)]
    pub about: BTreeMap<String, String>,
    /// The judges: who gave which of the values.
    #[serde(default)]
    pub judges: BTreeMap<String, String>,
    /// The values, by the names of inputs, items, penalties and bonuses.
    pub values: BTreeMap<String, Given>,
}

impl Entry {
    /// Reads an entry.
    ///
    /// # Errors
    /// It is no JSON or does not fit the format.
    pub fn read(file: &str, text: &str) -> Result<Entry, ReadError> {
        json::read(file, text)
    }
}

/// A value as it is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given {
    /// Not measured.
    Missing,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Values.
    List(Vec<Given>),
    /// The most of several: an item that was shown more than once.
    Max {
        /// These.
        max: Vec<Given>,
    },
    /// The mean of several.
    Mean {
        /// These.
        mean: Vec<Given>,
    },
    /// At most so much: an item with a cap of its own.
    AtMost {
        /// So much.
        at_most: f64,
        /// Of this.
        of: Box<Given>,
    },
}

impl Given {
    /// One number, with `max`, `mean` and `at_most` worked out; `None` if it is missing.
    ///
    /// # Errors
    /// It is no number, or nests too deep.
    pub(super) fn number(&self, depth: usize) -> Result<Option<f64>, String> {
        if depth > MAX_DEPTH {
            return Err(format!("it nests deeper than {MAX_DEPTH} levels"));
        }
        Ok(match self {
            Given::Missing => None,
            Given::Number(number) => Some(*number),
            Given::Bool(truth) => Some(f64::from(u8::from(*truth))),
            Given::Max { max } => numbers(max, depth)?.into_iter().reduce(f64::max),
            Given::Mean { mean } => {
                let list = numbers(mean, depth)?;
                let sum: f64 = list.iter().sum();
                (!list.is_empty()).then(|| sum / list.len() as f64)
            }
            Given::AtMost { at_most, of } => of.number(depth + 1)?.map(|number| number.min(*at_most)),
            Given::Text(_) | Given::List(_) => return Err("it is no number".to_owned()),
        })
    }

    /// A list of numbers; one number is a list of one.
    ///
    /// # Errors
    /// An item is no number, or there are too many.
    pub(super) fn list(&self) -> Result<Option<Vec<f64>>, String> {
        match self {
            Given::Missing => Ok(None),
            Given::List(items) => numbers(items, 0).map(Some),
            other => Ok(other.number(0)?.map(|number| vec![number])),
        }
    }
}

/// The numbers of a list, without what is missing.
fn numbers(items: &[Given], depth: usize) -> Result<Vec<f64>, String> {
    if items.len() > MAX_LIST {
        return Err(format!("it has more than {MAX_LIST} items"));
    }
    let mut list = Vec::new();
    for item in items {
        list.extend(item.number(depth + 1)?);
    }
    Ok(list)
}
