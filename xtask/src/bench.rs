//! `bench`: the runtime's figures and Chromium's, taken one after the other on the same machine.

mod batch;
mod webgl;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

/// Arguments of `bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games: folders with index.html, with checks.js there or in the folder above [default: the corpus's references].
    games: Vec<PathBuf>,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Leave Chromium out even if it is installed.
    #[arg(long)]
    no_chromium: bool,
    /// Leave the check suites out.
    #[arg(long)]
    no_checks: bool,
    /// Instead of games: processor time of what games draw on a canvas, scene by scene (xtask/bench/canvas.js).
    #[arg(long, conflicts_with = "games")]
    canvas: bool,
    /// Instead of games: batches and suites on one core and on two, branches, and replay beside Chromium on the same input, in real time
    /// and on Playwright's clock.
    #[arg(long, conflicts_with = "games")]
    batch: bool,
    /// Only the branches of `--batch`.
    #[arg(long, conflicts_with_all = ["games", "batch"])]
    branch: bool,
    /// Instead of games: what a frame and a program cost that WebGL draws, in pages of three.js and Phaser (xtask/bench/webgl) or those
    /// that are named, beside Chromium.
    #[arg(long, conflicts_with_all = ["canvas", "batch", "branch", "wasm"])]
    webgl: bool,
    /// Measure what is built, and build nothing.
    #[arg(long)]
    no_build: bool,
    /// Instead of pages: games of WebAssembly (docs/wasm-abi.md) on one core, in steps a second and the cost of a copy [default: those
    /// of games/wasm].
    #[arg(long, conflicts_with = "canvas")]
    wasm: bool,
}

/// What `engine page-speed` prints for a page.
#[derive(Debug, Deserialize, Serialize)]
struct Speed {
    open_ms: f64,
    frames_per_s: f64,
    captures_per_s: f64,
    peak_mib: f64,
}

/// What speed.mjs prints.
#[derive(Debug, Deserialize, Serialize)]
struct Peer {
    browser: String,
    open_ms: f64,
    frames_per_s: f64,
    captures_per_s: f64,
    /// Of the game's whole suite, in real time, a new page for each check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checks_per_s: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Row {
    game: String,
    oracade: Speed,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chromium: Option<Peer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times_chromium: Option<Ratio>,
}

/// How many times as fast as Chromium; above 1 is faster.
#[derive(Debug, Serialize)]
struct Ratio {
    open: f64,
    frames: f64,
    captures: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<f64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if !args.no_build {
        crate::build_all()?;
    }
    if args.canvas {
        return canvas(args);
    }
    if args.batch || args.branch {
        return batch::run(args.branch, args.json, !args.no_chromium);
    }
    if args.webgl {
        return webgl::run(&args.games, args.json, !args.no_chromium);
    }
    if args.wasm {
        let games = if args.games.is_empty() {
            let folder = crate::root().join("games/wasm");
            ["ember", "sumstones", "tideline"].map(|name| folder.join(name)).to_vec()
        } else {
            args.games.clone()
        };
        return crate::run(Command::new(crate::built("examples/wasm_speed")?).args(games));
    }
    let games = if args.games.is_empty() {
        references()?
    } else {
        args.games.clone()
    };
    let empty = std::env::temp_dir().join(format!("oracade-bench-{}", std::process::id()));
    std::fs::create_dir_all(&empty)?;
    std::fs::write(empty.join("index.html"), "<!doctype html><title>Empty</title>")?;
    let rows = std::iter::once((&empty, "empty page".to_owned()))
        .chain(games.iter().map(|game| (game, name(game))))
        .map(|(game, name)| measure(args, game, name))
        .collect::<anyhow::Result<Vec<_>>>();
    let _ = std::fs::remove_dir_all(&empty);
    let rows = rows?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        print(&rows);
    }
    Ok(())
}

/// What canvas.mjs prints.
#[derive(Deserialize)]
struct PeerScenes {
    browser: String,
    figures: BTreeMap<String, f64>,
}

/// One scene, in milliseconds of processor time a frame.
#[derive(Serialize)]
struct Scene {
    scene: String,
    oracade_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chromium_ms: Option<f64>,
    /// How many times as fast as Chromium.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_chromium: Option<f64>,
}

fn canvas(args: &Args) -> anyhow::Result<()> {
    let script = crate::root().join("xtask/bench/canvas.js");
    let mut example = Command::new(crate::built("examples/engine")?);
    let own = crate::output(example.arg("canvas-speed").arg(&script))?;
    let own: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&own).context("canvas-speed printed no figures")?;
    let peer: Option<PeerScenes> = if args.no_chromium || crate::chromium::browser().is_none() {
        None
    } else {
        let figures = crate::output(crate::chromium::tool("canvas.mjs")?.arg("--script").arg(&script))?;
        Some(serde_json::from_slice(&figures).context("canvas.mjs printed no figures")?)
    };
    let scenes: Vec<Scene> = own
        .iter()
        .filter_map(|(scene, ms)| {
            let oracade_ms = ms.as_f64()?;
            let chromium_ms = peer.as_ref().and_then(|peer| peer.figures.get(scene).copied());
            Some(Scene {
                scene: scene.clone(),
                oracade_ms,
                chromium_ms,
                times_chromium: chromium_ms.map(|peer| peer / oracade_ms),
            })
        })
        .collect();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&scenes)?);
        return Ok(());
    }
    let browser = peer.map_or_else(String::new, |peer| peer.browser);
    println!(
        "{:<28} {:>9} {:>9} {:>9}  {browser}",
        "ms a frame", "Oracade", "Chromium", "ratio"
    );
    for row in scenes {
        println!(
            "{:<28} {:>9.2} {:>9} {:>9}",
            row.scene,
            row.oracade_ms,
            figure(row.chromium_ms, ""),
            figure(row.times_chromium, "x")
        );
    }
    Ok(())
}

