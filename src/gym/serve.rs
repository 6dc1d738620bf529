//! `oracade gym serve`: an environment for another program.

use super::source::{find, on_thread};
use oracade_gym::Settings;
use oracade_gym::serve::serve;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade gym serve`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the vendored packages that pages load.
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

/// Answers until standard input ends.
///
/// # Errors
/// Standard input or output is broken.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let find = |name: &str, settings: &Settings| find(name, settings, args.library.as_deref());
        serve(
            &find,
            std::io::stdin().lock(),
            std::io::BufWriter::new(std::io::stdout().lock()),
        )?;
        Ok(ExitCode::SUCCESS)
    })
}
