//! `oracade vendor`: brings the packages a game loads from content networks to this machine, once, and pins them.
//!
//! A page runs without a network. What its `https://cdn…` addresses lead to is therefore fetched beforehand, with the user's
//! own npm client, checked against the registry's SHA-512, and kept by content in a library folder that all games share. The
//! lock file beside the game says which bytes each address leads to; it is committed, the library is not.

mod address;
mod catalog;
mod generate;
mod lexer;
mod lock;
mod npm;
mod package;
mod page;
mod report;
mod script;
mod store;
mod style;
mod tarball;
mod walk;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use address::Parsed;
use lock::{LOCK_FILE, Lock};
use npm::{Client, Npm};
use page::{References, Role};
use report::Report;
use store::Store;
use walk::{Walk, split_id};

/// Arguments of `oracade vendor`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: a folder, or a single page.
    pub(crate) game: PathBuf,
    /// The lock file [default: oracade.lock.json beside the game].
    #[arg(long, value_name = "FILE")]
    pub(crate) lock: Option<PathBuf>,
    /// The folder that holds the fetched files of all games [default: $ORACADE_LIBRARY, else oracade/library in the user's
    /// cache folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) library: Option<PathBuf>,
    /// Choose the newest versions that ranges allow, instead of those in the lock file.
    #[arg(long, conflicts_with = "frozen")]
    pub(crate) update: bool,
    /// Fail if the lock file would change.
    #[arg(long)]
    pub(crate) frozen: bool,
    /// Ask npm's cache only.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Fetch every file below the folders that import maps name, not only those that are imported by name.
    #[arg(long)]
    pub(crate) all_files: bool,
    /// Print the packages' licences, with the files that hold their texts.
    #[arg(long)]
    pub(crate) licenses: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command. The exit code is 0 if every address the game needs is there, 1 if not.
///
/// # Errors
/// The game or the lock file cannot be read, the library cannot be written, or `--frozen` forbids what is needed.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let npm = Client { offline: args.offline };
    let report = vendor(args, &npm)?;
    print!(
        "{}",
        if args.json {
            report.json()?
        } else {
            report.text(args.licenses)
        }
    );
    Ok(if report.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The lock file that belongs to a game: beside its page.
pub(crate) fn lock_of(game: &Path) -> PathBuf {
    let folder = if game.is_dir() {
        game
    } else {
        game.parent().unwrap_or(Path::new(""))
    };
    folder.join(LOCK_FILE)
}

/// The library folder used when none is given: `ORACADE_LIBRARY`, else `oracade/library` in the user's cache folder.
///
/// # Errors
/// No variable names a home or cache folder.
pub(crate) fn default_library() -> anyhow::Result<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(library) = folder("ORACADE_LIBRARY") {
        return Ok(library);
    }
    let cache = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| folder("HOME").map(|home| home.join(".cache")))
    };
    Ok(cache
        .context("no cache folder is known; pass --library or set ORACADE_LIBRARY")?
        .join("oracade")
        .join("library"))
}

/// What [`ensure`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ensured {
    /// Packages that had to be fetched, as `name@version`.
    pub(crate) packages: Vec<String>,
    /// Files written to the library.
    pub(crate) files: usize,
}

/// How many files of a lock file the library lacks.
///
/// # Errors
/// There is no such lock file, or it cannot be read.
pub(crate) fn missing(lock: &Path, library: &Path) -> anyhow::Result<usize> {
    let pins = Lock::read(lock)?.with_context(|| format!("{} does not exist", lock.display()))?;
    let store = Store::new(library);
    Ok(pins.blobs().filter(|(_, digest)| !store.has(digest)).count())
}

