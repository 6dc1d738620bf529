//! THIRD-PARTY.md: what the command is made of, and under which licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, bail};
use serde::Deserialize;

/// Licences one of which each crate must offer. Everything else wants a person's eye first.
const ACCEPTED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Arguments of `licenses`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if the file is not up to date, instead of writing it.
    #[arg(long)]
    check: bool,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let path = crate::root().join("THIRD-PARTY.md");
    let text = document(&crates()?)?;
    if args.check {
        let present = fs::read_to_string(&path).unwrap_or_default();
        if present != text {
            bail!("THIRD-PARTY.md is not up to date; run: cargo xtask licenses");
        }
        println!("THIRD-PARTY.md is up to date");
    } else {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The crates of the registry that the command links, by name and version, with their licence expressions.
fn crates() -> anyhow::Result<BTreeMap<(String, String), String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(crate::root())
        .args(["metadata", "--format-version", "1", "--locked"]);
    command.args(["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let metadata: Metadata = serde_json::from_slice(&crate::output(&mut command)?)?;
    let packages: BTreeMap<_, _> = metadata
        .packages
        .iter()
        .map(|package| (package.id.as_str(), package))
        .collect();
    let nodes: BTreeMap<_, _> = metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let start = metadata
        .packages
        .iter()
        .find(|package| package.name == "oracade" && package.source.is_none());
    let mut queue: Vec<&str> = vec![start.context("cargo metadata has no package oracade")?.id.as_str()];
    let mut seen = BTreeSet::new();
    let mut linked = BTreeMap::new();
    while let Some(id) = queue.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Some(package) = packages.get(id).filter(|package| package.source.is_some()) {
            let license = package.license.clone().unwrap_or_else(|| "none stated".to_owned());
            linked.insert((package.name.clone(), package.version.clone()), license);
        }
        let normal = |dep: &&Dependency| dep.dep_kinds.iter().any(|kind| kind.kind.is_none());
        queue.extend(
            nodes
                .get(id)
                .into_iter()
                .flat_map(|node| node.deps.iter().filter(normal).map(|dep| dep.pkg.as_str())),
        );
    }
    Ok(linked)
}

/// Whether an SPDX expression can be met with accepted licences. Knows `AND`, `OR`, `WITH`, parentheses and the old `/`.
fn accepted(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_ascii_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at);
    met && at == words.len()
}

fn any(words: &[&str], at: &mut usize) -> bool {
    let mut met = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at);
    }
    met
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut met = term(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= term(words, at);
    }
    met
}

fn term(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let met = any(words, at);
        *at += usize::from(words.get(*at) == Some(&")"));
        return met;
    }
    let mut name = (*word).to_owned();
    if let (Some(&"WITH"), Some(exception)) = (words.get(*at), words.get(*at + 1)) {
        name = format!("{name} WITH {exception}");
        *at += 2;
    }
    ACCEPTED.contains(&name.as_str())
}

fn document(crates: &BTreeMap<(String, String), String>) -> anyhow::Result<String> {
    let strange: Vec<_> = crates
        .iter()
        .filter(|(_, license)| !accepted(license))
        .map(|((name, _), license)| format!("{name} ({license})"))
        .collect();
    if !strange.is_empty() {
        bail!(
            "licences nobody has looked at: {}; see ACCEPTED in xtask/src/licenses.rs",
            strange.join(", ")
        );
    }
    let mut out = String::from(INTRODUCTION);
    for ((name, version), license) in crates {
        writeln!(out, "| {name} | {version} | {license} |")?;
    }
    Ok(out)
}

const INTRODUCTION: &str = "\
# Third-party works

Oracade itself is licensed `MIT OR Apache-2.0`. A built `oracade` also contains the works below. This file is written by
`cargo xtask licenses`.

## In the tree

| folder | what | licences |
|---|---|---|
| third_party/v8 | V8 and what it links, built from the crate `v8` (docs/v8.md) | [NOTICES](third_party/v8/NOTICES): BSD-3-Clause, Unicode-3.0, Apache-2.0, MIT and others; its sine and cosine are the GNU C Library's, LGPL-2.1-or-later |
| third_party/fonts | Liberation, DejaVu and Noto Color Emoji | [README](third_party/fonts/README.md): GPL-2.0 with font exception, Bitstream Vera, OFL-1.1 |

The engines and libraries that games load from content networks are not part of Oracade. `oracade vendor` brings them to a
user's machine with the user's npm client; `oracade vendor GAME --licenses` shows their licences.

## Crates

| crate | version | licence |
|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT OR GPL-3.0",
            "MIT/Apache-2.0",
            "(MIT OR GPL-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(accepted(good), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "",
            "none stated",
            "Apache-2.0 WITH other",
            "MIT )",
            "(GPL-2.0) AND MIT",
        ] {
            assert!(!accepted(bad), "{bad}");
        }
    }
}
