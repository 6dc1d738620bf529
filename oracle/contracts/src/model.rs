//! The contract: what a game's rules are, where the design document states them, and how they depend on each other.
//!
//! A contract is data. It is written before any game is built, is the same for all builds, and says nothing about how a game is
//! made: entities and attributes, not names of variables. What ties it to a build is optional: the vocabulary's `names` (for a look
//! at the source) and `snapshot` pointers (for a look at a run), and the inputs a trigger has.

mod predicate;
mod validate;
mod value;

pub use predicate::{Operator, Predicate};
pub use value::{Resolved, Value, balance_row};

use crate::design::{Constant, Row};
use crate::edges::Edge;
use crate::facts::RowFacts;
use crate::json::{self, ReadError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Rules a contract may have.
pub const MAX_RULES: usize = 2000;
/// Invariants, scenarios or terms a contract may have.
pub const MAX_ITEMS: usize = 5000;
/// Characters a text of a contract may have.
pub const MAX_TEXT: usize = 4000;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContractFormat {
    /// The first format.
    #[serde(rename = "oracade-contract-1")]
    V1,
}

/// A contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// The format.
    pub format: ContractFormat,
    /// The game's id.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The document it was made from.
    pub document: DocumentRef,
    /// The document's entries (π: their lines).
    #[serde(default)]
    pub rows: Vec<Row>,
    /// The attributes rules speak of.
    #[serde(default)]
    pub vocabulary: Vec<Term>,
    /// What each entry reads, writes, waits for and sets.
    #[serde(default)]
    pub facts: Vec<RowFacts>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What holds always.
    #[serde(default)]
    pub invariants: Vec<Invariant>,
    /// What is played on every build.
    #[serde(default)]
    pub scenarios: Vec<Scenario>,
    /// States to start from, for rules whose conditions play from the beginning hardly meets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Start>,
    /// Which rule another one may depend on; written by `contract build`.
    #[serde(default)]
    pub edges: Vec<Edge>,
    /// A scenario of the game that takes a state: `loadScenario(setter, {"entity.attribute": value})`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setter: Option<String>,
}

/// Which document a contract was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentRef {
    /// Its file's name.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// An attribute of an entity: `night.score`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attribute {
    /// Whose it is.
    pub entity: String,
    /// What it is.
    pub attribute: String,
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.entity, self.attribute)
    }
}

impl Attribute {
    /// An attribute from its two names.
    pub fn new(entity: &str, attribute: &str) -> Attribute {
        Attribute {
            entity: entity.to_owned(),
            attribute: attribute.to_owned(),
        }
    }
}

impl std::str::FromStr for Attribute {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('.') {
            Some((entity, attribute)) if !entity.is_empty() && !attribute.is_empty() => Ok(Attribute::new(entity, attribute)),
            _ => Err(format!("`{text}` is no attribute; write entity.attribute")),
        }
    }
}

impl Serialize for Attribute {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A term of the vocabulary: an attribute, and what ties it to a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The attribute.
    pub attribute: Attribute,
    /// Other words for it: of the document's, and names a program may give it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// JSON pointer to it in `__gameTest.getSnapshot()`; `{entity.attribute}` in it stands for what that attribute is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
    /// A list or an object is compared with all that is in it, rather than by the number of its items.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// What a trigger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerKind {
    /// Something that happens, which another rule may emit.
    Event,
    /// A state that comes about.
    State,
    /// The clock.
    Time,
    /// Something the player does.
    Input,
}

/// What makes a rule act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: TriggerKind,
    /// The event's, state's, clock's or input's name.
    pub name: String,
    /// Other names a program may give it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The state that comes about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Predicate>,
    /// The clock's period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ms: Option<f64>,
    /// How a player brings it about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
}

/// Something a player, or a bot in a player's place, does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// A key, by its `code`, for a time.
    Key {
        /// `KeyboardEvent.code`.
        code: String,
        /// How long it is held.
        #[serde(default)]
        hold_ms: f64,
    },
    /// A click or tap on what the snapshot's `controls` names.
    Control {
        /// The control's name.
        name: String,
    },
    /// An action of `__gameTest.input`.
    Action {
        /// Its argument.
        action: serde_json::Value,
    },
    /// Letting time pass.
    Wait {
        /// How long.
        ms: f64,
    },
    /// The mouse is moved somewhere.
    Point {
        /// From 0, the viewport's left edge, to 1.
        x: f64,
        /// From 0, its upper edge, to 1.
        y: f64,
    },
    /// Something is dragged with the mouse.
    Drag {
        /// A control of the snapshot or an element by its id, on which it begins; without one the viewport.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        control: Option<String>,
        /// Where it begins, from 0 to 1 of that.
        x: f64,
        /// The same downwards.
        y: f64,
        /// How far to the right, in CSS px.
        dx: f64,
        /// How far down.
        dy: f64,
    },
    /// The page is hidden for a time, as when another tab is looked at.
    Hide {
        /// How long.
        #[serde(default)]
        ms: f64,
    },
    /// Another visit: the page is loaded anew, with what it stored.
    Reload,
}

/// How an effect changes its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Becomes the value.
    Set,
    /// Grows by it.
    Add,
    /// Shrinks by it.
    Subtract,
    /// Is multiplied by it.
    Multiply,
    /// Becomes it where it was more.
    Min,
    /// Becomes it where it was less.
    Max,
    /// A list gets it.
    Append,
    /// A list loses it.
    Remove,
    /// True becomes false and false true.
    Toggle,
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawEffect", into = "RawEffect")]
pub enum Effect {
    /// It changes an attribute.
    Write {
        /// Which.
        attribute: Attribute,
        /// How.
        op: Op,
        /// By what; nothing for [`Op::Toggle`].
        value: Option<Value>,
    },
    /// It makes an event happen.
    Emit(String),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEffect {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attribute: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    op: Option<Op>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    emit: Option<String>,
}

impl Effect {
    /// It says that an attribute stays as it was: `set` to itself. A snapshot can show that it did not, a refusal that went through.
    pub fn stays(&self) -> bool {
        matches!(self, Effect::Write { attribute, op: Op::Set, value: Some(Value::Attribute(of)) } if of == attribute)
    }
}

impl TryFrom<RawEffect> for Effect {
    type Error = &'static str;

