//! `oracade arena board`.

use super::source::{results, write};
use clap::ValueEnum;
use oracade_arena::analysis::{External, analyse};
use oracade_arena::board::board;
use std::path::PathBuf;
use std::process::ExitCode;

/// What is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table of Markdown.
    #[default]
    Markdown,
    /// One HTML file.
    Html,
}

/// Arguments of `oracade arena board`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders that `oracade arena ablate` wrote.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t, conflicts_with = "json")]
    format: Format,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    /// Where to [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads results, and writes the board.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let board = board(&analyse(&results(&args.folders)?, &External::new(), 4).conditions);
    let text = match (args.json, args.format) {
        (true, _) => format!("{:#}\n", serde_json::to_value(&board)?),
        (_, Format::Markdown) => board.markdown(),
        (_, Format::Html) => board.html(),
    };
    write(&text, args.output.as_deref())?;
    Ok(ExitCode::SUCCESS)
}
