//! A player that is a model behind an interface like OpenAI's.
//!
//! It is told what every player is told: the system's text and the form of an answer first, then the prompt as JSON and the frame. Its
//! words are the answer, as they are. Time is not told, so that a run with recorded answers gives the same bytes.

use crate::error::{ProtocolError, Result};
use crate::manifest::{Condition, EndpointPlayer, Experiment};
use crate::player::{Player, Prompt, Reply, Usage, line};
use oracade_contracts::canonical;
use oracade_contracts::service::{Answered, Message, Question, Records};
use serde_json::{Value, json};

/// Most times that one question is put.
const ATTEMPTS_MAX: u32 = 20;

/// See the module's documentation.
pub(super) struct Remote {
    player: EndpointPlayer,
    records: Option<Records>,
    /// The trial, whose answers are no other's.
    scope: String,
    /// Questions put in it.
    asked: u32,
}

impl Remote {
    pub(super) fn new(
        player: &EndpointPlayer,
        experiment: &Experiment,
        condition: &Condition,
        number: u32,
        records: Option<Records>,
    ) -> Result<Remote> {
        // Said before the first trial, and not by a service somewhere in it.
        let taken = ["model", "messages", "max_tokens", "stream"];
        if let Some(name) = taken.into_iter().find(|name| player.request.contains_key(*name)) {
            return Err(ProtocolError::State(format!(
                "`request.{name}` of {} is set by the protocol; leave it out",
                condition.id
            )));
        }
        Ok(Remote {
            player: player.clone(),
            records,
            scope: format!("{}/{}/{number}", experiment.manifest.experiment_id, condition.id),
            asked: 0,
        })
    }

    fn ask(&self, messages: &Value, more: &Value) -> Result<Answered> {
        let mut last = String::new();
        let attempts = self.player.attempts.clamp(1, ATTEMPTS_MAX);
        for _ in 0..attempts {
            match self.player.endpoint.ask(messages, more) {
                Ok(answer) => return Ok(answer),
                Err(error) => last = error.to_string(),
            }
        }
        Err(ProtocolError::Player(format!(
            "{} gave no answer after {attempts} attempts: {last}",
            self.player.endpoint.model
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
        let more = Value::Object(self.player.request.clone());
        let question = Question {
            model: self.player.endpoint.id(),
            scope: &self.scope,
            number: self.asked,
            request: canonical::digest(&json!({
                "messages": messages, "more": more, "max_tokens": self.player.endpoint.max_tokens,
            })),
        };
        self.asked += 1;
        let known = self.records.as_ref().and_then(|records| records.answer(&question));
        let answer = match (known, &self.records) {
            (Some(answer), _) => answer,
            (None, Some(records)) if records.is_replay() => {
                return Err(ProtocolError::Player(format!(
                    "no answer is recorded for question {} of {}; run without --replay to ask the model",
                    question.number, question.scope
                )));
            }
            (None, records) => {
                let answer = self.ask(&messages, &more)?;
                if let Some(records) = records {
                    let kept = records.keep(&question, &answer);
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
