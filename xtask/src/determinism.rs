//! `cargo xtask determinism`: games and tapes under every condition there is, and whether anything observable differs.

mod tapes;

use crate::{built, library, root, run};
use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};

/// Arguments of `cargo xtask determinism`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games: folders with index.html [default: the games, the corpus and the sensors in the tree].
    games: Vec<PathBuf>,
    /// Tapes of random input a game.
    #[arg(long, default_value_t = 5)]
    tapes: u64,
    /// Length of each, in seconds of virtual time.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Only these conditions.
    #[arg(long, value_delimiter = ',')]
    only: Option<Vec<String>>,
    /// Build with optimisation too, and compare.
    #[arg(long)]
    release: bool,
    /// Build with a planted fault (the wall clock leaks into the page's) and see that it is found.
    #[arg(long)]
    planted: bool,
    /// Print results as JSON.
    #[arg(long)]
    json: bool,
}

/// How one pass differs from the first.
struct Condition {
    name: &'static str,
    why: &'static str,
    /// Changes the command; the plan's lines come in the order given.
    change: fn(&mut Process),
    reverse: bool,
    load: bool,
}

fn same(_: &mut Process) {}

const CONDITIONS: &[Condition] = &[
    Condition {
        name: "first",
        why: "one process",
        change: same,
        reverse: false,
        load: false,
    },
    Condition {
        name: "again",
        why: "the same once more",
        change: same,
        reverse: false,
        load: false,
    },
    Condition {
        name: "reversed",
        why: "jobs in the opposite order",
        change: same,
        reverse: true,
        load: false,
    },
    Condition {
        name: "processes",
        why: "three processes",
        change: |c| {
            c.args(["--jobs", "3"]);
        },
        reverse: false,
        load: false,
    },
    Condition {
        name: "unwalled",
        why: "without the sandbox",
        change: |c| {
            c.arg("--no-sandbox");
        },
        reverse: false,
        load: false,
    },
    Condition {
        name: "locale",
        why: "German, Tokyo's time",
        change: |c| {
            c.envs([("LANG", "de_DE.UTF-8"), ("LC_ALL", "de_DE.UTF-8"), ("TZ", "Asia/Tokyo")]);
        },
        reverse: false,
        load: false,
    },
    Condition {
        name: "environment",
        why: "another home, 100 kB of variables, no path",
        change: environment,
        reverse: false,
        load: false,
    },
    Condition {
        name: "addresses",
        why: "without address randomisation",
        change: same,
        reverse: false,
        load: false,
    },
    Condition {
        name: "load",
        why: "beside processes that take all cores",
        change: |c| {
            c.args(["--jobs", "2"]);
        },
        reverse: false,
        load: true,
    },
    Condition {
        name: "memory",
        why: "in a quarter of the memory",
        change: |c| {
            c.args(["--memory", "4096"]);
        },
        reverse: false,
        load: false,
    },
    Condition {
        name: "old-cpu",
        why: "qemu's Nehalem: no AVX, no FMA",
        change: same,
        reverse: false,
        load: false,
    },
];

fn environment(command: &mut Process) {
    let many = (0..100).map(|n| (format!("ORACADE_NOISE_{n}"), "x".repeat(1_000)));
    command
        .envs(many)
        .env("HOME", "/nonexistent")
        .env("PATH", "/nonexistent")
        .env("TMPDIR", "/nonexistent");
}

/// What a pass saw: result lines by job.
type Seen = BTreeMap<String, Value>;

