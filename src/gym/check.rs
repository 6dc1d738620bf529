//! `oracade gym check`.

use super::source::{EnvArgs, on_thread};
use anyhow::Context;
use oracade_gym::check::{Finding, check, equality, seeing_all};
use oracade_gym::trail::{Course, trail};
use oracade_gym::{Env, Spec};
use serde_json::json;
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// Arguments of `oracade gym check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Environments: names, folders with an env.toml, or such files.
    #[arg(value_name = "ENV", required = true)]
    envs: Vec<String>,
    /// Steps for each promise.
    #[arg(long, value_name = "N", default_value_t = 200)]
    steps: u32,
    /// Compare trails of so many steps instead: again, with restores at random steps, on one thread and on two, and in another process;
    /// observations with the picture in its own size, rewards, flags and infos, bit by bit.
    #[arg(long)]
    equality: bool,
    /// Print a trail: what the other process does.
    #[arg(long, hide = true)]
    trail: bool,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    env: EnvArgs,
}

/// The environment, seeing all there is; with `whole` the picture in the game's own size.
fn seeing(args: &Args, name: &str, whole: bool) -> anyhow::Result<Arc<Spec>> {
    let mut settings = args.env.settings();
    if settings.views.is_empty() {
        settings.views = seeing_all(args.env.find(name, &settings)?.as_ref()).views;
    }
    if whole && settings.size.is_none() {
        let mut env = Env::new(args.env.find(name, &settings)?)?;
        env.restart(Some(0), None)?;
        let picture = env.render()?;
        settings.size = Some((picture.width.clamp(1, 1024), picture.height.clamp(1, 1024)));
    }
    args.env.find(name, &settings)
}

/// The trail that another process leaves.
fn elsewhere(args: &Args, name: &str) -> anyhow::Result<Vec<String>> {
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let mut command = Command::new(program);
    command.args(["gym", "check", "--trail", "--steps", &args.steps.to_string()]);
    command.args(args.env.arguments()).arg("--").arg(name);
    let output = command.output().context("no other process can be started")?;
    if !output.status.success() {
        anyhow::bail!("another process fails: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn findings(args: &Args, name: &str) -> anyhow::Result<(Arc<Spec>, Vec<Finding>)> {
    let spec = seeing(args, name, args.equality)?;
    let found = if args.equality {
        let other = elsewhere(args, name)?;
        equality(&spec, args.steps, Some(&other))
    } else {
        check(&spec, args.steps)
    };
    Ok((spec, found))
}

/// Checks, and prints what was found.
///
/// # Errors
/// An environment cannot be used.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        if args.trail {
            for name in &args.envs {
                let digests = trail(&seeing(args, name, true)?, 0, args.steps, Course::Straight)?;
                println!("{}", digests.join("\n"));
            }
            return Ok(ExitCode::SUCCESS);
        }
        let (mut all_kept, mut reports) = (true, Vec::new());
        for name in &args.envs {
            let (spec, findings) = findings(args, name)?;
            let kept = findings.iter().all(|finding| finding.broken.is_none());
            all_kept &= kept;
            let told: Vec<_> = findings
                .iter()
                .map(|finding| json!({ "promise": finding.promise, "broken": finding.broken }))
                .collect();
            reports.push(json!({ "env": spec.id, "steps": args.steps, "kept": kept, "findings": told }));
            if args.json {
                continue;
            }
            println!("{}", spec.id);
            for finding in findings {
                match finding.broken {
                    None => println!("  kept    {}", finding.promise),
                    Some(broken) => println!("  BROKEN  {}: {broken}", finding.promise),
                }
            }
        }
        if args.json {
            println!("{:#}", serde_json::Value::Array(reports));
        }
        Ok(if all_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}
