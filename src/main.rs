//! The `oracade` command: runs browser games without a browser, and judges them.

mod arena;
mod batch;
mod check;
mod conditions;
mod contract;
mod doctor;
mod evaluate;
mod games;
mod gym;
mod mutate;
#[cfg_attr(not(target_os = "linux"), path = "no_nursery.rs")]
mod nursery;
mod play;
mod protocol;
mod recorder;
mod report;
mod run;
mod score;
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
    /// Test a suite: run it against deliberately wrong variants of a game, and show what it does not notice.
    ///
    /// Exit code: 0 the mutants were tried (and, with --at-least, enough of them were killed), 1 with --at-least: too few were, 2
    /// something could not be run.
    Mutate(mutate::Args),
    /// Run one game on the virtual clock, with recorded input if there is any.
    ///
    /// Exit code: 0 it ran to the end of the time, 1 the page died before, 2 something could not be run.
    Run(run::Args),
    /// Play a game yourself, in your browser, and record what you do as a tape.
    ///
    /// Exit code: 0 played, 2 something could not be run.
    Play(play::Args),
    /// Write down a scripted run of a game as a tape, with checkpoints.
    ///
    /// Exit code: 0 recorded (also a page that dies: the tape says so), 2 something could not be run.
    Record(recorder::record::Args),
    /// Play a tape again and say whether everything is as it was, and if not, where it first differs.
    ///
    /// Exit code: 0 played, 2 the tape cannot be used. With --verify: 0 all is equal, 1 something differs, 2 there is nothing to
    /// compare or the tape cannot be used.
    Replay(recorder::replay::Args),
    /// Pictures of any frames of a tape: PNG, animated PNG or a filmstrip.
    ///
    /// Exit code: 0 written, 2 something could not be run.
    Frames(recorder::frames::Args),
    /// Play one tape on two builds of a game and say where they part.
    ///
    /// Exit code: 0 nowhere, 1 somewhere, 2 something could not be run.
    Diff(recorder::diff::Args),
    /// Find the first of many builds or commits of a game on which a tape does not play as recorded.
    ///
    /// Exit code: 0 found, 1 the first and the last are as recorded, 2 something could not be run.
    Bisect(recorder::bisect::Args),
    /// Shorten a tape that shows a failure to what is needed for it.
    ///
    /// Exit code: 0 a tape was written that still leads there, 2 the tape does not lead there, or something could not be run.
    Minimize(recorder::minimize::Args),
    /// Record a tape again on a game that was changed on purpose, and show what changed.
    ///
    /// Exit code: 0 recorded again (with --dry-run: compared), whether or not anything changed, 2 something could not be run.
    Retrace(recorder::retrace::Args),
    /// Turn a tape into a list of events of another system: Playwright's steps or script, GameCraft's trace, bare lines.
    ///
    /// Exit code: 0 written, 1 with --strict: something of the tape cannot be said there, 2 something could not be run.
    Export(recorder::export::Args),
    /// Do many jobs (games to judge, tapes to play) over many processes, contained, resumable, with results in order.
    ///
    /// Exit code: 0 every job was done, 1 some were not, 2 the plan cannot be used.
    Batch(batch::Args),
    /// Join the results of the shards of a batch.
    Merge(batch::merge::Args),
    #[command(hide = true)]
    BatchWorker(batch::worker::Args),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Nursery(nursery::Args),
    /// Contracts: from a design document's tables to frozen rules, their graph, and how much of them a source has.
    Contract(contract::Args),
    /// Judge builds under a contract on three axes: their source, replay of its scenarios, and playtest by bots.
    ///
    /// Exit code: 0 no rule of any build is violated, 1 one is, or a build does not run, 2 something could not be run.
    Evaluate(evaluate::Args),
    /// Score what builds were given by a scoring framework that is data.
    Score(score::ScoreArgs),
    /// Rank builds by a scoring framework.
    Leaderboard(score::BoardArgs),
    /// Games as environments for players that learn and are compared.
    Gym(gym::Args),
    /// Models that play in a harness: ablations, contamination tests, prompt search, statistics, leaderboard.
    Arena(arena::Args),
    /// Compare players by a protocol: frozen manifest, budgets, verified states, logged memory, evidence, blind labels.
    Protocol(protocol::Args),
    /// Make a report for people: one HTML file that needs no network, Markdown, or JUnit for CI.
    ///
    /// Exit code: 0 written, 2 something could not be read or written.
    Report(report::Args),
    /// Bring the packages a game loads from content networks to this machine, once, and pin them.
    Vendor(vendor::Args),
    /// Say what this build consists of, and whether it can keep its promises on this machine.
    Doctor(doctor::Args),
}

fn main() -> ExitCode {
    #[cfg(feature = "planted-fault")]
    eprintln!("this build has a planted fault: nothing it says counts");
    let result = match Cli::parse().command {
        Command::Check(args) => check::run(args),
        Command::Mutate(args) => mutate::run(&args),
        Command::Run(args) => run::run(args),
        Command::Play(args) => play::run(&args),
        Command::Record(args) => recorder::record::run(&args),
        Command::Replay(args) => recorder::replay::run(&args),
        Command::Frames(args) => recorder::frames::run(&args),
        Command::Diff(args) => recorder::diff::run(&args),
        Command::Bisect(args) => recorder::bisect::run(&args),
        Command::Minimize(args) => recorder::minimize::run(&args),
        Command::Retrace(args) => recorder::retrace::run(&args),
        Command::Export(args) => recorder::export::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Merge(args) => batch::merge::run(&args),
        Command::BatchWorker(args) => batch::worker::run(&args),
        #[cfg(target_os = "linux")]
        Command::Nursery(args) => nursery::run(&args),
        Command::Contract(args) => contract::run(&args),
        Command::Evaluate(args) => evaluate::run(
            &args,
            oracade_oracle::evaluation::Axes {
                replay: true,
                play: true,
            },
        ),
        Command::Score(args) => score::score(&args),
        Command::Leaderboard(args) => score::leaderboard(&args),
        Command::Gym(args) => gym::run(args),
        Command::Arena(args) => arena::run(&args),
        Command::Protocol(args) => protocol::run(args),
        Command::Report(args) => report::run(&args),
        Command::Vendor(args) => vendor::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("oracade: {error:#}");
        ExitCode::from(2)
    })
}
