//! Parser and type checker in one pass, since what a name means decides how the language reads, and the order in which a
//! page sees errors is that of the source. A syntax error ends it; any other error is logged and a value of a plausible
//! type takes the place of what was wrong.

mod blocks;
mod calls;
mod construct;
mod decl;
mod expr;
mod keywords;
mod ops;
mod place;
mod qualifiers;
mod scope;
mod specifier;
mod stmt;
mod usage;
mod validate;

use crate::builtins;
use crate::hir::*;
use crate::limits::{ContextVersion, Extensions, Limits, Stage};
use crate::log::{InfoLog, Loc};
use crate::preprocess::{self, Behavior, Kind, Token};
use crate::types::{Precision, Type};
use keywords::Word;
use scope::Scopes;
use std::collections::HashMap;
use std::sync::Arc;

/// A syntax error has been logged: nothing further can be read.
struct Stop;
type Res<T> = Result<T, Stop>;

/// Parses and checks a shader. Errors and warnings are in the log; the module is there if there were no errors.
pub(crate) fn parse(
    source: &str,
    stage: Stage,
    context: ContextVersion,
    extensions: Extensions,
    limits: &Limits,
    log: &mut InfoLog,
) -> Option<Module> {
    if source.len() > limits.source_bytes {
        log.error(Loc { file: 0, line: 1 }, "", "Expression too complex");
        return None;
    }
    let text = preprocess::preprocess(source, context, extensions, limits, log);
    if text.unsupported {
        return None;
    }
    let mut tokens = text.tokens;
    if tokens.len() == 1 && log.text().is_empty() {
        // An empty source has its end at a place of its own.
        log.error(Loc { file: 1, line: 1 }, "", "syntax error");
        return None;
    }
    if let Some(last) = tokens.len().checked_sub(2).map(|i| tokens[i].loc) {
        // The end stands on the last line that has text.
        let end = tokens.len() - 1;
        tokens[end].loc = Loc {
            line: last.line.max(tokens[end].loc.line - 1),
            ..last
        };
    }
    let on = |name: &str| text.extensions.get(name).is_some_and(|b| *b != Behavior::Disable);
    let functions = builtins::Context {
        version: text.version,
        stage,
        derivatives: on("GL_OES_standard_derivatives"),
        texture_lod: on("GL_EXT_shader_texture_lod"),
    };
    let mut parser = Parser {
        tokens,
        at: 0,
        version: text.version,
        stage,
        limits,
        log,
        functions,
        frag_depth: on("GL_EXT_frag_depth"),
        draw_buffers: on("GL_EXT_draw_buffers"),
        draw_id: on("GL_ANGLE_multi_draw"),
        nested_arrays: false,
        invariant_all: text.invariant_all,
        scopes: Scopes::default(),
        precisions: vec![HashMap::new()],
        vars: Vec::new(),
        funcs: Vec::new(),
        blocks: Vec::new(),
        globals: Vec::new(),
        symbol_id: 3000,
        depth: 0,
        current: None,
        loops: 0,
        switches: 0,
        row_major: false,
        called: Vec::new(),
    };
    parser.default_precisions();
    parser.declare_language();
    let _ = parser.translation_unit();
    parser.finish()
}

