//! The `oracade` command: runs browser games without a browser, and judges them.

mod check;
mod conditions;
mod doctor;
mod games;
mod run;
mod vendor;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs browser games without a browser, and judges them.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Judge games by static checks (checks.json) and behaviour checks (checks.js).
    ///
    /// Exit code: 0 every game passed what was asked of it, 1 some did not, 2 something could not be run.
    Check(check::Args),
    /// Run one game on the virtual clock, with recorded input if there is any.
    Run(run::Args),
    /// Bring the packages a game loads from content networks to this machine, once, and pin them.
    Vendor(vendor::Args),
    /// Say what this build consists of, and whether it can keep its promises on this machine.
    Doctor(doctor::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Check(args) => check::run(args),
        Command::Run(args) => run::run(args),
        Command::Vendor(args) => vendor::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("oracade: {error:#}");
        ExitCode::from(2)
    })
}
