//! Checklists of scripted plays: what is done, and what has to be seen.
//!
//! A checklist is data. Its scripts hold keys, wait, load scenarios and look; its formulas compare what was seen. A runner plays the
//! scripts; [`Checklist::judge`] decides from the observations alone.

use crate::formula::{Formula, Scope, Value};
use crate::json::{self, ReadError};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// The checklist that comes with the scorecard of the same name.
pub const UE_SURVIVORS_WEB: &str = include_str!("../checklists/ue-survivors-web.json");

/// Items a checklist may have, and steps a script may have.
const MAX_ITEMS: usize = 500;
/// Virtual time one script may take.
const MAX_MS: f64 = 600_000.0;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChecklistFormat {
    /// The first format.
    #[serde(rename = "oracade-checklist-1")]
    V1,
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawStep", into = "RawStep")]
pub enum Step {
    /// Loads a scenario.
    Scenario(String),
    /// Holds keys for a time.
    Hold {
        /// `KeyboardEvent.code`s.
        keys: Vec<String>,
        /// How long.
        ms: f64,
    },
    /// Clicks what the snapshot's `controls` names.
    Control(String),
    /// Lets time pass.
    Wait(f64),
    /// Lets time pass until something is so, at most so long.
    Until {
        /// What.
        formula: Formula,
        /// How long.
        ms: f64,
    },
    /// Looks, and keeps what was seen under a name.
    Observe(String),
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scenario: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hold: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wait: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<Formula>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observe: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
}

impl TryFrom<RawStep> for Step {
    type Error = &'static str;

    fn try_from(raw: RawStep) -> Result<Self, &'static str> {
        match raw {
            RawStep {
                scenario: Some(name),
                hold: None,
                control: None,
                wait: None,
                until: None,
                observe: None,
                ms: None,
            } => Ok(Step::Scenario(name)),
            RawStep {
                scenario: None,
                hold: Some(keys),
                control: None,
                wait: None,
                until: None,
                observe: None,
                ms: Some(ms),
            } => Ok(Step::Hold { keys, ms }),
            RawStep {
                scenario: None,
                hold: None,
                control: Some(name),
                wait: None,
                until: None,
                observe: None,
                ms: None,
            } => Ok(Step::Control(name)),
            RawStep {
                scenario: None,
                hold: None,
                control: None,
                wait: Some(ms),
                until: None,
                observe: None,
                ms: None,
            } => Ok(Step::Wait(ms)),
            RawStep {
                scenario: None,
                hold: None,
                control: None,
                wait: None,
                until: Some(formula),
                observe: None,
                ms: Some(ms),
            } => Ok(Step::Until { formula, ms }),
            RawStep {
                scenario: None,
                hold: None,
                control: None,
                wait: None,
                until: None,
                observe: Some(name),
                ms: None,
            } => Ok(Step::Observe(name)),
            _ => Err("a step is one of {scenario}, {hold, ms}, {control}, {wait}, {until, ms}, {observe}"),
        }
    }
}

impl From<Step> for RawStep {
    fn from(step: Step) -> RawStep {
        let mut raw = RawStep::default();
        match step {
            Step::Scenario(name) => raw.scenario = Some(name),
            Step::Hold { keys, ms } => (raw.hold, raw.ms) = (Some(keys), Some(ms)),
            Step::Control(name) => raw.control = Some(name),
            Step::Wait(ms) => raw.wait = Some(ms),
            Step::Until { formula, ms } => (raw.until, raw.ms) = (Some(formula), Some(ms)),
            Step::Observe(name) => raw.observe = Some(name),
        }
        raw
    }
}

/// An item: a script, and what has to be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its id, which is that of the scorecard's input.
    pub id: String,
    /// What is done.
    pub operation: String,
    /// What is expected.
    pub expected: String,
    /// When it passes, in words.
    pub rule: String,
    /// What is done, as a script.
    pub script: Vec<Step>,
    /// When it passes, over observations: `a.health` is what `health` was at the observation `a`.
    pub pass: Formula,
}

