//! What a script refers to: import and export specifiers, `require` calls, literal addresses.
//!
//! A lexer is enough: comments, strings, templates and regular expressions are told apart, and the few token patterns that
//! matter are matched on what remains. It never fails; on text that is not JavaScript it finds less.

use super::lexer::{Kind, Token, tokens};

/// Scripts above this size, in bytes, are not searched.
const SCRIPT_LIMIT: usize = 32 << 20;

/// One import or re-export specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The specifier.
    pub(crate) specifier: String,
    /// Byte range of the string literal's contents.
    pub(crate) span: (usize, usize),
    /// By `import()`: a module that may fail to be there.
    pub(crate) dynamic: bool,
}

/// What was found in a script.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Import and re-export specifiers in source order.
    pub(crate) imports: Vec<Import>,
    /// Literal arguments of `require(…)`, in source order.
    pub(crate) requires: Vec<String>,
    /// String literals and templates without substitutions.
    pub(crate) strings: Vec<String>,
    /// First arguments of `new URL("…", import.meta.url)`.
    pub(crate) assets: Vec<String>,
    /// Names assigned to `exports`.
    pub(crate) names: Vec<String>,
    /// There is an `import()` whose specifier is computed.
    pub(crate) computed: bool,
    /// Import or export declarations or `import.meta` are there.
    pub(crate) module: bool,
    /// The module has a default export.
    pub(crate) default: bool,
}

/// Searches a script.
pub(crate) fn scan(source: &str) -> Scan {
    let mut found = Scan::default();
    if source.len() > SCRIPT_LIMIT {
        return found;
    }
    let tokens = tokens(source);
    let view = View { source, tokens: &tokens };
    let mut at = 0;
    while at < tokens.len() {
        match view.kind(at) {
            Some(Kind::String | Kind::Template) => found.strings.push(view.literal(at)),
            Some(Kind::Word) if !view.punctuator(at.wrapping_sub(1), b'.') => view.word(at, &mut found),
            _ => {}
        }
        at += 1;
    }
    found.names.sort();
    found.names.dedup();
    found
}

struct View<'a> {
    source: &'a str,
    tokens: &'a [Token],
}

impl View<'_> {
    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn text(&self, at: usize) -> &str {
        self.tokens
            .get(at)
            .and_then(|token| self.source.get(token.start..token.end))
            .unwrap_or_default()
    }

    fn punctuator(&self, at: usize, byte: u8) -> bool {
        self.kind(at) == Some(Kind::Punctuator(byte))
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.kind(at) == Some(Kind::Word) && self.text(at) == word
    }

    fn is_literal(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::String | Kind::Template))
    }

    /// The contents of a string literal.
    fn literal(&self, at: usize) -> String {
        let text = self.text(at);
        unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default())
    }

    fn import(&self, at: usize, dynamic: bool, found: &mut Scan) {
        if let Some(token) = self.tokens.get(at) {
            let span = (token.start + 1, token.end.saturating_sub(1).max(token.start + 1));
            found.imports.push(Import {
                specifier: self.literal(at),
                span,
                dynamic,
            });
        }
    }

    fn word(&self, at: usize, found: &mut Scan) {
        match self.text(at) {
            "import" => self.import_word(at, found),
            "export" => self.export_word(at, found),
            "require" if self.punctuator(at + 1, b'(') && self.is_literal(at + 2) && self.punctuator(at + 3, b')') => {
                found.requires.push(self.literal(at + 2));
            }
            "new"
                if self.is_word(at + 1, "URL")
                    && self.punctuator(at + 2, b'(')
                    && self.is_literal(at + 3)
                    && self.punctuator(at + 4, b',')
                    && self.is_word(at + 5, "import")
                    && self.is_word(at + 7, "meta")
                    && self.is_word(at + 9, "url") =>
            {
                found.assets.push(self.literal(at + 3));
            }
            "exports" => self.exports_word(at, found),
            "module" if self.punctuator(at + 1, b'.') && self.is_word(at + 2, "exports") => self.exports_word(at + 2, found),
            _ => {}
        }
    }

    fn import_word(&self, at: usize, found: &mut Scan) {
        if self.punctuator(at + 1, b'(') {
            if self.is_literal(at + 2) && (self.punctuator(at + 3, b')') || self.punctuator(at + 3, b',')) {
                self.import(at + 2, true, found);
            } else {
                found.computed = true;
            }
        } else if self.punctuator(at + 1, b'.') {
            found.module |= self.is_word(at + 2, "meta");
        } else if self.kind(at + 1) == Some(Kind::String) {
            found.module = true;
            self.import(at + 1, false, found);
        } else if let Some(from) = self.clause_end(at + 1) {
            found.module = true;
            self.import(from, false, found);
        }
    }

    /// The specifier that ends an import or export clause starting here: names, `*`, `,`, braces, then `from "…"`.
    fn clause_end(&self, mut at: usize) -> Option<usize> {
        loop {
            if self.is_word(at, "from") && self.kind(at + 1) == Some(Kind::String) {
                return Some(at + 1);
            }
            match self.kind(at)? {
                Kind::Word | Kind::String | Kind::Punctuator(b'*' | b',' | b'{' | b'}') => at += 1,
                _ => return None,
            }
        }
    }

    fn export_word(&self, at: usize, found: &mut Scan) {
        if self.is_word(at + 1, "default") {
            found.module = true;
            found.default = true;
        } else if self.punctuator(at + 1, b'*') {
            if let Some(from) = self.clause_end(at + 1) {
                found.module = true;
                found.default |= self.is_word(at + 2, "as") && self.is_word(at + 3, "default");
                self.import(from, false, found);
            }
        } else if self.punctuator(at + 1, b'{') {
            found.module = true;
            let mut end = at + 2;
            while end < self.tokens.len() && !self.punctuator(end, b'}') {
                // The exported name is the last of its entry.
                let last = self.punctuator(end + 1, b',') || self.punctuator(end + 1, b'}');
                found.default |= last && self.is_word(end, "default");
                end += 1;
            }
            if self.is_word(end + 1, "from") && self.kind(end + 2) == Some(Kind::String) {
                self.import(end + 2, false, found);
            }
        } else if matches!(self.text(at + 1), "const" | "let" | "var" | "function" | "class" | "async") {
            found.module = true;
        }
    }

    /// `exports.name =`, and `Object.defineProperty(exports, "name", …)`.
    fn exports_word(&self, at: usize, found: &mut Scan) {
        if self.punctuator(at + 1, b'.')
            && self.kind(at + 2) == Some(Kind::Word)
            && self.punctuator(at + 3, b'=')
            && !self.punctuator(at + 4, b'=')
        {
            found.names.push(self.text(at + 2).to_owned());
        } else if self.punctuator(at + 1, b',')
            && self.kind(at + 2) == Some(Kind::String)
            && self.is_word(at.wrapping_sub(2), "defineProperty")
        {
            found.names.push(self.literal(at + 2));
        }
    }
}

