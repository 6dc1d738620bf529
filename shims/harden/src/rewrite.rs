//! The rewriting of one module.

use crate::edits::Edits;
use crate::{Module, PRIMORDIALS, SAFE, Surface};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, ArrayAssignmentTarget, ArrayExpression, ArrayExpressionElement, ArrayPattern, AssignmentExpression,
    AssignmentTarget, BindingIdentifier, BindingPattern, CallExpression, ComputedMemberExpression, Expression, ForOfStatement,
    FormalParameter, IdentifierReference, ImportDeclaration, ImportDeclarationSpecifier, LogicalExpression, NewExpression,
    ObjectProperty, Program, Statement, StaticMemberExpression, VariableDeclarator, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Globals of the language that are captured. Not among them: what the shims replace themselves (`Date`, `WeakRef`, …), and
/// what is not there yet when the snapshot is made (`Float16Array`).
const GLOBALS: [&str; 47] = [
    "Array",
    "ArrayBuffer",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Error",
    "EvalError",
    "Float32Array",
    "Float64Array",
    "Function",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakSet",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
];

/// Functions of the safe module that stand for no method.
const HELPERS: [&str; 3] = ["iteratorOf", "of", "q"];

/// Objects of ours whose members are their own, whatever they are called.
const OURS: [&str; 3] = ["core", "host", "ops"];

/// What is behind the names of functions of the safe module that take the arguments as a list. They are used where there is not
/// exactly one argument, or something is spread.
const LISTED: &str = "List";

pub(crate) fn module(source: &str, surface: &Surface) -> Result<Module, String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(error.to_string());
    }
    let mut bound = Bound::default();
    bound.visit_program(&parsed.program);
    let mut rewriter = Rewriter {
        source,
        surface,
        bound: bound.0,
        edits: Edits::default(),
        safe: BTreeSet::new(),
        captured: BTreeMap::new(),
        namespaces: BTreeSet::new(),
        iterated: BTreeSet::new(),
        called: BTreeSet::new(),
        error: None,
    };
    rewriter.visit_program(&parsed.program);
    // Every isolate gets the text; none reads the comments.
    for comment in &parsed.program.comments {
        rewriter.edits.replace(source, comment.span, "");
    }
    if let Some((at, message)) = rewriter.error {
        let line = source[..at as usize].matches('\n').count() + 1;
        return Err(format!("line {line}: {message}"));
    }
    let mut head = String::new();
    let import = |names: Vec<&str>, from| match names.is_empty() {
        true => String::new(),
        false => format!("import {{ {} }} from \"{from}\"; ", names.join(", ")),
    };
    head.push_str(&import(rewriter.safe.iter().map(String::as_str).collect(), SAFE));
    head.push_str(&import(rewriter.captured.keys().map(String::as_str).collect(), PRIMORDIALS));
    Ok(Module {
        text: head + &rewriter.edits.apply(source),
        captured: rewriter.captured,
    })
}

/// Names of globals that a module gives to something else, anywhere: they are left alone in all of it.
#[derive(Default)]
struct Bound(BTreeSet<&'static str>);

impl<'a> Visit<'a> for Bound {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Ok(at) = GLOBALS.binary_search(&it.name.as_str()) {
            self.0.insert(GLOBALS[at]);
        }
    }
}

struct Rewriter<'s> {
    source: &'s str,
    surface: &'s Surface,
    bound: BTreeSet<&'static str>,
    edits: Edits,
    /// Names imported from the safe module, and from the captured globals.
    safe: BTreeSet<String>,
    captured: BTreeMap<String, String>,
    /// Local names of namespace imports.
    namespaces: BTreeSet<String>,
    /// Where array patterns with a rest begin whose value goes through `$$of`.
    iterated: BTreeSet<u32>,
    /// Where computed members begin that are called.
    called: BTreeSet<u32>,
    error: Option<(u32, String)>,
}

