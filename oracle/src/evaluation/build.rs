//! One build: its votes and scenarios, and what they come to.

use crate::playtest::{Opener, Player, RuleVote, VoteResult, decide};
use crate::replay::ScenarioJudged;
use oracade_contracts::judge::Verdict;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::replay::Policy;
use oracade_contracts::results::BuildResult;

/// A build to be judged.
pub struct Build<'b> {
    /// A short name, of letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// The game as it was given.
    pub game: String,
    /// Who built it.
    pub builder: String,
    /// Which of its builds, from 1.
    pub number: u32,
    /// Digest of its files.
    pub bundle: String,
    /// The game.
    pub opener: &'b Opener<'b>,
    /// The game on pages that are branched at little cost, if there are such; for play, of which no pictures are taken.
    pub brancher: &'b Opener<'b>,
    /// Its own inputs for scenarios.
    pub policy: Option<Policy>,
    /// What its source came to.
    pub source: BuildResult,
}

/// What was found of a build in play.
pub struct Found {
    /// It opens, comes up and says what its state is.
    pub runs: bool,
    /// Why not.
    pub problem: Option<String>,
    /// The votes.
    pub votes: Vec<VoteResult>,
    /// The scenarios.
    pub scenarios: Vec<ScenarioJudged>,
}

/// Whether a build runs at all; if not, why.
pub fn comes_up(opener: &Opener<'_>, seed: u64) -> Result<(), String> {
    let player = Player::open(opener, seed).map_err(|error| error.to_string())?;
    match (&player.died, player.snapshot().is_object()) {
        (Some(died), _) => Err(died.to_string()),
        (None, false) => Err("window.__gameTest.getSnapshot() gives no object".to_owned()),
        (None, true) => Ok(()),
    }
}

/// The place of a vote's word, as ids of evidence: before, after, and the frame.
pub(crate) fn cite(vote: &VoteResult, one: &RuleVote) -> Option<(String, usize, usize, Option<u64>)> {
    let (number, before, after) = one.place?;
    let trajectory = &vote.trajectories[number];
    let frame = trajectory.kept.get(&after).map(|seen| seen.frame);
    Some((trajectory.id.clone(), before, after, frame))
}

impl Found {
    /// The verdict on a rule, and the vote that stands for it.
    pub fn verdict(&self, rule: usize) -> (Verdict, Option<(&VoteResult, &RuleVote)>) {
        let of: Vec<&RuleVote> = self.votes.iter().map(|vote| &vote.rules[rule]).collect();
        if of.is_empty() {
            return (Verdict::Unverified, None);
        }
        let (verdict, first) = decide(&of);
        (verdict, Some((&self.votes[first], of[first])))
    }

    /// The build's result: its source's, with what was found in play.
    pub fn result(&self, lens: &Lens<'_>, build: &Build<'_>, judge: &str) -> BuildResult {
        let mut result = build.source.clone();
        result.builder.clone_from(&build.builder);
        result.build = build.number;
        result.runs = self.runs;
        result.judges.insert("replay".to_owned(), judge.to_owned());
        result.judges.insert("playtest".to_owned(), judge.to_owned());
        for found in &mut result.rules {
            let Some(rule) = lens.rule(&found.rule) else { continue };
            let (verdict, place) = self.verdict(rule);
            found.play = Some(verdict);
            let Some((vote, one)) = place else {
                found.play_note = self.problem.clone().unwrap_or_default();
                continue;
            };
            found.play_note.clone_from(&one.why);
            found.adversarial = one.adversarial && verdict != Verdict::Unverified;
            if let Some((id, before, after, frame)) = cite(vote, one).filter(|_| verdict == one.verdict) {
                found.play_evidence = vec![format!("{id}/s{before}"), format!("{id}/s{after}")];
                found.play_evidence.extend(frame.map(|frame| format!("{id}/f{frame}")));
            }
        }
        for (number, invariant) in lens.contract.invariants.iter().enumerate() {
            let Some(found) = result.invariants.iter_mut().find(|found| found.invariant == invariant.id) else {
                continue;
            };
            if self.votes.is_empty() {
                continue;
            }
            let broken = self.broken(number);
            found.play = Some(broken.is_none());
            found.play_evidence = broken.map(|(id, at)| format!("{id}/s{at}")).into_iter().collect();
        }
        result.scenarios = self.scenarios.iter().map(ScenarioJudged::result).collect();
        result
    }

    /// Where an invariant is broken.
    pub fn broken(&self, invariant: usize) -> Option<(String, usize)> {
        self.votes.iter().find_map(|vote| {
            let (number, at) = vote.broken.get(&invariant)?;
            Some((vote.trajectories[*number].id.clone(), *at))
        })
    }
}