/// Runs all conditions and prints a table of digests.
///
/// # Errors
/// A pass could not be run, or anything differs.
pub(crate) fn run_all(args: &Args) -> anyhow::Result<()> {
    let folder = root().join("target/determinism");
    fs::create_dir_all(&folder)?;
    let program = program(args, &folder)?;
    let games = games(args)?;
    let plan = plan(args, &folder, &games)?;
    eprintln!(
        "{} games, {} tapes each, {} s of virtual time",
        games.len(),
        args.tapes,
        args.seconds
    );
    let mut first: Option<Seen> = None;
    let mut rows = Vec::new();
    let wanted = |name: &str| {
        args.only
            .as_ref()
            .is_none_or(|only| name == "first" || only.iter().any(|one| one == name))
    };
    for condition in CONDITIONS.iter().filter(|condition| wanted(condition.name)) {
        let seen = match pass(&program, condition, &folder, &plan) {
            Ok(Some(seen)) => seen,
            Ok(None) => {
                rows.push(json!({ "condition": condition.name, "skipped": skipped(condition.name) }));
                eprintln!("{:<12} skipped: {}", condition.name, skipped(condition.name));
                continue;
            }
            Err(error) => return Err(error.context(condition.name)),
        };
        let mut row = json!({ "condition": condition.name, "why": condition.why, "jobs": seen.len(), "digest": digest(&seen) });
        let differing: Vec<String> = first.as_ref().map(|first| differences(first, &seen)).unwrap_or_default();
        eprintln!("{:<12} {} {}", condition.name, &digest(&seen)[..16], condition.why);
        for line in differing.iter().take(5) {
            eprintln!("    {line}");
        }
        row["differing"] = differing.into();
        rows.push(row);
        first.get_or_insert(seen);
    }
    if args.release {
        rows.push(release(&folder, &plan, first.as_ref())?);
    }
    let lively = first.as_ref().map(liveness).transpose()?;
    let differing: usize = rows.iter().filter_map(|row| row["differing"].as_array()).map(Vec::len).sum();
    if args.json {
        println!(
            "{:#}",
            json!({ "games": games, "passes": rows, "differing": differing, "lively": lively })
        );
    } else {
        println!("{differing} differing results");
    }
    if args.planted {
        ensure!(differing > 0, "the planted fault was not found");
        println!("the planted fault was found");
        return Ok(());
    }
    ensure!(differing == 0, "something differs");
    Ok(())
}

fn skipped(name: &str) -> &'static str {
    match name {
        "old-cpu" => "qemu-x86_64 is not installed (Debian: qemu-user)",
        "addresses" => "setarch is not installed (Debian: util-linux)",
        _ => "",
    }
}

/// The command that is examined.
fn program(args: &Args, folder: &Path) -> anyhow::Result<PathBuf> {
    let build = |features: &[&str]| {
        let mut build = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        run(build
            .current_dir(root())
            .args(["build", "--quiet", "--workspace", "--bin", "oracade"])
            .args(features))
    };
    if !args.planted {
        build(&[])?;
        return built("oracade");
    }
    // The same folder, so that only what has the fault is built; the tree's own program is put back at once.
    build(&["--features", "planted-fault"])?;
    let planted = folder.join("oracade-with-planted-fault");
    let copied = fs::copy(built("oracade")?, &planted);
    build(&[])?;
    copied.with_context(|| planted.display().to_string())?;
    Ok(planted)
}

fn games(args: &Args) -> anyhow::Result<Vec<PathBuf>> {
    if !args.games.is_empty() {
        return args
            .games
            .iter()
            .map(|game| game.canonicalize().with_context(|| game.display().to_string()))
            .collect();
    }
    let mut games = games_of_the_tree()?;
    // Pages that look at nothing but what could tell two runs apart: a fault that no game happens to show is seen by them.
    add_games(&mut games, &root().join("xtask/determinism/sensors"), "")?;
    add_games(&mut games, &root().join("games/wasm"), "")?;
    games.sort();
    Ok(games)
}

/// Random input of so many seconds, as a list of events; the same for the same seed.
pub(crate) fn random_tape(seed: u64, seconds: u64) -> String {
    tapes::random(seed, seconds)
}

