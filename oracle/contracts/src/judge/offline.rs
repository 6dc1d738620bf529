//! The default judges: calculations that need no model.

use super::{Answer, AnswerKind, Cost, EvidenceItem, Judge, JudgeError, Reply, Request, RequestKind, Verdict};
use crate::model::{Category, Contract, Invariant, RubricItem, Rule};
use crate::play::lens::{Lens, Plan};
use crate::play::reconsider::{Asked, reconsider};
use crate::play::watch::Claim;
use crate::play::{self, State};
use crate::source::{Evidence, Found, Part, Program, Sources, inspect_invariant, inspect_rule};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Looks for rules and invariants in the parsed program.
#[derive(Debug)]
pub struct StructuralJudge<'a> {
    contract: &'a Contract,
    program: &'a Program,
}

impl<'a> StructuralJudge<'a> {
    /// The judge of one program.
    pub fn new(contract: &'a Contract, program: &'a Program) -> StructuralJudge<'a> {
        StructuralJudge { contract, program }
    }
}

impl Judge for StructuralJudge<'_> {
    fn id(&self) -> String {
        "structural-1".to_owned()
    }

    fn judge(&self, request: &Request, _: u32) -> Result<Reply, JudgeError> {
        let refuse = || JudgeError::NotMine {
            judge: self.id(),
            kind: request.kind,
        };
        let (score, parts) = match request.kind {
            RequestKind::SourceRule => {
                let rule = self.contract.rule(&request.subject).ok_or_else(refuse)?;
                let finding = inspect_rule(self.program, self.contract, rule);
                (finding.score, finding.parts)
            }
            RequestKind::Invariant => {
                let invariant = invariant(self.contract, &request.subject).ok_or_else(refuse)?;
                let finding = inspect_invariant(self.program, self.contract, invariant);
                (f64::from(u8::from(finding.passed)), finding.parts)
            }
            _ => return Err(refuse()),
        };
        let cited: std::collections::BTreeSet<String> = parts.iter().flat_map(|part| &part.evidence).map(cite).collect();
        let missing = parts.iter().filter(|part| part.found != Found::Yes);
        let rationale: Vec<String> = missing.map(tell).collect();
        Ok(Reply {
            judge: self.id(),
            answer: Answer::Score(score),
            cited: cited.into_iter().collect(),
            rationale: if rationale.is_empty() {
                "all parts were found".to_owned()
            } else {
                rationale.join("; ")
            },
            cost: Cost {
                requests: 1,
                ..Cost::default()
            },
        })
    }
}

fn cite(evidence: &Evidence) -> String {
    format!("{}:{}", evidence.file, evidence.line)
}

fn tell(part: &Part) -> String {
    let found = match part.found {
        Found::Yes => "found",
        Found::Partly => "partly found",
        Found::No => "not found",
        Found::Contradicted => "contradicted",
    };
    match &part.note {
        Some(note) => format!("{}: {found} ({note})", part.text),
        None => format!("{}: {found}", part.text),
    }
}

fn invariant<'a>(contract: &'a Contract, id: &str) -> Option<&'a Invariant> {
    contract.invariants.iter().find(|invariant| invariant.id == id)
}

/// The question how much of a rule a game's program has.
pub fn source_request(contract: &Contract, rule: &Rule, sources: &Sources) -> Request {
    let rows = rule.rows.iter().filter_map(|id| contract.row(id));
    let entries: Vec<Value> = rows
        .map(|row| json!({ "id": row.id, "line": row.line, "text": row.text() }))
        .collect();
    Request {
        kind: RequestKind::SourceRule,
        subject: rule.id.clone(),
        question: "How much of this rule does the program have? 1: complete. 0.5: about half. 0: absent or contradictory."
            .to_owned(),
        payload: json!({ "rule": rule, "entries": entries }),
        evidence: file_evidence(sources),
        answer: AnswerKind::Score,
    }
}

/// The question whether a program keeps an invariant.
pub fn invariant_request(invariant: &Invariant, sources: &Sources) -> Request {
    Request {
        kind: RequestKind::Invariant,
        subject: invariant.id.clone(),
        question: "Does the program keep this invariant at every moment? 1: yes. 0: no.".to_owned(),
        payload: json!({ "invariant": invariant }),
        evidence: file_evidence(sources),
        answer: AnswerKind::Score,
    }
}

