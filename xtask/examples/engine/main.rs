//! The chores that need the engine, in one program beside `xtask`, so that building the engine does not need the engine and
//! only one more binary links V8. `cargo xtask` calls it.

#[cfg(target_os = "linux")]
mod branches;
mod canvas_speed;
mod fidelity;
mod fuzz;
mod page_speed;
mod warm;
mod webgl_cts;
mod webgl_speed;
mod wpt;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Chores that need the engine; `cargo xtask` calls them.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Read the shims from a folder instead of those built in, to try a change without a build.
    #[arg(long, value_name = "FOLDER", global = true)]
    shims: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Branches of pages: what they cost, and whether they are the page they were made of; as JSON.
    #[cfg(target_os = "linux")]
    Branches(branches::Args),
    /// Processor time of canvas drawing, as JSON.
    CanvasSpeed(canvas_speed::Args),
    /// Replay what was recorded in Chromium and print how far we agree.
    Fidelity(fidelity::Args),
    /// Run readers of untrusted bytes on inputs that are wrong in likely ways.
    Fuzz(fuzz::Args),
    /// Speed and memory of one page, as JSON.
    PageSpeed(page_speed::Args),
    /// Which of the shims' functions pages compile while they open: the list of shims/warm.txt.
    Warm(warm::Args),
    /// Run tests of a local copy of Khronos's WebGL conformance suite.
    WebglCts(webgl_cts::Args),
    /// What a frame of a page that draws with WebGL costs, as JSON.
    WebglSpeed(webgl_speed::Args),
    /// Run tests of a local copy of web-platform-tests.
    Wpt(wpt::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(folder) = &cli.shims {
        oracade_shims::read_from(folder);
    }
    let done = match cli.command {
        #[cfg(target_os = "linux")]
        Command::Branches(args) => branches::run(&args),
        Command::CanvasSpeed(args) => canvas_speed::run(&args).map(|()| true),
        Command::Fidelity(args) => fidelity::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::PageSpeed(args) => page_speed::run(&args).map(|()| true),
        Command::Warm(args) => warm::run(&args).map(|()| true),
        Command::WebglCts(args) => webgl_cts::run(&args),
        Command::WebglSpeed(args) => webgl_speed::run(&args).map(|()| true),
        Command::Wpt(args) => wpt::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}
