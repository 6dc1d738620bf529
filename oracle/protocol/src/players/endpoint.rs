//! A player that is a model behind an interface like OpenAI's.
//!
//! It is told what every player is told: the system's text and the form of an answer first, then the prompt as JSON and the frame. Its
//! words are the answer, as they are. Time is not told, so that a run with recorded answers gives the same bytes.

use crate::error::{ProtocolError, Result};
use crate::manifest::{Condition, Experiment, PlayerSpec};
use crate::player::{Player, Prompt, Reply, Usage, line};
use oracade_contracts::canonical;
use oracade_contracts::service::{Answered, Endpoint, Message, Records};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Most times that one question is put.
const ATTEMPTS_MAX: u32 = 20;

/// See the module's documentation.
pub(super) struct Remote {
    endpoint: Endpoint,
    attempts: u32,
    request: Map<String, Value>,
    records: Option<Records>,
    /// The trial, whose answers are no other's.
    scope: String,
    /// Questions put in it.
    asked: u32,
}

/// What is kept of an answer.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    model: String,
    scope: String,
    number: u32,
    request: String,
    answer: Answered,
}

impl Remote {
    pub(super) fn new(experiment: &Experiment, condition: &Condition, number: u32, records: Option<Records>) -> Result<Remote> {
        let PlayerSpec::Endpoint {
            base_url,
            model,
            key_variable,
            timeout_ms,
            max_tokens,
            attempts,
            request,
        } = &condition.player
        else {
            return Err(ProtocolError::State(format!("the player of {} is no endpoint", condition.id)));
        };
        // Said before the first trial, and not by a service somewhere in it.
        let taken = ["model", "messages", "max_tokens", "stream"];
        if let Some(name) = taken.into_iter().find(|name| request.contains_key(*name)) {
            return Err(ProtocolError::State(format!(
                "`request.{name}` of {} is set by the protocol; leave it out",
                condition.id
            )));
        }
        Ok(Remote {
            endpoint: Endpoint {
                base_url: base_url.clone(),
                model: model.clone(),
                key_variable: key_variable.clone(),
                timeout_ms: *timeout_ms,
                max_tokens: *max_tokens,
                input_price: 0,
                output_price: 0,
            },
            attempts: (*attempts).clamp(1, ATTEMPTS_MAX),
            request: request.clone(),
            records,
            scope: format!("{}/{}/{number}", experiment.manifest.experiment_id, condition.id),
            asked: 0,
        })
    }

    fn ask(&self, messages: &Value, more: &Value) -> Result<Answered> {
        let mut last = String::new();
        for _ in 0..self.attempts {
            match self.endpoint.ask(messages, more) {
                Ok(answer) => return Ok(answer),
                Err(error) => last = error.to_string(),
            }
        }
        Err(ProtocolError::Player(format!(
            "{} gave no answer after {} attempts: {last}",
            self.endpoint.model, self.attempts
        )))
    }
}

/// The conversation that a prompt is put as.
fn messages(prompt: &Prompt) -> Result<Value> {
    let mut told = line(prompt);
    if let Value::Object(fields) = &mut told {
        // Where the frame lies would tell the trial.
        for key in ["system", "schema", "frame"] {
            fields.shift_remove(key);
        }
    }
    let picture = prompt.frame.as_ref().map(|path| {
        let told = |error| ProtocolError::Player(format!("the frame cannot be read: {}: {error}", path.display()));
        std::fs::read(path).map_err(told)
    });
    let system = format!(
        "{}\n\nAnswer with one JSON object of this schema and nothing else:\n{}",
        prompt.system, prompt.schema
    );
    let parts = [
        Message {
            role: "system",
            text: system,
            pictures: Vec::new(),
        },
        Message {
            role: "user",
            text: told.to_string(),
            pictures: picture.transpose()?.into_iter().collect(),
        },
    ];
    Ok(Value::Array(parts.iter().map(Message::to_json).collect()))
}

impl Player for Remote {
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply> {
        let messages = messages(prompt)?;
        let more = Value::Object(self.request.clone());
        let model = format!("http:{}", self.endpoint.model);
        let request = canonical::digest(&json!({
            "messages": messages, "more": more, "max_tokens": self.endpoint.max_tokens,
        }));
        let number = self.asked;
        self.asked += 1;
        let key = canonical::sha256(format!("{model}\n{}\n{number}\n{request}", self.scope).as_bytes());
        let known = self.records.as_ref().and_then(|records| records.get::<Entry>(&key));
        let known = known.filter(|entry| entry.model == model && entry.request == request);
        let answer = match (known, &self.records) {
            (Some(entry), _) => entry.answer,
            (None, Some(records)) if records.is_replay() => {
                return Err(ProtocolError::Player(format!(
                    "no answer is recorded for question {number} of {}; run without --replay to ask the model",
                    self.scope
                )));
            }
            (None, records) => {
                let answer = self.ask(&messages, &more)?;
                if let Some(records) = records {
                    let entry = Entry {
                        model,
                        scope: self.scope.clone(),
                        number,
                        request,
                        answer: answer.clone(),
                    };
                    let kept = records.put(&key, &entry);
                    kept.map_err(|error| ProtocolError::Player(format!("an answer cannot be recorded: {error}")))?;
                }
                answer
            }
        };
        Ok(Reply {
            text: answer.text,
            usage: Usage {
                model_id: answer.model,
                response_id: answer.id,
                // Those from a cache are counted by themselves.
                input_tokens: answer
                    .input_tokens
                    .map(|tokens| tokens.saturating_sub(answer.cached_tokens.unwrap_or(0))),
                output_tokens: answer.output_tokens,
                cached_tokens: answer.cached_tokens,
                cost_usd: answer.cost_usd,
                latency_ms: None,
            },
        })
    }
}