/// The files that hold scripts, each once, with the lines they have there.
fn file_evidence(sources: &Sources) -> Vec<EvidenceItem> {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    for script in &sources.scripts {
        let text = files.entry(&script.file).or_default();
        // Lines keep their numbers; what stands between scripts is left empty.
        let have = text.lines().count() as u32;
        text.push_str(&"\n".repeat(script.line.saturating_sub(have + 1) as usize));
        text.push_str(&script.text);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    files
        .iter()
        .map(|(file, text)| EvidenceItem::text("file", file, text))
        .collect()
}

/// Judges what was seen in play by the contract's predicates.
#[derive(Debug)]
pub struct PredicateJudge<'a> {
    contract: &'a Contract,
    lens: Lens<'a>,
}

impl<'a> PredicateJudge<'a> {
    /// The judge under a contract.
    pub fn new(contract: &'a Contract) -> PredicateJudge<'a> {
        PredicateJudge {
            contract,
            lens: Lens::new(contract),
        }
    }

    fn item(&self, id: &str) -> Option<&RubricItem> {
        let (scenario, item) = id.split_once('/')?;
        let scenario = self.contract.scenarios.iter().find(|other| other.id == scenario)?;
        scenario.rubric.iter().find(|other| other.id == item)
    }

    /// `{"triggered": true, "before": id, "after": id}` with snapshots among the evidence.
    fn playtest(&self, request: &Request) -> Result<(Answer, Vec<String>, String), JudgeError> {
        let rule = self.contract.rule(&request.subject).ok_or_else(|| self.refuse(request))?;
        let snapshots = snapshots(request)?;
        let named = |key: &str| -> Result<(&String, &Value), JudgeError> {
            let id = request.payload.get(key).and_then(Value::as_str).unwrap_or_default();
            let found = snapshots.iter().find(|(known, _)| known == id);
            found
                .map(|(id, value)| (id, value))
                .ok_or_else(|| JudgeError::Refused(format!("the payload's `{key}` is no snapshot of the evidence")))
        };
        if request.payload.get("triggered") != Some(&Value::Bool(true)) {
            let why = "the trigger was not seen".to_owned();
            return Ok((Answer::Verdict(Verdict::Unverified), Vec::new(), why));
        }
        let ((before_id, before), (after_id, after)) = (named("before")?, named("after")?);
        if let Some(claim) = request.payload.get("claim") {
            let (verdict, why) = self.claimed(request, claim, before, after)?;
            let cited = if verdict == Verdict::Unverified {
                Vec::new()
            } else {
                vec![before_id.clone(), after_id.clone()]
            };
            return Ok((Answer::Verdict(verdict), cited, why));
        }
        let states = (State::new(self.contract, before), State::new(self.contract, after));
        let (verdict, why) = play::verdict(rule, &states.0, &states.1);
        Ok((Answer::Verdict(verdict), vec![before_id.clone(), after_id.clone()], why))
    }

    /// A claim that a look along a trajectory has made: `{"claim": …, "others": [rules], "through": event}`.
    fn claimed(&self, request: &Request, claim: &Value, before: &Value, after: &Value) -> Result<(Verdict, String), JudgeError> {
        let lens = &self.lens;
        let refused = |what: &str| JudgeError::Refused(format!("the payload's `{what}` is none of the contract"));
        let claim: Claim = serde_json::from_value(claim.clone()).map_err(|_| refused("claim"))?;
        let rule = lens.rule(&request.subject).ok_or_else(|| self.refuse(request))?;
        let others = request.payload.get("others").and_then(Value::as_array).into_iter().flatten();
        let others: Option<Vec<&Plan<'_>>> = others.map(|id| Some(&lens.plans[lens.rule(id.as_str()?)?])).collect();
        let through = request.payload.get("through").and_then(Value::as_str);
        let asked = Asked {
            plan: &lens.plans[rule],
            claim,
            others: others.ok_or_else(|| refused("others"))?,
            through: through.and_then(|event| lens.events.binary_search(&event).ok()),
        };
        Ok(reconsider(lens, &asked, &lens.view(before), &lens.view(after)))
    }

    /// An item with predicates: 1 when one snapshot has them all, 0.5 when one has half of them.
    fn replay(&self, request: &Request) -> Result<(Answer, Vec<String>, String), JudgeError> {
        let item = self.item(&request.subject).ok_or_else(|| self.refuse(request))?;
        if item.expect.is_empty() {
            return by_pictures(item, request).ok_or_else(|| self.refuse(request));
        }
        let mut best: Option<(usize, String)> = None;
        for (id, snapshot) in snapshots(request)? {
            let state = State::new(self.contract, &snapshot);
            let count = item
                .expect
                .iter()
                .filter(|predicate| state.holds(predicate) == Some(true))
                .count();
            if best.as_ref().is_none_or(|(most, _)| count > *most) {
                best = Some((count, id));
            }
        }
        let (count, id) = best.unwrap_or_default();
        let total = item.expect.len();
        let score = match count {
            count if count == total => 1.0,
            count if count * 2 >= total => 0.5,
            _ => 0.0,
        };
        let cited = if count > 0 { vec![id] } else { Vec::new() };
        Ok((
            Answer::Score(score),
            cited,
            format!("{count} of {total} predicates hold at once"),
        ))
    }

    /// An invariant over all snapshots.
    fn monitored(&self, request: &Request) -> Result<(Answer, Vec<String>, String), JudgeError> {
        let invariant = invariant(self.contract, &request.subject).ok_or_else(|| self.refuse(request))?;
        let snapshots = snapshots(request)?;
        let states: Vec<State<'_>> = snapshots
            .iter()
            .map(|(_, snapshot)| State::new(self.contract, snapshot))
            .collect();
        let (answer, cited, why) = match play::broken(invariant, &states) {
            Some((at, predicate)) => (0.0, vec![snapshots[at].0.clone()], format!("{predicate} does not hold there")),
            None => (1.0, Vec::new(), format!("it holds in {} snapshots", states.len())),
        };
        Ok((Answer::Score(answer), cited, why))
    }

    fn refuse(&self, request: &Request) -> JudgeError {
        JudgeError::NotMine {
            judge: self.id(),
            kind: request.kind,
        }
    }
}

/// An item without predicates: by the rules it shows, as far as they were seen in the replay (`"shown": [rules]`), and else by how much the
/// picture changes (`"changed"`: the largest share of pixels) and how many colours it has (`"colours"`).
fn by_pictures(item: &RubricItem, request: &Request) -> Option<(Answer, Vec<String>, String)> {
    let payload = &request.payload;
    let frames = request.evidence.iter().filter(|item| item.kind == "frame");
    let cited: Vec<String> = frames.map(|item| item.id.clone()).collect();
    let shown: Vec<&str> = payload.get("shown")?.as_array()?.iter().filter_map(Value::as_str).collect();
    let (score, why) = if item.rules.is_empty() || shown.is_empty() {
        let (changed, colours) = (payload.get("changed")?.as_f64()?, payload.get("colours")?.as_u64()?);
        match item.category {
            Category::A => {
                let score = [(32, 1.0), (8, 0.5)]
                    .iter()
                    .find(|(least, _)| colours >= *least)
                    .map_or(0.0, |(_, score)| *score);
                (score, format!("{colours} colours"))
            }
            // A thousandth of the picture is a sprite.
            _ => {
                let score = [(0.001, 1.0), (0.000_1, 0.5)]
                    .iter()
                    .find(|(least, _)| changed >= *least)
                    .map_or(0.0, |(_, score)| *score);
                (score, format!("{:.2} % of the picture change", changed * 100.0))
            }
        }
    } else {
        let count = item.rules.iter().filter(|rule| shown.contains(&rule.as_str())).count();
        let score = match count {
            count if count == item.rules.len() => 1.0,
            count if count * 2 >= item.rules.len() => 0.5,
            _ => 0.0,
        };
        (score, format!("{count} of {} rules were seen", item.rules.len()))
    };
    Some((Answer::Score(score), if score > 0.0 { cited } else { Vec::new() }, why))
}

fn snapshots(request: &Request) -> Result<Vec<(String, Value)>, JudgeError> {
    let items = request.evidence.iter().filter(|item| item.kind == "snapshot");
    items
        .map(|item| {
            let text = item.text.as_deref().unwrap_or_default();
            let value =
                serde_json::from_str(text).map_err(|error| JudgeError::Refused(format!("{}: no JSON: {error}", item.id)))?;
            Ok((item.id.clone(), value))
        })
        .collect()
}

impl Judge for PredicateJudge<'_> {
    fn id(&self) -> String {
        "predicates-1".to_owned()
    }

    fn judge(&self, request: &Request, _: u32) -> Result<Reply, JudgeError> {
        let (answer, cited, rationale) = match request.kind {
            RequestKind::PlaytestVerdict => self.playtest(request)?,
            RequestKind::ReplayItem => self.replay(request)?,
            RequestKind::Invariant => self.monitored(request)?,
            _ => return Err(self.refuse(request)),
        };
        Ok(Reply {
            judge: self.id(),
            answer,
            cited,
            rationale,
            cost: Cost {
                requests: 1,
                ..Cost::default()
            },
        })
    }
}