    fn try_from(raw: RawEffect) -> Result<Self, &'static str> {
        match raw {
            RawEffect {
                emit: Some(event),
                entity: None,
                attribute: None,
                op: None,
                value: None,
            } => Ok(Effect::Emit(event)),
            RawEffect {
                emit: None,
                entity: Some(entity),
                attribute: Some(attribute),
                op: Some(op),
                value,
            } if value.is_some() != (op == Op::Toggle) => Ok(Effect::Write {
                attribute: Attribute { entity, attribute },
                op,
                value,
            }),
            _ => Err("an effect is {\"entity\", \"attribute\", \"op\", \"value\"} (toggle: without value) or {\"emit\"}"),
        }
    }
}

impl From<Effect> for RawEffect {
    fn from(effect: Effect) -> RawEffect {
        match effect {
            Effect::Emit(event) => RawEffect {
                entity: None,
                attribute: None,
                op: None,
                value: None,
                emit: Some(event),
            },
            Effect::Write { attribute, op, value } => RawEffect {
                entity: Some(attribute.entity),
                attribute: Some(attribute.attribute),
                op: Some(op),
                value,
                emit: None,
            },
        }
    }
}

/// A rule: when something happens and the conditions hold, the effects come about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id, the same in every generation of the contract.
    pub id: String,
    /// What it says, in a sentence.
    pub label: String,
    /// What makes it act.
    pub trigger: Trigger,
    /// What has to hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<Predicate>,
    /// What comes about.
    pub effects: Vec<Effect>,
    /// The entries it comes from.
    pub rows: Vec<String>,
    /// Their lines; written by `contract build`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<u32>,
}

/// Something that holds at every moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    /// Its id.
    pub id: String,
    /// What it says, in a sentence.
    pub label: String,
    /// It is claimed only while these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Predicate>,
    /// All of these hold.
    pub holds: Vec<Predicate>,
    /// The entries it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Their lines; written by `contract build`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<u32>,
}

/// What a rubric item is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    /// Mechanics.
    M,
    /// Depth of content.
    D,
    /// Visual function.
    V,
    /// Presentation and art.
    A,
}

/// One thing that is looked at in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RubricItem {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub category: Category,
    /// What a judge looks for.
    pub text: String,
    /// The rules it shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What has to be seen in a snapshot, so that no judge is needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Predicate>,
}

/// How a scenario begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name given to `__gameTest.loadScenario`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The options given with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<serde_json::Value>,
    /// What holds when it begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<Predicate>,
}

/// A state to start from: preconditions of rules, never what they bring about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Its id.
    pub id: String,
    /// How it is set up, and what holds then.
    pub entry: Entry,
}

/// An input at its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedInput {
    /// When, from the scenario's beginning.
    pub at_ms: f64,
    /// What.
    pub input: Input,
}

/// A stretch of play that is the same for all builds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// What happens, in a sentence.
    pub title: String,
    /// How it begins.
    #[serde(default)]
    pub entry: Entry,
    /// How long it takes.
    pub duration_ms: f64,
    /// The contract's own way of playing it; a build may hand in another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<TimedInput>,
    /// What is looked at.
    pub rubric: Vec<RubricItem>,
    /// It may be left out by a seeded choice, so that no build can prepare for a fixed list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held_out: bool,
}

impl Contract {
    /// Reads a contract and checks that it is one.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, is out of bounds, or refers to what it does not have.
    pub fn read(file: &str, text: &str) -> Result<Contract, ReadError> {
        let (contract, node): (Contract, json::Node) = json::read_located(file, text)?;
        match contract.problems().into_iter().next() {
            None => Ok(contract),
            Some((key, message)) => Err(ReadError {
                file: file.to_owned(),
                line: node.nearest(&key).line,
                key,
                message,
            }),
        }
    }

    /// Everything in it that refers to nothing or is out of bounds: keys and messages.
    pub fn problems(&self) -> Vec<(String, String)> {
        validate::problems(self)
    }

    /// The entry with that id.
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The rule with that id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The vocabulary's term of an attribute.
    pub fn term(&self, attribute: &Attribute) -> Option<&Term> {
        self.vocabulary.iter().find(|term| term.attribute == *attribute)
    }

    /// The values of the balance entries, by their ids.
    pub fn constants(&self) -> BTreeMap<&str, &Constant> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row.id.as_str(), row.value.as_ref()?))).collect()
    }
}

impl Rule {
    /// The predicates that have to hold for it to act: those of its trigger and its own.
    pub fn conditions(&self) -> impl Iterator<Item = &Predicate> {
        self.trigger.when.iter().chain(&self.preconditions)
    }

    /// The events it emits.
    pub fn emits(&self) -> impl Iterator<Item = &str> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Emit(event) => Some(event.as_str()),
            Effect::Write { .. } => None,
        })
    }

    /// The attributes it changes, how and by what. What [stays](Effect::stays) is none of them.
    pub fn writes(&self) -> impl Iterator<Item = (&Attribute, Op, Option<&Value>)> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Write { attribute, op, value } if !effect.stays() => Some((attribute, *op, value.as_ref())),
            Effect::Write { .. } | Effect::Emit(_) => None,
        })
    }
}

#[cfg(test)]
mod tests;
