//! One walk over a parsed script that writes down what [`Program`] holds.

mod operand;

use super::files::Script;
use super::names::plain;
use super::program::{
    Call, Function, Guard, Literal, MAX_PLACES, MAX_THINGS, Operand, Path, Place, Program, Under, Write, WriteKind,
};
use operand::{atoms, operand, path, target};
use oxc_allocator::{Allocator, Vec as ArenaVec};
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, BindingIdentifier, CallExpression, ConditionalExpression, DoWhileStatement,
    Expression, ForStatement, FormalParameters, IdentifierName, IdentifierReference, IfStatement, LogicalExpression,
    MethodDefinition, NumericLiteral, ObjectProperty, PropertyDefinition, Statement, StringLiteral, SwitchStatement,
    UpdateExpression, VariableDeclarator, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator, UpdateOperator};
use oxc_syntax::scope::ScopeFlags;

/// Stack a script may be given at most; only what is used is ever touched.
const MAX_STACK_BYTES: usize = 4 << 30;
/// Upper bounds of what one level of nesting takes: for a bracket, and for anything else a byte can open.
const STACK_PER_BRACKET: usize = 12_000;
const STACK_PER_BYTE: usize = 2400;
/// Declarations of one name that are followed.
const MAX_DEFINITIONS: usize = 4;
/// Conditions within the arguments of one call that are told apart.
const MAX_ALTERNATIVES: usize = 8;
/// Guards kept around one place.
const MAX_GUARDS: usize = 48;

