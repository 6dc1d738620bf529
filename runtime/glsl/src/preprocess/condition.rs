//! `#if` and `#elif` expressions.

use super::lexer::{Kind, Token, integer_value};
use super::macros::Macros;
use crate::log::{InfoLog, Loc};

/// The truth of a condition; what is wrong with it goes to the log and counts as false.
pub(super) fn evaluate(line: &[Token], loc: Loc, macros: &mut Macros, version: u32, log: &mut InfoLog) -> bool {
    // `defined` is looked at before its operand could be expanded.
    let mut tokens = Vec::new();
    let mut plain = Vec::new();
    let mut i = 0;
    while i < line.len() {
        let token = &line[i];
        if token.kind == Kind::Ident && &*token.text == "defined" {
            let (name, next) = match (line.get(i + 1), line.get(i + 2), line.get(i + 3)) {
                (Some(open), Some(name), Some(close)) if open.is("(") && close.is(")") => (Some(name), i + 4),
                (Some(open), _, _) if open.is("(") => (None, i + 2),
                (name, _, _) => (name, i + 2),
            };
            let Some(name) = name.filter(|n| n.kind == Kind::Ident) else {
                let bad = line.get(i + 1).map_or("\n", |t| &t.text);
                log.error(token.loc, bad, "unexpected token");
                return false;
            };
            macros.expand(std::mem::take(&mut plain), &mut tokens, log);
            let text = if macros.is_defined(&name.text) { "1" } else { "0" };
            tokens.push(Token {
                kind: Kind::Int,
                text: text.into(),
                ..token.clone()
            });
            i = next;
        } else {
            plain.push(token.clone());
            i += 1;
        }
    }
    macros.expand(plain, &mut tokens, log);
    if tokens.is_empty() {
        log.error(loc, "syntax error", "invalid expression");
        return false;
    }
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        log,
        loc,
        failed: false,
        quiet: 0,
        depth: 0,
        version,
    };
    let value = parser.binary(0);
    if parser.failed {
        return false;
    }
    if let Some(token) = tokens.get(parser.at) {
        log.error(token.loc, &token.text, "unexpected token after conditional expression");
        return false;
    }
    value != 0
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    log: &'a mut InfoLog,
    loc: Loc,
    failed: bool,
    /// Inside an operand that a short circuit skips: its errors do not count.
    quiet: usize,
    depth: usize,
    version: u32,
}

const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn fail(&mut self, token: &str, reason: &str) {
        if !self.failed {
            self.log.error(self.loc, token, reason);
        }
        self.failed = true;
    }

    fn binary(&mut self, level: usize) -> i64 {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1);
        while let Some(token) = self.tokens.get(self.at) {
            let Some(op) = LEVELS[level].iter().find(|op| token.is(op)) else {
                break;
            };
            if self.failed {
                return 0;
            }
            self.at += 1;
            let skip = (*op == "||" && left != 0) || (*op == "&&" && left == 0);
            self.quiet += usize::from(skip);
            let right = self.binary(level + 1);
            self.quiet -= usize::from(skip);
            left = self.apply(op, left, right);
        }
        left
    }

    fn apply(&mut self, op: &str, a: i64, b: i64) -> i64 {
        let wrap = |v: i64| i64::from(v as i32);
        match op {
            "||" => i64::from(a != 0 || b != 0),
            "&&" => i64::from(a != 0 && b != 0),
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "==" => i64::from(a == b),
            "!=" => i64::from(a != b),
            "<" => i64::from(a < b),
            ">" => i64::from(a > b),
            "<=" => i64::from(a <= b),
            ">=" => i64::from(a >= b),
            "<<" | ">>" => {
                if !(0..=31).contains(&b) {
                    if self.quiet == 0 {
                        self.fail(&format!("{a} {op} {b}"), "shift exponent is negative or undefined");
                    }
                    return 0;
                }
                if op == "<<" { wrap(a << b) } else { a >> b }
            }
            "+" => wrap(a + b),
            "-" => wrap(a - b),
            "*" => wrap(a.wrapping_mul(b)),
            _ => {
                if b == 0 {
                    if self.quiet == 0 {
                        self.fail(&format!("{a} {op} {b}"), "division by zero");
                    }
                    return 0;
                }
                if op == "/" { wrap(a / b) } else { wrap(a % b) }
            }
        }
    }

    fn unary(&mut self) -> i64 {
        self.depth += 1;
        let value = self.unary_inner();
        self.depth -= 1;
        value
    }

    fn unary_inner(&mut self) -> i64 {
        if self.depth > 100 {
            self.fail("syntax error", "invalid expression");
            return 0;
        }
        let Some(token) = self.tokens.get(self.at).cloned() else {
            self.fail("syntax error", "invalid expression");
            return 0;
        };
        match token.kind {
            Kind::Int => {
                self.at += 1;
                let (value, fits) = integer_value(&token.text);
                if !fits || value > i32::MAX as u32 {
                    self.fail(&token.text, "integer overflow");
                    return 0;
                }
                i64::from(value)
            }
            Kind::Punct => {
                let op = token.text.clone();
                match &*op {
                    "(" => {
                        self.at += 1;
                        let value = self.binary(0);
                        if self.tokens.get(self.at).is_some_and(|t| t.is(")")) {
                            self.at += 1;
                        } else {
                            self.fail("syntax error", "invalid expression");
                        }
                        value
                    }
                    "+" | "-" | "!" | "~" => {
                        self.at += 1;
                        let value = self.unary();
                        match &*op {
                            "+" => value,
                            "-" => i64::from((value as i32).wrapping_neg()),
                            "!" => i64::from(value == 0),
                            _ => !value,
                        }
                    }
                    _ => {
                        self.fail(&op, "unexpected token");
                        0
                    }
                }
            }
            // A name that is no macro: an error, since GLSL ES has no default of 0; where a short circuit skips it, none.
            Kind::Ident => {
                self.at += 1;
                if self.quiet == 0 {
                    let _ = self.version;
                    self.fail(&token.text, "unexpected token after conditional expression");
                }
                0
            }
            _ => {
                self.fail(&token.text, "unexpected token");
                0
            }
        }
    }
}
