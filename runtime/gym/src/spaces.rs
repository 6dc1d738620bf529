//! Spaces of actions and observations, by the names and the meaning that Gymnasium gives them.

use crate::rng::Chance;
use serde_json::{Value, json};

/// Element types of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Bytes, as pixels are.
    U8,
    /// Single floats.
    F32,
}

/// A set of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Space {
    /// `start` to `start + n - 1`.
    Discrete {
        /// How many.
        n: i64,
        /// The first.
        start: i64,
    },
    /// One number below each of these.
    MultiDiscrete(Vec<i64>),
    /// So many bits.
    MultiBinary(usize),
    /// An array of numbers between two bounds.
    Box {
        /// Least of an element.
        low: f64,
        /// Greatest of an element.
        high: f64,
        /// Sides.
        shape: Vec<usize>,
        /// Type of an element.
        dtype: Dtype,
    },
    /// A text.
    Text {
        /// Most characters.
        max_length: usize,
    },
    /// Values by name, in order.
    Dict(Vec<(String, Space)>),
}

/// A value of a space: an action, or an observation.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Of a discrete space.
    Discrete(i64),
    /// Of a space of several numbers.
    Multi(Vec<i64>),
    /// Of a space of bits.
    Bits(Vec<bool>),
    /// Of a box of bytes.
    Bytes(Vec<u8>),
    /// Of a box of floats.
    Floats(Vec<f32>),
    /// A text.
    Text(String),
    /// Values by name.
    Dict(Vec<(String, Item)>),
}

impl Space {
    /// `Discrete(n)` from 0 on.
    pub fn discrete(n: usize) -> Space {
        Space::Discrete { n: n as i64, start: 0 }
    }

    /// Whether a value is of the space.
    pub fn contains(&self, item: &Item) -> bool {
        match (self, item) {
            (Space::Discrete { n, start }, Item::Discrete(value)) => (0..*n).contains(&value.wrapping_sub(*start)),
            (Space::MultiDiscrete(counts), Item::Multi(values)) => {
                counts.len() == values.len() && counts.iter().zip(values).all(|(n, value)| (0..*n).contains(value))
            }
            (Space::MultiBinary(n), Item::Bits(bits)) => bits.len() == *n,
            (Space::Box { dtype, low, high, .. }, Item::Bytes(bytes)) => {
                let fits = |byte: &u8| (*low..=*high).contains(&f64::from(*byte));
                *dtype == Dtype::U8 && bytes.len() == self.elements() && bytes.iter().all(fits)
            }
            (Space::Box { dtype, low, high, .. }, Item::Floats(floats)) => {
                let fits = |float: &f32| (*low..=*high).contains(&f64::from(*float));
                *dtype == Dtype::F32 && floats.len() == self.elements() && floats.iter().all(fits)
            }
            (Space::Text { max_length }, Item::Text(text)) => text.chars().count() <= *max_length,
            (Space::Dict(spaces), Item::Dict(items)) => {
                let same =
                    |((name, space), (key, item)): (&(String, Space), &(String, Item))| name == key && space.contains(item);
                spaces.len() == items.len() && spaces.iter().zip(items).all(same)
            }
            _ => false,
        }
    }

    /// How many numbers a value of a space of numbers has.
    pub fn elements(&self) -> usize {
        match self {
            Space::Box { shape, .. } => shape.iter().product(),
            Space::MultiDiscrete(counts) => counts.len(),
            Space::MultiBinary(n) => *n,
            Space::Dict(spaces) => spaces.iter().map(|(_, space)| space.elements()).sum(),
            Space::Discrete { .. } | Space::Text { .. } => 1,
        }
    }

    /// A value of chance; boxes without bounds and texts give their plainest one.
    pub fn sample(&self, chance: &mut Chance) -> Item {
        match self {
            Space::Discrete { n, start } => Item::Discrete(start + chance.below(n.unsigned_abs()) as i64),
            Space::MultiDiscrete(counts) => Item::Multi(counts.iter().map(|n| chance.below(n.unsigned_abs()) as i64).collect()),
            Space::MultiBinary(n) => Item::Bits((0..*n).map(|_| chance.below(2) == 1).collect()),
            Space::Box { low, high, dtype, .. } => {
                let mut pick = || {
                    if low.is_finite() && high.is_finite() {
                        low + (high - low) * chance.unit()
                    } else {
                        0.0
                    }
                };
                let numbers = (0..self.elements()).map(|_| pick());
                match dtype {
                    Dtype::U8 => Item::Bytes(numbers.map(|number| number as u8).collect()),
                    Dtype::F32 => Item::Floats(numbers.map(|number| number as f32).collect()),
                }
            }
            Space::Text { .. } => Item::Text(String::new()),
            Space::Dict(spaces) => {
                let sampled = spaces.iter().map(|(name, space)| (name.clone(), space.sample(chance)));
                Item::Dict(sampled.collect())
            }
        }
    }

