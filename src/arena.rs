//! `oracade arena`: models in the harness, ablations, contamination tests, prompt search, statistics, leaderboard.

mod ablate;
mod analyse;
mod board;
mod order;
mod panorama;
mod prompts;
mod reasoning;
mod recite;
mod source;

use std::process::ExitCode;

/// Arguments of `oracade arena`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Play the grid of a plan: players, games, sets of modules, seeds. What is there already is not played again.
    ///
    /// Exit code: 0 all was played, 1 some episodes could not be, 2 the plan cannot be used.
    Ablate(ablate::Args),
    /// Say what results come to: means and intervals, what modules add, correlations, factors.
    Analyse(analyse::Args),
    /// A leaderboard of results beside published scores.
    Board(board::Args),
    /// Search for prompts that play better, and say how far prompts lie apart.
    Prompts(prompts::Args),
    /// A level as one picture, made by a player who walks through it.
    Panorama(panorama::Args),
    /// Contamination: let models put shuffled pieces of a level in order.
    Order(order::Args),
    /// Contamination: let models recite texts of a game.
    Recite(recite::Args),
    /// Judge thoughts of logged runs by rules, and set that beside scores.
    Reasoning(reasoning::Args),
}

/// Does it.
///
/// # Errors
/// Something cannot be read, used or written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Ablate(args) => ablate::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Board(args) => board::run(args),
        Command::Prompts(args) => prompts::run(args),
        Command::Panorama(args) => panorama::run(args),
        Command::Order(args) => order::run(args),
        Command::Recite(args) => recite::run(args),
        Command::Reasoning(args) => reasoning::run(args),
    }
}
