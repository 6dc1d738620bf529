//! `fidelity`: replays what was recorded in Chromium; and the tables of docs/fidelity.md.

mod docs;

use std::ffi::OsString;

/// Arguments of `fidelity`; the program with the engine explains them: `cargo xtask fidelity --help`. With `--docs` alone, writes
/// the tables of docs/fidelity.md from docs/fidelity.json.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if args.arguments == ["--docs"] {
        return docs::write();
    }
    crate::engine("fidelity", &args.arguments)
}