/// The games and the corpus.
pub(crate) fn games_of_the_tree() -> anyhow::Result<Vec<PathBuf>> {
    let mut games = Vec::new();
    add_games(&mut games, &root().join("games"), "")?;
    add_games(&mut games, &root().join("corpus/tasks"), "reference")?;
    games.sort();
    Ok(games)
}

fn add_games(games: &mut Vec<PathBuf>, folder: &Path, inner: &str) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let game = entry?.path().join(inner);
        if game.join("index.html").is_file() || game.join("game.wasm").is_file() {
            games.push(game);
        }
    }
    Ok(())
}

/// A job a game and tape, with a checkpoint twice a second: the random ones, and the game's own `play.jsonl` if it has one.
fn plan(args: &Args, folder: &Path, games: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let name = game.strip_prefix(root()).unwrap_or(game);
        let own = game.join("play.jsonl");
        if own.is_file() {
            let id = format!("{} played", name.display());
            lines.push(json!({ "id": id, "game": game, "tape": own, "seed": number, "every": 30 }).to_string());
        }
        for tape in 0..args.tapes {
            let path = folder.join(format!("events-{number}-{tape}.jsonl"));
            let seed = number as u64 * 1_000 + tape;
            fs::write(&path, tapes::random(seed, args.seconds))?;
            let job =
                json!({ "id": format!("{} tape {tape}", name.display()), "game": game, "tape": path, "seed": seed, "every": 30 });
            lines.push(job.to_string());
        }
    }
    Ok(lines)
}

/// Processes that keep the cores busy until they are dropped.
struct Load(Vec<Child>);

impl Load {
    fn new() -> anyhow::Result<Load> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let busy = |_| Process::new("sh").args(["-c", "while :; do :; done"]).spawn();
        let children = (0..cores * 2).map(busy).collect::<Result<_, _>>();
        Ok(Load(children.context("sh cannot be run")?))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// One pass over the plan; `None` if this machine cannot.
fn pass(program: &Path, condition: &Condition, folder: &Path, plan: &[String]) -> anyhow::Result<Option<Seen>> {
    let mut command = match condition.name {
        "addresses" if exists("setarch") => {
            let mut command = Process::new("setarch");
            command.arg("-R").arg(program);
            command
        }
        "old-cpu" if exists("qemu-x86_64") => {
            old_cpu_is_old(program)?;
            Process::new(program)
        }
        "addresses" | "old-cpu" => return Ok(None),
        _ => Process::new(program),
    };
    let load = condition.load.then(Load::new).transpose()?;
    let lines: Vec<&String> = if condition.reverse {
        plan.iter().rev().collect()
    } else {
        plan.iter().collect()
    };
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (file, out) = (folder.join("plan.jsonl"), folder.join(format!("{}.jsonl", condition.name)));
    fs::write(&file, text)?;
    command
        .arg("batch")
        .arg(&file)
        .arg("--out")
        .arg(&out)
        // How long a job takes is not looked at: an emulator beside other work may need long.
        .args(["--force", "--quiet", "--timeout", "86400"]);
    if !matches!(condition.name, "processes" | "load" | "old-cpu") {
        command.args(["--jobs", "1"]);
    }
    if condition.name == "old-cpu" {
        // Pages live in the worker processes; the emulator knows neither Landlock nor seccomp.
        command.args(["--through", &OLD_CPU.join(" "), "--no-sandbox", "--jobs", "2"]);
    }
    command.arg("--library").arg(library()?).stdout(Stdio::null());
    (condition.change)(&mut command);
    let status = command
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    drop(load);
    ensure!(matches!(status.code(), Some(0 | 1)), "oracade batch ended with {status}");
    let mut seen = Seen::new();
    for line in fs::read_to_string(&out)?.lines() {
        let mut result: Value = serde_json::from_str(line)?;
        let id = result["id"].as_str().unwrap_or_default().to_owned();
        if result["outcome"] != "done" {
            bail!("{id}: {}: {}", result["outcome"], result["message"]);
        }
        // Its place in the plan is no observable of the game.
        result.as_object_mut().map(|result| result.remove("job"));
        seen.insert(id, result);
    }
    Ok(Some(seen))
}

/// An x86-64 processor of 2008, emulated.
const OLD_CPU: [&str; 3] = ["qemu-x86_64", "-cpu", "Nehalem"];

/// The pass would show nothing if the program saw the machine's own processor.
fn old_cpu_is_old(program: &Path) -> anyhow::Result<()> {
    let mut doctor = Process::new(OLD_CPU[0]);
    let told = doctor.args(&OLD_CPU[1..]).arg(program).args(["doctor", "--json"]).output()?;
    let facts: Value = serde_json::from_slice(&told.stdout).context("oracade doctor does not run in the emulator")?;
    let cpu = facts["cpu"].as_array().context("oracade doctor does not tell the CPU")?;
    ensure!(
        cpu.iter().all(|feature| feature != "avx" && feature != "fma"),
        "the emulated CPU has {cpu:?}"
    );
    Ok(())
}

fn exists(name: &str) -> bool {
    let found = |folder: PathBuf| folder.join(name).is_file();
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(found))
}

