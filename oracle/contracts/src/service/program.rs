//! A program that is asked: it reads one text and writes one.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Why a program said nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TalkError {
    /// It took too long, in ms.
    #[error("it took longer than {0} ms")]
    Slow(u64),
    /// It wrote more than so many bytes.
    #[error("more than {0} bytes")]
    Long(usize),
    /// It could not be started or talked to.
    #[error("{0}")]
    Broken(String),
}

/// What a program wrote, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its output.
    pub output: Vec<u8>,
    /// Its status, in words.
    pub status: String,
}

/// Starts a program, gives it `input` and takes its output of at most `most` bytes. It does not outlive the question.
///
/// # Errors
/// See [`TalkError`].
pub fn converse(program: &str, arguments: &[String], input: String, timeout_ms: u64, most: usize) -> Result<Said, TalkError> {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| TalkError::Broken(format!("{program} cannot be started: {error}")))?;
    let output = talk(&mut child, input, timeout_ms, most);
    let _ = child.kill();
    let status = child
        .wait()
        .map_or_else(|error| error.to_string(), |status| status.to_string());
    Ok(Said { output: output?, status })
}

/// Writes and reads at the same time, since a program may answer before it has read everything.
fn talk(child: &mut Child, input: String, timeout_ms: u64, most: usize) -> Result<Vec<u8>, TalkError> {
    let broken = |what: &str| TalkError::Broken(format!("no {what}"));
    let mut stdin = child.stdin.take().ok_or_else(|| broken("standard input"))?;
    let stdout = child.stdout.take().ok_or_else(|| broken("standard output"))?;
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        // A program that does not read is judged by what it writes.
        let _ = stdin.write_all(input.as_bytes());
    });
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let read = stdout.take(most as u64 + 1).read_to_end(&mut output);
        let _ = send.send(read.map(|_| output));
    });
    match receive.recv_timeout(Duration::from_millis(timeout_ms)) {
        Ok(Ok(output)) if output.len() > most => Err(TalkError::Long(most)),
        Ok(Ok(output)) => Ok(output),
        Ok(Err(error)) => Err(TalkError::Broken(error.to_string())),
        Err(RecvTimeoutError::Timeout) => Err(TalkError::Slow(timeout_ms)),
        Err(RecvTimeoutError::Disconnected) => Err(broken("answer")),
    }
}
