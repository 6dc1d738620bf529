//! Pictures of evidence: a tape is played again, and what its frames show is kept where something is cited.

use super::build::Found;
use crate::playtest::Opener;
use crate::replay::Recording;
use oracade_contracts::judge::Verdict;
use oracade_recorder::play::Player as TapePlayer;
use oracade_recorder::{Act, End, Event};
use oracade_runtime::PageError;
use std::collections::{BTreeMap, BTreeSet};

/// A tape, and the observations of it that are cited: those whose pictures are taken.
pub(crate) struct Reel<'f> {
    pub(crate) id: &'f str,
    pub(crate) seed: u64,
    pub(crate) tape: &'f [Event],
    pub(crate) end: &'f End,
    /// Numbers of observations, with the frame each is of.
    pub(crate) wanted: BTreeMap<usize, u64>,
}

impl<'f> Reel<'f> {
    /// Some frames of a scenario.
    pub(crate) fn of(recording: &'f Recording, id: &'f str, frames: BTreeSet<u64>) -> Reel<'f> {
        // The last observation of each frame shows it.
        let wanted = frames.into_iter().filter_map(|frame| {
            let at = recording.seen.iter().rposition(|seen| seen.frame == frame)?;
            Some((recording.first + at, frame))
        });
        Reel {
            id,
            seed: recording.seed,
            tape: &recording.tape,
            end: &recording.end,
            wanted: wanted.collect(),
        }
    }
}

/// Pictures as PNG, by frame.
pub(crate) struct Filmed {
    pub(crate) pictures: BTreeMap<u64, Vec<u8>>,
    /// The page ended where it did when the tape was made.
    pub(crate) equal: bool,
}

/// The reels of a build.
pub(crate) fn reels<'f>(found: &'f Found, rules: usize, invariants: usize) -> Vec<Reel<'f>> {
    let mut wanted: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
    for rule in 0..rules {
        let (verdict, Some((vote, one))) = found.verdict(rule) else {
            continue;
        };
        let (Some((number, before, after)), true) = (one.place, verdict == one.verdict) else {
            continue;
        };
        let list = wanted.entry((vote.vote as usize - 1, number)).or_default();
        list.insert(after);
        if verdict == Verdict::Violated {
            list.insert(before);
        }
    }
    for invariant in 0..invariants {
        let vote = found
            .votes
            .iter()
            .find_map(|vote| Some((vote.vote as usize - 1, *vote.broken.get(&invariant)?)));
        if let Some((vote, (number, at))) = vote {
            wanted.entry((vote, number)).or_default().insert(at);
        }
    }
    let mut reels = Vec::new();
    for ((vote, number), list) in wanted {
        let trajectory = &found.votes[vote].trajectories[number];
        let frames = list.into_iter().filter_map(|at| Some((at, trajectory.kept.get(&at)?.frame)));
        reels.push(Reel {
            id: &trajectory.id,
            seed: trajectory.seed,
            tape: &trajectory.tape,
            end: &trajectory.end,
            wanted: frames.collect(),
        });
    }
    for scenario in &found.scenarios {
        let frames: BTreeSet<u64> = scenario
            .items
            .iter()
            .flat_map(|item| item.frames.iter().map(|one| one.frame))
            .collect();
        reels.push(Reel::of(&scenario.recording, &scenario.id, frames));
    }
    reels
}

/// Plays a tape again and takes the pictures.
///
/// # Errors
/// The page cannot be opened.
pub(crate) fn film(opener: &Opener<'_>, reel: &Reel<'_>) -> Result<Filmed, PageError> {
    let mut guest = opener(reel.seed)?;
    let mut player = TapePlayer::default();
    let mut pictures = BTreeMap::new();
    let mut seen = 0;
    for event in reel.tape {
        match player.perform(&mut *guest, event) {
            Ok(_) | Err(PageError::BadInput(_)) => {}
            Err(_) => break,
        }
        if event.act == Act::Snapshot {
            if let Some(frame) = reel.wanted.get(&seen)
                && let Ok(Some(picture)) = guest.look()
            {
                pictures.insert(*frame, picture.to_png());
            }
            seen += 1;
        }
    }
    Ok(Filmed {
        equal: guest.digest() == reel.end.digest,
        pictures,
    })
}
