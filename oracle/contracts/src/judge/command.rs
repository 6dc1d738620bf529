//! A program as a judge: it reads the request as JSON and writes the reply as JSON.

use super::{Judge, JudgeError, MAX_REPLY, Reply, Request, request_text};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

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
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command
            .spawn()
            .map_err(|error| JudgeError::Failed(format!("{} cannot be started: {error}", self.program)))?;
        let output = converse(&mut child, input, Duration::from_millis(self.timeout_ms));
        // Whatever happened, it does not outlive the question.
        let _ = child.kill();
        let status = child.wait();
        let output = output.map_err(|error| match error {
            Talk::Slow => JudgeError::Timeout(self.timeout_ms),
            Talk::Long => JudgeError::Refused(format!("more than {MAX_REPLY} bytes")),
            Talk::Broken(message) => JudgeError::Failed(message),
        })?;
        let mut reply: Reply = serde_json::from_slice(&output).map_err(|error| {
            let status = status.map_or_else(|e| e.to_string(), |status| status.to_string());
            JudgeError::Refused(format!("it is no reply ({status}): {error}"))
        })?;
        reply.judge = self.id();
        reply.cost.requests = reply.cost.requests.max(1);
        Ok(reply)
    }
}

enum Talk {
    Slow,
    Long,
    Broken(String),
}

/// Writes and reads at the same time, since a program may answer before it has read everything.
fn converse(child: &mut Child, input: String, timeout: Duration) -> Result<Vec<u8>, Talk> {
    let broken = |what: &str| Talk::Broken(format!("no {what}"));
    let mut stdin = child.stdin.take().ok_or_else(|| broken("standard input"))?;
    let stdout = child.stdout.take().ok_or_else(|| broken("standard output"))?;
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        // A program that does not read is judged by what it writes.
        let _ = stdin.write_all(input.as_bytes());
    });
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let read = stdout.take(MAX_REPLY as u64 + 1).read_to_end(&mut output);
        let _ = send.send(read.map(|_| output));
    });
    match receive.recv_timeout(timeout) {
        Ok(Ok(output)) if output.len() > MAX_REPLY => Err(Talk::Long),
        Ok(Ok(output)) => Ok(output),
        Ok(Err(error)) => Err(Talk::Broken(error.to_string())),
        Err(RecvTimeoutError::Timeout) => Err(Talk::Slow),
        Err(RecvTimeoutError::Disconnected) => Err(broken("answer")),
    }
}
