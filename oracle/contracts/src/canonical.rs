//! One way to write a JSON value down, and its digest.
//!
//! Keys are sorted by code points, nothing is between tokens, and a number that is whole has no fraction, so that equal values
//! have equal bytes however they were written.

use serde::Serialize;
use serde_json::{Number, Value};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The canonical text of `value`.
pub fn text(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

/// The canonical text of anything serde can write. Values that JSON cannot hold (NaN, infinities) become `null`.
pub fn text_of<T: Serialize>(value: &T) -> String {
    text(&serde_json::to_value(value).unwrap_or(Value::Null))
}

/// SHA-256 of the canonical text, in hexadecimal.
pub fn digest(value: &Value) -> String {
    sha256(text(value).as_bytes())
}

/// The digest of anything serde can write.
pub fn digest_of<T: Serialize>(value: &T) -> String {
    sha256(text_of(value).as_bytes())
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// The readable form files are written in: two spaces, keys in the order of the types, a final newline.
pub fn pretty<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (index, (key, item)) in entries.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                let _ = write!(out, "{}:", Value::String(key.clone()));
                write_value(item, out);
            }
            out.push('}');
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {
            let _ = write!(out, "{value}");
        }
    }
}

/// Whole numbers beyond this are kept as serde_json writes them: not every one of them is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() && value.fract() == 0.0 && value.abs() < EXACT => format!("{}", value as i64),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn equal_values_have_equal_bytes() {
        let one = json!({ "b": [1.0, -0.0, 0.5], "a": { "é": null, "z": "\n" } });
        let two: Value = serde_json::from_str(r#"{"a":{"z":"\n","é":null},"b":[1,0,5e-1]}"#).unwrap();
        assert_eq!(text(&one), r#"{"a":{"z":"\n","é":null},"b":[1,0,0.5]}"#);
        assert_eq!(digest(&one), digest(&two));
    }

    #[test]
    fn the_digest_is_sha256() {
        assert_eq!(
            sha256(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
