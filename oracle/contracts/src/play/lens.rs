//! A contract made ready to look at many snapshots: its attributes have numbers, its rules refer to them by these.

use crate::design::{Constant, RowKind};
use crate::formula::{self, Formula, Scope};
use crate::model::{Attribute, Contract, Effect, Op, Operator, Predicate, Resolved, Rule, TriggerKind, Value};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// A contract, ready.
#[derive(Debug)]
pub struct Lens<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// Its rules, in its order.
    pub plans: Vec<Plan<'a>>,
    /// The names of events, in order; [`Plan::waits`] and [`Plan::emits`] are their numbers.
    pub events: Vec<&'a str>,
    /// By event: those by which it may come about, through any number of rules, and itself.
    causes: Vec<BTreeSet<usize>>,
    pointers: Vec<Option<Pointer<'a>>>,
    labels: Vec<(usize, &'a str)>,
    names: BTreeMap<String, usize>,
    rows: BTreeMap<String, formula::Value>,
}

/// A JSON pointer; `{entity.attribute}` in it stands for what that attribute is.
#[derive(Debug)]
struct Pointer<'a> {
    text: &'a str,
    whole: bool,
    templated: bool,
}

/// A value by numbers of attributes.
#[derive(Clone, Debug)]
pub enum Operand<'a> {
    /// It is one of these.
    Known(Vec<Constant>),
    /// What that attribute is.
    Term(usize),
    /// A formula of attributes.
    Formula(&'a Formula),
    /// Nobody can say.
    Unknown,
}

/// A predicate by numbers of attributes.
#[derive(Clone, Debug)]
pub struct Test<'a> {
    /// The attribute; nothing if the vocabulary does not have it.
    pub term: Option<usize>,
    /// Compared how.
    pub operator: Operator,
    /// With what.
    pub operand: Operand<'a>,
    /// As the contract has it.
    pub predicate: &'a Predicate,
}

/// A change by numbers of attributes.
#[derive(Clone, Debug)]
pub struct Write<'a> {
    /// The attribute.
    pub term: usize,
    /// How it changes.
    pub op: Op,
    /// By what.
    pub operand: Operand<'a>,
    /// Of `append`: which text the new item has; a number of [`View::labels`].
    pub label: Option<usize>,
    /// It says that the attribute stays as it is.
    pub stays: bool,
    /// As the contract has it.
    pub effect: &'a Effect,
}

/// A rule by numbers.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Its conditions; the first [`Plan::when`] of them are its trigger's.
    pub tests: Vec<Test<'a>>,
    /// How many conditions are its trigger's.
    pub when: usize,
    /// Its changes that snapshots can show.
    pub writes: Vec<Write<'a>>,
    /// The event its trigger names.
    pub waits: usize,
    /// Events it emits.
    pub emits: Vec<usize>,
    /// Some rule emits the event its trigger names.
    pub emitted: bool,
    /// The attributes it changes.
    pub own: Vec<usize>,
    /// Rules in rows above its own of the same table, with conditions and the same trigger: the first that fits goes first.
    pub above: Vec<usize>,
    /// Rules of other rows of the same table with the same trigger: where one of them fits, what happens is its doing.
    pub instead: Vec<usize>,
    /// One of its rows is a table's ELSE: its conditions are a case of that, and others may be, too.
    pub otherwise: bool,
}

/// What a snapshot says of a contract's attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// By number of the attribute.
    pub values: Vec<Option<Constant>>,
    /// How many items of a list have a text, for texts that rules append.
    pub labels: Vec<u32>,
}

