//! RFC 8259, with lines.

use super::{Kind, MAX_BYTES, MAX_DEPTH, MAX_NODES, Node, ReadError};
use serde_json::Number;
use std::collections::BTreeSet;

/// Parses one JSON document.
///
/// # Errors
/// The text is not JSON, or out of bounds; the error's file is empty.
pub fn parse(text: &str) -> Result<Node, ReadError> {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
        nodes: 0,
    };
    if text.len() > MAX_BYTES {
        return Err(parser.error(format!("the file has {} bytes; at most {MAX_BYTES} are read", text.len())));
    }
    let node = parser.value(0)?;
    parser.space();
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.error("there is something after the end of the value; remove it")),
    }
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    nodes: usize,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError {
            file: String::new(),
            line: self.line,
            key: String::new(),
            message: message.into(),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.peek() {
            self.line += u32::from(byte == b'\n');
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), ReadError> {
        self.space();
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.error(format!("expected {what}{}", self.found())))
    }

    fn found(&self) -> String {
        match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!(", found {c:?}"),
            None => ", but the file ends".to_owned(),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, ReadError> {
        self.space();
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(self.error(format!("more than {MAX_NODES} values")));
        }
        if depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        let line = self.line;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Kind::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Node { line, kind })
    }

    fn word(&mut self) -> Result<Kind, ReadError> {
        for (word, kind) in [("null", Kind::Null), ("true", Kind::Bool(true)), ("false", Kind::Bool(false))] {
            if self.bytes[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        Err(self.error(format!("expected a value{}", self.found())))
    }

    fn object(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.at += 1;
        let mut entries: Vec<(String, Node)> = Vec::new();
        let mut seen = BTreeSet::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Kind::Object(entries));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.error(format!("expected a key in quotes{}", self.found())));
            }
            let key = self.string()?;
            if !seen.insert(key.clone()) {
                return Err(self.error(format!("the key `{key}` occurs twice; keep one")));
            }
            self.expect(b':', "`:` after the key")?;
            let value = self.value(depth + 1)?;
            entries.push((key, value));
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Kind::Object(entries));
                }
                _ => return Err(self.error(format!("expected `,` or `}}` in an object{}", self.found()))),
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Kind::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Kind::Array(items));
                }
                _ => return Err(self.error(format!("expected `,` or `]` in an array{}", self.found()))),
            }
        }
    }

    /// A token that serde_json reads once its end is known.
    fn token<T: serde::de::DeserializeOwned>(&self, from: usize) -> Result<T, ReadError> {
        let token = self.text.get(from..self.at).unwrap_or_default();
        serde_json::from_str(token).map_err(|_| self.error(format!("`{}` is not valid JSON", short(token))))
    }

    fn string(&mut self) -> Result<String, ReadError> {
        let from = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(b'\n') | None => return Err(self.error("a string does not end on its line; close it with `\"`")),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        self.token(from)
    }

    fn number(&mut self) -> Result<Number, ReadError> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
            self.at += 1;
        }
        let number: Number = self.token(from)?;
        // The nearest double, always: what was written must be read as the same bits.
        let token = self.text.get(from..self.at).unwrap_or_default();
        let exact = token
            .parse::<f64>()
            .ok()
            .filter(|_| number.is_f64())
            .and_then(Number::from_f64);
        Ok(exact.unwrap_or(number))
    }
}

fn short(token: &str) -> &str {
    let end = token.char_indices().nth(40).map_or(token.len(), |(at, _)| at);
    &token[..end]
}
