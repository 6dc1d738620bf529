//! `oracade gym rollout`: episodes of a player.

use super::external::External;
use super::source::{EnvArgs, on_thread};
use anyhow::Context;
use oracade_gym::agents::{AGENTS, agent};
use oracade_gym::rollout::{Episode, Line, episode, interval, run_summary};
use oracade_gym::{Env, EnvError};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `oracade gym rollout`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The environment: a name, a folder with an env.toml, or such a file.
    #[arg(value_name = "ENV")]
    name: String,
    /// The player: random, first (always the first action), greedy (one step ahead on a copy), bfs (Sokoban), expectimax (2048),
    /// heuristic (Tetris).
    #[arg(long, value_name = "PLAYER", default_value = "random", value_parser = AGENTS)]
    agent: String,
    /// A program that plays instead, run by the shell: for each turn it gets a JSON object in a line ({"text", "actions", …}) and answers
    /// with a line of text, with sections `action:` and `thought:`, or {"action": "…", "thought": "…"}.
    #[arg(long, value_name = "COMMAND", conflicts_with = "agent")]
    command: Option<String>,
    /// How many episodes.
    #[arg(long, value_name = "N", default_value_t = 3)]
    episodes: u32,
    /// Seed of the first; those that follow have the next.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write logs into this folder: a line for each step, and a summary.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    env: EnvArgs,
}

struct Log<'a> {
    folder: Option<&'a Path>,
    file: Option<BufWriter<File>>,
    number: u32,
}

impl Log<'_> {
    fn begin(&mut self, number: u32) -> anyhow::Result<()> {
        self.finish()?;
        self.number = number;
        if let Some(folder) = self.folder {
            let path = folder.join(format!("episode_{number:03}_log.jsonl"));
            let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
            self.file = Some(BufWriter::new(file));
        }
        Ok(())
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), EnvError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // Defects of originals that are reproduced: some steps are not logged.
        if line.env.snapshot().get("logged") == Some(&Value::Bool(false)) {
            return Ok(());
        }
        let told = json!({
            "episode_id": self.number,
            "step": line.step,
            "agent_action": line.action,
            "thought": line.thought,
            "reward": line.reward,
            "perf_score": line.reward,
            "info": line.env.info()?,
            "agent_observation": line.env.snapshot().to_string(),
            "terminated": line.terminated,
            "truncated": line.truncated,
            "time_taken_s": 0,
        });
        writeln!(file, "{told}").map_err(|error| EnvError::State(format!("the log cannot be written: {error}")))
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        match self.file.take() {
            Some(mut file) => file.flush().context("the log cannot be written"),
            None => Ok(()),
        }
    }
}

fn print(name: &str, player: &str, episodes: &[Episode]) {
    println!("{name}, {player}");
    println!("episode       seed      score     reward  steps");
    for episode in episodes {
        let end = match (episode.stuck, episode.terminated) {
            (true, _) => "  stuck",
            (_, true) => "",
            _ => "  cut off",
        };
        println!(
            "{:>7} {:>10} {:>10.2} {:>10.2} {:>6}{end}",
            episode.number, episode.seed, episode.score, episode.reward, episode.steps
        );
    }
    let scores: Vec<f64> = episodes.iter().map(|episode| episode.score).collect();
    let told = oracade_gym::rollout::summary(&scores);
    if let (Some(mean), Some(std), Some((low, high))) = (told["mean"].as_f64(), told["std"].as_f64(), interval(&scores, 0)) {
        println!("score {mean:.2} ± {std:.2}; 95 % of resampled means from {low:.2} to {high:.2}");
    }
}

/// Plays, and prints what came of it.
///
/// # Errors
/// The environment cannot be used, the player cannot play it, or a log cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    on_thread(|| {
        let spec = args.env.find(&args.name, &args.env.settings())?;
        if let Some(folder) = &args.log {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let mut env = Env::new(spec.clone())?;
        let mut player = match &args.command {
            Some(command) => Box::new(External::start(command)?),
            None => agent(&args.agent)?,
        };
        let player_name = args.command.as_ref().unwrap_or(&args.agent);
        let mut log = Log {
            folder: args.log.as_deref(),
            file: None,
            number: 0,
        };
        let mut episodes = Vec::new();
        for number in 1..=args.episodes {
            log.begin(number)?;
            let seed = args.seed.wrapping_add(u64::from(number) - 1);
            episodes.push(episode(&mut env, player.as_mut(), number, seed, &mut |line| log.line(line))?);
        }
        log.finish()?;
        let settings = json!({
            "game": spec.id,
            "agent": player_name,
            "episodes": args.episodes,
            "seed": args.seed,
            "frames": spec.config.frames,
            "sticky": spec.config.sticky,
            "max_steps": spec.config.max_steps,
            "options": spec.config.options,
        });
        let summary = run_summary(settings.clone(), &episodes);
        if let Some(folder) = &args.log {
            for (name, value) in [("gym_run_summary.json", &summary), ("agent_config.json", &settings)] {
                let path = folder.join(name);
                fs::write(&path, format!("{value:#}\n")).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        if args.json {
            println!("{summary:#}");
        } else {
            print(&spec.id, player_name, &episodes);
        }
        Ok(ExitCode::SUCCESS)
    })
}
