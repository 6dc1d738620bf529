//! Names of formulas: fields of the snapshot after a step, and of the one before it.

use crate::seen::Seen;
use oracade_formula::{Scope, Value as Term};
use serde_json::{Number, Value};

/// The states around a step.
pub(crate) struct States<'a> {
    pub(crate) now: &'a Seen,
    pub(crate) before: &'a Seen,
    pub(crate) steps: u32,
}

/// A value by a path of names and numbers, joined by dots.
pub(crate) fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| match value {
        Value::Object(fields) => fields.get(key),
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Appends the numbers of a value, arrays in order; false if there is something else.
pub(crate) fn numbers(value: &Value, to: &mut Vec<f64>) -> bool {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(number) => {
                to.push(number);
                true
            }
            None => false,
        },
        Value::Bool(truth) => {
            to.push(f64::from(u8::from(*truth)));
            true
        }
        Value::Array(items) => items.iter().all(|item| numbers(item, to)),
        _ => false,
    }
}

fn term(value: &Value) -> Option<Term> {
    match value {
        Value::Null => Some(Term::Missing),
        Value::Bool(truth) => Some(Term::Bool(*truth)),
        Value::Number(number) => number.as_f64().map(Term::Number),
        Value::String(text) => Some(Term::Text(text.clone())),
        Value::Array(_) => {
            let mut list = Vec::new();
            numbers(value, &mut list).then_some(Term::List(list))
        }
        Value::Object(_) => None,
    }
}

impl Scope for States<'_> {
    fn value(&self, name: &str) -> Option<Term> {
        match name.strip_prefix("before.") {
            Some(path) => term(self.before.at(path)?),
            None if name == "env.steps" => Some(Term::Number(f64::from(self.steps))),
            None => term(self.now.at(name)?),
        }
    }

    fn names(&self) -> Vec<String> {
        let own = ["before.…".to_owned(), "env.steps".to_owned()];
        self.now.names().into_iter().chain(own).collect()
    }
}

fn number(value: f64) -> Value {
    let whole = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
    if whole {
        Value::Number(Number::from(value as i64))
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

/// A formula's value as JSON; whole numbers without a fraction.
pub(crate) fn json_of(value: Term) -> Value {
    match value {
        Term::Number(value) => number(value),
        Term::Bool(truth) => Value::Bool(truth),
        Term::Text(text) => Value::String(text),
        Term::List(items) => Value::Array(items.into_iter().map(number).collect()),
        Term::Missing => Value::Null,
    }
}
