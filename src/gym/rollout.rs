//! `oracade gym rollout`: episodes of a player.

use super::player::PlayerArgs;
use super::source::{EnvArgs, on_thread};
use oracade_arena::grid::settings_of;
use oracade_arena::log::{Log, finish_run};
use oracade_gym::Env;
use oracade_gym::rollout::{Episode, Line, episode, interval, run_summary};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade gym rollout`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The environment: a name, a folder with an env.toml, or such a file.
    #[arg(value_name = "ENV")]
    name: String,
    #[command(flatten)]
    player: PlayerArgs,
    /// How many episodes.
    #[arg(long, value_name = "N", default_value_t = 3)]
    episodes: u32,
    /// Seed of the first; those that follow have the next.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write logs into this folder: a line for each step, and a summary.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Pictures of each step beside the logs.
    #[arg(long, requires = "log")]
    pictures: bool,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    env: EnvArgs,
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
        let mut env = Env::new(spec.clone())?;
        let mut player = args.player.start()?;
        let player_name = args.player.name();
        let mut episodes = Vec::new();
        for number in 1..=args.episodes {
            let mut log = match &args.log {
                Some(folder) => Some(Log::begin(folder, number, args.pictures)?),
                None => None,
            };
            let seed = args.seed.wrapping_add(u64::from(number) - 1);
            let mut each = |line: &mut Line<'_>| log.as_mut().map_or(Ok(()), |log| log.line(line));
            episodes.push(episode(&mut env, player.as_mut(), number, seed, &mut each)?);
            if let Some(log) = log {
                log.finish()?;
            }
        }
        let mut settings = settings_of(&spec, &player_name, None);
        settings["episodes"] = json!(args.episodes);
        settings["seed"] = json!(args.seed);
        let summary = run_summary(settings.clone(), &episodes);
        if let Some(folder) = &args.log {
            finish_run(folder, &settings, &summary)?;
        }
        if args.json {
            println!("{summary:#}");
        } else {
            print(&spec.id, &player_name, &episodes);
        }
        Ok(ExitCode::SUCCESS)
    })
}
