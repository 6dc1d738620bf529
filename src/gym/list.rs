//! `oracade gym list`.

use oracade_gym::{NAMES, Settings, Spec, check, named};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Arguments of `oracade gym list`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

fn described(spec: &Spec) -> Value {
    let views = check::views(spec);
    let spaces = views
        .iter()
        .map(|view| (view.name().to_owned(), spec.space_of(*view).to_json()));
    json!({
        "id": spec.id,
        "title": spec.config.title,
        "description": spec.config.description,
        "action_space": spec.action_space().to_json(),
        "actions": spec.action_names(),
        "observations": spaces.collect::<serde_json::Map<_, _>>(),
        "default": spec.views.first().map(|view| view.name()),
        "frames": spec.config.frames,
        "max_steps": spec.config.max_steps,
    })
}

/// Prints the environments.
///
/// # Errors
/// One of them cannot be used.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let specs: Vec<Spec> = NAMES
        .iter()
        .map(|name| named(name, &Settings::default()))
        .collect::<Result<_, _>>()?;
    if args.json {
        println!("{:#}", Value::Array(specs.iter().map(described).collect()));
        return Ok(ExitCode::SUCCESS);
    }
    for spec in &specs {
        println!(
            "{:<28} {:<14} {}",
            spec.id,
            spec.action_space().to_string(),
            spec.config.description
        );
    }
    Ok(ExitCode::SUCCESS)
}
