//! What exploration has found of each rule, and which trajectories are worth keeping for it.

use super::moves::{Move, Start};
use oracade_contracts::model::Scenario;
use oracade_contracts::play::lens::{Lens, View};
use oracade_contracts::play::trajectory::{Kind, Observation};
use oracade_contracts::play::watch::{Claim, Finding, watch};
use oracade_contracts::play::weigh::Truth;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A trajectory that exploration made: how to make it again.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    pub(crate) kind: Kind,
    pub(crate) target: Option<usize>,
    pub(crate) start: Start,
    /// Each move, and when it was over.
    pub(crate) moves: Vec<(Move, u64)>,
}

/// Where something about a rule was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) trail: usize,
    pub(crate) claim: Claim,
    pub(crate) kind: Kind,
    /// The state before it is one that was set up, and nothing was done since.
    pub(crate) set_up: bool,
    /// When the place is over, in µs.
    pub(crate) until_us: u64,
}

/// All that was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    pub(crate) trails: Vec<Trail>,
    /// By rule, the first places of each claim.
    pub(crate) places: BTreeMap<usize, Vec<Place>>,
    /// By invariant, the first place where it is broken.
    pub(crate) broken: BTreeMap<usize, (usize, u64)>,
    /// Snapshots that were looked at.
    pub(crate) snapshots: u64,
}

/// Places of one claim that are kept for a rule.
const PER_CLAIM: usize = 4;

impl Evidence {
    /// Takes what a trajectory shows. Answers with how much of it is new.
    pub(crate) fn take(&mut self, lens: &Lens<'_>, trail: Trail, seen: &[Observation], views: &[View]) -> usize {
        let findings = resolve_shared(lens, watch(lens, seen, views), views, scenario_of(lens, &trail.start));
        let at = self.trails.len();
        let mut new = 0;
        for finding in findings {
            let place = Place {
                trail: at,
                claim: finding.claim,
                kind: trail.kind,
                set_up: is_as_set_up(seen[..=finding.after].iter().rev()),
                until_us: seen[finding.after].at_us,
            };
            new += usize::from(self.note(finding.rule, place) == 0);
        }
        for (invariant, place) in monitor(lens, seen, views) {
            if let Entry::Vacant(first) = self.broken.entry(invariant) {
                first.insert((at, seen[place].at_us));
                new += 1;
            }
        }
        self.snapshots += seen.len() as u64;
        self.trails.push(trail);
        new
    }

    /// Keeps a place, unless there are enough like it. Answers with how many there were.
    fn note(&mut self, rule: usize, place: Place) -> usize {
        let places = self.places.entry(rule).or_default();
        let is_alike = |known: &&Place| known.claim == place.claim && known.kind == place.kind && known.set_up == place.set_up;
        let alike = places.iter().filter(is_alike).count();
        // What stands still does so in every frame; it takes several trajectories to say that it does.
        let again = place.claim == Claim::Still && places.iter().filter(is_alike).any(|known| known.trail == place.trail);
        if alike < PER_CLAIM && !again {
            places.push(place);
        }
        alike
    }

    /// Takes what was found elsewhere after this, as if it had been found here.
    pub(crate) fn join(&mut self, later: &Evidence) {
        let from = self.trails.len();
        self.trails.extend(later.trails.iter().cloned());
        for (rule, places) in &later.places {
            for place in places {
                let trail = from + place.trail;
                self.note(*rule, Place { trail, ..*place });
            }
        }
        for (invariant, (trail, at_us)) in &later.broken {
            self.broken.entry(*invariant).or_insert((from + trail, *at_us));
        }
        self.snapshots += later.snapshots;
    }

    /// Whether there is evidence enough of a rule, in ordinary play alone or from anywhere: something was seen that its effects or their
    /// lack explain, or, where that will do (`trivial`), again and again that all was so already.
    pub(crate) fn is_enough(&self, rule: usize, ordinary: bool, trivial: bool) -> bool {
        let places = self.places.get(&rule).map(Vec::as_slice).unwrap_or_default();
        let counted = || places.iter().filter(|place| !ordinary || place.kind == Kind::Ordinary);
        counted().any(|place| matches!(place.claim, Claim::Seen | Claim::Broken | Claim::Unguarded))
            || trivial && counted().filter(|place| place.claim == Claim::Trivial).count() >= PER_CLAIM
    }
}

/// Whether the state that the last of these observations shows was set up, and nothing was done since; the last one comes first.
pub(crate) fn is_as_set_up<'s>(backwards: impl Iterator<Item = &'s Observation>) -> bool {
    backwards
        .flat_map(|seen| seen.done.iter().rev())
        .next()
        .is_some_and(|last| last.setup)
}

/// The scenario of the contract whose entry a start is.
pub(crate) fn scenario_of<'a>(lens: &Lens<'a>, start: &Start) -> Option<&'a Scenario> {
    let Start::Scenario { name, options } = start else {
        return None;
    };
    let scenarios = lens.contract.scenarios.iter();
    scenarios
        .into_iter()
        .find(|scenario| scenario.entry.scenario.as_ref() == Some(name) && scenario.entry.options == *options)
}

/// Which of several rules made something happen is settled where a scenario's item says which it shows, and all it expects was seen.
pub(crate) fn resolve_shared(
    lens: &Lens<'_>,
    findings: Vec<Finding>,
    views: &[View],
    scenario: Option<&Scenario>,
) -> Vec<Finding> {
    let Some(scenario) = scenario else { return findings };
    let shown: Vec<&str> = scenario
        .rubric
        .iter()
        .filter(|item| !item.expect.is_empty())
        .filter(|item| {
            let tests: Vec<_> = item.expect.iter().map(|predicate| lens.test(predicate)).collect();
            views
                .iter()
                .any(|view| tests.iter().all(|test| lens.holds(test, view, view) == Some(true)))
        })
        .flat_map(|item| item.rules.iter().map(String::as_str))
        .collect();
    findings
        .into_iter()
        .map(|mut finding| {
            if finding.claim == Claim::Shared && shown.contains(&lens.plans[finding.rule].rule.id.as_str()) {
                finding.claim = Claim::Seen;
            }
            finding
        })
        .collect()
}

/// The invariants that are broken, each with its first observation. One that is broken in a state that was set up counts from when it has
/// held.
pub(crate) fn monitor(lens: &Lens<'_>, seen: &[Observation], views: &[View]) -> Vec<(usize, usize)> {
    let invariants = lens.contract.invariants.iter().enumerate();
    invariants
        .filter_map(|(number, invariant)| {
            let when: Vec<_> = invariant.when.iter().map(|predicate| lens.test(predicate)).collect();
            let holds: Vec<_> = invariant.holds.iter().map(|predicate| lens.test(predicate)).collect();
            let mut excused = false;
            for (at, view) in views.iter().enumerate() {
                let all = |tests: &[_]| {
                    tests
                        .iter()
                        .map(|test| lens.holds(test, view, view))
                        .map(truth)
                        .min()
                        .unwrap_or(Truth::Yes)
                };
                let broken = all(&when) == Truth::Yes && all(&holds) == Truth::No;
                let setup = at == 0 || seen[at].done.iter().any(|done| done.setup);
                excused = broken && (setup || excused);
                if broken && !excused {
                    return Some((number, at));
                }
            }
            None
        })
        .collect()
}

fn truth(known: Option<bool>) -> Truth {
    match known {
        Some(true) => Truth::Yes,
        Some(false) => Truth::No,
        None => Truth::Maybe,
    }
}
