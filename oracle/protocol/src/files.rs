//! The experiment's folder: which file lies where, and how files are read and written.

use crate::error::{Result, io, wrong};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of the files.
pub const MANIFEST: &str = "manifest.yaml";
/// What was frozen, with the checklist.
pub const FREEZE: &str = "freeze.json";
/// Who plays in which slot.
pub const SCHEDULE: &str = "schedule.json";
/// What is said to every player.
pub const SYSTEM: &str = "prompts/system.txt";
/// The form of an answer.
pub const SCHEMA: &str = "prompts/action-schema.json";
/// Milestones, and where the oracle's values are.
pub const MILESTONES: &str = "scoring/milestones.yaml";
/// By what errors of memory are told.
pub const RUBRIC: &str = "scoring/memory-error-rubric.yaml";
/// Which code stands for which condition; not for annotators.
pub const LABELS: &str = "sealed/labels.json";
/// Which labels were closed, with their digests.
pub const CLOSED: &str = "annotations.lock.json";
/// Digests of all files.
pub const SUMS: &str = "SHA256SUMS";

/// Longest file that is read, in bytes.
const BYTES_MAX: u64 = 256 << 20;

/// An experiment's folder.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// A file's place.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Whether a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// A file's bytes.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.path(name);
        let size = fs::metadata(&path).map_err(|error| wrong(name, error))?.len();
        if size > BYTES_MAX {
            return Err(wrong(name, format!("{size} bytes; at most {BYTES_MAX} are read")));
        }
        fs::read(&path).map_err(|error| wrong(name, error))
    }

    /// A file's text.
    ///
    /// # Errors
    /// It cannot be read, or is not UTF-8.
    pub fn text(&self, name: &str) -> Result<String> {
        String::from_utf8(self.bytes(name)?).map_err(|_| wrong(name, "not UTF-8"))
    }

    /// Reads YAML.
    ///
    /// # Errors
    /// It cannot be read, or is not of the type; the message has line and column.
    pub fn yaml<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        yaml(name, &self.text(name)?)
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// As [`Folder::yaml`].
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        serde_json::from_str(&self.text(name)?).map_err(|error| wrong(name, error))
    }

    /// Reads lines of JSON.
    ///
    /// # Errors
    /// As [`Folder::yaml`].
    pub fn lines<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>> {
        let text = self.text(name)?;
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| wrong(name, format!("line {}: {error}", number + 1)))
        };
        text.lines().enumerate().map(read).collect()
    }

    /// Writes a file, with the folders it lies in: beside its place first, so that it is there whole or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| io(parent, &error))?;
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        fs::write(&beside, bytes).map_err(|error| io(&beside, &error))?;
        fs::rename(&beside, &path).map_err(|error| io(&path, &error))
    }

    /// Writes JSON that people can read.
    ///
    /// # Errors
    /// As [`Folder::write`].
    pub fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        self.write(name, oracade_contracts::canonical::pretty(value).as_bytes())
    }

    /// The digest of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn sha256(&self, name: &str) -> Result<String> {
        Ok(oracade_contracts::canonical::sha256(&self.bytes(name)?))
    }

    /// Names of files below a folder, sorted, with `/` between; symbolic links are not followed and count as files.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn below(&self, name: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let mut folders = vec![name.to_owned()];
        while let Some(folder) = folders.pop() {
            let path = self.path(&folder);
            if !path.is_dir() {
                continue;
            }
            for entry in fs::read_dir(&path).map_err(|error| io(&path, &error))? {
                let entry = entry.map_err(|error| io(&path, &error))?;
                let kind = entry.file_type().map_err(|error| io(&path, &error))?;
                let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                if kind.is_dir() { folders.push(name) } else { found.push(name) }
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// Reads YAML from a text.
///
/// # Errors
/// It is not of the type.
pub fn yaml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T> {
    serde_yaml_ng::from_str(text).map_err(|error| {
        let told = error.to_string();
        let first = told.lines().next().unwrap_or_default().to_owned();
        wrong(name, format!("{first}; docs/protocol.md has the keys"))
    })
}

/// The folder of a trial.
pub fn trial(condition: &str, number: u32) -> String {
    format!("trials/{condition}-{number:02}")
}

/// Whether a name may be part of a path.
pub fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.len() <= 64 && text.chars().all(plain)
}

/// Whether `path` exists and is an experiment.
pub fn is_experiment(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}
