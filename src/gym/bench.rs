//! `oracade gym bench`: what a step costs on one core.

use super::source::{EnvArgs, on_thread};
use oracade_gym::{Chance, Env, NAMES, Spec, View};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `oracade gym bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Environments: names, folders with an env.toml, or such files [default: those of this program].
    #[arg(value_name = "ENV")]
    envs: Vec<String>,
    /// Processor time for each figure, in ms.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u32,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    env: EnvArgs,
}

/// Processor time of this thread in seconds; of the wall where there is none.
fn seconds() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the struct is whole and outlives the call.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
    }
}

/// Steps a second of a player of chance, with episodes begun as they end.
fn rate(spec: &Arc<Spec>, view: Option<View>, most: f64) -> anyhow::Result<f64> {
    let mut env = Env::new(spec.clone())?;
    env.restart(Some(0), None)?;
    let mut chance = Chance::new(0, 0);
    let space = env.action_space();
    let mut buffer = vec![0; spec.space_of(View::Pixels).elements()];
    let (begun, mut steps) = (seconds(), 0_u32);
    loop {
        for _ in 0..16 {
            if env.advance(&space.sample(&mut chance))?.ended() {
                env.restart(None, None)?;
            }
            match view {
                Some(View::Pixels) => env.pixels_into(&mut buffer)?,
                Some(view) => drop(env.view(view)?),
                None => {}
            }
            steps += 1;
        }
        let passed = seconds() - begun;
        if passed >= most {
            return Ok(f64::from(steps) / passed);
        }
    }
}

fn copies(spec: &Arc<Spec>, most: f64) -> anyhow::Result<f64> {
    let mut env = Env::new(spec.clone())?;
    env.restart(Some(0), None)?;
    let (begun, mut count) = (seconds(), 0_u32);
    loop {
        let saved = env.save()?;
        env.restore(&saved)?;
        count += 1;
        let passed = seconds() - begun;
        if passed >= most {
            return Ok(passed / f64::from(count) * 1e6);
        }
    }
}

/// Measures, and prints figures.
///
/// # Errors
/// An environment cannot be used.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let most = f64::from(args.time) / 1000.0;
        let own = NAMES
            .iter()
            .filter(|name| !name.contains("Original"))
            .map(|name| (*name).to_owned());
        let names: Vec<String> = if args.envs.is_empty() {
            own.collect()
        } else {
            args.envs.clone()
        };
        let mut rows = Vec::new();
        if !args.json {
            println!(
                "{:<26} {:>7} {:>12} {:>12} {:>12} {:>9}",
                "steps a second, one core", "frames", "state only", "text", "pixels", "copy, µs"
            );
        }
        for name in &names {
            let spec = args.env.find(name, &args.env.settings())?;
            let blind = rate(&spec, None, most)?;
            let text = rate(&spec, Some(View::Text), most)?;
            let pixels = rate(&spec, Some(View::Pixels), most)?;
            let copy = copies(&spec, most)?;
            let size = spec.config.pixels;
            rows.push(json!({
                "env": spec.id, "frames": spec.config.frames, "state": blind, "text": text, "pixels": pixels,
                "size": [size.width, size.height], "copy_us": copy,
            }));
            if !args.json {
                let frames = spec.config.frames;
                println!(
                    "{:<26} {frames:>7} {blind:>12.0} {text:>12.0} {pixels:>12.0} {copy:>9.1}",
                    spec.id
                );
            }
        }
        if args.json {
            println!("{:#}", Value::Array(rows));
        }
        Ok(ExitCode::SUCCESS)
    })
}
