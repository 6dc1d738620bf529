//! A game that is ready to be opened any number of times, and the thread on which pages live.

use crate::conditions::{self, PageArgs};
use crate::games::{self, Libraries};
use anyhow::{Context, bail, ensure};
use oracade_recorder::tape::{FORMAT, TapeProfile};
use oracade_recorder::{Event, Header, Tape, database, read};
use oracade_runtime::{Bundle, Engine, Guest, Library, PageOptions, Profile, Storage};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Stack of the pages' thread: deeply nested elements are laid out recursively.
const STACK_BYTES: usize = 64 << 20;

/// Runs work with pages on a thread that is made for them.
///
/// # Errors
/// Those of the work; the engine or the thread does not start.
pub(crate) fn on_page_thread<R: Send>(work: impl FnOnce(&'static Engine) -> anyhow::Result<R> + Send) -> anyhow::Result<R> {
    let engine = Engine::get().context("the engine does not start; `oracade doctor` says more")?;
    // The page is alone in the process.
    oracade_runtime::draw_on_threads(std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("page".to_owned()).stack_size(STACK_BYTES);
        let thread = thread
            .spawn_scoped(scope, || work(engine))
            .context("no thread for the page")?;
        thread
            .join()
            .unwrap_or_else(|_| bail!("a defect of this program ended the run; its message is above"))
    })
}

/// A game's files and packages.
#[derive(Clone)]
pub(crate) struct Stage {
    /// As it was given.
    pub(crate) given: String,
    /// A short name.
    pub(crate) name: String,
    /// Its files.
    pub(crate) bundle: Arc<Bundle>,
    library: Option<Arc<Library>>,
    /// As it was given.
    pub(crate) variant: Option<String>,
    /// Where its files lie.
    pub(crate) paths: Vec<PathBuf>,
}

impl Stage {
    /// Finds and reads a game.
    ///
    /// # Errors
    /// It is not there or not a game, or its packages are not there.
    pub(crate) fn load(given: &str, variant: Option<&str>, library: Option<&Path>) -> anyhow::Result<Stage> {
        Stage::load_with(given, variant, &mut Libraries::new(library))
    }

    /// As [`Stage::load`], with packages that may be open already.
    ///
    /// # Errors
    /// As [`Stage::load`].
    pub(crate) fn load_with(given: &str, variant: Option<&str>, libraries: &mut Libraries) -> anyhow::Result<Stage> {
        let game = games::find(given, variant)?;
        let library = libraries.of(&game)?;
        // The files that judge a game are no part of it.
        let judges = [game.checks.join("checks.json"), game.checks.join("checks.js")];
        let bundle = game.source.read(&judges.each_ref().map(PathBuf::as_path));
        let bundle = bundle.map_err(|outcome| anyhow::anyhow!("{}: {}", outcome.name, outcome.message))?;
        Ok(Stage {
            paths: game.paths(),
            variant: variant.map(str::to_owned),
            given: game.given,
            name: game.name,
            bundle,
            library,
        })
    }

    /// The game a tape was recorded of, or the one given in its place. `changed`: another version of the game will do.
    ///
    /// # Errors
    /// As [`Stage::load`]; or the game's files are not those of the tape.
    pub(crate) fn of_tape(header: &Header, given: Option<&str>, library: Option<&Path>, changed: bool) -> anyhow::Result<Stage> {
        let (game, variant) = match given {
            Some(given) => (given, None),
            None => match header.game.split_once(" --variant ") {
                Some((game, variant)) => (game, Some(variant)),
                None => (header.game.as_str(), None),
            },
        };
        let stage = Stage::load(game, variant, library).with_context(|| {
            format!(
                "the tape was recorded of {:?}: give the game with --game if it lies elsewhere",
                header.game
            )
        })?;
        ensure!(
            changed || stage.bundle.digest() == header.bundle,
            "{game} is not the game that was recorded: its files have the digest {:.12}, the tape's {:.12}. \
             To see where they part: oracade diff TAPE OLD NEW; to record the tape again on this one: oracade retrace TAPE",
            stage.bundle.digest(),
            header.bundle
        );
        Ok(stage)
    }

