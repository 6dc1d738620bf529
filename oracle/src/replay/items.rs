//! Judges the items of a scenario that was recorded.

use super::record::Recording;
use crate::playtest::resolve_shared;
use oracade_contracts::canonical;
use oracade_contracts::judge::{Answer, AnswerKind, EvidenceItem, Judge, JudgeError, MAX_PICTURES, Request, RequestKind, vote};
use oracade_contracts::model::{Category, RubricItem, Scenario};
use oracade_contracts::play::lens::Lens;
use oracade_contracts::play::watch::{Claim, watch};
use oracade_contracts::replay::{Chosen, FRAMES, Stretch, choose, stretch};
use oracade_contracts::results::{ItemResult, ScenarioResult, scenario_score};
use oracade_runtime::PageError;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Snapshots a judge gets for one item.
const MAX_SNAPSHOTS: usize = 120;

/// An item, judged.
pub struct ItemJudged {
    /// The item.
    pub item: String,
    /// What it is about.
    pub category: Category,
    /// What was looked for.
    pub text: String,
    /// From 0 to 1.
    pub score: f64,
    /// The stretch it is about.
    pub stretch: Stretch,
    /// The frames that were chosen.
    pub frames: Vec<Chosen>,
    /// The observations that are cited.
    pub snapshots: Vec<usize>,
    /// Everything that is cited.
    pub evidence: Vec<String>,
    /// Why.
    pub note: String,
}

/// A scenario, judged.
pub struct ScenarioJudged {
    /// The scenario.
    pub scenario: String,
    /// The id of its trajectory.
    pub id: String,
    /// It was held out.
    pub held_out: bool,
    /// The build's own inputs were played.
    pub own_policy: bool,
    /// The recording, without the observations that nobody cites.
    pub recording: Recording,
    /// The observations that are kept.
    pub kept: BTreeSet<usize>,
    /// Its items.
    pub items: Vec<ItemJudged>,
}

impl ScenarioJudged {
    /// For the build's result.
    pub fn result(&self) -> ScenarioResult {
        let items = self.items.iter().map(|item| ItemResult {
            item: item.item.clone(),
            category: item.category,
            score: item.score,
            evidence: item.evidence.clone(),
            note: item.note.clone(),
        });
        ScenarioResult {
            scenario: self.scenario.clone(),
            valid: self.recording.valid,
            items: items.collect(),
        }
    }

    /// From 0 to 1.
    pub fn score(&self) -> f64 {
        scenario_score(&self.result())
    }
}

/// Why a scenario could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The page does not open for pictures.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The judge does not judge such questions, or its budget is used up.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// Pictures of a recording, as PNG by frame: takes those of some of its frames.
pub type Camera<'c> = &'c dyn Fn(&Recording, &BTreeSet<u64>) -> Result<BTreeMap<u64, Vec<u8>>, PageError>;

/// Judges a recording by its items. The camera is asked once, and only for a judge that sees.
///
/// # Errors
/// See [`ReplayError`].
pub fn judge_scenario(
    lens: &Lens<'_>,
    judge: &dyn Judge,
    votes: u32,
    scenario: &Scenario,
    recording: Recording,
    own_policy: bool,
    camera: Camera<'_>,
) -> Result<ScenarioJudged, ReplayError> {
    let id = format!("replay-{}", scenario.id);
    let findings = resolve_shared(
        lens,
        watch(lens, &recording.seen, &recording.views),
        &recording.views,
        Some(scenario),
    );
    let shown: BTreeSet<&str> = findings
        .iter()
        .filter(|finding| matches!(finding.claim, Claim::Seen | Claim::Trivial))
        .map(|finding| lens.plans[finding.rule].rule.id.as_str())
        .collect();
    let sees = judge.pictures() > 0;
    let count = if sees { judge.pictures().min(FRAMES) } else { FRAMES };
    let rubric = scenario.rubric.iter().filter(|_| recording.valid);
    let stretches: Vec<Stretched> = rubric.map(|item| stretched(lens, item, &recording, count)).collect();
    let frames: BTreeSet<u64> = stretches
        .iter()
        .flat_map(|one| one.frames.iter().map(|one| one.frame))
        .collect();
    let pictures = match sees && !frames.is_empty() {
        true => camera(&recording, &frames)?,
        false => BTreeMap::new(),
    };
    let case = Case {
        judge,
        votes,
        scenario,
        recording: &recording,
        shown,
        pictures,
        id: &id,
    };
    let mut items = Vec::new();
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    let mut stretches = stretches.into_iter();
    for item in &scenario.rubric {
        let judged = match stretches.next() {
            Some(stretched) => case.judge(item, stretched)?,
            None => failed(item, &recording),
        };
        kept.extend(judged.snapshots.iter().copied());
        items.push(judged);
    }
    let inputs = recording.seen.iter().enumerate().filter(|(_, seen)| !seen.done.is_empty());
    kept.extend(inputs.flat_map(|(at, _)| [at.saturating_sub(1), at]));
    kept.extend([0, recording.seen.len().saturating_sub(1)]);
    Ok(ScenarioJudged {
        scenario: scenario.id.clone(),
        held_out: scenario.held_out,
        id,
        own_policy,
        recording,
        kept,
        items,
    })
}