fn release(folder: &Path, plan: &[String], first: Option<&Seen>) -> anyhow::Result<Value> {
    let mut build = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    run(build
        .current_dir(root())
        .args(["build", "--quiet", "--release", "--workspace", "--bin", "oracade"]))?;
    let condition = Condition {
        name: "release",
        why: "built with optimisation",
        change: same,
        reverse: false,
        load: false,
    };
    let seen = pass(&root().join("target/release/oracade"), &condition, folder, plan)?.unwrap_or_default();
    let differing = first.map(|first| differences(first, &seen)).unwrap_or_default();
    eprintln!("{:<12} {} {}", condition.name, &digest(&seen)[..16], condition.why);
    Ok(
        json!({ "condition": condition.name, "why": condition.why, "jobs": seen.len(), "digest": digest(&seen), "differing": differing }),
    )
}

fn digest(seen: &Seen) -> String {
    let mut hash = Sha256::new();
    for result in seen.values() {
        hash.update(result.to_string());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Each job that differs, and in what first.
fn differences(first: &Seen, other: &Seen) -> Vec<String> {
    let mut found = Vec::new();
    for (id, was) in first {
        let Some(is) = other.get(id) else {
            found.push(format!("{id}: no result"));
            continue;
        };
        if was == is {
            continue;
        }
        let seen = |result: &Value| result["checkpoints"].as_array().cloned().unwrap_or_default();
        let pairs = seen(was).into_iter().zip(seen(is));
        let place = pairs.into_iter().find(|(a, b)| a != b).map(|(a, b)| {
            let what: Vec<&str> = ["pixels", "snapshot"].into_iter().filter(|key| a[*key] != b[*key]).collect();
            format!("from frame {} on: {}", a["frame"], what.join(", "))
        });
        let keys = was
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, value)| is[key.as_str()] != **value);
        let keys: Vec<&str> = keys.map(|(key, _)| key.as_str()).collect();
        found.push(format!("{id}: {}", place.unwrap_or_else(|| keys.join(", "))));
    }
    found
}

/// Runs live: in a third of them at least frames differ over time (random input does not always leave a menu). A corpus in which nothing moves would be equal to itself for nothing.
fn liveness(seen: &Seen) -> anyhow::Result<String> {
    let lively = |result: &&Value| {
        let pixels: Vec<&str> = result["checkpoints"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["pixels"].as_str())
            .collect();
        pixels.iter().any(|one| *one != pixels[0])
    };
    let count = seen.values().filter(lively).count();
    ensure!(
        count * 3 >= seen.len(),
        "only {count} of {} runs show more than one picture",
        seen.len()
    );
    Ok(format!("{count} of {} runs show more than one picture", seen.len()))
}