impl<'a> Lens<'a> {
    /// Makes a contract ready.
    pub fn new(contract: &'a Contract) -> Lens<'a> {
        let terms = contract.vocabulary.iter().enumerate();
        let names: BTreeMap<String, usize> = terms.map(|(at, term)| (term.attribute.to_string(), at)).collect();
        let pointers = contract
            .vocabulary
            .iter()
            .map(|term| {
                term.snapshot.as_deref().map(|text| Pointer {
                    text,
                    whole: term.whole,
                    templated: text.contains('{'),
                })
            })
            .collect();
        let mut rows = BTreeMap::new();
        for row in &contract.rows {
            if let Some(value) = &row.value {
                rows.entry(row.id.replace('-', "_")).or_insert_with(|| plain(value));
            }
        }
        let mut events: Vec<&str> = Vec::new();
        for rule in &contract.rules {
            events.push(&rule.trigger.name);
            events.extend(rule.emits());
        }
        events.sort_unstable();
        events.dedup();
        let mut lens = Lens {
            contract,
            plans: Vec::new(),
            causes: Vec::new(),
            events,
            pointers,
            labels: Vec::new(),
            names,
            rows,
        };
        let plans = contract.rules.iter().map(|rule| lens.plan(rule)).collect();
        lens.plans = plans;
        lens.causes = (0..lens.events.len()).map(|event| causes(&lens.plans, event)).collect();
        lens
    }

    /// Whether two events may be of one happening: the same, one by way of the other, or both by way of a third.
    pub fn is_kin(&self, one: usize, other: usize) -> bool {
        !self.causes[one].is_disjoint(&self.causes[other])
    }

    fn plan(&mut self, rule: &'a Rule) -> Plan<'a> {
        let number = |events: &[&str], name: &str| events.binary_search(&name).unwrap_or_default();
        let mut writes = Vec::new();
        for effect in &rule.effects {
            let Effect::Write { attribute, op, value } = effect else {
                continue;
            };
            let Some(term) = self.visible(attribute) else { continue };
            let label = match (op, value) {
                (Op::Append, Some(Value::Literal(Constant::Text(text)))) => Some(self.label(term, text)),
                _ => None,
            };
            writes.push(Write {
                term,
                op: *op,
                operand: value.as_ref().map_or(Operand::Unknown, |value| self.operand(value)),
                label,
                stays: effect.stays(),
                effect,
            });
        }
        let mut own: Vec<usize> = writes.iter().map(|write: &Write<'_>| write.term).collect();
        own.dedup();
        Plan {
            emitted: self
                .contract
                .rules
                .iter()
                .any(|other| other.emits().any(|event| event == rule.trigger.name)),
            own,
            rule,
            tests: rule.conditions().map(|predicate| self.test(predicate)).collect(),
            when: rule.trigger.when.len(),
            writes,
            waits: number(&self.events, &rule.trigger.name),
            emits: rule.emits().map(|event| number(&self.events, event)).collect(),
            above: Rows::of(self.contract, rule).above(self.contract),
            instead: Rows::of(self.contract, rule).instead(self.contract),
            otherwise: self
                .contract
                .rows
                .iter()
                .any(|row| row.otherwise && rule.rows.contains(&row.id)),
        }
    }

    fn label(&mut self, term: usize, text: &'a str) -> usize {
        let known = self.labels.iter().position(|label| *label == (term, text));
        known.unwrap_or_else(|| {
            self.labels.push((term, text));
            self.labels.len() - 1
        })
    }

    /// The number of an attribute that snapshots show.
    fn visible(&self, attribute: &Attribute) -> Option<usize> {
        let at = *self.names.get(&attribute.to_string())?;
        self.pointers[at].as_ref().map(|_| at)
    }

    /// A predicate, ready.
    pub fn test(&self, predicate: &'a Predicate) -> Test<'a> {
        Test {
            term: self.visible(&predicate.subject()),
            operator: predicate.operator,
            operand: self.operand(&predicate.value),
            predicate,
        }
    }

    fn operand(&self, value: &'a Value) -> Operand<'a> {
        match value {
            Value::Attribute(attribute) => self.visible(attribute).map_or(Operand::Unknown, Operand::Term),
            Value::Formula(formula) => match value.resolve(self.contract) {
                Resolved::Known(constant) => Operand::Known(vec![constant]),
                _ => Operand::Formula(formula),
            },
            other => match other.resolve(self.contract) {
                Resolved::Known(constant) => Operand::Known(vec![constant]),
                Resolved::OneOf(list) => Operand::Known(list),
                Resolved::Unknown => Operand::Unknown,
            },
        }
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.pointers.len()
    }

    /// There are no attributes.
    pub fn is_empty(&self) -> bool {
        self.pointers.is_empty()
    }

    /// What a snapshot says.
    pub fn view(&self, snapshot: &Json) -> View {
        let mut values: Vec<Option<Constant>> = vec![None; self.pointers.len()];
        // Those that others are needed for come last.
        for late in [false, true] {
            for (at, pointer) in self.pointers.iter().enumerate() {
                let Some(pointer) = pointer.as_ref().filter(|pointer| pointer.templated == late) else {
                    continue;
                };
                values[at] = if late {
                    self.filled(pointer.text, &values)
                        .and_then(|path| constant(snapshot.pointer(&path)?, pointer.whole))
                } else {
                    snapshot
                        .pointer(pointer.text)
                        .and_then(|value| constant(value, pointer.whole))
                };
            }
        }
        let labels = self.labels.iter().map(|(term, text)| {
            let pointer = self.pointers[*term].as_ref().filter(|pointer| !pointer.templated);
            let items = pointer.and_then(|pointer| snapshot.pointer(pointer.text)?.as_array());
            items.map_or(0, |items| items.iter().filter(|item| bears(item, text)).count() as u32)
        });
        View {
            labels: labels.collect(),
            values,
        }
    }

    /// A pointer with what stands in braces replaced.
    fn filled(&self, text: &str, values: &[Option<Constant>]) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, tail)) = rest.split_once('{') {
            let (name, after) = tail.split_once('}')?;
            let value = values[*self.names.get(name)?].as_ref()?;
            out.push_str(before);
            out.push_str(&escaped(value));
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }

    /// What an operand may be.
    pub fn resolve(&self, operand: &Operand<'_>, view: &View) -> Option<Vec<Constant>> {
        match operand {
            Operand::Known(list) => Some(list.clone()),
            Operand::Term(at) => Some(vec![view.values[*at].clone()?]),
            Operand::Formula(formula) => match formula.evaluate(&Named { lens: self, view }) {
                Ok(formula::Value::Number(number)) => Some(vec![Constant::Number(number)]),
                Ok(formula::Value::Bool(truth)) => Some(vec![Constant::Bool(truth)]),
                Ok(formula::Value::Text(text)) => Some(vec![Constant::Text(text)]),
                _ => None,
            },
            Operand::Unknown => None,
        }
    }

    /// Whether a condition holds, its attribute looked up in one view and what it is compared with in another.
    pub fn holds(&self, test: &Test<'_>, subject: &View, other: &View) -> Option<bool> {
        let left = subject.values[test.term?].as_ref()?;
        let right = self.resolve(&test.operand, other)?;
        let one = |right: &Constant| match (left, right, test.operator) {
            (Constant::Number(a), Constant::Number(b), Operator::Equal) => Some(super::near(*a, *b)),
            (Constant::Number(a), Constant::Number(b), Operator::NotEqual) => Some(!super::near(*a, *b)),
            _ => test.operator.holds(left, &Resolved::Known(right.clone())),
        };
        match test.operator {
            Operator::In => Some(right.iter().any(|right| left == right)),
            Operator::NotIn => Some(right.iter().all(|right| left != right)),
            _ => match right.as_slice() {
                [right] => one(right),
                _ => None,
            },
        }
    }

    /// The number of the rule with that id.
    pub fn rule(&self, id: &str) -> Option<usize> {
        self.plans.iter().position(|plan| plan.rule.id == id)
    }
}

/// The events by which one comes about, and itself.
fn causes(plans: &[Plan<'_>], event: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([event]);
    let mut queue = vec![event];
    while let Some(event) = queue.pop() {
        let emitters = plans.iter().filter(|plan| plan.emits.contains(&event));
        queue.extend(emitters.map(|plan| plan.waits).filter(|cause| found.insert(*cause)));
    }
    found
}

/// Names of a formula over a view.
struct Named<'a> {
    lens: &'a Lens<'a>,
    view: &'a View,
}

impl Scope for Named<'_> {
    fn value(&self, name: &str) -> Option<formula::Value> {
        if let Some(at) = self.lens.names.get(name) {
            return Some(self.view.values[*at].as_ref().map_or(formula::Value::Missing, plain));
        }
        self.lens.rows.get(&name.replace('-', "_")).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.lens.names.keys().cloned().collect()
    }
}

fn plain(constant: &Constant) -> formula::Value {
    match constant {
        Constant::Bool(truth) => formula::Value::Bool(*truth),
        Constant::Number(number) => formula::Value::Number(*number),
        Constant::Text(text) => formula::Value::Text(text.clone()),
    }
}

/// A value of a snapshot. A list is the number of its items, unless it is compared as a whole.
pub(super) fn constant(value: &Json, whole: bool) -> Option<Constant> {
    Some(match value {
        Json::Bool(truth) => Constant::Bool(*truth),
        Json::Number(number) => Constant::Number(number.as_f64()?),
        Json::String(text) => Constant::Text(text.clone()),
        Json::Null => return None,
        other if whole => Constant::Text(crate::canonical::text(other)),
        Json::Array(items) => Constant::Number(items.len() as f64),
        Json::Object(entries) => Constant::Number(entries.len() as f64),
    })
}

/// A value as a part of a JSON pointer.
pub(super) fn escaped(value: &Constant) -> String {
    value.to_string().replace('~', "~0").replace('/', "~1")
}

/// An item of a list is the text, or has it as one of its values.
fn bears(item: &Json, text: &str) -> bool {
    match item {
        Json::String(own) => own == text,
        Json::Object(entries) => entries.values().any(|value| value.as_str() == Some(text)),
        _ => false,
    }
}

/// Where a rule stands in rule tables: its first row of each, as numbers of the contract's rows.
struct Rows<'a> {
    rule: &'a Rule,
    first: BTreeMap<&'a str, usize>,
}

impl<'a> Rows<'a> {
    fn of(contract: &'a Contract, rule: &'a Rule) -> Rows<'a> {
        let mut first = BTreeMap::new();
        for (at, row) in contract.rows.iter().enumerate() {
            if matches!(row.kind, RowKind::Rule) && rule.rows.contains(&row.id) {
                first.entry(row.table.as_str()).or_insert(at);
            }
        }
        Rows { rule, first }
    }

