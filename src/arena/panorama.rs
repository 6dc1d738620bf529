//! `oracade arena panorama`.

use crate::gym::player::PlayerArgs;
use crate::gym::source::{EnvArgs, on_thread};
use anyhow::Context;
use oracade_arena::contamination::panorama;
use oracade_arena::picture::png;
use oracade_gym::Env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade arena panorama`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The environment: a name, a folder with an env.toml, or such a file.
    #[arg(value_name = "ENV")]
    name: String,
    #[command(flatten)]
    player: PlayerArgs,
    /// Seed of the episode.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The snapshot's number of px by which the picture was moved.
    #[arg(long, value_name = "FIELD", default_value = "camera")]
    field: String,
    /// The picture, a PNG.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    env: EnvArgs,
}

/// Walks, and writes the picture.
///
/// # Errors
/// The environment cannot be played, or the file cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let mut env = Env::new(args.env.find(&args.name, &args.env.settings())?)?;
        let strip = panorama(&mut env, args.player.start()?.as_mut(), args.seed, &args.field)?;
        fs::write(&args.output, png(&strip)).with_context(|| format!("cannot write {}", args.output.display()))?;
        println!("{}: {} by {} px", args.output.display(), strip.width, strip.height);
        Ok(ExitCode::SUCCESS)
    })
}
