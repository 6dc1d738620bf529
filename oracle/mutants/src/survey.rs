//! What has to be known of a whole game before its places can be judged.

use oxc_ast::ast::{BinaryExpression, CallExpression, Expression, Program, SwitchCase};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use std::collections::BTreeSet;

/// What a game's scripts say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// Texts that something is compared with: names of states, keys, kinds.
    pub(crate) states: BTreeSet<String>,
    /// It asks for frames itself.
    pub(crate) has_loop: bool,
}

impl Survey {
    /// What several scripts say together.
    pub(crate) fn joined(surveys: Vec<Survey>) -> Survey {
        let mut joined = Survey::default();
        for survey in surveys {
            joined.states.extend(survey.states);
            joined.has_loop |= survey.has_loop;
        }
        joined
    }

    /// The text of a state that is called paused.
    pub(crate) fn paused(&self) -> Option<&str> {
        self.states
            .iter()
            .find(|state| state.to_ascii_lowercase().starts_with("paus"))
            .map(String::as_str)
    }

    /// Another text of those that are compared with.
    pub(crate) fn other_state(&self, state: &str) -> String {
        let after = self
            .states
            .range::<str, _>((std::ops::Bound::Excluded(state), std::ops::Bound::Unbounded));
        let next = after.chain(&self.states).find(|other| *other != state);
        next.cloned().unwrap_or_else(|| format!("{state}_"))
    }
}

/// Looks through one script.
pub(crate) fn survey(program: &Program<'_>) -> Survey {
    let mut surveyor = Surveyor(Survey::default());
    surveyor.visit_program(program);
    surveyor.0
}

struct Surveyor(Survey);

impl Surveyor {
    fn compared(&mut self, text: &Expression<'_>, with: Option<&Expression<'_>>) {
        // `typeof x === 'function'` speaks of the language, not of the game.
        let is_type = with.is_some_and(|with| match with.without_parentheses() {
            Expression::UnaryExpression(unary) => unary.operator == UnaryOperator::Typeof,
            _ => false,
        });
        if let Expression::StringLiteral(literal) = text.without_parentheses()
            && !is_type
        {
            self.0.states.insert(literal.value.to_string());
        }
    }
}

impl<'a> Visit<'a> for Surveyor {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if is_equality(it.operator) {
            self.compared(&it.left, Some(&it.right));
            self.compared(&it.right, Some(&it.left));
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        if let Some(test) = &it.test {
            self.compared(test, None);
        }
        walk::walk_switch_case(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.callee_name() == Some("requestAnimationFrame") {
            self.0.has_loop = true;
        }
        if let Some(member) = it.callee.as_member_expression()
            && member.static_property_name() == Some("requestAnimationFrame")
        {
            self.0.has_loop = true;
        }
        walk::walk_call_expression(self, it);
    }
}

/// `===`, `!==`, `==`, `!=`.
pub(crate) fn is_equality(operator: BinaryOperator) -> bool {
    opposite(operator).is_some()
}

/// The operator that says the contrary.
pub(crate) fn opposite(operator: BinaryOperator) -> Option<&'static str> {
    Some(match operator {
        BinaryOperator::Equality => "!=",
        BinaryOperator::Inequality => "==",
        BinaryOperator::StrictEquality => "!==",
        BinaryOperator::StrictInequality => "===",
        _ => return None,
    })
}
