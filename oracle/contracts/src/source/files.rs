//! A game's files, and the scripts in them.

use std::fs;
use std::path::Path;

/// Files a game may have.
pub const MAX_FILES: usize = 2000;
/// Bytes its scripts and documents may have together.
pub const MAX_BYTES: usize = 16 << 20;

/// A file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path within the game, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The scripts of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// In the order of their paths.
    pub scripts: Vec<Script>,
}

/// A script: a file, or a part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The file it stands in.
    pub file: String,
    /// The line of the file its first line is on, from 1.
    pub line: u32,
    /// Where in the file it begins, in bytes.
    pub start: usize,
    /// It is a module.
    pub module: bool,
    /// Its text.
    pub text: String,
}

/// Why a game's files cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file or folder cannot be read.
    #[error("{path}: {message}")]
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        message: String,
    },
    /// Too many files or bytes.
    #[error("the game has more than {0}")]
    TooLarge(String),
}

impl Sources {
    /// Takes the scripts out of files: whole ones, and those within HTML documents.
    pub fn from_files(mut files: Vec<SourceFile>) -> Sources {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut scripts = Vec::new();
        for file in files {
            let name = file.path.to_ascii_lowercase();
            if name.ends_with(".html") || name.ends_with(".htm") {
                inline_scripts(&file, &mut scripts);
            } else if name.ends_with(".js") || name.ends_with(".mjs") {
                scripts.push(Script {
                    module: name.ends_with(".mjs") || looks_like_module(&file.text),
                    file: file.path,
                    line: 1,
                    start: 0,
                    text: file.text,
                });
            }
        }
        Sources { scripts }
    }

    /// Reads a game: an HTML file alone, or a folder's documents and scripts. Links are not followed.
    ///
    /// # Errors
    /// Something cannot be read, or there is too much.
    pub fn load(path: &Path) -> Result<Sources, FileError> {
        let mut files = Vec::new();
        let mut bytes = 0;
        if path.is_dir() {
            let mut folders = vec![(path.to_owned(), String::new())];
            while let Some((folder, prefix)) = folders.pop() {
                let unreadable = |error: std::io::Error| FileError::Unreadable {
                    path: folder.display().to_string(),
                    message: error.to_string(),
                };
                for entry in fs::read_dir(&folder).map_err(unreadable)? {
                    let entry = entry.map_err(unreadable)?;
                    let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                    let kind = entry.file_type().map_err(unreadable)?;
                    if kind.is_dir() && !name.starts_with('.') {
                        folders.push((entry.path(), format!("{name}/")));
                    } else if kind.is_file() && is_source(&name) {
                        files.push(read(&entry.path(), name, &mut bytes)?);
                    }
                    if files.len() > MAX_FILES || folders.len() > MAX_FILES {
                        return Err(FileError::TooLarge(format!("{MAX_FILES} files")));
                    }
                }
            }
        } else {
            let name = path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            files.push(read(path, name, &mut bytes)?);
        }
        Ok(Sources::from_files(files))
    }
}

/// Documents and scripts; the ones that judge a game are none of its own.
fn is_source(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is = [".html", ".htm", ".js", ".mjs"].iter().any(|end| lower.ends_with(end));
    is && lower != "checks.js"
}

fn read(path: &Path, name: String, bytes: &mut usize) -> Result<SourceFile, FileError> {
    let unreadable = |message: String| FileError::Unreadable {
        path: path.display().to_string(),
        message,
    };
    let size = fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
    *bytes = bytes.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
    if *bytes > MAX_BYTES {
        return Err(FileError::TooLarge(format!("{MAX_BYTES} bytes of documents and scripts")));
    }
    let content = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    Ok(SourceFile {
        path: name,
        text: String::from_utf8_lossy(&content).into_owned(),
    })
}

fn looks_like_module(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export ") || line.starts_with("export{")
    })
}

/// The scripts within a document, as a browser would find them as long as the document is well formed.
fn inline_scripts(file: &SourceFile, scripts: &mut Vec<Script>) {
    let text = &file.text;
    let lower = text.to_ascii_lowercase();
    let mut at = 0;
    let mut counted = 0;
    let mut line = 1u32;
    while let Some(found) = lower[at..].find('<') {
        let tag = at + found;
        if lower[tag..].starts_with("<!--") {
            at = lower[tag..].find("-->").map_or(lower.len(), |end| tag + end + 3);
            continue;
        }
        let after = lower[tag..].strip_prefix("<script");
        let is_script =
            after.is_some_and(|rest| rest.starts_with(['>', '/']) || rest.starts_with(|c: char| c.is_ascii_whitespace()));
        if !is_script {
            at = tag + 1;
            continue;
        }
        let Some(open) = tag_end(&lower, tag) else { return };
        let content = open + 1;
        let end = lower[content..].find("</script").map_or(lower.len(), |end| content + end);
        line += text[counted..content].bytes().filter(|byte| *byte == b'\n').count() as u32;
        counted = content;
        let kind = attribute(&lower[tag..open], "type");
        let is_code = matches!(
            kind.as_deref(),
            None | Some("" | "module" | "text/javascript" | "application/javascript")
        );
        if is_code && attribute(&lower[tag..open], "src").is_none() && !text[content..end].trim().is_empty() {
            scripts.push(Script {
                file: file.path.clone(),
                line,
                start: content,
                module: kind.as_deref() == Some("module"),
                text: text[content..end].to_owned(),
            });
        }
        at = end;
    }
}

/// The `>` that ends the tag at `tag`, outside quotes.
fn tag_end(text: &str, tag: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(tag) {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    None
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let mut rest = tag;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        rest = &rest[at + name.len()..];
        if !before.is_some_and(|c| c.is_ascii_whitespace() || c == '"' || c == '\'') {
            continue;
        }
        let Some(value) = rest.trim_start().strip_prefix('=') else {
            continue;
        };
        let value = value.trim_start();
        return Some(match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default().trim().to_owned(),
            _ => value
                .split(|c: char| c.is_ascii_whitespace())
                .next()
                .unwrap_or_default()
                .to_owned(),
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_a_document_keep_their_lines() {
        let text = "<html>\n<!-- <script>no()</script> -->\n<script src=\"a.js\"></script><script type='importmap'>{}</script>\n\
                    <SCRIPT data-x=\">\">\nlet a = 1;\n</script>\n<script type=module>export {}\n</script></html>";
        let sources = Sources::from_files(vec![
            SourceFile {
                path: "index.html".to_owned(),
                text: text.to_owned(),
            },
            SourceFile {
                path: "a.js".to_owned(),
                text: "import x from './b.js';".to_owned(),
            },
            SourceFile {
                path: "a.css".to_owned(),
                text: String::new(),
            },
        ]);
        let seen: Vec<(&str, u32, bool, &str)> = sources
            .scripts
            .iter()
            .map(|s| (s.file.as_str(), s.line, s.module, s.text.trim()))
            .collect();
        assert_eq!(
            seen,
            [
                ("a.js", 1, true, "import x from './b.js';"),
                ("index.html", 4, false, "let a = 1;"),
                ("index.html", 7, true, "export {}"),
            ]
        );
    }

    #[test]
    fn broken_documents_end() {
        for text in [
            "<script",
            "<script>",
            "<script a=\"",
            "<!--",
            "<script></script",
            "<",
            "<scripté>x",
        ] {
            Sources::from_files(vec![SourceFile {
                path: "x.html".to_owned(),
                text: text.to_owned(),
            }]);
        }
    }
}
