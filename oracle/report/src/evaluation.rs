//! A folder of `oracade evaluate --out` (docs/contracts.md, "Evaluation folder").

use crate::check::{conditions, list, text, word};
use crate::dossier::{
    Attachment, Cell, ConsoleLine, Dossier, Evidence, Finding, Frame, Kind, Matrix, Moment, Row, Section, Verdict,
};
use crate::folder::{Folder, ReadError};
use crate::snapshot::{changes, cut};
use oracade_contracts::model::Contract;
use oracade_contracts::picture::{Dress, svg_dressed};
use serde_json::Value;
use std::collections::BTreeMap;

/// Moments shown of one run.
const MAX_MOMENTS: usize = 400;
/// Longest snapshot shown, in characters.
const MAX_SNAPSHOT: usize = 20_000;
/// Longest text of a line, in characters.
const MAX_LINE: usize = 2000;
/// Lines of the console shown of one run.
const MAX_LINES: usize = 200;
/// Pictures shown of one finding.
const MAX_FRAMES: usize = 24;

pub(crate) fn read(folder: &mut Folder, value: &Value) -> Result<Dossier, ReadError> {
    let contract = folder.json("contract.json")?.unwrap_or(Value::Null);
    let mut dossier = Dossier {
        kind: Some(Kind::Evaluation),
        title: match text(value, "/contract/title") {
            "" => word(value, "/contract/id"),
            title => title.to_owned(),
        },
        facts: vec![
            (
                "contract".to_owned(),
                word(value, "/contract/digest").chars().take(12).collect(),
            ),
            ("votes".to_owned(), word(value, "/votes")),
            (
                "rules seen in play".to_owned(),
                format!(
                    "{} of {} ({} from ordinary starts)",
                    word(value, "/coverage/all"),
                    word(value, "/coverage/rules"),
                    word(value, "/coverage/ordinary")
                ),
            ),
        ],
        ..Dossier::default()
    };
    for (axis, judge) in value.pointer("/judges").and_then(Value::as_object).into_iter().flatten() {
        dossier.facts.push((format!("judge of {axis}"), word(judge, "")));
    }
    dossier
        .facts
        .extend(conditions(value.get("conditions").unwrap_or(&Value::Null)));
    let mut rules = Table::new("Rules", labels(&contract, "/rules"));
    let mut invariants = Table::new("Invariants", labels(&contract, "/invariants"));
    let mut scenarios = Table::new("Scenarios", labels(&contract, "/scenarios"));
    let builds = list(value, "/builds");
    for build in builds {
        let base = match text(build, "/folder") {
            "" => format!("builds/{}", text(build, "/name")),
            folder => folder.trim_end_matches('/').to_owned(),
        };
        let mut reader = Build {
            name: text(build, "/name").to_owned(),
            base,
            folder,
            cited: BTreeMap::new(),
        };
        let section = reader.read(build, [&mut rules, &mut invariants, &mut scenarios])?;
        dossier.sections.push(section);
    }
    let verdicts = rules.worst();
    dossier.matrices = [rules, invariants, scenarios]
        .into_iter()
        .map(Table::finish)
        .filter(|matrix| !matrix.columns.is_empty())
        .collect();
    if let Ok(contract) = serde_json::from_value::<Contract>(contract_of(&contract)) {
        dossier.graph = Some(svg_dressed(&contract, &|rule| {
            let (verdict, finding) = verdicts.get(rule)?;
            Some(Dress {
                class: verdict.class().to_owned(),
                href: finding.as_ref().map(|anchor| format!("#{anchor}")),
            })
        }));
    }
    Ok(dossier)
}

/// The contract in a frozen one.
fn contract_of(value: &Value) -> Value {
    value
        .get("contract")
        .filter(|inner| inner.is_object())
        .unwrap_or(value)
        .clone()
}

/// Ids with their labels, in the contract's order.
fn labels(contract: &Value, pointer: &str) -> Vec<(String, String)> {
    let contract = contract_of(contract);
    list(&contract, pointer)
        .iter()
        .map(|item| {
            let label = ["/label", "/text", "/title", "/name"]
                .iter()
                .map(|pointer| text(item, pointer))
                .find(|label| !label.is_empty());
            (text(item, "/id").to_owned(), label.unwrap_or_default().to_owned())
        })
        .collect()
}

