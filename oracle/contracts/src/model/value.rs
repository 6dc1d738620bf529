//! Values of predicates and effects.

use super::{Attribute, Contract};
use crate::design::Constant;
use crate::formula::{self, Formula, Scope};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A value as a contract states it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Written out.
    Literal(Constant),
    /// One of several, for `in` and `not_in`.
    Any(Vec<Constant>),
    /// The value of a balance entry.
    Row(String),
    /// What an attribute is at that moment.
    Attribute(Attribute),
    /// Calculated from attributes (`night.combo`) and balance entries (`DBT_1.quota`: the id with `_` for `-`).
    Formula(Formula),
    /// Something no machine can calculate.
    Opaque(String),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Structured {
    Row { row: String },
    Attribute { attribute: Attribute },
    Formula { formula: Formula },
    Opaque { description: String },
}

/// A value as far as it can be known without a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// It is this.
    Known(Constant),
    /// It is one of these.
    OneOf(Vec<Constant>),
    /// It depends on the state.
    Unknown,
}

impl Value {
    /// What it is, as far as the contract alone says.
    pub fn resolve(&self, contract: &Contract) -> Resolved {
        match self {
            Value::Literal(constant) => Resolved::Known(constant.clone()),
            Value::Any(list) => Resolved::OneOf(list.clone()),
            Value::Row(id) => match contract.row(id).and_then(|row| row.value.clone()) {
                Some(constant) => Resolved::Known(constant),
                None => Resolved::Unknown,
            },
            Value::Formula(formula) => match formula.evaluate(&Balance(contract)) {
                Ok(formula::Value::Number(number)) => Resolved::Known(Constant::Number(number)),
                Ok(formula::Value::Bool(truth)) => Resolved::Known(Constant::Bool(truth)),
                Ok(formula::Value::Text(text)) => Resolved::Known(Constant::Text(text)),
                _ => Resolved::Unknown,
            },
            Value::Attribute(_) | Value::Opaque(_) => Resolved::Unknown,
        }
    }

    /// The attributes it depends on.
    pub fn reads(&self, contract: &Contract) -> Vec<Attribute> {
        match self {
            Value::Attribute(attribute) => vec![attribute.clone()],
            Value::Formula(formula) => {
                let names = formula.names().into_iter();
                let attributes = names.filter(|name| balance_row(contract, name).is_none());
                attributes.filter_map(|name| name.parse().ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The balance entries it depends on.
    pub fn rows<'a>(&'a self, contract: &'a Contract) -> Vec<&'a str> {
        match self {
            Value::Row(id) => vec![id],
            Value::Formula(formula) => {
                let names = formula.names().into_iter();
                names
                    .filter_map(|name| Some(balance_row(contract, name)?.id.as_str()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The balance entry a formula means by `name`: its id with `_` for `-`.
pub fn balance_row<'a>(contract: &'a Contract, name: &str) -> Option<&'a crate::design::Row> {
    let plain = name.replace('-', "_");
    contract
        .rows
        .iter()
        .find(|row| row.value.is_some() && row.id.replace('-', "_") == plain)
}

/// Balance entries as the names of a formula.
struct Balance<'a>(&'a Contract);

impl Scope for Balance<'_> {
    fn value(&self, name: &str) -> Option<formula::Value> {
        Some(match balance_row(self.0, name)?.value.as_ref()? {
            Constant::Number(number) => formula::Value::Number(*number),
            Constant::Bool(truth) => formula::Value::Bool(*truth),
            Constant::Text(text) => formula::Value::Text(text.clone()),
        })
    }

    fn names(&self) -> Vec<String> {
        let rows = self.0.rows.iter();
        rows.filter(|row| row.value.is_some())
            .map(|row| row.id.replace('-', "_"))
            .collect()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Literal(constant) => write!(f, "{constant}"),
            Value::Any(list) => {
                let items: Vec<String> = list.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Value::Row(id) => f.write_str(id),
            Value::Attribute(attribute) => write!(f, "{attribute}"),
            Value::Formula(formula) => f.write_str(formula.text()),
            Value::Opaque(description) => write!(f, "“{description}”"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Bool(truth) => write!(f, "{truth}"),
            Constant::Number(number) => write!(f, "{number}"),
            Constant::Text(text) => write!(f, "{text}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.clone() {
            Value::Literal(constant) => constant.serialize(serializer),
            Value::Any(list) => list.serialize(serializer),
            Value::Row(row) => Structured::Row { row }.serialize(serializer),
            Value::Attribute(attribute) => Structured::Attribute { attribute }.serialize(serializer),
            Value::Formula(formula) => Structured::Formula { formula }.serialize(serializer),
            Value::Opaque(description) => Structured::Opaque { description }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, true, false, a list of these, or {\"kind\": \"row\" | \"attribute\" | \"formula\" | \"opaque\", …}")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Literal(Constant::Bool(value)))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Literal(Constant::Number(value as f64)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Literal(Constant::Number(value as f64)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Literal(Constant::Number(value)))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Literal(Constant::Text(value.to_owned())))
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = seq.next_element()? {
            list.push(item);
        }
        Ok(Value::Any(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        Ok(match Structured::deserialize(MapAccessDeserializer::new(map))? {
            Structured::Row { row } => Value::Row(row),
            Structured::Attribute { attribute } => Value::Attribute(attribute),
            Structured::Formula { formula } => Value::Formula(formula),
            Structured::Opaque { description } => Value::Opaque(description),
        })
    }
}
