//! A program as a judge: it reads the request as JSON and writes the reply as JSON.

use super::{Judge, JudgeError, MAX_REPLY, Reply, Request, request_text};
use crate::service::{self, TalkError};
use serde::{Deserialize, Serialize};

/// An external program. It gets `{"vote": 0, "request": {…}}` on standard input and answers with a [`Reply`] on standard output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandJudge {
    /// Who it is; everything its answers depend on belongs here.
    pub id: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// How long it may take.
    #[serde(default = "a_minute")]
    pub timeout_ms: u64,
}

fn a_minute() -> u64 {
    60_000
}

impl Judge for CommandJudge {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        let input = format!("{{\"vote\":{vote},\"request\":{}}}\n", request_text(request)?);
        let said = service::converse(&self.program, &self.arguments, input, self.timeout_ms, MAX_REPLY);
        let said = said.map_err(|error| match error {
            TalkError::Slow(ms) => JudgeError::Timeout(ms),
            TalkError::Long(_) => JudgeError::Refused(error.to_string()),
            TalkError::Broken(message) => JudgeError::Failed(message),
        })?;
        let mut reply: Reply = serde_json::from_slice(&said.output)
            .map_err(|error| JudgeError::Refused(format!("it is no reply ({}): {error}", said.status)))?;
        reply.judge = self.id();
        reply.cost.requests = reply.cost.requests.max(1);
        Ok(reply)
    }
}
