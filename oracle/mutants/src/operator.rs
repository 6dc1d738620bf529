//! The ways in which a game is made wrong.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A way to make a program wrong in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operator {
    /// `<` for `<=` and so on.
    ConditionalBoundary,
    /// A condition is turned round.
    NegatedCondition,
    /// `+` for `-`, `*` for `/`, …
    Arithmetic,
    /// A number is one more, one less, or 0.
    Constant,
    /// A function answers something else.
    ReturnValue,
    /// A call or assignment is not made.
    RemovedStatement,
    /// `true` for `false`.
    BooleanLiteral,
    /// `++` for `--`.
    Increment,
    /// `&&` for `||`.
    Logical,
    /// A text that the program compares with is another one of those.
    StateLiteral,
    /// A listener is not registered.
    DeadListener,
    /// The game's loop stops after some frames.
    FrozenLoop,
    /// The snapshot stays the first one.
    ConstantSnapshot,
    /// What a guard keeps out comes in, or one of its conditions is not asked.
    SkippedGuard,
    /// A limit is one more or one less.
    OffByOneLimit,
    /// One place takes no notice of the pause.
    LeakingPause,
    /// A timer is never set.
    DeadTimer,
}

/// Two kinds of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// What a slip of the hand does to any program.
    Syntactic,
    /// What goes wrong in games.
    Semantic,
}

impl Operator {
    /// All of them, in the order of reports.
    pub const ALL: [Operator; 17] = [
        Operator::ConditionalBoundary,
        Operator::NegatedCondition,
        Operator::Arithmetic,
        Operator::Constant,
        Operator::ReturnValue,
        Operator::RemovedStatement,
        Operator::BooleanLiteral,
        Operator::Increment,
        Operator::Logical,
        Operator::StateLiteral,
        Operator::DeadListener,
        Operator::FrozenLoop,
        Operator::ConstantSnapshot,
        Operator::SkippedGuard,
        Operator::OffByOneLimit,
        Operator::LeakingPause,
        Operator::DeadTimer,
    ];

    /// Its name, as it is written on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Operator::ConditionalBoundary => "conditional-boundary",
            Operator::NegatedCondition => "negated-condition",
            Operator::Arithmetic => "arithmetic",
            Operator::Constant => "constant",
            Operator::ReturnValue => "return-value",
            Operator::RemovedStatement => "removed-statement",
            Operator::BooleanLiteral => "boolean-literal",
            Operator::Increment => "increment",
            Operator::Logical => "logical",
            Operator::StateLiteral => "state-literal",
            Operator::DeadListener => "dead-listener",
            Operator::FrozenLoop => "frozen-loop",
            Operator::ConstantSnapshot => "constant-snapshot",
            Operator::SkippedGuard => "skipped-guard",
            Operator::OffByOneLimit => "off-by-one-limit",
            Operator::LeakingPause => "leaking-pause",
            Operator::DeadTimer => "dead-timer",
        }
    }

    /// The operator of a name.
    pub fn of(name: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|operator| operator.name() == name)
    }

    /// Which kind it is.
    pub fn group(self) -> Group {
        if self < Operator::DeadListener {
            Group::Syntactic
        } else {
            Group::Semantic
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
