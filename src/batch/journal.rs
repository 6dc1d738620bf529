//! The journal: each result as it is completed, so that a batch that was killed goes on where it was.

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a journal belongs to; its first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Key {
    /// Digest of the plan.
    pub(super) plan: String,
    /// `(i, n)`.
    pub(super) shard: (u64, u64),
    /// Digest of the program that runs it.
    pub(super) conditions: String,
    /// Jobs of the whole plan.
    pub(super) jobs: usize,
}

/// See the module's documentation.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

/// What was found.
pub(super) enum Opened {
    /// Nothing was there.
    Fresh(Journal),
    /// A journal of the same plan, with results by job.
    Resumed(Journal, BTreeMap<usize, String>),
    /// Results without a journal: the batch has come to its end.
    Finished,
}

/// Whether a result says that its job was done, as opposed to crashed, hung or refused.
pub(super) fn is_done(result: &str) -> bool {
    outcome(result).is_some_and(|outcome| outcome == "done")
}

#[derive(Deserialize)]
struct Head {
    job: usize,
    of: usize,
    outcome: String,
}

fn outcome(result: &str) -> Option<String> {
    serde_json::from_str::<Head>(result).ok().map(|head| head.outcome)
}

/// The number of a result's job, and how many jobs the whole plan has.
pub(super) fn job_of(result: &str) -> Option<(usize, usize)> {
    let Head { job, of, .. } = serde_json::from_str(result).ok()?;
    (job < of).then_some((job, of))
}

/// Where the journal of a file of results lies.
pub(super) fn path_of(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(".journal");
    out.with_file_name(name)
}

impl Journal {
    /// Opens the journal beside `out`.
    ///
    /// # Errors
    /// It belongs to another plan, shard or version, or cannot be written.
    pub(super) fn open(out: &Path, key: &Key, force: bool) -> anyhow::Result<Opened> {
        let path = path_of(out);
        if !path.exists() || force {
            if out.exists() && !force {
                return Ok(Opened::Finished);
            }
            return Ok(Opened::Fresh(Self::create(path, key)?));
        }
        let cannot = || format!("cannot read {}", path.display());
        let mut reader = BufReader::new(File::open(&path).with_context(cannot)?);
        let (mut line, mut whole, mut done) = (String::new(), 0_u64, BTreeMap::new());
        // A line that the kill cut off was never a result: what follows the last whole line is written over.
        let mut first = true;
        loop {
            line.clear();
            let taken = reader.read_line(&mut line).unwrap_or(0);
            if taken == 0 || !line.ends_with('\n') {
                break;
            }
            let text = line.trim_end();
            if first {
                let found: Option<Key> = serde_json::from_str(text).ok();
                ensure!(
                    found.as_ref() == Some(key),
                    "{} belongs to another plan, another shard or another version of this program: --force begins anew",
                    path.display()
                );
                first = false;
            } else if let Some((job, _)) = job_of(text).filter(|(_, of)| *of == key.jobs) {
                done.insert(job, text.to_owned());
            } else {
                break;
            }
            whole += taken as u64;
        }
        if first {
            return Ok(Opened::Fresh(Self::create(path, key)?));
        }
        let mut file = OpenOptions::new().write(true).open(&path).with_context(cannot)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Opened::Resumed(Journal { file, path }, done))
    }

    fn create(path: PathBuf, key: &Key) -> anyhow::Result<Journal> {
        let mut file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        file.write_all((serde_json::to_string(key)? + "\n").as_bytes())?;
        Ok(Journal { file, path })
    }

    /// Adds a result, in one write.
    ///
    /// # Errors
    /// As the file's.
    pub(super) fn add(&mut self, result: &str) -> anyhow::Result<()> {
        let line = format!("{result}\n");
        self.file
            .write_all(line.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// All is done: the output holds everything.
    ///
    /// # Errors
    /// As the file's.
    pub(super) fn remove(self) -> anyhow::Result<()> {
        drop(self.file);
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }
}
