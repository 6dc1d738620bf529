//! The tokens of JavaScript, as far as telling strings, templates, comments and regular expressions apart needs it.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    String,
    /// A template without substitutions.
    Template,
    /// A template's piece beside a substitution.
    Piece,
    Regex,
    Punctuator(u8),
}

/// A token and its byte range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What an opening bracket was opened as, which decides whether a slash after the closing one divides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `(` after `if`, `for`, `while` or `with`.
    Condition,
    /// `{` of a block or body.
    Block,
    /// A bracket of an expression.
    Expression,
    /// `${` of a template.
    Substitution,
}

/// Splits a script into tokens; comments and space are left out.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let bytes = source.as_bytes();
    let mut out: Vec<Token> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    // After the token before, a slash starts a regular expression.
    let mut regex = true;
    let mut at = if bytes.starts_with(b"#!") { line_end(bytes, 0) } else { 0 };
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied();
        match byte {
            b'/' if next == Some(b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if next == Some(b'*') => {
                at = source
                    .get(at + 2..)
                    .and_then(|rest| rest.find("*/"))
                    .map_or(bytes.len(), |end| at + end + 4);
                continue;
            }
            b'/' if regex => {
                let end = regex_end(bytes, at);
                let kind = if end.is_some() { Kind::Regex } else { Kind::Punctuator(byte) };
                regex = end.is_none();
                at = end.unwrap_or(at + 1);
                out.push(Token { kind, start, end: at });
            }
            b'"' | b'\'' => {
                at = string_end(bytes, at, byte);
                regex = false;
                out.push(Token {
                    kind: Kind::String,
                    start,
                    end: at,
                });
            }
            b'`' => {
                let (end, whole) = template_end(bytes, at + 1);
                at = end;
                regex = !whole;
                if !whole {
                    open.push(Open::Substitution);
                }
                out.push(Token {
                    kind: if whole { Kind::Template } else { Kind::Piece },
                    start,
                    end: at,
                });
            }
            b'}' if open.last() == Some(&Open::Substitution) => {
                let (end, whole) = template_end(bytes, at + 1);
                at = end;
                regex = !whole;
                if whole {
                    open.pop();
                }
                out.push(Token {
                    kind: Kind::Piece,
                    start,
                    end: at,
                });
            }
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(|b| word_byte(*b) || *b == b'.') {
                    at += 1;
                }
                regex = false;
                out.push(Token {
                    kind: Kind::Number,
                    start,
                    end: at,
                });
            }
            _ if word_byte(byte) || byte == b'#' || byte == b'\\' => {
                at += 1;
                while bytes.get(at).is_some_and(|b| word_byte(*b)) {
                    at += 1;
                }
                let member = out.last().is_some_and(|token| token.kind == Kind::Punctuator(b'.'));
                regex = !member && source.get(start..at).is_some_and(before_expression);
                out.push(Token {
                    kind: Kind::Word,
                    start,
                    end: at,
                });
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => {
                at += 1;
                regex = true;
                match byte {
                    b'(' => open.push(if condition(source, &out) {
                        Open::Condition
                    } else {
                        Open::Expression
                    }),
                    b'{' => open.push(if block(source, &out) { Open::Block } else { Open::Expression }),
                    b'[' => open.push(Open::Expression),
                    b')' | b'}' | b']' => regex = !matches!(open.pop(), Some(Open::Expression | Open::Substitution)),
                    _ => {}
                }
                out.push(Token {
                    kind: Kind::Punctuator(byte),
                    start,
                    end: at,
                });
            }
        }
    }
    out
}

fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Keywords that an expression follows.
fn before_expression(word: &str) -> bool {
    matches!(
        word,
        "return"
            | "typeof"
            | "case"
            | "in"
            | "of"
            | "do"
            | "else"
            | "void"
            | "delete"
            | "throw"
            | "new"
            | "instanceof"
            | "yield"
            | "await"
            | "default"
    )
}

fn last_word<'a>(source: &'a str, out: &[Token]) -> Option<&'a str> {
    out.last()
        .filter(|token| token.kind == Kind::Word)
        .and_then(|token| source.get(token.start..token.end))
}

fn condition(source: &str, out: &[Token]) -> bool {
    matches!(last_word(source, out), Some("if" | "for" | "while" | "with"))
}

fn block(source: &str, out: &[Token]) -> bool {
    match out.last() {
        None => true,
        // `=>` ends in `>`; a comparison with an object literal does not occur.
        Some(token) => match token.kind {
            Kind::Punctuator(b) => matches!(b, b')' | b';' | b'{' | b'}' | b'>'),
            Kind::Word => matches!(last_word(source, out), Some("else" | "do" | "try" | "finally")),
            _ => false,
        },
    }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes
        .iter()
        .skip(from)
        .position(|b| *b == b'\n')
        .map_or(bytes.len(), |at| from + at)
}

/// The end of a string; a line's end ends it too, so that text that is no script does not swallow what follows.
fn string_end(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of a template's piece, and whether the template ended (otherwise a substitution starts).
fn template_end(bytes: &[u8], from: usize) -> (usize, bool) {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'`' => return (at + 1, true),
            b'$' if bytes.get(at + 1) == Some(&b'{') => return (at + 2, false),
            _ => at += 1,
        }
    }
    (bytes.len(), true)
}

/// The end of a regular expression, which never spans lines.
fn regex_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    let mut class = false;
    loop {
        match *bytes.get(at)? {
            b'\n' => return None,
            b'\\' => at += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => break,
            _ => {}
        }
        at += 1;
    }
    at += 1;
    while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
        at += 1;
    }
    Some(at)
}
