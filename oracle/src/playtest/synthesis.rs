//! Bots from exploration: for every rule, the shortest beginning of a trajectory that shows what was found of it.

use super::bot::Bot;
use super::evidence::{Evidence, Place};
use super::moves::{Move, Start, program};
use oracade_contracts::play::lens::Lens;
use oracade_contracts::play::trajectory::Kind;
use oracade_contracts::play::watch::Claim;
use std::collections::BTreeMap;

/// Time after a finding that a bot goes on, in µs, so that what is claimed there can be claimed again.
const AFTER_US: u64 = 700_000;

/// The bots of a game, and what looking for them took.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// The bots.
    pub bots: Vec<Bot>,
    /// Trajectories that were tried.
    pub tried: usize,
    /// Snapshots that were looked at.
    pub snapshots: u64,
}

/// Makes bots of what exploration has found; `wanted` says for each rule whether it is looked for.
pub(crate) fn synthesise(lens: &Lens<'_>, evidence: &Evidence, vote: u32, wanted: &[bool]) -> Synthesis {
    // Up to when each trajectory is needed.
    let mut needed: BTreeMap<usize, u64> = BTreeMap::new();
    let mut need = |trail: usize, until_us: u64| {
        let known = needed.entry(trail).or_insert(0);
        *known = (*known).max(until_us);
    };
    for rule in (0..lens.plans.len()).filter(|rule| wanted[*rule]) {
        for place in chosen(evidence, rule) {
            need(place.trail, place.until_us + AFTER_US);
        }
    }
    for (trail, until_us) in evidence.broken.values() {
        need(*trail, *until_us);
    }
    let (mut ordinary, mut adversarial) = (0, 0);
    let bots = needed.iter().map(|(trail, until_us)| {
        let trail = &evidence.trails[*trail];
        let (name, number) = match trail.kind {
            Kind::Ordinary => ("ordinary", &mut ordinary),
            _ => ("adversarial", &mut adversarial),
        };
        *number += 1;
        let target = trail.target.map(|rule| lens.plans[rule].rule.id.clone());
        let mut moves: Vec<Move> = Vec::new();
        let mut begun_us = 0;
        for (one, over_us) in &trail.moves {
            if begun_us > *until_us {
                break;
            }
            begun_us = *over_us;
            moves.push(one.clone());
        }
        let title = match (&target, &trail.start) {
            (Some(target), _) => format!("for {target}"),
            (None, Start::Reset) => "from the beginning".to_owned(),
            (None, start) => Move::Begin(start.clone()).words(),
        };
        Bot {
            id: format!("v{vote}-{name}-{number}"),
            kind: if trail.kind == Kind::Ordinary {
                Kind::Ordinary
            } else {
                Kind::Adversarial
            },
            target,
            source: program(&title, &moves),
        }
    });
    Synthesis {
        bots: bots.collect(),
        tried: evidence.trails.len(),
        snapshots: evidence.snapshots,
    }
}

/// The places that are played again for a rule: what speaks against it, and what speaks for it, ordinary play first.
fn chosen(evidence: &Evidence, rule: usize) -> Vec<Place> {
    let places = evidence.places.get(&rule).map(Vec::as_slice).unwrap_or_default();
    let of = |claims: &[Claim], most: usize| -> Vec<Place> {
        let mut list: Vec<Place> = places.iter().filter(|place| claims.contains(&place.claim)).copied().collect();
        list.sort_by_key(|place| (place.kind, place.trail, place.until_us));
        list.truncate(most);
        list
    };
    let mut list = of(&[Claim::Broken, Claim::Unguarded], 2);
    list.extend(of(&[Claim::Seen], 1));
    if !list.iter().any(|place| place.claim == Claim::Seen) {
        list.extend(of(&[Claim::Trivial], 1));
        list.extend(of(&[Claim::Still], 4));
    } else if !places.iter().any(|place| place.claim == Claim::Seen && place.set_up) {
        // It goes on when played from the beginning; what of states that were set up?
        let still = places.iter().filter(|place| place.claim == Claim::Still && place.set_up);
        list.extend(still.copied().take(4));
    }
    list
}
