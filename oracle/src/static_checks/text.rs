//! The text that patterns search: the document and the local scripts it links, read as Python's text mode reads them.

use super::html::{self, HtmlError, Page};
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Documents and linked scripts above this many bytes are refused.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// All text that is searched together.
const MAX_TOTAL_BYTES: usize = 128 << 20;

/// What lies beside a document: the scripts it links, and files it must have.
#[derive(Clone, Copy, Debug)]
pub enum Beside<'a> {
    /// Nothing: the document stands alone as `index.html`, as in the benchmark's official runs.
    Nothing,
    /// A folder.
    Folder(&'a Path),
    /// Files in memory, by their paths.
    Files(&'a BTreeMap<String, Vec<u8>>),
}

impl Beside<'_> {
    /// The local file a `src` names, if it is there.
    fn script(&self, src: &str) -> Result<Option<Vec<u8>>, ReadError> {
        match self {
            Beside::Nothing => Ok(None),
            Beside::Folder(folder) => match local_file(folder, src).map(|file| read_file(&file)) {
                Some(Err(error @ ReadError::TooLarge(_))) => Err(error),
                other => Ok(other.and_then(Result::ok)),
            },
            Beside::Files(files) => Ok(local_path(src).and_then(|path| files.get(&within(&path)?).cloned())),
        }
    }

    /// Whether a file of that path is there.
    pub(super) fn has(&self, path: &str) -> bool {
        match self {
            Beside::Nothing => path.trim_start_matches("./") == "index.html",
            Beside::Folder(folder) => folder.join(path).exists(),
            Beside::Files(files) => within(path).is_some_and(|path| files.contains_key(&path)),
        }
    }
}

/// A relative path without its `.` and `..`; nothing if it leads out of where it begins.
fn within(path: &str) -> Option<String> {
    let mut names = Vec::new();
    if path.starts_with('/') {
        return None;
    }
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop()?;
            }
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// A script that the tools look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptAsset {
    /// `inline script #1`, `linked script game.js`.
    pub label: String,
    /// Its source.
    pub content: String,
    /// `type="module"`, exactly.
    pub is_module: bool,
}

/// A document ready to be checked.
#[derive(Clone, Debug)]
pub struct Document {
    /// The document's text and that of its local scripts.
    pub searchable: String,
    /// Size of the document's file in bytes, scripts not included.
    pub file_size: u64,
    /// Tags and scripts.
    pub page: Page,
    /// Inline scripts in document order, then linked ones that exist.
    pub scripts: Vec<ScriptAsset>,
}

/// Why a document cannot be checked at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such file.
    #[error("not found: {0}")]
    Missing(PathBuf),
    /// It cannot be read, or it is a folder.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// It, or what it links, is larger than [`MAX_FILE_BYTES`].
    #[error("too large: {0}")]
    TooLarge(PathBuf),
    /// The reference's parser would raise an exception.
    #[error("the document cannot be parsed: {0}")]
    Html(#[from] HtmlError),
}

/// Reads a document and the scripts beside it.
///
/// # Errors
/// [`ReadError`]; scripts that are missing, elsewhere or unreadable are skipped without one.
pub fn read(path: &Path) -> Result<Document, ReadError> {
    let bytes = read_file(path)?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    from_bytes(&bytes, Beside::Folder(folder))
}

/// The document in `bytes`, whose local scripts (if any) lie `beside` it.
///
/// # Errors
/// As [`read`].
pub fn from_bytes(bytes: &[u8], beside: Beside<'_>) -> Result<Document, ReadError> {
    let mut searchable = decode(bytes);
    let page = html::parse(&searchable)?;
    let inline = page.inline.iter().enumerate().map(|(index, script)| ScriptAsset {
        label: format!("inline script #{}", index + 1),
        content: script.content.clone(),
        is_module: script.kind == "module",
    });
    let mut scripts: Vec<ScriptAsset> = inline.collect();
    for script in &page.linked {
        let Some(content) = beside.script(&script.src)?.map(|bytes| decode(&bytes)) else {
            continue;
        };
        if searchable.len() + content.len() > MAX_TOTAL_BYTES {
            return Err(ReadError::TooLarge(PathBuf::from(&script.src)));
        }
        searchable.push_str(&format!("\n/* linked script: {} */\n{content}", script.src));
        let label = format!("linked script {}", script.src);
        scripts.push(ScriptAsset {
            label,
            content,
            is_module: script.kind == "module",
        });
    }
    Ok(Document {
        searchable,
        file_size: bytes.len() as u64,
        page,
        scripts,
    })
}

fn read_file(path: &Path) -> Result<Vec<u8>, ReadError> {
    let unreadable = |error| ReadError::Unreadable(path.to_owned(), error);
    let meta = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(ReadError::Missing(path.to_owned()));
        }
        other => other.map_err(unreadable)?,
    };
    if !meta.is_file() {
        return Err(unreadable(io::Error::other("not a file")));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge(path.to_owned()));
    }
    fs::read(path).map_err(unreadable)
}