    /// The other rules with the same trigger for which something holds of their rows and this rule's.
    fn others(&self, contract: &'a Contract, holds: impl Fn(&Rows<'a>) -> bool) -> Vec<usize> {
        let same = |other: &Rule| {
            other.id != self.rule.id
                && other.trigger.name == self.rule.trigger.name
                && other.trigger.kind == self.rule.trigger.kind
        };
        let rules = contract.rules.iter().enumerate();
        rules
            .filter(|(_, other)| same(other) && holds(&Rows::of(contract, other)))
            .map(|(at, _)| at)
            .collect()
    }

    /// See [`Plan::above`].
    fn above(&self, contract: &'a Contract) -> Vec<usize> {
        self.others(contract, |other| {
            let conditioned = !other.rule.preconditions.is_empty() || other.rule.trigger.kind == TriggerKind::State;
            // Where it fits whenever this one does, both apply: rows that say what happens at once are no alternatives.
            let implied = other
                .rule
                .conditions()
                .all(|theirs| self.rule.conditions().any(|own| own == theirs));
            let over = |(table, own): (&&str, &usize)| other.first.get(table).is_some_and(|theirs| theirs < own);
            conditioned && !implied && self.first.iter().any(over)
        })
    }

    /// See [`Plan::instead`].
    fn instead(&self, contract: &'a Contract) -> Vec<usize> {
        self.others(contract, |other| {
            let apart = |(table, own): (&&str, &usize)| other.first.get(table).is_some_and(|theirs| theirs != own);
            self.first.iter().any(apart)
        })
    }
}
