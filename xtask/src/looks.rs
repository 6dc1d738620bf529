//! `cargo xtask looks`: how the games of the corpus look. A task that has a `look.json` says there which places of its canvas, in which
//! states, are to be seen; from the reference game this writes the mosaics (`docs/look/*.png`), the page that describes them
//! (`docs/look.md`) and the check that compares a game with them (a part of `checks.js`, which is one file that needs no other).

mod document;
mod suite;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::{build_program, library, root};

/// Arguments of `cargo xtask looks`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Tasks of the corpus [default: all that have a `look.json`].
    tasks: Vec<String>,
    /// Write nothing; fail if anything in the tree is not what would be written.
    #[arg(long)]
    check: bool,
}

/// A task's `look.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Look {
    title: String,
    /// The check in the suite.
    check: Check,
    /// What the document says of the units of places.
    places: String,
    /// What the document says of the states and of when the picture is taken.
    states: String,
    pictures: Pictures,
}

/// The check that compares pictures: of level P1.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Check {
    id: String,
    name: String,
    timeout_ms: u32,
}

/// What the suite has of it, as it stands there.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Pictures {
    /// JavaScript: the field's rectangle in CSS pixels, from a snapshot and the canvas.
    field: String,
    /// The field's width in units.
    wide: u32,
    /// How far a colour may be away.
    off: u8,
    /// The same where there are letters.
    letters: u8,
    /// Pictures taken; of each cell the middle one counts.
    shots: u8,
    /// Milliseconds between two of them.
    apart_ms: u32,
    views: Vec<View>,
}

/// Left, top, width, height in units of the field, as they are written.
type Rectangle = [serde_json::Number; 4];

/// A place of the canvas in a state.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct View {
    name: String,
    scenario: String,
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    options: serde_json::Map<String, serde_json::Value>,
    /// Actions done after the scenario is loaded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    then: Vec<serde_json::Value>,
    /// How long the game runs before the picture is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wait_ms: Option<u32>,
    /// JavaScript: the place, from a snapshot, where it is no fixed one. `box` has its size then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// What the document says of such a place.
    #[serde(default, skip_serializing)]
    placed: Option<String>,
    #[serde(rename = "box")]
    bounds: Rectangle,
    #[serde(default, skip_serializing_if = "is_zero")]
    across: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    down: u32,
    /// Rings around the middle in place of cells.
    #[serde(default, skip_serializing_if = "is_zero")]
    rings: u32,
    /// How far a colour may be away here, letters or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    off: Option<u8>,
    /// Rectangles with letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    letters: Vec<Rectangle>,
    /// Rectangles that are no part of the picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<Rectangle>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what a field has by reference")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl View {
    /// Columns and rows of the mosaic: rings are one row.
    fn size(&self) -> (u32, u32) {
        if self.rings > 0 {
            (self.rings, 1)
        } else {
            (self.across, self.down)
        }
    }
}

/// Red, green and blue of each cell, row by row, of each view.
type Mosaics = BTreeMap<String, Vec<u8>>;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let tasks = root().join("corpus/tasks");
    let names = if args.tasks.is_empty() {
        with_look(&tasks)?
    } else {
        args.tasks.clone()
    };
    ensure!(!names.is_empty(), "no task has a look.json");
    build_program()?;
    let mut stale = Vec::new();
    for name in &names {
        let folder = tasks.join(name);
        let look = read(&folder.join("look.json"))?;
        let checks = folder.join("checks.js");
        let present = fs::read_to_string(&checks).with_context(|| checks.display().to_string())?;
        let mosaics = suite::play(&folder, &look, &present, &library()?)?;
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        files.push((checks, suite::with_part(&look, &present, &mosaics)?.into_bytes()));
        files.push((folder.join("docs/look.md"), document::write(&look).into_bytes()));
        for view in &look.pictures.views {
            let (columns, rows) = view.size();
            let png = document::png(columns, rows, &mosaics[&view.name])?;
            files.push((folder.join(format!("docs/look/{}.png", view.name)), png));
        }
        let gone = others(&folder.join("docs/look"), &files)?;
        if args.check {
            let differing = files
                .iter()
                .filter(|(file, bytes)| fs::read(file).ok().as_ref() != Some(bytes));
            stale.extend(differing.map(|(file, _)| file.clone()).chain(gone));
            continue;
        }
        fs::create_dir_all(folder.join("docs/look"))?;
        for (file, bytes) in &files {
            fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
        }
        for file in gone {
            fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
        println!("{name}: {} pictures", look.pictures.views.len());
    }
    if let Some(first) = stale.first() {
        bail!(
            "{} files are not what the reference games show, {} the first: run `cargo xtask looks`, look at the pictures, and record the check in Chromium anew",
            stale.len(),
            first.display()
        );
    }
    Ok(())
}

/// Tasks that say how they look.
fn with_look(tasks: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(tasks).with_context(|| tasks.display().to_string())? {
        let entry = entry?;
        if entry.path().join("look.json").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn read(file: &Path) -> anyhow::Result<Look> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let look: Look = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    for view in &look.pictures.views {
        let (columns, rows) = view.size();
        ensure!(
            columns > 0 && rows > 0,
            "{}: {} has neither cells nor rings",
            file.display(),
            view.name
        );
        let is_plain = view
            .name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        ensure!(
            is_plain,
            "{}: a picture's name is a file's, of a-z, 0-9 and `-`: {}",
            file.display(),
            view.name
        );
    }
    Ok(look)
}

/// Pictures in the folder that no view has.
fn others(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "png") && files.iter().all(|(file, _)| *file != path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Rows of a table in Markdown.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    iter::once(line(&head))
        .chain(iter::once(rule))
        .chain(rows.into_iter().map(|row| line(&row)))
        .collect()
}
