//! `wasm-games`: builds the modules of games/wasm from their sources, which lie beside them. The modules are in the tree, so that
//! nobody needs the compilers to play, test or judge them.

use crate::root;
use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `wasm-games`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these games [default: all].
    games: Vec<String>,
    /// Write nothing; fail if a module is not what its source gives.
    #[arg(long)]
    check: bool,
}

/// How a source becomes a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Rust,
    RustProgram,
    C,
}

const SOURCES: [(Source, &str); 3] = [
    (Source::Rust, "game.rs"),
    (Source::RustProgram, "program.rs"),
    (Source::C, "game.c"),
];

/// Options that all Rust modules are built with: small, and without the paths of the machine.
const RUST: &[&str] = &[
    "--edition=2024",
    "--crate-name=game",
    "-Copt-level=3",
    "-Cpanic=abort",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Cstrip=symbols",
];
const RUST_GAME: &[&str] = &[
    "--target=wasm32-unknown-unknown",
    "--crate-type=cdylib",
    "-Clink-arg=-zstack-size=65536",
];
const C: &[&str] = &[
    "--target=wasm32",
    "-std=c11",
    "-O2",
    "-nostdlib",
    "-ffreestanding",
    "-fno-builtin",
    "-Wall",
    "-Wextra",
    "-Wl,--no-entry",
    "-Wl,--strip-all",
    "-Wl,-z,stack-size=16384",
];

/// The compilers the modules in the tree are of.
const VERSIONS: &str = "games/wasm/toolchain.txt";

/// Builds or checks.
///
/// # Errors
/// A source does not compile, or with `--check` a module is not of its source.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = root().join("games/wasm");
    let recorded = fs::read_to_string(root().join(VERSIONS)).unwrap_or_default();
    let mut versions = Vec::new();
    let mut differ = Vec::new();
    for (name, source, file) in games(&folder)? {
        if !args.games.is_empty() && !args.games.contains(&name) {
            continue;
        }
        let Some(version) = version(source) else {
            println!("{name}: skipped, the compiler for {} is not here", file.display());
            continue;
        };
        if args.check && !recorded.lines().any(|line| line == version) {
            println!("{name}: skipped, the module in the tree was built by another compiler than {version}");
            continue;
        }
        let built = build(&folder.join(&name), source, &file).with_context(|| name.clone())?;
        let module = folder.join(&name).join("game.wasm");
        let same = fs::read(&module).is_ok_and(|old| old == built);
        println!("{name}: {} bytes{}", built.len(), if same { "" } else { ", changed" });
        if !same && args.check {
            differ.push(name);
        } else if !same {
            fs::write(&module, &built).with_context(|| module.display().to_string())?;
        }
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    if !differ.is_empty() {
        bail!(
            "not what their sources give: {}; run cargo xtask wasm-games",
            differ.join(", ")
        );
    }
    if !args.check && args.games.is_empty() {
        fs::write(root().join(VERSIONS), versions.join("\n") + "\n")?;
    }
    Ok(())
}

/// The games that have a source, by name.
fn games(folder: &Path) -> anyhow::Result<Vec<(String, Source, PathBuf)>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let found = SOURCES.iter().find(|(_, file)| path.join(file).is_file());
        if let (Some((source, file)), Some(name)) = (found, path.file_name()) {
            games.push((name.to_string_lossy().into_owned(), *source, PathBuf::from(file)));
        }
    }
    games.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(games)
}

/// The first line the compiler says about itself, if it can build for WebAssembly.
fn version(source: Source) -> Option<String> {
    let (program, probe): (&str, &[&str]) = match source {
        Source::Rust => ("rustc", &["--print=target-libdir", "--target=wasm32-unknown-unknown"]),
        Source::RustProgram => ("rustc", &["--print=target-libdir", "--target=wasm32-wasip1"]),
        Source::C => ("clang", &["--target=wasm32", "-print-prog-name=wasm-ld"]),
    };
    let output = Command::new(program)
        .args(probe)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let place = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let there = match source {
        Source::C => Command::new(&place).arg("--version").output().is_ok(),
        _ => Path::new(&place).is_dir(),
    };
    let output = Command::new(program).arg("--version").output().ok().filter(|_| there)?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
}

fn build(folder: &Path, source: Source, file: &Path) -> anyhow::Result<Vec<u8>> {
    let out = std::env::temp_dir().join(format!("oracade-wasm-game-{}.wasm", std::process::id()));
    let mut command = match source {
        Source::C => {
            let mut clang = Command::new("clang");
            clang.args(C);
            clang
        }
        Source::Rust | Source::RustProgram => {
            let mut rustc = Command::new("rustc");
            rustc.args(RUST);
            if source == Source::Rust {
                rustc.args(RUST_GAME);
            } else {
                rustc.arg("--target=wasm32-wasip1");
            }
            rustc
        }
    };
    // Names of files are in messages of the modules, so they are built in their folder.
    let status = command.current_dir(folder).arg(file).arg("-o").arg(&out).status()?;
    if !status.success() {
        bail!("{} does not compile", file.display());
    }
    let bytes = fs::read(&out).context("the module was not written");
    let _ = fs::remove_file(&out);
    bytes
}
