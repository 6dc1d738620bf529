//! What counts as a delivered game.

use crate::report::Outcome;
use oracade_runtime::Bundle;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game of WebAssembly in place of a document.
const MODULE: &str = "game.wasm";

/// Where a game comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A folder with `index.html` or `game.wasm`; the game may ask for its other files, except the ones that judge it.
    Folder(PathBuf),
    /// One HTML file or module of WebAssembly; its neighbours do not exist for it, as in the benchmark's official runs.
    File(PathBuf),
    /// A document in memory.
    Text(String),
    /// A game's files in memory, by their paths.
    Files(BTreeMap<String, Vec<u8>>),
}

impl Source {
    /// The document's path, if it is a file. A game of WebAssembly has none.
    pub fn index(&self) -> Option<PathBuf> {
        match self {
            _ if self.is_module() => None,
            Source::Folder(folder) => Some(folder.join("index.html")),
            Source::File(file) => Some(file.clone()),
            Source::Text(_) | Source::Files(_) => None,
        }
    }

    /// Whether it is a game of WebAssembly.
    fn is_module(&self) -> bool {
        match self {
            Source::Folder(folder) => !exists(&folder.join("index.html")) && exists(&folder.join(MODULE)),
            Source::File(file) => file
                .extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case("wasm")),
            Source::Text(_) | Source::Files(_) => false,
        }
    }

    /// Reads the files of a game that is to be judged: its document must be whole. `judges` are files that do not belong to the game
    /// wherever they lie.
    ///
    /// # Errors
    /// As [`Source::read`], or the outcome `incomplete`: there is no `</html>`.
    pub fn load(&self, judges: &[&Path]) -> Result<Arc<Bundle>, Outcome> {
        let bundle = self.read(judges)?;
        if !self.is_module() && !is_whole(document_of(&bundle)) {
            let shown = self
                .index()
                .map_or_else(|| "index.html".to_owned(), |index| index.display().to_string());
            return Err(not_delivered(
                "incomplete",
                format!("{shown} has no </html>: the document was cut off"),
            ));
        }
        Ok(bundle)
    }

    /// Reads a game's files as a browser would open them: a document without its end is a document.
    ///
    /// # Errors
    /// An outcome: `missing`, `symlink`, `empty`, or `unreadable` (too many files or bytes, no rights).
    pub fn read(&self, judges: &[&Path]) -> Result<Arc<Bundle>, Outcome> {
        let bundle = match self {
            Source::Text(text) => Bundle::from_bytes([("index.html".to_owned(), text.clone().into_bytes())]),
            Source::Files(files) => Bundle::from_bytes(files.clone()),
            Source::File(file) => {
                check_file(file)?;
                Bundle::from_file(file).map_err(|error| not_delivered("unreadable", error.to_string()))?
            }
            Source::Folder(folder) => {
                check_file(&folder.join(if self.is_module() { MODULE } else { "index.html" }))?;
                let all = Bundle::from_dir(folder).map_err(|error| not_delivered("unreadable", error.to_string()))?;
                without(all, folder, judges)
            }
        };
        if self.is_module() {
            return match bundle.get(MODULE) {
                Some(file) if !file.bytes.is_empty() => Ok(Arc::new(bundle)),
                _ => Err(not_delivered("empty", "game.wasm is empty")),
            };
        }
        if document_of(&bundle).iter().all(u8::is_ascii_whitespace) {
            return Err(not_delivered("empty", "index.html is empty"));
        }
        Ok(Arc::new(bundle))
    }
}

fn without(bundle: Bundle, folder: &Path, judges: &[&Path]) -> Bundle {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let judges: Vec<PathBuf> = judges.iter().filter_map(|path| real(path)).collect();
    let belongs = |path: &&str| real(&folder.join(path)).is_none_or(|file| !judges.contains(&file));
    if bundle.paths().all(|path| belongs(&path)) {
        return bundle;
    }
    let files = bundle
        .paths()
        .filter(belongs)
        .filter_map(|path| Some((path.to_owned(), bundle.get(path)?.bytes.to_vec())));
    Bundle::from_bytes(files.collect::<Vec<_>>())
}

fn not_delivered(name: &str, message: impl Into<String>) -> Outcome {
    Outcome {
        name: name.to_owned(),
        message: message.into(),
        fatal: false,
    }
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn check_file(index: &Path) -> Result<(), Outcome> {
    let shown = index.display();
    let meta = fs::symlink_metadata(index)
        .map_err(|_| not_delivered("missing", format!("there is no {shown}: deliver the game as index.html")))?;
    if meta.file_type().is_symlink() {
        return Err(not_delivered(
            "symlink",
            format!("{shown} is a symbolic link: deliver the file itself"),
        ));
    }
    if !meta.is_file() {
        return Err(not_delivered("missing", format!("{shown} is not a file")));
    }
    Ok(())
}

fn document_of(bundle: &Bundle) -> &[u8] {
    bundle.get("index.html").map(|file| file.bytes.as_ref()).unwrap_or_default()
}

/// Whether a document has its end, which one that was cut off has not.
fn is_whole(document: &[u8]) -> bool {
    document.windows(6).any(|window| window.eq_ignore_ascii_case(b"</html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("oracade-delivery-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn outcome(source: &Source) -> String {
        source
            .load(&[])
            .err()
            .map_or_else(|| "delivered".to_owned(), |outcome| outcome.name)
    }

    #[test]
    fn each_way_of_not_delivering_has_a_name() {
        let folder = scratch("names");
        let index = folder.join("index.html");
        assert_eq!(outcome(&Source::Folder(folder.clone())), "missing");
        fs::write(&index, " \n").unwrap();
        assert_eq!(outcome(&Source::Folder(folder.clone())), "empty");
        fs::write(&index, "<html><body>").unwrap();
        assert_eq!(outcome(&Source::File(index.clone())), "incomplete");
        assert!(
            Source::File(index.clone()).read(&[]).is_ok(),
            "to be run it need not be whole"
        );
        fs::write(&index, "<HTML></HTML >").unwrap();
        assert_eq!(outcome(&Source::File(index.clone())), "delivered");
        #[cfg(unix)]
        {
            let link = folder.join("link.html");
            std::os::unix::fs::symlink(&index, &link).unwrap();
            assert_eq!(outcome(&Source::File(link)), "symlink");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_module_stands_in_for_the_document() {
        let folder = scratch("module");
        let source = Source::Folder(folder.clone());
        fs::write(folder.join("game.wasm"), "").unwrap();
        assert_eq!(outcome(&source), "empty");
        fs::write(folder.join("game.wasm"), "\0asm").unwrap();
        assert_eq!(outcome(&source), "delivered");
        assert_eq!(source.index(), None);
        assert_eq!(outcome(&Source::File(folder.join("game.wasm"))), "delivered");
        fs::write(folder.join("index.html"), "<html>").unwrap();
        assert_eq!(outcome(&source), "incomplete", "a document comes first");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_files_that_judge_a_game_are_not_part_of_it() {
        let folder = scratch("judges");
        fs::write(folder.join("index.html"), "<html></html>").unwrap();
        fs::write(folder.join("checks.js"), "secret").unwrap();
        fs::write(folder.join("a.js"), "1").unwrap();
        let bundle = Source::Folder(folder.clone()).load(&[&folder.join("checks.js")]).unwrap();
        assert_eq!(bundle.paths().collect::<Vec<_>>(), ["a.js", "index.html"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
