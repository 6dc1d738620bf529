//! `oracade gym`: games as environments.

mod bench;
mod check;
pub(crate) mod external;
mod list;
mod play;
pub(crate) mod player;
pub(crate) mod policy;
mod rollout;
mod serve;
pub(crate) mod source;

use std::process::ExitCode;

/// Arguments of `oracade gym`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// The environments of this program: what can be done in them and what is seen.
    List(list::Args),
    /// Whether an environment keeps its promises: spaces, determinism, resets, copies, lanes.
    ///
    /// With --equality, trails of many steps are compared: again, with restores at random steps, on one thread and on two, and in another
    /// process.
    ///
    /// Exit code: 0 it does, 1 it does not, 2 it cannot be used.
    Check(check::Args),
    /// Let a player play episodes, and tell what came of it.
    Rollout(rollout::Args),
    /// Steps a second on one core, with and without pictures.
    Bench(bench::Args),
    /// Play an environment yourself, in words.
    Play(play::Args),
    /// Let another program play: requests by lines on standard input, answers on standard output (docs/gymnasium.md).
    Serve(serve::Args),
}

/// Does it.
///
/// # Errors
/// The environment cannot be used, or a file cannot be written.
pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Command::List(args) => list::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Rollout(args) => rollout::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
    }
}
