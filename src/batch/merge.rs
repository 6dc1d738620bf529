//! `oracade merge`: the results of all shards as one run would have written them.

use super::journal::{job_of, path_of};
use anyhow::{Context, bail, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade merge`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The results of all shards, in any order.
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// The results of the whole.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Joins results.
///
/// # Errors
/// A file cannot be read or written, a job is missing or there twice, or the results are of plans of different lengths.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut jobs: BTreeMap<usize, String> = BTreeMap::new();
    let mut total = None;
    for path in &args.results {
        let journal = path_of(path);
        ensure!(
            !journal.exists(),
            "{} is not at its end: {} lies beside it",
            path.display(),
            journal.display()
        );
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        for (index, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", path.display(), index + 1);
            let (job, of) = job_of(line).with_context(|| format!("{}: not a result", place()))?;
            ensure!(
                *total.get_or_insert(of) == of,
                "{}: a result of a plan of {of} jobs, among those of another",
                place()
            );
            if jobs.insert(job, format!("{line}\n")).is_some() {
                bail!("{}: job {job} is there twice", place());
            }
        }
    }
    let total = total.context("there is no result in these files")?;
    if let Some(missing) = (0..total).find(|job| !jobs.contains_key(job)) {
        bail!("job {missing} of {total} (counted from 0) is in none of the files: is a shard missing, or not at its end?");
    }
    let text: String = jobs.into_values().collect();
    // Whole or not at all.
    let part = args.out.with_extension("part");
    fs::write(&part, text).with_context(|| format!("cannot write {}", part.display()))?;
    fs::rename(&part, &args.out).with_context(|| format!("cannot write {}", args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}
