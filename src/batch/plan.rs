//! The plan: a job a line, checked before anything runs.

use crate::conditions::parse_time;
use anyhow::{Context, bail, ensure};
use oracade_runtime::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Bytes of a plan, of one of its lines, and its jobs.
const BYTES_MAX: u64 = 1 << 30;
const LINE_MAX: usize = 1 << 20;
const JOBS_MAX: usize = 5_000_000;

/// One job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// The game: a folder, an HTML file, or a task of the corpus.
    pub(crate) game: String,
    /// A variant of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<String>,
    /// Anything, repeated in the result.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub(crate) id: serde_json::Value,
    /// Judge it by the checks beside it (`true`) or by these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) check: Option<Check>,
    /// Play a tape or a list of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tape: Option<PathBuf>,
    /// Let it run by itself for a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<String>,
    /// A checkpoint every this many frames, for `tape` and `run`; the default is one at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) every: Option<u64>,
    /// Seed of everything random.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// Viewport in CSS px.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) viewport: Option<(u32, u32)>,
    /// `default` or `reference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fonts: Option<String>,
}

/// What a game is judged by.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Check {
    /// By what lies beside it.
    Beside(bool),
    /// By these files, or only by some checks.
    By(CheckFiles),
}

/// See [`Check::By`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckFiles {
    /// Static checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checks: Option<PathBuf>,
    /// Behaviour checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) suite: Option<PathBuf>,
    /// Only these checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) only: Option<Vec<String>>,
}

fn one() -> u64 {
    1
}

impl Job {
    /// Virtual time of `run`, in µs.
    pub(crate) fn run_us(&self) -> anyhow::Result<Option<u64>> {
        let time = self.run.as_deref().map(parse_time).transpose()?;
        Ok(time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX)))
    }

    fn validate(&self) -> anyhow::Result<()> {
        let kinds = [self.check.is_some(), self.tape.is_some(), self.run.is_some()];
        ensure!(
            kinds.iter().filter(|kind| **kind).count() == 1,
            "a job has one of \"check\", \"tape\" and \"run\""
        );
        ensure!(
            !matches!(self.check, Some(Check::Beside(false))),
            "\"check\" is true or names files"
        );
        if let Some((width, height)) = self.viewport {
            let side = 1..=16_384;
            ensure!(
                side.contains(&width) && side.contains(&height),
                "each side of the viewport is from 1 to 16384"
            );
        }
        if let Some(fonts) = &self.fonts {
            ensure!(
                matches!(fonts.as_str(), "default" | "reference"),
                "fonts is \"default\" or \"reference\""
            );
        }
        self.run_us().context("run")?;
        Ok(())
    }
}

/// The jobs and the digest of their text.
pub(crate) struct Plan {
    pub(crate) jobs: Vec<Job>,
    /// SHA-256 of the file.
    pub(crate) digest: String,
}

impl Plan {
    /// Reads and checks a plan. Paths in it are relative to the present folder.
    ///
    /// # Errors
    /// The first line that is wrong, with its number.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Plan> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut source = BufReader::new(file.take(BYTES_MAX + 1));
        let (mut hash, mut bytes, mut number) = (Sha256::new(), 0_u64, 0_usize);
        let (mut jobs, mut line) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            let taken = (&mut source).take(LINE_MAX as u64 + 1).read_until(b'\n', &mut line)?;
            if taken == 0 {
                break;
            }
            number += 1;
            bytes += taken as u64;
            let place = || format!("{}:{number}", path.display());
            if taken > LINE_MAX {
                bail!("{}: longer than {} MiB", place(), LINE_MAX >> 20);
            }
            ensure!(
                bytes <= BYTES_MAX && jobs.len() < JOBS_MAX,
                "{}: a plan has at most 1 GiB and 5,000,000 jobs",
                place()
            );
            hash.update(&line);
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let job: Job = serde_json::from_slice(&line).with_context(place)?;
            job.validate().with_context(place)?;
            jobs.push(job);
        }
        ensure!(!jobs.is_empty(), "{}: no job in it", path.display());
        Ok(Plan {
            jobs,
            digest: hex(&hash.finalize()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plans of any bytes are read or refused with a line's number.
    #[test]
    fn damaged_plans_are_refused_by_line() {
        let good = "{\"game\":\"a\",\"check\":true,\"id\":[1,\"x\"]}\n{\"game\":\"b\",\"run\":\"10s\",\"seed\":7,\"every\":30}\n\
                    {\"game\":\"c\",\"tape\":\"t.tape\",\"viewport\":[800,600]}\n";
        let path = std::env::temp_dir().join(format!("oracade-damaged-plan-{}", std::process::id()));
        let (mut state, mut read, mut refused) = (1_u64, 0, 0);
        let mut chance = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..600 {
            let mut bytes = good.as_bytes().to_vec();
            for _ in 0..chance(4) {
                let at = chance(bytes.len());
                match chance(4) {
                    0 => bytes[at] = chance(256) as u8,
                    1 => drop(bytes.drain(at..)),
                    2 => bytes.insert(at, b"{}[]\",:0-9e\n"[chance(12)]),
                    _ => bytes.splice(at..at, b"[[[[{\"game\":".repeat(chance(50))).for_each(drop),
                }
                if bytes.is_empty() {
                    bytes.push(b'\n');
                }
            }
            std::fs::write(&path, &bytes).unwrap();
            match Plan::read(&path) {
                Ok(_) => read += 1,
                Err(error) => {
                    refused += 1;
                    let told = format!("{error:#}");
                    let place = told.strip_prefix(&format!("{}:", path.display()));
                    let number = place.and_then(|rest| rest.split_once(':')?.0.parse::<usize>().ok());
                    assert!(number.is_some() || told.ends_with("no job in it"), "{told}");
                }
            }
        }
        std::fs::remove_file(&path).unwrap();
        assert!(read > 50 && refused > 200, "{read} read, {refused} refused");
    }
}
