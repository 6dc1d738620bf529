//! `cargo xtask endurance`: a batch that is killed again and again comes to the same results as one that nobody disturbs.

mod branches;

use crate::{built, determinism, root, run};
use anyhow::{Context, bail, ensure};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

/// Arguments of `cargo xtask endurance`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Jobs of the plan.
    #[arg(long, default_value_t = 2_000)]
    jobs: usize,
    /// Kills, at random moments.
    #[arg(long, default_value_t = 5)]
    kills: usize,
    /// Shards of the run that is killed; their results are merged.
    #[arg(long, default_value_t = 2)]
    shards: usize,
    /// Seed of the moments; another one each time if it is left out.
    #[arg(long)]
    seed: Option<u64>,
    /// Instead: so many random tapes over three games, each recorded, replayed, and branched at a random frame.
    #[arg(long, value_name = "TAPES", num_args = 0..=1, default_missing_value = "100")]
    branches: Option<usize>,
    /// Length of those tapes, in seconds of virtual time.
    #[arg(long, default_value_t = 3, requires = "branches")]
    seconds: u64,
    /// Run what is built, and build nothing.
    #[arg(long)]
    no_build: bool,
    /// Print results as JSON.
    #[arg(long)]
    json: bool,
}

/// A generator of moments.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }
}

/// Runs the plan once in peace and once with kills, and compares.
///
/// # Errors
/// A run fails, a result is lost or there twice, or the results differ.
pub(crate) fn run_all(args: &Args) -> anyhow::Result<()> {
    if let Some(tapes) = args.branches {
        if !args.no_build {
            crate::build_all()?;
        }
        return branches::run(tapes, args.seconds, args.json);
    }
    ensure!(
        args.shards >= 1 && args.jobs >= args.shards * 10,
        "a shard has ten jobs at least"
    );
    let mut build = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build
        .current_dir(root())
        .args(["build", "--quiet", "--workspace", "--bin", "oracade"]);
    if !args.no_build {
        run(&mut build)?;
    }
    let program = built("oracade")?;
    let folder = root().join("target/endurance");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("plan.jsonl"), plan(args.jobs, &folder)?)?;
    let seed = args.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_nanos() as u64)
    });

    let start = Instant::now();
    finish(&program, &folder, "whole.jsonl", None)?;
    let peace = start.elapsed();
    let whole = fs::read_to_string(folder.join("whole.jsonl"))?;
    ensure!(whole.lines().count() == args.jobs, "the undisturbed run has not all results");
    eprintln!(
        "undisturbed: {} jobs in {:.1} s, {:.1} jobs/s",
        args.jobs,
        peace.as_secs_f64(),
        args.jobs as f64 / peace.as_secs_f64()
    );

    let mut chance = Chance(seed);
    let start = Instant::now();
    let mut kills = Vec::new();
    for shard in 0..args.shards {
        let out = format!("part-{}.jsonl", shard + 1);
        let own = (args.jobs + args.shards - 1 - shard) / args.shards;
        // The shard's share of the kills, after random numbers of its results, and each a random moment later.
        let count = (args.kills + args.shards - 1 - shard) / args.shards;
        let mut after: Vec<u64> = (0..count).map(|_| chance.below(own as u64 * 9 / 10)).collect();
        after.sort_unstable();
        for results in after {
            let delay = Duration::from_micros(chance.below(150_000));
            let done = kill(&program, &folder, &out, (shard + 1, args.shards), results as usize, delay)?;
            eprintln!("shard {}/{} killed with {done} of {own} results", shard + 1, args.shards);
            kills.push(json!({ "shard": shard + 1, "results": done }));
        }
        finish(&program, &folder, &out, Some((shard + 1, args.shards)))?;
    }
    let disturbed = start.elapsed();
    let parts = (1..=args.shards).map(|shard| format!("part-{shard}.jsonl"));
    run(Process::new(&program)
        .current_dir(&folder)
        .arg("merge")
        .args(parts)
        .args(["-o", "merged.jsonl"]))?;
    let merged = fs::read_to_string(folder.join("merged.jsonl"))?;
    let equal = merged == whole;
    if args.json {
        println!(
            "{:#}",
            json!({
                "jobs": args.jobs, "seed": seed, "kills": kills, "equal": equal,
                "undisturbed_s": peace.as_secs_f64(), "disturbed_s": disturbed.as_secs_f64(),
            })
        );
    }
    if !equal {
        let differs = merged.lines().zip(whole.lines()).position(|(one, other)| one != other);
        bail!(
            "the results differ, first in line {:?}; seed {seed}",
            differs.map(|line| line + 1)
        );
    }
    println!(
        "{} jobs, {} kills (seed {seed}), {} shards: {:.1} s instead of {:.1} s, and the same {} bytes",
        args.jobs,
        kills.len(),
        args.shards,
        disturbed.as_secs_f64(),
        peace.as_secs_f64(),
        merged.len()
    );
    Ok(())
}

