//! Ways that are gone again. A transition is a move from tile to tile by an action; a segment is four or more of them that happened
//! before in the same order with no progress between. Progress (a milestone, another inventory, a contest's result) begins a new
//! history, and ways that the errand needs twice are left out.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Least transitions of a segment.
pub const LEAST: usize = 4;
/// So often the same segment ends a trial.
pub const LOOP: usize = 3;

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Transition {
    /// Place, column and row before.
    pub from: [String; 3],
    /// The action.
    pub action: String,
    /// Place, column and row after.
    pub to: [String; 3],
}

/// What happened, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move, and the number of the accepted action that made it.
    Move(Transition, u64),
    /// Progress, or a way that may be gone again: nothing before it counts for what comes after it.
    Break,
}

/// A segment that was gone again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// The accepted action that it begins with, from 1.
    pub first_action: u64,
    /// The accepted action that it ends with.
    pub last_action: u64,
    /// How many transitions it has.
    pub length: usize,
    /// The accepted action with which it was first gone.
    pub before: u64,
}

/// Maximal repeats without overlap, found from the front: where four transitions happened before, the match is made as long as it goes.
pub fn repeats(events: &[Event]) -> Vec<Repeat> {
    let mut found = Vec::new();
    for moves in events.split(|event| *event == Event::Break) {
        let moves: Vec<(&Transition, u64)> = moves
            .iter()
            .filter_map(|event| match event {
                Event::Move(transition, action) => Some((transition, *action)),
                Event::Break => None,
            })
            .collect();
        let mut index: BTreeMap<Vec<&Transition>, Vec<usize>> = BTreeMap::new();
        let gram = |at: usize| -> Option<Vec<&Transition>> {
            Some(moves.get(at..at + LEAST)?.iter().map(|(transition, _)| *transition).collect())
        };
        let (mut at, mut indexed) = (0, 0);
        while at < moves.len() {
            // What ends before here can have been gone before.
            while indexed + LEAST <= at {
                if let Some(key) = gram(indexed) {
                    index.entry(key).or_default().push(indexed);
                }
                indexed += 1;
            }
            let starts = gram(at).and_then(|key| index.get(&key).cloned()).unwrap_or_default();
            let length = |start: usize| {
                let pairs = moves[start..at].iter().zip(&moves[at..]);
                pairs.take_while(|(a, b)| a.0 == b.0).count()
            };
            // The longest, and of those the first.
            let best = starts
                .into_iter()
                .map(|start| (length(start), start))
                .max_by_key(|(length, start)| (*length, usize::MAX - start));
            match best {
                Some((length, start)) if length >= LEAST => {
                    found.push(Repeat {
                        first_action: moves[at].1,
                        last_action: moves[at + length - 1].1,
                        length,
                        before: moves[start].1,
                    });
                    at += length;
                }
                _ => at += 1,
            }
        }
    }
    found
}

/// Whether a segment has been gone three times since the last progress, watched move by move.
#[derive(Default)]
pub struct Watch {
    moves: Vec<Transition>,
    /// Of each four transitions: how often they came without overlap, and where the last of them ended.
    seen: BTreeMap<Vec<Transition>, (usize, usize)>,
}

impl Watch {
    /// Takes a move; true if some four transitions have now come three times.
    pub fn push(&mut self, transition: Transition) -> bool {
        self.moves.push(transition);
        let end = self.moves.len();
        let Some(begin) = end.checked_sub(LEAST) else { return false };
        let entry = self.seen.entry(self.moves[begin..].to_vec()).or_default();
        if begin >= entry.1 {
            *entry = (entry.0 + 1, end);
        }
        entry.0 >= LOOP
    }

    /// There was progress, or a way that may be gone again.
    pub fn clear(&mut self) {
        *self = Watch::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves along a line of tiles, a digit each.
    fn walk(tiles: &str, from: u64) -> Vec<Event> {
        let spots: Vec<[String; 3]> = tiles
            .chars()
            .map(|c| ["m".to_owned(), c.to_string(), "0".to_owned()])
            .collect();
        let moves = spots.windows(2).enumerate().map(|(n, pair)| {
            let transition = Transition {
                from: pair[0].clone(),
                action: if pair[0] < pair[1] { "RIGHT" } else { "LEFT" }.to_owned(),
                to: pair[1].clone(),
            };
            Event::Move(transition, from + n as u64)
        });
        moves.collect()
    }

    fn lengths(events: &[Event]) -> Vec<usize> {
        repeats(events).iter().map(|repeat| repeat.length).collect()
    }

    #[test]
    fn what_is_gone_again_is_found_at_its_longest() {
        // Along, back, and along again: six moves of the third part are those of the first.
        let events = walk("0123456543210123456", 1);
        assert_eq!(
            repeats(&events),
            [Repeat {
                first_action: 13,
                last_action: 18,
                length: 6,
                before: 1
            }]
        );
        // Three tiles are no segment; the same way in the other direction is another way.
        assert_eq!(lengths(&walk("0123210123", 1)), [0_usize; 0]);
        assert_eq!(lengths(&walk("01234543210", 1)), [0_usize; 0]);
        // Four are.
        assert_eq!(lengths(&walk("0123432101234", 1)), [4]);
    }

    #[test]
    fn progress_begins_a_new_history() {
        let mut events = walk("01234543210", 1);
        events.push(Event::Break);
        events.extend(walk("012345", 11));
        assert_eq!(lengths(&events), [0_usize; 0]);
        let mut without = events.clone();
        without.retain(|event| *event != Event::Break);
        assert_eq!(lengths(&without), [5]);
    }

    #[test]
    fn repeats_do_not_overlap() {
        // A round of four tiles, gone four times: each of the later rounds repeats an earlier one.
        let events = walk("0121012101210121", 1);
        let total: usize = lengths(&events).iter().sum();
        assert_eq!(total, 11, "{:?}", repeats(&events));
        for pair in repeats(&events).windows(2) {
            assert!(pair[0].last_action < pair[1].first_action);
        }
    }

    #[test]
    fn a_loop_is_the_third_time() {
        let mut watch = Watch::default();
        let found: Vec<bool> = walk("01210121012101", 1)
            .into_iter()
            .filter_map(|event| match event {
                Event::Move(transition, _) => Some(watch.push(transition)),
                Event::Break => None,
            })
            .collect();
        // Twelve moves are three rounds.
        assert_eq!(found.iter().position(|found| *found), Some(11));
    }
}
