//! Processes that run inputs, so that one which ends its process, or never ends, is found too.

use crate::{CPU_MAX, MEMORY_MAX, Target, minimize};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How an input fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A panic, with its text.
    Panic(String),
    /// The process came to an end.
    Ended(String),
    /// It took too long.
    Hang,
    /// It took too much memory.
    Memory,
}

/// An input that fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// How.
    pub failure: Failure,
    /// The shortened input.
    pub input: Vec<u8>,
}

/// The exit code after a panic.
const PANICKED: i32 = 3;
const TOO_MUCH: i32 = 4;

/// The inside of a child: runs inputs from number `from` on until `to`, or the one in a file. The input that runs is always in
/// `folder/current`, what a panic said in `folder/panic`.
///
/// # Errors
/// Files that cannot be written or read.
pub fn run_child(target: &Target, folder: &Path, seed: u64, from: u64, to: u64, file: Option<&Path>) -> io::Result<i32> {
    std::panic::set_hook(Box::new(|_| {}));
    let seeds = (target.seeds)();
    let one = file.map(std::fs::read).transpose()?;
    for index in from..to {
        let input = match &one {
            Some(input) => input.clone(),
            None => target.input(&seeds, seed, index),
        };
        std::fs::write(folder.join("current"), &input)?;
        std::fs::write(folder.join("number"), index.to_string())?;
        if let Err(message) = target.try_input(&input) {
            std::fs::write(folder.join("panic"), message)?;
            return Ok(PANICKED);
        }
        if resident() > MEMORY_MAX {
            return Ok(TOO_MUCH);
        }
    }
    std::fs::write(folder.join("number"), to.to_string())?;
    io::stdout().flush()?;
    Ok(0)
}

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or(0);
    kib << 10
}

/// Processor time a process has taken.
fn cpu(child: &Child) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let fields: Vec<u64> = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    // utime and stime are fields 14 and 15 of the whole line, in hundredths of a second.
    Duration::from_millis(10 * (fields.get(11).copied().unwrap_or(0) + fields.get(12).copied().unwrap_or(0)))
}

/// Waits for a child; None: it came to a good end.
fn watch(mut child: Child, folder: &Path, until: Option<Instant>) -> io::Result<Option<Failure>> {
    let mut seen = (String::new(), Duration::ZERO);
    loop {
        if let Some(status) = child.wait_timeout()? {
            return Ok(match status.code() {
                Some(0) => None,
                Some(PANICKED) => Some(Failure::Panic(
                    std::fs::read_to_string(folder.join("panic")).unwrap_or_default(),
                )),
                Some(TOO_MUCH) => Some(Failure::Memory),
                _ => Some(Failure::Ended(status.to_string())),
            });
        }
        let number = std::fs::read_to_string(folder.join("number")).unwrap_or_default();
        let now = cpu(&child);
        if number != seen.0 {
            seen = (number, now);
        }
        let hangs = now.saturating_sub(seen.1) > CPU_MAX;
        if hangs || until.is_some_and(|until| Instant::now() > until) {
            child.kill()?;
            child.wait()?;
            return Ok(hangs.then_some(Failure::Hang));
        }
    }
}

trait WaitTimeout {
    fn wait_timeout(&mut self) -> io::Result<Option<std::process::ExitStatus>>;
}

impl WaitTimeout for Child {
    /// The end of the process, if it comes soon.
    fn wait_timeout(&mut self) -> io::Result<Option<std::process::ExitStatus>> {
        for _ in 0..10 {
            if let Some(status) = self.try_wait()? {
                return Ok(Some(status));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(None)
    }
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// Real time.
    For(Duration),
    /// A number of inputs.
    Runs(u64),
}

/// Runs a target in processes made by `command` (which must call [`run_child`] with the further arguments `NAME FOLDER SEED FROM
/// TO [FILE]`). Gives the number of inputs run, and the first failure, shortened.
///
/// # Errors
/// A process that cannot be started; files that cannot be written.
pub fn run_target(
    target: &Target,
    command: &dyn Fn() -> Command,
    folder: &Path,
    seed: u64,
    span: Span,
) -> io::Result<(u64, Option<Found>)> {
    std::fs::create_dir_all(folder)?;
    let begun = Instant::now();
    let (to, until) = match span {
        Span::For(time) => (u64::MAX, Some(begun + time)),
        Span::Runs(runs) => (runs, None),
    };
    let spawn = |from: u64, to: u64, file: Option<&PathBuf>| {
        let mut command = command();
        command.args([target.name, &folder.to_string_lossy()]);
        command.args([seed, from, to].map(|number| number.to_string())).args(file);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    let failure = watch(spawn(0, to, None)?, folder, until)?;
    let number = std::fs::read_to_string(folder.join("number")).unwrap_or_default();
    let done = number.parse().unwrap_or(0);
    let Some(failure) = failure else {
        return Ok((done, None));
    };
    let input = std::fs::read(folder.join("current"))?;
    // Each try of something that hangs takes as long as a hang.
    let tries = if failure == Failure::Hang { 12 } else { 400 };
    let file = folder.join("candidate");
    let same = |found: &Option<Failure>| {
        found
            .as_ref()
            .is_some_and(|found| std::mem::discriminant(found) == std::mem::discriminant(&failure))
    };
    let input = minimize(&input, tries, |candidate| {
        let fails = || -> io::Result<bool> {
            std::fs::write(&file, candidate)?;
            Ok(same(&watch(spawn(0, 1, Some(&file))?, folder, None)?))
        };
        fails().unwrap_or(false)
    });
    Ok((done, Some(Found { failure, input })))
}