fn references() -> anyhow::Result<Vec<PathBuf>> {
    let tasks = crate::root().join("corpus/tasks");
    let entries = std::fs::read_dir(&tasks).with_context(|| format!("cannot read {}", tasks.display()))?;
    let mut games: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path().join("reference"))
        .filter(|game| game.join("index.html").is_file())
        .collect();
    games.sort();
    Ok(games)
}

fn name(game: &Path) -> String {
    let own = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let task = own(game)
        .filter(|name| name == "reference")
        .and_then(|_| game.parent())
        .and_then(own);
    task.or_else(|| own(game)).unwrap_or_else(|| game.display().to_string())
}

fn measure(args: &Args, game: &Path, name: String) -> anyhow::Result<Row> {
    eprintln!("measuring {name}");
    // A process of its own, so that its memory is the page's.
    let mut example = Command::new(crate::built("examples/engine")?);
    let speed = crate::output(example.arg("page-speed").arg(game).arg(crate::library()?))?;
    let oracade: Speed = serde_json::from_slice(&speed).context("page-speed printed no figures")?;
    let suite = suite(game).filter(|_| !args.no_checks);
    let checks_per_s = suite.as_deref().map(|suite| checks(game, suite)).transpose()?.flatten();
    let chromium = if args.no_chromium || crate::chromium::browser().is_none() {
        None
    } else {
        let figures = crate::output(&mut crate::chromium::script("speed.mjs", &game.join("index.html"))?)?;
        let mut peer: Peer = serde_json::from_slice(&figures).context("speed.mjs printed no figures")?;
        if let Some(suite) = &suite {
            peer.checks_per_s = chromium_checks(game, suite)?;
        }
        Some(peer)
    };
    let times_chromium = chromium.as_ref().map(|peer| Ratio {
        open: peer.open_ms / oracade.open_ms,
        frames: oracade.frames_per_s / peer.frames_per_s,
        captures: oracade.captures_per_s / peer.captures_per_s,
        checks: checks_per_s.zip(peer.checks_per_s).map(|(own, peer)| own / peer),
    });
    Ok(Row {
        game: name,
        oracade,
        checks_per_s,
        chromium,
        times_chromium,
    })
}

/// The suite of a game, beside it or in the folder above.
fn suite(game: &Path) -> Option<PathBuf> {
    [game.join("checks.js"), game.join("../checks.js")]
        .into_iter()
        .find(|suite| suite.is_file())
}

/// Behaviour checks a second in Chromium, its start included as ours is.
fn chromium_checks(game: &Path, suite: &Path) -> anyhow::Result<Option<f64>> {
    let start = Instant::now();
    let mut run = crate::chromium::script("reference.mjs", &game.join("index.html"))?;
    let report = crate::output(run.arg("--checks").arg(suite))?;
    let seconds = start.elapsed().as_secs_f64();
    let report: serde_json::Value = serde_json::from_slice(&report).context("reference.mjs printed no report")?;
    let count = report.get("checks").and_then(|checks| checks.as_array()).map_or(0, Vec::len);
    Ok((count > 0).then(|| count as f64 / seconds))
}

/// Behaviour checks a second, one game at a time.
fn checks(game: &Path, suite: &Path) -> anyhow::Result<Option<f64>> {
    let start = Instant::now();
    let output = Command::new(crate::built("oracade")?)
        .arg("check")
        .arg(game)
        .arg("--suite")
        .arg(suite)
        .args(["--json", "--quiet"])
        .output()?;
    let seconds = start.elapsed().as_secs_f64();
    let report: serde_json::Value = match serde_json::from_slice(&output.stdout) {
        Ok(report) => report,
        Err(_) => bail!(
            "oracade check {}: {}",
            game.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        ),
    };
    let count = report
        .pointer("/games/0/l2/report/checks")
        .and_then(|checks| checks.as_array())
        .map_or(0, Vec::len);
    Ok((count > 0).then(|| count as f64 / seconds))
}

fn print(rows: &[Row]) {
    println!(
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "open ms", "frames/s", "capt./s", "peak MiB", "checks/s"
    );
    for row in rows {
        let checks = figure(row.checks_per_s, "");
        let own = &row.oracade;
        println!(
            "{:<20} {:>9.1} {:>9.0} {:>9.1} {:>9.1} {checks:>9}",
            row.game, own.open_ms, own.frames_per_s, own.captures_per_s, own.peak_mib
        );
        if let (Some(peer), Some(ratio)) = (&row.chromium, &row.times_chromium) {
            println!(
                "{:<20} {:>9.1} {:>9.1} {:>9.1} {:>9} {:>9}   {}",
                "  Chromium",
                peer.open_ms,
                peer.frames_per_s,
                peer.captures_per_s,
                "",
                figure(peer.checks_per_s, ""),
                peer.browser
            );
            println!(
                "{:<20} {:>8.1}x {:>8.1}x {:>8.1}x {:>9} {:>9}",
                "  times as fast",
                ratio.open,
                ratio.frames,
                ratio.captures,
                "",
                figure(ratio.checks, "x")
            );
        }
    }
}

fn figure(value: Option<f64>, unit: &str) -> String {
    value.map_or_else(String::new, |value| format!("{value:.2}{unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_named_after_its_task() {
        assert_eq!(name(Path::new("corpus/tasks/weft/reference")), "weft");
        assert_eq!(name(Path::new("games/pong")), "pong");
    }
}
