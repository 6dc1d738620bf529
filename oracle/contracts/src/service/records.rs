//! Answers that were given once, one file each, so that a run can be made again without whoever gave them.

use crate::{canonical, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How recorded answers are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheMode {
    /// A recorded answer is used; another is asked for and recorded.
    Record,
    /// Only recorded answers are used.
    Replay,
    /// Every answer is asked for again and recorded.
    Refresh,
}

/// A folder of recorded answers.
#[derive(Clone, Debug)]
pub struct Records {
    folder: PathBuf,
    mode: CacheMode,
}

/// A question to a player, by which its answer is found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// Who is asked.
    pub model: String,
    /// Where it is asked: questions of different scopes never share an answer, so that what is recorded does not depend on which of
    /// them was asked first.
    pub scope: &'a str,
    /// Which question of its scope it is, from 0.
    pub number: u32,
    /// Digest of everything that is told.
    pub request: String,
}

/// What is kept of an answer.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<T> {
    model: String,
    scope: String,
    number: u32,
    request: String,
    answer: T,
}

impl Question<'_> {
    fn key(&self) -> String {
        let Question {
            model,
            scope,
            number,
            request,
        } = self;
        canonical::sha256(format!("{model}\n{scope}\n{number}\n{request}").as_bytes())
    }
}

impl Records {
    /// The records of a folder.
    pub fn new(folder: &Path, mode: CacheMode) -> Records {
        Records {
            folder: folder.to_owned(),
            mode,
        }
    }

    /// Whether nobody may be asked.
    pub fn is_replay(&self) -> bool {
        self.mode == CacheMode::Replay
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(key.get(..2).unwrap_or_default()).join(format!("{key}.json"))
    }

    /// What is recorded under a key (a digest in hexadecimal), if it may be used and can be read.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        if self.mode == CacheMode::Refresh {
            return None;
        }
        let text = fs::read_to_string(self.path(key)).ok()?;
        json::read("reply", &text).ok()
    }

    /// The answer to a question, if one is recorded that may be used.
    pub fn answer<T: DeserializeOwned>(&self, question: &Question<'_>) -> Option<T> {
        let entry: Entry<T> = self.get(&question.key())?;
        (entry.model == question.model && entry.request == question.request).then_some(entry.answer)
    }

    /// Records the answer to a question.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep<T: Serialize>(&self, question: &Question<'_>, answer: &T) -> io::Result<()> {
        let entry = Entry {
            model: question.model.clone(),
            scope: question.scope.to_owned(),
            number: question.number,
            request: question.request.clone(),
            answer,
        };
        self.put(&question.key(), &entry)
    }

    /// Records under a key: whole or not at all, so that a reader never sees half a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put<T: Serialize>(&self, key: &str, value: &T) -> io::Result<()> {
        let path = self.path(key);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let half = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&half, canonical::pretty(value))?;
        fs::rename(&half, &path)
    }
}
