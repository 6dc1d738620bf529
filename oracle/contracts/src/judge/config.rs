//! Which judge is asked, as a file.

use super::{Budget, Budgeted, CacheMode, Cached, Checked, CommandJudge, HttpJudge, Judge, Seeing};
use crate::json::{self, ReadError};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JudgeFormat {
    /// The first format.
    #[serde(rename = "oracade-judge-1")]
    V1,
}

/// Who is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A program.
    Command(CommandJudge),
    /// A model behind an HTTP interface.
    Http(HttpJudge),
}

/// A judge and the rules around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeConfig {
    /// The format.
    pub format: JudgeFormat,
    /// Who is asked.
    pub judge: Who,
    /// Votes for each question.
    #[serde(default = "three")]
    pub votes: u32,
    /// Times a question is put again when the reply is refused.
    #[serde(default = "five")]
    pub attempts: u32,
    /// Pictures of a question that are taken and sent, for a judge that sees.
    #[serde(default)]
    pub pictures: u32,
    /// Questions that may be put.
    #[serde(default)]
    pub max_requests: Option<u64>,
    /// Tokens that may be read and written.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// Millionths of a US dollar that may be spent.
    #[serde(default)]
    pub max_usd_micros: Option<u64>,
}

fn three() -> u32 {
    3
}

fn five() -> u32 {
    5
}

impl JudgeConfig {
    /// Reads a judge's file.
    ///
    /// # Errors
    /// It is no JSON or does not fit the format.
    pub fn read(file: &str, text: &str) -> Result<JudgeConfig, ReadError> {
        json::read(file, text)
    }

    /// The judge, checked, within its budget, and with recorded replies if a folder is given: those cost nothing.
    pub fn open(&self, recorded: Option<(&Path, CacheMode)>) -> Box<dyn Judge> {
        let who: Box<dyn Judge> = match &self.judge {
            Who::Command(judge) => Box::new(judge.clone()),
            Who::Http(judge) => Box::new(judge.clone()),
        };
        let budget = Budget {
            requests: self.max_requests,
            tokens: self.max_tokens,
            usd_micros: self.max_usd_micros,
        };
        // The budget stands inside: a question that is put again is paid again.
        let judge = Seeing::new(Budgeted::new(who, budget), self.pictures as usize);
        let judge = Checked::new(judge, self.attempts);
        match recorded {
            Some((folder, mode)) => Box::new(Cached::new(judge, folder, mode)),
            None => Box::new(judge),
        }
    }
}