/// Reads one script into `program`.
///
/// # Errors
/// The line and message of the first thing that cannot be parsed.
pub(super) fn script(script: &Script, file: u32, program: &mut Program) -> Result<(), (u32, String)> {
    let text = script.text.replace('\u{feff}', " ");
    let text = match text.strip_prefix("#!") {
        Some(rest) => format!("//{rest}"),
        None => text,
    };
    let brackets = text.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{' | b'`')).count();
    let stack = (32 << 20) + brackets * STACK_PER_BRACKET + text.len() * STACK_PER_BYTE;
    if stack > MAX_STACK_BYTES {
        return Err((
            script.line,
            "the script is too large to be looked at; deliver libraries as packages".to_owned(),
        ));
    }
    std::thread::scope(|scope| {
        let work = || parse(&text, script, file, program);
        match std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Err((script.line, "the parser failed".to_owned()))),
            Err(error) => Err((script.line, format!("no thread for the parser: {error}"))),
        }
    })
}

fn parse(text: &str, script: &Script, file: u32, program: &mut Program) -> Result<(), (u32, String)> {
    let allocator = Allocator::default();
    let kind = if script.module {
        SourceType::mjs()
    } else {
        SourceType::script()
    };
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, text, kind).with_options(options).parse();
    let lines = Lines::new(text, script.line);
    if let Some(error) = parsed.diagnostics.errors().next() {
        let at = error.labels.first().map_or(0, |label| label.offset() as usize);
        return Err((lines.line(at), error.message.to_string()));
    }
    program.functions.push(Function {
        name: None,
        parameters: Vec::new(),
        parent: None,
        under: Vec::new(),
    });
    let mut walker = Walker {
        function: program.functions.len() - 1,
        program,
        lines,
        file,
        under: Vec::new(),
        pending: None,
        last_if: None,
    };
    walker.visit_program(&parsed.program);
    Ok(())
}

/// Line starts of a script, counted from the line it stands on.
struct Lines {
    starts: Vec<usize>,
    first: u32,
}

impl Lines {
    fn new(text: &str, first: u32) -> Lines {
        let breaks = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        Lines {
            starts: breaks.collect(),
            first,
        }
    }

    fn line(&self, at: usize) -> u32 {
        self.first + self.starts.partition_point(|start| *start <= at) as u32
    }
}

struct Walker<'p> {
    program: &'p mut Program,
    lines: Lines,
    file: u32,
    function: usize,
    under: Vec<Under>,
    /// The name the next function gets.
    pending: Option<String>,
    /// The guard of the `if` that was left last.
    last_if: Option<usize>,
}

impl Walker<'_> {
    /// The guards around this place, as many as are kept.
    fn innermost(&self) -> Vec<Under> {
        self.under[self.under.len().saturating_sub(MAX_GUARDS)..].to_vec()
    }

    fn place(&self, span: Span) -> Place {
        Place {
            file: self.file,
            line: self.lines.line(span.start as usize),
        }
    }

    fn name(&mut self, name: &str, span: Span) {
        let key = plain(name);
        if key.is_empty() || self.program.names.len() > MAX_THINGS {
            return;
        }
        let place = self.place(span);
        let places = self.program.names.entry(key.clone()).or_default();
        if places.len() < MAX_PLACES && places.last() != Some(&place) {
            places.push(place);
        }
        let written = self.program.written.entry(key).or_default();
        if written.len() < MAX_PLACES {
            written.insert(name.to_owned());
        }
    }

    fn guard(&mut self, test: &Expression<'_>) -> usize {
        let mut list = Vec::new();
        atoms(test, false, &mut list);
        let place = self.place(test.span());
        self.program.guards.push(Guard { place, atoms: list });
        self.program.guards.len() - 1
    }

    fn within(&mut self, guard: usize, holds: bool, work: impl FnOnce(&mut Self)) {
        self.under.push(Under { guard, holds });
        work(self);
        self.under.pop();
    }

    fn write(&mut self, target: Path, kind: WriteKind, value: Operand, span: Span) {
        if target.is_empty() || self.program.writes.len() > MAX_THINGS {
            return;
        }
        let write = Write {
            target,
            kind,
            value,
            place: self.place(span),
            function: self.function,
            under: self.innermost(),
        };
        self.program.writes.push(write);
    }

    /// A write of an expression: each side of a `? :` is a write of its own under its condition.
    fn write_expression(&mut self, target: &Path, kind: WriteKind, value: &Expression<'_>, span: Span) {
        match value.without_parentheses() {
            Expression::ConditionalExpression(it) => {
                let guard = self.guard(&it.test);
                self.within(guard, true, |this| this.write_expression(target, kind, &it.consequent, span));
                self.within(guard, false, |this| this.write_expression(target, kind, &it.alternate, span));
            }
            other => {
                // What `list.filter(test)` keeps is decided by the test.
                let chosen = operand::tests(other);
                if chosen.is_empty() {
                    self.write(target.clone(), kind, operand(other), span);
                    return;
                }
                let place = self.place(span);
                self.program.guards.push(Guard { place, atoms: chosen });
                let guard = self.program.guards.len() - 1;
                self.within(guard, true, |this| {
                    this.within(guard, false, |this| this.write(target.clone(), kind, operand(other), span));
                });
            }
        }
    }

    /// A call; each side of a `? :` among its arguments is a call of its own under its condition.
    fn call_expanded(&mut self, name: &str, given: &[&Expression<'_>], mut taken: Vec<Operand>, span: Span, left: usize) {
        for (at, argument) in given.iter().enumerate() {
            if let Expression::ConditionalExpression(it) = argument.without_parentheses()
                && left > 0
            {
                let guard = self.guard(&it.test);
                for (holds, side) in [(true, &it.consequent), (false, &it.alternate)] {
                    let mut rest = vec![side];
                    rest.extend(&given[at + 1..]);
                    let taken = taken.clone();
                    self.within(guard, holds, |this| this.call_expanded(name, &rest, taken, span, left / 2));
                }
                return;
            }
            taken.push(operand(argument));
        }
        self.call(name, taken, span);
    }

    fn call(&mut self, name: &str, arguments: Vec<Operand>, span: Span) {
        if self.program.calls.len() > MAX_THINGS {
            return;
        }
        let call = Call {
            name: name.to_owned(),
            arguments,
            place: self.place(span),
            function: self.function,
            under: self.innermost(),
        };
        self.program.calls.push(call);
    }

    fn enter(&mut self, name: Option<String>, parameters: &FormalParameters<'_>, work: impl FnOnce(&mut Self)) {
        let names = parameters.items.iter().map(|item| {
            let identifier = item.pattern.get_identifier_name();
            identifier.map(|name| name.as_str().to_owned())
        });
        let function = Function {
            name,
            parameters: names.collect(),
            parent: Some(self.function),
            under: self.innermost(),
        };
        let outer_under = std::mem::take(&mut self.under);
        self.program.functions.push(function);
        let outer = std::mem::replace(&mut self.function, self.program.functions.len() - 1);
        let pending = self.pending.take();
        work(self);
        self.pending = pending;
        self.function = outer;
        self.under = outer_under;
    }

    fn named<T>(&mut self, name: Option<String>, value: &Expression<'_>, work: impl FnOnce(&mut Self) -> T) -> T {
        if value.is_function() {
            self.pending = name;
        }
        let result = work(self);
        self.pending = None;
        result
    }
}

/// It never goes on to what follows.
fn exits(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_)
        | Statement::ContinueStatement(_)
        | Statement::BreakStatement(_) => true,
        Statement::BlockStatement(block) => block.body.last().is_some_and(exits),
        _ => false,
    }
}

fn kind_of(operator: AssignmentOperator) -> WriteKind {
    match operator {
        AssignmentOperator::Addition => WriteKind::Add,
        AssignmentOperator::Subtraction => WriteKind::Subtract,
        AssignmentOperator::Multiplication | AssignmentOperator::Division => WriteKind::Multiply,
        _ => WriteKind::Set,
    }
}

/// What a name stands for: the value it is declared as, or what a function of one expression gives.
fn defined(init: &Expression<'_>, value: Operand) -> Option<Operand> {
    match init.without_parentheses() {
        Expression::ArrowFunctionExpression(it) => it.get_expression().map(operand),
        other if other.is_function() => None,
        _ => Some(value),
    }
}

/// Methods that change what they are called on.
fn changes(method: &str) -> Option<WriteKind> {
    match method {
        "push" | "unshift" | "add" | "append" | "set" => Some(WriteKind::Append),
        "splice" | "pop" | "shift" | "delete" | "clear" | "remove" | "removeChild" => Some(WriteKind::Remove),
        _ => None,
    }
}

impl<'a> Visit<'a> for Walker<'_> {
    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        let depth = self.under.len();
        for statement in it {
            self.visit_statement(statement);
            if let Statement::IfStatement(it) = statement
                && it.alternate.is_none()
                && exits(&it.consequent)
                && let Some(guard) = self.last_if
            {
                self.under.push(Under { guard, holds: false });
            }
        }
        self.under.truncate(depth);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        let guard = self.guard(&it.test);
        self.within(guard, true, |this| this.visit_statement(&it.consequent));
        if let Some(alternate) = &it.alternate {
            self.within(guard, false, |this| this.visit_statement(alternate));
        }
        self.last_if = Some(guard);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.visit_expression(&it.test);
        let guard = self.guard(&it.test);
        self.within(guard, true, |this| this.visit_statement(&it.body));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.visit_statement(&it.body);
        self.visit_expression(&it.test);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        let Some(test) = &it.test else {
            self.visit_statement(&it.body);
            return;
        };
        self.visit_expression(test);
        let guard = self.guard(test);
        self.within(guard, true, |this| {
            this.visit_statement(&it.body);
            if let Some(update) = &it.update {
                this.visit_expression(update);
            }
        });
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        let guard = self.guard(&it.test);
        self.within(guard, true, |this| this.visit_expression(&it.consequent));
        self.within(guard, false, |this| this.visit_expression(&it.alternate));
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        // A chain of one operator, which leans to the left, from its first part to its last.
        let mut parts = vec![&it.right];
        let mut first = &it.left;
        while let Expression::LogicalExpression(inner) = first.without_parentheses()
            && inner.operator == it.operator
        {
            parts.push(&inner.right);
            first = &inner.left;
        }
        let depth = self.under.len();
        self.visit_expression(first);
        let mut before = first;
        for part in parts.into_iter().rev() {
            if it.operator != LogicalOperator::Coalesce {
                let guard = self.guard(before);
                let holds = it.operator == LogicalOperator::And;
                self.under.push(Under { guard, holds });
            }
            self.visit_expression(part);
            before = part;
        }
        self.under.truncate(depth);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.visit_expression(&it.discriminant);
        let subject = operand(&it.discriminant);
        // Labels without statements of their own lead to the next ones.
        let mut list = Vec::new();
        for case in &it.cases {
            if let Some(test) = &case.test {
                self.visit_expression(test);
                list.push(operand::equality(subject.clone(), operand(test)));
            }
            if case.consequent.is_empty() {
                continue;
            }
            let guard = Guard {
                place: self.place(case.span),
                atoms: std::mem::take(&mut list),
            };
            self.program.guards.push(guard);
            let guard = self.program.guards.len() - 1;
            self.within(guard, true, |this| this.visit_statements(&case.consequent));
        }
    }

    fn visit_function(&mut self, it: &oxc_ast::ast::Function<'a>, flags: ScopeFlags) {
        let own = it.id.as_ref().map(|id| id.name.as_str().to_owned());
        let name = self.pending.take().or(own);
        if let Some(id) = &it.id {
            self.visit_binding_identifier(id);
        }
        self.enter(name, &it.params, |this| {
            walk::walk_formal_parameters(this, &it.params);
            if let Some(body) = &it.body {
                this.visit_function_body(body);
            }
        });
        let _ = flags;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let name = self.pending.take();
        self.enter(name, &it.params, |this| walk::walk_arrow_function_expression(this, it));
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let name = it.id.get_identifier_name().map(|name| name.as_str().to_owned());
        if let (Some(name), Some(init)) = (&name, &it.init) {
            if !init.is_function() {
                self.write_expression(&vec![name.clone()], WriteKind::Set, init, it.span);
            }
            let value = operand(init);
            if let Some(literal) = value.exact.clone() {
                let place = self.place(it.span);
                self.constant(name, literal, place);
            } else if let Some(value) = defined(init, value)
                && self.program.definitions.len() < MAX_THINGS
            {
                let known = self.program.definitions.entry(name.clone()).or_default();
                if known.len() < MAX_DEFINITIONS {
                    known.push(value);
                }
            }
        }
        match &it.init {
            Some(init) => self.named(name, init, |this| walk::walk_variable_declarator(this, it)),
            None => walk::walk_variable_declarator(self, it),
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        let key = it.key.static_name().map(|name| name.into_owned());
        if let Some(key) = &key
            && !it.value.is_function()
        {
            self.write_expression(&vec![key.clone()], WriteKind::Set, &it.value, it.span);
            if let Some(literal @ Literal::Number(_)) = operand(&it.value).exact {
                let place = self.place(it.span);
                self.constant(key, literal, place);
            }
        }
        self.named(key, &it.value, |this| walk::walk_object_property(this, it));
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.pending = it.key.static_name().map(|name| name.into_owned());
        walk::walk_method_definition(self, it);
        self.pending = None;
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        let key = it.key.static_name().map(|name| name.into_owned());
        match (&key, &it.value) {
            (Some(name), Some(value)) => {
                if !value.is_function() {
                    self.write_expression(&vec![name.clone()], WriteKind::Set, value, it.span);
                }
                self.named(key, value, |this| walk::walk_property_definition(this, it));
            }
            _ => walk::walk_property_definition(self, it),
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let path = target(&it.left);
        if !it.right.is_function() {
            self.write_expression(&path, kind_of(it.operator), &it.right, it.span);
        }
        let name = path.last().cloned();
        self.named(name, &it.right, |this| walk::walk_assignment_expression(this, it));
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        let kind = match it.operator {
            UpdateOperator::Increment => WriteKind::Add,
            UpdateOperator::Decrement => WriteKind::Subtract,
        };
        let one = Operand {
            exact: Some(Literal::Number(1.0)),
            numbers: vec![1.0],
            ..Operand::default()
        };
        self.write(operand::simple_target(&it.argument), kind, one, it.span);
        walk::walk_update_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let callee = path(&it.callee);
        // What stands after a spread has no place of its own.
        let given: Vec<&Expression<'_>> = it.arguments.iter().map_while(|argument| argument.as_expression()).collect();
        if let Some((last, object)) = callee.as_deref().and_then(<[String]>::split_last) {
            if let Some(kind) = changes(last)
                && !object.is_empty()
            {
                let value = given.first().map(|argument| operand(argument)).unwrap_or_default();
                self.write(object.to_vec(), kind, value, it.span);
            }
            self.call_expanded(last, &given, Vec::new(), it.span, MAX_ALTERNATIVES);
        }
        // The name of what is called is no reference of its own.
        match it.callee.without_parentheses() {
            Expression::Identifier(id) => self.name(id.name.as_str(), id.span),
            other => self.visit_expression(other),
        }
        for argument in &it.arguments {
            self.visit_argument(argument);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.name(it.name.as_str(), it.span);
        // A function that is given away may be called from there.
        self.call(it.name.as_str(), Vec::new(), it.span);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.name(it.name.as_str(), it.span);
    }

    fn visit_identifier_name(&mut self, it: &IdentifierName<'a>) {
        self.name(it.name.as_str(), it.span);
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        let key = plain(it.value.as_str());
        if !key.is_empty() && key.len() <= 80 && self.program.texts.len() <= MAX_THINGS {
            let place = self.place(it.span);
            let places = self.program.texts.entry(key).or_default();
            if places.len() < MAX_PLACES {
                places.push(place);
            }
        }
    }

    fn visit_numeric_literal(&mut self, it: &NumericLiteral<'a>) {
        if self.program.numbers.len() <= MAX_THINGS {
            let place = self.place(it.span);
            self.program.numbers.push((it.value, place));
        }
    }
}

impl Walker<'_> {
    /// A name that gets one value. Another value for the same name makes it no constant.
    fn constant(&mut self, name: &str, literal: Literal, place: Place) {
        match self.program.constants.get(name) {
            Some((known, _)) if *known != literal => {
                self.program.constants.remove(name);
            }
            _ => {
                self.program.constants.insert(name.to_owned(), (literal, place));
            }
        }
    }
}
