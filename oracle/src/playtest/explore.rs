//! Finds out how a game can be played: from the beginning, guided by what has not been seen yet, and from the states that the contract
//! names. Everything depends on the seed; nothing on the machine.

use super::chance::Chance;
use super::evidence::{Evidence, Trail, scenario_of};
use super::guide::Guide;
use super::moves::{Move, Start};
use super::nest::Nest;
use super::player::Player;
use super::starts;
use oracade_contracts::design::Constant;
use oracade_contracts::graph::{Graph, Reading};
use oracade_contracts::model::{Input, Scenario, TriggerKind};
use oracade_contracts::play::lens::{Lens, Plan, View};
use oracade_contracts::play::trajectory::Kind;
use oracade_contracts::play::weigh::{Truth, conditions_at};
use oracade_runtime::{Branching, PageError};
use std::collections::BTreeMap;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Stretches of play from the beginning.
    pub ordinary: usize,
    /// Moves of one stretch.
    pub moves: usize,
    /// Stretches for a rule that lacks evidence.
    pub targeted: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            ordinary: 12,
            moves: 24,
            targeted: 3,
        }
    }
}

/// Time after an input before the next, in ms: longer than an input's effects take.
const AFTER_MS: f64 = 170.0;
/// Time a state is left alone, in ms.
const ALONE_MS: f64 = 1_500.0;
/// The same where a rule's trigger waits for longer.
const LONGEST_ALONE_MS: f64 = 5_000.0;
/// How often a rule that needs no input is left alone, due or not: as often as a clock has to stand for that to be a claim.
const TIMES_ALONE: u32 = 3;
/// Inputs that are tried from one start.
const PER_START: usize = 48;
/// Starts that are tried for one rule.
const STARTS_PER_RULE: usize = 3;
/// Virtual time of one trajectory, in µs.
const LONGEST_US: u64 = 90_000_000;
/// Moves made where a scenario has ended.
const AFTER_SCENARIO: usize = 6;
/// States that are kept to go on from.
const MAX_NODES: usize = 400;
/// States that are kept with a page.
const MAX_KEPT: usize = 32;
/// Of the states, one in so many is.
const KEPT_EVERY: usize = 4;

/// A part of exploration that needs nothing of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Play from the beginning, and the contract's scenarios.
    Beginning,
    /// Every input from every start.
    Starts,
}

/// What a part of exploration has found. It belongs to no thread.
#[derive(Clone, Debug)]
pub struct Explored {
    evidence: Evidence,
    chance: Chance,
    starts: Vec<(Start, View)>,
}

/// A state that was reached from the beginning, to go on from.
struct Node {
    moves: Vec<Move>,
    visits: u32,
    /// A page that is still there; without one its moves are made again.
    kept: Option<Box<Stretch>>,
}

pub(crate) struct Explorer<'e, 'n, 'l, 'a> {
    lens: &'l Lens<'a>,
    guide: Guide<'l, 'a>,
    nest: &'e mut Nest<'n>,
    effort: Effort,
    /// The rules that are looked for.
    wanted: &'e [bool],
    /// Those, and the rules that make happen what they wait for.
    near: Vec<bool>,
    /// Those, and the rules that bring about what the emitting ones ask for: their scenarios lead to them.
    leading: Vec<bool>,
    chance: Chance,
    nodes: Vec<Node>,
    known: BTreeMap<u64, usize>,
    evidence: Evidence,
    /// States of the starts, by start.
    starts: Vec<(Start, View)>,
}

/// A stretch of play that is under way.
struct Stretch {
    player: Player,
    views: Vec<View>,
    trail: Trail,
}

impl Stretch {
    fn make(&mut self, lens: &Lens<'_>, one: &Move) -> bool {
        let made = self.player.make(one).is_ok();
        let from = self.views.len();
        self.views
            .extend(self.player.seen[from..].iter().map(|seen| lens.view(&seen.snapshot)));
        // What was refused has left no mark, except that time may have passed.
        if made {
            self.trail.moves.push((one.clone(), self.player.at_us()));
        }
        made
    }

    fn view(&self) -> Option<&View> {
        self.views.last()
    }