/// Short jobs of all kinds on the games of the tree: most play random tapes, some run by themselves, some judge one check, some
/// name a game that is not there.
fn plan(jobs: usize, folder: &Path) -> anyhow::Result<String> {
    let games = determinism::games_of_the_tree()?;
    // Those that compile a library take most of a job's time for that; one job in eight is enough of it.
    let (heavy, light): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.join("oracade.lock.json").is_file());
    ensure!(!heavy.is_empty() && !light.is_empty(), "there are too few games");
    let suite = root().join("corpus/tasks/weft/checks.js");
    let mut text = String::new();
    for number in 0..jobs {
        let game = match number % 8 {
            3 => &heavy[number / 8 % heavy.len()],
            _ => &light[number % light.len()],
        };
        let mut job = json!({ "id": number, "game": game, "seed": number, "viewport": [640, 480] });
        match number % 40 {
            7 => job = json!({ "id": number, "game": "not/there", "run": "1s" }),
            23 => job = json!({ "id": number, "game": "weft", "seed": number, "check": { "suite": suite, "only": ["wf-boot"] } }),
            kind if kind % 2 == 0 => {
                let tape = folder.join(format!("events-{}.jsonl", number % 97));
                if !tape.exists() {
                    fs::write(&tape, determinism::random_tape(number as u64 % 97, 1))?;
                }
                job["tape"] = json!(tape);
            }
            _ => job["run"] = "300ms".into(),
        }
        text += &(job.to_string() + "\n");
    }
    Ok(text)
}

fn batch(program: &Path, folder: &Path, out: &str, shard: Option<(usize, usize)>) -> Process {
    let mut command = Process::new(program);
    command.current_dir(folder).args(["batch", "plan.jsonl", "-q", "-o", out]);
    if let Some((index, of)) = shard {
        command.args(["--shard", &format!("{index}/{of}")]);
    }
    command.envs(crate::library().ok().map(|folder| ("ORACADE_LIBRARY", folder)));
    command
}

/// Runs to the end, from wherever it was.
fn finish(program: &Path, folder: &Path, out: &str, shard: Option<(usize, usize)>) -> anyhow::Result<()> {
    let status = batch(program, folder, out, shard).status()?;
    // 1 says that some jobs were not done, which is so.
    ensure!(matches!(status.code(), Some(0 | 1)), "the batch ended with {status}");
    ensure!(!journal(folder, out).exists(), "a journal is left");
    Ok(())
}

fn journal(folder: &Path, out: &str) -> PathBuf {
    folder.join(format!("{out}.journal"))
}

/// The whole lines of results in a journal.
fn results(journal: &Path) -> Vec<String> {
    let text = fs::read(journal).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut lines: Vec<String> = text.split('\n').skip(1).map(str::to_owned).collect();
    lines.pop();
    lines
}

/// Runs until so many results are there, and some time longer, and kills it; answers how many there are then.
fn kill(program: &Path, folder: &Path, out: &str, shard: (usize, usize), after: usize, delay: Duration) -> anyhow::Result<usize> {
    let journal = journal(folder, out);
    let mut child = batch(program, folder, out, Some(shard)).stderr(Stdio::null()).spawn()?;
    while results(&journal).len() < after {
        if let Some(status) = child.try_wait()? {
            bail!("it ended with {status} before it could be killed");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(delay);
    child.kill().context("it cannot be killed")?;
    child.wait()?;
    let lines = results(&journal);
    let jobs: BTreeSet<u64> = lines
        .iter()
        .map(|line| {
            let result: serde_json::Value = serde_json::from_str(line).with_context(|| format!("not a result: {line}"))?;
            result["job"].as_u64().context("a result without a job")
        })
        .collect::<anyhow::Result<_>>()?;
    ensure!(jobs.len() == lines.len(), "a job was done twice");
    Ok(lines.len())
}
