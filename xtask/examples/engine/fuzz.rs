//! `fuzz`: targets one after another, each in processes of its own.

use anyhow::{Context as _, bail};
use oracade_fuzz::{Failure, Span, Target, run_child, run_target, targets};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::time::Duration;

/// Run readers of untrusted bytes on inputs that are wrong in likely ways.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Targets; all if none is given.
    targets: Vec<String>,
    /// Say what there is.
    #[arg(long)]
    list: bool,
    /// Real time a target.
    #[arg(long, value_name = "N", conflicts_with = "runs")]
    seconds: Option<u64>,
    /// Inputs a target.
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
    /// The seed that the inputs are made from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Run this input only, in this process.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Where failing inputs go.
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz")]
    out: PathBuf,
    /// The inside of a process: folder, seed, first and last number, and a file.
    #[arg(long, hide = true)]
    child: bool,
}

fn target(name: &str) -> anyhow::Result<&'static Target> {
    let found = targets().iter().find(|target| target.name == name);
    found.with_context(|| format!("no target is called {name:?}; --list says which there are"))
}

fn child(arguments: &[String]) -> anyhow::Result<()> {
    let [name, folder, seed, from, to, file @ ..] = arguments else {
        bail!("a child has five arguments");
    };
    let code = run_child(
        target(name)?,
        Path::new(folder),
        seed.parse()?,
        from.parse()?,
        to.parse()?,
        file.first().map(Path::new),
    )?;
    // Without destructors: V8's take their time.
    exit(code)
}

/// The answer is whether nothing failed.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    if args.child {
        return child(&args.targets).map(|()| true);
    }
    if args.list {
        for target in targets() {
            println!("{:<12} {}", target.name, target.about);
        }
        return Ok(true);
    }
    let mut chosen = Vec::new();
    for name in &args.targets {
        chosen.push(target(name)?);
    }
    if chosen.is_empty() {
        chosen.extend(targets());
    }
    if let Some(file) = &args.input {
        let input = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        for target in chosen {
            (target.run)(&input);
            println!("{}: nothing wrong", target.name);
        }
        return Ok(true);
    }
    let span = match (args.seconds, args.runs) {
        (Some(seconds), _) => Span::For(Duration::from_secs(seconds)),
        (None, runs) => Span::Runs(runs.unwrap_or(1000)),
    };
    let program = std::env::current_exe()?;
    let command = || {
        let mut command = Command::new(&program);
        command.args(["fuzz", "--child", "--"]);
        command
    };
    let mut good = true;
    for target in chosen {
        let folder = args.out.join(format!("{}-work-{}", target.name, std::process::id()));
        let (runs, found) = run_target(target, &command, &folder, args.seed, span)?;
        std::fs::remove_dir_all(&folder)?;
        let Some(found) = found else {
            println!("{}: {runs} inputs, nothing wrong", target.name);
            continue;
        };
        good = false;
        let what = match &found.failure {
            Failure::Panic(text) => format!("a panic: {text}"),
            Failure::Ended(how) => format!("the process ended: {how}"),
            Failure::Hang => "it took too long".to_owned(),
            Failure::Memory => "it took too much memory".to_owned(),
        };
        let file = args.out.join(format!("{}-{}", target.name, digest(&found.input)));
        std::fs::write(&file, &found.input)?;
        println!("{}: {what}, at input {runs} of seed {}", target.name, args.seed);
        println!(
            "  {} bytes: cargo xtask fuzz {} --input {}",
            found.input.len(),
            target.name,
            file.display()
        );
    }
    Ok(good)
}

/// A short name for an input (FNV-1a).
fn digest(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
