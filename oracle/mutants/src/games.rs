//! What goes wrong in games: listeners, loops, timers, snapshots, pauses and limits.

use crate::Operator;
use crate::finder::Finder;
use crate::survey::is_equality;
use oxc_ast::ast::{
    ArrowFunctionBody, AssignmentExpression, AssignmentTarget, BinaryExpression, CallExpression, Expression, Function,
    FunctionBody,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

/// Frames after which a frozen loop stops: a suite's page has had about 210 when its check begins.
const FRAMES: u32 = 240;

/// The last name of what is reached: `b` of `a.b`.
pub(crate) fn last_name<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    match expression.without_parentheses() {
        Expression::Identifier(it) => Some(it.name.as_str()),
        Expression::StaticMemberExpression(it) => Some(it.property.name.as_str()),
        Expression::PrivateFieldExpression(it) => Some(it.field.name.as_str()),
        _ => None,
    }
}

/// It is true or false, whatever is in it.
pub(crate) fn is_boolean(value: &Expression<'_>) -> bool {
    match value.without_parentheses() {
        Expression::BooleanLiteral(_) => true,
        Expression::UnaryExpression(it) => it.operator == UnaryOperator::LogicalNot,
        Expression::BinaryExpression(it) => {
            is_equality(it.operator)
                || it.operator.is_compare()
                || matches!(it.operator, BinaryOperator::In | BinaryOperator::Instanceof)
        }
        Expression::LogicalExpression(it) => {
            it.operator != LogicalOperator::Coalesce && is_boolean(&it.left) && is_boolean(&it.right)
        }
        _ => false,
    }
}

/// A name that bounds something: `QUOTA`, `row.length`, `maxLives`.
pub(crate) fn is_limit(value: &Expression<'_>) -> bool {
    let Some(name) = last_name(value) else { return false };
    let lower = name.to_ascii_lowercase();
    let constant =
        name.len() > 1 && name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
    constant
        || ["max", "min", "limit", "quota", "count", "length", "size", "capacity", "total"]
            .iter()
            .any(|word| lower.contains(word))
}

/// `Math.min` and `Math.max`.
pub(crate) fn is_bound(call: &CallExpression<'_>) -> bool {
    let Some(member) = call.callee.as_member_expression() else {
        return false;
    };
    matches!(member.static_property_name(), Some("min" | "max")) && last_name(member.object()) == Some("Math")
}

fn callee<'e>(call: &'e CallExpression<'_>) -> Option<&'e str> {
    last_name(&call.callee)
}

fn is_listener(call: &CallExpression<'_>) -> bool {
    match callee(call) {
        Some("addEventListener") => call.arguments.len() >= 2,
        // Emitters: a name and a function.
        Some("on" | "once" | "addListener") => {
            let event = call.arguments.first().and_then(|it| it.as_expression());
            call.arguments.len() >= 2 && matches!(event, Some(Expression::StringLiteral(_)))
        }
        _ => false,
    }
}

fn is_timer(call: &CallExpression<'_>) -> bool {
    matches!(callee(call), Some("setTimeout" | "setInterval" | "delayedCall" | "addEvent")) && !call.arguments.is_empty()
}

fn is_frame(call: &CallExpression<'_>) -> bool {
    callee(call) == Some("requestAnimationFrame") && call.arguments.len() == 1
}

/// Another operator takes it away already.
pub(crate) fn has_operator_of_its_own(call: &CallExpression<'_>) -> bool {
    is_listener(call) || is_timer(call) || is_frame(call)
}

/// `x.onclick = …`
pub(crate) fn is_handler(it: &AssignmentExpression<'_>) -> bool {
    let AssignmentTarget::StaticMemberExpression(member) = &it.left else {
        return false;
    };
    let name = member.property.name.as_str();
    let event = name.strip_prefix("on").is_some_and(|rest| rest.len() > 2);
    let cleared = matches!(it.right.without_parentheses(), Expression::NullLiteral(_));
    event && !cleared && it.operator == AssignmentOperator::Assign && name.chars().all(|c| c.is_ascii_lowercase())
}

