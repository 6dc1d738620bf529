//! A model behind an interface like OpenAI's: `POST …/chat/completions`.
//!
//! The client speaks HTTP/1.1 in the clear. For a service that asks for TLS, run a proxy on this machine that ends it, or wrap a
//! program of your own with the command judge.

mod client;

use super::{Judge, JudgeError, Reply, Request, prompt, request_text};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A model that is asked over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpJudge {
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

impl Judge for HttpJudge {
    fn id(&self) -> String {
        format!("http:{}", self.model)
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        request_text(request)?;
        let body = json!({
            "model": self.model,
            "messages": prompt::messages(request),
            "temperature": 0,
            "seed": vote,
            "max_tokens": self.max_tokens,
            "response_format": { "type": "json_object" },
        });
        let key = match &self.key_variable {
            Some(name) => Some(std::env::var(name).map_err(|_| JudgeError::Failed(format!("the variable {name} is not set")))?),
            None => None,
        };
        let url = format!("{}/chat/completions", self.base_url.trim_end_matches('/'));
        let answer = client::post(&url, &body.to_string(), key.as_deref(), self.timeout_ms).map_err(|error| match error {
            client::HttpError::Timeout => JudgeError::Timeout(self.timeout_ms),
            other => JudgeError::Failed(other.to_string()),
        })?;
        let answer: Value = serde_json::from_slice(&answer).map_err(|error| JudgeError::Failed(format!("no JSON: {error}")))?;
        let written = answer
            .pointer("/choices/0/message/content")
            .and_then(Value::as_str)
            .ok_or_else(|| JudgeError::Failed("the service's answer has no choices[0].message.content".to_owned()))?;
        let tokens = |name: &str| answer.pointer(&format!("/usage/{name}")).and_then(Value::as_u64).unwrap_or(0);
        let (input_tokens, output_tokens) = (tokens("prompt_tokens"), tokens("completion_tokens"));
        let price = |tokens: u64, each: u64| tokens.saturating_mul(each) / 1_000_000;
        let (answer, cited, rationale) = prompt::answer(written, request.answer).map_err(JudgeError::Refused)?;
        Ok(Reply {
            judge: self.id(),
            answer,
            cited,
            rationale,
            cost: super::Cost {
                requests: 1,
                input_tokens,
                output_tokens,
                usd_micros: price(input_tokens, self.input_price) + price(output_tokens, self.output_price),
            },
        })
    }
}
