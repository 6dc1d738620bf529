//! Chores of the people who work on Oracade: `cargo xtask --help`.

mod bench;
mod chromium;
mod determinism;
mod endurance;
mod fidelity;
mod flaws;
mod fuzz;
mod licenses;
mod looks;
mod play;
mod report;
mod v8;
mod warm;
mod wasm_games;
mod webgl_cts;
mod wpt;

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
    /// Run games and tapes under every condition there is, and say whether anything differs (docs/determinism.md).
    Determinism(determinism::Args),
    /// Kill a batch at random moments, let it go on, and compare its results with those of one that nobody disturbed.
    Endurance(endurance::Args),
    /// Replay what was recorded in Chromium and print how far we agree; `--docs`: write docs/fidelity.md's tables.
    Fidelity(fidelity::Args),
    /// Play the wrong builds of the corpus under their contracts: each is called violated where it says it is (docs/contracts.md).
    Flaws(flaws::Args),
    /// Run readers of untrusted bytes on inputs that are wrong in likely ways (docs/containment.md).
    Fuzz(fuzz::Args),
    /// Write THIRD-PARTY.md from the crates that the command links.
    Licenses(licenses::Args),
    /// Write the pictures of the corpus's games, the page that describes them, and the check that compares with them; `--check`: see whether they are so.
    Looks(looks::Args),
    /// Make the list of the shims' functions that are compiled before the start-up snapshot is made (shims/warm.txt).
    Warm(warm::Args),
    /// Build the modules of games/wasm from their sources; `--check`: see whether they are what the sources give.
    WasmGames(wasm_games::Args),
    /// Play a game through `oracade play` in a real Chromium and verify the tape; skipped where there is none.
    PlayTest(play::Args),
    /// Open reports in a real Chromium, look for what is wrong and take pictures; skipped where there is none.
    ReportTest(report::Args),
    /// Run tests of a local copy of Khronos's WebGL conformance suite.
    WebglCts(webgl_cts::Args),
    /// Run tests of a local copy of web-platform-tests.
    Wpt(wpt::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::V8(command) => v8::run(&command),
        Command::Bench(args) => bench::run(&args),
        Command::Chromium(command) => chromium::run(&command),
        Command::Determinism(args) => determinism::run_all(&args),
        Command::Endurance(args) => endurance::run_all(&args),
        Command::Fidelity(args) => fidelity::run(&args),
        Command::Flaws(args) => flaws::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Licenses(args) => licenses::run(&args),
        Command::Looks(args) => looks::run(&args),
        Command::Warm(args) => warm::run(&args),
        Command::WasmGames(args) => wasm_games::run(&args),
        Command::PlayTest(args) => play::run(&args),
        Command::ReportTest(args) => report::run(&args),
        Command::WebglCts(args) => webgl_cts::run(&args),
        Command::Wpt(args) => wpt::run(&args),
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

/// Builds everything at once, as the tests do: a package alone would build its dependencies again with other features.
fn build_all() -> anyhow::Result<()> {
    let mut build = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build
        .current_dir(root())
        .args(["build", "--quiet", "--workspace", "--all-targets"]);
    run(&mut build)
}

/// Builds the command.
fn build_program() -> anyhow::Result<()> {
    let mut build = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build
        .current_dir(root())
        .args(["build", "--quiet", "--workspace", "--bin", "oracade"]);
    run(&mut build)
}

/// A program that cargo has built beside this one.
fn built(name: &str) -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let folder = this.parent().context("this program lies in no folder")?;
    Ok(folder.join(name))
}

/// Builds the program that has the engine and runs one of its commands.
fn engine(command: &str, arguments: &[std::ffi::OsString]) -> anyhow::Result<()> {
    build_all()?;
    let status = Process::new(built("examples/engine")?)
        .arg(command)
        .args(arguments)
        .envs(library().ok().map(|folder| ("ORACADE_LIBRARY", folder)))
        .status()
        .context("cannot run the engine's program")?;
    // The engine's program has said why; its codes are ours.
    std::process::exit(status.code().unwrap_or(2));
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
