//! What playing came to.

use super::bot::{Bot, BotError, Played, run};
use super::evidence::{is_as_set_up, monitor, resolve_shared, scenario_of};
use super::explore::{Effort, Explored, Explorer, Part};
use super::moves::Start;
use super::nest::Nest;
use super::player::Opener;
use super::synthesis::{Synthesis, synthesise};
use oracade_contracts::canonical;
use oracade_contracts::judge::{Answer, AnswerKind, EvidenceItem, Judge, JudgeError, Request, RequestKind, Verdict, majority};
use oracade_contracts::model::TriggerKind;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::play::reconsider::payload;
use oracade_contracts::play::trajectory::{Kind, Observation};
use oracade_contracts::play::watch::{Claim, Finding, watch};
use oracade_recorder::{End, Event};
use oracade_runtime::Engine;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A trajectory as it is kept.
pub struct Trajectory {
    /// Its id.
    pub id: String,
    /// The bot that made it.
    pub bot: Bot,
    /// Which vote it is of, from 1.
    pub vote: u32,
    /// Seed of the page.
    pub seed: u64,
    /// How it began.
    pub start: Option<Value>,
    /// The observations that are kept, by number.
    pub kept: BTreeMap<usize, Observation>,
    /// How many were made.
    pub total: usize,
    /// Rules of which something was seen, by observation.
    pub tags: BTreeMap<usize, BTreeSet<String>>,
    /// Everything that was done, as a tape.
    pub tape: Vec<Event>,
    /// The tape's last line.
    pub end: End,
    /// When it was over, in µs.
    pub end_us: u64,
    /// How the bot's program ended, if not by itself.
    pub failed: Option<String>,
    /// Console lines and exceptions.
    pub console: Vec<Value>,
    /// Uncaught exceptions.
    pub exceptions: Vec<Value>,
    findings: Vec<Finding>,
    /// Invariants that are broken, each with its first observation.
    broken: Vec<(usize, usize)>,
}

/// One vote's word about a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVote {
    /// Which vote, from 1.
    pub vote: u32,
    /// Its verdict.
    pub verdict: Verdict,
    /// Why.
    pub why: String,
    /// Where, as numbers of trajectory and observations.
    pub place: Option<(usize, usize, usize)>,
    /// It took a state that was set up.
    pub adversarial: bool,
}

/// What playing once has come to.
pub struct VoteResult {
    /// Which vote, from 1.
    pub vote: u32,
    /// The trajectories that bots made.
    pub trajectories: Vec<Trajectory>,
    /// The verdicts, in the order of the contract's rules.
    pub rules: Vec<RuleVote>,
    /// By invariant: where it is broken, as trajectory and observation.
    pub broken: BTreeMap<usize, (usize, usize)>,
    /// Snapshots that were looked at.
    pub snapshots: u64,
    /// Trajectories that were tried to find the bots.
    pub tried: usize,
}

/// Why playing could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PlaytestError {
    /// A bot could not be run.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The judge does not judge.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// What is played with.
pub struct Table<'t> {
    /// The engine.
    pub engine: &'static Engine,
    /// The contract.
    pub lens: &'t Lens<'t>,
    /// The game.
    pub opener: &'t Opener<'t>,
    /// Who judges.
    pub judge: &'t dyn Judge,
    /// Seed of the first vote; each further one has the next.
    pub seed: u64,
    /// How much is tried.
    pub effort: Effort,
    /// For each rule, whether it is looked for.
    pub wanted: &'t [bool],
    /// Bots of somebody's own, beside those that are made.
    pub bots: &'t [Bot],
}

impl Table<'_> {
    fn seed(&self, vote: u32) -> u64 {
        self.seed.wrapping_add(u64::from(vote) - 1)
    }
}

/// Looks for ways through the game, for one vote: one of the parts that may be done at the same time.
///
/// # Errors
/// The page does not open.
pub fn explore(table: &Table<'_>, vote: u32, part: Part) -> Result<Explored, PlaytestError> {
    let seed = table.seed(vote);
    let mut nest = Nest::new(table.opener, seed);
    let explorer = Explorer::new(table.lens, &mut nest, seed, table.effort, table.wanted);
    Ok(explorer.part(part).map_err(BotError::Page)?)
}

/// Looks where both parts have not found enough, and makes the bots of a vote.
///
/// # Errors
/// The page does not open.
pub fn bots(table: &Table<'_>, vote: u32, beginning: &Explored, starts: &Explored) -> Result<Synthesis, PlaytestError> {
    let seed = table.seed(vote);
    let mut nest = Nest::new(table.opener, seed);
    let explorer = Explorer::new(table.lens, &mut nest, seed, table.effort, table.wanted);
    let evidence = explorer.rest(beginning, starts).map_err(BotError::Page)?;
    let mut made = synthesise(table.lens, &evidence, vote, table.wanted);
    made.bots.extend(table.bots.iter().map(|bot| Bot {
        id: format!("v{vote}-{}", bot.id),
        ..bot.clone()
    }));
    Ok(made)
}

