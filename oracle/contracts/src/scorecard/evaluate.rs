//! An entry under a scorecard.

use super::{Derived, Entry, Given, InputKind, PerCount, Scorecard};
use crate::formula::{Formula, FormulaError, Value, decimals};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Why there is no score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// The entry is for another card.
    #[error("the entry is for the scorecard `{0}`")]
    OtherCard(String),
    /// A value is not one the card asks for, or not of its kind or within its bounds.
    #[error("values.{name}: {message}")]
    Value {
        /// Which.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A formula has no value.
    #[error("{what}: `{formula}`: {error}")]
    Formula {
        /// Of what.
        what: String,
        /// The formula.
        formula: String,
        /// Why.
        error: FormulaError,
    },
}

/// A cap that was applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Applied {
    /// The item or group.
    pub item: String,
    /// What was given.
    pub given: f64,
    /// What counts.
    pub counts: f64,
    /// Why.
    pub why: String,
}

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultFormat {
    /// The first format.
    #[serde(rename = "oracade-score-1")]
    V1,
}

/// What an entry comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreResult {
    /// The format.
    pub format: ResultFormat,
    /// The scorecard's id.
    pub scorecard: String,
    /// The scorecard's digest.
    pub digest: String,
    /// Who and what.
    pub about: BTreeMap<String, String>,
    /// Who gave which of the values.
    pub judges: BTreeMap<String, String>,
    /// Whether the gate is passed; `None` if the card has none.
    pub gate: Option<bool>,
    /// Why it is not passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The caps that were applied.
    pub caps: Vec<Applied>,
    /// All numbers by name: inputs, items and groups as they count, sums, values. What is missing is not there.
    pub values: BTreeMap<String, f64>,
    /// The total.
    pub total: f64,
    /// The total for people.
    pub shown: String,
    /// Its tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// What to look at.
    pub warnings: Vec<String>,
}

type Names = BTreeMap<String, Value>;

/// Scores an entry.
///
/// # Errors
/// See [`ScoreError`].
pub fn score(card: &Scorecard, entry: &Entry) -> Result<ScoreResult, ScoreError> {
    if entry.scorecard != card.id {
        return Err(ScoreError::OtherCard(entry.scorecard.clone()));
    }
    let mut names = given(card, entry)?;
    for value in &card.before_caps {
        derive(value, &mut names)?;
    }
    let caps = apply_caps(card, &mut names)?;
    for (sum, counts) in card.sums() {
        let points = per_count(&counts, &names);
        names.insert(sum.to_owned(), Value::Number(points));
    }
    let mut gate = None;
    if let Some(asked) = &card.gate {
        let early = asked.formula.names().iter().all(|name| names.contains_key(*name));
        // A gate on what is given decides before anything else is calculated, since of a build that does not run little is known.
        if early && !truth("gate", &asked.formula, &names)? {
            return closed(card, entry, names, caps);
        }
    }
    for value in &card.values {
        derive(value, &mut names)?;
    }
    if let Some(asked) = &card.gate {
        let passed = truth("gate", &asked.formula, &names)?;
        gate = Some(passed);
        if !passed {
            return closed(card, entry, names, caps);
        }
    }
    let total = card
        .total
        .number(&names)
        .map_err(|error| formula_error("total", &card.total, error))?;
    names.insert("total".to_owned(), Value::Number(total));
    let tier = card
        .tiers
        .iter()
        .rev()
        .find(|tier| total >= tier.from)
        .map(|tier| tier.title.clone());
    let tier = tier.or_else(|| (!card.below.is_empty()).then(|| card.below.clone()));
    finish(
        card,
        entry,
        names,
        caps,
        Ending {
            gate,
            reason: None,
            total,
            tier,
        },
    )
}

struct Ending {
    gate: Option<bool>,
    reason: Option<String>,
    total: f64,
    tier: Option<String>,
}

/// The result of an entry that did not pass.
fn closed(card: &Scorecard, entry: &Entry, mut names: Names, caps: Vec<Applied>) -> Result<ScoreResult, ScoreError> {
    let mut reason = None;
    for note in card.gate.iter().flat_map(|gate| &gate.reasons) {
        if reason.is_none() && lenient(&note.when, &names).map_err(|error| formula_error("gate.reasons", &note.when, error))? {
            reason = Some(note.text.clone());
        }
    }
    names.insert("total".to_owned(), Value::Number(0.0));
    let ending = Ending {
        gate: Some(false),
        reason,
        total: 0.0,
        tier: (!card.not_passed.is_empty()).then(|| card.not_passed.clone()),
    };
    finish(card, entry, names, caps, ending)
}

