//! `oracade nursery`: the process that pages are forked from (docs/batch.md, "Branches"). Not for people.

use crate::batch::sandbox::{self, Forks};
use crate::recorder::stage::Stage;
use oracade_recorder::Header;
use oracade_runtime::fork;
use oracade_runtime::{Guest, PageError, Profile};
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Pages of one game at a time, branches included.
const PAGES: usize = 64;
/// Real time after which a page's process does not count as answering any more. A page that hangs is ended long before.
const PATIENCE: Duration = Duration::from_secs(600);

/// Arguments of `oracade nursery`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// MiB of memory of one page's process.
    #[arg(long, value_name = "MIB", default_value_t = 16_384)]
    memory: u64,
    /// Files and folders that pages may be opened from.
    #[arg(long, value_name = "PATH")]
    readable: Vec<PathBuf>,
    /// Folder of the vendored packages.
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Pages live for seconds: their code is not compiled to the last.
    #[arg(long)]
    brief: bool,
    /// No sandbox.
    #[arg(long)]
    no_sandbox: bool,
}

/// The page that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    game: String,
    #[serde(default)]
    variant: Option<String>,
    /// The conditions of a tape.
    #[serde(default)]
    header: Option<Header>,
    /// Without a header: the seed.
    #[serde(default)]
    seed: Option<u64>,
    /// Seconds of processor time that one uninterrupted run of page code may take.
    #[serde(default)]
    timeout: Option<u64>,
}

/// A nursery for pages of one game.
pub(crate) struct GameNursery {
    nursery: fork::Nursery,
    game: String,
    variant: Option<String>,
}

/// Starts a nursery for a game; `None` where there is no such thing. `brief`: its pages live for seconds.
pub(crate) fn of(stage: &Stage, library: Option<&Path>, brief: bool) -> Option<GameNursery> {
    let mut program = Command::new(std::env::current_exe().ok()?);
    program.arg("nursery");
    for path in &stage.paths {
        program.arg("--readable").arg(path);
    }
    if let Some(library) = library {
        program.arg("--library").arg(library);
    }
    if brief {
        program.arg("--brief");
    }
    Some(GameNursery {
        nursery: fork::Nursery::start(program, PAGES, PATIENCE).ok()?,
        game: stage.given.clone(),
        variant: stage.variant.clone(),
    })
}

impl GameNursery {
    /// Opens a page under the conditions of a tape; `timeout` is in seconds of processor time of one uninterrupted run of page code.
    pub(crate) fn open(&self, header: &Header, timeout: Option<u64>) -> Result<Box<dyn Guest>, PageError> {
        let spec = json!({ "game": self.game, "variant": self.variant, "header": header, "timeout": timeout });
        let profile = header
            .profile
            .to_profile()
            .map_err(|error| PageError::BadInput(error.to_string()))?;
        Ok(Box::new(self.nursery.open(&spec, &profile)?))
    }
}

/// Serves until nobody can ask any more.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let walls = || {
        if args.no_sandbox {
            return;
        }
        let mut readable = args.readable.clone();
        readable.push(oracade_corpus::tasks_folder());
        readable.extend(args.library.clone().or_else(|| crate::vendor::default_library().ok()));
        let walls = sandbox::enter(&readable, args.memory, Forks::Allowed);
        if !(walls.files && walls.calls) {
            eprintln!(
                "oracade: this system has only part of the sandbox: files {}, system calls {}",
                walls.files, walls.calls
            );
        }
    };
    fork::serve(walls, &mut |engine, spec| {
        if args.brief {
            engine.compile_less();
        }
        let refused = |error: anyhow::Error| PageError::BadInput(format!("{error:#}"));
        let spec: Spec = serde_json::from_value(spec.clone()).map_err(|error| PageError::BadInput(error.to_string()))?;
        let stage = Stage::load(&spec.game, spec.variant.as_deref(), args.library.as_deref()).map_err(refused)?;
        let header = spec.header.unwrap_or_else(|| {
            let mut profile = Profile::default();
            profile.seed = spec.seed.unwrap_or(profile.seed);
            stage.header(engine, &profile, 0, None)
        });
        stage.open(engine, &header, spec.timeout).map_err(refused)
    })
}