/// A matrix in the making.
struct Table {
    title: &'static str,
    labels: Vec<(String, String)>,
    columns: Vec<String>,
    cells: BTreeMap<(String, usize), Cell>,
}

impl Table {
    fn new(title: &'static str, labels: Vec<(String, String)>) -> Table {
        Table {
            title,
            labels,
            columns: Vec::new(),
            cells: BTreeMap::new(),
        }
    }

    fn column(&mut self, name: String) -> usize {
        self.columns.push(name);
        self.columns.len() - 1
    }

    fn put(&mut self, id: &str, column: usize, cell: Cell) {
        if !self.labels.iter().any(|(known, _)| known == id) {
            self.labels.push((id.to_owned(), String::new()));
        }
        self.cells.insert((id.to_owned(), column), cell);
    }

    fn label(&self, id: &str) -> String {
        let found = self.labels.iter().find(|(known, _)| known == id);
        found.map_or_else(String::new, |(_, label)| label.clone())
    }

    /// The worst verdict of each row, and where it is told.
    fn worst(&self) -> BTreeMap<String, (Verdict, Option<String>)> {
        let mut worst: BTreeMap<String, (Verdict, Option<String>)> = BTreeMap::new();
        let rank = |verdict: Verdict| match verdict {
            Verdict::Bad => 4,
            Verdict::Partial => 3,
            Verdict::Unknown => 2,
            Verdict::Good => 1,
            Verdict::Skipped => 0,
        };
        for ((id, _), cell) in &self.cells {
            let known = worst.get(id).map_or(-1, |(verdict, _)| rank(*verdict));
            if rank(cell.verdict) > known {
                worst.insert(id.clone(), (cell.verdict, cell.finding.clone()));
            }
        }
        worst
    }

    fn finish(self) -> Matrix {
        let rows = self.labels.iter().map(|(id, label)| Row {
            id: id.clone(),
            label: label.clone(),
            group: String::new(),
            cells: (0..self.columns.len())
                .map(|column| self.cells.get(&(id.clone(), column)).cloned())
                .collect(),
        });
        Matrix {
            title: self.title.to_owned(),
            rows: rows.filter(|row| row.cells.iter().any(Option::is_some)).collect(),
            columns: self.columns,
        }
    }
}

struct Build<'a> {
    name: String,
    base: String,
    folder: &'a mut Folder,
    /// Anchors of what can be cited: `ID`, `ID/s12`, `ID/f345`.
    cited: BTreeMap<String, String>,
}

fn verdict(word: &str) -> Verdict {
    match word {
        "satisfied" => Verdict::Good,
        "violated" => Verdict::Bad,
        _ => Verdict::Unknown,
    }
}

fn of_score(score: Option<f64>) -> Verdict {
    match score {
        Some(score) if score >= 0.999 => Verdict::Good,
        Some(score) if score > 0.001 => Verdict::Partial,
        Some(_) => Verdict::Bad,
        None => Verdict::Unknown,
    }
}

