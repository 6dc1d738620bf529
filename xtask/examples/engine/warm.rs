//! Which of the shims' functions pages compile while they open: the list that is compiled before the start-up snapshot is made
//! (`shims/warm.txt`), on the standard output.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use oracade_runtime::{Bundle, Engine, Library, Page, PageOptions, Profile, Storage};
use oracade_shims::{Keyed, functions};

/// Pages that have to compile a function before it is worth its place in every page's snapshot.
const PAGES: usize = 2;

/// Arguments of `warm`.
#[derive(clap::Args)]
pub(crate) struct Args {
    library: PathBuf,
    /// Games: folders with index.html.
    games: Vec<PathBuf>,
}

pub(crate) fn run(Args { library, games }: &Args) -> anyhow::Result<()> {
    let log = std::env::temp_dir().join(format!("oracade-warm-{}.log", std::process::id()));
    oracade_shims::compile_nothing_ahead();
    Engine::log_compilations(&log);
    let engine = Engine::get()?;
    let modules: HashMap<String, Module> = oracade_shims::sources()?
        .into_iter()
        .map(|(name, text)| Ok((name, Module::of(text)?)))
        .collect::<anyhow::Result<_>>()?;
    let mut pages: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        open(engine, game, library)?;
        let text = std::fs::read(&log).with_context(|| format!("V8 wrote no {}", log.display()))?;
        for line in compiled(&String::from_utf8_lossy(&text), &modules) {
            *pages.entry(line).or_default() += 1;
        }
    }
    let _ = std::fs::remove_file(&log);
    for (line, _) in pages.into_iter().filter(|(_, pages)| *pages >= PAGES.min(games.len())) {
        println!("{line}");
    }
    Ok(())
}

/// Opens a page, plays it for a moment and pictures it.
fn open(engine: &'static Engine, game: &Path, library: &Path) -> anyhow::Result<()> {
    let lock = game.join("oracade.lock.json");
    let library = match lock.is_file() {
        true => Some(Arc::new(Library::open_with(&lock, library)?)),
        false => None,
    };
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_dir(game)?),
        library,
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(engine, options)?;
    page.advance(Duration::from_millis(250))?;
    page.capture()?;
    Ok(())
}

struct Module {
    /// Byte offsets of V8's positions: the engine hands it escapes, `\u` and four digits for each unit, instead of what is not ASCII.
    /// Empty where they are the same.
    bytes: Vec<usize>,
    functions: Vec<Keyed>,
}

impl Module {
    fn of(text: String) -> anyhow::Result<Module> {
        let functions = functions(&text).map_err(anyhow::Error::msg)?;
        let mut bytes = Vec::new();
        if !text.is_ascii() {
            for (at, c) in text.char_indices() {
                bytes.extend(std::iter::repeat_n(at, if c.is_ascii() { 1 } else { 6 * c.len_utf16() }));
            }
            bytes.push(text.len());
        }
        Ok(Module { bytes, functions })
    }

    fn byte(&self, at: usize) -> usize {
        if self.bytes.is_empty() {
            at
        } else {
            self.bytes.get(at).copied().unwrap_or(usize::MAX)
        }
    }

    /// The key of the function that V8 says is at a place. V8's begins with the parameters.
    fn key(&self, start: usize, end: usize) -> Option<&str> {
        let (start, end) = (self.byte(start), self.byte(end));
        let around = self.functions.iter().filter(|f| f.end == end && f.start <= start);
        around.max_by_key(|f| f.start).map(|f| f.key.as_str())
    }
}

/// The shims' functions that V8's log says were compiled, as lines of the list.
fn compiled(log: &str, modules: &HashMap<String, Module>) -> BTreeSet<String> {
    let mut names = HashMap::new();
    let mut lines = BTreeSet::new();
    for line in log.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        match fields[..] {
            ["script-details", id, name, ..] => {
                names.insert(id, name);
            }
            [
                "function",
                "full-parse" | "parse-function" | "interpreter",
                id,
                start,
                end,
                ..,
            ] => {
                let found = names.get(id).and_then(|name| Some((*name, modules.get(*name)?)));
                if let (Some((name, module)), Ok(start), Ok(end)) = (found, start.parse(), end.parse())
                    && let Some(key) = module.key(start, end)
                {
                    lines.insert(format!("{name} {key}"));
                }
            }
            _ => {}
        }
    }
    lines
}
