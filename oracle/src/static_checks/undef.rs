//! References to names that nobody declares (tool `eslint_undef`), found without regard to scopes: a name declared anywhere
//! counts as known everywhere, and assigning to a name is no reference to it.

use super::syntax::{self, SyntaxCheck};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, CatchClause,
    Class, DoWhileStatement, ForInStatement, ForOfStatement, ForStatementLeft, FormalParameters, Function, IdentifierReference,
    RegExpFlags, RegExpLiteral, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use serde::Serialize;
use std::collections::BTreeSet;

/// A reference to an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Undefined {
    /// The name.
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 0, in UTF-16 code units.
    pub col: u32,
}

/// Names a browser page has without declaring them, as the reference checker knows them: newer and rarer interfaces are
/// missing, and a game that uses one is flagged.
const BROWSER: &str = "
    window self globalThis top parent frames document navigator location history screen
    localStorage sessionStorage indexedDB console alert confirm prompt
    setTimeout clearTimeout setInterval clearInterval
    requestAnimationFrame cancelAnimationFrame requestIdleCallback queueMicrotask structuredClone reportError atob btoa
    fetch XMLHttpRequest WebSocket EventSource URL URLSearchParams Headers Request Response AbortController AbortSignal
    Event CustomEvent MouseEvent KeyboardEvent TouchEvent PointerEvent WheelEvent InputEvent FocusEvent
    addEventListener removeEventListener dispatchEvent postMessage onmessage
    Element HTMLElement Node NodeList DocumentFragment DOMParser XMLSerializer
    MutationObserver ResizeObserver IntersectionObserver PerformanceObserver getComputedStyle matchMedia
    CanvasRenderingContext2D WebGLRenderingContext WebGL2RenderingContext ImageData Path2D OffscreenCanvas
    Audio Image AudioContext webkitAudioContext MediaSource MediaStream HTMLAudioElement HTMLVideoElement
    ArrayBuffer DataView Blob File FileReader FormData TextEncoder TextDecoder
    Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
    Float32Array Float64Array BigInt64Array BigUint64Array
    Map Set WeakMap WeakSet WeakRef Promise Proxy Reflect Symbol BigInt
    Object Array String Number Boolean Function RegExp Date JSON Math Intl NaN Infinity undefined
    Error TypeError RangeError SyntaxError ReferenceError EvalError URIError
    isNaN isFinite parseInt parseFloat encodeURI decodeURI encodeURIComponent decodeURIComponent eval arguments this
    crypto Crypto CryptoKey SubtleCrypto Worker SharedWorker ServiceWorker performance Performance
    devicePixelRatio innerWidth innerHeight pageXOffset pageYOffset scrollX scrollY
    open close print focus blur";

/// What the platform the games are delivered to adds.
const PLATFORM: [&str; 2] = ["lib", "run"];

/// Checks one classic script (ECMAScript 2022, `return` allowed at the top level).
///
/// `syntax` sees the source first, so that a nesting only a stack limit can stop never reaches the recursive parser.
///
/// # Errors
/// The parse error.
pub fn check(source: &str, syntax: &dyn SyntaxCheck) -> Result<Vec<Undefined>, String> {
    let plain = syntax::without_hashbang(source);
    if let Err(message) = syntax.check(&plain, false) {
        // Only names that CommonJS takes for itself may fail there and be fine here.
        if !message.contains("has already been declared")
            || syntax.check(&format!("(function() {{{plain}\n}})()"), false).is_err()
        {
            return Err(format!("parse error: {message}"));
        }
    }
    syntax::with_deep_stack(source, || parse_and_check(source)).map_err(|error| {
        if error.starts_with("parse error") {
            error
        } else {
            format!("parse error: {error}")
        }
    })
}

fn parse_and_check(source: &str) -> Result<Vec<Undefined>, String> {
    let allocator = Allocator::default();
    let options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: true,
        preserve_parens: false,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, source, SourceType::script())
        .with_options(options)
        .parse();
    let mut error = parsed.diagnostics.errors().next().map(ToString::to_string);
    if error.is_none() {
        let checked = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
        error = checked.diagnostics.errors().next().map(ToString::to_string);
    }
    if let Some(error) = error {
        return Err(format!("parse error: {error}"));
    }
    let mut names = Names::default();
    names.visit_program(&parsed.program);
    if names.too_new {
        return Err("parse error: Invalid regular expression flag".to_owned());
    }
    let mut known: BTreeSet<&str> = BROWSER.split_ascii_whitespace().chain(PLATFORM).collect();
    known.extend(names.declared.iter().map(String::as_str));
    let assigned = window_properties(source);
    known.extend(assigned.iter().map(String::as_str));

    let lines = Lines::new(source);
    let mut seen: BTreeSet<(&str, u32)> = BTreeSet::new();
    let mut undefined = Vec::new();
    for (name, at) in &names.references {
        if known.contains(name.as_str()) {
            continue;
        }
        let (line, col) = lines.place(*at as usize);
        if seen.insert((name, line)) {
            undefined.push(Undefined {
                name: name.clone(),
                line,
                col,
            });
        }
    }
    Ok(undefined)
}

