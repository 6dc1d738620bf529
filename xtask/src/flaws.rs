//! `cargo xtask flaws`: the wrong builds of the corpus are played under their contracts, and each has to be called violated at the rule
//! that it says it breaks, with a frame and snapshots as evidence, and nowhere else; the reference nowhere at all. Of a flaw that play
//! does not see, `breaks` says why (`unseen`); it may be called violated at its rule, and nowhere else. What else a flaw breaks, but play
//! does not always come to see, may be called violated, too (`may`).

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The games that have a contract.
const GAMES: [&str; 4] = ["lantern-orchard", "weft", "hollow-almanac", "sunken-orrery"];

/// Arguments of `cargo xtask flaws`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these builds: `GAME`, or `GAME/VARIANT`; `GAME/reference` is the one that is right.
    only: Vec<String>,
    /// Play each build for the rules that it breaks alone: a tenth of the work, and nothing is said of the others.
    #[arg(long)]
    quick: bool,
    /// Votes on each rule.
    #[arg(long, default_value_t = 1)]
    votes: u32,
    /// Votes and scenarios played at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: u16,
}

/// A build and what it is to be called.
struct Build {
    game: &'static str,
    /// None of the reference.
    variant: Option<String>,
    /// The rules that play has to call violated, the one that is broken first.
    wanted: Vec<String>,
    /// The rules that it may call violated as well.
    also_right: Vec<String>,
    /// Play does not see it.
    unseen: bool,
}

impl Build {
    fn name(&self) -> String {
        format!("{}/{}", self.game, self.variant.as_deref().unwrap_or("reference"))
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = crate::root();
    let mut wrong = Vec::new();
    println!("| build | breaks | called violated | shown by |");
    println!("|---|---|---|---|");
    for game in GAMES {
        let builds: Vec<Build> = builds(root, game)?
            .into_iter()
            .filter(|build| args.only.is_empty() || args.only.iter().any(|only| only == game || *only == build.name()))
            // Where no rule is broken, there is none to look for.
            .filter(|build| !args.quick || !build.wanted.is_empty() && !build.unseen)
            .collect();
        if builds.is_empty() {
            continue;
        }
        for (build, result) in builds.iter().zip(play(root, game, &builds, args)?) {
            if let Some(problem) = judge(build, &result) {
                wrong.push(format!("{}: {problem}", build.name()));
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn builds(root: &Path, game: &'static str) -> anyhow::Result<Vec<Build>> {
    let file = root.join("corpus/tasks").join(game).join("task.json");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let task: Value = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let mut list = vec![Build {
        game,
        variant: None,
        wanted: Vec::new(),
        also_right: Vec::new(),
        unseen: false,
    }];
    for variant in task["variants"].as_array().into_iter().flatten() {
        let breaks = &variant["breaks"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let mut wanted: Vec<String> = text(&breaks["rule"]).into_iter().collect();
        let named = |name: &str| breaks[name].as_array().into_iter().flatten().filter_map(text);
        wanted.extend(named("also"));
        list.push(Build {
            game,
            variant: text(&variant["name"]),
            also_right: named("may").collect(),
            wanted,
            unseen: breaks["unseen"].is_string(),
        });
    }
    Ok(list)
}

/// What the command says of builds, in their order.
fn play(root: &Path, game: &str, builds: &[Build], args: &Args) -> anyhow::Result<Vec<Value>> {
    let mut results = Vec::new();
    let is_alike = |a: &Build, b: &Build| !args.quick && a.variant.is_some() == b.variant.is_some();
    for group in builds.chunk_by(is_alike) {
        let mut command = Command::new(root.join("target/debug/oracade"));
        command.args([
            "contract",
            "play",
            &format!("corpus/contracts/{game}/contract.json"),
            game,
            "--json",
        ]);
        command.args(["--votes", &args.votes.to_string(), "--jobs", &args.jobs.to_string()]);
        for variant in group.iter().filter_map(|build| build.variant.as_deref()) {
            command.args(["--variant", variant]);
        }
        for rule in group.iter().filter(|_| args.quick).flat_map(|build| &build.wanted) {
            command.args(["--rule", rule]);
        }
        let output = command
            .current_dir(root)
            .output()
            .context("target/debug/oracade does not run: cargo build --workspace --bin oracade")?;
        let found: Vec<Value> = match serde_json::from_slice(&output.stdout) {
            Ok(found) => found,
            Err(_) => bail!("{game}: {}", String::from_utf8_lossy(&output.stderr)),
        };
        ensure!(
            found.len() == group.len(),
            "{game}: {} results of {} builds",
            found.len(),
            group.len()
        );
        results.extend(found);
    }
    Ok(results)
}

/// Prints the build's row and says what is wrong with it, if anything is.
fn judge(build: &Build, result: &Value) -> Option<String> {
    let rules = result["rules"].as_array().map(Vec::as_slice).unwrap_or_default();
    let violated: Vec<&Value> = rules.iter().filter(|rule| rule["play"] == "violated").collect();
    let name = |rule: &Value| rule["rule"].as_str().unwrap_or_default().to_owned();
    let evidence = |rule: &Value| -> Vec<String> {
        let list = rule["play_evidence"].as_array().into_iter().flatten();
        list.filter_map(|id| id.as_str().map(str::to_owned)).collect()
    };
    let names: Vec<String> = violated.iter().map(|rule| name(rule)).collect();
    let first = build
        .wanted
        .first()
        .and_then(|wanted| violated.iter().find(|rule| name(rule) == *wanted));
    println!(
        "| {} | {} | {} | {} |",
        build.name(),
        build.wanted.first().map_or("–", String::as_str),
        if names.is_empty() {
            "–".to_owned()
        } else {
            names.join(", ")
        },
        first.map_or_else(
            || "–".to_owned(),
            |rule| format!(
                "{}: {}",
                evidence(rule).join(" "),
                rule["play_note"].as_str().unwrap_or_default()
            )
        ),
    );
    let missing: Vec<&String> = build.wanted.iter().filter(|wanted| !names.contains(wanted)).collect();
    if !build.unseen && !missing.is_empty() {
        return Some(format!("not called violated at {missing:?}"));
    }
    let is_right = |name: &String| build.wanted.contains(name) || build.also_right.contains(name);
    let more: Vec<&String> = names.iter().filter(|name| !is_right(name)).collect();
    if !more.is_empty() {
        return Some(format!("called violated at {more:?}, too"));
    }
    let shown = |rule: &&Value| {
        ["/s", "/f"]
            .iter()
            .all(|part| evidence(rule).iter().any(|id| id.contains(part)))
    };
    (!violated.iter().all(shown)).then(|| "violated without snapshot and frame".to_owned())
}
