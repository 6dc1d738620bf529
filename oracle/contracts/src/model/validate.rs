//! What serde cannot see: references that lead nowhere, ids given twice, bounds.

use super::{Attribute, Contract, Effect, Input, MAX_ITEMS, MAX_RULES, MAX_TEXT, Op, Operator, Predicate, TriggerKind, Value};
use std::collections::BTreeSet;

pub(super) fn problems(contract: &Contract) -> Vec<(String, String)> {
    let mut check = Check {
        contract,
        attributes: contract.vocabulary.iter().map(|term| &term.attribute).collect(),
        rows: contract.rows.iter().map(|row| row.id.as_str()).collect(),
        rules: contract.rules.iter().map(|rule| rule.id.as_str()).collect(),
        found: Vec::new(),
    };
    check.all();
    check.found
}

struct Check<'a> {
    contract: &'a Contract,
    attributes: BTreeSet<&'a Attribute>,
    rows: BTreeSet<&'a str>,
    rules: BTreeSet<&'a str>,
    found: Vec<(String, String)>,
}

/// An id: letters, digits and `- _ . :`, so that it is one word everywhere.
fn is_id(id: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    !id.is_empty() && id.chars().count() <= 120 && id.chars().all(good)
}

impl Check<'_> {
    fn say(&mut self, key: impl Into<String>, message: impl Into<String>) {
        self.found.push((key.into(), message.into()));
    }

    fn all(&mut self) {
        let contract = self.contract;
        if !is_id(&contract.id) {
            self.say("id", "an id has letters, digits and `- _ . :`");
        }
        let bounds = [
            ("rules", contract.rules.len(), MAX_RULES),
            ("invariants", contract.invariants.len(), MAX_ITEMS),
            ("scenarios", contract.scenarios.len(), MAX_ITEMS),
            ("starts", contract.starts.len(), MAX_ITEMS),
            ("vocabulary", contract.vocabulary.len(), MAX_ITEMS),
        ];
        for (key, count, most) in bounds {
            if count > most {
                self.say(key, format!("{count} of them; at most {most}"));
                return;
            }
        }
        self.unique("rows", contract.rows.iter().map(|row| row.id.as_str()));
        self.unique("rules", contract.rules.iter().map(|rule| rule.id.as_str()));
        self.unique(
            "invariants",
            contract.invariants.iter().map(|invariant| invariant.id.as_str()),
        );
        self.unique("scenarios", contract.scenarios.iter().map(|scenario| scenario.id.as_str()));
        self.unique("starts", contract.starts.iter().map(|start| start.id.as_str()));
        let mut seen = BTreeSet::new();
        for (index, term) in contract.vocabulary.iter().enumerate() {
            if !seen.insert(&term.attribute) {
                self.say(format!("vocabulary[{index}]"), format!("{} is there twice", term.attribute));
            }
            if term.snapshot.as_ref().is_some_and(|pointer| !pointer.starts_with('/')) {
                self.say(format!("vocabulary[{index}].snapshot"), "a JSON pointer begins with `/`");
            }
        }
        self.rules();
        for (index, invariant) in contract.invariants.iter().enumerate() {
            let key = format!("invariants[{index}]");
            self.text(&key, &invariant.label);
            if invariant.holds.is_empty() {
                self.say(format!("{key}.holds"), "an invariant needs a predicate");
            }
            self.predicates(&format!("{key}.when"), &invariant.when);
            self.predicates(&format!("{key}.holds"), &invariant.holds);
            self.row_ids(&key, &invariant.rows);
        }
        self.scenarios();
        for (index, start) in contract.starts.iter().enumerate() {
            self.predicates(&format!("starts[{index}].entry.state"), &start.entry.state);
        }
        for (index, facts) in contract.facts.iter().enumerate() {
            let key = format!("facts[{index}]");
            self.row_ids(&key, std::slice::from_ref(&facts.row));
            for attribute in facts.reads.iter().chain(&facts.writes).chain(facts.values.keys()) {
                self.attribute(&key, attribute);
            }
        }
        for (index, edge) in contract.edges.iter().enumerate() {
            for end in [&edge.from, &edge.to] {
                if !self.rules.contains(end.as_str()) {
                    self.say(format!("edges[{index}]"), format!("there is no rule `{end}`"));
                }
            }
        }
    }

    fn unique<'b>(&mut self, list: &str, ids: impl Iterator<Item = &'b str>) {
        let mut seen = BTreeSet::new();
        for (index, id) in ids.enumerate() {
            let key = format!("{list}[{index}].id");
            if !seen.insert(id) {
                self.say(key, format!("`{id}` is given twice; ids are unique"));
            } else if !is_id(id) {
                self.say(key, format!("`{id}` is no id; use letters, digits and `- _ . :`"));
            }
        }
    }

    fn text(&mut self, key: &str, text: &str) {
        if text.chars().count() > MAX_TEXT {
            self.say(key, format!("a text is longer than {MAX_TEXT} characters"));
        }
    }

    fn rules(&mut self) {
        let contract = self.contract;
        for (index, rule) in contract.rules.iter().enumerate() {
            let key = format!("rules[{index}]");
            self.text(&key, &rule.label);
            if rule.trigger.name.trim().is_empty() {
                self.say(format!("{key}.trigger.name"), "a trigger needs a name");
            }
            if rule.trigger.kind == TriggerKind::State && rule.trigger.when.is_empty() {
                self.say(format!("{key}.trigger"), "a state trigger says `when` with predicates");
            }
            if rule.effects.is_empty() {
                self.say(
                    format!("{key}.effects"),
                    "a rule without an effect cannot be judged; state one",
                );
            }
            if rule.rows.is_empty() {
                self.say(format!("{key}.rows"), "a rule comes from at least one entry of the document");
            }
            self.row_ids(&key, &rule.rows);
            self.predicates(&format!("{key}.trigger.when"), &rule.trigger.when);
            self.predicates(&format!("{key}.preconditions"), &rule.preconditions);
            self.inputs(&format!("{key}.trigger.inputs"), rule.trigger.inputs.iter());
            for (at, effect) in rule.effects.iter().enumerate() {
                let key = format!("{key}.effects[{at}]");
                match effect {
                    Effect::Emit(event) if event.trim().is_empty() => self.say(key, "an event needs a name"),
                    Effect::Emit(_) => {}
                    Effect::Write { attribute, value, op } => {
                        self.attribute(&key, attribute);
                        if let Some(value) = value {
                            self.value(&key, value);
                            if matches!(value, Value::Any(_)) && !matches!(op, Op::Set | Op::Append | Op::Remove) {
                                self.say(key, "only set, append and remove take a list");
                            }
                        }
                    }
                }
            }
        }
    }

    fn scenarios(&mut self) {
        let contract = self.contract;
        for (index, scenario) in contract.scenarios.iter().enumerate() {
            let key = format!("scenarios[{index}]");
            self.text(&key, &scenario.title);
            self.predicates(&format!("{key}.entry.state"), &scenario.entry.state);
            self.inputs(&format!("{key}.inputs"), scenario.inputs.iter().map(|timed| &timed.input));
            let times = scenario.inputs.iter().map(|timed| timed.at_ms);
            let in_order = times.clone().is_sorted() && times.clone().all(|at| (0.0..=scenario.duration_ms).contains(&at));
            if !in_order {
                self.say(
                    format!("{key}.inputs"),
                    "inputs come in order of their times, within the duration",
                );
            }
            if !(scenario.duration_ms > 0.0 && scenario.duration_ms <= 3_600_000.0) {
                self.say(
                    format!("{key}.duration_ms"),
                    "a scenario takes more than nothing and at most an hour",
                );
            }
            if scenario.rubric.is_empty() {
                self.say(format!("{key}.rubric"), "nothing is looked at; add an item");
            }
            self.unique(&format!("{key}.rubric"), scenario.rubric.iter().map(|item| item.id.as_str()));
            for (at, item) in scenario.rubric.iter().enumerate() {
                let key = format!("{key}.rubric[{at}]");
                self.text(&key, &item.text);
                self.predicates(&format!("{key}.expect"), &item.expect);
                for rule in &item.rules {
                    if !self.rules.contains(rule.as_str()) {
                        self.say(format!("{key}.rules"), format!("there is no rule `{rule}`"));
                    }
                }
            }
        }
    }

    fn inputs<'b>(&mut self, key: &str, inputs: impl Iterator<Item = &'b Input>) {
        for (index, input) in inputs.enumerate() {
            let time = match input {
                Input::Key { hold_ms, .. } => *hold_ms,
                Input::Wait { ms } | Input::Hide { ms } => *ms,
                Input::Control { .. } | Input::Action { .. } | Input::Point { .. } | Input::Drag { .. } | Input::Reload => 0.0,
            };
            if let Input::Point { x, y } | Input::Drag { x, y, .. } = input
                && !((0.0..=1.0).contains(x) && (0.0..=1.0).contains(y))
            {
                self.say(format!("{key}[{index}]"), "`x` and `y` are shares, from 0 to 1");
            }
            if !(0.0..=3_600_000.0).contains(&time) {
                self.say(format!("{key}[{index}]"), "a time is not negative and at most an hour");
            }
        }
    }

    fn row_ids(&mut self, key: &str, rows: &[String]) {
        for row in rows {
            if !self.rows.contains(row.as_str()) {
                self.say(format!("{key}.rows"), format!("the document has no entry `{row}`"));
            }
        }
    }

    fn attribute(&mut self, key: &str, attribute: &Attribute) {
        if !self.attributes.contains(attribute) {
            self.say(key, format!("`{attribute}` is not in the vocabulary; add it there"));
        }
    }

    fn predicates(&mut self, key: &str, predicates: &[Predicate]) {
        for (index, predicate) in predicates.iter().enumerate() {
            let key = format!("{key}[{index}]");
            self.attribute(&key, &predicate.subject());
            self.value(&key, &predicate.value);
            let list = matches!(predicate.operator, Operator::In | Operator::NotIn);
            if matches!(predicate.value, Value::Any(_)) != list {
                self.say(key, "`in` and `not_in` take a list, the other operators do not");
            }
        }
    }

    fn value(&mut self, key: &str, value: &Value) {
        match value {
            Value::Row(id) => match self.contract.row(id) {
                None => self.say(key, format!("the document has no entry `{id}`")),
                Some(row) if row.value.is_none() => self.say(key, format!("`{id}` has no value; only balance entries do")),
                Some(_) => {}
            },
            Value::Attribute(attribute) => self.attribute(key, attribute),
            Value::Formula(_) => {
                for attribute in value.reads(self.contract) {
                    self.attribute(key, &attribute);
                }
            }
            Value::Opaque(description) => self.text(key, description),
            Value::Literal(_) | Value::Any(_) => {}
        }
    }
}
