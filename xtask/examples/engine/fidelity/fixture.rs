//! A fixture: a page, what to do with it, what Chromium made of it, and where we are known to differ.

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// `fixture.json`, written by hand.
#[derive(Debug, Deserialize)]
pub(crate) struct Recipe {
    /// Width and height in CSS pixels.
    pub(crate) viewport: (u32, u32),
    /// In order of time.
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    /// Whether two frames go by after each step before its events are read, so that none comes with the next step by chance.
    #[serde(default)]
    pub(crate) settle: bool,
    /// What `measureText` is asked, as `{font, texts, …}`.
    #[serde(default)]
    pub(crate) measure: Value,
    /// How far pictures may be from Chromium's.
    #[serde(default)]
    pub(crate) pixels: Limits,
    /// Where we differ and why.
    #[serde(default)]
    pub(crate) known_difference: Vec<Known>,
}

/// One thing to do with the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Step {
    /// Virtual milliseconds after the page was opened.
    pub(crate) at: f64,
    /// An input as the DevTools protocol has it, with its `kind`.
    pub(crate) input: Option<Value>,
    /// An expression to evaluate.
    pub(crate) eval: Option<String>,
    /// The name of a moment: elements, text and a picture are looked at.
    pub(crate) observe: Option<String>,
    /// Whether that takes a picture.
    #[serde(default = "yes")]
    pub(crate) picture: bool,
    /// Whether that looks at the elements.
    #[serde(default = "yes")]
    pub(crate) elements: bool,
}

fn yes() -> bool {
    true
}

/// Limits of a picture's difference; see `pixels`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Limits {
    /// Mean difference of a pixel's channels, 0 to 255.
    pub(crate) mean: f64,
    /// Share of pixels that differ, 0 to 1.
    pub(crate) share: f64,
}

/// A difference that is known.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Known {
    /// The kind of what differs.
    pub(crate) kind: String,
    /// Which; each `*` stands for any text.
    pub(crate) at: String,
    /// Why.
    pub(crate) reason: String,
}

impl Known {
    /// Whether it speaks of that.
    pub(crate) fn covers(&self, kind: &str, key: &str) -> bool {
        self.kind == kind && matches(&self.at, key)
    }
}

/// Whether a text has the form of a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| text.strip_prefix(start)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// A fixture's folder, read.
pub(crate) struct Fixture {
    /// The folder's name.
    pub(crate) name: String,
    /// The folder.
    pub(crate) folder: PathBuf,
    /// What is done.
    pub(crate) recipe: Recipe,
    /// What Chromium made of it, `chromium.json`.
    pub(crate) recorded: Value,
}

impl Fixture {
    /// Reads a folder.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Fixture> {
        let recipe: Recipe = serde_json::from_value(json(&folder.join("fixture.json"))?)
            .with_context(|| format!("{}/fixture.json", folder.display()))?;
        ensure!(
            recipe.steps.is_sorted_by(|one, next| one.at <= next.at),
            "the steps of {} go back in time",
            folder.display()
        );
        Ok(Fixture {
            name: name_of(folder),
            recorded: json(&folder.join("chromium.json"))?,
            folder: folder.to_path_buf(),
            recipe,
        })
    }
}

/// A folder's name.
pub(crate) fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    real.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Reads a JSON file.
pub(crate) fn json(file: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not as expected", file.display()))
}

/// The fixtures a path stands for: itself, or the folders in it that hold one.
pub(crate) fn folders(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path.join("chromium.json").is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut folders = Vec::new();
    for entry in entries {
        let folder = entry?.path();
        if folder.join("chromium.json").is_file() {
            folders.push(folder);
        }
    }
    ensure!(!folders.is_empty(), "{} holds no fixture", path.display());
    folders.sort();
    Ok(folders)
}
