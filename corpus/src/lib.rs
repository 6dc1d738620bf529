//! Tasks in the benchmark's format, as data.
//!
//! A task is a folder under `tasks/`: public documents, static checks (`checks.json`), behaviour checks (`checks.js`), a
//! reference game that passes all of them, and *variants*: the reference with a few edits that each break it in one named
//! way. A variant says which checks have to fail and what they have to complain about, so that a suite which passes a
//! broken game, or fails it for another reason, is found out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Why a task could not be read or a variant not be made.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file or folder of the corpus could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the file system said.
        source: std::io::Error,
    },
    /// A JSON file of the corpus does not have the shape it should.
    #[error("{} is malformed: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
    /// No task has this id.
    #[error("there is no task `{0}`")]
    NoSuchTask(String),
    /// The task has no variant of this name.
    #[error("task `{task}` has no variant `{variant}`")]
    NoSuchVariant {
        /// The task's id.
        task: String,
        /// The name asked for.
        variant: String,
    },
    /// An edit names a file that the reference does not have, or one that is no text.
    #[error("edit {index} of variant `{variant}` of task `{task}` is to `{file}`, which is no text of the reference")]
    NoSuchFile {
        /// The task's id.
        task: String,
        /// The variant's name.
        variant: String,
        /// Which edit of the patch, from 0.
        index: usize,
        /// The file it names.
        file: String,
    },
    /// An edit's `find` has to occur exactly once in the text it is applied to.
    #[error("edit {index} of variant `{variant}` of task `{task}` matches {matches} times instead of once")]
    Ambiguous {
        /// The task's id.
        task: String,
        /// The variant's name.
        variant: String,
        /// Which edit of the patch, from 0.
        index: usize,
        /// How often it matches.
        matches: usize,
    },
}

/// How many behaviour checks a suite has at each level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelCounts {
    /// Checks without which there is no game.
    #[serde(rename = "P0")]
    pub p0: usize,
    /// Checks of the rules.
    #[serde(rename = "P1")]
    pub p1: usize,
    /// Checks of comfort.
    #[serde(rename = "P2")]
    pub p2: usize,
}

/// A check that has to fail on a variant.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFailure {
    /// The id of the behaviour check.
    pub check: String,
    /// A text that the check's detail has to contain: the reason it fails for.
    pub detail: String,
}

/// The reference game, broken in one way.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Its name, unique within the task; the patch is `variants/<name>.patch.json`.
    pub name: String,
    /// What is wrong, in a few words.
    pub title: String,
    /// What is wrong, in a sentence.
    pub reason: String,
    /// Exactly the checks that fail; every other check passes.
    pub fails: Vec<ExpectedFailure>,
    /// The rule of the game's contract that it breaks.
    #[serde(default)]
    pub breaks: Option<BrokenRule>,
}

/// The rule of a contract that a variant breaks, and where that shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrokenRule {
    /// The rule's id in `contracts/<task>/contract.json`.
    pub rule: String,
    /// Other rules that play calls violated by the same flaw.
    #[serde(default)]
    pub also: Vec<String>,
    /// Other rules that the flaw breaks as well; whether play comes to see it depends on what it tries.
    #[serde(default)]
    pub may: Vec<String>,
    /// A look at the source notices it: the rule scores less than it does on the reference. If not, the rule is complete in the source
    /// and fails only in play.
    pub in_source: bool,
    /// Play from the beginning hardly gets there: it takes the start of this id to see it.
    #[serde(default)]
    pub from_start: Option<String>,
    /// Why play does not see it: it shows in pictures alone, for instance.
    #[serde(default)]
    pub unseen: Option<String>,
}

/// One replacement in a patch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The file it is made in.
    #[serde(default = "index_html")]
    pub file: String,
    /// The text to replace; it occurs exactly once.
    pub find: String,
    /// What stands there instead.
    pub replace: String,
}

fn index_html() -> String {
    "index.html".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Patch {
    edits: Vec<Edit>,
}

/// A task: documents, checks, a reference and its variants.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The task's id, which is also the name of its folder.
    pub id: String,
    /// The game's name.
    pub title: String,
    /// What the game is made with.
    pub technology: String,
    /// "2D" or "3D".
    pub dimension: String,
    /// The size of the behaviour suite.
    pub levels: LevelCounts,
    /// The wrong games.
    pub variants: Vec<Variant>,
    #[serde(skip)]
    folder: PathBuf,
}

impl Task {
    /// The task's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The static checks, `checks.json`.
    pub fn static_checks_path(&self) -> PathBuf {
        self.folder.join("checks.json")
    }

    /// The behaviour checks, `checks.js`.
    pub fn behaviour_checks_path(&self) -> PathBuf {
        self.folder.join("checks.js")
    }

    /// The reference game, `reference/index.html`.
    pub fn reference_path(&self) -> PathBuf {
        self.folder.join("reference").join("index.html")
    }

    /// The verdicts of headless Chromium on the reference, `chromium.json`.
    pub fn chromium_path(&self) -> PathBuf {
        self.folder.join("chromium.json")
    }

    /// The verdicts of Python's `re` and Node's syntax check on the reference, `static.json`.
    pub fn static_verdicts_path(&self) -> PathBuf {
        self.folder.join("static.json")
    }

