//! What a game said of its state, of which only what somebody asks for is made into values: a step asks for a few fields of a snapshot
//! that may have many.

use crate::error::{EnvError, Result};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Fields that were asked for of an environment's snapshots so far; the next snapshots have them at hand. No more than that depends on it.
#[derive(Clone, Default)]
pub(crate) struct Asked(Rc<RefCell<Rc<BTreeSet<String>>>>);

impl Asked {
    fn add(&self, key: &str) {
        Rc::make_mut(&mut self.0.borrow_mut()).insert(key.to_owned());
    }

    fn so_far(&self) -> Rc<BTreeSet<String>> {
        self.0.borrow().clone()
    }
}

/// A snapshot.
#[derive(Clone)]
pub(crate) struct Seen {
    text: Rc<str>,
    /// The fields at hand, those of `known` that it has.
    part: Map<String, Value>,
    known: Rc<BTreeSet<String>>,
    asked: Asked,
    whole: OnceCell<Value>,
}

impl Seen {
    /// A snapshot that is there as a value.
    pub(crate) fn of(value: Value) -> Seen {
        Seen {
            text: "".into(),
            part: Map::new(),
            known: Rc::default(),
            asked: Asked::default(),
            whole: OnceCell::from(value),
        }
    }

    /// A snapshot's text.
    ///
    /// # Errors
    /// It is not JSON.
    pub(crate) fn read(text: &str, asked: &Asked) -> Result<Seen> {
        let known = asked.so_far();
        let mut seen = Seen {
            text: text.into(),
            part: Map::new(),
            known,
            asked: asked.clone(),
            whole: OnceCell::new(),
        };
        if seen.known.is_empty() || !text.trim_start().starts_with('{') {
            seen.whole = OnceCell::from(serde_json::from_str::<Value>(text).map_err(|error| wrong(&error))?);
            // Nothing is at hand beside it: a list has no fields.
            seen.known = Rc::default();
            return Ok(seen);
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let read = Fields(&seen.known).deserialize(&mut reader);
        seen.part = read
            .and_then(|part| reader.end().map(|()| part))
            .map_err(|error| wrong(&error))?;
        Ok(seen)
    }

    /// All of it. What is passed over is looked at for its form only, so a number that is none can come to light here; then it is null.
    pub(crate) fn whole(&self) -> &Value {
        self.whole
            .get_or_init(|| serde_json::from_str(&self.text).unwrap_or_default())
    }

    /// A value by a path of names and numbers, joined by dots.
    pub(crate) fn at(&self, path: &str) -> Option<&Value> {
        let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
        let field = if self.known.contains(key) {
            self.part.get(key)
        } else {
            self.asked.add(key);
            step(self.whole(), key)
        };
        match rest {
            Some(rest) => rest.split('.').try_fold(field?, step),
            None => field,
        }
    }

    /// The names of its fields.
    pub(crate) fn names(&self) -> Vec<String> {
        self.whole().as_object().into_iter().flat_map(Map::keys).cloned().collect()
    }
}

fn wrong(error: &serde_json::Error) -> EnvError {
    EnvError::Game(format!("the snapshot is not JSON: {error}"))
}

fn step<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields.get(key),
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Reads an object's fields of these names.
struct Fields<'a>(&'a BTreeSet<String>);

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = Map<String, Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> std::result::Result<Self::Value, A::Error> {
        let mut part = Map::new();
        while let Some(found) = fields.next_key_seed(Name(self.0))? {
            match found {
                Some(key) => drop(part.insert(key, fields.next_value()?)),
                None => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(part)
    }
}

/// Reads a name; `None` if it is none of these.
struct Name<'a>(&'a BTreeSet<String>);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<String>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> std::result::Result<Self::Value, E> {
        Ok(self.0.contains(name).then(|| name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_what_the_whole_has_however_they_are_come_by() {
        let texts = [
            r#"{"a":1,"b":{"c":[1,{"d":"x\"\u00e9"}]},"e":null,"a":2}"#,
            r#" {"b":[0,[7,8]],"z":{"a":3}}"#,
            "[1,2,{\"a\":5}]",
            "3",
        ];
        let asked = Asked::default();
        for round in 0..3 {
            for text in texts {
                let seen = Seen::read(text, &asked).unwrap();
                let whole: Value = serde_json::from_str(text).unwrap();
                for path in ["a", "b", "b.c", "b.c.1.d", "b.1.1", "e", "e.a", "2.a", "none", "z.a", "b.x"] {
                    let expected = path.split('.').try_fold(&whole, step);
                    assert_eq!(seen.at(path), expected, "{text} {path} {round}");
                    assert_eq!(seen.clone().at(path), expected);
                }
                assert_eq!(seen.whole(), &whole);
            }
        }
        assert_eq!(asked.so_far().len(), 6);
        for wrong in ["{\"a\":1", "{\"q\":[1,}", "{\"q\":1} 2", "{1:2}", "", "nul"] {
            assert!(Seen::read(wrong, &asked).is_err(), "{wrong}");
        }
    }
}
