//! The grid of a plan, played: resumable, and the same bytes at any number of jobs.
//!
//! Each cell is an episode that depends on nothing but itself, and is kept in a file under a digest of all that it is made of; what is
//! there is not played again. Logs, summaries and the list of results are written in the plan's order.

use crate::harness::{Modules, Player};
use crate::log::{Log, finish_run};
use crate::model::{Model, ModelError, Service};
use crate::plan::{Cell, Kind, Plan, folder_name};
use oracade_contracts::canonical;
use oracade_contracts::service::{CacheMode, Cost, Records};
use oracade_gym::agents::{Agent, agent};
use oracade_gym::rollout::{Episode, episode, run_summary};
use oracade_gym::{Env, Settings, Spec};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The list of results in a folder.
pub const RESULTS: &str = "results.jsonl";
/// Stack of a thread that plays: pages nest deeply.
const STACK_BYTES: usize = 64 << 20;

/// What came of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Who played.
    pub player: String,
    /// What kind of player that is: `model`, `agent random`, `command`, `policy`.
    pub kind: String,
    /// Whether it counts as one that reasons by itself.
    pub reasoning: bool,
    /// What.
    pub game: String,
    /// With which modules.
    pub modules: Modules,
    /// Its number among the runs of its condition.
    pub run: u32,
    /// Its seed.
    pub seed: u64,
    /// What the episode came to.
    pub score: f64,
    /// The sum of rewards.
    pub reward: f64,
    /// Steps.
    pub steps: u32,
    /// Decisions, of models.
    pub turns: Option<u32>,
    /// The game was over.
    pub terminated: bool,
    /// The player was stuck.
    pub stuck: bool,
    /// What the model's answers cost when they were given.
    pub cost: Cost,
    /// Digest of what the cell is made of.
    pub cell: String,
}

/// Finds an environment by its name.
pub type SpecMaker<'a> = dyn Fn(&str, &Settings) -> Result<Arc<Spec>, String> + Sync + 'a;

/// Starts a player that is none of this crate's.
pub type PlayerMaker<'a> = dyn Fn(&Kind) -> Result<Box<dyn Agent>, String> + Sync + 'a;

/// What a grid needs that is not in this crate.
pub struct Makers<'a> {
    /// An environment by name.
    pub spec: &'a SpecMaker<'a>,
    /// A player that is a command or a policy.
    pub outside: &'a PlayerMaker<'a>,
    /// What a command's or a policy's actions depend on beyond its name, such as the file's digest.
    pub identity: &'a (dyn Fn(&Kind) -> Result<String, String> + Sync),
}

/// What came of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Results in the plan's order.
    pub runs: Vec<Run>,
    /// Episodes that could not be played, and why.
    pub failed: Vec<(String, String)>,
    /// Episodes that were there already.
    pub kept: usize,
    /// What was paid now.
    pub spent: Cost,
}

struct Work<'p> {
    cell: Cell<'p>,
    spec: Arc<Spec>,
    key: String,
}

enum Done {
    Kept(Run),
    Played(Run),
    Failed(String),
    Skipped,
}

fn label(cell: &Cell<'_>) -> String {
    format!("{} {} {} seed {}", cell.player.name, cell.game, cell.modules, cell.seed)
}

fn logs_of(folder: &Path, cell: &Cell<'_>) -> PathBuf {
    let modules = cell.modules.to_string();
    folder
        .join("runs")
        .join(&cell.player.name)
        .join(folder_name(cell.game))
        .join(modules)
}

