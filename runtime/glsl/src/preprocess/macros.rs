//! Macros and their expansion.

use super::lexer::{Kind, Token};
use crate::log::InfoLog;
use std::collections::HashMap;
use std::rc::Rc;

/// A macro's definition.
pub(super) struct Macro {
    pub(super) params: Option<Vec<Rc<str>>>,
    pub(super) body: Vec<Token>,
    pub(super) predefined: bool,
}

impl Macro {
    /// Whether a second definition says the same, which is allowed.
    pub(super) fn same(&self, other: &Macro) -> bool {
        self.params == other.params
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(&other.body)
                .all(|(a, b)| a.kind == b.kind && a.text == b.text && a.space == b.space)
    }
}

/// The macros known at a point of the source.
pub(super) struct Macros {
    table: HashMap<Rc<str>, Macro>,
    /// Tokens that may still be made.
    budget: usize,
    max_depth: usize,
}

/// A run of tokens being read: the source's, or a macro's expansion.
struct Frame {
    tokens: Vec<Token>,
    at: usize,
    /// The macro whose expansion this is; it is not expanded within.
    name: Option<Rc<str>>,
}

impl Macros {
    pub(super) fn new(budget: usize, max_depth: usize) -> Macros {
        Macros {
            table: HashMap::new(),
            budget,
            max_depth,
        }
    }

    pub(super) fn predefine(&mut self, name: &str, value: &str) {
        let loc = crate::log::Loc::default();
        let token = Token {
            kind: Kind::Int,
            text: value.into(),
            loc,
            first: false,
            space: false,
            painted: false,
        };
        self.table.insert(
            name.into(),
            Macro {
                params: None,
                body: vec![token],
                predefined: true,
            },
        );
    }

    pub(super) fn remove_predefined(&mut self, name: &str) {
        self.table.remove(name);
    }

    pub(super) fn define(&mut self, name: Rc<str>, value: Macro) {
        self.table.insert(name, value);
    }

    pub(super) fn undefine(&mut self, name: &str) {
        self.table.remove(name);
    }

    pub(super) fn get(&self, name: &str) -> Option<&Macro> {
        self.table.get(name)
    }

    pub(super) fn is_predefined(&self, name: &str) -> bool {
        matches!(name, "__LINE__" | "__FILE__") || self.table.get(name).is_some_and(|m| m.predefined)
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        matches!(name, "__LINE__" | "__FILE__") || self.table.contains_key(name)
    }

    /// Expands `tokens` onto `out`.
    pub(super) fn expand(&mut self, tokens: Vec<Token>, out: &mut Vec<Token>, log: &mut InfoLog) {
        self.expand_within(tokens, &[], 0, out, log);
    }