    /// The header of a tape recorded of this game.
    pub(crate) fn header(&self, engine: &Engine, profile: &Profile, every: u64, variant: Option<&str>) -> Header {
        let conditions = conditions::describe(engine, profile);
        Header {
            tape: FORMAT,
            oracade: conditions.version,
            engine: conditions.engine_digest,
            fonts: conditions.fonts_digest,
            game: variant.map_or_else(|| self.given.clone(), |variant| format!("{} --variant {variant}", self.given)),
            bundle: self.bundle.digest().to_owned(),
            document: String::new(),
            profile: TapeProfile::of(profile),
            every,
            storage: Vec::new(),
            databases: Vec::new(),
            init_scripts: Vec::new(),
        }
    }

    /// Opens a page under the conditions of a tape.
    ///
    /// # Errors
    /// The page cannot be opened.
    pub(crate) fn open(&self, engine: &'static Engine, header: &Header, timeout: Option<u64>) -> anyhow::Result<Box<dyn Guest>> {
        let mut profile = header.profile.to_profile()?;
        if let Some(seconds) = timeout {
            profile.limits.watchdog = std::time::Duration::from_secs(seconds);
        }
        let items = header.storage.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let storage = Storage::with_items(items);
        ensure!(
            storage.add_databases(&database::contents(&header.databases)?),
            "the tape's databases are larger than the quota"
        );
        let options = PageOptions {
            document: header.document.clone(),
            storage,
            init_scripts: header.init_scripts.clone(),
            ..self.options(profile)
        };
        oracade_runtime::open(engine, options).context("the page cannot be opened")
    }

    /// What a page of this game is opened with when nothing else is said.
    pub(crate) fn options(&self, profile: Profile) -> PageOptions {
        PageOptions {
            bundle: self.bundle.clone(),
            document: String::new(),
            library: self.library.clone(),
            profile,
            storage: Storage::default(),
            init_scripts: Vec::new(),
        }
    }
}

/// Reads a tape or a list of events.
///
/// # Errors
/// The file cannot be read, or is no tape.
pub(crate) fn read_tape(path: &Path) -> anyhow::Result<Tape> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    read::read(file).with_context(|| path.display().to_string())
}

/// Reads a tape with its header.
///
/// # Errors
/// As [`read_tape`]; or it is a bare list of events.
pub(crate) fn read_recorded(path: &Path) -> anyhow::Result<(Header, Tape)> {
    let mut tape = read_tape(path)?;
    let header = tape.header.take().with_context(|| {
        format!(
            "{}: this is a list of events, without the header that says of which game: record it with `oracade record GAME --events {}`",
            path.display(),
            path.display()
        )
    })?;
    if tape.broken_off {
        eprintln!(
            "oracade: {}: the last line is not whole, as when a recording is killed; what comes before it is used",
            path.display()
        );
    }
    Ok((header, tape))
}

/// Says on standard error in what this program differs from the one that recorded a tape.
pub(crate) fn warn_of_conditions(engine: &Engine, header: &Header, path: &Path) {
    let Ok(profile) = header.profile.to_profile() else { return };
    let now = conditions::describe(engine, &profile);
    let differs = [
        (
            now.version != header.oracade,
            format!("version {} (this is {})", header.oracade, now.version),
        ),
        (now.engine_digest != header.engine, "another build of the engine".to_owned()),
        (now.fonts_digest != header.fonts, "other fonts".to_owned()),
    ];
    for (_, what) in differs.iter().filter(|(differs, _)| *differs) {
        eprintln!(
            "oracade: {} was recorded with {what}: it may differ for that reason alone",
            path.display()
        );
    }
}

/// A header, events and their length: of a tape, or of a list of events under the conditions of the arguments.
///
/// # Errors
/// The file cannot be read, or is nothing of that.
pub(crate) fn events_of(engine: &Engine, path: &Path, args: &PageArgs) -> anyhow::Result<(Header, Vec<Event>, u64)> {
    if let Ok(Tape {
        header: Some(header),
        events,
        end_us,
        ..
    }) = read_tape(path)
    {
        return Ok((header, events, end_us));
    }
    let (events, end_us) = super::record::read_events(path, args.viewport)?;
    let profile = args.profile();
    let conditions = conditions::describe(engine, &profile);
    let header = Header {
        tape: FORMAT,
        oracade: conditions.version,
        engine: conditions.engine_digest,
        fonts: conditions.fonts_digest,
        game: String::new(),
        bundle: String::new(),
        document: String::new(),
        profile: TapeProfile::of(&profile),
        every: 0,
        storage: Vec::new(),
        databases: Vec::new(),
        init_scripts: Vec::new(),
    };
    Ok((header, events, end_us.max(10_000_000)))
}
