//! One walk over a parsed script that writes down every edit the operators make in it.

use crate::Operator;
use crate::games;
use crate::survey::{Survey, is_equality, opposite};
use crate::text::{number, operator_at};
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, BinaryExpression,
    BooleanLiteral, CallExpression, ConditionalExpression, Directive, DoWhileStatement, ExportAllDeclaration,
    ExportNamedDeclaration, Expression, ExpressionStatement, ForStatement, Function, IfStatement, ImportDeclaration,
    ImportExpression, LogicalExpression, MethodDefinition, NumericLiteral, ObjectProperty, Program, PropertyDefinition,
    PropertyKey, ReturnStatement, Statement, StringLiteral, UnaryExpression, UpdateExpression, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator, UpdateOperator};
use oxc_syntax::scope::ScopeFlags;

/// A change of a script's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) operator: Operator,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

/// All edits of a script, in the order of their places.
pub(crate) fn edits(program: &Program<'_>, text: &str, survey: &Survey) -> Vec<Edit> {
    let mut finder = Finder {
        text,
        survey,
        edits: Vec::new(),
        in_test: false,
    };
    finder.visit_program(program);
    // Stable: what stands at one place stays in the order of the walk.
    finder.edits.sort_by_key(|edit| (edit.start, edit.operator));
    finder.edits.dedup();
    finder.edits
}

pub(crate) struct Finder<'t> {
    text: &'t str,
    pub(crate) survey: &'t Survey,
    edits: Vec<Edit>,
    /// Within the condition of a statement or of `? :`.
    in_test: bool,
}

impl<'t> Finder<'t> {
    pub(crate) fn source(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(crate) fn edit(&mut self, operator: Operator, span: Span, text: impl Into<String>) {
        let text = text.into();
        if text != self.source(span) {
            self.edits.push(Edit {
                operator,
                start: span.start,
                end: span.end,
                text,
            });
        }
    }

    /// Puts another operator between two operands.
    fn swap(&mut self, operator: Operator, left: Span, right: Span, old: &str, new: &str) {
        if let Some(at) = operator_at(self.text, left.end as usize, right.start as usize, old) {
            let at = at as u32;
            self.edit(operator, Span::new(at, at + old.len() as u32), new);
        }
    }

    /// A condition: turned round.
    fn condition(&mut self, test: &Expression<'_>) {
        // Equality is turned round where it stands.
        let equality = matches!(test.without_parentheses(), Expression::BinaryExpression(it) if is_equality(it.operator));
        if !equality {
            let text = match test.without_parentheses() {
                Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                    format!("({})", self.source(it.argument.span()))
                }
                _ => format!("!({})", self.source(test.span())),
            };
            self.edit(Operator::NegatedCondition, test.span(), text);
        }
        let outer = std::mem::replace(&mut self.in_test, true);
        self.visit_expression(test);
        self.in_test = outer;
    }

    /// What a function answers.
    fn answer(&mut self, value: &Expression<'_>) {
        let text = if games::is_boolean(value) {
            format!("!({})", self.source(value.span()))
        } else {
            "void 0".to_owned()
        };
        self.edit(Operator::ReturnValue, value.span(), text);
    }

    fn outside_test(&mut self, work: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_test, false);
        work(self);
        self.in_test = outer;
    }

    fn limits(&mut self, limit: &Expression<'_>) {
        if games::is_limit(limit) {
            let source = self.source(limit.span());
            for step in ["+", "-"] {
                self.edit(Operator::OffByOneLimit, limit.span(), format!("({source} {step} 1)"));
            }
        }
    }
}

/// It is a text, or adds to one: `+` joins there.
fn is_text(value: &Expression<'_>) -> bool {
    match value.without_parentheses() {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(it) => it.operator == BinaryOperator::Addition && (is_text(&it.left) || is_text(&it.right)),
        _ => false,
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

fn boundary(operator: BinaryOperator) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        BinaryOperator::LessThan => ("<", "<="),
        BinaryOperator::LessEqualThan => ("<=", "<"),
        BinaryOperator::GreaterThan => (">", ">="),
        BinaryOperator::GreaterEqualThan => (">=", ">"),
        _ => return None,
    })
}

