//! Writes the shims as they are rewritten: `harden FROM TO`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Cow<'static, str>)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            found.push((format!("ext:oracade/{name}"), Cow::Owned(std::fs::read_to_string(&path)?)));
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = arguments.as_slice() else {
        return Err("usage: harden FROM TO".into());
    };
    let mut found = Vec::new();
    collect(from, from, &mut found)?;
    let begun = Instant::now();
    let modules = oracade_harden::all(found, "")?;
    println!("{} modules in {:?}", modules.len(), begun.elapsed());
    for (name, text) in modules {
        let file = to.join(name.trim_start_matches("ext:oracade/"));
        std::fs::create_dir_all(file.parent().unwrap_or(to))?;
        std::fs::write(file, text)?;
    }
    Ok(())
}