/// Lets some bots of a vote play.
///
/// # Errors
/// The page or a bot's context does not open.
pub fn play(table: &Table<'_>, vote: u32, bots: &[Bot]) -> Result<Vec<Trajectory>, PlaytestError> {
    let seed = table.seed(vote);
    let mut nest = Nest::new(table.opener, seed);
    let mut trajectories = Vec::with_capacity(bots.len());
    for bot in bots {
        let played = run(table.engine, table.lens, bot, &mut nest, seed)?;
        trajectories.push(keep(table.lens, bot.clone(), vote, seed, played));
    }
    Ok(trajectories)
}

/// Judges what all bots of a vote have shown, in their order.
///
/// # Errors
/// The judge does not judge.
pub fn judge(table: &Table<'_>, vote: u32, made: &Synthesis, trajectories: Vec<Trajectory>) -> Result<VoteResult, PlaytestError> {
    let mut broken: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (number, trajectory) in trajectories.iter().enumerate() {
        for (invariant, at) in &trajectory.broken {
            broken.entry(*invariant).or_insert((number, *at));
        }
    }
    let seen: usize = trajectories.iter().map(|trajectory| trajectory.total).sum();
    let rules = (0..table.lens.plans.len()).map(|rule| judge_rule(table, vote, rule, &trajectories));
    Ok(VoteResult {
        rules: rules.collect::<Result<_, _>>()?,
        vote,
        broken,
        snapshots: made.snapshots + seen as u64,
        tried: made.tried,
        trajectories,
    })
}

/// Looks along what a bot has made, and keeps what is needed of it.
fn keep(lens: &Lens<'_>, bot: Bot, vote: u32, seed: u64, mut played: Played) -> Trajectory {
    let seen = std::mem::take(&mut played.player.seen);
    let views: Vec<_> = seen.iter().map(|seen| lens.view(&seen.snapshot)).collect();
    let start = first_start(&played.player.tape);
    let scenario = start.as_ref().and_then(|start| scenario_of(lens, start));
    let findings = resolve_shared(lens, watch(lens, &seen, &views), &views, scenario);
    let mut wanted: BTreeSet<usize> = BTreeSet::new();
    let mut tags: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let around = |at: usize| at.saturating_sub(1)..=at + 1;
    let broken = monitor(lens, &seen, &views);
    for (_, at) in &broken {
        wanted.extend(around(*at));
    }
    // Of each rule, the first of every claim: a catch is not kept a hundred times.
    let mut first: BTreeMap<(usize, Claim), usize> = BTreeMap::new();
    let findings: Vec<Finding> = findings
        .into_iter()
        .filter(|finding| {
            let count = first.entry((finding.rule, finding.claim)).or_insert(0);
            *count += 1;
            *count <= if finding.claim == Claim::Still { 4 } else { 2 }
        })
        .collect();
    for finding in &findings {
        wanted.extend(around(finding.before));
        wanted.extend(around(finding.after));
        tags.entry(finding.after)
            .or_default()
            .insert(lens.plans[finding.rule].rule.id.clone());
    }
    for (at, ids) in &played.tags {
        tags.entry(*at).or_default().extend(ids.iter().cloned());
    }
    let total = seen.len();
    let kept = seen
        .into_iter()
        .enumerate()
        .filter(|(at, seen)| wanted.contains(at) || !seen.done.is_empty() || *at + 1 == total);
    let guest = played.player.guest();
    let console = guest.console().into_iter().take(200);
    let console = console
        .map(|line| json!({ "at_ms": line.at_us as f64 / 1e3, "kind": line.kind, "text": line.text }))
        .collect();
    let exceptions = guest.exceptions().into_iter().take(50);
    let exceptions = exceptions
        .map(|one| json!({ "at_ms": one.at_us as f64 / 1e3, "text": one.text }))
        .collect();
    Trajectory {
        kept: kept.collect(),
        id: bot.id.clone(),
        start: start.and_then(|start| start.describe()),
        end_us: played.player.at_us(),
        end: played.player.end(),
        tape: std::mem::take(&mut played.player.tape),
        failed: played.failed,
        console,
        exceptions,
        total,
        tags,
        bot,
        vote,
        seed,
        findings,
        broken,
    }
}

/// The state a tape first sets up, before anything else is done.
fn first_start(tape: &[Event]) -> Option<Start> {
    tape.iter().find_map(|event| match &event.act {
        oracade_recorder::Act::Eval(text) => {
            let inner = text.strip_prefix("window.__gameTest.loadScenario(")?.strip_suffix(')')?;
            let list: Vec<Value> = serde_json::from_str(&format!("[{inner}]")).ok()?;
            Some(Start::Scenario {
                name: list.first()?.as_str()?.to_owned(),
                options: list.get(1).cloned(),
            })
        }
        _ => None,
    })
}

