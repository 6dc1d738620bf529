//! From a folder to a dossier. What lies in it may be anybody's: paths stay within the folder, files have sizes.

use crate::dossier::{Anchors, Dossier};
use crate::{check, evaluation, mutation};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Largest JSON file that is read.
const MAX_JSON: u64 = 256 << 20;
/// Largest file of any other kind.
const MAX_FILE: u64 = 32 << 20;
/// Bytes of pictures and tapes in one report.
const MAX_EMBEDDED: usize = 48 << 20;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Nothing in the folder is known.
    #[error(
        "{0} holds no evaluation.json, report.json or mutation.json: give a folder that `oracade evaluate --out`, `oracade check --out` or \
         `oracade mutate --out` wrote"
    )]
    Unknown(PathBuf),
    /// A file cannot be read.
    #[error("cannot read {}: {message}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        message: String,
    },
}

/// A folder that is read, and how much of it is in the report by now.
pub(crate) struct Folder {
    root: PathBuf,
    left: usize,
    /// Files that did not fit.
    pub(crate) left_out: usize,
    pub(crate) anchors: Anchors,
}

impl Folder {
    fn new(root: &Path) -> Folder {
        Folder {
            root: root.to_owned(),
            left: MAX_EMBEDDED,
            left_out: 0,
            anchors: Anchors::default(),
        }
    }

    /// A path within the folder; `None` for one that leads out of it.
    fn within(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        let plain = path
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        plain.then(|| self.root.join(path))
    }

    /// A JSON file; `None` if there is none.
    pub(crate) fn json(&self, path: &str) -> Result<Option<Value>, ReadError> {
        let Some(path) = self.within(path) else { return Ok(None) };
        let refused = |message: String| ReadError::File {
            path: path.clone(),
            message,
        };
        let bytes = match contents(&path, MAX_JSON) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(error.to_string())),
        };
        serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| refused(error.to_string()))
    }

    /// A file that goes into the report, while there is room; `None` if there is none, or no room.
    pub(crate) fn embedded(&mut self, path: &str) -> Option<Vec<u8>> {
        let bytes = contents(&self.within(path)?, MAX_FILE).ok()?;
        self.takes(bytes.len()).then_some(bytes)
    }

    /// A picture as an address, while there is room.
    pub(crate) fn picture(&mut self, path: &str) -> Option<String> {
        let bytes = contents(&self.within(path)?, MAX_FILE).ok()?;
        let address = crate::thumbnail::address(&bytes)?;
        self.takes(address.len()).then_some(address)
    }

    /// Whether there is room for so many bytes more.
    pub(crate) fn takes(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.left;
        if fits {
            self.left -= bytes;
        } else {
            self.left_out += 1;
        }
        fits
    }
}

fn contents(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    // A link could lead anywhere.
    if fs::symlink_metadata(path)?.file_type().is_symlink() {
        return Err(std::io::Error::other("it is a link"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(std::io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// Reads what a folder holds. `film` makes pictures of a failed check's tape, where the folder has none; it may make none.
///
/// # Errors
/// Nothing in it is known, or a file of it cannot be read.
pub fn read_folder(root: &Path, film: check::Filming<'_>) -> Result<Dossier, ReadError> {
    let mut folder = Folder::new(root);
    let mut dossier = if let Some(value) = folder.json("evaluation.json")? {
        evaluation::read(&mut folder, &value)?
    } else if let Some(value) = folder.json("report.json")? {
        check::read(&mut folder, &value, film)
    } else if folder.json("mutation.json")?.is_some() {
        mutation::alone()
    } else {
        return Err(ReadError::Unknown(root.to_owned()));
    };
    if let Some(value) = folder.json("mutation.json")? {
        dossier.mutations.push(mutation::read(&mut folder.anchors, &value));
    }
    if folder.left_out > 0 {
        dossier.notes.push(format!(
            "{} pictures and tapes are not in this file, which would become too large; they are in the folder it was made of.",
            folder.left_out
        ));
    }
    Ok(dossier)
}

/// As [`read_folder`], with the pictures the folder has.
///
/// # Errors
/// As [`read_folder`].
pub fn read(root: &Path) -> Result<Dossier, ReadError> {
    read_folder(root, &mut |_| None)
}

/// Adds what mutants say, from a folder that `oracade mutate --out` wrote.
///
/// # Errors
/// There is no mutation.json, or it cannot be read.
pub fn add_mutation(dossier: &mut Dossier, root: &Path) -> Result<(), ReadError> {
    let mut folder = Folder::new(root);
    let Some(value) = folder.json("mutation.json")? else {
        return Err(ReadError::Unknown(root.to_owned()));
    };
    let mut mutation = mutation::read(&mut folder.anchors, &value);
    mutation.anchor = format!("{}.{}", mutation.anchor, dossier.mutations.len() + 1);
    dossier.mutations.push(mutation);
    Ok(())
}
