//! Sides of guards and writes.

use crate::source::program::{Atom, Compare, Literal, Operand, Path};
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, BinaryExpression, CallExpression, Expression, Function, MemberExpression,
    NumericLiteral, SimpleAssignmentTarget, StringLiteral, TemplateElement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;

/// Names, texts and numbers kept of one operand.
const MAX_PARTS: usize = 64;
/// Steps of one path.
const MAX_PATH: usize = 32;

/// The name an expression reaches something by; indices are left out.
pub(super) fn path(expr: &Expression<'_>) -> Option<Path> {
    let mut names = Vec::new();
    let mut at = expr.get_inner_expression();
    for _ in 0..MAX_PATH {
        match at {
            Expression::Identifier(id) => names.push(id.name.as_str().to_owned()),
            Expression::ThisExpression(_) => names.push("this".to_owned()),
            Expression::CallExpression(call) => {
                at = call.callee.get_inner_expression();
                continue;
            }
            Expression::ChainExpression(chain) => match chain.expression.as_member_expression() {
                Some(member) => {
                    own_name(member, &mut names);
                    at = member.object().get_inner_expression();
                    continue;
                }
                None => return None,
            },
            other => match other.as_member_expression() {
                Some(member) => {
                    own_name(member, &mut names);
                    at = member.object().get_inner_expression();
                    continue;
                }
                None => return None,
            },
        }
        names.reverse();
        return Some(names);
    }
    None
}

fn own_name(member: &MemberExpression<'_>, names: &mut Vec<String>) {
    match member {
        MemberExpression::PrivateFieldExpression(it) => names.push(it.field.name.as_str().to_owned()),
        other => names.extend(other.static_property_name().map(str::to_owned)),
    }
}

/// The path of what is assigned to; empty for patterns.
pub(super) fn target(target: &AssignmentTarget<'_>) -> Path {
    target.as_simple_assignment_target().map(simple_target).unwrap_or_default()
}

/// The path of what is assigned to.
pub(super) fn simple_target(target: &SimpleAssignmentTarget<'_>) -> Path {
    if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = target {
        return vec![id.name.as_str().to_owned()];
    }
    let Some(member) = target.as_member_expression() else {
        return Vec::new();
    };
    let mut names = path(member.object()).unwrap_or_default();
    own_name(member, &mut names);
    names
}

/// What an expression is made of.
pub(super) fn operand(expr: &Expression<'_>) -> Operand {
    let inner = expr.get_inner_expression();
    let mut parts = Parts::default();
    parts.visit_expression(inner);
    let mut operand = parts.0;
    match inner {
        Expression::NumericLiteral(it) => operand.exact = Some(Literal::Number(it.value)),
        Expression::StringLiteral(it) => operand.exact = Some(Literal::Text(it.value.as_str().to_owned())),
        Expression::BooleanLiteral(it) => operand.exact = Some(Literal::Bool(it.value)),
        Expression::NullLiteral(_) => operand.exact = Some(Literal::Null),
        Expression::ArrayExpression(it) => operand.empty = it.elements.is_empty(),
        Expression::UnaryExpression(it) => match it.operator {
            UnaryOperator::LogicalNot => operand.negated = true,
            UnaryOperator::UnaryNegation => {
                if let Expression::NumericLiteral(number) = it.argument.get_inner_expression() {
                    operand.exact = Some(Literal::Number(-number.value));
                    operand.numbers = vec![-number.value];
                }
            }
            _ => {}
        },
        Expression::BinaryExpression(it) => {
            if let Some(value) = folded(it, 0) {
                operand.exact = Some(Literal::Number(value));
                operand.numbers.push(value);
            }
        }
        Expression::Identifier(it) if it.name.as_str() == "undefined" => operand.exact = Some(Literal::Null),
        other => {
            if !matches!(other, Expression::CallExpression(_)) {
                operand.name = path(other);
            }
        }
    }
    if let Expression::Identifier(_) = inner
        && operand.exact.is_none()
    {
        operand.name = path(inner);
    }
    operand
}

