//! The preprocessor of GLSL ES 1.00 and 3.00 (section 3.4 of either): directives, macros, conditions, versions and
//! extensions. What it gives is the token sequence the parser reads.

mod condition;
mod lexer;
mod macros;

use crate::limits::{ContextVersion, Extensions, Limits};
use crate::log::{InfoLog, Loc};
pub(crate) use lexer::{Kind, Token, integer_value};
use macros::{Macro, Macros};
use std::collections::HashMap;

/// What preprocessing gives.
pub(crate) struct Preprocessed {
    pub(crate) tokens: Vec<Token>,
    /// 100 or 300.
    pub(crate) version: u32,
    /// Whether the version is one the context does not take: nothing else is looked at then.
    pub(crate) unsupported: bool,
    /// `#pragma STDGL invariant(all)`.
    pub(crate) invariant_all: bool,
    /// Extensions in force at the end, and where they were asked for as warnings.
    pub(crate) extensions: HashMap<String, Behavior>,
}

/// `#extension NAME : BEHAVIOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behavior {
    Require,
    Enable,
    Warn,
    Disable,
}

/// State of an `#if` group.
struct Condition {
    loc: Loc,
    /// The directive's name.
    name: &'static str,
    /// Inside a group that is itself skipped.
    skip_block: bool,
    /// This part is skipped.
    skip_group: bool,
    /// A part of this block has been taken.
    taken: bool,
    /// `#else` has been seen.
    else_seen: bool,
}

/// Runs the preprocessor over `source`.
pub(crate) fn preprocess(
    source: &str,
    context: ContextVersion,
    extensions: Extensions,
    limits: &Limits,
    log: &mut InfoLog,
) -> Preprocessed {
    let max_name = if context == ContextVersion::WebGl1 { 256 } else { 1024 };
    let mut raw = lexer::tokenize(source, max_name, log);
    // `#line` renumbers; the raw tokens have physical lines.
    let eof = raw.pop().expect("a token for the end");
    let mut pp = Preprocessor {
        raw,
        at: 0,
        out: Vec::new(),
        macros: Macros::new(limits.tokens, limits.depth),
        conditions: Vec::new(),
        line_offset: 0,
        file: 0,
        context,
        extensions,
        log,
        result: Preprocessed {
            tokens: Vec::new(),
            version: 100,
            unsupported: false,
            invariant_all: false,
            extensions: HashMap::new(),
        },
    };
    pp.predefine();
    pp.run();
    let mut eof = eof;
    eof.loc = pp.renumber(eof.loc);
    let Preprocessor { mut out, mut result, .. } = pp;
    out.push(eof);
    result.tokens = out;
    result
}

struct Preprocessor<'a> {
    raw: Vec<Token>,
    at: usize,
    out: Vec<Token>,
    macros: Macros,
    conditions: Vec<Condition>,
    line_offset: i32,
    file: i32,
    context: ContextVersion,
    extensions: Extensions,
    log: &'a mut InfoLog,
    result: Preprocessed,
}