/// Plays what is not there yet of a plan, into a folder.
///
/// # Errors
/// An environment or player cannot be used, or the folder cannot be written. What a single episode lacks is told in the outcome.
pub fn run(
    plan: &Plan,
    folder: &Path,
    jobs: usize,
    recorded: Option<(&Path, CacheMode)>,
    makers: &Makers<'_>,
    progress: &(dyn Fn(usize, usize, &str) + Sync),
) -> Result<Outcome, String> {
    let records = |recorded: Option<(&Path, CacheMode)>| recorded.map(|(folder, mode)| Records::new(folder, mode));
    let services: Vec<Option<Service>> = plan
        .players
        .iter()
        .map(|player| match &player.kind {
            Kind::Model(who) => Some(Service::new(
                &player.name,
                who.clone(),
                plan.attempts,
                plan.budget,
                records(recorded),
            )),
            _ => None,
        })
        .collect();
    let work = prepared(plan, makers)?;
    let broken: Vec<AtomicBool> = plan.players.iter().map(|_| AtomicBool::new(false)).collect();
    let place = |cell: &Cell<'_>| {
        plan.players
            .iter()
            .position(|player| player.name == cell.player.name)
            .unwrap_or(0)
    };
    let cells = folder.join("cells");
    fs::create_dir_all(&cells).map_err(|error| format!("cannot make {}: {error}", cells.display()))?;
    let results: Vec<Mutex<Option<Done>>> = work.iter().map(|_| Mutex::default()).collect();
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let play = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = work.get(at) else { break };
            let player = place(&item.cell);
            let done = if let Some(run) = kept(&cells, item) {
                Done::Kept(run)
            } else if broken[player].load(Ordering::Relaxed) {
                Done::Skipped
            } else {
                match played(plan, item, folder, services[player].as_ref(), makers) {
                    Ok(run) => match keep(&cells, &run) {
                        Ok(()) => Done::Played(run),
                        Err(message) => Done::Failed(message),
                    },
                    Err((message, hopeless)) => {
                        broken[player].fetch_or(hopeless, Ordering::Relaxed);
                        Done::Failed(message)
                    }
                }
            };
            let count = finished.fetch_add(1, Ordering::Relaxed) + 1;
            progress(count, work.len(), &label(&item.cell));
            *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }
    };
    let jobs = jobs.clamp(1, work.len().max(1));
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs)
            .map(|n| {
                let thread = std::thread::Builder::new()
                    .name(format!("player {n}"))
                    .stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, play)
            })
            .collect();
        for thread in threads {
            let thread = thread.map_err(|error| format!("no thread to play on: {error}"))?;
            thread
                .join()
                .map_err(|_| "a defect of this program ended the run; its message is above".to_owned())?;
        }
        Ok::<(), String>(())
    })?;
    let mut outcome = Outcome::default();
    for (item, done) in work.iter().zip(results) {
        match done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(Done::Kept(run)) => {
                outcome.kept += 1;
                outcome.runs.push(run);
            }
            Some(Done::Played(run)) => outcome.runs.push(run),
            Some(Done::Failed(message)) => outcome.failed.push((label(&item.cell), message)),
            Some(Done::Skipped) | None => outcome.failed.push((
                label(&item.cell),
                "not tried, since the model gave no answers before".to_owned(),
            )),
        }
    }
    outcome.spent = services
        .iter()
        .flatten()
        .fold(Cost::default(), |all, service| all.plus(service.spent()));
    write(plan, folder, &work, &outcome)?;
    Ok(outcome)
}

fn prepared<'p>(plan: &'p Plan, makers: &Makers<'_>) -> Result<Vec<Work<'p>>, String> {
    let settings = Settings {
        max_steps: plan.max_steps,
        ..Settings::default()
    };
    let mut specs: BTreeMap<&str, Arc<Spec>> = BTreeMap::new();
    for game in &plan.games {
        specs.insert(game, (makers.spec)(game, &settings)?);
    }
    let mut identities = BTreeMap::new();
    for player in &plan.players {
        let identity = match &player.kind {
            kind @ (Kind::Model(_) | Kind::Agent(_)) => kind.id(),
            kind => format!("{} {}", kind.id(), (makers.identity)(kind)?),
        };
        identities.insert(player.name.as_str(), identity);
    }
    let work = plan.cells().into_iter().map(|cell| {
        let spec = specs[cell.game].clone();
        let harness = matches!(cell.player.kind, Kind::Model(_)).then(|| plan.harness(cell.modules));
        let key = canonical::digest(&json!({
            "version": env!("CARGO_PKG_VERSION"),
            "player": [cell.player.name, identities[cell.player.name.as_str()], cell.player.reasoning],
            "game": [cell.game, format!("{:?}", spec.config)],
            "harness": harness,
            "prompts": harness.as_ref().map(|harness| json!(harness.templates.texts())),
            "run": cell.run,
            "seed": cell.seed,
        }));
        Work { cell, spec, key }
    });
    Ok(work.collect())
}

fn kept(cells: &Path, work: &Work<'_>) -> Option<Run> {
    let text = fs::read_to_string(cells.join(format!("{}.json", work.key))).ok()?;
    let run: Run = serde_json::from_str(&text).ok()?;
    (run.cell == work.key).then_some(run)
}