    /// The documents an author of the game is given: the design and the test contract, as Markdown.
    pub fn documents(&self) -> Result<[String; 2], CorpusError> {
        let docs = self.folder.join("docs");
        Ok([read(&docs.join("design.md"))?, read(&docs.join("task.md"))?])
    }

    /// The HTML of the reference game.
    pub fn reference_html(&self) -> Result<String, CorpusError> {
        read(&self.reference_path())
    }

    /// The variant of that name.
    pub fn variant(&self, name: &str) -> Result<&Variant, CorpusError> {
        self.variants
            .iter()
            .find(|v| v.name == name)
            .ok_or_else(|| CorpusError::NoSuchVariant {
                task: self.id.clone(),
                variant: name.to_owned(),
            })
    }

    /// The edits that make a variant, in the order they are applied.
    pub fn variant_edits(&self, name: &str) -> Result<Vec<Edit>, CorpusError> {
        let variant = self.variant(name)?;
        let path = self.folder.join("variants").join(format!("{}.patch.json", variant.name));
        Ok(parse::<Patch>(&path)?.edits)
    }

    /// The HTML of a variant: the reference with the variant's edits applied one after another.
    ///
    /// # Errors
    /// As [`Task::variant_files`].
    pub fn variant_html(&self, name: &str) -> Result<String, CorpusError> {
        let html = self.variant_files(name)?.remove("index.html").unwrap_or_default();
        Ok(String::from_utf8_lossy(&html).into_owned())
    }

    /// The files of the reference game by their paths, without the lock file of the packages it loads.
    ///
    /// # Errors
    /// An unreadable file.
    pub fn reference_files(&self) -> Result<BTreeMap<String, Vec<u8>>, CorpusError> {
        let mut files = BTreeMap::new();
        let mut folders = vec![(self.folder.join("reference"), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let failed = |source| CorpusError::Read {
                path: folder.clone(),
                source,
            };
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let name = format!("{prefix}{name}");
                if path.is_dir() {
                    folders.push((path, format!("{name}/")));
                } else if name != "oracade.lock.json" {
                    let bytes = fs::read(&path).map_err(|source| CorpusError::Read { path, source })?;
                    files.insert(name, bytes);
                }
            }
        }
        Ok(files)
    }

    /// The files of a variant: the reference's with the variant's edits applied one after another.
    ///
    /// # Errors
    /// [`CorpusError::NoSuchVariant`], [`CorpusError::NoSuchFile`], [`CorpusError::Ambiguous`] when an edit does not match exactly
    /// once, or an unreadable file.
    pub fn variant_files(&self, name: &str) -> Result<BTreeMap<String, Vec<u8>>, CorpusError> {
        let mut files = self.reference_files()?;
        for (index, edit) in self.variant_edits(name)?.iter().enumerate() {
            let text = files.get(&edit.file).and_then(|bytes| std::str::from_utf8(bytes).ok());
            let Some(text) = text else {
                return Err(CorpusError::NoSuchFile {
                    task: self.id.clone(),
                    variant: name.to_owned(),
                    index,
                    file: edit.file.clone(),
                });
            };
            let matches = text.matches(edit.find.as_str()).count();
            if matches != 1 {
                return Err(CorpusError::Ambiguous {
                    task: self.id.clone(),
                    variant: name.to_owned(),
                    index,
                    matches,
                });
            }
            let text = text.replacen(edit.find.as_str(), &edit.replace, 1);
            files.insert(edit.file.clone(), text.into_bytes());
        }
        Ok(files)
    }
}

/// The folder in which the tasks lie.
pub fn tasks_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tasks")
}

/// All tasks of this crate's own folder, ordered by id.
///
/// # Errors
/// [`CorpusError::Read`] or [`CorpusError::Malformed`].
pub fn tasks() -> Result<Vec<Task>, CorpusError> {
    tasks_in(&tasks_folder())
}

/// All tasks under `root`, one to a folder that holds a `task.json`, ordered by id.
///
/// # Errors
/// [`CorpusError::Read`] or [`CorpusError::Malformed`].
pub fn tasks_in(root: &Path) -> Result<Vec<Task>, CorpusError> {
    let read_error = |source| CorpusError::Read {
        path: root.to_owned(),
        source,
    };
    let mut list = Vec::new();
    for entry in fs::read_dir(root).map_err(read_error)? {
        let folder = entry.map_err(read_error)?.path();
        let file = folder.join("task.json");
        if file.is_file() {
            list.push(Task {
                folder,
                ..parse::<Task>(&file)?
            });
        }
    }
    list.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(list)
}

/// The task with that id, from this crate's own folder.
///
/// # Errors
/// [`CorpusError::NoSuchTask`], or an unreadable corpus.
pub fn task(id: &str) -> Result<Task, CorpusError> {
    tasks()?
        .into_iter()
        .find(|t| t.id == id)
        .ok_or_else(|| CorpusError::NoSuchTask(id.to_owned()))
}

fn read(path: &Path) -> Result<String, CorpusError> {
    fs::read_to_string(path).map_err(|source| CorpusError::Read {
        path: path.to_owned(),
        source,
    })
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, CorpusError> {
    serde_json::from_str(&read(path)?).map_err(|source| CorpusError::Malformed {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests;
