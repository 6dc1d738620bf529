//! The blob store: files named by their SHA-256, shared by all games of a user.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::tarball::sha256;

/// A folder with a `store` folder in it.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
}

impl Store {
    /// The store of a library folder, which need not exist yet.
    pub(crate) fn new(library: &Path) -> Self {
        Self {
            folder: library.join("store"),
        }
    }

    /// Whether a blob is there and whole.
    pub(crate) fn has(&self, digest: &str) -> bool {
        fs::read(self.folder.join(digest)).is_ok_and(|bytes| sha256(&bytes) == digest)
    }

    /// Keeps bytes and returns their digest. Several processes may keep the same bytes at once.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<String> {
        let digest = sha256(bytes);
        if !self.has(&digest) {
            fs::create_dir_all(&self.folder)?;
            write_new(&self.folder.join(&digest), bytes)?;
        }
        Ok(digest)
    }
}

/// Writes a file beside its final place and renames it there, so that nobody ever sees half of it.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let result = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_writers_leave_one_whole_blob() {
        let library = std::env::temp_dir().join(format!("oracade-store-{}", std::process::id()));
        let store = Store::new(&library);
        let body = vec![7_u8; 100_000];
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| store.put(&body).unwrap());
            }
        });
        let digest = sha256(&body);
        assert!(store.has(&digest));
        assert_eq!(fs::read(library.join("store").join(&digest)).unwrap(), body);
        assert_eq!(fs::read_dir(library.join("store")).unwrap().count(), 1);
        fs::remove_dir_all(library).unwrap();
    }

    #[test]
    fn a_broken_blob_is_replaced() {
        let library = std::env::temp_dir().join(format!("oracade-broken-{}", std::process::id()));
        let store = Store::new(&library);
        let digest = store.put(b"whole").unwrap();
        fs::write(library.join("store").join(&digest), b"whoLe").unwrap();
        assert!(!store.has(&digest));
        store.put(b"whole").unwrap();
        assert!(store.has(&digest));
        fs::remove_dir_all(library).unwrap();
    }
}
