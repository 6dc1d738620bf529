//! Vendored packages of content networks: what a game's `https://cdn…` addresses lead to, without a network.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::bundle::hex;

/// The lock file's name.
pub const LOCK_FILE: &str = "oracade.lock.json";
/// The blob folder's name in a library folder.
pub const STORE_FOLDER: &str = "store";
/// The only version of the lock file there is.
pub const LOCK_VERSION: u32 = 1;

/// Largest lock file that is read, in bytes.
const LOCK_LIMIT: u64 = 64 << 20;
/// Largest blob that is read, in bytes.
const BLOB_LIMIT: u64 = 256 << 20;

/// The lock file `oracade.lock.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Lock {
    /// [`LOCK_VERSION`].
    pub version: u32,
    /// Packages by `name@version`.
    #[serde(default)]
    pub packages: BTreeMap<String, LockPackage>,
    /// Files by the full address a page asks for.
    #[serde(default)]
    pub addresses: BTreeMap<String, LockAddress>,
}

/// A package of the lock file.
#[derive(Clone, Debug, Deserialize)]
pub struct LockPackage {
    /// The registry's `sha512-…` of the archive.
    pub integrity: String,
}

/// An address of the lock file.
#[derive(Clone, Debug, Deserialize)]
pub struct LockAddress {
    /// `name@version` of the package.
    pub package: String,
    /// Path inside the package.
    pub file: String,
    /// SHA-256 of the file, which is also its blob's name.
    pub sha256: String,
    /// `Content-Type`.
    #[serde(rename = "type")]
    pub content_type: String,
}

/// Why a library or one of its files could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file system refused.
    #[error("cannot read {path}: {source}")]
    Io {
        /// What was being read.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The lock file is not JSON of the right shape.
    #[error("{path}: {reason}")]
    Malformed {
        /// The lock file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A blob's bytes are not what the lock file says.
    #[error("{0}: the stored bytes differ from the lock file")]
    Corrupt(PathBuf),
    /// A file beyond the size limit.
    #[error("{0}: too large")]
    TooLarge(PathBuf),
}

/// A file of a library.
#[derive(Clone, Debug)]
pub struct LibraryFile {
    /// The bytes, checked against the lock file.
    pub bytes: Arc<[u8]>,
    /// `Content-Type`.
    pub content_type: String,
}

/// A read-only store of vendored packages. Blobs are read on first use and kept; a `Library` may serve many pages on many
/// threads.
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    lock: Lock,
    blobs: Mutex<BTreeMap<String, Arc<[u8]>>>,
}

impl Library {
    /// Opens the library in a folder that holds [`LOCK_FILE`].
    ///
    /// # Errors
    /// See [`LibraryError`].
    pub fn open(root: &Path) -> Result<Self, LibraryError> {
        Self::open_with(&root.join(LOCK_FILE), root)
    }

    /// Opens a library folder with the lock file of a game, which usually lies beside the game.
    ///
    /// # Errors
    /// See [`LibraryError`].
    pub fn open_with(lock: &Path, root: &Path) -> Result<Self, LibraryError> {
        let path = lock.to_path_buf();
        let bytes = read(&path, LOCK_LIMIT)?;
        let malformed = |reason: String| LibraryError::Malformed {
            path: path.clone(),
            reason,
        };
        let lock: Lock = serde_json::from_slice(&bytes).map_err(|error| malformed(error.to_string()))?;
        if lock.version != LOCK_VERSION {
            return Err(malformed(format!("version {} is not {LOCK_VERSION}", lock.version)));
        }
        // A name that is not a plain digest could lead out of the store.
        for (address, entry) in &lock.addresses {
            let digest = &entry.sha256;
            if digest.len() != 64 || !digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
                return Err(malformed(format!("{address}: sha256 is not 64 hexadecimal digits")));
            }
        }
        Ok(Self {
            root: root.to_path_buf(),
            lock,
            blobs: Mutex::default(),
        })
    }

    /// The lock file as read.
    pub fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The file at an address without fragment; `None` if the address is not vendored.
    ///
    /// # Errors
    /// A blob that is missing, too large or corrupt.
    pub fn get(&self, address: &str) -> Result<Option<LibraryFile>, LibraryError> {
        let Some(entry) = self.lock.addresses.get(address) else {
            return Ok(None);
        };
        // The map holds whole entries only, so a thread that died while holding the lock left it usable.
        let mut blobs = self.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = if let Some(bytes) = blobs.get(&entry.sha256) {
            Arc::clone(bytes)
        } else {
            let path = self.root.join(STORE_FOLDER).join(&entry.sha256);
            let bytes: Arc<[u8]> = read(&path, BLOB_LIMIT)?.into();
            if hex(&Sha256::digest(&bytes)) != entry.sha256 {
                return Err(LibraryError::Corrupt(path));
            }
            blobs.insert(entry.sha256.clone(), Arc::clone(&bytes));
            bytes
        };
        Ok(Some(LibraryFile {
            bytes,
            content_type: entry.content_type.clone(),
        }))
    }
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, LibraryError> {
    let io = |source| LibraryError::Io {
        path: path.to_path_buf(),
        source,
    };
    if fs::metadata(path).map_err(io)?.len() > limit {
        return Err(LibraryError::TooLarge(path.to_path_buf()));
    }
    fs::read(path).map_err(io)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(name: &str, sha: &str, body: &[u8]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("oracade-library-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join(STORE_FOLDER)).unwrap();
        let lock = format!(
            r#"{{"version":1,"packages":{{"three@1.0.0":{{"integrity":"sha512-x"}}}},
            "addresses":{{"https://cdn.example/three.js":{{"package":"three@1.0.0","file":"three.js","sha256":"{sha}",
            "type":"text/javascript"}}}}}}"#
        );
        fs::write(root.join(LOCK_FILE), lock).unwrap();
        if sha.len() == 64 {
            fs::write(root.join(STORE_FOLDER).join(sha), body).unwrap();
        }
        root
    }

    #[test]
    fn addresses_lead_to_checked_blobs() {
        let sha = hex(&Sha256::digest(b"export {}"));
        let root = library("good", &sha, b"export {}");
        let library = Library::open(&root).unwrap();
        let file = library.get("https://cdn.example/three.js").unwrap().unwrap();
        assert_eq!(&*file.bytes, b"export {}");
        assert_eq!(file.content_type, "text/javascript");
        assert!(library.get("https://cdn.example/other.js").unwrap().is_none());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn changed_blob_and_bad_digest_are_refused() {
        let sha = hex(&Sha256::digest(b"export {}"));
        let root = library("bad", &sha, b"export {} // changed");
        let library_ = Library::open(&root).unwrap();
        assert!(matches!(
            library_.get("https://cdn.example/three.js"),
            Err(LibraryError::Corrupt(_))
        ));
        fs::remove_dir_all(&root).unwrap();
        let root = library("path", "../../etc/passwd", b"");
        assert!(matches!(Library::open(&root), Err(LibraryError::Malformed { .. })));
        fs::remove_dir_all(root).unwrap();
    }
}