fn complete(pins: &Lock, store: &Store, npm: &dyn Npm) -> anyhow::Result<Ensured> {
    let mut walk = Walk::new(npm, pins);
    let mut done = Ensured::default();
    // By package, so that no archive is unpacked twice.
    let mut wanted: Vec<_> = pins.addresses.iter().filter(|(_, entry)| !store.has(&entry.sha256)).collect();
    wanted.sort_by_key(|(address, entry)| (entry.package.as_str(), address.as_str()));
    for (address, entry) in wanted {
        // Another address may just have brought the same bytes.
        if store.has(&entry.sha256) {
            continue;
        }
        let next = "the lock file was made by another version of this program or by hand; make it anew with `oracade vendor`";
        let parsed = address::parse(address)?.with_context(|| format!("{address} is no address of a known network; {next}"))?;
        let role = pins.requests.get(address).copied().unwrap_or(Role::File);
        let product = walk
            .produce(address, &parsed, role)
            .with_context(|| format!("cannot fetch {address}"))?;
        if tarball::sha256(&product.bytes) != entry.sha256 {
            bail!("{address} leads to other bytes than the lock file says; {next}");
        }
        store.put(&product.bytes)?;
        done.files += 1;
    }
    for (id, package) in &pins.packages {
        for (file, digest) in package.license_files.iter().filter(|(_, digest)| !store.has(digest)) {
            let (name, version) = split_id(id).with_context(|| format!("`{id}` is not a package and version"))?;
            let bytes = walk.file(name, version, file)?;
            if tarball::sha256(&bytes) != *digest {
                bail!("{id}/{file} is not what the lock file says");
            }
            store.put(&bytes)?;
            done.files += 1;
        }
    }
    done.packages = walk.fetched;
    done.packages.sort();
    Ok(done)
}

/// The whole command but for printing.
fn vendor(args: &Args, npm: &dyn Npm) -> anyhow::Result<Report> {
    let lock_path = args.lock.clone().unwrap_or_else(|| lock_of(&args.game));
    let library = args.library.clone().map_or_else(default_library, Ok)?;
    let store = Store::new(&library);
    let references = References::of_game(&args.game)?;
    let (requests, unrecognised) = requests(&references, args.all_files);
    let old = Lock::read(&lock_path)?;
    let mut report = Report {
        lock: lock_path.clone(),
        library,
        unrecognised,
        ..Report::default()
    };

    // What the game asks for is what the lock file answers: only missing files are fetched.
    let current = old
        .as_ref()
        .filter(|old| !args.update && old.requests == requests && answers(old));
    if let Some(current) = current {
        let done = complete(current, &store, npm)?;
        report.fetched = done.packages;
        report.restored = done.files;
        report.contents = current.clone();
        return Ok(report);
    }

    let pins = if args.update {
        Lock::new()
    } else {
        old.clone().unwrap_or_else(Lock::new)
    };
    let mut walk = Walk::new(npm, &pins);
    walk.run(references, requests, &store)?;
    report.fetched = walk.fetched;
    report.warnings = walk.warnings;
    report.failures = walk.failures;
    report.contents = walk.lock;
    // A game without any address needs no file, unless it had one.
    report.changed = if report.contents.requests.is_empty() && old.is_none() {
        false
    } else {
        old.as_ref() != Some(&report.contents)
    };
    if report.changed {
        if args.frozen {
            bail!(
                "{} is not up to date with the game; run: oracade vendor {}",
                lock_path.display(),
                args.game.display()
            );
        }
        report.contents.write(&lock_path)?;
    }
    Ok(report)
}

/// The addresses of known networks a game asks for, and all others it would fetch.
fn requests(references: &References, all_files: bool) -> (BTreeMap<String, Role>, Vec<String>) {
    let mut wanted: BTreeMap<String, Role> = BTreeMap::new();
    let mut others = Vec::new();
    let mut want = |address: &str, role: Role| match address::parse(address) {
        Ok(None) => {
            if role > Role::Mention && !others.iter().any(|known| known == address) {
                others.push(address.to_owned());
            }
        }
        _ => {
            let known = wanted.entry(address.to_owned()).or_insert(role);
            *known = (*known).max(role);
        }
    };
    for (address, role) in &references.addresses {
        want(address, *role);
    }
    for specifier in &references.bare {
        if let Some(address) = references.mapped(specifier) {
            want(&address, Role::Module);
        }
    }
    for (key, address) in &references.imports {
        // A whole folder is needed only if nobody can tell which of its files.
        if key.ends_with('/') && !(all_files || references.computed) {
            want(address, Role::Prefix);
        } else {
            want(address, Role::Mention);
        }
    }
    (wanted, others)
}

/// Whether a lock file has something for each of its requests.
fn answers(lock: &Lock) -> bool {
    lock.requests.iter().all(|(address, role)| {
        let folder =
            || matches!(address::parse(address), Ok(Some(Parsed::One(one))) if matches!(one.shape, address::Shape::Folder(_)));
        *role <= Role::Mention || lock.addresses.contains_key(address) || folder()
    })
}

#[cfg(test)]
#[path = "vendor/tests.rs"]
mod tests;