    /// A stretch that goes on from here on a page of its own, where a page can be branched at little cost. What was seen up to here
    /// belongs to this one.
    fn onward(&self) -> Option<Stretch> {
        if self.player.guest().branching() == Branching::Repeats || self.is_over() {
            return None;
        }
        Some(Stretch {
            player: self.player.onward().ok()?,
            views: self.views.last().cloned().into_iter().collect(),
            trail: self.trail.clone(),
        })
    }

    fn is_over(&self) -> bool {
        self.player.died.is_some() || self.player.at_us() > LONGEST_US
    }
}

impl<'e, 'n, 'l, 'a> Explorer<'e, 'n, 'l, 'a> {
    pub(crate) fn new(lens: &'l Lens<'a>, nest: &'e mut Nest<'n>, seed: u64, effort: Effort, wanted: &'e [bool]) -> Self {
        let near = near(lens, wanted);
        Explorer {
            guide: Guide::new(lens),
            leading: leading(lens, wanted, &near),
            chance: Chance::new(seed, 0),
            nodes: Vec::new(),
            known: BTreeMap::new(),
            evidence: Evidence::default(),
            starts: Vec::new(),
            lens,
            nest,
            effort,
            wanted,
            near,
        }
    }

    /// Explores a part.
    ///
    /// # Errors
    /// The page cannot be opened.
    pub(crate) fn part(mut self, part: Part) -> Result<Explored, PageError> {
        match part {
            Part::Beginning => {
                self.ordinary()?;
                self.scenarios()?;
            }
            Part::Starts => self.sweep()?,
        }
        Ok(Explored {
            evidence: self.evidence,
            chance: self.chance,
            starts: self.starts,
        })
    }

    /// Goes on from both parts, where evidence is still lacking.
    ///
    /// # Errors
    /// The page cannot be opened.
    pub(crate) fn rest(mut self, beginning: &Explored, starts: &Explored) -> Result<Evidence, PageError> {
        self.evidence = beginning.evidence.clone();
        self.evidence.join(&starts.evidence);
        self.chance = beginning.chance.clone();
        self.starts.clone_from(&starts.starts);
        self.targeted()?;
        Ok(self.evidence)
    }

    fn open(&mut self, kind: Kind, start: Start, target: Option<usize>) -> Result<Stretch, PageError> {
        let player = self.nest.player()?;
        let mut stretch = Stretch {
            views: Vec::new(),
            trail: Trail {
                kind,
                target,
                start: start.clone(),
                moves: Vec::new(),
            },
            player,
        };
        stretch.views = stretch
            .player
            .seen
            .iter()
            .map(|seen| self.lens.view(&seen.snapshot))
            .collect();
        if start != Start::Reset {
            stretch.make(self.lens, &Move::Begin(start));
        }
        Ok(stretch)
    }

    fn close(&mut self, stretch: Stretch) -> usize {
        self.evidence
            .take(self.lens, stretch.trail, &stretch.player.seen, &stretch.views)
    }

    /// See [`Evidence::is_enough`]. Where only some rules are looked for, that all is so already is not enough.
    fn is_enough(&self, rule: usize, ordinary: bool) -> bool {
        self.evidence.is_enough(rule, ordinary, !self.wanted.contains(&false))
    }

    fn wanting(&self, ordinary: bool) -> Vec<usize> {
        (0..self.lens.plans.len())
            .filter(|rule| self.wanted[*rule] && !self.is_enough(*rule, ordinary))
            .collect()
    }

    fn ordinary(&mut self) -> Result<(), PageError> {
        for episode in 0..self.effort.ordinary {
            let wanting = self.wanting(true);
            // Where all rules are looked for, some more play shows what breaks only now and then.
            let some = if self.wanted.contains(&false) {
                1
            } else {
                self.effort.ordinary / 3
            };
            if wanting.is_empty() && episode >= some {
                break;
            }
            let mut stretch = if episode % 3 != 0 && !self.nodes.is_empty() {
                self.go_on()?
            } else {
                self.open(Kind::Ordinary, Start::Reset, None)?
            };
            for _ in 0..self.effort.moves {
                if stretch.is_over() {
                    break;
                }
                let Some(view) = stretch.view() else { break };
                let one = self.guide.choose(view, &wanting, &mut self.chance);
                if stretch.make(self.lens, &one) && !matches!(one, Move::Wait(_)) {
                    stretch.make(self.lens, &Move::Wait(AFTER_MS));
                }
                self.remember(&stretch);
            }
            self.close(stretch);
        }
        // Nobody goes on from them any more.
        self.nodes.clear();
        self.known.clear();
        Ok(())
    }