impl Build<'_> {
    fn json(&mut self, file: &str) -> Result<Value, ReadError> {
        let path = format!("{}/{file}", self.base);
        Ok(self.folder.json(&path)?.unwrap_or(Value::Null))
    }

    fn read(&mut self, build: &Value, [rules, invariants, scenarios]: [&mut Table; 3]) -> Result<Section, ReadError> {
        let anchor = self.folder.anchors.new_for(&format!("build-{}", self.name));
        let (result, playtest, replay) = (
            self.json("result.json")?,
            self.json("playtest.json")?,
            self.json("replay.json")?,
        );
        let mut section = Section {
            anchor,
            title: self.name.clone(),
            facts: [
                ("game", "/game"),
                ("builder", "/builder"),
                ("runs", "/runs"),
                ("source", "/fidelity/source"),
                ("replay", "/fidelity/replay"),
                ("playtest", "/fidelity/playtest"),
                ("fidelity", "/fidelity/total"),
            ]
            .iter()
            .filter(|(_, pointer)| build.pointer(pointer).is_some())
            .map(|(name, pointer)| ((*name).to_owned(), word(build, pointer)))
            .collect(),
            ..Section::default()
        };
        if let Some(number) = build.pointer("/fidelity").and_then(Value::as_f64) {
            section.facts.push(("fidelity".to_owned(), number.to_string()));
        }
        // Runs come first, so that what is judged can point at them.
        let mut runs: Vec<String> = list(&playtest, "/trajectories")
            .iter()
            .map(|it| if it.is_string() { word(it, "") } else { word(it, "/id") })
            .collect();
        runs.extend(list(&replay, "/scenarios").iter().map(|it| word(it, "/trajectory")));
        runs.sort_unstable();
        runs.dedup();
        let mut trajectories = BTreeMap::new();
        for id in runs {
            let trajectory = self.json(&format!("trajectories/{id}.json"))?;
            if trajectory.is_object() {
                section.runs.push(self.run(&id, &trajectory));
                trajectories.insert(id, trajectory);
            }
        }
        let (source, play) = (
            rules.column(format!("{} source", self.name)),
            rules.column(format!("{} play", self.name)),
        );
        let mut sourced: BTreeMap<&str, &Value> = BTreeMap::new();
        for rule in list(&result, "/rules") {
            sourced.insert(text(rule, "/rule"), rule);
        }
        let mut played: BTreeMap<&str, &Value> = BTreeMap::new();
        for rule in list(&playtest, "/rules") {
            played.insert(text(rule, "/rule"), rule);
        }
        let ids: Vec<String> = rules
            .labels
            .iter()
            .map(|(id, _)| id.clone())
            .filter(|id| sourced.contains_key(id.as_str()) || played.contains_key(id.as_str()))
            .collect();
        for id in ids {
            let (of_source, of_play) = (sourced.get(id.as_str()), played.get(id.as_str()));
            let finding = self.rule(&id, rules.label(&id), of_source, of_play, &trajectories);
            let score = of_source.and_then(|rule| rule.get("source")?.as_f64());
            if let Some(score) = score {
                rules.put(
                    &id,
                    source,
                    Cell {
                        verdict: of_score(Some(score)),
                        text: score.to_string(),
                        finding: Some(finding.anchor.clone()),
                    },
                );
            }
            if let Some(rule) = of_play {
                let adversarial = rule.get("adversarial") == Some(&Value::Bool(true));
                rules.put(
                    &id,
                    play,
                    Cell {
                        verdict: verdict(text(rule, "/verdict")),
                        text: if adversarial { "prepared".to_owned() } else { String::new() },
                        finding: Some(finding.anchor.clone()),
                    },
                );
            }
            section.findings.push(finding);
        }
        let column = invariants.column(self.name.clone());
        for item in list(&playtest, "/invariants") {
            let id = text(item, "/invariant");
            let kept = match item.get("kept").and_then(Value::as_bool) {
                Some(true) => Verdict::Good,
                Some(false) => Verdict::Bad,
                None => Verdict::Unknown,
            };
            let finding = Finding {
                anchor: self.anchor(id),
                id: id.to_owned(),
                label: invariants.label(id),
                verdict: Some(kept),
                lines: vec![word(item, "/note"), format!("{} snapshots", word(item, "/snapshots"))],
                evidence: self.evidence(list(item, "/evidence")),
                ..Finding::default()
            };
            invariants.put(id, column, cell(kept, &finding));
            section.findings.push(finding);
        }
        let column = scenarios.column(self.name.clone());
        for item in list(&replay, "/scenarios") {
            let finding = self.scenario(item, scenarios);
            let score = item.get("score").and_then(Value::as_f64);
            let mut cell = cell(finding.verdict.unwrap_or(Verdict::Unknown), &finding);
            cell.text = score.map_or_else(String::new, |score| format!("{score:.2}"));
            scenarios.put(text(item, "/scenario"), column, cell);
            section.findings.push(finding);
        }
        Ok(section)
    }

    fn anchor(&mut self, id: &str) -> String {
        self.folder.anchors.new_for(&format!("{}-{id}", self.name))
    }

    fn evidence(&self, cited: &[Value]) -> Vec<Evidence> {
        let known = |text: &str| {
            let run = text.split('/').next().unwrap_or_default();
            self.cited.get(text).or_else(|| self.cited.get(run)).cloned()
        };
        cited
            .iter()
            .filter_map(Value::as_str)
            .map(|text| Evidence {
                text: cut(text, MAX_LINE),
                target: known(text),
            })
            .collect()
    }

    fn rule(
        &mut self,
        id: &str,
        label: String,
        source: Option<&&Value>,
        play: Option<&&Value>,
        trajectories: &BTreeMap<String, Value>,
    ) -> Finding {
        let mut finding = Finding {
            anchor: self.anchor(id),
            id: id.to_owned(),
            label,
            ..Finding::default()
        };
        let score = source.and_then(|rule| rule.get("source")?.as_f64());
        finding.verdict = Some(play.map_or_else(|| of_score(score), |rule| verdict(text(rule, "/verdict"))));
        if let (Some(rule), Some(score)) = (source, score) {
            let note = text(rule, "/source_note");
            let colon = if note.is_empty() { "" } else { ": " };
            finding.lines.push(format!("source {score}{colon}{}", cut(note, MAX_LINE)));
            finding.evidence.extend(self.evidence(list(rule, "/source_evidence")));
        }
        let Some(rule) = play else { return finding };
        let note = text(rule, "/note");
        finding
            .lines
            .push(format!("play: {} {}", text(rule, "/verdict"), cut(note, MAX_LINE)));
        finding.evidence.extend(self.evidence(list(rule, "/evidence")));
        for vote in list(rule, "/votes") {
            finding.lines.push(format!(
                "vote {}: {} {}",
                word(vote, "/vote"),
                word(vote, "/verdict"),
                word(vote, "/why")
            ));
        }
        // One vote is shown: the first that is of the verdict and saw something.
        let wanted = text(rule, "/verdict");
        let votes = list(rule, "/votes");
        let shown = votes
            .iter()
            .find(|vote| text(vote, "/verdict") == wanted && !text(vote, "/trajectory").is_empty());
        if let Some(vote) = shown {
            let run = text(vote, "/trajectory");
            if let Some(trajectory) = trajectories.get(run) {
                let (before, after) = (
                    observation(trajectory, text(vote, "/before")),
                    observation(trajectory, text(vote, "/after")),
                );
                if let (Some(before), Some(after)) = (before, after) {
                    finding.changes = changes(
                        before.get("snapshot").unwrap_or(&Value::Null),
                        after.get("snapshot").unwrap_or(&Value::Null),
                    );
                }
                let frame = vote.get("frame").and_then(Value::as_u64);
                let frames = [before, after]
                    .into_iter()
                    .flatten()
                    .filter_map(|it| it.get("frame")?.as_u64());
                let mut numbers: Vec<u64> = frames.chain(frame).collect();
                numbers.sort_unstable();
                numbers.dedup();
                for number in numbers {
                    let inputs = after.filter(|it| it.get("frame").and_then(Value::as_u64) == Some(number));
                    let inputs = inputs.map_or_else(Vec::new, |it| texts(it, "/inputs"));
                    let path = format!("{}/frames/{run}/{number:06}.png", self.base);
                    finding
                        .film
                        .frames
                        .extend(self.frame(&path, format!("frame {number}"), inputs));
                }
            }
        }
        finding
    }

    fn frame(&mut self, path: &str, caption: String, inputs: Vec<String>) -> Option<Frame> {
        Some(Frame {
            anchor: String::new(),
            image: self.folder.picture(path)?,
            caption,
            inputs,
            marks: Vec::new(),
        })
    }

    fn scenario(&mut self, item: &Value, table: &Table) -> Finding {
        let id = text(item, "/scenario");
        let score = item.get("score").and_then(Value::as_f64);
        let mut finding = Finding {
            anchor: self.anchor(&format!("scenario-{id}")),
            id: id.to_owned(),
            label: table.label(id),
            verdict: Some(of_score(score)),
            lines: vec![format!(
                "score {}; policy {}{}{}",
                word(item, "/score"),
                word(item, "/policy"),
                if item.get("held_out") == Some(&Value::Bool(true)) {
                    "; held out"
                } else {
                    ""
                },
                if item.get("valid") == Some(&Value::Bool(false)) {
                    "; not valid"
                } else {
                    ""
                },
            )],
            evidence: self.evidence(&[item.get("trajectory").cloned().unwrap_or(Value::Null)]),
            ..Finding::default()
        };
        let mut inputs: Vec<(f64, String)> = list(item, "/inputs")
            .iter()
            .map(|input| {
                (
                    input.get("at_ms").and_then(Value::as_f64).unwrap_or(0.0),
                    word(input, "/text"),
                )
            })
            .collect();
        inputs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut frames: BTreeMap<u64, &Value> = BTreeMap::new();
        for part in list(item, "/items") {
            finding.lines.push(format!(
                "{} {} {}: {} {}",
                word(part, "/score"),
                word(part, "/category"),
                word(part, "/item"),
                word(part, "/text"),
                text(part, "/note"),
            ));
            finding.evidence.extend(self.evidence(list(part, "/evidence")));
            for frame in list(part, "/frames") {
                frames.insert(frame.get("frame").and_then(Value::as_u64).unwrap_or(0), frame);
            }
        }
        let mut since = f64::NEG_INFINITY;
        for (number, frame) in frames.into_iter().take(MAX_FRAMES) {
            let at_ms = frame.get("at_ms").and_then(Value::as_f64).unwrap_or(0.0);
            let done = inputs.iter().filter(|(at, _)| *at > since && *at <= at_ms);
            let done = done.map(|(_, text)| text.clone()).collect();
            since = at_ms;
            let caption = format!("frame {number}, {at_ms} ms, {}", word(frame, "/why"));
            let path = format!("{}/{}", self.base, text(frame, "/file"));
            finding.film.frames.extend(self.frame(&path, caption, done));
        }
        finding
    }

    fn run(&mut self, id: &str, trajectory: &Value) -> Finding {
        let anchor = self.anchor(&format!("run-{id}"));
        self.cited.insert(id.to_owned(), anchor.clone());
        let mut lines = vec![format!(
            "{}, seed {}, {} ms",
            word(trajectory, "/kind"),
            word(trajectory, "/seed"),
            word(trajectory, "/end_ms")
        )];
        for (name, pointer) in [("for rule", "/target"), ("began from", "/start"), ("died", "/died")] {
            if trajectory.pointer(pointer).is_some_and(|value| !value.is_null()) {
                lines.push(format!("{name} {}", word(trajectory, pointer)));
            }
        }
        let mut finding = Finding {
            anchor,
            id: id.to_owned(),
            lines,
            ..Finding::default()
        };
        for seen in list(trajectory, "/observations").iter().take(MAX_MOMENTS) {
            let own = text(seen, "/id");
            let anchor = self.anchor(&format!("{id}-{own}"));
            self.cited.insert(format!("{id}/{own}"), anchor.clone());
            if let Some(frame) = seen.get("frame").and_then(Value::as_u64) {
                self.cited.entry(format!("{id}/f{frame}")).or_insert_with(|| anchor.clone());
            }
            let snapshot = seen.get("snapshot").unwrap_or(&Value::Null);
            finding.moments.push(Moment {
                anchor,
                title: format!("{own}, {} ms, frame {}", word(seen, "/at_ms"), word(seen, "/frame")),
                inputs: texts(seen, "/inputs"),
                tags: texts(seen, "/rules"),
                snapshot: cut(&serde_json::to_string_pretty(snapshot).unwrap_or_default(), MAX_SNAPSHOT),
            });
        }
        let said = list(trajectory, "/console").iter().chain(list(trajectory, "/exceptions"));
        finding.console = said
            .take(MAX_LINES)
            .map(|line| ConsoleLine {
                at: format!("{} ms", word(line, "/at_ms")),
                kind: match text(line, "/kind") {
                    "" => "exception".to_owned(),
                    kind => cut(kind, 40),
                },
                text: cut(text(line, "/text"), MAX_LINE),
            })
            .collect();
        let tape = match text(trajectory, "/tape") {
            "" => format!("tapes/{id}.tape"),
            path => path.to_owned(),
        };
        if let Some(bytes) = self.folder.embedded(&format!("{}/{tape}", self.base)) {
            finding.attachments.push(Attachment {
                name: format!("{id}.tape"),
                bytes,
            });
        }
        finding
    }
}

fn cell(verdict: Verdict, finding: &Finding) -> Cell {
    Cell {
        verdict,
        text: String::new(),
        finding: Some(finding.anchor.clone()),
    }
}

fn observation<'v>(trajectory: &'v Value, id: &str) -> Option<&'v Value> {
    list(trajectory, "/observations").iter().find(|seen| text(seen, "/id") == id)
}

fn texts(value: &Value, pointer: &str) -> Vec<String> {
    list(value, pointer).iter().map(|item| word(item, "")).collect()
}
