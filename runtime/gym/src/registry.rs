//! Environments by name: those of the tree, whose games are part of the program, and folders with an `env.toml`.

use crate::config::Config;
use crate::error::{EnvError, Result};
use crate::spec::{Maker, Settings, Spec};
use crate::wasm_world::{WasmBundle, WasmWorld};
use crate::world::World;
use oracade_wasm::{Files, MODULE_FILE};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The description's name in a folder.
const FILE: &str = "env.toml";
/// Files of a bundle of a folder, and bytes of them.
const FILES_MAX: usize = 4096;
const BYTES_MAX: u64 = 256 << 20;

struct Known {
    name: &'static str,
    file: &'static str,
    text: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

macro_rules! known {
    ($name:literal, $folder:literal, $text:literal) => {
        Known {
            name: $name,
            file: concat!("games/wasm/", $folder, "/", $text),
            text: include_str!(concat!("../../../games/wasm/", $folder, "/", $text)),
            files: &[
                (
                    "game.wasm",
                    include_bytes!(concat!("../../../games/wasm/", $folder, "/game.wasm")),
                ),
                (
                    "game.json",
                    include_bytes!(concat!("../../../games/wasm/", $folder, "/game.json")),
                ),
            ],
        }
    };
}

const KNOWN: [Known; 12] = [
    known!("2048-v0", "2048", "env.toml"),
    known!("Sokoban-v0", "sokoban", "env.toml"),
    known!("SokobanOriginal-v0", "sokoban", "original.toml"),
    known!("Candy-v0", "candy", "env.toml"),
    known!("Tetris-v0", "tetris", "env.toml"),
    known!("TetrisOriginal-v0", "tetris", "original.toml"),
    known!("Ridgeway-v0", "ridgeway", "env.toml"),
    known!("RidgewayOriginal-v0", "ridgeway", "original.toml"),
    known!("Assize-v0", "assize", "env.toml"),
    known!("AssizeOriginal-v0", "assize", "original.toml"),
    known!("Dyers-v0", "dyers", "env.toml"),
    known!("Windle-v0", "windle", "env.toml"),
];

/// Names of the environments of the tree, without the namespace `oracade/`.
pub const NAMES: [&str; KNOWN.len()] = {
    let mut names = [""; KNOWN.len()];
    let mut n = 0;
    while n < KNOWN.len() {
        names[n] = KNOWN[n].name;
        n += 1;
    }
    names
};

fn wasm_maker(bundle: WasmBundle, config: &Config) -> Maker {
    let keep = config.keep_storage;
    Arc::new(move || Ok(Box::new(WasmWorld::new(bundle.clone(), keep)) as Box<dyn World>))
}

/// An environment of the tree, by its name with or without `oracade/`.
///
/// # Errors
/// There is none, or a setting cannot be.
pub fn named(name: &str, settings: &Settings) -> Result<Spec> {
    static BUNDLES: OnceLock<Mutex<Vec<(&'static str, WasmBundle)>>> = OnceLock::new();
    let plain = name.strip_prefix("oracade/").unwrap_or(name);
    let known = KNOWN
        .iter()
        .find(|known| known.name == plain)
        .ok_or_else(|| EnvError::Unknown {
            name: name.to_owned(),
            known: NAMES.join(", "),
        })?;
    let config = Config::parse(known.file, known.text)?;
    let mut bundles = BUNDLES
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let bundle = match bundles.iter().find(|(name, _)| *name == known.name) {
        Some((_, bundle)) => bundle.clone(),
        None => {
            let files = known
                .files
                .iter()
                .map(|(path, bytes)| ((*path).to_owned(), Arc::from(*bytes)));
            let bundle = WasmBundle::load(Files::new(files))?;
            bundles.push((known.name, bundle.clone()));
            bundle
        }
    };
    let maker = wasm_maker(bundle, &config);
    let game_sha256 = digest(known.files.iter().copied());
    let spec = Spec::new(&format!("oracade/{plain}"), config, maker, settings)?;
    Ok(Spec { game_sha256, ..spec })
}

/// SHA-256 over files in order of their names: each name, a zero byte, its length as eight bytes with the least first, its bytes.
fn digest<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut files: Vec<(&str, &[u8])> = files.collect();
    files.sort_unstable();
    let mut sha = Sha256::new();
    for (name, bytes) in files {
        sha.update(name.as_bytes());
        sha.update([0]);
        sha.update((bytes.len() as u64).to_le_bytes());
        sha.update(bytes);
    }
    let mut text = String::with_capacity(64);
    for byte in sha.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Makes worlds of a page: from the description, and the bundle's folder.
pub type Pages<'a> = &'a dyn Fn(&Config, &Path) -> Result<Maker>;

/// An environment of a folder with an `env.toml`, or of such a file. `pages` makes worlds of bundles without a module of
/// WebAssembly.
///
/// # Errors
/// There is no description, it or a setting cannot be used, or the game is none that can be played here.
pub fn folder(path: &Path, settings: &Settings, pages: Option<Pages<'_>>) -> Result<Spec> {
    let file = if path.is_dir() { path.join(FILE) } else { path.to_owned() };
    let shown = file.display().to_string();
    let text = fs::read_to_string(&file).map_err(|error| {
        let advice = "give the name of an environment, a folder with an env.toml, or such a file";
        EnvError::Config(format!("{shown}: {error}; {advice}"))
    })?;
    let config = Config::parse(&shown, &text)?;
    let bundle = file.parent().unwrap_or(Path::new(".")).join(&config.bundle);
    let digest_of = |files: &[(String, Arc<[u8]>)]| digest(files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])));
    let mut game_sha256 = String::new();
    let maker = if bundle.join(MODULE_FILE).is_file() && !bundle.join("index.html").is_file() {
        let files = listed(&bundle)?;
        game_sha256 = digest_of(&files);
        wasm_maker(WasmBundle::load(Files::new(files))?, &config)
    } else if let Some(pages) = pages {
        // A page's folder may hold more than a digest is made of; it has none then.
        if let Ok(files) = listed(&bundle) {
            game_sha256 = digest_of(&files);
        }
        pages(&config, &bundle)?
    } else {
        let message = format!(
            "{}: there is no {MODULE_FILE}, and pages are played by `oracade gym` only",
            bundle.display()
        );
        return Err(EnvError::Config(message));
    };
    let spec = Spec::new(&path.display().to_string(), config, maker, settings)?;
    Ok(Spec { game_sha256, ..spec })
}

fn listed(folder: &Path) -> Result<Vec<(String, Arc<[u8]>)>> {
    let wrong = |path: &Path, what: &dyn std::fmt::Display| EnvError::Config(format!("{}: {what}", path.display()));
    let mut files = Vec::new();
    let (mut folders, mut bytes) = (vec![folder.to_owned()], 0);
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(&place).map_err(|error| wrong(&place, &error))? {
            let path = entry.map_err(|error| wrong(&place, &error))?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let content = fs::read(&path).map_err(|error| wrong(&path, &error))?;
            bytes += content.len() as u64;
            if files.len() >= FILES_MAX || bytes > BYTES_MAX {
                return Err(wrong(folder, &"the bundle has too many files or bytes"));
            }
            let name = path.strip_prefix(folder).unwrap_or(&path);
            files.push((name.to_string_lossy().replace('\\', "/"), Arc::from(content)));
        }
    }
    Ok(files)
}