/// The value of arithmetic on numbers alone: `2 * 60`.
fn folded(it: &BinaryExpression<'_>, depth: usize) -> Option<f64> {
    if depth > 16 {
        return None;
    }
    let side = |expr: &Expression<'_>| match expr.get_inner_expression() {
        Expression::NumericLiteral(number) => Some(number.value),
        Expression::BinaryExpression(inner) => folded(inner, depth + 1),
        _ => None,
    };
    let (a, b) = (side(&it.left)?, side(&it.right)?);
    let value = match it.operator {
        BinaryOperator::Addition => a + b,
        BinaryOperator::Subtraction => a - b,
        BinaryOperator::Multiplication => a * b,
        BinaryOperator::Division => a / b,
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// The comparisons within a condition.
pub(super) fn atoms(expr: &Expression<'_>, negated: bool, out: &mut Vec<Atom>) {
    if out.len() > MAX_PARTS {
        return;
    }
    match expr.get_inner_expression() {
        Expression::LogicalExpression(it) => {
            atoms(&it.left, negated, out);
            atoms(&it.right, negated, out);
        }
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => atoms(&it.argument, !negated, out),
        Expression::BinaryExpression(it) => {
            let Some(compare) = compare(it.operator) else {
                out.push(truthy(expr, negated));
                return;
            };
            out.push(Atom {
                left: operand(&it.left),
                compare,
                right: operand(&it.right),
                negated,
            });
        }
        _ => out.push(truthy(expr, negated)),
    }
}

fn truthy(expr: &Expression<'_>, negated: bool) -> Atom {
    Atom {
        left: operand(expr),
        compare: Compare::Truthy,
        right: Operand::default(),
        negated,
    }
}

/// The comparisons that decide what `list.filter(test)` or `find(test)` keeps; none for anything else.
pub(super) fn tests(expr: &Expression<'_>) -> Vec<Atom> {
    let Expression::CallExpression(call) = expr.get_inner_expression() else {
        return Vec::new();
    };
    let method = call
        .callee
        .get_inner_expression()
        .as_member_expression()
        .and_then(|member| member.static_property_name());
    if !matches!(method, Some("filter" | "find" | "findIndex" | "some" | "every")) {
        return Vec::new();
    }
    let mut comparisons = Comparisons::default();
    for argument in &call.arguments {
        if let Some(test) = argument.as_expression().filter(|test| test.is_function()) {
            comparisons.visit_expression(test);
        }
    }
    comparisons.0
}

/// Collects all comparisons of a function's body.
#[derive(Default)]
struct Comparisons(Vec<Atom>);

impl<'a> Visit<'a> for Comparisons {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if it.operator.is_equality() || it.operator.is_compare() {
            let compare = compare(it.operator);
            if let Some(compare) = compare.filter(|_| self.0.len() < MAX_PARTS) {
                self.0.push(Atom {
                    left: operand(&it.left),
                    compare,
                    right: operand(&it.right),
                    negated: false,
                });
            }
            return;
        }
        walk::walk_binary_expression(self, it);
    }
}

fn compare(operator: BinaryOperator) -> Option<Compare> {
    Some(match operator {
        BinaryOperator::Equality | BinaryOperator::StrictEquality => Compare::Equal,
        BinaryOperator::Inequality | BinaryOperator::StrictInequality => Compare::NotEqual,
        BinaryOperator::LessThan => Compare::Less,
        BinaryOperator::LessEqualThan => Compare::LessEqual,
        BinaryOperator::GreaterThan => Compare::Greater,
        BinaryOperator::GreaterEqualThan => Compare::GreaterEqual,
        _ => return None,
    })
}

/// The comparison a `case` makes.
pub(super) fn equality(left: Operand, right: Operand) -> Atom {
    Atom {
        left,
        compare: Compare::Equal,
        right,
        negated: false,
    }
}

/// Collects the parts of an expression, without the bodies of functions.
#[derive(Default)]
struct Parts(Operand, usize);

/// Expressions looked at within one operand.
const MAX_STEPS: usize = 300;

impl Parts {
    fn name(&mut self, path: Option<Path>) {
        if let Some(path) = path
            && self.0.names.len() < MAX_PARTS
        {
            self.0.names.push(path);
        }
    }
}

impl<'a> Visit<'a> for Parts {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.1 += 1;
        if self.1 > MAX_STEPS {
            return;
        }
        match it {
            Expression::Identifier(_) => self.name(path(it)),
            other => match other.as_member_expression() {
                Some(member) => {
                    self.name(path(it));
                    if let MemberExpression::ComputedMemberExpression(computed) = member {
                        self.visit_expression(&computed.expression);
                    }
                    let object = member.object().get_inner_expression();
                    if object.as_member_expression().is_none() && !matches!(object, Expression::Identifier(_)) {
                        self.visit_expression(object);
                    }
                }
                None => walk::walk_expression(self, it),
            },
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(last) = path(&it.callee).and_then(|path| path.last().cloned())
            && self.0.calls.len() < MAX_PARTS
        {
            self.0.calls.push(last);
        }
        if let Some(member) = it.callee.get_inner_expression().as_member_expression() {
            self.visit_expression(member.object());
        }
        for argument in &it.arguments {
            if let Some(expr) = argument.as_expression() {
                self.visit_expression(expr);
            }
        }
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let operator = match it.operator {
            BinaryOperator::Addition => Some('+'),
            BinaryOperator::Subtraction => Some('-'),
            BinaryOperator::Multiplication => Some('*'),
            BinaryOperator::Division => Some('/'),
            BinaryOperator::Remainder => Some('%'),
            _ => None,
        };
        if self.0.operators.len() < MAX_PARTS {
            self.0.operators.extend(operator);
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_numeric_literal(&mut self, it: &NumericLiteral<'a>) {
        if self.0.numbers.len() < MAX_PARTS {
            self.0.numbers.push(it.value);
        }
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        if self.0.texts.len() < MAX_PARTS {
            self.0.texts.push(it.value.as_str().to_owned());
        }
    }

    fn visit_template_element(&mut self, it: &TemplateElement<'a>) {
        if let Some(cooked) = it.value.cooked
            && self.0.texts.len() < MAX_PARTS
        {
            self.0.texts.push(cooked.as_str().to_owned());
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
