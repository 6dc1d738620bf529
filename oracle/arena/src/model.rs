//! Models that are asked: behind an interface like OpenAI's, programs, and scripts of answers; with what was answered once kept, under
//! a budget.

use oracade_contracts::canonical;
pub use oracade_contracts::service::Message;
use oracade_contracts::service::{
    Budget, Completion, Cost, Meter, PricedEndpoint, Question, Records, ServiceError, TalkError, converse,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Bytes that a program may write for one answer.
const ANSWER_MAX: usize = 1 << 20;

/// What a question is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The next action.
    Plan,
    /// What a picture shows.
    Describe,
    /// What to make of what happened.
    Reflect,
    /// A shorter memory.
    Summarise,
    /// Another wording of a part of a prompt.
    Rewrite,
    /// The order of pictures.
    Order,
    /// A text by heart.
    Recite,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What it is for.
    pub purpose: Purpose,
    /// The conversation.
    pub messages: Vec<Message>,
    /// For models that take one.
    pub seed: u64,
    /// Where it is asked ([`Question::scope`]).
    pub scope: String,
    /// Which question of its scope it is, from 0.
    pub number: u32,
}

impl Ask {
    /// The messages in the interface's form.
    pub fn messages_json(&self) -> Value {
        Value::Array(self.messages.iter().map(Message::to_json).collect())
    }

    /// All its texts, for scripts.
    fn text(&self) -> String {
        let texts: Vec<&str> = self.messages.iter().map(|message| message.text.as_str()).collect();
        texts.join("\n")
    }
}

/// Why a model gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It could not be reached or failed.
    #[error("the model {model} gave no answer after {attempts} attempts: {message}")]
    Failed {
        /// The model.
        model: String,
        /// Times it was asked.
        attempts: u32,
        /// What happened last.
        message: String,
    },
    /// The budget is used up.
    #[error("the budget of {0} of this run is used up; raise it and run again: what is done is kept")]
    Budget(String),
    /// Only recorded answers may be used, and there is none.
    #[error("no answer is recorded for question {number} of {scope}; run without --replay to ask the model")]
    NotRecorded {
        /// Where it was asked.
        scope: String,
        /// Which question it was.
        number: u32,
    },
    /// An answer cannot be kept.
    #[error("an answer cannot be recorded: {0}")]
    Record(String),
}

/// Somebody who answers in words.
pub trait Model: Send + Sync {
    /// Who it is, with everything its answers depend on.
    fn id(&self) -> String;

    /// Answers.
    ///
    /// # Errors
    /// See [`ModelError`].
    fn answer(&self, ask: &Ask) -> Result<Completion, ModelError>;
}

/// A rule of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptRule {
    /// For which questions; all if left out.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// A text that the question contains.
    #[serde(default)]
    pub contains: String,
    /// The answers, one after another by the question's number, and again from the first.
    pub answers: Vec<String>,
}

/// Who is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A model behind an HTTP interface.
    Endpoint(PricedEndpoint),
    /// A program: it gets `{"purpose", "messages", "seed"}` on standard input and writes its answer.
    Program {
        /// The program.
        program: String,
        /// Its arguments.
        #[serde(default)]
        arguments: Vec<String>,
        /// How long it may take.
        #[serde(default = "two_minutes")]
        timeout_ms: u64,
    },
    /// Answers by rules, the first that fits: for tests, and to try a plan.
    Script {
        /// The rules.
        rules: Vec<ScriptRule>,
    },
}

fn two_minutes() -> u64 {
    120_000
}

impl Who {
    fn once(&self, ask: &Ask) -> Result<Completion, String> {
        match self {
            Who::Endpoint(endpoint) => endpoint
                .complete(&ask.messages_json(), &json!({ "seed": ask.seed }))
                .map_err(|error: ServiceError| error.to_string()),
            Who::Program {
                program,
                arguments,
                timeout_ms,
            } => {
                let input = json!({ "purpose": ask.purpose, "messages": ask.messages_json(), "seed": ask.seed });
                let said = converse(program, arguments, format!("{input}\n"), *timeout_ms, ANSWER_MAX)
                    .map_err(|error: TalkError| error.to_string())?;
                let text = String::from_utf8(said.output).map_err(|_| "what it wrote is no text".to_owned())?;
                if text.trim().is_empty() {
                    return Err(format!("it wrote nothing ({})", said.status));
                }
                Ok(free(text))
            }
            Who::Script { rules } => {
                let text = ask.text();
                let fits = |rule: &&ScriptRule| {
                    rule.purpose.is_none_or(|purpose| purpose == ask.purpose)
                        && text.contains(&rule.contains)
                        && !rule.answers.is_empty()
                };
                let rule = rules.iter().find(fits).ok_or("no rule of the script fits")?;
                Ok(free(rule.answers[ask.number as usize % rule.answers.len()].clone()))
            }
        }
    }
}

fn free(text: String) -> Completion {
    Completion {
        text,
        cost: Cost {
            requests: 1,
            ..Cost::default()
        },
    }
}

/// A model with the rules around it: attempts, a budget, and records.
#[derive(Debug)]
pub struct Service {
    name: String,
    who: Who,
    attempts: u32,
    meter: Meter,
    records: Option<Records>,
}

impl Service {
    /// A model by its name in reports, asked up to `attempts` times for an answer.
    pub fn new(name: &str, who: Who, attempts: u32, budget: Budget, records: Option<Records>) -> Service {
        Service {
            name: name.to_owned(),
            who,
            attempts: attempts.clamp(1, 20),
            meter: Meter::new(budget),
            records,
        }
    }

    /// What was paid now; recorded answers cost nothing.
    pub fn spent(&self) -> Cost {
        self.meter.spent()
    }
}

impl Model for Service {
    fn id(&self) -> String {
        match &self.who {
            Who::Endpoint(priced) => priced.endpoint.id(),
            Who::Program { program, arguments, .. } => format!("program:{program} {}", arguments.join(" ")),
            Who::Script { rules } => format!("script:{}", &canonical::digest_of(rules)[..16]),
        }
    }

    fn answer(&self, ask: &Ask) -> Result<Completion, ModelError> {
        let question = Question {
            model: self.id(),
            scope: &ask.scope,
            number: ask.number,
            request: canonical::digest(&json!({
                "purpose": ask.purpose, "messages": ask.messages_json(), "seed": ask.seed,
            })),
        };
        if let Some(records) = &self.records {
            if let Some(answer) = records.answer(&question) {
                return Ok(answer);
            }
            if records.is_replay() {
                return Err(ModelError::NotRecorded {
                    scope: ask.scope.clone(),
                    number: ask.number,
                });
            }
        }
        let mut last = String::new();
        for _ in 0..self.attempts {
            self.meter.ask().map_err(|name| ModelError::Budget(name.to_owned()))?;
            match self.who.once(ask) {
                Ok(answer) => {
                    self.meter.paid(answer.cost);
                    if let Some(records) = &self.records {
                        records
                            .keep(&question, &answer)
                            .map_err(|error| ModelError::Record(error.to_string()))?;
                    }
                    return Ok(answer);
                }
                Err(message) => last = message,
            }
        }
        Err(ModelError::Failed {
            model: self.name.clone(),
            attempts: self.attempts,
            message: last,
        })
    }
}
