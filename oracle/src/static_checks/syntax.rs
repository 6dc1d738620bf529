//! `node --check` as Node 20.19 and later does it, around a parser that is given from outside.

use oxc_allocator::Allocator;
use oxc_ast::ast::{AccessorProperty, Decorator, VariableDeclaration, VariableDeclarationKind};
use oxc_ast_visit::{Visit, walk};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

/// A JavaScript parser that says whether it accepts a source.
pub trait SyntaxCheck {
    /// Parses without running. A module is parsed as such; anything else as the body of a sloppy function with the
    /// parameters `exports, require, module, __filename, __dirname`, the way Node compiles CommonJS.
    ///
    /// # Errors
    /// The engine's message for the first error. [`node_check`] recognises V8's wording.
    fn check(&self, source: &str, module: bool) -> Result<(), String>;
}

/// V8's messages for a statement that only a module may hold. Node stops here and calls the file a module.
const ONLY_IN_MODULES: [&str; 3] = [
    "Cannot use import statement outside a module",
    "Unexpected token 'export'",
    "Cannot use 'import.meta' outside a module",
];

/// V8's messages for what fails in CommonJS and may be fine in a module: Node parses it as one to see.
const PERHAPS_IN_MODULES: [&str; 7] = [
    "Identifier '__filename' has already been declared",
    "Identifier '__dirname' has already been declared",
    "await is only valid in async functions and the top level bodies of modules",
    "Identifier 'module' has already been declared",
    "Identifier 'exports' has already been declared",
    "Identifier 'require' has already been declared",
    "Unexpected reserved word",
];

/// The verdict of `node --check` on a `.mjs` (`module`) or `.js` file.
///
/// # Errors
/// The message of the error that Node would print.
pub fn node_check(syntax: &dyn SyntaxCheck, source: &str, module: bool) -> Result<(), String> {
    let source = without_hashbang(source);
    let Err(message) = syntax.check(&source, module) else {
        return Ok(());
    };
    if module {
        return Err(message);
    }
    let is = |known: &&str| message.contains(*known);
    if ONLY_IN_MODULES.iter().any(is) {
        return Ok(());
    }
    if PERHAPS_IN_MODULES.iter().any(is) && syntax.check(&source, true).is_ok() {
        return Ok(());
    }
    Err(message)
}

/// A leading `#!` line as a comment, since not every way to compile a function skips it.
pub(super) fn without_hashbang(source: &str) -> std::borrow::Cow<'_, str> {
    match source.strip_prefix("#!") {
        Some(rest) => format!("//{rest}").into(),
        None => source.into(),
    }
}

/// Stack the parser may be given at most. Only what is used is ever touched.
const MAX_STACK_BYTES: usize = 2 << 30;
/// Measured upper bounds of the stack that one level of nesting takes: for a bracket, and for anything else a byte can open.
const STACK_PER_BRACKET: usize = 6000;
const STACK_PER_BYTE: usize = 1400;

/// A parser in Rust, for use without an engine. It recurses as deep as the source nests: for hostile sources an engine
/// with a stack limit is the better judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct OxcSyntax;

impl SyntaxCheck for OxcSyntax {
    fn check(&self, source: &str, module: bool) -> Result<(), String> {
        with_deep_stack(source, || parse(source, module))
    }
}

/// Runs `work` on a thread whose stack is large enough for however `source` nests.
pub(super) fn with_deep_stack<T: Send>(source: &str, work: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    let brackets = source
        .bytes()
        .filter(|byte| matches!(byte, b'(' | b'[' | b'{' | b'`'))
        .count();
    let stack = (16 << 20) + brackets * STACK_PER_BRACKET + source.len() * STACK_PER_BYTE;
    if stack > MAX_STACK_BYTES {
        return Err("the script is too large to be parsed here".to_owned());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("no thread for the parser: {error}"))?;
        thread.join().unwrap_or_else(|_| Err("the parser failed".to_owned()))
    })
}

fn parse(source: &str, module: bool) -> Result<(), String> {
    let allocator = Allocator::default();
    let kind = if module { SourceType::mjs() } else { SourceType::cjs() };
    let options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: !module,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, source, kind).with_options(options).parse();
    let mut errors: Vec<(usize, String)> = parsed.diagnostics.errors().map(place).collect();
    if !parsed.panicked {
        let mut newer = Newer::default();
        newer.visit_program(&parsed.program);
        errors.extend(newer.0);
        let checked = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
        errors.extend(checked.diagnostics.errors().map(place));
    }
    errors.sort();
    let Some((at, message)) = errors.into_iter().next() else {
        return Ok(());
    };
    if module {
        return Err(message);
    }
    // V8's wording where the verdict hangs on it.
    Err(if let Some(statement) = module_statement(source, at) {
        ONLY_IN_MODULES[usize::from(statement == "export")].to_owned()
    } else if source.get(at..).is_some_and(|rest| rest.starts_with("import.meta")) {
        ONLY_IN_MODULES[2].to_owned()
    } else if source.contains("await") {
        PERHAPS_IN_MODULES[2].to_owned()
    } else {
        message
    })
}

/// Candidates looked at by [`module_statement`].
const MAX_CANDIDATES: usize = 16;

/// The keyword of an `import` or `export` statement that V8 meets before anything that is wrong at `error`: this parser
/// notices such statements late, or not at all if something behind them cannot be parsed.
fn module_statement(source: &str, error: usize) -> Option<&'static str> {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut places: Vec<(usize, &'static str)> = ["import", "export"]
        .into_iter()
        .flat_map(|keyword| source.match_indices(keyword).map(move |(at, _)| (at, keyword)))
        .filter(|(at, _)| *at <= error || error == 0)
        .collect();
    places.sort_unstable();
    places.into_iter().take(MAX_CANDIDATES).find_map(|(at, keyword)| {
        let (before, rest) = (source.get(..at)?, source.get(at + keyword.len()..)?);
        let called = keyword == "import" && rest.trim_start().starts_with(['(', '.']);
        if before.ends_with(word) || rest.starts_with(word) || called {
            return None;
        }
        (at == error || parse(before, false).is_ok()).then_some(keyword)
    })
}

fn place(diagnostic: &OxcDiagnostic) -> (usize, String) {
    let at = diagnostic.labels.first().map_or(0, |label| label.offset() as usize);
    (at, diagnostic.message.to_string())
}

/// What the parser takes and Node 20 does not: decorators, accessors, `using`.
#[derive(Default)]
struct Newer(Vec<(usize, String)>);

impl<'a> Visit<'a> for Newer {
    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.0
            .push((it.span.start as usize, "Invalid or unexpected token".to_owned()));
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.0.push((it.span.start as usize, "Unexpected identifier".to_owned()));
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.0.push((it.span.start as usize, "Unexpected identifier".to_owned()));
        }
        walk::walk_variable_declaration(self, it);
    }
}
