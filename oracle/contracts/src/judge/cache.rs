//! Replies that were given once, so that a run can be made again without its judges.

use super::{Judge, JudgeError, Reply, Request, guard};
use crate::canonical;
use crate::service::{CacheMode, Records};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A judge with recorded replies in a folder, one file each.
#[derive(Debug)]
pub struct Cached<J> {
    judge: J,
    records: Records,
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
            records: Records::new(folder, mode),
        }
    }

    fn recorded(&self, key: &str, judge: &str, request: &Request, vote: u32, digest: &str) -> Option<Reply> {
        let entry: Entry = self.records.get(key)?;
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
        if let Some(reply) = self.recorded(&key, &judge, request, vote, &digest) {
            return Ok(reply);
        }
        if self.records.is_replay() {
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
        self.records.put(&key, &entry).map_err(failed)?;
        Ok(entry.reply)
    }

    fn pictures(&self) -> usize {
        self.judge.pictures()
    }
}