    /// As JSON, for other programs.
    pub fn to_json(&self) -> Value {
        match self {
            Space::Discrete { n, start } => json!({ "space": "Discrete", "n": n, "start": start }),
            Space::MultiDiscrete(counts) => json!({ "space": "MultiDiscrete", "nvec": counts }),
            Space::MultiBinary(n) => json!({ "space": "MultiBinary", "n": n }),
            Space::Box { low, high, shape, dtype } => {
                let bound = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
                let dtype = match dtype {
                    Dtype::U8 => "uint8",
                    Dtype::F32 => "float32",
                };
                json!({ "space": "Box", "low": bound(*low), "high": bound(*high), "shape": shape, "dtype": dtype })
            }
            Space::Text { max_length } => json!({ "space": "Text", "max_length": max_length }),
            Space::Dict(spaces) => {
                let spaces = spaces.iter().map(|(name, space)| (name.clone(), space.to_json()));
                json!({ "space": "Dict", "spaces": spaces.collect::<serde_json::Map<_, _>>() })
            }
        }
    }
}

impl std::fmt::Display for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Space::Discrete { n, start: 0 } => write!(f, "Discrete({n})"),
            Space::Discrete { n, start } => write!(f, "Discrete({n}, start={start})"),
            Space::MultiDiscrete(counts) => write!(f, "MultiDiscrete({counts:?})"),
            Space::MultiBinary(n) => write!(f, "MultiBinary({n})"),
            Space::Box { low, high, shape, dtype } => {
                let dtype = if *dtype == Dtype::U8 { "uint8" } else { "float32" };
                write!(f, "Box({low}, {high}, {shape:?}, {dtype})")
            }
            Space::Text { max_length } => write!(f, "Text({max_length})"),
            Space::Dict(spaces) => {
                let spaces: Vec<String> = spaces.iter().map(|(name, space)| format!("{name}: {space}")).collect();
                write!(f, "Dict({})", spaces.join(", "))
            }
        }
    }
}

impl std::fmt::Display for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Item::Discrete(value) => write!(f, "{value}"),
            Item::Multi(values) => write!(f, "{values:?}"),
            Item::Bits(bits) => write!(f, "{bits:?}"),
            Item::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Item::Floats(floats) => write!(f, "{floats:?}"),
            Item::Text(text) => write!(f, "{text:?}"),
            Item::Dict(items) => {
                let items: Vec<String> = items.iter().map(|(name, item)| format!("{name}: {item}")).collect();
                write!(f, "{{{}}}", items.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_of_their_space_and_what_is_outside_is_not() {
        let pixels = |shape: &[usize]| Space::Box {
            low: 0.0,
            high: 255.0,
            shape: shape.to_vec(),
            dtype: Dtype::U8,
        };
        let spaces = [
            Space::discrete(4),
            Space::Discrete { n: 3, start: -1 },
            Space::MultiDiscrete(vec![2, 5]),
            Space::MultiBinary(3),
            pixels(&[2, 2, 3]),
            Space::Box {
                low: -1.0,
                high: f64::INFINITY,
                shape: vec![3],
                dtype: Dtype::F32,
            },
            Space::Text { max_length: 4 },
            Space::Dict(vec![("a".to_owned(), Space::discrete(2))]),
        ];
        let mut chance = Chance::new(0, 0);
        for (n, space) in spaces.iter().enumerate() {
            for _ in 0..50 {
                let item = space.sample(&mut chance);
                assert!(space.contains(&item), "{space} {item}");
                let others = spaces.iter().enumerate().filter(|(m, _)| *m != n && !(*m < 2 && n < 2));
                assert!(others.into_iter().all(|(_, other)| !other.contains(&item)), "{space} {item}");
            }
        }
        assert!(!spaces[0].contains(&Item::Discrete(4)) && !spaces[0].contains(&Item::Discrete(-1)));
        assert!(!spaces[1].contains(&Item::Discrete(i64::MIN)));
        assert!(!spaces[2].contains(&Item::Multi(vec![1])) && !spaces[2].contains(&Item::Multi(vec![1, 5])));
        assert!(!spaces[5].contains(&Item::Floats(vec![0.0, -2.0, 0.0])));
        assert!(!spaces[6].contains(&Item::Text("fünfe".to_owned())));
        assert_eq!(spaces[4].to_string(), "Box(0, 255, [2, 2, 3], uint8)");
    }
}
