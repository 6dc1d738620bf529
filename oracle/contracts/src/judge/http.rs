//! A model as a judge.

use super::{Judge, JudgeError, Reply, Request, prompt, request_text};
use crate::service::ServiceError;
use serde_json::json;

/// A model that is asked over HTTP.
pub use crate::service::PricedEndpoint as HttpJudge;

impl Judge for HttpJudge {
    fn id(&self) -> String {
        self.endpoint.id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        request_text(request)?;
        let more = json!({ "seed": vote, "response_format": { "type": "json_object" } });
        let written = self
            .complete(&prompt::messages(request), &more)
            .map_err(|error| match error {
                ServiceError::Timeout(ms) => JudgeError::Timeout(ms),
                ServiceError::Failed(message) => JudgeError::Failed(message),
            })?;
        let (answer, cited, rationale) = prompt::answer(&written.text, request.answer).map_err(JudgeError::Refused)?;
        Ok(Reply {
            judge: self.id(),
            answer,
            cited,
            rationale,
            cost: written.cost,
        })
    }
}