fn failed(item: &RubricItem, recording: &Recording) -> ItemJudged {
    ItemJudged {
        item: item.id.clone(),
        category: item.category,
        text: item.text.clone(),
        score: 0.0,
        stretch: Stretch {
            from_ms: 0.0,
            to_ms: 0.0,
        },
        frames: Vec::new(),
        snapshots: Vec::new(),
        evidence: Vec::new(),
        note: recording.problem.clone().unwrap_or_default(),
    }
}

/// An item's stretch of the recording, and what of it is looked at.
struct Stretched {
    stretch: Stretch,
    frames: Vec<Chosen>,
    snapshots: Vec<usize>,
}

/// With so many frames.
fn stretched(lens: &Lens<'_>, item: &RubricItem, recording: &Recording, frames: usize) -> Stretched {
    let tests: Vec<_> = item.expect.iter().map(|predicate| lens.test(predicate)).collect();
    let count = |at: usize| {
        let view = &recording.views[at];
        tests.iter().filter(|test| lens.holds(test, view, view) == Some(true)).count()
    };
    let moments = recording.seen.iter().enumerate();
    let met: Vec<f64> = if tests.is_empty() {
        Vec::new()
    } else {
        moments
            .filter(|(at, _)| count(*at) == tests.len())
            .map(|(_, seen)| recording.ms(seen.at_us))
            .collect()
    };
    let end_ms = recording.ms(recording.end_us);
    let stretch = stretch(lens.contract, item, &recording.inputs, end_ms, &met);
    let changes: Vec<(u64, f64)> = recording.shots.iter().map(|shot| (shot.frame, shot.changed)).collect();
    let (from, to) = (recording.frame(stretch.from_ms), recording.frame(stretch.to_ms));
    let frames = choose(from, to, &changes, frames);
    let within: Vec<usize> = (0..recording.seen.len())
        .filter(|at| {
            let ms = recording.ms(recording.seen[*at].at_us);
            (stretch.from_ms..=stretch.to_ms).contains(&ms)
        })
        .collect();
    Stretched {
        snapshots: thin(&within, count, recording),
        stretch,
        frames,
    }
}

/// A scenario that is judged.
struct Case<'c> {
    judge: &'c dyn Judge,
    votes: u32,
    scenario: &'c Scenario,
    recording: &'c Recording,
    /// Rules of which something was seen.
    shown: BTreeSet<&'c str>,
    /// Pictures, as PNG by frame, for a judge that sees.
    pictures: BTreeMap<u64, Vec<u8>>,
    id: &'c str,
}