fn finish(card: &Scorecard, entry: &Entry, names: Names, caps: Vec<Applied>, ending: Ending) -> Result<ScoreResult, ScoreError> {
    let mut warnings = Vec::new();
    for note in &card.warnings {
        if lenient(&note.when, &names).map_err(|error| formula_error("warnings", &note.when, error))? {
            warnings.push(note.text.clone());
        }
    }
    let numbers = names.into_iter().filter_map(|(name, value)| match value {
        Value::Number(number) => Some((name, number)),
        Value::Bool(truth) => Some((name, f64::from(u8::from(truth)))),
        Value::Text(_) | Value::List(_) | Value::Missing => None,
    });
    Ok(ScoreResult {
        format: ResultFormat::V1,
        scorecard: card.id.clone(),
        digest: card.digest(),
        about: entry.about.clone(),
        judges: entry.judges.clone(),
        gate: ending.gate,
        reason: ending.reason,
        caps,
        values: numbers.collect(),
        total: ending.total,
        shown: decimals(ending.total, card.digits),
        tier: ending.tier,
        warnings,
    })
}

/// A condition that does not apply when something it needs is missing.
fn lenient(formula: &Formula, names: &Names) -> Result<bool, FormulaError> {
    match formula.truth(names) {
        Err(FormulaError::Missing(_) | FormulaError::UnknownName { .. }) => Ok(false),
        other => other,
    }
}

fn truth(what: &str, formula: &Formula, names: &Names) -> Result<bool, ScoreError> {
    formula.truth(names).map_err(|error| formula_error(what, formula, error))
}

fn formula_error(what: &str, formula: &Formula, error: FormulaError) -> ScoreError {
    ScoreError::Formula {
        what: what.to_owned(),
        formula: formula.text().to_owned(),
        error,
    }
}

/// The values that are given, checked against what the card asks for.
fn given(card: &Scorecard, entry: &Entry) -> Result<Names, ScoreError> {
    let bad = |name: &str, message: String| ScoreError::Value {
        name: name.to_owned(),
        message,
    };
    let mut names = Names::new();
    let items = card.items();
    let counts: BTreeSet<&str> = card
        .penalties
        .iter()
        .chain(&card.bonuses)
        .map(|count| count.id.as_str())
        .collect();
    for name in entry.values.keys() {
        let known =
            items.contains_key(name) || counts.contains(name.as_str()) || card.inputs.iter().any(|input| input.id == *name);
        if !known {
            return Err(bad(name, format!("the scorecard `{}` does not ask for it", card.id)));
        }
    }
    for input in &card.inputs {
        let value = match entry.values.get(&input.id) {
            None | Some(Given::Missing) => input.default.as_ref(),
            given => given,
        };
        let value = read(input.kind, value).map_err(|message| bad(&input.id, message))?;
        let numbers: &[f64] = match &value {
            Value::Number(number) => &[*number],
            Value::List(list) => list,
            _ => &[],
        };
        for number in numbers {
            within(*number, input.min, input.max).map_err(|message| bad(&input.id, message))?;
        }
        names.insert(input.id.clone(), value);
    }
    for (name, most) in &items {
        let number = number_of(entry, name).map_err(|message| bad(name, message))?;
        let value = match number {
            Some(number) => {
                within(number, Some(0.0), Some(*most)).map_err(|message| bad(name, message))?;
                Value::Number(number)
            }
            None => Value::Missing,
        };
        names.insert(name.clone(), value);
    }
    sum_groups(card, &mut names);
    for name in counts {
        let number = number_of(entry, name).map_err(|message| bad(name, message))?.unwrap_or(0.0);
        within(number, Some(0.0), Some(1e6)).map_err(|message| bad(name, message))?;
        names.insert(name.to_owned(), Value::Number(number));
    }
    Ok(names)
}

fn number_of(entry: &Entry, name: &str) -> Result<Option<f64>, String> {
    entry.values.get(name).map_or(Ok(None), |given| given.number(0))
}

fn read(kind: InputKind, value: Option<&Given>) -> Result<Value, String> {
    let Some(value) = value else { return Ok(Value::Missing) };
    Ok(match (kind, value) {
        (_, Given::Missing) => Value::Missing,
        (InputKind::Bool, Given::Bool(truth)) => Value::Bool(*truth),
        (InputKind::Text, Given::Text(text)) => Value::Text(text.clone()),
        (InputKind::Bool, _) => return Err("it is true or false".to_owned()),
        (InputKind::Text, _) => return Err("it is a text".to_owned()),
        (InputKind::Number, Given::Bool(_)) => return Err("it is a number".to_owned()),
        (InputKind::Number, other) => other.number(0)?.map_or(Value::Missing, Value::Number),
        (InputKind::List, other) => other.list()?.map_or(Value::Missing, Value::List),
    })
}

