//! The processes that do the jobs: each takes the next job when it has finished one; one that dies or hangs is replaced.

use super::plan::{Check, Job, Plan};
use anyhow::{Context, bail};
use serde_json::json;
use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often hung processes are looked for.
const LOOK: Duration = Duration::from_millis(100);
/// Longest result of a job, in bytes; it comes from a process that runs untrusted pages.
const RESULT_MAX: u64 = 64 << 20;

/// See the module's documentation.
pub(super) struct Pool<'a> {
    pub(super) plan: &'a Plan,
    pub(super) processes: usize,
    pub(super) timeout: Duration,
    pub(super) memory_mib: u64,
    pub(super) library: Option<PathBuf>,
    pub(super) sandbox: bool,
    /// A program and its arguments that runs the worker processes, such as an emulator; empty: none.
    pub(super) through: Vec<String>,
}

/// A process at work.
struct Worker {
    child: Arc<Mutex<Child>>,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

/// What the watch over a slot knows.
#[derive(Default)]
struct Watch {
    child: Option<Arc<Mutex<Child>>>,
    since: Option<Instant>,
    killed: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool<'_> {
    /// Does the jobs and gives each result as its line.
    ///
    /// # Errors
    /// No process can be started, or what `take` says.
    pub(super) fn run(&self, jobs: &[usize], take: &mut dyn FnMut(usize, String) -> anyhow::Result<()>) -> anyhow::Result<()> {
        if jobs.is_empty() {
            return Ok(());
        }
        let readable = self.readable(jobs);
        let queue: Mutex<VecDeque<usize>> = Mutex::new(jobs.iter().copied().collect());
        let processes = self.processes.clamp(1, jobs.len());
        let watches: Vec<Mutex<Watch>> = (0..processes).map(|_| Mutex::default()).collect();
        let (sender, results) = mpsc::channel::<anyhow::Result<(usize, String)>>();
        std::thread::scope(|scope| {
            for watch in &watches {
                let (sender, queue, readable) = (sender.clone(), &queue, &readable);
                scope.spawn(move || self.slot(queue, watch, readable, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                match results.recv_timeout(LOOK) {
                    Ok(Ok((index, line))) if outcome.is_ok() => outcome = take(index, line),
                    Ok(Err(error)) if outcome.is_ok() => outcome = Err(error),
                    Ok(_) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => return outcome,
                }
                if outcome.is_err() {
                    // Nothing more can be kept: let what runs end.
                    locked(&queue).clear();
                }
                self.end_hung(&watches);
            }
        })
    }

    /// Kills the processes whose job takes too long.
    fn end_hung(&self, watches: &[Mutex<Watch>]) {
        for watch in watches {
            let mut watch = locked(watch);
            if watch.since.is_some_and(|since| since.elapsed() > self.timeout)
                && let Some(child) = &watch.child
            {
                let _ = locked(child).kill();
                watch.killed = true;
                watch.since = None;
            }
        }
    }

    /// One place for a process: takes jobs until there are no more.
    fn slot(
        &self,
        queue: &Mutex<VecDeque<usize>>,
        watch: &Mutex<Watch>,
        readable: &BTreeSet<PathBuf>,
        sender: &mpsc::Sender<anyhow::Result<(usize, String)>>,
    ) {
        let mut worker = None;
        loop {
            let Some(index) = locked(queue).pop_front() else { break };
            let (job, of) = (&self.plan.jobs[index], self.plan.jobs.len());
            // Asked here: a worker could not tell a game that is not there from one it may not see.
            if let Err(error) = crate::games::find(&job.game, job.variant.as_deref()) {
                let result = json!({ "message": format!("{error:#}") });
                let line = super::worker::line((index, of), job, "refused", result);
                if sender.send(Ok((index, line))).is_err() {
                    break;
                }
                continue;
            }
            let mut current = match worker.take() {
                Some(worker) => worker,
                None => match self.start(readable) {
                    Ok(worker) => worker,
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                },
            };
            *locked(watch) = Watch {
                child: Some(current.child.clone()),
                since: Some(Instant::now()),
                killed: false,
            };
            let answer = ask(&mut current, (index, of), job);
            let killed = {
                let mut watch = locked(watch);
                watch.since = None;
                watch.killed
            };
            let line = match answer {
                Some(line) => {
                    worker = Some(current);
                    line
                }
                None => lost(&current, (index, of), job, killed, self.timeout),
            };
            if sender.send(Ok((index, line))).is_err() {
                break;
            }
        }
        if let Some(Worker { child, stdin, stdout }) = worker {
            // A worker ends when nobody can ask it any more.
            drop((stdin, stdout));
            let _ = locked(&child).wait();
        }
    }

    fn start(&self, readable: &BTreeSet<PathBuf>) -> anyhow::Result<Worker> {
        let program = std::env::current_exe().context("where this program lies is not known")?;
        let mut command = match self.through.split_first() {
            Some((runner, arguments)) => {
                let mut command = Command::new(runner);
                command.args(arguments).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.arg("batch-worker").arg("--memory").arg(self.memory_mib.to_string());
        if let Some(library) = &self.library {
            command.arg("--library").arg(library);
        }
        if !self.sandbox {
            command.arg("--no-sandbox");
        }
        // What it may read is told on its standard input: a plan may name more files than a command line holds.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Keys pressed in the terminal are for this process, which then takes its workers with it.
        command.process_group(0);
        let mut child = command.spawn().context("a worker process cannot be started")?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("a worker process has no pipes");
        };
        let paths: Vec<&Path> = readable.iter().map(PathBuf::as_path).collect();
        let hello = json!({ "readable": paths }).to_string() + "\n";
        stdin.write_all(hello.as_bytes()).context("a worker process ended at once")?;
        Ok(Worker {
            child: Arc::new(Mutex::new(child)),
            stdin,
            stdout: BufReader::new(stdout),
        })
    }

    /// The files and folders that jobs read.
    fn readable(&self, jobs: &[usize]) -> BTreeSet<PathBuf> {
        let mut paths = BTreeSet::new();
        for job in jobs.iter().map(|index| &self.plan.jobs[*index]) {
            if let Ok(game) = crate::games::find(&job.game, job.variant.as_deref()) {
                paths.extend(game.paths());
            }
            paths.extend(job.tape.clone());
            if let Some(Check::By(files)) = &job.check {
                paths.extend(files.checks.iter().chain(&files.suite).cloned());
            }
        }
        // A name that is no file is looked for among the tasks of the corpus.
        paths.insert(oracade_corpus::tasks_folder());
        paths.extend(self.library.clone().or_else(|| crate::vendor::default_library().ok()));
        paths
    }
}

/// Sends a job and waits for its result; `None` if the process is no more.
fn ask(worker: &mut Worker, (index, of): (usize, usize), job: &Job) -> Option<String> {
    use std::io::Read;
    let line = json!({ "job": index, "of": of, "spec": job }).to_string() + "\n";
    worker.stdin.write_all(line.as_bytes()).ok()?;
    let mut answer = String::new();
    (&mut worker.stdout).take(RESULT_MAX).read_line(&mut answer).ok()?;
    if !answer.ends_with('\n') {
        return None;
    }
    answer.pop();
    // The process runs pages nobody trusts: what it says is a result of this job or nothing.
    (super::journal::job_of(&answer) == Some((index, of))).then_some(answer)
}

/// The result of a job whose process died.
fn lost(worker: &Worker, place: (usize, usize), job: &Job, killed: bool, timeout: Duration) -> String {
    let mut child = locked(&worker.child);
    // It may be alive, with its output closed or wrong.
    let _ = child.kill();
    let status = child.wait().ok();
    let message = if killed {
        format!("took more than {} s", timeout.as_secs())
    } else {
        match status.map(|status| (status.signal(), status.code())) {
            Some((Some(signal), _)) => format!("its process was ended by signal {signal}"),
            Some((_, Some(code))) => format!("its process ended with code {code}"),
            _ => "its process ended".to_owned(),
        }
    };
    let outcome = if killed { "hung" } else { "crashed" };
    super::worker::line(place, job, outcome, json!({ "message": message }))
}