/// Escapes that occur in addresses; the rest stays as it is.
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some(digits @ ('x' | 'u')) => {
                let width = if digits == 'x' { 2 } else { 4 };
                let code: String = chars.as_str().chars().take(width).collect();
                match u32::from_str_radix(&code, 16).ok().and_then(char::from_u32) {
                    Some(c) if code.len() == width => {
                        out.push(c);
                        chars.nth(width - 1);
                    }
                    _ => out.push(digits),
                }
            }
            Some(c) => out.push(c),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specifiers(source: &str) -> Vec<String> {
        let found = scan(source);
        for import in &found.imports {
            assert_eq!(&source[import.span.0..import.span.1], import.specifier);
        }
        found.imports.into_iter().map(|import| import.specifier).collect()
    }

    #[test]
    fn every_form_of_import_and_export() {
        let source = r#"
            import a from "a"; import * as b from 'b'; import c, { d as e } from "c"
            import "f"; import{g}from"g";import h,*as i from"h"; import j from "j" with { type: "json" };
            export * from "k"; export * as l from "l"; export { m, n as o } from "m"; export { p };
            const q = await import("q"); const r = import(`r`); import.meta.url;
        "#;
        assert_eq!(
            specifiers(source),
            ["a", "b", "c", "f", "g", "h", "j", "k", "l", "m", "q", "r"]
        );
        let found = scan(source);
        assert!(found.module && !found.default && !found.computed);
    }

    #[test]
    fn what_only_looks_like_an_import_is_none() {
        let source = r#"
            // import "a"
            /* import "b" */ let s = 'import "c"'; let t = `import "d" ${ `x ${ 1 } import "e"` } import "f"`;
            let u = /import "g"[/"]/.test(s); x.import("h"); if (a) /import "i"/.test(b); let v = a / 2; import(x + "j");
            function k() { return /import("k")/ } { a } /import "l"/.test(c);
        "#;
        assert_eq!(specifiers(source), Vec::<String>::new());
        assert!(scan(source).computed);
    }

    #[test]
    fn default_exports_are_seen() {
        for source in [
            "export default 1",
            "export { a as default }",
            "export{default}from'x'",
            "export * as default from 'x'",
        ] {
            assert!(scan(source).default, "{source}");
        }
        for source in [
            "export { default as a } from 'x'",
            "export * from 'x'",
            "switch (a) { default: }",
        ] {
            assert!(!scan(source).default, "{source}");
        }
    }

    #[test]
    fn commonjs_and_assets() {
        let found = scan(
            r#"var a = require("./a"), b = require('b'); exports.c = 1; module.exports.d = 2; exports.e == 1;
            Object.defineProperty(exports, "f", {}); new URL("./g.wasm", import.meta.url)"#,
        );
        assert_eq!(found.requires, ["./a", "b"]);
        assert_eq!(found.names, ["c", "d", "f"]);
        assert_eq!(found.assets, ["./g.wasm"]);
    }

    #[test]
    fn escaped_addresses_are_read() {
        assert_eq!(scan(r#"s = "https:\/\/unpkg.com\x2fa""#).strings, ["https://unpkg.com/a"]);
    }

    #[test]
    fn broken_text_ends() {
        for source in [
            "`${`${",
            "'",
            "/",
            "/[",
            "\"\\",
            "import",
            "export {",
            "import {",
            "#",
            "import(",
            "\u{1F600}import'x",
        ] {
            scan(source);
        }
    }
}
