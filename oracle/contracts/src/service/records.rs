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