    /// A state that was reached before, those that were least looked at first.
    fn go_on(&mut self) -> Result<Stretch, PageError> {
        let weights: Vec<u32> = self.nodes.iter().map(|node| 64 / (1 + node.visits)).collect();
        let at = self.chance.weighted(&weights);
        self.nodes[at].visits += 1;
        if let Some(branch) = self.nodes[at].kept.as_ref().and_then(|kept| kept.onward()) {
            return Ok(branch);
        }
        let mut stretch = self.open(Kind::Ordinary, Start::Reset, None)?;
        for one in self.nodes[at].moves.clone() {
            stretch.make(self.lens, &one);
        }
        Ok(stretch)
    }

    /// Keeps a state that is new.
    fn remember(&mut self, stretch: &Stretch) {
        let Some(view) = stretch.view() else { return };
        let key = projection(view);
        match self.known.get(&key) {
            Some(node) => self.nodes[*node].visits += 1,
            None if self.nodes.len() < MAX_NODES && stretch.player.at_us() < LONGEST_US / 2 => {
                self.known.insert(key, self.nodes.len());
                // Every so many states have a page of their own, so that the pages are spread over what was reached.
                let pages = self.nodes.iter().filter(|node| node.kept.is_some()).count();
                let keeps = pages < MAX_KEPT && self.nodes.len().is_multiple_of(KEPT_EVERY);
                self.nodes.push(Node {
                    moves: stretch.trail.moves.iter().map(|(one, _)| one.clone()).collect(),
                    visits: 0,
                    kept: if keeps { stretch.onward().map(Box::new) } else { None },
                });
            }
            None => {}
        }
    }

    /// Whether a scenario is about a rule that is looked for, or leads to one: where a night ends, another can begin.
    fn concerns(&self, scenario: &Scenario) -> bool {
        let mut rules = scenario.rubric.iter().flat_map(|item| &item.rules);
        !self.wanted.contains(&false) || rules.any(|id| self.lens.rule(id).is_some_and(|rule| self.leading[rule]))
    }

    /// The contract's scenarios, as it plays them.
    fn scenarios(&mut self) -> Result<(), PageError> {
        for scenario in &self.lens.contract.scenarios {
            if !self.concerns(scenario) {
                continue;
            }
            let start = match &scenario.entry.scenario {
                Some(name) => Start::Scenario {
                    name: name.clone(),
                    options: scenario.entry.options.clone(),
                },
                None => Start::Reset,
            };
            let kind = if start == Start::Reset {
                Kind::Ordinary
            } else {
                Kind::Adversarial
            };
            let mut stretch = self.open(kind, start, None)?;
            let begun_us = stretch.player.at_us();
            for timed in &scenario.inputs {
                let due_us = begun_us + (timed.at_ms * 1_000.0) as u64;
                let wait_us = due_us.saturating_sub(stretch.player.at_us());
                stretch.make(self.lens, &Move::Wait(wait_us as f64 / 1e3));
                stretch.make(self.lens, &Move::Input(timed.input.clone()));
            }
            let rest_us = (begun_us + (scenario.duration_ms * 1_000.0) as u64).saturating_sub(stretch.player.at_us());
            stretch.make(self.lens, &Move::Wait(rest_us as f64 / 1e3));
            // Where a scenario ends, other rules begin.
            for _ in 0..AFTER_SCENARIO {
                let wanting = self.wanting(false);
                let Some(view) = stretch.view().filter(|_| !wanting.is_empty() && !stretch.is_over()) else {
                    break;
                };
                let one = self.guide.choose(view, &wanting, &mut self.chance);
                if stretch.make(self.lens, &one) && !matches!(one, Move::Wait(_)) {
                    stretch.make(self.lens, &Move::Wait(AFTER_MS));
                }
            }
            self.close(stretch);
        }
        Ok(())
    }

