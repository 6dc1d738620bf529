//! Replies that were given once, so that a run can be made again without its judges.

use super::{Judge, JudgeError, Reply, Request, guard};
use crate::canonical;
use crate::json;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// How recorded replies are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheMode {
    /// A recorded reply is used; another is asked for and recorded.
    Record,
    /// Only recorded replies are used.
    Replay,
    /// Every reply is asked for again and recorded.
    Refresh,
}

/// A judge with recorded replies in a folder, one file each.
#[derive(Debug)]
pub struct Cached<J> {
    judge: J,
    folder: PathBuf,
    mode: CacheMode,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    judge: String,
    request: String,
    vote: u32,
    reply: Reply,
}

impl<J: Judge> Cached<J> {
    /// A judge whose replies are kept in `folder`.
    pub fn new(judge: J, folder: &Path, mode: CacheMode) -> Cached<J> {
        Cached {
            judge,
            folder: folder.to_owned(),
            mode,
        }
    }

    fn recorded(&self, path: &Path, judge: &str, request: &Request, vote: u32, digest: &str) -> Option<Reply> {
        let text = fs::read_to_string(path).ok()?;
        let entry: Entry = json::read("reply", &text).ok()?;
        let same = entry.judge == judge && entry.request == digest && entry.vote == vote;
        // What was recorded is checked like what is given now.
        (same && guard::check(request, &entry.reply).is_ok()).then_some(entry.reply)
    }
}

impl<J: Judge> Judge for Cached<J> {
    fn id(&self) -> String {
        self.judge.id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        let judge = self.judge.id();
        let digest = request.digest();
        let key = canonical::sha256(format!("{judge}\n{digest}\n{vote}").as_bytes());
        let path = self.folder.join(&key[..2]).join(format!("{key}.json"));
        if self.mode != CacheMode::Refresh
            && let Some(reply) = self.recorded(&path, &judge, request, vote, &digest)
        {
            return Ok(reply);
        }
        if self.mode == CacheMode::Replay {
            return Err(JudgeError::NotRecorded(format!(
                "{digest} ({}, vote {vote})",
                request.subject
            )));
        }
        let reply = self.judge.judge(request, vote)?;
        let entry = Entry {
            judge,
            request: digest,
            vote,
            reply,
        };
        let failed = |error: std::io::Error| JudgeError::Failed(format!("the reply cannot be recorded: {error}"));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        // Whole or not at all: a reader never sees half a file.
        let half = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&half, canonical::pretty(&entry)).map_err(failed)?;
        fs::rename(&half, &path).map_err(failed)?;
        Ok(entry.reply)
    }
}
