//! `oracade batch-worker`: does the jobs that its standard input names, one after another. Not for people.

use super::job;
use super::plan::Job;
use super::sandbox::{self, Forks};
use crate::games::Libraries;
use anyhow::Context;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade batch-worker`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// MiB of memory.
    #[arg(long, value_name = "MIB")]
    memory: u64,
    /// Folder of the vendored packages.
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// No sandbox.
    #[arg(long)]
    no_sandbox: bool,
    /// Try what must not work, and say what did.
    #[arg(long)]
    probe: bool,
}

#[derive(Deserialize)]
struct Hello {
    readable: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Request {
    job: usize,
    of: usize,
    spec: Job,
}

/// The line of the result of a job, one of so many. What the job came to is added to what it was.
pub(super) fn line((index, of): (usize, usize), job: &Job, outcome: &str, result: Value) -> String {
    let mut line = Map::new();
    line.insert("job".into(), index.into());
    line.insert("of".into(), of.into());
    if !job.id.is_null() {
        line.insert("id".into(), job.id.clone());
    }
    line.insert("game".into(), job.game.as_str().into());
    if let Some(variant) = &job.variant {
        line.insert("variant".into(), variant.as_str().into());
    }
    line.insert("seed".into(), job.seed.into());
    line.insert("outcome".into(), outcome.into());
    if let Value::Object(result) = result {
        line.extend(result);
    }
    Value::Object(line).to_string()
}

/// Serves until the input ends.
///
/// # Errors
/// The input is not what the pool sends, or the answer cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut input = std::io::stdin().lock();
    let mut text = String::new();
    input.read_line(&mut text)?;
    let hello: Hello = serde_json::from_str(&text).context("a worker is started by oracade batch")?;
    if args.probe {
        println!("{}", sandbox::probe(&hello.readable, args.memory));
        return Ok(ExitCode::SUCCESS);
    }
    if !args.no_sandbox {
        let walls = sandbox::enter(&hello.readable, args.memory, Forks::Refused);
        if !(walls.files && walls.calls) {
            eprintln!(
                "oracade: this system has only part of the sandbox: files {}, system calls {}",
                walls.files, walls.calls
            );
        }
    }
    // Packages are opened once, not for each job.
    let mut libraries = Libraries::new(args.library.as_deref());
    loop {
        text.clear();
        if input.read_line(&mut text)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let Request { job, of, spec } = serde_json::from_str(&text).context("not a job")?;
        let line = match job::run(&spec, &mut libraries) {
            Ok(result) => line((job, of), &spec, "done", result),
            Err(error) => line((job, of), &spec, "refused", json!({ "message": format!("{error:#}") })),
        };
        let mut out = std::io::stdout().lock();
        out.write_all(line.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}