/// A checklist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checklist {
    /// The format.
    pub format: ChecklistFormat,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The scorecard its items are inputs of.
    pub scorecard: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its items.
    pub items: Vec<Item>,
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The item.
    pub id: String,
    /// It passes. What was not seen does not.
    pub passed: bool,
    /// Why it could not be decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// How a game's snapshot is read: names to JSON pointers.
pub type Bindings = BTreeMap<String, String>;

impl Checklist {
    /// Reads a checklist and checks that its scripts and formulas fit together.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, or a formula speaks of what its script does not observe.
    pub fn read(file: &str, text: &str) -> Result<Checklist, ReadError> {
        let (list, node): (Checklist, json::Node) = json::read_located(file, text)?;
        match list.problem() {
            None => Ok(list),
            Some((key, message)) => Err(ReadError {
                file: file.to_owned(),
                line: node.nearest(&key).line,
                key,
                message,
            }),
        }
    }

    fn problem(&self) -> Option<(String, String)> {
        let mut ids = BTreeSet::new();
        for (index, item) in self.items.iter().enumerate() {
            let key = format!("items[{index}]");
            if !ids.insert(&item.id) {
                return Some((format!("{key}.id"), format!("`{}` is there twice", item.id)));
            }
            if item.script.len() > MAX_ITEMS || self.items.len() > MAX_ITEMS {
                return Some((format!("{key}.script"), format!("at most {MAX_ITEMS} items and steps")));
            }
            let time: f64 = item.script.iter().map(Step::ms).sum();
            if !(0.0..=MAX_MS).contains(&time) || item.script.iter().any(|step| step.ms() < 0.0) {
                return Some((format!("{key}.script"), format!("a script takes from 0 to {MAX_MS} ms")));
            }
            let observed: BTreeSet<&str> = item.script.iter().filter_map(Step::observed).collect();
            for name in item.pass.names() {
                let at = name.split('.').next().unwrap_or_default();
                if !observed.contains(at) || !name.contains('.') {
                    let message = format!("`{name}` is not observed; write observation.name with an observation of the script");
                    return Some((format!("{key}.pass"), message));
                }
            }
        }
        None
    }

    /// The names a game has to bind: what formulas speak of, without the observations they come from.
    pub fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for item in &self.items {
            names.extend(item.pass.names().into_iter().filter_map(|name| Some(name.split_once('.')?.1)));
            for step in &item.script {
                if let Step::Until { formula, .. } = step {
                    names.extend(formula.names());
                }
            }
        }
        names
    }

    /// Decides an item from what was observed in its script.
    pub fn judge(item: &Item, bindings: &Bindings, observations: &BTreeMap<String, Json>) -> Judged {
        let seen = Seen { bindings, observations };
        match item.pass.truth(&seen) {
            Ok(passed) => Judged {
                id: item.id.clone(),
                passed,
                remark: None,
            },
            Err(error) => Judged {
                id: item.id.clone(),
                passed: false,
                remark: Some(error.to_string()),
            },
        }
    }

    /// Whether an `until` is so in a snapshot; what cannot be told is not.
    pub fn reached(formula: &Formula, bindings: &Bindings, snapshot: &Json) -> bool {
        let observations = BTreeMap::from([(String::new(), snapshot.clone())]);
        let seen = Seen {
            bindings,
            observations: &observations,
        };
        matches!(formula.truth(&seen), Ok(true))
    }
}

impl Step {
    /// How long it takes at most.
    pub fn ms(&self) -> f64 {
        match self {
            Step::Hold { ms, .. } | Step::Wait(ms) | Step::Until { ms, .. } => *ms,
            Step::Scenario(_) | Step::Control(_) | Step::Observe(_) => 0.0,
        }
    }

    fn observed(&self) -> Option<&str> {
        match self {
            Step::Observe(name) => Some(name),
            _ => None,
        }
    }
}

/// Observations as the names of a formula.
struct Seen<'a> {
    bindings: &'a Bindings,
    observations: &'a BTreeMap<String, Json>,
}