/// One vote about one rule: what speaks against it is looked at first, then what speaks for it.
fn judge_rule(table: &Table<'_>, vote: u32, rule: usize, trajectories: &[Trajectory]) -> Result<RuleVote, JudgeError> {
    let mut places: Vec<(usize, &Finding)> = Vec::new();
    for (number, trajectory) in trajectories.iter().enumerate().filter(|_| table.wanted[rule]) {
        places.extend(
            trajectory
                .findings
                .iter()
                .filter(|finding| finding.rule == rule)
                .map(|finding| (number, finding)),
        );
    }
    let kind = |number: usize| trajectories[number].bot.kind;
    let of = |claims: &[Claim], most: usize| -> Vec<(usize, &Finding)> {
        let mut list: Vec<_> = places
            .iter()
            .filter(|(_, finding)| claims.contains(&finding.claim))
            .copied()
            .collect();
        list.sort_by_key(|(number, finding)| (kind(*number), *number, finding.after));
        list.truncate(most);
        list
    };
    let mut asked = of(&[Claim::Broken, Claim::Unguarded], 3);
    asked.extend(stands_still(table.lens, rule, &places, trajectories));
    asked.extend(of(&[Claim::Seen], 2));
    asked.extend(of(&[Claim::Trivial], 1));
    let seen = places.iter().any(|(_, finding)| finding.claim == Claim::Seen);
    let still = of(&[Claim::Still], 4);
    let views: BTreeSet<String> = still
        .iter()
        .filter_map(|(number, finding)| Some(canonical::text(&trajectories[*number].kept.get(&finding.before)?.snapshot)))
        .collect();
    if !seen && still.len() >= 3 && views.len() >= 2 {
        asked.extend(still.first().copied());
    }
    let mut why = "it was not seen".to_owned();
    for (number, finding) in asked {
        let Some(request) = request(table.lens, &trajectories[number], finding) else {
            continue;
        };
        let reply = match table.judge.judge(&request, vote - 1) {
            Ok(reply) => reply,
            Err(error @ (JudgeError::Failed(_) | JudgeError::Timeout(_) | JudgeError::Refused(_))) => {
                why = error.to_string();
                continue;
            }
            Err(error) => return Err(error),
        };
        match reply.answer {
            Answer::Verdict(verdict) if verdict != Verdict::Unverified => {
                return Ok(RuleVote {
                    vote,
                    verdict,
                    why: reply.rationale,
                    place: Some((number, finding.before, finding.after)),
                    adversarial: kind(number) == Kind::Adversarial,
                });
            }
            _ => why = reply.rationale,
        }
    }
    Ok(RuleVote {
        vote,
        verdict: Verdict::Unverified,
        why,
        place: None,
        adversarial: false,
    })
}

/// A rule of the clock that acts when played from the beginning, and in no state as it was set up: the first of at least three such, if
/// they are of different trajectories. What runs once an input was made says nothing about the state before it.
fn stands_still<'p>(
    lens: &Lens<'_>,
    rule: usize,
    places: &[(usize, &'p Finding)],
    trajectories: &[Trajectory],
) -> Option<(usize, &'p Finding)> {
    let set_up = |claim: Claim| {
        let of = places.iter().filter(move |(_, finding)| finding.claim == claim);
        of.filter(|(number, finding)| {
            is_as_set_up(trajectories[*number].kept.range(..=finding.after).rev().map(|(_, seen)| seen))
        })
    };
    let numbers: BTreeSet<usize> = set_up(Claim::Still).map(|(number, _)| *number).collect();
    let clock = lens.plans[rule].rule.trigger.kind == TriggerKind::Time;
    let stands = clock && numbers.len() >= 3 && set_up(Claim::Seen).next().is_none();
    set_up(Claim::Still).next().copied().filter(|_| stands)
}

fn request(lens: &Lens<'_>, trajectory: &Trajectory, finding: &Finding) -> Option<Request> {
    let rule = lens.plans[finding.rule].rule;
    let id = |at: usize| format!("{}/s{at}", trajectory.id);
    let mut payload = payload(lens, finding.claim, &finding.others, finding.through);
    payload["triggered"] = true.into();
    payload["before"] = id(finding.before).into();
    payload["after"] = id(finding.after).into();
    payload["rule"] = json!(rule);
    let done = trajectory
        .kept
        .range(finding.before + 1..=finding.after)
        .flat_map(|(_, seen)| &seen.done);
    payload["inputs"] = done.map(|done| Value::from(done.text.as_str())).collect();
    let snapshot = |at: usize| -> Option<EvidenceItem> {
        let text = canonical::text(&trajectory.kept.get(&at)?.snapshot);
        Some(EvidenceItem::text("snapshot", &id(at), &text))
    };
    Some(Request {
        kind: RequestKind::PlaytestVerdict,
        subject: rule.id.clone(),
        question: "Do these snapshots, before and after, show that the game keeps the rule (satisfied), that it does not (violated), or neither \
                   (unverified)?"
            .to_owned(),
        payload,
        evidence: vec![snapshot(finding.before)?, snapshot(finding.after)?],
        answer: AnswerKind::Verdict,
    })
}

/// What the votes come to for a rule: the verdict, and the vote whose evidence stands for it.
pub fn decide(votes: &[&RuleVote]) -> (Verdict, usize) {
    let verdicts: Vec<Verdict> = votes.iter().map(|vote| vote.verdict).collect();
    let verdict = majority(&verdicts);
    let first = votes.iter().position(|vote| vote.verdict == verdict);
    (verdict, first.unwrap_or(0))
}
