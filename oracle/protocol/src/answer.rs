//! A player's answer and its form. What is not of the form is refused whole; nothing is mended.

use crate::manifest::AgentRules;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest answer that is read, in bytes.
pub const BYTES_MAX: usize = 1 << 20;
/// Most facts that one answer reads or writes.
const ITEMS_MAX: usize = 64;
/// Longest text in it, in characters.
const TEXT_MAX: usize = 4000;

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Why, in short.
    pub reasoning_summary: String,
    /// What was seen.
    pub observed: Observed,
    /// Facts that the decision rests on.
    pub memory_read: Vec<String>,
    /// Facts to keep.
    pub memory_write: Vec<Write>,
    /// What to do.
    pub actions: Vec<String>,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observed {
    /// The kind of screen.
    pub screen: Screen,
    /// Where the player thinks it is.
    pub location_guess: String,
    /// What the player thinks it is to do.
    pub objective_guess: String,
    /// How certain it is, 0 to 1.
    pub certainty: f64,
}

/// Kinds of screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Screen {
    /// Walking about.
    Overworld,
    /// Somebody speaks.
    Dialogue,
    /// Something is chosen.
    Menu,
    /// A contest.
    Battle,
    /// Between two of the others.
    Transition,
    /// None of these.
    Unknown,
}

/// Kinds of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// What is to be done.
    Objective,
    /// Where something is.
    Location,
    /// What has happened.
    Event,
    /// What is carried.
    Inventory,
    /// What to beware of.
    Warning,
}

/// A fact to keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Write {
    /// Its kind.
    pub kind: Kind,
    /// The fact.
    pub value: Claim,
    /// How certain it is, 0 to 1.
    pub confidence: f64,
    /// `frame` for the one that is shown, the digest of an earlier one, or words, which prove nothing.
    pub evidence: String,
}

/// What a fact says: in words, or in parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Claim {
    /// Words; they are the object of a fact about the player.
    Words(String),
    /// Parts.
    Parts(Parts),
}

/// A fact in parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// What it is about.
    pub subject: String,
    /// What it says of it.
    pub predicate: String,
    /// The rest of it.
    pub object: String,
    /// `active`, or `completed` for a goal that is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Claimed>,
    /// The fact that it takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
}

/// The status that a player may give a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claimed {
    /// It is so.
    Active,
    /// It was to be done, and is.
    Completed,
}

/// Reads an answer.
///
/// # Errors
/// What is wrong with it, for the player.
pub fn read(text: &str, rules: &AgentRules) -> Result<Answer, String> {
    if text.len() > BYTES_MAX {
        return Err(format!("the answer has {} bytes; at most {BYTES_MAX} are read", text.len()));
    }
    let answer: Answer = serde_json::from_str(text.trim()).map_err(|error| format!("not of the schema: {error}"))?;
    let most = rules.max_actions_per_decision as usize;
    if answer.actions.is_empty() || answer.actions.len() > most {
        return Err(format!("actions: {} given; 1 to {most} are allowed", answer.actions.len()));
    }
    if let Some(action) = answer.actions.iter().find(|action| !rules.allowed_actions.contains(action)) {
        return Err(format!("actions: {action:?} is none of {}", rules.allowed_actions.join(" ")));
    }
    let share = |key: &str, value: f64| {
        if (0.0..=1.0).contains(&value) {
            Ok(())
        } else {
            Err(format!("{key}: {value} is not between 0 and 1"))
        }
    };
    share("observed.certainty", answer.observed.certainty)?;
    if answer.memory_read.len() > ITEMS_MAX || answer.memory_write.len() > ITEMS_MAX {
        return Err(format!("memory: more than {ITEMS_MAX} facts in one answer"));
    }
    for write in &answer.memory_write {
        share("memory_write.confidence", write.confidence)?;
        let texts = match &write.value {
            Claim::Words(words) => vec![words],
            Claim::Parts(parts) => vec![&parts.subject, &parts.predicate, &parts.object],
        };
        if texts
            .iter()
            .any(|text| text.trim().is_empty() || text.chars().count() > TEXT_MAX)
        {
            return Err(format!("memory_write.value: texts have 1 to {TEXT_MAX} characters"));
        }
    }
    Ok(answer)
}

