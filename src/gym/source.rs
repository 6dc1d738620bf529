//! Where an environment comes from: its name, or a folder; and how its pages are opened.

use crate::recorder::stage::Stage;
use anyhow::Context;
use oracade_gym::{Config, EnvError, Maker, PageWorld, Settings, Spec, View, World, folder, named};
use oracade_runtime::{Engine, Profile};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Stack of the thread that environments live on; pages nest deeply.
const STACK_BYTES: usize = 64 << 20;

/// Which environment, and what is set otherwise than it says.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct EnvArgs {
    /// What is observed: pixels, vector, text, json; several joined by `+`.
    #[arg(long, value_name = "VIEWS", value_parser = parse_views)]
    view: Option<Views>,
    /// Size of pictures: 84x84.
    #[arg(long, value_name = "SIZE", value_parser = crate::conditions::parse_viewport)]
    size: Option<(u32, u32)>,
    /// Frames of a step.
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// How likely a step repeats the action before: 0 to 1.
    #[arg(long, value_name = "P")]
    sticky: Option<f64>,
    /// Steps after which an episode is cut off; 0: never.
    #[arg(long, value_name = "N")]
    max_steps: Option<u32>,
    /// Options of the game, a JSON object: '{"level": 2}'.
    #[arg(long, value_name = "JSON", value_parser = parse_options)]
    options: Option<Options>,
    /// Folder of the vendored packages that pages load.
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

#[derive(Clone)]
struct Views(Vec<View>);

#[derive(Clone)]
struct Options(Map<String, Value>);

fn parse_views(text: &str) -> Result<Views, String> {
    let all = [View::Pixels, View::Vector, View::Text, View::Json];
    let view = |name: &str| all.into_iter().find(|view| view.name() == name);
    let views = text
        .split('+')
        .map(|name| view(name).ok_or_else(|| format!("there is no view {name:?}; choose among pixels, vector, text, json")));
    views.collect::<Result<_, _>>().map(Views)
}

fn parse_options(text: &str) -> Result<Options, String> {
    let options = serde_json::from_str(text).map_err(|error| format!("not a JSON object ({error}); write '{{\"level\": 2}}'"))?;
    Ok(Options(options))
}

impl EnvArgs {
    /// Environments as they are, with pages that load packages of a library.
    pub(crate) fn with_library(library: Option<PathBuf>) -> EnvArgs {
        EnvArgs {
            library,
            ..EnvArgs::default()
        }
    }

    /// What was set.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            views: self.view.clone().map(|views| views.0).unwrap_or_default(),
            size: self.size,
            gray: None,
            frames: self.frames,
            sticky: self.sticky,
            max_steps: self.max_steps,
            options: self.options.clone().map(|options| options.0).unwrap_or_default(),
        }
    }

    /// The arguments by which another process has the same environments; views and sizes are left to it.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let options = self
            .options
            .as_ref()
            .map(|options| Value::Object(options.0.clone()).to_string());
        let given = [
            ("--frames", self.frames.map(|frames| frames.to_string())),
            ("--sticky", self.sticky.map(|sticky| sticky.to_string())),
            ("--max-steps", self.max_steps.map(|steps| steps.to_string())),
            ("--options", options),
            ("--library", self.library.as_ref().map(|path| path.display().to_string())),
        ];
        let there = given.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?]));
        there.flatten().collect()
    }

    /// Finds an environment.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub(crate) fn find(&self, name: &str, settings: &Settings) -> anyhow::Result<Arc<Spec>> {
        Ok(find(name, settings, self.library.as_deref())?)
    }
}

/// Finds an environment by its name, or in a folder; pages load vendored packages from a library.
///
/// # Errors
/// There is none, or it cannot be used.
pub(crate) fn find(name: &str, settings: &Settings, library: Option<&Path>) -> oracade_gym::Result<Arc<Spec>> {
    let path = Path::new(name);
    let known = named(name, settings);
    let spec = match known {
        Err(EnvError::Unknown { .. }) if path.exists() => {
            let pages = |config: &Config, bundle: &Path| pages(config, bundle, library);
            folder(path, settings, Some(&pages))?
        }
        other => other?,
    };
    Ok(Arc::new(spec))
}

fn pages(config: &Config, bundle: &Path, library: Option<&Path>) -> oracade_gym::Result<Maker> {
    let wrong = |error: anyhow::Error| EnvError::Config(format!("{error:#}"));
    let given = bundle.to_string_lossy();
    let stage = Stage::load(&given, None, library).map_err(wrong)?;
    let engine = Engine::get().map_err(|error| EnvError::Game(error.to_string()))?;
    engine.expect_rows();
    let profile = Profile {
        width: config.viewport[0],
        height: config.viewport[1],
        ..Profile::default()
    };
    let warmup_ms = config.warmup_ms;
    let opener: oracade_gym::Opener = Arc::new(move |profile| stage.options(profile));
    Ok(Arc::new(move || {
        let world = PageWorld::new(engine, opener.clone(), profile.clone(), warmup_ms);
        Ok(Box::new(world) as Box<dyn World>)
    }))
}

/// Runs work with environments on a thread with room for pages.
///
/// # Errors
/// Those of the work.
pub(crate) fn on_thread<R: Send>(work: impl FnOnce() -> anyhow::Result<R> + Send) -> anyhow::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("environments".to_owned())
            .stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work).context("no thread for environments")?;
        let joined = thread.join();
        joined.unwrap_or_else(|_| anyhow::bail!("a defect of this program ended the run; its message is above"))
    })
}
