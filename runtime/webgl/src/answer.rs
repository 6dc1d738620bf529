//! What questions are answered with.

/// An answer, as JavaScript makes a value of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An `Int32Array`.
    Ints(Vec<i32>),
    /// A `Uint32Array`.
    Uints(Vec<u32>),
    /// A `Float32Array`.
    Floats(Vec<f32>),
    /// A sequence of booleans.
    Bools(Vec<bool>),
    /// A sequence of numbers.
    Numbers(Vec<f64>),
    /// An object by its name; 0 is null.
    Object(u32),
    /// Objects by their names.
    Objects(Vec<u32>),
    /// A `WebGLActiveInfo`.
    Info {
        /// `name`.
        name: String,
        /// `size`.
        size: u32,
        /// `type`.
        kind: u32,
    },
    /// A uniform location: the location, and the number of the link it is of.
    Location {
        /// The location.
        location: u32,
        /// The link.
        serial: u32,
    },
}

impl From<bool> for Answer {
    fn from(value: bool) -> Self {
        Answer::Bool(value)
    }
}

impl From<u32> for Answer {
    fn from(value: u32) -> Self {
        Answer::Number(f64::from(value))
    }
}

impl From<i32> for Answer {
    fn from(value: i32) -> Self {
        Answer::Number(f64::from(value))
    }
}

impl From<f32> for Answer {
    fn from(value: f32) -> Self {
        Answer::Number(f64::from(value))
    }
}

impl From<&str> for Answer {
    fn from(value: &str) -> Self {
        Answer::Text(value.to_owned())
    }
}
