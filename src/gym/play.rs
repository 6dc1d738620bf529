//! `oracade gym play`: a person plays, in words.

use super::source::{EnvArgs, on_thread};
use anyhow::Context;
use oracade_gym::{Env, Item, Space, Spec};
use std::fs;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade gym play`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The environment: a name, a folder with an env.toml, or such a file.
    #[arg(value_name = "ENV")]
    name: String,
    /// The episode's seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the picture after each step to this file.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    env: EnvArgs,
}

/// An action by its name or number; numbers of several by commas.
fn action(spec: &Spec, space: &Space, text: &str) -> Option<Item> {
    let text = text.trim();
    let numbers = || {
        text.split(',')
            .map(|word| word.trim().parse::<i64>().ok())
            .collect::<Option<Vec<i64>>>()
    };
    let item = match space {
        Space::Discrete { .. } => {
            let named = spec.action_names().iter().position(|name| *name == text);
            Item::Discrete(named.map_or_else(|| text.parse().ok(), |number| Some(number as i64))?)
        }
        Space::MultiBinary(_) => Item::Bits(numbers()?.into_iter().map(|bit| bit != 0).collect()),
        _ => Item::Multi(numbers()?),
    };
    space.contains(&item).then_some(item)
}

/// Reads actions from standard input until the episode or the input ends.
///
/// # Errors
/// The environment cannot be used, or a picture cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let spec = args.env.find(&args.name, &args.env.settings())?;
        let mut env = Env::new(spec.clone())?;
        env.restart(Some(args.seed), None)?;
        let space = env.action_space();
        println!(
            "{}\nActions: {space} {}",
            spec.config.description,
            spec.action_names().join(", ")
        );
        let mut lines = std::io::stdin().lock().lines();
        loop {
            match env.text() {
                Ok(text) => println!("\n{}", text.trim_end()),
                Err(_) => println!("\n{}", env.snapshot()),
            }
            if let Some(path) = &args.picture {
                let picture = env.render()?;
                let frame = oracade_runtime::Frame {
                    width: picture.width,
                    height: picture.height,
                    rgba: picture.rgba,
                };
                fs::write(path, frame.to_png()).with_context(|| format!("cannot write {}", path.display()))?;
            }
            if env.has_ended() {
                break;
            }
            let outcome = loop {
                print!("> ");
                std::io::stdout().flush()?;
                let Some(line) = lines.next().transpose()? else {
                    println!();
                    return Ok(ExitCode::SUCCESS);
                };
                match action(&spec, &space, &line) {
                    Some(action) => break env.advance(&action)?,
                    None => println!("that is no action; {space} {}", spec.action_names().join(", ")),
                }
            };
            println!("reward {}", outcome.reward);
        }
        match env.score()? {
            Some(score) => println!("the episode has ended: score {score}, {} steps", env.steps()),
            None => println!("the episode has ended: {} steps", env.steps()),
        }
        Ok(ExitCode::SUCCESS)
    })
}
