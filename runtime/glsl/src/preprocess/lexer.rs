//! Characters to preprocessing tokens. The whole source is cut at once; a token knows whether it begins a line, which is
//! all that directives need to know of lines.

use crate::log::{InfoLog, Loc};
use std::rc::Rc;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or keyword.
    Ident,
    /// An integer, as written.
    Int,
    /// A floating-point number, as written.
    Float,
    /// An operator or bracket.
    Punct,
    /// A character that no token has: an error unless its group is skipped.
    Bad,
    /// The end of the source.
    Eof,
}

/// A token.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: Rc<str>,
    pub(crate) loc: Loc,
    /// First of its line.
    pub(crate) first: bool,
    /// Whether white space stands before it.
    pub(crate) space: bool,
    /// A macro's own name within its expansion: never expanded again.
    pub(crate) painted: bool,
}

impl Token {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.kind == Kind::Punct && &*self.text == text
    }
}

const PUNCTUATORS: [&str; 24] = [
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=", "&=", "^=",
    "|=", "##", "::", "..",
];

/// Cuts `source` into tokens; errors go to the log and what is wrong is left out.
pub(crate) fn tokenize(source: &str, max_name: usize, log: &mut InfoLog) -> Vec<Token> {
    Lexer {
        bytes: source.as_bytes(),
        at: 0,
        line: 1,
        max_name,
        first: true,
        space: false,
        directive: false,
        log,
    }
    .run()
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line: i32,
    max_name: usize,
    first: bool,
    space: bool,
    /// Inside a directive's line, where any character may stand (`#error`).
    directive: bool,
    log: &'a mut InfoLog,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn loc(&self) -> Loc {
        Loc {
            file: 0,
            line: self.line,
        }
    }

    /// The length of an end of line at `ahead`, or 0.
    fn newline(&self, ahead: usize) -> usize {
        match (self.peek(ahead), self.peek(ahead + 1)) {
            (b'\r', b'\n') | (b'\n', b'\r') => 2,
            (b'\n' | b'\r', _) => 1,
            _ => 0,
        }
    }

    fn run(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        while self.at < self.bytes.len() {
            if self.log.full() {
                break;
            }
            let c = self.peek(0);
            let newline = self.newline(0);
            if newline > 0 {
                self.at += newline;
                self.line += 1;
                self.first = true;
                self.space = false;
                self.directive = false;
                continue;
            }
            match c {
                b' ' | b'\t' | 0x0b | 0x0c => {
                    self.at += 1;
                    self.space = true;
                }
                b'\\' if self.newline(1) > 0 => {
                    self.at += 1 + self.newline(1);
                    self.line += 1;
                    self.space = true;
                }
                b'/' if self.peek(1) == b'/' => self.line_comment(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                _ => {
                    if let Some(token) = self.token() {
                        if token.first && token.is("#") {
                            self.directive = true;
                        }
                        tokens.push(token);
                        self.first = false;
                        self.space = false;
                    }
                }
            }
        }
        tokens.push(Token {
            kind: Kind::Eof,
            text: "".into(),
            loc: self.loc(),
            first: true,
            space: false,
            painted: false,
        });
        tokens
    }

    fn line_comment(&mut self) {
        self.space = true;
        while self.at < self.bytes.len() && self.newline(0) == 0 {
            if self.peek(0) == b'\\' && self.newline(1) > 0 {
                self.at += 1 + self.newline(1);
                self.line += 1;
            } else {
                self.at += 1;
            }
        }
    }

    fn block_comment(&mut self) {
        self.space = true;
        self.at += 2;
        while self.at < self.bytes.len() {
            if self.peek(0) == b'*' && self.peek(1) == b'/' {
                self.at += 2;
                return;
            }
            let newline = self.newline(0);
            if newline > 0 {
                self.line += 1;
            }
            self.at += newline.max(1);
        }
        let loc = self.loc();
        self.log
            .error(loc, "EOF while in a comment", "unexpected end of file found in comment");
    }

    fn token(&mut self) -> Option<Token> {
        let start = self.at;
        let c = self.peek(0);
        let kind = if c.is_ascii_alphabetic() || c == b'_' {
            while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
                self.at += 1;
            }
            Kind::Ident
        } else if c.is_ascii_digit() || (c == b'.' && self.peek(1).is_ascii_digit()) {
            self.number()
        } else {
            let rest = &self.bytes[self.at..];
            match PUNCTUATORS.iter().find(|p| rest.starts_with(p.as_bytes())) {
                Some(p) => self.at += p.len(),
                None => self.at += 1,
            }
            Kind::Punct
        };
        // Punctuation is cut at ASCII characters only; a character of several bytes is taken whole.
        while self.at < self.bytes.len() && self.bytes[self.at] & 0xc0 == 0x80 {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned();
        let loc = self.loc();
        if kind == Kind::Ident && text.len() > self.max_name {
            self.log.error(loc, &text, "token too long");
            return None;
        }
        if kind == Kind::Int && !valid_integer(&text) {
            self.log.error(loc, &text, "invalid number");
            return None;
        }
        let unknown = text.len() == 1 && !"#()[]{}.,;:?=<>+-*/%!~&|^".contains(&text) || !text.is_ascii();
        let bad = kind == Kind::Punct && unknown && !self.directive;
        Some(Token {
            kind: if bad { Kind::Bad } else { kind },
            text: text.into(),
            loc,
            first: self.first,
            space: self.space,
            painted: false,
        })
    }

    fn number(&mut self) -> Kind {
        if self.peek(0) == b'0' && (self.peek(1) | 0x20) == b'x' {
            self.at += 2;
            while self.peek(0).is_ascii_alphanumeric() {
                self.at += 1;
            }
            return Kind::Int;
        }
        let mut float = false;
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
        if self.peek(0) == b'.' {
            float = true;
            self.at += 1;
            while self.peek(0).is_ascii_digit() {
                self.at += 1;
            }
        }
        if (self.peek(0) | 0x20) == b'e' {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                float = true;
                self.at += 1 + sign;
                while self.peek(0).is_ascii_digit() {
                    self.at += 1;
                }
            }
        }
        match self.peek(0) | 0x20 {
            b'f' if float => self.at += 1,
            b'u' if !float => self.at += 1,
            _ => {}
        }
        if float { Kind::Float } else { Kind::Int }
    }
}

/// Decimal, octal or hexadecimal, with an optional `u`.
fn valid_integer(text: &str) -> bool {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return digits.bytes().all(|b| (b'0'..=b'7').contains(&b));
    }
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The value of an integer's text, and whether it fits 32 bits.
pub(crate) fn integer_value(text: &str) -> (u32, bool) {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    match u32::from_str_radix(digits, radix) {
        Ok(value) => (value, true),
        Err(_) => (u32::MAX, false),
    }
}