/// Edits of calls: listeners, timers, frames.
pub(crate) fn call(finder: &mut Finder<'_>, it: &CallExpression<'_>) {
    if is_listener(it) {
        // What is left is the object itself, so that chains go on.
        let text = match it.callee.as_member_expression() {
            Some(member) => finder.source(member.object().span()).to_owned(),
            None => "void 0".to_owned(),
        };
        finder.edit(Operator::DeadListener, it.span, text);
    } else if is_timer(it) {
        finder.edit(Operator::DeadTimer, it.span, "0");
    } else if is_frame(it) {
        let text = format!("({} ? 0 : {})", counted(), finder.source(it.span));
        finder.edit(Operator::FrozenLoop, it.span, text);
    }
}

/// Counts its own runs, and is true when there were enough. A symbol is no property that a page would list.
fn counted() -> String {
    let count = "globalThis[Symbol.for('frozen loop')]";
    format!("({count} = ({count} || 0) + 1) > {FRAMES}")
}

/// A comparison that says whether the game is paused, as if it were not: `state === 'playing'` also holds while it is.
pub(crate) fn pause_ignored(finder: &Finder<'_>, it: &BinaryExpression<'_>) -> Option<String> {
    let paused = finder.survey.paused()?;
    let Expression::StringLiteral(state) = it.right.without_parentheses() else {
        return None;
    };
    let lower = state.value.to_ascii_lowercase();
    if !["play", "run", "game", "active", "level"]
        .iter()
        .any(|word| lower.starts_with(word))
    {
        return None;
    }
    let joint = if matches!(it.operator, BinaryOperator::StrictEquality | BinaryOperator::Equality) {
        "||"
    } else {
        "&&"
    };
    let (own, left) = (finder.source(it.span), finder.source(it.left.span()));
    let operator = it.operator.as_str();
    Some(format!("({own} {joint} {left} {operator} {})", quoted(paused)))
}

/// A text as a literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            // Neither line ends nor the end of a script belong into a literal.
            '<' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

fn is_snapshot(name: &str) -> bool {
    matches!(name, "getSnapshot" | "snapshot")
}

/// A function that is declared under a name, or a method.
pub(crate) fn named_function(finder: &mut Finder<'_>, name: &str, it: &Function<'_>) {
    let Some(body) = &it.body else { return };
    if is_snapshot(name) && !it.generator {
        constant(finder, body, it.r#async);
    }
    // A library asks for the frames: its scene's update is the loop.
    if name == "update" && !finder.survey.has_loop {
        let at = Span::new(body.span.start, body.span.start + 1);
        finder.edit(Operator::FrozenLoop, at, format!("{{ if ({}) return;", counted()));
    }
}

/// A property whose value is or names a function.
pub(crate) fn named_value(finder: &mut Finder<'_>, name: Option<&str>, value: &Expression<'_>, shorthand: Option<Span>) {
    let Some(name) = name else { return };
    match value.without_parentheses() {
        Expression::FunctionExpression(it) if it.id.is_none() => named_function(finder, name, it),
        Expression::ArrowFunctionExpression(it) if is_snapshot(name) => match &it.body {
            ArrowFunctionBody::FunctionBody(body) => constant(finder, body, it.r#async),
            body => {
                if let Some(value) = body.as_expression() {
                    let text = format!(
                        "(globalThis[Symbol.for('snapshot')] ??= [{}])[0]",
                        finder.source(value.span())
                    );
                    finder.edit(Operator::ConstantSnapshot, value.span(), text);
                }
            }
        },
        // The function itself, if it is of the game, has the edit already.
        Expression::Identifier(it) if name == "getSnapshot" && !is_snapshot(it.name.as_str()) => {
            let text = format!(
                "(...given) => (globalThis[Symbol.for('snapshot')] ??= [{}(...given)])[0]",
                it.name
            );
            match shorthand {
                Some(span) => finder.edit(Operator::ConstantSnapshot, span, format!("{name}: {text}")),
                None => finder.edit(Operator::ConstantSnapshot, value.span(), text),
            }
        }
        _ => {}
    }
}

/// Answers what was answered first, for ever.
fn constant(finder: &mut Finder<'_>, body: &FunctionBody<'_>, is_async: bool) {
    let own = finder.source(body.span);
    let word = if is_async { "async " } else { "" };
    let text = format!("{{ const own = {word}() => {own}; return (globalThis[Symbol.for('snapshot')] ??= [own()])[0]; }}");
    finder.edit(Operator::ConstantSnapshot, body.span, text);
}
