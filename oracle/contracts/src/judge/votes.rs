//! Several replies to one question.

use super::{Answer, AnswerKind, Cost, Judge, JudgeError, Reply, Request, Verdict};
use serde::{Deserialize, Serialize};

/// Votes there may be.
pub const MAX_VOTES: u32 = 25;

/// What a vote came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voted {
    /// The answer.
    pub answer: Answer,
    /// More than half of the votes are for it.
    pub majority: bool,
    /// The replies, in the order they were asked for.
    pub replies: Vec<Reply>,
    /// Votes that failed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
    /// What they cost together.
    pub cost: Cost,
}

/// Puts the question `votes` times.
///
/// A verdict needs more than half of the votes, and is `unverified` without; a vote that failed is one for `unverified`. A score is
/// the one that more than half give, and otherwise the median; a vote that failed is one for 0. A text is the first.
///
/// # Errors
/// The budget is used up, nothing is recorded, or the judge does not judge such questions.
pub fn vote(judge: &dyn Judge, request: &Request, votes: u32) -> Result<Voted, JudgeError> {
    let mut replies = Vec::new();
    let mut failed = Vec::new();
    let mut cost = Cost::default();
    for number in 0..votes.clamp(1, MAX_VOTES) {
        match judge.judge(request, number) {
            Ok(reply) => {
                cost = cost.plus(reply.cost);
                replies.push(reply);
            }
            Err(error @ (JudgeError::Failed(_) | JudgeError::Timeout(_) | JudgeError::Refused(_))) => {
                failed.push(error.to_string())
            }
            Err(other) => return Err(other),
        }
    }
    let (answer, majority) = decide(request.answer, &replies, failed.len());
    Ok(Voted {
        answer,
        majority,
        replies,
        failed,
        cost,
    })
}

fn decide(kind: AnswerKind, replies: &[Reply], failed: usize) -> (Answer, bool) {
    match kind {
        AnswerKind::Verdict => {
            let given = replies.iter().filter_map(|reply| match reply.answer {
                Answer::Verdict(verdict) => Some(verdict),
                _ => None,
            });
            let verdicts: Vec<Verdict> = given.chain(std::iter::repeat_n(Verdict::Unverified, failed)).collect();
            let verdict = majority(&verdicts);
            let count = verdicts.iter().filter(|other| **other == verdict).count();
            (Answer::Verdict(verdict), count * 2 > verdicts.len())
        }
        AnswerKind::Score => {
            let given = replies.iter().filter_map(|reply| match reply.answer {
                Answer::Score(score) => Some(score),
                _ => None,
            });
            let mut scores: Vec<f64> = given.chain(std::iter::repeat_n(0.0, failed)).collect();
            scores.sort_by(f64::total_cmp);
            let most = scores
                .iter()
                .find(|score| scores.iter().filter(|other| other == score).count() * 2 > scores.len());
            match most {
                Some(score) => (Answer::Score(*score), true),
                None => (Answer::Score(median(&scores)), false),
            }
        }
        AnswerKind::Text => {
            let first = replies.iter().find_map(|reply| match &reply.answer {
                Answer::Text(text) => Some(text.clone()),
                _ => None,
            });
            (Answer::Text(first.unwrap_or_default()), false)
        }
    }
}

/// The verdict that more than half of the votes are for; `unverified` if there is none.
pub fn majority(votes: &[Verdict]) -> Verdict {
    let most = [Verdict::Satisfied, Verdict::Violated]
        .into_iter()
        .find(|verdict| votes.iter().filter(|vote| *vote == verdict).count() * 2 > votes.len());
    most.unwrap_or(Verdict::Unverified)
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.len() % 2) {
        (None, _) => 0.0,
        (Some(value), 1) => *value,
        (Some(value), _) => (sorted[middle - 1] + value) / 2.0,
    }
}