    fn expand_within(&mut self, tokens: Vec<Token>, disabled: &[Rc<str>], depth: usize, out: &mut Vec<Token>, log: &mut InfoLog) {
        let mut frames = vec![Frame {
            tokens,
            at: 0,
            name: None,
        }];
        while let Some(frame) = frames.last_mut() {
            let Some(token) = frame.tokens.get(frame.at).cloned() else {
                frames.pop();
                continue;
            };
            frame.at += 1;
            if self.budget == 0 || log.full() {
                if self.budget == 0 && !log.full() {
                    log.error(token.loc, &token.text, "Expression too complex");
                    self.budget = usize::MAX; // said once
                }
                return;
            }
            if self.budget == usize::MAX {
                return;
            }
            self.budget -= 1;
            if token.kind != Kind::Ident || token.painted {
                out.push(token);
                continue;
            }
            match &*token.text {
                "__LINE__" | "__FILE__" => {
                    let value = if &*token.text == "__LINE__" {
                        token.loc.line
                    } else {
                        token.loc.file
                    };
                    out.push(Token {
                        kind: Kind::Int,
                        text: value.to_string().into(),
                        ..token
                    });
                    continue;
                }
                _ => {}
            }
            let Some(found) = self.table.get(&token.text) else {
                out.push(token);
                continue;
            };
            let busy = disabled.contains(&token.text) || frames.iter().any(|f| f.name.as_ref() == Some(&token.text));
            if busy {
                out.push(Token { painted: true, ..token });
                continue;
            }
            if frames.len() + depth > self.max_depth {
                log.error(token.loc, &token.text, "macro invocation chain too deep");
                return;
            }
            let body = match &found.params {
                None => found.body.clone(),
                Some(params) => {
                    // A name without arguments stays as it is.
                    if !next_is_open(&frames) {
                        out.push(token);
                        continue;
                    }
                    let params = params.clone();
                    let body = found.body.clone();
                    let arguments = match arguments(&mut frames) {
                        Some(arguments) => arguments,
                        None => {
                            log.error(token.loc, &token.text, "unterminated macro invocation");
                            return;
                        }
                    };
                    // `F()` has one empty argument if the macro has one parameter, none if it has none.
                    let given = if params.is_empty() && arguments.len() == 1 && arguments[0].is_empty() {
                        0
                    } else {
                        arguments.len()
                    };
                    if given != params.len() {
                        let reason = if given < params.len() {
                            "Not enough arguments for macro"
                        } else {
                            "Too many arguments for macro"
                        };
                        log.error(token.loc, &token.text, reason);
                        continue;
                    }
                    let mut names = disabled.to_vec();
                    names.extend(frames.iter().filter_map(|f| f.name.clone()));
                    let mut expanded = Vec::new();
                    for argument in arguments {
                        let mut tokens = Vec::new();
                        self.expand_within(argument, &names, depth + frames.len(), &mut tokens, log);
                        expanded.push(tokens);
                    }
                    substitute(&body, &params, &expanded, self.budget)
                }
            };
            let name = token.text.clone();
            let mut body = body;
            for part in &mut body {
                part.loc = token.loc;
                part.first = false;
            }
            if let Some(first) = body.first_mut() {
                first.space = token.space;
            }
            frames.push(Frame {
                tokens: body,
                at: 0,
                name: Some(name),
            });
        }
    }
}

/// Replaces parameters by their arguments.
fn substitute(body: &[Token], params: &[Rc<str>], arguments: &[Vec<Token>], most: usize) -> Vec<Token> {
    let mut out = Vec::new();
    for token in body {
        let index = if token.kind == Kind::Ident {
            params.iter().position(|p| *p == token.text)
        } else {
            None
        };
        match index {
            Some(index) => {
                let start = out.len();
                out.extend(arguments[index].iter().cloned());
                if let Some(first) = out.get_mut(start) {
                    first.space = token.space;
                }
            }
            None => out.push(token.clone()),
        }
        if out.len() > most {
            break;
        }
    }
    out
}

fn next_is_open(frames: &[Frame]) -> bool {
    for frame in frames.iter().rev() {
        if let Some(token) = frame.tokens.get(frame.at) {
            return token.is("(");
        }
    }
    false
}

/// Reads `( … , … )`; `None` if the source ends first.
fn arguments(frames: &mut Vec<Frame>) -> Option<Vec<Vec<Token>>> {
    let mut depth = 0;
    let mut all = vec![Vec::new()];
    loop {
        let frame = frames.last_mut()?;
        let Some(token) = frame.tokens.get(frame.at).cloned() else {
            if frames.len() == 1 {
                return None;
            }
            frames.pop();
            continue;
        };
        frame.at += 1;
        // A macro's name in its own expansion stays one, also if it is an argument that goes on behind the expansion.
        let own = |f: &Frame| f.name.as_ref() == Some(&token.text);
        let painted = token.painted || (token.kind == Kind::Ident && frames.iter().any(own));
        let token = Token { painted, ..token };
        if token.is("(") {
            depth += 1;
            if depth == 1 {
                continue;
            }
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return Some(all);
            }
        } else if token.is(",") && depth == 1 {
            all.push(Vec::new());
            continue;
        }
        all.last_mut()?.push(token);
    }
}
