//! What a report says, whatever it was made of.

use std::collections::BTreeMap;

/// What a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Builds judged by a contract.
    Evaluation,
    /// Games judged by checks.
    Checks,
    /// Mutants alone.
    Mutation,
}

/// How something was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As demanded.
    Good,
    /// In part.
    Partial,
    /// Not as demanded.
    Bad,
    /// Nobody could tell.
    Unknown,
    /// It does not apply.
    Skipped,
}

impl Verdict {
    /// A sign that does not rest on colour.
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::Good => "✓",
            Verdict::Partial => "½",
            Verdict::Bad => "✗",
            Verdict::Unknown => "?",
            Verdict::Skipped => "–",
        }
    }

    /// Its class in the page.
    pub fn class(self) -> &'static str {
        match self {
            Verdict::Good => "good",
            Verdict::Partial => "partial",
            Verdict::Bad => "bad",
            Verdict::Unknown => "unknown",
            Verdict::Skipped => "skipped",
        }
    }
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Dossier {
    /// What it is of.
    pub kind: Option<Kind>,
    /// Its title.
    pub title: String,
    /// Names and values that stand at its head.
    pub facts: Vec<(String, String)>,
    /// Tables of verdicts.
    pub matrices: Vec<Matrix>,
    /// The dependency graph, SVG without a style of its own.
    pub graph: Option<String>,
    /// One for each build or game.
    pub sections: Vec<Section>,
    /// Mutants.
    pub mutations: Vec<Mutation>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// A table of verdicts.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// What it is of.
    pub title: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One rule, check or scenario.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// What it says.
    pub label: String,
    /// What it belongs to.
    pub group: String,
    /// One for each column; `None`: nothing was looked at.
    pub cells: Vec<Option<Cell>>,
}

/// One verdict.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The verdict.
    pub verdict: Verdict,
    /// A number or word beside it.
    pub text: String,
    /// The finding that says more.
    pub finding: Option<String>,
}

/// What was found of one build or game.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Unique in the report; safe as an address.
    pub anchor: String,
    /// Its name.
    pub title: String,
    /// Names and values.
    pub facts: Vec<(String, String)>,
    /// Rules, checks and scenarios.
    pub findings: Vec<Finding>,
    /// Runs that are evidence.
    pub runs: Vec<Finding>,
}

/// One thing that was judged, or one run that is evidence.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Unique in the report; safe as an address.
    pub anchor: String,
    /// Its id.
    pub id: String,
    /// What it says.
    pub label: String,
    /// `None` for runs.
    pub verdict: Option<Verdict>,
    /// Lines about it.
    pub lines: Vec<String>,
    /// What cites what.
    pub evidence: Vec<Evidence>,
    /// Pictures in order.
    pub film: Film,
    /// What differs between two snapshots.
    pub changes: Vec<Change>,
    /// What is seen at moments, with anchors to be cited.
    pub moments: Vec<Moment>,
    /// What the page said.
    pub console: Vec<ConsoleLine>,
    /// To be taken away.
    pub attachments: Vec<Attachment>,
}

/// A citation.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// As it is written: `v1-ordinary-3/s12`, `main.js:12`.
    pub text: String,
    /// The anchor it leads to.
    pub target: Option<String>,
}

/// Pictures with what was done between them.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// In order of time.
    pub frames: Vec<Frame>,
}

/// A picture.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// To be cited; empty if it is not.
    pub anchor: String,
    /// JPEG or PNG as a `data:` address.
    pub image: String,
    /// What it is: time, number, why it was chosen.
    pub caption: String,
    /// What was done since the one before, in words.
    pub inputs: Vec<String>,
    /// Where it was done, in percent of the picture.
    pub marks: Vec<Mark>,
}

/// A place in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// From the left, in percent.
    pub x: f64,
    /// From the top, in percent.
    pub y: f64,
}

/// A field of a snapshot that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// JSON pointer.
    pub path: String,
    /// Before, as JSON; empty: it was not there.
    pub before: String,
    /// After.
    pub after: String,
}

/// A moment of a run.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// To be cited.
    pub anchor: String,
    /// Its id, time and frame.
    pub title: String,
    /// What was done before it.
    pub inputs: Vec<String>,
    /// What it is a moment of.
    pub tags: Vec<String>,
    /// The snapshot as JSON.
    pub snapshot: String,
}

/// A line of the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    /// When, in words.
    pub at: String,
    /// `error`, `warning`, `exception`, …
    pub kind: String,
    /// What.
    pub text: String,
}

/// A file within the report.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What mutants say of a suite.
#[derive(Clone, Debug, Default)]
pub struct Mutation {
    /// Unique in the report; safe as an address.
    pub anchor: String,
    /// The game.
    pub game: String,
    /// Names and values.
    pub facts: Vec<(String, String)>,
    /// Heads of the table of operators, and its rows.
    pub operators: (Vec<String>, Vec<Vec<String>>),
    /// Check, level, mutants it killed.
    pub checks: Vec<[String; 3]>,
    /// Those that no check noticed.
    pub survivors: Vec<Survivor>,
    /// Those that are taken to be the same game.
    pub equivalent: Vec<Survivor>,
}

/// A mutant that was not killed.
#[derive(Clone, Debug, Default)]
pub struct Survivor {
    /// Its id.
    pub id: String,
    /// How it differs.
    pub differs: String,
    /// The edit as a unified diff.
    pub diff: String,
}

/// Gives anchors that are unique and safe, whatever names are made of.
#[derive(Debug, Default)]
pub(crate) struct Anchors(BTreeMap<String, usize>);

impl Anchors {
    /// A new anchor for a name.
    pub(crate) fn new_for(&mut self, name: &str) -> String {
        let safe: String = name
            .chars()
            .take(80)
            .map(|c| {
                if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let count = self.0.entry(safe.clone()).or_default();
        *count += 1;
        match *count {
            1 => safe,
            // Two dots cannot come out of a name.
            more => format!("{safe}..{more}"),
        }
    }
}
