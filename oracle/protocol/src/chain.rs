//! Append-only lines: each carries a digest of itself and of the line before it, so that none can be changed, removed or put in
//! without all that follow.

use crate::error::{Result, io, wrong};
use oracade_contracts::canonical;
use serde::Serialize;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The field that carries the digest.
const FIELD: &str = "chain";

fn link(before: &str, record: &Value) -> String {
    canonical::sha256(format!("{before}\n{}", canonical::text(record)).as_bytes())
}

/// Where a chain of lines begins.
pub fn root(parts: &[&str]) -> String {
    canonical::sha256(parts.join("\n").as_bytes())
}

/// Lines that are being written.
pub struct Chain {
    file: File,
    name: String,
    last: String,
}

impl Chain {
    /// Begins a file; there must not be one.
    ///
    /// # Errors
    /// There is, or it cannot be written.
    pub fn begin(path: &Path, root: &str) -> Result<Chain> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        Ok(Chain {
            file: file.map_err(|error| io(path, &error))?,
            name: path.display().to_string(),
            last: root.to_owned(),
        })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn push<T: Serialize>(&mut self, record: &T) -> Result<()> {
        let mut value = serde_json::to_value(record).map_err(|error| wrong(&self.name, error))?;
        self.last = link(&self.last, &value);
        value[FIELD] = Value::String(self.last.clone());
        writeln!(self.file, "{value}").map_err(|error| wrong(&self.name, error))
    }

    /// The digest of the last line.
    pub fn last(&self) -> &str {
        &self.last
    }
}

/// Checks the lines of a file; the last line's digest.
///
/// # Errors
/// The line that is not what was written there.
pub fn check(text: &str, root: &str) -> std::result::Result<String, String> {
    let mut last = root.to_owned();
    for (number, line) in text.lines().enumerate() {
        let broken = |what: &str| format!("line {}: {what}", number + 1);
        let mut value: Value = serde_json::from_str(line).map_err(|_| broken("not JSON"))?;
        let fields = value.as_object_mut().ok_or_else(|| broken("not an object"))?;
        let told = fields.shift_remove(FIELD);
        let expected = link(&last, &value);
        if told.as_ref().and_then(Value::as_str) != Some(&expected) {
            return Err(broken("does not follow from the lines before it"));
        }
        last = expected;
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_changed_line_is_found() {
        let path = std::env::temp_dir().join(format!("oracade-chain-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let root = root(&["experiment", "trial"]);
        let mut chain = Chain::begin(&path, &root).unwrap();
        for n in 0..3 {
            chain.push(&json!({ "n": n, "b": 0.1, "a": "é" })).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(check(&text, &root).unwrap(), chain.last());
        assert!(Chain::begin(&path, &root).is_err());
        std::fs::remove_file(&path).unwrap();
        let changed = text.replacen("\"n\":1", "\"n\":7", 1);
        assert!(check(&changed, &root).unwrap_err().starts_with("line 2"));
        let removed: Vec<&str> = text.lines().skip(1).collect();
        assert!(check(&removed.join("\n"), &root).unwrap_err().starts_with("line 1"));
        assert!(check(&text, &self::root(&["another"])).is_err());
    }
}
