//! A folder of `oracade check --out`.

use crate::dossier::{
    Attachment, Cell, ConsoleLine, Dossier, Evidence, Film, Finding, Frame, Kind, Matrix, Row, Section, Verdict,
};
use crate::folder::Folder;
use crate::snapshot::cut;
use serde_json::Value;
use std::collections::BTreeMap;

/// Longest text of a line, in characters.
const MAX_LINE: usize = 2000;
/// Lines of the console shown of one check or game.
const MAX_LINES: usize = 200;

/// A check that did not pass, and the tape of it.
pub struct FailedCheck<'a> {
    /// The game's name in the run.
    pub game: &'a str,
    /// The check's id.
    pub check: &'a str,
    /// The tape's bytes.
    pub tape: &'a [u8],
}

/// Makes the film of a failed check's tape.
pub type Filming<'a> = &'a mut dyn FnMut(&FailedCheck<'_>) -> Option<(Film, Vec<crate::Change>, Vec<ConsoleLine>)>;

pub(crate) fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A value in words: texts as they are, anything else as JSON; a dash for nothing.
pub(crate) fn word(value: &Value, pointer: &str) -> String {
    match value.pointer(pointer) {
        None | Some(Value::Null) => "–".to_owned(),
        Some(Value::String(text)) => cut(text, MAX_LINE),
        Some(other) => cut(&other.to_string(), MAX_LINE),
    }
}

/// The conditions of a run.
pub(crate) fn conditions(value: &Value) -> Vec<(String, String)> {
    let short = |pointer: &str| word(value, pointer).chars().take(12).collect::<String>();
    [
        ("version", word(value, "/version")),
        ("V8", word(value, "/v8")),
        ("engine", short("/engine_digest")),
        ("seed", word(value, "/seed")),
        (
            "viewport",
            format!("{} × {}", word(value, "/profile/width"), word(value, "/profile/height")),
        ),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

const SECTIONS: [&str; 4] = ["tool_checks", "checks", "anti_patterns", "proximity_checks"];

fn verdict(status: &str) -> Verdict {
    match status {
        "PASS" => Verdict::Good,
        "FAIL" => Verdict::Bad,
        "NOT_APPLICABLE" => Verdict::Skipped,
        _ => Verdict::Unknown,
    }
}

pub(crate) fn read(folder: &mut Folder, value: &Value, film: Filming<'_>) -> Dossier {
    let games = list(value, "/games");
    let names: Vec<&str> = games.iter().map(|game| text(game, "/game")).collect();
    let mut facts = vec![
        ("games", word(value, "/summary/games")),
        (
            "strict",
            format!("{} of {}", word(value, "/summary/strict"), word(value, "/summary/games")),
        ),
        ("L1", format!("{} %", word(value, "/summary/l1_mean_percent"))),
        ("L2", format!("{} %", word(value, "/summary/l2_mean_percent"))),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect::<Vec<_>>();
    facts.extend(conditions(value.get("oracade").unwrap_or(&Value::Null)));
    let mut rows: BTreeMap<(String, usize), Row> = BTreeMap::new();
    let mut order: BTreeMap<(String, String), (String, usize)> = BTreeMap::new();
    let mut sections = Vec::new();
    for (column, game) in games.iter().enumerate() {
        let section = game_section(folder, game, film);
        for (finding, group) in &section.1 {
            let next = rows.len();
            let key = order
                .entry((group.clone(), finding.id.clone()))
                .or_insert_with(|| (group.clone(), next))
                .clone();
            let row = rows.entry(key).or_insert_with(|| Row {
                id: finding.id.clone(),
                label: finding.label.clone(),
                group: group.clone(),
                cells: vec![None; games.len()],
            });
            if let (Some(slot), Some(verdict)) = (row.cells.get_mut(column), finding.verdict) {
                *slot = Some(Cell {
                    verdict,
                    text: String::new(),
                    finding: Some(finding.anchor.clone()),
                });
            }
        }
        let (mut section, findings) = section;
        section.findings = findings.into_iter().map(|(finding, _)| finding).collect();
        sections.push(section);
    }
    let title = match names.as_slice() {
        [one] => format!("Checks of {one}"),
        many => format!("Checks of {} games", many.len()),
    };
    Dossier {
        kind: Some(Kind::Checks),
        title,
        facts,
        matrices: vec![Matrix {
            title: "Checks".to_owned(),
            columns: names.into_iter().map(str::to_owned).collect(),
            rows: rows.into_values().collect(),
        }],
        sections,
        ..Dossier::default()
    }
}

/// A game's section, and its findings with the groups they belong to.
fn game_section(folder: &mut Folder, game: &Value, film: Filming<'_>) -> (Section, Vec<(Finding, String)>) {
    let name = text(game, "/game");
    let mut facts = vec![
        ("given".to_owned(), word(game, "/given")),
        ("files".to_owned(), word(game, "/bundle_digest").chars().take(12).collect()),
        ("passed".to_owned(), word(game, "/passed")),
        (
            "L1".to_owned(),
            format!("{} of {}", word(game, "/l1/count/passed"), word(game, "/l1/count/total")),
        ),
        (
            "L2".to_owned(),
            format!("{} of {}", word(game, "/l2/count/passed"), word(game, "/l2/count/total")),
        ),
    ];
    if let Some(outcome) = game.get("outcome").filter(|outcome| outcome.is_object()) {
        facts.push((
            "outcome".to_owned(),
            format!("{}: {}", word(outcome, "/name"), word(outcome, "/message")),
        ));
    }
    let section = Section {
        anchor: folder.anchors.new_for(&format!("game-{name}")),
        title: name.to_owned(),
        facts,
        ..Section::default()
    };
    let mut findings = Vec::new();
    for part in SECTIONS {
        for item in list(game, &format!("/l1/report/{part}")) {
            findings.push((statics(folder, name, item), "L1".to_owned()));
        }
    }
    let own: BTreeMap<&str, &Value> = list(game, "/l2/report/oracade/checks")
        .iter()
        .map(|facts| (text(facts, "/id"), facts))
        .collect();
    for check in list(game, "/l2/report/checks") {
        let facts = own.get(text(check, "/id")).copied().unwrap_or(&Value::Null);
        findings.push((behaviour(folder, name, check, facts, film), text(check, "/level").to_owned()));
    }
    let said = list(game, "/l2/report/console_errors")
        .iter()
        .chain(list(game, "/l2/report/exceptions"));
    let console: Vec<ConsoleLine> = said.take(MAX_LINES).map(said_line).collect();
    let mut section = section;
    if !console.is_empty() {
        section.runs.push(Finding {
            anchor: folder.anchors.new_for(&format!("console-{name}")),
            id: "console".to_owned(),
            label: "What the pages said in all checks together".to_owned(),
            console,
            ..Finding::default()
        });
    }
    (section, findings)
}

fn said_line(line: &Value) -> ConsoleLine {
    let kind = line.get("type").and_then(Value::as_str).unwrap_or("exception");
    let description = text(line, "/description");
    ConsoleLine {
        at: String::new(),
        kind: kind.to_owned(),
        text: cut(
            if description.is_empty() {
                text(line, "/text")
            } else {
                description
            },
            MAX_LINE,
        ),
    }
}

fn statics(folder: &mut Folder, game: &str, item: &Value) -> Finding {
    let mut lines = Vec::new();
    for (name, title) in [("info", ""), ("error", "error: "), ("fix_hint", "what to do: ")] {
        if let Some(text) = item.get(name).and_then(Value::as_str) {
            lines.push(format!("{title}{}", cut(text, MAX_LINE)));
        }
    }
    for (name, title) in [("missing", "not found: "), ("bad_matches", "found and must not be: ")] {
        for pattern in item.get(name).and_then(Value::as_array).into_iter().flatten() {
            lines.push(format!("{title}{}", word(pattern, "")));
        }
    }
    let id = text(item, "/id");
    Finding {
        anchor: folder.anchors.new_for(&format!("{game}-{id}")),
        id: id.to_owned(),
        label: text(item, "/name").to_owned(),
        verdict: Some(verdict(text(item, "/status"))),
        lines,
        ..Finding::default()
    }
}

fn behaviour(folder: &mut Folder, game: &str, check: &Value, facts: &Value, film: Filming<'_>) -> Finding {
    let id = text(check, "/id");
    let verdict = verdict(text(check, "/status"));
    let mut lines = vec![word(check, "/detail")];
    let outcome = text(facts, "/outcome");
    let took = format!(
        "{} ms of virtual time, {} frames",
        word(facts, "/virtual_ms"),
        word(facts, "/frames")
    );
    lines.push(if outcome.is_empty() {
        took
    } else {
        format!("{took}; outcome {outcome}")
    });
    let mut finding = Finding {
        anchor: folder.anchors.new_for(&format!("{game}-{id}")),
        id: id.to_owned(),
        label: text(check, "/name").to_owned(),
        verdict: Some(verdict),
        lines,
        console: list(facts, "/exceptions").iter().take(MAX_LINES).map(said_line).collect(),
        ..Finding::default()
    };
    if verdict != Verdict::Bad {
        return finding;
    }
    let base = format!("{}/failures/{}", file_name(game), file_name(id));
    let tape = folder.embedded(&format!("{base}.tape"));
    if let Some(tape) = &tape
        && let Some((film, changes, console)) = film(&FailedCheck { game, check: id, tape })
    {
        let room = film.frames.iter().map(|frame| frame.image.len()).sum();
        if folder.takes(room) {
            finding.film = film;
        }
        finding.changes = changes;
        finding.console.extend(console);
    }
    if let Some(image) = folder.picture(&format!("{base}.png")) {
        finding.film.frames.push(Frame {
            image,
            caption: "at the end of the check".to_owned(),
            ..Frame::default()
        });
    }
    if let Some(bytes) = tape {
        finding.evidence.push(Evidence {
            text: format!("oracade replay --verify {base}.tape"),
            target: None,
        });
        finding.attachments.push(Attachment {
            name: format!("{}.tape", file_name(id)),
            bytes,
        });
    }
    finding
}

/// The name `oracade check --out` gives a file.
fn file_name(text: &str) -> String {
    let safe: String = text
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
                c
            } else {
                '_'
            }
        })
        .take(100)
        .collect();
    if safe.trim_matches('.').is_empty() {
        format!("_{safe}")
    } else {
        safe
    }
}