/// Declared names and references with their byte offsets, in source order.
#[derive(Default)]
struct Names {
    declared: BTreeSet<String>,
    references: Vec<(String, u32)>,
    /// Something that is no ECMAScript 2022.
    too_new: bool,
}

impl Names {
    fn declare(&mut self, pattern: &BindingPattern<'_>) {
        for identifier in pattern.get_binding_identifiers() {
            self.declared.insert(identifier.name.to_string());
        }
    }

    /// A target that is written only: its own name is no reference, but what it computes on the way is.
    fn target(&mut self, target: &AssignmentTarget<'_>) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(_) => {}
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                for element in array.elements.iter().flatten() {
                    self.target_or_default(element);
                }
                if let Some(rest) = &array.rest {
                    self.target(&rest.target);
                }
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for property in &object.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                            if let Some(init) = &property.init {
                                self.visit_expression(init);
                            }
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            if property.computed {
                                self.visit_property_key(&property.name);
                            }
                            self.target_or_default(&property.binding);
                        }
                    }
                }
                if let Some(rest) = &object.rest {
                    self.target(&rest.target);
                }
            }
            other => self.visit_assignment_target(other),
        }
    }

    fn target_or_default(&mut self, target: &AssignmentTargetMaybeDefault<'_>) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target) => {
                self.target(&target.binding);
                self.visit_expression(&target.init);
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.target(target);
                }
            }
        }
    }

    fn head(&mut self, left: &ForStatementLeft<'_>) {
        match left.as_assignment_target() {
            // Unlike other targets, a plain name here is looked at as an expression.
            Some(AssignmentTarget::AssignmentTargetIdentifier(identifier)) => self.visit_identifier_reference(identifier),
            Some(target) => self.target(target),
            None => self.visit_for_statement_left(left),
        }
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.references.push((it.name.to_string(), it.span.start));
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.target(&it.left);
        self.visit_expression(&it.right);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        // The reference looks at the condition first.
        self.visit_expression(&it.test);
        self.visit_statement(&it.body);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.declare(&it.id);
        walk::walk_variable_declarator(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: oxc_semantic::ScopeFlags) {
        if let Some(id) = &it.id {
            self.declared.insert(id.name.to_string());
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        for parameter in &it.items {
            self.declare(&parameter.pattern);
        }
        if let Some(rest) = &it.rest {
            self.declare(&rest.rest.argument);
        }
        walk::walk_formal_parameters(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        // The name of a class expression is not collected.
        if it.is_declaration()
            && let Some(id) = &it.id
        {
            self.declared.insert(id.name.to_string());
        }
        walk::walk_class(self, it);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        // Names in a destructured parameter are not collected.
        if let Some(BindingPattern::BindingIdentifier(id)) = it.param.as_ref().map(|param| &param.pattern) {
            self.declared.insert(id.name.to_string());
        }
        walk::walk_catch_clause(self, it);
    }

    fn visit_reg_exp_literal(&mut self, it: &RegExpLiteral<'a>) {
        self.too_new |= it.regex.flags.contains(RegExpFlags::V);
    }
}

/// Names in the text that look assigned as properties of `window`, by dot or by quoted key; comparisons count, too.
fn window_properties(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in source.match_indices("window") {
        let rest = source.get(at + "window".len()..).unwrap_or_default();
        let (rest, quoted) = match rest.strip_prefix('.') {
            Some(rest) => (rest, false),
            None => match rest.strip_prefix("['").or_else(|| rest.strip_prefix("[\"")) {
                Some(rest) => (rest, true),
                None => continue,
            },
        };
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let (name, mut rest) = rest.split_at(end);
        if quoted {
            match rest.strip_prefix("']").or_else(|| rest.strip_prefix("\"]")) {
                Some(behind) => rest = behind,
                None => continue,
            }
        }
        // JavaScript's `\s`.
        let rest = rest.trim_start_matches(|c: char| c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}'));
        if !name.is_empty() && rest.starts_with('=') {
            names.push(name.to_owned());
        }
    }
    names
}

/// Line starts, by the line terminators of ECMAScript.
struct Lines<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(source: &'a str) -> Self {
        let mut starts = vec![0];
        let mut chars = source.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let crlf = c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n');
            if matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}') && !crlf {
                starts.push(at + c.len_utf8());
            }
        }
        Lines { source, starts }
    }

    fn place(&self, at: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = line
            .checked_sub(1)
            .and_then(|line| self.starts.get(line))
            .copied()
            .unwrap_or(0);
        let col = self.source.get(start..at).map_or(0, |text| text.encode_utf16().count());
        (line as u32, col as u32)
    }
}