    /// From every start, every input that some rule says something about there, each from a fresh copy of the state; and nothing at all.
    fn sweep(&mut self) -> Result<(), PageError> {
        // How often an input was tried where a rule is due, and where it is not.
        let mut due: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        let mut barred: BTreeMap<usize, u32> = BTreeMap::new();
        // How often a rule that needs no input was left alone, by whether it is due.
        let mut alone: BTreeMap<(usize, bool), u32> = BTreeMap::new();
        for start in starts::of(self.lens.contract) {
            let mut stretch = self.open(Kind::Adversarial, start.clone(), None)?;
            let Some(view) = stretch.view().cloned() else { continue };
            let begun = stretch.player.seen.iter().any(|seen| seen.done.iter().any(|done| done.setup));
            if !begun {
                continue;
            }
            let truths: Vec<Truth> = self
                .lens
                .plans
                .iter()
                .map(|plan| conditions_at(self.lens, plan, &view))
                .collect();
            let mut left_ms: f64 = AFTER_MS;
            for rule in (0..truths.len()).filter(|rule| self.wanted[*rule] && by_itself(&self.lens.plans[*rule])) {
                let times = alone.entry((rule, truths[rule] != Truth::No)).or_insert(0);
                if *times < TIMES_ALONE {
                    left_ms = left_ms.max(alone_ms(&self.lens.plans[rule]));
                }
                *times += 1;
            }
            stretch.make(self.lens, &Move::Wait(left_ms));
            let mut covered: Vec<bool> = vec![false; truths.len()];
            let mut tried = 0;
            // Another visit comes last: what was set up before it is gone.
            let (visits, others): (Vec<usize>, Vec<usize>) =
                (0..self.guide.inputs.len()).partition(|input| self.guide.inputs[*input] == Input::Reload);
            for input in others.into_iter().chain(visits) {
                let rules = self.guide.rules[input].clone();
                // Every way of making a rule act is tried twice; after that, one way from each start is enough.
                let says = rules.iter().filter(|rule| self.near[**rule]).any(|rule| match truths[*rule] {
                    Truth::No => !covered[*rule] && barred.get(rule).is_none_or(|times| *times < 2),
                    _ => !covered[*rule] || due.get(&(input, *rule)).is_none_or(|times| *times < 2),
                });
                if !says || tried >= PER_START || stretch.is_over() {
                    continue;
                }
                tried += 1;
                stretch.make(self.lens, &Move::Begin(start.clone()));
                // A moment, so that what the start does to the screen is over.
                stretch.make(self.lens, &Move::Wait(50.0));
                if !stretch.make(self.lens, &Move::Input(self.guide.inputs[input].clone())) {
                    continue;
                }
                stretch.make(self.lens, &Move::Wait(AFTER_MS));
                for rule in rules {
                    covered[rule] = true;
                    match truths[rule] {
                        Truth::No => *barred.entry(rule).or_insert(0) += 1,
                        _ => *due.entry((input, rule)).or_insert(0) += 1,
                    }
                }
            }
            self.starts.push((start, view));
            self.close(stretch);
        }
        Ok(())
    }

    /// For every rule that still lacks evidence: play from the starts that are nearest to it.
    fn targeted(&mut self) -> Result<(), PageError> {
        for rule in 0..self.lens.plans.len() {
            if !self.wanted[rule] || self.is_enough(rule, false) {
                continue;
            }
            let mut ranked: Vec<(usize, usize)> = self
                .starts
                .iter()
                .enumerate()
                .filter(|(_, (_, view))| !super::bot::is_outcome(self.lens, rule, view))
                .map(|(at, (start, view))| (self.distance(rule, start, view), at))
                .collect();
            ranked.sort_unstable();
            ranked.truncate(STARTS_PER_RULE);
            for attempt in 0..self.effort.targeted {
                if self.is_enough(rule, false) || ranked.is_empty() {
                    break;
                }
                let start = self.starts[ranked[attempt % ranked.len()].1].0.clone();
                let mut stretch = self.open(Kind::Adversarial, start, Some(rule))?;
                stretch.make(self.lens, &Move::Wait(100.0));
                for _ in 0..self.effort.moves / 2 {
                    if stretch.is_over() {
                        break;
                    }
                    let Some(view) = stretch.view() else { break };
                    let one = self.guide.choose(view, &[rule], &mut self.chance);
                    if stretch.make(self.lens, &one) && !matches!(one, Move::Wait(_)) {
                        stretch.make(self.lens, &Move::Wait(AFTER_MS));
                    }
                }
                self.close(stretch);
            }
        }
        Ok(())
    }

