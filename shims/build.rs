//! Lists every JavaScript source under `js/`, with its text, in a table that the library includes.
//!
//! Nothing here names the folder of the checkout: a second checkout that shares a target folder then builds nothing anew.

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
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        writeln!(
            table,
            "    ({:?}, {:?}),",
            format!("ext:oracade/{name}"),
            fs::read_to_string(file)?
        )?;
    }
    table.push(']');
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("sources.rs"), table)?;
    Ok(())
}
