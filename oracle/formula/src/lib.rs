//! Arithmetic that people write in files: bounded, without side effects, and exact about what is not a number.
//!
//! A formula has numbers, truth values, texts and lists. Every operation that has no finite number as its answer is an error with a
//! name, never NaN or an infinity. `+ - * / %` and `sqrt` are IEEE 754's; logarithms and powers are those of one library, so that a
//! formula gives the same bits on every machine. `round(x, digits)` rounds the shortest decimal that stands for `x`, halves away
//! from zero, as a person would.

mod eval;
mod parse;
mod round;

pub use eval::{Scope, Value};
pub use round::{MAX_DIGITS, decimals, round};

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Bytes a formula may have.
pub const MAX_BYTES: usize = 4096;
/// Operations a formula may have.
pub const MAX_NODES: usize = 1000;
/// Levels it may nest.
pub const MAX_DEPTH: usize = 50;
/// Items a list may have.
pub const MAX_ITEMS: usize = 1_000_000;

/// What is wrong with a formula or its evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// It cannot be read.
    #[error("cannot be read at column {column}: {message}")]
    Syntax {
        /// Column, from 1, in characters.
        column: usize,
        /// What was expected.
        message: String,
    },
    /// It is too long, too large or too deep.
    #[error("too large: {0}")]
    TooLarge(String),
    /// A name nobody gave a value.
    #[error("there is no `{name}`; known are: {known}")]
    UnknownName {
        /// The name.
        name: String,
        /// What there is.
        known: String,
    },
    /// A value that was not measured.
    #[error("`{0}` has no value; give it one or write default({0}, …)")]
    Missing(String),
    /// An operation on values it does not take.
    #[error("{0}")]
    Type(String),
    /// An operation whose answer is no finite number.
    #[error("{0} is not a finite number")]
    NotFinite(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Number(f64),
    Text(String),
    Bool(bool),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Abs,
    Floor,
    Ceil,
    Round,
    Clamp,
    Ln,
    Log2,
    Log10,
    Sqrt,
    Pow,
    Sum,
    Mean,
    Median,
    Count,
    Default,
    Exists,
    Text(Comparison),
}

/// Questions about texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Contains,
}

/// A formula that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Formula {
    text: String,
    expr: Expr,
}

impl TryFrom<String> for Formula {
    type Error = FormulaError;

    fn try_from(text: String) -> Result<Self, FormulaError> {
        Formula::parse(&text)
    }
}

impl From<Formula> for String {
    fn from(formula: Formula) -> String {
        formula.text
    }
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// [`FormulaError::Syntax`] or [`FormulaError::TooLarge`].
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        Ok(Formula {
            expr: parse::parse(text)?,
            text: text.to_owned(),
        })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names it uses, in order.
    pub fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        collect(&self.expr, &mut names);
        names
    }

    /// Its value.
    ///
    /// # Errors
    /// A name without a value, an operation on the wrong kind of value, or one whose answer is not finite.
    pub fn evaluate(&self, scope: &dyn Scope) -> Result<Value, FormulaError> {
        eval::evaluate(&self.expr, scope)
    }

    /// Its value as a number.
    ///
    /// # Errors
    /// As [`Formula::evaluate`], or it is no number.
    pub fn number(&self, scope: &dyn Scope) -> Result<f64, FormulaError> {
        match self.evaluate(scope)? {
            Value::Number(number) => Ok(number),
            other => Err(FormulaError::Type(format!(
                "`{}` is {}, not a number",
                self.text,
                other.kind()
            ))),
        }
    }

    /// Its value as a truth value.
    ///
    /// # Errors
    /// As [`Formula::evaluate`], or it is neither true nor false.
    pub fn truth(&self, scope: &dyn Scope) -> Result<bool, FormulaError> {
        match self.evaluate(scope)? {
            Value::Bool(truth) => Ok(truth),
            other => Err(FormulaError::Type(format!(
                "`{}` is {}, not true or false",
                self.text,
                other.kind()
            ))),
        }
    }
}

fn collect<'a>(expr: &'a Expr, names: &mut BTreeSet<&'a str>) {
    match expr {
        Expr::Number(_) | Expr::Text(_) | Expr::Bool(_) => {}
        Expr::Name(name) => {
            names.insert(name);
        }
        Expr::Unary(_, inner) => collect(inner, names),
        Expr::Binary(_, left, right) => {
            collect(left, names);
            collect(right, names);
        }
        Expr::If(test, then, other) => {
            collect(test, names);
            collect(then, names);
            collect(other, names);
        }
        Expr::Call(_, arguments) => arguments.iter().for_each(|argument| collect(argument, names)),
    }
}

#[cfg(test)]
mod tests;
