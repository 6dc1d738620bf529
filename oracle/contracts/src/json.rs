//! JSON files that people write: read strictly, within bounds, with errors that say where.
//!
//! A file is read into a tree whose nodes know their lines; types are then read from the tree through serde, so that an error of
//! any type names the file, the line and the key. Keys that occur twice and anything nested too deep are refused.

mod de;
mod parse;

pub use parse::parse;

use serde::de::DeserializeOwned;
use serde_json::Number;
use std::fmt;
use std::path::Path;

/// Bytes a file may have.
pub const MAX_BYTES: usize = 16 << 20;
/// Levels of arrays and objects a file may nest.
pub const MAX_DEPTH: usize = 64;
/// Values a file may hold.
pub const MAX_NODES: usize = 1_000_000;

/// A value and the line it begins on.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Line, from 1.
    pub line: u32,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object; the keys are different.
    Object(Vec<(String, Node)>),
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file as it was given.
    pub file: String,
    /// Line, from 1; 0 when the whole file is meant.
    pub line: u32,
    /// The key, like `rules[3].trigger.kind`; empty at the top.
    pub key: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for ReadError {}

impl Node {
    /// The node a key like `rules[3].trigger` leads to, or the last one there is on the way.
    pub fn nearest(&self, key: &str) -> &Node {
        let mut node = self;
        for part in key.split(['.', '[']).map(|part| part.trim_end_matches(']')) {
            let next = match &node.kind {
                Kind::Object(entries) => entries.iter().find(|(name, _)| name == part).map(|(_, child)| child),
                Kind::Array(items) => part.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => None,
            };
            match next {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }
}

/// Reads a type from text.
///
/// # Errors
/// The text is no JSON, is out of bounds, or does not fit the type.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ReadError> {
    Ok(read_located(file, text)?.0)
}

/// Reads a type and the tree it came from, for errors that are found later.
///
/// # Errors
/// As [`read`].
pub fn read_located<T: DeserializeOwned>(file: &str, text: &str) -> Result<(T, Node), ReadError> {
    let node = parse(text).map_err(|error| ReadError {
        file: file.to_owned(),
        ..error
    })?;
    let value = de::from_node(&node).map_err(|error| ReadError {
        file: file.to_owned(),
        ..error
    })?;
    Ok((value, node))
}

/// Reads a file as text, within [`MAX_BYTES`].
///
/// # Errors
/// It cannot be read, is too long or is not UTF-8.
pub fn load(path: &Path) -> Result<String, ReadError> {
    let error = |message: String| ReadError {
        file: path.display().to_string(),
        line: 0,
        key: String::new(),
        message,
    };
    let size = std::fs::metadata(path)
        .map_err(|e| error(format!("cannot be read: {e}")))?
        .len();
    if size > MAX_BYTES as u64 {
        return Err(error(format!("has {size} bytes; at most {MAX_BYTES} are read")));
    }
    let bytes = std::fs::read(path).map_err(|e| error(format!("cannot be read: {e}")))?;
    String::from_utf8(bytes).map_err(|_| error("is not UTF-8; save it as UTF-8 text".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        name: String,
        parts: Vec<Part>,
        #[serde(default)]
        level: Option<Level>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Part {
        size: u32,
        #[serde(default)]
        ratio: f64,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Level {
        Low,
        High,
    }

    fn error(text: &str) -> String {
        read::<Sample>("a.json", text).unwrap_err().to_string()
    }

    #[test]
    fn types_are_read() {
        let text = r#"{"name":"\u00e9\ud83d\ude00","parts":[{"size":3,"ratio":1}],"level":"high"}"#;
        let sample: Sample = read("a.json", text).unwrap();
        assert_eq!((sample.name.as_str(), sample.level), ("é😀", Some(Level::High)));
        assert_eq!(sample.parts, [Part { size: 3, ratio: 1.0 }]);
    }

    #[test]
    fn errors_name_file_line_and_key() {
        assert_eq!(
            error("{\"name\":\"x\",\n\"parts\":[{\"size\":1},\n{\"size\":\"2\"}]}"),
            "a.json:3: parts[1].size: invalid type: string \"2\", expected u32"
        );
        let unknown = error("{\"name\":\"x\",\"parts\":[],\n\"lvl\":1}");
        assert!(
            unknown.starts_with("a.json:2: lvl: unknown field `lvl`, expected one of"),
            "{unknown}"
        );
        assert_eq!(
            error("{\"name\":\"x\",\"parts\":[\n\n{}]}"),
            "a.json:3: parts[0]: missing field `size`"
        );
        assert!(error("{\"name\":\"x\",\"parts\":[],\"level\":\"mid\"}").contains("level: unknown variant `mid`"));
    }

    #[test]
    fn broken_and_hostile_text_is_refused_with_a_line() {
        assert!(error("{\"name\":\"x\",\n\"name\":\"y\"}").starts_with("a.json:2: the key `name` occurs twice"));
        assert!(error("{\n\n,}").starts_with("a.json:3: "));
        assert!(error(&"[".repeat(100_000)).contains("nested deeper than 64"));
        for text in [
            "",
            "{",
            "\"\\u12\"",
            "01",
            "1e999",
            "nul",
            "{} x",
            "\"\u{1}\"",
            "[1,]",
            "\"\\ud800\"",
            "-",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_the_bits_they_were_written_from() {
        let mut bits = 1u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits);
            if !number.is_finite() || number.fract() == 0.0 {
                continue;
            }
            let text = serde_json::to_string(&number).unwrap();
            assert_eq!(read::<f64>("n", &text).map(f64::to_bits), Ok(bits), "{text}");
        }
    }

    #[test]
    fn a_key_leads_to_its_line() {
        let node = parse("{\n\"rules\":[\n{\"id\":1},\n{\n\"id\":2}]}").unwrap();
        assert_eq!(node.nearest("rules[1].id").line, 5);
        assert_eq!(node.nearest("rules[1].missing.deep").line, 4);
    }
}
