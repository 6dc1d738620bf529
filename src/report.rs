//! `oracade report`: what a folder of results says, for people.

mod film;

use anyhow::Context;
use clap::ValueEnum;
use oracade_report::{add_mutation, html, junit, markdown, read_folder};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// What is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One HTML file with everything in it.
    #[default]
    Html,
    /// Markdown, without pictures.
    Markdown,
    /// JUnit XML.
    Junit,
}

/// Arguments of `oracade report`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A folder that `oracade evaluate --out`, `oracade check --out` or `oracade mutate --out` wrote.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Folders of `oracade mutate --out` whose survivors the report shows as well.
    #[arg(long, value_name = "FOLDER")]
    mutation: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Where to [default: report.html in the folder; Markdown and JUnit go to standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Make no pictures of the tapes of failed checks; show those that are in the folder.
    #[arg(long)]
    no_film: bool,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

/// Reads the folder and writes the report.
///
/// # Errors
/// The folder holds nothing that is known, or the report cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pictures = args.format != Format::Junit && !args.no_film;
    let mut dossier = read_folder(&args.folder, &mut |failed| {
        pictures.then(|| film::of(failed, args.library.as_deref())).flatten()
    })?;
    for folder in &args.mutation {
        add_mutation(&mut dossier, folder)?;
    }
    let text = match args.format {
        Format::Html => html(&dossier),
        Format::Markdown => markdown(&dossier),
        Format::Junit => junit(&dossier),
    };
    let output = match (&args.output, args.format) {
        (Some(path), _) => Some(path.clone()),
        (None, Format::Html) => Some(args.folder.join("report.html")),
        (None, _) => None,
    };
    match output {
        Some(path) => {
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            println!("{}", path.display());
        }
        // A reader that has seen enough (head) closes the pipe.
        None => drop(std::io::stdout().lock().write_all(text.as_bytes())),
    }
    Ok(ExitCode::SUCCESS)
}
