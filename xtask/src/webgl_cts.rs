//! `webgl-cts`: runs a local copy of Khronos's WebGL conformance suite in the engine.

/// Arguments of `webgl-cts`; the program with the engine explains them: `cargo xtask webgl-cts --help`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<std::ffi::OsString>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    crate::engine("webgl-cts", &args.arguments)
}
