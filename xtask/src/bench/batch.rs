//! `bench --batch`: many runs at once, checks side by side, branches, and replay, beside Chromium on the same input.

use crate::{built, determinism, library, output, root};
use anyhow::{Context as _, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Jobs of the batch that is timed.
const JOBS: usize = 100;
/// Length of the tapes, in seconds of virtual time.
const TAPE_S: u64 = 10;
/// Two numbers of processes or threads that are compared.
const FEW_AND_MANY: [usize; 2] = [1, 2];

/// What tape.mjs prints.
#[derive(Deserialize)]
struct Peer {
    browser: String,
    times_real: f64,
}

/// Measures and prints. `branches_only`: nothing but the cost of branches.
pub(super) fn run(branches_only: bool, as_json: bool, chromium: bool) -> anyhow::Result<()> {
    let folder = root().join("target/bench-batch");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let games = super::references()?;
    let events = folder.join("events.jsonl");
    fs::write(&events, determinism::random_tape(1, TAPE_S))?;

    let branches = branches(&games, &events)?;
    let mut figures = json!({ "branches": branches });
    if !branches_only {
        figures["batch"] = batch(&folder)?;
        figures["checks"] = games.iter().map(|game| checks(game)).collect::<anyhow::Result<Value>>()?;
        let mut tapes = Vec::new();
        for game in &games {
            tapes.push(tape(game, &folder, &events, chromium)?);
        }
        figures["tapes"] = tapes.into();
    }
    if as_json {
        println!("{figures:#}");
    } else {
        print(&figures);
    }
    Ok(())
}

fn oracade() -> anyhow::Result<Command> {
    let mut command = Command::new(built("oracade")?);
    command.env("ORACADE_LIBRARY", library()?);
    Ok(command)
}

/// Wall time of a command that may end with any of these codes.
fn seconds(command: &mut Command, codes: &[i32]) -> anyhow::Result<f64> {
    let start = Instant::now();
    let output = command.output()?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(
        output.status.code().is_some_and(|code| codes.contains(&code)),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(seconds)
}

/// Seconds with one and with two at a time, and how much of the second is used.
fn few_and_many(what: &str, mut run: impl FnMut(usize) -> anyhow::Result<f64>) -> anyhow::Result<Value> {
    eprintln!("measuring {what}");
    let [few, many] = FEW_AND_MANY;
    let (one, two) = (run(few)?, run(many)?);
    let efficiency = one / two / (many as f64 / few as f64);
    Ok(json!({ "what": what, "one_s": one, "two_s": two, "times": one / two, "efficiency": efficiency }))
}

fn batch(folder: &Path) -> anyhow::Result<Value> {
    let games = determinism::games_of_the_tree()?;
    let job = |number: usize| {
        let game = &games[number % games.len()];
        json!({ "game": game, "run": "2s", "seed": number, "viewport": [640, 480] }).to_string() + "\n"
    };
    let plan = folder.join("plan.jsonl");
    fs::write(&plan, (0..JOBS).map(job).collect::<String>())?;
    let mut row = few_and_many("batch", |processes| {
        let out = folder.join("results.jsonl");
        let mut command = oracade()?;
        command.arg("batch").arg(&plan).args(["-q", "--force", "-o"]).arg(out);
        seconds(command.args(["--jobs", &processes.to_string()]), &[0])
    })?;
    row["jobs"] = JOBS.into();
    for (name, time) in [("one_jobs_per_s", "one_s"), ("two_jobs_per_s", "two_s")] {
        row[name] = (JOBS as f64 / row[time].as_f64().unwrap_or(f64::NAN)).into();
    }
    Ok(row)
}

fn checks(game: &Path) -> anyhow::Result<Value> {
    let suite = super::suite(game).context("a reference has a suite")?;
    few_and_many(&super::name(game), |threads| {
        let mut command = oracade()?;
        command
            .arg("check")
            .arg(game)
            .arg("--suite")
            .arg(&suite)
            .args(["-q", "--json"]);
        seconds(command.args(["--jobs", &threads.to_string()]), &[0, 1])
    })
}

fn branches(games: &[PathBuf], events: &Path) -> anyhow::Result<Value> {
    eprintln!("measuring branches");
    let mut engine = Command::new(built("examples/engine")?);
    engine
        .arg("branches")
        .arg("--program")
        .arg(built("oracade")?)
        .arg("--library")
        .arg(library()?);
    let rows = output(engine.arg("--tape").arg(events).args(games))?;
    let mut rows: Value = serde_json::from_slice(&rows).context("branches printed no figures")?;
    for (row, game) in rows.as_array_mut().into_iter().flatten().zip(games) {
        row["game"] = super::name(game).into();
    }
    Ok(rows)
}

/// One tape: replayed with everything that was seen compared, once a second, and without looking; and what Chromium does.
fn tape(game: &Path, folder: &Path, events: &Path, chromium: bool) -> anyhow::Result<Value> {
    let name = super::name(game);
    eprintln!("measuring tapes of {name}");
    let times = |seconds: f64| TAPE_S as f64 / seconds;
    let mut row = json!({ "game": name, "tape_s": TAPE_S });
    for (figure, every) in [("replay_times_real", "0"), ("verify_times_real", "60")] {
        let tape = folder.join(format!("{name}-{every}.tape"));
        seconds(
            oracade()?
                .arg("record")
                .arg(game)
                .arg("--events")
                .arg(events)
                .args(["--every", every, "-o"])
                .arg(&tape),
            &[0],
        )?;
        row[figure] = times(seconds(oracade()?.args(["replay", "--verify"]).arg(&tape), &[0])?).into();
    }
    if chromium && crate::chromium::browser().is_some() {
        for clock in ["real", "playwright"] {
            let mut script = crate::chromium::script("tape.mjs", &game.join("index.html"))?;
            script.arg("--tape").arg(events).args(["--clock", clock]);
            // A clock that is not installed is left out.
            let Ok(figures) = output(&mut script) else { continue };
            let peer: Peer = serde_json::from_slice(&figures).context("tape.mjs printed no figures")?;
            row[format!("chromium_{clock}")] = peer.times_real.into();
            row["browser"] = peer.browser.into();
        }
    }
    Ok(row)
}

fn print(figures: &Value) {
    let number = |row: &Value, key: &str| {
        row[key]
            .as_f64()
            .map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
    };
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let table = |title: &str, rows: &Value, name: &str, columns: &[(&str, &str)]| {
        let rows: Vec<&Value> = match rows {
            Value::Array(rows) => rows.iter().collect(),
            Value::Null => return,
            row => vec![row],
        };
        print!("{title:<24}");
        columns.iter().for_each(|(_, head)| print!(" {head:>16}"));
        println!();
        for row in rows {
            print!("{:<24}", text(row, name));
            columns.iter().for_each(|(key, _)| print!(" {:>16}", number(row, key)));
            println!();
        }
        println!();
    };
    table(
        "a branch after 10 s, ms",
        &figures["branches"],
        "game",
        &[
            ("fork_ms", "by fork"),
            ("repeat_ms", "by repeating"),
            ("frame_ms", "a frame"),
            ("first_frame_ms", "the first after"),
        ],
    );
    let both = [
        ("one_s", "one: s"),
        ("two_s", "two: s"),
        ("times", "times"),
        ("efficiency", "efficiency"),
    ];
    table("batch, processes", &figures["batch"], "what", &both);
    table("checks, threads", &figures["checks"], "what", &both);
    table(
        "times real time",
        &figures["tapes"],
        "game",
        &[
            ("replay_times_real", "replay"),
            ("verify_times_real", "and look"),
            ("chromium_real", "Chromium"),
            ("chromium_playwright", "Playwright clock"),
        ],
    );
}
