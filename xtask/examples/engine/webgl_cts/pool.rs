//! Processes that play pages: this same program with `--worker`. Each takes the next page when it is free; one that crashes or takes too
//! long is replaced.

use super::{Args, Outcome};
use anyhow::Context as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// How many times its processor time a page may take on the clock.
const WAITING: u32 = 20;

/// Plays pages and tells what became of them, in the order in which they end.
pub(super) fn play(args: &Args, tests: &[String], mut tell: impl FnMut(Outcome) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (to, outcomes) = channel();
        for _ in 0..args.jobs.clamp(1, tests.len().max(1)) {
            let (to, next) = (to.clone(), &next);
            scope.spawn(move || work(args, tests, next, &to));
        }
        drop(to);
        for outcome in outcomes {
            tell(outcome?)?;
        }
        Ok(())
    })
}

fn work(args: &Args, tests: &[String], next: &AtomicUsize, to: &Sender<anyhow::Result<Outcome>>) {
    let mut player = None;
    while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
        let played = match player.take() {
            Some(player) => Ok(player),
            None => Player::start(),
        };
        let outcome = played.map(|mut now| match now.play(test, Duration::from_secs(args.patience)) {
            Ok(outcome) => {
                player = Some(now);
                outcome
            }
            Err(end) => Outcome::ended(test, end),
        });
        if to.send(outcome).is_err() {
            return;
        }
    }
}

/// A process that plays pages. It is ended when it is dropped.
struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Player {
    fn start() -> anyhow::Result<Self> {
        // The same arguments mean the same suite, version and shims.
        let mut child = Command::new(std::env::current_exe()?)
            .args(std::env::args_os().skip(1))
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().context("the process has no input")?;
        let output = BufReader::new(child.stdout.take().context("the process has no output")?);
        let (to, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if to.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    /// The outcome of a page, or how the process ended.
    fn play(&mut self, test: &str, patience: Duration) -> Result<Outcome, String> {
        let ended = |this: &mut Self| match this.child.wait() {
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("the process ended: {error}"),
        };
        if writeln!(self.input, "{test}").is_err() {
            return Err(ended(self));
        }
        // Counted in processor time, so that a busy machine changes no outcome; a process that only waits is ended as well.
        let before = self.processor();
        let start = Instant::now();
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    return serde_json::from_str(&line).map_err(|error| format!("the process answered something else: {error}"));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended(self)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let taken = self.processor().zip(before).map(|(now, before)| now.saturating_sub(before));
            if taken.unwrap_or(start.elapsed()) > patience || start.elapsed() > patience * WAITING {
                let seconds = patience.as_secs();
                return Err(format!("no end within {seconds} s of processor time; the process was ended"));
            }
        }
    }
}

impl Player {
    /// Processor time that the process has taken (Linux).
    fn processor(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // What follows the name; fields 14 and 15 of the line, in hundredths of a second.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
