//! The game's files: an immutable map from path to bytes, read once, with one digest.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// How much a bundle may hold. A folder beyond any of these is refused, so that pointing at the wrong folder ends with a
/// message instead of with all memory used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundleLimits {
    /// Most files.
    pub files: usize,
    /// Most bytes of all files together.
    pub bytes: u64,
    /// Most folders above a file, below the root.
    pub depth: usize,
}

impl Default for BundleLimits {
    fn default() -> Self {
        Self {
            files: 20_000,
            bytes: 1 << 30,
            depth: 32,
        }
    }
}

/// Why a bundle could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The file system refused.
    #[error("cannot read {path}: {source}")]
    Io {
        /// What was being read.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The folder has neither `index.html` nor `game.wasm`, or it is not a regular file.
    #[error("{0} holds neither index.html nor game.wasm")]
    NoEntry(PathBuf),
    /// More files than [`BundleLimits::files`].
    #[error("more than {0} files")]
    TooManyFiles(usize),
    /// More bytes than [`BundleLimits::bytes`].
    #[error("more than {0} bytes")]
    TooManyBytes(u64),
    /// Folders deeper than [`BundleLimits::depth`].
    #[error("folders nested deeper than {0}")]
    TooDeep(usize),
}

/// One file of a bundle.
#[derive(Clone, Debug)]
pub struct BundleFile {
    /// The bytes as they are on disk.
    pub bytes: Arc<[u8]>,
    /// The `Content-Type` a plain static server gives for the name.
    pub content_type: &'static str,
}

/// An immutable set of files with `index.html` as its document.
///
/// Paths use `/`, are relative to the root and are compared byte by byte. Names that begin with a dot are not part of a
/// bundle, nor is a symbolic link that leads outside the root or to a folder above itself, nor a name that is not UTF-8.
#[derive(Debug)]
pub struct Bundle {
    files: BTreeMap<String, BundleFile>,
    digest: String,
}

impl Bundle {
    /// Reads a folder with the default limits.
    ///
    /// # Errors
    /// See [`BundleError`].
    pub fn from_dir(root: &Path) -> Result<Self, BundleError> {
        Self::from_dir_with(root, BundleLimits::default())
    }

    /// Reads a folder.
    ///
    /// # Errors
    /// See [`BundleError`].
    pub fn from_dir_with(root: &Path, limits: BundleLimits) -> Result<Self, BundleError> {
        let canonical = fs::canonicalize(root).map_err(|source| io(root, source))?;
        let mut reader = Reader {
            root: canonical.clone(),
            limits,
            bytes: 0,
            files: BTreeMap::new(),
        };
        reader.folder(&canonical, "", 0)?;
        if !reader.files.contains_key("index.html") && !reader.files.contains_key(oracade_wasm::MODULE_FILE) {
            return Err(BundleError::NoEntry(root.to_path_buf()));
        }
        Ok(Self::from_files(reader.files))
    }

    /// A bundle of one document, or of one module of WebAssembly; its neighbours in the folder are not part of it.
    ///
    /// # Errors
    /// See [`BundleError`].
    pub fn from_file(index: &Path) -> Result<Self, BundleError> {
        let limits = BundleLimits::default();
        let meta = fs::metadata(index).map_err(|source| io(index, source))?;
        if !meta.is_file() {
            return Err(BundleError::NoEntry(index.to_path_buf()));
        }
        if meta.len() > limits.bytes {
            return Err(BundleError::TooManyBytes(limits.bytes));
        }
        let bytes = fs::read(index).map_err(|source| io(index, source))?;
        let is_module = index
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("wasm"));
        let name = if is_module { oracade_wasm::MODULE_FILE } else { "index.html" };
        Ok(Self::from_bytes([(name.to_owned(), bytes)]))
    }

    /// A bundle from memory. Later entries of one path replace earlier ones.
    pub fn from_bytes(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let files = files
            .into_iter()
            .map(|(path, bytes)| {
                let content_type = content_type_of(&path);
                let file = BundleFile {
                    bytes: bytes.into(),
                    content_type,
                };
                (path, file)
            })
            .collect();
        Self::from_files(files)
    }

    fn from_files(files: BTreeMap<String, BundleFile>) -> Self {
        // Lengths come before contents, so that no two different sets of files feed the hash the same bytes.
        let mut hash = Sha256::new();
        hash.update(b"oracade-bundle-1\0");
        for (path, file) in &files {
            hash.update((path.len() as u64).to_le_bytes());
            hash.update(path.as_bytes());
            hash.update((file.bytes.len() as u64).to_le_bytes());
            hash.update(&file.bytes);
        }
        let digest = hex(&hash.finalize());
        Self { files, digest }
    }

    /// The file at a path relative to the root, without a leading `/`.
    pub fn get(&self, path: &str) -> Option<&BundleFile> {
        self.files.get(path)
    }

    /// All paths in byte order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// SHA-256 over paths and contents, as 64 lower-case hexadecimal digits.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

struct Reader {
    root: PathBuf,
    limits: BundleLimits,
    bytes: u64,
    files: BTreeMap<String, BundleFile>,
}