impl Rewriter<'_> {
    fn refuse(&mut self, span: Span, message: &str) {
        self.error.get_or_insert((span.start, message.to_owned()));
    }

    /// The name in the safe module, imported from now on.
    fn use_safe(&mut self, name: &str) -> String {
        let name = format!("$${name}");
        self.safe.insert(name.clone());
        name
    }

    fn capture(&mut self, name: String, expression: String) -> String {
        self.captured.insert(name.clone(), expression);
        name
    }

    /// The name of a global of the language that `it` refers to.
    fn global<'a>(&self, it: &'a IdentifierReference<'_>) -> Option<&'a str> {
        let name = it.name.as_str();
        (GLOBALS.binary_search(&name).is_ok() && !self.bound.contains(name)).then_some(name)
    }

    fn global_of<'a>(&self, it: &'a Expression<'_>) -> Option<&'a str> {
        match it {
            Expression::Identifier(identifier) => self.global(identifier),
            _ => None,
        }
    }

    fn wrap_of(&mut self, span: Span) {
        let of = self.use_safe("of");
        self.edits.open(span.start, format!("{of}("));
        self.edits.close(span.end, ")");
    }

    /// `[a, , b]` as `{0: a, 2: b}`, given the spans of its elements.
    fn by_index(&mut self, span: Span, elements: &[Option<Span>]) {
        let mut from = span.start;
        let mut lead = "{";
        for (index, element) in elements.iter().enumerate() {
            if let Some(element) = element {
                self.edits
                    .replace(self.source, Span::new(from, element.start), &format!("{lead}{index}: "));
                from = element.end;
                lead = ", ";
            }
        }
        let close = if lead == "{" { "{}" } else { "}" };
        self.edits.replace(self.source, Span::new(from, span.end), close);
    }

    fn spread(&mut self, arguments: &[Argument<'_>]) {
        for argument in arguments {
            if let Argument::SpreadElement(spread) = argument {
                self.wrap_of(spread.argument.span());
            }
        }
    }

    /// `object.name(…)` as `$$name(object, …)`.
    fn method(&mut self, call: &CallExpression<'_>, member: &StaticMemberExpression<'_>) {
        let name = member.property.name.as_str();
        if !self.surface.has(name) || HELPERS.contains(&name) || matches!(member.object, Expression::Super(_)) || call.optional {
            return;
        }
        if let Expression::Identifier(object) = &member.object
            && (OURS.contains(&object.name.as_str()) || self.namespaces.contains(object.name.as_str()))
        {
            return;
        }
        let plain = call.arguments.len() == 1 && !matches!(call.arguments[0], Argument::SpreadElement(_));
        let all = !plain && self.surface.has(&format!("{name}{LISTED}"));
        let function = self.use_safe(&if all { format!("{name}{LISTED}") } else { name.to_owned() });
        let first = call.arguments.first().map(|argument| argument.span().start);
        let mut between = String::new();
        if member.optional {
            let optional = self.use_safe("q");
            self.edits.open(call.span.start, format!("{optional}("));
            between = format!(", {function}");
        } else {
            self.edits.open(call.span.start, format!("{function}("));
        }
        if all {
            between += ", [";
            self.edits.open(call.span.end - 1, "]");
        } else if first.is_some() {
            between += ", ";
        }
        let gap = Span::new(member.object.span().end, first.unwrap_or(call.span.end - 1));
        self.edits.replace(self.source, gap, &between);
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            let Some(declaration) = (match statement {
                Statement::VariableDeclaration(declaration) => Some(declaration),
                _ => None,
            }) else {
                continue;
            };
            for declarator in &declaration.declarations {
                self.table(declarator);
            }
        }
        walk::walk_program(self, program);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) = specifier {
                self.namespaces.insert(namespace.local.name.as_str().to_owned());
            }
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(member) = &it.callee
            && self.global_of(&member.object).is_none()
        {
            self.method(it, member);
        }
        if let Expression::ComputedMemberExpression(member) = &it.callee {
            // Its receiver would be lost.
            self.called.insert(member.span.start);
        }
        self.spread(&it.arguments);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.spread(&it.arguments);
        match self.global_of(&it.callee) {
            Some(name) if self.surface.has(name) => {
                let class = self.use_safe(name);
                self.edits.replace(self.source, it.callee.span(), &class);
                for argument in &it.arguments {
                    self.visit_argument(argument);
                }
            }
            _ => walk::walk_new_expression(self, it),
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let property = it.property.name.as_str();
        match self.global_of(&it.object) {
            Some(of) if property != "prototype" && (of, property) != ("Math", "random") => {
                let short = format!("{of}_{property}");
                let name = if self.surface.has(&short) {
                    self.use_safe(&short)
                } else {
                    self.capture(format!("$${short}"), format!("{of}.{property}"))
                };
                self.edits.replace(self.source, it.span, &name);
            }
            _ => walk::walk_static_member_expression(self, it),
        }
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        // The iterator of what a page gives: an array's is not asked for (Web IDL's sequences in Chromium are not, either).
        if let Expression::StaticMemberExpression(key) = &it.expression
            && self.global_of(&key.object) == Some("Symbol")
            && key.property.name.as_str() == "iterator"
            && !it.optional
            && !self.called.contains(&it.span.start)
            && self.surface.has("iteratorOf")
        {
            let function = self.use_safe("iteratorOf");
            self.edits.open(it.span.start, format!("{function}("));
            let gap = Span::new(it.object.span().end, it.span.end);
            self.edits.replace(self.source, gap, ")");
            self.visit_expression(&it.object);
            return;
        }
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let Some(default) = &it.initializer {
            self.empty(default);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.empty(&it.right);
        walk::walk_logical_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(name) = self.global(it) {
            let captured = self.capture(format!("$${name}_"), name.to_owned());
            self.edits.replace(self.source, it.span, &captured);
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand
            && let Some(name) = self.global_of(&it.value)
        {
            self.edits.open(it.span.start, format!("{name}: "));
        }
        walk::walk_object_property(self, it);
    }

    fn visit_array_expression(&mut self, it: &ArrayExpression<'a>) {
        for element in &it.elements {
            if let ArrayExpressionElement::SpreadElement(spread) = element {
                self.wrap_of(spread.argument.span());
            }
        }
        walk::walk_array_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.refuse(it.span, "`for await` looks up what a page can change: loop by hand");
        }
        self.wrap_of(it.right.span());
        walk::walk_for_of_statement(self, it);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        if it.delegate {
            self.refuse(
                it.span,
                "`yield*` looks up what a page can change: return an iterator of a list",
            );
        }
        walk::walk_yield_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::ArrayPattern(pattern), Some(init)) = (&it.id, &it.init)
            && pattern.rest.is_some()
        {
            self.iterated.insert(pattern.span.start);
            self.wrap_of(init.span());
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_array_pattern(&mut self, it: &ArrayPattern<'a>) {
        if it.rest.is_none() {
            let elements: Vec<_> = it
                .elements
                .iter()
                .map(|element| element.as_ref().map(GetSpan::span))
                .collect();
            self.by_index(it.span, &elements);
        } else if !self.iterated.contains(&it.span.start) {
            self.refuse(it.span, "a rest in an array pattern outside a declaration: slice by hand");
        }
        walk::walk_array_pattern(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if matches!(it.left, AssignmentTarget::ArrayAssignmentTarget(_)) {
            self.edits.open(it.span.start, "(");
            self.edits.close(it.span.end, ")");
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_array_assignment_target(&mut self, it: &ArrayAssignmentTarget<'a>) {
        if it.rest.is_some() {
            self.refuse(it.span, "a rest in an array pattern that is assigned: slice by hand");
        }
        let elements: Vec<_> = it
            .elements
            .iter()
            .map(|element| element.as_ref().map(GetSpan::span))
            .collect();
        self.by_index(it.span, &elements);
        walk::walk_array_assignment_target(self, it);
    }
}

impl Rewriter<'_> {
    /// An empty dictionary for one that was not given: nothing is to be found in it.
    fn empty(&mut self, it: &Expression<'_>) {
        if let Expression::ObjectExpression(object) = it
            && object.properties.is_empty()
        {
            self.edits.open(object.span.start + 1, " __proto__: null ");
        }
    }

    /// A table of the module, `const NAME = {…}`: what is not in it must not be found on `Object.prototype`.
    fn table(&mut self, it: &VariableDeclarator<'_>) {
        let (BindingPattern::BindingIdentifier(id), Some(Expression::ObjectExpression(object))) = (&it.id, &it.init) else {
            return;
        };
        let capitals = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let source = &self.source[object.span.start as usize..object.span.end as usize];
        if id.name.as_str().chars().all(capitals) && !object.properties.is_empty() && !source.starts_with("{\n  __proto__") {
            self.edits.open(object.span.start + 1, " __proto__: null,");
        }
    }
}