/// UTF-8 with replacement characters for what is none, and every line end as `\n`. A byte order mark stays.
pub fn decode(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.into_owned()
    }
}

/// The file a `src` names inside of `folder`, if it has neither scheme nor host and exists.
fn local_file(folder: &Path, src: &str) -> Option<PathBuf> {
    let path = local_path(src)?;
    let root = fs::canonicalize(folder).ok()?;
    let file = fs::canonicalize(root.join(path)).ok()?;
    (file.starts_with(&root) && file.is_file()).then_some(file)
}

/// The path of a relative address as Python's `urlparse` and `unquote` yield it.
fn local_path(src: &str) -> Option<String> {
    if src.starts_with("//") {
        return None;
    }
    let cleaned: String = src
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\r' | '\n'))
        .collect();
    let has_scheme = cleaned.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.'))
    });
    if has_scheme {
        return None;
    }
    let mut rest = cleaned.as_str();
    if let Some(authority) = rest.strip_prefix("//") {
        let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
        if end > 0 {
            return None;
        }
        rest = authority;
    }
    let rest = rest.split(['#']).next().unwrap_or_default();
    let rest = rest.split(['?']).next().unwrap_or_default();
    // Parameters of the last segment are no part of the path.
    let segment = rest.rfind('/').unwrap_or(0);
    let path = match rest.get(segment..).and_then(|last| last.find(';')) {
        Some(at) => rest.get(..segment + at).unwrap_or_default(),
        None => rest,
    };
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    (!path.is_empty() && !path.contains('\0')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_lie_beside_a_document() {
        let files = BTreeMap::from([
            ("js/a b.js".to_owned(), b"one".to_vec()),
            ("index.html".to_owned(), Vec::new()),
        ]);
        let beside = Beside::Files(&files);
        let document =
            b"<script src='./js/../js/a%20b.js'></script><script src='/js/a b.js'></script><script src='../index.html'></script>";
        let read = from_bytes(document, beside).unwrap();
        assert_eq!(read.scripts.len(), 1);
        assert!(read.searchable.ends_with("a%20b.js */\none"));
        assert!(beside.has("./index.html") && !beside.has("../index.html") && !beside.has("none.js"));
    }

    #[test]
    fn decodes_like_text_mode() {
        assert_eq!(decode(b"a\r\nb\rc\n\r"), "a\nb\nc\n\n");
        assert_eq!(decode(b"\xef\xbb\xbfx"), "\u{feff}x");
        // One replacement character per maximal ill-formed part.
        assert_eq!(decode(b"\xe2\x82z\xff\xf0\x9f\x8e"), "\u{fffd}z\u{fffd}\u{fffd}");
    }

    #[test]
    fn only_relative_addresses_name_files() {
        for (src, path) in [
            ("game.js", Some("game.js")),
            ("./a%20b.js?v=1#x", Some("./a b.js")),
            ("/abs.js", Some("/abs.js")),
            ("a;v=1", Some("a")),
            ("x/a;b.js", Some("x/a")),
            ("x;y/a.js", Some("x;y/a.js")),
            (" \n game.js", Some("game.js")),
            ("https://cdn.example/x.js", None),
            ("//cdn.example/x.js", None),
            (" //cdn.example/x.js", None),
            ("data:text/javascript,1", None),
            ("?x", None),
            ("#x", None),
            ("1:2", Some("1:2")),
        ] {
            assert_eq!(local_path(src).as_deref(), path, "{src}");
        }
    }

    #[test]
    fn linked_scripts_join_the_text_when_they_lie_inside() {
        let base = std::env::temp_dir().join(format!("oracade-static-text-{}", std::process::id()));
        let folder = base.join("game");
        fs::create_dir_all(folder.join("js")).unwrap();
        fs::write(base.join("outside.js"), "outside").unwrap();
        fs::write(folder.join("js/a b.js"), "one\r\n").unwrap();
        let document = b"<script src='js/a%20b.js?1' type=Module></script><script>1</script>\
            <script src=../outside.js></script><script src=none.js></script><script src=js></script>";
        let read = from_bytes(document, Beside::Folder(&folder)).unwrap();
        assert!(
            read.searchable
                .ends_with("</script>\n/* linked script: js/a%20b.js?1 */\none\n")
        );
        let labels: Vec<_> = read.scripts.iter().map(|s| (s.label.as_str(), s.is_module)).collect();
        assert_eq!(labels, [("inline script #1", false), ("linked script js/a%20b.js?1", true)]);
        assert_eq!(read.file_size, document.len() as u64);
        fs::remove_dir_all(&base).unwrap();
    }
}
