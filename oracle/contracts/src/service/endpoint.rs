//! A model behind an interface like OpenAI's: `POST …/chat/completions`.
//!
//! The client speaks HTTP/1.1 in the clear. For a service that asks for TLS, run a proxy on this machine that ends it, or wrap a
//! program of your own.

use super::{Cost, client};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A model that is asked over HTTP. It is a part of what judges and players are described by, which refuse fields that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// The interface's base: `http://127.0.0.1:8080/v1`.
    pub base_url: String,
    /// The model's pinned name.
    pub model: String,
    /// The environment variable that holds the key, if there is one.
    #[serde(default)]
    pub key_variable: Option<String>,
    /// How long one answer may take.
    #[serde(default = "two_minutes")]
    pub timeout_ms: u64,
    /// Tokens an answer may have.
    #[serde(default = "many_tokens")]
    pub max_tokens: u32,
}

/// A model whose answers are paid by what is read and written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PricedEndpoint {
    /// The model.
    #[serde(flatten)]
    pub endpoint: Endpoint,
    /// Millionths of a US dollar for a million tokens read.
    #[serde(default)]
    pub input_price: u64,
    /// Millionths of a US dollar for a million tokens written.
    #[serde(default)]
    pub output_price: u64,
}

fn two_minutes() -> u64 {
    120_000
}

fn many_tokens() -> u32 {
    2000
}

/// What a model wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completion {
    /// Its text.
    pub text: String,
    /// What it cost.
    #[serde(default)]
    pub cost: Cost,
}

/// What a model wrote, and what its service tells of it; `None` is what it does not tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Answered {
    /// Its text.
    pub text: String,
    /// The model that answered, by the service's name for it.
    pub model: Option<String>,
    /// The service's name of the answer.
    pub id: Option<String>,
    /// Tokens read.
    pub input_tokens: Option<u64>,
    /// Tokens written.
    pub output_tokens: Option<u64>,
    /// Tokens read from a cache, which are among those read.
    pub cached_tokens: Option<u64>,
    /// US dollars, from services that tell them.
    pub cost_usd: Option<f64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// It took too long.
    #[error("it took longer than {0} ms")]
    Timeout(u64),
    /// The service could not be reached, or failed.
    #[error("{0}")]
    Failed(String),
}

impl PricedEndpoint {
    /// [`Endpoint::ask`], with what it costs.
    ///
    /// # Errors
    /// As [`Endpoint::ask`].
    pub fn complete(&self, messages: &Value, more: &Value) -> Result<Completion, ServiceError> {
        let answer = self.endpoint.ask(messages, more)?;
        let (input_tokens, output_tokens) = (answer.input_tokens.unwrap_or(0), answer.output_tokens.unwrap_or(0));
        let price = |tokens: u64, each: u64| tokens.saturating_mul(each) / 1_000_000;
        Ok(Completion {
            text: answer.text,
            cost: Cost {
                requests: 1,
                input_tokens,
                output_tokens,
                usd_micros: price(input_tokens, self.input_price).saturating_add(price(output_tokens, self.output_price)),
            },
        })
    }
}

impl Endpoint {
    /// Who it is, in what is kept of its answers.
    pub fn id(&self) -> String {
        format!("http:{}", self.model)
    }

    /// Sends messages of the interface's form and gives what is written then. `more` are further fields of the request.
    ///
    /// # Errors
    /// The service cannot be reached, takes too long, or answers something else.
    pub fn ask(&self, messages: &Value, more: &Value) -> Result<Answered, ServiceError> {
        let mut body = json!({
            "model": self.model,
            "messages": messages,
            "temperature": 0,
            "max_tokens": self.max_tokens,
        });
        if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
            body.extend(more.clone());
        }
        let key = match &self.key_variable {
            Some(name) => Some(std::env::var(name).map_err(|_| ServiceError::Failed(format!("the variable {name} is not set")))?),
            None => None,
        };
        let url = format!("{}/chat/completions", self.base_url.trim_end_matches('/'));
        let answer = client::post(&url, &body.to_string(), key.as_deref(), self.timeout_ms).map_err(|error| match error {
            client::HttpError::Timeout => ServiceError::Timeout(self.timeout_ms),
            other => ServiceError::Failed(other.to_string()),
        })?;
        let answer: Value = serde_json::from_slice(&answer).map_err(|error| ServiceError::Failed(format!("no JSON: {error}")))?;
        let text = answer
            .pointer("/choices/0/message/content")
            .and_then(Value::as_str)
            .ok_or_else(|| ServiceError::Failed("the service's answer has no choices[0].message.content".to_owned()))?;
        let tokens = |path: &str| answer.pointer(path).and_then(Value::as_u64);
        let told = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
        Ok(Answered {
            text: text.to_owned(),
            model: told("model"),
            id: told("id"),
            input_tokens: tokens("/usage/prompt_tokens"),
            output_tokens: tokens("/usage/completion_tokens"),
            cached_tokens: tokens("/usage/prompt_tokens_details/cached_tokens"),
            cost_usd: answer
                .pointer("/usage/cost")
                .and_then(Value::as_f64)
                .filter(|cost| *cost >= 0.0),
        })
    }
}
