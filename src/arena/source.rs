//! Plans, their models and environments, and results.

use crate::gym::external::External;
use crate::gym::policy::Policy;
use crate::gym::source::EnvArgs;
use anyhow::Context;
use oracade_arena::grid::{self, Makers, Run};
use oracade_arena::model::Service;
use oracade_arena::plan::{Kind, Plan};
use oracade_contracts::canonical;
use oracade_contracts::service::{CacheMode, Records};
use oracade_gym::agents::Agent;
use oracade_gym::{EnvError, Settings, Spec, named};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A plan, and how its models' answers are kept.
#[derive(clap::Args)]
pub(super) struct PlanArgs {
    /// The plan, a file of TOML (docs/arena.md).
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder in which models' answers are kept and found again.
    #[arg(long, value_name = "DIR")]
    recorded: Option<PathBuf>,
    /// Use answers of --recorded alone; ask nobody.
    #[arg(long, requires = "recorded")]
    replay: bool,
    /// Folder of the vendored packages that pages load.
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

/// A model of a plan, by its name.
pub(super) struct NamedModel {
    pub(super) name: String,
    pub(super) service: Service,
}

impl PlanArgs {
    /// Reads the plan.
    pub(super) fn read(&self) -> anyhow::Result<Plan> {
        let shown = self.plan.display();
        let text = fs::read_to_string(&self.plan).with_context(|| format!("cannot read {shown}"))?;
        Plan::parse(&shown.to_string(), &text).map_err(anyhow::Error::msg)
    }

    /// Where answers are kept.
    pub(super) fn records(&self) -> Option<(&Path, CacheMode)> {
        let mode = if self.replay { CacheMode::Replay } else { CacheMode::Record };
        self.recorded.as_deref().map(|folder| (folder, mode))
    }

    /// The plan's models, or the one of a name.
    pub(super) fn models(&self, plan: &Plan, only: Option<&str>) -> anyhow::Result<Vec<NamedModel>> {
        let mut models = Vec::new();
        for player in plan
            .players
            .iter()
            .filter(|player| only.is_none_or(|name| name == player.name))
        {
            if let Kind::Model(who) = &player.kind {
                let records = self.records().map(|(folder, mode)| Records::new(folder, mode));
                models.push(NamedModel {
                    name: player.name.clone(),
                    service: Service::new(&player.name, who.clone(), plan.attempts, plan.budget, records),
                });
            }
        }
        match (models.is_empty(), only) {
            (false, _) => Ok(models),
            (true, Some(name)) => anyhow::bail!("{}: no model is called {name:?}", self.plan.display()),
            (true, None) => anyhow::bail!(
                "{}: no player is a model; add one with endpoint, program or script",
                self.plan.display()
            ),
        }
    }

    /// A file that a plan names is beside it.
    fn beside(&self, name: &str) -> PathBuf {
        self.plan.parent().unwrap_or(Path::new("")).join(name)
    }

    /// An environment of a plan.
    pub(super) fn spec(&self, name: &str, settings: &Settings) -> Result<Arc<Spec>, String> {
        let args = EnvArgs::with_library(self.library.clone());
        let found = match named(name, settings) {
            Err(EnvError::Unknown { .. }) if self.beside(name).exists() => {
                args.find(&self.beside(name).to_string_lossy(), settings)
            }
            _ => args.find(name, settings),
        };
        found.map_err(|error| format!("{error:#}"))
    }

    /// Calls `work` with what a grid needs of this command.
    pub(super) fn with_makers<R>(&self, work: impl FnOnce(&Makers<'_>) -> R) -> R {
        let spec = |name: &str, settings: &Settings| self.spec(name, settings);
        let outside = |kind: &Kind| -> Result<Box<dyn Agent>, String> {
            let told = |error: anyhow::Error| format!("{error:#}");
            Ok(match kind {
                Kind::Command(command) => Box::new(External::start(command).map_err(told)?),
                Kind::Policy(path) => Box::new(Policy::read(&self.beside(path)).map_err(told)?),
                _ => return Err("this player is none of the command's".to_owned()),
            })
        };
        let identity = |kind: &Kind| match kind {
            Kind::Policy(path) => {
                let path = self.beside(path);
                let bytes = fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
                Ok(canonical::sha256(&bytes))
            }
            _ => Ok(String::new()),
        };
        work(&Makers {
            spec: &spec,
            outside: &outside,
            identity: &identity,
        })
    }
}

/// Reads the results of several folders, in order.
pub(super) fn results(folders: &[PathBuf]) -> anyhow::Result<Vec<Run>> {
    let mut runs = Vec::new();
    for folder in folders {
        runs.extend(grid::read(folder).map_err(anyhow::Error::msg)?);
    }
    Ok(runs)
}

/// Writes a text into a file, or to standard output.
pub(super) fn write(text: &str, output: Option<&Path>) -> anyhow::Result<()> {
    match output {
        Some(path) => {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            println!("{}", path.display());
        }
        None => print!("{text}"),
    }
    Ok(())
}