fn within(number: f64, min: Option<f64>, max: Option<f64>) -> Result<(), String> {
    if !number.is_finite() {
        return Err("it is no finite number".to_owned());
    }
    match (min, max) {
        (Some(min), _) if number < min => Err(format!("{number} is less than {min}")),
        (_, Some(max)) if number > max => Err(format!("{number} is more than {max}")),
        _ => Ok(()),
    }
}

/// Each group's sum; missing while one of its items is.
fn sum_groups(card: &Scorecard, names: &mut Names) {
    for group in &card.groups {
        let mut sum = Some(0.0);
        for item in &group.items {
            sum = match (sum, names.get(&format!("{}.{}", group.id, item.id))) {
                (Some(sum), Some(Value::Number(number))) => Some(sum + number),
                _ => None,
            };
        }
        names.insert(group.id.clone(), sum.map_or(Value::Missing, Value::Number));
    }
}

/// Caps of items first, since they change their groups; then those of groups.
fn apply_caps(card: &Scorecard, names: &mut Names) -> Result<Vec<Applied>, ScoreError> {
    let mut applied = Vec::new();
    let mut asked = Vec::new();
    for cap in &card.caps {
        let applies = lenient(&cap.when, names).map_err(|error| formula_error("caps", &cap.when, error))?;
        if applies {
            asked.push(cap);
        }
    }
    for groups in [false, true] {
        for cap in asked.iter().filter(|cap| cap.item.contains('.') != groups) {
            if let Some(Value::Number(given)) = names.get(&cap.item).cloned()
                && given > cap.at_most
            {
                names.insert(cap.item.clone(), Value::Number(cap.at_most));
                applied.push(Applied {
                    item: cap.item.clone(),
                    given,
                    counts: cap.at_most,
                    why: cap.why.clone(),
                });
            }
        }
        if !groups {
            sum_groups(card, names);
        }
    }
    Ok(applied)
}

fn per_count(counts: &[&PerCount], names: &Names) -> f64 {
    let points = counts.iter().map(|count| match names.get(&count.id) {
        Some(Value::Number(number)) => count.each * count.most.map_or(*number, |most| number.min(most)),
        _ => 0.0,
    });
    points.sum()
}

fn derive(value: &Derived, names: &mut Names) -> Result<(), ScoreError> {
    let found = match value.formula.evaluate(names) {
        Err(FormulaError::Missing(_)) if value.optional => Value::Missing,
        other => other.map_err(|error| formula_error(&value.id, &value.formula, error))?,
    };
    names.insert(value.id.clone(), found);
    Ok(())
}

/// The card's numbers over all entries.
///
/// # Errors
/// A formula has no value and is not optional.
pub fn aggregate(card: &Scorecard, results: &[ScoreResult]) -> Result<BTreeMap<String, f64>, ScoreError> {
    let mut lists: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    // Every name is there, even if no entry has it.
    let inputs = card.inputs.iter().map(|input| &input.id);
    let derived = card.before_caps.iter().chain(&card.values).map(|value| &value.id);
    let counts = card.penalties.iter().chain(&card.bonuses).map(|count| &count.id);
    let groups = card.groups.iter().map(|group| &group.id);
    for name in inputs.chain(derived).chain(counts).chain(groups) {
        lists.entry(name.clone()).or_default();
    }
    let sums = card.sums().into_iter().map(|(sum, _)| sum.to_owned());
    for name in card.items().into_keys().chain(sums).chain(["total".to_owned()]) {
        lists.entry(name).or_default();
    }
    for result in results {
        for (name, number) in &result.values {
            lists.entry(name.clone()).or_default().push(*number);
        }
    }
    let gates = results
        .iter()
        .filter_map(|result| result.gate)
        .map(|gate| f64::from(u8::from(gate)));
    lists.insert("gate".to_owned(), gates.collect());
    let mut names: Names = lists.into_iter().map(|(name, list)| (name, Value::List(list))).collect();
    let mut numbers = BTreeMap::new();
    for value in &card.aggregates {
        match value.formula.evaluate(&names) {
            Ok(Value::Number(number)) => {
                numbers.insert(value.id.clone(), number);
                names.insert(value.id.clone(), Value::Number(number));
            }
            Ok(other) => {
                let error = FormulaError::Type(format!("it is {}, not a number", other.kind()));
                return Err(formula_error(&value.id, &value.formula, error));
            }
            Err(FormulaError::NotFinite(_) | FormulaError::Missing(_)) if value.optional => {
                names.insert(value.id.clone(), Value::Missing);
            }
            Err(error) => return Err(formula_error(&value.id, &value.formula, error)),
        }
    }
    Ok(numbers)
}
