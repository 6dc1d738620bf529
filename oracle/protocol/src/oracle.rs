//! The oracle: what is true of the game, read from its hidden snapshot. It serves the evaluator; nothing of it reaches a player.

use crate::error::{ProtocolError, Result};
use crate::scoring::{Milestones, OracleMap};
use oracade_contracts::formula::{Formula, FormulaError, Scope, Value as Term};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The names of formulas: paths into the snapshot.
pub struct Hidden<'a>(pub &'a Value);

fn term(value: &Value) -> Option<Term> {
    match value {
        Value::Null => Some(Term::Missing),
        Value::Bool(truth) => Some(Term::Bool(*truth)),
        Value::Number(number) => number.as_f64().map(Term::Number),
        Value::String(text) => Some(Term::Text(text.clone())),
        Value::Array(items) => items.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>().map(Term::List),
        Value::Object(_) => None,
    }
}

impl Scope for Hidden<'_> {
    fn value(&self, name: &str) -> Option<Term> {
        let found = name.split('.').try_fold(self.0, |value, key| match value {
            Value::Object(fields) => fields.get(key),
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => None,
        });
        term(found?)
    }

    fn names(&self) -> Vec<String> {
        self.0.as_object().into_iter().flat_map(Map::keys).cloned().collect()
    }
}

/// Whether a formula holds in a state.
///
/// # Errors
/// It has no truth value.
pub fn holds(formula: &Formula, state: &Value) -> Result<bool> {
    formula
        .truth(&Hidden(state))
        .map_err(|error| ProtocolError::State(format!("scoring: `{}`: {error}", formula.text())))
}

/// A formula's value in a state as a text, to be compared.
///
/// # Errors
/// It has no value.
pub fn told(formula: &Formula, state: &Value) -> Result<String> {
    // What has no value yet is a text of its own.
    let value = match formula.evaluate(&Hidden(state)) {
        Err(FormulaError::Missing(_)) => Term::Missing,
        other => other.map_err(|error| ProtocolError::State(format!("scoring: `{}`: {error}", formula.text())))?,
    };
    Ok(match value {
        Term::Number(number) => number.to_string(),
        Term::Bool(truth) => truth.to_string(),
        Term::Text(text) => text,
        Term::List(items) => format!("{items:?}"),
        Term::Missing => String::new(),
    })
}

/// Where the player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The place.
    pub map: String,
    /// The column.
    pub x: String,
    /// The row.
    pub y: String,
}

/// Where the player is in a state.
///
/// # Errors
/// The state has no such values.
pub fn spot(map: &OracleMap, state: &Value) -> Result<Spot> {
    Ok(Spot {
        map: told(&map.map, state)?,
        x: told(&map.x, state)?,
        y: told(&map.y, state)?,
    })
}

/// The values whose change is progress.
///
/// # Errors
/// One has no value.
pub fn progress(map: &OracleMap, state: &Value) -> Result<Vec<String>> {
    map.progress.iter().map(|formula| told(formula, state)).collect()
}

/// A snapshot without what is not kept.
pub fn kept(map: &OracleMap, state: &Value) -> Value {
    let mut state = state.clone();
    if let Value::Object(fields) = &mut state {
        fields.retain(|key, _| !map.ignore.contains(key));
    }
    state
}

/// Milestones that a state shows and that had not been reached; they are added to those that were.
///
/// # Errors
/// A probe has no truth value.
pub fn reached(milestones: &Milestones, state: &Value, before: &mut BTreeSet<String>) -> Result<Vec<String>> {
    let mut new = Vec::new();
    for milestone in &milestones.milestones {
        if !before.contains(&milestone.id) && holds(&milestone.probe, state)? {
            before.insert(milestone.id.clone());
            new.push(milestone.id.clone());
        }
    }
    Ok(new)
}
