//! The browser API surface in JavaScript.
//!
//! Every file under `js/` is an ES module named `ext:oracade/<path>`. The runtime evaluates [`ENTRY`] once, while it
//! builds its start-up snapshot; that module imports all the others. See `docs/boundary.md` for the hooks and ops.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use oracade_harden::{Keyed, functions};

/// The module whose evaluation installs the whole surface.
pub const ENTRY: &str = "ext:oracade/main.js";

/// All modules as `(specifier, source)`, sorted by path, as they were written.
pub const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// The functions that pages run while they open, a specifier and a key (`oracade-harden`) in each line: they are compiled before the
/// start-up snapshot is made. `cargo xtask warm` makes the list.
pub const WARM: &str = include_str!("../warm.txt");

/// All modules as one: what is evaluated for the start-up snapshot (`oracade_harden::bundle`).
const BUNDLE: &str = include_str!(concat!(env!("OUT_DIR"), "/bundle.js"));

/// The module that compiles functions ahead, which is not in [`BUNDLE`].
const WARMING: &str = include_str!(concat!(env!("OUT_DIR"), "/warm.js"));

static FOLDER: OnceLock<PathBuf> = OnceLock::new();
static COLD: OnceLock<()> = OnceLock::new();

/// For whoever makes [`WARM`]: from now on [`sources`] compiles nothing ahead. Call it before the engine is made.
pub fn compile_nothing_ahead() {
    let _ = COLD.set(());
}

/// For people who work on the shims: from now on [`sources`] reads the files under `folder` instead of the embedded ones, and
/// `warm.txt` beside it, so that a change needs no build. Call it before the engine is made. Nothing that judges or replays does.
pub fn read_from(folder: &Path) {
    let _ = FOLDER.set(folder.to_owned());
}

/// The modules to evaluate, as `(specifier, source)`, rewritten by `oracade-harden`, so that pages cannot change what they do. They are
/// one that was made when this crate was built; after [`read_from`] or [`compile_nothing_ahead`] they are those that were written, whose
/// names and lines a person knows.
///
/// # Errors
/// A folder given to [`read_from`] that cannot be read; a source that cannot be made safe.
pub fn sources() -> std::io::Result<Vec<(String, String)>> {
    if FOLDER.get().is_none() && COLD.get().is_none() {
        let made = [(ENTRY, BUNDLE), (oracade_harden::WARM, WARMING)];
        return Ok(made.map(|(name, text)| (name.to_owned(), text.to_owned())).into());
    }
    let written = match FOLDER.get() {
        Some(folder) => read(folder)?,
        None => SOURCES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), Cow::Borrowed(*text)))
            .collect(),
    };
    let warm = match FOLDER.get() {
        _ if COLD.get().is_some() => Cow::Borrowed(""),
        Some(folder) => std::fs::read_to_string(folder.with_file_name("warm.txt"))
            .unwrap_or_default()
            .into(),
        None => Cow::Borrowed(WARM),
    };
    oracade_harden::all(written, &warm).map_err(std::io::Error::other)
}

fn read(folder: &Path) -> std::io::Result<Vec<(String, Cow<'static, str>)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "js") {
                let name = path
                    .strip_prefix(folder)
                    .unwrap_or(&path)
                    .to_string_lossy()
                    .replace('\\', "/");
                found.push((format!("ext:oracade/{name}"), Cow::Owned(std::fs::read_to_string(&path)?)));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Specifiers that `source` imports statically.
    fn imports(source: &str) -> impl Iterator<Item = &str> {
        source.split("\"ext:").skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn every_function_to_compile_ahead_is_there() {
        let sources = oracade_harden::all(
            SOURCES
                .iter()
                .map(|(name, text)| ((*name).to_owned(), Cow::Borrowed(*text)))
                .collect(),
            "",
        )
        .unwrap();
        let mut known = BTreeSet::new();
        for (name, text) in &sources {
            known.extend(
                oracade_harden::functions(text)
                    .unwrap()
                    .into_iter()
                    .map(|function| format!("{name} {}", function.key)),
            );
        }
        for line in WARM.lines() {
            assert!(
                known.contains(line),
                "there is no {line}: make warm.txt anew with `cargo xtask warm`"
            );
        }
    }

    #[test]
    fn every_import_of_a_shim_has_a_source_and_every_source_is_imported() {
        let known: BTreeSet<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        let mut used = BTreeSet::from([ENTRY.to_owned()]);
        for (name, source) in SOURCES {
            for import in imports(source).filter(|import| import.starts_with("oracade/")) {
                let import = format!("ext:{import}");
                assert!(
                    known.contains(import.as_str()),
                    "{name} imports {import}, which does not exist"
                );
                used.insert(import);
            }
        }
        for name in known {
            // The rewriting imports it.
            if name == oracade_harden::SAFE {
                continue;
            }
            assert!(used.contains(name), "nothing imports {name}");
        }
    }
}
