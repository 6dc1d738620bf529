//! Lists every JavaScript source under `js/`, with its text, in a table that the library includes, and makes of them the one module that
//! the start-up snapshot is made of.
//!
//! Nothing here names the folder of the checkout: a second checkout that shares a target folder then builds nothing anew.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Collects the `.js` files below `dir` in a fixed order, so that the snapshot does not depend on the file system's.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", dir.display());
    let mut entries = fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo runs this in the package's folder and takes the paths it is told as relative to that.
    let root = Path::new("js");
    let mut files = Vec::new();
    walk(root, &mut files)?;
    let mut sources = Vec::with_capacity(files.len());
    for file in &files {
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        sources.push((format!("ext:oracade/{name}"), fs::read_to_string(file)?));
    }
    let mut table = String::from("&[\n");
    for (name, text) in &sources {
        writeln!(table, "    ({name:?}, {text:?}),")?;
    }
    table.push(']');
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("sources.rs"), table)?;

    println!("cargo::rerun-if-changed=warm.txt");
    let sources = sources.into_iter().map(|(name, text)| (name, Cow::Owned(text))).collect();
    let mut modules = oracade_harden::all(sources, &fs::read_to_string("warm.txt")?)?;
    // It needs V8's own syntax, which nothing else reads.
    let warm = modules.iter().position(|(name, _)| name == oracade_harden::WARM);
    let warm = warm.map(|at| modules.remove(at).1).unwrap_or_default();
    fs::write(out.join("warm.js"), warm)?;
    fs::write(
        out.join("bundle.js"),
        oracade_harden::bundle(&modules, "ext:oracade/main.js")?,
    )?;
    Ok(())
}