/// The form of an answer as JSON Schema.
pub fn schema(rules: &AgentRules) -> Value {
    let object = |required: &[&str], properties: Value| json!({ "type": "object", "additionalProperties": false, "required": required, "properties": properties });
    let share = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": TEXT_MAX });
    let parts = object(
        &["subject", "predicate", "object"],
        json!({
            "subject": text, "predicate": text, "object": text,
            "status": { "enum": ["active", "completed"] },
            "supersedes": { "type": "string" },
        }),
    );
    let write = object(
        &["kind", "value", "confidence", "evidence"],
        json!({
            "kind": { "enum": ["objective", "location", "event", "inventory", "warning"] },
            "value": { "anyOf": [text, parts] },
            "confidence": share,
            "evidence": { "type": "string" },
        }),
    );
    let observed = object(
        &["screen", "location_guess", "objective_guess", "certainty"],
        json!({
            "screen": { "enum": ["overworld", "dialogue", "menu", "battle", "transition", "unknown"] },
            "location_guess": { "type": "string" },
            "objective_guess": { "type": "string" },
            "certainty": share,
        }),
    );
    let mut whole = object(
        &["reasoning_summary", "observed", "memory_read", "memory_write", "actions"],
        json!({
            "reasoning_summary": { "type": "string" },
            "observed": observed,
            "memory_read": { "type": "array", "maxItems": ITEMS_MAX, "items": { "type": "string" } },
            "memory_write": { "type": "array", "maxItems": ITEMS_MAX, "items": write },
            "actions": {
                "type": "array",
                "minItems": 1,
                "maxItems": rules.max_actions_per_decision,
                "items": { "enum": rules.allowed_actions },
            },
        }),
    );
    whole["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> AgentRules {
        AgentRules {
            allowed_actions: vec!["UP".to_owned(), "A".to_owned()],
            max_actions_per_decision: 2,
            screenshot_every_decision: true,
            screen_text: false,
            recent_action_window: 12,
            invalid_output_retries: 1,
        }
    }

    fn answer() -> Value {
        json!({
            "reasoning_summary": "",
            "observed": { "screen": "overworld", "location_guess": "", "objective_guess": "", "certainty": 0.5 },
            "memory_read": [],
            "memory_write": [
                { "kind": "event", "value": "met somebody", "confidence": 1, "evidence": "frame" },
                { "kind": "location", "value": { "subject": "a", "predicate": "is at", "object": "b" }, "confidence": 0, "evidence": "" },
            ],
            "actions": ["UP", "A"],
        })
    }

    #[test]
    fn what_is_not_of_the_form_is_refused() {
        assert!(read(&answer().to_string(), &rules()).is_ok());
        let changes: [(&str, Value, &str); 9] = [
            ("/actions", json!([]), "1 to 2"),
            ("/actions", json!(["UP", "A", "A"]), "1 to 2"),
            ("/actions", json!(["up"]), "none of UP A"),
            ("/observed/certainty", json!(1.5), "between 0 and 1"),
            ("/observed/screen", json!("title"), "unknown variant"),
            ("/memory_write/0/confidence", json!(-1), "between 0 and 1"),
            ("/memory_write/0/kind", json!("rumour"), "unknown variant"),
            ("/memory_write/0/value", json!(" "), "1 to 4000"),
            ("/memory_read", json!([1]), "not of the schema"),
        ];
        for (place, value, told) in changes {
            let mut answer = answer();
            *answer.pointer_mut(place).unwrap() = value;
            let error = read(&answer.to_string(), &rules()).unwrap_err();
            assert!(error.contains(told), "{place}: {error}");
        }
        let mut more = answer();
        more["plan"] = json!("secret");
        assert!(
            read(&more.to_string(), &rules())
                .unwrap_err()
                .contains("unknown field `plan`")
        );
        assert!(read("Sure! Here it is: {}", &rules()).is_err());
    }
}
