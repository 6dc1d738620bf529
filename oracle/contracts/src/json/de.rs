//! serde over a tree that knows its lines.

use super::{Kind, Node, ReadError};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use std::fmt;

/// An error on its way up: the keys are collected from the inside out.
#[derive(Debug)]
struct At {
    line: u32,
    keys: Vec<String>,
    message: String,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for At {}

impl de::Error for At {
    fn custom<T: fmt::Display>(message: T) -> Self {
        At {
            line: 0,
            keys: Vec::new(),
            message: message.to_string(),
        }
    }
}

impl At {
    fn on(mut self, line: u32) -> At {
        if self.line == 0 {
            self.line = line;
        }
        self
    }

    fn under(mut self, key: String) -> At {
        self.keys.push(key);
        self
    }
}

/// Reads a type from a tree.
pub(super) fn from_node<T: DeserializeOwned>(node: &Node) -> Result<T, ReadError> {
    T::deserialize(Of(node)).map_err(|error| {
        let error = error.on(node.line);
        let mut key = String::new();
        for part in error.keys.iter().rev() {
            if !key.is_empty() && !part.starts_with('[') {
                key.push('.');
            }
            key.push_str(part);
        }
        ReadError {
            file: String::new(),
            line: error.line,
            key,
            message: error.message,
        }
    })
}

#[derive(Clone, Copy)]
struct Of<'a>(&'a Node);

impl<'de> Deserializer<'de> for Of<'_> {
    type Error = At;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, At> {
        let line = self.0.line;
        let result = match &self.0.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), ..) => visitor.visit_u64(value),
                (_, Some(value), _) => visitor.visit_i64(value),
                (.., value) => visitor.visit_f64(value.unwrap_or(f64::NAN)),
            },
            Kind::String(text) => visitor.visit_str(text),
            Kind::Array(items) => visitor.visit_seq(Items {
                items: items.iter(),
                index: 0,
            }),
            Kind::Object(entries) => visitor.visit_map(Entries {
                entries: entries.iter(),
                value: None,
            }),
        };
        result.map_err(|error| error.on(line))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, At> {
        match self.0.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, At> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, At> {
        let line = self.0.line;
        match &self.0.kind {
            Kind::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Kind::Object(entries) => match entries.as_slice() {
                [(name, value)] => visitor.visit_enum(Tagged { name, value }),
                _ => Err(de::Error::custom("expected an object with one key")),
            },
            _ => Err(de::Error::custom("expected a string or an object with one key")),
        }
        .map_err(|error: At| error.on(line))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'a> {
    items: std::slice::Iter<'a, Node>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = At;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, At> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let value = seed.deserialize(Of(node));
        value
            .map(Some)
            .map_err(|error| error.on(node.line).under(format!("[{index}]")))
    }
}

struct Entries<'a> {
    entries: std::slice::Iter<'a, (String, Node)>,
    value: Option<(&'a str, &'a Node)>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = At;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, At> {
        let Some((key, node)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some((key, node));
        let read = seed.deserialize(key.as_str().into_deserializer());
        read.map(Some).map_err(|error: At| error.on(node.line).under(key.clone()))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, At> {
        let Some((key, node)) = self.value.take() else {
            return Err(de::Error::custom("a value without a key"));
        };
        seed.deserialize(Of(node))
            .map_err(|error| error.on(node.line).under(key.to_owned()))
    }
}

struct Tagged<'a> {
    name: &'a str,
    value: &'a Node,
}

impl<'de, 'a> EnumAccess<'de> for Tagged<'a> {
    type Error = At;
    type Variant = Content<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'a>), At> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        Ok((variant, Content(self.value)))
    }
}

struct Content<'a>(&'a Node);

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = At;

    fn unit_variant(self) -> Result<(), At> {
        match self.0.kind {
            Kind::Null => Ok(()),
            _ => Err(de::Error::custom("this variant takes no value; write its name alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, At> {
        seed.deserialize(Of(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, At> {
        Of(self.0).deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, At> {
        Of(self.0).deserialize_any(visitor)
    }
}
