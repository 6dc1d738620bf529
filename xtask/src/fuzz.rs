//! `fuzz`: runs readers of untrusted bytes on inputs that are wrong in likely ways.

use std::ffi::OsString;

/// Arguments of `fuzz`; the program with the engine explains them: `cargo xtask fuzz --help`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    crate::engine("fuzz", &args.arguments)
}