fn keep(cells: &Path, run: &Run) -> Result<(), String> {
    let path = cells.join(format!("{}.json", run.cell));
    let half = path.with_extension("part");
    let written = fs::write(&half, canonical::pretty(run)).and_then(|()| fs::rename(&half, &path));
    written.map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Plays an episode. An error is told with whether the model will not answer other questions either.
fn played(
    plan: &Plan,
    work: &Work<'_>,
    folder: &Path,
    service: Option<&Service>,
    makers: &Makers<'_>,
) -> Result<Run, (String, bool)> {
    let cell = &work.cell;
    let plain = |message: String| (message, false);
    let told = |error: oracade_gym::EnvError| (error.to_string(), false);
    let mut env = Env::new(work.spec.clone()).map_err(told)?;
    let mut log = Log::begin(&logs_of(folder, cell), cell.run, plan.pictures).map_err(told)?;
    let mut play = |agent: &mut dyn Agent| episode(&mut env, agent, cell.run, cell.seed, &mut |line| log.line(line));
    let (found, turns, cost) = match (&cell.player.kind, service) {
        (Kind::Model(_), Some(service)) => {
            let mut player = Player::new(service as &dyn Model, plan.harness(cell.modules));
            let found = play(&mut player).map_err(|error| {
                let hopeless = matches!(player.refused(), Some(ModelError::Failed { .. } | ModelError::Budget(_)));
                (error.to_string(), hopeless)
            })?;
            (found, Some(player.turns()), player.cost())
        }
        (Kind::Agent(name), _) => {
            let mut agent = agent(name).map_err(told)?;
            (play(agent.as_mut()).map_err(told)?, None, Cost::default())
        }
        (kind, _) => {
            let mut agent = (makers.outside)(kind).map_err(plain)?;
            (play(agent.as_mut()).map_err(told)?, None, Cost::default())
        }
    };
    log.finish().map_err(told)?;
    Ok(Run {
        player: cell.player.name.clone(),
        kind: cell.player.kind.name(),
        reasoning: cell.player.reasoning,
        game: folder_name(cell.game),
        modules: cell.modules,
        run: cell.run,
        seed: cell.seed,
        score: found.score,
        reward: found.reward,
        steps: found.steps,
        turns,
        terminated: found.terminated,
        stuck: found.stuck,
        cost,
        cell: work.key.clone(),
    })
}

impl Run {
    fn episode(&self) -> Episode {
        Episode {
            number: self.run,
            seed: self.seed,
            score: self.score,
            steps: self.steps,
            reward: self.reward,
            terminated: self.terminated,
            stuck: self.stuck,
        }
    }
}

/// What was set for a model in its harness, beside the environment's own settings.
pub fn settings_of(spec: &Spec, player: &str, harness: Option<&crate::harness::Harness>) -> Value {
    let mut settings = json!({
        "game": spec.id,
        "agent": player,
        "frames": spec.config.frames,
        "sticky": spec.config.sticky,
        "max_steps": spec.config.max_steps,
        "options": spec.config.options,
    });
    if let (Some(harness), Some(fields)) = (harness, settings.as_object_mut()) {
        fields.insert("observation".to_owned(), json!(harness.observation));
        fields.insert("harness".to_owned(), json!(harness.modules.any()));
        fields.insert("modules".to_owned(), json!(harness.modules));
        fields.insert("max_memory".to_owned(), json!(harness.max_memory));
        fields.insert("grid".to_owned(), json!(harness.grid));
        fields.insert("auxiliary".to_owned(), json!(harness.auxiliary));
        fields.insert("prompts".to_owned(), json!(harness.templates.texts()));
    }
    settings
}

fn write(plan: &Plan, folder: &Path, work: &[Work<'_>], outcome: &Outcome) -> Result<(), String> {
    let lines: String = outcome.runs.iter().map(|run| canonical::text_of(run) + "\n").collect();
    let path = folder.join(RESULTS);
    fs::write(&path, lines).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    let mut done: BTreeMap<PathBuf, Vec<Episode>> = BTreeMap::new();
    let by_key: BTreeMap<&str, &Work<'_>> = work.iter().map(|item| (item.key.as_str(), item)).collect();
    for run in &outcome.runs {
        let Some(item) = by_key.get(run.cell.as_str()) else { continue };
        done.entry(logs_of(folder, &item.cell)).or_default().push(run.episode());
    }
    for item in work.iter().filter(|item| item.cell.run == 1) {
        let logs = logs_of(folder, &item.cell);
        let Some(episodes) = done.get(&logs) else { continue };
        let harness = matches!(item.cell.player.kind, Kind::Model(_)).then(|| plan.harness(item.cell.modules));
        let settings = settings_of(&item.spec, &item.cell.player.name, harness.as_ref());
        finish_run(&logs, &settings, &run_summary(settings.clone(), episodes)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Reads the results of a folder, or of such a file.
///
/// # Errors
/// There are none, or a line is none.
pub fn read(path: &Path) -> Result<Vec<Run>, String> {
    let file = if path.is_dir() { path.join(RESULTS) } else { path.to_owned() };
    let shown = file.display();
    let text = fs::read_to_string(&file)
        .map_err(|error| format!("{shown}: {error}; give a folder that `oracade arena ablate` wrote"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(n, line)| serde_json::from_str(line).map_err(|error| format!("{shown}:{}: {error}", n + 1)))
        .collect()
}
