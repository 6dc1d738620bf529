//! `wpt`: runs a local copy of web-platform-tests in the engine.

/// Arguments of `wpt`; the program with the engine explains them: `cargo xtask wpt --help`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<std::ffi::OsString>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    crate::engine("wpt", &args.arguments)
}