impl Case<'_> {
    fn judge(&self, item: &RubricItem, of: Stretched) -> Result<ItemJudged, JudgeError> {
        let Case { recording, id, .. } = *self;
        let Stretched {
            stretch,
            frames,
            snapshots,
        } = of;
        let (from, to) = (recording.frame(stretch.from_ms), recording.frame(stretch.to_ms));
        let shots = || recording.shots.iter().filter(|shot| (from..=to).contains(&shot.frame));
        let changed = shots().map(|shot| shot.changed).fold(0.0, f64::max);
        let colours = shots().map(|shot| shot.colours).max().unwrap_or(0);
        let mut evidence: Vec<EvidenceItem> = snapshots
            .iter()
            .map(|at| {
                EvidenceItem::text(
                    "snapshot",
                    &format!("{id}/s{at}"),
                    &canonical::text(&recording.seen[*at].snapshot),
                )
            })
            .collect();
        evidence.extend(self.frames(&frames));
        let rules: Vec<&str> = item
            .rules
            .iter()
            .map(String::as_str)
            .filter(|rule| self.shown.contains(rule))
            .collect();
        let request = Request {
            kind: RequestKind::ReplayItem,
            subject: format!("{}/{}", self.scenario.id, item.id),
            question: "How well does this stretch of the scenario show the item? 1: entirely. 0.5: about half. 0: not at all."
                .to_owned(),
            payload: json!({
                "item": item, "from_ms": stretch.from_ms, "to_ms": stretch.to_ms, "shown": rules, "changed": changed, "colours": colours,
            }),
            evidence,
            answer: AnswerKind::Score,
        };
        let voted = vote(self.judge, &request, self.votes)?;
        let score = match voted.answer {
            Answer::Score(score) => score,
            _ => 0.0,
        };
        let alike = voted.replies.iter().find(|reply| reply.answer == voted.answer);
        let mut cited = alike.map(|reply| reply.cited.clone()).unwrap_or_default();
        let prefix = format!("{id}/s");
        let snapshots: Vec<usize> = cited.iter().filter_map(|id| id.strip_prefix(&prefix)?.parse().ok()).collect();
        // A snapshot that is cited has its frame beside it.
        let beside = snapshots.iter().map(|at| format!("{id}/f{}", recording.seen[*at].frame));
        let beside: Vec<String> = beside.filter(|frame| !cited.contains(frame)).collect();
        let mut frames = frames;
        for at in &snapshots {
            let frame = recording.seen[*at].frame;
            if !frames.iter().any(|one| one.frame == frame) {
                // It takes the place of the one that says least, so that there are no more than before.
                if frames.len() >= FRAMES
                    && let Some(least) = frames.iter().rposition(|one| one.why.starts_with("after"))
                {
                    frames.remove(least);
                }
                frames.push(Chosen {
                    frame,
                    why: "change".to_owned(),
                });
            }
        }
        frames.sort_by_key(|one| one.frame);
        cited.extend(beside);
        Ok(ItemJudged {
            item: item.id.clone(),
            category: item.category,
            text: item.text.clone(),
            score,
            stretch,
            frames,
            snapshots,
            evidence: cited,
            note: alike.map(|reply| reply.rationale.clone()).unwrap_or_default(),
        })
    }

    /// Frames as evidence: with their pictures, for a judge that sees and as far as there is room; the others by their numbers, since
    /// what they show is in the tape and no part of the question's digest.
    fn frames(&self, frames: &[Chosen]) -> Vec<EvidenceItem> {
        let mut left = MAX_PICTURES;
        let mut list = Vec::with_capacity(frames.len());
        for one in frames {
            let id = format!("{}/f{}", self.id, one.frame);
            list.push(match self.pictures.get(&one.frame).filter(|png| png.len() <= left) {
                Some(png) => {
                    left -= png.len();
                    EvidenceItem::picture(&id, png)
                }
                None => EvidenceItem {
                    id,
                    kind: "frame".to_owned(),
                    sha256: canonical::sha256(format!("{} {}", self.recording.end.digest, one.frame).as_bytes()),
                    lines: None,
                    text: None,
                    png_base64: None,
                },
            });
        }
        list
    }
}

/// Observations worth showing: the first that fits best, and the others evenly.
fn thin(within: &[usize], count: impl Fn(usize) -> usize, recording: &Recording) -> Vec<usize> {
    let mut list: Vec<usize> = within
        .iter()
        .enumerate()
        .filter(|(number, at)| *number == 0 || recording.views[**at] != recording.views[within[number - 1]])
        .map(|(_, at)| *at)
        .collect();
    if list.len() > MAX_SNAPSHOTS {
        let mut best: BTreeSet<usize> = BTreeSet::new();
        best.extend(list.iter().max_by_key(|at| (count(**at), std::cmp::Reverse(**at))));
        let step = list.len().div_ceil(MAX_SNAPSHOTS);
        best.extend(list.iter().step_by(step));
        list = best.into_iter().collect();
    }
    list
}
