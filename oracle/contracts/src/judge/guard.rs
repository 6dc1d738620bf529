//! What holds for every judge: replies are checked, and budgets end.

use super::{Answer, Cost, EvidenceItem, Judge, JudgeError, MAX_REPLY, Reply, Request};
use crate::service::{Budget, Meter};

/// Checks every reply, and asks again when one is refused or the judge failed.
#[derive(Debug)]
pub struct Checked<J> {
    judge: J,
    attempts: u32,
}

impl<J: Judge> Checked<J> {
    /// A judge that is asked up to `attempts` times for one reply.
    pub fn new(judge: J, attempts: u32) -> Checked<J> {
        Checked {
            judge,
            attempts: attempts.clamp(1, 20),
        }
    }
}

impl<J: Judge> Judge for Checked<J> {
    fn id(&self) -> String {
        self.judge.id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        let mut spent = Cost::default();
        let mut last = JudgeError::Failed("it was not asked".to_owned());
        for _ in 0..self.attempts {
            match self.judge.judge(request, vote) {
                Ok(mut reply) => {
                    spent = spent.plus(reply.cost);
                    match check(request, &reply) {
                        Ok(()) => {
                            reply.cost = spent;
                            return Ok(reply);
                        }
                        Err(message) => last = JudgeError::Refused(message),
                    }
                }
                Err(error @ (JudgeError::Failed(_) | JudgeError::Timeout(_) | JudgeError::Refused(_))) => last = error,
                Err(other) => return Err(other),
            }
        }
        Err(last)
    }

    fn pictures(&self) -> usize {
        self.judge.pictures()
    }
}

/// What is wrong with a reply.
pub(super) fn check(request: &Request, reply: &Reply) -> Result<(), String> {
    if reply.answer.kind() != request.answer {
        return Err(format!(
            "it is a {:?}, and a {:?} was asked for",
            reply.answer.kind(),
            request.answer
        ));
    }
    match &reply.answer {
        Answer::Score(score) if !(0.0..=1.0).contains(score) => return Err(format!("the score {score} is not from 0 to 1")),
        Answer::Text(text) if text.len() > MAX_REPLY => return Err(format!("the text has {} bytes", text.len())),
        _ => {}
    }
    if reply.rationale.len() > MAX_REPLY || reply.cited.len() > 10_000 {
        return Err("it is too long".to_owned());
    }
    for cited in &reply.cited {
        if !request.evidence.iter().any(|item| is_cited(item, cited)) {
            return Err(format!("it cites `{cited}`, which it was not given"));
        }
    }
    Ok(())
}

/// An item by its id; a file also by one of its lines or a range of them.
fn is_cited(item: &EvidenceItem, cited: &str) -> bool {
    if item.id == cited {
        return true;
    }
    let Some(line) = cited.strip_prefix(item.id.as_str()).and_then(|rest| rest.strip_prefix(':')) else {
        return false;
    };
    let Some(lines) = item.lines else { return false };
    let within = |text: &str| text.parse::<u32>().is_ok_and(|line| (1..=lines).contains(&line));
    match line.split_once('-') {
        Some((from, to)) => within(from) && within(to),
        None => within(line),
    }
}

/// Ends when a budget is used up. A reply that exceeds it is still given; the next question is not put.
#[derive(Debug)]
pub struct Budgeted<J> {
    judge: J,
    meter: Meter,
}

impl<J: Judge> Budgeted<J> {
    /// A judge with a budget.
    pub fn new(judge: J, budget: Budget) -> Budgeted<J> {
        Budgeted {
            judge,
            meter: Meter::new(budget),
        }
    }

    /// What was spent so far.
    pub fn spent(&self) -> Cost {
        self.meter.spent()
    }
}

impl<J: Judge> Judge for Budgeted<J> {
    fn id(&self) -> String {
        self.judge.id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        self.meter.ask().map_err(|name| JudgeError::Budget(name.to_owned()))?;
        let reply = self.judge.judge(request, vote)?;
        self.meter.paid(reply.cost);
        Ok(reply)
    }

    fn pictures(&self) -> usize {
        self.judge.pictures()
    }
}

/// Looks at pictures.
#[derive(Debug)]
pub struct Seeing<J> {
    judge: J,
    pictures: usize,
}

impl<J: Judge> Seeing<J> {
    /// A judge that looks at up to so many pictures of a question.
    pub fn new(judge: J, pictures: usize) -> Seeing<J> {
        Seeing { judge, pictures }
    }
}

impl<J: Judge> Judge for Seeing<J> {
    fn id(&self) -> String {
        self.judge.id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        self.judge.judge(request, vote)
    }

    fn pictures(&self) -> usize {
        self.pictures
    }
}