    /// How far a start is from what a rule asks: conditions that do not hold there, and what is not known.
    fn distance(&self, rule: usize, start: &Start, view: &View) -> usize {
        let plan = &self.lens.plans[rule];
        let tests = plan.tests.iter().enumerate().map(|(at, test)| {
            // A state that is to come about should not be there yet.
            let comes = at < plan.when && plan.rule.trigger.kind == TriggerKind::State;
            match self.lens.holds(test, view, view) {
                Some(true) => usize::from(comes) * 3,
                Some(false) if comes => 1,
                Some(false) => 4,
                None => 1,
            }
        });
        let named = scenario_of(self.lens, start).is_some_and(|scenario| {
            let mut items = scenario.rubric.iter();
            items.any(|item| item.rules.contains(&plan.rule.id))
        });
        let near = tests.sum::<usize>() * 2;
        if named { near.saturating_sub(3) } else { near + 1 }
    }
}

/// Rules that are looked for, and, through any number of events, those that emit what they wait for.
fn near(lens: &Lens<'_>, wanted: &[bool]) -> Vec<bool> {
    let mut near = wanted.to_vec();
    let mut queue: Vec<usize> = (0..near.len()).filter(|rule| near[*rule]).collect();
    while let Some(rule) = queue.pop() {
        for (other, plan) in lens.plans.iter().enumerate() {
            if !near[other] && plan.emits.contains(&lens.plans[rule].waits) {
                near[other] = true;
                queue.push(other);
            }
        }
    }
    near
}

/// Those near, and the rules that write what is asked for by those among them that are near only because of what they emit: one edge away
/// in the satisfiable reading.
fn leading(lens: &Lens<'_>, wanted: &[bool], near: &[bool]) -> Vec<bool> {
    let graph = Graph::new(lens.contract, Reading::Satisfiable);
    let leads = |from: usize| near[from] || graph.next(from).iter().any(|to| near[*to] && !wanted[*to]);
    (0..near.len()).map(leads).collect()
}

/// Whether a rule may act when nothing is done.
fn by_itself(plan: &Plan<'_>) -> bool {
    let waits = |input: &Input| matches!(input, Input::Wait { .. });
    matches!(plan.rule.trigger.kind, TriggerKind::Time | TriggerKind::State) || plan.rule.trigger.inputs.iter().any(waits)
}

/// How long a state is left alone for such a rule: as long as its trigger waits, within bounds.
fn alone_ms(plan: &Plan<'_>) -> f64 {
    let waits = plan.rule.trigger.inputs.iter().filter_map(|input| match input {
        Input::Wait { ms } => Some(*ms),
        _ => None,
    });
    waits.fold(ALONE_MS, f64::max).min(LONGEST_ALONE_MS)
}

/// A state without what differs at every moment: texts and truth values, and numbers roughly.
fn projection(view: &View) -> u64 {
    // FNV-1a.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash = (hash ^ 0xff).wrapping_mul(0x0100_0000_01b3);
    };
    for value in &view.values {
        match value {
            None => add(b"-"),
            Some(Constant::Bool(truth)) => add(&[u8::from(*truth)]),
            Some(Constant::Text(text)) => add(text.as_bytes()),
            Some(Constant::Number(number)) if number.fract() != 0.0 => add(b"."),
            Some(Constant::Number(number)) if number.abs() <= 16.0 => add(&(*number as i64).to_le_bytes()),
            Some(Constant::Number(number)) => add(&[64 - (number.abs() as u64).leading_zeros() as u8, u8::from(*number < 0.0)]),
        }
    }
    hash
}
