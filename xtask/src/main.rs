//! Chores of the people who work on Oracade: `cargo xtask --help`.

mod bench;
mod chromium;
mod licenses;
mod v8;

use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode};

use anyhow::{Context as _, bail};
use clap::{Parser, Subcommand};

/// Chores of the people who work on Oracade.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The pinned engine (docs/v8.md).
    #[command(subcommand)]
    V8(v8::Command),
    /// Measure speed and memory, beside Chromium where it is installed.
    Bench(bench::Args),
    /// Record what a real Chromium does with a game.
    #[command(subcommand)]
    Chromium(chromium::Command),
    /// Write THIRD-PARTY.md from the crates that the command links.
    Licenses(licenses::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::V8(command) => v8::run(&command),
        Command::Bench(args) => bench::run(&args),
        Command::Chromium(command) => chromium::run(&command),
        Command::Licenses(args) => licenses::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// The library folder that `oracade vendor` fills: `ORACADE_LIBRARY`, else in the user's cache folder.
fn library() -> anyhow::Result<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(library) = folder("ORACADE_LIBRARY") {
        return Ok(library);
    }
    let cache = folder("XDG_CACHE_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| folder("HOME").map(|home| home.join(".cache")));
    Ok(cache.context("set ORACADE_LIBRARY")?.join("oracade/library"))
}

/// Runs a program to its end and fails as it does.
fn run(command: &mut Process) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}

/// Runs a program and takes what it prints.
fn output(command: &mut Process) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {name}"))?;
    if !output.status.success() {
        bail!("{name} failed: {}", output.status);
    }
    Ok(output.stdout)
}