/// The function whose body is being read.
struct Current {
    id: FuncId,
    ret: Type,
    returns: bool,
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    version: u32,
    stage: Stage,
    limits: &'a Limits,
    log: &'a mut InfoLog,
    functions: builtins::Context,
    frag_depth: bool,
    draw_buffers: bool,
    draw_id: bool,
    /// An array of arrays has been declared: what `[]` makes of it is not complained about again.
    nested_arrays: bool,
    invariant_all: bool,
    scopes: Scopes,
    /// Default precisions by scope: `float`, `int` and sampler types by keyword.
    precisions: Vec<HashMap<String, Precision>>,
    vars: Vec<Var>,
    funcs: Vec<Function>,
    blocks: Vec<Block>,
    globals: Vec<(VarId, Option<Expr>)>,
    symbol_id: u32,
    depth: usize,
    current: Option<Current>,
    loops: usize,
    switches: usize,
    /// `layout(row_major)` is in force for blocks.
    row_major: bool,
    /// Calls of the function being read.
    called: Vec<FuncId>,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)]
    }

    fn loc(&self) -> Loc {
        self.peek().loc
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is(text)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Res<Loc> {
        if self.is(text) { Ok(self.next().loc) } else { self.syntax() }
    }

    fn word(&self, token: &Token) -> Word {
        if token.kind == Kind::Ident {
            keywords::classify(&token.text, self.version)
        } else {
            Word::Keyword
        }
    }

    fn is_keyword(&self, text: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Ident && &*token.text == text && self.word(token) == Word::Keyword
    }

    fn accept_keyword(&mut self, text: &str) -> bool {
        let found = self.is_keyword(text);
        if found {
            self.next();
        }
        found
    }

    /// Whether the next token is a name (no keyword, nothing reserved).
    fn is_name(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Ident && self.word(token) == Word::Name
    }

    /// A syntax error at the next token. A reserved word is called one first.
    fn syntax<T>(&mut self) -> Res<T> {
        let token = self.peek().clone();
        self.reserved(&token);
        self.log.error(token.loc, &token.text, "syntax error");
        Err(Stop)
    }

    fn reserved(&mut self, token: &Token) {
        if token.kind == Kind::Ident && self.word(token) == Word::Reserved {
            self.log.error(token.loc, &token.text, "Illegal use of reserved word");
        } else if token.kind == Kind::Float && token.text.ends_with(['f', 'F']) && self.version < 300 {
            self.log.error(
                token.loc,
                &token.text,
                "Floating-point suffix unsupported prior to GLSL ES 3.00",
            );
        }
    }

    fn error(&mut self, loc: Loc, token: &str, reason: &str) {
        self.log.error(loc, token, reason);
    }

    /// Goes one level deeper; too deep is an error that ends the parse.
    fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= self.limits.depth || self.log.full() {
            let loc = self.loc();
            self.log.error(loc, "", "Expression too complex");
            return Err(Stop);
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// An identifier in a place that declares or names something.
    fn name(&mut self) -> Res<Token> {
        if self.is_name() { Ok(self.next()) } else { self.syntax() }
    }

    fn next_symbol(&mut self) -> u32 {
        self.symbol_id += 1;
        self.symbol_id
    }

    fn translation_unit(&mut self) -> Res<()> {
        let mut any = false;
        loop {
            let token = self.peek().clone();
            if token.kind == Kind::Eof {
                if any {
                    return Ok(());
                }
                return self.syntax();
            }
            if self.word(&token) == Word::Reserved && any {
                // A reserved word reads as the end of the source, which may stand here.
                self.reserved(&token);
                return Ok(());
            }
            self.external_declaration()?;
            any = true;
        }
    }

    fn finish(self) -> Option<Module> {
        let this = self;
        let main = this.funcs.iter().position(|f| &*f.name == "main" && f.body.is_some());
        if this.log.failed() {
            return None;
        }
        let Some(main) = main else {
            this.log.error(Loc { file: -1, line: -1 }, "", "Missing main()");
            return None;
        };
        let mut module = Module {
            stage: this.stage,
            version: this.version,
            used: vec![false; this.vars.len()],
            used_blocks: vec![false; this.blocks.len()],
            vars: this.vars,
            functions: this.funcs,
            blocks: this.blocks,
            globals: this.globals,
            main: main as FuncId,
        };
        validate::module(&mut module, this.limits, this.log);
        (!this.log.failed()).then_some(module)
    }

    fn const_expr(&self, words: Vec<u32>, ty: Type, loc: Loc) -> Expr {
        Expr::new(ExprKind::Const(Arc::from(words)), ty, Qual::Const, loc)
    }

    /// A constant of zeros, which takes the place of what was wrong.
    fn zero(&self, ty: Type, loc: Loc) -> Expr {
        let words = vec![0; ty.scalars().min(1 << 16)];
        self.const_expr(words, ty, loc)
    }
}

/// The words of the info log for an expression's type and qualifier.
fn describe(expr: &Expr, parser: &Parser<'_>) -> String {
    let qualifier = match expr.qual {
        Qual::Temp => "",
        Qual::Const => "const",
        Qual::Of(storage) => scope::storage_words(storage, parser.version),
    };
    let interpolation = match &expr.kind {
        ExprKind::Var(id) if matches!(expr.qual, Qual::Of(Storage::VaryingIn | Storage::VaryingOut)) => {
            let var = &parser.vars[*id as usize];
            match var.interpolation {
                Interpolation::Flat => "flat ",
                Interpolation::Centroid => "centroid ",
                Interpolation::Smooth if var.written_interpolation => "smooth ",
                Interpolation::Smooth => "",
            }
        }
        _ => "",
    };
    expr.ty.describe(&format!("{interpolation}{qualifier}"))
}
