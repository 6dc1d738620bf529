//! What GAME on the command line means: a folder, a file, or a task of the corpus; and which files judge it.

use crate::vendor;
use anyhow::{Context, bail};
use oracade_corpus::CorpusError;
use oracade_oracle::batch::Task;
use oracade_oracle::delivery::Source;
use oracade_runtime::Library;
use oracade_runtime::library::LOCK_FILE;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game that was found.
pub(crate) struct Game {
    /// A short name.
    pub(crate) name: String,
    /// As it was given.
    pub(crate) given: String,
    /// Its files.
    pub(crate) source: Source,
    /// The folder its checks lie in if nothing else is said.
    pub(crate) checks: PathBuf,
    /// The lock file of the packages it loads.
    pub(crate) lock: PathBuf,
}

impl Game {
    /// The files and folders that belong to it.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let mut paths = vec![
            self.checks.join("checks.json"),
            self.checks.join("checks.js"),
            self.lock.clone(),
        ];
        match &self.source {
            Source::Folder(folder) => paths.push(folder.clone()),
            Source::File(file) => paths.push(file.clone()),
            Source::Text(_) | Source::Files(_) => paths.push(self.checks.clone()),
        }
        paths
    }
}

/// Finds the game that was meant. What lies at that path comes before a task of the corpus; a variant is always one of a task.
///
/// # Errors
/// Nothing of that name exists.
pub(crate) fn find(given: &str, variant: Option<&str>) -> anyhow::Result<Game> {
    let path = Path::new(given);
    if (variant.is_some() || !path.exists())
        && let Some(game) = task_of_corpus(given, variant)?
    {
        return Ok(game);
    }
    if let Some(variant) = variant {
        bail!("--variant {variant} needs a task of the corpus, and {given:?} is none");
    }
    if path.is_dir() {
        return Ok(Game {
            name: name_of(path),
            given: given.to_owned(),
            source: Source::Folder(path.to_path_buf()),
            checks: path.to_path_buf(),
            lock: vendor::lock_of(path),
        });
    }
    // A file that is named as one is judged even if it is not there: not to be delivered is an outcome.
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let named_as_file = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("html") || extension.eq_ignore_ascii_case("wasm"))
        && parent.is_dir();
    if path.exists() || path.is_symlink() || named_as_file {
        let stem = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default();
        return Ok(Game {
            name: if stem == "index" || path.ends_with("game.wasm") {
                name_of(parent)
            } else {
                stem
            },
            given: given.to_owned(),
            source: Source::File(path.to_path_buf()),
            checks: parent.to_path_buf(),
            lock: vendor::lock_of(path),
        });
    }
    bail!("there is no game {given:?}: give a folder with index.html or game.wasm, an HTML file, a module, or a task's name")
}

/// A task of the corpus: its reference game, or one of the variants that are wrong on purpose.
fn task_of_corpus(given: &str, variant: Option<&str>) -> anyhow::Result<Option<Game>> {
    let task = match oracade_corpus::task(given) {
        Ok(task) => task,
        Err(CorpusError::NoSuchTask(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let files = match variant {
        None => task.reference_files()?,
        Some(variant) => task.variant_files(variant)?,
    };
    Ok(Some(Game {
        name: variant.map_or_else(|| given.to_owned(), |variant| format!("{given}.{variant}")),
        given: given.to_owned(),
        source: Source::Files(files),
        checks: task.folder().to_path_buf(),
        lock: vendor::lock_of(&task.reference_path()),
    }))
}

fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    real.file_name()
        .map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The games as tasks, with names that are unique, and the files that judge them.
///
/// # Errors
/// A game or a file that was named does not exist, or a game has nothing to be judged by.
pub(crate) fn tasks(
    given: &[String],
    variant: Option<&str>,
    checks: Option<&Path>,
    suite: Option<&Path>,
    libraries: &mut Libraries,
) -> anyhow::Result<Vec<Task>> {
    for file in checks.iter().chain(&suite) {
        if !file.is_file() {
            bail!("{} does not exist", file.display());
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut tasks = Vec::new();
    for given in given {
        let game = find(given, variant)?;
        let beside = |file: Option<&Path>, name: &str| {
            let default = game.checks.join(name);
            file.map(Path::to_path_buf).or_else(|| default.is_file().then_some(default))
        };
        let (checks, suite) = (beside(checks, "checks.json"), beside(suite, "checks.js"));
        if checks.is_none() && suite.is_none() {
            bail!(
                "nothing to judge {given} by: there is neither checks.json nor checks.js in {}; name them with --checks and --suite",
                game.checks.display()
            );
        }
        let count = seen.entry(game.name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 {
            game.name.clone()
        } else {
            format!("{}-{count}", game.name)
        };
        tasks.push(Task {
            name,
            given: game.given.clone(),
            library: libraries.of(&game)?,
            source: game.source,
            checks,
            suite,
        });
    }
    Ok(tasks)
}

/// Vendored packages by lock file; each is opened once.
pub(crate) struct Libraries {
    given: Option<PathBuf>,
    open: BTreeMap<PathBuf, Arc<Library>>,
}

impl Libraries {
    /// `given` is the folder of `--library`.
    pub(crate) fn new(given: Option<&Path>) -> Self {
        Libraries {
            given: given.map(Path::to_path_buf),
            open: BTreeMap::new(),
        }
    }

    /// The packages a game's lock file pins; `None` if it has none.
    ///
    /// # Errors
    /// The lock file or the library cannot be read.
    pub(crate) fn of(&mut self, game: &Game) -> anyhow::Result<Option<Arc<Library>>> {
        // A library that was named may hold a lock file of its own, for games that have none.
        let own = self.given.as_ref().map(|folder| folder.join(LOCK_FILE));
        let lock = [Some(game.lock.clone()), own]
            .into_iter()
            .flatten()
            .find(|lock| lock.is_file());
        let Some(lock) = lock else { return Ok(None) };
        if let Some(library) = self.open.get(&lock) {
            return Ok(Some(library.clone()));
        }
        let folder = match &self.given {
            Some(folder) => folder.clone(),
            None => vendor::default_library()?,
        };
        let missing = vendor::missing(&lock, &folder)?;
        if missing > 0 {
            bail!(
                "{missing} of the files that {} pins are not in {}: run `oracade vendor {} --frozen` first",
                lock.display(),
                folder.display(),
                lock.parent().unwrap_or(Path::new(".")).display()
            );
        }
        let library =
            Library::open_with(&lock, &folder).with_context(|| format!("cannot open the library of {}", lock.display()))?;
        let library = Arc::new(library);
        self.open.insert(lock, library.clone());
        Ok(Some(library))
    }
}