impl Preprocessor<'_> {
    fn predefine(&mut self) {
        for (name, value) in [("GL_ES", "1"), ("GL_FRAGMENT_PRECISION_HIGH", "1")] {
            self.macros.predefine(name, value);
        }
        self.macros.predefine("__VERSION__", "100");
        for name in self.extensions.names(100) {
            self.macros.predefine(name, "1");
        }
    }

    fn renumber(&self, loc: Loc) -> Loc {
        Loc {
            file: self.file,
            line: loc.line.saturating_add(self.line_offset),
        }
    }

    fn skipping(&self) -> bool {
        self.conditions.last().is_some_and(|c| c.skip_block || c.skip_group)
    }

    fn run(&mut self) {
        let mut first = true;
        while self.at < self.raw.len() {
            if self.log.full() || self.result.unsupported {
                return;
            }
            let token = &self.raw[self.at];
            if token.first && token.is("#") {
                self.at += 1;
                let start = self.at;
                while self.at < self.raw.len() && !self.raw[self.at].first {
                    self.at += 1;
                }
                let mut line: Vec<Token> = self.raw[start..self.at].to_vec();
                for token in &mut line {
                    token.loc = self.renumber(token.loc);
                }
                let loc = self.renumber(self.raw[start - 1].loc);
                self.directive(&line, loc, first);
                first = false;
                continue;
            }
            first = false;
            // Text up to the next directive; macro calls may span its lines.
            let start = self.at;
            while self.at < self.raw.len() && !(self.raw[self.at].first && self.raw[self.at].is("#")) {
                self.at += 1;
            }
            if self.skipping() {
                continue;
            }
            let mut text: Vec<Token> = self.raw[start..self.at].to_vec();
            for token in &mut text {
                token.loc = self.renumber(token.loc);
            }
            text.retain(|token| {
                if token.kind == Kind::Bad {
                    self.log.error(token.loc, &token.text, "invalid character");
                }
                token.kind != Kind::Bad
            });
            self.macros.expand(text, &mut self.out, self.log);
        }
        if let Some(open) = self.conditions.last() {
            self.log
                .error(open.loc, open.name, "unexpected end of file found in conditional block");
        }
    }

    fn directive(&mut self, line: &[Token], hash: Loc, first: bool) {
        let Some(name) = line.first() else { return };
        let loc = name.loc;
        let rest = &line[1..];
        if name.kind != Kind::Ident {
            if !self.skipping() {
                self.log.error(loc, &name.text, "invalid directive name");
            }
            return;
        }
        match &*name.text {
            "if" => self.begin_if("if", rest, loc, |pp, rest| pp.condition(rest, loc)),
            "ifdef" => self.begin_if("ifdef", rest, loc, |pp, rest| pp.defined(rest, loc)),
            "ifndef" => self.begin_if("ifndef", rest, loc, |pp, rest| !pp.defined(rest, loc)),
            "else" => self.else_part(loc),
            "elif" => self.elif_part(rest, loc),
            "endif" => {
                if self.conditions.pop().is_none() {
                    self.log.error(loc, "endif", "unexpected #endif found without a matching #if");
                }
            }
            _ if self.skipping() => {}
            "define" => self.define(rest, loc),
            "undef" => self.undef(rest, loc),
            "error" => {
                let mut text = String::new();
                for token in rest {
                    text.push(' ');
                    text.push_str(&token.text);
                }
                self.log.error(loc, "", &text);
            }
            "pragma" => self.pragma(rest, loc),
            "extension" => self.extension(rest, loc),
            "version" => self.version(rest, loc, first && self.out.is_empty(), hash),
            "line" => self.line(rest, loc),
            other => self.log.error(loc, other, "invalid directive name"),
        }
    }

    fn begin_if(&mut self, name: &'static str, rest: &[Token], loc: Loc, test: impl FnOnce(&mut Self, &[Token]) -> bool) {
        let mut condition = Condition {
            loc,
            name,
            skip_block: false,
            skip_group: false,
            taken: false,
            else_seen: false,
        };
        if self.conditions.len() > 1000 || self.skipping() {
            condition.skip_block = true;
        } else {
            let value = test(self, rest);
            condition.skip_group = !value;
            condition.taken = value;
        }
        self.conditions.push(condition);
    }

    fn else_part(&mut self, loc: Loc) {
        let Some(block) = self.conditions.last_mut() else {
            self.log.error(loc, "else", "unexpected #else found without a matching #if");
            return;
        };
        if block.skip_block {
            return;
        }
        if block.else_seen {
            self.log.error(loc, "else", "unexpected #else found after another #else");
            block.skip_block = true;
            return;
        }
        block.else_seen = true;
        block.skip_group = block.taken;
        block.taken = true;
    }

    fn elif_part(&mut self, rest: &[Token], loc: Loc) {
        let Some(block) = self.conditions.last_mut() else {
            self.log.error(loc, "elif", "unexpected #elif found without a matching #if");
            return;
        };
        if block.skip_block {
            return;
        }
        if block.else_seen {
            self.log.error(loc, "elif", "unexpected #elif found after #else");
            block.skip_block = true;
            return;
        }
        if block.taken {
            block.skip_group = true;
            return;
        }
        let value = self.condition(rest, loc);
        let block = self.conditions.last_mut().expect("the block above");
        block.skip_group = !value;
        block.taken = value;
    }

    fn condition(&mut self, rest: &[Token], loc: Loc) -> bool {
        condition::evaluate(rest, loc, &mut self.macros, self.result.version, self.log)
    }

    fn defined(&mut self, rest: &[Token], loc: Loc) -> bool {
        match rest.first() {
            Some(token) if token.kind == Kind::Ident => {
                if let Some(extra) = rest.get(1) {
                    self.log.error(extra.loc, &extra.text, "unexpected token");
                }
                self.macros.is_defined(&token.text)
            }
            Some(token) => {
                self.log.error(token.loc, &token.text, "unexpected token");
                false
            }
            None => {
                self.log.error(loc, "\n", "unexpected token");
                false
            }
        }
    }

    fn define(&mut self, rest: &[Token], loc: Loc) {
        let Some(name) = rest.first().filter(|t| t.kind == Kind::Ident) else {
            let text = rest.first().map_or("\n", |t| &t.text);
            self.log.error(loc, text, "unexpected token");
            return;
        };
        if self.macros.is_predefined(&name.text) {
            self.log.error(name.loc, &name.text, "predefined macro redefined");
            return;
        }
        if name.text.starts_with("GL_") || &*name.text == "defined" {
            self.log.error(name.loc, &name.text, "macro name is reserved");
            return;
        }
        if name.text.contains("__") {
            let reason = "macro name with a double underscore is reserved - unintented behavior is possible";
            self.log.warning(name.loc, &name.text, reason);
        }
        let mut body = &rest[1..];
        let mut params = None;
        if body.first().is_some_and(|t| t.is("(") && !t.space) {
            let mut names: Vec<std::rc::Rc<str>> = Vec::new();
            let mut i = 1;
            if body.get(1).is_some_and(|t| t.is(")")) {
                i = 2;
            } else {
                loop {
                    let Some(token) = body.get(i).filter(|t| t.kind == Kind::Ident) else {
                        let text = body.get(i).map_or("\n", |t| &t.text);
                        self.log.error(loc, text, "unexpected token");
                        return;
                    };
                    if names.contains(&token.text) {
                        self.log.error(token.loc, &token.text, "duplicate macro parameter name");
                        return;
                    }
                    names.push(token.text.clone());
                    match body.get(i + 1) {
                        Some(t) if t.is(",") => i += 2,
                        Some(t) if t.is(")") => {
                            i += 2;
                            break;
                        }
                        other => {
                            let text = other.map_or("\n", |t| &t.text);
                            self.log.error(loc, text, "unexpected token");
                            return;
                        }
                    }
                }
            }
            params = Some(names);
            body = &body[i..];
        }
        let mut body = body.to_vec();
        if let Some(first) = body.first_mut() {
            first.space = false;
        }
        let new = Macro {
            params,
            body,
            predefined: false,
        };
        if let Some(old) = self.macros.get(&name.text) {
            if !old.same(&new) {
                self.log.error(name.loc, &name.text, "macro redefined");
            }
            return;
        }
        self.macros.define(name.text.clone(), new);
    }

    fn undef(&mut self, rest: &[Token], loc: Loc) {
        let Some(name) = rest.first().filter(|t| t.kind == Kind::Ident) else {
            let text = rest.first().map_or("\n", |t| &t.text);
            self.log.error(loc, text, "unexpected token");
            return;
        };
        if self.macros.is_predefined(&name.text) || name.text.starts_with("GL_") {
            self.log.error(name.loc, &name.text, "predefined macro undefined");
            return;
        }
        self.macros.undefine(&name.text);
        if let Some(extra) = rest.get(1) {
            self.log.error(extra.loc, &extra.text, "unexpected token");
        }
    }

    fn pragma(&mut self, rest: &[Token], loc: Loc) {
        let texts: Vec<&str> = rest.iter().map(|t| &*t.text).collect();
        let (stdgl, texts) = match texts.as_slice() {
            ["STDGL", rest @ ..] => (true, rest),
            other => (false, other),
        };
        match texts {
            [] => {}
            ["invariant", "(", "all", ")"] if stdgl => self.result.invariant_all = true,
            [name @ ("optimize" | "debug"), "(", value, ")"] if !stdgl => {
                if !matches!(*value, "on" | "off") {
                    let _ = name;
                    self.log.error(loc, value, "invalid pragma value - 'on' or 'off' expected");
                }
            }
            // Names under STDGL are kept for the language: unknown ones are passed over.
            _ if stdgl => {}
            [name, ..] => self.log.warning(loc, name, "unrecognized pragma"),
        }
    }

    fn extension(&mut self, rest: &[Token], loc: Loc) {
        let Some(name) = rest.first().filter(|t| t.kind == Kind::Ident) else {
            let text = rest.first().map_or("\n", |t| &t.text);
            self.log.error(loc, text, "invalid extension name");
            return;
        };
        let (Some(colon), Some(behavior)) = (rest.get(1), rest.get(2)) else {
            self.log.error(loc, "\n", "invalid extension directive");
            return;
        };
        if !colon.is(":") || rest.len() > 3 {
            let token = if colon.is(":") { &rest[3] } else { colon };
            self.log.error(token.loc, &token.text, "unexpected token");
            return;
        }
        let behavior = match &*behavior.text {
            "require" => Behavior::Require,
            "enable" => Behavior::Enable,
            "warn" => Behavior::Warn,
            "disable" => Behavior::Disable,
            other => {
                self.log.error(behavior.loc, other, "invalid extension behavior");
                return;
            }
        };
        if !self.out.is_empty() {
            if self.result.version >= 300 {
                self.log.error(
                    loc,
                    "\n",
                    "extension directive must occur before any non-preprocessor tokens in ESSL3",
                );
                return;
            }
            self.log.warning(
                loc,
                "\n",
                "extension directive should occur before any non-preprocessor tokens",
            );
        }
        if &*name.text == "all" {
            match behavior {
                Behavior::Require | Behavior::Enable => {
                    let word = if behavior == Behavior::Require { "require" } else { "enable" };
                    self.log
                        .error(name.loc, "all", &format!("extension cannot have '{word}' behavior"));
                }
                _ => {
                    for known in self.extensions.names(self.result.version) {
                        self.result.extensions.insert(known.to_string(), behavior);
                    }
                }
            }
            return;
        }
        if self.extensions.names(self.result.version).contains(&&*name.text) {
            self.result.extensions.insert(name.text.to_string(), behavior);
        } else if behavior == Behavior::Require {
            self.log.error(name.loc, &name.text, "extension is not supported");
        } else {
            self.log.warning(name.loc, &name.text, "extension is not supported");
        }
    }

    fn version(&mut self, rest: &[Token], loc: Loc, first: bool, hash: Loc) {
        if !first {
            let reason = "#version directive must occur before anything else, except for comments and white space";
            self.log.error(loc, "version", reason);
            return;
        }
        let number = rest.first();
        let version = match number {
            Some(token) if token.kind == Kind::Int => integer_value(&token.text).0,
            other => {
                let text = other.map_or("\n", |t| &t.text);
                self.log.error(loc, text, "invalid version number");
                return;
            }
        };
        let es = rest.get(1).is_some_and(|t| &*t.text == "es");
        if version == 100 {
            if let Some(extra) = rest.get(1) {
                self.log.error(extra.loc, &extra.text, "unexpected token");
            }
            return;
        }
        if !es || rest.len() > 2 || version < 300 {
            let text = rest.get(if es { 2 } else { 1 }).map_or("\n", |t| &t.text);
            self.log.error(loc, text, "invalid version directive");
            return;
        }
        if hash.line > 1 {
            self.log
                .error(loc, "\n", "#version directive must occur on the first line of the shader");
            return;
        }
        if version != 300 || self.context == ContextVersion::WebGl1 {
            self.log.error(loc, "", &format!("unsupported shader version {version}"));
            self.log.error(Loc { file: 0, line: 0 }, "", "syntax error");
            self.result.unsupported = true;
            return;
        }
        self.result.version = 300;
        self.macros.predefine("__VERSION__", "300");
        for name in self.extensions.names(100) {
            self.macros.remove_predefined(name);
        }
        for name in self.extensions.names(300) {
            self.macros.predefine(name, "1");
        }
    }

    fn line(&mut self, rest: &[Token], loc: Loc) {
        let mut tokens = Vec::new();
        self.macros.expand(rest.to_vec(), &mut tokens, self.log);
        let number = |token: &Token| (token.kind == Kind::Int).then(|| integer_value(&token.text).0 as i32);
        let Some(line) = tokens.first().and_then(number) else {
            let text = tokens.first().map_or("\n", |t| &t.text);
            self.log.error(loc, text, "invalid line number");
            return;
        };
        if let Some(token) = tokens.get(1) {
            let Some(file) = number(token) else {
                self.log.error(token.loc, &token.text, "invalid file number");
                return;
            };
            self.file = file;
        }
        if let Some(extra) = tokens.get(2) {
            self.log.error(extra.loc, &extra.text, "unexpected token");
        }
        // The line after the directive gets the number.
        let physical = loc.line.wrapping_sub(self.line_offset);
        self.line_offset = line.wrapping_sub(physical).wrapping_sub(1);
    }
}
