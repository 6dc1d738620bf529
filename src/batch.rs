//! `oracade batch`: many jobs over many processes, with results in job order, resumable after a kill; and `oracade merge`.

mod job;
mod journal;
pub(crate) mod merge;
mod plan;
mod pool;
pub(crate) mod sandbox;
pub(crate) mod worker;

use anyhow::{Context, bail, ensure};
use journal::{Journal, Opened};
use plan::Plan;
use std::fs;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Arguments of `oracade batch`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The jobs: a JSON object a line (docs/batch.md).
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// The results, a JSON object a line, in order of the jobs. Beside it lies FILE.journal until all are done: the same command
    /// goes on where it was stopped. Without it results go to standard output and nothing can be resumed.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Begin anew, whatever is there.
    #[arg(long)]
    force: bool,
    /// Processes at a time [default: one a core].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Only every n-th job, beginning with the i-th: 1/4, 2/4, …; `oracade merge` joins the results.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, default_value = "1/1")]
    shard: (u64, u64),
    /// Seconds of real time after which a job counts as hung.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// MiB of writable address space of one process; more is the end of the job that wanted it. V8 reserves some hundred MiB for
    /// a page and for each of its workers without using them; what a page uses has limits of its own.
    #[arg(long, value_name = "MIB", default_value_t = 16_384, value_parser = clap::value_parser!(u64).range(2048..=1_048_576))]
    memory: u64,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Run without the sandbox that keeps pages from files and the network.
    #[arg(long)]
    no_sandbox: bool,
    /// Say nothing while it runs.
    #[arg(long, short)]
    quiet: bool,
    /// Run the worker processes through this program and its arguments, separated by spaces (an emulator of another processor).
    #[arg(long, value_name = "COMMAND", hide = true)]
    through: Option<String>,
}

fn parse_shard(text: &str) -> anyhow::Result<(u64, u64)> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    let (i, n): (u64, u64) = parts.context("write it as I/N, e.g. 2/4")?;
    ensure!(1 <= i && i <= n, "a shard is one of 1/{n} to {n}/{n}");
    Ok((i, n))
}

/// Runs the plan. Exit code 0: every job was done; 1: some jobs were not (crashed, hung, refused).
///
/// # Errors
/// The plan cannot be used, or results cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(&args.plan)?;
    let (shard, shards) = args.shard;
    let mine: Vec<usize> = (0..plan.jobs.len())
        .filter(|index| *index as u64 % shards == shard - 1)
        .collect();
    let conditions = crate::conditions::build_digest();
    let key = journal::Key {
        plan: plan.digest.clone(),
        shard: args.shard,
        conditions,
        jobs: plan.jobs.len(),
    };
    let mut sink = Sink::open(args, &key, &mine)?;
    let done: std::collections::BTreeSet<usize> = sink.done.keys().copied().collect();
    let left: Vec<usize> = mine.iter().copied().filter(|index| !done.contains(index)).collect();
    if !done.is_empty() && !args.quiet {
        eprintln!("resuming: {} of {} jobs are done", done.len(), mine.len());
    }
    let mut progress = Progress::new(args.quiet, mine.len(), done.len());
    let pool = pool::Pool {
        plan: &plan,
        processes: args
            .jobs
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
        timeout: Duration::from_secs(args.timeout),
        memory_mib: args.memory,
        library: args.library.clone(),
        sandbox: !args.no_sandbox,
        through: args
            .through
            .iter()
            .flat_map(|text| text.split_whitespace())
            .map(str::to_owned)
            .collect(),
    };
    pool.run(&left, &mut |index, result| {
        sink.add(index, result)?;
        progress.tell();
        Ok(())
    })?;
    let failed = sink.finish()?;
    if !args.quiet {
        eprintln!("{} jobs, {failed} of them not done (crashed, hung or refused)", mine.len());
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where results go: in order of the jobs to the output, in order of their completion to the journal.
struct Sink {
    journal: Option<Journal>,
    out: Box<dyn Write>,
    /// Results that wait for earlier ones, and those that were in the journal.
    done: std::collections::BTreeMap<usize, String>,
    order: std::collections::VecDeque<usize>,
    failed: usize,
}

impl Sink {
    fn open(args: &Args, key: &journal::Key, mine: &[usize]) -> anyhow::Result<Sink> {
        let order = mine.iter().copied().collect();
        let Some(path) = &args.out else {
            return Ok(Sink {
                journal: None,
                out: Box::new(std::io::stdout()),
                done: std::collections::BTreeMap::new(),
                order,
                failed: 0,
            });
        };
        let (journal, done) = match Journal::open(path, key, args.force)? {
            Opened::Fresh(journal) => (journal, std::collections::BTreeMap::new()),
            Opened::Resumed(journal, done) => (journal, done),
            Opened::Finished => bail!("{} is there already: --force begins anew", path.display()),
        };
        let file = fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut sink = Sink {
            journal: Some(journal),
            out: Box::new(BufWriter::new(file)),
            done,
            order,
            failed: 0,
        };
        sink.drain()?;
        Ok(sink)
    }

    fn add(&mut self, index: usize, result: String) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&result)?;
        }
        self.done.insert(index, result);
        self.drain()
    }

    /// Writes what is next in order.
    fn drain(&mut self) -> anyhow::Result<()> {
        let mut wrote = false;
        while let Some(result) = self.order.front().and_then(|next| self.done.get(next)) {
            if !journal::is_done(result) {
                self.failed += 1;
            }
            self.out.write_all(result.as_bytes())?;
            self.out.write_all(b"\n")?;
            self.order.pop_front();
            wrote = true;
        }
        if wrote {
            self.out.flush()?;
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<usize> {
        self.drain()?;
        ensure!(self.order.is_empty(), "{} jobs have no result", self.order.len());
        drop(self.out);
        if let Some(journal) = self.journal {
            journal.remove()?;
        }
        Ok(self.failed)
    }
}

/// Tells a person how far the batch is; wall time goes nowhere else.
struct Progress {
    quiet: bool,
    started: Instant,
    told: Instant,
    total: usize,
    before: usize,
    done: usize,
}

impl Progress {
    fn new(quiet: bool, total: usize, before: usize) -> Self {
        Progress {
            quiet,
            started: Instant::now(),
            told: Instant::now(),
            total,
            before,
            done: 0,
        }
    }

    fn tell(&mut self) {
        self.done += 1;
        let terminal = std::io::stderr().is_terminal();
        let pause = Duration::from_millis(if terminal { 500 } else { 10_000 });
        let all = self.before + self.done == self.total;
        if self.quiet || (self.told.elapsed() < pause && !all) {
            return;
        }
        self.told = Instant::now();
        let rate = self.done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let left = (self.total - self.before - self.done) as f64 / rate;
        let line = format!(
            "{}/{} jobs, {rate:.1} jobs/s, {left:.0} s left{}",
            self.before + self.done,
            self.total,
            if terminal && !all { "\r" } else { "\n" }
        );
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_parts_of_a_whole() {
        assert_eq!(parse_shard("2/4").unwrap(), (2, 4));
        for bad in ["0/4", "5/4", "1", "a/b", "1/0", "-1/2"] {
            assert!(parse_shard(bad).is_err(), "{bad}");
        }
    }
}