impl Reader {
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), BundleError> {
        if depth > self.limits.depth {
            return Err(BundleError::TooDeep(self.limits.depth));
        }
        let entries = fs::read_dir(folder).map_err(|source| io(folder, source))?;
        for entry in entries {
            let entry = entry.map_err(|source| io(folder, source))?;
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let path = entry.path();
            let link = fs::symlink_metadata(&path).map_err(|source| io(&path, source))?;
            let target = if link.file_type().is_symlink() {
                // A link that leads nowhere, outside the root, or to a folder that holds it is not part of the bundle.
                match fs::canonicalize(&path) {
                    Ok(target) if target.starts_with(&self.root) && !folder.starts_with(&target) => target,
                    _ => continue,
                }
            } else {
                path
            };
            let meta = fs::metadata(&target).map_err(|source| io(&target, source))?;
            let key = format!("{prefix}{name}");
            if meta.is_dir() {
                self.folder(&target, &format!("{key}/"), depth + 1)?;
            } else if meta.is_file() {
                self.file(&target, key, meta.len())?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, key: String, length: u64) -> Result<(), BundleError> {
        if self.files.len() >= self.limits.files {
            return Err(BundleError::TooManyFiles(self.limits.files));
        }
        if self.bytes.saturating_add(length) > self.limits.bytes {
            return Err(BundleError::TooManyBytes(self.limits.bytes));
        }
        let bytes = fs::read(path).map_err(|source| io(path, source))?;
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        let content_type = content_type_of(&key);
        let file = BundleFile {
            bytes: bytes.into(),
            content_type,
        };
        self.files.insert(key, file);
        Ok(())
    }
}

fn io(path: &Path, source: std::io::Error) -> BundleError {
    BundleError::Io {
        path: path.to_path_buf(),
        source,
    }
}

/// Lower-case hexadecimal digits of some bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The `Content-Type` a static server gives for a file name.
pub(crate) fn content_type_of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "json" | "map" => "application/json",
        "txt" | "glsl" | "vert" | "frag" => "text/plain",
        "csv" => "text/csv",
        "md" => "text/markdown",
        "xml" | "tmx" | "fnt" => "text/xml",
        "xhtml" | "xht" => "application/xhtml+xml",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "bmp" => "image/bmp",
        "ico" => "image/vnd.microsoft.icon",
        "wav" => "audio/x-wav",
        "mp3" => "audio/mpeg",
        "ogg" | "oga" => "audio/ogg",
        "m4a" => "audio/mp4",
        "flac" => "audio/flac",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "wasm" => "application/wasm",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "webmanifest" => "application/manifest+json",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("oracade-bundle-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn folder_is_read_with_paths_and_types() {
        let root = scratch("paths");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("index.html"), "<p>").unwrap();
        fs::write(root.join("a/b/c.PNG"), "x").unwrap();
        fs::write(root.join(".secret"), "x").unwrap();
        let bundle = Bundle::from_dir(&root).unwrap();
        assert_eq!(bundle.paths().collect::<Vec<_>>(), ["a/b/c.PNG", "index.html"]);
        assert_eq!(bundle.get("a/b/c.PNG").unwrap().content_type, "image/png");
        let same = Bundle::from_bytes([
            ("index.html".to_owned(), b"<p>".to_vec()),
            ("a/b/c.PNG".to_owned(), b"x".to_vec()),
        ]);
        assert_eq!(bundle.digest(), same.digest());
        let only = Bundle::from_file(&root.join("index.html")).unwrap();
        assert_eq!(only.paths().collect::<Vec<_>>(), ["index.html"]);
        assert_ne!(only.digest(), same.digest());
        fs::remove_dir_all(root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_outside_and_loops_are_left_out() {
        use std::os::unix::fs::symlink;
        let root = scratch("links");
        let outside = scratch("outside");
        fs::write(outside.join("secret.txt"), "s").unwrap();
        fs::write(root.join("index.html"), "").unwrap();
        fs::create_dir(root.join("sub")).unwrap();
        symlink(outside.join("secret.txt"), root.join("leak.txt")).unwrap();
        symlink(&outside, root.join("leak")).unwrap();
        symlink(&root, root.join("sub/loop")).unwrap();
        symlink(root.join("index.html"), root.join("copy.html")).unwrap();
        let bundle = Bundle::from_dir(&root).unwrap();
        assert_eq!(bundle.paths().collect::<Vec<_>>(), ["copy.html", "index.html"]);
        fs::remove_dir_all(root).unwrap();
        fs::remove_dir_all(outside).unwrap();
    }

    #[test]
    fn limits_are_named() {
        let root = scratch("limits");
        fs::write(root.join("index.html"), "12345").unwrap();
        fs::write(root.join("b.txt"), "12345").unwrap();
        fs::create_dir_all(root.join("d/e")).unwrap();
        let limits = BundleLimits::default();
        let files = BundleLimits { files: 1, ..limits };
        assert!(matches!(
            Bundle::from_dir_with(&root, files),
            Err(BundleError::TooManyFiles(1))
        ));
        let bytes = BundleLimits { bytes: 9, ..limits };
        assert!(matches!(
            Bundle::from_dir_with(&root, bytes),
            Err(BundleError::TooManyBytes(9))
        ));
        let depth = BundleLimits { depth: 1, ..limits };
        assert!(matches!(Bundle::from_dir_with(&root, depth), Err(BundleError::TooDeep(1))));
        fs::remove_file(root.join("index.html")).unwrap();
        assert!(matches!(Bundle::from_dir(&root), Err(BundleError::NoEntry(_))));
        fs::remove_dir_all(root).unwrap();
    }
}
