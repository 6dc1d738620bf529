//! A player that is another program: for each decision it reads the prompt as a line of JSON and answers with a line. The line is the
//! answer itself, or `{"text": "…", "usage": {…}}` with the answer in `text` and what it took.

use crate::error::{ProtocolError, Result};
use crate::player::{Player, Prompt, Reply, line};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Longest line, in bytes.
const LINE_MAX: u64 = 2 << 20;

/// See the module's documentation.
pub(super) struct Program {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

fn failed(what: &str, error: impl std::fmt::Display) -> ProtocolError {
    ProtocolError::Player(format!("{what}: {error}"))
}

impl Program {
    pub(super) fn start(command: &str) -> Result<Program> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().map_err(|error| failed(command, error))?;
        let (Some(asks), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ProtocolError::Player(format!("{command}: no pipes")));
        };
        Ok(Program {
            child,
            asks,
            answers: BufReader::new(answers),
        })
    }
}

impl Player for Program {
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply> {
        let told = line(prompt);
        writeln!(self.asks, "{told}")
            .and_then(|()| self.asks.flush())
            .map_err(|error| failed("it does not listen", error))?;
        let mut text = String::new();
        let read = (&mut self.answers).take(LINE_MAX).read_line(&mut text);
        if read.map_err(|error| failed("it cannot be understood", error))? == 0 {
            return Err(ProtocolError::Player(format!("it ended before decision {}", prompt.decision)));
        }
        let wrapped = serde_json::from_str::<Value>(&text)
            .ok()
            .filter(|value| value.get("text").is_some_and(Value::is_string))
            .and_then(|value| serde_json::from_value::<Reply>(value).ok());
        Ok(wrapped.unwrap_or_else(|| Reply {
            text: text.trim_end().to_owned(),
            ..Reply::default()
        }))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