impl Scope for Seen<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        let (at, rest) = name.split_once('.').unwrap_or(("", name));
        let (snapshot, rest) = match self.observations.get(at) {
            Some(snapshot) => (snapshot, rest),
            None => (self.observations.get("")?, name),
        };
        let Some(pointer) = self.bindings.get(rest) else {
            return Some(Value::Missing);
        };
        Some(match snapshot.pointer(pointer) {
            Some(Json::Bool(truth)) => Value::Bool(*truth),
            Some(Json::Number(number)) => Value::Number(number.as_f64()?),
            Some(Json::String(text)) => Value::Text(text.clone()),
            Some(Json::Array(items)) => Value::Number(items.len() as f64),
            Some(Json::Object(entries)) => Value::Number(entries.len() as f64),
            Some(Json::Null) | None => Value::Missing,
        })
    }

    fn names(&self) -> Vec<String> {
        self.bindings.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scorecard::builtin;
    use serde_json::json;

    fn list() -> Checklist {
        Checklist::read("ue-survivors-web.json", UE_SURVIVORS_WEB).unwrap()
    }

    #[test]
    fn the_twenty_checks_are_inputs_of_their_scorecard() {
        let list = list();
        let card = builtin(&list.scorecard).unwrap();
        assert_eq!(list.items.len(), 20);
        for item in &list.items {
            assert!(card.inputs.iter().any(|input| input.id == item.id), "{}", item.id);
        }
        assert!(list.names().contains("player_x") && list.names().contains("screen"));
        let text = crate::canonical::pretty(&list);
        assert_eq!(Checklist::read("again.json", &text).unwrap(), list);
    }

    #[test]
    fn items_are_decided_from_observations() {
        let list = list();
        let bindings: Bindings = [("player_x", "/player/x"), ("player_y", "/player/y"), ("enemies", "/enemies")]
            .map(|(name, pointer)| (name.to_owned(), pointer.to_owned()))
            .into();
        let at = |x: f64, y: f64| json!({ "player": { "x": x, "y": y }, "enemies": [1, 2] });
        let observed = |list: &[(&str, Json)]| -> BTreeMap<String, Json> {
            list.iter().map(|(name, json)| ((*name).to_owned(), json.clone())).collect()
        };
        let first = Checklist::judge(
            &list.items[0],
            &bindings,
            &observed(&[("a", at(0.0, 9.0)), ("b", at(0.0, 8.0))]),
        );
        assert!(first.passed && first.remark.is_none(), "{first:?}");
        let still = Checklist::judge(
            &list.items[0],
            &bindings,
            &observed(&[("a", at(0.0, 9.0)), ("b", at(0.0, 9.0))]),
        );
        assert!(!still.passed);
        // Diagonally at full speed on both axes is 1.41 times as fast, which is too much.
        let diagonal = |d: f64| {
            let seen = [
                ("a", at(0.0, 9.0)),
                ("b", at(0.0, 4.0)),
                ("c", at(9.0, 9.0)),
                ("d", at(9.0 - d, 9.0 - d)),
            ];
            Checklist::judge(&list.items[2], &bindings, &observed(&seen)).passed
        };
        assert!(diagonal(3.5) && !diagonal(5.0));
        let unbound = Checklist::judge(
            &list.items[9],
            &bindings,
            &observed(&[("a", at(0.0, 0.0)), ("b", at(0.0, 0.0))]),
        );
        assert!(!unbound.passed && unbound.remark.unwrap().contains("has no value"));
        let Step::Until { formula, .. } = &list.items[6].script[1] else {
            panic!()
        };
        assert!(Checklist::reached(formula, &bindings, &at(0.0, 0.0)));
        assert!(!Checklist::reached(formula, &bindings, &json!({})));
    }

    #[test]
    fn scripts_and_formulas_fit_together() {
        let error = |from: &str, to: &str| {
            Checklist::read("c.json", &UE_SURVIVORS_WEB.replacen(from, to, 1))
                .unwrap_err()
                .to_string()
        };
        assert!(
            error("\"b.player_y < a.player_y\"", "\"b.player_y < z.player_y\"")
                .contains("items[0].pass: `z.player_y` is not observed")
        );
        assert!(error("\"ms\": 34", "\"ms\": -34").contains("items[0].script"));
        assert!(error("{\"observe\": \"a\"}", "{\"observe\": \"a\", \"wait\": 3}").contains("a step is one of"));
        assert!(error("\"v02\"", "\"v01\"").contains("`v01` is there twice"));
    }
}
