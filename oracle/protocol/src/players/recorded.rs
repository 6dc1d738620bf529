//! Answers that were given before: of a file, or of an earlier experiment's trial.

use crate::error::{ProtocolError, Result, wrong};
use crate::files::{self, Folder};
use crate::player::{Player, Prompt, Reply};
use serde_json::Value;
use std::collections::VecDeque;

/// Answers in their order. A file's answer may be the object itself or a reply with `text` and `usage`.
pub(super) struct Answers {
    left: VecDeque<Reply>,
    /// What is answered when there are none left: the last again, or nothing.
    last: Option<Reply>,
}

fn reply(value: Value) -> Reply {
    match value.get("text") {
        Some(Value::String(_)) => serde_json::from_value(value).unwrap_or_default(),
        _ => Reply {
            text: value.to_string(),
            ..Reply::default()
        },
    }
}

impl Answers {
    /// Answers of a file, one a line; the last is given again and again.
    pub(super) fn of_file(folder: &Folder, file: &str) -> Result<Answers> {
        let lines: Vec<Value> = folder.lines(file)?;
        let left: VecDeque<Reply> = lines.into_iter().map(reply).collect();
        if left.is_empty() {
            return Err(wrong(file, "no answers; write one a line"));
        }
        Ok(Answers {
            last: left.back().cloned(),
            left,
        })
    }

    /// Answers of a trial that was played before, refused ones with them.
    pub(super) fn of_experiment(folder: &Folder, from: &str, condition: &str, number: u32) -> Result<Answers> {
        let from = Folder(folder.path(from));
        let name = format!("{}/responses", files::trial(condition, number));
        let mut left = VecDeque::new();
        for file in from.below(&name)? {
            left.push_back(from.json::<Reply>(&file)?);
        }
        if left.is_empty() {
            return Err(wrong(
                format!("{}/{name}", from.0.display()),
                "no answers were recorded there",
            ));
        }
        Ok(Answers { left, last: None })
    }
}

impl Player for Answers {
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply> {
        let next = self.left.pop_front().or_else(|| self.last.clone());
        next.ok_or_else(|| ProtocolError::Player(format!("no answer was recorded for decision {}", prompt.decision)))
    }
}