fn arithmetic(operator: BinaryOperator) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        BinaryOperator::Addition => ("+", "-"),
        BinaryOperator::Subtraction => ("-", "+"),
        BinaryOperator::Multiplication => ("*", "/"),
        BinaryOperator::Division => ("/", "*"),
        BinaryOperator::Remainder => ("%", "*"),
        _ => return None,
    })
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        let early = exits(&it.consequent) && it.alternate.is_none();
        let skipped = if early { "false" } else { "true" };
        self.edit(Operator::SkippedGuard, it.test.span(), skipped);
        if early && self.source(it.test.span()).to_ascii_lowercase().contains("pause") {
            self.edit(Operator::LeakingPause, it.test.span(), "false");
        }
        self.condition(&it.test);
        self.visit_statement(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_statement(alternate);
        }
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.condition(&it.test);
        self.visit_expression(&it.consequent);
        self.visit_expression(&it.alternate);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.condition(&it.test);
        self.visit_statement(&it.body);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.visit_statement(&it.body);
        self.condition(&it.test);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.condition(test);
        }
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
        self.visit_statement(&it.body);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        let (left, right) = (self.source(it.left.span()), self.source(it.right.span()));
        let other = match it.operator {
            LogicalOperator::And => Some("||"),
            LogicalOperator::Or => Some("&&"),
            LogicalOperator::Coalesce => None,
        };
        if let Some(other) = other {
            self.edit(Operator::Logical, it.span, format!("({left} {other} {right})"));
            if self.in_test {
                self.edit(Operator::SkippedGuard, it.span, left);
                self.edit(Operator::SkippedGuard, it.span, right);
            }
        }
        walk::walk_logical_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let (left, right) = (it.left.span(), it.right.span());
        if let Some((old, new)) = boundary(it.operator) {
            self.swap(Operator::ConditionalBoundary, left, right, old, new);
            self.limits(&it.left);
            self.limits(&it.right);
        }
        if let Some(new) = opposite(it.operator) {
            self.swap(Operator::NegatedCondition, left, right, it.operator.as_str(), new);
            self.limits(&it.right);
            if let Some(text) = games::pause_ignored(self, it) {
                self.edit(Operator::LeakingPause, it.span, text);
            }
        }
        let joins = it.operator == BinaryOperator::Addition && (is_text(&it.left) || is_text(&it.right));
        if let Some((old, new)) = arithmetic(it.operator).filter(|_| !joins) {
            self.swap(Operator::Arithmetic, left, right, old, new);
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if self.in_test
            && it.operator == UnaryOperator::LogicalNot
            && games::last_name(&it.argument).is_some_and(|name| name.to_ascii_lowercase().contains("pause"))
        {
            self.edit(Operator::LeakingPause, it.span, "true");
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let swapped = match it.operator {
            AssignmentOperator::Addition if !is_text(&it.right) => Some(("+=", "-=")),
            AssignmentOperator::Subtraction => Some(("-=", "+=")),
            AssignmentOperator::Multiplication => Some(("*=", "/=")),
            AssignmentOperator::Division => Some(("/=", "*=")),
            AssignmentOperator::Remainder => Some(("%=", "*=")),
            _ => None,
        };
        if let Some((old, new)) = swapped {
            self.swap(Operator::Arithmetic, it.left.span(), it.right.span(), old, new);
        }
        if games::is_handler(it) {
            self.edit(Operator::DeadListener, it.span, "void 0");
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        let (old, new) = match it.operator {
            UpdateOperator::Increment => ("++", "--"),
            UpdateOperator::Decrement => ("--", "++"),
        };
        let at = if it.prefix {
            Some(it.span.start as usize)
        } else {
            operator_at(self.text, it.argument.span().end as usize, it.span.end as usize, old)
        };
        if let Some(at) = at {
            self.edit(Operator::Increment, Span::new(at as u32, at as u32 + 2), new);
        }
        walk::walk_update_expression(self, it);
    }

    fn visit_numeric_literal(&mut self, it: &NumericLiteral<'a>) {
        if !it.value.is_finite() {
            return;
        }
        for value in [it.value + 1.0, it.value - 1.0, 0.0] {
            if value != it.value {
                let text = number(value);
                self.edit(Operator::Constant, it.span, text);
            }
        }
    }

    fn visit_boolean_literal(&mut self, it: &BooleanLiteral) {
        self.edit(Operator::BooleanLiteral, it.span, if it.value { "false" } else { "true" });
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        if self.survey.states.contains(it.value.as_str()) {
            let other = games::quoted(&self.survey.other_state(it.value.as_str()));
            self.edit(Operator::StateLiteral, it.span, other);
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        if let Some(value) = &it.argument {
            self.answer(value);
        }
        self.outside_test(|this| walk::walk_return_statement(this, it));
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        let inner = match it.expression.without_parentheses() {
            Expression::AwaitExpression(awaited) => awaited.argument.without_parentheses(),
            other => other,
        };
        let removable = match inner {
            Expression::CallExpression(call) => !games::has_operator_of_its_own(call),
            Expression::AssignmentExpression(assignment) => !games::is_handler(assignment),
            Expression::UpdateExpression(_) => true,
            Expression::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
            _ => false,
        };
        if removable {
            self.edit(Operator::RemovedStatement, it.span, ";");
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        games::call(self, it);
        if games::is_bound(it) {
            for argument in it.arguments.iter().filter_map(Argument::as_expression) {
                self.limits(argument);
            }
        }
        self.outside_test(|this| walk::walk_call_expression(this, it));
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(id) = &it.id {
            games::named_function(self, id.name.as_str(), it);
        }
        self.outside_test(|this| walk::walk_function(this, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(_) = &it.body {
        } else if let Some(value) = it.body.as_expression() {
            match value.without_parentheses() {
                Expression::CallExpression(call) if games::has_operator_of_its_own(call) => {}
                _ => self.answer(value),
            }
        }
        self.outside_test(|this| walk::walk_arrow_function_expression(this, it));
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        games::named_value(
            self,
            it.key.static_name().as_deref(),
            &it.value,
            it.shorthand.then_some(it.span),
        );
        if it.computed {
            self.visit_property_key(&it.key);
        }
        if !it.shorthand {
            self.outside_test(|this| this.visit_expression(&it.value));
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if let Some(name) = it.key.static_name() {
            games::named_function(self, &name, &it.value);
        }
        if it.computed {
            self.visit_property_key(&it.key);
        }
        self.visit_function(&it.value, ScopeFlags::Function);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some(value) = &it.value {
            games::named_value(self, it.key.static_name().as_deref(), value, None);
            self.visit_expression(value);
        }
    }

    fn visit_property_key(&mut self, it: &PropertyKey<'a>) {
        if let Some(expression) = it.as_expression() {
            self.visit_expression(expression);
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        self.outside_test(|this| walk::walk_assignment_target(this, it));
    }

    // Names of modules and directives are no values.
    fn visit_directive(&mut self, _: &Directive<'a>) {}
    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}
    fn visit_import_expression(&mut self, _: &ImportExpression<'a>) {}
    fn visit_export_all_declaration(&mut self, _: &ExportAllDeclaration<'a>) {}
    fn visit_export_named_declaration(&mut self, _: &ExportNamedDeclaration<'a>) {}
}
