//! From a tree to a value.

use super::{Binary, Comparison, Expr, FormulaError, Function, MAX_ITEMS, Unary, round};
use std::collections::BTreeMap;

/// What a formula works with.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A finite number.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// Numbers; what was not measured is not among them.
    List(Vec<f64>),
    /// Not measured: an error to calculate with, unless `default` or `exists` ask.
    Missing,
}

impl Value {
    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Missing => "missing",
        }
    }
}

/// Where names get their values.
pub trait Scope {
    /// The value of `name`, if there is such a name.
    fn value(&self, name: &str) -> Option<Value>;
    /// The names there are, for messages.
    fn names(&self) -> Vec<String>;
}

impl Scope for BTreeMap<String, Value> {
    fn value(&self, name: &str) -> Option<Value> {
        self.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

pub(super) fn evaluate(expr: &Expr, scope: &dyn Scope) -> Result<Value, FormulaError> {
    match expr {
        Expr::Number(number) => Ok(Value::Number(*number)),
        Expr::Text(text) => Ok(Value::Text(text.clone())),
        Expr::Bool(truth) => Ok(Value::Bool(*truth)),
        Expr::Name(name) => match lookup(name, scope)? {
            Value::Missing => Err(FormulaError::Missing(name.clone())),
            value => Ok(value),
        },
        Expr::Unary(Unary::Minus, inner) => Ok(Value::Number(-number(inner, scope)?)),
        Expr::Unary(Unary::Not, inner) => Ok(Value::Bool(!truth(inner, scope)?)),
        Expr::Binary(Binary::And, left, right) => Ok(Value::Bool(truth(left, scope)? && truth(right, scope)?)),
        Expr::Binary(Binary::Or, left, right) => Ok(Value::Bool(truth(left, scope)? || truth(right, scope)?)),
        Expr::Binary(operator, left, right) => binary(*operator, &evaluate(left, scope)?, &evaluate(right, scope)?),
        Expr::If(test, then, other) => evaluate(if truth(test, scope)? { then } else { other }, scope),
        Expr::Call(function, arguments) => call(*function, arguments, scope),
    }
}

fn lookup(name: &str, scope: &dyn Scope) -> Result<Value, FormulaError> {
    let value = scope.value(name).ok_or_else(|| {
        let mut known = scope.names();
        known.truncate(40);
        FormulaError::UnknownName {
            name: name.to_owned(),
            known: known.join(", "),
        }
    })?;
    let too_long = matches!(&value, Value::List(items) if items.len() > MAX_ITEMS);
    if too_long {
        return Err(FormulaError::TooLarge(format!("`{name}` has more than {MAX_ITEMS} items")));
    }
    let finite = match &value {
        Value::Number(number) => number.is_finite(),
        Value::List(items) => items.iter().all(|item| item.is_finite()),
        _ => true,
    };
    finite
        .then_some(value)
        .ok_or_else(|| FormulaError::NotFinite(format!("`{name}`")))
}

fn number(expr: &Expr, scope: &dyn Scope) -> Result<f64, FormulaError> {
    as_number(&evaluate(expr, scope)?)
}

fn as_number(value: &Value) -> Result<f64, FormulaError> {
    match value {
        Value::Number(number) => Ok(*number),
        other => Err(FormulaError::Type(format!("expected a number, but this is {}", other.kind()))),
    }
}

fn truth(expr: &Expr, scope: &dyn Scope) -> Result<bool, FormulaError> {
    match evaluate(expr, scope)? {
        Value::Bool(truth) => Ok(truth),
        other => Err(FormulaError::Type(format!(
            "expected true or false, but this is {}; compare it with something",
            other.kind()
        ))),
    }
}

fn finite(value: f64, what: impl FnOnce() -> String) -> Result<Value, FormulaError> {
    if value.is_finite() {
        Ok(Value::Number(value))
    } else {
        Err(FormulaError::NotFinite(what()))
    }
}

fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, FormulaError> {
    if let Binary::Equal | Binary::NotEqual = operator {
        let equal = match (left, right) {
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            _ => {
                return Err(FormulaError::Type(format!(
                    "cannot compare {} with {}",
                    left.kind(),
                    right.kind()
                )));
            }
        };
        return Ok(Value::Bool(equal == (operator == Binary::Equal)));
    }
    let (a, b) = (as_number(left)?, as_number(right)?);
    match operator {
        Binary::Less => Ok(Value::Bool(a < b)),
        Binary::LessEqual => Ok(Value::Bool(a <= b)),
        Binary::Greater => Ok(Value::Bool(a > b)),
        Binary::GreaterEqual => Ok(Value::Bool(a >= b)),
        Binary::Add => finite(a + b, || format!("{a} + {b}")),
        Binary::Subtract => finite(a - b, || format!("{a} - {b}")),
        Binary::Multiply => finite(a * b, || format!("{a} * {b}")),
        Binary::Divide => finite(a / b, || format!("{a} / {b}")),
        Binary::Remainder => finite(a % b, || format!("{a} % {b}")),
        Binary::Equal | Binary::NotEqual | Binary::And | Binary::Or => {
            Err(FormulaError::Type("expected an operation on numbers".to_owned()))
        }
    }
}

/// All numbers of the arguments, lists spread out.
fn spread(arguments: &[Expr], scope: &dyn Scope) -> Result<Vec<f64>, FormulaError> {
    let mut items = Vec::new();
    for argument in arguments {
        match evaluate(argument, scope)? {
            Value::List(list) => items.extend(list),
            Value::Bool(truth) => items.push(f64::from(u8::from(truth))),
            value => items.push(as_number(&value)?),
        }
        if items.len() > MAX_ITEMS {
            return Err(FormulaError::TooLarge(format!("more than {MAX_ITEMS} items")));
        }
    }
    Ok(items)
}

fn call(function: Function, arguments: &[Expr], scope: &dyn Scope) -> Result<Value, FormulaError> {
    let at = |index: usize| -> Result<f64, FormulaError> {
        let argument = arguments
            .get(index)
            .ok_or_else(|| FormulaError::Type("a value is missing".to_owned()))?;
        number(argument, scope)
    };
    match function {
        Function::Min | Function::Max | Function::Mean | Function::Median => {
            let mut items = spread(arguments, scope)?;
            if items.is_empty() {
                return Err(FormulaError::NotFinite(
                    "the minimum, maximum, mean or median of nothing".to_owned(),
                ));
            }
            match function {
                Function::Min => Ok(Value::Number(items.iter().copied().fold(f64::INFINITY, f64::min))),
                Function::Max => Ok(Value::Number(items.iter().copied().fold(f64::NEG_INFINITY, f64::max))),
                Function::Mean => finite(items.iter().sum::<f64>() / items.len() as f64, || "the mean".to_owned()),
                _ => {
                    items.sort_by(f64::total_cmp);
                    let middle = items.len() / 2;
                    if items.len() % 2 == 1 {
                        Ok(Value::Number(items[middle]))
                    } else {
                        finite((items[middle - 1] + items[middle]) / 2.0, || "the median".to_owned())
                    }
                }
            }
        }
        Function::Sum => finite(spread(arguments, scope)?.iter().sum(), || "the sum".to_owned()),
        Function::Count => Ok(Value::Number(spread(arguments, scope)?.len() as f64)),
        Function::Abs => Ok(Value::Number(at(0)?.abs())),
        Function::Floor => Ok(Value::Number(at(0)?.floor())),
        Function::Ceil => Ok(Value::Number(at(0)?.ceil())),
        Function::Round => {
            let digits = if arguments.len() > 1 { at(1)? } else { 0.0 };
            if digits.fract() != 0.0 || !(0.0..=12.0).contains(&digits) {
                return Err(FormulaError::Type("round takes 0 to 12 digits".to_owned()));
            }
            Ok(Value::Number(round(at(0)?, digits as usize)))
        }
        Function::Clamp => {
            let (value, low, high) = (at(0)?, at(1)?, at(2)?);
            if low > high {
                return Err(FormulaError::Type(format!("clamp: {low} is above {high}")));
            }
            Ok(Value::Number(value.clamp(low, high)))
        }
        Function::Ln | Function::Log2 | Function::Log10 => {
            let value = at(0)?;
            let answer = match function {
                Function::Ln => libm::log(value),
                Function::Log2 => libm::log2(value),
                _ => libm::log10(value),
            };
            finite(answer, || format!("the logarithm of {value}"))
        }
        Function::Sqrt => {
            let value = at(0)?;
            finite(value.sqrt(), || format!("the root of {value}"))
        }
        Function::Pow => {
            let (base, exponent) = (at(0)?, at(1)?);
            finite(libm::pow(base, exponent), || format!("pow({base}, {exponent})"))
        }
        Function::Default => match named(arguments, scope)? {
            Value::Missing => arguments.get(1).map_or(Ok(Value::Missing), |other| evaluate(other, scope)),
            value => Ok(value),
        },
        Function::Exists => Ok(Value::Bool(named(arguments, scope)? != Value::Missing)),
        Function::Text(Comparison::Contains) => {
            let texts: Vec<Value> = arguments
                .iter()
                .map(|argument| evaluate(argument, scope))
                .collect::<Result<_, _>>()?;
            match texts.as_slice() {
                [Value::Text(whole), Value::Text(part)] => Ok(Value::Bool(whole.contains(part.as_str()))),
                _ => Err(FormulaError::Type("contains takes two texts".to_owned())),
            }
        }
    }
}

/// The first argument, which may be a name without a value.
fn named(arguments: &[Expr], scope: &dyn Scope) -> Result<Value, FormulaError> {
    match arguments.first() {
        Some(Expr::Name(name)) => lookup(name, scope),
        Some(other) => evaluate(other, scope),
        None => Ok(Value::Missing),
    }
}
