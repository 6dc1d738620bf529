//! `oracade gym check`.

use super::source::{EnvArgs, on_thread};
use oracade_gym::check::{check, seeing_all};
use serde_json::json;
use std::process::ExitCode;

/// Arguments of `oracade gym check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Environments: names, folders with an env.toml, or such files.
    #[arg(value_name = "ENV", required = true)]
    envs: Vec<String>,
    /// Steps for each promise.
    #[arg(long, value_name = "N", default_value_t = 200)]
    steps: u32,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    env: EnvArgs,
}

/// Checks, and prints what was found.
///
/// # Errors
/// An environment cannot be used.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let (mut all_kept, mut reports) = (true, Vec::new());
        for name in &args.envs {
            let mut settings = args.env.settings();
            if settings.views.is_empty() {
                settings.views = seeing_all(args.env.find(name, &settings)?.as_ref()).views;
            }
            let spec = args.env.find(name, &settings)?;
            let findings = check(&spec, args.steps);
            let kept = findings.iter().all(|finding| finding.broken.is_none());
            all_kept &= kept;
            let told: Vec<_> = findings
                .iter()
                .map(|finding| json!({ "promise": finding.promise, "broken": finding.broken }))
                .collect();
            reports.push(json!({ "env": spec.id, "kept": kept, "findings": told }));
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
